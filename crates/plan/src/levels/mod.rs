//! RAID levels and numbers of drives beside each other: how much fits, how fast it is beside what a
//! network takes of it, and how long a rebuild and a scrub take.
//!
//! For: who builds a file server of equal drives and asks how many of them, at which level.
//!
//! Not here: which drives; prices ([`crate::buying`]); what makes the array ([`crate::means`]). The
//! arrays are Linux md's with its usual chunk; ZFS is alike in capacity, and its resilver and scrub
//! touch only what is written.

mod hours;
mod row;
mod synchronize;

pub use hours::{HourRange, INNER, MD_SPEED_LIMIT, pass};
pub use row::{RaidLevelRow, rows};
pub use synchronize::synchronization;

use narrows_model::RaidLevel;
use narrows_units::{BytesPerSec, GbitPerSec};

use crate::device::MovableDevice;
use crate::inventory::SlotInventory;
use crate::placement::Placement;

/// Levels that are compared, the fastest first. Mirrors are of two drives, striped mirrors of more.
pub const LEVELS: [RaidLevel; 5] = [
    RaidLevel::Stripe,
    RaidLevel::Mirror,
    RaidLevel::MirroredStripe,
    RaidLevel::Parity(1),
    RaidLevel::Parity(2),
];

/// The bytes of files in what goes over an Ethernet: 1,448 of 1,538 with frames of 1,500 bytes, TCP
/// with time stamps, and what stands between frames (IEEE 802.3, RFC 9293, RFC 7323).
const PAYLOAD: f64 = 1448.0 / 1538.0;

/// A number of equal drives where they do best.
#[derive(Clone, Debug)]
pub struct DriveBatch {
    pub devices: Vec<MovableDevice>,
    pub drives: Vec<usize>,
    pub placement: Placement,
}

/// What files go through to those who read them.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkPath {
    /// What it is called: the card, or `10GbE`.
    pub name: String,
    pub carries: BytesPerSec,
    /// The card, by the device's id; none where it is only said that there is such a network.
    pub card: Option<String>,
}

impl NetworkPath {
    /// Ports of this rate, with frames of usual size.
    pub fn of_ports(name: &str, ports: BytesPerSec, card: Option<String>) -> Self {
        let carries = BytesPerSec::new(ports.get() * PAYLOAD);
        Self { name: name.to_owned(), carries, card }
    }

    /// `10GbE`, `2.5G`, `25 Gbit/s`: one port; none for what is no rate of a network.
    pub fn named(text: &str) -> Option<Self> {
        let word: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let lower = word.to_lowercase();
        let units = ["gbit/s", "gbps", "gbe", "gb/s", "gbit", "g"];
        let number = units.iter().find_map(|unit| lower.strip_suffix(unit)).unwrap_or(&lower);
        let rate = number.parse().ok().filter(|rate: &f64| (0.01..=1600.0).contains(rate))?;
        let ports = BytesPerSec::new(GbitPerSec::new(rate).get() * 1e9 / 8.0);
        Some(Self::of_ports(&format!("{number}GbE"), ports, None))
    }
}

/// What is looked at: an inventory with drives in it, and what files go through.
pub struct LevelContext<'a> {
    pub inventory: &'a SlotInventory,
    /// The network; none where nothing is known of one.
    pub network: Option<&'a NetworkPath>,
}

#[cfg(test)]
mod tests;
