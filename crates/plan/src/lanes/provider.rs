//! Who offers lanes, and how many.

use narrows_catalog::chipset::{self, Chipset};
use narrows_model::{BandedFigure, Machine};
use narrows_topology::Id;
use narrows_topology::capacity::{self, LinkDirection};
use narrows_topology::graph::{Drive, FactBasis, Node, NodeKind};
use narrows_units::BytesPerSec;

use super::view::{LaneView, is_provider};
use super::{
    LaneCountRange, LaneDemand, LaneProvider, LaneProviderKind, LaneTaker, LaneTakerKind,
    SharedUplink, flow, processor, taker,
};

/// All of them, processors first.
pub(super) fn all(view: &LaneView<'_>) -> Vec<LaneProvider> {
    let nodes = view.machine.topology.nodes.iter();
    let providers = nodes.filter(|(_, node)| is_provider(node));
    let mut all: Vec<LaneProvider> = providers.map(|(id, node)| of(view, id, node)).collect();
    // A switch with one device below is a part of it, such as that of a graphics card.
    all.retain(|it| it.kind != LaneProviderKind::Switch || it.takers.len() > 1 || has_slots(it));
    all.sort_by_key(|provider| provider.kind);
    // Devices below no known provider of lanes.
    let takers = taker::of(view, None);
    let unknown = (!takers.is_empty()).then(|| LaneProvider {
        id: Id::new("unknown"),
        kind: LaneProviderKind::Unknown,
        name: None,
        lanes: None,
        uplink: None,
        takers,
    });
    all.extend(unknown);
    all
}

/// Whether empty slots hang on it, which are listed nowhere else.
fn has_slots(provider: &LaneProvider) -> bool {
    provider.takers.iter().any(|it| matches!(it.kind, LaneTakerKind::Empty | LaneTakerKind::Off))
}

fn of(view: &LaneView<'_>, id: &Id, node: &Node) -> LaneProvider {
    let takers = taker::of(view, Some(id));
    let (kind, lanes) = match node.kind {
        NodeKind::Processor => (LaneProviderKind::Processor, processor::lanes(view, node)),
        _ if view.is_chipset(node) => (LaneProviderKind::Chipset, of_chipset(view, node)),
        _ => (LaneProviderKind::Switch, below_switch(&takers)),
    };
    let uplink = uplink(view, id, node).filter(|_| kind != LaneProviderKind::Processor);
    let name = match kind {
        LaneProviderKind::Chipset => known(view, node).map(|known| known.name.clone()),
        _ => None,
    };
    let name = name.or_else(|| node.name.clone()).filter(|name| name != id.as_str());
    LaneProvider { id: id.clone(), kind, name, lanes, uplink, takers }
}

/// The catalogue's entry of a chipset: by its own name, else by the machine's, else by the board.
fn known(view: &LaneView<'_>, node: &Node) -> Option<&'static Chipset> {
    let own = node.name.as_deref().and_then(chipset::named);
    let machine = || view.machine.topology.chipset.as_deref().and_then(chipset::named);
    own.or_else(machine).or_else(|| chipset::chipset(view.board?.chipset.as_deref()?))
}

/// Where only a series is known, its members' lanes bound the count.
fn of_chipset(view: &LaneView<'_>, node: &Node) -> Option<LaneCountRange> {
    if let Some(known) = known(view, node) {
        return lanes_of(known).map(|lanes| LaneCountRange::exactly(lanes, FactBasis::Documented));
    }
    let family = view.machine.topology.chipset.as_ref()?;
    let members = chipset::all().iter().filter(|chipset| chipset.family == *family);
    let counts: Vec<u32> = members.filter_map(lanes_of).collect();
    let (least, most) = (*counts.iter().min()?, *counts.iter().max()?);
    Some(LaneCountRange { least, most, basis: FactBasis::Inferred })
}

fn lanes_of(chipset: &Chipset) -> Option<u32> {
    let sum = chipset.lanes.iter().map(|group| u32::from(group.count)).sum();
    (sum > 0).then_some(sum)
}

/// A switch has at least the lanes that are seen below it.
fn below_switch(takers: &[LaneTaker]) -> Option<LaneCountRange> {
    let sum: u32 = takers.iter().filter_map(|taker| taker.filled).sum();
    (sum > 0).then(|| LaneCountRange::exactly(sum, FactBasis::Inferred))
}

fn uplink(view: &LaneView<'_>, id: &Id, node: &Node) -> Option<SharedUplink> {
    let link = node.link.as_ref().filter(|link| !link.internal)?;
    let carries = narrows_model::carries(&view.machine.topology, id, link, LinkDirection::Up)?;
    let ceilings = view.machine.ceilings.get(id).into_iter().flatten();
    let ceiling = ceilings.filter_map(|ceiling| ceiling.read).map(|read| read.value).min();
    Some(SharedUplink {
        name: link.name.clone(),
        link: link.current?,
        carries: ceiling.map_or(carries, |ceiling| ceiling.min(carries)),
        basis: link.basis,
        demands: demands(view, id),
    })
}

/// Possible traffic of drives and network cards below, all at once, each as far as its own link carries it.
fn demands(view: &LaneView<'_>, provider: &Id) -> Vec<LaneDemand> {
    let machine = &view.machine;
    let is_below = |id: &Id| machine.topology.path(id).any(|(above, _)| above == provider);
    let drives = machine.topology.drives.iter();
    let below = drives.filter(|(_, drive)| drive.controller.as_ref().is_some_and(is_below));
    let mut demands: Vec<LaneDemand> =
        below.filter_map(|(id, drive)| of_drive(machine, id, drive)).collect();
    for (id, _) in machine.topology.nodes.iter().filter(|(id, _)| is_below(id)) {
        if let Some((rate, basis)) = flow::line_rate(machine, id) {
            let link = machine.topology.nodes[id].link.as_ref().filter(|link| !link.internal);
            let most = link.and_then(|link| capacity::of_link(link, LinkDirection::Up));
            let rate = most.map_or(rate, |most| rate.min(most));
            demands.push(LaneDemand { id: id.clone(), rate, basis });
        }
    }
    demands
}

/// The drive's sequential read rate, or else the rate of the links right above it.
fn of_drive(machine: &Machine, id: &Id, drive: &Drive) -> Option<LaneDemand> {
    let read: Option<BandedFigure<BytesPerSec>> = machine.figures.get(id).and_then(|it| it.read);
    let node = drive.controller.as_ref().and_then(|id| machine.topology.nodes.get(id));
    let link = node.and_then(|node| node.link.as_ref()).filter(|link| !link.internal);
    let link = link.and_then(|link| capacity::of_link(link, LinkDirection::Up));
    let cable = drive.transport.as_ref().and_then(capacity::transport);
    let most = link.into_iter().chain(cable).min();
    let (rate, basis) = match (read, most) {
        (Some(read), Some(most)) => (read.value.min(most), read.basis),
        (Some(read), None) => (read.value, read.basis),
        (None, Some(most)) => (most, FactBasis::Assumed),
        (None, None) => return None,
    };
    Some(LaneDemand { id: id.clone(), rate, basis })
}
