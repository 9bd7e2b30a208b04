//! Sweeps as tables with bars.

use narrows_messages::{Localizer, Message};
use narrows_record::predict::{Sweep, SweepPoint, Varied};

use super::limit;
use crate::block::{Align, Cell, Ink, Page, Table};
use crate::clean::clean;
use crate::figures::{ALL, is_sequential};
use crate::words;

/// Columns of the longest bar.
const BAR: usize = 24;

/// One table each, and what the band is.
pub(super) fn sweeps(page: &mut Page, sweeps: &[Sweep], localizer: &Localizer) {
    for sweep in sweeps {
        page.heading(&title(sweep, localizer));
        table(page, sweep, localizer);
    }
    page.blank();
    super::super::remark(page, &localizer.text("report-legend-band"));
    super::super::remark(page, &localizer.text("report-legend-mib"));
}

/// What is varied of what, and under which workload.
pub(crate) fn title(sweep: &Sweep, localizer: &Localizer) -> String {
    let all = sweep.of == ALL.as_str();
    let target = if all { localizer.text("predict-of-all") } else { clean(&sweep.of) };
    let message = Message::new("predict-sweep")
        .with("over", over(sweep, localizer))
        .with("target", target)
        .with("workload", words::workload(&sweep.workload, localizer));
    localizer.say(&message)
}

/// What is varied, in words.
pub(crate) fn over(sweep: &Sweep, localizer: &Localizer) -> String {
    match &sweep.over {
        Varied::Chunk => localizer.text("predict-over-chunk"),
        Varied::Drives => localizer.text("predict-over-drives"),
        Varied::Depth => localizer.text("predict-over-depth"),
        Varied::Block => localizer.text("predict-over-block"),
        Varied::Jobs => localizer.text("predict-over-jobs"),
        Varied::Slot => localizer.text("predict-over-slot"),
        Varied::Cache => localizer.text("predict-over-cache"),
        Varied::Unlisted(other) => clean(other),
    }
}

fn table(page: &mut Page, sweep: &Sweep, localizer: &Localizer) {
    let text = |id| localizer.text(id);
    let mut table = Table::new(vec![
        (over(sweep, localizer), Align::Right),
        (words::unit(&sweep.workload).to_owned(), Align::Right),
        (text("report-column-band"), Align::Right),
        (String::new(), Align::Left),
        (text("report-column-limit"), Align::Left),
    ])
    .sparing(&[4]);
    let most = sweep.points.iter().map(|point| figure(sweep, point)[1]).fold(0.0, f64::max);
    for point in &sweep.points {
        let [low, middle, high] = figure(sweep, point);
        let say = |value| words::figure(value, &sweep.workload);
        table.cells(vec![
            Cell::plain(clean(&point.value)),
            Cell::new(say(middle), Ink::Strong),
            Cell::new(format!("{}–{}", say(low), say(high)), Ink::Faint),
            Cell::plain(bar(middle, most)),
            Cell::new(limit(&point.limit, localizer), Ink::Faint),
        ]);
    }
    table.write(page);
    if let Some(ends) = &sweep.ends {
        page.paragraph("", &words::said(ends, localizer), Ink::Faint);
    }
}

/// The ends of the band and the figure between them, in the unit that people compare.
pub(crate) fn figure(sweep: &Sweep, point: &SweepPoint) -> [f64; 3] {
    let in_bytes = is_sequential(&sweep.workload) || point.mb_s <= 0.0;
    let scale = if in_bytes { 1.0 } else { point.iops / point.mb_s };
    [point.low_mb_s, point.mb_s, point.high_mb_s].map(|mb_s| mb_s * scale)
}

fn bar(value: f64, most: f64) -> String {
    let share = if most > 0.0 { (value / most).clamp(0.0, 1.0) } else { 0.0 };
    "█".repeat((share * BAR as f64).round() as usize)
}
