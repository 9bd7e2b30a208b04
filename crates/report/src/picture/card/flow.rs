//! The bands of a card: rows of drives, the bottleneck that they share, the processor, on one scale.

use super::streams::{CardStreams, DriveStream, StreamBottleneck, StreamRoot};
use crate::glyphs;
use crate::picture::content::{DriveRow, FlowAmount};
use crate::picture::flows::{FlowExit, FlowPainter};
use crate::picture::lettering::{bold, frame, plain};
use crate::scene::{FrameRole, LabelInk, SceneArea, SceneShape, TextAnchor};
use crate::words;

const CARD: f64 = 364.0;
const PLACE: f64 = 56.0;
const ROOT: f64 = 176.0;
const FIRST: f64 = 172.0;
/// Between two rows, and between two processors.
const GAP: f64 = 10.0;
const ROOT_GAP: f64 = 18.0;
/// Height of a row of two lines of text, and height from which it has room for a third.
const ROW_MIN: f64 = 50.0;
const ROW_ROOMY: f64 = 74.0;
/// A row is never higher: of one drive the card would be a block of colour.
const ROW_MAX: f64 = 170.0;
/// The widest band is at least so high.
const VISIBLE: f64 = 24.0;
/// A processor with its name and figure.
const ROOT_MIN: f64 = 74.0;
/// A band with room for two lines of text, and the room of such a line beside a narrower one.
const ROOMY: f64 = 52.0;
const BESIDE: f64 = 24.0;
/// Halvings until the scale is exact to less than a tenth of a pixel.
const STEPS: usize = 40;

/// The shapes in an area, and how many pixels wide a band is for one MB/s.
pub(super) fn draw(streams: &CardStreams, area: SceneArea) -> (Vec<SceneShape>, f64) {
    let pixels = scale(streams, area.height);
    let flows = FlowPainter::new(pixels);
    let mut painter = CardFlowPainter { area, flows };
    let mut y = area.y + (area.height - height(streams, pixels)).max(0.0) / 2.0;
    for root in &streams.roots {
        let height = root_height(root, pixels);
        painter.root(root, y, height);
        y += height + ROOT_GAP;
    }
    (painter.flows.shapes().collect(), pixels)
}

/// Whether everything fits while the widest band is visible.
pub(super) fn fits(streams: &CardStreams, room: f64) -> bool {
    let most = widest(streams);
    height(streams, if most > 0.0 { VISIBLE / most } else { 0.0 }) <= room
}

/// Potential of the fastest row, 10^6 bytes per second.
fn widest(streams: &CardStreams) -> f64 {
    let rows = streams.roots.iter().flat_map(|root| &root.streams).flat_map(|it| &it.rows);
    rows.map(could).fold(0.0, f64::max)
}

/// The largest scale at which everything fits.
fn scale(streams: &CardStreams, room: f64) -> f64 {
    let most = widest(streams);
    if most <= 0.0 {
        return 0.0;
    }
    let (mut fits, mut too_large) = (0.0, ROW_MAX / most);
    if height(streams, too_large) <= room {
        return too_large;
    }
    for _ in 0..STEPS {
        let middle = (fits + too_large) / 2.0;
        if height(streams, middle) <= room { fits = middle } else { too_large = middle }
    }
    fits
}

fn could(row: &DriveRow) -> f64 {
    row.amount.unwrap_or_default().could()
}

fn height(streams: &CardStreams, pixels: f64) -> f64 {
    let gaps = streams.roots.len().saturating_sub(1) as f64 * ROOT_GAP;
    streams.roots.iter().map(|root| root_height(root, pixels)).sum::<f64>() + gaps
}

fn root_height(root: &StreamRoot, pixels: f64) -> f64 {
    inner_height(root, pixels).max(ROOT_MIN)
}

fn inner_height(root: &StreamRoot, pixels: f64) -> f64 {
    let gaps = root.streams.len().saturating_sub(1) as f64 * GAP;
    root.streams.iter().map(|stream| stream_height(stream, pixels)).sum::<f64>() + gaps
}

fn rows_height(stream: &DriveStream, pixels: f64) -> f64 {
    let gaps = stream.rows.len().saturating_sub(1) as f64 * GAP;
    stream.rows.iter().map(|row| (could(row) * pixels).max(ROW_MIN)).sum::<f64>() + gaps
}

