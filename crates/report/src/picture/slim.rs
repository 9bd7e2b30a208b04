//! From top to bottom, for windows as narrow as a telephone: a bar a row of drives, and below the
//! drives of a place its link.

use super::content::{DriveRow, FlowAmount, NodeChild, PictureContent, PictureNode};
use crate::glyphs;
use crate::scene::{
    BandKind, Label, LabelInk, RateBar, Scene, SceneArea, SceneShape, TextAnchor, tenth,
};
use crate::words;

const WIDTH: f64 = 380.0;
const MARGIN: f64 = 16.0;
const ROOM: f64 = WIDTH - 2.0 * MARGIN;
const BAR: f64 = 12.0;
/// Lines of a title, and of a sentence.
const MOST_LINES: usize = 4;
const MOST_IDLE: usize = 6;

/// A picture from top to bottom.
pub(super) fn scene(content: &PictureContent) -> Scene {
    scene_on(content, widest(content))
}

/// Rate of the longest bar, 10^6 bytes per second.
pub(super) fn widest(content: &PictureContent) -> f64 {
    let widest = content.roots.iter().map(|root| root.arrives.could()).fold(0.0, f64::max);
    let rows = content.drives().into_iter().filter_map(|row| row.amount);
    rows.map(|it| it.could()).fold(widest, f64::max)
}

/// The same, with bars on the scale of something else.
pub(super) fn scene_on(content: &PictureContent, widest: f64) -> Scene {
    let pixels = if widest > 0.0 { ROOM / widest } else { 0.0 };
    let mut list = SlimPainter { pixels, y: 14.0, shapes: Vec::new() };
    list.paragraph((18.0, true), &content.title, LabelInk::Main);
    list.paragraph((13.0, false), &content.subtitle, LabelInk::Faint);
    list.y += 6.0;
    for figure in &content.figures {
        list.y += 22.0;
        let ink = if figure.is_alert { LabelInk::Alert } else { LabelInk::Main };
        list.pair((15.0, true), ("", &figure.value), ink);
        let room = ROOM - glyphs::width(&figure.value, 15.0, true) - 10.0;
        let label = glyphs::elide(&figure.label, 12.5, false, room);
        list.pair((12.5, false), (&label, ""), LabelInk::Faint);
    }
    list.y += 12.0;
    for root in &content.roots {
        list.place(root);
    }
    list.y += 6.0;
    for text in &content.advice {
        list.paragraph((13.0, true), text, LabelInk::Main);
        list.y += 4.0;
    }
    if !content.idle.is_empty() {
        list.paragraph((12.0, true), &content.idle_heading, LabelInk::Faint);
        for idle in content.idle.iter().take(MOST_IDLE) {
            list.paragraph((12.0, false), idle, LabelInk::Faint);
        }
    }
    list.y += 6.0;
    if !content.hatching.is_empty() {
        list.y += 18.0;
        let area = SceneArea { x: MARGIN, y: tenth(list.y - 10.0), width: 28.0, height: BAR };
        list.shapes.push(SceneShape::Bar(RateBar { kind: BandKind::Lost, area, mb_s: 0.0 }));
        let at = (MARGIN + 36.0, tenth(list.y));
        let text = content.hatching.clone();
        let (anchor, ink) = (TextAnchor::Start, LabelInk::Faint);
        let label = Label { at, text, size: 12.0, bold: false, ink, anchor, turned: false };
        list.shapes.push(SceneShape::Label(label));
    }
    list.paragraph((11.5, false), &content.footer(), LabelInk::Faint);
    let height = tenth(list.y + 10.0);
    content.scene((WIDTH, height), pixels, list.shapes)
}

struct SlimPainter {
    /// Pixels for one MB/s.
    pixels: f64,
    y: f64,
    shapes: Vec<SceneShape>,
}

