//! `--ensure` for programs that set machines up: an existing md array. This kernel needs no md for it: the array
//! is a loop device that /sys/block of this namespace shows as `md127`, and mdadm is a script.

use crate::build::{apart, json, pair, part};
use crate::loops::Loop;

/// `$drives` are two members and the device over both; `ensure NAME` requests it.
const ARRAY: &str = "set -- $drives; device=$3; number=$(stat -c '%Hr:%Lr' $device); \
    mkdir /run/block; cp -P /sys/block/* /run/block/; mount --bind /run/block /sys/block; \
    md=/sys/block/md127; mkdir -p $md/md $md/slaves/${1#/dev/} $md/slaves/${2#/dev/}; \
    echo $number > $md/dev; mknod /dev/md127 b 7 ${number#*:}; \
    put() { echo $2 > $md/md/$1; }; \
    put metadata_version 1.2; put level raid1; put chunk_size 0; put array_state clean; \
    put sync_action idle; put sync_completed none; put resync_start none; put degraded 0; \
    mount -t tmpfs tmpfs /usr/local/sbin; mount -t tmpfs tmpfs /boot; \
    printf '#!/bin/sh\necho MD_UUID=01234567:89abcdef:01234567:89abcdef\necho MD_NAME=box:data\n' \
        > /usr/local/sbin/mdadm; \
    printf '#!/bin/sh\necho made >> /run/initramfs\n' > /usr/local/sbin/update-initramfs; \
    chmod +x /usr/local/sbin/*; \
    mkfs.ext4 -q -F $device; mkdir /srv/data; mount /dev/md127 /srv/data; \
    printf 'name = \"data\"\nlevel = \"raid1\"\ndrives = [\"%s\", \"%s\"]\nfs = \"ext4\"\n\
mount = \"/srv/data\"\n' $1 $2 > /run/data.toml; \
    ensure() { $narrows build --lang en --ensure /run/${2:-data}.toml --json > /run/out; code=$?; \
        echo BEGIN $1; cat /run/out; echo; echo END; echo BEGIN $1.code; echo $code; echo END; }; \
    files() { echo BEGIN $1; cat /etc/fstab /etc/mdadm.conf; echo; echo END; }; ";

fn three() -> Option<[Loop; 3]> {
    Some([Loop::new(16, &[])?, Loop::new(16, &[])?, Loop::new(16, &[])?])
}

#[test]
fn what_is_missing_is_added_once() {
    let Some(devices) = three() else { return };
    let script = "ensure added; files added.files; ensure same; \
        umount /srv/data; ensure mounted; \
        echo BEGIN there; findmnt --noheadings --output TARGET /srv/data; echo END; ensure still; \
        files files; echo BEGIN made; cat /run/initramfs; echo; echo END; \
        sed -i s/,nofail// /etc/fstab; ensure told";
    let all: Vec<&Loop> = devices.iter().collect();
    let Some(output) = apart(&format!("{ARRAY}{script}"), &all) else { return };
    let ids = |name: &str| -> Vec<String> {
        let document = json(&output, name);
        assert_eq!(document["purpose"], "ensure");
        let steps = document["steps"].as_array().unwrap();
        assert!(steps.iter().all(|step| step["state"] == "done"), "{document:#}");
        steps.iter().map(|step| step["id"].as_str().unwrap().to_owned()).collect()
    };
    let code = |name: &str| part(&output, &format!("{name}.code")).trim().to_owned();
    assert_eq!(ids("added"), ["name_array", "renew_initial_ram_disk", "name_mount"], "{output}");
    for name in ["same", "still"] {
        assert_eq!(ids(name), Vec::<String>::new(), "{output}");
        assert_eq!(json(&output, name)["findings"][0]["id"], "build-as-wanted", "{output}");
    }
    assert_eq!(ids("mounted"), ["mount"], "{output}");
    assert_eq!(part(&output, "there").trim(), "/srv/data");
    for name in ["added", "same", "mounted", "still"] {
        assert_eq!(code(name), "0", "{name}: {output}");
    }
    assert_eq!(part(&output, "files"), part(&output, "added.files"), "each line once");
    assert!(
        part(&output, "files").contains("ARRAY /dev/md/data metadata=1.2 name=box:data UUID=0123")
    );
    assert_eq!(part(&output, "made").trim(), "made", "the initial RAM disk once: {output}");
    // A line that is not ours is not changed: the problem with it is reported.
    assert_eq!((code("told").as_str(), ids("told")), ("4", Vec::new()), "{output}");
}

