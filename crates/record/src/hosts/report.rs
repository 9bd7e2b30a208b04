//! Report of a storage server on itself while others measure it.

use serde::{Deserialize, Serialize};

/// Load of a server's processors, drives and network cards in the time that counts of a round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServerLoad {
    /// Number of its logical processors that were busy, including those taken by a hypervisor: 0 to
    /// `processors`; null if unknown.
    pub busy_processors: Option<f64>,
    /// Number of its logical processors; null if unknown.
    pub processors: Option<f64>,
    /// Its drives that moved anything, by name.
    pub drives: Vec<DriveLoad>,
    /// Its network cards, by name; the loopback is none.
    pub cards: Vec<CardLoad>,
}

/// Load of a server's drive.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DriveLoad {
    /// Its kernel name.
    pub drive: String,
    /// 10^6 bytes per second that were read.
    pub read_mb_s: f64,
    /// 10^6 bytes per second that were written.
    pub write_mb_s: f64,
    /// The part of the time in which it had a request or more in flight, 0 to 1.
    pub busy: f64,
}

/// Load of a server's network card.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardLoad {
    /// Its kernel name.
    pub card: String,
    /// 10^6 bytes per second that it received.
    pub received_mb_s: f64,
    /// 10^6 bytes per second that it sent.
    pub sent_mb_s: f64,
    /// Capacity of its link in either direction, 10^6 bytes per second; null for a virtual card and if
    /// unknown.
    pub link_mb_s: Option<f64>,
}

impl DriveLoad {
    /// Throughput, 10^6 bytes per second.
    pub fn mb_s(&self) -> f64 {
        self.read_mb_s + self.write_mb_s
    }
}

impl CardLoad {
    /// Throughput in the fuller direction, 10^6 bytes per second.
    pub fn mb_s(&self) -> f64 {
        self.received_mb_s.max(self.sent_mb_s)
    }

    /// The part of its link that the fuller direction took; `None` if the link is unknown.
    pub fn part(&self) -> Option<f64> {
        self.link_mb_s.filter(|link| *link > 0.0).map(|link| self.mb_s() / link)
    }
}
