//! The built page: `cargo xtask page` builds it. A packaged program has it within (feature `page`); any other
//! reads it from a folder, so that whoever builds Narrows needs no node.

#[cfg(not(feature = "page"))]
pub use self::folder::files;
use crate::failure::{CommandFailure, Result};

pub struct PageFile {
    pub name: &'static str,
    pub kind: &'static str,
    pub bytes: &'static [u8],
}

macro_rules! within {
    ($($name:literal: $kind:literal,)*) => {
        /// All files, as built into this program; the first is the index.
        #[cfg(feature = "page")]
        pub fn files() -> Result<Vec<PageFile>> {
            Ok(vec![$(PageFile {
                name: $name,
                kind: $kind,
                bytes: include_bytes!(concat!(env!("NARROWS_PAGE"), "/", $name)),
            }),*])
        }

        /// The name and the media type of each.
        #[cfg(not(feature = "page"))]
        const NAMES: &[(&str, &str)] = &[$(($name, $kind)),*];
    };
}

within! {
    "index.html": "text/html; charset=utf-8",
    "app.js": "text/javascript; charset=utf-8",
    "worker.js": "text/javascript; charset=utf-8",
    "style.css": "text/css; charset=utf-8",
    "offline.js": "text/javascript; charset=utf-8",
    "narrows.wasm": "application/wasm",
}

#[cfg(not(feature = "page"))]
mod folder {
    use std::fs;
    use std::io;
    use std::path::PathBuf;

    use narrows_messages::Message;

    use super::{CommandFailure, NAMES, PageFile, Result};
    use crate::destination::OutputFileKind;

    /// Names the folder with the built page.
    const VARIABLE: &str = "NARROWS_PAGE";
    /// Its path relative to the folder that has the program: `/usr/bin` and `/usr/share`, `target/release`
    /// and `target/share`.
    const BESIDE: &str = "share/narrows/page";

    /// All files; the first is the index.
    pub fn files() -> Result<Vec<PageFile>> {
        let folder = folder();
        let read = |&(name, kind): &(&'static str, &'static str)| {
            let bytes = fs::read(folder.join(name))?;
            let is_ours = OutputFileKind::Page.is_ours(&bytes[..bytes.len().min(1024)]);
            let foreign = || io::Error::new(io::ErrorKind::InvalidData, name);
            is_ours.then_some(()).ok_or_else(foreign)?;
            // They are needed until the program ends, and are read once.
            Ok(PageFile { name, kind, bytes: bytes.leak() })
        };
        NAMES.iter().map(read).collect::<io::Result<_>>().map_err(|why| {
            let what = Message::new("cli-web-no-page").with("path", folder.display());
            CommandFailure::new(what.with("why", why))
        })
    }

    fn folder() -> PathBuf {
        let named = std::env::var_os(VARIABLE).filter(|value| !value.is_empty());
        named.map(PathBuf::from).unwrap_or_else(|| {
            let program = std::env::current_exe().unwrap_or_default();
            let above = program.parent().and_then(|folder| folder.parent());
            above.map(|above| above.join(BESIDE)).unwrap_or_default()
        })
    }
}
