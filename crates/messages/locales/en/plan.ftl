# Plans: words that ask, what stands against them, and the answer.
plan-too-many-words = These are more than { $most } words of --want.
plan-unknown-word = “{ $word }” asks for nothing known. Words are such as sequential, random, write, each=PROFILE, gpu>=x8, nic=line-rate, boot=DRIVE, raid0, DRIVE=cpu, DRIVE@SLOT, free-sata>=2; docs/plan.md lists them all.
plan-unknown-word-near = “{ $word }” asks for nothing known; the nearest is “{ $near }”.
plan-bare-name = “{ $name }” says of what, but not what: such as { $name }=cpu, { $name }>=x8, { $name }@SLOT, boot={ $name }, { $name }:random.
plan-unknown-piece = There is no drive or card “{ $word }” in this plan.
plan-unknown-piece-near = There is no drive or card “{ $word }” in this plan; the nearest is “{ $near }”.
plan-several-named = “{ $name }” means several ({ $ids }); this word takes one.
plan-not-a-drive = “{ $name }” is no drive.
plan-unknown-seat = There is no slot “{ $word }” here; there are { $slots }.
plan-unknown-seat-near = There is no slot “{ $word }” here; the nearest is “{ $near }”.
plan-unknown-state = “{ $word }” after = is nothing known; it may be full, line-rate, cpu, chipset or stay.
plan-unknown-state-near = “{ $word }” after = is nothing known; the nearest is “{ $near }”.
plan-unknown-profile = There is no workload “{ $word }”; `narrows catalog workloads` lists them.
plan-unknown-profile-near = There is no workload “{ $word }”; the nearest is “{ $near }”.
plan-unknown-means = “{ $word }” makes no arrays; intel-rst, intel-rst-vmd, intel-vroc, amd-raidxpert2, windows and linux-md do.
plan-unknown-means-near = “{ $word }” makes no arrays; the nearest is “{ $near }”.
plan-bad-amount = “{ $word }” after >= is neither a width such as x8, nor a rate such as 2500MB/s, nor a count.
plan-array-few = { $level } takes at least { $fewest } drives; here are { $members }.
plan-array-none-left = No drive is left for { $level }: every one is in another array. Say which it is to have, such as { $level }=DRIVE+DRIVE.
plan-no-array = firmware-raid is about arrays, and no word asks for one; add raid0, raid1 or another level.
plan-boot-no-array = boot={ $word } is about an array that no other word asks for; add { $word } as a word of its own.
plan-no-line-rate = Nobody says what { $name } moves at most; say it, such as { $name }>=2500MB/s.
plan-not-in-yet = { $name } is not in the machine yet, so that it cannot stay where it is.
plan-near-what = near={ $name } names one thing only; it takes two, such as near=DRIVE+gpu.
plan-bad-setting = { $problem }
plan-unknown-setting = No rule of this board knows a setting “{ $name }”; `narrows catalog boards` shows its rules.
plan-unknown-setting-near = No rule of this board knows a setting “{ $name }”; the nearest is “{ $near }”.
plan-unknown-value = “{ $value }” is no known value of { $name }; the board’s rules have { $values }.
plan-bad-price = “{ $word }” is no price; one is such as samsung-950-pro-256gb=189.
plan-price-unknown = The catalogue has no board or drive “{ $id }”.
plan-price-unknown-near = The catalogue has no board or drive “{ $id }”; the nearest is “{ $near }”.
plan-nothing-to-place = Nothing in { $source } can be placed. Name what is to be put in: --drives "2x samsung-950-pro-256gb", --cards gpu,intel-x540-t2; `narrows catalog drives` and `narrows catalog cards` list what is known.
plan-no-slots = { $source } shows no slot to put anything into. Name the board with --board (`narrows catalog boards` lists them), or plan for catalog:BOARD.

