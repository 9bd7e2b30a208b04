# A measured figure beside its prediction.
shortfall-inside = { $measured } measured, { $predicted } predicted ({ $low } to { $high }): that is what this machine should do, and there is nothing to explain.
shortfall-inside-low = { $measured } measured, { $predicted } predicted ({ $low } to { $high }): within the band, but { $percent } % below its middle. Such machines do vary by so much; what would make it so, likeliest first:
shortfall-below = { $measured } measured, { $predicted } predicted ({ $low } to { $high }): { $percent } % less. What would explain it, likeliest first:
shortfall-below-unexplained = { $measured } measured, { $predicted } predicted ({ $low } to { $high }): { $percent } % less. Nothing on this list explains it by itself; two causes at once may, or one that is not on it.
shortfall-above = { $measured } measured, { $predicted } predicted ({ $low } to { $high }): { $percent } % more. What is described here is too slow, or the figure did not come from these drives. Likeliest first:
shortfall-apart = { $one } and { $other } cannot be told apart by this figure. { $workload } on { $target } would: { $first } if it is { $one }, { $second } if it is { $other }.
shortfall-apart-by-looking = { $one } and { $other } cannot be told apart by this figure, nor by another that is foreseen here: look at what stands beside each.
shortfall-title = Measured: { $of }
shortfall-cause = { $what }: would give { $rate } ({ $low } to { $high }); { $percent } %
shortfall-cause-misses = { $what }: would give { $rate } ({ $low } to { $high }), which does not quite meet it; { $percent } %
shortfall-unknown = Something that is not on this list: { $percent } %.
shortfall-legend = %: how well that explains the figure, times how common it is; the second is a judgement, not a statistic. Each is the whole machine predicted again with this one thing changed; its 80 % band is shown.
shortfall-look = look first: { $look }

# Links.
shortfall-link = { $count ->
    [one] The link of { $node } works at { $link } instead of { $full }
   *[other] The links of { $node } work at { $link } instead of { $full }
}
shortfall-look-link = `lspci -vv`, LnkSta beside LnkCap, at { $node } and the port above; then slot, riser, cable, firmware setting
shortfall-payload = Packets carry 128 bytes, the smallest that there are
shortfall-look-payload = `lspci -vv` as root: MaxPayload below DevCtl, at the device and every port above it
shortfall-asleep = Links or processors sleep between requests, and each request waits until they are awake
shortfall-look-asleep = `lspci -vv`: ASPM in LnkCtl; boot with `pcie_aspm=off`; `cpupower idle-info`
shortfall-port = The port that { $node } hangs on passes less than its link carries
shortfall-look-port = `fio --iodepth=32 --numjobs=4` against one job: if it stays, the port; then what others measure on this board
shortfall-transport = The link of { $drive } works at { $speed }
shortfall-look-transport = `smartctl -x`: "SATA Version ... current"; `lsusb -t` for USB; then cable and port

