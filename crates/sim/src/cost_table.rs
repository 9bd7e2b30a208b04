//! The cost of each kind of request, calculated by the model once and kept.
//!
//! For: turning the model's charges, which name limits, into lines that name this round's servers.
//! A limit that only one part uses serves in order; one that several parts could fill is shared;
//! one that they could not fill together only delays each request.

use narrows_model::Machine;
use narrows_model::lower::{
    LimitRole, MemberExtent, RequestPrice, RequestPricing, WorkloadTask, WriteCacheState,
};
use narrows_model::solver::SolverFlow;
use narrows_topology::Id;
use narrows_workload::Direction;

use crate::picos::Picos;

/// A location is never full as long as the total load is below this part of its capacity: then no
/// request waits there for long.
const NEVER_FULL: f64 = 0.8;

/// How a limit is simulated in this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LimitStation {
    /// Not simulated.
    Nothing,
    /// A delay only.
    Pass,
    /// A server of one part alone, by its number among these.
    Own(u32),
    /// A shared server, by its number among these.
    Shared(u32),
}

/// A shared server: for each part that uses it, the time per unit times the part's weight.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ServerUsers {
    pub limit: usize,
    pub users: Vec<(usize, f64)>,
}

impl ServerUsers {
    fn class_of(&self, user: usize) -> Option<u32> {
        self.users.iter().position(|(known, _)| *known == user).map(|class| class as u32)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineWorker {
    /// A location between drive and memory.
    Way,
    Transfer,
    Operation,
}

/// One server's part in a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BillLine {
    pub place: LimitStation,
    pub class: u32,
    pub time: Picos,
    pub worker: LineWorker,
}

/// The costs of one kind of request.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RequestBill {
    pub lines: Vec<BillLine>,
    pub wait: Picos,
    pub thread: Picos,
    /// Time on the RAID engine's own thread.
    pub layer: Picos,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MemberRequestKind {
    pub direction: Direction,
    pub bytes: u64,
    /// See [`MemberExtent::requested`]; 0 if no RAID card is involved.
    pub requested: f64,
}

/// The bills of a kind of request, by number: with room in the drive's write cache, and without.
pub(crate) type Bills = [u32; 2];

/// The bills of a round.
pub(crate) struct CostTable<'a> {
    requests: RequestPricing<'a>,
    roles: Vec<LimitRole>,
    capacities: Vec<f64>,
    places: Vec<LimitStation>,
    pub shared: Vec<ServerUsers>,
    pub own: usize,
    pub bills: Vec<RequestBill>,
    /// For each task and member, the kinds known so far.
    kinds: Vec<Vec<Vec<(MemberRequestKind, Bills)>>>,
    writes_each: Vec<f64>,
}

/// A flow of the analytical model: a task or, after the tasks, a card's traffic.
struct ModelFlow {
    flow: SolverFlow,
    most: Option<f64>,
}

