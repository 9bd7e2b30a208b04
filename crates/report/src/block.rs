//! A page as values: headings, paragraphs, tables and pictures in the order in which they are read.
//!
//! The pages put blocks together, once for each document; the painters (terminal text, HTML and
//! Markdown) know blocks and no document.
//!
//! Not here: widths, escape codes and tags; contents of pages.

mod cell;
mod chart;
mod legend;
mod table;

use narrows_messages::Localizer;

use crate::Style;

/// Lines of a terminal that was never enlarged.
const SCREEN_LINES: usize = 24;

pub(crate) use cell::{CellDrawing, CellInk, TableCell};
pub(crate) use chart::{BarChart, ChartBar, LatencySpread, Tile};
pub(crate) use legend::{LegendEntry, ShownColumns, TableContents};
pub(crate) use table::{Align, PageTable, TableRow};

/// A document's contents for people, ready to be painted.
#[derive(Debug, Default)]
pub struct Page {
    pub(crate) blocks: Vec<Block>,
    /// Number of tables in it; each is numbered by its position among them.
    tables: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum Block {
    /// Subject of the page, or of a part of it with headings of its own.
    Title(String),
    Heading(String),
    Paragraph(Paragraph),
    /// A line as it is, and text beside it; below it, after a lead, if the page is too narrow.
    Line(TableCell, Option<(String, TableCell)>),
    Table(PageTable),
    /// Meaning of the signs and columns shown.
    Legend(Vec<LegendEntry>),
    /// Lines of a user's file.
    File(Vec<String>),
    /// A drawing made of characters, readable only in a monospaced font. Tables in it are aligned
    /// with each other.
    Drawing(Vec<Self>),
    /// A drawing for pages that can show one, and its substitute on others.
    Picture {
        svg: String,
        instead: Vec<Self>,
    },
    /// Two drawings beside each other, each below its subject; only for pages that can show them.
    Pair([(String, String); 2]),
    /// Blocks only for reports that are files of their own.
    Report(Vec<Self>),
    /// Blocks of which the first sentence is shown and the rest on demand.
    Folded(FoldedBlock, Vec<Self>),
    /// Blocks that a short page omits: see [`Page::brief`].
    Detail(Vec<Self>),
    /// Blocks that replace them on a short page.
    InBrief(Vec<Self>),
    /// Blocks that a short page has if there is room.
    Optional(Vec<Self>),
    /// Of a short page that does not fit one screen the second, of every other the first.
    Roomy(Vec<Self>, Vec<Self>),
    /// A part of a report that scripts and tests find by its name.
    Part(&'static str, Vec<Self>),
    /// Parts of a report beside each other, if there is room.
    Beside(Vec<Self>),
    /// The answer's figures, in a report.
    Tiles(Vec<Tile>),
    /// Rates achieved of those possible, in a report.
    Bars(BarChart),
    /// An empty line, where lines are all there is.
    Gap,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct FoldedBlock {
    /// Its name for scripts and tests; empty if they do not need it.
    pub(crate) name: &'static str,
    pub(crate) summary: String,
    pub(crate) hint: String,
    pub(crate) is_open: bool,
    /// Shown on paper, where nothing unfolds.
    pub(crate) is_printed: bool,
    /// Pages that cannot fold show it, too, unless they are short.
    pub(crate) is_everywhere: bool,
    /// A short page says nothing of it.
    pub(crate) is_detail: bool,
}

/// A wrapped text. `lead` begins its first line: the indentation below the preceding block, and a
/// sign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Paragraph {
    pub(crate) lead: String,
    pub(crate) text: String,
    pub(crate) ink: CellInk,
}

impl Page {
    pub fn lines(text: &str) -> Self {
        let mut page = Self::default();
        text.lines().for_each(|line| page.line(TableCell::plain(line)));
        page
    }

    pub(crate) fn title(&mut self, text: &str) {
        self.blocks.push(Block::Title(text.to_owned()));
    }

    /// A title after an empty line, unless it is the first thing on the page.
    pub(crate) fn part(&mut self, text: &str) {
        if !self.blocks.is_empty() {
            self.blank();
        }
        self.title(text);
    }

    /// A heading after an empty line.
    pub(crate) fn heading(&mut self, text: &str) {
        self.blank();
        self.blocks.push(Block::Heading(text.to_owned()));
    }

    pub(crate) fn paragraph(&mut self, lead: &str, text: &str, ink: CellInk) {
        let (lead, text) = (lead.to_owned(), text.to_owned());
        self.blocks.push(Block::Paragraph(Paragraph { lead, text, ink }));
    }

    pub(crate) fn line(&mut self, cell: TableCell) {
        self.blocks.push(Block::Line(cell, None));
    }

    /// A line with something beside it, or below it if the page is too narrow.
    pub(crate) fn beside(&mut self, cell: TableCell, lead: &str, beside: TableCell) {
        self.blocks.push(Block::Line(cell, Some((lead.to_owned(), beside))));
    }

    pub(crate) fn blank(&mut self) {
        self.blocks.push(Block::Gap);
    }

    pub(crate) fn legend(&mut self, entries: impl IntoIterator<Item = LegendEntry>) {
        self.blocks.push(Block::Legend(entries.into_iter().collect()));
    }

    pub(crate) fn file<'a>(&mut self, lines: impl Iterator<Item = &'a str>) {
        self.blocks.push(Block::File(lines.map(line_of_file).collect()));
    }

    pub(crate) fn drawing<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        self.within(Block::Drawing, write)
    }

