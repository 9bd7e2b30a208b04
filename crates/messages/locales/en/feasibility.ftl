# What starts and which RAID is possible: what each rule found, what to set, what would settle it.
feasible-sata-drive =
    { $holds ->
        [yes] { $what } is a SATA drive.
        [no] { $what } is no SATA drive.
        [contradicted] Sources contradict each other: whether { $what } is a SATA drive.
       *[not-known] Not known: whether { $what } is a SATA drive.
    }
feasible-nvme-drive =
    { $holds ->
        [yes] { $what } speaks NVMe.
        [no] { $what } does not speak NVMe.
        [contradicted] Sources contradict each other: whether the firmware's NVMe driver is of use to { $what }.
       *[not-known] Not known: whether the firmware's NVMe driver is of use to { $what }.
    }
feasible-pcie-drive =
    { $holds ->
        [yes] { $what } is a PCIe drive.
        [no] { $what } is no PCIe drive.
        [contradicted] Sources contradict each other: whether { $what } is a PCIe drive.
       *[not-known] Not known: whether { $what } is a PCIe drive.
    }
feasible-own-driver =
    { $holds ->
        [yes] The firmware of { $what } has an NVMe driver of its own; the drive needs no option ROM.
        [no] The firmware of { $what } has no NVMe driver of its own.
        [contradicted] Sources contradict each other: whether the firmware of { $what } has an NVMe driver of its own.
       *[not-known] Not known: whether the firmware of { $what } has an NVMe driver of its own.
    }
feasible-runs-uefi-rom =
    { $holds ->
        [yes] The firmware of { $what } runs a drive's UEFI option ROM (UEFI 2.3.1 or later).
        [no] The firmware of { $what } does not run a drive's UEFI option ROM.
        [contradicted] Sources contradict each other: whether the firmware of { $what } runs a drive's UEFI option ROM.
       *[not-known] Not known: whether the firmware of { $what } runs a drive's UEFI option ROM.
    }
feasible-has-uefi-rom =
    { $holds ->
        [yes] { $what } has a UEFI option ROM.
        [no] { $what } has no UEFI option ROM.
        [contradicted] Sources contradict each other: whether { $what } has a UEFI option ROM.
       *[not-known] Not known: whether { $what } has a UEFI option ROM.
    }
feasible-runs-legacy-rom =
    { $holds ->
        [yes] The firmware of { $what } runs a drive's legacy option ROM.
        [no] The firmware of { $what } does not run a drive's legacy option ROM.
        [contradicted] Sources contradict each other: whether the firmware of { $what } runs a drive's legacy option ROM.
       *[not-known] Not known: whether the firmware of { $what } runs a drive's legacy option ROM.
    }
feasible-has-legacy-rom =
    { $holds ->
        [yes] { $what } has a legacy option ROM.
        [no] { $what } has no legacy option ROM.
        [contradicted] Sources contradict each other: whether { $what } has a legacy option ROM.
       *[not-known] Not known: whether { $what } has a legacy option ROM.
    }
feasible-uefi-start =
    { $holds ->
        [yes] UEFI drivers start storage devices on { $what }.
        [no] Legacy option ROMs, or none, start storage devices on { $what }.
        [contradicted] Sources contradict each other: whether UEFI drivers start storage devices on { $what }.
       *[not-known] Not known: whether UEFI drivers start storage devices on { $what }.
    }
feasible-legacy-start =
    { $holds ->
        [yes] The compatibility module (CSM) of { $what } is on.
        [no] The compatibility module (CSM) of { $what } is off, and legacy option ROMs do not run.
        [contradicted] Sources contradict each other: whether the compatibility module (CSM) of { $what } is on.
       *[not-known] Not known: whether the compatibility module (CSM) of { $what } is on.
    }
feasible-legacy-storage =
    { $holds ->
        [yes] Legacy option ROMs start storage devices on { $what }.
        [no] Legacy option ROMs do not start storage devices on { $what }.
        [contradicted] Sources contradict each other: whether legacy option ROMs start storage devices on { $what }.
       *[not-known] Not known: whether legacy option ROMs start storage devices on { $what }.
    }
feasible-legacy-bios =
    { $holds ->
        [yes] { $what } has a legacy BIOS.
        [no] { $what } has UEFI firmware.
        [contradicted] Sources contradict each other: whether { $what } has a legacy BIOS.
       *[not-known] Not known: whether { $what } has a legacy BIOS.
    }
