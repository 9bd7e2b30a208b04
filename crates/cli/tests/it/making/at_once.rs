//! Two builds at once, and drives that changed their names after a rehearsal.

use crate::build::{apart, json, pair, part, states};

/// `mkfs.btrfs` waits if the array's name is `slow`, so that the other build surely meets it.
const SLOW: &str = "real=$(command -v mkfs.btrfs); mount -t tmpfs tmpfs /usr/local/sbin; \
    printf '#!/bin/sh\ncase \"$*\" in *\"-L slow \"*) touch /run/began; while [ ! -e /run/go ]; do sleep 0.1; done;; esac; \
exec %s \"$@\"\n' $real > /usr/local/sbin/mkfs.btrfs; chmod +x /usr/local/sbin/mkfs.btrfs; ";

#[test]
fn builds_of_different_drives_go_on_at_once_and_of_the_same_do_not() {
    let (Some([one, two]), Some([three, four])) = (pair(), pair()) else { return };
    let script = "set -- $drives; s() { echo --serial test-${1#/dev/}; }; all=\"$serials\"; \
        new() { name=$1; at=$2; shift 2; $narrows build --lang en --level raid1 --raid-engine btrfs --name $name \
            --mount /srv/$at --json $all \"$@\"; }; \
        new slow slow $1 $2 > /run/slow 2>&1 & slow=$!; \
        n=0; while [ ! -e /run/began ] && [ $n -lt 600 ]; do sleep 0.1; n=$((n + 1)); done; \
        try() { label=$1; shift; \"$@\" > /run/out 2>&1; code=$?; echo BEGIN $label; echo $code; cat /run/out; echo; echo END; }; \
        try drive new other other $1 $3; try name new slow other $3 $4; try mount new other slow $3 $4; \
        new fast fast $3 $4 > /run/fast 2>/run/said; code=$?; echo BEGIN fast.code; echo $code; cat /run/said; echo END; \
        record=$(ls /var/lib/narrows/builds | head -n 1); record=${record%.json}; \
        try undo $narrows build --lang en --undo $record $all; \
        touch /run/go; wait $slow; code=$?; echo BEGIN slow.code; echo $code; echo END; \
        echo BEGIN fast; cat /run/fast; echo; echo END; \
        echo BEGIN fstab; grep -c nofail /etc/fstab; findmnt --noheadings --output TARGET -t btrfs | sort; echo END";
    let devices = [&one, &two, &three, &four];
    let Some(output) = apart(&format!("{SLOW}{script}"), &devices) else { return };
    for name in ["drive", "name", "mount", "undo"] {
        let text = part(&output, name);
        assert!(text.starts_with("5\n"), "{name}: {text}");
        let is_busy = text.contains("another narrows build is using") || text.contains("in use");
        assert!(is_busy || text.contains("already"), "{name}: {text}");
    }
    assert!(part(&output, "name").contains("another narrows build is using slow"), "{output}");
    assert!(
        part(&output, "mount").contains("another narrows build is using /srv/slow"),
        "{output}"
    );
    assert!(part(&output, "undo").contains("another narrows build is using"), "{output}");
    assert!(part(&output, "fast.code").starts_with("0"), "{output}");
    assert!(
        states(&json(&output, "fast"), "steps").iter().all(|state| state == "done"),
        "{output}"
    );
    assert_eq!(part(&output, "slow.code").trim(), "0", "{output}");
    assert_eq!(part(&output, "fstab").trim(), "2\n/srv/fast\n/srv/slow", "{output}");
}

/// Many at the same moment: each line is there once, complete.
#[test]
fn lines_of_builds_that_end_together_are_all_there() {
    let (Some([one, two]), Some([three, four])) = (pair(), pair()) else { return };
    let script = "set -- $drives; all=\"$serials\"; \
        new() { $narrows build --lang en --level raid1 --raid-engine btrfs --name $1 --mount /srv/$1 $all $2 $3 > /run/$1 2>&1; echo $1 ended with $?; }; \
        new one $1 $2 & new two $3 $4 & wait; echo BEGIN fstab; cat /etc/fstab; echo; echo END; ls -A /etc | grep -c narrows-";
    let Some(output) = apart(script, &[&one, &two, &three, &four]) else { return };
    assert!(output.contains("one ended with 0") && output.contains("two ended with 0"), "{output}");
    let lines: Vec<&str> = part(&output, "fstab").trim().lines().collect();
    assert_eq!(lines.len(), 3, "{output}");
    for name in ["one", "two"] {
        let ends = format!(" /srv/{name} btrfs defaults,nofail 0 0");
        assert_eq!(lines.iter().filter(|line| line.ends_with(&ends)).count(), 1, "{output}");
    }
}

/// The kernel's names went to other drives, as after a reboot: the typed one is a drive's own.
#[test]
fn names_that_went_to_other_drives_lead_to_no_other_drive() {
    let (Some([one, two]), Some([three, _])) = (pair(), pair()) else { return };
    let script = "set -- $drives; one=$1; three=$3; a=test-${1#/dev/}; b=test-${2#/dev/}; c=test-${3#/dev/}; \
        build=\"$narrows build --lang en --level raid1 --raid-engine btrfs --mount /srv/data --json\"; \
        $build $1 $2 --rehearse > /run/out; echo rehearsed with $?; \
        ln -sf ../../${3#/dev/} /dev/disk/by-id/$a; ln -sf ../../${1#/dev/} /dev/disk/by-id/$c; \
        $build $1 $2 --serial $a --serial $b > /run/out 2> /run/said; echo by name with $?; cat /run/said; \
        echo BEGIN marks; wipefs --no-act --noheadings $drives; echo; echo END; \
        $build /dev/disk/by-id/$a $2 --serial $a --serial $b > /run/out 2> /run/said; echo by id with $?; \
        echo BEGIN built; cat /run/out; echo; echo END; \
        echo BEGIN first; wipefs --no-act --noheadings $one; echo; echo END; \
        echo BEGIN third; wipefs --no-act --noheadings $three; echo; echo END";
    let Some(output) = apart(script, &[&one, &two, &three]) else { return };
    assert!(output.contains("rehearsed with 0") && output.contains("by name with 5"), "{output}");
    assert_eq!(part(&output, "marks").trim(), "", "{output}");
    assert!(output.contains("by id with 0"), "{output}");
    assert_eq!(part(&output, "first").trim(), "", "{output}");
    assert!(part(&output, "third").contains("btrfs"), "{output}");
}
