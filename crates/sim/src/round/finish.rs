//! Changes of state during a round, and its results.

use std::collections::BTreeMap;

use narrows_topology::Id;
use narrows_units::{Bytes, Nanos};

use super::{RareEvent, SimRound, SimTarget};
use crate::cost_table::LimitStation;
use crate::heat::DriveTemperature;
use crate::picos::Picos;
use crate::runner::ThreadRunner;
use crate::simulator::CarriedDriveState;
use crate::{LinkObservation, PartEnding, PartMonitoring, PartResult};

/// Temperatures are recorded at most this often, however fast they change, and where a drive begins
/// or ends to throttle.
const BETWEEN_LOOKS: Nanos = Nanos::millis(100);

impl SimRound<'_> {
    /// Applies a change of a drive's or link's rate.
    pub(super) fn change(&mut self, now: Picos) {
        self.steady.forget();
        for unit in &mut self.units {
            let hot = unit.warmth.map_or(1.0, |warmth| warmth.slower());
            unit.slower = unit.fault_state.slower(now) * hot;
        }
        let mut slower: BTreeMap<usize, f64> = BTreeMap::new();
        for training in &self.trainings {
            let holds = (training.from..training.until).contains(&now);
            for (limit, by) in &training.slower {
                *slower.entry(*limit).or_insert(1.0) *= if holds { *by } else { 1.0 };
            }
            if now == training.from || now == training.until {
                let width = if holds { Some(training.width) } else { training.usual };
                for part in &training.seen_by {
                    let links = &mut self.targets[*part].around.links;
                    // One that was narrow before the round began never shows as wide in it.
                    links.retain(|link| link.at < now.nanos());
                    links.extend(width.map(|width| LinkObservation { at: now.nanos(), width }));
                    links.dedup_by_key(|link| link.width);
                }
            }
        }
        for (limit, by) in slower {
            match self.cost_table.place(limit).0 {
                LimitStation::Own(own) => self.own[own as usize].slower = by,
                LimitStation::Shared(at) => {
                    self.shared[at as usize].set_slower(now, by);
                    self.set_shared(at as usize);
                }
                LimitStation::Pass | LimitStation::Nothing => {}
            }
        }
    }

    /// Advances a drive's temperature by a step.
    pub(super) fn warm(&mut self, now: Picos, unit: u32) {
        let Some(warmth) = &mut self.units[unit as usize].warmth else { return };
        let (step, before) = (warmth.step(), *warmth);
        warmth.follow(now, step);
        self.later(now + step, RareEvent::Warm { unit });
        self.note_warmth(now, unit, &before);
    }

    /// Records a drive's temperature if it is news, and slows the drive down or speeds it up when
    /// throttling begins or ends; `before` is its temperature one step ago.
    pub(super) fn note_warmth(&mut self, now: Picos, unit: u32, before: &DriveTemperature) {
        let Some(after) = self.units[unit as usize].warmth else { return };
        let turned = after.slower() != before.slower();
        for target in &mut self.targets {
            if target.members.iter().any(|(member, _)| *member == unit) {
                let celsius = after.celsius.round() as i32;
                let around = &mut target.around;
                around.temperature_limit_c = Some(after.limit_c().round() as i32);
                let is_news = |(at, last): &(Nanos, i32)| {
                    let is_time = now.nanos() >= *at + BETWEEN_LOOKS;
                    *last != celsius && (is_time || turned)
                };
                if around.temperatures.last().is_none_or(is_news) {
                    around.temperatures.push((now.nanos(), celsius));
                }
                if after.throttled != before.throttled {
                    around.throttles.push((now.nanos(), after.throttled));
                }
            }
        }
        if turned {
            self.change(now);
        }
    }

    /// When the last thread ended.
    pub fn over(&self) -> Nanos {
        self.runners.iter().map(ThreadRunner::over).max().unwrap_or_default()
    }

    pub fn into_ran(self) -> Vec<PartResult> {
        let cut = self.steady.cut;
        let of_target = |target: SimTarget| {
            let (moved, helpers) = (Bytes::new(target.moved), target.helpers.nanos());
            let around = PartMonitoring { moved, helpers, ..target.around };
            let shortened = target.shortened || cut;
            let (ending, ended) = (PartEnding::Done, Nanos::ZERO);
            PartResult { ending, threads: Vec::new(), ended, around, shortened }
        };
        let mut ran: Vec<PartResult> = self.targets.into_iter().map(of_target).collect();
        for runner in self.runners {
            let part = &mut ran[runner.task];
            let (ending, ended, issued) = runner.issued();
            part.ending = part.ending.max(ending);
            part.ended = part.ended.max(ended);
            part.threads.push(issued);
        }
        ran
    }

    /// The state that its drives keep for the next round.
    pub fn remembered(&self) -> Vec<(Id, CarriedDriveState)> {
        let over = Picos::from(self.over());
        let of_unit = |(id, unit): (&Id, &u32)| {
            let unit = &self.units[*unit as usize];
            let held = unit.held.map_or(0.0, |held| held.after(over));
            (id.clone(), CarriedDriveState { held, warmth: unit.warmth })
        };
        self.unit_ids.iter().map(of_unit).collect()
    }
}
