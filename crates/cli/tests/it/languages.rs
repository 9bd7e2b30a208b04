//! A document has ids and values where people read: one that was made in Japanese is shown in English as if
//! it had been made in English, whole.

use narrows_messages::{Language, Localizer};
use narrows_record::check::Check;
use narrows_record::compare::Compare;
use narrows_record::experiment::Experiment;
use narrows_record::explain::Explain;
use narrows_record::predict::Predict;
use narrows_record::run::Run;
use narrows_record::see::See;
use narrows_record::stripe::Stripe;
use narrows_record::words;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::home::{Home, X99, Z170, said, timeless};

/// Without what may differ between two runs, in all documents within it.
fn without_moments(mut document: Value) -> Value {
    match &mut document {
        Value::Object(fields) => {
            let is_run = fields.contains_key("id") && fields.contains_key("started");
            fields.iter_mut().for_each(|(_, field)| *field = without_moments(field.take()));
            fields.insert("runs".to_owned(), Value::Null);
            if is_run { timeless(document) } else { document }
        }
        Value::Array(items) => {
            items.iter_mut().for_each(|item| *item = without_moments(item.take()));
            document
        }
        _ => document,
    }
}

fn asked(home: &Home, command: &[&str], lang: &str) -> Vec<u8> {
    let output = home.narrows(&[command, &["--json", "--lang", lang]].concat());
    assert!(!output.stdout.is_empty(), "{command:?}: {}", said(&output));
    output.stdout
}

/// What was made in Japanese, read, and written in English.
fn shown<T: Serialize + DeserializeOwned>(json: &[u8]) -> Value {
    let document: T = words::read(json).unwrap();
    let english = Localizer::new(Language::English);
    let shown = words::to_vec_pretty(&document, &english).unwrap();
    without_moments(serde_json::from_slice(&shown).unwrap())
}

fn is_japanese(letter: char) -> bool {
    matches!(letter, '\u{3000}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}')
}

/// The same command in both languages, each in a home of its own.
fn check<T: Serialize + DeserializeOwned>(homes: &[Home; 2], command: &[&str]) {
    let [in_japanese, in_english] = homes;
    let japanese = asked(in_japanese, command, "ja");
    let text = String::from_utf8_lossy(&japanese);
    assert_eq!(text.contains(is_japanese), text.contains("\n  \"words\": {"), "{command:?}");
    let shown = shown::<T>(&japanese);
    assert!(!shown.to_string().contains(is_japanese), "{command:?}: {shown:#}");
    let english: Value = serde_json::from_slice(&asked(in_english, command, "en")).unwrap();
    let english = without_moments(english);
    let (shown, english) = (format!("{shown:#}"), format!("{english:#}"));
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
    check::<Run>(&homes, &["--on", Z170, "--quick"]);
    let [in_japanese, in_english] = &homes;
    for command in [&["history", "latest", "--lang", "en"], &["history", "latest", "--lang", "ja"]]
    {
        let shown = page(in_japanese, command);
        assert_eq!(shown.contains(is_japanese), command[3] == "ja", "{shown}");
        assert_eq!(shown, page(in_english, command));
    }
    check::<Explain>(&homes, &["explain", "--from", "latest"]);
    check::<Run>(&homes, &["--on", Z170, "--quick", "--seed", "2"]);
}

#[test]
fn runs_that_were_measured_and_compared_read_in_every_language() {
    let homes = homes();
    check::<Run>(&homes, &["measure", "--on", Z170, "--time", "100ms"]);
    // Runs of one second have no order.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    check::<Run>(&homes, &["measure", "--on", X99, "--time", "100ms", "--seed", "2"]);
    check::<Compare>(&homes, &["compare", "latest~1", "latest"]);
    let args = ["--passes", "1", "--time", "100ms"];
    check::<Run>(&homes, &[&["bench", "cdm8", "m8pe1", "--on", Z170], &args[..]].concat());
}

#[test]
fn what_is_explained_reads_in_every_language() {
    let homes = homes();
    check::<Explain>(&homes, &["explain", "--on", Z170]);
    check::<Explain>(&homes, &["explain", "--from", "latest"]);
}

#[test]
fn what_is_seen_predicted_and_checked_reads_in_every_language() {
    let homes = homes();
    for machine in [Z170, X99] {
        check::<See>(&homes, &["see", machine]);
        check::<Predict>(&homes, &["predict", machine, "--upgrades", "--meaning"]);
        check::<Check>(&homes, &["check", machine]);
    }
}

#[test]
fn sweeps_and_experiments_read_in_every_language() {
    let homes = homes();
    let stripe = ["stripe", "--on", X99, "--workload", "seq-read-1m-q8", "--time", "100ms"];
    check::<Stripe>(&homes, &stripe);
    let link = ["experiment", "link-speed", "m8pe1", "5GT/s", "--uplink", "--on", Z170];
    let rounds = ["--time", "100ms", "--cycles", "3", "--repeat", "2"];
    check::<Experiment>(&homes, &[&link[..], &rounds].concat());
}
