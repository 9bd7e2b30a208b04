//! Searches the limits that explain the observations best.
//!
//! The criterion is likelihood, less a cost for each limit: with enough limits anything can be
//! explained. The search climbs: it adds the limit that explains most (`additions`), then moves
//! drives and limits (`moves`), until neither helps. Alternatives that it tried and rejected are
//! the rivals; they determine the confidence of the result and the most informative run.
//!
//! Not here: which run to make (`plan`).

use narrows_model::Arbitration;

use crate::data::{ObservedRuns, SetRates};
use crate::fit::{FreeParameters, fit, loss_in, loss_of, loss_up_to};
use crate::forward::{LimitModel, MemberLimit};
use crate::set::DriveSet;

mod additions;
mod candidates;
mod guess;
mod moves;
mod parts;
mod states;

pub(crate) use states::pressed;

/// An explanation other than the best, and how much worse it is: twice the difference of the
/// log-likelihoods.
#[derive(Clone, Debug)]
pub(crate) struct RivalModel {
    pub(crate) model: LimitModel,
    pub(crate) worse_by: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct BestExplanation {
    pub(crate) model: LimitModel,
    /// The standard deviation of a single rate, as a part of it.
    pub(crate) noise: f64,
    pub(crate) rivals: Vec<RivalModel>,
}

/// A single error of more standard deviations is a surprise.
const SURPRISE: f64 = 5.0;
/// So is a sum of squares this many standard deviations beyond the noise.
const SURPRISE_IN_ALL: f64 = 4.0;
/// A rival that is better by this much, without a new fit, has overtaken.
const OVERTAKEN: f64 = -2.0;
/// Rivals further behind are dropped.
const FORGOTTEN: f64 = 60.0;

impl BestExplanation {
    /// The result with one more run, unless that is a surprise or brings a rival to the front.
    pub(crate) fn after(mut self, entry: &SetRates) -> Option<Self> {
        let all = entry.running;
        let (own, worst) = loss_in(entry, &self.model, all, self.noise);
        let free = all.len() as f64;
        // The sum of n squared standard errors has mean n and variance 2n.
        if worst > SURPRISE || own > free + SURPRISE_IN_ALL * (2.0 * free).sqrt() {
            return None;
        }
        for rival in &mut self.rivals {
            rival.worse_by += loss_in(entry, &rival.model, all, self.noise).0 - own;
        }
        self.rivals.retain(|rival| rival.worse_by < FORGOTTEN);
        self.rivals.iter().all(|rival| rival.worse_by > OVERTAKEN).then_some(self)
    }
}

/// The loss that each limit must explain, in addition to the cost of choosing its members.
const LIMIT_COSTS: f64 = 14.0;
/// The same for a set that is likely from other sources: there are few of these to choose from.
const LIKELY_COSTS: f64 = 8.0;
/// Machines often have a ceiling over all drives, more often than over all but one.
const CEILING: f64 = 4.0;
/// A change that looks worse by this much, and by the whole loss there, is not fitted.
const HOPELESS: f64 = 300.0;
/// A change that gains or loses this much needs no comparison with others.
const CLEAR: f64 = 60.0;
/// The cost of each member of a limit: its share is one more parameter.
const MEMBER_COSTS: f64 = 0.5;

/// Machines of up to this many drives are searched from all maxima in a second or so.
pub(crate) const QUICKLY_SEARCHED: usize = 24;
/// The number of limits that may explain a slow drive from which the search continues.
const STARTS: usize = 3;

/// The cost of assuming that limits are shared evenly among ports.
const PORTS_COST: f64 = 6.0;
/// That is tried where errors exceed noise by this many standard deviations.
const PORTS_TRIED: f64 = 2.0;

struct ModelSearch<'a> {
    data: &'a ObservedRuns,
    noise: f64,
    alone: Vec<f64>,
    model: LimitModel,
    rivals: Vec<RivalModel>,
    /// Drives whose limits changed since all of their moves were tried.
    fresh: DriveSet,
    /// Whether drives may have been slow by themselves.
    with_states: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InferenceEffort {
    /// Stops at the first maximum.
    Quick,
    /// Other maxima, too: from each limit removed, and without drives that were slow by themselves.
    Thorough,
}

/// Explains `data`. The noise of a single rate is `noise` unless the figures show otherwise.
pub(crate) fn search(data: &ObservedRuns, noise: f64, effort: InferenceEffort) -> BestExplanation {
    search_from(data, noise, effort, None)
}

/// As [`search`], starting from an explanation of fewer runs.
pub(crate) fn search_from(
    data: &ObservedRuns,
    noise: f64,
    effort: InferenceEffort,
    start: Option<&LimitModel>,
) -> BestExplanation {
    let best = search_with(data, noise, effort, start);
    let scatter = noise_of(data, &best.model, noise);
    // About as much noise as assumed: another search would find the same.
    if (0.75..1.3).contains(&(scatter / noise)) {
        return BestExplanation { noise: scatter, ..best };
    }
    let again = search_with(data, scatter, effort, start);
    BestExplanation { noise: noise_of(data, &again.model, noise), ..again }
}

fn search_with(
    data: &ObservedRuns,
    noise: f64,
    effort: InferenceEffort,
    start: Option<&LimitModel>,
) -> BestExplanation {
    let mut search = ModelSearch::new(data, noise);
    // The former explanation is fitted to all runs before the search goes on from it.
    if let Some(start) = start {
        search.model = start.clone();
        search.fit_all(4);
    }
    search.climb();
    if effort == InferenceEffort::Thorough {
        search.shake_while_better();
        search.try_steady();
    }
    search.try_ports(effort);
    search.split();
    search.doubt_lone_ones();
    BestExplanation { model: search.model, rivals: search.rivals, noise }
}

/// The weight of the assumed noise, in figures.
const NOISE_FIGURES: f64 = 20.0;
pub(crate) const NOISE: std::ops::RangeInclusive<f64> = 0.001..=0.3;

/// The noise estimated from a model's errors, with the assumed noise as part of the evidence.
fn noise_of(data: &ObservedRuns, model: &LimitModel, assumed: f64) -> f64 {
    let all = DriveSet::first(data.drives);
    let points: usize = data.entries.iter().map(|entry| entry.running.len()).sum();
    let figures = 2 * data.drives + model.limits.len();
    let free = points.saturating_sub(figures) as f64;
    // The loss of errors in units of the assumed noise; shares are a small part of it.
    let errors = loss_of(data, model, all, assumed) * assumed * assumed;
    let freedom = NOISE_FIGURES + free;
    let square = (NOISE_FIGURES * assumed * assumed + errors) / freedom;
    square.sqrt().clamp(*NOISE.start(), *NOISE.end())
}

/// The cost of the present model in the areas calculated so far.
#[derive(Default)]
struct AreaCosts(Vec<(DriveSet, f64)>);

impl AreaCosts {
    fn of(&mut self, area: DriveSet, cost: impl FnOnce() -> f64) -> f64 {
        if let Some((_, cost)) = self.0.iter().find(|(known, _)| *known == area) {
            return *cost;
        }
        let cost = cost();
        self.0.push((area, cost));
        cost
    }
}

/// A changed model, and the value of the change: negative is better.
struct ModelChange {
    model: LimitModel,
    area: DriveSet,
    gain: f64,
}

impl<'a> ModelSearch<'a> {
    fn new(data: &'a ObservedRuns, noise: f64) -> Self {
        let alone: Vec<f64> = (0..data.drives).map(|drive| guess::alone(data, drive)).collect();
        let weights = vec![1.0; data.drives];
        let (limits, states) = (Vec::new(), Vec::new());
        let arbitration = Arbitration::default();
        let model = LimitModel { private: alone.clone(), weights, limits, states, arbitration };
        let mut search = Self {
            data,
            noise,
            alone,
            model,
            rivals: Vec::new(),
            fresh: DriveSet::default(),
            with_states: true,
        };
        search.fit_all(4);
        search
    }

