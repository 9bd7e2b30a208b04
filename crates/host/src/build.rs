//! System access for building an array: requirements and effects.
//!
//! For: `narrows build`: which programs and files this system has for it ([`system()`]), whether a step was
//! done already ([`holds`]), the running arrays ([`arrays`]), and the contents of a drive that is to become
//! a member ([`candidate`]).
//!
//! Everything is read from sysfs or from the machine-readable output of programs (`--export`), never
//! from output meant for people.
//!
//! Not here: which steps there are (`narrows-array`), editing files (`cli`), the checks before a drive is
//! overwritten ([`crate::guard`]).

mod arrays;
mod candidate;
mod condition;
mod mounts;
mod observed;
mod proof;
mod read_back;
mod tables;

use std::path::Path;

use narrows_array::build::{FirmwareController, InitialRamDisk, SystemFacilities};

pub use self::arrays::{array, arrays, is_idle, is_read_only, known, synchronized};
pub use self::candidate::{MemberCandidate, candidate};
pub use self::condition::condition;
pub use self::mounts::{PathMount, claim, drives_of_btrfs, mounted_at, mounted_everywhere};
pub use self::observed::{LowerDevice, below, observed, striped};
pub use self::proof::{has_group, holds, volume};
pub use self::read_back::{ReadBackResult, read_back};
pub use self::tables::{contents, mounts_at, real};
use crate::programs;

/// Path of mdadm's configuration on Debian and its derivatives, and elsewhere (mdadm.conf(5)).
const CONFIGURATIONS: [&str; 2] = ["/etc/mdadm/mdadm.conf", "/etc/mdadm.conf"];

pub fn system() -> SystemFacilities {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let [debian, others] = CONFIGURATIONS;
    let is_debian = Path::new("/etc/mdadm").is_dir() || Path::new("/etc/debian_version").exists();
    let initial_ram_disk = InitialRamDisk::ALL;
    SystemFacilities {
        host: host.trim().to_owned(),
        mdadm_conf: if is_debian { debian } else { others }.to_owned(),
        initial_ram_disk: initial_ram_disk
            .into_iter()
            .find(|it| programs::find_own(it.program()).is_some()),
        has_systemd: has_systemd(),
        has_trim_timer: has_systemd() && has_trim_timer(),
    }
}

/// Source: sd_booted(3).
fn has_systemd() -> bool {
    Path::new("/run/systemd/system").is_dir()
}

/// A unit that is masked is a link to /dev/null (systemd.unit(5)).
fn has_trim_timer() -> bool {
    let units = ["/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"];
    let mut timers = units.iter().map(|folder| Path::new(folder).join("fstrim.timer"));
    let is_masked = |unit: &Path| {
        std::fs::canonicalize(unit).is_ok_and(|target| target == Path::new("/dev/null"))
    };
    timers.find(|unit| unit.exists()).is_some_and(|unit| !is_masked(&unit))
}

/// The controllers of the firmware's RAID; empty if it has none, or mdadm is missing.
pub fn platforms() -> Vec<FirmwareController> {
    let text = programs::ask(&words(&["mdadm", "--detail-platform", "--export"]), "");
    FirmwareController::all(&text.unwrap_or_default())
}

/// md's upper limit for each drive during synchronisation, in bytes a second; `None` if md is not loaded
/// yet (md(4), `speed_limit_max`, in KiB a second).
pub fn synchronization_limit() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/sys/dev/raid/speed_limit_max").ok()?;
    text.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// Whether md passes discards on at levels with parity; `None` if its module is not loaded yet (kernel
/// drivers/md/raid5.c).
pub fn is_parity_trusted() -> Option<bool> {
    let path = "/sys/module/raid456/parameters/devices_handle_discard_safely";
    Some(std::fs::read_to_string(path).ok()?.trim() == "Y")
}

/// The value of a key in a program's `--export` output: `KEY=value`, one per line.
fn exported<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let value = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
    // mdadm puts single quotes around a value that a shell would split (lib.c, `print_quoted`).
    value.map(|value| value.trim_matches('\'')).filter(|value| !value.is_empty())
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_their_whole_key() {
        let text =
            "MD_UUID_OLD=1\nMD_UUID=01234567:89abcdef:01234567:89abcdef\nMD_NAME='box:data'\n";
        assert_eq!(exported(text, "MD_UUID"), Some("01234567:89abcdef:01234567:89abcdef"));
        assert_eq!(exported(text, "MD_NAME"), Some("box:data"));
        assert_eq!(exported(text, "MD"), None);
    }
}
