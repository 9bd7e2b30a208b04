//! A machine file, a board or a chipset of the catalogue as places to put things into, and pieces
//! by their names in the catalogue.
//!
//! For: everything that `narrows-plan` works on and that comes from files and names rather than from
//! a running machine. What is in a slot of the file is a piece with all that hangs on it; what
//! the file hangs on something directly stays where it is.
//!
//! Not here: which place is best (`narrows-plan`); places of a machine that was seen
//! (`narrows_plan::seen`).

mod bodies;
mod generic;
mod known;
mod list;
mod named;
mod occupants;
mod plan_file;
mod seats;

use narrows_catalog::board::Board;
use narrows_catalog::chipset::Chipset;
use narrows_plan::site::Site;

use crate::machine_file::write::quoted;
use crate::machine_file::{self, MachineFile};
use crate::schema;

pub use named::{pieces_beside, pieces_named};
pub use plan_file::{PLAN_MARK, plan_file};

/// The places of a machine file, with what is in them.
pub fn of_file(file: &MachineFile) -> Site {
    let seats = seats::of(file);
    let found = occupants::of(file, &seats);
    let board = known::board(file);
    let of_board = board.map(|board| board.name.clone());
    Site {
        name: file.name.clone().or(of_board).unwrap_or_default(),
        board: board.map(|board| board.id.clone()),
        rules: seats::rules(file, &seats),
        fixed: found.fixed,
        seats,
        settings: file.settings.clone(),
        max_payload: file.max_payload,
        situation: known::situation(file),
        pieces: found.pieces,
        today: found.today,
        lanes: Vec::new(),
    }
    .with_lanes()
}

/// The places of a board of the catalogue, with nothing in them.
pub fn of_board(board: &Board) -> Site {
    let text = format!("schema = \"{}\"\n[host]\nboard = {}\n", schema::MACHINE, quoted(&board.id));
    read(&text)
}

/// The places of a board that somebody could build on a chipset: the processor's lanes in one slot,
/// the chipset's as M.2 and card slots within its count, and its SATA ports. All of it is assumed.
pub fn of_chipset(chipset: &Chipset) -> Site {
    let mut site = read(&generic::machine_file(chipset));
    for seat in &mut site.seats {
        seat.basis = narrows_topology::Basis::Assumed;
    }
    site
}

/// A text of our own, which tests read: without places if it were none.
fn read(text: &str) -> Site {
    machine_file::read(text).map(|file| of_file(&file)).unwrap_or_default()
}

#[cfg(test)]
mod tests;
