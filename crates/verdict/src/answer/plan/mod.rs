//! Where every drive and card is best put.

mod beyond;
mod input;
mod kept;
mod levels;
mod prices;

use crate::planned::PlanInputs;
use narrows_catalog::drive;
use narrows_messages::{Localizer, Message};
use narrows_model::RaidLevel;
use narrows_plan::better;
use narrows_plan::device::MovableDevice;
use narrows_plan::evaluate::PlacementJudge;
use narrows_plan::graphics;
use narrows_plan::inventory::SlotInventory;
use narrows_plan::levels::NetworkPath;
use narrows_plan::moves;
use narrows_plan::narrow::{self, LaneWidening};
use narrows_plan::pinned::{self, PinnedDevice};
use narrows_plan::request::{ArrayConstraint, PlacementRequest};
use narrows_plan::result::{PlanCandidate, Search};
use narrows_plan::search::{PlacementSearch, SearchEffort};
use narrows_plan::sparing;
use narrows_plan::splitting;
use narrows_plan::trade::{self, TradeCurve};
use narrows_plan::words;
use narrows_record::plan::PlanDocument;
use narrows_record::run::RunFinding;

use crate::answer::failure::AnswerFailure;
use crate::answer::inventory::InventoriedMachine;
use crate::answer::time::TimeBudget;

pub use self::input::{OsFamily, set, shown, system};
pub use self::levels::network;
pub use self::prices::{Prices, prices};

/// Largest move budget that is reported.
const FEW: usize = 3;

#[derive(Clone, Debug, Default)]
pub struct PlanRequest {
    /// Drives and cards to add, as one list.
    pub additions: Option<String>,
    /// Settings of the board that are to stay so, `name=value`.
    pub set: Vec<String>,
    pub system: Option<OsFamily>,
    /// Wanted arrays, constraints and objectives in the planner's words.
    pub want: Vec<String>,
    /// Arrangements to tell of at most.
    pub top: usize,
    /// Boards of the catalogue to rank beside this one, `id,id`; all if empty.
    pub boards: Option<String>,
    /// Means of RAID beside each other.
    pub raid_engines: bool,
    /// The best use of money.
    pub buy: bool,
    /// RAID levels by numbers of drives.
    pub levels: bool,
    /// The network that levels are looked at through.
    pub network: Option<NetworkPath>,
    pub prices: Prices,
    /// The file that the plan is to be kept in, for the command that measures it.
    pub kept_in: Option<String>,
}

pub struct PlanAnswer {
    pub plan: PlanDocument,
    /// Results left out.
    pub remarks: Vec<Message>,
    planning: PlanningOutcome,
}

/// The inputs and results of planning.
struct PlanningOutcome {
    source: String,
    inventory: SlotInventory,
    devices: Vec<MovableDevice>,
    ask: PlacementRequest,
    effort: SearchEffort,
    search: Search,
    /// How many constraints were given; those after them keep graphics cards in good slots.
    given: usize,
    /// The best arrangement if graphics cards did not have to keep good slots; `None` if they did
    /// not.
    free: Option<PlanCandidate>,
    /// The best arrangement with splits that the firmware is not known to offer; `None` if it brings no more.
    splitting: Option<PlanCandidate>,
    /// Cost of cards' lanes to the drives; `None` if there is no choice.
    curve: Option<TradeCurve>,
    /// Devices whose slot was requested and costs something.
    pinned: Vec<PinnedDevice>,
    /// Cards that run narrower than they could, and which of them need not.
    widening: Option<LaneWidening>,
    /// Today's arrangement with its results; `None` if empty, or if devices are to be added.
    today: Option<PlanCandidate>,
    /// The constraints that do not come true today.
    broken_today: Vec<usize>,
    time: TimeBudget,
}

