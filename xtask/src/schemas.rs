//! `cargo xtask schemas`: the JSON Schemas of the documents, from the types that write them.

use std::fs;
use std::path::Path;

use narrows_record::{
    build, casebook, catalog, check, compare, experiment, explain, history, hosts, lanes, learn,
    plan, predict, rounds, run, schema, see, stripe, trial, verify, version,
};
use schemars::schema_for;
use serde_json::{Value, json};

use crate::done::Done;

const FOLDER: &str = "docs/schema";

/// Writes every schema to `docs/schema/<kind>.schema.json`, if it is one by its own draft.
pub fn write(root: &Path) -> Done {
    fs::create_dir_all(root.join(FOLDER))?;
    for (path, text) in schemas() {
        jsonschema::meta::validate(&serde_json::from_str(&text)?)
            .map_err(|why| format!("{path}: {why}"))?;
        fs::write(root.join(&path), text)?;
        println!("{path}");
    }
    Ok(())
}

/// Path and text of every schema.
fn schemas() -> Vec<(String, String)> {
    [
        (schema::SEE, schema_for!(see::See)),
        (schema::PREDICT, schema_for!(predict::Predict)),
        (schema::PLAN, schema_for!(plan::Plan)),
        (schema::ROUNDS, schema_for!(rounds::Rounds)),
        (schema::RUN, schema_for!(run::Run)),
        (schema::LANES, schema_for!(lanes::Lanes)),
        (schema::LEARN, schema_for!(learn::Learn)),
        (schema::CHECK, schema_for!(check::Check)),
        (schema::HISTORY, schema_for!(history::History)),
        (schema::FORGOTTEN, schema_for!(history::Forgotten)),
        (schema::HOSTS, schema_for!(hosts::Hosts)),
        (schema::HOSTS_PREDICT, schema_for!(hosts::predict::Predicted)),
        (schema::HOSTS_WATCH, schema_for!(hosts::watch::HostsWatch)),
        (schema::HOSTS_SEE, schema_for!(hosts::fleet::Fleet)),
        (schema::COMPARE, schema_for!(compare::Compare)),
        (schema::CASEBOOK, schema_for!(casebook::Casebook)),
        (schema::CATALOG, schema_for!(catalog::Catalog)),
        (schema::EXPERIMENT, schema_for!(experiment::Experiment)),
        (schema::EXPERIMENTS, schema_for!(experiment::Experiments)),
        (schema::EXPLAIN, schema_for!(explain::Explain)),
        (schema::STRIPE, schema_for!(stripe::Stripe)),
        (schema::TRIAL, schema_for!(trial::Trial)),
        (schema::BUILD, schema_for!(build::Build)),
        (schema::VERIFY, schema_for!(verify::Verify)),
        (schema::REHEARSAL, schema_for!(verify::Rehearsal)),
        (schema::VERSION, schema_for!(version::Version)),
    ]
    .into_iter()
    .map(|(name, schema)| (path_of(name), text_of(name, schema.to_value())))
    .collect()
}

/// `narrows.see/1` is described in `docs/schema/see.schema.json`.
fn path_of(name: &str) -> String {
    let kind = name.trim_start_matches("narrows.").split('/').next().unwrap_or(name);
    format!("{FOLDER}/{kind}.schema.json")
}

/// The types know the `schema` field as text only; the document says which text it is.
fn text_of(name: &str, mut schema: Value) -> String {
    if let Some(field) = schema.pointer_mut("/properties/schema").and_then(Value::as_object_mut) {
        field.insert("const".to_owned(), json!(name));
    }
    format!("{schema:#}\n")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::tree::root;

    #[test]
    fn written_schemas_are_up_to_date() {
        for (path, text) in schemas() {
            let written = fs::read_to_string(root().join(&path)).unwrap_or_default();
            assert!(written == text, "{path} is stale: run `cargo xtask schemas`");
        }
    }

    #[test]
    fn a_schema_pins_the_name_of_its_document() {
        let (path, text) = schemas().swap_remove(0);
        assert_eq!(path, "docs/schema/see.schema.json");
        let schema: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(schema["properties"]["schema"]["const"], "narrows.see/1");
    }

    #[test]
    fn the_description_of_the_documents_names_every_field() {
        let page = fs::read_to_string(root().join("docs/json.md")).unwrap();
        let mut fields = BTreeSet::new();
        for (_, text) in schemas() {
            collect_fields(&serde_json::from_str(&text).unwrap(), &mut fields);
        }
        let unnamed: Vec<_> =
            fields.iter().filter(|field| !page.contains(&format!("`{field}`"))).collect();
        assert!(unnamed.is_empty(), "docs/json.md does not name {unnamed:?}");
    }

    fn collect_fields(schema: &Value, fields: &mut BTreeSet<String>) {
        if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
            fields.extend(properties.keys().cloned());
        }
        let definitions = schema.get("$defs").and_then(Value::as_object);
        for definition in definitions.into_iter().flat_map(|it| it.values()) {
            collect_fields(definition, fields);
        }
    }
}
