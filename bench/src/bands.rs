//! `cargo xtask bands`: how far the bands of predictions hold on published systems, each judged by the
//! others.
//!
//! A figure needs its band to be so many times as wide as it is (in logarithms, to the side on which the
//! figure lies). Of each kind of prediction, the factor with which the bands of all *other* systems hold
//! four of five figures is what a system left out is judged with. Every system counts once, however many
//! figures it has.

use std::collections::BTreeMap;

use narrows_messages::{Language, Localizer};
use narrows_record::casebook::{Role, Row};
use narrows_record::predict::LimitKind;
use narrows_record::word::Unit;
use narrows_verdict::{Book, casebook};

use xtask::Done;

/// What an 80 % band should hold.
const HELD: f64 = 0.8;
/// Kinds with fewer systems are judged with the factor of all kinds.
const FEWEST: usize = 5;

/// A figure with how much wider its band must be to hold it: at most 1 where it does.
#[derive(Clone, Debug)]
struct Figure {
    kind: &'static str,
    needs: f64,
    error: f64,
}

type Systems = BTreeMap<String, Vec<Figure>>;

/// Prints the table by system and by kind.
pub fn run() -> Done {
    let book = casebook(Book::Published, &[], &Localizer::new(Language::English));
    let mut systems = Systems::new();
    for row in book.rows.iter().filter(|row| matches!(row.role, Role::Checks | Role::Calibrates)) {
        if let Some(figure) = figure(row) {
            systems.entry(row.system.clone()).or_default().push(figure);
        }
    }
    println!(
        "| system | figures | median error | inside | widest need | factor by the others | inside with it |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (name, own) in &systems {
        let widest = own.iter().map(|it| it.needs).fold(0.0, f64::max);
        let factors = own.iter().map(|it| (it, without(&systems, name, it.kind)));
        let with = factors.filter(|(it, factor)| it.needs <= *factor).count();
        let factor = without(&systems, name, own[0].kind);
        let error = median(own.iter().map(|it| it.error).collect());
        let inside = inside(own, |_| 1.0);
        let (count, with) = (own.len(), percent(with as f64 / own.len() as f64));
        println!(
            "| {name} | {count} | {:+.1} % | {} | {widest:.2} | {factor:.2} | {with} |",
            error * 100.0,
            percent(inside)
        );
    }
    println!("\n| kind | systems | inside | factor by all | inside, each judged by the others |");
    println!("|---|---|---|---|---|");
    for kind in ["link", "drive", "processor", "RAID", "place", "cache", "other"] {
        tell(kind, &of_kind(&systems, kind), &systems);
    }
    tell("all", &systems, &systems);
    let signs: Vec<f64> = systems
        .values()
        .map(|own| own.iter().filter(|it| it.error > 0.01).count() as f64 / own.len() as f64)
        .collect();
    println!("\nmore than 1 % too high: {}", percent(mean(&signs)));
    Ok(())
}

fn tell(kind: &str, these: &Systems, all: &Systems) {
    if these.is_empty() {
        return;
    }
    let as_is: Vec<f64> = these.values().map(|own| inside(own, |_| 1.0)).collect();
    let by_others = these.iter().map(|(name, own)| inside(own, |it| without(all, name, it.kind)));
    let by_others: Vec<f64> = by_others.collect();
    println!(
        "| {kind} | {} | {} | {:.2} | {} |",
        these.len(),
        percent(mean(&as_is)),
        factor(these),
        percent(mean(&by_others))
    );
}

fn figure(row: &Row) -> Option<Figure> {
    let (predicted, low, high) = (row.predicted?, row.low?, row.high?);
    let nearest = match (row.published_low, row.published_high) {
        (Some(least), Some(most)) => predicted.clamp(least, most),
        (Some(_), None) | (None, Some(_)) => return None,
        (None, None) => row.published,
    };
    if row.unit == Unit::Times || predicted <= 0.0 || nearest <= 0.0 || low <= 0.0 {
        return None;
    }
    let away = (nearest / predicted).ln();
    let end = if away < 0.0 { low } else { high };
    let width = (end / predicted).ln().abs().max(1e-3);
    // Rounding of what is shown.
    let needs = if away.abs() < 5e-4 { 0.0 } else { away.abs() / width };
    Some(Figure { kind: kind(row.limit?), needs, error: row.error? })
}

fn kind(limit: LimitKind) -> &'static str {
    match limit {
        LimitKind::Link | LimitKind::Uplink => "link",
        LimitKind::Drive | LimitKind::DriveIops | LimitKind::Depth => "drive",
        LimitKind::Cpu | LimitKind::Memory | LimitKind::Application => "processor",
        LimitKind::RaidLayer => "RAID",
        LimitKind::RootComplex | LimitKind::Controller => "place",
        LimitKind::Cache => "cache",
        LimitKind::Heat | LimitKind::Throttle | LimitKind::Unknown => "other",
    }
}

/// The factor with which the bands of all systems but one hold what they should.
fn without(systems: &Systems, name: &str, kind: &str) -> f64 {
    let mut others = of_kind(systems, kind);
    others.remove(name);
    if others.len() >= FEWEST {
        return factor(&others);
    }
    let mut others = systems.clone();
    others.remove(name);
    factor(&others)
}

/// The least factor with which four of five figures are inside, each system counted once.
fn factor(systems: &Systems) -> f64 {
    let needs = systems.values().flatten().map(|it| it.needs);
    let enough = |factor: &f64| {
        let held: Vec<f64> = systems.values().map(|own| inside(own, |_| *factor)).collect();
        mean(&held) >= HELD
    };
    needs.filter(enough).fold(f64::INFINITY, f64::min)
}

fn of_kind(systems: &Systems, kind: &str) -> Systems {
    let own = systems.iter().map(|(name, own)| {
        let of_it = own.iter().filter(|it| it.kind == kind).cloned();
        (name.clone(), of_it.collect::<Vec<_>>())
    });
    own.filter(|(_, own)| !own.is_empty()).collect()
}

fn inside(own: &[Figure], factor: impl Fn(&Figure) -> f64) -> f64 {
    own.iter().filter(|it| it.needs <= factor(it)).count() as f64 / own.len().max(1) as f64
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The one in the middle by size, with its sign.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    values.get(values.len() / 2).copied().unwrap_or_default()
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}
