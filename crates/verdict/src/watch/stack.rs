//! Where in a stack of devices a job's requests are while it waits.
//!
//! A job uses one device, which may be made of others, and these of others again: an array, an
//! encrypted volume, a file that is mounted. A request that waits is in flight in every device from
//! the one that the job uses down to the one that has it. So the deepest device that has requests as
//! often as those above it is what the job waits for; and where a device has some and those below
//! it hardly ever, they are held back in between. Devices beside the stack count for nothing, however
//! busy they are.
//!
//! Where the job's own requests were traced, the stack is that of the drive that has them; else that of
//! the drive that it has files open on; else that of the one that has requests most often while it waits.
//!
//! Of the whole machine no looks are known; there what moved most is followed to the bottom.

use narrows_record::watch::{DriveSecond, Second};

use crate::thresholds::watch::{OWN_EXPLAINS, REACHED_DRIVE, SAME_MOVED, SAME_WAIT};

/// Where requests wait.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place<'a> {
    At(&'a DriveSecond),
    /// They are held back before they reach this device.
    Before(&'a DriveSecond),
}

/// None where no device moved or had anything.
pub(super) fn waited_for(second: &Second) -> Option<Place<'_>> {
    let waited = f64::from(second.blocked + second.in_flight);
    let from = asked(second).or_else(|| opened(second));
    let from = from.or_else(|| busiest(second.drives.iter()))?;
    let mut at = top(second, from);
    let is_looked_at = second.looks > 0;
    if is_looked_at && f64::from(at.waited) < REACHED_DRIVE * waited {
        return Some(Place::Before(at));
    }
    // A device that stood below itself would be a mistake of whoever told; each is passed once.
    for _ in 0..second.drives.len() {
        let Some(lower) = busiest(below(second, at)) else { break };
        // What does not come from below, such as from memory, is not held back there either.
        let moved = below(second, at).map(bytes).sum::<u64>() as f64;
        if moved < SAME_MOVED * bytes(at) as f64 {
            break;
        }
        let lowers = below(second, at).map(|lower| f64::from(lower.waited)).sum::<f64>();
        if is_looked_at && lowers < REACHED_DRIVE * f64::from(at.waited) {
            return Some(Place::Before(lower));
        }
        if !waits_as_often(lower, at) {
            break;
        }
        at = lower;
    }
    Some(Place::At(at))
}

/// The drive that has the job's own requests, where these were traced and are what the job moved: what
/// it only has the kernel write later is not among them. Of several the one whose requests take most of
/// the time that it waits; where none takes enough, since they are held back, the one that moves most.
fn asked(second: &Second) -> Option<&DriveSecond> {
    let own = |drive: &DriveSecond| drive.own.unwrap_or_default();
    let asked: u64 = second.drives.iter().map(|drive| own(drive).bytes).sum();
    let moved: u64 = [second.read_bytes, second.written_bytes].into_iter().flatten().sum();
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

/// Of the drives that the job has files open on the one that it most likely waits for, as far as these
/// moved what the job moved: what it only has the kernel write later may be of files that it closed.
fn opened(second: &Second) -> Option<&DriveSecond> {
    let is_opened = |drive: &&DriveSecond| drive.opened == Some(true);
    let moved = |of: fn(&DriveSecond) -> u64| -> u64 {
        second.drives.iter().filter(is_opened).map(of).sum()
    };
    let is_all =
        |job: Option<u64>, drives: u64| drives as f64 >= OWN_EXPLAINS * job.unwrap_or(0) as f64;
    let (read, written) = (moved(|drive| drive.read_bytes), moved(|drive| drive.written_bytes));
    let is_it = is_all(second.read_bytes, read) && is_all(second.written_bytes, written);
    busiest(second.drives.iter().filter(is_opened)).filter(|_| is_it)
}

fn bytes(drive: &DriveSecond) -> u64 {
    drive.read_bytes.saturating_add(drive.written_bytes)
}

/// Of what moved or had anything, what had requests most often; else what moved most.
fn busiest<'a>(drives: impl Iterator<Item = &'a DriveSecond>) -> Option<&'a DriveSecond> {
    let moved = drives.filter(|drive| bytes(drive) > 0 || drive.waited > 0);
    moved.max_by_key(|drive| (drive.waited, bytes(drive)))
}

/// The device at the top of this one's stack whose requests these are: each above has requests as
/// often, and moves about as much.
fn top<'a>(second: &'a Second, from: &'a DriveSecond) -> &'a DriveSecond {
    let mut at = from;
    for _ in 0..second.drives.len() {
        let above = second.drives.iter().filter(|upper| upper.made_of.contains(&at.drive));
        let above = above.filter(|upper| {
            waits_as_often(upper, at) && bytes(upper) as f64 >= SAME_MOVED * bytes(at) as f64
        });
        let Some(upper) = busiest(above) else { break };
        at = upper;
    }
    at
}

fn waits_as_often(one: &DriveSecond, other: &DriveSecond) -> bool {
    f64::from(one.waited) >= SAME_WAIT * f64::from(other.waited)
}

fn below<'a>(second: &'a Second, upper: &'a DriveSecond) -> impl Iterator<Item = &'a DriveSecond> {
    second.drives.iter().filter(|drive| upper.made_of.contains(&drive.drive))
}
