# Cache modes

caches-not-here = { $target }: the cache mode { $caching } is not possible here: it needs the kernel's block layer, and the page cache is not used to write a raw drive
caches-refused = { $target } could not be opened for the cache mode { $caching }: { $error }
caches-no-switch = { $drive } has no volatile write cache that could be switched. SCSI, ATA and NVMe drives have one; virtual disks, loop devices and drives that several controllers lead to do not show it
caches-unreadable = The volatile write cache of { $drive } cannot be read: { $why }. It may have none
caches-needs-root = /{ $path } may be changed by root only (CAP_SYS_ADMIN). Call this with sudo, or set it yourself: { $commands }
caches-drive-gone = The drive { $drive }, whose /{ $path } was changed, is not there. Plug it in and try again: it keeps this setting also without power
caches-flush-took = { $target }: writing what was left in memory took { $time } after the round. It does not count in the rate
