//! Where in a stack of devices a job's requests are while it waits.
//!
//! A job uses one device, which may be made of others, and these of others again: an array, an
//! encrypted volume, a mounted file. A waiting request is in flight in every device from the one that
//! the job uses down to the one that has it. So the job waits for the deepest device that has
//! requests as often as those above it; and if a device has some and those below it hardly ever, they
//! are held back in between. Devices beside the stack count for nothing, however busy they are.
//!
//! Other programs keep the lower devices busy as well. The device that a job waits for follows from its own
//! requests: if traced, they show it; else it is, of the devices on which it has files open, the one whose traffic
//! is closest to the job's. Requests that kernel threads make below a device (a loop device's, an encryption's, an
//! array's) may be the job's, those of other processes are not, so both together bound how long the job's own can
//! have been there. If nothing was traced and a device moved more than those above it can have caused, samples of
//! it show others, and the device above is the deepest known.
//!
//! The whole machine has no samples; there the device with most traffic is followed down.

use std::collections::BTreeSet;

use narrows_record::watch::{DriveSecond, OwnRequests, WatchSecond};

use crate::thresholds::watch::{
    CAUSED_BY_READS, CAUSED_BY_WRITES, OWN_EXPLAINS, REACHED_DRIVE, SAME_MOVED, SAME_WAIT,
};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum WaitLocation<'a> {
    At(&'a DriveSecond),
    /// They are held back before they reach this device.
    Before(&'a DriveSecond),
}

/// `None` if no device moved or had anything.
pub(super) fn waited_for(second: &WatchSecond) -> Option<WaitLocation<'_>> {
    let waited = f64::from(second.blocked + second.in_flight);
    let from = asked(second).or_else(|| opened(second)).or_else(|| perhaps_asked(second));
    let from = from.or_else(|| nearest(second, second.drives.iter()))?;
    // The device at the top of this one's stack whose requests these are: each above has requests
    // as often, and moves about as much.
    let mut at = from;
    for _ in 0..second.drives.len() {
        let above = second.drives.iter().filter(|upper| upper.made_of.contains(&at.drive));
        let above = above.filter(|upper| {
            waits_as_often(upper, at) && bytes(upper) as f64 >= SAME_MOVED * bytes(at) as f64
        });
        let Some(upper) = busiest(above) else { break };
        at = upper;
    }
    let is_looked_at = second.looks > 0;
    if is_looked_at && (f64::from(at.waited) < REACHED_DRIVE * waited || is_others(second, at)) {
        return Some(WaitLocation::Before(at));
    }
    // Down from there, as long as a lower device has requests as often.
    let stack = under(second, at);
    // A device below itself would be a mistake in the input; each is passed once.
    for _ in 0..second.drives.len() {
        let Some(lower) = busiest(below(second, at)) else { break };
        // Data not from below, such as from memory, is not held back there either.
        let moved = below(second, at).map(bytes).sum::<u64>() as f64;
        if moved < SAME_MOVED * bytes(at) as f64 {
            break;
        }
        if is_looked_at {
            match reached(second, at, &stack) {
                Some(part) if part < REACHED_DRIVE => return Some(WaitLocation::Before(lower)),
                Some(part) if part >= SAME_WAIT => {}
                _ => break,
            }
        } else if !waits_as_often(lower, at) {
            break;
        }
        at = lower;
    }
    Some(WaitLocation::At(at))
}

/// The requests of a device that may be the job's: its own and those of the kernel's threads. `None` if untraced,
/// or if they do not cover the traffic: a device without its own queue passes requests on untraced.
pub(super) fn perhaps_own(drive: &DriveSecond, moved: u64) -> Option<OwnRequests> {
    let (own, kernel) = (drive.own?, drive.kernel?);
    let bytes = own.bytes.saturating_add(kernel.bytes);
    (bytes > 0 && bytes as f64 >= OWN_EXPLAINS * moved as f64).then(|| OwnRequests {
        requests: own.requests.saturating_add(kernel.requests),
        bytes,
        depth: own.depth + kernel.depth,
    })
}

fn moved_by_job(second: &WatchSecond) -> u64 {
    [second.read_bytes, second.written_bytes].into_iter().flatten().sum()
}

