//! Conclusions from rounds about sharing, as a document.

use narrows_files::cluster_file::ClusterFile;
use narrows_infer::{
    Inference, RateContradiction as Odd, RateInterval, UndecidedQuestion, conclude,
};
use narrows_messages::{DocumentText, Message, drive_names, sureness};
use narrows_record::hosts::{
    HostContradiction, HostOpenQuestion, HostSharing, HostsDocument, SharedHostLimit, SharingUnit,
};
use narrows_record::sharing::CapacityRange;

use crate::cluster::causes;
use crate::cluster::inquiry::{MOST_UNITS, most_rounds, settings, stages};
use crate::cluster::units::{HostUnits, InferenceStage};

/// A limit that costs a tenth or more must be this sure for nothing to be open.
const SURE: f64 = 0.9;
/// Most rows of names on a page.
const MOST_NAMES: usize = 8;

/// The conclusions from all rounds so far; `None` with fewer than two units or without figures. The
/// cluster's file, if there is one, names possible limits.
pub fn sharing(document: &HostsDocument, cluster: Option<&ClusterFile>) -> Option<HostSharing> {
    let units = HostUnits::of(document);
    let usual = document.rounds.iter().filter(|round| round.experiment.is_none());
    if units.len() < 2 || usual.clone().all(|round| round.figures.is_empty()) {
        return None;
    }
    let stages = stages(document, &units);
    let inferences: Vec<(InferenceStage, Inference)> = stages
        .into_iter()
        .map(|stage| {
            let known = stage.observations(document, &units);
            let inference = conclude(&known, &settings(&stage));
            (stage, inference)
        })
        .collect();
    let say = SharingBuilder { units: &units };
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let mut sharing = HostSharing {
        workload: document.asked.workload.clone(),
        rounds: count(
            inferences.iter().map(|(_, inference)| inference.runs).max().unwrap_or(usual.count()),
        ),
        rounds_most: count(most_rounds(units.len())),
        noise_percent: noise(&inferences) * 100.0,
        units: say.units(document, &inferences),
        ..HostSharing::default()
    };
    for (stage, inference) in &inferences {
        sharing.limits.extend(inference.shared.iter().map(|shared| say.limit(stage, shared)));
        sharing
            .undecided
            .extend(inference.undecided.iter().filter_map(|open| say.open(stage, open)));
        let odd = inference.contradictions.iter().filter_map(|odd| say.odd(stage, odd));
        sharing.contradictions.extend(odd);
    }
    if units.len() > MOST_UNITS {
        // That more hosts took part than are inferred on together.
        let stages = inferences.len();
        let id = if stages == 0 { "hosts-open-many-ungrouped" } else { "hosts-open-many" };
        let what = Message::new(id).with("most", MOST_UNITS);
        let text = DocumentText::from(what.count("units", say.units.len()));
        let coarse =
            HostOpenQuestion { id: id.to_owned(), text, units: Vec::new(), round: Vec::new() };
        sharing.undecided.push(coarse);
    }
    // Smallest first; the smallest around each.
    sharing.limits.sort_by_key(|limit| limit.units.len());
    for at in 0..sharing.limits.len() {
        let is_around = |other: &SharedHostLimit| {
            other.units.len() > sharing.limits[at].units.len()
                && sharing.limits[at].units.iter().all(|unit| other.units.contains(unit))
        };
        sharing.limits[at].inside = sharing.limits.iter().position(is_around);
    }
    sharing.complete = sharing.undecided.is_empty()
        && sharing.limits.iter().all(|limit| limit.cost_percent < 10.0 || limit.confidence >= SURE);
    causes::rank(document, cluster, &mut sharing);
    Some(sharing)
}

fn noise(inferences: &[(InferenceStage, Inference)]) -> f64 {
    inferences.iter().map(|(_, inference)| inference.noise).fold(0.0, f64::max)
}

fn range(interval: RateInterval) -> CapacityRange {
    CapacityRange { value: interval.value, low: interval.low, high: interval.high }
}

struct SharingBuilder<'a> {
    units: &'a HostUnits,
}

