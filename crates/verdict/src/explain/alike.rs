//! Compares drives of one model: under the same requests, each alone, they should have the same
//! rate.

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_record::run::{RunDocument, TargetMeasurement, workload_title};
use narrows_record::see::{DriveRecord, LinkState, StorageRecord};
use narrows_record::word::TargetSet;
use narrows_units::stats::median;

use super::cause::{best_link, carries};
use super::course::decimal;
use super::{Conclusion, names, rate};
use crate::thresholds::explain::{
    APART_MIN, APART_OF_TWO, DEVIATIONS, FULL, FULLER, HOT_CELSIUS, HOTTER,
};
use crate::thresholds::others;

/// The standard deviation of a normal distribution in median absolute deviations.
const SCALE: f64 = 1.4826;

/// One drive's figure with its origin.
struct Sibling<'a> {
    drive: &'a DriveRecord,
    storage: Option<&'a StorageRecord>,
    row: &'a TargetMeasurement,
    mb_s: f64,
}

/// A sentence for each drive that is clearly slower or faster than others of its model.
pub(super) fn conclude(run: &RunDocument) -> Vec<Conclusion> {
    let mut models: BTreeMap<(&str, &str), Vec<Sibling<'_>>> = BTreeMap::new();
    for drive in run.machine.drives.iter().filter(|drive| !drive.assumed) {
        let Some(model) = drive.model.as_deref() else { continue };
        for (workload, rows) in alone(run, drive) {
            models.entry((model, workload)).or_default().extend(sibling(run, drive, &rows));
        }
    }
    let groups = models.iter().flat_map(|((model, _), siblings)| of_group(model, siblings));
    groups.collect()
}

/// A drive's valid figures alone, by workload.
fn alone<'a>(
    run: &'a RunDocument,
    drive: &DriveRecord,
) -> BTreeMap<&'a str, Vec<&'a TargetMeasurement>> {
    let mut rows: BTreeMap<&str, Vec<&TargetMeasurement>> = BTreeMap::new();
    let is_sound = |row: &&TargetMeasurement| {
        let free = row.set == TargetSet::Alone && row.asked.limit_mb_s.is_none();
        row.target == drive.id && free && !row.partial && row.is_done()
    };
    for row in run.results.iter().filter(is_sound) {
        rows.entry(&row.workload).or_default().push(row);
    }
    rows
}

fn sibling<'a>(
    run: &'a RunDocument,
    drive: &'a DriveRecord,
    rows: &[&'a TargetMeasurement],
) -> Option<Sibling<'a>> {
    let rates: Vec<f64> = rows.iter().map(|row| row.mb_s).collect();
    let controller = drive.controller.as_ref();
    let mut storage = run.machine.storage.iter();
    let storage = storage.find(|storage| controller.is_some_and(|id| *id == storage.id));
    Some(Sibling { drive, storage, row: rows.first()?, mb_s: median(&rates)? })
}

