//! The page of `narrows build`.

use narrows_messages::{DocumentText, Localizer, Message};
use narrows_record::build::{
    ArrayRequestRecord, BuildDocument, BuildPurpose, BuildStep, BuildStepState, FitnessRecord,
    FitnessState, ReadBackCheck,
};
use narrows_record::predict::Prediction;

use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::words;

/// The array and its drives; then whether it may be built, the steps, and how to undo them.
pub fn build(build: &BuildDocument, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    if let Some(array) = &build.array {
        title(&mut page, array, localizer);
        members(&mut page, array, localizer);
    }
    if let Some(existing) = &build.existing {
        let what = Message::new("build-title-existing").with("device", clean(&existing.device));
        page.title(&localizer.say(&what));
        let known = |value: &Option<String>| clean(value.as_deref().unwrap_or("-"));
        let name = Message::new("build-existing-name").with("name", known(&existing.name));
        super::remark(&mut page, &localizer.say(&name.with("uuid", known(&existing.uuid))));
    }
    super::findings(
        &mut page,
        build.findings.iter().map(|finding| words::sentence(&finding.text, localizer)),
    );
    fitness(&mut page, &build.fitness, localizer);
    expected(&mut page, &build.expected, localizer);
    prospects(&mut page, build, localizer);
    refused(&mut page, &build.refused, localizer);
    steps(&mut page, "build-steps", &build.steps, localizer);
    if build.rehearsal || build.purpose == BuildPurpose::Undo {
        steps(&mut page, "build-undo-steps", &build.undo, localizer);
    }
    build.read_back.iter().for_each(|read| read_back(&mut page, read, localizer));
    let record = |id| localizer.say(&Message::new(id).with("record", clean(&build.id)));
    let is_done = !build.rehearsal && build.refused.is_empty() && !build.id.is_empty();
    match (build.purpose, build.partial) {
        (BuildPurpose::Build, _) if build.rehearsal && build.refused.is_empty() => {
            page.paragraph("▶ ", &localizer.text("build-rehearsed"), CellInk::Strong);
        }
        (BuildPurpose::Build | BuildPurpose::Resume, false) if is_done => {
            page.paragraph("▶ ", &localizer.text("build-whole"), CellInk::Strong);
            super::remark(&mut page, &record("build-undo-where"));
        }
        (BuildPurpose::Build | BuildPurpose::Resume | BuildPurpose::Undo, true) if is_done => {
            page.paragraph("⚠ ", &record("build-not-whole"), CellInk::Alarm);
        }
        (BuildPurpose::Undo, false) if is_done => {
            page.paragraph("▶ ", &localizer.text("build-taken-apart"), CellInk::Strong);
        }
        _ => {}
    }
    super::notes(&mut page, build.notes.iter(), localizer);
    page
}

fn title(page: &mut Page, array: &ArrayRequestRecord, localizer: &Localizer) {
    let names = words::dotted(array.members.iter().map(|member| clean(&member.name)));
    let what = Message::new("build-title").with("name", clean(&array.name));
    let what = what.with("level", clean(&array.level)).with("engine", clean(&array.engine));
    page.title(&localizer.say(&what.with("members", names)));
    let facts = match array.chunk {
        None => Message::new("build-facts"),
        Some(chunk) => Message::new("build-facts-chunk").with("chunk", words::size(chunk)),
    };
    let own = array.engine == "btrfs" || array.engine == "zfs";
    let fs = match &array.fs {
        Some(fs) => clean(fs),
        None if own => clean(&array.engine),
        None => localizer.text("build-no-fs"),
    };
    let mount = match &array.mount {
        Some(path) => localizer.say(&Message::new("build-mounted-at").with("path", clean(path))),
        None => localizer.text("build-mounted-nowhere"),
    };
    let facts = facts.with("size", words::size(array.size)).with("fs", fs).with("mount", mount);
    super::remark(page, &localizer.say(&facts));
}

fn members(page: &mut Page, array: &ArrayRequestRecord, localizer: &Localizer) {
    let mut columns = vec![
        (localizer.text("build-column-drive"), Align::Left),
        (localizer.text("build-column-serial"), Align::Left),
    ];
    columns.push((localizer.text("build-column-size"), Align::Right));
    columns.push((localizer.text("build-column-holds"), Align::Left));
    let mut table = PageTable::new(columns);
    page.heading(&localizer.text("build-members"));
    for member in &array.members {
        let holds = if member.holds.is_empty() {
            TableCell::new(localizer.text("build-empty"), CellInk::Faint)
        } else {
            TableCell::new(clean(&member.holds.join(", ")), CellInk::Alarm)
        };
        table.cells(vec![
            TableCell::plain(clean(&member.path)),
            TableCell::new(clean(&member.serial), CellInk::Strong),
            TableCell::plain(words::size(member.size)),
            holds,
        ]);
    }
    table.write(page);
}

