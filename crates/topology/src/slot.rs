//! Whether something can be plugged into a port or out of it.

use crate::graph::{Node, NodeKind};

/// Intel VMD numbers its domains from here up (Linux, drivers/pci/controller/vmd.c).
pub(crate) const FIRST_VMD_DOMAIN: u32 = 0x10000;
/// Firmware's words for soldered devices. SMBIOS type 41 has nothing else.
const SOLDERED: [&str; 6] = ["onboard", "on-board", "on board", "embedded", "integrated", "lom"];

impl Node {
    /// Whether this is an empty port's slot: one that has a slot's number or name, as far as devices can be
    /// plugged in. Most empty ports lead nowhere, and a port does not show it.
    pub fn leads_to_slot(&self) -> bool {
        let is_port = matches!(self.kind, NodeKind::RootPort | NodeKind::DownstreamPort);
        is_port && self.slot.is_some() && !self.is_labelled_soldered() && !self.is_behind_router()
    }

    pub fn is_labelled_soldered(&self) -> bool {
        self.slot.as_ref().is_some_and(|(label, _)| is_soldered(label))
    }

    /// Whether it is behind a Volume Management Device, or a router of Thunderbolt or USB4.
    pub fn is_behind_router(&self) -> bool {
        // No PCI class distinguishes the ports of these routers: only their names do.
        let name = self.name.as_deref().unwrap_or_default();
        self.is_behind_vmd() || name.contains("Thunderbolt") || name.contains("USB4")
    }

    /// Whether it is in a domain of a Volume Management Device.
    pub fn is_behind_vmd(&self) -> bool {
        self.address.is_some_and(|address| address.domain >= FIRST_VMD_DOMAIN)
    }
}

/// Whether the label is that of something soldered on.
fn is_soldered(label: &str) -> bool {
    let label = label.to_lowercase();
    SOLDERED.iter().any(|word| match word.len() {
        // Three letters are a word only by themselves.
        3 => label.split(|c: char| !c.is_alphanumeric()).any(|part| part == *word),
        _ => label.contains(word),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::SlotSource;

    #[test]
    fn an_empty_port_is_a_slot_by_its_number_or_name_alone() {
        let port = |name: &str, label: Option<&str>| Node {
            kind: NodeKind::RootPort,
            name: Some(name.to_owned()),
            slot: label.map(|label| (label.to_owned(), SlotSource::SlotNumber)),
            ..Node::default()
        };
        assert!(port("PCI Express Root Port #9", Some("4")).leads_to_slot());
        for (name, label) in [
            ("PCI Express Root Port #9", None),
            ("PCI Express Root Port #9", Some("Onboard LAN")),
            ("JHL6540 Thunderbolt 3 Bridge", Some("4")),
        ] {
            assert!(!port(name, label).leads_to_slot(), "{name} {label:?}");
        }
    }

    #[test]
    fn labels_tell_soldered_devices() {
        for label in ["Onboard LAN", "Embedded NIC 1", "Integrated RAID", "i210 LOM"] {
            assert!(is_soldered(label), "{label}");
        }
        for label in ["PCIEX16_1", "Slot 3", "Bloom bay"] {
            assert!(!is_soldered(label), "{label}");
        }
    }
}
