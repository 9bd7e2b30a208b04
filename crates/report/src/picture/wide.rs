//! From left to right: drives, their attachments, the processor.
//!
//! Every place has the height of everything attached to it, so that nothing of another place can cross
//! it. Bands run straight at their own height until just before the place that they enter, where they
//! are stacked in the same order: so they never cross either.

mod edges;

use narrows_messages::drive_names;

use self::edges::{Header, PictureFooter};
use super::content::{DriveRow, NodeChild, PictureContent, PictureNode};
use super::flows::{FlowExit, FlowPainter};
use super::lettering::{TextStyle, bold, frame, plain};
use crate::MOST_ROWS;
use crate::glyphs;
use crate::scene::{FrameRole, LabelInk, Scene, SceneArea, SceneShape, Stroke, TextAnchor, tenth};

const MARGIN: f64 = 40.0;
/// The least width of a picture.
const WIDTH: f64 = 1200.0;
const BRACKET: f64 = 30.0;
const CARD: f64 = 340.0;
const PLACE: f64 = 64.0;
const ROOT: f64 = 160.0;
/// Between two rows, and between two processors.
const GAP: f64 = 16.0;
const ROOT_GAP: f64 = 32.0;
/// From the drives to the first place.
const FIRST: f64 = 230.0;
/// With a link's name and figures.
const UPLINK: f64 = 330.0;
/// Over which bands come together before a place.
const MERGE: f64 = 90.0;
/// Minimum height of a row, and the share of its width for figures.
const ROW_MIN: f64 = 46.0;
const FIGURES: f64 = 0.6;
/// A name longer than its room is written so small, then in two lines, before any of it is left out.
const SMALL_NAME: f64 = 13.0;
/// From this many rows on they are drawn with fewer lines.
const MANY_ROWS: usize = 15;
/// A band that has room for three lines of text.
const ROOMY: f64 = 66.0;
/// Room for two lines of text below a narrower band, and the same above it.
const BESIDE: f64 = 42.0;
const ROOT_MIN: f64 = 150.0;
/// A place's box is made high enough for a name as long as this.
const MOST_NAME: f64 = 180.0;

/// A picture from left to right.
pub(super) fn scene(content: &PictureContent) -> Scene {
    let mut painter = WidePainter::new(content);
    let header = Header::of(content, painter.width);
    let mut y = header.height;
    for root in &content.roots {
        y = painter.root(root, y) + ROOT_GAP;
    }
    painter.brackets();
    let bottom =
        PictureFooter::of(content, painter.width, painter.flows.pixels, y - ROOT_GAP + 30.0);
    let (width, height) = (tenth(painter.width), tenth(bottom.height));
    let pixels = painter.flows.pixels;
    let around = header.shapes.into_iter().chain(bottom.shapes);
    content.scene((width, height), pixels, painter.flows.shapes().chain(around))
}

/// A name in its usual size, else smaller, else in two lines.
fn named(name: &str, look: TextStyle, room: f64) -> Vec<(TextStyle, String)> {
    let small = TextStyle { size: SMALL_NAME, ..look };
    if look.width(name) <= room {
        return vec![(look, name.to_owned())];
    }
    let lines = glyphs::wrap(name, small.size, small.bold, room, 2);
    lines.into_iter().map(|line| (small, line)).collect()
}

struct WidePainter<'a> {
    width: f64,
    card_x: f64,
    root_x: f64,
    is_compact: bool,
    flows: FlowPainter,
    /// Every row of drives with its area, from the top down.
    rows: Vec<(&'a DriveRow, SceneArea)>,
}

/// Places between a place's drives and itself.
fn levels(place: &PictureNode) -> usize {
    let below = place.below.iter().map(|below| match below {
        NodeChild::Place(place) => 1 + levels(place),
        NodeChild::Drives(_) => 0,
    });
    below.max().unwrap_or(0)
}

