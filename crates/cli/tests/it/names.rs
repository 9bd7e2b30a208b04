//! Names come from firmware, from strangers and from typos. Whatever they contain, no terminal, page, drawing or
//! table gets a control character or a direction mark from them, and no spreadsheet a formula.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use narrows_record::run::{Latency, RunDocument, RunFinding, Samples, TargetMeasurement};
use narrows_record::schema;
use narrows_record::see::{DocumentNote, DriveRecord, SeeDocument};

use crate::home::program;

/// Every control character except those that end a line, and every direction mark.
fn unsafe_chars() -> impl Iterator<Item = char> {
    let control = ('\0'..='\u{9f}').filter(|c| c.is_control() && *c != '\n');
    let marks = ['\u{200e}', '\u{200f}', '\u{61c}', '\u{2028}', '\u{2029}'];
    control.chain(marks).chain('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}')
}

/// A name with all of them, with line ends, markup and orders for a terminal.
fn evil(start: &str) -> String {
    let all: String = unsafe_chars().collect();
    format!("{start}\u{1b}]0;owned\u{7}\u{1b}[2J<script>alert(1)</script>\nnext {all}")
}

/// The same as far as a file name allows.
fn evil_file(start: &str) -> String {
    evil(start).replace(['\0', '/'], "")
}

fn is_harmless(text: &str, what: &str) {
    let unsafe_ones: Vec<char> = unsafe_chars().filter(|c| text.contains(*c)).collect();
    assert!(unsafe_ones.is_empty(), "{unsafe_ones:?} in {what}: {text:?}");
}

struct Bed(tempfile::TempDir);

impl Bed {
    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A command's output on both streams, without colours; harmless.
    fn output_of(&self, words: &[&str]) -> String {
        let mut narrows = program(words);
        narrows
            .env("XDG_STATE_HOME", self.0.path())
            .env_remove("SUDO_UID")
            .current_dir(self.0.path())
            .stdin(Stdio::null());
        let output = narrows.output().unwrap();
        let [out, aside] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
        is_harmless(&out, &format!("{words:?}"));
        is_harmless(&aside, &format!("{words:?}"));
        assert!(matches!(output.status.code(), Some(0 | 3)), "{words:?}: {aside}");
        out
    }

    /// A file that a command writes; harmless.
    fn written(&self, words: &[&str], name: &str) -> String {
        let to = self.path(name);
        self.output_of(&[words, &[to.to_str().unwrap(), "--force"]].concat());
        let text = fs::read_to_string(&to).unwrap();
        is_harmless(&text.replace('\t', " "), &format!("{words:?}"));
        let is_markup = text.starts_with('<');
        assert!(!is_markup || !text.contains("<script>alert"), "{words:?}");
        text
    }
}

fn run() -> RunDocument {
    let drive = DriveRecord {
        id: evil("=drive"),
        model: Some(evil("model")),
        serial: Some(evil("serial")),
        ..DriveRecord::default()
    };
    let result = |set: &str, together: Vec<String>| TargetMeasurement {
        target: evil("=drive"),
        workload: evil("@work"),
        set: set.into(),
        together,
        repeat: 1,
        mb_s: 1000.0,
        read_mb_s: 1000.0,
        iops: 10.0,
        ops: 1000,
        errors: 1,
        window_s: 3.0,
        latency_us: Latency { p50: Some(100.0), p99: Some(500.0), ..Latency::default() },
        ..TargetMeasurement::default()
    };
    let both = vec![evil("=drive"), evil("-other")];
    RunDocument {
        schema: schema::RUN.to_owned(),
        narrows: evil("0.1.0"),
        id: "20251101T100000Z-0001".to_owned(),
        started: "2025-11-01T10:00:00Z".to_owned(),
        command: vec![evil("narrows")],
        machine: SeeDocument {
            drives: vec![drive],
            source: evil("source"),
            ..SeeDocument::default()
        },
        results: vec![result("alone", vec![evil("=drive")]), result(&evil("+set"), both)],
        findings: vec![RunFinding {
            id: "finding-at-drive".to_owned(),
            targets: vec![evil("=drive")],
            text: evil("finding").into(),
            limit: None,
        }],
        notes: vec![DocumentNote { id: "note".to_owned(), about: None, text: evil("note").into() }],
        ..RunDocument::default()
    }
}

