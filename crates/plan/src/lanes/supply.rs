//! The lanes that an inventory's processors have for what can be moved.

use narrows_topology::graph::NodeKind;

use super::view::LaneView;
use super::{LaneTakerKind, processor, taker};
use crate::inventory::SlotInventory;
use crate::placement::{LaneSupply, Placement};

impl SlotInventory {
    /// With what is known of its processors' lanes: by the settings, by their names, by the board's
    /// socket. A count that what is there today goes beyond is left out.
    #[must_use]
    pub fn with_lanes(self) -> Self {
        let bare = Self { lanes: Vec::new(), ..self };
        Self { lanes: all(&bare), ..bare }
    }
}

/// One for each processor of which the lanes are known, as far as they can be right: what is there
/// today proves a smaller count wrong, and then nothing is known.
fn all(inventory: &SlotInventory) -> Vec<LaneSupply> {
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
