//! Volatile write caches: the kernel's view of a disk, and the drive's own setting.
//!
//! The two are not the same. `queue/write_cache` only decides whether the kernel sends flushes and
//! forced writes; with `write through` a drive whose cache is on keeps data in it unflushed, and a
//! power cut loses data that every program believed to be safe. The drive's own cache is switched
//! by a command to the drive.
//!
//! Source: kernel Documentation/ABI/stable/sysfs-block (write_cache),
//! Documentation/scsi/sd-parameters.rst (cache_type: values without `temporary` are saved in the
//! drive and survive a restart; with it the drive is not informed at all), drivers/scsi/sd.c
//! (`cache_type_store`), hdparm(8) (-W).

use rustix::io::Errno;

use super::{Tunable, is_name};
use crate::Root;
use crate::nvme::{feature, is_controller};
use crate::root::RootReader;

/// The drive has a volatile write cache, and it is on.
pub const WRITE_BACK: &str = "write back";
/// It has none, or it is off: completed writes are durable.
pub const WRITE_THROUGH: &str = "write through";

/// Whether the kernel sends flushes to a disk, by kernel name.
pub fn write_cache(disk: &str) -> Option<Tunable> {
    is_name(disk).then(|| Tunable::WriteCache(disk.to_owned()))
}

/// The volatile write cache of the drive behind a disk, by kernel name. `None` if it is not a SCSI,
/// ATA or NVMe drive, or several controllers lead to it. Only a request shows whether it can be
/// switched.
pub fn drive_cache(root: &Root, disk: &str) -> Option<Tunable> {
    let reader = root.open().ok()?;
    let link = is_name(disk).then(|| reader.link(&format!("sys/block/{disk}/device")))??;
    let device = link.rsplit('/').next()?.to_owned();
    if is_controller(&device) {
        return Some(Tunable::NvmeCache(device));
    }
    if device.starts_with("nvme-subsys") {
        // Disks of drives that may have several controllers are below a subsystem.
        let subsystem = &device;
        let entries = reader.list(&format!("sys/class/nvme-subsystem/{subsystem}")).into_iter();
        let mut controllers = entries.map(|(name, _)| name).filter(|name| is_controller(name));
        let first = controllers.next()?;
        return controllers.next().is_none().then_some(Tunable::NvmeCache(first));
    }
    let tunable = Tunable::ScsiCache(device);
    (Tunable::of_path(&tunable.path()).as_ref() == Some(&tunable) && reader.exists(&tunable.path()))
        .then_some(tunable)
}

/// The caches' settings of that path.
pub(super) fn of_path(path: &str) -> Option<Tunable> {
    let between = |before: &str, after: &str| path.strip_prefix(before)?.strip_suffix(after);
    let scsi = between("sys/class/scsi_disk/", "/cache_type").filter(|it| {
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        it.split(':').count() == 4 && it.split(':').all(is_number)
    });
    let nvme = || between("dev/", "/feature/06").filter(|name| is_controller(name));
    scsi.map(|address| Tunable::ScsiCache(address.to_owned()))
        .or_else(|| nvme().map(|name| Tunable::NvmeCache(name.to_owned())))
}

impl Tunable {
    /// The name of the drive with this setting: its World Wide Name, for NVMe its serial number.
    /// While the setting is changed, and even more after a restart, another drive may get its path.
    /// `None` for the kernel's own settings, for a drive without a name, and for one that shares
    /// its name with another.
    pub fn drive_name(&self, root: &Root) -> Option<String> {
        let reader = root.open().ok()?;
        let name = self.name(&reader)?;
        (self.drives_named(&reader, &name).len() == 1).then_some(name)
    }

    /// Whether the drive itself saves the value, across a restart and a power cut.
    pub fn outlives_restart(&self) -> bool {
        matches!(self, Self::ScsiCache(_))
    }

    fn name(&self, reader: &RootReader) -> Option<String> {
        let file = match self {
            Self::ScsiCache(address) => format!("sys/class/scsi_disk/{address}/device/wwid"),
            Self::NvmeCache(controller) => format!("sys/class/nvme/{controller}/serial"),
            _ => return None,
        };
        reader.text(&file).filter(|name| !name.is_empty())
    }

    /// The same setting of every drive of its kind with this name.
    fn drives_named(&self, reader: &RootReader, name: &str) -> Vec<Self> {
        let (folder, make): (_, fn(String) -> Self) = match self {
            Self::ScsiCache(_) => ("sys/class/scsi_disk", Self::ScsiCache),
            Self::NvmeCache(_) => ("sys/class/nvme", Self::NvmeCache),
            _ => return Vec::new(),
        };
        let tunables = reader.list(folder).into_iter().map(|(entry, _)| make(entry));
        let is_one = |tunable: &Self| of_path(&tunable.path()).as_ref() == Some(tunable);
        tunables.filter(|it| is_one(it) && it.name(reader).as_deref() == Some(name)).collect()
    }
}

/// The setting of `path`, of the drive with this `name` ([`Tunable::drive_name`]), wherever that is
/// now. `None` if that drive is missing, or is not the only one of that name.
pub fn same_drive(root: &Root, path: &str, name: &str) -> Option<Tunable> {
    let reader = root.open().ok()?;
    let mut drives = Tunable::of_path(path)?.drives_named(&reader, name);
    let first = drives.pop()?;
    drives.is_empty().then_some(first)
}

/// The cache state of a live machine's controller, as a value.
pub(super) fn ask(reader: &RootReader, controller: &str) -> Result<String, Errno> {
    let on = feature::is_on(reader, controller)?;
    Ok(if on { WRITE_BACK } else { WRITE_THROUGH }.to_owned())
}

/// Switches the cache of a live machine's controller.
pub(super) fn tell(reader: &RootReader, controller: &str, value: &str) -> Result<(), Errno> {
    feature::switch(reader, controller, value == WRITE_BACK)
}

#[cfg(test)]
mod tests;
