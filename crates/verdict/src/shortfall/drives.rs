//! Possible problems of drives and their arrays: a full cache, heat, a datasheet that overstates,
//! one slow member, flushes, reads before writes.

use narrows_array::RaidLevel;
use narrows_messages::Message;
use narrows_model::{
    ApplicationWork, ArrayCacheMode, ArrayPlan, BandedFigure, DriveFigures, RaidEngine,
    WorkloadOnTarget,
};
use narrows_topology::cable::StorageProtocol;
use narrows_topology::evidence::DriveTransport;
use narrows_topology::graph::{Drive, NodeKind};
use narrows_topology::{FactBasis, Id};
use narrows_units::{Bytes, BytesPerSec, Iops, Nanos};
use narrows_workload::{IoInterface, Pattern, Workload};

use super::change::{self, FactorBand};
use super::frequency::prior;
use super::hypothesis::{Hypothesis, HypothesisMachine};
use super::links::named;
use super::subject::ShortfallSubject;
use crate::thresholds::shortfall::{COOL, WARMS};

/// The write rate of flash with three bits per cell when its fast part is full, as a part of the
/// former rate.
const AFTER_CACHE: FactorBand = FactorBand::new(0.1, 0.25, 0.6);
/// The same with four bits (Intel 660p: some 100 of 1,800 MB/s), or where no block is erased in
/// advance (no TRIM).
const AFTER_CACHE_OF_FOUR: FactorBand = FactorBand::new(0.03, 0.07, 0.15);
/// How much less common that is.
const OF_FOUR: f64 = 0.3;
/// The rate of an overheated drive, as a part of the full rate: drives have a light state and a
/// heavy one (NVM Express Base Specification 2.0, host controlled thermal management). One goes
/// from 2.4 GB/s to 1.4 at 80 degrees.
const HOT: FactorBand = FactorBand::new(0.25, 0.45, 0.75);
/// Used or cheaper drives, as a part of their datasheet.
const OF_SHEET: FactorBand = FactorBand::new(0.55, 0.75, 0.95);
/// One member with read retries, remapped sectors or wear, as a part of its proper rate.
const SLOW_MEMBER: FactorBand = FactorBand::new(0.2, 0.4, 0.7);
/// The part that a rebuild, check or scrub leaves.
const WHILE_REBUILDING: FactorBand = FactorBand::new(0.3, 0.5, 0.75);
/// A disk's inner tracks relative to its outer ones: their length is proportional to the radius.
const INNER: FactorBand = FactorBand::new(0.45, 0.65, 0.9);
/// Shingled disks with a full cache.
const SHINGLED: FactorBand = FactorBand::new(0.08, 0.2, 0.45);
/// A bridge in an enclosure, relative to its two sides' capacity.
const BRIDGE: FactorBand = FactorBand::new(0.3, 0.5, 0.8);
/// The part of its rate that an array keeps where many stripes, but not all, are written in parts:
/// 55 of 250 MB/s on three disks, 71 of 143 with the default stripe cache.
const OF_STRIPES: f64 = 0.4;
/// Writes that each need a read of the same block first.
const READ_FIRST: FactorBand = FactorBand::new(0.25, 0.5, 0.75);
/// The same on a disk, where the read cannot wait in its memory and takes a revolution: a third of
/// the aligned rate of synchronous writes, 43 a second, on WD's first disks with 4 KiB sectors.
const READ_FIRST_OF_DISK: FactorBand = FactorBand::new(0.08, 0.15, 0.5);
/// Cells that lost charge since they were written are read two to twelve times (a judgement).
const STALE: FactorBand = FactorBand::new(0.08, 0.2, 0.5);
/// Requests that fail and are sent again, or wait for a reset of the link: nearly nothing to half.
const WITH_ERRORS: FactorBand = FactorBand::new(5e-4, 0.03, 0.4);
/// No drive becomes hot in less time: published throttling begins after ten seconds to minutes.
const WARMING: Nanos = Nanos::micros(10_000_000);
/// So many drives may well be hot at once.
const FEW: usize = 4;
/// The time of a write that waits for the flash: `pg_test_fsync` of drives without capacitors gives
/// up to 18 ms.
const FLUSH: [Nanos; 2] = [Nanos::micros(300), Nanos::micros(20_000)];
/// The same of a disk: half a revolution to some, for the data and for what describes it.
const FLUSH_OF_DISK: [Nanos; 2] = [Nanos::micros(4000), Nanos::micros(40_000)];
/// The least part of a write that a client of a file server sends by itself (nfs(5), wsize; ZFS and
/// others cut, too).
const PART: Bytes = Bytes::kib(64);
/// The least piece of a file that is written here and there: programs that download requests 16 KiB
/// (BitTorrent's BEP 3) of many parts at once, of which a file system joins some.
const PIECE: Bytes = Bytes::kib(64);
/// External disks of these sizes are mostly shingled where nothing says otherwise; of internal ones
/// some are: Seagate's Barracuda of 2 to 8 TB, WD's Red of 2 to 6 TB (both makers' lists of 2020).
const SHINGLED_SIZES: std::ops::RangeInclusive<Bytes> =
    Bytes::new(1_000_000_000_000)..=Bytes::new(8_100_000_000_000);