# Drives.
shortfall-cache-full = The SLC cache of { $drive } is full, and this is what it writes then
shortfall-look-cache-full = Write longer and watch the rate fall: `narrows measure --write --time 5m`; fill level with `df`, then `fstrim` and a pause
shortfall-hot = { $count ->
    [one] { $drive } is too hot and throttles
   *[other] { $drive } are too hot and throttle
}
shortfall-look-hot = `smartctl -x` or `nvme smart-log` while it runs: temperature, and time above the warning threshold of { $drive }
shortfall-sheet = { $count ->
    [one] { $drive } does not reach its datasheet: nearly full, worn or a cheaper variant
   *[other] { $drive } do not reach their datasheets: nearly full, worn or cheaper variants
}
shortfall-look-sheet = One drive alone: `narrows measure { $drive }`; then --calibrate with that run
shortfall-member = A member of { $array } is slow by itself ({ $drive }, or any other), and the array waits for it
shortfall-look-member = Each member alone: `narrows measure`; `iostat -x 1` while the array works: one with much higher %util or await
shortfall-rebuild = { $array } is being rebuilt, checked or scrubbed meanwhile, or lacks a member
shortfall-look-rebuild = `cat /proc/mdstat`, `zpool status`, or the card's own tool, for { $array }
shortfall-inner = It is read on the inner tracks of a disk, or one that is nearly full
shortfall-look-inner = `df`; `fio --offset=0` against `--offset=90%` on { $drive }
shortfall-shingled = The tracks of { $drive } overlap (SMR), and it tidies up while it writes
shortfall-look-shingled = The model in `smartctl -i` of { $drive }, in its maker's list of SMR drives
shortfall-scattered = The data does not lie in sequence on the disks: in pieces, or several streams at once
shortfall-look-scattered = `filefrag FILE`; `zpool list` (FRAG); `iostat -x 1`: rareq-sz much below the size asked for
shortfall-bridge = The bridge in the enclosure of { $node } passes less than its two sides carry
shortfall-look-bridge = The bridge's chip (`lsusb -v`, or the maker's page of { $node }); its firmware; the same drive in the machine itself
shortfall-flush = Each write is flushed before the next one (sync, O_DSYNC, barriers)
shortfall-look-flush = `fio --fsync=0` against what was measured; how the program opens its file (`strace`); mount options of { $drive }
shortfall-parity = Writes to { $array } are no whole stripes: old data and parity are read first
shortfall-look-parity = `iostat -x 1`: reads on the members while only writes are asked for; chunk and start of partition on { $array }; stripe_cache_size
shortfall-misaligned = Writes begin inside the drive's own blocks, which are read first
shortfall-look-misaligned = `narrows check`; start of the partition in `lsblk -t`; ashift of a pool on { $drive }

# Programs, processors and layers.
shortfall-waits = The program waits for each request before it asks for the next
shortfall-look-waits = `fio --iodepth=32 --ioengine=io_uring` against what was measured; `iostat -x 1`: aqu-sz near 1
shortfall-thread = One thread does what should be the work of several
shortfall-look-thread = `top -H`: one thread near 100 %; `fio --numjobs`
shortfall-copy = Everything goes through the page cache, where it is copied
shortfall-look-copy = `fio --direct=1` against `--direct=0`; `top`: time in the system
shortfall-clock = The processor works at a low clock: it saves power, or is held to it
shortfall-look-clock = `grep MHz /proc/cpuinfo` while it runs; `cpupower frequency-info`: governor
shortfall-lock = Every request to { $array } takes a lock of the RAID layer, whatever its members could do
shortfall-look-lock = `perf top`: time in spin locks below md; kernel release; the members at once without the array (`narrows measure --set`)
shortfall-pages = Reads of { $array } go through its stripes a page at a time, on one thread: unaligned, or a member is missing
shortfall-look-pages = `top -H`: a thread mdX_raid5 near 100 %; `cat /proc/mdstat`; group_thread_cnt
shortfall-ahead = One stream has only what is read ahead under way, and every piece waits for each hop
shortfall-look-ahead = Several streams at once: if the sum rises, it is this; rsize or read-ahead of the mount, `blockdev --getra`
shortfall-server = One thread of the file server does the work of this connection
shortfall-look-server = `top -H` on the server: one smbd or nfsd near 100 %; SMB multichannel, `nconnect` for NFS