feasible-module-off =
    { $holds ->
        [yes] The compatibility module (CSM) of { $what } is off.
        [no] The compatibility module (CSM) of { $what } is on.
        [contradicted] Sources contradict each other: whether the compatibility module (CSM) of { $what } is off.
       *[not-known] Not known: whether the compatibility module (CSM) of { $what } is off.
    }
feasible-module-switch =
    { $holds ->
        [yes] The compatibility module (CSM) of { $what } can be switched off in its menu.
        [no] The compatibility module (CSM) of { $what } cannot be switched off.
        [contradicted] Sources contradict each other: whether the compatibility module (CSM) of { $what } can be switched off.
       *[not-known] Not known: whether the compatibility module (CSM) of { $what } can be switched off.
    }
feasible-graphics-uefi =
    { $holds ->
        [yes] The first graphics card on { $what } brings a UEFI driver.
        [no] The first graphics card on { $what } has a legacy option ROM only: without CSM the machine stops before it starts.
        [contradicted] Sources contradict each other: whether the first graphics card on { $what } brings a UEFI driver.
       *[not-known] Not known: whether the first graphics card on { $what } brings a UEFI driver.
    }
feasible-not-behind-raid =
    { $holds ->
        [yes] A drive in { $what } shows as what it is.
        [no] The chipset's RAID hides a drive in { $what }.
        [contradicted] Sources contradict each other: whether the chipset's RAID hides a drive in { $what }.
       *[not-known] Not known: whether the chipset's RAID hides a drive in { $what }.
    }
feasible-starts-behind-raid =
    { $holds ->
        [yes] The firmware starts a drive in { $what } through its RAID driver.
        [no] The firmware does not start a drive in { $what } through its RAID driver.
        [contradicted] Sources contradict each other: whether the firmware starts a drive in { $what } through its RAID driver.
       *[not-known] Not known: whether the firmware starts a drive in { $what } through its RAID driver.
    }
feasible-not-behind-vmd =
    { $holds ->
        [yes] { $what } puts no Volume Management Device or RAID mode before the drive.
        [no] { $what } puts a Volume Management Device or RAID mode before the drive.
        [contradicted] Sources contradict each other: whether { $what } puts a Volume Management Device or RAID mode before the drive.
       *[not-known] Not known: whether { $what } puts a Volume Management Device or RAID mode before the drive.
    }
feasible-os-driver =
    { $holds ->
        [yes] The operating system brings an NVMe driver.
        [no] The operating system's setup brings no NVMe driver.
        [contradicted] Sources contradict each other: whether the operating system brings an NVMe driver.
       *[not-known] Not known: whether the operating system brings an NVMe driver.
    }
feasible-windows-7-module =
    { $holds ->
        [yes] The compatibility module (CSM) suits the operating system.
        [no] Windows 7 starts by UEFI only with the compatibility module (CSM) of { $what } on.
        [contradicted] Sources contradict each other: whether the compatibility module (CSM) suits the operating system; Windows 7 needs it on.
       *[not-known] Not known: whether the compatibility module (CSM) suits the operating system; Windows 7 needs it on.
    }
feasible-slot-tried =
    { $holds ->
        [yes] Nothing speaks against starting from { $what } with this firmware version.
        [no] { $what } is not started from with this firmware version.
        [contradicted] Sources contradict each other: whether the machine starts from { $what } with this firmware version; nobody tried.
       *[not-known] Not known: whether the machine starts from { $what } with this firmware version; nobody tried.
    }
feasible-drive-listed =
    { $holds ->
        [yes] Boards list { $what }.
        [no] Boards do not list { $what } with its present firmware.
        [contradicted] Sources contradict each other: whether boards list { $what } with its present firmware.
       *[not-known] Not known: whether boards list { $what } with its present firmware.
    }
feasible-chipset-sata-raid =
    { $holds ->
        [yes] The firmware RAID of { $what } takes SATA drives.
        [no] { $what } has no RAID of SATA drives.
        [contradicted] Sources contradict each other: whether the firmware RAID of { $what } takes SATA drives.
       *[not-known] Not known: whether the firmware RAID of { $what } takes SATA drives.
    }
feasible-raid-port =
    { $holds ->
        [yes] { $what } is a port of the RAID controller.
        [no] { $what } is no port of the RAID controller.
        [contradicted] Sources contradict each other: whether { $what } is a port of the RAID controller.
       *[not-known] Not known: whether { $what } is a port of the RAID controller.
    }
