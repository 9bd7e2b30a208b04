//! A record as a page for readers.

use super::figure::Quantity;
use super::record::{Comparison, Record};
use super::rule::{Pair, Ratio, Verdict};

/// The whole page, in Markdown.
pub fn of(record: &Record) -> String {
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
    for comparison in &record.comparisons {
        page += &section(comparison);
    }
    page
}

pub fn line(verdict: &Verdict) -> String {
    let Verdict { quantity, narrows, judge, ratio, means, rule, .. } = verdict;
    let Ratio { median, low, high, confidence } = ratio;
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

fn outcome(verdict: &Verdict) -> &'static str {
    match verdict.holds {
        Some(true) => "holds",
        Some(false) => "FAILS",
        None => "shown",
    }
}

fn summary(comparisons: &[Comparison]) -> String {
    let mut table =
        "\n| question | figure | ours | judge's | median ratio | of means | wanted | |\n\
         |---|---|---|---|---|---|---|---|\n"
            .to_owned();
    for comparison in comparisons {
        for verdict in &comparison.verdicts {
            table += &format!(
                "| {} | {} | {} | {} | {:.3} | {:.3} | {} | {} |\n",
                comparison.name,
                verdict.quantity.name(),
                verdict.quantity.show(verdict.narrows),
                verdict.quantity.show(verdict.judge),
                verdict.ratio.median,
                verdict.means,
                verdict.rule,
                outcome(verdict),
            );
        }
    }
    table
}

fn section(comparison: &Comparison) -> String {
    let Comparison { name, detail, narrows, judge, .. } = comparison;
    let mut page = format!("\n## {name}\n\n{detail}.\n\n- ours: `{narrows}`\n- judge: `{judge}`\n");
    for tried in &comparison.tried {
        let flags = if tried.flags.is_empty() { "none of these" } else { &tried.flags };
        page += &format!("  - {:.0} IOPS with `{flags}`\n", tried.figure.iops);
    }
    page += "\n";
    for verdict in &comparison.verdicts {
        page += &format!("- {}\n", line(verdict));
    }
    page + &table(comparison)
}

/// Every pair by every quantity that was looked at.
fn table(comparison: &Comparison) -> String {
    let quantities: Vec<Quantity> = comparison.verdicts.iter().map(|it| it.quantity).collect();
    let mut head = "\n| pair |".to_owned();
    let mut rule = "|---|".to_owned();
    for quantity in &quantities {
        head += &format!(" ours, {0} | judge's, {0} | ratio |", quantity.name());
        rule += "---|---|---|";
    }
    let rows = comparison.pairs.iter().enumerate();
    let rows: String = rows.map(|(index, pair)| row(index + 1, pair, &quantities)).collect();
    format!("{head}\n{rule}\n{rows}")
}

fn row(number: usize, pair: &Pair, quantities: &[Quantity]) -> String {
    let mut row = format!("| {number} |");
    for quantity in quantities {
        match (quantity.of(&pair.narrows), quantity.of(&pair.judge)) {
            (Some(ours), Some(theirs)) => {
                let (a, b) = (quantity.show(ours), quantity.show(theirs));
                row += &format!(" {a} | {b} | {:.3} |", ours / theirs);
            }
            _ => row += " | | |",
        }
    }
    row + "\n"
}
