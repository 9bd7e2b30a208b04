//! Finds a position for every box: columns by depth, rows by drive.

use super::write::Area;
use crate::tree::{Tree, TreeNode};

pub(super) const MARGIN: f64 = 12.0;
pub(super) const NODE_WIDTH: f64 = 146.0;
pub(super) const LEAF_WIDTH: f64 = 330.0;
/// Wide enough for a link's speed and width above its pipe.
pub(super) const PIPE: f64 = 190.0;
const ROW: f64 = 60.0;
const FREE_ROW: f64 = 26.0;
const GAP: f64 = 16.0;
const ROOT_GAP: f64 = 28.0;

/// A box with its position, and the boxes to its right.
pub(super) struct Placed<'a> {
    pub(super) place: &'a TreeNode<'a>,
    pub(super) area: Area,
    pub(super) children: Vec<Placed<'a>>,
    /// Where the list of free ports is written.
    pub(super) free: Option<Area>,
}

/// All boxes of a machine.
pub(super) struct Layout<'a> {
    pub(super) roots: Vec<Placed<'a>>,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl<'a> Layout<'a> {
    pub(super) fn of(tree: &'a Tree<'a>) -> Self {
        let levels = tree.roots.iter().map(levels).max().unwrap_or(1).max(1);
        let inner = (levels - 1) as f64 * (NODE_WIDTH + PIPE);
        let leaf_x = MARGIN + inner + NODE_WIDTH + PIPE;
        let mut y = MARGIN;
        let mut roots = Vec::new();
        for root in tree.roots.iter().filter(|root| root.is_shown) {
            let placed = placed(root, 0, y, leaf_x);
            y = placed.area.y + placed.area.height + ROOT_GAP;
            roots.push(placed);
        }
        Self { roots, width: leaf_x + LEAF_WIDTH + MARGIN, height: y - ROOT_GAP + MARGIN }
    }
}

/// How many boxes stand before the last column.
fn levels(place: &TreeNode<'_>) -> usize {
    if place.is_leaf() || !place.is_shown {
        return 0;
    }
    1 + place.shown().map(levels).max().unwrap_or(0)
}

fn placed<'a>(place: &'a TreeNode<'a>, depth: usize, top: f64, leaf_x: f64) -> Placed<'a> {
    if place.is_leaf() {
        let area = Area { x: leaf_x, y: top, width: LEAF_WIDTH, height: ROW };
        return Placed { place, area, children: Vec::new(), free: None };
    }
    let x = MARGIN + depth as f64 * (NODE_WIDTH + PIPE);
    let mut y = top;
    let mut children = Vec::new();
    for child in place.shown() {
        let child = placed(child, depth + 1, y, leaf_x);
        y = child.area.y + child.area.height + GAP;
        children.push(child);
    }
    let free = (!place.free.is_empty()).then(|| {
        let area = Area { x: leaf_x, y, width: LEAF_WIDTH, height: FREE_ROW };
        y += FREE_ROW + GAP;
        area
    });
    let height = (y - GAP - top).max(ROW);
    Placed { place, area: Area { x, y: top, width: NODE_WIDTH, height }, children, free }
}
