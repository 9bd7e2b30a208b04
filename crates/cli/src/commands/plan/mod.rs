//! `narrows plan`: where every drive and card is best put.

mod beyond;
mod input;
mod kept;
mod levels;
mod prices;

pub(super) use self::input::set;

use std::time::Duration;

use narrows_plan::ask::Request;
use narrows_plan::better;
use narrows_plan::device::Device;
use narrows_plan::evaluate::Judge;
use narrows_plan::found::{Candidate, Search};
use narrows_plan::graphics;
use narrows_plan::inventory::Inventory;
use narrows_plan::moves;
use narrows_plan::pinned::{self, Pinned};
use narrows_plan::search::{self, Effort};
use narrows_plan::trade::{self, Curve};
use narrows_plan::wanted;
use narrows_record::plan::{Plan, Verdict};
use narrows_report::page;
use narrows_report::picture;
use narrows_verdict::planned::Told;

use crate::args;
use crate::deadline;
use crate::destination::Kind;
use crate::failure::{Exit, Failure};
use crate::inventory::{self, Planned};
use crate::output::Output;

/// Moves up to which it is said what few of them reach.
const FEW: usize = 3;

/// All that is planned for, and what came of it.
struct Planning {
    source: String,
    inventory: Inventory,
    devices: Vec<Device>,
    ask: Request,
    effort: Effort,
    search: Search,
    /// How many constraints were given; those after them keep graphics cards in good slots.
    given: usize,
    /// The best arrangement if graphics cards had not to keep good slots; none where they had not.
    free: Option<Candidate>,
    /// What lanes of cards cost the drives; none where there is no choice.
    curve: Option<Curve>,
    /// Devices whose slot was asked for and costs something.
    pinned: Vec<Pinned>,
    /// Today's arrangement with what it brings; none where nothing is in it, or more is to come.
    today: Option<Candidate>,
    /// The constraints that do not come true today.
    broken_today: Vec<usize>,
}

pub fn run(args: &args::Plan, output: &Output) -> Result<Exit, Failure> {
    deadline::begin(Duration::from_secs(args.time));
    let file = output.destination(args.save.as_deref(), Kind::MachineFile, args.force)?;
    let html = output.destination(args.html.as_deref(), Kind::Report, args.force)?;
    let drawn = args.picture.files(args.force, output)?;
    let prices = prices::all(&args.prices, &args.price, output)?;
    let network = levels::network(args.network.as_deref())?;
    let planned = inventory::extended(&args.machine, output)?;
    let is_live = planned.seen.is_live;
    let planning = planning(args, planned)?;
    let command = kept::command(args, &planning, is_live);
    let told = planning.told(command.as_deref(), output);
    let plan = with_moves(told.plan(), &told, &planning, is_live);
    let plan = beyond::with(plan, args, &planning, &prices, output)?;
    let plan = if args.levels { levels::with(plan, &planning, network, output) } else { plan };
    if let Some(file) = file {
        kept::keep(file, &planning, &plan, output)?;
    }
    drawn.draw(|layout| picture::plan(&plan, layout, &output.localizer), output)?;
    if let Some(file) = html {
        let page = page::plan(&plan, &output.localizer);
        file.write(page.html(&plan, &output.localizer).as_bytes())?;
    }
    output.result(&plan, || match output.text {
        true => page::posted::plan(&plan, &output.localizer),
        false => page::plan(&plan, &output.localizer),
    })?;
    Ok(exit(&plan))
}

/// What is found but not known to work is true, and not whole.
fn exit(plan: &Plan) -> Exit {
    let mut answers = plan.best.iter().flat_map(|best| &best.answers);
    match (&plan.impossible, answers.any(|answer| answer.verdict != Verdict::Yes)) {
        (Some(impossible), _) if !impossible.proven => Exit::Partial,
        (Some(_), _) => Exit::Found,
        (None, true) => Exit::Partial,
        (None, false) => Exit::Ok,
    }
}

fn planning(args: &args::Plan, mut planned: Planned) -> Result<Planning, Failure> {
    input::set(&mut planned.inventory, &args.set)?;
    input::system(&mut planned.inventory, args.os);
    let devices = input::devices(args, &planned)?;
    let Planned { seen, mut inventory } = planned;
    if inventory.situation.board.name.is_empty() {
        // Sentences about starting and RAID name the board.
        inventory.situation.board.name.clone_from(&inventory.name);
    }
    let words = args.want.iter().map(String::as_str);
    let ask = wanted::read(words, &inventory, &devices).map_err(Failure::usage)?;
    input::leave_out_replaced(&mut inventory, &devices, &ask);
    let given = ask.constraints.len();
    let strict =
        Effort { top: usize::from(args.top), late: deadline::is_search_over, ..Effort::default() };
    let Searched { ask, effort, search, free } = searched(ask, &inventory, &devices, strict);
    let search = search.map(|found| better::near_today(found, &inventory, &devices, &ask, &effort));
    let asked = asked(&ask, given);
    let curve = curve(&inventory, &devices, &asked, (&search, free.as_ref()), &effort);
    let pinned = pinned::dear(&inventory, &devices, &asked, best_of(&search), &effort);
    let today = today(&inventory, &devices, &ask);
    let broken_today = broken_today(&inventory, &devices, &ask);
    let source = seen.name;
    Ok(Planning {
        source,
        inventory,
        devices,
        ask,
        effort,
        search,
        given,
        free,
        curve,
        pinned,
        today,
        broken_today,
    })
}

