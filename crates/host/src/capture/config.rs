//! Reads a PCI configuration space sparingly.
//!
//! For: `see` within 20 ms. Every 4 bytes are one access to the device; under a hypervisor each
//! costs some 20 us, so that reading 256 bytes of 20 functions would take 25 ms. Only the parts
//! that the reader of `narrows-topology` uses are read: the header, the list of capabilities, and
//! of these the PCI Express one and the bridge's subsystem ids. Bytes in between read as 0.
//!
//! Not here: the meaning of the registers.
//!
//! Sources: PCI Local Bus Specification 3.0, sections 6.1, 6.2.3 and 6.7; PCI Express Base
//! Specification 6.0, sections 7.2 and 7.5.3; kernel drivers/pci/pci-sysfs.c (`pci_read_config`).

use rustix::fd::AsFd;

/// The whole space; a conventional one ends after 256 bytes.
pub(super) const SPACE_BYTES: usize = 4096;
/// The conventional space, in which the capabilities lie.
const CONVENTIONAL_BYTES: usize = 256;
/// The header, which is all that the kernel shows to an ordinary user.
const HEADER_BYTES: usize = 64;
/// Id and length of the PCI Express capability, of which Link Control 2 and Link Status 2 are the
/// last registers used.
const EXPRESS: (u8, usize) = (0x10, 0x34);
/// Subsystem ID and Subsystem Vendor ID of a bridge.
const SUBSYSTEM: (u8, usize) = (0x0d, 8);
/// Each capability takes at least 4 of 192 bytes; a longer list is a circle.
const MAX_CAPABILITIES: usize = 48;

/// Whether the function has capabilities and they could not be read.
pub(super) fn is_cut(config: &[u8]) -> bool {
    config.len() <= HEADER_BYTES && has_capabilities(config)
}

fn has_capabilities(config: &[u8]) -> bool {
    config.get(0x06).is_some_and(|status| status & 0x10 != 0)
}

/// Reads from an open `config` file.
pub(super) fn sparing(file: impl AsFd) -> Vec<u8> {
    read_sparingly(|at, bytes| rustix::io::pread(&file, bytes, at as u64).unwrap_or(0))
}

/// Reads with a function that fills a buffer from an offset and returns the number of bytes.
fn read_sparingly(mut read: impl FnMut(usize, &mut [u8]) -> usize) -> Vec<u8> {
    let mut config = vec![0; CONVENTIONAL_BYTES];
    let header = read(0, &mut config[..HEADER_BYTES]);
    // A CardBus bridge has its list elsewhere (type 2); it is rare, and so read whole.
    let (whole, start) = match config[0x0e] & 0x7f {
        2 => (true, 0),
        _ => (false, config[0x34]),
    };
    if header < HEADER_BYTES || !has_capabilities(&config) {
        config.truncate(header);
    } else if whole {
        let more = read(HEADER_BYTES, &mut config[HEADER_BYTES..]);
        config.truncate(HEADER_BYTES + more);
    } else if !capabilities(start, &mut config, read) {
        config.truncate(HEADER_BYTES);
    }
    config
}

/// Follows the list; false if none of it could be read.
fn capabilities(
    start: u8,
    config: &mut [u8],
    mut read: impl FnMut(usize, &mut [u8]) -> usize,
) -> bool {
    let mut next = start;
    for _ in 0..MAX_CAPABILITIES {
        // The two low bits are reserved; an address in the header ends the list.
        let at = usize::from(next & 0xfc);
        let Some(head) = config.get_mut(at..at + 4).filter(|_| at >= HEADER_BYTES) else { break };
        if read(at, head) < 4 {
            return false;
        }
        let [kind, following, ..] = *head else { break };
        let length = [EXPRESS, SUBSYSTEM].into_iter().find(|known| known.0 == kind);
        if let Some((_, length)) = length {
            let end = CONVENTIONAL_BYTES.min(at + length);
            read(at + 4, &mut config[at + 4..end]);
        }
        next = following;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A space full of 0xee with a header and the capabilities given as (address, kind, next).
    fn space(list: &[(usize, u8, u8)]) -> Vec<u8> {
        let mut config = vec![0xee; 256];
        config[..64].fill(0);
        (config[0x06], config[0x34]) = (0x10, list[0].0 as u8);
        for &(at, kind, next) in list {
            (config[at], config[at + 1]) = (kind, next);
        }
        config
    }

    fn sparingly(space: &[u8]) -> (Vec<u8>, usize) {
        let mut count = 0;
        let config = read_sparingly(|at, bytes| {
            let rest = space.get(at..).unwrap_or_default();
            let length = rest.len().min(bytes.len());
            bytes[..length].copy_from_slice(&rest[..length]);
            count += length;
            length
        });
        (config, count)
    }

    #[test]
    fn what_is_understood_is_read_and_the_rest_is_not() {
        let space = space(&[(0x50, 0x01, 0x60), (0x60, 0x10, 0x9c), (0x9c, 0x0d, 0)]);
        let (config, count) = sparingly(&space);
        // 64 header, 4 power management, 52 express, 8 subsystem.
        assert_eq!(count, 64 + 4 + 0x34 + 8);
        assert_eq!(config.len(), 256);
        assert_eq!(config[0x60..0x94], space[0x60..0x94]);
        assert_eq!(config[0x9c..0xa4], space[0x9c..0xa4]);
        assert_eq!((config[0x54], config[0x94], config[0xff]), (0, 0, 0));
    }

    #[test]
    fn circles_ends_and_refusals_end() {
        let (config, _) = sparingly(&space(&[(0x50, 0x01, 0x50)]));
        assert_eq!(config.len(), 256);
        let (config, _) = sparingly(&space(&[(0xf8, 0x10, 0)]));
        assert_eq!(config[0xfc..], [0xee; 4]);
        let refused = &space(&[(0x50, 0x10, 0)])[..64];
        let (config, _) = sparingly(refused);
        assert!(config == refused && is_cut(&config));
        let (config, _) = sparingly(&[0; 64]);
        assert!(config.len() == 64 && !is_cut(&config));
        assert!(sparingly(&[]).0.is_empty());
    }
}
