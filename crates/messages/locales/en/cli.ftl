# The sentences of: cli
