//! Others' complaints with a known cause, and our findings on them.
//!
//! Each machine is described as its owner believed it to be, without the cause; figures and causes are those of the source.
//! If a source leaves open something that a file must say, the usual is assumed. A row is right if the first cause is one of
//! `was`; `as predicted` is one where nothing is wrong, with the kind of the limit. Most rows were known when the priors were
//! written; the last ones were found afterwards.

use std::collections::BTreeMap;

use narrows_files::machine_file;
use narrows_model::{Machine, WorkloadOnTarget};
use narrows_record::predict::LimitRecord;
use narrows_record::shortfall::PredictionShortfall;
use narrows_topology::evidence::DriveTransport;
use narrows_topology::graph::{Drive, NodeKind};
use narrows_units::BytesPerSec;

use super::super::frequency::{CauseFrequencies, FOUND, STEPS};
use super::super::subject::ShortfallSubject;
use super::super::weigh::{self, EXPECTED, WeighedHypothesis};
use super::super::{Complaint, explain_by, hypotheses, limit};
use crate::answer::asks::of_jobs;

struct Thread {
    source: &'static str,
    machine: &'static str,
    /// The workload, in the words of a machine file.
    asked: &'static str,
    mb_s: f64,
    was: &'static [&'static str],
}

const fn thread(
    source: &'static str,
    machine: &'static str,
    text: &'static str,
    mb_s: f64,
    was: &'static [&'static str],
) -> Thread {
    Thread { source, machine, asked: text, mb_s, was }
}

const READ_1M: &str = "profile = \"seq-read-1m-q8\"";
const WRITE_1M: &str = "profile = \"seq-write-1m-q8\"";
const DD: &str = "pattern = \"sequential\"\nblock = \"1 MiB\"\ndepth = 1\ninterface = \"buffered\"";
const DD_WRITE: &str = "pattern = \"sequential\"\nread_share = 0\nblock = \"1 MiB\"\ndepth = 1\ninterface = \"buffered\"";
const RANDOM: &str = "pattern = \"random\"\nblock = \"4 KiB\"\ndepth = 64\njobs = 4";

const USB: &str = r#"
[[drive]]
id = "ssd"
on = "cpu"
usb = "5 Gbit/s"
read = "540 MB/s"
write = "500 MB/s"
"#;

/// The owner names the slot and the drive; the drive would be faster.
const M2_OF_TWO: &str = r#"
[[slot]]
id = "m2"
on = "cpu"
link = "2.0 x4"
[[drive]]
id = "ssd"
slot = "m2"
link = "3.0 x4"
read = "3400 MB/s"
write = "2500 MB/s"
"#;

const PI_5: &str = r#"
[host]
cpu = "Broadcom BCM2712"
cores = 4
clock = "2.4 GHz"
[[drive]]
id = "ssd"
on = "cpu"
link = "3.0 x1"
read = "3000 MB/s"
random_read = "400k IOPS"
"#;

const ORANGE_PI: &str = r#"
[host]
cpu = "Rockchip RK3588S"
cores = 8
clock = "2.4 GHz"
[[drive]]
id = "ssd"
on = "cpu"
link = "2.0 x1"
read = "2400 MB/s"
"#;

const ACCELSIOR: &str = r#"
[[controller]]
id = "card"
kind = "sata"
on = "cpu"
link = "2.0 x2"
[[drive]]
id = "blade"
count = 2
on = "card"
sata = "6 Gbit/s"
read = "500 MB/s"
"#;

const IMX8: &str = r#"
[host]
cpu = "NXP i.MX8M Mini"
cores = 4
clock = "1.6 GHz"
[[drive]]
id = "ssd"
on = "cpu"
link = "2.0 x1"
read = "3100 MB/s"
"#;

const CN8030: &str = r#"
[host]
cpu = "Cavium OcteonTX CN8030"
cores = 4
clock = "1.5 GHz"
[[drive]]
id = "ssd"
on = "cpu"
link = "3.0 x1"
read = "3100 MB/s"
"#;

