//! From the SOURCE of the command line to slots for drives and cards: those of this machine, of a
//! capture, of a machine file, or of a bare board or chipset of the catalogue.

use std::path::Path;

use narrows_catalog::board;
use narrows_files::inventory::NamedProcessor;
use narrows_messages::Message;
use narrows_verdict::answer::inventory::{InventoriedMachine, bare, is_other_board, known_board};

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

/// The places of a source. `board` says which board of the catalogue an observed machine is; without a source, a
/// board that this machine cannot be is planned as it is sold.
fn of(
    source: &SourceArgs,
    board: Option<&str>,
    processor: Option<&NamedProcessor>,
    output: &CliOutput,
) -> Result<InventoriedMachine> {
    let board = board
        .map(|board| {
            // The board of a file, or the catalogue's that this names in any usual spelling.
            let path = Path::new(board);
            if board::board(board).is_none() && path.is_file() {
                return catalogue::only_board(path, output);
            }
            Ok(known_board(board)?)
        })
        .transpose()?;
    let name = source.source.as_deref().filter(|_| source.root.is_none());
    if let (None, None, Some(board)) = (&source.source, &source.root, board) {
        let source = source::resolve(source, output)?;
        if is_other_board(&source, board) {
            output.remark(&Message::new("source-board-is-bare").with("board", &board.id));
            return Ok(InventoriedMachine::of_board(board, processor)?);
        }
    }
    // Neither a path nor a drive has a name such as `MSI MAG B650 TOMAHAWK WIFI`.
    let by_name = name.filter(|name| !Path::new(name).exists()).and_then(named::board);
    Ok(match name.and_then(bare).or(by_name) {
        Some(id) => InventoriedMachine::of_entry(id, board, processor)?,
        None => {
            InventoriedMachine::of(source::resolve(source, output)?.with_named(processor)?, board)?
        }
    })
}
