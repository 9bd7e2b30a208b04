//! Machines of a few files, and the file system of the tests.

use std::os::unix::fs::symlink;
use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::fixture::put;

/// A block device with the devices below it.
fn device(root: &Path, name: &str, files: &[(&str, &str)], slaves: &[&str]) {
    put(root, &format!("sys/class/block/{name}/size"), "1");
    for (file, text) in files {
        put(root, &format!("sys/class/block/{name}/{file}"), text);
    }
    for slave in slaves {
        put(root, &format!("sys/class/block/{name}/slaves/{slave}/size"), "1");
    }
}

/// A thin volume in a pool on an encrypted mirror of partitions of two drives.
fn stacked() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    device(root, "dm-2", &[("dm/uuid", "LVM-aAbB\n"), ("dm/name", "vg-home")], &["dm-1"]);
    device(root, "dm-1", &[("dm/uuid", "LVM-aAcC-tpool")], &["dm-0"]);
    device(root, "dm-0", &[("dm/uuid", "CRYPT-LUKS2-0123-luks")], &["md0"]);
    device(root, "md0", &[("md/level", "raid1\n")], &["nvme0n1p2", "nvme1n1p2"]);
    for drive in ["nvme0n1", "nvme1n1"] {
        device(
            root,
            drive,
            &[("queue/scheduler", "[none] mq-deadline \n"), ("queue/io_poll", "1")],
            &[],
        );
        put(root, &format!("sys/class/block/{drive}/queue/write_cache"), "write back\n");
        put(root, &format!("sys/devices/{drive}/{drive}p2/partition"), "2");
        let link = root.join(format!("sys/class/block/{drive}p2"));
        symlink(format!("../../devices/{drive}/{drive}p2"), link).unwrap();
    }
    folder
}

fn reader(folder: &tempfile::TempDir) -> RootReader {
    Root::at(folder.path()).open().unwrap()
}

#[test]
fn layers_stand_outermost_first() {
    let folder = stacked();
    let place = on_device(&reader(&folder), "dm-2", "nvme1n1");
    assert_eq!(place.layers, ["lvm", "thin", "crypt", "raid1"]);
    assert!(place.copy_on_write, "a thin pool gives new places to what is written");
    assert_eq!(place.scheduler.as_deref(), Some("none"));
    assert_eq!((place.write_cache, place.polled_queues), (Some(true), true));
    let reader = reader(&folder);
    assert_eq!(on_device(&reader, "nvme0n1p2", "nvme0n1").layers, [""; 0]);
    assert_eq!(layers::name_of_source(&reader, "/dev/mapper/vg-home").as_deref(), Some("dm-2"));
    assert_eq!(layers::name_of_source(&reader, "/dev/md0").as_deref(), Some("md0"));
    assert_eq!(layers::name_of_source(&reader, "tank/home"), None);
}

#[test]
fn a_circle_of_devices_ends() {
    let folder = tempfile::tempdir().unwrap();
    device(folder.path(), "dm-0", &[("dm/uuid", "X")], &["dm-1"]);
    device(folder.path(), "dm-1", &[("dm/uuid", "part1-mpath-3600")], &["dm-0"]);
    let place = on_device(&reader(&folder), "dm-0", "sda");
    assert_eq!(place.layers, ["dm", "partition"]);
}

#[test]
fn queues_without_queues_of_their_own_are_not_polled() {
    let folder = stacked();
    put(folder.path(), "sys/module/nvme/parameters/poll_queues", "0\n");
    assert!(!of_queue(&reader(&folder), "nvme0n1").polled_queues);
    assert_eq!(of_queue(&reader(&folder), "no such device"), StorageStack::default());
}

#[test]
fn the_scheduler_in_brackets_is_chosen() {
    let chosen_of = ["mq-deadline [kyber] none", "none", "a b", "", "[", "[]"].map(chosen);
    let expected = [Some("kyber"), Some("none"), None, None, Some("["), Some("")];
    assert_eq!(chosen_of.each_ref().map(Option::as_deref), expected);
}

/// Other traffic is reported on a level only if a target's own requests reach it unchanged.
#[test]
fn levels_tell_what_reaches_them() {
    let folder = stacked();
    let levels = with_levels(&reader(&folder), "dm-2", StorageStack::default()).levels;
    let shown = levels.iter().map(|level| (level.devices.join(" "), level.passes));
    // The thin pool writes more than requested, and the mirror everything twice.
    let expected = [
        ("dm-2", UnchangedRequests::All),
        ("dm-1", UnchangedRequests::All),
        ("dm-0", UnchangedRequests::Reads),
        ("md0", UnchangedRequests::Reads),
        ("nvme0n1 nvme1n1", UnchangedRequests::Reads),
    ];
    assert_eq!(shown.collect::<Vec<_>>(), expected.map(|(names, it)| (names.to_owned(), it)));
    let drive = with_levels(&reader(&folder), "nvme0n1p2", StorageStack::default());
    let whole = StackLevel { devices: vec!["nvme0n1".to_owned()], passes: UnchangedRequests::All };
    assert_eq!((drive.levels, drive.answers_before), (vec![whole], vec![]));
}

