//! Signatures in the first and last blocks of a device.
//!
//! For: finding file systems, partition tables, RAID members, volumes and encryption by their
//! signatures, without any program: a missing blkid(8) must not mean that a drive is empty. A false
//! signature costs a refusal; an overlooked one costs data, so short signatures count, too.
//!
//! Offsets and magics are those of util-linux's libblkid (`libblkid/src/superblocks/`, `partitions/`), the kernel's headers for md
//! (`include/uapi/linux/raid/md_p.h`), swap (`include/linux/swap.h`), btrfs (`fs/btrfs/disk-io.h`, `btrfs_sb_offset`), f2fs
//! (`fs/f2fs/super.c`, `sanity_check_raw_super`), ext4 (`fs/ext4/ext4.h`), bcache (`include/uapi/linux/bcache.h`), GPT (UEFI 2.10, 5.3.2),
//! OpenZFS (`include/sys/uberblock_impl.h`), DRBD (`drivers/block/drbd/drbd_int.h`, `drbd_main.c`), device mapper
//! (`drivers/md/dm-thin-metadata.c`, `dm-cache-metadata.c`, `dm-era-target.c`, `dm-writecache.c`), Windows' dynamic disks (linux-ntfs,
//! `ldm.h`), HAMMER (DragonFly, `sys/vfs/hammer*/`), and partclone (`src/partclone.h`).
//!
//! Not here: opening devices; whether a signature is a reason to refuse ([`super::decide`]).

use std::fmt;

use narrows_engine::UNIT;

use super::content::is_stamped;

struct SignatureMark {
    kind: &'static str,
    at: u64,
    bytes: &'static [u8],
}

const fn mark(kind: &'static str, at: u64, bytes: &'static [u8]) -> SignatureMark {
    SignatureMark { kind, at, bytes }
}

