//! The request for a rig: how many drives, how large, how fast.

use std::process::Command;

use serde::Serialize;

/// Bytes per second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rates {
    pub reads: u64,
    pub writes: u64,
}

/// File systems on which scratch files are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FileSystem {
    Xfs,
    Ext4,
}

impl FileSystem {
    /// The command that makes one on the device that is added to it. Without discards, which would
    /// make holes in the file below, and with nothing left to do in the background.
    pub fn make(self) -> Command {
        let (program, words) = match self {
            Self::Xfs => ("mkfs.xfs", &["-q", "-f", "-K"][..]),
            Self::Ext4 => (
                "mkfs.ext4",
                &["-q", "-F", "-E", "nodiscard,lazy_itable_init=0,lazy_journal_init=0"][..],
            ),
        };
        let mut command = Command::new(program);
        command.args(words);
        command
    }
}

/// A rig to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub drives: u64,
    /// Of each drive. A file system of xfs takes 300 MiB at least (mkfs.xfs(8)), a scratch file
    /// wants 256 MiB free.
    pub size_mib: u64,
    /// Of all drives; none for xfs and ext4 in turns.
    file_system: Option<FileSystem>,
    /// Of each drive.
    pub each: Rates,
    pub together: Rates,
}

impl Default for Plan {
    /// A tenth of three NVMe drives behind a chipset of 2015.
    fn default() -> Self {
        Self {
            drives: 3,
            size_mib: 400,
            file_system: None,
            each: Rates { reads: 235_000_000, writes: 90_000_000 },
            together: Rates { reads: 350_000_000, writes: 350_000_000 },
        }
    }
}

impl Plan {
    /// From `--drives N`, `--size-mib N`, `--fs xfs|ext4` and `--together MB/S`, what the shared
    /// device carries either way.
    pub fn parse(words: &[&str]) -> Result<Self, String> {
        let mut plan = Self::default();
        let mut words = words.iter();
        while let Some(&option) = words.next() {
            let value = *words.next().ok_or(format!("{option} takes a value"))?;
            let number = || value.parse().map_err(|error| format!("{option} {value}: {error}"));
            match (option, value) {
                ("--drives", _) => plan.drives = number()?,
                ("--size-mib", _) => plan.size_mib = number()?,
                ("--together", _) => {
                    let rate = number()?.saturating_mul(1_000_000);
                    plan.together = Rates { reads: rate, writes: rate };
                }
                ("--fs", "xfs") => plan.file_system = Some(FileSystem::Xfs),
                ("--fs", "ext4") => plan.file_system = Some(FileSystem::Ext4),
                _ => return Err(format!("{option} {value}: not known")),
            }
        }
        Ok(plan)
    }

    /// All drives together.
    pub fn whole_mib(&self) -> u64 {
        self.drives.saturating_mul(self.size_mib)
    }

    /// The file system of the drive counted from 1.
    pub fn file_system(&self, drive: u64) -> FileSystem {
        let turn = if drive.is_multiple_of(2) { FileSystem::Ext4 } else { FileSystem::Xfs };
        self.file_system.unwrap_or(turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_change_the_usual_rig() {
        let plan = Plan::parse(&["--drives", "5", "--fs", "ext4"]).unwrap();
        assert_eq!((plan.drives, plan.whole_mib()), (5, 2000));
        assert_eq!(plan.file_system(1), FileSystem::Ext4);
        let wide = Plan::parse(&["--together", "600"]).unwrap();
        assert_eq!(wide.together, Rates { reads: 600_000_000, writes: 600_000_000 });
        assert_eq!(Plan::parse(&[]), Ok(Plan::default()));
    }

    #[test]
    fn slips_are_told() {
        assert_eq!(Plan::parse(&["--drives"]).unwrap_err(), "--drives takes a value");
        assert!(Plan::parse(&["--drives", "many"]).is_err());
        assert_eq!(Plan::parse(&["--fs", "fat"]).unwrap_err(), "--fs fat: not known");
    }
}
