# Cache modes

caches-not-here = { $target }: the cache mode { $caching } is not possible here: it needs the kernel's block layer, and the page cache is not used to write a raw drive
caches-refused = { $target } could not be opened for the cache mode { $caching }: { $error }
caches-no-switch = { $drive } has no volatile write cache that could be switched. SCSI, ATA and NVMe drives have one; virtual disks, loop devices and drives that several controllers lead to do not show it
caches-unreadable = The volatile write cache of { $drive } cannot be read: { $why }. It may have none
caches-needs-root = /{ $path } may be changed by root only (CAP_SYS_ADMIN). Call this with sudo, or set it yourself: { $commands }
caches-drive-gone = The drive { $drive }, whose /{ $path } was changed, is not there. Plug it in and try again: it keeps this setting also without power
caches-nameless = The write cache of { $drive } is left as it is: the drive saves the setting, also without power, and shows no World Wide Name of its own by which it could be found and put back after a power cut
caches-cannot-flush = { $path } is sent flushes again, but could not be flushed: { $why }. What was written without them may still be in the drive's cache; `sync --data { $path }` writes it
caches-did-not-hold = /{ $path } did not stay as it was set, so that part of these rounds ran with the drive's cache on: a controller that is reset switches it on again. The kernel's log (dmesg) says whether one was
caches-flush-took = { $target }: writing what was left in memory took { $time } after the round. It does not count in the rate
