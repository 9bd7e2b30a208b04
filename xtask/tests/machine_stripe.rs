//! What `narrows stripe` foresees from undisturbed drives is what the kernel's array over the same
//! drives then does, inside an emulated machine.

mod machine_bed;

use std::collections::BTreeMap;

use serde_json::Value;

use machine_bed::{Results, list};

const JOB: &str = include_str!("machine_bed/stripe.sh");
const CHUNKS: [u64; 6] = [16, 32, 64, 128, 256, 512];
const JOBS: usize = 6;
/// How far the two may be apart for a sequence, and for random requests, of which a second has some
/// 250, so that who of the members gets more is chance.
const AGREE: [f64; 2] = [0.05, 0.1];
/// How far all of them may be apart, as their median.
const AGREE_ALL: f64 = 0.02;

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
    let found = list(what_if, "candidates").iter().find(is_it);
    found.unwrap_or_else(|| panic!("no chunk of {chunk} KiB"))["id"].as_str().unwrap().to_owned()
}

#[test]
fn what_is_foreseen_is_what_the_kernels_array_does() {
    let Some(results) = Results::of_job("md-trio", "stripe", JOB) else { return };
    if results.said.contains("mdadm: not found") || results.absent("array-16.json").is_empty() {
        return println!("skipped: no mdadm on this host to put into the machine");
    }
    let what_if = results.json("what-if.json");
    assert_eq!(results.exit_code("what-if.json"), 0, "{}", results.text("what-if.json.said"));
    let foreseen = rates(&what_if);
    let (mut apart, mut ratios) = (Vec::new(), Vec::new());
    for chunk in CHUNKS {
        let name = format!("array-{chunk}.json");
        assert_eq!(results.exit_code(&name), 0, "{}", results.text(&format!("{name}.said")));
        let array = candidate(&what_if, chunk);
        for ((_, job), real) in rates(&results.json(&name)) {
            // What is the same for several chunks is measured with one of them.
            let Some(said) = foreseen.get(&(array.clone(), job.clone())) else { continue };
            let ratio = said / real;
            ratios.push(ratio);
            println!("{chunk:>4} KiB {job:<18} {said:>7.1} foreseen {real:>7.1} real {ratio:.3}");
            let agree = AGREE[usize::from(job.starts_with("rand"))];
            apart.extend(((ratio - 1.0).abs() > agree).then_some((chunk, job, ratio)));
        }
    }
    assert!(apart.is_empty(), "{apart:?}");
    // Random requests of 256 KiB are the same on chunks of 256 and of 512 KiB.
    assert!(ratios.len() >= CHUNKS.len() * JOBS - 2, "{} compared", ratios.len());
    ratios.sort_by(f64::total_cmp);
    let median = ratios[ratios.len() / 2];
    assert!((median - 1.0).abs() < AGREE_ALL, "{median}");
}
