//! The cluster file as written.

use narrows_topology::cable::StorageProtocol;
use narrows_units::{Bytes, BytesPerSec, GbitPerSec, Iops};

use crate::machine_file::description::table::table;
use crate::machine_file::description::word::words;
use crate::machine_file::slip::{Name, ValueAt};

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
    rate: Option<ValueAt<GbitPerSec>>,
    mtu: Option<ValueAt<Bytes>>,
} }

table! { "[[host]]" Host {
    id: Name,
    count: Option<ValueAt<i64>>,
    on: Name,
    rate: Option<ValueAt<GbitPerSec>>,
    mtu: Option<ValueAt<Bytes>>,
    read: Option<ValueAt<BytesPerSec>>,
    write: Option<ValueAt<BytesPerSec>>,
    drives: Option<ValueAt<i64>>,
    drive_read: Option<ValueAt<BytesPerSec>>,
    drive_write: Option<ValueAt<BytesPerSec>>,
    drives_together: Option<ValueAt<BytesPerSec>>,
} }

table! { "[[server]]" Server {
    id: Name,
    on: Name,
    rate: Option<ValueAt<GbitPerSec>>,
    mtu: Option<ValueAt<Bytes>>,
    read: Option<ValueAt<BytesPerSec>>,
    write: Option<ValueAt<BytesPerSec>>,
    operations: Option<ValueAt<Iops>>,
    memory: Option<ValueAt<Bytes>>,
} }

table! { "[[target]]" Target {
    id: Name,
    servers: Vec<Name>,
    protocol: Option<ValueAt<StorageProtocol>>,
} }

table! { "[[fault]]" Fault {
    host: Name,
    kind: ValueAt<ClusterFaultKind>,
    round: Option<ValueAt<i64>>,
} }

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClusterFaultKind {
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
    NoTarget,
    NotShared,
}

words! {
    ClusterFaultKind {
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
