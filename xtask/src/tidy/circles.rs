//! Files that import each other in a circle stay few: who reads one of them has to read them all.

use std::collections::BTreeSet;

use super::imports::{self, Imports};
use super::slip::TidySlip;
use super::source::RustSource;

/// A type, its parts and its operations may know each other.
const MOST_FILES: usize = 6;

/// A slip for each circle of more than six files.
pub fn check(sources: &[RustSource]) -> Vec<TidySlip> {
    let circles = imports::of_crates(sources).into_iter().flat_map(|imports| circles(&imports));
    circles
        .filter(|circle| circle.len() > MOST_FILES)
        .map(|circle| {
            let what = format!(
                "{} files import each other, over {MOST_FILES}: {}",
                circle.len(),
                circle.join(", ")
            );
            TidySlip::new(&circle[0], 0, what)
        })
        .collect()
}

/// One line about the largest circle of each crate that has one.
pub fn sizes(sources: &[RustSource]) -> String {
    let largest = imports::of_crates(sources).into_iter().filter_map(|imports| {
        let circles = circles(&imports);
        let largest = circles.iter().max_by_key(|circle| circle.len())?;
        let folder = largest[0].split("/src/").next().unwrap_or_default();
        Some(format!("{} {}", folder.trim_start_matches("crates/"), largest.len()))
    });
    let largest: Vec<String> = largest.collect();
    format!("largest import circles, in files: {}", largest.join(", "))
}

/// Files that all import each other, directly or through the others; single files are not a circle.
fn circles(imports: &Imports) -> Vec<Vec<String>> {
    let mut circles = BTreeSet::new();
    for file in imports.keys() {
        let reached = reached(file, imports);
        let circle: Vec<String> = reached
            .iter()
            .filter(|&&other| self::reached(other, imports).contains(file.as_str()))
            .map(|other| (*other).to_owned())
            .collect();
        circles.insert(circle);
    }
    circles.into_iter().filter(|circle| circle.len() > 1).collect()
}

/// All that a file imports, directly or indirectly.
fn reached<'a>(file: &str, imports: &'a Imports) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<&str> = imports[file].iter().map(String::as_str).collect();
    while let Some(file) = next.pop() {
        if reached.insert(file) {
            next.extend(imports[file].iter().map(String::as_str));
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::super::{sources, texts};
    use super::*;

    /// A crate of files `a`, `b`, ..., of which each imports the next and the last the first.
    fn ring(names: &[&str]) -> Vec<RustSource> {
        let next = names.iter().skip(1).chain(names.first());
        let files: Vec<(String, String)> = names
            .iter()
            .zip(next)
            .map(|(name, next)| {
                let text = format!("use crate::{next}::T as Next; pub struct T(Next);");
                (format!("crates/x/src/{name}.rs"), text)
            })
            .collect();
        let root: String = names.iter().map(|name| format!("mod {name};")).collect();
        let mut all = vec![("crates/x/src/lib.rs", root.as_str())];
        all.extend(files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
        sources(&all)
    }

    #[test]
    fn six_files_may_make_a_circle_but_not_seven() {
        assert_eq!(texts(&check(&ring(&["a", "b", "c", "d", "e", "f"]))), [""; 0]);
        let files: Vec<String> =
            ["a", "b", "c", "d", "e", "f", "g"].map(|it| format!("crates/x/src/{it}.rs")).into();
        assert_eq!(
            texts(&check(&ring(&["a", "b", "c", "d", "e", "f", "g"]))),
            [format!("{}: 7 files import each other, over 6: {}", files[0], files.join(", "))]
        );
    }

    #[test]
    fn the_sizes_name_a_crate_by_its_largest_circle() {
        let text = sizes(&ring(&["a", "b"]));
        assert_eq!(text, "largest import circles, in files: x 2");
        let none =
            sources(&[("x/src/lib.rs", "mod a; use a::A;"), ("x/src/a.rs", "pub struct A;")]);
        assert_eq!(sizes(&none), "largest import circles, in files: ");
        assert_eq!(texts(&check(&none)), [""; 0]);
    }
}
