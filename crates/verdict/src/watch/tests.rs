//! Seconds made by hand and at random, and the expected verdicts.

use narrows_record::watch::{
    KernelThrottling, MachineSecond, OwnRequests, SuggestedChange, ThrottleMechanism,
};
use narrows_record::word::TransferDirection;
use proptest::prelude::*;

use super::*;

/// A second of 50 looks, with how many found the job running and blocked, and one drive.
fn second(running: u32, blocked: u32, drive: DriveSecond) -> WatchSecond {
    WatchSecond {
        length_s: 1.0,
        looks: 50,
        running,
        blocked,
        threads: 1,
        cpu: f64::from(running) / 50.0,
        busiest: f64::from(running) / 50.0,
        read_bytes: Some(1 << 20),
        written_bytes: Some(0),
        machine: MachineSecond { cpus: 4, cpu: 1.0, busiest_cpu: 0.5, ..MachineSecond::default() },
        drives: vec![drive],
        ..WatchSecond::default()
    }
}

/// A drive with `depth` requests in flight while it is busy, seen at `waited` looks.
fn drive(depth: f64, waited: u32) -> DriveSecond {
    DriveSecond {
        drive: "sda".to_owned(),
        reads: 1000,
        read_bytes: 4 << 20,
        busy: 0.5,
        depth: depth / 2.0,
        waited,
        ..DriveSecond::default()
    }
}

fn judged(mut second: WatchSecond) -> (WatchLimit, Option<String>) {
    judge(&mut second);
    (second.limit, second.on)
}

#[test]
fn each_limit_has_its_second() {
    let on_sda = |limit| (limit, Some("sda".to_owned()));
    assert_eq!(judged(second(5, 45, drive(1.0, 45))), on_sda(WatchLimit::Depth));
    assert_eq!(judged(second(5, 45, drive(16.0, 45))), on_sda(WatchLimit::Drive));
    // Blocked, and the drive has nothing to do most of the time.
    assert_eq!(judged(second(5, 45, drive(1.0, 2))), on_sda(WatchLimit::RateLimit));
    let full = |is_shared| DriveSecond {
        link_share: Some(0.95),
        link_is_shared: is_shared,
        ..drive(16.0, 45)
    };
    assert_eq!(judged(second(5, 45, full(false))), on_sda(WatchLimit::Link));
    assert_eq!(judged(second(5, 45, full(true))), on_sda(WatchLimit::Uplink));
    assert_eq!(judged(second(48, 2, drive(1.0, 2))), (WatchLimit::Thread, None));
    assert_eq!(judged(second(1, 1, drive(1.0, 1))), (WatchLimit::Application, None));

    let mut hot = second(5, 45, drive(16.0, 45));
    hot.throttled = vec!["sda".to_owned()];
    assert_eq!(judged(hot), on_sda(WatchLimit::Throttle));
    let mut hot = second(48, 2, drive(1.0, 2));
    hot.throttled = vec!["cpu".to_owned()];
    assert_eq!(judged(hot), (WatchLimit::Throttle, None));
    let mut short = second(5, 45, drive(16.0, 45));
    short.machine.memory_some = Some(0.8);
    assert_eq!(judged(short), (WatchLimit::Memory, None));
    // Ready nearly always, and one tenth of it with a processor.
    let mut crowded = second(50, 0, drive(1.0, 0));
    (crowded.cpu, crowded.busiest, crowded.queued) = (0.1, 0.1, 0.9);
    assert_eq!(judged(crowded), (WatchLimit::CpuQueue, None));
    // Four threads on four processors, none of which did most of it.
    let mut many = second(50, 0, drive(1.0, 0));
    (many.cpu, many.busiest, many.machine.cpu) = (3.9, 1.0, 3.95);
    assert_eq!(judged(many), (WatchLimit::Cpu, None));
}

/// A limit on reads from `sda`, of which the job's group reached this part.
fn limit(reached: f64) -> KernelThrottling {
    KernelThrottling {
        by: ThrottleMechanism::BlkioThrottle,
        drive: Some("sda".to_owned()),
        direction: Some(TransferDirection::Read),
        reached: Some(reached),
        ..KernelThrottling::default()
    }
}

