//! From a described machine to QEMU's arguments and the links to be written into its registers.
//!
//! Every link has a throttle group with its capacity at its running width, and every request passes
//! the groups of all links on its path: so the limit *is* the link that the tree shows. A drive's
//! own ceilings are one more group.
//!
//! Sources: QEMU's documentation, "Invocation" (`-blockdev`, `-object throttle-group`) and
//! docs/pcie.txt, docs/pci_expander_bridge.txt.

use std::os::fd::RawFd;

use narrows_topology::capacity::{self, LinkDirection};
use narrows_topology::evidence::DriveTransport;
use narrows_units::{Bytes, BytesPerSec, LinkWidth};

use super::description::{RigDrive, RigLink, RigMachine, RootPort};

/// Packet size that QEMU's devices report (Device Control, Max_Payload_Size 0).
const MAX_PAYLOAD: Bytes = Bytes::new(128);
/// SATA's first generation: what QEMU's controller reports (ATA, SStatus, SPD 1).
const SATA_GBIT_S: f64 = 1.5;
/// Each socket's own memory; more than the other areas of QEMU's memory that are searched for
/// registers, and enough for a kernel with an initial file system of 40 MB.
const MIB_PER_SOCKET: u32 = 512;

/// A device whose link registers are to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkPatch {
    pub id: String,
    pub possible: LinkWidth,
    pub negotiated: LinkWidth,
}

/// Where a drive sits in QEMU: its device, its image, and the lowest of its limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QemuBay {
    pub serial: String,
    pub device: String,
    pub image: String,
    /// The node on top of the image.
    pub limit: String,
    pub group: String,
}

/// QEMU's arguments, and values written into its registers before the guest looks.
#[derive(Debug, Default)]
pub struct QemuLayout {
    /// Arguments for processors, memory, drives and buses.
    pub arguments: Vec<String>,
    pub patches: Vec<LinkPatch>,
    /// The drives, in the order of [`RigMachine::drives`].
    pub bays: Vec<QemuBay>,
    slots: usize,
}

impl QemuLayout {
    /// Lays out a machine whose images are open, in the order of [`RigMachine::drives`].
    pub fn new(machine: &RigMachine, images: &[RawFd]) -> Self {
        let mut layout = Self::default();
        layout.sockets(machine.sockets);
        let mut images = images.iter().copied();
        for (index, port) in machine.root_port.iter().enumerate() {
            let has_bridges = machine.sockets > 1;
            let bus = if has_bridges { format!("host{}", port.socket) } else { "pcie.0".into() };
            layout.root_port(port, index, &bus, &mut images);
        }
        for (port, drive) in machine.sata.iter().enumerate() {
            layout.sata(drive, images.next(), port);
        }
        layout
    }

    fn root_port(
        &mut self,
        port: &RootPort,
        index: usize,
        bus: &str,
        images: &mut impl Iterator<Item = RawFd>,
    ) {
        let id = format!("rp{index}");
        let slot = self.slot();
        self.device(&format!("pcie-root-port,id={id},bus={bus},{slot}"));
        self.link(&id, &port.link);
        if let Some(drive) = &port.drive {
            self.nvme(drive, images.next(), &[&id], &port.link);
            return;
        }
        let up = format!("up{index}");
        self.device(&format!("x3130-upstream,id={up},bus={id}"));
        self.lower_end(&up, &port.link);
        for (below, port) in port.switch.iter().enumerate() {
            let down = format!("dn{index}-{below}");
            let slot = self.slot();
            self.device(&format!("xio3130-downstream,id={down},bus={up},{slot}"));
            self.link(&down, &port.link);
            self.nvme(&port.drive, images.next(), &[&id, &down], &port.link);
        }
    }

    /// Processors and memory; with several sockets a host bridge for each.
    fn sockets(&mut self, count: u8) {
        self.pair("-smp", format!("{},sockets={count}", count.max(2)));
        self.pair("-m", format!("{}", MIB_PER_SOCKET * u32::from(count)));
        for node in (0..count).filter(|_| count > 1) {
            let memory = format!("memory-backend-ram,id=m{node},size={MIB_PER_SOCKET}M");
            self.pair("-object", memory);
            self.pair("-numa", format!("node,nodeid={node},memdev=m{node}"));
            self.pair("-numa", format!("cpu,node-id={node},socket-id={node}"));
            let buses = 0x40 * (u32::from(node) + 1);
            let bridge = format!("pxb-pcie,id=host{node},bus=pcie.0,bus_nr={buses}");
            self.device(&format!("{bridge},numa_node={node}"));
        }
    }

    fn slot(&mut self) -> String {
        self.slots += 1;
        format!("chassis={0},slot={0}", self.slots)
    }

    /// The upper end of a link, and the link's capacity.
    fn link(&mut self, port: &str, link: &RigLink) {
        let (possible, negotiated) = (link.port(), link.negotiated());
        self.patches.push(LinkPatch { id: port.to_owned(), possible, negotiated });
        let carries = |way| capacity::usable(negotiated, MAX_PAYLOAD, way);
        self.limit(
            &format!("link-{port}"),
            carries(LinkDirection::Up),
            carries(LinkDirection::Down),
        );
    }

    fn lower_end(&mut self, device: &str, link: &RigLink) {
        let (possible, negotiated) = (link.device(), link.negotiated());
        self.patches.push(LinkPatch { id: device.to_owned(), possible, negotiated });
    }

