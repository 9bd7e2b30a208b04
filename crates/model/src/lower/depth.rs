//! The effect of a low queue depth on a flow.
//!
//! A request waits for fixed times, is served by its members, and passes the flow's narrowest
//! location. Whichever of the two serves more slowly at the flow's queue depth determines its rate.

use std::collections::BTreeSet;

use narrows_topology::{FactBasis, Id};
use narrows_units::Bytes;
use narrows_workload::{IoInterface, Pattern, Workload};

use super::cost;
use super::flow::{FlowRequest, protocol};
use super::limits::{self, LatencyCause};
use super::queue::StationQueue;
use super::wait::RequestWait;
use super::{FlowUses, LimitPart, Lowering};
use crate::limit::{Band, LimitKind};
use crate::processor::CoreSpeed;

/// Above this part of the server's rate, the server is reported as the flow's limit and not the
/// queue depth: more depth would hardly help.
const NEARLY: f64 = 0.9;
/// Bridges and servers of one kind differ by half.
const CABLES: Band = Band::new(0.6, 1.6);
/// Of a large request the kernel sends a part off as soon as it has mapped 256 pages of it (`BIO_MAX_VECS`,
/// include/linux/bio.h), and maps the next while that is under way.
const FIRST_PART: f64 = 256.0 * 4096.0;
/// Kernels differ in how they map pages, and programs do work between their calls.
const MAPPED: Band = Band::new(0.5, 3.0);
/// Seconds per byte for a program that reads every sector just written to memory, a few tens of
/// nanoseconds each.
const TOUCHED: f64 = 0.05e-9;
/// Appliances have the slowest memory.
const TOUCHES: Band = Band::new(0.2, 2.5);
/// Nearer than this, queue depth makes no difference: rounding.
const QUITE: f64 = 1.0 - 1e-6;

/// The server of a flow's requests, and the certainty of its rate.
#[derive(Clone, Copy)]
struct FlowService {
    queue: StationQueue,
    band: Band,
}

