//! How programs, processors and RAID engines may differ from the assumptions: waiting, copies,
//! locks, encryption, virtual disks.

use narrows_array::RaidLevel;
use narrows_messages::Message;
use narrows_model::{ApplicationWork, ArrayPlan, HostClass, RaidEngine, WorkloadOnTarget};
use narrows_topology::Id;
use narrows_topology::cable::StorageProtocol;
use narrows_topology::evidence::DriveTransport;
use narrows_topology::graph::{Drive, NodeKind};
use narrows_units::{Bytes, BytesPerSec, Gigahertz, Nanos};
use narrows_workload::IoInterface;

use super::change;
use super::frequency::prior;
use super::hypothesis::{Apply, Hypothesis, HypothesisMachine};
use super::subject::ShortfallSubject;

/// A processor that saves power: parts of its possible clock.
const LOW_CLOCK: [f64; 2] = [0.25, 0.45];
/// Requests per second through one lock that every request to an array takes: a third of a million
/// where many cores contend for it, over a million where few do. A judgement: one array is
/// published at 337,000 (md RAID 1), others are reported to stay at one to two million whatever the
/// members do.
const BY_LOCK: [f64; 3] = [0.35e6, 0.7e6, 1.4e6];
/// The rate of one thread that handles stripes page by page, bytes per second.
const BY_PAGES: [f64; 3] = [0.8e9, 1.3e9, 2.0e9];
/// The rate of one thread of a file server, bytes per second.
const BY_SERVER: [f64; 3] = [0.25e9, 0.4e9, 0.7e9];
/// The same where it or the client signs or encrypts every packet (140 MB/s over 10 Gbit/s), or is
/// a small appliance.
const BY_SIGNING: [f64; 3] = [0.08e9, 0.14e9, 0.25e9];
/// The same where the appliance is old or the client slow: a Time Capsule gave 6 MB/s plain and less
/// than one signed (TimeCapsuleSMB, issues 233 and 259).
const BY_APPLIANCE: [f64; 3] = [1e6, 6e6, 30e6];
/// The rate of encryption, bytes per second, with the processor's instructions for it: 350 MB/s
/// (`cryptsetup benchmark` of a laptop of 2018) to 4 GB/s (LUKS on a server's twelve drives).
const BY_CIPHER: [f64; 3] = [0.35e9, 1.2e9, 4e9];
/// The same without: 9 MB/s on a MIPS router, over 100 on older personal computers.
const BY_SLOW_CIPHER: [f64; 3] = [8e6, 30e6, 120e6];
/// The rate of one stream through a file system that encrypts, or a driver that does so request by
/// request: 115 to 220 MB/s with native encryption of ZFS, 400 with BitLocker.
const BY_ONE_CIPHER: [f64; 3] = [0.1e9, 0.2e9, 0.45e9];
/// How much later an encrypted request ends: 11 us with BitLocker (990 PRO, reads and writes), more
/// where threads of the kernel take it over.
const CIPHER_WAITS: [Nanos; 2] = [Nanos::micros(8), Nanos::micros(40)];
/// Requests per second of a virtual disk with one queue and one thread: published guests have
/// 20,000 to 150,000.
const BY_GUEST: [f64; 3] = [20e3, 60e3, 150e3];
/// The rate of large requests through a virtual disk that cuts them: 440 of 2,150 MB/s with
/// virtio-scsi, 2,160 of 2,690 with virtio-blk.
const BY_GUEST_BYTES: [f64; 3] = [0.3e9, 0.8e9, 2e9];
/// The rates that providers allow a volume, bytes per second: 100, 150, 200, 250 and 500 MB/s of Azure's P10, P20, P30,
/// P50 and P60, 125 and 250 MiB/s of AWS's gp3 without more being bought and of gp2.
const QUOTAS: [f64; 7] = [1e8, 1.31e8, 1.5e8, 2e8, 2.5e8, 2.62e8, 5e8];
/// The same in requests per second: P10, P15, P20, gp3, P30, P50, gp2.
const QUOTAS_OF_REQUESTS: [f64; 7] = [500.0, 1100.0, 2300.0, 3000.0, 5000.0, 7500.0, 16_000.0];
/// How much later a request of a guest ends: 49 us by QEMU's block layer and Linux' asynchronous
/// I/O, against its own NVMe driver (QEMU bdd6a90a9e5f).
const GUEST_WAITS: [Nanos; 2] = [Nanos::micros(15), Nanos::micros(60)];
/// How long each operation on a folder takes that a host shares with its guest, one after the other:
/// 74 us by virtiofs (13,500 a second, cloud-hypervisor issue 4387), 140 by Docker's osxfs (for-mac
/// issue 2395); half and three times as much is a judgement.
const SHARED_WAITS: [Nanos; 2] = [Nanos::micros(40), Nanos::micros(400)];
/// The rate of a program between file system and reader, such as NTFS-3G, a desktop's network
/// folders or a virus scanner: 5 to 34 MB/s through EncFS or gocryptfs on network folders, 60 of 110
/// through a desktop's, 320 through gocryptfs on a fast drive.
const BY_PROGRAM: [f64; 3] = [8e6, 40e6, 300e6];
/// Requests per second that one to four IOMMUs pass where each buffer is unmapped at once: an
/// invalidation takes one to three microseconds, one after the other (a judgement).
const BY_IOMMU: [f64; 3] = [0.3e6, 1.2e6, 4e6];
/// Fewer requests than these, per second, an IOMMU does not delay.
const FEW_FOR_IOMMU: f64 = 1e6;
/// Larger requests fill a virtual disk otherwise.
const SMALL: Bytes = Bytes::kib(16);
/// The read-ahead of a client or the kernel, or its request size.
const AHEAD: [Bytes; 2] = [Bytes::kib(128), Bytes::kib(512)];
/// The same of a mount whose read-ahead is nearly off.
const NO_AHEAD: [Bytes; 2] = [Bytes::kib(4), Bytes::kib(16)];
/// The parts of a write where a server grants small ones: 1 KiB is the least (nfs(5), wsize), 4 KiB
/// the default of a root file system over NFS, 32 KiB that of older versions.
const GRANTED: [Bytes; 2] = [Bytes::kib(1), Bytes::kib(32)];
/// Longest wait of a part on a file server and its disks, beside the network.
const ANSWERS: Nanos = Nanos::micros(1500);
/// Requests in flight of a program that keeps fewer than requested.
const FEW: [u32; 2] = [1, 4];
/// A host layer's rate as a fraction of the modelled one: its cost is known to a factor of two, and kernels differ.
const BY_LAYER: [f64; 3] = [0.35, 0.6, 0.85];
/// The same of a kernel whose layer costs less.
const BY_NEWER: [f64; 3] = [1.3, 2.0, 3.5];

