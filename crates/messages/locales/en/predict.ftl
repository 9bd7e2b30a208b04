# Upgrades.
upgrade-links = { $count ->
    [one] twice the link for { $id }: another slot, board or drive
   *[other] twice the links for { $id }: other slots, another board or other drives
}
upgrade-networks = { $count ->
    [one] a network twice as fast in place of { $id }
   *[other] networks twice as fast in place of { $id }
}
upgrade-transports = { $count ->
    [one] { $id } on an interface twice as fast: another drive or enclosure
   *[other] { $id } on interfaces twice as fast: other drives or enclosures
}
upgrade-chipset = a board with twice the chipset uplink
upgrade-uplinks = { $count ->
    [one] twice the uplink of { $id }: another switch, or a wider slot for it
   *[other] twice the uplinks of { $id }: other switches, or wider slots for them
}
upgrade-places = { $count ->
    [one] { $id } with twice the throughput ceiling
   *[other] { $id } with twice the throughput ceiling each
}
upgrade-drives = { $count ->
    [one] the drive twice as fast
   *[other] all drives twice as fast
}
upgrade-depth = twice the queue depth
upgrade-jobs = twice the threads
upgrade-cores = twice the cores
upgrade-clock = a 25 % faster processor
upgrade-memory = twice the memory bandwidth
upgrade-cache = twice the write cache size
upgrade-application = the program twice as fast
upgrade-another-drive = { $count ->
    [2] a second drive
    [3] a third drive
    [4] a fourth drive
   *[other] { $count } drives
}
upgrade-another-drive-in = { $count ->
    [2] a second drive, in { $slot }
    [3] a third drive, in { $slot }
    [4] a fourth drive, in { $slot }
   *[other] { $count } drives, the last in { $slot }
}
upgrade-another-member = { $count ->
    [2] a second member
    [3] a third member
    [4] a fourth member
   *[other] { $count } members
}
upgrade-chunk = chunk size { $chunk }

# Everyday tasks, and whether a difference is noticeable.
meaning-copy = copying 50 GB
meaning-load = loading 10 GB
meaning-picture = opening a 30 MB image
meaning-start = starting an application
meaning-no = hardly noticeable
meaning-immediate = noticeable: now feels instant
meaning-no-longer-immediate = noticeable: no longer feels instant
meaning-flow = noticeable: no longer interrupts the flow of thought
meaning-no-longer-flow = noticeable: now interrupts the flow of thought
meaning-attention = noticeable: now short enough to hold attention
meaning-no-longer-attention = noticeable: long enough for attention to wander
meaning-shorter = noticeable: clearly shorter
meaning-longer = noticeable: clearly longer
meaning-member = { $target } alone
meaning-array = the array
meaning-alone = alone
meaning-together = { $count } at once
meaning-as-is = as it is

# Findings.
predict-faster-drive-no-help = Under { $job }, a faster drive barely helps { $target }: twice the drive's speed gives { $gain }. Bottleneck: { $limit }.
predict-program-holds = A faster drive will hardly help { $job } on { $target }: the program's own work between requests takes the time. Drives twice as fast would give { $gain }.

# The page.
predict-upgrades = Upgrades
predict-meanings = Everyday tasks
predict-sweep = Sweep of { $over } ({ $target }): { $workload }
predict-jobs = Workloads of the machine file
predict-each = each
predict-column-change = change
predict-column-gain = gain
predict-column-then = next bottleneck
predict-column-task = task
predict-column-target = target
predict-column-compared = compared
predict-column-before = before
predict-column-after = after
predict-column-notice = noticeable?
predict-column-workload = workload
predict-column-time = time
predict-column-rate = rate
predict-of-all = all drives
predict-over-chunk = chunk size
predict-over-drives = drive count
predict-over-depth = queue depth
predict-over-block = block size
predict-over-jobs = thread count
predict-over-slot = slot
predict-over-cache = cache mode
predict-upgrades-none = { $workload }, { $set }: no gain from { $what }.
predict-legend-upgrade = Gain: change in total throughput of the set with this one change.
predict-legend-meaning = Copies stay on the same drive; the application is a large one at its first launch. Times cover storage only, without the program's own computing time.
predict-svg-band = 80 % band

