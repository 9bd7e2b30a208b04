//! Contents of drives and their refusals, on real loop devices: signatures of 90 kinds where their formats have
//! them, members of sets in partitions, and data that nothing marks.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::AtomicBool;

use narrows_array::build::UNKNOWN_DATA;
use proptest::prelude::*;

use super::*;
use crate::build::{MemberCandidate, candidate};

const SIZE: u64 = 16 << 20;

/// A loop device over a file without a name. It is detached while it is held open, so that the kernel frees it
/// with the last opener (losetup(8)).
struct UnnamedLoop {
    path: PathBuf,
    /// Held open for reading only: a writer would be a separate reason.
    _file: File,
}

impl UnnamedLoop {
    fn new(size: u64) -> Option<Self> {
        let image = tempfile::NamedTempFile::new().unwrap();
        image.as_file().set_len(size).unwrap();
        let attach = Command::new("losetup").args(["--find", "--show"]).arg(image.path()).output();
        let path = match attach {
            Ok(done) if done.status.success() => String::from_utf8(done.stdout).unwrap(),
            other => {
                println!("skipped: no loop device ({other:?})");
                return None;
            }
        };
        let path = PathBuf::from(path.trim());
        let file = File::open(&path).unwrap();
        assert!(Command::new("losetup").arg("--detach").arg(&path).status().unwrap().success());
        Some(Self { path, _file: file })
    }

    fn put(&self, places: &[(u64, Vec<u8>)]) {
        let device = OpenOptions::new().write(true).open(&self.path).unwrap();
        device.write_all_at(&vec![0; SIZE as usize], 0).unwrap();
        for (at, bytes) in places {
            device.write_all_at(bytes, *at).unwrap();
        }
        device.sync_all().unwrap();
    }

    fn candidate(&self, wipe: bool) -> MemberCandidate {
        let mut candidate =
            candidate(&self.path, &[], wipe, None, &AtomicBool::new(false)).unwrap();
        // Loop devices have no serial number, and another test may hand over descriptors.
        let others = [OverwriteCheck::Serial, OverwriteCheck::Alone];
        candidate.refusals.retain(|refusal| !others.contains(&refusal.check));
        candidate
    }
}

/// How a drive with something on it is refused.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ExpectedRefusal {
    /// Its signature is named; `--wipe` allows its loss.
    Signed,
    /// The same, and never with `--wipe` either.
    OfSet,
    Unknown,
}
use ExpectedRefusal::{OfSet, Signed, Unknown};

/// The kind by our name or libblkid's, and its position in bytes from the start, or from the end if negative.
type Case = (&'static str, i64, &'static [u8], ExpectedRefusal);

