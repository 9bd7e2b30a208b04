//! The answer on a card of fixed size, for being posted: machine, bottleneck, figures, and the same
//! bands as on the picture in as few rows as can be read small.
//!
//! Not here: which rows share a line and where they narrow (`streams`), the bands (`flow`).

mod flow;
mod streams;

use narrows_messages::Localizer;

use self::streams::CardStreams;
use super::content::{KeyFigure, PictureContent};
use super::lettering::{TextStyle, bold, frame, plain};
use crate::glyphs;
use crate::scene::{
    BandKind, FrameRole, LabelInk, RateBar, Scene, SceneArea, SceneShape, TextAnchor, tenth,
};

/// Size of the preview that sites show of a linked page (Open Graph), in pixels.
const WIDTH: f64 = 1200.0;
const HEIGHT: f64 = 630.0;
const MARGIN: f64 = 48.0;
const ROOM: f64 = WIDTH - 2.0 * MARGIN;
const MOST_ROWS: usize = 5;
const BETWEEN: f64 = 44.0;
const MOST_IDLE: usize = 4;
/// Of one piece of advice.
const MOST_LINES: usize = 2;
/// Between bands and the parts above and below them.
const GAP: f64 = 22.0;

pub(super) fn scene(content: &PictureContent, localizer: &Localizer) -> Scene {
    let mut card = CardDrawing { shapes: Vec::new() };
    let top = card.head(content);
    let bottom = card.foot(content);
    let area = SceneArea { x: MARGIN, y: top + GAP, width: ROOM, height: bottom - top - 2.0 * GAP };
    let streams = fitting(content, area.height, localizer);
    let (bands, pixels) = flow::draw(&streams, area);
    content.scene((WIDTH, HEIGHT), pixels, card.shapes.into_iter().chain(bands))
}

/// As many rows as can be read and drawn on one scale in so much height.
fn fitting(content: &PictureContent, height: f64, localizer: &Localizer) -> CardStreams {
    let mut most = MOST_ROWS;
    loop {
        let streams = CardStreams::of(content, most, localizer);
        if most == 1 || flow::fits(&streams, height) {
            return streams;
        }
        most -= 1;
    }
}

struct CardDrawing {
    shapes: Vec<SceneShape>,
}

impl CardDrawing {
    fn put(&mut self, label: Option<SceneShape>) {
        self.shapes.extend(label);
    }

    /// Machine, answer and figures; returns where they end.
    fn head(&mut self, content: &PictureContent) -> f64 {
        self.machine(content);
        let mut y = 62.0;
        // The largest size at which the title takes one line; if none, two lines of the smallest.
        let sizes = [38.0, 34.0, 30.0].into_iter();
        let mut sizes = sizes.filter(|size| glyphs::width(&content.title, *size, true) <= ROOM);
        let size = sizes.next().unwrap_or(26.0);
        for line in glyphs::wrap(&content.title, size, true, ROOM, 2) {
            y += size + 6.0;
            self.put(bold(size, LabelInk::Main).label(MARGIN, y, &line, ROOM));
        }
        y += 32.0;
        let small = if glyphs::width(&content.subtitle, 19.0, false) <= ROOM { 19.0 } else { 16.0 };
        self.put(plain(small, LabelInk::Faint).label(MARGIN, y, &content.subtitle, ROOM));
        self.figures(content, y + 54.0);
        y + if content.figures.is_empty() { 6.0 } else { 80.0 }
    }

    /// The machine at the left, the subject of its figures at the right.
    fn machine(&mut self, content: &PictureContent) {
        let look = plain(16.0, LabelInk::Faint);
        let text = glyphs::elide(&content.subject, look.size, false, ROOM / 2.0);
        let wide = look.width(&text);
        let chip = SceneArea {
            x: WIDTH - MARGIN - wide - 28.0,
            y: 30.0,
            width: wide + 28.0,
            height: 32.0,
        };
        if !text.is_empty() {
            self.shapes.push(frame(chip, FrameRole::Chip, ""));
        }
        self.put(look.label(chip.x + 14.0, 52.0, &text, wide + 1.0));
        let room = chip.x - MARGIN - 24.0;
        let is_long = glyphs::width(&content.machine, 21.0, true) > room;
        let look = bold(if is_long { 18.0 } else { 21.0 }, LabelInk::Main);
        self.put(look.label(MARGIN, 53.0, &content.machine, room));
    }

