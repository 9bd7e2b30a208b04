//! Jobs, drives and processors that are stepped through one by one: the predicted effect of a change
//! must match a run of the same job with the change.
//!
//! A drive has channels, each of which serves one request after the other, and a time that every
//! request takes besides, as on the way there and back. A job computes and reads in turn. Processors
//! divide themselves fairly among all that want to run.

use std::collections::VecDeque;

use narrows_record::watch::{
    ChangeGain, DriveSecond, KernelThrottling, MachineSecond, SuggestedChange, ThrottleMechanism,
    WatchSecond,
};
use narrows_record::word::TransferDirection;
use proptest::prelude::*;

use super::{gains, judge};

/// How far the simulated gain may be from a range, or from a definite figure: as for real jobs.
const WITHIN: f64 = 1.15;
const LOOKS: u32 = 40;

#[derive(Clone, Copy, Debug)]
struct SyntheticDrive {
    channels: usize,
    /// Time of one request on its channel, seconds.
    serves_s: f64,
    way_s: f64,
}

/// Rounds of computing and reading.
#[derive(Clone, Copy, Debug)]
struct SyntheticPhase {
    rounds: usize,
    computes_s: f64,
    requests: usize,
    at_once: usize,
}

/// The other part of a job.
#[derive(Clone, Copy, Debug)]
enum OtherPhase {
    None,
    Alike,
    One,
}

/// A job's course: when it computed, and when each request began and ended.
#[derive(Default)]
struct SyntheticTimeline {
    computed: Vec<(f64, f64)>,
    requests: Vec<(f64, f64)>,
    end: f64,
}

/// Steps through phases on `drives` equal drives, which get the requests in turn.
fn step(phases: &[SyntheticPhase], drive: SyntheticDrive, drives: usize) -> SyntheticTimeline {
    let mut course = SyntheticTimeline::default();
    let mut free = vec![vec![0.0_f64; drive.channels]; drives];
    let rounds = phases.iter().flat_map(|phase| std::iter::repeat_n(phase, phase.rounds));
    for phase in rounds {
        let begin = course.end + phase.computes_s;
        course.computed.push((course.end, begin));
        let mut ends = vec![begin; phase.at_once];
        for at in 0..phase.requests {
            // The next request begins when the first of those in flight ends.
            ends.sort_by(f64::total_cmp);
            let from = ends[0];
            let channels = &mut free[at % drives];
            channels.sort_by(f64::total_cmp);
            channels[0] = channels[0].max(from) + drive.serves_s;
            ends[0] = channels[0] + drive.way_s;
            course.requests.push((from, ends[0]));
        }
        course.end = ends.into_iter().fold(begin, f64::max);
    }
    course
}

/// The part of a time within another.
fn overlap((begin, end): (f64, f64), (from, to): (f64, f64)) -> f64 {
    (end.min(to) - begin.max(from)).max(0.0)
}

impl SyntheticTimeline {
    /// As `watch` would have seen it, on four processors.
    fn seconds(&self) -> Vec<WatchSecond> {
        let count = self.end.ceil() as usize;
        let mut seconds: Vec<WatchSecond> = (0..count).map(|at| self.second(at as f64)).collect();
        seconds.iter_mut().for_each(judge);
        seconds
    }

    fn second(&self, from: f64) -> WatchSecond {
        let whole = (from, (from + 1.0).min(self.end));
        let length_s = whole.1 - whole.0;
        let cpu = self.computed.iter().map(|it| overlap(*it, whole)).sum::<f64>() / length_s;
        let looks = (f64::from(LOOKS) * length_s).ceil() as u32;
        let times =
            (0..looks).map(|at| whole.0 + (f64::from(at) + 0.5) * length_s / f64::from(looks));
        let is_running = |at: &f64| self.computed.iter().any(|it| (it.0..it.1).contains(at));
        let running = u32::try_from(times.filter(is_running).count()).unwrap();
        let within: Vec<(f64, f64)> =
            self.requests.iter().filter(|it| overlap(**it, whole) > 0.0).copied().collect();
        let done = within.iter().filter(|it| it.1 <= whole.1).count() as u64;
        let drive = DriveSecond {
            drive: "sda".to_owned(),
            reads: done,
            read_bytes: done << 16,
            busy: union(&within, whole) / length_s,
            depth: within.iter().map(|it| overlap(*it, whole)).sum::<f64>() / length_s,
            waited: looks - running,
            ..DriveSecond::default()
        };
        WatchSecond {
            at_s: from,
            length_s,
            looks,
            running,
            blocked: looks - running,
            threads: 1,
            cpu,
            busiest: cpu,
            read_bytes: Some(done << 16),
            written_bytes: Some(0),
            machine: MachineSecond { cpus: 4, cpu, busiest_cpu: cpu, ..MachineSecond::default() },
            drives: vec![drive],
            ..WatchSecond::default()
        }
    }
}