/// Asleep at every look, as in epoll or on a futex, while its group does 97 % of what it may.
#[test]
fn a_job_that_uses_up_its_limit_waits_for_it_however_it_sleeps() {
    let mut asleep = second(0, 0, DriveSecond { read_bytes: 1 << 20, ..drive(1.0, 0) });
    asleep.held = vec![limit(0.97)];
    assert_eq!(judged(asleep.clone()), (WatchLimit::RateLimit, Some("sda".to_owned())));
    judge(&mut asleep);
    assert_eq!((asleep.waiting, asleep.confidence), (0.97, 0.97));
    assert_eq!(held_by(&[asleep.clone()])[0].share, 0.97);
    // It computes for four fifths of the second: twice the limit makes it no shorter than that.
    (asleep.running, asleep.cpu, asleep.busiest) = (40, 0.8, 0.8);
    let gains = gains(&[asleep]);
    let of_limit = gains.iter().find(|gain| gain.change == SuggestedChange::RateLimit).unwrap();
    assert!((of_limit.factor - 1.25).abs() < 1e-9, "{of_limit:?}");
}

/// An array whose drive has requests as often waits for the drive; one whose drive hardly has any is
/// held back in between; in between nothing is known but the array.
#[test]
fn an_array_waits_for_its_drives_or_before_them() {
    let array = DriveSecond {
        drive: "md0".to_owned(),
        is_array: true,
        made_of: vec!["sda".to_owned()],
        ..drive(1.0, 45)
    };
    let both = |of_drive| {
        let mut both = second(5, 45, array.clone());
        both.drives.push(drive(1.0, of_drive));
        let (limit, on) = judged(both);
        (limit, on.unwrap())
    };
    assert_eq!(both(44), (WatchLimit::Depth, "sda".to_owned()));
    assert_eq!(both(3), (WatchLimit::RateLimit, "sda".to_owned()));
    assert_eq!(both(25), (WatchLimit::Depth, "md0".to_owned()));
    // A mounted file whose content comes from elsewhere than its drive.
    let mut elsewhere = second(5, 45, array.clone());
    elsewhere.drives.push(DriveSecond { read_bytes: 1 << 10, ..drive(1.0, 1) });
    assert_eq!(judged(elsewhere), (WatchLimit::Depth, Some("md0".to_owned())));
}

/// A drive that others keep as busy, and that the array is not made of, has nothing to do with it.
#[test]
fn a_drive_beside_the_array_counts_for_nothing() {
    let array = DriveSecond { drive: "md0".to_owned(), is_array: true, ..drive(1.0, 45) };
    let mut beside = second(5, 45, array);
    beside.drives.push(DriveSecond { read_bytes: 1, ..drive(1.0, 40) });
    assert_eq!(judged(beside).1.as_deref(), Some("md0"));
}

/// One request at a time, beside another program that keeps the same drive full, and a drive
/// unrelated to the job; and the same the other way round.
#[test]
fn own_requests_are_told_from_those_of_others() {
    let own = |depth| Some(OwnRequests { requests: 100, bytes: 1 << 20, depth });
    let mut shared = second(5, 45, DriveSecond { own: own(0.9), busy: 1.0, ..drive(66.0, 45) });
    let other = DriveSecond { drive: "sdb".to_owned(), own: own(0.0), ..drive(64.0, 45) };
    shared.drives.push(DriveSecond { read_bytes: 1 << 40, ..other });
    assert_eq!(judged(shared), (WatchLimit::Depth, Some("sda".to_owned())));
    // Its own files lie on a drive before which they are held back; its program came from another.
    let mut held = second(5, 45, DriveSecond { own: own(0.01), ..drive(1.0, 1) });
    let program = Some(OwnRequests { requests: 3, bytes: 12_288, depth: 0.05 });
    held.drives.push(DriveSecond { drive: "sdb".to_owned(), own: program, ..drive(9.0, 45) });
    assert_eq!(judged(held), (WatchLimit::RateLimit, Some("sda".to_owned())));
    let deep = DriveSecond { own: own(7.0), busy: 1.0, ..drive(80.0, 45) };
    assert_eq!(judged(second(5, 45, deep)).0, WatchLimit::Drive);
}

