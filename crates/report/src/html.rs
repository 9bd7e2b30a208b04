//! Pages as one HTML file each: no network, no fonts of its own, light and dark. Its one script sorts
//! tables and unfolds for paper; everything can be read without it.
//!
//! The answer comes first and large. The whole document is embedded as JSON, so that the file is
//! its own record. All text is escaped.

mod bar;
mod chart;
mod course;
mod frame;

use maud::{Markup, PreEscaped, html};
use narrows_messages::Localizer;
use serde::Serialize;

use crate::block::{
    Align, Block, CellDrawing, CellInk, FoldedBlock, PageTable, Paragraph, ShownColumns, TableCell,
    TableRow,
};
use crate::layout;

pub(crate) use self::frame::is_carried;

/// A longer headline, in columns of a terminal, is set in smaller letters: it would fill a phone.
const LONG_HEADLINE: usize = 160;
/// Columns that a phone has room for; of more, each row stands by itself there.
const MOST_BESIDE: usize = 3;

/// The blocks as a file that holds `document` as well.
pub(crate) fn paint(blocks: &[Block], document: &impl Serialize, localizer: &Localizer) -> String {
    let headline = headline(blocks);
    let title = blocks.iter().find_map(|block| match block {
        Block::Title(text) => Some(text.as_str()),
        _ => None,
    });
    let title = title.or(headline.map(|it| it.text.as_str())).unwrap_or_default();
    let mut painter =
        HtmlPainter { localizer, headline, shown: ShownColumns::default(), titles: 0 };
    let body = painter.blocks(blocks);
    frame::frame(title, body, document, localizer)
}

/// The answer, which a page begins with.
fn headline(blocks: &[Block]) -> Option<&Paragraph> {
    blocks.iter().find_map(|block| match block {
        Block::Paragraph(it) if it.lead == "▶ " && it.ink == CellInk::Strong => Some(it),
        Block::Report(blocks) | Block::Part(_, blocks) | Block::Beside(blocks) => headline(blocks),
        _ => None,
    })
}

struct HtmlPainter<'a> {
    localizer: &'a Localizer,
    headline: Option<&'a Paragraph>,
    shown: ShownColumns,
    /// Number of titles above.
    titles: usize,
}

impl<'a> HtmlPainter<'a> {
    fn blocks(&mut self, blocks: &[Block]) -> Markup {
        let blocks: Vec<&Block> = blocks.iter().flat_map(inner).collect();
        // Items that follow each other become one list.
        let parts = blocks.chunk_by(|one, next| is_item(one) && is_item(next));
        let parts: Vec<Markup> = parts
            .map(|part| match part {
                [first, ..] if is_item(first) => html! { ul { @for block in part {
                    @if let Block::Paragraph(it) = block {
                        li class=[class(it.ink)] { (with_code(&it.text)) }
                    }
                } } },
                part => html! { @for block in part { (self.block(block)) } },
            })
            .collect();
        html! { @for part in parts { (part) } }
    }

    fn block(&mut self, block: &Block) -> Markup {
        match block {
            Block::Title(text) => self.title(text),
            Block::Heading(text) => html! {
                @if self.titles > 1 { h3 { (text) } } @else { h2 { (text) } }
            },
            Block::Paragraph(it) => self.paragraph(it),
            Block::Line(cell, beside) => html! {
                p { (pieces(cell)) @if let Some((_, beside)) = beside { "  " (pieces(beside)) } }
            },
            Block::Table(table) => self.table(table),
            Block::Legend(entries) => html! {
                @if let Some(text) = self.shown.legend(entries) { p.facts { (text) } }
            },
            Block::File(lines) => html! { pre { (lines.join("\n")) } },
            Block::Drawing(blocks) => html! { pre { (self.drawing(blocks)) } },
            Block::Picture { svg, instead } => html! {
                div.drawing { (PreEscaped(svg)) }
                (self.folded(&self.tree(), instead))
            },
            Block::Pair(drawings) => html! { div.pair { @for (name, svg) in drawings {
                figure { figcaption { (name) } div.drawing { (PreEscaped(svg)) } }
            } } },
            Block::Report(blocks)
            | Block::Detail(blocks)
            | Block::Optional(blocks)
            | Block::Roomy(blocks, _) => self.blocks(blocks),
            Block::Folded(fold, blocks) => self.folded(fold, blocks),
            Block::Part(name, blocks) => {
                html! { section data-part=(name) { (self.blocks(blocks)) } }
            }
            Block::Beside(blocks) => html! { div.beside { (self.blocks(blocks)) } },
            Block::Tiles(tiles) => chart::tiles(tiles),
            Block::Bars(bars) => {
                html! { (chart::bars(bars)) (chart::legend(bars, self.localizer)) }
            }
            Block::InBrief(_) | Block::Gap => html! {},
        }
    }

    fn folded(&mut self, fold: &FoldedBlock, blocks: &[Block]) -> Markup {
        let inner = self.blocks(blocks);
        let name = (!fold.name.is_empty()).then_some(fold.name);
        html! { @if !blocks.is_empty() {
            details open[fold.is_open] data-part=[name] data-print[fold.is_printed] {
                summary {
                    (fold.summary)
                    @if !fold.hint.is_empty() { " " span.facts { (fold.hint) } }
                }
                (inner)
            }
        } }
    }

    fn tree(&self) -> FoldedBlock {
        let summary = self.localizer.text("report-html-tree");
        FoldedBlock { name: "tree", summary, ..FoldedBlock::default() }
    }

