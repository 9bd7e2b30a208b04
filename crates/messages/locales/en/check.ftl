# Check findings and advice.
check-link-degraded = The link of { $device } runs at { $current }, but the device supports { $possible }.
check-link-degraded-by-port = The upstream port supports no more. Run `narrows plan` to see whether another slot does.
check-link-degraded-by-device = The device negotiated less: check power-saving or speed settings of the drive and firmware.
check-link-degraded-unknown = Both ends support more: reseat the drive, check adapter and cable, and check the firmware for speed or bifurcation settings.
check-graphics-narrow = { $device } runs with { $lanes } of its { $possible } lanes.
check-graphics-narrow-by-port = Its slot provides no more: it is wired that way, or a drive or card in another slot takes the other lanes. `narrows plan` shows which slots share lanes.
check-graphics-narrow-unknown = Its slot has more: reseat the card, check a riser, and check the firmware for bifurcation settings.
check-behind-chipset = { $device }: behind the chipset, sharing its uplink with everything else there; on CPU lanes it would be faster.
check-behind-chipset-advice = { $moves }: predicted total for all drives { $then } instead of { $now }. Run `narrows plan` for the order.
check-remapped = { $count ->
    [one] 1 NVMe drive is
   *[other] { $count } NVMe drives are
} hidden behind { $device } by the firmware's RAID mode.
check-remapped-advice = Set the SATA mode to AHCI in the firmware to make hidden drives visible. Back up an existing RAID volume first.
check-ide-mode = { $device } runs in IDE mode: no command queuing, so only a fraction of the IOPS.
check-ide-mode-advice = Set the SATA mode to AHCI in the firmware.
check-vmd = { $device } is a Volume Management Device (VMD); no drive is visible behind it.
check-adopt-advice = Details: narrows build --explain /dev/{ $device }. narrows build --adopt /dev/{ $device } adds what is missing without touching the array.
check-vmd-advice = If drives are missing, load the vmd driver or disable VMD in the firmware.
check-imsm = { $array } is a firmware RAID array (Intel RST or VROC).
check-imsm-advice = Before moving it, check that the other machine has Intel RST or VROC; other firmware does not boot from it.
check-worn = { $drive } has used { $percent } % of its rated endurance.
check-worn-advice = Plan a replacement and keep backups current.
check-hot = { $drive } is at { $celsius } °C.
check-hot-advice = Add a heat sink or airflow: hot drives throttle.
check-no-discard = TRIM does not reach { $drive }.
check-no-discard-advice = Check the layers between: a USB adapter or RAID layer may not pass it through.
check-scheduler = { $drive } uses the { $scheduler } scheduler, which costs a fast drive IOPS.
check-scheduler-advice = Write none to /sys/block/{ $drive }/queue/scheduler.
check-slow-sata = { $drive } is connected at { $link }.
check-slow-sata-advice = Use a SATA 6 Gb/s port; if it already is one, replace the cable.
check-misaligned = Partition { $partition } is misaligned: it starts at byte { $start }, not a multiple of 4 KiB.
check-misaligned-advice = Recreate it aligned to 1 MiB; until then, aligned requests of the file system touch an extra 4 KiB block.
check-idle-link = The link of { $device } was read while idle; run as root to check it under load.
check-not-root = NVMe health and links under load can be read only as root. Run as root to check more.
check-looked-controllers = storage controllers
check-looked-links = NVMe drive links
check-looked-drives = drives
check-looked-health = NVMe drive wear and temperature
check-looked-queues = discard and scheduler
check-looked-places = drive and card slots and their lanes
check-lanes-advice = Run `narrows lanes` to see what uses the lanes, `narrows plan` to see whether another arrangement is faster.
check-link-degraded-one-end = The port above is not listed, and may be no faster. Run sudo lspci -vv without -s to see both ends.