/// Offsets and magics are those of libblkid's `superblocks/*.c` and `partitions/*.c`, of the kernel's headers, and
/// of each format's own documents.
const CASES: &[Case] = &[
    // File systems.
    ("ext|ext2", 1080, &[0x53, 0xef], Signed),
    ("xfs", 0, b"XFSB", Signed),
    ("btrfs", 0x10040, b"_BHRfS_M", Signed),
    ("f2fs", 1024, &[0x10, 0x20, 0xf5, 0xf2], Signed),
    ("exfat", 3, b"EXFAT   ", Signed),
    ("ntfs", 3, b"NTFS    ", Signed),
    ("refs", 3, b"ReFS\0\0\0\0", Signed),
    ("fat", 82, b"FAT32   ", Signed),
    ("fat", 54, b"FAT16   ", Signed),
    ("jfs", 32_768, b"JFS1", Signed),
    ("reiserfs", 65_588, b"ReIsEr2Fs", Signed),
    ("nilfs2", 1030, &[0x34, 0x34], Signed),
    ("hfs", 1024, b"H+", Signed),
    ("hfs", 1024, b"BD", Signed),
    ("apfs", 32, b"NXSB", Signed),
    ("ocfs2", 8192, b"OCFSV2", Signed),
    ("gfs2", 65_536, &[0x01, 0x16, 0x19, 0x70], Signed),
    ("iso9660", 32_769, b"CD001", Signed),
    ("udf", 32_769, b"BEA01", Signed),
    ("squashfs|squashfs3", 0, b"hsqs", Signed),
    ("erofs", 1024, &[0xe2, 0xe1, 0xf5, 0xe0], Signed),
    ("hpfs", 8192, &[0x49, 0xe8, 0x95, 0xf9], Signed),
    ("minix", 1040, &[0x7f, 0x13], Signed),
    ("minix", 1040, &[0x68, 0x24], Signed),
    ("minix", 1048, &[0x5a, 0x4d], Signed),
    ("hammer", 0, &[0x31, 0x30, 0x52, 0xc5, 0x4d, 0x4d, 0x41, 0xc8], Signed),
    ("hammer2", 0, &[0x11, 0x20, 0x17, 0x05, 0x32, 0x4d, 0x41, 0x48], Signed),
    // Encryption, swap, images.
    ("luks|crypto_LUKS", 0, b"LUKS\xba\xbe\0\x01", Signed),
    ("luks|crypto_LUKS", 0x4000, b"SKUL\xba\xbe\0\x02", Signed),
    ("bitlocker", 3, b"-FVE-FS-", Signed),
    ("swap", 4086, b"SWAPSPACE2", Signed),
    ("hibernation|swsuspend", 4086, b"S1SUSPEND\0", Signed),
    ("dm_integrity", 0, b"integrt\0", Signed),
    ("dm_verity", 0, b"verity\0\0", Signed),
    ("partclone_image", 0, b"partclone-image", Signed),
    // Tables.
    ("boot_sector|dos", 510, &[0x55, 0xaa], Signed),
    ("gpt", 512, b"EFI PART", Signed),
    ("gpt", -512, b"EFI PART", Signed),
    ("gpt", 4096, b"EFI PART", Signed),
    ("apple_partitions", 512, b"PM", Signed),
    ("bsd_label", 512, &[0x57, 0x45, 0x56, 0x82], Signed),
    ("sun_label", 508, &[0xda, 0xbe], Signed),
    ("sgi_label", 0, &[0x0b, 0xe5, 0xa9, 0x41], Signed),
    // Linux' own sets.
    ("md|linux_raid_member", 0, &[0xfc, 0x4e, 0x2b, 0xa9], OfSet),
    ("md|linux_raid_member", 4096, &[0xfc, 0x4e, 0x2b, 0xa9], OfSet),
    ("md|linux_raid_member", -8192, &[0xfc, 0x4e, 0x2b, 0xa9], OfSet),
    ("md|linux_raid_member", -65_536, &[0xfc, 0x4e, 0x2b, 0xa9], OfSet),
    ("lvm1|LVM1_member", 0, &[b'H', b'M', 1, 0], OfSet),
    ("lvm2", 512, b"LABELONE", OfSet),
    ("bcache", 4120, &[0xc6, 0x85, 0x73, 0xf6, 0x4e, 0x1a, 0x45, 0xca], OfSet),
    ("bcachefs", 4120, &[0xc6, 0x85, 0x73, 0xf6, 0x66, 0xce, 0x90, 0xa9], OfSet),
    ("zfs", 128 << 10, &[0x0c, 0xb1, 0xba, 0, 0, 0, 0, 0], OfSet),
    ("zfs", -(100 << 10), &[0x0c, 0xb1, 0xba, 0, 0, 0, 0, 0], OfSet),
    ("drbd", -4036, &[0x83, 0x74, 0x02, 0x6b], OfSet),
    ("stratis", 516, b"!Stra0tis\x86\xff\x02^\x41rh", OfSet),
    ("vdo", 0, b"dmvdo001", OfSet),
    ("dm_thin", 32, &[0xba, 0x52, 0x9c, 0x01, 0, 0, 0, 0], OfSet),
    ("dm_cache", 32, &[0x03, 0xc4, 0x18, 0, 0, 0, 0, 0], OfSet),
    ("dm_writecache", 0, &[0x21, 0x93, 0x48, 0x23], OfSet),
    ("dm_snapshot|DM_snapshot_cow", 0, b"SnAp", OfSet),
    ("ceph_bluestore", 0, b"bluestore block device\n", OfSet),
    ("oracle_asm|oracleasm", 32, b"ORCLDISK", OfSet),
    // Other systems' sets.
    ("vmfs|VMFS_volume_member", 0x10_0000, &[0x0d, 0xd0, 0x01, 0xc0], OfSet),
    ("vmfs|VMFS", 0x20_0000, &[0x5e, 0xf1, 0xab, 0x2f], OfSet),
    ("ldm", 3072, b"PRIVHEAD", OfSet),
    ("ldm", -512, b"PRIVHEAD", OfSet),
    ("ldm", -(1 << 20), b"TOCBLOCK", OfSet),
    ("storage_spaces", 4096, b"SPACEDB ", OfSet),
    ("apple_raid", -4096, b"AppleRAIDHeader\0", OfSet),
    // Firmware RAID.
    ("intel_raid|isw_raid_member", -1024, b"Intel Raid ISM Cfg Sig. 1.1.00", OfSet),
    ("ddf_raid|ddf_raid_member", -512, &[0xde, 0x11, 0xde, 0x11], OfSet),
    ("promise_fasttrack_raid_member", -63 * 512, b"Promise Technology, Inc.", OfSet),
    ("promise_fasttrack_raid_member", -3087 * 512, b"Promise Technology, Inc.", OfSet),
    ("silicon_medley_raid_member", -512 + 0x60, &[0, 0, 0, 0x2f], OfSet),
    ("nvidia_raid_member", -1024, b"NVIDIA  ", OfSet),
    ("hpt37x_raid_member", 4640, &[0xf0, 0x16, 0x78, 0x5a], OfSet),
    ("hpt45x_raid_member", -5632, &[0xf3, 0x16, 0x78, 0x5a], OfSet),
    ("lsi_mega_raid_member", -512, b"$XIDE$", OfSet),
    ("adaptec_raid_member", -512, &[0x37, 0xfc, 0x4d, 0x1e], OfSet),
    // Data without any known signature.
    (UNKNOWN_DATA, 0, b"once upon a time", Unknown),
    (UNKNOWN_DATA, 5 << 20, &[1], Unknown),
    (UNKNOWN_DATA, -1, &[0x80], Unknown),
];

