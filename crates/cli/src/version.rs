//! Which build this is, for bug reports.

use narrows_record::schema;
use narrows_record::version::VersionDocument;
use serde_json::{Value, json};

/// As a document. Its type has plain fields only, so that it can always be written.
pub fn of_this_build(features: &[&str]) -> Value {
    let library = if cfg!(target_env = "musl") {
        "musl"
    } else if cfg!(target_env = "msvc") {
        "msvc"
    } else {
        "gnu"
    };
    let version = VersionDocument {
        schema: schema::VERSION.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        commit: option_env!("NARROWS_COMMIT").map(str::to_owned),
        target: format!("{}-{}-{library}", std::env::consts::ARCH, std::env::consts::OS),
        features: features.iter().map(|it| (*it).to_owned()).collect(),
        optimized: !cfg!(debug_assertions),
    };
    json!(version)
}