# Sweep errors.
sweep-form = "{ $text }" is not a sweep: use KEY=FROM..TO or KEY=A,B,C, where KEY is chunk, drives, depth, block, jobs, slot or cache; for example chunk=16K..1M or cache=none,write-back
sweep-value-size = "{ $value }" is not a valid { $over }: use a size from 512 to 64M, for example 16K..1M
sweep-value-count = "{ $value }" is not a valid { $over }: use whole numbers from 1 to { $most }, for example 1..8
sweep-value-slot = "{ $value }" is not a valid { $over }: use links such as 3.0x4,3.0x2, or slots of the machine file such as M2_1,M2_2
sweep-value-cache = "{ $value }" is not a valid { $over }: use none, read-only, write-through or write-back
sweep-order = "{ $text }" is in reverse order: put the smaller value first
sweep-too-many = { $count } values are too many for a sweep; the maximum is { $most }
predict-twice = "{ $target }" occurs twice in one --together set; list each drive once
predict-member-and-array = "{ $member }" is a member of "{ $array }", and both are in one --together set; list only one of them
predict-folded = { $drives } drives: equal ones share a row with the name of the first and their number. Use --any-size to list each.
    .page = { $drives } drives: equal ones share a row with the name of the first and their number.
predict-first-alone = Only the first { $most } of { $drives } drives are predicted alone. Use --together to select others.
    .page = Only the first { $most } of { $drives } drives are predicted alone.
sweep-needs-array = { $over } applies to an array: select one with --of (available: { $known })
sweep-no-array = this machine has no array, so there is no { $over } to sweep
sweep-needs-drive = a slot sweep needs a drive: select one with --of (available: { $known })
sweep-no-drives = no drive is visible on this machine; nothing to sweep
sweep-no-chunks = { $target } does not stripe data, so there is no chunk size to sweep
sweep-no-place = { $value } and more: this machine has too few free slots (`narrows plan`).
sweep-impossible = { $over } { $value } is not possible for { $target }
sweep-no-slot = the slot of { $target } has no known name
sweep-needs-file = only a drive of a machine file can be moved to another slot; links such as 3.0x4 work with any source
sweep-no-single-slot = { $target } has no slot of its own in the machine file; only a drive with `slot = "..."` can be moved
sweep-move = { $target } in slot { $slot }: { $problem }
sweep-nothing = nothing known could limit { $target }
predict-doubt-link = { $target } may get as little as { $part } % of the prediction ({ $run }): { $limit }. The link state was not observed. Run "lspci -vv" as root to see state (LnkSta) and payload (MaxPayload); for a drive with unknown performance, only a measurement helps.
predict-doubt-unknown-drive = { $target } may get as little as { $part } % of the prediction ({ $run }): { $limit }. The link was observed; the speed of the drive is not known. To narrow the band, run "narrows measure" on it alone.
    .page = { $target } may get as little as { $part } % of the prediction ({ $run }): { $limit }. The link was observed; the speed of the drive is not known; a measurement of it alone narrows the band.
predict-doubt-drive = { $target } may get as little as { $part } % of the prediction ({ $run }): { $limit }. The drive's figures come from its manufacturer or its class. To narrow the band, run "narrows measure" on it alone, or set read, write, random_read or random_write with measured = true.
    .page = { $target } may get as little as { $part } % of the prediction ({ $run }): { $limit }. The drive's figures come from its manufacturer or its class; a measurement of it alone narrows the band.
predict-doubt-depth = { $target } may get as little as { $part } % of the prediction ({ $run }): { $limit }. The latency of one request is known only by class. To narrow the band, run "narrows measure" at QD1, or set read_latency, write_latency or sequential_latency with measured = true.
    .page = { $target } may get as little as { $part } % of the prediction ({ $run }): { $limit }. The latency of one request is known only by class; a measurement at QD1 narrows the band.
predict-doubt-place = { $target } may get as little as { $part } % of the prediction ({ $run }): { $limit }. Few measurements of its actual throughput are published. To narrow the band, run "narrows measure" on everything attached to it at once, or set a ceiling in the machine file.
    .page = { $target } may get as little as { $part } % of the prediction ({ $run }): { $limit }. Its actual throughput is known for few machines; a measurement of everything attached to it at once narrows the band.
predict-doubt-processor = { $target } may get as little as { $part } % of the prediction ({ $run }): { $limit }. Processor costs are order-of-magnitude estimates. To narrow the band, set cpu, clock and kernel under [host], or use a measured run (--calibrate).
    .page = { $target } may get as little as { $part } % of the prediction ({ $run }): { $limit }. Processor costs are order-of-magnitude estimates.