/// Where everything is best put.
///
/// # Errors
/// What is asked names what is not known, or there is nothing to place or no slot.
pub fn answer(
    request: &PlanRequest,
    planned: InventoriedMachine,
    time: TimeBudget,
) -> Result<PlanAnswer, AnswerFailure> {
    let is_live = planned.seen.is_live;
    let planning = planning(request, planned, time)?;
    let command = kept::command(request, &planning, is_live);
    let told = planning.told(command.as_deref());
    let plan = with_moves(told.plan(), &told, &planning, is_live);
    let mut plan = beyond::with(plan, request, &planning)?;
    // Behind the answer itself.
    let at = plan.findings.len().min(1);
    plan.findings.splice(at..at, shingled(request, &planning));
    plan.findings.splice(at..at, beyond::with_hba(&planning));
    let mut remarks = Vec::new();
    if request.levels {
        plan.levels = levels::of(&planning, request.network.clone());
        remarks.extend(plan.levels.is_none().then(|| Message::new("plan-levels-none")));
    }
    Ok(PlanAnswer { plan, remarks, planning })
}

/// The effect of shingled disks on a rebuild, if one may happen.
fn shingled(request: &PlanRequest, planning: &PlanningOutcome) -> Option<RunFinding> {
    let is_rebuilt = |array: &ArrayConstraint| {
        matches!(array.level, RaidLevel::Mirror | RaidLevel::MirroredStripe | RaidLevel::Parity(_))
    };
    if !request.levels && !planning.ask.arrays.iter().any(is_rebuilt) {
        return None;
    }
    let models = planning.devices.iter().filter_map(|device| drive::drive(&device.model));
    let model = models.into_iter().find(|model| model.shingled)?;
    let text = Message::new("plan-levels-shingled").with("model", &model.name);
    let (id, targets) = ("plan-finding-shingled".to_owned(), Vec::new());
    Some(RunFinding { id, targets, text: text.into(), limit: None })
}

impl PlanAnswer {
    /// The best arrangement as a machine file; `None` if there is none.
    ///
    /// # Errors
    /// It cannot be written as one.
    pub fn machine_file(&self, localizer: &Localizer) -> Result<Option<String>, AnswerFailure> {
        kept::machine_file(&self.planning, &self.plan, localizer)
    }
}

fn planning(
    asked: &PlanRequest,
    mut planned: InventoriedMachine,
    time: TimeBudget,
) -> Result<PlanningOutcome, AnswerFailure> {
    shown(&planned)?;
    input::set(&mut planned.inventory, &asked.set)?;
    input::system(&mut planned.inventory, asked.system);
    let devices = input::devices(asked, &mut planned)?;
    let InventoriedMachine { seen, mut inventory } = planned;
    if inventory.situation.board.name.is_empty() {
        // Sentences about starting and RAID name the board.
        inventory.situation.board.name.clone_from(&inventory.name);
    }
    let words = asked.want.iter().map(String::as_str);
    let ask = words::read(words, &inventory, &devices).map_err(AnswerFailure::usage)?;
    input::leave_out_replaced(&mut inventory, &devices, &ask);
    let given = ask.constraints.len();
    let strict = SearchEffort { top: asked.top, late: time.search, ..SearchEffort::default() };
    let strict =
        PlacementSearch { inventory: &inventory, devices: &devices, request: &ask, effort: strict };
    let SearchOutcome { ask: kept, effort, search, free } = searched(strict);
    let own = PlacementSearch { effort, ..strict };
    let with_kept = own.with_request(&kept);
    let search = search.map(|result| better::near_today(&with_kept, result));
    // From here on comparisons with the best: lanes of cards, unknown splits, requested slots,
    // wider cards.
    let best = best_of(&search);
    let curve = best.and_then(|best| {
        let obvious = search.as_ref().ok()?.obvious.as_ref();
        let known: Vec<&PlanCandidate> = free.iter().chain(obvious).collect();
        trade::curve(&own, best, &known)
    });
    let splitting = best.and_then(|best| splitting::beyond(&own, best));
    let pinned = pinned::dear(&own, best);
    let widening = best.map(|best| narrow::widening(&with_kept, given, best));
    let today = today(&inventory, &devices, &kept);
    let broken_today = broken_today(&inventory, &devices, &kept);
    let source = seen.name;
    Ok(PlanningOutcome {
        source,
        inventory,
        devices,
        ask: kept,
        effort,
        search,
        given,
        free,
        splitting,
        curve,
        pinned,
        widening,
        today,
        broken_today,
        time,
    })
}

