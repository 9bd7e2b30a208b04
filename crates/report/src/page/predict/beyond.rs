//! Benefits of changes, and the meaning of differences in everyday jobs.

use narrows_messages::Localizer;
use narrows_record::predict::{
    EverydayMeaning, PerceivedDifference, PredictDocument, PredictedUpgrade, SituationPair,
};
use narrows_record::word::TargetSet;

use super::{PredictDetail, limit, set_name};
use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::{MOST_ROWS, words};

/// So many changes of each set are shown unasked.
const BEST: usize = 4;

/// For each workload and set the changes that gain most.
pub(super) fn upgrades(
    page: &mut Page,
    predict: &PredictDocument,
    detail: PredictDetail,
    localizer: &Localizer,
) {
    if predict.upgrades.is_empty() {
        return;
    }
    page.heading(&localizer.text("predict-upgrades"));
    let text = |id| localizer.text(id);
    let mut table = PageTable::new(vec![
        (text("predict-column-workload"), Align::Left),
        (text("predict-column-target"), Align::Left),
        (text("predict-column-gain"), Align::Right),
        // If the last column has no room, this one is last, and wraps.
        (text("predict-column-change"), Align::Left),
        (text("predict-column-then"), Align::Left),
    ])
    .sparing(&[4]);
    let most = if detail.upgrades { usize::MAX } else { BEST };
    let mut rows = 0;
    for same in predict.upgrades.chunk_by(|a, b| key(a) == key(b)) {
        let offered = same.iter().filter(|it| detail.upgrades || it.kind.is_offered());
        for (at, upgrade) in offered.take(most).enumerate() {
            rows += 1;
            if rows <= MOST_ROWS {
                table.cells(cells(upgrade, at == 0, localizer));
            }
        }
    }
    table.write(page);
    super::super::more(page, rows.saturating_sub(MOST_ROWS), localizer);
    page.blank();
    super::super::remark(page, &localizer.text("predict-legend-upgrade"));
}

fn key(upgrade: &PredictedUpgrade) -> (&str, Option<&str>, &TargetSet, &[String]) {
    (&upgrade.workload, upgrade.job.as_deref(), &upgrade.set, &upgrade.together)
}

fn cells(upgrade: &PredictedUpgrade, is_first: bool, localizer: &Localizer) -> Vec<TableCell> {
    let named = |job: &String| clean(job);
    let workload =
        upgrade.job.as_ref().map_or_else(|| words::workload(&upgrade.workload, localizer), named);
    let set = match (&upgrade.set, upgrade.together.as_slice()) {
        (TargetSet::Alone, [target]) => clean(target),
        (set, together) => set_name(set, together, localizer),
    };
    let once = |text: String| if is_first { text } else { String::new() };
    // A loss that rounds to nothing has no minus sign.
    let gain = format!("{:+.0} %", upgrade.gain * 100.0).replace("-0 %", "+0 %").replace('-', "−");
    let helps = upgrade.gain >= 0.05;
    vec![
        TableCell::plain(once(workload)),
        TableCell::plain(once(set)),
        TableCell::new(gain, if helps { CellInk::Strong } else { CellInk::Plain }),
        TableCell::plain(words::sentence(&upgrade.what, localizer)),
        TableCell::new(
            upgrade.limit.as_ref().map(|it| limit(it, localizer)).unwrap_or_default(),
            CellInk::Faint,
        ),
    ]
}

/// Everyday jobs before and after, and whether one notices.
pub(super) fn meanings(
    page: &mut Page,
    predict: &PredictDocument,
    detail: PredictDetail,
    localizer: &Localizer,
) {
    let is_shown = |row: &&EverydayMeaning| detail.meanings || row.compared == SituationPair::Array;
    let rows: Vec<&EverydayMeaning> = predict.meanings.iter().filter(is_shown).collect();
    if rows.is_empty() {
        return;
    }
    page.heading(&localizer.text("predict-meanings"));
    let text = |id| localizer.text(id);
    let mut table = PageTable::new(vec![
        (text("predict-column-task"), Align::Left),
        (text("predict-column-compared"), Align::Left),
        (text("predict-column-before"), Align::Right),
        (text("predict-column-after"), Align::Right),
        (text("predict-column-notice"), Align::Left),
    ]);
    for row in rows {
        table.cells(meaning(row, localizer));
    }
    table.write(page);
    page.blank();
    super::super::remark(page, &localizer.text("predict-legend-meaning"));
}

fn meaning(row: &EverydayMeaning, localizer: &Localizer) -> Vec<TableCell> {
    let (target, before, after) = (
        clean(&row.target),
        words::sentence(&row.before, localizer),
        words::sentence(&row.after, localizer),
    );
    let compared = match row.compared {
        SituationPair::Upgrade => format!("{target}: {after}"),
        _ => format!("{target}: {before} → {after}"),
    };
    let ink = if row.notice == PerceivedDifference::No { CellInk::Faint } else { CellInk::Strong };
    vec![
        TableCell::plain(words::sentence(&row.what, localizer)),
        TableCell::plain(compared),
        TableCell::plain(words::duration(row.before_s)),
        TableCell::plain(words::duration(row.after_s)),
        TableCell::new(words::sentence(&row.text, localizer), ink),
    ]
}
