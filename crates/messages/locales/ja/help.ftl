# The sentences of: help
