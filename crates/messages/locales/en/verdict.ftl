# What follows from a run.
finding-shared-limit = { $drives } share { $limit }, { $capacity } usable: together they get { $together } of the { $alone } that they do alone in sum.
finding-limit-not-reached = { $drives } share { $limit }, { $capacity } usable, but do not fill it: together they get { $together }, as much as each alone adds up to ({ $alone }).
finding-below-shared-limit = { $drives } share { $limit }, { $capacity } usable, but together they get only { $together } (alone they add up to { $alone }): something narrower than that link holds them back.
finding-no-sharing = { $drives } do not hold each other back: together they get { $together }, alone they add up to { $alone }.
finding-files-sharing = { $drives } hold each other back: together they get { $together }, alone they add up to { $alone }. Files on one drive do; nothing is said of what is below these.
finding-unknown-sharing = { $drives } hold each other back: together they get { $together }, alone they add up to { $alone }. No link that can be seen from here explains it.
finding-at-link = { $drive } alone reads { $rate }: as fast as the narrowest link on its way ({ $address }, { $capacity } usable) can carry.
finding-below-link = { $drive } alone reads { $rate }; the narrowest link on its way ({ $address }) would carry { $capacity }, so the drive or what is behind it is the limit.
finding-at-drive = { $drive } alone reads { $rate }: what such a drive is known for. The drive is its own limit.
finding-at-thread = { $drive } alone reads { $rate }, and the thread that drove it used { $percent } % of a core: the processor is a limit here, and what the drive could do is not known.
finding-below-link-encrypted = { $drive } alone reads { $rate } through dm-crypt; the narrowest link on its way ({ $address }) would carry { $capacity }, so the drive or the decryption is the limit.
finding-file = { $drive } reads { $rate }. It is a file, not a drive, and nothing is said of what is below it.
finding-virtual-disk = { $drive } alone reads { $rate }. It is a disk of a virtual machine: which drive is behind it, on which link, and who else uses it cannot be seen from in here, so what limits it cannot be known; only that this much came through.
finding-no-link-known = { $drive } alone reads { $rate }. No link on its way can be read, so whether drive or link is the limit is not known.
finding-thread-busy = The thread that drove { $drive } ({ $workload }) used { $percent } % of a core: there the processor is a limit too, and a faster drive would show little more.
finding-errors = { $drive } failed { $errors ->
    [one] one request
   *[other] { $errors } requests
} during the run; its figures count only what succeeded.
finding-shared-device = { $drives } all stand on { $device }: together they get { $together } of the { $alone } that they do alone in sum, and { $device } by itself reads { $itself }. It is the limit that they share.
finding-shared-device-unmeasured = { $drives } all stand on { $device } and hold each other back: together they get { $together }, alone they add up to { $alone }. What { $device } can do by itself was not measured; nothing else that can be seen is shared by them.
finding-below-shared-device = { $drives } all stand on { $device }, which by itself reads { $itself }, but together they get only { $together } (alone they add up to { $alone }): something between them and { $device } holds them back.
finding-shared-device-not-reached = { $drives } all stand on { $device }, but do not fill it: together they get { $together }, as much as each alone adds up to ({ $alone }).
finding-over-device = { $drive } alone reads { $rate }. It stands on { $below }, so what limits that limits it as well.
finding-over-no-device = { $drive } alone reads { $rate }. It is a loop device over a file that lies on no known drive, in memory for example; no link can be its limit.
