//! Requests by process, as the kernel counted them.

use narrows_messages::{Localizer, Message};
use narrows_record::watch::{
    ProcessRequests, RequestSizeCount, RequestTrace, TraceObstacle, WatchRecord,
};
use narrows_record::word::TransferDirection;

use crate::block::{Align, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::words;

/// Requests that were in flight when the watch began are missed, which is no news.
const LEAST_MISSED: f64 = 0.01;

/// The table of processes, or why there is none.
pub(super) fn write(page: &mut Page, watch: &WatchRecord, localizer: &Localizer) {
    match (&watch.traced, &watch.untraced) {
        (Some(traced), _) if !traced.requests.is_empty() => table(page, watch, traced, localizer),
        (None, Some(TraceObstacle::Rights)) => {
            super::super::remark(page, &localizer.text("watch-untraced-rights"));
        }
        (None, Some(TraceObstacle::Kernel)) => {
            super::super::remark(page, &localizer.text("watch-untraced-kernel"));
        }
        _ => {}
    }
}

fn table(page: &mut Page, watch: &WatchRecord, traced: &RequestTrace, localizer: &Localizer) {
    page.heading(&localizer.text("watch-requests"));
    let table = PageTable::new(vec![
        (localizer.text("watch-column-process"), Align::Left),
        (localizer.text("compare-column-drive"), Align::Left),
        (localizer.text("watch-column-direction"), Align::Left),
        ("MB/s".to_owned(), Align::Right),
        ("IOPS".to_owned(), Align::Right),
        (localizer.text("watch-column-size"), Align::Right),
        ("QD".to_owned(), Align::Right),
        (localizer.text("watch-column-latency"), Align::Right),
        ("p99".to_owned(), Align::Right),
    ])
    .sparing(&[8, 4, 5, 6]);
    // Requests of others are worth a row only after the job's own.
    let (own, others): (Vec<&ProcessRequests>, _) =
        traced.requests.iter().partition(|one| one.of_job);
    table.first(page, own.into_iter().chain(others), localizer, |one| {
        row(one, watch.watched_s.max(f64::MIN_POSITIVE), localizer)
    });
    let tracing = Message::new("watch-traced");
    let cpu = traced.cpu.map_or_else(|| "?".to_owned(), super::small_share);
    super::super::remark(page, &localizer.say(&tracing.with("cpu", cpu)));
    let counted: u64 = traced.requests.iter().map(|one| one.requests).sum();
    let missed = traced.missed as f64 / (counted.saturating_add(traced.missed).max(1)) as f64;
    if missed >= LEAST_MISSED {
        let message = Message::new("watch-missed").with("share", super::share(missed));
        super::super::remark(page, &localizer.say(&message));
    }
}

fn row(one: &ProcessRequests, watched_s: f64, localizer: &Localizer) -> Vec<TableCell> {
    let mark = if one.of_job { "▶ " } else { "  " };
    let direction = match one.direction {
        TransferDirection::Write => "watch-direction-write",
        _ => "watch-direction-read",
    };
    let which = match (one.pid, one.processes) {
        (Some(pid), _) => format!(" {pid}"),
        (None, 2..) => format!(" × {}", one.processes),
        _ => String::new(),
    };
    vec![
        TableCell::plain(format!("{mark}{}{which}", clean(&one.process))),
        TableCell::plain(clean(&one.drive)),
        TableCell::plain(localizer.text(direction)),
        TableCell::plain(words::number(one.bytes as f64 / 1e6 / watched_s)),
        TableCell::plain(words::iops(one.requests as f64 / watched_s).trim_end_matches(" IOPS")),
        TableCell::plain(commonest(&one.sizes)),
        TableCell::plain(format!("{:.1}", one.depth)),
        TableCell::plain(words::micros(one.latency_us)),
        TableCell::plain(words::micros(one.p99_us)),
    ]
}

/// The commonest request size, as the lower end of a range to twice as many bytes; with `~` if others
/// differ.
fn commonest(sizes: &[RequestSizeCount]) -> String {
    let Some(most) = sizes.iter().max_by_key(|size| size.requests) else { return String::new() };
    let mark = if sizes.len() > 1 { "~" } else { "" };
    format!("{mark}{}", binary(most.bytes))
}

/// `512`, `4k`, `1M`, as benchmarks write block sizes.
fn binary(bytes: u64) -> String {
    match bytes {
        0..1024 => bytes.to_string(),
        1024..1_048_576 => format!("{}k", bytes >> 10),
        _ => format!("{}M", bytes >> 20),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_as_benchmarks_write_them() {
        let of = |bytes, requests| RequestSizeCount { bytes, requests };
        assert_eq!(commonest(&[of(512, 3)]), "512");
        assert_eq!(commonest(&[of(4096, 9), of(131_072, 3)]), "~4k");
        assert_eq!([binary(131_072), binary(1 << 20)], ["128k", "1M"]);
        assert_eq!(commonest(&[]), "");
    }
}
