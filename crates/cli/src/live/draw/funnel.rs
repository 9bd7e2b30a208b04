//! The locations that data passes through, as far as there is room.

use ratatui_core::style::Style;
use ratatui_core::text::Line;

use super::table::{LiveCell, LiveColumn, LiveTable};
use super::text::bar;
use super::{ScreenPainter, percent, rate};
use crate::live::view::LiveLocation;

/// Columns of the bar of how full a link is.
const BAR: usize = 10;
const FULL: f64 = 0.9;

impl ScreenPainter<'_> {
    /// At most this many lines, one per location.
    pub fn funnel(&self, lines: usize) -> Vec<Line<'static>> {
        // If not all have room: the fullest, and of the unknown ones the highest.
        let places = &self.view.places;
        let mut kept: Vec<usize> = (0..places.len()).collect();
        let fullness = |at: &usize| self.view.fullness(&places[*at]).unwrap_or(-1.0);
        kept.sort_by(|a, b| {
            fullness(b).total_cmp(&fullness(a)).then(places[*a].level.cmp(&places[*b].level))
        });
        kept.truncate(lines);
        kept.sort_unstable();
        let places: Vec<&LiveLocation> = kept.into_iter().map(|at| &places[at]).collect();
        let column = |is_figure, spare, least, most| LiveColumn {
            heading: String::new(),
            is_figure,
            spare,
            least,
            most,
        };
        let table = LiveTable {
            columns: vec![
                column(false, 0, 0, 48),
                column(false, 3, 0, 30),
                column(false, 2, BAR, BAR),
                column(true, 0, 9, 11),
                column(false, 2, 0, 13),
                column(true, 1, 5, 5),
            ],
            rows: places.into_iter().map(|place| self.place(place)).collect(),
            heading: Style::new(),
            is_unicode: self.look.unicode,
        };
        let lines = table.lines(self.width);
        // These columns have no headings.
        lines.into_iter().skip(1).collect()
    }

    fn place(&self, place: &LiveLocation) -> Vec<LiveCell> {
        let full = self.view.fullness(place);
        let style = match full {
            Some(full) if full >= FULL => self.alert(),
            _ => Style::new(),
        };
        let sign = if self.look.unicode { "└ " } else { "- " };
        let sign = if place.level > 0 { sign } else { "" };
        let name = format!("{}{sign}{}", "  ".repeat(place.level.saturating_sub(1)), place.name);
        let is_flowing = if full.is_some_and(|full| full >= FULL) { style } else { self.flowing() };
        let carries = place.carries_mb_s.map(|mb_s| format!("/ {}", rate(mb_s)));
        vec![
            LiveCell { text: name, style },
            LiveCell { text: place.link.clone(), style: self.faint() },
            LiveCell {
                text: full.map(|it| bar(it, BAR, self.look.unicode)).unwrap_or_default(),
                style: is_flowing,
            },
            LiveCell { text: rate(self.view.flow(place)), style },
            LiveCell::plain(carries.unwrap_or_default()),
            LiveCell { text: full.map(percent).unwrap_or_default(), style },
        ]
    }
}
