//! Differences in the circumstances of two runs that may explain their figures.
//!
//! Reported only if both runs know the fact: results of another program lack facts that its file does not have,
//! which is no difference of the machine. Events (others' I/O, throttling, errors) are reported if either run has
//! them.

use std::collections::BTreeSet;

use narrows_record::compare::RunDifference;
use narrows_record::identity::IdentityRecord;
use narrows_record::run::{RunDocument, TargetMeasurement};
use narrows_record::see::{DriveRecord, LinkState};

use super::{FigureKey, Repeats};
use crate::thresholds::compare::FILL_POINTS;
use crate::thresholds::others;

type Compared<'a> = (&'a FigureKey<'a>, &'a Repeats<'a>, &'a Repeats<'a>);

/// The name of a fact, and its value in one run.
type Fact = (&'static str, Option<String>);

/// First the machine's differences, then each drive's, every one once.
pub(super) fn differences(
    a: &RunDocument,
    b: &RunDocument,
    both: &[Compared<'_>],
) -> Vec<RunDifference> {
    let mut found: BTreeSet<RunDifference> = BTreeSet::new();
    found.extend(differing(None, machine(a), machine(b)));
    for (key, before, after) in both {
        let happened = happened(key.target.name(), all_events(before), all_events(after));
        let (Some((_, before)), Some((_, after))) = (before.first(), after.first()) else {
            continue;
        };
        let target = key.target.name();
        found.extend(differing(Some(target), facts(a, before), facts(b, after)));
        found.extend(happened);
        found.extend(filled(target, before, after));
    }
    found.into_iter().collect()
}

/// Facts that both know and that differ.
fn differing(about: Option<&str>, was: Vec<Fact>, is: Vec<Fact>) -> Vec<RunDifference> {
    let pairs = was.into_iter().zip(is).filter(|((_, was), (_, is))| {
        was.as_ref().zip(is.as_ref()).is_some_and(|(was, is)| was != is)
    });
    pairs.map(|((what, was), (_, is))| difference(about, what, was, is)).collect()
}

/// Events of one run that the other did not have in the same way.
fn happened(about: &str, was: Vec<Fact>, is: Vec<Fact>) -> Vec<RunDifference> {
    let pairs = was.into_iter().zip(is).filter(|((_, was), (_, is))| was != is);
    pairs.map(|((what, was), (_, is))| difference(Some(about), what, was, is)).collect()
}

fn difference(
    about: Option<&str>,
    what: &str,
    was: Option<String>,
    is: Option<String>,
) -> RunDifference {
    RunDifference { about: about.map(str::to_owned), what: what.to_owned(), was, is }
}

fn machine(run: &RunDocument) -> Vec<Fact> {
    let host = &run.machine.host;
    let context = run.context.as_ref();
    let kernel = context.map(|context| context.kernel.clone());
    vec![
        ("narrows", Some(run.narrows.clone())),
        ("processor", host.cpu.clone()),
        ("board", host.board.clone()),
        ("firmware", host.firmware.clone()),
        ("kernel", kernel.filter(|kernel| !kernel.is_empty()).or_else(|| host.kernel.clone())),
        ("command_line", context.and_then(|context| context.command_line.clone())),
        ("cpus", context.map(|context| context.cpus).filter(|cpus| *cpus > 0).map(text)),
        ("governor", context.and_then(|context| context.governor.clone())),
        ("clock_limit_mhz", context.and_then(|context| context.clock_limit_mhz).map(text)),
        ("mitigations", context.map(|context| context.mitigations.join("; "))),
    ]
}

fn facts(run: &RunDocument, result: &TargetMeasurement) -> Vec<Fact> {
    let drive = run.machine.drives.iter().find(|drive| drive.id == result.target);
    let slot = IdentityRecord::of(&result.target, &run.machine).slot;
    let mut facts = vec![
        ("slot", slot),
        ("drive_firmware", drive.and_then(|drive| drive.firmware.clone())),
        ("link", result.link_during.map(link)),
        ("simulated", Some(yes_or_no(result.simulated))),
    ];
    facts.extend(of_method(result));
    facts.extend(of_place(result, drive));
    facts
}

fn of_method(result: &TargetMeasurement) -> Vec<Fact> {
    let (method, asked) = (&result.method, &result.asked);
    // Files of other programs may lack the request.
    let asked_known = !asked.pattern.is_empty();
    vec![
        ("engine", Some(method.engine.clone()).filter(|engine| !engine.is_empty())),
        ("direct", Some(yes_or_no(method.direct))),
        ("registered_buffers", Some(yes_or_no(method.registered_buffers))),
        ("huge_pages", Some(yes_or_no(method.huge_pages))),
        ("polled", Some(yes_or_no(method.polled))),
        ("no_cow", method.no_cow.map(yes_or_no)),
        ("file_system", method.file_system.clone()),
        ("region", Some(method.region).filter(|region| *region > 0).map(text)),
        ("start_after_s", asked_known.then(|| text(asked.start_after_s))),
    ]
}

fn of_place(result: &TargetMeasurement, drive: Option<&DriveRecord>) -> Vec<Fact> {
    let place = &result.place;
    // Files of other programs do not say it.
    let known = |text: String| (!place.kind.is_empty()).then_some(text);
    let scheduler = place.scheduler.clone();
    let write_cache = place.write_cache.or_else(|| drive?.volatile_write_cache);
    vec![
        ("place", known(place.kind.to_string())),
        ("scheduler", scheduler.or_else(|| drive?.scheduler.clone())),
        ("layers", known(place.layers.join(" + "))),
        ("copy_on_write", known(yes_or_no(place.copy_on_write))),
        ("compressed", place.compressed.map(yes_or_no)),
        ("write_cache", write_cache.map(yes_or_no)),
    ]
}

/// The fill level of the file system, if it differs considerably.
fn filled(
    target: &str,
    before: &TargetMeasurement,
    after: &TargetMeasurement,
) -> Option<RunDifference> {
    let (was, is) = before.place.fill_percent.zip(after.place.fill_percent)?;
    let said = |fill: f64| Some(format!("{fill:.0}"));
    let apart = (was - is).abs() >= FILL_POINTS;
    apart.then(|| difference(Some(target), "fill_percent", said(was), said(is)))
}

/// Events of any repeat of a side; the first of each kind.
fn all_events(repeats: &Repeats<'_>) -> Vec<Fact> {
    let mut found: Vec<Fact> = Vec::new();
    for (what, value) in repeats.iter().flat_map(|(_, result)| events(result)) {
        match found.iter_mut().find(|(known, _)| *known == what) {
            Some((_, known)) => *known = known.take().or(value),
            None => found.push((what, value)),
        }
    }
    found
}

/// Events during one of the runs.
fn events(result: &TargetMeasurement) -> Vec<Fact> {
    let own = result.mb_s * 1e6 * result.window_s;
    let others = result.other_io_seen() as f64 > others::TOLD * own;
    let throttled = result.watched.throttles.iter().map(|throttle| throttle.what.as_str());
    let throttled: BTreeSet<&str> = throttled.collect();
    let throttled = throttled.into_iter().collect::<Vec<_>>().join(", ");
    vec![
        ("other_io", others.then(|| "yes".to_owned())),
        ("throttled", Some(throttled).filter(|what| !what.is_empty())),
        ("errors", Some(result.errors).filter(|errors| *errors > 0).map(text)),
        ("partial", result.partial.then(|| "yes".to_owned())),
    ]
}

fn link(state: LinkState) -> String {
    format!("{} GT/s x{}", state.gts, state.lanes)
}

fn yes_or_no(is: bool) -> String {
    if is { "yes" } else { "no" }.to_owned()
}

fn text(value: impl std::fmt::Display) -> String {
    value.to_string()
}
