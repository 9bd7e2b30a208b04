# Messages of plans beyond one board: which board, which RAID engine, what to buy.

plan-beyond-no-place = No room for { $piece }.

# RAID engines.
plan-beyond-card = RAID card
plan-beyond-trim-none = no
plan-beyond-trim-levels = RAID { $levels }
plan-beyond-tool-firmware = firmware menu
plan-beyond-tool-card = card menu
plan-beyond-tool-maker = vendor tool
plan-beyond-and = {", "}
plan-beyond-or = {" or "}
plan-beyond-reader-linux = any Linux
plan-beyond-reader-windows = any Windows
plan-beyond-reader-same-firmware = the same firmware RAID
plan-beyond-reader-same-card = the same kind of card
plan-beyond-places-any = any, mixed
plan-beyond-places-chipset = chipset only
plan-beyond-places-processor = processor only
plan-beyond-places-card = on the card
plan-beyond-extra-nothing = nothing
plan-beyond-extra-key = key
plan-beyond-extra-card = card

# Purchases.
plan-beyond-offer-slots = same devices in their best slots
plan-beyond-offer-another = one more { $model }
plan-beyond-offer-instead = { $model } instead
plan-beyond-offer-board = on { $board }
plan-beyond-offer-both = { $model } on { $board }
plan-beyond-filled = { $drives }: { $now } in total, the maximum of these slots ({ $place }; bottleneck: { $limit }). The slowest sufficient drive in the catalogue is { $model }; a faster one adds less than 3 % there.
plan-beyond-filled-by-none-else = { $drives }: { $now } in total, the maximum of these slots ({ $place }; bottleneck: { $limit }). No other drive in the catalogue is sufficient.
plan-beyond-fill = { $drives }: { $now } in total; these slots allow { $place } (bottleneck: { $limit }). The slowest drive in the catalogue that reaches this is { $model }; a faster one adds less than 3 % there.
plan-beyond-fill-none = { $drives }: { $now } in total; these slots allow { $place } (bottleneck: { $limit }). No drive in the catalogue reaches this.

# The page.
plan-beyond-heading-boards = Boards
plan-beyond-heading-means = RAID engines
plan-beyond-heading-buying = Upgrades
plan-beyond-column-board = board
plan-beyond-column-of-best = vs. best
plan-beyond-column-price = price
plan-beyond-column-narrow = reduced width
plan-beyond-column-limit = bottleneck
plan-beyond-column-means = engine
plan-beyond-column-made = possible
plan-beyond-column-starts = boots
plan-beyond-column-read = read MB/s
plan-beyond-column-write = write MB/s
plan-beyond-column-random-read = random read
plan-beyond-column-random-write = random write
plan-beyond-column-trim = TRIM
plan-beyond-column-mixing = slots
plan-beyond-column-extra = to buy
plan-beyond-column-elsewhere = readable by
plan-beyond-column-purchase = upgrade
plan-beyond-column-brings = result
plan-beyond-column-gain = gain
plan-beyond-column-per-price = gain/price
plan-beyond-yes = yes
plan-beyond-no = no
plan-beyond-not-known = unknown
plan-beyond-contradicted = conflicting
plan-beyond-up-to-card = varies
plan-beyond-not-possible = not possible
plan-beyond-now = current
plan-beyond-and-wish = {"; "}
plan-beyond-reached = { $score } ({ $objective }): { $boards }.
plan-beyond-best-board = { $equal ->
    [0] Best board: { $board } ({ $places }).
   *[other] Best board: { $board } ({ $places }), and { $equal } more that are equally fast.
}
plan-beyond-cheapest = Cheapest within 5 % of the best: { $board }, at { $price }.
plan-beyond-open = { $board }: unknown whether it meets all requirements. To check: { $why }
plan-beyond-unfinished = the search ran out of time; allow more (`--time`) or fewer boards (`--boards=ID,ID`).
plan-beyond-cannot = { $board }: cannot meet all requirements.
plan-beyond-cannot-because = { $board }: cannot meet all requirements: { $why }.
plan-beyond-cannot-unless = { $board }: cannot meet all requirements: { $why }. Without these requirements it reaches { $rate }.
plan-beyond-means-not = { $means } cannot build it: { $what }
plan-beyond-means-open = It is unknown whether { $means } can build it. To check: { $what }
plan-beyond-means-set = { $means } requires settings: { $what }
plan-beyond-most-for-price = Best value: { $what }.
plan-beyond-heading-network = Network
plan-beyond-network-limited = { $card } sends { $rate } of the { $drives } that the drives deliver. Bottleneck: { $limit }.
plan-beyond-network-ports = { $card } sends { $rate }, the maximum of its ports; the drives deliver { $drives }.

# Levels and numbers of drives beside each other
plan-levels-heading = RAID levels and numbers of drives: { $model }
plan-levels-column-level = level
plan-levels-column-drives = drives
plan-levels-column-may-fail = may fail
plan-levels-column-usable = usable TB
plan-levels-column-random = IOPS r / w
plan-levels-column-network = network MB/s
plan-levels-column-rebuild = rebuild h
plan-levels-column-scrub = scrub h
plan-levels-at-least = ≥ { $hours }
plan-levels-network-from = { $level }: { $network } ({ $rate } of files) is the bottleneck from { $drives } drives on.
plan-levels-network-never = { $level }: the drives are the bottleneck up to { $drives } drives; { $network } carries { $rate } of files.
plan-levels-idle = Hours are for an otherwise idle array and the full capacity of every drive; all drives work at once and share their links.
plan-levels-md-limit = The longer time assumes Linux md's default limit, sync_speed_max, { $rate } per drive; the shorter one a raised limit (/sys/block/md0/md/sync_speed_max).
plan-levels-surface = Disks slow down towards the spindle: the innermost tracks run at { $least } to { $most } % of the rated speed, in proportion to the radius. The table has outer-track rates.
plan-levels-zfs = ZFS rebuilds and scrubs only used space: multiply the hours by the fill level of the pool. Its mirrors, raidz1 and raidz2 have the capacity of raid10, raid5 and raid6, before padding.
plan-levels-zfs-random = In random access, a raidz group of ZFS is about as fast as one of its drives, because a record spans all of them; groups add up, and mirrors read from all their drives. The table's random figures are those of Linux md.
plan-levels-shingled = { $model } is a shingled disk (SMR): a rebuild onto it slows down once it has tracks to write again, and takes days instead of hours. The same maker's disks without overlapping tracks (CMR) do not.
plan-levels-none = --levels: no slots for two equal drives of a known model here.
plan-levels-bad-network = “{ $word }” is not a network rate; write, for example, 10GbE or 2.5GbE.
prices-unreadable = { $file } cannot be read: { $why }
prices-nothing = { $file }: no row with both a name of the catalogue and a price. Write, for example, “name;price” and below it “Samsung 990 PRO 2TB;189.90”.
prices-no-price = { $file }, line { $line }: no name and price in “{ $row }”; left out.
prices-unknown = { $file }, line { $line }: no catalogue entry “{ $name }”; left out.
prices-unknown-near = { $file }, line { $line }: no catalogue entry “{ $name }”; left out. Similar names: { $near }.
prices-several = { $file }, line { $line }: “{ $name }” is ambiguous ({ $found }); left out.
prices-other-currency = { $file }, line { $line }: the price of “{ $name }” is in { $other }, the others in { $currency }; left out.
prices-twice = { $file }, line { $line }: “{ $name }” has two prices; the lower one is used.
