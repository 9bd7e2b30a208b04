//! The published machines beside our predictions for them.

use narrows_catalog::casebook::{self, Measure, Role, Row, System};
use narrows_messages::{Message, Speaker};
use narrows_model::{Machine, Outcome, predict};
use narrows_record::predict::Limit;
use narrows_record::see::See;
use narrows_record::{casebook as wire, machine_file, schema};
use narrows_topology::Id;
use narrows_units::{BytesPerSec, Iops};
use narrows_workload::{Workload, profile};

/// The casebook, its sentences said by `speaker`.
pub fn casebook(speaker: &Speaker) -> Result<wire::Casebook, Message> {
    let mut book = wire::Casebook {
        schema: schema::CASEBOOK.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        systems: Vec::new(),
        rows: Vec::new(),
    };
    for system in casebook::systems() {
        let usual = system.machine.as_deref().unwrap_or_default();
        for row in casebook::rows().iter().filter(|row| row.system == system.id) {
            let own = row.ask.as_ref().and_then(|ask| ask.machine.as_deref());
            book.rows.push(compare(row, &machine(own.unwrap_or(usual))?, speaker));
        }
        book.systems.push(describe(system, &machine(usual)?, speaker));
    }
    Ok(book)
}

fn machine(name: &str) -> Result<Machine, Message> {
    let text = narrows_catalog::machine::machine(name).unwrap_or_default();
    let read = machine_file::read(text).map_err(|error| error.problem)?;
    Ok(read.machine)
}

fn describe(system: &System, machine: &Machine, speaker: &Speaker) -> wire::System {
    let said = |id: &Option<String>| id.as_deref().map(|id| speaker.text(id)).unwrap_or_default();
    let source = format!("catalog:{}", system.machine.as_deref().unwrap_or_default());
    wire::System {
        id: system.id.clone(),
        title: said(&system.title),
        finding: said(&system.finding),
        machine: See::of(&machine.topology, &source, speaker),
    }
}

fn compare(row: &Row, machine: &Machine, speaker: &Speaker) -> wire::Row {
    let middle = match (row.low, row.high) {
        (Some(low), Some(high)) => Some((low + high) / 2.0),
        (low, high) => low.or(high),
    };
    let ours = prediction(row, machine);
    let published = row.published.or(middle).unwrap_or_default();
    wire::Row {
        id: row.id.clone(),
        system: row.system.clone(),
        what: row.what.as_deref().map(|id| speaker.text(id)).unwrap_or_default(),
        published,
        published_low: row.low,
        published_high: row.high,
        unit: row.unit.clone(),
        error: ours.as_ref().map(|ours| error(row, published, ours.figure)),
        predicted: ours.as_ref().map(|ours| ours.figure),
        low: ours.as_ref().map(|ours| ours.low),
        high: ours.as_ref().map(|ours| ours.high),
        not_yet: row.why.as_deref().filter(|_| ours.is_none()).map(|id| speaker.text(id)),
        limit: ours.map(|ours| Limit::of(&ours.outcome.limit, speaker).name),
    }
}

/// 0 inside a published range, else the distance to its nearer end.
fn error(row: &Row, published: f64, predicted: f64) -> f64 {
    let nearest = match (row.low, row.high) {
        (Some(low), _) if predicted < low => low,
        (_, Some(high)) if predicted > high => high,
        (None, None) => published,
        _ => return 0.0,
    };
    let error = (predicted - nearest) / nearest;
    (error * 1e4).round() / 1e4
}

struct Ours {
    figure: f64,
    low: f64,
    high: f64,
    outcome: Outcome,
}

/// Only rates of what checks, without variations or copies.
fn prediction(row: &Row, machine: &Machine) -> Option<Ours> {
    let plain = row.role == Role::Checks && row.per.is_none() && row.less.is_none();
    let ask = row.ask.as_ref().filter(|ask| {
        plain && ask.measure == Measure::Rate && ask.change.is_none() && ask.to.is_none()
    })?;
    let workload = profile(ask.workload.as_deref()?)?;
    // The model knows one job.
    if workload.jobs > 1 {
        return None;
    }
    let together: Vec<Id> = ask.together.iter().map(Id::new).collect();
    let outcomes = predict(machine, &together, &workload);
    let wanted = ask.of.as_str();
    let meant: Vec<&Outcome> = outcomes
        .iter()
        .filter(|outcome| wanted == "total" || outcome.target.as_str() == wanted)
        .collect();
    let sum = |rate: fn(&Outcome) -> BytesPerSec| {
        figure(meant.iter().map(|outcome| rate(outcome)).sum(), &workload, &row.unit)
    };
    Some(Ours {
        figure: sum(|outcome| outcome.rate)?,
        low: sum(|outcome| outcome.low)?,
        high: sum(|outcome| outcome.high)?,
        outcome: (*meant.first()?).clone(),
    })
}

/// A rate in the unit that a figure was published in.
fn figure(rate: BytesPerSec, workload: &Workload, unit: &str) -> Option<f64> {
    let tenths = |value: f64| (value * 10.0).round() / 10.0;
    match unit {
        "MB/s" => Some(tenths(rate.as_mb_s())),
        "MiB/s" => Some(tenths(rate.as_mib_s())),
        "IOPS" => Some(Iops::get(rate.in_operations_of(workload.block)).round()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use narrows_messages::Language;

    use super::*;

    fn row(id: &str) -> wire::Row {
        let book = casebook(&Speaker::new(Language::English)).unwrap();
        book.rows.into_iter().find(|row| row.id == id).unwrap()
    }

    /// The chipset's link (DMI 3.0: 8 GT/s x4) by arithmetic carries 3,587 MB/s at 256-byte
    /// payloads: 1,196 each for three, 1,794 for two; a drive alone is its own limit at 2,000.
    #[test]
    fn three_drives_behind_one_uplink() {
        let (three, two, one) =
            (row("000.triple.read"), row("000.double.read"), row("000.single.qual"));
        let near = |row: &wire::Row, wanted: f64| (row.predicted.unwrap() / wanted - 1.0).abs();
        assert!(near(&three, 1185.0) < 0.02 && near(&two, 1777.0) < 0.02, "{three:?} {two:?}");
        assert!(three.limit.unwrap().contains("DMI 3.0") && two.limit.unwrap().contains("DMI 3.0"));
        assert_eq!(one.predicted, Some(2000.0));
        assert!(one.limit.unwrap().contains("drive"));
    }

    #[test]
    fn four_link_settings_from_arithmetic_alone() {
        for id in ["003.lane.g1x2", "003.lane.g2x2", "003.lane.g2x4", "003.lane.g3x2"] {
            let row = row(id);
            assert!(row.error.unwrap().abs() < 0.015, "{row:?}");
            assert!(row.limit.unwrap().contains("link"));
        }
    }

    #[test]
    fn what_is_covered_is_met_within_what_datasheets_allow() {
        let book = casebook(&Speaker::new(Language::English)).unwrap();
        assert_eq!(book.systems.len(), 5);
        for row in book.rows.iter().filter(|row| row.predicted.is_some()) {
            assert!(row.error.unwrap().abs() <= 0.12, "{row:?}");
        }
    }
}