    fn fit_all(&mut self, steps: usize) {
        let all = DriveSet::first(self.data.drives);
        fit(self.data, &mut self.model, all, FreeParameters::All(all), self.noise, steps);
    }

    /// Restarts from other points as long as that helps; on large machines only where errors are
    /// larger than noise.
    fn shake_while_better(&mut self) {
        for _ in 0..3 {
            let worth_it = self.data.drives <= QUICKLY_SEARCHED || (self.loss_beyond_noise() > 4.0);
            if !worth_it || !self.shake() {
                break;
            }
        }
    }

    /// Adds and moves until nothing explains better. Figures that no machine gives (1e50 MB/s) can
    /// be improved a little forever; no real machine needs that many steps.
    fn climb(&mut self) {
        let most = 4 * self.data.drives;
        for _ in 0..most {
            for _ in 0..most {
                if !self.try_additions() {
                    break;
                }
                self.polish();
            }
            // A better fit alone would be credited to moves.
            self.fit_all(4);
            self.fresh = DriveSet::first(self.data.drives);
            if !self.polish() && !self.take_lone_one() && !self.take_limit_instead() {
                break;
            }
        }
    }

    /// Replaces a limit that slows only one drive by a drive that was slow by itself, if that
    /// explains better.
    fn take_lone_one(&mut self) -> bool {
        let better = self.lone_ones().into_iter().filter(|change| change.gain < -0.1);
        let best = better.min_by(|one, other| one.gain.total_cmp(&other.gain));
        best.is_some_and(|best| self.take_best(vec![best]))
    }

