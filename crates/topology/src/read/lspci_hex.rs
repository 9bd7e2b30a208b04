//! `lspci -x`, `-xxx` and `-xxxx` dumps, with or without lspci's words between the bytes.
//!
//! For: reading the registers themselves, which say more than words do and are the same in every
//! version of lspci. Words that registers cannot replace (names, drivers, NUMA nodes) are read by
//! [`super::lspci_text`]; where both speak of one thing, the bytes count.
//!
//! Source: lspci(8), options `-x`, `-xxx`, `-xxxx` and `-F`.

use narrows_messages::Message;

use super::lspci_text::{Draft, collect};
use super::{ReadError, config_space};
use crate::evidence::Evidence;

/// Extended configuration space (PCI Express Base Specification 6.0, section 7.2.2).
const MAX_CONFIG_BYTES: usize = 4096;

/// The header, which `-x` prints and everybody may read.
const HEADER_BYTES: usize = 64;

/// How many bytes lspci puts into a row.
const ROW_BYTES: usize = 16;

/// Reads a dump; functions without bytes are read from their words alone.
///
/// # Errors
///
/// Those of a listing ([`super::lspci_text::read`]), and with its line: a row without 16 bytes or
/// out of order, less than a header, and a last function that is not whole.
pub fn read(text: &str) -> Result<Evidence, ReadError> {
    collect(text, |draft, line| match row(line) {
        Some(row) => add(&mut draft.config, row?),
        None => draft.take(line),
    })
}

/// A row's offset and its bytes.
type Row = (usize, [u8; ROW_BYTES]);

/// A line as a row of the dump (`40: 10 90 42 01 ...`); none for words, an error for a row that is
/// damaged.
fn row(line: &str) -> Option<Result<Row, Message>> {
    let (offset, rest) =
        line.split_once(':').filter(|(_, rest)| rest.is_empty() || rest.starts_with(' '))?;
    let is_offset = (2..=4).contains(&offset.len()) && crate::pci::hex(offset, 4).is_some();
    let words = || rest.split_whitespace();
    let is_bytes =
        words().take(MAX_CONFIG_BYTES).filter(|word| word.len() <= 2).count() >= ROW_BYTES / 2;
    let whole = || {
        let offset = crate::pci::hex(offset, 4).filter(|_| is_offset)?;
        let byte = |word: &str| crate::pci::hex(word, 2).filter(|_| word.len() == 2);
        let bytes: Option<Vec<u8>> =
            words().take(ROW_BYTES + 1).map(|word| Some(byte(word)? as u8)).collect();
        Some((offset as usize, bytes?.try_into().ok()?))
    };
    (is_offset || is_bytes).then(|| whole().ok_or_else(|| Message::new("read-dump-row")))
}

/// Puts a row behind those already there, where alone it can belong.
fn add(config: &mut Vec<u8>, (offset, bytes): Row) -> Result<(), Message> {
    if offset != config.len() || offset >= MAX_CONFIG_BYTES {
        let hex = |offset: usize| format!("{offset:02x}");
        let problem = Message::new("read-dump-order").with("found", hex(offset));
        return Err(problem.with("wanted", hex(config.len().min(MAX_CONFIG_BYTES))));
    }
    config.extend(bytes);
    Ok(())
}

/// Fails for bytes that do not reach the end of the header.
pub(super) fn check_header(config: &[u8]) -> Result<(), Message> {
    if config.is_empty() || config.len() >= HEADER_BYTES {
        return Ok(());
    }
    Err(Message::new("read-dump-short").count("bytes", config.len()))
}

/// Whether the bytes end where lspci ends: behind the header (a CardBus bridge's is longer), the
/// capabilities or everything.
pub(super) fn is_whole(config: &[u8]) -> bool {
    matches!(config.len(), HEADER_BYTES | 128 | 256 | MAX_CONFIG_BYTES)
}

/// Puts the registers over the words, and says whether the function still answers.
pub(super) fn overlay(draft: &mut Draft) {
    draft.silent |= config_space::is_silent(&draft.config);
    config_space::refine(&mut draft.function, &draft.config);
}

#[cfg(test)]
mod tests {
    use narrows_units::LinkWidth;

    use super::super::Place;
    use super::*;
    use crate::evidence::PortType;

