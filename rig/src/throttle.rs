//! Limits on a block device for ourselves and the programs that we start.
//!
//! The limit is in its own control group: one that a kill leaves behind contains no process and
//! limits nothing, and the next call removes it. Source: the kernel's
//! Documentation/admin-guide/cgroup-v1/blkio-controller.rst, "Throttling/Upper limit policy".

use std::fs;
use std::path::{Path, PathBuf};

use xtask::Fallible;

pub const CONTROLLER: &str = "/sys/fs/cgroup/blkio";
const GROUP: &str = "narrows-rig";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThrottleRule {
    /// Bytes read a second.
    ReadBytes(u64),
    /// Bytes written a second.
    WriteBytes(u64),
    Reads(u64),
}

pub struct DeviceThrottle {
    home: PathBuf,
    group: PathBuf,
}

impl DeviceThrottle {
    /// Limits the device `number` (`major:minor`).
    pub fn new(number: &str, limits: &[ThrottleRule]) -> Fallible<Self> {
        let groups = fs::read_to_string("/proc/self/cgroup")?;
        let home = Path::new(CONTROLLER).join(own_group(&groups).trim_start_matches('/'));
        let group = Path::new(CONTROLLER).join(GROUP);
        // Left by a killed run; usually missing.
        let _ = fs::remove_dir(&group);
        fs::create_dir_all(&group)?;
        let throttle = Self { home, group };
        for limit in limits {
            let (rule, rate) = limit.rule();
            fs::write(throttle.group.join(rule), format!("{number} {rate}"))?;
        }
        move_to(&throttle.group)?;
        Ok(throttle)
    }

    /// Why no limit can be set here; none when one can.
    pub fn missing() -> Option<String> {
        let rule = format!("{CONTROLLER}/blkio.throttle.read_bps_device");
        let what = format!("the block I/O controller of cgroup v1 is not at {CONTROLLER}");
        (!Path::new(&rule).exists()).then_some(what)
    }
}

impl ThrottleRule {
    /// The controller's file, and the value to write there.
    fn rule(self) -> (&'static str, u64) {
        match self {
            Self::ReadBytes(rate) => ("blkio.throttle.read_bps_device", rate),
            Self::WriteBytes(rate) => ("blkio.throttle.write_bps_device", rate),
            Self::Reads(rate) => ("blkio.throttle.read_iops_device", rate),
        }
    }
}

impl std::fmt::Display for ThrottleRule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::ReadBytes(rate) => write!(f, "{rate} B/s read"),
            Self::WriteBytes(rate) => write!(f, "{rate} B/s written"),
            Self::Reads(rate) => write!(f, "{rate} reads/s"),
        }
    }
}

impl Drop for DeviceThrottle {
    fn drop(&mut self) {
        if let Err(error) = move_to(&self.home).and_then(|()| Ok(fs::remove_dir(&self.group)?)) {
            eprintln!("{} stays behind: {error}", self.group.display());
        }
    }
}

fn move_to(group: &Path) -> Fallible {
    Ok(fs::write(group.join("cgroup.procs"), std::process::id().to_string())?)
}

/// Our group below the controller, out of `/proc/self/cgroup`: lines of `id:controllers:path`.
fn own_group(groups: &str) -> &str {
    let line = groups.lines().find_map(|line| {
        let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
        controllers.split(',').any(|it| it == "blkio").then_some(path)
    });
    line.unwrap_or("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_group_is_told_by_its_controller() {
        assert_eq!(own_group("9:name=systemd:/a\n7:cpu,blkio:/b/c\n0::/\n"), "/b/c");
        assert_eq!(own_group("0::/\n"), "/");
    }
}
