//! From the SOURCE of the command line to places for drives and cards: those of this machine, of a
//! capture, of a machine file, or of a bare board or chipset of the catalogue.

use std::path::Path;

use narrows_catalog::board::{self, Board};
use narrows_catalog::chipset::{self, Chipset};
use narrows_catalog::entry::Kind;
use narrows_catalog::{cpu, machine, named};
use narrows_messages::Message;
use narrows_plan::device::Device;
use narrows_plan::inventory::Inventory;
use narrows_plan::seen;
use narrows_record::inventory::{BoardKind, BoardSize, devices_beside};
use narrows_record::{inventory, machine_file};

use crate::catalogue;
use crate::failure::Failure;
use crate::output::Output;
use crate::source::{self, Seen, Source};

/// A machine with its places.
pub struct Planned {
    pub seen: Seen,
    pub inventory: Inventory,
}

/// A machine with what is to be added to it.
#[derive(Debug, clap::Args)]
pub struct Extended {
    #[command(flatten)]
    pub source: Source,
    #[arg(long, value_name = "ID")]
    pub board: Option<String>,
    #[arg(long, value_name = "LIST")]
    pub drives: Vec<String>,
    #[arg(long, value_name = "LIST")]
    pub cards: Vec<String>,
}

impl Extended {
    /// The drives and cards to add, as one list; none where nothing is added.
    pub fn additions(&self) -> Option<String> {
        let lists: Vec<&str> = self.drives.iter().chain(&self.cards).map(String::as_str).collect();
        (!lists.is_empty()).then(|| lists.join(","))
    }
}

impl Planned {
    /// What is in it, with what the arguments add.
    pub fn devices(&self, args: &Extended) -> Result<Vec<Device>, Failure> {
        let list = args.additions();
        let added = list.map(|list| devices_beside(&self.inventory, &list)).transpose();
        let added = added.map_err(Failure::usage)?.unwrap_or_default();
        Ok(self.inventory.devices.iter().cloned().chain(added).collect())
    }
}

const CATALOGUE: &str = "catalog:";

/// The places of a source. `board` says which board of the catalogue a machine that was seen is.
pub fn of(source: &Source, board: Option<&str>, output: &Output) -> Result<Planned, Failure> {
    let board = board.map(|board| board_named(board, output)).transpose()?;
    let name = source.source.as_deref().filter(|_| source.root.is_none());
    let bare = name.and_then(|name| name.strip_prefix(CATALOGUE)).filter(|it| !it.contains('/'));
    let planned = match bare {
        Some(id) => of_entry(id)?,
        None => resolved(source, board, output)?,
    };
    match board {
        Some(board) if planned.seen.evidence.is_none() => {
            let what = Message::new("source-board-of-seen-only").with("board", &board.id);
            Err(Failure::usage(what.with("source", planned.seen.name)))
        }
        _ => Ok(planned),
    }
}

/// The places of a machine that something may be added to. Then the free slots of a captured machine whose
/// board nobody knows are assumed.
pub fn extended(args: &Extended, output: &Output) -> Result<Planned, Failure> {
    let Planned { seen, inventory } = of(&args.source, args.board.as_deref(), output)?;
    let is_unknown = inventory.board.is_none() && seen.evidence.is_some();
    let adds = args.additions().is_some();
    let inventory = if adds && is_unknown { inventory::drafted(inventory) } else { inventory };
    Ok(Planned { seen, inventory })
}

/// The places of a machine that is known already; none where none is known of it.
pub fn places(seen: &Seen) -> Option<Inventory> {
    Some(known(seen)).filter(|inventory| !inventory.slots.is_empty())
}

/// A machine that is known already, also where nothing is known of its places.
pub fn known(seen: &Seen) -> Inventory {
    of_source(seen, None)
}

