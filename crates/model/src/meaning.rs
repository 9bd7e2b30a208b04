//! Figures as times of everyday jobs, and whether a person notices a difference.
//!
//! For: seconds instead of MB/s. Time for storage alone; the programs' own computing comes on top.
//!
//! Whether one notices: waits of about 0.1 s seem immediate, up to 1 s the train of thought goes on,
//! up to 10 s attention stays (R. B. Miller, Response time in man-computer conversational
//! transactions, AFIPS FJCC 1968; J. Nielsen, Usability Engineering, 1993, section 5.5). Of longer
//! waits only differences of about a fifth are noticeable: Weber's law for durations (S. C. Seow,
//! Designing and Engineering Time, 2008, chapter 2).

use narrows_topology::Id;
use narrows_units::Bytes;
use narrows_workload::Direction::Read;
use narrows_workload::Pattern::{Random, Sequential};
use narrows_workload::Workload;

use crate::machine::Machine;
use crate::workload_on_target::{WorkloadOnTarget, predict_workloads};

/// A well-known job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EverydayTask {
    /// Copying 50 GB to the same drive: 1 MiB at a time, four in flight.
    Copy,
    /// Loading a file of 10 GB: 1 MiB at a time, the next one under way.
    Load,
    /// Opening a picture of 30 MB: 1 MiB at a time.
    Picture,
    /// Starting a large application: 300 MB in random reads of 16 KiB, one after the other.
    ///
    /// PCMark 8's traces of Photoshop (light), Illustrator, InDesign and After Effects read 311 to
    /// 401 MB in 19,033 to 24,566 requests, which makes 16 KiB each; nine in ten are random
    /// (Futuremark's figures, tabulated in Tom's Hardware, How We Test Storage, page 9). While an
    /// application starts, computing and reading take turns (Joo, Ryu, Park and Shin, FAST: Quick
    /// Application Launch on Solid-State Drives, USENIX FAST 2011): so one request at a time.
    Start,
}

/// Thresholds of waiting that people perceive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PerceptionThreshold {
    /// 0.1 s: below, it seems immediate.
    Immediate,
    /// 1 s: below, the train of thought goes on.
    Flow,
    /// 10 s: below, attention stays.
    Attention,
}

/// Whether a person notices a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeLevel {
    No,
    /// Yes: it feels different, not only longer or shorter.
    Crosses(PerceptionThreshold),
    /// Yes: clearly longer or shorter.
    Clearly,
}

/// Durations nearer to each other than this part are indistinguishable.
const JUST_NOTICEABLE: f64 = 0.2;

impl EverydayTask {
    pub const ALL: [Self; 4] = [Self::Copy, Self::Load, Self::Picture, Self::Start];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Copy => "copy",
            Self::Load => "load",
            Self::Picture => "picture",
            Self::Start => "start",
        }
    }

    pub fn workload(self) -> Workload {
        let large = |depth| Workload::new(Sequential, Read, Bytes::mib(1), depth);
        match self {
            Self::Copy => Workload { read_percent: 50, ..large(4) }.named_after_itself(),
            Self::Load => large(2),
            Self::Picture => large(1),
            Self::Start => Workload::new(Random, Read, Bytes::kib(16), 1),
        }
    }

    /// The amount that it reads and writes in all.
    pub fn amount(self) -> Bytes {
        Bytes::new(match self {
            Self::Copy => 100_000_000_000,
            Self::Load => 10_000_000_000,
            Self::Picture => 30_000_000,
            Self::Start => 300_000_000,
        })
    }

    /// Its time in seconds on `of` while it runs on all of `targets` at once; `None` if nothing is
    /// known of `of`.
    pub fn seconds(self, machine: &Machine, targets: &[Id], of: &Id) -> Option<f64> {
        let workload = self.workload();
        let on = |target| WorkloadOnTarget {
            amount: Some(self.amount()),
            ..WorkloadOnTarget::new(target, &workload)
        };
        let workloads: Vec<WorkloadOnTarget> = targets.iter().map(on).collect();
        let outcomes = predict_workloads(machine, &workloads);
        let rate = outcomes.iter().find(|outcome| outcome.target == *of)?.rate.get();
        (rate > 0.0).then(|| self.amount().as_f64() / rate)
    }
}

