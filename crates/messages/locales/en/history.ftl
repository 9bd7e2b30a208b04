# Messages of stored runs and of comparing two of them.

# Finding and reading runs.
history-directory-unreadable = cannot list the runs in { $path }: { $why }
history-no-rights = cannot switch to the rights of the calling user: { $why }
history-index-failed = cannot write the index { $path }: { $why }. It can be deleted: it is rebuilt from the run directories.
history-index-unusable = The index { $path } is unusable ({ $why }); all runs were read instead, which takes longer.
history-index-foreign = { $path } is not an index made by Narrows and was left alone. All runs are read instead, which takes longer; move that file away to have the index rebuilt.
history-index-no-file = { $path } is not a regular file (a link, a directory or a device) and was left alone. All runs are read instead, which takes longer; move it away to have the index rebuilt.
history-index-was-broken = The index was corrupt; it was rebuilt from the run directories.
history-index-other-version = The index was from another version; it was rebuilt from the run directories.
history-cut-off = Run { $run } was killed before it was complete; narrows history --forget { $run } deletes it
history-left-out = Run { $run } skipped: { $why }
history-too-many = { $path } contains more than 100,000 directories; the rest was skipped.
history-no-run = { $path } is not a Narrows run: { $why }. Specify a run directory, or the run.json in it.
history-unknown-run = no run "{ $name }" in { $path }, and no file of that name; `narrows history` lists the runs, and latest, latest~1 refer to the newest
history-ambiguous-run = "{ $name }" matches several runs: { $ids }; specify more of the id
history-too-few-runs = "{ $name }" goes back too far: { $known ->
    [0] no runs in { $path } yet; `narrows measure` creates one
    [one] there is 1 run in { $path }
   *[other] there are { $known } runs in { $path }
}
history-bad-since = "{ $text }" is not a valid time; use a date such as 2026-11-01, or an age such as 12h, 7d or 4w
history-bad-percent = "{ $text }" is not a valid percentage; use 0% to 99%, such as 5%
history-indexing = reading the runs
history-indexed = { $count ->
    [one] 1 run
   *[other] { $count } runs
} in the index.
history-where = Directory: { $path }

# The list.
history-title = { $count ->
    [one] 1 run
   *[other] { $count } runs
} in { $path }
history-shown = { $shown } of { $known } runs in { $path }
history-nothing = No runs in { $path } yet; `narrows measure` creates one.
history-nothing-such = None of the { $known } runs in { $path } matches.
history-column-started = started (UTC)
history-column-run = run
history-column-measured = measured
history-column-change = change
history-column-p99 = p99
history-column-repeats = repeats
history-simulated = simulated
history-partial = incomplete
history-advice = `narrows history RUN` shows a run again, `narrows compare RUN RUN RUN --with RUN RUN RUN` compares, `narrows history --forget RUN` deletes.
history-hidden = { $count ->
    [one] 1 simulated run is hidden
   *[other] { $count } simulated runs are hidden
}; --simulated shows them.
history-machine-unknown = machine not known
history-forgotten = { $count ->
    [one] 1 run deleted
   *[other] { $count } runs deleted
}
history-would-forget = { $count ->
    [one] 1 run would be deleted
   *[other] { $count } runs would be deleted
}; nothing was changed
history-forget-foreign = not deleted: { $path } contains "{ $name }", which is not part of a run. Nothing was deleted; move it away first.
history-forget-failed = cannot delete { $path }: { $why }
history-series = { $drive } · { $workload } · { $set }
history-series-legend = Change: relative to the first complete result of the series.
history-set-alone = alone
history-set-all = all together
history-set-held = { $set } (limited: { $targets })
history-drives = { $count ->
    [one] 1 drive
   *[other] { $count } drives
}

