//! Link bandwidth that network cards take to reach their line rate.
//!
//! Flows get equal shares. A card that reaches its rate on a full link leaves every drive below that
//! link at least the same rate, unless the drive can do no more by itself or something is full that
//! the card does not use. So the drives' rates, each capped at that rate, plus the card's rate do not
//! exceed the link.
//!
//! Only used where that is certain: nothing but links is shared, and all flows count the same.

use std::collections::BTreeMap;

use narrows_model::Arbitration;
use narrows_workload::Workload;

use super::alone::AloneRates;
use super::host::{HostBound, has_no_arrays};
use super::tree::LinkTree;
use super::{Locations, ROUNDING};
use crate::evaluate::{self, PlacementJudge};
use crate::placement::DeviceLocation;
use crate::request::Constraint;

pub struct LineRateCards {
    /// Each with its rate in MB/s.
    line_rates: BTreeMap<usize, f64>,
    /// The least of these rates: no drive below such a card is left less.
    least: f64,
    /// The most a drive can do for each MB/s of its guaranteed minimum there.
    more: f64,
}

/// The last digits of shares, as in judging constraints.
const NEARLY: f64 = 1.0 + 1e-5;

impl LineRateCards {
    /// The cards of the request; `None` if their share is not certain.
    pub fn new(
        judge: &PlacementJudge<'_>,
        workload: &Workload,
        rates: &AloneRates,
        host: &HostBound,
    ) -> Option<Self> {
        let fixed = &judge.inventory.fixed;
        // The argument of the header holds in one direction, for flows that only links slow down.
        // A ceiling, an array's thread or a drive that stays would take away from a drive what the
        // card does not get.
        let is_simple = has_no_arrays(judge)
            && fixed.ceilings.is_empty()
            && fixed.topology.drives.is_empty()
            && fixed.host.arbitration == Arbitration::Flat
            && judge.devices.iter().all(|device| device.bays == 0)
            && [0, 100].contains(&workload.read_percent)
            && *workload == evaluate::workload(judge.request);
        let is_sure = is_simple && host.is_ample(rates);
        let mut line_rates: BTreeMap<usize, f64> = BTreeMap::new();
        for constraint in judge.request.constraints.iter().filter(|_| is_sure) {
            if let Constraint::LineRate(device, rate) = constraint {
                let most = line_rates.entry(*device).or_default();
                *most = most.max(rate.as_mb_s());
            }
        }
        let least = line_rates.values().copied().fold(f64::INFINITY, f64::min);
        // A drive may do more than the minimum that the card guarantees it. The largest such
        // ratio, over all slots, turns guaranteed minima into a bound on rates.
        let pairs = rates.in_slot.iter().flatten().zip(rates.at_worst.iter().flatten());
        let more =
            pairs.filter(|(most, _)| **most > 0.0).map(|(most, worst)| most / worst.min(least));
        let more = more.fold(1.0, f64::max);
        (least > 0.0 && !line_rates.is_empty()).then_some(Self { line_rates, least, more })
    }

    /// Bandwidth that each link has left for drives.
    pub fn leave(&self, tree: &LinkTree, locations: &Locations) -> Vec<f64> {
        let taken = self.taken(tree, locations);
        let left = |(&(_, most), taken): (&(Option<usize>, f64), f64)| match taken {
            _ if taken <= 0.0 => most,
            taken => ((most * NEARLY - taken).max(0.0) * self.more).min(most),
        };
        tree.links.iter().zip(taken).map(left).collect()
    }

    /// Whether the drives that are placed leave some card too little.
    pub fn is_slowed(&self, tree: &LinkTree, rates: &AloneRates, locations: &Locations) -> bool {
        let taken = self.taken(tree, locations);
        if taken.iter().all(|taken| *taken <= 0.0) {
            return false;
        }
        let mut flow = vec![0.0; tree.links.len()];
        for (device, location) in locations.iter().enumerate() {
            let Some(DeviceLocation::Slot(slot)) = *location else { continue };
            // Every drive takes at least an equal share, or its worst rate if that is less.
            if let Some(link) = tree.above(Some(slot)) {
                flow[link] += rates.at_worst[device][slot].min(self.least);
            }
        }
        // Parents have lower numbers: in reverse order a link's flow is complete before it is
        // handed up.
        for (link, &(above, most)) in tree.links.iter().enumerate().rev() {
            if taken[link] > 0.0 && flow[link] + taken[link] > most * NEARLY * ROUNDING {
                return true;
            }
            if let Some(above) = above {
                flow[above] += flow[link].min(most);
            }
        }
        false
    }

    /// Bandwidth that the placed cards take of each link.
    fn taken(&self, tree: &LinkTree, locations: &Locations) -> Vec<f64> {
        let mut taken = vec![0.0; tree.links.len()];
        for (&device, rate) in &self.line_rates {
            let Some(DeviceLocation::Slot(slot)) = locations[device] else { continue };
            let first = tree.above(Some(slot));
            std::iter::successors(first, |&link| tree.links[link].0)
                .for_each(|link| taken[link] += rate);
        }
        taken
    }
}
