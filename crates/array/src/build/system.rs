//! What of a system must know of an array so that it is there again after a start.

use serde::{Deserialize, Serialize};

/// The files and programs of the system that the array is to outlive a reboot of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SystemFacilities {
    /// Its name, by which md knows arrays as its own.
    pub host: String,
    /// mdadm.conf(5): `/etc/mdadm/mdadm.conf` with Debian and its kin, `/etc/mdadm.conf` elsewhere.
    pub mdadm_conf: String,
    /// What makes its initial RAM disk; none where nothing of the kind was found.
    pub initial_ram_disk: Option<InitialRamDisk>,
    pub has_systemd: bool,
    /// It has fstrim.timer, unmasked.
    pub has_trim_timer: bool,
}

impl SystemFacilities {
    /// Whether an array that lacks a drive at a start stays unassembled: its other drives are found by
    /// initramfs-tools before systemd runs, which starts such arrays where it found their drives itself.
    pub fn leaves_degraded(&self) -> bool {
        self.has_systemd && self.initial_ram_disk == Some(InitialRamDisk::InitramfsTools)
    }
}

/// What makes the initial RAM disk, in which arrays are assembled at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InitialRamDisk {
    /// Debian, Ubuntu.
    InitramfsTools,
    /// Fedora, openSUSE, newer Ubuntu.
    Dracut,
    Mkinitcpio,
}

impl InitialRamDisk {
    pub const fn program(self) -> &'static str {
        match self {
            Self::InitramfsTools => "update-initramfs",
            Self::Dracut => "dracut",
            Self::Mkinitcpio => "mkinitcpio",
        }
    }

    /// All, in the order in which they are looked for: dracut on Debian brings no `update-initramfs`.
    pub const ALL: [Self; 3] = [Self::InitramfsTools, Self::Dracut, Self::Mkinitcpio];

    /// The command that makes those of all kernels anew. Sources: update-initramfs(8), dracut(8),
    /// mkinitcpio(8).
    pub(crate) fn command(self) -> &'static [&'static str] {
        match self {
            Self::InitramfsTools => &["update-initramfs", "-u", "-k", "all"],
            Self::Dracut => &["dracut", "--force", "--regenerate-all"],
            Self::Mkinitcpio => &["mkinitcpio", "-P"],
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn system() -> SystemFacilities {
        SystemFacilities {
            host: "box".to_owned(),
            mdadm_conf: "/etc/mdadm/mdadm.conf".to_owned(),
            initial_ram_disk: Some(InitialRamDisk::InitramfsTools),
            has_systemd: true,
            has_trim_timer: true,
        }
    }
}