pub(super) fn all<'a>(subject: &'a ShortfallSubject<'a>) -> Vec<Hypothesis<'a>> {
    let found = [
        waits(subject),
        one_thread(subject),
        page_cache(subject),
        low_clock(subject),
        lock(subject),
        by_pages(subject),
        layer(subject, "layer", &BY_LAYER),
        by_program(subject),
        iommu(subject),
    ];
    let degrees = [
        read_ahead(subject),
        encrypted(subject),
        file_server(subject),
        virtual_disk(subject),
        quota(subject),
    ];
    found.into_iter().flatten().chain(degrees.into_iter().flatten()).collect()
}

/// The program keeps fewer requests under way than stated, or makes its next one only when the last is complete.
fn waits<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let keeps_several = |asked: &WorkloadOnTarget| {
        asked.workload.interface != IoInterface::Sync && asked.workload.depth > 1
    };
    let is_open = subject.complaint.asked.iter().any(keeps_several);
    let texts = (Message::new("shortfall-waits"), Message::new("shortfall-look-waits"));
    let apply = |asked: &[WorkloadOnTarget]| {
        let with = |depth: u32| {
            let few = change::requests(asked, |workload| {
                (workload.depth, workload.jobs) = (depth.min(workload.depth), 1);
            });
            HypothesisMachine::new(subject.machine().clone(), &few)
        };
        FEW.map(with).into()
    };
    is_open.then(|| Hypothesis::new("waits", texts, prior::USUAL, Vec::new(), apply))
}

