//! Our side: the binary as users get it, and its JSON output (`narrows.run/1`, docs/json.md).

use std::path::{Path, PathBuf};

use narrows_units::Bytes;
use serde_json::Value;

use super::figure::EngineFigures;
use super::question::EngineTools;
use super::side::BenchSide;
use xtask::{Fallible, binary, shell};

/// Builds the binary unless the environment names one, such as the packaged one; gives its path.
pub fn build(root: &Path) -> Fallible<PathBuf> {
    if let Some(path) = binary::named() {
        return Ok(path);
    }
    // One question is handed on to the binary for many hosts.
    let words = ["build", "--release", "--package", "narrows", "--package", "narrows-hosts"];
    shell::run(&mut shell::cargo(&words))?;
    Ok(root.join("target/release/narrows"))
}

/// It, on the chosen core, with nothing to do yet.
pub fn side(tools: &EngineTools) -> BenchSide {
    free(tools).pinned(tools.cpu)
}

/// The same on any core.
pub fn free(tools: &EngineTools) -> BenchSide {
    BenchSide::new("narrows", &tools.narrows, figure)
        .variable("XDG_STATE_HOME", tools.state.display().to_string())
}

/// Arguments common to all our runs.
pub fn stream(block: Bytes, depth: u32, time_s: u32) -> Vec<String> {
    let block = block.get();
    let words = format!("--block {block} --depth {depth} --time {time_s}s --no-report --json");
    words.split(' ').map(str::to_owned).collect()
}

/// The files of `--keep`: the one named, and its journal.
pub fn kept(file: &Path) -> [PathBuf; 2] {
    let mut journal = file.as_os_str().to_owned();
    journal.push(".narrows");
    [file.to_owned(), journal.into()]
}

/// `results[0]`.
fn figure(text: &str) -> Option<EngineFigures> {
    let run: Value = serde_json::from_str(text).ok()?;
    let result = run.get("results")?.get(0)?;
    let number = |key| result.get(key).and_then(Value::as_f64);
    let user = number("user_cpu_us_per_io");
    let threads = result.get("threads").and_then(Value::as_array);
    Some(EngineFigures {
        mb_s: number("mb_s").filter(|rate| *rate > 0.0)?,
        iops: number("iops").filter(|rate| *rate > 0.0)?,
        user_us_per_io: user,
        system_us_per_io: threads.and_then(|threads| Some(user? * system_to_user(threads)?)),
        p99_us: result.get("latency_us").and_then(|it| it.get("p99")?.as_f64()),
    })
}

/// The threads' time in the kernel for each second in user mode.
fn system_to_user(threads: &[Value]) -> Option<f64> {
    let sum = |key| -> Option<f64> { threads.iter().map(|it| it.get(key)?.as_f64()).sum() };
    let (user, system) = (sum("user")?, sum("system")?);
    (user > 0.0).then(|| system / user)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read() {
        // 0.02 us in user mode and eight times as much in the kernel: 0.16 us.
        let run = r#"{"results": [{"mb_s": 235.0, "iops": 1793.0, "user_cpu_us_per_io": 0.02,
            "threads": [{"user": 0.1, "system": 0.8}], "latency_us": {"p50": 1.0, "p99": 17.5}}]}"#;
        let read = figure(run).unwrap();
        assert_eq!((read.mb_s, read.iops, read.p99_us), (235.0, 1793.0, Some(17.5)));
        assert!((read.system_us_per_io.unwrap() - 0.16).abs() < 1e-9);
    }

    #[test]
    fn no_figure_is_no_zero() {
        assert_eq!(figure(r#"{"results": []}"#), None);
        assert_eq!(figure(r#"{"results": [{"mb_s": 0.0, "iops": 0.0}]}"#), None);
        let bare = figure(r#"{"results": [{"mb_s": 1.0, "iops": 1.0, "threads": []}]}"#).unwrap();
        assert_eq!((bare.user_us_per_io, bare.system_us_per_io), (None, None));
    }
}
