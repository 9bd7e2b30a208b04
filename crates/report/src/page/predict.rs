//! The page of `narrows predict`.

mod beyond;
mod equal_rows;
mod jobs;
mod measured;
pub(crate) mod sweep;
mod totals;

use narrows_messages::{Localizer, Message, drive_names};
use narrows_record::predict::{LimitRecord, LimitRecordKind, NO_RATE, PredictDocument, Prediction};
use narrows_record::see::links_shown_by;
use narrows_record::word::TargetSet;

use self::equal_rows::{EqualRows, MOST_COMPARED, equal_rows, is_one_part};
use self::jobs::JobRows;
use self::totals::SetTotals;
use super::right;
use crate::block::{Align, CellInk, Page, PageTable, TableCell, TableContents};
use crate::clean::clean;
use crate::figures::{MainUnit, Overlay, PredictedBand, TOTAL, distinct, is_sequential};
use crate::svg::flow;
use crate::{MOST_ROWS, limits, picture, words};

/// More sentences about limits than this hide the first; the table names each drive's limit.
const MOST_LIMITS: usize = 6;

/// Parts of it that are shown in full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PredictDetail {
    /// All changes rather than the best of each set.
    pub upgrades: bool,
    /// Everyday jobs of sets and upgrades too, rather than those of arrays.
    pub meanings: bool,
}

/// The machine with the predicted figures on it, then every prediction with its limit and the
/// next one.
pub fn predict(predict: &PredictDocument, localizer: &Localizer) -> Page {
    predict_in(predict, PredictDetail::default(), localizer)
}

/// The same in the requested detail. With sweeps, only these.
pub fn predict_in(predict: &PredictDocument, detail: PredictDetail, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    let machine = &predict.machine;
    super::header(&mut page, &machine.host, &machine.source, localizer);
    super::urgent(&mut page, machine.notes.iter(), localizer);
    // The requested limit comes first.
    measured::measured(&mut page, predict, localizer);
    if predict.sweeps.is_empty() {
        body(&mut page, predict, detail, localizer)
    } else {
        sweep::sweeps(&mut page, &predict.sweeps, localizer)
    }
    super::notes(&mut page, predict.notes.iter(), localizer);
    page
}

fn body(page: &mut Page, predict: &PredictDocument, detail: PredictDetail, localizer: &Localizer) {
    let overlay = Overlay::of_predict(predict);
    let (unknown, findings): (Vec<_>, Vec<_>) =
        predict.findings.iter().partition(|finding| finding.id == NO_RATE);
    for finding in unknown {
        page.blank();
        page.paragraph("▶ ", &words::sentence(&finding.text, localizer), CellInk::Strong);
    }
    answer(page, predict, &overlay, localizer);
    for finding in findings.into_iter().take(MOST_LIMITS) {
        page.optional(|page| {
            page.blank();
            page.paragraph("▶ ", &words::sentence(&finding.text, localizer), CellInk::Plain);
        });
    }
    page.blank();
    machine(page, predict, &overlay, localizer);
    let mut shown = TableContents::default();
    page.roomy(
        |page| shown = jobs::jobs(page, predict, JobRows::All, localizer),
        |page| {
            page.optional(|page| drop(jobs::jobs(page, predict, JobRows::Totals, localizer)));
        },
    );
    let plain = predict.results.iter().filter(|row| row.job.is_none());
    let workloads = distinct(plain.map(|row| row.workload.as_str()));
    // Of a drawn machine the tree has the figures of the main workload; requests are no detail.
    // An only drive has a line for each workload.
    let is_only = predict.results.len() == workloads.len();
    let is_several = workloads.len() > 1;
    let is_drawn = (overlay.has_together() || is_only) && workloads.len() > 1;
    let tables = |page: &mut Page| {
        let mut shown = shown;
        for workload in workloads {
            page.heading(&words::workload(workload, localizer));
            shown = shown.and(table(page, predict, workload, localizer));
        }
        page.detail(|page| legend(page, &shown, localizer));
    };
    if is_drawn {
        totals::summary(page, predict, localizer);
        page.detail(tables);
    } else if is_several {
        page.roomy(tables, |_| {});
    } else {
        tables(page);
    }
    let beyond = |page: &mut Page| {
        beyond::upgrades(page, predict, detail, localizer);
        beyond::meanings(page, predict, detail, localizer);
    };
    if detail == PredictDetail::default() { page.detail(beyond) } else { beyond(page) }
}

