//! The current round, its progress, and its totals.

use narrows_messages::Message;
use narrows_units::Iops;
use ratatui_core::text::{Line, Span};

use super::text::{LineItem, bar, clock, cut, fitting, left, width};
use super::{ScreenPainter, percent, rate};

/// Columns of the progress bar.
const BAR: usize = 16;
/// A title of fewer columns says nothing.
const TITLE_LEAST: usize = 14;

impl ScreenPainter<'_> {
    pub fn head(&self, lines: usize) -> Vec<Line<'static>> {
        let both = if lines > 1 { vec![self.title(), self.totals()] } else { vec![self.totals()] };
        both.into_iter().take(lines).collect()
    }

    fn title(&self) -> Line<'static> {
        let state = fitting(self.state(), self.width.saturating_sub(TITLE_LEAST));
        let room = self.width.saturating_sub(width(&state) + 1);
        let title = left(&cut(&self.view.title, room, self.look.unicode), room);
        Line::from(vec![Span::styled(title, self.strong()), Span::raw(" "), Span::raw(state)])
    }

    fn state(&self) -> Vec<LineItem> {
        let view = self.view;
        let word = |text, spare| LineItem { text, spare };
        let text_if = |is_so: bool, id| if is_so { self.text(id) } else { String::new() };
        let time = view.left.map(|left| Message::new("live-left").with("time", clock(left)));
        let round = view.round.map(|(number, of)| format!("{number}/{of}"));
        vec![
            word(text_if(view.is_simulated, "live-simulated"), 3),
            word(text_if(self.hand.is_paused, "live-paused"), 2),
            word(text_if(self.hand.frozen.is_some(), "live-frozen"), 4),
            word(round.unwrap_or_default(), 5),
            if view.is_ending {
                word(self.text("live-ending"), 0)
            } else {
                word(time.map(|it| self.localizer.say(&it)).unwrap_or_default(), 1)
            },
        ]
    }

    fn totals(&self) -> Line<'static> {
        let view = self.view;
        let word = |text: Option<String>, spare| LineItem { text: text.unwrap_or_default(), spare };
        let iops = view.iops().map(|iops| Iops::new(iops).to_string());
        let cpu = view.cpu.map(|cpu| {
            let what = Message::new("live-cpu-of").with("busy", format!("{:.1}", cpu.busy));
            self.localizer.say(&what.with("cores", cpu.cores))
        });
        let words = vec![
            word(Some(bar(view.share, BAR, self.look.unicode)), 4),
            word(Some(percent(view.share)), 1),
            word(view.mb_s().map(rate), 0),
            word(iops, 2),
            word(cpu, 3),
        ];
        Line::from(fitting(words, self.width))
    }
}
