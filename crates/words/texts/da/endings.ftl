### Hvordan et spil ender. $winner og $loser er `side-white` eller `side-black`.

side-white = Hvid
side-black = Sort

phase-placing = sætter
phase-moving = rykker
phase-flying = flyver

result-white_wins = Hvid vinder
result-black_wins = Sort vinder
result-draw = Uafgjort
result-no_result = Intet resultat

termination-mill = lukket mølle
termination-too_few_men = for få brikker
termination-board_full = fuldt bræt
termination-blocked = spærret inde
termination-repetition = gentagelse
termination-quiet = for længe uden at sætte eller fjerne
termination-resignation = opgivet
termination-agreement = aftale
termination-timeout = tiden gået
termination-aborted = afbrudt

ending-mill = { $winner } vinder ved at lukke en mølle.
ending-too_few_men = { $winner } vinder: { $loser } har færre end { $min ->
    [3] tre
   *[other] { $min }
} brikker.
ending-blocked = { $winner } vinder: { $loser } kan hverken rykke eller sætte en brik.
ending-resignation = { $winner } vinder: { $loser } har opgivet.
ending-timeout = { $winner } vinder: { $loser } har ikke mere tid.
ending-board_full = Spillet er uafgjort: alle punkter er optaget.
ending-blocked-draw = Spillet er uafgjort: der er ingen lovlig tur.
ending-repetition = Spillet er uafgjort: den samme stilling har været på brættet { $count ->
    [2] to
    [3] tre
   *[other] { $count }
} gange.
ending-repetition-unlimited = Spillet er uafgjort: den samme stilling er kommet igen.
ending-quiet = Spillet er uafgjort: { $plies } ture i træk, uden at en brik blev sat eller fjernet.
ending-quiet-unlimited = Spillet er uafgjort: for længe er ingen brik blevet sat eller fjernet.
ending-agreement = Spillet er uafgjort efter aftale.
ending-aborted = Spillet blev afbrudt, før begge spillere havde fuldført en tur. Det har intet resultat.

# En slutning, som reglerne ikke kender, for eksempel fra en indlæst optegnelse.
ending-other-won = { $winner } vinder.
ending-other-draw = Spillet er uafgjort.
ending-other-none = Spillet har intet resultat.
