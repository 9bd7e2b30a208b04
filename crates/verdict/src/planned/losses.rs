//! Costs of an arrangement beside rates: lanes of cards, ports, adapters and room.
//!
//! For: alternatives to the best arrangement, which are not "the same" if they cost something that no
//! objective counts; slots that stay empty because a drive there would cost it.

use std::collections::BTreeMap;

use narrows_catalog::board::{Offers, SlotBus};
use narrows_messages::{DocumentText, Message};
use narrows_plan::device::{DeviceShape, MovableDevice};
use narrows_plan::inventory::SlotInventory;
use narrows_plan::placement::{DeviceConnection, DeviceLocation, Placement, PlacementClash};
use narrows_plan::result::PlanCandidate;
use narrows_record::run::RunFinding;
use narrows_units::LinkWidth;

use super::{PlanInputs, finding, fitting};

impl PlanInputs<'_> {
    /// Costs of `here` but not of `there`; both contain the same devices.
    pub(super) fn losses(&self, here: &Placement, there: &Placement) -> Vec<DocumentText> {
        let devices = self.devices;
        let narrower = narrower(self.inventory, (devices, here), (devices, there));
        let off = self.switched_off(here, there).map(DocumentText::from);
        let adapters = self.more_adapters(here, there).map(DocumentText::from);
        narrower.into_iter().map(DocumentText::from).chain(off).chain(adapters).collect()
    }

    /// Compromises of `here` but not of `there`.
    pub(super) fn made_do_beside(&self, here: &Placement, there: &Placement) -> Vec<DocumentText> {
        let without = self.makeshifts(there);
        let makes_do = self.makeshifts(here).into_iter();
        makes_do.filter(|it| !without.contains(it)).map(|it| it.text).collect()
    }

    /// Slots that are off in `here` only.
    fn switched_off(&self, here: &Placement, there: &Placement) -> Option<Message> {
        let offers = |at| self.inventory.offers(self.devices, at);
        let off = self.off(&offers(here), &offers(there));
        let message = Message::new("plan-loss-off").count("count", off.len());
        (!off.is_empty()).then(|| message.list("slots", "between-names", off))
    }

    fn off(&self, here: &Offers, there: &Offers) -> Vec<&str> {
        let is_on = |offers: &Offers, id: &String| offers.get(id).is_some_and(Option::is_some);
        let ids = self.inventory.slots.iter().map(|slot| &slot.id);
        ids.filter(|id| is_on(there, id) && !is_on(here, id)).map(String::as_str).collect()
    }

    /// Slots that the best arrangement switches off, and purchases that it needs.
    pub(super) fn takes(&self, best: &PlanCandidate) -> Vec<Message> {
        let at = &best.placement;
        // With the same settings, which may switch slots off by themselves.
        let settings = at.settings.clone();
        let bare = self.inventory.offers(&[], &Placement { locations: Vec::new(), settings });
        let off = self.off(&self.inventory.offers(self.devices, at), &bare);
        let places = self.inventory.places(self.devices, at).unwrap_or_default();
        // What stays where it is today has its adapter.
        let is_moved =
            |device: usize| self.inventory.today.locations.get(device) != at.locations.get(device);
        let adapters = fitting::needed(&self.adapters(&places, is_moved));
        let mut said = Vec::new();
        if !off.is_empty() {
            let message = Message::new("plan-answer-off");
            said.push(message.list("slots", "between-names", off));
        }
        if !adapters.is_empty() {
            let message = Message::new("plan-answer-needs");
            said.push(message.list("adapters", "between-names", adapters));
        }
        said
    }

    /// Adapters that `there` does without.
    fn more_adapters(&self, here: &Placement, there: &Placement) -> Option<Message> {
        let adapters = |at| {
            let places = self.inventory.places(self.devices, at).unwrap_or_default();
            let adapters = places.iter().filter_map(|place| place.fit.adapter());
            adapters.fold(BTreeMap::<_, usize>::new(), |mut all, adapter| {
                *all.entry(adapter).or_default() += 1;
                all
            })
        };
        let without = adapters(there);
        let more = adapters(here)
            .into_iter()
            .filter(|(adapter, count)| without.get(adapter).is_none_or(|there| there < count));
        let more: Vec<Message> =
            more.map(|(adapter, _)| Message::new(fitting::name(adapter))).collect();
        let message = Message::new("plan-loss-adapters");
        (!more.is_empty()).then(|| message.list("adapters", "between-names", more))
    }

    /// Slots left empty because one more drive there would cost the placed devices something.
    pub(super) fn left_empty(&self, best: &PlanCandidate) -> Vec<RunFinding> {
        let mut because: Vec<(DocumentText, Vec<&str>)> = Vec::new();
        for (index, slot) in self.inventory.slots.iter().enumerate() {
            let Some(why) = self.emptied_by(best, index) else { continue };
            match because.iter_mut().find(|(other, _)| *other == why) {
                Some((_, slots)) => slots.push(&slot.id),
                None => because.push((why, vec![&slot.id])),
            }
        }
        let told = because.into_iter().map(|(why, slots)| {
            let message = Message::new("plan-finding-empty").count("count", slots.len());
            finding(message.list("slots", "between-names", slots).text("why", why))
        });
        told.collect()
    }

    /// Why this slot is better left empty; `None` if a drive there harms nothing, or nothing fits.
    fn emptied_by(&self, best: &PlanCandidate, slot: usize) -> Option<DocumentText> {
        let at = &best.placement;
        if at.locations.contains(&DeviceLocation::Slot(slot)) {
            return None;
        }
        let place = self.inventory.slots.get(slot)?;
        let fits = |device: &&MovableDevice| {
            let is_drive = device.drive().is_some() && device.shape == DeviceShape::M2;
            let fit = device.fit(place.form, &place.devices);
            is_drive
                && device.bus == SlotBus::Pcie
                && fit.is_some_and(|fit| fit.adapter().is_none())
        };
        let drive = self.devices.iter().find(fits)?;
        let mut devices = self.devices.to_vec();
        devices.push(drive.clone());
        let mut with = at.clone();
        with.locations.push(DeviceLocation::Slot(slot));
        let losses: Vec<Message> = match self.inventory.places(&devices, &with) {
            Ok(_) => narrower(self.inventory, (&devices, &with), (self.devices, at)),
            Err(clashes) => {
                let off = clashes.iter().filter_map(|clash| match clash {
                    // The added drive has no number in `self.devices`, and is left out.
                    PlacementClash::Off(device, _) => self.devices.get(*device),
                    _ => None,
                });
                let off: Vec<&str> = off.map(|device| device.id.as_str()).collect();
                let message = Message::new("plan-loss-cut-off");
                let is_any = !off.is_empty();
                let message = message.list("devices", "between-names", off);
                is_any.then_some(message).into_iter().collect()
            }
        };
        (!losses.is_empty()).then(|| DocumentText::list("between-names", losses))
    }

    /// The widths of graphics cards that have all lanes they can have here, for the answer, and of those that
    /// stay where they were observed with fewer.
    pub(super) fn full_width(&self, best: &PlanCandidate) -> Vec<Message> {
        let (inventory, at) = (self.inventory, &best.placement);
        let narrow = narrows_plan::narrow::narrow(inventory, self.devices, at);
        let places = inventory.places(self.devices, at).unwrap_or_default();
        let (mut full, mut less) = (Vec::new(), Vec::new());
        for (index, (device, place)) in self.devices.iter().zip(&places).enumerate() {
            let is_narrow = narrow.iter().any(|(narrow, ..)| *narrow == index);
            let Some(whole) = running(device, place).filter(|_| !is_narrow) else { continue };
            let stays = inventory.today.locations.get(index) == at.locations.get(index);
            let root = device.body.nodes.first().filter(|_| stays);
            let seen = root.and_then(|(_, node)| node.link.as_ref()?.current);
            let (here, most) = (seen.unwrap_or(whole).lanes, whole.lanes);
            // All lanes of a slot are not all that a wider card could use.
            let is_wider = device.link.is_some_and(|own| own.lanes > most);
            if !device.is_graphics() || is_wider && here == most {
                continue;
            }
            if here < most {
                let message = Message::new("plan-runs-at").with("piece", &device.id);
                less.push(message.with("here", here.get()).with("most", most.get()));
            } else {
                let message = Message::new("plan-runs-full").with("piece", &device.id);
                full.push(message.with("lanes", most.get()));
            }
        }
        let told = [("plan-answer-seen", less), ("plan-answer-full", full)].into_iter();
        let told = told.filter(|(_, cards)| !cards.is_empty());
        told.map(|(id, cards)| Message::new(id).list("cards", "between-names", cards)).collect()
    }
}

