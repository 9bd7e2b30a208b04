//! One task as a flow: its members' paths, processor time, memory, queue depth.

use std::borrow::Cow;

use narrows_array::RaidLevel;
use narrows_topology::Id;
use narrows_topology::cable::StorageProtocol;
use narrows_topology::capacity::{self, LinkDirection};
use narrows_topology::graph::{NodeKind, StorageControllerKind};
use narrows_units::Bytes;
use narrows_workload::{Direction, IoInterface, Pattern, Workload};

use super::copies;
use super::cost::{self, LayerLoad};
use super::drive::DriveSpeeds;
use super::limits;
use super::path::MemberLoad;
use super::spread::{self, MemberSpread};
use super::wait::waits;
use super::{FlowUses, LimitPart, Lowering, WorkloadTask, WriteCacheState};
use crate::array::{ArrayCacheMode, ArrayPlan, RaidEngine};
use crate::figures::DriveFigures;
use crate::limit::Band;
use crate::machine::Machine;
use crate::processor::CoreSpeed;
use crate::solver::SolverFlow;

/// A task with the values derived from it alone.
pub(super) struct FlowRequest<'a> {
    pub number: usize,
    pub task: &'a WorkloadTask<'a>,
    pub array: Option<&'a ArrayPlan>,
    pub members: &'a [Id],
    /// The load of one user request on each member.
    pub spread: MemberSpread,
    /// The speeds of the first member, which represent all.
    pub speeds: DriveSpeeds,
    figures: Option<&'a DriveFigures>,
    pub block: f64,
    /// Bytes per call of the program.
    call: Bytes,
    is_ahci: bool,
    /// See [`MemberLoad::commands_add`].
    pub commands_add: bool,
    /// The kernel, whose locks differ.
    kernel: Option<(u32, u32)>,
    /// The number of targets that its threads serve.
    among: u32,
}

impl FlowRequest<'_> {
    pub fn workload(&self) -> &Workload {
        self.task.workload
    }

    /// The cost of the program's own calls for each request to the layers below.
    pub fn interface_cost(&self) -> f64 {
        let calls = self.block / self.call.as_f64().max(1.0);
        calls * cost::of_interface(self.workload().interface, self.call)
    }

    /// Seconds of processor time per user request, on the job's thread and on the RAID engine's.
    pub fn cost(&self) -> cost::RequestCost {
        let layer = self.layer_cost();
        let requests = self.spread.requests(self.members.len());
        // Other threads pass on requests that memory has acknowledged.
        let is_own = self.is_ahci && self.held().is_none();
        let driver = if is_own { cost::AHCI_COMMAND * requests } else { 0.0 };
        cost::RequestCost { thread: self.interface_cost() + driver + layer.thread, ..layer }
    }

    /// The RAID engine's part of it.
    pub fn layer_cost(&self) -> cost::RequestCost {
        self.layer_cost_of(self.spread.requests(self.members.len()))
    }

    /// The RAID engine's work until the first of the requests that it makes is in flight.
    pub fn first_cost(&self) -> f64 {
        self.layer_cost_of(self.spread.requests(self.members.len()).min(1.0)).thread
    }

    fn layer_cost_of(&self, requests: f64) -> cost::RequestCost {
        let load = LayerLoad {
            requests,
            bytes: self.array.map_or(self.block, |array| spread::handled(array, self.workload())),
            write_share: 1.0 - self.workload().read_share(),
            reads_first: self.spread.reads_first > 0.0,
            kernel: self.kernel,
        };
        let layer = self.array.map(|array| cost::of_layer(array, load)).unwrap_or_default();
        let arrays = self.array.map_or(1, ArrayPlan::arrays) as f64;
        // Each of several arrays has its own thread for its serial work.
        cost::RequestCost { thread: layer.thread + self.cost_above(), layer: layer.layer / arrays }
    }

    /// The added cost of a stripe over several arrays on the job's thread.
    fn cost_above(&self) -> f64 {
        let Some((array, over)) = self.array.and_then(|it| Some((it, it.over.as_ref()?))) else {
            return 0.0;
        };
        let (requests, _) = spread::touched(array, self.workload().block);
        let (bytes, write_share) = (self.block, 1.0 - self.workload().read_share());
        let load =
            LayerLoad { requests, bytes, write_share, reads_first: false, kernel: self.kernel };
        cost::of_layer(&ArrayPlan::new(RaidLevel::Stripe, over.engine, Vec::new()), load).thread
    }

    /// The number of groups of members that serve requests independently.
    pub fn groups(&self) -> f64 {
        let busy = self.spread.at_once.max(1.0) * self.spread.mean_turns();
        (self.members.len() as f64 / busy).max(1.0)
    }

    /// The program's queue depth: a blocking call has one request per thread. Threads that serve
    /// several targets divide their depth evenly.
    fn in_flight(&self) -> u32 {
        (self.of_threads() / self.among).max(1)
    }

    /// The queue depth of its threads on all targets that they serve.
    fn of_threads(&self) -> u32 {
        let workload = self.workload();
        if waits(workload) { workload.jobs.max(1) } else { workload.in_flight() }
    }

    /// The queue depth of threads that serve more targets than that: some targets are idle at any
    /// time.
    pub fn fewer_than_targets(&self) -> Option<u32> {
        let all = self.of_threads();
        (all < self.among).then_some(all)
    }

    /// The most requests that its drives take at a time, if limited.
    fn most(&self) -> Option<u32> {
        let a_member = self.figures.and_then(|figures| figures.max_depth);
        a_member.map(|depth| (f64::from(depth) * self.groups()) as u32)
    }

    /// The number of requests that the array's memory passes on at a time, if it acknowledges
    /// writes from memory.
    pub fn held(&self) -> Option<u32> {
        // A flush, or parity that is read first, waits for the drives in spite of the memory.
        let from_memory = self.array.is_some_and(ArrayPlan::writes_to_memory)
            && self.task.flush_every.is_none()
            && self.spread.reads_first == 0.0;
        let is_held = from_memory && self.workload().read_percent == 0;
        is_held.then(|| self.in_flight().max(self.most().unwrap_or(32)))
    }

    /// The queue depth at the drives.
    pub fn depth(&self) -> u32 {
        // Memory takes writes and passes on as many as the drives take.
        let depth = self.held().unwrap_or_else(|| self.in_flight());
        depth.min(self.most().unwrap_or(u32::MAX)).max(1)
    }
}

