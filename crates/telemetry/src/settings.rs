//! Where telemetry is exported to, from the standard `OTEL_*` variables.
//!
//! Headers, time-outs, compression, batching, the sampler and resource attributes are read by the
//! OpenTelemetry libraries themselves. Those warn of a bad value before anybody listens and go on
//! without it, so the ones that would go unnoticed are checked here.

/// The default endpoints of the specification, for an exporter that is asked for without one.
const DEFAULT_GRPC: &str = "http://localhost:4317";
const DEFAULT_HTTP: &str = "http://localhost:4318";
const HTTP_PORT: &str = ":4318";
/// Characters of a value that are repeated.
const VALUE_CHARS_MAX: usize = 80;

/// Variables that are whole numbers, and the least that each may be.
const NUMBERS: [(&str, u64); 9] = [
    ("OTEL_BSP_SCHEDULE_DELAY", 1),
    ("OTEL_BSP_MAX_QUEUE_SIZE", 1),
    ("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", 1),
    ("OTEL_BSP_EXPORT_TIMEOUT", 1),
    ("OTEL_METRIC_EXPORT_INTERVAL", 1),
    ("OTEL_METRIC_EXPORT_TIMEOUT", 1),
    ("OTEL_EXPORTER_OTLP_TIMEOUT", 1),
    ("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", 1),
    ("OTEL_EXPORTER_OTLP_METRICS_TIMEOUT", 1),
];
/// The greatest of them: a day in milliseconds.
const NUMBER_MAX: u64 = 86_400_000;

const COMPRESSIONS: [&str; 3] = [
    "OTEL_EXPORTER_OTLP_COMPRESSION",
    "OTEL_EXPORTER_OTLP_TRACES_COMPRESSION",
    "OTEL_EXPORTER_OTLP_METRICS_COMPRESSION",
];

/// Variables of the specification that would change whom the service trusts, and that the libraries
/// do not heed.
const UNSUPPORTED: [&str; 3] = [
    "OTEL_EXPORTER_OTLP_CERTIFICATE",
    "OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE",
    "OTEL_EXPORTER_OTLP_CLIENT_KEY",
];

const SAMPLERS: [&str; 6] = [
    "always_off",
    "always_on",
    "parentbased_always_off",
    "parentbased_always_on",
    "parentbased_traceidratio",
    "traceidratio",
];

/// Variables hold what this service cannot do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct SettingsError(Vec<SettingError>);

/// A variable holds what this service cannot do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{variable}: {value:?}: {problem}")]
pub(crate) struct SettingError {
    variable: String,
    value: String,
    problem: &'static str,
}

impl SettingError {
    fn new(variable: &str, value: &str, problem: &'static str) -> Self {
        Self {
            variable: variable.to_owned(),
            // What is shown of it.
            value: value.chars().take(VALUE_CHARS_MAX).collect(),
            problem,
        }
    }
}

/// Notes what is wrong, and goes on.
fn noted<T: Default>(result: Result<T, SettingError>, problems: &mut Vec<SettingError>) -> T {
    result.unwrap_or_else(|problem| {
        if !problems.contains(&problem) {
            problems.push(problem);
        }
        T::default()
    })
}

/// What the variables say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settings {
    /// The name of the service, where `OTEL_SERVICE_NAME` overrides it.
    pub(crate) service_name: Option<String>,
    /// Where traces go, if anywhere.
    pub(crate) traces: Option<Target>,
    /// Where metrics go, if anywhere.
    pub(crate) metrics: Option<Target>,
}

/// A collector as one signal sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) protocol: Protocol,
    /// For gRPC the server, for HTTP the whole URL of the signal.
    pub(crate) endpoint: String,
}

/// How OTLP is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    Grpc,
    HttpProtobuf,
}

/// Checks the `OTEL_*` variables of the environment.
///
/// # Errors
///
/// [`SettingsError`] with a line for each that asks for what there is not.
pub fn check_environment() -> Result<(), SettingsError> {
    Settings::from_lookup(|name| std::env::var(name).ok()).map(|_| ())
}

