//! Sweeps as one drawing: a figure with its band over the parameter.
//!
//! Values are equally spaced: they double from one to the next or have no order at all.

use narrows_messages::Localizer;
use narrows_record::predict::PredictedSweep;

use super::write::Svg;
use crate::figures::MainUnit;
use crate::page::sweep;
use crate::{SVG_MARK, words};

pub(super) const STYLE: &str = include_str!("plot.css");
const WIDTH: f64 = 760.0;
const PANEL: f64 = 300.0;
const LEFT: f64 = 90.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 52.0;
/// Labels of more values than these would overlap.
const MOST_LABELS: usize = 12;
const LINES: usize = 4;

pub(super) fn draw(sweeps: &[PredictedSweep], localizer: &Localizer) -> String {
    let high = PANEL * sweeps.len().max(1) as f64;
    let titles: Vec<String> = sweeps.iter().map(|it| sweep::title(it, localizer)).collect();
    let title = titles.join("; ");
    let mut svg = Svg::plot(("plot", SVG_MARK), (WIDTH, high), &title, STYLE, localizer);
    for (at, it) in sweeps.iter().enumerate() {
        SweepPanel::of(it, PANEL * at as f64).draw(&mut svg, localizer);
    }
    svg.finish()
}

/// The least that [`LINES`] round steps reach: 1, 2, 2.5 or 5 times a power of ten each.
pub(super) fn round_up(most: f64) -> f64 {
    let lines = LINES as f64;
    let mut tens = 1.0;
    while tens * 5.0 * lines < most && tens < 1e15 {
        tens *= 10.0;
    }
    let steps = [1.0, 2.0, 2.5, 5.0].map(|step| step * tens * lines);
    steps.into_iter().find(|top| *top >= most).unwrap_or(most)
}

struct SweepPanel<'a> {
    sweep: &'a PredictedSweep,
    /// Low, middle, high of each value.
    figures: Vec<[f64; 3]>,
    most: f64,
    top: f64,
}

impl<'a> SweepPanel<'a> {
    fn of(sweep: &'a PredictedSweep, top: f64) -> Self {
        let figures: Vec<_> =
            sweep.points.iter().map(|point| sweep::figure(sweep, point)).collect();
        let most = figures.iter().map(|[_, _, high]| *high).fold(0.0, f64::max);
        Self { sweep, figures, most: round_up(most), top }
    }

    fn x(&self, at: usize) -> f64 {
        let room = WIDTH - LEFT - RIGHT;
        room * (at as f64 + 0.5) / self.figures.len().max(1) as f64 + LEFT
    }

    fn y(&self, value: f64) -> f64 {
        let room = PANEL - TOP - BOTTOM;
        self.top + TOP + room * (1.0 - (value / self.most).clamp(0.0, 1.0))
    }

    fn draw(&self, svg: &mut Svg, localizer: &Localizer) {
        svg.text("name", 16.0, self.top + 24.0, &sweep::title(self.sweep, localizer));
        let unit = MainUnit::of(&self.sweep.workload);
        for line in 0..=LINES {
            let value = self.most * line as f64 / LINES as f64;
            let label = words::figure(value, unit);
            svg.line("grid", LEFT, WIDTH - RIGHT, self.y(value));
            svg.text("small end", LEFT - 8.0, self.y(value) + 4.0, &label);
        }
        svg.text("small end", LEFT - 8.0, self.top + TOP - 14.0, unit.name());
        self.curve(svg);
        let every = self.figures.len().div_ceil(MOST_LABELS).max(1);
        for (at, point) in self.sweep.points.iter().enumerate().step_by(every) {
            svg.text("small mid", self.x(at), self.top + PANEL - BOTTOM + 18.0, &point.value);
        }
        let band = format!(
            "{} · {}",
            sweep::over(self.sweep, localizer),
            localizer.text("predict-svg-band")
        );
        svg.text("small end", WIDTH - RIGHT, self.top + PANEL - 14.0, &band);
    }

    /// The band as an area, the figures as a line with a dot at each value.
    fn curve(&self, svg: &mut Svg) {
        let point = |at: usize, value: f64| format!("{:.1},{:.1}", self.x(at), self.y(value));
        let figures = || self.figures.iter().enumerate();
        let upper = figures().map(|(at, [_, _, high])| point(at, *high));
        let lower = figures().rev().map(|(at, [low, _, _])| point(at, *low));
        let band: Vec<String> = upper.chain(lower).collect();
        let line: Vec<String> = figures().map(|(at, [_, middle, _])| point(at, *middle)).collect();
        svg.raw(&format!("<polygon class=\"band\" points=\"{}\"/>", band.join(" ")));
        svg.raw(&format!("<polyline class=\"line\" points=\"{}\"/>", line.join(" ")));
        for (at, [_, middle, _]) in figures() {
            let (x, y) = (self.x(at), self.y(*middle));
            svg.raw(&format!("<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"/>"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::round_up;

    #[test]
    fn steps_are_round() {
        let rounded = [0.0, 3.0, 8.1, 263.0, 1437.0, 292_300.0].map(round_up);
        assert_eq!(rounded, [4.0, 4.0, 10.0, 400.0, 2000.0, 400_000.0]);
    }
}
