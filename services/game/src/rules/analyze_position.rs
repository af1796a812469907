//! `AnalyzePosition`: what matters in a position.

use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire::{Standing, flying, identity, mill, mills, point_names, state};
use moelle_rules::{DoubleMill, PointSet, Position, Side, SideAnalysis};
use moelle_words::Language;

use crate::rules::check_turn::question;

pub(super) fn analyze(
    request: &v1::AnalyzePositionRequest,
    language: Language,
) -> Result<v1::AnalyzePositionResponse, Failure> {
    let (chosen, position) = question(
        request.rules.as_ref(),
        request.position.as_deref(),
        language,
    )?;
    let analysis = position.analysis();
    let side = |side| Some(of_side(&position, side, &analysis.sides[side]));
    Ok(v1::AnalyzePositionResponse {
        rules: Some(identity(chosen.variant, &chosen.rules)),
        state: Some(state(Standing::from(&position), language)),
        white: side(Side::White),
        black: side(Side::Black),
    })
}

fn of_side(position: &Position, side: Side, seen: &SideAnalysis) -> v1::SideAnalysis {
    let closing = seen.closing.iter().map(|closing| closing.to);
    let closing = PointSet::from_points(position.board().kind(), closing);
    v1::SideAnalysis {
        phase: v1::Phase::from(seen.phase).into(),
        mills: mills(seen.mills),
        closing_points: point_names(closing),
        double_mills: seen.double_mills.iter().map(double_mill).collect(),
        mobility: u32::from(seen.placements) + u32::from(seen.movements),
        blocked_men: point_names(seen.blocked_men),
        exposed_men: point_names(seen.exposed),
        flying: Some(flying(position, side)),
    }
}

fn double_mill(double: &DoubleMill) -> v1::DoubleMill {
    v1::DoubleMill {
        man: double.from.to_string(),
        to: double.to.to_string(),
        opens: Some(mill(double.standing)),
        closes: Some(mill(double.closed_next)),
    }
}

#[cfg(test)]
mod tests {
    use moelle_proto::error::ErrorCode;

    use super::*;
    use crate::testing::{TestServer, failure, of_variant};

    fn ask(position: &str) -> v1::AnalyzePositionRequest {
        v1::AnalyzePositionRequest {
            rules: Some(of_variant("nine")),
            position: (!position.is_empty()).then(|| position.to_owned()),
        }
    }

    #[tokio::test]
    async fn a_position_is_seen_from_both_sides() {
        let server = TestServer::start().await;
        let response = server
            .rules()
            .analyze_position(ask("w1w/www/3/b4b/3/b1b/b2 w 0,0 0 0 40"))
            .await;
        let analysis = response.expect("an analysis").into_inner();
        let white = analysis.white.expect("white");
        assert_eq!(white.mills[0].points, ["b6", "d6", "f6"]);
        assert_eq!(white.closing_points, ["d7"]);
        let shuttle = &white.double_mills[0];
        assert_eq!((shuttle.man.as_str(), shuttle.to.as_str()), ("d6", "d7"));
        assert_eq!(
            shuttle.closes.as_ref().expect("a mill").points,
            ["a7", "d7", "g7"]
        );
        assert_eq!(white.phase(), v1::Phase::Moving);
        let black = analysis.black.expect("black");
        assert_eq!(black.exposed_men, ["a4", "g4", "b2", "f2", "a1"]);
        assert!(black.mobility > 0 && black.double_mills.is_empty());
        assert_eq!(
            black.flying.expect("why").reason(),
            v1::FlyingReason::TooManyMen
        );
        assert_eq!(analysis.state.expect("a state").side(), v1::Side::White);
    }

    #[tokio::test]
    async fn a_position_that_is_refused_is_not_analysed() {
        let server = TestServer::start().await;
        let status = server
            .rules()
            .analyze_position(ask("w"))
            .await
            .expect_err("no position");
        assert_eq!(failure(&status).code(), ErrorCode::InvalidPosition);
    }
}
