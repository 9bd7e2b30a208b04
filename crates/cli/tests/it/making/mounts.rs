//! Mounts at the array's mount point, and the files that list them: others are recognised before anything is erased,
//! and at the end only the array's own file system counts.

use crate::build::{apart, json, pair, part, states};
use crate::loops::Loop;

/// `try NAME` builds, `shown NAME` rehearses; neither is to come to anything.
const TRY: &str = "code() { echo BEGIN $1.code; echo $2; echo END; }; \
    told() { echo BEGIN $1; cat /run/out; echo; echo END; }; \
    try() { timeout 60 $build $serials --json > /run/out 2> /run/said; code $1 $?; told $1; \
        timeout 60 $build --rehearse --json > /run/out 2> /run/said; code $1.shown $?; told $1.shown; }; \
    anew() { rm -rf /etc/fstab; echo '# fstab of the test' > /etc/fstab; }; ";

fn refused(text: &str, name: &str, why: &str) {
    for name in [name.to_owned(), format!("{name}.shown")] {
        let refused = json(text, &name)["refused"].to_string();
        assert!(refused.contains(why), "{name}: {refused}");
        assert_eq!(part(text, &format!("{name}.code")).trim(), "5", "{name}: {refused}");
    }
}

#[test]
fn a_mount_point_of_another_is_refused_however_it_is_written() {
    let Some([one, two]) = pair() else { return };
    let script = "table() { printf \"$2\" > /etc/fstab; try $1; }; ln -s /srv /run/link; \
        table slash 'LABEL=other /srv/data/ ext4 defaults 0 0\n'; \
        table slashes 'LABEL=other //srv/data ext4\n'; \
        table dot 'LABEL=other /srv/./data ext4\n'; \
        table dots 'LABEL=other /srv/x/../data ext4'; \
        table octal 'LABEL=other /srv/dat\\\\141 ext4\n'; \
        table two 'LABEL=other /srv/data\n'; \
        table link 'LABEL=other /run/link/data ext4\n'; \
        table bytes 'LABEL=\\377 /srv/data ext4\n'; \
        table windows 'LABEL=other /srv/data\\r\n'; \
        table octal.alone 'LABEL=other /srv/dat\\\\141\n'; \
        anew; mkdir /srv/data; mount -t tmpfs other /srv/data; try mounted; \
        umount /srv/data; mount --bind /run /srv/data; try bound; umount /srv/data; \
        touch /srv/data/file; try full; rm /srv/data/file; rmdir /srv/data; \
        touch /srv/data; try file; rm /srv/data; \
        mkdir /srv/real; ln -s real /srv/data; try symlink; rm /srv/data; \
        mkdir /srv/sub; mount -t tmpfs -o ro t /srv/sub; drives_of() { \
            build=\"$narrows build --lang en --level raid1 --raid-engine btrfs $drives --mount $1\"; }; \
        drives_of /srv/sub/data; try readonly; drives_of /proc/data; try proc; \
        drives_of /run/link/../proc/self; try self; ln -s /sys/fs /run/sys; drives_of /run/sys/data; try sys; \
        drives_of /etc/passwd/data; try below; \
        echo BEGIN marks; wipefs --no-act --noheadings $drives; echo; echo END; \
        echo BEGIN records; ls /var/lib/narrows/builds 2>/dev/null; echo; echo END";
    let Some(output) = apart(&format!("{TRY}{script}"), &[&one, &two]) else { return };
    for name in [
        "slash",
        "slashes",
        "dot",
        "dots",
        "octal",
        "two",
        "link",
        "bytes",
        "windows",
        "octal.alone",
    ] {
        refused(&output, name, "already mounts something at /srv/data");
    }
    refused(&output, "mounted", "other is mounted there");
    refused(&output, "bound", "/srv/data is a mount point already");
    refused(&output, "full", "not empty");
    refused(&output, "file", "is not a folder");
    refused(&output, "symlink", "is a symbolic link");
    refused(&output, "readonly", "Read-only file system");
    refused(&output, "proc", "below /proc");
    assert_eq!(part(&output, "self.code").trim(), "2", "no path of a mount point: {output}");
    refused(&output, "sys", "below /proc, /sys");
    refused(&output, "below", "cannot be a mount point");
    assert_eq!(part(&output, "marks").trim(), "", "nothing was written: {output}");
    assert_eq!(part(&output, "records").trim(), "", "nothing was begun: {output}");
}

