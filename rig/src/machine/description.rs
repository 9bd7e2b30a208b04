//! A machine of `rig/machines/`: its ports, links and drives, read and checked.
//!
//! Rates are real ones: a link's capacity follows from its registers by
//! `narrows_topology::capacity`, so machines are small by having slow and narrow links, and no
//! figure measured in them needs scaling.

use std::fs;
use std::path::Path;
use std::str::FromStr;

use narrows_units::{BytesPerSec, Iops, LinkWidth};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use xtask::Fallible;

use super::kernel::KernelFlavour;

const SCHEMA: &str = "narrows.rig/1";
const FOLDER: &str = "rig/machines";

/// The processor sockets that QEMU gets at most: one bus number range each.
const MOST_SOCKETS: u8 = 3;
/// Ports of the chipset's own SATA controller (Intel ICH9 data sheet, section 5.16).
const MOST_SATA: usize = 6;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RigMachine {
    schema: String,
    pub about: String,
    #[serde(default)]
    file_system: RigFileSystem,
    #[serde(default)]
    pub kernel: KernelFlavour,
    /// Modules of that kernel besides those that every machine has.
    #[serde(default)]
    pub modules: Vec<String>,
    /// Programs of the host that the job finds in the guest if the host has them.
    #[serde(default)]
    pub programs: Vec<String>,
    /// Processor sockets, each a NUMA node; with more than one, each has its own host bridge.
    #[serde(default = "one")]
    pub sockets: u8,
    /// In the order in which the firmware finds them.
    #[serde(default)]
    pub root_port: Vec<RootPort>,
    /// Drives on the chipset's SATA controller; each link runs at 1.5 Gbit/s, which is all that
    /// QEMU's controller says of itself.
    #[serde(default)]
    pub sata: Vec<RigDrive>,
}

/// File systems on which scratch files are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RigFileSystem {
    #[default]
    Xfs,
    /// ext4.
    Ext4,
}

/// A port of the processor, with a drive or a switch on it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RootPort {
    pub link: RigLink,
    /// Its socket; only if there are several.
    #[serde(default)]
    pub socket: u8,
    pub drive: Option<RigDrive>,
    #[serde(default)]
    pub switch: Vec<SwitchPort>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SwitchPort {
    pub link: RigLink,
    pub drive: RigDrive,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RigLink {
    port: QuantityText<LinkWidth>,
    device: Option<QuantityText<LinkWidth>>,
    negotiated: Option<QuantityText<LinkWidth>>,
}

impl RigLink {
    /// Capability of the upper end.
    pub fn port(&self) -> LinkWidth {
        self.port.0
    }

    /// Capability of the lower end; the same by default.
    pub fn device(&self) -> LinkWidth {
        self.device.as_ref().map_or(self.port.0, |device| device.0)
    }

    /// Negotiated state; by default the best of both ends.
    pub fn negotiated(&self) -> LinkWidth {
        let common = self.port().common(self.device());
        self.negotiated.as_ref().map_or(common, |negotiated| negotiated.0)
    }
}

/// A drive and its own ceilings, besides those of its links.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RigDrive {
    pub serial: String,
    /// Its file system, if not that of the others.
    file_system: Option<RigFileSystem>,
    reads: Option<QuantityText<BytesPerSec>>,
    writes: Option<QuantityText<BytesPerSec>>,
    iops: Option<QuantityText<Iops>>,
}

impl RigDrive {
    /// Most bytes read per second; `None` if only its links limit it.
    pub fn reads(&self) -> Option<BytesPerSec> {
        self.reads.as_ref().map(|it| it.0)
    }

    /// Most bytes written per second; `None` if only its links limit it.
    pub fn writes(&self) -> Option<BytesPerSec> {
        self.writes.as_ref().map(|it| it.0)
    }

    /// Requests per second at most. Emulation on a busy machine makes some 10,000, and a figure
    /// below is the same everywhere.
    pub fn iops(&self) -> Option<Iops> {
        self.iops.as_ref().map(|it| it.0)
    }
}

