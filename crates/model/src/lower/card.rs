//! The traffic of cards while drives work.

use narrows_topology::Id;
use narrows_topology::capacity::{self, LinkDirection};
use narrows_topology::graph::NodeKind;

use super::path::LocationTraffic;
use super::{FlowUses, LimitPart, Lowering, limits};
use crate::solver::SolverFlow;

impl Lowering<'_> {
    /// The flows of a card: one for each direction, up to the rate that it generates.
    pub(super) fn demand(&mut self, at: usize) -> Vec<SolverFlow> {
        let demand = &self.machine.demands[at];
        let ways = [
            (LinkDirection::Up, demand.sends, 2 * at),
            (LinkDirection::Down, demand.receives, 2 * at + 1),
        ];
        let ways = ways.into_iter().filter(|(_, rate, _)| rate.get() > 0.0);
        ways.map(|(way, rate, number)| {
            let mut uses = FlowUses::default();
            let limit = || limits::demand(&demand.node, rate);
            uses.add(self.resource(&demand.node, LimitPart::Demand(number), limit), 1.0);
            self.use_card_path(&demand.node, way, &mut uses);
            uses.into_flow()
        })
        .collect()
    }

    fn use_card_path(&mut self, card: &Id, way: LinkDirection, uses: &mut FlowUses) {
        let bytes = match way {
            LinkDirection::Up => [(LinkDirection::Up, 1.0), (LinkDirection::Down, 0.0)],
            LinkDirection::Down => [(LinkDirection::Up, 0.0), (LinkDirection::Down, 1.0)],
        };
        let machine = self.machine;
        for (id, node) in machine.topology.path(card) {
            let link = node.link.as_ref().filter(|link| !link.internal);
            if let Some((link, payload)) = link.map(|link| self.with_payload(id, link))
                && let Some(carries) = capacity::of_link(&link, way)
            {
                let wire = link.port.as_ref().unwrap_or(id);
                let above = machine.topology.path(id).skip(1);
                let behind_chipset = above.into_iter().any(|(_, it)| it.kind == NodeKind::Chipset);
                // A card has no drive whose own bandwidth could be unknown.
                let sure = limits::LinkCertainty {
                    payload,
                    drive: true,
                    way,
                    completions: false,
                    behind_chipset,
                };
                let limit = || limits::link(id, None, node, &link, carries, sure);
                uses.add(self.resource(wire, LimitPart::Link(way), limit), 1.0);
            }
            for (at, ceiling) in machine.ceilings.get(id).into_iter().flatten().enumerate() {
                // A card's traffic is stated as a rate alone.
                self.use_ceiling((id, at), ceiling, LocationTraffic { bytes, requests: 0.0 }, uses);
            }
        }
    }
}
