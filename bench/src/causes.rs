//! `cargo xtask causes`: how often the cause that `narrows explain` names first is right.
//!
//! Machines are drawn from families whose cause is known. Half of them differ from their description:
//! virtual hardware answers in its place (`--behaves`). The predicted likelihood of the first cause is
//! compared with how often it was right.

mod draw;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use narrows_infer::trial::SplitMix64;
use serde_json::Value;

use crate::parallel;
use xtask::Fallible;
use xtask::binary;

use self::draw::{CauseFamily, DrawnMachine, FAMILIES};

/// The classes of promises, by their lower ends.
const CLASSES: [f64; 5] = [0.0, 0.5, 0.7, 0.9, 0.99];

/// Required share with the right first cause: machines as described, and machines that differ.
const WANTED: [f64; 2] = [0.97, 0.90];

struct CausesOptions {
    machines: usize,
    seed: u64,
    /// Only families whose name contains this.
    only: String,
    /// Skips families whose name contains this: those of many drives take as long as all others
    /// together.
    without: Option<String>,
    /// Name every machine that was judged wrong.
    verbose: bool,
}

struct JudgedMachine {
    family: usize,
    number: usize,
    /// The first cause with its likelihood; `None` if the set of drives was not found.
    first: Option<(String, f64)>,
    is_right: bool,
    /// How many causes the first answer names.
    names: usize,
    /// The place of the right cause in the list, from 0.
    place: Option<usize>,
    /// Whether the answer names the link's true state; `None` if the family has none.
    names_state: Option<bool>,
}

/// Judges this many machines of every family; fails if the wanted numbers are missed.
pub fn run(root: &Path, args: &[String]) -> Fallible {
    let options = options(args)?;
    let narrows = binary::narrows(root)?;
    let is_wanted = |at: &usize| {
        let name = FAMILIES[*at].name;
        let is_left_out = options.without.as_ref().is_some_and(|it| name.contains(it));
        name.contains(&options.only) && !is_left_out
    };
    let families: Vec<usize> = (0..FAMILIES.len()).filter(is_wanted).collect();
    let count = families.len() * options.machines;
    let judged = parallel::each(count, |at| {
        let family = families[at % families.len()];
        judge(&narrows, family, at / families.len(), options.seed).map_err(|why| why.to_string())
    });
    let judged = judged.into_iter().collect::<Result<Vec<JudgedMachine>, String>>()?;
    print(&judged, &options);
    for (differs, wanted) in [false, true].into_iter().zip(WANTED) {
        let of =
            |one: &&JudgedMachine| FAMILIES[one.family].differs == differs && one.first.is_some();
        let all: Vec<&JudgedMachine> = judged.iter().filter(of).collect();
        let right = all.iter().filter(|one| one.is_right).count();
        let name = if differs { "differ from their description" } else { "are as described" };
        println!("machines that {name}: {:.1} % right", 100.0 * part(right, all.len()));
        if !all.is_empty() && part(right, all.len()) < wanted {
            return Err(format!("less than {:.0} %", 100.0 * wanted).into());
        }
    }
    Ok(())
}

fn options(args: &[String]) -> Fallible<CausesOptions> {
    let mut options =
        CausesOptions { machines: 50, seed: 1, only: String::new(), without: None, verbose: false };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        if arg == "--verbose" {
            options.verbose = true;
            continue;
        }
        let value = args.next().ok_or_else(|| format!("{arg} wants a value"))?;
        match arg.as_str() {
            "--machines" => options.machines = value.parse()?,
            "--seed" => options.seed = value.parse()?,
            "--only" => options.only.clone_from(value),
            "--without" => options.without = Some(value.clone()),
            _ => {
                let known = "--machines, --seed, --only, --without, --verbose";
                return Err(format!("{arg} is not known: {known}").into());
            }
        }
    }
    Ok(options)
}

fn judge(narrows: &Path, family: usize, number: usize, seed: u64) -> Fallible<JudgedMachine> {
    // A seed of its own for each machine, so that it is the same whichever others run.
    let own = seed.wrapping_mul(1 << 40).wrapping_add((family << 20 | number) as u64);
    let machine = (FAMILIES[family].draw)(&mut SplitMix64::new(own));
    let folder = tempfile::tempdir()?;
    let explained = explain(narrows, folder.path(), &machine)?;
    let causes = causes_of(&explained, &machine.drives);
    // Causes that predict the same are one answer with all their names.
    let is_right = |cause: &Value| {
        let others = cause["also"].as_array().into_iter().flatten();
        let mut ids = others.chain([&cause["id"]]).filter_map(Value::as_str);
        ids.any(|id| machine.right.iter().any(|right| right.is(id)))
    };
    let first = causes
        .first()
        .map(|cause| (cause["id"].to_string(), cause["likelihood"].as_f64().unwrap_or_default()));
    Ok(JudgedMachine {
        family,
        number,
        first,
        names: 1 + causes.first().and_then(|it| it["also"].as_array()).map_or(0, Vec::len),
        is_right: causes.first().is_some_and(|cause| is_right(cause)),
        place: causes.iter().position(|cause| is_right(cause)),
        names_state: machine.state.map(|state| {
            let text = causes.first().map(|cause| cause["text"].to_string());
            text.is_some_and(|text| text.contains(&state))
        }),
    })
}

