//! Properties of every answer, whatever is known: no panic, two consistent verdicts, and knowing more
//! never turns a firm Yes into a No.

use narrows_catalog::Confidence;
use narrows_messages::{Language, Localizer};
use narrows_plan::feasibility::{
    BoardFirmware, BootFiles, BootSituation, ChipsetPlatform, DriveBootFacts, DriveInSlot,
    DriveProtocol, Esp, FactEvidence, FeasibilityAnswer, FeasibilityVerdict, FirmwareSettings,
    OsFacts, OsKind, RaidEngineKind, RaidLevelKind, RaidMenuEntry, SataMode, SlotFacts,
    SourcedFact, StorageStart, VrocKey,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// More than a situation with three drives takes.
const PICKS: usize = 100;

/// Deals out facts: 0 is unknown, anything else one of the values.
struct Dealer<'a> {
    picks: &'a [u8],
    next: usize,
    evidence: fn(u8) -> FactEvidence,
}

impl Dealer<'_> {
    fn deal<T: Copy>(&mut self, values: &[T]) -> SourcedFact<T> {
        let pick = self.picks.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        match pick.checked_sub(1) {
            None => SourcedFact::UNKNOWN,
            Some(pick) => {
                SourcedFact::new(values[usize::from(pick) % values.len()], (self.evidence)(pick))
            }
        }
    }

    fn flag(&mut self) -> SourcedFact<bool> {
        self.deal(&[true, false])
    }

    fn situation(mut self, drives: usize) -> BootSituation {
        BootSituation {
            board: self.board(),
            platform: self.platform(),
            settings: self.settings(),
            system: self.system(),
            drives: (0..drives).map(|_| self.placed()).collect(),
        }
    }

    fn board(&mut self) -> BoardFirmware {
        BoardFirmware {
            name: "the board".into(),
            own_driver: self.flag(),
            runs_uefi_rom: self.flag(),
            runs_legacy_rom: self.flag(),
            is_uefi: self.flag(),
            uefi: self.deal(&[(2, 0, 0), (2, 3, 1), (2, 8, 0)]),
            remaps: self.flag(),
            starts_remapped: self.flag(),
            module_can_be_off: self.flag(),
            graphics_uefi: self.flag(),
            cpu_attached: self.flag(),
            vroc: self.flag(),
        }
    }

    fn platform(&mut self) -> ChipsetPlatform {
        ChipsetPlatform {
            name: "the chipset".into(),
            year: None,
            sata_raid: self.flag(),
            remaps: self.flag(),
            devices: self.deal(&[1, 2, 3]),
            rst: self.deal(&[12, 13, 14]),
            sets: vec![(9, 12), (13, 16)],
            sata_lanes: vec![vec![9, 13], vec![10, 14]],
            rst_vmd: self.flag(),
            vroc: self.flag(),
            cpu_attached: self.flag(),
            raidxpert2: self.flag(),
        }
    }

    fn settings(&mut self) -> FirmwareSettings {
        FirmwareSettings {
            module_on: self.flag(),
            storage: self.deal(&[StorageStart::Uefi, StorageStart::Legacy, StorageStart::Neither]),
            sata: self.deal(&[SataMode::Ahci, SataMode::Raid]),
            nvme_raid: self.flag(),
            vmd: self.flag(),
            vroc_key: self.deal(&[VrocKey::None, VrocKey::Standard, VrocKey::IntelOnly]),
        }
    }

    fn system(&mut self) -> OsFacts {
        use OsKind::{Linux, Windows};
        OsFacts {
            is_given: false,
            kind: self.deal(&[Windows(100), Windows(61), Linux(6, 1), Linux(3, 2), Linux(2, 6)]),
            raid_driver: self.flag(),
            esp: self.deal(&[Esp::Plain, Esp::MirrorEnd, Esp::OtherArray]),
            boot_files: self.deal(&[BootFiles::Readable, BootFiles::Unreadable]),
            initramfs: self.flag(),
        }
    }

    fn placed(&mut self) -> DriveInSlot {
        let drive = DriveBootFacts {
            name: "a drive".into(),
            speaks: self.deal(&[DriveProtocol::Nvme, DriveProtocol::AhciPcie, DriveProtocol::Sata]),
            uefi_rom: self.flag(),
            legacy_rom: self.flag(),
            listed_after_update: self.flag(),
            updated: self.flag(),
            intel: self.flag(),
            lanes: self.deal(&[2, 4]),
        };
        let slot = SlotFacts {
            name: "a slot".into(),
            on_chipset: self.flag(),
            raid: self.flag(),
            lanes: self.deal(&[(9, 12), (13, 16), (5, 8)]),
            width: self.deal(&[4, 2]),
            widest: self.deal(&[4, 2]),
            entry: self.deal(&[RaidMenuEntry::On, RaidMenuEntry::Off, RaidMenuEntry::Hidden]),
            tried: self.flag(),
            vmd_domain: self.deal(&[1, 2]),
            card: None,
        };
        DriveInSlot { drive, slot }
    }
}

fn firm(_: u8) -> FactEvidence {
    FactEvidence::documented("sources that agree", Confidence::High)
}

