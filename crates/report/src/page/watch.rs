//! The page of `narrows watch`: limits of a job, changes that would make it faster, and its course
//! over time.

mod requests;

use std::collections::BTreeSet;

use narrows_messages::{Localizer, Message};
use narrows_record::run::RunDocument;
use narrows_record::watch::{
    ChangeGain, DriveSecond, GainUncertainty, LimitShare, SuggestedChange, ThrottleMechanism,
    WatchLimit, WatchRecord, WatchSecond, WatchSubject,
};

use narrows_record::word::TransferDirection;

use crate::block::{Align, CellDrawing, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::{MOST_ROWS, words};

/// Limits with a smaller part of the time are not listed.
const LEAST_SHARE: f64 = 0.005;
/// A smaller share of the time held back is not shown.
const LEAST_HELD: f64 = 0.05;
/// A smaller gain is shown as negligible.
const LEAST_GAIN: f64 = 1.05;

/// Its limits, possible remedies, the breakdown of time, and the course.
pub(super) fn write(
    page: &mut Page,
    run: &RunDocument,
    watch: &WatchRecord,
    localizer: &Localizer,
) {
    super::header(page, &run.machine.host, &run.machine.source, localizer);
    page.blank();
    page.title(&title(watch, localizer));
    let own = small_share(watch.own_cpu);
    let watched = Message::new("watch-watched").with("time", words::duration(watch.watched_s));
    page.paragraph("", &localizer.say(&watched.with("own", own)), CellInk::Faint);
    page.blank();
    if let Some(most) = watch.shares.first() {
        page.paragraph("▶ ", &localizer.say(&verdict(most)), CellInk::Strong);
    }
    // Components that became slower meanwhile: links, and whatever grew too warm.
    for fallen in watch.fallen.iter().take(MOST_ROWS) {
        let message = Message::new("watch-link-fell")
            .with("drive", clean(&fallen.drive))
            .with("from", fallen.from)
            .with("to", fallen.to)
            .with("time", words::duration(fallen.at_s));
        page.paragraph("• ", &localizer.say(&message), CellInk::Alarm);
    }
    let all = watch.seconds.iter().flat_map(|second| &second.throttled);
    let all: BTreeSet<&str> = all.map(String::as_str).collect();
    for what in all.into_iter().take(MOST_ROWS) {
        let is_it = |second: &&WatchSecond| second.throttled.iter().any(|one| one == what);
        let length: f64 = watch.seconds.iter().filter(is_it).map(|it| it.length_s).sum();
        let is_cpu = what == "cpu";
        let id = if is_cpu { "watch-throttled-cpu" } else { "watch-throttled-drive" };
        let part = share(length / watch.watched_s.max(f64::MIN_POSITIVE));
        let message = Message::new(id).with("drive", clean(what)).with("share", part);
        page.paragraph("• ", &localizer.say(&message), CellInk::Alarm);
    }
    held(page, watch, localizer);
    // Changes that would help, greatest gain first, then the others.
    let mut gains: Vec<&ChangeGain> = watch.gains.iter().collect();
    gains.sort_by(|a, b| b.factor.total_cmp(&a.factor));
    for gain in gains.iter().filter(|gain| gain.factor >= LEAST_GAIN) {
        page.paragraph("• ", &brings(gain, localizer), CellInk::Plain);
    }
    // That there is no rate limit, or no thread to divide, is no news.
    let is_shown = |gain: &&&ChangeGain| {
        matches!(
            gain.change,
            SuggestedChange::FasterDrive
                | SuggestedChange::MoreDrives
                | SuggestedChange::QueueDepth
        )
    };
    let idle = gains.iter().filter(|gain| gain.factor < LEAST_GAIN).filter(is_shown);
    let idle: Vec<String> = idle.map(|gain| localizer.text(change(&gain.change))).collect();
    let is_known = watch.shares.first().is_some_and(|most| most.limit != WatchLimit::Unknown);
    if is_known && !idle.is_empty() {
        let message = Message::new("watch-gain-none").list("changes", "between-names", idle);
        page.paragraph("• ", &localizer.say(&message), CellInk::Plain);
    }
    limits(page, watch, localizer);
    course(page, watch, localizer);
    requests::write(page, watch, localizer);
    super::notes(page, run.machine.notes.iter().chain(&run.notes), localizer);
}

fn title(watch: &WatchRecord, localizer: &Localizer) -> String {
    let message = match watch.subject {
        WatchSubject::Machine => Message::new("watch-title-machine"),
        _ => Message::new("watch-title").with("name", clean(&watch.name)),
    };
    localizer.say(&message)
}

/// `94 %`.
pub(super) fn share(part: f64) -> String {
    let percent = part * 100.0;
    if percent < 9.95 { format!("{percent:.1} %") } else { format!("{percent:.0} %") }
}

/// `< 0.1 %`, `0.4 %`.
fn small_share(part: f64) -> String {
    if part < 0.001 { "< 0.1 %".to_owned() } else { share(part) }
}

/// A second in a line, for progress.
pub fn watched_second(second: &WatchSecond, localizer: &Localizer) -> String {
    let on = second.on.as_deref().map(clean);
    let limit = localizer.text(second.limit.name());
    let rates = rates(&[second]);
    let depth = format!("QD {:.1}", rates.depth);
    let figures = [words::rate(rates.mb_s), words::iops(rates.iops), depth];
    words::dotted(on.into_iter().chain([limit]).chain(figures))
}

fn verdict(most: &LimitShare) -> Message {
    let id = match (&most.limit, &most.on) {
        (WatchLimit::Depth, Some(_)) => "watch-verdict-depth",
        (WatchLimit::Drive, Some(_)) => "watch-verdict-drive",
        (WatchLimit::Link, Some(_)) => "watch-verdict-link",
        (WatchLimit::Uplink, Some(_)) => "watch-verdict-uplink",
        (WatchLimit::RateLimit, Some(_)) => "watch-verdict-rate-limit",
        (WatchLimit::Throttle, Some(_)) => "watch-verdict-throttle-drive",
        (WatchLimit::Throttle, None) => "watch-verdict-throttle-cpu",
        (WatchLimit::Thread, _) => "watch-verdict-thread",
        (WatchLimit::Cpu, _) => "watch-verdict-cpu",
        (WatchLimit::CpuQueue, _) => "watch-verdict-cpu-queue",
        (WatchLimit::Memory, _) => "watch-verdict-memory",
        (WatchLimit::Application, _) => "watch-verdict-application",
        _ => "watch-verdict-unknown",
    };
    let message = Message::new(id).with("share", share(most.share));
    message.with("drive", most.on.as_deref().map(clean).unwrap_or_default())
}

/// Throttling by the kernel for a part of the time that is worth a line.
fn held(page: &mut Page, watch: &WatchRecord, localizer: &Localizer) {
    for one in watch.held.iter().filter(|one| one.share >= LEAST_HELD).take(MOST_ROWS) {
        let id = match (&one.by, one.allows_bytes.or(one.allows_requests)) {
            (ThrottleMechanism::IoMax | ThrottleMechanism::BlkioThrottle, Some(_)) => {
                "watch-held-limit"
            }
            (ThrottleMechanism::IoWeight, _) => "watch-held-weight",
            (ThrottleMechanism::IoLatency, _) => "watch-held-latency",
            (ThrottleMechanism::WritebackThrottling, _) => "watch-held-queue",
            (ThrottleMechanism::DirtyThrottling, _) => "watch-held-dirty",
            (ThrottleMechanism::Reclaim, _) => "watch-held-reclaim",
            _ => continue,
        };
        let bytes = one.allows_bytes.map(|bytes| words::rate(bytes as f64 / 1e6));
        let requests = one.allows_requests.map(|requests| words::iops(requests as f64));
        let direction = match one.direction {
            Some(TransferDirection::Write) => "watch-direction-write",
            _ => "watch-direction-read",
        };
        let file = if one.by == ThrottleMechanism::IoMax { "io.max" } else { "blkio.throttle" };
        let message = Message::new(id)
            .with("share", share(one.share))
            .with("group", one.group.as_deref().map(clean).unwrap_or_default())
            .with("file", file)
            .with("rate", bytes.or(requests).unwrap_or_default())
            .with("direction", localizer.text(direction))
            .with("drive", one.drive.as_deref().map(clean).unwrap_or_default());
        page.paragraph("• ", &localizer.say(&message), CellInk::Alarm);
    }
}

/// The speedup, or its range and why it is not known more closely.
fn brings(gain: &ChangeGain, localizer: &Localizer) -> String {
    let id = if gain.at_most { "watch-gain-at-most" } else { "watch-gain" };
    let why = gain.unsure.as_ref().and_then(unsure);
    let id = if why.is_some() { "watch-gain-between" } else { id };
    let number = |factor: f64| format!("{factor:.1}");
    let message = Message::new(id)
        .with("change", localizer.text(change(&gain.change)))
        .with("factor", number(gain.factor))
        .with("least", number(gain.least))
        .with("why", why.map(|why| localizer.text(why)).unwrap_or_default());
    localizer.say(&message)
}

fn unsure(why: &GainUncertainty) -> Option<&'static str> {
    match why {
        GainUncertainty::DepthUnseen => Some("watch-unsure-depth-unseen"),
        GainUncertainty::DriveHidden => Some("watch-unsure-drive-hidden"),
        GainUncertainty::ProcessorsTaken => Some("watch-unsure-processors-taken"),
        GainUncertainty::ThreadsUnknown => Some("watch-unsure-threads-unknown"),
        GainUncertainty::ThreadsOverlap => Some("watch-unsure-threads-overlap"),
        GainUncertainty::Unlisted(_) => None,
    }
}

