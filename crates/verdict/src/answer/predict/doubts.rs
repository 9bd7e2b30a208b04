//! Why a band extends far down, and how to narrow it.

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::{DocumentText, Message, drive_names};
use narrows_model::{LimitKind, Machine, PredictionBasis, ResourceLimit, TargetPrediction};
use narrows_record::predict::Prediction;
use narrows_record::run::workload_title;
use narrows_record::see::DocumentNote;
use narrows_topology::Id;
use narrows_topology::graph::NodeKind;
use narrows_units::BytesPerSec;

use crate::answer::asks::Outcomes;

/// A band that reaches further down than this is explained.
const FAR_DOWN: f64 = 0.8;
/// Fewer published systems than that show little.
const FEW_SYSTEMS: usize = 4;

/// Why bands are as wide as they are: links with assumed payload, and parts that reach far down.
///
/// `results` has a row for each outcome, in the same order.
pub fn of(machine: &Machine, outcomes: &[Outcomes], results: &[Prediction]) -> Vec<DocumentNote> {
    let payload = assumed_payload(machine, outcomes);
    let outcomes = outcomes.iter().flatten().map(|(_, outcome)| outcome);
    let rows: Vec<(&Prediction, &TargetPrediction)> = results.iter().zip(outcomes).collect();
    let mut reasons = far_down(machine, &rows);
    reasons.extend(widths(&rows));
    let is_told = |at: usize| {
        let (far, _) = &reasons[at];
        let others = reasons.iter().enumerate().filter(|(other, _)| *other != at);
        // Of one drive and workload the lowest end counts.
        !others.into_iter().any(|(other, (lower, _))| {
            (percent(lower.part), other) < (percent(far.part), at)
                && lower.row.workload == far.row.workload
                && far.alike.is_subset(&lower.alike)
        })
    };
    let told = (0..reasons.len()).filter(|at| is_told(*at)).map(|at| {
        let (far, text) = &reasons[at];
        DocumentNote::of(Some(&far.outcome.target), text)
    });
    payload.into_iter().chain(told).collect()
}

/// A remark on the links that limit something, and whose payload is unknown.
fn assumed_payload(machine: &Machine, outcomes: &[Outcomes]) -> Option<DocumentNote> {
    let limits = outcomes.iter().flatten().map(|(_, outcome)| &outcome.limit.limit);
    let links = limits.filter(|it| matches!(it.kind, LimitKind::Link | LimitKind::Uplink));
    let wires: BTreeSet<&Id> = links.map(|limit| &limit.id).collect();
    let nodes = machine.topology.nodes.iter().filter(|(id, node)| {
        node.link.as_ref().is_some_and(|link| {
            let wire = link.port.as_ref().unwrap_or(id);
            link.max_payload.is_none() && wires.contains(wire)
        })
    });
    let named: Vec<String> = nodes.map(|(id, _)| id.to_string()).collect();
    let first = named.first()?;
    let text = Message::new("predict-payload-assumed").with("link", first);
    let text = text.count("others", named.len() - 1);
    Some(DocumentNote::of(Some(&Id::new(first)), &text))
}

/// A reason for a band that reaches far down, with the row that it does most for.
struct FarDown<'a> {
    row: &'a Prediction,
    outcome: &'a TargetPrediction,
    /// Lower end of the band, as a part of the rate.
    part: f64,
    /// Drives to which the same happens under the same workload.
    alike: BTreeSet<&'a str>,
}

/// Collects one row for each reason, that with the lowest end.
fn lowest<'a, K: Ord>(
    rows: &[(&'a Prediction, &'a TargetPrediction)],
    reason: impl Fn(&TargetPrediction) -> Option<(K, f64)>,
) -> BTreeMap<K, FarDown<'a>> {
    let mut found: BTreeMap<K, FarDown<'a>> = BTreeMap::new();
    for &(row, outcome) in rows {
        let Some((key, part)) = reason(outcome) else { continue };
        let alike = BTreeSet::from([row.target.as_str()]);
        let new = FarDown { row, outcome, part, alike };
        let Some(first) = found.get_mut(&key) else {
            found.insert(key, new);
            continue;
        };
        if percent(part) < percent(first.part) {
            *first = new;
        } else if percent(part) == percent(first.part) && row.workload == first.row.workload {
            first.alike.extend(new.alike);
        }
    }
    found
}

fn percent(part: f64) -> u32 {
    (part * 100.0).round() as u32
}

impl FarDown<'_> {
    fn note(&self, id: &'static str) -> Message {
        Message::new(id)
            .with("target", drive_names(&self.alike))
            .with("part", percent(self.part))
            .text("run", workload_title(&self.row.workload))
    }
}

