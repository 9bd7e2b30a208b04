//! Requirements on a catalogue file beyond its form, each error with its location.
//!
//! The file is read a second time for names alone, because the entries themselves do not keep their
//! positions.

use std::collections::BTreeSet;

use narrows_messages::Message;
use serde::Deserialize;
use toml::{Spanned, Table, Value};

use crate::board::{self, Board, BoardSlot, SlotBus, socket_of};
use crate::card::{Card, CardKind};
use crate::cpu::{Cpu, CpuCores, CpuMemory, CpuModel};
use crate::drive::{DriveForm, DriveInterface, DriveModel};
use crate::entries::Entries;
use crate::entry::{CatalogEntry, EntryKind};
use crate::mistake::CatalogSlip;

type LocatedName = Spanned<String>;

/// The names in a file, with their places.
#[derive(Default, Deserialize)]
struct FileNames {
    #[serde(default)]
    drive: Vec<EntryNames>,
    #[serde(default)]
    chipset: Vec<EntryNames>,
    #[serde(default)]
    cpu: Vec<EntryNames>,
    #[serde(default)]
    board: Vec<EntryNames>,
    #[serde(default)]
    card: Vec<EntryNames>,
}

#[derive(Deserialize)]
struct EntryNames {
    id: LocatedName,
    chipset: Option<LocatedName>,
    #[serde(default)]
    conflict: Vec<ConflictName>,
    #[serde(default)]
    slot: Vec<AttachedName>,
    #[serde(default)]
    switch: Vec<AttachedName>,
    #[serde(default)]
    rule: Vec<RuleNames>,
    #[serde(default)]
    user: Vec<LaneUserName>,
}

#[derive(Deserialize)]
struct ConflictName {
    about: LocatedName,
}

#[derive(Deserialize)]
struct AttachedName {
    id: LocatedName,
    on: LocatedName,
    count: Option<u8>,
    port: Option<LocatedName>,
    #[serde(default)]
    or: Vec<AlternativeName>,
}

#[derive(Deserialize)]
struct AlternativeName {
    on: LocatedName,
}

impl AttachedName {
    /// This entry with the name of each slot that it describes.
    fn each(&self) -> impl Iterator<Item = (&Self, String)> {
        BoardSlot::ids(self.id.get_ref(), self.count).into_iter().map(move |id| (self, id))
    }
}

#[derive(Deserialize)]
struct LaneUserName {
    name: LocatedName,
    on: LocatedName,
}

#[derive(Deserialize)]
struct RuleNames {
    #[serde(default)]
    when: Vec<LocatedName>,
    setting: Option<Value>,
    then: Spanned<Vec<EffectNames>>,
}

#[derive(Deserialize)]
struct EffectNames {
    slot: LocatedName,
    link: Option<Value>,
    off: Option<bool>,
    on: Option<LocatedName>,
}

/// Checks the contents of one file; returns its ids.
pub(crate) fn check(
    text: &str,
    entries: &Entries,
) -> Result<Vec<(EntryKind, LocatedName)>, CatalogSlip> {
    // The entries have neither their places in the text nor their keys as written: both are read
    // beside them.
    let names: FileNames = toml::from_str(text).map_err(|error| CatalogSlip::toml(&error))?;
    let table: Table = toml::from_str(text).map_err(|error| CatalogSlip::toml(&error))?;
    same_for_all(&names.drive, &entries.drives, &table)?;
    same_for_all(&names.chipset, &entries.chipsets, &table)?;
    same_for_all(&names.cpu, &entries.cpus, &table)?;
    same_for_all(&names.board, &entries.boards, &table)?;
    same_for_all(&names.card, &entries.cards, &table)?;
    for (names, drive) in names.drive.iter().zip(&entries.drives) {
        drive_is_one(names, drive)?;
    }
    for (names, card) in names.card.iter().zip(&entries.cards) {
        card_is_one(names, card)?;
    }
    for (names, cpu) in names.cpu.iter().zip(&entries.cpus) {
        processor_is_one(names, cpu)?;
    }
    for (names, board) in names.board.iter().zip(&entries.boards) {
        check_board(names, board)?;
    }
    let lists = [
        (EntryKind::Drive, names.drive),
        (EntryKind::Chipset, names.chipset),
        (EntryKind::Cpu, names.cpu),
        (EntryKind::Board, names.board),
        (EntryKind::Card, names.card),
    ];
    let ids = |(kind, list): (EntryKind, Vec<EntryNames>)| {
        list.into_iter().map(move |names| (kind, names.id))
    };
    Ok(lists.into_iter().flat_map(ids).collect())
}

