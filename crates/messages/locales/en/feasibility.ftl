# Boot and RAID feasibility: what each rule found, what to set, how to check.
feasible-card-starts =
    { $holds ->
        [yes] The firmware boots from drives on the ports of { $what }.
        [no] The firmware does not boot from drives on the ports of { $what }.
        [contradicted] Sources disagree on whether the firmware boots from drives on the ports of { $what }.
       *[not-known] It is unknown whether the firmware boots from drives on the ports of { $what }: that takes an option ROM of the card.
    }
feasible-sata-drive =
    { $holds ->
        [yes] { $what } is a SATA drive.
        [no] { $what } is not a SATA drive.
        [contradicted] Sources disagree on whether { $what } is a SATA drive.
       *[not-known] It is unknown whether { $what } is a SATA drive.
    }
feasible-nvme-drive =
    { $holds ->
        [yes] { $what } is an NVMe drive.
        [no] { $what } is not an NVMe drive.
        [contradicted] Sources disagree on whether the firmware's NVMe driver works with { $what }.
       *[not-known] It is unknown whether the firmware's NVMe driver works with { $what }.
    }
feasible-pcie-drive =
    { $holds ->
        [yes] { $what } is a PCIe drive.
        [no] { $what } is not a PCIe drive.
        [contradicted] Sources disagree on whether { $what } is a PCIe drive.
       *[not-known] It is unknown whether { $what } is a PCIe drive.
    }
feasible-no-board = The board is not known, so it is open whether its firmware boots NVMe drives. Naming it with --board helps if the catalogue has it.
    .page = The board is not known, so it is open whether its firmware boots NVMe drives. Choosing the board above helps.
feasible-firmware-unknown = How the firmware of { $board } boots NVMe drives is not known.
feasible-own-driver =
    { $holds ->
        [yes] The firmware of { $what } has a built-in NVMe driver; the drive needs no option ROM.
        [no] The firmware of { $what } has no built-in NVMe driver.
        [contradicted] Sources disagree on whether the firmware of { $what } has a built-in NVMe driver.
       *[not-known] It is unknown whether the firmware of { $what } has a built-in NVMe driver.
    }
feasible-runs-uefi-rom =
    { $holds ->
        [yes] The firmware of { $what } runs a drive's UEFI option ROM (UEFI 2.3.1 or later).
        [no] The firmware of { $what } does not run a drive's UEFI option ROM.
        [contradicted] Sources disagree on whether the firmware of { $what } runs a drive's UEFI option ROM.
       *[not-known] It is unknown whether the firmware of { $what } runs a drive's UEFI option ROM.
    }
feasible-has-uefi-rom =
    { $holds ->
        [yes] { $what } has a UEFI option ROM.
        [no] { $what } has no UEFI option ROM.
        [contradicted] Sources disagree on whether { $what } has a UEFI option ROM.
       *[not-known] It is unknown whether { $what } has a UEFI option ROM.
    }
feasible-runs-legacy-rom =
    { $holds ->
        [yes] The firmware of { $what } runs a drive's legacy option ROM.
        [no] The firmware of { $what } does not run a drive's legacy option ROM.
        [contradicted] Sources disagree on whether the firmware of { $what } runs a drive's legacy option ROM.
       *[not-known] It is unknown whether the firmware of { $what } runs a drive's legacy option ROM.
    }
feasible-has-legacy-rom =
    { $holds ->
        [yes] { $what } has a legacy option ROM.
        [no] { $what } has no legacy option ROM.
        [contradicted] Sources disagree on whether { $what } has a legacy option ROM.
       *[not-known] It is unknown whether { $what } has a legacy option ROM.
    }
feasible-uefi-start =
    { $holds ->
        [yes] { $what } boots storage devices with UEFI drivers.
        [no] { $what } does not boot storage devices with UEFI drivers (legacy option ROMs only, or none).
        [contradicted] Sources disagree on whether { $what } boots storage devices with UEFI drivers.
       *[not-known] It is unknown whether { $what } boots storage devices with UEFI drivers.
    }
