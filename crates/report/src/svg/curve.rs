//! Rates by position as a drawing: a line for each drive, and a dot for each single read.
//!
//! All drives of a run have one scale, so that they are compared by looking.

use narrows_messages::Localizer;
use narrows_record::run::{PositionCurve, RunDocument, TargetMeasurement};
use narrows_units::Bytes;

use super::plot::{STYLE, round_up};
use super::write::Svg;
use crate::curves;
use crate::{SVG_MARK, words};

const WIDTH: f64 = 760.0;
const PANEL: f64 = 260.0;
const LEFT: f64 = 90.0;
const RIGHT: f64 = 90.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 44.0;
const LINES: usize = 4;

/// All curves of a run, one below the other; `None` if nothing was measured by position.
pub(super) fn draw(run: &RunDocument, localizer: &Localizer) -> Option<String> {
    let rows = curves::rows(run);
    if rows.is_empty() {
        return None;
    }
    let high = PANEL * rows.len() as f64;
    let title = localizer.text("report-curve");
    let rates = rows.iter().flat_map(|(_, curve)| curve.rates());
    let times = rows.iter().flat_map(|(_, curve)| curve.accesses.iter().map(|access| access.us));
    let scale = CurveScale {
        mb_s: round_up(rates.fold(0.0, f64::max)),
        us: round_up(times.fold(0.0, f64::max)),
    };
    let mut svg = Svg::plot(("plot", SVG_MARK), (WIDTH, high), &title, STYLE, localizer);
    for (at, (row, curve)) in rows.into_iter().enumerate() {
        CurvePanel { row, curve, scale, top: PANEL * at as f64 }.draw(&mut svg, localizer);
    }
    Some(svg.finish())
}

/// Ends of the axes.
#[derive(Clone, Copy)]
struct CurveScale {
    mb_s: f64,
    us: f64,
}

struct CurvePanel<'a> {
    row: &'a TargetMeasurement,
    curve: &'a PositionCurve,
    scale: CurveScale,
    top: f64,
}

impl CurvePanel<'_> {
    fn draw(&self, svg: &mut Svg, localizer: &Localizer) {
        let text = |id| localizer.text(id);
        svg.text("name", 16.0, self.top + 24.0, &curves::name(self.row));
        let has_accesses = !self.curve.accesses.is_empty();
        for line in 0..=LINES {
            let share = line as f64 / LINES as f64;
            let y = self.y(share);
            svg.line("grid", LEFT, WIDTH - RIGHT, y);
            let rate =
                if line == 0 { "0".to_owned() } else { words::number(self.scale.mb_s * share) };
            svg.text("small end", LEFT - 8.0, y + 4.0, &rate);
            if has_accesses && line > 0 {
                let time = words::micros(self.scale.us * share);
                svg.text("small", WIDTH - RIGHT + 8.0, y + 4.0, &time);
            }
        }
        svg.text("small end", LEFT - 8.0, self.top + TOP - 12.0, "MB/s");
        if has_accesses {
            let label = text("report-curve-access");
            svg.text("small", WIDTH - RIGHT + 8.0, self.top + TOP - 12.0, &label);
        }
        // The rates as a line, single reads as dots.
        for access in &self.curve.accesses {
            let (x, y) = (self.x(access.at_bytes), self.y(access.us / self.scale.us));
            svg.raw(&format!("<circle class=\"access\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"1.8\"/>"));
        }
        let points = &self.curve.points;
        // A rate belongs to a part and is drawn over its middle.
        let half = self.curve.length_bytes / points.len().max(1) as u64 / 2;
        let point = |point: &narrows_record::run::CurvePoint| {
            let (x, y) = (self.x(point.at_bytes + half), self.y(point.mb_s / self.scale.mb_s));
            format!("{x:.1},{y:.1}")
        };
        let line: Vec<String> = points.iter().map(point).collect();
        svg.raw(&format!("<polyline class=\"line\" points=\"{}\"/>", line.join(" ")));
        let PositionCurve { from_bytes, length_bytes, .. } = *self.curve;
        let y = self.top + PANEL - BOTTOM + 18.0;
        for (class, share) in [("small", 0.0), ("small mid", 0.5), ("small end", 1.0)] {
            let at = from_bytes + (length_bytes as f64 * share) as u64;
            svg.text(class, self.x(at), y, &Bytes::new(at).to_string());
        }
    }

    fn x(&self, at_bytes: u64) -> f64 {
        let along = at_bytes.saturating_sub(self.curve.from_bytes) as f64;
        let share = along / self.curve.length_bytes.max(1) as f64;
        LEFT + (WIDTH - LEFT - RIGHT) * share.clamp(0.0, 1.0)
    }

    fn y(&self, share: f64) -> f64 {
        self.top + TOP + (PANEL - TOP - BOTTOM) * (1.0 - share.clamp(0.0, 1.0))
    }
}