    /// Above an answer, the first title only names the subject.
    fn title(&mut self, text: &str) -> Markup {
        self.titles += 1;
        match (self.titles, self.headline) {
            (1, Some(_)) => html! { p.machine { strong { (text) } } },
            (1, None) => html! { h1 { (text) } },
            _ => html! { h2.part { (text) } },
        }
    }

    fn paragraph(&mut self, it: &Paragraph) -> Markup {
        if self.headline == Some(it) {
            let is_long = layout::width(&it.text) > LONG_HEADLINE;
            return html! { h1 class=[is_long.then_some("long")] { (with_code(&it.text)) } };
        }
        let sign = it.lead.trim();
        let blanks = it.lead.len() - it.lead.trim_start().len();
        let indent = (blanks > 0).then(|| format!("margin-left:{}rem", blanks as f64 / 2.0));
        html! { p class=[class(it.ink)] style=[indent] {
            @match sign {
                "" => { (with_code(&it.text)) },
                "$" => { code { (it.text) } },
                sign => { (sign) " " (with_code(&it.text)) },
            }
        } }
    }

    /// In a box of its own, which scrolls if the window is too narrow.
    fn table(&mut self, table: &PageTable) -> Markup {
        let mut table = table.clone();
        table.drop_empty_columns();
        self.shown.note(&table);
        let columns = &table.columns;
        let (rows, totals) = table.rows.split_at(table.rows.len().saturating_sub(table.totals));
        let is_named = columns.iter().skip(1).all(|(name, _)| !name.is_empty());
        let is_wide = table.is_sortable || columns.len() > MOST_BESIDE && is_named;
        html! {
            div.scroll { table.cards[is_wide] data-sort[table.is_sortable] {
                @if columns.iter().any(|(name, _)| !name.is_empty()) { thead { tr {
                    @for (name, align) in columns { th class=[side(*align)] { (name) } }
                } } }
                tbody { (body(rows, columns, is_wide)) }
                @if !totals.is_empty() { tfoot { (body(totals, columns, is_wide)) } }
            } }
            (bar::legend(&table, self.localizer))
        }
    }

    fn drawing(&mut self, blocks: &[Block]) -> String {
        layout::paint(blocks, self.localizer, &layout::UNCUT, &mut self.shown)
    }
}

/// A sentence whose commands, the parts between backticks, are set apart.
fn with_code(text: &str) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    // A single backtick is a letter of some name.
    if parts.len().is_multiple_of(2) {
        return html! { (text) };
    }
    html! { @for (at, part) in parts.iter().enumerate() {
        @if at % 2 == 1 { code { (part) } } @else { (part) }
    } }
}

/// The blocks that form a row with the blocks around it.
fn inner(block: &Block) -> &[Block] {
    match block {
        Block::Optional(blocks) => blocks,
        block => std::slice::from_ref(block),
    }
}

fn is_item(block: &Block) -> bool {
    matches!(block, Block::Paragraph(it) if it.lead == "• ")
}

fn body(rows: &[TableRow], columns: &[(String, Align)], is_labelled: bool) -> Markup {
    html! { @for each in rows { (row(each, columns, is_labelled)) } }
}

/// Labelled cells can be stacked on narrow screens.
fn row(row: &TableRow, columns: &[(String, Align)], is_labelled: bool) -> Markup {
    let empty = TableCell::default();
    let cell = |at: usize| row.cells.get(at).unwrap_or(&empty);
    html! { tr {
        @for (at, (name, align)) in columns.iter().enumerate() {
            @let label = (is_labelled && !cell(at).is_empty()).then_some(name);
            @if at == 0 { th { (first(cell(at))) } }
            @else {
                td class=[side(*align)] data-label=[label] { (pieces(cell(at))) (drawn(cell(at))) }
            }
        }
    } }
}

/// The name of a row needs no emphasis of its own.
fn first(cell: &TableCell) -> Markup {
    let plain = |(text, ink): &(String, CellInk)| match ink {
        CellInk::Strong => (text.clone(), CellInk::Plain),
        ink => (text.clone(), *ink),
    };
    pieces(&TableCell { pieces: cell.pieces.iter().map(plain).collect(), drawn: None })
}

fn pieces(cell: &TableCell) -> Markup {
    let same_ink = cell.pieces.chunk_by(|(_, one), (_, next)| one == next);
    let pieces = same_ink.map(|pieces| {
        let text: String = pieces.iter().map(|(text, _)| text.as_str()).collect();
        (text, pieces.first().and_then(|(_, ink)| class(*ink)))
    });
    html! { @for (text, class) in pieces.filter(|(text, _)| !text.is_empty()) {
        @match class {
            None => { (text) },
            Some("strong") => { strong { (text) } },
            Some(class) => { span class=(class) { (text) } },
        }
    } }
}

fn drawn(cell: &TableCell) -> Markup {
    match cell.drawn.as_ref() {
        Some(CellDrawing::Bar { measured, predicted, most }) => {
            bar::bar(*measured, *predicted, *most, &cell.text())
        }
        Some(CellDrawing::Course { row, most }) => course::sparkline(row, *most, &row.target),
        Some(CellDrawing::Spread(spread)) => chart::spread(spread),
        None => html! {},
    }
}

fn side(align: Align) -> Option<&'static str> {
    (align == Align::Right).then_some("number")
}

fn class(ink: CellInk) -> Option<&'static str> {
    match ink {
        CellInk::Plain => None,
        CellInk::Strong => Some("strong"),
        CellInk::Faint => Some("facts"),
        CellInk::Alarm => Some("alarm"),
        CellInk::Good => Some("good"),
    }
}
