# `narrows hosts`: many hosts asked the same.
hosts-program-missing = { $program }, the program for many hosts, was not found in { $folder }, beside this program, or in PATH. Packages of Narrows contain it; from its sources: cargo build --release -p narrows-hosts
hosts-program-not-started = { $path } could not be run: { $why }
hosts-other-build = Another host runs { $found }, this one Narrows { $own }. Start the same build on all hosts.
cluster-schema = not a cluster file: its schema is "{ $found }", not "{ $wanted }"
cluster-no-such-host = no host named "{ $id }"; a host with `count = 3` is called by its name and a number: node1, node2, node3
cluster-no-such-host-near = no host named "{ $id }"; did you mean "{ $near }"?
cluster-no-such-network = no network named "{ $id }"; describe it with [[network]]
cluster-no-such-network-near = no network named "{ $id }"; did you mean "{ $near }"?
cluster-no-such-server = no server named "{ $id }"; describe it with [[server]]
cluster-no-such-server-near = no server named "{ $id }"; did you mean "{ $near }"?
cluster-round = a round is counted from 1
cluster-count = a count must be at least 1, and a file can have at most { $most } hosts in total
cluster-drives = a host has 0 to { $most } drives of its own
cluster-target-without-server = a target needs the servers on which it lies: servers = ["store"]
cluster-cycle = "{ $id }" leads back to itself; a network hangs on another one by `on`, up to one that has none
cluster-without-host = the file has no host: describe them with [[host]]
cluster-apart = host "{ $host }" does not reach server "{ $id }": their networks hang on different ones; connect them by `on`
cluster-twice = a host called "{ $id }" already exists: a count makes names with numbers
hosts-writes-need-folder = { $path } is no directory: writes go only to files of Narrows' own, so name the directory that all hosts share
hosts-open-alone = { $units } alone was not measured.
hosts-open-together = All together were not measured.
hosts-open-membership = Not yet known whether { $unit } shares the bottleneck of { $others }.
hosts-open-limit = { $units } may share a bottleneck (confidence { $percent } %); the evidence is not sufficient.
hosts-open-alike = { $units }: one bottleneck of { $rate }, or { $parts } over parts of them; no round had one part without the other.
hosts-open-hidden = Smaller groups among { $units } may have bottlenecks of their own that appear only while others are idle.
hosts-open-loses = { $unit } slows down by { $percent } % under concurrent load; no bottleneck found explains it.
hosts-open-many = { $units }: at most { $most } are compared one by one. Bottlenecks were searched inside known groups and over whole groups; one over parts of several groups would be missed.
hosts-open-many-ungrouped = { $units }: at most { $most } are compared one by one. Without known groups of at most { $most } that have none in common, only each alone and all together were measured; name racks or switches (--groups FILE) to find shared bottlenecks.
hosts-odd-faster = { $units } was faster together with others ({ $rate }) than alone ({ $alone }).
hosts-odd-unsteady = { $units } varied widely in equal rounds: { $low } to { $high }.
hosts-odd-slower = { $units } was slower by itself in { $rounds ->
    [one] one round
   *[other] { $rounds } rounds
}: { $percent } % of its usual rate.
hosts-cause-uplink = the uplink of switch { $place }
    .label = uplink of switch { $place }
hosts-cause-uplink-behind = the uplink of switch { $place }, if the storage is behind it
    .label = uplink of switch { $place }, if the storage is behind it
hosts-cause-uplink-unnamed = a switch link or another part of the network that only these hosts pass
hosts-cause-card = the network card of server { $place }
    .label = network card of server { $place }
hosts-cause-card-unnamed = the server's network card
    .label = server's network card
hosts-cause-drives = the drives of server { $place }
    .label = drives of server { $place }
hosts-cause-drives-unnamed = the server's drives
    .label = server's drives
hosts-cause-cpu = the processor of server { $place } (requests per second)
    .label = processor of server { $place } (requests per second)
hosts-cause-cpu-unnamed = the server's processor (requests per second)
    .label = server's processor (requests per second)
hosts-cause-cpu-bytes = the processor of server { $place } (bytes per second: copies, checksums, encryption)
    .label = processor of server { $place } (bytes per second: copies, checksums, encryption)
