//! The pages of `narrows experiment`: one experiment, and the list of all.

use narrows_messages::{Localizer, Message};
use narrows_record::experiment::{
    ChangeEffect, ExperimentDocument, ExperimentFigure, ExperimentKind, ExperimentListDocument,
    ExperimentSetting, ExperimentState, ResultQuantity,
};

use crate::block::{Align, CellInk, Page, PageTable, TableCell};
use crate::clean::clean;
use crate::{MOST_ROWS, words};

/// The change and its effect, first of all; then every figure before and after.
pub fn experiment(experiment: &ExperimentDocument, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    title(&mut page, experiment, localizer);
    let state = (localizer.text(state_id(experiment.state)), state_ink(experiment.state));
    page.paragraph("", &state.0, state.1);
    let simulated = experiment.rounds.iter().any(|round| round.result.simulated);
    super::warnings(&mut page, simulated, false, localizer);
    if experiment.state == ExperimentState::Rehearsed {
        rehearsal(&mut page, experiment, localizer);
    }
    if experiment.state == ExperimentState::Waiting {
        // Steps left to do by hand.
        let resume = format!("narrows experiment resume {}", clean(&experiment.id));
        // The model and serial number, as on the drive's label.
        let drive = experiment.drives.iter().find(|drive| drive.id == experiment.subject);
        let known = drive.into_iter().flat_map(|drive| [&drive.model, &drive.serial]).flatten();
        let words: Vec<String> = known.map(|word| clean(word)).collect();
        let named = if words.is_empty() { clean(&experiment.subject) } else { words.join(" ") };
        let moving = Message::new("experiment-step-move").with("drive", named);
        page.paragraph("1. ", &localizer.say(&moving), CellInk::Plain);
        let resume = Message::new("experiment-step-resume").with("command", resume);
        page.paragraph("2. ", &localizer.say(&resume), CellInk::Plain);
    }
    if !experiment.findings.is_empty() {
        page.blank();
    }
    super::findings(
        &mut page,
        experiment.findings.iter().map(|finding| words::sentence(&finding.text, localizer)),
    );
    figures(&mut page, experiment, localizer);
    super::notes(&mut page, experiment.notes.iter(), localizer);
    page
}

/// All experiments, newest first.
pub fn experiments(list: &ExperimentListDocument, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    if list.experiments.is_empty() {
        super::remark(&mut page, &localizer.text("experiment-none"));
    }
    let columns = ["experiment-column-id", "experiment-column-what", "experiment-column-state"];
    let columns = columns.map(|id| (localizer.text(id), Align::Left));
    let table = PageTable::new(columns.into());
    table.first(&mut page, &list.experiments, localizer, |entry| {
        let change = change(&entry.before, entry.changed.as_deref());
        let what = what(entry.kind, &entry.subject, localizer);
        let state = TableCell::new(localizer.text(state_id(entry.state)), state_ink(entry.state));
        let id = TableCell::new(clean(&entry.id), CellInk::Strong);
        vec![id, TableCell::plain(format!("{what}: {change}")), state]
    });
    super::notes(&mut page, list.notes.iter(), localizer);
    page
}

fn title(page: &mut Page, experiment: &ExperimentDocument, localizer: &Localizer) {
    let what = what(experiment.kind, &experiment.subject, localizer);
    page.title(&what);
    page.paragraph(
        "  ",
        &change(&experiment.before, experiment.changed.as_deref()),
        CellInk::Plain,
    );
    let about = Message::new("experiment-about").with("id", clean(&experiment.id));
    super::remark(page, &localizer.say(&about.with("started", clean(&experiment.started))));
}

fn what(kind: ExperimentKind, subject: &str, localizer: &Localizer) -> String {
    let id = match kind {
        ExperimentKind::LinkSpeed => "experiment-what-link-speed",
        ExperimentKind::CpuClock => "experiment-what-cpu-clock",
        ExperimentKind::Scheduler => "experiment-what-scheduler",
        ExperimentKind::Move => "experiment-what-move",
        ExperimentKind::WriteCache => "experiment-what-write-cache",
    };
    localizer.say(&Message::new(id).with("subject", clean(subject)))
}

fn change(before: &str, changed: Option<&str>) -> String {
    format!("{} → {}", clean(before), changed.map_or_else(|| "?".to_owned(), clean))
}

fn state_id(state: ExperimentState) -> &'static str {
    match state {
        ExperimentState::Rehearsed => "experiment-state-rehearsed",
        ExperimentState::Running => "experiment-state-running",
        ExperimentState::Waiting => "experiment-state-waiting",
        ExperimentState::Done => "experiment-state-done",
        ExperimentState::CutShort => "experiment-state-cut-short",
        ExperimentState::NotRestored => "experiment-state-not-restored",
    }
}

