//! Joint conclusions from hosts that were watched at once: their limits, which hosts differ, and who may wait
//! for whom.
//!
//! Not here: the limit of a host in a second (`narrows-verdict`, on that host).

use std::collections::BTreeMap;

use narrows_messages::{DocumentText, Message};
use narrows_record::hosts::fleet::HostDifference;
use narrows_record::hosts::watch::{
    HostActivity, HostsWatchDocument, LimitedHosts, ShareOfHost, ShareOfHosts, WatchedHost,
};
use narrows_record::run::RunFinding;
use narrows_record::watch::{DriveSecond, WatchLimit, WatchRecord, WatchSecond, WatchSubject};

use crate::cluster::sharing::{list, mb_s};

/// Fewest hosts of which the usual one can be known.
pub(super) const LEAST_HOSTS: usize = 3;
/// A command that takes longer than the median by more than this part is late, as a host is slow that measures
/// so much less.
const LATE: f64 = 0.15;
/// A drive with the same load that takes this many times as long as the median stands out: half as much
/// again is normal for queues of unequal length.
const SLOW_DRIVE: f64 = 2.0;
/// Fewer requests a second say nothing of a drive.
const LEAST_IOPS: f64 = 10.0;
/// Where jobs wait for storage in this part of the time and no drive of their host moves anything, it is storage
/// elsewhere.
const WAITS_ELSEWHERE: f64 = 0.4;

/// Replaces the conclusions by those from the hosts' observations.
pub fn conclude(document: &mut HostsWatchDocument) {
    for host in &mut document.hosts {
        host.did = host.watch.as_ref().filter(|watch| !watch.seconds.is_empty()).map(did);
    }
    document.watched_s = watched(document).map(|(_, it)| it.watched_s).fold(0.0, f64::max);
    document.alike = alike(document);
    document.shares = shares(document);
    document.differences = differences(document);
    let finding = |(what, targets): (Message, Vec<String>)| RunFinding {
        id: what.id().to_owned(),
        text: DocumentText::from(what),
        targets,
        limit: None,
    };
    document.findings = findings(document).into_iter().map(finding).collect();
}

fn watched(document: &HostsWatchDocument) -> impl Iterator<Item = (&WatchedHost, &WatchRecord)> {
    let watched = document.hosts.iter().filter_map(|host| Some((host, host.watch.as_ref()?)));
    watched.filter(|(_, watch)| !watch.shares.is_empty())
}

/// Average activity of drives and processors. An array's activity is that of its drives.
fn did(watch: &WatchRecord) -> HostActivity {
    let length: f64 = watch.seconds.iter().map(|second| second.length_s).sum();
    let length = length.max(f64::MIN_POSITIVE);
    let sum = |of: &dyn Fn(&DriveSecond, f64) -> f64| -> f64 {
        let drives = watch
            .seconds
            .iter()
            .flat_map(|second| second.drives.iter().map(move |drive| (drive, second.length_s)));
        drives.filter(|(drive, _)| !drive.is_array).map(|(drive, long)| of(drive, long)).sum()
    };
    let mean = |of: &dyn Fn(&WatchSecond) -> f64| -> f64 {
        watch.seconds.iter().map(|second| of(second) * second.length_s).sum::<f64>() / length
    };
    let requests = sum(&|drive, _| (drive.reads + drive.writes) as f64);
    let took = sum(&|drive, long| drive.depth * long);
    let is_machine = watch.subject == WatchSubject::Machine;
    HostActivity {
        read_mb_s: sum(&|drive, _| drive.read_bytes as f64) / 1e6 / length,
        write_mb_s: sum(&|drive, _| drive.written_bytes as f64) / 1e6 / length,
        iops: requests / length,
        depth: took / length,
        latency_us: (requests > 0.0).then(|| took * 1e6 / requests),
        cpu: mean(&|second| if is_machine { second.machine.cpu } else { second.cpu }),
        waiting: mean(&|second| second.waiting),
    }
}

