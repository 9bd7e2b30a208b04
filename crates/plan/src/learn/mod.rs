//! Facts about a board from captures of one machine, and open questions.
//!
//! For: writing the entry of a board that no catalogue has. Each [`NamedCapture`] shows the ports in use and
//! those that report themselves as slots; several of one board show more, because devices that moved are not
//! part of it. Invisible facts (the print beside a slot, slots that the firmware hides while they are empty)
//! become a [`BoardQuestion`], and those that another capture would show a [`LearnedBoard::next`].
//!
//! Nothing here is guessed into a fact: a width reported only by the device is a minimum, a form
//! inferred from the slot's occupant is marked, and a rule with more than one possible cause is a
//! doubt.
//!
//! Not here: how an entry is written (`narrows-files`).

mod answer;
mod capture;
mod merge;
mod open;
mod rules;

use std::collections::BTreeSet;

use narrows_catalog::board::{Board, SlotForm};
use narrows_catalog::chipset::{self, Chipset};
use narrows_catalog::cpu;
use narrows_messages::Message;
use narrows_model::Machine;
use narrows_topology::evidence::SystemSlot;
use narrows_topology::graph::{Node, NodeKind};
use narrows_units::{Lanes, LinkWidth};

pub use self::answer::InvalidAnswer;
use self::capture::CaptureView;
use crate::observed;

#[derive(Clone, Copy, Debug)]
pub struct NamedCapture<'a> {
    /// The file's name.
    pub name: &'a str,
    pub machine: &'a Machine,
}

/// A board as captures show it.
#[derive(Clone, Debug, Default)]
pub struct LearnedBoard {
    pub captures: Vec<String>,
    /// The firmware's name for the board; `None` if no capture has it.
    pub board: Option<String>,
    pub known: Option<&'static Board>,
    pub chipset: Option<&'static Chipset>,
    /// Only the chipset's series is known, and it is the usual one of it.
    pub is_chipset_assumed: bool,
    /// The processor's socket; `None` if its models are sold for several.
    pub socket: Option<String>,
    /// Slots, in the order in which they were first seen.
    pub slots: Vec<LearnedSlot>,
    /// SATA ports with a drive, by attachment.
    pub sata: Vec<LearnedSataPorts>,
    /// Switches of the board and controllers with ports of their own.
    pub switches: Vec<LearnedSwitch>,
    /// Devices that are soldered on, or look like it.
    pub users: Vec<LearnedUser>,
    /// Effects of using one slot on another, from changes between captures or groups of ports.
    pub rules: Vec<LearnedRule>,
    /// Slots that the firmware lists and no port was found for.
    pub unplaced: Vec<SystemSlot>,
    /// Contradictions between captures.
    pub contradictions: Vec<Message>,
    /// Facts that only a person can know.
    pub questions: Vec<BoardQuestion>,
    /// Facts that one more capture would settle.
    pub next: Vec<Message>,
}

#[derive(Clone, Debug, Default)]
pub struct LearnedSlot {
    /// Its label if the firmware has one, else named after its port.
    pub id: String,
    /// Whether the id is a label rather than the port.
    pub is_labelled: bool,
    /// Independent of other devices in the machine; see [`observed::port_path`].
    pub port: Option<String>,
    /// Identifies it in every capture.
    pub(crate) key: String,
    /// The port's address in the last capture that has it.
    pub address: String,
    /// Its parent: `cpu`, `chipset` or a switch; `None` if not observed, or if captures differ.
    pub on: Option<String>,
    pub(crate) places: BTreeSet<String>,
    /// The widest link seen; `None` if no capture shows one.
    pub link: Option<LinkWidth>,
    /// Only its occupants reported the width: the slot may have more.
    pub is_least: bool,
    pub form: Option<SlotForm>,
    /// Whether a label or the firmware's list names the form.
    pub is_form_known: bool,
    /// Its occupants, once for each capture with one.
    pub held: Vec<SlotOccupant>,
    /// Lanes that the port offered in each capture and that its occupant used, by index of the
    /// capture.
    pub(crate) lanes: Vec<(usize, Lanes)>,
    /// Ports that are functions of one device, by the device's address; they share its lanes.
    pub(crate) group: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotOccupant {
    pub capture: usize,
    /// The device, as people call it.
    pub device: String,
    pub link: Option<LinkWidth>,
}

/// SATA ports with a drive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedSataPorts {
    /// `chipset`, `cpu` or a controller among the switches.
    pub on: String,
    /// How many had a drive, in the capture with most of them.
    pub count: u8,
}

