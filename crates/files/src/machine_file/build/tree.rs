//! Hanging places on each other from the processor outwards, whatever their order in the file.

use narrows_catalog::board::CHIPSET;
use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::Message;
use narrows_model::LocationCeiling;
use narrows_topology::Id;
use narrows_topology::evidence::SlotSource;
use narrows_topology::graph::{
    AttachmentPoint, DegradationCause, FactBasis, Node, NodeKind, NodeLink,
};
use narrows_units::{Bytes, LinkWidth};

use super::builder::MachineBuilder;
use super::names::{FileNames, NameKind};
use crate::machine_file::slip::{MachineFileSlip, Name, Result, shown};

/// Deeper than any tree of switches, enclosures and networks that exist.
const DEEPEST: usize = 64;
/// As many names of a circle as a sentence bears.
const SHOWN_OF_CIRCLE: usize = 6;

/// Where something is put: in a slot or on a place.
#[derive(Clone, Copy)]
pub(super) struct EntryLocation<'a> {
    pub id: &'a Name,
    pub slot: Option<&'a Name>,
    pub on: Option<&'a Name>,
}

/// A place that waits for the one that it hangs on.
pub(super) struct PendingNode<'a> {
    pub id: &'a Name,
    pub on: Name,
    pub slot: Option<&'a Name>,
    pub offered: Option<LinkWidth>,
    pub possible: Option<LinkWidth>,
    pub node: Node,
    pub ceilings: Vec<LocationCeiling>,
}

impl MachineBuilder<'_> {
    /// The parent of a location, and the link offered there.
    pub fn slot(&self, location: EntryLocation<'_>) -> Result<(Name, Option<LinkWidth>)> {
        match (location.slot, location.on) {
            (Some(slot), Some(on)) => {
                Err(on.wrong(Message::new("machine-slot-and-on")).against(slot.at))
            }
            (Some(slot), None) => {
                let slot = self.slots.slot(slot)?;
                Ok((slot.on, slot.offered))
            }
            (None, Some(on)) => Ok((on.clone(), None)),
            (None, None) => Err(location.id.wrong(Message::new("machine-nowhere"))),
        }
    }

    /// Inserts all, each after the one that it hangs on.
    pub fn hang(&mut self, waiting: Vec<PendingNode<'_>>) -> Result<()> {
        let ids: Vec<String> = waiting.iter().map(|place| place.id.value.clone()).collect();
        let mut waiting: BTreeMap<String, PendingNode<'_>> =
            waiting.into_iter().map(|place| (place.id.value.clone(), place)).collect();
        for id in ids {
            for place in self.path_up(&id, &mut waiting)?.into_iter().rev() {
                self.insert(place)?;
            }
        }
        Ok(())
    }

    /// Takes the pending nodes between `id` and an ancestor already attached.
    fn path_up<'w>(
        &self,
        id: &str,
        waiting: &mut BTreeMap<String, PendingNode<'w>>,
    ) -> Result<Vec<PendingNode<'w>>> {
        let (mut path, mut at): (Vec<PendingNode<'_>>, String) = (Vec::new(), id.to_owned());
        // Places are taken out on the way, so that a circle ends the climb.
        while let Some(place) = waiting.remove(&at) {
            at.clone_from(&place.on.value);
            path.push(place);
        }
        let Some(last) = path.last() else { return Ok(path) };
        // The climb ended at a place that it had taken itself.
        if path.iter().any(|place| place.id.value == at) {
            return Err(circle(&path, &at));
        }
        let hangs = self.machine.topology.nodes.contains_key(&Id::new(&at));
        if hangs { Ok(path) } else { Err(no_such_place(&last.on, &self.names)) }
    }

    fn insert(&mut self, place: PendingNode<'_>) -> Result<()> {
        let id = Id::new(&place.id.value);
        let parent = Id::new(&place.on.value);
        if self.machine.topology.path(&parent).take(DEEPEST).count() == DEEPEST {
            return Err(place.on.wrong(Message::new("machine-too-deep").with("most", DEEPEST)));
        }
        let (attachment, package) = self.above(&parent);
        let kind = place.node.kind;
        // An uplink's own name, such as DMI, is already set; the rest is as for any link.
        let offered = place.offered.or_else(|| self.behind_switch(&parent, place.possible?));
        let link = link_of(place.possible, offered, self.max_payload);
        let node = Node {
            parent: Some(parent),
            link: place.node.link.clone().or(link),
            attachment: if kind == NodeKind::Chipset {
                AttachmentPoint::Chipset
            } else {
                attachment
            },
            attachment_basis: FactBasis::Documented,
            package: place.node.package.or(package),
            slot: place.slot.map(|slot| (slot.value.clone(), SlotSource::User)),
            ..place.node
        };
        self.machine.topology.nodes.insert(id.clone(), node);
        if !place.ceilings.is_empty() {
            self.machine.ceilings.insert(id, place.ceilings);
        }
        Ok(())
    }

    /// Limit of a switch port slower than its device: its lanes are no faster than the switch.
    fn behind_switch(&self, parent: &Id, possible: LinkWidth) -> Option<LinkWidth> {
        let above = self.machine.topology.nodes.get(parent)?;
        let own = above.link.as_ref().filter(|_| above.kind == NodeKind::Switch)?.possible?;
        (own.rate < possible.rate).then_some(LinkWidth { rate: own.rate, ..possible })
    }

    /// The attachment and the package of a place's children.
    pub fn above(&self, parent: &Id) -> (AttachmentPoint, Option<u32>) {
        let above = self.machine.topology.nodes.get(parent);
        above.map_or((AttachmentPoint::Unknown, None), |node| (node.attachment, node.package))
    }

    pub fn place(&self, name: &Name) -> Result<Id> {
        let id = Id::new(&name.value);
        let hangs = self.machine.topology.nodes.contains_key(&id);
        let is_place = self.names.what(&name.value).is_some_and(NameKind::is_place);
        if hangs && is_place { Ok(id) } else { Err(no_such_place(name, &self.names)) }
    }
}

