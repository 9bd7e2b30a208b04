//! Bandwidth of cables that leave the box: PCIe tunnelled through Thunderbolt and USB4, and storage
//! over Ethernet.
//!
//! - *Tunnels*: a Thunderbolt 3 controller passes 22 of its 40 Gbit/s to PCIe (Intel's Thunderbolt 3
//!   technology brief). Later ones, and USB4, carry what the cable and the PCIe link inside carry,
//!   whichever is less. PCIe packets in a tunnel hold at most 128 bytes (USB4 Specification 2.0,
//!   chapter 11), and the cable's own line code (64b/66b at 10 and 128b/132b at 20 Gbit/s a lane)
//!   and its 4-byte header for every 256 bytes (section 5.1.1) come on top.
//! - *Ethernet*: a frame of MTU bytes occupies 38 more on the wire (preamble 8, header 14, check 4,
//!   gap 12: IEEE 802.3, clause 4.2.3). TCP over IPv4 with time stamps takes 52 of the MTU (RFC 791,
//!   9293, 7323); RoCE packets carry up to 4,096 bytes with 58 bytes of headers and check sums
//!   (InfiniBand Architecture Specification, annex A17).

use narrows_units::{Bytes, BytesPerSec, GbitPerSec, Iops, LinkWidth, Nanos};

use crate::capacity::{self, LinkDirection};

/// A cable that carries PCIe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tunnel {
    Thunderbolt3,
    /// Thunderbolt 4, and USB4 with 40 Gbit/s.
    Usb4Gen3,
    /// Thunderbolt 5, and USB4 version 2 with 80 Gbit/s.
    Usb4Gen4,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StorageProtocol {
    #[default]
    NvmeTcp,
    /// NVMe over RDMA (RoCE version 2).
    NvmeRdma,
    Iscsi,
    Nfs,
    /// SMB 3 over TCP.
    Smb,
}

impl StorageProtocol {
    /// Whether it carries files, whose server reads ahead and writes later; others carry blocks.
    pub fn serves_files(self) -> bool {
        matches!(self, Self::Nfs | Self::Smb)
    }
}

/// The latency that a USB enclosure adds to a request's transfer: command and status packets, and a
/// bridge that converts them into NVMe or SATA commands. Enclosures add 60 to 120 us to one request
/// at a time.
pub const USB_WAIT: Nanos = Nanos::micros(80);

/// The latency of a hub: it receives a packet of 1 KiB completely before it passes it on, which at
/// 10 Gbit/s is about 1 us, and does so both ways (Universal Serial Bus 3.2 Specification, chapter
/// 10).
pub const HUB_WAIT: Nanos = Nanos::micros(2);

/// The latency of a PCIe tunnel: a few us of encapsulation either way.
pub const TUNNEL_WAIT: Nanos = Nanos::micros(3);

/// The latency that a protocol adds to one request over a local network: the round trip, interrupts
/// and threads at both ends, and the file server's work. NVMe over TCP read 512 bytes of a target's memory in 20.5 us
/// (Blockbridge, *Announcing release 6.0*, 2022, with a tuned host), and takes 25 to 40 as a rule; iSCSI translates
/// commands, which takes 60 to 80 more (nvme-tcp.com, *NVMe/TCP vs iSCSI*).
pub fn network_wait(protocol: StorageProtocol) -> Nanos {
    Nanos::micros(match protocol {
        StorageProtocol::NvmeRdma => 10,
        StorageProtocol::NvmeTcp => 30,
        StorageProtocol::Iscsi => 100,
        StorageProtocol::Nfs | StorageProtocol::Smb => 150,
    })
}

/// Bandwidth of one TCP connection: a core at its receiving end copies 42 Gbit/s at most, with every offload
/// (Q. Cai and others, *Understanding Host Network Stack Overheads*, SIGCOMM 2021, section 3.1).
const TCP_STREAM: BytesPerSec = BytesPerSec::new(42e9 / 8.0);

/// Bandwidth of one connection to a file server, where a core also parses the protocol's answers: 10 Gbit/s to a Pure
/// FlashBlade (E. Potyraj, *Use nconnect to effortlessly increase NFS performance*, 2020), 16 to VAST (S. Kartik, *Meet
/// your need for speed with NFS*, 2021).
const FILE_STREAM: BytesPerSec = BytesPerSec::new(12.5e9 / 8.0);

/// The most that a core of either end copies, relative to that.
pub const FILE_STREAM_MOST: f64 = 42.0 / 12.5;

/// Requests a second of one connection, which a core of either end serves: 70,000 of iSCSI (J. Hwang and others, *TCP ≈
/// RDMA: CPU-efficient Remote Storage Access with i10*, NSDI 2020, section 1), 75,000 of a light server on Linux
/// (A. Klimovic and others, *ReFlex*, ASPLOS 2017). `None` for NVMe, whose connections are one per processor.
pub fn stream_requests(protocol: StorageProtocol) -> Option<Iops> {
    match protocol {
        StorageProtocol::Iscsi | StorageProtocol::Nfs | StorageProtocol::Smb => {
            Some(Iops::new(70e3))
        }
        StorageProtocol::NvmeTcp | StorageProtocol::NvmeRdma => None,
    }
}

