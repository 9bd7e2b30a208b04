//! The machine as a whole: processor, board, firmware, kernel, hypervisor, how it was started.
//!
//! Source: Documentation/ABI/testing/sysfs-class-dmi, sysfs-firmware-efi, sysfs-hypervisor-xen;
//! UEFI Specification 2.10, section 3.3 (the variable SecureBoot).

use super::folder::{MOST_NAMES, numbered};
use crate::evidence::HostFacts;
use crate::read::{FileTree, firmware};

const SECURE_BOOT: &str =
    "sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c";

pub(super) fn facts(tree: &FileTree) -> HostFacts {
    let cpuinfo = tree.text("proc/cpuinfo").unwrap_or_default();
    let dmi = |name: &str| tree.text(&format!("sys/class/dmi/id/{name}"));
    HostFacts {
        name: None,
        cpu: cpu(cpuinfo),
        logical_cpus: logical_cpus(tree, cpuinfo),
        board: firmware::joined(&[dmi("board_vendor"), dmi("board_name")]),
        firmware: firmware::joined(&[dmi("bios_vendor"), dmi("bios_version"), dmi("bios_date")]),
        kernel: kernel(tree),
        system: None,
        hypervisor: hypervisor(tree, cpuinfo),
        uefi: tree.exists("sys/firmware").then(|| tree.exists("sys/firmware/efi")),
        // efivarfs puts four bytes of attributes before the value, 0 or 1.
        secure_boot: tree.bytes(SECURE_BOOT).and_then(|bytes| bytes.last()).map(|on| *on == 1),
    }
}

/// The value of the first line with this key.
fn value<'a>(cpuinfo: &'a str, key: &str) -> Option<&'a str> {
    let pairs = cpuinfo.lines().filter_map(|line| line.split_once(':'));
    let mut pairs = pairs.map(|(name, value)| (name.trim(), value.trim()));
    let (_, value) = pairs.find(|(name, _)| *name == key)?;
    Some(value).filter(|value| !value.is_empty())
}

/// x86 says "model name", POWER "cpu", some Arm machines "Model".
fn cpu(cpuinfo: &str) -> Option<String> {
    let keys = ["model name", "cpu", "Model"];
    keys.into_iter().find_map(|key| value(cpuinfo, key)).map(str::to_owned)
}

fn logical_cpus(tree: &FileTree, cpuinfo: &str) -> Option<u32> {
    let keys = cpuinfo.lines().filter_map(|line| line.split_once(':'));
    let online = keys.filter(|(key, _)| key.trim() == "processor").count();
    let folders = || {
        let names = tree.names("sys/devices/system/cpu").take(MOST_NAMES);
        names.filter(|name| numbered(name, "cpu").is_some()).count()
    };
    let count = if online > 0 { online } else { folders() };
    (count > 0).then_some(count as u32)
}

fn kernel(tree: &FileTree) -> Option<String> {
    let release = tree.text("proc/sys/kernel/osrelease");
    // "Linux version 6.1.0-18-amd64 (build@host) ..."
    let version = || tree.text("proc/version")?.split_whitespace().nth(2);
    release.or_else(version).map(str::to_owned)
}

/// Xen has its own files; otherwise the processor's flag shows that there is a hypervisor, and the
/// firmware's strings which one.
fn hypervisor(tree: &FileTree, cpuinfo: &str) -> Option<String> {
    if let Some(kind) = tree.text("sys/hypervisor/type") {
        return Some(kind.to_owned());
    }
    let dmi = |name: &str| tree.text(&format!("sys/class/dmi/id/{name}")).unwrap_or_default();
    let named = firmware::hypervisor(dmi("sys_vendor"), dmi("product_name"));
    let flags = value(cpuinfo, "flags").unwrap_or_default();
    let flagged = flags.split(' ').any(|flag| flag == "hypervisor");
    named.or(flagged.then_some("unknown")).map(str::to_owned)
}