/// Hosts by their greatest limit, most hosts first.
fn alike(document: &HostsWatchDocument) -> Vec<LimitedHosts> {
    let mut limited: Vec<LimitedHosts> = Vec::new();
    for (host, watch) in watched(document) {
        let Some(most) = watch.shares.first() else { continue };
        let name = host.host.clone();
        match limited.iter_mut().find(|known| known.limit == most.limit) {
            Some(known) => {
                let before = known.hosts.len() as f64;
                known.share = (known.share * before + most.share) / (before + 1.0);
                // Where different drives limit the hosts, none is named.
                known.on = known.on.take().filter(|on| most.on.as_ref() == Some(on));
                known.hosts.push(name);
            }
            None => limited.push(LimitedHosts {
                limit: most.limit.clone(),
                on: most.on.clone(),
                share: most.share,
                hosts: vec![name],
            }),
        }
    }
    limited.sort_by_key(|alike| std::cmp::Reverse(alike.hosts.len()));
    limited
}

/// The limits of all of them together.
fn shares(document: &HostsWatchDocument) -> Vec<ShareOfHosts> {
    let all = watched(document).count().max(1) as f64;
    let mut shares: Vec<ShareOfHosts> = Vec::new();
    for (host, watch) in watched(document) {
        for (limit, (share, on)) in of_host(watch) {
            let of_host = ShareOfHost { host: host.host.clone(), on, share };
            match shares.iter_mut().find(|known| known.limit == *limit) {
                Some(known) => {
                    known.share += share / all;
                    known.hosts.push(of_host);
                }
                None => shares.push(ShareOfHosts {
                    limit: limit.clone(),
                    share: share / all,
                    hosts: vec![of_host],
                }),
            }
        }
    }
    shares.iter_mut().for_each(|it| it.hosts.sort_by(|a, b| b.share.total_cmp(&a.share)));
    shares.sort_by(|a, b| b.share.total_cmp(&a.share));
    shares
}

/// A host's limits, those of several drives combined, with the main drive of each.
fn of_host(watch: &WatchRecord) -> Vec<(&WatchLimit, (f64, Option<String>))> {
    let mut most: Vec<(&WatchLimit, (f64, Option<String>))> = Vec::new();
    // The greatest come first, so that the first drive is the one.
    for share in &watch.shares {
        match most.iter_mut().find(|(limit, _)| **limit == share.limit) {
            Some((_, (sum, _))) => *sum += share.share,
            None => most.push((&share.limit, (share.share, share.on.clone()))),
        }
    }
    most
}

fn differences(document: &HostsWatchDocument) -> Vec<HostDifference> {
    let count = watched(document).count();
    if count < LEAST_HOSTS {
        return Vec::new();
    }
    let limits = other_limits(document, count);
    limits
        .into_iter()
        .chain(slow_drives(document))
        .chain(late(document))
        .chain(other_ends(document))
        .collect()
}

fn difference(
    id: &'static str,
    host: &WatchedHost,
    (own, most): (DocumentText, DocumentText),
) -> HostDifference {
    let what = Message::new(id).with("host", &host.host).text("own", &own).text("most", &most);
    let text = DocumentText::from(what);
    HostDifference {
        host: host.host.clone(),
        id: id.to_owned(),
        text,
        drive: None,
        own: Some(own),
        most,
    }
}

/// Hosts that are limited by something else than more than half of all.
fn other_limits(document: &HostsWatchDocument, count: usize) -> Vec<HostDifference> {
    let Some(usual) = document.alike.first().filter(|alike| 2 * alike.hosts.len() > count) else {
        return Vec::new();
    };
    let most = DocumentText::from(Message::new(usual.limit.name()));
    let others = watched(document).filter_map(|(host, watch)| {
        let own = watch.shares.first().filter(|share| share.limit != usual.limit)?;
        let own = DocumentText::from(Message::new(own.limit.name()));
        Some(difference("hosts-watch-other-limit", host, (own, most.clone())))
    });
    others.collect()
}

/// Hosts whose drives take much longer for a request than the median of all.
fn slow_drives(document: &HostsWatchDocument) -> Vec<HostDifference> {
    let latency = |host: &WatchedHost| {
        let did = host.did.filter(|did| did.iops >= LEAST_IOPS)?;
        did.latency_us
    };
    let mut all: Vec<f64> = document.hosts.iter().filter_map(latency).collect();
    let is_enough = all.len() >= LEAST_HOSTS;
    let Some(median) = median(&mut all).filter(|median| is_enough && *median > 0.0) else {
        return Vec::new();
    };
    let micros = |us: f64| format!("{us:.0} µs");
    let slow = document.hosts.iter().filter_map(|host| {
        let own = latency(host).filter(|own| *own > SLOW_DRIVE * median)?;
        let both = (micros(own).into(), micros(median).into());
        Some(difference("hosts-watch-slow-drive", host, both))
    });
    slow.collect()
}