/// Offsets from the start, in bytes.
const FIRST: &[SignatureMark] = &[
    // In LBA 1, of sectors of 512 and of 4,096 bytes.
    mark("gpt", 512, b"EFI PART"),
    mark("gpt", 4096, b"EFI PART"),
    mark("ext", 1080, &[0x53, 0xEF]),
    mark("xfs", 0, b"XFSB"),
    mark("btrfs", 0x10040, b"_BHRfS_M"),
    mark("f2fs", 1024, &[0x10, 0x20, 0xF5, 0xF2]),
    // Its second superblock, in the next block of 4 KiB.
    mark("f2fs", 5120, &[0x10, 0x20, 0xF5, 0xF2]),
    // The backup boot region begins at sector 12.
    mark("exfat", 6147, b"EXFAT   "),
    // The copy of FAT32's boot sector is sector 6 as a rule.
    mark("fat", 3154, b"FAT32"),
    // The secondary superblock (`SUPER2_OFF`).
    mark("jfs", 61_440, b"JFS1"),
    mark("bcache", 4120, &[0xc6, 0x85, 0x73, 0xf6, 0x4e, 0x1a, 0x45, 0xca]),
    mark("bcachefs", 4120, &[0xc6, 0x85, 0x73, 0xf6, 0x66, 0xce, 0x90, 0xa9]),
    mark("exfat", 3, b"EXFAT   "),
    mark("ntfs", 3, b"NTFS    "),
    mark("refs", 3, b"ReFS"),
    mark("bitlocker", 3, b"-FVE-FS-"),
    mark("fat", 54, b"FAT1"),
    mark("fat", 82, b"FAT32"),
    mark("iso9660", 32_769, b"CD001"),
    mark("udf", 32_769, b"BEA01"),
    mark("udf", 32_769, b"NSR0"),
    mark("squashfs", 0, b"hsqs"),
    mark("erofs", 1024, &[0xE2, 0xE1, 0xF5, 0xE0]),
    mark("jfs", 32_768, b"JFS1"),
    mark("reiserfs", 65_588, b"ReIs"),
    // Version 3.5 had its superblock at 8 KiB.
    mark("reiserfs", 8_244, b"ReIs"),
    mark("nilfs2", 1030, &[0x34, 0x34]),
    mark("hfs", 1024, b"H+"),
    mark("hfs", 1024, b"HX"),
    mark("hfs", 1024, b"BD"),
    mark("apfs", 32, b"NXSB"),
    mark("apple_partitions", 512, b"PM"),
    mark("ocfs2", 8192, b"OCFSV2"),
    mark("gfs2", 65_536, &[0x01, 0x16, 0x19, 0x70]),
    mark("vmfs", 0x10_0000, &[0x0d, 0xd0, 0x01, 0xc0]),
    mark("luks", 0, b"LUKS\xba\xbe"),
    mark("luks", 0x4000, b"SKUL\xba\xbe"),
    mark("luks", 0x8000, b"SKUL\xba\xbe"),
    mark("luks", 0x10000, b"SKUL\xba\xbe"),
    mark("luks", 0x20000, b"SKUL\xba\xbe"),
    mark("luks", 0x40000, b"SKUL\xba\xbe"),
    mark("luks", 0x80000, b"SKUL\xba\xbe"),
    mark("luks", 0x10_0000, b"SKUL\xba\xbe"),
    mark("luks", 0x20_0000, b"SKUL\xba\xbe"),
    mark("lvm2", 0, b"LABELONE"),
    mark("lvm2", 512, b"LABELONE"),
    mark("lvm2", 1024, b"LABELONE"),
    mark("lvm2", 1536, b"LABELONE"),
    mark("md", 0, MD),
    mark("md", 4096, MD),
    // The last ten bytes of the first page, which has 4 to 64 KiB.
    mark("swap", 4086, b"SWAPSPACE2"),
    mark("swap", 8182, b"SWAPSPACE2"),
    mark("swap", 16_374, b"SWAPSPACE2"),
    mark("swap", 32_758, b"SWAPSPACE2"),
    mark("swap", 65_526, b"SWAPSPACE2"),
    mark("swap", 4086, b"SWAP-SPACE"),
    mark("hibernation", 4086, b"S1SUSPEND"),
    mark("ceph_bluestore", 0, b"bluestore block device"),
    mark("dm_integrity", 0, b"integrt\0"),
    mark("dm_verity", 0, b"verity\0\0"),
    mark("vdo", 0, b"dmvdo001"),
    // In sectors 1 and 9, each 4 bytes in.
    mark("stratis", 516, b"!Stra0tis"),
    mark("stratis", 4612, b"!Stra0tis"),
    mark("oracle_asm", 32, b"ORCLDISK"),
    mark("drbd", 4096, &[0x83, 0x74, 0x02, 0x6b]),
    mark("lvm1", 0, &[b'H', b'M', 1, 0]),
    mark("lvm1", 0, &[b'H', b'M', 2, 0]),
    // At 32 of sector 9.
    mark("hpt37x_raid_member", 4640, &[0xf0, 0x16, 0x78, 0x5a]),
    mark("hpt37x_raid_member", 4640, &[0xfd, 0x16, 0x78, 0x5a]),
    mark("dm_thin", 32, &27_022_010_u64.to_le_bytes()),
    mark("dm_cache", 32, &0o6_142_003_u64.to_le_bytes()),
    mark("dm_era", 32, &2_126_579_579_u64.to_le_bytes()),
    mark("dm_writecache", 0, &0x2348_9321_u32.to_le_bytes()),
    mark("dm_snapshot", 0, b"SnAp"),
    mark("vmfs", 0x20_0000, &[0x5e, 0xf1, 0xab, 0x2f]),
    mark("hammer", 0, &0xc841_4d4d_c552_3031_u64.to_le_bytes()),
    mark("hammer2", 0, &0x4841_4d32_0517_2011_u64.to_le_bytes()),
    mark("hpfs", 8192, &[0x49, 0xe8, 0x95, 0xf9]),
    // `s_magic` is at 16 of the superblock in versions 1 and 2, at 24 in version 3.
    mark("minix", 1040, &[0x7f, 0x13]),
    mark("minix", 1040, &[0x8f, 0x13]),
    mark("minix", 1040, &[0x68, 0x24]),
    mark("minix", 1040, &[0x78, 0x24]),
    mark("minix", 1048, &[0x5a, 0x4d]),
    mark("bsd_label", 0, &0x8256_4557_u32.to_le_bytes()),
    mark("bsd_label", 64, &0x8256_4557_u32.to_le_bytes()),
    mark("bsd_label", 512, &0x8256_4557_u32.to_le_bytes()),
    mark("sun_label", 508, &[0xda, 0xbe]),
    mark("sgi_label", 0, &[0x0b, 0xe5, 0xa9, 0x41]),
    mark("partclone_image", 0, b"partclone-image"),
];

