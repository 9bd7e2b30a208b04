//! `cargo xtask tidy`: the house rules that no compiler knows.
//!
//! Each rule is a function over the paths and texts of the tree, so that its tests need no tree.
//! Rules read tokens and syntax, not lines, wherever a comment or string could look like code.

mod circles;
mod dead_files;
mod documents;
mod functions;
mod imports;
mod lines;
mod manifests;
mod purity;
mod rooms;
mod sentences;
mod source;
mod words;
mod writing;

use std::fmt;
use std::path::Path;

use crate::Done;
use crate::tree::{self, File};
use source::Source;

/// The rooms that take values and give values: no files, clock, process or threads. See
/// ARCHITECTURE.md.
pub const PURE_ROOMS: &[&str] = &[
    "units", "messages", "topology", "catalog", "workload", "array", "model", "plan", "infer",
    "stats", "issuer", "sim", "verdict", "record", "report",
];

/// A place that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slip {
    path: String,
    /// From 1; 0 for the whole file.
    line: usize,
    what: String,
}

impl Slip {
    fn new(path: &str, line: usize, what: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, what: what.into() }
    }
}

impl fmt::Display for Slip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.what),
            line => write!(f, "{}:{line}: {}", self.path, self.what),
        }
    }
}

/// Checks the tree at `root`; prints each slip, and the sizes of the functions.
pub fn run(root: &Path) -> Done {
    let files = tree::files(root)?;
    let (sources, mut slips) = parse(&files);
    println!("tidy: {}", functions::sizes(&sources));
    println!("tidy: {}", circles::sizes(&sources));
    slips.extend(functions::check(&sources));
    slips.extend(circles::check(&sources));
    slips.extend(purity::check(&sources));
    slips.extend(manifests::check(&files));
    slips.extend(rooms::check(&files));
    slips.extend(sentences::check(&files, &sources));
    slips.extend(dead_files::check(&files, &sources));
    slips.extend(documents::check(&files));
    slips.extend(lines::check(&files, &sources));
    slips.extend(words::check(&files, &sources));
    slips.extend(writing::check(&sources));
    slips.sort();
    for slip in &slips {
        println!("{slip}");
    }
    if slips.is_empty() { Ok(()) } else { Err(format!("tidy: {} slips", slips.len()).into()) }
}

fn parse(files: &[File]) -> (Vec<Source>, Vec<Slip>) {
    let mut sources = Vec::new();
    let mut slips = Vec::new();
    for file in files.iter().filter(|file| file.path.ends_with(".rs")) {
        match Source::parse(&file.path, &file.text) {
            Ok(source) => sources.push(source),
            Err(error) => {
                let line = error.span().start().line;
                slips.push(Slip::new(&file.path, line, format!("does not parse: {error}")));
            }
        }
    }
    source::mark_test_files(&mut sources);
    (sources, slips)
}

#[cfg(test)]
fn sources(files: &[(&str, &str)]) -> Vec<Source> {
    let mut sources: Vec<Source> =
        files.iter().map(|(path, text)| Source::parse(path, text).unwrap()).collect();
    source::mark_test_files(&mut sources);
    sources
}

#[cfg(test)]
fn files(files: &[(&str, &str)]) -> Vec<File> {
    let file = |(path, text): &(&str, &str)| File { path: (*path).into(), text: (*text).into() };
    files.iter().map(file).collect()
}

#[cfg(test)]
fn said(slips: &[Slip]) -> Vec<String> {
    slips.iter().map(ToString::to_string).collect()
}
