//! RAID arithmetic: maps parts of a request to members.
//!
//! For: cutting requests to an array into requests to its members, the same for the engine, which
//! issues them to real drives, and for the simulation, which prices them.
//!
//! The steps that build an array on a machine: [`build`].
//!
//! Not here: the cost of a request (`narrows-model`), who issues it.
//!
//! ```
//! use narrows_array::{RequestCutting, ArrayLayout, RaidLevel, LogicalRequest};
//! use narrows_units::Bytes;
//! use narrows_workload::Direction;
//!
//! let (three, kib) = (3.try_into()?, |n| Bytes::kib(n).get());
//! let cutting = RequestCutting::at(Bytes::kib(64));
//! let array = ArrayLayout::new(RaidLevel::Stripe, three, cutting, 0..kib(1 << 20));
//! let (direction, len) = (Direction::Read, kib(256));
//! let read = LogicalRequest { direction, offset: 0, len, stream: 0, turn: 0 };
//! let mut extents = Vec::new();
//! array.cut(&read, false, &mut extents);
//! // Four chunks: the first and the fourth lie side by side on member 0, one each on the others.
//! let bytes: Vec<u64> = extents.iter().map(|extent| extent.bytes).collect();
//! assert_eq!(bytes, [kib(128), kib(64), kib(64)]);
//! # Ok::<(), std::num::TryFromIntError>(())
//! ```

pub mod build;
mod copies;
mod layout;
mod level;

pub use copies::{CopyLayout, CopyOrder};
pub use layout::{ArrayLayout, Extent, LogicalRequest, RequestCutting};
pub use level::RaidLevel;
