//! `narrows.version/1`: which build of Narrows this is.

use serde::{Deserialize, Serialize};

/// Output of `narrows --version --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VersionDocument {
    /// Always `narrows.version/1`.
    pub schema: String,
    /// The version.
    pub narrows: String,
    /// The commit that a package was made from; null in other builds.
    pub commit: Option<String>,
    /// Processor, operating system and C library, such as `x86_64-linux-musl`.
    pub target: String,
    /// Parts that not every build has: `mpi`.
    pub features: Vec<String>,
    /// Whether the compiler optimised it; figures of other builds are not to be trusted.
    pub optimized: bool,
}
