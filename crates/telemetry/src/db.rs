//! Which databases there are.

/// The database that a statement goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DbSystem {
    /// `PostgreSQL`.
    Postgresql,
    /// `SQLite`.
    Sqlite,
}

impl DbSystem {
    /// The name in the conventions of OpenTelemetry.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Postgresql => "postgresql",
            Self::Sqlite => "sqlite",
        }
    }
}
