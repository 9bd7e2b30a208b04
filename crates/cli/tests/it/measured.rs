//! `narrows predict --measured` and `--array`: complaints as people post them, what-if arrays, totals.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::home::{Home, program};

const FILE: &str = "schema = \"narrows.machine/1\"\n";

fn narrows(folder: &Path, text: &str, args: &[&str]) -> Output {
    let path = folder.join("machine.toml");
    std::fs::write(&path, format!("{FILE}{text}")).unwrap();
    program(&["predict"]).arg(path).args(args).env("COLUMNS", "80").output().unwrap()
}

fn json(text: &str, args: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let output = narrows(folder.path(), text, &[args, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    crate::json::document(&output.stdout)
}

fn refused(text: &str, args: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = narrows(folder.path(), text, args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The causes of the only complaint: of a figure below the band, or far below its middle.
fn causes(text: &str, measured: &str) -> Vec<String> {
    let document = json(text, &["--measured", measured]);
    let shortfall = &document["measured"][0];
    assert!(
        shortfall["share"].as_f64().unwrap() < 0.9 && shortfall["lies"] != "above",
        "{shortfall}"
    );
    let causes = shortfall["causes"].as_array().unwrap().iter();
    causes.map(|cause| cause["id"].as_str().unwrap().to_owned()).collect()
}

fn first_three(text: &str, measured: &str) -> Vec<String> {
    causes(text, measured).into_iter().take(3).collect()
}

#[track_caller]
fn is_among(cause: &str, causes: &[String]) {
    assert!(causes.iter().any(|id| id == cause), "{cause}: {causes:?}");
}

/// Eight drives of 800,000 random reads would give 6.4 million; every read takes md's lock.
const RAID_5: &str = r#"
[host]
cores = 32
[[drive]]
id = "nvme"
count = 8
on = "cpu"
link = "4.0 x4"
read = "6800 MB/s"
random_read = "800k IOPS"
[[array]]
id = "md0"
level = 5
members = ["nvme"]
[[workload]]
id = "db"
pattern = "random"
block = "4 KiB"
depth = 64
jobs = 32
on = ["md0"]
"#;

#[test]
fn random_reads_of_md_raid_5_far_below_the_members() {
    is_among("lock", &first_three(RAID_5, "900k IOPS"));
    is_among("lock", &first_three(RAID_5, "500kIOPS"));
}

fn adapters() -> String {
    let adapter = |n: u32| {
        format!(
            "[[controller]]\nid = \"hba{n}\"\nkind = \"sas\"\non = \"cpu\"\nlink = \"2.0 x8\"\n\
             [[drive]]\nid = \"s{n}-\"\ncount = 8\non = \"hba{n}\"\nsata = \"6 Gbit/s\"\n\
             read = \"540 MB/s\"\n"
        )
    };
    let all: String = (1..=3).map(adapter).collect();
    format!("{all}[[workload]]\nid = \"scan\"\nprofile = \"seq-read-128k-q32\"\nat_once = true\n")
}

/// 24 times 540 MB/s are 12.96 GB/s, and three links of PCIe 2.0 x8 carry about 3.6 GB/s each: half the
/// sum is far below both.
#[test]
fn many_drives_on_three_old_adapters_at_half_their_sum() {
    is_among("chip", &first_three(&adapters(), "6.4GB/s"));
    is_among("complex", &causes(&adapters(), "6.4GB/s"));
}

const ENCLOSURE: &str = r#"
[[tunnel]]
id = "case"
on = "cpu"
kind = "usb4-40"
[[drive]]
id = "ssd"
on = "case"
link = "4.0 x4"
read = "7000 MB/s"
write = "6000 MB/s"
[[workload]]
id = "save"
profile = "seq-write-1m-q8"
on = ["ssd"]
"#;

#[test]
fn an_enclosure_that_writes_at_half_of_what_it_reads() {
    let causes = first_three(ENCLOSURE, "1.6GB/s");
    is_among("bridge", &causes);
    is_among("link", &causes);
    is_among("cache-full", &first_three(ENCLOSURE, "700MB/s"));
}

const FILE_SERVER: &str = r#"
[[network]]
id = "lan"
on = "cpu"
rate = "10 Gbit/s"
mtu = "9000 B"
protocol = "smb"
[[drive]]
id = "disk"
count = 8
on = "lan"
sata = "6 Gbit/s"
spins = true
read = "250 MB/s"
[[array]]
id = "tank"
level = "raidz2"
engine = "zfs"
members = ["disk"]
[[workload]]
id = "copy"
profile = "seq-read-1m-q8"
on = ["tank"]
"#;

/// One stream with 128 KiB in flight: each device takes at least 150 us of protocol and 110 us on the
/// wire, which is at most 500 MB/s, and the disks' time comes on top.
#[test]
fn one_stream_from_a_pool_over_the_network() {
    let causes = first_three(FILE_SERVER, "300MB/s");
    is_among("ahead", &causes);
    is_among("server", &causes);
}

const BOARD: &str = r#"
[host]
cpu = "Rockchip RK3566"
cores = 4
clock = "1.8 GHz"
[[drive]]
id = "ssd"
on = "cpu"
link = "3.0 x1"
read = "3000 MB/s"
[[workload]]
id = "read"
profile = "seq-read-1m-q8"
on = ["ssd"]
"#;

/// PCIe 1.0 x1 is 250 MB/s before packets, of which 128 bytes in 152 are data: 210 MB/s.
#[test]
fn one_lane_of_an_arm_board_at_a_part_of_its_link() {
    let shortfall = json(BOARD, &["--measured", "208MB/s"]);
    let first = &shortfall["measured"][0]["causes"][0];
    assert_eq!(first["id"], "link");
    assert!((first["mb_s"].as_f64().unwrap() / 210.0 - 1.0).abs() < 0.03, "{first}");
    is_among("port", &first_three(BOARD, "290MB/s"));
}

#[test]
fn what_is_as_predicted_needs_no_cause() {
    let predicted = json(BOARD, &[])["results"][0]["mb_s"].as_f64().unwrap();
    let document = json(BOARD, &["--measured", &format!("ssd={predicted}MB/s")]);
    let shortfall = &document["measured"][0];
    assert_eq!(shortfall["lies"], "inside");
    assert_eq!(shortfall["causes"].as_array().unwrap().len(), 0);
    assert_eq!(
        (&shortfall["job"], &shortfall["given"]),
        (&"read".into(), &document["measured"][0]["given"])
    );
}

/// Nothing is written by the link that is there, so that a full cache stays out of it.
#[test]
fn operations_count_by_the_workloads_block() {
    let document = json(RAID_5, &["--measured", "500k IOPS"]);
    let shortfall = &document["measured"][0];
    assert_eq!(shortfall["measured_mb_s"], 500e3 * 4096.0 / 1e6);
    assert_eq!(shortfall["measured_iops"], 500e3);
}

#[test]
fn a_figure_that_could_be_of_many_things_is_asked_back() {
    let plain = BOARD.split("[[workload]]").next().unwrap();
    let error = refused(plain, &["--measured", "200MB/s"]);
    assert!(
        error.contains("ssd:seq-read-128k-q32") && error.contains("rand-read-4k-q1"),
        "{error}"
    );
    let named = json(plain, &["--measured", "ssd:seq-read-128k-q32=200MB/s"]);
    assert_eq!(named["measured"][0]["workload"], "seq-read-128k-q32");
    let chosen = ["--workload", "seq-read-128k-q32", "--measured", "200MB/s"];
    assert_eq!(json(plain, &chosen)["measured"][0]["targets"][0], "ssd");
    let near = refused(BOARD, &["--measured", "sdd=200MB/s"]);
    assert!(near.contains("did you mean ssd?"), "{near}");
    assert!(refused(BOARD, &["--measured", "ssd=fast"]).contains("\"fast\" is not a value"));
}

/// Two figures at once: one of a drive among others, one of all.
#[test]
fn figures_of_a_set_and_of_one_drive_in_it() {
    let args = ["--measured", "all=6GB/s", "--measured", "s1-1=100MB/s"];
    let document = json(&adapters(), &args);
    let shortfalls = document["measured"].as_array().unwrap();
    assert_eq!(shortfalls[0]["targets"].as_array().unwrap().len(), 24);
    assert_eq!(shortfalls[1]["targets"].as_array().unwrap().len(), 1);
    assert!(shortfalls[1]["mb_s"].as_f64().unwrap() < 600.0, "{}", shortfalls[1]["mb_s"]);
}

const TWO: &str = r#"
[[drive]]
id = "a"
count = 2
on = "cpu"
link = "3.0 x4"
read = "2000 MB/s"
write = "1500 MB/s"
[[drive]]
id = "c"
on = "cpu"
link = "3.0 x4"
read = "1000 MB/s"
measured = true
"#;

/// A stripe reads as fast as its two members together: 4,000 MB/s.
#[test]
fn an_array_that_does_not_exist_is_a_target() {
    let args = ["--array", "raid0:128k=a1,a2", "--workload", "seq-read-1m-q32"];
    let document = json(TWO, &args);
    let rows = document["results"].as_array().unwrap();
    let array = rows.iter().find(|row| row["target"] == "raid0").unwrap();
    assert!((array["mb_s"].as_f64().unwrap() / 4000.0 - 1.0).abs() < 0.02, "{array}");
    let several = ["--array", "raid0=a", "--array", "raid0=a1,c", "--workload", "seq-read-1m-q32"];
    let rows = json(TWO, &several)["results"].as_array().unwrap().clone();
    assert!(rows.iter().any(|row| row["target"] == "raid0-2"));
    let job =
        format!("{TWO}[[workload]]\nid = \"w\"\nprofile = \"seq-read-1m-q32\"\non = [\"a\"]\n");
    let rows = json(&job, &["--array", "raid1=a1,a2"])["results"].as_array().unwrap().clone();
    assert!(rows.iter().any(|row| row["target"] == "raid1" && row["job"] == "w"));
}

#[test]
fn arrays_that_cannot_be_are_told() {
    let wrong = [
        ("raid0", "raid0=nvme0n1"),
        ("raid7=a1,a2", "levels are"),
        ("raid1=a1", "at least 2 drives"),
        ("raid1:64k=a1,a2", "no chunk size"),
        ("raid0:100=a1,a2", "\"100\" is not a valid chunk size"),
        ("raid0=a1,a1", "twice"),
        ("raid0=a1,a9", "did you mean a"),
    ];
    for (array, says) in wrong {
        let error = refused(TWO, &["--array", array]);
        assert!(error.contains(says), "{array}: {error}");
    }
}

/// Two drives of one datasheet and one that was measured, each on its own lanes: 5,000 MB/s. Their own
/// errors cancel in part; effects of the machine that no prediction knows shift all at once.
#[test]
fn a_set_has_a_total_with_a_band_of_its_own() {
    let document = json(TWO, &["--workload", "seq-read-128k-q32"]);
    let total = &document["totals"][0];
    let figure = |name: &str| total[name].as_f64().unwrap();
    assert_eq!((&total["set"], &total["errors"]), (&"all".into(), &"grouped".into()));
    assert!((figure("mb_s") - 5000.0).abs() < 10.0, "{total}");
    let rows = document["results"].as_array().unwrap();
    let of_set = rows.iter().filter(|row| row["set"] == "all");
    let ends: f64 =
        of_set.map(|row| row["mb_s"].as_f64().unwrap() - row["low_mb_s"].as_f64().unwrap()).sum();
    let below = figure("mb_s") - figure("low_mb_s");
    assert!(below < ends && below > ends * 0.85, "{below} of {ends}");
}

/// Nothing is dropped in silence: columns that do not fit a narrow page are named below.
#[test]
fn a_narrow_page_says_what_it_leaves_out() {
    let folder = tempfile::tempdir().unwrap();
    let page = |columns: &str| {
        let path = folder.path().join("machine.toml");
        std::fs::write(&path, format!("{FILE}{TWO}")).unwrap();
        let mut command = program(&["-v", "predict"]);
        let output = command.arg(&path).env("COLUMNS", columns).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let (narrow, wide) = (page("60"), page("160"));
    assert!(narrow.contains("Columns hidden: "), "{narrow}");
    assert!(!wide.contains("Columns hidden") && wide.contains("next bottleneck"), "{wide}");
    assert!(narrow.contains("total") && wide.contains("total"));
}

#[test]
fn complaints_are_answered_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let english = narrows(folder.path(), BOARD, &["--measured", "208MB/s"]);
    let english = String::from_utf8(english.stdout).unwrap();
    assert!(english.contains("lspci -vv") && english.contains("PCIe 1.0 x1"), "{english}");
    let mut command = program(&["--lang", "ja", "predict", "--measured", "208MB/s"]);
    let japanese = command.arg(folder.path().join("machine.toml")).output().unwrap();
    let japanese = String::from_utf8(japanese.stdout).unwrap();
    assert!(japanese.contains("下回っています") && japanese.contains("lspci -vv"), "{japanese}");
    assert!(!japanese.contains("shortfall-"), "{japanese}");
}

/// A simulated run of the very machine is explained against another that says less of it.
#[test]
fn a_kept_run_is_compared_figure_by_figure() {
    let folder = tempfile::tempdir().unwrap();
    let plain = BOARD.split("[[workload]]").next().unwrap();
    let path = folder.path().join("real.toml");
    std::fs::write(&path, format!("{FILE}{}", plain.replace("3000 MB/s", "300 MB/s"))).unwrap();
    let measure = ["measure", "--json", "--workload", "seq-read-128k-q32", "--on"];
    let run = Home::new().command(&measure).arg(&path).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let kept = folder.path().join("run.json");
    std::fs::write(&kept, &run.stdout).unwrap();
    let document = json(plain, &["--measured", kept.to_str().unwrap()]);
    let shortfall = &document["measured"][0];
    assert_eq!(
        (&shortfall["workload"], &shortfall["lies"]),
        (&"seq-read-128k-q32".into(), &"below".into())
    );
    assert!(
        (shortfall["measured_mb_s"].as_f64().unwrap() / 300.0 - 1.0).abs() < 0.1,
        "{shortfall}"
    );
}

/// The board's firmware likely leaves packets at 128 bytes, which no register showed: `see` gives the
/// link the limit that `predict` names.
#[test]
fn a_link_carries_the_same_on_every_page() {
    let folder = tempfile::tempdir().unwrap();
    let predicted = json(BOARD, &[]);
    let limit = &predicted["results"][0]["limit"];
    let path = folder.path().join("machine.toml");
    std::fs::write(&path, format!("{FILE}{BOARD}")).unwrap();
    let see = program(&["see", "--json"]).arg(&path).output().unwrap();
    let see = crate::json::document(&see.stdout);
    assert_eq!(limit["kind"], "link");
    assert_eq!(see["storage"][0]["link"]["usable_mb_s"], limit["capacity"]);
}
