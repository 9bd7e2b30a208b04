//! One core and two: whether issuers hold each other up.
//!
//! For: the rate of two issuers, each pinned to its own processor, as a multiple of that of one; and of
//! 24 targets on the same two processors, per processor. All in turns, so that a machine that gets
//! slower meanwhile favours none of them.
//!
//! Not here: machines with more than two processors, whose cores may share more or less.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::GrowthTools;
use super::record::CoreScaling;
use xtask::{Fallible, machine, shell};

/// Rounds of all cases in turns; the median counts.
const ROUNDS: usize = 10;
/// Targets of the last case.
const TARGETS: u32 = 24;

/// Targets to measure, and the number of processors.
struct CoreCase {
    name: &'static str,
    targets: Vec<String>,
    cores: u32,
    rates: Vec<f64>,
}

/// Rates of one issuer, of two and of many targets.
pub fn all(tools: &GrowthTools) -> Fallible<Vec<CoreScaling>> {
    let last = machine::last_cpu();
    let zeros = (0..TARGETS).map(|number| zero(&tools.folder, number));
    let zeros = zeros.collect::<Result<Vec<String>, _>>()?;
    let case = |name, targets: &[String], cores| CoreCase {
        name,
        targets: targets.to_vec(),
        cores,
        rates: Vec::new(),
    };
    let (nop, plain) = (["nop".to_owned()], ["/dev/zero".to_owned()]);
    let mut cases = [
        case("/dev/zero, one issuer", &plain, 1),
        case("/dev/zero, two issuers", &plain, 2),
        case("24 targets like /dev/zero, on two processors", &zeros, 2),
        case("no-op requests, one issuer", &nop, 1),
        case("no-op requests, two issuers", &nop, 2),
    ];
    for _ in 0..ROUNDS {
        for case in &mut cases {
            let rate = rate(tools, case, last)?;
            case.rates.push(rate);
        }
    }
    let results = cases.into_iter().map(|case| {
        let mut rates = case.rates;
        rates.sort_by(f64::total_cmp);
        let median = (rates[(ROUNDS - 1) / 2] + rates[ROUNDS / 2]) / 2.0;
        CoreScaling { name: case.name.to_owned(), cores: case.cores, iops: median, rates }
    });
    Ok(results.collect())
}

/// Requests each second of all targets together.
fn rate(tools: &GrowthTools, case: &CoreCase, last: u32) -> Fallible<f64> {
    let mut measure = tools.narrows(&tools.folder);
    let cpus = format!("{}-{last}", last + 1 - case.cores);
    measure.arg("measure").args(&case.targets).args(["--set", "all", "--cpus", &cpus]);
    if case.targets.len() == 1 {
        measure.args(["--jobs", &case.cores.to_string()]);
    }
    let words = "--pattern random --block 4096 --depth 32 --time 1s --no-report --json";
    let output = shell::output(measure.args(words.split(' ')))?;
    let run: Value = serde_json::from_str(&output)?;
    let rows = run["results"].as_array().ok_or("no results")?;
    Ok(rows.iter().filter_map(|row| row["iops"].as_f64()).sum())
}

/// A device node of its own equivalent to /dev/zero (null(4): major 1, minor 5).
fn zero(folder: &Path, number: u32) -> Fallible<String> {
    let path = folder.join(format!("zero{number}"));
    if !path.exists() {
        shell::run(Command::new("mknod").arg(&path).args(["c", "1", "5"]))?;
    }
    Ok(path.display().to_string())
}
