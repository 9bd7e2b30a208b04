//! Effects of newer keys on a prediction. Expected numbers are derived in the comments.

use narrows_model::{
    CopyLayout, CopyOrder, LimitKind, RaidLevel, TargetPrediction, WorkloadOnTarget,
    predict_workloads,
};
use narrows_units::Nanos;
use narrows_workload::Workload;

use super::*;

fn file(text: &str) -> MachineFile {
    let text = format!("schema = \"narrows.machine/1\"\n{text}\n");
    read(&text).unwrap_or_else(|error| panic!("{error:?} in\n{text}"))
}

fn refused(text: &str) -> &'static str {
    let text = format!("schema = \"narrows.machine/1\"\n{text}\n");
    let Err(error) = read(&text) else { panic!("was read:\n{text}") };
    error.problem.id()
}

fn outcome(machine: &Machine, target: &str, workload: &str) -> TargetPrediction {
    predict(machine, &[Id::new(target)], &profile(workload).unwrap()).remove(0)
}

fn mb_s(machine: &Machine, target: &str, workload: &str) -> f64 {
    outcome(machine, target, workload).rate.as_mb_s()
}

#[track_caller]
fn near(value: f64, wanted: f64, percent: f64) {
    assert!((value / wanted - 1.0).abs() * 100.0 < percent, "{value}, not {wanted}");
}

/// Four disks of 200 MB/s.
fn disks(array: &str) -> Machine {
    file(&format!(
        "[[drive]]\nid = \"d\"\ncount = 4\non = \"cpu\"\nsata = \"6 Gbit/s\"\nspins = true\n\
         read = \"200 MB/s\"\nwrite = \"200 MB/s\"\n\
         [[array]]\nid = \"r\"\nmembers = [\"d\"]\nchunk = \"512 KiB\"\n{array}"
    ))
    .machine
}

/// Near copies are read by four disks that pass over every other chunk: 2 x 200. Far ones are a stripe:
/// 4 x 200. Offset ones: a chunk of 512 KiB takes 2.62 ms, and so does passing the copy: half; of 4
/// MiB 21 ms, and skipping the copy half a turn, 4.2: 800 x 21 / 25.2.
#[test]
fn layouts_of_level_10_are_read_as_they_lie_on_disks() {
    let read = |layout: &str| {
        let array = format!("level = 10\nlayout = \"{layout}\"\n");
        mb_s(&disks(&array), "r", "seq-read-4m-q32")
    };
    near(read("near"), 400.0, 1.0);
    near(read("n2"), read("near"), 1e-9);
    near(read("far"), mb_s(&disks("level = 0\n"), "r", "seq-read-4m-q32"), 1e-6);
    near(read("f2"), 800.0, 1.0);
    near(read("offset"), 400.0, 1.0);
    let plan = |text: &str| disks(text).arrays[&Id::new("r")].copies;
    assert_eq!(plan("level = 10\n"), CopyLayout { order: CopyOrder::Near, count: 2 });
    assert_eq!(plan("level = 10\nlayout = \"near=4\"\n").count, 4);
    let large = file(
        "[[drive]]\nid = \"d\"\ncount = 4\non = \"cpu\"\nsata = \"6 Gbit/s\"\nspins = true\n\
         read = \"200 MB/s\"\n[[array]]\nid = \"r\"\nlevel = 10\nmembers = [\"d\"]\n\
         chunk = \"4 MiB\"\nlayout = \"o2\"\n",
    );
    near(mb_s(&large.machine, "r", "seq-read-16m-q32"), 800.0 * 20.97 / 25.17, 1.0);
}

/// Both copies by four disks: 400 MB/s. Far: every 4 MiB, 21 ms, a seek of 9 ms comes on top: 280. As
/// large a part is left of three copies, 267.
#[test]
fn far_copies_are_written_with_seeks() {
    let write = |array: &str| mb_s(&disks(array), "r", "seq-write-4m-q32");
    near(write("level = 10\n"), 400.0, 1.0);
    near(write("level = 10\nlayout = \"offset\"\n"), 400.0, 1.0);
    near(write("level = 10\nlayout = \"far\"\n"), 400.0 * 20.97 / 29.97, 1.0);
    near(write("level = 10\nlayout = \"far=3\"\n"), 800.0 / 3.0 * 20.97 / 29.97, 1.0);
    // Two disks with two near copies each hold everything, as a mirror.
    let two = |array: &str| {
        let text = format!(
            "[[drive]]\nid = \"d\"\ncount = 2\non = \"cpu\"\nsata = \"6 Gbit/s\"\nspins = true\n\
             read = \"200 MB/s\"\nwrite = \"200 MB/s\"\n\
             [[array]]\nid = \"r\"\nmembers = [\"d\"]\n{array}"
        );
        let machine = file(&text).machine;
        ["seq-read-1m-q32", "seq-write-1m-q32", "rand-read-4k-q32", "rand-write-4k-q32"]
            .map(|workload| mb_s(&machine, "r", workload))
    };
    let (near_two, mirror) = (two("level = 10\nlayout = \"n2\"\n"), two("level = 1\n"));
    near_two.into_iter().zip(mirror).for_each(|(ten, one)| near(ten, one, 1.0));
}

