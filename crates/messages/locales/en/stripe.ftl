# What arrays of drives would do, before they are built.

# The verb.
stripe-verb-one-drive = { $drives ->
    [0] an array takes two drives at least, and there is none here that could be measured; name two, or folders on two
   *[other] an array takes two drives at least, and there is one; name another one (`narrows see` lists them)
}
stripe-verb-no-writes = { $target } is only read: writes go to scratch files that the run makes itself, never to a drive or to a file that was there before. Leave --raw out, or name a drive with a file system, or a folder
stripe-verb-parity-writes = writes of RAID 5 and 6 are not measured: what they cost lies in reading old data and in the parity that the layer calculates, which nothing here does. Ask for reads (--read), or for levels 0, 1, 10 or jbod
stripe-verb-only-reads = Only reads are measured: { $target } is no scratch file, and nothing else is ever written to.
stripe-verb-parity-only-reads = Only reads are measured: what RAID 5 and 6 write costs reading old data and calculating parity, which is the layer's work.
stripe-verb-parity-some = Of { $level } only reads are measured: what its writes cost lies in reading old data and calculating parity, which is the layer's work. So it has no place in the ranking where writes count (--read ranks it).
stripe-verb-too-few-for = { $level } takes { $wants } drives, and there are { $drives }
stripe-verb-chunk-fixed = a chunk of { $chunk } is none for { $layer }: its stripes are of 64 KiB, and nobody can choose
stripe-verb-chunk-power = a chunk of { $chunk } is no power of two, which { $layer } needs for { $level }: { $smaller } or { $larger } is
stripe-verb-chunk-too-large = a chunk of { $chunk } does not fit what is measured of each drive, { $size }; choose smaller chunks, or larger scratch files with --scratch-size
stripe-verb-no-folder = cannot look into { $path }: { $why }
stripe-verb-same-drive = { $first } and { $second } lie on the same drive, { $drive }: no gain is to be expected of an array of both, and the figures are no figures of two drives.
stripe-verb-array-member = { $target } is an array already; name the drives that it is made of
stripe-verb-too-many = { $candidates } arrangements of { $drives } drives are more than anybody waits for; at most { $most }, of { $most_drives } drives (fewer drives, chunks or levels)
stripe-verb-will-take = This takes about { $time }, less where arrangements drop out early: { $candidates } arrangements of { $drives } drives, { $jobs ->
    [one] one job
   *[other] { $jobs } jobs
}.
stripe-verb-budget-spent = The time set with --budget was used up after { $time }: arrangements that further rounds would have told apart may stand as equal.
stripe-verb-interrupted = interrupted while scratch files were written; nothing was measured, and they are gone