fn any_evidence(pick: u8) -> FactEvidence {
    match pick % 4 {
        0 => FactEvidence::observed("this machine"),
        1 => FactEvidence::documented("a manual", Confidence::Medium),
        2 => FactEvidence::inferred("a guess", Confidence::Low),
        _ => firm(pick),
    }
}

fn situation(picks: &[u8], drives: usize, evidence: fn(u8) -> FactEvidence) -> BootSituation {
    Dealer { picks, next: 0, evidence }.situation(drives)
}

/// Every question there is, with its answer.
fn everything(it: &BootSituation) -> Vec<(String, FeasibilityAnswer)> {
    let mut all = vec![("csm".to_owned(), it.module_can_be_off())];
    for (index, placed) in it.drives.iter().enumerate() {
        all.push((format!("starts {index}"), it.starts(placed)));
        all.push((format!("lists {index}"), it.lists(placed)));
        all.push((format!("sees {index}"), it.system_sees(placed)));
        all.push((format!("installer sees {index}"), it.installer_sees(placed)));
        all.push((format!("installer takes {index}"), it.installer_takes(placed)));
        all.push((format!("firmware takes {index}"), it.takes_in_firmware(placed)));
        let takes = |means| (format!("{means} takes {index}"), it.takes(placed, means));
        all.extend(RaidEngineKind::ALL.map(takes));
    }
    for means in RaidEngineKind::ALL {
        for level in RaidLevelKind::ALL {
            all.push((format!("{means} {level}"), it.array(means, level)));
            all.push((format!("{means} {level} starts"), it.array_starts(means, level)));
        }
    }
    all
}

/// Mostly unknown, half known or mostly known situations.
fn picks() -> impl Strategy<Value = Vec<u8>> {
    (0..=8_u32).prop_flat_map(|known| {
        let pick = prop_oneof![8 - known => Just(0_u8), known + 1 => 1..=60_u8];
        vec(pick, PICKS)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn verdicts_fit_each_other(picks in picks(), drives in 0..4_usize) {
        for (question, answer) in everything(&situation(&picks, drives, any_evidence)) {
            if answer.as_set == FeasibilityVerdict::Yes {
                prop_assert_eq!(answer.verdict, FeasibilityVerdict::Yes, "{}", question);
                prop_assert!(answer.set.is_empty(), "{}: {:?}", question, answer.set);
            }
            if answer.verdict == FeasibilityVerdict::No {
                prop_assert_eq!(answer.as_set, FeasibilityVerdict::No, "{}", &question);
                prop_assert!(answer.set.is_empty(), "{}: {:?}", question, answer.set);
            }
            let is_yes = |verdict| verdict == FeasibilityVerdict::Yes;
            if is_yes(answer.verdict) && !is_yes(answer.as_set) {
                prop_assert!(!answer.set.is_empty(), "{}", question);
            }
            use FeasibilityVerdict::{Contradicted, NotKnown};
            if matches!(answer.verdict, NotKnown | Contradicted) {
                prop_assert!(!answer.settle.is_empty(), "{}", question);
            }
        }
    }

    /// Filling in unknowns decides more, and reverses only answers marked as unsettled.
    #[test]
    fn knowing_more_reverses_nothing(
        before in picks(), fill in vec(0..=60_u8, PICKS), drives in 1..4_usize,
    ) {
        let filled = |(known, fill): (&u8, &u8)| if *known == 0 { *fill } else { *known };
        let after: Vec<u8> = before.iter().zip(&fill).map(filled).collect();
        let less = everything(&situation(&before, drives, firm));
        let more = everything(&situation(&after, drives, firm));
        for ((question, less), (_, more)) in less.iter().zip(&more) {
            for (was, is) in [(less.verdict, more.verdict), (less.as_set, more.as_set)] {
                let reversed = matches!(
                    (was, is),
                    (FeasibilityVerdict::Yes, FeasibilityVerdict::No)
                        | (FeasibilityVerdict::No, FeasibilityVerdict::Yes)
                );
                let was_open = !less.settle.is_empty();
                prop_assert!(!reversed || was_open, "{}: {:?} to {:?}", question, was, is);
            }
        }
    }

    /// In both languages, with all values filled in.
    #[test]
    fn every_sentence_can_be_said(picks in picks(), drives in 1..4_usize) {
        let localizers = Language::ALL.map(Localizer::new);
        for (question, answer) in everything(&situation(&picks, drives, any_evidence)) {
            let why = answer.reasons.iter().map(|reason| &reason.says);
            for message in why.chain(&answer.set).chain(&answer.settle) {
                for localizer in &localizers {
                    let text = localizer.say(message);
                    prop_assert!(!text.contains(['{', '$']), "{}: {}", question, text);
                    prop_assert!(!text.starts_with("feasible-"), "{}: {}", question, text);
                }
            }
        }
    }
}

/// With nothing known, nothing is promised, and nothing is denied unless no fact could change it.
#[test]
fn of_an_unknown_machine_nothing_is_said() {
    let it = situation(&[], 2, firm);
    for (question, answer) in everything(&it) {
        assert_ne!(answer.as_set, FeasibilityVerdict::Yes, "{question}");
    }
    assert_eq!(it.starts(&it.drives[0]).verdict, FeasibilityVerdict::NotKnown);
    assert_eq!(it.takes(&it.drives[0], RaidEngineKind::Rst).verdict, FeasibilityVerdict::NotKnown);
}
