//! Runs rounds one after the other and gathers their results.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use narrows_messages::Message;
use narrows_record::run::{RunDocument, Samples, TargetMeasurement, workload_title};
use narrows_record::see::DocumentNote;
use narrows_topology::Id;
use narrows_units::Nanos;

use super::document::note;
use super::round_screen::{CampaignPosition, RoundReporter, RoundScreenContext};
use crate::failure::{CommandFailure, Result};
use crate::measuring::backend::Backend;
use crate::measuring::rounds::{self, RoundPlan, RoundSettings};
use crate::output::CliOutput;
use crate::progress::ProgressReporter;

#[derive(Default)]
pub struct CombinedResults {
    pub results: Vec<TargetMeasurement>,
    pub samples: Vec<Samples>,
    /// Each remark once.
    pub notes: Vec<DocumentNote>,
    /// A request brought no result.
    pub partial: bool,
}

impl CombinedResults {
    /// Puts all into the document but the samples, which lie beside it.
    pub fn into_document(self, document: &mut RunDocument) -> Vec<Samples> {
        document.results.extend(self.results);
        document.partial |= self.partial;
        for note in self.notes {
            note.add_to(&mut document.notes);
        }
        self.samples
    }

    fn take(&mut self, done: rounds::RoundOutcome, cancel: &AtomicBool) {
        // A drive that failed every request has a result: its errors.
        let (came, nothing): (Vec<_>, Vec<_>) =
            done.results.into_iter().partition(|result| result.ops > 0 || result.errors > 0);
        self.results.extend(came);
        self.samples.extend(done.samples);
        self.partial |= !nothing.is_empty();
        // The reason why a drive failed is given below; nothing to add.
        let is_told =
            |result: &&TargetMeasurement| done.failed.iter().any(|id| id.as_str() == result.target);
        let untold = nothing.iter().filter(|result| !is_told(result));
        untold.for_each(|result| self.remark(not_measured(result, cancel)));
        done.remarks.iter().for_each(|(drive, what)| self.remark(note(drive, what)));
    }

    fn remark(&mut self, note: DocumentNote) {
        note.add_to(&mut self.notes);
    }
}

