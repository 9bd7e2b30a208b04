//! The RAID engine: md if it is available, else btrfs.

use narrows_array::build::FileSystemKind;
use narrows_host::programs;
use narrows_host::trial::md;
use narrows_messages::Message;

use crate::args::trial::TrialEngineName;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineSupport {
    pub md: bool,
    pub mdadm: bool,
    pub btrfs: bool,
    pub mkfs_btrfs: bool,
}

impl EngineSupport {
    pub fn here() -> Self {
        Self {
            md: md::is_there(),
            mdadm: programs::find("mdadm").is_some(),
            btrfs: programs::kernel_has("btrfs"),
            mkfs_btrfs: programs::find("mkfs.btrfs").is_some(),
        }
    }

    fn list(self) -> String {
        let all = [
            (self.md, "md"),
            (self.mdadm, "mdadm"),
            (self.btrfs, "btrfs"),
            (self.mkfs_btrfs, "mkfs.btrfs"),
        ];
        let there: Vec<&str> = all.iter().filter(|(is, _)| *is).map(|(_, name)| *name).collect();
        if there.is_empty() { "-".to_owned() } else { there.join(", ") }
    }

    /// Steps to get a RAID engine: a package if only its program is missing, the kernel's module
    /// too if that is; md's before btrfs'.
    fn to_install(self) -> String {
        let way = |kernel: bool, module: &str, program: bool, name: &str| {
            let module = (!kernel).then(|| format!("modprobe {module}"));
            let package = (!program).then(|| programs::package(name).to_owned());
            let steps: Vec<String> = module.into_iter().chain(package).collect();
            (!steps.is_empty()).then(|| steps.join(" + "))
        };
        let md = way(self.md, "md_mod", self.mdadm, "mdadm");
        let btrfs = way(self.btrfs, "btrfs", self.mkfs_btrfs, "mkfs.btrfs");
        let (mut ways, other) = if self.btrfs && !self.md {
            (btrfs.into_iter().collect::<Vec<_>>(), md)
        } else {
            (md.into_iter().collect(), btrfs)
        };
        ways.extend(other);
        ways.join(" / ")
    }
}

/// That a program is missing, and which package has it.
pub fn missing(program: &str) -> Message {
    let what = Message::new("trial-no-program").with("program", program);
    what.with("package", programs::package(program))
}

pub fn choose(
    has: EngineSupport,
    named: Option<TrialEngineName>,
    fs: Option<FileSystemKind>,
) -> Result<TrialEngineName, Message> {
    let lacks = |part: &str| {
        let what = Message::new("trial-kernel-lacks").with("part", part);
        let module = if part == "md" { "md_mod" } else { part };
        what.with("there", has.list()).with("module", module)
    };
    match named {
        Some(TrialEngineName::Md) if !has.md => return Err(lacks("md")),
        Some(TrialEngineName::Md) if !has.mdadm => return Err(missing("mdadm")),
        Some(TrialEngineName::Btrfs) if !has.btrfs => return Err(lacks("btrfs")),
        Some(TrialEngineName::Btrfs) if !has.mkfs_btrfs => return Err(missing("mkfs.btrfs")),
        _ => {}
    }
    let usual = if has.md && has.mdadm { Some(TrialEngineName::Md) } else { None };
    let other = (has.btrfs && has.mkfs_btrfs).then_some(TrialEngineName::Btrfs);
    let engine = named.or(usual).or(other);
    let engine = engine.ok_or_else(|| {
        let what = Message::new("trial-no-engine").with("there", has.list());
        what.with("install", has.to_install())
    })?;
    match (engine, fs) {
        (TrialEngineName::Btrfs, Some(fs @ (FileSystemKind::Xfs | FileSystemKind::Ext4))) => {
            let what = Message::new("trial-fs-needs-md").with("fs", fs.as_str());
            Err(what.with("there", has.list()).with("install", has.to_install()))
        }
        _ => Ok(engine),
    }
}

pub fn file_system(
    engine: TrialEngineName,
    named: Option<FileSystemKind>,
) -> Result<FileSystemKind, Message> {
    let usual = [FileSystemKind::Xfs, FileSystemKind::Ext4, FileSystemKind::Btrfs]
        .into_iter()
        .find(|fs| check(*fs).is_ok());
    let fs = match (engine, named) {
        (TrialEngineName::Btrfs, _) => FileSystemKind::Btrfs,
        (TrialEngineName::Md, Some(fs)) => fs,
        (TrialEngineName::Md, None) => usual.unwrap_or(FileSystemKind::Xfs),
    };
    check(fs).map(|()| fs)
}

fn check(fs: FileSystemKind) -> Result<(), Message> {
    let maker = format!("mkfs.{}", fs.as_str());
    if programs::find(&maker).is_none() {
        return Err(missing(&maker));
    }
    if programs::kernel_has(fs.as_str()) {
        Ok(())
    } else {
        let what = Message::new("trial-kernel-lacks").with("part", fs.as_str());
        Err(what.with("there", "-").with("module", fs.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: EngineSupport =
        EngineSupport { md: true, mdadm: true, btrfs: true, mkfs_btrfs: true };

    #[test]
    fn md_comes_first_and_btrfs_stands_in() {
        assert_eq!(choose(ALL, None, None), Ok(TrialEngineName::Md));
        assert_eq!(choose(ALL, Some(TrialEngineName::Btrfs), None), Ok(TrialEngineName::Btrfs));
        assert_eq!(
            choose(EngineSupport { md: false, ..ALL }, None, None),
            Ok(TrialEngineName::Btrfs)
        );
        assert_eq!(
            choose(EngineSupport { mdadm: false, ..ALL }, None, Some(FileSystemKind::Btrfs)),
            Ok(TrialEngineName::Btrfs)
        );
    }

    #[test]
    fn what_is_missing_is_named() {
        let why = |has, engine, fs| choose(has, engine, fs).unwrap_err().id();
        assert_eq!(
            why(EngineSupport { md: false, ..ALL }, Some(TrialEngineName::Md), None),
            "trial-kernel-lacks"
        );
        assert_eq!(
            why(EngineSupport { mdadm: false, ..ALL }, Some(TrialEngineName::Md), None),
            "trial-no-program"
        );
        assert_eq!(
            why(EngineSupport { md: false, ..ALL }, None, Some(FileSystemKind::Xfs)),
            "trial-fs-needs-md"
        );
        let neither = EngineSupport { md: true, btrfs: true, ..EngineSupport::default() };
        let none = choose(neither, None, None).unwrap_err();
        let there = Message::new("trial-no-engine").with("there", "md, btrfs");
        assert_eq!(none, there.with("install", "mdadm / btrfs-progs"));
        assert_eq!(EngineSupport::default().list(), "-");
        assert_eq!(
            EngineSupport::default().to_install(),
            "modprobe md_mod + mdadm / modprobe btrfs + btrfs-progs"
        );
        assert_eq!(
            EngineSupport { btrfs: true, ..EngineSupport::default() }.to_install(),
            "btrfs-progs / modprobe md_mod + mdadm"
        );
    }
}
