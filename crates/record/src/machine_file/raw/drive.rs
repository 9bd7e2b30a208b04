//! Drives and arrays.

use narrows_model::{Bitmap, CacheMode, Engine};
use narrows_units::{Bytes, BytesPerSec, GbitPerSec, Iops, LinkWidth, Nanos};

use super::scalar::SpelledLevel;
use super::table::table;
use crate::machine_file::slip::{At, Name};

table! { "[[drive]]" Drive {
    id: Name,
    count: Option<At<i64>>,
    slot: Option<Name>,
    slots: Vec<Name>,
    on: Option<Name>,
    model: Option<Name>,
    link: Option<At<LinkWidth>>,
    sata: Option<At<GbitPerSec>>,
    sas: Option<At<GbitPerSec>>,
    usb: Option<At<GbitPerSec>>,
    spins: Option<At<bool>>,
    size: Option<At<Bytes>>,
    read: Option<At<BytesPerSec>>,
    write: Option<At<BytesPerSec>>,
    random_read: Option<At<Iops>>,
    random_write: Option<At<Iops>>,
    read_latency: Option<At<Nanos>>,
    write_latency: Option<At<Nanos>>,
    sequential_latency: Option<At<Nanos>>,
    sequential_operations: Option<At<Iops>>,
    at_depth: Option<At<i64>>,
    max_depth: Option<At<i64>>,
    measured: Option<At<bool>>,
    cache: Option<At<Bytes>>,
    write_after_cache: Option<At<BytesPerSec>>,
    protected: Option<At<bool>>,
    serial: Option<Name>,
    by_id: Option<Name>,
    fs: Option<Name>,
    mount: Option<Name>,
} }

table! { "[[array]]" Array {
    id: Name,
    level: At<SpelledLevel>,
    engine: Option<At<Engine>>,
    chunk: Option<At<Bytes>>,
    members: Vec<Name>,
    controller: Option<Name>,
    cache: Option<At<CacheMode>>,
    drive_buffer: Option<At<bool>>,
    bitmap: Option<At<Bitmap>>,
} }
