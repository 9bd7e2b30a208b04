//! Paints boxes, pipes and labels.

use narrows_messages::{Localizer, Message};
use narrows_record::see::See;

use super::place::{LEAF_WIDTH, Layout, MARGIN, PIPE, Placed};
use super::write::{Area, Svg, escape};
use crate::figures::Overlay;
use crate::layout::{elide, width, wrap};
use crate::tree::{Tree, TreeNode, What};
use crate::words;

const STYLE: &str = include_str!("style.css");
const LEGEND: f64 = 46.0;
/// Height of the line that says how much is not drawn.
const MORE: f64 = 22.0;
const THICKEST: f64 = 22.0;
const THINNEST: f64 = 3.0;

/// Columns of text (a Japanese character is two) that fit a width, at the size of small text.
fn columns(pixels: f64) -> usize {
    (pixels / 7.0) as usize
}

/// The same for labels of pipes, which are bold where they matter most, and keep off the boxes.
fn label_columns(pixels: f64) -> usize {
    ((pixels - 10.0) / 7.7) as usize
}

/// A link's name and its width below it, where both are too long for one line.
fn label_lines(text: &str, columns: usize) -> Vec<String> {
    match text.split_once(", ") {
        Some((name, width_of_it)) if width(text) > columns => {
            vec![format!("{name},"), width_of_it.to_owned()]
        }
        _ => vec![text.to_owned()],
    }
}

/// With rates that stay on the line of their unit.
fn unbroken(text: &str) -> String {
    text.replace(" GB/s", "\u{a0}GB/s").replace(" MB/s", "\u{a0}MB/s")
}

/// The whole drawing.
pub(super) fn draw(
    see: &See,
    tree: &Tree<'_>,
    overlay: Option<&Overlay>,
    localizer: &Localizer,
) -> String {
    let layout = Layout::of(tree);
    let most = layout.roots.iter().map(greatest).fold(0.0, f64::max);
    let more = words::more(tree.more, localizer);
    let (wide, high) = (layout.width, layout.height + LEGEND + more.iter().len() as f64 * MORE);
    let mut painter = Painter::new(see, overlay, localizer, most);
    let title = escape(&words::machine_title(&see.host, &see.source, localizer));
    painter.svg.raw(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"narrows\" role=\"img\" \
         lang=\"{}\" aria-label=\"{title}\" width=\"{wide:.0}\" height=\"{high:.0}\" \
         viewBox=\"0 0 {wide:.0} {high:.0}\"><title>{title}</title>",
        localizer.language().tag()
    ));
    painter.svg.element("desc", &description(&layout, localizer));
    painter.svg.raw(&format!("<style>{STYLE}</style>"));
    painter.svg.area("paper", Area { width: wide, height: high, ..Area::default() }, 0.0);
    for root in &layout.roots {
        painter.branch(root);
    }
    if let Some(more) = &more {
        painter.svg.text("small", MARGIN, layout.height + 12.0, more);
    }
    painter.legend(high - LEGEND + 4.0);
    painter.svg.raw("</svg>\n");
    painter.svg.finish()
}

fn greatest(placed: &Placed<'_>) -> f64 {
    let own = placed.place.usable_mb_s().unwrap_or(0.0);
    placed.children.iter().map(greatest).fold(own, f64::max)
}

/// Every drive and card with its link, for those who cannot see the drawing.
fn description(layout: &Layout<'_>, localizer: &Localizer) -> String {
    let mut open: Vec<&Placed> = layout.roots.iter().rev().collect();
    let mut parts = Vec::new();
    while let Some(placed) = open.pop() {
        let (name, model) = words::place(placed.place, localizer);
        let rate = placed.place.usable_mb_s().map(words::rate);
        let link = words::link_of(placed.place, localizer);
        parts.push(words::dotted([name, model, link, rate.unwrap_or_default()]));
        open.extend(placed.children.iter().rev());
    }
    parts.join("; ")
}

struct Painter<'a> {
    see: &'a See,
    overlay: Option<&'a Overlay>,
    localizer: &'a Localizer,
    /// What the widest link carries, MB/s.
    most: f64,
    /// A narrow place was drawn, and the legend has to explain it.
    narrow: bool,
    /// So was water.
    water: bool,
    /// So was a bound.
    bound: bool,
    svg: Svg,
}

impl<'a> Painter<'a> {
    fn new(
        see: &'a See,
        overlay: Option<&'a Overlay>,
        localizer: &'a Localizer,
        most: f64,
    ) -> Self {
        let svg = Svg::default();
        Self { see, overlay, localizer, most, narrow: false, water: false, bound: false, svg }
    }

