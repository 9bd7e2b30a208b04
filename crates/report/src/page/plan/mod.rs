//! The page of `narrows plan`.

mod answers;
mod board;
mod fitting;
pub(super) mod moves;
mod trades;
mod ways;

pub(crate) use board::attachment_name;

use narrows_messages::{Localizer, Message};
use narrows_record::plan::{OptimalityProofRecord, PlanArrangement, PlanDocument};
use narrows_record::see::HostRecord;
use narrows_record::word::FigureUnit;

use crate::block::{CellInk, Page};
use crate::clean::clean;
use crate::{picture, svg, words};

/// The answer first; then the board with its devices, the alternatives and their cost, booting and
/// RAID, the moves, and the measurement that confirms it.
pub fn plan(plan: &PlanDocument, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    page.title(&title(plan, localizer));
    let source =
        Message::new("report-source").with("source", words::source(&plan.source, localizer));
    super::remark(&mut page, &localizer.say(&source));
    super::urgent(&mut page, plan.notes.iter(), localizer);
    let objectives: Vec<String> = plan
        .objectives
        .iter()
        .map(|objective| said_objective(plan, &objective.word, localizer))
        .collect();
    if !plan.boards.is_empty() {
        // The question was which board: this one is an example.
        super::plan_beyond::boards(&mut page, &plan.boards, &objectives, localizer);
        page.part(&clean(&plan.inventory.name));
    }
    for (at, finding) in plan.findings.iter().enumerate() {
        let ink = if at == 0 { CellInk::Strong } else { CellInk::Plain };
        let write = |page: &mut Page| {
            page.blank();
            page.paragraph("▶ ", &words::sentence(&finding.text, localizer), ink);
        };
        // A slot left empty or a question left open is always shown beside the answer.
        if is_comparison(&finding.id) { page.optional(write) } else { write(&mut page) }
    }
    impossible(&mut page, plan, localizer);
    if let Some(best) = &plan.best {
        whole(&mut page, plan, best, localizer);
    }
    page.optional(|page| super::plan_beyond::network(page, &plan.network, localizer));
    super::plan_beyond::means(&mut page, &plan.engines, localizer);
    if let Some(buying) = &plan.buying {
        super::plan_beyond::buying(&mut page, buying, localizer);
    }
    if let Some(levels) = &plan.levels {
        super::plan_levels::levels(&mut page, levels, localizer);
    }
    super::notes(&mut page, plan.notes.iter().filter(|note| !note.is_urgent()), localizer);
    page
}

/// What the machine is called; else where it was observed, if that was not right here.
pub(crate) fn title(plan: &PlanDocument, localizer: &Localizer) -> String {
    let host = HostRecord { name: Some(plan.inventory.name.clone()), ..HostRecord::default() };
    words::machine_title(&host, &plan.source, localizer)
}

/// Whether a finding compares the answer with other placements, for which a short page needs room.
fn is_comparison(id: &str) -> bool {
    id.starts_with("plan-finding-obvious")
        || matches!(id, "plan-finding-oversubscribed" | "plan-finding-today")
}

/// `sequential MB/s`: an objective as a column's heading.
fn said_objective(plan: &PlanDocument, word: &str, localizer: &Localizer) -> String {
    let scores = plan.best.iter().flat_map(|best| &best.scores);
    let unit = scores.filter(|score| score.objective == word).map(|score| &score.unit).next();
    let named = objective(word, localizer);
    unit.map_or_else(|| named.clone(), |unit| format!("{named} {unit}"))
}

/// The usual objectives in the reader's language; others as `--want` spells them.
fn objective(word: &str, localizer: &Localizer) -> String {
    match word {
        "sequential" => localizer.text("plan-column-sequential"),
        "random" => localizer.text("plan-column-random"),
        _ => clean(word),
    }
}

fn whole(page: &mut Page, plan: &PlanDocument, best: &PlanArrangement, localizer: &Localizer) {
    if let Some(content) = picture::of_plan(plan, localizer) {
        page.picture(svg::fitting(|layout| picture::laid_out(&content, layout, localizer)), |_| {});
        super::groups(page, &content, localizer);
    }
    board::board(page, plan, best, localizer);
    settings(page, best, localizer);
    // The answer counts them.
    page.roomy(|page| fitting::adapters(page, best, localizer), |_| {});
    page.detail(|page| {
        ways::ways(page, plan, best, localizer);
        trades::trades(page, plan, localizer);
    });
    answers::arrays(page, best, localizer);
    answers::answers(page, &best.answers, localizer);
    moves::moves(page, plan, localizer);
    if let Some(proof) = &plan.proof {
        page.detail(|page| {
            page.blank();
            super::remark(page, &proof_sentence(proof, plan, localizer));
        });
    }
}

pub(super) fn settings(page: &mut Page, best: &PlanArrangement, localizer: &Localizer) {
    if best.set.is_empty() && best.splits.is_empty() {
        return;
    }
    page.heading(&localizer.text("plan-heading-set"));
    for setting in &best.set {
        let text = format!("{} = {}", clean(&setting.name), clean(&setting.value));
        page.paragraph("• ", &text, CellInk::Plain);
    }
    for split in &best.splits {
        page.paragraph("• ", &words::sentence(&split.text, localizer), CellInk::Plain);
    }
}

fn impossible(page: &mut Page, plan: &PlanDocument, localizer: &Localizer) {
    let Some(impossible) = &plan.impossible else { return };
    if !impossible.clashes.is_empty() {
        page.heading(&localizer.text("plan-heading-impossible"));
        for clash in &impossible.clashes {
            page.paragraph("• ", &words::sentence(clash, localizer), CellInk::Plain);
        }
    }
    answers::answers(page, &impossible.answers, localizer);
}

fn proof_sentence(
    proof: &OptimalityProofRecord,
    plan: &PlanDocument,
    localizer: &Localizer,
) -> String {
    let is_open = plan.findings.iter().any(|finding| finding.id.starts_with("plan-finding-split"));
    let looked_at = usize::try_from(proof.looked_at).unwrap_or(usize::MAX);
    let message = match proof.gap {
        Some(gap) => {
            // Rounded up, so that a stated bound holds.
            let percent = format!("{:.1} %", (gap * 1000.0).ceil() / 10.0);
            Message::new("plan-proof-gap").with("percent", percent)
        }
        None if is_open => Message::new("plan-proof-split"),
        None => Message::new("plan-proof-exact"),
    };
    localizer.say(&message.count("count", looked_at))
}

/// A score as people read it: `3.55 GB/s`, `830k IOPS`, `16 lanes`.
pub(super) fn amount(value: f64, unit: &FigureUnit, localizer: &Localizer) -> String {
    localizer.say(&narrows_record::plan::amount(value, unit))
}
