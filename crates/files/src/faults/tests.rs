//! Goal: a script means what `docs/virtual.md` says, every mistake is located, and no text causes a
//! panic. Method: small hand-written scripts, a table of mistakes, and random texts.

use narrows_sim::{HeatModel, SimFaultKind};
use narrows_topology::graph::{Drive, FactBasis, Node, NodeKind, NodeLink, StorageControllerKind};
use narrows_topology::read::TextPosition;
use narrows_topology::{Id, Topology};
use narrows_units::Nanos;
use narrows_workload::issuer::Errno;
use proptest::prelude::*;

use super::*;

/// A drive `m8pe1` whose controller `ctrl1` has its own link.
fn machine() -> Topology {
    let mut topology = Topology::default();
    let link = NodeLink {
        name: None,
        port: None,
        current: None,
        possible: None,
        port_possible: None,
        internal: false,
        max_payload: None,
        degraded: None,
        basis: FactBasis::Documented,
    };
    let node =
        Node { link: Some(link), ..Node::bare(NodeKind::Storage(StorageControllerKind::Nvme)) };
    topology.nodes.insert(Id::new("ctrl1"), node);
    let drive = Drive { controller: Some(Id::new("ctrl1")), ..Drive::default() };
    topology.drives.insert(Id::new("m8pe1"), drive);
    topology
}

fn script(faults: &str) -> String {
    format!("schema = \"narrows.faults/1\"\n[[fault]]\n{faults}")
}

fn one(fault: &str) -> SimFault {
    let mut read = read(&script(fault), &machine()).expect("a good script");
    assert_eq!(read.len(), 1);
    read.remove(0)
}

#[test]
fn every_kind_is_read() {
    let errors =
        one("what = 'm8pe1'\nkind = 'errors'\nfrom = '500 ms'\nuntil = '2 s'\nevery = 100");
    assert_eq!((errors.from, errors.until), (Nanos::millis(500), Some(Nanos::millis(2000))));
    assert_eq!(errors.kind, SimFaultKind::Errors { errno: Errno::EIO, every: 100 });
    let kind = |text: &str| one(&format!("what = 'm8pe1'\n{text}")).kind;
    let timed_out = SimFaultKind::Errors { errno: Errno(110), every: 1 };
    assert_eq!(kind("kind = 'errors'\nerrno = 'ETIMEDOUT'"), timed_out);
    assert_eq!(kind("kind = 'stall'\nfrom = '0 s'"), SimFaultKind::Stall);
    assert_eq!(kind("kind = 'dropout'"), SimFaultKind::Dropout);
    assert_eq!(kind("kind = 'short'\nevery = 3"), SimFaultKind::Short { every: 3 });
    assert_eq!(kind("kind = 'slow'\nfactor = 0.25"), SimFaultKind::Slow { factor: 0.25 });
    let narrow = SimFaultKind::Link { lanes: Some(2), gts: None };
    assert_eq!(kind("kind = 'link'\nlanes = 2"), narrow);
    let link = one("what = 'ctrl1'\nkind = 'link'\ngts = 2.5");
    assert_eq!(link.kind, SimFaultKind::Link { lanes: None, gts: Some(2.5) });
    let heat = HeatModel {
        start_c: 40.0,
        per_gb_s: 20.0,
        tau: Nanos::millis(2000),
        limit_c: 70.0,
        factor: 0.5,
        resume_c: 65.0,
    };
    let text = "kind = 'heat'\nper_gb_s = 20\ntau = '2 s'\nlimit_c = 70.0";
    assert_eq!(kind(text), SimFaultKind::Heat(heat));
}

#[test]
fn nothing_may_go_wrong() {
    assert_eq!(read("schema = 'narrows.faults/1'", &machine()), Ok(Vec::new()));
}

