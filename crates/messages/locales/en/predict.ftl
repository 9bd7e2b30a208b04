# What a change would buy: the changes.
upgrade-links = { $count ->
    [one] the link of { $id } twice as fast (next generation, or twice the lanes)
   *[other] the links of { $id } twice as fast (next generation, or twice the lanes)
}
upgrade-transports = { $count ->
    [one] the SATA, SAS or USB link of { $id } twice as fast
   *[other] the SATA, SAS or USB links of { $id } twice as fast
}
upgrade-uplinks = { $count ->
    [one] the uplink of { $id } twice as fast (next generation, or twice the lanes)
   *[other] the uplinks of { $id } twice as fast (next generation, or twice the lanes)
}
upgrade-places = { $count ->
    [one] { $id } with twice the ceiling
   *[other] { $id } with twice the ceiling each
}
upgrade-drives = { $count ->
    [one] the drive twice as fast
   *[other] all drives twice as fast
}
upgrade-depth = twice as many requests in flight
upgrade-jobs = twice as many threads
upgrade-cores = twice as many cores
upgrade-clock = a processor a quarter faster
upgrade-memory = twice the memory bandwidth
upgrade-cache = write caches twice as large
upgrade-application = the program itself twice as fast
upgrade-another-drive = { $count ->
    [2] a second drive
    [3] a third drive
    [4] a fourth drive
   *[other] { $count } drives
}
upgrade-another-member = { $count ->
    [2] a second member
    [3] a third member
    [4] a fourth member
   *[other] { $count } members
}
upgrade-chunk = chunks of { $chunk }

# Everyday jobs, and whether a person notices a difference.
meaning-copy = copying 50 GB
meaning-load = loading 10 GB
meaning-picture = opening a 30 MB picture
meaning-start = starting an application
meaning-no = hardly noticed
meaning-immediate = noticed: now it seems immediate
meaning-no-longer-immediate = noticed: it no longer seems immediate
meaning-flow = noticed: no longer interrupts one's thoughts
meaning-no-longer-flow = noticed: now interrupts one's thoughts
meaning-attention = noticed: now short enough to stay with it
meaning-no-longer-attention = noticed: long enough for the mind to wander
meaning-shorter = noticed: clearly shorter
meaning-longer = noticed: clearly longer
meaning-member = { $target } alone
meaning-array = the array
meaning-alone = alone
meaning-together = { $count } at once
meaning-as-is = as it is

# What follows.
predict-faster-drive-no-help = A faster drive will not help { $target } here: { $limit } is what holds it back, and drives twice as fast would give { $gain }.
predict-program-holds = A faster drive will hardly help { $job } on { $target }: what the program does between its requests takes the time; drives twice as fast would give { $gain }.

# The page.
predict-upgrades = What a change would buy
predict-meanings = What it means
predict-sweep = { $over } of { $target } varied: { $workload }
predict-jobs = The workloads of the machine file
predict-column-change = change
predict-column-gain = gain
predict-column-then = then limited by
predict-column-task = job
predict-column-target = of
predict-column-compared = compared
predict-column-before = before
predict-column-after = after
predict-column-notice = does one notice?
predict-column-workload = workload
predict-column-time = time
predict-column-rate = rate
predict-of-all = all drives
predict-over-chunk = the chunk
predict-over-drives = the number of drives
predict-over-depth = the depth
predict-over-block = the block
predict-over-jobs = the number of threads
predict-over-slot = the slot
predict-over-cache = the cache mode
predict-legend-upgrade = Gain: in all that the set moves, with this one change.
predict-legend-meaning = Copies stay on the same drive; the application is a large one, started for the first time. Times are those of storage alone; what programs compute comes on top.
predict-svg-band = 80 % band

# What is wrong with a sweep.
sweep-form = "{ $text }" is no sweep; it is KEY=FROM..TO or KEY=A,B,C with chunk, drives, depth, block, jobs, slot or cache as key, such as chunk=16K..1M or cache=none,write-back
sweep-value-size = "{ $value }" is no value for { $over }; sizes go from 512 to 64M, such as 16K..1M
sweep-value-count = "{ $value }" is no value for { $over }; whole numbers from 1 to { $most }, such as 1..8
sweep-value-slot = "{ $value }" is no value for { $over }; links such as 3.0x4,3.0x2, or slots of the machine file such as M2_1,M2_2
sweep-value-cache = "{ $value }" is no value for { $over }; one of none, read-only, write-through, write-back
sweep-order = "{ $text }" goes backwards; write the smaller end first
sweep-too-many = a sweep of { $count } values is too long to read; at most { $most }
predict-twice = "{ $target }" stands twice in one set of --together; a drive does one thing at a time
predict-member-and-array = "{ $member }" is a member of "{ $array }", and both are in one set of --together; name one of them
predict-first-alone = Each alone: only the first { $most } of { $drives } drives. Name others with --together.
sweep-needs-array = { $over } is an array's: name one with --of; there are: { $known }
sweep-no-array = this machine has no array, so that there is no { $over } to vary
sweep-needs-drive = a slot is one drive's: name it with --of; there are: { $known }
sweep-no-drives = this machine shows no drive to vary anything of
sweep-no-chunks = { $target } has no chunks: data is not spread in turns there, so that there is no chunk to vary
sweep-no-place = { $value } and more: this machine has no free place for so many (`narrows plan`).
sweep-impossible = { $over } { $value } is not possible for { $target }
sweep-no-slot = { $target } sits in no slot that is known by name
sweep-needs-file = only a drive of a machine file can be moved to another slot; links such as 3.0x4 can be tried with any source
sweep-no-single-slot = the machine file gives { $target } no slot of its own; only a drive with `slot = "..."` can be moved
sweep-move = { $target } in slot { $slot }: { $problem }
sweep-nothing = nothing is known that could limit { $target }
predict-doubt-link = { $target } may get as little as { $part } % of this: { $limit }. Nobody saw how the link works. "lspci -vv" as root shows its state (LnkSta) and payload (MaxPayload); of a drive that nobody knows, only a measurement tells.
predict-doubt-drive = { $target } may get as little as { $part } % of this: { $limit }. The drive's figures are its maker's, or those of its class. "narrows measure" of it alone, or read, write, random_read or random_write with measured = true, narrow the band.
predict-doubt-depth = { $target } may get as little as { $part } % of this: { $limit }. How long one request waits is known by class only. "narrows measure" one at a time, or read_latency, write_latency or sequential_latency with measured = true, narrow the band.
predict-doubt-place = { $target } may get as little as { $part } % of this: { $limit }. What passes there is known of few machines. "narrows measure" of all that hangs on it at once, or a ceiling in the machine file, narrows the band.
predict-doubt-processor = { $target } may get as little as { $part } % of this: { $limit }. Processor costs are orders of magnitude. cpu, clock and kernel under [host], or a measured run (--calibrate), narrow the band.
predict-payload-assumed = { $others ->
    [0] Max_Payload_Size of { $link } was not seen and is assumed; with half of it the link carries up to a tenth less. "lspci -vv" as root shows it, max_payload under [host] says it.
   *[other] Max_Payload_Size of { $link } and { $others } more links was not seen and is assumed; with half of it they carry up to a tenth less. "lspci -vv" as root shows it, max_payload under [host] says it.
}
predict-doubt-cable = { $target } may get as little as { $part } % of this: { $limit }. What enclosures, tunnels and file servers pass differs by make. "narrows measure" of it alone, or read and write of the cable in the machine file, narrow the band.
