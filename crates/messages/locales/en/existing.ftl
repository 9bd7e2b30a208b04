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
}. The figures are of that state, and nothing follows from them about the whole array.
in-place-syncing = The members of { $array } are being brought in line ({ $what }) while it is measured. The figures are of that state, and nothing follows from them about the array at rest.
in-place-slow = { $member } is slower than the other members of { $array }: { $rate } by itself ({ $low }–{ $high } MB/s), where { $others } do { $usual }.
in-place-slow-stripe = { $member } is slower than the other members of { $array }: { $rate } by itself ({ $low }–{ $high } MB/s), where { $others } do { $usual }. Every stripe waits for it; with a member like the others the array could do { $could }, if nothing else limits.
in-place-link = { $member } was read over { $own }, although it can do { $best }: all of { $array } waits for it. Reseat it, or try another slot; `narrows see` shows where it hangs.
in-place-layer-costs = The layer costs { $percent } % ({ $low } to { $high } %), { $cost }: { $array } does { $does }, where its members could do { $could }.
in-place-layer-free = No cost of the layer was found: { $array } does { $does }, where its members could do { $could } (cost at most { $most } %).
in-place-nothing = Nothing was found that holds { $array } up: it does { $does }, where its members could do { $could } (cost of the layer at most { $most } %).
in-place-layer-workload = What the members of { $array } could do under { $workload } cannot be calculated: that takes long reads in sequence, with so much in flight that every member has something to do, such as `--workload seq-read-1m-q32`. Nothing is said of its layer.
in-place-layer-open = What the layer costs is not decided: the passes differ too much ({ $low } to { $high } %). Longer rounds (`--round 5s`), or less else on the machine, decide it.
in-place-layer-few = What the layer costs is not decided: { $passes ->
    [0] no pass was
    [one] only 1 pass was
   *[other] only { $passes } passes were
} whole for both { $array } and its members.
in-place-layer-unknown = What the members of { $array } could do together cannot be calculated for this kind of array, so nothing is said of its layer.
in-place-chunks = Cut at chunks of { $chunk }, { $workload } gets { $percent } % of what the members of { $array } do at once. `narrows stripe --raw { $members }` compares chunk sizes.
in-place-read-ahead = A program that reads { $array } in sequence through the page cache keeps about { $busy } of { $members } members busy: { $read_ahead } are read ahead, a stripe is { $stripe }. `blockdev --setra { $sectors } /dev/{ $array }` changes that until the next start.

in-place-column-what = what was read
in-place-column-rate = median
in-place-column-interval = interval
in-place-column-member = member
in-place-column-alone = alone
in-place-column-together = with all others
in-place-row-array = { $array }
in-place-row-without-layer = the same without the layer
in-place-row-arithmetic = its members at least
in-place-row-together = all members at once, in sum
in-place-row-alone = each member alone, in sum
in-place-row-predicted = what the model says
in-place-slow-word = slow
in-place-passes = { $passes ->
    [one] 1 whole pass
   *[other] { $passes } whole passes
}; only reads, in place. Intervals are 95 %, with fewer than 6 passes the range.

