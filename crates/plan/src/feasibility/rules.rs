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

pub(crate) const SATA_DRIVE: FeasibilityRule =
    FeasibilityRule::new("sata-drive", "feasible-sata-drive").settle("feasible-settle-model");
pub(crate) const CARD_STARTS: FeasibilityRule =
    FeasibilityRule::new("card-starts", "feasible-card-starts").settle("feasible-settle-try-start");
pub(crate) const NVME_DRIVE: FeasibilityRule =
    FeasibilityRule::new("nvme-drive", "feasible-nvme-drive").settle("feasible-settle-model");
pub(crate) const PCIE_DRIVE: FeasibilityRule =
    FeasibilityRule::new("pcie-drive", "feasible-pcie-drive").settle("feasible-settle-model");
pub(crate) const OWN_DRIVER: FeasibilityRule =
    FeasibilityRule::new("own-driver", "feasible-own-driver").settle("feasible-settle-try-start");
pub(crate) const RUNS_UEFI_ROM: FeasibilityRule =
    FeasibilityRule::new("runs-uefi-rom", "feasible-runs-uefi-rom")
        .settle("feasible-settle-uefi-version");
pub(crate) const HAS_UEFI_ROM: FeasibilityRule =
    FeasibilityRule::new("has-uefi-rom", "feasible-has-uefi-rom").settle("feasible-settle-rom");
pub(crate) const RUNS_LEGACY_ROM: FeasibilityRule =
    FeasibilityRule::new("runs-legacy-rom", "feasible-runs-legacy-rom")
        .settle("feasible-settle-try-legacy");
pub(crate) const HAS_LEGACY_ROM: FeasibilityRule =
    FeasibilityRule::new("has-legacy-rom", "feasible-has-legacy-rom").settle("feasible-settle-rom");
pub(crate) const UEFI_START: FeasibilityRule =
    FeasibilityRule::new("uefi-start", "feasible-uefi-start").set("feasible-set-uefi-start");
pub(crate) const LEGACY_MODULE: FeasibilityRule =
    FeasibilityRule::new("legacy-start", "feasible-legacy-start").set("feasible-set-legacy-start");
pub(crate) const LEGACY_STORAGE: FeasibilityRule =
    FeasibilityRule::new("legacy-storage", "feasible-legacy-storage")
        .set("feasible-set-legacy-storage");
pub(crate) const LEGACY_BIOS: FeasibilityRule =
    FeasibilityRule::new("legacy-bios", "feasible-legacy-bios");
pub(crate) const MODULE_OFF: FeasibilityRule =
    FeasibilityRule::new("module-off", "feasible-module-off").set("feasible-set-module-off");
pub(crate) const MODULE_SWITCH: FeasibilityRule =
    FeasibilityRule::new("module-switch", "feasible-module-switch")
        .settle("feasible-settle-module");
pub(crate) const GRAPHICS_UEFI: FeasibilityRule =
    FeasibilityRule::new("graphics-uefi", "feasible-graphics-uefi")
        .settle("feasible-settle-graphics");
pub(crate) const NOT_BEHIND_RAID: FeasibilityRule =
    FeasibilityRule::new("not-behind-raid", "feasible-not-behind-raid")
        .set("feasible-set-not-behind-raid");
pub(crate) const STARTS_BEHIND_RAID: FeasibilityRule =
    FeasibilityRule::new("starts-behind-raid", "feasible-starts-behind-raid")
        .settle("feasible-settle-try-start");
pub(crate) const NOT_BEHIND_VMD: FeasibilityRule =
    FeasibilityRule::new("not-behind-vmd", "feasible-not-behind-vmd")
        .set("feasible-set-not-behind-vmd");
pub(crate) const OS_DRIVER: FeasibilityRule =
    FeasibilityRule::new("os-driver", "feasible-os-driver").set("feasible-set-os-driver");
pub(crate) const WINDOWS_7_MODULE: FeasibilityRule =
    FeasibilityRule::new("windows-7-module", "feasible-windows-7-module")
        .set("feasible-set-windows-7-module");
pub(crate) const SLOT_TRIED: FeasibilityRule =
    FeasibilityRule::new("slot-tried", "feasible-slot-tried").settle("feasible-settle-try-start");
pub(crate) const DRIVE_LISTED: FeasibilityRule =
    FeasibilityRule::new("drive-listed", "feasible-drive-listed").set("feasible-set-drive-listed");
