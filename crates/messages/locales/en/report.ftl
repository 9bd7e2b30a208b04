# The sentences of: report
# Headings and labels of terminal pages, drawings and reports.

report-machine = This machine
report-kind-machine = machine
report-source = Seen on: { $source }
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
report-link-up-to = up to { $possible }, now unknown
report-link-internal = inside the chip
report-link-unknown = width unknown
report-degraded-by-port = port is { $port }
report-degraded-by-device = the device chose less
report-degraded = both ends can do more
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
report-hidden = { $count ->
    [one] 1 other function is not shown.
   *[other] { $count } other functions are not shown.
}
report-more = … and { $count } more; the JSON (--json) has them all
report-left-out = Left out for want of room: { $columns }. A page of { $width } columns shows all, and so does --json.
report-arrays = Arrays
report-notes = Notes
report-total = total

report-column-link = link
report-column-usable = carries
report-column-used = used
report-column-alone = alone
report-column-together = together
report-column-predicted = predicted
report-column-set = set
report-column-drive = drive
report-column-band = 80 % band
report-column-limit = limit
report-column-next-limit = next limit
report-column-median = median
report-column-p99 = 99 %
report-column-cpu = CPU per I/O
report-column-what = figure
report-column-published = published
report-column-error = error

report-likewise = The same holds for { $drives }.
report-legend-narrowest = ◀ a link that holds a drive below what its own link could carry, or one that drives share.
report-legend-usable = carries: what the link can carry towards the processor, in reads of 128 KiB; writes differ by a few percent.
report-legend-together = together: all drives at once; on shared links their sum.
report-legend-used = used: how full the link is then.
report-legend-narrow = ◀ the narrow place.
report-legend-at-most = ≤ at most: only the link is known, and the drive may be slower.
report-legend-band = Band: the figure falls into it four times out of five.
report-legend-apart = In brackets: how far measured is from predicted.
report-legend-percent = In percent: how far measured is from predicted.
report-legend-outside = ⚠ outside the predicted 80 % band.
report-legend-cut = * cut short: the figure rests on less than was to be measured.
report-legend-nothing = – nothing completed.
report-legend-latency = Latency and CPU: alone.
report-legend-mib = 1 MB/s = 10^6 bytes per second = 0.954 MiB/s.
report-narrow-place = narrow place

report-workload-read = { $test } read
report-workload-write = { $test } write
report-workload-mix = { $test }, { $percent } % reads

report-predicted-limit = { $count ->
    [one] { $drives } is limited by { $limit }, which carries { $capacity }{ $way ->
        [write] {" "}of what is written
       *[read] {""}
    }: { $total } expected.
   *[other] { $drives } share { $limit }, which carries { $capacity }{ $way ->
        [write] {" "}of what is written
       *[read] {""}
    }: together { $total } expected.
}
report-predicted-limit-at-most = { $count ->
    [one] { $drives } goes through { $limit }, which carries { $capacity }{ $way ->
        [write] {" "}of what is written
       *[read] {""}
    }: at most { $total }, and less if the drive is slower.
   *[other] { $drives } share { $limit }, which carries { $capacity }{ $way ->
        [write] {" "}of what is written
       *[read] {""}
    }: together at most { $total }, and less if the drives are slower.
}
report-simulated = Simulated: these figures come from virtual hardware, not from drives.
report-partial = Incomplete: the run was cut short or a drive failed. What stands here is true but not all.
report-method-simulated = Simulated in virtual time with seed { $seed }: requests, counting and conclusions are those of a measurement, the drives are a model of queues, links and caches.
report-method-engine = Measured with { $engine }.
report-method-window = Drives that ran together started within { $skew } of each other; only what they did while all ran counts ({ $window } at the shortest).
report-method-staggered = Drives that ran together started within { $skew } of the moments set for them; only what they did while all ran counts ({ $window } at the shortest).
report-method-repeats = Each figure is the median of { $repeats } repeats.
report-method-cpu = The busiest measuring thread used { $percent } % of a core.

