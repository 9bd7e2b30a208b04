//! A document has ids and values where people read: one that was made in Japanese is shown in English as if
//! it had been made in English, whole.

use narrows_messages::{Language, Localizer};
use narrows_record::build::BuildDocument;
use narrows_record::casebook::CasebookDocument;
use narrows_record::check::CheckDocument;
use narrows_record::compare::CompareDocument;
use narrows_record::experiment::ExperimentDocument;
use narrows_record::explain::ExplainDocument;
use narrows_record::hosts::HostsDocument;
use narrows_record::hosts::predict::HostsPredictDocument;
use narrows_record::lanes::LanesDocument;
use narrows_record::learn::LearnDocument;
use narrows_record::plan::PlanDocument;
use narrows_record::predict::PredictDocument;
use narrows_record::run::RunDocument;
use narrows_record::see::SeeDocument;
use narrows_record::trial::TrialDocument;
use narrows_record::words;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::home::{Home, X99, Z170, text_of, timeless};
use crate::{build, learn, trial};

/// Without fields that may differ between two runs, in all documents within it; and without the draft of a board,
/// a file whose comments stay in its original language.
fn without_moments(mut document: Value) -> Value {
    match &mut document {
        Value::Object(fields) => {
            let is_run = fields.contains_key("id") && fields.contains_key("started");
            fields.iter_mut().for_each(|(_, field)| *field = without_moments(field.take()));
            fields.insert("runs".to_owned(), Value::Null);
            fields.remove("draft");
            if is_run { timeless(document) } else { document }
        }
        Value::Array(items) => {
            items.iter_mut().for_each(|item| *item = without_moments(item.take()));
            document
        }
        _ => document,
    }
}

fn json_in(home: &Home, command: &[&str], lang: &str) -> Vec<u8> {
    let output = home.narrows(&[command, &["--json", "--lang", lang]].concat());
    assert!(!output.stdout.is_empty(), "{command:?}: {}", text_of(&output));
    output.stdout
}

/// A document made in Japanese, read, and written in English.
fn shown<T: Serialize + DeserializeOwned>(json: &[u8]) -> Value {
    let document: T = words::read(json).unwrap();
    let english = Localizer::new(Language::English);
    let shown = words::to_vec_pretty(&document, &english).unwrap();
    without_moments(serde_json::from_slice(&shown).unwrap())
}

fn is_japanese(letter: char) -> bool {
    matches!(letter, '\u{3000}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}')
}

/// The document, with nothing of the process that a trial's folder is named after.
fn of_any_process(document: &Value) -> String {
    let text = format!("{document:#}");
    let mut parts = text.split("trial-");
    let first = parts.next().unwrap_or_default().to_owned();
    let is_digit = |letter: char| letter.is_ascii_digit();
    parts.fold(first, |text, part| text + "trial-" + part.trim_start_matches(is_digit))
}

/// The same command in both languages, each in its own home.
fn check<T: Serialize + DeserializeOwned>(homes: &[Home; 2], command: &[&str]) {
    let [in_japanese, in_english] = homes;
    let japanese = json_in(in_japanese, command, "ja");
    let text = String::from_utf8_lossy(&japanese);
    assert_eq!(text.contains(is_japanese), text.contains("\n  \"words\": {"), "{command:?}");
    let shown = shown::<T>(&japanese);
    assert!(!shown.to_string().contains(is_japanese), "{command:?}: {shown:#}");
    let english: Value = serde_json::from_slice(&json_in(in_english, command, "en")).unwrap();
    let english = without_moments(english);
    let (shown, english) = (of_any_process(&shown), of_any_process(&english));
    let other = shown.lines().zip(english.lines()).find(|(shown, english)| shown != english);
    assert!(shown == english, "{command:?}: {other:?}");
}

fn homes() -> [Home; 2] {
    [Home::new(), Home::new()]
}

