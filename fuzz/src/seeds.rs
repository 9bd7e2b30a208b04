//! Sane input for each reader: the project's fixtures, the examples of its documents, and small files
//! written for this.

use std::fs;
use std::io::Read;
use std::path::Path;

use narrows_record::hosts::exchange::{
    PartOrder, RankAnswer, RankFigure, RankOrder, RankReply, RankTask, RoundOrder,
};

/// A machine with drives that a fault script can name.
pub const THREE_DRIVES: &str =
    include_str!("../../crates/catalog/data/machines/asrock-z170-oc-formula/3x-m8pe.toml");

/// A file below the project's root.
fn bytes(path: &str) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::read(root.join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

fn files(folder: &str, ending: &str) -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let entries = fs::read_dir(root.join(folder)).unwrap_or_else(|why| panic!("{folder}: {why}"));
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.to_string_lossy().ends_with(ending));
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap_or_default()).collect()
}

/// The examples in TOML of a page.
fn examples(page: &str) -> Vec<Vec<u8>> {
    let text = String::from_utf8(bytes(page)).unwrap_or_default();
    let blocks = text.split("```toml\n").skip(1);
    blocks.filter_map(|block| block.split("```").next()).map(Into::into).collect()
}

pub fn lspci_text() -> Vec<Vec<u8>> {
    vec![bytes("fuzz/seeds/lspci.txt")]
}

pub fn lspci_dump() -> Vec<Vec<u8>> {
    vec![bytes("fuzz/seeds/lspci-dump.txt")]
}

pub fn hwloc_xml() -> Vec<Vec<u8>> {
    vec![bytes("fuzz/seeds/hwloc.xml")]
}

pub fn windows_captures() -> Vec<Vec<u8>> {
    vec![bytes("fuzz/seeds/windows.json")]
}

/// Output of commands other than lspci, each by itself and all in one text.
pub fn commands() -> Vec<Vec<u8>> {
    let mut all = files("crates/topology/src/read/commands/samples", "");
    all.push(all.join(&b'\n'));
    all
}

/// Packed and unpacked: damage to packed data hardly gets past its checksum.
pub fn archives() -> Vec<Vec<u8>> {
    let packed = files("fixtures", ".tar.gz");
    let unpacked = packed.iter().map(|archive| {
        let mut tar = Vec::new();
        let _ = flate2::read::GzDecoder::new(archive.as_slice()).read_to_end(&mut tar);
        tar
    });
    unpacked.collect::<Vec<_>>().into_iter().chain(packed).collect()
}

pub fn machine_files() -> Vec<Vec<u8>> {
    examples("docs/machine-file.md")
}

pub fn boards() -> Vec<Vec<u8>> {
    examples("docs/catalogue.md")
}

pub fn fault_scripts() -> Vec<Vec<u8>> {
    examples("docs/virtual.md")
}

pub fn cluster_files() -> Vec<Vec<u8>> {
    examples("docs/hosts.md")
}

pub fn switches() -> Vec<Vec<u8>> {
    let text =
        "SwitchName=leaf1 Nodes=node[1-4,07-09],a[1-2]b\nSwitchName=spine Switches=leaf[1-2] \\\n";
    vec![text.into()]
}

pub fn neighbours() -> Vec<Vec<u8>> {
    let json = r#"{"lldp": {"interface": {"e0": {"via": "LLDP", "chassis": {"leaf1": {"id":
        {"type": "mac", "value": "3e:cf"}, "capability": [{"type": "Bridge", "enabled": true}]}}}}}}"#;
    let json0 = r#"{"lldp": [{"interface": [{"name": "e0", "chassis": [{"id": [{"type": "mac",
        "value": "3e:cf"}], "name": [{"value": "leaf1"}]}]}]}]}"#;
    vec![json.into(), json0.into()]
}

pub fn exchanged() -> Vec<Vec<u8>> {
    let part = PartOrder { target: "/mnt".to_owned(), ..PartOrder::default() };
    let round = RoundOrder { set: "all".into(), parts: vec![part], ..RoundOrder::default() };
    let order = RankOrder::new(1, RankTask::Round(round));
    let figures = vec![RankFigure { timeline_mb_s: vec![1.5; 3], ..RankFigure::default() }];
    let answer = RankAnswer::to(&order, 0, RankReply::Figures { figures });
    vec![order.encode(), answer.encode()]
}

pub fn documents() -> Vec<Vec<u8>> {
    files("fixtures/documents", ".json")
}

pub fn workloads() -> Vec<Vec<u8>> {
    ["seq-read-128k-q32", "rand-write-4k-q1", "mix70-8k-q16", "seq-write-1m-q8"]
        .map(Into::into)
        .into()
}

/// A file of each format that other programs write.
pub fn results() -> Vec<Vec<u8>> {
    files("fuzz/seeds/results", "")
}

/// A job of fio, and the profiles.
pub fn jobs() -> Vec<Vec<u8>> {
    let job = "[global]\nioengine=libaio\ndirect=1\niodepth=32\nruntime=30\n[a]\nfilename=/dev/sda\n\
               rw=randrw\nrwmixread=70\nbs=4k\nnumjobs=4\nrate=10m\n[b]\nstonewall\nrw=read\n";
    let mut all = files("crates/formats/data/profiles", ".toml");
    all.push(job.into());
    all
}
