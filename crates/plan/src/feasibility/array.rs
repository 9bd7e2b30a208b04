//! Whether the drives make an array, and whether the machine starts from it.

use narrows_catalog::Confidence;
use narrows_catalog::raid::{self, LevelRange};

use super::answer::{Answer, Verdict};
use super::fact::{Evidence, FactAnswer};
use super::rules::{self, Rule};
use super::situation::{BootFiles, Esp, Placed, Situation, Speaks, VrocKey};
use super::{Level, Means, boot, member, system};

/// Whether the means makes an array of this level of all drives.
pub(super) fn made(it: &Situation, means: Means, level: Level) -> Answer {
    let under = system::taken_for(it, means);
    let takes = |placed| member::takes_under(it, &under, placed, means);
    let mut parts: Vec<Answer> = it.drives.iter().map(takes).collect();
    parts.push(enough_members(it, means, level));
    if means.is_firmware() {
        parts.extend([one_kind(it), system::knows_volumes(it, means)]);
    }
    match means {
        Means::Rst => parts.extend([not_too_many(it), sets_differ(it), seen_through(it)]),
        Means::Vroc => parts.push(key_has_level(it, level)),
        _ => {}
    }
    Answer::all(parts)
}

/// Whether the machine starts from such an array.
pub(super) fn starts(it: &Situation, means: Means, level: Level) -> Answer {
    let start = match means {
        Means::Rst => rst_starts(it),
        Means::RstVmd | Means::Raidxpert2 => {
            Answer::all(vec![boot::uefi_start(it), firmware_volume(it, Verdict::Yes)])
        }
        Means::Vroc => Answer::all(vec![boot::uefi_start(it), one_domain(it)]),
        Means::Windows => windows_starts(&system::taken_for(it, means), level),
        Means::LinuxMd => linux_starts(&system::taken_for(it, means)),
    };
    Answer::all(vec![made(it, means, level), start])
}

fn enough_members(it: &Situation, means: Means, level: Level) -> Answer {
    let row = raid::means(means.id());
    let ranges = row.map_or(&[][..], |row| &row.levels);
    let range = ranges.iter().find(|range| range.level == level.number());
    let count = it.drives.len();
    let fits =
        |range: &LevelRange| range.least <= count && range.most.is_none_or(|most| count <= most);
    let says = Verdict::from(range.is_some_and(fits));
    let source = row.map(|row| Evidence::documented(row.source.join("; "), row.confidence));
    let asked =
        source.map_or(FactAnswer::concluded(says), |evidence| FactAnswer::by(evidence, says));
    Answer::asked(&rules::LEVEL_MEMBERS, &format!("{means}, {level}"), asked)
}

fn speaks_pcie(placed: &Placed) -> Verdict {
    placed.drive.speaks.ask(|it| Verdict::from(*it != Speaks::Sata)).says
}

/// The operating system sees what the chipset remaps, if the array is made of that.
fn seen_through(it: &Situation) -> Answer {
    Answer::any(vec![all_sata(it), system::shows_remapped(it)])
}

fn all_sata(it: &Situation) -> Answer {
    Answer::all(it.drives.iter().map(boot::is_sata).collect())
}

/// SATA drives and remapped drives do not mix in one volume.
fn one_kind(it: &Situation) -> Answer {
    let kinds: Vec<Verdict> = it.drives.iter().map(speaks_pcie).collect();
    let has = |kind| kinds.contains(&kind);
    let says = match (has(Verdict::Yes), has(Verdict::No)) {
        (true, true) => Verdict::No,
        _ if has(Verdict::NotKnown) || has(Verdict::Contradicted) => Verdict::NotKnown,
        _ => Verdict::Yes,
    };
    concluded(&rules::ONE_KIND, &it.platform.name, says)
}

/// At most as many PCIe drives as the chipset remaps.
fn not_too_many(it: &Situation) -> Answer {
    let count =
        |of: fn(Verdict) -> bool| it.drives.iter().map(speaks_pcie).filter(|it| of(*it)).count();
    let (surely, perhaps) = (count(|it| it == Verdict::Yes), count(|it| it != Verdict::No));
    let (rule, name) = (&rules::SET_COUNT, &it.platform.name);
    if perhaps == 0 {
        return concluded(rule, name, Verdict::Yes);
    }
    let on_processor =
        |placed: &Placed| placed.slot.on_chipset.ask(|on| Verdict::from(!*on)).says == Verdict::Yes;
    // Drives on processor lanes are none of the chipset's sets; whether they can be members at all
    // is another rule's.
    let elsewhere = it.drives.iter().filter(|placed| on_processor(placed)).count();
    Answer::fact(rule, name, &it.platform.devices, |most| {
        let most = usize::from(*most) + elsewhere;
        match (surely > most, perhaps <= most) {
            (true, _) => Verdict::No,
            (false, true) => Verdict::Yes,
            (false, false) => Verdict::NotKnown,
        }
    })
}