const P3600: &str = r#"
[[drive]]
id = "d"
count = 2
on = "cpu"
link = "3.0 x4"
size = "800 GB"
write = "952 MB/s"
random_write = "50k IOPS"
measured = true
[[array]]
id = "m"
level = 1
members = ["d"]
bitmap = "internal"
"#;

const SHARE: &str = r#"
[[network]]
id = "lan"
on = "cpu"
rate = "10 Gbit/s"
protocol = "smb"
[[drive]]
id = "share"
on = "lan"
link = "3.0 x16"
read = "900 MB/s"
measured = true
"#;

const EFS: &str = r#"
[[network]]
id = "efs"
on = "cpu"
rate = "10 Gbit/s"
protocol = "nfs"
[[drive]]
id = "share"
on = "efs"
link = "3.0 x4"
read = "313 MB/s"
measured = true
"#;

const AX161: &str = r#"
[host]
cpu = "AMD EPYC 7502P"
cores = 32
clock = "3.3 GHz"
[[drive]]
id = "d"
count = 4
on = "cpu"
link = "4.0 x4"
size = "3.84 TB"
write_latency = "38 us"
sequential_latency = "33 us"
measured = true
[[array]]
id = "m"
level = 10
chunk = "16 KiB"
members = ["d"]
"#;

const P5800X: &str = r#"
[[drive]]
id = "d"
on = "cpu"
model = "intel-optane-dc-p5800x-1600gb"
"#;

const ROCE: &str = r#"
[host]
cpu = "Core i9-7940X"
cores = 14
clock = "4.0 GHz"
[[network]]
id = "host"
on = "cpu"
rate = "100 Gbit/s"
protocol = "nvme-rdma"
[[network]]
id = "target1"
on = "host"
rate = "25 Gbit/s"
protocol = "nvme-rdma"
[[drive]]
id = "ssd1"
on = "target1"
link = "3.0 x4"
random_read = "800k IOPS"
[[network]]
id = "target2"
on = "host"
rate = "25 Gbit/s"
protocol = "nvme-rdma"
[[drive]]
id = "ssd2"
on = "target2"
link = "3.0 x4"
random_read = "800k IOPS"
[[network]]
id = "target3"
on = "host"
rate = "25 Gbit/s"
protocol = "nvme-rdma"
[[drive]]
id = "ssd3"
on = "target3"
link = "3.0 x4"
random_read = "800k IOPS"
[[network]]
id = "target4"
on = "host"
rate = "25 Gbit/s"
protocol = "nvme-rdma"
[[drive]]
id = "ssd4"
on = "target4"
link = "3.0 x4"
random_read = "800k IOPS"
"#;

const DL385: &str = r#"
[host]
cpu = "AMD EPYC 7742"
cores = 64
clock = "3.2 GHz"
[[drive]]
id = "a"
count = 11
on = "cpu"
link = "4.0 x4"
read = "7000 MB/s"
random_read = "1450k IOPS"
[[array]]
id = "md0"
level = 5
chunk = "128 KiB"
members = ["a"]
bitmap = "internal"
"#;

const FOUR_980: &str = r#"
[host]
cores = 32
clock = "4.0 GHz"
[[drive]]
id = "d"
count = 4
on = "cpu"
link = "4.0 x4"
read = "7000 MB/s"
random_read = "828k IOPS"
measured = true
[[array]]
id = "m"
level = 0
chunk = "64 KiB"
members = ["d"]
"#;

const GEN_5: &str = r#"
[[drive]]
id = "ssd"
on = "cpu"
link = "5.0 x4"
read = "14700 MB/s"
write = "13400 MB/s"
"#;

const DS1821: &str = r#"
[[drive]]
id = "ssd"
on = "cpu"
link = "3.0 x4"
read = "3500 MB/s"
"#;

const LAPTOP: &str = r#"
[[drive]]
id = "ssd"
on = "cpu"
link = "3.0 x4"
size = "512 GB"
read = "1500 MB/s"
write = "500 MB/s"
"#;

