//! A plan's board: doors at the left, their slots by form at the right, what sits in them and flows.
//!
//! A pipe is as thick as its lanes are many, and the water in it is the share of it that is used.

use narrows_messages::{Localizer, Message};
use narrows_record::plan::{Door, Form, Placed, Plan, Put, Seat, SeatState, Uplink};
use narrows_record::see::PortKind;

use super::write::{Area, Svg, escape};
use crate::clean::clean;
use crate::layout::{elide, width, wrap};
use crate::text::{adapted, door_name, off, seat_limits};
use crate::{SVG_MARK, words};

const STYLE: &str = include_str!("style.css");
const BOARD_STYLE: &str = include_str!("board.css");
const MARGIN: f64 = 14.0;
const HEAD: f64 = 92.0;
const LEGEND: f64 = 40.0;
const DOOR: f64 = 132.0;
const PIPE: f64 = 176.0;
/// The longest slot's length, and the room for it.
const SLOT: f64 = 150.0;
const HOLDS: f64 = 380.0;
const USED: f64 = 56.0;
const EMPTY: f64 = 34.0;
const GAP: f64 = 18.0;
/// Pixels a lane.
const LANE: f64 = 1.35;
/// Columns of a limit's name beside a slot.
const MOST_LIMIT: usize = 26;
/// Lines of the answer at the head.
const MOST_ANSWER: usize = 3;
/// Empty slots of a door that are drawn; of more, the rest share a line.
const MOST_EMPTY: usize = 6;

/// The drawing of an arrangement.
pub(super) fn draw(plan: &Plan, placed: &Placed, localizer: &Localizer) -> String {
    let depth = placed.doors.iter().map(|door| depth(door, placed)).max().unwrap_or(0);
    let leaf = MARGIN + (depth + 1) as f64 * (DOOR + PIPE);
    let mut painter = Painter { plan, placed, localizer, leaf, svg: Svg::default() };
    let mut y = HEAD;
    let roots = placed.doors.iter().filter(|door| above(door, placed).is_none());
    for door in roots {
        y = painter.door(door, 0, y) + GAP;
    }
    let (wide, high) = (leaf + SLOT + HOLDS + MARGIN, y + LEGEND);
    painter.legend(y + 12.0);
    let title = Message::new("plan-svg-title").with("name", clean(&plan.site.name));
    let title = localizer.say(&title);
    let mut svg = Svg::default();
    svg.raw(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {SVG_MARK} class=\"narrows\" role=\"img\" \
         lang=\"{}\" aria-label=\"{title}\" width=\"{wide:.0}\" height=\"{high:.0}\" \
         viewBox=\"0 0 {wide:.0} {high:.0}\"><title>{title}</title>",
        localizer.language().tag(),
        title = escape(&title),
    ));
    svg.element("desc", &description(plan));
    svg.raw(&format!("<style>{STYLE}{BOARD_STYLE}</style>"));
    svg.area("paper", Area { width: wide, height: high, ..Area::default() }, 0.0);
    svg.text("name", MARGIN, 22.0, &title);
    let answer = plan.findings.first().map(|finding| clean(&finding.text)).unwrap_or_default();
    for (at, line) in head(&answer, columns(wide - 2.0 * MARGIN)).iter().enumerate() {
        svg.text("small", MARGIN, 42.0 + 17.0 * at as f64, line);
    }
    svg.raw(&painter.svg.finish());
    svg.raw("</svg>\n");
    svg.finish()
}

/// The answer in so many columns; of a long one the beginning.
fn head(answer: &str, columns: usize) -> Vec<String> {
    let mut lines = wrap(answer, columns);
    if lines.len() > MOST_ANSWER {
        let rest = lines.split_off(MOST_ANSWER - 1).join(" ");
        lines.push(elide(&rest, columns));
    }
    lines.iter().map(|line| elide(line, columns)).collect()
}

/// The answer and all findings, for those who cannot see the drawing.
fn description(plan: &Plan) -> String {
    let texts = plan.findings.iter().map(|finding| clean(&finding.text));
    texts.collect::<Vec<_>>().join(" ")
}