/// How much faster or slower records are read before they are written than one by one: by
/// read-ahead, or seeks for what describes them.
const RECORDS: [f64; 3] = [0.35, 1.0, 3.0];

pub(super) fn all<'a>(subject: &'a ShortfallSubject<'a>) -> Vec<Hypothesis<'a>> {
    let found = [
        hot(subject),
        of_sheet(subject),
        slow_member(subject),
        rebuilding(subject),
        inner_tracks(subject),
        shingled(subject),
        scattered(subject),
        bridge(subject),
        record_first(subject),
        written_through(subject),
        misaligned(subject),
        stale(subject),
        with_errors(subject),
        one_command(subject),
    ];
    let degrees = [cache_full(subject), flushed(subject), parity_first(subject)];
    found.into_iter().flatten().chain(degrees.into_iter().flatten()).collect()
}

fn slower<'a>(
    subject: &'a ShortfallSubject<'a>,
    id: &'static str,
    (what, look): (Message, Message),
    prior: f64,
    (drives, part): (Vec<Id>, FactorBand),
) -> Hypothesis<'a> {
    let what = what.with("drive", named(&drives)).count("count", drives.len());
    let about = drives.clone();
    Hypothesis::new(id, (what, look), prior, about, move |asked| {
        let mut machine = subject.machine().clone();
        for drive in &drives {
            let link = change::at_its_link(&machine, drive);
            let figures = machine.figures.entry(drive.clone()).or_default();
            change::slower(figures, part, link);
        }
        vec![HypothesisMachine::new(machine, asked)]
    })
}

/// Drives with a property.
fn drives(subject: &ShortfallSubject<'_>, is_it: impl Fn(&Id, &Drive) -> bool) -> Vec<Id> {
    let known = subject.known_drives().filter(|(id, drive)| is_it(id, drive));
    known.map(|(id, _)| id.clone()).collect()
}

/// Drives behind SATA and SAS use too little power to overheat by themselves.
fn is_slow(_: &Id, drive: &Drive) -> bool {
    matches!(drive.transport, Some(DriveTransport::Sata { .. } | DriveTransport::Sas { .. }))
}

fn is_by_sas(_: &Id, drive: &Drive) -> bool {
    matches!(drive.transport, Some(DriveTransport::Sas { .. }))
}

/// Older than any disk that shingles: these were sold from 2013, with SATA at 6 Gbit/s and USB 3.0.
fn is_older(drive: &Drive) -> bool {
    match drive.transport {
        Some(DriveTransport::Sata { gbit_s }) => gbit_s < 6.0,
        Some(DriveTransport::Usb { mbit_s }) => mbit_s < 5000,
        _ => false,
    }
}

