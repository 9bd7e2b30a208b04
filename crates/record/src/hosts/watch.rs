//! `narrows.hosts-watch/1`: what limits a job on many hosts, seen from each of them at once.

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
    /// What all hosts watch.
    pub asked: HostsWatchRequest,
    /// How long the host that was watched longest was, seconds.
    pub watched_s: f64,
    /// Every rank, in the order of ranks.
    pub hosts: Vec<WatchedHost>,
    /// Hosts by what limited them most, most hosts first. Hosts that were not watched are in none.
    pub alike: Vec<LimitedHosts>,
    /// What limited all hosts together, the greatest first: the mean of what it did on each.
    pub shares: Vec<ShareOfHosts>,
    /// What a host has otherwise than most.
    pub differences: Vec<HostDifference>,
    /// What follows, most important first.
    pub findings: Vec<RunFinding>,
    /// What deviated from the request.
    pub notes: Vec<DocumentNote>,
    /// A host was lost or left out, or it was ended early.
    pub partial: bool,
}

/// What all hosts watch.
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
    /// What its clock is ahead of rank 0's, microseconds; null where that was not looked at.
    pub clock_offset_us: Option<f64>,
    /// The most by which that may be wrong, microseconds.
    pub clock_error_us: Option<f64>,
    /// It did not answer any more after so many seconds, 0 where it never watched; null where it
    /// did to the end.
    pub lost_after_s: Option<f64>,
    /// Another rank of this host watches it, by its number; null where this one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watched_by: Option<u32>,
    /// What its drives did on average while it was watched; null where it was not.
    pub did: Option<HostActivity>,
    /// What was seen, as of one machine. Of very many hosts and seconds the last seconds only;
    /// null where nothing was.
    pub watch: Option<WatchRecord>,
}

/// What a host's own drives and processors did on average.
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
    /// How long a request took, microseconds; null where none completed.
    pub latency_us: Option<f64>,
    /// Processors' worth of time: of the job, or of the whole machine where that is watched.
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
    /// The drive that it is about, where that has the same name on all of these hosts.
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
    /// The drive that it is most about there; null where it is about none.
    pub on: Option<String>,
    /// Its part of this host's time.
    pub share: f64,
}
