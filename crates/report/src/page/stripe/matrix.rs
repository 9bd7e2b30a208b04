//! Candidates by jobs: the rates, the best of each column marked.

use narrows_messages::{Localizer, Message};
use narrows_record::stripe::{
    CandidateFigure, RankedCandidate, StripeCandidate, StripeJob, StripeRecord,
};
use narrows_record::word::{AccessPattern, TransferDirection};

use super::{figured, taken};
use crate::block::{Align, CellInk, Page, PageTable, TableCell, TableContents};
use crate::clean::clean;
use crate::{MOST_ROWS, words};

pub(crate) const BEST: char = '●';
/// For a figure taken from another candidate's round.
pub(crate) const SAME: char = '~';
pub(crate) const TAKEN: char = '◀';
const DROPPED: char = '×';
/// Shares from here on are the best: a hundredth of a percent is no gain.
const IS_BEST: f64 = 0.9999;

/// Jobs one way, with a row a candidate or cache mode.
pub(crate) struct Matrix<'a> {
    /// `Reads · MB/s`.
    pub(crate) heading: String,
    pub(crate) jobs: Vec<&'a StripeJob>,
    /// Headings of the first column, the job columns, the score's.
    pub(crate) names: [String; 2],
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<JobMatrixLine<'a>>,
}

pub(crate) struct JobMatrixLine<'a> {
    pub(crate) name: String,
    /// Was not measured to the end.
    pub(crate) is_dropped: bool,
    pub(crate) is_taken: bool,
    figures: &'a [CandidateFigure],
    /// `0.98 ± 0.01`; empty without a place.
    pub(crate) score: String,
}

impl<'a> Matrix<'a> {
    /// Reads and writes of the sweep, if there are any; rows in the order of the candidates, so that
    /// chunks grow from row to row.
    pub(crate) fn of_sweep(stripe: &'a StripeRecord, localizer: &Localizer) -> Vec<Self> {
        let lines = || -> Vec<JobMatrixLine<'a>> {
            let line = |one: &'a StripeCandidate| {
                let ranked = figured(stripe).find(|ranked| ranked.candidate == one.id)?;
                Some(JobMatrixLine::of(stripe, one, ranked))
            };
            stripe.candidates.iter().filter_map(line).take(MOST_ROWS).collect()
        };
        Self::each_way(stripe, localizer, "stripe-column-array", lines)
    }

    /// The same of cache modes.
    pub(crate) fn of_caches(stripe: &'a StripeRecord, localizer: &Localizer) -> Vec<Self> {
        let lines = || -> Vec<JobMatrixLine<'a>> {
            let tried = stripe.caches.iter().filter(|one| one.not_tried.is_none());
            let line = |one: &'a narrows_record::stripe::CacheModeFigures| JobMatrixLine {
                name: clean(&one.mode),
                is_dropped: false,
                is_taken: false,
                figures: &one.figures,
                score: String::new(),
            };
            tried.map(line).take(MOST_ROWS).collect()
        };
        Self::each_way(stripe, localizer, "stripe-column-mode", lines)
    }

    fn each_way(
        stripe: &'a StripeRecord,
        localizer: &Localizer,
        first: &'static str,
        lines: impl Fn() -> Vec<JobMatrixLine<'a>>,
    ) -> Vec<Self> {
        let ways = [
            (TransferDirection::Read, "stripe-heading-reads"),
            (TransferDirection::Write, "stripe-heading-writes"),
        ];
        let of_way = ways.into_iter().map(|(way, id)| {
            let jobs: Vec<&StripeJob> =
                stripe.jobs.iter().filter(|job| job.direction == way).collect();
            let mut rows = lines();
            rows.retain(|line| jobs.iter().any(|job| line.figure(job).is_some()));
            Self {
                heading: format!("{} · MB/s", localizer.text(id)),
                columns: jobs.iter().map(|job| column(job, localizer)).collect(),
                jobs,
                names: [localizer.text(first), localizer.text("stripe-column-score")],
                rows,
            }
        });
        of_way.filter(|it| !it.jobs.is_empty() && !it.rows.is_empty()).collect()
    }

    /// As a table, with the scores after the figures.
    pub(crate) fn write(&self, page: &mut Page) -> TableContents {
        page.heading(&self.heading);
        let [first, score] = &self.names;
        let figures = self.columns.iter().map(|name| (name.clone(), Align::Right));
        let mut columns = vec![(first.clone(), Align::Left)];
        columns.extend(figures.chain([(score.clone(), Align::Right)]));
        let mut table = PageTable::new(columns).split();
        for line in &self.rows {
            let mut cells = vec![line.name_cell()];
            cells.extend(self.jobs.iter().map(|job| self.cell(line, job)));
            cells.push(TableCell::new(&line.score, CellInk::Faint));
            table.cells(cells);
        }
        table.write(page)
    }

    /// Empty if not measured.
    fn cell(&self, line: &JobMatrixLine<'_>, job: &StripeJob) -> TableCell {
        let Some(figure) = line.figure(job) else { return TableCell::default() };
        let is_best = figure.share >= IS_BEST && self.tells_apart(job);
        let best = if is_best { format!("{BEST} ") } else { String::new() };
        let same = figure.measured_as.as_ref().map(|_| SAME.to_string()).unwrap_or_default();
        let ink = match (line.is_dropped, is_best) {
            (true, _) => CellInk::Faint,
            (false, true) => CellInk::Good,
            (false, false) => CellInk::Plain,
        };
        TableCell::new(format!("{best}{same}{}", figure_text(figure, job)), ink)
    }

    /// Where most are the best, a sign beside each says nothing.
    fn tells_apart(&self, job: &StripeJob) -> bool {
        let figures = self.rows.iter().filter_map(|line| line.figure(job));
        let best = figures.clone().filter(|it| it.share >= IS_BEST).count();
        best * 2 <= figures.count()
    }
}

