//! Limits of control groups on a process's drive I/O, and their counts so far.
//!
//! For: naming the limit that throttles a job. Version 2 counts a limit for a group and all below it, so the
//! limits of all groups above a process's apply to it; version 1 for the group alone.
//!
//! Not here: whether a limit was reached (the cli), which one a job waits for (`narrows-verdict`).
//!
//! Source: kernel Documentation/admin-guide/cgroup-v2.rst ("IO Interface Files", `io.max`, `io.stat`,
//! `memory.pressure`), Documentation/admin-guide/cgroup-v1/blkio-controller.rst (`blkio.throttle.*`), cgroups(7)
//! (`/proc/PID/cgroup`).

use super::Sampler;
use super::tasks::{Pressure, pressure};
use crate::name::device_number;

/// Mount points of the hierarchies with systemd and distributions.
const VERSION_2: [&str; 2] = ["sys/fs/cgroup", "sys/fs/cgroup/unified"];
const VERSION_1: &str = "sys/fs/cgroup/blkio";
/// Version 1: a limit's file, the file that counts against it, the word in that file, and whether it counts bytes.
const THROTTLES: [(&str, &str, &str, bool); 4] = [
    ("blkio.throttle.read_bps_device", "blkio.throttle.io_service_bytes", "Read", true),
    ("blkio.throttle.write_bps_device", "blkio.throttle.io_service_bytes", "Write", true),
    ("blkio.throttle.read_iops_device", "blkio.throttle.io_serviced", "Read", false),
    ("blkio.throttle.write_iops_device", "blkio.throttle.io_serviced", "Write", false),
];
/// Version 2: a limit's key in `io.max`, the key in `io.stat` that counts against it, and whether it counts bytes.
const MOST: [(&str, &str, bool); 4] = [
    ("rbps", "rbytes", true),
    ("wbps", "wbytes", true),
    ("riops", "rios", false),
    ("wiops", "wios", false),
];
/// No hierarchy is as deep.
const DEEPEST: usize = 32;
/// Most groups beside one that are searched.
const MOST_SIBLINGS: usize = 64;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GroupLimit {
    /// The group's path below the hierarchy's root.
    pub group: String,
    pub file: &'static str,
    pub device: (u32, u32),
    pub is_read: bool,
    pub is_bytes: bool,
    /// Bytes or requests a second.
    pub allows: u64,
}

impl Sampler {
    /// The limits that apply to a process, each with the amount counted against it so far.
    pub fn group_limits(&self, process: u32) -> Vec<(GroupLimit, u64)> {
        let mut limits = Vec::new();
        for (hierarchy, path) in self.groups(process) {
            if hierarchy == VERSION_1 {
                self.throttles(&path, &mut limits);
            } else {
                let above = std::iter::successors(Some(path.as_str()), |path| parent(path));
                above.take(DEEPEST).for_each(|path| self.most(hierarchy, path, &mut limits));
            }
        }
        limits
    }

    /// How long tasks of the process's own group waited for memory; `None` if version 2 does not say.
    pub fn group_memory_pressure(&self, process: u32) -> Option<Pressure> {
        let mut groups = self.groups(process).into_iter().filter(|(at, _)| *at != VERSION_1);
        groups.find_map(|(hierarchy, path)| {
            pressure(&self.text(&format!("{hierarchy}{path}/memory.pressure"))?)
        })
    }

    /// Whether the process's group, or one beside it, is promised a latency: others are held back for that.
    pub fn has_latency_targets(&self, process: u32) -> bool {
        self.groups(process).into_iter().filter(|(at, _)| *at != VERSION_1).any(|(at, path)| {
            let Some(above) = parent(&path) else { return false };
            let folder = format!("{at}{above}");
            self.list(&folder).take(MOST_SIBLINGS).any(|name| {
                let text = self.text(&format!("{folder}/{name}/io.latency"));
                text.is_some_and(|text| text.contains("target="))
            })
        })
    }

    /// The hierarchies that tell of drives, and the process's group in each.
    fn groups(&self, process: u32) -> Vec<(&'static str, String)> {
        let text = self.text(&format!("proc/{process}/cgroup")).unwrap_or_default();
        let mut groups = Vec::new();
        for line in text.lines() {
            // Hierarchy, controllers and path, of which only the path may contain colons.
            let mut parts = line.splitn(3, ':').skip(1);
            let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
            // A path that leaves its root is another name space's, and cannot be found from here.
            if path.split('/').any(|part| part == "..") {
                continue;
            }
            let path = path.trim_end_matches('/');
            if controllers.is_empty() {
                // Which of the two is mounted depends on the system; the other has no files.
                groups.extend(VERSION_2.map(|at| (at, path.to_owned())));
            } else if controllers.split(',').any(|one| one == "blkio") {
                groups.push((VERSION_1, path.to_owned()));
            }
        }
        groups
    }

    fn throttles(&self, path: &str, limits: &mut Vec<(GroupLimit, u64)>) {
        for (file, counter, word, is_bytes) in THROTTLES {
            let Some(text) = self.text(&format!("{VERSION_1}{path}/{file}")) else { continue };
            let counts = self.text(&format!("{VERSION_1}{path}/{counter}")).unwrap_or_default();
            for line in text.lines() {
                let Some((device, allows)) = line.split_once(' ') else { continue };
                let done = counts.lines().find_map(|line| {
                    let count = line.strip_prefix(device)?.trim().strip_prefix(word)?;
                    count.trim().parse().ok()
                });
                let (Some(number), Ok(allows)) = (device_number(device), allows.trim().parse())
                else {
                    continue;
                };
                let group = path.to_owned();
                let is_read = word == "Read";
                let limit = GroupLimit { group, file, device: number, is_read, is_bytes, allows };
                limits.push((limit, done.unwrap_or(0)));
            }
        }
    }

