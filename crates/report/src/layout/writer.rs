//! Lines with their colours.
//!
//! The escape codes are the "Select Graphic Rendition" ones of ECMA-48, section 8.3.117.

use super::wrap::{elide, width, wrap};
use crate::Style;
use crate::block::{CellInk, TableCell};

impl CellInk {
    fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Strong => "\x1b[1m",
            Self::Faint => "\x1b[2m",
            Self::Alarm => "\x1b[1;33m",
            Self::Good => "\x1b[32m",
        }
    }
}

impl TableCell {
    /// Cut to `columns`, with an ellipsis where something is lost.
    pub(super) fn cut(&self, columns: usize) -> Self {
        let mut left = columns;
        let mut pieces = Vec::new();
        for (text, ink) in &self.pieces {
            if left == 0 {
                break;
            }
            let cut = elide(text, left);
            left -= width(&cut).min(left);
            pieces.push((cut, *ink));
        }
        Self { pieces, drawn: None }
    }

    /// Broken into lines of at most `columns`. Only cells of one ink are broken; its first
    /// piece's is taken.
    pub(super) fn lines(&self, columns: usize) -> Vec<Self> {
        let ink = self.pieces.first().map_or(CellInk::Plain, |(_, ink)| *ink);
        wrap(&self.text(), columns).into_iter().map(|line| Self::new(line, ink)).collect()
    }
}

pub(super) struct TerminalWriter {
    style: Style,
    text: String,
}

impl TerminalWriter {
    pub(super) fn new(style: &Style) -> Self {
        Self { style: *style, text: String::new() }
    }

    /// Columns to fill.
    pub(super) fn width(&self) -> usize {
        self.style.width.max(40)
    }

    /// A line made of cells, trailing blanks dropped.
    pub(super) fn line(&mut self, cells: &[TableCell]) {
        let pieces: Vec<_> = cells.iter().flat_map(|cell| &cell.pieces).collect();
        let last = pieces.iter().rposition(|(text, _)| !text.trim_end().is_empty());
        for (at, (text, ink)) in pieces.iter().take(last.map_or(0, |last| last + 1)).enumerate() {
            self.write(if Some(at) == last { text.trim_end() } else { text }, *ink);
        }
        self.text.push('\n');
    }

    pub(super) fn blank(&mut self) {
        self.text.push('\n');
    }

    /// A wrapped paragraph whose first line begins with `lead` and whose others are indented
    /// as deep.
    pub(super) fn paragraph(&mut self, lead: &str, text: &str, ink: CellInk) {
        let indent = width(lead);
        for (at, line) in wrap(text, self.width().saturating_sub(indent)).into_iter().enumerate() {
            let lead = if at == 0 { lead.to_owned() } else { " ".repeat(indent) };
            self.line(&[TableCell::plain(lead).and(line, ink)]);
        }
    }

    /// Whatever a page says, no name in it gives the terminal orders.
    fn write(&mut self, text: &str, ink: CellInk) {
        let text = &narrows_messages::clean(text);
        let paint = self.style.colour && !ink.code().is_empty() && !text.trim().is_empty();
        if paint {
            self.text.push_str(ink.code());
        }
        if self.style.unicode {
            self.text.push_str(text);
        } else {
            // With the blank after it, a sign of one column has room for two characters.
            let text = text.replace("≤ ", "<=").replace("≥ ", ">=").replace("± ", "+-");
            self.text.extend(text.chars().map(stand_in));
        }
        if paint {
            self.text.push_str("\x1b[0m");
        }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// An ASCII character of the same width for each sign that the pages draw with.
fn stand_in(c: char) -> char {
    match c {
        '─' | '–' | '—' | '·' => '-',
        '│' | '├' => '|',
        '└' => '`',
        '◀' | '≤' => '<',
        '▶' | '→' | '≥' => '>',
        '⚠' => '!',
        '•' | '●' => '*',
        '…' | '≈' => '~',
        '▁' => '_',
        '▂' => '.',
        '▃' => '-',
        '▄' => ':',
        '▅' => '=',
        '▆' => '+',
        '▇' => '*',
        '█' => '#',
        '°' => '\'',
        '’' => '\'',
        '“' | '”' => '"',
        '×' => 'x',
        'µ' => 'u',
        '−' => '-',
        c => c,
    }
}