fn change(change: &SuggestedChange) -> &'static str {
    match change {
        SuggestedChange::FasterDrive => "watch-change-faster-drive",
        SuggestedChange::QueueDepth => "watch-change-queue-depth",
        SuggestedChange::MoreDrives => "watch-change-more-drives",
        SuggestedChange::BetterSlot => "watch-change-better-slot",
        SuggestedChange::RateLimit => "watch-change-rate-limit",
        SuggestedChange::FreeCpus => "watch-change-free-cpus",
        SuggestedChange::MoreThreads | SuggestedChange::Unlisted(_) => "watch-change-more-threads",
    }
}

pub(super) fn limits(page: &mut Page, watch: &WatchRecord, localizer: &Localizer) {
    page.heading(&localizer.text("watch-limits"));
    let mut table = PageTable::new(vec![
        (localizer.text("watch-column-limit"), Align::Left),
        (localizer.text("compare-column-drive"), Align::Left),
        (localizer.text("watch-column-share"), Align::Right),
        (localizer.text("watch-column-seconds"), Align::Right),
    ])
    .sparing(&[3]);
    for one in watch.shares.iter().filter(|one| one.share >= LEAST_SHARE).take(MOST_ROWS) {
        let mut part = TableCell::new(share(one.share), CellInk::Strong);
        part.drawn =
            Some(CellDrawing::Bar { measured: Some(one.share), predicted: None, most: 1.0 });
        table.cells(vec![
            TableCell::plain(localizer.text(one.limit.name())),
            TableCell::plain(one.on.as_deref().map(clean).unwrap_or_default()),
            part,
            TableCell::plain(one.seconds.to_string()),
        ]);
    }
    table.write(page);
}

