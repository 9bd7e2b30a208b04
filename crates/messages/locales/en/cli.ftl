# Messages of the command line and the catalogue.
cli-this-machine = this machine
cli-json-failed = cannot write the result as JSON: { $why }
cli-stdout-failed = cannot write to standard output: { $why }
cli-cannot-write = cannot write { $path }: { $why }
cli-stdout-closed = cannot write to standard output: it is closed
cli-output-link = { $path } is a symbolic link; Narrows does not write through links; name the file itself
cli-output-device = { $path } is a device; Narrows never overwrites devices, not even with --force; name a file
cli-output-directory = { $path } is a directory; name a file in it
cli-output-no-file = { $path } is neither a file nor a pipe; name a file
cli-output-not-ours = { $path } exists and was not written by Narrows as this kind of file; use --force to replace it
cli-output-planted = { $path } belongs to another user, in a directory that everyone may write to; name another file
cli-output-meanwhile = { $path } was created or changed by another process in the meantime and was left as it is; run the command again
cli-output-no-reader = no process reads from the pipe { $path }
cli-output-twice = only one file can go to standard output
cli-no-png-of-sweep = --png and --card draw data flow, not sweeps; --svg plots sweeps
cli-card-name = a card is an SVG or a PNG file: { $path } ends in neither .svg nor .png
cli-no-picture = no picture: there is no placement to draw
cli-names-nothing = "{ $name }" names nothing: no drive, partition or array of { $machine }, no file, folder or source (a capture, a machine file, or catalog:BOARD/NAME) has that name; available: { $known }
cli-names-nothing-near = "{ $name }" names nothing: no drive, partition or array of { $machine }, no file, folder or source (a capture, a machine file, or catalog:BOARD/NAME) has that name; similar: { $known }
cli-source-no-text = { $source } cannot be read together with other files: only texts that lspci, nvme list, lsblk, dmesg and the like print can
cli-source-is-drive = { $source } is a drive or array, and this command works on whole machines: leave it out, or ask for the drive with `narrows see { $source }`, `narrows check { $source }`, `narrows explain { $source }` or `narrows measure { $source }`
cli-source-unreadable = cannot read { $source }: { $why }; a source is a capture (file or directory), a machine file, or catalog:BOARD/NAME
cli-board-alone = catalog:{ $board } is a board without drives; place some with `narrows plan catalog:{ $board } --drives ...`, or list its lanes with `narrows lanes catalog:{ $board }`
cli-no-such-machine = no machine "{ $name }" in the catalogue; `narrows catalog machines` lists them
cli-no-machine-there = no captured machine in { $path }: it has neither sys/bus/pci nor sys/block, nor the text of a command that can be read
cli-bad-source = { $place }: { $problem }
cli-no-such-workload = no workload "{ $name }"; `narrows catalog workloads` lists them, and names like rand-read-8k-q64 also work
    .page = no workload "{ $name }"; names like rand-read-8k-q64 also work
cli-no-such-drive = no drive "{ $name }" on this machine; available: { $known }
cli-nothing-to-simulate = { $source } has no drives to measure: a board or machine file says where drives can be; add them with [[drive]], or let `narrows plan { $source } --drives LIST --save FILE` write a file that has them
cli-no-drives = no drive to measure on this machine
cli-nothing-to-predict = Cannot predict { $drive }: neither a link on its path nor any figure of the drive is known.
cli-writing-scratch = writing scratch files
cli-measuring = { $drives }: { $workload }
cli-left-out-not-here = Skipped { $drive }: it is not a drive of this machine.
cli-left-out-no-place = Skipped { $drive }: no mounted file system that is on this drive alone lets this user create a scratch file. With --raw (as root), the device itself is read.
cli-left-out-no-rights = Skipped { $drive }: it is mounted on { $path }, but this user may not create files there. Run as root, or create a directory there that this user owns.
cli-left-out-broken = Skipped { $drive }: its file system on { $path } is out of service ({ $error }), usually because the drive failed. The kernel log (dmesg) has the reason.
cli-left-out-lost = Skipped { $drive }: writing a scratch file on it did not finish. The drive may hang; the kernel log (dmesg) may have the reason.
cli-stalled = { $drive } did not respond in time: its figures include only completed requests, and it was not measured again in this run. The kernel log (dmesg) may have the reason.
cli-will-take = Measuring { $drives } drives takes about { $time }.
cli-report-kept = Report: { $path }
cli-no-state-home = no directory to keep the run in: neither XDG_STATE_HOME nor HOME is set
cli-capture-to-terminal = a capture is an archive: name a file with -o, or redirect standard output
cli-capture-denied = { $count ->
    [one] One file
   *[other] { $count } files
} could not be read with this user's rights; run as root for a complete capture.
cli-left-out-unwritten = Skipped { $drive }: it has no fully written stretch of 64 MiB, and reading unwritten blocks would give figures that are too high.
cli-labels-unreadable = your slot labels were ignored: { $path }: { $why }
cli-main-job-only = --quick and --no-report apply without a command; put --on, --seed and --faults after a command that measures, --svg, --png and --card after the command that draws
cli-not-measured-interrupted = { $drive } was not measured under { $workload }: the run was interrupted before measuring began.
cli-not-measured-amount = { $drive } was not measured under { $workload }: the amount was finished too soon for a figure; use a larger --amount.
cli-not-measured = { $drive } was not measured under { $workload }: no request completed before the end.
cli-sweep-too-large = { $drives } drives are too many for a sweep of all of them; at most { $most } (name one drive or array with --of)