predict-payload-assumed = { $others ->
    [0] Max_Payload_Size of { $link } was not observed and is assumed; with half of it, the link carries up to a tenth less. Run "lspci -vv" as root to see it, or set max_payload under [host].
   *[other] Max_Payload_Size of { $link } and { $others } more links was not observed and is assumed; with half of it, they carry up to a tenth less. Run "lspci -vv" as root to see it, or set max_payload under [host].
}
    .page = { $others ->
        [0] Max_Payload_Size of { $link } was not observed and is assumed; with half of it, the link carries up to a tenth less. The output of lspci -vv, run as root, shows it.
       *[other] Max_Payload_Size of { $link } and { $others } more links was not observed and is assumed; with half of it, they carry up to a tenth less. The output of lspci -vv, run as root, shows it.
    }
predict-width = { $target } may get as little as { $part } % of the prediction ({ $run }): on { $systems } published systems, predictions for { $ground } were off by as much.
predict-width-thin = { $systems ->
    [0] { $target } may get as little as { $part } % of the prediction ({ $run }). The band is wide: no published system shows how far predictions for { $ground } are off.
    [1] { $target } may get as little as { $part } % of the prediction ({ $run }). The band is wide: only one published system shows how far predictions for { $ground } are off.
   *[other] { $target } may get as little as { $part } % of the prediction ({ $run }). The band is wide: only { $systems } published systems show how far predictions for { $ground } are off.
}
predict-ground-network = drives behind a network
predict-ground-file-system = ZFS and btrfs
predict-ground-md = Linux md
predict-ground-raid-driver = RAID drivers and cards
predict-ground-bridge = bridges and enclosures
predict-ground-guest = disks of virtual machines
predict-ground-page-cache = the page cache
predict-ground-adapter = SAS adapters
predict-ground-place = root complexes
predict-ground-board = small boards and appliances
predict-ground-processor = processor time
predict-ground-waits = few requests in flight
predict-ground-class = drives known only by class
predict-ground-data-sheet = data-sheet figures
predict-ground-link = links
predict-ground-measured = measured drives
predict-doubt-cable = { $target } may get as little as { $part } % of the prediction ({ $run }): { $limit }. The throughput of enclosures, tunnels and file servers varies by product. To narrow the band, run "narrows measure" on it alone, or set read and write of the cable in the machine file.
    .page = { $target } may get as little as { $part } % of the prediction ({ $run }): { $limit }. The throughput of enclosures, tunnels and file servers varies by product; a measurement of it alone narrows the band.
predict-no-rate = { $more ->
    [0] No rate for { $drives }: neither a link nor a known model bounds it.
   *[other] No rate for { $drives } and { $more } more: neither a link nor a known model bounds them.
}{ $how ->
    [smartctl] {" "}`sudo smartctl -x` shows each drive's link.
    [raid] {" "}The controller's own tool shows each drive's link: `storcli64 /c0/eall/sall show all`, `ssacli ctrl all show config detail` or `arcconf getconfig 1`.
    [any] {" "}On Windows narrows.exe or CrystalDiskInfo shows links, on macOS system_profiler SPNVMeDataType, on Linux `sudo lspci -vv`.
   *[lspci] {" "}`sudo lspci -vv` shows the links.
}
predict-no-sum = { $more ->
    [0] No rate for { $drives }: the links below are not listed, so the members' rates are not added up.
   *[other] No rate for { $drives } and { $more } more: the links below are not listed, so the members' rates are not added up.
}{ $how ->
    [smartctl] {" "}`sudo smartctl -x` shows each drive's link.
    [raid] {" "}The controller's own tool shows each drive's link: `storcli64 /c0/eall/sall show all`, `ssacli ctrl all show config detail` or `arcconf getconfig 1`.
    [any] {" "}On Windows narrows.exe or CrystalDiskInfo shows links, on macOS system_profiler SPNVMeDataType, on Linux `sudo lspci -vv`.
   *[lspci] {" "}`sudo lspci -vv` shows the links.
}
predict-no-rate-virtual = { $more ->
    [0] No rate for { $drives }: a virtual machine's disk does what the host gives it, which cannot be seen from the guest. Measure it (narrows measure), or describe the host's drives.
   *[other] No rate for { $drives } and { $more } more: a virtual machine's disks do what the host gives them, which cannot be seen from the guest. Measure them (narrows measure), or describe the host's drives.
}
predict-no-drive = No drive is listed, so nothing is predicted. SATA, SAS and USB drives are not in lspci: add lsblk -O -J, or run narrows capture there.
    .page = No drive is listed, so nothing is predicted. SATA, SAS and USB drives are not in lspci output: paste the output of lsblk -O -J below it, or add the drives here.
predict-no-drive-virtual = No drive is listed, so nothing is predicted. A virtual machine's disks do what the host gives them: measure them there (narrows measure), or describe the host's drives.
    .page = No drive is listed, so nothing is predicted. A virtual machine's disks do what the host gives them: open the host instead.