feasible-legacy-start =
    { $holds ->
        [yes] CSM is enabled on { $what }.
        [no] CSM is disabled on { $what }; legacy option ROMs do not run.
        [contradicted] Sources disagree on whether CSM is enabled on { $what }.
       *[not-known] It is unknown whether CSM is enabled on { $what }.
    }
feasible-legacy-storage =
    { $holds ->
        [yes] { $what } boots storage devices with legacy option ROMs.
        [no] { $what } does not boot storage devices with legacy option ROMs.
        [contradicted] Sources disagree on whether { $what } boots storage devices with legacy option ROMs.
       *[not-known] It is unknown whether { $what } boots storage devices with legacy option ROMs.
    }
feasible-legacy-bios =
    { $holds ->
        [yes] { $what } has a legacy BIOS.
        [no] { $what } has UEFI firmware.
        [contradicted] Sources disagree on whether { $what } has a legacy BIOS.
       *[not-known] It is unknown whether { $what } has a legacy BIOS.
    }
feasible-module-off =
    { $holds ->
        [yes] CSM is disabled on { $what }.
        [no] CSM is enabled on { $what }.
        [contradicted] Sources disagree on whether CSM is disabled on { $what }.
       *[not-known] It is unknown whether CSM is disabled on { $what }.
    }
feasible-module-switch =
    { $holds ->
        [yes] CSM on { $what } can be disabled in the firmware setup.
        [no] CSM on { $what } cannot be disabled.
        [contradicted] Sources disagree on whether CSM on { $what } can be disabled.
       *[not-known] It is unknown whether CSM on { $what } can be disabled.
    }
feasible-graphics-uefi =
    { $holds ->
        [yes] The first graphics card on { $what } has a UEFI driver.
        [no] The first graphics card on { $what } has only a legacy option ROM; without CSM the machine stops before booting.
        [contradicted] Sources disagree on whether the first graphics card on { $what } has a UEFI driver.
       *[not-known] It is unknown whether the first graphics card on { $what } has a UEFI driver.
    }
feasible-not-behind-raid =
    { $holds ->
        [yes] A drive in { $what } is directly visible.
        [no] The chipset RAID hides a drive in { $what }.
        [contradicted] Sources disagree on whether the chipset RAID hides a drive in { $what }.
       *[not-known] It is unknown whether the chipset RAID hides a drive in { $what }.
    }
feasible-starts-behind-raid =
    { $holds ->
        [yes] The firmware boots a drive in { $what } through its RAID driver.
        [no] The firmware does not boot a drive in { $what } through its RAID driver.
        [contradicted] Sources disagree on whether the firmware boots a drive in { $what } through its RAID driver.
       *[not-known] It is unknown whether the firmware boots a drive in { $what } through its RAID driver.
    }
feasible-not-behind-vmd =
    { $holds ->
        [yes] On { $what }, the drive is not behind VMD or RAID mode.
        [no] On { $what }, the drive is behind VMD or RAID mode.
        [contradicted] Sources disagree on whether the drive is behind VMD or RAID mode on { $what }.
       *[not-known] It is unknown whether the drive is behind VMD or RAID mode on { $what }.
    }
feasible-os-driver =
    { $holds ->
        [yes] The operating system includes an NVMe driver.
        [no] The operating system's installer includes no NVMe driver.
        [contradicted] Sources disagree on whether the operating system includes an NVMe driver.
       *[not-known] It is unknown whether the operating system includes an NVMe driver.
    }
feasible-windows-7-module =
    { $holds ->
        [yes] The CSM setting suits the operating system.
        [no] Windows 7 boots through UEFI only with CSM enabled on { $what }.
        [contradicted] Sources disagree on whether the CSM setting suits the operating system; Windows 7 requires CSM.
       *[not-known] It is unknown whether the CSM setting suits the operating system; Windows 7 requires CSM.
    }
