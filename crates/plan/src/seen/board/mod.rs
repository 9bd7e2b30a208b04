//! What the catalogue knows of a machine's board, put beside what was seen of the machine.
//!
//! For: the slots that are empty, which no capture shows, and what the use of one does to another.
//! What was seen stays in force wherever the board's manual says otherwise, with a remark.
//!
//! Slots are told by their names where the firmware names them. Else the ports of each door, in
//! their order, are the board's slots of that door, in theirs; a remark says so.

mod matching;
mod merge;
mod name;
mod places;
mod said;

use narrows_catalog::board::{Board, Settings};
use narrows_catalog::cpu;
use narrows_topology::graph::Topology;

use self::matching::Pair;
use self::places::Places;
use crate::feasibility::{Situation, known, shown};
use crate::site::{PROCESSOR_GROUP, Site};

pub use name::board_of;

/// The site with the board's names, empty slots and rules. Pieces stay where they are, and
/// processors, too: those of a machine with several keep what hangs on them.
///
/// Ports that the board does not have keep their names if something is in them; empty ones are left
/// out, because they are slots of the board under another name.
pub fn on_board(site: Site, board: &Board) -> Site {
    let machine = site.machine(&site.pieces, &site.today, &[]).unwrap_or_default();
    let mut pairs = matching::pairs(&site, board);
    let mut settings = said::likeliest_settings(&site, board, &pairs);
    let processor = machine.topology.host.cpu.as_deref().and_then(cpu::find);
    if let Some(group) = processor.and_then(|row| row.group.clone()) {
        settings.insert(PROCESSOR_GROUP.to_owned(), group);
    }
    pairs.extend(matching::sata(&site, board, &pairs, &settings));
    let mut site = Site {
        name: board.name.clone(),
        board: Some(board.id.clone()),
        situation: situation(board, &machine.topology),
        settings,
        ..site
    };
    let places = Places::of(&mut site, board, &pairs);
    merge::merge(site, board, &pairs, &places).with_lanes().with_splits()
}

fn situation(board: &Board, topology: &Topology) -> Situation {
    let platform = known::platform_of(board);
    let mut situation = Situation { board: known::board(board), platform, ..Situation::default() };
    shown::machine(&mut situation, topology);
    situation
}

/// The uses of the board's slots today.
fn uses(
    site: &Site,
    board: &Board,
    pairs: &[Pair],
) -> std::collections::BTreeSet<narrows_catalog::board::SlotUse> {
    let used = pairs.iter().filter_map(|pair| {
        let device = Some(site.pieces.get(pair.piece?)?.device);
        Some(narrows_catalog::board::SlotUse { slot: board.slots[pair.slot].id.clone(), device })
    });
    used.collect()
}

/// What each slot offers today, as the board's manual has it.
fn offers(
    site: &Site,
    board: &Board,
    pairs: &[Pair],
    settings: &Settings,
) -> narrows_catalog::board::Offers {
    board.links(&uses(site, board, pairs), settings)
}
