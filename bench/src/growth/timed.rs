//! Processor time and memory of a program, as GNU time reports them.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunCost {
    /// CPU time in user mode, seconds; resolution 10 ms, or a fraction of that for repeated runs.
    pub user_s: f64,
    pub system_s: f64,
    /// The most memory that it held at a time, in 1,024 bytes.
    pub max_rss_kib: u64,
}

impl RunCost {
    /// Processor time in all, seconds.
    pub fn busy_s(&self) -> f64 {
        self.user_s + self.system_s
    }
}

/// GNU time reports hundredths of a second: commands shorter than [`SHORT_S`] run this many times in a
/// row.
const REPEATS: u32 = 20;
const SHORT_S: f64 = 0.1;

/// Seconds after which a run is ended and reported as timed out.
const LIMIT_S: &str = "120";
/// How `timeout` of coreutils ends then.
const TIMED_OUT: i32 = 124;

/// Runs `command` and drops its output. Returns its last message if it failed.
pub fn run(command: &Command, folder: &Path) -> io::Result<Result<RunCost, String>> {
    let once = repeated(command, folder, 1)?;
    match &once {
        Ok(took) if took.busy_s() < SHORT_S => repeated(command, folder, REPEATS),
        _ => Ok(once),
    }
}

/// One of this many runs in a row. Starting each takes the shell some 0.2 ms, which counts as the
/// program's.
fn repeated(command: &Command, folder: &Path, times: u32) -> io::Result<Result<RunCost, String>> {
    let file = folder.join("time");
    let mut timed = Command::new("time");
    // Without `-q`, GNU time would write how a command failed before its figures.
    timed.args(["-q", "-f", "%U %S %M", "-o"]).arg(&file);
    if times > 1 {
        let each =
            "left=$1; shift; while [ $left -gt 0 ]; do \"$@\" || exit; left=$((left-1)); done";
        timed.args(["sh", "-c", each, "sh", &times.to_string()]);
    }
    timed.args(["timeout", LIMIT_S]).arg(command.get_program()).args(command.get_args());
    timed.stdin(Stdio::null()).stdout(Stdio::null());
    for (name, value) in command.get_envs() {
        timed.envs(value.map(|value| (name, value)));
    }
    let output = timed.output()?;
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.code() == Some(TIMED_OUT) {
        return Ok(Err(format!("not in {LIMIT_S} s")));
    }
    if !output.status.success() {
        return Ok(Err(errors.lines().last().unwrap_or("no word").to_owned()));
    }
    let text = fs::read_to_string(&file)?;
    let took = read(&text).map(|took| RunCost {
        user_s: took.user_s / f64::from(times),
        system_s: took.system_s / f64::from(times),
        ..took
    });
    Ok(took.ok_or_else(|| format!("`{}` is no time", text.trim())))
}

fn read(text: &str) -> Option<RunCost> {
    let mut words = text.split_whitespace();
    let (user_s, system_s) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    Some(RunCost { user_s, system_s, max_rss_kib: words.next()?.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_memory_are_read() {
        let took = RunCost { user_s: 1.25, system_s: 0.5, max_rss_kib: 4096 };
        assert_eq!(read("1.25 0.50 4096\n"), Some(took));
        assert_eq!((took.busy_s(), read("0.01 0.02")), (1.75, None));
    }
}
