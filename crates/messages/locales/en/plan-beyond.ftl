# Beyond one board: which board, which means of RAID, what to buy.

plan-beyond-no-place = There is no place for { $piece }.

# Means of RAID.
plan-beyond-card = RAID card
plan-beyond-trim-none = no
plan-beyond-trim-levels = RAID { $levels }
plan-beyond-tool-firmware = the firmware's menu
plan-beyond-tool-card = the card's own menu
plan-beyond-tool-maker = the maker's program
plan-beyond-and = {", "}
plan-beyond-or = {" or "}
plan-beyond-reader-linux = any Linux
plan-beyond-reader-windows = any Windows
plan-beyond-reader-same-firmware = the same firmware RAID
plan-beyond-reader-same-card = the same kind of card
plan-beyond-places-any = any slots, mixed
plan-beyond-places-chipset = the chipset's only
plan-beyond-places-processor = the processor's only
plan-beyond-places-card = on the card
plan-beyond-extra-nothing = nothing
plan-beyond-extra-key = a key
plan-beyond-extra-card = a card

# Purchases.
plan-beyond-offer-slots = the same, each in its best place
plan-beyond-offer-another = one more { $model }
plan-beyond-offer-instead = { $model } instead
plan-beyond-offer-board = on { $board }
plan-beyond-filled = { $drives }: { $now } in all, which fills the place ({ $place }, limited by { $limit }). The slowest drive of the catalogue that would do is { $model }; a faster one brings nothing there.
plan-beyond-filled-by-none-else = { $drives }: { $now } in all, which fills the place ({ $place }, limited by { $limit }). No other drive of the catalogue does.
plan-beyond-fill = { $drives }: { $now } in all; the place gives { $place }, limited by { $limit }. The slowest drive of the catalogue that fills it is { $model }; one still faster brings nothing more there.
plan-beyond-fill-none = { $drives }: { $now } in all; the place gives { $place }, limited by { $limit }. No drive of the catalogue fills it.

# The page.
plan-beyond-heading-boards = Which board
plan-beyond-heading-means = By which means
plan-beyond-heading-buying = What money would bring
plan-beyond-column-board = board
plan-beyond-column-of-best = of the best
plan-beyond-column-price = price
plan-beyond-column-limit = limited by
plan-beyond-column-means = means
plan-beyond-column-made = possible
plan-beyond-column-starts = starts
plan-beyond-column-read = read MB/s
plan-beyond-column-write = write MB/s
plan-beyond-column-random-read = random read
plan-beyond-column-random-write = random write
plan-beyond-column-trim = TRIM
plan-beyond-column-mixing = slots
plan-beyond-column-extra = to buy
plan-beyond-column-elsewhere = read elsewhere by
plan-beyond-column-purchase = purchase
plan-beyond-column-brings = brings
plan-beyond-column-gain = gain
plan-beyond-column-per-price = per unit of price
plan-beyond-yes = yes
plan-beyond-no = no
plan-beyond-not-known = not known
plan-beyond-contradicted = contradicted
plan-beyond-up-to-card = varies
plan-beyond-not-possible = not possible
plan-beyond-now = as it is now
plan-beyond-and-wish = {"; "}
plan-beyond-best-board = Take the { $board }: { $places }.
plan-beyond-cheapest = The cheapest within 5 % of the best is the { $board }, at { $price }.
plan-beyond-cannot = { $board }: not everything asked can be had on it.
plan-beyond-cannot-because = { $board }: not everything asked can be had on it: { $why }.
plan-beyond-cannot-unless = { $board }: not everything asked can be had on it: { $why }. Without these wishes it comes to { $rate }.
plan-beyond-means-not = { $means } does not make it: { $what }
plan-beyond-means-open = Whether { $means } makes it is open; this would settle it: { $what }
plan-beyond-means-set = { $means } takes some settings: { $what }
plan-beyond-most-for-price = Most for its price: { $what }.
plan-beyond-heading-network = To the network
plan-beyond-network-limited = { $card } sends out { $rate } of the { $drives } that the drives bring; { $limit } is what limits.
plan-beyond-network-ports = { $card } sends out { $rate }, all that its ports carry; the drives bring { $drives }.