/// The whole machine: all four processors busy, and one of them.
#[test]
fn a_machine_whose_processors_are_all_busy_is_limited_by_them() {
    let busy = |cpu| {
        let machine = MachineSecond {
            cpus: 4,
            cpu,
            busiest_cpu: 1.0,
            io_some: Some(0.0),
            ..MachineSecond::default()
        };
        judged(WatchSecond { length_s: 1.0, machine, ..WatchSecond::default() }).0
    };
    assert_eq!([busy(3.9), busy(1.1)], [WatchLimit::Cpu, WatchLimit::Thread]);
}

/// Nothing that was not seen leads to a conclusion.
#[test]
fn what_was_not_seen_is_unknown() {
    let mut few = second(0, 2, drive(1.0, 2));
    few.looks = 4;
    assert_eq!(judged(few), (WatchLimit::Unknown, None));
    // A job that was gone before anybody looked, on a machine whose processors others use.
    let mut unseen = second(0, 0, drive(1.0, 0));
    (unseen.looks, unseen.unseen) = (0, true);
    unseen.machine = MachineSecond { busiest_cpu: 1.0, io_some: Some(0.0), ..unseen.machine };
    assert_eq!(judged(unseen), (WatchLimit::Unknown, None));
    // Blocked, and no drive moved anything: a network file system, perhaps.
    let mut elsewhere = second(0, 50, drive(1.0, 0));
    elsewhere.drives.clear();
    assert_eq!(judged(elsewhere), (WatchLimit::Unknown, None));
    // Requests in flight of other programs.
    let mut others = second(0, 0, drive(16.0, 50));
    (others.in_flight, others.read_bytes) = (50, Some(0));
    assert_eq!(judged(others.clone()), (WatchLimit::Application, None));
    others.read_bytes = Some(1 << 30);
    assert_eq!(judged(others).0, WatchLimit::Drive);
    // The whole machine, if the kernel does not report why tasks wait.
    assert_eq!(
        judged(WatchSecond { length_s: 1.0, ..WatchSecond::default() }),
        (WatchLimit::Unknown, None)
    );
}

#[test]
fn looks_prefer_running_to_blocked() {
    assert_eq!(look(['S', 'D', 'R'], 3), JobActivity::Running);
    assert_eq!(look(['S', 'D'], 0), JobActivity::Blocked);
    assert_eq!(look(['S'], 1), JobActivity::InFlight);
    assert_eq!(look([], 0), JobActivity::Idle);
}

/// Nine tenths of the time one request at a time: half the latency makes 1 / (1 - 0.45) = 1.82
/// times; a stripe nothing.
#[test]
fn gains_by_hand() {
    let seconds = vec![second(5, 45, drive(1.0, 45)); 10];
    let mut seconds = seconds;
    seconds.iter_mut().for_each(judge);
    let shares = shares(&seconds);
    assert_eq!((&shares[0].limit, shares[0].seconds), (&WatchLimit::Depth, 10));
    assert!((shares[0].share - 0.9).abs() < 1e-9);
    let gains = gains(&seconds);
    let factor =
        |change: SuggestedChange| gains.iter().find(|gain| gain.change == change).unwrap().factor;
    assert!((factor(SuggestedChange::FasterDrive) - 1.0 / 0.55).abs() < 1e-9);
    assert!((factor(SuggestedChange::QueueDepth) - 1.0 / (0.1 + 0.9 / 4.0)).abs() < 1e-9);
    assert_eq!(factor(SuggestedChange::MoreDrives), 1.0);
    assert!((factor(SuggestedChange::MoreThreads) - 1.0 / 0.95).abs() < 1e-9);
}

