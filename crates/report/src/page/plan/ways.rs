//! The arrangements beside each other: results, limits, and differences in placement.

use narrows_messages::{Localizer, Message, placed_names};
use narrows_record::plan::{ArrangementName, ObjectiveScore, PlanArrangement, PlanDocument};
use narrows_record::word::FigureUnit;

use super::amount;
use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::words;

const MOST_OBJECTIVES: usize = 3;

/// The best and all its alternatives; nothing if there are none.
pub(super) fn ways(
    page: &mut Page,
    plan: &PlanDocument,
    best: &PlanArrangement,
    localizer: &Localizer,
) {
    let named: Vec<&PlanArrangement> = plan.today.iter().chain(&plan.obvious).collect();
    let is_it = |one: &PlanArrangement, other: &PlanArrangement| {
        one.placements == other.placements && one.set == other.set
    };
    let is_new = |it: &&PlanArrangement| !named.iter().any(|named| is_it(named, it));
    let others: Vec<&PlanArrangement> =
        named.iter().copied().chain(plan.runners_up.iter().filter(is_new)).collect();
    if others.is_empty() {
        return;
    }
    page.heading(&localizer.text("plan-heading-ways"));
    let all: Vec<&PlanArrangement> = [best].into_iter().chain(others.iter().copied()).collect();
    let shown_objectives = shown_objectives(plan, &all);
    if shown_objectives.is_empty() && all.iter().all(|placed| placed.limit.is_none()) {
        return all_differences(page, &others, best, localizer);
    }
    let mut columns = vec![(localizer.text("plan-column-way"), Align::Left)];
    let objective =
        |at: &usize| (super::objective(&plan.objectives[*at].word, localizer), Align::Right);
    columns.extend(shown_objectives.iter().map(objective));
    columns.push((localizer.text("plan-column-limit"), Align::Left));
    let spare: Vec<usize> = (2..columns.len()).rev().collect();
    let mut table = PageTable::new(columns).sparing(&spare);
    all.iter().for_each(|placed| table.cells(cells(placed, best, &shown_objectives, localizer)));
    table.write(page);
    all_differences(page, &others, best, localizer);
}

/// The objectives with a column of their own, by number. Of a rate that is 0 wherever things are put, as
/// without any drive, there is nothing to tell.
fn shown_objectives(plan: &PlanDocument, all: &[&PlanArrangement]) -> Vec<usize> {
    let is_rate = |score: &ObjectiveScore| matches!(score.unit, FigureUnit::MbS | FigureUnit::Iops);
    let is_nothing = |at: &usize| {
        let mut scores = all.iter().filter_map(|placed| placed.scores.get(*at));
        scores.all(|score| is_rate(score) && score.value == 0.0)
    };
    (0..plan.objectives.len().min(MOST_OBJECTIVES)).filter(|at| !is_nothing(at)).collect()
}

fn all_differences(
    page: &mut Page,
    others: &[&PlanArrangement],
    best: &PlanArrangement,
    localizer: &Localizer,
) {
    for placed in others {
        let lead = format!("{}: ", name(placed, localizer));
        page.paragraph(
            "  ",
            &format!("{lead}{}", differences(placed, best, localizer)),
            CellInk::Faint,
        );
    }
}

fn cells(
    placed: &PlanArrangement,
    best: &PlanArrangement,
    shown_objectives: &[usize],
    localizer: &Localizer,
) -> Vec<TableCell> {
    let ink = if placed.name == best.name { CellInk::Strong } else { CellInk::Plain };
    let mut cells = vec![TableCell::new(name(placed, localizer), ink)];
    let scores = shown_objectives.iter().map(|&at| {
        placed.scores.get(at).map_or_else(TableCell::default, |it| score(it, localizer))
    });
    cells.extend(scores);
    let limit = placed.limit.as_ref().map(|limit| words::limit(&limit.name, localizer));
    cells.push(TableCell::plain(limit.unwrap_or_default()));
    cells
}

fn name(placed: &PlanArrangement, localizer: &Localizer) -> String {
    localizer.text(match &placed.name {
        ArrangementName::Best => "plan-way-best",
        ArrangementName::Today => "plan-way-today",
        ArrangementName::Obvious => "plan-way-obvious",
        ArrangementName::RunnerUp(name) => {
            let number = name.strip_prefix("runner-up-").and_then(|it| it.parse::<usize>().ok());
            // The best is the first way, so that runner-up 1 is the second.
            let number = number.unwrap_or_default() + 1;
            return localizer.say(&Message::new("plan-way-runner-up").with("number", number));
        }
    })
}

fn score(score: &ObjectiveScore, localizer: &Localizer) -> TableCell {
    let cell = TableCell::plain(amount(score.value, &score.unit, localizer));
    // Less would be shown as no difference.
    match score.against_best.filter(|part| part.abs() >= 0.0005) {
        Some(part) => {
            let ink = if part < 0.0 { CellInk::Alarm } else { CellInk::Good };
            cell.and(" ", CellInk::Plain).and(words::percent(part), ink)
        }
        None => cell,
    }
}

/// Devices placed other than in the best, and settings.
fn differences(placed: &PlanArrangement, best: &PlanArrangement, localizer: &Localizer) -> String {
    // Every arrangement has its placements in the order of the devices.
    let pairs = placed.placements.iter().zip(&best.placements);
    let elsewhere = pairs.filter(|(here, there)| here.slot != there.slot);
    let elsewhere: Vec<(&str, &str)> =
        elsewhere.map(|(here, _)| (here.device.as_str(), here.slot.as_str())).collect();
    let put = |(devices, slots): (String, String)| {
        let message = Message::new("plan-put").with("piece", clean(&devices));
        localizer.say(&message.with("slot", clean(&slots)))
    };
    let set = placed.set.iter().map(|it| format!("{} = {}", clean(&it.name), clean(&it.value)));
    words::list(placed_names(&elsewhere).into_iter().map(put).chain(set))
}
