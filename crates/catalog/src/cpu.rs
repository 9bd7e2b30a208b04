//! Processors: how many PCIe lanes they have and how these can be split; their memory, their cores and
//! their root complexes.
//!
//! For: lane budgets; limits of memory and cores of machines that do not say their own. `see` and
//! `predict` take lanes from the machine itself.
//!
//! Facts: `data/cpus.toml`, a row per family of processors that share a socket and a lane count.

mod facts;
mod known;
mod rows;
mod ways;

use serde::Deserialize;

use crate::Confidence;
use crate::chipset::LaneGroup;
use crate::entry::{SourceConflict, entry};
use crate::packed::{PackedText, packed};

pub use facts::{CpuCores, CpuMemory, CpuModel, CpuRoots, MemorySpeed};
pub(crate) use known::STOCK;
pub use known::{NamedCpu, all, cpu, find, known, of_chipset, of_name};
pub use ways::{SHARED_LANES, ways};

/// A group of processors that offer the same lanes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cpu {
    /// Its id here, such as `intel-skylake-s`.
    pub id: String,
    pub name: String,
    /// The models it covers: names that people type and that processors report, without the maker's
    /// name. Compared word by word; the longest match counts.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Group of similar processors in board rules: `CPU = ryzen-8000g`.
    pub group: Option<String>,
    #[serde(default)]
    pub sockets: Vec<String>,
    /// Names of boards without a chipset that say its socket, as [`crate::chipset::Chipset::series`].
    #[serde(default)]
    pub series: Vec<String>,
    /// The series of chipsets that it is used with, as [`crate::chipset::Chipset::family`] has them.
    #[serde(default)]
    pub families: Vec<String>,
    /// Chipsets that it is used with whatever the others of their series are used with, by id.
    #[serde(default)]
    pub chipsets: Vec<String>,
    /// Its PCIe lanes by generation, including the chipset's uplink only if it is PCIe (AMD).
    pub lanes: Vec<LaneGroup>,
    /// How the lanes of the graphics slots can be split: `1x16`, `2x8`, `1x8+2x4`.
    pub splits: Vec<String>,
    /// Lanes of DMI that it has, if chipsets that it is used with have more.
    pub uplink_lanes: Option<u8>,
    pub memory: Option<CpuMemory>,
    pub cores: Option<CpuCores>,
    pub roots: Option<CpuRoots>,
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

entry!(Cpu, Cpu, aliases);