/// 24 drives of a million operations, four threads that do 751,000 requests of 4 KiB each: with
/// threads of their own the drives are the limit; shared, 3 million in all are.
#[test]
fn shared_threads_are_a_limit_of_all_targets() {
    let rates = |threads: &str, depth: u32, interface: &str| {
        let file = file(&format!(
            "[[drive]]\nid = \"d\"\ncount = 24\non = \"cpu\"\nlink = \"4.0 x4\"\n\
             read = \"7000 MB/s\"\nrandom_read = \"1M IOPS\"\nread_latency = \"80 us\"\n\
             [[workload]]\nid = \"w\"\npattern = \"random\"\nblock = \"4 KiB\"\n\
             depth = {depth}\njobs = 4\ninterface = \"{interface}\"\non = [\"d\"]\n{threads}"
        ));
        let job = &file.workloads[0];
        let tasks: Vec<WorkloadOnTarget> =
            job.on.iter().map(|id| WorkloadOnTarget::new(id, &job.workload)).collect();
        let outcomes = predict_workloads(&file.machine, &tasks);
        let sum: f64 = outcomes.iter().map(|outcome| outcome.rate.get() / 4096.0).sum();
        (sum, outcomes[0].limit.limit.kind)
    };
    let (each, kind) = rates("", 1024, "io-uring");
    assert!(each > 20e6 && kind != LimitKind::Cpu, "{each} {kind:?}");
    let (shared, kind) = rates("threads = \"shared\"\n", 1024, "io-uring");
    near(shared, 4.0 / 1.332e-6, 0.5);
    assert_eq!(kind, LimitKind::Cpu);
    // 96 in flight on 24 drives are four each.
    let four = rates("threads = \"shared\"\n", 24, "io-uring").0;
    let own = rates("", 1, "io-uring").0;
    near(four, own, 1.0);
    // Four calls that wait, of 80 us each, whichever drives they are on: 50,000 a second.
    let (waiting, kind) = rates("threads = \"shared\"\n", 32, "sync");
    near(waiting, 4.0 / 80e-6, 1.0);
    assert_eq!(kind, LimitKind::Depth);
}

const ONE: &str = "[[drive]]\nid = \"d\"\non = \"cpu\"\nlink = \"4.0 x4\"\n";

/// A stated range becomes the band of the figure, and the value stays. A prediction adds the error seen on other
/// systems.
#[test]
fn a_figure_has_its_own_range() {
    let machine = |read: &str| file(&format!("{ONE}read = {read}\n")).machine;
    let plain = machine("\"5000 MB/s\"");
    let stated = machine("{ value = \"5000 MB/s\", low = \"4900 MB/s\", high = \"5050 MB/s\" }");
    let band = stated.figures[&Id::new("d")].read.unwrap().band;
    assert!((band.low - 0.98).abs() < 1e-12 && (band.high - 1.01).abs() < 1e-12);
    let [plain, stated] =
        [plain, stated].map(|machine| outcome(&machine, "d", "seq-read-128k-q32"));
    assert_eq!(plain.rate, stated.rate);
    near(stated.low_of_parts.as_mb_s(), 4900.0, 0.5);
    assert!(plain.low_of_parts.as_mb_s() < 4600.0, "{:?}", plain.low_of_parts);
    assert!(stated.low < stated.low_of_parts && plain.low <= stated.low);
    let only = machine("{ value = \"5000 MB/s\" }");
    assert_eq!(only, machine("\"5000 MB/s\""));
}