# Comparing.
compare-title = { $side }  { $run }, { $started } UTC
compare-simulated-beside-real = One of these runs is simulated: its results come from virtual hardware, so differences may come from the model.
compare-io-errors = I/O errors in { $side }: { $drives }. Figures of these drives are not their speed.
compare-same-run = A and B are the same run.
compare-title-more = { $count ->
    [one] and 1 more run
   *[other] and { $count } more runs
}
compare-verdict-few = Not judged: this requires at least three separate runs on each side (A: { $a }, B: { $b }). Measure again, then name them all: narrows compare A1 A2 A3 --with B1 B2 B3, or use --gather.
compare-verdict-open = Not judged: the runs were cut short, had failed requests, or a figure is 0.
compare-two-sides = name two runs, or the runs of both sides: narrows compare A1 A2 A3 --with B1 B2 B3
compare-too-many = at most { $most } runs on each side
compare-run-twice = run { $run } is named twice; each run counts once
compare-nothing = The two sides have no comparable results: no drive was measured with the same workload in the same set, together with the same drives.
compare-column-drive = drive
compare-column-figure = metric
compare-column-ratio = B / A
compare-column-says = result
compare-times = { $ratio } times
compare-same = at most { $most } different
compare-undecided = undecided
compare-scattered = (scatters too much)
compare-open = may be slower than allowed
compare-faster = faster
compare-slower = slower
compare-more = more
compare-less = less
compare-unknown = not enough runs
compare-failed = slower than allowed
compare-cpu = CPU/I/O
compare-joined-wwn = { $drives }: matched by World Wide Name; no serial number known.
compare-joined-slot = { $drives }: matched by model and slot; no serial number known.
compare-joined-file = { $drives }: the only drive of each side; the files do not name it, so it may be another drive.
compare-joined-name = { $drives }: matched by name; nothing more reliable is known, and names may change between boots.
compare-renamed = { $drive } was called { $before } in A.
compare-beside = { $drive } with { $others }
compare-only-a = Only in A
compare-only-b = Only in B
compare-differs = Other differences
compare-from-runs = Intervals from separate runs (Welch, of logarithms): with 99 % probability all of them contain the true ratio. Slower or faster: the interval excludes 1 and the runs of both sides do not overlap. Undecided: neither 1 nor a difference of 10 % is excluded.
compare-from-repeats = Intervals from the repetitions within a run: 95 %. They do not cover variation between runs, so nothing is concluded from them.
compare-by-samples = (samples)
compare-from-samples = Intervals from samples: 95 %, from the 100 ms steps within a run. They do not cover variation between runs, so nothing is concluded from them.
compare-unjudged = { $count ->
    [one] 1 result was not judged: fewer than three separate runs on a side, or they were cut short or failed.
   *[other] { $count } results were not judged: fewer than three separate runs on a side, or they were cut short or failed.
}
compare-verdict = { $count ->
    [1] B compared with A: the one result is { $slower ->
        [0] faster
       *[other] slower
    }.
   *[other] B compared with A: { $slower } of { $count } results slower, { $faster } faster, { $open } undecided.
}
compare-report-title = Two runs compared
compare-verdict-none = { $count ->
    [one] B compared with A: no difference found; at most { $most }.
   *[other] B compared with A: no difference found in { $count } results; at most { $most }.
}
compare-verdict-undecided = { $count ->
    [one] B compared with A: undecided.
   *[other] B compared with A: no difference found, but { $open } of { $count } results are undecided.
}
compare-more-runs = { $count ->
    [one] Differences of up to { $most } are not excluded. About 1 more run on each side would decide; measure in turn (A B A B), then: narrows compare { $a } { $b } --gather
   *[other] Differences of up to { $most } are not excluded. About { $count } more runs on each side would decide; measure in turn (A B A B), then: narrows compare { $a } { $b } --gather
}
compare-scatter = Differences of up to { $most } are not excluded, and the runs scatter too much for more runs to help: find the disturbance first (other I/O, heat, a cache).
compare-verdict-most = Largest change: { $drive }, { $what }: { $share }.
compare-slower-found = { $count ->
    [one] 1 figure is more than { $percent } slower.
   *[other] { $count } figures are more than { $percent } slower.
}
compare-slower-none = No figure is more than { $percent } slower.
compare-slower-open = { $count ->
    [one] 1 figure may be more than { $percent } slower: undecided.
   *[other] { $count } figures may be more than { $percent } slower: undecided.
}
compare-legend-cut = * cut short or with errors: not representative of the drive.
compare-was-is = { $what }: { $was } → { $is }
compare-not = –
compare-yes = yes
compare-no = no
compare-none = none
compare-what-narrows = Narrows
compare-what-processor = processor
compare-what-board = board
compare-what-firmware = firmware
compare-what-kernel = kernel
compare-what-command-line = kernel command line
compare-what-cpus = logical processors
compare-what-governor = frequency governor
compare-what-clock-limit-mhz = clock limit (MHz)
compare-what-mitigations = mitigations
compare-what-slot = slot
compare-what-drive-firmware = drive firmware
compare-what-link = link during the run
compare-what-simulated = simulated
compare-what-engine = engine
compare-what-direct = O_DIRECT
compare-what-registered-buffers = registered buffers
compare-what-huge-pages = huge pages
compare-what-polled = polled
compare-what-no-cow = copy-on-write disabled for the file
compare-what-file-system = file system
compare-what-region = region read (bytes)
compare-what-start-after-s = start delay (s)
compare-what-place = target type
compare-what-scheduler = scheduler
compare-what-layers = layers below
compare-what-copy-on-write = copy-on-write
compare-what-compressed = compressed
compare-what-fill-percent = file system usage (%)
compare-what-write-cache = volatile write cache
compare-what-other-io = other I/O on the drive
compare-what-throttled = throttling
compare-what-errors = failed operations
compare-what-partial = cut short
