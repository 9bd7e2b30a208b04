//! The record of growth as people read it.

use std::fmt::Write;

use super::record::{
    CoreScaling, GrowthLine, GrowthOutcome, GrowthRecord, PeerProgram, SolverResult,
};
use super::timed::RunCost;

/// The whole page.
pub fn of(record: &GrowthRecord) -> String {
    let machine = &record.machine;
    let mut page = format!(
        "# Growth, {}\n\n`{}` on {} ({} logical), kernel {}, load before {}, stolen {:.1} % at most. \
         Processor time, user and kernel, the median of three runs (one of those above 5 s; what is \
         below 0.1 s is the mean of twenty each); memory is the most held at a time. The exponent is that \
         between the two largest sizes.\n\n\
         | question | 1× | 10× | 100× | exponent |\n|---|---|---|---|---|\n",
        record.date,
        record.command,
        machine.cpu,
        machine.logical_cpus,
        machine.kernel,
        machine.load,
        machine.stolen_percent
    );
    for line in &record.lines {
        let _ = writeln!(page, "{}", row(line));
    }
    page.push_str(
        "\n| random reads of 4 KiB, queue depth 32 | IOPS, median of ten | to one issuer | for each \
         processor |\n|---|---|---|---|\n",
    );
    for row in cores(&record.cores) {
        let _ = writeln!(page, "{row}");
    }
    page.push_str(
        "\n| the same placement by | takes | total | proven to be the best |\n|---|---|---|---|\n",
    );
    for it in &record.solved {
        let _ = writeln!(page, "{}", solved(it));
    }
    page.push_str("\n| shown by | takes |\n|---|---|\n");
    for it in &record.peers {
        let _ = writeln!(page, "{}", peer(it));
    }
    page
}

/// A question's row.
pub fn row(line: &GrowthLine) -> String {
    let steps = line.steps.iter().map(|step| match &step.growth {
        GrowthOutcome::Took(took) => format!("{} {}: {}", step.size, line.unit, cost(took)),
        GrowthOutcome::Refused(why) => {
            format!("{} {}: {}", step.size, line.unit, why.replace('|', "/"))
        }
    });
    let steps: Vec<String> = steps.collect();
    let exponent = line.exponent().map_or("-".to_owned(), |exponent| format!("{exponent:.2}"));
    format!("| {} | {} | {exponent} |", line.name, steps.join(" | "))
}

/// Rows of issuer scaling, each relative to the last single-issuer row before it.
pub fn cores(all: &[CoreScaling]) -> impl Iterator<Item = String> {
    let mut one = 0.0;
    all.iter().map(move |it| {
        one = if it.cores == 1 { it.iops } else { one };
        let times = it.iops / one;
        let each = times / f64::from(it.cores);
        format!("| {} | {:.0} | {times:.2} | {each:.2} |", it.name, it.iops)
    })
}

/// The row of a placement.
pub fn solved(solved: &SolverResult) -> String {
    let total = solved.mb_s.map_or("-".to_owned(), |total| format!("{total:.1} MB/s"));
    let proven = match solved.gap {
        Some(0.0) => "yes".to_owned(),
        Some(gap) => format!("within {:.4} %", gap * 100.0),
        None => "no".to_owned(),
    };
    let took = solved.took.map_or("not here".to_owned(), |took| cost(&took));
    format!("| {}, {} slots | {took} | {total} | {proven} |", solved.by, solved.slots)
}

/// The row of a program beside ours.
pub fn peer(peer: &PeerProgram) -> String {
    let took = peer.took.map_or("not here".to_owned(), |took| cost(&took));
    format!("| `{}` | {took} |", peer.name)
}

/// `12.5 ms, 8 MiB`, and seconds from one on.
fn cost(took: &RunCost) -> String {
    let mib = took.max_rss_kib as f64 / 1024.0;
    match took.busy_s() {
        busy if busy < 1.0 => format!("{:.1} ms, {mib:.0} MiB", busy * 1e3),
        busy => format!("{busy:.2} s, {mib:.0} MiB"),
    }
}
