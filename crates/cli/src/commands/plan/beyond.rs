//! Boards, means of RAID and purchases beside each other, where they are asked for.

use std::collections::{BTreeMap, BTreeSet};

use narrows_catalog::board;
use narrows_plan::ask::{ArrayWish, Ask, Wish};
use narrows_plan::boards;
use narrows_plan::buying::{self, Choice};
use narrows_plan::evaluate::rated;
use narrows_plan::feasibility::Means;
use narrows_plan::found::{Found, Impossible, Search};
use narrows_plan::graphics;
use narrows_plan::means;
use narrows_plan::piece::Piece;
use narrows_plan::placement::Placement;
use narrows_plan::search::{self, Effort};
use narrows_plan::serving;
use narrows_plan::site::Site;
use narrows_plan::wanted;
use narrows_record::plan::Plan;
use narrows_record::plan_beyond::{Buying, MeansRow, Network, RankedBoard};
use narrows_record::site;
use narrows_topology::graph::NodeKind;
use narrows_verdict::planned::{self, stands_against};

use super::Planning;
use crate::args;
use crate::deadline;
use crate::failure::Failure;
use crate::output::Output;
use crate::site::known_board;

/// What somebody says that things cost.
type Prices = BTreeMap<String, f64>;

/// Arrangements to look at on each of many boards.
const PLACEMENTS: u64 = 4_000;

pub(super) fn with(
    plan: Plan,
    args: &args::Plan,
    planning: &Planning,
    prices: &Prices,
    output: &Output,
) -> Result<Plan, Failure> {
    let boards = match &args.boards {
        Some(ids) => ranked(ids, planning, prices, output)?,
        None => Vec::new(),
    };
    let means = if args.raid_engines { means_beside(planning, output)? } else { Vec::new() };
    let buying = if args.buy { buying_of(planning, prices, output) } else { None };
    let network = network(planning, output);
    Ok(Plan { network, boards, means, buying, ..plan })
}

/// What each network card sends out of what the drives bring where everything is best.
fn network(planning: &Planning, output: &Output) -> Vec<Network> {
    let Planning { site, pieces, ask, .. } = planning;
    let Some(best) = planning.best() else { return Vec::new() };
    let by = |array: &'_ ArrayWish| best.means.get(&array.id).copied();
    let arrays: Vec<(&ArrayWish, Means)> =
        ask.arrays.iter().filter_map(|array| Some((array, by(array)?))).collect();
    let Ok(machine) = site.machine(pieces, &best.placement, &arrays) else { return Vec::new() };
    let workload = ask.aims.iter().find_map(rated);
    let cards = pieces.iter().filter(|piece| piece.kind() == Some(NodeKind::Network));
    let served = cards.filter_map(|piece| {
        let (node, _) = piece.body.nodes.first()?;
        let serving = serving::serving(&machine, node, piece.line_rate()?, workload?)?;
        Some(planned::beyond::network(&piece.id, &serving, &output.localizer))
    });
    served.collect()
}

fn on_each_board() -> Effort {
    Effort { placements: PLACEMENTS, top: 1, late: deadline::is_over, ..Effort::default() }
}

/// A search that looks at no more than there is time for where many are made.
pub(super) fn quick(site: &Site, pieces: &[Piece], ask: &Ask) -> Search {
    search::best(site, pieces, ask, &on_each_board())
}

/// The same, with what is not known taken for granted.
fn hopeful(site: &Site, pieces: &[Piece], ask: &Ask) -> Search {
    search::best(site, pieces, ask, &Effort { allow_unknown: true, ..on_each_board() })
}

/// What is asked whatever the board: slots of this one and what stays in it are not.
fn anywhere(ask: &Ask) -> Ask {
    let holds = |wish: &&Wish| !matches!(wish, Wish::At(..) | Wish::Stays(_));
    Ask { wishes: ask.wishes.iter().filter(holds).cloned().collect(), ..ask.clone() }
}

fn ranked(
    ids: &str,
    planning: &Planning,
    prices: &Prices,
    output: &Output,
) -> Result<Vec<RankedBoard>, Failure> {
    let sites = boards_named(ids)?.into_iter().map(site::of_board);
    let sites = sites.map(|site| site.map(|site| with_system_of(planning, site)));
    let sites = sites.collect::<Result<Vec<Site>, _>>().map_err(Failure::new)?;
    let (pieces, ask) = (&planning.pieces, anywhere(&planning.asked()));
    let price = |site: &Site| prices.get(site.board.as_ref()?).copied();
    let kept = |allow_unknown: bool| {
        move |site: &Site, pieces: &[Piece], ask: &Ask| {
            let effort = Effort { allow_unknown, ..on_each_board() };
            graphics::best(site, pieces, ask, &effort).map(|(_, found)| found)
        }
    };
    let ranked = boards::ranked(&sites, pieces, &ask, price, (kept(false), kept(true)));
    let against = |site: &Site, why: &Impossible| {
        stands_against(site, (pieces, &ask), why, &output.localizer)
    };
    Ok(planned::beyond::boards(&ranked, &sites, (pieces, &ask), against, &output.localizer))
}

