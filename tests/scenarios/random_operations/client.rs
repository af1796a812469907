//! What one client does.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use moelle_proto::error::ErrorCode;
use moelle_proto::v1;
use moelle_rules::{Position, Side, Variant};
use tonic::Status;

use super::GAMES;
use super::operations::{Answer, Attempt, Operation};
use super::tables::{Acknowledged, Table, Tables, side};
use crate::support::grpc::failure;
use crate::support::random::Random;

/// Clients that take one invitation at once.
const RACERS: usize = 3;

/// What is done so that a seat is taken, or not yet.
const AT_AN_OPEN_SEAT: [Operation; 5] = [
    Operation::Join,
    Operation::Join,
    Operation::Join,
    Operation::CreateInvitation,
    Operation::RevokeInvitation,
];

pub(super) async fn client(tables: Arc<Tables>, seed: u64, operations: usize) {
    let mut random = Random::from_seed(seed);
    for _ in 0..operations {
        let table = any_table(&tables, &mut random);
        let is_over = operate(&tables, &table, &mut random).await;
        tables.made.fetch_add(1, Ordering::Relaxed);
        match random.below(if is_over { 6 } else { 200 }) {
            0 => tables.open(&mut random).await,
            1 => tables.import(&mut random, &table).await,
            _ => {}
        }
    }
}

/// One of the games that were opened last, and mostly one that is on.
fn any_table(tables: &Tables, random: &mut Random) -> Arc<Table> {
    let known = tables.all();
    let recent = &known[known.len() - GAMES..];
    let on: Vec<_> = recent
        .iter()
        .filter(|table| !table.is_over())
        .cloned()
        .collect();
    if on.is_empty() || random.below(6) == 0 {
        Arc::clone(random.pick(recent))
    } else {
        Arc::clone(random.pick(&on))
    }
}

/// Does something to a game, and says whether the game was over before.
async fn operate(tables: &Tables, table: &Arc<Table>, random: &mut Random) -> bool {
    let game = read(tables, table, random).await;
    let is_over = is_over(&game);
    if is_over {
        table.note_over();
    }
    let (operation, by) = an_answer(&game, random).unwrap_or_else(|| {
        let by = *random.pick(&[Side::White, Side::Black]);
        // Little can be done about a game that is over, or at a seat that is open.
        match (random.below(3), table.open_seat()) {
            (0, _) if is_over => (Operation::OfferRematch, by),
            (0, Some(open)) => (*random.pick(&AT_AN_OPEN_SEAT), open),
            _ => (Operation::any(random), by),
        }
    });
    if operation == Operation::Join {
        join(tables, table, random).await;
    } else if let Some(attempt) = attempt(table, &game, operation, by, random) {
        carry_out(tables, table, &attempt, random).await;
    }
    is_over
}

/// What is open is answered now and then, before it lapses: what is done, and by whom.
fn an_answer(game: &v1::Game, random: &mut Random) -> Option<(Operation, Side)> {
    let offers = game.offers.as_ref()?;
    let accept = random.below(4) > 0;
    let (answer, asked) = match random.below(6) {
        0 | 1 => (Operation::AnswerTakeback(accept), offers.takeback()),
        2 => (Operation::AnswerDraw(!accept), offers.draw()),
        3 => (Operation::OfferRematch, offers.rematch()),
        _ => return None,
    };
    (asked != v1::Side::Unspecified).then(|| (answer, !side(asked)))
}

/// A request, if a client could make it: somebody must hold the token.
fn attempt<'a>(
    table: &'a Table,
    game: &v1::Game,
    operation: Operation,
    by: Side,
    random: &mut Random,
) -> Option<Attempt<'a>> {
    let state = game.state.as_ref().expect("a state");
    let about = if operation.plays() {
        side(state.side())
    } else {
        by
    };
    let token = match operation {
        Operation::CreateInvitation | Operation::RevokeInvitation | Operation::ReissueByOwner => {
            table.owner.clone()
        }
        _ => table.token(about, u64::MAX)?,
    };
    let turn = match operation {
        Operation::PlayNonsense => "a1-a1".to_owned(),
        _ => a_legal_turn(&state.position, game.rules.as_ref(), random),
    };
    let revision = match operation {
        Operation::PlayStale => game.revision.saturating_sub(1),
        _ => game.revision,
    };
    Some(Attempt {
        table,
        operation,
        side: about,
        token,
        invitation: String::new(),
        turn,
        revision: operation.names_revision(random).then_some(revision),
        request_id: uuid::Uuid::new_v4().to_string(),
    })
}

/// Sends a request, once more if it was accepted, and notes what came of it.
async fn carry_out(
    tables: &Tables,
    table: &Arc<Table>,
    attempt: &Attempt<'_>,
    random: &mut Random,
) {
    let operation = attempt.operation;
    match attempt.until_answered(tables, random).await {
        Ok(answer) => {
            assert_ne!(operation, Operation::PlayNonsense, "nonsense is accepted");
            assert_ne!(operation, Operation::PlayStale, "a stale turn is accepted");
            let again = attempt.until_answered(tables, random).await;
            let again = again.unwrap_or_else(|error| panic!("{operation:?} repeated: {error:?}"));
            assert_eq!(again, answer, "{operation:?} repeated");
            note(tables, table, attempt, &answer);
        }
        Err(status) => note_refusal(table, attempt, &status),
    }
}

