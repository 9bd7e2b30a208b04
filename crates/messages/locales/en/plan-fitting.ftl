# Messages of plans: slots to split, adapters and cables, cards that cover slots.
plan-split-named = Set “{ $setting }” in the firmware so that slot { $slot } is split { $split }.
plan-split-unnamed = Set slot { $slot } to { $split } in the firmware (the setting's name on this board is unknown).
plan-split-sockets = { $working ->
    [one] One socket
   *[other] { $working } sockets
} of the { $of } on { $card } will work: { $sockets }.
plan-split-all-sockets = All { $of } sockets on { $card } will work: { $sockets }.
plan-split-unsure = Whether this firmware offers that split is unknown.
plan-put-split = { $slot } split { $split }
plan-heading-adapters = Adapters and cables
plan-needs = { $count } × { $name } ({ $pieces })
plan-needs-m2-to-pcie = PCIe card for an M.2 drive
plan-needs-u2-to-m2 = M.2 to U.2 adapter with cable
plan-needs-u2-to-pcie = PCIe card for a U.2 drive
plan-needs-m2-to-u2 = U.2 housing for an M.2 drive
plan-needs-u2-to-slimsas = SlimSAS to U.2 cable
plan-needs-u2-to-mcio = MCIO to U.2 cable
plan-needs-u2-to-oculink = OCuLink to U.2 cable
plan-needs-u2-to-minisas-hd = SFF-8643 to U.2 cable
plan-needs-sata-breakout = breakout cable to SATA
plan-needs-pcie-to-m2 = riser from M.2 to a PCIe x4 slot
plan-needs-pcie-to-oculink = riser from OCuLink to a PCIe slot
plan-needs-pcie-to-slimsas = riser from SlimSAS to a PCIe slot
plan-needs-pcie-to-mcio = riser from MCIO to a PCIe slot
plan-needs-pcie-to-short-slot = riser from a short PCIe slot to a long one
plan-adapter-m2-to-u2 = in a U.2 housing
plan-adapter-cable = by cable
plan-adapter-riser = on a riser cable
plan-makeshift-covered = { $by } is { $slots } slots thick and covers { $slot }, where { $card } is: no placement leaves all cards room. Use a thinner { $by } or a riser cable.
plan-makeshift-assumed = If { $by } is { $slots } slots thick, as such cards usually are, it covers { $slot }, where { $card } is.
plan-makeshift-close = As placed, { $cards } { $count ->
    [one] has room for a { $slots }-slot card. Its thickness is unknown
   *[other] have room for { $slots }-slot cards. Their thickness is unknown
}; { $assumed } slots are assumed, and no placement has room for that. Use { $slots }-slot (blower) cards, or riser cables from these slots in an open frame. If the cards are no thicker, specify it: MODEL@{ $slots }-slot.
plan-makeshift-riser = No slot is left for { $card }: it is on a riser cable from { $slot }.
plan-makeshift-riser-short = { $slot } is too short for { $card }: it needs a riser there, unless the slot is open at its end.
plan-makeshift-split = Every placement needs slot { $slot } split for { $card }, and it is unknown whether this firmware offers that: check the manual before you buy.
plan-thickness-assumed = { $cards } { $count ->
    [one] is assumed to be { $slots } slots thick, and the rows that it covers are
   *[other] are assumed to be { $slots } slots thick, and the rows that they cover are
} kept free of cards. If that is wrong, add the thickness: MODEL@2-slot.
plan-clearance-unknown = Where the card slots lie on this board is unknown: check that the other cards fit beside { $cards }.
