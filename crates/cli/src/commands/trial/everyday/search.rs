//! Sequence search over genome-like text: an index of all words of 11 bases is built and written,
//! then sequences are looked up in it and compared with the text.
//!
//! The index is a table of where each word's positions begin, then all positions in the order of
//! their words (a counting sort). Text is FASTA: a line that begins with `>`, then 70 bases a line.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;

use narrows_record::trial::TrialJobStep;
use rustix::fs::{Advice, fadvise};

use super::fill::FillNoise;
use super::timed;

const BASES: &[u8; 4] = b"ACGT";
const HEADER: &[u8] = b">narrows made-up sequence\n";
const LINE: u64 = 70;
const WORD: u64 = 11;
const WORDS: usize = 1 << (2 * WORD);
/// Bases of a sequence that is searched.
const QUERY: u64 = 100;
const QUERIES: u64 = 2000;
/// Searching side by side, as such programs do.
const THREADS: u64 = 4;
/// Positions are counted in 32 bits.
const MOST: u64 = 2 << 30;

pub fn write_text(path: &Path, len: u64, seed: u64) -> io::Result<()> {
    let mut to = BufWriter::new(File::create_new(path)?);
    let mut noise = FillNoise::new(seed);
    to.write_all(HEADER)?;
    for _ in 0..len.min(MOST) / (LINE + 1) {
        let mut line = [b'\n'; LINE as usize + 1];
        // A number of 64 bits holds 32 bases.
        for bases in line[..LINE as usize].chunks_mut(32) {
            let mut number = noise.next();
            for base in bases {
                *base = BASES[(number & 3) as usize];
                number >>= 2;
            }
        }
        to.write_all(&line)?;
    }
    to.flush()
}

/// Builds the index and searches, each timed. Between the two all is written out and forgotten by
/// the page cache, so that searching reads from the drives.
pub fn run(text: &Path, index: &Path, seed: u64) -> io::Result<Vec<TrialJobStep>> {
    let (build, bases) = timed("build", || build(text, index))?;
    for path in [text, index] {
        let file = File::open(path)?;
        file.sync_all()?;
        fadvise(&file, 0, None, Advice::DontNeed)?;
    }
    let (search, ()) = timed("search", || search_all(text, index, bases, seed))?;
    Ok(vec![build, search])
}

/// Searches with an existing index.
#[cfg(test)]
pub fn run_with(text: &Path, index: &Path, seed: u64) -> io::Result<()> {
    let bases = read_bases(text)?.len() as u64;
    search_all(text, index, bases, seed)
}

/// Two bits for each of the four.
fn code(base: u8) -> u8 {
    match base {
        b'A' => 0,
        b'C' => 1,
        b'G' => 2,
        _ => 3,
    }
}

fn read_bases(text: &Path) -> io::Result<Vec<u8>> {
    let mut all = Vec::new();
    BufReader::with_capacity(1 << 20, File::open(text)?).read_to_end(&mut all)?;
    let lines = all.split(|byte| *byte == b'\n').filter(|line| !line.starts_with(b">"));
    let mut bases = Vec::with_capacity(all.len());
    lines.for_each(|line| bases.extend(line.iter().map(|base| code(*base))));
    Ok(bases)
}

/// Every word of the bases, in order.
fn words(bases: &[u8]) -> impl Iterator<Item = usize> {
    let mut word = 0;
    bases.iter().enumerate().filter_map(move |(at, base)| {
        word = ((word << 2) | usize::from(*base)) & (WORDS - 1);
        (at as u64 + 1 >= WORD).then_some(word)
    })
}

/// Writes the index; how many bases the text has.
fn build(text: &Path, index: &Path) -> io::Result<u64> {
    let bases = read_bases(text)?;
    let mut starts = vec![0_u32; WORDS + 1];
    words(&bases).for_each(|word| starts[word + 1] += 1);
    // From counts to where the positions of each word begin.
    for word in 0..WORDS {
        starts[word + 1] += starts[word];
    }
    let mut positions = vec![0_u32; starts[WORDS] as usize];
    let mut next = starts.clone();
    for (at, word) in words(&bases).enumerate() {
        positions[next[word] as usize] = at as u32;
        next[word] += 1;
    }
    let mut to = BufWriter::with_capacity(1 << 20, File::create_new(index)?);
    for number in starts.iter().chain(&positions) {
        to.write_all(&number.to_le_bytes())?;
    }
    to.flush()?;
    Ok(bases.len() as u64)
}

fn search_all(text: &Path, index: &Path, bases: u64, seed: u64) -> io::Result<()> {
    let files = SearchFiles { text: File::open(text)?, index: File::open(index)? };
    // Reading ahead would fetch what no search asks for.
    for file in [&files.text, &files.index] {
        fadvise(file, 0, None, Advice::Random)?;
    }
    std::thread::scope(|scope| {
        let files = &files;
        let some = |thread: u64| {
            let mut noise = FillNoise::new(seed ^ (thread + 1));
            (0..QUERIES / THREADS).try_for_each(|_| one(files, bases, &mut noise))
        };
        let threads: Vec<_> =
            (0..THREADS).map(|thread| scope.spawn(move || some(thread))).collect();
        let lost = || io::Error::other("a searching thread broke down");
        threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| lost())?)
    })
}

struct SearchFiles {
    text: File,
    index: File,
}

/// Takes a sequence from the text and searches it: its own place must be among the hits.
fn one(files: &SearchFiles, bases: u64, noise: &mut FillNoise) -> io::Result<()> {
    let from = noise.below(bases.saturating_sub(QUERY));
    let query = sequence(files, from)?;
    // Every position at which the text holds the sequence.
    let codes: Vec<u8> = query.iter().take(WORD as usize).map(|base| code(*base)).collect();
    let word = words(&codes).next().unwrap_or_default() as u64;
    let mut ends = [0; 8];
    files.index.read_exact_at(&mut ends, word * 4)?;
    let number =
        |bytes: &[u8]| u64::from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
    let (start, end) = (number(&ends[..4]), number(&ends[4..]));
    let mut positions = vec![0; (end.saturating_sub(start) * 4) as usize];
    files.index.read_exact_at(&mut positions, (WORDS as u64 + 1 + start) * 4)?;
    let mut hits = Vec::new();
    for position in positions.chunks_exact(4).map(number) {
        if sequence(files, position).is_ok_and(|there| there == query) {
            hits.push(position);
        }
    }
    if hits.contains(&from) {
        Ok(())
    } else {
        Err(io::Error::other(format!("the sequence at {from} was not found")))
    }
}

/// The bases from a position on, read over the ends of lines.
fn sequence(files: &SearchFiles, position: u64) -> io::Result<Vec<u8>> {
    let at = |base: u64| HEADER.len() as u64 + base + base / LINE;
    let (first, last) = (at(position), at(position + QUERY - 1));
    let mut bytes = vec![0; (last + 1 - first) as usize];
    files.text.read_exact_at(&mut bytes, first)?;
    bytes.retain(|byte| *byte != b'\n');
    Ok(bytes)
}
