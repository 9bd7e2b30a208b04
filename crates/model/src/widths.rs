//! Width of a band, beyond the uncertainty of the limits themselves.
//!
//! The parts of a prediction have their own bands; effects unknown to every part (a lock, a driver, a kind of
//! machine not seen before) show only as errors of predictions for other systems. The catalogue has these by
//! the basis of a prediction, its [`PredictionBasis`]: the distance beyond the own band that nine of ten
//! systems left out stayed within, on either side, where the value from few systems is drawn towards that from
//! all (`cargo xtask bands` shows how, and how well it holds).

use std::sync::OnceLock;

use narrows_catalog::width;
use narrows_units::BytesPerSec;

/// The basis of a prediction: of several, the one whose predictions have the largest errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PredictionBasis {
    /// A network between program and drive.
    Network,
    /// A file system that keeps its own copies: ZFS, btrfs.
    FileSystem,
    /// Linux md or device mapper.
    Md,
    /// A driver of chipset RAID, Windows' volumes, a RAID card.
    RaidDriver,
    /// A bridge: USB, a PCIe tunnel, a port multiplier or another chip with its own ceiling.
    Bridge,
    /// A disk of a virtual machine.
    Guest,
    PageCache,
    Adapter,
    /// More than a root complex is sure to pass.
    Place,
    Board,
    Processor,
    /// One request at a time, or few.
    Waits,
    /// A drive of which only the class is known.
    Class,
    /// A drive's data sheet.
    DataSheet,
    Link,
    Measured,
}

impl PredictionBasis {
    pub const ALL: [Self; 16] = [
        Self::Network,
        Self::FileSystem,
        Self::Md,
        Self::RaidDriver,
        Self::Bridge,
        Self::Guest,
        Self::PageCache,
        Self::Adapter,
        Self::Place,
        Self::Board,
        Self::Processor,
        Self::Waits,
        Self::Class,
        Self::DataSheet,
        Self::Link,
        Self::Measured,
    ];

    /// As the catalogue names it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Network => "network",
            Self::FileSystem => "file-system",
            Self::Md => "md",
            Self::RaidDriver => "raid-driver",
            Self::Bridge => "bridge",
            Self::Guest => "guest",
            Self::PageCache => "page-cache",
            Self::Adapter => "adapter",
            Self::Place => "place",
            Self::Board => "board",
            Self::Processor => "processor",
            Self::Waits => "waits",
            Self::Class => "class",
            Self::DataSheet => "data-sheet",
            Self::Link => "link",
            Self::Measured => "measured",
        }
    }

    /// The class with the most similar errors, if too few are known.
    pub fn kin(self) -> BasisClass {
        use PredictionBasis::{Adapter, Bridge, FileSystem, Guest, Md, Network, Place};
        use PredictionBasis::{Board, PageCache, Processor, RaidDriver};
        match self {
            Network | FileSystem | Md | RaidDriver | Bridge | Guest | Adapter | Place => {
                BasisClass::Between
            }
            PageCache | Board | Processor => BasisClass::Host,
            _ => BasisClass::Drive,
        }
    }

    /// How many published systems rest on the same; of few of them little is known.
    pub fn systems(self) -> usize {
        let widening = width::widths().iter().find(|width| width.ground == self.as_str());
        widening.map_or(0, |width| width.systems.len())
    }
}

/// Kinds of grounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BasisClass {
    /// Something between program and drives that has its own rules.
    Between,
    /// The program's side.
    Host,
    Drive,
}

/// Which widths a machine's bands have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BandWidths {
    /// With the errors on systems left out.
    #[default]
    OfSystems,
    /// Of their parts alone: for finding the former.
    OfParts,
}

impl BandWidths {
    /// The distances below and above in logarithms that `ground` adds.
    fn beyond(self, ground: PredictionBasis) -> (f64, f64) {
        static TABLE: OnceLock<[(f64, f64); PredictionBasis::ALL.len()]> = OnceLock::new();
        let table = TABLE.get_or_init(|| {
            PredictionBasis::ALL.map(|ground| {
                let of_it = |width: &&width::BandWidening| width.ground == ground.as_str();
                let widening = width::widths().iter().find(of_it);
                widening.map_or((0.0, 0.0), |width| (width.below, width.above))
            })
        });
        match self {
            // `ALL` lists the variants in the order of their declaration.
            Self::OfSystems => table[ground as usize],
            Self::OfParts => (0.0, 0.0),
        }
    }

    /// The ends of a band around `rate` with the addition of `ground`.
    pub(crate) fn ends(
        self,
        ground: PredictionBasis,
        (rate, low, high): (BytesPerSec, BytesPerSec, BytesPerSec),
    ) -> (BytesPerSec, BytesPerSec) {
        ends_with(self.beyond(ground), (rate, low, high))
    }

    /// The ends of a total's band: each of its `parts` adds by its rate.
    pub(crate) fn ends_of_sum(
        self,
        parts: &[(PredictionBasis, BytesPerSec)],
        total: (BytesPerSec, BytesPerSec, BytesPerSec),
    ) -> (BytesPerSec, BytesPerSec) {
        let all: f64 = parts.iter().map(|(_, rate)| rate.get()).sum();
        if all <= 0.0 {
            return (total.1, total.2);
        }
        let (mut least, mut most) = (0.0, 0.0);
        for (ground, rate) in parts {
            let (below, above) = self.beyond(*ground);
            least += (-below).exp() * rate.get() / all;
            most += above.exp() * rate.get() / all;
        }
        ends_with((-least.ln(), most.ln()), total)
    }
}

/// The ends of a band with distances below and above that add to its own as squares.
pub(crate) fn ends_with(
    (below, above): (f64, f64),
    (rate, low, high): (BytesPerSec, BytesPerSec, BytesPerSec),
) -> (BytesPerSec, BytesPerSec) {
    if rate.get() <= 0.0 || (below, above) == (0.0, 0.0) {
        return (low, high);
    }
    // An end of nothing stays there.
    let distance = |end: BytesPerSec| (end.get() / rate.get()).ln();
    (rate * (-distance(low).hypot(below)).exp(), rate * distance(high).hypot(above).exp())
}