/// The result of a search, and its final request.
struct SearchOutcome {
    ask: PlacementRequest,
    effort: SearchEffort,
    search: Search,
    free: Option<PlanCandidate>,
}

/// Searches with graphics cards in slots as good as possible, and finally without that. Options without a
/// source may still work: better reported so than no plan.
fn searched(strict: PlacementSearch<'_>) -> SearchOutcome {
    let request = strict.request;
    let is_open = !(request.constraints.is_empty() && request.arrays.is_empty());
    let effort = SearchEffort { allow_unknown: true, ..strict.effort };
    let lenient = PlacementSearch { effort, ..strict };
    let (search, result) = match graphics::best(&strict) {
        Err(why) if is_open => match graphics::best(&lenient) {
            Ok(result) => (lenient, Ok(result)),
            Err(_) => (strict, Err(why)),
        },
        result => (strict, result),
    };
    let effort = search.effort;
    match result {
        Ok((kept, result)) => {
            let plain = sparing::without_adapters(&search.with_request(&kept), &result);
            let is_kept = kept.constraints.len() > request.constraints.len();
            let free = || search.best().ok()?.candidates.into_iter().next();
            let free = is_kept.then(free).flatten();
            SearchOutcome { ask: kept, effort, search: Ok(plain.unwrap_or(result)), free }
        }
        Err(why) => SearchOutcome { ask: request.clone(), effort, search: Err(why), free: None },
    }
}

fn best_of(search: &Search) -> Option<&PlanCandidate> {
    search.as_ref().ok()?.candidates.first()
}

/// Today's arrangement, whether it fulfils the constraints or not.
fn today(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    ask: &PlacementRequest,
) -> Option<PlanCandidate> {
    let is_whole = !devices.is_empty() && inventory.today.locations.len() == devices.len();
    let ask = ask.only(&[]);
    let judge = PlacementJudge::new(inventory, devices, &ask, true);
    is_whole.then(|| judge.candidate(&inventory.today).ok())?
}

/// The constraints that surely do not come true in today's arrangement, each by itself.
fn broken_today(
    inventory: &SlotInventory,
    devices: &[MovableDevice],
    ask: &PlacementRequest,
) -> Vec<usize> {
    if inventory.today.locations.len() != devices.len() {
        return Vec::new();
    }
    let is_broken = |constraint: &usize| {
        let ask = PlacementRequest { objectives: Vec::new(), ..ask.only(&[*constraint]) };
        PlacementJudge::new(inventory, devices, &ask, true).candidate(&inventory.today).is_err()
    };
    (0..ask.constraints.len()).filter(is_broken).collect()
}

impl PlanningOutcome {
    fn told<'a>(&'a self, command: Option<&'a str>) -> PlanInputs<'a> {
        PlanInputs {
            source: &self.source,
            inventory: &self.inventory,
            devices: &self.devices,
            ask: &self.ask,
            search: &self.search,
            given: self.given,
            free: self.free.as_ref(),
            splitting: self.splitting.as_ref(),
            curve: self.curve.as_ref(),
            pinned: &self.pinned,
            widening: self.widening.as_ref(),
            today: self.today.as_ref(),
            broken_today: &self.broken_today,
            command,
        }
    }

    fn best(&self) -> Option<&PlanCandidate> {
        best_of(&self.search)
    }
}

/// With the steps from today, where something is in the machine today.
fn with_moves(
    plan: PlanDocument,
    inputs: &PlanInputs<'_>,
    planning: &PlanningOutcome,
    is_live: bool,
) -> PlanDocument {
    let PlanningOutcome { inventory, devices, ask, .. } = planning;
    let Some(best) = planning.best().filter(|_| !inventory.today.locations.is_empty()) else {
        return plan;
    };
    let late = planning.time.all;
    let steps = moves::between(inventory, devices, ask, best, late);
    let judge =
        PlacementJudge::new(inventory, devices, ask, planning.effort.allow_unknown).until(late);
    let reaches = if steps.is_empty() { Vec::new() } else { moves::fewest(&judge, FEW) };
    let mut plan = inputs.with_moves(plan, &steps, &reaches);
    if !is_live {
        // Between two steps there is nothing to measure but the machine itself.
        plan.moves.iter_mut().for_each(|step| step.check = None);
    }
    plan
}
