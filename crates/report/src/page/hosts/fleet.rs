//! The page of `narrows hosts see` and `narrows hosts check`.

use narrows_messages::{DocumentText, Localizer, Message, drive_names};
use narrows_record::hosts::fleet::{EqualHostGroup, Fleet, VaryingFact};

use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::{MOST_ROWS, words};

/// The names of facts, by the sentence about a difference in them.
const FACTS: [(&str, &str); 9] = [
    ("hosts-differs-cpu", "compare-what-processor"),
    ("hosts-differs-board", "compare-what-board"),
    ("hosts-differs-firmware", "compare-what-firmware"),
    ("hosts-differs-kernel", "compare-what-kernel"),
    ("hosts-differs-drives", "hosts-fact-drives"),
    ("hosts-differs-model", "report-column-model"),
    ("hosts-differs-drive-firmware", "compare-what-firmware"),
    ("hosts-differs-link", "report-column-link"),
    ("hosts-differs-transport", "hosts-fact-transport"),
];

/// Differences first, also as a table of the kinds of hosts; then, for `see`, each kind with its tree.
pub fn fleet(document: &Fleet, trees: bool, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    let hosts: usize = document.kinds.iter().map(|kind| kind.hosts.len()).sum();
    let title = Message::new("hosts-fleet").count("hosts", hosts);
    page.title(&localizer.say(&title.count("kinds", document.kinds.len())));
    if document.differences.is_empty() && document.varying.is_empty() {
        page.paragraph("▶ ", &localizer.text("hosts-no-difference"), CellInk::Strong);
    }
    let texts: Vec<&DocumentText> = document.differences.iter().map(|it| &it.text).collect();
    super::super::sentences(&mut page, "⚠ ", &texts, CellInk::Alarm, localizer);
    let split = document.varying.iter().filter(|fact| fact.most.is_none());
    let split: Vec<String> = split.map(|fact| name(fact, localizer)).collect();
    if !split.is_empty() {
        let what = Message::new("hosts-none-usual").list("facts", "between-names", split);
        page.paragraph("▶ ", &localizer.say(&what), CellInk::Strong);
    }
    let problems = document.problems.iter().take(MOST_ROWS);
    let problems = problems.map(|it| format!("{} ({})", clean(&it.host), it.count));
    let problems: Vec<String> = problems.collect();
    if !problems.is_empty() {
        let what = Message::new("hosts-problems").list("hosts", "between-names", problems);
        page.paragraph("⚠ ", &localizer.say(&what), CellInk::Alarm);
    }
    table(&mut page, document, localizer);
    if trees {
        page.first(&document.kinds, localizer, |page, kind| self::kind(page, kind, localizer));
    }
    page
}

/// A row for each kind of hosts, a column for each fact that differs.
fn table(page: &mut Page, document: &Fleet, localizer: &Localizer) {
    if document.varying.is_empty() {
        return;
    }
    let facts = document.varying.iter().take(MOST_ROWS);
    let columns = facts.clone().map(|fact| (name(fact, localizer), Align::Left));
    let host = (localizer.text("hosts-column-host"), Align::Left);
    let table = PageTable::new([host].into_iter().chain(columns).collect()).split();
    table.first(page, document.kinds.iter().enumerate(), localizer, |(at, kind)| {
        let cell = |fact: &VaryingFact| {
            let value = fact.values.get(at).and_then(Option::as_deref);
            match (value, &fact.most) {
                (None, _) => TableCell::new("–", CellInk::Faint),
                (Some(value), Some(most)) if value != most => {
                    TableCell::new(format!("⚠ {}", clean(value)), CellInk::Alarm)
                }
                (Some(value), _) => TableCell::plain(clean(value)),
            }
        };
        let names = clean(&drive_names(&kind.hosts));
        let names = TableCell::new(names, CellInk::Strong);
        [names].into_iter().chain(facts.clone().map(cell)).collect()
    });
}

/// The name of a fact, of drives with their numbers.
fn name(fact: &VaryingFact, localizer: &Localizer) -> String {
    let known = FACTS.iter().find(|(id, _)| *id == fact.id);
    let what = known.map_or_else(|| clean(&fact.id), |(_, name)| localizer.text(name));
    if fact.drives.is_empty() {
        return what;
    }
    let numbers: Vec<String> = fact.drives.iter().map(u32::to_string).collect();
    let of = Message::new("hosts-fact-of-drives").count("count", numbers.len());
    let of = of.with("numbers", drive_names(&numbers));
    localizer.say(&of.with("fact", what))
}

fn kind(page: &mut Page, kind: &EqualHostGroup, localizer: &Localizer) {
    let names = words::list(&kind.hosts);
    let what = Message::new("hosts-kind").count("hosts", kind.hosts.len());
    page.heading(&localizer.say(&what.with("names", clean(&names))));
    let facts = words::host_facts(&kind.see.host, localizer);
    if !facts.is_empty() {
        page.paragraph("", &facts, CellInk::Faint);
    }
    super::super::tree::draw(page, &kind.see, None, localizer);
}