/// Bandwidth of one connection of a protocol.
pub fn stream(protocol: StorageProtocol) -> BytesPerSec {
    match protocol {
        StorageProtocol::Nfs | StorageProtocol::Smb => FILE_STREAM,
        StorageProtocol::NvmeTcp | StorageProtocol::NvmeRdma | StorageProtocol::Iscsi => TCP_STREAM,
    }
}

const TUNNEL_PAYLOAD: Bytes = Bytes::new(128);
const FRAME_BYTES: f64 = 38.0;
const TCP_BYTES: f64 = 52.0;
const ROCE_BYTES: f64 = 58.0;
/// The share of packets' payload that a protocol's headers and turnarounds leave: an answer of NVMe has 24 bytes of its
/// own, of iSCSI 48, of SMB 80 (MS-SMB2, 2.2.1 and 2.2.20), of NFS about 130 (RFC 5531 and 1813), for up to a megabyte.
const PROTOCOL_SHARE: f64 = 0.99;

/// Bandwidth of a tunnel with `link` as the PCIe link inside it; without one, the widest of its
/// kind (PCIe 3.0 x4; PCIe 4.0 x4 for [`Tunnel::Usb4Gen4`]).
pub fn tunnel(kind: Tunnel, link: Option<LinkWidth>) -> Option<BytesPerSec> {
    let link = link.or(LinkWidth::new(if kind == Tunnel::Usb4Gen4 { 4 } else { 3 }, 4))?;
    let inside = capacity::usable(link, TUNNEL_PAYLOAD, LinkDirection::Up);
    // PCIe packets keep their headers in those of USB4.
    let payload = inside.get() / capacity::raw(link).get();
    let gbit_s = match kind {
        // A rate of data.
        Tunnel::Thunderbolt3 => 22.0,
        Tunnel::Usb4Gen3 => 40.0 * (128.0 / 132.0) * (252.0 / 256.0) * payload,
        Tunnel::Usb4Gen4 => 80.0 * (252.0 / 256.0) * payload,
    };
    let cable = BytesPerSec::mb_s(gbit_s * 1000.0 / 8.0);
    Some(if inside < cable { inside } else { cable })
}

/// The usable bandwidth of an Ethernet link of that rate, one direction.
pub fn ethernet(rate: GbitPerSec, mtu: Bytes, protocol: StorageProtocol) -> BytesPerSec {
    // Every host must accept as much (RFC 791, section 3.1), and smaller values would leave less
    // than nothing for data.
    let mtu = mtu.as_f64().max(576.0);
    let (data, wire) = match protocol {
        // Preamble and gap add 20 bytes to the headers and checksums.
        StorageProtocol::NvmeRdma => (roce_payload(mtu), roce_payload(mtu) + ROCE_BYTES + 20.0),
        _ => (mtu - TCP_BYTES, mtu + FRAME_BYTES),
    };
    BytesPerSec::mb_s(rate.get() * 1000.0 / 8.0 * data / wire * PROTOCOL_SHARE)
}

/// RoCE packets hold a power of two that fits into the MTU with the headers.
fn roce_payload(mtu: f64) -> f64 {
    let sizes = [4096.0, 2048.0, 1024.0, 512.0];
    sizes.into_iter().find(|size| size + ROCE_BYTES <= mtu).unwrap_or(256.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1,448 of 1,538 bytes: 0.9415 of 1,250 MB/s; with 9,000-byte frames 8,948 of 9,038; a
    /// hundredth less for the protocol.
    #[test]
    fn ethernet_by_hand() {
        let mb_s = |mtu| {
            ethernet(GbitPerSec::new(10.0), Bytes::new(mtu), StorageProtocol::NvmeTcp).as_mb_s()
        };
        assert!((mb_s(1500) - 0.99 * 1250.0 * 1448.0 / 1538.0).abs() < 0.01);
        assert!((mb_s(9000) - 0.99 * 1250.0 * 8948.0 / 9038.0).abs() < 0.01);
        let roce =
            ethernet(GbitPerSec::new(100.0), Bytes::new(4200), StorageProtocol::NvmeRdma).as_mb_s();
        assert!((roce - 0.99 * 12_500.0 * 4096.0 / 4174.0).abs() < 0.1, "{roce}");
    }

    /// PCIe 3.0 x4 in packets of 128 bytes is narrower than a cable of 40 Gbit/s; Thunderbolt 3 is
    /// narrower than either.
    #[test]
    fn tunnels_carry_the_less_of_cable_and_link() {
        let mb_s = |kind, link| tunnel(kind, link).unwrap().as_mb_s();
        assert!((mb_s(Tunnel::Thunderbolt3, None) - 2750.0).abs() < 0.1);
        let inside =
            capacity::usable(LinkWidth::new(3, 4).unwrap(), TUNNEL_PAYLOAD, LinkDirection::Up);
        assert!((mb_s(Tunnel::Usb4Gen3, None) - inside.as_mb_s()).abs() < 1e-6);
        // 24 bytes of packets beside 128 of data, and 8 in a thousand for what acknowledges them.
        let wide = mb_s(Tunnel::Usb4Gen3, LinkWidth::new(4, 4));
        let packets = 5000.0 * 128.0 / 132.0 * 252.0 / 256.0 * 128.0 / 152.0;
        assert!((wide / packets - 1.0).abs() < 0.01, "{wide}");
    }
}