# The catalogue: lists and entries.
catalog-nothing = Nothing in the catalogue matches all these words.
catalog-near = Near it: { $near }
catalog-machines = Machines
catalog-boards = Boards
catalog-drives = Drives
catalog-chipsets = Chipsets
catalog-cpus = Processors
catalog-cards = Cards
catalog-workloads = Workloads
catalog-yours = yours
catalog-yours-replaces = yours, replaces ours
catalog-name = name
catalog-chipset = chipset
catalog-slots = slots
catalog-slots-and-ports = Slots and ports
catalog-size = capacity
catalog-link = link
catalog-read = read
catalog-write = write
catalog-uplink = uplink
catalog-lanes = lanes
catalog-splits = bifurcation
catalog-cores = cores
catalog-models = models
catalog-cpu-memory = memory
catalog-roots = root complexes
catalog-block = block size
catalog-depth = queue depth
catalog-jobs = jobs
catalog-pattern = pattern
catalog-random = random, { $percent } % reads
catalog-sequential = sequential, { $percent } % reads
catalog-kind = kind
catalog-length = connector
catalog-ports = network ports
catalog-plugs = plugs into
catalog-slots-thick = thickness in slots
catalog-bays = M.2 bays
catalog-places = places
catalog-forms = form factors
catalog-form-card = card
catalog-card-gpu = graphics
catalog-card-network = network
catalog-card-sas = SAS adapter
catalog-card-sata = SATA controller
catalog-card-raid = RAID card
catalog-card-usb = USB
catalog-card-carrier = M.2 carrier; needs slot bifurcation
catalog-card-switch-carrier = M.2 carrier with a switch
catalog-card-riser = riser; needs slot bifurcation
catalog-card-expander = SAS expander; takes no slot
catalog-card-adapter = adapter
catalog-card-other = other
catalog-socket = socket
catalog-form-factor = form factor
catalog-nvme-boot = boots from NVMe
catalog-boot-built-in = yes, from any drive: the firmware has a driver
catalog-boot-uefi-option-rom = only from drives with a UEFI option ROM
catalog-boot-legacy-option-rom = only from drives with a legacy option ROM
catalog-boot-not-built-in = the firmware has no driver; whether it runs a drive's option ROM is untested
catalog-aliases = model strings
catalog-random-read = random read
catalog-random-write = random write
catalog-random-condition = random figures at
catalog-read-latency = read latency
catalog-write-latency = write latency
catalog-fast-cache = fast write cache
catalog-after-cache = write after cache
catalog-memory = memory
catalog-memory-dram = own DRAM
catalog-memory-host = host memory buffer
catalog-memory-none = none for user data
catalog-power-loss = on a power cut
catalog-power-protected = keeps acknowledged data
catalog-power-at-rest = keeps data at rest; may lose data just written
catalog-power-unprotected = may lose data that was not flushed
catalog-option-rom = option ROM
catalog-rom-none = none
catalog-rom-legacy = for legacy BIOS
catalog-rom-uefi = for UEFI
catalog-rom-not-needed = not needed
catalog-rom-unknown = unknown
catalog-year = year
catalog-family = series
catalog-uplink-shown = visible in PCI
catalog-uplink-hidden = not visible in PCI
catalog-sata = SATA
catalog-nvme-raid = NVMe RAID
catalog-note = note
catalog-confidence = confidence
catalog-confidence-high = high
catalog-confidence-medium = medium
catalog-confidence-low = low
catalog-edition = applies to
catalog-source = source
catalog-file = file
catalog-file-own = { $file }
catalog-file-replaces = { $file }; replaces our entry of the same id
catalog-rules = Effects of one slot on another
catalog-off = off
catalog-raid-unknown = no source says whether RAID accepts a drive in it
catalog-users = On-board devices that use lanes
catalog-unresolved = Not covered by any source
catalog-conflicts = Conflicting sources (the first is used)
catalog-decided-by = would be settled by: { $by }

