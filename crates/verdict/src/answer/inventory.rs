//! From a source to slots for drives and cards: those of an observed machine, a machine file, or a bare
//! board or chipset of the catalogue.

use std::collections::BTreeMap;

use narrows_catalog::board::{self, Board};
use narrows_catalog::chipset::{self, Chipset};
use narrows_catalog::cpu::{self, Cpu};
use narrows_catalog::entry::EntryKind;
use narrows_catalog::{machine, named};
use narrows_files::inventory;
use narrows_files::inventory::{
    BoardKind, BoardSize, BoardVariety, NamedProcessor, devices_beside,
};
use narrows_files::machine_file::nearest;
use narrows_messages::Message;
use narrows_plan::device::MovableDevice;
use narrows_plan::inventory::SlotInventory;
use narrows_plan::observed;
use narrows_topology::graph::TopologyNote;

use crate::answer::failure::AnswerFailure;
use crate::answer::processor::{fits_chipset, fits_socket};
use crate::answer::source::{CATALOGUE, SourceMachine};

#[derive(Clone)]
pub struct InventoriedMachine {
    pub seen: SourceMachine,
    pub inventory: SlotInventory,
}

impl InventoriedMachine {
    /// An observed or described machine. `board` gives the board of an observed one, if nothing else
    /// does.
    ///
    /// # Errors
    /// A board is named of a machine that was not seen.
    pub fn of(seen: SourceMachine, board: Option<&'static Board>) -> Result<Self, AnswerFailure> {
        let inventory = of_source(&seen, board);
        Self { seen, inventory }.with_board_of_seen_only(board)
    }

    /// A bare board or chipset of the catalogue, which `board` names no board of, with a processor in it.
    ///
    /// # Errors
    /// There is no such entry, a board is named beside it, or the processor is for another socket.
    pub fn of_entry(
        id: &str,
        board: Option<&'static Board>,
        processor: Option<&NamedProcessor>,
    ) -> Result<Self, AnswerFailure> {
        of_entry(id, processor)?.with_board_of_seen_only(board)
    }

    /// A bare board, with a processor in it.
    ///
    /// # Errors
    /// The processor is for another socket.
    pub fn of_board(
        board: &Board,
        processor: Option<&NamedProcessor>,
    ) -> Result<Self, AnswerFailure> {
        let inventory = of_board(board, processor)?;
        let seen = SourceMachine::of(format!("{CATALOGUE}{}", board.id), inventory.fixed.clone());
        Ok(Self { seen, inventory })
    }

    fn with_board_of_seen_only(self, board: Option<&Board>) -> Result<Self, AnswerFailure> {
        match board {
            Some(board) if self.seen.evidence.is_none() => {
                let what = Message::new("source-board-of-seen-only").with("board", &board.id);
                Err(AnswerFailure::usage(what.text("source", self.seen.title())))
            }
            _ => Ok(self),
        }
    }

    /// Reports that a board is taken for one whose name has fewer words.
    fn taken_for(mut self, id: &str) -> Self {
        let board = self.inventory.board.as_deref().and_then(board::board);
        let left = board.map(|board| named::left_out(board, id)).unwrap_or_default();
        if !left.is_empty() {
            let text = Message::new("plan-taken-board").with("id", id);
            let text = text.with("name", &self.inventory.name);
            let text = text.with("words", left.join(" ").to_uppercase());
            self.inventory.fixed.topology.notes.push(TopologyNote { about: None, text });
        }
        self
    }

    /// Ready for something to be added to it: then the free slots of a captured machine whose board is
    /// unknown are assumed.
    #[must_use]
    pub fn drafted(self) -> Self {
        let Self { seen, inventory } = self;
        let is_unknown = inventory.board.is_none() && seen.evidence.is_some();
        let inventory = if is_unknown { inventory::drafted(inventory) } else { inventory };
        Self { seen, inventory }
    }

    /// Its devices, with the drives and cards of a list such as `2x samsung-990-pro-2tb, gpu`.
    ///
    /// # Errors
    /// The list names what is not known.
    pub fn devices(&self, additions: Option<&str>) -> Result<Vec<MovableDevice>, AnswerFailure> {
        let added = additions.map(|list| devices_beside(&self.inventory, list)).transpose();
        let added = added.map_err(AnswerFailure::usage)?.unwrap_or_default();
        Ok(self.inventory.devices.iter().cloned().chain(added).collect())
    }
}