# What the sweep's figures say.
stripe-job-sequential-read = sequential reads of { $block } at depth { $depth }
stripe-job-sequential-write = sequential writes of { $block } at depth { $depth }
stripe-job-sequential-mix = sequential requests of { $block }, { $percent } % reads, at depth { $depth }
stripe-job-random-read = random reads of { $block } at depth { $depth }
stripe-job-random-write = random writes of { $block } at depth { $depth }
stripe-job-random-mix = random requests of { $block }, { $percent } % reads, at depth { $depth }
stripe-and = { " and " }
stripe-list = {", "}
stripe-objective-unknown = There is no objective { $name }: balanced, read, write, latency or custom.
stripe-objective-without-weights = The objective custom needs weights: job=weight,...
stripe-objective-no-job = None of the jobs asked counts for the objective { $name }.
stripe-weights-without-custom = Weights go with the objective custom, not with { $name }.
stripe-weights-zero = All weights are zero: at least one job must count.
stripe-weight-bad = The weight of { $job } must be a number that is not negative, not "{ $weight }".
stripe-weight-twice = { $job } has two weights.
stripe-weight-unknown-job = There is no job { $job } to weigh. Asked are { $jobs }.
stripe-reason-only = { $candidate } is the only arrangement of { $level } that was measured to the end.
stripe-reason-others-dropped = { $candidate } is plainly better than every other chunk that was tried; short rounds were enough to tell.
stripe-reason-best = Of the arrangements of { $level } that were measured to the end, { $candidate } is the fastest in every job, or within 2 % of it.
stripe-reason-trade = { $candidate } loses { $loss } % in { $job } against { $rival }, still at { $figure }, and gains { $gains }.
stripe-reason-close = { $candidate } loses { $loss } % in { $job } against { $rival }, still at { $figure }, which it makes up for in the other jobs together.
stripe-reason-within = { $candidate } loses { $loss } % in { $job } against { $rival }, still at { $figure }; over all jobs the difference is within the scatter.
stripe-reason-gain = { $gain } % in { $job }
stripe-reason-tie = As good within the scatter: { $ties }.
stripe-reason-tie-default = As good within the scatter: { $ties }; of these it is what the layer makes by default.
stripe-reason-tie-nearest = As good within the scatter: { $ties }; of these it is nearest to the { $default } that the layer makes by default.
stripe-worth = { $array } is worth it for these jobs, one at a time: as the objective weighs them it is { $gain } times as fast as the fastest single drive (most of all { $faster }).
stripe-worth-slower = { $array } is worth it for these jobs, one at a time: as the objective weighs them it is { $gain } times as fast as the fastest single drive (most of all { $faster }), though slower in others (most of all { $slower }).
stripe-worth-unclear = Whether { $array } is worth it cannot be told: as the objective weighs these jobs it is { $gain } times as fast as the fastest single drive, but the scatter leaves { $low } to { $high } times, and below { $worth } an array is not worth it. Longer rounds (--time) tell more.
stripe-not-worth = { $array } is hardly worth it for these jobs: it is faster than the fastest single drive in some (most of all { $faster }), but as the objective weighs them only { $gain } times as fast.
stripe-not-worth-slower = { $array } is not worth it for these jobs: it is faster than the fastest single drive in some (most of all { $faster }) and slower in others (most of all { $slower }), { $gain } times as fast as the objective weighs them.
stripe-no-gain = { $array } is not worth it for these jobs: in none of them is it noticeably faster than the fastest single drive.
stripe-no-gain-slower = { $array } is not worth it for these jobs: in none of them is it noticeably faster than the fastest single drive, and in some slower (most of all { $slower }).
stripe-worth-job = { $times } times in { $job }
stripe-side-by-side = Used separately, each with a job of its own, the drives do { $all } in sum ({ $job }); { $array } does { $one } for one job.
stripe-side-by-side-more = For several jobs at once no array is needed: used separately, each with a job of its own, the drives do { $times } times as much in sum as { $array } does for one job, as the objective weighs them ({ $all } beside { $one } in { $job }).
stripe-side-by-side-fewer = While all drives run separately, each with a job of its own, those of { $array } do { $all } in sum ({ $job }); it does { $one } for one job.
stripe-risk-stripe = { $array }: one lost drive of { $count } loses everything on all of them.
stripe-risk-jbod = { $array }: one lost drive of { $count } loses what lies on it, and mostly the file system with it.
stripe-risk-mirror = { $array } outlives all of its { $count } drives but one, and holds as much as one.
stripe-risk-mirrored-stripe = { $array } outlives any one lost drive of { $count }, and holds half of them.
stripe-risk-parity = { $array } outlives a lost drive of { $count }. Its writes were not measured: they cost reading old data and sums that nothing here computes.
stripe-capped = { $drives } share a limit: together they get { $all } of the { $alone } that they do alone in sum ({ $job }), and the array gets { $one }. In this job no array can be faster than that; `narrows explain` looks for the limit.
stripe-capped-by = { $drives } share { $limit }, { $capacity } usable: together they get { $all } of the { $alone } that they do alone in sum ({ $job }), and the array gets { $one }. In this job no array can be faster than that.
stripe-capped-by-some = { $drives } share { $limit }, { $capacity } usable: together they get { $all } of the { $alone } that they do alone in sum ({ $job }). In this job no array of these alone can be faster than that.
stripe-advice-fit = By the model, { $drives } share { $limit }, { $capacity } usable: of { $count } drives there, any faster than { $each } gain nothing when all of them work.
stripe-advice-mirror = By the model, a RAID 1 of { $drives } reads as fast as a RAID 0, { $mirror } beside { $stripe }, because { $limit } caps both. Its writes go at { $writes } rather than { $writes_stripe } and it holds as much as one drive, but a lost drive loses nothing: for a drive to boot from, the better of the two.
stripe-advice-mirror-streams = By the model, a RAID 1 of { $drives } reads as fast as a RAID 0 as soon as { $count } programs read at once, { $streams } beside { $stripe }, because { $limit } caps both; one program alone reads at { $mirror }. Its writes go at { $writes } rather than { $writes_stripe } and it holds as much as one drive, but a lost drive loses nothing: for a drive to boot from, the better of the two.
stripe-advice-separate = By the model, a RAID 0 of { $drives } reads at { $stripe }, not at the { $alone } that they do alone in sum: { $limit } caps it. Jobs side by side on separate drives get { $sum } in sum, no less, and a lost drive loses only what is on it.

