//! Files dropped on the page.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use narrows_messages::{Localizer, Message};
use narrows_topology::read::kind::InputKind;
use narrows_verdict::answer::inventory::InventoriedMachine;
use narrows_verdict::answer::source::{MOST_DRIVES, SourceMachine};
use serde::Serialize;

use crate::problem::PageProblem;
use crate::state::{PageSource, PageState};

/// Larger files are no captures: the largest known one has 12 MiB.
pub const MOST_BYTES: usize = 64 << 20;
/// More files at once are a slip; the oldest goes.
const MOST_FILES: usize = 16;

/// Files dropped on the page, by name, the newest last.
#[derive(Default)]
pub struct DroppedFiles {
    files: Vec<(String, Rc<SourceMachine>)>,
    /// The last machine that was begun with: every step of a drag begins with the same.
    begun: RefCell<Option<StartedMachine>>,
}

/// A machine with its slots, and its source.
struct StartedMachine {
    source: Option<PageSource>,
    cpu: Option<String>,
    lang: String,
    planned: InventoriedMachine,
}

#[derive(Clone, Debug, Serialize)]
pub struct DroppedFileSummary {
    pub name: String,
    /// `machine` for a machine file, else `capture`.
    pub kind: &'static str,
    /// The machine in a few words.
    pub title: String,
}

impl DroppedFiles {
    /// Reads a file and keeps its machine.
    ///
    /// # Errors
    /// It is nothing that shows a machine.
    pub fn put(
        &mut self,
        name: &str,
        bytes: &[u8],
        localizer: &Localizer,
    ) -> Result<DroppedFileSummary, PageProblem> {
        let problem = |message: Message| PageProblem::of(&message, localizer);
        if bytes.len() > MOST_BYTES {
            let what = Message::new("arrange-file-too-large").with("name", name);
            return Err(problem(what.with("most", MOST_BYTES >> 20)));
        }
        let kind = InputKind::of(bytes);
        if kind == Some(InputKind::Entries) {
            return Err(problem(Message::new("arrange-file-of-entries").with("name", name)));
        }
        // A document of ours, such as a run: it contains results, not observations.
        let is_json = bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{');
        let parsed =
            is_json.then(|| serde_json::from_slice::<BTreeMap<String, serde_json::Value>>(bytes));
        let parsed = parsed.and_then(Result::ok).unwrap_or_default();
        let schema = parsed.get("schema").and_then(|schema| schema.as_str());
        if schema.is_some_and(|schema| schema.starts_with("narrows.")) {
            return Err(problem(Message::new("arrange-file-document").with("name", name)));
        }
        let seen = SourceMachine::of_bytes(name, bytes, Some(MOST_DRIVES))
            .and_then(|seen| seen.not_too_many(Some(MOST_DRIVES)))
            .map_err(|failure| PageProblem::from_failure(&failure, localizer))?;
        let told = DroppedFileSummary {
            name: name.to_owned(),
            kind: if kind == Some(InputKind::Machine) { "machine" } else { "capture" },
            title: title(&seen),
        };
        self.files.retain(|(known, _)| known != name);
        if self.files.len() >= MOST_FILES {
            self.files.remove(0);
        }
        self.files.push((name.to_owned(), Rc::new(seen)));
        // A file of the same name may hold another machine.
        self.begun.take();
        Ok(told)
    }

    /// The machine that a state begins with, rebuilt if the last one was another.
    ///
    /// # Errors
    /// What making it says.
    pub fn begun(
        &self,
        state: &PageState,
        make: impl FnOnce() -> Result<InventoriedMachine, PageProblem>,
    ) -> Result<InventoriedMachine, PageProblem> {
        let is_same = |last: &StartedMachine| {
            (&last.source, &last.cpu, &last.lang) == (&state.source, &state.cpu, &state.lang)
        };
        if let Some(last) = self.begun.borrow().as_ref().filter(|last| is_same(last)) {
            return Ok(last.planned.clone());
        }
        let planned = make()?;
        let PageState { source, cpu, lang, .. } = state.clone();
        self.begun.replace(Some(StartedMachine { source, cpu, lang, planned: planned.clone() }));
        Ok(planned)
    }

    /// The machine in a dropped file.
    ///
    /// # Errors
    /// Nothing of this name was dropped.
    pub fn get(&self, name: &str, localizer: &Localizer) -> Result<SourceMachine, PageProblem> {
        let found = self.files.iter().find(|(known, _)| known == name);
        let missing = || Message::new("arrange-file-missing").with("name", name);
        found
            .map(|(_, seen)| SourceMachine::clone(seen))
            .ok_or_else(|| PageProblem::of(&missing(), localizer))
    }
}

/// The machine's common name.
pub fn title(seen: &SourceMachine) -> String {
    let host = &seen.machine.topology.host;
    let named = seen.file.as_ref().and_then(|described| described.file.name.clone());
    let board = host.board.clone().or_else(|| host.cpu.clone());
    named.or(board).unwrap_or_else(|| seen.name.clone())
}
