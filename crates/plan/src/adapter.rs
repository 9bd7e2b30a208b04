//! What goes between a drive or card and a place of another form.
//!
//! What each is called in shops stands in the catalogue (`narrows_catalog::adapter`), by its id.

use narrows_catalog::board::{Bus, Form};

use crate::device::{Fit, Shape};

/// What goes between a device and a place of another form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Adapter {
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

impl Adapter {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::M2ToPcie,
        Self::U2ToM2,
        Self::U2ToPcie,
        Self::M2ToU2,
        Self::SlimSasToU2,
        Self::McioToU2,
        Self::OcuLinkToU2,
        Self::SataBreakout,
        Self::PcieToM2,
        Self::PcieToOcuLink,
        Self::PcieToSlimSas,
        Self::PcieToMcio,
        Self::PcieToShortSlot,
    ];

    /// Its id in the catalogue.
    pub const fn id(self) -> &'static str {
        match self {
            Self::M2ToPcie => "m2-to-pcie",
            Self::U2ToM2 => "u2-to-m2",
            Self::U2ToPcie => "u2-to-pcie",
            Self::M2ToU2 => "m2-to-u2",
            Self::SlimSasToU2 => "u2-to-slimsas",
            Self::McioToU2 => "u2-to-mcio",
            Self::OcuLinkToU2 => "u2-to-oculink",
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
        matches!(self, Self::SlimSasToU2 | Self::McioToU2 | Self::OcuLinkToU2 | Self::SataBreakout)
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

/// How a shape fits a form, by what people use for it; none if it does not.
pub(crate) fn usual(shape: Shape, bus: Bus, form: Form) -> Option<Fit> {
    let with = |adapter| Some(Fit::With(adapter));
    match (shape, form) {
        (Shape::Unknown, _)
        | (Shape::M2, Form::M2)
        | (Shape::U2, Form::U2)
        | (Shape::Sata, Form::Sata | Form::Sata3g) => Some(Fit::Direct),
        (Shape::U2, Form::SlimSas) => with(Adapter::SlimSasToU2),
        (Shape::U2, Form::Mcio) => with(Adapter::McioToU2),
        (Shape::U2, Form::OcuLink) => with(Adapter::OcuLinkToU2),
        (
            Shape::Sata,
            Form::SlimSas | Form::Mcio | Form::OcuLink | Form::MiniSasHd | Form::MiniSas,
        ) => with(Adapter::SataBreakout),
        (Shape::Card(lanes), form) => (lanes <= length(form)?).then_some(Fit::Direct),
        (Shape::M2, Form::X16 | Form::X8 | Form::X4) => with(Adapter::M2ToPcie),
        (Shape::M2, Form::U2 | Form::SlimSas | Form::Mcio | Form::OcuLink) if bus == Bus::Pcie => {
            with(Adapter::M2ToU2)
        }
        (Shape::U2, Form::X16 | Form::X8 | Form::X4) => with(Adapter::U2ToPcie),
        (Shape::U2, Form::M2) => with(Adapter::U2ToM2),
        _ => None,
    }
}

/// The riser with which a card of any length hangs on a connector that is no slot for cards, or on a slot that is
/// too short for it; none from one lane, of which few cards make anything.
pub(crate) fn riser(shape: Shape, form: Form) -> Option<Adapter> {
    let Shape::Card(lanes) = shape else { return None };
    match form {
        Form::X8 | Form::X4 if length(form) < Some(lanes) => Some(Adapter::PcieToShortSlot),
        Form::M2 => Some(Adapter::PcieToM2),
        Form::OcuLink => Some(Adapter::PcieToOcuLink),
        Form::SlimSas => Some(Adapter::PcieToSlimSas),
        Form::Mcio => Some(Adapter::PcieToMcio),
        _ => None,
    }
}

/// The longest edge connector that a slot takes, in lanes; none for what is no slot for cards.
pub(crate) fn length(form: Form) -> Option<u8> {
    match form {
        Form::X16 => Some(16),
        Form::X8 => Some(8),
        Form::X4 => Some(4),
        Form::X1 => Some(1),
        _ => None,
    }
}
