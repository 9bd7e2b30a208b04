//! Root complexes, chipsets, switches, controllers, tunnels, networks and cards.

use narrows_catalog::board::CPU;
use narrows_messages::Message;
use narrows_model::{BandedFigure, Demand, LimitKind, LocationCeiling};
use narrows_topology::Id;
use narrows_topology::cable::{self, StorageProtocol};
use narrows_topology::capacity;
use narrows_topology::evidence::DriveTransport;
use narrows_topology::graph::{FactBasis, Node, NodeKind, NodeLink, StorageControllerKind};
use narrows_units::{Bytes, BytesPerSec, GbitPerSec, Iops, Nanos};

use super::builder::MachineBuilder;
use super::host::{self, ResolvedHost, chipset_named};
use super::range::within;
use super::sockets::{board_sockets, socket, socket_name};
use super::transport;
use super::tree::{EntryLocation, PendingNode};
use crate::machine_file::description::{self, ControllerKind, MachineFileCardKind, TunnelKind};
use crate::machine_file::slip::{Name, Result, ValueAt};

/// The smallest and the largest datagram that IPv4 lets a link carry whole (RFC 791).
const MTU: std::ops::RangeInclusive<u64> = 576..=65_535;
/// The MTU of Ethernet (IEEE 802.3, clause 3.2.7).
const ETHERNET_MTU: Bytes = Bytes::new(1500);
/// Over ten times the fastest Ethernet standard: a typing error.
const MOST_RATE: GbitPerSec = GbitPerSec::new(20_000.0);

impl MachineBuilder<'_> {
    /// Hangs every place of the file and of its board on the machine.
    pub fn places(&mut self, file: &description::File, host: &ResolvedHost) -> Result<()> {
        // A board lists a switch after the one that it is on.
        for switch in host.board.into_iter().flat_map(|board| &board.switches) {
            let parent = Id::new(&switch.on);
            let (attachment, package) = self.above(&parent);
            let link = super::tree::link_of(Some(switch.link), None, self.max_payload);
            let node = Node {
                name: Some(switch.name.clone()),
                parent: Some(parent),
                link,
                attachment,
                attachment_basis: FactBasis::Documented,
                package,
                ..Node::bare(NodeKind::Switch)
            };
            self.machine.topology.nodes.insert(Id::new(&switch.id), node);
        }
        // Sockets before the places that may hang on them.
        self.sockets(&file.root_complex)?;
        self.board_sockets(host);
        // Places may be listed before those that they are on: all are read first, then hung.
        let complexes = file.root_complex.iter().map(root_complex);
        let chipsets = file.chipset.iter().map(chipset);
        let switches = file.switch.iter().map(|it| self.switch(it));
        let controllers = file.controller.iter().map(|it| self.controller(it));
        let tunnels = file.tunnel.iter().map(tunnel);
        let hubs = file.hub.iter().map(hub);
        let networks = file.network.iter().map(network);
        let cards = file.card.iter().map(|it| self.card(it));
        let all = complexes.chain(chipsets).chain(switches).chain(controllers);
        let all = all
            .chain(tunnels)
            .chain(hubs)
            .chain(networks)
            .chain(cards)
            .collect::<Result<_, _>>()?;
        self.hang(all)?;
        // If the host names none, the first chipset of the file is the machine's.
        let topology = &mut self.machine.topology;
        let first = file.chipset.first().and_then(|it| topology.nodes.get(&Id::new(&it.id.value)));
        if topology.chipset.is_none() {
            topology.chipset = first.and_then(|node| node.name.clone());
        }
        // Traffic of cards, and cables that take one command at a time.
        let moving = file.card.iter().filter(|it| it.sends.is_some() || it.receives.is_some());
        self.machine.demands = moving.map(demand).collect();
        let plain = file.tunnel.iter().filter(|it| it.kind.value == TunnelKind::Usb(480));
        let hubs = file.hub.iter().filter(|it| hub_rate(it) == Ok(480));
        let plain = plain.map(|it| &it.id).chain(hubs.map(|it| &it.id));
        self.one_at_a_time = plain.map(|id| Id::new(&id.value)).collect();
        Ok(())
    }

    /// Further processors, which are there once a root complex is assigned to them.
    fn sockets(&mut self, complexes: &[description::RootComplex]) -> Result<()> {
        for complex in complexes {
            let Some(socket) = socket(complex)?.filter(|socket| *socket > 0) else { continue };
            let name = self.machine.topology.host.cpu.clone();
            let id = Id::new(socket_name(socket));
            self.machine.topology.nodes.insert(id, host::processor(name, socket));
        }
        Ok(())
    }

    fn board_sockets(&mut self, host: &ResolvedHost) {
        for socket in board_sockets(host.board) {
            let name = self.machine.topology.host.cpu.clone();
            let id = Id::new(socket_name(socket));
            self.machine.topology.nodes.insert(id, host::processor(name, socket));
        }
    }

    fn switch<'f>(&self, switch: &'f description::Switch) -> Result<PendingNode<'f>> {
        let (slot, on) = (switch.slot.as_ref(), switch.on.as_ref());
        let (on, offered) = self.slot(EntryLocation { id: &switch.id, slot, on })?;
        Ok(PendingNode {
            on,
            slot,
            offered,
            possible: Some(switch.link.value),
            ceilings: own(LimitKind::Uplink, &switch.ceilings),
            ..PendingNode::bare(&switch.id, NodeKind::Switch)
        })
    }

    fn controller<'f>(&self, controller: &'f description::Controller) -> Result<PendingNode<'f>> {
        let (slot, on) = (controller.slot.as_ref(), controller.on.as_ref());
        let (on, offered) = self.slot(EntryLocation { id: &controller.id, slot, on })?;
        let kind = NodeKind::Storage(match controller.kind.value {
            ControllerKind::Sata => StorageControllerKind::Ahci,
            ControllerKind::Sas => StorageControllerKind::Sas,
            ControllerKind::Raid => StorageControllerKind::Raid,
            ControllerKind::Usb => StorageControllerKind::Usb,
            ControllerKind::Nvme => StorageControllerKind::Nvme,
        });
        Ok(PendingNode {
            on,
            slot,
            offered,
            possible: controller.link.map(|link| link.value),
            ceilings: own(LimitKind::Controller, &controller.ceilings),
            ..PendingNode::bare(&controller.id, kind)
        })
    }

    fn card<'f>(&self, card: &'f description::Card) -> Result<PendingNode<'f>> {
        let (slot, on) = (card.slot.as_ref(), card.on.as_ref());
        let (on, offered) = self.slot(EntryLocation { id: &card.id, slot, on })?;
        let kind = match card.kind.value {
            MachineFileCardKind::Gpu => NodeKind::Gpu,
            MachineFileCardKind::Network => NodeKind::Network,
            MachineFileCardKind::Usb => NodeKind::Usb,
            MachineFileCardKind::Other => NodeKind::Other,
        };
        let name = card.name.as_ref().map(|name| name.value.clone());
        Ok(PendingNode {
            on,
            slot,
            offered,
            possible: card.link.map(|link| link.value),
            node: Node { name, ..Node::bare(kind) },
            ..PendingNode::bare(&card.id, kind)
        })
    }
}