impl Lowering<'_> {
    /// Depth limits if so few requests are in flight that their server is idle at times.
    pub(super) fn use_depth(
        &mut self,
        flow: &FlowRequest<'_>,
        of_drives: &FlowUses,
        uses: &mut FlowUses,
    ) {
        let Some((narrowest, rate)) = self.narrowest(uses, |_| true) else { return };
        let Some(served_by) = self.served_by(flow, of_drives, (narrowest, rate)) else { return };
        self.use_pool_depth(flow, served_by[0], uses);
        let depth = flow.depth();
        let reached = reached(&served_by, depth, |served| served.queue);
        let served = rate / flow.block;
        if reached >= served * QUITE {
            return;
        }
        let band = self.band_of_depth(flow, &served_by, (depth, reached));
        let latency = served_by[0].queue.wait + served_by[0].queue.service;
        let reads_first = flow.spread.reads_first > 0.5;
        let cause = if reads_first { LatencyCause::ReadsFirst } else { LatencyCause::Depth };
        let basis = flow.speeds.read.wait.or(flow.speeds.write.wait).map(|wait| wait.basis);
        let basis: FactBasis = basis.unwrap_or_default();
        let target = flow.task.target;
        let limit = || limits::depth(target, (depth, cause), latency, reached, band, basis);
        let at = self.resource(target, LimitPart::Depth(flow.number), limit);
        uses.add(at, 1.0 / flow.block);
        if reached >= served * NEARLY {
            self.stands_for.insert(at, narrowest);
        }
    }

    /// Threads that serve more targets than their queue depth leave some idle: by Little's law the
    /// times of all requests in a second add up to the queue depth.
    fn use_pool_depth(&mut self, flow: &FlowRequest<'_>, served: FlowService, uses: &mut FlowUses) {
        let pool = flow.workload().pool.as_ref();
        let Some((pool, all)) = pool.zip(flow.fewer_than_targets()) else { return };
        let latency = served.queue.wait + served.queue.service;
        let rate = f64::from(all) / latency.max(1e-12);
        let (basis, band) = (FactBasis::Assumed, served.band);
        let pool = Id::new(pool);
        let limit = || limits::depth(&pool, (all, LatencyCause::Depth), latency, rate, band, basis);
        let at = self.resource(&pool, LimitPart::PoolDepth, limit);
        // The first target's requests are the unit; those of others may take longer.
        uses.add(at, self.limits[at].capacity / rate / flow.block);
    }

    /// The limit among those `counts` that a flow alone would reach first, and its rate there.
    fn narrowest(&self, uses: &FlowUses, counts: impl Fn(usize) -> bool) -> Option<(usize, f64)> {
        let uses = uses.0.iter().filter(|&(&at, _)| counts(at));
        let rates = uses.map(|(&at, cost)| (at, self.limits[at].capacity / cost));
        rates.min_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, rate)| rate.is_finite())
    }

    /// The members, and the bottleneck if that is something else.
    fn served_by(
        &self,
        flow: &FlowRequest<'_>,
        of_drives: &FlowUses,
        (narrowest, rate): (usize, f64),
    ) -> Option<Vec<FlowService>> {
        let members: BTreeSet<&Id> = flow.members.iter().collect();
        let (_, on_the_way) = self.narrowest(of_drives, |_| true)?;
        let is_member = |at: usize| members.contains(&self.limits[at].id);
        let of_member = self.narrowest(of_drives, is_member);
        let (member, at_members) = of_member.unwrap_or((narrowest, on_the_way));
        let even = flow.workload().pattern == Pattern::Sequential;
        // A disk reads on into its memory while others transfer (Maxtor 86480D8, section 2,
        // read-ahead mode), and a request takes the time on its link alone.
        let on_disk = flow.members.first().is_some_and(|drive| self.spins(drive));
        let reads_on = even && on_disk && flow.workload().read_percent == 100;
        let in_memory = self.narrowest(of_drives, |at| self.limits[at].kind != LimitKind::Drive);
        let groups = if reads_on { 1.0 } else { flow.groups() };
        let part = groups * flow.block / at_members.max(1e-3);
        // Time of drives and their path for one request at QD1. A target on a network has all of a
        // request in memory before it answers (drivers/nvme/target, `nvmet_req_complete`); a file
        // server's file system has read a stream ahead, and writes it later.
        let protocol = protocol(self.machine, flow.task.target);
        let is_stored = protocol.is_some_and(|it| !(even && it.serves_files()));
        let at_drives = match in_memory.filter(|_| reads_on) {
            Some((_, carries)) => flow.block / carries.max(1e-3),
            None => part * flow.spread.unevenness,
        };
        let cable = self.narrowest(of_drives, |at| !is_member(at));
        let alone = match cable.filter(|_| is_stored) {
            Some((_, carries)) => at_drives + flow.block / carries.max(1e-3),
            None if reads_on => at_drives,
            None => at_drives.max(flow.block / on_the_way.max(1e-3)),
        };
        let latency = self.fixed_wait(flow).value + alone;
        // At QD1 a request takes `latency` whichever server counts: all but the service is wait.
        let served = |limit: usize, service: f64, stations: f64| FlowService {
            queue: StationQueue { wait: (latency - service).max(0.0), service, stations, even },
            band: self.limits[limit].band,
        };
        let mut servers = vec![served(member, part, groups)];
        if narrowest != member {
            servers.push(served(narrowest, flow.block / rate.max(1e-3), 1.0));
        }
        Some(servers)
    }

    fn fixed_wait(&self, flow: &FlowRequest<'_>) -> RequestWait {
        let (spread, reads) = (&flow.spread, flow.workload().read_share());
        let members = flow.speeds.wait(spread, reads, flow.commands_add);
        members + self.wait_above(flow)
    }

    /// The part of it that does not belong to the members.
    pub(super) fn wait_above(&self, flow: &FlowRequest<'_>) -> RequestWait {
        let CoreSpeed { speed, band, .. } = self.core;
        // A time is the inverse of a speed, and so is its band.
        let slower = Band::new(1.0 / band.high, 1.0 / band.low);
        // The first of the requests that a RAID engine makes is in flight while it makes the next.
        let layer = RequestWait::within((flow.first_cost() + flow.cost().layer) / speed, slower);
        let program = flow.task.application.filter(|work| !work.overlaps);
        let program = program.map_or(0.0, |work| flow.block / work.rate.get().max(1.0));
        let handled = self.handled(flow, speed);
        let driver = flow.array.map_or(RequestWait::default(), |array| {
            cost::driver_wait(array.engine, flow.workload().interface)
        });
        RequestWait::within(self.way_wait(flow), CABLES)
            + layer
            + RequestWait::exactly(program)
            + handled
            + driver
    }

    /// The time of the program's own thread for the bytes of a request while the drive is idle. A
    /// time that was measured here includes it, and the page cache's read-ahead overlaps it.
    fn handled(&self, flow: &FlowRequest<'_>, speed: f64) -> RequestWait {
        let workload = flow.workload();
        let is_sequential = workload.pattern == Pattern::Sequential;
        let holds_it = |basis| match basis {
            FactBasis::Observed => true,
            // Makers give times of 4 KiB at random.
            basis => is_sequential && basis != FactBasis::Assumed,
        };
        let wait = flow.speeds.of(workload.read_share()).wait;
        let is_stated = wait.is_some_and(|wait| holds_it(wait.basis));
        let reads_ahead = is_sequential && workload.interface == IoInterface::Buffered;
        if is_stated || reads_ahead {
            return RequestWait::default();
        }
        // Latencies are those of 4 KiB, whose mapping they include.
        let bytes = flow.block.min(FIRST_PART) - 4096.0;
        let mapped = bytes.max(0.0) * cost::a_byte(workload.interface) / speed;
        let touched = if is_hdparm(workload) { flow.block * TOUCHED / speed } else { 0.0 };
        RequestWait::within(mapped, MAPPED) + RequestWait::within(touched, TOUCHES)
    }

    /// The rates with waiting and service at either end of their bands, relative to `reached`.
    fn band_of_depth(
        &self,
        flow: &FlowRequest<'_>,
        served_by: &[FlowService],
        (depth, point): (u32, f64),
    ) -> Band {
        let fixed = self.fixed_wait(flow);
        let at = |more: f64, end: fn(&Band) -> f64| {
            let scaled = |served: &FlowService| {
                let StationQueue { wait, service, stations, even } = served.queue;
                let wait = (wait + more).max(0.0);
                StationQueue { wait, service: service / end(&served.band), stations, even }
            };
            reached(served_by, depth, scaled) / point
        };
        let (less, more) = (fixed.least - fixed.value, fixed.most - fixed.value);
        // The most waiting with the slowest service makes the least rate, and the reverse.
        Band::new(at(more, |band| band.low), at(less, |band| band.high))
    }
}

/// `hdparm -t --direct` reads 2 MiB at a time, and no other program in use does; it then touches
/// every sector before the next request (hdparm(8), its `read_big_block`).
fn is_hdparm(workload: &Workload) -> bool {
    let Workload { pattern, read_percent, block, interface, .. } = *workload;
    let reads = pattern == Pattern::Sequential && read_percent == 100;
    reads && interface == IoInterface::Sync && block == Bytes::mib(2)
}

/// The rate of a flow's slowest server at its queue depth.
fn reached(
    served_by: &[FlowService],
    depth: u32,
    queue: impl Fn(&FlowService) -> StationQueue,
) -> f64 {
    served_by.iter().map(|served| queue(served).rate(depth)).fold(f64::INFINITY, f64::min)
}
