//! Servers: those with a single flow, and those shared by several.
//!
//! A server of one flow alone works in order of arrival, so that the end of a request is known at
//! once and takes no event. A server that several flows can fill divides itself fairly. Links hand
//! out turns of a few KiB; the limit of that, turns of no length, is processor sharing: all flows
//! with requests waiting are served at the same time, each flow's bytes equally fast. With virtual
//! time (A. Parekh and R. Gallager, *A Generalized Processor Sharing Approach to Flow Control*,
//! IEEE/ACM Trans. Networking 1(3), 1993) a request costs the same whatever its size. Where all
//! requests are at most one turn, they are served whole, one after the other, in the order of their
//! virtual finish (S. Golestani, *A Self-Clocked Fair Queueing Scheme*, INFOCOM 1994).

use std::collections::VecDeque;

use crate::picos::Picos;

/// A server of one flow alone.
#[derive(Clone, Debug)]
pub(crate) struct OwnServer {
    free: Picos,
    /// The factor by which everything takes longer than planned.
    pub slower: f64,
}

impl OwnServer {
    pub fn new() -> Self {
        Self { free: Picos::ZERO, slower: 1.0 }
    }

    /// Moves requests in service to a later time.
    pub fn move_on(&mut self, by: Picos) {
        self.free = self.free + by;
    }

    /// The end of a request that arrives now and takes `time`.
    #[inline]
    pub fn serve(&mut self, now: Picos, time: Picos) -> Picos {
        let time = if self.slower == 1.0 { time } else { time.times(self.slower) };
        self.free = self.free.max(now) + time;
        self.free
    }
}

/// Entry in a server's queue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WaitingRequest {
    pub flight: u32,
    /// The drive that it goes to; `None` if no drive is involved.
    pub unit: Option<u32>,
    /// The remaining delay once it is done here.
    pub delay: Picos,
}

/// A flow at a shared server.
#[derive(Clone, Debug)]
struct ServerClass {
    /// Time per unit of the flow on the whole server, times the flow's weight.
    each: f64,
    /// Virtual finish of its last arrival.
    last: f64,
    queue: VecDeque<(f64, Picos, WaitingRequest)>,
}

#[derive(Clone, Debug)]
pub(crate) struct SharedServer {
    classes: Vec<ServerClass>,
    /// The virtual finish of each class's first request; infinite if none waits.
    heads: Vec<f64>,
    whole: bool,
    slower: f64,
    /// Virtual time: units of each flow that were served while it had requests waiting.
    level: f64,
    /// The time at which `level` was updated.
    at: Picos,
    /// Time per unit of all flows with requests waiting.
    active: f64,
    /// The class being served, and when that ends; only where requests are served whole.
    serving: Option<(usize, Picos)>,
}

impl SharedServer {
    /// A server of flows with these times in picoseconds per unit, times their weights.
    pub fn new(each: &[f64], whole: bool) -> Self {
        let class =
            |&each: &f64| ServerClass { each, last: 0.0, queue: VecDeque::with_capacity(64) };
        Self {
            classes: each.iter().map(class).collect(),
            heads: vec![f64::INFINITY; each.len()],
            whole,
            slower: 1.0,
            level: 0.0,
            at: Picos::ZERO,
            active: 0.0,
            serving: None,
        }
    }

    /// Changes the factor by which everything takes longer than planned.
    pub fn set_slower(&mut self, now: Picos, slower: f64) {
        self.advance(now);
        self.slower = slower;
    }

    pub fn move_on(&mut self, by: Picos) {
        self.at = self.at + by;
        self.serving = self.serving.map(|(class, at)| (class, at + by));
    }

    /// Adds a request of a class that would take `time` alone.
    #[inline]
    pub fn push(&mut self, now: Picos, class: usize, time: Picos, waiting: WaitingRequest) {
        self.advance(now);
        let place = &mut self.classes[class];
        let units = time.get() / place.each;
        // A class that was idle begins at the present level: unused shares are not saved up.
        place.last = place.last.max(self.level) + units;
        let is_first = place.queue.is_empty();
        place.queue.push_back((place.last, time, waiting));
        if is_first {
            self.heads[class] = place.last;
            self.active += place.each;
        }
        if self.whole && self.serving.is_none() {
            self.serve_next(now, class);
        }
    }

    /// The end of the next request; never if none waits.
    #[inline]
    pub fn next(&self) -> Picos {
        if self.whole {
            return self.serving.map_or(Picos::NEVER, |(_, at)| at);
        }
        let first = self.heads.iter().copied().fold(f64::INFINITY, f64::min);
        let time = (first - self.level).max(0.0) * self.active * self.slower;
        // Rounded up, so that no request ends too early.
        if time < 1e19 { self.at + Picos::secs(time * 1e-12 + 1e-12) } else { Picos::NEVER }
    }

    /// Removes the request that ends now.
    #[inline]
    pub fn pop(&mut self, now: Picos) -> Option<WaitingRequest> {
        let class = match self.serving.take() {
            Some((class, _)) => class,
            None => self.first()?,
        };
        self.advance(now);
        let place = &mut self.classes[class];
        let (finish, _, waiting) = place.queue.pop_front()?;
        // Self-clocked: the virtual time is the finish of the request that was just served.
        self.level = if self.whole { finish } else { self.level.max(finish) };
        match place.queue.front() {
            Some((next, ..)) => self.heads[class] = *next,
            None => {
                self.heads[class] = f64::INFINITY;
                self.active -= place.each;
            }
        }
        match self.first() {
            None => {
                // Restarts virtual time when nothing waits, so that it never loses precision.
                (self.level, self.active) = (0.0, 0.0);
                self.classes.iter_mut().for_each(|class| class.last = 0.0);
            }
            Some(class) if self.whole => self.serve_next(now, class),
            Some(_) => {}
        }
        Some(waiting)
    }

    #[inline]
    fn advance(&mut self, now: Picos) {
        // Where requests are served whole, virtual time moves with their finishes alone (`pop`).
        if !self.whole && self.active > 0.0 {
            self.level += (now - self.at).get() / (self.active * self.slower);
        }
        self.at = now;
    }

    /// The class whose head has the first virtual finish.
    #[inline]
    fn first(&self) -> Option<usize> {
        let mut first = (f64::INFINITY, None);
        for (class, &head) in self.heads.iter().enumerate() {
            if head < first.0 {
                first = (head, Some(class));
            }
        }
        first.1
    }

    #[inline]
    fn serve_next(&mut self, now: Picos, class: usize) {
        let time = self.classes[class].queue.front().map_or(Picos::ZERO, |(_, time, _)| *time);
        let time = if self.slower == 1.0 { time } else { time.times(self.slower) };
        self.serving = Some((class, now + time));
    }
}

#[cfg(test)]
mod tests;
