# The picture of what flows: its title, figures and keys.
picture-bottleneck = Bottleneck: { $name }
picture-wrong-data = Data corruption: { $drives }
picture-failed-requests = I/O errors: { $drives }
picture-failed = I/O errors
picture-slow = Slower than expected: { $drives }
picture-contention = { $count ->
    [one] Bottleneck unknown
   *[other] Contention between { $count } drives
}
picture-shared = Shared link: { $name }
picture-narrow-link = { $count ->
    [one] Link below its full speed: { $name }
   *[other] Links below their full speed: { $name }
}
picture-no-contention = { $count ->
    [one] No bottleneck: the drive reaches its own speed
   *[other] No contention between { $count } drives
}
picture-alone = { $name } alone: { $rate }
picture-alone-hint = Measured while no other drive ran.
picture-nowhere = Attachment of these drives unknown
picture-links = { $count ->
    [0] No drives
    [one] One drive and its link
   *[other] { $count } drives and their links
}
picture-no-links = { $count ->
    [one] One drive; its link is not listed
   *[other] { $count } drives; none of their links is listed
}
picture-lost-at = { $count ->
    [one] One drive: { $got } of { $could }. { $percent } is lost there.
   *[other] { $count } drives together: { $got } of { $could }. { $percent } is lost there.
}
picture-crowded = { $count } drives share it: it carries { $got }; what is below can deliver { $could }.
picture-reaches-all = Every drive reaches its own speed.
picture-links-only = Link capacities only; the drives' own speeds are unknown.
picture-link-only-of = Only the link of { $drives } is known, not the drive's own speed.
picture-busy = bottleneck, { $percent } % busy
picture-passes = shared link carries
picture-links-sum = the drives' own links
picture-lost-all = lost by all drives ({ $percent })
picture-lost = lost ({ $percent })
picture-all = { $count ->
    [one] the drive
    [2] both drives together
   *[other] all { $count } drives together
}
picture-of = of { $rate }
picture-each = each { $got }
picture-each-of = each { $got } of { $could }
picture-link = link
picture-idle = Other devices:
picture-hatched = lost
picture-hatched-capacity = more than the shared link carries
picture-capacity = link throughput
picture-predicted = predicted
picture-measured = measured
picture-simulated = simulated
picture-moves-all = { $name }: { $got }
picture-moves = { $name }: { $got } of { $could }, { $percent } lost
picture-unknown = not known
picture-drives = { $count } drives
picture-and-more = { $name } and { $count } more
picture-upgrade = Largest upgrade: { $what } ({ $gain }, { $rate } in total).
picture-shared-by = { $count } drives together fill it: { $got }.
report-column-rate = rate
report-column-slot = slot
report-column-model = model
posted-other = Other workloads, all together
posted-bars = # transferred, - lost; longest bar { $rate }
posted-made = made with Narrows { $version }; 1 MB/s = 1,000,000 bytes/s
picture-rated = rated
picture-rated-sum = rated speed of the drives
picture-crowded-rated = { $count } drives share it: it carries { $got }, the drives could do { $could } in total.
picture-links-suffice = No PCIe, SATA, SAS or USB link limits the drives behind it.
picture-link-below-drive = { $count ->
    [one] { $drives } can read { $rated }; its link carries { $link }.
   *[other] { $drives }: each can read { $rated }; its link carries { $link }.
}
picture-own-link = { $count ->
    [one] Link slower than its drive: { $name }
   *[other] Links slower than their drives: { $name }
}
