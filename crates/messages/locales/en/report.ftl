# Messages of reports: headings and labels of terminal pages, drawings and reports.

between-names = {", "}
report-machine = This machine
report-kind-machine = machine
report-kind-unplaced = location unknown
report-kind-processor = CPU
report-source = Source: { $source }
report-virtual-machine-plain = virtual machine
report-virtual-machine = virtual machine ({ $hypervisor })
report-logical-cpus = { $count ->
    [one] 1 logical processor
   *[other] { $count } logical processors
}
report-numa-nodes = { $count } NUMA nodes

report-kind-chipset = chipset
report-kind-switch = switch
report-kind-root-port = root port
report-kind-downstream-port = switch port
report-kind-bridge = bridge
report-kind-root-complex = root complex
report-kind-tunnel = cable
report-kind-network-link = network link
report-kind-card = card
report-kind-nvme = NVMe controller
report-kind-ahci = SATA controller
report-kind-raid = RAID controller
report-kind-sas = SAS controller
report-kind-virtio = virtio disk
report-kind-usb = USB storage
report-kind-storage = storage controller
report-kind-gpu = GPU
report-kind-network = network

report-link-of = { $current } of { $possible }
report-link-up-to = max { $possible }, current unknown
report-link-internal = on-chip
report-link-unknown = width unknown
report-degraded-by-port = port is { $port }
report-degraded-by-device = device negotiated less
report-degraded-one-end = port not listed
report-degraded = both ends support more
report-link-assumed = width assumed
report-drive-assumed = drive assumed

report-part-of = in { $arrays }
report-slot = slot { $slot }
report-remapped = { $count ->
    [one] ⚠ hides 1 NVMe drive
   *[other] ⚠ hides { $count } NVMe drives
}
report-chunk = chunk { $size }
report-free = free
report-empty-port = empty port
report-hidden = { $count ->
    [one] 1 other function not shown.
   *[other] { $count } other functions not shown.
}
report-more-folded = { $count } more
report-more = … and { $count } more (--json lists all)
report-more-notes = { $count ->
    [one] 1 more note
   *[other] { $count } more notes
}
report-brief = More: -v
report-left-out = Columns hidden: { $columns } (from { $width } columns, or --json).
report-arrays = Arrays
report-notes = Notes
report-curve = Rate by position
report-curve-begins = begins at
report-curve-ends = ends at
report-curve-least = lowest
report-curve-mean = mean
report-curve-most = highest
report-curve-access = access time
report-curve-order = Rates in MB/s from the beginning to the end: of a spinning disk from the outer tracks to the inner, of an SSD by LBA. The access time is the median of single reads of 4 KiB anywhere.
report-curve-simulated = Simulated drives have flat curves and no single reads.
report-curve-raw = { $drive }: { $size } of the drive itself, from { $from } on.
report-curve-file = { $drive }: a file of { $size }, placed by the file system. The curve does not show the whole drive.
report-total = total

report-column-link = link
report-column-usable = usable
report-column-used = util
report-column-alone = alone
report-column-together = together
report-column-predicted = predicted
report-column-set = set
report-column-drive = drive
report-column-band = 80 % band
report-column-limit = bottleneck
report-column-next-limit = next bottleneck
report-column-median = median
report-column-p99 = p99
report-column-cpu = CPU per I/O
report-column-what = metric
report-column-published = published
report-column-error = error

report-likewise = Same for { $drives }.
report-legend-narrowest = ◀ a link that limits a drive below the speed of the drive's own link, or that several drives share.
report-legend-usable = usable: link throughput towards the processor for 128 KiB reads; writes differ by a few percent.
report-legend-together = together: all drives at once; for shared links, the total.
report-legend-used = util: link utilisation with all drives running.
report-legend-narrow = ◀ bottleneck.
report-legend-at-most = ≤ at most: only the link is known; the drive may be slower.
report-legend-band = 80 % band: four out of five published results that were not used to set it fell inside.
report-legend-apart = In brackets: deviation from the prediction.
report-legend-outside = ⚠ outside the predicted 80 % band.
report-legend-unused = * not used for conclusions: requests failed, or other I/O during the run is unknown.
report-legend-cut = * interrupted: based on less data than planned.
report-legend-nothing = – no requests completed.
report-legend-latency = Latency and CPU: each drive alone.
report-legend-mib = 1 MB/s = 10^6 bytes per second = 0.954 MiB/s.
report-narrow-place = bottleneck

