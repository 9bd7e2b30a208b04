//! From the rows of a run to the sets that ran together and the rates of each.

use std::collections::{BTreeMap, BTreeSet};

use narrows_infer::Observation;
use narrows_messages::Message;
use narrows_record::run::{RunDocument, TargetMeasurement};
use narrows_record::see::LinkState;
use narrows_record::sentence;
use narrows_record::word::TargetSet;

use crate::explain::{below, best_link, carries, fallen_link, has_drive, is_bandwidth};
use crate::thresholds::explain::HOT_CELSIUS;
use crate::thresholds::others;
use crate::thresholds::sharing::LOSS_MIN;

pub(crate) struct WorkloadFigures<'a> {
    pub workload: &'a str,
    /// The drives; the inference refers to them by index.
    pub drives: Vec<&'a str>,
    pub observations: Vec<Observation>,
    /// Name of each observation's set.
    pub sets: Vec<&'a TargetSet>,
    pub left_out: Vec<ExcludedRound<'a>>,
    /// Drives that only ran alone, while others ran together.
    pub only_alone: Vec<&'a str>,
    /// Further drives without a usable round.
    pub silent: Vec<&'a str>,
    /// Drives that throttled thermally in some of the rounds.
    pub hot: BTreeMap<&'a str, ThermalThrottling>,
}

/// How a drive throttled by heat.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ThermalThrottling {
    pub rounds: usize,
    /// Of these, the rounds in which it ran alone.
    pub alone: usize,
    /// Its lowest rate in these.
    pub low: f64,
    /// Its highest rate in the others.
    pub cool: f64,
}

/// A round that is no evidence about shared bottlenecks.
pub(crate) struct ExcludedRound<'a> {
    pub set: &'a TargetSet,
    pub drives: Vec<&'a str>,
    pub why: ExclusionReason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExclusionReason {
    Twice,
    /// One of its drives has no figure.
    Missing,
    /// It was cut short, or had failed requests.
    Partial,
    /// A rate is not a positive number.
    Zero,
    /// A drive had a rate limit.
    Held,
    Staggered,
    /// Other processes used one of its drives.
    Others,
    /// The link of one of its drives carried more then than it has since.
    Fell,
}

/// Identity of a round: its set, its repeat, its drives.
type Key<'a> = (&'a TargetSet, u32, Vec<&'a str>);

/// The rows of one run of a set.
struct SetRound<'a> {
    set: &'a TargetSet,
    drives: Vec<&'a str>,
    rows: Vec<&'a TargetMeasurement>,
    /// The link of one of its drives fell later, or meanwhile.
    fell: bool,
}

impl<'a> WorkloadFigures<'a> {
    /// The figures of `workload`, or of the long sequential read with most sets; `None` if there
    /// are none. `drives` selects the drives; without it, all that ran.
    pub fn of(
        run: &'a RunDocument,
        workload: Option<&str>,
        drives: Option<&'a [String]>,
    ) -> Option<Self> {
        let workload = match workload {
            Some(wanted) => {
                run.results.iter().map(|row| &row.workload).find(|name| *name == wanted)?
            }
            None => usual(run)?,
        };
        let rounds = rounds(run, workload);
        let all = match drives {
            Some(drives) => drives.iter().map(String::as_str).collect(),
            None => drives_of(&rounds),
        };
        let (only_alone, silent) = beside(run, &rounds, &all);
        let numbers: BTreeMap<&str, usize> = all.iter().copied().zip(0..).collect();
        let mut figures = Self {
            workload,
            only_alone,
            silent,
            drives: all,
            observations: Vec::new(),
            sets: Vec::new(),
            left_out: Vec::new(),
            hot: hot(&rounds),
        };
        for round in rounds {
            // Explicitly named drives exclude others.
            let members = round.members(&numbers);
            if members.is_some() || drives.is_none() {
                figures.take(round, members);
            }
        }
        Some(figures)
    }

    /// Adds a round of these members, or records why it is no evidence.
    fn take(&mut self, round: SetRound<'a>, members: Option<Vec<usize>>) {
        if let Some(why) = round.fault() {
            let SetRound { set, drives, .. } = round;
            self.left_out.push(ExcludedRound { set, drives, why });
        } else if let Some(members) = members {
            let rate = |member: &usize| round.rate(self.drives[*member]);
            let rates = members.iter().filter_map(rate).collect();
            self.observations.push(Observation { members, rates });
            self.sets.push(round.set);
        }
    }