fn stream_height(stream: &DriveStream, pixels: f64) -> f64 {
    let passes = stream.through.as_ref().map_or(0.0, |through| {
        let high = through.leaves.could() * pixels;
        if high >= ROOMY { high } else { high + 2.0 * BESIDE }
    });
    rows_height(stream, pixels).max(passes)
}

/// The text of a row at the left: a link below its full speed before its model.
fn left(row: &DriveRow, is_roomy: bool) -> Vec<(super::TextStyle, &str)> {
    let small = plain(13.5, LabelInk::Faint);
    let link = (if row.is_link_alert { plain(13.5, LabelInk::Alert) } else { small }, &*row.link);
    let (about, array) = ((small, &*row.about), (small, &*row.array));
    let lines = if row.is_link_alert { [link, about, array] } else { [about, array, link] };
    let lines = lines.into_iter().filter(|(_, text)| !text.is_empty());
    let name = [(bold(18.0, LabelInk::Main), row.name.as_str())];
    name.into_iter().chain(lines.take(if is_roomy { 2 } else { 1 })).collect()
}

struct CardFlowPainter {
    area: SceneArea,
    flows: FlowPainter,
}

impl CardFlowPainter {
    fn root_x(&self) -> f64 {
        self.area.right() - ROOT
    }

    fn root(&mut self, root: &StreamRoot, top: f64, height: f64) {
        let mut y = top + (height - inner_height(root, self.flows.pixels)) / 2.0;
        for stream in &root.streams {
            let height = stream_height(stream, self.flows.pixels);
            self.stream(stream, y, height);
            y += height + GAP;
        }
        let area = SceneArea { x: self.root_x(), y: top, width: ROOT, height };
        let role = if root.is_tight { FrameRole::TightPlace } else { FrameRole::Place };
        self.flows.frames.push(frame(area, role, ""));
        let (x, room) = (area.x + ROOT / 2.0, ROOT - 16.0);
        let small = plain(13.0, LabelInk::Faint);
        let most = if height >= 120.0 { 2 } else { 1 };
        let detail = glyphs::wrap(&root.detail, small.size, false, room, most);
        let figure = if glyphs::width(&root.flow, 25.0, true) <= room { 25.0 } else { 19.0 };
        let mut lines = vec![(bold(18.0, LabelInk::Main), root.name.clone(), 20.0)];
        lines.extend(detail.into_iter().map(|line| (small, line, 18.0)));
        lines.push((bold(figure, LabelInk::Main), root.flow.clone(), 28.0));
        lines.retain(|(_, line, _)| !line.is_empty());
        let text: f64 = lines.iter().map(|(_, _, step)| step).sum();
        let mut y = area.middle() - text / 2.0 - 4.0;
        for (look, line, step) in lines {
            y += step;
            self.flows.put(look.at(TextAnchor::Middle).label(x, y, &line, room));
        }
    }

    /// Rows with their bands to the bottleneck, or to the processor if there is none.
    fn stream(&mut self, stream: &DriveStream, top: f64, height: f64) {
        let mut y = top + (height - rows_height(stream, self.flows.pixels)) / 2.0;
        let mut exits = Vec::new();
        for row in &stream.rows {
            let height = (could(row) * self.flows.pixels).max(ROW_MIN);
            exits.push(self.row(row, y, height));
            y += height + GAP;
        }
        let Some(through) = &stream.through else {
            let x = self.root_x();
            exits.into_iter().for_each(|exit| self.flows.flow(exit, (x, exit.middle)));
            return;
        };
        let middle = top + height / 2.0;
        let arrives = exits.iter().fold(FlowAmount::default(), |sum, exit| sum + exit.amount);
        let x = self.area.x + CARD + FIRST;
        let mut stack = middle - arrives.could() * self.flows.pixels / 2.0;
        for exit in exits {
            let high = exit.amount.could() * self.flows.pixels;
            self.flows.flow(exit, (x, stack + high / 2.0));
            stack += high;
        }
        self.through(through, arrives, SceneArea { x, y: top, width: PLACE, height });
    }

