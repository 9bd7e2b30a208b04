//! Who slows whom: for every two hosts what one loses in rounds with the other.

use narrows_messages::Localizer;
use narrows_record::hosts::{Hosts, Round, Sharing};

use crate::block::{Align, Cell, Ink, Page, Table};
use crate::clean::clean;

/// More columns fit no page.
const MOST: usize = 24;
/// A loss below this part is shown as none: rates scatter.
const NONE: f64 = 0.03;
/// From here on a loss stands out.
const MUCH: f64 = 0.10;

/// The table; none where fewer than three or more than [`MOST`] ran, or rounds of some only are missing.
pub(super) fn write(page: &mut Page, document: &Hosts, sharing: &Sharing, localizer: &Localizer) {
    let names: Vec<&str> = sharing.units.iter().map(|unit| unit.name.as_str()).collect();
    if !(3..=MOST).contains(&names.len()) {
        return;
    }
    let look = Look { document, sharing };
    let rows: Vec<Vec<Option<f64>>> = (0..names.len())
        .map(|row| (0..names.len()).map(|column| look.loss(row, column)).collect())
        .collect();
    if rows.iter().flatten().all(Option::is_none) {
        return;
    }
    page.heading(&localizer.text("hosts-heading-matrix"));
    super::super::remark(page, &localizer.text("hosts-matrix-legend"));
    let mut columns = vec![(String::new(), Align::Left)];
    columns.extend(names.iter().map(|name| (clean(name), Align::Right)));
    let mut table = Table::new(columns).split();
    for (row, losses) in rows.iter().enumerate() {
        let mut cells = vec![Cell::new(clean(names[row]), Ink::Strong)];
        cells.extend(losses.iter().enumerate().map(|(at, loss)| cell(*loss, at == row)));
        table.cells(cells);
    }
    table.write(page);
}

fn cell(loss: Option<f64>, is_self: bool) -> Cell {
    match loss {
        _ if is_self => Cell::new("×", Ink::Faint),
        None => Cell::new("?", Ink::Faint),
        Some(loss) if loss < NONE => Cell::new("·", Ink::Faint),
        Some(loss) => {
            let ink = if loss >= MUCH { Ink::Alarm } else { Ink::Plain };
            Cell::new(format!("−{:.0}", loss * 100.0), ink)
        }
    }
}

struct Look<'a> {
    document: &'a Hosts,
    sharing: &'a Sharing,
}

impl Look<'_> {
    /// The part of its rate alone by which a unit is slower in rounds with another than in rounds without
    /// it, on average; none where one of the two is missing.
    fn loss(&self, of: usize, with: usize) -> Option<f64> {
        let alone = self.sharing.units[of].alone_mb_s?.value;
        let usual = self.document.rounds.iter().filter(|round| round.experiment.is_none());
        let ran = usual.filter_map(|round| Some((round, self.rate(round, of)?)));
        let (there, apart): (Vec<_>, Vec<_>) =
            ran.partition(|(round, _)| self.rate(round, with).is_some());
        let mean = |list: &[(&Round, f64)]| {
            let sum: f64 = list.iter().map(|(_, rate)| rate).sum();
            (!list.is_empty()).then(|| sum / list.len() as f64)
        };
        // In company only: alone everybody is fast, whoever slows whom.
        let apart: Vec<_> =
            apart.into_iter().filter(|(round, _)| round.figures.len() > 1).collect();
        Some((mean(&apart)? - mean(&there)?) / alone)
    }

    fn rate(&self, round: &Round, unit: usize) -> Option<f64> {
        let unit = &self.sharing.units[unit];
        let of = |it: &&narrows_record::hosts::HostFigure| {
            it.host == unit.host && it.target == unit.target && !it.partial
        };
        round.figures.iter().find(of).map(|figure| figure.mb_s)
    }
}
