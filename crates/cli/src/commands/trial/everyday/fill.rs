//! Input that neither compresses nor repeats, the same for a seed.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Numbers that look random. Source: G. L. Steele, D. Lea, C. H. Flood, "Fast Splittable
/// Pseudorandom Number Generators", OOPSLA 2014 (SplitMix64).
pub struct FillNoise(u64);

impl FillNoise {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Below `limit`, which is not 0; small numbers come a little more often.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit.max(1)
    }
}

const BUFFER: usize = 1 << 20;

pub fn file(path: &Path, len: u64, seed: u64) -> io::Result<()> {
    noise(&mut File::create_new(path)?, len, seed)
}

pub fn noise(file: &mut File, len: u64, seed: u64) -> io::Result<()> {
    let mut noise = FillNoise::new(seed);
    let mut buffer = vec![0; BUFFER];
    let mut left = len;
    while left > 0 {
        let part = left.min(BUFFER as u64) as usize;
        for word in buffer[..part].chunks_mut(8) {
            word.copy_from_slice(&noise.next().to_le_bytes()[..word.len()]);
        }
        file.write_all(&buffer[..part])?;
        left -= part as u64;
    }
    Ok(())
}

const KIB: u64 = 1 << 10;
/// Of ten files six are notes and thumbnails, three pictures, one a film: (smallest, largest).
const MIX: [(u64, u64); 10] = {
    let (small, middle, large) =
        ((2 * KIB, 64 * KIB), (256 * KIB, 4096 * KIB), (8192 * KIB, 32768 * KIB));
    [small, small, middle, small, small, middle, small, small, middle, large]
};
const FILES_A_FOLDER: usize = 50;

/// The sizes of mixed files with `total` bytes in all.
pub fn sizes(total: u64, seed: u64) -> Vec<u64> {
    let mut noise = FillNoise::new(seed);
    let (mut sizes, mut left) = (Vec::new(), total);
    while left > 0 {
        let (least, most) = MIX[sizes.len() % MIX.len()];
        let len = (least + noise.below(most - least)).min(left);
        sizes.push(len);
        left -= len;
    }
    sizes
}

/// A folder of mixed files with `total` bytes in all.
pub fn folder(path: &Path, total: u64, seed: u64) -> io::Result<()> {
    let mut noise = FillNoise::new(!seed);
    for (number, len) in sizes(total, seed).into_iter().enumerate() {
        let below = path.join(format!("{:03}", number / FILES_A_FOLDER));
        if number.is_multiple_of(FILES_A_FOLDER) {
            std::fs::create_dir_all(&below)?;
        }
        file(&below.join(format!("{number:05}")), len, noise.next())?;
    }
    Ok(())
}
