//! The page of `narrows stripe`.

mod beside;
pub(crate) mod matrix;
mod multiples;

use narrows_messages::{Localizer, Message};
use narrows_record::run::{RunDocument, RunFinding};
use narrows_record::sentence;
use narrows_record::stripe::{
    CandidateLevel, RankedCandidate, StripeCandidate, StripeObjectiveKind, StripeRecord,
};

use self::matrix::{BEST, Matrix, SAME, TAKEN};
use crate::block::{CellInk, Page, TableContents};
use crate::clean::clean;
use crate::{picture, svg, words};

/// The recommendation and why, first of all; then every chunk by every job, the array beside the
/// drives used separately, cache modes, and remarks.
pub(super) fn stripe(run: &RunDocument, stripe: &StripeRecord, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    super::header(&mut page, &run.machine.host, &run.machine.source, localizer);
    page.paragraph("", &title(stripe, localizer), CellInk::Faint);
    page.blank();
    let simulated = run.results.iter().any(|row| row.simulated);
    super::warnings(&mut page, simulated, run.partial, localizer);
    let reason = stripe
        .recommendation
        .as_ref()
        .map(|it| words::sentence(&it.reason, localizer))
        .unwrap_or_default();
    page.paragraph("▶ ", &take(run, stripe, localizer), CellInk::Strong);
    if !reason.is_empty() {
        page.paragraph("  ", &reason, CellInk::Plain);
    }
    for finding in findings(run) {
        page.paragraph("• ", &words::sentence(&finding.text, localizer), CellInk::Plain);
    }
    // Every chunk as a plot, and the machine.
    page.report(|page| {
        if let Some(chunks) = svg::chunks(stripe, localizer) {
            page.named("chunks", |page| {
                page.heading(&localizer.text("stripe-heading-plot"));
                page.picture(chunks, |_| ());
            });
        }
        let drawn = svg::fitting(|layout| picture::see(&run.machine, layout, localizer));
        page.picture(drawn, |page| {
            super::tree::draw(page, &run.machine, None, localizer);
        });
    });
    let mut shown = TableContents::default();
    let sweep = Matrix::of_sweep(stripe, localizer);
    page.report(|page| multiples::write(page, &sweep, localizer));
    for matrix in sweep {
        shown = shown.and(matrix.write(&mut page));
    }
    // Sentences on unranked candidates: why each was dropped, and what is missing.
    let name = |one: &StripeCandidate| clean(&one.title(&stripe.drives));
    let find = |id: &str| stripe.candidates.iter().find(|one| one.id == id);
    let mut better: Vec<&str> =
        stripe.candidates.iter().filter_map(|one| one.dropped_for.as_deref()).collect();
    better.sort_unstable();
    better.dedup();
    let dropped = better.into_iter().filter_map(|better| {
        let worse = stripe.candidates.iter();
        let worse = worse.filter(|one| one.dropped_for.as_deref() == Some(better));
        let what = Message::new("stripe-dropped").with("dropped", words::list(worse.map(name)));
        Some(localizer.say(&what.with("better", name(find(better)?))))
    });
    let missing = stripe.set_aside.iter().filter_map(|one| find(&one.candidate));
    let missing = missing.filter(|one| one.dropped_for.is_none()).map(name);
    let missing: Vec<String> = missing.collect();
    let names = words::list(&missing);
    let missing = (!missing.is_empty())
        .then(|| localizer.say(&Message::new("stripe-incomplete").with("candidates", names)));
    for sentence in dropped.chain(missing).collect::<Vec<String>>() {
        super::remark(&mut page, &sentence);
    }
    beside::write(&mut page, stripe, localizer);
    shown = shown.and(caches(&mut page, stripe, localizer));
    let of = (run, stripe);
    page.blank();
    for sentence in legend(of, |sign| shown.sign(sign), localizer) {
        super::remark(&mut page, &sentence);
    }
    super::started(&mut page, (&run.id, &run.started, &run.command), localizer);
    super::notes(&mut page, run.machine.notes.iter().chain(&run.notes), localizer);
    page
}

/// The drives, and the objective of the ranking.
fn title(stripe: &StripeRecord, localizer: &Localizer) -> String {
    let objective = localizer.text(match stripe.objective.name {
        StripeObjectiveKind::Read => "stripe-objective-read",
        StripeObjectiveKind::Write => "stripe-objective-write",
        StripeObjectiveKind::Latency => "stripe-objective-latency",
        StripeObjectiveKind::Custom => "stripe-objective-custom",
        _ => "stripe-objective-balanced",
    });
    let drives = words::list(&stripe.drives);
    localizer.say(&Message::new("stripe-title").with("drives", drives).with("objective", objective))
}

