# Which drives share a limit: what was found, what is left open, what contradicts what.
sharing-place-device = { $id }, the device that they stand on
sharing-left-twice = The figures of { $drives } were left out: a drive is listed twice.
sharing-left-missing = The figures of { $drives } were left out: not every drive has one under this workload, and without it nobody knows what it took from the others.
sharing-left-partial = The figures of { $drives } were left out: they were cut short, or requests of a drive failed.
sharing-left-zero = The figures of { $drives } were left out: a rate among them is no positive number.
sharing-left-held = The figures of { $drives } were left out: a drive was held to a rate, so that they do not say what it could have taken.
sharing-left-staggered = The figures of { $drives } were left out: the drives did not start at once. Who starts last measures partly alone; only what all do at the same time tells who shares what.
sharing-left-others = The figures of { $drives } were left out: others used a drive meanwhile.
sharing-faster-together = { $drive } did { $rate } beside others ({ $members }), more than the { $alone } it does alone. One of the two figures is no measure of the drive: a cache answered, or something held it back while it ran alone.
sharing-unsteady = { $drive } did { $low } once and { $high } another time, in the same company ({ $members }). Both cannot be its share: something else changed between the two.
sharing-untold-figures = Who of { $drives } shares what cannot be told: no round has figures that can be used.
sharing-untold-alone = Who of { $drives } shares what cannot be told: what each of them does alone was not measured, so that nobody knows what company costs it.
sharing-untold-together = Who of { $drives } shares what cannot be told: no two of them ran at the same time. Running all of them together would tell first.
sharing-untold-loss = { $drives } lose up to { $percent } % when all run, so that something holds them back together; which of them share it cannot be told yet. Running { $run } together would tell.
sharing-untold-loss-all = { $drives } lose up to { $percent } % when all run, so that something holds them back together; which of them share it cannot be told from these figures.
sharing-open-silent = { $drives } gave no figure that can be used: whether it shares anything with the others cannot be told.
sharing-open-alone = What { $drives } do alone was not measured, so that it cannot be told what company costs them.
sharing-open-together = What all of { $drives } do together was not measured. What is found holds for the sets that ran; limits that only all of them reach are not seen.
sharing-open-member = Whether { $drives } belongs to the limit of { $limit } cannot be told yet. Running { $run } together would tell.
sharing-open-limit = { $drives } may share a limit ({ $percent } % likely); the figures do not suffice to say so. Running { $run } together would tell.
sharing-open-limit-all = { $drives } may share a limit ({ $percent } % likely); the figures do not suffice to say so, and no other set of them would tell more.
sharing-open-alike = { $drives } share one limit of { $capacity }, or several limits of their own: { $parts }. No run so far tells these apart. Running { $run } together would tell.
sharing-part = { $drives } ({ $capacity })
sharing-part-place = { $drives } ({ $capacity }; { $place })
sharing-open-hidden = Whether { $drives } have a limit of their own inside that of { $limit } cannot be told yet: it would show only while the others rest. Running { $run } together would tell.
sharing-open-loses = { $drives } loses { $percent } % beside { $members }, and no limit was found that explains it.
sharing-slower = { $drive } was slower by itself in runs { $runs } (by { $percent } %), whoever ran beside it. These runs were not taken for sharing.
sharing-open-many = More drives ran than are looked at together ({ $most } at most), so that nothing is concluded. Name fewer of them: { $drives }.
sharing-open-noise = Rates of { $drives } differ by { $percent } % from run to run of the same set: something else changes meanwhile, and smaller losses cannot be told from that. Longer rounds (`--round 5s`) on an idle machine would tell more.
sharing-open-apart = { $drives } ran alone only. Whether they share anything with the others takes a run of all of them together.
sharing-open-lost = { $sets ->
    [one] No run of a set came to anything: requests failed, or it was cut short. What { $run } together would have told is missing.
   *[other] No run of { $sets } sets came to anything: requests failed, or they were cut short. What they would have told of { $drives } is missing, { $run } together first.
}
sharing-unmet = By the documents { $drives } share { $limit }, which carries { $capacity }. Together they moved { $moved } ({ $alone } alone): it does not limit them, so the documents, or what is known of where the drives hang, are wrong.
sharing-other-machine = Runs { $first } and { $other } have no drive in common: they are of different machines and say nothing on each other.
sharing-simulated-and-real = Run { $simulated } is a simulation and { $real } was measured: what one does says nothing on the other. Name only simulated runs, or only measured ones.
finding-found-limit = { $drives } share a limit of { $capacity } that no place known here has: found from which drives slow each other ({ $together } together, { $alone } each alone in sum; { $percent } % sure).
finding-found-place = { $drives } share { $limit }: together at most { $capacity }, found from which drives slow each other ({ $alone } each alone in sum; { $percent } % sure).
finding-found-lower = { $drives } share a limit of { $capacity }, found from which drives slow each other ({ $alone } each alone in sum; { $percent } % sure). Just these pass { $limit }, which ought to carry { $documented }: it runs below that, or something else that they share is narrower.
finding-found-higher = { $drives } share a limit of { $capacity }, found from which drives slow each other ({ $alone } each alone in sum; { $percent } % sure). Just these pass { $limit }, which is documented with only { $documented }: the document is wrong, or it is another place.

