# The sentences of: casebook