pub(crate) const CHIPSET_SATA_RAID: FeasibilityRule =
    FeasibilityRule::new("chipset-sata-raid", "feasible-chipset-sata-raid")
        .settle("feasible-settle-raid-menu");
pub(crate) const RAID_PORT: FeasibilityRule =
    FeasibilityRule::new("raid-port", "feasible-raid-port").settle("feasible-settle-raid-menu");
pub(crate) const SATA_MODE: FeasibilityRule =
    FeasibilityRule::new("sata-mode", "feasible-sata-mode").set("feasible-set-sata-mode");
pub(crate) const CHIPSET_REMAPS: FeasibilityRule =
    FeasibilityRule::new("chipset-remaps", "feasible-chipset-remaps")
        .settle("feasible-settle-chipset");
pub(crate) const FIRMWARE_REMAPS: FeasibilityRule =
    FeasibilityRule::new("firmware-remaps", "feasible-firmware-remaps")
        .settle("feasible-settle-raid-menu");
pub(crate) const SLOT_ON_CHIPSET: FeasibilityRule =
    FeasibilityRule::new("slot-on-chipset", "feasible-slot-on-chipset")
        .settle("feasible-settle-tree");
pub(crate) const SLOT_ON_CPU: FeasibilityRule =
    FeasibilityRule::new("slot-on-cpu", "feasible-slot-on-cpu").settle("feasible-settle-tree");
pub(crate) const SLOT_IN_SET: FeasibilityRule =
    FeasibilityRule::new("slot-in-set", "feasible-slot-in-set")
        .settle("feasible-settle-make-array");
pub(crate) const SLOT_WIDEST: FeasibilityRule =
    FeasibilityRule::new("slot-widest", "feasible-slot-widest")
        .settle("feasible-settle-make-array");
pub(crate) const SLOT_WIDTH: FeasibilityRule =
    FeasibilityRule::new("slot-width", "feasible-slot-width").set("feasible-set-slot-width");
pub(crate) const RST_SPEAKS: FeasibilityRule =
    FeasibilityRule::new("rst-speaks", "feasible-rst-speaks").settle("feasible-settle-rst-version");
pub(crate) const SLOT_ENTRY: FeasibilityRule =
    FeasibilityRule::new("slot-entry", "feasible-slot-entry").set("feasible-set-slot-entry");
pub(crate) const RAID_OS_DRIVER: FeasibilityRule =
    FeasibilityRule::new("raid-os-driver", "feasible-raid-os-driver")
        .set("feasible-set-raid-os-driver");
pub(crate) const CPU_ATTACHED: FeasibilityRule =
    FeasibilityRule::new("cpu-attached", "feasible-cpu-attached").settle("feasible-settle-chipset");
pub(crate) const CPU_ATTACHED_BOARD: FeasibilityRule =
    FeasibilityRule::new("cpu-attached-board", "feasible-cpu-attached-board")
        .settle("feasible-settle-raid-menu");
pub(crate) const INTEL_DRIVE: FeasibilityRule =
    FeasibilityRule::new("intel-drive", "feasible-intel-drive").settle("feasible-settle-model");
pub(crate) const CHIPSET_VMD: FeasibilityRule =
    FeasibilityRule::new("chipset-vmd", "feasible-chipset-vmd").settle("feasible-settle-raid-menu");
pub(crate) const VMD_ON: FeasibilityRule =
    FeasibilityRule::new("vmd-on", "feasible-vmd-on").set("feasible-set-vmd-on");
pub(crate) const CPU_VMD: FeasibilityRule =
    FeasibilityRule::new("cpu-vmd", "feasible-cpu-vmd").settle("feasible-settle-processor");
pub(crate) const VROC_PLATFORM: FeasibilityRule =
    FeasibilityRule::new("vroc-platform", "feasible-vroc-platform")
        .settle("feasible-settle-raid-menu");
pub(crate) const VROC_KEY: FeasibilityRule =
    FeasibilityRule::new("vroc-key", "feasible-vroc-key").set("feasible-set-vroc-key");
pub(crate) const VROC_LEVEL: FeasibilityRule =
    FeasibilityRule::new("vroc-level", "feasible-vroc-level").set("feasible-set-vroc-level");
pub(crate) const VROC_DRIVE: FeasibilityRule =
    FeasibilityRule::new("vroc-drive", "feasible-vroc-drive").set("feasible-set-vroc-drive");
