# Cache modes.

caches-not-here = { $target }: cache mode { $caching } is not possible here: it needs the kernel's block layer, and raw drives are not written through the page cache
caches-refused = { $target } could not be opened with cache mode { $caching }: { $error }
caches-no-switch = { $drive } has no volatile write cache that can be switched. SCSI, ATA and NVMe drives have one; virtual disks, loop devices and multipath drives do not expose it
caches-unreadable = The volatile write cache of { $drive } cannot be read: { $why }. It may have none
caches-needs-root = Only root (CAP_SYS_ADMIN) can change /{ $path }. Run with sudo, or set it yourself: { $commands }
caches-drive-gone = /{ $path } was changed, but its drive { $drive } is missing. The drive keeps this setting without power: plug it in and try again
caches-nameless = The write cache of { $drive } is left unchanged: the drive keeps the setting without power, but has no World Wide Name by which to find and restore it after a power cut
caches-cannot-flush = Flushes are sent to { $path } again, but flushing it failed: { $why }. Data written without flushes may still be in the drive's cache; run `sync --data { $path }` to write it
caches-did-not-hold = /{ $path } did not keep its setting, so part of these rounds ran with the drive's cache on: a controller reset turns it on again. Check the kernel log (dmesg) for a reset
caches-flush-took = { $target }: writing the data left in memory took { $time } after the round. It does not count towards the rate