impl<'a> WidePainter<'a> {
    fn new(content: &'a PictureContent) -> Self {
        let rows = content.drives();
        let has_arrays = rows.iter().any(|row| !row.array.is_empty());
        let card_x = MARGIN + if has_arrays { BRACKET } else { 0.0 };
        let levels = content.roots.iter().map(levels).max().unwrap_or(0) as f64;
        let between = FIRST + levels * (PLACE + UPLINK) + (levels - 1.0).max(0.0) * MERGE;
        let width = (card_x + CARD + between + ROOT + MARGIN).max(WIDTH);
        let drives: usize = rows.iter().map(|row| row.ids.len()).sum();
        let wanted = rows.len() as f64 * 92.0 + (drives - rows.len()) as f64 * 6.0;
        let could = content.could();
        let pixels = if could > 0.0 { wanted.clamp(130.0, 620.0) / could } else { 0.0 };
        Self {
            width,
            card_x,
            root_x: width - MARGIN - ROOT,
            is_compact: rows.len() >= MANY_ROWS,
            flows: FlowPainter::new(pixels),
            rows: Vec::new(),
        }
    }

    /// Left edge of a place with this many places above it.
    fn place_x(&self, depth: usize) -> f64 {
        let merges = depth.saturating_sub(1) as f64 * MERGE;
        self.root_x - depth as f64 * (PLACE + UPLINK) - merges
    }

    fn height(&self, below: &NodeChild) -> f64 {
        match below {
            NodeChild::Drives(row) => {
                let lines = self.left(row).len().max(self.right(row).len()) as f64;
                let text = (lines * self.step() + 16.0).max(ROW_MIN);
                let could = row.amount.unwrap_or_default().could();
                text.max(could * self.flows.pixels)
            }
            NodeChild::Place(place) => self.place_height(place),
        }
    }

    fn below_height(&self, place: &PictureNode) -> f64 {
        let gaps = place.below.len().saturating_sub(1) as f64 * GAP;
        place.below.iter().map(|below| self.height(below)).sum::<f64>() + gaps
    }

    fn place_height(&self, place: &PictureNode) -> f64 {
        let passes = place.leaves.could() * self.flows.pixels;
        let label = if self.is_roomy(place) { passes } else { passes + 2.0 * BESIDE };
        let name = glyphs::width(&place.name, 14.0, true).min(MOST_NAME) + 20.0;
        let least = if place.uplink.is_some() { label.max(name) } else { ROOT_MIN };
        self.below_height(place).max(least)
    }

    /// Whether the label of a place's link is on its band.
    fn is_roomy(&self, place: &PictureNode) -> bool {
        place.leaves.got * self.flows.pixels >= ROOMY
    }

    /// A processor with everything attached to it; returns where it ends.
    fn root(&mut self, place: &'a PictureNode, top: f64) -> f64 {
        let height = self.place_height(place);
        self.below(place, 0, top, height);
        let area = SceneArea { x: self.root_x, y: top, width: ROOT, height };
        let role = if place.is_tight { FrameRole::TightPlace } else { FrameRole::Place };
        self.flows.frames.push(frame(area, role, ""));
        let (middle, room) = (area.x + ROOT / 2.0, ROOT - 20.0);
        let mut lines = vec![(bold(17.0, LabelInk::Main), place.name.clone())];
        let small = plain(12.5, LabelInk::Faint);
        let detail = glyphs::wrap(&place.detail, small.size, false, room, 3);
        lines.extend(detail.into_iter().map(|line| (small, line)));
        let figure = if glyphs::width(&place.flow, 21.0, true) <= room { 21.0 } else { 16.0 };
        lines.push((bold(figure, LabelInk::Main), place.flow.clone()));
        let mut y = area.middle() - 10.0 * (lines.len() as f64 - 1.0);
        let last = lines.len() - 1;
        for (at, (look, line)) in lines.into_iter().enumerate() {
            // The figure is larger than the text above it.
            y += if at == last { 9.0 } else { 0.0 };
            self.flows.put(look.at(TextAnchor::Middle).label(middle, y, &line, room));
            y += 20.0;
        }
        top + height
    }

    /// All that hangs on a place, with the bands into it.
    fn below(&mut self, place: &'a PictureNode, depth: usize, top: f64, height: f64) {
        let x = self.place_x(depth);
        let mut y = top + (height - self.below_height(place)) / 2.0;
        let mut exits = Vec::new();
        for below in &place.below {
            let height = self.height(below);
            exits.push(match below {
                NodeChild::Drives(row) => self.row(row, y, height),
                NodeChild::Place(place) => self.place(place, depth + 1, y, height),
            });
            y += height + GAP;
        }
        let only_drives = place.below.iter().all(|below| matches!(below, NodeChild::Drives(_)));
        let middle = top + height / 2.0;
        let mut stack = middle - place.arrives.could() * self.flows.pixels / 2.0;
        for exit in exits {
            let high = exit.amount.could() * self.flows.pixels;
            // A processor's box is as high as all that enters it: bands arrive at their own
            // height.
            let enters = if depth == 0 { exit.middle } else { stack + high / 2.0 };
            let bend = if only_drives { exit.x } else { (x - MERGE).max(exit.x) };
            if depth > 0 {
                self.flows.flow(exit, (bend, exit.middle));
                self.flows.flow(FlowExit { x: bend, ..exit }, (x, enters));
            } else {
                self.flows.flow(exit, (x, enters));
            }
            stack += high;
        }
    }