/// Several take the same invitation at once.
async fn join(tables: &Tables, table: &Arc<Table>, random: &mut Random) {
    let invitations: Vec<(Side, String)> = {
        let known = table.known();
        let of = |side: Side| {
            let made = known.invitations[side].iter();
            made.map(move |(_, invitation)| (side, invitation.clone()))
        };
        Side::ALL.iter().copied().flat_map(of).collect()
    };
    if invitations.is_empty() {
        return;
    }
    // The newest is the likeliest to open a seat.
    let newest = invitations.len() - 1 - random.below(invitations.len().min(2));
    let (side, invitation) = &invitations[newest];
    let racers = (0..RACERS).map(|_| {
        let mut random = Random::from_seed(random.below(1 << 30) as u64);
        let attempt = Attempt {
            table,
            operation: Operation::Join,
            side: *side,
            token: String::new(),
            invitation: invitation.clone(),
            turn: String::new(),
            revision: None,
            request_id: uuid::Uuid::new_v4().to_string(),
        };
        async move { carry_out(tables, table, &attempt, &mut random).await }
    });
    futures::future::join_all(racers).await;
}

fn note(tables: &Tables, table: &Arc<Table>, attempt: &Attempt<'_>, answer: &Answer) {
    let revision = answer.game.revision;
    let operation = attempt.operation;
    {
        let mut known = table.known();
        known.acknowledged.push(Acknowledged {
            revision,
            kinds: operation.kinds(),
            side: answer.side.unwrap_or(attempt.side),
            turn: operation.plays().then(|| attempt.turn.clone()),
        });
        match (operation, answer.side, &answer.secret) {
            (Operation::CreateInvitation, Some(side), Some(secret)) => {
                known.invitations[side].push((revision, secret.clone()));
            }
            (_, Some(side), Some(secret)) => known.tokens[side].push((revision, secret.clone())),
            _ => {}
        }
        if operation == Operation::Join {
            known.used.push(attempt.invitation.clone());
        }
    }
    let offers = answer.game.offers.as_ref().expect("offers");
    if operation == Operation::OfferRematch && !offers.rematch_game_id.is_empty() {
        tables.rematch(table, &offers.rematch_game_id, revision);
    }
}

/// Checks that a refusal is one that the request may get, and notes those that the end must confirm.
fn note_refusal(table: &Table, attempt: &Attempt<'_>, status: &Status) {
    use ErrorCode::{
        AlreadyOffered, GameNotOver, GameOver, GameTooLong, InvitationExpired, InvitationUnknown,
        InvitationUsed, NotYourTurn, NothingToAnswer, NothingToRevoke, NothingToTakeBack, SeatOpen,
        SeatTaken, StaleRevision, TooLateToAbort, Unauthenticated,
    };
    let code = failure(status).code();
    let operation = attempt.operation;
    let may_be: &[ErrorCode] = match operation {
        // What is legal at its revision is not refused by the rules.
        Operation::Play | Operation::PlayStale => &[GameOver, NotYourTurn, GameTooLong],
        Operation::PlayNonsense => &[GameOver, NotYourTurn, GameTooLong, code],
        Operation::OfferDraw => &[GameOver, AlreadyOffered],
        Operation::AnswerDraw(_) | Operation::AnswerTakeback(_) => &[GameOver, NothingToAnswer],
        Operation::RequestTakeback => &[GameOver, AlreadyOffered, NothingToTakeBack],
        Operation::Resign => &[GameOver],
        Operation::Abort => &[GameOver, TooLateToAbort],
        Operation::OfferRematch => &[GameNotOver, AlreadyOffered, SeatOpen],
        Operation::CreateInvitation => &[GameOver, SeatTaken],
        Operation::RevokeInvitation => &[GameOver, SeatTaken, NothingToRevoke],
        Operation::ReissueByOwner | Operation::ReissueBySeat => &[SeatOpen],
        Operation::Join => &[
            GameOver,
            InvitationUsed,
            InvitationUnknown,
            InvitationExpired,
            SeatTaken,
        ],
    };
    let mut known = table.known();
    match (code, attempt.revision) {
        (StaleRevision, Some(revision)) => known.stale.push(revision),
        (Unauthenticated, _) if operation != Operation::Join => {
            known.refused.push((attempt.side, attempt.token.clone()));
        }
        _ => assert!(may_be.contains(&code), "{operation:?}: {status:?}"),
    }
}

pub(super) async fn read(tables: &Tables, table: &Table, random: &mut Random) -> v1::Game {
    let request = v1::GetGameRequest {
        game_id: table.id.clone(),
    };
    let read = tables.ask(random, "a game", async |mut games| {
        games.get_game(request.clone()).await
    });
    read.await.expect("it is there").game.expect("a game")
}

fn is_over(game: &v1::Game) -> bool {
    game.status() == v1::GameStatus::Finished
}

/// A legal turn of a position, or anything where there is none.
fn a_legal_turn(position: &str, rules: Option<&v1::RuleSet>, random: &mut Random) -> String {
    let variant = Variant::ALL
        .iter()
        .find(|variant| rules == Some(&v1::RuleSet::from(&variant.rules())));
    let rules = variant.expect("a variant").rules();
    let position = Position::parse(rules, position).expect("a position");
    let turns: Vec<_> = position.legal_turns().collect();
    if turns.is_empty() {
        "a1".to_owned()
    } else {
        random.pick(&turns).to_string()
    }
}
