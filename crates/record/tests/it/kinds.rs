//! Documents are read as they were written, and nothing that they say is lost.

use std::path::{Path, PathBuf};

use narrows_record::{
    casebook, catalog, check, compare, experiment, explain, history, lanes, plan, predict, rounds,
    run, see, trial, verify,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

fn documents() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/documents");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

/// The document as its type takes it, written again.
fn taken<T: DeserializeOwned + Serialize>(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::to_value(serde_json::from_str::<T>(text)?)
}

fn again(kind: &str, text: &str) -> Result<Value, serde_json::Error> {
    match kind {
        "narrows.casebook/1" => taken::<casebook::CasebookDocument>(text),
        "narrows.catalog/1" => taken::<catalog::CatalogDocument>(text),
        "narrows.check/1" => taken::<check::CheckDocument>(text),
        "narrows.compare/1" => taken::<compare::CompareDocument>(text),
        "narrows.experiment/1" => taken::<experiment::ExperimentDocument>(text),
        "narrows.experiments/1" => taken::<experiment::ExperimentListDocument>(text),
        "narrows.explain/1" => taken::<explain::ExplainDocument>(text),
        "narrows.history/1" => taken::<history::HistoryDocument>(text),
        "narrows.lanes/1" => taken::<lanes::LanesDocument>(text),
        "narrows.plan/1" => taken::<plan::PlanDocument>(text),
        "narrows.predict/1" => taken::<predict::PredictDocument>(text),
        "narrows.rehearsal/1" => taken::<verify::Rehearsal>(text),
        "narrows.rounds/1" => taken::<rounds::RoundsDocument>(text),
        "narrows.run/1" => taken::<run::RunDocument>(text),
        "narrows.see/1" => taken::<see::SeeDocument>(text),
        "narrows.trial/1" => taken::<trial::TrialDocument>(text),
        "narrows.verify/1" => taken::<verify::VerifyDocument>(text),
        other => panic!("no reader of {other}"),
    }
}

#[test]
fn a_document_of_each_kind_is_read_and_written_as_it_is() {
    let documents = documents();
    assert_eq!(documents.len(), 18);
    for (path, text) in documents {
        let document: Value = serde_json::from_str(&text).unwrap();
        let name = path.file_name().unwrap().to_string_lossy();
        let written = again(document["schema"].as_str().unwrap(), &text);
        assert_eq!(written.unwrap_or_else(|why| panic!("{name}: {why}")), document, "{name}");
    }
}
