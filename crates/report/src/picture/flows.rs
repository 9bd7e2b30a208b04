//! Bands on one scale, for the layouts that draw flows from left to right.

use super::content::FlowAmount;
use crate::scene::{BandEdge, BandKind, FlowBand, SceneShape, Stroke, tenth};

/// Over which a bottleneck narrows.
const FUNNEL: f64 = 80.0;

/// Where something leaves a drive or place.
#[derive(Clone, Copy)]
pub(crate) struct FlowExit {
    pub(crate) x: f64,
    pub(crate) middle: f64,
    pub(crate) amount: FlowAmount,
    pub(crate) is_tight: bool,
}

#[derive(Default)]
pub(crate) struct FlowPainter {
    /// Pixels for one MB/s.
    pub(crate) pixels: f64,
    bands: Vec<SceneShape>,
    pub(crate) frames: Vec<SceneShape>,
    labels: Vec<SceneShape>,
}

impl FlowPainter {
    /// Of so many pixels for one MB/s.
    pub(crate) fn new(pixels: f64) -> Self {
        Self { pixels, ..Self::default() }
    }

    pub(crate) fn put(&mut self, label: Option<SceneShape>) {
        self.labels.extend(label);
    }

    /// In the order of painting: boxes cover the ends of bands, labels everything.
    pub(crate) fn shapes(self) -> impl Iterator<Item = SceneShape> {
        self.bands.into_iter().chain(self.frames).chain(self.labels)
    }

    /// Draws a flow up to a point: the part that gets through, and below it the part lost later.
    pub(crate) fn flow(&mut self, from: FlowExit, (x, middle): (f64, f64)) {
        // Positions are rounded to tenths of pixels: less has no length.
        if x - from.x < 0.05 {
            return;
        }
        let FlowExit { amount, .. } = from;
        if amount.could() <= 0.0 {
            let point = |x, y| (tenth(x), tenth(y));
            let (from, to) = (point(from.x, from.middle), point(x, middle));
            self.bands.push(SceneShape::Stroke(Stroke { from, to, dashed: true }));
            return;
        }
        let above = amount.could() * self.pixels / 2.0;
        let kind = if from.is_tight { BandKind::Tight } else { BandKind::Flow };
        let got = amount.got * self.pixels;
        for (kind, below, mb_s) in [(kind, 0.0, amount.got), (BandKind::Lost, got, amount.lost)] {
            let start = self.edge(from.x, from.middle - above + below, mb_s);
            self.band(kind, start, self.edge(x, middle - above + below, mb_s));
        }
    }

    /// Draws the entry of something that passes less: the rest ends, half above and half below.
    pub(crate) fn funnel(&mut self, from: FlowExit, leaves: FlowAmount) -> FlowExit {
        let lost = (from.amount.could() - leaves.could()) / 2.0;
        let start = FlowExit { amount: leaves, ..from };
        // Less than half a tenth of a pixel does not show.
        if lost * self.pixels < 0.05 {
            return start;
        }
        let (end, high) = (from.x + FUNNEL, leaves.could() * self.pixels / 2.0);
        let upper = self.edge(from.x, from.middle - high - lost * self.pixels, lost);
        self.band(BandKind::Lost, upper, self.edge(end, from.middle - high, 0.0));
        let lower = self.edge(from.x, from.middle + high, lost);
        self.band(BandKind::Lost, lower, self.edge(end, from.middle + high, 0.0));
        self.flow(start, (end, from.middle));
        FlowExit { x: end, ..start }
    }

    fn edge(&self, x: f64, top: f64, mb_s: f64) -> BandEdge {
        BandEdge { x, top, height: mb_s * self.pixels, mb_s }
    }

    fn band(&mut self, kind: BandKind, from: BandEdge, to: BandEdge) {
        let rounded = |edge: BandEdge| {
            let (top, bottom) = (tenth(edge.top), tenth(edge.bottom()));
            BandEdge { x: tenth(edge.x), top, height: tenth(bottom - top), ..edge }
        };
        if from.height > 0.0 || to.height > 0.0 {
            let (from, to) = (rounded(from), rounded(to));
            self.bands.push(SceneShape::Band(FlowBand { kind, from, to }));
        }
    }
}
