//! The variables of telemetry that a service honours, for its page of options.

/// The variables that are honoured: name, default and what they mean.
pub const OTEL_VARIABLES: [(&str, &str, &str); 27] = [
    ("OTEL_SDK_DISABLED", "false", "`true` exports nothing."),
    (
        "OTEL_SERVICE_NAME",
        "the program's name",
        "The name of the service.",
    ),
    (
        "OTEL_RESOURCE_ATTRIBUTES",
        "",
        "More attributes of the service: `key=value,…`.",
    ),
    (
        "OTEL_TRACES_EXPORTER",
        "otlp where there is an endpoint",
        "`otlp` or `none`.",
    ),
    (
        "OTEL_METRICS_EXPORTER",
        "otlp where there is an endpoint",
        "`otlp` or `none`.",
    ),
    (
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "",
        "The collector. Empty: nothing is exported.",
    ),
    (
        "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
        "",
        "The collector of traces, taken as it is.",
    ),
    (
        "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
        "",
        "The collector of metrics, taken as it is.",
    ),
    (
        "OTEL_EXPORTER_OTLP_PROTOCOL",
        "http/protobuf at port 4318, else grpc",
        "`grpc` or `http/protobuf`.",
    ),
    (
        "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL",
        "",
        "The same for traces.",
    ),
    (
        "OTEL_EXPORTER_OTLP_METRICS_PROTOCOL",
        "",
        "The same for metrics.",
    ),
    (
        "OTEL_EXPORTER_OTLP_HEADERS",
        "",
        "Headers for the collector: `key=value,…`. Never shown.",
    ),
    (
        "OTEL_EXPORTER_OTLP_TIMEOUT",
        "10000",
        "How long an export may take, in milliseconds.",
    ),
    (
        "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT",
        "",
        "The same for traces.",
    ),
    (
        "OTEL_EXPORTER_OTLP_METRICS_TIMEOUT",
        "",
        "The same for metrics.",
    ),
    ("OTEL_EXPORTER_OTLP_COMPRESSION", "", "`gzip`, or empty."),
    (
        "OTEL_EXPORTER_OTLP_TRACES_COMPRESSION",
        "",
        "The same for traces.",
    ),
    (
        "OTEL_EXPORTER_OTLP_METRICS_COMPRESSION",
        "",
        "The same for metrics.",
    ),
    (
        "OTEL_TRACES_SAMPLER",
        "parentbased_always_on",
        "`always_on`, `always_off`, `traceidratio`, or `parentbased_` with one of these.",
    ),
    (
        "OTEL_TRACES_SAMPLER_ARG",
        "",
        "The ratio of `traceidratio`: a number from 0 to 1.",
    ),
    (
        "OTEL_BSP_SCHEDULE_DELAY",
        "5000",
        "How often traces are sent, in milliseconds.",
    ),
    (
        "OTEL_BSP_MAX_QUEUE_SIZE",
        "2048",
        "Spans that wait; one more is dropped.",
    ),
    (
        "OTEL_BSP_MAX_EXPORT_BATCH_SIZE",
        "512",
        "Spans that are sent at once.",
    ),
    (
        "OTEL_BSP_EXPORT_TIMEOUT",
        "30000",
        "How long sending them may take, in milliseconds.",
    ),
    (
        "OTEL_METRIC_EXPORT_TIMEOUT",
        "30000",
        "How long sending metrics may take, in milliseconds.",
    ),
    (
        "OTEL_METRIC_EXPORT_INTERVAL",
        "60000",
        "How often metrics are sent, in milliseconds.",
    ),
    (
        "RUST_LOG",
        "info; warn for `moelle`",
        "What is logged: a level, or `crate=level,…`.",
    ),
];
