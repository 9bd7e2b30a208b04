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

/// Captures of three machines, of which one has another link, are handed to the program for many hosts.
#[test]
fn several_machines_are_told_apart() {
    let (one, other) =
        (root().join("fixtures/x2-slot.tar.gz"), root().join("fixtures/z170-trio.tar.gz"));
    let (one, other) = (one.to_str().unwrap(), other.to_str().unwrap());
    let output = Home::new().narrows(&["check", one, one, other]);
    let hosts = Path::new(env!("CARGO_BIN_EXE_narrows")).with_file_name("narrows-hosts");
    if !hosts.exists() {
        assert!(text_of(&output).contains("narrows-hosts"), "{}", text_of(&output));
        return println!("skipped: narrows-hosts is not built");
    }
    let page = String::from_utf8(output.stdout).unwrap();
    assert!(page.contains("3 hosts"), "{page}");
}
