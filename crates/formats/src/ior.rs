//! The summary of rounds on many hosts as IOR prints it, for scripts that read its output.
//!
//! Lines and columns are those of IOR 3.3 and later (`Summary of all tests`, hpc/ior `src/ior-output.c`): rates
//! in MiB/s, with their standard deviation over repeats. A repeat is a round in which all hosts ran. It ends by
//! time, as with IOR's `-D`: `Stonewall(s)` is the window in which all ran, `Stonewall(MiB)` the amount moved
//! in it. IOR's options without a counterpart here are `NA`.

use std::fmt::Write as _;

use narrows_record::hosts::{HostsDocument, HostsRound};
use narrows_record::word::{TargetSet, TransferDirection};

const MIB: f64 = 1_048_576.0;
const HEADING: &str = "Operation   Max(MiB)   Min(MiB)  Mean(MiB)     StdDev   Max(OPs)   Min(OPs)  Mean(OPs)     \
StdDev    Mean(s) Stonewall(s) Stonewall(MiB) Test# #Tasks tPN reps fPP reord reordoff reordrand seed segcnt   \
blksiz    xsize aggs(MiB)   API RefNum";

/// The summary; `None` if no round had all hosts.
pub fn of(document: &HostsDocument) -> Option<String> {
    let usual = document.rounds.iter().filter(|round| round.experiment.is_none());
    let of_all = |round: &&HostsRound| {
        let is_whole = round.missing.is_empty() && round.figures.iter().all(|it| !it.partial);
        round.set == TargetSet::All && is_whole && round.window_s > 0.0
    };
    let rounds: Vec<&HostsRound> = usual.filter(of_all).collect();
    let rates: Vec<f64> = rounds.iter().map(|round| round.sum_mb_s * 1e6 / MIB).collect();
    let best = rates.iter().copied().reduce(f64::max)?;
    let (name, title) = match document.asked.direction {
        TransferDirection::Write => ("write", "Max Write:"),
        _ => ("read", "Max Read: "),
    };
    let mut text = format!("{title} {best:.2} MiB/sec ({:.2} MB/sec)\n\n", best * MIB / 1e6);
    let _ = writeln!(text, "Summary of all tests:\n{HEADING}");
    let _ = writeln!(text, "{}", line(document, &rounds, &rates, name));
    Some(text)
}

fn line(document: &HostsDocument, rounds: &[&HostsRound], rates: &[f64], name: &str) -> String {
    let asked = &document.asked;
    let block = (asked.block_bytes as f64).max(1.0);
    let operations: Vec<f64> = rates.iter().map(|rate| rate * MIB / block).collect();
    let mut line = format!("{name:<9} ");
    for rates in [rates, &operations] {
        let IorSpread { most, least, mean, deviation } = IorSpread::of(rates);
        let _ = write!(line, "{most:10.2} {least:10.2} {mean:10.2} {deviation:10.2} ");
    }
    let seconds = mean(&rounds.iter().map(|round| round.window_s).collect::<Vec<_>>());
    let moved: Vec<f64> =
        rates.iter().zip(rounds).map(|(rate, round)| rate * round.window_s).collect();
    let (moved, tasks) = (mean(&moved), rounds.first().map_or(0, |round| round.figures.len()));
    let _ = write!(line, "{seconds:10.5} {seconds:12.2} {moved:14.2} ");
    // Whole transfers that each task moved.
    let each = (moved * MIB / tasks.max(1) as f64 / block).floor() * block;
    // Ranks on one host bear its name with a `#` and their number.
    let host = |name: &str| name.split('#').next().unwrap_or_default().to_owned();
    let mut counts: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
    document.hosts.iter().for_each(|it| *counts.entry(host(&it.host)).or_default() += 1);
    let mut counts = counts.into_values();
    let first = counts.next().unwrap_or(1);
    let tasks_a_host =
        if counts.all(|count| count == first) { first.to_string() } else { "NA".to_owned() };
    let (a_host, repeats) = (tasks_a_host, rates.len());
    // Test number, fPP; then task reordering and offset seeds: neither is used.
    let _ = write!(line, "    0 {tasks:6} {a_host:>3} {repeats:4}  NA ");
    let _ = write!(line, "    0        0         0    0      1 ");
    let _ = write!(line, "{each:8.0} {block:8.0} {moved:9.1} io_uring      0");
    line
}

