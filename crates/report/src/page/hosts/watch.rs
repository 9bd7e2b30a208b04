//! The page of `narrows hosts watch`: limits of the hosts, differences, and each host's figures.

use narrows_messages::{DocumentText, Localizer, Message};
use narrows_record::hosts::watch::{HostActivity, HostsWatchDocument, ShareOfHosts, WatchedHost};
use narrows_record::watch::{LimitShare, WatchSubject};

use super::super::watch::{course, limits, share};
use crate::block::{Align, CellDrawing, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::{MOST_ROWS, words};

/// Limits with a smaller part of the time are not listed.
const LEAST_SHARE: f64 = 0.005;
const MOST_NAMES: usize = 6;

/// Findings first, then differences, the breakdown of all hosts' time, every host, and on demand each host's
/// course.
pub fn hosts_watch(document: &HostsWatchDocument, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    page.title(&title(document, localizer));
    // Duration, and the overhead of watching.
    let watches = document.hosts.iter().filter_map(|host| host.watch.as_ref());
    let own = watches.map(|watch| watch.own_cpu).fold(0.0, f64::max);
    let watched =
        Message::new("hosts-watch-watched").with("time", words::duration(document.watched_s));
    super::super::remark(&mut page, &localizer.say(&watched.with("own", share(own))));
    super::super::warnings(&mut page, false, document.partial, localizer);
    page.blank();
    super::super::findings(
        &mut page,
        document.findings.iter().map(|it| words::sentence(&it.text, localizer)),
    );
    let texts: Vec<&DocumentText> = document.differences.iter().map(|it| &it.text).collect();
    super::super::sentences(&mut page, "⚠ ", &texts, CellInk::Alarm, localizer);
    sums(&mut page, document, localizer);
    table(&mut page, document, localizer);
    for host in document.hosts.iter().take(MOST_ROWS) {
        let Some(watch) = host.watch.as_ref().filter(|watch| !watch.seconds.is_empty()) else {
            continue;
        };
        let most = watch.shares.first().map(|most| localizer.text(most.limit.name()));
        let summary = words::dotted([clean(&host.host)].into_iter().chain(most));
        page.folded(summary, |page| {
            limits(page, watch, localizer);
            course(page, watch, localizer);
        });
    }
    super::super::started(
        &mut page,
        (&document.id, &document.started, &document.command),
        localizer,
    );
    super::super::notes(&mut page, document.notes.iter(), localizer);
    page
}

/// The state of the hosts after this many seconds, in a line.
pub fn watched_hosts(
    document: &HostsWatchDocument,
    so_far_s: f64,
    localizer: &Localizer,
) -> String {
    let mut counts: Vec<(&'static str, usize)> = Vec::new();
    let watched = document.hosts.iter().filter_map(|host| host.watch.as_ref());
    for most in watched.filter_map(|watch| watch.shares.first()) {
        let name = most.limit.name();
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let counted = counts.into_iter().map(|(name, count)| {
        let what = Message::new("hosts-watch-so-far").count("hosts", count);
        localizer.say(&what.with("limit", localizer.text(name)))
    });
    words::dotted([words::duration(so_far_s)].into_iter().chain(counted))
}

fn title(document: &HostsWatchDocument, localizer: &Localizer) -> String {
    let watched = document.hosts.iter().filter(|host| host.watch.is_some()).count();
    let id = match document.asked.subject {
        WatchSubject::Machine => "hosts-watch-title-machines",
        _ => "hosts-watch-title",
    };
    let what = Message::new(id).count("hosts", watched);
    localizer.say(&what.with("name", clean(&document.asked.name)))
}

/// Breakdown of the time of all hosts.
fn sums(page: &mut Page, document: &HostsWatchDocument, localizer: &Localizer) {
    let listed = document.shares.iter().filter(|one| one.share >= LEAST_SHARE);
    let listed: Vec<&ShareOfHosts> = listed.collect();
    if listed.is_empty() {
        return;
    }
    page.heading(&localizer.text("hosts-watch-heading-sum"));
    let column = |id: &'static str, align| (localizer.text(id), align);
    let mut table = PageTable::new(vec![
        column("watch-column-limit", Align::Left),
        column("watch-column-share", Align::Right),
        column("hosts-column-hosts", Align::Right),
        column("hosts-watch-column-most", Align::Left),
    ]);
    for one in listed.into_iter().take(MOST_ROWS) {
        let hosts = one.hosts.iter().filter(|host| host.share >= LEAST_SHARE);
        let named = hosts
            .clone()
            .take(MOST_NAMES)
            .map(|host| format!("{} {}", clean(&host.host), share(host.share)));
        let mut named: Vec<String> = named.collect();
        named.extend((hosts.clone().count() > MOST_NAMES).then(|| "...".to_owned()));
        table.cells(vec![
            TableCell::plain(localizer.text(one.limit.name())),
            part(one.share),
            TableCell::plain(hosts.count().to_string()),
            TableCell::plain(named.join(", ")),
        ]);
    }
    table.write(page);
}

fn part(of_time: f64) -> TableCell {
    let mut cell = TableCell::new(share(of_time), CellInk::Strong);
    cell.drawn = Some(CellDrawing::Bar { measured: Some(of_time), predicted: None, most: 1.0 });
    cell
}

fn table(page: &mut Page, document: &HostsWatchDocument, localizer: &Localizer) {
    page.heading(&localizer.text("hosts-heading-hosts"));
    let column = |id: &'static str, align| (localizer.text(id), align);
    let table = PageTable::new(vec![
        column("hosts-column-host", Align::Left),
        column("watch-column-limit", Align::Left),
        column("compare-column-drive", Align::Left),
        column("watch-column-share", Align::Right),
        column("hosts-watch-column-waits", Align::Right),
        ("MB/s".to_owned(), Align::Right),
        ("IOPS".to_owned(), Align::Right),
        ("QD".to_owned(), Align::Right),
        column("watch-column-latency", Align::Right),
        ("CPU".to_owned(), Align::Right),
        column("hosts-column-state", Align::Left),
    ])
    .sparing(&[7, 4, 6, 8])
    .sortable();
    // Observations by another rank of the same host are in that rank's row.
    let rows = || document.hosts.iter().filter(|host| host.watched_by.is_none());
    table.first(page, rows(), localizer, |host| row(host, localizer));
    super::super::remark(page, &localizer.text("hosts-watch-legend"));
}

fn row(host: &WatchedHost, localizer: &Localizer) -> Vec<TableCell> {
    let most = host.watch.as_ref().and_then(|watch| watch.shares.first());
    let limit = |most: &LimitShare| localizer.text(most.limit.name());
    let of_drive = |most: &LimitShare| most.on.as_deref().map(clean);
    let figure = |of: fn(&HostActivity) -> String| {
        TableCell::plain(host.did.as_ref().map(of).unwrap_or_default())
    };
    vec![
        TableCell::new(clean(&host.host), CellInk::Strong),
        TableCell::plain(most.map(limit).unwrap_or_default()),
        TableCell::plain(most.and_then(of_drive).unwrap_or_default()),
        most.map(|most| part(most.share)).unwrap_or_default(),
        figure(|did| share(did.waiting)),
        figure(|did| words::number(did.read_mb_s + did.write_mb_s)),
        figure(|did| words::iops(did.iops).trim_end_matches(" IOPS").to_owned()),
        figure(|did| format!("{:.1}", did.depth)),
        figure(|did| did.latency_us.map(words::micros).unwrap_or_default()),
        figure(|did| format!("{:.2}", did.cpu)),
        TableCell::new(state(host, localizer), CellInk::Alarm),
    ]
}

/// That it was lost, or how its command ended.
fn state(host: &WatchedHost, localizer: &Localizer) -> String {
    let code = host.watch.as_ref().and_then(|watch| watch.exit_code).filter(|code| *code != 0);
    let what = match (host.lost_after_s, code) {
        (Some(after), _) if after > 0.0 => {
            Message::new("hosts-watch-lost").with("time", words::duration(after))
        }
        (Some(_), _) => Message::new("hosts-left-out"),
        (None, Some(code)) => Message::new("hosts-watch-code").with("code", code),
        (None, None) => return String::new(),
    };
    localizer.say(&what)
}

#[cfg(test)]
mod tests {
    use narrows_messages::Language;
    use narrows_record::hosts::watch::LimitedHosts;
    use narrows_record::watch::{WatchLimit, WatchRecord, WatchSecond};

    use super::*;
    use crate::Style;

    #[test]
    fn every_host_stands_in_a_row_with_what_became_of_it() {
        let share = LimitShare {
            limit: WatchLimit::Depth,
            on: Some("sda".to_owned()),
            share: 0.9,
            seconds: 3,
        };
        let second = WatchSecond { length_s: 1.0, ..WatchSecond::default() };
        let watch =
            WatchRecord { shares: vec![share], seconds: vec![second], ..WatchRecord::default() };
        let host = |rank: u32| WatchedHost {
            rank,
            host: format!("n\u{1b}{rank}"),
            watch: Some(watch.clone()),
            did: Some(HostActivity {
                read_mb_s: 120.0,
                latency_us: Some(850.0),
                ..HostActivity::default()
            }),
            ..WatchedHost::default()
        };
        let lost = WatchedHost { lost_after_s: Some(12.0), ..host(1) };
        let out = WatchedHost { lost_after_s: Some(0.0), watch: None, did: None, ..host(2) };
        let same = WatchedHost { watched_by: Some(0), watch: None, did: None, ..host(3) };
        let document = HostsWatchDocument {
            hosts: vec![host(0), lost, out, same],
            alike: vec![LimitedHosts { limit: WatchLimit::Depth, ..LimitedHosts::default() }],
            partial: true,
            ..HostsWatchDocument::default()
        };
        for language in [Language::English, Language::Japanese] {
            let localizer = Localizer::new(language);
            let wide = Style { width: 200, ..Style::default() };
            let page = hosts_watch(&document, &localizer).text(&localizer, &wide);
            assert!(
                page.contains("n?0") && page.contains("n?2") && !page.contains("n?3"),
                "{page}"
            );
            assert!(page.contains("850.0 µs") && page.contains("90 %"), "{page}");
            assert!(!page.contains('\u{1b}'), "{page}");
        }
        let localizer = Localizer::new(Language::English);
        let line = watched_hosts(&document, 12.0, &localizer);
        assert!(line.contains("12.0 s") || line.contains("12 s"), "{line}");
        assert!(line.contains("2 hosts: latency"), "{line}");
    }
}
