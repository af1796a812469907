//! What operators do with the webhooks of an application.

use std::str::FromStr;

use clap::Subcommand;
use moelle_games::{
    Application, Applications, Delivery, DeliveryFilter, DeliveryKey, DeliveryState, Resend,
    WebhookId, Webhooks,
};
use moelle_proto::wire;

use super::Form;
use super::told::Told;

/// What is wished of webhooks.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum WebhooksWish {
    /// Lists the webhooks of an application, the oldest first, and never their secrets.
    List {
        /// Its id or its name.
        #[arg(long)]
        application: String,
        /// How it is told.
        #[command(flatten)]
        form: Form,
    },
    /// Lists what webhooks of an application were told or are to be told, the newest first.
    Deliveries {
        /// The id or the name of the application.
        #[arg(long)]
        application: String,
        /// Those in this state: pending, delivered or dead, which is given up.
        #[arg(long, default_value = "dead")]
        state: State,
        /// Those to the webhook of this id alone.
        #[arg(long)]
        webhook: Option<WebhookId>,
        /// As many, at most.
        #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        limit: u32,
        /// How it is told.
        #[command(flatten)]
        form: Form,
    },
    /// Sends again one delivery, or all that were given up. Webhooks that are disabled get nothing.
    Resend {
        /// The id or the name of the application.
        #[arg(long)]
        application: String,
        /// The id of a delivery that was given up or has arrived.
        #[arg(required_unless_present = "all", conflicts_with_all = ["all", "webhook"])]
        delivery: Option<Key>,
        /// All that were given up.
        #[arg(long)]
        all: bool,
        /// Those to the webhook of this id alone.
        #[arg(long, requires = "all")]
        webhook: Option<WebhookId>,
        /// How it is told.
        #[command(flatten)]
        form: Form,
    },
}

/// The state of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State(DeliveryState);

/// What a delivery is found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key(DeliveryKey);

impl FromStr for State {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let state = DeliveryState::from_word(text);
        state
            .map(Self)
            .ok_or_else(|| "pending, delivered or dead is needed".to_owned())
    }
}

impl FromStr for Key {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let key = wire::delivery_id(text);
        key.map(Self)
            .map_err(|_| "an id is needed as `webhooks deliveries` lists it".to_owned())
    }
}

/// Does what an operator wishes of webhooks, and gives what is told.
pub(super) async fn done(
    applications: &Applications,
    webhooks: &Webhooks,
    wish: &WebhooksWish,
) -> anyhow::Result<String> {
    match wish {
        WebhooksWish::List { application, form } => {
            let owner = applications.find(application).await?;
            let all = webhooks.list(owner.id).await?;
            Ok(Told::all(all.iter().map(Told::webhook), form.json))
        }
        WebhooksWish::Deliveries {
            application,
            state,
            webhook,
            limit,
            form,
        } => {
            let owner = applications.find(application).await?;
            let filter = DeliveryFilter {
                state: Some(state.0),
                webhook: *webhook,
            };
            let found = listed(webhooks, &owner, &filter, *limit).await?;
            Ok(Told::all(found.iter().map(Told::delivery), form.json))
        }
        WebhooksWish::Resend {
            application,
            delivery,
            webhook,
            form,
            ..
        } => {
            let owner = applications.find(application).await?;
            let which = delivery.map_or(Resend::Dead(*webhook), |key| Resend::One(key.0));
            let mut resent = 0;
            loop {
                let more = webhooks.resend(owner.id, which).await?;
                resent += more;
                if more < u64::from(Webhooks::RESENT_MAX) {
                    return Ok(Told::resent(resent).one(form.json));
                }
            }
        }
    }
}

/// The newest deliveries of an application, page by page.
async fn listed(
    webhooks: &Webhooks,
    owner: &Application,
    filter: &DeliveryFilter,
    limit: u32,
) -> anyhow::Result<Vec<Delivery>> {
    let mut found = Vec::new();
    let mut after = None;
    loop {
        let left = limit.saturating_sub(u32::try_from(found.len())?);
        let page = webhooks.deliveries(owner.id, filter, after, left).await?;
        found.extend(page.deliveries);
        after = page.next;
        if after.is_none() || found.len() >= limit as usize {
            return Ok(found);
        }
    }
}
