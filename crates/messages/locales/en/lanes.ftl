# Messages of lane budgets: lanes provided, lanes used, shortages and their effects.
lanes-the-processor = the processor
lanes-a-processor = Processor { $id }
lanes-the-chipset = the chipset
lanes-the-chipset-named = Chipset ({ $name })
lanes-a-chipset = Chipset { $id } ({ $name })
lanes-a-switch = Switch { $id }
lanes-a-switch-named = Switch { $id } ({ $name })
lanes-no-provider = Unknown lane provider
lanes-rule = { $when }: { $effects }
lanes-effect-off = { $slots } disabled
lanes-effect-link = { $slot } at { $link }
lanes-effect-on = { $slot } on { $on }
lanes-effect-both = { $slot } at { $link } on { $on }
lanes-nothing-seen = Nothing that provides or uses PCIe lanes was found.
lanes-not-known = { $provider }: lane count unknown; the devices found there use { $taken ->
    [one] one lane.
   *[other] { $taken } lanes.
}
lanes-over-now = { $provider }: { $taken } of { $lanes } lanes assigned, { $over } too many. Some device runs narrower than stated, or not at all. In table order, no lanes are left for { $names }.
lanes-over-filled = { $provider }: { $filled } lanes required with all slots populated, { $over } more than the { $lanes } available. In table order, no lanes are left for { $names }.
lanes-switch-below = { $provider }: { $below } downstream lanes share the { $above ->
    [one] one lane
   *[other] { $above } lanes
} of its uplink.
lanes-short = { $device } gets { $link } but supports { $possible }; the link carries { $carries }.{ $rule ->
    [yes] { " " }Reason: { $slots } in use.
   *[no] { "" }
}
lanes-short-enough = { $device } gets { $link } but supports { $possible }; the link carries { $carries }, enough for the { $needs } that the device moves at most.{ $rule ->
    [yes] { " " }Reason: { $slots } in use.
   *[no] { "" }
}
lanes-short-misses = { $device } gets { $link } but supports { $possible }; the link carries { $carries }, less than the { $needs } that the device could move.{ $rule ->
    [yes] { " " }Reason: { $slots } in use.
   *[no] { "" }
}
lanes-uplink-over = { $provider }: its uplink ({ $uplink }) is oversubscribed { $ratio } : 1: the attached devices could move { $demand } at once, it passes { $carries }.
lanes-uplink-enough = { $provider }: the attached devices could move { $demand } at once; its uplink ({ $uplink }) carries { $carries }.
lanes-shared = While all drives read sequentially at once, { $drives } reach { $rate } in total ({ $low } to { $high }). Bottleneck: { $limit }.{ $known ->
    [yes] { " " }Next bottleneck: { $next }.
    [drives] { " " }Next bottleneck: the drives themselves.
   *[no] { "" }
}
lanes-shared-at-most = While all drives read sequentially at once, { $drives } reach at most { $rate } in total, less if the drives are slower. Upper bound: { $limit }.
lanes-virtual = This is a virtual machine; the host's lanes are not visible from inside it.
lanes-no-widths = { $count ->
    [one] One device has no visible link width and counts towards no total
   *[other] { $count } devices have no visible link width and count towards no total
}; a capture made as root shows the width.
lanes-uncounted = { $name } uses lanes that no source counts; they count towards no total.

# The page.
lanes-column-name = device
lanes-column-slot = slot
lanes-column-now = now
lanes-column-filled = all populated
lanes-column-sum = cumulative
lanes-column-link = link
lanes-heading-known = { $taken } of { $lanes } lanes
lanes-heading-between = { $taken } of { $least } to { $most } lanes
lanes-heading-unknown = { $taken ->
    [one] 1 lane
   *[other] { $taken } lanes
} in use, total unknown
lanes-heading-switch = { $taken } of { $lanes } downstream lanes
lanes-up = Uplink: { $uplink }, carries { $carries }
lanes-up-asked = Uplink: { $uplink }, carries { $carries }, demand up to { $demand }
lanes-empty-slot = empty
lanes-off-slot = disabled
lanes-on-board = onboard
lanes-total = Processor and chipset together: { $taken } of { $lanes } lanes, { $filled } with all slots populated.
lanes-findings = Findings
lanes-rules-now = Rules in effect
lanes-rules-then = When an empty slot is populated
lanes-sata = SATA ports: { $taken } in use, { $free } free, { $off } disabled
lanes-sata-off = Disabled: { $names }
lanes-legend = now: lanes in use; all populated: lanes in use with every slot populated; cumulative: running total of that column. { $signs }
lanes-legend-signs = █ in use, ▄ in use with all slots populated, · free

# Where slots come from.
source-no-such-processor = no processor "{ $name }" in the catalogue; write it as its maker does, such as i5-10400 or "Ryzen 7 5700G"
source-no-such-processor-near = no processor "{ $name }" in the catalogue; did you mean one of { $near }?
source-other-socket = { $name } is for { $own }, and the board has { $socket }
source-shows-processor = { $source } shows its processor, { $shown }; --cpu applies only to boards and machine files without one
source-no-such-board = no board "{ $id }" in the catalogue; `narrows catalog boards` lists them
    .page = no board "{ $id }" in the catalogue
source-no-such-board-near = no board "{ $id }" in the catalogue; did you mean { $near }?
source-no-such-entry = no board, chipset or machine "{ $id }" in the catalogue; `narrows catalog` lists them, and the name of its chipset (such as catalog:intel-z97) means a generic board
    .page = no board, chipset or machine "{ $id }" in the catalogue
source-no-such-entry-near = no board, chipset or machine "{ $id }" in the catalogue; did you mean { $near }? The name of its chipset means a generic board
source-several-entries = "{ $id }" is ambiguous: { $found }; choose one
source-board-of-seen-only = { $source } is not an observed machine, so --board { $board } does not apply; name the board in the machine file instead, or use catalog:{ $board } as the source
source-board-is-bare = this machine cannot be { $board }: the bare board is used, as with catalog:{ $board }
lanes-no-room = no room for { $piece } on { $source }: { $why }
lanes-no-room-fit = no free slot accepts it
lanes-no-room-off = the devices in { $slots } disable the last free slot
lanes-no-room-lanes = no free slot has lanes left for it
lanes-no-room-split = no free slot is known to support the bifurcation that it needs
lanes-bad-placement = the placement in { $source } is not possible: { $why }
