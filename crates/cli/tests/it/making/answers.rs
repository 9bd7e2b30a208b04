//! Answers from a file: missing ones are not requested, and allow nothing.

use crate::build::{apart, json, pair, part, states};

#[test]
fn a_script_answers_all_or_nothing_is_done() {
    let Some([one, two]) = pair() else { return };
    let script = "set -- $serials; first=$2; second=$4; file=/run/answers.toml; \
        for one in $drives; do mkfs.ext4 -q -F $one; break; done; \
        asked=\"$build --answers $file --json\"; \
        told() { echo BEGIN $1; $asked; echo; echo END; }; \
        try() { echo \"$2\" > $file; $asked > /run/out 2> /run/said; code=$?; \
            echo BEGIN $1; echo code $code; cat /run/said; echo END; }; \
        try serial \"serials = [\\\"$first\\\"]\"; \
        try wipe \"serials = [\\\"$first\\\", \\\"$second\\\"]\"; \
        try no \"serials = [\\\"$first\\\", \\\"$second\\\"]\nwipe = false\"; \
        try slip \"serial = [\\\"$first\\\"]\"; \
        echo BEGIN marks; wipefs --no-act --noheadings $drives; echo; echo END; \
        printf 'serials = [\"%s\", \"%s\"]\nwipe = true\n' $first $second > $file; told built; \
        record=$(ls /var/lib/narrows/builds); record=${record%.json}; \
        echo BEGIN undone; $narrows build --undo $record --answers $file --json; echo; echo END";
    let Some(output) = apart(script, &[&one, &two]) else { return };
    let refused = |name: &str, names: &[&str]| {
        let text = part(&output, name);
        assert!(text.starts_with("code 5"), "{name}: {text}");
        assert!(names.iter().all(|it| text.contains(it)), "{name}: {text}");
    };
    let second =
        format!("serial (/dev/disk/by-id/test-{})", two.name().trim_start_matches("/dev/"));
    refused("serial", &["does not answer", &second, ", wipe ("]);
    refused("wipe", &["does not answer wipe"]);
    // Answered, with no: that is its reason, and no question is open.
    assert!(part(&output, "no").starts_with("code 5"), "{output}");
    assert!(!part(&output, "no").contains("does not answer"), "{output}");
    assert!(
        part(&output, "slip").starts_with("code 2") && part(&output, "slip").contains("line 1")
    );
    assert!(part(&output, "marks").contains("ext4"), "nothing was wiped: {output}");
    let built = json(&output, "built");
    assert!(states(&built, "steps").iter().all(|state| state == "done"), "{built:#}");
    let questions = built["questions"].as_array().unwrap();
    let ids: Vec<_> = questions.iter().map(|question| question["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["serial", "serial", "wipe"]);
    assert!(questions.iter().all(|question| question["answer"] == true), "{built:#}");
    let wipe = &built["steps"][0];
    assert_eq!(wipe["argv"][0], "wipefs");
    assert!(wipe["took_s"].as_f64().is_some());
    let line = built["steps"].as_array().unwrap().iter().find(|step| step["id"] == "name_mount");
    assert_eq!(line.unwrap()["path"], "/etc/fstab");
    let undone = json(&output, "undone");
    assert!(!states(&undone, "undo").iter().any(|state| state == "failed"), "{undone:#}");
}
