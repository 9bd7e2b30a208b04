# Arrays that are there already: what they do beside what their members could do, and what their settings suit.
in-place-title = Array { $array }: { $level } ({ $engine }), { $members ->
    [one] 1 member
   *[other] { $members } members
}
in-place-title-chunk = Array { $array }: { $level } ({ $engine }), { $members ->
    [one] 1 member
   *[other] { $members } members
}, chunk size { $chunk }
in-place-level-unknown = unknown level
in-place-degraded = { $array } is degraded: { $missing ->
    [one] 1 member is missing
   *[other] { $missing } members are missing
}. The figures are for that state only.
in-place-syncing = { $array } is synchronising ({ $what }) during the measurement. The figures are for that state only.
in-place-slow = { $member } is slower than the other members of { $array }: { $rate } alone ({ $low }–{ $high } MB/s), { $others } reach { $usual }.
in-place-slow-stripe = { $member } is slower than the other members of { $array }: { $rate } alone ({ $low }–{ $high } MB/s), { $others } reach { $usual }. Every stripe waits for it; with a member like the others the array could reach { $could }, if nothing else limits.
in-place-link = { $member } ran at { $own }, although it supports { $best }: all of { $array } waits for it. Reseat it, or try another slot; `narrows see` shows its attachment.
in-place-layer-costs = The RAID layer costs { $percent } % ({ $low } to { $high } %), { $cost }: { $array } reaches { $does }, its members could reach { $could }.
in-place-layer-free = No measurable cost of the RAID layer: { $array } reaches { $does }, its members could reach { $could } (cost at most { $most } %).
in-place-nothing = No bottleneck found in { $array }: it reaches { $does }, its members could reach { $could } (cost of the RAID layer at most { $most } %).
in-place-layer-workload = The combined rate of the members of { $array } under { $workload } cannot be calculated: this requires long sequential reads with enough in flight for every member, such as `--workload seq-read-1m-q32`. The cost of its RAID layer is unknown.
in-place-layer-open = The cost of the RAID layer is undecided: the passes scatter too much ({ $low } to { $high } %). Use longer rounds (`--round 5s`) or an idle machine.
in-place-layer-few = The cost of the RAID layer is undecided: { $passes ->
    [0] no pass was
    [one] only 1 pass was
   *[other] only { $passes } passes were
} complete for both { $array } and its members.
in-place-layer-unknown = The combined rate of the members of { $array } cannot be calculated for this kind of array, so the cost of its RAID layer is unknown.
in-place-chunks = Split at chunks of { $chunk }, { $workload } reaches { $percent } % of what the members of { $array } do at once. `narrows stripe --raw { $members }` compares chunk sizes.
in-place-read-ahead = A sequential reader of { $array } through the page cache keeps about { $busy } of { $members } members busy: read-ahead is { $read_ahead }, a stripe { $stripe }. `blockdev --setra { $sectors } /dev/{ $array }` changes that until the next boot.

in-place-column-what = target
in-place-column-rate = median
in-place-column-interval = interval
in-place-column-member = member
in-place-column-alone = alone
in-place-column-together = with all others
in-place-row-array = { $array }
in-place-row-without-layer = the same without the layer
in-place-row-arithmetic = calculated from its members, at least
in-place-row-together = all members at once, total
in-place-row-alone = each member alone, total
in-place-row-predicted = predicted
in-place-slow-word = slow
in-place-passes = { $passes ->
    [one] 1 complete pass
   *[other] { $passes } complete passes
}; only reads, in place. Intervals are 95 %, with fewer than 6 passes the range.

in-place-will-take = Measuring { $array } and its { $members ->
    [one] 1 member
   *[other] { $members } members
} in place, reading only: { $passes ->
    [one] 1 pass
   *[other] { $passes } passes
} of { $rounds } rounds of { $round }, { $time }.
in-place-no-member = Member { $member } of { $array } cannot be read: { $why }
in-place-not-readable = { $array } cannot be read: { $why } (reading an array and its members requires root)
in-place-inactive = { $array } is not running and cannot be read. `mdadm --assemble --scan` starts arrays; for a container, name its volume.
in-place-no-device = { $array } has no readable device. Name a large file on it instead (1 GiB or more), such as narrows explain { $path }/FILE
in-place-small-file = { $path } is too small to be measured ({ $size }); name a file of at least { $least }
in-place-on-file = Read through the file { $path }: the cost of the file system is included in the figures of the array.
in-place-measure = An array: `narrows explain /dev/{ $array }` measures it beside its members: the cost of its RAID layer, and slow members.
in-place-stripe = { $array } is already an array. `narrows explain /dev/{ $array }` compares it with its members; `narrows stripe --raw { $members }` compares other arrays of its members, reading only.

