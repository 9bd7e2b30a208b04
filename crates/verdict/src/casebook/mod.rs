//! The published machines with our predictions for them.
//!
//! `ask` answers one question with the model, `combine` makes ratios and differences of the
//! answers, `application` finds an application's own rate from the row that determines it,
//! `compare` compares ours with the published figure, `score` counts.

mod application;
mod ask;
mod combine;
mod compare;
mod lanes;
mod machines;
mod score;
#[cfg(test)]
mod tests;

use narrows_catalog::casebook::{self, CasebookEntry, CasebookEntryRole, PublishedSystem};
use narrows_messages::{DocumentText, Localizer, Message};
use narrows_model::{BandWidths, PredictionBasis};
use narrows_record::see::SeeDocument;
use narrows_record::{casebook as wire, schema};

use self::application::KnownApplications;
use self::ask::CasebookAnswer;
use self::compare::CasebookComparison;
use self::machines::CasebookMachines;

/// Selections of published machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CasebookSelection {
    /// The five write-ups.
    WriteUps,
    Published,
}

impl CasebookSelection {
    fn systems(self) -> &'static [PublishedSystem] {
        match self {
            Self::WriteUps => casebook::systems(),
            Self::Published => casebook::published_systems(),
        }
    }

    fn rows(self) -> &'static [CasebookEntry] {
        match self {
            Self::WriteUps => casebook::rows(),
            Self::Published => casebook::published_rows(),
        }
    }
}

/// The rows of `book` that contain all `words` as rendered by `localizer`, or all rows without words. A word that
/// is the id of a system or row selects just that, and several select any of them. Systems that check come before
/// those that calibrate, and those before others.
pub fn casebook(
    book: CasebookSelection,
    words: &[String],
    localizer: &Localizer,
) -> wire::CasebookDocument {
    let mut machines = CasebookMachines::default();
    let mut applications = KnownApplications::new(book.rows());
    let (mut systems, mut rows) = (Vec::new(), Vec::new());
    let mut all: Vec<&'static PublishedSystem> = book.systems().iter().collect();
    all.sort_by_key(|system| system.split);
    for system in all {
        let title = said(system.title.as_deref(), system.name.as_deref()).unwrap_or_default();
        let mine = book.rows().iter().filter(|row| row.system == system.id);
        let found: Vec<wire::CasebookRow> = mine
            .map(|row| {
                let usual = system.machine.as_deref().unwrap_or_default();
                let ours = applications.prediction(row, usual, &mut machines);
                CasebookComparison { book, row, ours }.into_wire()
            })
            .filter(|row| is_wanted((row, &title), book, words, localizer))
            .collect();
        if !found.is_empty() {
            systems.push(describe(system, title, &found, &mut machines));
            rows.extend(found);
        }
    }
    wire::CasebookDocument {
        schema: schema::CASEBOOK.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        summary: score::summary(&systems, &rows),
        systems,
        rows,
    }
}

/// A published figure beside its prediction with the band of its parts, and the basis of that.
#[derive(Clone, Copy, Debug)]
pub struct CasebookFigure {
    pub system: &'static PublishedSystem,
    pub row: &'static CasebookEntry,
    pub predicted: f64,
    pub low: f64,
    pub high: f64,
    pub ground: PredictionBasis,
}

/// All figures of others that check or calibrate and are rates; the widths of bands come from these.
pub fn judged() -> Vec<CasebookFigure> {
    let book = CasebookSelection::Published;
    let mut machines = CasebookMachines::with(BandWidths::OfParts);
    let mut applications = KnownApplications::new(book.rows());
    let is_judged = |row: &&CasebookEntry| {
        matches!(row.role, CasebookEntryRole::Checks | CasebookEntryRole::Calibrates)
    };
    let with_rows = book.systems().iter().flat_map(|system| {
        let own = book.rows().iter().filter(is_judged).filter(|row| row.system == system.id);
        own.map(move |row| (system, row))
    });
    let judge = |(system, row): (&'static PublishedSystem, &'static CasebookEntry)| {
        let usual = system.machine.as_deref().unwrap_or_default();
        let answer = applications.prediction(row, usual, &mut machines).ok()??;
        let CasebookAnswer { figure: predicted, low, high, ground, .. } = answer;
        Some(CasebookFigure { system, row, predicted, low, high, ground: ground? })
    };
    with_rows.filter_map(judge).collect()
}

fn is_wanted(
    (row, title): (&wire::CasebookRow, &DocumentText),
    book: CasebookSelection,
    words: &[String],
    localizer: &Localizer,
) -> bool {
    let is_id = |word: &str| {
        book.systems().iter().any(|system| system.id == word)
            || book.rows().iter().any(|row| row.id == word)
    };
    let spoken = [Some(title), Some(&row.what), row.author.as_ref()].into_iter().flatten();
    let spoken = spoken.map(|text| localizer.text_of(text));
    let text: Vec<String> =
        [row.id.clone(), row.system.clone()].into_iter().chain(spoken).collect();
    let text = text.join(" ").to_lowercase();
    let (ids, words): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| is_id(word));
    let is_named = ids.iter().any(|id| **id == row.id || **id == row.system);
    (ids.is_empty() || is_named) && words.iter().all(|word| text.contains(&word.to_lowercase()))
}

fn describe(
    system: &'static PublishedSystem,
    title: DocumentText,
    rows: &[wire::CasebookRow],
    machines: &mut CasebookMachines,
) -> wire::CasebookSystem {
    let name = system.machine.as_deref();
    let machine = name.and_then(|name| machines.get(name).ok()).map(|machine| {
        SeeDocument::of(&machine.topology, &format!("catalog:{}", name.unwrap_or_default()))
    });
    wire::CasebookSystem {
        id: system.id.clone(),
        title,
        finding: said(system.finding.as_deref(), None).unwrap_or_default(),
        split: system.split.map(|split| split.as_str().to_owned()),
        why: system.why.clone(),
        source: system.source.clone(),
        machine,
        score: score::score(rows),
    }
}

/// A sentence of the catalogue, or plain text.
fn said(sentence: Option<&'static str>, text: Option<&str>) -> Option<DocumentText> {
    sentence.map(|id| Message::new(id).into()).or_else(|| text.map(DocumentText::from))
}
