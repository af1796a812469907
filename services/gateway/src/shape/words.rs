//! The words of the contract: every enumeration as REST writes it.

use moelle_proto::v1;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::openapi::RefOr;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::BadAnswer;
use crate::case::screaming;

/// A value that is written as one of a closed list of words.
pub(crate) trait Word: Sized {
    /// Every word, in the order of the contract.
    const WORDS: &[&str];

    /// What a word stands for.
    fn of_word(word: &str) -> Option<Self>;
}

/// What clients that are generated call the values of an enumeration with words, such as `1-0`, of
/// which no names can be made.
fn variant_names(words: &[&str], names: &[&str]) -> Option<Extensions> {
    let is_name = |word: &&str| word.starts_with(|letter: char| letter.is_ascii_alphabetic());
    if words.iter().all(is_name) {
        return None;
    }
    let names: Vec<_> = names.iter().map(|name| screaming(name)).collect();
    Some(Extensions::builder().add("x-enum-varnames", names).build())
}

/// An enumeration of the contract and its words.
macro_rules! words {
    ($(
        #[doc = $doc:literal]
        $name:ident { $(#[doc = $variant_doc:literal] $variant:ident $word:literal,)* }
    )*) => {
        $(
            #[doc = $doc]
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
            pub(crate) enum $name {
                $(#[doc = $variant_doc] #[serde(rename = $word)] $variant,)*
            }

            impl PartialSchema for $name {
                /// By hand: the derived code does not see words that come out of a macro.
                fn schema() -> RefOr<Schema> {
                    let mut description = $doc.trim().to_owned();
                    for (word, meaning) in [$(($word, $variant_doc)),*] {
                        description += &format!("\n\n- `{word}`: {}", meaning.trim());
                    }
                    ObjectBuilder::new()
                        .schema_type(Type::String)
                        .enum_values(Some(Self::WORDS.iter().copied()))
                        .description(Some(description))
                        .extensions(variant_names(Self::WORDS, &[$(stringify!($variant)),*]))
                        .into()
                }
            }

            impl ToSchema for $name {}

            impl Word for $name {
                const WORDS: &[&str] = &[$($word),*];

                fn of_word(word: &str) -> Option<Self> {
                    match word {
                        $($word => Some(Self::$variant),)*
                        _ => None,
                    }
                }
            }

            impl<'de> Deserialize<'de> for $name {
                /// From a text: the derived code takes numbers and lists for broken JSON.
                fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
                    let word = String::deserialize(json)?;
                    Self::of_word(&word)
                        .ok_or_else(|| D::Error::unknown_variant(&word, Self::WORDS))
                }
            }

            impl TryFrom<v1::$name> for $name {
                type Error = BadAnswer;

                fn try_from(value: v1::$name) -> Result<Self, BadAnswer> {
                    match value {
                        $(v1::$name::$variant => Ok(Self::$variant),)*
                        v1::$name::Unspecified => Err(BadAnswer(stringify!($name))),
                    }
                }
            }

            impl TryFrom<i32> for $name {
                type Error = BadAnswer;

                fn try_from(number: i32) -> Result<Self, BadAnswer> {
                    v1::$name::try_from(number)
                        .map_err(|_| BadAnswer(stringify!($name)))?
                        .try_into()
                }
            }

            impl From<$name> for v1::$name {
                fn from(value: $name) -> Self {
                    match value {
                        $($name::$variant => Self::$variant,)*
                    }
                }
            }

            impl From<$name> for i32 {
                fn from(value: $name) -> Self {
                    v1::$name::from(value).into()
                }
            }
        )*
    };
}

words! {
    /// A side.
    Side {
        /// White.
        White "white",
        /// Black.
        Black "black",
    }

    /// A board.
    Board {
        /// Nine men's morris: 24 points, 16 lines.
        Square24 "square24",
        /// The same with its four corner lines.
        Square24Diagonal "square24_diagonal",
        /// Six men's morris: 16 points, 8 lines.
        Square16 "square16",
        /// The same with a centre.
        Square17 "square17",
        /// Nine men's morris with a centre and linked corners.
        Square25 "square25",
        /// Three men's morris: 9 points, 8 lines.
        Grid9Diagonal "grid9_diagonal",
        /// The same without diagonals.
        Grid9 "grid9",
    }

    /// What closing a mill does.
    MillRule {
        /// It earns a removal.
        Capture "capture",
        /// It wins at once.
        Win "win",
    }

    /// Which of the opponent's men may be removed.
    Removable {
        /// Men in no mill, or any if all of them stand in mills.
        OutsideMillsFirst "outside_mills_first",
        /// Men in no mill, and none where all stand in mills.
        OutsideMillsOnly "outside_mills_only",
        /// Any man.
        Any "any",
    }

    /// What several mills closed by one action earn.
    RemovalsPerTurn {
        /// One removal.
        One "one",
        /// One for each mill.
        OnePerMill "one_per_mill",
    }

    /// Where a man moves.
    Movement {
        /// To a neighbouring empty point.
        Adjacent "adjacent",
        /// To any empty point.
        Any "any",
    }

    /// What happens to a side that has no legal turn.
    BlockedRule {
        /// It has lost.
        Loses "loses",
        /// The other side acts again.
        Passes "passes",
        /// The game is drawn.
        Draw "draw",
    }

    /// What happens when every point is occupied.
    BoardFullRule {
        /// The game is drawn.
        Draw "draw",
        /// The side to act is simply blocked.
        Blocked "blocked",
    }

    /// What a side does in its next action.
    Phase {
        /// It has a man in hand.
        Placing "placing",
        /// It moves along lines and links.
        Moving "moving",
        /// It moves to any empty point.
        Flying "flying",
    }

    /// Who won.
    GameResult {
        /// White.
        WhiteWins "1-0",
        /// Black.
        BlackWins "0-1",
        /// Nobody: a draw.
        Draw "1/2-1/2",
        /// Nobody: the game was aborted.
        None "*",
    }

    /// How a game ended.
    Termination {
        /// A mill was closed where a mill wins.
        Mill "mill",
        /// A side was left with too few men.
        TooFewMen "too_few_men",
        /// Every point is occupied.
        BoardFull "board_full",
        /// The side to act has no legal turn.
        Blocked "blocked",
        /// The same position occurred too often.
        Repetition "repetition",
        /// Too many plies without a placement or a removal.
        Quiet "quiet",
        /// A player resigned.
        Resignation "resignation",
        /// The players agreed a draw.
        Agreement "agreement",
        /// A player's time ran out.
        Timeout "timeout",
        /// A player aborted the game.
        Aborted "aborted",
    }

    /// Why a turn is refused.
    RefusalReason {
        /// The text is no turn.
        BadNotation "bad_notation",
        /// A point is not on this board.
        UnknownPoint "unknown_point",
        /// The game has ended.
        GameOver "game_over",
        /// A removal is owed and the action is not one.
        RemovalOwed "removal_owed",
        /// The action is a removal and none is owed.
        NoRemovalOwed "no_removal_owed",
        /// Removal: the point is empty.
        NothingToRemove "nothing_to_remove",
        /// Removal: the man there is the side's own.
        OwnMan "own_man",
        /// Removal: the man there is protected by a mill.
        ManInMill "man_in_mill",
        /// Placement: no man in hand.
        NoneInHand "none_in_hand",
        /// Movement: men are still in hand.
        MenInHand "men_in_hand",
        /// Movement: the starting point is empty.
        NoManThere "no_man_there",
        /// Movement: the man there is the opponent's.
        NotYourMan "not_your_man",
        /// Placement or movement: the target is taken.
        PointOccupied "point_occupied",
        /// Movement: the target is no neighbour.
        NotAdjacent "not_adjacent",
    }

    /// Why a side flies or does not.
    FlyingReason {
        /// It flies: its hand is empty and it has few enough men.
        FewMen "few_men",
        /// Nobody flies in this rule set.
        NotInRuleSet "not_in_rule_set",
        /// It has men in hand.
        MenInHand "men_in_hand",
        /// It has too many men on the board.
        TooManyMen "too_many_men",
    }

    /// Which seat the creator of a game takes.
    SeatChoice {
        /// White.
        White "white",
        /// Black.
        Black "black",
        /// White or black, by lot.
        Random "random",
        /// Both: one device that is passed around.
        Both "both",
        /// None: two invitations are returned.
        None "none",
    }

    /// Which side acts first.
    FirstToAct {
        /// White.
        White "white",
        /// Black.
        Black "black",
        /// White or black, by lot.
        Random "random",
    }

    /// Who may see a game.
    Visibility {
        /// Everybody, and it is listed.
        Public "public",
        /// Whoever has its id.
        Unlisted "unlisted",
        /// Its seats and its owner.
        Private "private",
    }

    /// What a webhook is told of.
    NoticeKind {
        /// A side is to act that was not before, and both seats are taken.
        YourTurn "your_turn",
        /// A draw or a rematch is offered, or a takeback is asked for.
        Offer "offer",
        /// The game has ended.
        Finished "finished",
    }

    /// Where a delivery stands.
    DeliveryState {
        /// It waits for its turn, or for another try.
        Pending "pending",
        /// It arrived: the receiver answered with 2xx.
        Delivered "delivered",
        /// It was given up, and can be sent again.
        Dead "dead",
    }

    /// Where a game stands in its life.
    GameStatus {
        /// A seat is open.
        Waiting "waiting",
        /// Both seats are taken.
        Running "running",
        /// It has ended.
        Finished "finished",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks an enumeration of the contract from 1 on, until the wire knows no more.
    macro_rules! walk {
        ($($name:ident),*) => {
            $(
                let mut known = 0;
                for number in 1.. {
                    let Ok(wire) = v1::$name::try_from(number) else { break };
                    let ours = $name::try_from(number).expect("a word for every value");
                    assert_eq!(v1::$name::from(ours), wire);
                    let schema = serde_json::to_value($name::schema()).expect("a schema");
                    assert_eq!(schema["enum"], serde_json::json!($name::WORDS));
                    let word = serde_json::to_value(ours).expect("a word");
                    assert_eq!(word, $name::WORDS[known]);
                    assert_eq!($name::of_word($name::WORDS[known]), Some(ours));
                    known += 1;
                }
                assert_eq!(known, $name::WORDS.len(), stringify!($name));
                assert_eq!($name::try_from(0), Err(BadAnswer(stringify!($name))));
                assert_eq!($name::try_from(1_000), Err(BadAnswer(stringify!($name))));
            )*
        };
    }

    #[test]
    fn every_value_of_the_wire_has_one_word() {
        walk!(
            Side,
            Board,
            MillRule,
            Removable,
            RemovalsPerTurn,
            Movement,
            BlockedRule,
            BoardFullRule,
            Phase,
            GameResult,
            Termination,
            RefusalReason,
            FlyingReason,
            SeatChoice,
            FirstToAct,
            Visibility,
            NoticeKind,
            DeliveryState,
            GameStatus
        );
    }
}