/// Combined rates of the drives in some seconds.
struct WatchRates {
    mb_s: f64,
    iops: f64,
    depth: f64,
    latency_us: Option<f64>,
    cpu: f64,
}

fn rates(seconds: &[&WatchSecond]) -> WatchRates {
    let length: f64 = seconds.iter().map(|second| second.length_s).sum();
    let length = length.max(f64::MIN_POSITIVE);
    let sum = |of: &dyn Fn(&DriveSecond, &WatchSecond) -> f64| -> f64 {
        let drives =
            seconds.iter().flat_map(|second| second.drives.iter().map(move |it| (it, *second)));
        // An array's work is done by its drives.
        let drives = drives.filter(|(drive, _)| !drive.is_array);
        drives.fold(0.0, |sum, (drive, second)| sum + of(drive, second))
    };
    let ops = sum(&|it, _| (it.reads + it.writes) as f64);
    let waited = sum(&|it, second| it.depth * second.length_s);
    let of_job =
        |second: &WatchSecond| if second.is_of_machine() { second.machine.cpu } else { second.cpu };
    WatchRates {
        mb_s: sum(&|it, _| (it.read_bytes + it.written_bytes) as f64) / 1e6 / length,
        iops: ops / length,
        depth: waited / length,
        // By Little's law: the time in flight, divided by the number of requests.
        latency_us: (ops > 0.0).then(|| waited * 1e6 / ops),
        cpu: seconds.iter().map(|second| of_job(second) * second.length_s).sum::<f64>() / length,
    }
}

