//! Names: this host's, and the numbers of devices.

/// The host's name in the process's own namespace (`uname -n`; Linux
/// Documentation/admin-guide/sysctl/kernel.rst, `hostname`); `?` if it has none.
pub fn host_name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "?".to_owned() } else { name.to_owned() }
}

/// `8:16`: how /sys and /proc name a device.
pub(crate) fn device_number(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = text.split_once(':')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
