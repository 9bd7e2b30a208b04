//! The array in view.

use narrows_messages::{DocumentText, Localizer, Message};
use narrows_model::{ArrayPlan, RaidEngine, RaidLevel};
use narrows_plan::feasibility::RaidEngineKind;
use narrows_plan::means;
use narrows_plan::request::ArrayConstraint;
use narrows_record::predict::{PredictDocument, Prediction};
use narrows_report::workload_title;
use narrows_topology::Id;
use narrows_units::Bytes;
use narrows_verdict::planned::beyond;
use serde::Serialize;

use super::feasible::{is_old, word};
use super::{RateText, ViewedArrangement};
use crate::state::PageArrayState;

const ID: &str = "array";
/// Levels in the order in which people name them.
const LEVELS: [&str; 5] = ["raid0", "raid1", "raid10", "raid5", "raid6"];
/// Engines to choose from, by their makers' names; the first if none is chosen.
const ENGINES: [(RaidEngine, &str); 6] = [
    (RaidEngine::Md, "Linux md"),
    (RaidEngine::IntelRst, "Intel RST"),
    (RaidEngine::Vroc, "Intel VROC"),
    (RaidEngine::AmdRaidxpert, "AMD RAIDXpert2"),
    (RaidEngine::Btrfs, "Btrfs"),
    (RaidEngine::Zfs, "ZFS"),
];
/// Chunks that people choose from, KiB.
const CHUNKS: [u64; 8] = [4, 16, 32, 64, 128, 256, 512, 1024];

#[derive(Clone, Debug, Serialize)]
pub struct ArrayView {
    pub title: String,
    figures: Vec<ArrayFigure>,
    capacity: Option<String>,
    survives: Option<String>,
    feasibility: Vec<EngineFeasibility>,
    notes: Vec<String>,
}

impl ArrayView {
    /// Its rate under the first workload.
    pub fn main_rate(&self) -> Option<&str> {
        self.figures.first().map(|figure| figure.text.as_str())
    }
}

/// Its rate under one workload.
#[derive(Clone, Debug, Serialize)]
struct ArrayFigure {
    title: String,
    text: String,
    bytes_per_s: f64,
    limit: Option<String>,
}