/// One thread instead of several.
fn one_thread<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let is_open = subject.complaint.asked.iter().any(|asked| asked.workload.jobs > 1);
    let texts = (Message::new("shortfall-thread"), Message::new("shortfall-look-thread"));
    let apply = |asked: &[WorkloadOnTarget]| {
        let one = change::requests(asked, |workload| workload.jobs = 1);
        vec![HypothesisMachine::new(subject.machine().clone(), &one)]
    };
    is_open.then(|| Hypothesis::new("thread", texts, prior::FREQUENT, Vec::new(), apply))
}

/// Through the page cache, with a copy of every byte.
fn page_cache<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let is_direct = |asked: &WorkloadOnTarget| asked.workload.interface != IoInterface::Buffered;
    let is_open = subject.complaint.asked.iter().any(is_direct);
    let texts = (Message::new("shortfall-copy"), Message::new("shortfall-look-copy"));
    let apply = |asked: &[WorkloadOnTarget]| {
        let copied = change::requests(asked, |workload| workload.interface = IoInterface::Buffered);
        vec![HypothesisMachine::new(subject.machine().clone(), &copied)]
    };
    is_open.then(|| Hypothesis::new("copy", texts, prior::FREQUENT, Vec::new(), apply))
}

fn low_clock<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let texts = (Message::new("shortfall-clock"), Message::new("shortfall-look-clock"));
    let apply = |asked: &[WorkloadOnTarget]| {
        let with = |part: f64| {
            let mut machine = subject.machine().clone();
            let clock = machine.busy_clock().get() * part;
            machine.host.clock = Some(Gigahertz::new(clock));
            HypothesisMachine::new(machine, asked)
        };
        LOW_CLOCK.map(with).into()
    };
    Some(Hypothesis::new("clock", texts, prior::OCCASIONAL, Vec::new(), apply))
}

/// All requests pass something with a fixed rate, whatever the queue depth.
fn through(
    subject: &ShortfallSubject<'_>,
    asked: &[WorkloadOnTarget],
    rates: &[f64],
) -> Vec<HypothesisMachine> {
    let with = |rate: &f64| {
        let mut asked = asked.to_vec();
        for asked in &mut asked {
            let rate = BytesPerSec::new(*rate);
            // Work that overlaps the next request is a rate of its own, whatever the depth.
            asked.application = Some(ApplicationWork { rate, overlaps: true });
        }
        HypothesisMachine::new(subject.machine().clone(), &asked)
    };
    rates.iter().map(with).collect()
}

/// The first array with redundancy made by Linux' md, and whether it has parity.
fn by_md(subject: &ShortfallSubject<'_>) -> Option<(Id, bool)> {
    let is_md = |engine| matches!(engine, RaidEngine::Md | RaidEngine::Vroc);
    let locks = |level| !matches!(level, RaidLevel::Stripe | RaidLevel::Jbod);
    let is_it = |plan: &ArrayPlan| is_md(plan.engine) && locks(plan.level);
    let (id, plan) = subject.arrays().find(|(_, plan)| is_it(plan))?;
    Some((id.clone(), matches!(plan.level, RaidLevel::Parity(_))))
}

/// Each request, even a read, is counted in and out of an array under locks.
fn lock<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let (array, is_parity) = by_md(subject).filter(|_| subject.is_read())?;
    let what = Message::new("shortfall-lock").with("array", &array);
    let look = Message::new("shortfall-look-lock").with("array", &array);
    let prior = if is_parity { prior::USUAL } else { prior::OCCASIONAL };
    Some(Hypothesis::new("lock", (what, look), prior, vec![array], |asked| {
        let block = asked.first().map_or(1.0, |asked| asked.workload.block.as_f64());
        through(subject, asked, &BY_LOCK.map(|operations| operations * block))
    }))
}

/// Reads that are not aligned to a chunk's pages, or of a degraded array, pass stripes page by
/// page, on one thread.
fn by_pages<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let (array, is_parity) = by_md(subject).filter(|_| subject.is_read())?;
    let what = Message::new("shortfall-pages").with("array", &array);
    let look = Message::new("shortfall-look-pages").with("array", &array);
    let apply = |asked: &[WorkloadOnTarget]| through(subject, asked, &BY_PAGES);
    is_parity.then(|| Hypothesis::new("pages", (what, look), prior::OCCASIONAL, vec![array], apply))
}

