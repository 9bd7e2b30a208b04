//! Measured figures, and their subjects.

use std::collections::BTreeSet;

use crate::shortfall::{Complaint, explain};
use narrows_files::machine_file::nearest;
use narrows_messages::Message;
use narrows_model::WorkloadOnTarget;
use narrows_record::run::{RunDocument, TargetMeasurement};
use narrows_record::shortfall::PredictionShortfall;
use narrows_record::word::TargetSet;
use narrows_topology::Id;
use narrows_units::{BytesPerSec, GbitPerSec, Iops};
use narrows_workload::{Workload, profile};

use super::calibrate::same_drive;
use crate::answer::asks::SetWorkloads;
use crate::answer::failure::AnswerFailure;
use crate::answer::source::SourceMachine;

/// More names than these are no help.
const MOST_NAMES: usize = 12;

/// Value of one `--measured`.
pub enum MeasuredArgument {
    /// A figure, and its stated subject.
    Figure {
        text: String,
        /// A target, a workload or both; `None` if the figure stands alone.
        name: Option<String>,
        figure: RateFigure,
    },
    Run {
        text: String,
        run: Box<RunDocument>,
    },
}

/// A rate as people give it.
#[derive(Clone, Copy)]
pub enum RateFigure {
    Rate(BytesPerSec),
    /// Operations, of the size that the workload has.
    Operations(Iops),
}

/// Reads a figure, alone or after the name of its subject; `None` if it is neither, and may be a run.
///
/// # Errors
/// What follows a name is no figure.
pub fn given(text: &str) -> Result<Option<MeasuredArgument>, Message> {
    if let Some(figure) = figure(text) {
        return Ok(Some(MeasuredArgument::Figure { text: text.to_owned(), name: None, figure }));
    }
    let Some((name, value)) = text.rsplit_once('=') else { return Ok(None) };
    let wrong = || Message::new("measured-figure").with("text", text).with("figure", value);
    let figure = figure(value).ok_or_else(wrong)?;
    let name = Some(name.trim().to_owned());
    Ok(Some(MeasuredArgument::Figure { text: text.to_owned(), name, figure }))
}

/// `3.1GB/s`, `500k IOPS`, `500kiops`, `9.4 Gbit/s`; more than nothing.
fn figure(text: &str) -> Option<RateFigure> {
    let text = text.trim();
    let rate = || text.parse::<BytesPerSec>().ok().map(RateFigure::Rate);
    let bits = || {
        let bits = text.parse::<GbitPerSec>().ok()?;
        Some(RateFigure::Rate(BytesPerSec::new(bits.get() * 1e9 / 8.0)))
    };
    let operations = || {
        // Four bytes before the end may lie inside a letter.
        let at = text.len().checked_sub("IOPS".len()).filter(|at| text.is_char_boundary(*at))?;
        let (number, unit) = text.split_at(at);
        let number = unit.eq_ignore_ascii_case("iops").then_some(number)?;
        format!("{number}IOPS").parse::<Iops>().ok().map(RateFigure::Operations)
    };
    let is_some = |figure: &RateFigure| match figure {
        RateFigure::Rate(rate) => rate.get() > 0.0,
        RateFigure::Operations(operations) => operations.get() > 0.0,
    };
    rate().or_else(bits).or_else(operations).filter(is_some)
}

/// The workloads of the runs among these: those predicted if none is named.
pub fn workloads(given: &[MeasuredArgument]) -> Vec<Workload> {
    let runs = given.iter().filter_map(|given| match given {
        MeasuredArgument::Run { run, .. } => Some(&run.results),
        MeasuredArgument::Figure { .. } => None,
    });
    let mut known = BTreeSet::new();
    let names = runs.flatten().map(|row| row.workload.as_str());
    names.filter(|name| known.insert(*name)).filter_map(profile).collect()
}

/// Each figure beside its prediction.
pub fn shortfalls(
    given: &[MeasuredArgument],
    seen: &SourceMachine,
    asks: &[SetWorkloads],
) -> Result<Vec<PredictionShortfall>, AnswerFailure> {
    let mut found = Vec::new();
    for given in given {
        match given {
            MeasuredArgument::Figure { text, name, figure } => {
                let of = (text.as_str(), name.as_deref());
                found.push(of_figure(of, *figure, seen, asks)?);
            }
            MeasuredArgument::Run { text, run } => found.extend(of_run(text, run, seen, asks)?),
        }
    }
    Ok(found)
}

/// Subject of a figure: the sum of a set, or one target of it.
#[derive(Clone, Copy)]
struct FigureSubject<'a> {
    ask: &'a SetWorkloads,
    of: Option<usize>,
}

