//! What operators do with applications, their keys and their webhooks: straight in the store, whether a service runs or
//! not.

mod arguments;
mod told;
mod webhooks;

use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, Subcommand};
use moelle_games::{
    ApiKeyId, Applications, Label, ManageError, QuotaOverrides, SystemClock, SystemIds,
};

use crate::config::Config;
use crate::store::OpenStore;
use arguments::{Counted, Events, Keys, Life, Own, Span};
use told::Told;
pub use webhooks::WebhooksWish;

/// A subcommand about applications, their keys or their webhooks.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum Wish {
    /// Applications, which create games with their keys: make one, list them, say how much one may
    /// create.
    #[command(subcommand)]
    Applications(ApplicationsWish),
    /// The keys of applications: make one, list them, rotate or revoke one.
    #[command(subcommand)]
    Keys(KeysWish),
    /// The webhooks of an application: list them, list what they are told, send again what was given
    /// up.
    #[command(subcommand)]
    Webhooks(WebhooksWish),
}

/// What is wished of applications.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum ApplicationsWish {
    /// Makes an application.
    Create {
        /// What it is called; no two have the same name.
        #[arg(long)]
        name: Label,
        /// Its own quotas.
        #[command(flatten)]
        quotas: QuotaArguments,
        /// How it is told.
        #[command(flatten)]
        form: Form,
    },
    /// Lists all applications, the oldest first.
    List {
        /// How it is told.
        #[command(flatten)]
        form: Form,
    },
    /// Says how much an application may create. What is not named stays as it is.
    SetQuota {
        /// Its id or its name.
        application: String,
        /// Its own quotas.
        #[command(flatten)]
        quotas: QuotaArguments,
        /// How it is told.
        #[command(flatten)]
        form: Form,
    },
}

/// What is wished of keys.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum KeysWish {
    /// Makes a key and shows it, this once.
    Create {
        /// The id or the name of its application.
        #[arg(long)]
        application: String,
        /// What it is called, such as where it is used.
        #[arg(long)]
        name: Label,
        /// After which time it works no more: such as 90d, 12h or 30m; or never.
        #[arg(long, default_value = "365d")]
        expires: Life,
        /// How it is told.
        #[command(flatten)]
        form: Form,
    },
    /// Lists keys, the oldest first, and never their secrets.
    List {
        /// Those of the application of this id or name alone.
        #[arg(long)]
        application: Option<String>,
        /// How it is told.
        #[command(flatten)]
        form: Form,
    },
    /// Makes a key in place of another and shows it, this once. The other works on for a while.
    Rotate {
        /// The id of the key before.
        key: ApiKeyId,
        /// For how long that works on: such as 24h or 30m; 0m: not at all.
        #[arg(long, default_value = "24h")]
        overlap: Span,
        /// After which time the new one works no more: such as 90d; or never.
        #[arg(long, default_value = "365d")]
        expires: Life,
        /// How it is told.
        #[command(flatten)]
        form: Form,
    },
    /// Revokes a key: within seconds every replica refuses it.
    Revoke {
        /// Its id.
        key: ApiKeyId,
        /// How it is told.
        #[command(flatten)]
        form: Form,
    },
}

/// How an answer is told.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// Tells it as JSON, for machines.
    #[arg(long)]
    json: bool,
}

/// An application's own quotas: a number, or `default` for as the service is set.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuotaArguments {
    /// Games that have not ended; 0: as many as may come.
    #[arg(long)]
    running_games: Option<Own<Counted>>,
    /// Games created within 24 hours; 0: as many as may come.
    #[arg(long)]
    games_per_day: Option<Own<Counted>>,
    /// Events of one game.
    #[arg(long)]
    game_events: Option<Own<Events>>,
    /// Keys that work.
    #[arg(long)]
    keys: Option<Own<Keys>>,
}

impl QuotaArguments {
    /// The quotas after these were set over others.
    fn over(self, before: QuotaOverrides) -> QuotaOverrides {
        QuotaOverrides {
            running_games: Own::over(self.running_games, before.running_games, Counted::limit),
            games_per_day: Own::over(self.games_per_day, before.games_per_day, Counted::limit),
            game_events: Own::over(self.game_events, before.game_events, |events| events.0),
            keys: Own::over(self.keys, before.keys, |keys| keys.0),
        }
    }
}

/// Does what an operator wishes and tells it: the answer on standard output, what went wrong on the
/// other. Ends with 0 where it was done, with 1 where not.
#[must_use]
pub fn manage(program: &str, config: &Config, wish: &Wish) -> ExitCode {
    let runtime = match tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => return failed(program, &error.into()),
    };
    match runtime.block_on(done(config, wish)) {
        Ok(text) => {
            let mut out = std::io::stdout().lock();
            match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => failed(program, &error.into()),
            }
        }
        Err(error) => failed(program, &error),
    }
}

fn failed(program: &str, error: &anyhow::Error) -> ExitCode {
    eprintln!("{program}: {error:#}");
    ExitCode::FAILURE
}