    /// The standard deviation of a rate between rounds of one set, as a fraction of the rate;
    /// `None` if no set was repeated.
    pub fn scatter(&self) -> Option<f64> {
        let mut sets: BTreeMap<Vec<&str>, Vec<&Observation>> = BTreeMap::new();
        for seen in &self.observations {
            sets.entry(self.names(&seen.members)).or_default().push(seen);
        }
        let (mut squares, mut free) = (0.0, 0);
        for seen in sets.values().filter(|seen| seen.len() > 1) {
            for at in 0..seen[0].rates.len() {
                let rates: Vec<f64> =
                    seen.iter().filter_map(|one| one.rates.get(at).map(|rate| rate.ln())).collect();
                let mean = rates.iter().sum::<f64>() / rates.len() as f64;
                squares += rates.iter().map(|rate| (rate - mean).powi(2)).sum::<f64>();
                free += rates.len() - 1;
            }
        }
        (free > 0).then(|| (squares / free as f64).sqrt())
    }

    /// The number of drives that were to be measured, whatever the result.
    pub fn asked(&self) -> usize {
        self.drives.len() + self.only_alone.len() + self.silent.len()
    }

    pub fn names(&self, drives: &[usize]) -> Vec<&'a str> {
        drives.iter().filter_map(|at| self.drives.get(*at).copied()).collect()
    }

    /// The average sum of these over the rounds in which just `members` ran.
    pub fn moved(&self, members: &[&str], of: &[&str]) -> Option<f64> {
        let is_same = |seen: &&Observation| {
            let names = self.names(&seen.members);
            names.len() == members.len() && names.iter().all(|name| members.contains(name))
        };
        let seen: Vec<f64> = self
            .observations
            .iter()
            .filter(is_same)
            .map(|seen| {
                let both = self.names(&seen.members).into_iter().zip(&seen.rates);
                both.filter(|(name, _)| of.contains(name)).map(|(_, rate)| rate).sum()
            })
            .collect();
        (!seen.is_empty()).then(|| seen.iter().sum::<f64>() / seen.len() as f64)
    }

    /// A drive's rate alone.
    pub fn alone(&self, drive: &str) -> Option<f64> {
        self.moved(&[drive], &[drive])
    }
}

impl ExcludedRound<'_> {
    pub fn message(&self) -> Message {
        let id = match self.why {
            ExclusionReason::Twice => "sharing-left-twice",
            ExclusionReason::Missing => "sharing-left-missing",
            ExclusionReason::Partial => "sharing-left-partial",
            ExclusionReason::Zero => "sharing-left-zero",
            ExclusionReason::Held => sentence::LEFT_HELD,
            ExclusionReason::Staggered => "sharing-left-staggered",
            ExclusionReason::Others => "sharing-left-others",
            ExclusionReason::Fell => "sharing-left-fell",
        };
        Message::new(id).with("drives", self.drives.join(" + "))
    }
}

impl<'a> SetRound<'a> {
    /// Its drives by index; `None` if one is not in `all`.
    fn members(&self, all: &BTreeMap<&str, usize>) -> Option<Vec<usize>> {
        let place = |drive: &&str| all.get(drive).copied();
        let members = self.drives.iter().map(place).collect::<Option<Vec<usize>>>()?;
        (!members.is_empty()).then_some(members)
    }

    fn rate(&self, drive: &str) -> Option<f64> {
        self.rows.iter().find(|row| row.target == drive).map(|row| row.mb_s)
    }

    /// Why its figures are no evidence about shared bottlenecks.
    fn fault(&self) -> Option<ExclusionReason> {
        let each: BTreeSet<&&str> = self.drives.iter().collect();
        let is_missing = |drive: &&str| self.rate(drive).is_none();
        let any = |is: fn(&TargetMeasurement) -> bool| self.rows.iter().any(|row| is(row));
        let faults = [
            (
                each.len() < self.drives.len() || self.rows.len() > each.len(),
                ExclusionReason::Twice,
            ),
            (self.drives.iter().any(is_missing), ExclusionReason::Missing),
            (any(|row| row.partial || row.errors > 0), ExclusionReason::Partial),
            (any(|row| !(row.mb_s.is_finite() && row.mb_s > 0.0)), ExclusionReason::Zero),
            (any(|row| row.asked.limit_mb_s.is_some()), ExclusionReason::Held),
            (any(|row| row.asked.start_after_s > 0.0), ExclusionReason::Staggered),
            (any(is_used_by_others), ExclusionReason::Others),
            (self.fell, ExclusionReason::Fell),
        ];
        faults.into_iter().find_map(|(is_so, why)| is_so.then_some(why))
    }
}

fn is_used_by_others(row: &TargetMeasurement) -> bool {
    let own = row.mb_s * 1e6 * row.window_s;
    let bytes = row.other_io_seen();
    bytes > others::MIN_BYTES && bytes as f64 > others::SPOIL_FIGURE * own
}

