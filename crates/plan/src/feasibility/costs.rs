//! Costs of remapping: the chipset's lanes that a remapped drive has are no SATA ports.

use narrows_messages::Message;

use super::situation::{BootSituation, ChipsetPlatform, DriveInSlot, DriveProtocol, OsKind};

/// The SATA ports that remapped drives leave, from port 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortsLeft {
    /// Ports that can still be used.
    pub kept: Vec<usize>,
    /// Ports whose lanes the drives have.
    pub lost: Vec<usize>,
}

impl BootSituation {
    /// The SATA ports that PCIe drives in these slots leave; `None` if the lane map of the chipset or
    /// of a slot is unknown.
    pub fn ports_left(&self) -> Option<PortsLeft> {
        let is_pcie = |it: &&DriveInSlot| it.drive.speaks.value() != Some(&DriveProtocol::Sata);
        let drives = self.drives.iter().filter(is_pcie);
        let lanes = drives.map(|placed| placed.slot.lanes.value().copied());
        left(&self.platform, &lanes.collect::<Option<Vec<_>>>()?)
    }

    /// Fewest SATA ports that this many remapped drives cost; `None` if unknown or if the chipset has
    /// fewer sets.
    pub fn fewest_ports_lost(&self, drives: usize) -> Option<usize> {
        let sets = &self.platform.sets;
        // A chipset has a handful of sets, so every choice of them is tried as a pattern of bits;
        // the limit only bounds the shift.
        let choices =
            (0_u32..1 << sets.len().min(16)).filter(|it| it.count_ones() as usize == drives);
        let chosen = |choice: u32| -> Vec<(u8, u8)> {
            let is_in = |&(index, _): &(usize, _)| choice & (1 << index) != 0;
            sets.iter().copied().enumerate().filter(is_in).map(|(_, set)| set).collect()
        };
        choices.filter_map(|it| Some(left(&self.platform, &chosen(it))?.lost.len())).min()
    }

    /// Other effects for drives that the chipset's RAID takes, with the ports that they cost.
    pub fn remapping_effects(&self) -> Vec<Message> {
        let mut effects = vec![Message::new("feasible-effect-tools")];
        if !matches!(self.system.kind.value(), Some(OsKind::Windows(_))) {
            effects.push(Message::new("feasible-effect-linux"));
        }
        if let Some(PortsLeft { kept, lost }) = self.ports_left().filter(|it| !it.lost.is_empty()) {
            let lost: Vec<String> = lost.iter().map(ToString::to_string).collect();
            let message = Message::new("feasible-effect-ports").with("lost", lost.join(", "));
            effects.push(message.count("kept", kept.len()));
        }
        effects
    }
}

fn left(platform: &ChipsetPlatform, taken: &[(u8, u8)]) -> Option<PortsLeft> {
    if platform.sata_lanes.is_empty() {
        return None;
    }
    let is_free = |lane: &u8| !taken.iter().any(|(first, last)| (first..=last).contains(&lane));
    let has_lane = |port: &usize| {
        platform.sata_lanes.get(*port).is_some_and(|lanes| lanes.iter().any(is_free))
    };
    let (kept, lost) = (0..platform.sata_lanes.len()).partition(has_lane);
    Some(PortsLeft { kept, lost })
}
