# Messages of measuring: targets, sets, rate limits.
measure-target-twice = { $target } is specified twice
measure-not-a-target = "{ $name }" is not one of the targets: { $known }
measure-no-equals = { $option } "{ $text }": expected a target and a value separated by an equals sign, such as nvme0n1=500MB/s or nvme0n1=rand-read-4k-q1
measure-option-twice = { $option } specifies "{ $name }" twice
measure-bad-limit = --limit "{ $text }" is not a valid rate limit; use a rate such as 500MB/s, at least 1 kB/s
measure-set-twice = "{ $target }" is listed twice in one set; a target can run only one workload at a time
measure-no-round = --set gives no rounds here: pairs and all need two targets, but there is { $targets ->
    [one] only one
   *[other] { $targets }
}
measure-amount-no-block = --amount { $amount } is less than one block of { $workload } ({ $block })
measure-pread-only-io-uring = --poll and --kernel-thread require io_uring; omit them with --engine pread
measure-no-such-path = no file or device { $path }
measure-no-polled-queues = { $drive } failed all requests with --poll because its driver has no poll queues; for NVMe, add nvme.poll_queues=4 to the kernel command line
measure-bad-set = invalid --set "{ $text }"; use each, pairs, all, a combination such as each-and-pairs, NAME=DRIVE,DRIVE or DRIVE,DRIVE
measure-set-name = a set cannot be named "{ $name }": alone, all, each and pairs are reserved
measure-interface = workload "{ $name }": a measurement cannot use { $interface }; remove it from the name, and choose with --engine and --poll
measure-too-much = at most { $jobs } jobs, QD{ $depth } and { $bytes } of outstanding I/O per target
measure-too-many-rounds = { $rounds } rounds would take too long; at most { $most } (use fewer workloads, sets or repeats)
measure-bad-cpus = --cpus "{ $text }" is not a list of CPUs, such as 0-3,8
measure-will-take = This takes about { $time }: { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
} with { $targets ->
    [one] 1 target
   *[other] { $targets } targets
}.
measure-will-take-at-most = This takes at most { $time }: { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
} with { $targets ->
    [one] 1 target
   *[other] { $targets } targets
}.
measure-takes-longer = Rounds take { $times } times as long on this machine as they count: { $time } to go.
measure-amount-not-reached = { $target } completed only { $moved } of { $amount } in time; use a longer --time to finish.
measure-write-reads = --write has no effect: every named workload only reads
measure-huge-pages = Buffers are in huge pages: programs with ordinary memory may be slower, on a virtual disk by half.
measure-not-pinned = More issuing threads than CPUs: none is pinned, they compete for CPU time, and the results may be CPU-limited.
rounds-total = { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}, { $time } without writing scratch files; nothing was opened or written
rounds-total-virtual = { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}, { $time } of virtual time; nothing was simulated yet
rounds-spot-virtual = simulated
rounds-targets = Targets
rounds-spot-scratch = scratch file in { $path }
rounds-spot-raw = { $path } itself, read-only
rounds-spot-file = { $path }, read-only
rounds-spot-nop = no device, engine only
rounds-rounds = Rounds
rounds-set = set
rounds-repeat = repeat
rounds-time = time
rounds-parts = workloads
rounds-limit = limited to { $rate }
rounds-after = starts { $time } later
measure-passthrough-not-drive = { $target }: --engine passthrough sends NVMe commands directly to drives; specify an NVMe drive, such as nvme0n1
measure-left-out-no-generic = { $drive } was excluded: it has no generic NVMe device (/dev/ngXnY). Only NVMe drives have one, since kernel 5.13; omit --engine passthrough for others.
rounds-most = These rounds always run. Including those that depend on their results, it takes at most about { $time }.
