//! The offset of a host's clock from rank 0's, from letters that go there and back.
//!
//! Source: Cristian, "Probabilistic clock synchronization", Distributed Computing 3, 1989: if a letter
//! leaves at `sent`, arrives at `received` and answered at `replied` on the other clock, and the answer is
//! back at `back`, the other clock is ahead by half the difference of the two ways, and wrong by at most
//! half the time of both ways, however that is divided between them. Of several exchanges each confines the
//! clock to an interval; the true difference lies in all of them.

use narrows_units::Nanos;

use crate::cluster::Clock;

#[derive(Clone, Copy, Debug)]
pub struct ClockExchange {
    /// When it left, on rank 0's clock.
    pub sent: Nanos,
    /// When it arrived, on the other's.
    pub received: Nanos,
    /// When the answer left, on the other's.
    pub replied: Nanos,
    /// When that was back, on rank 0's.
    pub back: Nanos,
}

/// Added to rank 0's time to get another host's: between two bounds, nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offset {
    least: i64,
    most: i64,
}

impl Offset {
    pub const OWN: Self = Self { least: 0, most: 0 };

    /// The bounds from one exchange: the letter cannot have arrived before it left, nor its answer
    /// have been back before it left there.
    fn of(exchange: &ClockExchange) -> Self {
        // A wrapped difference is the signed one as long as it is below 2^63 ns, 292 years.
        let difference = |there: Nanos, here: Nanos| there.get().wrapping_sub(here.get()) as i64;
        let least = difference(exchange.replied, exchange.back);
        // Clocks that were set between two readings may contradict.
        Self { least, most: difference(exchange.received, exchange.sent).max(least) }
    }

    /// The bounds from several exchanges together; `None` without any.
    pub fn of_all(exchanges: &[ClockExchange]) -> Option<Self> {
        let all = exchanges.iter().map(Self::of);
        all.reduce(|one, other| one.and(other))
    }

    /// The intersection of both. Clocks that were adjusted between two exchanges may contradict: then
    /// the narrower is used.
    fn and(self, other: Self) -> Self {
        let (least, most) = (self.least.max(other.least), self.most.min(other.most));
        let narrower = if self.width() <= other.width() { self } else { other };
        if least <= most { Self { least, most } } else { narrower }
    }

    fn width(self) -> u64 {
        self.most.abs_diff(self.least)
    }

    fn middle(self) -> i64 {
        self.least + (self.width() / 2) as i64
    }

    /// An instant of rank 0's clock on the other one.
    pub fn there(self, here: Nanos) -> Nanos {
        Nanos::new(here.get().saturating_add_signed(self.middle()))
    }

    /// The difference of two other clocks with these offsets to these on their hosts.
    pub fn of_other(self, there: i64, here: i64) -> Self {
        let more = there.wrapping_sub(here);
        Self { least: self.least.wrapping_add(more), most: self.most.wrapping_add(more) }
    }

    pub fn clock(self) -> Clock {
        Clock { offset_us: self.middle() as f64 / 1e3, error_us: self.width() as f64 / 2e3 }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn by_hand() {
        // Sent at 100, on its way for 10, answered after 5, on its way for 30; the other clock
        // is 1,000 ahead: arrived at 1,110, answered at 1,115, back at 145.
        let nanos = [100, 1110, 1115, 145].map(Nanos::new);
        let exchange =
            ClockExchange { sent: nanos[0], received: nanos[1], replied: nanos[2], back: nanos[3] };
        // Between 1,115 - 145 = 970 and 1,110 - 100 = 1,010: 990 +- 20.
        let offset = Offset::of_all(&[exchange]).unwrap();
        assert_eq!(offset, Offset { least: 970, most: 1010 });
        assert_eq!(offset.there(Nanos::new(200)), Nanos::new(1190));
        assert_eq!(offset.clock(), Clock { offset_us: 0.99, error_us: 0.02 });
    }

    proptest! {
        /// However long letters take on either way, and however far apart the clocks are (days, either
        /// way), the truth lies within the bound.
        #[test]
        fn the_truth_is_within_the_error(
            ahead in -400_000_000_000_000_i64..400_000_000_000_000,
            ways in prop::collection::vec(
                (0_u64..5_000_000, 0_u64..1_000_000, 0_u64..5_000_000),
                1..9,
            ),
        ) {
            let mut at = 500_000_000_000_000_u64;
            let exchanges: Vec<ClockExchange> = ways.iter().map(|(go, stay, come)| {
                let sent = at;
                let there = |time: u64| Nanos::new(time.saturating_add_signed(ahead));
                let (received, replied) = (there(sent + go), there(sent + go + stay));
                at = sent + go + stay + come;
                ClockExchange { sent: Nanos::new(sent), received, replied, back: Nanos::new(at) }
            }).collect();
            let offset = Offset::of_all(&exchanges).unwrap();
            prop_assert!(offset.least <= ahead && ahead <= offset.most);
            let Clock { offset_us, error_us } = offset.clock();
            // A nanosecond is lost if the width is odd, and f64 holds days to a tenth of one.
            prop_assert!((offset_us - ahead as f64 / 1e3).abs() <= error_us + 0.002);
        }
    }
}
