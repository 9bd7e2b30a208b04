//! The answer: the limit, its cost and meaning, and the change to make.

use narrows_messages::Message;
use narrows_record::run::TargetMeasurement;
use narrows_record::word::{AccessPattern, TransferDirection};

use super::ReportInput;
use crate::block::{CellInk, Page, Tile};
use crate::figures::{OverlayFigure, is_sequential, median};
use crate::picture::{LIKELY, RunLead};
use crate::sharing as wording;
use crate::{findings, words};

const MOST_FINDINGS: usize = 4;
/// Less than this share of a figure is no loss: two runs of one drive differ by as much.
pub(super) const LOST_MIN: f64 = 0.02;
/// Amounts read for comparison, GB: a large game, or a collection of models and films. The first that takes
/// long enough to be waited for.
const AMOUNTS: [u32; 3] = [100, 1000, 10_000];
const WAITED_S: f64 = 10.0;
/// Small files that a program reads when it starts.
const FILES: u32 = 1000;
/// Response times that are felt as instant, and that do not break a train of thought, seconds (R. B.
/// Miller 1968; J. Nielsen, Usability Engineering, 1993, chapter 5).
const INSTANT_S: f64 = 0.1;
const SHORT_S: f64 = 1.0;

pub(super) fn write(page: &mut Page, report: &ReportInput<'_>) {
    let localizer = report.localizer;
    crate::page::run::warned(page, report.run, localizer);
    let sentences = findings::sentences(&report.run.findings, localizer);
    let (first, rest) = match sentences.split_first() {
        Some((first, rest)) => (first.clone(), rest),
        None => (crate::page::run::headless(report.run, localizer), [].as_slice()),
    };
    page.paragraph("▶ ", &first, CellInk::Strong);
    let tiles = [cost(report), change(report), everyday(report)];
    let tiles: Vec<Tile> = tiles.into_iter().flatten().collect();
    if !tiles.is_empty() {
        page.tiles(tiles);
    }
    let (shown, folded) = rest.split_at(rest.len().min(MOST_FINDINGS));
    shown.iter().for_each(|text| page.paragraph("• ", text, CellInk::Plain));
    if !folded.is_empty() {
        let more = Message::new("report-more-folded").count("count", folded.len());
        page.folded(localizer.say(&more), |page| {
            folded.iter().for_each(|text| page.paragraph("• ", text, CellInk::Plain));
        });
    }
}

/// Drives that ran together, and their rate beside that of each by itself.
struct ConcurrentTotal {
    drives: usize,
    got: f64,
    could: f64,
}

impl ConcurrentTotal {
    /// Of the drives that lose something; else of all.
    fn of(report: &ReportInput<'_>) -> Option<Self> {
        let pair = |figure: &OverlayFigure| Some((figure.together?, figure.alone?));
        let pairs: Vec<(f64, f64)> = report.overlay.figures.values().filter_map(pair).collect();
        let is_short = |(got, could): &(f64, f64)| got < &(could * (1.0 - LOST_MIN));
        let losing: Vec<(f64, f64)> = pairs.iter().copied().filter(is_short).collect();
        let these = if losing.is_empty() { pairs } else { losing };
        let sum = |of: fn(&(f64, f64)) -> f64| these.iter().map(of).sum::<f64>();
        let (got, could) = (sum(|pair| pair.0), sum(|pair| pair.1));
        (!these.is_empty()).then_some(Self { drives: these.len(), got, could })
    }

    fn is_short(&self) -> bool {
        self.got < self.could * (1.0 - LOST_MIN)
    }
}

fn cost(report: &ReportInput<'_>) -> Option<Tile> {
    let together = ConcurrentTotal::of(report).filter(|it| it.drives > 1 || it.is_short())?;
    let label = report.text("report-html-cost");
    if !together.is_short() {
        let value = report.text("report-html-cost-none");
        let text = vec![report.text("picture-reaches-all")];
        return Some(Tile { label, value, text, is_alert: false });
    }
    let percent = format!("{:.0} %", (1.0 - together.got / together.could) * 100.0);
    let value = format!("−{} (−{percent})", words::rate(together.could - together.got));
    let text = Message::new("picture-lost-at").count("count", together.drives);
    let text = text.with("got", words::rate(together.got));
    let text = text.with("could", words::rate(together.could)).with("percent", percent);
    Some(Tile { label, value, text: vec![report.localizer.say(&text)], is_alert: true })
}