impl SharingBuilder<'_> {
    fn units(
        &self,
        document: &HostsDocument,
        inferences: &[(InferenceStage, Inference)],
    ) -> Vec<SharingUnit> {
        let alone = |at: usize| {
            let single = inferences.iter().find_map(|(stage, inference)| {
                let part = stage.parts.iter().position(|part| *part == [at])?;
                inference.private.iter().find(|private| private.drive == part)
            });
            single.map(|private| range(private.capacity)).or_else(|| self.measured(document, at))
        };
        let unit = |at: usize| SharingUnit {
            name: self.units.name(at),
            host: self.units.all[at].host.clone(),
            target: self.units.all[at].target.clone(),
            alone_mb_s: alone(at),
        };
        (0..self.units.len()).map(unit).collect()
    }

    /// A unit's rate alone as measured, without its own interval.
    fn measured(&self, document: &HostsDocument, at: usize) -> Option<CapacityRange> {
        let usual = document.rounds.iter().filter(|round| round.experiment.is_none());
        let rates = usual.filter_map(|round| match self.units.ran_in(round)?.as_slice() {
            [(one, Some(rate))] if *one == at => Some(*rate),
            _ => None,
        });
        let rates: Vec<f64> = rates.collect();
        // 0/0 without rates, in which case `low` returns below.
        let value = rates.iter().sum::<f64>() / rates.len() as f64;
        let low = rates.iter().copied().reduce(f64::min)?;
        let high = rates.iter().copied().reduce(f64::max)?;
        Some(CapacityRange { value, low, high })
    }

    fn limit(
        &self,
        stage: &InferenceStage,
        shared: &narrows_infer::SharedBottleneck,
    ) -> SharedHostLimit {
        let is_single = stage.parts.iter().all(|part| part.len() == 1);
        SharedHostLimit {
            units: self.units.names(&stage.units(&shared.members)),
            capacity_mb_s: range(shared.capacity),
            confidence: shared.confidence,
            cost_percent: shared.cost.max(shared.cost_apart) * 100.0,
            inside: None,
            shares: if is_single { shared.shares.clone() } else { Vec::new() },
            causes: Vec::new(),
        }
    }

    fn names(&self, stage: &InferenceStage, parts: &[usize]) -> Vec<String> {
        self.units.names(&stage.units(parts))
    }

    fn open(&self, stage: &InferenceStage, open: &UndecidedQuestion) -> Option<HostOpenQuestion> {
        let one = |drive: usize| self.names(stage, &[drive]);
        let percent = |part: f64| format!("{:.0}", part * 100.0);
        let (what, units, round) = match open {
            UndecidedQuestion::NoAloneRun { drive } => {
                (Message::new("hosts-open-alone"), one(*drive), one(*drive))
            }
            UndecidedQuestion::NoTogetherRun => {
                let all: Vec<usize> = (0..stage.parts.len()).collect();
                (
                    Message::new("hosts-open-together"),
                    self.names(stage, &all),
                    self.names(stage, &all),
                )
            }
            UndecidedQuestion::TooManyDrives { .. } => return None,
            UndecidedQuestion::Membership { drive, limit, run } => {
                let what = Message::new("hosts-open-membership").with("unit", list(&one(*drive)));
                let what = what.with("others", list(&self.names(stage, limit)));
                (what, self.names(stage, limit), self.names(stage, run))
            }
            UndecidedQuestion::Limit { members, confidence, run } => {
                let what = Message::new("hosts-open-limit").with("percent", sureness(*confidence));
                (what, self.names(stage, members), self.names(stage, run))
            }
            UndecidedQuestion::Alike { members, capacity, parts, run } => {
                let what = Message::new("hosts-open-alike").count("parts", parts.len());
                (
                    what.with("rate", mb_s(*capacity)),
                    self.names(stage, members),
                    self.names(stage, run),
                )
            }
            UndecidedQuestion::Hidden { limit, run } => (
                Message::new("hosts-open-hidden"),
                self.names(stage, limit),
                self.names(stage, run),
            ),
            UndecidedQuestion::Loses { drive, members, part } => {
                let what = Message::new("hosts-open-loses").with("percent", percent(*part));
                (what.with("unit", list(&one(*drive))), one(*drive), self.names(stage, members))
            }
        };
        let text = DocumentText::from(what.clone().with("units", list(&units)));
        Some(HostOpenQuestion { id: what.id().to_owned(), text, units, round })
    }

    fn odd(&self, stage: &InferenceStage, odd: &Odd) -> Option<HostContradiction> {
        let (what, units) = match odd {
            Odd::Unusable { .. } => return None,
            Odd::FasterTogether { drive, rate, alone, .. } => {
                let what = Message::new("hosts-odd-faster").with("rate", mb_s(*rate));
                (what.with("alone", mb_s(*alone)), self.names(stage, &[*drive]))
            }
            Odd::Unsteady { drive, low, high, .. } => {
                let what = Message::new("hosts-odd-unsteady").with("low", mb_s(*low));
                (what.with("high", mb_s(*high)), self.names(stage, &[*drive]))
            }
            Odd::Slower { drive, runs, part } => {
                let percent = format!("{:.0}", part * 100.0);
                let what = Message::new("hosts-odd-slower").with("percent", percent);
                (what.count("rounds", runs.len()), self.names(stage, &[*drive]))
            }
        };
        let text = DocumentText::from(what.clone().with("units", list(&units)));
        Some(HostContradiction { id: what.id().to_owned(), text, units })
    }
}

/// Names in order, consecutive ones by their ends; of many only the first.
pub(crate) fn list(names: &[String]) -> String {
    let joined = drive_names(names.iter().map(String::as_str));
    let rows: Vec<&str> = joined.split(", ").collect();
    match rows.get(..MOST_NAMES).filter(|_| rows.len() > MOST_NAMES) {
        Some(first) => format!("{}, ...", first.join(", ")),
        None => joined,
    }
}

pub(crate) fn mb_s(rate: f64) -> narrows_units::BytesPerSec {
    narrows_units::BytesPerSec::mb_s(rate)
}