#[test]
fn a_table_that_cannot_be_edited_stops_it_before_anything_is_erased() {
    let Some([one, two]) = pair() else { return };
    let script = "rm /etc/fstab; ln -s /run/fstab /etc/fstab; echo '# elsewhere' > /run/fstab; try link; \
        rm /etc/fstab; mkdir /etc/fstab; try folder; rmdir /etc/fstab; mkfifo /etc/fstab; try pipe; anew; \
        mount --bind /etc/fstab /etc/fstab; try bound; umount /etc/fstab; \
        printf 'a\\000b\n' > /etc/fstab; try nul; anew; \
        chattr +i /etc/fstab 2>/dev/null && echo CAN-BE-IMMUTABLE; try immutable; chattr -i /etc/fstab 2>/dev/null; \
        mount -o remount,ro /etc; try readonly; mount -o remount,rw /etc; \
        mkdir /run/etc; mount -t tmpfs -o size=64k small /run/etc; cp /etc/passwd /etc/group /etc/fstab /run/etc/; \
        cp -L /etc/ld.so.cache /run/etc/ 2>/dev/null; head -c 100000 /dev/zero > /run/etc/full 2>/dev/null; \
        mount --move /run/etc /etc; try nospace; umount /etc; \
        echo BEGIN elsewhere; cat /run/fstab; echo; echo END; \
        echo BEGIN left; ls -A /etc | grep -c narrows; echo END; \
        echo BEGIN marks; wipefs --no-act --noheadings $drives; echo; echo END";
    let Some(output) = apart(&format!("{TRY}{script}"), &[&one, &two]) else { return };
    for name in ["link", "folder", "pipe"] {
        refused(&output, name, "/etc/fstab is not a regular file");
    }
    refused(&output, "bound", "/etc/fstab is a mount point itself");
    refused(&output, "nul", "NUL bytes");
    if output.contains("CAN-BE-IMMUTABLE") {
        refused(&output, "immutable", "chattr")
    } else {
        println!("skipped in part: no chattr on tmpfs")
    }
    refused(&output, "readonly", "Read-only file system");
    refused(&output, "nospace", "No space left");
    assert_eq!(part(&output, "elsewhere").trim(), "# elsewhere");
    assert_eq!(part(&output, "left").trim(), "0", "no file beside it: {output}");
    assert_eq!(part(&output, "marks").trim(), "", "nothing was written: {output}");
}

