//! Reports of servers among the ranks, as evidence on a limit's cause.
//!
//! A server that does one thing after the other spends the time of each request on its card, its drives and
//! its processor in turn: the largest of the three parts is a third or more. A part that was busy for less
//! is no limit, however the server works. The converse does not follow: a drive is as busy with one request
//! as with a hundred.

use narrows_messages::Message;
use narrows_record::hosts::{
    HostLimitCause, HostLimitCauseKind, HostsDocument, HostsRound, ServerLoad, SharedHostLimit,
};
use narrows_verdict::causes::{Clue, EvidenceWeight};

use crate::cluster::causes::take;
use crate::cluster::sharing::mb_s;
use crate::cluster::units::HostUnits;

/// The busy part of a drive, a link or one processor below which it is no limit.
const LEAST: f64 = 1.0 / 3.0;
/// A link that carries this part carries all it can: the rest are headers and gaps.
const REACHED: f64 = 0.9;
/// If drives show less than this part of the hosts' traffic, it did not come from them.
const FROM_DRIVES: f64 = 0.5;

/// The names of all servers among the ranks.
pub fn servers(document: &HostsDocument) -> Vec<&str> {
    let serving = document.hosts.iter().filter(|host| host.serves);
    serving.map(|host| host.host.as_str()).collect()
}

/// Applies servers' reports to the candidates of a limit, which those not full are not.
pub fn weigh(document: &HostsDocument, limit: &SharedHostLimit, causes: &mut [HostLimitCause]) {
    let Some(round) = under(document, limit) else { return };
    for cause in causes {
        let Some(server) = round.servers.iter().find(|it| it.host == cause.place) else { continue };
        let clue = match cause.kind {
            HostLimitCauseKind::ServerCpu => processors(&server.report),
            HostLimitCauseKind::ServerDrives => drives(&server.report, round.sum_mb_s),
            HostLimitCauseKind::ServerCard => card(&server.report),
            HostLimitCauseKind::Uplink
            | HostLimitCauseKind::Unknown
            | HostLimitCauseKind::Unlisted(_) => None,
        };
        let Some(mut clue) = clue else { continue };
        clue.what = clue.what.with("server", &server.host);
        take(cause, clue);
    }
}

/// The last usual round in which all of a limit's units ran, with reports.
fn under<'d>(document: &'d HostsDocument, limit: &SharedHostLimit) -> Option<&'d HostsRound> {
    let units = HostUnits::of(document);
    let all_ran = |round: &HostsRound| {
        let ran = units.ran_in(round).unwrap_or_default();
        let ran: Vec<String> =
            ran.iter().filter(|(_, rate)| rate.is_some()).map(|(at, _)| units.name(*at)).collect();
        limit.units.iter().all(|unit| ran.contains(unit))
    };
    let usual = document.rounds.iter().filter(|round| round.experiment.is_none());
    let mut reported = usual.filter(|round| !round.servers.is_empty());
    reported.rfind(|round| all_ran(round))
}

fn percent(part: f64) -> String {
    format!("{:.0}", part * 100.0)
}

/// An idle part is no limit; a busy one may be one or not.
fn clue(is_idle: bool, what: Message) -> Clue {
    if is_idle { Clue::against(EvidenceWeight::Proves, what) } else { Clue::figure(1.0, what) }
}

fn processors(report: &ServerLoad) -> Option<Clue> {
    let (busy, all) = report.busy_processors.zip(report.processors)?;
    let id = if busy < LEAST { "hosts-report-cpu-idle" } else { "hosts-report-cpu" };
    let what = Message::new(id).with("busy", format!("{busy:.1}"));
    Some(clue(busy < LEAST, what.with("all", format!("{all:.0}"))))
}

/// Of the drive that was busy longest.
fn drives(report: &ServerLoad, got: f64) -> Option<Clue> {
    let busiest = report.drives.iter().max_by(|one, other| one.busy.total_cmp(&other.busy))?;
    let moved: f64 = report.drives.iter().map(narrows_record::hosts::DriveLoad::mb_s).sum();
    let is_theirs = moved >= FROM_DRIVES * got;
    let id = if !is_theirs {
        "hosts-report-drives-elsewhere"
    } else if busiest.busy < LEAST {
        "hosts-report-drives-idle"
    } else {
        "hosts-report-drives"
    };
    let what = Message::new(id).with("drive", &busiest.drive).with("rate", mb_s(moved));
    Some(clue(is_theirs && busiest.busy < LEAST, what.with("percent", percent(busiest.busy))))
}

/// Judges the card that carried most of its link's rate; if links are unknown, most.
fn card(report: &ServerLoad) -> Option<Clue> {
    let known = report.cards.iter().filter_map(|card| Some((card, card.part()?)));
    let fullest = known.max_by(|one, other| one.1.total_cmp(&other.1));
    if let Some((card, part)) = fullest {
        let id = match part {
            part if part < LEAST => "hosts-report-card-idle",
            part if part >= REACHED => "hosts-report-card-full",
            _ => "hosts-report-card",
        };
        let what = Message::new(id).with("card", &card.card).with("rate", mb_s(card.mb_s()));
        let what = what.with("link", mb_s(card.link_mb_s.unwrap_or_default()));
        // Another card, of which no link is known, may have carried more.
        let is_most = report.cards.iter().all(|other| other.mb_s() <= card.mb_s());
        let what = what.with("percent", percent(part));
        return Some(if part >= REACHED {
            Clue::supporting(EvidenceWeight::Speaks, what)
        } else {
            clue(part < LEAST && is_most, what)
        });
    }
    let most = report.cards.iter().max_by(|one, other| one.mb_s().total_cmp(&other.mb_s()))?;
    let what = Message::new("hosts-report-card-unknown").with("card", &most.card);
    Some(clue(false, what.with("rate", mb_s(most.mb_s()))))
}

