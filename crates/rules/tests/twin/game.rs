//! A game: turns sent and refused, how it ends, what is legal, and perft.

use super::actions::{can_act, perform, refusal};
use super::boards::board;
use super::notation::{Action, read_turn};
use super::position::{Position, View, opponent};
use super::rule_sets::RuleSet;
use super::text::{COUNT_MAX, read, sameness, write};

/// Why a turn is refused: the reason, the action (0 for the first) and the point it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    pub reason: &'static str,
    pub action: usize,
    pub point: Option<String>,
}

/// A game that is on or has ended, with every position that counts for repetition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: RuleSet,
    position: Position,
    /// The starting position and those after completed turns; after a pass the one passed back.
    history: Vec<String>,
    /// Result and termination.
    outcome: Option<(String, String)>,
}

impl Game {
    /// The game from its beginning, White to act.
    pub fn start(rules: RuleSet) -> Self {
        let rows = &board(rules.board).rows;
        let empty: Vec<String> = rows.iter().map(|row| row.len().to_string()).collect();
        let text = format!("{} w {men},{men} 0 0 0", empty.join("/"), men = rules.men);
        Self::from_text(rules, &text).unwrap_or_else(|reason| panic!("{text}: {reason}"))
    }

    /// The game that starts from a position text, with the end that the text shows.
    pub fn from_text(rules: RuleSet, text: &str) -> Result<Self, String> {
        let position = read(&rules, text)?;
        Ok(Self::from_position(rules, position))
    }

    /// Sends a whole turn, or one or more of its actions. A refused turn changes nothing.
    pub fn send(&mut self, turn: &str) -> Result<(), Refused> {
        let actions = read_turn(board(self.rules.board), turn)?;
        let mut after = self.clone();
        for (index, action) in actions.iter().enumerate() {
            after.act(action).map_err(|(reason, point)| Refused {
                reason,
                action: index,
                point: Some(point),
            })?;
        }
        *self = after;
        Ok(())
    }

    /// The position text.
    pub fn text(&self) -> String {
        write(&self.rules, &self.position)
    }

    /// The position text with every man on the image of its point.
    pub fn text_with(&self, image: impl Fn(&'static str) -> &'static str) -> String {
        let men = self
            .position
            .men
            .iter()
            .map(|(point, man)| (image(point), *man))
            .collect();
        write(
            &self.rules,
            &Position {
                men,
                ..self.position.clone()
            },
        )
    }

    /// Every single action that is accepted.
    pub fn legal_actions(&self) -> Vec<String> {
        self.accepted()
            .iter()
            .map(|(action, _)| spell(action))
            .collect()
    }

    /// Every way to complete the turn of the side to act, in byte order.
    pub fn legal_turns(&self) -> Vec<String> {
        let mut turns = Vec::new();
        for (action, after) in self.accepted() {
            let written = spell(action);
            if after.position.owed == 0 {
                turns.push(written);
            } else {
                turns.extend(
                    after
                        .legal_turns()
                        .iter()
                        .map(|rest| format!("{written}{rest}")),
                );
            }
        }
        turns.sort();
        turns
    }

    /// The men that may be removed now, in index order; none where nothing is owed.
    pub fn removable(&self) -> Vec<&'static str> {
        let may = self.position.owed > 0 && self.outcome.is_none();
        if may {
            self.view().removable()
        } else {
            Vec::new()
        }
    }

    /// The mills of a side (`w` or `b`).
    pub fn mills(&self, side: char) -> Vec<[&'static str; 3]> {
        self.view().mills(side)
    }

