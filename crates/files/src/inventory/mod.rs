//! A machine file, a board or a chipset of the catalogue as places to put things into, and devices
//! by their names in the catalogue.
//!
//! For: everything that `narrows-plan` works on and that comes from files and names rather than from
//! a running machine. A device in a slot of the file moves with everything attached to it; anything
//! that the file attaches directly stays where it is.
//!
//! Not here: the best place (`narrows-plan`); places of an observed machine (`narrows_plan::observed`).

mod bodies;
mod draft;
mod expanders;
mod generic;
mod kinds;
mod known;
mod list;
mod named;
mod occupants;
mod plan_file;
mod sized;
mod slots;

use narrows_catalog::board::Board;
use narrows_catalog::chipset::{Chipset, LaneGroup};
use narrows_catalog::cpu::Cpu;
use narrows_messages::Message;
use narrows_plan::inventory::SlotInventory;
use narrows_topology::graph::TopologyNote;

use crate::machine_file::description::{File, Host};
use crate::machine_file::{MachineFile, built};

pub use draft::{drafted, usual_free};
pub use named::{assumed_models, devices_beside, devices_named};
pub use plan_file::{PLAN_MARK, plan_file};
pub use sized::{BoardKind, BoardSize, BoardVariety, of_kind};

/// The slots of a machine file, with their occupants.
pub fn of_file(file: &MachineFile) -> SlotInventory {
    let slots = slots::of(file);
    let installed = occupants::of(file, &slots);
    let board = known::board(file);
    let of_board = board.map(|board| board.name.clone());
    SlotInventory {
        name: file.name.clone().or(of_board).unwrap_or_default(),
        board: board.map(|board| board.id.clone()),
        rules: slots::rules(file, &slots),
        fixed: installed.fixed,
        slots,
        settings: file.settings.clone(),
        max_payload: file.max_payload,
        situation: known::situation(file),
        devices: installed.devices,
        today: installed.today,
        lanes: Vec::new(),
    }
    .with_lanes()
    .with_splits()
}

#[derive(Clone, Debug)]
pub struct NamedProcessor {
    pub name: String,
    pub row: &'static Cpu,
}

/// The places of a board of the catalogue, with nothing in them.
pub fn of_board(board: &Board) -> Result<SlotInventory, Message> {
    Ok(of_file(&file_of_board(board)?))
}

/// A machine that is a board of the catalogue with nothing in its slots.
pub fn file_of_board(board: &Board) -> Result<MachineFile, Message> {
    file_of_board_with(board, None)
}

/// The same with a processor in it.
pub fn file_of_board_with(
    board: &Board,
    processor: Option<&NamedProcessor>,
) -> Result<MachineFile, Message> {
    let cpu = processor.map(|processor| processor.name.clone().into());
    let host = Host { board: Some(board.id.clone().into()), cpu, ..Host::default() };
    built(&File { host: Some(host), ..File::default() })
}

/// The places of a board that could be built on a chipset: the processor's lanes in one slot,
/// the chipset's as M.2 and card slots within its count, and its SATA ports. All of it is assumed.
pub fn of_chipset(chipset: &'static Chipset) -> Result<SlotInventory, Message> {
    of_chipset_with(chipset, BoardSize::Atx, None)
}

/// The same of a size, with a processor in it.
pub fn of_chipset_with(
    chipset: &'static Chipset,
    size: BoardSize,
    processor: Option<&NamedProcessor>,
) -> Result<SlotInventory, Message> {
    let mut inventory = of_file(&built(&generic::described(chipset, size, processor))?);
    for slot in &mut inventory.slots {
        slot.basis = narrows_topology::FactBasis::Assumed;
    }
    let mut lanes = generic::of_processor(chipset, processor.map(|it| it.row));
    if let (Some(narrow), Some(first)) =
        (processor.and_then(|it| it.row.card_lanes()).map(u16::from), lanes.first_mut())
    {
        let rest = LaneGroup { count: first.count.saturating_sub(narrow), ..*first };
        first.count -= rest.count;
        lanes.extend((rest.count > 0).then_some(rest));
    }
    let lanes = lanes.iter().map(|group| format!("PCIe {}.0 x{}", group.generation, group.count));
    let text = Message::new("plan-assumed-board").with("chipset", &chipset.name);
    let text = text.list("lanes", "between-names", lanes);
    inventory.fixed.topology.notes.push(TopologyNote { about: None, text });
    Ok(inventory)
}

#[cfg(test)]
mod tests;
