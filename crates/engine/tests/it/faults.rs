//! Devices that hang or break, driven in real time.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use narrows_engine::{
    Completion, Errno, IoDevice, IoSubmission, Issuer, IssuerEnding, IssuerResult, Schedule,
    StopReason, TargetRegion, ThreadStamping, drive,
};
use narrows_units::Nanos;
use narrows_workload::default_profiles;

/// Answers the first `answers` requests at once, then as `then` says.
struct Faulty {
    answers: usize,
    then: Result<(), Errno>,
}

impl IoDevice for Faulty {
    fn exchange(
        &mut self,
        submissions: &mut Vec<IoSubmission>,
        completions: &mut Vec<Completion>,
        timeout: Nanos,
    ) -> Result<(), Errno> {
        let answered = self.answers.min(submissions.len());
        self.answers -= answered;
        for submission in submissions.drain(..).take(answered) {
            completions.push(Completion { slot: submission.slot, result: Ok(submission.len) });
        }
        if completions.is_empty() {
            std::thread::sleep(Duration::from_nanos(timeout.get()));
            return self.then;
        }
        Ok(())
    }
}

fn monotonic() -> Nanos {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    Nanos::new(time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64)
}

fn issuer() -> Issuer {
    let schedule = Schedule {
        begin_at: Nanos::ZERO,
        count_from: Nanos::ZERO,
        finish_at: Nanos::millis(100),
        ops_max: None,
    };
    Issuer::new(&default_profiles()[0], TargetRegion::whole(1 << 30), schedule, 1).unwrap()
}

fn driven(
    issuer: &mut Issuer,
    device: &mut Faulty,
    patience: Nanos,
    cancel: &AtomicBool,
) -> IssuerResult {
    drive(issuer, device, &mut ThreadStamping::default(), monotonic(), patience, cancel, None)
}

#[test]
fn a_drive_that_hangs_is_left_after_its_patience() {
    let mut issuer = issuer();
    let mut device = Faulty { answers: 1000, then: Ok(()) };
    let begun = Instant::now();
    let never = AtomicBool::new(false);
    let driven = driven(&mut issuer, &mut device, Nanos::millis(200), &never);
    assert_eq!(driven.ending, IssuerEnding::Stalled);
    // 100 ms of run and 200 ms of patience; how much more a busy machine takes says nothing.
    assert!(begun.elapsed().as_millis() >= 300);
    assert_eq!(issuer.tally().ops, 1000, "what came back is counted");
    assert_eq!(issuer.stopped().map(|(stop, _)| stop), Some(StopReason::Time));
}

#[test]
fn a_hanging_drive_does_not_hold_up_who_wants_to_stop() {
    let mut issuer = issuer();
    let mut device = Faulty { answers: 0, then: Ok(()) };
    let begun = Instant::now();
    let now = AtomicBool::new(true);
    let driven = driven(&mut issuer, &mut device, Nanos::millis(60_000), &now);
    // Stopped before the first request, so nothing is in flight and nothing to wait for.
    assert_eq!((driven.ending, issuer.in_flight()), (IssuerEnding::Done, 0));
    // Not after its patience, which is a minute.
    assert!(begun.elapsed().as_millis() < 30_000);
}

#[test]
fn a_device_that_breaks_says_how() {
    let mut issuer = issuer();
    let mut device = Faulty { answers: 10, then: Err(Errno(9)) };
    let never = AtomicBool::new(false);
    let driven = driven(&mut issuer, &mut device, Nanos::millis(200), &never);
    assert_eq!(driven.ending, IssuerEnding::Broken(Errno(9)));
    assert_eq!(issuer.tally().ops, 10);
}
