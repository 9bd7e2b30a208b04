//! From the arrangement of today to a plan: what is moved, in which order, and what each step
//! brings.
//!
//! For: doing a plan by hand, with the machine open as few times as possible, and knowing after
//! each step what to measure. [`between`] leads to a plan; [`fewest`] says how much of the best is
//! reached with one move, with two, with three.
//!
//! Not here: which plan is best (`search`); how a measurement is run.

mod check;
mod effect;
mod least;
mod order;
mod reach;
mod state;

use narrows_catalog::board::Settings;
use narrows_topology::graph::Door;
use narrows_units::LinkWidth;

pub use check::Check;
pub use effect::Effect;
pub use least::least;
pub use reach::{Reach, fewest};

use self::state::State;
use crate::ask::Ask;
use crate::found::Candidate;
use crate::piece::Piece;
use crate::placement::Spot;
use crate::site::Site;

/// One step, done at once: a piece goes to a free place, or pieces change places in a circle.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// What is taken out and put in; empty where only settings change.
    pub carried: Vec<Carried>,
    /// What is set in the firmware with this step.
    pub settings: Settings,
    /// What is where after it, for the pieces that are in the machine then.
    pub spots: Vec<Option<Spot>>,
    /// What it changes: the drives and arrays that are carried, or become faster or slower.
    pub effects: Vec<Effect>,
    /// The measurement that confirms it; none where it changes no drive's rate.
    pub check: Option<Check>,
}

/// A piece on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carried {
    /// The piece.
    pub piece: usize,
    /// Where it is before; none for one that is not in the machine yet.
    pub from: Option<Spot>,
    /// Where it is after.
    pub to: Spot,
    /// The link that it runs before, and through which door; none where unknown.
    pub before: Option<Way>,
    /// The link that it runs after.
    pub after: Option<Way>,
}

/// How a piece is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Its link; none for a SATA drive and where nobody says.
    pub link: Option<LinkWidth>,
    /// Through which door its data goes.
    pub door: Door,
}

/// The steps from today to a plan, in an order in which they can be done: each piece goes to a
/// place that is free by then, and the machine works in between. Among those that can be done next,
/// the one that brings most comes first.
///
/// `pieces` starts with what the site has today; the others are not in the machine yet. Pieces
/// that can be exchanged for each other are exchanged rather than moved.
pub fn between(site: &Site, pieces: &[Piece], ask: &Ask, wanted: &Candidate) -> Vec<Move> {
    let goal = least(site, pieces, ask, &wanted.placement);
    order::Steps::new(site, pieces, ask, wanted, goal).all()
}

/// What is where today; none for pieces that are not in the machine yet.
fn today(site: &Site, pieces: &[Piece]) -> State {
    let spot = |index: usize| site.today.spots.get(index).copied();
    let spots = (0..pieces.len()).map(spot).collect();
    State { spots, settings: site.today.settings.clone() }
}
