//! The cases of `cases.toml` as situations.

use narrows_catalog::{Confidence, board, chipset, drive};
use narrows_plan::feasibility::{
    BootSituation, DriveBootFacts, DriveInSlot, DriveProtocol, FactEvidence, FeasibilityAnswer,
    OsKind, RaidEngineKind, RaidLevelKind, RaidMenuEntry, SataMode, SlotFacts, SourcedFact,
    StorageStart, known,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct File {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub id: String,
    pub source: String,
    pub status: String,
    pub saw: String,
    board: Option<String>,
    chipset: Option<String>,
    firmware: Option<String>,
    #[serde(default)]
    at: Vec<At>,
    #[serde(default)]
    shows: Shows,
    pub asks: Vec<Request>,
    pub ports_kept: Option<Vec<usize>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct At {
    drive: Option<String>,
    model: Option<Model>,
    slot: Option<String>,
    somewhere: Option<Somewhere>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Model {
    name: String,
    speaks: String,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Somewhere {
    name: String,
    lanes: Option<(u8, u8)>,
    raid: Option<bool>,
    width: Option<u8>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Shows {
    csm: Option<bool>,
    csm_switch: Option<bool>,
    graphics_uefi: Option<bool>,
    storage: Option<String>,
    sata: Option<String>,
    entry: Option<String>,
    os: Option<String>,
    raid_driver: Option<bool>,
    rst: Option<u16>,
    updated: Option<bool>,
    remaps: Option<bool>,
    own_driver: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    pub question: String,
    pub observed: Option<bool>,
    pub verdict: String,
    pub as_set: String,
    #[serde(default)]
    pub unsettled: bool,
}

pub fn all() -> Vec<Case> {
    toml::from_str::<File>(include_str!("../cases.toml")).unwrap().case
}

impl Case {
    pub fn situation(&self) -> BootSituation {
        let mut it = self.bare();
        self.shows.put_on(&mut it);
        it
    }

    fn bare(&self) -> BootSituation {
        let mut it = BootSituation::default();
        let board = self.board.as_ref().map(|id| board::board(id).unwrap());
        if let Some(board) = board {
            it.board = known::board(board);
        }
        let chipset = board.map_or(self.chipset.as_deref(), |board| board.chipset.as_deref());
        it.platform = known::platform(chipset::chipset(chipset.unwrap()).unwrap());
        it.drives = self.at.iter().map(|at| self.placed(board, at)).collect();
        it
    }

    pub fn is_of_a_board(&self) -> bool {
        self.board.is_some()
    }

    /// Without the source's observations of its machine, except perhaps its operating system.
    pub fn as_catalogued(&self, with_system: bool) -> BootSituation {
        let os = self.shows.os.as_deref().filter(|_| with_system);
        let mut it = self.bare();
        it.system.kind = observed(os.map(system));
        it
    }

    fn placed(&self, board: Option<&board::Board>, at: &At) -> DriveInSlot {
        let drive = match (&at.drive, &at.model) {
            (Some(id), _) => known::drive(drive::drive(id).unwrap()),
            (None, Some(model)) => model.drive(),
            (None, None) => unreachable!("{}: no drive", self.id),
        };
        let slot = match (&at.slot, &at.somewhere) {
            (Some(slot), _) => {
                let board = board.unwrap();
                known::slot(board, board.slot(slot).unwrap(), self.firmware.as_deref())
            }
            (None, Some(somewhere)) => somewhere.slot(&self.source),
            (None, None) => unreachable!("{}: no slot", self.id),
        };
        DriveInSlot { drive, slot }
    }
}

impl Model {
    fn drive(&self) -> DriveBootFacts {
        let speaks = if self.speaks == "sata" { DriveProtocol::Sata } else { DriveProtocol::Nvme };
        DriveBootFacts {
            name: self.name.clone(),
            speaks: SourcedFact::observed(speaks),
            ..DriveBootFacts::default()
        }
    }
}

impl Somewhere {
    fn slot(&self, source: &str) -> SlotFacts {
        let evidence = FactEvidence::documented(source, Confidence::High);
        let width = observed(self.width);
        SlotFacts {
            name: self.name.clone(),
            on_chipset: self
                .lanes
                .map_or(SourcedFact::UNKNOWN, |_| SourcedFact::new(true, evidence.clone())),
            raid: self
                .raid
                .map_or(SourcedFact::UNKNOWN, |raid| SourcedFact::new(raid, evidence.clone())),
            lanes: self
                .lanes
                .map_or(SourcedFact::UNKNOWN, |lanes| SourcedFact::new(lanes, evidence.clone())),
            width: width.clone(),
            widest: width,
            tried: SourcedFact::new(true, evidence),
            ..SlotFacts::default()
        }
    }
}

/// The source's observation on its machine, if any.
pub fn observed<T>(value: Option<T>) -> SourcedFact<T> {
    value.map_or(SourcedFact::UNKNOWN, SourcedFact::observed)
}

impl Shows {
    fn put_on(&self, it: &mut BootSituation) {
        it.settings.module_on = observed(self.csm);
        it.settings.storage = observed(self.storage.as_deref().map(|word| match word {
            "uefi" => StorageStart::Uefi,
            _ => StorageStart::Legacy,
        }));
        it.settings.sata = observed(self.sata.as_deref().map(|word| match word {
            "raid" => SataMode::Raid,
            _ => SataMode::Ahci,
        }));
        it.system.kind = observed(self.os.as_deref().map(system));
        it.system.raid_driver = observed(self.raid_driver);
        it.board.module_can_be_off = observed(self.csm_switch);
        it.board.graphics_uefi = observed(self.graphics_uefi);
        add(&mut it.board.own_driver, self.own_driver);
        add(&mut it.board.remaps, self.remaps);
        add(&mut it.platform.rst, self.rst);
        for placed in &mut it.drives {
            placed.slot.entry = observed(self.entry.as_deref().map(entry));
            placed.drive.updated = observed(self.updated);
        }
    }
}

fn add<T>(fact: &mut SourcedFact<T>, value: Option<T>) {
    if let Some(value) = value {
        fact.add(value, FactEvidence::observed("the case"));
    }
}

fn entry(word: &str) -> RaidMenuEntry {
    match word {
        "on" => RaidMenuEntry::On,
        "off" => RaidMenuEntry::Off,
        _ => RaidMenuEntry::Hidden,
    }
}

pub fn system(words: &str) -> OsKind {
    match words.split_once(' ').unwrap() {
        ("windows", "7") => OsKind::Windows(61),
        ("windows", "8.1") => OsKind::Windows(63),
        ("windows", _) => OsKind::Windows(100),
        (_, kernel) => {
            let (major, minor) = kernel.split_once('.').unwrap();
            OsKind::Linux(major.parse().unwrap(), minor.parse().unwrap())
        }
    }
}

impl Request {
    /// One answer a drive, or one for the machine.
    pub fn answers(&self, it: &BootSituation) -> Vec<FeasibilityAnswer> {
        let each = |request: &dyn Fn(&DriveInSlot) -> FeasibilityAnswer| {
            it.drives.iter().map(request).collect()
        };
        let words: Vec<&str> = self.question.split(' ').collect();
        match words[..] {
            ["starts"] => each(&|placed| it.starts(placed)),
            ["lists"] => each(&|placed| it.lists(placed)),
            ["sees"] => each(&|placed| it.system_sees(placed)),
            ["installer-sees"] => each(&|placed| it.installer_sees(placed)),
            ["installer-takes"] => each(&|placed| it.installer_takes(placed)),
            ["rst"] => each(&|placed| it.takes(placed, RaidEngineKind::Rst)),
            ["csm-off"] => vec![it.module_can_be_off()],
            ["array", means, level] => vec![it.array(means_of(means), level_of(level))],
            ["array-starts", means, level] => {
                vec![it.array_starts(means_of(means), level_of(level))]
            }
            _ => unreachable!("no question {}", self.question),
        }
    }
}

fn means_of(word: &str) -> RaidEngineKind {
    let of_word =
        |means: &RaidEngineKind| means.id() == word || means.id() == format!("intel-{word}");
    RaidEngineKind::ALL.into_iter().find(of_word).unwrap()
}

fn level_of(word: &str) -> RaidLevelKind {
    RaidLevelKind::ALL.into_iter().find(|level| level.number().to_string() == word).unwrap()
}
