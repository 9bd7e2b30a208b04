//! A bandwidth limit on a block device for ourselves and the programs that we start.
//!
//! The limit stands in a control group of its own: one that a kill leaves behind holds no process
//! and limits nobody, and the next call removes it. Source: the kernel's
//! Documentation/admin-guide/cgroup-v1/blkio-controller.rst, "Throttling/Upper limit policy".

use std::fs;
use std::path::{Path, PathBuf};

use crate::Done;

/// Where the controller is mounted.
pub const CONTROLLER: &str = "/sys/fs/cgroup/blkio";
const GROUP: &str = "narrows-rig";

/// Limits us until it is dropped.
pub struct Throttle {
    home: PathBuf,
    group: PathBuf,
}

impl Throttle {
    /// Limits reads of the device `number` (`major:minor`) to `bytes_per_s`.
    pub fn reads(number: &str, bytes_per_s: u64) -> Result<Self, Box<dyn std::error::Error>> {
        let groups = fs::read_to_string("/proc/self/cgroup")?;
        let home = Path::new(CONTROLLER).join(own_group(&groups).trim_start_matches('/'));
        let group = Path::new(CONTROLLER).join(GROUP);
        // What a killed run left; not there is the usual case.
        let _ = fs::remove_dir(&group);
        fs::create_dir_all(&group)?;
        let throttle = Self { home, group };
        let rule = throttle.group.join("blkio.throttle.read_bps_device");
        fs::write(rule, format!("{number} {bytes_per_s}"))?;
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

impl Drop for Throttle {
    fn drop(&mut self) {
        if let Err(error) = move_to(&self.home).and_then(|()| Ok(fs::remove_dir(&self.group)?)) {
            eprintln!("{} stays behind: {error}", self.group.display());
        }
    }
}

fn move_to(group: &Path) -> Done {
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
