//! The same placements by solvers of integer programs: CBC and GLPK.
//!
//! For: whether our search is better or worse than a general solver that is handed the finished problem.
//! The problem is that of `plan`, in the usual form of an assignment: a drive is in a slot or not, a
//! slot takes one, slots behind the chipset share its uplink, and the total is maximal. Link rates come
//! from our own prediction, so that totals can be compared.
//!
//! Not here: our planner's other work, such as board rules, a second objective and the prediction
//! of the result.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::inputs::{UPLINK, drive_rates, placement, slot_kind};
use super::record::SolverResult;
use super::{GrowthTools, timed};
use xtask::{Fallible, shell};

/// Slots, and drives for two thirds of them.
pub const SIZES: [u32; 3] = [6, 60, 600];
/// Seconds after which a search ends with the best result so far.
const LIMIT_S: &str = "20";

/// Ours and theirs at one size.
pub fn at(tools: &GrowthTools, slots: u32) -> Fallible<Vec<SolverResult>> {
    let folder = tools.folder.join(format!("solvers-{slots}"));
    fs::create_dir_all(&folder)?;
    let problem = folder.join("placement.lp");
    fs::write(&problem, program(slots, &LinkRates::predicted(tools, &folder)?)?)?;
    let solution = folder.join("solution");
    let mut cbc = Command::new("cbc");
    cbc.arg(&problem).args(["sec", LIMIT_S, "solve", "solution"]).arg(&solution);
    let mut glpsol = Command::new("glpsol");
    glpsol.arg("--lp").arg(&problem).args(["--tmlim", LIMIT_S, "--output"]).arg(&solution);
    Ok(vec![
        ours(tools, &folder, slots)?,
        theirs("CBC", &cbc, &solution, slots, cbc_solution)?,
        theirs("GLPK", &glpsol, &solution, slots, glpsol_solution)?,
    ])
}

fn ours(tools: &GrowthTools, folder: &Path, slots: u32) -> Fallible<SolverResult> {
    let mut plan = tools.narrows(folder);
    plan.arg("plan").arg(placement(folder, slots)?).args(["--time", LIMIT_S, "--json"]);
    let document: Value = serde_json::from_str(&shell::output(&mut plan)?)?;
    let is_exact = document["proof"]["exact"].as_bool() == Some(true);
    let gap = if is_exact { Some(0.0) } else { document["proof"]["gap"].as_f64() };
    let total = document["best"]["total_mb_s"].as_f64();
    let took = timed::run(&plan, folder)?.ok();
    Ok(SolverResult { slots, by: "narrows plan".to_owned(), took, mb_s: total, gap })
}

/// A solver's reported solution: its total, and whether that is proven optimal.
type ReadSolution = fn(&str) -> Option<(f64, bool)>;

fn theirs(
    name: &str,
    command: &Command,
    solution: &Path,
    slots: u32,
    read: ReadSolution,
) -> Fallible<SolverResult> {
    let _ = fs::remove_file(solution);
    let took = timed::run(command, solution.parent().unwrap_or(Path::new(".")));
    // A solver that is not installed is no reason to keep nothing of the others.
    let took = took.ok().and_then(Result::ok);
    let result = read(&fs::read_to_string(solution).unwrap_or_default());
    let gap = result.filter(|(_, is_best)| *is_best).map(|_| 0.0);
    Ok(SolverResult { slots, by: name.to_owned(), took, mb_s: result.map(|(total, _)| total), gap })
}

/// `Optimal - objective value -1234.5`: CBC minimises the negated objective.
fn cbc_solution(text: &str) -> Option<(f64, bool)> {
    let first = text.lines().next()?;
    let total: f64 = first.split_whitespace().last()?.parse().ok()?;
    Some((total.abs(), first.starts_with("Optimal")))
}

/// `Status:     INTEGER OPTIMAL` and `Objective:  total = 1234.5 (MAXimum)`.
fn glpsol_solution(text: &str) -> Option<(f64, bool)> {
    let after = |word: &str| text.lines().find_map(|line| line.strip_prefix(word));
    let total = after("Objective:")?.split('=').nth(1)?.split_whitespace().next()?.parse().ok()?;
    Some((total, after("Status:")?.trim() == "INTEGER OPTIMAL"))
}

