//! Drives: makers' specifications and reviewers' findings.
//!
//! Facts: `data/drives.toml`. Sequential figures are for large blocks at depth, random ones for 4
//! KiB at the depth given in the row; both with the cache not exhausted unless noted otherwise.

mod known;
mod matching;

use narrows_units::{Bytes, BytesPerSec, Iops, LinkWidth, Nanos};
use serde::Deserialize;

use crate::Confidence;
use crate::entry::{SourceConflict, entry};
use crate::packed::{PackedText, packed};
use crate::quantity::{optional, required};
use crate::word::spelled;

pub(crate) use known::STOCK;
pub use known::{all, drive};
pub use matching::find;

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DriveModel {
    /// Its id here, such as `samsung-950pro-256`.
    pub id: String,
    pub name: String,
    /// The model strings that such drives report of themselves, a trailing `*` for any ending.
    #[serde(default)]
    pub aliases: Vec<String>,
    #[serde(deserialize_with = "required")]
    pub size: Bytes,
    pub interface: DriveInterface,
    /// The mechanical forms that it is sold in, the usual one first; left out for M.2 modules and
    /// 2.5-inch SATA drives. See [`DriveModel::forms`].
    #[serde(default, rename = "form")]
    form: Vec<DriveForm>,
    /// The widest link it can run; `None` for SATA.
    #[serde(default, deserialize_with = "optional")]
    pub link: Option<LinkWidth>,
    /// A hard disk. Its sequential rates are those of its outermost tracks, where datasheets measure.
    #[serde(default)]
    pub spins: bool,
    /// A disk with overlapping tracks, which has to write many again for one: slow once much has been written
    /// at random, and a rebuild in a RAID takes days.
    #[serde(default)]
    pub shingled: bool,
    #[serde(default, deserialize_with = "optional")]
    pub seq_read: Option<BytesPerSec>,
    #[serde(default, deserialize_with = "optional")]
    pub seq_write: Option<BytesPerSec>,
    /// Random 4 KiB reads at depth.
    #[serde(default, deserialize_with = "optional")]
    pub rand_read: Option<Iops>,
    /// Random 4 KiB writes at depth.
    #[serde(default, deserialize_with = "optional")]
    pub rand_write: Option<Iops>,
    /// The depth or condition that the random figures hold for, in the source's own words.
    pub rand_condition: Option<String>,
    /// Random 4 KiB reads, one at a time.
    #[serde(default, deserialize_with = "optional")]
    pub qd1_read: Option<Iops>,
    /// Random 4 KiB writes, one at a time.
    #[serde(default, deserialize_with = "optional")]
    pub qd1_write: Option<Iops>,
    /// Time of one random 4 KiB read, where a source states it rather than the rate.
    #[serde(default, deserialize_with = "optional")]
    pub latency_read: Option<Nanos>,
    /// Time of one random 4 KiB write, where a source states it rather than the rate.
    #[serde(default, deserialize_with = "optional")]
    pub latency_write: Option<Nanos>,
    /// How much can be written at `seq_write` before the drive slows; 0 for a drive that does not.
    #[serde(default, deserialize_with = "optional")]
    pub fast_write_cache: Option<Bytes>,
    /// Sequential write after that.
    #[serde(default, deserialize_with = "optional")]
    pub seq_write_after_cache: Option<BytesPerSec>,
    /// Its memory: its own DRAM, the host's, or none.
    pub memory: Option<DriveMemory>,
    /// Whether data that it has acknowledged survives a power cut.
    pub power_loss: PowerLoss,
    pub option_rom: OptionRom,
    /// Boards list it only with firmware newer than its first versions.
    #[serde(default)]
    pub listed_after_update: bool,
    pub note: Option<String>,
    pub source: Vec<String>,
    pub confidence: Confidence,
    /// Which of them are to be trusted less, or more.
    pub confidence_note: Option<String>,
    /// The printing, firmware or driver version they apply to, if that matters.
    pub edition: Option<String>,
    #[serde(default, rename = "conflict")]
    pub conflicts: Vec<SourceConflict>,
}

entry!(DriveModel, Drive, aliases);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DriveInterface {
    /// NVM Express over PCIe.
    Nvme,
    AhciPcie,
    /// SATA at 3 Gb/s.
    #[serde(rename = "sata-3g")]
    Sata3g,
    /// SATA at 6 Gb/s.
    #[serde(rename = "sata-6g")]
    Sata6g,
}

spelled!(DriveInterface {
    Nvme => "nvme",
    AhciPcie => "ahci-pcie",
    Sata3g => "sata-3g",
    Sata6g => "sata-6g",
});

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DriveForm {
    /// An M.2 module.
    M2,
    /// A card for a PCIe slot.
    Aic,
    /// A 2.5-inch drive with a U.2 connector (SFF-8639).
    U2,
    Sata,
}

impl DriveForm {
    pub const ALL: [Self; 4] = [Self::M2, Self::Aic, Self::U2, Self::Sata];

    /// As data files and command lines spell it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::M2 => "m2",
            Self::Aic => "aic",
            Self::U2 => "u2",
            Self::Sata => "sata",
        }
    }
}

/// A drive's memory for its own tables and for data on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DriveMemory {
    Dram,
    /// A part of the host's memory.
    Host,
    /// None that holds user data.
    None,
}

spelled!(DriveMemory { Dram => "dram", Host => "host", None => "none" });

/// Whether acknowledged data survives a power cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PowerLoss {
    /// Capacitors, or no volatile cache for user data.
    Protected,
    /// Only data that was at rest.
    AtRest,
    /// Not without a flush.
    Unprotected,
}

