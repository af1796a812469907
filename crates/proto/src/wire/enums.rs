//! The enums of the contract and those of the domain, pair by pair.

use std::fmt;

use moelle_rules::{
    Blocked, BoardFull, BoardKind, GameResult, MillRule, Movement, Phase, Refusal, Removable,
    RemovalsPerTurn, Side, Termination,
};

use crate::v1;

/// A value of an enum that was not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unspecified;

impl fmt::Display for Unspecified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value is not given")
    }
}

impl std::error::Error for Unspecified {}

macro_rules! pairs {
    ($($wire:ident = $domain:ident, $($wire_value:ident = $domain_value:ident),+;)+) => {
        $(
            impl From<$domain> for v1::$wire {
                fn from(value: $domain) -> Self {
                    match value {
                        $($domain::$domain_value => Self::$wire_value,)+
                    }
                }
            }

            impl TryFrom<v1::$wire> for $domain {
                type Error = Unspecified;

                fn try_from(value: v1::$wire) -> Result<Self, Unspecified> {
                    match value {
                        v1::$wire::Unspecified => Err(Unspecified),
                        $(v1::$wire::$wire_value => Ok(Self::$domain_value),)+
                    }
                }
            }
        )+

        #[cfg(test)]
        mod tests {
            use super::*;

            /// Whatever is called so in the domain is called so in the contract.
            #[test]
            fn every_value_has_its_name_on_both_sides() {
                $(
                    let prefix = v1::$wire::Unspecified
                        .as_str_name()
                        .strip_suffix("UNSPECIFIED")
                        .expect("the first value of every enum");
                    for value in $domain::ALL {
                        let wire = v1::$wire::from(*value);
                        assert_eq!($domain::try_from(wire), Ok(*value));
                        let name = wire.as_str_name().strip_prefix(prefix).expect(prefix);
                        let written = value.name();
                        let is_word = written.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
                        assert!(!is_word || name == written.to_uppercase(), "{name} {written}");
                    }
                    assert_eq!($domain::try_from(v1::$wire::Unspecified), Err(Unspecified));
                )+
            }
        }
    };
}

pairs! {
    Side = Side, White = White, Black = Black;
    Board = BoardKind,
        Square24 = Square24, Square24Diagonal = Square24Diagonal, Square16 = Square16,
        Square17 = Square17, Square25 = Square25, Grid9Diagonal = Grid9Diagonal, Grid9 = Grid9;
    MillRule = MillRule, Capture = Capture, Win = Win;
    Removable = Removable,
        OutsideMillsFirst = OutsideMillsFirst, OutsideMillsOnly = OutsideMillsOnly, Any = Any;
    RemovalsPerTurn = RemovalsPerTurn, One = One, OnePerMill = OnePerMill;
    Movement = Movement, Adjacent = Adjacent, Any = Any;
    BlockedRule = Blocked, Loses = Loses, Passes = Passes, Draw = Draw;
    BoardFullRule = BoardFull, Draw = Draw, Blocked = Blocked;
    Phase = Phase, Placing = Placing, Moving = Moving, Flying = Flying;
    GameResult = GameResult,
        WhiteWins = WhiteWins, BlackWins = BlackWins, Draw = Draw, None = NoResult;
    Termination = Termination,
        Mill = Mill, TooFewMen = TooFewMen, BoardFull = BoardFull, Blocked = Blocked,
        Repetition = Repetition, Quiet = Quiet, Resignation = Resignation, Agreement = Agreement,
        Timeout = Timeout, Aborted = Aborted;
    RefusalReason = Refusal,
        BadNotation = BadNotation, UnknownPoint = UnknownPoint, GameOver = GameOver,
        RemovalOwed = RemovalOwed, NoRemovalOwed = NoRemovalOwed,
        NothingToRemove = NothingToRemove, OwnMan = OwnMan, ManInMill = ManInMill,
        NoneInHand = NoneInHand, MenInHand = MenInHand, NoManThere = NoManThere,
        NotYourMan = NotYourMan, PointOccupied = PointOccupied, NotAdjacent = NotAdjacent;
}
