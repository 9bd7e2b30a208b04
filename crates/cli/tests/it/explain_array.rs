//! `narrows explain ARRAY` as its users meet it: arrays of machine files, on virtual hardware, and kept runs of them.
//!
//! The same seed gives the same figures, so that nothing here depends on how busy the machine is that runs the tests.

use serde_json::Value;

use crate::home::{Home, text_of, texts};

/// Four drives and an array of them; `third` is the third's rate, `array` the array's lines.
fn machine(third: &str, array: &str) -> String {
    let drive = |id: &str, read: &str| {
        format!(
            "[[drive]]\nid = \"{id}\"\non = \"cpu\"\nlink = \"4.0 x4\"\nread = \"{read}\"\n\
             sequential_latency = \"20 us\"\n"
        )
    };
    let drives = [("a", "2 GB/s"), ("b", "2 GB/s"), ("c", third), ("d", "2 GB/s")];
    let drives: String = drives.iter().map(|(id, read)| drive(id, read)).collect();
    format!(
        "schema = \"narrows.machine/1\"\nname = \"four\"\n[host]\n{drives}\
         [[array]]\nid = \"md0\"\nmembers = [\"a\", \"b\", \"c\", \"d\"]\n{array}"
    )
}

struct Bed {
    home: Home,
    file: String,
}

impl Bed {
    fn of(third: &str, array: &str) -> Self {
        let home = Home::new();
        let path = home.path().join("machine.toml");
        std::fs::write(&path, machine(third, array)).unwrap();
        Self { home, file: path.display().to_string() }
    }

    fn explain(&self, more: &[&str], code: i32) -> Value {
        let args = [&["explain", "md0", "--on", &self.file, "--json", "--quick"], more].concat();
        let output = self.home.narrows(&args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", text_of(&output));
        crate::json::document(&output.stdout)
    }
}

fn findings(document: &Value) -> Vec<&str> {
    texts(&document["array"]["findings"], "id")
}

fn slow(document: &Value) -> Vec<&str> {
    let members = document["array"]["rows"][0]["members"].as_array().unwrap();
    let slow = members.iter().filter(|member| member["is_slow"] == true);
    slow.map(|member| member["id"].as_str().unwrap()).collect()
}

#[test]
fn a_healthy_stripe_has_nothing_wrong() {
    let document = Bed::of("2 GB/s", "level = 0\n").explain(&["--no-report"], 0);
    assert_eq!(findings(&document), ["in-place-nothing"], "{document:#}");
    assert!(slow(&document).is_empty());
    let row = &document["array"]["rows"][0];
    assert_eq!((&row["passes"], &row["basis"]), (&6.into(), &"arithmetic".into()));
    let rate = |key: &str| row[key]["mb_s"].as_f64().unwrap();
    assert!((rate("array") / 8000.0 - 1.0).abs() < 0.05, "{row:#}");
    assert!((row["predicted_mb_s"].as_f64().unwrap() / rate("array") - 1.0).abs() < 0.05);
    assert_eq!(document["simulated"], true);
}

/// The third member slows the whole stripe: four times its rate is the array's potential, and that is no cost of
/// the layer. A mirror reads from the others.
#[test]
fn the_slow_member_is_named() {
    let document = Bed::of("800 MB/s", "level = 0\n").explain(&["--no-report"], 0);
    assert_eq!(findings(&document), ["in-place-slow-stripe", "in-place-layer-free"]);
    assert_eq!(slow(&document), ["c"], "{document:#}");
    assert_eq!(document["array"]["findings"][0]["targets"], serde_json::json!(["c"]));
    let array = document["array"]["rows"][0]["array"]["mb_s"].as_f64().unwrap();
    assert!((array / 3200.0 - 1.0).abs() < 0.1, "{array}");
}

/// btrfs computes the checksum of every block that it reads.
#[test]
fn a_layer_that_costs_is_told() {
    let bed = Bed::of("2 GB/s", "level = 0\nengine = \"btrfs\"\n");
    let document = bed.explain(&["--no-report"], 0);
    let row = &document["array"]["rows"][0];
    assert_eq!(findings(&document), ["in-place-layer-costs"], "{row:#}");
    let cost = &row["cost"];
    let of = |key: &str| cost[key].as_f64().unwrap();
    assert!(cost["is_certain"] == true && of("low_percent") > 2.0, "{cost:#}");
    assert!(of("low_percent") <= of("percent") && of("percent") <= of("high_percent"));
}

#[test]
fn a_kept_run_can_be_explained_again() {
    let bed = Bed::of("800 MB/s", "level = 0\n");
    let first = bed.explain(&[], 0);
    let run = first["runs"][0].as_str().unwrap();
    let output = bed.home.narrows(&["explain", "--from", run, "--json"]);
    assert!(output.status.success(), "{}", text_of(&output));
    let again = crate::json::document(&output.stdout);
    assert_eq!(again["array"], first["array"]);
    let html = std::fs::read_to_string(bed.home.runs()[0].join("report.html")).unwrap();
    assert!(html.contains("is slower than the other members of md0"));
    for (lang, word) in [("en", "chunk size 512 KiB"), ("ja", "ストライプサイズ")] {
        let page = bed.home.narrows(&["explain", "--from", run, "--lang", lang]);
        let page = String::from_utf8(page.stdout).unwrap();
        assert!(page.contains(word) && page.contains("md0"), "{page}");
    }
}

#[test]
fn what_would_run_is_listed_and_budgets_are_kept() {
    let bed = Bed::of("2 GB/s", "level = 0\n");
    let plan = bed.explain(&["--dry-run"], 0);
    // The array, its members at once in two ways, each by itself; six times.
    assert_eq!(plan["rounds"].as_array().unwrap().len(), 7 * 6);
    assert_eq!(plan["targets"].as_array().unwrap().len(), 5);
    let short = bed.explain(&["--dry-run", "--runs", "14"], 0);
    assert_eq!(short["rounds"].as_array().unwrap().len(), 7 * 2);
    // Two passes give no interval, and so no verdict.
    let few = bed.explain(&["--no-report", "--runs", "14"], 0);
    assert_eq!(findings(&few), ["in-place-layer-few"]);
    assert!(few["array"]["rows"][0]["cost"].is_null());
}