report-check-nothing = Nothing found.
report-check-saw-nothing = Nothing could be looked at: neither a drive nor a storage controller is to be seen.
report-check-nothing-seen = Nothing found in what could be looked at.
report-check-looked-at = Looked at: { $what }.
report-check-not-looked-at = Not looked at, { $what }: { $count } ({ $which }).
report-check-found = { $count ->
    [one] 1 finding
   *[other] { $count } findings
}
report-severity-danger = danger
report-severity-warning = costs speed
report-severity-hint = hint

report-casebook-title = Casebook: published machines, and what Narrows says of them
report-casebook-count = { $systems ->
    [one] 1 machine
   *[other] { $systems } machines
} with { $figures } published figures, { $predicted } of them predicted.
report-casebook-checks = Checked
report-casebook-calibrates = A constant or a drive's own figure comes from these
report-casebook-unexplained = Unexplained
report-casebook-cannot-check = Cannot be checked
report-casebook-more = Not in this table: { $others }. "narrows casebook { $system }" tells of each, also what its author says.
report-casebook-count-calibrates = { $rows ->
    [one] 1 figure that a constant comes from
   *[other] { $rows } figures that constants come from
}
report-casebook-count-unexplained = { $rows ->
    [one] 1 unexplained
   *[other] { $rows } unexplained
}
report-casebook-count-cannot-check = { $rows ->
    [one] 1 that cannot be checked
   *[other] { $rows } that cannot be checked
}
report-casebook-silent = { $systems ->
    [one] One more machine is not shown: nothing of it can be checked, or constants come from it.
   *[other] { $systems } more machines are not shown: nothing of them can be checked, or constants come from them.
}
report-casebook-published = published { $figure }
report-casebook-ours = ours { $figure }
report-casebook-author = Its author: { $text }
report-casebook-other-limit = Its author names another limit: { $text }
report-casebook-doubt = Does not add up: { $text }
report-casebook-summary = All in all
report-casebook-met = { $part } of { $whole } checks met
report-casebook-median-error = median error { $share }
report-casebook-orderings = { $part } of { $whole } orderings right
report-casebook-limits = { $part } of { $whole } limits right
report-casebook-limits-share = limits right { $share }
report-casebook-in-band = inside the 80 % band { $share }
report-casebook-half-width = half-width of the bands { $share }
report-casebook-by-system = { $systems ->
    [one] the one machine
   *[other] each of { $systems } machines counted once
}
report-casebook-nothing = No published figure fits: { $words }. "narrows casebook" lists those of the write-ups, "narrows casebook --published" those of others.
report-not-yet = not predicted: { $why }
report-limit-link = link
report-limit-uplink = uplink
report-limit-root-complex = root complex
report-limit-controller = controller
report-limit-drive = the drive's bandwidth
report-limit-drive-iops = the drive's operations
report-limit-depth = too little in flight
report-limit-cpu = processor
report-limit-raid-layer = RAID layer
report-limit-memory = memory
report-limit-cache = cache
report-limit-heat = heat
report-limit-throttle = a limit that was set
report-limit-application = application
report-limit-unknown = unknown

report-svg-pipe = a link: the thicker, the more it carries
report-svg-measured = flows while all run, measured ({ $workload })
report-svg-predicted = flows while all run, predicted ({ $workload })
report-crowded = shared by { $count } drives whose links carry { $rate }

report-html-footer = Written by Narrows. This file stands by itself: it loads nothing, and holds the whole result as JSON.
report-html-tree = The machine as text
report-html-drives = { $count ->
    [one] 1 drive seen
   *[other] { $count } drives seen, and no shared link narrower than what hangs on it
}
report-html-crowded = { $count } drives share one link: { $place } carries { $carries } to the processor, their own links { $below } together
report-html-measured = Measured beside predicted
report-html-only-measured = Measured
report-html-findings = What else follows
report-html-key-measured = measured
report-html-key-band = predicted, with the 80 % band
report-html-key-at-most = at most: only the link is known
report-html-latency = Completion times
report-html-workload = workload
report-html-system-cpu = whole system
report-html-timeline = Over time
report-html-timeline-scale = every line from 0 to { $most }
report-html-method = How this was measured
report-html-started = Run { $id }, started { $started }:
report-share-of = { $percent } % of { $capacity }
report-tree-workload = Rates in this drawing: { $workload }.
