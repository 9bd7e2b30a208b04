//! `lspci -x`, `-xxx` and `-xxxx` dumps, with or without lspci's words between the bytes.
//!
//! For: reading the registers themselves, which have more information than the text and are the
//! same in every version of lspci. Text that registers cannot replace (names, drivers, NUMA nodes)
//! is read by [`super::lspci_text`]; where both give the same fact, the bytes count.
//!
//! Source: lspci(8), options `-x`, `-xxx`, `-xxxx` and `-F`.

use narrows_messages::Message;

use super::lspci_text::{FunctionDraft, collect};
use super::{ReadError, config_space};
use crate::evidence::CaptureEvidence;
use crate::pci::hex;

/// Extended configuration space (PCI Express Base Specification 6.0, section 7.2.2).
const MAX_CONFIG_BYTES: usize = 4096;

/// The header, which `-x` prints and everybody may read.
const HEADER_BYTES: usize = 64;

/// Bytes in a row of lspci.
const ROW_BYTES: usize = 16;

/// Reads a dump; functions without bytes are read from their text alone. Bytes of a damaged row are
/// unknown, with a note that names the row's line.
///
/// # Errors
///
/// Same as for a listing ([`super::lspci_text::read`]).
pub fn read(text: &str) -> Result<CaptureEvidence, ReadError> {
    collect(text, |draft, line| match row(line) {
        Some(row) => draft.config.add(row, line),
        // An offset that lost its colon.
        None if hex(line, 3).is_some() && draft.config.has_begun() => Err(damaged()),
        None => draft.take(line),
    })
}

/// Bytes of configuration space, with gaps where rows are damaged or missing.
#[derive(Clone, Debug, Default)]
pub(super) struct Registers {
    bytes: Vec<Option<u8>>,
    /// The line of the row that was read last.
    last: String,
}

impl Registers {
    /// How many bytes it reaches.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    fn has_begun(&self) -> bool {
        !self.bytes.is_empty()
    }

    /// Whether a first row was already read and this is not its repetition.
    pub fn has_begun_before(&self, line: &str) -> bool {
        self.has_begun() && self.last != line
    }

    /// Stores a row at its offset, unless another row is already there.
    fn add(&mut self, row: HexRow, line: &str) -> Result<(), Message> {
        let offset = row.offset.ok_or_else(damaged)?;
        let expected = self.bytes.len();
        let is_repeated = self.bytes.get(offset).is_some_and(Option::is_some);
        if is_repeated {
            let is_doubled = self.last == line;
            return if is_doubled { Ok(()) } else { Err(damaged()) };
        }
        line.clone_into(&mut self.last);
        self.bytes.resize(expected.max(offset + ROW_BYTES), None);
        for (place, byte) in self.bytes.iter_mut().skip(offset).zip(&row.bytes) {
            *place = Some(*byte);
        }
        if row.bytes.len() < ROW_BYTES {
            return Err(damaged());
        }
        let missing =
            || Message::new("note-dump-missing").with("offset", format!("{expected:02x}"));
        if offset > expected { Err(missing()) } else { Ok(()) }
    }
}

/// The problem of a row that is cut or has invalid bytes.
fn damaged() -> Message {
    Message::new("note-dump-row")
}

/// A row: its offset, and the bytes up to the first that is damaged.
struct HexRow {
    offset: Option<usize>,
    bytes: Vec<u8>,
}

/// Parses a line as a row of the dump (`40: 10 90 42 01 ...`); `None` for text.
fn row(line: &str) -> Option<HexRow> {
    let (offset, rest) =
        line.split_once(':').filter(|(_, rest)| rest.is_empty() || rest.starts_with(' '))?;
    let is_offset = (2..=4).contains(&offset.len()) && hex(offset, 4).is_some();
    let words = || rest.split_whitespace().take(ROW_BYTES + 1);
    // Half a row of short words is enough: the offset itself may be what is damaged.
    let is_bytes = words().filter(|word| word.len() <= 2).count() >= ROW_BYTES / 2;
    if !is_offset && !is_bytes {
        return None;
    }
    let offset = hex(offset, 3).filter(|_| is_offset).map(|offset| offset as usize);
    let byte = |word: &str| hex(word, 2).filter(|_| word.len() == 2);
    let bytes: Vec<u8> = words().map_while(|word| Some(byte(word)? as u8)).collect();
    // In a row that is too long any byte may be the surplus one.
    let bytes = if bytes.len() > ROW_BYTES { Vec::new() } else { bytes };
    Some(HexRow { offset: offset.filter(|offset| offset.is_multiple_of(ROW_BYTES)), bytes })
}

/// A row as it is read, if within conventional PCI's space: serial numbers are beyond it, among the
/// extended capabilities (PCI Express Base Specification 6.0, section 7.9.3), none of which are read.
pub(super) fn needed_row(line: &str) -> Option<String> {
    let row = row(line)?;
    let offset = row.offset.filter(|offset| *offset < CONVENTIONAL)?;
    let bytes: String = row.bytes.iter().map(|byte| format!(" {byte:02x}")).collect();
    Some(format!("{offset:02x}:{bytes}"))
}

/// The configuration space of conventional PCI, bytes.
const CONVENTIONAL: usize = 0x100;

/// Whether a line is the row with which a function's bytes begin.
pub(super) fn is_first_row(line: &str) -> bool {
    row(line).is_some_and(|row| row.offset == Some(0))
}