/// Whether the requests in samples of a busy device are mostly others': its own have not been there long
/// enough to account for the job's waiting.
fn is_others(second: &WatchSecond, at: &DriveSecond) -> bool {
    let moved = moved_by_job(second);
    let waiting = f64::from(second.blocked + second.in_flight) / f64::from(second.looks);
    let own = perhaps_own(at, moved).filter(|_| moved > 0);
    own.is_some_and(|own| own.depth < REACHED_DRIVE * waiting)
}

/// The part of a device's time with requests during which these are in one below it. `None` if others' requests
/// hide it. `stack` are the devices through which the job's requests may come.
fn reached(second: &WatchSecond, at: &DriveSecond, stack: &BTreeSet<&str>) -> Option<f64> {
    let lowers = || below(second, at);
    let own = perhaps_own(at, 0);
    // An even share for each of those below.
    let wanted = own.map_or(bytes(at), |own| own.bytes) / lowers().count().max(1) as u64;
    let traced: Option<Vec<OwnRequests>> =
        lowers().map(|lower| perhaps_own(lower, wanted)).collect();
    let is_above = |upper: &&DriveSecond| {
        (upper.drive == at.drive || stack.contains(upper.drive.as_str()))
            && lowers().any(|lower| upper.made_of.contains(&lower.drive))
    };
    // The bytes below that its own requests, and those of the devices above it, can have caused.
    let caused = second.drives.iter().filter(is_above).map(caused_below).sum::<f64>();
    let (moved, depth) = match &traced {
        Some(each) => {
            let each = each.iter().map(|own| (own.bytes as f64, own.depth));
            each.fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
        }
        None => lowers()
            .map(|lower| (bytes(lower) as f64, lower.depth))
            .fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1)),
    };
    // Consecutive requests add up to the time; concurrent ones take no more than all of it.
    let part = depth.min(1.0) / own.map_or(at.busy.min(at.depth), |own| own.depth.min(1.0));
    if moved > caused {
        // All that may be the job's, and others': if these are too few together, so are its own.
        return (part < REACHED_DRIVE).then_some(part);
    }
    if traced.is_some() && part.is_finite() {
        return Some(part);
    }
    if busiest(lowers()).is_some_and(|lower| waits_as_often(lower, at)) {
        return Some(1.0);
    }
    let waited = lowers().map(|lower| f64::from(lower.waited)).sum::<f64>();
    // Where several take turns, the device above is as deep as is known.
    (waited < REACHED_DRIVE * f64::from(at.waited)).then(|| waited / f64::from(at.waited))
}

/// Bytes below a device that possible requests of the job can have caused.
fn caused_below(upper: &DriveSecond) -> f64 {
    let (read, written) = (upper.read_bytes as f64, upper.written_bytes as f64);
    let part = perhaps_own(upper, 0).map_or(1.0, |own| own.bytes as f64 / (read + written));
    (CAUSED_BY_READS * read + CAUSED_BY_WRITES * written) * part
}

/// The drive that has the job's own requests, if these were traced and cover the job's traffic: data
/// that the kernel writes for it later is not included. Of several the one whose requests take most of
/// its waiting time; if none takes enough, since they are held back, the one that moves most.
fn asked(second: &WatchSecond) -> Option<&DriveSecond> {
    let own = |drive: &DriveSecond| drive.own.unwrap_or_default();
    let asked: u64 = second.drives.iter().map(|drive| own(drive).bytes).sum();
    let moved = moved_by_job(second);
    if asked == 0 || (asked as f64) < OWN_EXPLAINS * moved as f64 {
        return None;
    }
    let looks = f64::from(second.looks.max(1));
    let waiting = f64::from(second.blocked + second.in_flight) / looks;
    let deepest = second.drives.iter().max_by(|a, b| own(a).depth.total_cmp(&own(b).depth));
    deepest
        .filter(|drive| own(drive).depth >= REACHED_DRIVE * waiting)
        .or_else(|| second.drives.iter().max_by_key(|drive| own(drive).bytes))
}

/// The device whose requests, the job's and those of the kernel's threads, cover the job's traffic: requests held
/// back are issued by the kernel later. Of several in one stack the uppermost, else the one with most of the job's
/// own.
fn perhaps_asked(second: &WatchSecond) -> Option<&DriveSecond> {
    let moved = moved_by_job(second);
    let is_it = |drive: &&DriveSecond| moved > 0 && perhaps_own(drive, moved).is_some();
    let all: Vec<&DriveSecond> = second.drives.iter().filter(is_it).collect();
    let is_below = |drive: &&&DriveSecond| {
        all.iter().any(|upper| under(second, upper).contains(drive.drive.as_str()))
    };
    let uppermost = all.iter().filter(|drive| !is_below(drive));
    uppermost.copied().max_by_key(|drive| drive.own.map_or(0, |own| own.bytes))
}

