//! The cluster file as written.

use narrows_topology::cable::Protocol;
use narrows_units::{Bytes, BytesPerSec, GbitPerSec, Iops};

use crate::machine_file::description::table::table;
use crate::machine_file::description::word::words;
use crate::machine_file::slip::{At, Name};

table! { "narrows.cluster/1" File {
    schema: Name,
    name: Option<Name>,
    network: Vec<Network>,
    host: Vec<Host>,
    server: Vec<Server>,
    target: Vec<Target>,
    fault: Vec<Fault>,
} }

table! { "[[network]]" Network {
    id: Name,
    on: Option<Name>,
    rate: Option<At<GbitPerSec>>,
    mtu: Option<At<Bytes>>,
} }

table! { "[[host]]" Host {
    id: Name,
    count: Option<At<i64>>,
    on: Name,
    rate: Option<At<GbitPerSec>>,
    mtu: Option<At<Bytes>>,
    read: Option<At<BytesPerSec>>,
    write: Option<At<BytesPerSec>>,
    drives: Option<At<i64>>,
    drive_read: Option<At<BytesPerSec>>,
    drive_write: Option<At<BytesPerSec>>,
    drives_together: Option<At<BytesPerSec>>,
} }

table! { "[[server]]" Server {
    id: Name,
    on: Name,
    rate: Option<At<GbitPerSec>>,
    mtu: Option<At<Bytes>>,
    read: Option<At<BytesPerSec>>,
    write: Option<At<BytesPerSec>>,
    operations: Option<At<Iops>>,
    memory: Option<At<Bytes>>,
} }

table! { "[[target]]" Target {
    id: Name,
    servers: Vec<Name>,
    protocol: Option<At<Protocol>>,
} }

table! { "[[fault]]" Fault {
    host: Name,
    kind: At<FaultKind>,
    round: Option<At<i64>>,
} }

/// What goes wrong on a virtual host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// It ends in the middle of a round and does not answer any more.
    Dies,
    /// It does not answer any more, and nothing says why.
    Hangs,
    /// Its files do not fit.
    NoSpace,
    Clock,
    /// It was started with other options.
    Options,
    Build,
    /// It does not have the target.
    NoTarget,
    NotShared,
}

words! {
    FaultKind {
        "dies" => Self::Dies,
        "hangs" => Self::Hangs,
        "no-space" => Self::NoSpace,
        "clock" => Self::Clock,
        "options" => Self::Options,
        "build" => Self::Build,
        "no-target" => Self::NoTarget,
        "not-shared" => Self::NotShared,
    }
}
