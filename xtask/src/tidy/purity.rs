//! Pure rooms touch nothing outside themselves.
//!
//! That they build for wasm32 does not prove it: `std::fs` builds there and fails when called.

use syn::UseTree;
use syn::visit::Visit;

use super::slip::TidySlip;
use super::source::{RustSource, SourceToken};

/// The rooms that take and give values: no files, clock, process or threads.
pub const PURE_ROOMS: &[&str] = &[
    "units", "messages", "topology", "catalog", "workload", "array", "model", "plan", "infer",
    "sim", "verdict", "record", "files", "report", "formats",
];

/// The pure part of a room that is none.
const PURE_PART: &str = "crates/hosts/src/cluster/";

const MODULES: &[&str] =
    &["std::fs", "std::process", "std::net", "std::thread", "std::env", "std::os"];

/// Names that imply a clock, an order that changes from run to run, or the system itself.
const NAMES: &[&str] =
    &["Instant", "SystemTime", "HashMap", "HashSet", "unsafe", "libc", "rustix", "io_uring"];

const MACROS: &[&str] = &["print", "println", "eprint", "eprintln"];

/// A slip for each forbidden name in a pure room's shipped code.
pub fn check(sources: &[RustSource]) -> Vec<TidySlip> {
    sources
        .iter()
        .filter(|source| {
            let room =
                source.path.strip_prefix("crates/").and_then(|rest| rest.split_once("/src/"));
            room.is_some_and(|(room, _)| PURE_ROOMS.contains(&room))
                || source.path.starts_with(PURE_PART)
        })
        .flat_map(check_one)
        .collect()
}

fn check_one(source: &RustSource) -> Vec<TidySlip> {
    let mut imports = BracedImports::default();
    imports.visit_file(&source.syntax);
    imports.0.retain(|(line, _)| !source.is_test(*line));
    let words = source.shipped_words();
    for at in 0..words.len() {
        imports.0.extend(forbidden_at(&words[at..]).map(|name| (words[at].line, name)));
    }
    imports.0.sort();
    imports.0.dedup();
    let slip = |(line, name)| TidySlip::new(&source.path, line, format!("{name} in a pure room"));
    imports.0.into_iter().map(slip).collect()
}

/// The forbidden name that begins here, if any.
fn forbidden_at(words: &[&SourceToken]) -> Option<String> {
    let text = |at: usize| words.get(at).map_or("", |word| word.text.as_str());
    let first = text(0);
    if NAMES.contains(&first) {
        return Some(first.to_owned());
    }
    if MACROS.contains(&first) && text(1) == "!" {
        return Some(format!("{first}!"));
    }
    let path = format!("{first}::{}", text(3));
    let is_path = text(1) == ":" && text(2) == ":";
    (is_path && MODULES.contains(&path.as_str())).then_some(path)
}

/// Imports written with braces, which words alone do not tell: `use std::{fs, io}`.
#[derive(Default)]
struct BracedImports(Vec<(usize, String)>);

impl BracedImports {
    fn walk(&mut self, tree: &UseTree, prefix: &str) {
        match tree {
            UseTree::Path(path) => {
                let below = self.note(prefix, &path.ident);
                self.walk(&path.tree, &below);
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.walk(tree, prefix)),
            UseTree::Name(name) => drop(self.note(prefix, &name.ident)),
            UseTree::Rename(name) => drop(self.note(prefix, &name.ident)),
            UseTree::Glob(_) => {}
        }
    }

    fn note(&mut self, prefix: &str, name: &syn::Ident) -> String {
        let path = if prefix.is_empty() { name.to_string() } else { format!("{prefix}::{name}") };
        if MODULES.contains(&path.as_str()) {
            self.0.push((name.span().start().line, path.clone()));
        }
        path
    }
}

impl<'ast> Visit<'ast> for BracedImports {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.walk(&item.tree, "");
    }
}

#[cfg(test)]
mod tests {
    use super::super::{sources, texts};
    use super::*;

    fn slips(path: &str, text: &str) -> Vec<String> {
        texts(&check(&sources(&[(path, text)])))
    }

    #[test]
    fn the_outside_world_is_forbidden() {
        let text = "use std::{collections::BTreeMap, fs};\nfn a() { std::env::var(\"X\"); }\n\
                    fn b() { println!(\"\"); }\nuse std::collections::HashMap;";
        let slips_of_text = slips("crates/model/src/lib.rs", text);
        assert_eq!(
            slips_of_text,
            [
                "crates/model/src/lib.rs:1: std::fs in a pure room",
                "crates/model/src/lib.rs:2: std::env in a pure room",
                "crates/model/src/lib.rs:3: println! in a pure room",
                "crates/model/src/lib.rs:4: HashMap in a pure room",
            ]
        );
    }

    #[test]
    fn words_in_comments_and_strings_are_free() {
        let text =
            "// HashMap\n/// std::fs\nconst A: &str = \"unsafe\";\nconst B: &str = env!(\"V\");";
        assert_eq!(slips("crates/model/src/lib.rs", text), [""; 0]);
    }

    #[test]
    fn tests_and_edges_may() {
        let text = "#[cfg(test)]\nmod tests {\n use std::fs;\n fn a() { std::env::args(); }\n}";
        assert_eq!(slips("crates/model/src/lib.rs", text), [""; 0]);
        assert_eq!(slips("crates/model/tests/all.rs", "use std::fs;"), [""; 0]);
        assert_eq!(slips("crates/host/src/lib.rs", "use std::fs;"), [""; 0]);
        assert_eq!(slips("crates/hosts/src/lib.rs", "use std::fs;"), [""; 0]);
    }

    #[test]
    fn a_part_of_a_room_may_be_pure() {
        let slips_of_text = slips("crates/hosts/src/cluster/units.rs", "use std::fs;");
        assert_eq!(slips_of_text, ["crates/hosts/src/cluster/units.rs:1: std::fs in a pure room"]);
    }
}