/// Replaces the text's facts by the registers', and returns whether the function still answers and
/// whether its last rows are missing.
pub(super) fn overlay(draft: &mut FunctionDraft) -> Option<Message> {
    let bytes = &draft.config.bytes;
    draft.silent |= config_space::is_silent(bytes);
    config_space::refine_known(&mut draft.function, bytes);
    let missing = || Message::new("note-dump-short").with("line", draft.last_line());
    // Whether the bytes end where lspci ends: after the header (a CardBus bridge's is longer),
    // after the capabilities, or after everything.
    let length = bytes.len();
    let is_whole = matches!(length, 0 | HEADER_BYTES | 128 | 256 | MAX_CONFIG_BYTES);
    (!is_whole).then(|| missing().with("address", draft.address()))
}

#[cfg(test)]
mod tests {
    use narrows_units::LinkWidth;

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
        let evidence = read(DRIVE).unwrap();
        let drive = &evidence.functions[&"0d:00.0".parse().unwrap()];
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
        let evidence = read(&head.join("\r\n")).unwrap();
        let drive = &evidence.functions[&"0d:00.0".parse().unwrap()];
        assert!(drive.denied && drive.link.possible.is_none());
    }

    /// The notes on rows, each with the line that it names.
    fn noted(text: &str) -> Vec<(&'static str, String)> {
        let notes = read(text).expect(text).notes;
        let line = |note: &Message| {
            let (_, value) = note.values().iter().find(|(name, _)| *name == "line")?;
            match value {
                narrows_messages::MessageValue::Text(line) => Some(line.clone()),
                _ => None,
            }
        };
        notes.iter().filter_map(|note| Some((note.id(), line(note)?))).collect()
    }

    /// The row at offset 30 is in line 6.
    #[test]
    fn damaged_rows_are_noted_by_their_line() {
        let cases = [
            ("30: 00 00", "130: 00 00", "note-dump-missing"),
            ("30: 00 00", "20: 00 00", "note-dump-row"),
            ("30: 00 00", "3g: 00 00", "note-dump-row"),
            ("30: 00 00", "30: 00 0g", "note-dump-row"),
            ("30: 00 00", "30: 00 000", "note-dump-row"),
            ("30: 00 00", "30: 00", "note-dump-row"),
            ("30: 00 00", "30: 00 00 00", "note-dump-row"),
            ("30: 00 00", "30:", "note-dump-row"),
        ];
        for (row, damaged, problem) in cases {
            let notes = noted(&DRIVE.replace(row, damaged));
            assert!(notes.contains(&(problem, "6".to_owned())), "{damaged}: {notes:?}");
        }
    }

    /// The link's registers are in row 50, which is whole: a damaged row does not affect others.
    #[test]
    fn a_damaged_row_leaves_the_others() {
        let evidence = read(&DRIVE.replace("20: 00 00", "20: 00 0")).unwrap();
        let drive = &evidence.functions[&"0d:00.0".parse().unwrap()];
        assert_eq!(drive.link.current, LinkWidth::new(2, 2));
        let evidence = read(&DRIVE.replace("50: 00 00 22 10", "50: 00 00 22 1")).unwrap();
        let drive = &evidence.functions[&"0d:00.0".parse().unwrap()];
        assert_eq!((drive.link.current, drive.link.possible), (None, LinkWidth::new(3, 4)));
    }

    #[test]
    fn less_than_a_header_is_noted() {
        let lines: Vec<&str> = DRIVE.lines().collect();
        let short = format!("{}\n{}", lines[..5].join("\n"), DRIVE.replace("0d:", "0e:"));
        assert_eq!(noted(&short), [("note-dump-short", "5".to_owned())]);
    }

    /// Every cut of the second of two functions leaves the first as it is and adds no wrong facts.
    #[test]
    fn a_cut_makes_nothing_up() {
        let two = format!("{DRIVE}\n{}", DRIVE.replace("0d:00.0", "0e:00.0"));
        let whole = read(&two).unwrap().functions;
        let (first, second) = ("0d:00.0".parse().unwrap(), "0e:00.0".parse().unwrap());
        for end in DRIVE.len()..two.len() {
            let evidence = read(&two[..end]).unwrap().functions;
            assert_eq!(evidence[&first], whole[&first], "{end}");
            let Some(cut) = evidence.get(&second) else { continue };
            let same = |own: Option<LinkWidth>, known| own.is_none() || own == known;
            assert!(same(cut.link.current, whole[&second].link.current), "{end}");
            assert!(same(cut.link.possible, whole[&second].link.possible), "{end}");
            assert!(cut.class.base == 0 || cut.class.base == 1, "{end}");
        }
    }

    #[test]
    fn a_function_that_fell_off_its_link_is_noted() {
        let ones = " ff".repeat(16);
        let rows = format!("00:{ones}\n10:{ones}\n20:{ones}\n30:{ones}\n");
        let text = format!("01:00.0 Non-Volatile memory controller: X\n{rows}");
        let evidence = read(&text).unwrap();
        assert_eq!(evidence.notes[0].id(), "note-lspci-no-answer");
        assert!(evidence.functions[&"01:00.0".parse().unwrap()].class.is_storage());
    }

    #[test]
    fn lines_that_only_look_like_bytes_are_words() {
        for line in ["0: 86 80", "LnkSta: 00", "10000: 00", "PBA: BAR=0 offset=00", "00:1d.0", ""] {
            assert!(row(line).is_none(), "{line}");
        }
    }
}
