//! Between rank 0, which gives orders, and the hosts that carry them out.

use narrows_record::hosts::exchange::{RankAnswer, RankOrder, RankTask};
use narrows_units::Nanos;

/// Hosts that carry out orders: virtual ones in this process, or ranks of a launcher.
///
/// Rank 0 is a host, too. Commands give an order and look at the answers; how order and answers
/// travel, and how a round's parts start together, is the driver's.
pub trait HostsDriver {
    /// How many hosts there are, lost ones included.
    fn ranks(&self) -> u32;

    /// Has all hosts carry out an order, and returns one answer per rank, in the order of ranks. A host that
    /// is gone, hangs or answers with something else has an answer with a
    /// [`RankFault`](narrows_record::hosts::RankFault) that says so; the order is lost for it, and the others'
    /// answers remain.
    fn ask(&mut self, order: &RankOrder) -> Vec<RankAnswer>;

    /// A host's clock less rank 0's; `None` if it is the only one or was not checked.
    fn clock(&self, rank: u32) -> Option<Clock>;

    fn is_virtual(&self) -> bool;
}

/// Orders to all hosts, numbered from 1.
pub struct HostOrders<'a> {
    pub driver: &'a mut dyn HostsDriver,
    last: u32,
}

impl<'a> HostOrders<'a> {
    pub fn new(driver: &'a mut dyn HostsDriver) -> Self {
        Self { driver, last: 0 }
    }

    pub fn give(&mut self, task: RankTask) -> Vec<RankAnswer> {
        self.last += 1;
        self.driver.ask(&RankOrder::new(self.last, task))
    }
}

/// A host's clock beside rank 0's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clock {
    /// Added to rank 0's time to get the host's, microseconds.
    pub offset_us: f64,
    /// The most by which that may be wrong, microseconds.
    pub error_us: f64,
}

/// The end of an order on a host: carries out one after the other.
pub trait OrderWorker {
    /// Carries out an order.
    ///
    /// `start` is called at most once, in a round in which this host takes part, when all is ready to
    /// begin: it waits until the other hosts are ready, too, and returns the common start on this
    /// host's CLOCK_MONOTONIC; `None` if the round is called off.
    fn answer(&mut self, order: &RankOrder, start: &mut dyn FnMut() -> Option<Nanos>)
    -> RankAnswer;
}
