//! Licences, bans and sources of all that the workspace depends on, held against `deny.toml`.
//!
//! For: the checks of cargo-deny that need nothing but `cargo metadata`, in seconds and without a
//! tool to compile. Not for: advisories, whose database is no package registry; `cargo xtask nightly
//! deny` asks cargo-deny itself.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::{Fallible, shell};

/// The parts of `deny.toml` judged here.
#[derive(Deserialize)]
struct Policy {
    licenses: Licenses,
    bans: BanPolicy,
}

#[derive(Deserialize)]
struct Licenses {
    allow: BTreeSet<String>,
}

#[derive(Deserialize)]
struct BanPolicy {
    deny: Vec<BannedCrate>,
}

#[derive(Deserialize)]
struct BannedCrate {
    #[serde(rename = "crate")]
    name: String,
}

#[derive(Deserialize)]
struct CargoPackage {
    name: String,
    version: String,
    license: Option<String>,
    /// Its origin; `None` for our own.
    source: Option<String>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    req: String,
    path: Option<String>,
}

#[derive(Deserialize)]
struct CargoMetadata {
    packages: Vec<CargoPackage>,
}

/// The only place that packages come from: crates.io, as cargo names it.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Checks every package that any target, feature or test of the workspace brings in.
pub fn run(root: &Path) -> Fallible {
    let policy: Policy = toml::from_str(&fs::read_to_string(root.join("deny.toml"))?)?;
    let words = ["metadata", "--format-version", "1", "--locked", "--all-features"];
    let metadata: CargoMetadata = serde_json::from_str(&shell::output(&mut shell::cargo(&words))?)?;
    let slips: Vec<String> = metadata.packages.iter().flat_map(|it| policy.judge(it)).collect();
    slips.iter().for_each(|slip| println!("{slip}"));
    if slips.is_empty() { Ok(()) } else { Err(format!("{} of deny.toml", slips.len()).into()) }
}

impl Policy {
    fn judge(&self, package: &CargoPackage) -> Vec<String> {
        let about = |what: String| format!("{} {}: {what}", package.name, package.version);
        let banned = self.bans.deny.iter().any(|it| it.name == package.name);
        let banned = banned.then(|| "is banned".to_owned());
        let own = package.source.is_none();
        // Parts of the project depend on each other by path, without a version.
        let wild =
            package.dependencies.iter().filter(|it| own && it.req == "*" && it.path.is_none());
        let wild = wild.map(|it| format!("takes any version of {}", it.name));
        let source = package.source.as_ref().filter(|source| *source != REGISTRY);
        let source = source.map(|source| format!("comes from {source}"));
        banned
            .into_iter()
            .chain(wild)
            .chain(source)
            .chain(self.licence(package))
            .map(about)
            .collect()
    }

    /// A problem with its licence. Source of the grammar: SPDX specification 2.3, annex D; some
    /// older packages write `/` for OR.
    fn licence(&self, package: &CargoPackage) -> Option<String> {
        let Some(text) = &package.license else { return Some("names no licence".into()) };
        let expression = match spdx::Expression::parse_mode(text, spdx::ParseMode::LAX) {
            Ok(expression) => expression,
            Err(why) => return Some(format!("licence {text} cannot be read: {why}")),
        };
        let allowed =
            |licence: &spdx::LicenseReq| self.licenses.allow.contains(&licence.to_string());
        (!expression.evaluate(allowed)).then(|| format!("licence {text} is not among the allowed"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(name: &str, license: Option<&str>, source: Option<&str>) -> Vec<String> {
        let policy = r#"
            licenses.allow = ["MIT", "Apache-2.0"]
            bans.deny = [{ crate = "tokio" }]
        "#;
        let package = CargoPackage {
            name: name.into(),
            version: "1.0.0".into(),
            license: license.map(Into::into),
            source: source.map(Into::into),
            dependencies: Vec::new(),
        };
        toml::from_str::<Policy>(policy).unwrap().judge(&package)
    }

    #[test]
    fn one_allowed_licence_of_a_choice_is_enough() {
        for good in ["MIT", "MIT/Apache-2.0", "GPL-3.0-only OR MIT", "MIT AND Apache-2.0"] {
            assert_eq!(judged("good", Some(good), Some(REGISTRY)), [""; 0], "{good}");
        }
        for bad in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "no licence"] {
            assert_eq!(judged("bad", Some(bad), Some(REGISTRY)).len(), 1, "{bad}");
        }
        assert_eq!(judged("none", None, Some(REGISTRY)), ["none 1.0.0: names no licence"]);
    }

    #[test]
    fn banned_packages_and_other_sources_are_named() {
        assert_eq!(judged("tokio", Some("MIT"), Some(REGISTRY)), ["tokio 1.0.0: is banned"]);
        let fork = judged("fork", Some("MIT"), Some("git+https://example.org/fork"));
        assert_eq!(fork, ["fork 1.0.0: comes from git+https://example.org/fork"]);
    }

    #[test]
    fn any_version_of_another_package_is_a_slip() {
        let policy: Policy = toml::from_str("licenses.allow = [\"MIT\"]\nbans.deny = []").unwrap();
        let dependency = |path: Option<&str>| Dependency {
            name: "other".into(),
            req: "*".into(),
            path: path.map(Into::into),
        };
        let package = |dependency| CargoPackage {
            name: "ours".into(),
            version: "1.0.0".into(),
            license: Some("MIT".into()),
            source: None,
            dependencies: vec![dependency],
        };
        let slips = policy.judge(&package(dependency(None)));
        assert_eq!(slips, ["ours 1.0.0: takes any version of other"]);
        assert_eq!(policy.judge(&package(dependency(Some("../other")))), [""; 0]);
    }
}
