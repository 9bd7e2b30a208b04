//! Drives as the operating system and its installer see them.

use std::borrow::Cow;

use narrows_catalog::Confidence;

use super::answer::{FeasibilityAnswer, FeasibilityVerdict, NOTHING};
use super::fact::{FactEvidence, SourcedFact};
use super::rules::{self, FeasibilityRule};
use super::situation::{BootSituation, DriveInSlot, OsKind};
use super::{RaidEngineKind, boot, member};

/// Windows 10 and 11, whose drivers and rules about starting are the same here.
const WINDOWS: OsKind = OsKind::Windows(100);
/// A kernel that is still maintained: every driver that a rule asks for is older.
const LINUX: OsKind = OsKind::Linux(6, 12);

impl BootSituation {
    /// The user says that it is Windows: 10 or 11, unless the machine shows which.
    pub fn with_windows(&mut self) {
        self.with_kind(WINDOWS, |kind| matches!(kind, OsKind::Windows(_)));
    }

    /// The user says that it is Linux: a kernel of today, unless the machine shows which.
    pub fn with_linux(&mut self) {
        self.with_kind(LINUX, |kind| matches!(kind, OsKind::Linux(..)));
    }

    fn with_kind(&mut self, usual: OsKind, is_it: impl Fn(&OsKind) -> bool) {
        self.system.is_given = true;
        if !self.system.kind.value().is_some_and(is_it) {
            let evidence = FactEvidence::documented("--os", Confidence::High);
            self.system.kind = SourcedFact::new(usual, evidence);
        }
    }
}

/// Whether the system is of this kind: another can be installed, unless the user says which it is.
pub(super) fn is_kind(
    it: &BootSituation,
    rule: &FeasibilityRule,
    is_it: impl Fn(&OsKind) -> bool,
) -> FeasibilityAnswer {
    match it.system.is_given {
        true => FeasibilityAnswer::fact(rule, NOTHING, &it.system.kind, is_it),
        false => FeasibilityAnswer::setting(rule, NOTHING, &it.system.kind, is_it),
    }
}

/// If no system is named, the one whose own arrays these are: questions about drivers and booting
/// then apply to a version that people install today, as the advice to use it says.
pub(super) fn taken_for(it: &BootSituation, means: RaidEngineKind) -> Cow<'_, BootSituation> {
    let kind = match means {
        RaidEngineKind::Windows => WINDOWS,
        RaidEngineKind::LinuxMd => LINUX,
        _ => return Cow::Borrowed(it),
    };
    if !it.system.kind.is_unknown() {
        return Cow::Borrowed(it);
    }
    let mut under = it.clone();
    under.system.kind = SourcedFact::new(kind, FactEvidence::documented("", Confidence::High));
    Cow::Owned(under)
}

/// Whether the operating system sees the drive, alone or as part of the firmware's RAID.
pub(super) fn sees(it: &BootSituation, placed: &DriveInSlot) -> FeasibilityAnswer {
    let plain = FeasibilityAnswer::all(vec![
        boot::os_driver(it),
        boot::not_remapped(it, placed),
        boot::known_to_system(it),
    ]);
    let behind_raid = FeasibilityAnswer::all(vec![
        member::holds(&rules::CHIPSET_REMAPS, &it.platform.name, &it.platform.remaps),
        member::sata_mode(it),
        member::entry(placed),
        FeasibilityAnswer::setting(
            &rules::RAID_OS_DRIVER,
            NOTHING,
            &it.system.raid_driver,
            |has| *has,
        ),
        shows_remapped(it),
    ]);
    FeasibilityAnswer::any(vec![boot::is_sata(placed), plain, behind_raid])
}

/// Linux does not see drives that the chipset remaps. If no system is named, one that does can be
/// chosen.
pub(super) fn shows_remapped(it: &BootSituation) -> FeasibilityAnswer {
    let is_windows = |kind: &OsKind| matches!(kind, OsKind::Windows(_));
    let shows =
        FeasibilityAnswer::fact(&rules::LINUX_REMAPPED, NOTHING, &it.system.kind, is_windows);
    if !it.system.kind.is_unknown() {
        return shows;
    }
    let taken =
        FeasibilityAnswer::setting(&rules::WINDOWS_OS, NOTHING, &it.system.kind, is_windows);
    // A user of Linux finds out there.
    FeasibilityAnswer { settle: shows.settle, ..taken }
}

/// Linux reads Intel's arrays by itself since mdadm 3.0 and kernel 2.6.27; any other system needs the
/// driver of the firmware's RAID.
pub(super) fn knows_volumes(it: &BootSituation, means: RaidEngineKind) -> FeasibilityAnswer {
    let rule = &rules::RAID_OS_DRIVER;
    let by_itself = |kind: &OsKind| match *kind {
        OsKind::Linux(3.., _) => FeasibilityVerdict::from(means.is_intel()),
        // Two numbers do not tell 2.6.26 from 2.6.27.
        OsKind::Linux(..) if means.is_intel() => FeasibilityVerdict::NotKnown,
        _ => FeasibilityVerdict::No,
    };
    FeasibilityAnswer::any(vec![
        FeasibilityAnswer::setting(rule, NOTHING, &it.system.raid_driver, |has| *has),
        FeasibilityAnswer::fact(rule, NOTHING, &it.system.kind, by_itself),
    ])
}

/// Whether the installer sees the drive. That says nothing about starting from it.
pub(super) fn installer_sees(it: &BootSituation, placed: &DriveInSlot) -> FeasibilityAnswer {
    let name = &placed.drive.name;
    let remark =
        FeasibilityAnswer::given(&rules::INSTALLER_PROVES_NOTHING, name, FeasibilityVerdict::Yes);
    FeasibilityAnswer::all(vec![sees(it, placed), remark])
}

/// Whether the installer takes the drive: if the firmware would not boot it, one refused and
/// another did not.
pub(super) fn installer_takes(it: &BootSituation, placed: &DriveInSlot) -> FeasibilityAnswer {
    let untold = FeasibilityAnswer::given(
        &rules::INSTALLER_UNTOLD,
        &placed.drive.name,
        FeasibilityVerdict::NotKnown,
    );
    let takes = FeasibilityAnswer::any(vec![boot::starts(it, placed), untold]);
    FeasibilityAnswer::all(vec![sees(it, placed), takes])
}