impl<'a> CostTable<'a> {
    /// For `tasks` with their members, each with its rate limit if it has one. `narrowed` gives
    /// limits, by number, that change later, with their capacity then.
    pub fn new(
        machine: &'a Machine,
        tasks: &[(WorkloadTask<'a>, usize, Option<f64>)],
        narrowed: impl FnOnce(&RequestPricing<'a>) -> Vec<(usize, f64)>,
    ) -> Self {
        let plain: Vec<WorkloadTask<'a>> = tasks.iter().map(|(task, ..)| *task).collect();
        let requests = RequestPricing::new(machine, &plain);
        let capacities: Vec<f64> = requests.limits().iter().map(|limit| limit.capacity).collect();
        let roles = requests.roles();
        let writes = |at| requests.cutting(at).map_or(1.0, |cutting| cutting.writes_each);
        let writes_each = (0..tasks.len()).map(writes).collect();
        let kinds = tasks.iter().map(|(_, members, _)| vec![Vec::new(); *members]).collect();
        let mut cost_table = Self {
            places: vec![LimitStation::Nothing; capacities.len()],
            requests,
            roles,
            capacities,
            shared: Vec::new(),
            own: 0,
            bills: Vec::new(),
            kinds,
            writes_each,
        };
        let narrowed = narrowed(&cost_table.requests);
        cost_table.assign(&cost_table.users(tasks), &narrowed);
        cost_table
    }

    fn users(&self, tasks: &[(WorkloadTask<'a>, usize, Option<f64>)]) -> Vec<ModelFlow> {
        let of_task = |(at, (_, _, most)): (usize, &(WorkloadTask<'a>, usize, Option<f64>))| {
            ModelFlow { flow: self.requests.flow(at).clone(), most: *most }
        };
        let cards = self.requests.cards().iter();
        let cards = cards.map(|flow| ModelFlow { flow: flow.clone(), most: None });
        tasks.iter().enumerate().map(of_task).chain(cards).collect()
    }

    /// Decides how each limit is simulated in this round.
    fn assign(&mut self, users: &[ModelFlow], narrowed: &[(usize, f64)]) {
        // The users of each limit, with what a byte of theirs takes there.
        let mut by_limit: Vec<Vec<(usize, f64)>> = vec![Vec::new(); self.places.len()];
        for (user, ModelFlow { flow, .. }) in users.iter().enumerate() {
            for used in &flow.uses {
                by_limit[used.resource].push((user, used.coefficient));
            }
        }
        // A fault may also name a link that is wider than the present one.
        let most = |at: usize, coefficient: f64| {
            let later = narrowed.iter().filter(|(limit, _)| *limit == at);
            later.map(|(_, carries)| *carries).fold(self.capacities[at], f64::max) / coefficient
        };
        let bound = |user: &ModelFlow| {
            // Only limits that a flow has to itself bound it for certain; its queue depth is a
            // result of the model.
            let own = user.flow.uses.iter().filter(|used| {
                by_limit[used.resource].len() == 1 && self.roles[used.resource] != LimitRole::Depth
            });
            let rates = own.map(|used| most(used.resource, used.coefficient));
            rates.chain(user.most).fold(f64::INFINITY, f64::min)
        };
        let bounds: Vec<f64> = users.iter().map(bound).collect();
        let places = by_limit.iter().enumerate().map(|(at, by)| {
            let coming: f64 = by.iter().map(|(user, each)| bounds[*user] * each).sum();
            let least = narrowed.iter().filter(|(limit, _)| *limit == at);
            let least = least.map(|(_, carries)| *carries).fold(self.capacities[at], f64::min);
            match self.roles[at] {
                // Threads are simulated by their runners.
                LimitRole::Thread | LimitRole::Depth => LimitStation::Nothing,
                // The numbers follow below, where the servers are made.
                _ if by.len() == 1 => LimitStation::Own(0),
                _ if coming <= least * NEVER_FULL => LimitStation::Pass,
                _ => LimitStation::Shared(0),
            }
        });
        self.places = places.collect();
        for (at, by) in by_limit.iter().enumerate() {
            let each = |&(user, coefficient): &(usize, f64)| {
                // Clamped, since virtual time divides by it and adds it up.
                let time = coefficient / self.capacities[at] * users[user].flow.weight * 1e12;
                (user, time.clamp(1e-9, 1e15))
            };
            match self.places[at] {
                LimitStation::Own(_) => {
                    self.places[at] = LimitStation::Own(self.own as u32);
                    self.own += 1;
                }
                LimitStation::Shared(_) => {
                    self.places[at] = LimitStation::Shared(self.shared.len() as u32);
                    self.shared
                        .push(ServerUsers { limit: at, users: by.iter().map(each).collect() });
                }
                LimitStation::Nothing | LimitStation::Pass => {}
            }
        }
    }

    pub fn requests(&self) -> &RequestPricing<'a> {
        &self.requests
    }

    /// How a limit is simulated, and its capacity; not at all where no part uses it.
    pub fn place(&self, limit: usize) -> (LimitStation, f64) {
        let place = self.places.get(limit).copied().unwrap_or(LimitStation::Nothing);
        (place, self.capacities.get(limit).copied().unwrap_or(f64::INFINITY))
    }

    /// The time that `bytes` of a card take at shared servers; the first card comes after `tasks`
    /// tasks.
    pub fn card_lines(&self, tasks: usize, card: usize, bytes: f64) -> Vec<BillLine> {
        let uses = self.requests.cards().get(card).map_or(&[][..], |flow| &flow.uses);
        let lines = uses.iter().filter_map(|used| {
            let (place, class) = self.class_at(used.resource, tasks + card);
            let time = used.coefficient * bytes / self.capacities[used.resource];
            let line = BillLine { place, class, time: Picos::secs(time), worker: LineWorker::Way };
            // At other servers a card takes no time from a request.
            matches!(place, LimitStation::Shared(_)).then_some(line)
        });
        lines.collect()
    }

    /// The cost of a task's request at shared resources.
    pub fn program(&mut self, task: usize, direction: Direction) -> RequestBill {
        let price = self.requests.program(task, direction);
        self.bill(task, &price)
    }

    /// The bills of an extent of a task's request.
    #[inline]
    pub fn extent(
        &mut self,
        task: usize,
        member: usize,
        drive: &Id,
        kind: MemberRequestKind,
    ) -> Bills {
        // A task's requests are of a few kinds: searching them costs less than hashing.
        let known = self.kinds[task][member].iter().find(|(known, _)| *known == kind);
        match known {
            Some((_, bills)) => *bills,
            None => self.new_kind(task, member, drive, kind),
        }
    }

    fn new_kind(
        &mut self,
        task: usize,
        member: usize,
        drive: &Id,
        kind: MemberRequestKind,
    ) -> Bills {
        let requests = match kind.direction {
            Direction::Read => 1.0,
            Direction::Write => self.writes_each[task],
        };
        let MemberRequestKind { direction, bytes, requested } = kind;
        let bills = [WriteCacheState::Fresh, WriteCacheState::Full].map(|caches| {
            let extent = MemberExtent { direction, bytes, requests, requested, caches };
            let price = self.requests.member(task, drive, extent);
            let bill = self.bill(task, &price);
            self.bills.push(bill);
            self.bills.len() as u32 - 1
        });
        self.kinds[task][member].push((kind, bills));
        bills
    }

    fn bill(&self, task: usize, price: &RequestPrice) -> RequestBill {
        let mut bill = RequestBill { wait: Picos::secs(price.wait), ..RequestBill::default() };
        for charge in &price.charges {
            // Pricing may add limits that no averaged flow uses; they have no server.
            let Some(&role) = self.roles.get(charge.limit) else { continue };
            let time = match role {
                // Each thread is a server of its own.
                LimitRole::Thread => Picos::secs(charge.amount),
                _ => Picos::secs(charge.amount / self.capacities[charge.limit]),
            };
            let worker = match role {
                LimitRole::Bandwidth => LineWorker::Transfer,
                LimitRole::Operations => LineWorker::Operation,
                _ => LineWorker::Way,
            };
            match role {
                LimitRole::Thread => bill.thread = time,
                LimitRole::Layer => bill.layer = time,
                _ => {}
            }
            let (place, class) = self.class_at(charge.limit, task);
            if place != LimitStation::Nothing {
                bill.lines.push(BillLine { place, class, time, worker });
            }
        }
        bill
    }

    fn class_at(&self, limit: usize, user: usize) -> (LimitStation, u32) {
        match self.places[limit] {
            LimitStation::Shared(at) => match self.shared[at as usize].class_of(user) {
                // The averaged flow does not use this limit, so that it can only delay.
                Some(class) => (LimitStation::Shared(at), class),
                None => (LimitStation::Pass, 0),
            },
            place => (place, 0),
        }
    }
}