/// The document of `narrows explain` on the machine.
fn explain(narrows: &Path, folder: &Path, machine: &DrawnMachine) -> Fallible<Value> {
    let file = |name: &str, text: &str| -> std::io::Result<std::path::PathBuf> {
        let path = folder.join(name);
        std::fs::write(&path, text)?;
        Ok(path)
    };
    let mut command = Command::new(narrows);
    command.args(["explain", "--json", "--no-report", "--on"]);
    command.arg(file("described.toml", &machine.described)?);
    if let Some(text) = &machine.behaves {
        command.arg("--behaves").arg(file("behaves.toml", text)?);
    }
    if let Some(text) = &machine.faults {
        command.arg("--faults").arg(file("faults.toml", text)?);
    }
    command.args(&machine.options).env("HOME", folder).env_remove("XDG_DATA_HOME");
    let output = command.output()?;
    serde_json::from_slice(&output.stdout).map_err(|why| {
        let errors = String::from_utf8_lossy(&output.stderr);
        format!("{why}: {errors}\n{}\n{:?}", machine.described, machine.behaves).into()
    })
}

/// The causes of the limit that just these drives share, or of one drive's own, the likeliest first.
fn causes_of<'a>(explained: &'a Value, drives: &[String]) -> Vec<&'a Value> {
    let sharing = &explained["sharing"];
    let all = sharing["causes"].as_array().map(Vec::as_slice).unwrap_or_default();
    if let [drive] = drives {
        return all.iter().filter(|cause| cause["drive"] == drive.as_str()).collect();
    }
    let limits = sharing["limits"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_it = |limit: &Value| {
        let members = limit["drives"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut members: Vec<&str> = members.iter().filter_map(Value::as_str).collect();
        members.sort_unstable();
        let mut wanted: Vec<&str> = drives.iter().map(String::as_str).collect();
        wanted.sort_unstable();
        members == wanted
    };
    let Some(at) = limits.iter().position(is_it) else { return Vec::new() };
    all.iter().filter(|cause| cause["limit"] == at).collect()
}

#[derive(Default)]
struct CausesRow {
    names: usize,
    machines: usize,
    found: usize,
    right: usize,
    among_three: usize,
    /// Machines with a state to name, and those in which it was named.
    states: [usize; 2],
}

impl CausesRow {
    fn add(&mut self, judged: &JudgedMachine) {
        self.machines += 1;
        self.names += judged.names;
        self.found += usize::from(judged.first.is_some());
        self.right += usize::from(judged.is_right);
        self.among_three += usize::from(judged.place.is_some_and(|place| place < 3));
        self.states[0] += usize::from(judged.names_state.is_some());
        self.states[1] += usize::from(judged.names_state == Some(true));
    }
}

fn part(count: usize, of: usize) -> f64 {
    count as f64 / of.max(1) as f64
}

fn print(judged: &[JudgedMachine], options: &CausesOptions) {
    println!("{} machines of each family, seed {}; percent", options.machines, options.seed);
    println!(
        "{:<34} {:>8} {:>8} {:>12} {:>12} {:>8} {:>8}",
        "family", "machines", "set", "first right", "in three", "names", "state"
    );
    let mut rows: BTreeMap<usize, CausesRow> = BTreeMap::new();
    judged.iter().for_each(|one| rows.entry(one.family).or_default().add(one));
    for (family, row) in &rows {
        let CauseFamily { name, .. } = FAMILIES[*family];
        let percent = |count| 100.0 * part(count, row.machines);
        let (found, right, three) =
            (percent(row.found), percent(row.right), percent(row.among_three));
        let names = row.names as f64 / row.machines as f64;
        let state = match row.states {
            [0, _] => "-".to_owned(),
            [of, named] => format!("{:.1}", 100.0 * part(named, of)),
        };
        println!(
            "{name:<34} {:>8} {found:>8.1} {right:>12.1} {three:>12.1} {names:>8.1} {state:>8}",
            row.machines
        );
    }
    println!("\n{:<34} {:>8} {:>21}", "told with", "machines", "right");
    for (at, low) in CLASSES.iter().enumerate() {
        let high = CLASSES.get(at + 1).copied().unwrap_or(1.1);
        let of_class = |one: &&JudgedMachine| {
            one.first.as_ref().is_some_and(|(_, share)| (*low..high).contains(share))
        };
        let class: Vec<&JudgedMachine> = judged.iter().filter(of_class).collect();
        let right = class.iter().filter(|one| one.is_right).count();
        let name = format!("{low} and more");
        println!("{name:<34} {:>8} {:>21.1}", class.len(), 100.0 * part(right, class.len()));
    }
    for one in judged.iter().filter(|one| options.verbose && !one.is_right) {
        let CauseFamily { name, .. } = FAMILIES[one.family];
        println!("wrong: {name} {}: {:?}, right at {:?}", one.number, one.first, one.place);
    }
}