/// Hosts on which the job took longer than the median: in a parallel job the others wait for them.
fn late(document: &HostsWatchDocument) -> Vec<HostDifference> {
    if document.asked.subject == WatchSubject::Machine {
        return Vec::new();
    }
    let ended = || watched(document).filter(|(host, _)| host.lost_after_s.is_none());
    let mut all: Vec<f64> = ended().map(|(_, watch)| watch.watched_s).collect();
    let Some(median) = median(&mut all) else { return Vec::new() };
    let seconds = |time: f64| format!("{time:.1} s");
    let late = ended().filter(|(_, watch)| watch.watched_s > (1.0 + LATE) * median + 1.0);
    late.map(|(host, watch)| {
        let both = (seconds(watch.watched_s).into(), seconds(median).into());
        difference("hosts-watch-late", host, both)
    })
    .collect()
}

/// Hosts on which the command ended with another code than on most.
fn other_ends(document: &HostsWatchDocument) -> Vec<HostDifference> {
    let codes = || watched(document).filter_map(|(host, watch)| Some((host, watch.exit_code?)));
    let mut counts: BTreeMap<i32, usize> = BTreeMap::new();
    codes().for_each(|(_, code)| *counts.entry(code).or_default() += 1);
    let all: usize = counts.values().sum();
    let Some((usual, _)) = counts.into_iter().find(|(_, count)| 2 * count > all) else {
        return Vec::new();
    };
    let others = codes().filter(|(_, code)| *code != usual).map(|(host, code)| {
        let both = (code.to_string().into(), usual.to_string().into());
        difference("hosts-watch-other-end", host, both)
    });
    others.collect()
}

fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

fn findings(document: &HostsWatchDocument) -> Vec<(Message, Vec<String>)> {
    let all = watched(document).count();
    if all == 0 {
        return vec![(Message::new("hosts-watch-empty"), Vec::new())];
    }
    let mut findings: Vec<(Message, Vec<String>)> = Vec::new();
    for alike in &document.alike {
        let is_idle = alike.limit == WatchLimit::Application;
        let id = match (alike.hosts.len() == all, &alike.on) {
            (true, None) if is_idle => "hosts-watch-all-idle",
            (false, None) if is_idle => "hosts-watch-some-idle",
            (true, None) => "hosts-watch-all",
            (true, Some(_)) => "hosts-watch-all-on",
            (false, None) => "hosts-watch-some",
            (false, Some(_)) => "hosts-watch-some-on",
        };
        let what = Message::new(id).count("hosts", alike.hosts.len()).count("all", all);
        let what = what
            .with("names", list(&alike.hosts))
            .with("share", format!("{:.0}", alike.share * 100.0));
        let what = what.text("limit", Message::new(alike.limit.name()));
        let drive = alike.on.as_deref().unwrap_or_default();
        findings.push((what.with("drive", drive), alike.hosts.clone()));
    }
    findings.extend(waits_for_few(document));
    // Hosts whose job waits for storage while their own drives are idle.
    let waits = |(host, watch): (&WatchedHost, &WatchRecord)| {
        let unknown = watch.seconds.iter().filter(|it| it.limit == WatchLimit::Unknown);
        let waited: f64 = unknown.map(|second| second.waiting * second.length_s).sum();
        let long: f64 = watch.seconds.iter().map(|second| second.length_s).sum();
        (long > 0.0 && waited / long >= WAITS_ELSEWHERE).then(|| host.host.clone())
    };
    let hosts: Vec<String> = watched(document).filter_map(waits).collect();
    let what = Message::new("hosts-watch-elsewhere").with("names", list(&hosts));
    let waits_elsewhere = (!hosts.is_empty()).then_some((what, hosts));
    findings.extend(waits_elsewhere);
    findings.extend(moved(document));
    findings
}

