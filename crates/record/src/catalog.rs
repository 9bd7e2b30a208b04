//! `narrows.catalog/1`: facts known without looking, each with its source.

use serde::{Deserialize, Serialize};

use crate::processor;
use crate::see::LinkState;

/// Entries of the catalogue. A list that was not requested is empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogDocument {
    /// Always `narrows.catalog/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// Machine files.
    pub machines: Vec<CatalogMachine>,
    /// Mainboards.
    pub boards: Vec<CatalogBoard>,
    /// Drives.
    pub drives: Vec<CatalogDrive>,
    /// Chipsets.
    pub chipsets: Vec<CatalogChipset>,
    /// Processors, by families that offer the same lanes.
    pub cpus: Vec<CatalogCpu>,
    /// Cards for slots: graphics, network, host bus adapters, carriers for drives.
    pub cards: Vec<CatalogCard>,
    /// Named workloads.
    pub workloads: Vec<CatalogWorkload>,
}

/// How the facts of an entry are known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogEvidence {
    /// Their sources.
    pub source: Vec<String>,
    /// How far they are to be trusted: `high`, `medium`, `low`.
    pub confidence: String,
    /// Which of them are to be trusted less, or more.
    pub confidence_note: Option<String>,
    /// The printing, firmware or driver version that they hold for.
    pub edition: Option<String>,
    /// Remarks.
    pub note: Option<String>,
    /// Where sources disagree.
    pub conflicts: Vec<CatalogConflict>,
    /// The user's file that contains the entry; null for the program's own.
    pub file: Option<String>,
    /// It replaces one of the program's own.
    pub replaces: bool,
}

/// A fact on which sources disagree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogConflict {
    /// The key, slot or device that it is about.
    pub about: String,
    /// The readings of each source; the entry follows the first.
    pub says: Vec<CatalogReading>,
    /// Evidence that would decide it.
    pub decided_by: Option<String>,
}

/// Statement of one source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogReading {
    /// Its value.
    pub value: String,
    /// Which source.
    pub source: String,
    /// Which printing or version of it.
    pub edition: Option<String>,
    /// `high`, `medium`, `low`.
    pub confidence: String,
}

/// A machine file that comes with the program, or the user's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogMachine {
    /// `catalog:...`, as a SOURCE on the command line.
    pub id: String,
    /// Its name according to the file.
    pub name: Option<String>,
    /// The user's file; null for the program's own.
    pub file: Option<String>,
    /// It replaces one of the program's own.
    pub replaces: bool,
    /// The machine file itself.
    pub text: String,
}

/// A model of drive in one size.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogDrive {
    /// Its id.
    pub id: String,
    /// Common name.
    pub name: String,
    /// Model strings that such drives report, `*` for any ending.
    pub aliases: Vec<String>,
    /// Bytes, as printed on the label.
    pub size: u64,
    /// `nvme`, `ahci-pcie`, `sata-3g`, `sata-6g`.
    pub interface: String,
    /// The forms that it is sold in, the usual one first: `m2`, `aic` (a card), `u2`, `sata`.
    pub forms: Vec<String>,
    /// The widest link it can run; null for SATA.
    pub link: Option<LinkState>,
    /// It is a disk; its sequential rates are those of its outermost tracks.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub spins: bool,
    /// Sequential read at depth.
    pub read_mb_s: Option<f64>,
    /// Sequential write at depth.
    pub write_mb_s: Option<f64>,
    /// Random 4 KiB reads at depth.
    pub random_read_iops: Option<f64>,
    /// Random 4 KiB writes at depth.
    pub random_write_iops: Option<f64>,
    /// The depth or condition of the random figures, in the source's words.
    pub random_condition: Option<String>,
    /// One random 4 KiB read.
    pub read_latency_us: Option<f64>,
    /// One random 4 KiB write.
    pub write_latency_us: Option<f64>,
    /// Bytes that it writes fast before it slows down.
    pub fast_write_cache: Option<u64>,
    /// Sequential write after that.
    pub write_after_cache_mb_s: Option<f64>,
    /// `dram`, `host`, `none`.
    pub memory: Option<String>,
    /// `protected`, `at-rest`, `unprotected`.
    pub power_loss: String,
    /// `none`, `legacy`, `uefi`, `not-needed`, `unknown`.
    pub option_rom: String,
    /// How this is known.
    pub evidence: CatalogEvidence,
}