    /// A drive behind those ports, on the last of them.
    fn nvme(&mut self, drive: &RigDrive, image: Option<RawFd>, ports: &[&str], link: &RigLink) {
        let links: Vec<String> = ports.iter().map(|port| format!("link-{port}")).collect();
        let id = format!("nvme{}", self.bays.len() + 1);
        let top = self.image(drive, &id, image, &links);
        let bus = ports.last().copied().unwrap_or_default();
        self.device(&format!("nvme,id={id},drive={top},serial={},bus={bus}", drive.serial));
        self.lower_end(&id, link);
    }

    fn sata(&mut self, drive: &RigDrive, image: Option<RawFd>, port: usize) {
        let carries = capacity::transport(&DriveTransport::Sata { gbit_s: SATA_GBIT_S });
        let carries = carries.unwrap_or(BytesPerSec::ZERO);
        let link = format!("link-sata{port}");
        self.limit(&link, carries, carries);
        let id = format!("sata{}", self.bays.len() + 1);
        let top = self.image(drive, &id, image, &[link]);
        // A rotation rate of 1 means none: a solid-state drive (ATA/ATAPI Command Set 3, word 217).
        let device = format!("ide-hd,id={id},drive={top},bus=ide.{port},serial={}", drive.serial);
        self.device(&format!("{device},rotation_rate=1"));
    }

    /// The image below all its limits; gives the name of the topmost.
    fn image(
        &mut self,
        drive: &RigDrive,
        device: &str,
        image: Option<RawFd>,
        links: &[String],
    ) -> String {
        let index = self.bays.len() + 1;
        let own = self.own_limit(drive, index);
        let file = image.map_or_else(String::new, |fd| format!("/proc/self/fd/{fd}"));
        let file = format!("driver=file,filename={file},locking=off,discard=unmap");
        let mut top = format!("file{index}");
        self.pair("-blockdev", format!("{file},node-name={top}"));
        self.bays.push(QemuBay {
            serial: drive.serial.clone(),
            device: device.to_owned(),
            image: top.clone(),
            limit: limit_node(index, 0),
            group: own.iter().chain(links).next().cloned().unwrap_or_default(),
        });
        for (layer, group) in own.iter().chain(links).enumerate() {
            let node = limit_node(index, layer);
            let throttle = format!("driver=throttle,throttle-group={group},file={top}");
            self.pair("-blockdev", format!("{throttle},node-name={node}"));
            top = node;
        }
        top
    }

    fn own_limit(&mut self, drive: &RigDrive, index: usize) -> Option<String> {
        let group = format!("drive{index}");
        let rate = |rate: BytesPerSec| rate.get().round() as u64;
        let limits = [
            drive.reads().map(|it| format!(",x-bps-read={}", rate(it))),
            drive.writes().map(|it| format!(",x-bps-write={}", rate(it))),
            drive.iops().map(|it| format!(",x-iops-total={}", it.get().round() as u64)),
        ];
        let limits: String = limits.into_iter().flatten().collect();
        let is_limited = !limits.is_empty();
        is_limited.then(|| {
            self.pair("-object", format!("throttle-group,id={group}{limits}"));
            group
        })
    }

    fn limit(&mut self, group: &str, up: BytesPerSec, down: BytesPerSec) {
        let rate = |rate: BytesPerSec| rate.get().round() as u64;
        let (up, down) = (rate(up), rate(down));
        let limits = format!("x-bps-read={up},x-bps-write={down}");
        self.pair("-object", format!("throttle-group,id={group},{limits}"));
    }

    fn device(&mut self, device: &str) {
        self.pair("-device", device.to_owned());
    }

    fn pair(&mut self, option: &str, value: String) {
        self.arguments.extend([option.to_owned(), value]);
    }
}

fn limit_node(drive: usize, layer: usize) -> String {
    format!("limit{drive}-{layer}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(name: &str) -> QemuLayout {
        let machine = RigMachine::load(&xtask::tree::root(), name).unwrap();
        QemuLayout::new(&machine, &[10, 11, 12, 13, 14, 15, 16, 17])
    }

    #[test]
    fn the_uplink_limits_all_three_and_each_drive_itself() {
        let layout = layout("z170-trio");
        let text = layout.arguments.join("\n");
        // 2.5 GT/s x2: 5e9 / 8 x 0.8 x (1 - 4/1363) = 498.53 MB/s; 128 KiB in 1,024 packets of 24
        // bytes more, and 148 bytes of commands: 131,072 of 155,796 bytes, 419.42 MB/s.
        let uplink = layout.arguments.iter().find(|it| it.contains("id=link-rp0,")).unwrap();
        assert!(uplink.contains("x-bps-read=4194"), "{uplink}");
        assert_eq!(text.matches("throttle-group=link-rp0,").count(), 3);
        assert_eq!(text.matches("throttle-group=link-dn0-1,").count(), 1);
        assert_eq!(text.matches("throttle-group=drive2,").count(), 1);
        assert!(text.contains("filename=/proc/self/fd/12,"));
    }

    #[test]
    fn both_ends_of_a_degraded_link_are_written() {
        let link = |lanes| LinkWidth::new(1, lanes).unwrap();
        let patch = |id: &str, possible, negotiated| LinkPatch {
            id: id.to_owned(),
            possible: link(possible),
            negotiated: link(negotiated),
        };
        let expected =
            [patch("rp0", 2, 2), patch("nvme1", 4, 2), patch("rp1", 2, 1), patch("nvme2", 2, 1)];
        assert_eq!(layout("x2-slot").patches, expected);
    }

    #[test]
    fn each_socket_has_its_own_host_bridge() {
        let text = layout("two-socket-8").arguments.join("\n");
        assert_eq!(text.matches("pxb-pcie,id=host").count(), 2);
        assert_eq!(text.matches("bus=host0,").count(), 4);
        assert_eq!(text.matches("bus=host1,").count(), 1);
    }
}