in-place-will-take = Measuring { $array } and its { $members ->
    [one] 1 member
   *[other] { $members } members
} in place, reading only: { $passes ->
    [one] 1 pass
   *[other] { $passes } passes
} of { $rounds } rounds of { $round }, { $time }.
in-place-no-member = Member { $member } of { $array } cannot be read: { $why }
in-place-not-readable = { $array } cannot be read: { $why } (reading an array and its members takes root's rights)
in-place-inactive = { $array } is not running: nothing can be read from it. `mdadm --assemble --scan` starts arrays; of a container name the volume in it.
in-place-no-device = { $array } has no device that could be read. Name a large file on it instead (1 GiB or more), such as narrows explain { $path }/FILE
in-place-small-file = { $path } holds too little ({ $size }) to be measured; name a file of at least { $least }
in-place-on-file = Read in the file { $path }: what the file system costs is in the figures of the array.
in-place-measure = An array: `narrows explain /dev/{ $array }` measures it beside its members, and says what its layer costs and which member is slow.
in-place-stripe = { $array } is an array already. `narrows explain /dev/{ $array }` compares it with what its members could do; `narrows stripe --raw { $members }` compares other arrays of its members, reading only.

fit-title = Do its settings suit it?
fit-members-not-seen = Whether members are missing cannot be seen.
fit-members-whole = No member is missing.
fit-members-missing = { $missing ->
    [one] 1 member is missing.
   *[other] { $missing } members are missing.
}
fit-members-none-left = The next member that fails loses the array. Add a replacement, and see that there is a backup first.
fit-members-left = { $left ->
    [one] 1 more may fail
   *[other] { $left } more may fail
} before the array is lost. Add a replacement.
fit-syncing = Its members are being brought in line ({ $what }).
fit-syncing-so = Until that ends it is slower, and a member that fails now may not be made up for. /proc/mdstat shows how far it is.
fit-alignment = Its data begins at { $at } on its members, a multiple of what they write at once.
fit-alignment-not-seen = Where the data begins on { $members }, or what these write at once, cannot be seen.
fit-alignment-off = The data on { $members } begins at byte { $at }, no multiple of the { $block } that the drive writes at once.
fit-alignment-off-so = Every write touches a block more on the drive, which has to read it first. No command moves it: with redundancy replace one member after the other by a partition that begins at 1 MiB, else build the array anew.
fit-unit = The { $fs } file system lays out for { $unit } a member and { $width } a stripe; the array has { $chunk } and { $stripe }.
fit-unit-none = The { $fs } file system does not know of the stripes of the array ({ $chunk } a member, { $stripe } a stripe).
fit-unit-not-seen = What the file system knows of stripes cannot be read: { $why }
fit-unit-so = Its metadata may gather on few members, and long writes are cut more often than needed. What is written from then on follows the command; for good, the xfs options go into fstab.
fit-unit-parity-so = Writes that could fill whole stripes fill parts of several, each of which is read first for its parity. What is written from then on follows the command; for good, the xfs options go into fstab.
fit-bitmap-not-seen = Whether it has a write-intent bitmap cannot be seen.
fit-bitmap-none = It has no write-intent bitmap.
fit-bitmap-none-so = After a power cut or a crash all of it is synchronised again, not only what was being written. A bitmap costs a small write before the first write to each region.
fit-bitmap-there = It has a write-intent bitmap: after a power cut only what was being written is synchronised.
fit-bitmap = It has a write-intent bitmap, a bit for each { $each }: after a power cut only what was being written is synchronised. It costs a small write before the first write to each region.
fit-bitmap-small-so = Regions so small are marked very often, which random writes pay for. Larger ones take a little longer to synchronise after a power cut.
fit-chunk = Chunk size { $chunk }, { $stripe } a stripe of data. narrows stripe compares others on the same drives.
fit-chunk-small-so = Long requests are cut into many small ones. Changing it rewrites all data, which takes hours; with a backup only.
fit-read-ahead = { $read_ahead } are read ahead; a stripe is { $stripe }.
fit-read-ahead-so = A program that reads in sequence through the page cache keeps only some of the members busy. The command holds until the next start; for good, it goes into a udev rule.
fit-read-ahead-not-seen = What is read ahead cannot be seen.
fit-cache = Its stripe cache has { $pages } pages of each member ({ $memory }).
fit-cache-small-so = Writes wait for stripes to become free, and whole ones are gathered less often. The command holds until the next start, and takes { $memory } of memory.
fit-cache-not-seen = The size of its stripe cache cannot be seen.
fit-trim-passes = TRIM reaches its members.
fit-trim-no-drive = Its members have no TRIM.
fit-trim-stops = TRIM does not pass: { $with } of its { $members } members have it, the array does not.
fit-trim-so = The drives never learn what was deleted, and write more slowly with time. Where all members have TRIM and the array does not, a newer kernel or a layer in between is to be looked at.
fit-trim-parity-so = The drives never learn what was deleted, and write more slowly with time. The command lets it pass from the next start on; only for drives that read back zeros after TRIM without exception, or parity becomes wrong.
fit-trim-not-seen = Whether TRIM reaches its members cannot be seen.
check-fit-advice = narrows build --explain /dev/{ $device } says more, with the command that changes it.
