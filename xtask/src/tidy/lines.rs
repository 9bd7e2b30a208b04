//! Forbidden in lines: more than 100 columns, unfinished work, a developer's own folders.

use std::collections::BTreeSet;

use super::slip::TidySlip;
use super::source::RustSource;
use crate::tree::ProjectFile;

const MOST_COLUMNS: usize = 100;

const UNFINISHED: &[&str] = &["dbg", "todo", "unimplemented"];

/// Marks of unfinished work; right with the number of an issue, as in `(#12)`. Put together here so
/// that this file does not hold them.
const MARKS: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME"), concat!("X", "XX")];

/// Folders of a private machine, in code and pages.
const FOLDERS: &[&str] = &[concat!("/ro", "ot/"), concat!("/wo", "rk/")];

/// Folders that pages must not name; code may read `/home` like any mount point.
const FOLDERS_IN_PAGES: &[&str] = &[concat!("/ho", "me/"), concat!("/t", "mp/")];

pub fn check(files: &[ProjectFile], sources: &[RustSource]) -> Vec<TidySlip> {
    let mut slips: Vec<TidySlip> = sources.iter().flat_map(unfinished).collect();
    for file in files.iter().filter(|file| is_ours(&file.path)) {
        let strings = sources.iter().find(|it| it.path == file.path).map(string_lines);
        for (index, line) in file.text.lines().enumerate() {
            let may_be_long = strings.as_ref().is_none_or(|it| it.contains(&(index + 1)));
            let faults = faults(line, &file.path, may_be_long);
            slips.extend(faults.into_iter().map(|what| TidySlip::new(&file.path, index + 1, what)));
        }
    }
    slips
}

/// Texts that people write; fixtures and records hold output of machines.
fn is_ours(path: &str) -> bool {
    let is_data = path.starts_with("fixtures/") || path.starts_with("records/");
    let kind = path.rsplit_once('.').map_or("", |(_, kind)| kind);
    !is_data
        && !path.contains("/fixtures/")
        && matches!(kind, "rs" | "md" | "toml" | "ftl" | "css" | "js")
}

fn faults(line: &str, path: &str, may_be_long: bool) -> Vec<String> {
    let mut faults = Vec::new();
    let columns = line.chars().count();
    if columns > MOST_COLUMNS && !may_be_long && !line.contains("://") {
        faults.push(format!("{columns} columns, over {MOST_COLUMNS}"));
    }
    for mark in MARKS {
        let words =
            |part: &str| part.chars().next().is_some_and(|c| c.is_alphanumeric() || c == '_');
        let open = line.split(mark).skip(1).any(|rest| !rest.starts_with("(#") && !words(rest));
        if open {
            faults.push(format!("{mark} without an issue: write {mark}(#12)"));
        }
    }
    let in_pages = if path.ends_with(".md") { FOLDERS_IN_PAGES } else { &[] };
    let folders = FOLDERS.iter().chain(in_pages).filter(|folder| names_folder(line, folder));
    faults.extend(folders.map(|folder| format!("{folder}... is on a private machine")));
    faults
}

/// Does the line name the folder itself, not a part of a longer path such as `a/work/`?
fn names_folder(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        !line[..at].ends_with(|c: char| c.is_alphanumeric() || "._-~>/})".contains(c))
    })
}

/// The lines that hold a string, which may be as long as they are.
fn string_lines(source: &RustSource) -> BTreeSet<usize> {
    let strings = source.words.iter().filter(|word| word.text.contains('"'));
    strings.flat_map(|word| word.line..=word.last_line).collect()
}

fn unfinished(source: &RustSource) -> Vec<TidySlip> {
    let pairs = source.words.iter().zip(source.words.iter().skip(1));
    pairs
        .filter(|(name, sign)| sign.text == "!" && UNFINISHED.contains(&name.text.as_str()))
        .map(|(name, _)| TidySlip::new(&source.path, name.line, format!("{}!", name.text)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::{files, sources, texts};
    use super::*;

    fn slips(path: &str, text: &str) -> Vec<String> {
        let all = [(path, text)];
        let rust: &[(&str, &str)] = if path.ends_with(".rs") { &all } else { &[] };
        texts(&check(&files(&all), &sources(rust)))
    }

    #[test]
    fn long_lines_are_found_unless_they_hold_a_string() {
        let long = "a".repeat(95);
        assert_eq!(slips("a.rs", &format!("fn {long}() {{}}")), ["a.rs:1: 103 columns, over 100"]);
        assert_eq!(slips("a.rs", &format!("const A: &str = \"{long}\";")), [""; 0]);
        assert_eq!(slips("a.rs", &format!("// https://{long}")), [""; 0]);
    }

    #[test]
    fn unfinished_work_needs_an_issue() {
        let mark = MARKS[0];
        assert_eq!(slips("a.md", &format!("{mark}(#3): later")), [""; 0]);
        assert_eq!(slips("a.md", &format!("{mark}: later")).len(), 1);
        assert_eq!(slips("a.rs", "fn f() {\n    dbg!(1);\n}"), ["a.rs:2: dbg!"]);
        assert_eq!(slips("a.rs", "// dbg!(1)"), [""; 0]);
    }

    #[test]
    fn folders_of_ones_own_machine_stay_out() {
        let own = FOLDERS[1];
        assert_eq!(slips("a.md", &format!("see {own}main")).len(), 1);
        assert_eq!(slips("a.md", &format!("see frame{own}main")), [""; 0]);
        assert_eq!(slips("a.md", &format!("in {}x", FOLDERS_IN_PAGES[0])).len(), 1);
        assert_eq!(slips("a.rs", &format!("// mounted at {}x", FOLDERS_IN_PAGES[0])), [""; 0]);
    }
}
