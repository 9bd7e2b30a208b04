//! Candidates, jobs, objectives.

use narrows_workload::Direction::{Read, Write};
use narrows_workload::Pattern::{Random, Sequential};

use super::*;

fn ids(plan: &StripeSweepPlan) -> Vec<String> {
    plan.candidates().into_iter().map(|one| one.id).collect()
}

#[test]
fn candidates_are_drives_then_arrays_with_growing_chunks() {
    let mut plan =
        plan(3, &[RaidLevel::Stripe, RaidLevel::Mirror, RaidLevel::Jbod], &[64, 4, 64], Vec::new());
    assert_eq!(ids(&plan), ["d0", "d1", "d2", "raid0-4k", "raid0-64k", "raid1", "jbod"]);
    plan.subsets = true;
    plan.levels = vec![RaidLevel::Stripe, RaidLevel::Mirror, RaidLevel::Stripe];
    let found = ids(&plan);
    assert_eq!(
        found[3..],
        ["raid0-4k", "raid0-64k", "raid0-4k-2", "raid0-64k-2", "raid1", "raid1-2"]
    );
    let pair = plan.candidates().into_iter().find(|one| one.id == "raid0-4k-2").unwrap();
    assert_eq!((pair.members, pair.chunk), (vec!["d0".to_owned(), "d1".to_owned()], Some(4096)));
}

/// RAID 6 takes four drives and RAID 5 and 10 three, or they are mirrors; so do arrays of some of the
/// drives. A single drive makes no array at all.
#[test]
fn levels_that_too_few_drives_allow_are_left_out() {
    let levels =
        [RaidLevel::Stripe, RaidLevel::Parity(2), RaidLevel::Parity(1), RaidLevel::MirroredStripe];
    assert_eq!(ids(&plan(2, &levels, &[64], Vec::new()))[2..], ["raid0-64k"]);
    let three = StripeSweepPlan { subsets: true, ..plan(3, &levels, &[64], Vec::new()) };
    assert_eq!(ids(&three)[3..], ["raid0-64k", "raid0-64k-2", "raid5-64k", "raid10-64k"]);
    assert_eq!(ids(&plan(1, &levels, &[64], Vec::new())), ["d0"]);
    assert!(ids(&plan(0, &levels, &[64], Vec::new())).is_empty());
    let zero = StripeSweepPlan { chunks: vec![Bytes::new(0)], ..plan(2, &levels, &[], Vec::new()) };
    assert_eq!(ids(&zero), ["d0", "d1"]);
}

#[test]
fn titles_say_level_chunk_and_fewer_drives() {
    let levels = [RaidLevel::Stripe, RaidLevel::Jbod];
    let plan = StripeSweepPlan { subsets: true, ..plan(3, &levels, &[64], Vec::new()) };
    let all: Vec<String> = plan.drives.iter().map(Id::to_string).collect();
    let titles: Vec<String> = plan.candidates().iter().map(|one| one.title(&all)).collect();
    assert_eq!(titles[2..5], ["d2", "RAID 0 64 KiB", "RAID 0 64 KiB (2/3)"]);
    assert_eq!(titles[5], "JBOD");
}

#[test]
fn usual_jobs_go_both_ways_the_most_important_first() {
    let jobs = usual_jobs();
    let names: Vec<&str> = jobs.iter().map(|job| job.name.as_str()).collect();
    assert_eq!(
        names[..4],
        ["seq-read-1m-q8", "seq-write-1m-q8", "rand-read-512k-q1", "rand-write-512k-q1"]
    );
    assert_eq!((jobs.len(), jobs.iter().filter(|job| job.direction() == Write).count()), (10, 5));
    let waited: Vec<String> =
        jobs.iter().map(job).filter(|job| job.by_latency).map(|job| job.name).collect();
    assert_eq!(waited, ["rand-read-4k-q1", "rand-write-4k-q1"]);
}

#[test]
fn a_grid_has_every_combination_once() {
    let blocks = [Bytes::kib(4), Bytes::kib(64), Bytes::kib(4)];
    let jobs = grid(&blocks, &[1, 8], &[Read, Write], &[Sequential, Random]);
    assert_eq!(jobs.len(), 2 * 2 * 2 * 2);
    assert_eq!(jobs[1].name, "seq-read-64k-q1");
    assert!(grid(&blocks, &[], &[Read], &[Random]).is_empty());
}

/// Three reads and one write: each read a third of a half, the write the other half.
#[test]
fn balanced_weighs_reads_and_writes_alike() {
    let jobs =
        jobs_named(&["seq-read-1m-q8", "seq-write-1m-q8", "rand-read-4k-q1", "rand-read-4k-q32"]);
    let weights = |name: &str| -> Vec<f64> {
        objective(name, None, &jobs).unwrap().weights.iter().map(|it| it.weight).collect()
    };
    let sixth = 1.0 / 6.0;
    for (found, expected) in weights("balanced").iter().zip([sixth, 0.5, sixth, sixth]) {
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }
    assert_eq!(weights("write"), [0.0, 1.0, 0.0, 0.0]);
    assert_eq!(weights("latency"), [0.0, 0.0, 1.0, 0.0]);
}

#[test]
fn custom_weights_are_shares_of_their_sum() {
    let jobs = jobs_named(&["seq-read-1m-q8", "seq-write-1m-q8"]);
    let custom = |text| objective("custom", Some(text), &jobs);
    let found = custom("seq-write-1m-q8=3, seq-read-1m-q8=1").unwrap();
    assert_eq!(found.weights.iter().map(|it| it.weight).collect::<Vec<_>>(), [0.25, 0.75]);
    for (text, id) in [
        ("seq-read-4k-q1=1", "stripe-weight-unknown-job"),
        ("seq-read-1m-q8=-1", "stripe-weight-bad"),
        ("seq-read-1m-q8=NaN", "stripe-weight-bad"),
        ("seq-read-1m-q8", "stripe-weight-bad"),
        ("seq-read-1m-q8=1,seq-read-1m-q8=2", "stripe-weight-twice"),
        ("seq-read-1m-q8=0", "stripe-weights-zero"),
        ("", "stripe-weights-zero"),
    ] {
        assert_eq!(custom(text).unwrap_err().id(), id, "{text}");
    }
}

#[test]
fn objectives_without_a_job_or_a_name_are_refused() {
    let reads = jobs_named(&["seq-read-1m-q8"]);
    let slip = |name, custom| objective(name, custom, &reads).unwrap_err().id();
    assert_eq!(slip("write", None), "stripe-objective-no-job");
    assert_eq!(slip("latency", None), "stripe-objective-no-job");
    assert_eq!(slip("fastest", None), "stripe-objective-unknown");
    assert_eq!(slip("custom", None), "stripe-objective-without-weights");
    assert_eq!(slip("read", Some("seq-read-1m-q8=1")), "stripe-weights-without-custom");
    assert!(objective("balanced", None, &reads).is_ok());
}
