# Messages about arrays of drives, evaluated before they are built.

# The command.
stripe-verb-one-drive = { $drives ->
    [0] an array needs at least two drives, but none here can be measured; specify two, or directories on two
   *[other] an array needs at least two drives, but there is only one; specify another (`narrows see` lists them)
}
stripe-verb-no-writes = { $target } is only read: writes go to scratch files that the run creates, never to a drive or an existing file. Omit --raw, or specify a drive with a file system, or a directory
stripe-verb-parity-writes = writes of RAID 5 and 6 are not measured: their cost is reading old data and the parity calculation of the RAID engine, which are not done here. Measure reads (--read), or use levels 0, 1, 10 or jbod
stripe-verb-only-reads = Only reads are measured: { $target } is not a scratch file, and nothing else is ever written to.
stripe-verb-parity-only-reads = Only reads are measured: writes to RAID 5 and 6 require reading old data and calculating parity, which is done by the RAID engine.
stripe-verb-parity-some = For { $level }, only reads are measured: writes require reading old data and calculating parity, which is done by the RAID engine. It is therefore not ranked where writes count (--read ranks it).
stripe-verb-too-few-for = { $level } needs { $wants } drives, but there are only { $drives }
stripe-verb-chunk-fixed = chunk size { $chunk } is not possible with { $layer }, which always uses 64 KiB
stripe-verb-chunk-power = chunk size { $chunk } is not a power of two, as { $layer } requires for { $level }; use { $smaller } or { $larger }
stripe-verb-chunk-too-large = chunk size { $chunk } does not fit in the measured range of each drive, { $size }; use a smaller chunk size, or larger scratch files with --scratch-size
stripe-verb-no-folder = cannot read the directory { $path }: { $why }
stripe-verb-same-drive = { $first } and { $second } are on the same drive, { $drive }: an array of both is not expected to be faster, and the results are not those of two drives.
stripe-verb-array-member = { $target } is already an array; specify its member drives
stripe-verb-too-many = { $candidates } configurations of { $drives } drives would take too long; at most { $most }, with { $most_drives } drives (use fewer drives, chunk sizes or levels)
stripe-verb-will-take = This takes about { $time }, less if configurations drop out early: { $candidates } configurations of { $drives } drives, { $jobs ->
    [one] 1 job
   *[other] { $jobs } jobs
}.
stripe-verb-budget-spent = The --budget was used up after { $time }: configurations that more rounds would have separated may be listed as equal.
stripe-verb-interrupted = interrupted while writing scratch files; nothing was measured, and they are removed