    fn through(&mut self, through: &StreamBottleneck, arrives: FlowAmount, area: SceneArea) {
        self.flows.frames.push(frame(area, FrameRole::Place, ""));
        let (middle, room) = (area.middle(), area.height - 12.0);
        let look = bold(16.0, LabelInk::Main).at(TextAnchor::Middle);
        let has_room = look.width(&through.name) <= room;
        if has_room {
            let x = area.x + if through.detail.is_empty() { 34.0 } else { 25.0 };
            self.flows.put(look.turned(x, middle, &through.name, room));
            let small = plain(13.0, LabelInk::Faint).at(TextAnchor::Middle);
            self.flows.put(small.turned(area.x + 44.0, middle, &through.detail, room));
        }
        let exit = FlowExit { x: area.right(), middle, amount: arrives, is_tight: true };
        let exit = self.flows.funnel(exit, through.leaves);
        let end = self.root_x();
        self.flows.flow(exit, (end, middle));
        // If the box is too low for its name, the link carries it.
        let own = format!("{} {}", through.name, through.detail);
        let name = if has_room { "" } else { own.trim() };
        let link = words::dotted([name, through.title()]);
        self.link((&link, &through.load), exit, end);
    }

    /// A link's name, its flow and utilisation, on its band; else above and below it.
    fn link(&mut self, (first, second): (&str, &str), exit: FlowExit, end: f64) {
        let (x, room) = ((exit.x + end) / 2.0, end - exit.x - 10.0);
        let (got, high) =
            (exit.amount.got * self.flows.pixels, exit.amount.could() * self.flows.pixels);
        if got >= ROOMY {
            let y = exit.middle - high / 2.0 + got / 2.0;
            let look = bold(19.0, LabelInk::OnBand).at(TextAnchor::Middle);
            self.flows.put(look.label(x, y - 3.0, first, room));
            let look = plain(14.0, LabelInk::OnBand).at(TextAnchor::Middle);
            self.flows.put(look.label(x, y + 18.0, second, room));
            return;
        }
        let look = bold(15.0, LabelInk::Alert).at(TextAnchor::Middle);
        self.flows.put(look.label(x, exit.middle - high / 2.0 - 6.0, first, room));
        let look = plain(13.5, LabelInk::Alert).at(TextAnchor::Middle);
        self.flows.put(look.label(x, exit.middle + high / 2.0 + 16.0, second, room));
    }

    /// A row of drives: name and model at the left, figures at the right.
    fn row(&mut self, row: &DriveRow, top: f64, height: f64) -> FlowExit {
        let area = SceneArea { x: self.area.x, y: top, width: CARD, height };
        self.flows.frames.push(frame(area, FrameRole::Drive, ""));
        self.text_of(row, area);
        let amount = row.amount.unwrap_or_default();
        let (x, middle) = (area.right(), area.middle());
        self.flows.funnel(FlowExit { x, middle, amount, is_tight: row.is_tight }, row.leaves)
    }

    /// Two texts a line, the left one in the room that the right one leaves; in a low row, the loss
    /// is beside the total.
    fn text_of(&mut self, row: &DriveRow, area: SceneArea) {
        let is_roomy = area.height >= ROW_ROOMY;
        let left = left(row, is_roomy);
        let [got, of, lost] = &row.figures;
        let (small, alert) = (plain(13.5, LabelInk::Faint), bold(13.5, LabelInk::Alert));
        let mut right = vec![vec![(bold(19.0, LabelInk::Main), got)]];
        if is_roomy {
            right.extend([vec![(small, of)], vec![(alert, lost)]])
        } else {
            right.push(vec![(alert, lost), (small, of)])
        }
        right.retain(|line| line.iter().any(|(_, text)| !text.is_empty()));
        let count = left.len().max(right.len());
        let mut y = area.middle() + 6.0 - 10.5 * (count as f64 - 1.0);
        for at in 0..count {
            let mut end = area.right() - 14.0;
            for (look, text) in right.get(at).into_iter().flatten().filter(|it| !it.1.is_empty()) {
                self.flows.put(look.at(TextAnchor::End).label(end, y, text, CARD * 0.6));
                end -= look.width(text).min(CARD * 0.6) + 10.0;
            }
            if let Some((look, text)) = left.get(at) {
                let room = end - area.x - 16.0;
                let small = super::TextStyle { size: 14.0, ..*look };
                let look = if at == 0 && look.width(text) > room { small } else { *look };
                self.flows.put(look.label(area.x + 14.0, y, text, room));
            }
            y += 21.0;
        }
    }
}