    /// A box, the pipes to what is right of it, and all that.
    fn branch(&mut self, placed: &Placed<'_>) {
        for child in &placed.children {
            self.svg.raw("<g>");
            self.pipe(placed.area, child);
            self.svg.raw("</g>");
            self.branch(child);
        }
        if let (Some(area), Some(free)) = (placed.free, words::free(placed.place)) {
            let label = self.localizer.text("report-free");
            let text = elide(&format!("{label}: {free}"), columns(area.width));
            self.svg.text("small", area.x, area.middle() + 4.0, &text);
        }
        if placed.place.is_leaf() { self.leaf(placed) } else { self.node(placed) }
    }

    /// Processor, chipset, switch, controller: name, model and what flows in the middle.
    fn node(&mut self, placed: &Placed<'_>) {
        let area = placed.area;
        let tight = placed.place.link.is_none() && self.tight(placed.place).is_some();
        self.narrow |= tight;
        self.svg.area(if tight { "box tight" } else { "box" }, area, 8.0);
        let (name, model) = words::place(placed.place, self.localizer);
        let room = columns(area.width - 12.0);
        let mut lines = vec![("name mid", elide(&name, room))];
        let model = if model.is_empty() { Vec::new() } else { wrap(&model, room) };
        lines.extend(model.into_iter().map(|line| ("small mid", line)));
        lines.truncate(((area.height - 26.0) / 17.0).max(1.0) as usize);
        let flow = self.overlay.and_then(|overlay| overlay.flow(&placed.place.drives()));
        self.bound |= flow.is_some_and(|flow| flow.at_most);
        lines.extend(flow.map(|flow| ("figure mid", words::flow(flow))));
        let x = area.x + area.width / 2.0;
        let mut y = area.middle() + 5.0 - 8.5 * lines.len().saturating_sub(1) as f64;
        for (class, line) in lines {
            // The figure is larger than what stands above it.
            y += if class == "figure mid" { 5.0 } else { 0.0 };
            self.svg.text(class, x, y, &line);
            y += 17.0;
        }
    }

    /// A drive or card: name, model and details at the left, its figures at the right.
    fn leaf(&mut self, placed: &Placed<'_>) {
        let area = placed.area;
        let card = matches!(placed.place.what, What::Device(..));
        self.svg.area(if card { "card" } else { "box" }, area, 8.0);
        let figures = self.figures(placed.place);
        let room = LEAF_WIDTH - 24.0 - if figures.is_some() { 118.0 } else { 0.0 };
        let (name, model) = words::place(placed.place, self.localizer);
        let name = elide(&name, columns(room));
        let details = words::details(placed.place, &self.see.arrays, self.localizer);
        let details = words::dotted(details);
        let x = area.x + 12.0;
        let lines = [("name", name), ("model", model), ("small", details)];
        let lines: Vec<_> = lines.into_iter().filter(|(_, text)| !text.is_empty()).collect();
        let mut y = area.middle() + 4.5 - 8.25 * lines.len().saturating_sub(1) as f64;
        for (class, line) in lines {
            self.svg.text(class, x, y, &elide(&line, columns(room)));
            y += 16.5;
        }
        if let Some((main, second)) = figures {
            let x = area.right() - 12.0;
            self.svg.text("figure end", x, area.middle() - 1.0, &main);
            self.svg.text("small end", x, area.middle() + 16.0, &second);
        }
    }

    /// What a drive does while all run, and by itself below.
    fn figures(&mut self, place: &TreeNode<'_>) -> Option<(String, String)> {
        let What::Drive(drive, _) = place.what else { return None };
        let figure = self.overlay?.figures.get(&drive.id)?;
        let alone = figure.by_itself();
        let alone = alone.filter(|_| figure.alone.is_some() || figure.together.is_none());
        let (flow, alone_label) = (figure.flow(), self.localizer.text("report-column-alone"));
        self.bound |= flow.or(alone).is_some_and(|flow| flow.at_most);
        match (flow, alone) {
            (Some(flow), Some(alone)) => {
                Some((words::flow(flow), format!("{alone_label} {}", words::flow(alone))))
            }
            (Some(flow), None) => {
                Some((words::flow(flow), self.localizer.text("report-column-together")))
            }
            (None, Some(alone)) => Some((words::flow(alone), alone_label)),
            (None, None) => None,
        }
    }

