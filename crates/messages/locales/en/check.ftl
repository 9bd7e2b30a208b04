# What a check finds, and what would help.
check-link-degraded = The link of { $device } runs at { $current }, although the device can do { $possible }.
check-link-degraded-by-port = The port above cannot do more; `narrows plan` says whether another place can.
check-link-degraded-by-device = The device asks for no more: look for a power-saving or speed setting of the drive or firmware.
check-link-degraded-unknown = Both ends could do more: reseat the drive, check adapter and cable, look for a speed or bifurcation setting in the firmware.
check-behind-chipset = { $device }: behind the chipset, whose uplink everything there shares; on the processor's own lanes it would do more.
check-behind-chipset-advice = { $moves }: then all drives would move { $then } together, by the prediction, instead of { $now }. `narrows plan` has the order.
check-remapped = { $count ->
    [one] One NVMe drive is
   *[other] { $count } NVMe drives are
} hidden behind { $device } by the firmware's RAID mode.
check-remapped-advice = Set the SATA mode to AHCI in the firmware to see what is hidden; an existing RAID volume must be backed up first.
check-ide-mode = { $device } runs in IDE mode: no queueing, so a fraction of the operations per second.
check-ide-mode-advice = Set the SATA mode to AHCI in the firmware.
check-vmd = { $device } is a volume management device (VMD), and no drive is seen behind it.
check-vmd-advice = If drives are missing, load the vmd driver or turn VMD off in the firmware.
check-imsm = { $array } is an array of the firmware's RAID (Intel RST or VROC).
check-imsm-advice = It can be moved only to a machine with the same firmware RAID.
check-worn = { $drive } has used { $percent } % of the endurance its maker states.
check-worn-advice = Plan its replacement and keep backups current.
check-hot = { $drive } is at { $celsius } °C.
check-hot-advice = Give it a heat sink or air: drives slow down when they are hot.
check-no-discard = TRIM does not reach { $drive }.
check-no-discard-advice = Look at what is between: a USB adapter or RAID layer may not pass it on.
check-scheduler = { $drive } uses the { $scheduler } scheduler, which costs a fast drive operations per second.
check-scheduler-advice = Write none to /sys/block/{ $drive }/queue/scheduler.
check-slow-sata = { $drive } is connected by { $link }.
check-slow-sata-advice = Use a SATA 6 Gbit/s port, or another cable if the port is one.
check-misaligned = Partition { $partition } starts at byte { $start }, which is no multiple of 4 KiB.
check-misaligned-advice = Recreate it aligned to 1 MiB; every request on it now touches one page more.
check-idle-link = The link of { $device } was read while it was idle; with the rights to read the drive (as root) it would be looked at under load.
check-not-root = The health of NVMe drives and links under load are read by root only: as root more can be looked at.
check-looked-controllers = storage controllers
check-looked-links = links of NVMe drives
check-looked-drives = drives
check-looked-health = wear and temperature of NVMe drives
check-looked-queues = discard and scheduler
check-looked-places = places for drives and cards, and their lanes
check-lanes-advice = `narrows lanes` shows who takes the lanes, `narrows plan` whether another arrangement brings more.
