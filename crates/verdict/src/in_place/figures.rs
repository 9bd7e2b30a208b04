//! Figures by pass, and the medians and intervals of them.

use std::collections::BTreeMap;

use narrows_array::RaidLevel;
use narrows_messages::each_once;
use narrows_record::array_compared::{ArrayRow, LayerCost, Median, MemberRow};
use narrows_record::in_place::ArrayInPlace;
use narrows_record::run::{RunDocument, TargetMeasurement};
use narrows_record::word::TargetSet;
use narrows_units::stats::ratio::{LEAST_REPEATS, SampleMean, ratio};
use narrows_units::stats::{interval_of_median, median, ratio_of_pairs};
use narrows_workload::profile;

use super::{MEMBERS, is_unsettled, level, width};
use crate::explain::{is_apart, is_bandwidth};
use crate::thresholds::in_place::LAYER_MIN;

const CONFIDENCE: f64 = 0.95;

/// Results of one pass, MB/s, without failed or interrupted ones.
#[derive(Default)]
struct InPlacePass<'a> {
    array: Option<f64>,
    without_layer: Option<f64>,
    shares: BTreeMap<&'a str, f64>,
    together: BTreeMap<&'a str, f64>,
    alone: BTreeMap<&'a str, f64>,
    /// Shares of a core that the threads of all members' shares took, in sum.
    threads: f64,
}

#[derive(Clone, Copy)]
pub(super) struct RatioInterval {
    pub ratio: f64,
    pub low: f64,
    pub high: f64,
}

/// All passes under one workload.
pub(super) struct InPlaceFigures<'a> {
    array: &'a ArrayInPlace,
    pub workload: &'a str,
    passes: Vec<InPlacePass<'a>>,
    predicted: Option<f64>,
}

impl<'a> InPlaceFigures<'a> {
    /// Figures of each workload that the array was measured under.
    pub fn of(run: &'a RunDocument, array: &'a ArrayInPlace) -> Vec<Self> {
        let is_array =
            |row: &&TargetMeasurement| row.set == TargetSet::Array && row.target == array.target;
        let names = run.results.iter().filter(is_array).map(|row| row.workload.as_str());
        each_once(names).into_iter().map(|name| Self::under(run, array, name)).collect()
    }

    fn under(run: &'a RunDocument, array: &'a ArrayInPlace, workload: &'a str) -> Self {
        let mut passes: BTreeMap<u32, InPlacePass<'a>> = BTreeMap::new();
        let is_sound = |row: &&TargetMeasurement| !row.partial && row.errors == 0 && row.mb_s > 0.0;
        for row in run.results.iter().filter(is_sound) {
            let pass = passes.entry(row.repeat).or_default();
            // A member's share has its own name: a lower queue depth.
            let is_share = row.set.as_str() == MEMBERS;
            if is_share || row.workload == workload {
                take(pass, array, row);
            }
        }
        let mut predicted = run.predictions.iter();
        let predicted = predicted
            .find(|row| row.target == array.id && row.workload == workload)
            .map(|row| row.mb_s);
        Self { array, workload, passes: passes.into_values().collect(), predicted }
    }