prop_compose! {
    fn drives()(
        waited in 0u32..60,
        bytes in 0u64..1 << 30,
        busy in 0f64..1.0,
        depth in 0f64..64.0,
        link_share in prop::option::of(0f64..1.2),
        link_is_shared in any::<bool>(),
        name in 0u8..4,
    ) -> DriveSecond {
        DriveSecond {
            drive: format!("sd{name}"), waited, read_bytes: bytes, busy, depth, link_share,
            link_is_shared, ..DriveSecond::default()
        }
    }
}

prop_compose! {
    fn seconds()(
        looks in 0u32..60,
        counts in (0f64..1.0, 0f64..1.0, 0f64..1.0),
        moved in prop::option::of(0u64..1 << 30),
        (cpu, queued) in (0f64..8.0, 0f64..8.0),
        busiest in 0f64..1.0,
        pressure in (prop::option::of(0f64..1.0), prop::option::of(0f64..1.0)),
        drives in prop::collection::vec(drives(), 0..4),
        length_s in 0.1f64..10.0,
    ) -> WatchSecond {
        let running = (f64::from(looks) * counts.0) as u32;
        let blocked = (f64::from(looks - running) * counts.1) as u32;
        let in_flight = (f64::from(looks - running - blocked) * counts.2) as u32;
        WatchSecond {
            length_s, looks, running, blocked, in_flight, cpu, queued,
            busiest: busiest * cpu.min(1.0), read_bytes: moved, drives,
            machine: MachineSecond {
                cpus: 8, cpu, busiest_cpu: busiest, io_some: pressure.0, memory_some: pressure.1,
            },
            ..WatchSecond::default()
        }
    }
}

/// A stack of devices, from the one that a job uses down; where its requests wait in it: before this
/// level, or at the bottom. Looks at which each level has requests: 45 above that, few below.
fn stack(widths: &[usize], before: Option<usize>, few: u32) -> Vec<DriveSecond> {
    let name = |level: usize, at: usize| format!("l{level}-{at}");
    let mut drives = Vec::new();
    for (level, &width) in widths.iter().enumerate() {
        let is_above = before.is_none_or(|before| level < before);
        let waited = if is_above { 45 } else { few };
        let next = widths.get(level + 1).copied().unwrap_or(0);
        // All of a level is made of all of the next, as in an array of arrays, and has its part of
        // the bytes; the first of a level has most requests, the others follow.
        drives.extend((0..width).map(|at| DriveSecond {
            drive: name(level, at),
            is_array: next > 0,
            made_of: (0..next).map(|below| name(level + 1, below)).collect(),
            waited: if at == 0 { waited } else { waited / 4 },
            read_bytes: (1 << 20) / width as u64,
            ..drive(1.0, 0)
        }));
    }
    drives
}

/// A stack of single devices whose top a job reads 1 MiB from, one request after the other; its requests wait before a
/// level, or at the bottom. Another process keeps a level below the top, and so those further down, busy: with `times`
/// the bytes, and `depth` requests at once.
fn shared_stack(
    levels: usize,
    before: Option<usize>,
    (other_at, times, depth): (usize, u64, f64),
) -> Vec<DriveSecond> {
    let level = |level: usize| {
        let is_there = before.is_none_or(|before| level < before);
        let own =
            OwnRequests { requests: 16, bytes: 1 << 20, depth: if is_there { 0.9 } else { 0.02 } };
        let is_shared = level >= other_at;
        let others = OwnRequests { requests: 16 * times, bytes: times << 20, depth };
        let others = if is_shared { others } else { OwnRequests::default() };
        let (depth, bytes) = (own.depth + others.depth, own.bytes + others.bytes);
        // Below its level the kernel's threads make the other's requests, too.
        let of_kernel = if level > other_at {
            OwnRequests { requests: own.requests + others.requests, bytes, depth }
        } else {
            own
        };
        let asked = |is_its: bool, asked: OwnRequests| {
            Some(if is_its { asked } else { OwnRequests::default() })
        };
        let next = (level + 1 < levels).then(|| format!("l{}", level + 1));
        DriveSecond {
            drive: format!("l{level}"),
            is_array: next.is_some(),
            made_of: next.into_iter().collect(),
            reads: own.requests + others.requests,
            read_bytes: bytes,
            busy: if is_shared { 1.0 } else { own.depth },
            depth,
            waited: if is_shared || is_there { 45 } else { 1 },
            own: asked(level == 0, own),
            kernel: asked(level > 0, of_kernel),
            ..DriveSecond::default()
        }
    };
    (0..levels).map(level).collect()
}