# The page on shared limits.
sharing-heading-limits = Shared limits
sharing-heading-private = Each by itself
sharing-heading-unmet = Against the documents
sharing-heading-left = What was left out
sharing-heading-open = Not decided
sharing-heading-experiments = What would tell
sharing-headline-place = { $drives } share { $place }: together they get { $capacity } at most.
sharing-headline = { $drives } share a limit of { $capacity }, which is at no place known here.
sharing-none = { $drives }: none holds another back by a tenth or more.
sharing-none-yet = { $drives }: no shared limit is found so far, and not everything is known.
sharing-method = { $runs ->
    [one] From 1 run of sets of drives (a full inference takes { $most } at most), { $workload }
   *[other] From { $runs } runs of sets of drives (a full inference takes { $most } at most), { $workload }
}
sharing-scatter = rates scatter by { $noise } % from run to run
sharing-sure = { $percent } % sure that it is just these
sharing-cost = costs up to { $percent } % when all run
sharing-shares = they get { $shares }
sharing-no-place = no place known here has just these drives below it
sharing-agrees = { $place }, documented or calculated { $capacity }: agrees
sharing-lower = { $place }, documented or calculated { $capacity }: it carries less
sharing-higher = { $place }, documented or calculated { $capacity }: it carries more, so the document is wrong or it is another place
sharing-undocumented = { $place }; nothing says what it can carry
sharing-others = just as well: { $others }
sharing-gain = { $gain } more
sharing-needs-nothing = only reads
sharing-needs-root = needs root
sharing-needs-hands = needs hands
explain-will-take = Finding out which of { $drives } drives share what takes { $runs } rounds of { $round } at most, { $time } in all; scratch files come on top.
explain-experiments-take = Experiments that tell causes apart and only read take { $time } more at most (`--no-experiments` leaves them).
explain-full-takes = Who shares what is not settled by what fits the minute. `narrows explain` measures on: { $runs } rounds at most, about { $time }.
explain-too-many = { $drives } drives are more than are looked at together ({ $most } at most). Name fewer of them.
explain-trial-moot = An experiment ({ $what }) was about a limit of { $drives } that all figures together no longer show, so that it explains nothing.
explain-stacked = { $drive } was left out: it and { $others } stand on the same device, so that they hold each other back wherever they hang.
explain-too-few = { $drives ->
    [0] There is no drive that can be measured, and sharing takes two.
   *[other] Only one drive can be measured, and sharing takes two.
}
explain-bad-workload = { $name } is no reading workload. `narrows catalog workloads` lists the names; explain only reads.
explain-nothing = No workload's figures are of two drives or more, so that nothing follows on what they share.