/// The machine with the figures on it; drives that represent several are drawn in the tree only.
fn machine(page: &mut Page, predict: &PredictDocument, overlay: &Overlay, localizer: &Localizer) {
    let tree =
        |page: &mut Page| super::tree::draw(page, &predict.machine, Some(overlay), localizer);
    if !overlay.equal.is_empty() {
        return tree(page);
    }
    let drawn = flow::fitting(|layout| picture::predict(predict, None, layout, localizer));
    page.picture(drawn, tree);
    super::groups(page, &picture::of_predict(predict, None, localizer), localizer);
}

/// What drives get and what limits them, a sentence for each of the first limits.
fn answer(page: &mut Page, predict: &PredictDocument, overlay: &Overlay, localizer: &Localizer) {
    let named = limits::named(predict, overlay);
    let mut all: Vec<String> = named.iter().map(|limit| limit.sentence(localizer)).collect();
    if all.is_empty() {
        all.extend(unlimited(predict, overlay, localizer));
    }
    if all.is_empty() {
        all.extend(held(predict, overlay, localizer));
    }
    for (at, sentence) in all.iter().take(MOST_LIMITS).enumerate() {
        let write = |page: &mut Page| {
            page.blank();
            page.paragraph("▶ ", sentence, CellInk::Strong);
        };
        // The first is the answer; the tree marks every limit.
        if at == 0 { write(page) } else { page.optional(write) }
    }
    super::more(page, all.len().saturating_sub(MOST_LIMITS), localizer);
}

fn legend(page: &mut Page, shown: &TableContents, localizer: &Localizer) {
    page.blank();
    // The sign is the one between the ends of a band.
    let band = shown.entry(localizer.text("report-legend-band")).sign('–');
    page.legend([band.column(localizer.text("report-column-band"))]);
    super::remark(page, &localizer.text("report-legend-mib"));
}

/// States that the drives themselves are the limit; `None` if anything else is, or if some rate is only a
/// bound.
fn unlimited(
    predict: &PredictDocument,
    overlay: &Overlay,
    localizer: &Localizer,
) -> Option<String> {
    let of = |set: TargetSet| -> Vec<&Prediction> {
        let is_it = |row: &&Prediction| {
            row.workload == overlay.workload && row.set == set && row.target != TOTAL
        };
        predict.results.iter().filter(is_it).collect()
    };
    let together = of(TargetSet::All);
    let rows = if together.is_empty() { of(TargetSet::Alone) } else { together };
    let is_own = |row: &&Prediction| {
        matches!(row.limit.kind, LimitRecordKind::Drive | LimitRecordKind::DriveIops)
            && !row.is_at_most()
    };
    // Alone, several drives have no common figure.
    let is_one_figure = rows.len() == 1 || rows.iter().all(|row| row.set == TargetSet::All);
    if rows.is_empty() || !rows.iter().all(is_own) {
        return None;
    }
    if let Some(own) = of_drives_alone(predict, &rows, localizer) {
        return Some(own);
    }
    if !is_one_figure {
        return None;
    }
    let message = Message::new("report-predicted-unlimited")
        .with("drives", limits::names(&rows))
        .with("total", limits::sum(&rows, &overlay.workload, localizer))
        .count("count", limits::count(&rows));
    Some(localizer.say(&message))
}

/// The drives' own speeds, where their links are not visible; `None` if all are.
fn of_drives_alone(
    predict: &PredictDocument,
    rows: &[&Prediction],
    localizer: &Localizer,
) -> Option<String> {
    let machine = &predict.machine;
    let unseen: Vec<&str> = machine.without_links().map(|drive| drive.id.as_str()).collect();
    let is_on = |row: &&&Prediction| {
        let arrays = machine.arrays.iter().filter(|array| array.id == row.target);
        let mut members = arrays.flat_map(|array| &array.drives);
        unseen.contains(&row.target.as_str()) || members.any(|id| unseen.contains(&id.as_str()))
    };
    let rows: Vec<&Prediction> = rows.iter().filter(is_on).copied().collect();
    let first = rows.first()?;
    let message = Message::new("report-predicted-own")
        .with("drives", drive_names(rows.iter().map(|row| row.target.as_str())))
        .with(
            "total",
            if is_sequential(&first.workload) {
                words::rate(first.mb_s)
            } else {
                words::iops(first.iops)
            },
        )
        .with("how", links_shown_by(unseen.iter().copied()))
        .count("count", rows.len());
    Some(localizer.say(&message))
}