plan-wish-lanes = { $piece } has at least { $lanes } lanes
plan-wish-full = { $piece } runs on all its lanes
plan-wish-line-rate = { $piece } moves { $rate } in and out while all drives work
plan-wish-starts = the machine starts from { $piece }
plan-wish-firmware-array = { $array } is an array of the firmware’s
plan-wish-free-sata = { $count ->
    [one] one SATA port stays free
   *[other] { $count } SATA ports stay free
}
plan-wish-processor = { $piece } hangs on the processor’s lanes
plan-wish-chipset = { $piece } hangs on the chipset
plan-wish-near = { $piece } and { $other } are next to each other
plan-wish-at = { $piece } is in { $seat }
plan-wish-stays = { $piece } stays where it is
plan-wish-no-adapters = no adapters

plan-aim-together = all together, { $workload ->
    [sequential] sequential reading
    [random] random reading
    [write] sequential writing
   *[other] { $workload }
}
plan-aim-each = the slowest alone, { $workload ->
    [sequential] sequential reading
    [random] random reading
    [write] sequential writing
   *[other] { $workload }
}
plan-aim-of = { $piece } alone, { $workload ->
    [sequential] sequential reading
    [random] random reading
    [write] sequential writing
   *[other] { $workload }
}
plan-aim-to-card = straight to { $piece }, { $workload ->
    [sequential] sequential reading
    [random] random reading
    [write] sequential writing
   *[other] { $workload }
}
plan-aim-latency = short way to { $piece }
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
    [0] straight to the processor
    [one] through one switch
   *[other] through { $count } switches
}
plan-amount-chipset = through the chipset
plan-between-names = {", "}
plan-between-sentences = {" "}
plan-between-wishes = {"; "}
plan-answer-put = Put { $puts }.
plan-answer-as-is = Everything is already where it is best.
plan-answer-brings = That brings { $amount } ({ $aim }).
plan-answer-counts = By what is asked ({ $aim }): { $amount }.
plan-answer-drives = No place limits it: every drive runs as fast as it can.
plan-answer-limit = The limit is { $limit }: { $capacity }.
plan-answer-narrow = Narrower than they could run: { $cards }; `--want { $words }` forbids that.
plan-runs-at = { $piece } (x{ $here } of x{ $most })
plan-finding-obvious = The first slots that fit are worse ({ $puts }): { $why }
plan-finding-obvious-is-best = The first slots that fit are also the best.
plan-finding-obvious-same = The first slots that fit bring the same ({ $puts }).
plan-finding-today = As it is now ({ $puts }): { $why }
plan-finding-open = Not known for sure: { $open }. Why, and what would settle it, stands under “Starting and RAID”.
plan-why-limit = { $aim }: { $here } instead of { $best }, limited by { $limit } ({ $capacity }).
plan-why = { $aim }: { $here } instead of { $best }.
plan-why-same = brings the same.
plan-why-broken = this does not hold: { $wishes }.

plan-impossible = There is no way to place everything.
plan-given-up = No arrangement was found before the search was given up: whether there is one is not known. Fewer pieces or fewer wishes at a time, or some drives named to a slot (DRIVE@SLOT), make the search shorter.
plan-impossible-pieces = There is no place for all of these: { $pieces }.
plan-impossible-array = Nothing that is known here makes { $arrays } of { $pieces }.
plan-question-made = { $means } makes { $array }
plan-question-starts = the machine starts from { $array } by { $means }
plan-impossible-wish = This cannot be: { $wish }.
plan-impossible-wishes = These cannot all be: { $wishes }.
plan-clash-no-fit = { $piece } does not fit { $slot }.
plan-clash-taken = { $slot } would hold { $other } and { $piece }.
plan-clash-off = { $slot }, where { $piece } would be, is switched off by { $uses }.
plan-clash-no-lanes = { $slot } has no lanes left for { $piece }.
plan-clash-no-split = As far as anybody says, the firmware cannot split { $slot } for { $piece }.
plan-clash-no-bay = { $piece } would be in a bay that is none.
plan-obstacle-no-slot = { $count ->
    [one] No slot here takes { $pieces }.
   *[other] No slot here takes any of { $pieces }.
}
plan-obstacle-crowd = { $pieces } fit only { $slots }: { $count } for { $places ->
    [one] one place
   *[other] { $places } places
}.
plan-obstacle-taken = What else { $piece } fits is taken: { $puts }.
plan-obstacle-only-in = { $wish }: that is possible in { $slots }.
plan-obstacle-only-alone = { $wish }: { $slots } could do that, but not with all the other pieces in the machine.
plan-obstacle-pair-alone = { $wish }: that could be, but not with all the other pieces in the machine.
plan-obstacle-nowhere = { $wish }: no slot here does that, whatever else is in the machine.
plan-obstacle-widest = { $piece } gets { $link } at most, whatever else is in the machine.
plan-obstacle-rate = { $piece } is to move { $rate }, but gets { $link } at most, which carries { $carries }.
plan-obstacle-ports = { $most ->
    [0] None
    [one] One
   *[other] { $most }
} of { $ports ->
    [one] one SATA port
   *[other] { $ports } SATA ports
} can stay free at most.
plan-obstacle-adapters = { $pieces }: nothing here takes them without an adapter.
plan-obstacle-adapters-all = Without adapters not everything finds a place at once.
plan-and-more = { $names } and { $count } more
plan-more-lines = And { $count ->
    [one] one more.
   *[other] { $count } more.
}
plan-rule-use = because { $uses } is in use
plan-rule-setting = because of { $settings }
plan-rule-both = because { $uses } is in use with { $settings }

