# Messages of plans: errors in requests, constraints, obstacles and the answer.
plan-too-many-words = --want accepts at most { $most } items.
plan-which-level = “{ $word }” leaves the level open. Write which one: raid0 (stripe), raid1 (mirror), raid10, raid5 (raidz), raid6 (raidz2) or jbod.
plan-unknown-word = Unknown --want item “{ $word }”. Valid items are, for example, sequential, random, write, each=PROFILE, gpu>=x8, nic=line-rate, boot=DRIVE, raid0, DRIVE=cpu, DRIVE@SLOT, free-sata>=2; docs/plan.md lists them all.
    .page = Unknown requirement “{ $word }”.
plan-unknown-word-near = Unknown --want item “{ $word }”; did you mean “{ $near }”?
    .page = Unknown requirement “{ $word }”; did you mean “{ $near }”?
plan-bare-name = “{ $name }” names a device but no requirement. Write, for example, { $name }=cpu, { $name }>=x8, { $name }@SLOT, boot={ $name } or { $name }:random.
plan-unknown-piece = No drive or card “{ $word }” in this plan.
plan-unknown-piece-near = No drive or card “{ $word }” in this plan; did you mean “{ $near }”?
plan-several-named = “{ $name }” matches several devices ({ $ids }); name exactly one here.
plan-not-a-drive = “{ $name }” is not a drive.
plan-unknown-seat = No slot “{ $word }” here. Available slots: { $slots }.
plan-unknown-seat-near = No slot “{ $word }” here; did you mean “{ $near }”?
plan-unknown-state = Unknown value “{ $word }” after =. Use full, line-rate, cpu, chipset or stay.
plan-unknown-state-near = Unknown value “{ $word }” after =; did you mean “{ $near }”?
plan-unknown-profile = Unknown workload “{ $word }”; `narrows catalog workloads` lists them.
    .page = Unknown workload “{ $word }”.
plan-unknown-profile-near = Unknown workload “{ $word }”; did you mean “{ $near }”?
plan-unknown-means = Unknown RAID engine “{ $word }”. Use intel-rst, intel-rst-vmd, intel-vroc, amd-raidxpert2, windows or linux-md.
plan-unknown-means-near = Unknown RAID engine “{ $word }”; did you mean “{ $near }”?
plan-bad-amount = “{ $word }” after >= is not a width (such as x8), a rate (such as 2500MB/s) or a count.
plan-array-few = { $level } requires at least { $fewest } drives; only { $members } available here.
plan-array-none-left = No drives left for { $level }: all are in other arrays. Name its drives, for example { $level }=DRIVE+DRIVE.
plan-no-array = firmware-raid requires an array, but none is requested; add raid0, raid1 or another level.
plan-boot-no-array = boot={ $word } refers to an array that is not requested; add { $word } as a separate item.
plan-no-line-rate = The line rate of { $name } is unknown; specify it, for example { $name }>=2500MB/s.
plan-not-in-yet = { $name } is not installed in the machine yet, so it cannot stay in place.
plan-near-what = near={ $name } names only one device; name two, for example near=DRIVE+gpu.
plan-bad-setting = { $problem }
plan-unknown-setting = No rule of this board has a setting “{ $name }”; `narrows catalog boards` shows its rules.
    .page = No rule of this board has a setting “{ $name }”.
plan-unknown-setting-near = No rule of this board has a setting “{ $name }”; did you mean “{ $near }”?
plan-unknown-value = “{ $value }” is not a known value of { $name }; the board's rules have { $values }.
plan-bad-price = “{ $word }” is not a price; write, for example, samsung-950-pro-256gb=189.
plan-price-unknown = No board or drive “{ $id }” in the catalogue.
plan-price-unknown-near = No board or drive “{ $id }” in the catalogue; did you mean { $near }?
plan-nothing-to-place = No devices to place in { $source }. Specify what to install: --drives "2x samsung-950-pro-256gb", --cards gpu,intel-x540-t2; `narrows catalog drives` and `narrows catalog cards` list the known models.
    .page = No devices to place yet. Add drives and cards, then search again.
plan-no-slots-board = The catalogue knows no slot for drives or cards on { $board }{ $note }: nothing can be placed on { $source }.
plan-no-slots-file = { $source } describes no slots. Put board = "{ $id }" below [host] to use the board's, or add [[slot]] tables.
    .page = { $source } describes no slots, so nothing can be placed. Choose the board { $id } in its place.