/// 2,000 MB/s with one request of 128 KiB in flight are 2,000 with one in flight, and 3,234 at depth (65.5
/// us less the 25 that a request waits); with a block and `at_depth` just the same. 64 KiB one at a time at 2,000
/// MB/s take 32.8 us, of which no less than half is transfer: 4,000 MB/s.
#[test]
fn sequential_figures_hold_at_their_depth() {
    let rates = |figures: &str| {
        let machine = file(&format!("{ONE}{figures}\n")).machine;
        [1, 32].map(|depth| mb_s(&machine, "d", &format!("seq-read-128k-q{depth}")))
    };
    let of_one = rates("read = { value = \"2000 MB/s\", depth = 1 }");
    near(of_one[0], 2000.0, 0.5);
    near(of_one[1], 3234.0, 0.5);
    let with_block = "read = { value = \"2000 MB/s\", block = \"128 KiB\" }\nat_depth = 1";
    assert_eq!(rates(with_block), of_one);
    let without = rates("read = \"2000 MB/s\"\nat_depth = 1");
    assert_eq!(without, rates("read = \"2000 MB/s\""));
    let deep = rates("read = { value = \"2000 MB/s\", depth = 32, block = \"128 KiB\" }");
    assert_eq!(deep.map(f64::round), rates("read = \"2000 MB/s\"").map(f64::round));
    let small = rates("read = { value = \"2000 MB/s\", depth = 1, block = \"64 KiB\" }");
    near(small[1], 4000.0, 0.5);
}

/// Each random figure applies at its own depth; a time of 16 KiB includes 12 KiB of transfer, at 6
/// GB/s 2 us.
#[test]
fn random_figures_hold_at_their_depths() {
    let machine = file(&format!(
        "{ONE}read = \"6000 MB/s\"\nwrite = \"6000 MB/s\"\n\
         random_read = {{ value = \"700k IOPS\", depth = 128 }}\n\
         random_write = {{ value = \"200k IOPS\", depth = 8 }}\n\
         read_latency = {{ value = \"82 us\", block = \"16 KiB\" }}\nwrite_latency = \"20 us\"\n"
    ))
    .machine;
    near(mb_s(&machine, "d", "rand-read-4k-q128-polled"), 700e3 * 4096.0 / 1e6, 1.0);
    near(mb_s(&machine, "d", "rand-write-4k-q8-polled"), 200e3 * 4096.0 / 1e6, 1.0);
    let time = machine.figures[&Id::new("d")].read_latency.unwrap().value;
    assert!(time.get().abs_diff(Nanos::micros(80).get()) < 100, "{time:?}");
}

/// Two arrays of level 5 with three drives of 2,000 MB/s each. All six are read: 12,000. Written in
/// sequence, a third is parity: 8,000. A small write reads one chunk and writes two. A drive limits at
/// 100,000 operations, of which each takes three of six drives': as much as two drives do.
#[test]
fn a_stripe_over_arrays_of_parity() {
    let machine = |count: u32, outer: &str| {
        file(&format!(
            "[[drive]]\nid = \"a\"\ncount = {count}\non = \"cpu\"\nlink = \"4.0 x4\"\n\
             read = \"2000 MB/s\"\nwrite = \"2000 MB/s\"\nrandom_read = \"100k IOPS\"\n\
             random_write = \"100k IOPS\"\n\
             [[drive]]\nid = \"b\"\ncount = 3\non = \"cpu\"\nlink = \"4.0 x4\"\n\
             read = \"2000 MB/s\"\nwrite = \"2000 MB/s\"\nrandom_read = \"100k IOPS\"\n\
             random_write = \"100k IOPS\"\n{outer}\
             [[array]]\nid = \"x\"\nlevel = 5\nmembers = [\"a\"]\nchunk = \"64 KiB\"\n\
             [[array]]\nid = \"y\"\nlevel = 5\nmembers = [\"b\"]\nchunk = \"64 KiB\"\n"
        ))
        .machine
    };
    // Before the arrays that it names: order does not matter.
    let fifty = "[[array]]\nid = \"r\"\nlevel = 0\nmembers = [\"x\", \"y\"]\nchunk = \"128 KiB\"\n";
    let machine = machine(3, fifty);
    let plan = &machine.arrays[&Id::new("r")];
    assert_eq!((plan.level, plan.members.len(), plan.arrays()), (RaidLevel::Parity(1), 6, 2));
    assert_eq!(machine.topology.arrays[&Id::new("r")].members, [Id::new("x"), Id::new("y")]);
    near(mb_s(&machine, "r", "seq-read-1m-q32"), 12_000.0, 1.0);
    near(mb_s(&machine, "x", "seq-read-1m-q32"), 6_000.0, 1.0);
    let small = outcome(&machine, "r", "rand-write-4k-q1024-j8");
    // Each array's parity has a thread of its own: 15 us for a part of a stripe, 3.5 us for a
    // page of a whole one.
    near(small.rate.get() / 4096.0, 2.0 / 15e-6, 1.0);
    let written = outcome(&machine, "r", "seq-write-1m-q32");
    near(written.rate.as_mb_s(), 2.0 * 4096.0 / 3.5, 1.0);
    assert_eq!(written.limit.limit.kind, LimitKind::RaidLayer);
}

