//! Large machines by their parts, and with equal drives folded: the same figures as for the whole,
//! computed from the deciding parts.

use std::fmt::Write as _;

use narrows_files::machine_file::{read, read_folded};
use narrows_model::{
    Machine, MachineParts, TargetPrediction, WorkloadOnTarget, beside, predict_together, upgrades,
};
use narrows_topology::Id;
use narrows_workload::{Workload, profile};

const WORKLOADS: [&str; 4] =
    ["seq-read-128k-q32", "rand-read-4k-q32", "rand-read-4k-q1", "seq-write-1m-q8"];

fn workloads() -> impl Iterator<Item = Workload> {
    WORKLOADS.into_iter().map(|name| profile(name).expect("a known profile"))
}

fn machine(text: &str) -> Machine {
    read(text).unwrap_or_else(|error| panic!("{error:?}")).machine
}

/// Drives of all kinds: at the processor, behind root complexes, switches, a chipset, SATA and SAS
/// controllers, in an array, beside a card that moves data.
fn mixed(switches: usize) -> String {
    let mut file = String::from(
        "schema = \"narrows.machine/1\"\n[host]\nchipset = \"intel-z170\"\ncores = 8\n\
         memory = \"60 GB/s\"\n\
         [[root_complex]]\nid = \"rc0\"\non = \"cpu\"\n[[root_complex]]\nid = \"rc1\"\non = \"cpu\"\n\
         [[card]]\nid = \"gpu\"\nkind = \"gpu\"\non = \"rc1\"\nlink = \"4.0 x16\"\nsends = \"2 GB/s\"\n\
         [[controller]]\nid = \"ahci\"\nkind = \"sata\"\non = \"chipset\"\n\
         [[controller]]\nid = \"hba\"\nkind = \"sas\"\non = \"rc0\"\nlink = \"3.0 x8\"\n\
         [[drive]]\nid = \"sata\"\ncount = 4\non = \"ahci\"\nsata = \"6 Gbit/s\"\n\
         [[drive]]\nid = \"disk\"\ncount = 6\non = \"hba\"\nsas = \"12 Gbit/s\"\nspins = true\n\
         read = \"250 MB/s\"\n\
         [[drive]]\nid = \"own\"\ncount = 3\non = \"rc0\"\nlink = \"4.0 x4\"\nread = \"6900 MB/s\"\n\
         write = \"5000 MB/s\"\n\
         [[array]]\nid = \"stripe\"\nlevel = 0\nmembers = [\"own\"]\n",
    );
    for switch in 0..switches {
        let on = ["rc0", "rc1"][switch % 2];
        let _ = write!(
            file,
            "[[switch]]\nid = \"s{switch}\"\non = \"{on}\"\nlink = \"4.0 x8\"\n\
             [[drive]]\nid = \"s{switch}d\"\ncount = 8\non = \"s{switch}\"\nlink = \"4.0 x4\"\n\
             read = \"{} MB/s\"\nwrite = \"4000 MB/s\"\nrandom_read = \"800k IOPS\"\n",
            5000 + switch * 100
        );
    }
    file
}

fn sets() -> Vec<Vec<&'static str>> {
    vec![
        vec!["sata1"],
        vec!["disk2"],
        vec!["own1"],
        vec!["stripe"],
        vec!["s0d1"],
        vec!["s3d8"],
        vec!["s1d1", "s1d2", "own2", "sata3"],
    ]
}

/// Rates, bands, limits, next limits and upgrades of a few targets follow from the part that decides
/// as from all of the machine, to the last digit.
#[test]
fn a_part_gives_what_the_whole_gives() {
    let whole = machine(&mixed(6));
    let parts = MachineParts::of(&whole);
    for workload in workloads() {
        for set in sets() {
            let tasks: Vec<WorkloadOnTarget> =
                set.iter().map(|id| WorkloadOnTarget::new(&Id::new(id), &workload)).collect();
            let part = parts.deciding(&tasks);
            assert!(part.topology.drives.len() < whole.topology.drives.len() / 2, "{set:?}");
            assert_eq!(
                predict_together(&part, &tasks),
                predict_together(&whole, &tasks),
                "{set:?} {}",
                workload.name
            );
            assert_eq!(
                upgrades(&part, &tasks, &beside),
                upgrades(&whole, &tasks, &beside),
                "{set:?} {}",
                workload.name
            );
        }
    }
}

/// The part examined for one drive does not grow with the drives beside it.
#[test]
fn a_part_does_not_grow_with_the_machine() {
    let of = |switches| {
        let whole = machine(&mixed(switches));
        let tasks =
            [WorkloadOnTarget::new(&Id::new("s0d1"), &workloads().next().expect("a workload"))];
        let part = MachineParts::of(&whole).deciding(&tasks).into_owned();
        (part.topology.nodes.len(), part.topology.drives.len())
    };
    assert_eq!(of(6), of(60));
}