pub(crate) static DATA: PackedText = packed!("cpus.toml");

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::entries::Entries;

    #[test]
    fn the_file_reads_and_every_row_has_an_id_of_its_own_lanes_and_a_source() {
        let cpus = Entries::read(DATA.text()).unwrap().cpus;
        let ids: BTreeSet<&str> = cpus.iter().map(|cpu| cpu.id.as_str()).collect();
        assert_eq!(ids.len(), cpus.len());
        for cpu in &cpus {
            assert!(!cpu.lanes.is_empty() && !cpu.source.is_empty(), "{}", cpu.id);
        }
    }

    #[test]
    fn the_file_is_as_an_own_file_must_be_and_every_fact_has_a_source() {
        let entries = Entries::read(DATA.text()).unwrap();
        let ids = crate::checks::check(DATA.text(), &entries);
        assert_eq!(
            ids.map_err(|slip| slip.in_file("cpus.toml", DATA.text())).unwrap().len(),
            entries.cpus.len()
        );
        for cpu in &entries.cpus {
            let (memory, cores) = (cpu.memory.as_ref().unwrap(), cpu.cores.as_ref().unwrap());
            let roots = cpu.roots.iter().map(|roots| (&roots.source, roots.confidence));
            let facts = [(&memory.source, memory.confidence), (&cores.source, cores.confidence)];
            for (source, confidence) in facts.into_iter().chain(roots) {
                assert!(!source.is_empty() && confidence.is_some(), "{}", cpu.id);
            }
        }
    }

    #[test]
    fn memory_and_cores_are_those_of_the_makers() {
        let row = |id: &str| cpu(id).unwrap();
        let carries = |id: &str| row(id).memory.as_ref().unwrap().most().get() / 1e9;
        // AMD: 204.8 GB/s of EPYC 7002. Intel ARK: 34.1 GB/s of the i7-6700K.
        assert_eq!(carries("amd-epyc-7002-7003"), 204.8);
        assert!((carries("intel-skylake-s") - 34.1).abs() < 0.05);
        let model = |name: &str| known(name).unwrap().model.unwrap();
        let i9 = model("Intel(R) Core(TM) i9-14900K");
        assert_eq!((i9.cores, i9.efficient, i9.boost.get()), (24, 16, 6.0));
        assert_eq!(model("AMD EPYC 7302P 16-Core Processor").cores, 16);
        assert_eq!(known("Core i7-6700T").unwrap().model, None);
        assert_eq!(row("amd-epyc-9004-9005").roots.as_ref().unwrap().count, 4);
    }

    /// Names that people type, boxes print and processors report, with the lanes of makers' datasheets
    /// (AMD's with the chipset's uplink).
    #[test]
    fn processors_are_found_by_any_usual_spelling() {
        for (names, id, lanes) in [
            (["2600X", "ryzen 5 2600x"], "amd-ryzen-1000-2000", 24),
            (["14900HX", "i9-14900hx"], "intel-12th-14th-gen-hx", 20),
            (["9800X3D", "AMD Ryzen 7 9800X3D 8-Core Processor"], "amd-ryzen-7000-9000", 28),
            (["9950X", "ryzen9 9950x"], "amd-ryzen-7000-9000", 28),
            (["9950X3D", "Ryzen 9 9950X3D"], "amd-ryzen-7000-9000", 28),
            (["7800X3D", "ryzen 7800x3d"], "amd-ryzen-7000-9000", 28),
            (["265K", "Intel(R) Core(TM) Ultra 7 265K"], "intel-arrow-lake-s", 24),
            (["285K", "core ultra 9 285k"], "intel-arrow-lake-s", 24),
            (["245K", "ultra 5 245K"], "intel-arrow-lake-s", 24),
            (["14600K", "i5 14600k"], "intel-12th-to-14th-gen", 20),
            (["14700K", "Intel(R) Core(TM) i7-14700K"], "intel-12th-to-14th-gen", 20),
            (["13900KS", "i9-13900ks"], "intel-12th-to-14th-gen", 20),
            (["12400F", "12th Gen Intel(R) Core(TM) i5-12400F"], "intel-12th-to-14th-gen", 20),
            (["5950X", "AMD Ryzen 9 5950X 16-Core Processor"], "amd-ryzen-3000-5000", 24),
            (["5800X3D", "Ryzen 7 5800X3D"], "amd-ryzen-3000-5000", 24),
            (["5700G", "ryzen 7 5700g"], "amd-ryzen-4000g-5000g", 24),
            (["8700G", "Ryzen 7 8700G"], "amd-ryzen-8000g", 20),
            (["8500G", "AMD Ryzen 5 8500G"], "amd-ryzen-8000g-phoenix-2", 14),
            (["9354P", "epyc 9354p"], "amd-epyc-9004-9005", 136),
            (["9575F", "AMD EPYC 9575F 64-Core Processor"], "amd-epyc-9004-9005", 136),
            (["9965", "EPYC 9965"], "amd-epyc-9004-9005", 136),
            (["8534P", "AMD EPYC 8534P 64-Core Processor"], "amd-epyc-8004", 104),
            (["7443P", "EPYC7443P"], "amd-epyc-7002-7003", 128),
            (["4564P", "epyc 4564p"], "amd-epyc-4004-4005", 28),
            (["6980P", "Intel(R) Xeon(R) 6980P"], "intel-xeon-6-6900", 96),
            (["6787P", "xeon 6787p"], "intel-xeon-6-6700", 88),
            (["6781P", "Xeon 6781P"], "intel-xeon-6-r1s", 136),
            (["w9-3595X", "Intel(R) Xeon(R) w9-3595X"], "intel-xeon-w-3400", 112),
            (["w7-3565X", "xeon w7-3565x"], "intel-xeon-w-3400", 112),
            (["w5-2465X", "2465X"], "intel-xeon-w-2400", 64),
            (["7980X", "threadripper 7980x"], "amd-threadripper-7000-hedt", 80),
            (["7995WX", "Threadripper PRO 7995WX"], "amd-threadripper-7000", 128),
            (["N100", "Intel(R) N100"], "intel-alder-lake-n", 9),
            (["i3-N305", "Intel(R) Core(TM) i3-N305"], "intel-alder-lake-n", 9),
            (["6700k", "core i7 6700k"], "intel-skylake-s", 16),
            (["e5-2680v4", "Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz"], "intel-xeon-e5-v3-v4", 40),
            (["7900x", "Ryzen 9 7900X"], "amd-ryzen-7000-9000", 28),
        ] {
            for name in names {
                // It is a Core i9 and a Ryzen 9.
                let expected = (name != "7900x").then_some((id, lanes));
                let sum = |cpu: &'static Cpu| cpu.lanes.iter().map(|group| group.count).sum();
                assert_eq!(find(name).map(|cpu| (cpu.id.as_str(), sum(cpu))), expected, "{name}");
            }
        }
        for name in ["", "v4", "plus", "X3D", "9999X", "BCM2711", "Opteron 6230", "processor"] {
            assert_eq!(find(name), None, "{name}");
        }
    }

    #[test]
    fn lanes_are_those_of_the_datasheets() {
        let lanes = |id: &str| cpu(id).map(|cpu| cpu.lanes.iter().map(|group| group.count).sum());
        assert_eq!(lanes("intel-skylake-s"), Some(16));
        assert_eq!(lanes("intel-rocket-lake-s"), Some(20));
        assert_eq!(lanes("amd-ryzen-7000-9000"), Some(28));
        assert_eq!(lanes("none such"), None);
    }

    #[test]
    fn the_series_of_chipsets_are_those_of_the_catalogue() {
        let chipsets = crate::chipset::all();
        let is_known = |family: &&String| chipsets.iter().any(|it| it.family == **family);
        for family in all().iter().flat_map(|cpu| &cpu.families) {
            assert!(is_known(&family), "{family}");
        }
        for id in all().iter().flat_map(|cpu| &cpu.chipsets) {
            assert!(chipsets.iter().any(|it| it.id == *id), "{id}");
        }
    }

    #[test]
    fn a_chipset_has_the_processors_of_its_own_before_those_of_its_series() {
        let of = |id: &str| of_chipset(crate::chipset::chipset(id).unwrap()).unwrap().id.as_str();
        assert_eq!(of("intel-z170"), "intel-skylake-s");
        assert_eq!(
            (of("intel-z270"), of("intel-x299")),
            ("intel-7th-to-10th-gen", "intel-lga2066")
        );
        assert_eq!(
            (of("amd-x570"), of("amd-trx40")),
            ("amd-ryzen-3000-5000", "amd-threadripper-3000")
        );
        assert_eq!(
            (of("amd-x670e"), of("amd-wrx90")),
            ("amd-ryzen-7000-9000", "amd-threadripper-7000")
        );
    }
}
