//! The two that are compared, with the same question put to each.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Serialize;
use serde_json::Value;

use super::options::Options;
use crate::shell;

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

const BLOCK_BYTES: u32 = 128 * 1024;
const DEPTH: u32 = 32;

/// Who measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Our engine.
    Narrows,
    /// The judge.
    Fio,
}

/// What one measurement gave.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// 10^6 bytes per second.
    pub mb_s: f64,
    /// Operations per second.
    pub iops: f64,
}

/// The file that both read, and how long.
pub struct Judged {
    binary: PathBuf,
    file: PathBuf,
    state: PathBuf,
    time_s: u32,
    same_memory: bool,
}

/// Builds the binary as users get it; gives its path.
pub fn build(root: &Path) -> Fallible<PathBuf> {
    shell::run(&mut shell::cargo(&["build", "--release", "--package", "narrows"]))?;
    Ok(root.join("target/release/narrows"))
}

impl Judged {
    /// Both sides read `file`; our runs are kept in `folder`, not among the user's own. With
    /// `same_memory` fio reads into reserved huge pages.
    pub fn new(
        binary: &Path,
        file: &Path,
        folder: &Path,
        options: &Options,
        same_memory: bool,
    ) -> Self {
        let (binary, file, state) = (binary.into(), file.into(), folder.join("state"));
        Self { binary, file, state, time_s: options.time_s, same_memory }
    }

    /// One measurement.
    pub fn measure(&self, side: Side) -> Fallible<Figure> {
        match side {
            Side::Narrows => {
                let text = shell::output(&mut self.narrows())?;
                our_figure(&text).ok_or_else(|| no_figure("narrows", &text))
            }
            Side::Fio => {
                let text = shell::output(&mut self.fio())?;
                fio_figure(&text).ok_or_else(|| no_figure("fio", &text))
            }
        }
    }

    fn narrows(&self) -> Command {
        let mut command = Command::new(&self.binary);
        command.args(["measure", "--pattern", "sequential", "--block", "128K", "--json"]);
        command.args(["--depth", &DEPTH.to_string(), "--time", &format!("{}s", self.time_s)]);
        command.arg("--file").arg(&self.file);
        command.env("XDG_STATE_HOME", &self.state);
        command
    }

    fn fio(&self) -> Command {
        let mut command = Command::new("fio");
        command.args(["--name=judge", "--readonly", "--ioengine=io_uring", "--direct=1"]);
        command.args(["--rw=read", "--time_based", "--output-format=json"]);
        command.arg(format!("--bs={BLOCK_BYTES}")).arg(format!("--iodepth={DEPTH}"));
        command.arg(format!("--runtime={}s", self.time_s));
        command.arg(format!("--filename={}", self.file.display()));
        if self.same_memory {
            command.arg("--iomem=mmaphuge");
        }
        command
    }
}

fn no_figure(who: &str, text: &str) -> Box<dyn std::error::Error> {
    let start: String = text.chars().take(200).collect();
    format!("{who} gave no figure: {start}").into()
}

/// `results[0]` of a `narrows.run/1` document.
fn our_figure(text: &str) -> Option<Figure> {
    let run: Value = serde_json::from_str(text).ok()?;
    let result = run.get("results")?.get(0)?;
    Some(Figure { mb_s: positive(result, "mb_s")?, iops: positive(result, "iops")? })
}

/// fio may put warnings before its JSON. `bw_bytes` is bytes per second; `bw` is KiB per second.
fn fio_figure(text: &str) -> Option<Figure> {
    let run: Value = serde_json::from_str(text.get(text.find('{')?..)?).ok()?;
    let read = run.get("jobs")?.get(0)?.get("read")?;
    Some(Figure { mb_s: positive(read, "bw_bytes")? / 1e6, iops: positive(read, "iops")? })
}

fn positive(object: &Value, key: &str) -> Option<f64> {
    object.get(key)?.as_f64().filter(|number| *number > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_from_both() {
        let ours = r#"{"results": [{"mb_s": 235.0, "iops": 1793.0}]}"#;
        assert_eq!(our_figure(ours), Some(Figure { mb_s: 235.0, iops: 1793.0 }));
        let fio = r#"note: x
            {"jobs": [{"read": {"bw": 229492, "bw_bytes": 235000000, "iops": 1793.0}}]}"#;
        assert_eq!(fio_figure(fio), Some(Figure { mb_s: 235.0, iops: 1793.0 }));
    }

    #[test]
    fn no_figure_is_no_zero() {
        assert_eq!(our_figure(r#"{"results": []}"#), None);
        assert_eq!(fio_figure(r#"{"jobs": [{"read": {"bw_bytes": 0, "iops": 0}}]}"#), None);
        assert_eq!(fio_figure("no json"), None);
    }
}