/// Copies that file systems keep far from either end, in bytes from the start: enough to get them back
/// after their first blocks were lost.
const MIRRORS: &[SignatureMark] =
    &[mark("btrfs", (64 << 20) + 64, b"_BHRfS_M"), mark("btrfs", (256 << 30) + 64, b"_BHRfS_M")];

/// Offsets from the end, in bytes.
const LAST: &[SignatureMark] = &[
    // The copy of the header is in the last sector.
    mark("gpt", 512, b"EFI PART"),
    mark("gpt", 4096, b"EFI PART"),
    // In the last sector but one, of 512 or 4,096 bytes.
    mark("intel_raid", 1024, b"Intel Raid ISM Cfg Sig."),
    mark("intel_raid", 8192, b"Intel Raid ISM Cfg Sig."),
    mark("ddf_raid", 512, &[0xDE, 0x11, 0xDE, 0x11]),
    mark("nvidia_raid_member", 1024, b"NVIDIA"),
    mark("lsi_mega_raid_member", 512, b"$XIDE$"),
    mark("adaptec_raid_member", 512, &[0x37, 0xfc, 0x4d, 0x1e]),
    mark("hpt45x_raid_member", 11 * 512, &[0xf3, 0x16, 0x78, 0x5a]),
    mark("hpt45x_raid_member", 11 * 512, &[0xfd, 0x16, 0x78, 0x5a]),
    mark("drbd", 4096, &[0x83, 0x74, 0x02, 0x6b]),
    mark("drbd", 4036, &[0x83, 0x74, 0x02, 0x6b]),
    // The copy of its boot sector is the last sector.
    mark("ntfs", 509, b"NTFS    "),
];

/// Where ext2 and later keep their first copy, by the binary logarithm of the block's size in KiB:
/// at the start of the second group, each of as many blocks as a block has bits (ext4,
/// `s_first_data_block`: a KiB further where blocks have 1 KiB).
const EXT_COPIES: [(u32, u64); 3] = [(0, (8 << 20) + 1024), (1, 32 << 20), (2, 128 << 20)];
/// Bytes read of a copy.
const MIRROR_LEN: usize = 4096;

/// MD_SB_MAGIC, 0xa92b4efc, little-endian.
const MD: &[u8] = &[0xfc, 0x4e, 0x2b, 0xa9];
/// The length of signatures that random data has once in 65,536 times.
const SHORT: usize = 2;
/// How much is looked at from the start: up to the second label of ZFS, and past VMFS' marks.
const FIRST_LEN: usize = (2 << 20) + 4096;
/// How much is looked at from the end: both last labels of ZFS, md of 0.90 (64 KiB and the rest of 64 KiB), the
/// MiB of a dynamic disk's database, and all 3,087 sectors in which Promise's controllers keep their own.
const LAST_LEN: usize = 2 << 20;
const SECTOR: usize = 512;

/// Marks at the start of a sector somewhere near an end: the records of a dynamic disk's database, of Storage
/// Spaces, and of controllers that keep theirs at several places.
const ANYWHERE: &[(&str, &[u8])] = &[
    ("ldm", b"PRIVHEAD"),
    ("ldm", b"TOCBLOCK"),
    ("ldm", b"VMDB\0\0"),
    ("storage_spaces", b"SPACEDB"),
    ("apple_raid", b"AppleRAIDHeader"),
    ("promise_fasttrack_raid_member", b"Promise Technology, Inc."),
];

/// Kinds that are part of something whose other parts may be elsewhere, besides all that libblkid calls
/// a member: sets, volumes and pools of several drives, and metadata that another device needs.
const OF_SETS: &[&str] = &[
    "md",
    "intel_raid",
    "ddf_raid",
    "lvm1",
    "lvm2",
    "zfs",
    "bcache",
    "bcachefs",
    "btrfs_set",
    "ceph_bluestore",
    "drbd",
    "drbdproxy_datalog",
    "stratis",
    "oracle_asm",
    "oracleasm",
    "vdo",
    "mpool",
    "vmfs",
    "VMFS",
    "ldm",
    "storage_spaces",
    "core_storage",
    "apple_raid",
    "dm_thin",
    "dm_cache",
    "dm_era",
    "dm_writecache",
    "dm_snapshot",
    "DM_snapshot_cow",
    "jbd",
    "xfs_external_log",
    "ambivalent",
];

