//! Adapters between a drive or card and a slot of another form.
//!
//! Their names in shops are in the catalogue (`narrows_catalog::adapter`), by id.

use narrows_catalog::board::{SlotBus, SlotForm};

use crate::device::{DeviceShape, FormFit};

/// An adapter between a device and a slot of another form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FormAdapter {
    /// An M.2 module on a card.
    M2ToPcie,
    /// A U.2 drive on an M.2 slot, by a kit with a cable.
    U2ToM2,
    /// A U.2 drive on a card.
    U2ToPcie,
    /// An M.2 module in a housing of a U.2 drive's form.
    M2ToU2,
    /// The cable from SlimSAS to a U.2 drive.
    SlimSasToU2,
    /// The cable from MCIO to a U.2 drive.
    McioToU2,
    /// The cable from OCuLink to a U.2 drive.
    OcuLinkToU2,
    /// The cable from SFF-8643, on which carriers with a switch have lanes of PCIe, to a U.2 drive.
    MiniSasHdToU2,
    /// The cable from a connector of several lanes to SATA drives.
    SataBreakout,
    /// A card on a riser cable from an M.2 slot.
    PcieToM2,
    /// A card on a riser from OCuLink.
    PcieToOcuLink,
    /// A card on a riser from SlimSAS.
    PcieToSlimSas,
    PcieToMcio,
    /// A card on a riser from a slot that is too short for it.
    PcieToShortSlot,
}

impl FormAdapter {
    pub const ALL: [Self; 14] = [
        Self::M2ToPcie,
        Self::U2ToM2,
        Self::U2ToPcie,
        Self::M2ToU2,
        Self::SlimSasToU2,
        Self::McioToU2,
        Self::OcuLinkToU2,
        Self::MiniSasHdToU2,
        Self::SataBreakout,
        Self::PcieToM2,
        Self::PcieToOcuLink,
        Self::PcieToSlimSas,
        Self::PcieToMcio,
        Self::PcieToShortSlot,
    ];

    pub const fn id(self) -> &'static str {
        match self {
            Self::M2ToPcie => "m2-to-pcie",
            Self::U2ToM2 => "u2-to-m2",
            Self::U2ToPcie => "u2-to-pcie",
            Self::M2ToU2 => "m2-to-u2",
            Self::SlimSasToU2 => "u2-to-slimsas",
            Self::McioToU2 => "u2-to-mcio",
            Self::OcuLinkToU2 => "u2-to-oculink",
            Self::MiniSasHdToU2 => "u2-to-minisas-hd",
            Self::SataBreakout => "sata-breakout",
            Self::PcieToM2 => "pcie-to-m2",
            Self::PcieToOcuLink => "pcie-to-oculink",
            Self::PcieToSlimSas => "pcie-to-slimsas",
            Self::PcieToMcio => "pcie-to-mcio",
            Self::PcieToShortSlot => "pcie-to-short-slot",
        }
    }

    /// A cable that every drive on such a connector has: it is bought, and is no adapter.
    pub const fn is_cable(self) -> bool {
        matches!(
            self,
            Self::SlimSasToU2
                | Self::McioToU2
                | Self::OcuLinkToU2
                | Self::MiniSasHdToU2
                | Self::SataBreakout
        )
    }

    /// A card hangs on a cable instead of standing in a slot: a last resort while a slot is left.
    pub const fn is_riser(self) -> bool {
        matches!(
            self,
            Self::PcieToM2
                | Self::PcieToOcuLink
                | Self::PcieToSlimSas
                | Self::PcieToMcio
                | Self::PcieToShortSlot
        )
    }
}

/// How a shape fits a form, with the usual adapter; `None` if it does not.
pub(crate) fn usual(shape: DeviceShape, bus: SlotBus, form: SlotForm) -> Option<FormFit> {
    let with = |adapter| Some(FormFit::With(adapter));
    match (shape, form) {
        (DeviceShape::Unknown, _)
        | (DeviceShape::M2, SlotForm::M2)
        | (DeviceShape::U2, SlotForm::U2)
        | (DeviceShape::Sata, SlotForm::Sata | SlotForm::Sata3g) => Some(FormFit::Direct),
        (DeviceShape::U2, SlotForm::SlimSas) => with(FormAdapter::SlimSasToU2),
        (DeviceShape::U2, SlotForm::Mcio) => with(FormAdapter::McioToU2),
        (DeviceShape::U2, SlotForm::OcuLink) => with(FormAdapter::OcuLinkToU2),
        (DeviceShape::U2, SlotForm::MiniSasHd) if bus == SlotBus::Pcie => {
            with(FormAdapter::MiniSasHdToU2)
        }
        (
            DeviceShape::Sata,
            SlotForm::SlimSas
            | SlotForm::Mcio
            | SlotForm::OcuLink
            | SlotForm::MiniSasHd
            | SlotForm::MiniSas,
        ) => with(FormAdapter::SataBreakout),
        (DeviceShape::Card(lanes), form) => (lanes <= length(form)?).then_some(FormFit::Direct),
        (DeviceShape::M2, SlotForm::X16 | SlotForm::X8 | SlotForm::X4 | SlotForm::X1) => {
            with(FormAdapter::M2ToPcie)
        }
        (
            DeviceShape::M2,
            SlotForm::U2 | SlotForm::SlimSas | SlotForm::Mcio | SlotForm::OcuLink,
        ) if bus == SlotBus::Pcie => with(FormAdapter::M2ToU2),
        (DeviceShape::U2, SlotForm::X16 | SlotForm::X8 | SlotForm::X4) => {
            with(FormAdapter::U2ToPcie)
        }
        (DeviceShape::U2, SlotForm::M2) => with(FormAdapter::U2ToM2),
        _ => None,
    }
}

/// The riser with which a card of any length hangs on a connector that is no slot for cards, or on a slot that is
/// too short for it.
pub(crate) fn riser(shape: DeviceShape, form: SlotForm) -> Option<FormAdapter> {
    let DeviceShape::Card(lanes) = shape else { return None };
    match form {
        SlotForm::X8 | SlotForm::X4 | SlotForm::X1 if length(form) < Some(lanes) => {
            Some(FormAdapter::PcieToShortSlot)
        }
        SlotForm::M2 => Some(FormAdapter::PcieToM2),
        SlotForm::OcuLink => Some(FormAdapter::PcieToOcuLink),
        SlotForm::SlimSas => Some(FormAdapter::PcieToSlimSas),
        SlotForm::Mcio => Some(FormAdapter::PcieToMcio),
        _ => None,
    }
}

/// The longest edge connector that a slot takes, in lanes; `None` if it is no slot for cards.
pub(crate) fn length(form: SlotForm) -> Option<u8> {
    match form {
        SlotForm::X16 => Some(16),
        SlotForm::X8 => Some(8),
        SlotForm::X4 => Some(4),
        SlotForm::X1 => Some(1),
        _ => None,
    }
}