# Mistakes in the user's own catalogue.
catalog-toml = { $problem }
catalog-no-source = "{ $id }" has no source; add one, even if it is only "measured here"
catalog-no-id = an id must not be empty
catalog-slot-count = "{ $id }" has a count of 0; the least is 1
catalog-twice = "{ $id }" already exists
catalog-twice-in-files = "{ $id }" already exists in { $file }
catalog-about-nothing = "{ $id }" is neither a key of this entry nor a slot, switch or device of this board
catalog-drive-without-link = "{ $id }" is a PCIe drive and needs a link, such as link = "4.0 x4"
catalog-drive-form = "{ $id }": forms are "sata" or "m2" for SATA drives, "m2", "aic" or "u2" for PCIe drives
catalog-card-thick = "{ $id }": a card is 1 to 7 slots thick, and slots_thick lies within slots_thick_between
catalog-cpu-range = "{ $id }": channels, speeds, cores and clocks must be above zero, the least first
catalog-cpu-model = "{ $id }": the model "{ $model }" is none of its aliases, or not within the ranges of its row
catalog-card-length = "{ $id }": an edge connector has 1, 4, 8 or 16 lanes, and its link at most as many
catalog-card-bays = "{ $id }": a carrier needs bays, other cards must not have any; a carrier with a switch needs a link
catalog-drive-with-link = "{ $id }" is a SATA drive: it has no PCIe link
catalog-no-such-chipset = no chipset "{ $id }"; `narrows catalog chipsets` lists them, and a [[chipset]] of your own adds one
catalog-no-such-place = no location named "{ $id }"; slots attach to "cpu", "chipset" or a switch of the board, defined before them
catalog-no-such-slot = this board has no slot "{ $id }"
catalog-slot-link = slot "{ $id }": a slot for "pcie" needs a link, one for "sata" alone has none
catalog-slot-port = port "{ $id }" leads to one slot; do not repeat it or combine it with `count`
catalog-rule-empty = a rule needs a cause (`when` or `setting`) and an effect (`then`)
catalog-rule-effect = slot "{ $id }": an effect is `off = true`, a `link`, or `on` with another attachment
cli-catalog-unreadable = cannot read the catalogue { $path }: { $why }
cli-not-one-board = { $path } holds several boards ({ $boards }); put it into the catalogue folder and name one as catalog:ID
cli-no-board-in-file = { $path } holds entries of a catalogue, but no board; a source is a capture, a machine file or a board
cli-board-not-installed = this command does not read board files directly: put { $path } into the catalogue folder and name it as catalog:{ $boards }
cli-calibrate-unreadable = { $path } is not a run of Narrows: { $problem }. Name a run's directory or the run.json in it.
cli-calibrate-nothing = the run { $path } measured none of this machine's drives alone (simulated runs do not count); drives are matched by serial number, else by name
cli-first-error = { $drive }: the first failed request was at byte { $at }: { $error }
cli-too-many-drives = { $source } has { $drives } drives. More than { $most } take an unexpected amount of memory and time; use --any-size to continue anyway
catalog-check-nothing = Specify the files to check: narrows catalog check my-board.toml
catalog-checked = { $count ->
    [one] One entry
   *[other] { $count } entries
} checked: no mistakes. Put the file into the catalogue folder (`narrows/catalog` in your configuration folder), or name its folder with --catalog.
cli-web-serving = The planner runs at this address, for this machine only. Ctrl-C ends it.
cli-web-no-page = no built page in { $path } ({ $why }): packages contain it; in the sources `cargo xtask page` builds it (needs npm), or NARROWS_PAGE names its folder
cli-web-no-port = cannot listen on { $address }: { $why }; name another port with --port
cli-web-no-source = cannot serve this source without serial numbers: { $why }
cli-web-exported = Wrote the planner to { $path }. Any web server can serve it; opened as a file it does not run.

# Errors of Linux by number (errno.h).
os-error = { $code ->
    [1] Operation not permitted
    [2] No such file or directory
    [5] Input/output error
    [13] Permission denied
    [16] Device or resource busy
    [17] File exists
    [20] Not a directory
    [21] Is a directory
    [22] Invalid argument
    [28] No space left on device
    [30] Read-only file system
    [40] Too many levels of symbolic links
   *[other] { $text }
}

# Slips in a command line.
slip-on = { $command } takes no --on: give the source by itself, as in { $command } catalog:BOARD.
slip-option = { $command } has no option { $word }.
slip-option-near = { $command } has no option { $word }; did you mean { $near }?
slip-option-elsewhere = { $command } has no option { $word }; the commands that have it: { $others }.
slip-word = { $command } does not expect “{ $word }”.
slip-command = { $command } has no command { $word }.
slip-command-near = { $command } has no command { $word }; did you mean { $near }?
slip-value = “{ $value }” is no value of { $word }: { $values }.
slip-value-why = “{ $value }” is no value of { $word }: { $why }
slip-no-value = { $word } needs a value.
slip-missing = { $command } needs { $word }.
slip-twice = { $word } is given twice.
slip-conflict = { $word } cannot be combined with { $other }.
slip-help = More: { $command } --help
