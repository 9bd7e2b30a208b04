# Messages about shared bottlenecks: findings, open questions and contradictions.
sharing-place-device = underlying device { $id }
sharing-left-twice = Results for { $drives } excluded: a drive is listed twice.
sharing-left-missing = Results for { $drives } excluded: not every drive has a result for this workload, so its effect on the others is unknown.
sharing-left-partial = Results for { $drives } excluded: the measurement was cut short, or requests to a drive failed.
sharing-left-zero = Results for { $drives } excluded: a rate is not a positive number.
sharing-left-held = Results for { $drives } excluded: a drive was rate-limited, so its full rate is unknown.
sharing-left-staggered = Results for { $drives } excluded: the drives did not start at the same time. The last one to start is measured partly alone; only simultaneous load shows which drives share a bottleneck.
sharing-left-others = Results for { $drives } excluded: a drive had other I/O during the measurement.
sharing-left-fell = Results for { $drives } excluded: the link of a drive fell later, or meanwhile.
sharing-faster-together = { $drive } reached { $rate } together with others ({ $members }), more than the { $alone } it reaches alone. One of the two does not represent the drive: a cache responded, or something limited the drive while it ran alone.
sharing-unsteady = { $drive } reached { $low } in one run and { $high } in another, in the same set ({ $members }). Both cannot be its share: something else changed between the runs.
sharing-untold-figures = Cannot determine what { $drives } share: no run has usable results.
sharing-untold-alone = Cannot determine what { $drives } share: none of them was measured alone, so the cost of running together is unknown.
sharing-untold-together = Cannot determine what { $drives } share: no two of them ran at the same time. Run all of them together first.
sharing-untold-loss = { $drives }: up to { $percent } % lost when all drives run, so something limits them together. Which of them share it is not yet known; run { $run } together to find out.
sharing-untold-loss-all = { $drives }: up to { $percent } % lost when all drives run, so something limits them together. These results alone do not show which of them share it.
sharing-open-silent = No usable result for { $drives }: sharing with the other drives is unknown.
sharing-open-alone = No result for { $drives } alone: the cost of running together is unknown.
sharing-open-together = No run of { $drives } all together. The findings apply to the sets that ran; a bottleneck that only all drives reach is not visible.
sharing-open-member = Not yet known whether { $drives } belongs to the bottleneck of { $limit }. Run { $run } together to find out.
sharing-open-limit = { $drives } may share a bottleneck (confidence { $percent } %), but the results are not sufficient to say so. Run { $run } together to find out.
sharing-open-limit-all = { $drives } may share a bottleneck (confidence { $percent } %), but the results are not sufficient to say so, and no other set of these drives would tell more.
sharing-open-alike = { $drives } share one bottleneck of { $capacity }, or have several of their own: { $parts }. No run so far distinguishes the two. Run { $run } together to find out.
sharing-part = { $drives } ({ $capacity })
sharing-part-place = { $drives } ({ $capacity }; { $place })
sharing-open-hidden = Not yet known whether { $drives } have a bottleneck of their own within that of { $limit }: it shows only while the other drives are idle. Run { $run } together to find out.
sharing-open-loses = { $drives } loses { $percent } % when running with { $members }; no bottleneck found explains it.
sharing-heat = { $drives } throttled thermally, up to { $percent } % slower in some rounds. Their rates change from round to round, which is not sharing: cool them and measure again.
sharing-heat-shared = { $drives } throttled thermally when they ran together, up to { $percent } % slower, and never alone: they share heat, not a link. Cool them, or space them apart, and measure again.
sharing-slower = { $drive } itself was { $percent } % slower in runs { $runs }, regardless of which drives ran with it. These runs do not count as sharing.
sharing-open-many = Too many drives to analyse together (at most { $most }); no conclusions drawn. Select fewer of: { $drives }.
sharing-open-noise = Rates of { $drives } vary by { $percent } % between runs of the same set: something else is changing, and smaller losses cannot be distinguished from it. Use longer rounds (`--round 5s`) on an idle machine.
sharing-open-apart = { $drives } ran only alone. Run all drives together to find out whether they share anything with the others.
sharing-open-lost = { $sets ->
    [one] No run of one set succeeded: requests failed, or the run was cut short. Run { $run } together again to fill the gap.
   *[other] No run of { $sets } sets succeeded: requests failed, or the runs were cut short. Information about { $drives } is missing; run { $run } together first.
}
sharing-slower-alone = { $drives } alone: { $moved } measured, { $low } to { $high } predicted. No shared bottleneck explains that: the drive itself, its settings or something in front of it is slower than described.
sharing-slower-alike = { $drives } alone: { $moved } measured; drives described alike reach { $usual }. Compare its link, slot, firmware and settings with theirs.
sharing-unmet = According to the documentation, { $drives } share { $limit } ({ $capacity }). Together they reached { $moved } (sum of individual results: { $alone }), so it is not the bottleneck: either the documentation or the known attachment of the drives is wrong.
sharing-other-machine = Runs { $first } and { $other } have no drive in common: they are from different machines and cannot be combined.
sharing-simulated-and-real = Run { $simulated } is simulated and { $real } is measured: they cannot be combined. Select only simulated runs, or only measured ones.
finding-found-limit = { $drives } share a bottleneck of { $capacity }, inferred from contention ({ $together } together; sum of individual results: { $alone }; confidence { $percent } %). It matches no known component.
finding-found-place = { $drives } share { $limit }: together at most { $capacity }, inferred from contention (sum of individual results: { $alone }; confidence { $percent } %).
finding-found-lower = { $drives } share a bottleneck of { $capacity }, inferred from contention (sum of individual results: { $alone }; confidence { $percent } %). Exactly these drives pass through { $limit }, which should carry { $documented }: it runs below that, or something else they share is slower.
finding-found-higher = { $drives } share a bottleneck of { $capacity }, inferred from contention (sum of individual results: { $alone }; confidence { $percent } %). Exactly these drives pass through { $limit }, documented at only { $documented }: the documentation is wrong, or the bottleneck is elsewhere.

