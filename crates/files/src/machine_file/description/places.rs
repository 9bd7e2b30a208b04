//! Places to which others are attached.

use narrows_topology::cable::StorageProtocol;
use narrows_units::{Bytes, BytesPerSec, GbitPerSec, Iops, LinkWidth};

use super::word::words;
use super::written::description;
use crate::machine_file::slip::{Name, ValueAt};

description! { #[derive(Clone, Default)] "a place" Ceilings {
    read: Option<ValueAt<BytesPerSec>>,
    write: Option<ValueAt<BytesPerSec>>,
    both: Option<ValueAt<BytesPerSec>>,
    operations: Option<ValueAt<Iops>>,
} }

description! { #[derive(Clone, Default)] "[[root_complex]]" RootComplex {
    id: Name,
    on: Option<Name>,
    socket: Option<ValueAt<i64>>,
    ..ceilings: Ceilings
} }

description! { #[derive(Clone, Default)] "[[chipset]]" Chipset {
    id: Name,
    on: Option<Name>,
    model: Option<Name>,
    link: Option<ValueAt<LinkWidth>>,
    ..ceilings: Ceilings
} }

description! { #[derive(Clone)] "[[switch]]" Switch {
    id: Name,
    on: Option<Name>,
    slot: Option<Name>,
    link: ValueAt<LinkWidth>,
    ..ceilings: Ceilings
} }

description! { #[derive(Clone)] "[[controller]]" Controller {
    id: Name,
    kind: ValueAt<ControllerKind>,
    on: Option<Name>,
    slot: Option<Name>,
    link: Option<ValueAt<LinkWidth>>,
    ..ceilings: Ceilings
} }

description! { #[derive(Clone)] "[[tunnel]]" Tunnel {
    id: Name,
    on: Name,
    kind: ValueAt<TunnelKind>,
    link: Option<ValueAt<LinkWidth>>,
    ..ceilings: Ceilings
} }

description! { #[derive(Clone)] "[[hub]]" Hub {
    id: Name,
    on: Name,
    kind: Option<ValueAt<TunnelKind>>,
    rate: Option<ValueAt<GbitPerSec>>,
    ..ceilings: Ceilings
} }

description! { #[derive(Clone)] "[[network]]" Network {
    id: Name,
    on: Name,
    rate: ValueAt<GbitPerSec>,
    mtu: Option<ValueAt<Bytes>>,
    protocol: Option<ValueAt<StorageProtocol>>,
    connections: Option<ValueAt<i64>>,
    ..ceilings: Ceilings
} }

description! { #[derive(Clone)] "[[card]]" Card {
    id: Name,
    kind: ValueAt<MachineFileCardKind>,
    name: Option<Name>,
    slot: Option<Name>,
    on: Option<Name>,
    link: Option<ValueAt<LinkWidth>>,
    sends: Option<ValueAt<BytesPerSec>>,
    receives: Option<ValueAt<BytesPerSec>>,
} }

impl Card {
    /// A card described by its kind alone.
    pub fn new(id: impl Into<Name>, kind: MachineFileCardKind) -> Self {
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
    /// USB without a tunnel, at this many Mbit/s.
    Usb(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MachineFileCardKind {
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
    MachineFileCardKind {
        "gpu" => Self::Gpu,
        "network" | "nic" => Self::Network,
        "usb" => Self::Usb,
        "other" => Self::Other,
    }
}