/// Types of partitions that are part of a set whatever their content, by their code or identifier. Sources: MBR
/// type 42h (linux-ntfs, `ldm.h`); GPT types as in util-linux, `include/pt-gpt-partnames.h`.
const SET_TYPES: &[(&str, &str)] = &[
    ("0x42", "ldm"),
    ("5808c8aa-7e8f-42e0-85d2-e1e90434cfb3", "ldm"),
    ("af9b60a0-1431-4f62-bc68-3311714a69ad", "ldm"),
    ("e75caf8f-f680-4cee-afa3-b001e56efc2d", "storage_spaces"),
    ("53746f72-6167-11aa-aa11-00306543ecac", "core_storage"),
    ("52414944-0000-11aa-aa11-00306543ecac", "apple_raid"),
    ("52414944-5f4f-11aa-aa11-00306543ecac", "apple_raid"),
    ("0xfb", "vmfs"),
    ("aa31e02a-400f-11db-9590-000c2911d1b8", "vmfs"),
    ("381cfccc-7288-11e0-92ee-000c2911d0b2", "vmfs"),
];

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Signature {
    /// The kind, such as `ext`, `gpt`, `md`.
    pub kind: String,
    /// Offset in bytes from the start; `None` if a program reported it without one.
    pub at: Option<u64>,
    /// Whether it is a copy that a file system keeps far inside, where wipefs(8) leaves it.
    pub is_copy: bool,
    /// The number of its partition; `None` for the device itself.
    pub partition: Option<u32>,
}

impl Signature {
    /// One on the device itself.
    pub(crate) fn of(kind: &str, at: Option<u64>) -> Self {
        Self { kind: kind.to_owned(), at, is_copy: false, partition: None }
    }

    /// Whether the device, or the partition, is part of a set whose other parts may be elsewhere.
    pub fn is_of_set(&self) -> bool {
        self.kind.ends_with("_member") || OF_SETS.contains(&self.kind.as_str())
    }

    /// The same as in a partition.
    pub(super) fn within(self, partition: &TablePartition) -> Self {
        let at = self.at.map(|at| partition.begin + at);
        Self { at, partition: Some(partition.number), ..self }
    }
}

/// The kind, with the number of its partition.
impl fmt::Display for Signature {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.partition {
            Some(number) => write!(to, "p{number}: {}", self.kind),
            None => to.write_str(&self.kind),
        }
    }
}

/// A partition as its table has it, whether the kernel has a device for it or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TablePartition {
    pub(super) number: u32,
    /// In bytes from the start of the device.
    pub(super) begin: u64,
    pub(super) len: u64,
    /// The type: `0x83`, or the identifier of GPT in small letters.
    pub(super) kind: String,
}

impl TablePartition {
    pub(super) fn signature(&self) -> Option<Signature> {
        let (_, kind) = SET_TYPES.iter().find(|(code, _)| *code == self.kind)?;
        Some(Signature::of(kind, Some(0)).within(self))
    }
}

/// The parts read of a device.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Edges {
    pub(crate) size: u64,
    pub(crate) first: Vec<u8>,
    pub(crate) last: Vec<u8>,
    /// Offsets further inside, where copies may be, with the data there.
    pub(crate) inside: Vec<(u64, Vec<u8>)>,
}

