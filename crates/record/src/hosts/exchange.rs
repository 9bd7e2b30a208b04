//! Messages between rank 0 and the other hosts: orders one way, answers the other, as JSON bytes.
//!
//! Every document carries its format and the version of Narrows that wrote it. Both must be the
//! reader's own: hosts that run different builds could mean different things by one word, so they are
//! refused with a sentence instead of being measured. How the bytes travel is the transport's.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{RankFault, ServerLoad};
use crate::watch::WatchRecord;
use crate::word::TargetSet;

/// The format of [`RankOrder`].
pub const ORDER: &str = "narrows.hosts.order/1";
/// The format of [`RankAnswer`].
pub const ANSWER: &str = "narrows.hosts.answer/1";

/// Request from rank 0 to all hosts at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RankOrder {
    /// Always [`ORDER`].
    pub format: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// Counted from 1; an answer repeats it.
    pub number: u32,
    /// The task.
    pub task: RankTask,
}

/// Tasks. A host that has no part in one answers [`RankReply::Nothing`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum RankTask {
    /// Report your identity and the targets you can measure.
    Greet {
        /// The shared path; `None` if each host's own drives are measured.
        target: Option<String>,
        /// The target is to be written.
        writes: bool,
        /// Hosts that serve the others, by name: they measure nothing and report of themselves.
        #[serde(default)]
        servers: Vec<String>,
    },
    /// One host writes a marker file with this text into the shared target.
    Mark {
        /// The host, by rank.
        rank: u32,
        /// The shared target, a directory.
        target: String,
        /// A random text.
        text: String,
    },
    /// Look for that marker.
    Look {
        /// The shared target, a directory.
        target: String,
        /// The text that was written.
        text: String,
    },
    /// The host that wrote it removes the marker.
    Unmark {
        /// The host, by rank.
        rank: u32,
        /// The shared target, a directory.
        target: String,
        /// The text that was written.
        text: String,
    },
    /// Show your topology ([`crate::see::SeeDocument`]).
    See,
    /// Measure.
    Round(RoundOrder),
    /// Report your identity when nothing is to be measured.
    Introduce,
    /// Begin to watch, together with the others, the subject of your own command line.
    Watch {
        /// The hosts that do, by rank.
        ranks: Vec<u32>,
        /// Number of most recent seconds to hand over at the end.
        keep: u32,
    },
    /// Hand over the observations since the last such order ([`RankReply::Watched`]).
    Watched {
        /// End it now.
        stop: bool,
    },
    /// Hand over your own records of this run ([`RankReply::Kept`]).
    Gather,
    /// No more orders follow.
    End,
}

/// A round: who measures which target, for how long.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RoundOrder {
    /// `alone`, `all` or the set's name.
    pub set: TargetSet,
    /// Counted from 1.
    pub repeat: u32,
    /// Parts that run at once. A rank without a part waits.
    pub parts: Vec<PartOrder>,
    /// Seconds that count.
    pub time_s: f64,
    /// Seconds before anything counts.
    pub ramp_s: f64,
    /// Servers, by rank, that start with the others and report of themselves.
    #[serde(default)]
    pub watchers: Vec<u32>,
}

/// Part of one host in a round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PartOrder {
    /// The host, by rank.
    pub rank: u32,
    /// A drive of the host's own by its id, or the path that all share.
    pub target: String,
    /// The workload by its name, as `narrows_workload::profile` reads it.
    pub workload: String,
    /// Every host requests the same part of one file, so that a server's memory can hold it; else each
    /// has a file of its own.
    #[serde(default)]
    pub same_file: bool,
}

/// Answer of a host.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RankAnswer {
    /// Always [`ANSWER`].
    pub format: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// The order's number.
    pub number: u32,
    /// Who answers.
    pub rank: u32,
    /// The reply.
    #[serde(rename = "said")]
    pub reply: RankReply,
    /// Faults; earlier answers remain valid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<RankFault>,
}

/// Contents of an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum RankReply {
    /// Nothing to do, or no result.
    #[default]
    Nothing,
    /// To [`RankTask::Greet`] and [`RankTask::Introduce`].
    Greeting(Greeting),
    /// To [`RankTask::Look`] and [`RankTask::Mark`]: whether the marker is there.
    Marker {
        /// It is.
        found: bool,
    },
    /// To [`RankTask::See`]: `narrows.see/1` as it is written.
    Seen {
        /// The document.
        see: Box<crate::see::SeeDocument>,
    },
    /// To [`RankTask::Round`]: a figure for each part.
    Figures {
        /// In the order of the parts.
        figures: Vec<RankFigure>,
    },
    /// To [`RankTask::Round`], from a server: its load meanwhile.
    Served {
        /// In the time that counts.
        report: ServerLoad,
    },
    /// To [`RankTask::Watched`]. Until it has ended with the seconds that are new, then with the last ones.
    Watched {
        /// Observations.
        watch: Box<WatchRecord>,
        /// Nothing more follows.
        ended: bool,
    },
    /// To [`RankTask::Gather`]: the host's own run, as it keeps it.
    Kept {
        /// Its document.
        run: Box<crate::run::RunDocument>,
        /// Its samples.
        samples: Vec<crate::run::Samples>,
    },
}

