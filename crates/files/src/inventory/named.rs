//! Devices by their names in the catalogue.

use std::collections::BTreeSet;

use narrows_catalog::board::{CPU, SlotBus};
use narrows_catalog::card::{self, Card, CardKind};
use narrows_catalog::drive::{self, DriveModel};
use narrows_catalog::entry::EntryKind;
use narrows_catalog::named;
use narrows_catalog::search::SearchQuery;
use narrows_messages::Message;
use narrows_plan::device::{CardBay, DeviceBody, DeviceShape, MovableDevice, Thickness};
use narrows_plan::inventory::SlotInventory;
use narrows_topology::Id;

use super::bodies::MachineTree;
use super::expanders::{self, NamedExpander};
use super::list::{DeviceListItem, items, not_too_many};
use super::{kinds, known, occupants};
use crate::machine_file::built;
use crate::machine_file::description::{self, Ceilings, Controller, ControllerKind, File, Switch};
use crate::machine_file::slip::{Name, shown};

/// Devices of the catalogue from a list such as `2x samsung-950-pro-256gb,
/// fast=intel-ssd-750-400gb@aic, gpu`: drives and cards, as many as `N x` says, named `ID=` or by a
/// short form of the model's id, numbered if there are several.
pub fn devices_named(list: &str) -> Result<Vec<MovableDevice>, Message> {
    read_list(list, BTreeSet::new())
}

/// The same, avoiding every name that the inventory already uses.
pub fn devices_beside(
    inventory: &SlotInventory,
    list: &str,
) -> Result<Vec<MovableDevice>, Message> {
    let topology = &inventory.fixed.topology;
    let fixed = topology.nodes.keys().chain(topology.drives.keys()).chain(topology.arrays.keys());
    let devices = inventory.devices.iter().flat_map(|device| {
        let body = device.body.nodes.iter().map(|(id, _)| id).chain(device.body.drives.keys());
        body.map(Id::to_string).chain([device.id.clone()])
    });
    let slots = inventory.slots.iter().map(|slot| slot.id.clone());
    read_list(list, fixed.map(Id::to_string).chain(devices).chain(slots).collect())
}

fn read_list(list: &str, mut taken: BTreeSet<String>) -> Result<Vec<MovableDevice>, Message> {
    let mut items = items(list)?;
    for item in &mut items {
        item.count_stuck(|name| !ids(name).is_empty());
    }
    not_too_many(&items)?;
    let models = items.iter().map(|item| model(item.model)).collect::<Result<Vec<_>, _>>()?;
    let mut names = DeviceNamer { taken: &mut taken, items: &items, models: &models };
    let ids = names.all()?;
    let (mut devices, mut hung) = (Vec::new(), Vec::new());
    for ((item, model), ids) in items.iter().zip(&models).zip(ids) {
        for id in ids {
            match *model {
                ItemModel::Card(card) if card.kind == CardKind::Expander => {
                    hung.push(NamedExpander { id, card });
                }
                model => devices.push(model.device(item, &id)?),
            }
        }
    }
    expanders::hang(&mut devices, &hung)?;
    Ok(devices)
}