const MP700: &str = r#"
[[drive]]
id = "ssd"
on = "cpu"
link = "5.0 x4"
size = "2 TB"
read = "10000 MB/s"
write = "6000 MB/s"
"#;

const ATOM_50: &str = r#"
[[drive]]
id = "ssd"
on = "cpu"
link = "4.0 x4"
size = "1 TB"
read = "5000 MB/s"
write = "4500 MB/s"
"#;

const STICK: &str = r#"
[[drive]]
id = "ssd"
on = "cpu"
usb = "5 Gbit/s"
read = "150 MB/s"
write = "60 MB/s"
"#;

const MACBOOK: &str = r#"
[[drive]]
id = "ssd"
on = "cpu"
link = "2.0 x2"
read = "725 MB/s"
write = "700 MB/s"
"#;

const M5_MAX: &str = r#"
[[drive]]
id = "ssd"
on = "cpu"
link = "4.0 x4"
read = "7000 MB/s"
"#;

const THREE_DISKS: &str = r#"
[[drive]]
id = "d"
count = 3
on = "cpu"
sata = "6 Gbit/s"
spins = true
size = "2 TB"
read = "130 MB/s"
write = "130 MB/s"
[[array]]
id = "m"
level = 5
members = ["d"]
bitmap = "internal"
"#;

const NINE_DISKS: &str = r#"
[host]
cpu = "Intel Atom C2550"
cores = 4
clock = "2.4 GHz"
[[drive]]
id = "d"
count = 9
on = "cpu"
sata = "6 Gbit/s"
spins = true
write = "180 MB/s"
read = "180 MB/s"
measured = true
[[array]]
id = "m"
level = 5
members = ["d"]
"#;

const PRO_990: &str = r#"
[[drive]]
id = "ssd"
on = "cpu"
link = "4.0 x4"
read = "7450 MB/s"
write = "6900 MB/s"
random_read = "1200k IOPS"
random_write = "1550k IOPS"
"#;

const Z97: &str = r#"
[host]
chipset = "intel-z97"
[[drive]]
id = "d"
count = 4
on = "chipset"
sata = "6 Gbit/s"
read = "550 MB/s"
[[array]]
id = "m"
level = 0
engine = "intel-rst"
members = ["d"]
"#;

const Z170: &str = r#"
[host]
chipset = "intel-z170"
[[drive]]
id = "d"
count = 3
on = "chipset"
link = "3.0 x4"
read = "2500 MB/s"
[[array]]
id = "m"
level = 0
engine = "intel-rst"
members = ["d"]
"#;