fn is_flash(drive: &Drive) -> bool {
    drive.rotational != Some(true)
}

/// A figure measured on the drive itself cannot be overstated.
fn is_measured(subject: &ShortfallSubject<'_>, drive: &Id) -> bool {
    let Some(figures) = subject.machine().figures.get(drive) else { return false };
    let (rate, latency) = match subject.is_read() {
        true => (figures.read, figures.read_latency),
        false => (figures.write, figures.write_latency),
    };
    let basis = rate.map(|rate| rate.basis).or(latency.map(|latency| latency.basis));
    basis == Some(FactBasis::Observed)
}

fn cache_full<'a>(subject: &'a ShortfallSubject<'a>) -> Vec<Hypothesis<'a>> {
    // Drives with capacitors (for data centres) write at one rate, unless a cache is known.
    let flash = drives(subject, |id, drive| {
        let figures = subject.machine().figures.get(id);
        let has_one = figures.is_none_or(|it| it.cache.is_some() || it.protected != Some(true));
        is_flash(drive) && has_one
    });
    let is_open = !flash.is_empty() && change::writes(subject.complaint.asked);
    // Figures measured on the drives themselves had the same cache.
    let is_known = flash.iter().all(|drive| is_measured(subject, drive));
    // A server's memory stands before its drives.
    let is_remote = !subject.on_the_way(|kind| kind == NodeKind::NetworkLink).is_empty();
    let prior = match (is_known, is_remote) {
        (true, _) => prior::RARE,
        (false, true) => prior::FREQUENT,
        (false, false) => prior::USUAL,
    };
    let degrees = [(AFTER_CACHE, prior), (AFTER_CACHE_OF_FOUR, prior * OF_FOUR)];
    let of = |(part, prior): (FactorBand, f64)| {
        let what = Message::new("shortfall-cache-full").with("drive", named(&flash));
        let look = Message::new("shortfall-look-cache-full").with("drive", named(&flash));
        let (drives, about) = (flash.clone(), flash.clone());
        let apply = move |asked: &[WorkloadOnTarget]| {
            let machine = subject.machine();
            let link = drives.first().and_then(|drive| change::at_its_link(machine, drive));
            let machine = change::figures(machine, &drives, |figures| filled(figures, part, link));
            vec![HypothesisMachine::new(machine, asked)]
        };
        Hypothesis::new("cache-full", (what, look), prior, about, apply)
    };
    degrees.into_iter().filter(|_| is_open).map(of).collect()
}

/// At its stated rate with a full cache, or at a usual one.
fn filled(figures: &mut DriveFigures, part: FactorBand, link: Option<f64>) {
    let (read, random_read) = (figures.read, figures.random_read);
    let (usual, usual_random) = (figures.write, figures.random_write);
    change::rates(figures, part, link);
    if let Some(cache) = figures.cache {
        let part = usual.map_or(1.0, |rate| cache.after.value.get() / rate.value.get());
        figures.write = Some(cache.after);
        if let Some(random) = usual_random {
            let after = Iops::new(random.value.get() * part);
            figures.random_write = Some(BandedFigure { value: after, ..random });
        }
    }
    // A full cache slows writes only.
    (figures.read, figures.random_read) = (read, random_read);
}

/// Drives that have worked for so long that they may be hot; those whose sensor shows that they are cool are not.
fn hot<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let warm = drives(subject, |_, drive| {
        is_flash(drive) && drive.temperature_c.is_none_or(|degrees| degrees >= COOL)
    });
    let first = warm.first()?;
    let look = Message::new("shortfall-look-hot").with("drive", first);
    let texts = (Message::new("shortfall-hot"), look);
    // Heat affects few fast drives in tight enclosures, not a rack of slow ones all at once.
    let works = subject.predicted.point / warm.len() as f64 >= WARMS;
    // Across a network, the network is too slow to warm a drive.
    let is_near = subject.on_the_way(|kind| kind == NodeKind::NetworkLink).is_empty();
    let is_likely = warm.len() <= FEW && drives(subject, is_slow).is_empty();
    let lasted = lasted(subject);
    let prior = match lasted {
        Some(lasted) if lasted >= WARMING && is_likely => prior::FREQUENT,
        _ => prior::RARE,
    };
    let is_open = works && is_near && lasted.is_none_or(|lasted| lasted >= WARMING);
    is_open.then(|| slower(subject, "hot", texts, prior, (warm, HOT)))
}

