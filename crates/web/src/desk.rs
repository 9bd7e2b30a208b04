//! Every question of the page: JSON in, JSON out.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use narrows_messages::{Language, Localizer, Message, message_ids};
use narrows_record::words;
use narrows_verdict::answer::predict::DocumentScope;
use narrows_verdict::answer::{TimeBudget, lanes, see};
use serde::Serialize;

use crate::dropped::{DroppedFiles, MOST_BYTES};
use crate::problem::{PageProblem, json, spoken};
use crate::state::PageState;
use crate::view::ViewedArrangement;
use crate::{best, catalogue, exports, source};

/// Answers the page's calls; keeps dropped files, and nothing else.
#[derive(Default)]
pub struct PageService {
    dropped: DroppedFiles,
    /// The language of the last state.
    lang: Language,
    /// One for each requested language: making one takes as long as an arrangement.
    localizers: RefCell<Vec<Rc<Localizer>>>,
}

/// Slots that take a device.
#[derive(Clone, Debug, Serialize)]
struct DeviceFits {
    slots: Vec<DeviceFit>,
}

/// Whether a slot takes it.
#[derive(Clone, Debug, Serialize)]
struct DeviceFit {
    slot: String,
    ok: bool,
    reason: Option<String>,
    lanes: Option<u8>,
    text: Option<String>,
    taken_by: Option<String>,
    adapter: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct AboutProgram {
    version: &'static str,
    build: &'static str,
    /// The day of the catalogue's last change; `None` if the build did not know it.
    catalogue: Option<&'static str>,
    most_bytes: usize,
}

impl PageService {
    /// The program's version, and the largest file that it takes.
    pub fn about(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        let catalogue = option_env!("NARROWS_CATALOGUE_DATE");
        json(Ok(AboutProgram { version, build: version, catalogue, most_bytes: MOST_BYTES }))
    }

    /// The page's own words: each with the names of its values.
    pub fn words(&self, lang: &str) -> String {
        let localizer = self.localizer(Language::from_tag(lang).unwrap_or_default());
        let ids = message_ids(localizer.language()).into_iter();
        let words = ids.filter(|id| id.starts_with("web-"));
        json(Ok(words.map(|id| (id, localizer.template(id))).collect::<BTreeMap<_, _>>()))
    }

    pub fn catalogue(&self, lang: &str) -> String {
        json(Ok(catalogue::catalogue(
            &self.localizer(Language::from_tag(lang).unwrap_or_default()),
        )))
    }

    /// Keeps a file dropped on the page; describes it in the language of the last state.
    pub fn put(&mut self, name: &str, bytes: &[u8]) -> String {
        let localizer = self.localizer(self.lang);
        json(self.dropped.put(name, bytes, &localizer))
    }

    /// Returns everything about the current arrangement.
    pub fn arrange(&mut self, state: &str) -> String {
        let view = self.read(state).and_then(|(state, localizer)| {
            let view = ViewedArrangement::of(&state, &self.dropped, &localizer)?.view()?;
            Ok((view, localizer))
        });
        spoken(view)
    }

    /// For each slot whether it takes the device.
    pub fn fits(&mut self, state: &str, device: &str) -> String {
        json(self.read(state).and_then(|(state, localizer)| {
            let arranged = ViewedArrangement::of(&state, &self.dropped, &localizer)?;
            let missing = || Message::new("arrange-no-device").with("device", device);
            let found = arranged.arrangement.fits(device);
            let found = found.ok_or_else(|| PageProblem::of(&missing(), &localizer))?;
            let slots = found.into_iter().map(|fitting| DeviceFit {
                slot: fitting.slot,
                ok: fitting.why.is_none(),
                reason: fitting.why.map(|why| localizer.text_of(&why)),
                lanes: fitting.link.map(|link| link.lanes.get()),
                text: fitting.link.map(|link| link.to_string()),
                taken_by: fitting.occupant,
                adapter: fitting.adapter.map(|adapter| localizer.text_of(&adapter)),
            });
            Ok(DeviceFits { slots: slots.collect() })
        }))
    }

    /// The best arrangement; `time` tells when the search is to end.
    pub fn best(&mut self, state: &str, time: TimeBudget) -> String {
        spoken(self.read(state).and_then(|(state, localizer)| {
            let best = best::best(&state, &self.dropped, time, &localizer)?;
            Ok((best, localizer))
        }))
    }

    /// The arrangement as a machine file.
    pub fn export_machine(&mut self, state: &str) -> String {
        json(
            self.read(state)
                .and_then(|(state, localizer)| exports::machine(&state, &self.dropped, &localizer)),
        )
    }

    /// The arrangement as a picture to post.
    pub fn export_card(&mut self, state: &str) -> String {
        json(
            self.read(state)
                .and_then(|(state, localizer)| exports::card(&state, &self.dropped, &localizer)),
        )
    }

    /// Purchases and their places, as Markdown.
    pub fn export_notes(&mut self, state: &str) -> String {
        json(
            self.read(state)
                .and_then(|(state, localizer)| exports::notes(&state, &self.dropped, &localizer)),
        )
    }

    /// A document of the terminal, `see`, `lanes`, `predict` or `plan`, with the very bytes that `--json`
    /// prints of the same source.
    pub fn document(&mut self, state: &str, kind: &str, time: TimeBudget) -> String {
        let made = self
            .read(state)
            .and_then(|(state, _)| self.documents(&state, kind, time, &Localizer::new(self.lang)));
        made.unwrap_or_else(|problem| json::<()>(Err(problem)))
    }

    fn documents(
        &self,
        state: &PageState,
        kind: &str,
        time: TimeBudget,
        localizer: &Localizer,
    ) -> Result<String, PageProblem> {
        let dropped = &self.dropped;
        match kind {
            "see" => {
                let planned = source::planned(state, dropped, localizer)?;
                Ok(printed(&see::answer(&planned.seen), localizer))
            }
            "predict" => Ok(printed(
                &ViewedArrangement::of(state, dropped, localizer)?
                    .prediction(DocumentScope::Whole)?,
                localizer,
            )),
            "plan" => Ok(printed(&best::plan(state, dropped, time, localizer)?, localizer)),
            _ => {
                let planned = source::planned(state, dropped, localizer)?;
                let additions = state.additions();
                let additions = (!additions.is_empty()).then(|| additions.join(","));
                let found = lanes::answer(&planned, additions.as_deref());
                found
                    .map(|document| printed(&document, localizer))
                    .map_err(|failure| PageProblem::from_failure(&failure, localizer))
            }
        }
    }

    fn read(&mut self, state: &str) -> Result<(PageState, Rc<Localizer>), PageProblem> {
        // The language before all else, so that even a state that cannot be read is answered in
        // it.
        self.lang = PageState::language(state).unwrap_or(self.lang);
        let localizer = self.localizer(self.lang);
        let read = PageState::read(state);
        let state = read.map_err(|message| PageProblem::of(&message, &localizer))?;
        Ok((state, localizer))
    }

    fn localizer(&self, language: Language) -> Rc<Localizer> {
        let mut known = self.localizers.borrow_mut();
        if let Some(known) = known.iter().find(|known| known.language() == language) {
            return Rc::clone(known);
        }
        let new = Rc::new(Localizer::for_page(language));
        known.push(Rc::clone(&new));
        new
    }
}

/// As the terminal prints it.
fn printed(document: &impl Serialize, localizer: &Localizer) -> String {
    let bytes = words::to_vec_pretty(document, localizer).unwrap_or_default();
    let text = String::from_utf8(bytes).unwrap_or_default();
    format!("{text}\n")
}