const THREADS: &[Thread] = &[
    // A link or port.
    thread(
        "github.com/ThomasKaiser/Knowledge, Quick_Preview_of_ROCK_5B",
        USB,
        READ_1M,
        38.5,
        &["transport"],
    ),
    thread("github.com/raspberrypi/linux/issues/5225", USB, READ_1M, 31.0, &["transport"]),
    thread("github.com/raspibolt/raspibolt/issues/924", USB, DD, 33.0, &["transport"]),
    thread("gynvael.coldwind.pl/?id=749", M2_OF_TWO, DD, 373.6, &["link"]),
    thread(
        "Raspberry Pi 5 in PCIe 2.0 (published system pi5-gen2x1)",
        PI_5,
        RANDOM,
        453.4,
        &["link"],
    ),
    thread("Orange Pi 5, dmesg: 2.000 Gb/s (published system)", ORANGE_PI, DD, 204.0, &["link"]),
    thread("serverfault.com/questions/556265", ACCELSIOR, READ_1M, 410.0, &["link"]),
    thread(
        "lanes shared with another slot (published system gen5x2)",
        GEN_5,
        READ_1M,
        7210.0,
        &["link"],
    ),
    thread("linux-pci 2021-12-03, IMX8MM PCIe performance", IMX8, DD, 266.0, &["port"]),
    thread("linux-pci 2021-12-03, CN8030 3.0 x1", CN8030, DD, 352.0, &["port"]),
    // The program and its requests.
    thread("long-cat.net/blog/2024/05/09", PRO_990, READ_1M, 1130.2, &["waits", "ahead"]),
    thread(
        "Synology DS1821+, hdparm (published system)",
        DS1821,
        READ_1M,
        2350.0,
        &["waits", "ahead"],
    ),
    thread("the same in a 3.0 x2 slot", DS1821_X2, READ_1M, 1300.0, &["waits", "ahead"]),
    thread(
        "page cache in place of direct (published system gen5x2)",
        GEN_5_X2,
        READ_1M,
        3200.0,
        &["copy"],
    ),
    thread(
        "github.com/axboe/fio/issues/694",
        ROCE,
        ROCE_ASKED,
        6144.0,
        &["thread", "waits", "clock"],
    ),
    thread("github.com/axboe/fio/issues/1206", P5800X, P5800X_ASKED, 2613.0, &["as predicted cpu"]),
    thread("github.com/openzfs/zfs/issues/14743", SHARE, DD, 300.0, &["ahead"]),
    thread("spinics.net linux-nfs msg83232 (kernel 5.4)", EFS, DD, 68.6, &["ahead"]),
    thread(
        "smalldatum.blogspot.com 2026-01, 990 Pro with fsync",
        PRO_990,
        WRITE_16K,
        18.0,
        &["flush"],
    ),
    thread("github.com/etcd-io/etcd/issues/10799", PRO_990, WRITE_4K, 2.7, &["flush"]),
    // Arrays.
    thread(
        "linux-raid 2021-07, Can't get RAID5/RAID6 NVMe randomread IOPS",
        DL385,
        DL385_ASKED,
        5174.0,
        &["lock"],
    ),
    thread("the same on Linux 5.14", DL385, DL385_ASKED, 22_990.0, &["kernel"]),
    thread(
        "md RAID 0 of four 980 Pro slower than one (published system)",
        FOUR_980,
        SEQ_4K,
        2728.0,
        &["layer", "as predicted raid_layer"],
    ),
    thread("serverfault.com/questions/731959", P3600, WRITE_64K, 550.0, &["layer", "bitmap"]),
    thread(
        "linux-raid 2023-09-02, RAID10 slower than single drive",
        AX161,
        SYNC_16K,
        304.0,
        &["layer"],
    ),
    thread(
        "Linux 765d704db1f5, raid5: only dispatch IO from raid5d",
        NINE_DISKS,
        WRITE_1M,
        600.0,
        &["layer", "as predicted raid_layer"],
    ),
    thread("iua.waykun.com, RAID 5 of three disks", THREE_DISKS, DD_WRITE, 55.0, &["parity"]),
    // Drives.
    thread("superuser.com/questions/1513949", LAPTOP, WRITE_1M, 50.0, &["cache-full"]),
    thread("techpowerup.com, MP700 Elite", MP700, WRITE_1M, 1400.0, &["cache-full"]),
    thread("techpowerup.com, XPG Atom 50", ATOM_50, WRITE_1M, 2000.0, &["cache-full"]),
    // More than there can be.
    thread("github.com/axboe/fio/issues/1212", STICK, READ_1M, 5187.0, &["cached"]),
    thread("github.com/axboe/fio/issues/383", MACBOOK, READ_1M, 5000.0, &["cached"]),
    thread("github.com/JustVugg/colibri/issues/86", M5_MAX, READ_1M, 14_200.0, &["cached"]),
    // Nothing is wrong.
    thread(
        "tomshardware.com XP941 review, ASRock Z97 Extreme6",
        Z97,
        READ_1M,
        1600.0,
        &["as predicted uplink"],
    ),
    thread(
        "PC Perspective 2015-08, three drives behind Z170",
        Z170,
        READ_1M,
        3400.0,
        &["as predicted uplink"],
    ),
    // Found when all of these were right.
    thread("github.com/facebookarchive/linkbench/issues/33", SATA, WRITE_8K, 0.783, &["flush"]),
    thread(
        "github.com/docker/for-mac/issues/5236, fsync_writethrough",
        M1,
        WRITE_8K,
        0.452,
        &["flush"],
    ),
    thread("WaveHouse issue 84, F_FULLFSYNC of 4 KiB at 5.5 ms", M1, WRITE_4K, 0.745, &["flush"]),
];

