use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::{FileExt, OpenOptionsExt};

use rustix::fs::{OFlags, fcntl_getfl};

use super::*;
use crate::kind::TargetKind;
use crate::system::buffered;

fn every(writes: u32) -> Caching {
    Caching::FlushEvery(NonZeroU32::new(writes).unwrap())
}

#[test]
fn names_are_read_as_they_are_written() {
    let plain = [
        (Caching::Direct, "direct"),
        (Caching::WriteThrough, "write-through"),
        (Caching::PageCache, "page-cache"),
        (Caching::PageCacheThrough, "page-cache-through"),
        (every(1), "flush-every-1"),
        (every(u32::MAX), "flush-every-4294967295"),
    ];
    for (caching, name) in plain {
        assert_eq!((caching.as_str().as_ref(), Caching::named(name)), (name, Some(caching)));
    }
    let none = ["", "Direct", "flush-every-", "flush-every-0", "flush-every-+8", "flush-every-08"];
    assert!(none.iter().all(|name| Caching::named(name).is_none()));
    assert_eq!(Caching::named("flush-every-4294967296"), None);
}

#[test]
fn the_kernels_own_devices_have_nothing_to_cache() {
    for kind in [TargetKind::Memory, TargetKind::Nop] {
        assert_eq!(every(4).on(kind), Caching::Direct);
        assert_eq!(Caching::PageCache.on(kind), Caching::Direct);
    }
    assert_eq!(Caching::PageCache.on(TargetKind::Block), Caching::PageCache);
}

/// Another descriptor of the same file, with exactly the target's rights.
#[test]
fn a_buffered_file_is_the_same_file() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(&[7; 8192]).unwrap();
    let again = buffered(file.as_file(), true).unwrap();
    again.write_all_at(b"new", 4096).unwrap();
    let mut read = [0; 3];
    file.as_file().read_exact_at(&mut read, 4096).unwrap();
    assert_eq!(&read, b"new");
    let reader = buffered(file.as_file(), false).unwrap();
    assert!(reader.write_all_at(b"not", 0).is_err(), "open for reading only");
}

#[test]
fn a_buffered_file_is_not_direct() {
    let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = dir.join("Cargo.toml");
    let flags = OFlags::DIRECT.bits() as i32;
    let Ok(direct) = OpenOptions::new().read(true).custom_flags(flags).open(file) else {
        return println!("skipped: no O_DIRECT here");
    };
    assert!(fcntl_getfl(&direct).unwrap().contains(OFlags::DIRECT));
    let again = buffered(&direct, false).unwrap();
    assert!(!fcntl_getfl(&again).unwrap().contains(OFlags::DIRECT));
}