# Findings of the sweep.
stripe-job-sequential-read = sequential reads of { $block } at QD{ $depth }
stripe-job-sequential-write = sequential writes of { $block } at QD{ $depth }
stripe-job-sequential-mix = sequential requests of { $block }, { $percent } % reads, at QD{ $depth }
stripe-job-random-read = random reads of { $block } at QD{ $depth }
stripe-job-random-write = random writes of { $block } at QD{ $depth }
stripe-job-random-mix = random requests of { $block }, { $percent } % reads, at QD{ $depth }
stripe-and = { " and " }
stripe-list = {", "}
stripe-objective-unknown = Unknown objective { $name }; use balanced, read, write, latency or custom.
stripe-objective-without-weights = The objective custom requires weights: job=weight,...
stripe-objective-no-job = None of the requested jobs counts for the objective { $name }.
stripe-weights-without-custom = Weights are valid only with the objective custom, not with { $name }.
stripe-weights-zero = All weights are zero: at least one job must count.
stripe-weight-bad = The weight of { $job } must be a non-negative number, not "{ $weight }".
stripe-weight-twice = { $job } has two weights.
stripe-weight-unknown-job = No job { $job } to weight. Requested jobs: { $jobs }.
stripe-reason-only = { $candidate } is the only { $level } configuration measured to the end.
stripe-reason-others-dropped = { $candidate } is clearly better than every other chunk size tried; short rounds were enough to tell.
stripe-reason-best = { $candidate } is the fastest { $level } configuration measured to the end in every job, or within 2 % of it.
stripe-reason-trade = { $candidate } is { $loss } % behind { $rival } in { $job } (still { $figure }), but gains { $gains }.
stripe-reason-close = { $candidate } is { $loss } % behind { $rival } in { $job } (still { $figure }), which the other jobs together outweigh.
stripe-reason-within = { $candidate } is { $loss } % behind { $rival } in { $job } (still { $figure }); over all jobs the difference is within the scatter.
stripe-reason-gain = { $gain } % in { $job }
stripe-reason-tie = Equal within the scatter: { $ties }.
stripe-reason-tie-default = Equal within the scatter: { $ties }; of these it is the default of the RAID engine.
stripe-reason-tie-nearest = Equal within the scatter: { $ties }; of these it is nearest to { $default }, the default of the RAID engine.
stripe-worth = { $array } is worth it for these jobs, run one at a time: weighted by the objective, it is { $gain } times as fast as the fastest single drive (best: { $faster }).
stripe-worth-slower = { $array } is worth it for these jobs, run one at a time: weighted by the objective, it is { $gain } times as fast as the fastest single drive (best: { $faster }), but slower in some (worst: { $slower }).
stripe-worth-unclear = Unclear whether { $array } is worth it: weighted by the objective, it is { $gain } times as fast as the fastest single drive, but the scatter allows { $low } to { $high } times, and below { $worth } times an array is not worth it. Use longer rounds (--time).
stripe-not-worth = { $array } is hardly worth it for these jobs: it is faster than the fastest single drive in some (best: { $faster }), but only { $gain } times as fast when weighted by the objective.
stripe-not-worth-slower = { $array } is not worth it for these jobs: it is faster than the fastest single drive in some (best: { $faster }) and slower in others (worst: { $slower }); weighted by the objective, { $gain } times as fast.
stripe-no-gain = { $array } is not worth it for these jobs: it is not noticeably faster than the fastest single drive in any of them.
stripe-no-gain-slower = { $array } is not worth it for these jobs: it is not noticeably faster than the fastest single drive in any of them, and slower in some (worst: { $slower }).
stripe-worth-job = { $times } times in { $job }
stripe-side-by-side = Used separately, each with its own job, the drives reach { $all } in total ({ $job }); { $array } reaches { $one } for one job.
stripe-side-by-side-more = Several jobs at once need no array: used separately, each with its own job, the drives reach { $times } times the total that { $array } reaches for one job, weighted by the objective ({ $all } vs. { $one } in { $job }).
stripe-side-by-side-fewer = With all drives used separately, each with its own job, those of { $array } reach { $all } in total ({ $job }); the array reaches { $one } for one job.
stripe-risk-stripe = { $array }: if 1 of { $count } drives fails, all data on all of them is lost.
stripe-risk-jbod = { $array }: if 1 of { $count } drives fails, its data is lost, and usually the whole file system.
stripe-risk-mirror = { $array } survives the loss of all but one of its { $count } drives and has the capacity of one.
stripe-risk-mirrored-stripe = { $array } survives the loss of any 1 of { $count } drives and has half of their capacity.
stripe-risk-parity = { $array } survives the loss of 1 of { $count } drives. Writes were not measured: they require reading old data and a parity calculation that is not done here.
stripe-capped = { $drives } share a bottleneck: together they reach { $all } of the { $alone } sum of individual results ({ $job }), and the array reaches { $one }. No array can be faster in this job; `narrows explain` searches for the bottleneck.
stripe-capped-by = { $drives } share { $limit }, which carries { $capacity }: together they reach { $all } of the { $alone } sum of individual results ({ $job }), and the array reaches { $one }. No array can be faster in this job.
stripe-capped-by-some = { $drives } share { $limit }, which carries { $capacity }: together they reach { $all } of the { $alone } sum of individual results ({ $job }). No array of only these drives can be faster in this job.
stripe-advice-fit = According to the model, { $drives } share { $limit }, which carries { $capacity }: with { $count } drives there, drives faster than { $each } gain nothing when all are busy.
stripe-advice-mirror = According to the model, a RAID 1 of { $drives } reads as fast as a RAID 0 ({ $mirror } vs. { $stripe }), because { $limit } limits both. It writes at { $writes } instead of { $writes_stripe } and has the capacity of one drive, but survives a drive failure without data loss: the better choice for a boot drive.
stripe-advice-mirror-streams = According to the model, a RAID 1 of { $drives } reads as fast as a RAID 0 when { $count } programs read at once ({ $streams } vs. { $stripe }), because { $limit } limits both; a single program reads at { $mirror }. It writes at { $writes } instead of { $writes_stripe } and has the capacity of one drive, but survives a drive failure without data loss: the better choice for a boot drive.
stripe-advice-separate = According to the model, a RAID 0 of { $drives } reads at { $stripe }, not { $alone } (sum of individual results): { $limit } limits it. Separate jobs on separate drives reach { $sum } in total, no less, and a drive failure loses only the data on that drive.