/// Each remapped drive needs a lane set of its own; SATA drives need none.
fn sets_differ(it: &Situation) -> Answer {
    let mut parts = Vec::new();
    for (index, one) in it.drives.iter().enumerate() {
        for other in it.drives.iter().skip(index + 1) {
            let ways = vec![differ(it, one, other), boot::is_sata(one), boot::is_sata(other)];
            parts.push(Answer::any(ways));
        }
    }
    Answer::all(parts)
}

/// Where the lanes are not known, the firmware's offering both slots speaks for two sets.
fn differ(it: &Situation, one: &Placed, other: &Placed) -> Answer {
    let set_of = |placed: &Placed| {
        let (first, last) = *placed.slot.lanes.value()?;
        it.platform.sets.iter().position(|set| set.0 <= first && last <= set.1)
    };
    let name = format!("{}, {}", one.slot.name, other.slot.name);
    if let (Some(one), Some(other)) = (set_of(one), set_of(other)) {
        return concluded(&rules::SETS_DIFFER, &name, Verdict::from(one != other));
    }
    let offered = [one, other].map(|placed| placed.slot.raid.ask(|raid| Verdict::from(*raid)).says);
    let says = match offered {
        [Verdict::Yes, Verdict::Yes] => Verdict::Yes,
        _ => Verdict::NotKnown,
    };
    let evidence = Evidence::inferred("both slots are offered for RAID", Confidence::Medium);
    Answer::asked(&rules::SETS_DIFFER, &name, FactAnswer::by(evidence, says))
}

fn key_has_level(it: &Situation, level: Level) -> Answer {
    Answer::setting(
        &rules::VROC_LEVEL,
        &level.to_string(),
        &it.settings.vroc_key,
        |key| match key {
            VrocKey::None => false,
            VrocKey::Standard => level != Level::Raid5,
            VrocKey::Premium | VrocKey::IntelOnly => true,
        },
    )
}

/// A conclusion from what the question itself says.
fn concluded(rule: &Rule, what: &str, says: Verdict) -> Answer {
    Answer::given(rule, what, says)
}

fn firmware_volume(it: &Situation, says: Verdict) -> Answer {
    concluded(&rules::FIRMWARE_VOLUME, &it.board.name, says)
}

/// Volumes of SATA drives start everywhere; of remapped drives on some boards only.
fn rst_starts(it: &Situation) -> Answer {
    let sata = vec![all_sata(it), firmware_volume(it, Verdict::Yes)];
    let board = &it.board;
    let starts = |starts: &bool| *starts;
    let remapped = vec![
        Answer::fact(&rules::REMAPPED_VOLUME, &board.name, &board.starts_remapped, starts),
        boot::uefi_start(it),
    ];
    Answer::any(vec![Answer::all(sata), Answer::all(remapped)])
}

/// A volume across several Volume Management Devices does not start.
fn one_domain(it: &Situation) -> Answer {
    let domains: Vec<Option<&u8>> =
        it.drives.iter().map(|placed| placed.slot.vmd_domain.value()).collect();
    let known: Vec<&u8> = domains.iter().flatten().copied().collect();
    let differ = known.iter().any(|domain| Some(domain) != known.first());
    let says = match (differ, known.len() == domains.len()) {
        (true, _) => Verdict::No,
        (false, true) => Verdict::Yes,
        (false, false) => Verdict::NotKnown,
    };
    concluded(&rules::VROC_DOMAIN, &it.board.name, says)
}

fn windows_starts(it: &Situation, level: Level) -> Answer {
    let mirrored = concluded(&rules::WINDOWS_MIRROR_START, "Windows", Verdict::Yes);
    match level {
        Level::Raid1 => Answer::all(vec![mirrored, one_starts(it)]),
        _ => concluded(&rules::WINDOWS_STRIPE_START, "", Verdict::No),
    }
}

/// The firmware starts from a member, or from another drive that holds what it needs first.
fn one_starts(it: &Situation) -> Answer {
    Answer::any(it.drives.iter().map(|placed| boot::starts(it, placed)).collect())
}

fn linux_starts(it: &Situation) -> Answer {
    let system = &it.system;
    let esp = |esp: &Esp| *esp != Esp::OtherArray;
    let files = |files: &BootFiles| *files != BootFiles::Unreadable;
    Answer::all(vec![
        Answer::setting(&rules::LINUX_ESP, "", &system.esp, esp),
        Answer::setting(&rules::LINUX_BOOT_FILES, "", &system.boot_files, files),
        Answer::setting(&rules::LINUX_INITRAMFS, "", &system.initramfs, |has| *has),
        one_starts(it),
    ])
}
