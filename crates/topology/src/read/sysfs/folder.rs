//! A folder of the tree and its typed attributes.

use std::collections::BTreeSet;
use std::str::FromStr;

use crate::pci::{PciAddress, hex};
use crate::read::{FileTree, FileTreeEntry};

/// A folder with every link on the way to it followed.
#[derive(Clone, Debug)]
pub(super) struct SysfsFolder<'tree> {
    pub tree: &'tree FileTree,
    /// The real path, from which parents can be read.
    pub path: String,
}

impl<'tree> SysfsFolder<'tree> {
    /// The folder at `path`; `None` if a link leads nowhere.
    pub fn at(tree: &'tree FileTree, path: &str) -> Option<Self> {
        Some(Self { tree, path: tree.resolve(path)? })
    }

    /// The folder `name` in this one, links followed; it need not exist.
    pub fn folder(&self, name: &str) -> Option<Self> {
        let path = self.inside(name);
        match self.tree.entry(&path) {
            Some(FileTreeEntry::Link(_)) => Self::at(self.tree, &path),
            // Nothing on the way here is a link, so that only the last part could be one.
            _ if !name.contains('/') => Some(Self { tree: self.tree, path }),
            _ => Self::at(self.tree, &path),
        }
    }

    pub fn above(&self) -> Option<Self> {
        let (path, _) = self.path.rsplit_once('/')?;
        Some(Self { tree: self.tree, path: path.to_owned() })
    }

    /// The path of something in this folder.
    pub fn inside(&self, name: &str) -> String {
        format!("{}/{name}", self.path)
    }

    /// The folder's own name.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    /// An attribute's text, without the white space around it.
    pub fn text(&self, name: &str) -> Option<&'tree str> {
        let path = self.inside(name);
        // Most requested attributes do not exist: one look-up shows that.
        self.tree.entry(&path).and_then(|_| self.tree.text(&path))
    }

    /// An attribute's text as an owned string.
    pub fn owned(&self, name: &str) -> Option<String> {
        self.text(name).map(str::to_owned)
    }

    /// A decimal attribute.
    pub fn number<T: FromStr>(&self, name: &str) -> Option<T> {
        self.text(name)?.parse().ok()
    }

    /// A hexadecimal attribute such as `0x144d`.
    pub fn hex(&self, name: &str) -> Option<u32> {
        hex(self.text(name)?.strip_prefix("0x")?, 8)
    }

    /// A yes-or-no attribute, `1` or `0`.
    pub fn flag(&self, name: &str) -> Option<bool> {
        self.number::<u64>(name).map(|number| number != 0)
    }

    /// Whether an entry exists.
    pub fn has(&self, name: &str) -> bool {
        self.tree.exists(&self.inside(name))
    }

    /// The last part of the target of the link `name`, whether or not the target was captured.
    pub fn link(&self, name: &str) -> Option<String> {
        let from = self.inside(name);
        let Some(FileTreeEntry::Link(target)) = self.tree.entry(&from) else { return None };
        // A link that leads out of the tree still names its target.
        let to = self.tree.resolve(&from).unwrap_or_else(|| target.clone());
        to.rsplit('/').next().filter(|name| !name.is_empty()).map(str::to_owned)
    }

    /// The names in it, one by one; a name may come twice.
    pub fn names(&self) -> impl Iterator<Item = &'tree str> + use<'tree> {
        self.tree.names(&self.path)
    }

    /// The number of names in it, up to `most`.
    pub fn count(&self, most: usize) -> Option<u32> {
        // `names` may give a name twice.
        let names: BTreeSet<&str> = self.names().take(2 * most).collect();
        (!names.is_empty()).then_some(names.len().min(most) as u32)
    }

    /// The folder's parts, outermost first.
    pub fn parts(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.path.split('/')
    }

    /// The innermost PCI function on the way here.
    pub fn function(&self) -> Option<PciAddress> {
        self.parts().rev().find_map(function_named)
    }
}

/// A folder name as a function's address; sysfs always writes the domain.
pub(super) fn function_named(name: &str) -> Option<PciAddress> {
    let with_domain = name.bytes().filter(|&byte| byte == b':').count() == 2;
    with_domain.then(|| name.parse().ok())?
}

/// The first temperature of a hardware monitor in whole degrees Celsius. The sensor is either
/// directly in the folder (`hwmon3`) or one level deeper (`hwmon/hwmon3`).
///
/// Source: Documentation/hwmon/sysfs-interface.rst, `temp1_input` in millidegrees; drivers/nvme/
/// host/hwmon.c, where it is the composite temperature.
pub(super) fn temperature(device: &SysfsFolder) -> Option<i32> {
    let deeper = device.folder("hwmon")?;
    let sensors = |folder: &SysfsFolder| {
        let mut names = folder.names().take(MOST_NAMES);
        names.find(|name| numbered(name, "hwmon").is_some()).map(str::to_owned)
    };
    let sensor = match sensors(device) {
        Some(name) => device.folder(&name)?,
        None => deeper.folder(&sensors(&deeper)?)?,
    };
    let millidegrees: i32 = sensor.number("temp1_input")?;
    Some(millidegrees.saturating_add(500).div_euclid(1000))
}

/// Most names of one folder that are searched.
pub(super) const MOST_NAMES: usize = 4096;

/// The number of `nvme3` for the prefix `nvme`; `None` for any other name.
pub(super) fn numbered(name: &str, prefix: &str) -> Option<u32> {
    let digits = name.strip_prefix(prefix)?;
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok())?
}
