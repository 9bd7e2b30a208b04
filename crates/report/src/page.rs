//! Pages: what each document says, as blocks.
//!
//! The most important thing stands at the top; a sign or word always stands beside a colour.

mod bench;
mod build;
mod casebook;
mod catalog;
mod check;
mod compare;
pub(crate) mod curve;
mod experiment;
mod explain;
mod history;
mod hosts;
mod in_place;
mod lanes;
mod learn;
mod plan;
mod plan_beyond;
mod plan_levels;
pub mod posted;
mod predict;
mod report;
mod rounds;
mod run;
mod see;
pub(crate) mod stripe;
mod tree;
mod trial;
mod watch;

pub use bench::{BenchTable, bench};
pub use build::build;
pub use casebook::casebook;
pub use catalog::catalog;
pub use check::check;
pub use compare::{compare, compare_runs};
pub use experiment::{experiment, experiments};
pub use explain::explain;
pub use history::{forgotten, history};
pub use hosts::{fleet, hosts, hosts_predict, hosts_watch, watched_hosts};
pub use lanes::lanes;
pub use learn::learn;
pub use plan::plan;
pub use predict::{Detail, predict, predict_in};
pub use report::report;
pub use rounds::rounds;
pub use run::run;
pub use see::see;
pub use trial::trial;
pub use watch::watched_second;

pub(crate) use plan::attachment_name;
pub(crate) use predict::sweep;

use narrows_messages::{Localizer, Message, Text};
use narrows_record::processor::Processor;
use narrows_record::see::{Host, Note};

use crate::block::{Align, Cell, Fold, Ink, Page, Table};
use crate::clean::clean;
use crate::notes::{self, Remark};
use crate::picture::content::{Content, Drives};
use crate::{MOST_ROWS, words};

/// More notes hide the one that matters: the rest is shown on demand.
const MOST_NOTES: usize = 3;

/// The machine, what else is known of it, and where it was seen.
fn header(page: &mut Page, host: &Host, source: &str, localizer: &Localizer) {
    page.title(&words::machine_title(host, source, localizer));
    let facts = words::host_facts(host, localizer);
    if !facts.is_empty() {
        page.paragraph("", &facts, Ink::Faint);
    }
    let source = Message::new("report-source").with("source", words::source(source, localizer));
    page.paragraph("", &localizer.say(&source), Ink::Faint);
}

/// What the catalogue knows of the processor.
fn processor(page: &mut Page, processor: Option<&Processor>, localizer: &Localizer) {
    let known = processor.map(|it| crate::processor::line(it, localizer)).unwrap_or_default();
    if !known.is_empty() {
        page.paragraph("", &known, Ink::Faint);
    }
}

/// Which run it was, and with which options.
fn started(
    page: &mut Page,
    (id, started, command): (&str, &str, &[String]),
    localizer: &Localizer,
) {
    let message = Message::new("report-html-started").with("id", clean(id));
    page.report(|page| {
        page.paragraph("", &localizer.say(&message.with("started", clean(started))), Ink::Faint);
        page.paragraph("  $ ", &clean(&command.join(" ")), Ink::Plain);
    });
}

/// Remarks under their heading; nothing if there are none.
fn notes<'a>(page: &mut Page, notes: impl Iterator<Item = &'a Note>, localizer: &Localizer) {
    let (remarks, more) = notes::remarks(notes, localizer);
    if remarks.is_empty() {
        return;
    }
    let mut texts =
        remarks.into_iter().map(
            |Remark { about, text }| {
                if about.is_empty() { text } else { format!("{about}: {text}") }
            },
        );
    for (at, text) in texts.by_ref().take(MOST_NOTES).enumerate() {
        page.optional(|page| {
            if at == 0 {
                page.heading(&localizer.text("report-notes"));
            }
            page.paragraph("• ", &text, Ink::Plain);
        });
    }
    let rest: Vec<String> = texts.collect();
    let summary = Message::new("report-more-notes").count("count", rest.len() + more);
    let (summary, is_printed) = (localizer.say(&summary), true);
    let fold =
        Fold { summary, is_printed, is_everywhere: true, is_detail: true, ..Fold::default() };
    if !rest.is_empty() {
        page.fold(fold, |page| {
            rest.iter().for_each(|text| page.paragraph("• ", text, Ink::Plain));
            self::more(page, more, localizer);
        });
    }
}

/// What follows, the most important first.
fn findings(page: &mut Page, sentences: impl Iterator<Item = String>) {
    for (at, sentence) in sentences.enumerate() {
        let (lead, ink) = if at == 0 { ("▶ ", Ink::Strong) } else { ("• ", Ink::Plain) };
        page.paragraph(lead, &sentence, ink);
    }
}

/// Rows of a picture that stand for several drives, each with its drives on demand.
fn groups(page: &mut Page, content: &Content, localizer: &Localizer) {
    for row in content.drives().into_iter().filter(|row| !row.members.is_empty()) {
        let [got, of, lost] = &row.figures;
        let figures = [got, of, lost].map(String::as_str).join(" ");
        let summary = words::dotted([&row.name, &row.about, figures.trim()]);
        page.folded(summary, |page| {
            members(page, row, localizer);
            more(page, row.ids.len().saturating_sub(row.members.len()), localizer);
        });
    }
}

fn members(page: &mut Page, row: &Drives, localizer: &Localizer) {
    let column = |id: &'static str, align| (localizer.text(id), align);
    let mut table = Table::new(vec![
        column("report-column-drive", Align::Left),
        column("report-column-rate", Align::Right),
        (String::new(), Align::Left),
        column("report-column-link", Align::Left),
        column("report-column-slot", Align::Left),
        column("report-column-model", Align::Left),
    ]);
    for member in &row.members {
        let [got, of, lost] = &member.figures;
        let rest = [of.as_str(), lost.as_str()].join(" ");
        let texts = [got.as_str(), rest.trim(), &member.link, &member.slot, &member.model];
        let mut cells = vec![Cell::new(&member.name, Ink::Strong)];
        cells.extend(texts.map(Cell::plain));
        table.cells(cells);
    }
    table.write(page);
}

/// What must be known before any figure.
fn warnings(page: &mut Page, simulated: bool, partial: bool, localizer: &Localizer) {
    let there = [(simulated, "report-simulated"), (partial, "report-partial")];
    for (_, id) in there.into_iter().filter(|(there, _)| *there) {
        page.paragraph("⚠ ", &localizer.text(id), Ink::Alarm);
    }
}

/// Sentences below each other, of very many the first.
fn sentences(page: &mut Page, sign: &str, texts: &[&Text], ink: Ink, localizer: &Localizer) {
    for text in texts.iter().take(MOST_ROWS) {
        page.paragraph(sign, &words::said(text, localizer), ink);
    }
    more(page, texts.len().saturating_sub(MOST_ROWS), localizer);
}

/// That there is more than is shown, if there is.
fn more(page: &mut Page, count: usize, localizer: &Localizer) {
    if let Some(more) = words::more(count, localizer) {
        remark(page, &more);
    }
}

/// A faint line.
fn remark(page: &mut Page, text: &str) {
    page.paragraph("", text, Ink::Faint);
}

fn right(text: Option<String>, ink: Ink) -> Cell {
    text.map_or_else(Cell::default, |text| Cell::new(text, ink))
}
