//! The page of `narrows catalog`: lists of entries, or one entry with all known facts.

mod entry;
mod facts;

use narrows_messages::Localizer;
use narrows_record::catalog::{
    CatalogBoard, CatalogCard, CatalogChipset, CatalogCpu, CatalogDocument, CatalogDrive,
    CatalogLaneGroup, CatalogMachine, CatalogWorkload,
};
use narrows_record::see::LinkState;

use super::right;
use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::words;

/// Lists of the entries, a table a kind; each entry whole if `whole`.
pub fn catalog(catalog: &CatalogDocument, whole: bool, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    if catalog.count() == 0 {
        page.paragraph("", &localizer.text("catalog-nothing"), CellInk::Plain);
    } else if whole {
        entry::all(&mut page, catalog, localizer);
    } else {
        lists(&mut page, catalog, localizer);
    }
    page
}

fn lists(page: &mut Page, catalog: &CatalogDocument, localizer: &Localizer) {
    let mut list = CatalogListWriter { page, localizer };
    list.write("catalog-machines", &["", "catalog-name", ""], &catalog.machines, machine);
    let columns = ["", "catalog-chipset", "catalog-slots", "catalog-name", ""];
    list.write("catalog-boards", &columns, &catalog.boards, board);
    let columns =
        ["", "catalog-size", "catalog-link", "catalog-read", "catalog-write", "catalog-name", ""];
    list.write("catalog-drives", &columns, &catalog.drives, drive);
    let columns = ["", "catalog-uplink", "catalog-lanes", "catalog-name", ""];
    list.write("catalog-chipsets", &columns, &catalog.chipsets, chipset);
    let columns = ["", "catalog-lanes", "catalog-splits", "catalog-name", ""];
    list.write("catalog-cpus", &columns, &catalog.cpus, cpu);
    let columns = ["", "catalog-kind", "catalog-length", "catalog-link", "catalog-name", ""];
    list.write("catalog-cards", &columns, &catalog.cards, card);
    let columns = ["", "catalog-block", "catalog-depth", "catalog-pattern"];
    list.write("catalog-workloads", &columns, &catalog.workloads, workload);
}

struct CatalogListWriter<'a> {
    page: &'a mut Page,
    localizer: &'a Localizer,
}

impl CatalogListWriter<'_> {
    /// A heading and a table of a kind, if there is any of it.
    fn write<T>(
        &mut self,
        title: &str,
        columns: &[&str],
        entries: &[T],
        cells: fn(&T, &Localizer) -> Vec<TableCell>,
    ) {
        if entries.is_empty() {
            return;
        }
        self.page.part(&self.localizer.text(title));
        let mut table =
            PageTable::new(columns.iter().map(|id| column(id, self.localizer)).collect());
        for entry in entries {
            table.cells(cells(entry, self.localizer));
        }
        table.write(self.page);
    }
}

fn column(id: &str, localizer: &Localizer) -> (String, Align) {
    const FIGURES: [&str; 6] = [
        "catalog-size",
        "catalog-read",
        "catalog-write",
        "catalog-slots",
        "catalog-block",
        "catalog-depth",
    ];
    let align = if FIGURES.contains(&id) { Align::Right } else { Align::Left };
    (if id.is_empty() { String::new() } else { localizer.text(id) }, align)
}

fn machine(machine: &CatalogMachine, localizer: &Localizer) -> Vec<TableCell> {
    let name = machine.name.as_deref().map(clean).unwrap_or_default();
    vec![
        id(&machine.id),
        TableCell::plain(name),
        origin(&machine.file, machine.replaces, localizer),
    ]
}

fn board(board: &CatalogBoard, localizer: &Localizer) -> Vec<TableCell> {
    let known = &board.evidence;
    vec![
        id(&board.id),
        TableCell::plain(clean(board.chipset.as_deref().unwrap_or_default())),
        TableCell::plain(board.slots.len().to_string()),
        TableCell::plain(clean(&board.name)),
        origin(&known.file, known.replaces, localizer),
    ]
}