    /// Replaces a drive that was slow by itself by a limit, if that explains better; otherwise
    /// keeps it as a rival, so that a run decides.
    fn take_limit_instead(&mut self) -> bool {
        let mut starts = self.limits_instead();
        starts.sort_by(|one, other| one.gain.total_cmp(&other.gain));
        starts.truncate(STARTS);
        let all = DriveSet::first(self.data.drives);
        for start in starts {
            let goes_on = |search: &mut Self| {
                search.model = start.model;
                search.fresh = all;
                true
            };
            if self.is_better_without_states(goes_on) {
                return true;
            }
        }
        (0..self.model.states.len()).any(|at| {
            self.is_better_without_states(|search| {
                search.model.states.remove(at);
                search.fit_all(3);
                search.try_additions()
            })
        })
    }

    /// Changes the model and polishes it without adding states; keeps the result if it explains
    /// better.
    fn is_better_without_states(&mut self, change: impl FnOnce(&mut Self) -> bool) -> bool {
        let all = DriveSet::first(self.data.drives);
        let top = (self.cost(&self.model, all), self.model.clone(), self.rivals.clone());
        self.with_states = false;
        let any = change(self);
        if any {
            self.polish();
        }
        self.with_states = true;
        let worse_by = self.cost(&self.model, all) - top.0;
        if any && worse_by < -0.1 {
            return true;
        }
        let rival = std::mem::replace(&mut self.model, top.1);
        self.rivals = top.2;
        self.rivals.push(RivalModel { model: rival, worse_by: worse_by.max(0.0) });
        false
    }

    /// Climbs from an empty model without states: a state that was adopted early can stand in the
    /// way of limits. Keeps the result if it is better.
    fn try_steady(&mut self) {
        if self.model.states.is_empty() {
            return;
        }
        let mut steady = Self { with_states: false, ..Self::new(self.data, self.noise) };
        steady.climb();
        steady.with_states = true;
        let all = DriveSet::first(self.data.drives);
        if steady.cost(&steady.model, all) < self.cost(&self.model, all) - 0.1 {
            *self = steady;
        }
    }

    /// Continues from the limits so far as if each were shared evenly among its ports, where errors
    /// are larger than noise. Keeps the better of the two; the other is a rival.
    fn try_ports(&mut self, effort: InferenceEffort) {
        let all = DriveSet::first(self.data.drives);
        let worth_it = effort == InferenceEffort::Thorough || self.data.drives <= QUICKLY_SEARCHED;
        if !worth_it || self.model.limits.is_empty() || self.loss_beyond_noise() < PORTS_TRIED {
            return;
        }
        let mut ports = Self::new(self.data, self.noise);
        ports.model = self.model.clone();
        ports.model.arbitration = Arbitration::PerPort;
        // Unequal shares may only have stood for ports.
        ports.model.weights.fill(1.0);
        ports.fresh = all;
        ports.fit_all(8);
        ports.polish();
        ports.climb();
        let cost = self.cost(&self.model, all);
        if effort == InferenceEffort::Thorough && ports.cost(&ports.model, all) < cost {
            ports.shake_while_better();
        }
        let gain = cost - ports.cost(&ports.model, all);
        if gain > 0.0 {
            std::mem::swap(self, &mut ports);
        }
        self.rivals.push(RivalModel { model: ports.model, worse_by: gain.abs() });
    }

    /// How much larger errors are than noise explains, in standard deviations of their sum of
    /// squares.
    fn loss_beyond_noise(&self) -> f64 {
        let points: usize = self.data.entries.iter().map(|entry| entry.running.len()).sum();
        let figures = 2 * self.data.drives + self.model.limits.len();
        let free = points.saturating_sub(figures).max(4) as f64;
        let loss = loss_of(self.data, &self.model, DriveSet::first(self.data.drives), self.noise);
        (loss - free) / (2.0 * free).sqrt()
    }

    /// Removes a limit and climbs again to find a better maximum; whether one was found.
    fn shake(&mut self) -> bool {
        let all = DriveSet::first(self.data.drives);
        let top = (self.cost(&self.model, all), self.model.clone(), self.rivals.clone());
        for at in 0..top.1.limits.len() {
            self.model.limits.remove(at);
            self.fit_all(3);
            self.climb();
            if self.cost(&self.model, all) < top.0 - 0.1 {
                return true;
            }
            (self.model, self.rivals) = (top.1.clone(), top.2.clone());
        }
        false
    }

