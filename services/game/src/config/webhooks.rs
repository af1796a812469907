//! How webhooks are delivered.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use moelle_games::{Store, SystemClock, SystemIds, Webhooks};
use moelle_settings::{Given, Problems, count, flag, millis, seconds};
use moelle_webhooks::{CourierOptions, Reach, Schedule, SenderLimits};

/// How webhooks are delivered, as it was given.
#[derive(Args, Clone, Debug)]
#[expect(
    clippy::struct_field_names,
    reason = "the flags are named after the fields"
)]
pub struct WebhookOptions {
    /// Whether webhooks may go to private addresses and over plain HTTP. Then whoever has a key of an
    /// application reaches what the service reaches.
    #[arg(long, env = "MOELLE_WEBHOOKS_ALLOW_PRIVATE", default_value = "false", value_parser = flag())]
    webhooks_allow_private: Given<bool>,
    /// Webhooks of one application.
    #[arg(long, env = "MOELLE_WEBHOOKS_PER_APPLICATION_MAX", default_value = "10", value_parser = count(1..=1_000))]
    webhooks_per_application_max: Given<u64>,
    /// How long messages are signed with the secret before too, once it was replaced.
    #[arg(long, env = "MOELLE_WEBHOOKS_OLD_SECRET_S", default_value = "86400", value_parser = seconds(0..=2_592_000))]
    webhooks_old_secret_s: Given<Duration>,
    /// How often the outbox is looked at while nothing is due, give or take a quarter.
    #[arg(long, env = "MOELLE_WEBHOOKS_LOOK_MS", default_value = "1000", value_parser = millis(50..=60_000))]
    webhooks_look_ms: Given<Duration>,
    /// How long connecting to a receiver may take, its name and TLS included.
    #[arg(long, env = "MOELLE_WEBHOOKS_CONNECT_MS", default_value = "5000", value_parser = millis(100..=60_000))]
    webhooks_connect_ms: Given<Duration>,
    /// How long a receiver's answer may take, connecting included.
    #[arg(long, env = "MOELLE_WEBHOOKS_ANSWER_MS", default_value = "15000", value_parser = millis(100..=60_000))]
    webhooks_answer_ms: Given<Duration>,
    /// How long a replica may take to deliver a message before it is taken for dead, and another one
    /// sends it again. Must be longer than an answer may take.
    #[arg(long, env = "MOELLE_WEBHOOKS_LEASE_MS", default_value = "60000", value_parser = millis(1_000..=600_000))]
    webhooks_lease_ms: Given<Duration>,
    /// Messages on their way at once.
    #[arg(long, env = "MOELLE_WEBHOOKS_AT_ONCE_MAX", default_value = "64", value_parser = count(1..=10_000))]
    webhooks_at_once_max: Given<u64>,
    /// Messages on their way at once to one webhook.
    #[arg(long, env = "MOELLE_WEBHOOKS_PER_WEBHOOK_MAX", default_value = "8", value_parser = count(1..=10_000))]
    webhooks_per_webhook_max: Given<u64>,
    /// Messages on their way at once to one host.
    #[arg(long, env = "MOELLE_WEBHOOKS_PER_HOST_MAX", default_value = "16", value_parser = count(1..=10_000))]
    webhooks_per_host_max: Given<u64>,
    /// How long after it failed the first time a message is tried again; then each pause is three
    /// times as long as the one before.
    #[arg(long, env = "MOELLE_WEBHOOKS_RETRY_MS", default_value = "5000", value_parser = millis(100..=3_600_000))]
    webhooks_retry_ms: Given<Duration>,
    /// The longest pause between two tries.
    #[arg(long, env = "MOELLE_WEBHOOKS_RETRY_MAX_MS", default_value = "14400000", value_parser = millis(100..=86_400_000))]
    webhooks_retry_max_ms: Given<Duration>,
    /// How long after its first try a message is given up.
    #[arg(long, env = "MOELLE_WEBHOOKS_GIVE_UP_S", default_value = "86400", value_parser = seconds(1..=604_800))]
    webhooks_give_up_s: Given<Duration>,
    /// How long deliveries that arrived are listed.
    #[arg(long, env = "MOELLE_WEBHOOKS_DELIVERED_KEPT_S", default_value = "86400", value_parser = seconds(60..=2_592_000))]
    webhooks_delivered_kept_s: Given<Duration>,
    /// How long deliveries that were given up can be sent again.
    #[arg(long, env = "MOELLE_WEBHOOKS_DEAD_KEPT_S", default_value = "2592000", value_parser = seconds(60..=31_536_000))]
    webhooks_dead_kept_s: Given<Duration>,
}

