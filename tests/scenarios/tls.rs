//! The programs over TLS: with clients of both, and between the gateway and the game service, which
//! show each other certificates.

use std::time::Duration;

use moelle_proto::v1;
use moelle_proto::v1::game_service_client::GameServiceClient;
use moelle_settings::testing::Authority;
use moelle_settings::tls::{ClientTls, H2, HTTP_1_1, Identity};
use moelle_store_postgres::testing::TestDatabase;
use serde_json::json;
use tonic::Status;
use tonic::transport::Channel;

use crate::support::grpc::with_token;
use crate::support::http::{Call, Http};
use crate::support::processes::{Plan, Processes, channel};
use crate::support::table::Table;
use crate::support::tunnel::Tunnel;
use crate::support::vectors::{read_nine, text, texts};

const HOST: &str = "127.0.0.1";

/// Who vouches for whom.
struct Trust {
    /// For the gateway, before those who play.
    rest: Authority,
    /// For the game service, before the gateway and callers of gRPC.
    grpc: Authority,
    /// For the gateway and callers of gRPC, before the game service.
    clients: Authority,
}

/// What a gateway is given to reach the game service with.
struct Upstream {
    authority: String,
    shown: Option<Identity>,
}

impl Trust {
    fn new() -> Self {
        Self {
            rest: Authority::new(),
            grpc: Authority::new(),
            clients: Authority::new(),
        }
    }

    /// As it should be.
    fn upstream(&self) -> Upstream {
        Upstream {
            authority: self.grpc.path_of("ca.pem"),
            shown: Some(self.clients.sign("gateway")),
        }
    }

    /// The programs, started with certificates and this way from the gateway to the game service.
    async fn launch(&self, upstream: &Upstream) -> Processes {
        let (rest, grpc) = (self.rest.sign(HOST), self.grpc.sign(HOST));
        let path = |file: &moelle_settings::tls::PemFile| {
            let path = file.path().to_str();
            path.expect("a path of text").to_owned()
        };
        let mut variables = vec![
            ("MOELLE_REST_TLS_CERT_FILE", path(&rest.chain)),
            ("MOELLE_REST_TLS_KEY_FILE", path(&rest.key)),
            ("MOELLE_GRPC_TLS_CERT_FILE", path(&grpc.chain)),
            ("MOELLE_GRPC_TLS_KEY_FILE", path(&grpc.key)),
            (
                "MOELLE_GRPC_TLS_CLIENT_CA_FILE",
                self.clients.path_of("ca.pem"),
            ),
            ("MOELLE_UPSTREAM_TLS_CA_FILE", upstream.authority.clone()),
        ];
        if let Some(shown) = &upstream.shown {
            variables.push(("MOELLE_UPSTREAM_TLS_CERT_FILE", path(&shown.chain)));
            variables.push(("MOELLE_UPSTREAM_TLS_KEY_FILE", path(&shown.key)));
        }
        let plan = Plan {
            variables,
            scheme: "https",
            ..Plan::default()
        };
        let processes = Processes::launch(&plan, TestDatabase::migrated().await);
        until(&processes, "the game service is ready", async || {
            processes.game(0).is_ready().await
        })
        .await;
        processes
    }

    /// A way to the gateway of somebody who trusts this authority.
    async fn to_gateway(&self, processes: &Processes, trusted: &Authority) -> Tunnel {
        let tls = ClientTls::read(trusted.certificate(), None, HTTP_1_1).expect("files");
        Tunnel::open(&processes.gateway().address(), tls).await
    }

    /// A way to the game service of somebody who shows this certificate.
    async fn to_game(
        &self,
        processes: &Processes,
        trusted: &Authority,
        shown: Option<Identity>,
    ) -> Tunnel {
        let tls = ClientTls::read(trusted.certificate(), shown, H2).expect("files");
        Tunnel::open(&processes.game(0).address(), tls).await
    }
}

