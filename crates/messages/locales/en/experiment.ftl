# What an experiment shows

experiment-more = { $target }: { $ratio } times the rate with { $changed } instead of { $before } ({ $workload })
experiment-less = { $target }: only { $ratio } times the rate with { $changed } instead of { $before } ({ $workload })
experiment-same = { $target }: no difference seen with { $changed } instead of { $before }: { $ratio } times the rate ({ $workload })
experiment-unknown = { $target }: about { $ratio } times the rate with { $changed } instead of { $before } ({ $workload }). These rounds are too few to tell a difference from chance; more --cycles or --repeat tell it
experiment-link-is-no-limit = { $target }: the link carries { $factor } times as much now, and the drive is as fast as before: this link does not limit it
experiment-link-is-the-limit = { $target }: the rate goes with what the link carries ({ $factor } times as much): this link is its limit
experiment-link-is-in-part = { $target }: the rate changes, but not as much as what the link carries ({ $factor } times as much): the link limits it at one of the two speeds, or not alone
experiment-clock-is-no-limit = { $target }: the processors run at { $factor } times the clock, and the drive is as fast as before: the processors do not limit it
experiment-clock-is-the-limit = { $target }: the rate goes with the processors' clock ({ $factor } times): they are its limit
experiment-clock-is-in-part = { $target }: the rate changes, but not as much as the processors' clock ({ $factor } times): they limit it in part
experiment-drift = { $target }: without any change, later rounds had { $ratio } times the rate of earlier ones ({ $workload }). The comparison allows for a steady drift

# Moved drives

experiment-gone = { $drive } is not to be seen any more. Is it plugged in, and does `narrows see` show it?
experiment-not-moved = { $drive } is still in the same place ({ $place })
experiment-twins = More than one drive calls itself { $drive }, so that nobody can tell which was moved
experiment-other-gone = { $drive } is gone: it is not this move alone that was measured
experiment-other-moved = { $drive } was moved too: it is not this move alone that was measured
experiment-other-new = { $drive } is new: it is not this move alone that was measured
experiment-nameless = { $drive } shows neither serial number nor World Wide Name, so that it could not be recognised in another slot
experiment-still-waiting = The experiment { $id } goes on waiting: move the drive with the machine switched off, then `narrows experiment resume { $id }`
experiment-none-waits = No experiment waits for a moved drive; `narrows experiment move DRIVE` begins one
experiment-step-move = Switch the machine off, move { $drive } to another slot, and change nothing else
experiment-step-resume = Switch it on and call: { $command }

# What cannot be changed

experiment-nothing-to-change = Nothing to change: { $subject } is at { $value } already
experiment-no-scheduler = { $drive } has no I/O scheduler that could be changed
experiment-no-such-scheduler = There is no scheduler { $name } for { $drive } on this machine, only { $known }. Others may be modules that are not loaded (such as `modprobe bfq`)
experiment-systems-own = The running system stands on { $drive }: its scheduler is changed too while this runs
experiment-no-link = { $drive } has no PCIe link of its own whose port is known
experiment-no-uplink = There is no other PCIe link above that of { $drive }
experiment-no-link-control = The kernel (here { $kernel }) offers no control of the link at { $port }, above { $drive }. It takes Linux 6.13 or newer with CONFIG_PCIE_THERMAL=y, and a port that tells when its link's speed changes (lspci -vv: LnkCap: BWNot+)
experiment-no-such-rate = The link at { $port } does not run at { $rate }, only at { $known }
experiment-no-clock-control = The kernel has no say in the processors' clock here (no cpufreq). In a virtual machine the host has; on a real machine, does its firmware leave it to the kernel?
experiment-no-such-clock = The processors do not run at { $clock }, only at { $known }
experiment-no-workload = There is no reading workload { $name }; experiments only read. Names go like seq-read-128k-q32 or rand-read-4k-q1
experiment-needs-root = Only root may change this. Call it with sudo, or with --rehearse to see what would be written
experiment-busy = Another experiment is changing this machine just now. Wait for its end
experiment-no-lock = The lock that keeps experiments apart cannot be taken: { $why }. Nothing has been changed
experiment-no-guardian = The process that would put everything back cannot be started: { $why }. Nothing has been changed
experiment-meanwhile = /{ $path } has changed since it was looked at. Nothing has been changed; try again
experiment-no-knob = /{ $path } is no setting that experiments change; it was left alone
experiment-cannot-read = { $path } cannot be read: { $why }
experiment-cannot-change = { $path } cannot be changed: { $why }
experiment-kept = { $path } was set to { $wanted }, but the kernel kept { $is }