impl<'f> PendingNode<'f> {
    /// A place without link or ceilings that hangs on nothing yet, called by its id.
    fn bare(id: &'f Name, kind: NodeKind) -> Self {
        Self {
            id,
            on: id.with(String::new()),
            slot: None,
            offered: None,
            possible: None,
            node: Node { name: Some(id.value.clone()), ..Node::bare(kind) },
            ceilings: Vec::new(),
        }
    }
}

fn root_complex(complex: &description::RootComplex) -> Result<PendingNode<'_>> {
    let socket = socket(complex)?;
    let on = match (&complex.on, socket) {
        (Some(on), None) => on.clone(),
        (Some(on), Some(_)) => {
            let other = complex.socket.map_or(on.at, |socket| socket.at);
            return Err(on.wrong(Message::new("machine-socket-and-on")).against(other));
        }
        (None, socket) => complex.id.with(socket_name(socket.unwrap_or_default())),
    };
    Ok(PendingNode {
        on,
        ceilings: own(LimitKind::RootComplex, &complex.ceilings),
        ..PendingNode::bare(&complex.id, NodeKind::RootComplex)
    })
}

fn chipset(chipset: &description::Chipset) -> Result<PendingNode<'_>> {
    let model = chipset.model.as_ref().map(chipset_named).transpose()?;
    if model.is_none() && chipset.link.is_none() {
        return Err(chipset.id.wrong(Message::new("machine-chipset-link")));
    }
    let uplink = model.and_then(|model| model.uplink.as_ref());
    let mut link = uplink.map(|uplink| NodeLink::documented(uplink, FactBasis::Documented));
    let possible = chipset.link.map(|link| link.value);
    // The file narrows the link that runs, not the one that the model could run.
    if let (Some(known), Some(narrower)) = (&mut link, possible) {
        known.current = Some(narrower);
    }
    let name = model.map(|model| model.name.clone());
    Ok(PendingNode {
        on: chipset.on.clone().unwrap_or_else(|| chipset.id.with(CPU.to_owned())),
        possible,
        node: Node { name, link, ..Node::bare(NodeKind::Chipset) },
        ceilings: own(LimitKind::Uplink, &chipset.ceilings),
        ..PendingNode::bare(&chipset.id, NodeKind::Chipset)
    })
}