fn of_group(model: &str, siblings: &[Sibling<'_>]) -> Vec<Conclusion> {
    let is_odd = |at: &usize| is_outlier(siblings, *at);
    (0..siblings.len()).filter(is_odd).filter_map(|at| tell(model, siblings, at)).collect()
}

/// Three or more drives have a typical figure; of two the slower is the one to examine.
fn is_outlier(siblings: &[Sibling<'_>], at: usize) -> bool {
    let figures: Vec<f64> = siblings.iter().map(|sibling| sibling.mb_s).collect();
    is_apart(&figures, at)
}

/// Whether one of these figures, which should be the same, is an outlier; of two only the lower can be.
pub(crate) fn is_apart(figures: &[f64], at: usize) -> bool {
    let Some(own) = figures.get(at).copied() else { return false };
    let usual = median(figures).unwrap_or(own);
    if figures.len() < 3 {
        let most = figures.iter().copied().fold(0.0, f64::max);
        return own < (1.0 - APART_OF_TWO) * most;
    }
    let apart: Vec<f64> = figures.iter().map(|figure| (figure - usual).abs()).collect();
    let spread = DEVIATIONS * SCALE * median(&apart).unwrap_or_default();
    (own - usual).abs() > spread.max(APART_MIN * usual)
}

fn tell(model: &str, siblings: &[Sibling<'_>], at: usize) -> Option<Conclusion> {
    let own = siblings.get(at)?;
    let others: Vec<&Sibling<'_>> = siblings
        .iter()
        .enumerate()
        .filter(|(index, _)| *index != at && !is_outlier(siblings, *index))
        .map(|(_, sibling)| sibling)
        .collect();
    let figures: Vec<f64> = others.iter().map(|other| other.mb_s).collect();
    let usual = median(&figures)?;
    let what = if own.mb_s < usual {
        // The first possible reason in which a slow drive differs from all its siblings.
        let reasons = [narrower, hotter, elsewhere, busier, fuller, older];
        reasons.into_iter().find_map(|reason| reason(own, &others))
    } else {
        None
    };
    let plain = || Message::new(if own.mb_s < usual { "finding-slower" } else { "finding-faster" });
    let ids: Vec<&str> = others.iter().map(|other| other.drive.id.as_str()).collect();
    let what = what
        .unwrap_or_else(plain)
        .with("drive", &own.drive.id)
        .with("model", model)
        .text("workload", workload_title(&own.row.workload))
        .with("rate", rate(own.mb_s))
        .with("others", names(&ids))
        .with("usual", rate(usual));
    Some(Conclusion { targets: vec![own.drive.id.clone()], what, limit: None })
}

fn narrower(own: &Sibling<'_>, others: &[&Sibling<'_>]) -> Option<Message> {
    let link = own.link()?;
    let theirs: Vec<LinkState> = others.iter().filter_map(|other| other.link()).collect();
    let least = theirs.into_iter().reduce(|a, b| if carries(b) < carries(a) { b } else { a })?;
    let message = Message::new("finding-slower-link");
    (carries(link) < carries(least)).then(|| message.with("own", link).with("theirs", least))
}

fn hotter(own: &Sibling<'_>, others: &[&Sibling<'_>]) -> Option<Message> {
    let celsius = own.celsius()?;
    let theirs = others.iter().filter_map(|other| other.celsius()).max()?;
    let throttled = own.row.watched.throttles.iter().any(|it| it.what == own.drive.id);
    let is_hot = celsius >= theirs + HOTTER && (throttled || celsius >= HOT_CELSIUS);
    let message = Message::new("finding-slower-hot");
    is_hot.then(|| message.with("own", celsius).with("theirs", theirs))
}

fn elsewhere(own: &Sibling<'_>, others: &[&Sibling<'_>]) -> Option<Message> {
    let node = own.node()?;
    let theirs: Vec<u32> = others.iter().filter_map(|other| other.node()).collect();
    let first = theirs.first().copied()?;
    let differs = theirs.len() == others.len() && !theirs.contains(&node);
    let message = Message::new("finding-slower-node");
    differs.then(|| message.with("own", node).with("theirs", first))
}

fn busier(own: &Sibling<'_>, _: &[&Sibling<'_>]) -> Option<Message> {
    let moved = own.row.mb_s * 1e6 * own.row.window_s;
    let bytes = own.row.other_io_seen();
    let message = Message::new("finding-slower-others");
    (bytes as f64 > others::EXPLAIN_OUTLIER * moved).then(|| message.with("bytes", decimal(bytes)))
}

fn fuller(own: &Sibling<'_>, others: &[&Sibling<'_>]) -> Option<Message> {
    let fill = own.row.place.fill_percent.filter(|&fill| fill >= FULL)?;
    let theirs = others.iter().filter_map(|other| other.row.place.fill_percent);
    let theirs = theirs.reduce(f64::max).filter(|&theirs| fill >= theirs + FULLER)?;
    let percent = |value: f64| format!("{value:.0}");
    Some(
        Message::new("finding-slower-full")
            .with("own", percent(fill))
            .with("theirs", percent(theirs)),
    )
}

fn older(own: &Sibling<'_>, others: &[&Sibling<'_>]) -> Option<Message> {
    let firmware = own.drive.firmware.as_deref()?;
    let theirs: Vec<&str> = others.iter().filter_map(|it| it.drive.firmware.as_deref()).collect();
    let first = theirs.first()?;
    let differs = theirs.len() == others.len() && !theirs.contains(&firmware);
    let message = Message::new("finding-slower-firmware");
    differs.then(|| message.with("own", firmware).with("theirs", first))
}

impl Sibling<'_> {
    /// The link under load where sampled, else before the run.
    fn link(&self) -> Option<LinkState> {
        best_link(self.row)
            .or(self.row.link_during)
            .or_else(|| self.storage?.link.as_ref()?.current)
    }

    fn celsius(&self) -> Option<i32> {
        let looks = self.row.watched.temperatures.iter().map(|look| look.celsius);
        looks.max().or(self.row.temperature_c)
    }

    fn node(&self) -> Option<u32> {
        self.row.place.numa_node.or_else(|| self.storage?.numa_node)
    }
}
