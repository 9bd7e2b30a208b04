//! `narrows.hosts-see/1`: many hosts' topologies beside each other.

use narrows_messages::Text;
use serde::{Deserialize, Serialize};

use crate::see::See;

/// Many hosts' topologies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fleet {
    /// Always `narrows.hosts-see/1`.
    pub schema: String,
    /// The version of Narrows that wrote this.
    pub narrows: String,
    /// Hosts that are equal in all that is compared, most hosts first.
    pub kinds: Vec<Kind>,
    /// What differs from most hosts.
    pub differences: Vec<Difference>,
}

/// Hosts that are equal in all that is compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Kind {
    /// Their names.
    pub hosts: Vec<String>,
    /// The first of them.
    pub see: See,
}

/// What differs on one host from most others.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Difference {
    /// The host.
    pub host: String,
    /// The sentence's id.
    pub id: String,
    /// The sentence.
    pub text: Text,
    /// The drive's number on the host, counted from 1; null where it is about the host.
    pub drive: Option<u32>,
    /// What this host has; null where it does not show it.
    pub own: Option<Text>,
    /// What most hosts have.
    pub most: Text,
}
