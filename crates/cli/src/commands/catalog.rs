//! `narrows catalog`: facts known without looking, searchable by words.

use std::collections::BTreeSet;
use std::path::PathBuf;

use narrows_catalog::entry::EntryKind;
use narrows_catalog::search::{SearchQuery, board_called, called, card_called, drive_called};
use narrows_catalog::{board, card, chipset, cpu, drive, machine, named};
use narrows_messages::Message;
use narrows_record::catalog::CatalogDocument;
use narrows_report::page;
use narrows_workload::{profile, profile_names};

use crate::args::{self, CatalogKind};
use crate::catalogue;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;

pub fn run(args: &args::CatalogArgs, output: &CliOutput) -> Result<ProgramExit> {
    let (kind, words) = args.query();
    if kind == Some(CatalogKind::Check) {
        // Shows the contents of entry files, or the first error in them.
        if words.is_empty() {
            return Err(CommandFailure::usage(Message::new("catalog-check-nothing")));
        }
        let paths: Vec<PathBuf> = words.iter().map(PathBuf::from).collect();
        let own = catalogue::read(&paths, output)?;
        let document = CatalogDocument {
            boards: own.boards().iter().map(Into::into).collect(),
            drives: own.drives().iter().map(Into::into).collect(),
            chipsets: own.chipsets().iter().map(Into::into).collect(),
            cpus: own.cpus().iter().map(Into::into).collect(),
            cards: own.cards().iter().map(Into::into).collect(),
            ..CatalogDocument::empty()
        };
        output.result(&document, || page::catalog(&document, true, &output.localizer))?;
        output.remark(&Message::new("catalog-checked").count("count", document.count()));
        return Ok(ProgramExit::Ok);
    }
    // All entries of the kind, or of every kind, that is called by all words.
    let query = SearchQuery::of(words.iter().map(String::as_str));
    let fits = |id: &str, name: &str| query.fits(&format!("{id} {name}"));
    let mut document = CatalogDocument::empty();
    let is_wanted = |this| kind.is_none_or(|kind| kind == this);
    if is_wanted(CatalogKind::Machines) {
        let title = |it: &machine::NamedMachine| it.title().unwrap_or_default();
        let fitting = machine::all().filter(|it| fits(&format!("catalog:{}", it.name), &title(it)));
        document.machines = fitting.map(Into::into).collect();
    }
    if is_wanted(CatalogKind::Boards) {
        document.boards = fitting(board::all(), |it| query.fits(&board_called(it)));
    }
    if is_wanted(CatalogKind::Drives) {
        document.drives = fitting(drive::all(), |it| query.fits(&drive_called(it)));
    }
    if is_wanted(CatalogKind::Chipsets) {
        document.chipsets = fitting(chipset::all(), |it| fits(&it.id, &it.name));
    }
    if is_wanted(CatalogKind::Cpus) {
        document.cpus = fitting(cpu::all(), |it| query.fits(&called(it)));
    }
    if is_wanted(CatalogKind::Cards) {
        document.cards = fitting(card::all(), |it| query.fits(&card_called(it)));
    }
    if is_wanted(CatalogKind::Workloads) {
        let names = profile_names().into_iter().filter(|name| fits(name, ""));
        document.workloads = names.filter_map(|name| Some((&profile(&name)?).into())).collect();
    }
    let whole = args.full || document.count() == 1;
    output.result(&document, || page::catalog(&document, whole, &output.localizer))?;
    let near = if document.count() == 0 { near(&words) } else { Vec::new() };
    if !near.is_empty() {
        output.remark(&Message::new("catalog-near").with("near", near.join(", ")));
    }
    Ok(ProgramExit::Ok)
}

/// Ids of what is nearly called so, or has all words but one.
fn near(words: &[String]) -> Vec<&'static str> {
    const MOST: usize = 6;
    const KINDS: [EntryKind; 5] =
        [EntryKind::Board, EntryKind::Drive, EntryKind::Card, EntryKind::Cpu, EntryKind::Chipset];
    let text = words.join(" ");
    let mut near = [named::ids(&text, &KINDS), named::near_ids(&text, &KINDS)].concat();
    let all_but_one = if words.len() > 1 { 0..words.len() } else { 0..0 };
    for left_out in all_but_one {
        let others = words.iter().enumerate().filter(|(at, _)| *at != left_out);
        let query = SearchQuery::of(others.map(|(_, word)| word.as_str()));
        let boards = board::all().iter().filter(|it| query.fits(&board_called(it)));
        near.extend(boards.map(|it| it.id.as_str()));
        near.extend(query.drives().map(|it| it.id.as_str()));
        near.extend(query.cards().map(|it| it.id.as_str()));
    }
    let mut listed = BTreeSet::new();
    near.retain(|id| listed.insert(*id));
    near.truncate(MOST);
    near
}

fn fitting<'a, T, U: From<&'a T>>(entries: &'a [T], fits: impl Fn(&T) -> bool) -> Vec<U> {
    entries.iter().filter(|entry| fits(entry)).map(Into::into).collect()
}