const SATA: &str = r#"
[[drive]]
id = "ssd"
on = "cpu"
sata = "6 Gbit/s"
read = "540 MB/s"
write = "450 MB/s"
random_write = "80k IOPS"
"#;

const M1: &str = r#"
[[drive]]
id = "ssd"
on = "cpu"
link = "4.0 x4"
read = "3000 MB/s"
write = "2200 MB/s"
random_write = "200k IOPS"
"#;

const WRITE_8K: &str =
    "pattern = \"sequential\"\nread_share = 0\nblock = \"8 KiB\"\ndepth = 1\ninterface = \"sync\"";

const DS1821_X2: &str = r#"
[[drive]]
id = "ssd"
on = "cpu"
link = "3.0 x2"
read = "3500 MB/s"
"#;

/// The slot runs two lanes, which the owner knows by now.
const GEN_5_X2: &str = r#"
[[drive]]
id = "ssd"
on = "cpu"
link = "5.0 x2"
read = "14700 MB/s"
"#;

const ROCE_ASKED: &str =
    "pattern = \"random\"\nblock = \"4 KiB\"\ndepth = 64\njobs = 3\ninterface = \"libaio\"";
const P5800X_ASKED: &str = "pattern = \"random\"\nread_share = 0\nblock = \"4 KiB\"\ndepth = 8";
const WRITE_16K: &str =
    "pattern = \"sequential\"\nread_share = 0\nblock = \"16 KiB\"\ndepth = 1\ninterface = \"sync\"";
const WRITE_4K: &str =
    "pattern = \"sequential\"\nread_share = 0\nblock = \"4 KiB\"\ndepth = 1\ninterface = \"sync\"";
const DL385_ASKED: &str =
    "pattern = \"random\"\nblock = \"4 KiB\"\ndepth = 128\njobs = 64\ninterface = \"libaio\"";
const SEQ_4K: &str =
    "pattern = \"sequential\"\nblock = \"4 KiB\"\ndepth = 256\njobs = 4\ninterface = \"libaio\"";
const WRITE_64K: &str = "pattern = \"random\"\nread_share = 0\nblock = \"64 KiB\"\ndepth = 64\njobs = 8\ninterface = \"libaio\"";
const SYNC_16K: &str =
    "pattern = \"sequential\"\nread_share = 0\nblock = \"16 KiB\"\ndepth = 1\ninterface = \"sync\"";

/// Threads that were found later: their causes were written down before any answer was seen. Causes
/// were mended with those "view" and "seen" in mind; those "blind", "sealed", "last" and "unread" were
/// judged once, at the end, those "read" once before anything is mended for them.
const LATER: &str = include_str!("../../../../../fixtures/complaints.txt");

/// A thread with what its source says.
struct ResolvedThread {
    /// `known` of those above, otherwise the word in the file.
    kind: String,
    source: String,
    machine: Machine,
    asked: Vec<WorkloadOnTarget>,
    mb_s: f64,
    was: Vec<String>,
}

impl ResolvedThread {
    fn new((kind, source): (&str, &str), file: &str, mb_s: f64, was: Vec<String>) -> Self {
        let text = format!("schema = \"narrows.machine/1\"\n{file}");
        let file = machine_file::read(&text).unwrap_or_else(|why| panic!("{source}: {why:?}"));
        let asked = of_jobs(&file.machine, &file.workloads, &[]).swap_remove(0).asked;
        let (kind, source) = (kind.to_owned(), source.to_owned());
        Self { kind, source, machine: file.machine, asked, mb_s, was }
    }

