//! The rules: the facts of each, the settings it needs, and ways to settle it.
//!
//! The source of a rule is in the catalogue (`raid.toml`), by its id.

pub(crate) struct FeasibilityRule {
    pub id: &'static str,
    pub says: &'static str,
    pub set: Option<&'static str>,
    /// The sentence on how to settle it.
    pub settle: Option<&'static str>,
}

impl FeasibilityRule {
    const fn new(id: &'static str, says: &'static str) -> Self {
        Self { id, says, set: None, settle: None }
    }

    const fn set(mut self, id: &'static str) -> Self {
        self.set = Some(id);
        self
    }

    const fn settle(mut self, id: &'static str) -> Self {
        self.settle = Some(id);
        self
    }
}

macro_rules! rules {
    ($(
        $name:ident = $id:literal, $says:literal $(set $set:literal)? $(settle $settle:literal)?;
    )+) => {
        $(pub(crate) const $name: FeasibilityRule =
            FeasibilityRule::new($id, $says)$(.set($set))?$(.settle($settle))?;)+

        #[cfg(test)]
        const IDS: &[&str] = &[$($id),+];
    };
}

rules! {
    SATA_DRIVE = "sata-drive", "feasible-sata-drive" settle "feasible-settle-model";
    CARD_STARTS = "card-starts", "feasible-card-starts" settle "feasible-settle-try-start";
    NVME_DRIVE = "nvme-drive", "feasible-nvme-drive" settle "feasible-settle-model";
    PCIE_DRIVE = "pcie-drive", "feasible-pcie-drive" settle "feasible-settle-model";
    OWN_DRIVER = "own-driver", "feasible-own-driver" settle "feasible-settle-try-start";
    RUNS_UEFI_ROM = "runs-uefi-rom", "feasible-runs-uefi-rom" settle "feasible-settle-uefi-version";
    HAS_UEFI_ROM = "has-uefi-rom", "feasible-has-uefi-rom" settle "feasible-settle-rom";
    RUNS_LEGACY_ROM = "runs-legacy-rom", "feasible-runs-legacy-rom" settle "feasible-settle-try-legacy";
    HAS_LEGACY_ROM = "has-legacy-rom", "feasible-has-legacy-rom" settle "feasible-settle-rom";
    UEFI_START = "uefi-start", "feasible-uefi-start" set "feasible-set-uefi-start";
    LEGACY_MODULE = "legacy-start", "feasible-legacy-start" set "feasible-set-legacy-start";
    LEGACY_STORAGE = "legacy-storage", "feasible-legacy-storage" set "feasible-set-legacy-storage";
    LEGACY_BIOS = "legacy-bios", "feasible-legacy-bios";
    MODULE_OFF = "module-off", "feasible-module-off" set "feasible-set-module-off";
    MODULE_SWITCH = "module-switch", "feasible-module-switch" settle "feasible-settle-module";
    GRAPHICS_UEFI = "graphics-uefi", "feasible-graphics-uefi" settle "feasible-settle-graphics";
    NOT_BEHIND_RAID = "not-behind-raid", "feasible-not-behind-raid" set "feasible-set-not-behind-raid";
    STARTS_BEHIND_RAID = "starts-behind-raid", "feasible-starts-behind-raid" settle "feasible-settle-try-start";
    NOT_BEHIND_VMD = "not-behind-vmd", "feasible-not-behind-vmd" set "feasible-set-not-behind-vmd";
    OS_DRIVER = "os-driver", "feasible-os-driver" set "feasible-set-os-driver";
    WINDOWS_7_MODULE = "windows-7-module", "feasible-windows-7-module" set "feasible-set-windows-7-module";
    SLOT_TRIED = "slot-tried", "feasible-slot-tried" settle "feasible-settle-try-start";
    DRIVE_LISTED = "drive-listed", "feasible-drive-listed" set "feasible-set-drive-listed";
    CHIPSET_SATA_RAID = "chipset-sata-raid", "feasible-chipset-sata-raid" settle "feasible-settle-raid-menu";
    RAID_PORT = "raid-port", "feasible-raid-port" settle "feasible-settle-raid-menu";
    SATA_MODE = "sata-mode", "feasible-sata-mode" set "feasible-set-sata-mode";
    CHIPSET_REMAPS = "chipset-remaps", "feasible-chipset-remaps" settle "feasible-settle-chipset";
    FIRMWARE_REMAPS = "firmware-remaps", "feasible-firmware-remaps" settle "feasible-settle-raid-menu";
    SLOT_ON_CHIPSET = "slot-on-chipset", "feasible-slot-on-chipset" settle "feasible-settle-tree";
    SLOT_ON_CPU = "slot-on-cpu", "feasible-slot-on-cpu" settle "feasible-settle-tree";
    SLOT_IN_SET = "slot-in-set", "feasible-slot-in-set" settle "feasible-settle-make-array";
    SLOT_WIDEST = "slot-widest", "feasible-slot-widest" settle "feasible-settle-make-array";
    SLOT_WIDTH = "slot-width", "feasible-slot-width" set "feasible-set-slot-width";
    RST_SPEAKS = "rst-speaks", "feasible-rst-speaks" settle "feasible-settle-rst-version";
    SLOT_ENTRY = "slot-entry", "feasible-slot-entry" set "feasible-set-slot-entry";
    RAID_OS_DRIVER = "raid-os-driver", "feasible-raid-os-driver" set "feasible-set-raid-os-driver";
    CPU_ATTACHED = "cpu-attached", "feasible-cpu-attached" settle "feasible-settle-chipset";
    CPU_ATTACHED_BOARD = "cpu-attached-board", "feasible-cpu-attached-board" settle "feasible-settle-raid-menu";
    INTEL_DRIVE = "intel-drive", "feasible-intel-drive" settle "feasible-settle-model";
    CHIPSET_VMD = "chipset-vmd", "feasible-chipset-vmd" settle "feasible-settle-raid-menu";
    VMD_ON = "vmd-on", "feasible-vmd-on" set "feasible-set-vmd-on";
    CPU_VMD = "cpu-vmd", "feasible-cpu-vmd" settle "feasible-settle-processor";
    VROC_PLATFORM = "vroc-platform", "feasible-vroc-platform" settle "feasible-settle-raid-menu";
    VROC_KEY = "vroc-key", "feasible-vroc-key" set "feasible-set-vroc-key";
    VROC_LEVEL = "vroc-level", "feasible-vroc-level" set "feasible-set-vroc-level";
    VROC_DRIVE = "vroc-drive", "feasible-vroc-drive" set "feasible-set-vroc-drive";
    VROC_DOMAIN = "vroc-domain", "feasible-vroc-domain" settle "feasible-settle-tree";
    AMD_RAID = "amd-raid", "feasible-amd-raid" settle "feasible-settle-raid-menu";
    AMD_SATA_MODE = "amd-sata-mode", "feasible-sata-mode" set "feasible-set-amd-sata-mode";
    AMD_NVME_MODE = "amd-nvme-mode", "feasible-amd-nvme-mode" set "feasible-set-amd-nvme-mode";
    LEVEL_MEMBERS = "level-members", "feasible-level-members";
    SET_COUNT = "set-count", "feasible-set-count" settle "feasible-settle-make-array";
    SETS_DIFFER = "sets-differ", "feasible-sets-differ" settle "feasible-settle-make-array";
    ONE_KIND = "one-kind", "feasible-one-kind" settle "feasible-settle-make-array";
    FIRMWARE_VOLUME = "firmware-volume", "feasible-firmware-volume" settle "feasible-settle-try-volume";
    REMAPPED_VOLUME = "remapped-volume", "feasible-remapped-volume" settle "feasible-settle-try-volume";
    WINDOWS_STRIPE_START = "windows-stripe-start", "feasible-windows-stripe-start";
    WINDOWS_MIRROR_START = "windows-mirror-start", "feasible-windows-mirror-start" settle "feasible-settle-try-volume";
    WINDOWS_OS = "windows-os", "feasible-windows-os" set "feasible-set-windows-os";
    LINUX_OS = "linux-os", "feasible-linux-os" set "feasible-set-linux-os";
    LINUX_ESP = "linux-esp", "feasible-linux-esp" set "feasible-set-linux-esp";
    LINUX_BOOT_FILES = "linux-boot-files", "feasible-linux-boot-files" set "feasible-set-linux-boot-files";
    LINUX_INITRAMFS = "linux-initramfs", "feasible-linux-initramfs" set "feasible-set-linux-initramfs";
    LINUX_REMAPPED = "linux-remapped", "feasible-linux-remapped" settle "feasible-settle-try-linux";
    INSTALLER_PROVES_NOTHING = "installer-proves-nothing", "feasible-installer-proves-nothing";
    INSTALLER_UNTOLD = "installer-untold", "feasible-installer-untold" settle "feasible-settle-try-install";
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use narrows_catalog::raid;

    #[test]
    fn the_catalogue_says_where_every_rule_comes_from_and_knows_no_other() {
        let here: BTreeSet<&str> = super::IDS.iter().copied().collect();
        let there: BTreeSet<&str> = raid::rules().iter().map(|rule| rule.id.as_str()).collect();
        assert_eq!(here, there);
    }
}
