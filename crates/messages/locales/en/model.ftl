# What limits are called.
limit-drive = the drive { $drive } itself
limit-drive-iops = operations per second of { $drive }
limit-depth = depth { $depth } at { $latency } a request on { $drive }
limit-transport = the SATA, SAS or USB link of { $drive }
limit-link = the link of { $node } ({ $link })
limit-chipset-uplink = the chipset uplink ({ $link })
limit-switch-uplink = the uplink of switch { $switch } ({ $link })

# What is wrong with a machine file.
machine-schema = this is no machine file: its schema is "{ $found }", not "{ $wanted }"
machine-toml = { $problem }
machine-no-such-chipset = no chipset "{ $id }" in the catalogue; `narrows catalog chipsets` lists them
machine-no-such-drive = no drive "{ $id }" in the catalogue; give its figures (read, write, ...) here instead
machine-no-such-place = nothing is called "{ $id }"; things sit on "cpu", "chipset" (when the host names one) or a switch
machine-no-such-slot = no slot is called "{ $id }"
machine-no-such-member = "{ $id }" is no drive of this file, or is a member already
machine-array-empty = this array has no members
machine-slot-taken = slot "{ $slot }" already holds "{ $by }"
machine-slots-and-count = { $slots } slots are named for { $count } drives
machine-count = a count goes from 1 to { $most }
machine-twice = "{ $id }" is there already
machine-drive-nowhere = this drive sits nowhere: give it a slot, or `on` for a SATA drive
machine-not-utf8 = a machine file is UTF-8 text; this is not