report-workload-read = { $test } read
report-workload-write = { $test } write
report-workload-mix = { $test }, { $percent } % reads

report-predicted-limit = { $count ->
    [one] { $drives }: { $total } expected{ $others ->
        [0] {""}
       *[other] , beside { $beside }
    }. Bottleneck: { $limit }, { $capacity }{ $way ->
        [write] {" "}for writes
       *[read] {""}
    }.
   *[other] { $drives }: { $total } expected together{ $others ->
        [0] {""}
       *[other] , beside { $beside }
    }. Shared bottleneck: { $limit }, { $capacity }{ $way ->
        [write] {" "}for writes
       *[read] {""}
    }.
}
report-predicted-member-links = { $drives }: { $total } expected. Bottleneck: the link of each member, { $capacity }{ $way ->
        [write] {" "}for writes
       *[read] {""}
    }.
report-predicted-member-links-at-most = { $drives }: at most { $total }, less if a member is slower. Upper bound: the link of each member, { $capacity }{ $way ->
        [write] {" "}for writes
       *[read] {""}
    }.
report-predicted-held = { $count ->
    [one] { $drives }: { $total } expected. Bottleneck: { $limit }.
   *[other] { $drives }: { $total } expected together. Bottleneck: { $limit }.
}
report-predicted-unlimited = { $count ->
    [one] { $drives }: { $total } expected, the drive's own speed. Nothing on its path limits it.
   *[other] { $drives }: { $total } expected together, each at its own speed. Nothing on their paths limits them.
}
report-predicted-own-links = { $drives }: { $each } each expected. Bottleneck: the link of each drive, { $capacity }{ $way ->
        [write] {" "}for writes
       *[read] {""}
    }.
report-predicted-own-links-at-most = { $drives }: at most { $each } each, less if a drive is slower. Upper bound: the link of each drive, { $capacity }{ $way ->
        [write] {" "}for writes
       *[read] {""}
    }.
report-predicted-limit-at-most = { $count ->
    [one] { $drives }: at most { $total }{ $others ->
        [0] {""}
       *[other] {" "}beside { $beside }
    }, less if the drive is slower. Upper bound: { $limit }, { $capacity }{ $way ->
        [write] {" "}for writes
       *[read] {""}
    }.
   *[other] { $drives }: together at most { $total }{ $others ->
        [0] {""}
       *[other] {" "}beside { $beside }
    }, less if the drives are slower. Upper bound: { $limit }, shared, { $capacity }{ $way ->
        [write] {" "}for writes
       *[read] {""}
    }.
}
report-figure-band = { $figure } (80 % band { $band })
report-simulated = Simulated: these results come from virtual hardware, not from real drives.
report-partial = Incomplete: the run was interrupted or a drive failed. The results shown are valid, but some are missing.
report-method-simulated = Simulated in virtual time with seed { $seed }: requests, accounting and conclusions are those of a real measurement; the drives are a model of queues, links and caches.
report-method-one-model = Simulation and prediction use the same model: their agreement proves nothing.
report-method-engine = Measured with { $engine }.
report-method-window = Drives measured together started within { $skew } of each other; only the time when all of them ran counts (shortest: { $window }).
report-method-staggered = Drives measured together started within { $skew } of their scheduled times; only the time when all of them ran counts (shortest: { $window }).
report-method-repeats = Each result is the median of { $repeats } repetitions.
report-method-cpu = The busiest measurement thread used { $percent } % of a core.

report-check-nothing = No problems found.
report-check-saw-nothing = Nothing could be checked: no drive and no storage controller is visible.
report-check-nothing-seen = No problems found in what could be checked.
report-check-looked-at = Checked: { $what }.
report-check-not-looked-at = Not checked ({ $what }): { $count } ({ $which }).
report-check-found = { $count ->
    [one] 1 finding
   *[other] { $count } findings
}
report-severity-danger = danger
report-severity-warning = performance
report-severity-hint = hint