/// Whether an observed machine cannot be this board: a virtual machine, or one whose processor or chipset is for
/// other sockets. Boards of one socket are not distinguished, because some of their chipsets have the same PCI ids.
pub fn is_other_board(seen: &SourceMachine, board: &Board) -> bool {
    let topology = &seen.machine.topology;
    let by_name = || cpu::find(topology.host.cpu.as_deref()?);
    let by_chipset = || cpu::of_chipset(chipset::named(topology.chipset.as_deref()?)?);
    let row = by_name().or_else(by_chipset);
    let differs = match (row, &board.socket) {
        (Some(row), Some(socket)) => !row.sockets.is_empty() && !row.sockets.contains(socket),
        _ => false,
    };
    topology.host.hypervisor.is_some() || differs
}

/// Whether a name is that of a chipset and of no board: `b650`.
pub fn is_chipset(name: &str) -> bool {
    board::board(name).is_none() && chipset_named(name).is_some()
}

/// The id of a bare board or chipset of the catalogue in the name of a source, which may have a
/// slash in it (`A620M-HDV/M.2`); `None` for a whole machine or no entry at all.
pub fn bare(name: &str) -> Option<&str> {
    name.strip_prefix(CATALOGUE).filter(|it| machine::named(it).is_none())
}

/// The slots of an already known machine; `None` if none are known.
pub fn places(seen: &SourceMachine) -> Option<SlotInventory> {
    Some(known(seen)).filter(|inventory| !inventory.slots.is_empty())
}

/// An already known machine, even if nothing is known of its slots.
pub fn known(seen: &SourceMachine) -> SlotInventory {
    of_source(seen, None)
}

/// A bare board or chipset.
fn of_entry(
    id: &str,
    processor: Option<&NamedProcessor>,
) -> Result<InventoriedMachine, AnswerFailure> {
    let called = named::ids(id, &[EntryKind::Board]);
    let sized = || of_size(&id.to_lowercase(), processor);
    let inventory = match (board::board(id), chipset_named(id), called.as_slice()) {
        (Some(board), ..) => of_board(board, processor),
        (None, Some(chipset), _) => of_chipset(chipset, processor),
        (None, None, several) => match (sized(), several) {
            (Some(inventory), _) => inventory,
            (None, &[one]) => return of_entry(one, processor).map(|it| it.taken_for(id)),
            (None, &[]) if !is_misspelt(id) => match missing(id, processor) {
                Some(inventory) => inventory,
                None => return Err(no_such_entry(id, &[])),
            },
            (None, several) => return Err(no_such_entry(id, several)),
        },
    }?;
    let seen = SourceMachine::of(format!("{CATALOGUE}{id}"), inventory.fixed.clone());
    Ok(InventoriedMachine { seen, inventory })
}