feasible-sata-mode =
    { $holds ->
        [yes] SATA on { $what } is in RAID mode.
        [no] SATA on { $what } is in AHCI mode.
        [contradicted] Sources contradict each other: whether SATA on { $what } is in RAID mode.
       *[not-known] Not known: whether SATA on { $what } is in RAID mode.
    }
feasible-chipset-remaps =
    { $holds ->
        [yes] { $what } can show PCIe drives to its RAID as SATA drives (remapping).
        [no] { $what } has no remapping of PCIe drives: only the operating system can make a RAID of them.
        [contradicted] Sources contradict each other: whether { $what } has remapping of PCIe drives.
       *[not-known] Not known: whether { $what } has remapping of PCIe drives.
    }
feasible-firmware-remaps =
    { $holds ->
        [yes] The firmware of { $what } implements remapping.
        [no] The firmware of { $what } does not implement remapping.
        [contradicted] Sources contradict each other: whether the firmware of { $what } implements remapping.
       *[not-known] Not known: whether the firmware of { $what } implements remapping.
    }
feasible-slot-on-chipset =
    { $holds ->
        [yes] { $what } hangs on the chipset.
        [no] { $what } hangs on the processor, which the chipset's RAID cannot reach.
        [contradicted] Sources contradict each other: whether { $what } hangs on the chipset.
       *[not-known] Not known: whether { $what } hangs on the chipset.
    }
feasible-slot-on-cpu =
    { $holds ->
        [yes] { $what } hangs on the processor.
        [no] { $what } does not hang on the processor.
        [contradicted] Sources contradict each other: whether { $what } hangs on the processor.
       *[not-known] Not known: whether { $what } hangs on the processor.
    }
feasible-slot-in-set =
    { $holds ->
        [yes] { $what } is on a lane set that the chipset remaps.
        [no] { $what } is on no lane set that the chipset remaps.
        [contradicted] Sources contradict each other: whether { $what } is on a lane set that the chipset remaps.
       *[not-known] Not known: whether { $what } is on a lane set that the chipset remaps.
    }
feasible-slot-widest =
    { $holds ->
        [yes] { $what } has enough lanes for the drive in a RAID.
        [no] { $what } never has enough lanes for the drive in a RAID.
        [contradicted] Sources contradict each other: whether { $what } has enough lanes for the drive in a RAID.
       *[not-known] Not known: whether { $what } has enough lanes for the drive in a RAID.
    }
feasible-slot-width =
    { $holds ->
        [yes] { $what } is set to enough lanes.
        [no] { $what } is set to fewer lanes than the drive has.
        [contradicted] Sources contradict each other: whether { $what } is set to enough lanes.
       *[not-known] Not known: whether { $what } is set to enough lanes.
    }
feasible-rst-speaks =
    { $holds ->
        [yes] Intel RST in the firmware of { $what } takes such drives (AHCI from 13, NVMe from 14 on).
        [no] Intel RST in the firmware of { $what } is too old for such drives (AHCI from 13, NVMe from 14 on).
        [contradicted] Sources contradict each other: whether Intel RST in the firmware of { $what } is new enough (AHCI from 13, NVMe from 14 on).
       *[not-known] Not known: whether Intel RST in the firmware of { $what } is new enough (AHCI from 13, NVMe from 14 on).
    }
feasible-slot-entry =
    { $holds ->
        [yes] The firmware gives the drive in { $what } to the RAID.
        [no] The firmware does not give the drive in { $what } to the RAID.
        [contradicted] Sources contradict each other: whether the firmware gives the drive in { $what } to the RAID.
       *[not-known] Not known: whether the firmware gives the drive in { $what } to the RAID.
    }
feasible-raid-os-driver =
    { $holds ->
        [yes] The operating system has the driver of the firmware's RAID.
        [no] The operating system lacks the driver of the firmware's RAID.
        [contradicted] Sources contradict each other: whether the operating system has the driver of the firmware's RAID.
       *[not-known] Not known: whether the operating system has the driver of the firmware's RAID.
    }
feasible-cpu-attached =
    { $holds ->
        [yes] { $what } has RAID of Intel's own drives on processor lanes, on some boards.
        [no] { $what } has no RAID on processor lanes without VROC.
        [contradicted] Sources contradict each other: whether { $what } has RAID on processor lanes.
       *[not-known] Not known: whether { $what } has RAID on processor lanes.
    }
