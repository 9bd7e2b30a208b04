//! Arrays that `narrows build` makes, on real loop devices: shown, refused, broken off at every step,
//! continued, undone. Arrays of md are built in the emulated machine, whose kernel has them.
//!
//! Everything happens in a separate mount namespace: its /dev has by-id names for the loop devices, and its
//! /etc, /var/lib, /run and /srv are empty file systems in memory. No system program that would reach further
//! is there: no systemd, no initial RAM disk.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::loops::Loop;

/// btrfs takes some 109 MiB for a mirror.
const MIB: u64 = 160;

/// The output of the script, by lines.
pub fn apart(script: &str, devices: &[&Loop]) -> Option<String> {
    let mut command = Command::new("unshare");
    command.args(["--mount", "--propagation", "private", "sh", "-c"]);
    command.arg(format!("{OWN}{script}")).arg("sh").arg(env!("CARGO_BIN_EXE_narrows"));
    command.args(devices.iter().map(|device| device.name()));
    let output = command.stdin(Stdio::null()).output().unwrap();
    let [out, output] =
        [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
    assert!(!output.contains("panicked"), "{output}");
    if out.contains("NO-NAMESPACE") {
        println!("skipped: no mount namespace of one's own ({output})");
        return None;
    }
    Some(format!("{out}{output}"))
}

/// `$narrows` is the program, `$serials` and `$drives` are those of the devices.
const OWN: &str = "narrows=$1; shift; \
    mount -t tmpfs tmpfs /mnt || { echo NO-NAMESPACE; exit 0; }; mkdir -p /mnt/disk/by-id; \
    cp -a /dev/null /dev/zero /dev/urandom /mnt/; \
    n=0; while [ $n -lt 128 ]; do mknod /mnt/loop$n b 7 $n; n=$((n + 1)); done; \
    cp -a /dev/btrfs-control /mnt/ 2>/dev/null; \
    drives=; serials=; \
    for device in \"$@\"; do name=test-${device#/dev/}; \
        ln -s ../../${device#/dev/} /mnt/disk/by-id/$name; \
        drives=\"$drives $device\"; serials=\"$serials --serial $name\"; done; \
    mount --bind /mnt /dev; \
    for folder in /var/lib /run /srv; do mount -t tmpfs tmpfs $folder; done; \
    mkdir /tmp/etc-$$; mount -t tmpfs tmpfs /tmp/etc-$$; cp /etc/passwd /etc/group /tmp/etc-$$/; \
    cp -L /etc/ld.so.cache /tmp/etc-$$/ 2>/dev/null; \
    echo '# fstab of the test' > /tmp/etc-$$/fstab; mount --move /tmp/etc-$$ /etc; rmdir /tmp/etc-$$; \
    build=\"$narrows build --lang en --level raid1 --raid-engine btrfs $drives --mount /srv/data\"; ";

pub fn pair() -> Option<[Loop; 2]> {
    let has = |program: &str| Command::new(program).arg("--version").output().is_ok();
    let known = std::fs::read_to_string("/proc/filesystems").unwrap_or_default();
    if !has("mkfs.btrfs") || !known.contains("btrfs") {
        println!("skipped: no btrfs");
        return None;
    }
    Some([Loop::new(MIB, &[])?, Loop::new(MIB, &[])?])
}

/// The text between two lines of the script's marks.
pub fn part<'a>(text: &'a str, name: &str) -> &'a str {
    let begin = format!("BEGIN {name}\n");
    let rest = text.split_once(&begin).unwrap_or_else(|| panic!("{name}: {text}")).1;
    rest.split_once("\nEND").unwrap_or_else(|| panic!("{name}: {text}")).0
}

pub fn json(output: &str, name: &str) -> Value {
    let text = part(output, name);
    serde_json::from_str(text).unwrap_or_else(|why| panic!("{name}: {why}: {output}"))
}