hosts-cause-cpu-bytes-unnamed = the server's processor (bytes per second: copies, checksums, encryption)
    .label = server's processor (bytes per second: copies, checksums, encryption)
hosts-cause-host = the network card of host { $place }, or the host itself
    .label = network card of host { $place }, or the host itself
hosts-cause-path = a switch link or another part of the network that all of these hosts pass
hosts-cause-other-server = a server that serves only these hosts' files
hosts-cause-inside = inside { $place }: `narrows explain` there shows what its drives share
hosts-cause-own-apart = no known component: drives in different hosts share no link
hosts-cause-unknown = unknown: no known component serves exactly these hosts
hosts-evidence-documented = documented { $documented }, observed { $found }
hosts-experiment-block = The same in larger requests: a link limits bytes, a processor or drives may limit requests.
hosts-experiment-memory = All hosts read the same part of one file: data from the server's memory does not pass its drives.
hosts-experiment-other-way = All of them in the other direction, and if that is as fast, half of them each way: a link carries both directions at once, drives and processors take turns (--both-ways).
hosts-experiment-both-ways = Half of the hosts write while the others read: a link carries both directions at once, drives and processors take turns (--both-ways).
hosts-ran-block = Larger requests reached { $sum }; the usual ones { $limit }.
hosts-ran-memory = The same part of one file reached { $sum }; parts of its own for each host { $limit }.
hosts-ran-other-way = The other direction alone reached { $sum }; the usual one { $limit }.
hosts-ran-both-ways = Both directions together reached { $sum }; the usual one { $limit }.
hosts-report-cpu = { $server } reports { $busy } of { $all } processors busy.
hosts-report-cpu-idle = { $server } reports { $busy } of { $all } processors busy: they are not at their limit.
hosts-report-drives = { $server } reports that its drives moved { $rate }; the busiest, { $drive }, was busy { $percent } % of the time.
hosts-report-drives-idle = { $server } reports that its drives moved { $rate }; the busiest, { $drive }, was busy only { $percent } % of the time: they are not at their limit.
hosts-report-drives-elsewhere = { $server } reports that its drives moved only { $rate }: the rest was in its memory, or on storage that is no drive of its own.
hosts-report-card = { $server } reports that { $card } carried { $rate }, { $percent } % of its { $link } link.
hosts-report-card-full = { $server } reports that { $card } carried { $rate }, { $percent } % of its { $link } link: it is saturated.
hosts-report-card-idle = { $server } reports that { $card } carried { $rate }, only { $percent } % of its { $link } link: it is not at its limit.
hosts-report-card-unknown = { $server } reports that { $card } carried { $rate }; the rate of its link is unknown.
hosts-no-such-server = not all servers that --server names ({ $servers }) are among the ranks; the hosts are { $known }. Start a rank on each server, too.
hosts-no-such-run = no kept run of many hosts matches "{ $name }"
hosts-several-runs = { $runs } runs begin with "{ $name }"; give more of the id
hosts-resume-others = none of the hosts of this run is here; start it on the same hosts
hosts-no-drives = no host has a measurable drive of its own; name the shared storage with --target
hosts-no-target = no host has { $target }
hosts-no-such-target = the cluster has no target { $target }; it has { $known }
hosts-cluster-without-target = the cluster file has nothing that hosts share: describe it with [[server]]
hosts-which-target = the cluster has several targets; choose one with --target: { $known }
hosts-no-groups = no switches in { $path }: expected Slurm's topology.conf with lines like SwitchName=leaf1 Nodes=node[1-8], or a folder with a file HOST.json of each host's lldpctl -f json
hosts-not-shared = { $target } is not shared: files written by one host are not visible on the others
hosts-one-rank = Only one host takes part: finding shared bottlenecks requires two or more.
hosts-marker-none = Whether all hosts see the same { $target } could not be checked: no file can be written there.
hosts-clock-far = { $host }'s clock is { $seconds } s from rank 0's. Rounds do not depend on it; times of files do.
hosts-measuring = round { $number }: { $hosts }
hosts-fault-lost = { $host } was lost. { $why }
hosts-fault-hung = { $host } did not answer in time. { $why }
hosts-fault-no-space = { $host }: no space for its file. { $why }
hosts-fault-no-target = { $host } does not have the target. { $why }
hosts-fault-other-build = { $host } runs another build: { $why }
hosts-fault-other-options = { $host } was started with other options and is left out: { $why }
hosts-fault-not-shared = { $host } does not see what another host wrote into { $why }: it is not shared with this host, which is left out
hosts-fault-clock = { $host }'s clock is wrong. { $why }
hosts-fault-failed = { $host }: { $why }
hosts-or = { " or " }
hosts-or-others = one of { $others } others
hosts-all = { $hosts ->
    [one] One host: { $sum }.
   *[other] { $hosts } hosts together: { $sum }.
}
hosts-partial = Incomplete: the run was interrupted, or a host or its drive failed. The results shown are valid, but some are missing.
hosts-all-less = { $hosts } hosts together: { $sum }, { $percent } % of their { $alone } alone.
hosts-all-whole = { $hosts ->
    [one] One host: { $sum }.
   *[other] { $hosts } hosts together: { $sum }; no measurable contention.
}
hosts-limit = { $names } share a bottleneck of { $rate } (confidence { $percent } %): { $causes }.
hosts-slow = { $host } is slow by itself: { $rate }, the median is { $median }.
hosts-ends = First done after { $first } s, last after { $last } s; only the time in which all ran counts.
hosts-title = { $hosts ->
    [one] One host on { $target }
   *[other] { $hosts } hosts on { $target }
}
hosts-own-drives = local drives
hosts-asked-time = { $time } per round
hosts-start = started together within { $p95 } (95 %), at most { $most }
hosts-heading-hosts = Hosts
hosts-heading-limits = Shared bottlenecks
hosts-heading-matrix = Contention between hosts
hosts-heading-open = Open questions
hosts-column-host = host
hosts-column-group = group
hosts-column-target = target
hosts-column-alone = alone
hosts-column-together = all together
hosts-column-kept = of alone
hosts-column-latency = latency, p50
hosts-column-state = state
hosts-column-round = round
hosts-column-set = set
hosts-column-hosts = hosts
hosts-column-sum = sum
hosts-column-window = window
hosts-column-first = first done
hosts-column-last = last done
hosts-column-faults = faults
hosts-column-by = limited by
hosts-left-out = left out
hosts-lost = lost in round { $round }
hosts-method-rounds = { $rounds } rounds of at most { $most }
hosts-method = { $rounds } rounds of at most { $most }; rates scatter by { $noise } %
hosts-nothing-shared = No bottleneck was found that hosts share.
hosts-limit-line = { $names }: { $rate } ({ $low } to { $high }), costs up to { $cost } %, confidence { $percent } %
hosts-would-tell = to distinguish: { $what }
hosts-rounds = { $rounds ->
    [one] One round
   *[other] { $rounds } rounds
}
hosts-matrix-legend = Percentage of its rate alone that the host of the row loses in rounds with the host of the column, compared with rounds without it. · none, ? not measured.
hosts-heading-flow = Flow
hosts-matrix-groups = Percentage of its rate alone that a host of the row's group loses, on average, in rounds with hosts of the column's group, compared with rounds without them. · none, ? not measured.
hosts-picture-apart = To distinguish them: { $what }
hosts-picture-storage = storage
hosts-picture-uplink = uplink
hosts-picture-unnamed = unnamed part
hosts-picture-hosts = { $count ->
    [one] One host
   *[other] { $count } hosts
}
hosts-picture-switches = { $count ->
    [one] One switch
   *[other] { $count } switches
}
hosts-picture-mean = on average { $got } of { $could }
hosts-picture-slow = slow by itself
hosts-picture-out = No results:
hosts-picture-lost-at = { $count ->
    [one] One host: { $got } of { $could }. { $percent } is lost there.
   *[other] { $count } hosts together: { $got } of { $could }. { $percent } is lost there.
}
hosts-picture-lost = { $count ->
    [one] One host: { $got } of { $could }, { $percent } less than alone.
   *[other] { $count } hosts together: { $got } of { $could }, { $percent } less than alone.
}
hosts-picture-reach = Every host reaches its rate alone.
hosts-picture-none = { $count ->
    [one] No bottleneck: one host
   *[other] No contention between { $count } hosts
}
hosts-picture-not-told = Contention between hosts; location not yet known
hosts-picture-all = { $count ->
    [one] the host
    [2] both hosts together
   *[other] all { $count } hosts together
}
hosts-pairs-cut = { $units }: { $pairs } of { $all } pairs run, the same number for each, because all would take hours.
hosts-ior = Summary of the rounds in which all hosts ran. Rounds end by time, as those of IOR with -D; a rate is that of the window in which all ran.
hosts-ior-none = no round had all hosts: measure with --set alone,all
hosts-predicted = { $hosts ->
    [one] One host: { $sum }
   *[other] { $hosts } hosts together: { $sum }
}
hosts-predicted-limit = { $hosts ->
    [one] One host is limited by { $what } ({ $rate })
   *[other] { $hosts } hosts are limited by { $what } ({ $rate })
}
hosts-predicted-limit-open = { $hosts ->
    [one] One host is limited by { $what }
   *[other] { $hosts } hosts are limited by { $what }
}
hosts-by-several = { $first } and equally by { $others }
hosts-by-nothing = nothing in the file
hosts-by-host = { $place } itself
hosts-by-host-card = the network card of { $place }
    .label = network card of { $place }