/// Every kind of device that answers by itself, and levels below it no longer reported.
#[test]
fn what_answers_before_a_drive_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let dio = |text| [("loop/backing_file", "/nowhere/image"), ("loop/dio", text)];
    device(root, "sda", &[], &[]);
    device(root, "loop0", &dio("0"), &[]);
    device(root, "loop1", &dio("1"), &[]);
    device(root, "zram0", &[], &[]);
    device(root, "ram3", &[], &[]);
    device(root, "nullb0", &[], &[]);
    device(root, "bcache0", &[], &["sda"]);
    device(root, "dm-0", &[("dm/uuid", "LVM-a"), ("dm/name", "vg-cached")], &["dm-1", "sda"]);
    device(root, "dm-1", &[("dm/uuid", "LVM-a-cdata")], &["loop1"]);
    device(root, "dm-2", &[("dm/uuid", "VDO-1")], &["sda"]);
    device(root, "dm-3", &[("dm/uuid", "LVM-b"), ("dm/name", "vg-r")], &["dm-4"]);
    device(root, "dm-4", &[("dm/uuid", "LVM-c"), ("dm/name", "vg-r_rimage_0")], &["sda"]);
    device(root, "md1", &[("md/level", "raid0")], &["sda", "loop0"]);
    let reader = reader(&folder);
    let of = |name: &str| with_levels(&reader, name, StorageStack::default());
    let cases = [
        ("sda", None),
        ("loop0", Some(InterceptorKind::PageCache)),
        ("loop1", None),
        ("zram0", Some(InterceptorKind::Memory)),
        ("ram3", Some(InterceptorKind::Memory)),
        ("nullb0", Some(InterceptorKind::Memory)),
        ("bcache0", Some(InterceptorKind::CacheDevice)),
        ("dm-0", Some(InterceptorKind::CacheDevice)),
        ("dm-2", Some(InterceptorKind::Packing)),
        ("dm-3", None),
        ("md1", Some(InterceptorKind::PageCache)),
    ];
    for (name, what) in cases {
        let place = of(name);
        assert_eq!(place.answers_before.first().map(|it| it.what), what, "{name}");
        assert_eq!(place.levels[0].passes, UnchangedRequests::All, "{name} itself gets requests");
        let below = place.levels.get(1).map(|level| level.passes);
        let hides = place.answers_before.iter().any(|it| it.name == name);
        assert!(
            !hides || below.is_none_or(|below| below == UnchangedRequests::Nothing),
            "{name}: {place:?}"
        );
    }
    assert_eq!(of("md1").answers_before[0].name, "loop0");
    assert_eq!(of("dm-3").levels[1].passes, UnchangedRequests::Reads, "a mirror of LVM");
}

/// By options alone: how a mount's file system treats direct requests.
#[test]
fn file_systems_have_devices_or_answer_themselves() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["sda", "sdb", "sdc"] {
        device(folder.path(), name, &[], &[]);
    }
    for name in ["sda", "sdb"] {
        put(folder.path(), &format!("sys/fs/btrfs/0123/devices/{name}/size"), "1");
    }
    put(folder.path(), "sys/fs/btrfs/0123/allocation/data/raid1/used_bytes", "1");
    let reader = reader(&folder);
    let of = |fs, source: &str| {
        let mount = MountLine { source: source.to_owned(), ..mounted(fs, "rw") };
        let place = below::of_mount(&reader, "", &mount);
        let what = place.answers_before.first().map(|it| it.what);
        (place.devices.join(" "), place.passes, what)
    };
    let none = String::new;
    assert_eq!(of("xfs", "/dev/sdc"), ("sdc".into(), UnchangedRequests::All, None));
    assert_eq!(of("btrfs", "/dev/sdb"), ("sda sdb".into(), UnchangedRequests::Reads, None));
    let tiers = (UnchangedRequests::Nothing, Some(InterceptorKind::CacheDevice));
    assert_eq!(of("bcachefs", "/dev/sda:/dev/sdc"), ("sda sdc".into(), tiers.0, tiers.1));
    assert_eq!(of("bcachefs", "/dev/sda"), ("sda".into(), UnchangedRequests::All, None));
    assert_eq!(
        of("tmpfs", "tmpfs"),
        (none(), UnchangedRequests::Nothing, Some(InterceptorKind::Memory))
    );
    for fs in ["zfs", "nfs4", "fuse.sshfs", "9p", "ceph", "something new"] {
        assert_eq!(
            of(fs, "server:/x"),
            (none(), UnchangedRequests::Nothing, Some(InterceptorKind::OwnRules)),
            "{fs}"
        );
    }
    assert_eq!(
        of("overlay", "overlay"),
        (none(), UnchangedRequests::Nothing, None),
        "layers not seen"
    );
}

