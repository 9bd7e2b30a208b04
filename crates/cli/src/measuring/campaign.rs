//! One way to measure: a command adds the next rounds and the conclusions from them; running, keeping,
//! concluding and showing are here.

use std::sync::atomic::{AtomicBool, Ordering};

use narrows_record::run::{RunDocument, Samples, TargetMeasurement};
use narrows_report::{page, picture};
use narrows_units::Nanos;
use narrows_verdict::answer::source::SourceMachine;

use super::backend::Backend;
use super::document::{RunRecorder, document, exit, finish, note};
use super::predictions::predicted;
use super::round_screen::{CampaignPosition, RoundPace, RoundScreenContext};
use super::rounds::{RoundPlan, RoundSettings};
use super::run::{CombinedResults, duration, run_until, slot};
use super::targets::LeftOut;
use crate::failure::{ProgramExit, Result};
use crate::output::CliOutput;
use crate::picture::PictureFiles;

/// The targets, the means, and the recipient.
pub struct CampaignContext<'a, 'm> {
    pub source: &'a SourceMachine,
    pub backend: &'a Backend<'m>,
    pub how: RoundSettings,
    pub left_out: &'a [LeftOut],
    /// Targets were named, so that each one that is left out is missed.
    pub is_named: bool,
    pub keeps: bool,
    /// Destination of a picture of the run, if one was requested.
    pub drawn: Option<PictureFiles>,
    pub cancel: &'a AtomicBool,
    pub output: &'a CliOutput,
}

pub struct NextRounds {
    pub rounds: Vec<RoundPlan>,
    /// Maximum time that may follow them.
    pub after: Nanos,
}

pub struct RunProgress {
    pub run: RunDocument,
    samples: Vec<Samples>,
    keeping: Option<RunRecorder>,
    /// Time of the rounds so far.
    before: Nanos,
    pace: RoundPace,
}

impl RunProgress {
    pub fn of(run: RunDocument) -> Self {
        let pace = RoundPace::start();
        Self { run, samples: Vec::new(), keeping: None, before: Nanos::ZERO, pace }
    }
}

/// A command's additions to measuring.
pub trait Campaign {
    /// The rounds that follow the results so far; `None` once enough is known.
    fn next(
        &mut self,
        stage: &CampaignContext<'_, '_>,
        run: &mut RunDocument,
    ) -> Option<NextRounds>;

    /// Whether the results of all passes so far suffice.
    fn is_enough(&self, _results: &[TargetMeasurement]) -> bool {
        false
    }

    /// Changes results of rounds before they are added to the run.
    fn join(&self, _stage: &CampaignContext<'_, '_>, _came: &mut CombinedResults) {}

    /// Conclusions besides the findings of every run.
    fn conclude(&mut self, _stage: &CampaignContext<'_, '_>, _run: &mut RunDocument) {}

    /// Shows the run, and returns its exit code besides that of every run.
    fn show(&mut self, run: &RunDocument, output: &CliOutput) -> Result<ProgramExit> {
        usual(run, output)?;
        Ok(ProgramExit::Ok)
    }
}

pub fn usual(run: &RunDocument, output: &CliOutput) -> Result<()> {
    output.result(run, || {
        if output.text {
            page::posted::run(run, &output.localizer)
        } else {
            page::run(run, &output.localizer)
        }
    })
}

impl CampaignContext<'_, '_> {
    /// The run before anything is measured, with the targets left out.
    pub fn document(&self) -> RunDocument {
        let mut run = document(self.source, self.backend);
        run.notes.extend(self.left_out.iter().map(|left| note(&left.drive, &left.why)));
        run.partial = self.left_out.iter().any(|left| self.is_named || left.is_loss);
        run
    }

    /// The same for rounds that run on something else.
    pub fn on<'b, 'n>(&'b self, backend: &'b Backend<'n>) -> CampaignContext<'b, 'n> {
        CampaignContext { backend, drawn: None, how: self.how.clone(), ..*self }
    }

    /// Measures round after round into the run, keeps it, concludes and shows.
    pub fn run(mut self, campaign: &mut dyn Campaign, run: RunDocument) -> Result<ProgramExit> {
        let mut under_way = RunProgress::of(run);
        self.measure(campaign, &mut under_way);
        self.end(campaign, under_way)
    }

    /// Measures round after round into the run, which is kept from the first on.
    pub fn measure(&mut self, campaign: &mut dyn Campaign, under_way: &mut RunProgress) {
        let output = self.output;
        let RunProgress { run, samples, keeping, before, pace } = under_way;
        while let Some(NextRounds { rounds, after }) = campaign.next(self, run) {
            // Chosen once: `after` bounds what may follow, so that samples stay in their budget.
            if *before == Nanos::ZERO {
                self.how.slot = slot(&self.how, &rounds, after);
            }
            // The known rate of a drive is that at its beginning.
            let is_whole = |round: &&RoundPlan| round.parts.iter().all(|part| part.zone.is_none());
            let whole: Vec<RoundPlan> = rounds.iter().filter(is_whole).cloned().collect();
            run.predictions.extend(predicted(&self.source.machine, &whole));
            let course = CampaignPosition { before: *before, after, pace: Some(pace) };
            let known = RoundScreenContext::of(&run.machine, &run.predictions).within(course);
            let until = |results: &[TargetMeasurement]| campaign.is_enough(results);
            let means = (self.backend, &self.how);
            let mut came = run_until(&rounds, means, known, &until, (self.cancel, output));
            campaign.join(self, &mut came);
            samples.extend(came.into_document(run));
            *before = *before + duration(&self.how, &rounds);
            // More rounds and conclusions take a while; the measurements are safe by then.
            if keeping.is_none() {
                *keeping = Some(RunRecorder::of(run, samples, self.source, self.keeps, output));
            }
            if self.cancel.load(Ordering::Relaxed) {
                break;
            }
        }
    }

    /// Concludes, keeps the whole of it and shows it.
    pub fn end(self, campaign: &mut dyn Campaign, under_way: RunProgress) -> Result<ProgramExit> {
        let output = self.output;
        let RunProgress { mut run, samples, keeping, .. } = under_way;
        let keeping = keeping.unwrap_or_else(|| {
            RunRecorder::of(&mut run, &samples, self.source, self.keeps, output)
        });
        campaign.conclude(&self, &mut run);
        finish(&mut run, self.source, self.cancel);
        let scene = |layout| Some(picture::run(&run, layout, &output.localizer));
        // A picture or page that cannot be written is reported only once the run is kept: a closed
        // pipe must not cost the measurements.
        let drawn = self.drawn.map(|files| files.draw(scene, output)).transpose();
        let shown = campaign.show(&run, output);
        let kept = keeping.whole(&run, &samples, output);
        drawn?;
        Ok(exit(&run, self.cancel).max(kept).max(shown?))
    }
}