    /// The link from a box to one at its right, with its width above and its figures below.
    fn pipe(&mut self, from: Area, to: &Placed<'_>) {
        let place = to.place;
        let carries = place.usable_mb_s();
        let thick = carries.map_or(0.0, |mb_s| self.thickness(mb_s));
        let (x, y) = (from.right(), to.area.middle());
        let width = to.area.x - x;
        let area = Area { x, y: y - thick / 2.0, width, height: thick };
        let tight = self.tight(place);
        let state = if tight.is_some() { " tight" } else { "" };
        self.narrow |= tight.is_some();
        self.svg.element("title", &self.tooltip(place));
        if carries.is_some() {
            self.svg.area(&format!("pipe{state}"), area, 0.0);
        } else {
            self.svg.line("wire", x, to.area.x, y);
        }
        if let Some(full) = self.full(place) {
            let height = thick * full.clamp(0.0, 1.0);
            let water = Area { y: y + thick / 2.0 - height, height, ..area };
            self.svg.area(&format!("water{state}"), water, 0.0);
            self.water = true;
        }
        let segment = width.min(PIPE);
        let middle = to.area.x - segment / 2.0;
        self.above(place, middle, y - thick / 2.0 - 6.0, segment);
        self.below(
            place,
            tight,
            Area { x: middle, y: y + thick / 2.0 + 15.0, width: segment, height: 0.0 },
        );
    }

    fn above(&mut self, place: &TreeNode<'_>, x: f64, y: f64, segment: f64) {
        let link = words::link_of(place, self.localizer);
        let (class, text) = match words::link_warning(place, self.localizer) {
            Some(_) => ("alert mid", format!("{link} ⚠")),
            None => ("mid", link),
        };
        let lines = label_lines(&text, label_columns(segment));
        for (at, line) in lines.iter().rev().enumerate() {
            let line = elide(line, label_columns(segment));
            self.svg.text(class, x, y - 15.0 * at as f64, &line);
        }
    }

    /// What a link carries, how full it is, and what is wrong with it.
    fn below(&mut self, place: &TreeNode<'_>, tight: Option<String>, mut at: Area) {
        let carries = place.usable_mb_s().map(words::rate).unwrap_or_default();
        let text = match self.full(place) {
            Some(full) => {
                let percent = format!("{:.0}", full * 100.0);
                let message = Message::new("report-share-of").with("percent", percent);
                self.localizer.say(&message.with("capacity", carries))
            }
            None => carries,
        };
        self.svg.text(if tight.is_some() { "alert mid" } else { "small mid" }, at.x, at.y, &text);
        let alert = tight.or_else(|| words::link_warning(place, self.localizer));
        for line in
            alert.iter().flat_map(|alert| wrap(&unbroken(alert), label_columns(at.width))).take(3)
        {
            at.y += 15.0;
            self.svg.text("alert mid", at.x, at.y, &line);
        }
    }

    /// Why a link is the narrow place; none if it is not.
    fn tight(&self, place: &TreeNode<'_>) -> Option<String> {
        let label = || self.localizer.text("report-narrow-place");
        match self.overlay {
            Some(overlay) => overlay.narrow_at(&place.names()).map(|_| label()),
            None => words::crowded(place, self.localizer),
        }
    }

    /// The share of a link that is in use while all run.
    fn full(&self, place: &TreeNode<'_>) -> Option<f64> {
        let flow = self.overlay?.flow(&place.drives())?;
        let carries = place.usable_mb_s().filter(|carries| *carries > 0.0)?;
        Some(flow.mb_s / carries)
    }

    fn thickness(&self, mb_s: f64) -> f64 {
        (THICKEST * (mb_s / self.most).max(0.0).sqrt()).max(THINNEST)
    }

    fn tooltip(&self, place: &TreeNode<'_>) -> String {
        let (name, model) = words::place(place, self.localizer);
        let port = place.port.map(|port| port.id.clone()).unwrap_or_default();
        let rate = place.usable_mb_s().map(words::rate).unwrap_or_default();
        words::dotted([name, model, port, words::link_of(place, self.localizer), rate])
    }

    /// What thickness, water and outline mean.
    fn legend(&mut self, top: f64) {
        let y = top + 22.0;
        let mut x = MARGIN;
        if self.most > 0.0 {
            let pipe = self.localizer.text("report-svg-pipe");
            x = self.swatch("pipe", x, y, &pipe);
        }
        if let Some(overlay) = self.overlay.filter(|_| self.water) {
            let id =
                if overlay.is_measured() { "report-svg-measured" } else { "report-svg-predicted" };
            let workload = words::workload(&overlay.workload, self.localizer);
            let water = self.localizer.say(&Message::new(id).with("workload", workload));
            x = self.swatch("water", x, y, &water);
        }
        if self.narrow {
            let narrow = self.localizer.text("report-narrow-place");
            x = self.swatch("pipe tight", x, y, &narrow);
        }
        if self.bound {
            self.svg.text("small", x, y, &self.localizer.text("report-legend-at-most"));
        }
    }

    fn swatch(&mut self, class: &str, x: f64, y: f64, text: &str) -> f64 {
        self.svg.area(class, Area { x: x + 2.0, y: y - 10.0, width: 22.0, height: 11.0 }, 0.0);
        self.svg.text("small", x + 32.0, y, text);
        x + 56.0 + 6.2 * width(text) as f64
    }
}