feasible-slot-tried =
    { $holds ->
        [yes] There is no known obstacle to booting from { $what } with this firmware version.
        [no] The machine does not boot from { $what } with this firmware version.
        [contradicted] Sources disagree on whether the machine boots from { $what } with this firmware version; untested.
       *[not-known] It is unknown whether the machine boots from { $what } with this firmware version; untested.
    }
feasible-drive-listed =
    { $holds ->
        [yes] Boards list { $what }.
        [no] Boards do not list { $what } with its current firmware.
        [contradicted] Sources disagree on whether boards list { $what } with its current firmware.
       *[not-known] It is unknown whether boards list { $what } with its current firmware.
    }
feasible-chipset-sata-raid =
    { $holds ->
        [yes] The firmware RAID of { $what } supports SATA drives.
        [no] { $what } has no Intel RST for SATA drives.
        [contradicted] Sources disagree on whether the firmware RAID of { $what } supports SATA drives.
       *[not-known] It is unknown whether the firmware RAID of { $what } supports SATA drives.
    }
feasible-raid-port =
    { $holds ->
        [yes] { $what } is a port of the RAID controller.
        [no] { $what } is not a port of the RAID controller.
        [contradicted] Sources disagree on whether { $what } is a port of the RAID controller.
       *[not-known] It is unknown whether { $what } is a port of the RAID controller.
    }
feasible-sata-mode =
    { $holds ->
        [yes] SATA on { $what } is in RAID mode.
        [no] SATA on { $what } is in AHCI mode.
        [contradicted] Sources disagree on whether SATA on { $what } is in RAID mode.
       *[not-known] It is unknown whether SATA on { $what } is in RAID mode.
    }
feasible-chipset-remaps =
    { $holds ->
        [yes] { $what } can present PCIe drives to its RAID as SATA drives (remapping).
        [no] { $what } cannot remap PCIe drives for Intel RST.
        [contradicted] Sources disagree on whether { $what } can remap PCIe drives.
       *[not-known] It is unknown whether { $what } can remap PCIe drives.
    }
feasible-firmware-remaps =
    { $holds ->
        [yes] The firmware of { $what } implements remapping.
        [no] The firmware of { $what } does not implement remapping.
        [contradicted] Sources disagree on whether the firmware of { $what } implements remapping.
       *[not-known] It is unknown whether the firmware of { $what } implements remapping.
    }
feasible-slot-on-chipset =
    { $holds ->
        [yes] { $what } is attached to the chipset.
        [no] { $what } is attached to the processor, out of reach of the chipset RAID.
        [contradicted] Sources disagree on whether { $what } is attached to the chipset.
       *[not-known] It is unknown whether { $what } is attached to the chipset.
    }
feasible-slot-on-cpu =
    { $holds ->
        [yes] { $what } is attached to the processor.
        [no] { $what } is not attached to the processor.
        [contradicted] Sources disagree on whether { $what } is attached to the processor.
       *[not-known] It is unknown whether { $what } is attached to the processor.
    }
feasible-slot-in-set =
    { $holds ->
        [yes] { $what } is on a lane set that the chipset remaps.
        [no] { $what } is not on a lane set that the chipset remaps.
        [contradicted] Sources disagree on whether { $what } is on a lane set that the chipset remaps.
       *[not-known] It is unknown whether { $what } is on a lane set that the chipset remaps.
    }
feasible-slot-widest =
    { $holds ->
        [yes] { $what } has enough lanes for the drive in a RAID.
        [no] { $what } never has enough lanes for the drive in a RAID.
        [contradicted] Sources disagree on whether { $what } has enough lanes for the drive in a RAID.
       *[not-known] It is unknown whether { $what } has enough lanes for the drive in a RAID.
    }