/// Identity and equipment of a host.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Greeting {
    /// Its host name.
    pub host: String,
    /// Its options, as one text: they must be the same on all hosts.
    pub options: String,
    /// Its clock, seconds since 1970 UTC.
    pub clock_s: f64,
    /// Targets to measure: drives of its own by id, or the shared path.
    pub targets: Vec<String>,
    /// The file system of the shared path, as `nfs4`; `None` for drives of its own or if unknown.
    #[serde(default)]
    pub file_system: Option<String>,
    /// Source of the shared path, as `server:/export`; `None` if unknown.
    #[serde(default)]
    pub source: Option<String>,
    /// The shared path is a directory, in which the host has a file of its own.
    #[serde(default)]
    pub folder: bool,
    /// It was named as a server.
    #[serde(default)]
    pub serves: bool,
    /// The switches that it is linked to, as they report by LLDP; empty if unknown.
    #[serde(default)]
    pub switches: Vec<NetworkSwitch>,
}

/// A switch, as named by the hosts linked to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NetworkSwitch {
    /// An identifier no other switch has: an address of it, or its name.
    pub id: String,
    /// Its name, or its id if it has none.
    pub name: String,
}

/// Performance of one part. Times count from the common start on rank 0's clock.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RankFigure {
    /// The target measured.
    pub target: String,
    /// 10^6 bytes per second over this host's own window.
    pub mb_s: f64,
    /// Operations per second over this host's own window.
    pub iops: f64,
    /// Median completion latency, microseconds; none with too few samples.
    pub latency_us: Option<f64>,
    /// When its window begins, seconds after the common start.
    pub from_s: f64,
    /// When its window ends.
    pub to_s: f64,
    /// 10^6 bytes per second in each 100 ms of that window.
    #[serde(default)]
    pub timeline_mb_s: Vec<f64>,
    /// How late its first request was after the common start, seconds.
    pub late_s: f64,
    /// When it was through.
    pub done_s: f64,
    /// Operations that failed.
    pub errors: u64,
    /// Cut short, or with failed operations: no measure of anything.
    pub partial: bool,
    /// Busy share of this host's processors while it ran, 0 to 1; `None` if unknown.
    #[serde(default)]
    pub cpu_busy: Option<f64>,
}

/// An exchanged document that is not as it must be.
#[derive(Clone, Debug, PartialEq)]
pub enum ExchangeError {
    /// No document of this format.
    Unreadable(String),
    /// Another format or another build of Narrows, by its own description.
    Other(String),
}

impl RankOrder {
    /// An order of this build.
    pub fn new(number: u32, task: RankTask) -> Self {
        let (format, narrows) = (ORDER.to_owned(), env!("CARGO_PKG_VERSION").to_owned());
        Self { format, narrows, number, task }
    }

    /// As bytes.
    pub fn encode(&self) -> Vec<u8> {
        encode(self)
    }

    /// From bytes.
    pub fn decode(bytes: &[u8]) -> Result<Self, ExchangeError> {
        decode(bytes, ORDER)
    }
}

impl RankAnswer {
    /// An answer of this build to an order.
    pub fn to(order: &RankOrder, rank: u32, reply: RankReply) -> Self {
        let (format, narrows) = (ANSWER.to_owned(), env!("CARGO_PKG_VERSION").to_owned());
        Self { format, narrows, number: order.number, rank, reply, faults: Vec::new() }
    }

    /// An answer of a host that has only this to say.
    pub fn failed(order: &RankOrder, rank: u32, fault: RankFault) -> Self {
        Self { faults: vec![fault], ..Self::to(order, rank, RankReply::Nothing) }
    }

    /// As bytes.
    pub fn encode(&self) -> Vec<u8> {
        encode(self)
    }

    /// From bytes.
    pub fn decode(bytes: &[u8]) -> Result<Self, ExchangeError> {
        decode(bytes, ANSWER)
    }
}

/// These types hold no maps with keys that are no text, so that writing them cannot fail.
fn encode(document: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(document).unwrap_or_default()
}

/// Beginning of every exchanged document.
#[derive(Deserialize)]
struct ExchangeHeader {
    format: String,
    narrows: String,
}

fn decode<T: DeserializeOwned>(bytes: &[u8], format: &str) -> Result<T, ExchangeError> {
    let unreadable = |error: serde_json::Error| ExchangeError::Unreadable(error.to_string());
    // The header first: the body of another build may not even parse.
    let head: ExchangeHeader = serde_json::from_slice(bytes).map_err(unreadable)?;
    if head.format != format || head.narrows != env!("CARGO_PKG_VERSION") {
        return Err(ExchangeError::Other(format!("{} {}", head.format, head.narrows)));
    }
    serde_json::from_slice(bytes).map_err(unreadable)
}
