//! The table of every route.

use axum::Router;
use axum::extract::MatchedPath;
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::routing::get;
use moelle_telemetry::HttpServerLayer;
use tower_http::compression::CompressionLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::config::Config;
use crate::gateway::Gateway;
use crate::site::{docs, fallback, health, page, problems};
use crate::{application, games, guard, lessons, rates, rules};

/// Calls that take and answer JSON.
fn plain_calls() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(rules::variants::list_variants))
        .routes(routes!(rules::variant::get_variant))
        .routes(routes!(rules::compare::compare_variants))
        .routes(routes!(rules::check_turn::check_turn))
        .routes(routes!(rules::legal_turns::list_legal_turns))
        .routes(routes!(rules::replay::replay_game))
        .routes(routes!(rules::describe::describe_rule_set))
        .routes(routes!(rules::compare::compare_rule_sets))
        .routes(routes!(rules::analysis::analyze_position))
        .routes(routes!(lessons::list::list_lessons))
        .routes(routes!(lessons::lesson::get_lesson))
        .routes(routes!(lessons::check::check_lesson_step))
        .routes(routes!(games::list::list_games, games::create::create_game))
        .routes(routes!(games::import::import_game))
        .routes(routes!(games::read::get_game))
        .routes(routes!(games::join::join_game))
        .routes(routes!(games::play::play_turn))
        .routes(routes!(games::resign::resign))
        .routes(routes!(games::abort::abort_game))
        .routes(routes!(games::offer_draw::offer_draw))
        .routes(routes!(games::answer_draw::answer_draw))
        .routes(routes!(games::request_takeback::request_takeback))
        .routes(routes!(games::answer_takeback::answer_takeback))
        .routes(routes!(games::rematch::offer_rematch))
        .routes(routes!(games::create_invitation::create_invitation))
        .routes(routes!(games::revoke_invitation::revoke_invitation))
        .routes(routes!(games::reissue::reissue_seat))
        .routes(routes!(
            application::list_webhooks::list_webhooks,
            application::register_webhook::register_webhook
        ))
        .routes(routes!(
            application::update_webhook::update_webhook,
            application::delete_webhook::delete_webhook
        ))
        .routes(routes!(application::rotate_secret::rotate_webhook_secret))
        .routes(routes!(application::send_test::send_test))
        .routes(routes!(application::list_deliveries::list_deliveries))
        .routes(routes!(application::resend::resend_delivery))
        .routes(routes!(application::resend::resend_dead_deliveries))
}

/// Calls that stream, or choose between forms of their answer themselves.
fn other_calls() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default()
        .routes(routes!(rules::check_turns::check_turns))
        .routes(routes!(rules::board::board_svg))
        .routes(routes!(rules::board::board_png))
        .routes(routes!(games::board::game_board_svg))
        .routes(routes!(games::board::game_board_png))
        .routes(routes!(games::events::list_events))
        .routes(routes!(games::watch_games::watch_games))
        .routes(routes!(games::record::get_record))
        .routes(routes!(problems::list_problems))
        .routes(routes!(problems::get_problem))
        .routes(routes!(health::livez))
        .routes(routes!(health::readyz))
}

/// Pages, which the document of the API does not speak of.
fn pages() -> Router<Gateway> {
    Router::new()
        .route("/", get(page::home))
        .route("/play/{id}", get(page::game))
        .route("/learn", get(page::lessons))
        .route("/learn/{id}", get(page::lesson))
        .route("/variants", get(page::variants))
        .route("/variants/{id}", get(page::variant))
        .route("/page/{version}/{*name}", get(page::file))
        .route("/openapi.json", get(docs::document))
        .route("/docs", get(docs::page_without_slash))
        .route("/docs/", get(docs::page))
        .route("/docs/{*part}", get(docs::part))
}

/// Every operation, for the document of the API.
pub(crate) fn operations() -> utoipa::openapi::OpenApi {
    plain_calls().merge(other_calls()).into_openapi()
}

/// Every route, with what stands around it.
pub(crate) fn router(gateway: &Gateway, config: &Config) -> Router {
    let plain: Router<Gateway> = plain_calls().into();
    let plain = plain.route_layer(from_fn_with_state(gateway.clone(), guard::plain_call));
    let other: Router<Gateway> = other_calls().into();
    let hsts = config.tls.is_some().then_some(config.hsts);
    let secure = guard::secure(hsts.filter(|time| !time.is_zero()));
    // The last layer stands outermost.
    plain
        .merge(other)
        .merge(pages())
        .fallback(fallback::unknown_route)
        .method_not_allowed_fallback(fallback::wrong_method)
        .with_state(gateway.clone())
        .layer(from_fn_with_state(gateway.clone(), rates::limited))
        .layer(from_fn(guard::caught))
        .layer(from_fn(guard::in_language))
        .layer(CompressionLayer::new().compress_when(guard::Compressible))
        .layer(guard::cors(&config.cors))
        .layer(map_response(move |response| {
            std::future::ready(secure(response))
        }))
        .layer(HttpServerLayer::new(|extensions| {
            extensions.get::<MatchedPath>().map(MatchedPath::as_str)
        }))
}
