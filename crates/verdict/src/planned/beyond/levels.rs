//! From levels and numbers of drives to documents.

use narrows_catalog::drive::DriveModel;
use narrows_messages::{DocumentText, Message};
use narrows_model::{RaidLevel, TargetPrediction};
use narrows_plan::levels::{self, MD_SPEED_LIMIT, NetworkPath};
use narrows_record::plan_beyond::PredictedRate;
use narrows_record::plan_levels::{HourRangeRecord, LevelComparison, LevelNetwork, LevelRowRecord};
use narrows_record::predict::LimitRecord;
use narrows_record::round_mb_s;
use narrows_units::{Bytes, BytesPerSec};

use super::means::rate;

/// Wire form of the results of [`levels::rows`] for each number of drives.
pub fn levels(
    model: &DriveModel,
    rows: &[levels::RaidLevelRow],
    network: Option<&NetworkPath>,
) -> LevelComparison {
    let of_level = |level: RaidLevel| {
        let of_groups =
            move |groups| rows.iter().filter(move |it| (it.level, it.groups) == (level, groups));
        of_groups(1).chain(of_groups(2))
    };
    let sorted = levels::LEVELS.into_iter().flat_map(of_level);
    let findings = network.map(|network| findings(rows, network)).unwrap_or_default();
    LevelComparison {
        model: model.id.clone(),
        name: model.name.clone(),
        network: network.map(|network| LevelNetwork {
            name: network.name.clone(),
            carries_mb_s: round_mb_s(network.carries.as_mb_s()),
        }),
        rows: sorted.map(level_row).collect(),
        findings: findings.into_iter().map(DocumentText::from).collect(),
        assumptions: assumptions(model).into_iter().map(DocumentText::from).collect(),
    }
}

fn level_row(row: &levels::RaidLevelRow) -> LevelRowRecord {
    let wire = |outcome: &Option<TargetPrediction>| -> Option<PredictedRate> {
        outcome.as_ref().map(|outcome| rate(outcome, Bytes::kib(128)))
    };
    let at_random = |outcome: &Option<TargetPrediction>| {
        outcome.as_ref().map(|outcome| rate(outcome, Bytes::kib(4)))
    };
    let hours =
        |it: &levels::HourRange| HourRangeRecord { low: tenth(it.low), high: it.high.map(tenth) };
    LevelRowRecord {
        level: match row.groups {
            1 => row.level.as_str().to_owned(),
            // Groups of raid5 under a stripe are raid50.
            _ => format!("{}0", row.level.as_str()),
        },
        zfs: match row.groups {
            1 => zfs(row.level).to_owned(),
            groups => format!("{groups} x {}", zfs(row.level)),
        },
        drives: row.drives,
        groups: row.groups,
        may_fail: row.may_fail,
        usable_tb: (row.usable.get() as f64 / 1e10).round() / 100.0,
        read: wire(&row.read),
        write: wire(&row.write),
        random_read: at_random(&row.random_read),
        random_write: at_random(&row.random_write),
        served_mb_s: row.served.as_ref().map(|it| round_mb_s(it.rate.as_mb_s())),
        network_is_bottleneck: row.served.as_ref().map(|it| it.by_network),
        limit: row.limit().map(LimitRecord::of),
        rebuild: row.rebuild.as_ref().map(hours),
        scrub: row.scrub.as_ref().map(hours),
    }
}

fn tenth(hours: f64) -> f64 {
    (hours * 10.0).round() / 10.0
}

fn zfs(level: RaidLevel) -> &'static str {
    match level {
        RaidLevel::Jbod | RaidLevel::Stripe => "stripe",
        RaidLevel::Mirror => "mirror",
        RaidLevel::MirroredStripe => "mirrors",
        RaidLevel::Parity(0 | 1) => "raidz1",
        RaidLevel::Parity(2) => "raidz2",
        RaidLevel::Parity(_) => "raidz3",
    }
}

/// Least number of drives with the network as bottleneck.
fn findings(rows: &[levels::RaidLevelRow], network: &NetworkPath) -> Vec<Message> {
    let by_level = levels::LEVELS.iter().filter_map(|level| {
        let of_level: Vec<&levels::RaidLevelRow> = rows
            .iter()
            .filter(|it| ((it.level, it.groups) == (*level, 1)) && it.served.is_some())
            .collect();
        let is_full = |row: &&&levels::RaidLevelRow| {
            row.served.as_ref().is_some_and(|served| served.by_network)
        };
        let message = match of_level.iter().find(is_full) {
            Some(first) => Message::new("plan-levels-network-from").with("drives", first.drives),
            None => {
                Message::new("plan-levels-network-never").with("drives", of_level.last()?.drives)
            }
        };
        Some(message.with("level", level.as_str()))
    });
    let carries =
        |message: Message| message.with("network", &network.name).with("rate", network.carries);
    by_level.map(carries).collect()
}

fn assumptions(model: &DriveModel) -> Vec<Message> {
    let limit: BytesPerSec = MD_SPEED_LIMIT;
    let mut all = vec![
        Message::new("plan-levels-idle"),
        Message::new("plan-levels-md-limit").with("rate", limit),
    ];
    if model.spins {
        let part = |part: f64| format!("{:.0}", part * 100.0);
        let message = Message::new("plan-levels-surface");
        let message = message.with("least", part(levels::INNER.0));
        all.push(message.with("most", part(levels::INNER.1)));
    }
    all.push(Message::new("plan-levels-zfs"));
    all.push(Message::new("plan-levels-zfs-random"));
    all
}
