//! The metrics in the text format that Prometheus reads.

use opentelemetry_prometheus::PrometheusExporter;
use prometheus::{Registry, TextEncoder};

/// The content type of [`TelemetryHandle::render_prometheus`](crate::TelemetryHandle::render_prometheus).
pub const PROMETHEUS_CONTENT_TYPE: &str = prometheus::TEXT_FORMAT;

/// Collects on demand; nothing runs between two scrapes.
#[derive(Clone, Debug, Default)]
pub(crate) struct PrometheusText {
    registry: Registry,
}

impl PrometheusText {
    /// The reader that a meter provider needs so that its metrics show up in the text.
    pub(crate) fn reader(
        &self,
    ) -> Result<PrometheusExporter, opentelemetry_sdk::error::OTelSdkError> {
        opentelemetry_prometheus::exporter()
            .with_registry(self.registry.clone())
            .scope_info_enabled(false)
            .build()
    }

    /// All metrics now.
    pub(crate) fn render(&self) -> String {
        let mut text = String::new();
        if let Err(error) = TextEncoder::new().encode_utf8(&self.registry.gather(), &mut text) {
            tracing::warn!(%error, "the metrics could not be written as text");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use opentelemetry::{KeyValue, metrics::MeterProvider as _};
    use opentelemetry_sdk::{Resource, metrics::SdkMeterProvider};

    use super::*;
    use crate::db::DbSystem;
    use crate::metrics::{Metrics, PoolUse, SCOPE, Statement};

    struct Scraped {
        text: PrometheusText,
        provider: SdkMeterProvider,
        metrics: Metrics,
    }

    fn scraped() -> Scraped {
        let text = PrometheusText::default();
        let provider = SdkMeterProvider::builder()
            .with_resource(
                Resource::builder_empty()
                    .with_service_name("moelle-test")
                    .build(),
            )
            .with_reader(text.reader().expect("a fresh registry"))
            .build();
        let metrics = Metrics::new(&provider.meter(SCOPE));
        Scraped {
            text,
            provider,
            metrics,
        }
    }

    #[track_caller]
    fn assert_line(text: &str, line: &str) {
        assert!(
            text.lines().any(|l| l == line),
            "no line {line:?} in\n{text}"
        );
    }

    #[test]
    fn counters_end_in_total_and_carry_their_labels() {
        let scraped = scraped();
        scraped.metrics.game_created("nine");
        scraped.metrics.game_created("nine");
        scraped.metrics.game_ended("lasker", "mill");
        scraped.metrics.turn_accepted("custom");
        scraped.metrics.refused("man_in_mill");
        let text = scraped.text.render();
        assert_line(&text, "# TYPE moelle_games_created_total counter");
        assert_line(
            &text,
            "moelle_games_created_total{moelle_variant=\"nine\"} 2",
        );
        assert_line(
            &text,
            "moelle_games_ended_total{moelle_termination=\"mill\",moelle_variant=\"lasker\"} 1",
        );
        assert_line(
            &text,
            "moelle_turns_accepted_total{moelle_variant=\"custom\"} 1",
        );
        assert_line(
            &text,
            "moelle_refusals_total{moelle_reason=\"man_in_mill\"} 1",
        );
        assert_line(&text, "target_info{service_name=\"moelle-test\"} 1");
    }

    #[test]
    fn label_values_are_escaped() {
        let scraped = scraped();
        scraped.metrics.refused("a\"b\\c\nd");
        assert_line(
            &scraped.text.render(),
            r#"moelle_refusals_total{moelle_reason="a\"b\\c\nd"} 1"#,
        );
    }

    #[test]
    fn histograms_are_cumulative_and_in_seconds() {
        let scraped = scraped();
        let route = [KeyValue::new("http.route", "/v1/games/{id}")];
        for seconds in [0.001, 0.02, 0.02, 60.0] {
            scraped.metrics.http_answered(seconds, &route);
        }
        let text = scraped.text.render();
        let name = "http_server_request_duration_seconds";
        assert_line(&text, &format!("# TYPE {name} histogram"));
        for (bound, count) in [
            ("0.005", 1),
            ("0.01", 1),
            ("0.025", 3),
            ("10", 3),
            ("+Inf", 4),
        ] {
            assert_line(
                &text,
                &format!("{name}_bucket{{http_route=\"/v1/games/{{id}}\",le=\"{bound}\"}} {count}"),
            );
        }
        assert_line(
            &text,
            &format!("{name}_count{{http_route=\"/v1/games/{{id}}\"}} 4"),
        );
    }

    #[test]
    fn open_streams_count_until_they_are_dropped() {
        let scraped = scraped();
        let (first, second) = (scraped.metrics.watcher(), scraped.metrics.watcher());
        let stream = scraped.metrics.stream("sse");
        drop(first);
        let text = scraped.text.render();
        assert_line(&text, "# TYPE moelle_watchers gauge");
        assert_line(&text, "moelle_watchers 1");
        assert_line(&text, "moelle_streams{moelle_stream=\"sse\"} 1");
        drop((second, stream));
        let text = scraped.text.render();
        assert_line(&text, "moelle_watchers 0");
        assert_line(&text, "moelle_streams{moelle_stream=\"sse\"} 0");
    }

    #[test]
    fn a_pool_is_observed_at_each_scrape() {
        let scraped = scraped();
        scraped.metrics.observe_pool("games", || PoolUse {
            idle: 3,
            used: 2,
            max: 16,
        });
        let text = scraped.text.render();
        let pool = "db_client_connection_pool_name=\"games\"";
        for (state, count) in [("idle", 3), ("used", 2)] {
            assert_line(
                &text,
                &format!(
                    "db_client_connection_count{{{pool},db_client_connection_state=\"{state}\"}} {count}"
                ),
            );
        }
        assert_line(&text, &format!("db_client_connection_max{{{pool}}} 16"));
    }

    #[test]
    fn statements_and_the_notifier_are_measured() {
        let scraped = scraped();
        scraped.metrics.observe_notifier(|| 7);
        scraped.metrics.notifier_lag(Duration::from_millis(8));
        scraped
            .metrics
            .pool_wait("games", Duration::from_micros(100));
        for error in [None, Some("busy")] {
            scraped.metrics.statement(&Statement {
                system: DbSystem::Postgresql,
                operation: "UPDATE",
                collection: "games",
                took: Duration::from_millis(2),
                error,
            });
        }
        let text = scraped.text.render();
        let games = "db_collection_name=\"games\",db_operation_name=\"UPDATE\",\
                     db_system_name=\"postgresql\"";
        let duration = "db_client_operation_duration_seconds";
        for line in [
            "moelle_notifier_backlog 7".to_owned(),
            "moelle_notifier_lag_seconds_bucket{le=\"0.01\"} 1".to_owned(),
            "db_client_connection_wait_time_seconds_count\
             {db_client_connection_pool_name=\"games\"} 1"
                .to_owned(),
            format!("{duration}_count{{{games}}} 1"),
            format!("{duration}_count{{{games},error_type=\"busy\"}} 1"),
        ] {
            assert_line(&text, &line);
        }
    }

    #[test]
    fn every_family_is_declared_once() {
        let scraped = scraped();
        for variant in ["three", "six", "nine"] {
            scraped.metrics.game_created(variant);
        }
        let text = scraped.text.render();
        let declared = text.matches("# TYPE moelle_games_created_total ").count();
        assert_eq!(declared, 1, "{text}");
        drop(scraped.provider);
    }
}
