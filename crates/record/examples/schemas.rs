//! `cargo xtask schemas [FOLDER]`: the JSON Schemas of the documents, and a page of all their fields.
//!
//! For: releases, the site of the docs, and whoever reads documents by a program. They follow from the types
//! that write the documents, so that none is kept in the repository.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::Path;

use narrows_record::published;
use serde_json::Value;

/// Writes `<kind>.schema.json` for every document and `fields.md` into the folder that is named.
fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).ok_or("schemas FOLDER")?;
    Ok(write(Path::new(&folder))?)
}

fn write(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (name, schema) in published() {
        // `narrows.see/1` is described in `see.schema.json`.
        let kind = name.trim_start_matches("narrows.").split('/').next().unwrap_or(name);
        let file = format!("{kind}.schema.json");
        fs::write(folder.join(file), format!("{schema:#}\n"))?;
    }
    fs::write(folder.join("fields.md"), fields())
}

/// A page with a table for every object of every document, in Markdown.
fn fields() -> String {
    let mut page = String::new();
    for (name, schema) in published() {
        writeln!(page, "\n## {name}\n").unwrap();
        table(&schema, &mut page);
        let parts = schema.get("$defs").and_then(Value::as_object);
        for (part, schema) in parts.into_iter().flatten() {
            if schema.get("properties").is_some() {
                writeln!(page, "\n### {part} in {name}\n").unwrap();
                table(schema, &mut page);
            }
        }
    }
    page
}

fn table(schema: &Value, page: &mut String) {
    writeln!(page, "{}\n\n| field | type | |\n|---|---|---|", description(schema)).unwrap();
    let properties = schema.get("properties").and_then(Value::as_object);
    for (field, schema) in properties.into_iter().flatten() {
        let row = (cell(&type_of(schema)), cell(&description(schema)));
        writeln!(page, "| `{field}` | {} | {} |", row.0, row.1).unwrap();
    }
}

/// The type's documentation, on one line.
fn description(schema: &Value) -> String {
    let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// A schema's type in words: `string or null`, `list of Drive`.
fn type_of(schema: &Value) -> String {
    if let Some(part) = schema.get("$ref").and_then(Value::as_str) {
        return part.rsplit('/').next().unwrap_or(part).to_owned();
    }
    let alternatives = schema.get("anyOf").or_else(|| schema.get("oneOf"));
    if let Some(alternatives) = alternatives.and_then(Value::as_array) {
        return joined(alternatives.iter().map(type_of));
    }
    match schema.get("type") {
        Some(Value::Array(types)) => joined(types.iter().map(|one| one_type(one, schema))),
        Some(one) => one_type(one, schema),
        None => schema.get("const").map_or_else(|| "anything".to_owned(), Value::to_string),
    }
}

fn one_type(name: &Value, schema: &Value) -> String {
    match (name.as_str().unwrap_or_default(), schema.get("items")) {
        ("array", Some(items)) => format!("list of {}", type_of(items)),
        ("array", None) => "list".to_owned(),
        ("object", _) => match schema.get("additionalProperties").filter(|it| it.is_object()) {
            Some(values) => format!("{} by name", type_of(values)),
            None => "object".to_owned(),
        },
        (other, _) => other.to_owned(),
    }
}

/// Types beside each other, each once.
fn joined(types: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = Vec::new();
    types.for_each(|one| {
        if !all.contains(&one) {
            all.push(one);
        }
    });
    all.join(" or ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn types_are_read_out() {
        let of = |schema: Value| type_of(&schema);
        assert_eq!(of(json!({"type": ["string", "null"]})), "string or null");
        assert_eq!(
            of(json!({"type": "array", "items": {"$ref": "#/$defs/Drive"}})),
            "list of Drive"
        );
        let by_name = json!({"type": "object", "additionalProperties": {"type": "number"}});
        assert_eq!(of(by_name), "number by name");
        let either = json!({"anyOf": [{"$ref": "#/$defs/Link"}, {"type": "null"}]});
        assert_eq!(of(either), "Link or null");
    }

    #[test]
    fn every_field_has_a_meaning() {
        let page = fields();
        assert!(page.contains("\n## narrows.see/1\n"), "{page}");
        let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
        let bare: Vec<&&str> = rows.iter().filter(|row| row.ends_with("|  |")).collect();
        assert!(bare.is_empty(), "fields without a meaning: {bare:?}");
    }

    #[test]
    fn every_schema_is_one_by_its_own_draft() {
        for (name, schema) in published() {
            jsonschema::meta::validate(&schema).unwrap_or_else(|why| panic!("{name}: {why}"));
        }
    }

    #[test]
    fn schemas_are_written_where_they_are_wanted() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path()).unwrap();
        let text = fs::read_to_string(folder.path().join("see.schema.json")).unwrap();
        let schema: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(schema["properties"]["schema"]["const"], "narrows.see/1");
    }
}
