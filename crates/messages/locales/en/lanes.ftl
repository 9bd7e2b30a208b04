# Lane budgets: who offers lanes, who takes them, what is over and who loses by it.
lanes-the-processor = the processor
lanes-a-processor = processor { $id }
lanes-the-chipset = the chipset
lanes-the-chipset-named = the chipset ({ $name })
lanes-a-chipset = chipset { $id } ({ $name })
lanes-a-switch = switch { $id }
lanes-a-switch-named = switch { $id } ({ $name })
lanes-no-provider = a place that nobody names
lanes-rule = { $when }: { $effects }
lanes-effect-off = { $slots } off
lanes-effect-link = { $slot } at { $link }
lanes-effect-on = { $slot } on { $on }
lanes-effect-both = { $slot } at { $link } on { $on }
lanes-between = , |
lanes-nothing-seen = Nothing is to be seen that offers or takes PCIe lanes.
lanes-not-known = How many lanes { $provider } has is not known; what is seen there takes { $taken ->
    [one] one lane.
   *[other] { $taken } lanes.
}
lanes-over-now = On { $provider } { $taken } of { $lanes } lanes are spoken for, { $over } too many: something runs narrower than written, or not at all. In the order of the table nothing is left for { $names }.
lanes-over-filled = With every slot in use, { $filled } lanes of { $provider } would be spoken for, { $over } more than the { $lanes } that it has. In the order of the table nothing is left for { $names }.
lanes-switch-below = { $below } lanes below { $provider } share the { $above ->
    [one] one lane
   *[other] { $above } lanes
} of its way up.
lanes-short = { $device } could run { $possible } and gets { $link }, which carries { $carries }.{ $rule ->
    [yes] { " " }That is so while { $slots } is in use.
   *[no] { "" }
}
lanes-short-enough = { $device } could run { $possible } and gets { $link }; that carries { $carries }, enough for the { $needs } that it moves at most.{ $rule ->
    [yes] { " " }That is so while { $slots } is in use.
   *[no] { "" }
}
lanes-short-misses = { $device } could run { $possible } and gets { $link }: that carries { $carries }, less than the { $needs } that it could move.{ $rule ->
    [yes] { " " }That is so while { $slots } is in use.
   *[no] { "" }
}
lanes-uplink-over = What hangs on { $provider } could move { $demand } at once, { $ratio } times the { $carries } that its way up ({ $uplink }) carries.
lanes-uplink-enough = What hangs on { $provider } could move { $demand } at once; its way up ({ $uplink }) carries { $carries }.
lanes-shared = { $count } drives that all read in sequence get { $rate } together ({ $low } to { $high }), held back by { $limit }.{ $known ->
    [yes] { " " }Next would be { $next }.
    [drives] { " " }Next would be the drives themselves.
   *[no] { "" }
}
lanes-virtual = This is a virtual machine: the lanes of its host are not to be seen in it.
lanes-no-widths = { $count ->
    [one] One device is
   *[other] { $count } devices are
} seen without the width of the link, and in no sum; a capture made as root shows it.
lanes-uncounted = { $name } takes lanes that no source counts; they are in no sum.

# The page.
lanes-column-name = who
lanes-column-slot = slot
lanes-column-now = now
lanes-column-filled = filled
lanes-column-sum = sum
lanes-column-link = link
lanes-heading-known = { $taken } of { $lanes } lanes
lanes-heading-between = { $taken } of { $least } to { $most } lanes
lanes-heading-unknown = { $taken ->
    [one] 1 lane
   *[other] { $taken } lanes
} taken, of how many is not known
lanes-heading-switch = { $taken } of { $lanes } lanes below it
lanes-up = way up { $uplink }: carries { $carries }
lanes-up-asked = way up { $uplink }: carries { $carries }, { $demand } could be asked of it
lanes-empty-slot = empty
lanes-off-slot = switched off
lanes-on-board = on the board
lanes-total = Processor and chipset together: { $taken } of { $lanes } lanes, { $filled } with every slot in use.
lanes-findings = What follows
lanes-rules-now = In force now
lanes-rules-then = When an empty slot is used
lanes-sata = SATA ports: { $taken } in use, { $free } free, { $off } switched off
lanes-sata-off = Switched off: { $names }
lanes-legend = now: lanes taken as it is; filled: with every slot in use; sum: of these, from the top. { $signs }
lanes-legend-signs = █ taken, ▄ taken when every slot is in use, · free

# Where places come from.
source-no-such-board = no board "{ $id }" in the catalogue; `narrows catalog boards` lists them
source-no-such-board-near = no board "{ $id }" in the catalogue; did you mean "{ $near }"?
source-no-such-entry = "{ $id }" is no board, chipset or machine of the catalogue; `narrows catalog` lists them
source-no-such-entry-near = "{ $id }" is no board, chipset or machine of the catalogue; did you mean "{ $near }"?
source-board-of-seen-only = { $source } is no machine that was seen, so that --board { $board } says nothing of it; name the board in the machine file instead, or take catalog:{ $board } as the source
lanes-no-room = there is no place for { $piece } on { $source }: { $why }
lanes-no-room-fit = no free slot takes it
lanes-no-room-off = what is in { $slots } switches the last one off
lanes-no-room-lanes = no free slot has lanes left for it
lanes-no-room-split = no free slot is known to split its lanes as it needs
lanes-bad-placement = what { $source } has where cannot be: { $why }