/// A page without the names of runs and moments.
fn page(home: &Home, command: &[&str]) -> String {
    let run = home.runs().pop().unwrap();
    let id = run.file_name().unwrap().to_str().unwrap().to_owned();
    let page = String::from_utf8(home.narrows(command).stdout).unwrap();
    let page = page.replace(&id, "RUN").replace(home.path().to_str().unwrap(), "HOME");
    let is_moment = |line: &&str| line.contains("--lang") || line.contains("20");
    page.lines().filter(|line| !is_moment(line)).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_kept_run_is_shown_whole_in_the_language_asked_for() {
    let homes = homes();
    check::<RunDocument>(&homes, &["--on", Z170, "--quick"]);
    let [in_japanese, in_english] = &homes;
    for command in [&["history", "latest", "--lang", "en"], &["history", "latest", "--lang", "ja"]]
    {
        let shown = page(in_japanese, command);
        assert_eq!(shown.contains(is_japanese), command[3] == "ja", "{shown}");
        assert_eq!(shown, page(in_english, command));
    }
    check::<ExplainDocument>(&homes, &["explain", "--from", "latest"]);
    check::<RunDocument>(&homes, &["--on", Z170, "--quick", "--seed", "2"]);
}

#[test]
fn runs_that_were_measured_and_compared_read_in_every_language() {
    let homes = homes();
    check::<RunDocument>(&homes, &["measure", "--on", Z170, "--time", "100ms"]);
    // Runs of one second have no order.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    check::<RunDocument>(&homes, &["measure", "--on", X99, "--time", "100ms", "--seed", "2"]);
    check::<CompareDocument>(&homes, &["compare", "latest~1", "latest"]);
    let args = ["--passes", "1", "--time", "100ms"];
    check::<RunDocument>(&homes, &[&["bench", "cdm8", "m8pe1", "--on", Z170], &args[..]].concat());
}

#[test]
fn what_is_explained_reads_in_every_language() {
    let homes = homes();
    check::<ExplainDocument>(&homes, &["explain", "--on", Z170]);
    check::<ExplainDocument>(&homes, &["explain", "--from", "latest"]);
}

#[test]
fn what_is_seen_predicted_and_checked_reads_in_every_language() {
    let homes = homes();
    for machine in [Z170, X99] {
        check::<SeeDocument>(&homes, &["see", machine]);
        check::<PredictDocument>(&homes, &["predict", machine, "--upgrades", "--meaning"]);
        check::<CheckDocument>(&homes, &["check", machine]);
    }
}

#[test]
fn sweeps_and_experiments_read_in_every_language() {
    let homes = homes();
    let stripe = ["stripe", "--on", X99, "--workload", "seq-read-1m-q8", "--time", "100ms"];
    check::<RunDocument>(&homes, &stripe);
    let link = ["experiment", "link-speed", "m8pe1", "5GT/s", "--uplink", "--on", Z170];
    let rounds = ["--time", "100ms", "--cycles", "3", "--repeat", "2"];
    check::<ExperimentDocument>(&homes, &[&link[..], &rounds].concat());
}

#[test]
fn lanes_and_plans_read_in_every_language() {
    let homes = homes();
    for machine in [Z170, X99, "catalog:asrock-z170-oc-formula/full"] {
        check::<LanesDocument>(&homes, &["lanes", machine]);
    }
    let more =
        ["--buy", "--raid-engines", "--levels", "--boards=asus-z170-a,gigabyte-ga-z170x-ud5"];
    check::<PlanDocument>(&homes, &[&["plan", Z170], &more[..]].concat());
    let two = ["--drives", "2x950pro256gb", "--cards", "gpu,nic=x540-t2"];
    for want in
        ["boot=950-pro-1,gpu=full", "raid0,firmware-raid", "gpu=full,gpu=chipset", "no-adapters"]
    {
        let plan = ["plan", "catalog:gigabyte-ga-z170x-ud5", "--want", want];
        check::<PlanDocument>(&homes, &[&plan[..], &two].concat());
    }
    let crowd = ["plan", "catalog:gigabyte-ga-z170mx-gaming-5", "--cards", "9x gpu"];
    check::<PlanDocument>(&homes, &crowd);
}

#[test]
fn boards_and_published_machines_read_in_every_language() {
    let homes = homes();
    let captures = learn::Captures::new();
    let [alone, both] = ["alone.txt", "both.txt"].map(|name| captures.text(name));
    check::<LearnDocument>(&homes, &["learn", &both]);
    check::<LearnDocument>(&homes, &["learn", &alone, &both]);
    check::<CasebookDocument>(&homes, &["casebook"]);
    check::<CasebookDocument>(&homes, &["casebook", "--published"]);
}

#[test]
fn virtual_hosts_read_in_every_language() {
    let homes = homes();
    let file = homes[0].path().join("cluster.toml");
    std::fs::write(&file, crate::snapshots::RACKS).unwrap();
    let file = file.to_str().unwrap();
    check::<HostsPredictDocument>(
        &homes,
        &["hosts", "predict", file, "--workload", "seq-read-128k-q32"],
    );
    check::<HostsDocument>(&homes, &["hosts", "measure", "--on", file]);
    check::<HostsDocument>(&homes, &["hosts", "explain", "--on", file]);
}

#[test]
fn what_a_trial_would_do_reads_in_every_language() {
    if let Some(why) = trial::missing() {
        println!("skipped: {why}");
        return;
    }
    let homes = homes();
    let [one, two] = ["a", "b"].map(|name| homes[0].path().join(name));
    for folder in [&one, &two] {
        std::fs::create_dir(folder).unwrap();
    }
    let drives = format!("{},{}", one.display(), two.display());
    let trial = ["trial", "--drives", &drives, "--size", "512M", "--raid-engine", "btrfs"];
    check::<TrialDocument>(&homes, &[&trial[..], &["--job", "load", "--dry-run"]].concat());
}

/// Identifiers are chosen anew each time, so that sentences alone are compared.
#[test]
fn what_would_be_built_reads_in_every_language() {
    let Some([one, two]) = build::pair() else { return };
    let script = "for lang in ja en; do echo BEGIN $lang; $narrows build --lang $lang --level raid1 \
        --raid-engine btrfs $drives --mount /srv/data --rehearse --json; echo; echo END; done";
    let Some(output) = build::apart(script, &[&one, &two]) else { return };
    let shown = shown::<BuildDocument>(build::part(&output, "ja").as_bytes());
    assert!(!shown.to_string().contains(is_japanese), "{shown:#}");
    let english = without_moments(build::json(&output, "en"));
    let sentences = |document: &Value| {
        let all = ["steps", "undo"].iter().flat_map(|key| document[*key].as_array().unwrap());
        let steps: Vec<Value> = all.map(|step| step["what"].clone()).collect();
        (steps, document["refused"].clone(), document["trimming"].clone())
    };
    assert_eq!(sentences(&shown), sentences(&english));
    assert!(build::part(&output, "ja").contains(is_japanese), "{output}");
}