/// How long it ran, if the amount is known.
fn lasted(subject: &ShortfallSubject<'_>) -> Option<Nanos> {
    let amounts: Option<Vec<f64>> =
        subject.complaint.asked.iter().map(|asked| Some(asked.amount?.as_f64())).collect();
    let bytes: f64 = amounts?.iter().sum();
    Some(Nanos::secs(bytes / subject.complaint.measured.get()))
}

fn of_sheet<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let stated = drives(subject, |id, _| !is_measured(subject, id));
    let first = stated.first()?;
    let look = Message::new("shortfall-look-sheet").with("drive", first);
    let texts = (Message::new("shortfall-sheet"), look);
    Some(slower(subject, "sheet", texts, prior::OCCASIONAL, (stated, OF_SHEET)))
}

fn slow_member<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let (array, plan) = subject.arrays().next()?;
    // One stands for any of them: equal members give the same prediction.
    let first = plan.members.first().filter(|_| plan.members.len() > 1)?.clone();
    let look = Message::new("shortfall-look-member");
    let texts = (Message::new("shortfall-member").with("array", array), look);
    Some(slower(subject, "member", texts, prior::OCCASIONAL, (vec![first], SLOW_MEMBER)))
}

fn rebuilding<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let is_redundant = |level| !matches!(level, RaidLevel::Stripe | RaidLevel::Jbod);
    let (array, plan) = subject.arrays().find(|(_, plan)| is_redundant(plan.level))?;
    let look = Message::new("shortfall-look-rebuild").with("array", array);
    let texts = (Message::new("shortfall-rebuild").with("array", array), look);
    let members = plan.members.clone();
    Some(slower(subject, "rebuild", texts, prior::OCCASIONAL, (members, WHILE_REBUILDING)))
}

fn inner_tracks<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let first = subject.drives.first().filter(|_| subject.spins())?;
    let look = Message::new("shortfall-look-inner").with("drive", first);
    let texts = (Message::new("shortfall-inner"), look);
    let disks = subject.drives.clone();
    // What is written is new, and lies where the disk was still empty.
    let prior = if subject.is_read() { prior::FREQUENT } else { prior::OCCASIONAL };
    Some(slower(subject, "inner", texts, prior, (disks, INNER)))
}

fn shingled<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    // Disks that shingle by themselves are sold with SATA and USB.
    let is_sold = drives(subject, is_by_sas).is_empty();
    let is_open = is_sold && subject.spins() && change::writes(subject.complaint.asked);
    let first = subject.drives.first().filter(|_| is_open)?;
    let look = Message::new("shortfall-look-shingled").with("drive", first);
    let texts = (Message::new("shortfall-shingled"), look);
    let disks = subject.drives.clone();
    let is_likely = |drive: &Drive| {
        matches!(drive.transport, Some(DriveTransport::Usb { .. }))
            && drive.size.is_some_and(|size| SHINGLED_SIZES.contains(&size))
    };
    let are_likely = subject.known_drives().all(|(_, drive)| is_likely(drive));
    let is_older = subject.known_drives().any(|(_, drive)| is_older(drive));
    // A figure measured on a disk itself had the same tracks.
    let prior = if is_older || disks.iter().all(|disk| is_measured(subject, disk)) {
        prior::RARE
    } else if are_likely {
        prior::FREQUENT
    } else {
        prior::OCCASIONAL
    };
    Some(slower(subject, "shingled", texts, prior, (disks, SHINGLED)))
}

