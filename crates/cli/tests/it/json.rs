//! Documents on standard output, each held against the schema that is published for its kind.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::Value;

/// By the name that stands in a document's `schema`.
static PUBLISHED: LazyLock<BTreeMap<String, Validator>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema");
    let schema = |path: &Path| -> (String, Validator) {
        let schema: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        let name = schema["properties"]["schema"]["const"].as_str().unwrap().to_owned();
        (name, jsonschema::validator_for(&schema).unwrap())
    };
    std::fs::read_dir(folder).unwrap().map(|entry| schema(&entry.unwrap().path())).collect()
});

/// What was printed, which must be what its schema says.
#[track_caller]
pub fn document(stdout: &[u8]) -> Value {
    let printed = serde_json::from_slice(stdout);
    let printed: Value =
        printed.unwrap_or_else(|why| panic!("{why}: {}", String::from_utf8_lossy(stdout)));
    let name = printed["schema"].as_str().unwrap_or_else(|| panic!("no schema: {printed}"));
    let validator = PUBLISHED.get(name).unwrap_or_else(|| panic!("{name} is not published"));
    let slips: Vec<String> = validator
        .iter_errors(&printed)
        .map(|slip| format!("{}: {slip}", slip.instance_path()))
        .collect();
    assert!(slips.is_empty(), "{name}: {}", slips.join("\n"));
    printed
}

#[test]
fn what_no_schema_allows_is_told() {
    let wrong = br#"{"schema": "narrows.check/1", "narrows": 1, "source": "x", "findings": []}"#;
    let outcome = std::panic::catch_unwind(|| document(wrong));
    assert!(outcome.is_err(), "a number for a version, and no notes");
}
