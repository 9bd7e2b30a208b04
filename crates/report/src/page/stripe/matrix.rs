//! Candidates by jobs: the rates, the best of each column marked.

use narrows_messages::{Localizer, Message};
use narrows_record::stripe::{Candidate, Figure, Job, Ranked, Stripe};
use narrows_record::word::{Direction, Pattern};

use super::{figured, taken};
use crate::block::{Align, Cell, Ink, Page, Shown, Table};
use crate::clean::clean;
use crate::{MOST_ROWS, words};

pub(crate) const BEST: char = '●';
/// Of a figure that another candidate's round stands for.
pub(crate) const SAME: char = '~';
pub(crate) const TAKEN: char = '◀';
const DROPPED: char = '×';
/// Shares from here on are the best: a hundredth of a percent is no gain.
const IS_BEST: f64 = 0.9999;

/// Jobs one way, with a row a candidate or cache mode.
pub(crate) struct Matrix<'a> {
    /// `Reads · MB/s`.
    pub(crate) heading: String,
    pub(crate) jobs: Vec<&'a Job>,
    /// What the first column says, the job columns, the score's.
    pub(crate) names: [String; 2],
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<Line<'a>>,
}

/// One row.
pub(crate) struct Line<'a> {
    pub(crate) name: String,
    /// Was not measured to the end.
    pub(crate) is_dropped: bool,
    pub(crate) is_taken: bool,
    figures: &'a [Figure],
    /// `0.98 ± 0.01`; empty without a place.
    pub(crate) score: String,
}

impl<'a> Matrix<'a> {
    /// Reads and writes of the sweep, as far as there are any; rows as the candidates stand, so that
    /// chunks grow from row to row.
    pub(crate) fn of_sweep(stripe: &'a Stripe, localizer: &Localizer) -> Vec<Self> {
        let lines = || -> Vec<Line<'a>> {
            let line = |one: &'a Candidate| {
                let ranked = figured(stripe).find(|ranked| ranked.candidate == one.id)?;
                Some(Line::of(stripe, one, ranked))
            };
            stripe.candidates.iter().filter_map(line).take(MOST_ROWS).collect()
        };
        Self::each_way(stripe, localizer, "stripe-column-array", lines)
    }

    /// The same of cache modes.
    pub(crate) fn of_caches(stripe: &'a Stripe, localizer: &Localizer) -> Vec<Self> {
        let lines = || -> Vec<Line<'a>> {
            let tried = stripe.caches.iter().filter(|one| one.not_tried.is_none());
            let line = |one: &'a narrows_record::stripe::CacheFigure| Line {
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
        stripe: &'a Stripe,
        localizer: &Localizer,
        first: &'static str,
        lines: impl Fn() -> Vec<Line<'a>>,
    ) -> Vec<Self> {
        let ways = [
            (Direction::Read, "stripe-heading-reads"),
            (Direction::Write, "stripe-heading-writes"),
        ];
        let of_way = ways.into_iter().map(|(way, id)| {
            let jobs: Vec<&Job> = stripe.jobs.iter().filter(|job| job.direction == way).collect();
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
    pub(crate) fn write(&self, page: &mut Page) -> Shown {
        page.heading(&self.heading);
        let [first, score] = &self.names;
        let figures = self.columns.iter().map(|name| (name.clone(), Align::Right));
        let mut columns = vec![(first.clone(), Align::Left)];
        columns.extend(figures.chain([(score.clone(), Align::Right)]));
        let mut table = Table::new(columns).split();
        for line in &self.rows {
            let mut cells = vec![line.name_cell()];
            cells.extend(self.jobs.iter().map(|job| self.cell(line, job)));
            cells.push(Cell::new(&line.score, Ink::Faint));
            table.cells(cells);
        }
        table.write(page)
    }

    /// Empty where it was not measured.
    fn cell(&self, line: &Line<'_>, job: &Job) -> Cell {
        let Some(figure) = line.figure(job) else { return Cell::default() };
        let is_best = figure.share >= IS_BEST && self.tells_apart(job);
        let best = if is_best { format!("{BEST} ") } else { String::new() };
        let same = figure.measured_as.as_ref().map(|_| SAME.to_string()).unwrap_or_default();
        let ink = match (line.is_dropped, is_best) {
            (true, _) => Ink::Faint,
            (false, true) => Ink::Good,
            (false, false) => Ink::Plain,
        };
        Cell::new(format!("{best}{same}{}", said(figure, job)), ink)
    }

    /// Where most are the best, a sign beside each says nothing.
    fn tells_apart(&self, job: &Job) -> bool {
        let figures = self.rows.iter().filter_map(|line| line.figure(job));
        let best = figures.clone().filter(|it| it.share >= IS_BEST).count();
        best * 2 <= figures.count()
    }
}

impl<'a> Line<'a> {
    fn of(stripe: &'a Stripe, candidate: &Candidate, ranked: &'a Ranked) -> Self {
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
    fn name_cell(&self) -> Cell {
        let (ink, sign) = match (self.is_taken, self.is_dropped) {
            (true, _) => (Ink::Strong, format!(" {TAKEN}")),
            (_, true) => (Ink::Faint, format!(" {DROPPED}")),
            _ => (Ink::Plain, String::new()),
        };
        Cell::new(&self.name, ink).and(sign, ink)
    }

    pub(super) fn figure(&self, job: &Job) -> Option<&Figure> {
        self.figures.iter().find(|it| it.job == job.name)
    }
}

/// `1620`, or `84.2 µs` of a request that is waited for.
pub(crate) fn said(figure: &Figure, job: &Job) -> String {
    let waited = figure.latency_us.filter(|_| job.by_latency);
    waited.map_or_else(|| words::number(figure.mb_s), words::micros)
}

/// `1 MiB seq q8`.
pub(crate) fn column(job: &Job, localizer: &Localizer) -> String {
    let id = match job.pattern {
        Pattern::Sequential => "stripe-short-sequential",
        _ => "stripe-short-random",
    };
    let block = words::size(job.block).replace(" KiB", "K").replace(" MiB", "M");
    localizer.say(&Message::new(id).with("block", block).with("depth", job.depth))
}
