//! Whether the drives make an array, and whether the machine starts from it.

use narrows_catalog::Confidence;
use narrows_catalog::raid::{self, LevelRange};

use super::answer::{FeasibilityAnswer, FeasibilityVerdict, NOTHING};
use super::fact::{FactAnswer, FactEvidence};
use super::rules::{self, FeasibilityRule};
use super::situation::{BootFiles, BootSituation, DriveInSlot, DriveProtocol, Esp, VrocKey};
use super::{RaidEngineKind, RaidLevelKind, boot, member, system};

impl BootSituation {
    /// Whether the engine makes an array of this level of all drives.
    pub fn array(&self, means: RaidEngineKind, level: RaidLevelKind) -> FeasibilityAnswer {
        let under = system::taken_for(self, means);
        let takes = |placed| member::takes_under(self, &under, placed, means);
        let mut parts: Vec<FeasibilityAnswer> = self.drives.iter().map(takes).collect();
        parts.push(enough_members(self, means, level));
        if means.is_firmware() {
            parts.extend([one_kind(self), system::knows_volumes(self, means)]);
        }
        match means {
            RaidEngineKind::Rst => parts.extend([
                not_too_many(self),
                sets_differ(self),
                FeasibilityAnswer::any(vec![all_sata(self), system::shows_remapped(self)]),
            ]),
            RaidEngineKind::Vroc => parts.push(key_has_level(self, level)),
            _ => {}
        }
        FeasibilityAnswer::all(parts)
    }

    /// Whether the machine starts from such an array.
    pub fn array_starts(&self, means: RaidEngineKind, level: RaidLevelKind) -> FeasibilityAnswer {
        let start = match means {
            RaidEngineKind::Rst => rst_starts(self),
            RaidEngineKind::RstVmd | RaidEngineKind::Raidxpert2 => {
                FeasibilityAnswer::all(vec![boot::uefi_start(self), firmware_volume(self)])
            }
            RaidEngineKind::Vroc => {
                FeasibilityAnswer::all(vec![boot::uefi_start(self), one_domain(self)])
            }
            RaidEngineKind::Windows => windows_starts(&system::taken_for(self, means), level),
            RaidEngineKind::LinuxMd => linux_starts(&system::taken_for(self, means)),
        };
        FeasibilityAnswer::all(vec![self.array(means, level), start])
    }
}

fn enough_members(
    it: &BootSituation,
    means: RaidEngineKind,
    level: RaidLevelKind,
) -> FeasibilityAnswer {
    let row = raid::means(means.id());
    let ranges = row.map_or(&[][..], |row| &row.levels);
    let range = ranges.iter().find(|range| range.level == level.number());
    let count = it.drives.len();
    let fits =
        |range: &LevelRange| range.least <= count && range.most.is_none_or(|most| count <= most);
    let says = FeasibilityVerdict::from(range.is_some_and(fits));
    let source = row.map(|row| FactEvidence::documented(row.source.join("; "), row.confidence));
    let answer =
        source.map_or(FactAnswer::concluded(says), |evidence| FactAnswer::by(evidence, says));
    match range {
        Some(LevelRange { least, most, .. }) => {
            let counts = match most {
                Some(most) if most == least => least.to_string(),
                Some(most) => format!("{least}–{most}"),
                None => format!("≥ {least}"),
            };
            let what = format!("{means}, {level}: {counts}");
            FeasibilityAnswer::by_rule(&rules::LEVEL_MEMBERS, &what, answer)
        }
        None => {
            let rule = FeasibilityRule { says: "feasible-level-missing", ..rules::LEVEL_MEMBERS };
            FeasibilityAnswer::by_rule(&rule, &format!("{means}, {level}"), answer)
        }
    }
}

fn speaks_pcie(placed: &DriveInSlot) -> FeasibilityVerdict {
    placed.drive.speaks.query(|it| FeasibilityVerdict::from(*it != DriveProtocol::Sata)).says
}