/// The model that a catalogue name refers to.
#[derive(Clone, Copy)]
enum ItemModel {
    Drive(&'static DriveModel),
    Card(&'static Card),
}

const KINDS: [EntryKind; 2] = [EntryKind::Drive, EntryKind::Card];

/// Drives of a list whose capacity it leaves open and cards of which it has the rate alone, with the model that
/// each is taken as.
pub fn assumed_models(list: &str) -> Vec<Message> {
    let mut notes = Vec::new();
    // Mistakes are reported where the devices themselves are read.
    for mut item in items(list).unwrap_or_default() {
        item.count_stuck(|name| !ids(name).is_empty());
        let ids = ids(item.model);
        let network = || kinds::network(item.model).map(|card| &card.name);
        let graphics = || {
            let card = kinds::graphics(item.model).filter(|_| ids.is_empty());
            card.map(|card| &card.name)
        };
        let typical = || kinds::typical(item.model).map(|drive| &drive.name);
        let known = typical().filter(|_| ids.len() != 1);
        let missing = || {
            let drive =
                kinds::nearest(item.model).map(|drive| ("site-assumed-nearest", &drive.name));
            let card = || kinds::nearest_card(item.model);
            let card = || card().map(|card| ("site-assumed-nearest-card", &card.name));
            let kind =
                || kinds::unknown(item.model).map(|drive| ("site-assumed-kind", &drive.name));
            drive.or_else(card).or_else(kind).filter(|_| ids.is_empty())
        };
        let assumed =
            known.or_else(network).or_else(graphics).map(|name| ("site-assumed-model", name));
        if let Some((id, name)) = assumed.or_else(missing) {
            notes.push(Message::new(id).with("id", shown(item.model)).with("name", name));
            continue;
        }
        let Some(taken) = slowest_of_line(&ids).filter(|_| ids.len() > 1) else { continue };
        let others = ids.into_iter().filter(|id| **id != *taken.id);
        let message = Message::new("site-assumed-capacity").with("id", shown(item.model));
        notes.push(message.with("name", &taken.name).with("others", listed(others)));
    }
    notes
}

/// The slowest of drives that differ only in capacity, which seldom matters to a plan: a slower one promises no
/// rate that another lacks. `None` if the names are of different products.
fn slowest_of_line(ids: &[&str]) -> Option<&'static DriveModel> {
    let drives: Vec<_> = ids.iter().map(|id| drive::drive(id)).collect::<Option<_>>()?;
    let slowest = |a: &&DriveModel, b: &&DriveModel| {
        let rate = |drive: &DriveModel| drive.seq_read.map_or(0.0, |rate| rate.get());
        rate(a).total_cmp(&rate(b)).then(a.size.cmp(&b.size))
    };
    drives.iter().copied().min_by(slowest).filter(|_| is_one_line(&drives))
}

/// Whether there are drives, and they differ only in capacity.
pub(super) fn is_one_line(drives: &[&DriveModel]) -> bool {
    let Some(first) = drives.first() else { return false };
    drives.iter().all(|it| {
        ItemModel::line(&it.id) == ItemModel::line(&first.id)
            && (it.link, it.spins) == (first.link, first.spins)
    })
}

/// Ids that a name may mean: of several drives those of the kind that it states.
fn ids(name: &str) -> Vec<&'static str> {
    let ids = named::ids(name, &KINDS);
    let of_kind: Vec<&'static str> = match kinds::is_on_sata(name).filter(|_| ids.len() > 1) {
        Some(on_sata) => {
            let is_it =
                |id: &&&str| drive::drive(id).is_some_and(|it| it.link.is_none() == on_sata);
            ids.iter().filter(is_it).copied().collect()
        }
        None => Vec::new(),
    };
    if of_kind.is_empty() { ids } else { of_kind }
}

/// The model with this name in any usual spelling.
fn model(name: &str) -> Result<ItemModel, Message> {
    let of_id = |id: &str| {
        drive::drive(id).map(ItemModel::Drive).or_else(|| card::card(id).map(ItemModel::Card))
    };
    let ids = ids(name);
    if let [id] = ids[..]
        && let Some(model) = of_id(id)
    {
        return Ok(model);
    }
    if let Some(model) = slowest_of_line(&ids) {
        return Ok(ItemModel::Drive(model));
    }
    if let Some(drive) = kinds::typical(name) {
        return Ok(ItemModel::Drive(drive));
    }
    let graphics = || kinds::graphics(name).filter(|_| ids.is_empty());
    if let Some(card) = kinds::network(name).or_else(graphics) {
        return Ok(ItemModel::Card(card));
    }
    if let Some(drive) = kinds::nearest(name).filter(|_| ids.is_empty()) {
        return Ok(ItemModel::Drive(drive));
    }
    if let Some(card) = kinds::nearest_card(name).filter(|_| ids.is_empty()) {
        return Ok(ItemModel::Card(card));
    }
    if let Some(drive) = kinds::unknown(name).filter(|_| ids.is_empty()) {
        return Ok(ItemModel::Drive(drive));
    }
    let message = |id| Message::new(id).with("id", shown(name));
    let query = SearchQuery::of([name]);
    let fitting = query.drives().map(|it| it.id.as_str());
    let fitting = || fitting.chain(query.cards().map(|it| it.id.as_str()));
    let near = named::near_ids(name, &KINDS);
    Err(match (ids.is_empty(), near.is_empty()) {
        (false, _) => message("site-several-models").with("found", listed(ids)),
        (true, false) => message("site-no-such-model-near").with("near", listed(near)),
        (true, true) => match listed(fitting()) {
            none if none.is_empty() => message("site-no-such-model"),
            some => message("site-no-such-model-near").with("near", some),
        },
    })
}

