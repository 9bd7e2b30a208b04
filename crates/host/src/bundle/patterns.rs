//! Texts that are unique identifiers by their form: UUIDs, MAC addresses, world wide names.
//!
//! Source: RFC 9562 section 4 (UUID), IEEE 802 EUI-48 and EUI-64, NVM Express NGUID (32
//! digits); systemd.net-naming-scheme(7) for `enx` with a MAC address; the md superblock's UUID
//! as mdadm prints it.

use super::token::Salt;

/// The vendor GUID of variables that the UEFI Specification itself defines, section 3.3; it is in
/// file names of every machine.
const EFI_GLOBAL: &str = "8be4df61-93ca-11d2-aa0d-00e098032b8c";
/// The number of consecutive hexadecimal digits that count as a name: an EUI-64 has 16.
const LONG_HEX: usize = 16;

/// Replaces the hexadecimal digits of every such name.
pub(super) fn hidden(salt: &Salt, text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = None;
    while let Some(first) = rest.chars().next() {
        // A name starts where a word starts: `enx` is part of the shape, `0x` a mark before it.
        let starts = before.is_none_or(|c: char| !c.is_ascii_alphanumeric() && c != ':');
        let prefix = ["enx", "wlx", "wwx", "0x"].into_iter().find(|word| rest.starts_with(word));
        let skip = prefix.filter(|_| starts).map_or(0, str::len);
        let length = if starts { name_at(&rest[skip..], skip == 3) } else { None };
        let taken = match length {
            Some(length) => {
                let (mark, name) = rest[..skip + length].split_at(skip);
                out.push_str(mark);
                // All zeros (and separators) usually means that there is no name.
                let empty = name.chars().all(|c| !c.is_ascii_hexdigit() || c == '0');
                let replaced = if empty || name.eq_ignore_ascii_case(EFI_GLOBAL) {
                    name.to_owned()
                } else {
                    salt.shaped(name)
                };
                out.push_str(&replaced);
                skip + length
            }
            None => {
                out.push(first);
                first.len_utf8()
            }
        };
        before = rest[..taken].chars().next_back();
        rest = &rest[taken..];
    }
    out
}

/// The length of a name at the start of a text, in bytes.
fn name_at(text: &str, interface: bool) -> Option<usize> {
    let run = |c: char| c.is_ascii_hexdigit() || matches!(c, '-' | ':');
    let run = &text[..text.find(|c| !run(c)).unwrap_or(text.len())];
    if text[run.len()..].starts_with(|c: char| c.is_ascii_alphanumeric()) && !interface {
        return None;
    }
    let run = run.trim_end_matches(['-', ':']);
    let digits = run.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(run.len());
    let long = digits >= LONG_HEX || (interface && digits == 12);
    let shapes =
        [([8, 4, 4, 4, 12].as_slice(), '-'), (&[2; 6], ':'), (&[8; 4], ':'), (&[2; 8], ':')];
    let shaped = shapes.into_iter().find(|(groups, between)| {
        let hex = |group: &str| group.bytes().all(|b| b.is_ascii_hexdigit());
        run.split(*between).map(str::len).eq(groups.iter().copied()) && run.split(*between).all(hex)
    });
    shaped.map(|_| run.len()).or_else(|| long.then_some(digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SALT: Salt = Salt::of([3; 32]);

    #[test]
    fn names_go_and_keep_their_shape() {
        for name in [
            "0b5d3f2e-7a41-4c3b-9f17-2d9a6c1e8f05",
            "00:1b:21:3c:4d:5e",
            "eui.0025385b71b0a1c2",
            "0x5000c500a1b2c3d4",
            "naa.5000c500a1b2c3d4",
            "enx001b213c4d5e",
            "3d4e5f60:718293a4:b5c6d7e8:f9012345",
            "uuid=0b5d3f2e-7a41-4c3b-9f17-2d9a6c1e8f05,x",
        ] {
            let hidden = hidden(&SALT, name);
            assert_eq!(hidden.len(), name.len());
            assert_ne!(hidden, name);
            let prefix: String = name.chars().take_while(|c| !c.is_ascii_hexdigit()).collect();
            assert!(hidden.starts_with(&prefix), "{hidden}");
        }
    }

    #[test]
    fn what_names_a_place_or_kind_stays() {
        for text in [
            "../../../devices/pci0000:00/0000:00:1d.0/0000:02:00.0/nvme/nvme0",
            "SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c",
            "00000000-0000-0000-0000-000000000000",
            "0x144d",
            "0-7,16-23",
            "bogomips: 7999.96 é",
            "12:34:56",
            "deadbeef",
        ] {
            assert_eq!(hidden(&SALT, text), text);
        }
    }
}