/// Checks that every board in the file has a chipset that `known` knows.
pub(crate) fn chipsets_are_known(
    text: &str,
    known: impl Fn(&str) -> bool,
) -> Result<(), CatalogSlip> {
    let names: FileNames = toml::from_str(text).map_err(|error| CatalogSlip::toml(&error))?;
    let unknown = |name: &&LocatedName| !known(name.get_ref());
    match names.board.iter().filter_map(|board| board.chipset.as_ref()).find(unknown) {
        Some(name) => Err(slip(name, "catalog-no-such-chipset")),
        None => Ok(()),
    }
}

/// Ids are there and differ, every entry has a source, and conflicts are about something.
fn same_for_all<T: CatalogEntry>(
    names: &[EntryNames],
    entries: &[T],
    table: &Table,
) -> Result<(), CatalogSlip> {
    unique(names.iter().map(|it| &it.id))?;
    let tables = table.get(T::KIND.table()).and_then(Value::as_array).into_iter().flatten();
    for ((names, entry), table) in names.iter().zip(entries).zip(tables) {
        let has_source = entry.evidence().source.iter().any(|source| !source.trim().is_empty());
        if !has_source {
            return Err(slip(&names.id, "catalog-no-source"));
        }
        conflicts_are_about_something(names, table)?;
    }
    Ok(())
}

/// About a key of the entry, or a thing on a board.
fn conflicts_are_about_something(names: &EntryNames, table: &Value) -> Result<(), CatalogSlip> {
    let things =
        names.slot.iter().chain(&names.switch).flat_map(AttachedName::each).map(|(_, id)| id);
    let users = names.user.iter().map(|user| user.name.get_ref().clone());
    let things: BTreeSet<String> = things.chain(users).collect();
    let about_nothing = |about: &&ConflictName| {
        let about = about.about.get_ref().as_str();
        !things.contains(about) && table.get(about).is_none()
    };
    match names.conflict.iter().find(about_nothing) {
        Some(conflict) => Err(slip(&conflict.about, "catalog-about-nothing")),
        None => Ok(()),
    }
}

fn unique<'a>(names: impl Iterator<Item = &'a LocatedName>) -> Result<(), CatalogSlip> {
    let mut ids = BTreeSet::new();
    for name in names {
        if name.get_ref().trim().is_empty() {
            return Err(slip(name, "catalog-no-id"));
        }
        if !ids.insert(name.get_ref()) {
            return Err(twice(name, None));
        }
    }
    Ok(())
}

/// An id that already exists, perhaps in another file.
pub(crate) fn twice(name: &LocatedName, elsewhere: Option<&str>) -> CatalogSlip {
    match elsewhere {
        None => slip(name, "catalog-twice"),
        Some(file) => {
            let slip = slip(name, "catalog-twice-in-files");
            CatalogSlip { problem: slip.problem.with("file", file), ..slip }
        }
    }
}