hosts-by-depth = queue depth on { $place }
hosts-by-depth-each = queue depth on each of them
hosts-fleet = { $hosts ->
    [one] One host
   *[other] { $hosts } hosts
}, { $kinds ->
    [one] one kind
   *[other] { $kinds } kinds
}
hosts-kind = { $hosts ->
    [one] { $names }
   *[other] { $hosts } equal hosts: { $names }
}
hosts-no-difference = No differences between hosts in processor, board, firmware, kernel, and drives with their models, firmware, links and heat.
hosts-none-usual = No value is on more than half of the hosts: { $facts }.
hosts-problems = Problems on { $hosts }; `narrows check SOURCE` lists those of one host.
hosts-fact-drives = drives
hosts-fact-transport = connection
hosts-fact-of-drives = { $count ->
    [one] drive { $numbers }: { $fact }
   *[other] drives { $numbers }: { $fact }
}
hosts-not-seen = not visible
hosts-differs-cpu = { $host }: processor { $own }; most have { $most }
hosts-differs-board = { $host }: board { $own }; most have { $most }
hosts-differs-firmware = { $host }: firmware { $own }; most have { $most }
hosts-differs-kernel = { $host }: kernel { $own }; most have { $most }
hosts-differs-drives = { $host }: { $own } drives; most have { $most }
hosts-differs-model = { $host }: drive { $number } ({ $drive }) is { $own }; on most hosts { $most }
hosts-differs-drive-firmware = { $host }: drive { $number } ({ $drive }) has firmware { $own }; on most hosts { $most }
hosts-differs-link = { $host }: drive { $number } ({ $drive }) runs at { $own }; on most hosts at { $most }
hosts-differs-transport = { $host }: drive { $number } ({ $drive }) is connected by { $own }; on most hosts by { $most }
hosts-differs-heat = { $host }: drive { $number } ({ $drive }) is at { $own }; the same on other hosts at { $most }
hosts-not-gathered = { $host } did not send its own run, which stays in the state folder of that host.
hosts-not-told = Rounds alone and all together do not show which hosts share a bottleneck: `narrows hosts explain` measures the sets that do.
hosts-interrupted = Interrupted: this host ended its part early.
hosts-no-common-file = In a directory each host reads its own file; reading one file together needs a file or device as the target.
hosts-cannot-measure = { $target } cannot be measured with { $workload } on this host.
ranks-not-launched = No launcher started this program. Start it on all hosts at once: mpirun -np 8 narrows-hosts ..., or srun --mpi=pmix narrows-hosts ...; or try it on virtual hosts: narrows hosts --on CLUSTER.toml
ranks-no-mpi = This build of narrows-hosts has no MPI, which joins hosts under mpirun and srun. Build one for the MPI of the cluster: cargo build --release -p narrows-hosts --features mpi (needs mpicc and libclang, see docs/launching.md); or try it on virtual hosts: narrows hosts --on CLUSTER.toml
ranks-other-mpi = The launcher started { $launched ->
    [one] one process
   *[other] { $launched } processes
}, but the MPI of this build ({ $own }) sees only itself: it is another one than the launcher's. Build narrows-hosts with the mpicc of the MPI whose mpirun starts it; with Slurm, try srun --mpi=pmix.
ranks-no-plugin = Slurm started this program without a plugin by which ranks find each other. Start it with: srun --mpi=pmix narrows-hosts ...
hosts-watch-title = { $hosts ->
    [one] Watched on one host: { $name }
   *[other] Watched on { $hosts } hosts: { $name }
}
hosts-watch-title-machines = { $hosts ->
    [one] Watched: one host
   *[other] Watched: { $hosts } hosts
}
hosts-watch-watched = Watched for { $time }; watching took at most { $own } of one CPU of a host.
hosts-watch-so-far = { $hosts ->
    [one] one host: { $limit }
   *[other] { $hosts } hosts: { $limit }
}
hosts-watch-virtual = hosts watch needs real jobs, which virtual hosts do not run: narrows hosts predict CLUSTER.toml predicts what limits them
hosts-watch-none = nothing was watched: { $why }
hosts-watch-one-rank = Only one host takes part: comparing hosts requires several. narrows watch shows the same for one host.
hosts-watch-same-host = { $ranks ->
    [one] One rank runs on a host that another rank watches already, and watches nothing itself.
   *[other] { $ranks } ranks run on hosts that another rank watches already, and watch nothing themselves.
}
hosts-watch-empty = No results from any host.
hosts-watch-all = { $hosts ->
    [one] One host: { $share } % of its time goes to “{ $limit }”.
   *[other] All { $hosts } hosts are limited by the same: { $share } % of their time goes to “{ $limit }”.
}
hosts-watch-all-on = { $hosts ->
    [one] One host: { $share } % of its time goes to “{ $limit }” ({ $drive }).
   *[other] All { $hosts } hosts are limited by the same: { $share } % of their time goes to “{ $limit }” ({ $drive } on each).
}
hosts-watch-all-idle = { $hosts ->
    [one] One host: { $share } % of the time the job waits for something other than drives, processors and memory: a timer, the network, another process or its own locks.
   *[other] On all { $hosts } hosts the job waits { $share } % of the time for something other than drives, processors and memory: a timer, the network, another process or its own locks.
}
hosts-watch-some-idle = { $names } ({ $hosts } of { $all }): { $share } % of the time the job waits for something other than drives, processors and memory.
hosts-watch-some = { $names } ({ $hosts } of { $all }): { $share } % of the time goes to “{ $limit }”.
hosts-watch-some-on = { $names } ({ $hosts } of { $all }): { $share } % of the time goes to “{ $limit }” ({ $drive }).
hosts-watch-wait-for = The job is mostly idle on { $idle } hosts, while { $names } are busy: if its processes wait for each other, they wait for those.
hosts-watch-elsewhere = { $names }: the job waits for storage while the drives of the host are idle. The storage is remote, on a server or a parallel file system; narrows hosts explain --target PATH finds its bottleneck.
hosts-watch-moved = Their own drives moved { $sum } together, { $least } to { $most } per host.
hosts-watch-other-limit = { $host } differs: its bottleneck is “{ $own }”, that of most hosts “{ $most }”.
hosts-watch-slow-drive = { $host } differs: its drives take { $own } per request, those of half of the hosts at most { $most }.
hosts-watch-late = { $host } differs: the job took { $own } there, half of the hosts finished within { $most }.
hosts-watch-other-end = { $host } differs: the command ended with exit code { $own } there, with { $most } on most hosts.
hosts-watch-heading-sum = All hosts together
hosts-watch-column-most = most on
hosts-watch-column-waits = waits
hosts-watch-lost = no answer after { $time }
hosts-watch-code = exit code { $code }
hosts-watch-legend = The main bottleneck of a host, and its share of the time. MB/s, IOPS, QD (requests in flight) and latency are those of all drives of the host, including other programs. CPU: cores used.
hosts-too-many = { $source } has { $asked } hosts or drives to measure. The rounds of more than { $most } take an unexpected amount of memory and time; use --any-size to continue anyway