feasible-cpu-attached-board =
    { $holds ->
        [yes] { $what } offers RAID on processor lanes.
        [no] { $what } does not offer RAID on processor lanes.
        [contradicted] Sources contradict each other: whether { $what } offers RAID on processor lanes.
       *[not-known] Not known: whether { $what } offers RAID on processor lanes.
    }
feasible-intel-drive =
    { $holds ->
        [yes] { $what } is one of Intel's own.
        [no] { $what } is not one of Intel's own.
        [contradicted] Sources contradict each other: whether { $what } is one of Intel's own.
       *[not-known] Not known: whether { $what } is one of Intel's own.
    }
feasible-chipset-vmd =
    { $holds ->
        [yes] { $what } has Intel RST below a Volume Management Device, for any port.
        [no] { $what } has no Intel RST below a Volume Management Device.
        [contradicted] Sources contradict each other: whether { $what } has Intel RST below a Volume Management Device.
       *[not-known] Not known: whether { $what } has Intel RST below a Volume Management Device.
    }
feasible-vmd-on =
    { $holds ->
        [yes] The Volume Management Device of { $what } is on.
        [no] The Volume Management Device of { $what } is off.
        [contradicted] Sources contradict each other: whether the Volume Management Device of { $what } is on.
       *[not-known] Not known: whether the Volume Management Device of { $what } is on.
    }
feasible-cpu-vmd =
    { $holds ->
        [yes] Processors for { $what } have a Volume Management Device for VROC.
        [no] Processors for { $what } have no Volume Management Device for VROC.
        [contradicted] Sources contradict each other: whether processors for { $what } have a Volume Management Device for VROC.
       *[not-known] Not known: whether processors for { $what } have a Volume Management Device for VROC.
    }
feasible-vroc-platform =
    { $holds ->
        [yes] The firmware of { $what } has VROC.
        [no] The firmware of { $what } has no VROC.
        [contradicted] Sources contradict each other: whether the firmware of { $what } has VROC.
       *[not-known] Not known: whether the firmware of { $what } has VROC.
    }
feasible-vroc-key =
    { $holds ->
        [yes] { $what } has a VROC key.
        [no] { $what } has no VROC key.
        [contradicted] Sources contradict each other: whether { $what } has a VROC key.
       *[not-known] Not known: whether { $what } has a VROC key.
    }
feasible-vroc-level =
    { $holds ->
        [yes] The VROC key allows { $what }.
        [no] The VROC key does not allow { $what }.
        [contradicted] Sources contradict each other: whether the VROC key allows { $what }.
       *[not-known] Not known: whether the VROC key allows { $what }.
    }
feasible-vroc-drive =
    { $holds ->
        [yes] The VROC key takes { $what }.
        [no] The VROC key takes Intel's own drives only, not { $what }.
        [contradicted] Sources contradict each other: whether the VROC key takes { $what }.
       *[not-known] Not known: whether the VROC key takes { $what }.
    }
feasible-vroc-domain =
    { $holds ->
        [yes] All members hang on the same Volume Management Device of { $what }.
        [no] The members hang on several Volume Management Devices of { $what }: such an array cannot be started from.
        [contradicted] Sources contradict each other: whether all members hang on the same Volume Management Device of { $what }.
       *[not-known] Not known: whether all members hang on the same Volume Management Device of { $what }.
    }
feasible-amd-raid =
    { $holds ->
        [yes] { $what } has AMD RAIDXpert2, for processor and chipset lanes.
        [no] { $what } has no AMD RAIDXpert2.
        [contradicted] Sources contradict each other: whether { $what } has AMD RAIDXpert2.
       *[not-known] Not known: whether { $what } has AMD RAIDXpert2.
    }
feasible-amd-nvme-mode =
    { $holds ->
        [yes] NVMe RAID mode of { $what } is on.
        [no] NVMe RAID mode of { $what } is off.
        [contradicted] Sources contradict each other: whether NVMe RAID mode of { $what } is on.
       *[not-known] Not known: whether NVMe RAID mode of { $what } is on.
    }
feasible-level-members =
    { $holds ->
        [yes] The number of drives fits ({ $what }).
        [no] The number of drives does not fit, or there is no such level ({ $what }).
        [contradicted] Sources contradict each other: whether the number of drives fits ({ $what }).
       *[not-known] Not known: whether the number of drives fits ({ $what }).
    }
