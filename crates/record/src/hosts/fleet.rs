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