fn above<'a>(door: &Door, placed: &'a Placed) -> Option<&'a Door> {
    let above = door.above.as_ref()?;
    placed.doors.iter().find(|it| it.id == *above)
}

/// How many doors stand above it.
fn depth(door: &Door, placed: &Placed) -> usize {
    let ways = std::iter::successors(above(door, placed), |door| above(door, placed));
    ways.take(placed.doors.len()).count()
}

/// Columns of small text that fit a width.
fn columns(pixels: f64) -> usize {
    (pixels / 6.6).max(0.0) as usize
}

struct Painter<'a> {
    plan: &'a Plan,
    placed: &'a Placed,
    localizer: &'a Localizer,
    /// Where slots begin.
    leaf: f64,
    svg: Svg,
}

impl Painter<'_> {
    /// A door with all that hangs on it; returns where it ends.
    fn door(&mut self, door: &Door, depth: usize, top: f64) -> f64 {
        let x = MARGIN + depth as f64 * (DOOR + PIPE);
        let mut y = top;
        let untold = untold(door);
        let drawn = door.seats.iter().filter(|seat| seat.state != SeatState::Off);
        for seat in drawn.filter(|seat| !untold.contains(&seat.slot.as_str())) {
            y = self.seat(seat, x + DOOR, y);
        }
        if !untold.is_empty() {
            let slots = words::list(untold.iter().copied());
            let text = Message::new("plan-more-slots").with("slots", slots);
            let text = self.localizer.say(&text.count("count", untold.len()));
            y = self.line("gone", y, &text);
        }
        for text in off(door, self.localizer) {
            y = self.line("gone", y, &text);
        }
        if !door.fixed.is_empty() {
            let drives = words::list(door.fixed.iter().map(String::as_str));
            let text = Message::new("plan-fixed").with("drives", drives);
            y = self.line("small", y, &self.localizer.say(&text));
        }
        let below: Vec<&Door> =
            self.placed.doors.iter().filter(|it| it.above.as_ref() == Some(&door.id)).collect();
        for child in below {
            let from = y;
            y = self.door(child, depth + 1, y + GAP / 2.0);
            self.uplink(child, x + DOOR, (from + GAP / 2.0 + y) / 2.0);
        }
        let height = (y - top).max(USED);
        self.label(door, Area { x, y: top, width: DOOR, height });
        top + height
    }

    fn line(&mut self, class: &str, y: f64, text: &str) -> f64 {
        self.svg.text(class, self.leaf, y + 16.0, &elide(text, columns(SLOT + HOLDS)));
        y + 24.0
    }

    fn label(&mut self, door: &Door, area: Area) {
        self.svg.area("box", area, 8.0);
        let kind = self.localizer.text(match door.kind {
            PortKind::Processor => "plan-door-processor",
            PortKind::RootComplex => "plan-door-root-complex",
            PortKind::Chipset => "plan-door-chipset",
            PortKind::NetworkLink => "plan-door-network-link",
            _ => "plan-door-switch",
        });
        let (x, y) = (area.x + area.width / 2.0, area.middle());
        self.svg.text("name mid", x, y, &kind);
        self.svg.text("small mid", x, y + 18.0, &elide(&door_name(door), columns(DOOR - 10.0)));
    }

    /// The pipe between a door and the one above it.
    fn uplink(&mut self, door: &Door, x: f64, y: f64) {
        let Some(uplink) = &door.uplink else {
            return self.svg.line("wire", x, x + PIPE, y);
        };
        let full = uplink.load_mb_s / uplink.carries_mb_s.max(1.0);
        self.pipe(
            Area { x, y, width: PIPE, height: 0.0 },
            uplink.link.lanes,
            full,
            uplink.is_limit,
        );
        let thick = thickness(uplink.link.lanes);
        let middle = x + PIPE / 2.0;
        self.svg.text("mid", middle, y - thick / 2.0 - 7.0, &uplink_name(uplink));
        let rates = Message::new("report-share-of").with("percent", format!("{:.0}", full * 100.0));
        let rates = self.localizer.say(&rates.with("capacity", words::rate(uplink.carries_mb_s)));
        let class = if uplink.is_limit { "alert mid" } else { "small mid" };
        self.svg.text(class, middle, y + thick / 2.0 + 16.0, &rates);
        if uplink.is_limit {
            let limit = self.localizer.text("plan-svg-legend-limit");
            self.svg.text("alert mid", middle, y + thick / 2.0 + 32.0, &limit);
        }
    }

    /// A pipe around the line on which `area` begins, and its water.
    fn pipe(&mut self, area: Area, lanes: u8, full: f64, is_limit: bool) {
        let thick = thickness(lanes);
        let state = if is_limit { " tight" } else { "" };
        let pipe = Area { y: area.y - thick / 2.0, height: thick, ..area };
        self.svg.area(&format!("pipe{state}"), pipe, 0.0);
        let height = thick * full.clamp(0.0, 1.0);
        if height > 0.0 {
            let water = Area { y: pipe.y + thick - height, height, ..pipe };
            self.svg.area(&format!("water{state}"), water, 0.0);
        }
    }

    /// A slot with what is in it; returns where it ends.
    fn seat(&mut self, seat: &Seat, from: f64, top: f64) -> f64 {
        let is_used = seat.state == SeatState::Used;
        let height = if is_used { USED } else { EMPTY };
        let middle = top + height / 2.0 + 4.0;
        let put = self.placed.puts.iter().find(|put| seat.pieces.first() == Some(&put.piece));
        let own_limit = self.limits_itself(seat);
        self.way(
            seat,
            put,
            Area { x: from, y: middle, width: self.leaf - from, height },
            own_limit,
        );
        self.slot(seat, put, middle, own_limit);
        let x = self.leaf + SLOT + 14.0;
        if is_used {
            self.holds(seat, put, x, middle, own_limit);
        } else {
            let text = self.idle(seat);
            self.svg.text("small", x, middle + 4.0, &elide(&text, columns(HOLDS - 14.0)));
        }
        top + height
    }

    /// The lanes that lead to a slot.
    fn way(&mut self, seat: &Seat, put: Option<&Put>, area: Area, is_limit: bool) {
        match put.and_then(|put| put.current) {
            Some(link) => {
                let carries = link.gts * f64::from(link.lanes) * 985.0 / 8.0;
                self.pipe(area, link.lanes, seat.load_mb_s / carries, is_limit);
                let above = area.y - thickness(link.lanes) / 2.0 - 5.0;
                let x = area.x + area.width - PIPE / 2.0;
                self.svg.text("small mid", x, above, &link.to_string());
            }
            None => self.svg.line("wire", area.x, area.x + area.width, area.y),
        }
    }

    /// The slot itself, as long as its form, with a mark for each lane.
    fn slot(&mut self, seat: &Seat, put: Option<&Put>, middle: f64, is_limit: bool) {
        let form = self.plan.site.slots.iter().find(|slot| slot.id == seat.slot);
        let form = form.and_then(|slot| slot.form.as_ref());
        let (length, radius) = shape(form);
        let area = Area { x: self.leaf, y: middle - 5.0, width: length, height: 11.0 };
        self.svg.area("slot", area, radius);
        if let Some(link) = put.and_then(|put| put.current) {
            let contacts = match form {
                Some(Form::X8) => 8,
                Some(Form::X4 | Form::M2 | Form::U2) => 4,
                Some(Form::X1) => 1,
                _ => 16,
            };
            let part = f64::from(link.lanes.min(contacts)) / f64::from(contacts);
            let used = length * part - 4.0;
            let state = match (is_limit, seat.load_mb_s > 0.0) {
                (true, _) => "lanes tight",
                (false, true) => "lanes flow",
                (false, false) => "lanes",
            };
            let lanes =
                Area { x: area.x + 2.0, y: middle - 2.5, width: used.max(3.0), height: 6.0 };
            self.svg.area(state, lanes, 1.5);
        }
        self.svg.text("label", self.leaf, middle - 10.0, &elide(&seat.slot, columns(SLOT)));
    }

    fn holds(&mut self, seat: &Seat, put: Option<&Put>, x: f64, middle: f64, is_limit: bool) {
        let names: Vec<String> = seat.pieces.iter().map(|id| clean(id)).collect();
        self.svg.text("name", x, middle - 3.0, &elide(&names.join(" + "), columns(HOLDS - 130.0)));
        let first = self.plan.pieces.iter().find(|piece| seat.pieces.first() == Some(&piece.id));
        let model = first.map(|piece| clean(&piece.model)).filter(|model| !names.contains(model));
        let adapter = put.and_then(|put| put.adapter.as_ref());
        let adapter = adapter.map(|adapter| adapted(adapter, self.localizer));
        let about = words::dotted([model, adapter, seat.because.clone()].iter().flatten());
        let limits = match seat.load_mb_s > 0.0 {
            true => seat_limits(seat, self.plan, self.placed, self.localizer),
            false => String::new(),
        };
        let limits = elide(&limits, MOST_LIMIT);
        // Both stand on one line: what is in the slot gets what the limit, perhaps in bold,
        // leaves.
        let room = columns(HOLDS - 14.0).saturating_sub(width(&limits) * 6 / 5 + 2);
        self.svg.text("small", x, middle + 14.0, &elide(&about, room));
        if seat.load_mb_s > 0.0 {
            let end = self.leaf + SLOT + HOLDS;
            self.svg.text("figure end", end, middle - 1.0, &words::rate(seat.load_mb_s));
            let class = if is_limit { "alert end" } else { "small end" };
            self.svg.text(class, end, middle + 14.0, &limits);
        }
    }

    /// What a slot without a piece is.
    fn idle(&self, seat: &Seat) -> String {
        let state = self.localizer.text("plan-empty");
        words::dotted(
            [Some(state), seat.link.map(|link| link.to_string()), seat.because.clone()]
                .iter()
                .flatten(),
        )
    }

    /// Whether the link of what is in it is what holds it back.
    fn limits_itself(&self, seat: &Seat) -> bool {
        let inside = self.plan.pieces.iter().filter(|piece| seat.pieces.contains(&piece.id));
        let drives: Vec<&String> = inside.flat_map(|piece| &piece.drives).collect();
        self.placed.flows.iter().any(|flow| {
            flow.limit.kind == narrows_record::predict::LimitKind::Link
                && drives.contains(&&flow.target)
        })
    }

    fn legend(&mut self, y: f64) {
        let aim = self.plan.aims.first().map(|aim| clean(&aim.text)).unwrap_or_default();
        let flow = self.localizer.say(&Message::new("plan-svg-legend-flow").with("aim", aim));
        let x = self.swatch("water", MARGIN, y, &flow);
        let limit = self.localizer.text("plan-svg-legend-limit");
        self.swatch("water tight", x, y, &limit);
    }

    fn swatch(&mut self, class: &str, x: f64, y: f64, text: &str) -> f64 {
        self.svg.area(class, Area { x: x + 2.0, y: y - 10.0, width: 22.0, height: 11.0 }, 0.0);
        self.svg.text("small", x + 32.0, y, text);
        x + 56.0 + 6.2 * width(text) as f64
    }
}

fn uplink_name(uplink: &Uplink) -> String {
    words::uplink(uplink.name.as_deref(), uplink.link)
}

fn thickness(lanes: u8) -> f64 {
    (f64::from(lanes.min(16)) * LANE).max(3.0)
}

/// A form's length and how round its corners are.
fn shape(form: Option<&Form>) -> (f64, f64) {
    match form {
        Some(Form::X16) => (SLOT, 2.0),
        Some(Form::X8) => (SLOT * 0.62, 2.0),
        Some(Form::X4) => (SLOT * 0.42, 2.0),
        Some(Form::X1) => (SLOT * 0.24, 2.0),
        Some(Form::M2) => (SLOT * 0.5, 5.5),
        Some(Form::U2) => (SLOT * 0.4, 4.0),
        Some(Form::Sata | Form::Sata3g | Form::SataExpress) => (SLOT * 0.2, 1.0),
        _ => (SLOT * 0.5, 2.0),
    }
}

/// The empty slots that are not drawn one by one.
fn untold(door: &Door) -> Vec<&str> {
    let empty =
        door.seats.iter().filter(|seat| seat.state == SeatState::Empty && seat.because.is_none());
    empty.skip(MOST_EMPTY).map(|seat| seat.slot.as_str()).collect()
}
