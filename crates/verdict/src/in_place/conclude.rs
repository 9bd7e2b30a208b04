//! Conclusions from an array's figures and observations, most important first.

use narrows_array::RaidLevel;
use narrows_messages::Message;
use narrows_record::array_compared::{ArrayRow, MemberRow};
use narrows_record::in_place::{ArrayInPlace, InPlaceMember};
use narrows_record::run::{RunDocument, TargetMeasurement, workload_title};
use narrows_record::see::LinkState;
use narrows_record::word::TargetSet;
use narrows_units::Bytes;

use super::figures::InPlaceFigures;
use super::{is_unsettled, level, width};
use crate::Conclusion;
use crate::explain::{carries, names, rate};
use crate::thresholds::in_place::{CHUNKS_KEEP, LAYER_OPEN};

/// The kernel counts read-ahead for blockdev(8) in sectors of 512 bytes.
const SECTOR: u64 = 512;

/// Conclusions about the array that a run measured; empty if it measured none.
pub(crate) fn conclusions(run: &RunDocument) -> Vec<Conclusion> {
    let Some(array) = &run.array else { return Vec::new() };
    let figures = InPlaceFigures::of(run, array);
    let slow = figures.iter().flat_map(|figures| slow(array, figures));
    let mut found: Vec<Conclusion> = slow.collect();
    // Members with a link below their drive's capability while they were read.
    let say = |member: &InPlaceMember| {
        let (own, best) = (link_during(run, member)?, best_link(run, member)?);
        let what =
            Message::new("in-place-link").with("member", &member.id).with("array", &array.id);
        let what = what.with("own", own).with("best", best);
        let is_below = carries(own) < carries(best);
        is_below.then(|| Conclusion { targets: vec![member.id.clone()], what, limit: None })
    };
    let links: Vec<Conclusion> = array.members.iter().filter_map(say).collect();
    found.extend(links);
    found.extend(figures.iter().filter_map(|figures| layer_costs(array, figures)));
    found.extend(figures.iter().filter_map(|figures| chunks(array, figures)));
    found.extend(read_ahead(array));
    let nothing = found.is_empty() && !is_unsettled(array);
    let open = figures.iter().filter_map(|figures| layer_otherwise(array, figures, nothing));
    let open: Vec<Conclusion> = open.collect();
    // It is not whole, or being made so.
    let missing = array.missing.filter(|missing| *missing > 0);
    let missing =
        missing.map(|count| Message::new("in-place-degraded").count("missing", count as usize));
    let sync = array.sync.as_ref().map(|what| Message::new("in-place-syncing").with("what", what));
    let state: Vec<Conclusion> =
        missing.into_iter().chain(sync).map(|what| about(array, what)).collect();
    state.into_iter().chain(found).chain(open).collect()
}

fn about(array: &ArrayInPlace, what: Message) -> Conclusion {
    let what = what.with("array", &array.id);
    Conclusion { targets: vec![array.id.clone()], what, limit: None }
}

/// Each member that is slower than the others, and a stripe's loss by it.
fn slow(array: &ArrayInPlace, figures: &InPlaceFigures<'_>) -> Vec<Conclusion> {
    let row = figures.row();
    let (slow, others): (Vec<_>, Vec<_>) = row.members.iter().partition(|member| member.is_slow);
    let of_others: Vec<f64> = others.iter().filter_map(|it| Some(it.alone?.mb_s)).collect();
    let Some(usual) = narrows_units::stats::median(&of_others) else { return Vec::new() };
    let waits = level(array).is_some_and(RaidLevel::has_chunks);
    let could = figures.without_slow(usual).filter(|_| waits);
    let say = |member: &&MemberRow| {
        let own = member.alone?;
        let id = if could.is_some() { "in-place-slow-stripe" } else { "in-place-slow" };
        let names: Vec<&str> = others.iter().map(|it| it.id.as_str()).collect();
        let what = Message::new(id)
            .with("member", &member.id)
            .with("array", &array.id)
            .with("rate", rate(own.mb_s))
            .with("low", number(own.low_mb_s?))
            .with("high", number(own.high_mb_s?))
            .with("usual", rate(usual))
            .with("others", self::names(&names))
            .with("could", rate(could.unwrap_or_default()));
        Some(Conclusion { targets: vec![member.id.clone()], what, limit: None })
    };
    slow.iter().filter_map(say).collect()
}

