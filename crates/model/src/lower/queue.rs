//! The rate of completions at a limited queue depth.
//!
//! A closed queueing network: `depth` requests each wait a fixed time (command, flash, interrupt),
//! then are served by one of several equal stations, one at a time each (the drive's transfers, or
//! the narrowest link). Exact mean value analysis gives the rate at every depth (Reiser and
//! Lavenberg, *Mean-Value Analysis of Closed Multichain Queuing Networks*, J. ACM 27(2), 1980). At
//! depth 1 it is Little's law; at great depth the stations' own rate.

/// The wait and the service of a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StationQueue {
    /// Seconds that do not depend on the queue depth.
    pub wait: f64,
    /// Seconds of service at one station.
    pub service: f64,
    /// Equal stations, at least 1.
    pub stations: f64,
    /// Whether requests go to the stations in turn rather than at random.
    pub even: bool,
}

/// Above this queue depth the nearer of the two asymptotes is used as the rate.
const DEEP: u32 = 512;

impl StationQueue {
    /// Requests per second at queue depth `depth`.
    pub fn rate(&self, depth: u32) -> f64 {
        let most = self.stations / self.service.max(1e-12);
        let fewest = f64::from(depth.max(1)) / (self.wait + self.service).max(1e-12);
        if depth > DEEP {
            return most.min(fewest);
        }
        let rate = if self.even { self.in_turn(depth, fewest) } else { self.by_chance(depth) };
        rate.min(most)
    }

    /// The rate where each station has its part of the queue depth.
    fn in_turn(&self, depth: u32, fewest: f64) -> f64 {
        let each = f64::from(depth) / self.stations.max(1.0);
        if each <= 1.0 {
            return fewest;
        }
        let one = Self { stations: 1.0, even: false, ..*self };
        // Where depth does not divide evenly, some stations have one request more than the others.
        let (below, part) = (each.floor(), each.fract());
        let [below, above] = [below, below + 1.0].map(|depth| one.by_chance(depth as u32));
        self.stations * (below + (above - below) * part)
    }

    fn by_chance(&self, depth: u32) -> f64 {
        let (mut rate, mut queue) = (0.0, 0.0);
        for in_flight in 1..=depth.max(1) {
            let response = self.service * (1.0 + queue);
            rate = f64::from(in_flight) / (self.wait + response).max(1e-12);
            queue = rate / self.stations.max(1.0) * response;
        }
        rate
    }

    /// The service with which requests that take `latency` at QD1 reach `rate` at queue depth
    /// `depth`. Greater depth adds at most a third: makers' figures are near a drive's maximum. If
    /// that would need a shorter wait than `latency` leaves, the wait is shorter.
    pub fn service_for(latency: f64, depth: u32, rate: f64) -> Self {
        let rate = rate.max(1e-9);
        let (shortest, longest) = (0.75 / rate, 1.0 / rate);
        let of = |wait: f64, service: f64| Self { wait, service, stations: 1.0, even: false };
        let with_service = |service: f64| of((latency - service).max(0.0), service);
        let enough = |queue: &Self| queue.rate(depth) > rate;
        if enough(&with_service(shortest)) {
            let service = between(shortest, longest, |service| enough(&with_service(service)));
            return with_service(service);
        }
        of(between(0.0, latency, |wait| enough(&of(wait, shortest))), shortest)
    }
}

/// For a drive that moves `rate` bytes per second in requests of `block` bytes at queue depth
/// `depth`, each with `wait` seconds besides its transfer: its rate at high queue depth, and the
/// wait of a request, which is less if the rate leaves no room for it. At most twice the rate: one
/// figure cannot distinguish a slow drive from a long wait.
pub fn in_the_long_run(rate: f64, block: f64, depth: u32, wait: f64) -> (f64, f64) {
    let a_request = block / rate.max(1e-9);
    let shortest = a_request / 2.0;
    let of = |wait: f64, service: f64| StationQueue { wait, service, stations: 1.0, even: false };
    let enough = |queue: StationQueue| queue.rate(depth) * a_request > 1.0;
    if enough(of(wait, shortest)) {
        let service = between(shortest, a_request, |service| enough(of(wait, service)));
        return (block / service, wait);
    }
    (block / shortest, between(0.0, wait, |wait| enough(of(wait, shortest))))
}