/// A switch of the board, or a controller with ports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedSwitch {
    pub id: String,
    pub name: String,
    pub on: String,
    pub link: LinkWidth,
}

/// A device that stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedUser {
    pub name: String,
    /// Its port; see [`observed::port_path`].
    pub port: String,
    pub address: String,
    /// Its parent; `None` if not observed.
    pub on: Option<String>,
    pub link: Option<LinkWidth>,
    /// Captures that have it, by index.
    pub(crate) captures: Vec<usize>,
}

/// An effect of using a slot on another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedRule {
    /// The slots that may be the cause; one of them is.
    pub when: Vec<String>,
    pub slot: String,
    pub link: LinkWidth,
    /// Whether nothing else that was seen explains it.
    pub is_certain: bool,
    pub evidence: Message,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum QuestionTopic {
    Name,
    Label,
    /// A slot's mechanical form.
    Form,
    Soldered,
    Sata,
    /// Whether there are slots that no capture shows.
    Unseen,
}

/// A question for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardQuestion {
    pub topic: QuestionTopic,
    /// The slot, port or device that it is about; `None` for the board.
    pub about: Option<String>,
    pub text: Message,
}

/// Learns a board from captures of it.
///
/// # Errors
/// A virtual machine, captures of two boards, captures without any port.
pub fn learn(captures: &[NamedCapture<'_>]) -> Result<LearnedBoard, Message> {
    for capture in captures {
        if let Some(name) = &capture.machine.topology.host.hypervisor {
            let what = Message::new("learn-virtual").with("capture", capture.name);
            return Err(what.with("hypervisor", name));
        }
    }
    // Boards differ by their names, else by their chipsets.
    let by_name =
        captures.iter().filter_map(|it| Some((it, it.machine.topology.host.board.clone()?)));
    let by_chipset =
        captures.iter().filter_map(|it| Some((it, it.machine.topology.chipset.clone()?)));
    all_same(by_name)?;
    all_same(by_chipset)?;
    let views: Vec<CaptureView> = captures.iter().map(CaptureView::of).collect();
    if views.iter().all(|view| view.ports.is_empty() && view.soldered.is_empty()) {
        let names: Vec<&str> = captures.iter().map(|capture| capture.name).collect();
        return Err(Message::new("learn-no-ports").with("captures", names.join(", ")));
    }
    let mut learned = merge::merge(&views);
    learned.captures = captures.iter().map(|capture| capture.name.to_owned()).collect();
    let topologies = || captures.iter().map(|capture| &capture.machine.topology);
    learned.board = topologies().find_map(|topology| topology.host.board.clone());
    learned.known = topologies().find_map(observed::board_of);
    let is_chipset = |node: &&Node| node.kind == NodeKind::Chipset;
    // Two chips of one kind are sold as a chipset of their own, such as X670 for two of B650.
    let chips = topologies().map(|topology| topology.nodes.values().filter(is_chipset).count());
    let chips = chips.max().unwrap_or_default();
    let name = topologies().find_map(|topology| topology.chipset.as_deref());
    let chipset = name.and_then(|name| chipset::likeliest(name, chips));
    let processor = topologies().find_map(|it| cpu::find(it.host.cpu.as_deref()?));
    let only = chipset.zip(processor).and_then(|(chipset, row)| chipset::only_with(chipset, row));
    let chipset = only.or(chipset);
    let processor = processor.or_else(|| cpu::of_chipset(chipset?));
    learned.chipset = chipset;
    learned.is_chipset_assumed =
        only.is_none() && chipset.is_some_and(|chipset| Some(chipset.name.as_str()) != name);
    learned.socket = match processor.map(|processor| processor.sockets.as_slice()) {
        Some([only]) => Some(only.clone()),
        _ => None,
    };
    learned.rules = rules::find(&learned);
    open::add_questions(&mut learned, &views);
    Ok(learned)
}

fn all_same<'a>(
    mut named: impl Iterator<Item = (&'a NamedCapture<'a>, String)>,
) -> Result<(), Message> {
    let Some((first, name)) = named.next() else { return Ok(()) };
    match named.find(|(_, other)| *other != name) {
        Some((capture, other)) => {
            let what = Message::new("learn-two-boards").with("a", first.name).with("board", name);
            Err(what.with("b", capture.name).with("other", other))
        }
        None => Ok(()),
    }
}