/// Data to be read sequentially is fragmented.
fn scattered<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let is_open = subject.spins() && subject.is_sequential() && subject.is_read();
    let texts = (Message::new("shortfall-scattered"), Message::new("shortfall-look-scattered"));
    let apply = |asked: &[WorkloadOnTarget]| {
        let pieces = [PIECE, Bytes::mib(1)];
        let of = |block: Bytes| {
            let asked = change::requests(asked, |workload| {
                (workload.pattern, workload.block) = (Pattern::Random, block);
            });
            HypothesisMachine::new(subject.machine().clone(), &asked)
        };
        pieces.map(of).into()
    };
    is_open.then(|| {
        let about = subject.drives.clone();
        Hypothesis::new("scattered", texts, prior::OCCASIONAL, about, apply)
    })
}

/// Bridges write more slowly than they read.
fn bridge<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let tunnels = subject.on_the_way(|kind| kind == NodeKind::Tunnel);
    let by_usb =
        drives(subject, |_, drive| matches!(drive.transport, Some(DriveTransport::Usb { .. })));
    let about = if tunnels.is_empty() { by_usb } else { tunnels.clone() };
    let first = about.first()?.clone();
    let texts = (
        Message::new("shortfall-bridge").with("node", &first),
        Message::new("shortfall-look-bridge").with("node", &first),
    );
    let prior = if subject.is_read() { prior::OCCASIONAL } else { prior::USUAL };
    let carries = change::at_its_link(subject.machine(), subject.drives.first()?)?;
    Some(Hypothesis::new("bridge", texts, prior, about, move |asked| {
        let mut machine = subject.machine().clone();
        change::lower_ceilings(&mut machine, &tunnels, BRIDGE);
        if tunnels.is_empty() {
            machine = change::figures(&machine, &subject.drives, |figures| {
                change::rates(figures, BRIDGE, Some(carries));
            });
        }
        vec![HypothesisMachine::new(machine, asked)]
    }))
}

/// A program that flushes each write before it continues, or an NFS server that does so for each
/// part of one: exports are `sync` by default (exports(5)). SMB servers do so only where a file is
/// opened for it (smb.conf(5), `sync always`).
fn flushed<'a>(subject: &'a ShortfallSubject<'a>) -> Vec<Hypothesis<'a>> {
    let is_open = change::writes(subject.complaint.asked);
    let open = drives(subject, |id, _| {
        let figures = subject.machine().figures.get(id);
        is_open && figures.and_then(|it| it.protected) != Some(true)
    });
    let Some(first) = open.first() else { return Vec::new() };
    let is_remote = subject.is_served_by(StorageProtocol::Nfs);
    let waits = |asked: &WorkloadOnTarget| asked.workload.interface == IoInterface::Sync;
    let is_usual = is_remote || subject.complaint.asked.iter().any(waits);
    let prior = if is_usual { prior::FREQUENT } else { prior::OCCASIONAL };
    let times = if subject.spins() { FLUSH_OF_DISK } else { FLUSH };
    let is_array = subject.arrays().next().is_some();
    let of = |part: Option<Bytes>| {
        let look = Message::new("shortfall-look-flush").with("drive", first);
        let texts = (Message::new("shortfall-flush"), look);
        let (open, about) = (open.clone(), subject.drives.clone());
        Hypothesis::new("flush", texts, prior, about, move |asked| {
            let with = |time: Nanos| {
                let machine = change::figures(subject.machine(), &open, |figures| {
                    figures.write_latency = Some(BandedFigure::of_class(time));
                    // A flush takes its time whatever the pattern.
                    figures.sequential_latency = figures.write_latency;
                });
                // A program that waits for each write has one in flight.
                let mut one = change::requests(asked, |workload| {
                    (workload.depth, workload.jobs) = (1, 1);
                    workload.interface = IoInterface::Sync;
                    workload.block = part.unwrap_or(workload.block).min(workload.block);
                });
                // An array's own cache hides its drives' times, but not from a flush.
                for asked in one.iter_mut().filter(|_| is_array) {
                    let rate = BytesPerSec::new(asked.workload.block.as_f64() / time.as_secs());
                    asked.application = Some(ApplicationWork { rate, overlaps: false });
                }
                HypothesisMachine::new(machine, &one)
            };
            // Reads alone are never flushed.
            if !change::writes(asked) {
                return vec![HypothesisMachine::new(subject.machine().clone(), asked)];
            }
            times.map(with).into()
        })
    };
    let parts = [None].into_iter().chain(is_remote.then_some(Some(PART)));
    parts.map(of).collect()
}