feasible-set-count =
    { $holds ->
        [yes] { $what } can remap that many drives.
        [no] { $what } cannot remap that many drives.
        [contradicted] Sources contradict each other: whether { $what } can remap that many drives.
       *[not-known] Not known: whether { $what } can remap that many drives.
    }
feasible-sets-differ =
    { $holds ->
        [yes] Each remapped drive has a lane set of its own ({ $what }).
        [no] Two drives would share one lane set, which takes one ({ $what }).
        [contradicted] Sources contradict each other: whether each remapped drive has a lane set of its own ({ $what }).
       *[not-known] Not known: whether each remapped drive has a lane set of its own ({ $what }).
    }
feasible-one-kind =
    { $holds ->
        [yes] The members are of one kind, SATA or PCIe.
        [no] SATA and PCIe drives cannot be members of one volume.
        [contradicted] Sources contradict each other: whether the members are of one kind, SATA or PCIe.
       *[not-known] Not known: whether the members are of one kind, SATA or PCIe.
    }
feasible-firmware-volume =
    { $holds ->
        [yes] The firmware of { $what } knows its own RAID's volumes and starts from them.
        [no] The firmware of { $what } does not start from its own RAID's volumes.
        [contradicted] Sources contradict each other: whether the firmware of { $what } starts from its own RAID's volumes.
       *[not-known] Not known: whether the firmware of { $what } starts from its own RAID's volumes.
    }
feasible-remapped-volume =
    { $holds ->
        [yes] The firmware of { $what } starts from a volume of remapped drives.
        [no] The firmware of { $what } does not start from a volume of remapped drives.
        [contradicted] Sources contradict each other: whether the firmware of { $what } starts from a volume of remapped drives; not all boards do.
       *[not-known] Not known: whether the firmware of { $what } starts from a volume of remapped drives; not all boards do.
    }
feasible-windows-stripe-start =
    { $holds ->
        [yes] Windows starts from a striped volume of its own.
        [no] Windows cannot start from a striped volume of its own: the array exists only once Windows runs.
        [contradicted] Sources contradict each other: whether Windows starts from a striped volume of its own.
       *[not-known] Not known: whether Windows starts from a striped volume of its own.
    }
feasible-windows-mirror-start =
    { $holds ->
        [yes] Windows starts from a mirrored volume of its own.
        [no] Windows does not start from a mirrored volume of its own.
        [contradicted] Sources contradict each other: whether Windows starts from a mirrored volume of its own.
       *[not-known] Not known: whether Windows starts from a mirrored volume of its own.
    }
feasible-windows-os =
    { $holds ->
        [yes] The operating system is Windows.
        [no] The operating system is not Windows.
        [contradicted] Sources contradict each other: whether the operating system is Windows.
       *[not-known] Not known: whether the operating system is Windows.
    }
feasible-linux-os =
    { $holds ->
        [yes] The operating system is Linux.
        [no] The operating system is not Linux.
        [contradicted] Sources contradict each other: whether the operating system is Linux.
       *[not-known] Not known: whether the operating system is Linux.
    }
feasible-linux-esp =
    { $holds ->
        [yes] The EFI system partition is where the firmware can read it.
        [no] The EFI system partition is inside an array that the firmware cannot read.
        [contradicted] Sources contradict each other: whether the firmware can read the EFI system partition.
       *[not-known] Not known: whether the firmware can read the EFI system partition.
    }
feasible-linux-boot-files =
    { $holds ->
        [yes] The boot loader can read kernel and initramfs.
        [no] The boot loader cannot read the array that holds kernel and initramfs.
        [contradicted] Sources contradict each other: whether the boot loader can read kernel and initramfs.
       *[not-known] Not known: whether the boot loader can read kernel and initramfs.
    }
feasible-linux-initramfs =
    { $holds ->
        [yes] The initramfs knows the array.
        [no] The initramfs does not know the array.
        [contradicted] Sources contradict each other: whether the initramfs knows the array.
       *[not-known] Not known: whether the initramfs knows the array.
    }
feasible-linux-remapped =
    { $holds ->
        [yes] The operating system's RAID driver shows what the firmware's RAID hides.
        [no] Linux does not see drives that the chipset remaps.
        [contradicted] Sources contradict each other: whether the operating system sees what the firmware's RAID hides.
       *[not-known] Not known: whether the operating system sees what the firmware's RAID hides.
    }
