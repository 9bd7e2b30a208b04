//! A file system's stripe geometry, from its superblock.
//!
//! Sources: Linux fs/ext4/ext4.h, struct ext4_super_block (s_log_block_size, s_magic, s_raid_stride,
//! s_raid_stripe_width); fs/xfs/libxfs/xfs_format.h, struct xfs_dsb (sb_magicnum, sb_blocksize, sb_unit,
//! sb_width).

/// So many bytes from the beginning of the device hold the superblock of each.
pub const SUPERBLOCK: usize = 4096;

/// ext4's superblock begins here.
const EXT4: usize = 1024;
const EXT4_MAGIC: u16 = 0xef53;

/// Stripe geometry of a file system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Geometry {
    /// `ext4` or `xfs`.
    pub kind: String,
    /// Its block size in bytes.
    pub block: u64,
    /// Bytes per member (stripe unit); 0 if it records none.
    pub unit: u64,
    /// Bytes across all members (stripe width); 0 likewise.
    pub width: u64,
}

impl Geometry {
    /// From the first [`SUPERBLOCK`] bytes of a device; `None` if they are damaged or of no file system
    /// that has such fields.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        xfs(bytes).or_else(|| ext4(bytes))
    }
}

fn xfs(bytes: &[u8]) -> Option<Geometry> {
    bytes.starts_with(b"XFSB").then_some(())?;
    // sb_blocksize, sb_unit and sb_width. XFS is big-endian and counts the last two in blocks.
    let [block, unit, width] =
        [4, 184, 188].map(|at| field(bytes, at).map(u32::from_be_bytes).map(u64::from));
    let block = block.filter(|block| block.is_power_of_two())?;
    Some(Geometry { kind: "xfs".to_owned(), block, unit: unit? * block, width: width? * block })
}

fn ext4(bytes: &[u8]) -> Option<Geometry> {
    let bytes = bytes.get(EXT4..)?;
    // s_magic; then s_log_block_size, s_raid_stride and s_raid_stripe_width, the last two in
    // blocks.
    let magic = field(bytes, 0x38).map(u16::from_le_bytes)?;
    let scale = field(bytes, 0x18).map(u32::from_le_bytes)?;
    // 1 KiB to 64 KiB.
    let block = (magic == EXT4_MAGIC && scale <= 6).then(|| 1024u64 << scale)?;
    let stride = field(bytes, 0x164).map(u16::from_le_bytes)?;
    let width = field(bytes, 0x170).map(u32::from_le_bytes)?;
    let [unit, width] = [u64::from(stride), u64::from(width)].map(|count| count * block);
    Some(Geometry { kind: "ext4".to_owned(), block, unit, width })
}

fn field<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at.checked_add(N)?)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn stripes_stand_in_the_superblocks() {
        let mut xfs = vec![0; SUPERBLOCK];
        xfs[..4].copy_from_slice(b"XFSB");
        xfs[4..8].copy_from_slice(&4096u32.to_be_bytes());
        // 128 blocks of 4 KiB are 512 KiB, four of them 2 MiB.
        xfs[184..188].copy_from_slice(&128u32.to_be_bytes());
        xfs[188..192].copy_from_slice(&512u32.to_be_bytes());
        let geometry = Geometry::of(&xfs).unwrap();
        assert_eq!(
            (geometry.kind.as_str(), geometry.unit, geometry.width),
            ("xfs", 512 << 10, 2 << 20)
        );
        let mut ext4 = vec![0; SUPERBLOCK];
        ext4[1024 + 0x38..1024 + 0x3a].copy_from_slice(&EXT4_MAGIC.to_le_bytes());
        ext4[1024 + 0x18] = 2;
        ext4[1024 + 0x164] = 16;
        ext4[1024 + 0x170] = 32;
        let geometry = Geometry::of(&ext4).unwrap();
        assert_eq!(
            (geometry.kind.as_str(), geometry.unit, geometry.width),
            ("ext4", 64 << 10, 128 << 10)
        );
        assert_eq!(Geometry::of(&[0; SUPERBLOCK]), None);
        assert_eq!(Geometry::of(b"XFSB"), None);
    }

    proptest! {
        #[test]
        fn damage_does_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..SUPERBLOCK)) {
            let _ = Geometry::of(&bytes);
            let _ = Geometry::of(&[b"XFSB", &bytes[..]].concat());
        }
    }
}
