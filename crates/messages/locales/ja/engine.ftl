# The sentences of: engine
