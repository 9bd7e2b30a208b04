//! The layers between a file or device and its drive, and the processors near the drive.
//!
//! For: the scheduler, layers, cache and fill level that affect a figure, and the best processors
//! for issuing threads.
//!
//! Not here: the tree of ports and links (`narrows-topology`), conclusions (`narrows-verdict`).
//!
//! Source: kernel Documentation/ABI/stable/sysfs-block (queue attributes),
//! Documentation/ABI/testing/sysfs-bus-pci (`numa_node`, `local_cpulist`), sched_setaffinity(2).

mod below;
mod layers;

use std::fs::File;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::path::Path;

use narrows_topology::PciAddress;
use rustix::fs::{
    AtFlags, FileType, IFlags, StatxFlags, fstat, fstatvfs, ioctl_getflags, major, minor, statx,
};
use rustix::thread::{CpuSet, sched_getaffinity};

use self::below::CarrierDevices;
pub(crate) use self::layers::disk_of;
use crate::Root;
use crate::cpu_list;
pub use crate::facts::{
    InterceptingLayer, InterceptorKind, StackLevel, StorageStack, UnchangedRequests,
};
use crate::filesystems::block_name;
use crate::mountinfo::{MountLine, mount_by_id, mount_id};
use crate::root::RootReader;

/// The layers between an open file or block device and the drive of that kernel name, whose
/// controller has that address. Unknown facts are left out: a target that is not a block device
/// (`/dev/zero`, a path) has neither queue nor layers.
pub fn place(
    root: &Root,
    drive: &str,
    file: Option<&File>,
    address: Option<PciAddress>,
) -> StorageStack {
    let Ok(reader) = root.open() else { return StorageStack::default() };
    let mut place = match file {
        Some(file) => of_file(&reader, file.as_fd(), drive),
        None => with_levels(&reader, drive, of_queue(&reader, drive)),
    };
    place.numa_node = address.and_then(|address| numa_node(&reader, address));
    place
}

/// Processors near a PCI function that this process may use, ascending; or none.
pub fn local_cpus(root: &Root, address: PciAddress) -> Vec<u32> {
    let Ok(reader) = root.open() else { return Vec::new() };
    let list = reader.text(&format!("sys/bus/pci/devices/{address}/local_cpulist"));
    let mut local: Vec<u32> = list.map(|list| cpu_list::parse(&list)).unwrap_or_default();
    if reader.is_live() {
        let allowed = allowed_cpus();
        // `allowed_cpus` gives them in ascending order.
        local.retain(|cpu| allowed.binary_search(cpu).is_ok());
    }
    local
}

/// The processors that this process may use, in rising order.
pub fn allowed_cpus() -> Vec<u32> {
    let Ok(set) = sched_getaffinity(None) else { return Vec::new() };
    (0..CpuSet::MAX_CPU).filter(|&cpu| set.is_set(cpu)).map(|cpu| cpu as u32).collect()
}

/// -1 means no node.
fn numa_node(reader: &RootReader, address: PciAddress) -> Option<u32> {
    reader.text(&format!("sys/bus/pci/devices/{address}/numa_node"))?.parse().ok()
}

fn of_file(reader: &RootReader, file: BorrowedFd<'_>, drive: &str) -> StorageStack {
    let Ok(facts) = fstat(file) else { return StorageStack::default() };
    match FileType::from_raw_mode(facts.st_mode) {
        FileType::RegularFile => {
            let mounts = below::mounts(reader);
            let Some(mount) = mount(reader, file, &mounts) else { return of_queue(reader, drive) };
            let mount = layer(reader, file, &mounts, &mount).unwrap_or(mount);
            let carrier = carrier(reader, file, &mounts, &mount);
            let below = match carrier.devices.first() {
                Some(device) => on_device(reader, device, drive),
                None => of_queue(reader, drive),
            };
            let flags = ioctl_getflags(file).unwrap_or(IFlags::empty());
            let (levels, answers_before) = below::levels(reader, carrier);
            StorageStack {
                copy_on_write: below.copy_on_write || copies_on_write(&mount, flags),
                compressed: compresses(&mount, flags),
                fill: fstatvfs(file)
                    .ok()
                    .and_then(|facts| fill(facts.f_blocks, facts.f_bfree, facts.f_bavail)),
                levels,
                answers_before,
                ..below
            }
        }
        FileType::BlockDevice => {
            match block_name(reader, major(facts.st_rdev), minor(facts.st_rdev)) {
                Some(device) => with_levels(reader, &device, on_device(reader, &device, drive)),
                None => StorageStack::default(),
            }
        }
        _ => StorageStack::default(),
    }
}

/// The mount below an overlay that has the file.
fn layer(
    reader: &RootReader,
    file: BorrowedFd<'_>,
    mounts: &str,
    mount: &MountLine,
) -> Option<MountLine> {
    if mount.fs != "overlay" {
        return None;
    }
    let path = reader.link(&format!("proc/self/fd/{}", file.as_raw_fd()))?;
    below::layer_of(mounts, mount, Path::new(&path), fstat(file).ok()?.st_size as u64)
}

