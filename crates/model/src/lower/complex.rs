//! The throughput of a root complex or a processor, if not measured.
//!
//! Links give the rate that reaches it, not the rate that goes on to memory. Behind one root
//! complex of an AMD host with 32 lanes of 16 GT/s, 0.64 of the raw rate arrived; of all four
//! together, 0.55 (published systems). Not every host loses that much, so the value stays that of
//! the links and the band reaches down.

use std::collections::BTreeMap;

use narrows_messages::Message;
use narrows_topology::capacity::{self, LinkDirection};
use narrows_topology::graph::{Node, NodeKind};
use narrows_topology::{FactBasis, Id};
use narrows_units::{Lanes, LinkWidth, TransferRate};

use super::{LimitPart, Lowering};
use crate::arrivals::arrivals;
use crate::limit::{Band, LimitKind, LimitUnit, ResourceLimit};

/// The lanes that one root complex is sure to carry: a slot of 16 lanes of its generation, which it
/// is made for. Four drives of PCIe 4.0 x4 in one slot reached 28.4 GB/s (EPYC 7443, md RAID 0, a
/// forum's thread on bifurcation).
const SLOT_LANES: u8 = 16;
/// The throughput of a processor of several root complexes, in units of one (the AMD host with
/// four).
const PASSED_BY_ALL: f64 = 4.0;
/// The least part of the links' bandwidth that is passed: chosen with the AMD host in view, where
/// 0.70 and 0.77 passed. That host is no evidence for it.
const LEAST: f64 = 0.62;
/// The upper end of the band is out of reach, so that it is never reported: the most that it passes
/// is unknown.
const ABOVE: f64 = 4.0;

/// The traffic that comes up to a node.
struct UpstreamTraffic {
    /// Bytes per second.
    sum: f64,
    /// The number of root complexes on the way.
    complexes: usize,
    /// The transfer rate of the fastest link.
    newest: Option<TransferRate>,
}

impl Lowering<'_> {
    /// The limit of a root complex or processor that receives more than any is known to pass;
    /// `None` if its ceiling is known.
    pub(super) fn unmeasured_complex(
        &mut self,
        id: &Id,
        node: &Node,
        way: LinkDirection,
    ) -> Option<usize> {
        if !matches!(node.kind, NodeKind::RootComplex | NodeKind::Processor) {
            return None;
        }
        if let Some(known) = self.complexes.get(&(id.clone(), way)) {
            return *known;
        }
        let limit = self.limit_of_complex(id, way);
        let at = limit.map(|limit| self.resource(id, LimitPart::Complex(way), || limit));
        self.complexes.insert((id.clone(), way), at);
        at
    }

    fn limit_of_complex(&self, id: &Id, way: LinkDirection) -> Option<ResourceLimit> {
        if self.machine.ceilings.contains_key(id) {
            return None;
        }
        let UpstreamTraffic { sum, complexes, newest } = self.comes_up(id, way);
        // No link of known rate, no slot to compare with.
        let slot = LinkWidth { rate: newest?, lanes: Lanes::new(SLOT_LANES)? };
        let slot = capacity::usable(slot, capacity::ASSUMED_MAX_PAYLOAD, way).get();
        let passed = if complexes > 1 { PASSED_BY_ALL * slot } else { slot };
        if sum <= passed {
            return None;
        }
        let capacity = sum * ABOVE;
        Some(ResourceLimit {
            kind: LimitKind::RootComplex,
            id: id.clone(),
            name: Message::new("limit-root-complex").with("id", id),
            capacity,
            unit: LimitUnit::BytesPerSec,
            // A slot's worth is known to pass, however much more the links bring.
            band: Band::new((LEAST * sum).max(passed) / capacity, 1.0),
            basis: FactBasis::Assumed,
        })
    }

    /// The traffic from the links below a node that drives use; for a root complex below, no more than
    /// it is known to pass.
    fn comes_up(&self, id: &Id, way: LinkDirection) -> UpstreamTraffic {
        let arrivals = arrivals(self.machine, id, way);
        let sum = |(complex, links): (&Option<Id>, &BTreeMap<Id, f64>)| {
            let known = complex.as_ref().and_then(|complex| self.passes(complex, way));
            links.values().sum::<f64>().min(known.unwrap_or(f64::INFINITY))
        };
        let complexes = arrivals.links.keys().flatten().count();
        UpstreamTraffic {
            sum: arrivals.links.iter().map(sum).sum(),
            complexes,
            newest: arrivals.newest,
        }
    }

    /// The throughput that is known for a node.
    fn passes(&self, id: &Id, way: LinkDirection) -> Option<f64> {
        let ceilings = self.machine.ceilings.get(id)?.iter();
        let figures = ceilings.filter_map(|ceiling| match way {
            LinkDirection::Up => ceiling.read.or(ceiling.both),
            LinkDirection::Down => ceiling.write.or(ceiling.both),
        });
        figures.map(|figure| figure.value.get()).reduce(f64::min)
    }
}
