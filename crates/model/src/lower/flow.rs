//! One task as a flow: its members' ways, processor time, memory, depth.

use std::borrow::Cow;

use narrows_topology::capacity::Way;
use narrows_topology::{Basis, Id};
use narrows_units::Bytes;
use narrows_workload::{Interface, Pattern, Workload};

use super::cost::{self, LayerLoad};
use super::drive::Both;
use super::limits::{self, Cause};
use super::path::Member;
use super::queue::Queue;
use super::spread::{self, Spread};
use super::{Caches, Lowering, Part, Task, Uses};
use crate::array::{ArrayPlan, CacheMode, Level};
use crate::figures::DriveFigures;
use crate::limit::Band;
use crate::machine::Machine;
use crate::solver::Flow;

/// From this part of what serves it on, what serves a flow is named as its limit, not its depth: more
/// in flight would hardly buy anything.
const NEARLY: f64 = 0.9;
/// Nearer than this, depth makes no difference that anybody could measure.
const QUITE: f64 = 0.98;

/// A task with what follows from it alone.
struct Asked<'a> {
    number: usize,
    task: &'a Task<'a>,
    array: Option<&'a ArrayPlan>,
    members: &'a [Id],
    /// What one user request puts on each member.
    spread: Spread,
    /// The first member's figures stand for all.
    speeds: Both,
    figures: Option<&'a DriveFigures>,
    block: f64,
    /// Bytes that the program asks for at a time.
    call: Bytes,
}

impl Asked<'_> {
    fn workload(&self) -> &Workload {
        self.task.workload
    }

    /// What the program's own calls cost for as much as one request to the layers below.
    fn interface_cost(&self) -> f64 {
        let calls = self.block / self.call.as_f64().max(1.0);
        calls * cost::of_interface(self.workload().interface, self.call)
    }

    /// Seconds of processor time for each user request, on the job's thread and on the layer's.
    fn cost(&self) -> cost::Cost {
        let load = LayerLoad {
            requests: self.spread.requests(self.members.len()),
            bytes: self.block,
            write_share: 1.0 - self.workload().read_share(),
        };
        let layer = self.array.map(|array| cost::of_layer(array, load));
        let layer = layer.unwrap_or_default();
        cost::Cost { thread: self.interface_cost() + layer.thread, layer: layer.layer }
    }

    /// Groups of members that serve requests independently. What comes in sequence goes round
    /// them evenly, as if they were one.
    fn groups(&self) -> f64 {
        match self.workload().pattern {
            Pattern::Sequential => 1.0,
            Pattern::Random => (self.members.len() as f64 / self.spread.at_once.max(1.0)).max(1.0),
        }
    }

    /// Requests in flight that reach the drives.
    fn depth(&self) -> u32 {
        let asked = self.workload().in_flight();
        let a_member = self.figures.and_then(|figures| figures.max_depth);
        let members = self.members.len() as f64 / self.spread.at_once.max(1.0);
        let most = a_member.map(|depth| (f64::from(depth) * members.max(1.0)) as u32);
        let write_back = self.array.is_some_and(|array| array.cache == CacheMode::WriteBack);
        // Memory takes writes and hands on as many as the drives take.
        let held = write_back && self.workload().read_percent == 0;
        let depth = if held { asked.max(most.unwrap_or(32)) } else { asked };
        depth.min(most.unwrap_or(u32::MAX)).max(1)
    }
}