# The page on shared bottlenecks.
sharing-heading-limits = Shared bottlenecks
sharing-heading-private = Individual drives
sharing-heading-unmet = Conflicts with the documentation
sharing-heading-left = Excluded results
sharing-heading-open = Open questions
sharing-heading-experiments = Suggested experiments
sharing-headline-place = { $drives } share { $place }: together at most { $capacity }.
sharing-headline = { $drives } share a bottleneck: together at most { $capacity }. It matches no known component.
sharing-none = { $drives }: no contention of 10 % or more.
sharing-none-yet = { $drives }: no shared bottleneck found so far; some questions are still open.
sharing-method = { $runs ->
    [one] Based on 1 run of drive sets (full inference: at most { $most }), { $workload }
   *[other] Based on { $runs } runs of drive sets (full inference: at most { $most }), { $workload }
}
sharing-scatter = rates vary by { $noise } % between runs
sharing-sure = confidence { $percent } %
sharing-cost = costs up to { $percent } % when all drives run
sharing-shares = shares { $shares }
sharing-no-place = no known component is shared by exactly these drives
sharing-agrees = { $place }, documented or calculated { $capacity }: matches
sharing-lower = { $place }, documented or calculated { $capacity }: observed less
sharing-higher = { $place }, documented or calculated { $capacity }: observed more, so the documentation is wrong or the bottleneck is elsewhere
sharing-undocumented = { $place }, capacity unknown
sharing-others = not ruled out: { $others }
sharing-gain = +{ $gain }
sharing-needs-nothing = read-only
sharing-needs-root = requires root
sharing-needs-hands = manual step
explain-will-take = Finding what { $drives } drives share takes at most { $runs } rounds of { $round }, { $time } in total, plus the time to write scratch files.
explain-experiments-take = Read-only experiments to distinguish causes take at most { $time } more (`--no-experiments` skips them).
explain-full-takes = One minute of measurement did not settle what the drives share. Continue with `narrows explain`: at most { $runs } rounds, about { $time }.
explain-too-many = { $drives } drives are too many to analyse together (at most { $most }). Select fewer.
explain-trial-moot = An experiment ({ $what }) tested a bottleneck of { $drives } that the combined results no longer show; it explains nothing.
explain-stacked = { $drive } was excluded: it and { $others } are on the same device, so they slow each other down wherever they are attached.
explain-too-few = { $drives ->
    [0] No drive can be measured; at least two are required.
   *[other] Only one drive can be measured; at least two are required.
}
explain-bad-workload = { $name } is not a read workload. `narrows catalog workloads` lists the names; explain is read-only.
explain-nothing = No workload has results for two or more drives, so nothing follows about what they share.
sharing-between-parts = {"; "}