/// A quantity written as people write it.
#[derive(Clone, Debug)]
struct QuantityText<T>(T);

impl<'de, T> Deserialize<'de> for QuantityText<T>
where
    T: FromStr,
    T::Err: std::fmt::Display,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(Self).map_err(D::Error::custom)
    }
}

fn one() -> u8 {
    1
}

/// The machines of the project at `root`, by name.
pub fn names(root: &Path) -> std::io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join(FOLDER))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        names.extend(name.strip_suffix(".toml").map(str::to_owned));
    }
    names.sort();
    Ok(names)
}

impl RigMachine {
    pub fn load(root: &Path, name: &str) -> Fallible<Self> {
        let path = format!("{FOLDER}/{name}.toml");
        let text = fs::read_to_string(root.join(&path)).map_err(|error| {
            let names = names(root).unwrap_or_default().join(", ");
            format!("cannot read {path}: {error}; there are {names}")
        })?;
        Self::read(&text).map_err(|why| format!("{path}: {why}").into())
    }

    fn read(text: &str) -> Result<Self, String> {
        let machine: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        machine.faults().map_or(Ok(machine), Err)
    }

    /// Every drive: those of the ports, then those of the SATA controller.
    pub fn drives(&self) -> impl Iterator<Item = &RigDrive> {
        let ports = self.root_port.iter();
        let of_ports =
            ports.flat_map(|port| port.drive.iter().chain(port.switch.iter().map(|it| &it.drive)));
        of_ports.chain(&self.sata)
    }

    pub fn file_system(&self, drive: &RigDrive) -> RigFileSystem {
        drive.file_system.unwrap_or(self.file_system)
    }

    fn faults(&self) -> Option<String> {
        if self.schema != SCHEMA {
            return Some(format!("schema is {:?}, not {SCHEMA:?}", self.schema));
        }
        if !(1..=MOST_SOCKETS).contains(&self.sockets) || self.sata.len() > MOST_SATA {
            return Some(format!("up to {MOST_SOCKETS} sockets and {MOST_SATA} SATA drives"));
        }
        let port = self.root_port.iter().position(|port| {
            port.socket >= self.sockets || port.drive.is_some() != port.switch.is_empty()
        });
        port.map(|index| {
            format!("root port {}: one drive or one switch, on a socket there is", index + 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(ports: &str) -> Result<RigMachine, String> {
        RigMachine::read(&format!("schema = \"narrows.rig/1\"\nabout = \"a\"\n{ports}"))
    }

    const DRIVE: &str = "drive = { serial = \"S\", reads = \"277 MB/s\" }\n";

    #[test]
    fn every_machine_of_the_project_reads() {
        let root = xtask::tree::root();
        let names = names(&root).unwrap();
        assert!(names.len() >= 6, "{names:?}");
        for name in names {
            let machine = RigMachine::load(&root, &name).unwrap();
            assert!(machine.drives().count() > 0, "{name}");
        }
    }

    #[test]
    fn a_link_runs_at_what_both_ends_can_do() {
        let port = "[[root_port]]\nlink = { port = \"8 GT/s x2\", device = \"5 GT/s x4\" }\n";
        let machine = machine(&format!("{port}{DRIVE}")).unwrap();
        let link = &machine.root_port[0].link;
        assert_eq!(Some(link.negotiated()), LinkWidth::new(2, 2));
        assert_eq!(machine.drives().next().unwrap().reads(), Some(BytesPerSec::mb_s(277.0)));
    }

    #[test]
    fn what_cannot_be_built_is_refused() {
        let port = "[[root_port]]\nlink = { port = \"8 GT/s x2\" }\n";
        assert!(machine(port).unwrap_err().starts_with("root port 1"), "an empty port");
        assert!(machine(&format!("{port}socket = 1\n{DRIVE}")).is_err(), "no such socket");
        assert!(machine("socket = 2\n").unwrap_err().contains("unknown field"));
        assert!(machine("[[root_port]]\nlink = { port = \"8 GT/s\" }\n").is_err());
    }
}
