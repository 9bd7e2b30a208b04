//! Findings of a run on many hosts, most important first.

use std::collections::BTreeMap;

use narrows_messages::{DocumentText, Message, sureness};
use narrows_record::hosts::{HostFigure, HostsDocument, HostsRound, SharedHostLimit};
use narrows_record::run::RunFinding;
use narrows_record::word::TargetSet;
use narrows_units::BytesPerSec;

use crate::cluster::list;

/// A host that is slower alone than the median by more than this part stands out.
const SLOW: f64 = 0.15;
/// One in this many hosts may stand out.
const MANY: usize = 3;
/// All together reach this part of their rates alone: no shared limit matters.
const WHOLE: f64 = 0.95;

pub fn of(document: &HostsDocument) -> Vec<RunFinding> {
    let mut findings: Vec<(Message, Vec<String>)> = Vec::new();
    let all = document.rounds.iter().rfind(|round| round.set == TargetSet::All && is_usual(round));
    findings.extend(all.map(|round| together(document, round)));
    findings.extend(limits(document));
    // Hosts that are slower alone than most of their peers: those of their group, else all. If many
    // are, they are another kind of host and not slow.
    let alone = alone(document);
    let group = |name: &str| {
        let host = name.split(':').next().unwrap_or(name);
        let holding = document.groups.iter().filter(|it| it.hosts.iter().any(|it| it == host));
        holding.min_by_key(|group| group.hosts.len()).map(|group| group.name.as_str())
    };
    let mut slow = Vec::new();
    for (name, mb_s) in &alone {
        let peers = alone.iter().filter(|(other, _)| group(other) == group(name));
        let mut rates: Vec<f64> = peers.map(|(_, mb_s)| *mb_s).collect();
        rates.sort_by(f64::total_cmp);
        // A host is its own peer, so that there is always one.
        let median = rates[rates.len() / 2];
        let is_slow = |rate: &f64| *rate < (1.0 - SLOW) * median;
        let count = rates.iter().filter(|rate| is_slow(rate)).count();
        if rates.len() > 2 && is_slow(mb_s) && MANY * count <= rates.len() {
            let what = Message::new("hosts-slow").with("host", name).with("rate", rate(*mb_s));
            slow.push((what.with("median", rate(median)), vec![name.clone()]));
        }
    }
    findings.extend(slow);
    findings.extend(all.and_then(ends).map(|what| (what, Vec::new())));
    let finding = |(what, targets): (Message, Vec<String>)| RunFinding {
        id: what.id().to_owned(),
        text: what.into(),
        targets,
        limit: None,
    };
    findings.into_iter().map(finding).collect()
}

fn is_usual(round: &HostsRound) -> bool {
    round.experiment.is_none() && !round.figures.is_empty()
}

fn rate(mb_s: f64) -> BytesPerSec {
    BytesPerSec::mb_s(mb_s)
}

/// What is compared: a host on shared storage, else each of its drives.
fn unit(document: &HostsDocument, figure: &HostFigure) -> String {
    match document.asked.target {
        Some(_) => figure.host.clone(),
        None => format!("{}:{}", figure.host, figure.target),
    }
}

/// Each host's rate alone, best of its rounds: name and rate.
pub fn alone(document: &HostsDocument) -> Vec<(String, f64)> {
    let rounds =
        document.rounds.iter().filter(|round| is_usual(round) && round.set == TargetSet::Alone);
    let mut rates: Vec<(String, f64)> = Vec::new();
    for figure in rounds.flat_map(|round| &round.figures).filter(|figure| !figure.partial) {
        let name = unit(document, figure);
        match rates.iter_mut().find(|(known, _)| *known == name) {
            Some((_, most)) => *most = most.max(figure.mb_s),
            None => rates.push((name, figure.mb_s)),
        }
    }
    rates
}

fn together(document: &HostsDocument, round: &HostsRound) -> (Message, Vec<String>) {
    let alone: BTreeMap<String, f64> = alone(document).into_iter().collect();
    // Of a host that was lost on the way the rate alone is known; compared are those that ran.
    let ran: Option<Vec<f64>> =
        round.figures.iter().map(|figure| alone.get(&unit(document, figure)).copied()).collect();
    let sum: f64 = ran.unwrap_or_default().iter().sum();
    let id = match sum {
        sum if sum <= 0.0 => "hosts-all",
        sum if round.sum_mb_s < WHOLE * sum => "hosts-all-less",
        _ => "hosts-all-whole",
    };
    let percent = format!("{:.0}", round.sum_mb_s / sum * 100.0);
    let what = Message::new(id).count("hosts", round.figures.len());
    let what = what.with("sum", rate(round.sum_mb_s)).with("alone", rate(sum));
    (what.with("percent", percent), Vec::new())
}

fn limits(document: &HostsDocument) -> Vec<(Message, Vec<String>)> {
    let limits = document.sharing.iter().flat_map(|sharing| &sharing.limits);
    let finding = |limit: &SharedHostLimit| {
        let open: Vec<&DocumentText> =
            limit.causes.iter().filter(|it| !it.excluded).map(|it| &it.text).collect();
        let what = Message::new("hosts-limit").count("units", limit.units.len());
        let what = what.with("names", list(&limit.units));
        let what = what.with("rate", rate(limit.capacity_mb_s.value));
        let percent = sureness(limit.confidence);
        let causes = if open.is_empty() {
            vec![Message::new("hosts-cause-unknown").into()]
        } else {
            let most = if open.len() > MOST_CAUSES { MOST_CAUSES - 1 } else { open.len() };
            let others = Message::new("hosts-or-others").with("others", open.len() - most);
            let others = (most < open.len()).then(|| others.into());
            open[..most].iter().map(|cause| (*cause).clone()).chain(others).collect()
        };
        let what = what.with("percent", percent).list("causes", "hosts-or", causes);
        (what, limit.units.clone())
    };
    limits.map(finding).collect()
}

/// Of more causes the first are named, and how many others there are.
const MOST_CAUSES: usize = 6;

/// First and last finish, if they differ.
fn ends(round: &HostsRound) -> Option<Message> {
    let apart = round.last_done_s - round.first_done_s;
    let what = Message::new("hosts-ends").with("first", format!("{:.3}", round.first_done_s));
    (apart > 0.01 && round.figures.len() > 1)
        .then(|| what.with("last", format!("{:.3}", round.last_done_s)))
}
