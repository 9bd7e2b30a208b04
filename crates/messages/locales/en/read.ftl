# Messages of reading captures, listings and machine files.
read-lspci-no-device = no line names a PCI device; such lines start like "00:1f.2 SATA controller" and are printed by "lspci -vvnn"
read-lspci-too-many = more than { $limit } PCI functions, more than one PCI domain can have; the listing is damaged or not a listing
read-lspci-no-text = a byte that is not text ({ $byte }); the listing is damaged
read-bus-circle = the bus numbers form a loop: { $bridge } on bus { $bus } leads to bus { $secondary }, which leads back to it; the data is damaged or made up
read-no-machine = no machine found: it shows no PCI function, block device or processor
read-windows-json = the Windows capture is cut or damaged: { $reason }
read-windows-version = "{ $schema }" is another version of Windows captures than { $known }; take the capture again with the capture.ps1 of this version ("narrows capture --script windows")
read-windows-too-many = more than { $most } devices in this Windows capture, more than any machine has; it is damaged or not a capture
note-windows-no-administrator = Taken on Windows without administrator rights: temperature and wear of drives are not known.
note-windows-repeated = { $count } { $count ->
    [one] device
   *[other] devices
} share an address with another one and are left out.
note-windows-raid-volume = { $disk } ({ $model }) is a volume of a RAID driver or controller. Windows does not show its drives, nor their links.
note-lspci-no-answer = { $address } did not respond when it was read (all bits one): it has dropped off its link or is powered down; its link is unknown.
note-lspci-no-end = The last line has no line end. The listing may have been cut there.
note-lspci-headline = Line { $line }, the first of { $address }, is cut or damaged: it does not give the class or the ids.
note-lspci-value = Line { $line } ("{ $key }") is cut or damaged; its value is ignored.
note-lspci-width = Line { $line } ("{ $key }") ends with x{ $lanes } and may have been cut there; the width may be larger and is ignored.
note-lspci-missing = { $address } (line { $line }) has no "{ $key }" line, which lspci prints for every such device; its value is unknown.
note-lspci-unnamed = The lines from line { $line } on belong to a device without a first line (the one with the address); the device is ignored.
note-lspci-joined = { $count ->
    [one] Line { $line } was joined to the line before it; another program had broken it in two.
   *[other] { $count } lines were joined to the lines before them (the first is line { $line }); another program had broken them in two.
}
note-dump-row = Line { $line }, a row of the dump, is cut or damaged; its unreadable bytes are ignored.
note-dump-missing = Row { $offset } of the dump is missing before line { $line }; its bytes are ignored.
note-dump-short = The dump of { $address } ends early in line { $line }; the rows after it are missing.
note-lspci-again = The text has more than one listing of this machine (the next begins in line { $line }); what they show is combined.
note-lspci-machines = The text has listings of { $count } machines. The first one is read; the second begins in line { $line }. FILE#2 reads the second.
    .page = The text has listings of { $count } machines. The first one is read; for the second, paste the text from line { $line } on.
note-lspci-repeated = { $count ->
    [one] One line repeats a function that is already listed above ({ $address } in line { $line }); the first one is used.
   *[other] { $count } lines repeat functions that are already listed above (the first is { $address } in line { $line }); the first of each is used.
}
read-archive-too-large = it expands to more than { $most }, more than any capture needs; it is damaged or not a capture
read-archive-too-many = more than { $most } entries, more than any capture has; it is damaged or not a capture
read-text-too-large = larger than { $most }, too large for a listing, a topology or a machine file
read-archive-leads-out = the name contains ".." or begins with "/" and points outside the archive; nothing was read, because no capture tool writes such names
read-archive-link-leads-out = the link points outside the archive (to "{ $target }"); nothing was read, because no capture tool writes such links
read-archive-special = this is a device node or a pipe; nothing was read from the archive, because captures have none
read-archive-name-too-long = the name is longer or deeper than any path in sysfs; it is damaged or not a capture
read-archive-truncated = the archive is truncated; copying or downloading it was cut short
read-archive-damaged = the archive is damaged here ({ $reason })
read-archive-no-sysfs = it contains neither a sysfs (a directory "sys" with "bus", "class" or "devices"), as captures by "narrows capture" do, nor the output of lspci or another supported command
read-no-such-machine = { $count ->
    [one] it lists one machine; there is no number { $number }
   *[other] it lists { $count } machines; there is no number { $number }
}
read-kind-unknown = nothing in it can be read as a machine. Give it the output of "sudo lspci -vv" and "lsblk -O -J" (Windows: Get-PhysicalDisk, CrystalDiskInfo; macOS: system_profiler SPNVMeDataType), what "narrows capture" writes, or a list such as "5950X, X570 Taichi, 2x 980 Pro 2TB". Also read: nvme list, lshw, inxi, hwinfo, dmesg, smartctl, mdadm, zpool, storcli, esxcli, dmidecode, hwloc XML, a sysfs tree, machine files ("schema =") and board files ("[[board]]")
    .page = no lspci output, capture or machine file; paste the whole output of lspci -vv, run as root