/// Whether something makes it.
#[derive(Clone, Debug, Serialize)]
struct EngineFeasibility {
    engine: DocumentText,
    verdict: &'static str,
    reason: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct ArrayOptions {
    levels: Vec<SelectOption>,
    engines: Vec<SelectOption>,
    chunks: Vec<SelectOption>,
}

/// Something that can be chosen, or why not.
#[derive(Clone, Debug, Serialize)]
pub struct SelectOption {
    id: String,
    title: String,
    ok: bool,
    reason: Option<String>,
}

pub fn id() -> Id {
    Id::new(ID)
}

fn level(name: &str) -> Option<RaidLevel> {
    RaidLevel::named(name.strip_prefix("raid").unwrap_or(name))
}

/// Indices of its members among the placed devices: the named ones, or all drives.
fn members(of: &ViewedArrangement<'_>, state: &PageArrayState) -> Vec<usize> {
    let devices = of.arrangement.planned.inventory.devices.iter().enumerate();
    let is_member = |id: &str| state.members.is_empty() || state.members.iter().any(|it| it == id);
    let own = devices.filter(|(_, device)| device.drive().is_some() && is_member(&device.id));
    own.map(|(at, _)| at).collect()
}

fn drives(of: &ViewedArrangement<'_>, members: &[usize]) -> Vec<Id> {
    let devices = &of.arrangement.planned.inventory.devices;
    members.iter().filter_map(|&at| devices.get(at)?.drive()).cloned().collect()
}

/// The array as the model knows it; `None` if none is chosen or it has too few members.
pub fn plan(of: &ViewedArrangement<'_>) -> Option<ArrayPlan> {
    let state = of.state.array.as_ref()?;
    let level = level(&state.level)?;
    let members = drives(of, &members(of, state));
    if members.len() < level.fewest_members().max(2) {
        return None;
    }
    let engine = RaidEngine::named(&state.engine).unwrap_or(RaidEngine::Md);
    let chunk = state.chunk.as_ref().and_then(|chunk| chunk.parse::<Bytes>().ok());
    let chunk = chunk.filter(|_| level.has_chunks());
    Some(ArrayPlan { chunk, ..ArrayPlan::new(level, engine, members) })
}

/// Figures of the chosen array; `None` if none is chosen.
pub fn array(of: &ViewedArrangement<'_>, prediction: &PredictDocument) -> Option<ArrayView> {
    let state = of.state.array.as_ref()?;
    let Some(plan) = plan(of) else {
        let few = Message::new("arrange-array-few").with("level", &state.level);
        let too_few = ArrayView {
            title: state.level.clone(),
            figures: Vec::new(),
            capacity: None,
            survives: None,
            feasibility: Vec::new(),
            notes: vec![of.localizer.say(&few)],
        };
        return Some(too_few);
    };
    let rows = prediction.results.iter().filter(|row| row.target == ID);
    let title = Message::new("arrange-array").with("level", plan.level.as_str());
    let title = title.count("drives", plan.members.len());
    Some(ArrayView {
        title: of.localizer.say(&title),
        figures: rows.map(|row| figure(row, of)).collect(),
        capacity: capacity(of, &plan),
        survives: Some(survives(of, &plan)),
        feasibility: feasibility(of, state, plan.level),
        notes: Vec::new(),
    })
}

fn figure(row: &Prediction, of: &ViewedArrangement<'_>) -> ArrayFigure {
    ArrayFigure {
        title: workload_title(&row.workload, of.localizer),
        text: narrows_report::predicted(row),
        bytes_per_s: RateText::mb_s(row.mb_s).bytes_per_s,
        limit: Some(of.localizer.text_of(&row.limit.name)),
    }
}

/// Capacity by the smallest member; `None` if the size of any is unknown.
fn capacity(of: &ViewedArrangement<'_>, plan: &ArrayPlan) -> Option<String> {
    let devices = &of.arrangement.planned.inventory.devices;
    let size = |id: &Id| {
        let device = devices.iter().find(|device| device.drive() == Some(id))?;
        let seen = device.body.drives.get(id).and_then(|drive| drive.size);
        let known = || narrows_catalog::drive::drive(&device.model).map(|model| model.size);
        seen.or_else(known)
    };
    let sizes: Vec<Bytes> = plan.members.iter().map(size).collect::<Option<_>>()?;
    let least = sizes.iter().min()?.get();
    let count = sizes.len() as u64;
    let bytes = match plan.level {
        RaidLevel::Jbod => sizes.iter().map(|size| size.get()).sum(),
        RaidLevel::Stripe => least * count,
        RaidLevel::Mirror => least,
        RaidLevel::MirroredStripe => least * count / 2,
        RaidLevel::Parity(parity) => least * count.saturating_sub(u64::from(parity)),
    };
    // As makers count: `4.0 TB`.
    let decimal = match bytes as f64 / 1e9 {
        gb if gb >= 1000.0 => format!("{:.1} TB", gb / 1e3),
        gb => format!("{gb:.0} GB"),
    };
    let text = Message::new("arrange-array-capacity").with("size", decimal);
    Some(of.localizer.say(&text))
}

fn survives(of: &ViewedArrangement<'_>, plan: &ArrayPlan) -> String {
    let lost = match plan.level {
        RaidLevel::Jbod | RaidLevel::Stripe => 0,
        RaidLevel::Mirror => plan.members.len() - 1,
        RaidLevel::MirroredStripe => 1,
        RaidLevel::Parity(parity) => usize::from(parity),
    };
    match lost {
        0 => of.localizer.text("arrange-array-fragile"),
        lost => of.localizer.say(&Message::new("arrange-array-survives").count("drives", lost)),
    }
}

/// Reasons against an engine of the firmware that the platform lacks altogether.
const LACKS_ENGINE: [&str; 6] = [
    "feasible-chipset-remaps",
    "feasible-cpu-attached",
    "feasible-cpu-attached-board",
    "feasible-chipset-vmd",
    "feasible-cpu-vmd",
    "feasible-amd-raid",
];

/// By which means it is made here; engines of other platforms are left out unless chosen.
fn feasibility(
    of: &ViewedArrangement<'_>,
    state: &PageArrayState,
    level: RaidLevel,
) -> Vec<EngineFeasibility> {
    let inventory = &of.arrangement.planned.inventory;
    let devices = inventory.devices.as_slice();
    let constraint = ArrayConstraint {
        id: ID.to_owned(),
        level,
        members: members(of, state),
        means: RaidEngineKind::ALL.to_vec(),
    };
    let placements = [inventory.today.clone()];
    let rows = means::beside(inventory, devices, &placements, &constraint);
    let rows = beyond::means(&rows, (inventory, devices), &placements);
    let known = rows.into_iter().filter_map(|row| {
        let verdict = word(row.made.as_ref()?);
        let is_foreign =
            |text: &DocumentText| text.id().is_some_and(|id| LACKS_ENGINE.contains(&id));
        let is_chosen = !state.engine.is_empty() && row.engine.contains(&state.engine);
        if verdict == "no" && !is_chosen && row.why.iter().any(is_foreign) {
            return None;
        }
        let reasons = row.why.iter().chain(&row.set).filter(|text| !is_old(text, of));
        let reason = reasons.map(|text| of.localizer.text_of(text));
        let reason: Vec<String> = reason.collect();
        Some(EngineFeasibility {
            engine: row.name,
            verdict,
            reason: of.localizer.follow(reason.iter().map(String::as_str)),
        })
    });
    known.collect()
}

/// Every engine that can be chosen.
pub fn engines(localizer: &Localizer) -> Vec<SelectOption> {
    let windows = (RaidEngine::WindowsStripe, localizer.text("arrange-engine-windows"));
    let named = ENGINES.iter().map(|(engine, name)| (*engine, (*name).to_owned()));
    let choice = |(engine, title): (RaidEngine, String)| SelectOption {
        id: engine.as_str().to_owned(),
        title,
        ok: true,
        reason: None,
    };
    named.chain([windows]).map(choice).collect()
}

/// Every level that can be chosen.
pub fn levels() -> Vec<SelectOption> {
    LEVELS.iter().map(|name| level_choice(name)).collect()
}

/// Every chunk that can be chosen.
pub fn chunks() -> Vec<SelectOption> {
    let chunk = |kib: &u64| {
        let size = Bytes::kib(*kib).to_string();
        SelectOption { id: size.clone(), title: size, ok: true, reason: None }
    };
    CHUNKS.iter().map(chunk).collect()
}

fn level_choice(name: &str) -> SelectOption {
    let title = name.to_uppercase().replace("RAID", "RAID ");
    SelectOption { id: name.to_owned(), title, ok: true, reason: None }
}

/// Choices available with the placed drives.
pub fn possible(of: &ViewedArrangement<'_>) -> ArrayOptions {
    let state = of.state.array.clone().unwrap_or_default();
    let count = members(of, &state).len();
    let for_drives = |choice: SelectOption| {
        let fewest = level(&choice.id).map_or(2, RaidLevel::fewest);
        let few = Message::new("arrange-level-few").count("drives", fewest);
        let ok = count >= fewest;
        SelectOption { ok, reason: (!ok).then(|| of.localizer.say(&few)), ..choice }
    };
    let has_chunks = level(&state.level).is_none_or(RaidLevel::has_chunks);
    ArrayOptions {
        levels: levels().into_iter().map(for_drives).collect(),
        engines: engines(of.localizer),
        chunks: if has_chunks { chunks() } else { Vec::new() },
    }
}
