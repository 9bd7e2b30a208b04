# Results of other programs.

import-unknown = no result file of fio (JSON, terse or text), CrystalDiskMark, KDiskMark, AS SSD, DiskSpd (XML or text), Iometer, elbencho (CSV, JSON or text), YABS, hdparm, dd, sysbench fileio, bonnie++, iozone, GNOME Disks or Phoronix Test Suite (XML), nor a table with the columns target, workload and mb_s
import-atto = a file saved by ATTO Disk Benchmark: its format is not public, so it is not supported. Put the figures into a table (CSV) with the columns target, workload and mb_s
import-no-figures = a { $tool } file without results
import-broken = damaged { $tool } file: line { $line }: { $why }
import-table-row = line { $line } of the table: target, workload and one of mb_s, mib_s or iops are required, and figures are numbers with a point
import-empty = no result file here
import-failed = no results in { $source }: { $file }: { $why }
import-unreadable = { $file } could not be read: { $why }
import-too-many = more than { $most } files in { $source }: name the folder of the results only
import-too-many-figures = more than { $most } figures, too many for one run. Import fewer files at a time, or one figure per test
import-too-many-together = too many drives at a time: each figure lists all drives that ran together, more than { $most } names in total. Import fewer files or smaller sets
import-left-out = { $file } was left out: { $why }
import-one-for-several = { $file } was left out: its name lists several drives, but it has a single figure. Put one file per drive into a folder of that name
import-not-of-set = { $file } was left out: its drive is not part of the set { $set }
import-best-of = These figures are the best of several passes, and programs started by hand do not start together: drives that share a limit look faster together than they are. DiskSpd or fio with equal times on all drives gives better evidence.
import-fio-order-unknown = This version of fio does not record when its jobs ran, and their times overlap: their figures are shown, but not used to infer shared bottlenecks. fio 3.36 and later record it; or write one file for each set.
import-fio-group = Job { $job } was left out: with group_reporting fio merged several jobs under its name. Run fio without group_reporting.
import-fio-unread = Job { $job } was left out: it has no read or write rate, or a combined rate without its share of reads.
import-other = results marked “{ $mark }” are not supported; use { $instead }
import-contradiction = { $what } was left out: its figures are inconsistent
import-rates-beside = { $what } was left out: several rates in one line, without the drive of each
import-fio-buffered = Job { $jobs } went through the page cache (direct=0, the default of fio): the rate may be of memory rather than the drive.
import-fio-text = fio's text output names no files and does not show whether the page cache was bypassed. Its JSON does (--output-format=json).
import-dd-buffered = dd went through the page cache: the rate may be of memory rather than the drive. iflag=direct, oflag=direct or conv=fdatasync measure the drive.
import-buffered = { $tool } went through the page cache: these rates may be of memory rather than the drive.
import-fio-terse = Terse output of fio names neither files nor order nor request sizes, and does not say whether requests went past the page cache. Its JSON does (--output-format=json).
import-elbencho-console = elbencho prints whole MiB/s and neither request sizes nor files. Its CSV and JSON say more (--csvfile, --jsonfile).
import-hdparm-cached = "Timing cached reads" of hdparm is the rate of memory and was left out.
import-elbencho-paths = elbencho counts paths without naming them: a test of several paths counts as one target.
import-lacks = Measured by { $tools }, not by Narrows: links, temperatures, other I/O and start times were not observed.
import-lacks-own = Exported by { $tools }: links, temperatures, other processes' I/O and start times are in the run, not in this file.
import-undated = The files contain no date; the time of the import is used.
import-kept = Kept as run { $run }.
report-method-imported = Measured by { $tools }

# Profiles.

profile-broken = invalid profile: { $why }
bench-unknown = no profile "{ $name }", and no file of that name; there are { $known }
bench-broken = { $file }: { $why }
bench-nothing-left = the profile { $name } has no such rows
bench-bad-value = "{ $text }": { $why }
bench-words = cannot measure this: { $why }
bench-about = { $title }. Known from: { $source }.
bench-unconfirmed = Not confirmed: { $what }.
bench-read = read
bench-write = write
bench-mix = { $percent } % reads
bench-fio-unsupported = { $file } uses options that Narrows does not support, so nothing was measured; --ignore OPTION leaves one out: { $options }
bench-fio-empty = { $file } has only a [global] section
bench-fio-targets = the job has the files { $files }, and { $targets ->
    [one] 1 target is
   *[other] { $targets } targets are
} named: name one, or one for each file
bench-fio-twice = { $file } runs the same requests at once on { $target } in sections that differ in rate, caching or start, so that their figures cannot be separated: name a folder, where sections without a filename have a file each, or one target for each file of the job
export-no-samples = no latency samples of { $run }: { $why }. Only kept runs of Narrows have them
bench-steady = Steady after { $passes } rounds: the table shows the mean of the last five.
bench-not-steady = Not steady within { $passes } rounds: the table shows the mean of the last five, which is not a steady state by the specification.
everyday-load = Load a large file
everyday-copy = Copy a folder on the drive
everyday-copy-to = Copy the folder to { $to }
everyday-scan = Search a large text
everyday-write-small = Write many small files
everyday-read-small = Read many small files
everyday-time = seconds
everyday-files = files/s
everyday-cpu = % of one CPU
everyday-how = Jobs run as programs do, through the page cache, with one thread for each drive, on unnamed files of their own; caches are dropped first, and a job ends when all data is on the drive. A copy counts its bytes once. Creating and finding file names is not included.
everyday-not-so = { $option } does not apply to jobs on files; --set takes each, all and each-and-all
everyday-no-folder = { $target } is a file or device: jobs need a drive with a file system, or a folder
everyday-unusable = { $path } cannot be used: { $why }
everyday-no-room = { $path } has { $free } free, and the jobs need { $needed }; --scratch-size makes them smaller, 64 MiB at least
everyday-in-memory = { $path } is in memory ({ $fs }), not on a drive
everyday-failed = { $job } failed: { $why }