/// Writes that are not whole stripes: smaller than one, or with another alignment.
fn parity_first<'a>(subject: &'a ShortfallSubject<'a>) -> Vec<Hypothesis<'a>> {
    let is_open = change::writes(subject.complaint.asked) && subject.is_sequential();
    let mut parities =
        subject.arrays().filter(|(_, plan)| matches!(plan.level, RaidLevel::Parity(_)));
    let Some((array, plan)) = parities.next().filter(|_| is_open) else { return Vec::new() };
    // A card's memory gathers whole stripes as long as it works.
    let gathers = plan.cache == ArrayCacheMode::WriteBack;
    let prior = if gathers { prior::RARE } else { prior::USUAL };
    let of = |share: Option<f64>| {
        let look = Message::new("shortfall-look-parity").with("array", array);
        let texts = (Message::new("shortfall-parity").with("array", array), look);
        Hypothesis::new("parity", texts, prior, vec![array.clone()], move |asked| {
            // To the model a random write covers no whole stripe, so that parity is read first.
            let random = change::requests(asked, |workload| workload.pattern = Pattern::Random);
            let with = |asked: &[WorkloadOnTarget], share| HypothesisMachine {
                share,
                ..HypothesisMachine::new(subject.machine().clone(), asked)
            };
            match share {
                None => vec![with(&random, 1.0)],
                Some(share) => vec![with(asked, share / 2.0), with(asked, share * 1.5)],
            }
        })
    };
    [None, Some(OF_STRIPES)].map(of).into()
}

/// Writes of less than a record of ZFS, to data that exists: the record is read first.
fn record_first<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let block = subject.workload().block;
    let is_part = |plan: &ArrayPlan| plan.engine == RaidEngine::Zfs && block < plan.record();
    let (array, plan) = subject.arrays().find(|(_, plan)| is_part(plan))?;
    let is_open = change::writes(subject.complaint.asked);
    let look = Message::new("shortfall-look-record").with("array", array);
    let texts = (Message::new("shortfall-record").with("array", array), look);
    let record = plan.record();
    let apply = move |asked: &[WorkloadOnTarget]| {
        let read_first = |workload: &mut Workload| {
            (workload.pattern, workload.block) = (Pattern::Random, record);
            (workload.depth, workload.jobs, workload.read_percent) = (1, 1, 100);
            workload.interface = IoInterface::Sync;
        };
        let asked = change::requests(asked, read_first);
        let with = |share| HypothesisMachine {
            share,
            ..HypothesisMachine::new(subject.machine().clone(), &asked)
        };
        RECORDS.map(with).into()
    };
    is_open.then(|| Hypothesis::new("record", texts, prior::FREQUENT, vec![array.clone()], apply))
}

