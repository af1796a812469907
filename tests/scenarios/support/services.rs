//! The services in the two forms in which the same scenario must hold.

use moelle_proto::v1::game_service_client::GameServiceClient;
use tonic::transport::Channel;

use super::http::Http;
use super::processes::{Plan, Processes};
use super::stack::Stack;

/// A gateway, and one or more replicas of the game service behind it.
pub(crate) struct Services {
    /// A client of the gateway.
    pub(crate) http: Http,
    replicas: Vec<Channel>,
    running: Running,
}

/// What goes away with the services.
enum Running {
    Here(Stack),
    Processes(Processes),
}

impl Services {
    /// One service in this process, on a file.
    pub(crate) async fn one() -> Self {
        let stack = Stack::on_sqlite().await;
        Self {
            http: stack.http.clone(),
            replicas: vec![stack.channel()],
            running: Running::Here(stack),
        }
    }

    /// Three replicas and a gateway, each a process, on one PostgreSQL.
    pub(crate) async fn three() -> Self {
        let plan = Plan {
            replicas: 3,
            ..Plan::default()
        };
        let processes = Processes::start(&plan).await;
        Self {
            http: Http::new(processes.gateway_url()),
            replicas: (0..3).map(|replica| processes.channel(replica)).collect(),
            running: Running::Processes(processes),
        }
    }

    /// The programs, where there are any.
    pub(crate) fn processes(&self) -> &Processes {
        match &self.running {
            Running::Processes(processes) => processes,
            Running::Here(_) => panic!("the services are in this process"),
        }
    }

    /// How many replicas there are.
    pub(crate) fn count(&self) -> usize {
        self.replicas.len()
    }

    /// A client of a replica; numbers beyond the last begin anew.
    pub(crate) fn games(&self, replica: usize) -> GameServiceClient<Channel> {
        GameServiceClient::new(self.replicas[replica % self.count()].clone())
    }

    /// The addresses of the gateway and of a replica: hosts and ports.
    pub(crate) fn addresses(&self) -> [String; 2] {
        let grpc = match &self.running {
            Running::Here(stack) => stack.grpc_url().to_owned(),
            Running::Processes(processes) => format!("http://127.0.0.1:{}", processes.port(0)),
        };
        [self.http.base(), &grpc].map(|url| url.replace("http://", ""))
    }
}

/// Makes tests of scenarios: on one service over a file, and on three replicas over PostgreSQL.
macro_rules! on_one_service_and_on_three_replicas {
    ($($scenario:ident),* $(,)?) => {
        mod on_one_service {
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $scenario() {
                    super::$scenario(&crate::support::services::Services::one().await).await;
                }
            )*
        }

        mod on_three_replicas {
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $scenario() {
                    super::$scenario(&crate::support::services::Services::three().await).await;
                }
            )*
        }
    };
}
pub(crate) use on_one_service_and_on_three_replicas;
