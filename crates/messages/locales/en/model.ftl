# The sentences of: model
