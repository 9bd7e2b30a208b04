//! No file that nothing refers to: Rust files hang in a module tree, others are named somewhere.
//! Pages are looked after in [`super::documents`].

use std::collections::{BTreeMap, BTreeSet};

use super::slip::TidySlip;
use super::source::RustSource;
use crate::tree::ProjectFile;

/// Files that tools look for by name, and folders whose files are there for their own sake.
const KNOWN: &[&str] = &[
    "Cargo.toml",
    "Cargo.lock",
    "package-lock.json",
    "tsconfig.json",
    ".prettierrc.json",
    ".gitignore",
    ".gitattributes",
    "rustfmt.toml",
    "clippy.toml",
    "deny.toml",
    "rust-toolchain.toml",
    ".ci/",
    ".cargo/",
    ".github/",
    "records/",
    "LICENSE-MIT",
    "LICENSE-APACHE",
];

/// A slip for each file that nothing refers to.
pub fn check(files: &[ProjectFile], sources: &[RustSource]) -> Vec<TidySlip> {
    let declared: BTreeSet<&str> = sources
        .iter()
        .flat_map(|source| &source.modules)
        .flat_map(|module| module.candidates.iter().map(String::as_str))
        .collect();
    let mut named = FileReferences::new(files);
    let mut slips = Vec::new();
    for file in files {
        let is_alive = match file.path.rsplit_once('.') {
            Some((_, "rs")) => {
                is_root(&file.path)
                    || declared.contains(file.path.as_str())
                    || is_named_in_manifest(&file.path, files)
            }
            Some((_, "md")) => true,
            _ => is_known(&file.path) || named.is_named(&file.path),
        };
        if !is_alive {
            slips.push(TidySlip::new(&file.path, 0, "nothing refers to it"));
        }
    }
    slips
}

/// Does cargo find it by itself?
fn is_root(path: &str) -> bool {
    let mut parts = path.rsplit('/');
    let name = parts.next().unwrap_or_default();
    match parts.next().unwrap_or_default() {
        "src" => matches!(name, "lib.rs" | "main.rs"),
        "tests" | "benches" | "examples" | "bin" | "fuzz_targets" => !path.contains("/src/tests/"),
        _ => {
            (name == "build.rs" && !path.contains("/src/"))
                || (name == "main.rs" && parts.next() == Some("tests"))
        }
    }
}

/// Is it the root of a target that its crate's manifest names by path?
fn is_named_in_manifest(path: &str, files: &[ProjectFile]) -> bool {
    let manifests = files.iter().filter(|file| file.path.ends_with("Cargo.toml"));
    manifests.into_iter().any(|manifest| {
        let folder = manifest.path.trim_end_matches("Cargo.toml");
        let inside = path.strip_prefix(folder).filter(|_| !folder.is_empty());
        inside.is_some_and(|inside| manifest.text.contains(&format!("path = \"{inside}\"")))
    })
}

fn is_known(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    // Snapshots belong to a test of the same name; insta itself reports those without.
    name == "Cargo.toml"
        || path.ends_with(".snap")
        || KNOWN
            .iter()
            .any(|known| path == *known || (known.ends_with('/') && path.starts_with(known)))
}

struct FileReferences<'a> {
    files: &'a [ProjectFile],
    /// The first two files that name a folder, for files that are listed by it: many share one, and
    /// one of the two is another than the file in question.
    folders: BTreeMap<&'a str, Vec<&'a str>>,
}

impl<'a> FileReferences<'a> {
    fn new(files: &'a [ProjectFile]) -> Self {
        Self { files, folders: BTreeMap::new() }
    }

    /// Is the file named by its folder, by its name, or by its stem in quotes, alone or after its folder?
    fn is_named(&mut self, path: &'a str) -> bool {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let folder = folder.rsplit('/').next().unwrap_or_default();
        let naming = self.folders.entry(folder).or_insert_with(|| naming(folder, self.files));
        if naming.iter().any(|by| *by != path) {
            return true;
        }
        let stem = name.split('.').next().unwrap_or(name);
        let stem = [format!("\"{stem}\""), format!("\"{folder}/{stem}\"")];
        let names = |text: &str| text.contains(name) || stem.iter().any(|it| text.contains(it));
        self.files.iter().any(|file| file.path != path && names(&file.text))
    }
}

fn naming<'a>(folder: &str, files: &'a [ProjectFile]) -> Vec<&'a str> {
    let spelled = [format!("\"{folder}\""), format!("{folder}/\""), format!("/{folder}\"")];
    let names = |file: &&ProjectFile| spelled.iter().any(|it| file.text.contains(it));
    files.iter().filter(names).map(|file| file.path.as_str()).take(2).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{files, sources, texts};
    use super::*;

    #[test]
    fn rust_files_hang_in_a_module_tree() {
        let all = [
            ("crates/a/src/lib.rs", "mod b;"),
            ("crates/a/src/b.rs", "mod c;"),
            ("crates/a/src/b/c.rs", ""),
            ("crates/a/src/c.rs", ""),
            ("crates/a/tests/all.rs", ""),
            ("crates/a/tests/it/main.rs", ""),
            ("crates/a/src/tool.rs", ""),
        ];
        let manifest = ("crates/a/Cargo.toml", "path = \"src/tool.rs\"");
        let slips = check(&files(&[&all[..], &[manifest]].concat()), &sources(&all));
        assert_eq!(texts(&slips), ["crates/a/src/c.rs: nothing refers to it"]);
    }

    #[test]
    fn other_files_are_named() {
        let all = files(&[
            (
                "crates/a/src/lib.rs",
                "include_str!(\"../x.toml\"); load(\"y\"); list(\"../cases\"); get(\"m/n\")",
            ),
            ("crates/a/x.toml", ""),
            ("crates/a/y.ftl", ""),
            ("crates/a/data/m/n.toml", ""),
            ("fixtures/cases/1.txt", ""),
            ("crates/a/z.css", ""),
            (".ci/run", ""),
        ]);
        assert_eq!(texts(&check(&all, &[])), ["crates/a/z.css: nothing refers to it"]);
    }
}
