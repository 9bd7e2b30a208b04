//! Everything above and below the bands: the answer with its figures, advice, idle cards, the key.

use super::MARGIN;
use crate::glyphs;
use crate::picture::content::{KeyFigure, PictureContent};
use crate::picture::lettering::{bold, frame, plain};
use crate::scene::{
    BandKind, FrameRole, LabelInk, RateBar, SceneArea, SceneShape, Stroke, TextAnchor, tenth,
};
use crate::words;

/// Between two figures beside the title.
const BETWEEN: f64 = 32.0;
const MOST_LINES: usize = 3;
const MOST_ROWS: usize = 2;
const CHIP: f64 = 24.0;
/// The scale's bar is at most this high.
const MOST_SCALE: f64 = 30.0;

/// Title, subtitle and figures.
pub(super) struct Header {
    pub(super) shapes: Vec<SceneShape>,
    pub(super) height: f64,
}

impl Header {
    pub(super) fn of(content: &PictureContent, width: f64) -> Self {
        let mut shapes = Vec::new();
        let mut x = width - MARGIN;
        for figure in content.figures.iter().rev() {
            x -= figure_width(figure);
            let ink = if figure.is_alert { LabelInk::Alert } else { LabelInk::Main };
            let value = bold(22.0, ink).label(x, 50.0, &figure.value, figure_width(figure) + 1.0);
            let label = plain(12.5, LabelInk::Faint).label(
                x,
                72.0,
                &figure.label,
                figure_width(figure) + 1.0,
            );
            let key_figure: Vec<SceneShape> = value.into_iter().chain(label).collect();
            shapes.extend(key_figure);
            x -= BETWEEN;
        }
        let room = x - MARGIN;
        let mut y = 52.0;
        let size = [28.0, 24.0]
            .into_iter()
            .find(|size| glyphs::width(&content.title, *size, true) <= room);
        let size = size.unwrap_or(20.0);
        for line in glyphs::wrap(&content.title, size, true, room, 2) {
            shapes.extend(bold(size, LabelInk::Main).label(MARGIN, y, &line, room));
            y += size + 4.0;
        }
        y += 26.0 - size;
        for line in glyphs::wrap(&content.subtitle, 15.0, false, room, 2) {
            shapes.extend(plain(15.0, LabelInk::Faint).label(MARGIN, y, &line, room));
            y += 20.0;
        }
        Self { shapes, height: (y + 14.0).max(110.0) }
    }
}

fn figure_width(figure: &KeyFigure) -> f64 {
    glyphs::width(&figure.value, 22.0, true).max(glyphs::width(&figure.label, 12.5, false))
}

/// Advice, idle cards, the key and the origin of the figures.
pub(super) struct PictureFooter {
    pub(super) shapes: Vec<SceneShape>,
    pub(super) height: f64,
}

impl PictureFooter {
    pub(super) fn of(content: &PictureContent, width: f64, pixels: f64, top: f64) -> Self {
        let room = width - 2.0 * MARGIN;
        let mut shapes = Vec::new();
        let mut y = top;
        let lines =
            content.advice.iter().flat_map(|text| glyphs::wrap(text, 13.0, true, room, MOST_LINES));
        for line in lines.take(MOST_LINES) {
            shapes.extend(bold(13.0, LabelInk::Main).label(MARGIN, y, &line, room));
            y += 19.0;
        }
        let mut bottom = Self { shapes, height: y };
        bottom.chips(content, room);
        bottom.key(content, room, pixels);
        bottom
    }

    /// Cards that move nothing, each in a small frame.
    fn chips(&mut self, content: &PictureContent, room: f64) {
        if content.idle.is_empty() {
            return;
        }
        let (mut x, mut y, mut row) = (MARGIN, self.height + 10.0, 1);
        let look = plain(12.0, LabelInk::Faint);
        self.shapes.extend(look.label(x, y, &content.idle_heading, room));
        x += look.width(&content.idle_heading) + 10.0;
        for (at, idle) in content.idle.iter().enumerate() {
            let text = glyphs::elide(idle, 12.0, false, room * 0.6);
            let wide = look.width(&text) + 20.0;
            // At the end of the last row there is room for how many more there are.
            let end = MARGIN + room - if row == MOST_ROWS { 40.0 } else { 0.0 };
            if x + wide > end {
                (x, y, row) = (MARGIN, y + CHIP + 6.0, row + 1);
            }
            if row > MOST_ROWS {
                let more = format!("+{}", content.idle.len() - at);
                // The count stands at the end of the row before.
                y -= CHIP + 6.0;
                let end = look.at(TextAnchor::End);
                self.shapes.extend(end.label(MARGIN + room, y, &more, room));
                break;
            }
            let area = SceneArea { x, y: y - 16.0, width: wide, height: CHIP };
            self.shapes.push(frame(area, FrameRole::Chip, ""));
            self.shapes.extend(look.label(x + 10.0, y, &text, wide));
            x += wide + 8.0;
        }
        self.height = y + 20.0;
    }

    /// Meaning of the hatching, width of a band for a rate, origin of the figures.
    fn key(&mut self, content: &PictureContent, room: f64, pixels: f64) {
        let look = plain(11.5, LabelInk::Faint);
        let y = self.height + 20.0;
        let mut x = MARGIN;
        if !content.hatching.is_empty() {
            let area = SceneArea { x: tenth(x), y: tenth(y - 12.0), width: 28.0, height: 15.0 };
            self.shapes.push(SceneShape::Bar(RateBar { kind: BandKind::Lost, area, mb_s: 0.0 }));
            self.shapes.extend(look.label(x + 36.0, y, &content.hatching, room));
            x += 36.0 + look.width(&content.hatching) + 28.0;
        }
        // A round rate whose band is high enough to show, and how high it is.
        let tens = [1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6];
        let rates = tens.into_iter().flat_map(|tens| [1.0, 2.0, 5.0].map(|step| step * tens));
        let mut fitting =
            rates.map(|mb_s| (mb_s, mb_s * pixels)).filter(|(_, high)| *high <= MOST_SCALE);
        if let Some((mb_s, high)) = fitting.next_back().filter(|_| pixels > 0.0) {
            let (top, bottom) = (y - 4.0 - high / 2.0, y - 4.0 + high / 2.0);
            for (from, to) in [
                ((x, top), (x + 8.0, top)),
                ((x + 4.0, top), (x + 4.0, bottom)),
                ((x, bottom), (x + 8.0, bottom)),
            ] {
                let point = |(x, y): (f64, f64)| (tenth(x), tenth(y));
                let stroke = Stroke { from: point(from), to: point(to), dashed: false };
                self.shapes.push(SceneShape::Stroke(stroke));
            }
            let text = words::rate(mb_s);
            self.shapes.extend(look.label(x + 16.0, y, &text, room));
            x += 16.0 + look.width(&text) + 28.0;
        }
        self.shapes.extend(look.label(x, y, &content.footer(), MARGIN + room - x));
        self.height = y + 24.0;
    }
}
