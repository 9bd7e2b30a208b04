//! Exports of the page: machine file, card, shopping notes.

use narrows_messages::{DocumentText, Localizer, Message};
use narrows_plan::device::MovableDevice;
use narrows_report::picture::{self, PictureLayout};
use narrows_report::svg;
use narrows_verdict::answer::arrangement::Arrangement;
use narrows_verdict::answer::predict::DocumentScope;
use serde::Serialize;

use crate::dropped::DroppedFiles;
use crate::problem::PageProblem;
use crate::state::PageState;
use crate::view::ViewedArrangement;

#[derive(Clone, Debug, Serialize)]
pub struct ExportedText {
    name: String,
    text: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct ExportedDrawing {
    name: String,
    svg: String,
}

/// The arrangement as a machine file, which every command takes.
///
/// # Errors
/// The state names what is not known, or cannot be written.
pub fn machine(
    state: &PageState,
    dropped: &DroppedFiles,
    localizer: &Localizer,
) -> Result<ExportedText, PageProblem> {
    let arranged = ViewedArrangement::of(state, dropped, localizer)?;
    let text = arranged.arrangement.machine_file(&[]);
    let text = text.map_err(|failure| PageProblem::from_failure(&failure, localizer))?;
    Ok(ExportedText { name: "machine.toml".to_owned(), text })
}

/// The picture of the arrangement.
///
/// # Errors
/// The state names what is not known.
pub fn card(
    state: &PageState,
    dropped: &DroppedFiles,
    localizer: &Localizer,
) -> Result<ExportedDrawing, PageProblem> {
    let arranged = ViewedArrangement::of(state, dropped, localizer)?;
    let prediction = arranged.prediction(DocumentScope::Drawn)?;
    let scene = picture::predict(&prediction, None, PictureLayout::Card, localizer);
    Ok(ExportedDrawing { name: "narrows.svg".to_owned(), svg: svg::scene(&scene) })
}

/// Purchases, places and settings, as Markdown.
///
/// # Errors
/// The state names what is not known.
pub fn notes(
    state: &PageState,
    dropped: &DroppedFiles,
    localizer: &Localizer,
) -> Result<ExportedText, PageProblem> {
    let arranged = ViewedArrangement::of(state, dropped, localizer)?;
    let view = arranged.view()?;
    let section = |title: &str, items: Vec<String>| {
        let items = items.into_iter().map(|item| format!("- {}", escaped(&item)));
        let title = format!("## {}", localizer.text(title));
        let lines: Vec<String> = [title, String::new()].into_iter().chain(items).collect();
        if lines.len() > 2 { lines.join("\n") + "\n" } else { String::new() }
    };
    let parts = [
        format!("# {}\n", escaped(view.title())),
        section("arrange-notes-buying", purchases(&arranged)),
        section("arrange-notes-places", places(&arranged)),
        section("arrange-notes-settings", state.settings()),
        escaped(&view.summary()) + "\n",
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    Ok(ExportedText { name: "narrows.md".to_owned(), text: parts.join("\n") })
}

/// What is new, each model once, and the adapters that it takes.
fn purchases(arranged: &ViewedArrangement<'_>) -> Vec<String> {
    let Arrangement { planned, aside, added } = &arranged.arrangement;
    let is_new = |id: &String| added.contains_key(id);
    let aside = aside.iter().map(|aside| &aside.device);
    let mut models: Vec<(&str, usize)> = Vec::new();
    for device in planned.inventory.devices.iter().chain(aside).filter(|it| is_new(&it.id)) {
        match models.iter_mut().find(|(model, _)| *model == device.model_name()) {
            Some((_, count)) => *count += 1,
            None => models.push((device.model_name(), 1)),
        }
    }
    let devices = models.into_iter().map(|(model, count)| (count, DocumentText::from(model)));
    let placed = arranged.placed();
    let adapters = placed.into_iter().flat_map(|placed| placed.adapters).filter_map(|adapter| {
        let new = adapter.devices.iter().filter(|id| is_new(id)).count();
        (new > 0).then(|| (adapter.count.unwrap_or(new), adapter.name))
    });
    let item = |(count, name): (usize, DocumentText)| {
        let message = Message::new("plan-needs-some").with("count", count).text("name", name);
        arranged.localizer.say(&message)
    };
    devices.chain(adapters).map(item).collect()
}

/// Every device with its slot; at the end those that have none.
fn places(arranged: &ViewedArrangement<'_>) -> Vec<String> {
    let Arrangement { planned, aside, .. } = &arranged.arrangement;
    let inventory = &planned.inventory;
    let line = |device: &MovableDevice, slot: Option<String>| {
        let message = Message::new("arrange-notes-place")
            .with("device", &device.id)
            .with("model", device.model_name());
        let message = match slot {
            Some(slot) => message.with("slot", slot),
            None => message.text("slot", Message::new("arrange-notes-nowhere")),
        };
        arranged.localizer.say(&message)
    };
    let placed = inventory.devices.iter().zip(&inventory.today.locations);
    let placed =
        placed.map(|(device, at)| line(device, inventory.location_name(&inventory.today, *at)));
    placed.chain(aside.iter().map(|aside| line(&aside.device, None))).collect()
}

/// Text that Markdown and markup in it leave alone.
fn escaped(text: &str) -> String {
    let is_markup = |c: char| matches!(c, '<' | '>' | '[' | ']' | '*' | '_' | '`' | '\\' | '|');
    text.chars().fold(String::new(), |mut out, c| {
        if is_markup(c) {
            out.push('\\');
        }
        out.push(c);
        out
    })
}
