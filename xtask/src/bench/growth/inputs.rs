//! The questions, and what they are asked of at each size.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::Tools;

/// Makes what a question of this size is asked of in a folder, and completes the command.
type Prepare = fn(&Tools, &Path, u32, &mut Command) -> Result<(), Box<dyn Error>>;

/// A question at several sizes.
pub struct Question {
    /// What people call it.
    pub name: &'static str,
    /// What is counted.
    pub unit: &'static str,
    pub sizes: [u32; 3],
    pub prepare: Prepare,
}

/// Each at 1, 10 and 100 times the size.
pub const QUESTIONS: [Question; 6] = [
    Question {
        name: "main job, simulated",
        unit: "drives",
        sizes: [4, 40, 400],
        prepare: |_, folder, size, command| {
            command.args(["--json", "--no-report", "--on"]).arg(machine(folder, size)?);
            Ok(())
        },
    },
    Question {
        name: "predict",
        unit: "drives",
        sizes: [40, 400, 4000],
        prepare: |_, folder, size, command| {
            command.arg("predict").arg(machine(folder, size)?).arg("--json");
            Ok(())
        },
    },
    Question {
        name: "see",
        unit: "drives",
        sizes: [40, 400, 4000],
        prepare: |_, folder, size, command| {
            command.arg("see").arg(machine(folder, size)?).arg("--json");
            Ok(())
        },
    },
    Question {
        name: "plan",
        unit: "slots",
        sizes: [3, 30, 300],
        prepare: |_, folder, size, command| {
            let drives = format!("{}x samsung-950-pro-256gb", size * 2 / 3);
            command.arg("plan").arg(board(folder, size)?).args(["--drives", &drives, "--json"]);
            Ok(())
        },
    },
    Question {
        name: "hosts predict",
        unit: "hosts",
        sizes: [10, 100, 1000],
        prepare: |_, folder, size, command| {
            command.args(["hosts", "predict"]).arg(cluster(folder, size)?).arg("--json");
            Ok(())
        },
    },
    Question {
        name: "history",
        unit: "runs",
        sizes: [10, 100, 1000],
        prepare: |tools, folder, size, command| {
            keep_runs(tools, folder, size)?;
            command.args(["history", "--simulated", "--json"]);
            Ok(())
        },
    },
];

/// Drives in two halves, each behind the switch of a socket.
fn machine(folder: &Path, drives: u32) -> std::io::Result<std::path::PathBuf> {
    let mut text = format!("schema = \"narrows.machine/1\"\nname = \"{drives} drives\"\n");
    for socket in 0..2 {
        let _ = write!(
            text,
            "[[root_complex]]\nid = \"s{socket}\"\nsocket = {socket}\n\
             [[switch]]\nid = \"sw{socket}\"\non = \"s{socket}\"\nlink = \"4.0 x16\"\n\
             [[drive]]\nid = \"d{socket}n\"\ncount = {}\non = \"sw{socket}\"\nlink = \"4.0 x4\"\n\
             read = \"6900 MB/s\"\n",
            drives / 2
        );
    }
    write(folder, "machine.toml", &text)
}

/// A board of equal slots.
fn board(folder: &Path, slots: u32) -> std::io::Result<std::path::PathBuf> {
    let mut text = format!("schema = \"narrows.machine/1\"\nname = \"{slots} slots\"\n");
    for slot in 0..slots {
        let _ = write!(text, "[[slot]]\nid = \"S{slot}\"\non = \"cpu\"\nlink = \"4.0 x4\"\n");
    }
    write(folder, "board.toml", &text)
}

/// Hosts behind two leaf switches that read from one server.
fn cluster(folder: &Path, hosts: u32) -> std::io::Result<std::path::PathBuf> {
    let mut text =
        "schema = \"narrows.cluster/1\"\nname = \"growth\"\n[[network]]\nid = \"spine\"\n\
                    [[server]]\nid = \"store\"\non = \"spine\"\nread = \"20 GB/s\"\n"
            .to_owned();
    for leaf in 1..=2 {
        let _ = write!(
            text,
            "[[network]]\nid = \"leaf{leaf}\"\non = \"spine\"\nrate = \"100 Gbit/s\"\n\
             [[host]]\nid = \"h{leaf}n\"\ncount = {}\non = \"leaf{leaf}\"\nrate = \"10 Gbit/s\"\n",
            hosts / 2
        );
    }
    write(folder, "cluster.toml", &text)
}

/// One short simulated run, and copies of it under other names.
fn keep_runs(tools: &Tools, folder: &Path, runs: u32) -> Result<(), Box<dyn Error>> {
    let file = machine(folder, 2)?;
    let mut first = tools.narrows(folder);
    first.args(["measure", "--time", "100ms", "--on"]).arg(file);
    crate::shell::output(&mut first)?;
    let kept = folder.join("narrows/runs");
    let one = fs::read_dir(&kept)?.next().ok_or("the run was not kept")??;
    let id = one.file_name().to_string_lossy().into_owned();
    for number in 1..runs {
        // Eight hexadecimal digits end the name of a run.
        let name = format!("{}{number:08x}", &id[..id.len() - 8]);
        let copy = kept.join(&name);
        fs::create_dir_all(&copy)?;
        for file in fs::read_dir(one.path())? {
            let file = file?;
            fs::copy(file.path(), copy.join(file.file_name()))?;
        }
        let text = fs::read_to_string(copy.join("run.json"))?;
        fs::write(copy.join("run.json"), text.replace(&id, &name))?;
    }
    Ok(())
}

fn write(folder: &Path, name: &str, text: &str) -> std::io::Result<std::path::PathBuf> {
    let path = folder.join(name);
    fs::write(&path, text)?;
    Ok(path)
}
