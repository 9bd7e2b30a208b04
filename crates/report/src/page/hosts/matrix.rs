//! Who slows whom: for every two hosts, the loss of one in rounds with the other.

use std::collections::BTreeMap;

use narrows_messages::Localizer;
use narrows_record::hosts::{HostSharing, HostsDocument};

use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;

/// More columns fit no page.
const MOST: usize = 24;
/// A loss below this part is shown as none: rates scatter.
const NONE: f64 = 0.03;
/// Losses from here on are highlighted.
const MUCH: f64 = 0.10;

/// The table: host by host, of more than [`MOST`] group by group; nothing for fewer than three, for
/// many without known groups, or if no round ran with only some.
pub(super) fn write(
    page: &mut Page,
    document: &HostsDocument,
    sharing: &HostSharing,
    localizer: &Localizer,
) {
    let parts = parts(document, sharing);
    if !(2..=MOST).contains(&parts.len()) || sharing.units.len() < 3 {
        return;
    }
    let look = UnitRates::of(document, sharing);
    let rows: Vec<Vec<Option<f64>>> = parts
        .iter()
        .map(|(_, of)| parts.iter().map(|(_, with)| look.loss(of, with)).collect())
        .collect();
    if rows.iter().flatten().all(Option::is_none) {
        return;
    }
    let is_single = parts.len() == sharing.units.len();
    page.heading(&localizer.text("hosts-heading-matrix"));
    let id = if is_single { "hosts-matrix-legend" } else { "hosts-matrix-groups" };
    super::super::remark(page, &localizer.text(id));
    let mut columns = vec![(String::new(), Align::Left)];
    columns.extend(parts.iter().map(|(name, _)| (clean(name), Align::Right)));
    let mut table = PageTable::new(columns).split();
    for (row, losses) in rows.iter().enumerate() {
        let mut cells = vec![TableCell::new(clean(&parts[row].0), CellInk::Strong)];
        cells.extend(
            losses.iter().enumerate().map(|(at, loss)| cell(*loss, at == row && is_single)),
        );
        table.cells(cells);
    }
    table.write(page);
}

/// Rows and columns: each unit, or of many the smallest group of each, by name.
fn parts(document: &HostsDocument, sharing: &HostSharing) -> Vec<(String, Vec<usize>)> {
    let names = || sharing.units.iter().map(|unit| unit.name.clone());
    if sharing.units.len() <= MOST {
        return names().zip((0..).map(|at| vec![at])).collect();
    }
    let mut parts: Vec<(String, Vec<usize>)> = Vec::new();
    for (at, unit) in sharing.units.iter().enumerate() {
        let name = super::group(document, &unit.host);
        match parts.iter_mut().find(|(known, _)| known == name) {
            Some((_, units)) => units.push(at),
            None => parts.push((name.to_owned(), vec![at])),
        }
    }
    // Hosts in no group have nothing in common.
    parts.retain(|(name, _)| !name.is_empty());
    parts
}

fn cell(loss: Option<f64>, is_self: bool) -> TableCell {
    match loss {
        _ if is_self => TableCell::new("×", CellInk::Faint),
        None => TableCell::new("?", CellInk::Faint),
        Some(loss) if loss < NONE => TableCell::new("·", CellInk::Faint),
        Some(loss) => {
            let ink = if loss >= MUCH { CellInk::Alarm } else { CellInk::Plain };
            TableCell::new(format!("−{:.0}", loss * 100.0), ink)
        }
    }
}

struct UnitRates {
    /// By round and unit; `None` if it did not run, or its rate is no measure.
    rates: Vec<Vec<Option<f64>>>,
    alone: Vec<Option<f64>>,
}

impl UnitRates {
    fn of(document: &HostsDocument, sharing: &HostSharing) -> Self {
        let units = sharing.units.iter().enumerate();
        let by_name: BTreeMap<(&str, &str), usize> =
            units.map(|(at, unit)| ((&*unit.host, &*unit.target), at)).collect();
        let usual = document.rounds.iter().filter(|round| round.experiment.is_none());
        // In company only: alone everybody is fast, whoever slows whom.
        let company = usual.filter(|round| round.figures.len() > 1);
        let rates = company.map(|round| {
            let mut rates = vec![None; sharing.units.len()];
            for figure in round.figures.iter().filter(|figure| !figure.partial) {
                if let Some(at) = by_name.get(&(&*figure.host, &*figure.target)) {
                    rates[*at] = Some(figure.mb_s);
                }
            }
            rates
        });
        let alone = sharing.units.iter().map(|unit| unit.alone_mb_s.map(|range| range.value));
        Self { rates: rates.collect(), alone: alone.collect() }
    }

    /// The mean loss of units in rounds with some of the others compared with rounds without any of
    /// them, as a part of their rates alone; `None` if one of the two is missing.
    fn loss(&self, of: &[usize], with: &[usize]) -> Option<f64> {
        let losses: Vec<f64> = of.iter().filter_map(|unit| self.loss_of(*unit, with)).collect();
        (!losses.is_empty()).then(|| losses.iter().sum::<f64>() / losses.len() as f64)
    }

    fn loss_of(&self, unit: usize, with: &[usize]) -> Option<f64> {
        let (mut there, mut apart) = (RunningMean::default(), RunningMean::default());
        for rates in &self.rates {
            let Some(rate) = rates[unit] else { continue };
            let is_there = with.iter().any(|other| *other != unit && rates[*other].is_some());
            if is_there { there.add(rate) } else { apart.add(rate) }
        }
        Some((apart.value()? - there.value()?) / self.alone[unit]?)
    }
}

#[derive(Default)]
struct RunningMean {
    sum: f64,
    count: u32,
}

impl RunningMean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    fn value(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / f64::from(self.count))
    }
}
