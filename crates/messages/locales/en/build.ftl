# Messages of building arrays: what is shown, what is asked, errors.
build-title = Array { $name }: { $level } ({ $engine }) of { $members }
build-title-existing = Array { $device }
build-facts = { $size } usable, { $fs }, { $mount }
build-facts-chunk = { $size } usable, chunk size { $chunk }, { $fs }, { $mount }
build-no-fs = no file system
build-mounted-at = mounted at { $path }
build-mounted-nowhere = not mounted
build-existing-name = Name in its superblock: { $name }; UUID { $uuid }
build-members = Drives
build-column-drive = drive
build-column-serial = serial number
build-column-size = size
build-column-holds = what is on it now, and is lost
build-empty = nothing found
build-refused-title = Refused
build-steps = Steps, in this order
build-undo-steps = To undo it, in this order
build-undo-where = To undo it: narrows build --undo { $record }
build-destroys = destroys what is on { $drives }
build-rehearsed = Nothing was done. The same command without --rehearse does these steps, after the serial number of each drive was typed (or given with --serial).
build-state-done = done
build-state-already = was done
build-state-skipped = left alone: not of this array
build-state-failed = failed
build-whole = The array stands, and will be there after a reboot.
build-not-whole = Not finished. To go on: narrows build --resume { $record }. To take it apart again: narrows build --undo { $record }. Drives of steps that were not reached are as they were.
build-taken-apart = The array is gone; the system's files are as they were without it. What was on the drives before is not back.

build-step-wipe = Remove the signatures of former use
build-step-partition = Create one partition over the whole drive, aligned to 1 MiB
build-step-settle = Wait until the partitions have their names
build-step-join = Create the array
build-step-volume = Create the striped volume
build-step-format = Create the file system, with the stripe unit of the array
build-step-name-array = Write the array into mdadm.conf, so that it keeps its name after a reboot
build-step-renew-initial-ram-disk = Put that into the initramfs, where the array is assembled
build-step-start-degraded = Have it started after 30 s although a drive is missing
build-step-name-mount = Write the mount into fstab, by UUID and with nofail
build-step-reload = Have systemd read fstab again
build-step-mount-point = Create the mount point
build-step-mount = Mount it
build-step-trim-timer = Turn on the weekly TRIM (fstrim.timer)
build-undo-nothing = Nothing to undo
build-undo-partition = Remove the partition table
build-undo-join = Stop the array; remove its superblocks from the drives
build-undo-format = Remove the file system's signature
build-undo-name-array = Take the line out of mdadm.conf
build-undo-renew-initial-ram-disk = Put that into the initramfs
build-undo-start-degraded = Take the line out of udev's rules
build-undo-name-mount = Take the line out of fstab
build-undo-mount-point = Remove the mount point, if it is empty
build-undo-mount = Unmount it

build-bad-name = { $name }: not a name for an array. Use a letter, then letters, digits, - and _, at most { $most } in all
build-no-level = { $engine } has no { $level } that Narrows would build
build-no-level-given = which RAID level? For example --level raid1; narrows build --help lists the options
build-too-few = { $level } needs at least { $fewest } drives
build-twice = { $drive } is named twice
build-bad-chunk = a chunk of { $chunk } cannot be: a power of two from 4 KiB to 64 MiB is needed
build-bad-mount = { $path }: not a mount point. It must be an absolute path without . and .., and not /
build-nothing-to-mount = { $path }: there is no file system to mount; name one with --fs
build-shown-only = { $engine } is only shown (--rehearse), not built
build-of-a-set = { $drive } is a member of a set ({ $mark }). Whether the rest of the set is still needed cannot be seen from this drive, so it is left alone, also with --wipe. If it is not needed, remove it with the set's own program (mdadm --zero-superblock, pvremove, zpool labelclear)
build-uneven = the drives differ in size by more than 1 %: the larger ones are used in part only. --uneven allows that
build-slow-link = { $drive } runs at { $link }, and could do { $best }: the array will be as slow. Reseat it, or allow it with --slow-link
build-name-taken = there is an array { $name } already; choose another one with --name
build-mount-taken = /etc/fstab mounts something at { $path } already
build-mount-not-empty = { $path } is not empty: what is in it would be hidden
build-no-initial-ram-disk = no program that makes an initramfs was found (update-initramfs, dracut, mkinitcpio): if this system uses one, the array may come back under another name after a reboot
build-not-mounted = The array will not be mounted; --mount FOLDER with --fs does that, also after a reboot.
build-no-random = the kernel gives no random numbers: { $why }
build-record-damaged = record { $record } is damaged
build-record-unreadable = { $path } cannot be used as a record: { $why }
build-no-record = there is no record { $record } in /var/lib/narrows/builds
build-several-records = several records begin with { $record }
build-recorded = Recorded as { $record }
build-locked = another narrows builds or changes settings on this machine right now
build-no-lock = the lock of this machine cannot be taken: { $why }
build-not-root = building needs root's rights. --rehearse shows everything without them, if the drives may be read
build-no-program = { $program } is needed, and not installed (package { $package })
build-serials-missing = refused: the serial number of each drive must be given with --serial ({ $drives }), or typed on a terminal
build-prompt-step = { $command }
build-type-serial = Everything on { $name } ({ $drive }) will be lost; on it now: { $holds }. Type its serial number
build-serial-other = refused: that is not the serial number of { $drive }. Nothing was done
build-doing = { $command }
build-interrupted = interrupted between two steps; to go on: narrows build --resume { $record }, to take it apart: narrows build --undo { $record }
build-step-failed = { $command }: { $why }. To go on when the cause is gone: narrows build --resume { $record }; to take it apart: narrows build --undo { $record }
build-undo-failed = { $command }: { $why }. What is undone stays undone; the same command goes on
build-adopt-failed = { $command }: { $why }. The same command goes on
build-other-drive = { $drive } leads to another drive than when this began: nothing is written to it
build-no-array = { $array } is no md array of this machine

