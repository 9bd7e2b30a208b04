//! Documents on standard output, each held against the schema that is published for its kind.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::Value;

/// By the name in a document's `schema`.
static PUBLISHED: LazyLock<BTreeMap<&str, Validator>> = LazyLock::new(|| {
    let published = narrows_record::published().into_iter();
    let validators =
        published.map(|(name, schema)| (name, jsonschema::validator_for(&schema).unwrap()));
    validators.collect()
});

/// The printed document, which must match its schema.
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