impl SlimPainter {
    /// A text at the left, and one at the right of it that is never cut.
    fn pair(&mut self, (size, bold): (f64, bool), (left, right): (&str, &str), ink: LabelInk) {
        let taken = glyphs::width(right, size, bold);
        let room = if right.is_empty() { ROOM } else { ROOM - taken - 10.0 };
        let text = glyphs::elide(left, size, bold, room);
        let mut put = |x: f64, text: String, anchor: TextAnchor| {
            if !text.is_empty() {
                let at = (tenth(x), tenth(self.y));
                let label = Label { at, text, size, bold, ink, anchor, turned: false };
                self.shapes.push(SceneShape::Label(label));
            }
        };
        put(MARGIN, text, TextAnchor::Start);
        put(WIDTH - MARGIN, right.to_owned(), TextAnchor::End);
    }

    fn paragraph(&mut self, (size, bold): (f64, bool), text: &str, ink: LabelInk) {
        for line in glyphs::wrap(text, size, bold, ROOM, MOST_LINES) {
            self.y += size + 5.0;
            self.pair((size, bold), (&line, ""), ink);
        }
    }

    fn place(&mut self, place: &PictureNode) {
        for below in &place.below {
            match below {
                NodeChild::Place(place) => self.place(place),
                NodeChild::Drives(row) => self.row(row),
            }
        }
        self.y += 26.0;
        let uplink = place.uplink.clone().unwrap_or_default();
        let is_tight = uplink.is_tight || place.is_tight;
        let texts = [place.name.as_str(), place.detail.as_str()];
        let texts: Vec<&str> = texts.into_iter().filter(|text| !text.is_empty()).collect();
        let ink = if is_tight { LabelInk::Alert } else { LabelInk::Main };
        self.pair((13.5, true), (&format!("▼ {}", texts.join(" · ")), &place.flow), ink);
        self.bar(place.leaves, if is_tight { BandKind::Tight } else { BandKind::Flow });
        let load = words::dotted([&uplink.name, &uplink.load]);
        if !load.is_empty() {
            self.y += 16.0;
            self.pair(
                (12.0, false),
                (&load, ""),
                if is_tight { LabelInk::Alert } else { LabelInk::Faint },
            );
        }
        self.y += 8.0;
    }

    fn row(&mut self, row: &DriveRow) {
        let [got, of, lost] = &row.figures;
        self.y += 24.0;
        self.pair((14.0, true), (&row.name, got), LabelInk::Main);
        if let Some(amount) = row.amount {
            self.bar(amount, if row.is_tight { BandKind::Tight } else { BandKind::Flow });
        }
        self.y += 16.0;
        let figures = [of.as_str(), lost.as_str()].join(" ");
        let link = if row.is_link_alert { LabelInk::Alert } else { LabelInk::Faint };
        let lines = [
            (&row.about, LabelInk::Faint),
            (&row.link, link),
            (&row.warning, LabelInk::Alert),
            (&row.each, LabelInk::Faint),
            (&row.array, LabelInk::Faint),
        ];
        let mut lines = lines.into_iter().filter(|(text, _)| !text.is_empty());
        let (first, ink) = lines.next().map_or(("", LabelInk::Faint), |(text, ink)| (text, ink));
        let wide = glyphs::width(figures.trim(), 12.0, false);
        let room = if figures.trim().is_empty() { ROOM } else { ROOM - wide - 10.0 };
        let first = glyphs::elide(first, 12.0, false, room);
        self.pair((12.0, false), (&first, ""), ink);
        self.pair((12.0, false), ("", figures.trim()), LabelInk::Faint);
        for (text, ink) in lines {
            self.y += 15.0;
            self.pair((12.0, false), (text, ""), ink);
        }
    }

    /// Draws the part that gets through, then the part lost later.
    fn bar(&mut self, amount: FlowAmount, kind: BandKind) {
        self.y += 6.0;
        let mut x = MARGIN;
        for (kind, mb_s) in [(kind, amount.got), (BandKind::Lost, amount.lost)] {
            let width = mb_s * self.pixels;
            if width > 0.0 {
                let right = tenth(x + width);
                let area = SceneArea {
                    x: tenth(x),
                    y: tenth(self.y),
                    width: tenth(right - tenth(x)),
                    height: BAR,
                };
                self.shapes.push(SceneShape::Bar(RateBar { kind, area, mb_s }));
            }
            x += width;
        }
        self.y += BAR;
    }
}
