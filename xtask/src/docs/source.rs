//! The input of mdBook: the pages of `docs/`, those beside it that the summary names, and the files that
//! any of them links to, with links as the site has them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::Fallible;
use crate::tree::{ProjectFile, resolve};

/// Names the pages, in their order.
const SUMMARY: &str = "docs/SUMMARY.md";
const SETTINGS: &str = "docs/book.toml";
/// The page about the planner; without a planner to open, the site has none.
const PLANNER: &str = "docs/planner.md";

/// Writes the source of the book to `to`.
pub fn write(files: &[ProjectFile], root: &Path, to: &Path, has_planner: bool) -> Fallible {
    let pages = pages(files, has_planner)?;
    let mut linked = BTreeSet::new();
    for (path, place) in &pages {
        let Some(file) = files.iter().find(|file| file.path == *path) else {
            return Err(format!("{SUMMARY} names {path}, which is not there").into());
        };
        let text = page(file, files, &pages, &mut linked);
        put(&to.join("src").join(place), text.as_bytes())?;
    }
    let own = files.iter().filter(|file| file.path.starts_with("docs/"));
    let beside = own.filter(|file| !file.path.ends_with(".md") && file.path != SETTINGS);
    for file in beside {
        put(&to.join("src").join(&file.path["docs/".len()..]), &fs::read(root.join(&file.path))?)?;
    }
    for path in linked {
        put(&to.join("src").join(as_text(&path)), &fs::read(root.join(&path))?)?;
    }
    put(&to.join("book.toml"), &fs::read(root.join(SETTINGS))?)
}

fn put(path: &Path, bytes: &[u8]) -> Fallible {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    Ok(fs::write(path, bytes)?)
}

/// Every page of the site with its place there: the summary, and its pages.
fn pages(files: &[ProjectFile], has_planner: bool) -> Fallible<BTreeMap<String, String>> {
    let summary = files.iter().find(|file| file.path == SUMMARY);
    let summary = summary.ok_or_else(|| format!("there is no {SUMMARY}"))?;
    let mut pages = BTreeMap::from([(SUMMARY.to_owned(), "SUMMARY.md".to_owned())]);
    for target in summary.text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        let path = resolve("docs", target);
        if path != PLANNER || has_planner {
            // Location of a page in the site. The first one of a folder is its index.
            let place = path.strip_prefix("docs/").unwrap_or(&path);
            let place = match place.strip_suffix("README.md") {
                Some(folder) => format!("{folder}index.md"),
                None => place.to_owned(),
            };
            pages.insert(path, place);
        }
    }
    Ok(pages)
}

/// Location in the site of a file that is not a page: with an ending that browsers show. mdBook would
/// take `.md` before it for a page.
fn as_text(path: &str) -> String {
    format!("files/{}.txt", path.strip_suffix(".md").unwrap_or(path))
}

/// A page with the links of the site. Files that it links to outside are added to `linked`; a link to
/// anything missing from the site, such as a folder, loses its target and keeps its words.
fn page(
    file: &ProjectFile,
    files: &[ProjectFile],
    pages: &BTreeMap<String, String>,
    linked: &mut BTreeSet<String>,
) -> String {
    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let here = pages.get(&file.path).map_or("", String::as_str);
    let mut text = String::new();
    for line in file.text.lines() {
        let is_summary = file.path == SUMMARY;
        let new = rewrite(line, |target| {
            let (path, anchor) = target.split_once('#').map_or((target, ""), |(p, a)| (p, a));
            let to = place_in_book(&resolve(folder, path), files, pages, linked)?;
            let anchor = if anchor.is_empty() { String::new() } else { format!("#{anchor}") };
            Some(format!("{}{anchor}", relative(here, &to)))
        });
        // An entry of the summary without its page would be a draft.
        if !(is_summary && new != line && !new.contains("](") && line.contains("](")) {
            text += &new;
            text.push('\n');
        }
    }
    text
}

