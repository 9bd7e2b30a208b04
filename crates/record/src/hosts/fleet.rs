//! `narrows.hosts-see/1`: many hosts' topologies beside each other.

use narrows_messages::DocumentText;
use serde::{Deserialize, Serialize};

use crate::see::SeeDocument;

/// Many hosts' topologies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fleet {
    /// Always `narrows.hosts-see/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// Hosts that are equal in all that is compared, most hosts first.
    pub kinds: Vec<EqualHostGroup>,
    /// Differences from most hosts.
    pub differences: Vec<HostDifference>,
    /// What is not the same on all hosts, with the values of each kind.
    pub varying: Vec<VaryingFact>,
    /// Hosts on which `narrows check` finds more than hints.
    pub problems: Vec<HostProblems>,
}

/// A fact that is not the same on all hosts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VaryingFact {
    /// The id of the sentence about a difference in it.
    pub id: String,
    /// The drives' numbers on the host, counted from 1; empty if it is about the host.
    pub drives: Vec<u32>,
    /// Value on more than half of the hosts; null if there is none.
    pub most: Option<String>,
    /// Value on each kind, in their order; null where it is not visible, or where the number of drives is unusual, so
    /// that their numbers mean other drives.
    pub values: Vec<Option<String>>,
}

/// Number of problems of a host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostProblems {
    /// The host.
    pub host: String,
    /// Findings that are more severe than hints.
    pub count: u32,
}

/// Hosts that are equal in all that is compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EqualHostGroup {
    /// Their names.
    pub hosts: Vec<String>,
    /// The first of them.
    pub see: SeeDocument,
}

/// Difference of one host from most others.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HostDifference {
    /// The host.
    pub host: String,
    /// The sentence's id.
    pub id: String,
    /// The sentence.
    pub text: DocumentText,
    /// The drive's number on the host, counted from 1; null if it is about the host.
    pub drive: Option<u32>,
    /// Value on this host; null if it does not show it.
    pub own: Option<DocumentText>,
    /// Value on most hosts.
    pub most: DocumentText,
}
