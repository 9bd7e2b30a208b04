//! Drives and arrays.

use narrows_model::{Bitmap, CacheMode, Copies, Engine};
use narrows_units::{Bytes, BytesPerSec, GbitPerSec, Iops, LinkWidth, Nanos};

use super::scalar::{Scalar, SpelledLevel};
use super::table::{Field, FromValue, Table, Value, table};
use crate::machine_file::slip::{At, Name, Slip};

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
    read: Option<Said<BytesPerSec>>,
    write: Option<Said<BytesPerSec>>,
    random_read: Option<Said<Iops>>,
    random_write: Option<Said<Iops>>,
    read_latency: Option<Said<Nanos>>,
    write_latency: Option<Said<Nanos>>,
    sequential_latency: Option<Said<Nanos>>,
    sequential_operations: Option<Said<Iops>>,
    at_depth: Option<At<i64>>,
    max_depth: Option<At<i64>>,
    driver: Option<At<Engine>>,
    measured: Option<At<bool>>,
    cache: Option<At<Bytes>>,
    write_after_cache: Option<Said<BytesPerSec>>,
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
    layout: Option<At<Copies>>,
} }

/// A figure: its value, or a table of it with its range and how it was measured.
#[derive(Clone, Copy, Debug)]
pub(in crate::machine_file) struct Said<T> {
    pub value: At<T>,
    pub low: Option<At<T>>,
    pub high: Option<At<T>>,
    pub block: Option<At<Bytes>>,
    pub depth: Option<At<i64>>,
}

impl<T: Scalar> FromValue for Said<T> {
    fn from_value(value: &Value<'_>) -> Result<Self, Slip> {
        if !value.get_ref().is_table() {
            let value = At::from_value(value)?;
            return Ok(Self { value, low: None, high: None, block: None, depth: None });
        }
        let table = Table::of(value, "{ value = ... }")?;
        table.refuse_others(&["value", "low", "high", "block", "depth"])?;
        Ok(Self {
            value: Field::field(&table, "value")?,
            low: Field::field(&table, "low")?,
            high: Field::field(&table, "high")?,
            block: Field::field(&table, "block")?,
            depth: Field::field(&table, "depth")?,
        })
    }
}
