//! The joint findings of several captures.

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_units::LinkWidth;

use super::capture::{CapturePort, CaptureView};
use super::{LearnedBoard, LearnedSataPorts, LearnedSlot, SlotOccupant};

pub(super) fn merge(views: &[CaptureView]) -> LearnedBoard {
    let mut learned = LearnedBoard::default();
    for (index, view) in views.iter().enumerate() {
        for port in &view.ports {
            learned.add(index, port);
        }
        learned.add_rest(index, view);
    }
    for slot in &mut learned.slots {
        slot.on = Some(&slot.places)
            .filter(|places| places.len() == 1)
            .and_then(|it| it.first().cloned());
    }
    learned.find_moved();
    // Two slots of one label keep their ports' names.
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for slot in &learned.slots {
        *count.entry(slot.id.clone()).or_default() += 1;
    }
    for slot in &mut learned.slots {
        if count.get(&slot.id).is_some_and(|count| *count > 1) {
            slot.id = unlabelled(&slot.key);
            slot.is_labelled = false;
        }
    }
    learned.unplaced = unplaced(&learned, views);
    learned
}

impl LearnedBoard {
    fn add(&mut self, capture: usize, port: &CapturePort) {
        let known = self.slots.iter().position(|slot| slot.key == port.key);
        let Some(known) = known else {
            self.slots.push(LearnedSlot::of(capture, port));
            return;
        };
        let slot = &mut self.slots[known];
        let disagree = |id, a: &str, b: &str| {
            let what = Message::new(id).with("port", &port.address);
            what.with("first", a).with("second", b)
        };
        if let (Some(a), Some(b)) = (&slot.on, &port.on)
            && a != b
        {
            self.contradictions.push(disagree("learn-differs-on", a, b));
        }
        match &port.label {
            Some(label) if slot.is_labelled && *label != slot.id => {
                self.contradictions.push(disagree("learn-differs-label", &slot.id, label));
            }
            Some(label) => {
                slot.id.clone_from(label);
                slot.is_labelled = true;
            }
            None => {}
        }
        slot.widen(capture, port);
    }

    fn add_rest(&mut self, capture: usize, view: &CaptureView) {
        for switch in &view.switches {
            if !self.switches.iter().any(|known| known.id == switch.id) {
                self.switches.push(switch.clone());
            }
        }
        for (on, &count) in &view.sata {
            match self.sata.iter_mut().find(|ports| ports.on == *on) {
                Some(ports) => ports.count = ports.count.max(count),
                None => self.sata.push(LearnedSataPorts { on: on.clone(), count }),
            }
        }
        for user in &view.soldered {
            let is_it = |known: &&mut super::LearnedUser| {
                (&known.port, &known.name) == (&user.port, &user.name)
            };
            match self.users.iter_mut().find(is_it) {
                Some(known) => known.captures.push(capture),
                None => {
                    let captures = vec![capture];
                    self.users.push(super::LearnedUser { captures, ..user.clone() });
                }
            }
        }
    }

    /// A device that looks soldered on and hangs on another port in another capture is a card, and both
    /// ports are slots.
    fn find_moved(&mut self) {
        let mut homes: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, user) in self.users.iter().enumerate() {
            homes.entry(&user.name).or_default().push(index);
        }
        // Devices of one name in one capture are two devices, none of which has moved.
        let is_apart = |a: usize, b: usize| {
            let captures = |user: usize| &self.users[user].captures;
            !captures(a).iter().any(|capture| captures(b).contains(capture))
        };
        let moved: Vec<usize> = homes
            .into_values()
            .filter(|users| {
                let apart = |(at, a): (usize, &usize)| users[..at].iter().all(|b| is_apart(*a, *b));
                users.len() > 1 && users.iter().enumerate().all(apart)
            })
            .flatten()
            .collect();
        for &index in &moved {
            let slot = LearnedSlot::of_card(&self.users[index]);
            let is_there = self.slots.iter().any(|known| known.port == slot.port);
            self.slots.extend(Some(slot).filter(|_| !is_there));
        }
        // `retain` visits every element once, in order: the counter is the element's index.
        let mut index = 0;
        self.users.retain(|_| {
            index += 1;
            !moved.contains(&(index - 1))
        });
    }
}

