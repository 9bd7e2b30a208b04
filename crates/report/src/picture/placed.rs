//! An arrangement of a plan, as the contents of a picture.

use std::collections::BTreeSet;

use narrows_messages::{Localizer, Message};
use narrows_record::plan::{
    ArrangementSlot, ArrangementSlotState, PlanArrangement, PlanAttachment, PlanDevice,
    PlanDocument,
};

use super::content::{NodeChild, PictureNode};
use super::passage::{DrawnNodes, NodePassage};
use super::rates::PictureRates;
use super::rows::{LabelWriter, Losses, PictureDrive};
use crate::clean::clean;
use crate::page::attachment_name;
use crate::words;

/// Attachments are nested no deeper than this; a deeper document is damaged.
const MAX_DEPTH: usize = 64;

/// Lays an arrangement's places out as a tree of flows.
pub(super) fn drawn(
    plan: &PlanDocument,
    placed: &PlanArrangement,
    rates: &PictureRates,
    localizer: &Localizer,
) -> DrawnNodes {
    let teller = LabelWriter { rates, localizer };
    // Of attachments with one id the first counts: otherwise its children would be attached to each
    // of them.
    let mut known = BTreeSet::new();
    let all = placed.attachments.iter();
    let attachments = all.filter(|it| known.insert(it.id.as_str())).collect();
    let mut builder =
        PlanPictureBuilder { plan, placed, attachments, teller, drawn: DrawnNodes::default() };
    for attachment in builder.attachments.clone() {
        if placed.attachments.iter().any(|it| Some(&it.id) == attachment.above.as_ref()) {
            continue;
        }
        let mut losses = Losses::new();
        let place = builder.place(attachment, &mut losses, 0);
        builder.drawn.roots.extend((!place.below.is_empty()).then_some(place));
    }
    builder.empty();
    builder.drawn
}

struct PlanPictureBuilder<'a> {
    plan: &'a PlanDocument,
    placed: &'a PlanArrangement,
    attachments: Vec<&'a PlanAttachment>,
    teller: LabelWriter<'a>,
    drawn: DrawnNodes,
}

impl<'a> PlanPictureBuilder<'a> {
    fn place(
        &mut self,
        attachment: &'a PlanAttachment,
        losses: &mut Losses<'a>,
        depth: usize,
    ) -> PictureNode {
        let mut own = Losses::new();
        let mut items: Vec<PictureDrive<'a>> = Vec::new();
        for slot in attachment.slots.iter().filter(|slot| slot.state == ArrangementSlotState::Used)
        {
            items.extend(self.items(slot));
        }
        let fixed = attachment.fixed.iter();
        items.extend(fixed.map(|id| PictureDrive {
            id,
            name: clean(id),
            ..PictureDrive::default()
        }));
        let rows = self.teller.rows(items, &mut own);
        let mut below: Vec<NodeChild> = rows.into_iter().map(NodeChild::Drives).collect();
        let is_below = |it: &&&PlanAttachment| it.above.as_ref() == Some(&attachment.id);
        let children: Vec<&PlanAttachment> =
            self.attachments.iter().filter(is_below).copied().collect();
        for child in children.into_iter().filter(|_| depth < MAX_DEPTH) {
            let place = self.place(child, &mut own, depth + 1);
            below.extend((!place.below.is_empty()).then_some(NodeChild::Place(place)));
        }
        let (place, tight, _) = self.teller.through(self.passage(attachment), below, &mut own);
        self.drawn.tight.extend(tight);
        // What is left is lost at places further up.
        own.into_iter().for_each(|(at, mb_s)| *losses.entry(at).or_default() += mb_s);
        place
    }

    fn passage(&self, attachment: &'a PlanAttachment) -> NodePassage<'a> {
        let kind = words::port_kind(&attachment.kind, self.teller.localizer);
        let link = attachment.uplink.as_ref().map(|it| words::uplink(it.name.as_deref(), it.link));
        NodePassage {
            name: kind,
            detail: attachment_name(attachment),
            names: vec![&attachment.id],
            link: attachment.above.as_ref().map(|_| link.unwrap_or_default()),
            carries: attachment.uplink.as_ref().map(|uplink| uplink.carries_mb_s),
            crowd: None,
        }
    }

    /// The drives in a slot; cards are shown as idle.
    fn items(&mut self, slot: &'a ArrangementSlot) -> Vec<PictureDrive<'a>> {
        let plan = self.plan;
        let of_slot = |device: &&PlanDevice| slot.devices.contains(&device.id);
        let mut items = Vec::new();
        for device in plan.devices.iter().filter(of_slot) {
            let drives: Vec<&'a str> = match (device.drives.as_slice(), device.kind.as_str()) {
                ([], "drive") => vec![&device.id],
                (drives, _) => drives.iter().map(String::as_str).collect(),
            };
            if drives.is_empty() && !matches!(device.kind.as_str(), "drive") {
                let link = self.link(device);
                let about = words::dotted([
                    clean(&device.id),
                    clean(&device.model),
                    link,
                    clean(&slot.slot),
                ]);
                self.drawn.idle.push(about);
            }
            items.extend(drives.into_iter().map(|id| self.item(device, id, slot)));
        }
        items
    }

    fn item(
        &self,
        device: &'a PlanDevice,
        id: &'a str,
        slot: &ArrangementSlot,
    ) -> PictureDrive<'a> {
        let made = self.placed.arrays.iter().find(|made| made.members.contains(&device.id));
        let array = made.map(|made| words::dotted([clean(&made.id), clean(&made.level)]));
        PictureDrive {
            id,
            name: clean(id),
            model: clean(&device.model),
            link: self.link(device),
            slot: clean(&slot.slot),
            array: array.unwrap_or_default(),
            own: vec![id, &device.id],
            ..PictureDrive::default()
        }
    }

    /// The link that a device runs, and the possible one.
    fn link(&self, device: &PlanDevice) -> String {
        let put = self.placed.placements.iter().find(|put| put.device == device.id);
        let Some(current) = put.and_then(|put| put.current) else { return String::new() };
        match put.and_then(|put| put.possible).filter(|possible| *possible != current) {
            None => current.to_string(),
            Some(possible) => {
                let most = if current.gts == possible.gts {
                    format!("x{}", possible.lanes)
                } else {
                    possible.to_string()
                };
                let message = Message::new("report-link-of").with("current", current);
                self.teller.localizer.say(&message.with("possible", most))
            }
        }
    }

    /// Slots that nothing is in.
    fn empty(&mut self) {
        let slots = self.placed.attachments.iter().flat_map(|attachment| &attachment.slots);
        let empty = slots.filter(|slot| slot.state == ArrangementSlotState::Empty);
        let names: Vec<&str> = empty.map(|slot| slot.slot.as_str()).collect();
        if !names.is_empty() {
            let label = self.teller.localizer.text("plan-empty");
            let names = words::list(names);
            self.drawn.idle.push(format!("{label}: {names}"));
        }
    }
}
