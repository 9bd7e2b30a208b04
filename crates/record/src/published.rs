//! The JSON Schemas of the documents, from the types that write them.

use schemars::schema_for;
use serde_json::{Value, json};

use crate::{
    build, casebook, catalog, check, compare, experiment, explain, history, hosts, lanes, learn,
    plan, predict, rounds, run, schema, see, trial, verify, version,
};

/// The name of every document, as its `schema` field has it, with its JSON Schema.
pub fn published() -> Vec<(&'static str, Value)> {
    let published = [
        (schema::SEE, schema_for!(see::SeeDocument)),
        (schema::PREDICT, schema_for!(predict::PredictDocument)),
        (schema::PLAN, schema_for!(plan::PlanDocument)),
        (schema::ROUNDS, schema_for!(rounds::RoundsDocument)),
        (schema::RUN, schema_for!(run::RunDocument)),
        (schema::LANES, schema_for!(lanes::LanesDocument)),
        (schema::LEARN, schema_for!(learn::LearnDocument)),
        (schema::CHECK, schema_for!(check::CheckDocument)),
        (schema::HISTORY, schema_for!(history::HistoryDocument)),
        (schema::FORGOTTEN, schema_for!(history::ForgottenDocument)),
        (schema::HOSTS, schema_for!(hosts::HostsDocument)),
        (schema::HOSTS_PREDICT, schema_for!(hosts::predict::HostsPredictDocument)),
        (schema::HOSTS_WATCH, schema_for!(hosts::watch::HostsWatchDocument)),
        (schema::HOSTS_SEE, schema_for!(hosts::fleet::Fleet)),
        (schema::COMPARE, schema_for!(compare::CompareDocument)),
        (schema::CASEBOOK, schema_for!(casebook::CasebookDocument)),
        (schema::CATALOG, schema_for!(catalog::CatalogDocument)),
        (schema::EXPERIMENT, schema_for!(experiment::ExperimentDocument)),
        (schema::EXPERIMENTS, schema_for!(experiment::ExperimentListDocument)),
        (schema::EXPLAIN, schema_for!(explain::ExplainDocument)),
        (schema::TRIAL, schema_for!(trial::TrialDocument)),
        (schema::BUILD, schema_for!(build::BuildDocument)),
        (schema::VERIFY, schema_for!(verify::VerifyDocument)),
        (schema::REHEARSAL, schema_for!(verify::Rehearsal)),
        (schema::VERSION, schema_for!(version::VersionDocument)),
    ];
    published.into_iter().map(|(name, schema)| (name, named(name, schema.to_value()))).collect()
}

/// The types know the `schema` field as text only; the document says which text it is. Writing a document
/// adds the field `words`, whichever its type ([`crate::words`]).
fn named(name: &str, mut schema: Value) -> Value {
    if let Some(fields) = schema.pointer_mut("/properties").and_then(Value::as_object_mut) {
        let words = json!({
            "description": "Of each JSON pointer to a sentence of this document its id and values, \
                            from which it can be said in another language.",
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "properties": { "id": { "type": "string" }, "values": { "type": "object" } },
                "required": ["id", "values"]
            }
        });
        fields.insert("words".to_owned(), words);
    }
    if let Some(field) = schema.pointer_mut("/properties/schema").and_then(Value::as_object_mut) {
        field.insert("const".to_owned(), json!(name));
    }
    schema
}
