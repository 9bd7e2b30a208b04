//! Chipsets: the uplink that all their ports share, and their features.
//!
//! Facts: `data/chipsets.toml`. Intel's uplink (DMI) is a PCIe link in all but name that no PCI
//! capability shows; AMD's is an ordinary link between a root port and the chipset's switch.

mod known;

use narrows_units::{Bytes, LinkWidth};
use serde::Deserialize;

use crate::Confidence;
use crate::cpu::Cpu;
use crate::entry::{SourceConflict, entry};
use crate::packed::{PackedText, packed};
use crate::quantity::{optional, required};

pub(crate) use known::STOCK;
pub use known::{all, chipset, family_default, likeliest, named, only_with};

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chipset {
    /// Its id here, such as `intel-z170`.
    pub id: String,
    /// Its usual name, such as `Intel Z170`.
    pub name: String,
    /// Names of boards and machines that say their chipset without its name, a trailing `*` for any ending of a
    /// word: ASUS counts generations in Roman numerals, Supermicro begins with generation and socket.
    #[serde(default)]
    pub series: Vec<String>,
    pub vendor: String,
    pub year: u16,
    /// The series that its root ports' ids name, as [`crate::pci::KnownFunction::family`] spells it.
    pub family: String,
    /// Represents its family if the exact chipset is unknown.
    #[serde(default)]
    pub family_default: bool,
    /// The link to the processor; `None` if unknown.
    pub uplink: Option<ChipsetUplink>,
    /// PCIe lanes below it, by generation; empty if no source counts them.
    #[serde(default)]
    pub lanes: Vec<LaneGroup>,
    /// Processor lanes as wired on boards with it, if less than the processors offer: slots of an earlier
    /// generation, or fewer of them.
    #[serde(default)]
    pub wired: Vec<LaneGroup>,
    /// How boards with it may share out the processor's sixteen lanes, in the words of processors
    /// ([`crate::cpu::ways`]), if that is less than these can; empty if no source gives it.
    #[serde(default)]
    pub splits: Vec<String>,
    /// Lanes of the M.2 sockets that most boards with it put on its own lanes, if fewer than four.
    pub m2_lanes: Option<u8>,
    /// How many SATA ports at 6 Gb/s and at 3 Gb/s.
    #[serde(default)]
    pub sata: SataPortCount,
    /// Whether its RAID firmware takes NVMe drives in, and where.
    pub nvme_raid: Option<String>,
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

entry!(Chipset, Chipset);

impl Chipset {
    /// Its link to a processor that is in one of these rows. Plain PCIe runs no faster than the fastest
    /// lanes of any of them, DMI has no more lanes than any of them; without rows it is as in the catalogue.
    pub fn uplink_to<'a>(&self, rows: impl IntoIterator<Item = &'a Cpu>) -> Option<ChipsetUplink> {
        let mut uplink = self.uplink.clone()?;
        let rows: Vec<&Cpu> = rows.into_iter().collect();
        let own = uplink.link.lanes.get();
        let lanes = rows.iter().map(|row| row.uplink_lanes.unwrap_or(own)).max().unwrap_or(own);
        uplink.link = LinkWidth::new(uplink.link.rate.generation(), lanes.min(own))?;
        let generations = rows.iter().flat_map(|row| &row.lanes).map(|it| it.generation);
        // DMI keeps its own rates, whatever lanes the processor has for slots.
        let fastest = generations.max().filter(|_| uplink.shown);
        let slower = fastest.filter(|fastest| *fastest < uplink.link.rate.generation());
        let link = slower.and_then(|it| Some((it, LinkWidth::new(it, uplink.link.lanes.get())?)));
        Some(match link {
            Some((generation, link)) => {
                ChipsetUplink { name: format!("PCIe {generation}.0"), link, ..uplink }
            }
            None => uplink,
        })
    }
}

/// The link between chipset and processor.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChipsetUplink {
    /// Its name: `DMI 3.0`, `PCIe 4.0`.
    pub name: String,
    /// The widest it runs; see the chipset's note if the processor can make it narrower.
    #[serde(deserialize_with = "required")]
    pub link: LinkWidth,
    pub shown: bool,
    /// The largest packet payload on it, if documented.
    #[serde(default, deserialize_with = "optional")]
    pub max_payload: Option<Bytes>,
}

/// Lanes of one generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaneGroup {
    /// The PCIe generation, 1 to 6.
    pub generation: u8,
    pub count: u16,
}

