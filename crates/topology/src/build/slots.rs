//! Which physical slot a function sits in, by the most trusted claim.

use std::collections::BTreeMap;

use super::Tree;
use crate::evidence::{Evidence, SlotClaim, SlotSource};
use crate::pci::PciAddress;

/// The most trusted claim for each device, by its function 0.
pub(super) struct Slots<'a>(BTreeMap<PciAddress, &'a SlotClaim>);

impl<'a> Slots<'a> {
    pub fn of(evidence: &'a Evidence) -> Self {
        let mut best: BTreeMap<PciAddress, &SlotClaim> = BTreeMap::new();
        for claim in &evidence.slots {
            let known = best.entry(claim.address.first_function()).or_insert(claim);
            if claim.source > known.source {
                *known = claim;
            }
        }
        Self(best)
    }

    /// A claim counts for every function of the device it names, and for what is right below the
    /// very bridge it names. Without a claim, the slot number of the port above is the label, and
    /// a port has its own: that of the slot below it.
    pub fn find(
        &self,
        evidence: &Evidence,
        tree: &Tree,
        address: &PciAddress,
    ) -> Option<(String, SlotSource)> {
        let above = tree.above(address);
        let own = self.0.get(&address.first_function()).copied();
        let below = above.and_then(|above| self.claim_of_bridge(&above));
        let best = own.into_iter().chain(below).max_by_key(|claim| claim.source);
        let claimed = best.map(|claim| (claim.label.clone(), claim.source));
        claimed.or_else(|| slot_number(evidence, address, above))
    }

    fn claim_of_bridge(&self, above: &PciAddress) -> Option<&'a SlotClaim> {
        let claim = self.0.get(&above.first_function()).copied();
        claim.filter(|claim| claim.address == *above)
    }
}

fn slot_number(
    evidence: &Evidence,
    address: &PciAddress,
    above: Option<PciAddress>,
) -> Option<(String, SlotSource)> {
    let own = evidence.functions.get(address)?;
    // A bridge's own number is that of the slot below it, which is what its slot means here too.
    let port = above.filter(|_| own.buses.is_none());
    let port = port.and_then(|above| evidence.functions.get(&above));
    let number = own.slot_number.as_ref().or_else(|| port?.slot_number.as_ref())?;
    Some((number.clone(), SlotSource::SlotNumber))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{at, endpoint, port, topology_of_evidence};
    use super::*;
    use crate::evidence::PciFunction;
    use crate::graph::Id;

    fn claim(address: &str, label: &str, source: SlotSource) -> SlotClaim {
        SlotClaim { address: at(address), label: label.to_owned(), source }
    }

    #[test]
    fn the_most_trusted_claim_wins_and_reaches_all_functions_and_what_is_below() {
        let functions = [
            ("00:01.0", PciFunction { slot_number: Some("9".into()), ..port(0x8086, 1, (1, 1)) }),
            ("01:00.0", endpoint(0x144d, 0xa808, 0x01_08_02)),
            ("01:00.1", endpoint(0x144d, 0xa808, 0x01_08_02)),
        ];
        let slot = |claims: Vec<SlotClaim>, address: &str| {
            let topology = topology_of_evidence(&functions, |seen| seen.slots = claims);
            topology.nodes[&Id::new(at(address))].slot.clone().unwrap()
        };
        assert_eq!(slot(vec![], "01:00.0"), ("9".into(), SlotSource::SlotNumber));
        let smbios = || claim("01:00.0", "M2_1", SlotSource::Smbios);
        let user = || claim("00:01.0", "next to the fan", SlotSource::User);
        assert_eq!(slot(vec![smbios()], "01:00.1"), ("M2_1".into(), SlotSource::Smbios));
        assert_eq!(slot(vec![user(), smbios()], "01:00.0").1, SlotSource::User);
    }
}
