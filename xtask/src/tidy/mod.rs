//! `cargo xtask tidy`: the house rules that no compiler knows.
//!
//! Each rule is a function over the paths and texts of the tree, so that its tests need no tree.
//! Rules read tokens and syntax, not lines, wherever a comment or string could look like code.

mod circles;
mod dead_files;
mod documents;
mod imports;
mod lines;
mod manifests;
mod purity;
mod rooms;
mod sentences;
mod slip;
mod source;
mod style;
mod words;
mod writing;

use std::path::Path;

use crate::Fallible;
use crate::tree::{self, ProjectFile};
pub use purity::PURE_ROOMS;
use slip::TidySlip;
use source::RustSource;

/// Checks the tree at `root`; prints each slip.
pub fn run(root: &Path) -> Fallible {
    let files = tree::files(root)?;
    let (sources, mut slips) = parse(&files);
    println!("tidy: {}", circles::sizes(&sources));
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
    for (tag, ids) in sentences::untranslated(&files) {
        println!(
            "tidy: warning: {} sentences lack a translation to {tag}: {}",
            ids.len(),
            ids.join(", ")
        );
    }
    slips.sort();
    for slip in &slips {
        println!("{slip}");
    }
    if slips.is_empty() { Ok(()) } else { Err(format!("tidy: {} slips", slips.len()).into()) }
}

/// Prints the grain of the code in figures.
pub fn style(root: &Path) -> Fallible {
    let files = tree::files(root)?;
    let (sources, slips) = parse(&files);
    slips.iter().for_each(|slip| println!("{slip}"));
    println!("{}", style::table(&files, &sources));
    Ok(())
}

fn parse(files: &[ProjectFile]) -> (Vec<RustSource>, Vec<TidySlip>) {
    let mut sources = Vec::new();
    let mut slips = Vec::new();
    for file in files.iter().filter(|file| file.path.ends_with(".rs")) {
        match RustSource::parse(&file.path, &file.text) {
            Ok(source) => sources.push(source),
            Err(error) => {
                let line = error.span().start().line;
                slips.push(TidySlip::new(&file.path, line, format!("does not parse: {error}")));
            }
        }
    }
    source::mark_test_files(&mut sources);
    (sources, slips)
}

#[cfg(test)]
fn sources(files: &[(&str, &str)]) -> Vec<RustSource> {
    let mut sources: Vec<RustSource> =
        files.iter().map(|(path, text)| RustSource::parse(path, text).unwrap()).collect();
    source::mark_test_files(&mut sources);
    sources
}

#[cfg(test)]
fn files(files: &[(&str, &str)]) -> Vec<ProjectFile> {
    let file =
        |(path, text): &(&str, &str)| ProjectFile { path: (*path).into(), text: (*text).into() };
    files.iter().map(file).collect()
}

#[cfg(test)]
fn texts(slips: &[TidySlip]) -> Vec<String> {
    slips.iter().map(ToString::to_string).collect()
}
