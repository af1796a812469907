//! Time that passes while nobody looks, and offers that go back and forth.

use std::time::Duration;

use moelle_proto::error::ErrorCode;
use moelle_proto::v1;
use serde_json::{Value, json};
use sqlx::PgConnection;
use tonic::Status;

use crate::support::database::{key, let_time_pass, until_ended};
use crate::support::grpc::{failure, with_token};
use crate::support::http::{Call, Http};
use crate::support::processes::{Plan, Processes};
use crate::support::services::{Services, on_one_service_and_on_three_replicas};
use crate::support::table::Table;

on_one_service_and_on_three_replicas!(
    after_the_end_the_clocks_stand_still,
    a_draw_is_offered_declined_offered_again_and_agreed_and_every_answer_tells_the_truth,
    a_takeback_is_asked_declined_asked_again_and_granted_and_every_answer_tells_the_truth,
);

async fn with_clock(http: &Http, turns: &[&str]) -> Table {
    let request = json!({"variant": "nine", "clock": {"totalMs": 60_000}});
    let mut table = Table::open_both(http, &request).await;
    for turn in turns {
        table.play(turn).await;
    }
    table
}

/// How often a flag fell in a game, as the database tells.
async fn falls(session: &mut PgConnection, id: &str) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM events WHERE game_id = $1 AND kind = 'time_fell'")
        .bind(key(id))
        .fetch_one(session)
        .await
        .expect("an answer")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_that_passes_with_nobody_connected_ends_the_game_once() {
    let plan = Plan {
        replicas: 2,
        ..Plan::default()
    };
    let processes = Processes::start(&plan).await;
    let http = Http::new(processes.gateway_url());
    let mut session = processes.session().await;
    let mut tables = Vec::new();
    for turns in [&["a1", "g7"][..], &["a1", "g7", "d1"], &[], &["a1"]] {
        for _ in 0..4 {
            tables.push((with_clock(&http, turns).await, turns.len()));
        }
    }
    // Two waves: when the second is over, every replica has looked again at the first.
    for wave in [0..8, 8..16] {
        for (table, _) in &tables[wave.clone()] {
            let_time_pass(&mut session, &table.id, Duration::ZERO).await;
        }
        for (table, _) in &tables[wave] {
            until_ended(&mut session, &table.id).await;
        }
    }
    for (table, turns) in &tables {
        assert_eq!(falls(&mut session, &table.id).await, 1);
        let game = table.read().await;
        assert_eq!(game["revision"], table.revision() + 1, "{game}");
        let (result, termination) = match turns {
            2 => ("0-1", "timeout"),
            3 => ("1-0", "timeout"),
            _ => ("*", "aborted"),
        };
        assert_eq!(game["outcome"]["result"], result, "after {turns} turns");
        assert_eq!(game["outcome"]["termination"], termination);
        assert_eq!(game["clock"]["deadline"], Value::Null);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_for_the_other_loses_no_time_and_no_game_by_a_crash() {
    let plan = Plan {
        replicas: 2,
        ..Plan::default()
    };
    let processes = Processes::start(&plan).await;
    let http = Http::new(processes.gateway_url());
    let mut session = processes.session().await;
    // White has played its second turn and waits for black.
    let mut short = with_clock(&http, &["a1", "g7", "d1"]).await;
    let long = with_clock(&http, &["a1", "g7", "d1"]).await;
    processes.kill(0);
    processes.kill(1);
    let_time_pass(&mut session, &short.id, Duration::from_secs(30)).await;
    let_time_pass(&mut session, &long.id, Duration::ZERO).await;
    processes.start_again(0);
    processes.start_again(1);
    processes.until_ready().await;

    let game = short.read().await;
    assert_eq!(
        (&game["status"], &game["side"]),
        (&json!("running"), &json!("black"))
    );
    assert_eq!(game["clock"]["whiteMs"], short.game["clock"]["whiteMs"]);
    let black = game["clock"]["blackMs"].as_u64().expect("milliseconds");
    assert!((15_000..=30_000).contains(&black), "{game}");
    short.play("g4").await;
    let white = short.game["clock"]["whiteMs"]
        .as_u64()
        .expect("milliseconds");
    assert!(white > 55_000, "{}", short.game);

    until_ended(&mut session, &long.id).await;
    let game = long.read().await;
    assert_eq!(game["outcome"]["result"], "1-0");
    assert_eq!(game["clock"]["whiteMs"], long.game["clock"]["whiteMs"]);
    assert_eq!(game["clock"]["blackMs"], 0);
    assert_eq!(falls(&mut session, &long.id).await, 1);
}

async fn after_the_end_the_clocks_stand_still(services: &Services) {
    let table = with_clock(&services.http, &["a1", "g7", "d1", "g4", "d3"]).await;
    let resign = Call::post(table.path("/resign"), &json!({})).token(&table.white);
    let ended = services.http.send(resign).await.expect(200);
    let clock = &ended["game"]["clock"];
    assert_eq!(clock["deadline"], Value::Null);
    let mut later = table.read().await;
    while later["clock"]["serverTime"] == clock["serverTime"] {
        later = table.read().await;
    }
    for field in ["whiteMs", "blackMs", "deadline"] {
        assert_eq!(later["clock"][field], clock[field], "{field}");
    }
    let page = Call::get(table.path("/events?after=6"));
    let page = services.http.send(page).await.expect(200);
    assert_eq!(page["events"][0]["type"], "resigned");
    for field in ["whiteMs", "blackMs", "deadline"] {
        assert_eq!(page["events"][0]["clock"][field], clock[field], "{field}");
    }
}

/// What a seat does about an offer.
#[derive(Debug, Clone, Copy)]
enum Step {
    Offer,
    Answer(bool),
}

/// What the game is told to be after a step, or why it is refused.
type Told = Result<(Option<v1::Side>, v1::GameStatus), ErrorCode>;

const NONE: Option<v1::Side> = None;
const WHITE: Option<v1::Side> = Some(v1::Side::White);
const RUNNING: v1::GameStatus = v1::GameStatus::Running;

const DRAW: [(v1::Side, Step, Told); 11] = {
    use v1::Side::{Black, White};
    [
        (White, Step::Answer(true), Err(ErrorCode::NothingToAnswer)),
        (White, Step::Offer, Ok((WHITE, RUNNING))),
        (White, Step::Offer, Err(ErrorCode::AlreadyOffered)),
        (White, Step::Answer(true), Err(ErrorCode::NothingToAnswer)),
        (Black, Step::Answer(false), Ok((NONE, RUNNING))),
        (Black, Step::Answer(false), Err(ErrorCode::NothingToAnswer)),
        (Black, Step::Answer(true), Err(ErrorCode::NothingToAnswer)),
        (White, Step::Offer, Ok((WHITE, RUNNING))),
        (
            Black,
            Step::Answer(true),
            Ok((NONE, v1::GameStatus::Finished)),
        ),
        (Black, Step::Answer(true), Err(ErrorCode::GameOver)),
        (White, Step::Offer, Err(ErrorCode::GameOver)),
    ]
};

const TAKEBACK: [(v1::Side, Step, Told); 9] = {
    use v1::Side::{Black, White};
    [
        (Black, Step::Answer(true), Err(ErrorCode::NothingToAnswer)),
        (White, Step::Offer, Ok((WHITE, RUNNING))),
        (White, Step::Offer, Err(ErrorCode::AlreadyOffered)),
        (White, Step::Answer(true), Err(ErrorCode::NothingToAnswer)),
        (Black, Step::Answer(false), Ok((NONE, RUNNING))),
        (Black, Step::Answer(true), Err(ErrorCode::NothingToAnswer)),
        (White, Step::Offer, Ok((WHITE, RUNNING))),
        (Black, Step::Answer(true), Ok((NONE, RUNNING))),
        (Black, Step::Answer(true), Err(ErrorCode::NothingToAnswer)),
    ]
};

async fn a_draw_is_offered_declined_offered_again_and_agreed_and_every_answer_tells_the_truth(
    services: &Services,
) {
    let mut table = Table::open_both(&services.http, &json!({"variant": "nine"})).await;
    for turn in ["a1", "g7"] {
        table.play(turn).await;
    }
    let mut revision = table.revision();
    for (n, (side, step, told)) in DRAW.into_iter().enumerate() {
        let answer = about_a_draw(services, &table, n, side, step).await;
        assert_told(
            services,
            &table,
            (n, &mut revision),
            answer,
            told,
            |offers| offers.draw,
        )
        .await;
    }
    let game = table.read().await;
    assert_eq!(game["outcome"]["result"], "1/2-1/2");
    assert_eq!(game["outcome"]["termination"], "agreement");
}

async fn a_takeback_is_asked_declined_asked_again_and_granted_and_every_answer_tells_the_truth(
    services: &Services,
) {
    let mut table = Table::open_both(&services.http, &json!({"variant": "nine"})).await;
    for turn in ["a1", "g7"] {
        table.play(turn).await;
    }
    let before = table.position().to_owned();
    table.play("d1").await;
    let mut revision = table.revision();
    for (n, (side, step, told)) in TAKEBACK.into_iter().enumerate() {
        let answer = about_a_takeback(services, &table, n, side, step).await;
        assert_told(
            services,
            &table,
            (n, &mut revision),
            answer,
            told,
            |offers| offers.takeback,
        )
        .await;
    }
    table.game = table.read().await;
    assert_eq!(table.position(), before);
    table.play("d1").await;
}

async fn about_a_draw(
    services: &Services,
    table: &Table,
    replica: usize,
    side: v1::Side,
    step: Step,
) -> Result<v1::Game, Status> {
    let (game_id, token) = (table.id.clone(), token(table, side));
    let game = match step {
        Step::Offer => {
            let request = v1::OfferDrawRequest {
                game_id,
                ..v1::OfferDrawRequest::default()
            };
            let request = with_token(request, token);
            let answer = services.games(replica).offer_draw(request).await?;
            answer.into_inner().game
        }
        Step::Answer(accept) => {
            let request = v1::AnswerDrawRequest {
                game_id,
                accept,
                ..v1::AnswerDrawRequest::default()
            };
            let request = with_token(request, token);
            let answer = services.games(replica).answer_draw(request).await?;
            answer.into_inner().game
        }
    };
    Ok(game.expect("a game"))
}

async fn about_a_takeback(
    services: &Services,
    table: &Table,
    replica: usize,
    side: v1::Side,
    step: Step,
) -> Result<v1::Game, Status> {
    let (game_id, token) = (table.id.clone(), token(table, side));
    let game = match step {
        Step::Offer => {
            let request = v1::RequestTakebackRequest {
                game_id,
                ..v1::RequestTakebackRequest::default()
            };
            let request = with_token(request, token);
            let answer = services.games(replica).request_takeback(request).await?;
            answer.into_inner().game
        }
        Step::Answer(accept) => {
            let request = v1::AnswerTakebackRequest {
                game_id,
                accept,
                ..v1::AnswerTakebackRequest::default()
            };
            let request = with_token(request, token);
            let answer = services.games(replica).answer_takeback(request).await?;
            answer.into_inner().game
        }
    };
    Ok(game.expect("a game"))
}

fn token(table: &Table, side: v1::Side) -> &str {
    if side == v1::Side::White {
        &table.white
    } else {
        &table.black
    }
}

/// Checks an answer, and that every replica tells the same of the game.
async fn assert_told(
    services: &Services,
    table: &Table,
    (n, revision): (usize, &mut u64),
    answer: Result<v1::Game, Status>,
    told: Told,
    offer: impl Fn(&v1::Offers) -> i32,
) {
    let offer = |game: &v1::Game| {
        let offer = offer(game.offers.as_ref().expect("offers"));
        v1::Side::try_from(offer)
            .ok()
            .filter(|side| *side != v1::Side::Unspecified)
    };
    let game = match (answer, told) {
        (Ok(game), Ok(told)) => {
            *revision += 1;
            assert_eq!((offer(&game), game.status()), told, "step {n}");
            Some(game)
        }
        (Err(status), Err(told)) => {
            assert_eq!(failure(&status).code(), told, "step {n}");
            None
        }
        (answer, told) => panic!("step {n}: {answer:?} where {told:?} is right"),
    };
    for replica in 0..services.count() {
        let request = v1::GetGameRequest {
            game_id: table.id.clone(),
        };
        let read = services.games(replica).get_game(request).await;
        let read = read.expect("an answer").into_inner().game.expect("a game");
        assert_eq!(read.revision, *revision, "step {n}");
        if let Some(game) = &game {
            assert_eq!(read.offers, game.offers, "step {n}");
        }
    }
}
