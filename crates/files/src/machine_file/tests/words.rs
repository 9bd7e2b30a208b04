//! Words that people write for the one that the file is documented with.

use narrows_model::{RaidEngine, RaidLevel, predict_tasks};
use narrows_units::LinkWidth;
use narrows_workload::{IoInterface, Pattern};

use super::*;

fn with(text: &str) -> Result<MachineFile, ReadError> {
    read(&format!(
        "schema = \"narrows.machine/1\"\n[[drive]]\nid = \"d\"\ncount = 4\non = \"cpu\"\n\
         link = \"4.0 x4\"\nread = \"7000 MB/s\"\n{text}\n"
    ))
}

fn array(level: &str, engine: &str) -> (RaidLevel, RaidEngine) {
    let text = format!(
        "[[array]]\nid = \"a\"\nlevel = {level}\nengine = \"{engine}\"\nmembers = [\"d\"]\n"
    );
    let plan = with(&text).unwrap_or_else(|error| panic!("{error:?} in {text}")).machine.arrays;
    let plan = &plan[&Id::new("a")];
    (plan.level, plan.engine)
}

fn workload(pattern: &str, interface: &str) -> Result<MachineFile, ReadError> {
    with(&format!(
        "[[workload]]\nid = \"w\"\npattern = \"{pattern}\"\nblock = \"4 KiB\"\ndepth = 1\n\
         interface = \"{interface}\"\n"
    ))
}

#[test]
fn levels_are_read_as_people_write_them() {
    for text in ["0", "\"0\"", "\"raid0\"", "\"RAID 0\"", "\"raid-0\"", "\"stripe\""] {
        assert_eq!(array(text, "md").0, RaidLevel::Stripe, "{text}");
    }
    for text in ["10", "\"raid10\"", "\"RAID10\"", "\"1+0\"", "\"RAID 1+0\""] {
        assert_eq!(array(text, "md").0, RaidLevel::MirroredStripe, "{text}");
    }
    assert_eq!(array("\"mirror\"", "md").0, RaidLevel::Mirror);
    assert_eq!(array("\"RAID5\"", "md").0, RaidLevel::Parity(1));
    assert_eq!(array("\"RAID-Z2\"", "zfs").0, RaidLevel::Parity(2));
    assert_eq!(array("\"concat\"", "md").0, RaidLevel::Jbod);
}

#[test]
fn engines_are_read_as_people_write_them() {
    let same = [
        ("mdadm", RaidEngine::Md),
        ("irst", RaidEngine::IntelRst),
        ("Intel RST", RaidEngine::IntelRst),
        ("intel_rst", RaidEngine::IntelRst),
        ("VROC", RaidEngine::Vroc),
        ("raidxpert", RaidEngine::AmdRaidxpert),
        ("RAIDXpert2", RaidEngine::AmdRaidxpert),
        ("OpenZFS", RaidEngine::Zfs),
    ];
    for (text, engine) in same {
        assert_eq!(array("0", text).1, engine, "{text}");
    }
}

#[test]
fn workloads_are_read_as_people_write_them() {
    let requests = |pattern, interface| {
        let file = workload(pattern, interface).unwrap_or_else(|error| panic!("{error:?}"));
        (file.workloads[0].workload.pattern, file.workloads[0].workload.interface)
    };
    assert_eq!(requests("seq", "aio"), (Pattern::Sequential, IoInterface::Libaio));
    assert_eq!(requests("rand", "io_uring"), (Pattern::Random, IoInterface::IoUring));
    assert_eq!(requests("Random", "uring"), (Pattern::Random, IoInterface::IoUring));
    assert_eq!(requests("sequential", "psync"), (Pattern::Sequential, IoInterface::Sync));
    // A workload that uses a synonym is named by the documented word.
    let file = workload("rand", "aio").unwrap();
    assert_eq!(file.workloads[0].workload.name, "rand-read-4k-q1-libaio");
}

#[test]
fn links_and_rates_are_read_as_people_write_them() {
    for text in ["Gen3 x4", "PCIe 3.0 x4", "gen3x4", "PCIe 3.0 x4", "x4 Gen3", "PCI Express 3.0 x4"]
    {
        let file = read(&format!(
            "schema = \"narrows.machine/1\"\n[[drive]]\nid = \"d\"\non = \"cpu\"\nlink = \"{text}\"\n"
        ));
        let link = file.unwrap().machine.topology.nodes[&Id::new("d")].link.clone().unwrap();
        assert_eq!(link.current, LinkWidth::new(3, 4), "{text}");
    }
    let sata =
        "schema = \"narrows.machine/1\"\n[[drive]]\nid = \"d\"\non = \"cpu\"\nsata = \"6Gb/s\"\n";
    assert_eq!(read(&sata.replace("6Gb/s", "6 Gbps")), read(sata));
    assert!(read(sata).is_ok());
}

/// Unsupported words are refused with a hint at what to write instead.
#[test]
fn what_there_is_nothing_for_says_what_is_near() {
    let refused = |file: Result<MachineFile, ReadError>| file.unwrap_err().problem.id();
    assert_eq!(refused(workload("rand", "mmap")), "machine-interface-mmap");
    assert_eq!(refused(workload("rand", "io-urign")), "machine-unknown-word-near");
    let nested = with("[[array]]\nid = \"a\"\nlevel = \"RAID 50\"\nmembers = [\"d\"]");
    assert_eq!(refused(nested), "machine-level-nested");
    let spaces =
        with("[[array]]\nid = \"a\"\nlevel = 0\nengine = \"storage-spaces\"\nmembers = [\"d\"]");
    assert_eq!(refused(spaces), "machine-engine-storage-spaces");
}

/// A request of 1 GiB is transfer almost alone: 1 GiB at 7,000 MB/s takes 153 ms, beside which the
/// 25 us that it waits are nothing. Requests in flight times their size stay finite.
#[test]
fn blocks_go_up_to_a_gibibyte() {
    let rate = |block: &str, depth: u32| {
        let file = with(&format!(
            "[[workload]]\nid = \"w\"\npattern = \"seq\"\nblock = \"{block}\"\ndepth = {depth}\n\
             jobs = 65536\non = [\"d1\"]\n"
        ));
        let job = file.as_ref().unwrap().workloads[0].clone();
        let machine = file.unwrap().machine;
        predict_tasks(&machine, &[narrows_model::WorkloadTask::new(&job.on[0], &job.workload)])[0]
            .rate
    };
    for (block, depth) in [("128 MiB", 1), ("1 GiB", 1), ("1 GiB", 65_536)] {
        assert!((rate(block, depth).as_mb_s() - 7000.0).abs() < 7.0, "{block} {depth}");
    }
}
