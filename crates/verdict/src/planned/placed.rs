//! One arrangement with its results.

use std::collections::BTreeMap;

use narrows_messages::{DocumentText, Message, drive_names};
use narrows_model::{
    ArrayPlan, LimitKind, LimitUnit, LoadedLimit, Machine, RaidLevel, TargetPrediction,
};
use narrows_plan::device::MovableDevice;
use narrows_plan::feasibility::RaidEngineKind;
use narrows_plan::levels::may_fail;
use narrows_plan::placement::DeviceConnection;
use narrows_plan::request::{ArrayConstraint, Constraint, PlacementRequest, PlanObjective};
use narrows_plan::result::PlanCandidate;
use narrows_plan::words;
use narrows_record::plan::{
    ArrangementName, DevicePlacement, FirmwareAnswer, ObjectiveScore, PlanArrangement, PlanArray,
    PlanSetting,
};
use narrows_record::predict::{LimitRecord, LimitRecordKind, Prediction};
use narrows_record::round_mb_s;
use narrows_record::see::LinkState;
use narrows_record::word::{FigureUnit, TargetSet};
use narrows_topology::Id;
use narrows_topology::capacity::LinkDirection;
use narrows_units::Bytes;
use narrows_workload::{Direction, Pattern, Workload};

use super::PlanInputs;
use super::answer::answer;
use super::attachments::{PictureInputs, attachment_of};
use super::fitting;

