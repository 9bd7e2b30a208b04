//! The only reader of /sys and /proc: captures the running machine.