/// A bare board or chipset.
fn of_entry(id: &str) -> Result<Planned, Failure> {
    let called = named::ids(id, &[Kind::Board]);
    let sized = || of_size(&id.to_lowercase());
    let inventory = match (board::board(id), chipset_named(id), called.as_slice()) {
        (Some(board), ..) => inventory::of_board(board),
        (None, Some(chipset), _) => inventory::of_chipset(chipset),
        (None, None, several) => match (sized(), several) {
            (Some(inventory), _) => inventory,
            (None, &[one]) => return of_entry(one),
            (None, several) => return Err(no_such_entry(id, several)),
        },
    }
    .map_err(Failure::new)?;
    let seen = Seen::of(format!("{CATALOGUE}{id}"), inventory.fixed.clone());
    Ok(Planned { seen, inventory })
}

fn resolved(
    source: &Source,
    board: Option<&'static Board>,
    output: &Output,
) -> Result<Planned, Failure> {
    let seen = source::resolve(source, output)?;
    let inventory = of_source(&seen, board);
    Ok(Planned { seen, inventory })
}

/// The places of a machine file or of what was seen.
fn of_source(seen: &Seen, board: Option<&'static Board>) -> Inventory {
    match &seen.file {
        Some(described) => inventory::of_file(&described.file),
        None => of_seen(seen, board),
    }
}

/// What was seen, with what the catalogue knows of its board.
fn of_seen(seen: &Seen, board: Option<&'static Board>) -> Inventory {
    let inventory = seen::inventory(&seen.machine);
    match board.or_else(|| seen::board_of(&seen.machine.topology)) {
        Some(board) => seen::on_board(inventory, board),
        None => inventory,
    }
}

/// A generic board by chipset, or by socket alone, and size: `am5-b650-itx`, `epyc-sp5-server`.
fn of_size(name: &str) -> Option<Result<Inventory, Message>> {
    let (of, size) = BoardSize::of_name(name)?;
    let socket = of.rsplit('-').next().unwrap_or(of);
    inventory::of_kind(&BoardKind { chipset: chipset_named(of), socket, size })
}

/// The board of a file, or that of the catalogue that this stands for in any usual spelling.
fn board_named(id: &str, output: &Output) -> Result<&'static Board, Failure> {
    let path = Path::new(id);
    if board::board(id).is_none() && path.is_file() {
        return catalogue::only_board(path, output);
    }
    known_board(id)
}

/// The board of the catalogue that this stands for in any usual spelling.
pub fn known_board(id: &str) -> Result<&'static Board, Failure> {
    let named = named::boards(id);
    named.one().ok_or_else(|| {
        let found: Vec<&str> = named.entries.iter().map(|board| board.id.as_str()).collect();
        unknown("source-no-such-board", "source-no-such-board-near", id, (&found, &[Kind::Board]))
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

fn no_such_entry(id: &str, found: &[&str]) -> Failure {
    let kinds = [Kind::Board, Kind::Chipset];
    let messages = ("source-no-such-entry", "source-no-such-entry-near");
    let machines = machine::all().map(|machine| machine.name);
    match machine_file::nearest(id, machines) {
        Some(near) if found.is_empty() && named::near_ids(id, &kinds).is_empty() => {
            Failure::usage(Message::new(messages.1).with("id", id).with("near", near))
        }
        _ => unknown(messages.0, messages.1, id, (found, &kinds)),
    }
}

/// Which of several is meant is not known, or nothing is called so.
fn unknown(
    plain: &'static str,
    with_near: &'static str,
    id: &str,
    (found, kinds): (&[&str], &[Kind]),
) -> Failure {
    let near = named::near_ids(id, kinds);
    let message = match (found.is_empty(), near.is_empty()) {
        (false, _) => Message::new("source-several-entries").with("found", found.join(", ")),
        (true, false) => Message::new(with_near).with("near", near.join(", ")),
        (true, true) => Message::new(plain),
    };
    Failure::usage(message.with("id", id))
}