/// Most kinds of drives whose speeds are cached.
const KINDS: usize = 64;

impl<'a> Lowering<'a> {
    pub(super) fn flow(&mut self, number: usize, task: &WorkloadTask<'_>) -> SolverFlow {
        let call = task.workload.block;
        let array = self.machine.layer(task.target);
        let through = through_page_cache(self.machine, task);
        let task = &WorkloadTask { workload: &through, ..*task };
        let request = self.request(number, task, call);
        let mut uses = FlowUses::default();
        let (reads, count) = (task.workload.read_share(), request.members.len().max(1) as f64);
        let shares = self.read_shares(&request);
        for (at, drive) in request.members.iter().enumerate() {
            // Above a RAID card each member stands for an equal part of the data.
            let above_card = (reads / count, (1.0 - reads) / count);
            let share = shares.get(at).copied().unwrap_or(1.0);
            let member = self.member(&request, drive, request.spread.reading(share), above_card);
            self.use_member(&member, &mut uses);
        }
        // Flushed data goes to the log besides, spread over its drives.
        if let (Some(array), Some(_)) = (array, task.flush_every) {
            for drive in &array.log {
                let one = MemberSpread::single(task.workload.block, false);
                let part = (1.0 - reads) / array.log.len() as f64;
                let writes = MemberSpread {
                    write_bytes: one.write_bytes * part,
                    writes: one.writes * part,
                    ..one
                };
                self.use_member(&self.member(&request, drive, writes, (0.0, part)), &mut uses);
            }
        }
        if uses.0.is_empty() {
            // Nothing is known about it; a fast processor alone is no prediction.
            return uses.into_flow();
        }
        // The queue depth is weighed against drives and their paths; the program's own limits come
        // on top.
        let of_drives = uses.clone();
        self.use_program(&request, &mut uses);
        self.use_depth(&request, &of_drives, &mut uses);
        self.times(task.target, &mut uses);
        uses.into_flow()
    }

    /// Multiplies the flow by the drives that a target represents: all of them use the resources that
    /// they share.
    fn times(&self, target: &Id, uses: &mut FlowUses) {
        let times = self.machine.times(target);
        if times > 1.0 {
            let shared = uses.0.iter_mut().filter(|(at, _)| self.limits[**at].id != *target);
            shared.for_each(|(_, coefficient)| *coefficient *= times);
        }
    }