/// SATA ports by speed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SataPortCount {
    /// Ports at 6 Gb/s.
    #[serde(default, rename = "6g")]
    pub at_6g: u8,
    /// Ports at 3 Gb/s.
    #[serde(default, rename = "3g")]
    pub at_3g: u8,
}

pub(crate) static DATA: PackedText = packed!("chipsets.toml");

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::entries::Entries;

    /// AM4 processors with graphics have PCIe 3.0 only, those of AM5 PCIe 4.0; DMI is no PCIe that PCI
    /// shows, and has its own rates. Core of the tenth generation has four lanes of it, of the eleventh eight.
    #[test]
    fn an_uplink_is_no_faster_than_the_processor() {
        let to = |chipset_id: &str, group: &str| {
            let rows = crate::cpu::all().iter().filter(|row| row.group.as_deref() == Some(group));
            let uplink = chipset(chipset_id).unwrap().uplink_to(rows).unwrap();
            (uplink.name, uplink.link)
        };
        let x4 = |generation| LinkWidth::new(generation, 4).unwrap();
        for (group, generation) in
            [("ryzen-apu-am4", 3), ("ryzen-2000", 3), ("ryzen-8000g", 4), ("no such kind", 4)]
        {
            let expected = (format!("PCIe {generation}.0"), x4(generation));
            assert_eq!(to("amd-x570", group), expected, "{group}");
        }
        let z590 = chipset("intel-z590").unwrap();
        assert_eq!(z590.uplink.as_ref().unwrap().link, LinkWidth::new(3, 8).unwrap());
        assert_eq!(to("intel-z590", "core-11th").1, LinkWidth::new(3, 8).unwrap());
        assert_eq!(to("intel-z590", "core-10th"), ("DMI 3.0".to_owned(), x4(3)));
    }

    #[test]
    fn the_file_reads_and_every_row_has_an_id_of_its_own_and_a_source() {
        let chipsets = Entries::read(DATA.text()).unwrap().chipsets;
        let ids: BTreeSet<&str> = chipsets.iter().map(|chipset| chipset.id.as_str()).collect();
        assert_eq!(ids.len(), chipsets.len());
        for chipset in &chipsets {
            let has_source = chipset.source.iter().any(|source| !source.trim().is_empty());
            assert!(has_source, "{} has no source", chipset.id);
        }
    }

    #[test]
    fn one_member_at_most_stands_for_a_family() {
        let mut families = BTreeSet::new();
        for chipset in all().iter().filter(|chipset| chipset.family_default) {
            assert!(families.insert(&chipset.family), "{} has two", chipset.family);
        }
    }

    #[test]
    fn uplinks_are_those_of_the_datasheets() {
        let link = |id: &str| chipset(id)?.uplink.as_ref().map(|uplink| uplink.link);
        assert_eq!(link("intel-z170"), LinkWidth::new(3, 4));
        assert_eq!(link("intel-h110"), LinkWidth::new(2, 4));
        assert_eq!(link("intel-x99"), LinkWidth::new(2, 4));
        assert_eq!(link("intel-hm570"), LinkWidth::new(3, 8));
        assert_eq!(link("intel-z790"), LinkWidth::new(4, 8));
        assert_eq!(link("amd-x570"), LinkWidth::new(4, 4));
        assert_eq!(link("intel-z9999"), None);
    }

    #[test]
    fn a_family_is_spoken_for_with_the_uplink_that_most_members_have() {
        let z170 = family_default("Intel 100 series chipset").unwrap();
        assert_eq!(z170.id, "intel-z170");
        assert!(z170.note.as_ref().is_some_and(|note| note.contains("H110")));
        assert!(family_default("Intel 100 series LP chipset").is_none());
    }

    /// Two readings each that the facts at hand cannot tell apart.
    #[test]
    fn what_sources_disagree_on_stays_visible() {
        let about = |id: &str| -> Vec<(&str, usize)> {
            let conflicts = &chipset(id).unwrap().conflicts;
            conflicts.iter().map(|it| (it.about.as_str(), it.says.len())).collect()
        };
        assert_eq!(about("intel-z97"), [("uplink", 3)]);
        assert_eq!(about("intel-z170"), [("uplink", 2), ("nvme_raid", 2)]);
        assert_eq!(about("intel-z270"), []);
    }

    #[test]
    fn pci_shows_the_uplinks_of_amd_switches_and_hides_the_others() {
        for chipset in all() {
            let Some(uplink) = &chipset.uplink else { continue };
            assert_eq!(uplink.shown, uplink.name.starts_with("PCIe"), "{}", chipset.id);
        }
    }
}