/// The name of an unlabelled slot: its port's, without characters that slot names cannot have.
fn unlabelled(port: &str) -> String {
    format!("port-{}", port.replace([':', '/'], "-"))
}

impl LearnedSlot {
    fn of(capture: usize, port: &CapturePort) -> Self {
        let mut slot = Self {
            key: port.key.clone(),
            id: port.label.clone().unwrap_or_else(|| unlabelled(&port.key)),
            is_labelled: port.label.is_some(),
            port: port.port.clone(),
            address: port.address.clone(),
            on: port.on.clone(),
            is_least: true,
            group: port.group.clone(),
            ..Self::default()
        };
        slot.widen(capture, port);
        slot
    }

    pub(super) fn of_card(user: &super::LearnedUser) -> Self {
        let held = user.captures.iter().map(|&capture| SlotOccupant {
            capture,
            device: user.name.clone(),
            link: user.link,
        });
        Self {
            key: user.port.clone(),
            id: unlabelled(&user.port),
            port: Some(user.port.clone()),
            address: user.address.clone(),
            on: user.on.clone(),
            places: user.on.iter().cloned().collect(),
            link: user.link,
            is_least: true,
            form: user.link.map(|link| form_of(link.lanes.get())),
            held: held.collect(),
            ..Self::default()
        }
    }

    fn widen(&mut self, capture: usize, port: &CapturePort) {
        self.address.clone_from(&port.address);
        self.places.extend(port.on.clone());
        self.link = wider(self.link, port.link);
        self.is_least &= port.is_least;
        if port.is_form_known || !self.is_form_known && self.form < port.form {
            self.form = port.form.or(self.form);
        }
        self.is_form_known |= port.is_form_known;
        // What only the occupant shows changes with it: rules are learnt from the port's own
        // lanes.
        if let (Some(link), false) = (port.link, port.is_least) {
            self.lanes.push((capture, link.lanes));
        }
        self.held.extend(port.held.as_ref().map(|held| SlotOccupant {
            capture,
            device: held.device.clone(),
            link: held.link,
        }));
    }
}

fn form_of(lanes: u8) -> narrows_catalog::board::SlotForm {
    use narrows_catalog::board::SlotForm;
    match lanes {
        0 | 1 => SlotForm::X1,
        2..=4 => SlotForm::X4,
        5..=8 => SlotForm::X8,
        _ => SlotForm::X16,
    }
}

/// The more lanes and the higher rate of both: the slot's observed maxima, perhaps not at once.
fn wider(a: Option<LinkWidth>, b: Option<LinkWidth>) -> Option<LinkWidth> {
    match (a, b) {
        (Some(a), Some(b)) => {
            Some(LinkWidth { rate: a.rate.max(b.rate), lanes: a.lanes.max(b.lanes) })
        }
        (a, b) => a.or(b),
    }
}

/// Slots of the firmware's list that no port was found for.
fn unplaced(
    learned: &LearnedBoard,
    views: &[CaptureView],
) -> Vec<narrows_topology::evidence::SystemSlot> {
    let mut unplaced: Vec<narrows_topology::evidence::SystemSlot> = Vec::new();
    for slot in views.iter().flat_map(|view| &view.system_slots) {
        let is_known =
            learned.slots.iter().any(|known| known.is_labelled && known.id == slot.label);
        let is_there = unplaced.iter().any(|known| known.label == slot.label);
        let is_pcie = slot.form.is_some() || slot.lanes.is_some();
        if is_pcie && !is_known && !is_there {
            unplaced.push(slot.clone());
        }
    }
    unplaced
}
