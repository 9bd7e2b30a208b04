//! The last boot according to systemd.
//!
//! For: the phases of kernel and user space, which are in no file. `systemctl show` prints the
//! manager's properties in machine-readable form; it is called on the live machine only, where
//! systemd runs, and abandoned after a second.
//!
//! Source: org.freedesktop.systemd1(5), properties `FirmwareTimestampMonotonic` and the following:
//! microseconds, of which the first two count backwards from the kernel's start; sd_booted(3).
//! systemd-analyze(1) computes its parts from the same.

use std::collections::BTreeMap;
use std::process::Command;
use std::time::Duration;

use narrows_units::Nanos;

use super::boot::parts;
use crate::facts::BootDurations;
use crate::programs;
use crate::root::RootReader;

/// Usual paths. PATH is not used: root must not run programs that another user put there.
const PROGRAMS: &[&str] =
    &["usr/bin/systemctl", "bin/systemctl", "run/current-system/sw/bin/systemctl"];

const PROPERTIES: &str = "--property=FirmwareTimestampMonotonic,LoaderTimestampMonotonic,\
     InitRDTimestampMonotonic,UserspaceTimestampMonotonic,FinishTimestampMonotonic";

const PATIENCE: Duration = Duration::from_secs(1);

pub(super) fn boot(reader: &RootReader) -> BootDurations {
    if !reader.is_live() || !reader.exists("run/systemd/system") {
        return BootDurations::default();
    }
    let Some(program) = PROGRAMS.iter().find(|path| reader.exists(path)) else {
        return BootDurations::default();
    };
    let mut command = Command::new(format!("/{program}"));
    command.args(["show", "--no-pager", PROPERTIES]).env_clear();
    programs::heard(command, PATIENCE).map(|text| boot_in(&text)).unwrap_or_default()
}

/// 0 means that it did not happen, or has not yet.
fn boot_in(text: &str) -> BootDurations {
    let lines = text.lines().filter_map(|line| {
        let (name, value) = line.split_once('=')?;
        let micros: u64 = value.trim().parse().ok().filter(|micros| *micros > 0)?;
        Some((name.strip_suffix("TimestampMonotonic")?, Nanos::new(micros.checked_mul(1000)?)))
    });
    let moments: BTreeMap<&str, Nanos> = lines.collect();
    let at = |name: &str| moments.get(name).copied();
    let span = |from: Option<Nanos>, to: Option<Nanos>| {
        let (from, to) = from.zip(to)?;
        (from <= to).then(|| to - from)
    };
    // Times before the kernel's start at which firmware and loader began.
    let early = at("Firmware").zip(at("Loader")).and_then(|(firmware, loader)| {
        (loader <= firmware).then(|| parts(firmware - loader, firmware))?
    });
    let (firmware, loader) = early.unzip();
    BootDurations {
        firmware,
        loader,
        kernel: at("InitRD").or(at("Userspace")),
        initrd: span(at("InitRD"), at("Userspace")),
        userspace: span(at("Userspace"), at("Finish")),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A desktop with systemd 257 that has no initial file system of systemd's: firmware
    /// 17.770382 - 7.539019 s, user space 18.590863 - 5.422672 s.
    #[test]
    fn a_start_by_a_firmware_with_a_clock() {
        let shown = "FirmwareTimestampMonotonic=17770382\nLoaderTimestampMonotonic=7539019\n\
                     InitRDTimestampMonotonic=0\nUserspaceTimestampMonotonic=5422672\n\
                     FinishTimestampMonotonic=18590863\n";
        let micros = |n| Some(Nanos::micros(n));
        let expected = BootDurations {
            firmware: micros(10_231_363),
            loader: micros(7_539_019),
            kernel: micros(5_422_672),
            initrd: None,
            userspace: micros(13_168_191),
        };
        assert_eq!(boot_in(shown), expected);
    }

    /// systemd 229 while user space started: initial file system 2.488979 - 0.773454 s.
    #[test]
    fn a_start_that_has_not_finished() {
        let shown = "FirmwareTimestampMonotonic=0\nLoaderTimestampMonotonic=0\n\
                     InitRDTimestampMonotonic=773454\nUserspaceTimestampMonotonic=2488979\n\
                     FinishTimestampMonotonic=0\n";
        let [kernel, initrd] = [773_454, 1_715_525].map(|n| Some(Nanos::micros(n)));
        assert_eq!(boot_in(shown), BootDurations { kernel, initrd, ..BootDurations::default() });
        assert_eq!(boot_in("Failed to connect to bus: Host is down\n"), BootDurations::default());
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "((Firmware|Loader|InitRD|Userspace|Finish)TimestampMonotonic=[0-9x-]{0,20}\n){0,6}") {
            let boot = boot_in(&text);
            prop_assert_eq!(boot.firmware.is_some(), boot.loader.is_some());
        }
    }
}