feasible-slot-width =
    { $holds ->
        [yes] { $what } is set to enough lanes.
        [no] { $what } is set to fewer lanes than the drive has.
        [contradicted] Sources disagree on whether { $what } is set to enough lanes.
       *[not-known] It is unknown whether { $what } is set to enough lanes.
    }
feasible-rst-speaks =
    { $holds ->
        [yes] Intel RST in the firmware of { $what } supports such drives (AHCI: 13 or later, NVMe: 14 or later).
        [no] Intel RST in the firmware of { $what } is too old for such drives (AHCI: 13 or later, NVMe: 14 or later).
        [contradicted] Sources disagree on whether Intel RST in the firmware of { $what } is new enough (AHCI: 13 or later, NVMe: 14 or later).
       *[not-known] It is unknown whether Intel RST in the firmware of { $what } is new enough (AHCI: 13 or later, NVMe: 14 or later).
    }
feasible-slot-entry =
    { $holds ->
        [yes] The firmware assigns the drive in { $what } to the RAID.
        [no] The firmware does not assign the drive in { $what } to the RAID.
        [contradicted] Sources disagree on whether the firmware assigns the drive in { $what } to the RAID.
       *[not-known] It is unknown whether the firmware assigns the drive in { $what } to the RAID.
    }
feasible-raid-os-driver =
    { $holds ->
        [yes] The operating system has the firmware RAID driver.
        [no] The operating system lacks the firmware RAID driver.
        [contradicted] Sources disagree on whether the operating system has the firmware RAID driver.
       *[not-known] It is unknown whether the operating system has the firmware RAID driver.
    }
feasible-cpu-attached =
    { $holds ->
        [yes] { $what } supports Intel RST for Intel drives on processor lanes, on some boards.
        [no] { $what } does not support Intel RST on processor lanes.
        [contradicted] Sources disagree on whether { $what } supports Intel RST on processor lanes.
       *[not-known] It is unknown whether { $what } supports Intel RST on processor lanes.
    }
feasible-cpu-attached-board =
    { $holds ->
        [yes] { $what } offers RAID on processor lanes.
        [no] { $what } does not offer RAID on processor lanes.
        [contradicted] Sources disagree on whether { $what } offers RAID on processor lanes.
       *[not-known] It is unknown whether { $what } offers RAID on processor lanes.
    }
feasible-intel-drive =
    { $holds ->
        [yes] { $what } is an Intel drive.
        [no] { $what } is not an Intel drive.
        [contradicted] Sources disagree on whether { $what } is an Intel drive.
       *[not-known] It is unknown whether { $what } is an Intel drive.
    }
feasible-chipset-vmd =
    { $holds ->
        [yes] { $what } supports Intel RST behind VMD, on any port.
        [no] { $what } does not support Intel RST behind VMD.
        [contradicted] Sources disagree on whether { $what } supports Intel RST behind VMD.
       *[not-known] It is unknown whether { $what } supports Intel RST behind VMD.
    }
feasible-vmd-on =
    { $holds ->
        [yes] VMD is enabled on { $what }.
        [no] VMD is disabled on { $what }.
        [contradicted] Sources disagree on whether VMD is enabled on { $what }.
       *[not-known] It is unknown whether VMD is enabled on { $what }.
    }
feasible-cpu-vmd =
    { $holds ->
        [yes] Processors for { $what } have VMD for VROC.
        [no] Processors for { $what } have no VMD for VROC.
        [contradicted] Sources disagree on whether processors for { $what } have VMD for VROC.
       *[not-known] It is unknown whether processors for { $what } have VMD for VROC.
    }
feasible-vroc-platform =
    { $holds ->
        [yes] The firmware of { $what } supports VROC.
        [no] The firmware of { $what } does not support VROC.
        [contradicted] Sources disagree on whether the firmware of { $what } supports VROC.
       *[not-known] It is unknown whether the firmware of { $what } supports VROC.
    }