build-lack-array-line = mdadm.conf does not name this array
build-lack-initial-ram-disk = the initramfs is older than mdadm.conf, and assembles arrays as the file was then
build-lack-fstab = /etc/fstab does not mount it at { $path }: after a reboot it is not mounted
build-lack-fstab-by-name = /etc/fstab mounts { $source } at { $path }, a name that can change with any reboot; name it by UUID
build-lack-no-fail = /etc/fstab mounts { $path } without nofail: if a drive is missing, the system does not start
build-next-unknown = Under which name it comes back after a reboot cannot be told: mdadm.conf or the array's superblock could not be read
build-next-same = After a reboot it is there again as { $device }
build-next-other = After a reboot it comes back under another name, such as /dev/md127 or the next free number, and not surely as /dev/md/{ $name }
build-expected = What the model expects of it
build-column-workload = workload
build-column-rate = MB/s (80 % band)
build-column-limit = limited by
build-read-back = { $size } written, flushed, and read back at { $rate }: as written
build-read-back-wrong = { $size } written and read back: { $wrong } blocks of 4 KiB are not what was written. Do not use this array; check drives, cables and memory
build-no-read-back = what was written could not be read back to check it: { $why }
build-ensures-md = --ensure knows arrays of md only, once they are there
build-differs = { $what }: is { $is }, wanted { $wanted }. Changing that would cost what is on the array
build-bad-file = { $path }: { $why }

build-degraded = { $degraded ->
    [one] { $device } is degraded: 1 of its { $drives } drives is missing or has failed
   *[other] { $device } is degraded: { $degraded } of its { $drives } drives are missing or have failed
}
build-rebuilding = { $degraded ->
    [one] { $device } is being rebuilt ({ $percent } % done): 1 of its { $drives } drives is not in sync yet
   *[other] { $device } is being rebuilt ({ $percent } % done): { $degraded } of its { $drives } drives are not in sync yet
}
build-not-running = { $device } does not run: too many of its drives are missing, or it was not started. Nothing can be read from it
build-none-may-fail = If one more drive of { $device } fails, what is on it is lost
build-more-may-fail = { $more ->
    [one] 1 more drive of { $device } may fail without loss
   *[other] { $more } more drives of { $device } may fail without loss
}
build-has-failed = { $drive } has failed; { $device } does not use it any more
build-missing = Of the drives that it was built of, one is not there any more: serial number { $serial }
build-degraded-advice = Copy what matters to another place first. Then check the missing drive and its slot or cable, or add another one of at least the same size: mdadm --manage /dev/{ $device } --add /dev/disk/by-id/DRIVE. It is rebuilt while the array is in use.
build-rebuilding-advice = Nothing to do: leave the drives in place until it is done. cat /proc/mdstat shows how far it is.
build-not-running-advice = Do not create it again: that would cost what is on it. Put the missing drives back; if one is lost for good, start the array without it: mdadm --run /dev/{ $device }. Where that is refused, as after a power cut while a drive was missing: mdadm --stop /dev/{ $device }, then mdadm --assemble --scan --force; check the files on it then.

