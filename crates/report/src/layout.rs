//! Pages in terminal columns: inks, widths, wrapping and tables.
//!
//! Widths follow Unicode Standard Annex 11 (East Asian Width): a Japanese character takes two
//! columns. Characters of ambiguous width count as one, as in terminals by default.

mod course;
mod table;
mod wrap;
mod writer;

use std::slice::from_ref;

use narrows_messages::Localizer;

use self::table::TableLayout;
use self::writer::TerminalWriter;
use crate::Style;
use crate::block::{Block, CellInk, PageTable, Paragraph, ShownColumns, TableCell};

pub(crate) use course::spark;
pub(crate) use wrap::{breakable_words, elide, width};

/// Drawings with characters in HTML and Markdown: boxes that scroll need not cut names.
pub(crate) const UNCUT: Style = Style { colour: false, width: 10_000, unicode: true };

/// Paints the blocks as a terminal page. `shown` are the columns of the tables above them.
pub(crate) fn paint(
    blocks: &[Block],
    localizer: &Localizer,
    style: &Style,
    shown: &mut ShownColumns,
) -> String {
    let mut painter = TerminalPainter { page: TerminalWriter::new(style), localizer, shown };
    painter.blocks(blocks);
    painter.page.finish()
}

struct TerminalPainter<'a> {
    page: TerminalWriter,
    localizer: &'a Localizer,
    shown: &'a mut ShownColumns,
}

impl TerminalPainter<'_> {
    fn blocks(&mut self, blocks: &[Block]) {
        blocks.iter().for_each(|block| self.block(block));
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Title(text) => self.page.paragraph("", text, CellInk::Strong),
            Block::Heading(text) => self.page.line(&[TableCell::new(text, CellInk::Strong)]),
            Block::Paragraph(Paragraph { lead, text, ink }) => {
                self.page.paragraph(lead, text, *ink);
            }
            Block::Line(cell, beside) => self.line(cell, beside.as_ref()),
            Block::Table(table) => self.table(table),
            Block::Legend(entries) => {
                if let Some(text) = self.shown.legend(entries) {
                    self.page.paragraph("", &text, CellInk::Faint);
                }
            }
            Block::File(lines) => {
                lines
                    .iter()
                    .for_each(|line| self.page.line(&[TableCell::plain(format!("    {line}"))]));
            }
            Block::Drawing(blocks) => self.drawing(blocks),
            Block::Picture { instead, .. } => self.blocks(instead),
            Block::Folded(fold, blocks) if fold.is_everywhere => self.blocks(blocks),
            Block::Detail(blocks) | Block::Optional(blocks) | Block::Roomy(blocks, _) => {
                self.blocks(blocks)
            }
            Block::Report(_)
            | Block::Folded(..)
            | Block::InBrief(_)
            | Block::Pair(_)
            | Block::Part(..)
            | Block::Beside(_)
            | Block::Tiles(_)
            | Block::Bars(_) => {}
            Block::Gap => self.page.blank(),
        }
    }

    fn line(&mut self, cell: &TableCell, beside: Option<&(String, TableCell)>) {
        let Some((lead, beside)) = beside else { return self.page.line(from_ref(cell)) };
        if cell.width() + 2 + beside.width() <= self.page.width() {
            return self.page.line(&[cell.clone(), TableCell::plain("  "), beside.clone()]);
        }
        self.page.line(from_ref(cell));
        let room = self.page.width().saturating_sub(width(lead));
        for (at, line) in table::wrapped(beside, room).into_iter().enumerate() {
            let lead = if at == 0 { lead.clone() } else { " ".repeat(width(lead)) };
            self.page.line(&[TableCell::plain(lead), line]);
        }
    }

    fn table(&mut self, table: &PageTable) {
        if !table.is_split {
            return TableLayout::of(table, self.localizer).write(&mut self.page, self.shown);
        }
        for (at, part) in table::split(table, self.page.width()).iter().enumerate() {
            if at > 0 {
                self.page.blank();
            }
            TableLayout::of(part, self.localizer).write(&mut self.page, self.shown);
        }
    }

    fn drawing(&mut self, blocks: &[Block]) {
        let mut blocks = blocks.to_vec();
        let tables = blocks.iter_mut().filter_map(|block| match block {
            Block::Table(table) if table.is_in_line => Some(table),
            _ => None,
        });
        table::align(&mut tables.collect::<Vec<_>>(), self.page.width());
        self.blocks(&blocks);
    }
}
