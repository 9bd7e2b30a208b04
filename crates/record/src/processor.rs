//! Catalogue data of a processor besides its lanes; for a row of many models these are ranges.

use narrows_catalog::Confidence;
use narrows_catalog::cpu::{self, Cpu};
use narrows_topology::Topology;
use narrows_topology::graph::NodeKind;
use serde::{Deserialize, Serialize};

/// The processor of a machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProcessorRecord {
    /// The id of the catalogue's row.
    pub id: String,
    /// The model, where more of it is known than its row's ranges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Number of them in the machine; the facts are those of one.
    pub packages: u32,
    /// Its cores.
    pub cores: Option<ProcessorCores>,
    /// Its memory.
    pub memory: Option<ProcessorMemory>,
    /// Its root complexes.
    pub roots: Option<ProcessorRoots>,
}

/// Cores of one processor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProcessorCores {
    /// The fewest that it may have.
    pub least: u32,
    /// The most that it may have.
    pub most: u32,
    /// How many of them are efficient ones, at most.
    pub efficient: u32,
    /// The lowest clock with all of them busy, in GHz; null where unknown.
    pub base_ghz: Option<f64>,
    /// The highest clock of one of them, in GHz.
    pub boost_ghz: f64,
    /// Its sources.
    pub source: Vec<String>,
    /// `high`, `medium`, `low`.
    pub confidence: String,
}

/// Memory that one processor takes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProcessorMemory {
    /// The fewest channels of 64 bits.
    pub channels_least: u8,
    /// The most of them.
    pub channels: u8,
    /// The slowest kind, such as `DDR4-2133`.
    pub slowest: String,
    /// The fastest with one module a channel.
    pub fastest: String,
    /// The fastest with two modules a channel; null where unknown.
    pub two_per_channel: Option<String>,
    /// Peak of all channels, in 10^6 bytes per second.
    pub most_mb_s: f64,
    /// Its sources.
    pub source: Vec<String>,
    /// `high`, `medium`, `low`.
    pub confidence: String,
}

/// Root complexes of one processor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProcessorRoots {
    /// How many.
    pub count: u8,
    /// Lanes of each; null where unknown.
    pub lanes: Option<u16>,
    /// Its sources.
    pub source: Vec<String>,
    /// `high`, `medium`, `low`.
    pub confidence: String,
}

/// A model of a row of which more is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProcessorModel {
    /// Common name.
    pub name: String,
    /// All its cores.
    pub cores: u32,
    /// How many of them are efficient ones.
    pub efficient: u32,
    /// The clock with all of them busy, in GHz; null where its maker names none.
    pub base_ghz: Option<f64>,
    /// The highest clock of one of them, in GHz.
    pub boost_ghz: f64,
}

/// Catalogue data of a machine's processor; `None` if there is none of that name.
pub fn of_machine(topology: &Topology) -> Option<ProcessorRecord> {
    let cpu_entry = cpu::of_name(topology.host.cpu.as_deref()?)?;
    let is_package = |kind: NodeKind| kind == NodeKind::Processor;
    let packages = topology.nodes.values().filter(|node| is_package(node.kind)).count().max(1);
    Some(ProcessorRecord {
        id: cpu_entry.row.id.clone(),
        model: cpu_entry.model.map(|model| model.name.clone()),
        packages: u32::try_from(packages).unwrap_or(u32::MAX),
        cores: cores(cpu_entry.row).map(|cores| match cpu_entry.model {
            Some(model) => of_model(cores, model),
            None => cores,
        }),
        memory: memory(cpu_entry.row),
        roots: roots(cpu_entry.row),
    })
}

/// A row's cores.
pub(crate) fn cores(row: &Cpu) -> Option<ProcessorCores> {
    let cores = row.cores.as_ref()?;
    let (source, confidence) = evidence(row, &cores.source, cores.confidence);
    Some(ProcessorCores {
        least: cores.least,
        most: cores.most,
        efficient: cores.efficient,
        base_ghz: cores.slowest.map(|clock| clock.get()),
        boost_ghz: cores.fastest.get(),
        source,
        confidence,
    })
}

fn of_model(cores: ProcessorCores, model: &cpu::CpuModel) -> ProcessorCores {
    ProcessorCores {
        least: model.cores,
        most: model.cores,
        efficient: model.efficient,
        base_ghz: model.base.map(|clock| clock.get()),
        boost_ghz: model.boost.get(),
        ..cores
    }
}

/// A row's memory.
pub(crate) fn memory(row: &Cpu) -> Option<ProcessorMemory> {
    let memory = row.memory.as_ref()?;
    let (source, confidence) = evidence(row, &memory.source, memory.confidence);
    Some(ProcessorMemory {
        channels_least: memory.fewest_channels(),
        channels: memory.channels,
        slowest: memory.slowest.to_string(),
        fastest: memory.fastest.to_string(),
        two_per_channel: memory.two_per_channel.as_ref().map(ToString::to_string),
        most_mb_s: memory.most().as_mb_s(),
        source,
        confidence,
    })
}

/// A row's root complexes.
pub(crate) fn roots(row: &Cpu) -> Option<ProcessorRoots> {
    let roots = row.roots.as_ref()?;
    let (source, confidence) = evidence(row, &roots.source, roots.confidence);
    Some(ProcessorRoots { count: roots.count, lanes: roots.lanes, source, confidence })
}

/// A row's models.
pub(crate) fn models(row: &Cpu) -> Vec<ProcessorModel> {
    let models = row.cores.iter().flat_map(|cores| &cores.models);
    let model = |model: &cpu::CpuModel| ProcessorModel {
        name: model.name.clone(),
        cores: model.cores,
        efficient: model.efficient,
        base_ghz: model.base.map(|clock| clock.get()),
        boost_ghz: model.boost.get(),
    };
    models.map(model).collect()
}

/// A fact's own sources and confidence, else its row's.
fn evidence(row: &Cpu, own: &[String], confidence: Option<Confidence>) -> (Vec<String>, String) {
    let source = if own.is_empty() { row.source.clone() } else { own.to_vec() };
    (source, confidence.unwrap_or(row.confidence).to_string())
}
