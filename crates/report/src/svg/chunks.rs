//! Every chunk of an array by every job, as shares of the best: one line a job, reads and writes apart.
//!
//! Chunks are on a logarithmic axis. Labels are at the lines' right ends, moved apart if they would
//! overlap.

use narrows_messages::Localizer;
use narrows_record::stripe::{StripeCandidate, StripeJob, StripeRecord};
use narrows_record::word::TransferDirection;

use super::write::Svg;
use crate::page::stripe::{figured, matrix};
use crate::words;

const STYLE: &str = concat!(include_str!("plot.css"), include_str!("chunks.css"));
const WIDTH: f64 = 860.0;
const PANEL: f64 = 300.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 46.0;
const BOTTOM: f64 = 44.0;
/// Between two labels, baseline to baseline.
const LABEL: f64 = 15.0;
/// As many colours as `chunks.css` has.
const COLOURS: usize = 6;
const MOST_PANELS: usize = 12;

/// `None` if no array was measured with two chunks.
pub(super) fn draw(stripe: &StripeRecord, localizer: &Localizer) -> Option<String> {
    let panels: Vec<ChunkPanel<'_>> =
        panels(stripe, localizer).into_iter().take(MOST_PANELS).collect();
    if panels.is_empty() {
        return None;
    }
    let high = PANEL * panels.len() as f64;
    let title = localizer.text("stripe-heading-plot");
    let mut svg = Svg::plot(("plot chunks", ""), (WIDTH, high), &title, STYLE, localizer);
    for (at, panel) in panels.iter().enumerate() {
        panel.draw(&mut svg, PANEL * at as f64, localizer);
    }
    Some(svg.finish())
}

/// Arrays that differ in nothing but the chunk, each way.
fn panels<'a>(stripe: &'a StripeRecord, localizer: &Localizer) -> Vec<ChunkPanel<'a>> {
    let mut kinds: Vec<&StripeCandidate> = Vec::new();
    let is_alike =
        |a: &StripeCandidate, b: &StripeCandidate| a.level == b.level && a.members == b.members;
    for one in stripe.candidates.iter().filter(|one| one.chunk.is_some()) {
        if !kinds.iter().any(|known| is_alike(known, one)) {
            kinds.push(one);
        }
    }
    let ways = [
        (TransferDirection::Read, "stripe-heading-reads"),
        (TransferDirection::Write, "stripe-heading-writes"),
    ];
    let each = kinds.into_iter().flat_map(|kind| ways.clone().map(|(way, id)| (kind, way, id)));
    let panel = |(kind, way, id): (&'a StripeCandidate, TransferDirection, &'static str)| {
        let name = StripeCandidate { chunk: None, ..kind.clone() }.title(&stripe.drives);
        let title = words::dotted([name, localizer.text(id)]);
        let of_kind = |one: &&StripeCandidate| is_alike(one, kind) && one.cache == kind.cache;
        let chunks = stripe.candidates.iter().filter(of_kind);
        let lines = stripe.jobs.iter().filter(|job| job.direction == way);
        let lines = lines.map(|job| ChunkLine::of(stripe, job, chunks.clone()));
        let lines: Vec<ChunkLine<'_>> = lines.filter(|line| line.points.len() > 1).collect();
        (!lines.is_empty()).then(|| ChunkPanel::new(title, lines))
    };
    each.filter_map(panel).collect()
}

struct ChunkLine<'a> {
    job: &'a StripeJob,
    /// Chunk and share.
    points: Vec<(u64, f64)>,
}

impl<'a> ChunkLine<'a> {
    fn of<'b>(
        stripe: &StripeRecord,
        job: &'a StripeJob,
        chunks: impl Iterator<Item = &'b StripeCandidate>,
    ) -> Self {
        let point = |one: &StripeCandidate| {
            let ranked = figured(stripe).find(|ranked| ranked.candidate == one.id)?;
            let figure = ranked.figures.iter().find(|it| it.job == job.name)?;
            Some((one.chunk?, figure.share))
        };
        let mut points: Vec<(u64, f64)> = chunks.filter_map(point).collect();
        points.retain(|(chunk, share)| *chunk > 0 && share.is_finite());
        points.sort_by_key(|(chunk, _)| *chunk);
        Self { job, points }
    }
}

struct ChunkPanel<'a> {
    title: String,
    lines: Vec<ChunkLine<'a>>,
    chunks: Vec<u64>,
    /// The share at the foot: a multiple of a fifth, so that the grid's lines are round.
    foot: f64,
}

impl<'a> ChunkPanel<'a> {
    fn new(title: String, lines: Vec<ChunkLine<'a>>) -> Self {
        let points = || lines.iter().flat_map(|line| &line.points);
        let mut chunks: Vec<u64> = points().map(|(chunk, _)| *chunk).collect();
        chunks.sort_unstable();
        chunks.dedup();
        let least = points().map(|(_, share)| *share).fold(0.9, f64::min);
        let foot = ((least * 5.0).floor() / 5.0).clamp(0.0, 0.8);
        Self { title, lines, chunks, foot }
    }

