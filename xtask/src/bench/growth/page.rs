//! The record of growth as people read it.

use std::fmt::Write;

use super::record::{Growth, Line, Peer, Record};

/// The whole page.
pub fn of(record: &Record) -> String {
    let machine = &record.machine;
    let mut page = format!(
        "# Growth, {}\n\n`{}` on {} ({} logical), kernel {}, load before {}, stolen {:.1} %. Seconds of \
         processor time, user and kernel, the median of three runs (one of those above 5 s); memory \
         is the most held at a time. The exponent is that between the two largest sizes.\n\n\
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
    page.push_str("\n| this machine, shown by | takes |\n|---|---|\n");
    for it in &record.peers {
        let _ = writeln!(page, "{}", peer(it));
    }
    page
}

/// A question's row.
pub fn row(line: &Line) -> String {
    let steps = line.steps.iter().map(|step| match &step.growth {
        Growth::Took(took) => {
            let mib = took.max_rss_kib as f64 / 1024.0;
            format!("{} {}: {:.2} s, {mib:.0} MiB", step.size, line.unit, took.busy_s())
        }
        Growth::Refused(why) => format!("{} {}: {}", step.size, line.unit, why.replace('|', "/")),
    });
    let steps: Vec<String> = steps.collect();
    let exponent = line.exponent().map_or("-".to_owned(), |exponent| format!("{exponent:.2}"));
    format!("| {} | {} | {exponent} |", line.name, steps.join(" | "))
}

/// The row of a program beside ours.
pub fn peer(peer: &Peer) -> String {
    let took = peer.took.map_or("not here".to_owned(), |took| {
        format!("{:.2} s, {:.0} MiB", took.busy_s(), took.max_rss_kib as f64 / 1024.0)
    });
    format!("| `{}` | {took} |", peer.name)
}