impl Lowering<'_> {
    pub(super) fn flow(&mut self, number: usize, task: &Task<'_>) -> Flow {
        let call = task.workload.block;
        let through = through_page_cache(task.workload);
        let task = &Task { workload: &through, ..*task };
        let array = self.machine.arrays.get(task.target);
        let members = array.map_or(std::slice::from_ref(task.target), |array| &array.members);
        let spread = spread_of(array, task.workload);
        let figures = members.first().and_then(|drive| self.machine.figures.get(drive));
        let speeds = self.speeds(members.first(), array, task.workload);
        let block = task.workload.block.as_f64().max(1.0);
        let asked = Asked { number, task, array, members, spread, speeds, figures, block, call };
        let mut uses = Uses::default();
        for drive in members {
            let member = Member {
                drive,
                spread,
                block,
                speeds: self.speeds(Some(drive), array, task.workload),
                engine: array.map(|array| array.engine),
                writes_back: array.is_some_and(|array| array.cache == CacheMode::WriteBack),
                to: task.to,
            };
            self.use_member(&member, &mut uses);
        }
        if uses.0.is_empty() {
            // Nothing is known of it; that its processor is fast enough says nothing.
            return uses.into_flow();
        }
        self.use_controller(&asked, &mut uses);
        let of_drives = uses.clone();
        self.use_processor(&asked, &mut uses);
        self.use_memory(&asked, &mut uses);
        self.use_application(&asked, &mut uses);
        self.use_depth(&asked, &of_drives, &mut uses);
        uses.into_flow()
    }

    fn speeds(&self, drive: Option<&Id>, array: Option<&ArrayPlan>, workload: &Workload) -> Both {
        let figures = drive.and_then(|drive| self.machine.figures.get(drive));
        figures.map_or(Both::default(), |figures| {
            let own = Both::of(figures, workload);
            let own = match self.caches {
                Caches::Fresh => own,
                Caches::Full => own.with_full_cache(figures),
            };
            array.map_or(own, |array| own.behind(array, figures))
        })
    }

    /// A RAID card's ceilings are for what the array does, and its drives need not hang on it.
    fn use_controller(&mut self, asked: &Asked<'_>, uses: &mut Uses) {
        let Some(card) = asked.array.and_then(|array| array.controller.as_ref()) else { return };
        let machine = self.machine;
        let is_above = |drive: &Id| {
            let controller = machine.topology.drives.get(drive).and_then(|d| d.controller.as_ref());
            controller.is_some_and(|c| machine.topology.path(c).any(|(id, _)| id == card))
        };
        if asked.members.iter().all(is_above) {
            return;
        }
        let reads = asked.workload().read_share();
        let ways = [(Way::Up, reads), (Way::Down, 1.0 - reads)];
        for (at, ceiling) in machine.ceilings.get(card).into_iter().flatten().enumerate() {
            self.use_ceiling((card, at), ceiling, ways, 1.0 / asked.block, uses);
        }
    }

    fn use_processor(&mut self, asked: &Asked<'_>, uses: &mut Uses) {
        let host = &self.machine.host;
        let (speed, band) = cost::speed(host.clock_ghz);
        let cost = asked.cost();
        let a_byte = |seconds: f64| seconds / speed / asked.block;
        let jobs = asked.workload().jobs.max(1);
        let target = asked.task.target;
        let limit = || limits::threads(target, jobs, band);
        let at = self.resource(target, Part::Thread(asked.number), limit);
        uses.add(at, a_byte(cost.thread));
        if cost.layer > 0.0 {
            let at = self.resource(target, Part::Layer, || limits::layer(target, band));
            uses.add(at, a_byte(cost.layer));
        }
        if let Some(cores) = host.cores {
            let id = Id::new("cpu");
            let at = self.resource(&id, Part::Cores, || limits::cores(&id, cores, band));
            uses.add(at, a_byte(cost.thread + cost.layer));
        }
    }

    /// What a device moves passes memory once; the page cache copies it on, and parity is
    /// calculated from it.
    fn use_memory(&mut self, asked: &Asked<'_>, uses: &mut Uses) {
        let Some(memory) = self.machine.host.memory.filter(|_| asked.task.to.is_none()) else {
            return;
        };
        let copies = if asked.workload().interface == Interface::Buffered { 2.0 } else { 0.0 };
        let is_parity = asked.array.is_some_and(|array| matches!(array.level, Level::Parity(_)));
        let parity = if is_parity { 1.0 - asked.workload().read_share() } else { 0.0 };
        let Spread { read_bytes, write_bytes, .. } = asked.spread;
        let moved = (read_bytes + write_bytes) * asked.members.len() as f64 / asked.block;
        let id = Id::new("cpu");
        let at = self.resource(&id, Part::Memory, || limits::memory(&id, memory));
        uses.add(at, moved + copies + 2.0 * parity);
    }

    fn use_application(&mut self, asked: &Asked<'_>, uses: &mut Uses) {
        let Some(application) = asked.task.application.filter(|found| found.overlaps) else {
            return;
        };
        let target = asked.task.target;
        let limit = || limits::application(target, application.rate);
        let at = self.resource(target, Part::Application(asked.number), limit);
        uses.add(at, 1.0);
    }

    /// Depth limits where so few requests are in flight that what serves them is idle at times.
    fn use_depth(&mut self, asked: &Asked<'_>, of_drives: &Uses, uses: &mut Uses) {
        let Some((narrowest, rate)) = self.narrowest(uses) else { return };
        let Some((_, of_drives)) = self.narrowest(of_drives) else { return };
        let queue = self.queue(asked, narrowest, rate, of_drives);
        let depth = asked.depth();
        let reached = queue.queue.rate(depth);
        let served = rate / asked.block;
        if reached >= served * QUITE {
            return;
        }
        let band = queue.band(depth, reached, self.limits[narrowest].band);
        let latency = queue.queue.wait + queue.queue.service;
        let target = asked.task.target;
        let cause = if asked.spread.reads_first > 0.5 { Cause::ReadsFirst } else { Cause::Depth };
        let limit = || limits::depth(target, (depth, cause), latency, reached, band, queue.basis);
        let at = self.resource(target, Part::Depth(asked.number), limit);
        uses.add(at, 1.0 / asked.block);
        if reached >= served * NEARLY {
            self.stands_for.insert(at, narrowest);
        }
    }

    /// The limit that a flow alone would run into, and the rate at which it does.
    fn narrowest(&self, uses: &Uses) -> Option<(usize, f64)> {
        let rates = uses.0.iter().map(|(&at, cost)| (at, self.limits[at].capacity / cost));
        rates.min_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, rate)| rate.is_finite())
    }

    fn queue(&self, asked: &Asked<'_>, narrowest: usize, rate: f64, of_drives: f64) -> Waiting {
        let spread = &asked.spread;
        let groups = asked.groups();
        let is_a_members = asked.members.contains(&self.limits[narrowest].id);
        let stations = if is_a_members { groups } else { 1.0 };
        let service = stations * asked.block / rate.max(1e-3);
        // What the drives do with one request while nothing else is in flight.
        let alone = groups * asked.block / of_drives.max(1e-3) * spread.unevenness;
        let (wait, band) = asked.speeds.wait(spread, asked.workload().read_share());
        let (speed, _) = cost::speed(self.machine.host.clock_ghz);
        // The first of the requests that a layer makes is under way while it makes the next.
        let requests = spread.requests(asked.members.len()).max(1.0);
        let layer = ((asked.cost().thread - asked.interface_cost()) / requests
            + asked.cost().layer)
            / speed;
        let program = asked.task.application.filter(|found| !found.overlaps);
        let program = program.map_or(0.0, |found| asked.block / found.rate.get().max(1.0));
        let wait = (wait + alone + layer + program - service).max(0.0);
        let basis = asked.speeds.read.wait.or(asked.speeds.write.wait).map(|wait| wait.basis);
        let queue = Queue { wait, service, stations };
        Waiting { queue, wait_band: band, basis: basis.unwrap_or_default() }
    }
}