impl Edges {
    /// Reads both ends of a device of `size` bytes, and the offsets where file systems keep copies.
    pub(crate) fn read(
        size: u64,
        mut read_at: impl FnMut(&mut [u8], u64) -> std::io::Result<()>,
    ) -> std::io::Result<Self> {
        let mut first = vec![0; FIRST_LEN.min(size as usize)];
        let mut last = vec![0; LAST_LEN.min(size as usize)];
        read_at(&mut first, 0)?;
        let begin = size - last.len() as u64;
        read_at(&mut last, begin)?;
        let mut inside = Vec::new();
        // The possible offsets of copies on a device of this size, whole sectors from the start.
        let mirrors = MIRRORS.iter().map(|mark| mark.at & !511);
        let ext = EXT_COPIES.iter().map(|(_, place)| *place);
        let mut places: Vec<u64> = mirrors.chain(ext).chain(xfs_copies(size)).collect();
        places.retain(|place| place + MIRROR_LEN as u64 <= size);
        places.sort_unstable();
        places.dedup();
        for place in places {
            let mut copy = vec![0; MIRROR_LEN];
            read_at(&mut copy, place)?;
            inside.push((place, copy));
        }
        Ok(Self { size, first, last, inside })
    }

    /// All signatures, in the order of their offsets.
    pub(crate) fn signatures(&self) -> Vec<Signature> {
        // Whether Narrows wrote the first block and its header is unchanged since. The rest of such
        // a block is random, in which a signature of two bytes means nothing.
        let ours = self.first.get(..UNIT).is_some_and(|unit| is_stamped(unit, 0));
        let there = |mark: &&SignatureMark| {
            let counts = !(ours && mark.bytes.len() <= SHORT && mark.at < 4096);
            counts && at(&self.first, mark.at).starts_with(mark.bytes)
        };
        let first = FIRST.iter().filter(there).map(|mark| signature_at(mark.kind, mark.at));
        let near_end = LAST.iter().filter_map(|mark| {
            let at = self.size.checked_sub(mark.at)?;
            self.at_end(at).starts_with(mark.bytes).then(|| signature_at(mark.kind, at))
        });
        let copies = MIRRORS.iter().filter(|mark| self.at_inside(mark.at).starts_with(mark.bytes));
        let copies = copies.map(|mark| copy(mark.kind, mark.at));
        let mut all: Vec<Signature> = first.chain(near_end).chain(copies).collect();
        all.extend(self.copies_of_ext());
        all.extend(self.copy_of_xfs());
        all.extend(self.of_several_drives());
        // Superblocks of md before 1.1. Source: md_p.h, MD_NEW_SIZE_SECTORS: 0.90 lies 64 KiB
        // before the size rounded down to 64 KiB; drivers/md/md.c, super_1_load: 1.0 lies at least
        // 8 KiB and less than 12 KiB before the end, on a boundary of 4 KiB.
        let sectors = self.size / 512;
        let old = (sectors & !127).checked_sub(128).map(|sector| sector * 512);
        let one = sectors.checked_sub(16).map(|sector| (sector & !7) * 512);
        let places = [old, one].into_iter().flatten();
        let md_at_the_end = places.filter(|place| self.at_end(*place).starts_with(MD));
        all.extend(md_at_the_end.map(|at| signature_at("md", at)));
        all.extend(self.zfs().map(|at| signature_at("zfs", at)));
        // An MBR, or the boot sector of a file system.
        let is_bootable = at(&self.first, 510).starts_with(&[0x55, 0xAA]);
        all.extend((!ours && is_bootable).then(|| signature_at("boot_sector", 510)));
        all.sort_unstable_by(|a, b| (a.at, &a.kind).cmp(&(b.at, &b.kind)));
        all.dedup();
        all
    }

    /// Sets that no single place gives away.
    fn of_several_drives(&self) -> Vec<Signature> {
        let mut all = Vec::new();
        let last_begin = self.size - self.last.len() as u64;
        for (begin, bytes) in [(0, &self.first), (last_begin, &self.last)] {
            for (index, sector) in bytes.chunks(SECTOR).enumerate() {
                let kinds = ANYWHERE.iter().filter(|(_, record)| sector.starts_with(record));
                all.extend(
                    kinds.map(|(kind, _)| signature_at(kind, begin + (index * SECTOR) as u64)),
                );
            }
        }
        // btrfs.h, `struct btrfs_super_block`: `num_devices` at 136, the superblock at 64 KiB.
        let is_btrfs = at(&self.first, 0x10040).starts_with(b"_BHRfS_M");
        let drives = at(&self.first, 0x10000 + 136).first_chunk().map(|it| u64::from_le_bytes(*it));
        if is_btrfs && drives.is_some_and(|drives| drives > 1) {
            all.push(signature_at("btrfs_set", 0x10040));
        }
        // The volume header of CoreStorage: `CS` at 88, block type 10h at 10.
        if at(&self.first, 88).starts_with(b"CS") && at(&self.first, 10).starts_with(&[0x10, 0]) {
            all.push(signature_at("core_storage", 0));
        }
        all.extend(self.firmware_raid());
        all
    }

