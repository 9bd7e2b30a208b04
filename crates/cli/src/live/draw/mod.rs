//! A view as a screen.
//!
//! From the top down: the current round and its progress, the drives, the locations that their data
//! goes through, the bottleneck, the keys. A short screen has fewer of these, a narrow one fewer
//! columns; the rates of the drives are always there.

mod drives;
mod foot;
mod funnel;
mod head;
mod heights;
mod table;
mod text;

use narrows_messages::{Localizer, Message};
use narrows_units::{BytesPerSec, Iops, Nanos};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Modifier, Style};
use ratatui_core::text::Line;

use self::heights::ScreenHeights;
use crate::live::hand::ViewSettings;
use crate::live::view::LiveView;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenStyle {
    /// Colours. No information is in colour alone.
    pub colour: bool,
    /// Bars and arrows beyond ASCII. Sentences and names keep their own letters.
    pub unicode: bool,
}

pub fn draw(
    view: &LiveView,
    hand: &ViewSettings,
    look: ScreenStyle,
    localizer: &Localizer,
    area: Rect,
    buffer: &mut Buffer,
) {
    let painter = ScreenPainter { view, hand, look, localizer, width: usize::from(area.width) };
    let limit = painter.limit();
    let heights = ScreenHeights::of(usize::from(area.height), view.places.len(), limit.len());
    let mut lines = painter.head(heights.head);
    let mut drives = painter.drives(heights.drives);
    // What is below stays in its place, however few drives there are.
    drives.resize(heights.drives, Line::default());
    lines.extend(drives);
    lines.extend(painter.funnel(heights.funnel));
    lines.extend(limit.into_iter().take(heights.limit));
    lines.extend(painter.keys(heights.keys));
    for (row, line) in area.rows().zip(lines) {
        buffer.set_line(row.x, row.y, &line, row.width);
    }
}

/// The same in one line, for who reads no screen.
pub fn line(view: &LiveView, localizer: &Localizer) -> String {
    let round = view.round.map(|(number, of)| format!("{number}/{of}"));
    let latency = view.drives.iter().filter_map(|drive| drive.now?.latency).max();
    let left = view
        .left
        .map(|left| localizer.say(&Message::new("live-left").with("time", text::clock(left))));
    // Rounded down: 100 % is the end.
    let percent = format!("{} %", (view.share.clamp(0.0, 1.0) * 100.0).floor());
    let figures = [
        Some(percent),
        round,
        view.mb_s().map(rate),
        view.iops().map(|iops| Iops::new(iops).to_string()),
        latency.map(|latency| latency.to_string()),
        left,
    ];
    let figures: Vec<String> = figures.into_iter().flatten().collect();
    format!("{}: {}", view.title, figures.join(", "))
}

struct ScreenPainter<'a> {
    view: &'a LiveView,
    hand: &'a ViewSettings,
    look: ScreenStyle,
    localizer: &'a Localizer,
    width: usize,
}

impl ScreenPainter<'_> {
    fn text(&self, id: &str) -> String {
        self.localizer.text(id)
    }

    /// Unknown value.
    fn nothing(&self) -> String {
        if self.look.unicode { "–" } else { "-" }.to_owned()
    }

    fn strong(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    fn faint(&self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// A bottleneck, or something that is wrong.
    fn alert(&self) -> Style {
        if self.look.colour { self.strong().fg(Color::Red) } else { self.strong() }
    }

    fn flowing(&self) -> Style {
        if self.look.colour { Style::new().fg(Color::Cyan) } else { Style::new() }
    }
}

/// `5.79 GB/s`.
fn rate(mb_s: f64) -> String {
    BytesPerSec::mb_s(mb_s).to_string()
}

/// `57.1k`.
fn iops(per_second: f64) -> String {
    Iops::new(per_second).to_string().trim_end_matches(" IOPS").to_owned()
}

/// A bare figure in MB/s with as many digits as people compare.
fn megabytes(mb_s: f64) -> String {
    match mb_s {
        v if v >= 99.95 => format!("{v:.0}"),
        v if v >= 9.995 => format!("{v:.1}"),
        v => format!("{v:.2}"),
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

fn latency(time: Nanos) -> String {
    time.to_string()
}

#[cfg(test)]
mod tests;
