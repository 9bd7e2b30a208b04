//! `narrows watch` end to end: a command, a process, the whole machine; bad input; saved and shown
//! again. Conclusions are not checked here, because other tests use the same processors.

use std::process::{Command, Stdio};

use crate::home::{Home, text_of};

#[test]
fn a_command_is_watched_kept_and_shown_again() {
    let home = Home::new();
    let output =
        home.narrows(&["watch", "--json", "--", "sh", "-c", "echo of the job; sleep 1.2; exit 7"]);
    assert_eq!(output.status.code(), Some(0), "{}", text_of(&output));
    // With --json standard output is the document's alone.
    assert!(String::from_utf8_lossy(&output.stderr).contains("of the job"));
    let document = crate::json::document(&output.stdout);
    let watch = &document["watch"];
    assert_eq!((&watch["subject"], &watch["exit_code"]), (&"command".into(), &7.into()));
    assert!(watch["watched_s"].as_f64().unwrap() >= 1.0);
    let shares = watch["shares"].as_array().unwrap().iter();
    let sum: f64 = shares.map(|share| share["share"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-6, "{watch}");
    assert!(!watch["seconds"].as_array().unwrap().is_empty());
    assert!(document["notes"].to_string().contains("code 7"), "{}", document["notes"]);

    let again = home.narrows(&["history", "latest"]);
    let page = String::from_utf8_lossy(&again.stdout).into_owned();
    assert!(page.contains("Watched: sh -c echo of the job") && page.contains("▶"), "{page}");
    let list = home.narrows(&["history"]);
    assert!(String::from_utf8_lossy(&list.stdout).contains("UTC"), "{}", text_of(&list));
    let report = std::fs::read_to_string(home.runs()[0].join("report.html")).unwrap();
    assert!(report.contains("Watched: sh"));
    let narrow = home.command(&["history", "latest", "--lang", "ja"]).env("COLUMNS", "40").output();
    assert!(String::from_utf8(narrow.unwrap().stdout).unwrap().contains("観測対象"));
}

/// In text mode the command's own output is where it always is.
#[test]
fn a_commands_output_is_its_own() {
    let home = Home::new();
    let output = home.narrows(&["watch", "--no-report", "--", "echo", "of the job"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.starts_with("of the job\n"), "{text}");
    assert!(home.runs().is_empty());
}

#[test]
fn a_process_and_the_machine_are_watched_for_a_while() {
    let home = Home::new();
    let mut sleeper = Command::new("sleep").arg("60").stdout(Stdio::null()).spawn().unwrap();
    let pid = sleeper.id().to_string();
    let output = home.narrows(&["watch", "--pid", &pid, "--for", "1s", "--json", "--no-report"]);
    let watch = &crate::json::document(&output.stdout)["watch"];
    let still_there = sleeper.try_wait().unwrap().is_none();
    sleeper.kill().unwrap();
    sleeper.wait().unwrap();
    assert!(still_there, "it is left alone");
    assert_eq!((&watch["subject"], &watch["name"]), (&"process".into(), &"sleep".into()));
    // It neither runs nor waits for a drive.
    assert_eq!(watch["shares"][0]["limit"], "application", "{watch}");
    assert!(watch["gains"][0]["factor"].as_f64().unwrap() < 1.1);

    let output = home.narrows(&["watch", "--for", "1s", "--json", "--no-report"]);
    let watch = &crate::json::document(&output.stdout)["watch"];
    assert_eq!((&watch["subject"], &watch["seconds"][0]["looks"]), (&"machine".into(), &0.into()));
    assert!(watch["seconds"][0]["machine"]["cpus"].as_u64().unwrap() > 0);
}

#[test]
fn what_cannot_be_watched_is_said() {
    let home = Home::new();
    for (args, code, words) in [
        (&["watch", "--", "/no/such/program"][..], 1, "/no/such/program"),
        (&["watch", "--pid", "4194305"], 1, "4194305"),
        (&["watch", "--for", "1ms"], 2, "500 ms"),
        (&["watch", "--prometheus", "here"], 2, "9101"),
        (&["watch", "--pid", "1", "--", "true"], 2, "--pid"),
    ] {
        let output = home.narrows(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", text_of(&output));
        assert!(String::from_utf8_lossy(&output.stderr).contains(words), "{}", text_of(&output));
    }
}
