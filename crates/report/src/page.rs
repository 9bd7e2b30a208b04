//! Pages: each document's contents, as blocks.
//!
//! The most important thing is at the top; a sign or word always accompanies a colour.

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
pub use predict::{PredictDetail, predict, predict_in};
pub use report::report;
pub use rounds::rounds;
pub use run::run;
pub use see::see;
pub use trial::trial;
pub use watch::watched_second;

pub(crate) use plan::{attachment_name, title as plan_title};
pub(crate) use predict::sweep;

use narrows_messages::{DocumentText, Localizer, Message};
use narrows_record::processor::ProcessorRecord;
use narrows_record::see::{DocumentNote, HostRecord};

use crate::block::{Align, CellInk, FoldedBlock, Page, PageTable, TableCell, TableContents};
use crate::clean::clean;
use crate::notes::{self, PageRemark};
use crate::picture::content::{DriveRow, PictureContent};
use crate::{MOST_ROWS, words};

/// More notes hide the one that matters: the rest is shown on demand.
const MOST_NOTES: usize = 3;

/// The machine, further facts about it, and where it was observed.
fn header(page: &mut Page, host: &HostRecord, source: &str, localizer: &Localizer) {
    page.title(&words::machine_title(host, source, localizer));
    let facts = words::host_facts(host, localizer);
    if !facts.is_empty() {
        page.paragraph("", &facts, CellInk::Faint);
    }
    let source = Message::new("report-source").with("source", words::source(source, localizer));
    page.paragraph("", &localizer.say(&source), CellInk::Faint);
}

/// Catalogue data of the processor.
fn processor(page: &mut Page, processor: Option<&ProcessorRecord>, localizer: &Localizer) {
    let known = processor.map(|it| crate::processor::line(it, localizer)).unwrap_or_default();
    if !known.is_empty() {
        page.paragraph("", &known, CellInk::Faint);
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
        page.paragraph(
            "",
            &localizer.say(&message.with("started", clean(started))),
            CellInk::Faint,
        );
        page.paragraph("  $ ", &clean(&command.join(" ")), CellInk::Plain);
    });
}

/// Remarks that a reader must not miss, above the answer; a page leaves them out of its [`notes`].
fn urgent<'a>(
    page: &mut Page,
    notes: impl Iterator<Item = &'a DocumentNote>,
    localizer: &Localizer,
) {
    let (remarks, _) = notes::remarks(notes.filter(|note| note.is_urgent()), localizer);
    for (at, remark) in remarks.into_iter().map(PageRemark::text).enumerate() {
        if at == 0 {
            page.blank();
        }
        page.paragraph("⚠ ", &remark, CellInk::Alarm);
    }
}

/// Remarks under their heading; nothing if there are none.
fn notes<'a>(
    page: &mut Page,
    notes: impl Iterator<Item = &'a DocumentNote>,
    localizer: &Localizer,
) {
    let (remarks, more) = notes::remarks(notes, localizer);
    if remarks.is_empty() {
        return;
    }
    let mut texts = remarks.into_iter().map(PageRemark::text);
    for (at, text) in texts.by_ref().take(MOST_NOTES).enumerate() {
        page.optional(|page| {
            if at == 0 {
                page.heading(&localizer.text("report-notes"));
            }
            page.paragraph("• ", &text, CellInk::Plain);
        });
    }
    let rest: Vec<String> = texts.collect();
    let summary = Message::new("report-more-notes").count("count", rest.len() + more);
    let (summary, is_printed) = (localizer.say(&summary), true);
    let fold = FoldedBlock {
        summary,
        is_printed,
        is_everywhere: true,
        is_detail: true,
        ..FoldedBlock::default()
    };
    if !rest.is_empty() {
        page.fold(fold, |page| {
            rest.iter().for_each(|text| page.paragraph("• ", text, CellInk::Plain));
            self::more(page, more, localizer);
        });
    }
}

/// The findings, the most important first.
fn findings(page: &mut Page, sentences: impl Iterator<Item = String>) {
    for (at, sentence) in sentences.enumerate() {
        let (lead, ink) =
            if at == 0 { ("▶ ", CellInk::Strong) } else { ("• ", CellInk::Plain) };
        page.paragraph(lead, &sentence, ink);
    }
}

/// Rows of a picture that represent several drives, each with its drives on demand.
fn groups(page: &mut Page, content: &PictureContent, localizer: &Localizer) {
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

fn members(page: &mut Page, row: &DriveRow, localizer: &Localizer) {
    let column = |id: &'static str, align| (localizer.text(id), align);
    let mut table = PageTable::new(vec![
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
        let mut cells = vec![TableCell::new(&member.name, CellInk::Strong)];
        cells.extend(texts.map(TableCell::plain));
        table.cells(cells);
    }
    table.write(page);
}

/// Warnings that come before any figure.
fn warnings(page: &mut Page, simulated: bool, partial: bool, localizer: &Localizer) {
    let there = [(simulated, "report-simulated"), (partial, "report-partial")];
    for (_, id) in there.into_iter().filter(|(there, _)| *there) {
        page.paragraph("⚠ ", &localizer.text(id), CellInk::Alarm);
    }
}

/// Sentences below each other, of very many the first.
fn sentences(
    page: &mut Page,
    sign: &str,
    texts: &[&DocumentText],
    ink: CellInk,
    localizer: &Localizer,
) {
    page.first(texts, localizer, |page, text| {
        page.paragraph(sign, &words::sentence(text, localizer), ink);
    });
}

impl Page {
    /// Writes the first of these, and how many more there are.
    pub(crate) fn first<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        localizer: &Localizer,
        mut write: impl FnMut(&mut Self, T),
    ) {
        let mut items = items.into_iter();
        items.by_ref().take(MOST_ROWS).for_each(|item| write(self, item));
        more(self, items.count(), localizer);
    }
}

impl PageTable {
    /// Puts it on the page with a row for each of the first of these, and how many more there are.
    pub(crate) fn first<T>(
        mut self,
        page: &mut Page,
        items: impl IntoIterator<Item = T>,
        localizer: &Localizer,
        mut cells: impl FnMut(T) -> Vec<TableCell>,
    ) -> TableContents {
        let mut items = items.into_iter();
        items.by_ref().take(MOST_ROWS).for_each(|item| self.cells(cells(item)));
        let shown = self.write(page);
        more(page, items.count(), localizer);
        shown
    }
}

/// That there is more than is shown, if there is.
fn more(page: &mut Page, count: usize, localizer: &Localizer) {
    if let Some(more) = words::more(count, localizer) {
        remark(page, &more);
    }
}

/// A faint line.
fn remark(page: &mut Page, text: &str) {
    page.paragraph("", text, CellInk::Faint);
}

fn right(text: Option<String>, ink: CellInk) -> TableCell {
    text.map_or_else(TableCell::default, |text| TableCell::new(text, ink))
}
