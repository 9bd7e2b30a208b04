//! Attachment points: root complexes, chipsets, switches, controllers, cables, cards.

use narrows_catalog::board::CPU;
use narrows_catalog::chipset as known;
use narrows_model::{BandedFigure, Demand, LimitKind, LocationCeiling};
use narrows_topology::Id;
use narrows_topology::cable;
use narrows_topology::evidence::USB_MBIT_S;
use narrows_topology::graph::{Node, NodeKind, StorageControllerKind};
use narrows_units::{Bytes, BytesPerSec, GbitPerSec, Lanes, LinkWidth, TransferRate};

use super::{EntryPosition, alone, is_name, name};
use crate::machine_file::description::{
    Card, Ceilings, Chipset, Controller, ControllerKind, File, Hub, MachineFileCardKind, Network,
    RootComplex, Switch, Tunnel, TunnelKind,
};

/// Adds a place that hangs on another, unless a machine file has no word for it.
pub(crate) fn place(
    file: &mut File,
    id: &Id,
    node: &Node,
    on: &str,
    ceilings: &[LocationCeiling],
    demand: Option<&Demand>,
) {
    let own_link = node.link.as_ref().filter(|link| !link.internal);
    let own_link = own_link.and_then(|link| link.current.or(link.possible));
    match node.kind {
        NodeKind::RootComplex => file.root_complex.push(root_complex(id, on, ceilings)),
        NodeKind::Chipset => file.chipset.push(chipset(id, node, on, own_link, ceilings)),
        NodeKind::Tunnel => cable(file, id, on, ceilings),
        NodeKind::NetworkLink => file.network.push(network(id, on, ceilings)),
        _ => {
            let at = EntryPosition::On(on.to_owned());
            placed_place(file, id, node, (own_link, &at), ceilings, demand);
        }
    }
}

/// Adds a place that can be in a slot: a switch, a controller or a card.
pub(crate) fn placed_place(
    file: &mut File,
    id: &Id,
    node: &Node,
    (own_link, at): (Option<LinkWidth>, &EntryPosition),
    ceilings: &[LocationCeiling],
    demand: Option<&Demand>,
) {
    let (id, on, slot) = (name(id), at.on(), at.slot());
    let ceilings = own(ceilings);
    match node.kind {
        NodeKind::Switch => {
            let Some(link) = own_link.map(Into::into) else { return };
            file.switch.push(Switch { id, on, slot, link, ceilings });
        }
        NodeKind::Storage(kind) => {
            let Some(kind) = controller(kind).map(Into::into) else { return };
            let link = own_link.map(Into::into);
            file.controller.push(Controller { id, kind, on, slot, link, ceilings });
        }
        _ => {
            let Some(kind) = card(node.kind).map(Into::into) else { return };
            let moves = |rate: BytesPerSec| (rate > BytesPerSec::ZERO).then(|| rate.into());
            file.card.push(Card {
                id,
                kind,
                name: node.name.clone().filter(|name| is_name(name)).map(Into::into),
                slot,
                on,
                link: own_link.map(Into::into),
                sends: demand.and_then(|demand| moves(demand.sends)),
                receives: demand.and_then(|demand| moves(demand.receives)),
            });
        }
    }
}

/// A processor's own part, by its socket, or a part of another part.
fn root_complex(id: &Id, on: &str, ceilings: &[LocationCeiling]) -> RootComplex {
    let socket: Option<u32> = on.strip_prefix(CPU).and_then(|number| number.parse().ok());
    RootComplex {
        id: name(id),
        socket: socket.map(|socket| i64::from(socket).into()),
        on: socket.is_none().then(|| on.to_owned().into()),
        ceilings: own(ceilings),
    }
}

fn card(kind: NodeKind) -> Option<MachineFileCardKind> {
    match kind {
        NodeKind::Gpu => Some(MachineFileCardKind::Gpu),
        NodeKind::Network => Some(MachineFileCardKind::Network),
        NodeKind::Usb => Some(MachineFileCardKind::Usb),
        NodeKind::Other => Some(MachineFileCardKind::Other),
        _ => None,
    }
}

fn controller(kind: StorageControllerKind) -> Option<ControllerKind> {
    match kind {
        StorageControllerKind::Ahci | StorageControllerKind::Ide => Some(ControllerKind::Sata),
        StorageControllerKind::Sas | StorageControllerKind::Scsi => Some(ControllerKind::Sas),
        StorageControllerKind::Raid => Some(ControllerKind::Raid),
        StorageControllerKind::Usb => Some(ControllerKind::Usb),
        StorageControllerKind::Nvme => Some(ControllerKind::Nvme),
        StorageControllerKind::Virtio
        | StorageControllerKind::Loop
        | StorageControllerKind::Other => None,
    }
}

fn chipset(
    id: &Id,
    node: &Node,
    on: &str,
    own_link: Option<LinkWidth>,
    ceilings: &[LocationCeiling],
) -> Chipset {
    let known = node.name.as_deref().and_then(known::named);
    let uplink = known.and_then(|known| Some(known.uplink.as_ref()?.link));
    let other = own_link.filter(|own| uplink != Some(*own));
    Chipset {
        id: name(id),
        on: Some(on.to_owned().into()),
        model: known.map(|known| known.id.clone().into()),
        link: other.map(Into::into),
        ceilings: own(ceilings),
    }
}

