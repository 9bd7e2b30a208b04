//! The forecast of `narrows stripe` from undisturbed drives matches the kernel's array over the
//! same drives, inside an emulated machine.
//!
//! Rates of the members are the limit in nearly every row, so this is about how requests are
//! distributed and cut, not about a chunk's cost to a drive.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::machine_bed::{Results, list, median};

const JOB: &str = include_str!("../rigs/machine_bed/stripe.sh");
const CHUNKS: [u64; 6] = [16, 32, 64, 128, 256, 512];
const JOBS: [&str; 6] = [
    "seq-read-64k-q8",
    "seq-write-64k-q8",
    "rand-read-256k-q4",
    "rand-write-256k-q4",
    "seq-read-1m-q2",
    "seq-write-1m-q2",
];
/// How far the two may be apart.
const AGREE: f64 = 0.05;
/// How far all of them may be apart, as their median.
const AGREE_ALL: f64 = 0.02;
/// So often two are measured again that are apart; then their median counts. The limiter lets a
/// tenth of a second's worth through at once after the host was busy, and rounds are short.
const AGAIN: usize = 2;

/// A chunk in KiB, and a job.
type Row = (u64, String);

/// MB/s by target and job: the mean of all its rounds, each weighted with its length.
fn rates(document: &Value) -> BTreeMap<(String, String), f64> {
    let mut sums: BTreeMap<(String, String), [f64; 2]> = BTreeMap::new();
    for row in list(document, "results") {
        assert_eq!((&row["partial"], &row["errors"]), (&false.into(), &0.into()), "{row}");
        let text = |key: &str| row[key].as_str().unwrap().to_owned();
        let (mb_s, window) = (row["mb_s"].as_f64().unwrap(), row["window_s"].as_f64().unwrap());
        let sum = sums.entry((text("target"), text("workload"))).or_default();
        *sum = [sum[0] + mb_s * window, sum[1] + window];
    }
    sums.into_iter().map(|(key, [moved, window])| (key, moved / window)).collect()
}

/// The id of the array of all drives with that chunk.
fn candidate(what_if: &Value, chunk: u64) -> String {
    let is_it = |it: &&Value| it["level"] == "raid0" && it["chunk"] == chunk << 10;
    let candidate = list(&what_if["stripe"], "candidates").iter().find(is_it);
    candidate.unwrap_or_else(|| panic!("no chunk of {chunk} KiB"))["id"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// The forecast over the real rate of the kernel's arrays; `None` if impossible here.
fn compare(chunks: &BTreeSet<u64>, jobs: &BTreeSet<&str>) -> Option<BTreeMap<Row, f64>> {
    let all_chunks: Vec<String> = chunks.iter().map(u64::to_string).collect();
    let all_jobs: Vec<&str> = jobs.iter().copied().collect();
    let (all_chunks, all_jobs) = (all_chunks.join(" "), all_jobs.join(" "));
    let job = format!("chunks='{all_chunks}'\njobs='{all_jobs}'\n{JOB}");
    let results = Results::of_job("md-trio", "stripe", &job)?;
    if results.output.contains("mdadm: not found") {
        println!("skipped: no mdadm on this host to put into the machine");
        return None;
    }
    let what_if = results.json("what-if.json");
    assert_eq!(results.exit_code("what-if.json"), 0, "{}", results.text("what-if.json.said"));
    let foreseen = rates(&what_if);
    let of = |chunk: &u64| beside(&results, *chunk, &candidate(&what_if, *chunk), &foreseen);
    Some(chunks.iter().flat_map(of).collect())
}

/// One chunk's rows. Rows equal for several chunks are forecast with one of them only.
fn beside(
    results: &Results,
    chunk: u64,
    array: &str,
    foreseen: &BTreeMap<(String, String), f64>,
) -> Vec<(Row, f64)> {
    let name = format!("array-{chunk}.json");
    assert_eq!(results.exit_code(&name), 0, "{}", results.text(&format!("{name}.said")));
    let real = rates(&results.json(&name)).into_iter();
    let rows = real.filter_map(|((_, job), real)| {
        let predicted = foreseen.get(&(array.to_owned(), job.clone()))?;
        let ratio = predicted / real;
        println!("{chunk:>4} KiB {job:<18} {predicted:>7.1} foreseen {real:>7.1} real {ratio:.3}");
        Some(((chunk, job), ratio))
    });
    rows.collect()
}

#[test]
fn what_is_foreseen_is_what_the_kernels_array_does() {
    let Some(first) = compare(&CHUNKS.into(), &JOBS.into()) else { return };
    // Random requests of 256 KiB are the same on chunks of 256 and of 512 KiB.
    assert!(first.len() >= CHUNKS.len() * JOBS.len() - 2, "{} compared", first.len());
    let mut rows: BTreeMap<Row, Vec<f64>> =
        first.into_iter().map(|(row, ratio)| (row, vec![ratio])).collect();
    let wrong = apart(&rows);
    for _ in (0..AGAIN).filter(|_| !wrong.is_empty()) {
        let chunks = wrong.iter().map(|(chunk, _)| *chunk).collect();
        let jobs = wrong.iter().map(|(_, job)| job.as_str()).collect();
        let again = compare(&chunks, &jobs).expect("it ran before");
        let again = again.into_iter().filter(|(row, _)| wrong.contains(row));
        again.for_each(|(row, ratio)| rows.entry(row).or_default().push(ratio));
    }
    assert!(apart(&rows).is_empty(), "{rows:?}");
    let all: Vec<f64> = rows.values().map(|ratios| median(ratios)).collect();
    assert!((median(&all) - 1.0).abs() < AGREE_ALL, "{}", median(&all));
}

fn apart(rows: &BTreeMap<Row, Vec<f64>>) -> BTreeSet<Row> {
    let apart = rows.iter().filter(|(_, ratios)| (median(ratios) - 1.0).abs() > AGREE);
    apart.map(|(row, _)| row.clone()).collect()
}
