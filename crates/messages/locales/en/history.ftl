# The runs that are kept, and comparing two of them.

# Finding and reading runs.
history-directory-unreadable = cannot list the runs in { $path }: { $why }
history-no-rights = cannot take on the rights of the user who called: { $why }
history-index-failed = cannot write the index { $path }: { $why }. It can be deleted: everything in it can be read again from the runs' directories.
history-index-unusable = The index { $path } could not be used ({ $why }); every run was read instead, which takes longer.
history-index-foreign = { $path } was left as it is: it is not an index that Narrows made. Every run is read instead, which takes longer; move that file away, and an index is made again.
history-index-no-file = { $path } was left as it is: it is not a regular file (a link, a directory or a device), and nothing is written there. Every run is read instead, which takes longer; move it away, and an index is made again.
history-index-was-broken = The index was broken; it was made anew from the runs' directories.
history-index-other-version = The index was another version's; it was made anew from the runs' directories.
history-left-out = Run { $run } was left out: { $why }
history-too-many = { $path } holds more than 100,000 directories; the rest was left out.
history-no-run = { $path } is no run of Narrows: { $why }. A run's directory, or the run.json in it, is wanted.
history-unknown-run = no run "{ $name }" in { $path }, nor a file of that name; `narrows history` lists the runs, and latest, latest~1 name the newest
history-ambiguous-run = "{ $name }" may mean several runs: { $ids }; more of the id is needed
history-too-few-runs = "{ $name }" goes back too far: { $known ->
    [0] no run is kept in { $path } yet; `narrows measure` makes one
    [one] one run is kept in { $path }
   *[other] { $known } runs are kept in { $path }
}
history-bad-since = "{ $text }" is no time; a date such as 2026-11-01, or how long ago, such as 12h, 7d or 4w, is wanted
history-bad-percent = "{ $text }" is no share; one from 0% to 99%, such as 5%, is wanted
history-indexing = reading the runs
history-indexed = { $count ->
    [one] One run
   *[other] { $count } runs
} in the index.
history-where = Directory: { $path }

# The list.
history-title = { $count ->
    [one] One run
   *[other] { $count } runs
} kept in { $path }
history-shown = { $shown } of { $known } runs kept in { $path }
history-nothing = No run is kept in { $path } yet; `narrows measure` makes one.
history-nothing-such = None of the { $known } runs kept in { $path } is such a one.
history-column-started = started (UTC)
history-column-run = run
history-column-measured = measured
history-column-change = change
history-column-p99 = p99
history-column-repeats = repeats
history-simulated = simulated
history-partial = not whole
history-advice = `narrows history RUN` shows one again, `narrows compare RUN RUN` compares two.
history-series = { $drive } · { $workload } · { $set }
history-series-legend = Change: against the first whole figure of the series.
history-set-alone = alone
history-set-all = all together
history-set-held = { $set } (held: { $targets })
history-drives = { $count ->
    [one] one drive
   *[other] { $count } drives
}

# Comparing.
compare-title-a = A  { $run }, { $started } UTC
compare-title-b = B  { $run }, { $started } UTC
compare-simulated-beside-real = One of these runs is simulated: its figures come from virtual hardware, so that what differs may be the model's.
compare-same-run = A and B are the same run.
compare-nothing = The two runs have no figure in common: no drive measured under the same workload in the same set, together with the same others.
compare-column-drive = drive
compare-column-figure = figure
compare-column-ratio = B / A
compare-column-says = what that says
compare-times = { $ratio } times
compare-same = no difference seen
compare-faster = faster
compare-slower = slower
compare-more = more
compare-less = less
compare-unknown = too little to tell
compare-failed = slower than allowed
compare-cpu = CPU/I/O
compare-joined-wwn = { $drives }: joined by World Wide Name, as no serial number is known.
compare-joined-slot = { $drives }: joined by model and slot, as no serial number is known.
compare-joined-name = { $drives }: joined by name, as nothing surer is known; names may change from boot to boot.
compare-renamed = { $drive } was called { $before } in A.
compare-beside = { $drive } beside { $others }
compare-only-a = Only in A
compare-only-b = Only in B
compare-differs = What else differs
compare-from-repeats = Intervals cover 95 % and come from the repeats of both runs.
compare-by-samples = (samples)
compare-from-samples = Intervals from samples cover 95 % and come from the 100 ms steps within a run. They say nothing of what changes from run to run; with --repeat 3 or more in both, the repeats tell.
compare-unjudged = { $count ->
    [one] One figure cannot be told from noise: that run is too short, cut short, or failed. A round of 1 s or more, or three repeats, helps.
   *[other] { $count } figures cannot be told from noise: the runs are too short, cut short, or failed. Rounds of 1 s or more, or three repeats, help.
}
compare-slower-found = { $count ->
    [one] One figure is slower by more than { $percent }.
   *[other] { $count } figures are slower by more than { $percent }.
}
compare-slower-none = No figure is slower by more than { $percent }, as far as they are known.
compare-legend-cut = * cut short or with errors: no measure of the drive.
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
compare-what-clock-limit-mhz = highest clock allowed (MHz)
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
compare-what-no-cow = copy-on-write turned off for the file
compare-what-file-system = file system
compare-what-region = region read (bytes)
compare-what-start-after-s = started after (s)
compare-what-place = kind of target
compare-what-scheduler = scheduler
compare-what-layers = layers below
compare-what-copy-on-write = copy-on-write
compare-what-compressed = compressed
compare-what-fill-percent = file system full (%)
compare-what-write-cache = volatile write cache
compare-what-other-io = others’ I/O on the drive
compare-what-throttled = throttled
compare-what-errors = failed operations
compare-what-partial = cut short
