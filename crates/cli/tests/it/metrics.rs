//! `narrows check --prometheus`: the input of node_exporter's textfile collector, and the queries of alerts and the
//! dashboard; several machines at once.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::home::{Home, text_of};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn metrics(words: &[&str]) -> String {
    let source = root().join("fixtures/x2-slot.tar.gz").display().to_string();
    let output = Home::new().narrows(&[&["check", &source, "--prometheus"], words].concat());
    // Findings are in the metrics and no failure for their collector.
    assert_eq!(output.status.code(), Some(0), "{}", text_of(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// The capture has a drive of four lanes in a slot that has two of them, both of PCIe 1.0.
#[test]
fn links_are_told_with_what_both_ends_can() {
    let text = metrics(&[]);
    let has = |line: &str| assert!(text.lines().any(|one| one == line), "no {line}:\n{text}");
    has(r#"narrows_link_transfers_per_second{device="0000:01:00.0",of="current"} 2500000000"#);
    has(r#"narrows_link_lanes{device="0000:01:00.0",of="current"} 2"#);
    has(r#"narrows_link_lanes{device="0000:01:00.0",of="device"} 4"#);
    has(r#"narrows_link_degraded{device="0000:01:00.0"} 1"#);
    has(r#"narrows_check_findings{severity="warning"} 2"#);
    // An archive tells nothing of errors and arrays.
    assert!(!text.contains("narrows_pcie_errors_total{") && !text.contains("narrows_array_state{"));
}

/// Serial numbers would let whoever reads the metrics follow a drive.
#[test]
fn serial_numbers_are_told_only_where_they_are_wanted() {
    assert!(!metrics(&[]).contains("serial="));
    assert!(metrics(&["--serials"]).contains("serial="));
}

/// The names that a text asks of Narrows.
fn names(text: &str) -> BTreeSet<&str> {
    let is_name = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    let words = text.split(|letter: char| !is_name(letter));
    words.filter(|word| word.starts_with("narrows_")).collect()
}

#[test]
fn alerts_and_the_dashboard_ask_for_what_is_written() {
    let text = metrics(&[]);
    for file in ["packaging/prometheus/narrows.rules.yml", "docs/examples/grafana-check.json"] {
        let asks = std::fs::read_to_string(root().join(file)).unwrap();
        assert!(names(&asks).len() >= 6, "{file}");
        for name in names(&asks) {
            assert!(text.contains(&format!("# TYPE {name} ")), "{file} asks for {name}");
        }
    }
}

fn promtool(words: &[&str], input: &str) -> Option<std::process::Output> {
    let mut command = Command::new("promtool");
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(why) => {
            println!("skipped: promtool (Debian package prometheus) does not start: {why}");
            return None;
        }
    };
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    Some(child.wait_with_output().unwrap())
}

/// Prometheus' own reader of the format, with its rules for names; and its judge of alerts, which plays a link that
/// falls, a drive that wears out and an array that loses a member.
#[test]
fn prometheus_has_no_objection() {
    let rules = root().join("packaging/prometheus/narrows.rules.test.yml");
    let checks: [(&[&str], String); 2] = [
        (&["check", "metrics"], metrics(&["--serials"])),
        (&["test", "rules", rules.to_str().unwrap()], String::new()),
    ];
    for (words, input) in checks {
        let Some(output) = promtool(words, &input) else { return };
        assert!(output.status.success(), "{words:?}: {}{input}", text_of(&output));
    }
}

/// A listing as root of a machine whose drive has a link of so many lanes.
fn listing(lanes: u8) -> String {
    format!(
        "00:00.0 Host bridge [0600]: X [8086:0001]\n\
         00:1c.0 PCI bridge [0604]: X [8086:0002]\n\
         \tBus: primary=00, secondary=01, subordinate=01, sec-latency=0\n\
         01:00.0 Non-Volatile memory controller [0108]: X [144d:a808] (prog-if 02 [NVM Express])\n\
         \tCapabilities: [70] Express (v2) Endpoint, MSI 00\n\
         \t\tLnkCap:\tPort #0, Speed 8GT/s, Width x4, ASPM L1\n\
         \t\tLnkSta:\tSpeed 8GT/s, Width x{lanes}\n"
    )
}

/// Several machines, as captures or as texts, are handed to the program for many hosts; texts of one machine and the
/// names of its drives are not.
#[test]
fn several_machines_are_told_apart() {
    let home = Home::new();
    let file = |name: &str, text: &str| {
        let path = home.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let capture = |name: &str| root().join("fixtures").join(name).to_str().unwrap().to_owned();
    let (x2, z170) = (capture("x2-slot.tar.gz"), capture("z170-trio.tar.gz"));
    let [one, two, three] = [4, 4, 2].map(listing);
    let names = ["n1/lspci.txt", "n2/lspci.txt", "n3/lspci.txt"];
    let [n1, n2, n3] = [file(names[0], &one), file(names[1], &two), file(names[2], &three)];
    let bare = |vendor: &str| {
        let devices = ["Host bridge [0600]", "PCI bridge [0604]", "SATA controller [0106]"];
        let lines = devices.iter().enumerate();
        lines.map(|(at, it)| format!("00:0{at}.0 {it}: X [{vendor}:000{at}]\n")).collect::<String>()
    };
    let (intel, amd) = (file("intel.txt", &bare("8086")), file("amd.txt", &bare("1022")));
    let lsblk =
        "NAME    MAJ:MIN RM   SIZE RO TYPE MOUNTPOINTS\nnvme0n1 259:0    0 931.5G  0 disk\n";
    let lsblk = file("lsblk.txt", lsblk);
    let hosts = Path::new(env!("CARGO_BIN_EXE_narrows")).with_file_name("narrows-hosts");
    let cases: [(&[&String], Option<&str>); 7] = [
        (&[&x2, &x2, &z170], Some("3 hosts")),
        (&[&n1, &n2, &n3], Some("n3/lspci: drive 1")),
        (&[&intel, &amd], Some("2 hosts, one kind")),
        (&[&n1, &z170], Some("2 hosts, 2 kinds")),
        (&[&n1, &lsblk], None),
        (&[&lsblk, &intel], None),
        (&[&x2, &"nvme0n1".to_owned()], None),
    ];
    for (sources, hosts_say) in cases {
        let words = sources.iter().map(|source| source.as_str());
        let output = home.narrows(&["check"].into_iter().chain(words).collect::<Vec<_>>());
        let page = format!("{}{}", String::from_utf8_lossy(&output.stdout), text_of(&output));
        match hosts_say {
            Some(_) if !hosts.exists() => assert!(page.contains("narrows-hosts"), "{page}"),
            Some(expected) => assert!(page.contains(expected), "{sources:?}: {page}"),
            None => assert!(!page.contains("hosts") && page.contains("Checked"), "{page}"),
        }
    }
}
