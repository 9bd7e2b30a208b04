//! The accuracy of predictions: over rows, and with each system counted once.

use narrows_record::casebook::{
    CasebookRole, CasebookRow, CasebookScore, CasebookSummary, CasebookSystem, SystemScore,
};
use narrows_units::stats::median;

use super::compare::is_ordering;

/// The score of the rows that check; `None` if there are none.
pub(super) fn score(rows: &[CasebookRow]) -> Option<CasebookScore> {
    let checks: Vec<&CasebookRow> =
        rows.iter().filter(|row| row.role == CasebookRole::Checks).collect();
    let (orderings, figures): (Vec<&CasebookRow>, Vec<&CasebookRow>) =
        checks.iter().partition(|row| is_ordering(row));
    let right = orderings.iter().filter(|row| row.error == Some(0.0));
    let named = checks.iter().filter(|row| row.published_limit.is_some());
    let in_band: Vec<bool> = figures.iter().filter_map(|row| row.in_band).collect();
    let errors = figures.iter().filter_map(|row| row.error).map(f64::abs);
    (!checks.is_empty()).then(|| CasebookScore {
        checks: checks.len(),
        met: checks.iter().filter(|row| row.ok == Some(true)).count(),
        median_error: median(&errors.collect::<Vec<f64>>()),
        orderings: orderings.len(),
        orderings_met: right.count(),
        limits: named.clone().count(),
        limits_met: named.filter(|row| row.limit_ok == Some(true)).count(),
        in_band: share(in_band.iter().filter(|inside| **inside).count(), in_band.len()),
        half_width: median(&figures.iter().filter_map(|row| half_width(row)).collect::<Vec<_>>()),
    })
}

pub(super) fn summary(systems: &[CasebookSystem], rows: &[CasebookRow]) -> CasebookSummary {
    let scores: Vec<&CasebookScore> =
        systems.iter().filter_map(|system| system.score.as_ref()).collect();
    let failing =
        rows.iter().filter(|row| row.role == CasebookRole::Checks && row.ok != Some(true));
    let limits = scores.iter().filter_map(|score| share(score.limits_met, score.limits));
    let of_systems = |figure: fn(&CasebookScore) -> Option<f64>| {
        median(&scores.iter().filter_map(|score| figure(score)).collect::<Vec<_>>())
    };
    CasebookSummary {
        rows: score(rows).unwrap_or_default(),
        systems: scores.len(),
        by_system: SystemScore {
            median_error: of_systems(|score| score.median_error),
            in_band: mean(scores.iter().filter_map(|score| score.in_band).collect()),
            half_width: of_systems(|score| score.half_width),
            limits_met: mean(limits.collect()),
        },
        failing: failing.map(|row| row.id.clone()).collect(),
    }
}

fn half_width(row: &CasebookRow) -> Option<f64> {
    let predicted = row.predicted.filter(|predicted| *predicted > 0.0)?;
    Some((row.high? - row.low?) / 2.0 / predicted)
}

fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn mean(values: Vec<f64>) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}
