//! Bandwidth of a link: arithmetic from transfer rate, lanes, line code, packets and link layer.
//!
//! Nothing here is fitted to a measurement. The terms:
//!
//! - *Line code*: 8b/10b at 2.5 and 5 GT/s, 128b/130b from 8 to 32 GT/s (PCI Express Base
//!   Specification 6.0, sections 4.2.1 and 4.2.2); at 64 GT/s a flit of 256 bytes holds 236 bytes
//!   of packets (section 4.2.3).
//! - *Clock compensation*: a SKP ordered set of 4 symbols every 1,180 to 1,538 symbols
//!   (section 4.2.7.3, 8b/10b), or one block every 370 to 375 blocks (128b/130b). None in flits.
//! - *Packets*: every Max_Payload_Size bytes travel in one transaction layer packet. Framing (2
//!   symbols and a 2-byte sequence number, or a 4-byte token), header and 4-byte LCRC make 24
//!   bytes with a 64-bit address (memory writes: what a drive sends when it is read) and 20 bytes
//!   with the 3-word header of completions (what it receives when it is written). See also Intel
//!   AN 456 and AN 690. In flit mode there is neither framing nor LCRC of their own.
//! - *Commands*: an NVMe request moves a 64-byte entry, a PRP list of 8 bytes for every 4 KiB
//!   page after the first, a 16-byte completion and an interrupt over the same link (NVM Express
//!   Base Specification 2.0, sections 3.3.3, 4.1.1), and the acknowledge packets (8 bytes) for
//!   what comes the other way.
//!
//! Left out: flow-control updates, replays and the gaps that a host's buffers cause. On the four
//! links measured in one of the write-ups the result is 0.7 to 1.0 % too high, evenly.

use narrows_units::{Bytes, BytesPerSec, LinkWidth, TransferRate};

use crate::evidence::DriveTransport;
use crate::graph::NodeLink;

/// Which way data goes over a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinkDirection {
    /// From the device to the processor: a drive is read.
    Up,
    /// From the processor to the device: a drive is written.
    Down,
}

/// The request size at which a link's usable rate is stated: large enough that commands cost
/// next to nothing, and the block of the sequential profile.
pub const REFERENCE_BLOCK: Bytes = Bytes::kib(128);

const ADDRESS_PACKET_BYTES: f64 = 24.0;
const COMPLETION_PACKET_BYTES: f64 = 20.0;
const FRAMING_BYTES: f64 = 8.0;
const DLLP_BYTES: f64 = 8.0;
const PAGE: u64 = 4096;

/// Bandwidth of a link in one direction, in requests of [`REFERENCE_BLOCK`].
pub fn usable(link: LinkWidth, max_payload: Bytes, way: LinkDirection) -> BytesPerSec {
    raw(link) * (1.0 / wire_bytes_per_byte(link.rate, max_payload, REFERENCE_BLOCK, way))
}

/// Bytes per second on the wire after line code and clock compensation, one direction.
pub fn raw(link: LinkWidth) -> BytesPerSec {
    let bits = link.raw_gt_s() * 1e9;
    let line_code = match link.rate {
        TransferRate::Gen1 | TransferRate::Gen2 => 8.0 / 10.0,
        TransferRate::Gen3 | TransferRate::Gen4 | TransferRate::Gen5 => 128.0 / 130.0,
        TransferRate::Gen6 => 236.0 / 256.0,
    };
    let skip_share = match link.rate {
        // 4 symbols in 1,180 + 4 to 1,538 + 4: the middle.
        TransferRate::Gen1 | TransferRate::Gen2 => 4.0 / 1363.0,
        TransferRate::Gen3 | TransferRate::Gen4 | TransferRate::Gen5 => 1.0 / 373.5,
        TransferRate::Gen6 => 0.0,
    };
    BytesPerSec::new(bits / 8.0 * line_code * (1.0 - skip_share))
}

