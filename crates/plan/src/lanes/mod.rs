//! The lane budget: who offers lanes, who takes them, what is over, and who loses by it.
//!
//! For: seeing before anything is plugged in whether processor, chipset and switches have the lanes
//! that slots and on-board devices are made for, and what their uplinks carry of what hangs below.
//! Whatever nobody says stays unknown.
//!
//! Not here: which placement is best (`search`); how lanes become a rate
//! (`narrows_topology::capacity`).

mod budget;
mod flow;
mod processor;
mod provider;
mod rules;
mod seating;
mod supply;
mod taker;
mod view;

use crate::piece::Piece;
use crate::placement::{Clash, Placement};
use crate::site::Site;

pub use budget::{
    Budget, Count, DeviceDemand, Provider, ProviderKind, SataPorts, Shared, Short, Taker,
    TakerKind, Uplink,
};
pub use rules::{Bite, Effect};
pub use seating::{NoRoom, seated};

use self::view::View;

/// The budget of a site with these pieces in these places.
///
/// # Errors
/// What stands against the placement; see [`Site::places`].
pub fn of(site: &Site, pieces: &[Piece], at: &Placement) -> Result<Budget, Vec<Clash>> {
    let view = View::new(site, pieces, at)?;
    let providers = provider::all(&view);
    let bites = rules::all(&view);
    let short = flow::short(&view, &bites);
    let shared = flow::shared(&view.machine);
    let (sata, notes) = (taker::sata(&view), view.notes());
    Ok(Budget { providers, bites, short, shared, sata, notes })
}