/// Another board with the operating system that the user names.
fn with_system_of(planning: &Planning, mut site: Site) -> Site {
    if planning.site.situation.system.is_given {
        site.situation.system.clone_from(&planning.site.situation.system);
    }
    site
}

/// These boards of the catalogue; all of them if none is named.
fn boards_named(ids: &str) -> Result<Vec<&'static board::Board>, Failure> {
    let ids: Vec<&str> = ids.split(',').map(str::trim).filter(|id| !id.is_empty()).collect();
    if ids.is_empty() {
        return Ok(board::all().iter().collect());
    }
    ids.into_iter().map(known_board).collect()
}

/// The ways to make the arrays asked for; where none is, a stripe over the drives.
fn means_beside(planning: &Planning, output: &Output) -> Result<Vec<MeansRow>, Failure> {
    let (site, pieces) = (&planning.site, planning.pieces.as_slice());
    let arrays = match planning.ask.arrays.as_slice() {
        [] => wanted::read(["raid0"], site, pieces).map_err(Failure::usage)?.arrays,
        asked => asked.to_vec(),
    };
    let ask = Ask { arrays, ..planning.ask.clone() };
    let found = planning.search.as_ref().map(placements).unwrap_or_default();
    let rows = ask.arrays.iter().enumerate().flat_map(|(index, array)| {
        // What is best for one means need not suit another.
        let mut placements = means::placements(site, pieces, &ask, index, hopeful);
        placements.extend(found.clone());
        let rows = means::beside(site, pieces, &placements, array);
        planned::beyond::means(&rows, (site, pieces), &placements, &output.localizer)
    });
    Ok(rows.collect())
}

fn placements(found: &Found) -> Vec<Placement> {
    let all = found.candidates.iter().chain(&found.obvious);
    let different: BTreeSet<&Placement> = all.clone().map(|it| &it.placement).collect();
    let mut left = different;
    all.map(|it| &it.placement).filter(|at| left.remove(at)).cloned().collect()
}

fn buying_of(planning: &Planning, prices: &Prices, output: &Output) -> Option<Buying> {
    let best = planning.best()?;
    let Planning { site, pieces, ask, .. } = planning;
    let reference = planning.today.as_ref().unwrap_or(best);
    let now = reference.scores.first().copied()?;
    let choices = choices(planning, prices);
    let price = |choice: &Choice| price(choice, prices);
    let offers = buying::offers((site, pieces, ask), now, &choices, price, quick);
    let arrays: Vec<(&ArrayWish, Means)> =
        ask.arrays.iter().filter_map(|array| Some((array, *best.means.get(&array.id)?))).collect();
    let workload = ask.aims.iter().find_map(rated)?;
    let fillings = buying::fillings(site, pieces, &best.placement, &arrays, workload);
    Some(planned::beyond::buying(now, &offers, &fillings, (pieces, ask), &output.localizer))
}

/// Better slots, one more of each model, and everything that has a price.
fn choices(planning: &Planning, prices: &Prices) -> Vec<Choice> {
    let Planning { site, pieces, .. } = planning;
    let mut choices = Vec::new();
    if planning.today.is_some() {
        choices.push(Choice::Slots);
    }
    let mut models: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.drive().is_some()) {
        models.entry(&piece.model).or_default().push(at);
    }
    for (model, at) in &models {
        if let (Some(piece), Some(&twin)) = (one_more(planning, model), at.first()) {
            choices.push(Choice::Another(Box::new(piece), twin));
        }
        let others = prices.keys().filter(|id| id != model);
        choices.extend(others.filter_map(|id| {
            let list = format!("{}x {id}", at.len());
            let instead = site::pieces_beside(&crowded(planning), &list).ok()?;
            let are_drives = instead.iter().all(|piece| piece.drive().is_some());
            are_drives.then(|| Choice::Instead(at.clone(), instead))
        }));
    }
    let boards = prices.keys().filter(|id| site.board.as_ref() != Some(id));
    let boards = boards.filter_map(|id| board::board(id));
    let sites = boards.filter_map(|board| site::of_board(board).ok());
    let sites = sites.map(|site| with_system_of(planning, site));
    choices.extend(sites.map(|site| Choice::Board(Box::new(site))));
    choices
}

/// One more drive of this model, under a name that nothing has yet.
fn one_more(planning: &Planning, model: &str) -> Option<Piece> {
    site::pieces_beside(&crowded(planning), model).ok()?.pop()
}

/// The site as if all pieces were in it, so that new ones get other names.
pub(super) fn crowded(planning: &Planning) -> Site {
    Site { pieces: planning.pieces.clone(), ..planning.site.clone() }
}

fn price(choice: &Choice, prices: &Prices) -> Option<f64> {
    match choice {
        Choice::Slots => Some(0.0),
        Choice::Another(piece, _) => prices.get(&piece.model).copied(),
        Choice::Instead(_, pieces) => {
            let one = prices.get(&pieces.first()?.model)?;
            Some(one * pieces.len() as f64)
        }
        Choice::Board(site) => prices.get(site.board.as_ref()?).copied(),
    }
}