/// A board that the catalogue does not have, by the chipset or socket and the size that its name says (`am4 matx`
/// is one with the chipset that most boards of the socket have): typical for its kind, and reported so. `None` if
/// its name says neither.
fn missing(
    id: &str,
    processor: Option<&NamedProcessor>,
) -> Option<Result<SlotInventory, AnswerFailure>> {
    let name = id.to_lowercase();
    let words = || name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let model = |chipset: &'static Chipset| Some((chipset, chipset.id.rsplit_once('-')?.1));
    // The longest model: an X670E is no X670.
    let of_word = |word: &str| {
        // What ASUS, ASRock, Biostar and ASRock Rack put before it: P8Z77, AB350, TB250, E3C246.
        let before = ["", "p7", "p8", "p9", "a", "t", "e3"];
        let without = || before.iter().filter_map(|before| word.strip_prefix(before));
        let models = chipset::all().iter().filter_map(model);
        let begins = models.filter_map(|(chipset, model)| {
            Some((chipset, without().find_map(|word| word.strip_prefix(model))?))
        });
        // Makers add letters of a series or a size (Z170X, X570S, Z170MX, X470D4U, E3C246D4U2).
        let is_added = |rest: &str| {
            let of_rack = |rest: &str| rest.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            let rest = rest.strip_prefix("d4").map_or(rest, |rest| &rest[..of_rack(rest)]);
            rest.len() <= 2 && rest.chars().all(|c| c.is_ascii_alphabetic())
        };
        let known = begins.filter(|(_, rest)| is_added(rest));
        known.min_by_key(|(_, rest)| rest.len()).map(|(chipset, rest)| (chipset, rest.to_owned()))
    };
    // The shortest models have three letters (`B85`): `v2` and `5g` are none.
    let is_model = |word: &&str| word.len() >= 3 && word.contains(|c: char| c.is_ascii_digit());
    // `Maximus VII Hero` and `X10SRA` name their chipset, `H13SSW` its socket by the series: the
    // longest that fits, because a DL380 Gen10 Plus is no DL380 Gen10.
    let longest = |series: &[String]| {
        let all: Vec<&str> = words().collect();
        let fits = |(word, series): (&&str, &str)| match series.strip_suffix('*') {
            Some(beginning) => word.starts_with(beginning),
            None => *word == series,
        };
        let is_named = |series: &&String| {
            let series = series.to_lowercase();
            let series: Vec<&str> = series.split(' ').collect();
            all.windows(series.len()).any(|some| some.iter().zip(series.iter().copied()).all(fits))
        };
        series.iter().filter(is_named).map(String::len).max()
    };
    let of_series = || {
        let named = chipset::all().iter().filter_map(|it| Some((longest(&it.series)?, it)));
        let longest = named.max_by_key(|(length, _)| *length);
        longest.map(|(_, chipset)| (chipset, String::new()))
    };
    let is_socket = |word: &&str| {
        let mut sockets = cpu::all().iter().flat_map(|row| &row.sockets);
        sockets.any(|socket| socket.eq_ignore_ascii_case(word))
    };
    let socket_word = words().find(is_socket);
    // Of a board with a name of its own, the socket says too little.
    let is_plain = |word: &str| socket_word == Some(word) || SIZES.contains(&word);
    let of_socket = || {
        let socket = socket_word.filter(|_| words().all(is_plain))?;
        let size = words().find_map(BoardSize::named);
        let chipset = usual_chipset(socket, size).or_else(|| usual_chipset(socket, None))?;
        Some((chipset, String::new()))
    };
    let by_word = words().filter(is_model).find_map(of_word);
    // An OptiPlex Micro is a box of one litre, an X299 Micro a board of Micro-ATX.
    let is_micro_atx = by_word.is_some() && words().any(|it| it == "micro");
    let named = by_word.or_else(of_series).or_else(of_socket);
    let row = cpu::all().iter().find(|row| named.is_none() && longest(&row.series).is_some());
    let socket = row.and_then(|row| row.sockets.first());
    let (chipset, rest) = match named {
        Some((chipset, rest)) => (Some(chipset), rest),
        None => (None, socket.map(|_| String::new())?),
    };
    // `am5-z790` is a slip and no board.
    let sockets = chipset.and_then(cpu::of_chipset).map_or(&[][..], |row| &row.sockets);
    if socket_word.is_some_and(|word| !sockets.iter().any(|own| own.eq_ignore_ascii_case(word))) {
        return None;
    }
    // `B550I` and `Z170N` are Mini-ITX, `B550M` and ASRock Rack's `X470D4U` are Micro-ATX. Boxes of
    // one litre have no more room than the former.
    let small = ["itx", "i", "mini", "tiny", "micro", "usff"];
    let is_small = words().any(|it| small.contains(&it)) && !is_micro_atx;
    let size = match (rest.as_str(), is_small) {
        _ if chipset.is_none() => BoardSize::Server,
        (rest, is_small) if is_small || rest.contains(['i', 'n']) => BoardSize::MiniItx,
        (rest, _) if rest.contains(['m', 'u']) => BoardSize::MicroAtx,
        _ if is_micro_atx || words().any(|it| ["matx", "microatx"].contains(&it)) => {
            BoardSize::MicroAtx
        }
        _ => BoardSize::Atx,
    };
    let fits = processor.map_or(Ok(()), |processor| match chipset {
        Some(chipset) => fits_chipset(processor, chipset),
        None => fits_socket(processor, socket.map(String::as_str)),
    });
    let kind = BoardKind { chipset, socket: socket.map_or("", String::as_str), size, processor };
    let generic = match (inventory::of_kind(&kind), chipset) {
        (Some(inventory), _) => inventory,
        (None, Some(chipset)) => inventory::of_chipset_with(chipset, size, processor),
        (None, None) => return None,
    };
    let generic = fits.and(generic.map_err(AnswerFailure::new)).map(|mut inventory| {
        let text = Message::new("plan-missing-board").with("id", id);
        let text = text.with("generic", &inventory.name);
        let variety = BoardVariety::of(&kind);
        let text = text.count("all", variety.all).count("shared", variety.modules);
        inventory.fixed.topology.notes.push(TopologyNote { about: None, text });
        let inventory = match size {
            // It has no second slot.
            BoardSize::MiniItx => inventory,
            _ => differing(variety, inventory),
        };
        assuming(chipset.and_then(cpu::of_chipset).or(row), processor, inventory)
    });
    Some(generic)
}