plan-no-slots = No slots found in { $source }. Specify the board with --board (`narrows catalog boards` lists them), or plan for catalog:BOARD.
    .page = No slots are known here, so nothing can be moved. Choose the board.

plan-wish-lanes = { $piece } has at least { $lanes } lanes
plan-wish-full = { $piece } runs at full width
plan-wish-line-rate = { $piece } transfers { $rate } in each direction while all drives are active
plan-wish-starts = the machine boots from { $piece }
plan-wish-starts-any = the machine boots from one of { $pieces }
plan-wish-firmware-array = { $array } is a firmware RAID array
plan-wish-free-sata = { $count ->
    [one] one SATA port stays free
   *[other] { $count } SATA ports stay free
}
plan-wish-processor = { $piece } is on processor lanes
plan-wish-chipset = { $piece } is attached to the chipset
plan-wish-near = { $piece } and { $other } are close to each other
plan-wish-at = { $piece } is in { $seat }
plan-obstacle-bays =
    { $card } has { $count ->
        [one] one port or bay
       *[other] { $count } ports or bays
    } for drives.
plan-obstacle-sockets =
    { $card } has { $bays } bays for drives, but no slot here splits its lanes for more than { $count ->
        [one] one
       *[other] { $count }
    } of them: the processor, the chipset or the firmware does not allow it. Use a card with a switch chip instead.
plan-obstacle-no-bay = { $piece } does not fit the ports or bays of { $card }.
plan-wish-on = { $piece } is on a port or in a bay of { $card }
plan-wish-stays = { $piece } stays in place
plan-wish-risers = cards may use riser cables
plan-wish-array = { $engines } builds { $array }
plan-wish-no-adapters = no adapters

plan-aim-together = all drives together, { $workload ->
    [sequential] sequential read
    [random] random read
    [write] sequential write
   *[other] { $workload }
}
plan-aim-each = slowest drive alone, { $workload ->
    [sequential] sequential read
    [random] random read
    [write] sequential write
   *[other] { $workload }
}
plan-aim-of = { $piece } alone, { $workload ->
    [sequential] sequential read
    [random] random read
    [write] sequential write
   *[other] { $workload }
}
plan-aim-to-card = direct to { $piece }, { $workload ->
    [sequential] sequential read
    [random] random read
    [write] sequential write
   *[other] { $workload }
}
plan-aim-latency = short path to { $piece }
plan-aim-few-moves = few moves
plan-aim-lanes = lanes of { $piece }
plan-aim-free-sata = free SATA ports

plan-put = { $piece } in { $slot }
plan-amount = { $amount }
plan-amount-lanes = { $count ->
    [one] one lane
   *[other] { $count } lanes
}
plan-amount-moves = { $count ->
    [0] no moves
    [one] one move
   *[other] { $count } moves
}
plan-amount-ports = { $count ->
    [0] no free port
    [one] one free port
   *[other] { $count } free ports
}
plan-amount-switches = { $count ->
    [0] directly on the processor
    [one] through one switch
   *[other] through { $count } switches
}
plan-amount-chipset = through the chipset
plan-between-sentences = {" "}
plan-between-wishes = {"; "}
plan-answer-put = Recommended placement: { $puts }.
plan-answer-put-assumed = Recommended placement, if the board has the usual slots: { $puts }.
plan-answer-as-is = The current placement is already the best.
plan-answer-brings = Expected: { $amount } ({ $aim }).
plan-answer-brings-band = Expected: { $amount } ({ $aim }; 80 % band { $low } to { $high }).
plan-answer-brings-bound = At most { $amount } ({ $aim }), less if a drive is slower than its link.
plan-answer-counts = Objective “{ $aim }”: { $amount }.
plan-answer-drives = Drive-limited: every drive runs at its full speed, with no bottleneck elsewhere.
plan-answer-limit = Bottleneck: { $limit }, { $capacity }.
plan-answer-limit-bound = Likely bottleneck: { $limit }, { $capacity }.
plan-finding-graphics = The graphics card keeps a good slot. With { $cards } the drives would deliver { $there } instead of { $here }: `--want { $words }`.
    .page = The graphics card keeps a good slot. With { $cards } the drives would deliver { $there } instead of { $here }.
