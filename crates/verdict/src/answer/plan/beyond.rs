//! Boards, RAID engines and purchases as alternatives, if requested.

use std::collections::{BTreeMap, BTreeSet};

use crate::planned::{self, stands_against};
use narrows_catalog::board::SlotBus;
use narrows_catalog::{board, chipset, cpu};
use narrows_files::inventory;
use narrows_messages::Message;
use narrows_plan::boards;
use narrows_plan::buying::{self, PurchaseChoice};
use narrows_plan::device::MovableDevice;
use narrows_plan::evaluate::rated;
use narrows_plan::feasibility::RaidEngineKind;
use narrows_plan::graphics;
use narrows_plan::inventory::SlotInventory;
use narrows_plan::means;
use narrows_plan::placement::Placement;
use narrows_plan::request::{ArrayConstraint, PlacementRequest};
use narrows_plan::result::{PlanConflict, Search, SearchFn, SearchResult};
use narrows_plan::search::{self, PlacementSearch, SearchEffort};
use narrows_plan::serving;
use narrows_plan::words;
use narrows_record::plan::PlanDocument;
use narrows_record::plan_beyond::{NetworkCapacity, PurchaseAdvice, RankedBoard};
use narrows_record::run::RunFinding;
use narrows_topology::graph::NodeKind;
use narrows_units::BytesPerSec;

use super::prices::Prices;
use super::{PlanRequest, PlanningOutcome};
use crate::answer::failure::AnswerFailure;
use crate::answer::inventory::known_board;
use crate::answer::processor::processor;
use crate::answer::time::TimeBudget;

/// A network that sends this fraction of the drives' rate is not the bottleneck.
const NEARLY: f64 = 0.98;
/// Arrangements to look at on each of many boards.
const PLACEMENTS: u64 = 4_000;

pub(super) fn with(
    plan: PlanDocument,
    request: &PlanRequest,
    planning: &PlanningOutcome,
) -> Result<PlanDocument, AnswerFailure> {
    let boards = match &request.boards {
        Some(ids) => ranked(ids, planning, &request.prices)?,
        None => Vec::new(),
    };
    let engines = if request.raid_engines {
        // The ways to make the requested arrays; if there are none, a stripe over the drives.
        let (inventory, devices) = (&planning.inventory, planning.devices.as_slice());
        let arrays = match planning.ask.arrays.as_slice() {
            [] => words::read(["raid0"], inventory, devices).map_err(AnswerFailure::usage)?.arrays,
            asked => asked.to_vec(),
        };
        let ask = PlacementRequest { arrays, ..planning.ask.clone() };
        let found = planning.search.as_ref().map(placements).unwrap_or_default();
        let rows = ask.arrays.iter().enumerate().flat_map(|(index, array)| {
            // One engine's best need not suit another.
            let mut placements =
                means::placements(inventory, devices, &ask, index, &hopeful(planning.time));
            placements.extend(found.clone());
            let rows = means::beside(inventory, devices, &placements, array);
            planned::beyond::means(&rows, (inventory, devices), &placements)
        });
        rows.collect()
    } else {
        Vec::new()
    };
    let buying = if request.buy { buying_of(planning, &request.prices) } else { None };
    let (network, bound) = network(planning);
    let mut findings = plan.findings;
    // With a graphics card it is a desktop, whose network is no headline.
    let is_server = !planning.devices.iter().any(MovableDevice::is_graphics);
    let is_less = |it: &&NetworkCapacity| it.serves_mb_s < it.drives_mb_s * NEARLY;
    if let Some(served) = network.first().filter(is_less).filter(|_| is_server) {
        // Readers over a network get no more than that, whatever the drives deliver.
        let headline = RunFinding {
            id: "plan-finding-network".to_owned(),
            targets: vec![served.card.clone()],
            text: served.text.clone(),
            limit: served.limit.clone(),
        };
        findings.insert(0, headline);
    }
    if network.is_empty() {
        // Behind the answer itself.
        let at = findings.len().min(1);
        let rate = plan.best.as_ref().map_or(0.0, |best| best.total_mb_s);
        let onboard = onboard(&planning.inventory, rate).filter(|_| is_server);
        findings.splice(at..at, bound.into_iter().chain(onboard));
    }
    Ok(PlanDocument { network, boards, engines, buying, findings, ..plan })
}

/// That a machine sold whole, such as a NAS, has ports slower than its drives.
fn onboard(inventory: &SlotInventory, drives_mb_s: f64) -> Option<RunFinding> {
    let board = board::board(inventory.board.as_deref()?)?;
    let port = board.port_of_box()?;
    let rate = BytesPerSec::new(port.get() * 1e9 / 8.0);
    let text = Message::new("plan-finding-onboard")
        .with("port", format!("{} Gbit/s", port.get()))
        .with("rate", rate);
    let id = text.id().to_owned();
    let finding = RunFinding { id, targets: Vec::new(), text: text.into(), limit: None };
    (rate.as_mb_s() < drives_mb_s * NEARLY).then_some(finding)
}