/// The common link of device and slot; the whole slot's for a device that states none.
pub(super) fn link_of(
    possible: Option<LinkWidth>,
    offered: Option<LinkWidth>,
    max_payload: Option<Bytes>,
) -> Option<NodeLink> {
    let possible = possible.or(offered)?;
    let offered = offered.unwrap_or(possible);
    let current = possible.common(offered);
    Some(NodeLink {
        name: None,
        port: None,
        current: Some(current),
        possible: Some(possible),
        port_possible: Some(offered),
        internal: false,
        max_payload,
        degraded: current.is_below(possible).then_some(DegradationCause::Port),
        basis: FactBasis::Documented,
    })
}

/// Complains about something to hang on that there is not.
pub(super) fn no_such_place(name: &Name, names: &FileNames) -> MachineFileSlip {
    if name.value == CHIPSET && names.what(CHIPSET).is_none() {
        return name.wrong(Message::new("machine-no-chipset"));
    }
    let ids = ["machine-no-such-place", "machine-no-such-place-near", "machine-not-a-place"];
    names.no_such(name, ids, NameKind::is_place)
}

/// `path` climbs from place to place and ends at `again`, which it passed already.
fn circle(path: &[PendingNode<'_>], again: &str) -> MachineFileSlip {
    let round: Vec<&PendingNode<'_>> =
        path.iter().skip_while(|place| place.id.value != again).collect();
    let names: BTreeSet<&str> = round.iter().map(|place| place.id.value.as_str()).collect();
    let mut shown_names: Vec<String> =
        round.iter().take(SHOWN_OF_CIRCLE).map(|place| shown(&place.id.value)).collect();
    if names.len() > SHOWN_OF_CIRCLE {
        shown_names.push("...".to_owned());
    }
    shown_names.push(shown(again));
    let problem = Message::new("machine-circle").with("circle", shown_names.join(" -> "));
    let first = round.first().map_or(0, |place| place.on.at);
    let last = round.last().map_or(first, |place| place.on.at);
    MachineFileSlip::new(first, problem).against(last)
}