/// Link rates, MB/s.
struct LinkRates {
    links: Vec<(&'static str, f64)>,
    uplink: f64,
}

impl LinkRates {
    /// As drives beyond all links would be predicted behind them.
    fn predicted(tools: &GrowthTools, folder: &Path) -> Fallible<Self> {
        let links = [slot_kind(0).1, slot_kind(1).1, slot_kind(3).1];
        let mut text = format!(
            "schema = \"narrows.machine/1\"\nname = \"links\"\n\
             [[chipset]]\nid = \"chipset\"\nlink = \"{UPLINK}\"\n"
        );
        let places = links.map(|link| ("cpu", link));
        for (number, (on, link)) in places.iter().chain(&[("chipset", "4.0 x16")]).enumerate() {
            let _ = write!(
                text,
                "[[drive]]\nid = \"d{number}\"\non = \"{on}\"\nlink = \"{link}\"\n\
                 read = \"90 GB/s\"\n"
            );
        }
        let file = folder.join("links.toml");
        fs::write(&file, text)?;
        let mut predict = tools.narrows(folder);
        let document = shell::output(predict.arg("predict").arg(file).arg("--json"))?;
        let document: Value = serde_json::from_str(&document)?;
        let alone = |number: usize| {
            let name = format!("d{number}");
            let mut rows = document["results"].as_array().into_iter().flatten();
            let row = rows.find(|row| {
                row["set"] == "alone" && row["target"] == name && row["direction"] == "read"
            });
            row.and_then(|row| row["mb_s"].as_f64()).ok_or("no prediction of a link")
        };
        let mut carried = Vec::new();
        for (number, link) in links.into_iter().enumerate() {
            carried.push((link, alone(number)?));
        }
        Ok(Self { links: carried, uplink: alone(links.len())? })
    }

    fn of(&self, link: &str) -> f64 {
        self.links.iter().find(|(it, _)| *it == link).map_or(0.0, |(_, rate)| *rate)
    }
}

/// The problem in CPLEX's LP format: `x3_7` means drive 3 is in slot 7, `y7` is the rate of slot 7 of
/// the chipset.
fn program(slots: u32, carries: &LinkRates) -> Result<String, std::fmt::Error> {
    let rates: Vec<f64> = drive_rates(slots).map(f64::from).collect();
    let brings = |drive: usize, slot: u32| rates[drive].min(carries.of(slot_kind(slot).1));
    let is_shared = |slot: u32| slot_kind(slot).0 == "chipset";
    let sum = |terms: &mut dyn Iterator<Item = String>| terms.collect::<Vec<_>>().join("\n + ");
    let own = (0..slots).filter(|slot| !is_shared(*slot));
    let own = own.flat_map(|slot| (0..rates.len()).map(move |drive| (drive, slot)));
    let mut own = own.map(|(drive, slot)| format!("{} x{drive}_{slot}", brings(drive, slot)));
    let shared: Vec<u32> = (0..slots).filter(|slot| is_shared(*slot)).collect();
    let mut out = format!("Maximize\n total: {}", sum(&mut own));
    for slot in &shared {
        write!(out, "\n + y{slot}")?;
    }
    out.push_str("\nSubject To\n");
    for drive in 0..rates.len() {
        let places = sum(&mut (0..slots).map(|slot| format!("x{drive}_{slot}")));
        writeln!(out, " drive{drive}: {places} <= 1")?;
    }
    for slot in 0..slots {
        let drives = sum(&mut (0..rates.len()).map(|drive| format!("x{drive}_{slot}")));
        writeln!(out, " slot{slot}: {drives} <= 1")?;
    }
    for slot in &shared {
        write!(out, " flow{slot}: y{slot}")?;
        for drive in 0..rates.len() {
            write!(out, "\n - {} x{drive}_{slot}", brings(drive, *slot))?;
        }
        out.push_str(" <= 0\n");
    }
    let together = sum(&mut shared.iter().map(|slot| format!("y{slot}")));
    writeln!(out, " uplink: {together} <= {}\nBinary", carries.uplink)?;
    for drive in 0..rates.len() {
        for slot in 0..slots {
            writeln!(out, " x{drive}_{slot}")?;
        }
    }
    out.push_str("End\n");
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_solvers_write_is_read() {
        assert_eq!(cbc_solution("Optimal - objective value -15350.00\n"), Some((15350.0, true)));
        let stopped = "Stopped on time - objective value -15000.5\n";
        assert_eq!(cbc_solution(stopped), Some((15000.5, false)));
        let best = "Problem:\nStatus:     INTEGER OPTIMAL\nObjective:  total = 15350 (MAXimum)\n";
        assert_eq!(glpsol_solution(best), Some((15350.0, true)));
        assert_eq!((cbc_solution(""), glpsol_solution("")), (None, None));
    }

    /// Three slots, two drives: of each slot one row, of the one behind the chipset a flow.
    #[test]
    fn a_placement_is_an_assignment_with_a_shared_link() {
        let links = [("4.0 x4", 7000.0), ("4.0 x2", 3500.0), ("3.0 x4", 3500.0)];
        let carries = LinkRates { links: links.to_vec(), uplink: 5000.0 };
        let text = program(3, &carries).unwrap();
        // The second drive reads 4,450 MB/s, of which two lanes carry 3,500.
        assert!(text.contains("4450 x1_0") && text.contains("3500 x1_1"), "{text}");
        assert!(text.contains(" flow2: y2\n - 2000 x0_2\n - 4450 x1_2 <= 0\n"), "{text}");
        assert!(text.contains(" uplink: y2 <= 5000\n"), "{text}");
        assert_eq!(text.matches("slot").count() + text.matches("drive").count(), 5);
    }
}