feasible-vroc-key =
    { $holds ->
        [yes] { $what } has a VROC key.
        [no] { $what } has no VROC key.
        [contradicted] Sources disagree on whether { $what } has a VROC key.
       *[not-known] It is unknown whether { $what } has a VROC key.
    }
feasible-vroc-level =
    { $holds ->
        [yes] The VROC key allows { $what }.
        [no] The VROC key does not allow { $what }.
        [contradicted] Sources disagree on whether the VROC key allows { $what }.
       *[not-known] It is unknown whether the VROC key allows { $what }.
    }
feasible-vroc-drive =
    { $holds ->
        [yes] The VROC key accepts { $what }.
        [no] The VROC key accepts only Intel drives, not { $what }.
        [contradicted] Sources disagree on whether the VROC key accepts { $what }.
       *[not-known] It is unknown whether the VROC key accepts { $what }.
    }
feasible-vroc-domain =
    { $holds ->
        [yes] All members are behind the same VMD on { $what }.
        [no] The members are behind several VMDs on { $what }; such an array is not bootable.
        [contradicted] Sources disagree on whether all members are behind the same VMD on { $what }.
       *[not-known] It is unknown whether all members are behind the same VMD on { $what }.
    }
feasible-amd-raid =
    { $holds ->
        [yes] { $what } supports AMD RAIDXpert2, on processor and chipset lanes.
        [no] { $what } does not support AMD RAIDXpert2.
        [contradicted] Sources disagree on whether { $what } supports AMD RAIDXpert2.
       *[not-known] It is unknown whether { $what } supports AMD RAIDXpert2.
    }
feasible-amd-nvme-mode =
    { $holds ->
        [yes] NVMe RAID mode is enabled on { $what }.
        [no] NVMe RAID mode is disabled on { $what }.
        [contradicted] Sources disagree on whether NVMe RAID mode is enabled on { $what }.
       *[not-known] It is unknown whether NVMe RAID mode is enabled on { $what }.
    }
feasible-level-missing = The level is not supported ({ $what }).
feasible-level-members =
    { $holds ->
        [yes] The number of drives is valid ({ $what }).
        [no] The number of drives is not valid ({ $what }).
        [contradicted] Sources disagree on whether the number of drives is valid ({ $what }).
       *[not-known] It is unknown whether the number of drives is valid ({ $what }).
    }
feasible-set-count =
    { $holds ->
        [yes] { $what } can remap that many drives.
        [no] { $what } cannot remap that many drives.
        [contradicted] Sources disagree on whether { $what } can remap that many drives.
       *[not-known] It is unknown whether { $what } can remap that many drives.
    }
feasible-sets-differ =
    { $holds ->
        [yes] Each remapped drive has its own lane set ({ $what }).
        [no] Two drives would share a lane set that supports only one ({ $what }).
        [contradicted] Sources disagree on whether each remapped drive has its own lane set ({ $what }).
       *[not-known] It is unknown whether each remapped drive has its own lane set ({ $what }).
    }
feasible-one-kind =
    { $holds ->
        [yes] The members are all SATA or all PCIe.
        [no] SATA and PCIe drives cannot be combined in one volume.
        [contradicted] Sources disagree on whether the members are all SATA or all PCIe.
       *[not-known] It is unknown whether the members are all SATA or all PCIe.
    }
feasible-firmware-volume =
    { $holds ->
        [yes] The firmware of { $what } recognises its own RAID volumes and boots from them.
        [no] The firmware of { $what } does not boot from its own RAID volumes.
        [contradicted] Sources disagree on whether the firmware of { $what } boots from its own RAID volumes.
       *[not-known] It is unknown whether the firmware of { $what } boots from its own RAID volumes.
    }
feasible-remapped-volume =
    { $holds ->
        [yes] The firmware of { $what } boots from a volume of remapped drives.
        [no] The firmware of { $what } does not boot from a volume of remapped drives.
        [contradicted] Sources disagree on whether the firmware of { $what } boots from a volume of remapped drives; not all boards do.
       *[not-known] It is unknown whether the firmware of { $what } boots from a volume of remapped drives; not all boards do.
    }
