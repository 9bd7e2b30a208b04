//! The file of a wanted array: the input of `narrows build --ensure`.
//!
//! ```toml
//! name = "data"
//! level = "raid1"
//! drives = ["/dev/disk/by-id/nvme-A", "/dev/disk/by-id/nvme-B"]
//! serials = ["A", "B"]          # allows that these drives are overwritten
//! fs = "ext4"
//! mount = "/srv/data"
//! ```

use narrows_array::build::{ArrayEngine, Container, FileSystemKind, Trim};
use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArrayFile {
    pub name: String,
    /// Its level, as `raid1`.
    pub level: String,
    pub drives: Vec<String>,
    /// The serial numbers of the drives that may be overwritten; without them it is built only by hand.
    #[serde(default)]
    pub serials: Vec<String>,
    #[serde(default)]
    pub engine: ArrayEngine,
    /// The set of the firmware in which it is made.
    pub container: Option<Container>,
    pub chunk: Option<String>,
    pub fs: Option<FileSystemKind>,
    pub mount: Option<String>,
    /// A partition of each drive instead of the whole drive.
    #[serde(default)]
    pub partition: bool,
    /// When the drives are informed of free blocks (TRIM).
    #[serde(default)]
    pub trim: Trim,
}

impl ArrayFile {
    /// Reads a file.
    pub fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|mistake| mistake.to_string().trim().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn usual_values_need_not_be_said_and_slips_are_told() {
        let least = "name = \"data\"\nlevel = \"raid1\"\ndrives = [\"/dev/a\", \"/dev/b\"]\n";
        let file = ArrayFile::parse(least).unwrap();
        assert_eq!((file.engine, file.trim, file.partition), (ArrayEngine::Md, Trim::Timer, false));
        let slip = ArrayFile::parse(&format!("{least}mout = \"/srv\"\n")).unwrap_err();
        assert!(slip.contains("line 4") && slip.contains("mout"), "{slip}");
    }

    proptest! {
        #[test]
        fn no_text_breaks_it(text in "\\PC{0,200}") {
            let _ = ArrayFile::parse(&text);
        }
    }
}