/// The best that was seen: a link that sleeps between requests is none that is degraded.
fn link_during(run: &RunDocument, member: &InPlaceMember) -> Option<LinkState> {
    let is_it = |row: &&TargetMeasurement| row.set == TargetSet::Alone && row.target == member.id;
    let seen = run.results.iter().filter(is_it).filter_map(|row| row.link_during);
    seen.reduce(|a, b| if carries(b) > carries(a) { b } else { a })
}

fn best_link(run: &RunDocument, member: &InPlaceMember) -> Option<LinkState> {
    let drive = run.machine.drives.iter().find(|drive| Some(&drive.id) == member.drive.as_ref())?;
    let mut storage = run.machine.storage.iter();
    let storage = storage.find(|storage| Some(&storage.id) == drive.controller.as_ref())?;
    storage.link.as_ref()?.possible
}

fn layer_costs(array: &ArrayInPlace, figures: &InPlaceFigures<'_>) -> Option<Conclusion> {
    let row = figures.row();
    let what = of_layer("in-place-layer-costs", &row)?;
    row.cost?.is_certain.then(|| about(array, what))
}

/// The sentence on a layer without a measured cost: that there is none, or why that is unknown.
fn layer_otherwise(
    array: &ArrayInPlace,
    figures: &InPlaceFigures<'_>,
    nothing: bool,
) -> Option<Conclusion> {
    let row = figures.row();
    let what = match row.cost {
        Some(cost) if cost.is_certain => return None,
        Some(cost) if cost.high_percent > LAYER_OPEN * 100.0 => {
            of_layer("in-place-layer-open", &row)?
        }
        Some(_) if nothing => of_layer("in-place-nothing", &row)?,
        Some(_) => of_layer("in-place-layer-free", &row)?,
        None if is_unsettled(array) => return None,
        None if width(array).is_none() => Message::new("in-place-layer-unknown"),
        None if !figures.is_cut() && !figures.is_calculable() => {
            Message::new("in-place-layer-workload").text("workload", workload_title(&row.workload))
        }
        None => Message::new("in-place-layer-few").count("passes", row.passes as usize),
    };
    Some(about(array, what))
}

/// A rate in MB/s as people compare it.
fn number(mb_s: f64) -> String {
    if mb_s >= 100.0 { format!("{mb_s:.0}") } else { format!("{mb_s:.1}") }
}

/// A sentence on the layer's cost.
fn of_layer(id: &'static str, row: &ArrayRow) -> Option<Message> {
    let (cost, array, could) = (row.cost?, row.array?, row.could?);
    // Rounded first, so that nothing is -0.0.
    let percent = |value: f64| format!("{:.1}", (value * 10.0).round() / 10.0 + 0.0);
    let message = Message::new(id)
        .with("percent", percent(cost.percent))
        .with("low", percent(cost.low_percent))
        .with("high", percent(cost.high_percent))
        .with("most", percent(cost.high_percent.max(0.0)))
        .with("cost", rate(cost.mb_s.max(0.0)))
        .with("does", rate(array.mb_s))
        .with("could", rate(could.mb_s));
    Some(message)
}

/// Cutting alone, without the layer, keeps the members below their combined rate.
fn chunks(array: &ArrayInPlace, figures: &InPlaceFigures<'_>) -> Option<Conclusion> {
    let chunk = array.chunk.filter(|_| figures.is_cut())?;
    let found = figures.against_chunks().filter(|found| found.high < CHUNKS_KEEP)?;
    let members: Vec<&str> = array.members.iter().map(|member| member.id.as_str()).collect();
    let what = Message::new("in-place-chunks")
        .with("chunk", Bytes::new(chunk))
        .with("percent", format!("{:.0}", found.ratio * 100.0))
        .text("workload", workload_title(figures.workload))
        .with("members", members.join(" "));
    Some(about(array, what))
}

/// The kernel reads ahead less than a stripe, so a program that reads sequentially keeps only some of the
/// members busy.
fn read_ahead(array: &ArrayInPlace) -> Option<Conclusion> {
    let (read_ahead, chunk) = (array.read_ahead?, array.chunk?);
    level(array).filter(|level| level.has_chunks())?;
    let stripe = chunk * width(array)? as u64;
    let what = Message::new("in-place-read-ahead")
        .with("read_ahead", Bytes::new(read_ahead))
        .with("stripe", Bytes::new(stripe))
        .count("busy", (read_ahead / chunk.max(1)).max(1) as usize)
        .count("members", array.members.len())
        .with("sectors", 2 * stripe / SECTOR);
    (read_ahead < stripe).then(|| about(array, what))
}