/// Volumes of two RAID cards of 2 GT/s-class links under a stripe of the host: both cards carry
/// written data once, without its parity.
#[test]
fn a_stripe_over_the_volumes_of_cards() {
    let text = |own: &str| {
        let one = |card: &str, drive: &str, array: &str| {
            format!(
                "[[controller]]\nid = \"{card}\"\nkind = \"raid\"\non = \"cpu\"\nlink = \"2.0 x4\"\n\
                 [[drive]]\nid = \"{drive}\"\ncount = 4\non = \"{card}\"\nsas = \"12 Gbit/s\"\n\
                 read = \"1000 MB/s\"\nwrite = \"1000 MB/s\"\n\
                 [[array]]\nid = \"{array}\"\nlevel = 5\nengine = \"hardware\"\n\
                 controller = \"{card}\"\nmembers = [\"{drive}\"]\nchunk = \"64 KiB\"\n"
            )
        };
        let arrays = one("c1", "a", "x") + &one("c2", "b", "y");
        format!("{arrays}[[array]]\nid = \"r\"\nlevel = 0\nmembers = [\"x\", \"y\"]\n{own}")
    };
    let machine = file(&text("engine = \"md\"\n")).machine;
    let [alone, both] = ["x", "r"].map(|id| mb_s(&machine, id, "seq-write-1m-q64"));
    near(both, 2.0 * alone, 0.5);
    assert!((1500.0..2000.0).contains(&alone), "{alone}");
    assert_eq!(outcome(&machine, "r", "seq-write-1m-q64").limit.limit.kind, LimitKind::Controller);
    assert_eq!(
        refused(&text("engine = \"hardware\"\ncontroller = \"c1\"\n")),
        "machine-member-elsewhere"
    );
}

#[test]
fn what_cannot_be_nested_says_what_to_write_instead() {
    let text = |outer: &str| {
        format!(
            "[[drive]]\nid = \"d\"\ncount = 8\non = \"cpu\"\nlink = \"4.0 x4\"\n\
             [[array]]\nid = \"x\"\nlevel = 0\nmembers = [\"d1\", \"d2\"]\n\
             [[array]]\nid = \"y\"\nlevel = 0\nmembers = [\"d3\", \"d4\"]\n\
             [[array]]\nid = \"z\"\nlevel = 1\nmembers = [\"d5\", \"d6\"]\n\
             [[array]]\nid = \"r\"\n{outer}\n"
        )
    };
    let wrong = |outer: &str| refused(&text(outer));
    assert_eq!(wrong("level = 1\nmembers = [\"x\", \"y\"]"), "machine-array-level");
    assert_eq!(wrong("level = 0\nmembers = [\"x\", \"z\"]"), "machine-members-unlike");
    assert_eq!(wrong("level = 0\nmembers = [\"x\", \"d7\"]"), "machine-members-mixed");
    assert_eq!(wrong("level = 0\nmembers = [\"x\", \"yy\"]"), "machine-no-such-array-near");
    assert_eq!(wrong("level = 0\nmembers = [\"x\", \"x\"]"), "machine-member-twice");
    let cached = "level = 0\nmembers = [\"x\", \"y\"]\ncache = \"write-back\"";
    assert_eq!(wrong(cached), "machine-cache-inside");
    let deep =
        "level = 0\nmembers = [\"x\", \"y\"]\n[[array]]\nid = \"q\"\nlevel = 0\nmembers = [\"r\"]";
    assert_eq!(wrong(deep), "machine-array-deep");
    let read = read(&format!(
        "schema = \"narrows.machine/1\"\n{}",
        text("level = 0\nmembers = [\"x\", \"y\"]")
    ));
    assert_eq!(read.unwrap().machine.arrays[&Id::new("r")].members.len(), 4);
}

/// One thread does 1 / 1.332 us requests of 4 KiB with io_uring; a driver's 2.4 us come on top, or md's 0.5.
#[test]
fn a_driver_costs_each_request_without_an_array() {
    let rate = |driver: &str| {
        let machine =
            file(&format!("{ONE}read = \"7000 MB/s\"\nrandom_read = \"1500k IOPS\"\n{driver}\n"))
                .machine;
        outcome(&machine, "d", "rand-read-4k-q512").rate.get() / 4096.0
    };
    near(rate(""), 1.0 / 1.332e-6, 0.5);
    near(rate("driver = \"amd-raidxpert\""), 1.0 / 3.732e-6, 0.5);
    near(rate("driver = \"Intel RST\""), rate("driver = \"raidxpert2\""), 1e-9);
    near(rate("driver = \"vroc\""), 1.0 / 1.832e-6, 0.5);
    let wrong = |text: &str| refused(&format!("{ONE}{text}"));
    assert_eq!(wrong("driver = \"md\""), "machine-driver-none");
    let md = "driver = \"vroc\"\n[[array]]\nid = \"r\"\nlevel = 0\nmembers = [\"d\"]";
    assert_eq!(wrong(md), "machine-driver-array");
    let usb = "[[drive]]\nid = \"d\"\non = \"cpu\"\nusb = \"10 Gbit/s\"\ndriver = \"vroc\"";
    assert_eq!(refused(usb), "machine-driver-transport");
}