    fn most(&self, hierarchy: &str, path: &str, limits: &mut Vec<(GroupLimit, u64)>) {
        let Some(text) = self.text(&format!("{hierarchy}{path}/io.max")) else { return };
        let counts = self.text(&format!("{hierarchy}{path}/io.stat")).unwrap_or_default();
        for line in text.lines() {
            let Some((device, values)) = line.split_once(' ') else { continue };
            let Some(number) = device_number(device) else { continue };
            let is_its = |line: &&str| line.split_once(' ').is_some_and(|(it, _)| it == device);
            let counts = counts.lines().find(is_its).unwrap_or_default();
            for (key, counter, is_bytes) in MOST {
                // Without a limit it says `max`.
                let Some(allows) = value(values, key) else { continue };
                let limit = GroupLimit {
                    group: path.to_owned(),
                    file: "io.max",
                    device: number,
                    is_read: key.starts_with('r'),
                    is_bytes,
                    allows,
                };
                limits.push((limit, value(counts, counter).unwrap_or(0)));
            }
        }
    }
}

/// The number behind `key=`.
fn value(line: &str, key: &str) -> Option<u64> {
    let words = line.split_whitespace().filter_map(|word| word.split_once('='));
    words.filter(|(name, _)| *name == key).find_map(|(_, value)| value.parse().ok())
}

fn parent(path: &str) -> Option<&str> {
    path.rsplit_once('/').map(|(above, _)| above)
}

#[cfg(test)]
mod tests {
    use super::super::tests::tree;
    use super::*;

    /// A service in a slice, whose limits hold for it as well; a limit at another device; `max` is none.
    #[test]
    fn limits_of_version_2_hold_for_all_below() {
        let (_folder, sampler) = tree(&[
            ("proc/10/cgroup", "0::/jobs.slice/backup.service\n"),
            (
                "sys/fs/cgroup/jobs.slice/io.max",
                "8:16 rbps=20000000 wbps=max riops=max wiops=120\n",
            ),
            (
                "sys/fs/cgroup/jobs.slice/io.stat",
                "8:0 rbytes=9 wios=9\n8:16 rbytes=500 wbytes=1 rios=3 wios=7\n",
            ),
            (
                "sys/fs/cgroup/jobs.slice/backup.service/io.max",
                "8:0 rbps=max wbps=1000 riops=max wiops=max\n",
            ),
            (
                "sys/fs/cgroup/jobs.slice/backup.service/memory.pressure",
                "some avg10=0.00 avg60=0.00 avg300=0.00 total=12\n",
            ),
            ("sys/fs/cgroup/jobs.slice/other.service/io.latency", "8:16 target=5000\n"),
        ]);
        let limits = sampler.group_limits(10);
        let shown = limits.iter().map(|(limit, done)| {
            (limit.group.as_str(), limit.device, limit.is_read, limit.is_bytes, limit.allows, *done)
        });
        let shown: Vec<_> = shown.collect();
        assert_eq!(
            shown,
            [
                ("/jobs.slice/backup.service", (8, 0), false, true, 1000, 0),
                ("/jobs.slice", (8, 16), true, true, 20_000_000, 500),
                ("/jobs.slice", (8, 16), false, false, 120, 7),
            ]
        );
        assert_eq!(sampler.group_memory_pressure(10), Some(Pressure { some_us: 12 }));
        assert!(sampler.has_latency_targets(10));
        assert_eq!(sampler.group_limits(11), []);
    }

    #[test]
    fn limits_of_version_1_hold_for_the_group() {
        let bytes = "7:0 Read 4096\n7:0 Write 8192\n7:0 Total 12288\nTotal 12288\n";
        let (_folder, sampler) = tree(&[
            ("proc/10/cgroup", "5:cpu,cpuacct:/\n4:blkio:/held/one\n0::/\n"),
            ("sys/fs/cgroup/blkio/held/one/blkio.throttle.write_bps_device", "7:0 10000000\n"),
            ("sys/fs/cgroup/blkio/held/one/blkio.throttle.io_service_bytes", bytes),
            ("sys/fs/cgroup/blkio/held/blkio.throttle.write_bps_device", "7:0 5\n"),
        ]);
        let limits = sampler.group_limits(10);
        assert_eq!(limits.len(), 1);
        let (limit, done) = &limits[0];
        assert_eq!(
            (limit.group.as_str(), limit.device, limit.allows),
            ("/held/one", (7, 0), 10_000_000)
        );
        assert_eq!((limit.is_read, limit.is_bytes, *done), (false, true, 8192));
        assert!(!sampler.has_latency_targets(10));
    }

    #[test]
    fn a_path_of_another_name_space_is_not_followed() {
        let (_folder, sampler) = tree(&[
            ("proc/10/cgroup", "0::/../../etc\n"),
            ("sys/fs/cgroup/io.max", "8:0 rbps=1 wbps=max riops=max wiops=max\n"),
        ]);
        assert_eq!(sampler.group_limits(10), []);
    }
}
