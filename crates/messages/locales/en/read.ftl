# The sentences of: read
read-lspci-no-device = no line names a PCI device; they start like "00:1f.2 SATA controller", and "lspci -vvnn" prints them
read-lspci-too-many = more than { $limit } PCI functions, which no machine of one PCI domain can have; the listing is damaged or no listing
read-lspci-no-text = a byte that no text has ({ $byte }); the listing is damaged
read-bus-circle = the bus numbers run in a circle: { $bridge } on bus { $bus } leads to bus { $secondary }, from which one comes back to it; it is damaged or made up
read-no-machine = it holds no machine: not one PCI function, block device or processor
note-lspci-no-answer = { $address } did not answer when it was looked at (every bit read as one): it has dropped off its link or is powered down, and its link is not known.
note-lspci-no-end = The last line has no line end. If the listing was cut short there, what would have come behind it is missing here.
note-lspci-headline = Line { $line }, the first of { $address }, is cut or damaged: class or ids are not known from it.
note-lspci-value = Line { $line } ("{ $key }") is cut or damaged; what it would tell is left out.
note-lspci-width = Line { $line } ("{ $key }") ends with x{ $lanes } and may have been cut there, so that the width may be larger; it is left out.
note-lspci-missing = { $address } (line { $line }) lacks its "{ $key }" line, which lspci prints for every such device; what it would tell is not known.
note-lspci-unnamed = The lines from line { $line } on belong to a device whose own line, with its address, is missing before them; that device is left out.
note-lspci-joined = { $count ->
    [one] Line { $line } was read as the rest of the line before it, which somebody's program broke in two.
   *[other] { $count } lines were read as the rest of the lines before them, which somebody's program broke in two (the first is line { $line }).
}
note-dump-row = Line { $line }, a row of the dump, is cut or damaged; the bytes that it does not tell are left out.
note-dump-missing = Before line { $line } the row { $offset } of the dump is missing; its bytes are left out.
note-dump-short = The dump of { $address } stops in line { $line } where no dump ends; rows are missing behind it.
note-lspci-repeated = { $count ->
    [one] One line names a function that stands above it already ({ $address } in line { $line }); the first was kept.
   *[other] { $count } lines name functions that stand above them already (the first is { $address } in line { $line }); the first of each was kept.
}
read-archive-too-large = more than { $most } come out of it, which no captured machine needs; it is damaged or not a capture
read-archive-too-many = more than { $most } entries, which no captured machine has; it is damaged or not a capture
read-text-too-large = larger than { $most }; no listing, topology or machine file is that large
read-archive-leads-out = the name has ".." in it or begins with "/" and leads out of the archive; nothing was read from it, since no tool that captures machines writes such names
read-archive-link-leads-out = the link leads out of the archive (to "{ $target }"); nothing was read from it, since no tool that captures machines writes such links
read-archive-special = this is a device node or a pipe; nothing was read from the archive, since no capture has any
read-archive-name-too-long = the name is longer or deeper than any path of sysfs; it is damaged or not a capture
read-archive-truncated = the archive ends in the middle; it was cut short while it was copied or downloaded
read-archive-damaged = the archive is damaged here ({ $reason })
read-archive-no-sysfs = there is no sysfs in it (a folder "sys" with "bus", "class" or "devices"); "narrows capture" makes a capture that has one
read-kind-unknown = this is no format that is read here: a capture by "narrows capture", a sysfs tree or its tar archive, "lspci -vvnn" text, an "lspci -xxx" dump, hwloc XML, or a machine file beginning with "schema ="
read-kind-machine = this is a machine file, not a capture, and cannot be read inside another one; name it by itself
read-sysfs-too-many = more than { $most } devices in this folder, which no machine has; it is damaged or not a capture
read-sysfs-function-without-id = { $address } is listed but says neither vendor nor device; it and any others like it are left out.
read-sysfs-multipath = { $device } is reached through { $paths } controllers; figures are for the first one's path.
read-sysfs-zfs-members = What { $pool } is made of cannot be seen in sysfs, so its drives are not joined to it; "zpool status" names them.
read-hwloc-not-a-topology = the XML is no hwloc topology, which "lstopo file.xml" writes
read-hwloc-too-large = the XML is larger than { $most }, which no machine's topology is
read-hwloc-entity = the XML declares entities, which hwloc never does; they are refused because a few lines of them can fill all memory
read-hwloc-crowded = this element has more attributes than any of hwloc's; it is damaged or not a topology
read-hwloc-xml = the XML is malformed ({ $reason })
read-hwloc-cut = the XML ends in the middle; it was cut short while it was copied or saved
read-hwloc-too-many = the XML has more than { $most } elements, which no machine's topology has
read-hwloc-repeated = { $count ->
    [one] One function's address comes a second time ({ $address }); the first object was kept.
   *[other] { $count } functions' addresses come again (the first is { $address }); the first object of each was kept.
}
read-hwloc-links-ambiguous = { $links ->
    [one] One link's speed and width are not known: hwloc writes only their product, and several fit.
   *[other] The speed and width of { $links } links are not known: hwloc writes only their product, and several or none fit. "lspci -vvnn" or "narrows capture" tells them.
}
machine-not-utf8 = a machine file is UTF-8 text; this is not
machine-toml = this is no TOML: { $problem }
machine-deep-key = this line has a key within a key within a key and so on; no key of a machine file is deeper than three
machine-schema = this is no machine file: its schema is "{ $found }", not "{ $wanted }"
machine-unknown-key = { $table } has no key `{ $key }`
machine-unknown-key-near = { $table } has no key `{ $key }`; did you mean `{ $near }`?
machine-missing-key = { $table } needs `{ $key }`
machine-unknown-word = "{ $word }" is none of the words that can stand here: { $words }
machine-unknown-word-near = "{ $word }" means nothing here; did you mean "{ $near }"?
machine-not-table = here belongs a table: { $table }
machine-not-list = here belongs a list in brackets, such as ["a", "b"]
machine-not-text = here belongs text in quotes
machine-not-truth = here belongs true or false, without quotes
machine-not-whole = here belongs a whole number, without quotes and without a unit
machine-not-level = a level is 0, 1, 10, 5, 6, "jbod", "raidz1", "raidz2" or "raidz3"
machine-no-such-level = there is no level { $id }; it is 0, 1, 10, 5, 6, "jbod", "raidz1", "raidz2" or "raidz3"
machine-empty-text = the text in the quotes is missing
machine-odd-text = this text is longer than { $most } bytes or has control characters in it
machine-bad-size = "{ $text }" is no size; write it with its unit and in quotes, such as "128 KiB" or "1 TB"
machine-bad-rate = "{ $text }" is no rate; write it with its unit and in quotes, such as "2300 MB/s" (a point divides whole from tenth)
machine-bad-operations = "{ $text }" is no rate of operations; write it with its unit and in quotes, such as "800k IOPS"
machine-bad-time = "{ $text }" is no time; write it with its unit and in quotes, such as "60 us" or "1.5 ms"
machine-bad-link = "{ $text }" is no PCIe link; write generation or transfer rate and lanes in quotes, such as "3.0 x4" or "PCIe 3.0 x4" (1, 2, 4, 8, 12, 16 or 32 lanes)
machine-bad-clock = "{ $text }" is no clock; write it with its unit and in quotes, such as "3.9 GHz"
machine-bad-bits = "{ $text }" is no signalling rate; write it with its unit and in quotes, such as "6 Gbit/s" or "480 Mbit/s"
machine-bad-split = "{ $text }" does not split a slot; write lanes with slashes between, such as "x8/x8"
machine-bad-use = "{ $id }" is no use of a slot; write the slot, or "SLOT:sata" or "SLOT:pcie" where only that way counts
machine-bad-setting = "{ $id }" is no firmware setting; write "NAME = VALUE"
machine-zero = this must be more than 0
machine-out-of-range = this goes from { $least } to { $most }
machine-too-many = no list goes beyond { $most } here
machine-twice = "{ $id }" is there already, in line { $line }; every name stands for one thing only
machine-taken = "{ $id }" is a place that the machine has by itself; choose another name
machine-no-such-chipset = no chipset "{ $id }" in the catalogue; `narrows catalog chipsets` lists them, or spell it out with [[chipset]]
machine-no-such-chipset-near = no chipset "{ $id }" in the catalogue; did you mean "{ $near }"?
machine-no-such-drive-model = no drive "{ $id }" in the catalogue; `narrows catalog drives` lists them, or give its figures (link, read, write, ...) here instead
machine-no-such-drive-model-near = no drive "{ $id }" in the catalogue; did you mean "{ $near }"?
machine-no-such-place = nothing is called "{ $id }"; things hang on "cpu", on "chipset" or on a place that the file names
machine-no-such-place-near = nothing is called "{ $id }"; did you mean "{ $near }"?
machine-not-a-place = nothing can hang on "{ $id }", a { $what } (line { $line }); for a slot say `slot` instead of `on`
machine-no-chipset = this machine has no chipset so far: say `chipset` in [host], or spell one out with [[chipset]]
machine-no-such-slot = no slot is called "{ $id }"
machine-no-such-slot-near = no slot is called "{ $id }"; did you mean "{ $near }"?
machine-no-such-drive = no drive is called "{ $id }"
machine-no-such-drive-near = no drive is called "{ $id }"; did you mean "{ $near }"?
machine-not-a-drive = "{ $id }" is no drive but a { $what } (line { $line }); members are drives
machine-no-such-controller = no controller is called "{ $id }"
machine-no-such-controller-near = no controller is called "{ $id }"; did you mean "{ $near }"?
machine-not-a-controller = "{ $id }" is no [[controller]] but a { $what } (line { $line })
machine-no-such-target = no drive or array is called "{ $id }"
machine-no-such-target-near = no drive or array is called "{ $id }"; did you mean "{ $near }"?
machine-not-a-target = "{ $id }" is neither drive nor array but a { $what } (line { $line })
machine-no-such-card = no card is called "{ $id }"
machine-no-such-card-near = no card is called "{ $id }"; did you mean "{ $near }"?
machine-not-a-card = "{ $id }" is no [[card]] but a { $what } (line { $line })
machine-no-such-profile = no workload is called "{ $id }"; `narrows catalog workloads` lists them, and names such as rand-rw70-8k-q32 work too
machine-no-such-profile-near = no workload is called "{ $id }"; did you mean "{ $near }"?
machine-no-such-setting = no rule asks about the setting "{ $id }", so it would change nothing
machine-no-such-setting-near = no rule asks about the setting "{ $id }"; did you mean "{ $near }"?
machine-circle = places hang on each other in a circle, here and in line { $line }: { $circle }
machine-too-deep = places hang on each other more than { $most } deep, which no machine does
machine-nowhere = this hangs nowhere: say `on`, or `slot`
machine-slot-and-on = either `slot` (line { $line }) or `on`, not both: a slot is on a place by itself
machine-slot-and-slots = either `slot` (line { $line }) or `slots`, not both
machine-slots-and-count = { $slots ->
    [one] one slot is named
   *[other] { $slots } slots are named
} for { $count ->
    [one] one drive
   *[other] { $count } drives
}
machine-count = a count is at least 1, and all drives of a file together are at most { $most }
machine-slot-taken = slot "{ $slot }" holds "{ $by }" already (line { $line })
machine-slot-takes-no = slot "{ $slot }" takes no { $device ->
    [sata] SATA drive
   *[pcie] PCIe device
}, which "{ $by }" is
machine-slot-colon = a slot's name has no colon in it: rules write "SLOT:sata"
machine-slot-link = a slot for PCIe devices needs `link`, the most that it offers; a port for SATA alone says devices = ["sata"]
machine-slot-whole = "{ $slot }" would be a part of a slot in one piece; `split` on the slot says into which parts it is split
machine-slot-parts = this slot is split into { $parts } parts
machine-slot-off = slot "{ $slot }" is off while { $when } is in use, which holds "{ $by }" (line { $line })
machine-slot-set-off = slot "{ $slot }" is off with the setting "{ $setting }" (line { $line })
machine-slot-never = slot "{ $slot }" is off: a rule says so
machine-split-not-offered = this way to split is none of the slot's `splits` (line { $line })
machine-split-too-wide = this takes { $lanes } lanes of a slot that offers { $most }
machine-effect-both = a slot that is off (line { $line }) has neither link nor place
machine-effect-none = a rule says what becomes of the slot: link = "3.0 x8", on = "chipset" or off = true
machine-socket-and-on = either `on` or `socket` (line { $line }), not both: a root complex is in the package of what it hangs on
machine-chipset-and-board = the board "{ $board }" (line { $line }) has another chipset, "{ $id }"; leave one of them out
machine-chipset-link = a chipset needs `model`, an id of `narrows catalog chipsets`, or `link`, its uplink
machine-clock-too-fast = no processor is clocked beyond { $most } GHz
machine-max-payload = Max_Payload_Size is 128, 256, 512, 1024, 2048 or 4096 bytes
machine-usb-link = there is no PCIe link inside a USB cable (line { $line })
machine-mtu = an MTU goes from { $least } to { $most } bytes
machine-network-too-fast = no network link is faster than { $most } Gbit/s
machine-drive-link = this drive needs `link`, what it can do: "4.0 x4"; or `sata`, `sas` or `usb` if it is connected that way; or a `model`
machine-several-drives = this belongs to one drive only, and there are several here; write the others as a [[drive]] each
machine-two-transports = a drive is connected one way only; the other stands in line { $line }
machine-link-and-transport = a drive by SATA or SAS (line { $line }) has no PCIe link
machine-model-on-pcie = "{ $model }" (line { $line }) is a PCIe drive
machine-sata-model-link = "{ $model }" (line { $line }) is a SATA drive and has no PCIe link
machine-sata-rate = SATA runs at "1.5 Gbit/s", "3 Gbit/s" or "6 Gbit/s"
machine-sas-rate = SAS runs at "3 Gbit/s", "6 Gbit/s", "12 Gbit/s" or "22.5 Gbit/s"
machine-usb-rate = USB runs at "480 Mbit/s", "5 Gbit/s", "10 Gbit/s" or "20 Gbit/s"
machine-half-cache = `cache` and `write_after_cache` say something only together
machine-member-twice = "{ $id }" is a member of "{ $array }" already (line { $line })
machine-few-members = an array of this level needs at least { $fewest } members; it has { $members }
machine-chunk = { $chunk } is no chunk: it is a multiple of 512 B, and at most { $most }
machine-chunk-unused = a level that does not stripe (line { $line }) has no chunk
machine-level-and-engine = "{ $engine }" (line { $line }) has no such level
machine-bitmap-unused = only md arrays of level 1, 10, 5 and 6 have a bitmap (see line { $line })
machine-hardware-alone = an array of engine "hardware" needs `controller`, the [[controller]] that does it
machine-controller-unused = only engine "hardware" has a controller do the work (see line { $line })
machine-member-elsewhere = drive "{ $id }" (line { $line }) does not hang on "{ $controller }", which can work only on its own drives
machine-workload-key = a workload spelled out needs `pattern`, `block` and `depth`; `{ $key }` is missing, or name a `profile`
machine-profile-and-more = the profile (line { $line }) says this already; spell the whole workload out, or leave it to the profile
machine-block = a request is from { $least } to { $most }
machine-target-twice = "{ $id }" is named already, in line { $line }
machine-together-alone = "{ $id }" is a set of one: no other workload says together = "{ $id }"
machine-no-such-array = no array is called "{ $id }"
machine-no-such-array-near = no array is called "{ $id }"; did you mean "{ $near }"?
machine-array-deep = "{ $id }" is a [[array]] (line { $line }) whose members are arrays already; arrays are nested once: name the inner ones, or the drives
machine-array-level = over arrays only level 0 is known: for copies of stripes write level 10 over the drives, for copies of copies level 1 over the drives
machine-members-mixed = the other members are arrays; members are either all drives or all arrays
machine-members-unlike = "{ $id }" is another kind of array than "{ $first }" (line { $line }): arrays under a stripe have the same level, engine, chunk, cache and number of members
machine-cache-inside = an array of arrays has the caches and buffers of its members: say this in each of them
machine-card-over = a RAID card makes stripes over its own arrays only: give the members this controller, or the stripe an engine of the host
machine-layout = "{ $text }" is no layout: it is "near", "far" or "offset", with more copies than two "far=3"
machine-layout-unused = only arrays of md and level 10 have a layout (see line { $line })
machine-layout-copies = { $copies } copies need as many members; the array has { $members }
machine-driver-none = "{ $engine }" takes no drives over outside its arrays; drivers that do are "vroc", "intel-rst" and "amd-raidxpert"
machine-driver-transport = a RAID driver takes over drives on PCIe and SATA only
machine-driver-array = drive "{ $id }" is behind the driver "{ $engine }", so an array with it is that engine's (see line { $line })
machine-gpu-to = what a GPU asks for itself goes to it: say `to`, the [[card]]
machine-gpu-card = "{ $id }" is no [[card]] of kind "gpu", so it makes no requests
machine-gpu-layer = a GPU's own requests pass by the layers of the host, and "{ $id }" is made by one: name the drives in `on`; for requests that the processor makes (GPUDirect Storage) say its interface
machine-figure-range = the range does not hold the figure (line { $line })
machine-figure-depth = a time is of one request at a time and has no depth
machine-figure-block = this time has no transfer in it and is the same with every block
machine-hub-kind-and-rate = either `kind` (line { $line }) or `rate`, not both: a hub's kind says its rate
machine-hub-tunnel = a [[hub]] is a USB hub; one for Thunderbolt or USB4 is a [[tunnel]]
machine-hub-rate = a hub needs `rate`, what its link towards the processor runs at ("10 Gbit/s"), or `kind` ("usb3-10")
machine-engine-storage-spaces = Storage Spaces is not known here: an array of Windows' dynamic disks is engine "windows-stripe", and a pool can be a single drive whose `read` and `write` are what it does
machine-interface-mmap = memory that is mapped from a file (`{ $word }`) is not known here: its faults are nearest to interface "buffered" with depth 1
machine-interface-posixaio = POSIX AIO is threads of the C library that make blocking calls: say interface "sync", with as many `jobs`
machine-interface-gds = the processor makes the requests of GPUDirect Storage and their data goes straight to the card: say `to`, the card, and the interface "io-uring" or "libaio"
machine-level-nested = level { $id } is an array of arrays: make the inner arrays first, then one of level 0 that names them as its `members`
note-smbios-reference = The firmware's slot table is that of Intel's reference board ("{ $label }"), which this board's maker left in; it names no slots here.
machine-kernel = "{ $kernel }" is no release of Linux; it begins with two numbers, as in "6.1" or "5.14.0-427.el9"
