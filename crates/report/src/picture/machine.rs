//! A machine's tree, as the contents of a picture.

use narrows_messages::Localizer;
use narrows_record::see::{ArrayKind, ArrayRecord, DriveRecord, PortKind, SeeDocument};

use super::content::{NodeChild, PictureNode};
use super::passage::{DrawnNodes, NodePassage};
use super::rates::PictureRates;
use super::rows::{LabelWriter, Losses, PictureDrive};
use crate::clean::clean;
use crate::tree::{DrawnTree, TreeNode, TreeNodeKind};
use crate::words;

/// The name of the catalogue's entry of any graphics card.
const ANY_CARD: &str = "graphics card";

/// Lays a machine's places out as a tree of flows.
pub(super) fn drawn(see: &SeeDocument, rates: &PictureRates, localizer: &Localizer) -> DrawnNodes {
    let tree = DrawnTree::of(see);
    let mut builder = MachinePictureBuilder {
        see,
        teller: LabelWriter { rates, localizer },
        drawn: DrawnNodes::default(),
    };
    for root in &tree.roots {
        let mut losses = Losses::new();
        let place = builder.place(root, &mut losses);
        builder.drawn.roots.extend((!place.below.is_empty()).then_some(place));
    }
    if tree.more > 0 {
        builder.drawn.idle.extend(words::more(tree.more, localizer));
    }
    builder.drawn
}

struct MachinePictureBuilder<'a> {
    see: &'a SeeDocument,
    teller: LabelWriter<'a>,
    drawn: DrawnNodes,
}

impl<'a> MachinePictureBuilder<'a> {
    /// A place with all below it; flow lost there further on is added to the losses.
    fn place(&mut self, node: &TreeNode<'a>, losses: &mut Losses<'a>) -> PictureNode {
        let mut own = Losses::new();
        let is_drive = |child: &&TreeNode<'a>| matches!(child.what, TreeNodeKind::Drive(..));
        let drives = node.children.iter().filter(is_drive);
        let items = drives.filter_map(|child| self.item(child)).collect();
        let rows = self.teller.rows(items, &mut own).into_iter().map(NodeChild::Drives);
        let mut below: Vec<NodeChild> = rows.collect();
        for child in node.shown().filter(|child| !is_drive(child)) {
            if child.drives().is_empty() {
                self.idle(child)
            } else {
                below.push(NodeChild::Place(self.place(child, &mut own)))
            }
        }
        let (place, tight, passed) = self.teller.through(self.passage(node), below, &mut own);
        self.drawn.tight.extend(tight);
        self.drawn.passed.push(passed);
        own.into_iter().for_each(|(at, mb_s)| *losses.entry(at).or_default() += mb_s);
        place
    }

    fn passage(&self, node: &TreeNode<'a>) -> NodePassage<'a> {
        let localizer = self.teller.localizer;
        let (name, detail) = words::place(node, localizer);
        let is_processor =
            matches!(node.what, TreeNodeKind::Port(port) if port.kind == PortKind::Processor);
        let is_root =
            is_processor || matches!(node.what, TreeNodeKind::Machine | TreeNodeKind::Unplaced);
        let name = if is_processor { name.replacen("cpu", "CPU", 1) } else { name };
        let is_on_chip = node.link.is_some_and(|link| link.internal);
        let link = || if is_on_chip { String::new() } else { words::link_of(node, localizer) };
        NodePassage {
            name,
            detail,
            names: node.names(),
            link: (!is_root).then(link),
            carries: node.usable_mb_s(),
            crowd: node.crowd().map(|crowd| crowd.drives),
        }
    }

    fn item(&self, node: &TreeNode<'a>) -> Option<PictureDrive<'a>> {
        let TreeNodeKind::Drive(drive, storage) = node.what else { return None };
        let localizer = self.teller.localizer;
        let (name, model) = words::place(node, localizer);
        let slot = node.slot.map(|slot| words::slot(&slot.label, localizer));
        Some(PictureDrive {
            id: &drive.id,
            name,
            model,
            link: words::link_of(node, localizer),
            slot: slot.unwrap_or_default(),
            array: self.array(drive),
            warning: words::link_warning(node, localizer),
            own: node.names(),
            carries: node.could_mb_s(),
            rated: node.read_mb_s(),
            is_full: storage.is_some_and(|storage| storage.degraded == Some(false)),
        })
    }

    /// The array that a drive is part of, with its kind: the first that other drives are in, too.
    fn array(&self, drive: &DriveRecord) -> String {
        let of_it = |array: &&ArrayRecord| {
            let is_real = array.kind != ArrayKind::FirmwareContainer;
            is_real && array.drives.len() > 1 && array.drives.contains(&drive.id)
        };
        let array = self.see.arrays.iter().find(of_it);
        array
            .map(|array| words::dotted([clean(&array.id), words::array_kind(&array.kind)]))
            .unwrap_or_default()
    }

    /// Cards and controllers without drives, in a few words each.
    fn idle(&mut self, node: &TreeNode<'a>) {
        if matches!(node.what, TreeNodeKind::Port(_)) {
            node.shown().for_each(|child| self.idle(child));
            return;
        }
        let localizer = self.teller.localizer;
        let (name, model) = words::place(node, localizer);
        let slot = node.slot.map(|slot| words::slot(&slot.label, localizer)).unwrap_or_default();
        let link = words::link_of(node, localizer);
        // Of any graphics card the kind says it all.
        let model = if model == ANY_CARD { String::new() } else { model };
        let what = format!("{name} {model}").trim_end().to_owned();
        self.drawn.idle.push(words::dotted([what, link, slot]));
    }
}
