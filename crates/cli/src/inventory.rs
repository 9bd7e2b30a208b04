//! From the SOURCE of the command line to slots for drives and cards: those of this machine, of a
//! capture, of a machine file, or of a bare board or chipset of the catalogue.

use std::path::Path;

use narrows_catalog::board;
use narrows_files::inventory::NamedProcessor;
use narrows_messages::Message;
use narrows_verdict::answer::inventory::{
    InventoriedMachine, bare, is_chipset, is_other_board, known_board,
};

use crate::catalogue;
use crate::failure::Result;
use crate::named;
use crate::output::CliOutput;
use crate::source::{self, SourceArgs};

#[derive(Debug, clap::Args)]
pub struct ExtendedMachineArgs {
    #[command(flatten)]
    pub source: SourceArgs,
    #[arg(long, value_name = "ID")]
    pub board: Option<String>,
    #[command(flatten)]
    pub processor: source::ProcessorArgs,
    #[arg(long, value_name = "LIST")]
    pub drives: Vec<String>,
    #[arg(long, value_name = "LIST")]
    pub cards: Vec<String>,
}

impl ExtendedMachineArgs {
    /// The drives and cards to add, as one list; `None` if nothing is added.
    pub fn additions(&self) -> Option<String> {
        let lists: Vec<&str> = self.drives.iter().chain(&self.cards).map(String::as_str).collect();
        (!lists.is_empty()).then(|| lists.join(","))
    }
}

/// The places of a machine that something may be added to.
pub fn extended(args: &ExtendedMachineArgs, output: &CliOutput) -> Result<InventoriedMachine> {
    let processor = args.processor.named_on(args.source.source.as_deref().and_then(bare))?;
    let planned = of(&args.source, args.board.as_deref(), processor.as_ref(), output)?;
    Ok(if args.additions().is_some() { planned.drafted() } else { planned })
}

/// The places of a source. `board` says which board of the catalogue an observed machine is; without a source it
/// means what `catalog:` does, unless this machine can be that board.
fn of(
    source: &SourceArgs,
    board: Option<&str>,
    processor: Option<&NamedProcessor>,
    output: &CliOutput,
) -> Result<InventoriedMachine> {
    let is_alone = source.source.is_none() && source.root.is_none();
    let is_file = |board: &str| board::board(board).is_none() && Path::new(board).is_file();
    if let Some(name) = board.filter(|name| is_alone && !is_file(name))
        && (is_chipset(name) || known_board(name).is_err())
    {
        return Ok(InventoriedMachine::of_entry(name, None, processor)?);
    }
    let board = board
        .map(|board| {
            // The board of a file, or the catalogue's that this names in any usual spelling.
            match is_file(board) {
                true => catalogue::only_board(Path::new(board), output),
                false => Ok(known_board(board)?),
            }
        })
        .transpose()?;
    let name = source.source.as_deref().filter(|_| source.root.is_none());
    if let Some(board) = board.filter(|_| is_alone) {
        let source = source::resolve(source, output)?;
        if is_other_board(&source, board) {
            output.remark(&Message::new("source-board-is-bare").with("board", &board.id));
            return Ok(InventoriedMachine::of_board(board, processor)?);
        }
    }
    // Neither a path nor a drive has a name such as `MSI MAG B650 TOMAHAWK WIFI` or `b650 itx`.
    let is_kind = |name: &&str| {
        name.contains(' ') && InventoriedMachine::of_entry(name, None, processor).is_ok()
    };
    let by_name = name.filter(|name| !Path::new(name).exists());
    let by_name = by_name.and_then(|name| named::board(name).or(Some(name).filter(is_kind)));
    Ok(match name.and_then(bare).or(by_name) {
        Some(id) => InventoriedMachine::of_entry(id, board, processor)?,
        None => {
            InventoriedMachine::of(source::resolve(source, output)?.with_named(processor)?, board)?
        }
    })
}