const GROUPS: &str = "schema = \"narrows.machine/1\"\n[host]\ncores = 16\nmemory = \"200 GB/s\"\n\
    arbitration = \"ARBITRATION\"\n\
    [[switch]]\nid = \"s\"\non = \"cpu\"\nlink = \"4.0 x8\"\n\
    [[drive]]\nid = \"fast\"\ncount = 7\non = \"s\"\nlink = \"4.0 x4\"\nread = \"6900 MB/s\"\n\
    write = \"5000 MB/s\"\nrandom_read = \"800k IOPS\"\n\
    [[switch]]\nid = \"t\"\non = \"s\"\nlink = \"4.0 x4\"\n\
    [[drive]]\nid = \"deep\"\ncount = 5\non = \"t\"\nlink = \"4.0 x2\"\nread = \"3000 MB/s\"\n\
    [[drive]]\nid = \"slow\"\ncount = 9\non = \"cpu\"\nlink = \"3.0 x2\"\nread = \"1500 MB/s\"\n\
    write = \"900 MB/s\"\n\
    [[drive]]\nid = \"one\"\non = \"cpu\"\nlink = \"4.0 x4\"\nread = \"7000 MB/s\"\n";

fn all_of(machine: &Machine, workload: &Workload) -> Vec<WorkloadOnTarget> {
    machine.topology.drives.keys().map(|id| WorkloadOnTarget::new(id, workload)).collect()
}

fn of<'o>(outcomes: &'o [TargetPrediction], id: &str) -> &'o TargetPrediction {
    outcomes.iter().find(|outcome| outcome.target.as_str() == id).expect("an outcome")
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() <= b.abs() * 1e-9
}

/// The first of equal drives has the same figures, limits and next limits whether the others are one
/// flow or each its own; so has the total. Sums of many round differently.
#[test]
fn equal_drives_told_of_together_are_the_same() {
    for arbitration in ["flat", "port"] {
        let text = GROUPS.replace("ARBITRATION", arbitration);
        let folded = read_folded(&text, 100).unwrap().expect("equal drives").machine;
        let whole = machine(&text);
        assert_eq!((folded.topology.drives.len(), folded.drive_count()), (7, 22));
        for workload in workloads() {
            let (few, sum) = predict_together(&folded, &all_of(&folded, &workload));
            let (all, whole_sum) = predict_together(&whole, &all_of(&whole, &workload));
            for id in ["fast1", "deep1", "slow1", "one"] {
                let (a, b) = (of(&few, id), of(&all, id));
                let ends =
                    |it: &TargetPrediction| [it.rate, it.low, it.high].map(|rate| rate.get());
                let same = ends(a).into_iter().zip(ends(b)).all(|(a, b)| is_near(a, b));
                assert!(same, "{arbitration} {id} {}: {a:?} {b:?}", workload.name);
                assert_eq!(a.limit.limit, b.limit.limit, "{id}");
                assert!(is_near(a.limit.load, b.limit.load), "{id}");
                let next = |it: &TargetPrediction| it.next.as_ref().map(|next| next.limit.clone());
                assert_eq!(next(a), next(b), "{id}");
                assert_eq!(a.basis, b.basis, "{id}");
            }
            let (sum, whole_sum) = (sum.expect("a total"), whole_sum.expect("a total"));
            assert!(is_near(sum.rate.get(), whole_sum.rate.get()), "{sum:?} {whole_sum:?}");
            assert!(is_near(sum.low.get(), whole_sum.low.get()), "{sum:?} {whole_sum:?}");
            assert!(is_near(sum.high.get(), whole_sum.high.get()), "{sum:?} {whole_sum:?}");
        }
    }
}

/// A file that says which of its drives it means is not folded, and neither is one of which too much is
/// left.
#[test]
fn what_names_single_drives_is_not_told_of_together() {
    let text = GROUPS.replace("ARBITRATION", "flat");
    assert!(read_folded(&text, 6).unwrap().is_none());
    let array =
        format!("{text}[[array]]\nid = \"a\"\nlevel = 0\nmembers = [\"fast1\", \"fast2\"]\n");
    assert!(read_folded(&array, 100).unwrap().is_none());
    let workload = format!(
        "{text}[[workload]]\nid = \"w\"\npattern = \"random\"\nblock = \"4 KiB\"\n\
         depth = 8\n"
    );
    assert!(read_folded(&workload, 100).unwrap().is_some());
    let on = format!("{workload}on = [\"slow\"]\n");
    assert!(read_folded(&on, 100).unwrap().is_none());
    assert!(read_folded("schema = \"narrows.machine/1\"\nwrong = 1\n", 100).is_err());
}
