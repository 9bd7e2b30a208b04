//! `narrows catalog`: what is known without looking, searchable by words.

use std::collections::BTreeMap;

use narrows_catalog::{chipset, drive, machine};
use narrows_workload::profile_names;

use crate::args::{self, CatalogKind};
use crate::failure::{Exit, Failure};
use crate::output::Output;

pub fn run(args: &args::Catalog, output: &Output) -> Result<Exit, Failure> {
    let kinds = match args.kind {
        Some(kind) => vec![kind],
        None => vec![
            CatalogKind::Machines,
            CatalogKind::Drives,
            CatalogKind::Chipsets,
            CatalogKind::Workloads,
        ],
    };
    let found: BTreeMap<&str, Vec<Entry>> =
        kinds.into_iter().map(|kind| (title(kind), matching(kind, &args.words))).collect();
    output.result(&found, || list(&found))?;
    Ok(Exit::Ok)
}

/// An id, and what people call it.
type Entry = (String, String);

fn title(kind: CatalogKind) -> &'static str {
    match kind {
        CatalogKind::Machines => "machines",
        CatalogKind::Drives => "drives",
        CatalogKind::Chipsets => "chipsets",
        CatalogKind::Workloads => "workloads",
    }
}

fn entries(kind: CatalogKind) -> Vec<Entry> {
    let entry = |id: &str, name: &str| (id.to_owned(), name.to_owned());
    match kind {
        CatalogKind::Machines => {
            machine::names().map(|name| entry(&format!("catalog:{name}"), "")).collect()
        }
        CatalogKind::Drives => drive::all().iter().map(|d| entry(&d.id, &d.name)).collect(),
        CatalogKind::Chipsets => chipset::all().iter().map(|c| entry(&c.id, &c.name)).collect(),
        CatalogKind::Workloads => profile_names().iter().map(|name| entry(name, "")).collect(),
    }
}

fn matching(kind: CatalogKind, words: &[String]) -> Vec<Entry> {
    let fits = |(id, name): &Entry| {
        let text = format!("{id} {name}").to_lowercase();
        words.iter().all(|word| text.contains(&word.to_lowercase()))
    };
    entries(kind).into_iter().filter(fits).collect()
}

fn list(found: &BTreeMap<&str, Vec<Entry>>) -> String {
    let mut text = String::new();
    for (title, entries) in found {
        text.push_str(&format!("{title}\n"));
        let width = entries.iter().map(|(id, _)| id.len()).max().unwrap_or(0);
        for (id, name) in entries {
            text.push_str(format!("  {id:width$}  {name}").trim_end());
            text.push('\n');
        }
    }
    text
}
