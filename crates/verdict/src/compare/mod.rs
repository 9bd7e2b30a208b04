//! Compares two sides figure by figure: slower, faster, or no significant difference. A side is a
//! run, or several separate runs that repeat it.
//!
//! Figures are joined by drive (`join`), workload, set, and drives run together. Only three or more separate runs on
//! either side show a difference, or that there is none (`pair`); of pairs of sides without any change at most one in a
//! hundred has any figure that is called different, however many figures there are: each is judged at its part of that
//! probability (C. E. Bonferroni; O. J. Dunn, Journal of the American Statistical Association 56 (1961), 52-64).
//!
//! Not here: which runs (the cli), drawing, and why something changed: differences in circumstances
//! (`context`) are reported beside the figures, without a conclusion.

mod context;
mod join;
mod pair;
mod pool;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use narrows_record::compare::{
    CompareDocument, ComparisonRow, ComparisonSide, RatioOutcome, UnmatchedFigure,
};
use narrows_record::run::{RunDocument, TargetMeasurement};
use narrows_record::schema;
use narrows_record::word::TargetSet;

pub use narrows_units::stats::separate::MOST as MOST_RUNS;

use self::join::MatchedDrive;
use crate::thresholds::compare::LEVEL;

/// Compares `b` with `a`: each the runs of a side. `allowed_slower` is a fraction, such as 0.05:
/// rows slower by more than that, beyond noise, are marked. `None` if a side has no run.
pub fn compare(
    a: &[RunDocument],
    b: &[RunDocument],
    allowed_slower: Option<f64>,
) -> Option<CompareDocument> {
    let (runs_a, runs_b) = (pool::pooled(a)?, pool::pooled(b)?);
    let (first_a, first_b) = (a.first()?, b.first()?);
    let joined = join::drives(first_a, first_b);
    let now = |name| joined.iter().find(|pair| pair.target_a == name).map(|pair| pair.target_b);
    let of_a =
        grouped(&runs_a, |name| now(name).map_or(ComparedDrive::Before(name), ComparedDrive::Now));
    let of_b = grouped(&runs_b, ComparedDrive::Now);
    let both = of_b.iter().filter_map(|(key, after)| Some((key, of_a.get(key)?, after)));
    let both: Vec<(&FigureKey<'_>, &Repeats<'_>, &Repeats<'_>)> = both.collect();
    let testable = both.iter().map(|(_, before, after)| testable(before, after)).sum::<usize>();
    let level = LEVEL / testable.max(1) as f64;
    let rows = both.iter().filter_map(|(key, before, after)| {
        let drive = joined.iter().find(|pair| pair.target_b == key.target.name())?;
        Some(row(drive, key, (before, after), allowed_slower, level))
    });
    Some(CompareDocument {
        schema: schema::COMPARE.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        a: side(first_a, a),
        b: side(first_b, b),
        rows: rows.collect(),
        only_a: lone(&of_a, &of_b),
        only_b: lone(&of_b, &of_a),
        differences: context::differences(first_a, first_b, &both),
        allowed_slower,
        confidence: (testable > 0).then_some(1.0 - LEVEL),
    })
}

/// How many figures of a row are judged. Within one workload MB/s and IOPS are one figure in two
/// units.
fn testable(before: &Repeats<'_>, after: &Repeats<'_>) -> usize {
    let (before, after) = (usable(before), usable(after));
    let figures = [pair::MB_S, pair::P99, pair::CPU];
    figures.into_iter().filter(|of| pair::is_testable(&before, &after, *of)).count()
}

fn side(first: &RunDocument, runs: &[RunDocument]) -> ComparisonSide {
    ComparisonSide {
        id: first.id.clone(),
        started: first.started.clone(),
        partial: runs.iter().any(|run| run.partial),
        simulated: runs.iter().flat_map(|run| &run.results).any(|row| row.simulated),
        runs: match runs {
            [_] => Vec::new(),
            several => several.iter().map(|run| run.id.clone()).collect(),
        },
    }
}

/// A drive by name. The same name may have belonged to another drive in the earlier run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ComparedDrive<'a> {
    /// A drive of the later run.
    Now(&'a str),
    /// A drive of the earlier run that the later one did not measure.
    Before(&'a str),
}

impl<'a> ComparedDrive<'a> {
    fn name(self) -> &'a str {
        match self {
            Self::Now(name) | Self::Before(name) => name,
        }
    }
}

/// The key by which two figures are comparable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct FigureKey<'a> {
    target: ComparedDrive<'a>,
    workload: &'a str,
    set: &'a TargetSet,
    together: BTreeSet<ComparedDrive<'a>>,
    /// Its rate limit, bytes per second: a throttled figure says nothing about the drive.
    held: Option<u64>,
}

/// One figure's repeats, each with the number of the run that it is of.
type Repeats<'a> = Vec<(usize, &'a TargetMeasurement)>;