/// One remark for each kind of limit that lets a band reach far down.
fn far_down<'a>(
    machine: &Machine,
    rows: &[(&'a Prediction, &'a TargetPrediction)],
) -> Vec<(FarDown<'a>, Message)> {
    let found = lowest(rows, |outcome| {
        let part = outcome.low_of_parts.get() / outcome.rate.get().max(1.0);
        let limit = outcome.least.as_ref().filter(|_| part < FAR_DOWN)?;
        Some((remedy(machine, limit)?, part))
    });
    let note = |(remedy, far): (&'static str, FarDown<'a>)| {
        let limit = far.outcome.least.as_ref().map(|limit| DocumentText::from(&limit.name));
        let text = far.note(remedy).text("limit", limit.unwrap_or_default());
        (far, text)
    };
    found.into_iter().map(note).collect()
}

/// Where a band reaches far down because of how far predictions were off that rest on the same, a remark for
/// each such ground.
fn widths<'a>(rows: &[(&'a Prediction, &'a TargetPrediction)]) -> Vec<(FarDown<'a>, Message)> {
    let found = lowest(rows, |outcome| {
        let down = |low: BytesPerSec| low.get() / outcome.rate.get().max(1.0);
        let (all, of_parts) = (down(outcome.low), down(outcome.low_of_parts));
        // The parts' uncertainty is reported separately.
        (all < FAR_DOWN && of_parts >= FAR_DOWN).then_some((outcome.ground, all))
    });
    let note = |(ground, far): (PredictionBasis, FarDown<'a>)| {
        let is_thin = ground.systems() < FEW_SYSTEMS;
        let id = if is_thin { "predict-width-thin" } else { "predict-width" };
        let text = far.note(id).count("systems", ground.systems());
        let text = text.text("ground", Message::new(named(ground)));
        (far, text)
    };
    found.into_iter().map(note).collect()
}

fn named(ground: PredictionBasis) -> &'static str {
    match ground {
        PredictionBasis::Network => "predict-ground-network",
        PredictionBasis::FileSystem => "predict-ground-file-system",
        PredictionBasis::Md => "predict-ground-md",
        PredictionBasis::RaidDriver => "predict-ground-raid-driver",
        PredictionBasis::Bridge => "predict-ground-bridge",
        PredictionBasis::Guest => "predict-ground-guest",
        PredictionBasis::PageCache => "predict-ground-page-cache",
        PredictionBasis::Adapter => "predict-ground-adapter",
        PredictionBasis::Place => "predict-ground-place",
        PredictionBasis::Board => "predict-ground-board",
        PredictionBasis::Processor => "predict-ground-processor",
        PredictionBasis::Waits => "predict-ground-waits",
        PredictionBasis::Class => "predict-ground-class",
        PredictionBasis::DataSheet => "predict-ground-data-sheet",
        PredictionBasis::Link => "predict-ground-link",
        PredictionBasis::Measured => "predict-ground-measured",
    }
}

/// Whether the state of a link was observed: then it is the drive behind that leaves the rate open.
fn is_seen(machine: &Machine, wire: &Id) -> bool {
    let mut links = machine.topology.nodes.iter().filter_map(|(id, node)| {
        let link = node.link.as_ref()?;
        (link.port.as_ref().unwrap_or(id) == wire || id == wire).then_some(link)
    });
    links.any(|link| link.current.is_some() && link.max_payload.is_some())
}

/// The sentence on how to narrow such a limit.
fn remedy(machine: &Machine, limit: &ResourceLimit) -> Option<&'static str> {
    let node = machine.topology.nodes.get(&limit.id).map(|node| &node.kind);
    let is_cable = matches!(node, Some(NodeKind::Tunnel | NodeKind::NetworkLink));
    match limit.kind {
        LimitKind::Link if is_cable => Some("predict-doubt-cable"),
        LimitKind::Link | LimitKind::Uplink if is_seen(machine, &limit.id) => {
            Some("predict-doubt-unknown-drive")
        }
        LimitKind::Link | LimitKind::Uplink => Some("predict-doubt-link"),
        LimitKind::Drive | LimitKind::DriveIops => Some("predict-doubt-drive"),
        LimitKind::Depth => Some("predict-doubt-depth"),
        LimitKind::RootComplex | LimitKind::Controller => Some("predict-doubt-place"),
        LimitKind::Cpu | LimitKind::RaidLayer => Some("predict-doubt-processor"),
        LimitKind::Memory | LimitKind::Cache | LimitKind::Application => None,
    }
}
