//! Pages in Markdown, for forums and issue trackers: tables as GitHub reads them (GitHub Flavored
//! Markdown, section 4.10), no inks, and drawings with characters fenced.

use narrows_messages::{Localizer, clean_text};

use crate::block::{Align, Block, CellDrawing, PageTable, Paragraph, ShownColumns, TableCell};
use crate::layout;

/// Of a rate over time, columns.
const COURSE: usize = 24;

pub(crate) fn paint(blocks: &[Block], localizer: &Localizer) -> String {
    let mut painter =
        MarkdownPainter { localizer, shown: ShownColumns::default(), titles: 0, list: Vec::new() };
    let mut text = String::new();
    painter.blocks(blocks, &mut text);
    // Whatever a page says, no name in it gives a terminal orders or turns a line around.
    clean_text(&text)
}

struct MarkdownPainter<'a> {
    localizer: &'a Localizer,
    shown: ShownColumns,
    /// Number of titles above.
    titles: usize,
    /// Start columns of the items below which a next line may be; empty if the last block was no
    /// item.
    list: Vec<usize>,
}

impl MarkdownPainter<'_> {
    fn blocks(&mut self, blocks: &[Block], text: &mut String) {
        blocks.iter().for_each(|block| self.block(block, text));
    }

    fn block(&mut self, block: &Block, text: &mut String) {
        let part = match block {
            Block::Paragraph(it) => return self.paragraph(it, text),
            Block::Picture { instead, .. } => return self.blocks(instead, text),
            Block::Folded(fold, blocks) if fold.is_everywhere => return self.blocks(blocks, text),
            Block::Detail(blocks) | Block::Optional(blocks) | Block::Roomy(blocks, _) => {
                return self.blocks(blocks, text);
            }
            Block::Report(_)
            | Block::Folded(..)
            | Block::InBrief(_)
            | Block::Pair(_)
            | Block::Part(..)
            | Block::Beside(_)
            | Block::Tiles(_)
            | Block::Bars(_)
            | Block::Gap => return,
            Block::Title(title) => {
                self.titles += 1;
                format!("{} {}", if self.titles > 1 { "##" } else { "#" }, escaped(title))
            }
            Block::Heading(heading) => {
                format!("{} {}", if self.titles > 1 { "###" } else { "##" }, escaped(heading))
            }
            Block::Line(cell, beside) => {
                let beside = beside.iter().map(|(_, beside)| beside.text());
                let parts: Vec<String> = [cell.text()].into_iter().chain(beside).collect();
                leading(&escaped(parts.join("  ").trim()))
            }
            Block::Table(table) => self.table(table),
            Block::Legend(entries) => match self.shown.legend(entries) {
                Some(legend) => leading(&escaped(&legend)),
                None => return,
            },
            Block::File(lines) => fenced(&lines.join("\n")),
            Block::Drawing(blocks) => {
                fenced(&layout::paint(blocks, self.localizer, &layout::UNCUT, &mut self.shown))
            }
        };
        self.list.clear();
        apart(text, &part);
    }

    /// A paragraph below another is an item of a list, as is one with a bullet or a number.
    fn paragraph(&mut self, it: &Paragraph, text: &mut String) {
        let sign = it.lead.trim();
        let blanks = it.lead.chars().take_while(|c| *c == ' ').count();
        let number = sign.strip_suffix('.').is_some_and(|number| number.parse::<u32>().is_ok());
        let (bullet, sign) = match sign {
            "•" => ("- ", ""),
            number_sign if number => (number_sign, ""),
            sign if blanks > 0 => ("- ", sign),
            sign => ("", sign),
        };
        let sign_text = match sign {
            "" => escaped(&it.text),
            "$" => code(&it.text),
            sign => format!("{} {}", escaped(sign), escaped(&it.text)),
        };
        if bullet.is_empty() {
            self.list.clear();
            return apart(text, &leading(&sign_text));
        }
        let is_first = self.list.is_empty();
        // Items that begin as far in, or further, are over.
        while self.list.last().is_some_and(|above| *above >= blanks) {
            self.list.pop();
        }
        let indent = "   ".repeat(self.list.len());
        self.list.push(blanks);
        let bullet = bullet.trim_end();
        let item = format!("{indent}{bullet} {}", leading(&sign_text));
        if is_first { apart(text, &item) } else { text.push_str(&format!("{item}\n")) }
    }

    fn table(&mut self, table: &PageTable) -> String {
        let mut table = table.clone();
        for cell in table.rows.iter_mut().flat_map(|row| &mut row.cells) {
            if let Some(CellDrawing::Course { row, most }) = cell.drawn.as_ref() {
                *cell = layout::spark(row, *most, COURSE);
            }
        }
        table.drop_empty_columns();
        self.shown.note(&table);
        let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
        let names = table.columns.iter().map(|(name, _)| escaped(name)).collect();
        let rule = table.columns.iter().map(|(_, align)| match align {
            Align::Left => "---".to_owned(),
            Align::Right => "---:".to_owned(),
        });
        let rows = table.rows.iter().map(|row| {
            let cell = |at: usize| row.cells.get(at).map(TableCell::text).unwrap_or_default();
            line((0..table.columns.len()).map(|at| escaped(cell(at).trim())).collect())
        });
        [line(names), line(rule.collect())].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
    }
}

/// A part after an empty line.
fn apart(text: &mut String, part: &str) {
    let gap = if text.is_empty() { "" } else { "\n" };
    text.push_str(&format!("{gap}{}\n", part.trim_end()));
}

/// Escapes the characters that mean something to Markdown or HTML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let is_within = |next: &char| before.is_alphanumeric() && next.is_alphanumeric();
        match c {
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            // Within a word it means nothing (CommonMark, section 6.2).
            '_' if chars.peek().is_some_and(is_within) => out.push(c),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' => out.extend(['\\', c]),
            c => out.push(c),
        }
        before = c;
    }
    out
}

/// Escaped text that begins a line, where more signs mean something.
fn leading(text: &str) -> String {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let rest = text.get(digits..).unwrap_or_default();
    match (digits, rest.chars().next()) {
        (0, Some('#' | '>' | '+' | '-' | '=')) => format!("\\{text}"),
        (1.., Some('.' | ')')) => format!("{}\\{rest}", text.get(..digits).unwrap_or_default()),
        _ => text.to_owned(),
    }
}

/// A text verbatim, in a line.
fn code(text: &str) -> String {
    let fence = fence(text, 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Lines verbatim.
fn fenced(text: &str) -> String {
    let fence = fence(text, 3);
    format!("{fence}text\n{}\n{fence}", text.trim_end())
}

/// More backticks than any run in the text, at least `least`.
fn fence(text: &str, least: usize) -> String {
    let runs = text.split(|c| c != '`').map(str::len);
    "`".repeat(runs.max().map_or(least, |longest| least.max(longest + 1)))
}
