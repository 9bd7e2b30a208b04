//! The report of a run, for browsers and paper: the answer and the cost, the picture, every drive's
//! rate beside its potential; everything else is available on demand.

mod bars;
mod fio;
mod latency;
mod over_time;
mod surroundings;
mod verdict;

use narrows_messages::Localizer;
use narrows_record::run::{RunDocument, Samples};

use super::curve;
use super::run::{self, beside};
use crate::block::{CellInk, FoldedBlock, Page, TableContents};
use crate::figures::{Overlay, RunResults};
use crate::{MOST_ROWS, html, picture, svg, words};

/// Tables of more drives are folded on screens, and only some of them are printed.
const FEW: usize = 8;

struct ReportInput<'a> {
    run: &'a RunDocument,
    samples: &'a [Samples],
    results: RunResults<'a>,
    overlay: Overlay,
    localizer: &'a Localizer,
}

/// The report of a run. Without its samples there are no histograms.
pub fn report(run: &RunDocument, samples: &[Samples], localizer: &Localizer) -> Page {
    if run.watch.is_some() || run.is_of_its_own() {
        return run::run(run, localizer);
    }
    let (results, overlay) = (RunResults::of(run), Overlay::of_run(run));
    let report = ReportInput { run, samples, results, overlay, localizer };
    let mut page = Page::default();
    super::header(&mut page, &run.machine.host, &run.machine.source, localizer);
    page.named("verdict", |page| verdict::write(page, &report));
    page.named("picture", |page| report.picture(page));
    page.named("together", |page| bars::write(page, &report));
    if !crate::curves::rows(run).is_empty() {
        page.named("curve", |page| curve::write(page, run, localizer));
    }
    page.named("over-time", |page| over_time::write(page, &report));
    report.details(&mut page);
    page
}

impl ReportInput<'_> {
    fn text(&self, id: &'static str) -> String {
        self.localizer.text(id)
    }

    fn is_small(&self) -> bool {
        self.results.targets.len() <= FEW
    }

    /// Of figures whose machine is not known there is nothing to draw.
    fn picture(&self, page: &mut Page) {
        let content = picture::of_run(self.run, self.localizer);
        if content.drives().is_empty() {
            return;
        }
        let drawn = svg::fitting(|layout| picture::run(self.run, layout, self.localizer));
        page.picture(drawn, |page| {
            super::tree::draw(page, &self.run.machine, Some(&self.overlay), self.localizer);
        });
        super::groups(page, &content, self.localizer);
    }

    fn fold(
        &self,
        name: &'static str,
        id: &'static str,
        hint: Option<&'static str>,
    ) -> FoldedBlock {
        let hint = hint.map(|id| self.text(id)).unwrap_or_default();
        FoldedBlock {
            name,
            summary: self.text(id),
            hint,
            is_printed: self.is_small(),
            ..FoldedBlock::default()
        }
    }

    fn details(&self, page: &mut Page) {
        if let Some(sharing) = &self.run.sharing {
            let fold = self.fold("sharing", "report-html-sharing", None);
            page.fold(FoldedBlock { is_printed: true, ..fold }, |page| {
                super::explain::of_run(page, sharing, self.localizer);
            });
        }
        let fold = self.fold("figures", "report-html-figures", Some("report-html-figures-hint"));
        let shown = page.fold(fold, |page| self.figures(page));
        latency::write(page, self);
        surroundings::write(page, self);
        let fold = self.fold("method", "report-html-repeat", None);
        page.fold(FoldedBlock { is_printed: true, ..fold }, |page| self.method(page, &shown));
        page.named("notes", |page| {
            let notes = self.run.machine.notes.iter().chain(&self.run.notes);
            super::notes(page, notes, self.localizer);
        });
    }

    /// Every figure beside its prediction, workload by workload.
    fn figures(&self, page: &mut Page) -> TableContents {
        let mut shown = TableContents::default();
        let workloads = &self.results.workloads;
        for workload in workloads.iter().take(MOST_ROWS) {
            page.heading(&words::workload(workload, self.localizer));
            shown = shown.and(run::table(page, &self.results, workload, self.localizer));
            shown = shown.and(beside::sets(page, &self.results, workload, self.localizer));
        }
        super::more(page, workloads.len().saturating_sub(MOST_ROWS), self.localizer);
        shown
    }

    /// How the figures came about, and how to reproduce them.
    fn method(&self, page: &mut Page, shown: &TableContents) {
        run::footer(page, self.run, (shown, &TableContents::default()), self.localizer);
        let run = self.run;
        super::started(page, (&run.id, &run.started, &run.command), self.localizer);
        if let Some(job) = fio::job(run) {
            page.paragraph("", &self.text("report-html-fio"), CellInk::Plain);
            page.folded("job.fio".to_owned(), |page| page.file(job.lines()));
        }
        let raw = if html::is_carried(self.run, self.localizer) {
            "report-html-raw"
        } else {
            "report-html-raw-beside"
        };
        super::remark(page, &self.text(raw));
    }
}
