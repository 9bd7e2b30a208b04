//! Whether anything that is known bounds the rate of a target.
//!
//! For: withholding figures of unobserved parts. If neither a link on its path nor a figure of the drive
//! is known, only assumptions about its class and the speed of a processor remain; a rate from these says
//! nothing about the machine.

use narrows_topology::FactBasis;
use narrows_topology::Id;
use narrows_topology::capacity::{self, LinkDirection};
use narrows_topology::graph::{Drive, NodeKind, NodeLink};

use crate::machine::Machine;

impl Machine {
    /// Whether a link, a ceiling or the model of the drive bounds a target's rate; for an array, whether
    /// that is true of all of its drives.
    pub fn is_bounded(&self, target: &Id) -> bool {
        let drive = |id: &Id| self.topology.drives.get(id).is_none_or(|it| self.bounds(id, it));
        match self.arrays.get(target) {
            Some(array) => array.members.iter().all(drive),
            None => drive(target),
        }
    }

    fn bounds(&self, id: &Id, drive: &Drive) -> bool {
        let figures = self.figures.get(id);
        let own = figures.and_then(|figures| figures.read.or(figures.write));
        let transport = drive.transport.as_ref().and_then(capacity::transport);
        let is_known =
            own.is_some_and(|own| own.basis != FactBasis::Assumed) || transport.is_some();
        is_known || drive.controller.as_ref().is_some_and(|above| self.has_known_way(above))
    }

    /// A chipset's uplink by itself is no bound of one drive among many behind it.
    fn has_known_way(&self, controller: &Id) -> bool {
        let carries = |link: &NodeLink| {
            !link.internal && capacity::of_link(link, LinkDirection::Up).is_some()
        };
        self.topology.path(controller).any(|(id, node)| {
            let link = node.link.as_ref().filter(|_| node.kind != NodeKind::Chipset);
            link.is_some_and(carries) || self.ceilings.contains_key(id)
        })
    }
}