spelled!(PowerLoss {
    Protected => "protected",
    AtRest => "at-rest",
    Unprotected => "unprotected",
});

/// How a drive's option ROM lets a board's firmware boot from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OptionRom {
    /// It has none: the board must bring its own driver.
    None,
    Legacy,
    Uefi,
    /// A SATA drive needs none.
    NotNeeded,
    Unknown,
}

spelled!(OptionRom {
    None => "none",
    Legacy => "legacy",
    Uefi => "uefi",
    NotNeeded => "not-needed",
    Unknown => "unknown",
});

impl DriveModel {
    /// The mechanical forms that it is sold in, the usual one first; never empty.
    pub fn forms(&self) -> &[DriveForm] {
        match self.interface {
            _ if !self.form.is_empty() => &self.form,
            DriveInterface::Nvme | DriveInterface::AhciPcie => &[DriveForm::M2],
            DriveInterface::Sata3g | DriveInterface::Sata6g => &[DriveForm::Sata],
        }
    }

    /// Requests in flight, all threads together, at which the random figures apply; `None` if the
    /// source only says that there were many.
    pub fn rand_depth(&self) -> Option<u32> {
        depth_of(self.rand_condition.as_deref()?)
    }

    /// Time of one random 4 KiB read: as stated, else from the rate at depth 1.
    pub fn read_latency(&self) -> Option<Nanos> {
        self.latency_read.or_else(|| time_of_one(self.qd1_read?))
    }

    /// Time of one random 4 KiB write: as stated, else from the rate at depth 1.
    pub fn write_latency(&self) -> Option<Nanos> {
        self.latency_write.or_else(|| time_of_one(self.qd1_write?))
    }
}

/// The depth of a condition such as `QD32`, `QD32 x 16 threads` or `QD128 total`.
fn depth_of(condition: &str) -> Option<u32> {
    let mut words = condition.strip_prefix("QD")?.split_whitespace();
    let depth: u32 = words.next()?.trim_end_matches(['+', ',']).parse().ok()?;
    let threads = (words.next() == Some("x")).then(|| words.next()?.parse::<u32>().ok());
    depth.checked_mul(threads.flatten().unwrap_or(1))
}

fn time_of_one(rate: Iops) -> Option<Nanos> {
    (rate > Iops::ZERO).then(|| Nanos::secs(1.0 / rate.get()))
}

pub(crate) static DATA: PackedText = packed!("drives.toml");

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::entries::Entries;

    #[test]
    fn the_file_reads_and_every_row_has_an_id_of_its_own_and_a_source() {
        let drives = Entries::read(DATA.text()).unwrap().drives;
        let ids: BTreeSet<&str> = drives.iter().map(|drive| drive.id.as_str()).collect();
        assert_eq!(ids.len(), drives.len());
        for drive in &drives {
            let has_source = drive.source.iter().any(|source| !source.trim().is_empty());
            assert!(has_source, "{} has no source", drive.id);
        }
    }

    #[test]
    fn a_drive_has_a_link_if_and_only_if_it_is_on_pcie_and_is_no_faster_than_that() {
        for drive in all() {
            let on_pcie =
                matches!(drive.interface, DriveInterface::Nvme | DriveInterface::AhciPcie);
            assert_eq!(drive.link.is_some(), on_pcie, "{}", drive.id);
            // Raw bits over 8 is more than any line code leaves.
            let raw_mb_s = drive.link.map_or(600.0, |link| link.raw_gt_s() * 1000.0 / 8.0);
            for rate in [drive.seq_read, drive.seq_write].into_iter().flatten() {
                assert!((1.0..raw_mb_s).contains(&rate.as_mb_s()), "{}: {rate}", drive.id);
            }
        }
    }

    #[test]
    fn figures_are_those_of_the_facts() {
        let m8pe = drive("plextor-px-256m8pe").unwrap();
        assert_eq!(m8pe.link, LinkWidth::new(3, 4));
        assert_eq!(m8pe.seq_read, Some(BytesPerSec::mb_s(2000.0)));
        assert_eq!(m8pe.rand_read, Some(Iops::new(210e3)));
        assert_eq!(m8pe.option_rom, OptionRom::Legacy);
        let evo = drive("samsung-960-evo-250gb").unwrap();
        assert_eq!(evo.fast_write_cache, Some(Bytes::new(13_000_000_000)));
        assert_eq!(evo.seq_write_after_cache, Some(BytesPerSec::mb_s(300.0)));
        assert_eq!(drive("intel-ssd-750-400gb").unwrap().power_loss, PowerLoss::Protected);
    }

    #[test]
    fn depths_are_those_of_all_threads_together() {
        let depths = ["QD32", "QD32 x 16 threads", "QD128+ (4 workers)", "QD32 (maker)"];
        assert_eq!(depths.map(depth_of), [32, 512, 128, 32].map(Some));
        assert_eq!(["high QD", "steady state"].map(depth_of), [None; 2]);
    }

    #[test]
    fn latency_is_as_stated_or_else_from_the_rate_at_depth_one() {
        // 11,000 reads a second, one at a time: 90.9 us each.
        let read = drive("samsung-950-pro-256gb").unwrap().read_latency().unwrap();
        assert_eq!(read.to_string(), "90.9 µs");
        let optane = drive("intel-optane-905p-480-960gb").unwrap();
        assert_eq!(optane.read_latency(), Some(Nanos::micros(10)));
        assert_eq!(drive("plextor-px-256m8pe").unwrap().read_latency(), None);
    }
}