/// How many times longer each byte takes on the wire in requests of `block` than in requests of
/// [`REFERENCE_BLOCK`].
pub fn small_block_cost(
    rate: TransferRate,
    max_payload: Bytes,
    block: Bytes,
    way: LinkDirection,
) -> f64 {
    let of = |block| wire_bytes_per_byte(rate, max_payload, block, way);
    of(block) / of(REFERENCE_BLOCK)
}

/// Payload size assumed if the capture does not give it.
///
/// Computers of 2.5 to 32 GT/s mostly work with 256 bytes, even where their ports could take 512:
/// one device on the path that takes no more is enough. A note goes with every figure that depends
/// on this.
pub const ASSUMED_MAX_PAYLOAD: Bytes = Bytes::new(256);

/// The usable bandwidth of a link of the tree at its current width, with the payload assumed if
/// unknown; `None` if the width is unknown.
pub fn of_link(link: &NodeLink, way: LinkDirection) -> Option<BytesPerSec> {
    let width = link.current?;
    let payload = link.max_payload.unwrap_or(ASSUMED_MAX_PAYLOAD);
    Some(usable(width, payload, way))
}

/// Bandwidth of SATA, SAS or USB; `None` for a transport without a link.
///
/// SATA and SAS to 12 Gbit/s use 8b/10b. A SATA data frame carries 8,192 bytes in 8,208, two of
/// 256 words are ALIGN primitives (Serial ATA Revision 3.2, sections 9.4.5, 10.5.9), and frame
/// handshakes with the two or three command frames of a queued read cost about 6 % more, more with
/// slow controllers. USB at 480 Mbit/s carries at most 53.2 MB/s of bulk data (USB 2.0, table 5-10),
/// in practice three quarters of it; above, line code (8b/10b at 5 Gbit/s, 128b/132b from 10) and
/// packets (1,024 bytes in 1,064) leave about a tenth more to the protocol.
pub fn transport(transport: &DriveTransport) -> Option<BytesPerSec> {
    let mb_s = match *transport {
        DriveTransport::Sata { gbit_s } => {
            gbit_s * 100.0 * (8192.0 / 8208.0) * (254.0 / 256.0) * 0.94
        }
        // SAS-4 sends 128 bits as 150, with forward error correction among them.
        DriveTransport::Sas { gbit_s } if gbit_s > 12.0 => {
            gbit_s * 1000.0 / 8.0 * (128.0 / 150.0) * 0.94
        }
        DriveTransport::Sas { gbit_s } => gbit_s * 100.0 * 0.92,
        DriveTransport::Usb { mbit_s } if mbit_s <= 12 => 1.0,
        DriveTransport::Usb { mbit_s } if mbit_s <= 480 => 40.0,
        DriveTransport::Usb { mbit_s } if mbit_s <= 5000 => f64::from(mbit_s) / 10.0 * 0.9625 * 0.9,
        DriveTransport::Usb { mbit_s } => f64::from(mbit_s) / 8.0 * (128.0 / 132.0) * 0.9625 * 0.9,
        DriveTransport::Virtio => return None,
    };
    Some(BytesPerSec::mb_s(mb_s))
}

/// How many times longer each byte takes on SATA, SAS or USB in requests of `request` bytes than in
/// those of [`REFERENCE_BLOCK`], to which [`transport`] applies.
///
/// Each command adds frames and turnarounds: command, setup and status frames of SATA with their
/// handshakes 2.5 us, of SAS 1.5 us; command and status packets on USB 25 us.
pub fn transport_cost(transport: &DriveTransport, rate: BytesPerSec, request: f64) -> f64 {
    let seconds = match transport {
        DriveTransport::Sata { .. } => 2.5e-6,
        DriveTransport::Sas { .. } => 1.5e-6,
        DriveTransport::Usb { .. } => 25e-6,
        DriveTransport::Virtio => 0.0,
    };
    let reference = REFERENCE_BLOCK.as_f64();
    let request = request.clamp(512.0, reference);
    1.0 + seconds * rate.get() * (1.0 / request - 1.0 / reference)
}