    /// The phase of the side to act.
    pub fn phase(&self) -> &'static str {
        self.view().phase(self.position.side)
    }

    /// Result and termination, once the game has ended.
    pub fn outcome(&self) -> Option<(String, String)> {
        self.outcome.clone()
    }

    /// Men on the board and in hand of a side (`w` or `b`).
    pub fn men_of(&self, side: char) -> u64 {
        self.view().men_of(side)
    }

    /// The side to act.
    pub fn side(&self) -> char {
        self.position.side
    }

    /// Removals that the side to act owes.
    pub fn owed(&self) -> u64 {
        self.position.owed
    }

    /// Plies since the last placement or removal.
    pub fn quiet(&self) -> u64 {
        self.position.quiet
    }

    /// Plies completed.
    pub fn ply(&self) -> u64 {
        self.position.ply
    }

    /// Every action that is accepted, and the game after it.
    fn accepted(&self) -> Vec<(&'static Action, Self)> {
        let mut accepted = Vec::new();
        for action in &board(self.rules.board).actions {
            // Asked first because it is cheaper than to copy the game and try.
            if refusal(&self.rules, &self.position, action).is_none() {
                let mut after = self.clone();
                if after.act(action).is_ok() {
                    accepted.push((action, after));
                }
            }
        }
        accepted
    }

    fn view(&self) -> View<'_> {
        View::new(&self.rules, &self.position)
    }

    /// The end that a position stands at: too few men, a mill that wins, then as after a turn.
    fn from_position(rules: RuleSet, position: Position) -> Self {
        let mut game = Self {
            rules,
            position,
            history: Vec::new(),
            outcome: None,
        };
        let view = game.view();
        let act = game.position.side;
        let sides = [opponent(act), act];
        let short = sides
            .into_iter()
            .find(|side| view.men_of(*side) < game.rules.min_men);
        let closer = sides.into_iter().find(|side| !view.mills(*side).is_empty());
        if let Some(side) = short {
            game.win(opponent(side), "too_few_men");
        } else if let (Some(side), "win") = (closer, game.rules.mill) {
            game.win(side, "mill");
        } else if game.position.owed == 0 {
            game.look_after_turn();
        }
        game
    }

    /// Takes one action; on a refusal the game is left in an unspecified state.
    fn act(&mut self, action: &Action) -> Result<(), (&'static str, String)> {
        let game_over = ("game_over", action.points()[0].to_owned());
        if self.outcome.is_some() || self.position.ply == COUNT_MAX {
            return Err(game_over);
        }
        if let Some(refused) = refusal(&self.rules, &self.position, action) {
            return Err(refused);
        }
        let side = self.position.side;
        let done = perform(&self.rules, &self.position, action);
        self.position = done.position;
        let wins = done.closed > 0 && self.rules.mill == "win";
        let removed = matches!(action, Action::Remove(_));
        let too_few = removed && self.view().men_of(opponent(side)) < self.rules.min_men;
        let over = wins || too_few || self.position.owed == 0;
        if !over {
            return Ok(());
        }
        if matches!(action, Action::Move(..)) {
            self.position.quiet += 1;
        }
        if self.position.quiet > COUNT_MAX {
            return Err(game_over);
        }
        self.position.owed = 0;
        self.position.ply += 1;
        self.position.side = opponent(side);
        if wins {
            self.win(side, "mill");
        } else if too_few {
            self.win(side, "too_few_men");
        } else {
            self.look_after_turn();
        }
        Ok(())
    }

    /// The ends that are looked for after a completed turn, in their order.
    fn look_after_turn(&mut self) {
        let act = self.position.side;
        if self.view().is_full() && self.rules.board_full == "draw" {
            return self.draw("board_full");
        }
        if !can_act(&self.rules, &self.position) {
            match self.rules.blocked {
                "loses" => return self.win(opponent(act), "blocked"),
                "draw" => return self.draw("blocked"),
                "passes" => self.position.side = opponent(act),
                word => panic!("blocked={word}"),
            }
            if !can_act(&self.rules, &self.position) {
                self.position.side = act;
                return self.draw("blocked");
            }
        }
        let now = sameness(&self.rules, &self.position);
        self.history.push(now.clone());
        let times = self.history.iter().filter(|before| **before == now).count() as u64;
        if self.rules.repetition != 0 && times >= self.rules.repetition {
            return self.draw("repetition");
        }
        if self.rules.quiet_plies != 0 && self.position.quiet >= self.rules.quiet_plies {
            self.draw("quiet");
        }
    }

    fn win(&mut self, side: char, termination: &str) {
        let result = if side == 'w' { "1-0" } else { "0-1" };
        self.outcome = Some((result.into(), termination.into()));
    }

    fn draw(&mut self, termination: &str) {
        self.outcome = Some(("1/2-1/2".into(), termination.into()));
    }
}

/// The leaves of the tree of complete turns of that depth, repetition and quiet plies ignored.
pub fn perft(game: &Game, depth: u64) -> u64 {
    let rules = RuleSet {
        repetition: 0,
        quiet_plies: 0,
        ..game.rules.clone()
    };
    leaves(
        &Game::from_position(
            rules,
            Position {
                quiet: 0,
                ..game.position.clone()
            },
        ),
        depth,
    )
}

fn leaves(game: &Game, depth: u64) -> u64 {
    if depth == 0 {
        return 1;
    }
    let turns = game.legal_turns();
    if depth == 1 {
        return turns.len() as u64;
    }
    let after = |turn: &String| {
        let mut after = game.clone();
        after
            .send(turn)
            .unwrap_or_else(|refused| panic!("{turn}: {refused:?}"));
        leaves(&after, depth - 1)
    };
    turns.iter().map(after).sum()
}

fn spell(action: &Action) -> String {
    match action {
        Action::Place(point) => point.clone(),
        Action::Move(from, to) => format!("{from}-{to}"),
        Action::Remove(point) => format!("x{point}"),
    }
}