/// `Take RAID 0 64 KiB.`, or that nothing can be recommended.
fn take(run: &RunDocument, stripe: &StripeRecord, localizer: &Localizer) -> String {
    let Some(name) = taken(stripe).map(|one| clean(&one.title(&stripe.drives))) else {
        return localizer.text("stripe-take-none");
    };
    // By the findings: an array that is not worth it is no advice.
    let has = |start: &str| run.findings.iter().any(|it| it.id.starts_with(start));
    let headline = if is_on_one_drive(run) {
        "stripe-take-same-drive"
    } else if has("stripe-not-worth") || has("stripe-no-gain") {
        "stripe-take-not-worth"
    } else if has("stripe-worth-unclear") {
        "stripe-take-unclear"
    } else {
        "stripe-take"
    };
    localizer.say(&Message::new(headline).with("candidate", name))
}

/// Whether members share a drive, which does not show the performance of an array of several.
fn is_on_one_drive(run: &RunDocument) -> bool {
    run.notes.iter().any(|note| note.id == sentence::SAME_DRIVE)
}

pub(crate) fn taken(stripe: &StripeRecord) -> Option<&StripeCandidate> {
    let id = &stripe.recommendation.as_ref()?.candidate;
    stripe.candidates.iter().find(|one| one.id == *id)
}

/// The findings; with members on one drive, without those that compare an array with drives.
fn findings(run: &RunDocument) -> impl Iterator<Item = &RunFinding> {
    const OF_DRIVES: [&str; 4] =
        ["stripe-worth", "stripe-not-worth", "stripe-no-gain", "stripe-side-by-side"];
    let is_moot = |it: &&RunFinding| OF_DRIVES.iter().any(|start| it.id.starts_with(start));
    run.findings.iter().filter(move |it| !(is_on_one_drive(run) && is_moot(it)))
}

/// All candidates with figures, whether they have a place or not.
pub(crate) fn figured(stripe: &StripeRecord) -> impl Iterator<Item = &RankedCandidate> {
    stripe.ranking.iter().chain(&stripe.set_aside)
}

fn caches(page: &mut Page, stripe: &StripeRecord, localizer: &Localizer) -> TableContents {
    let mut shown = TableContents::default();
    if stripe.caches.is_empty() {
        return shown;
    }
    let heading = match taken(stripe).map(|one| clean(&one.title(&stripe.drives))) {
        Some(array) => Message::new("stripe-heading-caches").with("array", array),
        None => Message::new("stripe-heading-caches-untried"),
    };
    page.part(&localizer.say(&heading));
    for matrix in Matrix::of_caches(stripe, localizer) {
        shown = shown.and(matrix.write(page));
    }
    for mode in &stripe.caches {
        let loses = Message::new("stripe-cache-loses").with("mode", clean(&mode.mode));
        let loses = loses.with("loses", words::sentence(&mode.loses, localizer));
        let mut sentences = vec![localizer.say(&loses)];
        sentences.extend(mode.needs.as_ref().map(|needs| words::sentence(needs, localizer)));
        if let Some(why) = &mode.not_tried {
            sentences.push(localizer.say(&Message::new("stripe-not-tried").text("why", why)));
        }
        page.paragraph("• ", &sentences.join(" "), CellInk::Plain);
    }
    shown
}

/// How the figures came about, and the meaning of the signs present.
fn legend(
    (run, stripe): (&RunDocument, &StripeRecord),
    has: impl Fn(char) -> bool,
    localizer: &Localizer,
) -> Vec<String> {
    let seed = run.simulation.as_ref().map(|it| it.seed);
    let seed = seed.map(|seed| Message::new("report-method-simulated").with("seed", seed));
    let count = run.results.iter().map(|row| row.repeat).max().unwrap_or_default();
    let rounds = (count > 1).then(|| Message::new("stripe-method").with("count", count));
    let waited = stripe.jobs.iter().any(|job| job.by_latency);
    let is_smaller = |one: &StripeCandidate| {
        one.level != CandidateLevel::Single && one.members.len() < stripe.drives.len()
    };
    let signs = [
        (stripe.candidates.iter().any(is_smaller), "stripe-legend-fewer"),
        (has(TAKEN), "stripe-legend-taken"),
        (has(BEST), "stripe-legend-best"),
        (has(SAME), "stripe-legend-same"),
        (!stripe.ranking.is_empty(), "stripe-legend-score"),
        (waited, "stripe-legend-latency"),
    ];
    let signs = signs.into_iter().filter(|(there, _)| *there).map(|(_, id)| Message::new(id));
    let first: Vec<String> =
        seed.into_iter().chain(rounds).map(|what| localizer.say(&what)).collect();
    let signs: Vec<String> = signs.map(|what| localizer.say(&what)).collect();
    let lines = [first.join(" "), signs.join(" ")];
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

#[cfg(test)]
mod tests;