    /// An NVMe drive: 64 bytes of header (id 144d:a808, class 01 08 02, capabilities from 0x40) and
    /// an Express endpoint whose link can do 8 GT/s x4 and runs at 5 GT/s x2.
    const DRIVE: &str = "\
0d:00.0 Non-Volatile memory controller: Samsung Electronics Co Ltd NVMe SSD Controller
\tKernel driver in use: nvme
00: 4d 14 08 a8 06 04 10 00 00 02 08 01 10 00 00 00
10: 04 00 10 a1 00 00 00 00 00 00 00 00 00 00 00 00
20: 00 00 00 00 00 00 00 00 00 00 00 00 4d 14 01 a8
30: 00 00 00 00 40 00 00 00 00 00 00 00 0b 01 00 00
40: 10 00 02 00 01 00 00 00 20 00 00 00 43 00 00 00
50: 00 00 22 10 00 00 00 00 00 00 00 00 00 00 00 00
60: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
70: 03 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
";

    #[test]
    fn bytes_and_words_are_read_together() {
        let seen = read(DRIVE).unwrap();
        let drive = &seen.functions[&"0d:00.0".parse().unwrap()];
        assert_eq!(drive.id.to_string(), "144d:a808");
        assert_eq!(drive.class, crate::ClassCode::from_u24(0x010802));
        assert_eq!(drive.port, Some(PortType::Endpoint));
        assert_eq!(drive.link.possible, LinkWidth::new(3, 4));
        assert_eq!(drive.link.current, LinkWidth::new(2, 2));
        assert_eq!(drive.driver.as_ref().map(|driver| driver.name.as_str()), Some("nvme"));
        assert!(!drive.denied);
    }

    #[test]
    fn sixty_four_bytes_are_the_header_only() {
        let head: Vec<&str> = DRIVE.lines().take(6).collect();
        let seen = read(&head.join("\r\n")).unwrap();
        let drive = &seen.functions[&"0d:00.0".parse().unwrap()];
        assert!(drive.denied && drive.link.possible.is_none());
    }

    fn refused(text: &str) -> (Place, &'static str) {
        let error = read(text).expect_err(text);
        (error.place, error.problem.id())
    }

    /// The row at offset 30 stands in line 6.
    #[test]
    fn damaged_rows_are_refused_by_their_line() {
        let cases = [
            ("30: 00 00", "130: 00 00", "read-dump-order"),
            ("30: 00 00", "20: 00 00", "read-dump-order"),
            ("30: 00 00", "3g: 00 00", "read-dump-row"),
            ("30: 00 00", "30: 00 0g", "read-dump-row"),
            ("30: 00 00", "30: 00 000", "read-dump-row"),
            ("30: 00 00", "30: 00", "read-dump-row"),
            ("30: 00 00", "30: 00 00 00", "read-dump-row"),
            ("30: 00 00", "30:", "read-dump-row"),
        ];
        for (row, damaged, problem) in cases {
            let text = DRIVE.replace(row, damaged);
            assert_eq!(refused(&text), (Place::Line(6), problem), "{damaged}");
        }
        let lines: Vec<&str> = DRIVE.lines().collect();
        let repeated = [&lines[..6], &lines[5..]].concat().join("\n");
        assert_eq!(refused(&repeated), (Place::Line(7), "read-dump-order"));
    }

    #[test]
    fn less_than_a_header_is_refused() {
        let lines: Vec<&str> = DRIVE.lines().collect();
        let short = format!("{}\n{DRIVE}", lines[..5].join("\n"));
        assert_eq!(refused(&short), (Place::Line(5), "read-dump-short"));
    }

    /// Of all cuts, only those behind the 64 bytes of the header (with or without the line's end)
    /// and the one before the last line's end leave something that lspci prints.
    #[test]
    fn every_other_cut_is_refused() {
        let two = format!("{DRIVE}\n{}", DRIVE.replace("0d:00.0", "0e:00.0"));
        let read: Vec<usize> =
            (DRIVE.len() + 8..two.len()).filter(|&n| read(&two[..n]).is_ok()).collect();
        let header = DRIVE.len() + 1 + DRIVE.find("40: ").unwrap();
        assert_eq!(read, [header - 1, header, two.len() - 1]);
    }

    #[test]
    fn a_function_that_fell_off_its_link_is_noted() {
        let ones = " ff".repeat(16);
        let rows = format!("00:{ones}\n10:{ones}\n20:{ones}\n30:{ones}\n");
        let text = format!("01:00.0 Non-Volatile memory controller: X\n{rows}");
        let seen = read(&text).unwrap();
        assert_eq!(seen.notes[0].id(), "note-lspci-no-answer");
        assert!(seen.functions[&"01:00.0".parse().unwrap()].class.is_storage());
    }

    #[test]
    fn lines_that_only_look_like_bytes_are_words() {
        for line in ["0: 86 80", "LnkSta: 00", "10000: 00", "PBA: BAR=0 offset=00", "00:1d.0", ""] {
            assert!(row(line).is_none(), "{line}");
        }
    }
}