/// Devices that carry an open file, and layers put before them by its properties.
fn carrier(
    reader: &RootReader,
    file: BorrowedFd<'_>,
    mounts: &str,
    mount: &MountLine,
) -> CarrierDevices {
    let path = below::of_mount(reader, mounts, mount);
    let flags = ioctl_getflags(file).unwrap_or(IFlags::empty());
    // Without copying on write btrfs keeps no checksums either (btrfs(5), `nodatacow`).
    let is_checked = mount.fs == "btrfs" && copies_on_write(mount, flags);
    match (compresses(mount, flags), is_checked || refuses_direct(file)) {
        (Some(true), _) => path.behind(InterceptorKind::Packing, &mount.fs),
        (_, true) => path.behind(InterceptorKind::PageCache, &mount.fs),
        _ => path,
    }
}

/// Whether the file system takes the flag for direct I/O but reads this file through the page cache, as
/// ext4 does with journalled or encrypted data. Kernels before 6.1 do not tell.
///
/// Source: statx(2), STATX_DIOALIGN: an alignment of 0.
fn refuses_direct(file: BorrowedFd<'_>) -> bool {
    let wanted = StatxFlags::DIOALIGN;
    let facts = statx(file, "", AtFlags::EMPTY_PATH, wanted);
    facts.is_ok_and(|facts| {
        let tells = StatxFlags::from_bits_retain(facts.stx_mask).contains(wanted);
        tells && facts.stx_dio_offset_align == 0
    })
}

fn mount(reader: &RootReader, file: BorrowedFd<'_>, mounts: &str) -> Option<MountLine> {
    let info = reader.text(&format!("proc/self/fdinfo/{}", file.as_raw_fd()))?;
    mount_by_id(mounts, mount_id(&info)?)
}

/// Source: btrfs(5) (`nodatacow`), ioctl_iflags(2) (FS_NOCOW_FL); bcachefs and ZFS never write in
/// place, bcachefs unless `nocow` is set.
fn copies_on_write(mount: &MountLine, flags: IFlags) -> bool {
    let turned_off = flags.contains(IFlags::NOCOW)
        || ["nodatacow", "nocow"].iter().any(|option| mount.option(option).is_some());
    match mount.fs.as_str() {
        "btrfs" | "bcachefs" => !turned_off,
        "zfs" => true,
        _ => false,
    }
}

/// ZFS has its compression in properties that are in no file. Source: btrfs(5): `compress=no`, and
/// none without copying on write; bcachefs `compression=`; f2fs compresses only files with the
/// flag.
fn compresses(mount: &MountLine, flags: IFlags) -> Option<bool> {
    let set = |name: &str| mount.option(name).is_some_and(|value| !["no", "none"].contains(&value));
    let flagged = flags.contains(IFlags::COMPRESSED);
    match mount.fs.as_str() {
        "zfs" => None,
        "btrfs" | "bcachefs" => {
            let by_option =
                ["compress", "compress-force", "compression"].iter().any(|name| set(name));
            Some((by_option || flagged) && copies_on_write(mount, flags))
        }
        _ => Some(flagged),
    }
}

/// As in df(1): the used part of the used and the available space together.
fn fill(blocks: u64, free: u64, available: u64) -> Option<f64> {
    let used = blocks.checked_sub(free)?;
    let all = used.checked_add(available).filter(|&all| all > 0)?;
    Some(used as f64 / all as f64)
}

/// A device itself, with all levels below it.
fn with_levels(reader: &RootReader, device: &str, place: StorageStack) -> StorageStack {
    let (levels, answers_before) = below::levels(reader, CarrierDevices::device(device));
    StorageStack { levels, answers_before, ..place }
}

/// A device with data on the drive, through the layers in between.
fn on_device(reader: &RootReader, device: &str, drive: &str) -> StorageStack {
    let between = layers::between(reader, device, drive);
    let queue = if layers::is_block(reader, drive) { drive } else { device };
    StorageStack {
        copy_on_write: between.iter().any(|layer| layers::COPYING.contains(&layer.as_str())),
        layers: between,
        ..of_queue(reader, queue)
    }
}

/// The facts in the queue of a drive or partition.
fn of_queue(reader: &RootReader, device: &str) -> StorageStack {
    if !layers::is_block(reader, device) {
        return StorageStack::default();
    }
    let disk = layers::disk_of(reader, device);
    let says = |file: &str| reader.text(&format!("sys/class/block/{disk}/queue/{file}"));
    StorageStack {
        scheduler: says("scheduler").and_then(|text| chosen(&text)),
        polled_queues: says("io_poll").is_some_and(|text| text == "1")
            && !lacks_polled(reader, &disk),
        write_cache: says("write_cache").and_then(|text| match text.as_str() {
            "write back" => Some(true),
            "write through" => Some(false),
            _ => None,
        }),
        ..StorageStack::default()
    }
}

/// The scheduler in brackets of `mq-deadline kyber [none]`; a lone name is chosen.
fn chosen(schedulers: &str) -> Option<String> {
    let mut words = schedulers.split_whitespace();
    let only = || words.next().filter(|_| words.next().is_none());
    Some(bracketed(schedulers).or_else(only)?.to_owned())
}

/// The word in brackets: the selected one in the kernel's lists of choices.
pub(crate) fn bracketed(choices: &str) -> Option<&str> {
    choices.split_whitespace().find_map(|word| word.strip_prefix('[')?.strip_suffix(']'))
}

/// Before kernel 5.0 `io_poll` was on without own queues, sharing the interrupting ones.
fn lacks_polled(reader: &RootReader, disk: &str) -> bool {
    let queues = || reader.text("sys/module/nvme/parameters/poll_queues");
    disk.starts_with("nvme") && queues().is_some_and(|queues| queues == "0")
}

#[cfg(test)]
mod tests;