plan-move = Move { $piece } from { $from } to { $to }.
plan-move-in = Put { $piece } into { $to }.
plan-move-exchange = Exchange { $piece } in { $from } and { $other } in { $to }.
plan-move-set = Set { $name } = { $value }.
plan-gain-alone = { $target } alone: { $before } → { $after }
plan-serial = { $piece } (serial number { $serial })

plan-heading-board = The board
plan-heading-ways = Beside each other
plan-heading-arrays = Arrays
plan-heading-answers = Starting and RAID
plan-heading-set = To set in the firmware
plan-heading-moves = From today to there
plan-heading-impossible = What stands in the way
plan-heading-confirm = To confirm it
plan-way-best = best
plan-way-runner-up = { $number }
plan-way-obvious = first slots
plan-way-today = today
plan-column-way = arrangement
plan-column-limit = limit
plan-door-processor = Processor
plan-door-root-complex = Root complex
plan-door-chipset = Chipset
plan-door-switch = Switch
plan-door-network-link = Network link
plan-uplink = { $name }: { $load } of { $carries }
plan-empty = empty
plan-limit-uplink = the uplink
plan-limit-drive = the drive itself
plan-off-slots = off: { $slots } { $because }
plan-adapter-m2-to-pcie = on an M.2 card
plan-adapter-u2-to-m2 = with a U.2 kit in M.2
plan-adapter-u2-to-pcie = on a U.2 card
plan-below = { $current } of { $possible }
plan-more-slots = { $count ->
    [one] one more empty slot
   *[other] { $count } more empty slots
}: { $slots }
plan-fixed = stays: { $drives }
plan-proof-exact = Nothing is better: { $count ->
    [one] one arrangement was looked at, and every other is the same or cannot be better.
   *[other] { $count } arrangements were looked at, and every other is the same or cannot be better.
}
plan-proof-gap = { $count ->
    [one] One arrangement was looked at
   *[other] { $count } arrangements were looked at
}; nothing is better by more than { $percent }.
plan-array-by = { $array } of { $members }, made by { $means }
plan-array-by-none = { $array } of { $members }, and nothing known makes it
plan-answer-yes = yes
plan-answer-no = no
plan-answer-not-known = not known
plan-answer-contradicted = contradicted
plan-question = { $question }: { $verdict }
plan-as-set = as far as the settings are known now: { $verdict }
plan-to-set = set: { $what }
plan-settle = would settle it: { $what }
plan-rests-on = rests on: { $sources } ({ $confidence })
plan-as-above = the rest is as above
plan-gain = { $target }: { $before } → { $after }
plan-few-moves = { $count ->
    [one] One move reaches { $amount }: { $what }
   *[other] { $count } moves reach { $amount }: { $what }
}
plan-confirm = `{ $command }` should show { $rate } in all ({ $low } to { $high }).
plan-saved = The plan is kept as a machine file: { $path }
plan-svg-legend-flow = what flows ({ $aim })
plan-svg-legend-limit = the limit
plan-svg-title = Plan for { $name }