/// Words for a size beside a socket.
const SIZES: [&str; 6] = ["atx", "matx", "microatx", "itx", "mini", "board"];

/// The chipset that most of the catalogue's boards of a size for a socket have, but those of machines that are sold
/// whole.
fn usual_chipset(socket: &str, size: Option<BoardSize>) -> Option<&'static Chipset> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let is_of_size = |board: &&Board| size.is_none_or(|size| size.is_of(board));
    for board in board::all().iter().filter(|it| !it.is_sold_whole()).filter(is_of_size) {
        let is_for = board.socket.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(socket));
        if let Some(chipset) = board.chipset.as_deref().filter(|_| is_for) {
            *counts.entry(chipset).or_default() += 1;
        }
    }
    chipset::chipset(counts.into_iter().max_by_key(|(_, count)| *count)?.0)
}

/// One word of letters is nearly that of a board that has all others: `formla` for `formula`.
fn is_misspelt(id: &str) -> bool {
    let id = id.to_lowercase();
    let words = |text: &str| text.split('-').map(str::to_owned).collect::<Vec<_>>();
    let own = words(&id);
    let is_nearly = |board: &Board| {
        let other = words(&board.id);
        let pairs = own.iter().zip(&other).filter(|(own, other)| own != other);
        let pairs: Vec<_> = pairs.collect();
        let is_plain = |word: &str| !word.contains(|c: char| c.is_ascii_digit());
        let is_slip = |(own, other): &(&String, &String)| {
            is_plain(own) && is_plain(other) && nearest(own, [other.as_str()]).is_some()
        };
        own.len() == other.len() && pairs.len() == 1 && pairs.iter().all(is_slip)
    };
    board::all().iter().any(is_nearly)
}

fn of_board(
    board: &Board,
    processor: Option<&NamedProcessor>,
) -> Result<SlotInventory, AnswerFailure> {
    if let Some(processor) = processor {
        fits_socket(processor, board.socket.as_deref())?;
    }
    let file = inventory::file_of_board_with(board, processor).map_err(AnswerFailure::new)?;
    let chipset = || chipset::chipset(board.chipset.as_deref()?);
    let of_socket = || {
        let socket = board.socket.as_ref()?;
        cpu::all().iter().find(|row| row.sockets.contains(socket))
    };
    let usual = chipset().and_then(cpu::of_chipset).or_else(of_socket);
    Ok(assuming(usual, processor, inventory::of_file(&file)))
}

fn of_chipset(
    chipset: &'static Chipset,
    processor: Option<&NamedProcessor>,
) -> Result<SlotInventory, AnswerFailure> {
    if let Some(processor) = processor {
        fits_chipset(processor, chipset)?;
    }
    let size = BoardSize::Atx;
    let inventory = inventory::of_chipset_with(chipset, size, processor);
    let inventory = inventory.map_err(AnswerFailure::new)?;
    let kind = BoardKind { chipset: Some(chipset), socket: "", size, processor };
    let inventory = differing(BoardVariety::of(&kind), inventory);
    Ok(assuming(cpu::of_chipset(chipset), processor, inventory))
}

/// Reports on how many boards of a generic board's kind a second card shares lanes with the first, if they are not
/// the exception.
fn differing(variety: BoardVariety, mut inventory: SlotInventory) -> SlotInventory {
    if 4 * variety.cards >= variety.all && variety.cards > 0 {
        let text = Message::new("plan-assumed-second");
        let text = text.count("shared", variety.cards).count("all", variety.all);
        inventory.fixed.topology.notes.push(TopologyNote { about: None, text });
    }
    inventory
}

/// Reports which processors a board is assumed to have if none is named.
fn assuming(
    usual: Option<&Cpu>,
    processor: Option<&NamedProcessor>,
    mut inventory: SlotInventory,
) -> SlotInventory {
    if let Some(usual) = usual.filter(|_| processor.is_none()) {
        // The models in brackets are those of all its sockets.
        let name = usual.name.split(" (").next().unwrap_or_default();
        let text = Message::new("plan-assumed-processor").with("name", name);
        inventory.fixed.topology.notes.push(TopologyNote { about: None, text });
    }
    inventory
}