/// Most hosts wait for something that is neither drive nor processor nor memory, while a few others have work:
/// typical of a parallel job whose ranks wait for some of them.
fn waits_for_few(document: &HostsWatchDocument) -> Option<(Message, Vec<String>)> {
    let all = watched(document).count();
    let is_idle = |alike: &&LimitedHosts| alike.limit == WatchLimit::Application;
    let idle = document.alike.iter().find(is_idle).filter(|idle| 2 * idle.hosts.len() > all)?;
    let busy = document
        .alike
        .iter()
        .filter(|alike| !matches!(alike.limit, WatchLimit::Application | WatchLimit::Unknown));
    let busy: Vec<String> = busy.flat_map(|alike| alike.hosts.clone()).collect();
    (!busy.is_empty()).then(|| {
        let what = Message::new("hosts-watch-wait-for").count("idle", idle.hosts.len());
        (what.with("names", list(&busy)), busy)
    })
}

/// Total traffic of all drives, if several hosts had any.
fn moved(document: &HostsWatchDocument) -> Option<(Message, Vec<String>)> {
    let of_host = |host: &WatchedHost| host.did.map(|did| did.read_mb_s + did.write_mb_s);
    let rates: Vec<f64> = document.hosts.iter().filter_map(of_host).collect();
    let sum: f64 = rates.iter().sum();
    let least = rates.iter().copied().reduce(f64::min)?;
    let most = rates.iter().copied().reduce(f64::max)?;
    let what = Message::new("hosts-watch-moved").with("sum", mb_s(sum));
    let what = what.with("least", mb_s(least)).with("most", mb_s(most));
    (rates.len() > 1 && sum >= 0.1).then_some((what, Vec::new()))
}

#[cfg(test)]
mod tests {
    use narrows_record::watch::LimitShare;
    use proptest::prelude::*;

    use super::*;

    fn host(rank: u32, limit: WatchLimit, on: Option<&str>, share: f64) -> WatchedHost {
        let on = on.map(str::to_owned);
        let drive = DriveSecond {
            drive: "sda".to_owned(),
            reads: 1000,
            read_bytes: 50_000_000,
            depth: 1.0,
            ..DriveSecond::default()
        };
        let second = WatchSecond {
            length_s: 1.0,
            looks: 40,
            limit: limit.clone(),
            on: on.clone(),
            drives: vec![drive],
            ..WatchSecond::default()
        };
        let rest = LimitShare {
            limit: WatchLimit::Application,
            share: 1.0 - share,
            ..LimitShare::default()
        };
        let watch = WatchRecord {
            subject: WatchSubject::Command,
            watched_s: 10.0,
            exit_code: Some(0),
            shares: vec![LimitShare { limit, on, share, seconds: 10 }, rest],
            seconds: vec![second],
            ..WatchRecord::default()
        };
        let host = format!("n{rank}");
        WatchedHost { rank, host, watch: Some(watch), ..WatchedHost::default() }
    }

    fn of(hosts: Vec<WatchedHost>) -> HostsWatchDocument {
        let mut document = HostsWatchDocument { hosts, ..HostsWatchDocument::default() };
        document.asked.subject = WatchSubject::Command;
        conclude(&mut document);
        document
    }

    fn ids(document: &HostsWatchDocument) -> (Vec<&str>, Vec<(&str, &str)>) {
        let findings = document.findings.iter().map(|it| it.id.as_str());
        let differences = document.differences.iter().map(|it| (it.host.as_str(), it.id.as_str()));
        (findings.collect(), differences.collect())
    }

    /// Three wait for their drive in 90 % of the time, one computes in 80 %: in sum 67.5 and 20 %, and of the
    /// rest the job itself has (3 × 10 + 20) / 4 = 12.5.
    #[test]
    fn the_host_that_differs_is_named_and_all_are_summed() {
        let mut hosts: Vec<WatchedHost> =
            (0..3).map(|rank| host(rank, WatchLimit::Depth, Some("sda"), 0.9)).collect();
        hosts.push(host(3, WatchLimit::Thread, None, 0.8));
        let document = of(hosts);
        let sums: Vec<(&str, f64)> =
            document.shares.iter().map(|it| (it.limit.as_str(), it.share)).collect();
        let wanted = [("depth", 0.675), ("thread", 0.2), ("application", 0.125)];
        for ((limit, share), (name, value)) in sums.iter().zip(wanted) {
            assert!(*limit == name && (share - value).abs() < 1e-9, "{sums:?}");
        }
        assert_eq!(document.alike[0].hosts, ["n0", "n1", "n2"]);
        assert_eq!(document.alike[0].on.as_deref(), Some("sda"));
        let (findings, differences) = ids(&document);
        assert_eq!(findings, ["hosts-watch-some-on", "hosts-watch-some", "hosts-watch-moved"]);
        assert_eq!(differences, [("n3", "hosts-watch-other-limit")]);
        // Four drives with 50 MB in a second each.
        assert!(document.findings[2].text.in_english().contains("200"), "{:?}", document.findings);
    }