/// Of the drives on which the job has files open, the one that it most likely waits for, if their
/// traffic covers the job's: data that the kernel writes for it later may be of files that it closed.
fn opened(second: &WatchSecond) -> Option<&DriveSecond> {
    let is_opened = |drive: &&DriveSecond| drive.opened == Some(true);
    let moved = |of: fn(&DriveSecond) -> u64| -> u64 {
        second.drives.iter().filter(is_opened).map(of).sum()
    };
    let is_all =
        |job: Option<u64>, drives: u64| drives as f64 >= OWN_EXPLAINS * job.unwrap_or(0) as f64;
    let (read, written) = (moved(|drive| drive.read_bytes), moved(|drive| drive.written_bytes));
    let is_it = is_all(second.read_bytes, read) && is_all(second.written_bytes, written);
    nearest(second, second.drives.iter().filter(is_opened)).filter(|_| is_it)
}

/// Of these the one that alone covers the job's traffic, with the least excess: the bytes of a drive that others keep
/// busy exceed the job's, and so do those of devices below the job's own. If no single one does, or the job moved
/// nothing, the busiest that is below none of the others.
fn nearest<'a>(
    second: &'a WatchSecond,
    drives: impl Iterator<Item = &'a DriveSecond> + Clone,
) -> Option<&'a DriveSecond> {
    let job = [second.read_bytes, second.written_bytes].map(|bytes| bytes.unwrap_or(0) as f64);
    // How many times as much it moved in the job's directions, or as little.
    let off = |drive: &DriveSecond| {
        let ways = job.into_iter().zip([drive.read_bytes, drive.written_bytes]);
        let ways = ways.filter(|(job, _)| *job > 0.0);
        let times = ways.map(|(job, drive)| drive as f64 / job);
        times.fold(1.0, |most: f64, times| {
            most.max(if times >= OWN_EXPLAINS { times.max(times.recip()) } else { f64::INFINITY })
        })
    };
    let moved = drives.clone().filter(|_| job.into_iter().sum::<f64>() > 0.0);
    let alone = moved.map(|drive| (off(drive), drive)).filter(|(off, _)| off.is_finite());
    // Devices of one stack differ by a little of each other's; `waited_for` decides which it is.
    let alone = alone
        .min_by(|(a, one), (b, other)| a.total_cmp(b).then_with(|| other.waited.cmp(&one.waited)));
    let uppermost = drives.clone().filter(|drive| {
        let is_above = |upper: &DriveSecond| {
            (bytes(upper) > 0 || upper.waited > 0)
                && under(second, upper).contains(drive.drive.as_str())
        };
        !drives.clone().any(is_above)
    });
    alone.map(|(_, drive)| drive).or_else(|| busiest(uppermost))
}

/// The devices that a device is made of, directly or through others.
fn under<'a>(second: &'a WatchSecond, upper: &'a DriveSecond) -> BTreeSet<&'a str> {
    let mut found: BTreeSet<&str> = upper.made_of.iter().map(String::as_str).collect();
    loop {
        let before = found.len();
        let made_of = second.drives.iter().filter(|drive| found.contains(drive.drive.as_str()));
        let more: Vec<&str> = made_of.flat_map(|it| &it.made_of).map(String::as_str).collect();
        found.extend(more);
        if found.len() == before {
            return found;
        }
    }
}

fn bytes(drive: &DriveSecond) -> u64 {
    drive.read_bytes.saturating_add(drive.written_bytes)
}

/// Of active devices, the one that had requests most often; else the one that moved most.
fn busiest<'a>(drives: impl Iterator<Item = &'a DriveSecond>) -> Option<&'a DriveSecond> {
    let moved = drives.filter(|drive| bytes(drive) > 0 || drive.waited > 0);
    moved.max_by_key(|drive| (drive.waited, bytes(drive)))
}

fn waits_as_often(one: &DriveSecond, other: &DriveSecond) -> bool {
    f64::from(one.waited) >= SAME_WAIT * f64::from(other.waited)
}

fn below<'a>(
    second: &'a WatchSecond,
    upper: &'a DriveSecond,
) -> impl Iterator<Item = &'a DriveSecond> {
    second.drives.iter().filter(|drive| upper.made_of.contains(&drive.drive))
}