/// User bytes of `task` until the first of its drives has filled its write cache; none where that
/// never comes.
pub fn before_full(machine: &Machine, task: &Task<'_>) -> Option<f64> {
    let array = machine.arrays.get(task.target);
    let members = array.map_or(std::slice::from_ref(task.target), |array| &array.members);
    let caches = members.iter().filter_map(|drive| machine.figures.get(drive)?.cache);
    let smallest = caches.map(|cache| cache.size.as_f64()).min_by(f64::total_cmp)?;
    let written =
        spread_of(array, task.workload).write_bytes / task.workload.block.as_f64().max(1.0);
    (written > 0.0).then(|| smallest / written)
}

/// What reaches the layers below the page cache: in sequence it reads 128 KiB ahead
/// (`/sys/block/<disk>/queue/read_ahead_kb`, kernel documentation, ABI/stable/sysfs-block) while
/// the program works on what came before, and collects small writes.
fn through_page_cache(workload: &Workload) -> Cow<'_, Workload> {
    let is_buffered = workload.interface == Interface::Buffered;
    if !is_buffered || workload.pattern == Pattern::Random {
        return Cow::Borrowed(workload);
    }
    let block = workload.block.max(Bytes::kib(128));
    Cow::Owned(Workload { block, depth: workload.depth.max(2), ..workload.clone() })
}

fn spread_of(array: Option<&ArrayPlan>, workload: &Workload) -> Spread {
    let one = |is_read| match array {
        Some(array) => spread::of(array, workload.block, workload.pattern, is_read),
        None => Spread::single(workload.block, is_read),
    };
    one(true).mix(one(false), workload.read_share())
}

/// A queue, and how sure its parts are.
struct Waiting {
    queue: Queue,
    wait_band: Option<Band>,
    basis: Basis,
}

impl Waiting {
    /// The rates with waiting and service at either end of their bands, against `reached`.
    fn band(&self, depth: u32, reached: f64, service: Band) -> Band {
        let wait = self.wait_band.unwrap_or(Band::new(1.0, 1.0));
        let rate = |wait: f64, service: f64| {
            let Queue { wait: w, service: s, stations } = self.queue;
            Queue { wait: w * wait, service: s * service, stations }.rate(depth) / reached
        };
        Band::new(rate(wait.high, 1.0 / service.low), rate(wait.low, 1.0 / service.high))
    }
}
