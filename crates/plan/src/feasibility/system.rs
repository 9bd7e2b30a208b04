//! What the operating system and its installer see.

use std::borrow::Cow;

use narrows_catalog::Confidence;

use super::answer::{Answer, Verdict};
use super::fact::{Evidence, Fact};
use super::rules::{self, Rule};
use super::situation::{Placed, Situation, SystemKind};
use super::{Means, boot, member};

/// Windows 10 and 11, whose drivers and rules about starting are the same here.
const WINDOWS: SystemKind = SystemKind::Windows(100);
/// A kernel that is still maintained: every driver that a rule asks for is older.
const LINUX: SystemKind = SystemKind::Linux(6, 12);

impl Situation {
    /// The user says that it is Windows: 10 or 11, unless the machine shows which.
    pub fn with_windows(&mut self) {
        self.with_kind(WINDOWS, |kind| matches!(kind, SystemKind::Windows(_)));
    }

    /// The user says that it is Linux: a kernel of today, unless the machine shows which.
    pub fn with_linux(&mut self) {
        self.with_kind(LINUX, |kind| matches!(kind, SystemKind::Linux(..)));
    }

    fn with_kind(&mut self, usual: SystemKind, is_it: impl Fn(&SystemKind) -> bool) {
        self.system.is_given = true;
        if !self.system.kind.value().is_some_and(is_it) {
            let evidence = Evidence::documented("--os", Confidence::High);
            self.system.kind = Fact::new(usual, evidence);
        }
    }
}

/// Whether the system is of this kind: another can be installed, unless the user says which it is.
pub(super) fn is_kind(it: &Situation, rule: &Rule, is_it: impl Fn(&SystemKind) -> bool) -> Answer {
    match it.system.is_given {
        true => Answer::fact(rule, "", &it.system.kind, is_it),
        false => Answer::setting(rule, "", &it.system.kind, is_it),
    }
}

/// Where no system is named, the one whose own arrays these are: what is asked of drivers and of
/// starting is then asked of a version that people install today, as the advice to use it says.
pub(super) fn taken_for(it: &Situation, means: Means) -> Cow<'_, Situation> {
    let kind = match means {
        Means::Windows => SystemKind::Windows(100),
        Means::LinuxMd => SystemKind::Linux(6, 1),
        _ => return Cow::Borrowed(it),
    };
    if !it.system.kind.is_unknown() {
        return Cow::Borrowed(it);
    }
    let mut under = it.clone();
    under.system.kind = Fact::new(kind, Evidence::documented("", Confidence::High));
    Cow::Owned(under)
}

/// Whether the operating system sees the drive, alone or as part of the firmware's RAID.
pub(super) fn sees(it: &Situation, placed: &Placed) -> Answer {
    let plain = Answer::all(vec![
        boot::os_driver(it),
        boot::not_remapped(it, placed),
        boot::known_to_system(it),
    ]);
    let behind_raid = Answer::all(vec![
        member::holds(&rules::CHIPSET_REMAPS, &it.platform.name, &it.platform.remaps),
        member::sata_mode(it),
        member::entry(placed),
        Answer::setting(&rules::RAID_OS_DRIVER, "", &it.system.raid_driver, |has| *has),
        shows_remapped(it),
    ]);
    Answer::any(vec![boot::is_sata(placed), plain, behind_raid])
}

/// Linux does not see what the chipset remaps. Where no system is named, one that does can be
/// taken.
pub(super) fn shows_remapped(it: &Situation) -> Answer {
    let is_windows = |kind: &SystemKind| matches!(kind, SystemKind::Windows(_));
    let shows = Answer::fact(&rules::LINUX_REMAPPED, "", &it.system.kind, is_windows);
    if !it.system.kind.is_unknown() {
        return shows;
    }
    let taken = Answer::setting(&rules::WINDOWS_OS, "", &it.system.kind, is_windows);
    // A user of Linux finds out there.
    Answer { settle: shows.settle, ..taken }
}

/// Linux reads Intel's arrays by itself since mdadm 3.0 and kernel 2.6.27; any other system needs the
/// driver of the firmware's RAID.
pub(super) fn knows_volumes(it: &Situation, means: Means) -> Answer {
    let rule = &rules::RAID_OS_DRIVER;
    let by_itself = |kind: &SystemKind| match *kind {
        SystemKind::Linux(3.., _) => Verdict::from(means.is_intel()),
        SystemKind::Linux(..) if means.is_intel() => Verdict::NotKnown,
        _ => Verdict::No,
    };
    Answer::any(vec![
        Answer::setting(rule, "", &it.system.raid_driver, |has| *has),
        Answer::fact(rule, "", &it.system.kind, by_itself),
    ])
}

/// Whether the installer sees the drive. That says nothing about starting from it.
pub(super) fn installer_sees(it: &Situation, placed: &Placed) -> Answer {
    let name = &placed.drive.name;
    let remark = Answer::given(&rules::INSTALLER_PROVES_NOTHING, name, Verdict::Yes);
    Answer::all(vec![sees(it, placed), remark])
}

/// Whether the installer takes the drive: where the firmware would not start it one refused and
/// another did not.
pub(super) fn installer_takes(it: &Situation, placed: &Placed) -> Answer {
    let untold = Answer::given(&rules::INSTALLER_UNTOLD, &placed.drive.name, Verdict::NotKnown);
    let takes = Answer::any(vec![boot::starts(it, placed), untold]);
    Answer::all(vec![sees(it, placed), takes])
}
