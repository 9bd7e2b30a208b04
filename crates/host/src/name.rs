//! What this host is called.

/// The host's name, as the process's own namespace has it (`uname -n`; Linux
/// Documentation/admin-guide/sysctl/kernel.rst, `hostname`); `?` where it has none.
pub fn host_name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "?".to_owned() } else { name.to_owned() }
}
