//! Where each constraint could come true: by itself, and beside all other devices.

use narrows_catalog::board::Settings;
use narrows_messages::{Message, each_once};
use narrows_plan::evaluate::PlacementJudge;
use narrows_plan::placement::{DeviceLocation, Placement};
use narrows_plan::request::{ArrayConstraint, Constraint, PlacementRequest, PlanObjective};
use narrows_plan::words;
use narrows_topology::capacity::{LinkDirection, usable};
use narrows_units::{Bytes, LinkWidth};

use super::{ObstacleSearch, list};

/// Slots that are tried with everything else in place.
const MOST_TRIED: usize = 6;

impl ObstacleSearch<'_> {
    /// A line for each constraint, given these arrays; of equal lines only the first is kept.
    pub(super) fn of_constraints(
        &self,
        constraints: &[usize],
        arrays: &[ArrayConstraint],
    ) -> Vec<Message> {
        let constraints = constraints.iter().filter_map(|&at| self.ask.constraints.get(at));
        // Drives on one card have the same line.
        each_once(constraints.filter_map(|constraint| self.of_constraint(constraint, arrays)))
    }

    fn of_constraint(
        &self,
        constraint: &Constraint,
        arrays: &[ArrayConstraint],
    ) -> Option<Message> {
        match constraint {
            Constraint::FreeSata(_) => self.of_ports(arrays),
            Constraint::NoAdapters => self.of_adapters(),
            Constraint::Near(one, other) => self.of_pair(constraint, (*one, *other)),
            Constraint::On(device, card) => self.of_bays((*device, *card)),
            Constraint::At(device, slot) => match self.alone(constraint, *device).is_empty() {
                true => Some(self.about("plan-clash-no-fit", *device).with("slot", slot)),
                false => self.of_slots(constraint, *device),
            },
            Constraint::StartsFromAny(_)
            | Constraint::ArrayStarts(_)
            | Constraint::FirmwareArray(_)
            | Constraint::Risers => None,
            Constraint::Lanes(device, _)
            | Constraint::FullLink(device)
            | Constraint::LineRate(device, _)
            | Constraint::Starts(device)
            | Constraint::OnProcessor(device)
            | Constraint::OnChipset(device)
            | Constraint::Stays(device) => self.of_slots(constraint, *device),
        }
    }

    fn about(&self, id: &'static str, device: usize) -> Message {
        Message::new(id).with("piece", &self.devices[device].id)
    }

    fn of_slots(&self, constraint: &Constraint, device: usize) -> Option<Message> {
        let alone = self.alone(constraint, device);
        if alone.is_empty() {
            return self.nowhere(constraint, device);
        }
        let tried =
            alone.iter().take(MOST_TRIED).filter(|slot| self.beside_all(constraint, device, slot));
        let beside: Vec<String> = tried.cloned().collect();
        let (id, slots) = match beside.is_empty() {
            true => ("plan-obstacle-only-alone", alone),
            false => ("plan-obstacle-only-in", beside),
        };
        let message = Message::new(id).text("wish", self.constraint(constraint));
        Some(message.text("slots", list(slots)))
    }

    /// Reports that no slot will do, with the widest one's link.
    fn nowhere(&self, constraint: &Constraint, device: usize) -> Option<Message> {
        let widest = self.widest(device);
        // With the largest payload where none is known: a rate that does not fit then fits
        // nowhere.
        let payload = self.inventory.max_payload.unwrap_or(Bytes::kib(4));
        let plain =
            || Message::new("plan-obstacle-nowhere").text("wish", self.constraint(constraint));
        Some(match (constraint, widest) {
            (Constraint::Lanes(..) | Constraint::FullLink(_), Some(link)) => {
                self.about("plan-obstacle-widest", device).with("link", link)
            }
            (Constraint::LineRate(_, rate), Some(link)) => self
                .about("plan-obstacle-rate", device)
                .with("rate", rate)
                .with("link", link)
                .with("carries", usable(link, payload, LinkDirection::Down)),
            _ => plain(),
        })
    }

    /// The link of the device in the slot where it runs widest.
    fn widest(&self, device: usize) -> Option<LinkWidth> {
        let own = self.devices[device].link;
        let slots = self.fitting(device).into_iter();
        let links = slots.filter_map(|at| self.inventory.slots[at].link);
        let links = links.map(|link| own.map_or(link, |own| own.common(link)));
        links.max_by(|a, b| {
            let carries =
                |link: &LinkWidth| usable(*link, Bytes::kib(4), LinkDirection::Down).get();
            carries(a).total_cmp(&carries(b))
        })
    }

    /// The slots in which the constraint comes true while nothing else is in the machine.
    fn alone(&self, constraint: &Constraint, device: usize) -> Vec<String> {
        let it = [self.devices[device].clone()];
        let Some(constraint) = of_first(constraint, device) else {
            // It stays in today's slot.
            let today = self.inventory.today.locations.get(device);
            let slot = |location: &DeviceLocation| {
                self.inventory.location_name(&self.inventory.today, *location)
            };
            return today.and_then(slot).into_iter().collect();
        };
        let ask = PlacementRequest { constraints: vec![constraint], ..PlacementRequest::default() };
        let judge = PlacementJudge::new(self.inventory, &it, &ask, true);
        let comes_true = |at: &usize| {
            // Settings one by one: their combinations are too many.
            let settings = [Settings::new()].into_iter().chain(self.single_settings());
            let locations = vec![DeviceLocation::Slot(*at)];
            let mut ways =
                settings.map(|settings| Placement { locations: locations.clone(), settings });
            ways.any(|placement| judge.candidate(&placement).is_ok())
        };
        let slots = self.fitting(device).into_iter().filter(comes_true);
        slots.map(|at| self.inventory.slots[at].id.clone()).collect()
    }

    fn single_settings(&self) -> Vec<Settings> {
        let choices = self.inventory.choices().into_iter();
        let single = |(name, value): (&str, &str)| -> Settings {
            [(name.to_owned(), value.to_owned())].into_iter().collect()
        };
        let all = choices.flat_map(|(name, values)| values.into_iter().map(move |it| (name, it)));
        all.map(single).collect()
    }

    /// Whether it comes true in this slot with every other device somewhere.
    fn beside_all(&self, constraint: &Constraint, device: usize, slot: &str) -> bool {
        let constraints = vec![constraint.clone(), Constraint::At(device, slot.to_owned())];
        self.found(self.devices, &PlacementRequest { constraints, ..PlacementRequest::default() })
            .is_some()
    }

    /// How many SATA ports stay free at most, beside these arrays.
    fn of_ports(&self, arrays: &[ArrayConstraint]) -> Option<Message> {
        let ports = self.inventory.slots.iter().filter(|slot| slot.is_sata_port()).count();
        let arrays = arrays.to_vec();
        let most = PlacementRequest {
            objectives: vec![PlanObjective::FreeSata],
            arrays,
            ..PlacementRequest::default()
        };
        let most = self.found(self.devices, &most)?.scores.first().copied()?;
        let message = Message::new("plan-obstacle-ports").count("ports", ports);
        Some(message.count("most", most.max(0.0) as usize))
    }

    fn of_adapters(&self) -> Option<Message> {
        let needs = |at: &usize| {
            let device = &self.devices[*at];
            let mut fits =
                self.inventory.slots.iter().map(|slot| device.fit(slot.form, &slot.devices));
            !fits.any(|fit| fit.is_some_and(|fit| !fit.is_adapted()))
        };
        let devices: Vec<usize> = (0..self.devices.len()).filter(needs).collect();
        let message = Message::new("plan-obstacle-adapters").text("pieces", self.names(&devices));
        Some(match devices.is_empty() {
            true => Message::new("plan-obstacle-adapters-all"),
            false => message,
        })
    }

    /// How many ports or bays the card has, or that none of them takes the device.
    fn of_bays(&self, (device, card): (usize, usize)) -> Option<Message> {
        let (device, card) = (self.devices.get(device)?, self.devices.get(card)?);
        let about = |id| Message::new(id).with("card", &card.id);
        if device.fit_in_bay(card).is_none() {
            return Some(about("plan-obstacle-no-bay").with("piece", &device.id));
        }
        let bays = || about("plan-obstacle-bays").count("count", usize::from(card.bays));
        Some(self.sockets_cut(card).unwrap_or_else(bays))
    }

    fn of_pair(&self, constraint: &Constraint, (one, other): (usize, usize)) -> Option<Message> {
        let devices = [self.devices[one].clone(), self.devices[other].clone()];
        let ask = PlacementRequest {
            constraints: vec![Constraint::Near(0, 1)],
            ..PlacementRequest::default()
        };
        let id = match self.found(&devices, &ask).is_some() {
            true => "plan-obstacle-pair-alone",
            false => "plan-obstacle-nowhere",
        };
        Some(Message::new(id).text("wish", self.constraint(constraint)))
    }

    fn constraint(&self, constraint: &Constraint) -> Message {
        words::constraint_says(constraint, self.devices)
    }
}

/// The same constraint about the first device; `None` for one that knows where the device is today.
fn of_first(constraint: &Constraint, device: usize) -> Option<Constraint> {
    Some(match constraint {
        Constraint::Lanes(_, lanes) => Constraint::Lanes(0, *lanes),
        Constraint::FullLink(_) => Constraint::FullLink(0),
        Constraint::LineRate(_, rate) => Constraint::LineRate(0, *rate),
        Constraint::Starts(_) => Constraint::Starts(0),
        Constraint::OnProcessor(_) => Constraint::OnProcessor(0),
        Constraint::OnChipset(_) => Constraint::OnChipset(0),
        Constraint::At(at, slot) if *at == device => Constraint::At(0, slot.clone()),
        _ => return None,
    })
}