/// Waits for it, and shows what the programs printed where it does not come.
async fn until(processes: &Processes, what: &str, is: impl AsyncFn() -> bool) {
    let waiting = async {
        while !is().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let waited = tokio::time::timeout(Duration::from_mins(2), waiting).await;
    assert!(waited.is_ok(), "{what}: not yet; {}", processes.printed());
}

async fn read_game(channel: Channel, id: &str) -> Result<v1::Game, Status> {
    let game_id = id.to_owned();
    let request = v1::GetGameRequest { game_id };
    let answer = GameServiceClient::new(channel).get_game(request).await?;
    Ok(answer.into_inner().game.expect("a game"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_over_https_and_over_grpc_with_tls() {
    let trust = Trust::new();
    let processes = trust.launch(&trust.upstream()).await;
    until(&processes, "the gateway is ready", async || {
        processes.gateway().is_ready().await
    })
    .await;
    let rest = trust.to_gateway(&processes, &trust.rest).await;
    let shown = Some(trust.clients.sign("application"));
    let grpc = trust.to_game(&processes, &trust.grpc, shown).await;

    let http = Http::new(rest.url());
    let created = http
        .send(Call::post("/v1/games", &json!({"variant": "nine"})))
        .await;
    let link = text(&created.expect(201)["invitations"][0], "url").to_owned();
    assert!(link.starts_with("https://"), "{link}");
    let told = created.header("strict-transport-security");
    assert!(told.starts_with("max-age="), "{:?}", created.headers);

    let shortest = read_nine("games.jsonl")
        .into_iter()
        .min_by_key(|line| line["turns"].as_array().map_or(0, Vec::len))
        .expect("a line");
    let mut table = Table::of_line(&http, &shortest).await;
    let mut stream = http.events(Call::get(table.path("/events"))).await;
    assert_eq!(stream.next().await.expect("a snapshot").name, "snapshot");
    let turns = texts(&shortest, "turns");
    let mut games = GameServiceClient::new(channel(grpc.url()));
    for (number, turn) in turns.iter().enumerate() {
        if number % 2 == 0 {
            table.play(turn).await;
            continue;
        }
        let request = v1::PlayTurnRequest {
            game_id: table.id.clone(),
            turn: (*turn).to_owned(),
            revision: Some(table.revision()),
            ..v1::PlayTurnRequest::default()
        };
        let played = games.play_turn(with_token(request, table.token())).await;
        played.unwrap_or_else(|status| panic!("{turn}: {status}"));
        table.game = table.read().await;
    }
    let mut seen = 0;
    while let Some(event) = stream.next().await {
        seen += usize::from(event.data["type"] == "turn_played");
    }
    assert_eq!(seen, turns.len(), "turns on the stream");
    assert_eq!(table.game["outcome"]["result"], shortest["result"]);
    let read = read_game(channel(grpc.url()), &table.id).await;
    assert_eq!(read.expect("it is there").revision, table.revision());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_not_trusted_reaches_neither_program() {
    let trust = Trust::new();
    let processes = trust.launch(&trust.upstream()).await;
    until(&processes, "the gateway is ready", async || {
        processes.gateway().is_ready().await
    })
    .await;
    let known = Some(trust.clients.sign("application"));
    let trusted = trust.to_game(&processes, &trust.grpc, known.clone()).await;
    let there = read_game(channel(trusted.url()), &"1".repeat(22)).await;
    assert_eq!(
        there.expect_err("no such game").code(),
        tonic::Code::NotFound
    );

    let stranger = Authority::new();
    let unknown = Some(stranger.sign("application"));
    for (what, authority, shown) in [
        ("no certificate", &trust.grpc, None),
        ("one of another authority", &trust.grpc, unknown),
        ("a service that is not trusted", &stranger, known),
    ] {
        let tunnel = trust.to_game(&processes, authority, shown).await;
        let refused = read_game(channel(tunnel.url()), &"1".repeat(22)).await;
        let code = refused.expect_err(what).code();
        assert_ne!(code, tonic::Code::NotFound, "{what}");
    }
    let plain = channel(&format!("http://{}", processes.game(0).address()));
    let refused = read_game(plain, &"1".repeat(22)).await;
    assert_ne!(refused.expect_err("plain").code(), tonic::Code::NotFound);

    let trusted = trust.to_gateway(&processes, &trust.rest).await;
    let answer = Http::new(trusted.url()).send(Call::get("/readyz")).await;
    assert_eq!(answer.status, 200);
    let tunnel = trust.to_gateway(&processes, &stranger).await;
    let refused = Http::new(tunnel.url()).try_send(Call::get("/readyz")).await;
    refused.expect_err("a gateway that is not trusted");
    let plain = Http::new(format!("http://{}", processes.gateway().address()));
    let refused = plain.try_send(Call::get("/readyz")).await;
    refused.expect_err("plain HTTP is not spoken");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_and_a_game_service_that_do_not_trust_each_other_serve_nobody() {
    let (trust, stranger) = (Trust::new(), Authority::new());
    let cases = [
        (
            "a service of another authority",
            Upstream {
                authority: stranger.path_of("ca.pem"),
                ..trust.upstream()
            },
        ),
        (
            "a gateway without a certificate",
            Upstream {
                shown: None,
                ..trust.upstream()
            },
        ),
        (
            "a gateway of another authority",
            Upstream {
                shown: Some(stranger.sign("gateway")),
                ..trust.upstream()
            },
        ),
    ];
    for (what, upstream) in cases {
        let processes = trust.launch(&upstream).await;
        let address = format!("https://{}", processes.game(0).address());
        until(&processes, what, async || {
            let printed = processes.printed();
            let mut lines = printed.lines();
            lines.any(|line| line.contains("WARN") && line.contains(&address))
        })
        .await;
        assert!(!processes.gateway().is_ready().await, "{what}");
        let rest = trust.to_gateway(&processes, &trust.rest).await;
        let answer = Http::new(rest.url()).send(Call::get("/v1/variants")).await;
        answer.problem(503, "unavailable");
    }
}
