//! `narrows.hosts-predict/1`: predicted throughput of a cluster's hosts.

use narrows_messages::DocumentText;
use serde::{Deserialize, Serialize};

use super::HostGroup;

/// Predictions for a cluster's hosts, each alone and all together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostsPredictDocument {
    /// Always `narrows.hosts-predict/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// The cluster's file.
    pub cluster: String,
    /// The target that all share.
    pub target: String,
    /// The switches with the hosts behind each; left out if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<HostGroup>,
    /// One entry a workload.
    pub workloads: Vec<PredictedWorkload>,
}

/// Predictions for hosts under one workload.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PredictedWorkload {
    /// The workload's name.
    pub workload: String,
    /// Sum of all together, 10^6 bytes per second; null if nothing in the file limits a host.
    pub sum_mb_s: Option<f64>,
    /// Every host, in the order of the file.
    pub hosts: Vec<PredictedHost>,
    /// Limits when all run, by the number of hosts they stop, most first.
    pub limits: Vec<PredictedLimit>,
}

/// Prediction for one host.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PredictedHost {
    /// The host.
    pub host: String,
    /// Alone, 10^6 bytes per second; null if nothing in the file limits it.
    pub alone_mb_s: Option<f64>,
    /// When all run, 10^6 bytes per second; null if nothing in the file limits it.
    pub together_mb_s: Option<f64>,
    /// Its limit alone, as a sentence.
    pub alone_by: DocumentText,
    /// Its limit when all run, as a sentence.
    pub together_by: DocumentText,
}

/// A limit that stops hosts when all run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PredictedLimit {
    /// `network`, `server`, `depth` or `application` (the host's own most).
    pub kind: String,
    /// The switch, server or host.
    pub place: String,
    /// The limit, as a sentence.
    pub text: DocumentText,
    /// Its capacity, 10^6 bytes per second; null for requests in flight.
    pub capacity_mb_s: Option<f64>,
    /// The hosts that it stops.
    pub hosts: Vec<String>,
}