fn drive(drive: &CatalogDrive, localizer: &Localizer) -> Vec<TableCell> {
    let known = &drive.evidence;
    vec![
        id(&drive.id),
        TableCell::plain(size(drive.size)),
        TableCell::plain(connection(drive)),
        right(drive.read_mb_s.map(words::rate), CellInk::Plain),
        right(drive.write_mb_s.map(words::rate), CellInk::Plain),
        TableCell::plain(clean(&drive.name)),
        origin(&known.file, known.replaces, localizer),
    ]
}

fn chipset(chipset: &CatalogChipset, localizer: &Localizer) -> Vec<TableCell> {
    let known = &chipset.evidence;
    let uplink =
        chipset.uplink.as_ref().map(|it| format!("{} x{}", clean(&it.name), it.link.lanes));
    vec![
        id(&chipset.id),
        TableCell::plain(uplink.unwrap_or_default()),
        TableCell::plain(lanes(&chipset.lanes)),
        TableCell::plain(clean(&chipset.name)),
        origin(&known.file, known.replaces, localizer),
    ]
}

fn cpu(cpu: &CatalogCpu, localizer: &Localizer) -> Vec<TableCell> {
    let known = &cpu.evidence;
    vec![
        id(&cpu.id),
        TableCell::plain(lanes(&cpu.lanes)),
        TableCell::plain(clean(&cpu.splits.join(", "))),
        TableCell::plain(clean(&cpu.name)),
        origin(&known.file, known.replaces, localizer),
    ]
}

fn card(card: &CatalogCard, localizer: &Localizer) -> Vec<TableCell> {
    let known = &card.evidence;
    vec![
        id(&card.id),
        TableCell::plain(facts::card_kind(&card.kind, localizer)),
        TableCell::plain(format!("x{}", card.length)),
        TableCell::plain(card.link.map(pcie).unwrap_or_default()),
        TableCell::plain(clean(&card.name)),
        origin(&known.file, known.replaces, localizer),
    ]
}

fn workload(workload: &CatalogWorkload, localizer: &Localizer) -> Vec<TableCell> {
    vec![
        id(&workload.id),
        TableCell::plain(words::size(workload.block)),
        TableCell::plain(workload.depth.to_string()),
        TableCell::plain(facts::pattern(workload, localizer)),
    ]
}

fn id(id: &str) -> TableCell {
    TableCell::new(clean(id), CellInk::Strong)
}

/// Marks an entry of the user as theirs, and whether it replaces one of ours.
fn origin(file: &Option<String>, replaces: bool, localizer: &Localizer) -> TableCell {
    let id = match (file, replaces) {
        (None, _) => return TableCell::default(),
        (Some(_), false) => "catalog-yours",
        (Some(_), true) => "catalog-yours-replaces",
    };
    TableCell::new(localizer.text(id), CellInk::Faint)
}

/// As labels say it, in powers of ten: `256 GB`, `3.84 TB`.
fn size(bytes: u64) -> String {
    match bytes {
        1_000_000_000_000.. => format!("{} TB", bytes as f64 / 1e12),
        _ => format!("{} GB", bytes as f64 / 1e9),
    }
}

fn connection(drive: &CatalogDrive) -> String {
    match (drive.link, drive.interface.as_str()) {
        (Some(link), _) => pcie(link),
        (None, "sata-3g") => "SATA 3 Gb/s".to_owned(),
        (None, "sata-6g") => "SATA 6 Gb/s".to_owned(),
        (None, other) => clean(other),
    }
}

/// `PCIe 3.0 x4`.
fn pcie(link: LinkState) -> String {
    match narrows_units::TransferRate::from_gt_s(link.gts) {
        Some(rate) => format!("PCIe {}.0 x{}", rate.generation(), link.lanes),
        None => link.to_string(),
    }
}

/// `12 × PCIe 4.0 + 8 × PCIe 3.0`.
fn lanes(groups: &[CatalogLaneGroup]) -> String {
    let texts: Vec<String> = groups
        .iter()
        .map(|group| format!("{} × PCIe {}.0", group.count, group.generation))
        .collect();
    texts.join(" + ")
}

#[cfg(test)]
mod tests;
