# Findings of a run.
finding-shared-limit = { $drives } share { $limit }, which carries { $capacity } and is the bottleneck: { $together } together, sum of individual results { $alone }.
finding-limit-not-reached = { $drives } share { $limit } but do not fill its { $capacity }: { $together } together, the same as the sum of individual results ({ $alone }).
finding-above-shared-limit = { $drives } get { $together } together (sum of individual results { $alone }), more than the { $capacity } that { $limit }, which they share, can carry: that link is emulated or reports a wrong state, or a cache in between answered. Their bottleneck is unknown.
finding-below-shared-limit = { $drives } share { $limit }, which carries { $capacity }, but get only { $together } together (sum of individual results { $alone }): the bottleneck is something slower than that link.
finding-no-sharing = No contention between { $drives }: { $together } together, sum of individual results { $alone }.
finding-files-sharing = Contention between { $drives }: { $together } together, sum of individual results { $alone }. This is normal for files on one drive; it says nothing about the links below them.
finding-unknown-sharing = Contention between { $drives }: { $together } together, sum of individual results { $alone }. No link visible from here explains it.
finding-own-cause = { $drive } alone reads { $rate }. Cause: { $cause }.
finding-at-link = { $drive } alone reads { $rate }: limited by the slowest link on its path ({ $address }, { $capacity } usable).
finding-above-link = { $drive } alone reads { $rate }, more than the slowest link on its path ({ $address }, { $capacity } usable) could carry: that link is emulated or reports a wrong state, or a cache in between answered. The drive's bottleneck is unknown.
finding-below-link = { $drive } alone reads { $rate }; the slowest link on its path ({ $address }) could carry { $capacity }, so the bottleneck is the drive or a device behind it.
finding-slower-alike = { $what }
finding-slower-alone = { $drive } alone reads { $rate }; { $low } to { $high } predicted, and the slowest link on its path ({ $address }) could carry { $capacity }: the drive itself, its settings or something in front of it is slower than described.
finding-as-modelled = { $drive } alone reads { $rate }: drive-limited, as the description says.
finding-at-drive = { $drive } alone reads { $rate }: matches its rated speed; drive-limited.
finding-at-thread = { $drive } alone reads { $rate }: CPU-limited, its measurement thread used { $percent } % of a core. The drive's own speed is unknown.
finding-below-link-encrypted = { $drive } alone reads { $rate } through dm-crypt; the slowest link on its path ({ $address }) could carry { $capacity }, so the bottleneck is the drive or the decryption.
finding-file = { $drive } reads { $rate }. It is a file or folder, not a drive; this says nothing about the links below it.
finding-virtual-disk = { $drive } alone reads { $rate }. It is a virtual disk: the drive behind it, its link and its other users are not visible from inside the virtual machine, so the bottleneck is unknown. Only the measured throughput is certain.
finding-no-link-known = { $drive } alone reads { $rate }. No link on its path is readable, so it is unknown whether the drive or a link is the bottleneck.
finding-thread-busy = The measurement thread of { $drive } ({ $workload }) used { $percent } % of a core: the CPU is a limit too, and a faster drive would gain little.
finding-errors = { $drive }: { $errors ->
    [one] 1 request
   *[other] { $errors } requests
} failed during the run. Its results count only successful requests.
finding-gone = { $drive } has errors: { $errors ->
    [one] 1 request
   *[other] { $errors } requests
} failed, and at least one round returned no data. Check its slot, cable, power and cooling, and the kernel log.
finding-shared-device = { $drives } share { $device }, which is the bottleneck: { $together } together, sum of individual results { $alone }; { $device } by itself reads { $itself }.
finding-shared-device-unmeasured = Contention between { $drives }, which share { $device }: { $together } together, sum of individual results { $alone }. { $device } by itself was not measured; no other visible component is shared.
finding-below-shared-device = { $drives } share { $device }, which reads { $itself } by itself, but get only { $together } together (sum of individual results { $alone }): the bottleneck is between them and { $device }.
finding-shared-device-not-reached = { $drives } share { $device } but do not fill it: { $together } together, the same as the sum of individual results ({ $alone }).
finding-over-device = { $drive } alone reads { $rate }. It is stacked on { $below } and shares its bottleneck.
finding-over-no-device = { $drive } alone reads { $rate }. It is a loop device over a file on no known drive (in memory, for example); no link can be its bottleneck.
