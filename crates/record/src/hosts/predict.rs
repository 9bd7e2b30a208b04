//! `narrows.hosts-predict/1`: what hosts will get of a cluster.

use narrows_messages::DocumentText;
use serde::{Deserialize, Serialize};

use super::HostGroup;

/// What a cluster's hosts will get, each alone and all together.
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
    /// The switches with the hosts behind each; left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<HostGroup>,
    /// One entry a workload.
    pub workloads: Vec<PredictedWorkload>,
}

/// What hosts will get under one workload.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PredictedWorkload {
    /// The workload's name.
    pub workload: String,
    /// What all together move, 10^6 bytes per second; null where nothing in the file limits a host.
    pub sum_mb_s: Option<f64>,
    /// Every host, in the order of the file.
    pub hosts: Vec<PredictedHost>,
    /// What limits when all run, by how many hosts it stops, most first.
    pub limits: Vec<PredictedLimit>,
}

/// What one host will get.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PredictedHost {
    /// The host.
    pub host: String,
    /// Alone, 10^6 bytes per second; null where nothing in the file limits it.
    pub alone_mb_s: Option<f64>,
    /// When all run, 10^6 bytes per second; null where nothing in the file limits it.
    pub together_mb_s: Option<f64>,
    /// What limits it alone, as a sentence.
    pub alone_by: DocumentText,
    /// What limits it when all run, as a sentence.
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
    /// What it is, as a sentence.
    pub text: DocumentText,
    /// What it carries, 10^6 bytes per second; null for requests in flight.
    pub capacity_mb_s: Option<f64>,
    /// The hosts that it stops.
    pub hosts: Vec<String>,
}