/// The change that the likeliest explanation of the dearest limit calls for.
fn change(report: &ReportInput<'_>) -> Option<Tile> {
    // A drive at fault is mended before any other change.
    if matches!(RunLead::of(report.run), Some(RunLead::Fault(_))) {
        return None;
    }
    let sharing = report.run.sharing.as_ref()?;
    let first = wording::nested(sharing).into_iter().next()?.at;
    let causes = wording::causes_of(sharing, first);
    let likeliest = causes.first().filter(|cause| cause.likelihood >= LIKELY)?;
    let text = wording::remedy(likeliest, report.localizer)?;
    let label = report.text("report-html-change");
    Some(Tile { label, text: vec![text], ..Tile::default() })
}

/// Its effect on the waiting time.
fn everyday(report: &ReportInput<'_>) -> Option<Tile> {
    let large = large(report);
    let (value, mut text) =
        large.map_or_else(Default::default, |(value, text)| (value, vec![text]));
    text.extend(small(report));
    let label = report.text("report-html-everyday");
    (!text.is_empty()).then_some(Tile { label, value, text, is_alert: false })
}

/// How long it takes to read much.
fn large(report: &ReportInput<'_>) -> Option<(String, String)> {
    let workload = report.overlay.workload.as_str();
    let of_workload = |row: &&TargetMeasurement| row.workload == workload;
    let mut rows = report.run.results.iter().filter(of_workload);
    if !is_sequential(workload) || rows.any(|row| row.direction != TransferDirection::Read) {
        return None;
    }
    let alone = || {
        // Of an only drive: the rates of several by themselves are no flow of all.
        let mut figures = report.overlay.figures.values().filter_map(|figure| figure.alone);
        let got = figures.next().filter(|_| figures.next().is_none())?;
        Some(ConcurrentTotal { drives: 1, got, could: got })
    };
    let together = ConcurrentTotal::of(report).or_else(alone).filter(|it| it.got > 0.0)?;
    let seconds = |amount: u32, mb_s: f64| f64::from(amount) * 1e3 / mb_s;
    let is_waited_for = |amount: &u32| seconds(*amount, together.got) >= WAITED_S;
    let [.., most] = AMOUNTS;
    let amount = AMOUNTS.into_iter().find(is_waited_for).unwrap_or(most);
    let time = |mb_s: f64| words::duration(seconds(amount, mb_s));
    let value = if together.is_short() {
        let message = Message::new("report-html-read-instead");
        let message = message.with("time", time(together.got));
        report.localizer.say(&message.with("alone", time(together.could)))
    } else {
        time(together.got)
    };
    let text = Message::new("report-html-read-all").count("count", together.drives);
    let text = text.with(
        "amount",
        if amount < 1000 { format!("{amount} GB") } else { format!("{} TB", amount / 1000) },
    );
    Some((value, report.localizer.say(&text)))
}

/// How long small files take one after another, from the slowest drive.
fn small(report: &ReportInput<'_>) -> Option<String> {
    let is_small = |row: &&TargetMeasurement| {
        let asked = &row.asked;
        let is_one = asked.depth == 1 && asked.jobs == 1 && asked.block_bytes == 4096;
        is_one && asked.pattern == AccessPattern::Random && asked.read_percent == 100
    };
    let row = report.run.results.iter().find(is_small)?;
    let targets = report.results.targets.iter();
    let each = targets.map(|target| report.results.quiet_rows(target, &row.workload));
    let slowest = each.filter_map(|rows| median(rows, |row| row.latency_us.p50));
    let seconds = slowest.reduce(f64::max)? * f64::from(FILES) / 1e6;
    let feel = match seconds {
        s if s < INSTANT_S => "instant",
        s if s < SHORT_S => "short",
        _ => "long",
    };
    let message = Message::new("report-html-small").with("files", FILES);
    let message = message.with("time", words::duration(seconds)).with("feel", feel);
    Some(report.localizer.say(&message))
}