    fn all() -> Vec<Self> {
        let known = THREADS.iter().map(|Thread { source, machine, asked, mb_s, was }| {
            let workload = format!("[[workload]]\nid = \"w\"\nat_once = true\n{asked}\n");
            let array = machine.split("[[array]]\nid = ").nth(1);
            let on =
                array.and_then(|text| text.lines().next()).map(|name| format!("on = [{name}]\n"));
            let file = format!("{machine}{workload}{}", on.unwrap_or_default());
            let was = was.iter().map(|&id| id.to_owned()).collect();
            Self::new(("known", source), &file, *mb_s, was)
        });
        let later = LATER.split("\n\n").map(|thread| {
            let rest = thread.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>();
            let source = thread.lines().next().unwrap_or_default();
            let (figure, file) = rest.split_first().unwrap();
            let mut words = figure.splitn(3, ' ').map(str::to_owned);
            let (kind, mb_s) = (words.next().unwrap(), words.next().unwrap().parse().unwrap());
            let was = words.next().unwrap().split(", ").map(str::to_owned).collect();
            Self::new((&kind, source), &file.join("\n"), mb_s, was)
        });
        known.chain(later).collect()
    }

    fn complaint(&self) -> Complaint<'_> {
        let (machine, measured) = (&self.machine, BytesPerSec::mb_s(self.mb_s));
        Complaint { machine, is_seen: false, asked: &self.asked, of: None, measured }
    }

    /// Whether it is a cause that was found, with the limit that the model expects.
    fn was(&self, id: &str, limit: Option<&LimitRecord>) -> bool {
        let limit = limit.map(|limit| format!("{:?}", limit.kind)).unwrap_or_default();
        let is_expected = |was: &String| {
            let kind = was.strip_prefix("as predicted ").unwrap_or_default().replace('_', "");
            limit.eq_ignore_ascii_case(&kind)
        };
        let is_it = |was: &String| was == id || id == EXPECTED && is_expected(was);
        self.was.iter().any(is_it)
    }

    /// The place of the cause that was found, from 0.
    fn place(&self, found: &PredictionShortfall) -> Option<usize> {
        let limit = found.limit.as_ref();
        if found.causes.is_empty() {
            return self.was(EXPECTED, limit).then_some(0);
        }
        found.causes.iter().position(|cause| self.was(&cause.id, limit))
    }

    /// The causes that were possible, with their steps, and each one's part of those that were found.
    fn counts(&self) -> CauseCounts {
        let complaint = self.complaint();
        let subject = ShortfallSubject::of(&complaint).unwrap();
        let mut steps: BTreeMap<&str, usize> = BTreeMap::new();
        for WeighedHypothesis { hypothesis, .. } in
            weigh::tested(&subject, hypotheses(&subject), complaint.measured)
        {
            let known = steps.entry(hypothesis.id).or_insert(STEPS.len());
            *known = step(hypothesis.prior).min(*known);
        }
        let limit = limit(&complaint);
        let right = |id: &str| self.was(id, limit.as_ref());
        let several = steps.keys().filter(|id| right(id)).count() as f64;
        let counted = |(id, step): (&str, usize)| {
            let mut possible = [0; 4];
            possible[step] = 1;
            (id.to_owned(), (if right(id) { 1.0 / several } else { 0.0 }, possible))
        };
        steps.into_iter().map(counted).collect()
    }

    /// The kind of storage that it is about.
    fn family(&self) -> &'static str {
        let complaint = self.complaint();
        let subject = ShortfallSubject::of(&complaint).unwrap();
        let is_usb = |drive: &Drive| matches!(drive.transport, Some(DriveTransport::Usb { .. }));
        let network = subject.on_the_way(|kind| kind == NodeKind::NetworkLink);
        match subject.known_drives().next() {
            _ if !network.is_empty() => "network",
            _ if self.machine.topology.host.hypervisor.is_some() => "guest",
            _ if subject.arrays().next().is_some() => "array",
            Some((_, drive)) if is_usb(drive) => "usb",
            _ if subject.spins() => "disk",
            Some((_, drive)) if drive.transport.is_some() => "sata",
            _ => "nvme",
        }
    }
}

/// Of each cause, in how many complaints it was found, and in how many it was possible, by step.
type CauseCounts = BTreeMap<String, (f64, [u32; 4])>;