impl Settings {
    /// Reads the variables; an empty one counts as absent.
    ///
    /// A signal is exported when it has an endpoint or its exporter is `otlp` by name.
    pub(crate) fn from_lookup(
        lookup: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, SettingsError> {
        let lookup = |name: &str| lookup(name).filter(|value| !value.trim().is_empty());
        let mut problems = Vec::new();
        let disabled = noted(is_disabled(&lookup), &mut problems);
        let target = |signal, path, problems: &mut Vec<_>| {
            if disabled {
                None
            } else {
                noted(Target::from_lookup(&lookup, signal, path), problems)
            }
        };
        let traces = target("TRACES", "/v1/traces", &mut problems);
        let metrics = target("METRICS", "/v1/metrics", &mut problems);
        noted(check_sampler(&lookup), &mut problems);
        if !disabled {
            for variable in UNSUPPORTED {
                noted(check_supported(&lookup, variable), &mut problems);
            }
            for (variable, least) in NUMBERS {
                noted(check_number(&lookup, variable, least), &mut problems);
            }
            for variable in COMPRESSIONS {
                noted(check_compression(&lookup, variable), &mut problems);
            }
        }
        if !problems.is_empty() {
            return Err(SettingsError(problems));
        }
        Ok(Self {
            service_name: lookup("OTEL_SERVICE_NAME"),
            traces,
            metrics,
        })
    }
}

fn is_disabled(lookup: &impl Fn(&str) -> Option<String>) -> Result<bool, SettingError> {
    const DISABLED: &str = "OTEL_SDK_DISABLED";
    let Some(value) = lookup(DISABLED) else {
        return Ok(false);
    };
    match value.trim().to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(SettingError::new(DISABLED, &value, "use true or false")),
    }
}

impl Target {
    fn from_lookup(
        lookup: &impl Fn(&str) -> Option<String>,
        signal: &str,
        path: &str,
    ) -> Result<Option<Self>, SettingError> {
        let wanted = is_wanted(lookup, &format!("OTEL_{signal}_EXPORTER"))?;
        let own = lookup(&format!("OTEL_EXPORTER_OTLP_{signal}_ENDPOINT"));
        let shared = lookup("OTEL_EXPORTER_OTLP_ENDPOINT");
        let endpoint = own.as_deref().or(shared.as_deref());
        if wanted == Some(false) || (wanted.is_none() && endpoint.is_none()) {
            return Ok(None);
        }
        let said = Protocol::from_lookup(lookup, signal)?;
        let protocol = said.unwrap_or_else(|| Protocol::of_endpoint(endpoint));
        let endpoint = match (protocol, own, shared) {
            (_, Some(own), _) => own,
            (Protocol::Grpc, None, shared) => shared.unwrap_or_else(|| DEFAULT_GRPC.to_owned()),
            (Protocol::HttpProtobuf, None, shared) => {
                let base = shared.unwrap_or_else(|| DEFAULT_HTTP.to_owned());
                format!("{}{path}", base.trim_end_matches('/'))
            }
        };
        Ok(Some(Self { protocol, endpoint }))
    }
}

impl Protocol {
    fn from_lookup(
        lookup: &impl Fn(&str) -> Option<String>,
        signal: &str,
    ) -> Result<Option<Self>, SettingError> {
        let own = format!("OTEL_EXPORTER_OTLP_{signal}_PROTOCOL");
        for variable in [own.as_str(), "OTEL_EXPORTER_OTLP_PROTOCOL"] {
            match lookup(variable) {
                None => {}
                Some(value) => return Self::parse(variable, &value).map(Some),
            }
        }
        Ok(None)
    }

    fn parse(variable: &str, value: &str) -> Result<Self, SettingError> {
        match value.trim().to_ascii_lowercase().as_str() {
            "grpc" => Ok(Self::Grpc),
            "http/protobuf" => Ok(Self::HttpProtobuf),
            _ => Err(SettingError::new(
                variable,
                value,
                "use grpc or http/protobuf",
            )),
        }
    }

    /// What is spoken at an endpoint when no variable says it: HTTP at its usual port, else gRPC.
    fn of_endpoint(endpoint: Option<&str>) -> Self {
        let authority = endpoint.map(|endpoint| {
            let rest = endpoint
                .split_once("://")
                .map_or(endpoint, |(_, rest)| rest);
            rest.split('/').next().unwrap_or(rest)
        });
        match authority {
            Some(authority) if authority.ends_with(HTTP_PORT) => Self::HttpProtobuf,
            _ => Self::Grpc,
        }
    }
}

