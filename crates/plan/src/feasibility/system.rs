//! What the operating system and its installer see.

use std::borrow::Cow;

use narrows_catalog::Confidence;

use super::answer::{Answer, Verdict};
use super::fact::{Evidence, Fact};
use super::rules;
use super::situation::{Placed, Situation, SystemKind};
use super::{Means, boot, member};

/// Where nobody names a system, the one whose own arrays these are: what is asked of drivers and of
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

/// Linux does not see what the chipset remaps. Where nobody names a system, one that does can be
/// taken.
pub(super) fn shows_remapped(it: &Situation) -> Answer {
    let is_windows = |kind: &SystemKind| matches!(kind, SystemKind::Windows(_));
    let shows = Answer::fact(&rules::LINUX_REMAPPED, "", &it.system.kind, is_windows);
    if !it.system.kind.is_unknown() {
        return shows;
    }
    let taken = Answer::setting(&rules::WINDOWS_OS, "", &it.system.kind, is_windows);
    // Somebody who wants Linux finds out there.
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
