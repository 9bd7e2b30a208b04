//! Compares two runs figure by figure: slower, faster, or no significant difference.
//!
//! Figures are joined by drive (`join`), workload, set, and what ran together. A ratio counts as a
//! difference only where its 95 % interval leaves out 1; each interval stands by itself, so that
//! among forty figures that are all the same one or two may seem to differ.
//!
//! Not here: which runs (the cli), drawing, and why something changed: differences in circumstances
//! (`context`) are reported beside the figures, without a conclusion.

mod context;
mod join;
mod pair;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use narrows_record::compare::{Compare, IntervalFrom, Lone, Outcome, Pair, Row, Side};
use narrows_record::run::{Measured, Run};
use narrows_record::schema;
use narrows_record::word::Set;

use self::join::Joined;

/// Compares `b` with `a`. `allowed_slower` is a part, such as 0.05: rows that are slower by more,
/// beyond noise, are marked.
pub fn compare(a: &Run, b: &Run, allowed_slower: Option<f64>) -> Compare {
    let joined = join::drives(a, b);
    let now = |name| joined.iter().find(|pair| pair.target_a == name).map(|pair| pair.target_b);
    let of_a = grouped(a, |name| now(name).map_or(Named::Before(name), Named::Now));
    let of_b = grouped(b, Named::Now);
    let both = of_b.iter().filter_map(|(key, after)| Some((key, of_a.get(key)?, after)));
    let both: Vec<(&Key<'_>, &Repeats<'_>, &Repeats<'_>)> = both.collect();
    let rows = both.iter().filter_map(|(key, before, after)| {
        let drive = joined.iter().find(|pair| pair.target_b == key.target.name())?;
        Some(row(drive, key, before, after, allowed_slower))
    });
    Compare {
        schema: schema::COMPARE.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        a: side(a),
        b: side(b),
        rows: rows.collect(),
        only_a: lone(&of_a, &of_b),
        only_b: lone(&of_b, &of_a),
        differences: context::differences(a, b, &both),
        allowed_slower,
    }
}

/// Whether a row can be judged: its main figures are known well enough.
pub fn is_judged(row: &Row) -> bool {
    let is_known = |pair: Option<Pair>| pair.is_some_and(|pair| pair.outcome != Outcome::Unknown);
    is_known(row.mb_s) && is_known(row.iops)
}

fn side(run: &Run) -> Side {
    Side {
        id: run.id.clone(),
        started: run.started.clone(),
        partial: run.partial,
        simulated: run.results.iter().any(|row| row.simulated),
    }
}

/// A drive by name. The same name may have belonged to another drive in the earlier run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Named<'a> {
    /// A drive of the later run.
    Now(&'a str),
    /// A drive of the earlier run that the later one did not measure.
    Before(&'a str),
}

impl<'a> Named<'a> {
    fn name(self) -> &'a str {
        match self {
            Self::Now(name) | Self::Before(name) => name,
        }
    }
}

/// The key by which two figures are comparable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key<'a> {
    target: Named<'a>,
    workload: &'a str,
    set: &'a Set,
    together: BTreeSet<Named<'a>>,
    /// Its rate limit, bytes per second: a throttled figure says nothing about the drive.
    held: Option<u64>,
}

/// One figure's repeats.
type Repeats<'a> = Vec<&'a Measured>;

/// A run's results by key.
fn grouped<'a>(
    run: &'a Run,
    named: impl Fn(&'a str) -> Named<'a>,
) -> BTreeMap<Key<'a>, Repeats<'a>> {
    let mut found: BTreeMap<Key<'a>, Repeats<'a>> = BTreeMap::new();
    for result in &run.results {
        let key = Key {
            target: named(&result.target),
            workload: &result.workload,
            set: &result.set,
            together: result.together.iter().map(|drive| named(drive)).collect(),
            held: result.asked.limit_mb_s.map(|mb_s| (mb_s * 1e6) as u64),
        };
        found.entry(key).or_default().push(result);
    }
    found
}

/// The keys that are in `of` only, under its own names.
fn lone(of: &BTreeMap<Key<'_>, Repeats<'_>>, other: &BTreeMap<Key<'_>, Repeats<'_>>) -> Vec<Lone> {
    let missing = of.iter().filter(|(key, _)| !other.contains_key(key));
    let told = missing.filter_map(|(_, repeats)| repeats.first()).map(|result| Lone {
        target: result.target.clone(),
        workload: result.workload.clone(),
        set: result.set.clone(),
        together: result.together.clone(),
    });
    told.collect()
}

fn row(
    drive: &Joined<'_>,
    key: &Key<'_>,
    before: &[&Measured],
    after: &[&Measured],
    allowed_slower: Option<f64>,
) -> Row {
    let partial = !has_whole(before) || !has_whole(after);
    let (before, after) = (usable(before), usable(after));
    let pair = |of: pair::Figure| pair::pair(&before, &after, of, partial);
    let mut row = Row {
        target: drive.target_b.to_owned(),
        target_a: drive.target_a.to_owned(),
        joined_by: drive.by,
        workload: key.workload.to_owned(),
        set: key.set.clone(),
        together: key.together.iter().map(|drive| drive.name().to_owned()).collect(),
        repeats_a: count(&before),
        repeats_b: count(&after),
        mb_s: pair(pair::MB_S),
        iops: pair(pair::IOPS),
        p99_us: pair(pair::P99),
        cpu_us_per_io: pair(pair::CPU),
        partial,
        slower: Vec::new(),
    };
    row.slower = allowed_slower.map(|allowed| slower(&row, allowed)).unwrap_or_default();
    row
}

fn has_whole(repeats: &[&Measured]) -> bool {
    repeats.iter().any(|result| !result.partial)
}

/// The completed repeats; where there are none, the incomplete ones.
fn usable<'a>(repeats: &[&'a Measured]) -> Vec<&'a Measured> {
    let some_whole = has_whole(repeats);
    repeats.iter().copied().filter(|result| !(some_whole && result.partial)).collect()
}

fn count(repeats: &[&Measured]) -> u32 {
    u32::try_from(repeats.len()).unwrap_or(u32::MAX)
}

/// The figures of a row that are slower by more than `allowed`, including the interval. A latency
/// is judged only by repeats: within a run the uncertainty of its tail is unknown.
fn slower(row: &Row, allowed: f64) -> Vec<String> {
    let rate = |pair: Option<Pair>| {
        pair.and_then(|pair| pair.high).is_some_and(|high| high < 1.0 - allowed)
    };
    let latency = row.p99_us.filter(|pair| pair.interval_from == Some(IntervalFrom::Repeats));
    let latency = latency.and_then(|pair| pair.low).is_some_and(|low| low > 1.0 + allowed);
    let found = [(rate(row.mb_s), "mb_s"), (rate(row.iops), "iops"), (latency, "p99_us")];
    found.into_iter().filter(|(is, _)| *is).map(|(_, name)| name.to_owned()).collect()
}