/// Its limits besides its link and its cable.
fn own(ceilings: &[LocationCeiling]) -> Ceilings {
    // Only cables make requests wait: a ceiling that does is the cable's, added by the reader.
    let is_own = |ceiling: &&LocationCeiling| ceiling.wait.is_none();
    let Some(own) = ceilings.iter().find(is_own) else { return Ceilings::default() };
    Ceilings {
        read: own.read.map(|it| it.value.into()),
        write: own.write.map(|it| it.value.into()),
        both: own.both.map(|it| it.value.into()),
        operations: own.operations.map(|it| it.value.into()),
    }
}

/// A cable that a machine file has a word for.
#[derive(Clone, Copy)]
enum Cable {
    Hub(TunnelKind),
    Tunnel(TunnelKind, Option<LinkWidth>),
}

impl Cable {
    /// Hubs before tunnels; of these, whole ones before those with a narrower link inside.
    fn all() -> Vec<Self> {
        const PCIE: [TunnelKind; 3] =
            [TunnelKind::Thunderbolt3, TunnelKind::Thunderbolt4, TunnelKind::Thunderbolt5];
        let usb = USB_MBIT_S.map(TunnelKind::Usb).into_iter();
        let hubs = usb.clone().map(Self::Hub);
        let whole = usb.chain(PCIE).map(|kind| Self::Tunnel(kind, None));
        let narrow = PCIE.into_iter().flat_map(|kind| {
            links_inside().into_iter().map(move |link| Self::Tunnel(kind, Some(link)))
        });
        hubs.chain(whole).chain(narrow).collect()
    }

    fn push(self, file: &mut File, id: &Id, on: &str, ceilings: Ceilings) {
        let (id, on) = (name(id), on.to_owned().into());
        match self {
            Self::Hub(kind) => {
                file.hub.push(Hub { id, on, kind: Some(kind.into()), rate: None, ceilings });
            }
            Self::Tunnel(kind, link) => {
                let link = link.map(Into::into);
                file.tunnel.push(Tunnel { id, on, kind: kind.into(), link, ceilings });
            }
        }
    }

    fn carried(self, id: &Id) -> Option<LocationCeiling> {
        let mut file = File::default();
        self.push(&mut file, id, CPU, Ceilings::default());
        alone(&file).ceilings.remove(id)?.into_iter().next()
    }
}

/// PCIe links that a tunnel may hold.
fn links_inside() -> Vec<LinkWidth> {
    let rates = [TransferRate::Gen1, TransferRate::Gen2, TransferRate::Gen3, TransferRate::Gen4];
    let lanes: Vec<Lanes> = [1, 2, 4].into_iter().filter_map(Lanes::new).collect();
    let of_rate = |rate| lanes.iter().map(move |&lanes| LinkWidth { rate, lanes });
    rates.into_iter().flat_map(of_rate).collect()
}

/// Adds the cable with the same rate, else the last, which is no slower.
fn cable(file: &mut File, id: &Id, on: &str, ceilings: &[LocationCeiling]) {
    let carried = ceilings.iter().find(|ceiling| ceiling.kind == LimitKind::Link);
    let known = Cable::all();
    let is_it = |cable: &&Cable| cable.carried(id).is_some_and(|made| Some(&made) == carried);
    if let Some(cable) = known.iter().find(is_it).or(known.last()) {
        cable.push(file, id, on, own(ceilings));
    }
}

/// A network link by its rate. Frames are of 1,500 or 9,000 bytes, whichever gives a round line rate.
fn network(id: &Id, on: &str, ceilings: &[LocationCeiling]) -> Network {
    let carried = ceilings.iter().find(|ceiling| ceiling.protocol.is_some());
    let protocol = carried.and_then(|ceiling| ceiling.protocol).unwrap_or_default();
    let link = |mtu: Option<Bytes>, rate: f64, on: &str, ceilings| Network {
        id: name(id),
        on: on.to_owned().into(),
        rate: GbitPerSec::new(rate).into(),
        mtu: mtu.map(Into::into),
        protocol: Some(protocol.into()),
        connections: None,
        ceilings,
    };
    // The reader adds a ceiling of the connections, whose range no other has.
    let of_streams = |ceiling: &&LocationCeiling| {
        let is_it =
            |it: BandedFigure<BytesPerSec>| it == BandedFigure::of_streams(it.value, protocol);
        ceiling.wait.is_none() && ceiling.read.is_some_and(is_it)
    };
    let streams = ceilings.iter().find(of_streams).and_then(|ceiling| ceiling.read);
    let others: Vec<LocationCeiling> =
        ceilings.iter().filter(|it| !of_streams(it)).cloned().collect();
    let rate = |mtu| {
        let alone_on = link(mtu, 1.0, CPU, Ceilings::default());
        let made = alone(&File { network: vec![alone_on], ..File::default() });
        let of_unit = made.ceilings.get(id)?.first()?.read?;
        Some(carried?.read?.value.get() / of_unit.value.get())
    };
    let frames = [None, Some(Bytes::new(9000))];
    let likely: Vec<(Option<Bytes>, f64)> =
        frames.into_iter().filter_map(|mtu| Some((mtu, rate(mtu)?))).collect();
    let round = |rate: f64| (rate * 10.0).round() / 10.0;
    let is_round = |(_, rate): &&(Option<Bytes>, f64)| (round(*rate) / rate - 1.0).abs() < 1e-9;
    let (mtu, rate) = match likely.iter().find(is_round) {
        Some(&(mtu, rate)) => (mtu, round(rate)),
        None => likely.first().copied().unwrap_or((None, 1.0)),
    };
    let count = streams.map(|it| it.value.get() / cable::stream(protocol).get());
    Network {
        connections: count.map(|count| (count.round() as i64).into()),
        ..link(mtu, rate, on, own(&others))
    }
}
