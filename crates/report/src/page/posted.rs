//! Pages as plain text of 64 columns, for forums: the answer, a bar for every row of drives, the links
//! above them, and the main tables below. The output of [`POSTED`] is ASCII but for names and
//! sentences.
//!
//! Not here: figures and words of the answer (`picture`).

use narrows_messages::{Localizer, Message};
use narrows_record::hosts::HostsDocument;
use narrows_record::hosts::predict::HostsPredictDocument;
use narrows_record::plan::PlanDocument;
use narrows_record::predict::PredictDocument;
use narrows_record::run::RunDocument;
use narrows_record::see::SeeDocument;

use super::plan::{moves, settings};
use super::run as measured;
use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::figures::RunResults;
use crate::layout::{elide, width};
use crate::picture::content::{
    DriveRow, FlowAmount, KeyFigure, NodeChild, PictureContent, PictureNode,
};
use crate::picture::{of_hosts, of_plan, of_predict, of_predicted, of_run, of_see};
use crate::{Style, words};

/// How such a page is painted: narrow enough for a forum, without colours or signs beyond ASCII.
pub const POSTED: Style = Style { colour: false, width: WIDTH, unicode: false };

/// Columns of a page, and of the parts of a line in it: they and the blanks between them make 64.
const WIDTH: usize = 64;
const NAME: usize = 14;
const BAR: usize = 12;
const RATE: usize = 12;
const OF: usize = 14;
const LOST: usize = 6;

/// Capacity of a machine's links.
pub fn see(see: &SeeDocument, localizer: &Localizer) -> Page {
    of_content(&of_see(see, localizer), &see.narrows, localizer)
}

/// Predicted rates of drives. `advice` is as for the picture.
pub fn predict(predict: &PredictDocument, advice: Option<String>, localizer: &Localizer) -> Page {
    of_content(&of_predict(predict, advice, localizer), &predict.narrows, localizer)
}

/// Measured rates of drives, with a table for every workload.
pub fn run(run: &RunDocument, localizer: &Localizer) -> Page {
    if run.is_of_its_own() {
        return measured::run(run, localizer);
    }
    let mut page = Page::default();
    answer(&mut page, &of_run(run, localizer), localizer);
    let results = RunResults::of(run);
    page.first(&results.workloads, localizer, |page, workload| {
        page.heading(&words::workload(workload, localizer));
        measured::table(page, &results, workload, localizer);
    });
    foot(&mut page, &run.narrows, localizer);
    page
}

/// Rates of hosts on shared storage; the usual page if they did not run together.
pub fn hosts(document: &HostsDocument, localizer: &Localizer) -> Page {
    match of_hosts(document, localizer) {
        Some(content) => of_content(&content, &document.narrows, localizer),
        None => super::hosts(document, localizer),
    }
}

/// Predicted rates of hosts on shared storage under the first workload.
pub fn hosts_predict(document: &HostsPredictDocument, localizer: &Localizer) -> Page {
    let workload = document.workloads.first();
    match workload.and_then(|workload| of_predicted(document, workload, localizer)) {
        Some(content) => of_content(&content, &document.narrows, localizer),
        None => super::hosts_predict(document, localizer),
    }
}

fn of_content(content: &PictureContent, version: &str, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    answer(&mut page, content, localizer);
    foot(&mut page, version, localizer);
    page
}

/// Where everything is best put, and how to get there.
pub fn plan(plan: &PlanDocument, localizer: &Localizer) -> Page {
    let Some(content) = of_plan(plan, localizer) else { return super::plan(plan, localizer) };
    let mut page = Page::default();
    answer(&mut page, &content, localizer);
    if let Some(best) = &plan.best {
        settings(&mut page, best, localizer);
    }
    moves::moves(&mut page, plan, localizer);
    foot(&mut page, &plan.narrows, localizer);
    page
}