/// The cards that run a narrower or slower link in the one arrangement than in the other, which begins with
/// the same devices.
fn narrower(
    inventory: &SlotInventory,
    (devices, here): (&[MovableDevice], &Placement),
    (others, there): (&[MovableDevice], &Placement),
) -> Vec<Message> {
    let (here, there) = (inventory.places(devices, here), inventory.places(others, there));
    let (Ok(here), Ok(there)) = (here, there) else { return Vec::new() };
    let cards = others.iter().zip(here.iter().zip(&there));
    let cards = cards.filter(|(device, _)| device.drive().is_none() && !device.is_carrier());
    let narrower = cards.filter_map(|(device, (here, there))| {
        let (here, there) = (running(device, here)?, running(device, there)?);
        let message = Message::new("plan-loss-lanes").with("piece", &device.id);
        let is_slower = here.rate < there.rate;
        match here.lanes < there.lanes || is_slower {
            true if here.rate == there.rate => {
                let lanes = |link: LinkWidth| format!("x{}", link.lanes.get());
                Some(message.with("here", lanes(here)).with("there", lanes(there)))
            }
            true => Some(message.with("here", here).with("there", there)),
            false => None,
        }
    });
    narrower.collect()
}

/// The link that a device runs in a place.
fn running(device: &MovableDevice, place: &DeviceConnection) -> Option<LinkWidth> {
    let offered = place.offered?;
    Some(device.link.map_or(offered, |own| own.common(offered)))
}