/// The part of the drives' rate that each network card sends in the best arrangement, and cards that carry
/// less than their ports do.
fn network(planning: &PlanningOutcome) -> (Vec<NetworkCapacity>, Vec<RunFinding>) {
    let PlanningOutcome { inventory, devices, ask, .. } = planning;
    let (mut served, mut bound) = (Vec::new(), Vec::new());
    let Some(best) = planning.best() else { return (served, bound) };
    let by = |array: &'_ ArrayConstraint| best.means.get(&array.id).copied();
    let arrays: Vec<(&ArrayConstraint, RaidEngineKind)> =
        ask.arrays.iter().filter_map(|array| Some((array, by(array)?))).collect();
    let workload = ask.objectives.iter().find_map(rated);
    let machine = inventory.machine(devices, &best.placement, &arrays).ok();
    let (Some(machine), Some(workload)) = (machine, workload) else { return (served, bound) };
    for device in devices.iter().filter(|device| device.kind() == Some(NodeKind::Network)) {
        let node = device.body.nodes.first().map(|(node, _)| node);
        let (Some(node), Some(ports)) = (node, device.line_rate()) else { continue };
        if let Some(serving) = serving::serving(&machine, node, ports, workload) {
            served.push(planned::beyond::network(&device.id, &serving));
        }
        let carries = serving::alone(&machine, node, ports, workload);
        let link = machine.topology.nodes.get(node).and_then(|node| node.link.as_ref()?.current);
        if let Some(link) = link.filter(|_| carries.get() < ports.get() * NEARLY) {
            let text = Message::new("plan-finding-card-bound").with("card", &device.id);
            let text = text.with("carries", carries).with("ports", ports).with("link", link);
            let (id, targets) = ("plan-finding-card-bound".to_owned(), vec![device.id.clone()]);
            bound.push(RunFinding { id, targets, text: text.into(), limit: None });
        }
    }
    (served, bound)
}

fn on_each_board(time: TimeBudget) -> SearchEffort {
    SearchEffort { placements: PLACEMENTS, top: 1, late: time.all, ..SearchEffort::default() }
}

/// A search limited to the available time if many are made.
pub(super) fn quick(
    time: TimeBudget,
) -> impl Fn(&SlotInventory, &[MovableDevice], &PlacementRequest) -> Search {
    move |inventory, devices, ask| search::best(inventory, devices, ask, &on_each_board(time))
}

/// The same, assuming the best of anything unknown.
fn hopeful(
    time: TimeBudget,
) -> impl Fn(&SlotInventory, &[MovableDevice], &PlacementRequest) -> Search {
    let effort = SearchEffort { allow_unknown: true, ..on_each_board(time) };
    move |inventory, devices, ask| search::best(inventory, devices, ask, &effort)
}

/// A search with graphics cards in good slots of whatever board it is.
fn kept(
    time: TimeBudget,
    allow_unknown: bool,
) -> impl Fn(&SlotInventory, &[MovableDevice], &PlacementRequest) -> Search {
    let effort = SearchEffort { allow_unknown, ..on_each_board(time) };
    move |inventory, devices, request| {
        let search = PlacementSearch { inventory, devices, request, effort };
        graphics::best(&search).map(|(_, result)| result)
    }
}

fn ranked(
    ids: &str,
    planning: &PlanningOutcome,
    prices: &Prices,
) -> Result<Vec<RankedBoard>, AnswerFailure> {
    let cpu = planning.inventory.fixed.topology.host.cpu.as_deref();
    let processor = cpu.and_then(|name| processor(name).ok());
    let sockets = match &processor {
        Some(processor) => processor.row.sockets.clone(),
        None => sockets(&planning.inventory),
    };
    let fits = |board: &&board::Board| {
        sockets.is_empty() || board.socket.as_ref().is_some_and(|socket| sockets.contains(socket))
    };
    let choice = BoardChoice::of(ids)?;
    // A named board may be for another processor.
    let boards: Vec<_> = choice.boards.iter().filter(|it| choice.any_socket || fits(it)).collect();
    if boards.is_empty() {
        return Err(AnswerFailure::usage(Message::new("plan-boards-none").with("ids", ids)));
    }
    let boards = boards.into_iter().copied();
    let inventories = boards.map(|board| {
        let own = processor.as_ref().filter(|_| fits(&board));
        let file = inventory::file_of_board_with(board, own)?;
        Ok(with_system_of(planning, inventory::of_file(&file)))
    });
    let inventories =
        inventories.collect::<Result<Vec<SlotInventory>, _>>().map_err(AnswerFailure::new)?;
    let devices = &planning.devices;
    let ask = planning.ask.only(&planning.ask.anywhere(planning.given));
    let price = |inventory: &SlotInventory| prices.get(inventory.board.as_ref()?).copied();
    let time = planning.time;
    let searches: (SearchFn<'_>, SearchFn<'_>) = (&kept(time, false), &kept(time, true));
    let ranked = boards::ranked(&inventories, devices, &ask, price, searches);
    let against = |inventory: &SlotInventory, why: &PlanConflict| {
        stands_against(inventory, (devices, &ask), why)
    };
    Ok(planned::beyond::boards(&ranked, &inventories, (devices, &ask), against))
}

