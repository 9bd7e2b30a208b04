//! `narrows.hosts-watch/1`: the limits of a job on many hosts, observed on each of them at once.

use serde::{Deserialize, Serialize};

use super::fleet::HostDifference;
use crate::run::RunFinding;
use crate::see::DocumentNote;
use crate::watch::{WatchLimit, WatchRecord, WatchSubject};

/// Hosts that were watched at the same time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostsWatchDocument {
    /// Always `narrows.hosts-watch/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// Sorts by time.
    pub id: String,
    /// When it began, UTC, as RFC 3339.
    pub started: String,
    /// The command line of rank 0.
    pub command: Vec<String>,
    /// Request to all hosts.
    pub asked: HostsWatchRequest,
    /// How long the host that was watched longest was, seconds.
    pub watched_s: f64,
    /// Every rank, in the order of ranks.
    pub hosts: Vec<WatchedHost>,
    /// Hosts by their greatest limit, most hosts first. Hosts that were not watched are in none.
    pub alike: Vec<LimitedHosts>,
    /// Limits of all hosts together, the greatest first: the mean of their shares on each.
    pub shares: Vec<ShareOfHosts>,
    /// Differences of a host from most others.
    pub differences: Vec<HostDifference>,
    /// Findings, most important first.
    pub findings: Vec<RunFinding>,
    /// Deviations from the request.
    pub notes: Vec<DocumentNote>,
    /// A host was lost or left out, or it was ended early.
    pub partial: bool,
}

/// Request to all hosts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostsWatchRequest {
    /// `command`, `process` or `machine`.
    pub subject: WatchSubject,
    /// The command line, or the processes' name; empty for the whole machine.
    pub name: String,
    /// For how long at most, seconds; null until it ends or is interrupted.
    pub for_s: Option<f64>,
}

/// A rank.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WatchedHost {
    /// Its place among the ranks, from 0.
    pub rank: u32,
    /// Its host's name; with `#` and the rank where several ranks of a host watch.
    pub host: String,
    /// Lead of its clock over rank 0's, microseconds; null if unknown.
    pub clock_offset_us: Option<f64>,
    /// The most by which that may be wrong, microseconds.
    pub clock_error_us: Option<f64>,
    /// Seconds after which it stopped answering, 0 if it never watched; null if it answered to the
    /// end.
    pub lost_after_s: Option<f64>,
    /// Number of another rank of this host that watches it; null if this one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watched_by: Option<u32>,
    /// Average of its drives while it was watched; null if it was not.
    pub did: Option<HostActivity>,
    /// Observations, as of one machine. Of very many hosts and seconds the last seconds only; null
    /// if there are none.
    pub watch: Option<WatchRecord>,
}

/// Average activity of a host's own drives and processors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostActivity {
    /// 10^6 bytes per second that its drives read.
    pub read_mb_s: f64,
    /// 10^6 bytes per second that its drives wrote.
    pub write_mb_s: f64,
    /// Requests that its drives completed, per second.
    pub iops: f64,
    /// Requests in flight.
    pub depth: f64,
    /// Time per request, microseconds; null if none completed.
    pub latency_us: Option<f64>,
    /// Processors' worth of time: of the job, or of the whole machine if that is watched.
    pub cpu: f64,
    /// Part of the time that it waited for storage.
    pub waiting: f64,
}

/// Hosts that are limited by the same most of the time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LimitedHosts {
    /// The limit.
    pub limit: WatchLimit,
    /// The drive that it is about, if it has the same name on all of these hosts.
    pub on: Option<String>,
    /// Its part of the time, the mean of these hosts.
    pub share: f64,
    /// These hosts.
    pub hosts: Vec<String>,
}

/// A limit and its part of the time of all hosts together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShareOfHosts {
    /// The limit.
    pub limit: WatchLimit,
    /// The mean of all hosts that were watched, those without it counting as 0.
    pub share: f64,
    /// Hosts that had it, the greatest share first.
    pub hosts: Vec<ShareOfHost>,
}

/// A limit's part of one host's time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShareOfHost {
    /// The host.
    pub host: String,
    /// The drive that it is mostly about there; null if it is about none.
    pub on: Option<String>,
    /// Its part of this host's time.
    pub share: f64,
}
