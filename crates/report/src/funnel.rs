//! The places that drives' data goes through, as a list from the processor down.
//!
//! The same places, names and capacities as in the picture, for who draws it with letters.

use narrows_messages::Localizer;
use narrows_record::see::SeeDocument;

use crate::tree::{DrawnTree, TreeNode, TreeNodeKind};
use crate::words;

/// A processor, chipset, switch, controller or network link with drives below it.
#[derive(Clone, Debug, PartialEq)]
pub struct FunnelNode {
    pub level: usize,
    pub name: String,
    /// Its link to the place above; empty if that is inside a chip, and for a processor.
    pub link: String,
    /// The link's capacity in one direction, 10^6 bytes per second; `None` if unknown.
    pub carries_mb_s: Option<f64>,
    pub drives: Vec<String>,
}

/// Every place of a machine with drives below it.
pub fn funnel(see: &SeeDocument, localizer: &Localizer) -> Vec<FunnelNode> {
    let mut places = Vec::new();
    for root in &DrawnTree::of(see).roots {
        gather(root, 0, localizer, &mut places);
    }
    places
}

fn gather(node: &TreeNode<'_>, level: usize, localizer: &Localizer, places: &mut Vec<FunnelNode>) {
    let drives: Vec<String> = node.drives().into_iter().map(str::to_owned).collect();
    if drives.is_empty() || matches!(node.what, TreeNodeKind::Drive(..)) {
        return;
    }
    let is_on_chip = node.link.is_some_and(|link| link.internal);
    let link = if is_on_chip { String::new() } else { words::link_of(node, localizer) };
    let (kind, detail) = words::place(node, localizer);
    let name = [kind, detail].join(" ").trim().to_owned();
    places.push(FunnelNode { level, name, link, carries_mb_s: node.usable_mb_s(), drives });
    node.children.iter().for_each(|child| gather(child, level + 1, localizer, places));
}
