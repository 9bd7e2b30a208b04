//! Files beside the binaries in every package: their manual pages, shell completions, licences.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::binary::{HOSTS, NARROWS};
use super::release::Release;
use crate::{Fallible, shell};

/// Files by their names in the archive, each with its bytes and whether it may be run.
#[derive(Clone)]
pub struct PackageContents(pub BTreeMap<String, (Vec<u8>, bool)>);

/// Files of the project, and the name that they go by in the archive.
const FILES: [(&str, &str); 14] = [
    ("README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("SAFETY.md", "SAFETY.md"),
    ("NOTICE", "NOTICE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("packaging/narrows-watch.service", "narrows-watch.service"),
    ("packaging/narrows-check.service", "narrows-check.service"),
    ("packaging/narrows-check.timer", "narrows-check.timer"),
    ("packaging/prometheus/narrows.rules.yml", "prometheus/narrows.rules.yml"),
    ("docs/examples/grafana-check.json", "grafana/grafana-check.json"),
    ("docs/examples/grafana-watch.json", "grafana/grafana-watch.json"),
    ("packaging/narrows.desktop", "narrows.desktop"),
    ("packaging/narrows.svg", "narrows.svg"),
];

/// Files that each binary prints about itself.
const PRINTED: [(&str, &[&str], &str); 12] = [
    (NARROWS, &["man"], "narrows.1"),
    (NARROWS, &["completions", "bash"], "completions/narrows.bash"),
    (NARROWS, &["completions", "zsh"], "completions/_narrows"),
    (NARROWS, &["completions", "fish"], "completions/narrows.fish"),
    (NARROWS, &["completions", "nushell"], "completions/narrows.nu"),
    (NARROWS, &["completions", "powershell"], "completions/narrows.ps1"),
    (HOSTS, &["man"], "narrows-hosts.1"),
    (HOSTS, &["completions", "bash"], "completions/narrows-hosts.bash"),
    (HOSTS, &["completions", "zsh"], "completions/_narrows-hosts"),
    (HOSTS, &["completions", "fish"], "completions/narrows-hosts.fish"),
    (HOSTS, &["completions", "nushell"], "completions/narrows-hosts.nu"),
    (HOSTS, &["completions", "powershell"], "completions/narrows-hosts.ps1"),
];

impl PackageContents {
    /// Everything but the binaries; packages take it from `target/packaging`.
    pub fn of(release: &Release, binary: &Path) -> Fallible<Self> {
        let mut files = BTreeMap::new();
        for (from, name) in FILES {
            files.insert(name.to_owned(), (fs::read(release.root.join(from))?, false));
        }
        for (program, words, name) in PRINTED {
            // A manual page of English words, whatever the locale here.
            let mut program = Command::new(binary.with_file_name(program));
            let text = shell::output(program.args(words).args(["--lang", "en"]))?;
            files.insert(name.to_owned(), (text.into_bytes(), false));
        }
        let folder = release.root.join("target/packaging");
        for (name, (bytes, _)) in &files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().ok_or("no folder")?)?;
            fs::write(path, bytes)?;
        }
        Ok(Self(files))
    }

    pub fn with(&self, binary: &Path) -> Fallible<Self> {
        let mut all = self.clone();
        for name in [NARROWS, HOSTS] {
            let bytes = fs::read(binary.with_file_name(name))?;
            all.0.insert(name.to_owned(), (bytes, true));
        }
        Ok(all)
    }
}