    /// A place with all below it, its box and the label of its link.
    fn place(&mut self, place: &'a PictureNode, depth: usize, top: f64, height: f64) -> FlowExit {
        self.below(place, depth, top, height);
        let area = SceneArea { x: self.place_x(depth), y: top, width: PLACE, height };
        self.flows.frames.push(frame(area, FrameRole::Place, ""));
        let look = bold(14.0, LabelInk::Main).at(TextAnchor::Middle);
        let room = height - 16.0;
        let (middle, has_detail) = (area.middle(), !place.detail.is_empty());
        let x = area.x + if has_detail { 27.0 } else { 37.0 };
        self.flows.put(look.turned(x, middle, &place.name, room));
        let small = plain(12.0, LabelInk::Faint).at(TextAnchor::Middle);
        self.flows.put(small.turned(area.x + 46.0, middle, &place.detail, room));
        let is_tight = place.uplink.as_ref().is_some_and(|uplink| uplink.is_tight);
        let arrives = FlowExit { x: area.right(), middle, amount: place.arrives, is_tight };
        let exit = self.flows.funnel(arrives, place.leaves);
        let merge = if depth > 1 { MERGE } else { 0.0 };
        self.uplink(place, exit, self.place_x(depth - 1) - merge);
        exit
    }

    /// A link's name, rate and load: on its band, or below it.
    fn uplink(&mut self, place: &PictureNode, exit: FlowExit, end: f64) {
        let Some(uplink) = &place.uplink else { return };
        let x = (exit.x + end) / 2.0;
        let room = end - exit.x - 12.0;
        let high = exit.amount.could() * self.flows.pixels;
        let flow = if exit.amount.got > 0.0 { place.flow.as_str() } else { "" };
        if self.is_roomy(place) {
            let middle = exit.middle - high / 2.0 + exit.amount.got * self.flows.pixels / 2.0;
            let lines = [(15.0, &*uplink.name), (20.0, flow), (12.5, &*uplink.load)];
            let lines = lines.into_iter().filter(|(_, line)| !line.is_empty());
            let lines: Vec<(f64, &str)> = lines.collect();
            let mut y = middle + 5.0 - 11.0 * (lines.len() as f64 - 1.0);
            for (size, line) in lines {
                let look = TextStyle { bold: size > 14.0, ..plain(size, LabelInk::OnBand) };
                self.flows.put(look.at(TextAnchor::Middle).label(x, y, line, room));
                y += 22.0;
            }
            return;
        }
        let ink = if uplink.is_tight { LabelInk::Alert } else { LabelInk::Main };
        let first = [uplink.name.as_str(), flow].into_iter().filter(|text| !text.is_empty());
        let first = first.collect::<Vec<_>>().join(" · ");
        let y = exit.middle + high / 2.0 + 16.0;
        self.flows.put(bold(13.0, ink).at(TextAnchor::Middle).label(x, y, &first, room));
        let faint = if uplink.is_tight { LabelInk::Alert } else { LabelInk::Faint };
        let second = plain(12.5, faint).at(TextAnchor::Middle);
        self.flows.put(second.label(x, y + 17.0, &uplink.load, room));
    }

    /// A row of drives: name, model and link at the left, figures at the right.
    fn row(&mut self, row: &'a DriveRow, top: f64, height: f64) -> FlowExit {
        let area = SceneArea { x: self.card_x, y: top, width: CARD, height };
        let names = drive_names(row.ids.iter().take(MOST_ROWS).map(String::as_str));
        self.flows.frames.push(frame(area, FrameRole::Drive, &names));
        self.rows.push((row, area));
        self.text_of(row, area);
        let amount = row.amount.unwrap_or_default();
        let (x, middle) = (area.right(), area.middle());
        self.flows.funnel(FlowExit { x, middle, amount, is_tight: row.is_tight }, row.leaves)
    }