    /// Firmware RAID whose mark is too short to count alone. Sources: util-linux, `superblocks/silicon_raid.c`,
    /// `via_raid.c`, `jmicron_raid.c`.
    fn firmware_raid(&self) -> Vec<Signature> {
        let mut all = Vec::new();
        for sectors_from_end in 1..=4 {
            let Some(place) = self.size.checked_sub(sectors_from_end * SECTOR as u64) else {
                break;
            };
            if at(self.at_end(place), 0x60).starts_with(&0x2f00_0000_u32.to_le_bytes()) {
                all.push(signature_at("silicon_medley_raid_member", place));
            }
        }
        let Some(place) = self.size.checked_sub(SECTOR as u64) else { return all };
        let last = self.at_end(place);
        let sum = last.iter().take(50).fold(0_u8, |sum, byte| sum.wrapping_add(*byte));
        if last.starts_with(&[0x55, 0xaa]) && last.get(50) == Some(&sum) {
            all.push(signature_at("via_raid_member", place));
        }
        let words = last.chunks_exact(2).take(64).map(|it| u16::from_le_bytes([it[0], it[1]]));
        let sum = words.fold(0_u16, u16::wrapping_add);
        if last.starts_with(b"JM") && sum <= 1 {
            all.push(signature_at("jmicron_raid_member", place));
        }
        all
    }

    /// The bytes from `place` on, an offset from the start, in the part read at the end.
    fn at_end(&self, place: u64) -> &[u8] {
        let begin = self.size - self.last.len() as u64;
        place.checked_sub(begin).map_or(&[], |offset| at(&self.last, offset))
    }

    /// The bytes from `place` on, in the parts read inside.
    fn at_inside(&self, place: u64) -> &[u8] {
        let within = |(begin, bytes): &&(u64, Vec<u8>)| {
            place.checked_sub(*begin).is_some_and(|offset| offset < bytes.len() as u64)
        };
        let inner = self.inside.iter().find(within);
        inner.map_or(&[], |(begin, bytes)| at(bytes, place - begin))
    }

    /// Copies of ext's superblock. Its two-byte magic occurs in noise too, so its block size and
    /// group number must fit as well (ext4.h: `s_log_block_size` at 24, `s_magic` at 56,
    /// `s_block_group_nr` at 90).
    fn copies_of_ext(&self) -> impl Iterator<Item = Signature> {
        let is_copy = |(log, place): &(u32, u64)| {
            let block = self.at_inside(*place);
            at(block, 24).starts_with(&log.to_le_bytes())
                && at(block, 56).starts_with(&[0x53, 0xEF])
                && at(block, 90).starts_with(&1_u16.to_le_bytes())
        };
        EXT_COPIES.iter().filter(move |copy| is_copy(copy)).map(|(_, place)| copy("ext", *place))
    }

    /// The copy at the start of XFS' second allocation group, where mkfs.xfs made four of equal size.
    fn copy_of_xfs(&self) -> Option<Signature> {
        let places = xfs_copies(self.size);
        let place = places.into_iter().find(|place| self.at_inside(*place).starts_with(b"XFSB"))?;
        Some(copy("xfs", place))
    }

    /// Uberblocks fill the second half of each label of 256 KiB, one each KiB or more; two labels at
    /// the start, two at the end. Magic 0x00bab10c in either byte order.
    fn zfs(&self) -> Option<u64> {
        let end = self.size & !((256 << 10) - 1);
        let labels =
            [Some(0), Some(256 << 10), end.checked_sub(512 << 10), end.checked_sub(256 << 10)];
        let places = labels.into_iter().flatten();
        let mut places = places.flat_map(|label| (128..256).map(move |kib| label + (kib << 10)));
        places.find(|place| {
            let bytes = match at(&self.first, *place) {
                [] => self.at_end(*place),
                bytes => bytes,
            };
            let magic = bytes.first_chunk::<8>().map(|bytes| u64::from_le_bytes(*bytes));
            magic.is_some_and(|magic| magic == 0x00ba_b10c || magic.swap_bytes() == 0x00ba_b10c)
        })
    }
}

