//! A rate over time as a line of blocks.

use narrows_record::run::TargetMeasurement;

use crate::block::{CellInk, TableCell};

/// Eighths of a line's height (Unicode, Block Elements).
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const CHANGE: char = '│';

/// A result's rate on a scale from 0 to `most`, in at most `columns`: a line before each lasting
/// change, and the time before the steady part faint. Empty with fewer than two samples.
pub(crate) fn spark(row: &TargetMeasurement, most: f64, columns: usize) -> TableCell {
    let samples = row.timeline_mb_s.as_slice();
    if samples.len() < 2 || most <= 0.0 {
        return TableCell::default();
    }
    // There are two samples at least, so that the bounds of `clamp` are in order.
    let columns = columns.saturating_sub(row.changes.len()).clamp(2, samples.len());
    let place = |at_s: f64| {
        let share = at_s / row.window_s.max(f64::MIN_POSITIVE);
        ((share * columns as f64).round() as usize).min(columns)
    };
    let changes: Vec<usize> = row.changes.iter().map(|change| place(change.at_s)).collect();
    let steady = row.steady.map_or(0, |steady| place(steady.from_s));
    let (mut before, mut after) = (String::new(), String::new());
    for at in 0..columns {
        let text = if at < steady { &mut before } else { &mut after };
        text.extend(changes.iter().filter(|change| **change == at).map(|_| CHANGE));
        // The mean over the `at`th of `columns` equal parts.
        let start = at * samples.len() / columns;
        let end = (at + 1) * samples.len() / columns;
        let part = samples.get(start..end).unwrap_or_default();
        let mean = part.iter().sum::<f64>() / part.len().max(1) as f64;
        text.push(block(mean / most));
    }
    after.extend(changes.iter().filter(|change| **change == columns).map(|_| CHANGE));
    TableCell::new(before, CellInk::Faint).and(after, CellInk::Plain)
}

fn block(share: f64) -> char {
    let last = BLOCKS.len() - 1;
    let at = (share.clamp(0.0, 1.0) * last as f64).round() as usize;
    BLOCKS.get(at).copied().unwrap_or(' ')
}

#[cfg(test)]
mod tests {
    use narrows_record::run::{RateChange, SteadyState};

    use super::*;
    fn drawn(row: &TargetMeasurement, columns: usize) -> String {
        spark(row, 1500.0, columns).text()
    }

    /// Two seconds at 1,500 of 1,500 and two at 300: 7/7 and 1.4/7 of the height.
    #[test]
    fn a_cliff_is_seen_where_it_is() {
        let mut row = TargetMeasurement { window_s: 4.0, ..TargetMeasurement::default() };
        row.timeline_mb_s = [[1500.0; 20], [300.0; 20]].concat();
        assert_eq!(drawn(&row, 8), "████▂▂▂▂");
        row.changes =
            vec![RateChange { at_s: 2.0, after_bytes: 0, from_mb_s: 1500.0, to_mb_s: 300.0 }];
        assert_eq!(drawn(&row, 9), "████│▂▂▂▂");
        let last = RateChange { at_s: 3.9, ..row.changes[0] };
        let ends = TargetMeasurement { changes: vec![last], ..row.clone() };
        assert_eq!(drawn(&ends, 9), "████▂▂▂▂│");
        row.steady =
            Some(SteadyState { from_s: 2.0, length_s: 2.0, mb_s: 300.0, range: 0.0, slope: 0.0 });
        assert_eq!(drawn(&row, 9), "████│▂▂▂▂", "the same without colours");
    }

    #[test]
    fn what_is_too_short_or_damaged_draws_nothing_or_something() {
        let mut row =
            TargetMeasurement { timeline_mb_s: vec![1.0], ..TargetMeasurement::default() };
        assert_eq!(drawn(&row, 8), "");
        row.timeline_mb_s = vec![f64::NAN, 9e9, -1.0];
        row.changes =
            vec![RateChange { at_s: f64::NAN, after_bytes: 0, from_mb_s: 0.0, to_mb_s: 0.0 }; 20];
        assert!(!drawn(&row, 8).is_empty());
    }
}
