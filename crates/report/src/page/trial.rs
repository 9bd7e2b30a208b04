//! The page of `narrows trial`.

use narrows_messages::{Localizer, Message};
use narrows_record::trial::{
    TrialComparison, TrialDocument, TrialPlanStep, TrialRound, TrialTarget,
};
use narrows_units::shell_word;

use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::words;

/// The findings first of all; then the comparison, and every round.
pub fn trial(trial: &TrialDocument, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    title(&mut page, trial, localizer);
    if !trial.plan.is_empty() {
        plan(&mut page, &trial.plan, localizer);
    }
    super::findings(
        &mut page,
        trial.findings.iter().map(|finding| words::sentence(&finding.text, localizer)),
    );
    if !trial.comparisons.is_empty() {
        page.blank();
        comparisons(&mut page, &trial.comparisons, localizer);
    }
    if !trial.rounds.is_empty() {
        page.heading(&localizer.text("trial-rounds"));
        rounds(&mut page, &trial.rounds, localizer);
        super::remark(&mut page, &localizer.text("trial-legend"));
    }
    super::notes(&mut page, trial.notes.iter(), localizer);
    page
}

fn title(page: &mut Page, trial: &TrialDocument, localizer: &Localizer) {
    let array = &trial.array;
    let names = words::dotted(array.members.iter().map(|member| clean(&member.name)));
    let what = Message::new("trial-title").with("level", clean(&array.level));
    let what = what.with("engine", clean(&array.engine)).with("members", names);
    page.title(&localizer.say(&what));
    let size = words::size(array.size);
    let facts = match array.chunk {
        None => Message::new("trial-facts-mirror"),
        Some(chunk) => Message::new("trial-facts").with("chunk", words::size(chunk)),
    };
    let facts = facts.with("fs", clean(&array.fs)).with("size", size);
    super::remark(page, &localizer.say(&facts.with("alone", clean(&array.alone))));
}

fn plan(page: &mut Page, plan: &[TrialPlanStep], localizer: &Localizer) {
    page.heading(&localizer.text("trial-plan"));
    page.first(plan, localizer, |page, step| {
        page.paragraph("• ", &words::sentence(&step.what, localizer), CellInk::Plain);
        if !step.command.is_empty() {
            let words: Vec<String> =
                step.command.iter().map(|word| shell_word(&clean(word))).collect();
            page.paragraph("    ", &words.join(" "), CellInk::Strong);
        }
    });
}

fn comparisons(page: &mut Page, comparisons: &[TrialComparison], localizer: &Localizer) {
    let names = ["trial-column-array", "trial-column-alone", "trial-column-times"];
    let mut columns = vec![(localizer.text("trial-column-work"), Align::Left)];
    columns.extend(names.map(|id| (localizer.text(id), Align::Right)));
    columns.push((localizer.text("trial-column-cores"), Align::Right));
    let table = PageTable::new(columns);
    table.first(page, comparisons, localizer, |compared| {
        let work = match &compared.step {
            None => clean(&compared.work),
            Some(step) => format!("{}: {}", clean(&compared.work), clean(step)),
        };
        vec![
            TableCell::plain(work),
            TableCell::new(words::duration(compared.array_s), CellInk::Strong),
            TableCell::plain(words::duration(compared.alone_s)),
            TableCell::new(times(compared), CellInk::Strong),
            TableCell::plain(compared.cores.map(|cores| format!("{cores:.2}")).unwrap_or_default()),
        ]
    });
}

fn times(compared: &TrialComparison) -> String {
    match compared.low.zip(compared.high) {
        Some((low, high)) => format!("{:.2} ({low:.2}–{high:.2})", compared.times),
        None => format!("{:.2}", compared.times),
    }
}

fn rounds(page: &mut Page, rounds: &[TrialRound], localizer: &Localizer) {
    let names = [
        "trial-column-time",
        "trial-column-user",
        "trial-column-system",
        "trial-column-read",
        "trial-column-written",
        "trial-column-rate",
    ];
    let mut columns = vec![
        (localizer.text("trial-column-work"), Align::Left),
        (localizer.text("trial-column-place"), Align::Left),
    ];
    columns.extend(names.map(|id| (localizer.text(id), Align::Right)));
    let table = PageTable::new(columns).sparing(&[3, 4, 5, 6]);
    table.first(page, rounds, localizer, |ran| {
        let place = match ran.place {
            TrialTarget::Array => "trial-place-array",
            TrialTarget::Alone => "trial-place-alone",
        };
        vec![
            TableCell::plain(clean(&ran.work)),
            TableCell::plain(localizer.text(place)),
            TableCell::new(words::duration(ran.wall_s), CellInk::Strong),
            TableCell::plain(words::duration(ran.user_s)),
            TableCell::plain(words::duration(ran.system_s)),
            TableCell::plain(words::size(ran.read)),
            TableCell::plain(words::size(ran.written)),
            TableCell::new(words::rate(ran.mb_s), CellInk::Strong),
        ]
    });
}

#[cfg(test)]
mod tests;
