//! Drives and arrays.

use narrows_model::{ArrayCacheMode, Bitmap, CopyLayout, RaidEngine};
use narrows_units::{Bytes, BytesPerSec, GbitPerSec, Iops, LinkWidth, Nanos};

use super::scalar::{ScalarValue, SpelledLevel};
use super::table::{FromValue, TableField, TableReader, Value};
use super::written::description;
use crate::machine_file::slip::{Name, Result, ValueAt};

description! { #[derive(Clone, Default)] "[[drive]]" Drive {
    id: Name,
    count: Option<ValueAt<i64>>,
    slot: Option<Name>,
    slots: Vec<Name>,
    on: Option<Name>,
    model: Option<Name>,
    link: Option<ValueAt<LinkWidth>>,
    sata: Option<ValueAt<GbitPerSec>>,
    sas: Option<ValueAt<GbitPerSec>>,
    usb: Option<ValueAt<GbitPerSec>>,
    spins: Option<ValueAt<bool>>,
    size: Option<ValueAt<Bytes>>,
    read: Option<StatedFigure<BytesPerSec>>,
    write: Option<StatedFigure<BytesPerSec>>,
    random_read: Option<StatedFigure<Iops>>,
    random_write: Option<StatedFigure<Iops>>,
    read_latency: Option<StatedFigure<Nanos>>,
    write_latency: Option<StatedFigure<Nanos>>,
    sequential_latency: Option<StatedFigure<Nanos>>,
    sequential_operations: Option<StatedFigure<Iops>>,
    at_depth: Option<ValueAt<i64>>,
    max_depth: Option<ValueAt<i64>>,
    driver: Option<ValueAt<RaidEngine>>,
    measured: Option<ValueAt<bool>>,
    fill: Option<ValueAt<i64>>,
    cache: Option<ValueAt<Bytes>>,
    write_after_cache: Option<StatedFigure<BytesPerSec>>,
    protected: Option<ValueAt<bool>>,
    encrypted: Option<ValueAt<bool>>,
    serial: Option<Name>,
    by_id: Option<Name>,
    fs: Option<Name>,
    mount: Option<Name>,
} }

description! { "[[array]]" Array {
    id: Name,
    level: ValueAt<SpelledLevel>,
    engine: Option<ValueAt<RaidEngine>>,
    chunk: Option<ValueAt<Bytes>>,
    record: Option<ValueAt<Bytes>>,
    ashift: Option<ValueAt<i64>>,
    direct: Option<ValueAt<bool>>,
    log: Vec<Name>,
    members: Vec<Name>,
    controller: Option<Name>,
    cache: Option<ValueAt<ArrayCacheMode>>,
    drive_buffer: Option<ValueAt<bool>>,
    bitmap: Option<ValueAt<Bitmap>>,
    layout: Option<ValueAt<CopyLayout>>,
    write_mostly: Vec<Name>,
} }

/// A figure: its value, or a table of it with its range and how it was measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StatedFigure<T> {
    pub value: ValueAt<T>,
    pub low: Option<ValueAt<T>>,
    pub high: Option<ValueAt<T>>,
    pub block: Option<ValueAt<Bytes>>,
    pub depth: Option<ValueAt<i64>>,
    /// Whether it was measured on this very drive, unlike the other figures.
    pub measured: Option<ValueAt<bool>>,
}

impl<T: ScalarValue> FromValue for StatedFigure<T> {
    fn from_value(value: &Value<'_>) -> Result<Self> {
        if !value.get_ref().is_table() {
            let value = ValueAt::from_value(value)?;
            let (low, high, block, depth, measured) = (None, None, None, None, None);
            return Ok(Self { value, low, high, block, depth, measured });
        }
        let table = TableReader::of(value, "{ value = ... }")?;
        table.refuse_others(&["value", "low", "high", "block", "depth", "measured"])?;
        Ok(Self {
            value: TableField::field(&table, "value")?,
            low: TableField::field(&table, "low")?,
            high: TableField::field(&table, "high")?,
            block: TableField::field(&table, "block")?,
            depth: TableField::field(&table, "depth")?,
            measured: TableField::field(&table, "measured")?,
        })
    }
}
