# What the program itself says.
cli-this-machine = this machine
cli-json-failed = cannot write the result as JSON: { $why }
cli-stdout-failed = cannot write to standard output: { $why }
cli-cannot-write = cannot write { $path }: { $why }
cli-source-unreadable = cannot read { $source }: { $why }; a source is a file or directory of a captured machine, a machine file, or catalog:BOARD/NAME
cli-no-such-machine = no machine "{ $name }" in the catalogue; `narrows catalog machines` lists them
cli-no-machine-there = { $path } holds no captured machine: there is no sys/bus/pci or sys/block below it
cli-bad-source = { $place }: { $problem }
cli-no-such-workload = no workload "{ $name }"; `narrows catalog workloads` lists them, and names like rand-read-8k-q64 work too
cli-no-such-drive = no drive "{ $name }" on this machine; there are: { $known }
cli-no-drives = this machine shows no drive to measure
cli-nothing-to-predict = Nothing that could limit { $drive } is known: no link on its way, no figures of the drive.
cli-writing-scratch = writing scratch files
cli-measuring = { $drives }: { $workload }
cli-left-out-not-here = { $drive } was left out: it is not a drive of this machine.
cli-left-out-no-place = { $drive } was left out: no file system on it alone is mounted in which this user may make a scratch file. With --raw (as root) `narrows measure` reads the device itself.
cli-left-out-no-rights = { $drive } was left out: it is mounted on { $path }, but this user may not make files there. Root may, or a folder there that this user owns helps.
cli-left-out-broken = { $drive } was left out: its file system on { $path } is out of service ({ $error }), usually because the drive failed. The kernel log (dmesg) says why.
cli-left-out-lost = { $drive } was left out: writing a scratch file on it did not come to an end. The drive may hang; the kernel log (dmesg) may say why.
cli-other-io = Others moved { $bytes } on { $drive } while it was measured; its figures may be low.
cli-stalled = { $drive } did not answer within the time given: its figures count only what came back, and it was not asked again in this run. The kernel log (dmesg) may say why.
cli-will-take = { $drives } drives take about { $time }.
cli-report-kept = Report: { $path }
cli-no-state-home = no directory to keep the run in: neither XDG_STATE_HOME nor HOME is set
cli-capture-to-terminal = a capture is an archive: name a file with -o, or send standard output somewhere
cli-capture-denied = { $count ->
    [one] One file
   *[other] { $count } files
} could not be read with this user's rights; as root the capture is whole.
cli-left-out-unwritten = { $drive } was left out: no stretch of 64 MiB on it holds data throughout, and reading what was never written would flatter it.
cli-labels-unreadable = your slot labels were left out: { $path }: { $why }
cli-main-job-only = --quick and --no-report belong to the main job, which has no verb
cli-not-measured = { $drive } was not measured under { $workload }: nothing came back before the end.
cli-set-too-large = { $drives } drives at once are too many to predict; at most { $most } (name smaller sets with --together)