fn all_sata(it: &BootSituation) -> FeasibilityAnswer {
    FeasibilityAnswer::all(it.drives.iter().map(boot::is_sata).collect())
}

/// SATA drives and remapped drives do not mix in one volume.
fn one_kind(it: &BootSituation) -> FeasibilityAnswer {
    let kinds: Vec<FeasibilityVerdict> = it.drives.iter().map(speaks_pcie).collect();
    let has = |kind| kinds.contains(&kind);
    let says = match (has(FeasibilityVerdict::Yes), has(FeasibilityVerdict::No)) {
        (true, true) => FeasibilityVerdict::No,
        _ if has(FeasibilityVerdict::NotKnown) || has(FeasibilityVerdict::Contradicted) => {
            FeasibilityVerdict::NotKnown
        }
        _ => FeasibilityVerdict::Yes,
    };
    concluded(&rules::ONE_KIND, &it.platform.name, says)
}

/// At most as many PCIe drives as the chipset remaps.
fn not_too_many(it: &BootSituation) -> FeasibilityAnswer {
    let count = |of: fn(FeasibilityVerdict) -> bool| {
        it.drives.iter().map(speaks_pcie).filter(|it| of(*it)).count()
    };
    let (surely, perhaps) =
        (count(|it| it == FeasibilityVerdict::Yes), count(|it| it != FeasibilityVerdict::No));
    let (rule, name) = (&rules::SET_COUNT, &it.platform.name);
    if perhaps == 0 {
        // An unknown limit must not leave an array of SATA drives open, which it does not concern.
        return concluded(rule, name, FeasibilityVerdict::Yes);
    }
    let on_processor = |placed: &DriveInSlot| {
        placed.slot.on_chipset.query(|on| FeasibilityVerdict::from(!*on)).says
            == FeasibilityVerdict::Yes
    };
    // Drives on processor lanes are in none of the chipset's sets; whether they can be members at
    // all is up to another rule.
    let elsewhere = it.drives.iter().filter(|placed| on_processor(placed)).count();
    FeasibilityAnswer::fact(rule, name, &it.platform.devices, |most| {
        let most = usize::from(*most) + elsewhere;
        match (surely > most, perhaps <= most) {
            (true, _) => FeasibilityVerdict::No,
            (false, true) => FeasibilityVerdict::Yes,
            (false, false) => FeasibilityVerdict::NotKnown,
        }
    })
}

/// Each remapped drive needs its own lane set; SATA drives need none.
fn sets_differ(it: &BootSituation) -> FeasibilityAnswer {
    let mut parts = Vec::new();
    for (index, one) in it.drives.iter().enumerate() {
        for other in it.drives.iter().skip(index + 1) {
            let ways = vec![differ(it, one, other), boot::is_sata(one), boot::is_sata(other)];
            parts.push(FeasibilityAnswer::any(ways));
        }
    }
    FeasibilityAnswer::all(parts)
}

/// If the lanes are unknown, firmware that offers both slots suggests two sets.
fn differ(it: &BootSituation, one: &DriveInSlot, other: &DriveInSlot) -> FeasibilityAnswer {
    let set_of = |placed: &DriveInSlot| {
        let (first, last) = *placed.slot.lanes.value()?;
        it.platform.sets.iter().position(|set| set.0 <= first && last <= set.1)
    };
    let name = format!("{}, {}", one.slot.name, other.slot.name);
    if let (Some(one), Some(other)) = (set_of(one), set_of(other)) {
        return concluded(&rules::SETS_DIFFER, &name, FeasibilityVerdict::from(one != other));
    }
    let offered = [one, other]
        .map(|placed| placed.slot.raid.query(|raid| FeasibilityVerdict::from(*raid)).says);
    let says = match offered {
        [FeasibilityVerdict::Yes, FeasibilityVerdict::Yes] => FeasibilityVerdict::Yes,
        _ => FeasibilityVerdict::NotKnown,
    };
    let evidence = FactEvidence::inferred("both slots are offered for RAID", Confidence::Medium);
    FeasibilityAnswer::by_rule(&rules::SETS_DIFFER, &name, FactAnswer::by(evidence, says))
}