    /// On a logarithmic axis from the smallest to the largest chunk.
    fn x(&self, chunk: u64) -> f64 {
        let log = |chunk: u64| log2(chunk);
        let (first, last) = (self.chunks.first().copied(), self.chunks.last().copied());
        let (from, to) = (log(first.unwrap_or(1)), log(last.unwrap_or(1)));
        LEFT + (WIDTH - LEFT - RIGHT) * (log(chunk) - from) / (to - from).max(1e-9)
    }

    fn y(&self, top: f64, share: f64) -> f64 {
        let part = (share - self.foot) / (1.0 - self.foot);
        top + TOP + (PANEL - TOP - BOTTOM) * (1.0 - part.clamp(0.0, 1.0))
    }

    fn draw(&self, svg: &mut Svg, top: f64, localizer: &Localizer) {
        svg.text("name", 16.0, top + 24.0, &self.title);
        for line in 0..=4 {
            let share = self.foot + (1.0 - self.foot) * f64::from(line) / 4.0;
            svg.line("grid", LEFT, WIDTH - RIGHT, self.y(top, share));
            let label = format!("{:.0} %", share * 100.0);
            svg.text("small end", LEFT - 8.0, self.y(top, share) + 4.0, &label);
        }
        for chunk in &self.chunks {
            let foot = top + PANEL - BOTTOM + 18.0;
            svg.text("small mid", self.x(*chunk), foot, &words::size(*chunk));
        }
        let foot = top + PANEL - 8.0;
        svg.text("small end", WIDTH - RIGHT, foot, &localizer.text("stripe-plot-axis"));
        for (at, line) in self.lines.iter().enumerate() {
            let colour = at % COLOURS;
            let places =
                line.points.iter().map(|(chunk, share)| (self.x(*chunk), self.y(top, *share)));
            let places: Vec<(f64, f64)> = places.collect();
            let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            svg.raw(&format!("<polyline class=\"line c{colour}\" points=\"{}\"/>", path.join(" ")));
            for (x, y) in places {
                svg.raw(&format!(
                    "<circle class=\"dot c{colour}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"/>"
                ));
            }
        }
        // Each beside the end of its line.
        let end =
            |line: &ChunkLine<'_>| line.points.last().map_or(0.0, |(_, share)| self.y(top, *share));
        let ends: Vec<f64> = self.lines.iter().map(end).collect();
        let foot = top + PANEL - BOTTOM;
        for ((line, y), at) in self.lines.iter().zip(apart(&ends, foot)).zip(0..) {
            let class = format!("label c{}", at % COLOURS);
            let x = line.points.last().map_or(0.0, |(chunk, _)| self.x(*chunk));
            svg.text(&class, x + 10.0, y + 4.0, &matrix::column(line.job, localizer));
        }
    }
}

/// Pure rooms do without the platform's logarithm; exact for powers of two, which chunks
/// mostly are, and to a tenth of an octave between.
fn log2(value: u64) -> f64 {
    let value = value.max(1);
    let whole = value.ilog2();
    f64::from(whole) + (value as f64 / (1u64 << whole) as f64 - 1.0)
}

/// The same heights, moved apart if they are closer than a label is high; none below `foot`.
fn apart(heights: &[f64], foot: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..heights.len()).collect();
    let height = |at: usize| heights.get(at).copied().unwrap_or_default();
    order.sort_by(|a, b| height(*a).total_cmp(&height(*b)));
    let mut placed = heights.to_vec();
    // Downwards from the highest label; then back up, as far as the foot pushes.
    let mut least = f64::NEG_INFINITY;
    for &at in &order {
        least = height(at).max(least + LABEL);
        if let Some(place) = placed.get_mut(at) {
            *place = least;
        }
    }
    let mut most = foot;
    for &at in order.iter().rev() {
        if let Some(place) = placed.get_mut(at) {
            *place = place.min(most);
            most = *place - LABEL;
        }
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three ends at 100 need two labels' heights more; at the foot they go upwards instead.
    #[test]
    fn labels_keep_apart() {
        assert_eq!(apart(&[100.0, 100.0, 100.0], 300.0), [100.0, 115.0, 130.0]);
        assert_eq!(apart(&[300.0, 50.0, 299.0], 300.0), [300.0, 50.0, 285.0]);
        assert!(apart(&[], 1.0).is_empty());
    }

    #[test]
    fn chunks_that_double_stand_at_equal_distances() {
        let places = [4096, 8192, 16384, 1 << 20].map(log2);
        assert_eq!(places, [12.0, 13.0, 14.0, 20.0]);
    }
}
