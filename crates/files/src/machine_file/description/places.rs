//! What other things hang on.

use narrows_topology::cable::Protocol;
use narrows_units::{Bytes, BytesPerSec, GbitPerSec, Iops, LinkWidth};

use super::word::words;
use super::written::description;
use crate::machine_file::slip::{At, Name};

description! { #[derive(Clone, Default)] "a place" Ceilings {
    read: Option<At<BytesPerSec>>,
    write: Option<At<BytesPerSec>>,
    both: Option<At<BytesPerSec>>,
    operations: Option<At<Iops>>,
} }

description! { #[derive(Clone, Default)] "[[root_complex]]" RootComplex {
    id: Name,
    on: Option<Name>,
    socket: Option<At<i64>>,
    ..ceilings: Ceilings
} }

description! { #[derive(Clone, Default)] "[[chipset]]" Chipset {
    id: Name,
    on: Option<Name>,
    model: Option<Name>,
    link: Option<At<LinkWidth>>,
    ..ceilings: Ceilings
} }

description! { #[derive(Clone)] "[[switch]]" Switch {
    id: Name,
    on: Option<Name>,
    slot: Option<Name>,
    link: At<LinkWidth>,
    ..ceilings: Ceilings
} }

description! { #[derive(Clone)] "[[controller]]" Controller {
    id: Name,
    kind: At<ControllerKind>,
    on: Option<Name>,
    slot: Option<Name>,
    link: Option<At<LinkWidth>>,
    ..ceilings: Ceilings
} }

description! { #[derive(Clone)] "[[tunnel]]" Tunnel {
    id: Name,
    on: Name,
    kind: At<TunnelKind>,
    link: Option<At<LinkWidth>>,
    ..ceilings: Ceilings
} }

description! { #[derive(Clone)] "[[hub]]" Hub {
    id: Name,
    on: Name,
    kind: Option<At<TunnelKind>>,
    rate: Option<At<GbitPerSec>>,
    ..ceilings: Ceilings
} }

description! { #[derive(Clone)] "[[network]]" Network {
    id: Name,
    on: Name,
    rate: At<GbitPerSec>,
    mtu: Option<At<Bytes>>,
    protocol: Option<At<Protocol>>,
    connections: Option<At<i64>>,
    ..ceilings: Ceilings
} }

description! { #[derive(Clone)] "[[card]]" Card {
    id: Name,
    kind: At<CardKind>,
    name: Option<Name>,
    slot: Option<Name>,
    on: Option<Name>,
    link: Option<At<LinkWidth>>,
    sends: Option<At<BytesPerSec>>,
    receives: Option<At<BytesPerSec>>,
} }

impl Card {
    /// A card that says no more than its kind.
    pub fn new(id: impl Into<Name>, kind: CardKind) -> Self {
        let id = id.into();
        let (slot, on) = (None, None);
        let (link, sends, receives) = (None, None, None);
        Self { id, kind: kind.into(), name: None, slot, on, link, sends, receives }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ControllerKind {
    Sata,
    Sas,
    Raid,
    Usb,
    Nvme,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TunnelKind {
    Thunderbolt3,
    Thunderbolt4,
    Thunderbolt5,
    Usb4At40,
    Usb4At80,
    /// USB without a tunnel, at so many Mbit/s.
    Usb(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CardKind {
    Gpu,
    Network,
    Usb,
    Other,
}

words! {
    ControllerKind {
        "sata" | "ahci" => Self::Sata,
        "sas" | "hba" => Self::Sas,
        "raid" => Self::Raid,
        "usb" => Self::Usb,
        "nvme" => Self::Nvme,
    }
    TunnelKind {
        "thunderbolt3" | "tb3" => Self::Thunderbolt3,
        "thunderbolt4" | "tb4" => Self::Thunderbolt4,
        "thunderbolt5" | "tb5" => Self::Thunderbolt5,
        "usb4-40" => Self::Usb4At40,
        "usb4-80" => Self::Usb4At80,
        "usb2" | "usb 2.0" => Self::Usb(480),
        "usb3-5" | "usb 3.0" | "usb 3.1 gen 1" | "usb 3.2 gen 1" => Self::Usb(5000),
        "usb3-10" | "usb 3.1 gen 2" | "usb 3.2 gen 2" => Self::Usb(10_000),
        "usb3-20" | "usb 3.2 gen 2x2" => Self::Usb(20_000),
    }
    CardKind {
        "gpu" => Self::Gpu,
        "network" | "nic" => Self::Network,
        "usb" => Self::Usb,
        "other" => Self::Other,
    }
}