fn key_has_level(it: &BootSituation, level: RaidLevelKind) -> FeasibilityAnswer {
    FeasibilityAnswer::setting(
        &rules::VROC_LEVEL,
        &level.to_string(),
        &it.settings.vroc_key,
        |key| match key {
            VrocKey::None => false,
            // The standard key makes RAID 0, 1 and 10; RAID 5 takes the premium key.
            VrocKey::Standard => level != RaidLevelKind::Raid5,
            VrocKey::Premium | VrocKey::IntelOnly => true,
        },
    )
}

/// A conclusion from the question itself.
fn concluded(rule: &FeasibilityRule, what: &str, says: FeasibilityVerdict) -> FeasibilityAnswer {
    FeasibilityAnswer::given(rule, what, says)
}

fn firmware_volume(it: &BootSituation) -> FeasibilityAnswer {
    concluded(&rules::FIRMWARE_VOLUME, &it.board.name, FeasibilityVerdict::Yes)
}

/// Volumes of SATA drives start everywhere; of remapped drives on some boards only.
fn rst_starts(it: &BootSituation) -> FeasibilityAnswer {
    let sata = vec![all_sata(it), firmware_volume(it)];
    let board = &it.board;
    let remapped = vec![
        member::holds(&rules::REMAPPED_VOLUME, &board.name, &board.starts_remapped),
        boot::uefi_start(it),
    ];
    FeasibilityAnswer::any(vec![FeasibilityAnswer::all(sata), FeasibilityAnswer::all(remapped)])
}

/// A volume across several Volume Management Devices does not start.
fn one_domain(it: &BootSituation) -> FeasibilityAnswer {
    let domains: Vec<Option<&u8>> =
        it.drives.iter().map(|placed| placed.slot.vmd_domain.value()).collect();
    let known: Vec<&u8> = domains.iter().flatten().copied().collect();
    let differ = known.iter().any(|domain| Some(domain) != known.first());
    let says = match (differ, known.len() == domains.len()) {
        (true, _) => FeasibilityVerdict::No,
        (false, true) => FeasibilityVerdict::Yes,
        (false, false) => FeasibilityVerdict::NotKnown,
    };
    concluded(&rules::VROC_DOMAIN, &it.board.name, says)
}

fn windows_starts(it: &BootSituation, level: RaidLevelKind) -> FeasibilityAnswer {
    let mirrored = concluded(&rules::WINDOWS_MIRROR_START, "Windows", FeasibilityVerdict::Yes);
    match level {
        RaidLevelKind::Raid1 => FeasibilityAnswer::all(vec![mirrored, one_starts(it)]),
        _ => concluded(&rules::WINDOWS_STRIPE_START, NOTHING, FeasibilityVerdict::No),
    }
}

/// The firmware boots from a member, or from another drive with the files that it needs first.
fn one_starts(it: &BootSituation) -> FeasibilityAnswer {
    FeasibilityAnswer::any(it.drives.iter().map(|placed| it.starts(placed)).collect())
}

fn linux_starts(it: &BootSituation) -> FeasibilityAnswer {
    let system = &it.system;
    let esp = |esp: &Esp| *esp != Esp::OtherArray;
    let files = |files: &BootFiles| *files != BootFiles::Unreadable;
    FeasibilityAnswer::all(vec![
        FeasibilityAnswer::setting(&rules::LINUX_ESP, NOTHING, &system.esp, esp),
        FeasibilityAnswer::setting(&rules::LINUX_BOOT_FILES, NOTHING, &system.boot_files, files),
        FeasibilityAnswer::setting(&rules::LINUX_INITRAMFS, NOTHING, &system.initramfs, |has| *has),
        one_starts(it),
    ])
}
