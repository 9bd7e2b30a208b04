//! The arrangements beside each other: what each brings, what limits it, what is elsewhere.

use narrows_messages::{Localizer, Message, placed_names};
use narrows_record::plan::{Placed, PlacedName, Plan, Score};
use narrows_record::word::Unit;

use super::amount;
use crate::block::{Align, Cell, Ink, Page, Table};
use crate::clean::clean;
use crate::words;

const MOST_OBJECTIVES: usize = 3;

/// The best and all that are beside it; nothing if it stands alone.
pub(super) fn ways(page: &mut Page, plan: &Plan, best: &Placed, localizer: &Localizer) {
    let named: Vec<&Placed> = plan.today.iter().chain(&plan.obvious).collect();
    let is_it =
        |one: &Placed, other: &Placed| one.placements == other.placements && one.set == other.set;
    let is_new = |it: &&Placed| !named.iter().any(|named| is_it(named, it));
    let others: Vec<&Placed> =
        named.iter().copied().chain(plan.runners_up.iter().filter(is_new)).collect();
    if others.is_empty() {
        return;
    }
    page.heading(&localizer.text("plan-heading-ways"));
    let all: Vec<&Placed> = [best].into_iter().chain(others.iter().copied()).collect();
    let told = told(plan, &all);
    if told.is_empty() && all.iter().all(|placed| placed.limit.is_none()) {
        return all_differences(page, &others, best, localizer);
    }
    let mut columns = vec![(localizer.text("plan-column-way"), Align::Left)];
    let objective = |at: &usize| (clean(&plan.objectives[*at].word), Align::Right);
    columns.extend(told.iter().map(objective));
    columns.push((localizer.text("plan-column-limit"), Align::Left));
    let spare: Vec<usize> = (2..columns.len()).rev().collect();
    let mut table = Table::new(columns).sparing(&spare);
    all.iter().for_each(|placed| table.cells(cells(placed, best, &told, localizer)));
    table.write(page);
    all_differences(page, &others, best, localizer);
}

/// The objectives with a column of their own, by number. Of a rate that is 0 wherever things are put, as
/// without any drive, there is nothing to tell.
fn told(plan: &Plan, all: &[&Placed]) -> Vec<usize> {
    let is_rate = |score: &Score| matches!(score.unit, Unit::MbS | Unit::Iops);
    let is_nothing = |at: &usize| {
        let mut scores = all.iter().filter_map(|placed| placed.scores.get(*at));
        scores.all(|score| is_rate(score) && score.value == 0.0)
    };
    (0..plan.objectives.len().min(MOST_OBJECTIVES)).filter(|at| !is_nothing(at)).collect()
}

fn all_differences(page: &mut Page, others: &[&Placed], best: &Placed, localizer: &Localizer) {
    for placed in others {
        let lead = format!("{}: ", name(placed, localizer));
        page.paragraph(
            "  ",
            &format!("{lead}{}", differences(placed, best, localizer)),
            Ink::Faint,
        );
    }
}

fn cells(placed: &Placed, best: &Placed, told: &[usize], localizer: &Localizer) -> Vec<Cell> {
    let ink = if placed.name == best.name { Ink::Strong } else { Ink::Plain };
    let mut cells = vec![Cell::new(name(placed, localizer), ink)];
    let scores = told
        .iter()
        .map(|&at| placed.scores.get(at).map_or_else(Cell::default, |it| score(it, localizer)));
    cells.extend(scores);
    let limit = placed.limit.as_ref().map(|limit| words::limit(&limit.name, localizer));
    cells.push(Cell::plain(limit.unwrap_or_default()));
    cells
}

fn name(placed: &Placed, localizer: &Localizer) -> String {
    localizer.text(match &placed.name {
        PlacedName::Best => "plan-way-best",
        PlacedName::Today => "plan-way-today",
        PlacedName::Obvious => "plan-way-obvious",
        PlacedName::RunnerUp(name) => {
            let number = name.strip_prefix("runner-up-").and_then(|it| it.parse::<usize>().ok());
            let number = number.unwrap_or_default() + 1;
            return localizer.say(&Message::new("plan-way-runner-up").with("number", number));
        }
    })
}

fn score(score: &Score, localizer: &Localizer) -> Cell {
    let cell = Cell::plain(amount(score.value, &score.unit, localizer));
    match score.against_best.filter(|part| part.abs() >= 0.0005) {
        Some(part) => {
            let ink = if part < 0.0 { Ink::Alarm } else { Ink::Good };
            cell.and(" ", Ink::Plain).and(words::percent(part), ink)
        }
        None => cell,
    }
}

/// What is elsewhere than in the best, or set.
fn differences(placed: &Placed, best: &Placed, localizer: &Localizer) -> String {
    let pairs = placed.placements.iter().zip(&best.placements);
    let elsewhere = pairs.filter(|(here, there)| here.slot != there.slot);
    let elsewhere: Vec<(&str, &str)> =
        elsewhere.map(|(here, _)| (here.device.as_str(), here.slot.as_str())).collect();
    let put = |(devices, slots): (String, String)| {
        let message = Message::new("plan-put").with("piece", clean(&devices));
        localizer.say(&message.with("slot", clean(&slots)))
    };
    let set = placed.set.iter().map(|it| format!("{} = {}", clean(&it.name), clean(&it.value)));
    let parts: Vec<String> = placed_names(&elsewhere).into_iter().map(put).chain(set).collect();
    words::list(parts.iter().map(String::as_str))
}