    /// The figures of the answer at the left, those of other workloads at the right as far as they
    /// fit.
    fn figures(&mut self, content: &PictureContent, y: f64) {
        let (value, label) = (bold(34.0, LabelInk::Main), plain(15.0, LabelInk::Faint));
        let mut x = MARGIN;
        for figure in &content.figures {
            let ink = if figure.is_alert { LabelInk::Alert } else { LabelInk::Main };
            let wide = widest(figure, value, label);
            self.put(TextStyle { ink, ..value }.label(x, y, &figure.value, wide + 1.0));
            self.put(label.label(x, y + 24.0, &figure.label, wide + 1.0));
            x += wide + BETWEEN;
        }
        let mut end = WIDTH - MARGIN;
        // From the right edge inwards, so that the first ends up leftmost.
        for other in content.others.iter().take(2).rev() {
            let value = bold(24.0, LabelInk::Faint);
            let wide = widest(other, value, label);
            if end - wide < x {
                break;
            }
            self.put(value.at(TextAnchor::End).label(end, y, &other.value, wide + 1.0));
            self.put(label.at(TextAnchor::End).label(end, y + 24.0, &other.label, wide + 1.0));
            end -= wide + BETWEEN * 0.6;
        }
    }

    /// Advice, the meaning of the hatching, and who made the card; returns where they begin.
    fn foot(&mut self, content: &PictureContent) -> f64 {
        let y = HEIGHT - 26.0;
        let look = plain(14.0, LabelInk::Faint);
        let mut x = MARGIN;
        if !content.hatching.is_empty() {
            let area = SceneArea { x, y: tenth(y - 13.0), width: 30.0, height: 16.0 };
            self.shapes.push(SceneShape::Bar(RateBar { kind: BandKind::Lost, area, mb_s: 0.0 }));
            self.put(look.label(x + 40.0, y, &content.hatching, ROOM / 2.0));
            x += 64.0 + look.width(&content.hatching);
        }
        let program = bold(14.0, LabelInk::Faint).at(TextAnchor::End);
        self.put(program.label(WIDTH - MARGIN, y, &content.program, ROOM / 3.0));
        let room = WIDTH - MARGIN - x - program.width(&content.program).min(ROOM / 3.0) - 24.0;
        self.put(look.label(x, y, &idle(content, look, room), room));
        let lines: Vec<String> = content
            .advice
            .iter()
            .flat_map(|text| glyphs::wrap(whole_sentences(text), 16.0, true, ROOM, MOST_LINES))
            .collect();
        let mut top = y - 20.0 - 22.0 * lines.len() as f64;
        for line in &lines {
            top += 22.0;
            self.put(bold(16.0, LabelInk::Main).label(MARGIN, top - 8.0, line, ROOM));
        }
        y - 28.0 - 22.0 * lines.len() as f64
    }
}

/// The first sentences of advice that its lines have room for; the beginning of one that is longer by itself.
fn whole_sentences(text: &str) -> &str {
    let fits =
        |text: &str| glyphs::wrap(text, 16.0, true, ROOM, MOST_LINES + 1).len() <= MOST_LINES;
    let ends = text.match_indices(['.', '。']).map(|(at, end)| at + end.len());
    // A full stop within a number or a name ends no sentence.
    let ends = ends.filter(|end| text[*end..].starts_with(' ') || text.as_bytes()[end - 1] != b'.');
    let fitting = ends.map(|end| &text[..end]).take_while(|text| fits(text)).last();
    if fits(text) { text } else { fitting.unwrap_or(text) }
}

/// As many idle cards as there is room for, and how many more there are.
fn idle(content: &PictureContent, look: TextStyle, room: f64) -> String {
    let count = content.idle.len();
    let text = |shown: usize| {
        let names = content.idle.iter().take(shown).cloned();
        let more = (shown < count).then(|| format!("+{}", count - shown));
        let names: Vec<String> = names.chain(more).collect();
        format!("{} {}", content.idle_heading, names.join(", "))
    };
    let mut fitting = (1..=count.min(MOST_IDLE)).rev().map(text);
    fitting.find(|text| look.width(text) <= room).unwrap_or_default()
}

fn widest(figure: &KeyFigure, value: TextStyle, label: TextStyle) -> f64 {
    value.width(&figure.value).max(label.width(&figure.label))
}
