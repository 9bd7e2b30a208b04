//! The readers, and their invariants for any bytes: they end, they do not panic, and an error names
//! a place or a problem.

use narrows_catalog::own::{OwnCatalog, OwnFile};
use narrows_files::{cluster_file, faults, machine_file};
use narrows_formats::{lldp, topology_conf};
use narrows_model::predict;
use narrows_record::experiment::ExperimentDocument;
use narrows_record::hosts::exchange::{RankAnswer, RankOrder};
use narrows_record::run::RunDocument;
use narrows_record::words;
use narrows_topology::build::build;
use narrows_topology::read::kind;
use narrows_workload::{default_profiles, profile};

use crate::seeds;

/// A reader to be fed.
pub struct Target {
    pub name: &'static str,
    /// Feeds it; a panic is a finding.
    pub feed: fn(&[u8]),
    /// Sane input to start from.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// Every reader of foreign input.
pub const TARGETS: &[Target] = &[
    Target { name: "lspci-text", feed: capture, seeds: seeds::lspci_text },
    Target { name: "lspci-dump", feed: capture, seeds: seeds::lspci_dump },
    Target { name: "hwloc-xml", feed: capture, seeds: seeds::hwloc_xml },
    Target { name: "windows-capture", feed: capture, seeds: seeds::windows_captures },
    Target { name: "commands", feed: capture, seeds: seeds::commands },
    Target { name: "archive", feed: capture, seeds: seeds::archives },
    Target { name: "machine-file", feed: machine, seeds: seeds::machine_files },
    Target { name: "board-file", feed: board, seeds: seeds::boards },
    Target { name: "fault-script", feed: fault_script, seeds: seeds::fault_scripts },
    Target { name: "cluster-file", feed: cluster, seeds: seeds::cluster_files },
    Target { name: "topology-conf", feed: switches, seeds: seeds::switches },
    Target { name: "lldp", feed: neighbours, seeds: seeds::neighbours },
    Target { name: "exchange", feed: exchange, seeds: seeds::exchanged },
    Target { name: "document", feed: document, seeds: seeds::documents },
    Target { name: "workload", feed: workload, seeds: seeds::workloads },
    Target { name: "results", feed: results, seeds: seeds::results },
    Target { name: "jobs", feed: written, seeds: seeds::jobs },
];

/// Any input recognised by its content, and the tree that follows from it.
fn capture(bytes: &[u8]) {
    if let Ok(evidence) = kind::evidence(bytes) {
        drop(build(&evidence));
    }
}

fn machine(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(file) = machine_file::read(&text) else { return };
    let machine = file.machine;
    // Many drives pose the same question as a few, only a longer one.
    let some: Vec<_> = machine.topology.drives.keys().take(4).cloned().collect();
    for outcome in predict(&machine, &some, &default_profiles()[0]) {
        assert!(outcome.low <= outcome.rate && outcome.rate <= outcome.high, "{outcome:?}");
        assert!(outcome.high.get().is_finite(), "{outcome:?}");
    }
}

fn cluster(bytes: &[u8]) {
    drop(cluster_file::read(&String::from_utf8_lossy(bytes)));
}

fn switches(bytes: &[u8]) {
    drop(topology_conf::read(&String::from_utf8_lossy(bytes)));
}

fn neighbours(bytes: &[u8]) {
    let switches = lldp::read(&String::from_utf8_lossy(bytes));
    drop(lldp::groups(&[("n1".to_owned(), switches.clone()), ("n2".to_owned(), switches)]));
}

fn exchange(bytes: &[u8]) {
    let _ = (RankOrder::decode(bytes), RankAnswer::decode(bytes));
}

fn board(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    drop(OwnCatalog::read(&[OwnFile { path: "own.toml".into(), text }], Vec::new()));
}

/// Runs and experiments are read again after they were written.
fn document(bytes: &[u8]) {
    drop(words::read::<RunDocument>(bytes));
    drop(words::read::<ExperimentDocument>(bytes));
}

/// Against a machine that has drives to name.
fn fault_script(bytes: &[u8]) {
    let Ok(file) = machine_file::read(seeds::THREE_DRIVES) else { unreachable!("a sane seed") };
    drop(faults::read(&String::from_utf8_lossy(bytes), &file.machine.topology));
}

fn workload(bytes: &[u8]) {
    drop(profile(&String::from_utf8_lossy(bytes)));
}

/// Jobs and profiles as users write them.
fn written(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    drop(narrows_formats::fio_job::read(&text, &[], &|name| Some(name.to_owned())));
    drop(narrows_formats::profile::read(&text));
}

/// Other programs' results: rates are numbers, whatever the file contains.
fn results(bytes: &[u8]) {
    let Ok(results) = narrows_formats::results::read_all(bytes) else { return };
    for figure in results.into_iter().flat_map(|results| results.figures) {
        assert!(figure.mb_s().is_finite() && figure.mb_s() >= 0.0, "{figure:?}");
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

    use super::*;
    use crate::{Chance, damaged};

    /// So long each is fed; `NARROWS_FUZZ_SECONDS` says otherwise.
    const SECONDS: u64 = 2;

    fn number(name: &str) -> Option<u64> {
        std::env::var(name).ok()?.parse().ok()
    }

    /// A different one each day, so that days add up and a day's failure can be repeated.
    fn seed() -> u64 {
        let day = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() / 86_400;
        number("NARROWS_FUZZ_SEED").unwrap_or(day)
    }

    fn feed(name: &str) {
        let target = TARGETS.iter().find(|target| target.name == name).unwrap();
        let folder = format!("{}/found/{name}", env!("CARGO_MANIFEST_DIR"));
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            (target.feed)(&std::fs::read(entry.unwrap().path()).unwrap());
        }
        let seeds = (target.seeds)();
        assert!(!seeds.is_empty());
        seeds.iter().for_each(|seed| (target.feed)(seed));
        let seed = seed();
        println!("NARROWS_FUZZ_SEED={seed}");
        let mut chance = Chance::new(seed);
        let until =
            Instant::now() + Duration::from_secs(number("NARROWS_FUZZ_SECONDS").unwrap_or(SECONDS));
        let mut fed = 0_u64;
        while Instant::now() < until {
            let bytes = damaged(&seeds, &mut chance);
            let outcome = std::panic::catch_unwind(|| (target.feed)(&bytes));
            if outcome.is_err() {
                let path = std::env::temp_dir().join(format!("narrows-fuzz-{name}-{seed}-{fed}"));
                std::fs::write(&path, &bytes).unwrap();
                panic!("{name}: number {fed} of seed {seed}, kept as {}", path.display());
            }
            fed += 1;
        }
        println!("{name}: {fed} inputs");
    }

    #[test]
    fn lspci_text() {
        feed("lspci-text");
    }

    #[test]
    fn lspci_dump() {
        feed("lspci-dump");
    }

    #[test]
    fn windows_capture() {
        feed("windows-capture");
    }

    #[test]
    fn hwloc_xml() {
        feed("hwloc-xml");
    }

    #[test]
    fn commands() {
        feed("commands");
    }

    #[test]
    fn archive() {
        feed("archive");
    }

    #[test]
    fn machine_file() {
        feed("machine-file");
    }

    #[test]
    fn board_file() {
        feed("board-file");
    }

    #[test]
    fn fault_script() {
        feed("fault-script");
    }

    #[test]
    fn document() {
        feed("document");
    }

    #[test]
    fn workload() {
        feed("workload");
    }

    #[test]
    fn results() {
        feed("results");
    }

    #[test]
    fn jobs() {
        feed("jobs");
    }
}