fn check_sampler(lookup: &impl Fn(&str) -> Option<String>) -> Result<(), SettingError> {
    const SAMPLER: &str = "OTEL_TRACES_SAMPLER";
    const RATIO: &str = "OTEL_TRACES_SAMPLER_ARG";
    let Some(sampler) = lookup(SAMPLER) else {
        return Ok(());
    };
    if !SAMPLERS.contains(&sampler.as_str()) {
        let problem = "use always_on, always_off, traceidratio or parentbased_ with one of these";
        return Err(SettingError::new(SAMPLER, &sampler, problem));
    }
    let ratio = lookup(RATIO).unwrap_or_default();
    let is_ratio = ratio
        .parse()
        .is_ok_and(|ratio: f64| (0.0..=1.0).contains(&ratio));
    if sampler.ends_with("traceidratio") && !is_ratio {
        return Err(SettingError::new(RATIO, &ratio, "use a number from 0 to 1"));
    }
    Ok(())
}

fn check_supported(
    lookup: &impl Fn(&str) -> Option<String>,
    variable: &str,
) -> Result<(), SettingError> {
    let problem = "certificates of one's own are not supported; use a local collector";
    lookup(variable).map_or(Ok(()), |value| {
        Err(SettingError::new(variable, &value, problem))
    })
}

fn check_number(
    lookup: &impl Fn(&str) -> Option<String>,
    variable: &str,
    least: u64,
) -> Result<(), SettingError> {
    let Some(value) = lookup(variable) else {
        return Ok(());
    };
    let number = value.trim().parse();
    if number.is_ok_and(|number: u64| (least..=NUMBER_MAX).contains(&number)) {
        return Ok(());
    }
    let problem = "use a whole number from 1 to 86400000";
    Err(SettingError::new(variable, &value, problem))
}

fn check_compression(
    lookup: &impl Fn(&str) -> Option<String>,
    variable: &str,
) -> Result<(), SettingError> {
    match lookup(variable) {
        Some(value) if value.trim() != "gzip" => Err(SettingError::new(
            variable,
            &value,
            "use gzip, or leave it out",
        )),
        Some(_) | None => Ok(()),
    }
}

