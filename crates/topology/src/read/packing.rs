//! Compressed streams: gzip, bzip2, xz, zstd, each with a decoder in pure Rust.
//!
//! For: one bounded stream of unpacked bytes, whatever it was packed with.
//!
//! Not here: the stream's contents ([`super::archive`]).

use std::fmt;
use std::io::{self, Read};

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

/// Most bytes unpacked from one input. The largest known capture has 12 MiB.
pub(super) const MOST_UNPACKED: u64 = 128 << 20;

/// Most memory of a decoder's window: xz -9 uses 64 MiB. Archives of zstd --ultra -22 and
/// --long=27, which use 128 MiB, are refused, so that reading any input stays below 200 MB.
const MOST_WINDOW: u32 = 64 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CompressionFormat {
    /// RFC 1952.
    Gzip,
    Bzip2,
    Xz,
    /// RFC 8878.
    Zstd,
}

/// The first bytes of each packing.
const MAGIC: [(&[u8], CompressionFormat); 4] = [
    (&[0x1f, 0x8b], CompressionFormat::Gzip),
    (b"BZh", CompressionFormat::Bzip2),
    (&[0xfd, b'7', b'z', b'X', b'Z', 0], CompressionFormat::Xz),
    (&[0x28, 0xb5, 0x2f, 0xfd], CompressionFormat::Zstd),
];

/// How the bytes are packed, by their first few.
pub(super) fn of(bytes: &[u8]) -> Option<CompressionFormat> {
    MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, packing)| *packing)
}

/// The unpacked stream, which fails when it grows beyond [`MOST_UNPACKED`].
pub(super) fn unpacked<'a>(bytes: &'a [u8]) -> io::Result<impl Read + 'a> {
    let stream: Box<dyn Read + 'a> = match of(bytes) {
        None => Box::new(bytes),
        Some(CompressionFormat::Gzip) => Box::new(MultiGzDecoder::new(bytes)),
        Some(CompressionFormat::Bzip2) => Box::new(MultiBzDecoder::new(bytes)),
        Some(CompressionFormat::Xz) => {
            Box::new(XzReader::new_mem_limit(bytes, true, MOST_WINDOW / 1024))
        }
        Some(CompressionFormat::Zstd) => Box::new(ZstdFrames { rest: bytes, frame: None }),
    };
    Ok(BoundedStream { stream, left: MOST_UNPACKED })
}

/// zstd's frames one after the other; the decoder itself reads only one.
struct ZstdFrames<'a> {
    rest: &'a [u8],
    frame: Option<StreamingDecoder<&'a [u8], FrameDecoder>>,
}

impl<'a> ZstdFrames<'a> {
    /// Opens the next frame and steps over skippable ones; false at the end.
    fn open(&mut self) -> io::Result<bool> {
        while !self.rest.is_empty() {
            let mut decoder = FrameDecoder::new();
            decoder.set_max_window_size(u64::from(MOST_WINDOW));
            match StreamingDecoder::new_with_decoder(self.rest, decoder) {
                Ok(frame) => {
                    self.frame = Some(frame);
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    // Four bytes of magic and four of length precede the skipped bytes.
                    let skipped = (length as usize).saturating_add(8);
                    self.rest = self.rest.get(skipped..).unwrap_or_default();
                }
                Err(error) => return Err(plainly(&error)),
            }
        }
        Ok(false)
    }
}

impl Read for ZstdFrames<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            let Some(frame) = &mut self.frame else {
                if !self.open()? {
                    return Ok(0);
                }
                continue;
            };
            let count = frame.read(buffer).map_err(|error| plainly(&error))?;
            if count > 0 {
                return Ok(count);
            }
            // What the decoder has left begins with the next frame.
            self.rest = frame.get_ref();
            self.frame = None;
        }
    }
}

/// The decoder's errors print as nested Rust values; all that matters is whether its input ended
/// early.
fn plainly(error: &(dyn std::error::Error + 'static)) -> io::Error {
    let ended = |error: &(dyn std::error::Error + 'static)| {
        let error = error.downcast_ref::<io::Error>();
        error.is_some_and(|error| error.kind() == io::ErrorKind::UnexpectedEof)
    };
    if causes(error).any(ended) {
        return io::ErrorKind::UnexpectedEof.into();
    }
    io::Error::new(io::ErrorKind::InvalidData, "this is no zstd frame")
}

/// An error and its causes; an I/O error that wraps another is followed.
fn causes<'a>(
    error: &'a (dyn std::error::Error + 'static),
) -> impl Iterator<Item = &'a (dyn std::error::Error + 'static)> {
    std::iter::successors(Some(error), |error| {
        let held = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        held.map(|held| held as &(dyn std::error::Error + 'static)).or_else(|| error.source())
    })
}

/// A stream that fails beyond its limit.
struct BoundedStream<'a> {
    stream: Box<dyn Read + 'a>,
    left: u64,
}

impl Read for BoundedStream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.left = self.left.checked_sub(count as u64).ok_or_else(too_large)?;
        Ok(count)
    }
}

#[derive(Debug)]
struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("too large")
    }
}

impl std::error::Error for TooLarge {}

/// The error of a stream that has grown beyond the limit.
pub(super) fn too_large() -> io::Error {
    io::Error::other(TooLarge)
}

/// Whether an error is that of [`too_large`], also where a reader in between has wrapped it.
pub(super) fn is_too_large(error: &io::Error) -> bool {
    causes(error).any(|error| error.is::<TooLarge>())
}