/// Its link and its form are those of its interface.
fn drive_is_one(names: &EntryNames, drive: &DriveModel) -> Result<(), CatalogSlip> {
    let on_pcie = matches!(drive.interface, DriveInterface::Nvme | DriveInterface::AhciPcie);
    let exists = |form: &DriveForm| match form {
        DriveForm::M2 => true,
        DriveForm::Aic | DriveForm::U2 => on_pcie,
        DriveForm::Sata => !on_pcie,
    };
    match (on_pcie, drive.link.is_some()) {
        (true, false) => Err(slip(&names.id, "catalog-drive-without-link")),
        (false, true) => Err(slip(&names.id, "catalog-drive-with-link")),
        _ if !drive.forms().iter().all(exists) => Err(slip(&names.id, "catalog-drive-form")),
        _ => Ok(()),
    }
}

/// The thinnest card is one slot thick.
const MOST_THIN: f64 = 1.0;
/// No board has more slots than cards this thick cover.
const MOST_THICK: f64 = 7.0;

fn card_is_one(names: &EntryNames, card: &Card) -> Result<(), CatalogSlip> {
    let widest = card.link.map_or(0, |link| link.lanes.get());
    // Connectors for cards come in these four lengths (PCI Express Card Electromechanical
    // Specification).
    if ![1, 4, 8, 16].contains(&card.length) || widest > card.length {
        return Err(slip(&names.id, "catalog-card-length"));
    }
    let is_thickness = |slots: f64| (MOST_THIN..=MOST_THICK).contains(&slots);
    let is_between = |[thin, thick]: [f64; 2]| {
        let usual = card.slots_thick.is_some_and(|usual| (thin..=thick).contains(&usual));
        is_thickness(thin) && is_thickness(thick) && usual
    };
    if !card.slots_thick.is_none_or(is_thickness)
        || !card.slots_thick_between.is_none_or(is_between)
    {
        return Err(slip(&names.id, "catalog-card-thick"));
    }
    let carries = match card.kind {
        CardKind::Carrier | CardKind::SwitchCarrier | CardKind::Riser => card.bays > 0,
        CardKind::Expander => card.bays > 0 && card.ports > 0 && card.port_rate.is_some(),
        // Some say how many drives they take.
        CardKind::Sata | CardKind::Sas | CardKind::Raid => true,
        _ => card.bays == 0,
    };
    let lacks_link = card.kind == CardKind::SwitchCarrier && card.link.is_none();
    match carries && !lacks_link {
        true => Ok(()),
        false => Err(slip(&names.id, "catalog-card-bays")),
    }
}

/// Ranges begin with their least, and models are among the row's and within its ranges.
fn processor_is_one(names: &EntryNames, cpu: &Cpu) -> Result<(), CatalogSlip> {
    let is_memory = |memory: &CpuMemory| {
        let channels = 1..=memory.channels;
        let is_slower = |speed: u32| speed <= memory.fastest.transfers();
        let two = memory.two_per_channel.as_ref().is_none_or(|two| is_slower(two.transfers()));
        channels.contains(&memory.fewest_channels()) && is_slower(memory.slowest.transfers()) && two
    };
    if !cpu.memory.as_ref().is_none_or(is_memory) || !cpu.cores.as_ref().is_none_or(is_range) {
        return Err(slip(&names.id, "catalog-cpu-range"));
    }
    let models = cpu.cores.iter().flat_map(|cores| cores.models.iter().map(move |it| (cores, it)));
    for (cores, model) in models {
        if !cpu.aliases.contains(&model.name) || !is_within(model, cores) {
            let slip = slip(&names.id, "catalog-cpu-model");
            return Err(CatalogSlip { problem: slip.problem.with("model", &model.name), ..slip });
        }
    }
    Ok(())
}

fn is_range(cores: &CpuCores) -> bool {
    let is_slower = cores.slowest.is_none_or(|slowest| slowest <= cores.fastest);
    (1..=cores.most).contains(&cores.least) && cores.efficient <= cores.most && is_slower
}

fn is_within(model: &CpuModel, cores: &CpuCores) -> bool {
    let base = model.base.unwrap_or(model.boost);
    (cores.least..=cores.most).contains(&model.cores)
        && model.efficient <= model.cores.min(cores.efficient)
        && base <= model.boost
        && model.boost <= cores.fastest
        && cores.slowest.is_none_or(|slowest| slowest <= base)
}

