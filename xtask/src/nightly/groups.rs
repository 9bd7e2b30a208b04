//! The groups, and the commands that each consists of. Commands that run no tests count nothing; how
//! they end decides.

use std::process::Command;

use crate::shell::cargo;

pub struct NightlyGroup {
    pub name: &'static str,
    pub about: &'static str,
    pub commands: fn() -> Vec<Command>,
}

pub const GROUPS: &[NightlyGroup] = &[
    NightlyGroup {
        name: "rig",
        about: "rates in emulated machines are those of their links",
        commands: || rigs(&["rig::"]),
    },
    NightlyGroup {
        name: "explain",
        about: "what drives share, inferred 20 times on each emulated machine",
        commands: || rigs(&["explain::"]),
    },
    NightlyGroup {
        name: "stripe",
        about: "arrays foreseen beside the kernel's md and btrfs",
        commands: || rigs(&["stripe::", "loop_stripe::"]),
    },
    NightlyGroup {
        name: "trial",
        about: "trial arrays over md, and what kills leave of them",
        commands: || rigs(&["trial::"]),
    },
    NightlyGroup {
        name: "caches",
        about: "write caches of NVMe controllers, off and on again",
        commands: || rigs(&["caches::"]),
    },
    NightlyGroup {
        name: "commands",
        about: "NVMe commands past the block layer",
        commands: || rigs(&["commands::"]),
    },
    NightlyGroup {
        name: "chaos",
        about: "drives that fail, stall and vanish in an emulated machine",
        commands: || rigs(&["chaos::"]),
    },
    NightlyGroup {
        name: "loops",
        about: "rates on loop devices, and 200 kills of the main job there",
        commands: || rigs(&["loops::"]),
    },
    NightlyGroup {
        name: "hosts",
        about: "many hosts as namespaces under Open MPI, MPICH and Slurm: rates, starts together, who shares what, jobs that are watched, bad input",
        commands: hosts,
    },
    NightlyGroup {
        name: "watch",
        about: "jobs whose limit is known, watched and set free; three hundred pairs of runs that differ by a known part",
        commands: || rigs(&["watch::"]),
    },
    NightlyGroup {
        name: "kills",
        about: "1,000 kills over all commands, 200 of the main job in an emulated machine and of a kept file",
        commands: kills,
    },
    NightlyGroup {
        name: "reboot",
        about: "an array that a whole Debian made outlives a reboot; the packaged binary there",
        commands: || rigs(&["debian::"]),
    },
    NightlyGroup {
        name: "build",
        about: "arrays that are built, broken off, continued, adopted, explained and undone in a whole Debian that reboots",
        commands: || rigs(&["build::", "making::", "existing::"]),
    },
    NightlyGroup {
        name: "dist",
        about: "packages: the same bytes from another folder; installed, used and removed in a clean Debian",
        commands: || rigs(&["dist::"]),
    },
    NightlyGroup {
        name: "live",
        about: "the live image started by BIOS and by UEFI in the emulator: what it answers, what it writes",
        commands: || rigs(&["live::"]),
    },
    NightlyGroup {
        name: "page",
        about: "the page in a browser: touch, dropped files, print, telephones, accessibility",
        commands: || rigs(&["page::"]),
    },
    NightlyGroup {
        name: "inference",
        about: "sharing sets of a thousand machines that share something, and as many that do not",
        commands: || {
            vec![xtask(&["inference"]), xtask(&["inference", "--hosts", "--machines", "100"])]
        },
    },
    NightlyGroup {
        name: "causes",
        about: "the cause named first, on a thousand drawn machines of which most are not as described",
        commands: || {
            vec![xtask(&["causes", "--machines", "44", "--seed", "4", "--without", "many"])]
        },
    },
    NightlyGroup {
        name: "properties",
        about: "every property test with 20 times the cases, the planner beside brute force",
        commands: properties,
    },
    NightlyGroup {
        name: "fuzz",
        about: "every reader for ten minutes, guided by coverage",
        commands: || vec![xtask(&["fuzz", "600"])],
    },
    NightlyGroup {
        name: "docs",
        about: "the site of the pages is built, and every link in it leads somewhere",
        commands: || vec![xtask(&["docs"])],
    },
    NightlyGroup {
        name: "deny",
        about: "licences, bans and sources as cargo-deny sees them",
        commands: deny,
    },
];

/// Tests of the nightly program whose names begin so, one at a time.
fn rigs(names: &[&str]) -> Vec<Command> {
    let mut command = cargo(&["test", "--package", "narrows-rig", "--test", "nightly", "--"]);
    command.args(names).args(["--show-output", "--test-threads", "1"]);
    vec![command]
}

/// The group's first command builds the binary where the second looks for it.
fn hosts() -> Vec<Command> {
    let mut all = vec![xtask(&["rig", "hosts", "build"])];
    let root = crate::tree::root();
    let binary = crate::binary::built_with_mpi(&root);
    let of_mpich = crate::binary::built_with_mpich(&root);
    all.extend(rigs(&["hosts::"]).into_iter().map(|mut command| {
        command.env(crate::binary::WITH_MPI, &binary);
        command.env(crate::binary::WITH_MPICH, &of_mpich);
        command
    }));
    all
}

fn kills() -> Vec<Command> {
    let mut commands = cargo(&["test", "--package", "narrows", "--test", "it", "kills::"]);
    commands.args(["--", "--show-output"]).env("NARROWS_KILLS", "1000");
    let mut kept = cargo(&["test", "--package", "narrows-engine", "--test", "it", "kept::"]);
    kept.args(["--", "--show-output"]).env("NARROWS_KILLS", "200");
    let mut all = rigs(&["kills::"]);
    all.extend([kept, commands]);
    all
}

/// Proptest's own number of cases is 256.
fn properties() -> Vec<Command> {
    let mut all =
        cargo(&["test", "--workspace", "--exclude", "narrows-rig", "--exclude", "narrows"]);
    all.args(["--no-fail-fast", "--", "--show-output"]);
    all.env("PROPTEST_CASES", "5120").env("NARROWS_PLAN_MACHINES", "1500");
    vec![all]
}

fn xtask(words: &[&str]) -> Command {
    let mut command = cargo(&["xtask"]);
    command.args(words);
    command
}

fn deny() -> Vec<Command> {
    let install = cargo(&["install", "--quiet", "--locked", "cargo-deny"]);
    vec![install, cargo(&["deny", "check", "licenses", "bans", "sources"])]
}
