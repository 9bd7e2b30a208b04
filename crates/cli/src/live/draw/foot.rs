//! The bottleneck, and the keys.

use narrows_messages::Message;
use ratatui_core::style::Style;
use ratatui_core::text::Line;

use super::text::{LineItem, fitting, width};
use super::{ScreenPainter, percent, rate};
use crate::live::hand::SortColumn;
use crate::live::limit::{LiveLimit, limit};

impl ScreenPainter<'_> {
    /// The current bottleneck, on as many lines as it takes.
    pub fn limit(&self) -> Vec<Line<'static>> {
        if self.view.drives.is_empty() || self.width == 0 {
            return Vec::new();
        }
        let (what, style) = match limit(self.view) {
            LiveLimit::Heat(drive) => {
                (Message::new("live-limit-heat").with("drive", &drive.name), self.alert())
            }
            LiveLimit::Link(place, full) => {
                (self.filled("live-limit-link", place, full), self.alert())
            }
            LiveLimit::Thread(drive, busy) => {
                let what = Message::new("live-limit-thread").with("drive", &drive.name);
                (what.with("share", percent(busy)), self.alert())
            }
            LiveLimit::Expected(limit, share) => {
                let what = Message::new("live-limit-expected").with("limit", limit);
                (what.with("share", percent(share)), Style::new())
            }
            LiveLimit::Fullest(place, full) => {
                (self.filled("live-limit-fullest", place, full), Style::new())
            }
            LiveLimit::Unknown => (Message::new("live-limit-unknown"), self.faint()),
        };
        let text = self.localizer.say(&what);
        let lines = wrapped(&text, self.width).into_iter();
        // Once lines are broken, plain blanks do.
        lines.map(|line| Line::styled(line.replace(NO_BREAK, " "), style)).collect()
    }

    fn filled(
        &self,
        id: &'static str,
        place: &crate::live::view::LiveLocation,
        full: f64,
    ) -> Message {
        let name = if place.link.is_empty() { &place.name } else { &place.link };
        Message::new(id)
            .with("link", name)
            .with("place", &place.name)
            .with("flow", whole(rate(self.view.flow(place))))
            .with("carries", whole(rate(place.carries_mb_s.unwrap_or_default())))
            .with("share", whole(percent(full)))
    }

    /// One line, or none.
    pub fn keys(&self, lines: usize) -> Vec<Line<'static>> {
        let by = Message::new("live-key-sort").with("column", self.text(self.column()));
        let word = |text: String, spare| LineItem { text, spare };
        let words = vec![
            word(self.text("live-key-quit"), 0),
            word(self.localizer.say(&by), 2),
            word(self.text("live-key-reverse"), 5),
            word(self.text("live-key-pause"), 1),
            word(self.text("live-key-freeze"), 4),
            word(self.text("live-key-groups"), 3),
        ];
        let line = Line::styled(fitting(words, self.width), self.faint());
        std::iter::repeat_n(line, lines).collect()
    }

    fn column(&self) -> &'static str {
        match self.hand.column {
            SortColumn::Order => "live-by-order",
            SortColumn::Rate => "live-by-rate",
            SortColumn::Iops => "live-by-iops",
            SortColumn::Latency => "live-by-latency",
            SortColumn::Temperature => "live-by-temperature",
        }
    }
}

/// The blank between a figure and its unit, at which no line breaks.
const NO_BREAK: &str = "\u{a0}";

/// A figure that stays with its unit.
fn whole(figure: String) -> String {
    figure.replace(' ', NO_BREAK)
}

/// Broken between words; a word that is longer than a line, and Japanese, anywhere.
fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_inclusive(' ') {
        let last = lines.last().map_or(0, |line| width(line));
        // A word longer than a line begins where it is: it is broken anyway.
        if last > 0 && last + width(word.trim_end()) > columns && width(word.trim_end()) <= columns
        {
            lines.push(String::new());
        }
        for letter in word.chars() {
            let mut bytes = [0; 4];
            let wide = width(letter.encode_utf8(&mut bytes));
            let is_over = lines.last().is_some_and(|line| width(line) + wide > columns);
            if is_over && letter != ' ' {
                lines.push(String::new());
            }
            if let Some(line) = lines.last_mut().filter(|_| !is_over || letter != ' ') {
                line.push(letter);
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_in_japanese_anywhere() {
        let english = wrapped("Bottleneck: DMI 3.0 x4 to chipset", 20);
        assert_eq!(english, ["Bottleneck: DMI 3.0 ", "x4 to chipset"]);
        let japanese = wrapped("ボトルネック：チップセット", 12);
        assert_eq!(japanese, ["ボトルネック", "：チップセッ", "ト"]);
        assert!(wrapped("a bb ccc", 1).iter().all(|line| width(line) <= 1));
    }
}
