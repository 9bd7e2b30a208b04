//! HdrHistogram's percentile text (`.hgrm`), as its plotters read it: a distribution for each result,
//! values in microseconds. The samples keep their buckets' middles, which are off by less than 0.8 %.

use std::fmt::Write as _;

use narrows_messages::clean;
use narrows_record::run::Samples;

pub(super) const MARK: &str = "#[Narrows latency, microseconds]\n";

/// Steps between percentiles for each halving of the remainder, HdrHistogram's own default.
const STEPS: u32 = 5;

pub(super) fn of(samples: &[Samples]) -> String {
    let mut text = String::from(MARK);
    for one in samples.iter().filter(|one| !one.latency_ns.is_empty()) {
        distribution(&mut text, one);
    }
    text
}

fn distribution(text: &mut String, samples: &Samples) {
    let mut buckets = samples.latency_ns.clone();
    buckets.sort_unstable();
    let total: u64 = buckets.iter().map(|(_, count)| count).sum();
    let at = |wanted: u64| {
        let mut seen = 0;
        let found = buckets.iter().find(|(_, count)| {
            seen += count;
            seen >= wanted
        });
        let value = found.or(buckets.last()).map_or(0, |(value, _)| *value);
        (value as f64 / 1e3, seen)
    };
    let Samples { target, workload, set, repeat, .. } = samples;
    // Writing to a String cannot fail.
    let _ =
        writeln!(text, "#[{}]", one_line(&format!("{target} {workload} {set} repeat {repeat}")));
    text.push_str("       Value     Percentile TotalCount 1/(1-Percentile)\n\n");
    // 0, then `STEPS` steps for each halving of the rest while there are samples beyond, then 1.
    let mut all = vec![0.0];
    let mut rest = 1.0;
    while rest * total as f64 > 1.0 {
        let step = rest / 2.0 / f64::from(STEPS);
        all.extend((1..=STEPS).map(|number| 1.0 - rest + step * f64::from(number)));
        rest /= 2.0;
    }
    all.push(1.0);
    for quantile in all {
        // `TotalCount` is the number of samples up to and including this value, which may be more
        // than the quantile's share.
        let (value, seen) = at(((quantile * total as f64).ceil() as u64).max(1));
        let _ = match quantile < 1.0 {
            true => writeln!(
                text,
                "{value:12.3} {quantile:14.12} {seen:10} {:14.2}",
                1.0 / (1.0 - quantile)
            ),
            // At 1 the last column would be infinite; HdrHistogram leaves it out.
            false => writeln!(text, "{value:12.3} {quantile:14.12} {seen:10}"),
        };
    }
    let (mean, deviation) = moments(&buckets, total);
    let most = buckets.last().map_or(0.0, |(value, _)| *value as f64 / 1e3);
    let _ = writeln!(text, "#[Mean    = {mean:12.3}, StdDeviation   = {deviation:12.3}]");
    let _ = writeln!(text, "#[Max     = {most:12.3}, Total count    = {total:12}]");
    let _ = writeln!(text, "#[Buckets = {:12}, SubBuckets     = {:12}]\n", buckets.len(), 1);
}

/// Mean and standard deviation, microseconds.
fn moments(buckets: &[(u64, u64)], total: u64) -> (f64, f64) {
    let total = total.max(1) as f64;
    let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
        buckets.iter().map(|(value, count)| of(*value as f64 / 1e3) * *count as f64).sum()
    };
    let mean = sum(&|value| value) / total;
    (mean, (sum(&|value| (value - mean).powi(2)) / total).sqrt())
}

fn one_line(text: &str) -> String {
    let kept = |c: &char| !c.is_control() && !matches!(c, '[' | ']');
    clean(&text.chars().filter(kept).collect::<String>())
}