report-casebook-title = Casebook: published machines compared with Narrows
report-casebook-count = { $systems ->
    [one] 1 machine
   *[other] { $systems } machines
}, { $figures } published figures ({ $predicted } predicted).
report-casebook-checks = Checked
report-casebook-calibrates = Used for calibration (a constant or a drive's own figure)
report-casebook-unexplained = Unexplained
report-casebook-cannot-check = Not checkable
report-casebook-more = Not in this table: { $others }. Run "narrows casebook { $system }" for details, including the author's comments.
report-casebook-count-calibrates = { $rows ->
    [one] 1 figure used for calibration
   *[other] { $rows } figures used for calibration
}
report-casebook-count-unexplained = { $rows ->
    [one] 1 unexplained
   *[other] { $rows } unexplained
}
report-casebook-count-cannot-check = { $rows ->
    [one] 1 not checkable
   *[other] { $rows } not checkable
}
report-casebook-silent = { $systems ->
    [one] 1 more machine is not shown: it has nothing to check, or constants are calibrated with it.
   *[other] { $systems } more machines are not shown: they have nothing to check, or constants are calibrated with them.
}
report-casebook-published = published { $figure }
report-casebook-ours = predicted { $figure }
report-casebook-author = Author: { $text }
report-casebook-other-limit = The author names another bottleneck: { $text }
report-casebook-doubt = Inconsistent: { $text }
report-casebook-summary = Summary
report-casebook-met = { $part } of { $whole } checks passed
report-casebook-median-error = median error { $share }
report-casebook-orderings = { $part } of { $whole } orderings correct
report-casebook-limits = { $part } of { $whole } bottlenecks correct
report-casebook-limits-share = bottlenecks correct { $share }
report-casebook-in-band = within the 80 % band { $share }
report-casebook-half-width = band half-width { $share }
report-casebook-by-system = { $systems ->
    [one] by machine (1 machine)
   *[other] by machine ({ $systems } machines, each counted once)
}
report-casebook-nothing = No published figure matches: { $words }. Run "narrows casebook" to list figures from write-ups, "narrows casebook --published" to list figures published by others.
report-not-yet = not predicted: { $why }
report-limit-link = link
report-limit-uplink = uplink
report-limit-root-complex = root complex
report-limit-controller = controller
report-limit-drive = drive bandwidth
report-limit-drive-iops = drive IOPS
report-limit-depth = queue depth
report-limit-cpu = CPU
report-limit-raid-layer = RAID layer
report-limit-memory = memory
report-limit-cache = cache
report-limit-heat = thermal throttling
report-limit-throttle = rate limit
report-limit-application = application
report-limit-unknown = unknown

report-crowded-rated = shared by { $count } drives (up to { $rate })
report-crowded = shared by { $count } drives (links: { $rate })

report-html-footer = Generated by Narrows. This file is self-contained: it loads nothing and includes the full result as JSON.
report-html-tree = The same as text
report-html-more = Drawing and remarks
report-html-measured = Measured and predicted
report-html-only-measured = Measured
report-html-key-measured = measured
report-html-key-band = predicted, with 80 % band
report-html-key-at-most = at most: only the link is known
report-html-latency = Latency
report-html-system-cpu = whole system
report-html-timeline-scale = y-axis 0–{ $most }
report-html-started = Run { $id }, started { $started }:
report-share-of = { $percent } % of { $capacity }
report-tree-workload = Rates in this diagram: { $workload }.

processor-facts = processor, by the catalogue: { $facts }
processor-facts-each = each processor, by the catalogue: { $facts }
processor-cores = { $cores } cores, { $clock }
processor-cores-kinds = { $cores } cores ({ $efficient } efficient), { $clock }
processor-memory = { $channels ->
    [1] 1 memory channel
   *[other] { $channels } memory channels
} of { $kinds }{ $two }, up to { $most }
processor-memory-kinds = { $slowest } to { $fastest }
processor-memory-two = { " " }({ $kind } with two modules a channel)
processor-roots = { $count ->
    [one] 1 root complex
   *[other] { $count } root complexes
}
processor-roots-lanes = { $count ->
    [one] 1 root complex of { $lanes } lanes
   *[other] { $count } root complexes of { $lanes } lanes
}
report-html-flat = { $count ->
    [one] One time chart
   *[other] { $count } time charts
} not shown: each stayed within { $percent } % of its median from beginning to end.
report-html-cost = What it costs
report-html-cost-none = nothing
report-html-change = What to change
report-html-everyday = In everyday work
report-html-read-instead = { $time } instead of { $alone }
report-html-read-all = to read { $amount } from { $count ->
    [one] this drive
   *[other] these { $count } drives at once
}
report-html-small = { $files } small files (4 KiB) one after another: { $time }, { $feel ->
    [instant] instant.
    [short] a moment's wait.
   *[long] a wait.
}
report-html-bars = { $workload }: { $rate } together
report-html-bars-of = of { $could }
report-html-lost-key = not reached together
report-html-best-key = distance to the best
report-html-figures = All figures
report-html-figures-hint = alone, together, predicted, latency; headings sort
report-html-sharing = Who shares what, and why
report-html-latency-hint = how long requests took: histogram on a logarithmic scale, lines at the median, p99 and p99.9
report-html-histogram = { $from } – { $to }
report-html-over-time = Over time
report-html-surroundings = Link, temperature and CPU under load
report-html-column-link = link under load
report-html-column-temperature = temperature
report-html-column-thread = busiest thread
report-html-column-other = I/O of others
report-html-repeat = Method, and how to repeat it
report-html-fio = The same requests by fio, as a second opinion: save this as job.fio, put the drives' paths in, and run the sections of one workload together (“fio --readonly --section=NAME --section=NAME … job.fio”) or one alone.
report-predicted-own = { $count ->
    [one] { $drives }: { $total } is the drive's own speed; its link is not listed and can carry less.
   *[other] { $drives }: alone, each at its own speed; their links are not listed and can carry less.
}{ $how ->
    [smartctl] {" "}`sudo smartctl -x` shows each drive's link.
    [raid] {" "}The controller's own tool shows each drive's link: `storcli64 /c0/eall/sall show all`, `ssacli ctrl all show config detail` or `arcconf getconfig 1`.
    [any] {" "}On Windows narrows.exe or CrystalDiskInfo shows links, on macOS system_profiler SPNVMeDataType, on Linux `sudo lspci -vv`.
   *[lspci] {" "}`sudo lspci -vv` shows the links.
}
report-html-raw-beside = Raw data: the run's folder has run.json.gz (every figure), samples.json.gz (each drive's bytes per slot of time and its latency histogram) and the machine.
report-html-raw = Raw data: the run's folder has run.json (every figure), samples.json.gz (each drive's bytes per slot of time and its latency histogram) and the machine. This page contains all of run.json, in the element “narrows-document”.
report-html-lower = less is better
report-casebook-rows = { $rows ->
    [one] 1 figure
   *[other] { $rows } figures
}

# Texts in a row.
text-list = { $texts }
report-see-no-links = { $more ->
    [0] No link of { $drives } is listed.
   *[other] No link of { $drives } and { $more } more is listed.
}{ $how ->
    [smartctl] {" "}`sudo smartctl -x` shows each drive's link.
    [raid] {" "}The controller's own tool shows each drive's link: `storcli64 /c0/eall/sall show all`, `ssacli ctrl all show config detail` or `arcconf getconfig 1`.
    [any] {" "}On Windows narrows.exe or CrystalDiskInfo shows links, on macOS system_profiler SPNVMeDataType, on Linux `sudo lspci -vv`.
   *[lspci] {" "}`sudo lspci -vv` shows the links.
}
report-see-no-disks = lspci lists no SATA, SAS or USB drives: add the output of `lsblk -O -J`.
report-see-no-drive = No drive is listed. Add the output of `lsblk -O -J` and `sudo lspci -vv`, or run `narrows capture` on that machine.