/// The drives whose counters or temperatures show throttling, with the loss.
fn hot<'a>(rounds: &[SetRound<'a>]) -> BTreeMap<&'a str, ThermalThrottling> {
    let mut hot: BTreeMap<&str, ThermalThrottling> = BTreeMap::new();
    for round in rounds {
        for row in &round.rows {
            let own = hot.entry(row.target.as_str()).or_default();
            if !throttled(row) {
                own.cool = own.cool.max(row.mb_s);
                continue;
            }
            own.low = if own.rounds == 0 { row.mb_s } else { own.low.min(row.mb_s) };
            own.rounds += 1;
            own.alone += usize::from(round.drives.len() == 1);
        }
    }
    // Without a cool round, or where heat cost nothing, there is nothing to compare.
    hot.retain(|_, own| own.rounds > 0 && own.low < (1.0 - LOSS_MIN) * own.cool);
    hot
}

fn throttled(row: &TargetMeasurement) -> bool {
    let counted = row.watched.throttles.iter().any(|it| it.what == row.target && it.count > 0);
    let limit = row.watched.temperature_limit_c.unwrap_or(HOT_CELSIUS);
    counted || row.watched.temperatures.iter().any(|look| look.celsius >= limit)
}

/// The long sequential read with most rounds of several drives, the first of equals.
fn usual(run: &RunDocument) -> Option<&str> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for row in run.results.iter().filter(|row| is_bandwidth(&row.workload) && is_of_drives(row)) {
        let several = usize::from(row.together.len() > 1 || row.set != TargetSet::Alone);
        let at = *places.entry(&row.workload).or_insert(counts.len());
        match counts.get_mut(at) {
            Some((_, count)) => *count += several,
            None => counts.push((&row.workload, several)),
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max()?;
    counts.into_iter().find(|(_, count)| *count == most).map(|(name, _)| name)
}

/// An array's rate is not evidence on which drives share a limit: its drives count by themselves.
fn is_of_drives(row: &TargetMeasurement) -> bool {
    row.set != TargetSet::Array && has_drive(row)
}

/// Rounds in the order in which they ran.
fn rounds<'a>(run: &'a RunDocument, workload: &str) -> Vec<SetRound<'a>> {
    let mut known: BTreeMap<Key<'_>, usize> = BTreeMap::new();
    let mut rounds: Vec<SetRound<'a>> = Vec::new();
    let drives: BTreeSet<&str> = run.results.iter().map(|row| row.target.as_str()).collect();
    let narrow: BTreeMap<&str, LinkState> = drives
        .into_iter()
        .filter_map(|drive| Some((drive, fallen_link(run, drive)?.narrow)))
        .collect();
    for row in run.results.iter().filter(|row| row.workload == workload && is_of_drives(row)) {
        let drives = together(row);
        let at = *known.entry((&row.set, row.repeat, drives.clone())).or_insert(rounds.len());
        if at == rounds.len() {
            rounds.push(SetRound { set: &row.set, drives, rows: Vec::new(), fell: false });
        }
        rounds[at].rows.push(row);
        let had = best_link(row).zip(narrow.get(row.target.as_str()));
        rounds[at].fell |= had.is_some_and(|(had, narrow)| carries(had) > carries(*narrow));
    }
    // Older documents do not have the drives of a set.
    for round in rounds.iter_mut().filter(|round| round.drives.is_empty()) {
        round.drives = round.rows.iter().map(|row| row.target.as_str()).collect();
    }
    rounds
}

fn together(row: &TargetMeasurement) -> Vec<&str> {
    match row.together.is_empty() && row.set == TargetSet::Alone {
        true => vec![row.target.as_str()],
        false => row.together.iter().map(String::as_str).collect(),
    }
}

/// The drives that ran together, or alone if none did, in order of appearance.
fn drives_of<'a>(rounds: &[SetRound<'a>]) -> Vec<&'a str> {
    let is_several = |round: &&SetRound<'_>| round.drives.len() > 1 && round.fault().is_none();
    let any_several = rounds.iter().any(|round| is_several(&round));
    let several = rounds.iter().filter(|round| !any_several || is_several(round));
    let beside: BTreeSet<&str> = several.flat_map(|round| &round.drives).copied().collect();
    let mut known = BTreeSet::new();
    let drives = rounds.iter().flat_map(|round| &round.drives).copied();
    drives.filter(|drive| beside.contains(drive) && known.insert(*drive)).collect()
}

/// Drives not in `among` that only have figures alone, then those without any; excluding those that
/// others of them are made of.
fn beside<'a>(
    run: &RunDocument,
    rounds: &[SetRound<'a>],
    among: &[&str],
) -> (Vec<&'a str>, Vec<&'a str>) {
    let carriers: BTreeSet<&str> =
        among.iter().flat_map(|drive| below(&run.machine, drive)).collect();
    let among: BTreeSet<&str> = among.iter().copied().collect();
    let rest: BTreeSet<&str> = rounds
        .iter()
        .flat_map(|round| &round.drives)
        .copied()
        .filter(|drive| !among.contains(drive) && !carriers.contains(drive))
        .collect();
    let sound = rounds.iter().filter(|round| round.fault().is_none());
    let sound: BTreeSet<&str> = sound.flat_map(|round| &round.drives).copied().collect();
    rest.into_iter().partition(|drive| sound.contains(drive))
}
