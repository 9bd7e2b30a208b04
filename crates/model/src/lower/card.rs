//! The traffic of cards while drives work.

use narrows_topology::Id;
use narrows_topology::capacity::{self, Way};

use super::path::Traffic;
use super::{Lowering, Part, Uses, limits};
use crate::solver::Flow;

impl Lowering<'_> {
    /// The flows of a card: one for each direction, up to the rate that it generates.
    pub(super) fn demand(&mut self, at: usize) -> Vec<Flow> {
        let demand = &self.machine.demands[at];
        let ways = [(Way::Up, demand.sends, 2 * at), (Way::Down, demand.receives, 2 * at + 1)];
        let ways = ways.into_iter().filter(|(_, rate, _)| rate.get() > 0.0);
        ways.map(|(way, rate, number)| {
            let mut uses = Uses::default();
            let limit = || limits::demand(&demand.node, rate);
            uses.add(self.resource(&demand.node, Part::Demand(number), limit), 1.0);
            self.use_card_path(&demand.node, way, &mut uses);
            uses.into_flow()
        })
        .collect()
    }

    fn use_card_path(&mut self, card: &Id, way: Way, uses: &mut Uses) {
        let bytes = match way {
            Way::Up => [(Way::Up, 1.0), (Way::Down, 0.0)],
            Way::Down => [(Way::Up, 0.0), (Way::Down, 1.0)],
        };
        let machine = self.machine;
        for (id, node) in machine.topology.path(card) {
            let link = node.link.as_ref().filter(|link| !link.internal);
            if let Some((link, payload)) = link.map(|link| self.with_payload(id, link))
                && let Some(carries) = capacity::of_link(&link, way)
            {
                let wire = link.port.as_ref().unwrap_or(id);
                let sure = limits::Sure {
                    payload,
                    drive: true,
                    way,
                    completions: false,
                    behind_chipset: false,
                };
                let limit = || limits::link(id, node, &link, carries, sure);
                uses.add(self.resource(wire, Part::Link(way), limit), 1.0);
            }
            for (at, ceiling) in machine.ceilings.get(id).into_iter().flatten().enumerate() {
                self.use_ceiling((id, at), ceiling, Traffic { bytes, requests: 0.0 }, uses);
            }
        }
    }
}
