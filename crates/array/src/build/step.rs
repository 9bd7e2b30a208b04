//! A build step: its purpose, its action, how to recognise it as done, how to undo it.

use std::fmt;

use narrows_units::shell_word;

use crate::build::Identifier;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayBuildStep {
    pub what: StepPurpose,
    pub action: StepAction,
    /// The members whose content is lost with it, by index.
    pub destroys: Vec<usize>,
    /// That this holds means that it was done already.
    pub proof: StepProof,
    /// Actions that undo it, in this order; empty if nothing can, or nothing needs to.
    pub undo: Vec<StepUndo>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StepPurpose {
    /// Removes old signatures, so that nothing assembles or mounts the former contents.
    Wipe,
    Partition,
    /// Waits until partitions have their names.
    Settle,
    /// Makes a member a physical volume of LVM.
    PhysicalVolume,
    /// Makes the members a set that the firmware knows.
    Container,
    Join,
    Volume,
    Format,
    /// Tells mdadm the array's name.
    NameArray,
    /// Puts that into the initial RAM disk.
    RenewInitialRamDisk,
    /// Has it started although a drive is missing.
    StartDegraded,
    /// Has the system mount it at each start.
    NameMount,
    /// Has systemd read fstab again.
    Reload,
    MountPoint,
    Mount,
    /// Discards free blocks on the drives every week.
    TrimTimer,
}

impl StepPurpose {
    /// The id of its sentence, and the name in documents.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Wipe => "build-step-wipe",
            Self::Partition => "build-step-partition",
            Self::Settle => "build-step-settle",
            Self::PhysicalVolume => "build-step-physical-volume",
            Self::Container => "build-step-container",
            Self::Join => "build-step-join",
            Self::Volume => "build-step-volume",
            Self::Format => "build-step-format",
            Self::NameArray => "build-step-name-array",
            Self::RenewInitialRamDisk => "build-step-renew-initial-ram-disk",
            Self::StartDegraded => "build-step-start-degraded",
            Self::NameMount => "build-step-name-mount",
            Self::Reload => "build-step-reload",
            Self::MountPoint => "build-step-mount-point",
            Self::Mount => "build-step-mount",
            Self::TrimTimer => "build-step-trim-timer",
        }
    }

    /// The id of the message about its undoing.
    pub const fn undo_id(self) -> &'static str {
        match self {
            Self::Wipe | Self::Settle | Self::Volume | Self::TrimTimer => "build-undo-nothing",
            Self::Partition => "build-undo-partition",
            Self::PhysicalVolume => "build-undo-physical-volume",
            Self::Container => "build-undo-container",
            Self::Join => "build-undo-join",
            Self::Format => "build-undo-format",
            Self::NameArray => "build-undo-name-array",
            Self::RenewInitialRamDisk => "build-undo-renew-initial-ram-disk",
            Self::StartDegraded => "build-undo-start-degraded",
            Self::NameMount => "build-undo-name-mount",
            Self::Reload => "build-step-reload",
            Self::MountPoint => "build-undo-mount-point",
            Self::Mount => "build-undo-mount",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepAction {
    /// A program of the system's own.
    Run {
        words: Vec<String>,
        input: Option<String>,
    },
    /// A line is added to the end of a file, which is made if it is missing.
    AddLine {
        file: String,
        /// The line, without its break.
        line: String,
    },
    /// Exactly this line is taken out of a file. A file of udev's rules that is empty then is removed: only this
    /// program's lines were in it.
    TakeLine {
        file: String,
        line: String,
    },
    /// The lines that mdadm has for a set of the firmware and the volume in it are added to the end of a file.
    NameContainer(NamedContainer),
    UnnameContainer(NamedContainer),
    MakeFolder {
        path: String,
    },
    /// An empty folder is removed; one with something in it stays.
    RemoveFolder {
        path: String,
    },
}

/// A firmware set with a volume in it, and the mdadm.conf that will name both. Their identifiers are not chosen
/// but follow from the data written, so that the lines are mdadm's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedContainer {
    pub file: String,
    pub set: String,
    pub volume: String,
}

impl NamedContainer {
    pub fn lines(&self) -> Vec<String> {
        ["mdadm", "--detail", "--brief", &self.set, &self.volume].map(str::to_owned).to_vec()
    }
}

impl StepAction {
    /// A program without input.
    pub(crate) fn run(words: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::Run { words: words.into_iter().map(Into::into).collect(), input: None }
    }
}