/// No break at the end, breaks of other systems, non-text bytes, its mode and owner; a line that another wrote
/// meanwhile, the same as ours.
#[test]
fn a_table_is_byte_for_byte_as_before_when_it_is_undone() {
    let Some([one, two]) = pair() else { return };
    let script = "stat_of() { stat -c '%a %u %g' /etc/fstab; od -An -c /etc/fstab; }; \
        undo() { record=$(ls /var/lib/narrows/builds); record=${record%.json}; \
            $narrows build --lang en --undo $record $serials --json > /run/undone 2>/run/said || cat /run/said; \
            rm /var/lib/narrows/builds/*; for drive in $drives; do blkdiscard $drive; done; }; \
        table() { printf \"$2\" > /etc/fstab; chmod $3 /etc/fstab; chown 1:2 /etc/fstab; stat_of > /run/before; \
            $build $serials > /run/out 2>&1 || cat /run/out; \
            grep -c UUID /etc/fstab > /run/count; undo; stat_of > /run/after; \
            cmp /run/before /run/after && echo SAME $1 with $(cat /run/count); }; \
        table open 'LABEL=a\t/a ext4' 644; table windows 'LABEL=a /a ext4\\r\nLABEL=b /b\\r\n' 600; \
        table bytes '# \\377\\303\n\tLABEL=a /a # x\n\n' 640; table empty '' 444; \
        rm /etc/fstab; $build $serials >/run/out 2>&1; undo; [ -e /etc/fstab ] || echo SAME missing; \
        anew; $build $serials --killed-before 2 >/dev/null 2>&1; \
        id=$(grep -o '\"fs_uuid\": \"[^\"]*' /var/lib/narrows/builds/* | cut -d'\"' -f4); \
        echo \"UUID=$id /srv/data btrfs defaults,nofail 0 0\" >> /etc/fstab; stat_of > /run/before; \
        record=$(ls /var/lib/narrows/builds); \
        $narrows build --lang en --resume ${record%.json} $serials >/run/out 2>&1 || cat /run/out; \
        undo; stat_of > /run/after; cmp /run/before /run/after && echo SAME own; \
        echo BEGIN own; cat /run/undone; echo; echo END; \
        anew; $build $serials >/run/out 2>&1; echo 'LABEL=z /z ext4' >> /etc/fstab; undo; \
        printf '# fstab of the test\nLABEL=z /z ext4\n' | cmp - /etc/fstab && echo SAME behind; \
        for n in before after; do anew; printf x >> /etc/fstab; cp /etc/fstab /run/before; \
            $build $serials --killed-$n 2 >/dev/null 2>&1; record=$(ls /var/lib/narrows/builds); \
            $narrows build --lang en --resume ${record%.json} $serials >/run/out 2>&1 || cat /run/out; \
            undo; cmp /run/before /etc/fstab && echo SAME killed-$n; done";
    let Some(output) = apart(&format!("{TRY}{script}"), &[&one, &two]) else { return };
    for name in ["open", "windows", "bytes", "empty"] {
        assert!(output.contains(&format!("SAME {name} with 1")), "{name}: {output}");
    }
    for name in ["missing", "own", "behind", "killed-before", "killed-after"] {
        assert!(output.contains(&format!("SAME {name}")), "{name}: {output}");
    }
    let own = json(&output, "own");
    let undo = own["undo"].as_array().unwrap();
    let line = undo.iter().find(|step| step["id"] == "name_mount").unwrap();
    assert_eq!(
        (&line["state"], &line["why"]),
        (&"skipped".into(), &"the line was there before".into())
    );
}

/// The system's own view and another namespace's: a mounted file system is never erased, another's never unmounted.
#[test]
fn what_is_mounted_elsewhere_or_is_another_keeps_it_from_being_undone() {
    let Some([one, two]) = pair() else { return };
    let script = "first=${drives##* }; copy() { dd if=$first bs=4096 skip=16384 count=1 2>/dev/null | md5sum; }; \
        state() { copy; cat /etc/fstab; wipefs --no-act --noheadings $drives; ls -d /srv/data; }; \
        $build $serials > /run/out 2>&1 || cat /run/out; record=$(ls /var/lib/narrows/builds); file=/var/lib/narrows/builds/$record; \
        record=${record%.json}; \
        try() { state > /run/before; $narrows build --lang en --undo $record $serials --json > /run/out 2> /run/said; \
            code=$?; echo BEGIN $1.code; echo $code; echo END; echo BEGIN $1; cat /run/out; echo; echo END; \
            state > /run/after; cmp /run/before /run/after && echo SAME $1; }; \
        mkdir /run/else; mount -t btrfs $first /run/else; echo kept > /run/else/file; try elsewhere; \
        umount /srv/data; try only; umount /run/else; \
        mount -t tmpfs other /srv/data; echo kept > /srv/data/file; try other; \
        cat /srv/data/file | sed 's/^/OTHER /'; umount /srv/data; \
        unshare --mount sh -c 'mount -t btrfs $0 /run/else; touch /run/ready; while [ ! -e /run/over ]; do sleep 0.1; done' $first & \
        while [ ! -e /run/ready ]; do sleep 0.1; done; try namespace; touch /run/over; wait; \
        cp $file /run/kept; sed -i 's,\"mount\": \"/srv/data\",\"mount\": \"/etc\",' $file; try edited; \
        cp /run/kept $file; cat $file > /dev/null; \
        echo BEGIN undone; $narrows build --lang en --undo $record $serials --json; echo; echo END; \
        echo BEGIN left; cat /etc/fstab; wipefs --no-act --noheadings $drives; echo; echo END";
    let Some(output) = apart(script, &[&one, &two]) else { return };
    for (name, why) in [
        ("elsewhere", "mounted at /run/else as well"),
        ("only", "mounted at /run/else as well"),
        ("other", "another file system is mounted at /srv/data: other"),
        ("namespace", "mounted at /run/else as well"),
        ("edited", "another file system is mounted at /etc"),
    ] {
        let document = json(&output, name);
        assert!(document["refused"].to_string().contains(why), "{name}: {document:#}");
        assert!(states(&document, "undo").iter().all(|state| state == "planned"), "{name}");
        assert!(output.contains(&format!("SAME {name}")), "{name}: {output}");
    }
    assert!(output.contains("OTHER kept"), "{output}");
    let undone = json(&output, "undone");
    assert!(!states(&undone, "undo").iter().any(|state| state == "failed"), "{undone:#}");
    assert_eq!(part(&output, "left").trim(), "# fstab of the test");
}