# Ends

experiment-takes = Experiment { $id }: about { $seconds } s
experiment-put-back-by-guardian = The run was ended early; every setting is as before
experiment-not-put-back = Not everything could be put back: { $problems }. Try `narrows restore { $id }`. A restart of the machine puts back all but the write caches of SCSI and ATA drives, which keep this setting themselves
experiment-restored = { $id }: everything is as before
experiment-other-boot = { $id }: the machine was restarted since, which put everything back by itself
experiment-nothing-to-restore = Nothing to put back: neither { $folder } nor { $index }, which leads root to other users' runs, knows of a setting that was left changed. Runs that were kept elsewhere are found with XDG_STATE_HOME set as it was for them
experiment-owed-unreadable = { $entry } leads to a run that may have left settings changed and cannot be read: { $why }. Is that folder not mounted, or only root's to read? If nothing of that run is left, delete { $entry }
experiment-unreadable = { $path } cannot be read: { $why }
experiment-no-such = There is no experiment { $id }; `narrows experiment list` shows them
experiment-several = Which one? { $ids }
experiment-none = No experiment has been made yet

# The page

experiment-about = experiment { $id }, { $started }
experiment-what-link-speed = Speed of the link at { $subject }
experiment-what-cpu-clock = Highest clock of the processors
experiment-what-scheduler = I/O scheduler of { $subject }
experiment-what-move = Slot of { $subject }
experiment-what-write-cache = Write cache of { $subject }
experiment-state-rehearsed = Rehearsal: nothing has been changed
experiment-state-running = Running, or ended without a chance to put things back: `narrows experiment restore`
experiment-state-waiting = Waiting for the drive to be moved
experiment-state-done = Done; every setting is as before
experiment-state-cut-short = Cut short; every setting is as before
experiment-state-not-restored = Not everything could be put back: `narrows experiment restore`
experiment-plan = Measures { $targets } with { $workloads }: { $cycles } times before, changed, and before again; each { $repeat } rounds of { $seconds } s
experiment-plan-move = Measures { $targets } with { $workloads }: { $rounds } rounds of { $seconds } s before the move, and as many after it
experiment-plan-write-cache = Changed for the length of another run; nothing is measured here
experiment-would-write = Would be written
experiment-would-put-back = Would be put back, and read again
experiment-by-guardian = A process of its own puts everything back, also when the experiment is killed
experiment-legend = Ratio: changed over unchanged, with the interval that holds the true one with a probability of at least { $percent } %
experiment-column-id = id
experiment-column-what = what
experiment-column-state = state
experiment-column-before = before
experiment-column-changed = changed
experiment-column-again = before again
experiment-column-ratio = ratio
experiment-column-effect = difference
experiment-figure-rate = rate
experiment-figure-iops = operations
experiment-figure-p99 = 99 % of latencies
experiment-figure-cpu = CPU an operation
experiment-effect-more = more
experiment-effect-less = less
experiment-effect-none = none seen
experiment-effect-unknown = too few rounds
experiment-owed = A run left settings changed: { $ids }.
experiment-owed-advice = If it does not run any more, `narrows restore` as root puts them back.
restore-no-program = where this program lies cannot be told ({ $why })
restore-unit-how = As root, keep it as /etc/systemd/system/narrows-restore.service and run `systemctl enable narrows-restore`: then every start of the machine puts back what a crash left changed.
experiment-move-virtual = { $drive } is a drive of a virtual machine: it is in no slot that it could be moved from. The machine below may be looked at instead
experiment-move-root = This machine runs from { $drive }: move it only while the machine is off, and see before that the firmware starts from the other slot too.
