//! What too little in flight costs a flow.
//!
//! A request waits for fixed times, is served by the members that it goes to, and passes the flow's
//! narrowest place. Whichever of the two serves slower at the flow's depth is how fast it can be.

use std::collections::BTreeSet;

use narrows_topology::{Basis, Id};
use narrows_workload::Pattern;

use super::cost;
use super::flow::Asked;
use super::limits::{self, Cause};
use super::queue::Queue;
use super::{Lowering, Part, Uses};
use crate::limit::Band;

/// From this part of what serves it on, what serves a flow is named as its limit, not its depth:
/// more in flight would hardly buy anything.
const NEARLY: f64 = 0.9;
/// Nearer than this, depth makes no difference: rounding.
const QUITE: f64 = 1.0 - 1e-6;

/// What serves a flow's requests, and how sure its rate is.
#[derive(Clone, Copy)]
struct Served {
    queue: Queue,
    band: Band,
}

impl Lowering<'_> {
    /// Depth limits where so few requests are in flight that what serves them is idle at times.
    pub(super) fn use_depth(&mut self, asked: &Asked<'_>, of_drives: &Uses, uses: &mut Uses) {
        let Some((narrowest, rate)) = self.narrowest(uses, |_| true) else { return };
        let Some(served_by) = self.served_by(asked, of_drives, (narrowest, rate)) else { return };
        self.use_pool_depth(asked, served_by[0], uses);
        let depth = asked.depth();
        let reached = reached(&served_by, depth, |served| served.queue);
        let served = rate / asked.block;
        if reached >= served * QUITE {
            return;
        }
        let band = self.band_of_depth(asked, &served_by, (depth, reached));
        let latency = served_by[0].queue.wait + served_by[0].queue.service;
        let reads_first = asked.spread.reads_first > 0.5;
        let cause = if reads_first { Cause::ReadsFirst } else { Cause::Depth };
        let basis = asked.speeds.read.wait.or(asked.speeds.write.wait).map(|wait| wait.basis);
        let basis: Basis = basis.unwrap_or_default();
        let target = asked.task.target;
        let limit = || limits::depth(target, (depth, cause), latency, reached, band, basis);
        let at = self.resource(target, Part::Depth(asked.number), limit);
        uses.add(at, 1.0 / asked.block);
        if reached >= served * NEARLY {
            self.stands_for.insert(at, narrowest);
        }
    }

    /// Threads that serve more targets than they have in flight leave some idle: by Little's law the
    /// times of all requests in a second add up to what is in flight.
    fn use_pool_depth(&mut self, asked: &Asked<'_>, served: Served, uses: &mut Uses) {
        let pool = asked.workload().pool.as_ref();
        let Some((pool, all)) = pool.zip(asked.fewer_than_targets()) else { return };
        let latency = served.queue.wait + served.queue.service;
        let rate = f64::from(all) / latency.max(1e-12);
        let (basis, band) = (Basis::Assumed, served.band);
        let pool = Id::new(pool);
        let limit = || limits::depth(&pool, (all, Cause::Depth), latency, rate, band, basis);
        let at = self.resource(&pool, Part::PoolDepth, limit);
        // The first target's requests are the unit; those of others may take longer.
        uses.add(at, self.limits[at].capacity / rate / asked.block);
    }

    /// The limit among those `counts` that a flow alone would run into, and the rate at which it
    /// does.
    fn narrowest(&self, uses: &Uses, counts: impl Fn(&Id) -> bool) -> Option<(usize, f64)> {
        let uses = uses.0.iter().filter(|&(&at, _)| counts(&self.limits[at].id));
        let rates = uses.map(|(&at, cost)| (at, self.limits[at].capacity / cost));
        rates.min_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, rate)| rate.is_finite())
    }

    /// The members, and what is narrowest if it is not they.
    fn served_by(
        &self,
        asked: &Asked<'_>,
        of_drives: &Uses,
        (narrowest, rate): (usize, f64),
    ) -> Option<Vec<Served>> {
        let members: BTreeSet<&Id> = asked.members.iter().collect();
        let (_, on_the_way) = self.narrowest(of_drives, |_| true)?;
        let of_member = self.narrowest(of_drives, |id| members.contains(id));
        let (member, at_members) = of_member.unwrap_or((narrowest, on_the_way));
        let (groups, even) = (asked.groups(), asked.workload().pattern == Pattern::Sequential);
        let part = groups * asked.block / at_members.max(1e-3);
        // What drives and their way do with one request while nothing else is in flight.
        let alone = (part * asked.spread.unevenness).max(asked.block / on_the_way.max(1e-3));
        let latency = self.fixed_wait(asked) + alone;
        let served = |limit: usize, service: f64, stations: f64| Served {
            queue: Queue { wait: (latency - service).max(0.0), service, stations, even },
            band: self.limits[limit].band,
        };
        let mut found = vec![served(member, part, groups)];
        if narrowest != member {
            found.push(served(narrowest, asked.block / rate.max(1e-3), 1.0));
        }
        Some(found)
    }

    /// Seconds that every request waits, whatever else is in flight.
    fn fixed_wait(&self, asked: &Asked<'_>) -> f64 {
        let (wait, _) = asked.speeds.wait(&asked.spread, asked.workload().read_share());
        wait + self.wait_above(asked)
    }

    /// The part of it that is not the members' own.
    pub(super) fn wait_above(&self, asked: &Asked<'_>) -> f64 {
        let (speed, _) = cost::speed(self.machine.host.clock);
        // The first of the requests that a layer makes is under way while it makes the next.
        let requests = asked.spread.requests(asked.members.len()).max(1.0);
        let first = (asked.cost().thread - asked.interface_cost()) / requests;
        let layer = (first + asked.cost().layer) / speed;
        let program = asked.task.application.filter(|found| !found.overlaps);
        let program = program.map_or(0.0, |found| asked.block / found.rate.get().max(1.0));
        self.way_wait(asked) + layer + program
    }

    /// The rates with waiting and service at either end of their bands, against `reached`.
    fn band_of_depth(
        &self,
        asked: &Asked<'_>,
        served_by: &[Served],
        (depth, point): (u32, f64),
    ) -> Band {
        let (_, wait) = asked.speeds.wait(&asked.spread, asked.workload().read_share());
        let wait = wait.unwrap_or(Band::new(1.0, 1.0));
        let at = |wait: f64, end: fn(&Band) -> f64| {
            let scaled = |served: &Served| {
                let Queue { wait: w, service, stations, even } = served.queue;
                Queue { wait: w * wait, service: service / end(&served.band), stations, even }
            };
            reached(served_by, depth, scaled) / point
        };
        Band::new(at(wait.high, |band| band.low), at(wait.low, |band| band.high))
    }
}

/// The slowest of what serves a flow, at its depth.
fn reached(served_by: &[Served], depth: u32, queue: impl Fn(&Served) -> Queue) -> f64 {
    served_by.iter().map(|served| queue(served).rate(depth)).fold(f64::INFINITY, f64::min)
}
