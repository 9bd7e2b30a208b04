//! Available choices: boards, processors, drives and cards, examples, workloads.

use narrows_catalog::chipset::chipset;
use narrows_catalog::search::{board_called, called, card_called, drive_called};
use narrows_catalog::{board, card, casebook, cpu, drive, machine};
use narrows_messages::Localizer;
use narrows_report::workload_title;
use narrows_workload::profile_names;
use serde::Serialize;

use crate::state::{PageSource, PageState};
use crate::view::array::{SelectOption, chunks, engines, levels};

#[derive(Clone, Debug, Serialize)]
pub struct PageCatalogue {
    boards: Vec<BoardOption>,
    processors: Vec<ProcessorOption>,
    devices: Vec<DeviceOption>,
    examples: Vec<ExampleOption>,
    workloads: Vec<WorkloadOption>,
    raid: RaidOptions,
}

#[derive(Clone, Debug, Serialize)]
struct BoardOption {
    id: &'static str,
    title: &'static str,
    maker: &'static str,
    socket: Option<&'static str>,
    chipset: Option<&'static str>,
    called: String,
}

#[derive(Clone, Debug, Serialize)]
struct ProcessorOption {
    id: &'static str,
    title: &'static str,
    called: String,
    sockets: &'static [String],
}

#[derive(Clone, Debug, Serialize)]
struct DeviceOption {
    id: &'static str,
    title: String,
    kind: &'static str,
    called: String,
}

#[derive(Clone, Debug, Serialize)]
struct ExampleOption {
    id: &'static str,
    title: String,
    found: Option<String>,
    state: PageState,
}

#[derive(Clone, Debug, Serialize)]
struct WorkloadOption {
    id: String,
    title: String,
}

#[derive(Clone, Debug, Serialize)]
struct RaidOptions {
    levels: Vec<SelectOption>,
    engines: Vec<SelectOption>,
    chunks: Vec<SelectOption>,
}

/// All of it in the reader's language.
pub fn catalogue(localizer: &Localizer) -> PageCatalogue {
    PageCatalogue {
        boards: board::all().iter().map(board_of).collect(),
        processors: cpu::all().iter().map(processor).collect(),
        devices: devices(localizer),
        examples: casebook::systems().iter().filter_map(|it| example(it, localizer)).collect(),
        workloads: workloads(localizer),
        raid: RaidOptions { levels: levels(), engines: engines(localizer), chunks: chunks() },
    }
}

fn board_of(board: &'static board::Board) -> BoardOption {
    BoardOption {
        id: &board.id,
        title: &board.name,
        maker: board.name.split(' ').next().unwrap_or_default(),
        socket: board.socket.as_deref(),
        chipset: board.chipset.as_deref().and_then(chipset).map(|it| it.name.as_str()),
        called: board_called(board),
    }
}

fn processor(cpu: &'static cpu::Cpu) -> ProcessorOption {
    ProcessorOption { id: &cpu.id, title: &cpu.name, called: called(cpu), sockets: &cpu.sockets }
}

/// Drives, then cards, then graphics cards as such.
fn devices(localizer: &Localizer) -> Vec<DeviceOption> {
    let drives = drive::all().iter().map(|drive| DeviceOption {
        id: &drive.id,
        title: drive.name.clone(),
        kind: "drive",
        called: drive_called(drive),
    });
    let cards = card::all().iter().map(|card| DeviceOption {
        id: &card.id,
        title: card.name.clone(),
        kind: if card.bays > 0 { "carrier" } else { "card" },
        called: card_called(card),
    });
    let gpu = localizer.text("arrange-gpu");
    let graphics =
        DeviceOption { id: "gpu", called: format!("gpu {gpu}"), title: gpu, kind: "gpu" };
    drives.chain(cards).chain([graphics]).collect()
}

fn example(
    system: &'static casebook::PublishedSystem,
    localizer: &Localizer,
) -> Option<ExampleOption> {
    let id = system.machine.as_deref()?;
    let said = |id: &Option<String>| id.as_deref().map(|id| localizer.text(id));
    let machine = || machine::named(id)?.title();
    let source = PageSource { example: Some(begun(id)), ..PageSource::default() };
    let lang = localizer.language().tag().to_owned();
    Some(ExampleOption {
        id,
        title: said(&system.title).or_else(machine)?,
        found: said(&system.finding),
        state: PageState { lang, source: Some(source), ..PageState::empty() },
    })
}

/// The machine with which an example begins: the board with all of its slots, if the catalogue has it so, because more
/// can be tried on it.
fn begun(id: &str) -> String {
    let full = format!("{}/full", id.split('/').next().unwrap_or_default());
    machine::named(&full).map_or_else(|| id.to_owned(), |full| full.name.to_owned())
}

/// The title of the example that begins with this machine, in the reader's language.
pub fn example_title(machine: &str, localizer: &Localizer) -> Option<String> {
    let begins = |system: &&casebook::PublishedSystem| {
        system.machine.as_deref().is_some_and(|id| begun(id) == machine)
    };
    let title = casebook::systems().iter().find(begins)?.title.as_deref()?;
    Some(localizer.text(title))
}

/// Workloads that differ in more than the benchmark's name.
fn workloads(localizer: &Localizer) -> Vec<WorkloadOption> {
    let mut all: Vec<WorkloadOption> = Vec::new();
    for id in profile_names() {
        let title = workload_title(&id, localizer);
        if all.iter().all(|known| known.title != title) {
            all.push(WorkloadOption { id, title });
        }
    }
    all
}
