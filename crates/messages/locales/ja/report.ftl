# The sentences of: report
