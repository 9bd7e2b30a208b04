# What limits are called.
limit-drive = the drive { $drive } itself
limit-cache = the full write cache of { $drive }
limit-write-back = what { $drive } takes out of the write-back cache
limit-reads-first = the reads that small writes on { $drive } wait for (depth { $depth }, { $latency } each)
limit-drive-iops = operations per second of { $drive }
limit-depth = depth { $depth } at { $latency } a request on { $drive }
limit-transport = the SATA, SAS or USB link of { $drive }
limit-link = the link of { $node } ({ $link })
limit-chipset-uplink = the chipset uplink ({ $link })
limit-switch-uplink = the uplink of switch { $switch } ({ $link })
limit-root-complex = the root complex { $id } itself
limit-controller = the controller { $id } itself
limit-cable = the cable { $id }
limit-place-uplink = what { $id } passes on
limit-threads = { $jobs ->
    [one] the one thread that works on { $target }
   *[other] the { $jobs } threads that work on { $target }
}
limit-cores = { $cores ->
    [one] the processor's one core
   *[other] the processor's { $cores } cores
}
limit-raid-layer = the RAID layer of { $array }, which takes requests one after the other
limit-memory = memory bandwidth
limit-application = the program that works on { $target } itself
limit-demand = what { $card } asks for

# What is wrong with a machine file.
