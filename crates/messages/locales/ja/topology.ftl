# The sentences of: topology
