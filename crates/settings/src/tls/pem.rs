//! Files of certificates and keys.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use thiserror::Error;

/// Bytes that a file of certificates may have.
const BYTES_MAX: u64 = 1024 * 1024;

/// A file in PEM that an option names; it may be given or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PemFile {
    variable: &'static str,
    path: PathBuf,
}

/// A file that TLS cannot be spoken with. Nothing of what it holds is told.
#[derive(Debug, Error)]
#[error("{variable}: {path}: {problem}", path = .path.display())]
pub struct TlsError {
    variable: &'static str,
    path: PathBuf,
    problem: String,
}

impl PemFile {
    /// What the option of this variable names.
    pub fn new(variable: &'static str, path: impl Into<PathBuf>) -> Self {
        Self {
            variable,
            path: path.into(),
        }
    }

    /// The variable that names it.
    #[must_use]
    pub const fn variable(&self) -> &'static str {
        self.variable
    }

    /// Whether there is one.
    #[must_use]
    pub fn is_given(&self) -> bool {
        !self.path.as_os_str().is_empty()
    }

    /// The file, where there is one.
    #[must_use]
    pub fn if_given(self) -> Option<Self> {
        self.is_given().then_some(self)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn makes_no_sense(&self, problem: &dyn fmt::Display) -> TlsError {
        TlsError {
            variable: self.variable,
            path: self.path.clone(),
            problem: problem.to_string(),
        }
    }

    pub(super) fn certificates(&self) -> Result<Vec<CertificateDer<'static>>, TlsError> {
        let bytes = self.bytes()?;
        let read: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&bytes).collect();
        match read {
            Ok(certificates) if certificates.is_empty() => {
                Err(self.makes_no_sense(&"it holds no certificate in PEM"))
            }
            Ok(certificates) => Ok(certificates),
            Err(_) => Err(self.makes_no_sense(&"its certificates cannot be read")),
        }
    }

    pub(super) fn private_key(&self) -> Result<PrivateKeyDer<'static>, TlsError> {
        PrivateKeyDer::from_pem_slice(&self.bytes()?)
            .map_err(|_| self.makes_no_sense(&"it holds no private key in PEM"))
    }

    fn bytes(&self) -> Result<Vec<u8>, TlsError> {
        let cannot = |error: io::Error| self.makes_no_sense(&format!("it cannot be read: {error}"));
        let file = File::open(&self.path).map_err(cannot)?;
        let mut bytes = Vec::new();
        file.take(BYTES_MAX + 1)
            .read_to_end(&mut bytes)
            .map_err(cannot)?;
        if bytes.len() as u64 > BYTES_MAX {
            return Err(self.makes_no_sense(&format!("it has more than {BYTES_MAX} bytes")));
        }
        Ok(bytes)
    }
}

impl fmt::Display for PemFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.variable, self.path.display())
    }
}
