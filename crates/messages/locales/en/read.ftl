# The sentences of: read
read-lspci-no-device = no line names a PCI device; they start like "00:1f.2 SATA controller", and "lspci -vvnn" prints them
read-lspci-too-many = more than { $limit } PCI functions, which no machine of one PCI domain can have; the listing is damaged or no listing
read-lspci-no-text = a byte that no text has ({ $byte }); the listing is damaged
read-lspci-ends = the listing ends in the middle; it was cut short while it was copied or saved
read-lspci-headline = this line begins with a PCI address but does not go on with class and device, as in "00:1f.2 SATA controller: Intel"; it is damaged or was cut short
read-lspci-unnumbered = this line lacks the class ("[0108]") or the ids ("[144d:a808]") that the other devices' lines have; it is damaged or was cut short
read-lspci-link = "{ $key }" must tell a speed and a width, as in "Speed 8GT/s, Width x4"; the line is damaged or was cut short
read-lspci-speeds = "{ $key }" must tell a link speed, as in "2.5-8GT/s"; the line is damaged or was cut short
read-lspci-buses = "{ $key }" must tell the buses behind the bridge, as in "primary=00, secondary=04, subordinate=05"; the line is damaged or was cut short
read-lspci-node = "{ $key }" must tell a number; the line is damaged or was cut short
read-dump-row = a row of the dump must be an offset and 16 bytes of two hexadecimal digits; it is damaged or was cut short
read-dump-order = a row for offset { $found } where the one for { $wanted } must stand; rows are missing, repeated or out of order
read-dump-short = the dump of a function ends after { $bytes } bytes, before the end of its header (64 bytes); rows are missing
read-bus-circle = the bus numbers run in a circle: { $bridge } on bus { $bus } leads to bus { $secondary }, from which one comes back to it; it is damaged or made up
read-no-machine = it holds no machine: not one PCI function, block device or processor
note-lspci-no-answer = { $address } did not answer when it was looked at (every bit read as one): it has dropped off its link or is powered down, and its link is not known.
note-lspci-no-end = The last line has no line end. If the listing was cut short there, what would have come behind it is missing here.
note-lspci-repeated = { $count ->
    [one] One line names a function that stands above it already ({ $address } in line { $line }); the first was kept.
   *[other] { $count } lines name functions that stand above them already (the first is { $address } in line { $line }); the first of each was kept.
}
read-archive-too-large = more than { $most } come out of it, which no captured machine needs; it is damaged or not a capture
read-archive-too-many = more than { $most } entries, which no captured machine has; it is damaged or not a capture
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
