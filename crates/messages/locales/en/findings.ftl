# Findings of a run besides bottlenecks: rate over time, events, comparison of drives.
finding-cache-exhausted = { $drive } ({ $workload }): cache exhausted after { $bytes }: { $from } → { $to }. The sustained rate is the lower one.
finding-fell = { $drive } ({ $workload }) dropped permanently after { $bytes } ({ $seconds }): { $from } → { $to }. As far as observed, neither link, temperature nor other I/O on the drive explains it.
finding-fell-partly-seen = { $drive } ({ $workload }) dropped permanently after { $bytes } ({ $seconds }): { $from } → { $to }. No reason was found. { $link ->
    [seen] Its link did not change.
   *[unseen] Its link was not observed.
} { $heat ->
    [seen] Its temperature does not explain it.
   *[unseen] Its temperature was not observed.
} { $others ->
    [seen] There was little other I/O.
   *[unseen] Other I/O down to the drives was not observed.
}
finding-fell-link = { $drive } ({ $workload }) dropped after { $bytes } ({ $seconds }): { $from } → { $to }, because its link went from { $before } to { $after }. Usual reasons: a bad contact or cable, or power saving.
finding-fell-throttle = { $drive } ({ $workload }) dropped after { $bytes } ({ $seconds }): { $from } → { $to }. Thermal or power throttling of { $what }: counter { $counter } increased. If heat is the reason, better cooling sustains the higher rate for longer.
finding-fell-hot = { $drive } ({ $workload }) dropped after { $bytes } ({ $seconds }): { $from } → { $to }, at { $celsius } °C. Likely cause: heat; the drive counted no throttling, or does not report it.
finding-fell-others = { $drive } ({ $workload }) dropped after { $bytes } ({ $seconds }): { $from } → { $to }. Possible cause: other I/O, { $others } on this drive during the run.
finding-rose = { $drive } ({ $workload }) rose permanently after { $bytes } ({ $seconds }): { $from } → { $to }. Nothing observed explains it.
finding-rose-again = { $drive } ({ $workload }) rose after { $bytes } ({ $seconds }): { $from } → { $to }. All data had been read once by then; from there on, a cache in or before the drive answers. Only the lower rate is the drive's own.
finding-restless = { $drive } ({ $workload }) changed its rate { $changes } times, between { $low } and { $high }. Typical of drives that do garbage collection while working, and of disks that others use too. Only the average of a long run is meaningful.
finding-not-steady = { $drive } ({ $workload }) did not reach a steady state in { $seconds }: it varied between { $low } and { $high } from second to second. Run longer to get the sustained rate.
finding-link-fell = The link of { $drive } went from { $before } to { $after }, { $seconds } into the run. Usual reasons: a bad contact or cable, or power saving.
finding-link-narrower = The link of { $drive } ran at { $after } under load and at { $before } before the run.
finding-throttled = Thermal or power throttling of { $what } during the run (counter { $counter }: { $count }). Results from then on may be lower than without it.
finding-other-io-span = Other I/O on { $drive } during the run: { $bytes }, in one round from { $from } to { $until }. Its results may be lower than without it.
finding-other-io = Other I/O on { $drive } during the run: { $bytes }. Its results may be lower than without it.
finding-answered-before = { $drive } alone reads { $rate }. This may not be the figure of a drive: { $what ->
    [loop-cache] the loop device { $name } reads its file through the page cache even for direct I/O. `losetup --direct-io=on` avoids that.
    [page-cache] the file system ({ $name }) reads this file through the page cache in spite of direct I/O.
    [memory] the data is in memory ({ $name }).
    [cache-device] a cache device is in front of the drive ({ $name }).
    [packing] { $name } compresses data or stores equal blocks once, so fewer bytes than these may come from the drive.
   *[other] the file system ({ $name }) has its own rules for direct I/O; its own cache or another machine may have answered.
}
note-answered-before = { $drive }: these figures may not be the drive's: { $what ->
    [loop-cache] the loop device { $name } reads its file through the page cache (`losetup --direct-io=on` avoids that).
    [page-cache] the file system ({ $name }) reads this file through the page cache in spite of direct I/O.
    [memory] the data is in memory ({ $name }).
    [cache-device] a cache device is in front of the drive ({ $name }).
    [packing] { $name } compresses data or stores equal blocks once.
   *[other] whether direct I/O reaches a drive depends on the file system ({ $name }); its own cache or another machine may have answered.
}
finding-slower = { $drive } ({ $workload }): { $rate }, drives of the same model { $usual } ({ $others }; { $model }). No known difference between them explains it.
finding-faster = { $drive } ({ $workload }): { $rate }, drives of the same model { $usual } ({ $others }; { $model }). It differs from the others in something not observed, or a cache answered.
finding-slower-link = { $drive } ({ $workload }): { $rate }, drives of the same model { $usual } ({ $others }; { $model }). Its link runs at { $own }, the others at { $theirs }.
finding-slower-hot = { $drive } ({ $workload }): { $rate }, drives of the same model { $usual } ({ $others }; { $model }). It is at { $own } °C, the others at { $theirs } °C at most.
finding-slower-node = { $drive } ({ $workload }): { $rate }, drives of the same model { $usual } ({ $others }; { $model }). It is attached to NUMA node { $own }, the others to node { $theirs }.
finding-slower-others = { $drive } ({ $workload }): { $rate }, drives of the same model { $usual } ({ $others }; { $model }). Other I/O on it during the run: { $bytes }.
finding-slower-full = { $drive } ({ $workload }): { $rate }, drives of the same model { $usual } ({ $others }; { $model }). Its file system is { $own } % full, the others at most { $theirs } %.
finding-slower-firmware = { $drive } ({ $workload }): { $rate }, drives of the same model { $usual } ({ $others }; { $model }). Its firmware is { $own }, the others have { $theirs }.
finding-held-room = With { $other } limited to { $taken }, { $drive } keeps its { $beside }. Their shared path carries at least { $room } and is a bottleneck only when both run at full speed. The shared path is the bottleneck, not the slot of { $drive }.
finding-held-own = With { $other } limited to { $taken }, { $drive } gets { $beside }, as much as alone; at full speed there is no contention either. The bottleneck of { $drive } is on its own path (its slot, its link or the drive), not shared.
finding-held-kept = With { $other } limited to { $taken }, { $drive } gets { $beside }, as much as alone. To find out whether they share a path that fills only when both run at full speed, measure both together without a rate limit.
finding-held-shared = With { $other } taking { $taken }, { $drive } loses { $lost } of its { $alone }: { $sum } together. What one takes, the other lacks, so they share a path of that capacity. The slot of { $drive } alone would not be affected by { $other }.
finding-held-disturbed = With { $other } taking only { $taken }, { $drive } loses { $lost } of its { $alone }, more than { $other } takes. A shared link does not explain this interference: check what serves both, such as a controller, a CPU core or the device below both.

