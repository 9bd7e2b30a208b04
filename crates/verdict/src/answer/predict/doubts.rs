//! Why a band extends far down, and how to narrow it.

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::{DocumentText, Message};
use narrows_model::{LimitKind, Machine, PredictionBasis, ResourceLimit, TargetPrediction};
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
pub fn of(machine: &Machine, outcomes: &[Outcomes]) -> Vec<DocumentNote> {
    let payload = assumed_payload(machine, outcomes);
    payload.into_iter().chain(far_down(machine, outcomes)).chain(widths(outcomes)).collect()
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

/// Of all outcomes, one remark for each kind of limit that lets a band reach far down: about the outcome
/// that it does most for.
fn far_down(machine: &Machine, outcomes: &[Outcomes]) -> Vec<DocumentNote> {
    let mut found: BTreeMap<&'static str, (&TargetPrediction, f64)> = BTreeMap::new();
    for (_, outcome) in outcomes.iter().flatten() {
        let down = outcome.low_of_parts.get() / outcome.rate.get().max(1.0);
        let Some(limit) = outcome.least.as_ref().filter(|_| down < FAR_DOWN) else { continue };
        let Some(remedy) = remedy(machine, limit) else { continue };
        let first = found.entry(remedy).or_insert((outcome, down));
        if down < first.1 {
            *first = (outcome, down);
        }
    }
    let note = |(remedy, (outcome, down)): (&'static str, (&TargetPrediction, f64))| {
        let limit = outcome.least.as_ref().map(|limit| DocumentText::from(&limit.name));
        let text = Message::new(remedy)
            .with("target", &outcome.target)
            .with("part", format!("{:.0}", down * 100.0))
            .text("limit", limit.unwrap_or_default());
        DocumentNote::of(Some(&outcome.target), &text)
    };
    found.into_iter().map(note).collect()
}

/// Where a band reaches far down because of how far predictions were off that rest on the same, a remark for
/// each such ground: about the outcome whose band reaches furthest.
fn widths(outcomes: &[Outcomes]) -> Vec<DocumentNote> {
    let mut found: BTreeMap<PredictionBasis, (&TargetPrediction, f64)> = BTreeMap::new();
    for (_, outcome) in outcomes.iter().flatten() {
        let down = |low: BytesPerSec| low.get() / outcome.rate.get().max(1.0);
        let (all, of_parts) = (down(outcome.low), down(outcome.low_of_parts));
        // The parts' uncertainty is reported separately.
        if all >= FAR_DOWN || of_parts < FAR_DOWN {
            continue;
        }
        let first = found.entry(outcome.ground).or_insert((outcome, all));
        if all < first.1 {
            *first = (outcome, all);
        }
    }
    let note = |(ground, (outcome, down)): (PredictionBasis, (&TargetPrediction, f64))| {
        let id =
            if ground.systems() < FEW_SYSTEMS { "predict-width-thin" } else { "predict-width" };
        let text = Message::new(id)
            .with("target", &outcome.target)
            .with("part", format!("{:.0}", down * 100.0))
            .count("systems", ground.systems())
            .text("ground", Message::new(named(ground)));
        DocumentNote::of(Some(&outcome.target), &text)
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

/// The sentence on how to narrow such a limit.
fn remedy(machine: &Machine, limit: &ResourceLimit) -> Option<&'static str> {
    let node = machine.topology.nodes.get(&limit.id).map(|node| &node.kind);
    let is_cable = matches!(node, Some(NodeKind::Tunnel | NodeKind::NetworkLink));
    match limit.kind {
        LimitKind::Link if is_cable => Some("predict-doubt-cable"),
        LimitKind::Link | LimitKind::Uplink => Some("predict-doubt-link"),
        LimitKind::Drive | LimitKind::DriveIops => Some("predict-doubt-drive"),
        LimitKind::Depth => Some("predict-doubt-depth"),
        LimitKind::RootComplex | LimitKind::Controller => Some("predict-doubt-place"),
        LimitKind::Cpu | LimitKind::RaidLayer => Some("predict-doubt-processor"),
        LimitKind::Memory | LimitKind::Cache | LimitKind::Application => None,
    }
}
