# Measuring with DiskSpd
diskspd-only-windows = DiskSpd runs on Windows only; --dry-run prints its command lines here, to be run there
diskspd-no-option = DiskSpd has no equivalent of { $option }: leave it out, or measure with another engine
diskspd-device = { $folder } is a drive or volume itself; narrows diskspd uses only its own test files: name a folder, such as D: or E:\bench
diskspd-letters = { $folder } cannot be passed to DiskSpd: use a folder with ASCII letters only, without quotes, %, $, & and the like
diskspd-no-folder = { $folder } is not a whole path on Windows: name a folder with its drive letter, such as D: or E:\bench, or \\server\share
diskspd-no-name = { $folder } needs a name of letters, digits, - and _: write NAME={ $folder }
diskspd-interface = workload { $name }: DiskSpd has no interface { $interface }; remove it from the name
diskspd-pool = workload { $name }: threads shared by all targets ({ $pool }) are not possible with DiskSpd
diskspd-file-too-small = workload { $name } has { $least } in flight, more than the test file of { $size }: choose a larger --scratch-size
diskspd-nothing-said = none of these workloads can be passed to DiskSpd
diskspd-left-out = { $profile }: left out { $row }: { $why }
diskspd-only-files = these are jobs on many files, which DiskSpd does not have
diskspd-no-positions = DiskSpd measures the whole test file, not position by position
diskspd-no-precondition = { $profile }: the test files are not preconditioned; DiskSpd has no such pass
diskspd-not-until-steady = { $profile }: runs as often as --repeat says, not until the rate is steady
diskspd-missing = DiskSpd was not found beside narrows.exe or in PATH. It is a free program of Microsoft: get DiskSpd.zip from the releases of microsoft/diskspd on GitHub, unpack it beside narrows.exe, or name it with --program
diskspd-no-program = --program { $path }: no such file
diskspd-is-another = { $path } is not DiskSpd 2
diskspd-not-started = { $path } could not be run: { $why }
diskspd-no-job = DiskSpd was not started, because Windows refused the job object that ends it together with this program: { $why }
diskspd-found = Using DiskSpd { $version }: { $path }
diskspd-runs = Set { $number } of { $of }: { $set }, { $workload }, { $time }
diskspd-runs-chosen = Set { $number } of at most { $of }: { $set }, { $workload }, { $time }
diskspd-failed = DiskSpd failed on { $set }: { $why }
diskspd-interrupted = interrupted before DiskSpd had measured anything
diskspd-no-room = { $folder } has { $free } free; the test files need { $size }: choose a smaller --scratch-size or another folder
diskspd-no-file = no test file could be made in { $folder }: { $why }. Name a folder in which you may write, such as { $name }=C:\Users\NAME
diskspd-file-is-there = { $path } exists and was not made by this run: another run may be using it. Delete it if not, or name another folder
diskspd-compressed = { $folder } is compressed or encrypted, so reads there do not measure the drive; name another folder
diskspd-file-stays = { $path } could not be deleted; the next narrows diskspd tries again
diskspd-swept = Deleted { $path }, left by a killed run
diskspd-results-not-empty = { $path } is not empty: other results would be mixed with these; name a new folder
diskspd-answers = DiskSpd's own results: { $folder }
diskspd-answers-stay = Partial results of DiskSpd are in { $folder }: narrows explain --from { $folder }
diskspd-administrator = DiskSpd ran with administrator rights and created its test files without writing them; unwritten blocks can be read faster than flash allows. For reliable figures, run it without administrator rights.
diskspd-lines = { $lines ->
    [one] One command line
   *[other] { $lines } command lines
} for the command prompt of Windows (cmd), about { $time } and the time to write the files; then: narrows explain --from { $folder }
diskspd-lines-chosen = narrows diskspd on Windows chooses further sets from these results: at most { $time } in all. For a fixed list: --set each-and-pairs-and-all