impl PerceptionThreshold {
    /// All thresholds, shortest first.
    pub const ALL: [Self; 3] = [Self::Immediate, Self::Flow, Self::Attention];

    pub const fn seconds(self) -> f64 {
        match self {
            Self::Immediate => 0.1,
            Self::Flow => 1.0,
            Self::Attention => 10.0,
        }
    }
}

impl NoticeLevel {
    /// For a wait of `before` seconds that becomes `after`.
    pub fn of(before: f64, after: f64) -> Self {
        let (short, long) = (before.min(after), before.max(after));
        if short > long * (1.0 - JUST_NOTICEABLE) {
            return Self::No;
        }
        let between = |it: &PerceptionThreshold| short < it.seconds() && it.seconds() <= long;
        let mut crossed = PerceptionThreshold::ALL.into_iter().filter(between);
        // The threshold nearest to the new wait.
        let crossed = if after < before { crossed.next() } else { crossed.next_back() };
        match crossed {
            Some(threshold) => Self::Crosses(threshold),
            None if long > PerceptionThreshold::Flow.seconds() => Self::Clearly,
            None => Self::No,
        }
    }
}

#[cfg(test)]
mod tests {
    use narrows_units::BytesPerSec;

    use super::*;
    use crate::figures::{BandedFigure, DriveFigures};

    #[test]
    fn crossing_a_threshold_is_noticed_and_a_tenth_is_not() {
        assert_eq!(NoticeLevel::of(1.4, 0.7), NoticeLevel::Crosses(PerceptionThreshold::Flow));
        assert_eq!(
            NoticeLevel::of(12.0, 0.08),
            NoticeLevel::Crosses(PerceptionThreshold::Immediate)
        );
        assert_eq!(
            NoticeLevel::of(0.5, 12.0),
            NoticeLevel::Crosses(PerceptionThreshold::Attention)
        );
        // 1.05 s and 0.95 s lie on both sides of a second, which are indistinguishable.
        assert_eq!(NoticeLevel::of(1.05, 0.95), NoticeLevel::No);
        assert_eq!(NoticeLevel::of(60.0, 30.0), NoticeLevel::Clearly);
        assert_eq!(NoticeLevel::of(60.0, 54.0), NoticeLevel::No);
        // Half, but of the blink of an eye.
        assert_eq!(NoticeLevel::of(0.06, 0.03), NoticeLevel::No);
        assert_eq!(NoticeLevel::of(0.8, 0.4), NoticeLevel::No);
    }

    /// 2,000 MB/s either way: each half of a copy of 50 GB takes 25 s of the drive's time, and going
    /// to and fro between them a third more: 67 s. A fast
    /// enough drive that is read in 1 MiB requests loads 10 GB in 5 s.
    #[test]
    fn seconds_are_the_amount_over_the_rate() {
        let rate = || Some(BandedFigure::measured(BytesPerSec::mb_s(2000.0)));
        let figures = DriveFigures { read: rate(), write: rate(), ..DriveFigures::default() };
        let (mut machine, drive) = (Machine::default(), Id::new("a"));
        machine.figures.insert(drive.clone(), figures);
        let alone = std::slice::from_ref(&drive);
        let seconds = |job: EverydayTask| job.seconds(&machine, alone, &drive).unwrap();
        assert!(
            (seconds(EverydayTask::Copy) - 67.0).abs() < 1.0,
            "{}",
            seconds(EverydayTask::Copy)
        );
        assert!((seconds(EverydayTask::Load) - 5.0).abs() < 0.2, "{}", seconds(EverydayTask::Load));
        let nothing = EverydayTask::Load.seconds(&machine, &[Id::new("b")], &Id::new("b"));
        assert_eq!(nothing, None);
    }
}
