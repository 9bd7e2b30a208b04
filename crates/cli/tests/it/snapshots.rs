//! Compact snapshots of each command's output: the figures, names and limits of its document, and its page
//! where no page of `docs` shows one (those are checked against the program by `pages`).
//!
//! Left out are sentences, which pages show and `messages` tests, and values that differ between runs: times and run
//! names. After an intended change of figures, `INSTA_UPDATE=always cargo test --workspace --test it snapshots`
//! rewrites them, and the diff shows the change.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::history::{AFTER, BEFORE, compared, two_sides};
use crate::home::{Home, text_of};

const ASUS: &str = "catalog:asus-z170-a/2x-960pro";
const NARROW: &str = "fixtures/x2-slot.tar.gz";
const EXPERIMENT: &str = include_str!("../../../../fixtures/documents/experiment.json");

/// Sentences and their parts, the machine's identity, and values that differ between runs.
const LEFT_OUT: &[&str] = &[
    "advice",
    "command",
    "doubt",
    "finding",
    "host",
    "name",
    "narrows",
    "notes",
    "note",
    "processor",
    "reason",
    "schema",
    "source",
    "started",
    "text",
    "title",
    "why",
    "words",
];

/// Two racks of two hosts; the first one's uplink carries less than its hosts want.
pub const RACKS: &str = r#"schema = "narrows.cluster/1"
name = "two racks"
[[network]]
id = "spine"
[[network]]
id = "leaf1"
on = "spine"
rate = "10 Gbit/s"
[[network]]
id = "leaf2"
on = "spine"
rate = "100 Gbit/s"
[[host]]
id = "a"
count = 2
on = "leaf1"
rate = "10 Gbit/s"
[[host]]
id = "b"
count = 2
on = "leaf2"
rate = "10 Gbit/s"
[[server]]
id = "store"
on = "spine"
read = "20 GB/s"
write = "9 GB/s"
memory = "64 GiB"
"#;

/// A state home and the project's folder, where captures have short names.
struct Bed {
    home: Home,
}

impl Bed {
    fn new() -> Self {
        Self { home: Home::new() }
    }

    fn output(&self, command: &str) -> String {
        let args: Vec<&str> = command.split(' ').collect();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut narrows = self.home.command(&args);
        let output = narrows.current_dir(root).env("NARROWS_CATALOG", "").output().unwrap();
        assert!(!output.stdout.is_empty(), "{command}: {}", text_of(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    fn document(&self, command: &str) -> Value {
        crate::json::document(self.output(&format!("{command} --json")).as_bytes())
    }
}

/// Outlines a document, a line for each object, its contents indented; without these keys.
fn figures(command: &str, without: &[&str]) -> String {
    outline(&Bed::new().document(command), without)
}

fn outline(document: &Value, without: &[&str]) -> String {
    let mut lines = String::new();
    add("document", document, 0, without, &mut lines);
    lines
}

fn add(name: &str, value: &Value, depth: usize, without: &[&str], lines: &mut String) {
    let Value::Object(object) = value else {
        let items = value.as_array().into_iter().flatten();
        return items.for_each(|item| add(name, item, depth, without, lines));
    };
    let is_kept = |key: &String| !LEFT_OUT.contains(&&**key) && !without.contains(&&**key);
    let entries: Vec<_> = object.iter().filter(|(key, _)| is_kept(key)).collect();
    let words = entries.iter().filter_map(|(key, value)| Some(format!("{key} {}", word(value)?)));
    let words = words.collect::<Vec<_>>().join(", ");
    writeln!(lines, "{:1$}{name}: {words}", "", depth * 2).unwrap();
    for (key, value) in entries {
        if word(value).is_none() {
            add(key, value, depth + 1, without, lines);
        }
    }
}

/// A value that fits into a line: no object but a link or a limit, and no list of objects.
fn word(value: &Value) -> Option<String> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(is_so) => is_so.to_string(),
        Value::Number(number) => figure(number.as_f64()?),
        Value::String(text) if is_run(text) => return None,
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => return None,
        Value::Array(items) => {
            format!("[{}]", items.iter().map(word).collect::<Option<Vec<_>>>()?.join(" "))
        }
        Value::Object(object) if object.contains_key("gts") => {
            format!("{} GT/s x{}", word(&object["gts"])?, word(&object["lanes"])?)
        }
        Value::Object(object) if object.contains_key("capacity") => {
            let part = |key: &str| word(&object[key]);
            let (at, of) = (format!("{} {}", part("kind")?, part("id")?), part("capacity")?);
            format!("({at}: {} of {of} {})", part("load")?, part("unit")?)
        }
        Value::Object(_) => return None,
    })
}

/// The name of a run, which begins with its moment: `20261123T112951Z-6567fb3e`.
fn is_run(text: &str) -> bool {
    let (date, time) = text.split_once('T').unwrap_or_default();
    date.len() == 8 && date.bytes().all(|it| it.is_ascii_digit()) && time.contains("Z-")
}