fn is_refused(device: &UnnamedLoop, kind: &str, how: ExpectedRefusal) {
    let plain = device.candidate(false);
    assert!(!plain.refusals.is_empty(), "{kind}: taken without --wipe");
    let held = &plain.member.holds;
    let is_named = |it: &String| kind.split('|').any(|name| it.ends_with(name));
    assert!(held.iter().any(is_named), "{kind} is not in {held:?}");
    let checks = |candidate: &MemberCandidate| -> Vec<OverwriteCheck> {
        let mut checks: Vec<OverwriteCheck> =
            candidate.refusals.iter().map(|it| it.check).collect();
        checks.dedup();
        checks
    };
    let (first, with_wipe) = match how {
        Signed => (vec![OverwriteCheck::Signatures], vec![]),
        OfSet => {
            (vec![OverwriteCheck::Signatures, OverwriteCheck::Sets], vec![OverwriteCheck::Sets])
        }
        Unknown => (vec![OverwriteCheck::Content], vec![]),
    };
    assert_eq!(checks(&plain), first, "{kind}: {:?}", plain.refusals);
    assert_eq!(checks(&device.candidate(true)), with_wipe, "{kind} with --wipe");
}

#[test]
fn every_kind_is_refused_as_it_must_be() {
    let Some(device) = UnnamedLoop::new(SIZE) else { return };
    let empty = device.candidate(false);
    assert_eq!((empty.refusals, empty.member.holds), (vec![], vec![]), "an empty drive is taken");
    for (kind, at, bytes, how) in CASES {
        let at = u64::try_from(*at).unwrap_or_else(|_| SIZE - at.unsigned_abs());
        device.put(&[(at, bytes.to_vec())]);
        is_refused(&device, kind, *how);
    }
}

/// Output of programs for these formats, if installed.
#[test]
fn what_programs_make_is_refused() {
    let Some(device) = UnnamedLoop::new(SIZE) else { return };
    let path = device.path.to_str().unwrap();
    let programs: [(&str, &[&str], &str, ExpectedRefusal); 4] = [
        ("mkfs.ext4", &["-q", "-F"], "ext4", Signed),
        ("mkswap", &[], "swap", Signed),
        ("mkfs.minix", &[], "minix", Signed),
        ("mkfs.bfs", &[], "bfs", Signed),
    ];
    for (program, words, kind, how) in programs {
        device.put(&[]);
        let made = Command::new(program).args(words).arg(path).output();
        if !made.is_ok_and(|made| made.status.success()) {
            println!("skipped: {program} is not installed");
            continue;
        }
        is_refused(&device, kind, how);
        if kind == "ext4" {
            // All that is left is a copy of its superblock: groups of 8 MiB, blocks of 1 KiB.
            let content = std::fs::read(&device.path).unwrap();
            device.put(&[((8 << 20) + 1024, content[(8 << 20) + 1024..][..1024].to_vec())]);
            is_refused(&device, "ext", Signed);
        }
    }
}

