//! Certificates for tests.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use tempfile::TempDir;

use crate::tls::{Identity, PemFile};

/// Authorities that were made.
static MADE: AtomicUsize = AtomicUsize::new(0);

/// An authority, and a folder for what it signs.
pub struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    folder: TempDir,
}

impl Default for Authority {
    fn default() -> Self {
        Self::new()
    }
}

impl Authority {
    /// A new one, with its certificate in `ca.pem`.
    ///
    /// # Panics
    ///
    /// It cannot be made, as everywhere here.
    #[must_use]
    pub fn new() -> Self {
        let key = KeyPair::generate().expect("a key");
        let mut params = CertificateParams::new(Vec::new()).expect("parameters");
        // Two of one name would be taken for each other until a signature is looked at.
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        params
            .distinguished_name
            .push(DnType::CommonName, format!("authority {number}"));
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = CertifiedIssuer::self_signed(params, key).expect("an authority");
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("ca.pem"), issuer.pem()).expect("written");
        Self { issuer, folder }
    }

    /// The folder of its files.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A file in its folder.
    #[must_use]
    pub fn file(&self, name: &str) -> PemFile {
        PemFile::new("MOELLE_X", self.path().join(name))
    }

    /// The path of a file in its folder, as a variable holds it.
    ///
    /// # Panics
    ///
    /// The folder's path is no text.
    #[must_use]
    pub fn path_of(&self, name: &str) -> String {
        let path = self.path().join(name);
        path.to_str().expect("a path of text").to_owned()
    }

    /// Its own certificate.
    #[must_use]
    pub fn certificate(&self) -> PemFile {
        self.file("ca.pem")
    }

    /// Signs a certificate for a name or an IP address into `NAME.crt` and `NAME.key`; it replaces
    /// the one before.
    ///
    /// # Panics
    ///
    /// It cannot be signed.
    #[must_use]
    pub fn sign(&self, name: &str) -> Identity {
        let key = KeyPair::generate().expect("a key");
        let params = CertificateParams::new(vec![name.to_owned()]).expect("parameters");
        let certificate = params.signed_by(&key, &*self.issuer).expect("signed");
        let write = |end: &str, pem: String| {
            let file = format!("{name}.{end}");
            std::fs::write(self.path().join(&file), pem).expect("written");
            self.file(&file)
        };
        Identity {
            chain: write("crt", certificate.pem()),
            key: write("key", key.serialize_pem()),
        }
    }
}
