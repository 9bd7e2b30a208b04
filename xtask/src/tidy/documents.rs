//! Pages can be found from the front page, and their links lead somewhere.

use std::collections::BTreeSet;

use super::slip::TidySlip;
use crate::tree::{ProjectFile, resolve};

const FRONT: &[&str] = &["README.md", "README.ja.md", "ARCHITECTURE.md", "docs/README.md", SUMMARY];

/// The list of the site's pages.
const SUMMARY: &str = "docs/SUMMARY.md";

/// A slip for each page that no front page leads to, and each link to a file that is not there.
pub fn check(files: &[ProjectFile]) -> Vec<TidySlip> {
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
    for page in files.iter().filter(|file| {
        let others = [".github/", "fixtures/", "records/"];
        file.path.ends_with(".md") && !others.iter().any(|folder| file.path.starts_with(folder))
    }) {
        if !reached.contains(&page.path) {
            slips.push(TidySlip::new(
                &page.path,
                0,
                "no page leads here from README or ARCHITECTURE",
            ));
        }
        let is_there = |target: &str| {
            let folder = format!("{}/", target.trim_end_matches('/'));
            files.iter().any(|file| file.path == target || file.path.starts_with(&folder))
        };
        let dead = links(page).into_iter().filter(|(_, target)| !is_there(target));
        let dead_links: Vec<TidySlip> = dead
            .map(|(line, target)| {
                TidySlip::new(&page.path, line, format!("links to no file: {target}"))
            })
            .collect();
        slips.extend(dead_links);
    }
    slips.extend(not_in_the_book(files));
    slips
}

/// A slip for each page of `docs/` that the summary of the site does not name.
fn not_in_the_book(files: &[ProjectFile]) -> Vec<TidySlip> {
    let Some(summary) = files.iter().find(|file| file.path == SUMMARY) else { return Vec::new() };
    let named: BTreeSet<String> = links(summary).into_iter().map(|(_, target)| target).collect();
    let pages = files.iter().filter(|it| it.path.starts_with("docs/") && it.path.ends_with(".md"));
    let left_out = pages.filter(|page| page.path != SUMMARY && !named.contains(&page.path));
    left_out
        .map(|page| TidySlip::new(&page.path, 0, format!("{SUMMARY} does not name it")))
        .collect()
}

/// The files that a page links to, from the project's root, each with its line.
fn links(page: &ProjectFile) -> Vec<(usize, String)> {
    let folder = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut links = Vec::new();
    for (index, line) in page.text.lines().enumerate() {
        let targets = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let drawn = line.split("src").skip(1).filter_map(|rest| rest.split('"').nth(1));
        let targets = targets.chain(drawn.filter(|_| line.trim_start().starts_with('<')));
        let targets = targets.filter_map(|target| target.split(['#', ' ']).next());
        let targets = targets.filter(|it| !it.is_empty() && !it.contains("://"));
        links.extend(targets.map(|target| (index + 1, resolve(folder, target))));
    }
    links
}

#[cfg(test)]
mod tests {
    use super::super::{files, texts};
    use super::*;

    #[test]
    fn the_book_has_every_page() {
        let all = files(&[
            (SUMMARY, "[a](a.md)"),
            ("docs/a.md", "[b](b.md)"),
            ("docs/b.md", ""),
            ("README.md", ""),
        ]);
        assert_eq!(texts(&check(&all)), ["docs/b.md: docs/SUMMARY.md does not name it"]);
    }

    #[test]
    fn pages_are_reached_and_links_lead_somewhere() {
        let all = files(&[
            ("README.md", "[a](docs/a.md#part) [web](https://example.org/b.md) [here](#x)"),
            ("docs/a.md", "see\n[b](b.md), [schemas](schema/), [home](../README.md), [gone](c.md)"),
            ("docs/b.md", "<img alt=\"b\" src=\"b.svg\">\n<source srcset=\"b.md\">"),
            ("docs/schema/see.json", ""),
            ("docs/alone.md", ""),
            ("records/2026.md", ""),
        ]);
        assert_eq!(
            texts(&check(&all)),
            [
                "docs/a.md:2: links to no file: docs/c.md",
                "docs/b.md:1: links to no file: docs/b.svg",
                "docs/alone.md: no page leads here from README or ARCHITECTURE",
            ]
        );
    }
}