/// As IOR has them: the deviation is that of all repeats, not an estimate from a sample.
struct IorSpread {
    most: f64,
    least: f64,
    mean: f64,
    deviation: f64,
}

impl IorSpread {
    fn of(values: &[f64]) -> Self {
        let mean = mean(values);
        let squares: Vec<f64> =
            values.iter().map(|value| (value - mean) * (value - mean)).collect();
        Self {
            most: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            least: values.iter().copied().fold(f64::INFINITY, f64::min),
            mean,
            deviation: self::mean(&squares).sqrt(),
        }
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use narrows_record::hosts::{HostEntry, HostFigure, HostsRequest};

    use super::*;

    fn document(sums_mib: &[f64]) -> HostsDocument {
        let host = |rank: u32| HostEntry { rank, host: format!("n{rank}"), ..HostEntry::default() };
        let figure = HostFigure::default;
        let round = |sum: &f64| HostsRound {
            set: TargetSet::All,
            sum_mb_s: sum * MIB / 1e6,
            window_s: 2.0,
            figures: vec![figure(), figure(), figure(), figure()],
            ..HostsRound::default()
        };
        HostsDocument {
            hosts: (0..4).map(host).collect(),
            asked: HostsRequest { block_bytes: 1 << 20, ..HostsRequest::default() },
            rounds: sums_mib.iter().map(round).collect(),
            ..HostsDocument::default()
        }
    }

    /// Two rounds of 100 and 300 MiB/s, two seconds each: 200 on average, a deviation of 100, 400
    /// MiB. IOR's own line of such a run has the same words in the same columns.
    #[test]
    fn the_line_is_that_of_ior() {
        let text = of(&document(&[100.0, 300.0])).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "Max Read:  300.00 MiB/sec (314.57 MB/sec)");
        assert_eq!(&lines[1..3], ["", "Summary of all tests:"]);
        let named: Vec<(&str, &str)> =
            lines[3].split_whitespace().zip(lines[4].split_whitespace()).collect();
        assert_eq!(
            named[..9],
            [
                ("Operation", "read"),
                ("Max(MiB)", "300.00"),
                ("Min(MiB)", "100.00"),
                ("Mean(MiB)", "200.00"),
                ("StdDev", "100.00"),
                ("Max(OPs)", "300.00"),
                ("Min(OPs)", "100.00"),
                ("Mean(OPs)", "200.00"),
                ("StdDev", "100.00"),
            ]
        );
        assert_eq!(
            named[9..17],
            [
                ("Mean(s)", "2.00000"),
                ("Stonewall(s)", "2.00"),
                ("Stonewall(MiB)", "400.00"),
                ("Test#", "0"),
                ("#Tasks", "4"),
                ("tPN", "1"),
                ("reps", "2"),
                ("fPP", "NA"),
            ]
        );
        assert_eq!(
            named[22..],
            [
                ("blksiz", "104857600"),
                ("xsize", "1048576"),
                ("aggs(MiB)", "400.0"),
                ("API", "io_uring"),
                ("RefNum", "0"),
            ]
        );
        // Figures end where their headings do, as in IOR's own output.
        assert!(lines[4].starts_with("read          300.00     100.00     200.00"), "{}", lines[4]);
    }

    #[test]
    fn what_was_cut_short_counts_for_nothing() {
        let mut cut = document(&[100.0, 300.0]);
        cut.rounds[0].figures[1].partial = true;
        assert!(of(&cut).unwrap().starts_with("Max Read:  300.00"));
        cut.rounds[1].missing.push("n3".to_owned());
        assert_eq!(of(&cut), None);
    }
}