/// A quarter of the device in blocks of 4 KiB, rounded up and down: xfsprogs,
/// libxfs/topology.c, `calc_default_ag_geometry`, for a single disk below 4 TiB.
fn xfs_copies(size: u64) -> [u64; 2] {
    let blocks = size / 4096;
    [blocks / 4 * 4096, blocks.div_ceil(4) * 4096]
}

fn at(bytes: &[u8], offset: u64) -> &[u8] {
    bytes.get(offset as usize..).unwrap_or_default()
}

fn signature_at(kind: &str, at: u64) -> Signature {
    Signature::of(kind, Some(at))
}

fn copy(kind: &str, at: u64) -> Signature {
    Signature { is_copy: true, ..signature_at(kind, at) }
}

#[cfg(test)]
mod tests {
    use narrows_engine::BlockStamp;
    use proptest::prelude::*;

    use super::*;

    const SIZE: u64 = 8 << 20;

    fn edges_of(device: &[u8]) -> Edges {
        let read = |buffer: &mut [u8], at: u64| {
            buffer.copy_from_slice(&device[at as usize..][..buffer.len()]);
            Ok(())
        };
        Edges::read(device.len() as u64, read).unwrap()
    }

    fn kinds(device: &[u8]) -> Vec<String> {
        edges_of(device).signatures().into_iter().map(|it| it.kind).collect()
    }

    fn with(at: u64, bytes: &[u8]) -> Vec<u8> {
        let mut device = vec![0; SIZE as usize];
        device[at as usize..][..bytes.len()].copy_from_slice(bytes);
        device
    }

    #[test]
    fn nothing_is_found_on_an_empty_device() {
        assert_eq!(kinds(&vec![0; SIZE as usize]), [""; 0]);
    }

    #[test]
    fn every_mark_is_found_at_its_place() {
        for SignatureMark { kind, at, bytes } in FIRST {
            assert!(kinds(&with(*at, bytes)).contains(&(*kind).to_owned()), "{kind}");
        }
        for SignatureMark { kind, at, bytes } in LAST {
            assert!(kinds(&with(SIZE - at, bytes)).contains(&(*kind).to_owned()), "{kind} at end");
        }
    }

    /// A device of which only the requested offsets exist.
    fn kinds_of_sparse(size: u64, at: u64, bytes: &[u8]) -> Vec<String> {
        let read = |buffer: &mut [u8], begin: u64| {
            let Some(offset) = at.checked_sub(begin) else { return Ok(()) };
            if let Some(here) = buffer.get_mut(offset as usize..offset as usize + bytes.len()) {
                here.copy_from_slice(bytes);
            }
            Ok(())
        };
        let edges = Edges::read(size, read).unwrap();
        edges.signatures().into_iter().map(|it| it.kind).collect()
    }

    #[test]
    fn copies_far_inside_are_found() {
        for SignatureMark { kind, at, bytes } in MIRRORS {
            assert_eq!(kinds_of_sparse(1 << 40, *at, bytes), [*kind]);
        }
        for (log, place) in EXT_COPIES {
            let mut block = [0; 92];
            block[24..28].copy_from_slice(&log.to_le_bytes());
            block[56..58].copy_from_slice(&[0x53, 0xEF]);
            block[90] = 1;
            assert_eq!(kinds_of_sparse(1 << 40, place, &block), ["ext"]);
            block[90] = 2;
            assert_eq!(kinds_of_sparse(1 << 40, place, &block), [""; 0], "of another group");
        }
        assert_eq!(kinds_of_sparse(1 << 40, 1 << 38, b"XFSB"), ["xfs"]);
        assert_eq!(kinds_of_sparse((1 << 40) - 512, 1 << 38, b"XFSB"), ["xfs"]);
    }