read-kind-machine = this is a machine file, not a capture, and cannot be read inside another one; name it directly
read-kind-entries = this is a file of catalogue entries, not a capture, and cannot be read inside another one; name it directly
read-sysfs-too-many = more than { $most } devices in this directory, more than any machine has; it is damaged or not a capture
read-sysfs-function-without-id = { $address } is listed without vendor and device id; it and any others like it are ignored.
read-sysfs-multipath = { $device } is reachable through { $paths } controllers; figures are for the path of the first one.
read-sysfs-zfs-members = sysfs does not show the drives of { $pool }, so they are not assigned to it; "zpool status" lists them.
read-hwloc-not-a-topology = the XML is not an hwloc topology; "lstopo file.xml" writes one
read-hwloc-too-large = the XML is larger than { $most }, more than any topology
read-hwloc-entity = the XML declares entities; hwloc never does, and a few lines of them can fill all memory, so they are refused
read-hwloc-crowded = this element has more attributes than any of hwloc's; it is damaged or not a topology
read-hwloc-xml = the XML is malformed ({ $reason })
read-hwloc-cut = the XML is truncated; copying or saving it was cut short
read-hwloc-too-many = the XML has more than { $most } elements, more than any topology
read-hwloc-repeated = { $count ->
    [one] One function's address is repeated ({ $address }); the first object is used.
   *[other] { $count } functions' addresses are repeated (the first is { $address }); the first object of each is used.
}
read-hwloc-links-ambiguous = { $links ->
    [one] The speed and width of one link are unknown: hwloc writes only their product, and several combinations fit. Use "lspci -vvnn" or "narrows capture" to get them.
   *[other] The speed and width of { $links } links are unknown: hwloc writes only their product, and several combinations or none fit. Use "lspci -vvnn" or "narrows capture" to get them.
}
machine-not-utf8 = not UTF-8 text; machine files must be UTF-8
machine-toml = not valid TOML: { $problem }
machine-deep-key = this key is nested too deeply; no key of a machine file is deeper than three levels
machine-schema = not a machine file: its schema is "{ $found }", not "{ $wanted }"
machine-unknown-key = { $table } has no key `{ $key }`
machine-unknown-key-near = { $table } has no key `{ $key }`; did you mean `{ $near }`?
machine-key-bs = { $table } has no key `{ $key }`; fio's `bs` is `block` here: `block = "4 KiB"`
machine-key-rw = { $table } has no key `{ $key }`; fio's `rw` is `pattern` and `read_share` here: `randrw` with `rwmixread=70` is `pattern = "random"`, `read_share = 70`
machine-key-iodepth = { $table } has no key `{ $key }`; fio's `iodepth` is `depth` here
machine-key-numjobs = { $table } has no key `{ $key }`; fio's `numjobs` is `jobs` here
machine-key-recordsize = { $table } has no key `{ $key }`; ZFS's `recordsize` and `volblocksize` are `record` here
machine-key-slog = { $table } has no key `{ $key }`; ZFS's log devices are `log` here: `log = ["optane"]`
machine-key-l2arc = { $table } has no key `{ $key }`; how much a cache or special device serves depends on what is read: predict these drives and the pool one by one
machine-key-fdatasync = { $table } has no key `{ $key }`; fio's `fdatasync` is `fsync` here
machine-key-recordsize-block = { $table } has no key `{ $key }`; how large requests are is `block` here, and ZFS's record is `record` of its [[array]]
machine-key-rpm = { $table } has no key `{ $key }`; a hard disk has `spins = true` and the figures of its datasheet (read, write, random_read, ...)
machine-missing-key = { $table } needs `{ $key }`
machine-unknown-word = unknown value "{ $word }"; expected one of: { $words }
machine-unknown-word-near = unknown value "{ $word }"; did you mean "{ $near }"?
machine-not-table = expected a table: { $table }
machine-not-list = expected a list in brackets, such as ["a", "b"]
machine-not-text = expected text in quotes
machine-not-truth = expected true or false, without quotes
machine-not-whole = expected a whole number, without quotes and without a unit
machine-not-level = a level is 0, 1, 10, 5, 6, "jbod", "raidz1", "raidz2" or "raidz3"
machine-no-such-level = there is no level { $id }; it is 0, 1, 10, 5, 6, "jbod", "raidz1", "raidz2" or "raidz3"
machine-empty-text = empty text in the quotes
machine-odd-text = this text is longer than { $most } bytes or contains control characters
machine-bad-size = "{ $text }" is not a size; write it with its unit and in quotes, such as "128 KiB" or "1 TB"
machine-bad-rate = "{ $text }" is not a rate; write it with its unit and in quotes, such as "2300 MB/s" (with a decimal point)
machine-bad-operations = "{ $text }" is not a rate in IOPS; write it with its unit and in quotes, such as "800k IOPS"
machine-bad-time = "{ $text }" is not a time; write it with its unit and in quotes, such as "60 us" or "1.5 ms"
machine-bad-link = "{ $text }" is not a PCIe link; write generation or transfer rate and lanes in quotes, such as "3.0 x4" or "8 GT/s x4" (1, 2, 4, 8, 12, 16 or 32 lanes)
machine-bad-clock = "{ $text }" is not a clock; write it with its unit and in quotes, such as "3.9 GHz"
machine-bad-bits = "{ $text }" is not a signalling rate; write it with its unit and in quotes, such as "6 Gbit/s" or "480 Mbit/s"
machine-bad-split = "{ $text }" is not a slot split; write lanes separated by slashes, such as "x8/x8"
machine-bad-use = "{ $id }" is not a use of a slot; write the slot, or "SLOT:sata" or "SLOT:pcie" to restrict it to that use
machine-bad-setting = "{ $id }" is not a firmware setting; write "NAME = VALUE"
machine-zero = this must be more than 0
machine-out-of-range = this must be between { $least } and { $most }
machine-too-many = lists are limited to { $most } entries here
machine-twice = "{ $id }" already exists, in line { $line }; names must be unique
machine-taken = "{ $id }" is reserved for a part that every machine has; choose another name
machine-no-such-chipset = no chipset "{ $id }" in the catalogue; `narrows catalog chipsets` lists them, or describe it with [[chipset]]
machine-no-such-chipset-near = no chipset "{ $id }" in the catalogue; did you mean "{ $near }"?
machine-no-such-drive-model = no drive "{ $id }" in the catalogue; `narrows catalog drives` lists them, or give its figures (link, read, write, ...) here instead
machine-no-such-drive-model-near = no drive "{ $id }" in the catalogue; did you mean "{ $near }"?
machine-no-such-place = no location named "{ $id }"; devices attach to "cpu", "chipset" or something that the file names
machine-no-such-place-near = no location named "{ $id }"; did you mean "{ $near }"?
machine-not-a-place = nothing can attach to "{ $id }", a { $what } (line { $line }); for a slot write `slot` instead of `on`
machine-no-chipset = this machine has no chipset yet: set `chipset` in [host], or describe one with [[chipset]]
machine-no-such-slot = no slot named "{ $id }"
machine-no-such-slot-near = no slot named "{ $id }"; did you mean "{ $near }"?
machine-no-such-drive = no drive named "{ $id }"
machine-no-such-drive-near = no drive named "{ $id }"; did you mean "{ $near }"?
machine-not-a-drive = "{ $id }" is not a drive but a { $what } (line { $line }); members must be drives
machine-no-such-controller = no controller named "{ $id }"
machine-no-such-controller-near = no controller named "{ $id }"; did you mean "{ $near }"?
machine-not-a-controller = "{ $id }" is not a [[controller]] but a { $what } (line { $line })
machine-no-such-target = no drive or array is called "{ $id }"
machine-no-such-target-near = no drive or array is called "{ $id }"; did you mean "{ $near }"?
machine-not-a-target = "{ $id }" is neither a drive nor an array but a { $what } (line { $line })
machine-no-such-card = no card named "{ $id }"
machine-no-such-card-near = no card named "{ $id }"; did you mean "{ $near }"?
machine-not-a-card = "{ $id }" is not a [[card]] but a { $what } (line { $line })
machine-no-such-profile = no workload named "{ $id }"; `narrows catalog workloads` lists them, and names such as rand-rw70-8k-q32 also work
machine-no-such-profile-near = no workload named "{ $id }"; did you mean "{ $near }"?
machine-no-such-setting = no rule uses the setting "{ $id }", so it would change nothing
machine-no-such-setting-near = no rule uses the setting "{ $id }"; did you mean "{ $near }"?
machine-circle = the attachments form a loop, here and in line { $line }: { $circle }
machine-too-deep = attachments are nested more than { $most } deep, more than on any machine
machine-nowhere = not attached to anything: set `on` or `slot`
machine-slot-and-on = set either `slot` (line { $line }) or `on`, not both: a slot has its own attachment
machine-slot-and-slots = set either `slot` (line { $line }) or `slots`, not both
machine-slots-and-count = { $slots ->
    [one] one slot
   *[other] { $slots } slots
} for { $count ->
    [one] one drive
   *[other] { $count } drives
}
machine-count = a count must be at least 1, and a file can have at most { $most } drives in total
machine-slot-taken = slot "{ $slot }" is already used by "{ $by }" (line { $line })
machine-slot-takes-no = slot "{ $slot }" does not accept "{ $by }", a { $device ->
    [sata] SATA drive
   *[pcie] PCIe device
}
machine-slot-colon = a slot name must not contain a colon: rules write "SLOT:sata"
machine-slot-link = a slot for PCIe devices needs `link`, the most that it offers; for a port for SATA alone set devices = ["sata"]
machine-slot-whole = "{ $slot }" would be a part of a slot that is not split; set `split` on the slot
machine-slot-parts = this slot is split into { $parts } parts
machine-slot-off = slot "{ $slot }" is disabled while { $when } is in use, here by "{ $by }" (line { $line })
machine-slot-set-off = slot "{ $slot }" is disabled by the setting "{ $setting }" (line { $line })
machine-slot-never = slot "{ $slot }" is disabled by a rule
machine-split-not-offered = this split is not one of the slot's `splits` (line { $line })
machine-split-too-wide = this uses { $lanes } lanes of a slot that has { $most }
machine-effect-both = a slot that is off (line { $line }) must have neither link nor attachment
machine-effect-none = a rule must say what happens to the slot: link = "3.0 x8", on = "chipset" or off = true
machine-socket-and-on = set either `on` or `socket` (line { $line }), not both: a root complex is in the package of what it is attached to
machine-chipset-and-board = the board "{ $board }" (line { $line }) has another chipset, "{ $id }"; remove one of them
machine-chipset-link = a chipset needs `model`, an id of `narrows catalog chipsets`, or `link`, its uplink
machine-clock-too-fast = no processor runs faster than { $most } GHz
machine-max-payload = Max_Payload_Size is 128, 256, 512, 1024, 2048 or 4096 bytes
machine-usb-link = there is no PCIe link inside a USB cable (line { $line })
machine-connections-unused = NVMe over RDMA uses no TCP connections
machine-mtu = an MTU is between { $least } and { $most } bytes
machine-network-too-fast = no network link is faster than { $most } Gbit/s
machine-drive-link = this drive needs `link`, the most that it supports: "4.0 x4"; or `sata`, `sas` or `usb` if it is connected that way; or a `model`
machine-several-drives = this applies to a single drive, and there are several here; write the others as a [[drive]] each
machine-two-transports = a drive has only one connection; the other is in line { $line }
machine-link-and-transport = a SATA or SAS drive (line { $line }) has no PCIe link
machine-model-on-pcie = "{ $model }" (line { $line }) is a PCIe drive
machine-sata-model-link = "{ $model }" (line { $line }) is a SATA drive and has no PCIe link
machine-sata-rate = SATA runs at "1.5 Gbit/s", "3 Gbit/s" or "6 Gbit/s"
machine-sas-rate = SAS runs at "3 Gbit/s", "6 Gbit/s", "12 Gbit/s" or "22.5 Gbit/s"
machine-usb-rate = USB runs at "480 Mbit/s", "5 Gbit/s", "10 Gbit/s" or "20 Gbit/s"
machine-half-cache = `cache` and `write_after_cache` must be set together
machine-member-twice = "{ $id }" is already a member of "{ $array }" (line { $line })
machine-few-members = an array of this level needs at least { $fewest } members; it has { $members }
machine-chunk = invalid chunk size { $chunk }: it must be a multiple of 512 B, at most { $most }
machine-chunk-unused = a level that does not stripe (line { $line }) has no chunk size
machine-level-and-engine = the RAID engine "{ $engine }" (line { $line }) does not support this level
machine-bitmap-unused = only md arrays of level 1, 10, 5 and 6 have a bitmap (see line { $line })
machine-write-mostly-unused = only md RAID1 arrays have write-mostly members (see line { $line })
machine-write-mostly-member = { $id } is no member of this array
machine-write-mostly-all = at least one member must not be write-mostly
machine-zfs-only = only ZFS has this (see line { $line })
machine-hardware-alone = an array with the RAID engine "hardware" needs `controller`, the [[controller]] that runs it
machine-controller-unused = `controller` applies only to the RAID engine "hardware" (see line { $line })
machine-member-elsewhere = drive "{ $id }" (line { $line }) is not attached to "{ $controller }", which can only use its own drives
machine-workload-key = a custom workload needs `pattern`, `block` and `depth`; `{ $key }` is missing, or set a `profile`
machine-profile-and-more = the profile (line { $line }) already sets this; describe the whole workload here, or use only the profile
machine-block = a block size is between { $least } and { $most }
machine-target-twice = "{ $id }" is already named in line { $line }
machine-together-alone = "{ $id }" is a set of one: no other workload has together = "{ $id }"
machine-no-such-array = no array named "{ $id }"
machine-no-such-array-near = no array named "{ $id }"; did you mean "{ $near }"?
machine-array-deep = the members of "{ $id }", a [[array]] (line { $line }), are already arrays; arrays can be nested once: name the inner ones, or the drives
machine-array-level = arrays of arrays are supported for level 0 only: for copies of stripes use level 10 over the drives, for copies of copies level 1 over the drives
machine-members-mixed = the other members are arrays; members must be either all drives or all arrays
machine-members-unlike = "{ $id }" is another kind of array than "{ $first }" (line { $line }): arrays under a stripe must have the same level, RAID engine, chunk size, cache and number of members
machine-cache-inside = an array of arrays has the caches and buffers of its members: set this in each of them
machine-card-over = a RAID card stripes over its own arrays only: set this controller for the members, or a RAID engine of the host for the stripe
machine-layout = "{ $text }" is not a layout; use "near", "far" or "offset", and with more than two copies "far=3"
machine-layout-unused = only md arrays of level 10 have a layout (see line { $line })
machine-layout-copies = { $copies } copies need as many members; the array has { $members }
machine-driver-none = "{ $engine }" does not take over drives outside its arrays; "vroc", "intel-rst" and "amd-raidxpert" do
machine-driver-transport = a RAID driver takes over only PCIe and SATA drives
machine-driver-array = drive "{ $id }" is behind the driver "{ $engine }", so an array with it must use that RAID engine (see line { $line })
machine-gpu-to = requests by the GPU itself deliver their data to it: set `to`, the [[card]]
machine-gpu-card = "{ $id }" is not a [[card]] of kind "gpu", so it issues no requests
machine-gpu-layer = requests by the GPU bypass the RAID engines of the host, and "{ $id }" is made by one: name the drives in `on`; for requests by the processor (GPUDirect Storage) set its interface
machine-figure-range = the range does not include the figure (line { $line })
machine-figure-depth = a latency is measured at QD1 and has no depth
machine-figure-block = this time includes no transfer and is the same for every block size
machine-hub-kind-and-rate = set either `kind` (line { $line }) or `rate`, not both: the kind of a hub determines its rate
machine-hub-tunnel = a [[hub]] is a USB hub; for Thunderbolt or USB4 use a [[tunnel]]
machine-hub-rate = a hub needs `rate`, the speed of its uplink ("10 Gbit/s"), or `kind` ("usb3-10")
machine-engine-storage-spaces = Storage Spaces is not supported: for an array of Windows dynamic disks use the RAID engine "windows-stripe"; a pool can be described as a single drive with the `read` and `write` that it reaches
machine-interface-mmap = memory mapped from a file (`{ $word }`) is not supported: interface "buffered" with depth 1 comes closest to its faults
machine-interface-posixaio = POSIX AIO uses C library threads that make blocking calls: use interface "sync" with as many `jobs`
machine-interface-gds = with GPUDirect Storage the processor issues the requests and the data goes directly to the card: set `to`, the card, and the interface "io-uring" or "libaio"
machine-level-nested = level { $id } is an array of arrays: define the inner arrays first, then one of level 0 that lists them as its `members`
note-smbios-reference = The firmware's slot table is that of Intel's reference board ("{ $label }"), not of this board; its slot names are not used.
machine-kernel = "{ $kernel }" is not a Linux release; it begins with two numbers, as in "6.1" or "5.14.0-427.el9"
note-text-json-cut = The JSON that begins in line { $line } does not end; it is left out.
note-text-json-unknown = The JSON that begins in line { $line } is from no command that can be read; run "lsblk -O -J", "nvme list -v -o json", "sudo smartctl -x -j" or "sudo lshw -json" instead.
note-text-card-unplaced = { $card } is not drawn: its slot and its drives are not given. "sudo lspci -vv" shows them.
note-text-unread = Line { $line }: output of "{ $command }", which is not read. Run "{ $instead }" instead.
note-text-link-alone = Line { $line }: a link without the line of its device. Run "sudo lspci -vv" without grep to see which device it belongs to.
note-text-multipath = { $drives ->
    [one] The text shows one drive with { $paths } paths: their names (sda and so on) are of the same drive.
   *[other] The text shows { $drives } drives with { $paths } paths in all: several names (sda and so on) are of the same drive.
}
note-text-nvme-remote = { $count ->
    [one] { $drives } is an NVMe drive over a network or a loop: it has no PCIe link in this machine.
   *[other] { $drives } are NVMe drives over a network or a loop: they have no PCIe link in this machine.
}
note-text-nvme-unplaced = { $count ->
    [one] One NVMe drive in the text cannot be matched to a PCI device. "nvme list -v" or "ls -l /sys/block" shows which it is.
   *[other] { $count } NVMe drives in the text cannot be matched to PCI devices. "nvme list -v" or "ls -l /sys/block" shows which is which.
}
note-text-nvme-in-sequence = The text does not show which NVMe drive is at which PCI address; equal drives are placed in order of address. "nvme list -v" or "ls -l /sys/block" shows which is which.
note-text-array-failed = { $array } has failed: { $missing } of { $all } members missing, more than its level survives.
note-text-array-degraded = { $array } is degraded: { $missing } of { $all } members missing.
note-text-sata-slow = The SATA link of { $drive } runs at { $current } Gbit/s, and the drive supports { $possible } Gbit/s: the port is slower, or the cable or backplane is at fault.
note-log-sata-limited = The kernel log limits the SATA link of { $port } to { $speed } Gbit/s after errors: check cable, port and drive.
note-log-corrected-errors = The kernel log has { $count } corrected PCIe { $count ->
    [one] error
   *[other] errors
} at { $address }: reseat the drive or card there, check adapter and cable.
note-log-uncorrected-errors = The kernel log has { $count } uncorrected PCIe { $count ->
    [one] error
   *[other] errors
} at { $address }: reseat the drive or card there, check adapter and cable.
