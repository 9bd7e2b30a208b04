//! A cause's predictions for other situations.
//!
//! A pure function of capacities: the rates that drives could take, one limit in force, fair
//! shares. Measured sets are compared with it, and experiments predicted.

use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct SituationLoad {
    pub drive: String,
    /// The least that it would move without this bottleneck, MB/s.
    pub wants: f64,
    /// The most: more than `wants` where it was not measured alone under these requests.
    pub most: f64,
    /// Bytes per request.
    pub block: u64,
    /// Number of issuing threads.
    pub jobs: u32,
}

/// Kinds of capacities.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CapacityKind {
    /// All drives' bytes together, MB/s.
    Bytes(f64),
    /// All drives' requests together, per second.
    Requests(f64),
    /// Requests per second of one thread, for each drive.
    Threads(BTreeMap<String, f64>),
    /// The bandwidth of a drive's slot as soon as another runs, too, MB/s.
    Narrowed(BTreeMap<String, f64>),
    /// The most that a drive moves in any situation, MB/s.
    Own(f64),
    /// Queue depth divided by latency: a drive's rate at this depth, MB/s.
    Depth(f64),
    /// No prediction for other situations.
    Silent,
}

/// A predicted sum of rates, MB/s: one figure, or anything between two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PredictedRange {
    pub low: f64,
    pub high: f64,
}

impl PredictedRange {
    pub fn exactly(mb_s: f64) -> Self {
        Self { low: mb_s, high: mb_s }
    }

    pub fn at_most(self, ceiling: f64) -> Self {
        Self { low: self.low.min(ceiling), high: self.high.min(ceiling) }
    }
}

impl CapacityKind {
    /// The sum of these drives' rates; `None` if there is no prediction.
    pub fn sum(&self, loads: &[SituationLoad], counts: &[String]) -> Option<PredictedRange> {
        let of = |loads: &[SituationLoad]| {
            let got = self.expected(loads)?;
            let pairs = loads.iter().zip(got).filter(|(load, _)| counts.contains(&load.drive));
            Some(pairs.map(|(_, mb_s)| mb_s).sum::<f64>())
        };
        let most = |load: &SituationLoad| SituationLoad { wants: load.most, ..load.clone() };
        let high = of(&loads.iter().map(most).collect::<Vec<_>>())?;
        Some(PredictedRange { low: of(loads)?, high })
    }

    /// The rate of each drive, MB/s; `None` if there is no prediction.
    pub fn expected(&self, loads: &[SituationLoad]) -> Option<Vec<f64>> {
        let each = |most: &dyn Fn(&SituationLoad) -> f64| {
            loads.iter().map(|load| load.wants.min(most(load))).collect()
        };
        Some(match self {
            Self::Bytes(mb_s) => {
                fill(&loads.iter().map(|load| load.wants).collect::<Vec<_>>(), *mb_s)
            }
            Self::Requests(iops) => requests(loads, *iops),
            Self::Threads(iops) => each(&|load: &SituationLoad| {
                let of_one = iops.get(&load.drive).copied().unwrap_or(f64::INFINITY);
                of_one * f64::from(load.jobs) * mb(load.block)
            }),
            // A slot loses its lanes only beside its neighbour.
            Self::Narrowed(_) if loads.len() < 2 => each(&|load: &SituationLoad| load.wants),
            Self::Narrowed(mb_s) => each(&|load: &SituationLoad| {
                mb_s.get(&load.drive).copied().unwrap_or(f64::INFINITY)
            }),
            Self::Own(mb_s) | Self::Depth(mb_s) => each(&|_: &SituationLoad| *mb_s),
            Self::Silent => return None,
        })
    }
}

/// MB (10^6 bytes) per request.
pub(super) fn mb(block: u64) -> f64 {
    block as f64 / 1e6
}

/// Shares by requests, for drives with possibly different block sizes.
fn requests(loads: &[SituationLoad], iops: f64) -> Vec<f64> {
    let wanted: Vec<f64> = loads.iter().map(|load| load.wants / mb(load.block)).collect();
    let got = fill(&wanted, iops);
    got.iter().zip(loads).map(|(requests, load)| requests * mb(load.block)).collect()
}

/// Max-min fair shares: no drive gets more than it could take, and limited ones get the same.
pub(crate) fn fill(wants: &[f64], capacity: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wants.len()).collect();
    let want = |at: usize| wants.get(at).copied().unwrap_or_default();
    order.sort_by(|&a, &b| want(a).total_cmp(&want(b)));
    let mut got = vec![0.0; wants.len()];
    let mut left = capacity;
    // Those that want least come first: what they leave goes to the others.
    for (served, &at) in order.iter().enumerate() {
        let fair = left / (wants.len() - served) as f64;
        let share = want(at).min(fair);
        left -= share;
        if let Some(slot) = got.get_mut(at) {
            *slot = share;
        }
    }
    got
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(drive: &str, wants: f64) -> SituationLoad {
        SituationLoad { drive: drive.into(), wants, most: wants, block: 131_072, jobs: 1 }
    }

    /// 3,200 for 500 and 2,300: the slow one keeps its own, and so does the fast one its 2,300; of
    /// two of 2,300 each gets half.
    #[test]
    fn a_link_is_shared_fairly() {
        let link = CapacityKind::Bytes(3200.0);
        let held = link.expected(&[load("a", 2300.0), load("b", 500.0)]).unwrap();
        assert_eq!(held, [2300.0, 500.0]);
        let free = link.expected(&[load("a", 2300.0), load("b", 2300.0)]).unwrap();
        assert_eq!(free, [1600.0, 1600.0]);
        let three = link.expected(&[load("a", 2300.0), load("b", 400.0), load("c", 2300.0)]);
        assert_eq!(three.unwrap(), [1400.0, 400.0, 1400.0]);
    }

    /// A slot of 1,790 limits its drive even beside one that takes only 500, but not alone.
    #[test]
    fn a_narrowed_slot_does_not_ask_how_much_the_neighbour_takes() {
        let slot = CapacityKind::Narrowed(BTreeMap::from([("a".to_owned(), 1790.0)]));
        let held = slot.expected(&[load("a", 2300.0), load("b", 500.0)]).unwrap();
        assert_eq!(held, [1790.0, 500.0]);
        assert_eq!(slot.expected(&[load("a", 2300.0)]).unwrap(), [2300.0]);
    }

    /// 10,000 requests of 128 KiB are 1,310.72 MB; of 1 MiB eight times as much.
    #[test]
    fn a_limit_of_requests_grows_with_the_block() {
        let requests = CapacityKind::Requests(10_000.0);
        let small = [load("a", 2000.0), load("b", 2000.0)];
        let sum: f64 = requests.expected(&small).unwrap().iter().sum();
        assert!((sum - 1310.72).abs() < 1e-6);
        let large = small.map(|load| SituationLoad { block: 1 << 20, ..load });
        let sum: f64 = requests.expected(&large).unwrap().iter().sum();
        assert_eq!(sum, 4000.0);
    }

    #[test]
    fn a_second_thread_doubles_what_one_could_ask() {
        let thread = CapacityKind::Threads(BTreeMap::from([("a".to_owned(), 5000.0)]));
        let one = load("a", 9000.0);
        let two = SituationLoad { jobs: 2, ..one.clone() };
        let rate = |load| thread.expected(&[load]).unwrap()[0];
        assert!((rate(two) / rate(one) - 2.0).abs() < 1e-9);
    }
}