    /// 8 MiB are 16,384 sectors. 0.90: (16,384 & !127) - 128 = 16,256; 1.0: 16,368.
    #[test]
    fn old_superblocks_of_md_lie_at_the_end() {
        assert_eq!(kinds(&with(16_256 * 512, MD)), ["md"]);
        assert_eq!(kinds(&with(16_368 * 512, MD)), ["md"]);
    }

    #[test]
    fn labels_of_zfs_are_found_in_both_byte_orders_and_at_both_ends() {
        let magic = 0x00ba_b10c_u64;
        assert_eq!(kinds(&with(140 << 10, &magic.to_le_bytes())), ["zfs"]);
        assert_eq!(kinds(&with((256 + 130) << 10, &magic.to_be_bytes())), ["zfs"]);
        assert_eq!(kinds(&with(SIZE - (100 << 10), &magic.to_le_bytes())), ["zfs"]);
    }

    #[test]
    fn noise_of_our_own_is_no_file_system() {
        let mut block = vec![0; 4096];
        block[510..512].copy_from_slice(&[0x55, 0xAA]);
        block[1080..1082].copy_from_slice(&[0x53, 0xEF]);
        assert_eq!(kinds(&with(0, &block)), ["boot_sector", "ext"]);
        BlockStamp::new(7).number(&mut block, 0, 1);
        assert_eq!(kinds(&with(0, &block)), [""; 0]);
        let mut changed = block.clone();
        changed[24] ^= 1;
        assert_eq!(kinds(&with(0, &changed)), ["boot_sector", "ext"], "no longer ours");
        block[512..520].copy_from_slice(b"EFI PART");
        assert_eq!(kinds(&with(0, &block)), ["gpt"], "a long mark is no noise");
    }

    #[test]
    fn sets_are_found_wherever_they_keep_their_records() {
        for (kind, record) in ANYWHERE {
            for at in [3072, SIZE - 512, SIZE - (1 << 20)] {
                assert_eq!(kinds(&with(at, record)), [*kind], "{kind} at {at}");
            }
        }
        let mut btrfs = with(0x10040, b"_BHRfS_M");
        btrfs[0x10000 + 136] = 1;
        assert_eq!(kinds(&btrfs), ["btrfs"], "of one drive");
        btrfs[0x10000 + 136] = 2;
        assert_eq!(kinds(&btrfs), ["btrfs", "btrfs_set"]);
        let mut storage = with(88, b"CS");
        storage[10] = 0x10;
        assert_eq!(kinds(&storage), ["core_storage"]);
        assert_eq!(
            kinds(&with(SIZE - 1024 + 0x60, &[0, 0, 0, 0x2f])),
            ["silicon_medley_raid_member"]
        );
        let mut via = with(SIZE - 512, &[0x55, 0xaa]);
        via[SIZE as usize - 512 + 50] = 0xff;
        assert_eq!(kinds(&via), ["via_raid_member"], "55h and aah are ffh");
        // 4d4ah and b2b6h are 10000h.
        let mut jmicron = with(SIZE - 512, b"JM");
        jmicron[SIZE as usize - 510..][..2].copy_from_slice(&[0xb6, 0xb2]);
        assert_eq!(kinds(&jmicron), ["jmicron_raid_member"]);
        assert_eq!(kinds(&with(SIZE - 512, b"JM")), [""; 0], "the sum is not right");
    }

    #[test]
    fn a_partition_of_a_set_is_known_by_its_type_alone() {
        let of = |kind: &str| TablePartition {
            number: 2,
            begin: 4096,
            len: 8192,
            kind: kind.to_owned(),
        };
        let ldm = of("0x42").signature().unwrap();
        assert_eq!(
            (ldm.to_string(), ldm.at, ldm.is_of_set()),
            ("p2: ldm".into(), Some(4096), true)
        );
        assert_eq!(of("0x83").signature(), None);
        assert!(Signature::of("via_raid_member", None).is_of_set());
        assert!(!Signature::of("ext4", None).is_of_set());
    }

    proptest! {
        #[test]
        fn any_content_and_size_is_looked_at_safely(
            content in prop::collection::vec(any::<u8>(), 0..3000), size in 0..200_000_usize,
        ) {
            let mut device = vec![0; size];
            for (at, byte) in device.iter_mut().zip(&content) {
                *at = *byte;
            }
            let _ = edges_of(&device).signatures();
        }
    }
}
