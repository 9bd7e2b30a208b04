# Messages of the measuring engine

engine-scratch-no-tmpfile = { $path }: the file system cannot create unnamed files (O_TMPFILE), and a named one would be left behind if the process is killed; measure an existing file with --file instead
engine-scratch-no-direct = { $path }: the file system does not support direct I/O (O_DIRECT), so reads would come from memory; use a directory on another file system of the drive, or measure the device itself
engine-scratch-in-memory = { $path }: this file system ({ $fs }) is in memory, not on a drive; use a directory on a drive
engine-scratch-elsewhere = { $path }: now leads to another file system than when it was chosen, so another drive would be measured; nothing was written; try again when no directories are being moved or mounted there
engine-scratch-no-space = { $path }: not enough free space ({ $free }) for a scratch file; it needs 64 MiB and leaves the rest free, so 256 MiB must be free
engine-scratch-too-slow = { $path }: only { $written } of the scratch file was written in the time allowed; allow more time, or measure an existing file with --file
engine-scratch-cancelled = { $path }: stopped while writing the scratch file; nothing is left behind
engine-scratch-no-rights = { $path }: no permission to create files in this directory (write and search permission, w and x, are required); use a directory that you own, ask its owner for permission, or run with sudo
engine-scratch-read-only = { $path }: this file system is mounted read-only; remount it read-write, or use a directory on another file system of the drive
engine-scratch-io = { $path }: cannot create the scratch file ({ $call }: { $error })

engine-target-open = { $path }: cannot be opened for reading ({ $error })
engine-target-no-rights = { $path }: cannot be opened for reading ({ $error }); raw devices require root or membership in the group that owns them
engine-target-no-direct = { $path }: the file system does not support direct I/O (O_DIRECT), so reads would come from memory
engine-target-not-storage = { $path }: neither a file nor a block device
engine-target-in-memory = { $path }: this file system ({ $fs }) is in memory, not on a drive; specify a file on a drive
engine-target-checksummed = { $path }: btrfs reads checksummed files through the page cache, so reads would come from memory; specify a file without checksums (created in a directory with `chattr +C`), or use a scratch file
engine-target-changed = { $path }: compressed, encrypted, sparse or kept elsewhere, so reads do not measure the drive; use a plain file
engine-target-holes = { $path }: unwritten from byte { $at } on, and reading unwritten space does not reach the drive; write the whole file, or use another

engine-run-region = { $target }: no whole block of { $block } fits in its { $region }
engine-run-block = { $target }: block size { $block } cannot bypass the page cache; use a multiple of 512 bytes, at most 1 GiB
engine-run-depth = { $target }: queue depth { $depth } is not supported; use 1 to 4,096, with at most 1 GiB of outstanding I/O
engine-run-read-only = { $target }: not written to; only files created by the run are, and drives whose serial number was typed
engine-run-resources = { $target }: not enough memory or threads to measure ({ $error }); use a smaller queue depth or block size
engine-run-exchange = { $target }: the kernel stopped accepting requests ({ $error })
engine-run-lost = { $target }: its thread does not return; the drive may hang, and the kernel log (dmesg) may show why

engine-fallback-ring-refused = The kernel or a sandbox rejects io_uring ({ $error }); using pread threads instead, which need more CPU time per request.
engine-fallback-ring-too-old = The kernel is older than 5.11 and its io_uring cannot wait with a timeout; using pread threads instead, which need more CPU time per request.
engine-fallback-not-deferred = The kernel does not support DEFER_TASKRUN ({ $error }; added in 6.1); completions interrupt the issuing thread and need slightly more CPU time.
engine-fallback-buffers = The buffers could not be registered ({ $error }), usually because RLIMIT_MEMLOCK is too small; each request pins its pages again, which needs some CPU time. Raise `ulimit -l` to avoid this.
engine-fallback-file = The file could not be registered with the ring ({ $error }); each request looks it up again, which needs slightly more CPU time.
engine-fallback-not-pinned = The issuing thread could not be pinned to its CPU ({ $error }); the scheduler chooses one.

engine-fallback-no-kernel-thread = No kernel thread to fetch requests ({ $error }); the issuing thread submits them itself
engine-run-no-ring = { $target }: the kernel rejects io_uring ({ $error }); omit --engine to use pread threads

engine-target-generic = { $path }: cannot be opened for NVMe commands ({ $error }); this requires root before kernel 6.2, and read access to this device since
engine-target-other-namespace = { $path }: not the specified namespace, so nothing is sent to it; omit --engine passthrough, or check `ls -l /dev/ng*` and /sys/class/nvme-generic
engine-target-metadata = { $path }: formatted with { $bytes } bytes of metadata per block, which NVMe commands would have to carry; omit --engine passthrough
engine-run-no-namespace = { $target }: not opened for NVMe commands; --engine passthrough measures only NVMe drives themselves
engine-run-no-passthrough = { $target }: the kernel does not support io_uring NVMe commands with registered buffers ({ $error }; added in 6.1); omit --engine passthrough
engine-run-sectors = { $target }: { $block } is not a multiple of the drive's block size, { $sector }; NVMe commands transfer only whole blocks
engine-run-transfer = { $target }: block size { $block } exceeds the { $most } that one NVMe command is sure to transfer here; use a smaller one, or omit --engine passthrough