    /// One took 20 s where the median is 10, its drive 3 ms where the others' take 1, and it failed.
    #[test]
    fn a_straggler_is_named_with_its_drive() {
        let mut hosts: Vec<WatchedHost> =
            (0..5).map(|rank| host(rank, WatchLimit::Depth, Some("sda"), 0.9)).collect();
        let watch = hosts[4].watch.as_mut().unwrap();
        (watch.watched_s, watch.exit_code) = (20.0, Some(1));
        watch.seconds[0].drives[0].depth = 3.0;
        let document = of(hosts);
        let (findings, differences) = ids(&document);
        assert_eq!(findings[0], "hosts-watch-all-on");
        let wanted = ["hosts-watch-slow-drive", "hosts-watch-late", "hosts-watch-other-end"];
        assert_eq!(differences, wanted.map(|id| ("n4", id)));
        assert!(
            document.differences[0].text.in_english().contains("3000 µs"),
            "{:?}",
            document.differences
        );
        assert!((document.watched_s - 20.0).abs() < 1e-9);
    }

    #[test]
    fn those_that_wait_for_one_are_told_so() {
        let mut hosts: Vec<WatchedHost> =
            (0..3).map(|rank| host(rank, WatchLimit::Application, None, 0.9)).collect();
        hosts.push(host(3, WatchLimit::Depth, Some("sda"), 0.8));
        let document = of(hosts);
        let (findings, _) = ids(&document);
        assert!(findings.contains(&"hosts-watch-wait-for"), "{findings:?}");
        // All idle: no watched host is waited for.
        let idle = (0..4).map(|rank| host(rank, WatchLimit::Application, None, 0.9)).collect();
        assert!(!ids(&of(idle)).0.contains(&"hosts-watch-wait-for"));
    }

    #[test]
    fn storage_elsewhere_is_told_from_drives_here() {
        let mut away = host(0, WatchLimit::Unknown, None, 0.9);
        let second = &mut away.watch.as_mut().unwrap().seconds[0];
        (second.waiting, second.drives) = (0.9, Vec::new());
        let document = of(vec![away.clone(), away]);
        let (findings, differences) = ids(&document);
        assert_eq!(findings, ["hosts-watch-all", "hosts-watch-elsewhere"]);
        // Two hosts do not show which is usual.
        assert!(differences.is_empty());
        assert_eq!(ids(&of(Vec::new())).0, ["hosts-watch-empty"]);
    }

    proptest! {
        /// Whatever hosts saw: shares in sum are at most 1 and no host is in two groups.
        #[test]
        fn sums_hold(
            drawn in prop::collection::vec((0_usize..5, 0.0..1.0_f64, any::<bool>()), 0..20),
        ) {
            let limits = [
                WatchLimit::Depth,
                WatchLimit::Drive,
                WatchLimit::Cpu,
                WatchLimit::Application,
                WatchLimit::Unknown,
            ];
            let hosts = (0_u32..).zip(&drawn).map(|(rank, (limit, share, there))| {
                let host = host(rank, limits[*limit].clone(), Some("sda"), *share);
                WatchedHost { watch: host.watch.filter(|_| *there), ..host }
            });
            let document = of(hosts.collect());
            let sum: f64 = document.shares.iter().map(|it| it.share).sum();
            let there = drawn.iter().filter(|(_, _, there)| *there).count();
            let whole = f64::from(u8::from(there > 0));
            prop_assert!((sum - whole).abs() < 1e-9);
            let grouped: usize = document.alike.iter().map(|it| it.hosts.len()).sum();
            prop_assert_eq!(grouped, there);
        }
    }
}
