//! Boards: their slots, where each is attached, and how use of one affects another.
//!
//! Facts: the files in `data/boards/`. Observations on a running board are recorded here; a
//! manual's differing statement is kept as a conflict. `docs/catalogue.md` explains the form for
//! people.
//!
//! Not here: the best combination of slots; the throughput of a link (`narrows-topology`).

mod fitted;
mod known;
mod network;
mod rule;

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use narrows_units::{Lanes, LinkWidth};
use serde::Deserialize;

use crate::Confidence;
use crate::entry::{SourceConflict, entry};
use crate::packed::{PackedText, packed};
use crate::quantity::{optional, required, splits};
use crate::word::spelled;

pub(crate) use known::STOCK;
pub use known::{all, board};
pub use rule::{BoardRule, BoardSetting, Offers, RuleEffect, Settings, SlotOffer, SlotUse, apply};

/// Attachment of devices on the processor.
pub const CPU: &str = "cpu";
pub const CHIPSET: &str = "chipset";
/// Setting that stands for the kind of processor: [`crate::cpu::Cpu::group`].
pub const PROCESSOR_GROUP: &str = "CPU";

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// Its id here, such as `asus-z170-a`.
    pub id: String,
    pub name: String,
    /// What else people call it: `C8H`.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Id of its chipset; `None` if the processor has all ports itself.
    pub chipset: Option<String>,
    pub socket: Option<String>,
    /// Its size: `ATX`.
    pub form_factor: Option<String>,
    pub nvme_boot: Option<NvmeBoot>,
    #[serde(default, rename = "slot")]
    pub slots: Vec<BoardSlot>,
    /// PCIe switches on the board; each precedes its attached devices.
    #[serde(default, rename = "switch")]
    pub switches: Vec<BoardSwitch>,
    /// Effects of one slot's use on another, in the order in which they apply.
    #[serde(default, rename = "rule")]
    pub rules: Vec<BoardRule>,
    /// On-board devices that take lanes.
    #[serde(default, rename = "user")]
    pub users: Vec<LaneUser>,
    #[serde(default, rename = "conflict")]
    pub conflicts: Vec<SourceConflict>,
    /// Facts no source gives.
    #[serde(default)]
    pub unresolved: Vec<String>,
    pub note: Option<String>,
    pub source: Vec<String>,
    pub confidence: Confidence,
    /// Which of them are to be trusted less, or more.
    pub confidence_note: Option<String>,
    /// Which printing of the manual or firmware version they hold for.
    pub edition: Option<String>,
}

entry!(Board, Board, aliases);

/// Whether the firmware can start from an NVMe drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NvmeBoot {
    /// It has its own driver: any NVMe drive.
    BuiltIn,
    /// It runs the option ROM of a drive that has one for UEFI.
    UefiOptionRom,
    /// It runs the option ROM of a drive that has one for a legacy BIOS.
    LegacyOptionRom,
    /// It has no driver; whether it would run a drive's option ROM is untried.
    NotBuiltIn,
}

