//! Phoronix Test Suite's `composite.xml`: results of its profile of fio (`pts/fio`).
//!
//! Its description contains the parameters: `Type: Random Read - Engine: Linux AIO - Direct: Yes - Block Size: 4KB`.
//! The results in IOPS are taken, since requests times their size give an unambiguous rate; whether the results in
//! MB/s are of 2^20 or 10^6 bytes depends on the profile's version, and they are the same runs.

use narrows_messages::Message;
use narrows_record::run::ImportStatistic;
use narrows_workload::Pattern;
use roxmltree::{Document, Node};

use super::figure::{ImportedFigure, ImportedResults, broken, divided};
use crate::text::{number, size};

const TOOL: &str = "Phoronix Test Suite";

pub(super) fn read(text: &str) -> Result<ImportedResults, Message> {
    let document =
        Document::parse(text).map_err(|error| broken(TOOL, error.pos().row as usize, &error))?;
    let mut results = ImportedResults {
        tool: TOOL.to_owned(),
        statistic: ImportStatistic::Mean,
        has_names: true,
        ..ImportedResults::default()
    };
    let of = |name: &'static str| move |node: &Node<'_, '_>| node.has_tag_name(name);
    for result in document.descendants().filter(of("Result")) {
        let word = |name| child(result, name).unwrap_or_default();
        let description = word("Description");
        if !word("Identifier").contains("fio") || word("Scale") != "IOPS" {
            continue;
        }
        let asked = |key: &str| {
            let mut parts = description.split(" - ").filter_map(|part| part.split_once(": "));
            parts.find(|(name, _)| name.trim() == key).map(|(_, value)| value.trim())
        };
        let Some(block) = asked("Block Size").and_then(|it| size(it, true)) else { continue };
        let (pattern, read_percent) = match asked("Type").unwrap_or_default() {
            "Random Read" => (Pattern::Random, 100),
            "Random Write" => (Pattern::Random, 0),
            "Sequential Read" => (Pattern::Sequential, 100),
            "Sequential Write" => (Pattern::Sequential, 0),
            _ => continue,
        };
        if asked("Direct") != Some("Yes") {
            let note = Message::new("import-buffered").with("tool", TOOL);
            if !results.notes.contains(&note) {
                results.notes.push(note);
            }
        }
        for entry in result.descendants().filter(of("Entry")) {
            let Some(iops) = child(entry, "Value").as_deref().and_then(number) else { continue };
            let (read_mb_s, write_mb_s) = divided(iops * block as f64 / 1e6, read_percent);
            results.add(ImportedFigure {
                target: child(entry, "Identifier"),
                label: Some(description.clone()),
                pattern: Some(pattern),
                read_percent: Some(read_percent),
                block: Some(block),
                read_mb_s,
                write_mb_s,
                iops: Some(iops),
                round: results.figures.len(),
                ..ImportedFigure::default()
            })?;
        }
    }
    Ok(results)
}

fn child(node: Node<'_, '_>, name: &str) -> Option<String> {
    let text = node.children().find(|child| child.has_tag_name(name))?.text()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}