impl<'a> FigureSubject<'a> {
    /// All sets, and then each target in a set of several.
    fn all(asks: &'a [SetWorkloads]) -> (Vec<Self>, Vec<Self>) {
        let whole = asks.iter().map(|ask| Self { ask, of: None });
        let several = asks.iter().filter(|ask| ask.asked.len() > 1);
        let parts =
            several.flat_map(|ask| (0..ask.asked.len()).map(move |at| Self { ask, of: Some(at) }));
        (whole.collect(), parts.collect())
    }

    fn asked(&self) -> &'a WorkloadOnTarget {
        &self.ask.asked[self.of.unwrap_or_default()]
    }

    /// The target, or the name of the set.
    fn target(&self) -> String {
        match (self.of, self.ask.together.as_slice()) {
            (None, [only]) => only.to_string(),
            (None, _) => self.ask.set.to_string(),
            (Some(_), _) => self.asked().target.to_string(),
        }
    }

    /// The workload's own name, and its name in the machine file.
    fn workloads(&self) -> Vec<String> {
        let job = match self.of {
            Some(at) => self.ask.job(at).map(str::to_owned),
            None => self.ask.name(),
        };
        job.into_iter().chain([self.asked().workload.name.clone()]).collect()
    }

    fn name(&self) -> String {
        format!("{}:{}", self.target(), self.workloads().swap_remove(0))
    }

    fn is_called(&self, name: &str, seen: &SourceMachine) -> bool {
        let target = self.target();
        let is_group = |name: &str| {
            seen.groups.get(name).is_some_and(|ids| {
                self.of.is_none() && ids.iter().collect::<BTreeSet<_>>() == self.targets()
            })
        };
        let is_target = |name: &str| name == target || is_group(name);
        let workloads = self.workloads();
        let both = |workload: &String| {
            let target = name.strip_suffix(workload.as_str()).and_then(|it| it.strip_suffix(':'));
            target.is_some_and(is_target)
        };
        is_target(name) || workloads.iter().any(|it| it == name || both(it))
    }

    fn targets(&self) -> BTreeSet<&'a Id> {
        match self.of {
            Some(_) => BTreeSet::from([&self.asked().target]),
            None => self.ask.together.iter().collect(),
        }
    }
}

fn of_figure(
    (text, name): (&str, Option<&str>),
    figure: RateFigure,
    seen: &SourceMachine,
    asks: &[SetWorkloads],
) -> Result<PredictionShortfall, AnswerFailure> {
    let place = place(text, name, seen, asks).map_err(AnswerFailure::usage)?;
    let measured = match figure {
        RateFigure::Rate(rate) => rate,
        RateFigure::Operations(operations) => {
            BytesPerSec::new(operations.get() * block(text, place).map_err(AnswerFailure::usage)?)
        }
    };
    let unknown = || Message::new("measured-unknown").with("text", text);
    let found = shortfall(text, place, measured, seen);
    found.ok_or_else(|| AnswerFailure::usage(unknown().with("target", place.target())))
}

/// The one size of requests.
fn block(text: &str, place: FigureSubject<'_>) -> Result<f64, Message> {
    let block = place.asked().workload.block;
    let is_one = place.of.is_some() || place.ask.asked.iter().all(|it| it.workload.block == block);
    let several = || Message::new("measured-blocks").with("text", text);
    is_one.then_some(block.as_f64()).ok_or_else(several)
}

fn place<'a>(
    text: &str,
    name: Option<&str>,
    seen: &SourceMachine,
    asks: &'a [SetWorkloads],
) -> Result<FigureSubject<'a>, Message> {
    let (whole, parts) = FigureSubject::all(asks);
    let known = whole.iter().chain(&parts).map(FigureSubject::name).collect::<Vec<_>>();
    let is_it = |place: &FigureSubject<'_>| name.is_none_or(|name| place.is_called(name, seen));
    let found: Vec<FigureSubject<'a>> = whole.into_iter().filter(is_it).collect();
    let found = match found.is_empty() {
        true => parts.into_iter().filter(is_it).collect(),
        false => found,
    };
    match found.as_slice() {
        [] => Err(nowhere(text, name.unwrap_or_default(), &known)),
        [only] => Ok(*only),
        several => the_set(several).ok_or_else(|| which(text, several)),
    }
}

/// Of one workload that runs on each target alone and on all at once, a figure is that of all.
fn the_set<'a>(places: &[FigureSubject<'a>]) -> Option<FigureSubject<'a>> {
    let workloads = places.first()?.workloads();
    let is_one = places.iter().all(|place| place.workloads() == workloads);
    let mut sets = places.iter().filter(|place| place.ask.together.len() > 1);
    let set = sets.next().filter(|_| is_one && sets.next().is_none())?;
    Some(*set)
}

