//! The request for a rig: how many drives, how large, how fast.

use std::process::Command;

use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopRates {
    pub reads: u64,
    pub writes: u64,
}

/// File systems on which scratch files are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LoopFileSystem {
    Xfs,
    Ext4,
}

impl LoopFileSystem {
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopPlan {
    pub drives: u64,
    /// Of each drive. A file system of xfs takes 300 MiB at least (mkfs.xfs(8)), a scratch file
    /// wants 256 MiB free.
    pub size_mib: u64,
    /// Of all drives; `None` for xfs and ext4 in turns.
    file_system: Option<LoopFileSystem>,
    pub each: LoopRates,
    pub together: LoopRates,
}

impl Default for LoopPlan {
    /// A tenth of three NVMe drives behind a chipset of 2015.
    fn default() -> Self {
        Self {
            drives: 3,
            size_mib: 400,
            file_system: None,
            each: LoopRates { reads: 235_000_000, writes: 90_000_000 },
            together: LoopRates { reads: 350_000_000, writes: 350_000_000 },
        }
    }
}

impl LoopPlan {
    /// From `--drives N`, `--size-mib N`, `--fs xfs|ext4` and `--together MB/S`, the shared
    /// device's limit either way.
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
                    plan.together = LoopRates { reads: rate, writes: rate };
                }
                ("--fs", "xfs") => plan.file_system = Some(LoopFileSystem::Xfs),
                ("--fs", "ext4") => plan.file_system = Some(LoopFileSystem::Ext4),
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
    pub fn file_system(&self, drive: u64) -> LoopFileSystem {
        let turn = if drive.is_multiple_of(2) { LoopFileSystem::Ext4 } else { LoopFileSystem::Xfs };
        self.file_system.unwrap_or(turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_change_the_usual_rig() {
        let plan = LoopPlan::parse(&["--drives", "5", "--fs", "ext4"]).unwrap();
        assert_eq!((plan.drives, plan.whole_mib()), (5, 2000));
        assert_eq!(plan.file_system(1), LoopFileSystem::Ext4);
        let wide = LoopPlan::parse(&["--together", "600"]).unwrap();
        assert_eq!(wide.together, LoopRates { reads: 600_000_000, writes: 600_000_000 });
        assert_eq!(LoopPlan::parse(&[]), Ok(LoopPlan::default()));
    }

    #[test]
    fn slips_are_told() {
        assert_eq!(LoopPlan::parse(&["--drives"]).unwrap_err(), "--drives takes a value");
        assert!(LoopPlan::parse(&["--drives", "many"]).is_err());
        assert_eq!(LoopPlan::parse(&["--fs", "fat"]).unwrap_err(), "--fs fat: not known");
    }
}
