# The sentences of: engine

engine-scratch-no-tmpfile = { $path }: the file system cannot make files without a name (O_TMPFILE), and a named one would be left behind by a kill; measure an existing file with --file instead
engine-scratch-no-direct = { $path }: the file system has no direct I/O (O_DIRECT), so reads would come from memory; choose a directory on another file system of the drive, or measure the device itself
engine-scratch-in-memory = { $path }: this file system ({ $fs }) lies in memory, there is no drive under it; choose a directory on a drive
engine-scratch-elsewhere = { $path }: leads to another file system than when it was chosen, so another drive would be measured; nothing was written; try again once nobody moves folders or mounts there
engine-scratch-no-space = { $path }: too little space ({ $free }) for a scratch file; it takes 64 MiB and leaves the rest alone, so 256 MiB must be free
engine-scratch-too-slow = { $path }: the drive wrote only { $written } of the scratch file in the time given; allow more time or measure an existing file with --file
engine-scratch-cancelled = { $path }: stopped while the scratch file was written; nothing is left behind
engine-scratch-no-rights = { $path }: this user may not make files in this directory, which takes write and search permission (w and x) there; name a directory that this user owns, have its owner grant them, or call it with sudo
engine-scratch-read-only = { $path }: this file system is mounted read-only; mount it read-write, or name a directory on another one of the drive
engine-scratch-io = { $path }: making the scratch file failed ({ $call }: { $error })

engine-target-open = { $path }: cannot be opened for reading ({ $error })
engine-target-no-rights = { $path }: cannot be opened for reading ({ $error }); raw devices take root or membership in the group that owns them
engine-target-no-direct = { $path }: the file system has no direct I/O (O_DIRECT), so reads would come from memory
engine-target-not-storage = { $path }: neither a file nor a block device
engine-target-in-memory = { $path }: this file system ({ $fs }) lies in memory, there is no drive under it; name a file on a drive
engine-target-checksummed = { $path }: btrfs reads checksummed files through the page cache, so reads would come from memory; name a file without checksums (made in a folder with `chattr +C`) or let a scratch file be made
engine-target-holes = { $path }: nothing is written at byte { $at } and after, and reading what was never written does not touch the drive; write the file throughout or choose another

engine-run-region = { $target }: its { $region } hold no whole block of { $block }
engine-run-block = { $target }: a block of { $block } cannot be measured past the page cache; it must be a multiple of 512 bytes and at most 1 GiB
engine-run-depth = { $target }: a depth of { $depth } is not possible; it must be 1 to 4,096 with at most 1 GiB in flight
engine-run-read-only = { $target }: not written to; only files that the run made itself are, and drives whose serial number was typed
engine-run-resources = { $target }: no memory or threads to measure with ({ $error }); a smaller depth or block needs less
engine-run-exchange = { $target }: the kernel stopped taking requests ({ $error })
engine-run-lost = { $target }: its thread does not come back; the drive may hang, and the kernel log (dmesg) may say why

engine-fallback-ring-refused = The kernel or a sandbox refuses io_uring ({ $error }), so threads with pread are used; they cost more processor time per request.
engine-fallback-ring-too-old = The kernel is older than 5.11 and its io_uring cannot wait with a time limit, so threads with pread are used; they cost more processor time per request.
engine-fallback-not-deferred = The kernel has no DEFER_TASKRUN ({ $error }; it came with 6.1), so completions interrupt the issuing thread and cost a little more processor time.
engine-fallback-buffers = The buffers could not be registered ({ $error }), usually because RLIMIT_MEMLOCK is too small; each request pins its pages anew, which costs some processor time. A higher `ulimit -l` avoids it.
engine-fallback-file = The file could not be registered with the ring ({ $error }); each request looks it up anew, which costs a little processor time.
engine-fallback-not-pinned = The issuing thread could not be bound to its processor ({ $error }); the scheduler chooses one.

engine-remark-checksummed = btrfs would not turn copy-on-write off for the scratch file, so it was read with checksums and through the page cache; the figures may be those of memory.
engine-remark-may-cache = Whether direct I/O reaches a drive is up to the file system ({ $fs }); its own cache or another machine may have answered, and the figures may be theirs.
engine-fallback-no-kernel-thread = the kernel gives no thread that fetches requests ({ $error }); the issuing thread hands them over itself
engine-run-no-ring = { $target }: the kernel refuses io_uring ({ $error }); leave --engine out, and threads with pread do it

engine-target-generic = { $path }: cannot be opened for NVMe commands ({ $error }); before kernel 6.2 that takes root, later read access to this device
engine-target-other-namespace = { $path }: is not of the very namespace that was named, so nothing is sent to it; leave --engine passthrough out, or look at what `ls -l /dev/ng*` and /sys/class/nvme-generic say
engine-target-metadata = { $path }: is formatted with { $bytes } bytes of metadata a block, which NVMe commands would have to carry; leave --engine passthrough out
engine-run-no-namespace = { $target }: not open for NVMe commands; --engine passthrough measures NVMe drives themselves
engine-run-no-passthrough = { $target }: the kernel has no io_uring for NVMe commands with registered buffers ({ $error }; it came with 6.1); leave --engine passthrough out
engine-run-sectors = { $target }: { $block } are no whole blocks of the drive, which are of { $sector }; NVMe commands move nothing else
engine-run-transfer = { $target }: blocks of { $block } are more than the { $most } that one NVMe command is sure to move here; choose smaller ones, or leave --engine passthrough out