/// Without processor time and memory the drive's own million operations remain, where one processor
/// thread would do 751,000 and memory of 1 GB/s far fewer.
#[test]
fn requests_of_a_gpu_cost_the_host_nothing() {
    let text = |workload: &str| {
        format!(
            "[host]\nmemory = \"1 GB/s\"\n{ONE}read = \"7000 MB/s\"\nrandom_read = \"1M IOPS\"\n\
             [[card]]\nid = \"gpu\"\nkind = \"gpu\"\non = \"cpu\"\nlink = \"4.0 x16\"\n\
             [[card]]\nid = \"nic\"\nkind = \"network\"\non = \"cpu\"\n\
             [[array]]\nid = \"r\"\nlevel = 0\nmembers = [\"d\"]\n\
             [[workload]]\nid = \"w\"\npattern = \"random\"\nblock = \"4 KiB\"\ndepth = 4096\n\
             interface = \"gpu\"\n{workload}"
        )
    };
    let file = file(&text("to = \"gpu\"\non = [\"d\"]"));
    let job = &file.workloads[0];
    let task =
        WorkloadOnTarget { to: job.to.clone(), ..WorkloadOnTarget::new(&job.on[0], &job.workload) };
    let outcome = predict_workloads(&file.machine, &[task]).remove(0);
    near(outcome.rate.get() / 4096.0, 1e6, 1.0);
    assert_eq!(outcome.limit.limit.kind, LimitKind::DriveIops);
    assert_eq!(refused(&text("on = [\"d\"]")), "machine-gpu-to");
    assert_eq!(refused(&text("to = \"nic\"\non = [\"d\"]")), "machine-gpu-card");
    assert_eq!(refused(&text("to = \"gpu\"\non = [\"r\"]")), "machine-gpu-layer");
}

/// The writer's output is read as the same array, drive and figure.
#[test]
fn what_is_written_is_read_again() {
    use crate::machine_file::write;

    let file = file(
        "[[drive]]\nid = \"d\"\ncount = 8\non = \"cpu\"\nlink = \"4.0 x4\"\n\
         [[drive]]\nid = \"e\"\non = \"cpu\"\nlink = \"4.0 x4\"\ndriver = \"rst\"\n\
         read = { value = \"4000 MB/s\", low = \"3000 MB/s\", high = \"5000 MB/s\" }\n\
         [[array]]\nid = \"x\"\nlevel = \"raid10\"\nlayout = \"f2\"\nmembers = [\"d1\", \"d2\"]\n\
         [[array]]\nid = \"y\"\nlevel = 10\nlayout = \"far\"\nmembers = [\"d3\", \"d4\"]\n\
         [[array]]\nid = \"z\"\nlevel = 10\nlayout = \"n3\"\nmembers = [\"d5\", \"d6\", \"d7\"]\n\
         [[array]]\nid = \"r\"\nlevel = 0\nchunk = \"1 MiB\"\nmembers = [\"x\", \"y\"]\n",
    );
    let machine = file.machine;
    let drives = machine
        .topology
        .drives
        .iter()
        .map(|(id, drive)| {
            let width = machine.topology.nodes[id].link.as_ref().unwrap().current;
            let at = write::EntryPosition::On("cpu".to_owned());
            let drive = write::drive(id, drive, (width, &at), machine.figures.get(id)).unwrap();
            write::behind(drive, machine.drivers.get(id))
        })
        .collect();
    let arrays = machine.arrays.iter().map(|(id, plan)| write::array(id, plan)).collect();
    let text = description::File {
        schema: schema::MACHINE.to_owned().into(),
        drive: drives,
        array: arrays,
        ..description::File::default()
    }
    .text();
    assert!(text.contains("layout = \"far\"") && text.contains("layout = \"near=3\""), "{text}");
    assert!(text.contains("driver = \"intel-rst\"") && text.contains("low = \"3000 MB/s\""));
    let again = read(&text).unwrap().machine;
    assert_eq!((again.arrays, again.drivers), (machine.arrays, machine.drivers));
    assert_eq!(again.figures, machine.figures);
}