impl<'a> JobMatrixLine<'a> {
    fn of(
        stripe: &'a StripeRecord,
        candidate: &StripeCandidate,
        ranked: &'a RankedCandidate,
    ) -> Self {
        let has_place = stripe.ranking.iter().any(|one| one.candidate == candidate.id);
        let score = || format!("{:.2} ± {:.2}", ranked.score, ranked.spread);
        Self {
            name: clean(&candidate.title(&stripe.drives)),
            is_dropped: candidate.dropped_for.is_some(),
            is_taken: taken(stripe).is_some_and(|one| one.id == candidate.id),
            figures: &ranked.figures,
            score: if has_place { score() } else { String::new() },
        }
    }

    /// With a sign after the name.
    fn name_cell(&self) -> TableCell {
        let (ink, sign) = match (self.is_taken, self.is_dropped) {
            (true, _) => (CellInk::Strong, format!(" {TAKEN}")),
            (_, true) => (CellInk::Faint, format!(" {DROPPED}")),
            _ => (CellInk::Plain, String::new()),
        };
        TableCell::new(&self.name, ink).and(sign, ink)
    }

    pub(super) fn figure(&self, job: &StripeJob) -> Option<&CandidateFigure> {
        self.figures.iter().find(|it| it.job == job.name)
    }
}

/// `1620`, or `84.2 µs` of a request that is waited for.
pub(crate) fn figure_text(figure: &CandidateFigure, job: &StripeJob) -> String {
    let waited = figure.latency_us.filter(|_| job.by_latency);
    waited.map_or_else(|| words::number(figure.mb_s), words::micros)
}

/// `1 MiB seq q8`.
pub(crate) fn column(job: &StripeJob, localizer: &Localizer) -> String {
    let id = match job.pattern {
        AccessPattern::Sequential => "stripe-short-sequential",
        _ => "stripe-short-random",
    };
    let block = words::size(job.block).replace(" KiB", "K").replace(" MiB", "M");
    localizer.say(&Message::new(id).with("block", block).with("depth", job.depth))
}