/// The seconds, consecutive ones with the same limit in one row.
pub(super) fn course(page: &mut Page, watch: &WatchRecord, localizer: &Localizer) {
    page.heading(&localizer.text("watch-course"));
    let mut table = PageTable::new(vec![
        (localizer.text("watch-column-from"), Align::Right),
        (localizer.text("watch-column-limit"), Align::Left),
        (localizer.text("compare-column-drive"), Align::Left),
        ("MB/s".to_owned(), Align::Right),
        ("IOPS".to_owned(), Align::Right),
        ("QD".to_owned(), Align::Right),
        (localizer.text("watch-column-latency"), Align::Right),
        ("CPU".to_owned(), Align::Right),
    ])
    .sparing(&[5, 6, 4]);
    let same = |a: &WatchSecond, b: &WatchSecond| (&a.limit, &a.on) == (&b.limit, &b.on);
    let parts: Vec<&[WatchSecond]> = watch.seconds.chunk_by(same).collect();
    for part in parts.iter().take(MOST_ROWS) {
        let Some(first) = part.first() else { continue };
        let length: f64 = part.iter().map(|second| second.length_s).sum();
        let rates = rates(&part.iter().collect::<Vec<_>>());
        table.cells(vec![
            TableCell::plain(span(first.at_s, first.at_s + length)),
            TableCell::new(localizer.text(first.limit.name()), CellInk::Strong),
            TableCell::plain(first.on.as_deref().map(clean).unwrap_or_default()),
            TableCell::plain(words::number(rates.mb_s)),
            TableCell::plain(words::iops(rates.iops).trim_end_matches(" IOPS")),
            TableCell::plain(format!("{:.1}", rates.depth)),
            TableCell::plain(rates.latency_us.map(words::micros).unwrap_or_default()),
            TableCell::plain(format!("{:.2}", rates.cpu)),
        ]);
    }
    table.write(page);
    super::more(page, parts.len().saturating_sub(MOST_ROWS), localizer);
    super::remark(page, &localizer.text("watch-legend"));
}

/// `3–7 s`; a span within one second has tenths: `0.0–0.3 s`.
fn span(from: f64, to: f64) -> String {
    let whole = [from, to].map(|at| format!("{at:.0}"));
    match &whole {
        [begin, end] if begin != end => format!("{begin}–{end} s"),
        _ => format!("{from:.1}–{to:.1} s"),
    }
}

#[cfg(test)]
mod tests {
    use narrows_messages::Language;
    use narrows_record::see::LinkState;
    use narrows_record::watch::{
        KernelThrottling, LinkDowngrade, ProcessRequests, RequestSizeCount, RequestTrace,
        TraceObstacle,
    };

    use super::*;
    use crate::Style;

    fn watch() -> WatchRecord {
        let second = |at: f64, limit, on: Option<&str>| WatchSecond {
            at_s: at,
            length_s: 1.0,
            looks: 50,
            cpu: 0.13,
            limit,
            on: on.map(str::to_owned),
            drives: vec![DriveSecond {
                drive: "sda".to_owned(),
                reads: 1000,
                read_bytes: 4_096_000,
                depth: 0.87,
                ..DriveSecond::default()
            }],
            ..WatchSecond::default()
        };
        let depth = |at| second(at, WatchLimit::Depth, Some("sd\u{1b}a"));
        let share = |limit, on: Option<&str>, share| LimitShare {
            limit,
            on: on.map(str::to_owned),
            share,
            seconds: 1,
        };
        let gain = |change, factor, at_most| ChangeGain {
            change,
            factor,
            at_most,
            ..ChangeGain::default()
        };
        WatchRecord {
            subject: WatchSubject::Command,
            name: "tar c \u{202e}folder".to_owned(),
            watched_s: 3.0,
            seconds: vec![
                depth(0.0),
                WatchSecond { throttled: vec!["sda".to_owned()], ..depth(1.0) },
                second(2.0, WatchLimit::Thread, None),
            ],
            shares: vec![
                share(WatchLimit::Depth, Some("sd\u{1b}a"), 0.87),
                share(WatchLimit::Thread, None, 0.13),
            ],
            gains: vec![
                gain(SuggestedChange::FasterDrive, 1.77, false),
                ChangeGain {
                    least: 1.0,
                    unsure: Some(GainUncertainty::DepthUnseen),
                    ..gain(SuggestedChange::QueueDepth, 2.88, true)
                },
                gain(SuggestedChange::BetterSlot, 1.21, true),
                gain(SuggestedChange::MoreDrives, 1.0, true),
            ],
            fallen: vec![LinkDowngrade {
                drive: "sd\u{1b}a".to_owned(),
                at_s: 1.0,
                from: LinkState { gts: 16.0, lanes: 4 },
                to: LinkState { gts: 2.5, lanes: 4 },
            }],
            traced: Some(RequestTrace {
                cpu: Some(0.012),
                requests: vec![requests()],
                missed: 1000,
            }),
            ..WatchRecord::default()
        }
    }

    fn requests() -> ProcessRequests {
        ProcessRequests {
            process: "t\u{1b}ar".to_owned(),
            pid: Some(7),
            processes: 1,
            of_job: true,
            drive: "sda".to_owned(),
            requests: 3000,
            sizes: vec![RequestSizeCount { bytes: 131_072, requests: 3000 }],
            ..ProcessRequests::default()
        }
    }

