//! Results of one measurement, from either side.

use serde::Serialize;

/// The figures of one side in one run. Figures that a side does not report are absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct EngineFigures {
    /// 10^6 bytes per second.
    pub mb_s: f64,
    /// Operations per second.
    pub iops: f64,
    /// Processor time in user mode an operation, microseconds, of the threads that issue.
    pub user_us_per_io: Option<f64>,
    /// Their processor time in the kernel an operation, microseconds.
    pub system_us_per_io: Option<f64>,
    /// The latency that one request in a hundred exceeds, microseconds.
    pub p99_us: Option<f64>,
}

/// One of the figures, which two sides are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EngineQuantity {
    /// [`EngineFigures::mb_s`].
    MbS,
    /// [`EngineFigures::iops`].
    Iops,
    /// Operations per second of CPU time, user and kernel: equals the wall-clock rate when the core
    /// has no other load.
    IopsPerCoreSecond,
    /// [`EngineFigures::user_us_per_io`].
    UserUsPerIo,
    /// [`EngineFigures::p99_us`].
    P99Us,
}

impl EngineQuantity {
    /// Its value in this figure; `None` if not reported.
    pub fn of(self, figure: &EngineFigures) -> Option<f64> {
        match self {
            Self::MbS => Some(figure.mb_s),
            Self::Iops => Some(figure.iops),
            Self::IopsPerCoreSecond => {
                let busy_us = figure.user_us_per_io? + figure.system_us_per_io?;
                (busy_us > 0.0).then(|| 1e6 / busy_us)
            }
            Self::UserUsPerIo => figure.user_us_per_io,
            Self::P99Us => figure.p99_us,
        }
    }

    /// As a heading.
    pub fn name(self) -> &'static str {
        match self {
            Self::MbS => "MB/s",
            Self::Iops => "IOPS",
            Self::IopsPerCoreSecond => "IOPS a core-second",
            Self::UserUsPerIo => "user CPU an I/O, ns",
            Self::P99Us => "p99, us",
        }
    }

    /// `value` as people read it under that heading.
    pub fn show(self, value: f64) -> String {
        match self {
            Self::MbS | Self::P99Us => format!("{value:.1}"),
            Self::Iops | Self::IopsPerCoreSecond => format!("{value:.0}"),
            Self::UserUsPerIo => format!("{:.1}", value * 1e3),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_second_counts_both_modes() {
        // 0.2 us in user mode and 0.3 us in the kernel: 2,000,000 operations a second of both.
        let figure = EngineFigures {
            user_us_per_io: Some(0.2),
            system_us_per_io: Some(0.3),
            ..EngineFigures::default()
        };
        assert_eq!(EngineQuantity::IopsPerCoreSecond.of(&figure), Some(2e6));
        assert_eq!(EngineQuantity::IopsPerCoreSecond.of(&EngineFigures::default()), None);
        assert_eq!(EngineQuantity::UserUsPerIo.show(0.0123), "12.3");
    }
}
