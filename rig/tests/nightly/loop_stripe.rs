//! The forecast of `narrows stripe` from undisturbed drives matches btrfs over the same drives, on
//! loop devices whose rates the kernel limits. The array is one of `narrows trial`; fio measures it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::loop_bed::{Bed, Ran, skipped};

/// Narrows' name of a job, and the same in fio's terms: pattern, block, depth.
const JOBS: [(&str, [&str; 3]); 6] = [
    ("seq-read-64k-q8", ["read", "64k", "8"]),
    ("rand-read-256k-q4", ["randread", "256k", "4"]),
    ("seq-read-1m-q2", ["read", "1m", "2"]),
    ("seq-write-64k-q8", ["write", "64k", "8"]),
    ("rand-write-256k-q4", ["randwrite", "256k", "4"]),
    ("seq-write-1m-q2", ["write", "1m", "2"]),
];
/// How far the two may be apart for all jobs, as their median, and for any one of them on a machine
/// that does something else, too.
const AGREE: f64 = 0.05;
const AGREE_EACH: f64 = 0.1;

/// MB/s of the array of all drives, by job: the median of its rounds.
fn foreseen(ran: &Ran) -> BTreeMap<String, f64> {
    let list = |value: &Value| value.as_array().unwrap().clone();
    let candidates = list(&ran.document["stripe"]["candidates"]);
    let array = candidates.into_iter().find(|it| it["level"] == "raid0").unwrap();
    let mut rates: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for row in list(&ran.document["results"]).iter().filter(|row| row["target"] == array["id"]) {
        let job = row["workload"].as_str().unwrap().to_owned();
        rates.entry(job).or_default().push(row["mb_s"].as_f64().unwrap());
    }
    rates.into_iter().map(|(job, rates)| (job, median(rates))).collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The shell's lines that measure a file of the array. Copy-on-write data is read through the page
/// cache, so that this is turned off first. On one drive, after the array, there is nothing to do.
fn script() -> String {
    let mut script = "set -e; [ -e /mnt/fill ] && exit; touch data; chattr +C data; ".to_owned();
    let usual = "--filename=data --size=240m --direct=1 --ioengine=libaio --output-format=json";
    script +=
        &format!("fio --name=fill {usual} --rw=write --bs=1m --iodepth=4 --output=/mnt/fill; ");
    for (job, [pattern, block, depth]) in JOBS {
        script += &format!(
            "fio --name={job} {usual} --rw={pattern} --bs={block} --iodepth={depth} \
             --time_based --ramp_time=500ms --runtime=2s --output=/mnt/{job}.json; "
        );
    }
    script
}

fn fio(path: &Path) -> f64 {
    let text = fs::read_to_string(path).unwrap();
    let report: Value = serde_json::from_str(&text).unwrap();
    let job = &report["jobs"][0];
    let rate = |way: &str| job[way]["bw_bytes"].as_f64().unwrap();
    (rate("read") + rate("write")) / 1e6
}

#[test]
fn what_is_foreseen_is_what_btrfs_does() {
    if skipped() {
        return;
    }
    // The device below carries as much as two drives read together: a new limit lets 45 MB pass at
    // once, and that has nothing to do with arrays.
    let bed = Bed::up(&["--drives", "2", "--size-mib", "1200", "--together", "600"]);
    let names: Vec<&str> = bed.drives.iter().map(|drive| drive.name.as_str()).collect();
    let jobs = JOBS.map(|(job, _)| job).join(",");
    let options = ["--workload", &jobs, "--chunk", "64K", "--time", "900ms", "--no-report"];
    let size = ["--scratch-size", "128M"];
    let what_if = bed.narrows(&[&["stripe"], &names[..], &options, &size].concat());
    assert_eq!(what_if.code, Some(0), "{}", what_if.document["notes"]);
    // Inside, the machine's own drives are read-only.
    bed.output(&["mount", "-t", "tmpfs", "tmpfs", "/run"]);
    let drives = names.join(",");
    let trial =
        ["/mnt/narrows", "trial", "--drives", &drives, "--raid-engine", "btrfs", "--size", "512M"];
    bed.output(&[&trial[..], &["--repeat", "1", "--", "sh", "-c", &script()]].concat());
    let mut ratios = Vec::new();
    for (job, predicted) in foreseen(&what_if) {
        let real = fio(&bed.outside(Path::new(&format!("/mnt/{job}.json"))));
        println!("{job:<18} {predicted:>7.1} foreseen {real:>7.1} real {:.3}", predicted / real);
        assert!(
            (predicted / real - 1.0).abs() < AGREE_EACH,
            "{job}: {predicted:.1}, not {real:.1}"
        );
        ratios.push(predicted / real);
    }
    assert_eq!(ratios.len(), JOBS.len());
    assert!((median(ratios.clone()) - 1.0).abs() < AGREE, "{ratios:?}");
    bed.down();
}
