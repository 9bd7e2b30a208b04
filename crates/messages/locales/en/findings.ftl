# What a run shows beside its limits: how rates went, what happened around them, how drives compare.
finding-cache-exhausted = { $drive } ({ $workload }): cache exhausted after { $bytes }: { $from } → { $to }. What it can sustain is the lower figure.
finding-fell = { $drive } ({ $workload }) fell for good after { $bytes } ({ $seconds }): { $from } → { $to }. Neither link nor temperature nor others' use of the drive, as far as they could be watched, explains it.
finding-fell-link = { $drive } ({ $workload }) fell after { $bytes } ({ $seconds }): { $from } → { $to }, because its link went from { $before } to { $after } while it ran. A link that gives way under load has a bad contact or cable, or saves power at the wrong moment.
finding-fell-throttle = { $drive } ({ $workload }) fell after { $bytes } ({ $seconds }): { $from } → { $to }. { $what } slowed itself down because of heat or power: its counter { $counter } went up. With better cooling it would keep the higher figure for longer.
finding-fell-hot = { $drive } ({ $workload }) fell after { $bytes } ({ $seconds }): { $from } → { $to }, at { $celsius } °C. Heat is the likely reason; the drive counted no throttling, or does not say.
finding-fell-others = { $drive } ({ $workload }) fell after { $bytes } ({ $seconds }): { $from } → { $to }. Others moved { $others } on it during the run, which may be the reason.
finding-rose = { $drive } ({ $workload }) rose for good after { $bytes } ({ $seconds }): { $from } → { $to }. Nothing that was watched explains it.
finding-rose-again = { $drive } ({ $workload }) rose after { $bytes } ({ $seconds }): { $from } → { $to }. By then it had read everything once: from there on a cache answers, in the drive or before it, and only the lower figure is the drive's.
finding-restless = { $drive } ({ $workload }) changed its rate { $changes } times, between { $low } and { $high }: drives do that when they clear up while they work, and so does a disk that others use as well. Only the mean of a long run says what it does.
finding-not-steady = { $drive } ({ $workload }) did not become steady in { $seconds }: from second to second it went between { $low } and { $high }. A longer run would say what lasts.
finding-link-fell = The link of { $drive } went from { $before } to { $after } { $seconds } into a run. A link that gives way under load has a bad contact or cable, or saves power at the wrong moment.
finding-link-narrower = The link of { $drive } ran at { $after } under load, at { $before } before the run.
finding-throttled = { $what } slowed itself down because of heat or power during the run (counter { $counter }: { $count }). Figures from then on are lower than it can do when cooled.
finding-other-io = Others moved { $bytes } on { $drive } during the run: its figures are lower than they would be without them.
finding-slower = { $drive } ({ $workload }) does { $rate }, drives of the same model { $usual } ({ $others }; { $model }). Nothing in which they differ explains it.
finding-faster = { $drive } ({ $workload }) does { $rate }, drives of the same model { $usual } ({ $others }; { $model }): it has something that they lack, or is answered from a cache.
finding-slower-link = { $drive } ({ $workload }) does { $rate }, drives of the same model { $usual } ({ $others }; { $model }): its link runs at { $own }, theirs at { $theirs }.
finding-slower-hot = { $drive } ({ $workload }) does { $rate }, drives of the same model { $usual } ({ $others }; { $model }): it has { $own } °C, they have { $theirs } °C at most.
finding-slower-node = { $drive } ({ $workload }) does { $rate }, drives of the same model { $usual } ({ $others }; { $model }): it hangs off NUMA node { $own }, they off node { $theirs }.
finding-slower-others = { $drive } ({ $workload }) does { $rate }, drives of the same model { $usual } ({ $others }; { $model }): others moved { $bytes } on it meanwhile.
finding-slower-full = { $drive } ({ $workload }) does { $rate }, drives of the same model { $usual } ({ $others }; { $model }): its file system is { $own } % full, theirs { $theirs } % at most.
finding-slower-firmware = { $drive } ({ $workload }) does { $rate }, drives of the same model { $usual } ({ $others }; { $model }): its firmware is { $own }, theirs is { $theirs }.
finding-held-room = Beside { $other }, held at { $taken }, { $drive } keeps its { $beside }: what they share has room for { $room } at least, and holds them back only when both run at full speed. It is a shared way, not the slot of { $drive }.
finding-held-own = Beside { $other }, held at { $taken }, { $drive } gets { $beside }, as much as alone, and at full speed they do not hold each other back either: what limits { $drive } is on its own way (its slot, its link or itself), not shared.
finding-held-kept = Beside { $other }, held at { $taken }, { $drive } gets { $beside }, as much as alone. Whether they share a way that fills only when both run at full speed takes a set of both without a limit.
finding-held-shared = Beside { $other }, which takes { $taken }, { $drive } loses { $lost } of its { $alone }: together they get { $sum }. What the one takes the other lacks, so they share a way of that capacity; the slot of { $drive } alone would not notice { $other }.
finding-held-disturbed = Beside { $other }, which takes only { $taken }, { $drive } loses { $lost } of its { $alone }: more than the other takes. They disturb each other, which a shared link does not explain: look at what serves both, such as a controller, a processor core or the device that both stand on.

# What stands beside a figure.
fact-changed = { $from } → { $to } after { $bytes }
fact-steady = steady at { $rate } after { $seconds }
fact-not-steady = not steady
fact-thread = a measuring thread at { $percent } % of a core
fact-failed = { $count ->
    [one] 1 request failed
   *[other] { $count } requests failed
}
fact-wrong = { $wrong } of { $blocks } blocks wrong, the first at byte { $first }
fact-flush = flushing took { $seconds } more
fact-unfilled = into blocks never written before
fact-short = only { $seconds } counted: a rough figure
fact-verified = { $blocks } blocks verified
fact-mixed = read { $read }, written { $written }
fact-held = held at { $rate }
fact-later = started { $seconds } later
fact-temperature = { $from } → { $to } °C
fact-link = link { $states }
fact-layers = through { $layers }
fact-scheduler = scheduler { $name }
fact-copied = copy-on-write
fact-compressed = compressing file system
fact-full = file system { $percent } % full
fact-no-write-cache = the drive's write cache is off
report-sets = Sets
report-column-of-alone = of alone
report-column-when = when
report-legend-change = │ a lasting change.
report-html-key-change = lasting change
report-html-key-steady = steady
finding-wrong-blocks = { $drive } gave back { $wrong } of { $blocks } blocks other than they had been written, the first at byte { $first }{ $why }. This drive, its link, its memory or something between loses data: do not trust it before the reason is found.