plan-finding-pinned-own = { $piece } in { $here } delivers { $rate }, as requested. Its best slot would be { $best }: { $rate_there } there, with the same total.
plan-finding-pinned-drive = { $piece } in { $here } delivers { $rate }, as requested. Its best slot would be { $best }: { $rate_there } there, and { $total_there } instead of { $total } in total.
plan-finding-pinned-member = { $piece } is in { $here }, as requested. Its best slot would be { $best }: { $total_there } instead of { $total } in total.
plan-finding-pinned-card = { $piece } is in { $here }, as requested. Its best slot would be { $best }.
plan-finding-pinned-out = { $piece } cannot be in { $here } here. Its best slot would be { $best }.
plan-finding-oversubscribed = { $uplink } is oversubscribed { $ratio } : 1: the devices behind it could move { $demand } at once, it carries { $carries }.
plan-answer-narrow-some = Reduced width: { $cards }. No placement found gives all of them more at once; `--want { $words }` is possible.
    .page = Reduced width: { $cards }. No placement found gives all of them more at once.
plan-answer-narrow-graphics = Reduced width: { $cards }; `--want { $words }` gives it more lanes, at the cost of a graphics card's slot.
    .page = Reduced width: { $cards }; more lanes are possible at the cost of a graphics card's slot.
plan-answer-narrow-always = Reduced width: { $cards }; no arrangement was found that gives more lanes.
plan-answer-narrow-for = Reduced width: { $cards }; `--want { $words }` forbids that and leaves { $then }.
    .page = Reduced width: { $cards }; full width leaves { $then }.
plan-answer-narrow = Reduced width: { $cards }; `--want { $words }` forbids that.
    .page = Reduced width: { $cards }; a requirement below forbids that.
plan-missing-board = { $shared ->
    [0] The catalogue has no { $id }: this plan is for a generic board ({ $generic }). Compare its slots with the manual; `narrows learn` drafts the real board from the machine.
   *[other] The catalogue has no { $id }: this plan is for a generic board ({ $generic }). On { $shared } of { $all } like it an M.2 drive switches something off or takes its lanes: see the manual. `narrows learn` drafts the real board.
}
    .page = { $shared ->
        [0] The catalogue has no { $id }: this plan is for a generic board ({ $generic }). Compare its slots with the manual.
       *[other] The catalogue has no { $id }: this plan is for a generic board ({ $generic }). On { $shared } of { $all } like it an M.2 drive switches something off or takes its lanes: see the manual.
    }
plan-taken-board = { $id } is read as { $name }, the only one in the catalogue: slots of a board without { $words } may differ.
plan-assumed-second = On { $shared } of the { $all } boards of this kind in the catalogue, a card in a second slot takes half the lanes of the first: both have x8 there.
plan-assumed-board = Assumed: a typical board with { $chipset } and these processor lanes in slots: { $lanes }. Check its manual.
plan-assumed-network = The plan has no network card of this rate: { $card } is added. `--cards nic=MODEL` selects another. Onboard ports are not considered.
    .page = The plan has no network card of this rate: { $card } is added. Onboard ports are not considered.
plan-assumed-processor = No processor given: { $name } is assumed, as usual for this board. `--cpu MODEL` selects another.
    .page = No processor chosen: { $name } is assumed, as usual for this board.
plan-unknown-processor = "{ $value }" is not a group of processors; this board's rules have { $values }. `--cpu MODEL` takes a model's name.
    .page = "{ $value }" is not a group of processors; this board's rules have { $values }.
