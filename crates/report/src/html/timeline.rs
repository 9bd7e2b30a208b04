//! A drive's rate over time as a small line.

use maud::{Markup, PreEscaped, html};

const WIDTH: f64 = 260.0;
const HEIGHT: f64 = 40.0;
/// More points than this are not told apart at that width.
const POINTS: usize = 520;

/// The line, on a scale from 0 to `most`; nothing with fewer than two samples.
pub(super) fn sparkline(samples: &[f64], most: f64, label: &str) -> Markup {
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
        }
    }
}

/// Means of as many neighbours as make the line short enough.
fn thinned(samples: &[f64]) -> Vec<f64> {
    let each = samples.len().div_ceil(POINTS).max(1);
    samples.chunks(each).map(|chunk| chunk.iter().sum::<f64>() / chunk.len() as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_runs_from_left_to_right_with_more_drawn_higher() {
        // Height 40: 0 lies at 39, the greatest value at 1.
        let drawn = sparkline(&[0.0, 10.0], 10.0, "x").into_string();
        assert!(drawn.contains("points=\"0.0,39.0 260.0,1.0\""), "{drawn}");
        assert!(sparkline(&[1.0], 1.0, "x").into_string().is_empty());
        assert_eq!(thinned(&[1.0; 1041]).len(), 347);
    }
}
