//! A drive's rate over time as a small line.

use maud::{Markup, PreEscaped, html};
use narrows_record::run::TargetMeasurement;

const WIDTH: f64 = 260.0;
const HEIGHT: f64 = 40.0;
/// Height of the bar along the foot.
const FOOT: f64 = 4.0;
/// More points than this cannot be distinguished at that width.
const POINTS: usize = 520;

/// The line of a result, on a scale from 0 to `most`, with its lasting changes and its steady part
/// marked; nothing with fewer than two samples.
pub(super) fn sparkline(row: &TargetMeasurement, most: f64, label: &str) -> Markup {
    let samples = row.timeline_mb_s.as_slice();
    if samples.len() < 2 || most <= 0.0 {
        return html! {};
    }
    let samples = thinned(samples);
    let step = WIDTH / (samples.len() - 1).max(1) as f64;
    let point = |(at, value): (usize, &f64)| {
        let height = (value / most).clamp(0.0, 1.0) * (HEIGHT - 2.0);
        format!("{:.1},{:.1}", at as f64 * step, HEIGHT - 1.0 - height)
    };
    let line = samples.iter().enumerate().map(point).collect::<Vec<_>>().join(" ");
    let area = format!("0,{HEIGHT} {line} {WIDTH},{HEIGHT}");
    html! {
        svg.spark role="img" aria-label=(label) viewBox=(format!("0 0 {WIDTH} {HEIGHT}"))
            preserveAspectRatio="none" {
            (PreEscaped(format!("<polygon points=\"{area}\"/><polyline points=\"{line}\"/>")))
            (PreEscaped(marks(row)))
        }
    }
}

/// The steady part as a bar along the foot, lasting changes as lines from top to bottom.
fn marks(row: &TargetMeasurement) -> String {
    let x = |at_s: f64| WIDTH * (at_s / row.window_s.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    let steady = row.steady.map(|steady| {
        let (from, to) = (x(steady.from_s), x(steady.from_s + steady.length_s));
        let (width, y) = (to - from, HEIGHT - FOOT);
        format!("<rect class=\"steady\" x=\"{from:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"{FOOT}\"/>")
    });
    let change = |at: f64| {
        format!("<line class=\"change\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"0\" y2=\"{HEIGHT}\"/>")
    };
    let changes = row.changes.iter().map(|it| change(x(it.at_s)));
    steady.into_iter().chain(changes).collect()
}

/// Means of as many neighbours as make the line short enough.
fn thinned(samples: &[f64]) -> Vec<f64> {
    let each = samples.len().div_ceil(POINTS).max(1);
    samples.chunks(each).map(|chunk| chunk.iter().sum::<f64>() / chunk.len() as f64).collect()
}

#[cfg(test)]
mod tests {
    use narrows_record::run::{RateChange, SteadyState};

    use super::*;

    fn drawn(samples: Vec<f64>, edit: impl Fn(&mut TargetMeasurement)) -> String {
        let mut row = TargetMeasurement {
            timeline_mb_s: samples,
            window_s: 20.0,
            ..TargetMeasurement::default()
        };
        edit(&mut row);
        sparkline(&row, 10.0, "x").into_string()
    }

    #[test]
    fn a_line_runs_from_left_to_right_with_more_drawn_higher() {
        // Height 40: 0 lies at 39, the greatest value at 1.
        let line = drawn(vec![0.0, 10.0], |_| {});
        assert!(line.contains("points=\"0.0,39.0 260.0,1.0\""), "{line}");
        assert!(!line.contains("change") && !line.contains("steady"), "{line}");
        assert!(drawn(vec![1.0], |_| {}).is_empty());
        assert_eq!(thinned(&[1.0; 1041]).len(), 347);
    }

    /// 8 of 20 s are 104 of 260 units, and the ten steady seconds from 10 s on half of it.
    #[test]
    fn changes_and_the_steady_part_lie_where_they_were() {
        let line = drawn(vec![5.0; 200], |row| {
            let (from_mb_s, to_mb_s) = (10.0, 5.0);
            row.changes = vec![RateChange { at_s: 8.0, after_bytes: 1, from_mb_s, to_mb_s }];
            let steady =
                SteadyState { from_s: 10.0, length_s: 10.0, mb_s: 5.0, range: 0.0, slope: 0.0 };
            row.steady = Some(steady);
        });
        assert!(line.contains("class=\"change\" x1=\"104.0\""), "{line}");
        assert!(line.contains("class=\"steady\" x=\"130.0\" y=\"36\" width=\"130.0\""), "{line}");
    }
}