/// Ids as a message has them, not more than can be read.
fn listed(ids: impl IntoIterator<Item = &'static str>) -> String {
    const MOST: usize = 6;
    ids.into_iter().take(MOST).collect::<Vec<_>>().join(", ")
}

impl ItemModel {
    fn id(self) -> &'static str {
        match self {
            Self::Drive(model) => &model.id,
            Self::Card(card) => &card.id,
        }
    }

    /// The id without its maker and size: `950-pro` of `samsung-950-pro-256gb`.
    fn short(self) -> String {
        let line = Self::line(self.id());
        line.split_once('-').map_or(line, |(_, model)| model).to_owned()
    }

    /// The id without the size: `samsung-950-pro` of `samsung-950-pro-256gb`.
    fn line(id: &str) -> &str {
        let is_size = |word: &str| word.ends_with("gb") || word.ends_with("tb");
        let starts_with_digit = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        match id.rsplit_once('-') {
            Some((line, last)) if is_size(last) && starts_with_digit(last) => line,
            _ => id,
        }
    }

    fn device(self, item: &DeviceListItem<'_>, id: &str) -> Result<MovableDevice, Message> {
        match self {
            Self::Drive(model) if item.thickness.is_some() => {
                Err(Message::new("site-drive-thickness").with("name", &model.name))
            }
            Self::Drive(model) => {
                let forms = model.forms();
                let form = match item.form {
                    Some(form) if !forms.contains(&form) => {
                        return Err(no_form(item, &model.name, forms));
                    }
                    Some(form) => Some(form),
                    None => forms.first().copied(),
                };
                let lanes = model.link.map_or(4, |link| link.lanes.get());
                let drive = description::Drive {
                    id: id.to_owned().into(),
                    model: Some(model.id.clone().into()),
                    size: kinds::other_size(item.model, model).map(Into::into),
                    // Any place will do: `body` takes the device out of it again.
                    on: Some(CPU.to_owned().into()),
                    ..description::Drive::default()
                };
                let of_model = File { drive: vec![drive], ..File::default() };
                Ok(MovableDevice {
                    id: id.to_owned(),
                    model: model.id.clone(),
                    shape: form
                        .map_or(DeviceShape::Unknown, |form| occupants::shape_of(form, lanes)),
                    bus: if model.link.is_some() { SlotBus::Pcie } else { SlotBus::Sata },
                    link: model.link,
                    raid: Some(known::of_model(model)),
                    bays: 0,
                    bay: CardBay::default(),
                    thickness: None,
                    body: body(id, &of_model)?,
                })
            }
            Self::Card(card) if item.form.is_some() => Err(no_form(item, &card.name, &[])),
            Self::Card(card) if card.kind == CardKind::Adapter => {
                Err(Message::new("site-adapter-is-counted").with("name", &card.name))
            }
            Self::Card(card) => {
                let thickness = item.thickness.map(|slots| Thickness { slots, is_assumed: false });
                let device = of_card(card, id)?;
                Ok(MovableDevice { thickness: thickness.or(device.thickness), ..device })
            }
        }
    }
}

struct DeviceNamer<'a> {
    taken: &'a mut BTreeSet<String>,
    items: &'a [DeviceListItem<'a>],
    models: &'a [ItemModel],
}

impl DeviceNamer<'_> {
    /// Claims explicitly given names first, so that none is reused.
    fn all(&mut self) -> Result<Vec<Vec<String>>, Message> {
        let mut all: Vec<Vec<String>> = vec![Vec::new(); self.items.len()];
        for (item, ids) in self.items.iter().zip(&mut all) {
            let Some(id) = item.id else { continue };
            *ids = match item.count {
                1 => vec![id.to_owned()],
                count => (1..=count).map(|number| format!("{id}{number}")).collect(),
            };
            for id in ids.iter() {
                claim(self.taken, id)?;
            }
        }
        let (items, models) = (self.items, self.models);
        for ((item, model), ids) in items.iter().zip(models).zip(&mut all) {
            if item.id.is_none() {
                *ids = self.given(&model.short(), item.count);
            }
        }
        Ok(all)
    }

    /// Named by the model, with a number if several share the name.
    fn given(&mut self, short: &str, count: usize) -> Vec<String> {
        let named = self.items.iter().zip(self.models);
        let same = named.filter(|(item, model)| item.id.is_none() && model.short() == short);
        let is_alone = same.map(|(item, _)| item.count).sum::<usize>() == 1;
        if is_alone && self.taken.insert(short.to_owned()) {
            return vec![short.to_owned()];
        }
        let mut ids = Vec::new();
        let mut number = 1_usize;
        while ids.len() < count {
            let id = format!("{short}-{number}");
            if self.taken.insert(id.clone()) {
                ids.push(id);
            }
            number += 1;
        }
        ids
    }
}