fit-title = Are its settings suitable?
fit-members-not-seen = Missing members cannot be detected.
fit-members-whole = No member is missing.
fit-members-missing = { $missing ->
    [one] 1 member is missing.
   *[other] { $missing } members are missing.
}
fit-members-none-left = The next failure loses the array. Add a replacement, and make sure that there is a backup first.
fit-members-left = { $left ->
    [one] 1 more may fail
   *[other] { $left } more may fail
} before the array is lost. Add a replacement.
fit-syncing = Its members are synchronising ({ $what }).
fit-syncing-so = Until that ends it is slower and may not survive a failure. /proc/mdstat shows the progress.
fit-alignment = Its data starts at { $at } on its members, a multiple of their write size.
fit-alignment-not-seen = The data offset on { $members }, or their write size, is unknown.
fit-alignment-off = The data on { $members } starts at byte { $at }, not a multiple of the drive's write size of { $block }.
fit-alignment-off-so = Every write touches an extra block, which the drive has to read first. No command moves it: with redundancy replace the members one by one by partitions that start at 1 MiB, otherwise rebuild the array.
fit-unit = The { $fs } file system is laid out for { $unit } per member and { $width } per stripe; the array has { $chunk } and { $stripe }.
fit-unit-none = The { $fs } file system is not aligned to the stripes of the array ({ $chunk } per member, { $stripe } per stripe).
fit-unit-not-seen = The stripe settings of the file system cannot be read: { $why }
fit-unit-so = Its metadata may concentrate on few members, and long writes are split more often. The command affects new data; for good, put the xfs options into fstab.
fit-unit-parity-so = Full-stripe writes become partial ones, each of which first reads data for its parity. The command affects new data; for good, put the xfs options into fstab.
fit-bitmap-not-seen = Whether it has a write-intent bitmap is unknown.
fit-bitmap-none = It has no write-intent bitmap.
fit-bitmap-none-so = After a power cut or a crash all of it is resynchronised. A bitmap costs a small write before the first write to each region.
fit-bitmap-there = It has a write-intent bitmap: after a power cut only recent writes are resynchronised.
fit-bitmap = It has a write-intent bitmap, a bit for each { $each }: after a power cut only recent writes are resynchronised. It costs a small write before the first write to each region.
fit-bitmap-small-so = Small regions are marked often, which slows random writes. Larger ones take a little longer to resynchronise after a power cut.
fit-chunk = Chunk size { $chunk }, { $stripe } of data per stripe. narrows stripe compares others on the same drives.
fit-chunk-small-so = Long requests are split into many small ones. Changing it rewrites all data, which takes hours; have a backup.
fit-read-ahead = Read-ahead is { $read_ahead }; a stripe is { $stripe }.
fit-read-ahead-so = A sequential reader through the page cache keeps only some of the members busy. The command lasts until the next boot; for good, use a udev rule.
fit-read-ahead-not-seen = Its read-ahead is unknown.
fit-cache = Its stripe cache has { $pages } pages of each member ({ $memory }).
fit-cache-small-so = Writes wait for free stripes, and full stripes are collected less often. The command lasts until the next boot, and takes { $memory } of memory.
fit-cache-not-seen = The size of its stripe cache is unknown.
fit-trim-passes = TRIM reaches its members.
fit-trim-no-drive = Its members do not support TRIM.
fit-trim-stops = TRIM stops at the array: { $with } of its { $members } members support it, the array does not.
fit-trim-so = The drives are not informed of deletions and can become slower over time. If all members support TRIM, check for a newer kernel or a layer in between.
fit-trim-parity-so = The drives are not informed of deletions and can become slower over time. The command enables it from the next boot on; only for drives that always return zeros after TRIM, or parity becomes wrong.
fit-trim-not-seen = Whether TRIM reaches its members is unknown.
check-fit-advice = Details and the command that changes it: narrows build --explain /dev/{ $device }