/// A chipset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogChipset {
    /// Its id.
    pub id: String,
    /// Common name.
    pub name: String,
    /// Who makes it.
    pub vendor: String,
    /// The year it came out.
    pub year: u16,
    /// The series that PCI ids tell.
    pub family: String,
    /// It represents its series if only that is known.
    pub family_default: bool,
    /// The link to the processor.
    pub uplink: Option<CatalogUplink>,
    /// PCIe lanes below it.
    pub lanes: Vec<CatalogLaneGroup>,
    /// SATA ports at 6 Gbit/s.
    pub sata_6g: u8,
    /// SATA ports at 3 Gbit/s.
    pub sata_3g: u8,
    /// Whether its RAID takes NVMe drives, and where.
    pub nvme_raid: Option<String>,
    /// How this is known.
    pub evidence: CatalogEvidence,
}

/// The link between chipset and processor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogUplink {
    /// `DMI 3.0`, `PCIe 4.0`.
    pub name: String,
    /// The widest it runs.
    pub link: LinkState,
    /// PCI shows it.
    pub shown: bool,
}

/// Lanes of one generation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogLaneGroup {
    /// PCIe generation, 1 to 6.
    pub generation: u8,
    /// How many.
    pub count: u16,
}

/// Processors that offer the same lanes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogCpu {
    /// Its id.
    pub id: String,
    /// Common name.
    pub name: String,
    /// PCIe lanes; includes the chipset's uplink only if that is PCIe.
    pub lanes: Vec<CatalogLaneGroup>,
    /// How they can be split.
    pub splits: Vec<String>,
    /// Their cores; null where unknown.
    pub cores: Option<processor::ProcessorCores>,
    /// Models of which more is known than the ranges in `cores`.
    pub models: Vec<processor::ProcessorModel>,
    /// Their memory; null where unknown.
    pub memory: Option<processor::ProcessorMemory>,
    /// Their root complexes; null where unknown.
    pub roots: Option<processor::ProcessorRoots>,
    /// How this is known.
    pub evidence: CatalogEvidence,
}

/// A mainboard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogBoard {
    /// Its id.
    pub id: String,
    /// Common name.
    pub name: String,
    /// Its chipset's id; null if the processor has all ports itself.
    pub chipset: Option<String>,
    /// The processor's socket.
    pub socket: Option<String>,
    /// `ATX`, `microATX`, ...
    pub form_factor: Option<String>,
    /// `built-in`, `uefi-option-rom`, `legacy-option-rom`, `not-built-in`.
    pub nvme_boot: Option<String>,
    /// Slots and ports.
    pub slots: Vec<CatalogSlot>,
    /// PCIe switches on the board.
    pub switches: Vec<CatalogSwitch>,
    /// Effects of using one slot on another, in order.
    pub rules: Vec<CatalogRule>,
    /// On-board devices that take lanes.
    pub users: Vec<CatalogLaneUser>,
    /// Facts that no source states.
    pub unresolved: Vec<String>,
    /// How this is known.
    pub evidence: CatalogEvidence,
}

/// A slot or port of a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogSlot {
    /// Its name on the board.
    pub id: String,
    /// `cpu`, `chipset` or a switch.
    pub on: String,
    /// Its link unless a rule says otherwise; null for SATA only.
    pub link: Option<LinkState>,
    /// The port that leads to it, as running boards showed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<String>,
    /// Alternatives: its attachment is not known for certain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub or: Vec<CatalogAlternative>,
    /// The firmware's name for the setting that splits it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub split_setting: Option<String>,
    /// Its row among the expansion slots, counted from the processor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<u8>,
    /// `x16`, `m2`, `sata`, ...
    pub form: String,
    /// How firmware can split it: `x8/x4/x4`; empty if it cannot or that is unknown.
    pub splits: Vec<String>,
    /// `pcie`, `sata`.
    pub devices: Vec<String>,
    /// The chipset RAID that takes a drive in it.
    pub raid: Option<String>,
    /// Whether one does is unknown.
    pub raid_unknown: bool,
    /// Remarks.
    pub note: Option<String>,
    /// Its sources.
    pub source: Vec<String>,
    /// `high`, `medium`, `low`.
    pub confidence: String,
    /// The version that it holds for.
    pub edition: Option<String>,
}