spelled!(NvmeBoot {
    BuiltIn => "built-in",
    UefiOptionRom => "uefi-option-rom",
    LegacyOptionRom => "legacy-option-rom",
    NotBuiltIn => "not-built-in",
});

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardSlot {
    pub id: String,
    /// So many slots that are alike in everything, numbered from the number that the id ends in. Only
    /// files have it: a board that was read has each of them.
    pub count: Option<u8>,
    /// The port that leads to it, as observed on running boards: `1d.0`, or `8086:a118` if the maker
    /// gives each port its own id; see `narrows_plan::observed::port_path`. Not for several slots.
    pub port: Option<String>,
    /// Attachment: [`CPU`], the processor of another socket as `cpu1`, [`CHIPSET`] or a switch of the
    /// board.
    pub on: String,
    /// Its link unless a rule changes it; `None` for a SATA-only port.
    #[serde(default, deserialize_with = "optional")]
    pub link: Option<LinkWidth>,
    /// Possible alternatives, if its attachment and link are not known.
    #[serde(default)]
    pub or: Vec<SlotAlternative>,
    /// The firmware's name for the setting that splits it.
    pub split_setting: Option<String>,
    /// Its row among the expansion slots, counted from the processor: 1 to 7 on ATX. A thick card covers
    /// the rows after its own.
    pub row: Option<u8>,
    pub form: SlotForm,
    /// How firmware can split it, such as `x4/x4/x4/x4`; only `x16` where it cannot, empty where that is unknown.
    #[serde(default, deserialize_with = "splits")]
    pub splits: Vec<Vec<Lanes>>,
    /// Supported devices; the first is the default.
    #[serde(default = "pcie_only")]
    pub devices: Vec<SlotBus>,
    /// The chipset RAID that can have a drive in it as a member.
    pub raid: Option<String>,
    /// Whether a chipset RAID can is unknown.
    #[serde(default)]
    pub raid_unknown: bool,
    /// First firmware version known to have started from a drive in it; earlier ones are untried.
    /// `None` if no source distinguishes versions.
    pub started_from: Option<String>,
    pub note: Option<String>,
    /// Its source, if not that of the board's facts.
    #[serde(default)]
    pub source: Vec<String>,
    /// How far it is to be trusted, if not as the board.
    pub confidence: Option<Confidence>,
    /// Which version it holds for, if not as the board.
    pub edition: Option<String>,
}

/// An alternative attachment and link of a slot.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlotAlternative {
    pub on: String,
    /// Its link; `None` for a port that would be SATA only.
    #[serde(default, deserialize_with = "optional")]
    pub link: Option<LinkWidth>,
}

/// A slot's mechanical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SlotForm {
    /// A full-length slot, whatever its lanes.
    X16,
    /// A slot of eight lanes' length.
    X8,
    /// A slot of four lanes' length.
    X4,
    /// A slot of one lane's length.
    X1,
    M2,
    U2,
    /// SATA at 6 Gbit/s.
    Sata,
    /// SATA at 3 Gbit/s.
    #[serde(rename = "sata-3g")]
    Sata3g,
    /// SATA Express: two lanes, or two SATA ports that have names of their own.
    SataExpress,
    MiniPcie,
    /// SlimSAS (SFF-8654).
    #[serde(rename = "slimsas")]
    SlimSas,
    /// MCIO (SFF-TA-1016).
    Mcio,
    /// OCuLink (SFF-8611).
    #[serde(rename = "oculink")]
    OcuLink,
    /// Mini-SAS HD (SFF-8643).
    #[serde(rename = "minisas-hd")]
    MiniSasHd,
    /// Mini-SAS (SFF-8087).
    #[serde(rename = "minisas")]
    MiniSas,
}

spelled!(SlotForm {
    X16 => "x16",
    X8 => "x8",
    X4 => "x4",
    X1 => "x1",
    M2 => "m2",
    U2 => "u2",
    Sata => "sata",
    Sata3g => "sata-3g",
    SataExpress => "sata-express",
    MiniPcie => "mini-pcie",
    SlimSas => "slimsas",
    Mcio => "mcio",
    OcuLink => "oculink",
    MiniSasHd => "minisas-hd",
    MiniSas => "minisas",
});

impl FromStr for SlotForm {
    type Err = String;