# Cache modes.
stripe-cache-unknown = There is no cache mode { $name }. There are { $known }, and flush-every-N for any N.
stripe-cache-of-driver = { $name } is a mode of the chipset's Windows driver, which Linux cannot switch. On this machine there are { $known }; the driver's can be tried on virtual hardware (--on).
stripe-cache-of-kernel = { $name } is a mode of Linux, which virtual hardware does not have. There are { $known }.
stripe-loses-nothing = nothing that was acknowledged
stripe-loses-drive = what the drives still hold in their volatile caches, as far as no program asked for a flush
stripe-loses-writes = up to the last { $count } writes, as far as the drives still hold them in their volatile caches
stripe-loses-memory = what is still in memory: everything since the last fsync, up to some 30 s of writes
stripe-loses-memory-and-synced = what is still in memory and in the drives' volatile caches, even what programs had asked to be synced
stripe-loses-synced = what the drives still hold in their volatile caches, even what programs had asked to be synced, for no flush reaches them
stripe-loses-driver = what the driver still holds in memory, even what programs had asked to be flushed; the file system may be damaged
stripe-needs-drive-cache-off = The drives' volatile write caches must be turned off first (NVMe feature 06h, hdparm -W 0).
stripe-needs-no-flush = The kernel must be told first that the drives have no volatile caches (queue/write_cache: write through), so that it sends no flushes.
stripe-needs-both = The drives' volatile write caches must be turned off (NVMe feature 06h, hdparm -W 0), and the kernel be told to send no flushes (queue/write_cache: write through).
stripe-needs-flushing-off = Write-cache buffer flushing must be turned off in Windows first; until then the driver does not offer write-back.
stripe-cache-faster = { $mode } on { $array }: { $times } times as fast as { $base } in { $job }; a power cut loses { $loses }.
stripe-cache-faster-needs = { $mode } on { $array }: { $times } times as fast as { $base } in { $job }, but a power cut loses { $loses }. { $needs }
stripe-cache-slower = { $mode } on { $array }: { $times } times as fast as { $base } in { $job }; a power cut loses { $loses }.
stripe-cache-but = In { $job } it is only { $times } times as fast.

# The page and the report of a sweep.
stripe-title = What arrays of { $drives } would do, by { $objective }
stripe-objective-balanced = reads and writes alike
stripe-objective-read = reads
stripe-objective-write = writes
stripe-objective-latency = waiting times
stripe-objective-custom = the weights given
stripe-take = Take { $candidate }.
stripe-take-not-worth = Use the drives separately; of the arrays, { $candidate } is the best.
stripe-take-unclear = Of the arrays { $candidate } is the best; whether it is worth it cannot be told.
stripe-take-same-drive = No array can be judged by members on one drive.
stripe-take-none = No array was measured in every job that counts: nothing can be recommended.
stripe-heading-reads = Reads
stripe-heading-writes = Writes
stripe-heading-separate = { $array } beside the drives used separately
stripe-heading-caches = Cache modes on { $array }
stripe-heading-findings = What follows
stripe-heading-plot = By chunk, as a share of the best
stripe-column-array = array
stripe-column-score = score
stripe-column-job = job
stripe-column-one-drive = one drive
stripe-column-separately = all, separately
stripe-column-mode = mode
stripe-short-sequential = { $block } seq q{ $depth }
stripe-short-random = { $block } rnd q{ $depth }
stripe-dropped = × { $dropped }: plainly worse than { $better }, so not measured to the end.
stripe-incomplete = { $candidates }: not everything that counts was measured, so there is no place for them.
stripe-not-tried = Not tried: { $why }
stripe-legend-best = ● is the best of a column, the drives themselves included.
stripe-legend-same = ~ was measured on another chunk that sends the drives the very same requests.
stripe-legend-score = The score is the weighted mean of what each figure is of the best; ± is half of its 95 % interval by the scatter of repeats.
stripe-legend-latency = µs and ms are medians of waiting for one request: less is better.
stripe-plot-axis = chunk
stripe-verb-no-disks = it cannot be told on which drives this lies, so that no setting of theirs is changed
stripe-verb-changing = For the next rounds a setting of the drives is changed: { $commands }. It is put back by: { $back } (also if this is killed; `narrows restore` does it after a power cut).
stripe-verb-would-change = For some cache modes a setting of the drives would be changed, and put back after their rounds: { $commands }
stripe-verb-cache-layer = { $mode } is a cache of a chipset's driver, and { $layer } has none: add --raid-engine intel-rst, vroc or amd-raidxpert
stripe-verb-cache-no-array = no array is recommended, and modes are compared on that one
stripe-cache-loses = { $mode }: a power cut loses { $loses }.
stripe-heading-caches-untried = Cache modes
stripe-legend-taken = ◀ is the one to take.
stripe-method = Every figure is the median of up to { $count } rounds.
stripe-legend-fewer = (k/n) is an array of the first k of n drives.
stripe-verb-layer-of-file = The arrays are simulated as { $layer } makes them, like { $array } of the machine file.
stripe-verb-layer-not-simulated = { $array } of the machine file is made by { $layer }, which cannot be swept; the arrays are simulated as { $instead } makes them.
stripe-verb-layer-in = What { $layer } takes for each request and chunk is in these figures, by the model.
stripe-verb-layer-missing = What md itself takes for each request and chunk, in processor time, is not in these figures: the smaller the chunk, the more of it there is. `narrows trial` has it.