/// Another reading of where a slot hangs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogAlternative {
    /// `cpu`, `chipset` or a switch.
    pub on: String,
    /// Its link then; null for SATA only.
    pub link: Option<LinkState>,
}

/// A PCIe switch on a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogSwitch {
    /// Its id on the board.
    pub id: String,
    /// Name.
    pub name: String,
    /// Its parent.
    pub on: String,
    /// Its uplink.
    pub link: LinkState,
    /// Its sources.
    pub source: Vec<String>,
    /// `high`, `medium`, `low`.
    pub confidence: String,
}

/// Effect of using one slot on another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogRule {
    /// All of these are in use: `M2_1`, or `M2_1:sata`.
    pub when: Vec<String>,
    /// Firmware settings that it takes: `NAME = VALUE`.
    pub settings: Vec<String>,
    /// Effects.
    pub then: Vec<CatalogRuleEffect>,
    /// Remarks.
    pub note: Option<String>,
    /// Its sources.
    pub source: Vec<String>,
    /// `high`, `medium`, `low`.
    pub confidence: String,
    /// The printing or version that says so.
    pub edition: Option<String>,
}

/// Effect of a rule on a slot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogRuleEffect {
    /// The slot.
    pub slot: String,
    /// It offers nothing any more.
    pub off: bool,
    /// It offers this link.
    pub link: Option<LinkState>,
    /// It hangs on this.
    pub on: Option<String>,
}

/// An on-board device that takes lanes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogLaneUser {
    /// Name.
    pub name: String,
    /// How many lanes; null where no source counts them.
    pub lanes: Option<u8>,
    /// Its parent.
    pub on: String,
    /// Remarks.
    pub note: Option<String>,
    /// Its sources.
    pub source: Vec<String>,
    /// `high`, `medium`, `low`.
    pub confidence: String,
}

/// A card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogCard {
    /// Its id.
    pub id: String,
    /// Common name.
    pub name: String,
    /// `gpu`, `network`, `sas`, `sata`, `raid`, `usb`, `carrier`, `switch-carrier`, `riser`, `adapter`,
    /// `expander`, `other`.
    pub kind: String,
    /// Lanes of its edge connector.
    pub length: u8,
    /// The widest link it can run; null if it takes or passes on whatever its slot offers.
    pub link: Option<LinkState>,
    /// Network ports.
    pub ports: u8,
    /// Nominal rate of each of them.
    pub port_gbit_s: Option<f64>,
    /// Drives or cards that it carries.
    pub bays: u8,
    /// Type of each: `m2`, `sata`, `x16`; null for M.2, and without any.
    pub bay: Option<String>,
    /// The connector it plugs into, such as `m2`; null for a slot for cards.
    pub plugs: Option<String>,
    /// How many slots it is thick; null where unknown.
    pub slots_thick: Option<f64>,
    /// Where makers' designs differ: the thinnest and thickest of nine in ten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slots_thick_between: Option<[f64; 2]>,
    /// How this is known.
    pub evidence: CatalogEvidence,
}

/// A named workload.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CatalogWorkload {
    /// Its name, as for `--workload`.
    pub id: String,
    /// `sequential` or `random`.
    pub pattern: String,
    /// How many of a hundred requests read.
    pub read_percent: u8,
    /// Bytes a request.
    pub block: u64,
    /// Requests in flight, each job.
    pub depth: u32,
    /// Threads.
    pub jobs: u32,
}
