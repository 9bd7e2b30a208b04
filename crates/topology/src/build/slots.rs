//! The physical slot of a function, by the most trusted claim.

use std::collections::BTreeMap;

use super::BridgeTree;
use crate::evidence::{CaptureEvidence, SlotClaim, SlotSource};
use crate::pci::PciAddress;

/// The most trusted claim for each device, by its function 0; for each bridge by its own address,
/// because ports with their own slots are functions of one device.
pub(super) struct TrustedSlotClaims<'a>(BTreeMap<PciAddress, &'a SlotClaim>);

impl<'a> TrustedSlotClaims<'a> {
    pub fn of(evidence: &'a CaptureEvidence) -> Self {
        let mut best: BTreeMap<PciAddress, &SlotClaim> = BTreeMap::new();
        for claim in &evidence.slots {
            let known = best.entry(key(evidence, &claim.address)).or_insert(claim);
            if claim.source > known.source {
                *known = claim;
            }
        }
        Self(best)
    }

    /// A claim counts for every function of the device it names, and for those right below the
    /// bridge it names. Without a claim, the slot number of the port above is the label; a port's
    /// own number is that of the slot below it.
    pub fn find(
        &self,
        evidence: &CaptureEvidence,
        tree: &BridgeTree,
        address: &PciAddress,
    ) -> Option<(String, SlotSource)> {
        let above = tree.above(address);
        let own = self.0.get(&key(evidence, address)).copied();
        let below = above.and_then(|above| self.0.get(&above).copied());
        let best = own.into_iter().chain(below).max_by_key(|claim| claim.source);
        let claimed = best.map(|claim| (claim.label.clone(), claim.source));
        claimed.or_else(|| slot_number(evidence, address, above))
    }
}

fn key(evidence: &CaptureEvidence, address: &PciAddress) -> PciAddress {
    let is_bridge = evidence.functions.get(address).is_some_and(|it| it.buses.is_some());
    if is_bridge { *address } else { address.first_function() }
}

fn slot_number(
    evidence: &CaptureEvidence,
    address: &PciAddress,
    above: Option<PciAddress>,
) -> Option<(String, SlotSource)> {
    let own = evidence.functions.get(address)?;
    // A bridge's own number is that of the slot below it, and its slot here has the same meaning.
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
            let topology = topology_of_evidence(&functions, |evidence| evidence.slots = claims);
            topology.nodes[&Id::new(at(address))].slot.clone().unwrap()
        };
        assert_eq!(slot(vec![], "01:00.0"), ("9".into(), SlotSource::SlotNumber));
        let smbios = || claim("01:00.0", "M2_1", SlotSource::Smbios);
        let user = || claim("00:01.0", "next to the fan", SlotSource::User);
        assert_eq!(slot(vec![smbios()], "01:00.1"), ("M2_1".into(), SlotSource::Smbios));
        assert_eq!(slot(vec![user(), smbios()], "01:00.0").1, SlotSource::User);
    }

    /// Two root ports of one device, each with a slot.
    #[test]
    fn ports_of_one_device_have_slots_of_their_own() {
        let functions = [
            ("00:1d.0", port(0x8086, 0xa118, (1, 1))),
            ("00:1d.4", port(0x8086, 0xa11c, (2, 2))),
            ("00:1d.5", port(0x8086, 0xa11d, (3, 3))),
            ("02:00.0", endpoint(0x144d, 0xa808, 0x01_08_02)),
        ];
        let claims = [("00:1d.0", "M2_1"), ("00:1d.4", "M2_2")];
        let claims = claims.map(|(address, label)| claim(address, label, SlotSource::Smbios));
        let topology =
            topology_of_evidence(&functions, |evidence| evidence.slots = claims.to_vec());
        let slot = |address: &str| topology.nodes[&Id::new(at(address))].slot.clone();
        let named = |label: &str| Some((label.to_owned(), SlotSource::Smbios));
        assert_eq!([slot("00:1d.0"), slot("00:1d.4")], [named("M2_1"), named("M2_2")]);
        assert_eq!(slot("00:1d.5"), None);
        assert_eq!(slot("02:00.0"), named("M2_2"));
    }
}
