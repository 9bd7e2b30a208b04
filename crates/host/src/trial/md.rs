//! md arrays over our loop devices: all of a trial that the kernel does not remove itself.
//!
//! An array is ours if every one of its members is a loop device with our label, which only root
//! can set and which the kernel keeps as long as the device is attached. No file has to be trusted
//! for that.
//!
//! Not here: creating and stopping arrays (mdadm(8), by `narrows trial`).
//!
//! Source: kernel Documentation/admin-guide/md.rst (`slaves` of a block device, md/...).

use std::path::{Path, PathBuf};

use super::loops;
use crate::programs::kernel_has;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftoverArray {
    pub device: PathBuf,
    pub label: String,
    /// The kernel names of its members, in the order of names.
    pub members: Vec<String>,
}

impl LeftoverArray {
    /// Whether its members are exactly these devices.
    pub fn is_over<'a>(&self, devices: impl Iterator<Item = &'a str>) -> bool {
        let mut devices: Vec<&str> = devices.collect();
        devices.sort_unstable();
        self.members == devices
    }
}

/// Whether the kernel has md, loaded or as a module.
pub fn is_there() -> bool {
    is_loaded() || kernel_has("md_mod")
}

pub fn is_loaded() -> bool {
    Path::new("/proc/mdstat").exists()
}

/// Every md array whose members are all loop devices of one trial.
pub fn ours() -> Vec<LeftoverArray> {
    let entries = std::fs::read_dir("/sys/block").into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let arrays = names.filter(|name| name.starts_with("md"));
    arrays.filter_map(|name| left(Path::new("/sys/block"), &name, &label)).collect()
}

fn label(member: &str) -> Option<String> {
    Some(loops::of_name(member.to_owned())?.label)
}

fn left(
    blocks: &Path,
    name: &str,
    label: &dyn Fn(&str) -> Option<String>,
) -> Option<LeftoverArray> {
    let members = std::fs::read_dir(blocks.join(name).join("slaves")).ok()?;
    let members: Option<Vec<String>> =
        members.map(|member| member.ok()?.file_name().into_string().ok()).collect();
    let mut members = members?;
    members.sort();
    let labels: Option<Vec<String>> = members.iter().map(|member| label(member)).collect();
    let labels = labels?;
    let first = labels.first()?.clone();
    let device = Path::new("/dev").join(name);
    labels.iter().all(|label| *label == first).then_some(LeftoverArray {
        device,
        label: first,
        members,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(arrays: &[(&str, &[&str])]) -> tempfile::TempDir {
        let tree = tempfile::tempdir().unwrap();
        for (array, members) in arrays {
            for member in *members {
                std::fs::create_dir_all(tree.path().join(array).join("slaves").join(member))
                    .unwrap();
            }
        }
        std::fs::create_dir_all(tree.path().join("md9/slaves")).unwrap();
        tree
    }

    #[test]
    fn only_an_array_of_our_devices_alone_is_ours() {
        let arrays: [(&str, &[&str]); 4] = [
            ("md0", &["loop0", "loop1"]),
            ("md1", &["loop0", "sda1"]),
            ("md2", &["loop0", "loop2"]),
            ("md3", &["sda1", "sdb1"]),
        ];
        let tree = tree(&arrays);
        let label = |member: &str| match member {
            "loop0" | "loop1" => Some("narrows-trial-7".to_owned()),
            "loop2" => Some("narrows-trial-8".to_owned()),
            _ => None,
        };
        let ours = |name: &str| left(tree.path(), name, &label);
        let expected = LeftoverArray {
            device: "/dev/md0".into(),
            label: "narrows-trial-7".to_owned(),
            members: vec!["loop0".to_owned(), "loop1".to_owned()],
        };
        assert_eq!(ours("md0"), Some(expected));
        // A member of another owner, of two trials, none at all, or no such array.
        for name in ["md1", "md2", "md3", "md9", "md4"] {
            assert_eq!(ours(name), None, "{name}");
        }
    }

    /// Another trial's array, or one that lost a member, does not match.
    #[test]
    fn an_array_is_known_by_its_members() {
        let tree = tree(&[("md0", &["loop1", "loop0"])]);
        let label = |_: &str| Some("narrows-trial-7".to_owned());
        let array = left(tree.path(), "md0", &label).unwrap();
        assert!(array.is_over(["loop1", "loop0"].into_iter()));
        for others in [&["loop0", "loop2"][..], &["loop0"], &["loop0", "loop1", "loop2"], &[]] {
            assert!(!array.is_over(others.iter().copied()), "{others:?}");
        }
    }
}
