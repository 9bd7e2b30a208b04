//! RAID levels: how data and redundancy are spread over members.

use serde::{Deserialize, Serialize};

/// How data and redundancy are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RaidLevel {
    /// One member after the other.
    Jbod,
    /// Level 0.
    Stripe,
    /// Level 1: every member holds everything.
    Mirror,
    /// Level 10: stripes over pairs.
    MirroredStripe,
    /// Levels 5 and 6, raidz1 to raidz3, with the number of parity members.
    Parity(u8),
}

impl RaidLevel {
    /// The level of this name in machine files: `0`, `1`, `10`, `5`, `6`, `jbod`, `raidz1` to
    /// `raidz3`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "jbod" | "linear" => Some(Self::Jbod),
            "0" => Some(Self::Stripe),
            "1" => Some(Self::Mirror),
            "10" => Some(Self::MirroredStripe),
            "4" | "5" | "raidz1" => Some(Self::Parity(1)),
            "6" | "raidz2" => Some(Self::Parity(2)),
            "raidz3" => Some(Self::Parity(3)),
            _ => None,
        }
    }

    /// The usual name: `raid0`, `jbod`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Jbod => "jbod",
            Self::Stripe => "raid0",
            Self::Mirror => "raid1",
            Self::MirroredStripe => "raid10",
            Self::Parity(0 | 1) => "raid5",
            Self::Parity(2) => "raid6",
            Self::Parity(_) => "raidz3",
        }
    }

    /// Whether data goes to the members chunk by chunk, in turn.
    pub fn has_chunks(self) -> bool {
        !matches!(self, Self::Jbod | Self::Mirror)
    }

    /// The fewest members that such an array can have.
    pub fn fewest_members(self) -> usize {
        match self {
            Self::Jbod | Self::Stripe => 1,
            Self::Mirror => 2,
            Self::MirroredStripe => 2,
            Self::Parity(parity) => usize::from(parity) + 1,
        }
    }

    /// The fewest members with which this level differs from another one. mdadm(8) accepts fewer at
    /// levels 5, 6 and 10, which are mirrors then.
    pub fn fewest(self) -> usize {
        match self {
            Self::Jbod | Self::Stripe | Self::Mirror => 2,
            Self::MirroredStripe => 3,
            Self::Parity(parity) => usize::from(parity) + 2,
        }
    }

    /// Number of members, of this many, whose data a stripe spans, rounded down.
    pub fn data_members(self, members: usize) -> usize {
        match self {
            Self::Jbod | Self::Mirror => 1,
            Self::Stripe => members,
            Self::MirroredStripe => members / 2,
            Self::Parity(parity) => members.saturating_sub(usize::from(parity)),
        }
        .max(1)
    }

    /// The capacity in bytes with members of `member` bytes each and chunks of `chunk` bytes.
    pub fn capacity(self, members: usize, member: u64, chunk: u64) -> u64 {
        let count = members as u64;
        let whole = if self.has_chunks() { member / chunk.max(1) * chunk.max(1) } else { member };
        match self {
            Self::Jbod | Self::Stripe => whole * count,
            Self::Mirror => whole,
            // With an odd number of members, a pair that is not filled is left over.
            Self::MirroredStripe => whole / chunk.max(1) * count / 2 * chunk.max(1),
            Self::Parity(parity) => whole * count.saturating_sub(u64::from(parity)).max(1),
        }
    }
}
