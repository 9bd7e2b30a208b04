# Measured results compared with predictions.
shortfall-inside = { $measured } measured, { $predicted } predicted ({ $low } to { $high }): as expected for this machine; nothing to explain.
shortfall-inside-low = { $measured } measured, { $predicted } predicted ({ $low } to { $high }): within the band, but { $percent } % below its middle. Such variation is normal; if there is a cause, the candidates are, most likely first:
shortfall-below = { $measured } measured, { $predicted } predicted ({ $low } to { $high }): { $percent } % below prediction. { $usual } Possible causes, most likely first:
shortfall-below-unexplained = { $measured } measured, { $predicted } predicted ({ $low } to { $high }): { $percent } % below prediction. { $usual } No single cause below explains it; two causes may combine, or the cause is not listed.
shortfall-above = { $measured } measured, { $predicted } predicted ({ $low } to { $high }): { $percent } % above prediction. { $usual } Possible causes, most likely first:
shortfall-usual = Such machines usually give { $least } to { $most }, so this is not unusual.
shortfall-unusually-low = Such machines usually give { $least } or more: this one is unusually slow.
shortfall-unusually-high = Such machines usually give { $most } at most: this one is unusually fast.
shortfall-apart = This result cannot distinguish { $one } from { $other }. Measure { $workload } on { $target }: { $first } means { $one }, { $second } means { $other }.
shortfall-apart-by-looking = This result cannot distinguish { $one } from { $other }, nor can any other result predicted here. Follow the check listed with each.
shortfall-title = Measured: { $of }
shortfall-cause = { $what }: predicts { $rate } ({ $low } to { $high }); { $percent } %
shortfall-cause-misses = { $what }: predicts { $rate } ({ $low } to { $high }), not quite a match; { $percent } %
shortfall-unknown = Other / unknown: { $percent } %.
shortfall-legend = %: how well the cause explains the result, times how often it was the cause in resolved complaints. Each row predicts the whole machine with this one change and shows the 80 % band.
shortfall-look = check first: { $look }

# Links.
shortfall-link = { $count ->
    [one] The link of { $node } runs at { $link } instead of { $full }
   *[other] The links of { $node } run at { $link } instead of { $full }
}
shortfall-look-link = `lspci -vv`: LnkSta against LnkCap, at { $node } and the port above; then slot, riser, cable, firmware setting
shortfall-payload = PCIe payload is 128 bytes, the minimum
shortfall-look-payload = `lspci -vv` as root: MaxPayload under DevCtl, at the device and every port above it
shortfall-asleep = Link or CPU power saving: links or CPUs sleep between requests, and each request waits for wake-up
shortfall-look-asleep = `lspci -vv`: ASPM in LnkCtl; boot with `pcie_aspm=off`; `cpupower idle-info`
shortfall-port = The port above { $node } carries less than its link
shortfall-look-port = `fio --iodepth=32 --numjobs=4` against one job: no change means the port; then results of others for this board
shortfall-transport = The link of { $drive } runs at { $speed }
shortfall-look-transport = `smartctl -x`: "SATA Version ... current"; for USB, `lsusb -t`; then cable and port

