//! `--on` as its users meet it: every command that measures, on machines in virtual time.
//!
//! The same seed gives the same figures, so that nothing here depends on how busy the machine is
//! that runs the tests.

use std::collections::BTreeSet;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::home::{Home, X99, Z170, text_of, timeless};

/// The document of `narrows ARGS --json --no-report` that ended with this code.
fn run(args: &[&str], code: i32) -> Value {
    let output = Home::new().narrows(&[args, &["--json", "--no-report"]].concat());
    assert_eq!(output.status.code(), Some(code), "{args:?}: {}", text_of(&output));
    crate::json::document(&output.stdout)
}

/// Who names a workload that writes may say so; one that only reads is a slip.
#[test]
fn writing_and_a_workload_that_writes_go_together() {
    let words = ["measure", "m8pe1", "--on", Z170, "--time", "300ms", "--write", "--workload"];
    let document = run(&[&words[..], &["rand-write-4k-q1"]].concat(), 0);
    assert_eq!(rows(&document)[0]["direction"], "write");
    let output = Home::new().narrows(&[&words[..], &["rand-read-4k-q1"]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(text_of(&output).contains("only reads"), "{}", text_of(&output));
}

/// A run on virtual hardware is shown again however it is named; a drive is not a source, and an unknown name is
/// neither.
#[test]
fn words_mean_what_they_name() {
    let home = Home::new();
    let kept = home.narrows(&["measure", "m8pe1", "--on", Z170, "--time", "300ms"]);
    assert_eq!(kept.status.code(), Some(0), "{}", text_of(&kept));
    let again = home.narrows(&["history", "latest", "--simulated", "--text"]);
    assert_eq!(again.status.code(), Some(0), "{}", text_of(&again));
    let nowhere = home.narrows(&["check", "no-such-drive-0"]);
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(
        text_of(&nowhere).contains("names nothing: no drive, partition or array of this machine"),
        "{}",
        text_of(&nowhere)
    );
}

/// A source and its selected drives go next to each other in every command; then virtual hardware is
/// measured, and only those drives are shown.
#[test]
fn a_source_stands_before_its_drives() {
    let home = Home::new();
    let drives = |args: &[&str]| -> Vec<String> {
        let output = home.narrows(&[args, &["--json"]].concat());
        let document = crate::json::document(&output.stdout);
        let all =
            document["drives"].as_array().or_else(|| document["machine"]["drives"].as_array());
        all.unwrap().iter().map(|it| it["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(drives(&["see", Z170, "m8pe2"]), ["m8pe2"]);
    assert_eq!(drives(&["see", Z170, "m8pe"]), ["m8pe1", "m8pe2", "m8pe3"]);
    let names = |args: &[&str], key: &str| -> BTreeSet<String> {
        let output = home.narrows(&[args, &["--json"]].concat());
        let document = crate::json::document(&output.stdout);
        let rows = document[key].as_array().unwrap();
        rows.iter().map(|row| row["target"].as_str().unwrap().to_owned()).collect()
    };
    let both: BTreeSet<String> = ["m8pe1", "m8pe3"].map(str::to_owned).into();
    assert_eq!(names(&["predict", Z170, "m8pe1", "m8pe3"], "results"), both);
    let measured = ["measure", Z170, "m8pe1", "m8pe3", "--time", "100ms", "--no-report"];
    assert_eq!(names(&measured, "results"), both);
    let slip = home.narrows(&["see", Z170, "m8pe9"]);
    assert!(text_of(&slip).contains("similar: ") && slip.stdout.is_empty(), "{}", text_of(&slip));
    let whole = home.narrows(&["plan", Z170, "m8pe1"]);
    assert_eq!(whole.status.code(), Some(2), "{}", text_of(&whole));
    assert!(text_of(&whole).contains("works on whole machines"), "{}", text_of(&whole));
}

/// Sweeps and experiments are runs: history shows each as it was, and shared limits follow from a sweep, too. The
/// link of an experiment was slower for a while, which is no figure of the machine.
#[test]
fn sweeps_and_experiments_are_runs_like_every_other() {
    let home = Home::new();
    let sweep = ["stripe", Z170, "m8pe1", "m8pe2", "m8pe3", "--chunk", "64K", "--time", "300ms"];
    let done = home.narrows(&[&sweep[..], &["--workload", "seq-read-1m-q8"]].concat());
    assert_eq!(done.status.code(), Some(0), "{}", text_of(&done));
    let shown = |args: &[&str]| {
        let output = home.narrows(args);
        assert_eq!(output.status.code(), Some(0), "{}", text_of(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(shown(&["history", "latest", "--simulated"]).contains("Use RAID 0 64 KiB"));
    assert!(shown(&["history", "--simulated"]).contains("array 3586 MB/s"));
    let shared = shown(&["explain", "--from", "latest"]);
    assert!(shared.contains("m8pe1, m8pe2, m8pe3 share the chipset uplink"), "{shared}");
    assert!(!shared.contains("raid0-64k"), "{shared}");
    let change = ["experiment", "link-speed", "m8pe1", "5GT/s", "--on", Z170, "--time", "300ms"];
    shown(&change);
    assert!(shown(&["history", "latest", "--simulated"]).contains("8 GT/s → 5 GT/s"));
    let csv = shown(&["export", "latest", "--format", "csv"]);
    // Three cycles of two rounds before and two after it, all at the drive's own 2,000 MB/s.
    let rates: Vec<f64> =
        csv.lines().skip(1).map(|line| line.split(',').nth(4).unwrap().parse().unwrap()).collect();
    assert_eq!(rates.len(), 12, "{csv}");
    assert!(rates.iter().all(|rate| (1950.0..2050.0).contains(rate)), "{csv}");
}

fn rows(document: &Value) -> &[Value] {
    document["results"].as_array().unwrap()
}

fn row<'a>(document: &'a Value, set: &str, target: &str) -> &'a Value {
    let is_it = |row: &&Value| row["set"] == set && row["target"] == target;
    rows(document).iter().find(is_it).unwrap_or_else(|| panic!("no {set} {target}: {document}"))
}

fn mb_s(row: &Value) -> f64 {
    row["mb_s"].as_f64().unwrap()
}

fn assert_near(figure: f64, wanted: f64) {
    assert!((figure / wanted - 1.0).abs() < 0.02, "{figure}, not {wanted}");
}

/// The chipset's link (DMI 3.0) carries 3,587 MB/s by arithmetic, a third of it is 1,196; alone a
/// drive does its nominal 2,000, and the one on the processor's lanes keeps its 2,200.
#[test]
fn three_drives_behind_one_chipset_share_its_link() {
    let document = run(&["measure", "--on", Z170, "--time", "300ms"], 0);
    for drive in ["m8pe1", "m8pe2", "m8pe3"] {
        assert_near(mb_s(row(&document, "alone", drive)), 2000.0);
        assert_near(mb_s(row(&document, "all", drive)), 1196.0);
    }
    assert_near(mb_s(row(&document, "all", "ssd750")), 2200.0);
    for row in rows(&document) {
        assert_eq!((&row["simulated"], &row["partial"]), (&Value::Bool(true), &Value::Bool(false)));
        assert_eq!(row["method"]["engine"], "simulated");
        assert_eq!(row["place"]["kind"], "virtual");
        assert_eq!(row["other_io_bytes"], 0);
    }
    assert!(document["context"].is_null());
    assert_eq!(document["simulation"]["seed"], 1);
    let finding = &document["findings"][0];
    assert_eq!(finding["limit"]["kind"], "uplink", "{finding}");
    assert_eq!(finding["targets"].as_array().unwrap().len(), 3);
}

#[test]
fn the_main_job_is_the_same_as_on_hardware_and_kept_as_simulated() {
    let home = Home::new();
    let output = home.narrows(&["--quick", "--on", Z170]);
    assert!(output.status.success(), "{}", text_of(&output));
    let page = String::from_utf8(output.stdout).unwrap();
    for part in ["Simulated", "DMI 3.0", "m8pe1", "RND4K Q1T1 read"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let runs = home.runs();
    let [run] = runs.as_slice() else { panic!("one run: {runs:?}") };
    let report = std::fs::read_to_string(run.join("report.html")).unwrap();
    assert!(report.contains("Simulated") && report.contains("<svg"));
    // The simulated machine is kept, and nothing of the one that simulated.
    let machine = std::fs::read_to_string(run.join("machine.toml")).unwrap();
    assert!(machine.contains("narrows.machine/1"));
    assert!(!run.join("capture.tar.gz").exists());
    let list = home.narrows(&["history"]);
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    assert!(list.contains("1 simulated run is hidden"), "{list}");
    let list = home.narrows(&["history", "--simulated"]);
    assert!(String::from_utf8_lossy(&list.stdout).contains("simulated"));
    let again = home.narrows(&["history", "latest"]);
    assert!(String::from_utf8_lossy(&again.stdout).contains("Simulated"));
}

/// Twelve drives behind a switch on either socket. The report can be posted: it is small, drives have
/// their bar, and latencies their histograms.
#[test]
fn a_run_of_24_drives_is_kept_in_less_than_a_megabyte() {
    let home = Home::new();
    let mut text = "schema = \"narrows.machine/1\"\nname = \"24 drives\"\n".to_owned();
    for socket in 0..2 {
        text += &format!(
            "[[root_complex]]\nid = \"s{socket}\"\nsocket = {socket}\n\
             [[switch]]\nid = \"sw{socket}\"\non = \"s{socket}\"\nlink = \"4.0 x16\"\n\
             [[drive]]\nid = \"d{socket}n\"\ncount = 12\non = \"sw{socket}\"\nlink = \"4.0 x4\"\n\
             read = \"6900 MB/s\"\n"
        );
    }
    let file = home.file("server.toml", &text);
    let output = home.narrows(&["--on", &file]);
    assert!(output.status.success(), "{}", text_of(&output));
    let runs = home.runs();
    let size = |entry: std::fs::DirEntry| entry.metadata().unwrap().len();
    let kept: u64 = runs[0].read_dir().unwrap().map(|entry| size(entry.unwrap())).sum();
    assert!(kept < 1_000_000, "{kept} bytes");
    let again = home.narrows(&["history", "latest", "--json"]);
    assert_eq!(crate::json::document(&again.stdout)["results"].as_array().unwrap().len(), 448);
    let report = std::fs::read_to_string(runs[0].join("report.html")).unwrap();
    assert!(report.len() < 1_000_000, "{} bytes", report.len());
    let together = report.split_once("data-part=\"together\"").unwrap().1;
    let main = together.split_once("</ol>").unwrap().0;
    // All do the same: one bar stands for them.
    assert_eq!(main.matches("class=\"who\"").count(), 1, "{main}");
    assert!(main.contains("d0n1–d0n12, d1n1–d1n12"), "{main}");
    assert!(report.contains("class=\"spread\"") && report.contains("time charts not shown"));
}

#[test]
fn the_same_seed_gives_the_same_document() {
    let measure = |seed: &str| {
        let args = ["measure", "--on", Z170, "--time", "100ms", "--seed", seed];
        let with = ["--workload", "rand-rw70-4k-q8", "--set", "each-and-all"];
        timeless(run(&[&args[..], &with].concat(), 0))
    };
    let first = measure("7");
    assert_eq!(first, measure("7"));
    assert_ne!(rows(&first), rows(&measure("8")));
}

/// Three SATA drives in a stripe: nothing before them limits, so that it does nearly three times as
/// much as one of them.
#[test]
fn arrays_are_targets_too() {
    let document =
        run(&["measure", "raid0", "hg6-1", "--on", X99, "--set", "each", "--time", "300ms"], 0);
    let (array, drive) = (row(&document, "alone", "raid0"), row(&document, "alone", "hg6-1"));
    assert!(mb_s(array) > 2.0 * mb_s(drive), "{} and {}", mb_s(array), mb_s(drive));
}

#[test]
fn limits_amounts_starts_and_plans_work_as_on_drives() {
    let pair = ["measure", "m8pe1", "m8pe2", "--on", Z170, "--set", "all", "--time", "200ms"];
    let held = run(&[&pair[..], &["--limit", "m8pe1=500MB/s"]].concat(), 0);
    assert_near(mb_s(row(&held, "all", "m8pe1")), 500.0);
    assert_near(mb_s(row(&held, "all", "m8pe2")), 2000.0);
    let staggered = run(&[&pair[..], &["--stagger", "1s"]].concat(), 0);
    assert_eq!(row(&staggered, "all", "m8pe2")["asked"]["start_after_s"], 1.0);
    let amount = ["measure", "m8pe1", "--on", Z170, "--amount", "256M"];
    let amount = run(&amount, 0);
    let done = rows(&amount)[0]["done_s"].as_f64().unwrap();
    // 268 MB at 2,000 MB/s.
    assert!((0.13..0.15).contains(&done), "{done}");
    let plan = run(&[&pair[..], &["--dry-run"]].concat(), 0);
    assert_eq!(plan["targets"][0]["kind"], "virtual");
    let written = run(&["measure", "m8pe1", "--on", Z170, "--write", "--time", "100ms"], 0);
    assert_eq!(rows(&written)[0]["direction"], "write");
}

fn faults(home: &Home, faults: &str) -> String {
    home.file("faults.toml", &format!("schema = \"narrows.faults/1\"\n{faults}"))
}

fn with_faults(text: &str, args: &[&str], code: i32) -> Value {
    let home = Home::new();
    let script = faults(&home, text);
    let on = ["measure", "--on", Z170, "--faults", script.as_str()];
    run(&[&on[..], args].concat(), code)
}

fn notes(document: &Value) -> String {
    document["notes"].to_string()
}

#[test]
fn failed_requests_are_counted_and_told() {
    let text = "[[fault]]\nwhat = 'm8pe1'\nkind = 'errors'\nevery = 500";
    let document = with_faults(text, &["m8pe1", "m8pe2", "--set", "each", "--time", "200ms"], 3);
    let bad = row(&document, "alone", "m8pe1");
    assert!(bad["errors"].as_u64().unwrap() > 0 && bad["partial"] == true, "{bad}");
    assert!(notes(&document).contains("Input/output error"), "{}", notes(&document));
    assert_eq!(row(&document, "alone", "m8pe2")["errors"], 0);
}

#[test]
fn a_drive_that_stops_answering_is_left_out_of_what_follows() {
    let text = "[[fault]]\nwhat = 'm8pe1'\nkind = 'stall'\nfrom = '100 ms'";
    let document = with_faults(text, &["m8pe1", "m8pe2", "--time", "200ms"], 3);
    assert!(notes(&document).contains("did not answer"), "{}", notes(&document));
    let of_set = |set: &str| rows(&document).iter().filter(|row| row["set"] == set).count();
    assert_eq!(of_set("all"), 1, "{document}");
    assert_eq!(row(&document, "all", "m8pe2")["partial"], false);
}

/// PCIe 3.0 x1 carries 985 MB/s of line code, and some 897 of 128-byte payloads.
#[test]
fn a_link_that_trains_down_is_seen_under_load() {
    let text = "[[fault]]\nwhat = 'm8pe1'\nkind = 'link'\nlanes = 1";
    let document = with_faults(text, &["m8pe1", "--time", "300ms"], 0);
    let narrow = row(&document, "alone", "m8pe1");
    assert_eq!(narrow["link_during"]["lanes"], 1, "{narrow}");
    assert!((800.0..985.0).contains(&mb_s(narrow)), "{}", mb_s(narrow));
    let findings = document["findings"].to_string();
    assert!(findings.contains("x1"), "{findings}");
}

/// The title of the picture in a kept run's report.
fn drawn_title(run: &std::path::Path) -> String {
    let report = std::fs::read_to_string(run.join("report.html")).unwrap();
    let (_, picture) = report.split_once("<title id=").expect("a picture");
    let (title, _) = picture.split_once("</title>").unwrap();
    title.split_once('>').unwrap().1.to_owned()
}

/// A drive that fails, or whose link fell, comes before what the others share: in the text, the picture, the
/// explanation and the comparison. Without a fault all of them name the shared link.
#[test]
fn a_drive_at_fault_is_the_first_thing_everywhere() {
    let gone = "[[fault]]\nwhat = 'm8pe2'\nkind = 'dropout'\nfrom = '100 ms'";
    let fell = "[[fault]]\nwhat = 'm8pe2'\nkind = 'link'\nlanes = 1";
    let headline = |line: &str| line.starts_with(['▶', '⚠']).then(|| line.to_owned());
    let first = |page: &str, word: &str| {
        let lines: Vec<String> = page.lines().filter_map(headline).collect();
        let is_mark = |line: &&String| !line.contains("Simulated") && !line.contains("Incomplete");
        lines.iter().find(is_mark).is_some_and(|line| line.contains(word))
    };
    for (fault, title, word) in [
        (gone, "I/O errors: m8pe2", "m8pe2"),
        (fell, "Slower than expected: m8pe2", "m8pe2"),
        ("", "Bottleneck: chipset uplink (DMI 3.0 x4)", "chipset uplink"),
    ] {
        let home = Home::new();
        let script = faults(&home, fault);
        let on = ["--on", Z170, "--faults", &script];
        let page = String::from_utf8(home.narrows(&on).stdout).unwrap();
        assert!(first(&page, word), "{title}: {page}");
        let [run] = home.runs().try_into().expect("one run");
        assert_eq!(drawn_title(&run), title);
        let explained = home.narrows(&[&["explain"], &on[..]].concat());
        let explained = String::from_utf8(explained.stdout).unwrap();
        assert!(first(&explained, word), "{title}: {explained}");
    }
    let home = Home::new();
    let script = faults(&home, gone);
    let measured = ["measure", "--on", Z170, "m8pe1", "m8pe2", "--time", "200ms"];
    home.narrows(&measured);
    home.narrows(&[&measured[..], &["--faults", &script]].concat());
    let compared = home.narrows(&["compare", "latest~1", "latest"]);
    let compared = String::from_utf8_lossy(&compared.stdout).into_owned();
    assert!(first(&compared, "I/O errors in B: m8pe2"), "{compared}");
}

/// It moves 2 GB/s and would go to 40 + 2 * 40 = 120 degrees; the 70 of its limit it reaches after
/// 0.47 time constants of 500 ms. Then it does half.
#[test]
fn a_hot_drive_throttles_and_the_report_says_so() {
    let text =
        "[[fault]]\nwhat = 'm8pe1'\nkind = 'heat'\nper_gb_s = 40\ntau = '500 ms'\nlimit_c = 70";
    let document = with_faults(text, &["m8pe1", "--time", "2s"], 0);
    let hot = row(&document, "alone", "m8pe1");
    assert!(hot["temperature_c"].as_i64().unwrap() > 60, "{}", hot["temperature_c"]);
    assert_eq!(hot["watched"]["temperature_limit_c"], 70);
    assert!(!hot["watched"]["throttles"].as_array().unwrap().is_empty(), "{}", hot["watched"]);
    assert!((900.0..1900.0).contains(&mb_s(hot)), "{}", mb_s(hot));
    let findings = document["findings"].to_string();
    assert!(findings.contains("hot") || findings.contains("thrott"), "{findings}");
}

#[test]
fn what_cannot_be_simulated_is_refused_with_its_reason() {
    let home = Home::new();
    let bad = home
        .file("bad.toml", "schema = 'narrows.faults/1'\n[[fault]]\nwhat = 'm8pe9'\nkind = 'stall'");
    let cases: [(&[&str], i32, &str); 11] = [
        (&["measure", "m8pe1", "--on", Z170, "--raw-write"], 2, "--raw-write"),
        (&["measure", "--on", Z170, "--raw"], 2, "--raw"),
        (&["measure", "--on", Z170, "--keep", "/tmp/x"], 2, "--keep"),
        (&["measure", "--on", Z170, "--engine", "pread"], 2, "--engine"),
        (&["measure", "--on", Z170, "--fio-job", "-"], 2, "--fio-job"),
        (&["measure", "m8pe9", "--on", Z170], 2, "m8pe1, m8pe2, m8pe3"),
        (&["measure", "--on", "catalog:no/such"], 2, "no/such"),
        (&["measure", "--on", "/no/such"], 1, "/no/such"),
        (&["measure", "--on", Z170, "--faults", &bad], 1, "bad.toml:3:8"),
        (&["measure", "--faults", &bad], 2, "--on"),
        (&["--on", Z170, "see"], 2, "--on"),
    ];
    for (args, code, part) in cases {
        let output = home.narrows(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", text_of(&output));
        assert!(text_of(&output).contains(part), "{args:?}: {}", text_of(&output));
        assert!(output.stdout.is_empty(), "{args:?}");
    }
    assert!(home.runs().is_empty());
}

/// A disk that shows its size and nothing else.
#[test]
fn what_nothing_is_known_of_is_left_out() {
    let home = Home::new();
    let tree = home.path().join("tree");
    std::fs::create_dir_all(tree.join("sys/block/vdb")).unwrap();
    std::fs::write(tree.join("sys/block/vdb/size"), "2097152\n").unwrap();
    let output = home.narrows(&["measure", "--on", tree.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text_of(&output).contains("nothing to simulate"), "{}", text_of(&output));
}

/// A capture can be measured without its machine.
#[test]
fn a_captured_machine_is_a_ground_too() {
    let capture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/z170-trio.tar.gz");
    let document = run(&["measure", "--on", capture, "--set", "all", "--time", "100ms"], 0);
    assert!(rows(&document).len() > 1 && rows(&document).iter().all(|row| mb_s(row) > 0.0));
    assert!(document["simulation"]["machine"].is_null());
    // It lies beside the run, so that the run can come out the same again without its owner's file.
    let home = Home::new();
    let measure = ["measure", "--set", "all", "--time", "100ms", "--on"];
    assert_eq!(home.narrows(&[&measure[..], &[capture]].concat()).status.code(), Some(0));
    let kept = home.runs()[0].join("capture.tar.gz");
    assert_eq!(std::fs::read(&kept).unwrap(), std::fs::read(capture).unwrap());
    let again = [&measure[..], &[kept.to_str().unwrap()]].concat();
    assert_eq!(rows(&run(&again, 0)), rows(&document));
}

/// Ended with the test, however that ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    /// Its exit code, soon.
    fn code(&mut self, most: Duration) -> Option<i32> {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status.code();
            }
            assert!(begun.elapsed() < most, "it goes on");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// An hour of virtual time, cut off while it runs: of a drive on which a single request may fail every
/// one is simulated.
#[test]
fn an_interrupted_run_shows_what_it_has() {
    let home = Home::new();
    let late = "[[fault]]\nwhat = \"m8pe1\"\nfrom = \"0 s\"\n\
                kind = \"errors\"\nevery = 1000000000\nerrno = \"EIO\"\n";
    let script = faults(&home, late);
    let args = ["measure", "m8pe1", "--on", Z170, "--faults", script.as_str()];
    let args = [&args[..], &["--pattern", "random", "--block", "4K"]].concat();
    let shown = home.path().join("shown.json");
    let file = std::fs::File::create(&shown).unwrap();
    let mut command = home.command(&[&args[..], &["--time", "1h", "--json"]].concat());
    let mut running = Running(command.stdout(file).stderr(Stdio::null()).spawn().unwrap());
    std::thread::sleep(Duration::from_millis(1500));
    let pid = rustix::process::Pid::from_child(&running.0);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert_eq!(running.code(Duration::from_secs(20)), Some(130));
    let text = std::fs::read_to_string(&shown).unwrap();
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["partial"], true);
}

#[test]
fn a_comparison_says_which_side_is_simulated() {
    let home = Home::new();
    for seed in ["1", "2"] {
        let args = ["measure", "m8pe1", "--on", Z170, "--time", "100ms", "--seed", seed];
        assert!(home.narrows(&args).status.success());
    }
    let compared = home.narrows(&["compare", "latest~1", "latest"]);
    let page = String::from_utf8_lossy(&compared.stdout).into_owned();
    assert_eq!(page.matches("simulated").count(), 2, "{page}");
}

/// Four lanes at 5 GT/s carry 2,000 MB/s after the line code (8b/10b). At 8 GT/s 3,587 of 3,938 are
/// data; the same share of 2,000 is 1,822, less than the drive's 2,000.
#[test]
fn an_experiment_changes_a_virtual_link() {
    let home = Home::new();
    let args = ["experiment", "link-speed", "m8pe1", "5GT/s", "--uplink", "--on", Z170];
    let rounds = ["--time", "100ms", "--cycles", "3", "--repeat", "2", "--json"];
    let output = home.narrows(&[&args[..], &rounds].concat());
    assert!(output.status.success(), "{}", text_of(&output));
    let document = crate::json::document(&output.stdout);
    assert_eq!((&document["kind"], &document["state"]), (&"link_speed".into(), &"done".into()));
    assert_eq!(document["settings"].as_array().unwrap().len(), 0);
    let figures = document["figures"].as_array().unwrap();
    let rate = figures.iter().find(|figure| figure["figure"] == "mb_s").unwrap();
    assert_eq!(rate["effect"], "less", "{rate}");
    assert_near(rate["changed"].as_f64().unwrap(), 1822.0);
    let other = home.narrows(&["experiment", "scheduler", "m8pe1", "none", "--on", Z170]);
    assert_eq!(other.status.code(), Some(2));
}

#[test]
fn help_speaks_of_virtual_hardware_in_both_languages() {
    for (language, part) in [("en", "virtual time"), ("ja", "仮想時間")] {
        let help = Home::new().narrows(&["measure", "--help", "--lang", language]);
        assert!(String::from_utf8_lossy(&help.stdout).contains(part));
    }
}
