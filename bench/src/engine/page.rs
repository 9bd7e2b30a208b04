//! A record as a page for readers: one table. Commands and single pairs are in the JSON beside it.

use super::record::{EngineComparison, EngineRecord};
use super::rule::{MedianRatio, RatioVerdict};

/// The whole page, in Markdown.
pub fn of(record: &EngineRecord) -> String {
    let machine = &record.machine;
    let mut page = format!(
        "# Our engine beside fio, {}\n\n`{}`\n\n{}, {} logical processors, Linux {}, {}, {}; load \
         average when it started {}, stolen time meanwhile {:.1} %.\n",
        record.date,
        record.command,
        machine.cpu,
        machine.logical_cpus,
        machine.kernel,
        machine.file_system,
        machine.fio,
        machine.load,
        machine.stolen_percent,
    );
    page += &summary(&record.comparisons);
    for failure in &record.failures {
        page += &format!("\nFailed: {failure}.\n");
    }
    for skipped in &record.skipped {
        page += &format!("\nSkipped: {skipped}.\n");
    }
    page += "\nCommands, tried flags and every pair: the JSON file of the same name.\n";
    page
}

pub fn line(verdict: &RatioVerdict) -> String {
    let RatioVerdict { quantity, narrows, judge, ratio, means, rule, .. } = verdict;
    let MedianRatio { median, low, high, confidence } = ratio;
    format!(
        "{}: {} {} to {}, ratio {median:.4}, {:.1} % interval {low:.4} to {high:.4}, \
         means {means:.4}; {rule}",
        outcome(verdict),
        quantity.name(),
        quantity.show(*narrows),
        quantity.show(*judge),
        confidence * 1e2,
    )
}

fn outcome(verdict: &RatioVerdict) -> &'static str {
    match verdict.holds {
        Some(true) => "holds",
        Some(false) => "FAILS",
        None => "shown",
    }
}

fn summary(comparisons: &[EngineComparison]) -> String {
    let mut table =
        "\n| question | figure | ours | judge's | median ratio (interval) | of means | wanted | |\n\
         |---|---|---|---|---|---|---|---|\n"
            .to_owned();
    for comparison in comparisons {
        for verdict in &comparison.verdicts {
            table += &format!(
                "| {} | {} | {} | {} | {:.3} ({:.3} to {:.3}) | {:.3} | {} | {} |\n",
                comparison.name,
                verdict.quantity.name(),
                verdict.quantity.show(verdict.narrows),
                verdict.quantity.show(verdict.judge),
                verdict.ratio.median,
                verdict.ratio.low,
                verdict.ratio.high,
                verdict.means,
                verdict.rule,
                outcome(verdict),
            );
        }
    }
    table
}