    pub(crate) fn picture<T>(&mut self, svg: String, instead: impl FnOnce(&mut Self) -> T) -> T {
        self.within(|instead| Block::Picture { svg, instead }, instead)
    }

    pub(crate) fn pair(&mut self, drawings: [(String, String); 2]) {
        self.blocks.push(Block::Pair(drawings));
    }

    pub(crate) fn report<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        self.within(Block::Report, write)
    }

    pub(crate) fn folded<T>(&mut self, summary: String, write: impl FnOnce(&mut Self) -> T) -> T {
        self.fold(FoldedBlock { summary, ..FoldedBlock::default() }, write)
    }

    pub(crate) fn fold<T>(&mut self, fold: FoldedBlock, write: impl FnOnce(&mut Self) -> T) -> T {
        self.within(|blocks| Block::Folded(fold, blocks), write)
    }

    pub(crate) fn detail<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        self.within(Block::Detail, write)
    }

    pub(crate) fn brief_only<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        self.within(Block::InBrief, write)
    }

    pub(crate) fn named<T>(&mut self, name: &'static str, write: impl FnOnce(&mut Self) -> T) -> T {
        self.within(|blocks| Block::Part(name, blocks), write)
    }

    pub(crate) fn side_by_side<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        self.within(Block::Beside, write)
    }

    pub(crate) fn tiles(&mut self, tiles: Vec<Tile>) {
        self.blocks.push(Block::Tiles(tiles));
    }

    pub(crate) fn bars(&mut self, bars: BarChart) {
        self.blocks.push(Block::Bars(bars));
    }

    /// Adds blocks that a short page has if there is room.
    pub(crate) fn optional<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        self.within(Block::Optional, write)
    }

    /// What a short page has where all of it fits one screen, and what stands for it otherwise.
    pub(crate) fn roomy(&mut self, full: impl FnOnce(&mut Self), tight: impl FnOnce(&mut Self)) {
        let start = self.blocks.len();
        full(self);
        let full = self.blocks.split_off(start);
        tight(self);
        let tight = self.blocks.split_off(start);
        self.blocks.push(Block::Roomy(full, tight));
    }

    /// The answer, its table and, if they fit one screen, the first notes; the last line explains how
    /// to see the rest.
    pub fn brief(mut self, localizer: &Localizer, style: &Style) -> String {
        if drop_details(&mut self.blocks) {
            let blocks = std::mem::take(&mut self.blocks).into_iter();
            self.blocks = blocks
                .flat_map(|block| match block {
                    Block::InBrief(inner) => inner,
                    block => vec![block],
                })
                .collect();
            self.blank();
            self.paragraph("", &localizer.text("report-brief"), CellInk::Faint);
        }
        // Drops optional blocks from the end, then takes the tight forms, until all fits one
        // screen.
        loop {
            let text = self.text(localizer, style);
            let is_optional = |block: &Block| matches!(block, Block::Optional(_));
            if text.lines().count() <= SCREEN_LINES {
                return text;
            }
            match self.blocks.iter().rposition(is_optional) {
                Some(last) => drop(self.blocks.remove(last)),
                None if tighten(&mut self.blocks) => {}
                None => return text,
            }
        }
    }

    /// The additions of `write`, as one block.
    fn within<T>(
        &mut self,
        block: impl FnOnce(Vec<Block>) -> Block,
        write: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let start = self.blocks.len();
        let written = write(self);
        let inner = self.blocks.split_off(start);
        self.blocks.push(block(inner));
        written
    }
}

/// Takes the tight form of what has two. Whether there was any.
fn tighten(blocks: &mut Vec<Block>) -> bool {
    let mut is_tighter = false;
    let mut tight = Vec::with_capacity(blocks.len());
    for mut block in std::mem::take(blocks) {
        if let Block::Picture { instead: inner, .. } = &mut block {
            is_tighter |= tighten(inner);
        }
        match block {
            Block::Roomy(_, short) => {
                is_tighter = true;
                tight.extend(short);
            }
            block => tight.push(block),
        }
    }
    *blocks = tight;
    is_tighter
}

/// Removes details at any depth, and the empty lines that would then be adjacent. Returns whether
/// there were any.
fn drop_details(blocks: &mut Vec<Block>) -> bool {
    let before = blocks.len();
    blocks.retain(|block| match block {
        Block::Detail(_) => false,
        Block::Folded(fold, _) => !fold.is_detail,
        _ => true,
    });
    let mut is_shortened = blocks.len() < before;
    for block in blocks.iter_mut() {
        if let Block::Drawing(inner) | Block::Picture { instead: inner, .. } = block {
            is_shortened |= drop_details(inner);
        }
        if let Block::Roomy(full, tight) = block {
            // Both forms lose theirs, hence no short circuit.
            is_shortened |= drop_details(full) | drop_details(tight);
        }
    }
    if is_shortened {
        blocks.dedup_by(|next, before| matches!((&*next, &*before), (Block::Gap, Block::Gap)));
        while matches!(blocks.last(), Some(Block::Gap)) {
            blocks.pop();
        }
    }
    is_shortened
}

/// A line of a user's file: harmless, its indentation kept.
fn line_of_file(line: &str) -> String {
    let indent = line.len() - line.trim_start().len();
    format!("{}{}", " ".repeat(indent), crate::clean::clean(line))
}