/// Runs the rounds, with progress on stderr. A target that stops answering is left out of the rounds that
/// follow; once `cancel` is set, no more rounds begin, nor after a pass when all results so far are
/// enough for `until`. `known` is for observers.
pub fn run_until(
    rounds: &[RoundPlan],
    (backend, how): (&Backend<'_>, &RoundSettings),
    known: RoundScreenContext<'_>,
    until: &dyn Fn(&[TargetMeasurement]) -> bool,
    (cancel, output): (&AtomicBool, &CliOutput),
) -> CombinedResults {
    let progress = ProgressReporter::measuring(output);
    let CampaignPosition { mut before, after, pace } = known.course;
    // Virtual time does not pass by the clock, so that no pace of it can be late.
    let pace = pace.filter(|_| !backend.is_virtual());
    let total = before + duration(how, rounds) + after;
    let simulated = backend.is_virtual().then(|| (Instant::now(), before));
    let mut came = CombinedResults::default();
    let mut silent: Vec<Id> = Vec::new();
    for (at, round) in rounds.iter().enumerate() {
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        let mut round = round.clone();
        round.parts.retain(|part| !silent.contains(&part.drive));
        let takes = how.duration(&round);
        if !round.parts.is_empty() {
            // Threads that have to share processors are not bound to any; reported once.
            let threads: u32 = round.parts.iter().map(|part| part.workload.jobs.max(1)).sum();
            if !how.pinning.has_room(threads) {
                let what = Message::new("measure-not-pinned");
                came.remark(DocumentNote::of(None, &what));
            }
            if how.huge_pages {
                came.remark(DocumentNote::of(None, &Message::new("measure-huge-pages")));
            }
            progress.say(output.localizer.say(&describe(&round)));
            let (number, means) = ((at + 1, rounds.len()), (how, backend.is_virtual()));
            progress.run(|| known.running(&round, number, means, &output.localizer));
            let progress = &progress;
            let times = pace.map_or(1.0, |pace| pace.times(before));
            let looking =
                RoundReporter { progress, cancel, total, before, round: takes, simulated, times };
            let done = rounds::run(&round, backend, how, cancel, &looking);
            silent.extend(done.silent.iter().cloned());
            came.take(done, cancel);
        }
        // Also where no target was left to run, so that progress ends at the whole.
        before = before + takes;
        pace.into_iter().for_each(|pace| pace.tell(before, total, output));
        let ends_pass = rounds.get(at + 1).is_none_or(|next| next.repeat != round.repeat);
        if ends_pass && until(&came.results) {
            break;
        }
    }
    came
}

/// A round in which nothing came back is no measurement of nothing.
fn not_measured(result: &TargetMeasurement, cancel: &AtomicBool) -> DocumentNote {
    let drive = Id::new(&result.target);
    // Windows go by samples of 1 ms: a run that ends within one leaves none.
    let is_through = result.asked.amount_bytes.is_some() && result.done_s > 0.0;
    let id = match (cancel.load(Ordering::Relaxed), is_through) {
        (true, _) => "cli-not-measured-interrupted",
        (false, true) => "cli-not-measured-amount",
        (false, false) => "cli-not-measured",
    };
    let what = Message::new(id).with("drive", &drive);
    note(&drive, &what.text("workload", workload_title(&result.workload)))
}

/// Longest list of names that fits one line.
const MOST_NAMES: usize = 8;

fn describe(round: &RoundPlan) -> Message {
    let names = round.parts.iter().map(|part| part.drive.as_str());
    let mut drives: Vec<&str> = names.take(MOST_NAMES).collect();
    drives.extend((round.parts.len() > MOST_NAMES).then_some("..."));
    Message::new("cli-measuring")
        .with("drives", drives.join(" + "))
        .with("workload", round.workloads().join(" + "))
}

/// More rounds than anybody waits for; more is a slip.
const MOST_ROUNDS: usize = 20_000;

/// The same rounds, unless they are more than anybody waits for.
pub fn not_too_many(rounds: Vec<RoundPlan>) -> Result<Vec<RoundPlan>> {
    if rounds.len() <= MOST_ROUNDS {
        return Ok(rounds);
    }
    let what = Message::new("measure-too-many-rounds").count("rounds", rounds.len());
    Err(CommandFailure::usage(what.with("most", MOST_ROUNDS)))
}

pub fn duration(how: &RoundSettings, rounds: &[RoundPlan]) -> Nanos {
    rounds.iter().fold(Nanos::ZERO, |sum, round| sum + how.duration(round))
}

/// Slots that a run keeps in all: tens of megabytes, in memory as well as in the run's samples before they are packed.
const MOST_SLOTS: u64 = 4_000_000;

/// Slot length in the samples of these rounds and those that follow: a millisecond, or ten, a
/// hundred, ... times that if a long run would have too many of them.
pub fn slot(how: &RoundSettings, rounds: &[RoundPlan], after: Nanos) -> Nanos {
    let of_round = |round: &RoundPlan| how.duration(round).get() * round.parts.len() as u64;
    let later = rounds.iter().map(|round| round.parts.len() as u64).max().unwrap_or_default();
    let later = after.get().saturating_mul(later);
    let time: u64 = rounds.iter().map(of_round).fold(later, u64::saturating_add);
    let mut slot = Nanos::millis(1);
    while time / slot.get() > MOST_SLOTS {
        slot = Nanos::new(slot.get() * 10);
    }
    slot
}

#[cfg(test)]
mod tests {
    use narrows_workload::profile;

    use super::*;
    use crate::measuring::rounds::RoundPart;
    use crate::measuring::rounds::pinning::ThreadPinning;

    fn round(drives: usize, time: Nanos) -> RoundPlan {
        let workload = profile("seq-read-128k-q32").unwrap();
        let part = |drive| RoundPart::new(Id::new(drive), workload.clone());
        RoundPlan {
            set: "x".into(),
            parts: (0..drives).map(part).collect(),
            time,
            repeat: 1,
            amount: None,
        }
    }

    #[test]
    fn long_runs_keep_longer_slots() {
        let how = RoundSettings {
            ramp: Nanos::ZERO,
            pinning: ThreadPinning::Free,
            ..RoundSettings::default()
        };
        let slot_of = |rounds: &[RoundPlan]| slot(&how, rounds, Nanos::ZERO).get() / 1_000_000;
        assert_eq!(slot_of(&[round(24, Nanos::millis(3000))]), 1);
        // An hour of one drive is 3.6 million milliseconds, of two drives 7.2.
        assert_eq!(slot_of(&[round(1, Nanos::millis(3_600_000))]), 1);
        assert_eq!(slot_of(&[round(2, Nanos::millis(3_600_000))]), 10);
        // 24 drives, 100 times an hour: 8.64e9 ms, in slots of 10 s 864,000.
        // An hour that follows counts as one that is known.
        let hour = Nanos::millis(3_600_000);
        assert_eq!(slot(&how, &[round(1, hour)], hour), Nanos::millis(10));
        assert_eq!(slot_of(&vec![round(24, Nanos::millis(3_600_000)); 100]), 10_000);
    }

    #[test]
    fn a_round_takes_its_ramp_and_its_last_start_too() {
        let how = RoundSettings {
            ramp: Nanos::millis(200),
            pinning: ThreadPinning::Free,
            ..RoundSettings::default()
        };
        let mut late = round(2, Nanos::millis(1000));
        late.parts[1].start_after = Nanos::millis(500);
        assert_eq!(duration(&how, &[late, round(1, Nanos::millis(1000))]), Nanos::millis(2900));
    }

    #[test]
    fn a_line_names_a_few_drives_only() {
        let text = format!("{:?}", describe(&round(9, Nanos::ZERO)));
        assert!(text.contains("7 + ...") && !text.contains("+ 8"), "{text}");
    }
}