/// NFS and SMB wait equally long, and packets of RDMA are of other sizes.
#[test]
fn a_written_network_keeps_rate_protocol_and_frames() {
    use crate::machine_file::write;

    for protocol in ["nfs", "smb", "nvme-tcp", "nvme-rdma"] {
        for mtu in ["", "mtu = \"9000 B\"\n"] {
            let lines = format!("rate = \"10 Gbit/s\"\n{mtu}protocol = \"{protocol}\"");
            let machine =
                file(&format!("[[network]]\nid = \"n\"\non = \"cpu\"\n{lines}\n")).machine;
            let (id, mut written) = (Id::new("n"), description::File::default());
            let (node, ceilings) = (&machine.topology.nodes[&id], &machine.ceilings[&id]);
            write::place(&mut written, &id, node, "cpu", ceilings, None);
            written.schema = schema::MACHINE.to_owned().into();
            let text = written.text();
            assert!(text.contains("rate = \"10 Gbit/s\""), "{text}");
            assert!(text.contains(&format!("protocol = \"{protocol}\"")), "{text}");
            assert_eq!(read(&text).unwrap().machine.ceilings, machine.ceilings, "{text}");
        }
    }
}

/// Any file, written and read again, gives the same machine with the same questions.
#[test]
fn every_description_is_read_as_what_it_was() {
    let documented = include_str!("../../../../../docs/machine-file.md");
    let examples = documented.split("```toml\n").skip(1).filter_map(|it| it.split("```").next());
    let whole = examples.filter(|text| text.starts_with("schema")).map(str::to_owned);
    let named = narrows_catalog::machine::all().map(|named| named.text.to_owned());
    let mut count = 0;
    for text in whole.chain(named) {
        let written = described(&text).unwrap().text();
        assert_eq!(read(&written), read(&text), "{written}");
        count += 1;
    }
    assert!(count > 20, "{count}");
}

#[test]
fn the_documented_words_for_threads_are_those_of_the_file() {
    let with = |threads: &str| {
        file(&format!(
            "{ONE}[[workload]]\nid = \"w\"\nprofile = \"rand-read-4k-q32\"\nthreads = \"{threads}\"\n"
        ))
    };
    let pool = |threads| with(threads).workloads[0].workload.pool.clone();
    assert_eq!((pool("each"), pool("shared")), (None, Some("w".to_owned())));
    let plain = Workload { pool: None, ..with("shared").workloads[0].workload.clone() };
    assert_eq!(Some(plain), profile("rand-read-4k-q32"));
}

/// A drive in a USB enclosure waits for one bridge, whether the file says the cable, the transport or both.
#[test]
fn a_usb_enclosure_has_one_bridge() {
    let rate = |of_drive: &str, cable: &str| {
        let text = format!(
            "{cable}[[drive]]\nid = \"d\"\non = \"case\"\n{of_drive}\nread = \"900 MB/s\"\n\
             read_latency = \"80 us\"\nrandom_read = \"200k IOPS\"\n"
        );
        mb_s(&file(&text).machine, "d", "rand-read-4k-q1")
    };
    let cable = "[[tunnel]]\nid = \"case\"\non = \"cpu\"\nkind = \"usb3-10\"\n";
    let both = rate("usb = \"10 Gbit/s\"", cable);
    // 160 us, and 25 of USB's command packets.
    near(4096.0 / both, 185.0, 5.0);
    assert!(both > 0.8 * rate("link = \"3.0 x4\"", cable), "{both}");
}

#[test]
fn a_kernel_is_a_release() {
    assert_eq!(refused("[host]\nkernel = \"newest\"\n"), "machine-kernel");
    let known = file("[host]\nkernel = \"5.14.0-427.el9.x86_64\"\n").machine;
    assert_eq!(known.topology.host.kernel.as_deref(), Some("5.14.0-427.el9.x86_64"));
}

/// A disk of which 60 % hold data writes at a radius of the root of 1 - 0.77 x 0.6: 200 MB/s become 146.6. Of a cache
/// of 100 GB as much less is left; flash is as fast as before.
#[test]
fn what_lies_behind_data_is_on_inner_tracks() {
    let of = |kind: &str, fill: u32| {
        let text = format!(
            "[[drive]]\nid = \"d\"\non = \"cpu\"\nsata = \"6 Gbit/s\"\nfill = {fill}\n\
             read = \"200 MB/s\"\nwrite = \"200 MB/s\"\n{kind}"
        );
        file(&text).machine.figures[&Id::new("d")].clone()
    };
    let read = |kind: &str, fill| of(kind, fill).read.unwrap().value.as_mb_s();
    near(read("spins = true", 60), 146.6, 0.1);
    near(read("spins = true", 0), 200.0, 1e-9);
    near(read("", 60), 200.0, 1e-9);
    let cache = "cache = \"100 GB\"\nwrite_after_cache = \"80 MB/s\"\n";
    near(of(cache, 60).cache.unwrap().size.as_f64(), 40e9, 1e-6);
    let text = "[[drive]]\nid = \"d\"\non = \"cpu\"\nlink = \"3.0 x4\"\nfill = 100\n";
    assert_eq!(refused(text), "machine-out-of-range");
}

