//! Processors of several sockets.

use std::collections::BTreeSet;

use narrows_catalog::board::{self, Board, CPU, MOST_SOCKETS};

use super::range::within;
use crate::machine_file::description;
use crate::machine_file::slip::Result;

pub(super) fn socket(complex: &description::RootComplex) -> Result<Option<u32>> {
    complex.socket.as_ref().map(|socket| within(socket, 0, MOST_SOCKETS - 1)).transpose()
}

/// The first processor is `cpu`, the second `cpu1`.
pub(super) fn socket_name(socket: u32) -> String {
    if socket == 0 { CPU.to_owned() } else { format!("{CPU}{socket}") }
}

/// Further sockets that slots of a board hang on.
pub(super) fn board_sockets(board: Option<&Board>) -> BTreeSet<u32> {
    let slots = board.into_iter().flat_map(|board| &board.slots);
    let sockets = slots.filter_map(|slot| board::socket_of(&slot.on));
    sockets.filter(|socket| *socket > 0).collect()
}