fn is_wanted(
    lookup: &impl Fn(&str) -> Option<String>,
    variable: &str,
) -> Result<Option<bool>, SettingError> {
    let Some(value) = lookup(variable) else {
        return Ok(None);
    };
    match value.trim().to_ascii_lowercase().as_str() {
        "otlp" => Ok(Some(true)),
        "none" => Ok(Some(false)),
        _ => Err(SettingError::new(variable, &value, "use otlp or none")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OTEL_VARIABLES;

    fn settings(variables: &[(&str, &str)]) -> Result<Settings, SettingsError> {
        Settings::from_lookup(|name| {
            variables
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| (*value).to_owned())
        })
    }

    #[track_caller]
    fn traces(variables: &[(&str, &str)]) -> Option<(Protocol, String)> {
        let settings = settings(variables).expect("good settings");
        settings
            .traces
            .map(|target| (target.protocol, target.endpoint))
    }

    #[test]
    fn without_an_endpoint_nothing_is_exported() {
        for variables in [
            &[][..],
            &[("OTEL_EXPORTER_OTLP_ENDPOINT", "")],
            &[("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")],
            &[("OTEL_SERVICE_NAME", "x")],
        ] {
            let settings = settings(variables).expect("good settings");
            assert_eq!(
                (settings.traces, settings.metrics),
                (None, None),
                "{variables:?}"
            );
        }
    }

    #[test]
    fn the_protocol_is_said_or_follows_from_the_port() {
        const ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
        const PROTOCOL: &str = "OTEL_EXPORTER_OTLP_PROTOCOL";
        const TRACES_PROTOCOL: &str = "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL";
        for (variables, protocol, endpoint) in [
            (
                &[(ENDPOINT, "http://c:4317")][..],
                Protocol::Grpc,
                "http://c:4317",
            ),
            (
                &[(ENDPOINT, "http://c:4318")],
                Protocol::HttpProtobuf,
                "http://c:4318/v1/traces",
            ),
            (
                &[(ENDPOINT, "https://c/base/"), (PROTOCOL, "HTTP/protobuf")],
                Protocol::HttpProtobuf,
                "https://c/base/v1/traces",
            ),
            (
                &[
                    (ENDPOINT, "http://c:4318"),
                    (PROTOCOL, "http/protobuf"),
                    (TRACES_PROTOCOL, "grpc"),
                ],
                Protocol::Grpc,
                "http://c:4318",
            ),
        ] {
            assert_eq!(
                traces(variables),
                Some((protocol, endpoint.to_owned())),
                "{variables:?}"
            );
        }
    }

    #[test]
    fn a_signal_may_have_its_own_endpoint_which_is_taken_as_it_is() {
        let settings = settings(&[("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://c:4318/here")])
            .expect("good settings");
        let traces = settings.traces.expect("traces are exported");
        assert_eq!(traces.endpoint, "http://c:4318/here");
        assert_eq!(traces.protocol, Protocol::HttpProtobuf);
        assert_eq!(settings.metrics, None);
    }

    #[test]
    fn an_exporter_by_name_decides() {
        const ENDPOINT: (&str, &str) = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://c:4317");
        assert_eq!(traces(&[ENDPOINT, ("OTEL_TRACES_EXPORTER", "none")]), None);
        assert_eq!(
            traces(&[("OTEL_TRACES_EXPORTER", "otlp")]),
            Some((Protocol::Grpc, DEFAULT_GRPC.to_owned()))
        );
    }

    #[test]
    fn a_disabled_sdk_exports_nothing() {
        let variables = [
            ("OTEL_SDK_DISABLED", "True"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://c:4317"),
        ];
        assert_eq!(traces(&variables), None);
    }

    #[test]
    fn what_cannot_be_done_is_refused_by_name() {
        for (variable, value) in [
            ("OTEL_EXPORTER_OTLP_PROTOCOL", "http/json"),
            ("OTEL_TRACES_EXPORTER", "zipkin"),
            ("OTEL_TRACES_SAMPLER", "sometimes"),
            ("OTEL_EXPORTER_OTLP_CERTIFICATE", "/etc/ca.pem"),
        ] {
            let error = settings(&[
                ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://c:4317"),
                (variable, value),
            ])
            .expect_err(value)
            .to_string();
            assert!(error.contains(variable) && error.contains(value), "{error}");
        }
    }

    #[test]
    fn a_ratio_of_traces_is_a_number_from_0_to_1() {
        let with_ratio = |ratio| {
            settings(&[
                ("OTEL_TRACES_SAMPLER", "parentbased_traceidratio"),
                ("OTEL_TRACES_SAMPLER_ARG", ratio),
            ])
        };
        for ratio in ["0", "0.25", "1.0"] {
            assert!(with_ratio(ratio).is_ok(), "{ratio}");
        }
        for ratio in ["", "25%", "1.5", "-0.1", "NaN"] {
            assert!(with_ratio(ratio).is_err(), "{ratio}");
        }
    }

    #[test]
    fn every_mistake_is_told_at_once_and_a_long_one_is_cut() {
        let long = "9".repeat(100_000);
        let told = settings(&[
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://c:4317"),
            ("OTEL_SDK_DISABLED", "perhaps"),
            ("OTEL_TRACES_EXPORTER", "zipkin"),
            ("OTEL_METRICS_EXPORTER", "console"),
            ("OTEL_TRACES_SAMPLER", "sometimes"),
            ("OTEL_BSP_MAX_QUEUE_SIZE", "-1"),
            ("OTEL_BSP_SCHEDULE_DELAY", &long),
            ("OTEL_EXPORTER_OTLP_COMPRESSION", "brotli"),
        ])
        .expect_err("nothing is right")
        .to_string();
        assert_eq!(told.lines().count(), 7, "{told}");
        assert!(told.len() < 1000, "{told}");
    }

    #[test]
    fn every_variable_that_is_checked_is_told_of() {
        let numbers = NUMBERS.iter().map(|(variable, _)| *variable);
        for variable in numbers.chain(COMPRESSIONS) {
            let is_listed = OTEL_VARIABLES
                .iter()
                .any(|(listed, ..)| *listed == variable);
            assert!(is_listed, "{variable}");
        }
    }
}