fn sum<'a>(all: impl Iterator<Item = &'a CauseCounts>) -> CauseCounts {
    let mut sum = CauseCounts::new();
    for (id, (found, possible)) in all.flatten() {
        let known = sum.entry(id.clone()).or_default();
        known.0 += found;
        known.1.iter_mut().zip(possible).for_each(|(known, more)| *known += more);
    }
    sum
}

/// The step of a prior, which a rarer degree of its cause may have lowered.
fn step(prior: f64) -> usize {
    STEPS.iter().position(|rate| prior >= 0.99 * rate).unwrap_or(STEPS.len() - 1)
}

/// How often the cause that was found comes first, and among the first three.
#[derive(Default)]
struct Tally {
    threads: usize,
    first: usize,
    among_three: usize,
    /// Of those told with at least 50, 70 and 90 %: how many, and how many are right.
    told: [(usize, usize); 3],
    text: String,
}

impl Tally {
    fn count(&mut self, thread: &ResolvedThread, frequencies: &CauseFrequencies) {
        let ResolvedThread { source, mb_s, was, .. } = thread;
        let found = explain_by(&thread.complaint(), frequencies)
            .unwrap_or_else(|| panic!("{source}: nothing is known"));
        let place = thread.place(&found);
        self.threads += 1;
        self.first += usize::from(place == Some(0));
        self.among_three += usize::from(place.is_some_and(|place| place < 3));
        let likeliest = found.causes.first().map_or(0.0, |cause| cause.likelihood);
        if let Some(range) = [0.5, 0.7, 0.9].iter().rposition(|least| likeliest >= *least) {
            self.told[range].0 += 1;
            self.told[range].1 += usize::from(place == Some(0));
        }
        let causes = found.causes.iter().take(5).map(|it| {
            let misses = if it.holds { "" } else { "?" };
            format!("{} {:.0}%{misses}", it.id, it.likelihood * 100.0)
        });
        let causes: Vec<String> = causes.collect();
        let PredictionShortfall { mb_s: point, low_mb_s, high_mb_s, limit, .. } = found;
        self.text += &format!(
            "{place:?} {was:?}: {mb_s} of {point} ({low_mb_s} to {high_mb_s}), limit {:?}: {}; {source}\n",
            limit.map(|it| it.kind),
            causes.join(", "),
        );
    }

    fn counts(&self) -> (usize, usize, usize) {
        println!("{}{} and {} of {}", self.text, self.first, self.among_three, self.threads);
        let [half, more, most] = self.told;
        println!(
            "of those with 50 to 70, 70 to 90, over 90 %, right: {half:?}, {more:?}, {most:?}"
        );
        (self.first, self.among_three, self.threads)
    }
}

fn of_kind(kind: &str) -> Tally {
    let mut tally = Tally::default();
    let frequencies = CauseFrequencies::known();
    let all = ResolvedThread::all();
    let of_kind = all.iter().filter(|thread| thread.kind == kind);
    of_kind.for_each(|thread| tally.count(thread, &frequencies));
    tally
}

/// Wanted: the first cause in 60 %, one of the first three in 85 %.
#[test]
fn complaints_that_were_resolved_get_the_cause_that_was_found() {
    let (first, among_three, threads) = of_kind("known").counts();
    assert!(first * 10 >= threads * 6 && among_three * 100 >= threads * 85);
}

/// Half of them were in view while causes were mended.
#[test]
fn later_complaints_in_view_get_the_cause_that_was_found() {
    let (first, among_three, threads) = of_kind("view").counts();
    assert!(first * 10 >= threads * 6 && among_three * 100 >= threads * 85);
}

/// The others were judged once: 19 with 8 and 12, which became 8 and 13, then 12 with 6 and 8; since
/// then they were looked at. No fraction is wanted of them, so that none is worked towards.
#[test]
fn later_complaints_that_were_not_in_view_stay_as_they_were_judged() {
    let (first, among_three, threads) = of_kind("blind").counts();
    assert!(first >= 14 && among_three >= 21 && threads == 31, "{first}, {among_three}");
}