/// Slots of a machine file or observed machine.
fn of_source(seen: &SourceMachine, board: Option<&'static Board>) -> SlotInventory {
    match &seen.file {
        Some(described) => inventory::of_file(&described.file),
        None => of_seen(seen, board),
    }
}

/// The observed machine, with its board from the catalogue.
fn of_seen(seen: &SourceMachine, board: Option<&'static Board>) -> SlotInventory {
    let inventory = observed::inventory(&seen.machine);
    match board.or_else(|| observed::board_of(&seen.machine.topology)) {
        Some(board) => observed::on_board(inventory, board),
        None => inventory,
    }
}

/// A generic board by chipset, or by socket alone, and size: `am5-b650-itx`, `epyc-sp5-server`.
fn of_size(
    name: &str,
    processor: Option<&NamedProcessor>,
) -> Option<Result<SlotInventory, AnswerFailure>> {
    let (of, size) = BoardSize::of_name(name)?;
    let socket = of.rsplit('-').next().unwrap_or(of);
    let chipset = chipset_named(of);
    let fits = || match (processor, chipset) {
        (Some(processor), Some(chipset)) => fits_chipset(processor, chipset),
        (Some(processor), None) => fits_socket(processor, Some(&socket.to_uppercase())),
        (None, _) => Ok(()),
    };
    let inventory = inventory::of_kind(&BoardKind { chipset, socket, size, processor })?;
    let inventory = inventory.map_err(AnswerFailure::new);
    let usual = chipset.and_then(cpu::of_chipset);
    Some(fits().and(inventory).map(|inventory| assuming(usual, processor, inventory)))
}

/// The catalogue's board of this name in any usual spelling.
///
/// # Errors
/// There is none, or several are called so.
pub fn known_board(id: &str) -> Result<&'static Board, AnswerFailure> {
    let named = named::boards(id);
    named.one().ok_or_else(|| {
        let found: Vec<&str> = named.entries.iter().map(|board| board.id.as_str()).collect();
        unknown(
            "source-no-such-board",
            "source-no-such-board-near",
            id,
            (&found, &[EntryKind::Board]),
        )
    })
}

/// By its id, or with the socket of its processors in place of its maker: `am5-x670e`, `lga1700-z790`.
fn chipset_named(id: &str) -> Option<&'static Chipset> {
    let by_socket = || {
        let (socket, model) = id.rsplit_once('-')?;
        let is_model = |it: &&Chipset| it.id.rsplit_once('-').is_some_and(|(_, own)| own == model);
        let sockets = |it: &Chipset| cpu::of_chipset(it).map(|cpu| cpu.sockets.as_slice());
        let is_for = |it: &&Chipset| {
            let own = sockets(it).unwrap_or_default();
            own.iter().any(|own| own.eq_ignore_ascii_case(socket))
        };
        chipset::all().iter().filter(is_model).find(is_for)
    };
    chipset::chipset(id).or_else(by_socket).or_else(|| named::chipsets(id).one())
}

fn no_such_entry(id: &str, found: &[&str]) -> AnswerFailure {
    let kinds = [EntryKind::Board, EntryKind::Chipset];
    let messages = ("source-no-such-entry", "source-no-such-entry-near");
    let machines = machine::all().map(|machine| machine.name);
    match nearest(id, machines) {
        Some(near) if found.is_empty() && named::near_ids(id, &kinds).is_empty() => {
            AnswerFailure::usage(Message::new(messages.1).with("id", id).with("near", near))
        }
        _ => unknown(messages.0, messages.1, id, (found, &kinds)),
    }
}

/// Which of several is meant is not known, or nothing is called so.
fn unknown(
    plain: &'static str,
    with_near: &'static str,
    id: &str,
    (found, kinds): (&[&str], &[EntryKind]),
) -> AnswerFailure {
    let near = named::near_ids(id, kinds);
    let message = match (found.is_empty(), near.is_empty()) {
        (false, _) => Message::new("source-several-entries").with("found", found.join(", ")),
        (true, false) => Message::new(with_near).with("near", near.join(", ")),
        (true, true) => Message::new(plain),
    };
    AnswerFailure::usage(message.with("id", id))
}