/// Location in the site of a file of the project.
fn place_in_book(
    path: &str,
    files: &[ProjectFile],
    pages: &BTreeMap<String, String>,
    linked: &mut BTreeSet<String>,
) -> Option<String> {
    if let Some(place) = pages.get(path) {
        // The site shows it as its menu.
        return (path != SUMMARY).then(|| place.clone());
    }
    files.iter().find(|file| file.path == path && file.path != PLANNER)?;
    match path.strip_prefix("docs/") {
        Some(place) if !path.ends_with(".md") => Some(place.to_owned()),
        _ => {
            linked.insert(path.to_owned());
            Some(as_text(path))
        }
    }
}

/// `line` with another target for each link to a file; none takes the link away from its words.
fn rewrite(line: &str, mut new: impl FnMut(&str) -> Option<String>) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("](") {
        let Some((target, behind)) = after.split_once(')') else { break };
        let is_own = !target.contains("://") && !target.starts_with('#') && !target.is_empty();
        let replaced = if is_own { new(target) } else { Some(target.to_owned()) };
        match (replaced, before.rfind('[')) {
            (None, Some(open)) => {
                text += &before[..open];
                text += &before[open + 1..];
            }
            (replaced, _) => {
                text += before;
                text += &format!("]({})", replaced.unwrap_or_default());
            }
        }
        rest = behind;
    }
    text + rest
}

/// The way from the page `here` to `to`, both from the site's root.
fn relative(here: &str, to: &str) -> String {
    format!("{}{to}", "../".repeat(here.matches('/').count()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> ProjectFile {
        ProjectFile { path: path.to_owned(), text: text.to_owned() }
    }

    fn project() -> Vec<ProjectFile> {
        vec![
            file(
                SUMMARY,
                "[Front](README.md)\n- [A](a/b.md)\n- [P](planner.md)\n- [S](../SAFETY.md)\n",
            ),
            file("SAFETY.md", "[model](docs/README.md#terms), [web](https://example.org/x.md)"),
            file(
                "docs/README.md",
                "![p](p.svg) [rs](../crates/x.rs) [all](schema/) [it](planner.md)",
            ),
            file("docs/c.md", "[menu](SUMMARY.md) [note](../crates/README.md)"),
            file("docs/a/b.md", "[s](../../SAFETY.md) [f](../README.md)"),
            file("docs/planner.md", ""),
            file("docs/p.svg", ""),
            file("docs/schema/see.json", ""),
            file("crates/x.rs", ""),
            file("crates/README.md", ""),
        ]
    }

    fn text(path: &str, has_planner: bool) -> (String, BTreeSet<String>) {
        let files = project();
        let pages = pages(&files, has_planner).unwrap();
        let mut linked = BTreeSet::new();
        let file = files.iter().find(|file| file.path == path).unwrap();
        (page(file, &files, &pages, &mut linked), linked)
    }

    #[test]
    fn links_lead_to_pages_of_the_book_and_files_come_along() {
        let (front, linked) = text("docs/README.md", true);
        assert_eq!(front, "![p](p.svg) [rs](files/crates/x.rs.txt) all [it](planner.md)\n");
        assert_eq!(linked.into_iter().collect::<Vec<_>>(), ["crates/x.rs"]);
        assert_eq!(text("docs/a/b.md", true).0, "[s](../SAFETY.md) [f](../index.md)\n");
        assert_eq!(text("docs/c.md", true).0, "menu [note](files/crates/README.txt)\n");
        let safety = "[model](index.md#terms), [web](https://example.org/x.md)\n";
        assert_eq!(text("SAFETY.md", true).0, safety);
    }

    #[test]
    fn without_a_planner_nothing_leads_to_it() {
        let all = "[Front](index.md)\n- [A](a/b.md)\n- [P](planner.md)\n- [S](SAFETY.md)\n";
        assert_eq!(text(SUMMARY, true).0, all);
        assert_eq!(text(SUMMARY, false).0, all.replace("- [P](planner.md)\n", ""));
        assert!(text("docs/README.md", false).0.ends_with("all it\n"));
    }
}