/// One measured figure beside those of a data sheet.
#[test]
fn a_figure_says_itself_that_it_was_measured() {
    let text = "[[drive]]\nid = \"d\"\non = \"cpu\"\nlink = \"3.0 x4\"\nwrite = \"2 GB/s\"\n\
                read = { value = \"3 GB/s\", measured = true }\n";
    let figures = file(text).machine.figures[&Id::new("d")].clone();
    let basis = |figure: Option<narrows_model::BandedFigure<_>>| figure.unwrap().basis;
    assert_eq!(basis(figures.read), narrows_topology::FactBasis::Observed);
    assert_eq!(basis(figures.write), narrows_topology::FactBasis::Documented);
}

/// A mirror's third copy on a disk that is mostly written is not read, so that it does not slow the other two.
#[test]
fn mostly_written_copies_are_those_of_a_mirror_of_md() {
    let mirror = |more: &str| {
        format!(
            "[[drive]]\nid = \"fast\"\ncount = 2\non = \"cpu\"\nlink = \"3.0 x4\"\n\
             random_read = \"300k IOPS\"\nread = \"3 GB/s\"\nwrite = \"1 GB/s\"\n\
             [[drive]]\nid = \"slow\"\non = \"cpu\"\nsata = \"6 Gbit/s\"\nspins = true\n\
             [[array]]\nid = \"m\"\nmembers = [\"fast\", \"slow\"]\n{more}\n"
        )
    };
    let rate = |more: &str| mb_s(&file(&mirror(more)).machine, "m", "rand-read-4k-q32-j8");
    near(rate("level = 1\nwrite_mostly = [\"slow\"]"), 600e3 * 4096e-6, 3.0);
    assert_eq!(
        refused(&mirror("level = 5\nwrite_mostly = [\"slow\"]")),
        "machine-write-mostly-unused"
    );
    let all = mirror("level = 1\nwrite_mostly = [\"slow\", \"fast\"]");
    assert_eq!(refused(&all), "machine-write-mostly-all");
    assert_eq!(refused(&mirror("level = 1\nwrite_mostly = [\"m\"]")), "machine-not-a-drive");
}

/// One connection carries 5.25 GB/s, to a file server 1.56, so that 100 Gbit/s need eight. RDMA has none.
#[test]
fn a_connection_is_served_by_a_core() {
    let network = |more: &str| {
        format!(
            "[[network]]\nid = \"n\"\non = \"cpu\"\nrate = \"100 Gbit/s\"\nmtu = \"9000 B\"\n{more}\n\
             [[drive]]\nid = \"d\"\non = \"n\"\nlink = \"5.0 x16\"\nread = \"40 GB/s\"\n"
        )
    };
    let rate = |more: &str| mb_s(&file(&network(more)).machine, "d", "seq-read-1m-q64-j16");
    near(rate("protocol = \"nfs\""), 1562.5, 0.1);
    near(rate("protocol = \"nfs\"\nconnections = 2"), 3125.0, 0.1);
    near(rate("protocol = \"nvme-tcp\"\nconnections = 1"), 5250.0, 0.1);
    near(rate("protocol = \"nfs\"\nconnections = 16"), 12_500.0 * 8948.0 / 9038.0 * 0.99, 0.1);
    near(rate("protocol = \"nvme-tcp\""), 12_500.0 * 8948.0 / 9038.0 * 0.99, 0.1);
    let rdma = network("protocol = \"nvme-rdma\"\nconnections = 2");
    assert_eq!(refused(&rdma), "machine-connections-unused");
    // 70,000 requests of 4,096 bytes; larger ones and streams from the page cache are bytes.
    let small = |more: &str, workload: &str| mb_s(&file(&network(more)).machine, "d", workload);
    near(small("protocol = \"iscsi\"", "rand-read-4k-q32-j8"), 286.72, 0.1);
    near(small("protocol = \"iscsi\"\nconnections = 2", "rand-read-4k-q32-j8"), 573.44, 0.1);
    assert!(small("protocol = \"nvme-tcp\"", "rand-read-4k-q32-j8") > 600.0);
}

