# Names of bottlenecks.
limit-drive = drive-limited ({ $drive })
limit-cache = full write cache of { $drive }
limit-write-back = write-back cache drain to { $drive }
limit-reads-first = read-modify-write on { $drive } (QD{ $depth }, { $latency } each)
limit-drive-iops = IOPS-limited ({ $drive })
limit-depth = latency-bound ({ $drive }, QD{ $depth }, { $latency })
limit-transport = the { $link } link of { $drive }
    .label = { $link } link of { $drive }
limit-link = the link of { $node } ({ $link })
    .label = link of { $node } ({ $link })
limit-chipset-uplink = the chipset uplink ({ $link })
    .label = chipset uplink ({ $link })
limit-second-chipset-uplink = the uplink of chipset { $chipset } ({ $link })
    .label = uplink of chipset { $chipset } ({ $link })
limit-switch-uplink = the uplink of switch { $switch } ({ $link })
    .label = uplink of switch { $switch } ({ $link })
limit-root-complex = the root complex { $id }
    .label = root complex { $id }
limit-controller = the controller { $id }
    .label = controller { $id }
limit-network-link = the network link { $id }
    .label = network link { $id }
limit-cable = the cable { $id }
    .label = cable { $id }
limit-place-uplink = the upstream path of { $id }
    .label = upstream path of { $id }
limit-threads = { $jobs ->
    [one] single CPU thread ({ $target })
   *[other] { $jobs } CPU threads ({ $target })
}
limit-cores = { $cores ->
    [one] 1 CPU core
   *[other] all { $cores } CPU cores
}
limit-raid-layer = the RAID layer of { $array } (serialised requests)
    .label = RAID layer of { $array } (serialised requests)
limit-memory = memory bandwidth
limit-application = application-limited ({ $target })
limit-demand = demand-limited ({ $card })

# Machine file errors.
