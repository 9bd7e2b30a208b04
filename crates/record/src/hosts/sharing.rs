//! Which hosts share a limit.

use narrows_messages::DocumentText;
use serde::{Deserialize, Serialize};

use crate::sharing::CapacityRange;

/// Limits shared by hosts, inferred from who slows whom, without any network; then matched to it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostSharing {
    /// The workload whose figures were taken.
    pub workload: String,
    /// Rounds whose figures could be used.
    pub rounds: u32,
    /// The most that a full inference takes for as many units: 3n + 8.
    pub rounds_most: u32,
    /// No further round is needed.
    pub complete: bool,
    /// The standard deviation of a rate from round to round, percent.
    pub noise_percent: f64,
    /// A unit of measurement: a host on the shared target, or on a drive of its own.
    pub units: Vec<SharingUnit>,
    /// The limits found, smallest first; any two lie one inside the other or share no unit.
    pub limits: Vec<SharedHostLimit>,
    /// Open questions, and the round that would decide each.
    pub undecided: Vec<HostOpenQuestion>,
    /// Figures that cannot be, or cannot be together.
    pub contradictions: Vec<HostContradiction>,
    /// Experiments to distinguish explanations, with results of those that ran.
    pub experiments: Vec<HostExperiment>,
}

/// A host on a target.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SharingUnit {
    /// The host's name on a shared target, else `host:drive`.
    pub name: String,
    /// The host, by name.
    pub host: String,
    /// A drive of its own or the shared path.
    pub target: String,
    /// Its rate alone, 10^6 bytes per second; null if that was not measured.
    pub alone_mb_s: Option<CapacityRange>,
}

/// A limit that several units share.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SharedHostLimit {
    /// Every unit under it, by name, two or more.
    pub units: Vec<String>,
    /// Capacity for all of them together, 10^6 bytes per second.
    pub capacity_mb_s: CapacityRange,
    /// How sure it is that just these share a limit, 0 to 1.
    pub confidence: f64,
    /// The largest part of its rate that a unit loses because of it when all run together, percent.
    pub cost_percent: f64,
    /// The smallest limit found around this one: its place in `limits`.
    pub inside: Option<usize>,
    /// Share of each unit relative to the others, 1 on average; empty if they cannot be distinguished from
    /// equal.
    pub shares: Vec<f64>,
    /// Possible causes, the likeliest first.
    pub causes: Vec<HostLimitCause>,
}

/// Possible cause of a limit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostLimitCause {
    /// The kind of limit.
    pub kind: HostLimitCauseKind,
    /// The switch or server, by its name if known; empty otherwise.
    pub place: String,
    /// The sentence's id.
    pub id: String,
    /// The sentence.
    pub text: DocumentText,
    /// The documented capacity of the place, 10^6 bytes per second; null if undocumented.
    pub documented_mb_s: Option<f64>,
    /// How likely it is among all of this limit's, 0 to 1.
    #[serde(default)]
    pub likelihood: f64,
    /// Another is far likelier.
    pub excluded: bool,
    /// Evidence for or against it, as sentences.
    pub evidence: Vec<DocumentText>,
}

crate::word::words! {
    /// Which part of the way between host and storage limits.
    pub enum HostLimitCauseKind or Unlisted {
        /// A switch's link towards the others, or a host's own.
        Uplink = "network_uplink",
        /// The server's network card or its link.
        ServerCard = "server_card",
        /// The server's drives.
        ServerDrives = "server_drives",
        /// The server's processor: operations, whatever their size, or bytes.
        ServerCpu = "server_cpu",
        /// Not distinguished any further: something on the way that all of these share.
        Unknown = "unknown",
    }
}

/// A question left open by the figures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostOpenQuestion {
    /// The sentence's id.
    pub id: String,
    /// The sentence.
    pub text: DocumentText,
    /// The units it is about.
    pub units: Vec<String>,
    /// The round that would settle it; empty if none would.
    pub round: Vec<String>,
}

/// Figures that cannot be.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostContradiction {
    /// The sentence's id.
    pub id: String,
    /// The sentence.
    pub text: DocumentText,
    /// The units it is about.
    pub units: Vec<String>,
}

/// Experiment that separates two explanations of a limit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostExperiment {
    /// `block_size`, `server_memory`, `other_way` or `both_ways`.
    pub id: String,
    /// The sentence.
    pub text: DocumentText,
    /// The limit's place in `limits`.
    pub limit: usize,
    /// Its result; null if it did not run.
    pub ran: Option<HostExperimentResult>,
}

/// Result of an experiment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostExperimentResult {
    /// The round.
    pub round: u32,
    /// Sum of the members, 10^6 bytes per second.
    pub mb_s: f64,
    /// The same as a part of the limit found.
    pub part: f64,
    /// Conclusion, as a sentence.
    pub text: DocumentText,
}