/// A RAID card whose battery has failed, or that is set so, acknowledges no write before it is on
/// the drives, and gathers no stripes.
fn written_through<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let is_back = |plan: &ArrayPlan| plan.cache == ArrayCacheMode::WriteBack;
    let (array, _) = subject.arrays().find(|(_, plan)| is_back(plan))?;
    let is_open = change::writes(subject.complaint.asked);
    let look = Message::new("shortfall-look-cache-off").with("array", array);
    let texts = (Message::new("shortfall-cache-off").with("array", array), look);
    let apply = |asked: &[WorkloadOnTarget]| {
        let with = |(drive_buffer, pattern): (bool, Pattern)| {
            let mut machine = subject.machine().clone();
            for plan in machine.arrays.values_mut() {
                plan.cache = ArrayCacheMode::WriteThrough;
                plan.drive_buffer &= drive_buffer;
            }
            let asked = change::requests(asked, |workload| {
                // To the model a random write covers no whole stripe.
                if workload.pattern == Pattern::Sequential {
                    workload.pattern = pattern;
                }
            });
            HypothesisMachine::new(machine, &asked)
        };
        [(false, Pattern::Random), (true, Pattern::Sequential)].map(with).into()
    };
    let about = vec![array.clone()];
    is_open.then(|| Hypothesis::new("cache-off", texts, prior::FREQUENT, about, apply))
}

/// Small writes that are not aligned to the drive's own blocks need a read first.
fn misaligned<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let is_small = |asked: &WorkloadOnTarget| asked.workload.block <= Bytes::kib(16);
    let asked = subject.complaint.asked;
    let is_open = change::writes(asked) && asked.iter().any(is_small);
    let first = subject.drives.first().filter(|_| is_open)?;
    let look = Message::new("shortfall-look-misaligned").with("drive", first);
    let texts = (Message::new("shortfall-misaligned"), look);
    let drives = subject.drives.clone();
    // Disks with SAS mostly have sectors of 512 bytes, as they say.
    let has_large_sectors = subject.spins() && self::drives(subject, is_by_sas).is_empty();
    let (part, prior) = match has_large_sectors {
        true => (READ_FIRST_OF_DISK, prior::OCCASIONAL),
        false => (READ_FIRST, prior::RARE),
    };
    Some(slower(subject, "misaligned", texts, prior, (drives, part)))
}

/// Flash that holds its data for long reads it more slowly than what was just written.
fn stale<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let flash = drives(subject, |_, drive| is_flash(drive));
    let first = flash.first().filter(|_| subject.is_read())?;
    let look = Message::new("shortfall-look-stale").with("drive", first);
    let texts = (Message::new("shortfall-stale"), look);
    Some(slower(subject, "stale", texts, prior::RARE, (flash, STALE)))
}

/// A bad cable, contact or sector, or a bridge that resets.
fn with_errors<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    let (first, drive) = subject.known_drives().next()?;
    let look = Message::new("shortfall-look-errors").with("drive", first);
    let texts = (Message::new("shortfall-errors"), look);
    // Cables fail more often than slots; an array drops a member that fails.
    let is_alone = drive.transport.is_some() && subject.arrays().next().is_none();
    let prior = if is_alone { prior::OCCASIONAL } else { prior::RARE };
    Some(slower(subject, "errors", texts, prior, (vec![first.clone()], WITH_ERRORS)))
}

/// A port in IDE mode, or USB without UAS, takes a command only when the last is complete.
fn one_command<'a>(subject: &'a ShortfallSubject<'a>) -> Option<Hypothesis<'a>> {
    use DriveTransport::{Sata, Usb};
    let is_open = |drive: &Drive| matches!(drive.transport, Some(Sata { .. } | Usb { .. }));
    let by_cable = drives(subject, |_, drive| is_open(drive));
    let first = by_cable.first()?;
    let texts = (
        Message::new("shortfall-queue").with("drive", named(&by_cable)),
        Message::new("shortfall-look-queue").with("drive", first),
    );
    let is_usb = subject.known_drives().any(|(_, it)| matches!(it.transport, Some(Usb { .. })));
    let prior = if is_usb { prior::OCCASIONAL } else { prior::RARE };
    Some(Hypothesis::new("queue", texts, prior, by_cable.clone(), move |asked| {
        let machine = change::figures(subject.machine(), &by_cable, |figures| {
            figures.max_depth = Some(1);
        });
        vec![HypothesisMachine::new(machine, asked)]
    }))
}
