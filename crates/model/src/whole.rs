//! A part's knowledge of the whole machine that it is taken from.

use std::collections::BTreeMap;

use narrows_topology::Id;
use narrows_topology::capacity::LinkDirection;
use narrows_units::TransferRate;

/// The traffic that reaches each root complex and processor of a whole machine, and its direction.
pub type MachineArrivals = BTreeMap<(Id, LinkDirection), LinkArrivals>;

/// The links through which the data of drives comes up to a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinkArrivals {
    /// For each root complex on the way, or none, the bytes per second of each link that enters.
    pub links: BTreeMap<Option<Id>, BTreeMap<Id, f64>>,
    pub newest: Option<TransferRate>,
}

impl LinkArrivals {
    /// Whether each of its links is among those of `other`, and carries as much there.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.newest <= other.newest
            && self.links.iter().all(|(complex, links)| {
                let known = other.links.get(complex);
                links.iter().all(|(wire, carries)| {
                    known.and_then(|known| known.get(wire)).is_some_and(|known| known == carries)
                })
            })
    }

    /// The same with the links of a part, which may have changed since.
    pub(crate) fn with(&self, part: Self) -> Self {
        let mut all = self.clone();
        all.newest = all.newest.max(part.newest);
        for (complex, links) in part.links {
            all.links.entry(complex).or_default().extend(links);
        }
        all
    }
}
