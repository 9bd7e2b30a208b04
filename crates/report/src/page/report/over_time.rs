//! Rates over time, where something happened; of the others only how many there are.

use narrows_messages::{Localizer, Message};
use narrows_record::run::TargetMeasurement;

use super::{FEW, ReportInput};
use crate::block::{FoldedBlock, Page};
use crate::facts;
use crate::page::run::beside;

/// Lines that stay within this share of their median are flat. Samples of 100 ms of an undisturbed
/// drive scatter by some percent.
const FLAT: f64 = 0.15;

pub(super) fn write(page: &mut Page, report: &ReportInput<'_>) {
    let lines: Vec<&TargetMeasurement> =
        report.run.results.iter().filter(|row| row.timeline_mb_s.len() > 1).collect();
    let is_eventful = |row: &&&TargetMeasurement| happens(row, report.localizer);
    let eventful = lines.iter().filter(is_eventful).count();
    let draw = |page: &mut Page| {
        for workload in &report.results.workloads {
            beside::eventful(page, report.run, workload, happens, report.localizer);
        }
    };
    if eventful > 0 {
        let fold = report.fold("lines", "report-html-over-time", None);
        if eventful <= FEW {
            page.heading(&fold.summary);
            draw(page);
        } else {
            page.fold(FoldedBlock { is_printed: false, ..fold }, draw)
        }
    }
    if lines.len() > eventful {
        let message = Message::new("report-html-flat").count("count", lines.len() - eventful);
        let percent = format!("{:.0}", FLAT * 100.0);
        let message = message.with("percent", percent);
        crate::page::remark(page, &report.localizer.say(&message));
    }
}

/// Whether there is anything to see in it, or to say about it.
fn happens(row: &TargetMeasurement, localizer: &Localizer) -> bool {
    !facts::facts(row, localizer).is_empty() || !is_flat(&row.timeline_mb_s)
}

fn is_flat(samples: &[f64]) -> bool {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(median) = sorted.get(sorted.len() / 2) else { return true };
    let ends = sorted.first().into_iter().chain(sorted.last());
    ends.map(|end| (end - median).abs()).fold(0.0, f64::max) <= median * FLAT
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 15 % of 100 are 15.
    #[test]
    fn a_line_is_flat_within_its_share_of_the_median() {
        assert!(is_flat(&[]) && is_flat(&[0.0, 0.0]) && is_flat(&[86.0, 100.0, 114.0]));
        assert!(!is_flat(&[84.0, 100.0, 100.0]) && !is_flat(&[0.0, 0.0, 5.0]));
    }
}