/// The rate of drives that something beside their ways holds back.
fn held(predict: &PredictDocument, overlay: &Overlay, localizer: &Localizer) -> Option<String> {
    let (limit, rows) = limits::off_path(predict, overlay)?;
    let message = Message::new("report-predicted-held")
        .with("drives", limits::names(&rows))
        .with("total", limits::sum(&rows, &overlay.workload, localizer))
        .with("limit", words::limit(&limit.name, localizer));
    Some(localizer.say(&message.count("count", limits::count(&rows))))
}

fn table(
    page: &mut Page,
    predict: &PredictDocument,
    workload: &str,
    localizer: &Localizer,
) -> TableContents {
    let text = |id| localizer.text(id);
    let unit = MainUnit::of(workload);
    let mut table = PageTable::new(vec![
        (text("report-column-set"), Align::Left),
        (text("report-column-drive"), Align::Left),
        (words::rated_heading(unit, localizer), Align::Right),
        (text("report-column-band"), Align::Right),
        (text("report-column-limit"), Align::Left),
        (text("report-column-next-limit"), Align::Left),
    ])
    .sparing(&[5, 3]);
    let is_it = |row: &&Prediction| row.job.is_none() && row.workload == workload;
    let rows: Vec<&Prediction> = predict.results.iter().filter(is_it).collect();
    let (totals, mut left, mut more) = (SetTotals::of(predict), MOST_ROWS, 0);
    for of_set in rows.chunk_by(|a, b| is_one_part(a, b)) {
        // Of very many rows the first are shown; the rest is counted.
        let (compared, rest) = of_set.split_at(of_set.len().min(MOST_COMPARED));
        more += rest.len();
        let groups = equal_rows(compared, &predict.machine, localizer);
        for (at, group) in groups.iter().enumerate() {
            let Some(row) = group.first() else { continue };
            if left == 0 {
                more += group.rows.len();
                continue;
            }
            left -= 1;
            let is_first = at == 0;
            let set =
                if is_first { set_name(&row.set, &row.together, localizer) } else { String::new() };
            table.cells(cells(group, row, set, localizer));
        }
        if let Some(total) = totals.below(of_set) {
            let figure = |value| words::rated(value, unit);
            let own = totals::cells(total, of_set, figure, localizer);
            table.cells([TableCell::default()].into_iter().chain(own).collect());
        }
    }
    let shown = table.write(page);
    super::more(page, more, localizer);
    shown
}

fn cells(
    group: &EqualRows<'_>,
    row: &Prediction,
    set: String,
    localizer: &Localizer,
) -> Vec<TableCell> {
    let is_total = row.target == TOTAL;
    let (unit, band) = (MainUnit::of(&row.workload), PredictedBand::of(row));
    let figure = words::bound(words::rated(band.middle, unit), band.at_most);
    let ends = words::band_ends(&band, unit);
    let [now, next] = group.limits.clone().map(|limit| Some(limit).filter(|_| !is_total));
    vec![
        TableCell::plain(set),
        TableCell::plain(group.names(localizer)),
        TableCell::new(figure, CellInk::Strong),
        right((!band.at_most).then_some(ends), CellInk::Faint),
        right(now, CellInk::Plain),
        right(next, CellInk::Faint),
    ]
}

fn limit(limit: &LimitRecord, localizer: &Localizer) -> String {
    words::limit(&limit.name, localizer)
}

/// Name of a set: from its drives, if it has no name of its own.
fn set_name(set: &TargetSet, drives: &[String], localizer: &Localizer) -> String {
    let names = set.as_str().split('+');
    match set {
        TargetSet::Alone => localizer.text("report-column-alone"),
        TargetSet::All => localizer.text("report-column-together"),
        _ if drives.len() > 1 && names.eq(drives.iter().map(String::as_str)) => {
            words::drives_in_cell(drives.iter().map(String::as_str))
        }
        other => clean(other.as_str()),
    }
}
