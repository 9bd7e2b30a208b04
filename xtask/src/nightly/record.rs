//! The last outcome of each group, kept in the project.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::{Fallible, machine};

const JSON: &str = "records/nightly.json";
const PAGE: &str = "records/nightly.md";

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct NightlyRecord {
    rows: Vec<NightlyRow>,
}

/// A group's last run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NightlyRow {
    pub group: String,
    pub date: String,
    /// From its first command to its last, building included, s.
    pub seconds: u64,
    pub passed: bool,
    pub counts: String,
    pub skipped: Vec<String>,
    /// Processor, processors, kernel.
    pub machine: String,
}

impl NightlyRecord {
    pub fn load(root: &Path) -> Fallible<Self> {
        match fs::read_to_string(root.join(JSON)) {
            Ok(text) => Ok(serde_json::from_str(&text).map_err(|why| format!("{JSON}: {why}"))?),
            Err(_) => Ok(Self::default()),
        }
    }

    /// Puts the row in the place of the group's last one.
    pub fn replace(&mut self, row: NightlyRow) {
        match self.rows.iter_mut().find(|old| old.group == row.group) {
            Some(old) => *old = row,
            None => self.rows.push(row),
        }
    }

    pub fn store(&self, root: &Path) -> Fallible {
        fs::write(root.join(JSON), serde_json::to_string_pretty(self)? + "\n")?;
        fs::write(root.join(PAGE), self.page())?;
        Ok(())
    }

    fn page(&self) -> String {
        let mut page =
            "# The last nightly run of each group\n\nMade by `cargo xtask nightly [GROUP...]`.\n\n\
            | group | date | duration | outcome | counts | machine |\n|---|---|---|---|---|---|\n"
                .to_owned();
        for row in &self.rows {
            let (minutes, seconds) = (row.seconds / 60, row.seconds % 60);
            let outcome = if row.passed { "passed" } else { "failed" };
            let NightlyRow { group, date, counts, machine, .. } = row;
            let _ = writeln!(
                page,
                "| {group} | {date} | {minutes} min {seconds:02} s | {outcome} | {counts} | {machine} |"
            );
        }
        let skipped = self.rows.iter().flat_map(|row| &row.skipped);
        let skipped: Vec<String> = skipped.map(|reason| format!("- {reason}\n")).collect();
        if !skipped.is_empty() {
            page += &format!("\nSkipped, and why:\n\n{}", skipped.concat());
        }
        page
    }
}

pub fn this_machine() -> String {
    let cpus = std::thread::available_parallelism().map_or(0, usize::from);
    let name = machine::cpu();
    format!("{cpus} × {name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(group: &str, seconds: u64) -> NightlyRow {
        NightlyRow {
            group: group.into(),
            date: "2026-11-22".into(),
            seconds,
            passed: true,
            counts: "1 passed, 0 failed, 0 skipped".into(),
            skipped: Vec::new(),
            machine: "2 × a processor".into(),
        }
    }

    #[test]
    fn a_group_that_runs_again_replaces_its_row() {
        let mut record = NightlyRecord::default();
        record.replace(row("rig", 61));
        record.replace(row("fuzz", 1));
        record.replace(row("rig", 125));
        assert_eq!(record.rows, [row("rig", 125), row("fuzz", 1)]);
        assert!(record.page().contains("| rig | 2026-11-22 | 2 min 05 s | passed |"));
    }
}
