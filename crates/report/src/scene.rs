//! A drawing as values: frames, bands, strokes and labels, each with its position and meaning.
//!
//! For: being laid out once and painted as SVG, as PNG or by a browser. Positions are CSS pixels at
//! natural size, rounded to a tenth, so that the same document gives the same bytes everywhere.
//!
//! Not here: colours and markup (the painters), contents of drawings ([`crate::picture`]).

use crate::glyphs;

/// A drawing, ready to be painted in the order of its shapes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Pixels.
    pub width: f64,
    /// Pixels.
    pub height: f64,
    /// Pixels of a band's width or a bar's length for one GB/s (10^9 bytes per second); 0 if
    /// nothing flows.
    pub pixels_a_gb_s: f64,
    /// The drawing's name, for those who cannot see it.
    pub title: String,
    /// Everything that it shows, as text.
    pub description: String,
    /// The language of its texts, as a tag.
    pub language: &'static str,
    pub shapes: Vec<SceneShape>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum SceneShape {
    /// A rectangle with round corners.
    Frame(SceneFrame),
    /// A flow between two places.
    Band(FlowBand),
    /// A rate as a length, if there is no room for bands.
    Bar(RateBar),
    Stroke(Stroke),
    Label(Label),
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SceneArea {
    pub x: f64,
    pub y: f64,
    /// Pixels.
    pub width: f64,
    /// Pixels.
    pub height: f64,
}

/// A rectangle that means something.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneFrame {
    pub area: SceneArea,
    pub role: FrameRole,
    /// Tooltip: names that do not fit.
    pub hint: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameRole {
    /// The drawing's ground.
    Paper,
    /// A drive, or several that are alike.
    Drive,
    /// A processor, chipset, switch, controller or network link.
    Place,
    TightPlace,
    /// A card that moves nothing here.
    Chip,
}

/// A flow, as wide as it is fast, between two edges; its sides are straight or one smooth step.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowBand {
    pub kind: BandKind,
    pub from: BandEdge,
    pub to: BandEdge,
}

/// A rate as a horizontal bar, as long as it is fast.
#[derive(Clone, Debug, PartialEq)]
pub struct RateBar {
    pub kind: BandKind,
    /// Its position; the width is the rate.
    pub area: SceneArea,
    pub mb_s: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BandKind {
    Flow,
    /// Flow through a bottleneck, at its full capacity.
    Tight,
    /// Possible but missing flow.
    Lost,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BandEdge {
    pub x: f64,
    pub top: f64,
    pub height: f64,
    /// Rate here, 10^6 bytes per second.
    pub mb_s: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    pub from: (f64, f64),
    pub to: (f64, f64),
    /// Dashed if the rate is unknown.
    pub dashed: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Where its baseline begins, has its middle or ends.
    pub at: (f64, f64),
    /// Harmless to terminals and markup, but not escaped.
    pub text: String,
    /// Pixels.
    pub size: f64,
    pub bold: bool,
    pub ink: LabelInk,
    /// Text part at `at`.
    pub anchor: TextAnchor,
    /// Reads from the bottom up.
    pub turned: bool,
}

/// Meaning of a text's colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelInk {
    Main,
    Faint,
    Alert,
    OnBand,
}

/// Part of a text that is at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextAnchor {
    Start,
    Middle,
    End,
}

impl SceneArea {
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    pub fn middle(&self) -> f64 {
        self.y + self.height / 2.0
    }
}

impl BandEdge {
    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }
}

impl Label {
    /// The area that the text covers, as wide as in the fonts that pictures are measured with.
    pub fn area(&self) -> SceneArea {
        let wide = glyphs::width(&self.text, self.size, self.bold);
        let before = match self.anchor {
            TextAnchor::Start => 0.0,
            TextAnchor::Middle => wide / 2.0,
            TextAnchor::End => wide,
        };
        let ((x, y), rises, height) = (self.at, self.size * 0.76, self.size);
        if self.turned {
            SceneArea { x: x - rises, y: y - (wide - before), width: height, height: wide }
        } else {
            SceneArea { x: x - before, y: y - rises, width: wide, height }
        }
    }
}

impl RateBar {
    /// The same as a band, for hatching it.
    pub fn as_band(&self) -> FlowBand {
        let SceneArea { x, y, width, height } = self.area;
        let edge = |x: f64| BandEdge { x, top: y, height, mb_s: self.mb_s };
        FlowBand { kind: self.kind, from: edge(x), to: edge(x + width) }
    }
}

impl FlowBand {
    /// Its upper and lower side at a position between its ends. The step between them is
    /// `3t² - 2t³`, which is the cubic curve with its handles at a third and two thirds of the way,
    /// so that every painter draws the same.
    pub fn sides(&self, x: f64) -> (f64, f64) {
        let t = ((x - self.from.x) / (self.to.x - self.from.x)).clamp(0.0, 1.0);
        let step = t * t * (3.0 - 2.0 * t);
        let between = |from: f64, to: f64| from + (to - from) * step;
        (between(self.from.top, self.to.top), between(self.from.bottom(), self.to.bottom()))
    }

    /// The lines that hatch it, from their upper to their lower ends: 45 degrees, one each `HATCH`
    /// pixels of the drawing, so that bands beside each other are hatched as one.
    pub fn hatching(&self) -> Vec<[(f64, f64); 2]> {
        let top = self.from.top.min(self.to.top);
        let bottom = self.from.bottom().max(self.to.bottom());
        let first = ((self.from.x + top) / HATCH) as usize + 1;
        let last = ((self.to.x + bottom) / HATCH) as usize;
        (first..=last).flat_map(|at| self.hatch(at as f64 * HATCH, (top, bottom))).collect()
    }

    /// The parts of the line x + y = `sum` that lie in the band, to the pixel.
    fn hatch(&self, sum: f64, (top, bottom): (f64, f64)) -> Vec<[(f64, f64); 2]> {
        let left = self.from.x.max(sum - bottom);
        let right = self.to.x.min(sum - top);
        let steps = (right - left).max(0.0) as usize;
        let is_inside = |x: f64| {
            let (top, bottom) = self.sides(x);
            (top..=bottom).contains(&(sum - x))
        };
        let mut lines: Vec<[(f64, f64); 2]> = Vec::new();
        let mut open: Option<f64> = None;
        // One step past the end closes a line that is still open there.
        for at in 0..=steps + 1 {
            let x = (left + at as f64).min(right);
            match (open, at <= steps && is_inside(x)) {
                (None, true) => open = Some(x),
                (Some(start), false) => {
                    let end = (x - 1.0).max(start);
                    lines
                        .push([(tenth(end), tenth(sum - end)), (tenth(start), tenth(sum - start))]);
                    open = None;
                }
                _ => {}
            }
        }
        lines
    }
}

/// Pixels between two lines of a hatching.
const HATCH: f64 = 7.0;

/// Rounded to a tenth of a pixel, with no negative zero.
pub fn tenth(pixels: f64) -> f64 {
    (pixels * 10.0).round() / 10.0 + 0.0
}