/// A further round, by the same rule: causes were mended with those "seen" in mind, and those
/// "sealed" were judged once, at the end.
#[test]
fn complaints_of_a_further_round_stay_as_they_were_judged() {
    let (first, among_three, threads) = of_kind("seen").counts();
    assert!(first >= 4 && among_three >= 6 && threads == 12, "{first}, {among_three}");
}

#[test]
fn sealed_complaints_stay_as_they_were_judged() {
    let (first, among_three, threads) = of_kind("sealed").counts();
    assert!(first >= 2 && among_three >= 7 && threads == 14, "{first}, {among_three}");
}

/// Judged once, with 10 and 16, when causes were weighed by the counts of the others above.
#[test]
fn last_complaints_stay_as_they_were_judged() {
    let (first, among_three, threads) = of_kind("last").counts();
    assert!(first >= 10 && among_three >= 16 && threads == 18, "{first}, {among_three}");
}

/// Those of 40 whose address hashes to an even number (SHA-256), judged once, with 8 and 11, by the counts
/// of all above.
#[test]
fn unread_complaints_stay_as_they_were_judged() {
    let (first, among_three, threads) = of_kind("unread").counts();
    assert!(first >= 8 && among_three >= 11 && threads == 15, "{first}, {among_three}");
}

/// The others of these 40, which the same counts gave 7 and 12; they may be looked at.
#[test]
fn read_complaints_stay_as_they_were_judged() {
    let (first, among_three, threads) = of_kind("read").counts();
    assert!(first >= 7 && among_three >= 12 && threads == 25, "{first}, {among_three}");
}

/// The counts in `frequency` are of these threads, and its steps' rates are theirs.
#[test]
fn frequencies_are_those_of_the_threads() {
    let each: Vec<CauseCounts> = ResolvedThread::all().iter().map(ResolvedThread::counts).collect();
    let row = |(id, (found, possible)): (&str, &(f64, [u32; 4]))| {
        format!("    (\"{id}\", {found:.1}, {possible:?}),\n")
    };
    let known = FOUND.iter().map(|(id, found, possible)| row((id, &(*found, *possible))));
    let counted: String = sum(each.iter()).iter().map(|(id, it)| row((id, it))).collect();
    assert_eq!(known.collect::<String>(), counted, "{counted}");
    for (at, rate) in STEPS.iter().enumerate() {
        let of_step = || each.iter().flat_map(BTreeMap::values).filter(|(_, of)| of[at] == 1);
        let found: f64 = of_step().map(|(found, _)| found).sum();
        let counted = found / of_step().count() as f64;
        assert!((counted / rate - 1.0).abs() < 0.1, "{rate}: {counted}");
    }
}

/// Each thread is explained by the counts of the others, and by those of other kinds of storage alone: what new
/// ones of the same and of another kind may expect, apart from the causes and bands, which were made with some of
/// them in view.
#[test]
fn threads_that_were_left_out_get_the_cause_that_was_found() {
    let all = ResolvedThread::all();
    let counts: Vec<CauseCounts> = all.iter().map(ResolvedThread::counts).collect();
    let families: Vec<&str> = all.iter().map(ResolvedThread::family).collect();
    let (mut of_one, mut of_family, mut once_blind) =
        (Tally::default(), Tally::default(), Tally::default());
    for (at, thread) in all.iter().enumerate() {
        let by = |is_in: &dyn Fn(usize) -> bool| {
            let rest = (0..all.len()).filter(|other| is_in(*other));
            let counts = sum(rest.map(|other| &counts[other]));
            CauseFrequencies::of(counts.into_iter().map(|(id, (found, of))| (id, found, of)))
        };
        let without_it = by(&|other| other != at);
        of_one.count(thread, &without_it);
        if ["blind", "sealed"].contains(&thread.kind.as_str()) {
            once_blind.count(thread, &without_it);
        }
        of_family.count(thread, &by(&|other| families[other] != families[at]));
    }
    for tally in [&mut of_one, &mut of_family, &mut once_blind] {
        tally.text.clear();
        let (first, among_three, threads) = tally.counts();
        assert!(first * 100 >= threads * 55 && among_three * 100 >= threads * 75);
    }
}