#[test]
fn what_would_cost_data_is_refused() {
    let Some(devices) = three() else { return };
    let script = "files before; \
        sed 's/raid1/raid0/' /run/data.toml > /run/level.toml; ensure level level; \
        sed 's/\"ext4\"/\"xfs\"/' /run/data.toml > /run/fs.toml; ensure fs fs; \
        sed \"s,$2,$3,\" /run/data.toml > /run/drives.toml; ensure drives drives; \
        sed 's,/srv/data,/srv/other,' /run/data.toml > /run/mount.toml; ensure mount mount; \
        umount /srv/data; echo precious > /srv/data/file; ensure hidden; \
        files after; echo BEGIN made; cat /run/initramfs; echo; echo END";
    let all: Vec<&Loop> = devices.iter().collect();
    let Some(output) = apart(&format!("{ARRAY}{script}"), &all) else { return };
    for name in ["level", "fs", "drives", "mount", "hidden"] {
        assert_eq!(part(&output, &format!("{name}.code")).trim(), "5", "{name}: {output}");
        let document = json(&output, name);
        assert!(!document["refused"].as_array().unwrap().is_empty(), "{name}: {document:#}");
        assert_eq!(document["steps"], serde_json::json!([]), "{name}: {document:#}");
    }
    assert_eq!(part(&output, "after"), part(&output, "before"));
    assert_eq!(part(&output, "made").trim(), "", "nothing was run");
}

/// btrfs says nothing of how it was built: its record does, and the identifier on its drives.
#[test]
fn a_file_system_over_drives_is_built_once() {
    let Some([one, two]) = pair() else { return };
    let script = "set -- $serials; first=$2; second=$4; set -- $drives; \
        printf 'name = \"data\"\nlevel = \"raid1\"\nengine = \"btrfs\"\ndrives = [\"%s\", \"%s\"]\n\
serials = [\"%s\", \"%s\"]\nmount = \"/srv/data\"\n' $1 $2 $first $second > /run/data.toml; \
        ensure() { $narrows build --lang en --ensure /run/${2:-data}.toml --json > /run/out; code=$?; \
            echo BEGIN $1; cat /run/out; echo; echo END; echo BEGIN $1.code; echo $code; echo END; }; \
        ensure built; ensure same; umount /srv/data; sed -i /srv/d /etc/fstab; ensure back; \
        sed 's/raid1/raid0/' /run/data.toml > /run/level.toml; ensure level level; \
        echo BEGIN there; findmnt --noheadings --output TARGET /srv/data; echo END";
    let Some(output) = apart(script, &[&one, &two]) else { return };
    let code = |name: &str| part(&output, &format!("{name}.code")).trim().to_owned();
    for (name, expected) in [("built", "0"), ("same", "0"), ("back", "0"), ("level", "5")] {
        assert_eq!(code(name), expected, "{name}: {output}");
    }
    assert_eq!(json(&output, "same")["findings"][0]["id"], "build-as-wanted", "{output}");
    assert_eq!(json(&output, "same")["steps"], serde_json::json!([]));
    let back = json(&output, "back");
    let ids: Vec<_> = back["steps"].as_array().unwrap().iter().map(|it| &it["id"]).collect();
    assert_eq!(ids, ["name_mount", "mount"], "{back:#}");
    assert_eq!(part(&output, "there").trim(), "/srv/data");
}
