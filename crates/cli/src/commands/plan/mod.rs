//! `narrows plan`: where every drive and card is best put.

mod beyond;
mod input;
mod kept;
mod levels;
mod prices;

pub(super) use self::input::set;

use std::time::Duration;

use narrows_plan::ask::Ask;
use narrows_plan::better;
use narrows_plan::evaluate::Judge;
use narrows_plan::found::{Candidate, Search};
use narrows_plan::graphics;
use narrows_plan::moves;
use narrows_plan::piece::Piece;
use narrows_plan::pinned::{self, Pinned};
use narrows_plan::search::{self, Effort};
use narrows_plan::site::Site;
use narrows_plan::trade::{self, Curve};
use narrows_plan::wanted;
use narrows_record::plan::{Plan, Verdict};
use narrows_report::page;
use narrows_report::picture::{self, Layout};
use narrows_verdict::planned::Told;

use crate::args;
use crate::deadline;
use crate::destination::Kind;
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::site::{self, Planned};

/// Moves up to which it is said what few of them reach.
const FEW: usize = 3;

/// All that is planned for, and what came of it.
struct Planning {
    source: String,
    site: Site,
    pieces: Vec<Piece>,
    ask: Ask,
    effort: Effort,
    search: Search,
    /// How many wishes were given; those after them keep graphics cards in good slots.
    given: usize,
    /// The best arrangement if graphics cards had not to keep good slots; none where they had not.
    free: Option<Candidate>,
    /// What lanes of cards cost the drives; none where there is no choice.
    curve: Option<Curve>,
    /// Devices whose slot was asked for and costs something.
    pinned: Vec<Pinned>,
    /// Today's arrangement with what it brings; none where nothing is in it, or more is to come.
    today: Option<Candidate>,
    /// The wishes that do not come true today.
    broken_today: Vec<usize>,
}

