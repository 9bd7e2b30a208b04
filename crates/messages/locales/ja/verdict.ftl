# The sentences of: verdict