impl PlanInputs<'_> {
    /// The wire form of a candidate.
    pub(super) fn placed(
        &self,
        name: ArrangementName,
        candidate: &PlanCandidate,
        best: &PlanCandidate,
    ) -> PlanArrangement {
        let at = &candidate.placement;
        let machine = self.machine_of(candidate);
        let places = self.inventory.places(self.devices, at).unwrap_or_default();
        let workload = self.ask.objectives.iter().find_map(workload_of);
        let outcomes = &candidate.outcomes;
        let deciding = deciding(self.ask, outcomes);
        let limits: Vec<&LoadedLimit> = deciding.iter().map(|it| &it.limit).collect();
        let one_by_one = runs_each(self.ask);
        let way = match workload.map(Workload::direction) {
            Some(Direction::Write) => LinkDirection::Down,
            _ => LinkDirection::Up,
        };
        // Rate of every drive; an array's share goes to its members.
        let mut flows: BTreeMap<Id, f64> = BTreeMap::new();
        for outcome in outcomes {
            let rate = outcome.rate.as_mb_s();
            match machine.arrays.get(&outcome.target) {
                None => *flows.entry(outcome.target.clone()).or_default() += rate,
                Some(array) => {
                    let part = rate * part_of_member(array, way);
                    for member in &array.members {
                        *flows.entry(member.clone()).or_default() += part;
                    }
                }
            }
        }
        let (inventory, devices) = (self.inventory, self.devices);
        let (placement, machine, flows) = (at, &machine, &flows);
        let limits = &limits;
        let picture = PictureInputs {
            inventory,
            devices,
            placement,
            machine,
            flows,
            one_by_one,
            limits,
            way,
        };
        // Not `sum`: that of nothing is -0.
        let total = deciding.iter().fold(0.0, |sum, outcome| sum + outcome.rate.as_mb_s());
        PlanArrangement {
            name,
            placements: self.puts(&places, machine),
            set: settings(&at.settings),
            arrays: self.ask.arrays.iter().map(|array| self.made(array, candidate)).collect(),
            attachments: picture.attachments(),
            scores: self.scores(candidate, best),
            flows: self.flows(outcomes, workload),
            total_mb_s: round_mb_s(total),
            limit: named_limit(deciding),
            answers: self.answers(candidate),
            splits: self.splits(at),
            adapters: self.adapters(&places, |_| true),
            makeshifts: self.makeshifts(at),
            breaks: Vec::new(),
            why: None,
        }
    }

    /// The machine that a candidate makes; an empty one if it makes none.
    pub(super) fn machine_of(&self, candidate: &PlanCandidate) -> Machine {
        let arrays: Vec<(&ArrayConstraint, RaidEngineKind)> = self
            .ask
            .arrays
            .iter()
            .filter_map(|array| Some((array, *candidate.means.get(&array.id)?)))
            .collect();
        self.inventory.machine(self.devices, &candidate.placement, &arrays).unwrap_or_default()
    }

    fn puts(&self, places: &[DeviceConnection], machine: &Machine) -> Vec<DevicePlacement> {
        let put = |(device, place): (&narrows_plan::device::MovableDevice, &DeviceConnection)| {
            let root = device.body.nodes.first().map(|(id, _)| id);
            let link = root.and_then(|id| machine.topology.nodes.get(id)?.link.as_ref());
            DevicePlacement {
                device: device.id.clone(),
                slot: place.slot.clone(),
                attachment: attachment_of(&machine.topology, &place.on),
                adapter: place.fit.adapter().map(fitting::word),
                offered: place.offered.map(LinkState::of),
                possible: device.link.map(LinkState::of),
                current: link
                    .and_then(|link| link.current)
                    .or_else(|| {
                        place.offered.map(|offered| offered.common(device.link.unwrap_or(offered)))
                    })
                    .map(LinkState::of),
            }
        };
        self.devices.iter().zip(places).map(put).collect()
    }

    fn made(&self, array: &ArrayConstraint, candidate: &PlanCandidate) -> PlanArray {
        let members: Vec<&MovableDevice> =
            array.members.iter().filter_map(|&at| self.devices.get(at)).collect();
        let sizes = members.iter().map(|it| it.drive_size().map(Bytes::get));
        let smallest =
            sizes.collect::<Option<Vec<u64>>>().and_then(|sizes| sizes.into_iter().min());
        let usable = smallest.map(|size| array.level.capacity(members.len(), size, 1));
        PlanArray {
            id: array.id.clone(),
            level: array.level.as_str().to_owned(),
            engine: candidate.means.get(&array.id).map(|means| means.id().to_owned()),
            usable_tb: usable.map(|bytes| bytes as f64 / 1e12),
            may_fail: may_fail(array.level, members.len()) as u64,
            members: members.into_iter().map(|device| device.id.clone()).collect(),
        }
    }

    pub(super) fn scores(
        &self,
        candidate: &PlanCandidate,
        best: &PlanCandidate,
    ) -> Vec<ObjectiveScore> {
        let all = self.ask.objectives.iter().zip(&candidate.scores).zip(&best.scores);
        all.map(|((objective, &value), &most)| {
            let (value, unit) = measured_in(objective, value);
            let (most, _) = measured_in(objective, most);
            let is_rate = matches!(unit, FigureUnit::MbS | FigureUnit::Iops);
            let against = (is_rate && most != 0.0).then(|| (value / most - 1.0) * 1e4);
            let against = against.map(f64::round);
            ObjectiveScore {
                objective: words::objective(objective, self.devices),
                value,
                unit,
                against_best: against.map(|it| it / 1e4).filter(|it| it.is_finite()),
            }
        })
        .collect()
    }

    fn flows(&self, outcomes: &[TargetPrediction], workload: Option<&Workload>) -> Vec<Prediction> {
        let Some(workload) = workload else { return Vec::new() };
        let all: Vec<Id> = outcomes.iter().map(|it| it.target.clone()).collect();
        let told = |outcome: &TargetPrediction| {
            let own = [outcome.target.clone()];
            let (set, together) = match all.len() > 1 && !runs_each(self.ask) {
                true => (TargetSet::All, all.as_slice()),
                false => (TargetSet::from(outcome.target.as_str()), own.as_slice()),
            };
            Prediction::of(outcome, &set, together, workload)
        };
        outcomes.iter().map(told).collect()
    }

    /// The answers to the constraints about starting and RAID, then those about the other arrays that the
    /// firmware makes; an array that already runs in place today needs none.
    fn answers(&self, candidate: &PlanCandidate) -> Vec<FirmwareAnswer> {
        let constraints = self.ask.constraints.iter().filter_map(|constraint| {
            let question = || DocumentText::from(words::constraint_says(constraint, self.devices));
            match constraint {
                Constraint::Starts(_)
                | Constraint::StartsFromAny(_)
                | Constraint::ArrayStarts(_)
                | Constraint::FirmwareArray(_) => Some((question(), true)),
                _ => None,
            }
        });
        let others = self.ask.arrays.iter().filter_map(|array| {
            let means = candidate.means.get(&array.id).filter(|means| means.is_firmware())?;
            let question = Message::new("plan-question-made").with("means", means);
            let question = question.with("array", &array.id).into();
            (!self.is_named(array)).then(|| (question, !self.runs_today(array, candidate)))
        });
        // The answers come in the order of these questions.
        let asked = constraints.chain(others).zip(&candidate.answers);
        let told = asked.filter(|((_, is_told), _)| *is_told);
        told.map(|((question, _), it)| answer(it, question)).collect()
    }

    fn is_named(&self, array: &ArrayConstraint) -> bool {
        self.ask.constraints.iter().any(|constraint| match constraint {
            Constraint::ArrayStarts(id) | Constraint::FirmwareArray(id) => *id == array.id,
            _ => false,
        })
    }

    /// Whether the array exists today, and its drives stay.
    fn runs_today(&self, array: &ArrayConstraint, candidate: &PlanCandidate) -> bool {
        let (today, planned) = (&self.inventory.today.locations, &candidate.placement.locations);
        let stays = |member: &usize| {
            today.get(*member).is_some_and(|location| planned.get(*member) == Some(location))
        };
        let is_there = self.inventory.fixed.arrays.keys().any(|id| id.as_str() == array.id);
        is_there && array.members.iter().all(stays)
    }
}