pub fn run(args: &args::Plan, output: &Output) -> Result<Exit, Failure> {
    deadline::begin(Duration::from_secs(args.time));
    let file = output.destination(args.save.as_deref(), Kind::MachineFile, args.force)?;
    let drawn = args.picture.files(args.force, output)?;
    let prices = prices::all(&args.prices, &args.price, output)?;
    let network = levels::network(args.network.as_deref())?;
    let planned = site::extended(&args.machine, output)?;
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
    drawn.draw(|| picture::plan(&plan, Layout::Wide, &output.localizer), output)?;
    output.result(&plan, || page::plan(&plan, &output.localizer))?;
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
    input::set(&mut planned.site, &args.set)?;
    input::system(&mut planned.site, args.os);
    let pieces = input::pieces(args, &planned)?;
    let Planned { seen, mut site } = planned;
    if site.situation.board.name.is_empty() {
        // Sentences about starting and RAID name the board.
        site.situation.board.name.clone_from(&site.name);
    }
    let words = args.want.iter().map(String::as_str);
    let ask = wanted::read(words, &site, &pieces).map_err(Failure::usage)?;
    input::leave_out_replaced(&mut site, &pieces, &ask);
    let given = ask.wishes.len();
    let strict =
        Effort { top: usize::from(args.top), late: deadline::is_search_over, ..Effort::default() };
    let Searched { ask, effort, search, free } = searched(ask, &site, &pieces, strict);
    let search = search.map(|found| better::near_today(found, &site, &pieces, &ask, &effort));
    let asked = asked(&ask, given);
    let curve = curve(&site, &pieces, &asked, (&search, free.as_ref()), &effort);
    let pinned = pinned::dear(&site, &pieces, &asked, best_of(&search), &effort);
    let today = today(&site, &pieces, &ask);
    let broken_today = broken_today(&site, &pieces, &ask);
    let source = seen.name;
    Ok(Planning {
        source,
        site,
        pieces,
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
    ask: Ask,
    effort: Effort,
    search: Search,
    free: Option<Candidate>,
}

/// Searches with graphics cards in as good slots as is possible, and without that at last. What no source
/// tells may still work: better said so than not planned.
fn searched(ask: Ask, site: &Site, pieces: &[Piece], strict: Effort) -> Searched {
    let is_open = !(ask.wishes.is_empty() && ask.arrays.is_empty());
    let lenient = Effort { allow_unknown: true, ..strict };
    let (effort, found) = match graphics::best(site, pieces, &ask, &strict) {
        Err(why) if is_open => match graphics::best(site, pieces, &ask, &lenient) {
            Ok(found) => (lenient, Ok(found)),
            Err(_) => (strict, Err(why)),
        },
        found => (strict, found),
    };
    match found {
        Ok((with, found)) => {
            let is_kept = with.wishes.len() > ask.wishes.len();
            let free =
                || search::best(site, pieces, &ask, &effort).ok()?.candidates.into_iter().next();
            let free = is_kept.then(free).flatten();
            Searched { ask: with, effort, search: Ok(found), free }
        }
        Err(why) => Searched { ask, effort, search: Err(why), free: None },
    }
}

/// What lanes of cards cost the drives.
fn curve(
    site: &Site,
    pieces: &[Piece],
    ask: &Ask,
    (search, free): (&Search, Option<&Candidate>),
    effort: &Effort,
) -> Option<Curve> {
    let obvious = search.as_ref().ok()?.obvious.as_ref();
    let known: Vec<&Candidate> = free.into_iter().chain(obvious).collect();
    trade::curve(site, pieces, ask, (best_of(search)?, &known), effort)
}

/// The first `given` wishes are the user's.
fn asked(ask: &Ask, given: usize) -> Ask {
    Ask { wishes: ask.wishes.iter().take(given).cloned().collect(), ..ask.clone() }
}

fn best_of(search: &Search) -> Option<&Candidate> {
    search.as_ref().ok()?.candidates.first()
}

/// Today's arrangement, whether it fulfils the wishes or not.
fn today(site: &Site, pieces: &[Piece], ask: &Ask) -> Option<Candidate> {
    let is_whole = !pieces.is_empty() && site.today.spots.len() == pieces.len();
    let ask = ask.only(&[]);
    let judge = Judge::new(site, pieces, &ask, true);
    is_whole.then(|| judge.candidate(&site.today).ok())?
}

/// The wishes that surely do not come true in today's arrangement, each by itself.
fn broken_today(site: &Site, pieces: &[Piece], ask: &Ask) -> Vec<usize> {
    if site.today.spots.len() != pieces.len() {
        return Vec::new();
    }
    let is_broken = |wish: &usize| {
        let ask = Ask { aims: Vec::new(), ..ask.only(&[*wish]) };
        Judge::new(site, pieces, &ask, true).candidate(&site.today).is_err()
    };
    (0..ask.wishes.len()).filter(is_broken).collect()
}

impl Planning {
    fn told<'a>(&'a self, command: Option<&'a str>, output: &'a Output) -> Told<'a> {
        Told {
            source: &self.source,
            site: &self.site,
            pieces: &self.pieces,
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
    fn asked(&self) -> Ask {
        asked(&self.ask, self.given)
    }

    /// The best arrangement.
    fn best(&self) -> Option<&Candidate> {
        best_of(&self.search)
    }
}

/// With the steps from today, where something is in the machine today.
fn with_moves(plan: Plan, told: &Told<'_>, planning: &Planning, is_live: bool) -> Plan {
    let Planning { site, pieces, ask, .. } = planning;
    let Some(best) = planning.best().filter(|_| !site.today.spots.is_empty()) else { return plan };
    let steps = moves::between(site, pieces, ask, best);
    let judge =
        Judge::new(site, pieces, ask, planning.effort.allow_unknown).until(deadline::is_over);
    let reaches = if steps.is_empty() { Vec::new() } else { moves::fewest(&judge, FEW) };
    let mut plan = told.with_moves(plan, &steps, &reaches);
    if !is_live {
        // Between two steps there is nothing to measure but the machine itself.
        plan.moves.iter_mut().for_each(|step| step.check = None);
    }
    plan
}
