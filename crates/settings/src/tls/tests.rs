use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::*;
use crate::testing::Authority;

/// Lets a client and a server talk, and says what each came to.
async fn talk(
    server: &ServerTls,
    client: &ClientTls,
    name: &str,
) -> (io::Result<()>, io::Result<()>) {
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    let name = ServerName::try_from(name.to_owned()).expect("a name");
    let serving = async {
        let mut stream = server.accept(ours).await?;
        let byte = stream.read_u8().await?;
        stream.write_u8(byte + 1).await?;
        stream.shutdown().await
    };
    let asking = async {
        let mut stream = client.connect(name, theirs).await?;
        stream.write_u8(41).await?;
        assert_eq!(stream.read_u8().await?, 42);
        Ok(())
    };
    tokio::join!(serving, asking)
}

#[tokio::test]
async fn a_client_trusts_its_authority_and_the_name_alone() {
    let authority = Authority::new();
    let server = ServerTls::read(authority.sign("game"), None, &[H2]).expect("files");
    let client =
        |authority: &Authority| ClientTls::read(authority.certificate(), None, H2).expect("files");
    let (answered, asked) = talk(&server, &client(&authority), "game").await;
    answered.and(asked).expect("they talk");
    let (_, asked) = talk(&server, &client(&authority), "other").await;
    asked.expect_err("it is for another name");
    let (_, asked) = talk(&server, &client(&Authority::new()), "game").await;
    let error = asked.expect_err("it is of another authority").to_string();
    assert!(error.contains("UnknownIssuer"), "{error}");
}

#[tokio::test]
async fn a_server_that_wants_certificates_serves_nobody_without() {
    let authority = Authority::new();
    let wanted = Some(authority.certificate());
    let server = ServerTls::read(authority.sign("game"), wanted, &[H2]).expect("files");
    let client = |identity| ClientTls::read(authority.certificate(), identity, H2).expect("files");
    let (answered, asked) = talk(&server, &client(Some(authority.sign("gateway"))), "game").await;
    answered.and(asked).expect("they talk");
    let (answered, asked) = talk(&server, &client(None), "game").await;
    answered.expect_err("it shows no certificate");
    asked.expect_err("it is not answered");
    let stranger = Authority::new().sign("gateway");
    // Its files are gone with its folder, so that it cannot even be read.
    ClientTls::read(authority.certificate(), Some(stranger), H2).expect_err("no files");
    let other = Authority::new();
    let (answered, _) = talk(&server, &client(Some(other.sign("gateway"))), "game").await;
    answered.expect_err("its certificate is of another authority");
}

#[tokio::test]
async fn a_server_that_does_not_speak_the_protocol_is_not_spoken_to() {
    let authority = Authority::new();
    let server = ServerTls::read(authority.sign("game"), None, &[HTTP_1_1]).expect("files");
    let client = ClientTls::read(authority.certificate(), None, H2).expect("files");
    let (_, asked) = talk(&server, &client, "game").await;
    asked.expect_err("HTTP/2 is not spoken");
}

#[tokio::test]
async fn a_certificate_that_is_renewed_is_used_and_one_that_makes_no_sense_is_not() {
    let authority = Authority::new();
    let identity = authority.sign("game");
    let server = ServerTls::read_every(identity.clone(), None, &[H2], Duration::ZERO);
    let server = server.expect("files");
    let client = ClientTls::read(authority.certificate(), None, H2).expect("files");
    // The new certificate is for another name, so that it can be told from the old one.
    let new = authority.sign("new-name");
    std::fs::copy(new.chain.path(), identity.chain.path()).expect("copied");
    // Only half of the pair is new: the old one is used.
    let (answered, asked) = talk(&server, &client, "game").await;
    answered.and(asked).expect("the old one is used");
    std::fs::copy(new.key.path(), identity.key.path()).expect("copied");
    let (answered, asked) = talk(&server, &client, "new-name").await;
    answered.and(asked).expect("the new one is used");
    std::fs::write(identity.chain.path(), "garbage").expect("written");
    let (answered, asked) = talk(&server, &client, "new-name").await;
    answered.and(asked).expect("the last good one is used");
}

#[tokio::test]
async fn a_client_shows_its_renewed_certificate_and_trusts_the_renewed_authority() {
    let (old, new) = (Authority::new(), Authority::new());
    let server_of = |authority: &Authority| {
        let wanted = Some(authority.certificate());
        ServerTls::read(authority.sign("game"), wanted, &[H2]).expect("files")
    };
    let shown = old.sign("gateway");
    let read = ClientTls::read_every(old.certificate(), Some(shown.clone()), H2, Duration::ZERO);
    let client = read.expect("files");
    let (answered, asked) = talk(&server_of(&old), &client, "game").await;
    answered.and(asked).expect("both are of the old authority");
    let (_, asked) = talk(&server_of(&new), &client, "game").await;
    asked.expect_err("the new authority is not known yet");
    let renewed = new.sign("gateway");
    for (from, to) in [
        (renewed.chain, shown.chain),
        (renewed.key, shown.key),
        (new.certificate(), old.certificate()),
    ] {
        std::fs::copy(from.path(), to.path()).expect("copied");
    }
    let (answered, asked) = talk(&server_of(&new), &client, "game").await;
    answered.and(asked).expect("both are of the new authority");
}

#[test]
fn files_that_make_no_sense_are_told_by_their_names() {
    let authority = Authority::new();
    let good = authority.sign("game");
    std::fs::write(authority.path().join("garbage"), "garbage").expect("written");
    std::fs::write(
        authority.path().join("torn"),
        "-----BEGIN CERTIFICATE-----\nAAAA\n",
    )
    .expect("written");
    let read = |chain: &PemFile, key: &PemFile, authority: Option<PemFile>| {
        let (chain, key) = (chain.clone(), key.clone());
        ServerTls::read(Identity { chain, key }, authority, &[H2]).map(|_| ())
    };
    read(&good.chain, &good.key, None).expect("these are good");
    let file = |name: &str| authority.file(name);
    for (name, result) in [
        ("nowhere", read(&file("nowhere"), &good.key, None)),
        ("garbage", read(&file("garbage"), &good.key, None)),
        ("torn", read(&file("torn"), &good.key, None)),
        ("garbage", read(&good.chain, &file("garbage"), None)),
        ("game.crt", read(&good.chain, &good.chain, None)),
        (
            "other.key",
            read(&good.chain, &authority.sign("other").key, None),
        ),
        (
            "garbage",
            read(&good.chain, &good.key, Some(file("garbage"))),
        ),
    ] {
        let error = result.expect_err(name).to_string();
        assert!(
            error.starts_with("MOELLE_X: ") && error.contains(name),
            "{error}"
        );
    }
}

#[test]
fn a_certificate_and_its_key_are_given_together() {
    let file = |path: &str| PemFile::new("MOELLE_X", path);
    let given = |chain, key| {
        let mut problems = Problems::default();
        let identity = Identity::given(&mut problems, file(chain), file(key));
        problems.finish(Some(identity)).ok()
    };
    assert_eq!(given("", ""), Some(None));
    assert!(matches!(given("a", "b"), Some(Some(_))));
    assert_eq!((given("a", ""), given("", "b")), (None, None));
}
