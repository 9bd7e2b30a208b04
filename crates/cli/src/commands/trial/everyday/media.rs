//! Reading media like a server of many streams: each in turn reads on, and now and then seeks.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

use narrows_record::trial::TrialJobStep;

use super::fill::FillNoise;
use super::timed;

const STREAMS: u64 = 8;
/// Size of a stream's read: at 100 Mbit/s 84 ms of it.
const CHUNK: u64 = 1 << 20;
/// A stream seeks after this many chunks, about three seconds.
const SCENE: u64 = 36;
/// A stream of 100 Mbit/s, bytes a second.
const STREAM_RATE: f64 = 12.5e6;

/// Reads as much as the file holds, as fast as it goes, and returns how many streams that is.
pub fn read(path: &Path, seed: u64) -> io::Result<Vec<TrialJobStep>> {
    let file = File::open(path)?;
    let chunks = file.metadata()?.len() / CHUNK;
    let (mut step, ()) = timed("stream", || all(&file, chunks, seed))?;
    let bytes = (chunks * CHUNK) as f64;
    step.streams = (step.wall_s > 0.0).then(|| bytes / step.wall_s / STREAM_RATE);
    Ok(vec![step])
}

/// Reads everything once: repeated reads would come from memory.
fn all(file: &File, chunks: u64, seed: u64) -> io::Result<()> {
    // The numbers below `count` in an order that looks random (the shuffle of Fisher and Yates).
    let count = chunks.div_ceil(SCENE);
    let mut noise = FillNoise::new(seed);
    let mut numbers: Vec<u64> = (0..count).collect();
    for last in (1..numbers.len()).rev() {
        numbers.swap(last, noise.below(last as u64 + 1) as usize);
    }
    let mut scenes = numbers.into_iter();
    let next = |scenes: &mut std::vec::IntoIter<u64>| {
        let from = scenes.next()? * SCENE;
        Some(from..(from + SCENE).min(chunks))
    };
    let mut streams: Vec<_> = (0..STREAMS).map_while(|_| next(&mut scenes)).collect();
    let mut buffer = vec![0; CHUNK as usize];
    while !streams.is_empty() {
        for stream in &mut streams {
            let at = stream.next().or_else(|| {
                *stream = next(&mut scenes)?;
                stream.next()
            });
            if let Some(at) = at {
                file.read_exact_at(&mut buffer, at * CHUNK)?;
            }
        }
        // A stream whose scene is over stays as long as there is another one.
        streams.retain(|stream| !stream.is_empty() || !scenes.as_slice().is_empty());
    }
    Ok(())
}
