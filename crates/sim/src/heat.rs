//! A drive's temperature, and its throttling.

use narrows_units::Nanos;

use crate::HeatModel;
use crate::fault_state::slower_by;
use crate::picos::Picos;

/// Steps per time constant; each step is 1 to 100 ms.
const STEPS: u64 = 100;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DriveTemperature {
    heat: HeatModel,
    pub celsius: f64,
    is_hot: bool,
    /// How often it has begun to throttle in this round.
    pub throttled: u64,
    /// Bytes since the last step.
    bytes: u64,
    /// Bytes of this round.
    pub all_bytes: u64,
    /// Since when it applies.
    from: Picos,
    until: Picos,
}

impl DriveTemperature {
    pub fn new(heat: HeatModel, (from, until): (Picos, Picos)) -> Self {
        Self {
            heat,
            celsius: heat.start_c,
            is_hot: false,
            throttled: 0,
            bytes: 0,
            all_bytes: 0,
            from,
            until,
        }
    }

    /// The same temperature in a later round.
    pub fn again(self, (from, until): (Picos, Picos)) -> Self {
        Self { from, until, bytes: 0, all_bytes: 0, throttled: 0, ..self }
    }

    pub fn step(&self) -> Picos {
        let step = self.heat.tau.get() / STEPS;
        Picos::from(Nanos::new(step.clamp(1_000_000, 100_000_000)))
    }

    #[inline]
    pub fn moved(&mut self, bytes: u64) {
        self.bytes += bytes;
        self.all_bytes += bytes;
    }

    /// When it begins or ceases to apply.
    pub fn changes(&self) -> [Picos; 2] {
        [self.from, self.until]
    }

    /// Advances by `time` to `now`.
    pub fn follow(&mut self, now: Picos, time: Picos) {
        let works = (self.from..self.until).contains(&now);
        // Outside the time of the fault nothing heats the drive, and it cools down.
        let rate = if works { self.bytes as f64 / time.as_secs().max(1e-9) / 1e9 } else { 0.0 };
        self.bytes = 0;
        let target = self.heat.start_c + self.heat.per_gb_s * rate;
        let tau = (self.heat.tau.as_secs()).max(1e-9);
        // The exact solution of the lag, whatever the length of the step.
        self.celsius = target + (self.celsius - target) * libm::exp(-time.as_secs() / tau);
        if !self.is_hot && self.celsius > self.heat.limit_c {
            (self.is_hot, self.throttled) = (true, self.throttled + 1);
        // A file may have it resume above the limit, where it would throttle and recover in turn
        // with every step.
        } else if self.is_hot && self.celsius < self.heat.resume_c.min(self.heat.limit_c) {
            self.is_hot = false;
        }
    }

    /// Advances by `time` to `now` at a steady rate, in bytes for each second; bytes received since the last
    /// step count for the next one.
    pub fn follow_at(&mut self, rate: f64, now: Picos, time: Picos) {
        let since = self.bytes;
        self.bytes = (rate * time.as_secs()) as u64;
        self.follow(now, time);
        self.bytes = since;
    }

    /// When it begins or ceases to throttle at a steady rate, in bytes for each second, if before `end`: the end
    /// of the step before that.
    pub fn turns(mut self, rate: f64, now: Picos, end: Picos) -> Picos {
        let (step, slower) = (self.step(), self.slower());
        let mut at = now;
        while at < end {
            self.follow_at(rate, at + step, step);
            if self.slower() != slower {
                return at;
            }
            at = at + step;
        }
        end
    }

    /// The factor by which throttling slows the drive down.
    pub fn slower(&self) -> f64 {
        if self.is_hot { slower_by(self.heat.factor) } else { 1.0 }
    }

    pub fn limit_c(&self) -> f64 {
        self.heat.limit_c
    }
}