proptest! {
    /// Wherever in a stack the requests wait, that place is named, whatever other drives do: if the
    /// job's own requests are unknown, as long as these do less.
    #[test]
    fn the_place_in_a_stack_is_named(
        below_top in prop::collection::vec(1usize..4, 0..4),
        where_at in 0usize..5,
        few in 0u32..4,
        traced_at in prop::option::of(0usize..5),
        is_opened in any::<bool>(),
        others in prop::collection::vec((0u32..45, 0u64..1 << 20), 0..4),
    ) {
        // Each level is at least as wide as the one above: no array takes two parts of one drive.
        let mut widths: Vec<usize> = [1].into_iter().chain(below_top).collect();
        widths.sort_unstable();
        let before = (where_at < widths.len()).then_some(where_at);
        let mut drives = stack(&widths, before, few);
        // Tracepoints report a request where it has a queue: at the top, or somewhere below.
        if let Some(level) = traced_at {
            let level = level.min(widths.len() - 1);
            let own = OwnRequests { requests: 100, bytes: 1 << 20, depth: 0.01 };
            let of_it = drives.iter_mut().find(|drive| drive.drive == format!("l{level}-0"));
            of_it.unwrap().own = Some(own);
        }
        if is_opened {
            drives.iter_mut().for_each(|drive| drive.opened = Some(drive.drive == "l0-0"));
        }
        let is_told = is_opened || traced_at.is_some();
        drives.extend(others.iter().enumerate().map(|(at, &(waited, bytes))| DriveSecond {
            drive: format!("other{at}"),
            waited: if is_told { 45 } else if before == Some(0) { 0 } else { waited },
            read_bytes: if is_told { bytes << 20 } else { bytes },
            ..drive(1.0, 0)
        }));
        let (limit, on) = judged(WatchSecond { drives, ..second(5, 45, drive(1.0, 0)) });
        let level = before.unwrap_or(widths.len() - 1);
        let wanted = if before.is_some() { WatchLimit::RateLimit } else { WatchLimit::Depth };
        prop_assert_eq!(limit, wanted);
        let prefix = format!("l{level}-");
        prop_assert!(on.as_ref().is_some_and(|on| on.starts_with(&prefix)), "{on:?}, {prefix}");
    }

    /// However busy another process keeps a device below: traced requests show the place if that process uses the
    /// lowest device. Otherwise no device is named that the requests have not reached, and none as holding them back
    /// that they have passed. Open files on the lowest device, as of a log, change nothing.
    #[test]
    fn neighbours_below_are_not_what_a_job_waits_for(
        levels in 1usize..5,
        where_at in 0usize..5,
        other in (1usize..5, 1u64..100, 1f64..64.0),
        is_traced in any::<bool>(),
        opened in prop::option::of(any::<bool>()),
    ) {
        let before = (where_at < levels).then_some(where_at);
        let mut drives = shared_stack(levels, before, other);
        for (level, drive) in drives.iter_mut().enumerate() {
            if !is_traced {
                (drive.own, drive.kernel) = (None, None);
            }
            let is_lowest = level + 1 == levels;
            drive.opened = opened.map(|also_lowest| level == 0 || also_lowest && is_lowest);
        }
        let (limit, on) = judged(WatchSecond { drives, ..second(5, 45, drive(1.0, 0)) });
        let on: usize = on.unwrap()[1..].parse().unwrap();
        let (wanted, place) = match before {
            Some(before) => (WatchLimit::RateLimit, before),
            None => (WatchLimit::Depth, levels - 1),
        };
        if place == 0 || is_traced && other.0 + 1 >= levels {
            prop_assert_eq!((&limit, on), (&wanted, place));
        } else if limit == WatchLimit::RateLimit {
            prop_assert_eq!(Some(on), before);
        } else {
            // In flight in every level above the place.
            let deepest = before.map_or(levels - 1, |before| before - 1);
            prop_assert!(on <= deepest, "{on} of {deepest}");
        }
    }

    /// A limit's requests are issued by the kernel's threads, and before the job's files are seen: the requests of both
    /// on a device are the job's traffic, whatever another process does on a drive beside it, by chance as many bytes.
    #[test]
    fn requests_that_the_kernel_hands_over_are_the_jobs(
        by_kernel in 0f64..1.0,
        others in 0.5f64..2.0,
        depth in 1f64..64.0,
    ) {
        let asked = |part: f64, depth| {
            Some(OwnRequests { requests: 16, bytes: ((1 << 20) as f64 * part) as u64, depth })
        };
        let held = DriveSecond {
            own: asked(1.0 - by_kernel, 0.01),
            kernel: asked(by_kernel, 0.01),
            read_bytes: 900_000,
            ..drive(0.02, 1)
        };
        let beside = DriveSecond {
            drive: "sdb".to_owned(),
            own: Some(OwnRequests::default()),
            kernel: Some(OwnRequests::default()),
            read_bytes: ((1 << 20) as f64 * others) as u64,
            ..drive(depth, 45)
        };
        let drives = vec![beside, held];
        let told = judged(WatchSecond { drives, ..second(5, 45, drive(1.0, 0)) });
        prop_assert_eq!(told, (WatchLimit::RateLimit, Some("sda".to_owned())));
    }

    /// The parts of all limits make the whole time, none is negative, and named devices exist.
    #[test]
    fn shares_make_the_whole_and_name_what_is_there(
        mut seconds in prop::collection::vec(seconds(), 1..12),
    ) {
        seconds.iter_mut().for_each(judge);
        let shares = shares(&seconds);
        let sum: f64 = shares.iter().map(|share| share.share).sum();
        prop_assert!((sum - 1.0).abs() < 1e-6, "{shares:?}");
        prop_assert!(shares.iter().all(|share| share.share > 0.0));
        for second in &seconds {
            prop_assert!((0.0..=1.0).contains(&second.confidence));
            if let Some(on) = &second.on {
                prop_assert!(second.drives.iter().any(|drive| drive.drive == *on));
            }
            if second.looks > 0 && second.looks < LEAST_LOOKS {
                prop_assert_eq!(&second.limit, &WatchLimit::Unknown);
            }
        }
        for gain in gains(&seconds) {
            prop_assert!(gain.factor >= 1.0 - 1e-9 && gain.factor <= 20.0 + 1e-9, "{gain:?}");
            let (least, most) = (gain.least, gain.most);
            prop_assert!(least <= gain.factor + 1e-9 && gain.factor <= most + 1e-9, "{gain:?}");
            prop_assert!(gain.at_most || most / least <= 1.15 * 1.15 + 1e-9, "{gain:?}");
        }
    }

    /// A limit that is not reached, or that others' traffic may have used up, changes nothing.
    #[test]
    fn a_limit_that_the_job_does_not_use_up_takes_nothing(
        mut second in seconds(),
        reached in 0f64..1.1,
        by_job in 0f64..0.99,
    ) {
        if let Some(drive) = second.drives.first_mut() {
            drive.drive = "sda".to_owned();
            if let Some(job) = second.read_bytes.filter(|_| reached >= 0.9) {
                drive.read_bytes = (job as f64 / 0.8 / by_job.max(0.01)) as u64 + 1;
            }
        }
        let without = shares(&[second.clone()]);
        second.held = vec![limit(reached)];
        prop_assert_eq!(shares(&[second]), without);
    }

    /// More waiting never makes a faster drive worth less.
    #[test]
    fn the_more_it_waits_the_more_a_faster_drive_brings(running in 0u32..50, more in 0u32..50) {
        let worth = |running: u32| {
            let mut one = second(running, 50 - running, drive(1.0, 50 - running));
            judge(&mut one);
            gains(&[one])[0].factor
        };
        prop_assert!(worth(running.saturating_sub(more)) >= worth(running) - 1e-12);
    }
}
