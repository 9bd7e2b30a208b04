//! Writes the archive that a Linux kernel unpacks as its first file system.
//!
//! Source: the kernel's Documentation/driver-api/early-userspace/buffer-format.rst: the "newc"
//! format of cpio. Unpacked archives need no time in an emulated machine, so nothing is compressed.

#[derive(Default)]
pub struct CpioArchive {
    bytes: Vec<u8>,
    entries: u32,
}

const FOLDER: u32 = 0o040_755;
const PROGRAM: u32 = 0o100_755;

impl CpioArchive {
    /// Adds a folder; the folder that it is in must have been added.
    pub fn folder(&mut self, path: &str) {
        self.entry(path, FOLDER, &[]);
    }

    /// Adds a file that everybody may run.
    pub fn program(&mut self, path: &str, content: &[u8]) {
        self.entry(path, PROGRAM, content);
    }

    pub fn finish(mut self) -> Vec<u8> {
        self.entry("TRAILER!!!", 0, &[]);
        self.bytes
    }

    fn entry(&mut self, path: &str, mode: u32, content: &[u8]) {
        self.entries += 1;
        let len = |len: usize| u32::try_from(len).unwrap_or(u32::MAX);
        // Inode, mode, user, group, links, time, size, device twice, name with its zero, checksum.
        let fields = [
            self.entries,
            mode,
            0,
            0,
            1,
            0,
            len(content.len()),
            0,
            0,
            0,
            0,
            len(path.len() + 1),
            0,
        ];
        self.bytes.extend_from_slice(b"070701");
        self.bytes.extend(fields.iter().flat_map(|field| format!("{field:08x}").into_bytes()));
        self.bytes.extend_from_slice(path.as_bytes());
        self.bytes.push(0);
        self.align();
        self.bytes.extend_from_slice(content);
        self.align();
    }

    fn align(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_laid_out_as_the_format_says() {
        let mut archive = CpioArchive::default();
        archive.program("init", b"hello");
        let bytes = archive.finish();
        // 6 + 13 x 8 = 110 bytes of header, "init" and its zero end at 115, aligned to 116.
        assert_eq!(&bytes[..14], b"07070100000001");
        assert_eq!(&bytes[54..62], b"00000005", "the size is the seventh field");
        assert_eq!(&bytes[110..116], b"init\0\0");
        assert_eq!(&bytes[116..124], b"hello\0\0\0");
        assert_eq!(&bytes[124..130], b"070701", "the trailer");
        assert_eq!(bytes.len() % 4, 0);
    }
}