plan-finding-onboard = Over its fastest network port ({ $port }) clients get at most { $rate }.
plan-finding-card-bound = { $card } passes { $carries } of the { $ports } of its ports: its link is { $link }.
plan-answer-full = Full width: { $cards }.
plan-answer-seen = Runs at reduced width where it is: { $cards }; the capture does not show why.
plan-answer-off = Switched off by this: { $slots }.
plan-answer-needs = Also needed: { $adapters }.
plan-needs-some = { $count } × { $name }
plan-runs-full = { $piece } (x{ $lanes })
plan-runs-at = { $piece } (x{ $here } of x{ $most })
plan-finding-obvious = The default slots are worse ({ $puts }): { $why }
plan-finding-obvious-is-best = The default slots are also the best.
plan-finding-obvious-same = The default slots give the same result ({ $puts }).
plan-finding-obvious-costs = The default slots ({ $puts }) give the same figures, but { $what }.
plan-finding-empty = { $slots } { $count ->
    [one] is
   *[other] are
} left empty on purpose: with a drive there, { $why }.
plan-finding-split = If the firmware offers { $splits }: { $there } instead of { $here } ({ $puts }). Whether it does is unknown: look for a bifurcation setting in its menu.
plan-finding-split-saves = If the firmware offers { $splits }: { $there } as well, without { $adapters } ({ $puts }). Whether it does is unknown: look for a bifurcation setting in its menu.
plan-loss-lanes = { $piece } runs at { $here } instead of { $there }
plan-loss-off = { $slots } { $count ->
    [one] is
   *[other] are
} switched off
plan-loss-cut-off = { $devices } would be switched off
plan-loss-adapters = also needed: { $adapters }
plan-finding-today = Current placement ({ $puts }): { $why }
plan-finding-open = Not confirmed: { $open }. “Boot and RAID” below gives the reasons and how to check.
plan-finding-open-old = Not confirmed, and unlikely: { $open }. Firmware of { $year } seldom has an NVMe driver; boards have had one since 2014 (Intel 9 series, X99). “Boot and RAID” below gives the reasons and how to check.
plan-why-limit = { $aim }: { $here } instead of { $best }. Bottleneck: { $limit }, { $capacity }.
plan-why = { $aim }: { $here } instead of { $best }.
plan-why-same = same result.
plan-why-open = Not confirmed there: { $what }.
plan-why-costs = Drawback: { $what }.
plan-why-spares = The best placement alone has this drawback: { $what }.
plan-why-broken = constraints not met: { $wishes }.

plan-impossible = There is no way to place all devices.
plan-given-up = The search stopped before finding a placement; whether one exists is unknown. Plan fewer devices at a time, drop constraints, or pin drives to slots (DRIVE@SLOT) to shorten the search.
plan-impossible-pieces = Cannot place all of these devices: { $pieces }.
plan-impossible-array = No known RAID engine can build { $arrays } from { $pieces }.
plan-impossible-array-by = { $engines } cannot build { $arrays } from { $pieces }.
plan-question-made = { $means } builds { $array }
plan-question-starts = the machine boots from { $array } with { $means }
plan-with-hba = With a { $name } in { $slot } everything fits: `--cards hba`.
plan-impossible-wish = Not possible: { $wish }.
plan-without-boot = For data: { $puts }.
plan-impossible-wishes = Not possible together: { $wishes }.
plan-clash-no-fit = { $piece } does not fit { $slot }.
plan-clash-taken = { $other } and { $piece } would both occupy { $slot }.
plan-clash-off = { $slot }, the slot for { $piece }, is disabled by { $uses }.
plan-clash-off-processor = { $slot }, the slot for { $piece }, has no lanes with this processor.
plan-clash-no-lanes = { $slot } has no lanes left for { $piece }.
plan-clash-no-split = As far as known, the firmware cannot bifurcate { $slot } for { $piece }.
plan-clash-no-bay = { $piece } would be in a bay that does not exist.
plan-obstacle-no-slot = { $count ->
    [one] No slot here accepts { $pieces }.
   *[other] No slot here accepts any of { $pieces }.
}
plan-obstacle-crowd = { $pieces } fit only { $slots }: { $count } devices for { $places ->
    [one] one slot
   *[other] { $places } slots
}.
plan-obstacle-taken = All other slots that fit { $piece } are occupied: { $puts }.
plan-obstacle-array = { $array }: { $engines } accepts its drives only in { $slots }.
plan-obstacle-only-in = { $wish }: possible in { $slots }.
plan-obstacle-only-alone = { $wish }: possible in { $slots }, but not with all other devices installed.
plan-obstacle-pair-alone = { $wish }: possible, but not with all other devices installed.
plan-obstacle-nowhere = { $wish }: not possible in any slot here, whatever else is installed.
plan-obstacle-widest = { $piece } gets { $link } at most, whatever else is installed.
plan-obstacle-rate = { $piece } requires { $rate } but gets { $link } at most, which carries { $carries }.
plan-obstacle-ports = { $most ->
    [0] None
    [one] At most one
   *[other] At most { $most }
} of { $ports ->
    [one] one SATA port
   *[other] { $ports } SATA ports
} can stay free.
plan-obstacle-adapters = { $pieces }: no slot here fits without an adapter.
plan-obstacle-adapters-all = Without adapters, not all devices can be placed at once.
plan-and-more = { $names } and { $count } more
plan-more-lines = And { $count ->
    [one] one more.
   *[other] { $count } more.
}
plan-rule-use = because { $uses } is in use
plan-rule-setting = because of { $settings }
plan-rule-both = because { $uses } is in use with { $settings }
plan-rule-processor = because of the processor
plan-rule-use-processor = because { $uses } is in use with this processor

