//! Link rates against device rates: which devices get less than they could use, and the common
//! limit of all drives.

use std::collections::BTreeMap;

use narrows_catalog::card::{self, Card};
use narrows_model::{LimitKind, Machine, TargetPrediction, predict};
use narrows_topology::Id;
use narrows_topology::capacity::{self, LinkDirection};
use narrows_topology::graph::{FactBasis, Node, NodeKind, NodeLink};
use narrows_units::{BytesPerSec, LinkWidth};
use narrows_workload::profile;

use super::view::LaneView;
use super::{LaneBottleneck, LaneRule, LinkShortage, taker};

/// Workload of all drives for finding the shared limits.
const WORKLOAD: &str = "seq-read-128k-q32";

/// Rate of a network card's ports in one direction, by the machine or the entry in the catalogue.
pub(super) fn line_rate(machine: &Machine, id: &Id) -> Option<(BytesPerSec, FactBasis)> {
    let demand = machine.demands.iter().find(|demand| demand.node == *id);
    let stated = demand.map(|demand| (demand.sends.max(demand.receives), FactBasis::Documented));
    stated.or_else(|| by_name(machine.topology.nodes.get(id)?))
}

/// Finds a card by its name, else by the model in it (`X540-T2` and an `X540-AT2` have the same
/// chip). If a card shows several functions, the first represents all ports.
fn by_name(node: &Node) -> Option<(BytesPerSec, FactBasis)> {
    let name = node.name.as_deref().filter(|_| node.kind == NodeKind::Network)?;
    let is_first = node.address.is_none_or(|address| address == address.first_function());
    let rate = |card: &Card| card.line_rate().filter(|_| is_first);
    if let Some(card) = card::all().iter().find(|card| card.name == name) {
        return Some((rate(card)?, FactBasis::Documented));
    }
    let same_chip = |card: &&Card| chip(&card.name).is_some_and(|own| chip(name) == Some(own));
    let card = card::all().iter().find(same_chip)?;
    Some((rate(card)?, FactBasis::Inferred))
}

/// The first word with letters and digits, up to its dash.
fn chip(name: &str) -> Option<&str> {
    let words = name.split_whitespace().filter_map(|word| word.split('-').next());
    let is_model = |word: &&str| {
        word.len() > 3
            && word.starts_with(|c: char| c.is_ascii_uppercase())
            && word.ends_with(|c: char| c.is_ascii_digit())
    };
    words.filter(|word| word.chars().filter(char::is_ascii_digit).count() >= 3).find(is_model)
}

/// All devices with a link below their capability.
pub(super) fn short(view: &LaneView<'_>, rules: &[LaneRule]) -> Vec<LinkShortage> {
    let nodes = view.machine.topology.nodes.iter();
    let mut all: Vec<LinkShortage> =
        nodes.filter_map(|(id, node)| of_node(view, id, node)).collect();
    for short in &mut all {
        let of_it = |rule: &&LaneRule| {
            rule.in_force && rule.effects.iter().any(|it| Some(&it.slot) == short.slot.as_ref())
        };
        short.because =
            rules.iter().filter(of_it).flat_map(|rule| rule.when.iter().cloned()).collect();
    }
    all
}

fn of_node(view: &LaneView<'_>, id: &Id, node: &Node) -> Option<LinkShortage> {
    // Other functions of a device share its link, and a chipset's is as wide as the processor's.
    let is_other = node.address.is_some_and(|address| address != address.first_function());
    let link = node.link.as_ref().filter(|link| !(link.internal || is_other))?;
    let could = link.possible.filter(|_| !view.is_chipset(node))?;
    let gets = gets(link)?;
    let payload = link.max_payload.unwrap_or(capacity::ASSUMED_MAX_PAYLOAD);
    let carries = |width| capacity::usable(width, payload, LinkDirection::Up);
    gets.is_below(could).then(|| LinkShortage {
        id: taker::called(view, id),
        name: taker::name_of(view, id, node),
        slot: node.slot.as_ref().map(|(slot, _)| slot.clone()),
        gets,
        could,
        carries: carries(gets),
        could_carry: carries(could),
        needs: needs(&view.machine, id),
        because: Vec::new(),
    })
}

/// Idle devices lower their rate to save power, so that only lanes are taken as they run just now,
/// and the rate as both ends could have it.
fn gets(link: &NodeLink) -> Option<LinkWidth> {
    let current = link.current?;
    let both = match (link.possible, link.port_possible) {
        (Some(device), Some(port)) => device.common(port),
        _ => return Some(current),
    };
    Some(LinkWidth { lanes: both.lanes.min(current.lanes), ..both })
}

/// Sequential read rate of the drives on a node, or the rate of a network card's ports.
fn needs(machine: &Machine, id: &Id) -> Option<BytesPerSec> {
    let drives = machine.topology.drives.iter();
    let own = drives.filter(|(_, drive)| drive.controller.as_ref() == Some(id));
    let reads: Vec<BytesPerSec> =
        own.filter_map(|(drive, _)| Some(machine.figures.get(drive)?.read?.value)).collect();
    let line = || line_rate(machine, id).map(|(rate, _)| rate);
    if reads.is_empty() { line() } else { Some(reads.into_iter().sum()) }
}

/// Limits of several drives when all read at once.
pub(super) fn shared(machine: &Machine) -> Vec<LaneBottleneck> {
    let Some(workload) = profile(WORKLOAD) else { return Vec::new() };
    let drives: Vec<Id> = machine.topology.drives.keys().cloned().collect();
    let mut by_limit: BTreeMap<Id, Vec<TargetPrediction>> = BTreeMap::new();
    for outcome in predict(machine, &drives, &workload) {
        let limit = &outcome.limit.limit;
        if matches!(
            limit.kind,
            LimitKind::Link | LimitKind::Uplink | LimitKind::RootComplex | LimitKind::Controller
        ) {
            by_limit.entry(limit.id.clone()).or_default().push(outcome);
        }
    }
    let shared = by_limit.into_values().filter(|outcomes| outcomes.len() > 1);
    shared.filter_map(|outcomes| sum(&outcomes)).collect()
}

fn sum(outcomes: &[TargetPrediction]) -> Option<LaneBottleneck> {
    let first = outcomes.first()?;
    let all = |of: fn(&TargetPrediction) -> BytesPerSec| outcomes.iter().map(of).sum();
    Some(LaneBottleneck {
        bound: first.limit.clone(),
        next: first.next.clone().filter(|next| {
            outcomes
                .iter()
                .all(|it| it.next.as_ref().is_some_and(|own| own.limit.id == next.limit.id))
        }),
        then_drives: outcomes.iter().all(|outcome| {
            outcome.next.as_ref().is_some_and(|next| next.limit.kind == LimitKind::Drive)
        }),
        drives: outcomes.iter().map(|outcome| outcome.target.clone()).collect(),
        rate: all(|outcome| outcome.rate),
        band: (all(|outcome| outcome.low), all(|outcome| outcome.high)),
        is_bound: outcomes.iter().any(|outcome| outcome.basis == FactBasis::Assumed),
    })
}
