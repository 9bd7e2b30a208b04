//! Exports of the page: machine file, card, shopping notes.

use narrows_messages::{Localizer, Message};
use narrows_report::picture::{self, PictureLayout};
use narrows_report::svg;
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

/// Purchases, their places and settings, as Markdown.
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
    let inventory = &arranged.arrangement.planned.inventory;
    let mut lines = vec![format!("# {}", escaped(view.title())), String::new()];
    let heading = |id: &str| format!("## {}", localizer.text(id));
    lines.extend([heading("arrange-notes-places"), String::new()]);
    for (device, at) in inventory.devices.iter().zip(&inventory.today.locations) {
        let slot = inventory.location_name(&inventory.today, *at).unwrap_or_default();
        let is_new = arranged.arrangement.added.contains_key(&device.id);
        let id = if is_new { "arrange-notes-buy" } else { "arrange-notes-has" };
        let line = Message::new(id).with("model", device.model_name());
        lines.push(format!("- {}", escaped(&localizer.say(&line.with("slot", slot)))));
    }
    let set: Vec<String> = state.settings();
    if !set.is_empty() {
        lines.extend([String::new(), heading("arrange-notes-settings"), String::new()]);
        lines.extend(set.iter().map(|setting| format!("- {}", escaped(setting))));
    }
    lines.extend([String::new(), escaped(&view.summary()), String::new()]);
    Ok(ExportedText { name: "narrows.md".to_owned(), text: lines.join("\n") })
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