/// The time in which any request is in flight; they are in the order of their beginning.
fn union(requests: &[(f64, f64)], whole: (f64, f64)) -> f64 {
    let (mut sum, mut until) = (0.0, whole.0);
    for &(begin, end) in requests {
        sum += overlap((begin.max(until), end), whole);
        until = until.max(end);
    }
    sum
}

fn gain(seconds: &[WatchSecond], change: SuggestedChange) -> ChangeGain {
    gains(seconds).into_iter().find(|gain| gain.change == change).unwrap()
}

fn assert_true(gain: &ChangeGain, reached: f64) -> Result<(), TestCaseError> {
    let (least, most) = (gain.least, gain.most);
    prop_assert!(reached >= least / WITHIN, "{gain:?}, reached {reached}");
    prop_assert!(reached <= most * WITHIN, "{gain:?}, reached {reached}");
    if !gain.at_most {
        let off = (reached / gain.factor).max(gain.factor / reached);
        prop_assert!(off <= WITHIN, "{gain:?}, reached {reached}");
    }
    Ok(())
}

prop_compose! {
    fn drive()(
        channels in 1usize..9,
        serves_s in 0.002f64..0.02,
        way in 0f64..3.0,
    ) -> SyntheticDrive {
        SyntheticDrive { channels, serves_s, way_s: way * serves_s }
    }
}

