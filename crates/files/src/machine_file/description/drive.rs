//! Drives and arrays.

use narrows_model::{Bitmap, CacheMode, Copies, Engine};
use narrows_units::{Bytes, BytesPerSec, GbitPerSec, Iops, LinkWidth, Nanos};

use super::scalar::{Scalar, SpelledLevel};
use super::table::{Field, FromValue, Table, Value};
use super::written::description;
use crate::machine_file::slip::{At, Name, Slip};

description! { #[derive(Clone, Default)] "[[drive]]" Drive {
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
    read: Option<StatedFigure<BytesPerSec>>,
    write: Option<StatedFigure<BytesPerSec>>,
    random_read: Option<StatedFigure<Iops>>,
    random_write: Option<StatedFigure<Iops>>,
    read_latency: Option<StatedFigure<Nanos>>,
    write_latency: Option<StatedFigure<Nanos>>,
    sequential_latency: Option<StatedFigure<Nanos>>,
    sequential_operations: Option<StatedFigure<Iops>>,
    at_depth: Option<At<i64>>,
    max_depth: Option<At<i64>>,
    driver: Option<At<Engine>>,
    measured: Option<At<bool>>,
    fill: Option<At<i64>>,
    cache: Option<At<Bytes>>,
    write_after_cache: Option<StatedFigure<BytesPerSec>>,
    protected: Option<At<bool>>,
    serial: Option<Name>,
    by_id: Option<Name>,
    fs: Option<Name>,
    mount: Option<Name>,
} }

description! { "[[array]]" Array {
    id: Name,
    level: At<SpelledLevel>,
    engine: Option<At<Engine>>,
    chunk: Option<At<Bytes>>,
    record: Option<At<Bytes>>,
    members: Vec<Name>,
    controller: Option<Name>,
    cache: Option<At<CacheMode>>,
    drive_buffer: Option<At<bool>>,
    bitmap: Option<At<Bitmap>>,
    layout: Option<At<Copies>>,
    write_mostly: Vec<Name>,
} }

/// A figure: its value, or a table of it with its range and how it was measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StatedFigure<T> {
    pub value: At<T>,
    pub low: Option<At<T>>,
    pub high: Option<At<T>>,
    pub block: Option<At<Bytes>>,
    pub depth: Option<At<i64>>,
    /// Whether it was measured on this very drive, where the others were not.
    pub measured: Option<At<bool>>,
}

impl<T: Scalar> FromValue for StatedFigure<T> {
    fn from_value(value: &Value<'_>) -> Result<Self, Slip> {
        if !value.get_ref().is_table() {
            let value = At::from_value(value)?;
            let (low, high, block, depth, measured) = (None, None, None, None, None);
            return Ok(Self { value, low, high, block, depth, measured });
        }
        let table = Table::of(value, "{ value = ... }")?;
        table.refuse_others(&["value", "low", "high", "block", "depth", "measured"])?;
        Ok(Self {
            value: Field::field(&table, "value")?,
            low: Field::field(&table, "low")?,
            high: Field::field(&table, "high")?,
            block: Field::field(&table, "block")?,
            depth: Field::field(&table, "depth")?,
            measured: Field::field(&table, "measured")?,
        })
    }
}
