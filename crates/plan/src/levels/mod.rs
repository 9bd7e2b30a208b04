//! RAID levels and numbers of drives compared: capacity, speed and the part that a network carries,
//! and the time of a rebuild and a scrub.
//!
//! For: who builds a file server of equal drives and asks how many of them, at which level.
//!
//! Not here: which drives; prices ([`crate::buying`]); the array's engine ([`crate::means`]). The
//! arrays are Linux md's with its usual chunk; ZFS is alike in capacity, and its resilver and scrub
//! touch only written data.

mod hours;
mod row;
mod synchronize;

pub use hours::{HourRange, INNER, MD_SPEED_LIMIT, pass};
pub use row::{RaidLevelRow, may_fail, rows};
pub use synchronize::synchronization;

use narrows_model::RaidLevel;
use narrows_units::{BytesPerSec, GbitPerSec};

use crate::device::MovableDevice;
use crate::inventory::SlotInventory;
use crate::placement::Placement;
use crate::words::network_rate;

/// Levels that are compared, the fastest first. Mirrors are of two drives, striped mirrors of more.
pub const LEVELS: [RaidLevel; 5] = [
    RaidLevel::Stripe,
    RaidLevel::Mirror,
    RaidLevel::MirroredStripe,
    RaidLevel::Parity(1),
    RaidLevel::Parity(2),
];

/// The share of file bytes on an Ethernet: 1,448 of 1,538 with frames of 1,500 bytes, TCP with time
/// stamps, and the overhead between frames (IEEE 802.3, RFC 9293, RFC 7323).
const PAYLOAD: f64 = 1448.0 / 1538.0;

/// A number of equal drives in their best placement.
#[derive(Clone, Debug)]
pub struct DriveBatch {
    pub devices: Vec<MovableDevice>,
    pub drives: Vec<usize>,
    pub placement: Placement,
}

/// The path of files to their readers.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkPath {
    /// The card, or `10GbE`.
    pub name: String,
    pub carries: BytesPerSec,
    /// The card, by the device's id; `None` if only the network was named.
    pub card: Option<String>,
}

impl NetworkPath {
    /// Ports of this rate, with frames of usual size.
    pub fn of_ports(name: &str, ports: BytesPerSec, card: Option<String>) -> Self {
        let carries = BytesPerSec::new(ports.get() * PAYLOAD);
        Self { name: name.to_owned(), carries, card }
    }

    /// `10GbE`, `2.5G`, `25 Gbit/s`, `1.25 GB/s` or a number alone: one port; `None` if it is no
    /// network rate.
    pub fn named(text: &str) -> Option<Self> {
        let plain = || text.trim().parse().ok().filter(|rate| (0.01..=1600.0).contains(rate));
        let rate = network_rate(text).or_else(plain)?;
        let ports = BytesPerSec::new(GbitPerSec::new(rate).get() * 1e9 / 8.0);
        Some(Self::of_ports(&format!("{rate}GbE"), ports, None))
    }
}

/// The subject: an inventory with drives in it, and the path of files.
pub struct LevelContext<'a> {
    pub inventory: &'a SlotInventory,
    /// The network; `None` if unknown.
    pub network: Option<&'a NetworkPath>,
}

#[cfg(test)]
mod tests;
