//! Benefits of changes, and the meaning of differences in everyday jobs.

use narrows_messages::{Localizer, Message};
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
    let mut vain: Vec<String> = Vec::new();
    for same in predict.upgrades.chunk_by(|a, b| key(a) == key(b)) {
        let offered = same.iter().filter(|it| detail.upgrades || it.kind.is_offered());
        let (gaining, others): (Vec<_>, Vec<_>) =
            offered.take(most).partition(|it| detail.upgrades || it.gain > 0.0);
        for (at, upgrade) in gaining.into_iter().enumerate() {
            rows += 1;
            if rows <= MOST_ROWS {
                table.cells(cells(upgrade, at == 0, localizer));
            }
        }
        // People ask for these as well: that they bring nothing is an answer.
        if let Some(first) = others.first() {
            let what = others.iter().map(|it| words::sentence(&it.what, localizer));
            let message = Message::new("predict-upgrades-none")
                .with("workload", workload(first, localizer))
                .with("set", set(first, localizer))
                .list("what", "between-names", what);
            vain.push(localizer.say(&message));
        }
    }
    if rows > 0 {
        table.write(page);
        super::super::more(page, rows.saturating_sub(MOST_ROWS), localizer);
        page.blank();
        super::super::remark(page, &localizer.text("predict-legend-upgrade"));
    }
    for text in vain {
        super::super::remark(page, &text);
    }
}

fn key(upgrade: &PredictedUpgrade) -> (&str, Option<&str>, &TargetSet, &[String]) {
    (&upgrade.workload, upgrade.job.as_deref(), &upgrade.set, &upgrade.together)
}

fn workload(upgrade: &PredictedUpgrade, localizer: &Localizer) -> String {
    let named = |job: &String| clean(job);
    upgrade.job.as_ref().map_or_else(|| words::workload(&upgrade.workload, localizer), named)
}

fn set(upgrade: &PredictedUpgrade, localizer: &Localizer) -> String {
    match (&upgrade.set, upgrade.together.as_slice()) {
        (TargetSet::Alone, [target]) => clean(target),
        (set, together) => set_name(set, together, localizer),
    }
}

fn cells(upgrade: &PredictedUpgrade, is_first: bool, localizer: &Localizer) -> Vec<TableCell> {
    let once = |text: String| if is_first { text } else { String::new() };
    let helps = upgrade.gain >= 0.05;
    vec![
        TableCell::plain(once(workload(upgrade, localizer))),
        TableCell::plain(once(set(upgrade, localizer))),
        TableCell::new(
            words::percent(upgrade.gain),
            if helps { CellInk::Strong } else { CellInk::Plain },
        ),
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
