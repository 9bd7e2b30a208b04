//! Builds that people ask about, each with the answer that it should get: `builds.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Output;

use serde::Deserialize;
use serde_json::Value;

use crate::home::{program, text_of};

const BUILDS: &str = include_str!("builds.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Build {
    name: String,
    question: String,
    answer: String,
    figures: String,
    source: Vec<String>,
    args: Vec<String>,
    machine: Option<String>,
    #[serde(default)]
    puts: BTreeMap<String, String>,
    #[serde(default)]
    settings: BTreeMap<String, String>,
    total_mb_s: Option<[f64; 2]>,
    network_mb_s: Option<[f64; 2]>,
    rebuild_h: Option<[f64; 2]>,
    limit: Option<String>,
    #[serde(default)]
    exit: Vec<i32>,
    #[serde(default)]
    says: Vec<String>,
}

#[derive(Deserialize)]
struct Builds {
    build: Vec<Build>,
}

#[test]
fn builds_get_the_answers_that_their_sources_give() {
    let Builds { build: builds } = toml::from_str(BUILDS).unwrap();
    let names: BTreeSet<&str> = builds.iter().map(|build| build.name.as_str()).collect();
    assert_eq!(names.len(), builds.len(), "each has a name of its own");
    let wrong: Vec<String> = builds.iter().flat_map(Build::wrong).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(builds.len() >= 20);
}

impl Build {
    /// Deviations from the expected answer.
    fn wrong(&self) -> Vec<String> {
        let is_told = [&self.question, &self.answer, &self.figures];
        assert!(is_told.iter().all(|it| !it.is_empty()) && !self.source.is_empty());
        let page = self.plan_output(&[]);
        let text = format!("{}{}", String::from_utf8_lossy(&page.stdout), text_of(&page));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let missing = self.says.iter().filter(|part| !text.contains(part.as_str()));
        let mut wrong: Vec<String> =
            missing.map(|part| format!("“{part}” is not in {text}")).collect();
        let code = page.status.code().unwrap_or(-1);
        match self.exit.as_slice() {
            // It is not certain everywhere that a machine starts from an array.
            [] if code == 0 || code == 3 => wrong.extend(self.wrong_figures()),
            [] => wrong.push(format!("exit {code}: {text}")),
            exits if !exits.contains(&code) => wrong.push(format!("exit {code}: {text}")),
            _ => {}
        }
        wrong.into_iter().map(|it| format!("{}: {it}", self.name)).collect()
    }

    fn plan_output(&self, more: &[&str]) -> Output {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("machine.toml");
        let text = self.machine.as_deref().unwrap_or_default();
        std::fs::write(&file, format!("schema = \"narrows.machine/1\"\n{text}")).unwrap();
        let path = file.to_str().unwrap();
        let args = self.args.iter().map(|arg| if arg == "FILE" { path } else { arg });
        let mut command = program(&[]);
        command.args(args).args(more).env("COLUMNS", "200").env("NO_COLOR", "1");
        command.output().unwrap()
    }

    fn wrong_figures(&self) -> Vec<String> {
        let document = crate::json::document(&self.plan_output(&["--json"]).stdout);
        let mut wrong = Vec::new();
        let mut within = |what: &str, value: Option<f64>, range: Option<[f64; 2]>| {
            if let Some([least, most]) = range
                && !value.is_some_and(|value| (least..=most).contains(&value))
            {
                wrong.push(format!("{what}: {value:?} is not within {least} to {most}"));
            }
        };
        within("total", total(&document)["mb_s"].as_f64(), self.total_mb_s);
        let network = &document["network"][0]["serves_mb_s"];
        within("network", network.as_f64(), self.network_mb_s);
        for row in document["levels"]["rows"].as_array().into_iter().flatten() {
            if row["level"] == "raid5" {
                within("rebuild, at least", row["rebuild"]["low"].as_f64(), self.rebuild_h);
                within("rebuild, at most", row["rebuild"]["high"].as_f64(), self.rebuild_h);
            }
        }
        let limit = &total(&document)["limit"]["kind"];
        if self.limit.as_ref().is_some_and(|kind| limit != kind) {
            wrong.push(format!("the bottleneck is {limit}"));
        }
        let puts = puts(&document);
        for (device, expected) in &self.puts {
            if puts.get(device) != Some(expected) {
                wrong.push(format!("{device} is not at {expected}: {puts:?}"));
            }
        }
        let set: BTreeMap<String, String> = settings(&document);
        for (name, value) in &self.settings {
            if set.get(name) != Some(value) {
                wrong.push(format!("{name} is not {value}: {set:?}"));
            }
        }
        wrong
    }
}

/// The rate of all drives together with its bottleneck.
fn total(document: &Value) -> Value {
    match &document["best"] {
        Value::Null => document["totals"][0].clone(),
        best => serde_json::json!({ "mb_s": best["total_mb_s"], "limit": best["limit"] }),
    }
}

/// `SLOT ATTACHMENT xLANES` by device.
fn puts(document: &Value) -> BTreeMap<String, String> {
    let puts = document["best"]["placements"].as_array().into_iter().flatten();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let placed = |put: &Value| {
        let lanes = &put["current"]["lanes"];
        format!("{} {} x{lanes}", text(&put["slot"]), text(&put["attachment"]))
    };
    puts.map(|put| (text(&put["device"]), placed(put))).collect()
}

fn settings(document: &Value) -> BTreeMap<String, String> {
    let set = document["best"]["set"].as_array().into_iter().flatten();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    set.map(|it| (text(&it["name"]), text(&it["value"]))).collect()
}