/// A side's results by key.
fn grouped<'a>(
    runs: &'a [pool::Pooled<'a>],
    named: impl Fn(&'a str) -> ComparedDrive<'a>,
) -> BTreeMap<FigureKey<'a>, Repeats<'a>> {
    let mut found: BTreeMap<FigureKey<'a>, Repeats<'a>> = BTreeMap::new();
    let results =
        runs.iter().enumerate().flat_map(|(at, run)| run.iter().map(move |one| (at, one)));
    for (at, result) in results {
        let key = FigureKey {
            target: named(&result.target),
            workload: &result.workload,
            set: &result.set,
            together: result.together.iter().map(|drive| named(drive)).collect(),
            held: result.asked.limit_mb_s.map(|mb_s| (mb_s * 1e6) as u64),
        };
        found.entry(key).or_default().push((at, result));
    }
    found
}

/// The keys that are only in `of`, under its own names.
fn lone(
    of: &BTreeMap<FigureKey<'_>, Repeats<'_>>,
    other: &BTreeMap<FigureKey<'_>, Repeats<'_>>,
) -> Vec<UnmatchedFigure> {
    let missing = of.iter().filter(|(key, _)| !other.contains_key(key));
    let told =
        missing.filter_map(|(_, repeats)| repeats.first()).map(|(_, result)| UnmatchedFigure {
            target: result.target.clone(),
            workload: result.workload.clone(),
            set: result.set.clone(),
            together: result.together.clone(),
        });
    told.collect()
}

fn row(
    drive: &MatchedDrive<'_>,
    key: &FigureKey<'_>,
    (before, after): (&Repeats<'_>, &Repeats<'_>),
    allowed_slower: Option<f64>,
    level: f64,
) -> ComparisonRow {
    let partial = !has_whole(before) || !has_whole(after);
    let (before, after) = (usable(before), usable(after));
    let pair = |of: pair::FigureKind| pair::pair(&before, &after, of, partial, level);
    let mut row = ComparisonRow {
        target: drive.target_b.to_owned(),
        target_a: drive.target_a.to_owned(),
        joined_by: drive.by,
        workload: key.workload.to_owned(),
        set: key.set.clone(),
        together: key.together.iter().map(|drive| drive.name().to_owned()).collect(),
        repeats_a: count(before.len()),
        repeats_b: count(after.len()),
        runs_a: runs(&before),
        runs_b: runs(&after),
        mb_s: pair(pair::MB_S),
        iops: pair(pair::IOPS),
        p99_us: pair(pair::P99),
        cpu_us_per_io: pair(pair::CPU),
        partial,
        slower: Vec::new(),
        open: Vec::new(),
    };
    if let Some(allowed) = allowed_slower {
        (row.slower, row.open) = gate(&row, allowed);
    }
    row
}

fn has_whole(repeats: &Repeats<'_>) -> bool {
    repeats.iter().any(|(_, result)| !result.partial)
}

/// The completed repeats, or the incomplete ones if there are none.
fn usable<'a>(repeats: &Repeats<'a>) -> Repeats<'a> {
    let some_whole = has_whole(repeats);
    repeats.iter().copied().filter(|(_, result)| !(some_whole && result.partial)).collect()
}

fn count(repeats: usize) -> u32 {
    u32::try_from(repeats).unwrap_or(u32::MAX)
}

fn runs(repeats: &Repeats<'_>) -> u32 {
    count(repeats.iter().map(|(run, _)| run).collect::<BTreeSet<_>>().len())
}

/// The figures of a row that are slower by more than `allowed`, interval included, and those that may be, judging
/// by the runs.
fn gate(row: &ComparisonRow, allowed: f64) -> (Vec<String>, Vec<String>) {
    let (mut slower, mut open) = (Vec::new(), Vec::new());
    let figures =
        [("mb_s", row.mb_s, true), ("iops", row.iops, true), ("p99_us", row.p99_us, false)];
    for (name, pair, is_rate) in figures {
        let Some(pair) = pair else {
            // Rates are always measured; a latency is not always kept.
            open.extend(is_rate.then(|| name.to_owned()));
            continue;
        };
        let known = pair.low.zip(pair.high).filter(|_| pair.outcome != RatioOutcome::Unknown);
        // Of a rate the low end is the slow one, of a latency the high one.
        let (is_slower, is_within) = match known {
            Some((low, high)) if is_rate => (high < 1.0 - allowed, low >= 1.0 - allowed),
            Some((low, high)) => (low > 1.0 + allowed, high <= 1.0 + allowed),
            None => (false, false),
        };
        let differs = matches!(pair.outcome, RatioOutcome::More | RatioOutcome::Less);
        if is_slower && differs {
            slower.push(name.to_owned());
        } else if !is_within {
            open.push(name.to_owned());
        }
    }
    (slower, open)
}
