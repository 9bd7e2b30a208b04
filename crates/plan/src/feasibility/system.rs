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

    /// Whether the operating system sees the drive, alone or as part of the firmware's RAID.
    pub fn system_sees(&self, placed: &DriveInSlot) -> FeasibilityAnswer {
        let plain = FeasibilityAnswer::all(vec![
            boot::os_driver(self),
            boot::not_remapped(self, placed),
            boot::known_to_system(self),
        ]);
        let behind_raid = FeasibilityAnswer::all(vec![
            member::holds(&rules::CHIPSET_REMAPS, &self.platform.name, &self.platform.remaps),
            member::sata_mode(self),
            member::entry(placed),
            boot::has_raid_driver(self),
            shows_remapped(self),
        ]);
        FeasibilityAnswer::any(vec![boot::is_sata(placed), plain, behind_raid])
    }

    /// Whether the operating system's installer sees this drive, which says nothing about starting.
    pub fn installer_sees(&self, placed: &DriveInSlot) -> FeasibilityAnswer {
        let (rule, name) = (&rules::INSTALLER_PROVES_NOTHING, &placed.drive.name);
        let remark = FeasibilityAnswer::given(rule, name, FeasibilityVerdict::Yes);
        FeasibilityAnswer::all(vec![self.system_sees(placed), remark])
    }

    /// Whether the installer takes the drive: if the firmware would not boot it, one refused and
    /// another did not.
    pub fn installer_takes(&self, placed: &DriveInSlot) -> FeasibilityAnswer {
        let (rule, name) = (&rules::INSTALLER_UNTOLD, &placed.drive.name);
        let untold = FeasibilityAnswer::given(rule, name, FeasibilityVerdict::NotKnown);
        let takes = FeasibilityAnswer::any(vec![self.starts(placed), untold]);
        FeasibilityAnswer::all(vec![self.system_sees(placed), takes])
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
    let by_itself = |kind: &OsKind| match *kind {
        OsKind::Linux(3.., _) => FeasibilityVerdict::from(means.is_intel()),
        // Two numbers do not tell 2.6.26 from 2.6.27.
        OsKind::Linux(..) if means.is_intel() => FeasibilityVerdict::NotKnown,
        _ => FeasibilityVerdict::No,
    };
    FeasibilityAnswer::any(vec![
        boot::has_raid_driver(it),
        FeasibilityAnswer::fact(&rules::RAID_OS_DRIVER, NOTHING, &it.system.kind, by_itself),
    ])
}