pub(super) fn workload_of(objective: &PlanObjective) -> Option<&Workload> {
    match objective {
        PlanObjective::Together(workload)
        | PlanObjective::Each(workload)
        | PlanObjective::Of(_, workload)
        | PlanObjective::ToCard(_, workload) => Some(workload),
        _ => None,
    }
}

/// The first objective about rates runs every drive by itself.
pub(super) fn runs_each(ask: &PlacementRequest) -> bool {
    matches!(
        ask.objectives.iter().find(|objective| workload_of(objective).is_some()),
        Some(PlanObjective::Each(_))
    )
}

/// The runs that decide the total of the first objective about rates: the slowest if each runs by
/// itself, else all.
pub(super) fn deciding<'a>(
    ask: &PlacementRequest,
    outcomes: &'a [TargetPrediction],
) -> &'a [TargetPrediction] {
    if !runs_each(ask) {
        return outcomes;
    }
    let rates = outcomes.iter().enumerate();
    let slowest = rates.min_by(|(_, a), (_, b)| a.rate.get().total_cmp(&b.rate.get()));
    slowest.map_or(outcomes, |(at, _)| &outcomes[at..=at])
}

/// A score as people read it: requests per second for random ones, moves counted above 0.
pub(super) fn measured_in(objective: &PlanObjective, score: f64) -> (f64, FigureUnit) {
    // Zero is 0 and not -0.
    let score = score + 0.0;
    match objective {
        PlanObjective::FewMoves => (score.abs(), FigureUnit::Moves),
        PlanObjective::Latency(_) => (score.abs(), FigureUnit::Steps),
        PlanObjective::LanesOf(_) => (score, FigureUnit::Lanes),
        PlanObjective::FreeSata => (score, FigureUnit::Ports),
        _ => match workload_of(objective) {
            Some(workload) if workload.pattern == Pattern::Random => {
                let rate = narrows_units::BytesPerSec::mb_s(score);
                (rate.in_operations_of(workload.block).get().round(), FigureUnit::Iops)
            }
            _ => (round_mb_s(score), FigureUnit::MbS),
        },
    }
}

