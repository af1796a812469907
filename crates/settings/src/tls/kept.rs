//! What was read from files, until they change.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use super::{PemFile, TlsError};

type Make<C> = Box<dyn Fn() -> Result<C, TlsError> + Send + Sync>;
/// When each file was last written, and how long it is; none where it cannot be looked at.
type Stamps = Vec<Option<(SystemTime, u64)>>;

/// A configuration that is made of files.
pub(super) struct Kept<C> {
    files: Vec<PemFile>,
    look_every: Duration,
    make: Make<C>,
    now: Mutex<Now<C>>,
}

struct Now<C> {
    config: Arc<C>,
    stamps: Stamps,
    looked_at: Instant,
}

impl<C> Kept<C> {
    /// Reads the files for the first time.
    pub(super) fn read(
        files: Vec<PemFile>,
        look_every: Duration,
        make: impl Fn() -> Result<C, TlsError> + Send + Sync + 'static,
    ) -> Result<Self, TlsError> {
        // Before they are read: what is written meanwhile is seen by the next look.
        let stamps = stamps(&files);
        let config = Arc::new(make()?);
        Ok(Self {
            files,
            look_every,
            make: Box::new(make),
            now: Mutex::new(Now {
                config,
                stamps,
                looked_at: Instant::now(),
            }),
        })
    }

    pub(super) fn files(&self) -> &[PemFile] {
        &self.files
    }

    /// The configuration as the files have it now, give or take the time between two looks.
    pub(super) fn current(&self) -> Arc<C> {
        let mut now = self.lock();
        if now.looked_at.elapsed() >= self.look_every {
            now.looked_at = Instant::now();
            let stamps = stamps(&self.files);
            if stamps != now.stamps {
                now.stamps = stamps;
                self.renew(&mut now);
            }
        }
        Arc::clone(&now.config)
    }

    fn renew(&self, now: &mut Now<C>) {
        match (self.make)() {
            Ok(config) => {
                now.config = Arc::new(config);
                tracing::info!(files = ?self.files, "certificates were read anew");
            }
            Err(error) => {
                let error: &dyn std::error::Error = &error;
                tracing::error!(
                    error,
                    "certificates have changed and make no sense: those read before are used"
                );
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Now<C>> {
        // What is inside is replaced whole.
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn stamps(files: &[PemFile]) -> Stamps {
    let stamp = |file: &PemFile| {
        let metadata = std::fs::metadata(file.path()).ok()?;
        Some((metadata.modified().ok()?, metadata.len()))
    };
    files.iter().map(stamp).collect()
}