/// What a search came to, and what it was asked in the end.
struct Searched {
    ask: Request,
    effort: Effort,
    search: Search,
    free: Option<Candidate>,
}

/// Searches with graphics cards in as good slots as is possible, and without that at last. What no source
/// tells may still work: better said so than not planned.
fn searched(ask: Request, inventory: &Inventory, devices: &[Device], strict: Effort) -> Searched {
    let is_open = !(ask.constraints.is_empty() && ask.arrays.is_empty());
    let lenient = Effort { allow_unknown: true, ..strict };
    let (effort, found) = match graphics::best(inventory, devices, &ask, &strict) {
        Err(why) if is_open => match graphics::best(inventory, devices, &ask, &lenient) {
            Ok(found) => (lenient, Ok(found)),
            Err(_) => (strict, Err(why)),
        },
        found => (strict, found),
    };
    match found {
        Ok((with, found)) => {
            let is_kept = with.constraints.len() > ask.constraints.len();
            let free = || {
                search::best(inventory, devices, &ask, &effort).ok()?.candidates.into_iter().next()
            };
            let free = is_kept.then(free).flatten();
            Searched { ask: with, effort, search: Ok(found), free }
        }
        Err(why) => Searched { ask, effort, search: Err(why), free: None },
    }
}

/// What lanes of cards cost the drives.
fn curve(
    inventory: &Inventory,
    devices: &[Device],
    ask: &Request,
    (search, free): (&Search, Option<&Candidate>),
    effort: &Effort,
) -> Option<Curve> {
    let obvious = search.as_ref().ok()?.obvious.as_ref();
    let known: Vec<&Candidate> = free.into_iter().chain(obvious).collect();
    trade::curve(inventory, devices, ask, (best_of(search)?, &known), effort)
}

/// The first `given` constraints are the user's.
fn asked(ask: &Request, given: usize) -> Request {
    Request { constraints: ask.constraints.iter().take(given).cloned().collect(), ..ask.clone() }
}

fn best_of(search: &Search) -> Option<&Candidate> {
    search.as_ref().ok()?.candidates.first()
}

/// Today's arrangement, whether it fulfils the constraints or not.
fn today(inventory: &Inventory, devices: &[Device], ask: &Request) -> Option<Candidate> {
    let is_whole = !devices.is_empty() && inventory.today.locations.len() == devices.len();
    let ask = ask.only(&[]);
    let judge = Judge::new(inventory, devices, &ask, true);
    is_whole.then(|| judge.candidate(&inventory.today).ok())?
}

/// The constraints that surely do not come true in today's arrangement, each by itself.
fn broken_today(inventory: &Inventory, devices: &[Device], ask: &Request) -> Vec<usize> {
    if inventory.today.locations.len() != devices.len() {
        return Vec::new();
    }
    let is_broken = |constraint: &usize| {
        let ask = Request { objectives: Vec::new(), ..ask.only(&[*constraint]) };
        Judge::new(inventory, devices, &ask, true).candidate(&inventory.today).is_err()
    };
    (0..ask.constraints.len()).filter(is_broken).collect()
}

impl Planning {
    fn told<'a>(&'a self, command: Option<&'a str>, output: &'a Output) -> Told<'a> {
        Told {
            source: &self.source,
            inventory: &self.inventory,
            devices: &self.devices,
            ask: &self.ask,
            search: &self.search,
            given: self.given,
            free: self.free.as_ref(),
            curve: self.curve.as_ref(),
            pinned: &self.pinned,
            today: self.today.as_ref(),
            broken_today: &self.broken_today,
            command,
            localizer: &output.localizer,
        }
    }

    /// What the user asked, without what keeps graphics cards in good slots.
    fn asked(&self) -> Request {
        asked(&self.ask, self.given)
    }

    /// The best arrangement.
    fn best(&self) -> Option<&Candidate> {
        best_of(&self.search)
    }
}

/// With the steps from today, where something is in the machine today.
fn with_moves(plan: Plan, told: &Told<'_>, planning: &Planning, is_live: bool) -> Plan {
    let Planning { inventory, devices, ask, .. } = planning;
    let Some(best) = planning.best().filter(|_| !inventory.today.locations.is_empty()) else {
        return plan;
    };
    let steps = moves::between(inventory, devices, ask, best);
    let judge =
        Judge::new(inventory, devices, ask, planning.effort.allow_unknown).until(deadline::is_over);
    let reaches = if steps.is_empty() { Vec::new() } else { moves::fewest(&judge, FEW) };
    let mut plan = told.with_moves(plan, &steps, &reaches);
    if !is_live {
        // Between two steps there is nothing to measure but the machine itself.
        plan.moves.iter_mut().for_each(|step| step.check = None);
    }
    plan
}