    /// Pixels from a line to the next.
    fn step(&self) -> f64 {
        if self.is_compact { 18.0 } else { 20.0 }
    }

    /// Name, model, link and warning.
    fn left(&self, row: &DriveRow) -> Vec<(TextStyle, String)> {
        let ink = if row.is_link_alert { LabelInk::Alert } else { LabelInk::Faint };
        let (size, small) = if self.is_compact { (14.0, 12.0) } else { (16.0, 12.5) };
        let (plain, alert) = (plain(small, LabelInk::Faint), plain(small, ink));
        // Room left for the name by a row's first figures.
        let right = self.right(row);
        let widest = right.iter().take(2).map(|(look, text)| look.width(text)).fold(0.0, f64::max);
        let name_room = (CARD - 32.0) - widest.min((CARD - 32.0) * FIGURES) - 12.0;
        let mut lines = named(&row.name, bold(size, LabelInk::Main), name_room);
        let warning = (alert, row.warning.clone());
        if self.is_compact {
            let about = [&row.about, &row.link].map(String::as_str);
            let about = about.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>();
            lines.extend([(alert, about.join(" · ")), warning]);
        } else {
            let (about, link) = ((plain, row.about.clone()), (alert, row.link.clone()));
            lines.extend([about, link, warning, (plain, row.each.clone())]);
        }
        lines.retain(|(_, text)| !text.is_empty());
        lines
    }

    /// Actual and possible rate of a row's drives, and the loss.
    fn right(&self, row: &DriveRow) -> Vec<(TextStyle, String)> {
        let [got, of, lost] = row.figures.clone();
        let mut lines = if self.is_compact {
            vec![
                (bold(15.0, LabelInk::Main), got),
                (plain(12.0, LabelInk::Faint), format!("{of} {lost}")),
            ]
        } else {
            vec![
                (bold(19.0, LabelInk::Main), got),
                (plain(12.0, LabelInk::Faint), of),
                (bold(13.0, LabelInk::Alert), lost),
            ]
        };
        lines.iter_mut().for_each(|(_, text)| *text = text.trim().to_owned());
        lines.retain(|(_, text)| !text.is_empty());
        lines
    }

    /// Two texts a line, the left one in the room that the right one leaves.
    fn text_of(&mut self, row: &DriveRow, area: SceneArea) {
        let (left, right) = (self.left(row), self.right(row));
        let count = left.len().max(right.len());
        let mut y = area.middle() + 5.5 - self.step() / 2.0 * (count as f64 - 1.0);
        for at in 0..count {
            let mut room = CARD - 32.0;
            if let Some((look, text)) = right.get(at) {
                let most = room * FIGURES;
                self.flows.put(look.at(TextAnchor::End).label(area.right() - 16.0, y, text, most));
                room -= look.width(text).min(most) + 12.0;
            }
            if let Some((look, text)) = left.get(at) {
                self.flows.put(look.label(area.x + 16.0, y, text, room));
            }
            y += self.step();
        }
    }

    /// A bracket around each run of rows that are of one array.
    fn brackets(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        for run in rows.chunk_by(|(a, _), (b, _)| a.array == b.array) {
            let [(first, upper), ..] = run else { continue };
            let lower = run.last().map_or(*upper, |(_, area)| *area);
            if first.array.is_empty() {
                continue;
            }
            let x = self.card_x - 9.0;
            let (top, bottom) = (upper.y + 3.0, lower.bottom() - 3.0);
            for (from, to) in [
                ((x + 6.0, top), (x, top)),
                ((x, top), (x, bottom)),
                ((x, bottom), (x + 6.0, bottom)),
            ] {
                let point = |(x, y): (f64, f64)| (tenth(x), tenth(y));
                let stroke = Stroke { from: point(from), to: point(to), dashed: false };
                self.flows.frames.push(SceneShape::Stroke(stroke));
            }
            let look = bold(12.5, LabelInk::Main).at(TextAnchor::Middle);
            let middle = (top + bottom) / 2.0;
            let whole = first.array.as_str();
            let name = whole.split_once(" · ").map_or(whole, |(name, _)| name);
            let label = if look.width(whole) > bottom - top { name } else { whole };
            self.flows.put(look.turned(x - 7.0, middle, label, bottom - top));
        }
    }
}
