//! The order of steps: a place must be free before a device goes there, and the machine must work
//! after each step.

use super::check::MoveCheck;
use super::effect::{self, MoveEffect, MoveRates};
use super::state::{MoveState, way};
use super::{MoveStep, MovedDevice, today};
use crate::device::MovableDevice;
use crate::evaluate::Late;
use crate::inventory::SlotInventory;
use crate::placement::{DeviceConnection, DeviceLocation, Placement};
use crate::request::PlacementRequest;
use crate::result::PlanCandidate;

/// The steps to a plan, one after the other.
pub(super) struct MoveSequence<'a> {
    inventory: &'a SlotInventory,
    devices: &'a [MovableDevice],
    request: &'a PlacementRequest,
    plan: &'a PlanCandidate,
    goal: Placement,
    late: Late,
    now: MoveState,
    /// Current rates; empty once the time is over.
    rates: MoveRates,
}

/// A step that can be done next.
struct NextMove {
    devices: Vec<usize>,
    after: MoveState,
    effects: Vec<MoveEffect>,
    /// Rates after it.
    then: MoveRates,
}

impl<'a> MoveSequence<'a> {
    pub fn new(
        inventory: &'a SlotInventory,
        devices: &'a [MovableDevice],
        request: &'a PlacementRequest,
        plan: &'a PlanCandidate,
        goal: Placement,
        late: Late,
    ) -> Self {
        let (now, rates) = (today(inventory, devices), MoveRates::default());
        let steps = Self { inventory, devices, request, plan, goal, late, now, rates };
        let rates = steps.rates(&steps.now);
        Self { rates, ..steps }
    }

    pub fn all(mut self) -> Vec<MoveStep> {
        let mut moves = Vec::new();
        loop {
            let left = self.left();
            if left.is_empty() {
                break;
            }
            let next = self.best_next().unwrap_or_else(|| {
                // No single step leaves a machine that works.
                let settings = self.goal.settings.clone();
                let after = MoveState { settings, ..self.moved(&left) };
                self.next(left, after)
            });
            moves.push(self.done(next));
        }
        // No move could bring them along, or there was none.
        if self.now.settings != self.goal.settings {
            let after = MoveState { settings: self.goal.settings.clone(), ..self.now.clone() };
            let next = self.next(Vec::new(), after);
            moves.push(self.done(next));
        }
        moves
    }

    /// The devices that are not yet in their planned location.
    fn left(&self) -> Vec<usize> {
        let away = |&device: &usize| {
            self.now.locations[device] != self.goal.locations.get(device).copied()
        };
        let planned = self.devices.len().min(self.goal.locations.len());
        (0..planned).filter(away).collect()
    }

    /// Of the steps after which the machine works, the one with the largest gain, else the first; the
    /// best so far once the time is over.
    fn best_next(&self) -> Option<NextMove> {
        let mut best: Option<(f64, NextMove)> = None;
        for devices in self.ready() {
            if best.is_some() && (self.late)() {
                break;
            }
            let Some(after) = self.working(&devices) else { continue };
            let next = self.next(devices, after);
            let gain = effect::gain(&next.effects);
            if best.as_ref().is_none_or(|(most, _)| gain > *most) {
                best = Some((gain, next));
            }
        }
        best.map(|(_, next)| next)
    }

    /// Devices whose place is free, each alone; and circles, in which each waits for the next.
    fn ready(&self) -> Vec<Vec<usize>> {
        let mut ready: Vec<Vec<usize>> = Vec::new();
        for device in self.left() {
            let Some(chain) = self.chain(device) else { continue };
            let is_known = ready.iter().any(|known| known.contains(&device));
            if !is_known {
                ready.push(chain);
            }
        }
        ready
    }

    /// The device alone if its location is free, or the cycle that it is in; `None` if it must
    /// wait.
    fn chain(&self, device: usize) -> Option<Vec<usize>> {
        let mut chain = vec![device];
        loop {
            let last = *chain.last()?;
            match self.now.at(*self.goal.locations.get(last)?) {
                None if chain.len() == 1 => return Some(chain),
                Some(next) if next == device => return Some(chain),
                // It waits for a device that moves first, or for a cycle that it is not part of.
                None => return None,
                Some(next) if chain.contains(&next) => return None,
                Some(next) => chain.push(next),
            }
        }
    }

    /// The state after these have moved, with the plan's settings if it works with them, else with
    /// today's; `None` if it works with neither.
    fn working(&self, devices: &[usize]) -> Option<MoveState> {
        let mut after = self.moved(devices);
        for settings in [&self.goal.settings, &self.now.settings] {
            after.settings = settings.clone();
            if after.places(self.inventory, self.devices).is_some() {
                return Some(after);
            }
        }
        None
    }

    fn moved(&self, devices: &[usize]) -> MoveState {
        let mut after = self.now.clone();
        for &device in devices {
            after.locations[device] = self.goal.locations.get(device).copied();
        }
        after
    }

    fn next(&self, devices: Vec<usize>, after: MoveState) -> NextMove {
        let carried: Vec<&MovableDevice> =
            devices.iter().filter_map(|&it| self.devices.get(it)).collect();
        let then = self.rates(&after);
        let effects =
            if (self.late)() { Vec::new() } else { effect::between(&self.rates, &then, &carried) };
        NextMove { devices, after, effects, then }
    }

    /// Rates in this state; empty once the time is over.
    fn rates(&self, state: &MoveState) -> MoveRates {
        match (self.late)() {
            true => MoveRates::default(),
            false => MoveRates::of(state, self.inventory, self.devices, self.request, self.plan),
        }
    }

    fn done(&mut self, next: NextMove) -> MoveStep {
        let places = |state: &MoveState| state.places(self.inventory, self.devices);
        let (before, after) = (places(&self.now), places(&next.after));
        let carried = next.devices.iter();
        let carried = carried.filter_map(|&device| {
            let to: DeviceLocation = next.after.locations[device]?;
            let way = |places: &Option<Vec<Option<DeviceConnection>>>| {
                let place = places.as_ref()?.get(device)?.as_ref()?;
                Some(way(self.inventory, &self.devices[device], place))
            };
            let from = self.now.locations[device];
            Some(MovedDevice { device, from, to, before: way(&before), after: way(&after) })
        });
        let carried = carried.collect();
        let changed =
            |(name, value): &(&String, &String)| self.now.settings.get(*name) != Some(value);
        let settings = next.after.settings.iter().filter(changed);
        let settings = settings.map(|(name, value)| (name.clone(), value.clone())).collect();
        let check =
            MoveCheck::of(&next.effects, &next.then.together(), &effect::workload(self.request));
        let locations = next.after.locations.clone();
        self.now = next.after;
        self.rates = next.then;
        MoveStep { carried, settings, locations, effects: next.effects, check }
    }
}