fn packet_cost_bytes(rate: TransferRate, with_framing: f64) -> f64 {
    if rate == TransferRate::Gen6 { with_framing - FRAMING_BYTES } else { with_framing }
}

fn wire_bytes_per_byte(
    rate: TransferRate,
    max_payload: Bytes,
    block: Bytes,
    way: LinkDirection,
) -> f64 {
    let payload = max_payload.get().clamp(64, 4096) as f64;
    let block = block.get().max(512);
    let address = packet_cost_bytes(rate, ADDRESS_PACKET_BYTES);
    let completion = packet_cost_bytes(rate, COMPLETION_PACKET_BYTES);
    let packets = (block as f64 / payload).ceil();
    let pages = block.div_ceil(PAGE);
    // Two pages fit into the entry itself, as PRP1 and PRP2; only a longer request has a list.
    let list = if pages > 2 { (pages - 1) as f64 * 8.0 } else { 0.0 };
    let lists = if list > 0.0 { 1.0 } else { 0.0 };
    let extra = match way {
        // Two read requests (entry, list), the completion entry, the interrupt, and
        // acknowledgements of the entry, the list and two doorbells.
        LinkDirection::Up => {
            (1.0 + lists) * address
                + (16.0 + address)
                + (4.0 + address)
                + (3.0 + lists) * DLLP_BYTES
        }
        // The entry and the list as completions, two doorbells, and acknowledgements of the read
        // requests, one for every payload's worth, that fetch the data.
        LinkDirection::Down => {
            (64.0 + completion)
                + lists * (list + completion)
                + 2.0 * (4.0 + address)
                + packets * DLLP_BYTES / 2.0
        }
    };
    let each = match way {
        LinkDirection::Up => address,
        LinkDirection::Down => completion,
    };
    (block as f64 + packets * each + extra) / block as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usable_mb_s(generation: u8, lanes: u8, payload: u64) -> f64 {
        let link = LinkWidth::new(generation, lanes).unwrap();
        usable(link, Bytes::new(payload), LinkDirection::Up).as_mb_s()
    }

    /// By hand for PCIe 3.0 x4 and 256-byte payloads: 8e9 x 4 / 8 x 128/130 = 3,938.46 MB/s; less
    /// 1/373.5 for clock compensation 3,927.92. A 128 KiB read sends 512 packets of 24 extra
    /// bytes = 12,288, two requests 48, completion 40, interrupt 28, four acknowledgements 32:
    /// 131,072 of 143,508 bytes = 0.91334.
    #[test]
    fn eight_gt_x4_by_hand() {
        let by_hand = 3927.92 * 131_072.0 / 143_508.0;
        assert!((usable_mb_s(3, 4, 256) - by_hand).abs() < 0.1, "{}", usable_mb_s(3, 4, 256));
    }

    /// The SM961 of one write-up in four link settings (256-byte payloads on its Z170 board).
    #[test]
    fn measured_links_are_met_within_one_and_a_half_percent() {
        let rows = [(1, 2, 451.9), (2, 2, 901.7), (2, 4, 1805.0), (3, 2, 1777.0)];
        for (generation, lanes, measured) in rows {
            let error = usable_mb_s(generation, lanes, 256) / measured - 1.0;
            assert!(error.abs() < 0.015, "{generation}.0 x{lanes}: {:.2} %", error * 100.0);
        }
    }

    #[test]
    fn wider_payloads_and_larger_blocks_carry_more() {
        assert!(usable_mb_s(3, 4, 128) < usable_mb_s(3, 4, 256));
        assert!(usable_mb_s(3, 4, 256) < usable_mb_s(3, 4, 512));
        let cost = |block, way| small_block_cost(TransferRate::Gen3, Bytes::new(256), block, way);
        assert!(
            cost(Bytes::kib(4), LinkDirection::Up) > 1.02
                && cost(Bytes::kib(4), LinkDirection::Up) < 1.05
        );
        assert!((cost(REFERENCE_BLOCK, LinkDirection::Down) - 1.0).abs() < 1e-12);
    }
}
