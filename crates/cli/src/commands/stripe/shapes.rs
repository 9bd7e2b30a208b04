//! Which arrays are tried: levels and chunks that the RAID engine could make of these drives.
//!
//! Sources for chunks: the kernel's drivers/md/raid0.c takes any size since 2.6.31 (commit
//! fbb704efb784), raid10.c and raid5.c only powers of two; dm-stripe any since 3.7 (commit
//! eb850de608cc); lvcreate(8) and the firmware of chipsets only powers of two; btrfs(5) and Windows
//! have 64 KiB and no choice.

use narrows_messages::Message;
use narrows_model::{RaidEngine, RaidLevel};
use narrows_units::Bytes;

use crate::args::stripe::StripeArgs;
use crate::failure::{CommandFailure, Result};

/// The default range: 4 KiB to 1 MiB.
const CHUNKS: [u64; 9] = [4, 8, 16, 32, 64, 128, 256, 512, 1024];
/// Chunk size if fixed.
const FIXED: Bytes = Bytes::kib(64);
/// More arrangements than anybody compares; more is a slip.
pub const MOST_CANDIDATES: usize = 1000;

/// Levels and chunks to try, each once, smallest chunk first.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayShapes {
    pub levels: Vec<RaidLevel>,
    pub chunks: Vec<Bytes>,
}

/// Those of the command line, for this many drives and this RAID engine.
pub fn of(args: &StripeArgs, layer: RaidEngine, drives: usize) -> Result<ArrayShapes> {
    let mut levels: Vec<RaidLevel> = Vec::new();
    for level in &args.level {
        if !levels.contains(level) {
            levels.push(enough(*level, drives)?);
        }
    }
    let mut chunks = if args.chunk.is_empty() { usual(layer) } else { args.chunk.clone() };
    chunks.sort_unstable();
    chunks.dedup();
    for chunk in &chunks {
        check_chunk(*chunk, layer, &levels)?;
    }
    Ok(ArrayShapes { levels, chunks })
}

fn usual(layer: RaidEngine) -> Vec<Bytes> {
    if has_choice(layer) { CHUNKS.map(Bytes::kib).to_vec() } else { vec![FIXED] }
}

fn has_choice(layer: RaidEngine) -> bool {
    !matches!(layer, RaidEngine::Btrfs | RaidEngine::WindowsStripe)
}

fn enough(level: RaidLevel, drives: usize) -> Result<RaidLevel> {
    let wants = level.fewest();
    if drives >= wants {
        return Ok(level);
    }
    let what = Message::new("stripe-verb-too-few-for").with("level", level.as_str());
    Err(CommandFailure::usage(what.with("wants", wants).with("drives", drives)))
}

fn check_chunk(chunk: Bytes, layer: RaidEngine, levels: &[RaidLevel]) -> Result<()> {
    let says = |id, level: RaidLevel| {
        let what = Message::new(id).with("chunk", chunk).with("layer", layer.as_str());
        let what = what.with("level", level.as_str());
        Err(CommandFailure::usage(
            what.with("smaller", Bytes::new(above(chunk).get() / 2)).with("larger", above(chunk)),
        ))
    };
    let chunked = || levels.iter().copied().filter(|level| level.has_chunks());
    if let Some(level) = chunked().next().filter(|_| !has_choice(layer) && chunk != FIXED) {
        return says("stripe-verb-chunk-fixed", level);
    }
    let is_power = chunk.get().is_power_of_two();
    match chunked().find(|level| {
        let takes_any =
            matches!(layer, RaidEngine::Md | RaidEngine::DmStripe) && *level == RaidLevel::Stripe;
        !is_power && !takes_any
    }) {
        Some(level) => says("stripe-verb-chunk-power", level),
        None => Ok(()),
    }
}

fn above(chunk: Bytes) -> Bytes {
    Bytes::new(chunk.get().next_power_of_two())
}

/// Refuses chunks that a member's part does not hold.
pub fn check_room(shapes: &ArrayShapes, member: Bytes) -> Result<()> {
    let chunked = shapes.levels.iter().any(|level| level.has_chunks());
    match shapes.chunks.last().filter(|chunk| chunked && **chunk > member) {
        Some(chunk) => {
            let what = Message::new("stripe-verb-chunk-too-large").with("chunk", *chunk);
            Err(CommandFailure::usage(what.with("size", member)))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        stripe: StripeArgs,
    }

    fn shapes(words: &[&str], drives: usize) -> Result<ArrayShapes, &'static str> {
        let line = Line::parse_from([&["stripe", "--on", "x"], words].concat());
        of(&line.stripe, line.stripe.raid_engine.unwrap_or_default(), drives)
            .map_err(|failure| failure.what.id())
    }

    #[test]
    fn nine_chunks_of_a_stripe_are_usual() {
        let usual = shapes(&[], 2).unwrap();
        assert_eq!(usual.levels, [RaidLevel::Stripe]);
        assert_eq!((usual.chunks[0], usual.chunks[8]), (Bytes::kib(4), Bytes::mib(1)));
        let twice = shapes(&["--chunk", "64K,16K,64K", "--level", "0,raid0"], 2).unwrap();
        assert_eq!(twice.chunks, [Bytes::kib(16), Bytes::kib(64)]);
        assert_eq!(twice.levels.len(), 1);
        assert_eq!(shapes(&["--raid-engine", "btrfs"], 2).unwrap().chunks, [Bytes::kib(64)]);
    }

    #[test]
    fn only_some_layers_take_any_chunk() {
        let odd = ["--chunk", "24K"];
        let with = |more: &[&str]| shapes(&[&odd[..], more].concat(), 4).map(|_| ());
        assert_eq!(with(&[]), Ok(()));
        assert_eq!(with(&["--raid-engine", "dm-stripe"]), Ok(()));
        assert_eq!(with(&["--level", "10"]), Err("stripe-verb-chunk-power"));
        assert_eq!(with(&["--level", "0,5"]), Err("stripe-verb-chunk-power"));
        assert_eq!(with(&["--raid-engine", "intel-rst"]), Err("stripe-verb-chunk-power"));
        assert_eq!(with(&["--raid-engine", "windows-stripe"]), Err("stripe-verb-chunk-fixed"));
        // Mirrors have no chunks to be refused.
        assert_eq!(with(&["--level", "1"]), Ok(()));
    }

    #[test]
    fn levels_take_drives() {
        for (level, most) in [("0", 1), ("1", 1), ("jbod", 1), ("10", 2), ("5", 2), ("6", 3)] {
            let tried = |drives| shapes(&["--level", level], drives).map(|_| ());
            assert_eq!(tried(most), Err("stripe-verb-too-few-for"), "{level}");
            assert_eq!(tried(most + 1), Ok(()), "{level}");
        }
    }

    #[test]
    fn a_chunk_has_to_fit_the_file() {
        let large = shapes(&["--chunk", "128M"], 2).unwrap();
        let says = |size| check_room(&large, Bytes::mib(size)).map_err(|failure| failure.what.id());
        assert_eq!(says(64), Err("stripe-verb-chunk-too-large"));
        assert_eq!(says(128), Ok(()));
        let mirror = shapes(&["--chunk", "128M", "--level", "1"], 2).unwrap();
        assert!(check_room(&mirror, Bytes::mib(64)).is_ok());
    }
}