    /// As files spell it.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = serde::de::value::StrDeserializer::<serde::de::value::Error>::new(text);
        Self::deserialize(text).map_err(|error| error.to_string())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SlotBus {
    /// A PCIe device, NVMe drives among them.
    Pcie,
    Sata,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardSwitch {
    pub id: String,
    pub name: String,
    /// Attachment: [`CPU`], [`CHIPSET`] or a switch before it.
    pub on: String,
    #[serde(deserialize_with = "required")]
    pub link: LinkWidth,
    /// Its source, if not that of the board's facts.
    #[serde(default)]
    pub source: Vec<String>,
    /// How far it is to be trusted, if not as the board.
    pub confidence: Option<Confidence>,
}

/// An on-board device that takes lanes, whatever is in the slots.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaneUser {
    pub name: String,
    /// Number of lanes; `None` if no source counts them.
    pub lanes: Option<u8>,
    pub on: String,
    pub note: Option<String>,
    /// Its source, if not that of the board's facts.
    #[serde(default)]
    pub source: Vec<String>,
    /// How far it is to be trusted, if not as the board.
    pub confidence: Option<Confidence>,
}

fn pcie_only() -> Vec<SlotBus> {
    vec![SlotBus::Pcie]
}

/// The socket of a processor that something is attached to: 0 for [`CPU`], 1 for `cpu1`; `None` for
/// any other place.
pub fn socket_of(on: &str) -> Option<u32> {
    match on.strip_prefix(CPU)? {
        "" => Some(0),
        number => number.parse().ok().filter(|socket| (1..MOST_SOCKETS).contains(socket)),
    }
}

impl BoardSlot {
    /// Ids of the slots that an entry describes: itself, or as many as it counts.
    pub(crate) fn ids(id: &str, count: Option<u8>) -> Vec<String> {
        let Some(count) = count else { return vec![id.to_owned()] };
        let name = id.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = id.get(name.len()..).and_then(|number| number.parse::<u32>().ok());
        let first = u64::from(number.unwrap_or(1));
        (first..first + u64::from(count)).map(|number| format!("{name}{number}")).collect()
    }
}

impl Board {
    /// With every slot that the file only counts.
    pub(crate) fn spelled_out(self) -> Self {
        let each = |slot: BoardSlot| {
            let ids = BoardSlot::ids(&slot.id, slot.count);
            ids.into_iter().map(move |id| BoardSlot { id, count: None, ..slot.clone() })
        };
        Self { slots: self.slots.into_iter().flat_map(each).collect(), ..self }
    }

    pub fn slot(&self, id: &str) -> Option<&BoardSlot> {
        self.slots.iter().find(|slot| slot.id == id)
    }

    /// The offer of each slot with these in use under these settings; `None` for one that is off.
    ///
    /// A use that names no kind of device is of the slot's first kind. Uses of slots that the board
    /// does not have change nothing.
    pub fn links(&self, used: &BTreeSet<SlotUse>, settings: &Settings) -> Offers {
        let offer = |slot: &BoardSlot| SlotOffer { on: slot.on.clone(), link: slot.link };
        let mut offers: Offers =
            self.slots.iter().map(|slot| (slot.id.clone(), Some(offer(slot)))).collect();
        let used = used
            .iter()
            .map(|it| {
                let first = || self.slot(&it.slot)?.devices.first().copied();
                SlotUse { slot: it.slot.clone(), bus: it.bus.or_else(first) }
            })
            .collect();
        apply(&mut offers, &self.rules, &used, settings);
        offers
    }

    /// The firmware settings that rules ask for, each with the values that matter.
    pub fn settings(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let mut settings: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for setting in self.rules.iter().flat_map(|rule| &rule.settings) {
            settings.entry(&setting.name).or_default().insert(&setting.value);
        }
        settings
    }
}

impl FromStr for SlotBus {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "pcie" => Ok(Self::Pcie),
            "sata" => Ok(Self::Sata),
            _ => Err(format!("\"{text}\" is neither \"pcie\" nor \"sata\"")),
        }
    }
}

spelled!(SlotBus { Pcie => "pcie", Sata => "sata" });

/// A file for each generation of platforms.
pub(crate) static DATA: [PackedText; 9] = [
    packed!("boards/am5.toml"),
    packed!("boards/lga1851.toml"),
    packed!("boards/lga1700.toml"),
    packed!("boards/am4.toml"),
    packed!("boards/lga1151-1200.toml"),
    packed!("boards/2015-and-earlier.toml"),
    packed!("boards/workstation.toml"),
    packed!("boards/server.toml"),
    packed!("boards/nas.toml"),
];

/// Sockets of the largest machines that run one operating system.
pub const MOST_SOCKETS: u32 = 64;

#[cfg(test)]
mod tests;
