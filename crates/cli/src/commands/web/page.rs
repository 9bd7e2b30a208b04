//! The built page, as it is embedded: `cargo xtask page` builds it, and a test of that program says when it
//! is older than its sources.

/// A file of the page.
pub struct PageFile {
    /// Its name.
    pub name: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
}

macro_rules! file {
    ($name:literal, $kind:literal) => {
        PageFile {
            name: $name,
            kind: $kind,
            bytes: include_bytes!(concat!("../../../../../web/dist/", $name)),
        }
    };
}

/// All of them; the first is what a folder shows.
pub const FILES: [PageFile; 5] = [
    file!("index.html", "text/html; charset=utf-8"),
    file!("app.js", "text/javascript; charset=utf-8"),
    file!("worker.js", "text/javascript; charset=utf-8"),
    file!("style.css", "text/css; charset=utf-8"),
    file!("narrows.wasm", "application/wasm"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::destination::Kind;

    #[test]
    fn every_file_is_known_again() {
        for file in FILES {
            assert!(Kind::Page.is_ours(&file.bytes[..file.bytes.len().min(1024)]), "{}", file.name);
        }
    }
}