fn state_ink(state: ExperimentState) -> CellInk {
    match state {
        ExperimentState::Done => CellInk::Good,
        ExperimentState::Running | ExperimentState::NotRestored => CellInk::Alarm,
        _ => CellInk::Faint,
    }
}

/// The exact writes and their places.
fn rehearsal(page: &mut Page, experiment: &ExperimentDocument, localizer: &Localizer) {
    let asked = &experiment.asked;
    let plan = match experiment.kind {
        ExperimentKind::WriteCache => Message::new("experiment-plan-write-cache"),
        ExperimentKind::Move => {
            let rounds = asked.cycles.saturating_mul(asked.repeat);
            Message::new("experiment-plan-move").with("rounds", rounds)
        }
        _ => Message::new("experiment-plan")
            .with("cycles", asked.cycles)
            .with("repeat", asked.repeat),
    };
    let plan = plan
        .with("targets", words::dotted(asked.targets.iter().map(|target| clean(target))))
        .with("workloads", words::dotted(asked.workloads.iter().map(|name| clean(name))))
        .with("seconds", asked.time_s);
    page.paragraph("", &localizer.say(&plan), CellInk::Plain);
    if experiment.settings.is_empty() {
        return;
    }
    page.heading(&localizer.text("experiment-would-write"));
    let settings = || experiment.settings.iter();
    settings().filter_map(|one| Some((one, one.wanted.as_deref()?))).for_each(|(one, wanted)| {
        write(page, one, wanted);
    });
    page.heading(&localizer.text("experiment-would-put-back"));
    settings().for_each(|one| write(page, one, &one.before));
    super::remark(page, &localizer.text("experiment-by-guardian"));
}

/// As a shell would write it.
fn write(page: &mut Page, setting: &ExperimentSetting, value: &str) {
    page.paragraph("  ", &clean(&setting.command(value)), CellInk::Plain);
}

fn figures(page: &mut Page, experiment: &ExperimentDocument, localizer: &Localizer) {
    let mut keys: Vec<(&str, &str)> = Vec::new();
    for figure in &experiment.figures {
        let key = (figure.workload.as_str(), figure.target.as_str());
        if keys.last() != Some(&key) {
            keys.push(key);
        }
    }
    for (workload, target) in keys.iter().take(MOST_ROWS) {
        let what = words::workload(workload, localizer);
        page.heading(&format!("{}: {what}", clean(target)));
        let is_its =
            |figure: &&ExperimentFigure| figure.workload == *workload && figure.target == *target;
        table(page, experiment.figures.iter().filter(is_its), localizer);
    }
    if let Some(ratio) = experiment.figures.iter().find_map(|figure| figure.ratio.confidence) {
        let percent = format!("{:.0}", ratio * 100.0);
        let legend = Message::new("experiment-legend").with("percent", percent);
        super::remark(page, &localizer.say(&legend));
    }
}

fn table<'a>(
    page: &mut Page,
    figures: impl Iterator<Item = &'a ExperimentFigure>,
    localizer: &Localizer,
) {
    let names = [
        "experiment-column-before",
        "experiment-column-changed",
        "experiment-column-again",
        "experiment-column-ratio",
        "experiment-column-effect",
    ];
    let mut columns = vec![(String::new(), Align::Left)];
    columns.extend(names.map(|id| (localizer.text(id), Align::Right)));
    let mut table = PageTable::new(columns);
    for figure in figures {
        let name_id = match &figure.figure {
            ResultQuantity::Iops => "experiment-figure-iops",
            ResultQuantity::P99Us => "experiment-figure-p99",
            ResultQuantity::CpuUsPerIo => "experiment-figure-cpu",
            _ => "experiment-figure-rate",
        };
        let name = TableCell::plain(localizer.text(name_id));
        let value = |value: f64| self::value(&figure.figure, value);
        table.cells(vec![
            name,
            TableCell::plain(value(figure.before)),
            TableCell::new(value(figure.changed), CellInk::Strong),
            TableCell::plain(figure.again.map(value).unwrap_or_default()),
            TableCell::new(figure.ratio.to_string(), CellInk::Strong),
            TableCell::new(localizer.text(effect_id(figure.effect)), CellInk::Faint),
        ]);
    }
    table.write(page);
}

fn value(figure: &ResultQuantity, value: f64) -> String {
    match figure {
        ResultQuantity::Iops => words::iops(value),
        ResultQuantity::P99Us | ResultQuantity::CpuUsPerIo => words::micros(value),
        _ => words::rate(value),
    }
}

fn effect_id(effect: ChangeEffect) -> &'static str {
    match effect {
        ChangeEffect::More => "experiment-effect-more",
        ChangeEffect::Less => "experiment-effect-less",
        ChangeEffect::None => "experiment-effect-none",
        ChangeEffect::Unknown => "experiment-effect-unknown",
    }
}

#[cfg(test)]
mod tests;
