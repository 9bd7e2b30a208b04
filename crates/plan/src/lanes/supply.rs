//! The lanes of an inventory's processors for movable devices.

use narrows_topology::graph::NodeKind;

use super::view::LaneView;
use super::{LaneTakerKind, processor, taker};
use crate::inventory::SlotInventory;
use crate::placement::{LaneSupply, Placement};

impl SlotInventory {
    /// With the known lane counts of its processors: by the settings, by their names, by the
    /// board's socket. A count that today's devices exceed is left out.
    #[must_use]
    pub fn with_lanes(mut self) -> Self {
        self.lanes.clear();
        self.lanes = supplies(&self);
        self
    }
}

/// One for each processor with a known lane count that can be right: today's devices prove a
/// smaller count wrong, and then nothing is known.
fn supplies(inventory: &SlotInventory) -> Vec<LaneSupply> {
    let nothing = Placement::default();
    let Ok(view) = LaneView::new(inventory, &[], &nothing) else { return Vec::new() };
    let nodes = &view.machine.topology.nodes;
    let processors = nodes.iter().filter(|(_, node)| node.kind == NodeKind::Processor);
    let supply = processors.filter_map(|(id, node)| {
        let count = processor::lanes(&view, node)?;
        let below = nodes.keys().filter(|on| view.provider(on).as_ref() == Some(id));
        let takers = taker::of(&view, Some(id)).into_iter();
        let stay =
            takers.filter(|it| matches!(it.kind, LaneTakerKind::OnBoard | LaneTakerKind::Uplink));
        let kept: u32 = stay.filter_map(|taker| taker.now).sum();
        Some(LaneSupply {
            processor: id.clone(),
            // Fixed devices that need more than the count prove it wrong.
            lanes: count.most.checked_sub(kept)?,
            kept,
            nodes: below.cloned().collect(),
        })
    });
    let mut supplies: Vec<LaneSupply> = supply.collect();
    let Ok(today) = inventory.places(&inventory.devices, &inventory.today) else { return supplies };
    supplies.retain(|it| it.taken(&inventory.devices, &today) <= it.lanes);
    supplies
}