/// Each setting with its consequences; those that could be better first, otherwise in their order.
fn fitness(page: &mut Page, settings: &[FitnessRecord], localizer: &Localizer) {
    if settings.is_empty() {
        return;
    }
    page.heading(&localizer.text("fit-title"));
    let suits = |fit: &&FitnessRecord| matches!(fit.state, FitnessState::Suits);
    let (suiting, others): (Vec<_>, Vec<_>) = settings.iter().partition(suits);
    for fit in others.into_iter().chain(suiting) {
        let (lead, ink) = match fit.state {
            FitnessState::Suits => ("✓ ", CellInk::Plain),
            FitnessState::Doubtful => ("⚠ ", CellInk::Strong),
            FitnessState::AtRisk => ("✗ ", CellInk::Alarm),
            FitnessState::NotSeen => ("? ", CellInk::Faint),
        };
        page.paragraph(lead, &words::sentence(&fit.fact, localizer), ink);
        if let Some(consequence) = &fit.consequence {
            page.paragraph("    ", &words::sentence(consequence, localizer), CellInk::Plain);
        }
        if let Some(command) = &fit.command {
            page.paragraph("    $ ", &clean(command), CellInk::Strong);
        }
    }
}

fn expected(page: &mut Page, rows: &[Prediction], localizer: &Localizer) {
    if rows.is_empty() {
        return;
    }
    page.heading(&localizer.text("build-expected"));
    let mut table = PageTable::new(vec![
        (localizer.text("build-column-workload"), Align::Left),
        (localizer.text("build-column-rate"), Align::Right),
        (localizer.text("build-column-limit"), Align::Left),
    ]);
    for row in rows {
        let rate = format!(
            "{} ({}–{})",
            words::rate(row.mb_s),
            words::number(row.low_mb_s),
            words::number(row.high_mb_s)
        );
        table.cells(vec![
            TableCell::plain(clean(&row.workload)),
            TableCell::new(rate, CellInk::Strong),
            TableCell::plain(words::limit(&row.limit.name, localizer)),
        ]);
    }
    table.write(page);
}

/// Duration of the drives' initial sync, and whether space freed reaches them.
fn prospects(page: &mut Page, build: &BuildDocument, localizer: &Localizer) {
    if build.expected_synchronization.is_some() || build.trimming.is_some() {
        page.heading(&localizer.text("build-prospects"));
    }
    if let Some(sync) = &build.expected_synchronization {
        let id = if sync.high_s.is_some() { "build-sync-expected" } else { "build-sync-at-least" };
        let message = Message::new(id).with("low", words::duration(sync.low_s));
        let message = message.with("high", words::duration(sync.high_s.unwrap_or(sync.low_s)));
        let message = message.with("limit", words::rate(sync.limit_mb_s));
        page.paragraph("• ", &localizer.say(&message), CellInk::Plain);
    }
    let Some(trimming) = &build.trimming else { return };
    let (id, ink) = match trimming.works {
        Some(true) => ("build-trim-works", CellInk::Plain),
        Some(false) => ("build-trim-not", CellInk::Alarm),
        None => ("build-trim-unknown", CellInk::Plain),
    };
    let why = trimming.why.iter().map(|why| words::sentence(why, localizer));
    let text = std::iter::once(localizer.text(id)).chain(why).collect::<Vec<_>>();
    page.paragraph("• ", &text.join(&localizer.text("plan-between-sentences")), ink);
}

fn refused(page: &mut Page, reasons: &[DocumentText], localizer: &Localizer) {
    if reasons.is_empty() {
        return;
    }
    page.heading(&localizer.text("build-refused-title"));
    for reason in reasons {
        page.paragraph("✗ ", &words::sentence(reason, localizer), CellInk::Alarm);
    }
}

fn steps(page: &mut Page, heading: &'static str, steps: &[BuildStep], localizer: &Localizer) {
    if steps.is_empty() {
        return;
    }
    page.heading(&localizer.text(heading));
    for step in steps {
        let (sign, state) = match step.state {
            BuildStepState::Planned => ("• ", None),
            BuildStepState::Begun => ("… ", Some("build-state-begun")),
            BuildStepState::Done => ("✓ ", Some("build-state-done")),
            BuildStepState::Already => ("✓ ", Some("build-state-already")),
            BuildStepState::Skipped => ("– ", Some("build-state-skipped")),
            BuildStepState::Failed => ("✗ ", Some("build-state-failed")),
        };
        let state = state.map(|id| format!(" ({})", localizer.text(id))).unwrap_or_default();
        page.paragraph(
            sign,
            &format!("{}{state}", words::sentence(&step.what, localizer)),
            CellInk::Plain,
        );
        page.paragraph("    ", &clean(&step.command), CellInk::Strong);
        if let Some(why) = &step.why {
            page.paragraph("    ", &words::sentence(why, localizer), CellInk::Alarm);
        }
        if !step.destroys.is_empty() && step.state == BuildStepState::Planned {
            let what =
                Message::new("build-destroys").with("drives", clean(&step.destroys.join(", ")));
            page.paragraph("    ", &localizer.say(&what), CellInk::Alarm);
        }
    }
}

fn read_back(page: &mut Page, read: &ReadBackCheck, localizer: &Localizer) {
    let id = if read.wrong == 0 { "build-read-back" } else { "build-read-back-wrong" };
    let message = Message::new(id).with("size", words::size(read.size)).with("wrong", read.wrong);
    let text = localizer.say(&message.with("rate", words::rate(read.mb_s)));
    let (lead, ink) =
        if read.wrong == 0 { ("✓ ", CellInk::Plain) } else { ("✗ ", CellInk::Alarm) };
    page.paragraph(lead, &text, ink);
}
