//! The machine that a record was made on.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::Fallible;
use crate::shell;

/// Facts worth knowing about it years later.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RecordMachine {
    pub kernel: String,
    pub cpu: String,
    pub logical_cpus: usize,
    pub file_system: String,
    /// `fio --version`.
    pub fio: String,
    /// Load averages over 1, 5 and 15 minutes when it began: others on the machine show here.
    pub load: String,
    /// Share of processor time meanwhile that a host gave to other guests, percent.
    pub stolen_percent: f64,
}

pub fn cpu() -> String {
    let cpus = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    cpu_name(&cpus).to_owned()
}

/// This machine, with the file system of `folder`.
pub fn describe(folder: &Path) -> Fallible<RecordMachine> {
    let mut df = Command::new("df");
    let file_system = shell::output(df.arg("--output=fstype").arg(folder)).unwrap_or_default();
    Ok(RecordMachine {
        kernel: fs::read_to_string("/proc/sys/kernel/osrelease")?.trim().to_owned(),
        cpu: cpu(),
        logical_cpus: std::thread::available_parallelism().map_or(0, usize::from),
        file_system: file_system.lines().last().unwrap_or_default().trim().to_owned(),
        fio: shell::output(Command::new("fio").arg("--version"))?.trim().to_owned(),
        load: load_now(),
        stolen_percent: 0.0,
    })
}

/// The last processor that we may run on: interrupts and housekeeping prefer the first.
pub fn last_cpu() -> u32 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    allowed_cpus(&status).and_then(last_of_list).unwrap_or(0)
}

/// `Cpus_allowed_list` of proc_pid_status(5): ranges and numbers, such as `0-3,8`.
fn allowed_cpus(status: &str) -> Option<&str> {
    status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).map(str::trim)
}

fn last_of_list(list: &str) -> Option<u32> {
    list.rsplit([',', '-']).next()?.parse().ok()
}

/// Load averages over 1, 5 and 15 minutes.
pub fn load_now() -> String {
    load(&fs::read_to_string("/proc/loadavg").unwrap_or_default())
}

/// The first three words of proc_loadavg(5).
fn load(text: &str) -> String {
    text.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}

/// Processor time of the whole machine, in clock ticks since it started.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ticks {
    all: u64,
    stolen: u64,
}

impl Ticks {
    /// Until now; zeros if the kernel does not report them.
    pub fn now() -> Self {
        Self::read(&fs::read_to_string("/proc/stat").unwrap_or_default()).unwrap_or_default()
    }

    pub fn stolen_percent_since(self, before: Self) -> f64 {
        let all = self.all.saturating_sub(before.all).max(1);
        self.stolen.saturating_sub(before.stolen) as f64 / all as f64 * 100.0
    }

    /// The line `cpu` of proc_stat(5): user, nice, system, idle, iowait, irq, softirq, steal; the
    /// guests' time after that is in user and nice already.
    fn read(stat: &str) -> Option<Self> {
        let words = stat.lines().next()?.strip_prefix("cpu ")?.split_whitespace();
        let ticks: Vec<u64> = words.take(8).filter_map(|word| word.parse().ok()).collect();
        Some(Self { all: ticks.iter().sum(), stolen: *ticks.get(7)? })
    }
}

/// The first `model name` of `/proc/cpuinfo` (x86); other architectures do not tell one.
fn cpu_name(cpus: &str) -> &str {
    let names = cpus.lines().filter_map(|line| line.split_once(':'));
    let mut names = names.filter(|(key, _)| key.trim() == "model name");
    names.next().map_or("unknown", |(_, name)| name.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_is_named() {
        assert_eq!(cpu_name("processor\t: 0\nmodel name\t: A: B\nmodel name\t: C\n"), "A: B");
        assert_eq!(cpu_name(""), "unknown");
    }

    #[test]
    fn the_last_allowed_processor_is_taken() {
        let status = "Name:\tx\nCpus_allowed_list:\t0-3,8\n";
        assert_eq!(allowed_cpus(status).and_then(last_of_list), Some(8));
        assert_eq!(last_of_list("0-3"), Some(3));
        assert_eq!(last_of_list(""), None);
    }

    #[test]
    fn stolen_time_is_a_part_of_all() {
        // 100 ticks between, 5 of them stolen.
        let before = Ticks::read("cpu  10 0 10 70 0 0 0 10 3 0\ncpu0 1").unwrap();
        let after = Ticks::read("cpu  40 0 40 100 0 0 5 15 9 0\n").unwrap();
        assert_eq!(after.stolen_percent_since(before), 5.0);
        assert_eq!(load("0.5 0.4 0.3 1/99 1234\n"), "0.5 0.4 0.3");
    }
}
