//! The attachment of each function: processor or chipset.
//!
//! The root port (or the function itself, on a root bus) decides: its device id belongs to a
//! processor or to a chipset. AMD's chipsets, and the wide side of Intel's C600 and C620, are
//! switches that PCI shows. Names decide where ids are missing. Where neither is known, Intel's
//! fixed device numbers decide, as an inference; paravirtual devices have no attachment.

use narrows_catalog::pci::PciRole;

use super::surroundings::PlatformContext;
use super::{Attachments, BridgeTree, NodeKinds, has_id, identity, role};
use crate::evidence::{CaptureEvidence, PciFunction, PortType};
use crate::graph::{AttachmentPoint, FactBasis, NodeKind, StorageControllerKind};
use crate::pci::PciAddress;
use crate::slot::FIRST_VMD_DOMAIN;

const INTEL: u16 = 0x8086;

/// SATA, USB, SMBus and, before Zen, ports of AMD's FCH are on devices 10h to 15h of its root bus (AMD, BIOS
/// and Kernel Developer's Guide for family 15h models 30h to 3Fh, section 2.7).
const FIRST_FCH: u8 = 0x10;

pub(super) fn find(
    evidence: &CaptureEvidence,
    tree: &BridgeTree,
    kinds: &NodeKinds,
    around: &PlatformContext,
) -> Attachments {
    let mut attachments = Attachments::new();
    for address in tree.top_down() {
        let Some(function) = evidence.functions.get(&address) else { continue };
        let place = UnattachedFunction { address, function, kind: kinds.get(&address).copied() };
        let above = tree.above(&address).and_then(|above| attachments.get(&above).copied());
        let attachment = place.own_attachment(around).or(above);
        attachments.insert(address, attachment.unwrap_or_else(|| place.attachment_at_root(around)));
    }
    attachments
}

/// A function whose attachment is to be decided.
struct UnattachedFunction<'a> {
    address: PciAddress,
    function: &'a PciFunction,
    kind: Option<NodeKind>,
}