    /// A task whose program makes `call`s, with the values derived from it.
    pub(super) fn request<'t>(
        &self,
        number: usize,
        task: &'t WorkloadTask<'t>,
        call: Bytes,
    ) -> FlowRequest<'t>
    where
        'a: 't,
    {
        let array = self.machine.layer(task.target);
        let members = array.map_or(std::slice::from_ref(task.target), |array| &array.members);
        let spread = spread_of(array, task.workload);
        let pool = task.workload.pool.as_ref().and_then(|pool| self.pools.get(pool));
        let among = pool.map_or(1, |targets| (*targets).max(1));
        let figures = members.first().and_then(|drive| self.machine.figures.get(drive));
        // A copy that is hardly read says nothing of the latency of reads.
        let is_read = |drive: &&Id| array.is_none_or(|array| !array.write_mostly.contains(drive));
        let first = members.iter().find(is_read).or(members.first());
        let speeds = self.speeds_for(first, array, task);
        let block = task.workload.block.as_f64().max(1.0);
        let topology = &self.machine.topology;
        let first = members.first().and_then(|drive| topology.drives.get(drive));
        let is_ahci = first.and_then(|drive| topology.storage_kind(drive))
            == Some(StorageControllerKind::Ahci);
        FlowRequest {
            number,
            task,
            array,
            members,
            spread,
            speeds,
            figures,
            block,
            call,
            is_ahci,
            commands_add: members.first().is_some_and(|drive| self.commands_add(drive)),
            kernel: self.machine.kernel(),
            among,
        }
    }

    /// One of its members with the load of each of its requests; `above_card` replaces
    /// [`MemberLoad::above_card`].
    pub(super) fn member<'m>(
        &self,
        request: &FlowRequest<'m>,
        drive: &'m Id,
        spread: MemberSpread,
        above_card: (f64, f64),
    ) -> MemberLoad<'m> {
        let array = request.array;
        MemberLoad {
            drive,
            flow: request.number,
            card: array.and_then(|array| array.card_of(drive)),
            above_card,
            spread,
            block: request.block,
            speeds: self.speeds_for(Some(drive), array, request.task),
            engine: array.map(|array| array.engine),
            writes_back: array.is_some_and(|array| array.cache == ArrayCacheMode::WriteBack),
            to: request.task.to,
            commands_add: self.commands_add(drive),
        }
    }

    /// Uses resources shared by all its members: processor time, memory, the program's own work.
    pub(super) fn use_program(&mut self, request: &FlowRequest<'_>, uses: &mut FlowUses) {
        let host = &self.machine.host;
        let CoreSpeed { speed, band, .. } = self.core;
        let cost = request.cost();
        let a_byte = |seconds: f64| seconds / speed / request.block;
        let jobs = request.workload().jobs.max(1);
        let target = request.task.target;
        // Threads with a name are shared by all flows that name them.
        let (threads, part) = match &request.workload().pool {
            Some(pool) => (Id::new(pool), LimitPart::Pool),
            None => (target.clone(), LimitPart::Thread(request.number)),
        };
        // Whether the program has large pages is not known: the upper end of the band assumes it.
        let saved = request.block * cost::saved_by_large_pages(request.workload().interface);
        let more = cost.thread / (cost.thread - saved).max(f64::MIN_POSITIVE);
        let band_of_threads = Band::new(band.low, band.high * more);
        let limit = || limits::threads(&threads, jobs, band_of_threads);
        let at = self.resource(&threads, part, limit);
        uses.add(at, a_byte(cost.thread));
        if cost.layer > 0.0 {
            let at = self.resource(target, LimitPart::Layer, || limits::layer(target, band));
            uses.add(at, a_byte(cost.layer));
        }
        if let Some(cores) = host.cores {
            let id = Id::new("cpu");
            let at = self.resource(&id, LimitPart::Cores, || limits::cores(&id, cores, band));
            uses.add(at, a_byte(cost.thread + cost.layer));
        }
        self.use_memory(request, uses);
        self.use_application(request, uses);
    }

    /// Of a mirror whose reads go to the copy with the fewest under way, the part of each copy's reads, one on
    /// average; nothing where all have the same.
    fn read_shares(&self, request: &FlowRequest<'_>) -> Vec<f64> {
        let Some(array) = request.array.filter(|it| it.level == RaidLevel::Mirror) else {
            return Vec::new();
        };
        // md compares queues only where a member does not rotate, else the heads' distances
        // (drivers/md/raid1.c).
        let is_flash = || request.members.iter().any(|drive| !self.spins(drive));
        let prefers_idle = match array.engine {
            RaidEngine::Md => is_flash(),
            RaidEngine::Zfs => true,
            _ => false,
        };
        // A stream that stays on its copy cannot choose.
        let is_shared_out = request.spread.turns == 1.0 && request.spread.reads > 0.0;
        let speeds: Vec<f64> = request
            .members
            .iter()
            .map(|drive| match array.write_mostly.contains(drive) {
                true => 0.0,
                false if prefers_idle && is_shared_out => self.reads_a_second(request, drive),
                false => 1.0,
            })
            .collect();
        let mean = speeds.iter().sum::<f64>() / speeds.len().max(1) as f64;
        let is_even = speeds.windows(2).all(|two| two[0] == two[1]);
        if is_even || !(mean > 0.0 && mean.is_finite()) {
            return Vec::new();
        }
        speeds.into_iter().map(|speed| speed / mean).collect()
    }

    /// Reads of the task per second that a copy alone serves, behind its own link; infinite if neither is
    /// known, so that no copy is preferred for lack of figures.
    fn reads_a_second(&self, request: &FlowRequest<'_>, drive: &Id) -> f64 {
        let bytes = request.spread.read_bytes / request.spread.reads.max(1e-12);
        let speeds = self.speeds(Some(drive), request.array, request.workload());
        let attached = self.machine.topology.drives.get(drive);
        let own = attached.and_then(|drive| drive.controller.as_ref());
        let node = own.and_then(|id| Some((id, self.machine.topology.nodes.get(id)?)));
        let link = node.and_then(|(id, node)| Some(self.with_payload(id, node.link.as_ref()?).0));
        // Behind SATA, SAS and USB the cable is the drive's own; the controller's link is shared.
        let carries = match attached.and_then(|drive| drive.transport.as_ref()) {
            Some(transport) => capacity::transport(transport),
            None => link.and_then(|link| capacity::of_link(&link, LinkDirection::Up)),
        };
        let transfer = carries.map_or(0.0, |rate| bytes / rate.get().max(1.0));
        1.0 / speeds.read.service(bytes).max(transfer)
    }

    /// The same for what a task does between its requests.
    fn speeds_for(
        &self,
        drive: Option<&Id>,
        array: Option<&ArrayPlan>,
        task: &WorkloadTask<'_>,
    ) -> DriveSpeeds {
        let known = |drive: &Id| self.machine.figures.get(drive);
        let speeds = self.speeds(drive, array, task.workload);
        let speeds = match task.workload.interface {
            IoInterface::Polled => speeds.polled(),
            _ => speeds,
        };
        match (task.flush_every, drive.and_then(known)) {
            (Some(every), Some(figures)) => {
                let log = array.and_then(|array| known(array.log.first()?));
                speeds.flushed(every, figures, log)
            }
            _ => speeds,
        }
    }

    fn speeds(
        &self,
        drive: Option<&Id>,
        array: Option<&ArrayPlan>,
        workload: &Workload,
    ) -> DriveSpeeds {
        let figures = drive.and_then(|drive| self.machine.figures.get(drive));
        figures.map_or(DriveSpeeds::default(), |figures| {
            let own = self.speeds_of(figures, workload);
            let own = match array.is_some_and(|array| array.engine.moves_more()) {
                // What is written goes to free space, one after the other, wherever it belongs.
                true => {
                    // A stream, of which the speeds do not depend on block and depth.
                    let (pattern, block) = (Pattern::Sequential, Bytes::kib(128));
                    let stream = Workload::new(pattern, Direction::Write, block, 1);
                    DriveSpeeds { write: self.speeds_of(figures, &stream).write, ..own }
                }
                false => own,
            };
            let own = match self.caches {
                WriteCacheState::Fresh => own,
                WriteCacheState::Full => own.with_full_cache(figures),
            };
            let behind = array.map_or(own, |array| own.behind(array, figures));
            match drive.is_some_and(|drive| self.spins(drive)) {
                true => copies::on_disk(behind, array, workload, figures),
                false => behind,
            }
        })
    }

    /// See [`MemberLoad::commands_add`].
    fn commands_add(&self, drive: &Id) -> bool {
        let drive = self.machine.topology.drives.get(drive);
        drive.is_some_and(|drive| drive.transport.is_none())
    }

    pub(super) fn spins(&self, drive: &Id) -> bool {
        let drive = self.machine.topology.drives.get(drive);
        drive.is_some_and(|drive| drive.rotational == Some(true))
    }

    /// Calculated once for all drives with the same figures.
    fn speeds_of(&self, figures: &DriveFigures, workload: &Workload) -> DriveSpeeds {
        let mut known = self.speeds.borrow_mut();
        let same = known.iter().find(|(of, with, _)| of == figures && with == workload);
        if let Some(&(.., speeds)) = same {
            return speeds;
        }
        let speeds = DriveSpeeds::new(figures, workload);
        // Searching more kinds would take as long as calculating them.
        if known.len() < KINDS {
            known.push((figures.clone(), workload.clone(), speeds));
        }
        speeds
    }

    /// Data passes memory once; the page cache copies it again, and parity is calculated from it.
    fn use_memory(&mut self, request: &FlowRequest<'_>, uses: &mut FlowUses) {
        let Some(memory) = self.machine.host.memory.filter(|_| request.task.to.is_none()) else {
            return;
        };
        // A copy reads memory once and writes it once.
        let copies = if request.workload().interface == IoInterface::Buffered { 2.0 } else { 0.0 };
        // A RAID card makes copies and parity itself.
        let on_card = request.array.is_some_and(|array| array.controller.is_some());
        let is_parity =
            request.array.is_some_and(|array| matches!(array.level, RaidLevel::Parity(_)));
        let parity =
            if is_parity && !on_card { 1.0 - request.workload().read_share() } else { 0.0 };
        let MemberSpread { read_bytes, write_bytes, turns, write_turns, .. } = request.spread;
        // Members that take turns count in full each, while one at a time moves data.
        let by_host = (read_bytes / turns + write_bytes / write_turns) / request.block;
        let by_host = by_host * request.members.len() as f64;
        let moved = if on_card { 1.0 } else { by_host };
        let id = Id::new("cpu");
        let at = self.resource(&id, LimitPart::Memory, || limits::memory(&id, memory));
        uses.add(at, moved + copies + 2.0 * parity);
    }

    fn use_application(&mut self, request: &FlowRequest<'_>, uses: &mut FlowUses) {
        let Some(application) = request.task.application.filter(|work| work.overlaps) else {
            return;
        };
        let target = request.task.target;
        let limit = || limits::application(target, application.rate);
        let at = self.resource(target, LimitPart::Application(request.number), limit);
        uses.add(at, 1.0);
    }
}

