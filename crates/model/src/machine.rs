//! A machine to predict for: its tree, what its drives can do, and its stripes.

use std::collections::BTreeMap;

use narrows_topology::evidence::Stack;
use narrows_topology::graph::{Drive, StorageKind};
use narrows_topology::{Id, Topology};

use crate::figures::DriveFigures;

/// A machine to predict for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Machine {
    /// What hangs where.
    pub topology: Topology,
    /// What each drive can do by itself, where anything is known.
    pub figures: BTreeMap<Id, DriveFigures>,
    /// Arrays that spread requests evenly over their members.
    pub stripes: BTreeMap<Id, Stripe>,
}

/// An array of level 0: every member carries the same share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stripe {
    /// The drives.
    pub members: Vec<Id>,
}

impl Machine {
    /// A machine as seen, with what the catalogue knows of its drives.
    pub fn of(topology: Topology) -> Self {
        // What a hypervisor says of its disks (that they spin, mostly) is made up.
        let is_virtual = topology.host.hypervisor.is_some();
        let figures = topology.drives.iter().filter_map(|(id, drive)| {
            let controller = topology.storage_kind(drive).filter(|_| !is_virtual);
            let figures = figures_of(drive, controller);
            (!figures.is_empty()).then(|| (id.clone(), figures))
        });
        let stripes = topology.arrays.iter().filter_map(|(id, array)| {
            let is_stripe = matches!(&array.stack, Stack::Md { level, .. } if level == "raid0");
            is_stripe.then(|| (id.clone(), Stripe { members: array.drives.clone() }))
        });
        Self { figures: figures.collect(), stripes: stripes.collect(), topology }
    }
}

/// Without a `controller`, nothing is said by class.
fn figures_of(drive: &Drive, controller: Option<StorageKind>) -> DriveFigures {
    let by_class = DriveFigures::of_class(drive, controller);
    let known = drive.model.as_deref().filter(|_| !drive.assumed);
    let known = known.and_then(|model| narrows_catalog::drive::find(model, drive.size));
    known.map_or(by_class.clone(), |model| DriveFigures::of_model(model).or(&by_class))
}

#[cfg(test)]
mod tests;