    fn pairs(
        &self,
        of: impl Fn(&Self, &InPlacePass<'_>) -> Option<f64>,
        to: impl Fn(&Self, &InPlacePass<'_>) -> Option<f64>,
    ) -> Vec<(f64, f64)> {
        self.passes.iter().filter_map(|pass| Some((of(self, pass)?, to(self, pass)?))).collect()
    }

    /// The least that its members could do; `None` if the array's state makes it a different one.
    fn could(&self, pass: &InPlacePass<'_>) -> Option<f64> {
        match self.is_cut() {
            _ if is_unsettled(self.array) => None,
            true => pass.without_layer,
            false if self.is_calculable() => self.on_its_threads(self.by_arithmetic(pass)?, pass),
            false => None,
        }
    }

    /// Whether the members' figures show the rate of such a workload on all of them: a long stream, with
    /// enough in flight to keep each member busy.
    pub fn is_calculable(&self) -> bool {
        let Some(workload) = profile(self.workload) else { return false };
        let in_flight = workload.block.get().saturating_mul(u64::from(workload.in_flight()));
        let chunk =
            self.array.chunk.filter(|_| level(self.array).is_some_and(RaidLevel::has_chunks));
        let wanted = chunk.map_or(0, |chunk| chunk.saturating_mul(self.array.members.len() as u64));
        is_bandwidth(self.workload) && in_flight >= wanted
    }

    /// Each member had its own threads; the array has those of one.
    fn on_its_threads(&self, could: f64, pass: &InPlacePass<'_>) -> Option<f64> {
        let jobs = profile(self.workload).map_or(1, |workload| workload.jobs.max(1));
        Some(could / (pass.threads / f64::from(jobs)).max(1.0))
    }

    /// The same requests were cut over the members without the layer.
    pub fn is_cut(&self) -> bool {
        self.array.without_layer.is_some()
    }

    /// By the members' combined rates; for mirrors and members one after another by their individual
    /// ones.
    fn by_arithmetic(&self, pass: &InPlacePass<'_>) -> Option<f64> {
        let figures = match level(self.array)? {
            RaidLevel::Mirror | RaidLevel::Jbod => &pass.alone,
            _ => &pass.shares,
        };
        let least = self.each(figures)?.into_iter().fold(f64::INFINITY, f64::min);
        Some(width(self.array)? * least)
    }

    /// Of all members in their order; `None` if one is missing.
    fn each(&self, figures: &BTreeMap<&str, f64>) -> Option<Vec<f64>> {
        self.array.members.iter().map(|it| figures.get(it.id.as_str()).copied()).collect()
    }

    fn sum(&self, figures: &BTreeMap<&str, f64>) -> Option<f64> {
        Some(self.each(figures)?.into_iter().sum())
    }

    fn median_of(&self, of: impl Fn(&InPlacePass<'_>) -> Option<f64>) -> Option<Median> {
        known(&self.passes.iter().filter_map(of).collect::<Vec<f64>>())
    }

    /// Ratio of the array to its members' potential, by pass.
    pub fn against_could(&self) -> Option<RatioInterval> {
        between(&self.pairs(|_, pass| pass.array, Self::could))
    }

    /// Ratio of requests cut by Narrows to members run at once, by pass: the cost of cutting itself.
    pub fn against_chunks(&self) -> Option<RatioInterval> {
        between(&self.pairs(|_, pass| pass.without_layer, Self::by_arithmetic))
    }

    /// Rate of a stripe of members like the others, without a slow one.
    pub fn without_slow(&self, usual: f64) -> Option<f64> {
        Some(usual * width(self.array)?)
    }

    fn cost(&self) -> Option<LayerCost> {
        let RatioInterval { ratio, low, high } = self.against_could()?;
        let could = self.median_of(|pass| self.could(pass))?.mb_s;
        let percent = |ratio: f64| (1.0 - ratio) * 100.0;
        Some(LayerCost {
            percent: percent(ratio),
            // The least loss belongs to the highest ratio.
            low_percent: percent(high),
            high_percent: percent(low),
            mb_s: could * (1.0 - ratio),
            is_certain: 1.0 - high > LAYER_MIN,
        })
    }

    fn members(&self) -> Vec<MemberRow> {
        let rows = self.array.members.iter().map(|member| MemberRow {
            id: member.id.clone(),
            alone: self.median_of(|pass| pass.alone.get(member.id.as_str()).copied()),
            together: self.median_of(|pass| pass.together.get(member.id.as_str()).copied()),
            is_slow: false,
        });
        let mut rows: Vec<MemberRow> = rows.collect();
        for at in slow(&rows) {
            rows[at].is_slow = true;
        }
        rows
    }

    pub fn row(&self) -> ArrayRow {
        let could = self.median_of(|pass| self.could(pass));
        let basis = if self.is_cut() { "without_layer" } else { "arithmetic" };
        ArrayRow {
            workload: self.workload.to_owned(),
            passes: self.passes.iter().filter(|pass| pass.array.is_some()).count() as u32,
            array: self.median_of(|pass| pass.array),
            basis: could.map(|_| basis.to_owned()),
            could,
            together: self.median_of(|pass| self.sum(&pass.together)),
            alone: self.median_of(|pass| self.sum(&pass.alone)),
            predicted_mb_s: self.predicted,
            cost: self.cost(),
            members: self.members(),
        }
    }
}

pub(super) fn rows(run: &RunDocument, array: &ArrayInPlace) -> Vec<ArrayRow> {
    InPlaceFigures::of(run, array).iter().map(InPlaceFigures::row).collect()
}

fn take<'a>(pass: &mut InPlacePass<'a>, array: &ArrayInPlace, row: &'a TargetMeasurement) {
    let is_without = array.without_layer.as_ref() == Some(&row.target);
    match row.set.as_str() {
        "array" if is_without => pass.without_layer = Some(row.mb_s),
        "array" if row.target == array.target => pass.array = Some(row.mb_s),
        "alone" => drop(pass.alone.insert(&row.target, row.mb_s)),
        "all" => drop(pass.together.insert(&row.target, row.mb_s)),
        MEMBERS => {
            pass.shares.insert(&row.target, row.mb_s);
            let threads: f64 = row.threads.iter().map(|it| it.user + it.system).sum();
            pass.threads += threads.max(row.thread_cpu);
        }
        _ => {}
    }
}

/// The members that are slower than the others by the outlier rule, and whose whole interval is below
/// those of the others.
fn slow(rows: &[MemberRow]) -> Vec<usize> {
    let alone: Option<Vec<Median>> = rows.iter().map(|row| row.alone).collect();
    let Some(alone) = alone else { return Vec::new() };
    let figures: Vec<f64> = alone.iter().map(|known| known.mb_s).collect();
    let usual = median(&figures).unwrap_or_default();
    let is_odd = |at: &usize| is_apart(&figures, *at) && figures[*at] < usual;
    let odd: Vec<usize> = (0..rows.len()).filter(is_odd).collect();
    let others = (0..rows.len()).filter(|at| !odd.contains(at));
    let others: Option<Vec<f64>> = others.map(|at| alone[at].low_mb_s).collect();
    let Some(least) = others.and_then(|lows| lows.into_iter().reduce(f64::min)) else {
        return Vec::new();
    };
    odd.into_iter().filter(|at| alone[*at].high_mb_s.is_some_and(|high| high < least)).collect()
}

/// The median; its 95 % interval from six figures on, the range of three to five.
fn known(figures: &[f64]) -> Option<Median> {
    let mb_s = median(figures)?;
    if let Some(found) = interval_of_median(figures, CONFIDENCE) {
        return Some(Median { mb_s, low_mb_s: Some(found.low), high_mb_s: Some(found.high) });
    }
    let enough = figures.len() >= LEAST_REPEATS;
    let low_mb_s = figures.iter().copied().reduce(f64::min).filter(|_| enough);
    let high_mb_s = figures.iter().copied().reduce(f64::max).filter(|_| enough);
    Some(Median { mb_s, low_mb_s, high_mb_s })
}

/// The ratio pass by pass if there are enough for its interval; for three to five the ratio of means.
fn between(pairs: &[(f64, f64)]) -> Option<RatioInterval> {
    let (ours, theirs): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    if let Some(found) = ratio_of_pairs(&ours, &theirs, CONFIDENCE) {
        return Some(RatioInterval { ratio: found.median, low: found.low, high: found.high });
    }
    let found = ratio(&SampleMean::of_repeats(&theirs)?, &SampleMean::of_repeats(&ours)?)?;
    Some(RatioInterval { ratio: found.ratio, low: found.low, high: found.high })
}
