//! Behaviour of `narrows build` with drives that are not shown to be empty, on loop devices in a namespace of
//! their own (`crate::build`). Every kind of signature has its case in `crates/host/src/guard/collect`.

use crate::build::{apart, json, pair, part, states};

/// A drive full of random data, as plain dm-crypt leaves it: no program knows it, and it is not taken.
#[test]
fn data_without_a_signature_needs_its_words() {
    let Some([one, two]) = pair() else { return };
    let script = "first=${drives# }; first=${first%% *}; \
        head -c 160M /dev/urandom > $first; sync; \
        echo BEGIN rehearsal; $build $serials --rehearse --json; echo; echo END; \
        $build $serials >/dev/null 2>&1; echo plain ended with $?; \
        $build $serials --wipe </dev/null >/dev/null 2>/tmp/said; echo wipe ended with $?; \
        $build $serials --wipe --lose everything </dev/null >/dev/null 2>&1; echo words ended with $?; \
        echo BEGIN wiped; $build $serials --wipe --rehearse --json; echo; echo END; \
        echo BEGIN built; $build $serials --wipe --lose 'unknown data' --json; echo; echo END";
    let Some(output) = apart(script, &[&one, &two]) else { return };
    let rehearsal = json(&output, "rehearsal");
    let refused = rehearsal["refused"].to_string();
    assert!(
        refused.contains("data of an unknown kind") && refused.contains("0x0, 0x1000"),
        "{output}"
    );
    let notes = rehearsal["notes"].to_string();
    assert!(
        notes.contains("is empty: ") && notes.contains("known to libblkid"),
        "of the other: {notes}"
    );
    for ended in ["plain", "wipe", "words"] {
        assert!(output.contains(&format!("{ended} ended with 5")), "{output}");
    }
    let wiped = json(&output, "wiped");
    assert_eq!(wiped["refused"], serde_json::json!([]));
    assert_eq!(wiped["array"]["members"][0]["holds"], serde_json::json!(["unknown data"]));
    let questions = wiped["questions"].as_array().unwrap();
    let open = questions.iter().find(|question| question["id"] == "unknown_data").unwrap();
    assert_eq!(open["answer"], serde_json::json!(null), "{wiped:#}");
    let built = json(&output, "built");
    assert!(!states(&built, "steps").contains(&"failed".to_owned()), "{built:#}");
    assert_eq!(built["read_back"]["wrong"], 0);
}

/// A write between the check and the first step ends the build: here it comes while the serial number is typed.
#[test]
fn what_comes_while_serial_numbers_are_typed_stops_it() {
    let Some([one, two]) = pair() else { return };
    let has_script = std::process::Command::new("script").arg("--version").output();
    if !has_script.is_ok_and(|done| done.status.success()) {
        return println!("skipped: no script(1) for a terminal");
    }
    let script = "second=${drives##* }; first=${drives# }; first=${first%% *}; mkdir /dev/pts; \
        mount -t devpts -o newinstance,ptmxmode=0666 devpts /dev/pts && ln -s pts/ptmx /dev/ptmx; \
        (while ! grep -q 'serial number' /run/said; do sleep 0.1; done; \
            head -c 1M /dev/urandom | dd of=$second bs=1M seek=75 conv=notrunc,fsync 2>/dev/null; \
            echo test-${first#/dev/}; echo test-${second#/dev/}; sleep 2) | \
            script --quiet --flush --return --command \"$build\" /run/said >/dev/null; \
        echo ended with $?; cat /run/said; \
        echo BEGIN marks; wipefs --no-act --noheadings $drives; echo; echo END";
    let Some(output) = apart(script, &[&one, &two]) else { return };
    assert!(output.contains("ended with 5"), "{output}");
    assert!(output.contains("data of an unknown kind"), "{output}");
    assert_eq!(part(&output, "marks").trim(), "", "nothing was written: {output}");
}

/// A program killed at its work leaves data without a mark: the started build continues.
#[test]
fn what_a_killed_step_left_is_no_reason_against_going_on() {
    let Some([one, two]) = pair() else { return };
    let script = "second=${drives##* }; \
        $build $serials --killed-before 1 >/dev/null 2>&1; \
        record=$(ls /var/lib/narrows/builds); record=${record%.json}; \
        head -c 1M /dev/urandom | dd of=$second bs=1M seek=75 conv=notrunc,fsync 2>/dev/null; \
        $narrows build --resume $record $serials >/dev/null 2>&1; echo strange ended with $?; \
        $narrows build --resume $record $serials >/dev/null 2>&1; echo again ended with $?; \
        sed -i '0,/\"state\": \"[a-z]*\"/s//\"state\": \"begun\"/' /var/lib/narrows/builds/$record.json; \
        $narrows build --resume $record $serials >/dev/null 2>&1; echo begun ended with $?";
    let Some(output) = apart(script, &[&one, &two]) else { return };
    assert!(output.contains("strange ended with 5"), "{output}");
    assert!(output.contains("again ended with 5"), "a refusal touches nothing: {output}");
    assert!(output.contains("begun ended with 0"), "{output}");
}