/// User bytes of `task` until the first of its drives has filled its write cache; `None` if that
/// never happens.
pub fn before_full(machine: &Machine, task: &WorkloadTask<'_>) -> Option<f64> {
    let array = machine.layer(task.target);
    let members = array.map_or(std::slice::from_ref(task.target), |array| &array.members);
    let caches = members.iter().filter_map(|drive| machine.figures.get(drive)?.cache);
    let smallest = caches.map(|cache| cache.size.as_f64()).min_by(f64::total_cmp)?;
    let written =
        spread_of(array, task.workload).write_bytes / task.workload.block.as_f64().max(1.0);
    (written > 0.0).then(|| smallest / written)
}

/// The requests below the page cache: for sequential reads it reads ahead while the program works on
/// earlier data, and it collects small writes.
///
/// For a drive that is 128 KiB (`/sys/block/<disk>/queue/read_ahead_kb`, kernel documentation,
/// ABI/stable/sysfs-block), or the program's request, up to the 1,280 KiB that the kernel sends a drive at once
/// (`BLK_DEF_MAX_SECTORS`, block/blk-settings.c). The pages of such a window arrive together, and the program's
/// first step into them issues the next one (mm/readahead.c): one is in flight while it works on another. For
/// md's stripes and parity it is two stripes (drivers/md: raid0, raid10 and raid5 raise the device's read-ahead);
/// for btrfs 4 MiB (fs/btrfs/disk-io.c); ZFS keeps 8 MiB of records in flight (`zfetch_max_distance`, OpenZFS
/// module parameters). Theirs are several requests, of which the first triggers the next window.
///
/// Of a file server NFS reads a window like a drive's (since Linux 5.4, commit c128e575514c), up to 1 MiB at once
/// (`NFS_MAX_FILE_IO_SIZE`), SMB two of 4 MiB (`SMB3_DEFAULT_IOSIZE`; fs/smb/client/cifsfs.c, ra_pages); both write 1 MiB and more
/// from several threads, as the server keeps it in memory until a commit (RFC 1813, section 3.3.7).
///
/// ZFS answers each call of a thread before it takes the next, whatever asks (OpenZFS issue 18660), and reads streams
/// ahead unless requests pass by its cache; a file server has threads for them. A program that flushes has no more in flight than until then.
pub(super) fn through_page_cache<'w>(
    machine: &Machine,
    task: &WorkloadTask<'w>,
) -> Cow<'w, Workload> {
    let workload = task.workload;
    let array = machine.layer(task.target);
    let protocol = protocol(machine, task.target);
    let is_remote = protocol.is_some();
    let zfs = array.filter(|array| array.engine == RaidEngine::Zfs && !is_remote);
    if let Some(every) = task.flush_every {
        return Cow::Owned(Workload { depth: workload.depth.min(every), ..workload.clone() });
    }
    let is_ahead = match zfs {
        Some(array) => !array.direct,
        None => workload.interface == IoInterface::Buffered,
    };
    if zfs.is_some() && (!is_ahead || workload.pattern == Pattern::Random) {
        return Cow::Owned(Workload { depth: 1, ..workload.clone() });
    }
    if !is_ahead || workload.pattern == Pattern::Random {
        return Cow::Borrowed(workload);
    }
    const AHEAD: Bytes = Bytes::kib(128);
    const MOST: Bytes = Bytes::kib(1280);
    let is_read = workload.read_percent == 100;
    let call = workload.block;
    let (block, depth) = match array.filter(|_| workload.read_percent > 0) {
        _ if protocol == Some(StorageProtocol::Nfs) && is_read => {
            let block = call.clamp(AHEAD, Bytes::mib(1));
            return Cow::Owned(Workload { block, depth: 1, ..workload.clone() });
        }
        _ if protocol == Some(StorageProtocol::Smb) && is_read => (call.max(Bytes::mib(4)), 2),
        _ if protocol.is_some_and(StorageProtocol::serves_files) => (call.max(Bytes::mib(1)), 8),
        Some(array) => {
            let (ahead, depth) = match array.engine {
                RaidEngine::Md => (two_stripes(array).max(AHEAD), 2),
                RaidEngine::Btrfs => (Bytes::mib(4), 2),
                RaidEngine::Zfs => (AHEAD, 64),
                _ => (AHEAD, 2),
            };
            (ahead.max(call), depth)
        }
        None if is_read && !is_remote => {
            let block = call.clamp(AHEAD, MOST);
            return Cow::Owned(Workload { block, depth: 1, ..workload.clone() });
        }
        None => (AHEAD.max(call), 2),
    };
    let depth = workload.depth.max(depth);
    Cow::Owned(Workload { block, depth, ..workload.clone() })
}