/// A table of DOS with one partition, and one of GPT.
fn tables() -> [Vec<(u64, Vec<u8>)>; 2] {
    let entry = |kind: u8, begin: u32, sectors: u32| {
        let mut entry = vec![0, 0, 0, 0, kind, 0, 0, 0];
        entry.extend(begin.to_le_bytes().into_iter().chain(sectors.to_le_bytes()));
        entry
    };
    let dos = vec![(446, entry(0x83, 2048, 16_384)), (510, vec![0x55, 0xaa])];
    // UEFI 2.10, 5.3.2 and 5.3.3: a header of 92 bytes, 128 entries of 128 bytes, sums by CRC-32.
    let mut entries = vec![0_u8; 128 * 128];
    let linux = [
        0xaf, 0x3d, 0xc6, 0x0f, 0x83, 0x84, 0x72, 0x47, 0x8e, 0x79, 0x3d, 0x69, 0xd8, 0x47, 0x7d,
        0xe4,
    ];
    entries[..16].copy_from_slice(&linux);
    entries[16..32].fill(7);
    entries[32..40].copy_from_slice(&2048_u64.to_le_bytes());
    entries[40..48].copy_from_slice(&18_431_u64.to_le_bytes());
    let last = SIZE / 512 - 1;
    let mut header = b"EFI PART\0\0\x01\0".to_vec();
    header.extend([92_u32, 0, 0].map(u32::to_le_bytes).concat());
    header.extend([1, last, 34, last - 33].map(u64::to_le_bytes).concat());
    header.extend([9; 16]);
    header.extend(2_u64.to_le_bytes());
    header.extend([128, 128, crc(&entries)].map(u32::to_le_bytes).concat());
    let sum = crc(&header);
    header[16..20].copy_from_slice(&sum.to_le_bytes());
    let protective = vec![(446, entry(0xee, 1, last as u32)), (510, vec![0x55, 0xaa])];
    let gpt = [protective, vec![(512, header), (1024, entries)]].concat();
    [dos, gpt]
}

/// CRC-32 of ISO 3309, bit by bit.
fn crc(bytes: &[u8]) -> u32 {
    let bit = |sum: u32, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg());
    !bytes.iter().fold(u32::MAX, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), bit))
}

/// A set's member in a partition counts as much as one on the whole drive, even if the kernel has no device
/// for that partition. The partition is MiB 1 to 9.
#[test]
fn members_in_partitions_are_refused() {
    let Some(device) = UnnamedLoop::new(SIZE) else { return };
    let begin = 1_u64 << 20;
    let members: [(&str, u64, &[u8]); 6] = [
        ("md", 4096, &[0xfc, 0x4e, 0x2b, 0xa9]),
        ("lvm2", 512, b"LABELONE"),
        ("zfs", 128 << 10, &[0x0c, 0xb1, 0xba, 0, 0, 0, 0, 0]),
        ("bcache", 4120, &[0xc6, 0x85, 0x73, 0xf6, 0x4e, 0x1a, 0x45, 0xca]),
        ("ceph_bluestore", 0, b"bluestore block device\n"),
        ("md", (8 << 20) - 8192, &[0xfc, 0x4e, 0x2b, 0xa9]),
    ];
    for table in tables() {
        for (kind, at, bytes) in members {
            let places = [table.clone(), vec![(begin + at, bytes.to_vec())]].concat();
            device.put(&places);
            is_refused(&device, &format!("p1: {kind}"), OfSet);
        }
        device.put(&[table.clone(), vec![(begin + 1080, vec![0x53, 0xef])]].concat());
        is_refused(&device, "p1: ext", Signed);
    }
    // A partition of a dynamic disk, by its type alone.
    let [mut dos, _] = tables();
    dos[0].1[4] = 0x42;
    device.put(&dos);
    is_refused(&device, "p1: ldm", OfSet);
}

/// A first look remains valid only as long as nothing was written; writes to a loop device past its count
/// count, too.
#[test]
fn what_comes_between_two_looks_is_seen() {
    let size = 160 << 20;
    let Some(device) = UnnamedLoop::new(size) else { return };
    let look = |known| super::look(&device.path, known, &AtomicBool::new(false)).unwrap();
    let first = look(None);
    assert!(first.content.as_ref().unwrap().is_empty(), "{first:?}");
    let writer = OpenOptions::new().write(true).open(&device.path).unwrap();
    writer.write_all_at(&[7; 1 << 20], 80 << 20).unwrap();
    writer.sync_all().unwrap();
    drop(writer);
    let second = look(first.content.as_ref());
    assert!(!second.content.unwrap().is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// A drive with any megabyte that is not empty is refused without `--wipe`.
    #[test]
    fn any_megabyte_of_data_is_refused(
        at in 0..(159_u64 << 20), seed in 1..u64::MAX, byte in 1..255_u8,
    ) {
        let Some(device) = UnnamedLoop::new(160 << 20) else { return Ok(()) };
        let mut state = seed;
        let content: Vec<u8> = (0..1 << 20).map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            // Random bytes, or text of one letter.
            if seed % 3 == 0 { byte } else { state as u8 }
        }).collect();
        let writer = OpenOptions::new().write(true).open(&device.path).unwrap();
        writer.write_all_at(&content, at).unwrap();
        writer.sync_all().unwrap();
        drop(writer);
        let candidate = device.candidate(false);
        prop_assert!(!candidate.refusals.is_empty(), "taken with data at {at}");
    }
}