#[cfg(test)]
mod tests {
    use narrows_record::hosts::exchange::{
        PartOrder, RankAnswer, RankFigure, RankOrder, RankReply, RankTask, RoundOrder,
    };
    use narrows_record::hosts::{CardLoad, DriveLoad, HostEntry};

    use super::*;

    fn drive(read_mb_s: f64, busy: f64) -> DriveLoad {
        DriveLoad { drive: "nvme0n1".to_owned(), read_mb_s, write_mb_s: 0.0, busy }
    }

    fn network_card(card: &str, sent_mb_s: f64, link_mb_s: Option<f64>) -> CardLoad {
        CardLoad { card: card.to_owned(), received_mb_s: 1.0, sent_mb_s, link_mb_s }
    }

    /// A server `s` with this to say, whose two hosts got 1,000 MB/s together.
    fn document(report: ServerLoad) -> HostsDocument {
        let host = |rank: u32, name: &str| HostEntry {
            rank,
            host: name.to_owned(),
            targets: if name == "s" { Vec::new() } else { vec!["/mnt".to_owned()] },
            serves: name == "s",
            ..HostEntry::default()
        };
        let hosts = vec![host(0, "s"), host(1, "h1"), host(2, "h2")];
        let mut document = HostsDocument { hosts, ..HostsDocument::default() };
        document.asked.target = Some("/mnt".to_owned());
        let part = |rank| PartOrder { rank, target: "/mnt".to_owned(), ..PartOrder::default() };
        let parts = vec![part(1), part(2)];
        let order =
            RoundOrder { set: "all".into(), parts, watchers: vec![0], ..RoundOrder::default() };
        let figure = RankFigure {
            target: "/mnt".to_owned(),
            mb_s: 500.0,
            to_s: 1.0,
            done_s: 1.0,
            ..RankFigure::default()
        };
        let sent = RankOrder::new(1, RankTask::Round(order.clone()));
        let of = |rank| {
            RankAnswer::to(&sent, rank, RankReply::Figures { figures: vec![figure.clone()] })
        };
        let served = RankAnswer::to(&sent, 0, RankReply::Served { report });
        document.take_round(&order, &[served, of(1), of(2)]);
        document
    }

    /// The candidates that are left: card, drives, processor.
    fn left(report: ServerLoad) -> [bool; 3] {
        let document = document(report);
        let limit = SharedHostLimit {
            units: vec!["h1".to_owned(), "h2".to_owned()],
            ..SharedHostLimit::default()
        };
        let kinds = [
            HostLimitCauseKind::ServerCard,
            HostLimitCauseKind::ServerDrives,
            HostLimitCauseKind::ServerCpu,
        ];
        let cause = |kind| HostLimitCause {
            kind,
            place: "s".to_owned(),
            likelihood: 1.0,
            ..HostLimitCause::default()
        };
        let mut causes: Vec<HostLimitCause> = kinds.into_iter().map(cause).collect();
        weigh(&document, &limit, &mut causes);
        crate::cluster::causes::settle(&mut causes);
        [0, 1, 2].map(|at| !causes[at].excluded)
    }

    fn cpu(busy: f64) -> ServerLoad {
        ServerLoad { busy_processors: Some(busy), processors: Some(64.0), ..ServerLoad::default() }
    }

    #[test]
    fn what_was_not_full_is_no_limit() {
        let slow_drive = ServerLoad {
            drives: vec![drive(1000.0, 0.99)],
            cards: vec![network_card("eth0", 1060.0, Some(12_500.0))],
            ..cpu(0.2)
        };
        assert_eq!(left(slow_drive), [false, true, false]);
        let full_card = ServerLoad {
            drives: vec![drive(500.0, 0.2), drive(500.0, 0.3)],
            cards: vec![network_card("eth0", 1180.0, Some(1250.0))],
            ..cpu(3.0)
        };
        // Three busy processors may be one program of three threads that is at its limit.
        assert_eq!(left(full_card), [true, false, true]);
    }

    /// A server of one thread waits half of the time for its drive and computes the other half: neither was full, and
    /// both together are the limit.
    #[test]
    fn parts_that_take_turns_are_not_excluded() {
        let cards = vec![network_card("eth0", 1060.0, Some(12_500.0))];
        let turns = ServerLoad { drives: vec![drive(1000.0, 0.5)], cards, ..cpu(0.5) };
        assert_eq!(left(turns), [false, true, true]);
    }

    /// A switch may be slower than the card's link, memory may serve what drives do not, and a virtual card
    /// has no known capacity: no conclusion is drawn from these.
    #[test]
    fn nothing_follows_from_what_was_not_seen() {
        assert_eq!(left(ServerLoad::default()), [true; 3]);
        let from_memory = ServerLoad { drives: vec![drive(10.0, 0.01)], ..ServerLoad::default() };
        assert_eq!(left(from_memory), [true; 3]);
        let cards =
            vec![network_card("eth0", 1.0, Some(125.0)), network_card("veth0", 1060.0, None)];
        assert_eq!(left(ServerLoad { cards, ..ServerLoad::default() }), [true; 3]);
    }
}