# Drives.
shortfall-cache-full = The SLC cache of { $drive } is full; this is the write speed after it
shortfall-look-cache-full = Write longer and watch for the drop: `narrows measure --write --time 5m`; free space with `df`, then `fstrim` and a pause
shortfall-hot = { $count ->
    [one] Thermal throttling of { $drive }
   *[other] Thermal throttling of { $drive } ({ $count } drives)
}
shortfall-look-hot = `smartctl -x` or `nvme smart-log` during the run: temperature, and time above the warning threshold of { $drive }
shortfall-sheet = { $count ->
    [one] { $drive } does not reach its rated speed: nearly full, worn or a cheaper variant
   *[other] { $drive } do not reach their rated speeds: nearly full, worn or cheaper variants
}
shortfall-look-sheet = One drive alone: `narrows measure { $drive }`; then --calibrate with that run
shortfall-member = A slow member of { $array } ({ $drive }, or any other) holds up the whole array
shortfall-look-member = Each member alone: `narrows measure`; `iostat -x 1` while the array runs: a member with much higher %util or await
shortfall-rebuild = { $array } is rebuilding, checking or scrubbing, or is missing a member
shortfall-look-rebuild = `cat /proc/mdstat`, `zpool status`, or the card's own tool, for { $array }
shortfall-inner = Reads on the inner tracks of a disk, or from a nearly full one
shortfall-look-inner = `df`; `fio --offset=0` against `--offset=90%` on { $drive }
shortfall-shingled = { $drive } uses SMR (overlapping tracks) and reorganises data while writing
shortfall-look-shingled = Model from `smartctl -i` of { $drive }, in the manufacturer's list of SMR drives
shortfall-scattered = Data is not sequential on the disks: fragmented, or several streams at once
shortfall-look-scattered = `filefrag FILE`; `zpool list` (FRAG); `iostat -x 1`: rareq-sz much smaller than the requested size
shortfall-bridge = The bridge in the enclosure of { $node } carries less than the links on both sides
shortfall-look-bridge = Bridge chip (`lsusb -v`, or the manufacturer's page of { $node }); its firmware; the same drive attached internally
shortfall-flush = Every write is flushed before the next one (sync, O_DSYNC, barriers)
shortfall-look-flush = `fio --fsync=0` for comparison; how the program opens its file (`strace`); mount options of { $drive }
shortfall-parity = Partial-stripe writes to { $array }: old data and parity are read first (read-modify-write)
shortfall-look-parity = `iostat -x 1`: reads on the members during a write-only workload; chunk size and partition start on { $array }; stripe_cache_size
shortfall-record = Writes are smaller than a record of { $array }, which is read first (read-modify-write)
shortfall-look-record = `zfs get recordsize,volblocksize` for { $array }; `zpool iostat 1`: reads during a write-only workload
shortfall-cache-off = The RAID card behind { $array } writes through: its battery has failed, or the policy is set so
shortfall-look-cache-off = Battery and write policy of { $array } in the card's own tool (`storcli /call/bbu show`, `ssacli ctrl all show detail`)
shortfall-misaligned = Misaligned writes: the drive reads its own blocks first
shortfall-look-misaligned = `narrows check`; partition start in `lsblk -t`; ashift of a pool on { $drive }
shortfall-stale = Old data on { $drive }: cells that lost charge are read several times
shortfall-look-stale = Copy an old file of { $drive }, then read the copy: faster means old data; firmware updates
shortfall-errors = Failed transfers of { $drive } are repeated: cable, contact, bad sectors, or a bridge that resets
shortfall-look-errors = `dmesg`: resets, timeouts, "failed command"; `smartctl -x`: UDMA CRC errors, pending sectors; another cable and port for { $drive }
shortfall-queue = { $drive } takes one command at a time: IDE mode, or USB without UAS
shortfall-look-queue = `cat /sys/block/*/device/queue_depth` for { $drive }: 1; firmware: AHCI in place of IDE; `lsusb -t`: uas or usb-storage

# Programs, processors and RAID layers.
shortfall-waits = The program keeps few requests in flight, or waits for each (QD1 to QD4)
shortfall-look-waits = `fio --iodepth=32 --ioengine=io_uring` for comparison; `iostat -x 1`: aqu-sz
shortfall-thread = One thread does the work of several
shortfall-look-thread = `top -H`: one thread near 100 %; `fio --numjobs`
shortfall-copy = All I/O goes through the page cache and is copied
shortfall-look-copy = `fio --direct=1` against `--direct=0`; `top`: system time
shortfall-clock = Low CPU clock: power saving, or throttled
shortfall-look-clock = `grep MHz /proc/cpuinfo` during the run; `cpupower frequency-info`: governor
shortfall-lock = Every request to { $array } takes a lock in the RAID layer, however fast its members are
shortfall-look-lock = `perf top`: time in spin locks below md; kernel release; all members at once without the array (`narrows measure --set`)
shortfall-pages = Reads of { $array } are processed page by page on one thread: misaligned, or a member is missing
shortfall-look-pages = `top -H`: thread mdX_raid5 near 100 %; `cat /proc/mdstat`; group_thread_cnt
shortfall-layer = The RAID layer of { $array } takes more processor time than assumed: kernel release, locks, bitmap, one thread
shortfall-look-layer = `top -H`: kernel threads near 100 %; `uname -r`; all members at once without the array (`narrows measure --set`)
shortfall-kernel = The RAID layer of { $array } takes less processor time than assumed: another kernel release
shortfall-look-kernel = `uname -r`, and the same measurement under the other kernel
shortfall-ahead = A single stream only has its read-ahead in the queue, and each part waits for every hop
shortfall-look-ahead = Several streams at once: if the total rises, this is the cause; rsize or read-ahead of the mount, `blockdev --getra`
shortfall-server = One file server thread handles this connection
shortfall-look-server = `top -H` on the server: one smbd or nfsd near 100 %; SMB signing and multichannel, `nconnect` for NFS
shortfall-crypt = Encryption (LUKS, BitLocker): every byte passes the CPU
shortfall-look-crypt = `lsblk`: crypt; `cryptsetup benchmark` against this rate; `top -H`: kcryptd or kworker near 100 %
shortfall-virtual = The disk is virtual: one queue and one host thread handle its requests
shortfall-look-virtual = `systemd-detect-virt`; the same workload on the host; an I/O thread, more queues, or passthrough
shortfall-quota = The provider limits this volume or machine: a quota of bytes or requests per second
shortfall-look-quota = the limits of the volume and of the machine type in the provider's console; whether the rate is the same at any queue depth and after a pause
shortfall-filter = A program handles all file data: NTFS-3G, sshfs, a desktop's network folder, a virus scanner
shortfall-look-filter = `findmnt`: fuse; `top`: mount.ntfs, gvfsd, MsMpEng; the same workload on another mount, or with the folder excluded from scans
shortfall-iommu = The IOMMU unmaps every buffer at once (strict mode)
shortfall-look-iommu = `dmesg | grep -i iommu`: strict; boot with `iommu.strict=0` or `iommu=pt`

# Shared components.
shortfall-chip = { $count ->
    [one] The chip of { $node } carries less than its link
   *[other] The chips of { $node } carry less than their links
}
shortfall-look-chip = Add the drives of { $node } one by one: `narrows explain` finds where the total stops rising
shortfall-interrupts = Request rate of { $node } and of the one core that handles its interrupts
shortfall-look-interrupts = `cat /proc/interrupts` twice: all on one core? `top`: a core busy with si or hi; larger block size
shortfall-complex = More arrives at { $node } than it carries: root complex, or I/O hub (older machines)
shortfall-look-complex = One adapter, then two, then all: `narrows explain`; the manual: which slots belong to which processor
shortfall-chipset = { $node } is attached to the chipset, not to the processor, and shares its uplink
shortfall-look-chipset = `lspci -t`, and the block diagram in the manual, for the slot of { $node }
shortfall-memory = Memory bandwidth: fewer channels in use than assumed, or copies
shortfall-look-memory = `dmidecode -t memory`: which slots are populated; a memory bandwidth benchmark (STREAM)
shortfall-expected = As predicted: { $limit } is the limit
shortfall-look-expected = nothing: only other hardware raises this figure (see the upgrades)
shortfall-others = Other programs use the same drives or links
shortfall-look-others = `iostat -x 1` and `iotop` before the run: is anything busy?
shortfall-network = The network link of { $node } runs at { $part } % of its speed
shortfall-look-network = `ethtool`: Speed, at both ends and at the switch between
shortfall-wi-fi = { $node } is partly Wi-Fi, which all its users share
shortfall-look-wi-fi = `iw dev`, `nmcli`: the connection in use; `iperf3`; the same workload by cable
shortfall-losses = Packet loss on { $node }, or small packets loading the CPU (MTU)
shortfall-look-losses = `iperf3` without any storage; `ip -s link`, `nstat | grep Retrans`; MTU at every hop: `ping -M do -s 8972`

# Above the band.
shortfall-cached = The data came from memory (page cache, ARC, card cache), not from the drives
shortfall-look-cached = Repeat with more data than memory, or with `fio --direct=1`
shortfall-better = { $count ->
    [one] { $drive } is faster than stated
   *[other] { $drive } are faster than stated
}
shortfall-look-better = One drive alone: `narrows measure`; correct its figures, or use --calibrate with that run
shortfall-deeper = The queue depth was higher than stated here
shortfall-look-deeper = `iostat -x 1`: aqu-sz; depth and jobs of the workload
shortfall-compressed = { $count ->
    [one] Data is compressed before it reaches { $drive }
   *[other] Data is compressed before it reaches the { $count } drives { $drive }
}
shortfall-look-compressed = `zfs get compressratio`; repeat with incompressible data (`fio --refill_buffers`)
shortfall-ceiling = The stated ceiling of { $node } is too low
shortfall-look-ceiling = `read`, `write`, `both` and `rate` in the machine file
shortfall-wider = The links of { $node } are wider or faster than stated
shortfall-look-wider = `lspci -vv`: LnkSta against LnkCap; correct `link`

# --measured errors.
measured-form = --measured "{ $text }": neither a value (3.1GB/s, "500k IOPS", nvme1=820MB/s, all:seq-read-128k-q32=2GB/s) nor a saved run ({ $problem })
measured-figure = --measured "{ $text }": "{ $figure }" is not a value above 0; use a rate such as 820MB/s, or IOPS such as "500k IOPS"
measured-which = --measured "{ $text }": ambiguous target. Add a name, as in --measured NAME={ $figure }, or select with --workload (available: { $known })
measured-nowhere = --measured "{ $text }": no prediction is named "{ $name }" (available: { $known })
measured-near = --measured "{ $text }": no prediction is named "{ $name }"; did you mean { $near }?
measured-blocks = --measured "{ $text }": IOPS across several block sizes cannot be converted to a rate; use MB/s
measured-run-nothing = --measured "{ $run }": that run measured nothing that is predicted here; its drives or workloads differ
measured-unknown = --measured "{ $text }": no known limit for { $target }, so there is no prediction to compare with

# --array errors.
array-form = --array "{ $text }": use LEVEL=DRIVE,DRIVE, for example raid0=nvme0n1,nvme1n1 or raid0:128k=nvme0n1,nvme1n1; levels are raid0, raid1, raid10, raid5, raid6 and jbod
array-chunk = --array "{ $text }": "{ $chunk }" is not a valid chunk size; use 512 to 64M, for example raid0:128k=...
array-no-chunk = --array "{ $text }": { $level } has no chunk size
array-few = --array "{ $text }": { $level } needs at least { $fewest } drives
array-twice = --array "{ $text }": { $drive } is listed twice
array-no-drive = --array "{ $text }": no drive "{ $name }" (available: { $known })
array-near-drive = --array "{ $text }": no drive "{ $name }"; did you mean { $near }?