/// The mistake, the line and column of it, and the message. The fault's own lines begin at 3.
const MISTAKES: [(&str, (usize, usize), &str); 17] = [
    ("kind = 'stall'", (2, 1), "machine-missing-key"),
    ("what = 'm8pe2'\nkind = 'stall'", (3, 8), "machine-no-such-drive-near"),
    ("what = 'ctrl1'\nkind = 'stall'", (3, 8), "machine-no-such-drive"),
    ("what = 'x'\nkind = 'link'\nlanes = 2", (3, 8), "faults-no-such-link"),
    ("what = 'ctrl2'\nkind = 'link'\nlanes = 2", (3, 8), "faults-no-such-link-near"),
    ("what = 'm8pe1'\nkind = 'error'", (4, 8), "machine-unknown-word-near"),
    ("what = 'm8pe1'\nkind = 'stall'\nevery = 2", (5, 9), "faults-key-of-other-kind"),
    ("what = 'm8pe1'\nkind = 'stall'\nevry = 2", (5, 1), "machine-unknown-key-near"),
    ("what = 'm8pe1'\nkind = 'errors'\nevery = 0", (5, 9), "machine-zero"),
    ("what = 'm8pe1'\nkind = 'errors'\nerrno = 'EI'", (5, 9), "machine-unknown-word-near"),
    (
        "what = 'm8pe1'\nkind = 'stall'\nfrom = '2s'\nuntil = '1s'",
        (6, 9),
        "faults-until-before-from",
    ),
    ("what = 'm8pe1'\nkind = 'link'", (4, 8), "faults-missing-key"),
    ("what = 'm8pe1'\nkind = 'link'\nlanes = 3", (5, 9), "faults-bad-lanes"),
    ("what = 'm8pe1'\nkind = 'link'\ngts = 7", (5, 7), "faults-bad-gts"),
    ("what = 'm8pe1'\nkind = 'slow'\nfactor = 1.5", (5, 10), "faults-bad-factor"),
    ("what = 'm8pe1'\nkind = 'slow'\nfactor = nan", (5, 10), "faults-not-number"),
    (
        "what = 'm8pe1'\nkind = 'heat'\nlimit_c = 70\nresume_c = 71",
        (6, 12),
        "faults-resume-above-limit",
    ),
];

#[test]
fn mistakes_are_found_at_their_place() {
    for (text, (line, column), id) in MISTAKES {
        let error = read(&script(text), &machine()).expect_err(text);
        assert_eq!(error.problem.id(), id, "{text}");
        assert_eq!(error.place, TextPosition::Column(line, column), "{text}");
    }
    let other = read("schema = 'narrows.machine/1'", &machine()).expect_err("another schema");
    assert_eq!(other.problem.id(), "faults-schema");
    let many = "[[fault]]\nwhat = 'm8pe1'\nkind = 'stall'\n".repeat(MAX_FAULTS);
    let many = script(&format!("what = 'm8pe1'\nkind = 'stall'\n{many}"));
    let error = read(&many, &machine()).expect_err("one too many");
    assert_eq!(error.problem.id(), "faults-too-many");
}

fn word() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "'m8pe1'",
        "'ctrl1'",
        "'x'",
        "'errors'",
        "'heat'",
        "'link'",
        "'slow'",
        "'1 s'",
        "'-1 s'",
        "0",
        "-1",
        "2",
        "1e308",
        "nan",
        "inf",
        "9223372036854775808",
        "0.5",
        "true",
        "[]",
        "{}",
        "''",
        "'EIO'",
    ])
}

fn key() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "what", "kind", "from", "until", "every", "errno", "lanes", "gts", "factor", "start_c",
        "per_gb_s", "tau", "limit_c", "resume_c", "other",
    ])
}

proptest! {
    #[test]
    fn no_text_panics(text in ".{0,200}") {
        let _ = read(&text, &machine());
    }

    #[test]
    fn no_fault_panics(lines in prop::collection::vec((key(), word()), 0..14)) {
        let lines: Vec<String> = lines.iter().map(|(key, word)| format!("{key} = {word}")).collect();
        match read(&script(&lines.join("\n")), &machine()) {
            Ok(faults) => prop_assert_eq!(faults.len(), 1),
            Err(error) => prop_assert!(matches!(error.place, TextPosition::Column(..))),
        }
    }
}