fn tunnel(tunnel: &description::Tunnel) -> Result<PendingNode<'_>> {
    let inside = tunnel.link.map(|link| link.value);
    let carries = match (tunnel.kind.value, &tunnel.link) {
        (TunnelKind::Usb(_), Some(link)) => {
            let problem = Message::new("machine-usb-link");
            return Err(link.wrong(problem).against(tunnel.kind.at));
        }
        (TunnelKind::Usb(mbit_s), None) => capacity::transport(&DriveTransport::Usb { mbit_s }),
        (TunnelKind::Thunderbolt3, _) => cable::tunnel(cable::Tunnel::Thunderbolt3, inside),
        (TunnelKind::Thunderbolt4 | TunnelKind::Usb4At40, _) => {
            cable::tunnel(cable::Tunnel::Usb4Gen3, inside)
        }
        (TunnelKind::Thunderbolt5 | TunnelKind::Usb4At80, _) => {
            cable::tunnel(cable::Tunnel::Usb4Gen4, inside)
        }
    };
    let is_usb = matches!(tunnel.kind.value, TunnelKind::Usb(_));
    let figures = |rate| {
        let (read, fetched) = (BandedFigure::of_cable(rate), BandedFigure::of_tunnel_writes(rate));
        (read, if is_usb { read } else { fetched })
    };
    // Wait of each request in an enclosure on such a cable.
    let tunnel_wait = if matches!(tunnel.kind.value, TunnelKind::Usb(_)) {
        cable::USB_WAIT
    } else {
        cable::TUNNEL_WAIT
    };
    Ok(PendingNode {
        on: tunnel.on.clone(),
        ceilings: with_cable(carries.map(figures), tunnel_wait, &tunnel.ceilings),
        ..PendingNode::bare(&tunnel.id, NodeKind::Tunnel)
    })
}

/// A hub is a USB cable that several drives share. It has no bridge: each drive's own enclosure has.
fn hub(hub: &description::Hub) -> Result<PendingNode<'_>> {
    let carries = capacity::transport(&DriveTransport::Usb { mbit_s: hub_rate(hub)? });
    Ok(PendingNode {
        on: hub.on.clone(),
        ceilings: with_cable(carries.map(both_ways), cable::HUB_WAIT, &hub.ceilings),
        ..PendingNode::bare(&hub.id, NodeKind::Tunnel)
    })
}

/// Mbit/s of a hub's link towards the processor, from its kind or its rate.
fn hub_rate(hub: &description::Hub) -> Result<u32> {
    match (&hub.kind, &hub.rate) {
        (Some(kind), Some(rate)) => {
            Err(rate.wrong(Message::new("machine-hub-kind-and-rate")).against(kind.at))
        }
        (Some(kind), None) => match kind.value {
            TunnelKind::Usb(mbit_s) => Ok(mbit_s),
            _ => Err(kind.wrong(Message::new("machine-hub-tunnel"))),
        },
        (None, Some(rate)) => transport::usb_rate(rate),
        (None, None) => Err(hub.id.wrong(Message::new("machine-hub-rate"))),
    }
}

