### Hvordan et spill ender. $winner og $loser er `side-white` eller `side-black`.

side-white = Hvit
side-black = Svart

phase-placing = setter
phase-moving = flytter
phase-flying = flyr

result-white_wins = Hvit vinner
result-black_wins = Svart vinner
result-draw = Uavgjort
result-no_result = Uten resultat

termination-mill = lukket mølle
termination-too_few_men = for få brikker
termination-board_full = fullt brett
termination-blocked = stengt inne
termination-repetition = gjentakelse
termination-quiet = for lenge uten å sette eller fjerne
termination-resignation = oppgitt
termination-agreement = avtale
termination-timeout = tiden ute
termination-aborted = avbrutt

ending-mill = { $winner } vinner ved å lukke en mølle.
ending-too_few_men = { $winner } vinner: { $loser } har færre enn { $min ->
    [3] tre
   *[other] { $min }
} brikker.
ending-blocked = { $winner } vinner: { $loser } kan verken flytte eller sette en brikke.
ending-resignation = { $winner } vinner: { $loser } har gitt opp.
ending-timeout = { $winner } vinner: { $loser } har brukt opp tiden.
ending-board_full = Spillet er uavgjort: alle punktene er opptatt.
ending-blocked-draw = Spillet er uavgjort: det finnes ingen lovlig tur.
ending-repetition = Spillet er uavgjort: den samme stillingen har vært på brettet { $count ->
    [2] to
    [3] tre
   *[other] { $count }
} ganger.
ending-repetition-unlimited = Spillet er uavgjort: den samme stillingen har kommet igjen.
ending-quiet = Spillet er uavgjort: { $plies } turer på rad uten at en brikke ble satt eller fjernet.
ending-quiet-unlimited = Spillet er uavgjort: for lenge er ingen brikke blitt satt eller fjernet.
ending-agreement = Spillet er uavgjort etter avtale.
ending-aborted = Spillet ble avbrutt før begge spillerne hadde fullført en tur. Det har ikke noe resultat.

# En slutt som reglene ikke kjenner, for eksempel fra et innlest referat.
ending-other-won = { $winner } vinner.
ending-other-draw = Spillet er uavgjort.
ending-other-none = Spillet har ikke noe resultat.