build-step-physical-volume = Make the drive a physical volume of LVM
build-undo-physical-volume = Remove LVM's label from the drive
build-unanswered = refused: { $path } does not answer { $questions }. What it does not answer is not allowed; narrows build --rehearse --json lists all questions
build-as-wanted = It is there as wanted: nothing was changed.
build-mounted-elsewhere = it is mounted at { $is }, not at { $path }: unmount it first, or name in the file where it is mounted
build-sync-done = All drives of { $device } are synchronized.
build-sync-begins = The initial synchronization of { $device } goes on ({ $percent } %)
build-sync-running = The initial synchronization of { $device } goes on: { $percent } %, { $rate } MB/s, { $left } left
build-sync-waiting = The initial synchronization of { $device } has not begun: it waits for the first write, or for another array on the same drives
build-sync-degraded = A drive is missing in { $device }, and nothing is being rebuilt. See mdadm --detail /dev/{ $device }
build-sync-meanwhile = The array can be used meanwhile; it is slower, and a failing drive can cost data of a parity array. How far it is: narrows build --resume { $record } (with --wait it ends when the array is synchronized)
build-plan-damaged = this is no plan: { $why }
build-plan-other = this is a document of { $schema }; an array is built from narrows.plan/1 (narrows plan --json), narrows.stripe/1 (narrows stripe --json) or a machine file
build-plan-no-array = the plan names no array to build. narrows plan --want raid1=A+B and narrows stripe name one
build-plan-no-such = the plan has no array { $array }. It has: { $arrays }
build-plan-several = the plan has several arrays ({ $arrays }): choose one with --array
build-plan-single = { $drive } is a single drive, which needs no building. Choose an array with --array
build-plan-engine = the array is made by { $engine }, not by md, LVM or btrfs: build it there, or name the drives and --level
build-plan-nested = { $array } is an array of arrays, which is not built
build-plan-drive-gone = refused: the plan's drive { $drive } (serial number { $serial }) is not in this machine
build-plan-drive-twice = refused: several drives have the serial number { $serial } of the plan's drive { $drive }. Name them on the command line
build-plan-drive-unnamed = refused: the plan does not say which drive { $drive } is (no serial number, no by-id name). Plan on the machine itself, or name the drives on the command line
build-plan-drive-other = { $drive } has the serial number { $serial }, the plan's drive { $wanted }
build-sync-expected = Initial synchronization: { $low } to { $high } while the array is not used (md gives each drive at most { $limit })
build-sync-at-least = Initial synchronization: at least { $low } (md gives each drive at most { $limit }; how fast these drives are is not known)
build-trim-works = TRIM reaches the drives.
build-trim-not = TRIM does not reach the drives.
build-trim-unknown = Whether TRIM reaches the drives is not known.
build-trim-drives = { $drives } take no discards.
build-trim-parity = md passes them on at RAID 5 and 6 only with raid456.devices_handle_discard_safely=Y, which is safe only with drives that surely read zeros afterwards.
build-trim-none = --trim none was asked for.
build-trim-not-mounted = Nothing is mounted that would tell them.
build-trim-no-timer = This system has no fstrim.timer, or it is masked; --trim discard does without it.
build-trim-timer-on = fstrim.timer is on already.
build-trim-not-known = Of a drive, or of md's module for parity, it could not be read.
build-step-container = Make the drives a RAID set that the firmware knows (IMSM)
build-undo-container = Stop the set; remove its metadata from the drives
build-container-md = { $container } sets are made by md: leave --raid-engine out
build-container-whole = { $container } sets consist of whole drives: leave --partition out
build-container-level = an { $container } set has no { $level } of { $drives } drives. It has raid0, raid1 of two, raid10 of four, raid5
build-imsm-none = this machine's firmware has no Intel RAID (mdadm --detail-platform): it would not know the set. Turn RST or VROC on in the firmware, or leave --container out
build-imsm-level = the firmware's RAID has no { $level } (mdadm --detail-platform)
build-imsm-drives = the firmware's RAID takes fewer than { $drives } drives in one set (mdadm --detail-platform)
build-imsm-chunk = the firmware's RAID has no chunk of { $chunk }; it has { $chunks }
build-imsm-unasked = { $variable } is set: whether the firmware knows this set was not asked, and mdadm assembles it only with that variable.
build-prospects = Initial synchronization and TRIM