async fn done(config: &Config, wish: &Wish) -> anyhow::Result<String> {
    let store = OpenStore::open(&config.database).await?;
    let applications = Applications::new(store.games(), Arc::new(SystemClock), Arc::new(SystemIds))
        .with(config.keys.quotas, config.keys.trusted_for);
    let told = match wish {
        Wish::Applications(wish) => of_applications(&applications, wish)
            .await
            .map_err(Into::into),
        Wish::Keys(wish) => of_keys(&applications, wish).await.map_err(Into::into),
        Wish::Webhooks(wish) => {
            let webhooks = config.webhooks.over(store.games());
            webhooks::done(&applications, &webhooks, wish).await
        }
    };
    store.close().await;
    told
}

async fn of_applications(
    applications: &Applications,
    wish: &ApplicationsWish,
) -> Result<String, ManageError> {
    let usual = applications.quotas();
    match wish {
        ApplicationsWish::Create { name, quotas, form } => {
            let quotas = quotas.over(QuotaOverrides::default());
            let made = applications.create(name.clone(), quotas).await?;
            Ok(Told::application(&made, usual).one(form.json))
        }
        ApplicationsWish::List { form } => {
            let all = applications.list().await?;
            let told = all.iter().map(|one| Told::application(one, usual));
            Ok(Told::all(told, form.json))
        }
        ApplicationsWish::SetQuota {
            application,
            quotas,
            form,
        } => {
            let mut found = applications.find(application).await?;
            found.quotas = quotas.over(found.quotas);
            applications.set_quotas(found.id, found.quotas).await?;
            Ok(Told::application(&found, usual).one(form.json))
        }
    }
}

async fn of_keys(applications: &Applications, wish: &KeysWish) -> Result<String, ManageError> {
    match wish {
        KeysWish::Create {
            application,
            name,
            expires,
            form,
        } => {
            let owner = applications.find(application).await?;
            let made = applications
                .create_key(&owner, name.clone(), expires.0)
                .await?;
            Ok(Told::new_key(&made).one(form.json))
        }
        KeysWish::List { application, form } => {
            let owner = match application {
                Some(text) => Some(applications.find(text).await?.id),
                None => None,
            };
            let keys = applications.list_keys(owner).await?;
            Ok(Told::all(keys.iter().map(Told::key), form.json))
        }
        KeysWish::Rotate {
            key,
            overlap,
            expires,
            form,
        } => {
            let made = applications.rotate_key(*key, expires.0, overlap.0).await?;
            Ok(Told::new_key(&made).one(form.json))
        }
        KeysWish::Revoke { key, form } => {
            applications.revoke_key(*key).await?;
            Ok(Told::revoked(*key).one(form.json))
        }
    }
}

#[cfg(test)]
mod tests {
    use moelle_games::Limit;
    use moelle_settings::parse_from;

    use super::*;
    use crate::config::{Cli, Command};

    fn wish(args: &[&str]) -> Result<Wish, String> {
        let cli: Cli = parse_from(["moelle-game"].iter().chain(args)).map_err(|e| e.to_string())?;
        match cli.command {
            Some(Command::Manage(wish)) => Ok(wish),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn quotas_that_are_not_named_stay_as_they_are() {
        let args = [
            "applications",
            "set-quota",
            "Kros",
            "--running-games=0",
            "--keys=default",
        ];
        let Ok(Wish::Applications(ApplicationsWish::SetQuota { quotas, .. })) = wish(&args) else {
            panic!("{args:?}");
        };
        let before = QuotaOverrides {
            running_games: Some(Limit::from_number(5)),
            games_per_day: Some(Limit::from_number(6)),
            game_events: None,
            keys: Some(7),
        };
        let after = QuotaOverrides {
            running_games: Some(Limit::from_number(0)),
            keys: None,
            ..before
        };
        assert_eq!(quotas.over(before), after);
    }

    #[test]
    fn what_cannot_be_is_refused_before_the_store_is_opened() {
        for args in [
            &["applications", "create"][..],
            &["applications", "create", "--name", " "],
            &[
                "applications",
                "create",
                "--name=x",
                "--running-games=100001",
            ],
            &["applications", "create", "--name=x", "--game-events=999"],
            &["applications", "create", "--name=x", "--keys=0"],
            &["keys", "create", "--name=x"],
            &[
                "keys",
                "create",
                "--application=x",
                "--name=x",
                "--expires=0d",
            ],
            &[
                "keys",
                "create",
                "--application=x",
                "--name=x",
                "--expires=soon",
            ],
            &["keys", "rotate", "x"],
            &["keys", "revoke"],
        ] {
            assert!(wish(args).is_err(), "{args:?}");
        }
        let args = [
            "keys",
            "create",
            "--application=x",
            "--name=x",
            "--expires=never",
        ];
        let Ok(Wish::Keys(KeysWish::Create { expires, .. })) = wish(&args) else {
            panic!("{args:?}");
        };
        assert_eq!(expires.0, None);
    }
}