/// The sockets of the processors that go with a bare board or chipset; none if unknown.
fn sockets(inventory: &SlotInventory) -> Vec<String> {
    let socket = inventory.board.as_deref().and_then(board::board).and_then(|it| it.socket.clone());
    let mut nodes = inventory.fixed.topology.nodes.values();
    let mut chipset = || nodes.find(|node| node.kind == NodeKind::Chipset)?.name.as_deref();
    let of_chipset = |name: &str| cpu::of_chipset(chipset::named(name)?);
    match socket {
        Some(socket) => vec![socket],
        None => chipset().and_then(of_chipset).map_or(Vec::new(), |row| row.sockets.clone()),
    }
}

/// Another board with the operating system that the user names.
fn with_system_of(planning: &PlanningOutcome, mut inventory: SlotInventory) -> SlotInventory {
    if planning.inventory.situation.system.is_given {
        inventory.situation.system.clone_from(&planning.inventory.situation.system);
    }
    inventory
}

/// Boards by what `--boards` names: boards, sockets, sizes, `all`.
struct BoardChoice {
    boards: Vec<&'static board::Board>,
    /// Boards for other sockets than the machine's count as well.
    any_socket: bool,
}

impl BoardChoice {
    /// Of several sizes or sockets any will do; all boards if none of either and no board is named.
    fn of(ids: &str) -> Result<Self, AnswerFailure> {
        let (mut named, mut sizes, mut sockets, mut is_all) = (vec![], vec![], vec![], false);
        for id in ids.split(',').map(str::trim).filter(|id| !id.is_empty()) {
            let is_socket = |it: &&board::Board| {
                it.socket.as_ref().is_some_and(|socket| socket.eq_ignore_ascii_case(id))
            };
            if id == "all" {
                is_all = true;
            } else if let Some(size) = inventory::BoardSize::named(id) {
                sizes.push(size);
            } else if let Some(board) = board::all().iter().find(is_socket) {
                sockets.push(&board.socket);
            } else {
                named.push(known_board(id)?);
            }
        }
        let any_socket = is_all || !named.is_empty() || !sockets.is_empty();
        let mut boards = if named.is_empty() { board::all().iter().collect() } else { named };
        boards.retain(|board| sizes.is_empty() || sizes.iter().any(|size| size.is_of(board)));
        boards.retain(|board| sockets.is_empty() || sockets.contains(&&board.socket));
        Ok(Self { boards, any_socket })
    }
}

fn placements(found: &SearchResult) -> Vec<Placement> {
    let all = found.candidates.iter().chain(&found.obvious);
    let different: BTreeSet<&Placement> = all.clone().map(|it| &it.placement).collect();
    let mut left = different;
    all.map(|it| &it.placement).filter(|at| left.remove(at)).cloned().collect()
}

fn buying_of(planning: &PlanningOutcome, prices: &Prices) -> Option<PurchaseAdvice> {
    let best = planning.best()?;
    let PlanningOutcome { inventory, devices, ask, .. } = planning;
    let reference = planning.today.as_ref().unwrap_or(best);
    let now = reference.scores.first().copied()?;
    let choices = choices(planning, prices);
    let price = |choice: &PurchaseChoice| price(choice, prices);
    let searches: (SearchFn<'_>, SearchFn<'_>) =
        (&quick(planning.time), &kept(planning.time, false));
    let asked = (inventory, devices.as_slice(), ask, planning.given);
    let offers = buying::offers(asked, now, &choices, price, searches);
    let arrays: Vec<(&ArrayConstraint, RaidEngineKind)> =
        ask.arrays.iter().filter_map(|array| Some((array, *best.means.get(&array.id)?))).collect();
    let workload = ask.objectives.iter().find_map(rated)?;
    let fillings = buying::fillings(inventory, devices, &best.placement, &arrays, workload);
    Some(planned::beyond::buying(now, &offers, &fillings, (devices, ask)))
}

