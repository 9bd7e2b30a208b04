//! Request latencies: percentiles, and histograms if the samples are available.

use narrows_messages::Message;
use narrows_record::run::{Samples, TargetMeasurement};
use narrows_record::word::TargetSet;

use super::ReportInput;
use crate::block::{
    Align, CellDrawing, CellInk, FoldedBlock, LatencySpread, Page, PageTable, TableCell,
};
use crate::clean::clean;
use crate::figures::{is_sequential, median};
use crate::{MOST_ROWS, words};

/// Steps of a histogram's scale.
const STEPS: usize = 60;

/// Completion times of the random workloads, each drive by itself if it ran so.
pub(super) fn write(page: &mut Page, report: &ReportInput<'_>) {
    let random: Vec<&str> =
        report.results.workloads.iter().copied().filter(|name| !is_sequential(name)).collect();
    let random = random.into_iter().take(MOST_ROWS);
    let measured = |name: &&str| !targets(report, name).is_empty();
    let random: Vec<&str> = random.filter(measured).collect();
    if random.is_empty() {
        return;
    }
    let fold = report.fold("latency", "report-html-latency", Some("report-html-latency-hint"));
    page.fold(FoldedBlock { is_open: report.is_small(), ..fold }, |page| {
        for workload in random {
            page.heading(&words::workload(workload, report.localizer));
            table(page, report, workload);
        }
    });
}

fn targets<'a>(report: &'a ReportInput<'_>, workload: &str) -> Vec<&'a str> {
    let all = report.results.targets.iter().copied();
    all.filter(|target| !report.results.quiet_rows(target, workload).is_empty()).collect()
}

fn table(page: &mut Page, report: &ReportInput<'_>, workload: &str) {
    let targets = targets(report, workload);
    let samples: Vec<Vec<&Samples>> =
        targets.iter().map(|target| samples(report, target, workload)).collect();
    let scale = LatencyScale::of(samples.iter().flatten().copied());
    let histogram = scale.map(|scale| report.localizer.say(&scale.message()));
    let mut columns = vec![
        (report.text("report-column-drive"), Align::Left),
        (histogram.unwrap_or_default(), Align::Left),
        (report.text("report-column-median"), Align::Right),
    ];
    let percentiles = ["90 %", "99 %", "99.9 %", "99.99 %"].map(str::to_owned);
    let cpu = ["report-column-cpu", "report-html-system-cpu"].map(|id| report.text(id));
    columns.extend(percentiles.into_iter().chain(cpu).map(|name| (name, Align::Right)));
    let table = PageTable::new(columns).sortable();
    table.first(page, targets.iter().zip(&samples), report.localizer, |(target, samples)| {
        let rows = report.results.quiet_rows(target, workload);
        let figures: [fn(&TargetMeasurement) -> Option<f64>; 7] = [
            |row| row.latency_us.p50,
            |row| row.latency_us.p90,
            |row| row.latency_us.p99,
            |row| row.latency_us.p999,
            |row| row.latency_us.p9999,
            |row| row.cpu_us_per_io,
            |row| row.system_cpu_us_per_io,
        ];
        let figures = figures.map(|figure| median(rows, figure));
        let [p50, _, p99, p999, ..] = figures;
        let mut histogram = TableCell::default();
        if let Some(scale) = scale {
            let marks = [p50, p99, p999].into_iter().flatten();
            let marks = marks.map(|us| scale.at(us * 1e3)).collect();
            let workload = words::workload(workload, report.localizer);
            let label = format!("{}: {workload}", clean(target));
            let shares = scale.shares(samples);
            histogram = histogram.with(CellDrawing::Spread(LatencySpread { shares, marks, label }));
        }
        let shown = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), words::micros);
        let mut cells = vec![TableCell::new(clean(target), CellInk::Strong), histogram];
        cells.extend(figures.map(|figure| TableCell::plain(shown(figure))));
        cells
    });
}

/// The samples of the rounds that a drive's latencies are taken from.
fn samples<'a>(report: &ReportInput<'a>, target: &str, workload: &str) -> Vec<&'a Samples> {
    let set: Option<&TargetSet> =
        report.results.quiet_rows(target, workload).first().map(|row| &row.set);
    let is_of = |it: &&Samples| it.target == target && it.workload == workload;
    report.samples.iter().filter(is_of).filter(|it| Some(&it.set) == set).collect()
}

/// A logarithmic scale of nanoseconds.
#[derive(Clone, Copy)]
struct LatencyScale {
    low: f64,
    high: f64,
}

impl LatencyScale {
    /// From the shortest to the longest of all; none without any, or where all took as long.
    fn of<'a>(samples: impl Iterator<Item = &'a Samples>) -> Option<Self> {
        // Zero has no place on a logarithmic scale.
        let taken =
            samples.flat_map(|it| &it.latency_ns).filter(|(ns, count)| *ns > 0 && *count > 0);
        let taken = taken.map(|(ns, _)| *ns as f64);
        let ends = taken.fold(None, |ends: Option<(f64, f64)>, ns| {
            Some(ends.map_or((ns, ns), |(low, high)| (low.min(ns), high.max(ns))))
        });
        ends.filter(|(low, high)| low < high).map(|(low, high)| Self { low, high })
    }

    /// 0 to 1.
    fn at(self, ns: f64) -> f64 {
        let whole = libm::log2(self.high / self.low);
        (libm::log2(ns.max(self.low) / self.low) / whole).clamp(0.0, 1.0)
    }

    fn shares(self, samples: &[&Samples]) -> Vec<f64> {
        let mut shares = vec![0.0; STEPS];
        let all: u64 = samples.iter().flat_map(|it| &it.latency_ns).map(|(_, count)| count).sum();
        for (ns, count) in samples.iter().flat_map(|it| &it.latency_ns) {
            let step = (self.at(*ns as f64) * STEPS as f64) as usize;
            // The longest time lies at 1 itself, just beyond the last step.
            if let Some(share) = shares.get_mut(step.min(STEPS - 1)) {
                *share += *count as f64 / all.max(1) as f64;
            }
        }
        shares
    }

    fn message(self) -> Message {
        let end = |ns: f64| words::micros(ns / 1e3);
        Message::new("report-html-histogram").with("from", end(self.low)).with("to", end(self.high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(latency_ns: Vec<(u64, u64)>) -> Samples {
        Samples {
            target: "a".into(),
            workload: "w".into(),
            set: TargetSet::Alone,
            repeat: 1,
            started_us: 0.0,
            ended_us: 0.0,
            slot_us: 0.0,
            slot_bytes: Vec::new(),
            latency_ns,
        }
    }

    /// From 1 to 100 µs, 10 µs lie in the middle.
    #[test]
    fn a_histogram_stands_on_a_logarithmic_scale() {
        let samples = samples(vec![(1_000, 1), (10_000, 2), (100_000, 1)]);
        let scale = LatencyScale::of(std::iter::once(&samples)).unwrap();
        assert!((scale.at(10_000.0) - 0.5).abs() < 1e-9);
        let shares = scale.shares(&[&samples]);
        assert_eq!((shares[0], shares[STEPS / 2], shares[STEPS - 1]), (0.25, 0.5, 0.25));
        assert_eq!(shares.iter().sum::<f64>(), 1.0);
    }

    #[test]
    fn what_all_took_as_long_has_no_scale() {
        let (none, one) = (samples(Vec::new()), samples(vec![(5, 9)]));
        assert!(LatencyScale::of([&none, &one].into_iter()).is_none());
    }
}