impl UnattachedFunction<'_> {
    /// An attachment that holds whatever is above.
    fn own_attachment(&self, around: &PlatformContext) -> Option<(AttachmentPoint, FactBasis)> {
        // The chipset's SATA and USB can be functions of the same device as its switch.
        if around.chipset_devices.contains(&self.address.first_function()) {
            return Some((AttachmentPoint::Chipset, FactBasis::Observed));
        }
        // A switch of which not even the vendor is known may be a chipset.
        if self.kind == Some(NodeKind::Switch) && !has_id(self.function) && self.is_nameless() {
            return Some((AttachmentPoint::Unknown, FactBasis::Assumed));
        }
        let paravirtual = self.kind == Some(NodeKind::Storage(StorageControllerKind::Virtio));
        paravirtual.then_some((AttachmentPoint::Unknown, FactBasis::Observed))
    }

    fn attachment_at_root(&self, around: &PlatformContext) -> (AttachmentPoint, FactBasis) {
        match role(self.function) {
            Some(
                PciRole::ChipsetRootPort
                | PciRole::ChipsetFunction
                | PciRole::ChipsetSwitchUpstream
                | PciRole::ChipsetSwitchDownstream,
            ) => (AttachmentPoint::Chipset, FactBasis::Documented),
            Some(
                PciRole::CpuRootPort
                | PciRole::CpuInternalBridge
                | PciRole::CpuFunction
                | PciRole::HostBridge,
            ) => (AttachmentPoint::Cpu, FactBasis::Documented),
            Some(PciRole::HypervisorPort) => (AttachmentPoint::Cpu, FactBasis::Assumed),
            Some(PciRole::Switch) | None => self.attachment_by_place(around),
        }
    }

    fn attachment_by_place(&self, around: &PlatformContext) -> (AttachmentPoint, FactBasis) {
        let is_port = self.kind == Some(NodeKind::RootPort);
        if around.adrift.contains(&self.address) {
            return (AttachmentPoint::Unknown, FactBasis::Assumed);
        }
        if around.is_virtual {
            let attachment = if is_port { AttachmentPoint::Cpu } else { AttachmentPoint::Unknown };
            return (attachment, FactBasis::Assumed);
        }
        if let Some(attachment) = self.attachment_by_intel_number(around) {
            return (attachment, FactBasis::Inferred);
        }
        // Loongson's ports belong to the processor or to a bridge chip (7A1000, 7A2000); positions
        // and names do not tell them apart.
        if identity(self.function).vendor == 0x0014 {
            return (AttachmentPoint::Unknown, FactBasis::Assumed);
        }
        // AMD's chipsets are switches; ports that drawings leave nameless are the processor's,
        // except at the FCH's addresses.
        let bus = (self.address.domain, self.address.bus);
        if is_port
            && self.is_nameless()
            && around.amd_roots.contains(&bus)
            && self.address.device < FIRST_FCH
        {
            return (AttachmentPoint::Cpu, FactBasis::Inferred);
        }
        // A port without an id and without a telling name may belong to either.
        if !has_id(self.function) && (around.is_pc || self.is_nameless()) {
            return (AttachmentPoint::Unknown, FactBasis::Assumed);
        }
        // Outside the PC world there is only one attachment.
        let integrated = self.function.port == Some(PortType::IntegratedEndpoint);
        // Amazon, Google, Alibaba and Microsoft: their clouds lend devices whose real attachment
        // no guest sees.
        let only_attachment = !around.is_pc
            && !matches!(identity(self.function).vendor, 0x1d0f | 0x1ae0 | 0x1ded | 0x1414);
        match is_port || integrated || only_attachment {
            true => (AttachmentPoint::Cpu, FactBasis::Inferred),
            false => (AttachmentPoint::Unknown, FactBasis::Assumed),
        }
    }

    /// Client and server chipsets put their functions at devices 11h to 1Fh of their LPC bridge's
    /// bus, the processor its own below (Intel 100 Series Chipset datasheet volume 1, section 2.1,
    /// and the same table of later series). VMD keeps the numbers.
    fn attachment_by_intel_number(&self, around: &PlatformContext) -> Option<AttachmentPoint> {
        let chipset = around.intel_chipset?;
        let here = (self.address.domain, self.address.bus) == chipset;
        let moved = self.address.domain >= FIRST_VMD_DOMAIN;
        let is_here = (here || moved) && (!matches!(self.kind, Some(NodeKind::Other) | None));
        (is_here && identity(self.function).vendor == INTEL).then_some(
            match self.address.device >= 0x11 {
                true => AttachmentPoint::Chipset,
                false => AttachmentPoint::Cpu,
            },
        )
    }

    /// Whether its first line was cut before the vendor's name ends.
    fn is_nameless(&self) -> bool {
        identity(self.function).vendor == 0
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{attachments_of, bridge_of, endpoint, port};
    use super::*;
    use crate::pci::PciId;
    use AttachmentPoint::{Chipset, Cpu, Unknown};

    /// Checks the attachments of a machine: address, function and expected attachment.
    fn check(machine: &[(&str, PciFunction, AttachmentPoint)]) {
        let functions: Vec<(&str, PciFunction)> =
            machine.iter().map(|(address, function, _)| (*address, function.clone())).collect();
        let attachments = attachments_of(&functions);
        for (address, _, expected) in machine {
            let (attachment, basis) = attachments[&address.parse().unwrap()];
            assert_eq!(attachment, *expected, "{address}, {basis:?}");
        }
    }

    fn nvme() -> PciFunction {
        endpoint(0x144d, 0xa808, 0x01_08_02)
    }

    fn lpc(device: u16) -> PciFunction {
        bridge_of(0x8086, device)
    }

    #[test]
    fn intel_client_by_ids() {
        check(&[
            ("00:01.0", port(0x8086, 0x1901, (1, 1)), Cpu),
            ("01:00.0", nvme(), Cpu),
            ("00:17.0", endpoint(0x8086, 0xa102, 0x01_06_01), Chipset),
            ("00:1d.0", port(0x8086, 0xa118, (4, 4)), Chipset),
            ("04:00.0", nvme(), Chipset),
            ("00:1f.0", lpc(0xa145), Chipset),
        ]);
    }

    /// With ids that no table has, on a machine with an Intel chipset, the device numbers decide.
    #[test]
    fn intel_client_by_device_numbers() {
        check(&[
            ("00:06.0", port(0x8086, 0xfff0, (1, 1)), Cpu),
            ("00:17.0", endpoint(0x8086, 0xfff1, 0x01_06_01), Chipset),
            ("00:1d.0", port(0x8086, 0xfff2, (2, 2)), Chipset),
            ("02:00.0", nvme(), Chipset),
            ("00:14.0", endpoint(0x8086, 0xfff3, 0x08_80_00), Unknown),
            ("80:11.0", port(0x8086, 0xfff2, (0x81, 0x81)), Cpu),
            ("00:1f.0", lpc(0xa145), Chipset),
        ]);
    }

    #[test]
    fn vmd_ports_keep_their_attachments() {
        check(&[
            ("00:0e.0", endpoint(0x8086, 0x9a0b, 0x01_04_00), Cpu),
            ("00:1f.0", lpc(0x438b), Chipset),
            ("10000:e0:06.0", port(0x8086, 0x9a0f, (0xe1, 0xe1)), Cpu),
            ("10000:e1:00.0", nvme(), Cpu),
            ("10000:e0:1d.0", port(0x8086, 0x43b0, (0xe2, 0xe2)), Chipset),
            ("10000:e2:00.0", nvme(), Chipset),
            ("10000:e0:1c.0", port(0x8086, 0xfff2, (0xe3, 0xe3)), Chipset),
        ]);
    }

    /// B450 and the like: SATA and USB are functions of the switch's own device.
    #[test]
    fn amd_chipset_functions_beside_the_switch() {
        check(&[
            ("00:01.3", port(0x1022, 0x1453, (1, 3)), Cpu),
            ("01:00.0", endpoint(0x1022, 0x43d5, 0x0c_03_30), Chipset),
            ("01:00.1", endpoint(0x1022, 0x43c8, 0x01_06_01), Chipset),
            ("01:00.2", port(0x1022, 0x43c6, (2, 3)), Chipset),
            ("02:00.0", port(0x1022, 0x43c7, (3, 3)), Chipset),
            ("03:00.0", nvme(), Chipset),
            ("00:08.1", port(0x1022, 0x1454, (0x30, 0x30)), Cpu),
            ("30:00.2", endpoint(0x1022, 0x7901, 0x01_06_01), Cpu),
        ]);
    }

    #[test]
    fn the_io_hub_of_x58_is_the_root_complex() {
        check(&[
            ("00:03.0", port(0x8086, 0x340a, (1, 1)), Cpu),
            ("01:00.0", endpoint(0x1000, 0x0079, 0x01_04_00), Cpu),
            ("00:14.0", endpoint(0x8086, 0x342e, 0x08_00_00), Unknown),
            ("00:1c.0", port(0x8086, 0x3a40, (8, 8)), Chipset),
            ("00:1f.0", lpc(0x3a18), Chipset),
            ("00:1f.2", endpoint(0x8086, 0x3a20, 0x01_01_8f), Chipset),
            ("40:07.0", port(0x8086, 0x340e, (0x45, 0x45)), Cpu),
        ]);
    }

    #[test]
    fn arm_servers_have_one_attachment() {
        check(&[
            ("000d:00:01.0", port(0x1def, 0xe101, (1, 1)), Cpu),
            ("000d:01:00.0", nvme(), Cpu),
            ("0000:74:02.0", endpoint(0x19e5, 0xa230, 0x01_07_00), Cpu),
        ]);
    }

    #[test]
    fn virtual_machines() {
        let virtio = || endpoint(0x1af4, 0x1042, 0x01_00_00);
        check(&[
            ("00:00.0", bridge_of(0x8086, 0x29c0), Cpu),
            ("00:01.0", port(0x1b36, 0x000c, (1, 1)), Cpu),
            ("01:00.0", virtio(), Unknown),
            ("00:02.0", port(0x1b36, 0x000c, (2, 2)), Cpu),
            ("02:00.0", nvme(), Cpu),
            ("00:03.0", virtio(), Unknown),
            ("00:04.0", endpoint(0x1b36, 0x0010, 0x01_08_02), Unknown),
            ("00:1f.0", lpc(0x2918), Chipset),
            ("00:1f.2", endpoint(0x8086, 0x2922, 0x01_06_01), Chipset),
        ]);
    }

    /// Four dies or quadrants, a root bus each; SATA sits behind internal bridges.
    #[test]
    fn epyc_and_threadripper_have_several_root_buses() {
        check(&[
            ("00:01.1", port(0x1022, 0x1483, (1, 1)), Cpu),
            ("40:03.1", port(0x1022, 0x1483, (0x41, 0x41)), Cpu),
            ("41:00.0", nvme(), Cpu),
            ("80:08.2", port(0x1022, 0x1484, (0x82, 0x82)), Cpu),
            ("82:00.0", endpoint(0x1022, 0x7901, 0x01_06_01), Cpu),
            ("00:14.3", endpoint(0x1022, 0x790e, 0x06_01_00), Cpu),
            ("20:01.1", port(0x1022, 0xfff1, (0x21, 0x21)), Cpu),
        ]);
    }

    /// Four packages: the legacy one has the chipset, the others only root ports.
    #[test]
    fn xeon_servers_have_the_chipset_on_one_root_bus() {
        check(&[
            ("00:11.5", endpoint(0x8086, 0xa1d2, 0x01_06_01), Chipset),
            ("00:17.0", endpoint(0x8086, 0xa182, 0x01_06_01), Chipset),
            ("00:1c.0", port(0x8086, 0xa190, (1, 1)), Chipset),
            ("00:1f.0", lpc(0xa1c1), Chipset),
            ("17:00.0", port(0x8086, 0x2030, (0x18, 0x18)), Cpu),
            ("18:00.0", nvme(), Cpu),
            ("d7:02.0", port(0x8086, 0x2032, (0xd8, 0xd8)), Cpu),
            ("0001:10:01.0", port(0x8086, 0x352a, (0x11, 0x11)), Cpu),
        ]);
    }

    /// Tiger Lake-LP's chipset is a separate die; Meteor Lake's tiles and Atom's single die are
    /// not.
    #[test]
    fn laptops_and_systems_on_one_chip() {
        check(&[
            ("00:06.0", port(0x8086, 0x9a09, (1, 1)), Cpu),
            ("00:1d.0", port(0x8086, 0xa0b0, (2, 2)), Chipset),
            ("00:1f.0", lpc(0xa082), Chipset),
        ]);
        check(&[
            ("00:06.0", port(0x8086, 0x7ecb, (1, 1)), Cpu),
            ("00:1c.0", port(0x8086, 0x7e38, (2, 2)), Cpu),
            ("00:1f.0", lpc(0x7e02), Cpu),
        ]);
        check(&[
            ("00:09.0", port(0x8086, 0x19a4, (1, 1)), Cpu),
            ("00:14.0", endpoint(0x8086, 0x19c2, 0x01_06_01), Cpu),
            ("00:1f.0", lpc(0x19dc), Cpu),
        ]);
    }

    #[test]
    fn vmware_disks() {
        check(&[
            ("00:11.0", port(0x15ad, 0x0790, (2, 2)), Cpu),
            ("02:01.0", endpoint(0x15ad, 0x07e0, 0x01_06_01), Cpu),
            ("00:15.0", port(0x15ad, 0x07a0, (3, 3)), Cpu),
            ("03:00.0", endpoint(0x15ad, 0x07c0, 0x01_00_00), Unknown),
            ("00:16.0", port(0x15ad, 0x07a0, (4, 4)), Cpu),
            ("04:00.0", endpoint(0x15ad, 0x07f0, 0x01_08_02), Cpu),
            ("00:10.0", endpoint(0x1000, 0x0030, 0x01_00_00), Unknown),
        ]);
    }

    /// ICH-era: a card behind a Thunderbolt chain or any switch has the attachment of the root
    /// port.
    #[test]
    fn switches_pass_the_attachment_on() {
        check(&[
            ("00:1c.4", port(0x8086, 0xa114, (5, 9)), Chipset),
            ("05:00.0", port(0x8086, 0x15ea, (6, 9)), Chipset),
            ("06:01.0", port(0x8086, 0x15ea, (7, 9)), Chipset),
            ("07:00.0", port(0x8086, 0x15ef, (8, 9)), Chipset),
            ("08:01.0", port(0x8086, 0x15ef, (9, 9)), Chipset),
            ("09:00.0", nvme(), Chipset),
            ("00:01.0", port(0x8086, 0x1901, (1, 4)), Cpu),
            ("01:00.0", port(0x10b5, 0x8747, (2, 4)), Cpu),
            ("02:08.0", port(0x10b5, 0x8747, (3, 3)), Cpu),
            ("03:00.0", nvme(), Cpu),
            ("00:1f.0", lpc(0xa145), Chipset),
        ]);
    }

    /// A listing of one card or one switch, without the ports above: the attachment is unknown.
    #[test]
    fn what_hangs_in_the_air_has_no_attachment() {
        let of = |port, function| PciFunction { port: Some(port), ..function };
        let up = || of(PortType::SwitchUpstream, port(0x10b5, 0x8747, (0x22, 0x24)));
        check(&[
            ("01:00.0", of(PortType::Endpoint, nvme()), Unknown),
            ("07:00.0", nvme(), Unknown),
            ("20:00.0", up(), Unknown),
            ("22:00.0", nvme(), Unknown),
            ("00:04.0", of(PortType::Endpoint, nvme()), Cpu),
            ("80:05.0", of(PortType::IntegratedEndpoint, nvme()), Cpu),
        ]);
    }

    /// As `lspci -t` draws it: ports have no names, the root complex of Raphael has one.
    #[test]
    fn ports_without_a_name_beside_amds_root_complex_are_the_processors() {
        let nameless = |port: PciFunction| PciFunction { id: PciId::default(), ..port };
        let at = |buses| nameless(port(0, 0, buses));
        check(&[
            ("00:00.0", bridge_of(0x1022, 0x14d8), Cpu),
            ("00:01.2", at((4, 4)), Cpu),
            ("04:00.0", nvme(), Cpu),
            ("00:02.1", at((6, 6)), Cpu),
            ("00:15.0", at((9, 9)), Unknown),
            ("00:14.3", endpoint(0x1022, 0x790e, 0x06_01_00), Cpu),
        ]);
    }

    #[test]
    fn loongsons_ports_may_be_of_its_bridge_chip() {
        check(&[("00:0d.0", port(0x0014, 0x7a29, (8, 8)), Unknown), ("08:00.0", nvme(), Unknown)]);
    }

    #[test]
    fn clouds_lend_drives_without_an_attachment() {
        check(&[("00:04.0", endpoint(0x1d0f, 0x8061, 0x01_08_02), Unknown)]);
        check(&[
            ("00:00.0", bridge_of(0x8086, 0x1237), Unknown),
            ("00:04.0", endpoint(0x1d0f, 0x8061, 0x01_08_02), Unknown),
            ("00:12.0", endpoint(0x8086, 0x100e, 0x02_00_00), Unknown),
        ]);
    }
}
