# Results of other programs.

import-unknown = no result file of fio (JSON or text), CrystalDiskMark, KDiskMark, AS SSD, DiskSpd (XML or text), Iometer, elbencho (CSV or JSON), YABS, hdparm or dd, nor a table with the columns target, workload and mb_s
import-atto = a file saved by ATTO Disk Benchmark: its layout is not public and was not confirmed, so that it is not read. Put the figures into a table (CSV) with the columns target, workload and mb_s
import-no-figures = a file of { $tool } without any figure
import-broken = no sound file of { $tool }: line { $line }: { $why }
import-table-row = line { $line } of the table: target, workload and one of mb_s, mib_s or iops are required, and figures are numbers with a point
import-empty = no result file here
import-failed = no results in { $source }: { $file }: { $why }
import-unreadable = { $file } could not be read: { $why }
import-too-many = more than { $most } files in { $source }: name the folder of the results only
import-too-many-figures = more than { $most } figures: no run of so many is shown or kept. Import fewer files at a time, or one figure of each test
import-too-many-together = too many drives at one time: each of their figures names all that ran together, and these are more than { $most } names. Import fewer files or smaller sets at a time
import-left-out = { $file } was left out: { $why }
import-one-for-several = { $file } was left out: its name says several drives, but it has one figure for all of them. Put a file for each drive into a folder of that name
import-not-of-set = { $file } was left out: its drive is not in the name of the set, { $set }
import-best-of = These figures are the best of several passes, and programs started by hand do not start together: drives that share a limit look faster together than they are. DiskSpd or fio with the same time on all drives is better evidence.
import-fio-order-unknown = This version of fio does not say when its jobs ran, and their times overlap: their figures are shown, but not used for what drives share. fio 3.36 and later say it; or write one file for each set.
import-fio-group = Job { $job } was left out: with group_reporting fio added up several jobs under its name, and what each of them did is not in the file. Without group_reporting it is.
import-fio-unread = Job { $job } was left out: it has no rate of reads or writes, or one rate of both without how many of them were reads.
import-other = a result that says { $mark }, which is not read. { $instead } gives what is
import-contradiction = { $what } was left out: its figures contradict each other, so that some are missing or wrong
import-fio-buffered = Job { $jobs } went through the page cache (direct=0, the default of fio): the rate may be of memory rather than the drive.
import-fio-text = The text of fio does not name files, and does not say whether requests went past the page cache. Its JSON does (--output-format=json).
import-dd-buffered = dd went through the page cache: the rate may be of memory rather than the drive. iflag=direct, oflag=direct or conv=fdatasync go to the drive.
import-hdparm-cached = Timing cached reads of hdparm is the rate of memory; it was left out.
import-elbencho-paths = elbencho counts paths but does not name them: a test of several paths is taken as one target.
import-lacks = Measured by { $tools }, not by Narrows: links, temperatures, other processes' I/O and whether all started at once were not observed.
import-lacks-own = Exported by { $tools }: links, temperatures, other processes' I/O and whether all started at once are in the run, not in this file.
import-undated = The files do not say when they were measured; the date is that of reading them.
import-kept = Kept as run { $run }.
report-method-imported = Measured by { $tools }

# Profiles.

profile-broken = no sound profile: { $why }
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
bench-fio-unsupported = { $file } asks for what Narrows does not do, and nothing was measured: { $options }
bench-fio-empty = { $file } has no section but [global]
bench-fio-targets = the job has the files { $files }, and { $targets ->
    [one] 1 target is
   *[other] { $targets } targets are
} named: name one, or one for each file
bench-fio-twice = { $file } runs several sections at the same time on { $target }, which Narrows asks for one thing at a time: name a folder, in which each section has a file of its own, or one target for each file of the job
export-no-samples = no latency samples of { $run }: { $why }. Only kept runs of Narrows have them
bench-steady = Steady after { $passes } rounds: the table has the mean of the last five.
bench-not-steady = Not steady within { $passes } rounds: the table has the mean of the last five, which are no steady state by the specification.
everyday-load = Load a large file
everyday-copy = Copy a folder on the drive
everyday-copy-to = Copy the folder to { $to }
everyday-scan = Search a large text
everyday-write-small = Write many small files
everyday-read-small = Read many small files
everyday-time = seconds
everyday-files = files/s
everyday-cpu = % of one CPU
everyday-how = Jobs run as programs do, through the page cache, in one thread for each drive, on files of the run's own; what they read was dropped from memory before, and their time ends when all is on the drive. A copy counts its bytes once. The files have no names, so that creating and finding names is no part of it.
everyday-not-so = { $option } is not for jobs on files; --set takes each, all and each-and-all
everyday-no-folder = { $target } is a file or device: jobs need a drive with a file system, or a folder
everyday-unusable = { $path } cannot be used: { $why }
everyday-no-room = { $path } has { $free } free, and the jobs need { $needed }; --scratch-size makes them smaller, 64 MiB at least
everyday-in-memory = { $path } is in memory ({ $fs }), not on a drive
everyday-failed = { $job } failed: { $why }
