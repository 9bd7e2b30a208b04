//! One way to measure: a command adds which rounds come next and what follows from them; running, keeping,
//! concluding and showing stand here.

use std::sync::atomic::{AtomicBool, Ordering};

use narrows_record::run::{Measured, Run, Samples};
use narrows_report::{page, picture};
use narrows_units::Nanos;
use narrows_verdict::answer::source::Seen;

use super::backend::Backend;
use super::document::{Keeping, document, exit, finish, note};
use super::predictions::predicted;
use super::rounds::{How, Round};
use super::run::{Came, duration, run_until, slot};
use super::shown::{Course, Known, Pace};
use super::targets::LeftOut;
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::picture::Files;

/// What is measured, by which means, and for whom.
pub struct Stage<'a, 'm> {
    pub seen: &'a Seen,
    pub backend: &'a Backend<'m>,
    pub how: How,
    pub left_out: &'a [LeftOut],
    /// Targets were named, so that each one that is left out is missed.
    pub is_named: bool,
    pub keeps: bool,
    /// Where a picture of the run goes, if one was asked for.
    pub drawn: Option<Files>,
    pub cancel: &'a AtomicBool,
    pub output: &'a Output,
}

/// Rounds that come next.
pub struct Next {
    pub rounds: Vec<Round>,
    /// What may follow them at most.
    pub after: Nanos,
}

/// A run as far as it came.
pub struct UnderWay {
    pub run: Run,
    samples: Vec<Samples>,
    keeping: Option<Keeping>,
    /// What rounds took so far.
    before: Nanos,
    pace: Pace,
}

impl UnderWay {
    pub fn of(run: Run) -> Self {
        let pace = Pace::start();
        Self { run, samples: Vec::new(), keeping: None, before: Nanos::ZERO, pace }
    }
}

/// What a command that measures adds to measuring.
pub trait Campaign {
    /// The rounds that follow what came so far; none once enough is known.
    fn next(&mut self, stage: &Stage<'_, '_>, run: &mut Run) -> Option<Next>;

    /// Whether what came of all passes so far is enough.
    fn is_enough(&self, _results: &[Measured]) -> bool {
        false
    }

    /// Changes what came of rounds before it stands in the run.
    fn join(&self, _stage: &Stage<'_, '_>, _came: &mut Came) {}

    /// What follows beside the findings of every run.
    fn conclude(&mut self, _stage: &Stage<'_, '_>, _run: &mut Run) {}

    /// Shows the run, and says how it ends beside what every run ends with.
    ///
    /// # Errors
    ///
    /// The output cannot be written.
    fn show(&mut self, run: &Run, output: &Output) -> Result<Exit, Failure> {
        usual(run, output)?;
        Ok(Exit::Ok)
    }
}

/// Shows the page of a run.
///
/// # Errors
///
/// The output cannot be written.
pub fn usual(run: &Run, output: &Output) -> Result<(), Failure> {
    output.result(run, || {
        if output.text {
            page::posted::run(run, &output.localizer)
        } else {
            page::run(run, &output.localizer)
        }
    })
}

impl Stage<'_, '_> {
    /// The run before anything is measured, with what is not measured.
    pub fn document(&self) -> Run {
        let mut run = document(self.seen, self.backend);
        run.notes.extend(self.left_out.iter().map(|left| note(&left.drive, &left.why)));
        run.partial = self.left_out.iter().any(|left| self.is_named || left.is_loss);
        run
    }

    /// The same for rounds that run on something else.
    pub fn on<'b, 'n>(&'b self, backend: &'b Backend<'n>) -> Stage<'b, 'n> {
        Stage { backend, drawn: None, how: self.how.clone(), ..*self }
    }

    /// Measures round after round into the run, keeps it, concludes and shows.
    ///
    /// # Errors
    ///
    /// What was asked for cannot be written.
    pub fn run(mut self, campaign: &mut dyn Campaign, run: Run) -> Result<Exit, Failure> {
        let mut under_way = UnderWay::of(run);
        self.measure(campaign, &mut under_way);
        self.end(campaign, under_way)
    }

    /// Measures round after round into the run, which is kept from the first on.
    pub fn measure(&mut self, campaign: &mut dyn Campaign, under_way: &mut UnderWay) {
        let output = self.output;
        let UnderWay { run, samples, keeping, before, pace } = under_way;
        while let Some(Next { rounds, after }) = campaign.next(self, run) {
            if *before == Nanos::ZERO {
                self.how.slot = slot(&self.how, &rounds, after);
            }
            // What is known of a drive is its rate at its beginning.
            let is_whole = |round: &&Round| round.parts.iter().all(|part| part.zone.is_none());
            let whole: Vec<Round> = rounds.iter().filter(is_whole).cloned().collect();
            run.predictions.extend(predicted(&self.seen.machine, &whole));
            let course = Course { before: *before, after, pace: Some(pace) };
            let known = Known::of(&run.machine, &run.predictions).within(course);
            let until = |results: &[Measured]| campaign.is_enough(results);
            let means = (self.backend, &self.how);
            let mut came = run_until(&rounds, means, known, &until, (self.cancel, output));
            campaign.join(self, &mut came);
            samples.extend(came.into_document(run));
            *before = *before + duration(&self.how, &rounds);
            // More rounds and conclusions take a while; what was measured is safe by then.
            if keeping.is_none() {
                *keeping = Some(Keeping::of(run, samples, self.seen, self.keeps, output));
            }
            if self.cancel.load(Ordering::Relaxed) {
                break;
            }
        }
    }

    /// Concludes, keeps the whole of it and shows it.
    ///
    /// # Errors
    ///
    /// What was asked for cannot be written.
    pub fn end(self, campaign: &mut dyn Campaign, under_way: UnderWay) -> Result<Exit, Failure> {
        let output = self.output;
        let UnderWay { mut run, samples, keeping, .. } = under_way;
        let keeping = keeping
            .unwrap_or_else(|| Keeping::of(&mut run, &samples, self.seen, self.keeps, output));
        campaign.conclude(&self, &mut run);
        finish(&mut run, self.seen, self.cancel);
        let scene = |layout| Some(picture::run(&run, layout, &output.localizer));
        let drawn = self.drawn.map(|files| files.draw(scene, output)).transpose();
        let shown = campaign.show(&run, output);
        let kept = keeping.whole(&run, &samples, output);
        drawn?;
        Ok(exit(&run, self.cancel).max(kept).max(shown?))
    }
}