#[test]
fn names_in_a_kept_run_give_no_orders() {
    let bed = Bed(tempfile::tempdir().unwrap());
    let samples = Samples {
        target: evil("=drive"),
        workload: evil("@work"),
        set: evil("+set").as_str().into(),
        repeat: 1,
        started_us: 0.0,
        ended_us: 1e6,
        slot_us: 1e5,
        slot_bytes: vec![1, 2],
        latency_ns: vec![(100_000, 10)],
    };
    let run = run();
    let folder = bed.path("narrows/runs").join(&run.id);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("run.json"), serde_json::to_vec(&run).unwrap()).unwrap();
    fs::write(folder.join("samples.json"), serde_json::to_vec(&[samples]).unwrap()).unwrap();
    for way in [&[][..], &["--json"], &["--markdown"], &["--text"], &["--ascii"]] {
        for words in [&["history"][..], &["history", "latest"], &["compare", "latest", "latest"]] {
            assert!(!bed.output_of(&[words, way].concat()).is_empty(), "{words:?} {way:?}");
        }
    }
    bed.written(&["history", "latest", "--svg"], "a.svg");
    bed.written(&["compare", "latest", "latest", "--html"], "a.html");
    for form in ["csv", "fio-json", "fio-terse", "fio-job", "prometheus", "hgrm", "hlog"] {
        let text = bed.written(&["export", "latest", "--format", form, "-o"], form);
        let starts = |line: &str| {
            line.split(',').any(|cell| {
                let cell = cell.trim_start_matches('"');
                cell.starts_with(['=', '@', '+'])
            })
        };
        assert!(form != "csv" || !text.lines().any(starts), "{text}");
    }
    // The table means the same when it is read again.
    let document = bed.output_of(&["import", "csv", "--json"]);
    let document: serde_json::Value = serde_json::from_str(&document).unwrap();
    assert!(document["results"][0]["target"].as_str().unwrap().starts_with("=drive"));
}

#[test]
fn names_in_imported_files_and_their_own_names_give_no_orders() {
    let bed = Bed(tempfile::tempdir().unwrap());
    let quoted = |name: &str| format!("\"{}\"", evil(name).replace('"', "\"\""));
    let table = format!(
        "target,workload,mb_s,set\n{},{},1000,\n{},{},900,{}\n",
        quoted("d"),
        quoted("w"),
        quoted("d"),
        quoted("w"),
        quoted("d+e"),
    );
    let fio = serde_json::json!({
        "fio version": evil("fio-3.36"),
        "jobs": [{
            "jobname": evil("job"),
            "job options": { "filename": evil("/dev/sda"), "rw": "read", "bs": "128k" },
            "read": { "bw_bytes": 1_000_000_000, "iops": 10.0, "runtime": 1000 },
        }],
    });
    for (name, text) in [("table.csv", table), ("fio.json", fio.to_string())] {
        let file = evil_file(name);
        fs::write(bed.path(&file), text).unwrap();
        for way in [&[][..], &["--json"], &["--markdown"], &["--text"]] {
            assert!(!bed.output_of(&[&["import", &file][..], way].concat()).is_empty());
        }
        bed.written(&["import", &file, "--html"], "import.html");
    }
}

/// Names in machine files have no control characters, but may have direction marks.
#[test]
fn names_in_machine_files_turn_no_line_around() {
    let bed = Bed(tempfile::tempdir().unwrap());
    let name = "d\u{202e}\u{2066}\u{200f}<script>alert(1)</script>";
    let text = format!(
        "schema = \"narrows.machine/1\"\nname = \"n{name}\"\n[[drive]]\nid = \"{name}\"\non = \"cpu\"\n\
         link = \"4.0 x4\"\nread = \"6900 MB/s\"\nwrite = \"5000 MB/s\"\n"
    );
    let file = evil_file("machine.toml");
    fs::write(bed.path(&file), text).unwrap();
    for verb in ["see", "check", "lanes", "predict"] {
        for way in [&[][..], &["--json"], &["--markdown"], &["--text"]] {
            assert!(!bed.output_of(&[&[verb, &file][..], way].concat()).is_empty());
        }
    }
    bed.written(&["see", &file, "--html"], "see.html");
    bed.written(&["see", &file, "--svg"], "see.svg");
    bed.written(&["predict", &file, "--card"], "card.svg");
    assert!(Path::new(&bed.path("card.svg")).exists());
}
