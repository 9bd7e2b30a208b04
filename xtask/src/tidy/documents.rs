//! Pages can be found from the front page, and their links lead somewhere.

use std::collections::BTreeSet;

use super::slip::Slip;
use crate::tree::File;

/// Where readers begin.
const FRONT: &[&str] = &["README.md", "README.ja.md", "ARCHITECTURE.md", "docs/README.md"];

/// A slip for each page that no front page leads to, and each link to a file that is not there.
pub fn check(files: &[File]) -> Vec<Slip> {
    let mut slips = Vec::new();
    let mut reached: BTreeSet<String> = FRONT.iter().map(|page| (*page).to_owned()).collect();
    let mut waiting: Vec<String> = reached.iter().cloned().collect();
    while let Some(path) = waiting.pop() {
        let Some(page) = files.iter().find(|file| file.path == path) else { continue };
        for (_, target) in links(page) {
            if target.ends_with(".md") && reached.insert(target.clone()) {
                waiting.push(target);
            }
        }
    }
    for page in files.iter().filter(|file| is_page(&file.path)) {
        if !reached.contains(&page.path) {
            slips.push(Slip::new(&page.path, 0, "no page leads here from README or ARCHITECTURE"));
        }
        slips.extend(dead_links(page, files));
    }
    slips
}

/// Pages for readers; those among records and fixtures belong to their data.
fn is_page(path: &str) -> bool {
    let is_data = path.starts_with("records/") || path.starts_with("fixtures/");
    path.ends_with(".md") && !is_data
}

fn dead_links(page: &File, files: &[File]) -> Vec<Slip> {
    let is_there = |target: &str| {
        let folder = format!("{}/", target.trim_end_matches('/'));
        files.iter().any(|file| file.path == target || file.path.starts_with(&folder))
    };
    let dead = links(page).into_iter().filter(|(_, target)| !is_there(target));
    dead.map(|(line, target)| Slip::new(&page.path, line, format!("links to no file: {target}")))
        .collect()
}

/// The files that a page links to, from the project's root, each with its line.
fn links(page: &File) -> Vec<(usize, String)> {
    let folder = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut links = Vec::new();
    for (index, line) in page.text.lines().enumerate() {
        let targets = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let targets = targets.filter_map(|target| target.split(['#', ' ']).next());
        let targets = targets.filter(|it| !it.is_empty() && !it.contains("://"));
        links.extend(targets.map(|target| (index + 1, resolve(folder, target))));
    }
    links
}

/// `../README.md` seen from `docs` is `README.md`.
fn resolve(folder: &str, target: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::super::{files, said};
    use super::*;

    #[test]
    fn pages_are_reached_and_links_lead_somewhere() {
        let all = files(&[
            ("README.md", "[a](docs/a.md#part) [web](https://example.org/b.md) [here](#x)"),
            ("docs/a.md", "see\n[b](b.md), [schemas](schema/), [home](../README.md), [gone](c.md)"),
            ("docs/b.md", ""),
            ("docs/schema/see.json", ""),
            ("docs/alone.md", ""),
            ("records/2026.md", ""),
        ]);
        assert_eq!(
            said(&check(&all)),
            [
                "docs/a.md:2: links to no file: docs/c.md",
                "docs/alone.md: no page leads here from README or ARCHITECTURE",
            ]
        );
    }
}