/// How webhooks are delivered.
#[derive(Clone, Debug, PartialEq)]
pub struct WebhookConfig {
    /// Webhooks of one application.
    pub per_application_max: u32,
    /// How long messages are signed with a secret that was replaced.
    pub old_secret: Duration,
    /// How long a receiver is waited for.
    pub limits: SenderLimits,
    /// How messages are delivered; links are up to the service.
    pub courier: CourierOptions,
    /// How long deliveries that arrived are listed.
    pub delivered_kept: Duration,
    /// How long deliveries that were given up can be sent again.
    pub dead_kept: Duration,
}

impl Default for WebhookConfig {
    fn default() -> Self {
        Self {
            per_application_max: 10,
            old_secret: Duration::from_hours(24),
            limits: SenderLimits::default(),
            courier: CourierOptions::default(),
            delivered_kept: Duration::from_hours(24),
            dead_kept: Duration::from_hours(720),
        }
    }
}

impl WebhookConfig {
    /// What applications do with their webhooks, over a store.
    pub(crate) fn over(&self, store: Arc<dyn Store>) -> Webhooks {
        let old_secret = self.old_secret.try_into().unwrap_or(time::Duration::DAY);
        Webhooks::new(
            store,
            Arc::new(SystemClock),
            Arc::new(SystemIds),
            self.per_application_max,
            old_secret,
        )
    }
}

impl WebhookOptions {
    /// Checks them; what is wrong is noted.
    pub fn check(&self, problems: &mut Problems) -> Option<WebhookConfig> {
        let allow_private = problems.take(&self.webhooks_allow_private);
        let per_application_max = problems.take(&self.webhooks_per_application_max);
        let old_secret = problems.take(&self.webhooks_old_secret_s);
        let look_every = problems.take(&self.webhooks_look_ms);
        let connect = problems.take(&self.webhooks_connect_ms);
        let total = problems.take(&self.webhooks_answer_ms);
        let lease = problems.take(&self.webhooks_lease_ms);
        if let (Some(total), Some(lease)) = (total, lease)
            && lease <= total
        {
            problems.note(
                "MOELLE_WEBHOOKS_LEASE_MS: it must be longer than MOELLE_WEBHOOKS_ANSWER_MS, or messages are sent twice",
            );
        }
        let at_once_max = problems.take(&self.webhooks_at_once_max);
        let per_webhook_max = problems.take(&self.webhooks_per_webhook_max);
        let per_host_max = problems.take(&self.webhooks_per_host_max);
        let first = problems.take(&self.webhooks_retry_ms);
        let longest = problems.take(&self.webhooks_retry_max_ms);
        let give_up_after = problems.take(&self.webhooks_give_up_s);
        let delivered_kept = problems.take(&self.webhooks_delivered_kept_s);
        let dead_kept = problems.take(&self.webhooks_dead_kept_s);
        Some(WebhookConfig {
            per_application_max: u32::try_from(per_application_max?).ok()?,
            old_secret: old_secret?,
            limits: SenderLimits {
                connect: connect?,
                total: total?,
            },
            courier: CourierOptions {
                look_every: look_every?,
                at_once_max: u32::try_from(at_once_max?).ok()?,
                per_webhook_max: u32::try_from(per_webhook_max?).ok()?,
                per_host_max: u32::try_from(per_host_max?).ok()?,
                lease: lease?,
                schedule: Schedule {
                    first: first?,
                    longest: longest?,
                    give_up_after: give_up_after?,
                },
                reach: if allow_private? {
                    Reach::Private
                } else {
                    Reach::Public
                },
                ..CourierOptions::default()
            },
            delivered_kept: delivered_kept?,
            dead_kept: dead_kept?,
        })
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use moelle_settings::parse_from;

    use super::*;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        webhooks: WebhookOptions,
    }

    #[test]
    fn what_is_not_given_has_the_default_that_is_documented() {
        let cli: Cli = parse_from(["x"]).expect("no arguments");
        let mut problems = Problems::default();
        let config = cli.webhooks.check(&mut problems);
        let config = problems.finish(config).expect("defaults are fine");
        assert_eq!(config, WebhookConfig::default());
    }

    #[test]
    fn a_claim_that_ends_before_the_answer_may_come_is_a_mistake() {
        let args = ["x", "--webhooks-lease-ms=5000", "--webhooks-answer-ms=5000"];
        let cli: Cli = parse_from(args).expect("options");
        let mut problems = Problems::default();
        let config = cli.webhooks.check(&mut problems);
        let told = problems.finish(config).expect_err("a mistake").to_string();
        assert!(told.contains("MOELLE_WEBHOOKS_LEASE_MS"), "{told}");
    }
}