prop_compose! {
    /// Rounds long beside the four requests that begin and end them, for some 30 seconds: long beside the
    /// second in which a job goes over from one part to the other, half of which is taken for the wrong one.
    fn phase(at_once: impl Strategy<Value = usize>)(
        at_once in at_once,
        computes in 0f64..1.5,
        drive in drive(),
    ) -> (SyntheticPhase, SyntheticDrive) {
        let alone = drive.serves_s + drive.way_s;
        let requests = 60;
        let reads_s = alone * requests as f64;
        let rounds = (30.0 / (reads_s * (1.0 + computes))).ceil() as usize + 1;
        (SyntheticPhase { rounds, computes_s: computes * reads_s, requests, at_once }, drive)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// One request at a time, and several in another part of the job: four at a time gain as
    /// predicted.
    #[test]
    fn a_deeper_queue_brings_what_is_said((one, drive) in phase(Just(1)), other in 0usize..9) {
        let deep = SyntheticPhase { at_once: other.max(1), rounds: one.rounds * 2, ..one };
        let phases = if other > 0 { vec![one, deep] } else { vec![one] };
        let before = step(&phases, drive, 1);
        let gain = gain(&before.seconds(), SuggestedChange::QueueDepth);
        let changed: Vec<SyntheticPhase> = phases
            .iter()
            .map(|phase| SyntheticPhase {
                at_once: if phase.at_once == 1 { 4 } else { phase.at_once },
                ..*phase
            })
            .collect();
        let reached = before.end / step(&changed, drive, 1).end;
        assert_true(&gain, reached)?;
        // Seen at that very depth it is known.
        if other == 4 {
            prop_assert!(!gain.at_most, "{gain:?}");
        }
    }

    /// Several requests at a time, and others in another part of the job: a RAID 0 gains as predicted.
    #[test]
    fn twice_the_drives_bring_what_is_said(
        (many, drive) in phase((1usize..9).prop_map(|half| half * 2)),
        other in prop::sample::select(vec![OtherPhase::None, OtherPhase::Alike, OtherPhase::One]),
    ) {
        // Only waiting for a drive with several requests is predicted to shrink.
        let phases = match other {
            OtherPhase::None => vec![many],
            OtherPhase::Alike => vec![many, many],
            OtherPhase::One => vec![many, SyntheticPhase { at_once: 1, ..many }],
        };
        let before = step(&phases, drive, 1);
        let gain = gain(&before.seconds(), SuggestedChange::MoreDrives);
        let reached = before.end / step(&phases, drive, 2).end;
        assert_true(&gain, reached)?;
    }

    /// Half the latency halves the job's wait for it.
    #[test]
    fn a_faster_drive_brings_what_is_said((one, drive) in phase(1usize..9)) {
        let before = step(&[one], drive, 1);
        let (serves_s, way_s) = (drive.serves_s / 2.0, drive.way_s / 2.0);
        let faster = SyntheticDrive { serves_s, way_s, ..drive };
        let reached = before.end / step(&[one], faster, 1).end;
        assert_true(&gain(&before.seconds(), SuggestedChange::FasterDrive), reached)?;
    }
}

/// A drive of one channel that ten requests fill, in rounds that end with ever fewer: seconds with such an end did a
/// little less than as many requests all the time would have done, so that the range they leave is not exact.
#[test]
fn seconds_that_end_with_fewer_requests_bound_others_loosely() {
    let drive = SyntheticDrive { channels: 1, serves_s: 0.016_052, way_s: 0.013_289 };
    let many = SyntheticPhase { rounds: 5, computes_s: 0.936_417, requests: 60, at_once: 10 };
    let before = step(&[many], drive, 1);
    let reached = before.end / step(&[many], drive, 2).end;
    assert_true(&gain(&before.seconds(), SuggestedChange::MoreDrives), reached).unwrap();
}

/// How a thread that waits for requests before a limit looks.
#[derive(Clone, Copy, Debug)]
enum Sleep {
    Blocked,
    /// In `io_getevents`, or with a ring that is not empty.
    Awaiting,
    /// As if for a timer: in epoll, on a futex.
    Unseen,
}

/// A job of one thread that keeps requests under way and computes with each. Times are parts of that in which the
/// limit grants a request.
#[derive(Clone, Copy, Debug)]
struct HeldJob {
    at_once: usize,
    computes: f64,
    serves: f64,
    sleeps: Sleep,
}

/// What is not used of a limit is kept for so long (block/blk-throttle.c, `throtl_slice`).
const SLICE_S: f64 = 0.1;
/// Long beside the slice.
const HELD_S: f64 = 15.0;

/// Its requests are in flight once the limit has granted them, one each `grant_s`.
fn step_held(job: HeldJob, slow_s: f64, grant_s: f64) -> SyntheticTimeline {
    let mut course = SyntheticTimeline::default();
    let requests = (HELD_S / slow_s) as usize;
    let mut asked: VecDeque<f64> = std::iter::repeat_n(0.0, job.at_once).collect();
    let mut granted = -SLICE_S;
    while let Some(at) = asked.pop_front() {
        granted = (granted + grant_s).max(at - SLICE_S);
        let begin = granted.max(at);
        let end = begin + job.serves * slow_s;
        course.requests.push((begin, end));
        let from = course.end.max(end);
        course.end = from + job.computes * slow_s;
        course.computed.push((from, course.end));
        if course.requests.len() + asked.len() < requests {
            asked.push_back(course.end);
        }
    }
    course
}

/// As `watch` would have seen it.
fn held_seconds(course: &SyntheticTimeline, job: HeldJob, grant_s: f64) -> Vec<WatchSecond> {
    let mut seconds = course.seconds();
    for second in &mut seconds {
        let whole = (second.at_s, second.at_s + second.length_s);
        let granted = course.requests.iter().filter(|it| (whole.0..whole.1).contains(&it.0));
        let granted = granted.count();
        // Looks that fall into step with the job would be of one moment of its round.
        second.running = (f64::from(second.looks) * second.cpu).round() as u32;
        let others = second.looks - second.running;
        let waited = (f64::from(others) * second.drives[0].busy) as u32;
        (second.blocked, second.in_flight) = match job.sleeps {
            Sleep::Blocked => (others, 0),
            Sleep::Awaiting => (0, others),
            Sleep::Unseen => (0, waited),
        };
        second.drives[0].waited = waited;
        second.drives[0].read_bytes = (granted as u64) << 16;
        second.read_bytes = Some((granted as u64) << 16);
        second.held = vec![KernelThrottling {
            by: ThrottleMechanism::IoMax,
            drive: Some("sda".to_owned()),
            direction: Some(TransferDirection::Read),
            reached: Some(granted as f64 * grant_s / second.length_s),
            ..KernelThrottling::default()
        }];
        judge(second);
    }
    seconds
}

proptest! {
    /// Twice the limit brings what is predicted, to within a tenth, however many requests are under way, however the
    /// thread sleeps, and whether it computes for as long as it would wait.
    #[test]
    fn twice_a_limit_brings_what_is_said(
        at_once in 1usize..33,
        computes in 0f64..1.5,
        serves in 0f64..0.04,
        sleeps in prop::sample::select(vec![Sleep::Blocked, Sleep::Awaiting, Sleep::Unseen]),
        grant_s in 0.002f64..0.02,
    ) {
        let job = HeldJob { at_once, computes, serves, sleeps };
        let before = step_held(job, grant_s, grant_s);
        let reached = before.end / step_held(job, grant_s, grant_s / 2.0).end;
        let gain = gain(&held_seconds(&before, job, grant_s), SuggestedChange::RateLimit);
        let off = (reached / gain.factor).max(gain.factor / reached);
        prop_assert!(!gain.at_most && off <= 1.1, "{gain:?}, reached {reached}");
    }
}

/// Threads that each read and compute in turn, on as many processors; the drive serves one request at a time.
#[derive(Clone, Copy, Debug)]
struct ThreadPool {
    threads: usize,
    rounds: usize,
    serves_s: f64,
    computes_s: f64,
}

/// Each thread's reading and computing, in the order of time; all have as many rounds.
fn step_pool(pool: ThreadPool) -> SyntheticTimeline {
    let mut course = SyntheticTimeline::default();
    let mut asked: VecDeque<(f64, usize)> = std::iter::repeat_n((0.0, 1), pool.threads).collect();
    let mut free = 0.0_f64;
    // All compute for equally long, so that they come back in the order in which they left.
    while let Some((at, round)) = asked.pop_front() {
        free = free.max(at) + pool.serves_s;
        course.requests.push((at, free));
        let done = free + pool.computes_s;
        course.computed.push((free, done));
        course.end = course.end.max(done);
        if round < pool.rounds {
            asked.push_back((done, round + 1));
        }
    }
    course
}

proptest! {
    /// While some threads compute, others wait for the drive: half its latency brings something in the range.
    #[test]
    fn threads_that_take_turns_gain_within_the_range(
        threads in 1usize..9,
        serves_s in 0.002f64..0.02,
        computes in 0f64..12.0,
    ) {
        let computes_s = computes * serves_s;
        let rounds = (15.0 / (serves_s + computes_s)) as usize;
        let pool = ThreadPool { threads, rounds, serves_s, computes_s };
        let before = step_pool(pool);
        let mut seconds = before.seconds();
        for second in &mut seconds {
            let whole = (second.at_s, second.at_s + second.length_s);
            let within = |of: &[(f64, f64)]| -> Vec<(f64, f64)> {
                of.iter().filter(|it| overlap(**it, whole) > 0.0).copied().collect()
            };
            let (computed, requests) = (within(&before.computed), within(&before.requests));
            let is_at = |at: f64, of: &[(f64, f64)]| of.iter().any(|it| (it.0..it.1).contains(&at));
            let each_s = second.length_s / f64::from(second.looks);
            let times = (0..second.looks).map(|look| whole.0 + (f64::from(look) + 0.5) * each_s);
            let overlapped = times.filter(|at| is_at(*at, &computed) && is_at(*at, &requests));
            second.overlapped = u32::try_from(overlapped.count()).unwrap();
            judge(second);
        }
        let gain = gain(&seconds, SuggestedChange::FasterDrive);
        let reached = before.end / step_pool(ThreadPool { serves_s: serves_s / 2.0, ..pool }).end;
        assert_true(&gain, reached)?;
    }
}

/// A computing thread, and one that feeds it, which takes `feeds` of a processor for each that the
/// first takes; `pairs` of them, beside `others` that want this much each.
fn speed(pairs: usize, feeds: f64, others: &[f64], processors: f64) -> f64 {
    // None gets more than wanted, and who gets less gets as much as anybody (found by halving).
    let pair = |level: f64| level.min(1.0).min(level / feeds);
    let taken = |level: f64| {
        let others = others.iter().map(|wanted| wanted.min(level)).sum::<f64>();
        others + pairs as f64 * pair(level) * (1.0 + feeds)
    };
    let (mut low, mut high) = (0.0, 2.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if taken(middle) <= processors { low = middle } else { high = middle }
    }
    pairs as f64 * pair(low)
}

proptest! {
    /// The work of one thread and its feeders, divided between two, beside others.
    #[test]
    fn two_threads_bring_what_is_said(
        // With more than this the first takes less than 65 % of both, and neither does most.
        feeds in 0.01f64..0.53,
        others in prop::collection::vec(0.05f64..1.0, 0..12),
        cpus in 1u32..9,
    ) {
        let processors = f64::from(cpus);
        let alone = speed(1, feeds, &others, processors);
        let cpu = alone * (1.0 + feeds);
        let taken = (others.iter().sum::<f64>()).min(processors - cpu);
        let machine = MachineSecond { cpus, cpu: cpu + taken, ..MachineSecond::default() };
        let queued = 1.0 - alone;
        let mut seconds = vec![WatchSecond {
            length_s: 1.0, looks: LOOKS, running: LOOKS, threads: 2, cpu, busiest: alone, queued,
            machine, ..WatchSecond::default()
        }];
        seconds.iter_mut().for_each(judge);
        let reached = speed(2, feeds, &others, processors) / alone;
        assert_true(&gain(&seconds, SuggestedChange::MoreThreads), reached)?;
    }
}
