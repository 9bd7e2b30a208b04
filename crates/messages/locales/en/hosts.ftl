# `narrows hosts`: many hosts asked the same.
hosts-unreadable = What another host sent cannot be read: { $why }.
hosts-other-build = Another host runs { $found }, this one Narrows { $own }. Start the same build on all hosts.
cluster-schema = not a cluster file: its schema is "{ $found }", not "{ $wanted }"
cluster-no-such-host = no host is called "{ $id }"; a host with `count = 3` is called by its name and a number: node1, node2, node3
cluster-no-such-host-near = no host is called "{ $id }"; did you mean "{ $near }"?
cluster-no-such-network = no network is called "{ $id }"; describe it with [[network]]
cluster-no-such-network-near = no network is called "{ $id }"; did you mean "{ $near }"?
cluster-no-such-server = no server is called "{ $id }"; describe it with [[server]]
cluster-no-such-server-near = no server is called "{ $id }"; did you mean "{ $near }"?
cluster-round = a round is counted from 1
cluster-count = a count must be at least 1, and a file can have at most { $most } hosts in total
cluster-target-without-server = a target needs the servers on which it lies: servers = ["store"]
cluster-cycle = "{ $id }" leads back to itself; a network hangs on another one by `on`, up to one that has none
cluster-twice = a host called "{ $id }" already exists: a count makes names with numbers
hosts-writes-need-folder = { $path } is no directory: writes go only to files of Narrows' own, so name the directory that all hosts share