# Cache modes.
stripe-cache-unknown = Unknown cache mode { $name }. Available: { $known }, and flush-every-N for any N.
stripe-cache-of-driver = { $name } is a mode of the chipset's Windows driver and cannot be set from Linux. Available on this machine: { $known }; the driver's modes can be tried on virtual hardware (--on).
stripe-cache-of-kernel = { $name } is a Linux mode and does not exist on virtual hardware. Available: { $known }.
stripe-loses-nothing = no acknowledged data
stripe-loses-drive = data still in the drives' volatile caches, unless a program flushed it
stripe-loses-writes = up to the last { $count } writes, if still in the drives' volatile caches
stripe-loses-memory = data still in memory: everything since the last fsync, up to about 30 s of writes
stripe-loses-memory-and-synced = data still in memory and in the drives' volatile caches, even if programs synced it
stripe-loses-synced = data still in the drives' volatile caches, even if programs synced it, because no flush reaches the drives
stripe-loses-driver = data still in the driver's memory, even if programs flushed it; the file system may be damaged
stripe-needs-drive-cache-off = The drives' volatile write caches must be turned off first (NVMe feature 06h, hdparm -W 0).
stripe-needs-no-flush = The kernel must first be set to treat the drives as having no volatile cache (queue/write_cache: write through), so that it sends no flushes.
stripe-needs-both = The drives' volatile write caches must be turned off (NVMe feature 06h, hdparm -W 0), and the kernel must be set to send no flushes (queue/write_cache: write through).
stripe-needs-flushing-off = Write-cache buffer flushing must be turned off in Windows first; until then the driver does not offer write-back.
stripe-cache-faster = { $mode } on { $array }: { $times } times as fast as { $base } in { $job }; a power cut loses { $loses }.
stripe-cache-faster-needs = { $mode } on { $array }: { $times } times as fast as { $base } in { $job }, but a power cut loses { $loses }. { $needs }
stripe-cache-slower = { $mode } on { $array }: { $times } times as fast as { $base } in { $job }; a power cut loses { $loses }.
stripe-cache-but = In { $job } it is only { $times } times as fast.

# The page and the report of a sweep.
stripe-title = Arrays of { $drives }, optimised for { $objective }
stripe-objective-balanced = reads and writes equally
stripe-objective-read = reads
stripe-objective-write = writes
stripe-objective-latency = latency
stripe-objective-custom = the given weights
stripe-take = Use { $candidate }.
stripe-take-not-worth = Use the drives separately; the best array is { $candidate }.
stripe-take-unclear = The best array is { $candidate }; whether it is worth it is unclear.
stripe-take-same-drive = No array can be judged: members are on one drive.
stripe-take-none = No recommendation: no array was measured in every job that counts.
stripe-heading-reads = Reads
stripe-heading-writes = Writes
stripe-heading-separate = { $array } vs. separate drives
stripe-heading-caches = Cache modes on { $array }
stripe-heading-plot = Chunk-size sweep, relative to the best
stripe-column-array = array
stripe-column-score = score
stripe-column-job = job
stripe-column-one-drive = one drive
stripe-column-separately = all, separately
stripe-column-mode = mode
stripe-short-sequential = SEQ{ $block } Q{ $depth }
stripe-short-random = RND{ $block } Q{ $depth }
stripe-dropped = × { $dropped }: clearly worse than { $better }, not measured to the end.
stripe-incomplete = { $candidates }: not ranked, because required measurements are missing.
stripe-not-tried = Not tried: { $why }
stripe-legend-best = ● best in the column, including the single drives.
stripe-legend-same = ~ measured with another chunk size that sends the drives exactly the same requests.
stripe-legend-score = Score: weighted mean of each result relative to the best; ± is half of the 95 % interval from the scatter of repetitions.
stripe-legend-latency = µs and ms: median latency of a single request; lower is better.
stripe-plot-axis = chunk size
stripe-verb-no-disks = the underlying drives are unknown, so none of their settings is changed
stripe-verb-changing = Changing drive settings for the next rounds: { $commands }. Restored by: { $back } (also if this process is killed; after a power cut, by `narrows restore`).
stripe-verb-would-change = Some cache modes would change drive settings, and restore them after their rounds: { $commands }
stripe-verb-cache-layer = { $mode } is a cache mode of a chipset driver, which { $layer } does not have: add --raid-engine intel-rst, vroc or amd-raidxpert
stripe-verb-cache-no-array = no array is recommended, so there is none to compare modes on
stripe-cache-loses = { $mode }: a power cut loses { $loses }.
stripe-heading-caches-untried = Cache modes
stripe-legend-taken = ◀ recommended.
stripe-method = Each result is the median of up to { $count } rounds.
stripe-legend-fewer = (k/n): array of the first k of n drives.
stripe-verb-layer-of-file = Simulating the RAID engine { $layer }, as for { $array } in the machine file.
stripe-verb-layer-not-simulated = { $array } in the machine file uses { $layer }, which cannot be swept; simulating { $instead } instead.
stripe-verb-layer-in = The results include the time that { $layer } takes for each request and chunk, according to the model.
stripe-verb-layer-missing = The results do not include the CPU time that md itself takes for each request and chunk, which increases as the chunk size decreases. `narrows trial` includes it.