/// The protocol of the network on the way to `target`, if there is one.
pub(super) fn protocol(machine: &Machine, target: &Id) -> Option<StorageProtocol> {
    let first = machine.layer(target).and_then(|array| array.members.first()).unwrap_or(target);
    let drive = machine.topology.drives.get(first);
    let controller = drive.and_then(|drive| drive.controller.as_ref());
    let mut way = controller.into_iter().flat_map(|id| machine.topology.path(id));
    let (id, _) = way.find(|(_, node)| node.kind == NodeKind::NetworkLink)?;
    let mut ceilings = machine.ceilings.get(id).into_iter().flatten();
    Some(ceilings.find_map(|ceiling| ceiling.protocol).unwrap_or_default())
}

/// The data of two stripes; nothing for mirrors and members one after the other.
fn two_stripes(array: &ArrayPlan) -> Bytes {
    let members = array.members.len() as u64;
    let data = match array.level {
        RaidLevel::Mirror | RaidLevel::Jbod => 0,
        RaidLevel::Stripe => members,
        RaidLevel::MirroredStripe => members / u64::from(array.copies().count).max(1),
        RaidLevel::Parity(parity) => members.saturating_sub(u64::from(parity)),
    };
    Bytes::new(array.chunk().get() * 2 * data)
}

fn spread_of(array: Option<&ArrayPlan>, workload: &Workload) -> MemberSpread {
    let one = |is_read| match array {
        Some(array) => spread::of(array, workload, is_read),
        None => MemberSpread::single(workload.block, is_read),
    };
    one(true).mix(one(false), workload.read_share())
}