/// Another array on the drives since, one that got a drive more, one whose drive is gone.
#[test]
fn what_became_of_the_drives_since_is_left_alone() {
    let Some([one, two]) = pair() else { return };
    let Some(third) = Loop::new(160, &[]) else { return };
    let script = "set -- $drives; three=$3; drives=\"$1 $2\"; serials=\"--serial test-${1#/dev/} --serial test-${2#/dev/}\"; \
        build=\"$narrows build --lang en --level raid1 --raid-engine btrfs $drives --mount /srv/data\"; \
        undo() { record=$(ls /var/lib/narrows/builds); \
            $narrows build --lang en --undo ${record%.json} $serials --json > /run/out 2> /run/said; code=$?; echo BEGIN $1.code; echo $code; echo END; \
            echo BEGIN $1; cat /run/out; echo; echo END; }; \
        marks() { echo BEGIN $1; wipefs --no-act --noheadings $drives; echo; echo END; }; \
        $build $serials > /run/out 2>&1 || cat /run/out; umount /srv/data; \
        wipefs -q --all $drives; mkfs.btrfs -q -f -L other -d raid1 -m raid1 $drives > /dev/null 2>&1; undo other; marks other.marks; \
        wipefs -q --all $drives; for one in $drives; do dd if=/dev/zero of=$one bs=1M count=70 2>/dev/null; done; \
        rm /var/lib/narrows/builds/*; rm -rf /srv/data; \
        $build $serials > /run/out 2>&1 || cat /run/out; \
        printf '\\003' | dd of=$1 bs=1 seek=$((65536 + 136)) conv=notrunc 2>/dev/null; umount /srv/data; \
        printf '\\003' | dd of=$1 bs=1 seek=$((65536 + 136)) conv=notrunc 2>/dev/null; undo grown; marks grown.marks; \
        printf '\\002' | dd of=$1 bs=1 seek=$((65536 + 136)) conv=notrunc 2>/dev/null; \
        rm /dev/disk/by-id/test-${2#/dev/}; undo gone; marks gone.marks; \
        echo BEGIN fstab; cat /etc/fstab; echo; echo END; echo $three >/dev/null";
    let Some(output) = apart(script, &[&one, &two, &third]) else { return };
    let code = |name: &str| part(&output, &format!("{name}.code")).trim().to_owned();
    let marks = |name: &str| part(&output, &format!("{name}.marks")).matches("btrfs").count();
    assert_eq!((code("other").as_str(), marks("other")), ("0", 2), "{output}");
    let skipped = json(&output, "other");
    let erasing = skipped["undo"].as_array().unwrap().iter().filter(|step| step["id"] == "format");
    assert!(
        erasing.clone().count() > 0 && erasing.clone().all(|step| step["state"] == "skipped"),
        "{skipped:#}"
    );
    assert_eq!((code("grown").as_str(), marks("grown")), ("5", 2), "{output}");
    assert!(json(&output, "grown")["refused"].to_string().contains("has 3 drives"), "{output}");
    assert_eq!((code("gone").as_str(), marks("gone")), ("0", 1), "the one that is there: {output}");
    assert_eq!(part(&output, "fstab").trim(), "# fstab of the test");
}