/// The layer that makes an array takes more or less processor time than in the model: another kernel, locks, a
/// bitmap, one thread. The result is a fraction of the array's rate.
pub(super) fn layer<'a>(
    subject: &'a ShortfallSubject<'a>,
    id: &'static str,
    parts: &'static [f64],
) -> Option<Hypothesis<'a>> {
    let (array, _) = subject.arrays().find(|(_, plan)| plan.engine != RaidEngine::Hardware)?;
    let (what, look) = match id {
        "layer" => ("shortfall-layer", "shortfall-look-layer"),
        _ => ("shortfall-kernel", "shortfall-look-kernel"),
    };
    let texts = (Message::new(what).with("array", array), Message::new(look).with("array", array));
    Some(Hypothesis::new(id, texts, prior::FREQUENT, vec![array.clone()], move |asked| {
        let with = |share: &f64| HypothesisMachine {
            share: *share,
            ..HypothesisMachine::new(subject.machine().clone(), asked)
        };
        parts.iter().map(with).collect()
    }))
}

/// A kernel whose RAID layer costs less than the one that the model knows.
pub(super) fn newer<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    layer(subject, "kernel", &BY_NEWER)
}

/// The network links on the path, and whether they carry files.
fn networks(subject: &ShortfallSubject<'_>) -> Option<(Vec<Id>, bool)> {
    let links = subject.on_the_way(|kind| kind == NodeKind::NetworkLink);
    let ceilings = links.iter().filter_map(|id| subject.machine().ceilings.get(id)).flatten();
    let mut protocols = ceilings.filter_map(|ceiling| ceiling.protocol);
    let of_files = protocols.any(StorageProtocol::serves_files);
    (!links.is_empty()).then_some((links, of_files))
}

/// One stream only has its read-ahead under way, and over a network each part waits for every hop and for the server.
fn read_ahead<'a>(subject: &'a ShortfallSubject<'a>) -> Vec<Hypothesis<'a>> {
    // Several jobs are several streams.
    let is_one = subject.complaint.asked.iter().all(|asked| asked.workload.jobs == 1);
    let is_stream = subject.is_sequential() && is_one;
    let links = networks(subject).map(|(links, _)| links).unwrap_or_default();
    let is_remote = !links.is_empty();
    let (prior, waits) = match is_remote {
        true => (prior::USUAL, vec![Nanos::micros(0), ANSWERS]),
        false => (prior::OCCASIONAL, vec![Nanos::micros(0)]),
    };
    let of = move |(parts, prior): ([Bytes; 2], f64)| {
        let texts = (Message::new("shortfall-ahead"), Message::new("shortfall-look-ahead"));
        let waits = waits.clone();
        let apply = move |asked: &[WorkloadOnTarget]| {
            let with = |most: Bytes, wait: Nanos| {
                let mut cut = change::requests(asked, |workload| {
                    (workload.depth, workload.jobs) = (1, 1);
                    workload.block = workload.block.min(most);
                    // What a client of a file server has of its own is what is left out.
                    if is_remote {
                        workload.interface = IoInterface::Sync;
                    }
                });
                for asked in cut.iter_mut().filter(|_| wait.as_secs() > 0.0) {
                    // A wait for each request, as work on its bytes.
                    let rate = BytesPerSec::new(asked.workload.block.as_f64() / wait.as_secs());
                    asked.application = Some(ApplicationWork { rate, overlaps: false });
                }
                HypothesisMachine::new(subject.machine().clone(), &cut)
            };
            waits.iter().flat_map(|wait| parts.map(|most| with(most, *wait))).collect()
        };
        Hypothesis::new("ahead", texts, prior, links.clone(), apply)
    };
    let degrees = match (subject.is_read(), is_remote) {
        (true, true) => vec![(AHEAD, prior), (NO_AHEAD, prior::OCCASIONAL)],
        (true, false) => vec![(AHEAD, prior)],
        (false, true) => vec![(GRANTED, prior::OCCASIONAL)],
        // Writes wait for no drive here.
        (false, false) => Vec::new(),
    };
    degrees.into_iter().filter(|_| is_stream).map(of).collect()
}

