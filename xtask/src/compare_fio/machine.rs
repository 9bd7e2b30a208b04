//! The machine that a record was made on.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Serialize;

use crate::shell;

/// What is worth knowing of it years later.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Machine {
    /// The kernel's release, as `uname -r`.
    pub kernel: String,
    /// The processor's name.
    pub cpu: String,
    /// Logical processors.
    pub logical_cpus: usize,
    /// The file system under the project.
    pub file_system: String,
    /// `fio --version`.
    pub fio: String,
}

/// This machine, with the file system of `folder`.
pub fn describe(folder: &Path) -> Result<Machine, Box<dyn std::error::Error>> {
    let cpus = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let mut df = Command::new("df");
    let file_system = shell::output(df.arg("--output=fstype").arg(folder)).unwrap_or_default();
    Ok(Machine {
        kernel: fs::read_to_string("/proc/sys/kernel/osrelease")?.trim().to_owned(),
        cpu: cpu_name(&cpus).to_owned(),
        logical_cpus: std::thread::available_parallelism().map_or(0, usize::from),
        file_system: file_system.lines().last().unwrap_or_default().trim().to_owned(),
        fio: shell::output(Command::new("fio").arg("--version"))?.trim().to_owned(),
    })
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
}
