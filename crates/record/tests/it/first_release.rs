//! Documents of the first release are read by every later version, and nothing that they say is lost.

use std::path::{Path, PathBuf};

use narrows_record::{
    casebook, catalog, check, compare, experiment, explain, history, lanes, plan, predict, rounds,
    run, see, stripe, trial, verify,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

fn documents() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/documents");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

/// The document as today's type takes it, written again.
fn again<T: DeserializeOwned + Serialize>(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::to_value(serde_json::from_str::<T>(text)?)
}

fn read(kind: &str, text: &str) -> Result<Value, serde_json::Error> {
    match kind {
        "narrows.casebook/1" => again::<casebook::Casebook>(text),
        "narrows.catalog/1" => again::<catalog::Catalog>(text),
        "narrows.check/1" => again::<check::Check>(text),
        "narrows.compare/1" => again::<compare::Compare>(text),
        "narrows.experiment/1" => again::<experiment::Experiment>(text),
        "narrows.experiments/1" => again::<experiment::Experiments>(text),
        "narrows.explain/1" => again::<explain::Explain>(text),
        "narrows.history/1" => again::<history::History>(text),
        "narrows.lanes/1" => again::<lanes::Lanes>(text),
        "narrows.plan/1" => again::<plan::Plan>(text),
        "narrows.predict/1" => again::<predict::Predict>(text),
        "narrows.rehearsal/1" => again::<verify::Rehearsal>(text),
        "narrows.rounds/1" => again::<rounds::Rounds>(text),
        "narrows.run/1" => again::<run::Run>(text),
        "narrows.see/1" => again::<see::See>(text),
        "narrows.stripe/1" => again::<stripe::Stripe>(text),
        "narrows.trial/1" => again::<trial::Trial>(text),
        "narrows.verify/1" => again::<verify::Verify>(text),
        other => panic!("no reader of {other}"),
    }
}

/// Every value of `old` stands in `new` at the same place.
fn assert_kept(old: &Value, new: &Value, place: &str) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for (key, value) in old.iter().filter(|(_, value)| !value.is_null()) {
                let kept = new.get(key).unwrap_or_else(|| panic!("{place}.{key} is lost"));
                assert_kept(value, kept, &format!("{place}.{key}"));
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            assert_eq!(old.len(), new.len(), "{place}");
            let pairs = old.iter().zip(new).enumerate();
            pairs.for_each(|(index, (old, new))| {
                assert_kept(old, new, &format!("{place}[{index}]"))
            });
        }
        (Value::Number(old), Value::Number(new)) => {
            assert_eq!(old.as_f64(), new.as_f64(), "{place}");
        }
        _ => assert_eq!(old, new, "{place}"),
    }
}

#[test]
fn documents_of_the_first_release_are_read_whole() {
    let documents = documents();
    assert_eq!(documents.len(), 18);
    for (path, text) in documents {
        let old: Value = serde_json::from_str(&text).unwrap();
        let name = path.file_name().unwrap().to_string_lossy();
        let new = read(old["schema"].as_str().unwrap(), &text);
        assert_kept(&old, &new.unwrap_or_else(|why| panic!("{name}: {why}")), &name);
    }
}