fn file_server<'a>(subject: &'a ShortfallSubject<'a>) -> Vec<Hypothesis<'a>> {
    let Some((links, true)) = networks(subject) else { return Vec::new() };
    let of = |(rates, prior): (&'static [f64; 3], f64)| {
        let texts = (Message::new("shortfall-server"), Message::new("shortfall-look-server"));
        let apply = move |asked: &[WorkloadOnTarget]| through(subject, asked, rates);
        Hypothesis::new("server", texts, prior, links.clone(), apply)
    };
    let degrees = [
        (&BY_SERVER, prior::FREQUENT),
        (&BY_SIGNING, prior::OCCASIONAL),
        (&BY_APPLIANCE, prior::OCCASIONAL),
    ];
    degrees.map(of).into()
}

/// LUKS, BitLocker or another layer that encrypts each byte.
fn encrypted<'a>(subject: &'a ShortfallSubject<'a>) -> Vec<Hypothesis<'a>> {
    let is_known = subject.known_drives().any(|(_, drive)| drive.encrypted);
    let is_small = subject.machine().host.class == HostClass::Embedded;
    // Only drives that are faster than any processor encrypts always show it.
    let is_faster = subject.predicted.point > BY_CIPHER[2];
    let or_known = |known: f64, unknown: f64| if is_known { known } else { unknown };
    let (with, one) = (if is_faster { prior::OCCASIONAL } else { prior::RARE }, prior::RARE);
    let without = if is_small { prior::OCCASIONAL } else { prior::RARE };
    let without = or_known(if is_small { prior::USUAL } else { prior::OCCASIONAL }, without);
    let rates = [
        (&BY_CIPHER, or_known(prior::USUAL, with)),
        (&BY_ONE_CIPHER, or_known(prior::USUAL, one)),
        (&BY_SLOW_CIPHER, without),
    ];
    let texts = || (Message::new("shortfall-crypt"), Message::new("shortfall-look-crypt"));
    let of = |(rates, prior): (&'static [f64; 3], f64)| {
        let apply = move |asked: &[WorkloadOnTarget]| through(subject, asked, rates);
        Hypothesis::new("crypt", texts(), prior, Vec::new(), apply)
    };
    let by_rate = rates.into_iter().filter(|_| is_known || subject.is_sequential()).map(of);
    let by_time = is_known.then(|| {
        let apply = |asked: &[WorkloadOnTarget]| later(subject, asked, CIPHER_WAITS);
        Hypothesis::new("crypt", texts(), prior::USUAL, Vec::new(), apply)
    });
    by_rate.chain(by_time).collect()
}

/// Every request ends later by one of these times.
fn later(
    subject: &ShortfallSubject<'_>,
    asked: &[WorkloadOnTarget],
    waits: [Nanos; 2],
) -> Vec<HypothesisMachine> {
    let places = subject.on_the_way(|kind| matches!(kind, NodeKind::Storage(_)));
    let with = |wait: Nanos| {
        let mut machine = subject.machine().clone();
        places.iter().for_each(|id| change::wait(&mut machine, id, wait));
        HypothesisMachine::new(machine, asked)
    };
    waits.map(with).into()
}

/// A disk of a virtual machine: a queue, a thread of the host and the exits to it.
fn virtual_disk<'a>(subject: &'a ShortfallSubject<'a>) -> Vec<Hypothesis<'a>> {
    let workload = subject.workload();
    let is_many = workload.depth.saturating_mul(workload.jobs) > 1;
    let is_small = workload.block <= SMALL && !subject.is_sequential();
    let is_guest = |drive: &Drive| drive.transport == Some(DriveTransport::Virtio);
    let is_known = subject.machine().topology.host.hypervisor.is_some()
        || subject.known_drives().any(|(_, drive)| is_guest(drive));
    let is_open = (is_known || !subject.complaint.is_seen) && networks(subject).is_none();
    let prior = if is_known { prior::USUAL } else { prior::OCCASIONAL };
    let is_file = workload.interface == IoInterface::Buffered;
    let by_queue: Apply<'a> = Box::new(|asked: &[WorkloadOnTarget]| {
        let block = asked.first().map_or(0.0, |asked| asked.workload.block.as_f64());
        through(subject, asked, &BY_GUEST.map(|operations| operations * block))
    });
    // Elsewhere an unknown guest would explain too much.
    let by_bytes: Apply<'a> = Box::new(|asked| through(subject, asked, &BY_GUEST_BYTES));
    let by_time: Apply<'a> = Box::new(|asked| later(subject, asked, GUEST_WAITS));
    let by_folder: Apply<'a> = Box::new(|asked| in_a_shared_folder(subject, asked));
    let degrees = [
        (by_queue, is_many && is_small),
        (by_bytes, is_known && !is_small),
        (by_time, is_known && !is_many),
        (by_folder, is_known && is_file),
    ];
    let of = |(apply, _): (Apply<'a>, bool)| {
        let texts = (Message::new("shortfall-virtual"), Message::new("shortfall-look-virtual"));
        Hypothesis::new("virtual", texts, prior, Vec::new(), apply)
    };
    degrees.into_iter().filter(|(_, applies)| is_open && *applies).map(of).collect()
}