feasible-windows-stripe-start =
    { $holds ->
        [yes] Windows boots from its own striped volume.
        [no] Windows cannot boot from its own striped volume; the array exists only once Windows is running.
        [contradicted] Sources disagree on whether Windows boots from its own striped volume.
       *[not-known] It is unknown whether Windows boots from its own striped volume.
    }
feasible-windows-mirror-start =
    { $holds ->
        [yes] Windows boots from its own mirrored volume.
        [no] Windows does not boot from its own mirrored volume.
        [contradicted] Sources disagree on whether Windows boots from its own mirrored volume.
       *[not-known] It is unknown whether Windows boots from its own mirrored volume.
    }
feasible-windows-os =
    { $holds ->
        [yes] The operating system is Windows.
        [no] The operating system is not Windows.
        [contradicted] Sources disagree on whether the operating system is Windows.
       *[not-known] It is unknown whether the operating system is Windows.
    }
feasible-linux-os =
    { $holds ->
        [yes] The operating system is Linux.
        [no] The operating system is not Linux.
        [contradicted] Sources disagree on whether the operating system is Linux.
       *[not-known] It is unknown whether the operating system is Linux.
    }
feasible-linux-esp =
    { $holds ->
        [yes] The firmware can read the EFI system partition.
        [no] The EFI system partition is inside an array that the firmware cannot read.
        [contradicted] Sources disagree on whether the firmware can read the EFI system partition.
       *[not-known] It is unknown whether the firmware can read the EFI system partition.
    }
feasible-linux-boot-files =
    { $holds ->
        [yes] The bootloader can read the kernel and initramfs.
        [no] The bootloader cannot read the array that holds the kernel and initramfs.
        [contradicted] Sources disagree on whether the bootloader can read the kernel and initramfs.
       *[not-known] It is unknown whether the bootloader can read the kernel and initramfs.
    }
feasible-linux-initramfs =
    { $holds ->
        [yes] The initramfs includes the array configuration.
        [no] The initramfs does not include the array configuration.
        [contradicted] Sources disagree on whether the initramfs includes the array configuration.
       *[not-known] It is unknown whether the initramfs includes the array configuration.
    }
feasible-linux-remapped =
    { $holds ->
        [yes] The operating system's RAID driver exposes drives behind the firmware RAID.
        [no] Linux does not see drives remapped by the chipset.
        [contradicted] Sources disagree on whether the operating system sees drives behind the firmware RAID.
       *[not-known] It is unknown whether the operating system sees drives behind the firmware RAID.
    }
feasible-installer-proves-nothing =
    { $holds ->
        [yes] Even if an installer sees { $what }, the machine may not boot from it.
        [no] Even if an installer sees { $what }, the machine may not boot from it.
        [contradicted] Sources disagree on whether an installer sees { $what }; even if it does, the machine may not boot from it.
       *[not-known] It is unknown whether an installer sees { $what }; even if it does, the machine may not boot from it.
    }
feasible-installer-untold =
    { $holds ->
        [yes] The installer accepts { $what }.
        [no] The installer refuses { $what }.
        [contradicted] Sources disagree on whether the installer accepts { $what }; for a drive that the firmware does not boot, one installer accepted it and another refused.
       *[not-known] It is unknown whether the installer accepts { $what }; for a drive that the firmware does not boot, one installer accepted it and another refused.
    }
feasible-board-unknown = The board is not known, and neither is what its firmware supports.
feasible-this-machine = this machine

