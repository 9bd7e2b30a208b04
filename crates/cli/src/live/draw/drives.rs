//! The drives: a row each, several rows side by side, or a row for all of a place.

use narrows_messages::Message;
use ratatui_core::text::{Line, Span};

use super::table::{LiveCell, LiveColumn, LiveTable};
use super::{ScreenPainter, iops, latency, megabytes, percent};
use crate::live::arrange::{DriveGroup, groups, order};
use crate::live::hand::{RowLayout, SortColumn as By};
use crate::live::view::LiveDrive;

/// Minimum columns of a drive with its rate.
const NARROWEST: usize = 14;
/// Columns between rows side by side.
const GAP: usize = 2;

impl ScreenPainter<'_> {
    /// At most this many lines.
    pub fn drives(&self, lines: usize) -> Vec<Line<'static>> {
        if self.view.drives.is_empty() || lines == 0 {
            return Vec::new();
        }
        let order = order(self.view, self.hand);
        let beside = match self.hand.shape {
            RowLayout::Groups => return self.scrolled(self.groups().lines(self.width), lines),
            RowLayout::Rows => Some(1),
            RowLayout::Fitting => self.beside(order.len(), lines),
        };
        match beside {
            Some(1) => self.scrolled(self.rows(&order).lines(self.width), lines),
            Some(beside) => {
                let wide = (self.width + GAP) / beside - GAP;
                let rows = order.len().div_ceil(beside);
                let mut lines: Vec<Line<'static>> = Vec::new();
                // Down one column, then down the next.
                for (at, drives) in order.chunks(rows).enumerate() {
                    for (row, line) in self.rows(drives).lines(wide).into_iter().enumerate() {
                        match lines.get_mut(row) {
                            Some(known) => {
                                known.spans.push(Span::raw(" ".repeat(GAP)));
                                known.spans.extend(line.spans);
                            }
                            None if at == 0 => lines.push(line),
                            // No column is longer than the first.
                            None => {}
                        }
                    }
                }
                lines
            }
            // One group of all would say less than the first of them.
            None if groups(self.view).len() == 1 => {
                self.scrolled(self.rows(&order).lines(self.width), lines)
            }
            None => self.scrolled(self.groups().lines(self.width), lines),
        }
    }

    /// Number of drives side by side such that all fit; `None` if they cannot.
    fn beside(&self, drives: usize, lines: usize) -> Option<usize> {
        // One line is the heading's.
        let rows = lines.saturating_sub(1).max(1);
        let beside = drives.div_ceil(rows).max(1);
        let is_wide = self.width >= beside * (NARROWEST + GAP) - GAP;
        (beside == 1 || is_wide).then_some(beside)
    }

    /// The heading, and the rows from the first that is shown.
    fn scrolled(&self, mut all: Vec<Line<'static>>, lines: usize) -> Vec<Line<'static>> {
        let rows = all.len().saturating_sub(1);
        let room = lines.saturating_sub(1);
        if rows <= room {
            return all;
        }
        let first = self.hand.first.min(rows.saturating_sub(room.saturating_sub(1).max(1)));
        // Line 0 is the heading, which stays.
        all.drain(1..=first);
        let below = all.len().saturating_sub(lines);
        all.truncate(lines);
        if below > 0 && lines > 2 {
            all.truncate(lines - 1);
            let what = Message::new("live-below").count("count", below + 1);
            all.push(Line::styled(self.localizer.say(&what), self.faint()));
        }
        all
    }

    fn rows(&self, drives: &[usize]) -> LiveTable {
        let drives: Vec<&LiveDrive> = drives.iter().map(|at| &self.view.drives[*at]).collect();
        let is_failing = |drive: &LiveDrive| drive.now.is_some_and(|now| now.errors > 0);
        let any = |is_so: &dyn Fn(&LiveDrive) -> bool| self.view.drives.iter().any(is_so);
        let (fails, expected) = (any(&is_failing), any(&|drive| drive.expected_mb_s.is_some()));
        let linked = any(&|drive| drive.link.is_some());
        let warm = any(&|drive| drive.temperature_c.is_some());
        let columns = self.columns().into_iter();
        let is_wanted = [true, true, fails, true, true, true, warm, linked, true, expected];
        let columns = columns.zip(is_wanted).filter(|(_, wanted)| *wanted);
        let row = |drive: &&LiveDrive| {
            let cells = self.row(drive).into_iter().zip(is_wanted);
            cells.filter(|(_, wanted)| *wanted).map(|(cell, _)| cell).collect()
        };
        LiveTable {
            rows: drives.iter().map(row).collect(),
            columns: columns.map(|(column, _)| column).collect(),
            heading: self.faint(),
            is_unicode: self.look.unicode,
        }
    }

    fn columns(&self) -> Vec<LiveColumn> {
        let sorted =
            |heading: String, by, spare, least| figure(self.marked(heading, by), spare, least);
        let text = |id| self.text(id);
        vec![
            name(text("live-drive")),
            sorted("MB/s".to_owned(), By::Rate, 0, 5),
            figure(text("live-errors"), 1, 4),
            sorted("IOPS".to_owned(), By::Iops, 3, 5),
            sorted(text("live-latency"), By::Latency, 2, 8),
            figure("QD".to_owned(), 6, 3),
            sorted("°C".to_owned(), By::Temperature, 4, 3),
            figure(text("live-link"), 8, 11),
            figure("CPU".to_owned(), 7, 5),
            figure(text("live-of-expected"), 5, 5),
        ]
    }

    /// With a sign where rows are sorted by it.
    fn marked(&self, heading: String, by: By) -> String {
        if by != self.hand.column {
            return heading;
        }
        let sign = match (self.hand.is_reversed, self.look.unicode) {
            (false, true) => "▼",
            (true, true) => "▲",
            (false, false) => "v",
            (true, false) => "^",
        };
        heading + sign
    }

    /// In the order of the columns.
    fn row(&self, drive: &LiveDrive) -> Vec<LiveCell> {
        let now = drive.now;
        let or_nothing =
            |text: Option<String>| LiveCell::plain(text.unwrap_or_else(|| self.nothing()));
        let alarmed = |cell: LiveCell, is_so: bool| {
            if is_so { LiveCell { style: self.alert(), ..cell } } else { cell }
        };
        let heat = drive.temperature_c.map(|celsius| {
            if drive.is_throttled { format!("{celsius}!") } else { celsius.to_string() }
        });
        let errors = now.map_or(0, |now| now.errors);
        let reached = drive.expected_mb_s.filter(|mb_s| *mb_s > 0.0);
        let reached = reached.and_then(|mb_s| Some(percent(now?.mb_s / mb_s)));
        vec![
            LiveCell::plain(drive.name.clone()),
            LiveCell { style: self.strong(), ..or_nothing(now.map(|now| megabytes(now.mb_s))) },
            alarmed(LiveCell::plain(errors.to_string()), errors > 0),
            or_nothing(now.map(|now| iops(now.iops))),
            or_nothing(now.and_then(|now| now.latency).map(latency)),
            or_nothing(now.map(|now| format!("{:.0}", now.in_flight))),
            alarmed(or_nothing(heat), drive.is_throttled),
            or_nothing(drive.link.clone()),
            or_nothing(now.map(|now| percent(now.busiest))),
            or_nothing(reached),
        ]
    }

    fn groups(&self) -> LiveTable {
        let text = |id| self.text(id);
        LiveTable {
            columns: vec![
                name(text("live-group")),
                figure(text("live-drives"), 2, 3),
                figure("MB/s".to_owned(), 0, 6),
                figure("IOPS".to_owned(), 4, 5),
                figure(text("live-latency"), 3, 8),
                figure(text("live-least"), 1, 5),
                figure(text("live-most"), 1, 5),
                figure("°C".to_owned(), 5, 3),
            ],
            rows: groups(self.view).iter().map(|group| self.group(group)).collect(),
            heading: self.faint(),
            is_unicode: self.look.unicode,
        }
    }

    fn group(&self, group: &DriveGroup<'_>) -> Vec<LiveCell> {
        let drives = || group.drives.iter().map(|at| &self.view.drives[*at]);
        let known = || drives().filter_map(|drive| drive.now);
        let rates = || known().map(|now| now.mb_s);
        let or_nothing =
            |text: Option<String>| LiveCell::plain(text.unwrap_or_else(|| self.nothing()));
        let sum = rates().reduce(|sum, mb_s| sum + mb_s);
        let operations = known().map(|now| now.iops).reduce(|sum, one| sum + one);
        let name = group.name.map(str::to_owned);
        vec![
            LiveCell::plain(name.unwrap_or_else(|| self.text("live-no-place"))),
            LiveCell::plain(group.drives.len().to_string()),
            LiveCell { style: self.strong(), ..or_nothing(sum.map(megabytes)) },
            or_nothing(operations.map(iops)),
            or_nothing(known().filter_map(|now| now.latency).max().map(latency)),
            or_nothing(rates().reduce(f64::min).map(megabytes)),
            or_nothing(rates().reduce(f64::max).map(megabytes)),
            or_nothing(
                drives().filter_map(|drive| drive.temperature_c).max().map(|it| it.to_string()),
            ),
        ]
    }
}

fn figure(heading: String, spare: u8, least: usize) -> LiveColumn {
    LiveColumn { heading, is_figure: true, spare, least, most: 24 }
}

fn name(heading: String) -> LiveColumn {
    LiveColumn { heading, is_figure: false, spare: 0, least: 7, most: 32 }
}
