//! Places that serve requests: those of one flow alone, and those that flows share.
//!
//! A place of one flow serves in the order of arrival, so that when it will be done with a request
//! is known at once and takes no event. A place that several flows can fill shares itself fairly.
//! Links hand out turns of a few KiB; the limit of that, turns of no length, is processor sharing:
//! everyone who has something waiting is served at the same time, each flow's bytes equally fast.
//! With virtual time (A. Parekh and R. Gallager, *A Generalized Processor Sharing Approach to Flow
//! Control*, IEEE/ACM Trans. Networking 1(3), 1993) a request costs the same whatever its size. Where
//! all requests are at most one turn, they are served whole, one after the other, in the order of
//! their virtual finish (S. Golestani, *A Self-Clocked Fair Queueing Scheme*, INFOCOM 1994).

use std::collections::VecDeque;

use crate::picos::Picos;

/// A place of one flow alone.
#[derive(Clone, Debug)]
pub(crate) struct Own {
    free: Picos,
    /// How many times longer than planned everything takes.
    pub slower: f64,
}

impl Own {
    pub fn new() -> Self {
        Self { free: Picos::ZERO, slower: 1.0 }
    }

    /// When a request that comes now and takes so long is through.
    #[inline]
    pub fn serve(&mut self, now: Picos, time: Picos) -> Picos {
        let time = if self.slower == 1.0 { time } else { time.times(self.slower) };
        self.free = self.free.max(now) + time;
        self.free
    }
}

/// What waits at a shared place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Waiting {
    /// The request that it is of.
    pub flight: u32,
    /// The drive that it goes to; none where it concerns no drive.
    pub unit: Option<u32>,
    /// What is still to come when it is through here.
    pub delay: Picos,
}

/// A flow at a shared place.
#[derive(Clone, Debug)]
struct Class {
    /// Time of the whole place that a unit of the flow takes, times the flow's weight.
    each: f64,
    /// Virtual finish of the last that came.
    last: f64,
    queue: VecDeque<(f64, Picos, Waiting)>,
}

/// A place that flows share.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    classes: Vec<Class>,
    /// The virtual finish of what each class has at its head; infinite where nothing waits.
    heads: Vec<f64>,
    /// Requests are served whole.
    whole: bool,
    slower: f64,
    /// Virtual time: units of each flow's that were served while it had something waiting.
    level: f64,
    /// When `level` was right.
    at: Picos,
    /// Time that one unit of all who have something waiting takes.
    active: f64,
    /// Who is served, and when that ends; served whole only.
    serving: Option<(usize, Picos)>,
}

impl Shared {
    /// Of flows that take so many picoseconds a unit each, times their weights.
    pub fn new(each: &[f64], whole: bool) -> Self {
        let class = |&each: &f64| Class { each, last: 0.0, queue: VecDeque::with_capacity(64) };
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

    /// From now on everything takes so many times longer than planned.
    pub fn set_slower(&mut self, now: Picos, slower: f64) {
        self.advance(now);
        self.slower = slower;
    }

    /// A request of a class comes that would take so long by itself.
    #[inline]
    pub fn push(&mut self, now: Picos, class: usize, time: Picos, waiting: Waiting) {
        self.advance(now);
        let place = &mut self.classes[class];
        let units = time.get() / place.each;
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

    /// When the next request is through; never where none waits.
    #[inline]
    pub fn next(&self) -> Picos {
        if self.whole {
            return self.serving.map_or(Picos::NEVER, |(_, at)| at);
        }
        let first = self.heads.iter().copied().fold(f64::INFINITY, f64::min);
        let time = (first - self.level).max(0.0) * self.active * self.slower;
        // Rounded up, so that nobody is through before it is.
        if time < 1e19 { self.at + Picos::secs(time * 1e-12 + 1e-12) } else { Picos::NEVER }
    }

    /// Takes out the request that is through now.
    #[inline]
    pub fn pop(&mut self, now: Picos) -> Option<Waiting> {
        let class = match self.serving.take() {
            Some((class, _)) => class,
            None => self.first()?,
        };
        self.advance(now);
        let place = &mut self.classes[class];
        let (finish, _, waiting) = place.queue.pop_front()?;
        self.level = if self.whole { finish } else { self.level.max(finish) };
        match place.queue.front() {
            Some((next, ..)) => self.heads[class] = *next,
            None => {
                self.heads[class] = f64::INFINITY;
                self.active -= place.each;
            }
        }
        match self.first() {
            None => self.begin_anew(),
            Some(class) if self.whole => self.serve_next(now, class),
            Some(_) => {}
        }
        Some(waiting)
    }

    /// Nothing waits: virtual time begins anew, so that it never grows beyond its digits.
    fn begin_anew(&mut self) {
        (self.level, self.active) = (0.0, 0.0);
        self.classes.iter_mut().for_each(|class| class.last = 0.0);
    }

    #[inline]
    fn advance(&mut self, now: Picos) {
        if !self.whole && self.active > 0.0 {
            self.level += (now - self.at).get() / (self.active * self.slower);
        }
        self.at = now;
    }

    /// The class whose head has the first virtual finish.
    #[inline]
    fn first(&self) -> Option<usize> {
        let mut found = (f64::INFINITY, None);
        for (class, &head) in self.heads.iter().enumerate() {
            if head < found.0 {
                found = (head, Some(class));
            }
        }
        found.1
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