# Short remarks next to a figure.
fact-changed = { $from } → { $to } after { $bytes }
fact-steady = steady at { $rate } after { $seconds }
fact-not-steady = not steady
fact-thread = measurement thread at { $percent } % of a core
fact-failed = { $count ->
    [one] 1 request failed
   *[other] { $count } requests failed
}
fact-wrong = { $wrong } of { $blocks } blocks mismatched, the first at byte { $first }
fact-flush = flush took { $seconds } more
fact-unfilled = into blocks never written before
fact-short = only { $seconds } counted: rough estimate
fact-verified = { $blocks } blocks verified
fact-mixed = read { $read }, written { $written }
fact-held = rate limit { $rate }
fact-later = started { $seconds } later
fact-temperature = { $from } → { $to } °C
fact-link = link { $states }
fact-answered-before = may come from a cache or memory
fact-layers = through { $layers }
fact-scheduler = scheduler { $name }
fact-copied = copy-on-write
fact-compressed = compressing file system
fact-full = file system { $percent } % full
fact-no-write-cache = drive write cache off
report-column-of-alone = of alone
report-column-when = set
report-legend-change = │ lasting change.
report-html-key-change = lasting change
report-html-key-steady = steady
finding-wrong-blocks = Data corruption: { $drive } returned other data than was written in { $wrong } of { $blocks } blocks, the first at byte { $first }{ $why }. The drive, its link, memory or a component in between corrupts data. Do not trust this drive until the cause is found.
