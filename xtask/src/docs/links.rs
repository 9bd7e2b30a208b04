//! Link targets of a built site's pages: everything exists, and nothing is loaded from elsewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::Fallible;

/// Broken links of each page, and anything that it loads from outside the site. The planner's own
/// pages are its own affair.
pub fn check(book: &Path) -> Fallible<Vec<String>> {
    let mut pages = BTreeMap::new();
    collect(book, &mut pages)?;
    let ids: BTreeMap<&Path, BTreeSet<&str>> = pages
        .iter()
        .map(|(path, text)| (path.as_path(), values(text, " id=\"").collect()))
        .collect();
    let mut wrong = Vec::new();
    for (path, text) in &pages {
        for target in values(text, " src=\"").filter(|target| target.contains("//")) {
            wrong.push(format!("{}: loads {target}", path.display()));
        }
        let all = values(text, " href=\"").chain(values(text, " src=\""));
        for target in all.filter(|it| !it.contains(':') && !it.starts_with("//")) {
            if !leads_somewhere(path, target, &ids) {
                wrong.push(format!("{}: {target}", path.display()));
            }
        }
    }
    Ok(wrong)
}

fn collect(folder: &Path, pages: &mut BTreeMap<PathBuf, String>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() && !path.ends_with("planner") {
            collect(&path, pages)?;
        } else if path.extension().is_some_and(|it| it == "html") {
            pages.insert(path.clone(), fs::read_to_string(&path)?);
        }
    }
    Ok(())
}

/// Everything between `mark` and the next quote.
fn values<'a>(text: &'a str, mark: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(mark).skip(1).filter_map(|rest| rest.split('"').next())
}

fn leads_somewhere(page: &Path, target: &str, ids: &BTreeMap<&Path, BTreeSet<&str>>) -> bool {
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let file = file.split('?').next().unwrap_or_default();
    let folder = page.parent().unwrap_or(page);
    let path = if file.is_empty() {
        page.to_owned()
    } else {
        // Without `..`, as the pages are listed.
        let path = &folder.join(file);
        let mut parts = PathBuf::new();
        for part in path.components() {
            match part {
                std::path::Component::ParentDir => drop(parts.pop()),
                std::path::Component::CurDir => {}
                part => parts.push(part),
            }
        }
        parts
    };
    match ids.get(path.as_path()) {
        Some(ids) => anchor.is_empty() || ids.contains(anchor),
        None => path.exists(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_links_and_foreign_files_are_found() {
        let book = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| fs::write(book.path().join(name), text).unwrap();
        fs::create_dir(book.path().join("a")).unwrap();
        put(
            "index.html",
            "<h1 id=\"top\"> <a href=\"a/b.html#x\"> <a href=\"https://example.org\">",
        );
        put("a/b.html", "<p id=\"x\"> <a href=\"../index.html#top\"> <img src=\"../p.svg\">");
        put("p.svg", "");
        assert_eq!(check(book.path()).unwrap(), [""; 0]);
        put(
            "a/b.html",
            "<a href=\"../index.html#no\"> <img src=\"q.svg\"> <script src=\"//x/y.js\">",
        );
        let wrong = check(book.path()).unwrap();
        assert_eq!(wrong.len(), 4, "{wrong:?}");
    }
}