/// The limit that costs most; where drives have alike links for themselves, with the names of all.
fn named_limit(outcomes: &[TargetPrediction]) -> Option<LimitRecord> {
    let limit = LimitRecord::of(main_limit(outcomes)?);
    let is_alike = |outcome: &&TargetPrediction| {
        let own = LimitRecord::of(&outcome.limit);
        own.kind == LimitRecordKind::Link
            && own.id == outcome.target.as_str()
            && own.capacity == limit.capacity
            && own.name.renamed(&own.id, &limit.id) == limit.name
    };
    let alike = outcomes.iter().filter(is_alike).map(|outcome| outcome.target.as_str());
    let alike: Vec<&str> = alike.collect();
    if !alike.contains(&limit.id.as_str()) {
        return Some(limit);
    }
    Some(LimitRecord { name: limit.name.renamed(&limit.id, &drive_names(&alike)), ..limit })
}

/// The limit that costs most: its removal brings most before the next limits bind. Drives are the limit only where
/// nothing else is. Of limits that cost the same the one that most flows through, and that most drives share.
pub(super) fn main_limit(outcomes: &[TargetPrediction]) -> Option<&LoadedLimit> {
    let is_own = |it: &TargetPrediction| {
        matches!(it.limit.limit.kind, LimitKind::Drive | LimitKind::DriveIops)
    };
    let are_own = outcomes.iter().all(is_own);
    let mut limited: Vec<(&LoadedLimit, Vec<&TargetPrediction>)> = Vec::new();
    for outcome in outcomes.iter().filter(|it| are_own || !is_own(it)) {
        match limited.iter_mut().find(|(bound, _)| bound.limit.id == outcome.limit.limit.id) {
            Some((_, of_it)) => of_it.push(outcome),
            None => limited.push((&outcome.limit, vec![outcome])),
        }
    }
    let flow = |of_it: &[&TargetPrediction]| of_it.iter().map(|it| it.rate.as_mb_s()).sum::<f64>();
    limited.sort_by(|(_, a), (_, b)| {
        let costs = headroom(b, outcomes).total_cmp(&headroom(a, outcomes));
        costs.then(flow(b).total_cmp(&flow(a))).then(b.len().cmp(&a.len()))
    });
    limited.first().map(|(bound, _)| *bound)
}

/// What outcomes of one limit gain before the next limits of each are full, MB/s: a next limit that holds others of
/// the set back is full already.
fn headroom(limited: &[&TargetPrediction], all: &[TargetPrediction]) -> f64 {
    let mut left: BTreeMap<&Id, f64> = BTreeMap::new();
    for outcome in limited {
        let Some(next) = &outcome.next else { continue };
        let is_full = all.iter().any(|it| it.limit.limit.id == next.limit.id);
        let is_own_again = next.limit.id == outcome.limit.limit.id;
        if next.limit.unit == LimitUnit::BytesPerSec && (!is_full || is_own_again) {
            let capacity = narrows_units::BytesPerSec::new(next.limit.capacity).as_mb_s();
            *left.entry(&next.limit.id).or_insert(capacity) -= outcome.rate.as_mb_s();
        }
    }
    left.values().map(|left| left.max(0.0)).sum()
}

/// A member's part of the array's data.
fn part_of_member(array: &ArrayPlan, way: LinkDirection) -> f64 {
    let each = array.each().max(1) as f64;
    let copies = match (way, array.level) {
        (LinkDirection::Up, _) | (_, RaidLevel::Jbod | RaidLevel::Stripe) => 1.0,
        (_, RaidLevel::Mirror) => each,
        (_, RaidLevel::MirroredStripe) => f64::from(array.copies.count),
        (_, RaidLevel::Parity(parity)) => each / (each - f64::from(parity)).max(1.0),
    };
    copies / array.members.len().max(1) as f64
}

fn settings(settings: &narrows_catalog::board::Settings) -> Vec<PlanSetting> {
    let set = settings.iter();
    set.map(|(name, value)| PlanSetting { name: name.clone(), value: value.clone() }).collect()
}
