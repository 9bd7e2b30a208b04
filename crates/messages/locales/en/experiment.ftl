# Messages of experiments: results

experiment-more = { $target }: { $ratio } times the rate with { $changed } instead of { $before } ({ $workload }).
experiment-less = { $target }: only { $ratio } times the rate with { $changed } instead of { $before } ({ $workload }).
experiment-same = { $target }: no difference observed with { $changed } instead of { $before }: { $ratio } times the rate ({ $workload }).
experiment-unknown = { $target }: about { $ratio } times the rate with { $changed } instead of { $before } ({ $workload }). Too few rounds to distinguish this from chance; increase --cycles or --repeat.
experiment-link-is-no-limit = { $target }: this link is not the bottleneck. It carries { $factor } times as much now, and the drive is as fast as before.
experiment-link-is-the-limit = { $target }: this link is the bottleneck. The rate follows its capacity ({ $factor } times).
experiment-link-is-in-part = { $target }: this link is the bottleneck at only one of the two speeds, or not the only one. The rate changes, but less than the link's capacity ({ $factor } times).
experiment-clock-is-no-limit = { $target }: the CPU is not the bottleneck. It runs at { $factor } times the clock, and the drive is as fast as before.
experiment-clock-is-the-limit = { $target }: the CPU is the bottleneck. The rate follows its clock ({ $factor } times).
experiment-clock-is-in-part = { $target }: the CPU is part of the bottleneck. The rate changes, but less than the clock ({ $factor } times).
experiment-drift = { $target }: without any change, later rounds reached { $ratio } times the rate of earlier ones ({ $workload }). The comparison compensates for steady drift.

# Moved drives

experiment-gone = { $drive } is no longer visible. Check that it is plugged in and that `narrows see` shows it
experiment-not-moved = { $drive } is still in the same slot ({ $place })
experiment-twins = More than one drive identifies itself as { $drive }; which one was moved is unknown
experiment-other-gone = { $drive } is missing: the results do not reflect this move alone
experiment-other-moved = { $drive } was also moved: the results do not reflect this move alone
experiment-other-new = { $drive } is new: the results do not reflect this move alone
experiment-nameless = { $drive } reports neither a serial number nor a World Wide Name and could not be recognised in another slot
experiment-still-waiting = Experiment { $id } is still waiting: power off, move the drive, then run `narrows experiment resume { $id }`
experiment-none-waits = No experiment is waiting for a moved drive; start one with `narrows experiment move DRIVE`
experiment-step-move = Power off, move { $drive } to another slot, and change nothing else
experiment-step-resume = Power on and run: { $command }

# What cannot be changed

experiment-nothing-to-change = Nothing to change: { $subject } is already at { $value }
experiment-no-scheduler = { $drive } has no I/O scheduler that can be changed
experiment-no-such-scheduler = No scheduler { $name } for { $drive } on this machine; available: { $known }. Others may be modules that are not loaded (such as `modprobe bfq`)
experiment-systems-own = The running system is on { $drive }: its scheduler changes too during the experiment
experiment-no-link = { $drive } has no PCIe link of its own with a known port
experiment-no-uplink = There is no other PCIe link above that of { $drive }
experiment-no-link-control = The kernel ({ $kernel }) cannot control the link at { $port }, above { $drive }. This requires Linux 6.13 or later with CONFIG_PCIE_THERMAL=y, and a port that reports link speed changes (lspci -vv: LnkCap: BWNot+)
experiment-no-such-rate = The link at { $port } does not support { $rate }; available: { $known }
experiment-no-clock-control = The kernel cannot control the CPU clock here (no cpufreq). In a virtual machine the host controls it; on a physical machine, check that the firmware leaves it to the kernel
experiment-no-such-clock = The CPU does not support { $clock }; available: { $known }
experiment-no-workload = There is no read workload { $name }; experiments only read. Example names: seq-read-128k-q32, rand-read-4k-q1
experiment-needs-root = Only root can change this. Run with sudo, or use --rehearse to see what would be written
experiment-busy = Another experiment is currently changing this machine. Wait until it ends
experiment-no-lock = Cannot take the lock between experiments: { $why }. Nothing was changed
experiment-no-guardian = Cannot start the process that restores the settings: { $why }. Nothing was changed
experiment-meanwhile = /{ $path } changed after it was checked. Nothing was changed; try again
experiment-no-knob = /{ $path } is not a setting that experiments change; it was left alone
experiment-cannot-read = cannot read { $path }: { $why }
experiment-cannot-change = cannot change { $path }: { $why }
experiment-kept = { $path } was set to { $wanted }, but the kernel kept { $is }