/// With four digits, or all those before the point.
fn figure(number: f64) -> String {
    if number == 0.0 || number.abs() >= 1000.0 {
        return number.round().to_string();
    }
    let digits = 3 - number.abs().log10().floor() as i32;
    let text = format!("{number:.0$}", usize::try_from(digits).unwrap_or(0));
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// These keys of each row of a list, a row a line.
fn table(document: &Value, list: &str, keys: &[&str]) -> String {
    let rows = document[list].as_array().unwrap().iter();
    let line = |row: &Value| {
        let words = keys.iter().map(|key| word(&row[*key]).unwrap_or("-".into()));
        words.collect::<Vec<_>>().join("  ") + "\n"
    };
    rows.map(line).collect()
}

#[test]
fn see() {
    insta::assert_snapshot!(figures(
        &format!("see {NARROW}"),
        &["address", "pci_id", "serial", "wwn", "firmware", "mounts", "hops", "devices"]
    ));
}

#[test]
fn see_page() {
    insta::assert_snapshot!(Bed::new().output(&format!("see {NARROW}")));
}

#[test]
fn predict() {
    let command = format!("predict {ASUS} --workload seq-read-128k-q32");
    insta::assert_snapshot!(figures(&command, &["machine", "meanings", "upgrades", "workload"]));
}

#[test]
fn plan() {
    let command = format!("plan {NARROW}");
    insta::assert_snapshot!(figures(
        &command,
        &["obvious", "today", "attachments", "serials", "serial", "next_limit", "iops", "workload"]
    ));
}

#[test]
fn lanes() {
    insta::assert_snapshot!(figures(&format!("lanes {NARROW}"), &[]));
}

#[test]
fn lanes_over_an_uplink() {
    insta::assert_snapshot!(figures("lanes catalog:asrock-z170-oc-formula/full", &["rules"]));
}

#[test]
fn check() {
    insta::assert_snapshot!(figures(&format!("check {NARROW}"), &[]));
}

#[test]
fn check_page() {
    insta::assert_snapshot!(Bed::new().output(&format!("check {NARROW}")));
}

#[test]
fn measure() {
    let command =
        format!("measure --on {ASUS} --workload seq-read-128k-q32 --time 300ms --no-report");
    let document = Bed::new().document(&command);
    let keys =
        ["set", "target", "mb_s", "iops", "cpu_us_per_io", "link_busy", "simulated", "partial"];
    let results = table(&document, "results", &keys);
    let findings = table(&document, "findings", &["id", "targets", "limit"]);
    insta::assert_snapshot!(results + &findings);
}

#[test]
fn bench() {
    let command = format!("bench cdm8 pro1 --on {ASUS} --passes 1 --time 200ms --no-report");
    let document = Bed::new().document(&command);
    insta::assert_snapshot!(table(&document, "results", &["workload", "mb_s", "iops", "ops"]));
}

#[test]
fn explain() {
    let command = format!("explain --on {ASUS} --no-report");
    insta::assert_snapshot!(figures(&command, &["evidence", "remedy"]));
}

#[test]
fn stripe() {
    let command = format!(
        "stripe pro1 pro2 --on {ASUS} --raid-engine md --chunk 16K,128K --time 100ms \
         --workload seq-read-1m-q8 --no-report"
    );
    insta::assert_snapshot!(figures(&command, &["machine", "results", "predictions"]));
}

#[test]
fn compare() {
    let (bench, args) = (two_sides(), compared(&BEFORE, &AFTER, &[]));
    insta::assert_snapshot!(outline(&bench.json(&args).0, &[]) + &bench.output_of(&args).0);
}

#[test]
fn trial_in_advance() {
    if let Some(why) = crate::trial::missing() {
        return println!("skipped: {why}");
    }
    let bed = Bed::new();
    let folder = |name: &str| {
        let path = bed.home.path().join(name);
        fs::create_dir(&path).unwrap();
        path.display().to_string()
    };
    let drives = format!("{},{}", folder("a"), folder("b"));
    let command = format!("trial --drives {drives} --dry-run --raid-engine btrfs --json -- true");
    let document = crate::json::document(bed.output(&command).as_bytes());
    let rows = document["plan"].as_array().unwrap().iter();
    let commands = rows.filter_map(|step| word(&step["command"])).collect::<Vec<_>>().join("\n");
    // The process id makes names unique.
    let number = commands.split("narrows/trial-").nth(1).unwrap().split('/').next().unwrap();
    insta::assert_snapshot!(commands.replace(number, "NUMBER"));
}

fn experiment_bed() -> (Bed, &'static str) {
    let (bed, id) = (Bed::new(), "20261123T033111Z-4c97e953");
    let folder = bed.home.path().join("narrows/experiments");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(format!("{id}.json")), EXPERIMENT).unwrap();
    (bed, id)
}

#[test]
fn experiment() {
    let (bed, id) = experiment_bed();
    let document = bed.document(&format!("experiment show {id}"));
    insta::assert_snapshot!(outline(&document, &["boot", "machine", "rounds"]));
}

#[test]
fn experiment_page() {
    let (bed, id) = experiment_bed();
    insta::assert_snapshot!(bed.output(&format!("experiment show {id}")));
}

#[test]
fn hosts_predict() {
    let bed = Bed::new();
    let file = bed.home.path().join("racks.toml");
    fs::write(&file, RACKS).unwrap();
    let command = format!("hosts predict {} --workload seq-read-128k-q32", file.display());
    let document = outline(&bed.document(&command), &["machine"]);
    let page = bed.output(&command);
    insta::assert_snapshot!((document + &page).replace(&file.display().to_string(), "racks.toml"));
}

#[test]
fn catalog() {
    insta::assert_snapshot!(figures("catalog drives px-256m8pe", &["evidence"]));
}

#[test]
fn catalog_page() {
    insta::assert_snapshot!(Bed::new().output("catalog drives px-256m8pe"));
}

#[test]
fn casebook() {
    let document = Bed::new().document("casebook");
    insta::assert_snapshot!(outline(&document["summary"], &[]));
}
