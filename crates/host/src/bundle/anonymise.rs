//! Removes anything that identifies this machine, its owner or its drives from a captured tree.
//!
//! For: captures that are sent with a question. First the attributes that are known to contain such
//! names are replaced; their values are then replaced wherever else they occur, in file names and
//! links too; last, everything with the shape of a UUID, MAC address or world wide name. Texts that
//! a person may have chosen (the kernel's local version, the machine's product name, the names of
//! drives on USB, iSCSI and other networks) stay only if they are well known ([`chosen`]).
//!
//! Strings written by the makers of board, processor, memory and PCIe drives stay: without them a
//! capture answers no question.
//!
//! Not here: the kernel's command line, PCI vital product data, host names: dropped where a tree
//! has them, and never captured.

use std::collections::BTreeSet;

use narrows_topology::read::{FileTree, FileTreeEntry};

use super::token::Salt;
use super::{chosen, mounts, patterns, smbios};

/// Attributes that are replaced as a whole.
const NAMES: &[&str] = &[
    "serial",
    "wwn",
    "eui",
    "nguid",
    "uuid",
    "unique_id",
    "sas_address",
    "hostnqn",
    "hostid",
    "subsysnqn",
    "product_serial",
    "product_uuid",
    "board_serial",
    "chassis_serial",
    "product_asset_tag",
    "board_asset_tag",
    "chassis_asset_tag",
];
/// Files that are left out.
const DROPPED: &[&str] = &["vpd", "vpd_pg83", "cmdline", "hostname", "domainname", "uevent"];
/// Shorter names are replaced in their own attribute, but not searched elsewhere.
const SHORTEST_SOUGHT: usize = 6;
/// Device Serial Number (PCI Express Base Specification 6.0, section 7.9.3).
const DEVICE_SERIAL_NUMBER: u32 = 0x0003;
/// Extended capabilities begin here and end with the configuration space (section 7.6).
const EXTENDED: usize = 0x100;

/// The same tree with serial numbers, world wide names, UUIDs, MAC addresses, names of volumes,
/// servers and people replaced by salted hashes: the same name by the same hash throughout.
pub fn anonymise(tree: &FileTree, salt: &Salt) -> FileTree {
    let mut secrets = BTreeSet::new();
    let kept = tree.entries().filter(|(path, _)| !DROPPED.contains(&base(path)));
    let own = chosen::own_models(tree);
    let known = kept.map(|(path, entry)| (path, known(salt, path, entry, &own, &mut secrets)));
    // Collected before anything is replaced: a secret may occur in files that come before its own.
    let known: Vec<_> = known.collect();
    let seeker = SecretReplacer::new(salt, tree, secrets);
    let mut hidden = FileTree::default();
    for (path, entry) in known {
        hidden.insert(&seeker.text(path), seeker.entry(path, entry));
    }
    hidden
}

fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// The entry with its known secrets replaced, which are collected.
fn known(
    salt: &Salt,
    path: &str,
    entry: &FileTreeEntry,
    own: &BTreeSet<&str>,
    secrets: &mut BTreeSet<String>,
) -> FileTreeEntry {
    let FileTreeEntry::File(bytes) = entry else { return entry.clone() };
    FileTreeEntry::File(match base(path) {
        "config" => without_serial_capability(bytes),
        "vpd_pg80" => unit_serial(salt, bytes, secrets),
        "DMI" => {
            let (table, serials) = smbios::blanked(bytes);
            secrets.extend(serials);
            table
        }
        _ => match std::str::from_utf8(bytes) {
            Ok(text) if chosen::is_by_somebody(path, text, own) => {
                chosen::model(salt, text).into_bytes()
            }
            Ok(text) => known_text(salt, path, text, secrets).into_bytes(),
            Err(_) => bytes.clone(),
        },
    })
}

fn known_text(salt: &Salt, path: &str, text: &str, secrets: &mut BTreeSet<String>) -> String {
    match path {
        "proc/mounts" => return mounts::mounts(salt, text),
        "proc/self/mountinfo" => return mounts::mountinfo(salt, text),
        "proc/swaps" => return mounts::swaps(salt, text),
        "proc/version" => return chosen::version(salt, text),
        "proc/sys/kernel/osrelease" => return chosen::release(salt, text.trim()) + "\n",
        "sys/class/dmi/id/product_name" => return chosen::product(salt, text.trim()) + "\n",
        _ => {}
    }
    let value = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
    if value.is_empty() {
        return text.to_owned();
    }
    let hidden = match base(path) {
        "wwid" => {
            // `eui.0025...`, `naa.5000...`, `t10.ATA  model  serial`,
            // `nvme.144d-serial-model-00000001`: the kind of name is kept.
            match value.split_once('.') {
                Some((kind @ ("eui" | "naa" | "uuid"), name)) => {
                    format!("{kind}.{}", name_of(salt, name))
                }
                Some((kind @ ("t10" | "nvme"), name)) => format!("{kind}.{}", salt.word(name)),
                _ => name_of(salt, value),
            }
        }
        "backing_file" => return mounts::path(salt, value) + "\n",
        "name" if path.ends_with("/dm/name") => return salt.word(value) + "\n",
        "uuid" if path.ends_with("/dm/uuid") => {
            // `LVM-...`, `CRYPT-LUKS2-...-name`, `mpath-...`: the subsystem is kept.
            let kinds = ["LVM-", "CRYPT-LUKS1-", "CRYPT-LUKS2-", "CRYPT-", "mpath-", "DMRAID-"];
            let kind = kinds.into_iter().find(|kind| value.starts_with(kind)).unwrap_or_default();
            format!("{kind}{}", salt.word(&value[kind.len()..]))
        }
        "label" if path.starts_with("sys/fs/btrfs/") => return salt.word(value) + "\n",
        // An NVMe controller over a network has a host address here, one on PCIe its function.
        "address" if value.contains('=') => salt.word(value),
        name if NAMES.contains(&name) => name_of(salt, value),
        _ => return text.to_owned(),
    };
    secrets.insert(value.to_owned());
    hidden + "\n"
}

