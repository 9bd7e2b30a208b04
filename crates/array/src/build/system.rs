//! System configuration that an array needs to come back after a restart.

use serde::{Deserialize, Serialize};

/// The files and programs of the system that the array is to outlive a reboot of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SystemFacilities {
    /// Its host name, by which md recognises its own arrays.
    pub host: String,
    /// mdadm.conf(5): `/etc/mdadm/mdadm.conf` with Debian and its kin, `/etc/mdadm.conf` elsewhere.
    pub mdadm_conf: String,
    /// Generator of its initial RAM disk; `None` if none was found.
    pub initial_ram_disk: Option<InitialRamDisk>,
    pub has_systemd: bool,
    /// It has fstrim.timer, unmasked.
    pub has_trim_timer: bool,
}

impl SystemFacilities {
    /// Whether an array that lacks a drive at a start stays unassembled: initramfs-tools finds its other
    /// drives before systemd runs, which starts such arrays only if it found their drives itself.
    pub fn leaves_degraded(&self) -> bool {
        self.has_systemd && self.initial_ram_disk == Some(InitialRamDisk::InitramfsTools)
    }
}

/// Generator of the initial RAM disk, in which arrays are first assembled.
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

    /// All, in lookup order: dracut on Debian has no `update-initramfs`.
    pub const ALL: [Self; 3] = [Self::InitramfsTools, Self::Dracut, Self::Mkinitcpio];

    /// The command that rebuilds those of all kernels. Sources: update-initramfs(8), dracut(8),
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
