# The sentences of: read
