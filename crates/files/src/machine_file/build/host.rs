//! The host: processor, board, chipset.

use std::borrow::Cow;

use narrows_catalog::board::{self, Board};
use narrows_catalog::board::{CHIPSET, CPU};
use narrows_catalog::chipset::{self, Chipset};
use narrows_catalog::cpu;
use narrows_messages::Message;
use narrows_model::{BandedFigure, HostClass, HostFigures, Machine};
use narrows_topology::Id;
use narrows_topology::graph::{AttachmentPoint, FactBasis, Node, NodeKind, NodeLink};
use narrows_units::{Bytes, Gigahertz};

use super::range::within;
use crate::machine_file::description;
use crate::machine_file::slip::{Name, Result, ValueAt, unknown};

#[derive(Default)]
pub(super) struct ResolvedHost {
    cpu: Option<String>,
    board_name: Option<String>,
    pub board: Option<&'static Board>,
    pub chipset: Option<&'static Chipset>,
    figures: HostFigures,
    kernel: Option<String>,
    hypervisor: Option<String>,
    pub max_payload: Option<Bytes>,
}

const MOST_CORES: u32 = 65_536;
/// Ten times the record of processors under liquid nitrogen is a typing error.
const MOST_CLOCK: Gigahertz = Gigahertz::new(100.0);

pub(super) fn read(host: Option<&description::Host>) -> Result<ResolvedHost> {
    let Some(host) = host else { return Ok(ResolvedHost::default()) };
    let board = host.board.as_ref().and_then(|name| board::board(&name.value));
    let board_name = host.board.as_ref().map(|name| name.value.clone());
    Ok(ResolvedHost {
        cpu: host.cpu.as_ref().map(processor_name),
        board_name: board.map(|board| board.name.clone()).or(board_name),
        board,
        chipset: chipset(host, board)?,
        figures: figures(host)?,
        kernel: host.kernel.as_ref().map(kernel).transpose()?,
        hypervisor: host.hypervisor.as_ref().map(|name| name.value.clone()),
        max_payload: host.max_payload.as_ref().map(max_payload).transpose()?,
    })
}

/// A release begins with two numbers: `6.1`, `5.14.0-427.el9.x86_64`.
fn kernel(name: &Name) -> Result<String> {
    let mut parts = name.value.split(['.', '-', ' ']);
    let mut is_number = || parts.next().is_some_and(|part| part.parse::<u32>().is_ok());
    let is_release = is_number() && is_number();
    let problem = || name.wrong(Message::new("machine-kernel").with("kernel", &name.value));
    if is_release { Ok(name.value.clone()) } else { Err(problem()) }
}

impl ResolvedHost {
    /// The catalogue's row of its processor.
    pub fn processor_row(&self) -> Option<&'static cpu::Cpu> {
        cpu::of_name(self.cpu.as_deref()?).map(|known| known.row)
    }

    /// The board with the slots that its processor leaves.
    pub fn fitted_board(&self) -> Option<Cow<'static, Board>> {
        Some(self.board?.with_processor(self.cpu.as_deref()))
    }
}

fn processor_name(name: &Name) -> String {
    cpu::cpu(&name.value).map_or_else(|| name.value.clone(), |known| known.name.clone())
}

fn chipset(
    host: &description::Host,
    board: Option<&'static Board>,
) -> Result<Option<&'static Chipset>> {
    let of_board = board.and_then(|board| chipset::chipset(board.chipset.as_deref()?));
    let Some(name) = &host.chipset else { return Ok(of_board) };
    let chipset = chipset_named(name)?;
    match (of_board, &host.board) {
        (Some(known), Some(board)) if known.id != chipset.id => {
            let problem = Message::new("machine-chipset-and-board");
            Err(name
                .wrong(problem.with("board", &board.value).with("id", &known.id))
                .against(board.at))
        }
        _ => Ok(Some(chipset)),
    }
}

/// The chipset of the catalogue with this id.
pub(super) fn chipset_named(name: &Name) -> Result<&'static Chipset> {
    let known = || chipset::all().iter().map(|chipset| chipset.id.as_str());
    let problem = || {
        let (plain, near) = ("machine-no-such-chipset", "machine-no-such-chipset-near");
        name.wrong(unknown(plain, near, &name.value, known()))
    };
    chipset::chipset(&name.value).ok_or_else(problem)
}

fn figures(host: &description::Host) -> Result<HostFigures> {
    let cores = host.cores.as_ref().map(|cores| within(cores, 1, MOST_CORES)).transpose()?;
    if let Some(clock) = host.clock.as_ref().filter(|clock| clock.value > MOST_CLOCK) {
        return Err(
            clock.wrong(Message::new("machine-clock-too-fast").with("most", MOST_CLOCK.get()))
        );
    }
    let cpu = host.cpu.as_ref().map(processor_name);
    Ok(HostFigures {
        class: HostClass::of_names([
            cpu.as_deref(),
            host.board.as_ref().map(|name| name.value.as_str()),
        ]),
        cores,
        clock: host.clock.as_ref().map(|clock| clock.value),
        rated_clock: None,
        memory: host.memory.as_ref().map(|memory| BandedFigure::documented(memory.value)),
        arbitration: host.arbitration.map(|known| known.value).unwrap_or_default(),
    })
}

/// Max_Payload_Size is a power of two (PCI Express Base Specification 6.0, section 7.5.3.4).
fn max_payload(payload: &ValueAt<Bytes>) -> Result<Bytes> {
    let bytes = payload.value.get();
    let fits = bytes.is_power_of_two() && (128..=4096).contains(&bytes);
    if fits { Ok(payload.value) } else { Err(payload.wrong(Message::new("machine-max-payload"))) }
}

impl ResolvedHost {
    /// The machine with its processor, its chipset, and nothing on them.
    pub fn machine(&self) -> Machine {
        let mut machine = Machine { host: self.figures.clone(), ..Machine::default() };
        let topology = &mut machine.topology;
        topology.host.cpu.clone_from(&self.cpu);
        topology.host.board.clone_from(&self.board_name);
        topology.host.kernel.clone_from(&self.kernel);
        topology.host.hypervisor.clone_from(&self.hypervisor);
        topology.nodes.insert(Id::new(CPU), processor(self.cpu.clone(), 0));
        if let Some(chipset) = self.chipset {
            topology.chipset = Some(chipset.name.clone());
            let uplink = chipset.uplink_to(self.processor_row());
            let chipset_node = Node {
                name: Some(chipset.name.clone()),
                parent: Some(Id::new(CPU)),
                link: uplink.map(|uplink| NodeLink::documented(&uplink, FactBasis::Documented)),
                attachment: AttachmentPoint::Chipset,
                attachment_basis: FactBasis::Documented,
                package: Some(0),
                ..Node::bare(NodeKind::Chipset)
            };
            topology.nodes.insert(Id::new(CHIPSET), chipset_node);
        }
        machine
    }
}

pub(super) fn processor(name: Option<String>, package: u32) -> Node {
    Node {
        name,
        attachment: AttachmentPoint::Cpu,
        attachment_basis: FactBasis::Documented,
        package: Some(package),
        ..Node::bare(NodeKind::Processor)
    }
}
