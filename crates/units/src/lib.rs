//! Quantities as types: bytes, rates, operations per second, time, clocks, signalling
//! and PCIe transfer rates, lanes.
//!
//! For: giving every number that crosses a crate border a unit, one way to parse it and one way to
//! print it. Rates print in MB/s (10^6 bytes), sizes in KiB, MiB, GiB (2^10, 2^20, 2^30), as the
//! benchmarks that people compare with do.
//!
//! Statistics of measured quantities are in [`stats`]; pasted lines without marks in [`marked`]; words of
//! command lines in [`shell_word`].
//!
//! Not here: bandwidth of links (`narrows-topology`).
//!
//! ```
//! use narrows_units::{Bytes, BytesPerSec, ParseQuantityError};
//!
//! // 3,500,000,000 bytes a second in blocks of 131,072 bytes are 26,703 blocks.
//! let rate: BytesPerSec = "3500 MB/s".parse()?;
//! assert_eq!(rate.in_operations_of(Bytes::kib(128)).get().round(), 26_703.0);
//! # Ok::<(), ParseQuantityError>(())
//! ```

mod amount;
mod frequency;
mod lane;
pub mod marked;
mod parse;
mod rate;
mod scalar;
mod shell;
pub mod stats;
mod time;

pub use amount::Bytes;
pub use frequency::{GbitPerSec, Gigahertz};
pub use lane::{Lanes, LinkWidth, TransferRate, named_link};
pub use parse::ParseQuantityError;
pub use rate::{BytesPerSec, Iops};
pub use scalar::Scalar;
pub use shell::shell_word;
pub use time::Nanos;
