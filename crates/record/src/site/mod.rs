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
mod draft;
mod generic;
mod known;
mod list;
mod named;
mod occupants;
mod plan_file;
mod seats;
mod sized;

use narrows_catalog::board::Board;
use narrows_catalog::chipset::Chipset;
use narrows_messages::Message;
use narrows_plan::site::Site;

use crate::machine_file::description::{File, Host};
use crate::machine_file::{MachineFile, built};

pub use draft::{drafted, usual_free};
pub use named::{pieces_beside, pieces_named};
pub use plan_file::{PLAN_MARK, plan_file};
pub use sized::{BoardKind, BoardSize, of_kind};

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
    .with_splits()
}

/// The places of a board of the catalogue, with nothing in them.
///
/// # Errors
/// What contradicts itself in the board's entry.
pub fn of_board(board: &Board) -> Result<Site, Message> {
    Ok(of_file(&file_of_board(board)?))
}

/// A machine that is a board of the catalogue with nothing in its slots.
///
/// # Errors
/// What contradicts itself in the board's entry.
pub fn file_of_board(board: &Board) -> Result<MachineFile, Message> {
    let host = Host { board: Some(board.id.clone().into()), ..Host::default() };
    built(&File { host: Some(host), ..File::default() })
}

/// The places of a board that somebody could build on a chipset: the processor's lanes in one slot,
/// the chipset's as M.2 and card slots within its count, and its SATA ports. All of it is assumed.
///
/// # Errors
/// What contradicts itself in the chipset's entry.
pub fn of_chipset(chipset: &Chipset) -> Result<Site, Message> {
    let mut site = of_file(&built(&generic::described(chipset))?);
    for seat in &mut site.seats {
        seat.basis = narrows_topology::Basis::Assumed;
    }
    Ok(site)
}

#[cfg(test)]
mod tests;