feasible-set-uefi-start = { $what }: boot storage devices with UEFI drivers (“UEFI driver first” for “Boot from Storage Devices”).
feasible-set-legacy-start = { $what }: enable CSM.
feasible-set-legacy-storage = { $what }: boot storage devices with legacy option ROMs.
feasible-set-module-off = { $what }: disable CSM.
feasible-set-not-behind-raid = { $what }: do not assign the drive to the RAID (disable RAID support for it, or set SATA to AHCI mode).
feasible-set-not-behind-vmd = { $what }: disable VMD or RAID mode.
feasible-set-os-driver = Provide an NVMe driver to the installer, or use an operating system that includes one (Windows 8.1, Linux 3.3 or later).
feasible-set-windows-7-module = { $what }, for Windows 7: enable CSM, with UEFI drivers first for storage.
feasible-set-drive-listed = Update the firmware of { $what } itself.
feasible-set-sata-mode = { $what }: set SATA to RAID mode (“Intel RST Premium”) first; dependent settings appear only then.
feasible-set-slot-width = { $what }: set four lanes; this may disable SATA ports.
feasible-set-slot-entry = { $what }: assign the drive to the RAID (enable “PCIE Storage RAID Support”, set “RST Controlled”, or similar).
feasible-set-raid-os-driver = Install the firmware RAID driver in the operating system, in the same generation as the firmware's.
feasible-set-vmd-on = { $what }: enable VMD.
feasible-set-vroc-key = { $what }: plug in a VROC key.
feasible-set-vroc-level = Use a VROC key that allows { $what }: Premium for RAID 5.
feasible-set-vroc-drive = For { $what }, use a VROC key that is not limited to Intel drives.
feasible-set-amd-sata-mode = { $what }: set SATA to RAID mode.
feasible-set-amd-nvme-mode = { $what }: enable NVMe RAID mode.
feasible-set-windows-os = Use Windows 8.1 or later.
feasible-set-linux-os = Use Linux 3.3 or later.
feasible-set-linux-esp = Put the EFI system partition outside the arrays, or on a RAID 1 with metadata 1.0.
feasible-set-linux-boot-files = Put /boot outside the arrays, or on one that the bootloader can read.
feasible-set-linux-initramfs = Add the array to mdadm.conf and rebuild the initramfs.

feasible-settle-chipset = Check the chipset's datasheet: { $what }.
feasible-settle-graphics = Check whether the firmware keeps CSM disabled with this graphics card: { $what }.
feasible-settle-make-array = Install a drive there and create an array: { $what }.
feasible-settle-model = Check the model that the drive reports: { $what }.
feasible-settle-module = Disable CSM and reboot: { $what }.
feasible-settle-processor = Check the processor's datasheet: { $what }.
feasible-settle-raid-menu = Install a drive there and check the firmware's RAID menu: { $what }.
feasible-settle-rom = Read the drive's option ROM, or ask its manufacturer: { $what }.
feasible-settle-rst-version = Check the Intel RST version in the firmware's menu: { $what }.
feasible-settle-tree = Check the device tree of the running machine: { $what }.
feasible-settle-try-install = Try to install to it: { $what }.
feasible-settle-try-legacy = Enable CSM and try to boot from a drive with a legacy option ROM: { $what }.
feasible-settle-try-linux = Boot Linux with the drive installed and check whether it is visible.
feasible-settle-loader = A boot loader with an NVMe driver of its own on a USB stick or SATA drive (Clover, rEFInd) may start the drive without the firmware's help.
feasible-settle-any-start = Try to boot from a drive there.
feasible-settle-try-start = Try to boot from a drive there: { $what }.
feasible-settle-try-volume = Install to the volume and try to boot from it: { $what }.
feasible-settle-uefi-version = Check the UEFI version with “ver” in the UEFI shell (2.3.1 or later), or try to boot from such a drive: { $what }.

feasible-effect-tools = The NVMe driver and drive health tools no longer see the drive; no slowdown has been reported.
feasible-effect-linux = Linux no longer sees the drive.
feasible-effect-ports = SATA ports { $lost } (numbered from 0) lose their lanes; { $kept } remain.
