//! `cargo xtask nightly`: tests too long for every change, in groups that run one after the other,
//! alone on the machine, each by its name on request.
//!
//! The result of each group is in `records/nightly.json` and, as a table, in `records/nightly.md`; a
//! group that runs again replaces its row.

mod groups;
mod record;

use std::time::Instant;

use crate::tally::TestTally;
use crate::{Fallible, calendar, packages, page, test, tree};
use groups::{GROUPS, NightlyGroup};
use record::{NightlyRecord, NightlyRow};

/// Runs the groups of these names, all without a name; `list` names them.
pub fn run(names: &[String]) -> Fallible {
    if names == ["list"] {
        GROUPS.iter().for_each(|group| println!("{:<12} {}", group.name, group.about));
        return Ok(());
    }
    let groups = chosen(names)?;
    packages::install_missing();
    let has = |name: &str| groups.iter().any(|group| group.name == name);
    if has("page")
        && let Err(why) = page::run(&tree::root())
    {
        eprintln!("no page, because {why}: its tests are skipped");
    }
    if has("dist") {
        packages::install_if_possible(&packages::FOR_DIST);
    }
    if has("watch") {
        packages::install_if_possible(&packages::FOR_WATCH);
    }
    let mut record = NightlyRecord::load(&tree::root())?;
    let mut sum = TestTally::default();
    let mut failed = Vec::new();
    for group in groups {
        eprintln!("== {}: {}", group.name, group.about);
        let (row, why) = run_group(group, &mut sum);
        record.replace(row);
        record.store(&tree::root())?;
        if let Err(why) = why {
            eprintln!("{}: {why}", group.name);
            failed.push(group.name);
        }
    }
    sum.tell_skipped();
    if !failed.is_empty() {
        println!("failed: {}", failed.join(", "));
    }
    println!("{}", sum.summary());
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", ")).into()) }
}

fn chosen(names: &[String]) -> Result<Vec<&'static NightlyGroup>, String> {
    if names.is_empty() {
        return Ok(GROUPS.iter().collect());
    }
    let find = |name: &String| {
        let group = GROUPS.iter().find(|group| group.name == name);
        group.ok_or_else(|| format!("no group is called `{name}`; `nightly list` names them"))
    };
    names.iter().map(find).collect()
}

/// Runs all commands of a group, also after one that failed.
fn run_group(group: &NightlyGroup, sum: &mut TestTally) -> (NightlyRow, Fallible) {
    let began = Instant::now();
    let mut tally = TestTally::default();
    let mut outcome = Ok(());
    for command in &mut (group.commands)() {
        let ended = test::counted(command, &mut tally, || ());
        outcome = outcome.and(ended);
    }
    let row = NightlyRow {
        group: group.name.to_owned(),
        date: calendar::today(),
        seconds: began.elapsed().as_secs(),
        passed: outcome.is_ok(),
        counts: tally.summary(),
        skipped: tally.reasons().to_vec(),
        machine: record::this_machine(),
    };
    sum.add(tally);
    (row, outcome)
}
