# The sentences of: check