/// A window of 128 KiB takes 112.5 us on 10 Gbit/s, 150 of NFS and 25 of flash, and the next is issued when it is there.
/// SMB has two of 4 MiB under way. One request takes 10 us of flash and 30 of NVMe over TCP, then 3.5 on the wire; or 100
/// of iSCSI, which the core's 14.3 are a part of, and that is longer than the wire.
#[test]
fn protocols_differ_in_what_is_under_way() {
    let rate = |protocol: &str, workload: &str| {
        let text = format!(
            "[[network]]\nid = \"n\"\non = \"cpu\"\nrate = \"10 Gbit/s\"\nprotocol = \"{protocol}\"\n\
             [[drive]]\nid = \"d\"\non = \"n\"\nlink = \"5.0 x4\"\nread = \"12 GB/s\"\n\
             random_read = \"1M IOPS\"\nread_latency = \"10 us\"\nmeasured = true\n"
        );
        mb_s(&file(&text).machine, "d", workload)
    };
    let cable = 1250.0 * 1448.0 / 1538.0 * 0.99;
    near(rate("nfs", "seq-read-32k-q1-buffered"), 131_072.0 / 287.5, 1.0);
    near(rate("smb", "seq-read-32k-q1-buffered"), cable, 1.0);
    let [iscsi, nvme] = ["iscsi", "nvme-tcp"].map(|it| 4096.0 / rate(it, "rand-read-4k-q1"));
    near(iscsi, 110.0, 0.1);
    near(nvme, 43.5, 0.1);
}

/// A disk reads 8.4 ms of each of four streams and seeks for 9. Three that are asked one after the other read on in between.
/// Behind NVMe it is no faster at random.
#[test]
fn disks_turn_and_read_on() {
    let rate = |link: &str, target: &str, workload: &str| {
        let text = format!(
            "[[drive]]\nid = \"d\"\ncount = 3\non = \"cpu\"\n{link}\nspins = true\nread = \"200 MB/s\"\n\
             [[array]]\nid = \"m\"\nlevel = 0\nchunk = \"128 KiB\"\nmembers = [\"d\"]\n"
        );
        mb_s(&file(&text).machine, target, workload)
    };
    let sata = "sata = \"6 Gbit/s\"";
    near(rate(sata, "d1", "seq-read-1m-q1-sync"), 200.0, 1.0);
    near(rate(sata, "d1", "seq-read-1m-q1-j4-sync"), 200.0 * 8.4 / 17.4, 1.0);
    near(rate(sata, "m", "seq-read-256k-q1-libaio"), 600.0, 1.0);
    near(rate("link = \"3.0 x4\"", "d1", "rand-read-4k-q32"), 150.0 * 4096e-6, 1.0);
}

/// A pool of three disks with a log on flash: a flush takes as long as a protected cache does, not as a disk does.
#[test]
fn a_pool_of_zfs_has_records_sectors_and_a_log() {
    let pool = |more: &str| {
        format!(
            "[[drive]]\nid = \"disk\"\ncount = 3\non = \"cpu\"\nsata = \"6 Gbit/s\"\nspins = true\n\
             read = \"200 MB/s\"\nwrite = \"200 MB/s\"\n\
             [[drive]]\nid = \"flash\"\non = \"cpu\"\nlink = \"3.0 x4\"\nwrite = \"2 GB/s\"\n\
             write_latency = \"20 us\"\nprotected = true\n\
             [[array]]\nid = \"tank\"\nlevel = \"raidz1\"\nmembers = [\"disk\"]\n{more}\n\
             [[workload]]\nid = \"w\"\npattern = \"random\"\nread_share = 0\nblock = \"16 KiB\"\n\
             depth = 1\nfsync = 1\non = [\"tank\"]\n"
        )
    };
    let rate = |more: &str| {
        let file_of_pool = file(&pool(more));
        let job = &file_of_pool.workloads[0];
        let task = narrows_model::WorkloadOnTarget {
            flush_every: job.flush_every,
            ..narrows_model::WorkloadOnTarget::new(&job.on[0], &job.workload)
        };
        narrows_model::predict_workloads(&file_of_pool.machine, &[task]).remove(0).rate.as_mb_s()
    };
    let zfs = "engine = \"zfs\"\nrecord = \"16 KiB\"";
    let slow = rate(zfs);
    let fast = rate(&format!("{zfs}\nlog = [\"flash\"]\nashift = 12"));
    assert!(slow < 2.0 && fast > 50.0, "{slow} {fast}");
    assert_eq!(refused(&pool("engine = \"zfs\"\nlog = [\"disk1\"]")), "machine-member-twice");
    assert_eq!(refused(&pool("engine = \"zfs\"\nashift = 3")), "machine-out-of-range");
    let five = pool("").replace("raidz1", "5");
    assert_eq!(
        refused(&five.replace("[[workload]]", "direct = true\n[[workload]]")),
        "machine-zfs-only"
    );
    for (key, hint) in [("recordsize", "machine-key-recordsize"), ("slog", "machine-key-slog")] {
        assert_eq!(refused(&pool(&format!("engine = \"zfs\"\n{key} = 1"))), hint);
    }
}