# What is shared.
shortfall-chip = { $count ->
    [one] The chip of { $node } passes less than its link carries
   *[other] The chips of { $node } pass less than their links carry
}
shortfall-look-chip = Drives of { $node } added one after the other: `narrows explain` finds where the sum stops rising
shortfall-interrupts = What { $node } and one core for its interrupts can handle in requests
shortfall-look-interrupts = `cat /proc/interrupts` twice: all on one core? `top`: a core busy with si or hi; larger blocks
shortfall-complex = What comes up to { $node } is more than it passes on: root complex, or hub of older machines
shortfall-look-complex = One adapter alone, then two, then all: `narrows explain`; which slots belong to which processor in the manual
shortfall-chipset = { $node } hangs on the chipset, not on the processor, and shares its uplink
shortfall-look-chipset = `lspci -t`, and the manual's block diagram, for the slot of { $node }
shortfall-memory = Memory is the limit: fewer channels in use than thought, or copies
shortfall-look-memory = `dmidecode -t memory`: which slots are filled; a stream benchmark beside it
shortfall-others = Somebody else uses the same drives or links meanwhile
shortfall-look-others = `iostat -x 1` and `iotop` before it starts: is anything busy then?
shortfall-network = The network link of { $node } works at { $part } % of its speed
shortfall-look-network = `ethtool`: Speed, at both ends and the switch between
shortfall-losses = Packets on { $node } are lost, or small ones take a processor's time (MTU)
shortfall-look-losses = `iperf3` without any storage; `ip -s link`, `nstat | grep Retrans`; MTU at every hop: `ping -M do -s 8972`

# Above the band.
shortfall-cached = It came from memory (page cache, ARC, the card's cache), not from the drives
shortfall-look-cached = Repeat with more data than there is memory, or with `fio --direct=1`
shortfall-better = { $count ->
    [one] { $drive } is better than what is stated of it
   *[other] { $drive } are better than what is stated of them
}
shortfall-look-better = One drive alone: `narrows measure`; correct its figures, or --calibrate with that run
shortfall-deeper = More requests were in flight than is said here
shortfall-look-deeper = `iostat -x 1`: aqu-sz; depth and jobs of the workload
shortfall-compressed = { $count ->
    [one] Data is compressed before { $drive } sees it
   *[other] Data is compressed before { $drive } see it
}
shortfall-look-compressed = `zfs get compressratio`; repeat with data that does not compress (`fio --refill_buffers`)
shortfall-ceiling = What is stated as the ceiling of { $node } is too low
shortfall-look-ceiling = `read`, `write`, `both` and `rate` in the machine file
shortfall-wider = The links of { $node } are wider or faster than what is stated
shortfall-look-wider = `lspci -vv`: LnkSta beside LnkCap; correct `link`

# What --measured takes.
measured-form = --measured "{ $text }": neither a figure (3.1GB/s, "500k IOPS", nvme1=820MB/s, all:seq-read-128k-q32=2GB/s) nor a kept run ({ $problem })
measured-figure = --measured "{ $text }": "{ $figure }" is no figure above 0; a rate such as 820MB/s, or operations such as "500k IOPS"
measured-which = --measured "{ $text }" does not say what it is of. Name one, as in --measured NAME={ $figure }, or narrow it with --workload; there are: { $known }
measured-nowhere = --measured "{ $text }": nothing that is predicted is called "{ $name }"; there are: { $known }
measured-near = --measured "{ $text }": nothing that is predicted is called "{ $name }"; did you mean { $near }?
measured-blocks = --measured "{ $text }": operations of several block sizes at once are no rate; give it in MB/s
measured-run-nothing = --measured "{ $run }": that run measured nothing that is predicted here: its drives, or its workloads, are others
measured-unknown = --measured "{ $text }": nothing is known of { $target } that could limit it, so that there is no prediction to compare with

# What --array takes.
array-form = --array "{ $text }": write LEVEL=DRIVE,DRIVE, such as raid0=nvme0n1,nvme1n1 or raid0:128k=nvme0n1,nvme1n1; levels are raid0, raid1, raid10, raid5, raid6 and jbod
array-chunk = --array "{ $text }": "{ $chunk }" is no chunk; sizes from 512 to 64M, such as raid0:128k=...
array-no-chunk = --array "{ $text }": { $level } has no chunks
array-few = --array "{ $text }": { $level } takes { $fewest } drives or more
array-twice = --array "{ $text }": { $drive } stands in it twice
array-no-drive = --array "{ $text }": there is no drive "{ $name }"; there are: { $known }
array-near-drive = --array "{ $text }": there is no drive "{ $name }"; did you mean { $near }?