impl fmt::Display for StepAction {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |word: &String| shell_word(word);
        match self {
            Self::Run { words, input } => {
                if let Some(input) = input {
                    write!(
                        to,
                        "printf '{}' | ",
                        input.replace('\n', "\\n").replace('\'', "'\\''")
                    )?;
                }
                write!(to, "{}", words.iter().map(quoted).collect::<Vec<_>>().join(" "))
            }
            Self::AddLine { file, line } => {
                // POSIX lets shells differ in how `echo` treats backslashes.
                let print = if line.contains('\\') { "printf '%s\\n'" } else { "echo" };
                write!(to, "{print} {} >> {}", shell_word(line), shell_word(file))
            }
            Self::TakeLine { file, line } => {
                let (pattern, file_word) = (shell_word(&sed_address(line)), shell_word(file));
                write!(to, "sed -i {pattern} {file_word}")?;
                if is_rules(file) {
                    write!(to, " && [ -s {file_word} ] || rm {file_word}")
                } else {
                    Ok(())
                }
            }
            Self::NameContainer(named) => {
                write!(to, "{} >> {}", named.lines().join(" "), shell_word(&named.file))
            }
            Self::UnnameContainer(named) => {
                let (lines, file) = (named.lines().join(" "), shell_word(&named.file));
                // grep fails where no line is left (1); `cat` keeps the file's owner and mode.
                write!(to, "{lines} | grep -vxFf - {file} > {file}.new; ")?;
                write!(to, "[ $? -lt 2 ] && cat {file}.new > {file} && rm {file}.new")
            }
            Self::MakeFolder { path } => write!(to, "mkdir {}", shell_word(path)),
            Self::RemoveFolder { path } => write!(to, "rmdir {}", shell_word(path)),
        }
    }
}

/// Whether a file is one of udev's rules, which is worth nothing when it is empty.
pub fn is_rules(file: &str) -> bool {
    file.starts_with("/etc/udev/rules.d/")
}

/// sed's command that deletes this line, and no other (sed(1), basic regular expressions of POSIX).
fn sed_address(line: &str) -> String {
    let plain: String = line
        .chars()
        .flat_map(|letter| {
            // `/` ends the address; the others are special in basic expressions.
            let escape = r"\.*[^$/".contains(letter).then_some('\\');
            escape.into_iter().chain([letter])
        })
        .collect();
    format!("/^{plain}$/d")
}

/// Proof of a step, checked on the system itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepProof {
    /// Not recognisable; it is done again, which is harmless.
    Nothing,
    /// Nothing marks this device any more.
    Blank(String),
    Device(String),
    Array(Identifier),
    /// This device carries a file system with this identifier.
    FileSystem(String, Identifier),
    /// This device is a member of the array with this identifier.
    MemberOf(String, Identifier),
    /// This device is the physical volume of LVM with this identifier.
    PhysicalVolume(String, Identifier),
    /// There is a volume group of LVM with this name that bears the mark of this identifier.
    Group(String, Identifier),
    /// Exactly these devices are a set of the firmware, and it is assembled.
    Container(Vec<String>),
    /// This device bears the set of these, and of no others.
    InContainer(String, Vec<String>),
    /// A volume runs in the set of these devices.
    VolumeOf(Vec<String>),
    /// mdadm.conf names the volume by its identifier.
    Named(NamedContainer),
    /// systemd starts this unit at each start, and it runs.
    Enabled(String),
    Line {
        file: String,
        line: String,
    },
    Folder(String),
    Mounted(MountPoint),
}

/// A mount point, and the one file system that belongs there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MountPoint {
    pub at: String,
    /// The device with the file system; of one over several devices one of them.
    pub device: String,
    /// The file system's identifier, in its own spelling.
    pub identifier: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepUndo {
    pub action: StepAction,
    /// Runs only if this is true: anything not of this array is left alone.
    pub only_if: StepProof,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_shown_as_a_shell_takes_them() {
        let add =
            StepAction::AddLine { file: "/etc/fstab".into(), line: "UUID=1 /srv/a xfs".into() };
        assert_eq!(add.to_string(), "echo 'UUID=1 /srv/a xfs' >> /etc/fstab");
        let input = Some("label: gpt\nname='x'\n".to_owned());
        let run = StepAction::Run { words: vec!["sfdisk".into(), "/dev/sd a".into()], input };
        assert_eq!(
            run.to_string(),
            "printf 'label: gpt\\nname='\\''x'\\''\\n' | sfdisk '/dev/sd a'"
        );
    }
}