fn which(text: &str, places: &[FigureSubject<'_>]) -> Message {
    let names: Vec<String> = places.iter().map(FigureSubject::name).collect();
    let figure = text.rsplit('=').next().unwrap_or(text);
    Message::new("measured-which")
        .with("text", text)
        .with("figure", figure)
        .with("known", first(&names))
}

fn nowhere(text: &str, name: &str, known: &[String]) -> Message {
    let parts = known.iter().flat_map(|known| known.split(':').chain([known.as_str()]));
    let message = match nearest(name, parts) {
        Some(near) => Message::new("measured-near").with("near", near),
        None => Message::new("measured-nowhere").with("known", first(known)),
    };
    message.with("text", text).with("name", name)
}

fn first(names: &[String]) -> String {
    let more = if names.len() > MOST_NAMES { ", ..." } else { "" };
    let shown: Vec<&str> = names.iter().take(MOST_NAMES).map(String::as_str).collect();
    format!("{}{more}", shown.join(", "))
}

fn shortfall(
    given: &str,
    place: FigureSubject<'_>,
    measured: BytesPerSec,
    seen: &SourceMachine,
) -> Option<PredictionShortfall> {
    let FigureSubject { ask, of } = place;
    let (machine, is_seen) = (&seen.machine, seen.evidence.is_some());
    let complaint = Complaint { machine, is_seen, asked: &ask.asked, of, measured };
    let found = explain(&complaint)?;
    let job = match of {
        Some(at) => ask.job(at).map(str::to_owned),
        None => ask.name(),
    };
    let (given, set) = (given.to_owned(), ask.set.clone());
    let workload = place.asked().workload.name.clone();
    Some(PredictionShortfall { given, set, workload, job, ..found })
}

/// Every set that the run measured too, under the same workload.
fn of_run(
    text: &str,
    run: &RunDocument,
    seen: &SourceMachine,
    asks: &[SetWorkloads],
) -> Result<Vec<PredictionShortfall>, AnswerFailure> {
    let (whole, _) = FigureSubject::all(asks);
    let found: Vec<PredictionShortfall> = whole
        .into_iter()
        .filter_map(|place| shortfall(text, place, in_run(run, place, seen)?, seen))
        .collect();
    let nothing = || AnswerFailure::new(Message::new("measured-run-nothing").with("run", text));
    (!found.is_empty()).then_some(found).ok_or_else(nothing)
}

/// A run's result for the same drives and workload: the sum of medians.
fn in_run(
    run: &RunDocument,
    place: FigureSubject<'_>,
    seen: &SourceMachine,
) -> Option<BytesPerSec> {
    let workload = &place.asked().workload;
    let is_sound = |row: &&TargetMeasurement| !row.partial && row.errors == 0;
    let rows = run.results.iter().filter(is_sound);
    let same = rows.filter(|row| profile(&row.workload).as_ref() == Some(workload));
    let alone = place.ask.together.len() == 1;
    let of_set = same.filter(|row| (row.set == TargetSet::Alone) == alone);
    let target = |name: &str| same_drive(name, run, &seen.machine);
    let is_whole = |row: &&TargetMeasurement| {
        let drives: Option<BTreeSet<Id>> = row.together.iter().map(|name| target(name)).collect();
        drives.is_some_and(|drives| drives.iter().collect::<BTreeSet<_>>() == place.targets())
    };
    let rows: Vec<&TargetMeasurement> = of_set.filter(is_whole).collect();
    let names: BTreeSet<&str> = rows.iter().map(|row| row.target.as_str()).collect();
    let medians = names.iter().map(|name| {
        let mut figures: Vec<f64> =
            rows.iter().filter(|row| row.target == *name).map(|row| row.mb_s).collect();
        figures.sort_by(f64::total_cmp);
        figures[figures.len() / 2]
    });
    let sum: f64 = medians.sum();
    (names.len() == place.targets().len() && sum > 0.0).then(|| BytesPerSec::mb_s(sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mb_s(text: &str) -> Option<f64> {
        match figure(text)? {
            RateFigure::Rate(rate) => Some(rate.as_mb_s()),
            RateFigure::Operations(operations) => Some(operations.get()),
        }
    }

    #[test]
    fn figures_are_read_as_people_write_them() {
        assert_eq!(mb_s("3.1GB/s"), Some(3100.0));
        assert_eq!(mb_s("820 MB/s"), Some(820.0));
        assert_eq!(mb_s("500kIOPS"), Some(500e3));
        assert_eq!(mb_s("500k IOPS"), Some(500e3));
        assert_eq!(mb_s("1.2M iops"), Some(1.2e6));
        assert_eq!(mb_s("8 Gbit/s"), Some(1000.0));
        for wrong in ["", "3.1", "fast", "0 MB/s", "-1 GB/s", "3,1 GB/s", "é"] {
            assert_eq!(mb_s(wrong), None, "{wrong}");
        }
    }
}