/// The rate at queue depth `to` of a drive whose requests take `latency` seconds at QD1 and that
/// reaches `rate` at `from`.
pub fn at_other_depth(latency: f64, rate: f64, (from, to): (u32, u32)) -> f64 {
    StationQueue::service_for(latency, from, rate).rate(to)
}

/// The largest value that `holds`, between `low`, which does, and `high`, which does not.
fn between(low: f64, high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (low, high);
    // Forty halvings leave 1e-12 of the interval.
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if holds(middle) { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 154 us of waiting and 166 us of service: one request takes 320 us, 3,125 a second. With two,
    /// a request finds 0.519 of another in service on average: 154 + 166 x 1.519 = 406 us each,
    /// 4,924 a second. Many approach 1 / 166 us = 6,024.
    #[test]
    fn one_two_and_many_by_hand() {
        let queue = StationQueue { wait: 154e-6, service: 166e-6, stations: 1.0, even: false };
        assert!((queue.rate(1) - 3125.0).abs() < 1.0);
        assert!((queue.rate(2) - 4924.0).abs() < 10.0, "{}", queue.rate(2));
        assert!((queue.rate(64) - 6024.0).abs() < 10.0);
    }

    #[test]
    fn rates_rise_with_depth_and_never_pass_either_asymptote() {
        for (stations, even) in [(1.0, false), (3.0, false), (3.0, true)] {
            let queue = StationQueue { wait: 80e-6, service: 4e-6, stations, even };
            let mut before = 0.0;
            for depth in [1, 2, 4, 16, 64, 256, 512, 513, 4096] {
                let rate = queue.rate(depth);
                assert!(rate >= before && rate <= stations / 4e-6 * (1.0 + 1e-9), "{depth}");
                assert!(rate <= f64::from(depth) / 84e-6 * (1.0 + 1e-9), "{depth}");
                before = rate;
            }
        }
    }

    /// A drive of 85 us that reaches 300,000 at depth 32 would do more at greater depth, but not
    /// much more; one of 100 us that is rated at 500,000 at depth 32 cannot wait as long.
    #[test]
    fn figures_at_a_depth_are_met_at_that_depth() {
        for (latency, depth, rate) in
            [(85e-6, 32, 300e3), (50e-6, 512, 1.4e6), (100e-6, 32, 85e3), (100e-6, 32, 500e3)]
        {
            let queue = StationQueue::service_for(latency, depth, rate);
            assert!((queue.rate(depth) / rate - 1.0).abs() < 0.01, "{queue:?}");
            assert!(queue.wait + queue.service <= latency * 1.05, "{queue:?}");
            assert!(queue.rate(1024) <= rate * 1.34, "{queue:?}");
        }
    }

    /// 128 KiB at 2,000 MB/s with one in flight take 65.5 us. 25 of them are waiting; the rest is
    /// transfer at 3,234 MB/s. With 32 in flight the transfer is all that shows. At 8,000 MB/s one
    /// at a time there is no room for 25 us: half of the 16.4 us is transfer, half waiting.
    #[test]
    fn what_one_figure_at_a_depth_says_of_others() {
        let block = f64::from(128 << 10);
        let (rate, wait) = in_the_long_run(2e9, block, 1, 25e-6);
        assert!((rate / 3.234e9 - 1.0).abs() < 1e-3 && wait == 25e-6, "{rate}");
        let (rate, _) = in_the_long_run(6.9e9, block, 32, 25e-6);
        assert!((rate / 6.9e9 - 1.0).abs() < 1e-6, "{rate}");
        let (rate, wait) = in_the_long_run(8e9, block, 1, 25e-6);
        assert!((rate / 16e9 - 1.0).abs() < 1e-3 && (wait / 8.19e-6 - 1.0).abs() < 1e-3);
        let deeper = at_other_depth(85e-6, 100e3, (32, 32));
        assert!((deeper / 100e3 - 1.0).abs() < 0.01, "{deeper}");
    }
}
