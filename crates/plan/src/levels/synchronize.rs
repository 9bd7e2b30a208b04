//! How long md takes to make the members of a new array agree.
//!
//! Sources: md(4), "SCRUBBING AND MISMATCHES" and `sync_speed_max`; mdadm(8), "CREATE MODE" (the last drive of a new
//! RAID 5 is filled as a spare); kernel drivers/md/raid1.c and raid10.c (copies are written from the first one),
//! raid5.c (levels with two parities are read throughout, and mismatches are written: on drives with any data,
//! nearly every parity).

use narrows_catalog::drive;
use narrows_model::{Machine, RaidLevel};
use narrows_topology::Id;
use narrows_units::BytesPerSec;
use narrows_workload::Direction::{self, Read, Write};

use super::hours::{HourRange, pass};
use super::row::least_share;

/// From the array's creation to its members' agreement while idle; `limit` is md's own for each drive. `None`
/// for levels without redundancy, and if a size is unknown. Without `high` if the rate of a drive is unknown:
/// `low` is the time that links and md's limit allow.
pub fn synchronization(
    machine: &Machine,
    members: &[Id],
    level: RaidLevel,
    limit: BytesPerSec,
) -> Option<HourRange> {
    let ways = ways(level, members.len())?;
    let own: Vec<&Id> = members.iter().collect();
    let share = least_share(machine, &own, ways.iter().copied())?.get().min(limit.get());
    let mut all = HourRange { low: 0.0, high: Some(0.0) };
    for (member, way) in members.iter().zip(ways) {
        all = all.beside(of_member(machine, member, way, level, members.len(), share)?);
    }
    Some(all)
}

fn of_member(
    machine: &Machine,
    member: &Id,
    way: Direction,
    level: RaidLevel,
    members: usize,
    share: f64,
) -> Option<HourRange> {
    let own = machine.topology.drives.get(member)?;
    let size = own.size?;
    let unknown = || HourRange { low: size.get() as f64 / share / 3600.0, high: None };
    let known = own.model.as_deref().and_then(|model| drive::find(model, Some(size)));
    let Some(model) = known else { return Some(unknown()) };
    let share = BytesPerSec::new(share);
    let hours = |writes| pass(model, writes, share).unwrap_or_else(unknown);
    Some(match level {
        RaidLevel::Parity(2..) => {
            let (read, written) = (hours(false), hours(true));
            // Each stripe has two parities, and they rotate over the members: this part of a drive
            // is parity.
            let part = 2.0 / members as f64;
            let high = read.high.zip(written.high);
            HourRange {
                low: read.low + part * written.low,
                high: high.map(|(read, written)| read + part * written),
            }
        }
        _ => hours(way == Write),
    })
}

fn ways(level: RaidLevel, members: usize) -> Option<Vec<Direction>> {
    let is_written = |at: usize| match level {
        RaidLevel::Jbod | RaidLevel::Stripe => None,
        RaidLevel::Mirror => Some(at > 0),
        // In md's near layout the copies of a block are neighbours, so odd members are the second
        // copies.
        RaidLevel::MirroredStripe => Some(at % 2 == 1),
        RaidLevel::Parity(0 | 1) => Some(at + 1 == members),
        RaidLevel::Parity(_) => Some(false),
    };
    (0..members).map(|at| Some(if is_written(at)? { Write } else { Read })).collect()
}
