//! Texts that the binary carries compressed (`build.rs` packs them), each unpacked once.

use std::io::Read;
use std::sync::OnceLock;

#[cfg(not(target_arch = "wasm32"))]
use flate2::read::ZlibDecoder;

pub(crate) struct PackedText {
    bytes: &'static [u8],
    text: OnceLock<String>,
}

impl PackedText {
    pub(crate) const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes, text: OnceLock::new() }
    }

    pub(crate) fn text(&'static self) -> &'static str {
        self.text.get_or_init(|| {
            let mut text = String::new();
            let unpacked = reader(self.bytes).read_to_string(&mut text);
            // A test unpacks every one, so that a broken text cannot be shipped.
            unpacked.map(|_| text).unwrap_or_default()
        })
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn reader(bytes: &'static [u8]) -> impl Read {
    ZlibDecoder::new(bytes)
}

#[cfg(target_arch = "wasm32")]
fn reader(bytes: &'static [u8]) -> impl Read {
    lzma_rust2::XzReader::new(bytes, false)
}

/// A file that `build.rs` packed, by its path below `data/`.
macro_rules! packed {
    ($path:literal) => {
        $crate::packed::PackedText::new(include_bytes!(concat!(env!("OUT_DIR"), "/", $path)))
    };
}

pub(crate) use packed;