/// A provider limits both the requests and the bytes of a volume, each to a round figure that is kept exactly.
fn quota<'a>(subject: &'a ShortfallSubject<'a>) -> Vec<Hypothesis<'a>> {
    let is_guest = subject.machine().topology.host.hypervisor.is_some();
    if !is_guest || networks(subject).is_some() {
        return Vec::new();
    }
    let of_requests = QUOTAS_OF_REQUESTS.map(|requests| requests * subject.block());
    let rates: Vec<f64> = QUOTAS.into_iter().chain(of_requests).collect();
    let each = prior::OCCASIONAL / rates.len() as f64;
    let of = |rate: f64| {
        let texts = (Message::new("shortfall-quota"), Message::new("shortfall-look-quota"));
        let apply = move |asked: &[WorkloadOnTarget]| through(subject, asked, &[rate]);
        Hypothesis::new("quota", texts, each, Vec::new(), apply)
    };
    rates.into_iter().map(of).collect()
}

/// Each operation of a guest on a file is sent to the host, which has no memory of its own for it.
fn in_a_shared_folder(
    subject: &ShortfallSubject<'_>,
    asked: &[WorkloadOnTarget],
) -> Vec<HypothesisMachine> {
    let with = |wait: Nanos| {
        let mut one = change::requests(asked, |workload| {
            (workload.depth, workload.jobs) = (1, 1);
            workload.interface = IoInterface::Sync;
        });
        for asked in &mut one {
            let rate = BytesPerSec::new(asked.workload.block.as_f64() / wait.as_secs());
            asked.application = Some(ApplicationWork { rate, overlaps: true });
        }
        HypothesisMachine::new(subject.machine().clone(), &one)
    };
    SHARED_WAITS.map(with).into()
}

/// Every byte passes a program on its way to the file.
fn by_program<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    use IoInterface::{Buffered, Sync, Windows};
    // Tools with other interfaces mostly read devices or the kernel's own file systems.
    let passes =
        |asked: &WorkloadOnTarget| matches!(asked.workload.interface, Buffered | Sync | Windows);
    let is_open = subject.complaint.asked.iter().any(passes);
    let texts = (Message::new("shortfall-filter"), Message::new("shortfall-look-filter"));
    let apply = |asked: &[WorkloadOnTarget]| through(subject, asked, &BY_PROGRAM);
    // They stand before network folders, and before other systems' file systems on external disks.
    let is_usb = |drive: &Drive| matches!(drive.transport, Some(DriveTransport::Usb { .. }));
    let is_usual = networks(subject).is_some() || subject.known_drives().any(|(_, it)| is_usb(it));
    let prior = if is_usual { prior::OCCASIONAL } else { prior::RARE };
    is_open.then(|| Hypothesis::new("filter", texts, prior, Vec::new(), apply))
}

/// Buffers are mapped and unmapped for each request, and strictly so waits for the IOMMU.
fn iommu<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let block = subject.block();
    let is_open = subject.predicted.point / block > FEW_FOR_IOMMU && networks(subject).is_none();
    let texts = (Message::new("shortfall-iommu"), Message::new("shortfall-look-iommu"));
    let apply = move |asked: &[WorkloadOnTarget]| {
        through(subject, asked, &BY_IOMMU.map(|operations| operations * block))
    };
    is_open.then(|| Hypothesis::new("iommu", texts, prior::OCCASIONAL, Vec::new(), apply))
}