fn mounted(fs: &str, options: &str) -> MountLine {
    let (fs, options) = (fs.to_owned(), options.to_owned());
    let (root, point) = ("/".into(), "/".into());
    MountLine { id: 1, major: 0, minor: 1, root, point, fs, source: String::new(), options }
}

#[test]
fn copying_and_compressing_go_by_options_and_flags() {
    let none = IFlags::empty();
    let both = |fs, options, flags| {
        let mount = mounted(fs, options);
        (copies_on_write(&mount, flags), compresses(&mount, flags))
    };
    assert_eq!(both("btrfs", "rw,compress=zstd:3,space_cache=v2", none), (true, Some(true)));
    assert_eq!(both("btrfs", "rw,compress=no", none), (true, Some(false)));
    assert_eq!(both("btrfs", "rw,compress-force=lzo", IFlags::NOCOW), (false, Some(false)));
    assert_eq!(both("btrfs", "rw,nodatacow", none), (false, Some(false)));
    assert_eq!(both("btrfs", "rw", IFlags::COMPRESSED), (true, Some(true)));
    assert_eq!(both("bcachefs", "rw,compression=none", none), (true, Some(false)));
    assert_eq!(both("zfs", "rw,xattr", none), (true, None));
    assert_eq!(both("ext4", "rw", none), (false, Some(false)));
}

/// Of 100 blocks 40 are free, 35 of them for users: 60 of 95 are used.
#[test]
fn fill_is_counted_as_df_does() {
    assert_eq!(fill(100, 40, 35), Some(60.0 / 95.0));
    assert_eq!((fill(0, 0, 0), fill(1, 2, 0), fill(u64::MAX, 0, 1)), (None, None, None));
}

#[test]
fn near_processors_and_node_of_a_function() {
    let folder = tempfile::tempdir().unwrap();
    let function = "sys/bus/pci/devices/0000:41:00.0";
    put(folder.path(), &format!("{function}/local_cpulist"), "8-9,24\n");
    put(folder.path(), &format!("{function}/numa_node"), "1\n");
    put(folder.path(), "sys/bus/pci/devices/0000:42:00.0/numa_node", "-1\n");
    let root = Root::at(folder.path());
    let [one, other] = ["0000:41:00.0", "0000:42:00.0"].map(|at| at.parse().unwrap());
    assert_eq!(local_cpus(&root, one), [8, 9, 24]);
    assert!(local_cpus(&root, other).is_empty());
    let node = |address| place(&root, "nvme0n1", None, Some(address)).numa_node;
    assert_eq!((node(one), node(other)), (Some(1), None));
}

#[test]
fn near_processors_of_this_machine_may_be_used() {
    let allowed = allowed_cpus();
    assert!(!allowed.is_empty());
    let reader = Root::live().open().unwrap();
    for (name, _) in reader.list("sys/bus/pci/devices") {
        let local = local_cpus(&Root::live(), name.parse().unwrap());
        assert!(local.iter().all(|cpu| allowed.contains(cpu)), "{name}: {local:?}");
    }
}

#[test]
fn a_file_here_lies_on_a_filled_file_system() {
    let file = tempfile::tempfile().unwrap();
    let here = place(&Root::live(), "no such drive", Some(&file), None);
    assert!(here.fill.is_some_and(|fill| (0.0..=1.0).contains(&fill)), "{here:?}");
    let zero = std::fs::File::open("/dev/zero").unwrap();
    assert_eq!(place(&Root::live(), "/dev/zero", Some(&zero), None), StorageStack::default());
}

proptest! {
    #[test]
    fn no_fill_is_beyond_full(blocks: u64, free: u64, available: u64) {
        prop_assert!(fill(blocks, free, available).is_none_or(|fill| (0.0..=1.0).contains(&fill)));
    }

    #[test]
    fn no_scheduler_text_panics(text in "[a-z\\[\\] \n-]{0,60}") {
        let _ = chosen(&text);
    }
}