fn answer(page: &mut Page, content: &PictureContent, localizer: &Localizer) {
    rule(page);
    page.paragraph("", &content.machine, CellInk::Strong);
    page.paragraph("", &content.subject, CellInk::Plain);
    rule(page);
    page.paragraph("", &content.title, CellInk::Strong);
    page.paragraph("", &content.subtitle, CellInk::Plain);
    page.blank();
    // A bar for every row of drives, and below the drives of a place its link.
    let could = |row: &&DriveRow| row.amount.unwrap_or_default().could();
    let most = content.drives().iter().map(could).fold(0.0, f64::max);
    content.roots.iter().for_each(|root| place(page, root, most));
    if most > 0.0 && !content.is_capacity {
        let message = Message::new("posted-bars").with("rate", words::rate(most));
        page.paragraph("", &localizer.say(&message), CellInk::Plain);
    }
    page.blank();
    figures(page, content, localizer);
    for advice in &content.advice {
        page.blank();
        page.paragraph("", advice, CellInk::Plain);
    }
}

/// The program that made it, and the unit.
fn foot(page: &mut Page, version: &str, localizer: &Localizer) {
    rule(page);
    let message = Message::new("posted-made").with("version", clean(version));
    page.paragraph("", &localizer.say(&message), CellInk::Plain);
}

fn rule(page: &mut Page) {
    page.line(TableCell::plain("─".repeat(WIDTH)));
}

fn place(page: &mut Page, place: &PictureNode, most: f64) {
    for below in &place.below {
        match below {
            NodeChild::Place(inner) => self::place(page, inner, most),
            NodeChild::Drives(row) => page.line(TableCell::plain(drives(row, most))),
        }
    }
    let uplink = place.uplink.clone().unwrap_or_default();
    let name = format!("{} {}", place.name, place.detail);
    let lead = if place.is_tight || uplink.is_tight { "▶ " } else { "└ " };
    let text = words::dotted([name.trim(), &uplink.name, &place.flow, &uplink.load]);
    page.paragraph(lead, &text, CellInk::Plain);
}

/// Name, bar and figures in columns that never move.
fn drives(row: &DriveRow, most: f64) -> String {
    let [got, of, lost] = &row.figures;
    let bar = row.amount.map(|amount| format!("[{}]", left(&bar(amount, most), BAR)));
    let bar = bar.unwrap_or_default();
    let columns = [left(&row.name, NAME), left(&bar, BAR + 2), right(got, RATE), left(of, OF)];
    format!("{} {}", columns.join(" "), right(lost, LOST))
}

fn left(text: &str, columns: usize) -> String {
    let text = elide(text, columns);
    let blanks = columns.saturating_sub(width(&text));
    text + &" ".repeat(blanks)
}

fn right(text: &str, columns: usize) -> String {
    " ".repeat(columns.saturating_sub(width(text))) + text
}

/// The flow that arrives and, after it, the loss, in at most [`BAR`] columns.
pub(super) fn bar(amount: FlowAmount, most: f64) -> String {
    let columns = |mb_s: f64| (mb_s / most.max(f64::MIN_POSITIVE) * BAR as f64).round() as usize;
    let all = columns(amount.could()).clamp(1, BAR);
    let got = columns(amount.got).clamp(1, all);
    format!("{}{}", "█".repeat(got), "─".repeat(all - got))
}

fn figures(page: &mut Page, content: &PictureContent, localizer: &Localizer) {
    let table = |page: &mut Page, figures: &[KeyFigure]| {
        let columns = vec![(String::new(), Align::Right), (String::new(), Align::Left)];
        let mut table = PageTable::new(columns);
        for figure in figures {
            table.cells(vec![TableCell::plain(&figure.value), TableCell::plain(&figure.label)]);
        }
        table.write(page);
    };
    table(page, &content.figures);
    if !content.others.is_empty() {
        page.heading(&localizer.text("posted-other"));
        table(page, &content.others);
    }
}
