//! The page's initial content: an entry of the catalogue, or a machine without its serial numbers.

use std::path::Path;

use narrows_files::inventory::plan_file;
use narrows_messages::Message;
use narrows_plan::placement::Placement;
use narrows_topology::read::kind::InputKind;
use narrows_verdict::answer::inventory::{bare, known};
use narrows_verdict::answer::source::{CATALOGUE, SourceEvidence, SourceMachine};
use serde_json::{Value, json};

use super::without_serials;
use crate::args::SourceArgs;
use crate::failure::{CommandFailure, Result};
use crate::output::CliOutput;
use crate::source;

/// Where a machine is served, below the token.
pub const SOURCE: &str = "source";
const THIS: &str = "this-machine";

pub struct PageStart {
    /// The page's language and state, and where its file is.
    pub json: String,
    /// The file; `None` if the page begins with the catalogue.
    pub source: Option<Vec<u8>>,
}

impl PageStart {
    pub fn of(source: &SourceArgs, output: &CliOutput) -> Result<Self> {
        let name = source.source.as_deref().filter(|_| source.root.is_none());
        if let Some(id) = name.and_then(|name| name.strip_prefix(CATALOGUE)) {
            return Ok(Self::of_entry(id, output)?);
        }
        let source = source::resolve(source, output)?;
        if source.is_live && source.is_blank() {
            return Ok(Self { json: start(None, None, output), source: None });
        }
        let called = called(name);
        let bytes = bytes(&source)?;
        let state = json!({ "file": called });
        Ok(Self { json: start(Some(state), Some(&called), output), source: Some(bytes) })
    }

    fn of_entry(
        id: &str,
        output: &CliOutput,
    ) -> Result<Self, narrows_verdict::answer::AnswerFailure> {
        match bare(&format!("{CATALOGUE}{id}")) {
            Some(bare) => drop(narrows_verdict::answer::inventory::InventoriedMachine::of_entry(
                bare, None, None,
            )?),
            None => drop(SourceMachine::of_catalogue(id)?),
        }
        let state = json!({ "catalog": id });
        Ok(Self { json: start(Some(state), None, output), source: None })
    }
}

fn start(source: Option<Value>, file: Option<&str>, output: &CliOutput) -> String {
    let lang = output.localizer.language().tag();
    let files: Vec<Value> =
        file.map(|name| json!({ "name": name, "url": SOURCE })).into_iter().collect();
    let state = json!({ "v": 1, "lang": lang, "source": source });
    json!({ "lang": lang, "state": state, "files": files }).to_string()
}

/// The file name without its folder.
fn called(name: Option<&str>) -> String {
    let own = name.map(Path::new).and_then(Path::file_name);
    own.map_or_else(|| THIS.to_owned(), |name| name.to_string_lossy().into_owned())
}

/// The source as a file that the page reads.
fn bytes(source: &SourceMachine) -> Result<Vec<u8>> {
    let failed =
        |why: String| CommandFailure::new(Message::new("cli-web-no-source").with("why", why));
    let machine = |text: &str| {
        let kept = without_serials::machine(text).map_err(|error| failed(error.to_string()))?;
        Ok(kept.into_bytes())
    };
    match (&source.evidence, &source.file) {
        (Some(SourceEvidence::Tree(tree)), _) => {
            without_serials::tree(tree).map_err(|error| failed(error.to_string()))
        }
        (Some(SourceEvidence::Bytes(bytes)), _) => {
            without_serials::bytes(bytes).map_err(|error| failed(error.to_string()))
        }
        (None, Some(described))
            if InputKind::of(described.text.as_bytes()) == Some(InputKind::Machine) =>
        {
            machine(&described.text)
        }
        // A board of the user's own, which the page's catalogue does not have.
        (None, _) => {
            let text = plan_file(&known(source), &[], &Placement::default(), &[], &[]);
            machine(&text.map_err(|_| failed(source.name.clone()))?)
        }
    }
}