pub fn states(document: &Value, key: &str) -> Vec<String> {
    let steps = document[key].as_array().unwrap();
    steps.iter().map(|step| step["state"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_mirror_is_rehearsed_built_and_taken_apart() {
    let Some([one, two]) = pair() else { return };
    let script = "echo BEGIN rehearsal; $build --rehearse --json; echo; echo END; \
        echo BEGIN blank; wipefs --no-act --noheadings $drives; echo; echo END; \
        $build --json </dev/null >/dev/null 2>&1; echo refused with $?; \
        echo BEGIN built; $build $serials --json; echo; echo END; \
        echo hello > /srv/data/kept; sync; \
        echo BEGIN fstab; cat /etc/fstab; echo; echo END; \
        echo BEGIN again; $build $serials; echo code $?; echo END; \
        record=$(ls /var/lib/narrows/builds); record=${record%.json}; \
        umount /srv/data; mount -t btrfs ${drives##* } /srv/data; \
        echo BEGIN kept; cat /srv/data/kept; echo; echo END; \
        echo BEGIN undone; $narrows build --undo $record $serials --json; echo; echo END; \
        echo BEGIN after; cat /etc/fstab; ls -d /srv/data; wipefs --no-act --noheadings $drives; echo; \
        echo END";
    let Some(output) = apart(script, &[&one, &two]) else { return };
    let rehearsal = json(&output, "rehearsal");
    assert_eq!(rehearsal["refused"], serde_json::json!([]), "{rehearsal:#}");
    assert!(states(&rehearsal, "steps").iter().all(|state| state == "planned"));
    assert_eq!(part(&output, "blank").trim(), "", "a rehearsal writes nothing");
    assert!(output.contains("refused with 5"), "no serial number was typed: {output}");
    let built = json(&output, "built");
    assert!(states(&built, "steps").iter().all(|state| state == "done"), "{built:#}");
    assert_eq!(built["read_back"]["wrong"], 0, "{built:#}");
    let id = built["array"]["fs_uuid"].as_str().unwrap();
    let line = format!("UUID={id} /srv/data btrfs defaults,nofail 0 0");
    assert_eq!(part(&output, "fstab").trim(), format!("# fstab of the test\n{line}"));
    assert!(part(&output, "again").contains("code 5"), "drives in use: {output}");
    assert_eq!(part(&output, "kept").trim(), "hello");
    let undone = json(&output, "undone");
    assert!(!states(&undone, "undo").iter().any(|state| state == "failed"), "{undone:#}");
    assert_eq!(part(&output, "after").trim().lines().next(), Some("# fstab of the test"));
    assert!(!part(&output, "after").contains("btrfs"), "{output}");
}

/// Killed before and after each step: record and drives suffice to continue, nothing is redone.
#[test]
fn what_was_broken_off_anywhere_can_be_continued() {
    let Some([one, two]) = pair() else { return };
    // Format, fstab, mount point, mount.
    let script = "for when in before after; do for n in 1 2 3 4; do \
        $build $serials --killed-$when $n >/dev/null; \
        record=$(ls /var/lib/narrows/builds); record=${record%.json}; \
        echo BEGIN resumed-$when-$n; $narrows build --resume $record $serials --json; echo; echo END; \
        echo BEGIN lines-$when-$n; grep -c UUID /etc/fstab; \
        findmnt --noheadings --output TARGET /srv/data; echo END; \
        $narrows build --undo $record $serials >/dev/null 2>&1; \
        echo BEGIN left-$when-$n; cat /etc/fstab; wipefs --no-act --noheadings $drives; echo; echo END; \
        for drive in $drives; do blkdiscard $drive; done; \
        rm /var/lib/narrows/builds/*; done; done";
    let Some(output) = apart(script, &[&one, &two]) else { return };
    for when in ["before", "after"] {
        for step in 1..=4 {
            let resumed = json(&output, &format!("resumed-{when}-{step}"));
            let states = states(&resumed, "steps");
            let already = if when == "before" { step - 1 } else { step };
            let expected = (0..4).map(|at| if at < already { "already" } else { "done" });
            assert_eq!(states, expected.collect::<Vec<_>>(), "{when} {step}: {resumed:#}");
            let lines = part(&output, &format!("lines-{when}-{step}"));
            assert_eq!(lines.trim(), "1\n/srv/data", "{when} {step}");
            let left = part(&output, &format!("left-{when}-{step}"));
            assert_eq!(left.trim(), "# fstab of the test", "{when} {step}");
        }
    }
}

/// Data on a drive is lost only if that was allowed, and that of a set never.
#[test]
fn marks_need_wipe_and_members_of_sets_stay() {
    let Some([one, two]) = pair() else { return };
    let script = "first=$(echo $drives | cut -d' ' -f1); \
        mkfs.ext4 -q -F $first; \
        echo BEGIN signed; $build $serials --json; echo; echo END; \
        echo BEGIN wiped; $build $serials --wipe --rehearse --json; echo; echo END; \
        wipefs -q --all $first; printf '\\374\\116\\053\\251' | \
            dd of=$first bs=1 seek=4096 conv=notrunc 2>/dev/null; \
        echo BEGIN set; $build $serials --wipe --json; echo; echo END";
    let Some(output) = apart(script, &[&one, &two]) else { return };
    let refused = |name: &str| json(&output, name)["refused"].to_string();
    assert!(refused("signed").contains("ext"), "{output}");
    assert_eq!(refused("wiped"), "[]", "{output}");
    assert_eq!(json(&output, "wiped")["steps"][0]["id"], "wipe");
    assert!(refused("set").contains("part of a set"), "{output}");
}