feasible-installer-proves-nothing =
    { $holds ->
        [yes] That an installer sees { $what } does not mean that the machine starts from it.
        [no] That an installer sees { $what } does not mean that the machine starts from it.
        [contradicted] Sources contradict each other: whether an installer sees { $what }, which does not mean that the machine starts from it.
       *[not-known] Not known: whether an installer sees { $what }, which does not mean that the machine starts from it.
    }
feasible-installer-untold =
    { $holds ->
        [yes] The installer takes { $what }.
        [no] The installer refuses { $what }.
        [contradicted] Sources contradict each other: whether the installer takes { $what }; where the firmware does not start a drive, one took it and another refused.
       *[not-known] Not known: whether the installer takes { $what }; where the firmware does not start a drive, one took it and another refused.
    }

feasible-set-uefi-start = { $what }: start storage devices with UEFI drivers (“UEFI driver first” for “Boot from Storage Devices”).
feasible-set-legacy-start = { $what }: switch the compatibility module (CSM) on.
feasible-set-legacy-storage = { $what }: start storage devices with legacy option ROMs.
feasible-set-module-off = { $what }: switch the compatibility module (CSM) off.
feasible-set-not-behind-raid = { $what }: do not give the drive to the RAID (its RAID support off, or SATA in AHCI mode).
feasible-set-not-behind-vmd = { $what }: switch the Volume Management Device or RAID mode off.
feasible-set-os-driver = Give the installer an NVMe driver, or take a system that has one (Windows 8.1, Linux 3.3 or later).
feasible-set-windows-7-module = { $what }, for Windows 7: switch the compatibility module (CSM) on, UEFI drivers first for storage.
feasible-set-drive-listed = Update the firmware of { $what } itself.
feasible-set-sata-mode = { $what }: set SATA to RAID mode (“Intel RST Premium”) first; what depends on it appears only then.
feasible-set-slot-width = { $what }: set it to four lanes; that may cost SATA ports.
feasible-set-slot-entry = { $what }: give the drive to the RAID (“PCIE Storage RAID Support” on, “RST Controlled”, or the like).
feasible-set-raid-os-driver = Give the operating system the driver of the firmware's RAID, of the same generation as the firmware's.
feasible-set-vmd-on = { $what }: switch the Volume Management Device (VMD) on.
feasible-set-vroc-key = { $what }: plug in a VROC key.
feasible-set-vroc-level = Take a VROC key that allows { $what }: Premium for RAID 5.
feasible-set-vroc-drive = Take a VROC key that is not for Intel's own drives only, for { $what }.
feasible-set-amd-nvme-mode = { $what }: switch NVMe RAID mode on.
feasible-set-windows-os = Use Windows.
feasible-set-linux-os = Use Linux.
feasible-set-linux-esp = Put the EFI system partition outside the arrays, or into a RAID 1 with metadata 1.0.
feasible-set-linux-boot-files = Put /boot outside the arrays, or into one that the boot loader reads.
feasible-set-linux-initramfs = Enter the array in mdadm.conf and make the initramfs anew.

feasible-settle-chipset = The chipset's datasheet: { $what }.
feasible-settle-graphics = Whether the firmware keeps CSM off with this graphics card: { $what }.
feasible-settle-make-array = Making an array with a drive there: { $what }.
feasible-settle-model = The drive's model, as it reports itself: { $what }.
feasible-settle-module = Switching CSM off and starting again: { $what }.
feasible-settle-processor = The processor's datasheet: { $what }.
feasible-settle-raid-menu = The firmware's RAID menu with a drive there: { $what }.
feasible-settle-rom = Reading the drive's option ROM, or its maker's word: { $what }.
feasible-settle-rst-version = The version of Intel RST that the firmware's menu shows: { $what }.
feasible-settle-tree = The device tree of the running machine: { $what }.
feasible-settle-try-install = Installing to it: { $what }.
feasible-settle-try-legacy = Starting with CSM on from a drive with a legacy option ROM: { $what }.
feasible-settle-try-linux = Starting Linux with the drive there, and looking.
feasible-settle-try-start = Starting from a drive there: { $what }.
feasible-settle-try-volume = Installing to the volume and starting from it: { $what }.
feasible-settle-uefi-version = The UEFI version, by “ver” in the UEFI shell (2.3.1 or later), or starting from such a drive: { $what }.

feasible-effect-tools = The NVMe driver and tools that read drives' health no longer see the drive; nobody found it slower.
feasible-effect-linux = Linux no longer sees the drive.
feasible-effect-ports = The SATA ports { $lost } (from 0) lose their lanes; { $kept } are left.
