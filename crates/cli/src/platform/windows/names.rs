//! Names that mean a device in any folder.
//!
//! Source: Microsoft, "Naming Files, Paths, and Namespaces": reserved names, with an extension too; `\\.\` begins
//! the namespace of devices.

use std::path::{Component, Path, Prefix};

const NAMES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
/// Names followed by a digit.
const NUMBERED: [&str; 2] = ["COM", "LPT"];

/// Whether opening this would open a device: by opening alone it may do something.
pub fn is_device(path: &Path) -> bool {
    let is_namespace = matches!(
        path.components().next(),
        Some(Component::Prefix(prefix)) if matches!(prefix.kind(), Prefix::DeviceNS(_))
    );
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
    // `NUL.txt`, `NUL:stream` and `NUL ` are the device too.
    let stem = name.split(['.', ':']).next().unwrap_or_default().trim_end();
    let is_numbered = || {
        let digit = NUMBERED.iter().find_map(|kind| stem.strip_prefix(kind));
        digit.is_some_and(|digit| {
            digit.chars().count() == 1
                && digit.contains(|letter: char| letter.is_ascii_digit() || "¹²³".contains(letter))
        })
    };
    is_namespace || NAMES.contains(&stem) || is_numbered()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_known_by_their_names() {
        for name in ["nul", r"C:\a\CON.json", "com1", "LPT9.txt", r"\\.\PhysicalDrive0", "COM²"] {
            assert!(is_device(Path::new(name)), "{name}");
        }
        for name in ["null", "console.json", "com", "com10", r"C:\con\a.json", "lpt"] {
            assert!(!is_device(Path::new(name)), "{name}");
        }
    }
}
