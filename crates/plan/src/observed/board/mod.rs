//! Catalogue data of a machine's board, matched with the observed machine.
//!
//! For: empty slots, which no capture shows, and the effect of using one slot on another.
//! Observations override the board's manual, with a remark.
//!
//! Slots are matched by name if the firmware names them. Otherwise the ports of each attachment, in
//! their order, are the board's slots of that attachment, in theirs; a remark says so.

mod agreement;
mod matching;
mod merge;
mod name;
mod places;

use narrows_catalog::board::{Board, Settings};
use narrows_catalog::cpu;
use narrows_topology::graph::Topology;

use self::matching::SlotMatch;
use self::places::BoardNodes;
use crate::feasibility::{BootSituation, known, shown};
use crate::inventory::{PROCESSOR_GROUP, SlotInventory};

pub use name::board_of;

/// Adds the board's names, empty slots and rules to the inventory. Devices stay where they are, and
/// so do processors: those of a machine with several keep their children.
///
/// Ports that the board does not have keep their names if something is in them; empty ones are left
/// out, because they are slots of the board under another name.
pub fn on_board(inventory: SlotInventory, board: &Board) -> SlotInventory {
    let machine = inventory.machine(&inventory.devices, &inventory.today, &[]).unwrap_or_default();
    let fitted = board.with_processor(machine.topology.host.cpu.as_deref());
    let board = fitted.as_ref();
    let mut pairs = matching::pairs(&inventory, board);
    let mut settings = agreement::likeliest_settings(&inventory, board, &pairs);
    let processor = machine.topology.host.cpu.as_deref().and_then(cpu::find);
    if let Some(group) = processor.and_then(|row| row.group.clone()) {
        settings.insert(PROCESSOR_GROUP.to_owned(), group);
    }
    // Settings switch ports on and off, and PCIe slots in use tell the settings: drives on ports
    // come last.
    pairs.extend(matching::sata(&inventory, board, &pairs, &settings));
    let mut inventory = SlotInventory {
        name: board.name.clone(),
        board: Some(board.id.clone()),
        situation: situation(board, &machine.topology),
        settings,
        ..inventory
    };
    let places = BoardNodes::of(&mut inventory, board, &pairs);
    merge::merge(inventory, board, &pairs, &places).with_lanes().with_splits()
}

fn situation(board: &Board, topology: &Topology) -> BootSituation {
    let platform = known::platform_of(board);
    let mut situation =
        BootSituation { board: known::board(board), platform, ..BootSituation::default() };
    shown::machine(&mut situation, topology);
    situation
}

/// The uses of the board's slots today.
fn uses(
    inventory: &SlotInventory,
    board: &Board,
    pairs: &[SlotMatch],
) -> std::collections::BTreeSet<narrows_catalog::board::SlotUse> {
    let used = pairs.iter().filter_map(|pair| {
        let bus = Some(inventory.devices.get(pair.device?)?.bus);
        Some(narrows_catalog::board::SlotUse { slot: board.slots[pair.slot].id.clone(), bus })
    });
    used.collect()
}

/// Each slot's offer today according to the board's manual.
fn offers(
    inventory: &SlotInventory,
    board: &Board,
    pairs: &[SlotMatch],
    settings: &Settings,
) -> narrows_catalog::board::Offers {
    board.links(&uses(inventory, board, pairs), settings)
}
