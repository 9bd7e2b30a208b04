//! A control group with limits on block devices.
//!
//! Source: the kernel's Documentation/admin-guide/cgroup-v1/blkio-controller.rst.

use std::fs;
use std::path::{Path, PathBuf};

use super::plan::LoopRates;
use crate::throttle::CONTROLLER;
use xtask::Fallible;

const WAYS: [&str; 2] = ["read", "write"];
const UNITS: [&str; 2] = ["bps", "iops"];

/// Removed when dropped, unless a process is still inside.
pub struct LimitGroup {
    path: PathBuf,
}

impl LimitGroup {
    pub fn new(name: &str) -> std::io::Result<Self> {
        let path = PathBuf::from(Self::place(name));
        fs::create_dir_all(&path)?;
        Ok(Self { path })
    }

    pub fn place(name: &str) -> String {
        format!("{CONTROLLER}/{name}")
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn limit(&self, number: &str, rates: LoopRates) -> Fallible {
        for (way, bytes_per_s) in WAYS.into_iter().zip([rates.reads, rates.writes]) {
            let rule = self.path.join(format!("blkio.throttle.{way}_bps_device"));
            fs::write(rule, format!("{number} {bytes_per_s}"))?;
        }
        Ok(())
    }
}

/// Takes all limits away and removes the group, unless a process is inside: requests that a limit
/// holds back would keep devices and processes for as long.
pub fn remove(group: &Path) {
    for (way, unit) in WAYS.into_iter().flat_map(|way| UNITS.map(|unit| (way, unit))) {
        let rules = group.join(format!("blkio.throttle.{way}_{unit}_device"));
        let lines = fs::read_to_string(&rules).unwrap_or_default();
        for number in lines.lines().filter_map(|line| line.split(' ').next()) {
            // A device that is gone has no rule.
            let _ = fs::write(&rules, format!("{number} 0"));
        }
    }
    // Whoever is inside keeps it; the next rig removes it then.
    let _ = fs::remove_dir(group);
}

impl Drop for LimitGroup {
    fn drop(&mut self) {
        remove(&self.path);
    }
}
