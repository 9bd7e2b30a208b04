//! The questions, each at 1, 10 and 100 times the size.
//!
//! Not here: their inputs (`inputs`).

use std::path::Path;
use std::process::Command;

use xtask::Fallible;

use super::GrowthTools;
use super::inputs::{board, cluster, groups, keep_runs, kept_report, machine, placement};

/// Makes the input for a question of this size in a folder, and completes the command.
type Prepare = fn(&GrowthTools, &Path, u32, &mut Command) -> Fallible;

/// A question at several sizes.
pub struct GrowthQuestion {
    pub name: &'static str,
    /// Its name for `--only`.
    pub word: &'static str,
    pub unit: &'static str,
    pub sizes: [u32; 3],
    pub prepare: Prepare,
}

/// All of them; the largest size of each is at least that required by docs/performance.md.
pub const QUESTIONS: [GrowthQuestion; 12] = [
    GrowthQuestion {
        name: "main job, simulated",
        word: "main-job",
        unit: "drives",
        sizes: [4, 40, 400],
        prepare: |_, folder, size, command| {
            command.args(["--json", "--no-report", "--on"]).arg(machine(folder, size)?);
            Ok(())
        },
    },
    GrowthQuestion {
        name: "predict, equal drives",
        word: "predict",
        unit: "drives",
        sizes: [656, 6_554, 65_536],
        prepare: |_, folder, size, command| {
            command.arg("predict").arg(machine(folder, size)?);
            Ok(())
        },
    },
    GrowthQuestion {
        name: "predict, groups of 32",
        word: "predict-groups",
        unit: "drives",
        sizes: [640, 6_560, 65_536],
        prepare: |_, folder, size, command| {
            command.arg("predict").arg(groups(folder, size)?);
            Ok(())
        },
    },
    GrowthQuestion {
        name: "upgrades",
        word: "upgrades",
        unit: "drives",
        sizes: [10, 102, 1_024],
        prepare: |_, folder, size, command| {
            command.args(["predict", "--upgrades"]).arg(groups(folder, size)?).arg("--json");
            Ok(())
        },
    },
    GrowthQuestion {
        name: "plan",
        word: "plan",
        unit: "slots",
        sizes: [6, 60, 600],
        prepare: |_, folder, size, command| {
            command.arg("plan").arg(placement(folder, size)?).args(["--time", "10", "--json"]);
            Ok(())
        },
    },
    GrowthQuestion {
        name: "plan, equal drives",
        word: "plan-equal",
        unit: "slots",
        sizes: [3, 30, 300],
        prepare: |_, folder, size, command| {
            let drives = format!("{}x samsung-950-pro-256gb", size * 2 / 3);
            command.arg("plan").arg(board(folder, size)?).args(["--drives", &drives, "--json"]);
            Ok(())
        },
    },
    GrowthQuestion {
        name: "hosts predict, 20 drives each",
        word: "hosts",
        unit: "hosts",
        sizes: [5, 50, 500],
        prepare: |_, folder, size, command| {
            command.args(["hosts", "predict"]).arg(cluster(folder, size)?).arg("--json");
            Ok(())
        },
    },
    GrowthQuestion {
        name: "see",
        word: "see",
        unit: "drives",
        sizes: [40, 400, 4_000],
        prepare: |_, folder, size, command| {
            command.arg("see").arg(machine(folder, size)?).arg("--json");
            Ok(())
        },
    },
    GrowthQuestion {
        name: "kept report",
        word: "report",
        unit: "drives",
        sizes: [8, 80, 800],
        prepare: |tools, folder, size, command| {
            kept_report(tools, folder, size)?;
            command.args(["history", "latest"]);
            Ok(())
        },
    },
    GrowthQuestion {
        name: "history",
        word: "history",
        unit: "runs",
        sizes: [100, 1_000, 10_000],
        prepare: |tools, _, size, command| {
            command.env("XDG_STATE_HOME", keep_runs(tools, size)?);
            command.args(["history", "--simulated"]);
            Ok(())
        },
    },
    GrowthQuestion {
        name: "history of a drive",
        word: "history-drive",
        unit: "runs",
        sizes: [100, 1_000, 10_000],
        prepare: |tools, _, size, command| {
            command.env("XDG_STATE_HOME", keep_runs(tools, size)?);
            command.args(["history", "--simulated", "--drive", "d0n1"]);
            Ok(())
        },
    },
    GrowthQuestion {
        name: "history since a day",
        word: "history-since",
        unit: "runs",
        sizes: [100, 1_000, 10_000],
        prepare: |tools, _, size, command| {
            command.env("XDG_STATE_HOME", keep_runs(tools, size)?);
            command.args(["history", "--simulated", "--since", "2020-01-01"]);
            Ok(())
        },
    },
];
