//! The next event: one time for each source of events.
//!
//! A handful of sources is scanned each time, in a few instructions. More are kept in a tournament
//! tree: changing a source's time takes as many comparisons as the tree is high. Nothing is ever
//! allocated. Of two events at the same time the one with the lower number comes first, so that
//! runs repeat.

use crate::picos::Picos;

/// Up to this many sources are scanned.
const FEW: usize = 8;

pub(crate) struct EventQueue {
    /// The time of each source, filled up with [`Picos::NEVER`] to a power of two.
    times: Vec<Picos>,
    /// The winner of each inner node; node 1 is the root, the children of `n` are `2n` and `2n +
    /// 1`.
    winners: Vec<u32>,
}

impl EventQueue {
    pub fn new(sources: usize) -> Self {
        let leaves = sources.max(2).next_power_of_two();
        let times = vec![Picos::NEVER; leaves];
        let mut event_queue = Self { times, winners: vec![0; leaves] };
        // From the leaves up, since a node plays its children's winners.
        for node in (1..leaves).rev() {
            event_queue.play(node);
        }
        event_queue
    }

    /// Sets the time of the next event of `source`.
    #[inline]
    pub fn set(&mut self, source: usize, at: Picos) {
        self.times[source] = at;
        if self.times.len() > FEW {
            let mut node = (source + self.times.len()) / 2;
            while node > 0 {
                self.play(node);
                node /= 2;
            }
        }
    }

    /// Sets the time of the next event of `source`, unless it is already earlier.
    #[inline]
    pub fn no_later(&mut self, source: usize, at: Picos) {
        if at < self.times[source] {
            self.set(source, at);
        }
    }

    /// The time and source of the next event.
    #[inline]
    pub fn first(&self) -> (Picos, usize) {
        if self.times.len() > FEW {
            let source = self.winners[1] as usize;
            return (self.times[source], source);
        }
        let mut first = (self.times[0], 0);
        for (source, &at) in self.times.iter().enumerate().skip(1) {
            first = if at < first.0 { (at, source) } else { first };
        }
        first
    }

    #[inline]
    fn play(&mut self, node: usize) {
        let (left, right) = (self.winner(2 * node), self.winner(2 * node + 1));
        let right_wins = self.times[right as usize] < self.times[left as usize];
        self.winners[node] = if right_wins { right } else { left };
    }

    #[inline]
    fn winner(&self, node: usize) -> u32 {
        let leaves = self.times.len();
        if node >= leaves { (node - leaves) as u32 } else { self.winners[node] }
    }
}

#[cfg(test)]
mod tests {
    use narrows_workload::issuer::NoiseStream;

    use super::*;

    /// Compared with a scan of all sources.
    #[test]
    fn the_first_is_always_found() {
        for sources in [1, 2, 3, 7, 8, 40] {
            let (mut noise, mut event_queue) =
                (NoiseStream::new(sources as u64), EventQueue::new(sources));
            let mut plain = vec![Picos::NEVER; sources];
            for _ in 0..500 {
                let source = noise.below(sources as u64) as usize;
                let at = Picos::from(narrows_units::Nanos::new(noise.below(9)));
                (plain[source], _) = (at, event_queue.set(source, at));
                let slow = plain.iter().enumerate().min_by_key(|(_, at)| **at).unwrap();
                assert_eq!(event_queue.first(), (*slow.1, slow.0));
            }
        }
    }
}
