//! HdrHistogram's log (`.hlog`, V2, compressed), as its plotters and mergers read it: an interval for each
//! result, values in nanoseconds. The samples keep their buckets' middles, which are off by less than
//! 0.8 %.
//!
//! Rounds follow each other without the pauses between them, of which samples know nothing; results of
//! one round have one start.

use std::time::Duration;

use hdrhistogram::Histogram;
use hdrhistogram::serialization::V2DeflateSerializer;
use hdrhistogram::serialization::interval_log::{IntervalLogWriterBuilder, Tag};
use narrows_record::run::Samples;
use narrows_record::word::TargetSet;

pub(super) const MARK: &str = "#Narrows latency log, nanoseconds\n";

/// Digits that are kept: an error of 0.05 %, far below that of the buckets.
const DIGITS: u8 = 3;
/// The column of greatest values is in milliseconds, as in the logs of HdrHistogram for Java.
const DIVISOR: f64 = 1e6;

pub(super) fn of(samples: &[Samples]) -> String {
    let mut bytes = Vec::new();
    // Writing to memory cannot fail, and no value exceeds the range of a histogram.
    let _ = write(samples, &mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}

fn write(samples: &[Samples], bytes: &mut Vec<u8>) -> Option<()> {
    let mut serializer = V2DeflateSerializer::new();
    let comment = MARK.trim_start_matches('#').trim_end();
    let mut log = IntervalLogWriterBuilder::new()
        .add_comment(comment)
        .add_comment("[Histogram log format version 1.3]")
        .with_max_value_divisor(DIVISOR)
        .begin_log_with(bytes, &mut serializer)
        .ok()?;
    let (mut begun, mut round) = (Duration::ZERO, None);
    let mut ends = Duration::ZERO;
    for one in samples.iter().filter(|one| !one.latency_ns.is_empty()) {
        let key = (&one.set, &one.workload, one.repeat);
        if round.is_some_and(|known| known != key) || one.set == TargetSet::Alone {
            begun = ends;
        }
        round = Some(key);
        let length = Duration::from_secs_f64((one.ended_us / 1e6).clamp(0.0, 1e9));
        ends = ends.max(begun + length);
        let tag = tag(one);
        log.write_histogram(&histogram(one)?, begun, length, Tag::new(&tag)).ok()?;
    }
    Some(())
}

fn histogram(samples: &Samples) -> Option<Histogram<u64>> {
    let mut histogram = Histogram::new(DIGITS).ok()?;
    for (value, count) in &samples.latency_ns {
        histogram.record_n((*value).max(1), *count).ok()?;
    }
    Some(histogram)
}

/// A tag ends at a comma, and a log's columns at blanks.
fn tag(samples: &Samples) -> String {
    let Samples { target, workload, set, repeat, .. } = samples;
    let text = format!("{target}/{workload}/{set}/{repeat}");
    text.chars().map(|it| if it.is_ascii_graphic() && it != ',' { it } else { '_' }).collect()
}