fn claim(taken: &mut BTreeSet<String>, id: &str) -> Result<(), Message> {
    if taken.insert(id.to_owned()) {
        return Ok(());
    }
    Err(Message::new("site-name-twice").with("id", shown(id)))
}

fn no_form(item: &DeviceListItem<'_>, name: &str, forms: &[drive::DriveForm]) -> Message {
    let form = item.form.map(drive::DriveForm::as_str).unwrap_or_default();
    let message = |id| Message::new(id).with("form", form).with("name", name);
    if forms.is_empty() {
        return message("site-card-form");
    }
    let forms: Vec<&str> = forms.iter().map(|form| form.as_str()).collect();
    message("site-other-form").with("forms", forms.join(", "))
}

fn of_card(card: &Card, id: &str) -> Result<MovableDevice, Message> {
    let body = described(card, id).map(|described| body(id, &described)).transpose()?;
    Ok(MovableDevice {
        id: id.to_owned(),
        model: card.id.clone(),
        shape: occupants::shape_of_card(card),
        bus: SlotBus::Pcie,
        link: card.link,
        raid: None,
        bays: card.bays,
        bay: bay(card),
        thickness: occupants::thickness(card),
        body: body.unwrap_or_default(),
    })
}

fn bay(card: &Card) -> CardBay {
    let usual = CardBay::default();
    let is_controller = matches!(card.kind, CardKind::Sas | CardKind::Sata | CardKind::Raid);
    CardBay {
        form: card.bay.unwrap_or(usual.form),
        bus: if is_controller { SlotBus::Sata } else { SlotBus::Pcie },
        lanes: card.bay_lanes.unwrap_or(usual.lanes),
    }
}

/// The card as a machine file describes it; `None` for one that only passes lanes on.
fn described(card: &Card, id: &str) -> Option<File> {
    let (id, on) = (Name::from(id.to_owned()), Name::from(CPU.to_owned()));
    let link = card.link.map(Into::into);
    let of_kind = |kind| {
        let mut described = description::Card::new(id.value.clone(), kind);
        (described.name, described.link) = (Some(card.name.clone().into()), link);
        described.on = Some(on.clone());
        File { card: vec![described], ..File::default() }
    };
    let controller = |kind: ControllerKind| {
        let (id, on, kind) = (id.clone(), Some(on.clone()), kind.into());
        let ceilings = Ceilings::default();
        let controller = Controller { id, kind, on, slot: None, link, ceilings };
        File { controller: vec![controller], ..File::default() }
    };
    Some(match card.kind {
        CardKind::Gpu => of_kind(description::MachineFileCardKind::Gpu),
        CardKind::Network => of_kind(description::MachineFileCardKind::Network),
        CardKind::Usb => of_kind(description::MachineFileCardKind::Usb),
        CardKind::Other | CardKind::Adapter | CardKind::Expander => {
            of_kind(description::MachineFileCardKind::Other)
        }
        CardKind::Sas => controller(ControllerKind::Sas),
        CardKind::Sata => controller(ControllerKind::Sata),
        CardKind::Raid => controller(ControllerKind::Raid),
        CardKind::SwitchCarrier => {
            let (slot, ceilings) = (None, Ceilings::default());
            let switch = Switch { id, on: Some(on), slot, link: link?, ceilings };
            File { switch: vec![switch], ..File::default() }
        }
        CardKind::Carrier | CardKind::Riser => return None,
    })
}

/// Builds a described device of this name, with its figures. It is in no machine yet: the processor it
/// is described on is not an observed location.
fn body(id: &str, described: &File) -> Result<DeviceBody, Message> {
    let mut body = MachineTree::of(&built(described)?.machine).body(&Id::new(id));
    if let Some((_, root)) = body.nodes.first_mut() {
        root.parent = None;
    }
    Ok(body)
}