fn check_board(names: &EntryNames, board: &Board) -> Result<(), CatalogSlip> {
    unique(names.slot.iter().chain(&names.switch).map(|thing| &thing.id))?;
    let mut ids = BTreeSet::new();
    for (thing, id) in names.slot.iter().flat_map(AttachedName::each) {
        if !ids.insert(id) {
            return Err(twice(&thing.id, None));
        }
    }
    if let Some(none) = names.slot.iter().find(|slot| slot.count == Some(0)) {
        return Err(slip(&none.id, "catalog-slot-count"));
    }
    let mut ports = BTreeSet::new();
    for (slot, port) in names.slot.iter().filter_map(|slot| Some((slot, slot.port.as_ref()?))) {
        // A port leads to one slot: neither several of one entry nor another entry can share it.
        if slot.count.is_some_and(|count| count > 1) || !ports.insert(port.get_ref()) {
            return Err(slip(port, "catalog-slot-port"));
        }
    }
    let mut places = BTreeSet::from([board::CPU, board::CHIPSET]);
    // Only places further up in the file are known yet, so that switches cannot form a circle.
    for switch in &names.switch {
        hangs_somewhere(&switch.on, &places)?;
        places.insert(switch.id.get_ref());
    }
    let others = names.slot.iter().flat_map(|slot| &slot.or).map(|it| &it.on);
    let users = names.user.iter().map(|it| &it.on);
    for on in names.slot.iter().map(|slot| &slot.on).chain(others).chain(users) {
        hangs_somewhere(on, &places)?;
    }
    // `each` counts slots out as the board's reader does, so that both run in step.
    for ((names, _), slot) in names.slot.iter().flat_map(AttachedName::each).zip(&board.slots) {
        if slot.devices.is_empty() || slot.devices.contains(&SlotBus::Pcie) != slot.link.is_some() {
            return Err(slip(&names.id, "catalog-slot-link"));
        }
    }
    names.rule.iter().try_for_each(|names| check_rule(names, board, &places))
}

fn check_rule(rule: &RuleNames, board: &Board, places: &BTreeSet<&str>) -> Result<(), CatalogSlip> {
    if (rule.when.is_empty() && rule.setting.is_none()) || rule.then.get_ref().is_empty() {
        let problem = Message::new("catalog-rule-empty").with("id", &board.id);
        return Err(CatalogSlip::at(&rule.then, problem));
    }
    for when in &rule.when {
        let slot = when.get_ref().split(':').next().unwrap_or_default();
        slot_is_there(when, slot, board)?;
    }
    for effect in rule.then.get_ref() {
        slot_is_there(&effect.slot, effect.slot.get_ref(), board)?;
        if let Some(on) = &effect.on {
            hangs_somewhere(on, places)?;
        }
        let stays_on = effect.link.is_some() || effect.on.is_some();
        // Just one of both: an effect switches the slot off or leaves it on with a change.
        if stays_on == (effect.off == Some(true)) {
            return Err(slip(&effect.slot, "catalog-rule-effect"));
        }
    }
    Ok(())
}

fn slot_is_there(name: &LocatedName, slot: &str, board: &Board) -> Result<(), CatalogSlip> {
    let problem = || Message::new("catalog-no-such-slot").with("id", slot);
    board.slot(slot).map(|_| ()).ok_or_else(|| CatalogSlip::at(name, problem()))
}

fn hangs_somewhere(on: &LocatedName, places: &BTreeSet<&str>) -> Result<(), CatalogSlip> {
    match places.contains(on.get_ref().as_str()) || socket_of(on.get_ref()).is_some() {
        true => Ok(()),
        false => Err(slip(on, "catalog-no-such-place")),
    }
}

fn slip(name: &LocatedName, id: &'static str) -> CatalogSlip {
    CatalogSlip::at(name, Message::new(id).with("id", name.get_ref()))
}