    /// These drives and the members of all limits that meet them.
    fn area(&self, drives: DriveSet, other: &LimitModel) -> DriveSet {
        let mut area = drives;
        loop {
            let limits = self.model.limits.iter().chain(&other.limits);
            let meeting = limits.filter(|limit| limit.members.meets(area));
            let wider = meeting.fold(area, |area, limit| area.or(limit.members));
            if wider == area {
                return area;
            }
            area = wider;
        }
    }

    /// The cost of a model in `area`.
    fn cost(&self, model: &LimitModel, area: DriveSet) -> f64 {
        loss_of(self.data, model, area, self.noise) + self.penalty(model, area)
    }

    fn penalty(&self, model: &LimitModel, area: DriveSet) -> f64 {
        let drives = self.data.drives;
        let limits = model.limits.iter().filter(|limit| limit.members.meets(area));
        let each = |limit: &MemberLimit| {
            let size = limit.members.len();
            if self.data.likely.contains(&limit.members) {
                return LIKELY_COSTS + MEMBER_COSTS * size as f64;
            }
            // Twice a logarithm, like the loss: of the choices of this size, and of the sizes.
            2.0 * (log_choices(drives, size) + libm::log(drives as f64 + 1.0))
                + LIMIT_COSTS
                + MEMBER_COSTS * size as f64
                - if size == drives { CEILING } else { 0.0 }
        };
        let states = model.states.iter().filter(|state| area.has(state.drive));
        let arbitration = match model.arbitration {
            Arbitration::Flat => 0.0,
            Arbitration::PerPort => PORTS_COST,
        };
        arbitration + limits.map(each).sum::<f64>() + states.map(|state| state.costs).sum::<f64>()
    }

    /// The area that a change affects, and its value before fitting; `None` if that is `worst` or
    /// worse, or too bad for fitting to help.
    fn glance(
        &self,
        model: &LimitModel,
        drives: DriveSet,
        worst: f64,
        costs: &mut AreaCosts,
    ) -> Option<(DriveSet, f64)> {
        let area = self.area(drives, model);
        let before = costs.of(area, || self.cost(&self.model, area));
        let hopeless = worst.min(HOPELESS + before);
        let most = before + hopeless;
        let penalty = self.penalty(model, area);
        let loss = loss_up_to(self.data, model, area, self.noise, most - penalty);
        let gain = loss + penalty - before;
        (gain < hopeless).then_some((area, gain))
    }

    fn refine(&self, change: &mut ModelChange, steps: usize) {
        let before = self.cost(&self.model, change.area);
        let area = change.area;
        // A private rate may be stuck at the rest that a shared limit leaves: if the rate alone
        // explains better, the fit restarts from that.
        let mut now = loss_of(self.data, &change.model, area, self.noise);
        for drive in area.iter() {
            let stuck = change.model.private[drive];
            if (stuck / self.alone[drive] - 1.0).abs() < 4.0 * self.noise {
                continue;
            }
            change.model.private[drive] = self.alone[drive];
            let loss = loss_of(self.data, &change.model, area, self.noise);
            if loss < now {
                now = loss;
            } else {
                change.model.private[drive] = stuck;
            }
        }
        let loss =
            fit(self.data, &mut change.model, area, FreeParameters::All(area), self.noise, steps);
        change.gain = loss + self.penalty(&change.model, area) - before;
    }

    /// Fits fully the change that gains most by far, or else the best few; sorts them.
    fn refine_best(&self, tried: &mut [ModelChange], steps: usize) {
        tried.sort_by(|one, other| one.gain.total_cmp(&other.gain));
        let count = if tried.first().is_some_and(|best| best.gain < -CLEAR) { 1 } else { 4 };
        for change in tried.iter_mut().take(count).filter(|change| change.gain < CLEAR) {
            self.refine(change, steps);
        }
        tried.sort_by(|one, other| one.gain.total_cmp(&other.gain));
    }

    /// Takes the first change, if it gains; keeps the others as rivals.
    fn take_best(&mut self, tried: Vec<ModelChange>) -> bool {
        let mut tried = tried.into_iter();
        let Some(best) = tried.next() else { return false };
        let is_better = best.gain < -0.1;
        if is_better {
            self.model = best.model;
            self.fresh = self.fresh.or(best.area);
            // They were compared with the former model.
            self.rivals.clear();
        } else {
            let rest = std::iter::once(best).chain(tried);
            self.rivals.extend(
                rest.map(|change| RivalModel {
                    model: change.model,
                    worse_by: change.gain.max(0.0),
                }),
            );
        }
        is_better
    }
}

/// The logarithm of the number of ways to choose `size` of `drives`.
fn log_choices(drives: usize, size: usize) -> f64 {
    let part = |at: usize| libm::log((drives - at) as f64 / (at + 1) as f64);
    (0..size.min(drives)).map(part).sum()
}