/// Better slots, one more of each model, everything that has a price, and boards and drives together.
fn choices(planning: &PlanningOutcome, prices: &Prices) -> Vec<PurchaseChoice> {
    let PlanningOutcome { inventory, devices, .. } = planning;
    let mut choices = Vec::new();
    if planning.today.is_some() {
        choices.push(PurchaseChoice::Slots);
    }
    let mut models: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, device) in devices.iter().enumerate().filter(|(_, device)| device.drive().is_some()) {
        models.entry(&device.model).or_default().push(at);
    }
    for (model, at) in &models {
        if let (Some(device), Some(&twin)) = (one_more(planning, model), at.first()) {
            choices.push(PurchaseChoice::Another(Box::new(device), twin));
        }
        let others = prices.keys().filter(|id| id != model);
        choices.extend(others.filter_map(|id| {
            let list = format!("{}x {id}", at.len());
            let instead = inventory::devices_beside(&crowded(planning), &list).ok()?;
            let are_drives = instead.iter().all(|device| device.drive().is_some());
            are_drives.then(|| PurchaseChoice::Instead(at.clone(), instead))
        }));
    }
    let boards = prices.keys().filter(|id| inventory.board.as_ref() != Some(id));
    let boards = boards.filter_map(|id| board::board(id));
    let inventories = boards.filter_map(|board| inventory::of_board(board).ok());
    let inventories = inventories.map(|inventory| with_system_of(planning, inventory));
    let inventories: Vec<SlotInventory> = inventories.collect();
    let mut pairs = Vec::new();
    for inventory in &inventories {
        for choice in &choices {
            if let PurchaseChoice::Instead(which, others) = choice {
                let board = Box::new(inventory.clone());
                pairs.push(PurchaseChoice::Both(board, which.clone(), others.clone()));
            }
        }
    }
    choices.extend(
        inventories.into_iter().map(|inventory| PurchaseChoice::Board(Box::new(inventory))),
    );
    choices.extend(pairs.into_iter().take(MOST_PAIRS));
    choices
}

/// More boards with other drives than this take longer to search than people wait.
const MOST_PAIRS: usize = 24;

/// One more drive of this model, under a name that nothing has yet.
fn one_more(planning: &PlanningOutcome, model: &str) -> Option<MovableDevice> {
    inventory::devices_beside(&crowded(planning), model).ok()?.pop()
}

/// That everything fits with one more SAS card, where drives on SATA have no ports left.
pub(super) fn with_hba(planning: &PlanningOutcome) -> Option<RunFinding> {
    let on_sata = |device: &MovableDevice| device.bus == SlotBus::Sata;
    if planning.search.is_ok() || !planning.devices.iter().any(on_sata) {
        return None;
    }
    let card = one_more(planning, HBA)?;
    let index = planning.devices.len();
    let devices: Vec<MovableDevice> = planning.devices.iter().cloned().chain([card]).collect();
    let effort = SearchEffort { top: 1, ..planning.effort };
    let found = search::best(&planning.inventory, &devices, &planning.ask, &effort).ok()?;
    let placement = &found.candidates.first()?.placement;
    let slot = planning.inventory.location_name(placement, *placement.locations.get(index)?)?;
    let name = devices.last()?.model_name().to_owned();
    let text = Message::new("plan-with-hba").with("name", name).with("slot", slot);
    let (id, targets) = ("plan-with-hba".to_owned(), Vec::new());
    Some(RunFinding { id, targets, text: text.into(), limit: None })
}

/// The SAS card that stands for all with eight ports.
const HBA: &str = "hba";

/// The inventory as if all devices were in it, so that new ones get other names.
pub(super) fn crowded(planning: &PlanningOutcome) -> SlotInventory {
    SlotInventory { devices: planning.devices.clone(), ..planning.inventory.clone() }
}

fn price(choice: &PurchaseChoice, prices: &Prices) -> Option<f64> {
    match choice {
        PurchaseChoice::Slots => Some(0.0),
        PurchaseChoice::Another(device, _) => prices.get(&device.model).copied(),
        PurchaseChoice::Instead(_, devices) => {
            let one = prices.get(&devices.first()?.model)?;
            Some(one * devices.len() as f64)
        }
        PurchaseChoice::Board(inventory) => prices.get(inventory.board.as_ref()?).copied(),
        PurchaseChoice::Both(inventory, _, devices) => {
            let one = prices.get(&devices.first()?.model)?;
            Some(prices.get(inventory.board.as_ref()?)? + one * devices.len() as f64)
        }
    }
}
