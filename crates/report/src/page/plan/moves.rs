//! From today's arrangement to the best, and how to see that it is.

use narrows_messages::{Localizer, Message};
use narrows_record::plan::{MoveCheckRecord, MoveEffectRecord, PlanDocument, PlanMove};
use narrows_record::word::FigureUnit;

use super::amount;
use crate::block::{CellInk, Page};
use crate::clean::clean;
use crate::words;

const MOST_EFFECTS: usize = 4;

/// The steps in their order, the effect of only a few, and the measurement that confirms it.
pub(crate) fn moves(page: &mut Page, plan: &PlanDocument, localizer: &Localizer) {
    if !plan.moves.is_empty() {
        page.heading(&localizer.text("plan-heading-moves"));
        page.roomy(
            |page| {
                for (at, step) in plan.moves.iter().enumerate() {
                    self::step(page, at + 1, step, localizer);
                }
                few(page, plan, localizer);
            },
            |page| {
                for (at, step) in plan.moves.iter().enumerate() {
                    let text = words::sentence(&step.text, localizer);
                    page.paragraph(&format!("{}. ", at + 1), &text, CellInk::Strong);
                }
            },
        );
    }
    if let Some(confirm) = &plan.confirm {
        page.detail(|page| {
            page.heading(&localizer.text("plan-heading-confirm"));
            page.paragraph("", &sentence(confirm, localizer), CellInk::Plain);
        });
    }
}

fn step(page: &mut Page, number: usize, step: &PlanMove, localizer: &Localizer) {
    page.paragraph(
        &format!("{number}. "),
        &words::sentence(&step.text, localizer),
        CellInk::Strong,
    );
    for gain in step.effects.iter().filter_map(|it| gain(it, localizer)).take(MOST_EFFECTS) {
        page.paragraph("   ", &gain, CellInk::Plain);
    }
    if let Some(check) = &step.check {
        page.paragraph("   ", &sentence(check, localizer), CellInk::Faint);
    }
}

/// The effect of fewer steps than all.
fn few(page: &mut Page, plan: &PlanDocument, localizer: &Localizer) {
    let unit = plan.best.as_ref().and_then(|best| best.scores.first());
    let unit = unit.filter(|score| score.unit == FigureUnit::MbS).map(|score| &score.unit);
    let Some(unit) = unit else { return };
    for few in &plan.few_moves {
        let message = Message::new("plan-few-moves").count("count", few.moves as usize);
        let message = message.with("amount", amount(few.value, unit, localizer));
        page.paragraph(
            "• ",
            &localizer.say(&message.with("what", words::sentence(&few.text, localizer))),
            CellInk::Plain,
        );
    }
}

fn sentence(confirm: &MoveCheckRecord, localizer: &Localizer) -> String {
    let message = Message::new("plan-confirm")
        .with("command", clean(&confirm.command))
        .with("rate", words::rate(confirm.mb_s))
        .with("low", words::rate(confirm.low_mb_s))
        .with("high", words::rate(confirm.high_mb_s));
    localizer.say(&message)
}

/// A drive's rate before and after: beside the others, else alone.
fn gain(effect: &MoveEffectRecord, localizer: &Localizer) -> Option<String> {
    let together = (effect.before_mb_s, effect.after_mb_s);
    let alone = (effect.alone_before_mb_s, effect.alone_after_mb_s);
    let is_change = |(before, after): &(Option<f64>, Option<f64>)| before != after;
    let (id, (before, after)) = match (is_change(&together), is_change(&alone)) {
        (true, _) => ("plan-gain", together),
        (false, true) => ("plan-gain-alone", alone),
        (false, false) => return None,
    };
    let rate = |mb_s: Option<f64>| mb_s.map_or_else(|| "–".to_owned(), words::rate);
    let message = Message::new(id).with("target", clean(&effect.target));
    Some(localizer.say(&message.with("before", rate(before)).with("after", rate(after))))
}