    #[test]
    fn the_page_says_what_limits_and_what_helps() {
        let localizer = Localizer::new(Language::English);
        let run: RunDocument =
            serde_json::from_str(include_str!("../../../../fixtures/documents/run.json")).unwrap();
        let run = RunDocument { watch: Some(watch()), ..run };
        let wide = Style { width: 200, ..Style::default() };
        let page = super::super::run(&run, &localizer).text(&localizer, &wide);
        assert!(page.contains("▶ 87 % of the time it waits for sd"), "{page}");
        let deeper = page.find("1.0 to 2.9 times as fast").expect(&page);
        assert!(page.contains("up to 1.2 times as fast"), "{page}");
        assert!(page.find("1.8 times as fast").unwrap() > deeper, "the most first: {page}");
        assert!(page.contains("Negligible gain") && page.contains("RAID 0"), "{page}");
        // Two seconds with the same limit are one row: 4.1 MB/s, 1000 requests of 870 µs.
        assert!(
            page.contains("0–2 s") && page.contains("2–3 s") && page.contains("870.0 µs"),
            "{page}"
        );
        assert!(page.contains("▶ t?ar 7") && page.contains("128k"), "{page}");
        assert!(page.contains("Counting took 1.2 %"), "{page}");
        assert!(page.contains("25 % of the"), "{page}");
        assert!(page.contains("fell from PCIe 4.0 x4 to PCIe 1.0 x4 after 1.0 s"), "{page}");
        assert!(page.contains("throttled for 33 % of the time"), "{page}");
        assert!(!page.contains(['\u{1b}', '\u{202e}']), "{page}");
        let refused =
            WatchRecord { traced: None, untraced: Some(TraceObstacle::Rights), ..watch() };
        let run = RunDocument { watch: Some(refused), ..run };
        let page = super::super::run(&run, &localizer).text(&localizer, &wide);
        assert!(page.contains("CAP_BPF"), "{page}");
    }

    /// The group, the file, its limit and the drive; negligible throttling is not reported.
    #[test]
    fn what_holds_a_job_back_is_named() {
        let limit = KernelThrottling {
            by: ThrottleMechanism::BlkioThrottle,
            group: Some("/jo\u{1b}bs".to_owned()),
            drive: Some("sda".to_owned()),
            direction: Some(TransferDirection::Write),
            allows_bytes: Some(20_000_000),
            share: 0.8,
            ..KernelThrottling::default()
        };
        let requests = KernelThrottling {
            by: ThrottleMechanism::IoMax,
            allows_bytes: None,
            allows_requests: Some(200),
            ..limit.clone()
        };
        let dirty = KernelThrottling {
            by: ThrottleMechanism::DirtyThrottling,
            share: 0.3,
            ..KernelThrottling::default()
        };
        let little = KernelThrottling {
            by: ThrottleMechanism::Reclaim,
            share: 0.04,
            ..KernelThrottling::default()
        };
        let watch = WatchRecord { held: vec![limit, requests, dirty, little], ..watch() };
        for (language, wanted) in [
            (
                Language::English,
                [
                    "80 %",
                    "/jo?bs",
                    "blkio.throttle allows 20.0 MB/s (write) on sda",
                    "vm.dirty_ratio",
                ],
            ),
            (Language::Japanese, ["80 %", "/jo?bs", "blkio.throttle：20.0 MB/s", "vm.dirty_ratio"]),
        ] {
            let localizer = Localizer::new(language);
            let mut page = Page::default();
            held(&mut page, &watch, &localizer);
            let text = page.text(&localizer, &Style { width: 300, ..Style::default() });
            for part in wanted.into_iter().chain(["io.max", "200 IOPS"]) {
                assert!(text.contains(part), "no {part}: {text}");
            }
            assert_eq!(text.matches('•').count(), 3, "{text}");
        }
    }

    /// A command that ends before any drive was looked at has rates of 0, not of -0, in less than a second.
    #[test]
    fn nothing_is_zero_and_a_part_of_a_second_has_tenths() {
        let short = WatchSecond { length_s: 0.03, ..WatchSecond::default() };
        let mut page = Page::default();
        let watch = WatchRecord { seconds: vec![short], ..watch() };
        course(&mut page, &watch, &Localizer::new(Language::English));
        let text = page.text(&Localizer::new(Language::English), &Style::default());
        assert!(
            text.contains("0.0–0.0 s") && text.contains("0.00") && !text.contains("-0"),
            "{text}"
        );
        assert_eq!((span(3.0, 7.2), span(2.0, 2.4)), ("3–7 s".to_owned(), "2.0–2.4 s".to_owned()));
    }
}