plan-move = Move { $piece } from { $from } to { $to }.
plan-move-in = Install { $piece } in { $to }.
plan-move-exchange = Swap { $piece } in { $from } with { $other } in { $to }.
plan-move-set = Set { $name } = { $value }.
plan-gain-alone = { $target } alone: { $before } → { $after }
plan-serial = { $piece } (serial number { $serial })

plan-heading-board = Board
plan-heading-ways = Alternatives
plan-heading-trades = Trade-off: drives against card lanes
plan-heading-arrays = Arrays
plan-heading-answers = Boot and RAID
plan-heading-set = Firmware settings
plan-heading-moves = Steps from the current placement
plan-heading-impossible = Obstacles
plan-heading-confirm = Verification
plan-way-best = best
plan-way-runner-up = { $number }
plan-way-obvious = default slots
plan-way-today = current
plan-column-way = placement
plan-column-sata-lost = SATA ports lost
plan-trade-best = this plan
plan-trades-open = ≥: the search ended before it was proven that no placement with these lanes delivers more.
plan-column-sequential = sequential
plan-column-random = random
plan-column-limit = bottleneck
plan-uplink = { $name }: { $load } of { $carries }
plan-uplink-idle = { $name }: { $carries }
plan-empty = empty
plan-limit-uplink = uplink-limited
plan-limit-link = link-limited
plan-limit-drive = drive-limited
plan-off-slots = disabled: { $slots } { $because }
plan-off-slots-only = disabled: { $slots }
plan-adapter-m2-to-pcie = on an M.2 card
plan-adapter-u2-to-m2 = in M.2 with a U.2 adapter
plan-adapter-u2-to-pcie = on a U.2 card
plan-below = { $current } of { $possible }
plan-more-slots = { $count ->
    [one] one more empty slot
   *[other] { $count } more empty slots
}: { $slots }
plan-fixed = stays in place: { $drives }
plan-proof-exact = No placement is better: { $count ->
    [one] one placement evaluated; every other is equal or cannot be better.
   *[other] { $count } placements evaluated; every other is equal or cannot be better.
}
plan-proof-split = With the splits that are known, no placement is better: { $count ->
    [one] one placement
   *[other] { $count } placements
} evaluated; every other is equal or cannot be better.
plan-proof-gap = { $count ->
    [one] One placement evaluated
   *[other] { $count } placements evaluated
}; no other is better by more than { $percent }.
plan-boards-none = No board of the catalogue is { $ids } and for this socket. `narrows catalog boards` lists them all.
    .page = No board of the catalogue is { $ids } and for this socket.
plan-array-by = { $array } of { $members }, built by { $means }
plan-array-by-none = { $array } of { $members }, no known RAID engine can build it
plan-array-size = { $lost ->
    [0] ; { $usable } TB usable, no drive may fail
    [one] ; { $usable } TB usable, one drive may fail
   *[other] ; { $usable } TB usable, any { $lost } drives may fail
}
plan-answer-yes = yes
plan-answer-no = no
plan-answer-not-known = unknown
plan-answer-contradicted = conflicting
plan-question = { $question }: { $verdict }
plan-question-set = { $question }: { $verdict }, with the settings listed (as set now: { $now })
plan-to-set = set: { $what }
plan-settle = to check: { $what }
plan-reason-assumed = Assumed, as usual today: { $reason }
plan-rests-on = sources: { $sources } (confidence { $confidence })
plan-as-above = the rest is as above
plan-gain = { $target }: { $before } → { $after }
plan-few-moves = { $count ->
    [one] One move reaches { $amount }: { $what }
   *[other] { $count } moves reach { $amount }: { $what }
}
plan-confirm = `{ $command }` should show a total of { $rate } ({ $low } to { $high }).
    .page = A measurement should show a total of { $rate } ({ $low } to { $high }).
plan-saved = Plan saved as a machine file: { $path }
plan-not-shown = { $source } does not show the links, or which slot each device is in, so no slot is known to be free. Run sudo lspci -vv and plan from its output.
