# Measuring: targets, sets, limits.
measure-target-twice = { $target } is named twice
measure-not-a-target = "{ $name }" is not among the targets: { $known }
measure-no-equals = { $option } "{ $text }": a target and a value are wanted, with an equals sign between them, such as nvme0n1=500MB/s or nvme0n1=rand-read-4k-q1
measure-option-twice = { $option } says two things about "{ $name }"
measure-bad-limit = --limit "{ $text }" is no rate to hold a target to, such as 500MB/s; at least 1 kB/s
measure-set-twice = "{ $target }" stands twice in one set; a target does one thing at a time
measure-no-round = no round comes of --set here: pairs and all take two targets, and there is { $targets ->
    [one] one
   *[other] { $targets }
}
measure-amount-no-block = --amount { $amount } is less than one block of { $workload }, which is { $block }
measure-pread-only-io-uring = --poll and --kernel-thread are io_uring's; leave them out with --engine pread
measure-no-such-path = there is no file or device { $path }
measure-is-folder = { $path } is a folder; name a file in it, or the drive that it lies on
measure-no-polled-queues = { $drive } failed every request with --poll, because its driver has no queues that are polled; for NVMe the kernel's command line takes nvme.poll_queues=4
measure-bad-set = --set "{ $text }" is none: each, pairs, all, several of them such as each-and-pairs, NAME=DRIVE,DRIVE or DRIVE,DRIVE
measure-set-name = a set cannot be called "{ $name }": alone, all, each and pairs mean something else
measure-interface = workload "{ $name }": a measurement does not go by { $interface }; leave it out of the name, and choose with --engine and --poll
measure-too-much = at most { $jobs } jobs, a depth of { $depth }, and { $bytes } in flight to one target
measure-too-many-rounds = { $rounds } rounds are more than anybody waits for; at most { $most } (fewer workloads, sets or repeats)
measure-bad-cpus = --cpus "{ $text }" is no list of processors, such as 0-3,8
measure-will-take = This takes about { $time }: { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
} with { $targets ->
    [one] one target
   *[other] { $targets } targets
}.
measure-will-take-at-most = This takes { $time } at most: { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
} with { $targets ->
    [one] one target
   *[other] { $targets } targets
}.
measure-amount-not-reached = { $target } moved { $moved } of { $amount } within the time; a longer --time lets it finish.
measure-not-pinned = There are more issuing threads than processors, so none is bound to one; they take time from each other, and the figures may be those of the processors.
rounds-total = { $rounds ->
    [one] One round
   *[other] { $rounds } rounds
}, { $time } without the scratch files; nothing was opened or written
rounds-total-virtual = { $rounds ->
    [one] One round
   *[other] { $rounds } rounds
}, { $time } of virtual time; nothing was simulated yet
rounds-spot-virtual = simulated
rounds-targets = Targets
rounds-spot-scratch = a scratch file in { $path }
rounds-spot-raw = { $path } itself, reading only
rounds-spot-file = { $path }, reading only
rounds-spot-nop = no device, the engine alone
rounds-rounds = Rounds
rounds-set = set
rounds-repeat = repeat
rounds-time = time
rounds-parts = what runs
rounds-limit = held to { $rate }
rounds-after = starts { $time } later
measure-passthrough-not-drive = { $target }: --engine passthrough sends NVMe commands to drives themselves; name an NVMe drive, such as nvme0n1
measure-left-out-no-generic = { $drive } was left out: there is no generic NVMe device (/dev/ngXnY) beside it. Only NVMe drives have one, from kernel 5.13 on; leave --engine passthrough out for others.
rounds-most = These rounds are certain. With those that follow from what they show, it takes about { $time } at most.
