//! Which results of a run have rates by position; used by the page and by the drawing.

use narrows_record::run::{PositionCurve, RunDocument, TargetMeasurement};

use crate::clean::clean;

/// The results that have a curve of several points.
pub(crate) fn rows(run: &RunDocument) -> Vec<(&TargetMeasurement, &PositionCurve)> {
    let with_curve =
        |row| TargetMeasurement::curve_of(row).filter(|(_, curve)| curve.points.len() > 1);
    run.results.iter().filter_map(with_curve).collect()
}

/// The drive, and the set it ran in.
pub(crate) fn name(row: &TargetMeasurement) -> String {
    match row.together.len() {
        0 | 1 => clean(&row.target),
        _ => format!("{} ({})", clean(&row.target), clean(&row.together.join(" + "))),
    }
}