/// A name that is all hexadecimal keeps its shape, as [`patterns`] would do with it elsewhere.
fn name_of(salt: &Salt, value: &str) -> String {
    let shaped = patterns::hidden(salt, value);
    if shaped == value { salt.word(value) } else { shaped }
}

/// The Unit Serial Number page: 4 bytes, of which the last two are the length, then the serial number
/// (SPC-4, section 7.8.16).
fn unit_serial(salt: &Salt, bytes: &[u8], secrets: &mut BTreeSet<String>) -> Vec<u8> {
    let (Some(head), Some(serial)) = (bytes.get(..2), bytes.get(4..)) else { return Vec::new() };
    let serial = String::from_utf8_lossy(serial);
    let serial = serial.trim_matches(|c: char| c.is_whitespace() || c == '\0');
    let hidden = salt.word(serial);
    secrets.insert(serial.to_owned());
    [head, &(hidden.len() as u16).to_be_bytes(), hidden.as_bytes()].concat()
}

/// A configuration space with the Device Serial Number, often made from a MAC address, zeroed.
fn without_serial_capability(config: &[u8]) -> Vec<u8> {
    let mut config = config.to_vec();
    let mut at = EXTENDED;
    // Every step is to a higher address in a sound list; a circle ends after as many steps as
    // there can be capabilities.
    for _ in 0..config.len() / 4 {
        let Some(&[a, b, c, d]) = config.get(at..at + 4) else { break };
        let header = u32::from_le_bytes([a, b, c, d]);
        if header & 0xffff == DEVICE_SERIAL_NUMBER {
            // The header of the capability takes 4 bytes, the serial number 8.
            let end = config.len().min(at + 12);
            config[at + 4..end].fill(0);
        }
        // The two low bits of the next offset are reserved.
        let next = (header >> 20) as usize & !3;
        if next < EXTENDED {
            break;
        }
        at = next;
    }
    config
}

/// Replaces secrets wherever they occur.
struct SecretReplacer<'a> {
    salt: &'a Salt,
    /// Longest first, so that a name that contains another goes as a whole.
    secrets: Vec<String>,
}

impl<'a> SecretReplacer<'a> {
    fn new(salt: &'a Salt, tree: &FileTree, secrets: BTreeSet<String>) -> Self {
        let folders = ["sys/class/block", "sys/class/nvme", "sys/bus/pci/devices"];
        let names: BTreeSet<&str> = folders.iter().flat_map(|folder| tree.list(folder)).collect();
        // A serial number that equals a kernel name, as of virtual drives, is not a secret.
        let sought = secrets.into_iter().filter(|s| is_telling(s) && !names.contains(s.as_str()));
        let mut secrets: Vec<String> = sought.collect();
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        Self { salt, secrets }
    }

    fn entry(&self, path: &str, entry: FileTreeEntry) -> FileTreeEntry {
        match entry {
            FileTreeEntry::Link(target) => FileTreeEntry::Link(self.text(&target)),
            FileTreeEntry::File(bytes) => FileTreeEntry::File(self.bytes(path, bytes)),
            FileTreeEntry::Folder => FileTreeEntry::Folder,
        }
    }

    fn bytes(&self, path: &str, bytes: Vec<u8>) -> Vec<u8> {
        // Binary content may happen to be valid UTF-8.
        let binary = ["config", "DMI", "smart", "vpd_pg80"].contains(&base(path));
        match String::from_utf8(bytes) {
            Ok(text) if !binary => self.text(&text).into_bytes(),
            Ok(text) => self.overwritten(text.into_bytes()),
            Err(error) => self.overwritten(error.into_bytes()),
        }
    }

    fn text(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for secret in &self.secrets {
            if text.contains(secret.as_str()) {
                text = text.replace(secret.as_str(), &name_of(self.salt, secret));
            }
        }
        patterns::hidden(self.salt, &text)
    }

    /// In bytes that are no text nothing may move.
    fn overwritten(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        for secret in self.secrets.iter().map(String::as_bytes) {
            let windows = bytes.windows(secret.len()).enumerate();
            let places = windows.filter(|(_, window)| *window == secret).map(|(at, _)| at);
            for at in places.collect::<Vec<_>>() {
                bytes[at..at + secret.len()].fill(b'x');
            }
        }
        bytes
    }
}

/// Whether it is long enough, has a digit and is no repeated character: no word, no filler.
fn is_telling(secret: &str) -> bool {
    let kinds: BTreeSet<char> = secret.chars().collect();
    let digit = secret.chars().any(|c| c.is_ascii_digit());
    secret.len() >= SHORTEST_SOUGHT && kinds.len() > 2 && digit
}