# Ends

experiment-takes = Experiment { $id }: about { $seconds } s
experiment-put-back-by-guardian = The run ended early; all settings are restored
experiment-not-put-back = Not all settings could be restored: { $problems }. Try `narrows restore { $id }`. A reboot restores everything except the write caches of SCSI and ATA drives, which store this setting themselves
experiment-restored = { $id }: all settings restored
experiment-other-boot = { $id }: the machine was rebooted since, which restored all settings
experiment-nothing-to-restore = Nothing to restore: neither { $folder } nor { $index }, where root finds the runs of other users, lists a changed setting. To find runs kept elsewhere, set XDG_STATE_HOME as it was for them
experiment-owed-unreadable = { $entry } points to a run that may have left settings changed and cannot be read: { $why }. Check that the directory is mounted and readable. If nothing of that run is left, delete { $entry }
experiment-unreadable = cannot read { $path }: { $why }
experiment-no-such = No experiment { $id }; `narrows experiment list` lists them
experiment-several = Which one? { $ids }
experiment-none = No experiments yet

# The page

experiment-about = experiment { $id }, { $started }
experiment-what-link-speed = Speed of the link at { $subject }
experiment-what-cpu-clock = Maximum CPU clock
experiment-what-scheduler = I/O scheduler of { $subject }
experiment-what-move = Slot of { $subject }
experiment-what-write-cache = Write cache of { $subject }
experiment-state-rehearsed = Rehearsal: nothing was changed
experiment-state-running = Running, or ended before settings were restored: `narrows experiment restore`
experiment-state-waiting = Waiting for the drive to be moved
experiment-state-done = Done; all settings restored
experiment-state-cut-short = Cut short; all settings restored
experiment-state-not-restored = Not all settings could be restored: `narrows experiment restore`
experiment-plan = Measures { $targets } with { $workloads }: { $cycles } cycles of before, changed and before again; { $repeat } rounds of { $seconds } s each
experiment-plan-move = Measures { $targets } with { $workloads }: { $rounds } rounds of { $seconds } s before the move, and as many after it
experiment-plan-write-cache = Changed for the duration of another run; nothing is measured here
experiment-would-write = Would be written
experiment-would-put-back = Would be restored, and read back
experiment-by-guardian = A separate process restores all settings, even if the experiment is killed
experiment-legend = Ratio: changed / unchanged, with an interval that contains the true ratio with a probability of at least { $percent } %
experiment-column-id = id
experiment-column-what = change
experiment-column-state = state
experiment-column-before = before
experiment-column-changed = changed
experiment-column-again = before again
experiment-column-ratio = ratio
experiment-column-effect = difference
experiment-figure-rate = rate
experiment-figure-iops = IOPS
experiment-figure-p99 = latency, p99
experiment-figure-cpu = CPU per I/O
experiment-effect-more = more
experiment-effect-less = less
experiment-effect-none = none observed
experiment-effect-unknown = too few rounds
experiment-owed = A run left settings changed: { $ids }.
experiment-owed-advice = If it is no longer running, restore them with `narrows restore` as root.
restore-no-program = cannot determine the path of this program ({ $why })
restore-unit-how = As root, save it as /etc/systemd/system/narrows-restore.service and run `systemctl enable narrows-restore`: every boot then restores settings that a crash left changed.
experiment-move-virtual = { $drive } is a drive of a virtual machine and is not in a slot that it could be moved from. Check the host instead
experiment-move-root = This machine runs from { $drive }: move it only while the machine is off, and first check that the firmware can boot from the other slot too.