fn network(network: &description::Network) -> Result<PendingNode<'_>> {
    if let Some(mtu) = network.mtu.as_ref().filter(|mtu| !MTU.contains(&mtu.value.get())) {
        let problem = Message::new("machine-mtu");
        return Err(mtu.wrong(problem.with("least", MTU.start()).with("most", MTU.end())));
    }
    if network.rate.value > MOST_RATE {
        let problem = Message::new("machine-network-too-fast");
        return Err(network.rate.wrong(problem.with("most", MOST_RATE.get())));
    }
    let mtu = network.mtu.map_or(ETHERNET_MTU, |mtu| mtu.value);
    let protocol = network.protocol.map_or(StorageProtocol::default(), |protocol| protocol.value);
    let carries = cable::ethernet(network.rate.value, mtu, protocol);
    let of_cable = match protocol.serves_files() {
        true => BandedFigure::of_file_server(carries),
        false => BandedFigure::of_cable(carries),
    };
    let count = connections(network, protocol)?;
    let operations = count.zip(cable::stream_requests(protocol));
    let operations = operations.map(|(count, each)| Iops::new(each.get() * f64::from(count)));
    // What a core does for a request is a part of the latency, which is known as a whole. That of
    // a file server counts for each window of a stream, too, for which no core is needed.
    let work = operations.filter(|_| !protocol.serves_files()).map_or(0.0, |it| 1.0 / it.get());
    let wait = cable::network_wait(protocol) - Nanos::secs(work);
    let mut ceilings = with_cable(Some((of_cable, of_cable)), wait, &network.ceilings);
    ceilings.iter_mut().take(1).for_each(|cable| cable.protocol = Some(protocol));
    if let Some(count) = count {
        let carries = BytesPerSec::new(cable::stream(protocol).get() * f64::from(count));
        let figure = BandedFigure::of_streams(carries, protocol);
        let operations = operations.map(|it| BandedFigure::of_streams(it, protocol));
        let streams = LocationCeiling::both_ways(LimitKind::Link, figure);
        ceilings.push(LocationCeiling { operations, ..streams });
    }
    Ok(PendingNode {
        on: network.on.clone(),
        ceilings,
        ..PendingNode::bare(&network.id, NodeKind::NetworkLink)
    })
}

/// TCP connections that share the work. Clients of file servers and of iSCSI have one unless configured otherwise
/// (nfs(5), nconnect; mount.cifs(8), max_channels; iscsiadm(8), sessions), NVMe over TCP one per processor.
fn connections(network: &description::Network, protocol: StorageProtocol) -> Result<Option<u32>> {
    const MOST: u32 = 1024;
    match (&network.connections, protocol) {
        (Some(count), StorageProtocol::NvmeRdma) => {
            Err(count.wrong(Message::new("machine-connections-unused")))
        }
        (Some(count), _) => within(count, 1, MOST).map(Some),
        (None, StorageProtocol::Nfs | StorageProtocol::Smb | StorageProtocol::Iscsi) => Ok(Some(1)),
        (None, StorageProtocol::NvmeTcp | StorageProtocol::NvmeRdma) => Ok(None),
    }
}

/// Limits that the file gives for a place.
fn own(kind: LimitKind, ceilings: &description::Ceilings) -> Vec<LocationCeiling> {
    let description::Ceilings { read, write, both, operations } = ceilings;
    let rate =
        |rate: &Option<ValueAt<BytesPerSec>>| rate.map(|rate| BandedFigure::documented(rate.value));
    let ceiling = LocationCeiling {
        kind,
        read: rate(read),
        write: rate(write),
        both: rate(both),
        operations: operations.map(|rate| BandedFigure::documented(rate.value)),
        wait: None,
        protocol: None,
    };
    let says = [read, write, both].into_iter().any(Option::is_some) || operations.is_some();
    if says { vec![ceiling] } else { Vec::new() }
}

/// A cable's rate, equal in both directions.
fn both_ways(rate: BytesPerSec) -> (BandedFigure<BytesPerSec>, BandedFigure<BytesPerSec>) {
    let figure = BandedFigure::of_cable(rate);
    (figure, figure)
}

/// The same, plus the cable's rate and its wait per request.
fn with_cable(
    carries: Option<(BandedFigure<BytesPerSec>, BandedFigure<BytesPerSec>)>,
    wait: Nanos,
    ceilings: &description::Ceilings,
) -> Vec<LocationCeiling> {
    let cable = carries.map(|(read, write)| LocationCeiling {
        wait: Some(wait),
        write: Some(write),
        ..LocationCeiling::both_ways(LimitKind::Link, read)
    });
    cable.into_iter().chain(own(LimitKind::Link, ceilings)).collect()
}

fn demand(card: &description::Card) -> Demand {
    let rate =
        |rate: &Option<ValueAt<BytesPerSec>>| rate.map_or(BytesPerSec::ZERO, |rate| rate.value);
    Demand {
        node: Id::new(&card.id.value),
        sends: rate(&card.sends),
        receives: rate(&card.receives),
    }
}