pub(crate) const VROC_DOMAIN: FeasibilityRule =
    FeasibilityRule::new("vroc-domain", "feasible-vroc-domain").settle("feasible-settle-tree");
pub(crate) const AMD_RAID: FeasibilityRule =
    FeasibilityRule::new("amd-raid", "feasible-amd-raid").settle("feasible-settle-raid-menu");
pub(crate) const AMD_SATA_MODE: FeasibilityRule =
    FeasibilityRule::new("amd-sata-mode", "feasible-sata-mode").set("feasible-set-amd-sata-mode");
pub(crate) const AMD_NVME_MODE: FeasibilityRule =
    FeasibilityRule::new("amd-nvme-mode", "feasible-amd-nvme-mode")
        .set("feasible-set-amd-nvme-mode");
pub(crate) const LEVEL_MEMBERS: FeasibilityRule =
    FeasibilityRule::new("level-members", "feasible-level-members");
pub(crate) const SET_COUNT: FeasibilityRule =
    FeasibilityRule::new("set-count", "feasible-set-count").settle("feasible-settle-make-array");
pub(crate) const SETS_DIFFER: FeasibilityRule =
    FeasibilityRule::new("sets-differ", "feasible-sets-differ")
        .settle("feasible-settle-make-array");
pub(crate) const ONE_KIND: FeasibilityRule =
    FeasibilityRule::new("one-kind", "feasible-one-kind").settle("feasible-settle-make-array");
pub(crate) const FIRMWARE_VOLUME: FeasibilityRule =
    FeasibilityRule::new("firmware-volume", "feasible-firmware-volume")
        .settle("feasible-settle-try-volume");
pub(crate) const REMAPPED_VOLUME: FeasibilityRule =
    FeasibilityRule::new("remapped-volume", "feasible-remapped-volume")
        .settle("feasible-settle-try-volume");
pub(crate) const WINDOWS_STRIPE_START: FeasibilityRule =
    FeasibilityRule::new("windows-stripe-start", "feasible-windows-stripe-start");
pub(crate) const WINDOWS_MIRROR_START: FeasibilityRule =
    FeasibilityRule::new("windows-mirror-start", "feasible-windows-mirror-start")
        .settle("feasible-settle-try-volume");
pub(crate) const WINDOWS_OS: FeasibilityRule =
    FeasibilityRule::new("windows-os", "feasible-windows-os").set("feasible-set-windows-os");
pub(crate) const LINUX_OS: FeasibilityRule =
    FeasibilityRule::new("linux-os", "feasible-linux-os").set("feasible-set-linux-os");
pub(crate) const LINUX_ESP: FeasibilityRule =
    FeasibilityRule::new("linux-esp", "feasible-linux-esp").set("feasible-set-linux-esp");
pub(crate) const LINUX_BOOT_FILES: FeasibilityRule =
    FeasibilityRule::new("linux-boot-files", "feasible-linux-boot-files")
        .set("feasible-set-linux-boot-files");
pub(crate) const LINUX_INITRAMFS: FeasibilityRule =
    FeasibilityRule::new("linux-initramfs", "feasible-linux-initramfs")
        .set("feasible-set-linux-initramfs");
pub(crate) const LINUX_REMAPPED: FeasibilityRule =
    FeasibilityRule::new("linux-remapped", "feasible-linux-remapped")
        .settle("feasible-settle-try-linux");
pub(crate) const INSTALLER_PROVES_NOTHING: FeasibilityRule =
    FeasibilityRule::new("installer-proves-nothing", "feasible-installer-proves-nothing");
pub(crate) const INSTALLER_UNTOLD: FeasibilityRule =
    FeasibilityRule::new("installer-untold", "feasible-installer-untold")
        .settle("feasible-settle-try-install");

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use narrows_catalog::raid;

    /// The file is read as text: constants cannot be listed.
    #[test]
    fn the_catalogue_says_where_every_rule_comes_from_and_knows_no_other() {
        let text = include_str!("rules.rs").split("#[cfg(test)]").next().unwrap();
        let ids = text.split("Rule::new(\"").skip(1).filter_map(|rest| rest.split('"').next());
        let here: BTreeSet<&str> = ids.collect();
        let there: BTreeSet<&str> = raid::rules().iter().map(|rule| rule.id.as_str()).collect();
        assert_eq!(here, there);
    }
}
