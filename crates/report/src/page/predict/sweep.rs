//! Sweeps as tables with bars.

use narrows_messages::{Localizer, Message};
use narrows_record::predict::{PredictedSweep, SweepPoint, SweepVariable};

use super::limit;
use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::figures::{ALL, MainUnit};
use crate::words;

/// Columns of the longest bar.
const BAR: usize = 24;

/// One table each, and the meaning of the band.
pub(super) fn sweeps(page: &mut Page, sweeps: &[PredictedSweep], localizer: &Localizer) {
    for sweep in sweeps {
        page.heading(&title(sweep, localizer));
        table(page, sweep, localizer);
    }
    page.blank();
    super::super::remark(page, &localizer.text("report-legend-band"));
    super::super::remark(page, &localizer.text("report-legend-mib"));
}

/// The variable, its subject, and the workload.
pub(crate) fn title(sweep: &PredictedSweep, localizer: &Localizer) -> String {
    let all = sweep.of == ALL.as_str();
    let target = if all { localizer.text("predict-of-all") } else { clean(&sweep.of) };
    let message = Message::new("predict-sweep")
        .with("over", over(sweep, localizer))
        .with("target", target)
        .with("workload", words::workload(&sweep.workload, localizer));
    localizer.say(&message)
}

/// The variable, in words.
pub(crate) fn over(sweep: &PredictedSweep, localizer: &Localizer) -> String {
    match &sweep.over {
        SweepVariable::Chunk => localizer.text("predict-over-chunk"),
        SweepVariable::Drives => localizer.text("predict-over-drives"),
        SweepVariable::Depth => localizer.text("predict-over-depth"),
        SweepVariable::Block => localizer.text("predict-over-block"),
        SweepVariable::Jobs => localizer.text("predict-over-jobs"),
        SweepVariable::Slot => localizer.text("predict-over-slot"),
        SweepVariable::Cache => localizer.text("predict-over-cache"),
        SweepVariable::Unlisted(other) => clean(other),
    }
}

fn table(page: &mut Page, sweep: &PredictedSweep, localizer: &Localizer) {
    let text = |id| localizer.text(id);
    let unit = MainUnit::of(&sweep.workload);
    let mut table = PageTable::new(vec![
        (over(sweep, localizer), Align::Right),
        (unit.name().to_owned(), Align::Right),
        (text("report-column-band"), Align::Right),
        (String::new(), Align::Left),
        (text("report-column-limit"), Align::Left),
    ])
    .sparing(&[4]);
    let most = sweep.points.iter().map(|point| figure(sweep, point)[1]).fold(0.0, f64::max);
    for point in &sweep.points {
        let [low, middle, high] = figure(sweep, point);
        let say = |value| words::figure(value, unit);
        table.cells(vec![
            TableCell::plain(clean(&point.value)),
            TableCell::new(say(middle), CellInk::Strong),
            TableCell::new(format!("{}–{}", say(low), say(high)), CellInk::Faint),
            TableCell::plain(bar(middle, most)),
            TableCell::new(limit(&point.limit, localizer), CellInk::Faint),
        ]);
    }
    table.write(page);
    if let Some(ends) = &sweep.ends {
        page.paragraph("", &words::sentence(ends, localizer), CellInk::Faint);
    }
}

/// The ends of the band and the figure between them, in the unit that people compare.
pub(crate) fn figure(sweep: &PredictedSweep, point: &SweepPoint) -> [f64; 3] {
    let unit = MainUnit::of(&sweep.workload);
    let scale = if point.mb_s > 0.0 { unit.pick(1.0, point.iops / point.mb_s) } else { 1.0 };
    [point.low_mb_s, point.mb_s, point.high_mb_s].map(|mb_s| mb_s * scale)
}

fn bar(value: f64, most: f64) -> String {
    let share = if most > 0.0 { (value / most).clamp(0.0, 1.0) } else { 0.0 };
    "█".repeat((share * BAR as f64).round() as usize)
}
