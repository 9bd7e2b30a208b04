//! Trade between lanes of cards and drive throughput.

use narrows_messages::Localizer;
use narrows_record::plan::{LaneTrade, PlanDocument};

use super::amount;
use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::words;

/// The curve, one row per arrangement; nothing if there is no choice.
pub(super) fn trades(page: &mut Page, plan: &PlanDocument, localizer: &Localizer) {
    let Some(first) = plan.trades.first() else { return };
    page.heading(&localizer.text("plan-heading-trades"));
    let any = |is: fn(&LaneTrade) -> bool| plan.trades.iter().any(is);
    let has_sata = any(|trade| trade.sata_off > 0);
    let mut columns =
        vec![(String::new(), Align::Left), (clean(&first.score.objective), Align::Right)];
    columns.extend(first.cards.iter().map(|card| (clean(&card.device), Align::Left)));
    if has_sata {
        columns.push((localizer.text("plan-column-sata-lost"), Align::Right));
    }
    columns.push(("--want".to_owned(), Align::Left));
    let mut table = PageTable::new(columns);
    for trade in &plan.trades {
        table.cells(cells(trade, has_sata, localizer));
    }
    table.write(page);
    if any(|trade| !trade.exact) {
        page.paragraph("  ", &localizer.text("plan-trades-open"), CellInk::Faint);
    }
}

fn cells(trade: &LaneTrade, has_sata: bool, localizer: &Localizer) -> Vec<TableCell> {
    let ink = if trade.is_best { CellInk::Strong } else { CellInk::Plain };
    let mark = if trade.is_best { localizer.text("plan-trade-best") } else { String::new() };
    let least = if trade.exact { "" } else { "≥ " };
    let score = amount(trade.score.value, &trade.score.unit, localizer);
    let score = TableCell::new(format!("{least}{score}"), ink);
    let against = trade.score.against_best.filter(|part| part.abs() >= 0.0005);
    let score = match against {
        Some(part) => score.and(format!(" {}", words::percent(part)), CellInk::Plain),
        None => score,
    };
    let mut cells = vec![TableCell::new(mark, ink), score];
    cells.extend(trade.cards.iter().map(|card| match card.link {
        Some(link) => TableCell::plain(link.to_string()),
        None => TableCell::default(),
    }));
    if has_sata {
        cells.push(TableCell::plain(trade.sata_off.to_string()));
    }
    cells.push(TableCell::plain(clean(&trade.want)));
    cells
}
