use narrows_units::TransferRate;

use super::*;

fn tree(files: &[(&str, &str)]) -> (tempfile::TempDir, Root) {
    let folder = crate::fixture::tree(files);
    let root = Root::at(folder.path());
    (folder, root)
}

const COOLING: &str = "sys/class/thermal/cooling_device1";

/// A Gen 4 port whose drive runs at 8 GT/s: state 0 is 16 GT/s, 3 is 2.5 GT/s.
fn port() -> (tempfile::TempDir, Root) {
    tree(&[
        ("sys/class/thermal/cooling_device0/type", "Processor\n"),
        ("sys/class/thermal/cooling_device0/cur_state", "0\n"),
        (&format!("{COOLING}/type"), "PCIe_Port_Link_Speed_0000:00:01.1\n"),
        (&format!("{COOLING}/max_state"), "3\n"),
        (&format!("{COOLING}/cur_state"), "1\n"),
    ])
}

#[test]
fn only_known_settings_have_a_path_to_them() {
    let tunables = [
        Tunable::Scheduler("nvme0n1".to_owned()),
        Tunable::Requests("cciss!c0d0".to_owned()),
        Tunable::ClockLimit(12),
        Tunable::LinkSpeed(0),
    ];
    for tunable in tunables {
        assert_eq!(Tunable::of_path(&tunable.path()), Some(tunable));
    }
    let others = [
        "etc/shadow",
        "sys/block/../../etc/queue/scheduler",
        "sys/block/a/b/queue/scheduler",
        "sys/block//queue/scheduler",
        "sys/block/sda/queue/read_ahead_kb",
        "sys/class/thermal/cooling_device+1/cur_state",
        "sys/class/thermal/cooling_device/cur_state",
        "sys/devices/system/cpu/cpufreq/policy1/scaling_min_freq",
        "/sys/block/sda/queue/scheduler",
    ];
    assert!(others.iter().all(|path| Tunable::of_path(path).is_none()));
}

#[test]
fn the_scheduler_in_brackets_is_the_one_in_use() {
    let path = "sys/block/sda/queue/scheduler";
    let (folder, root) = tree(&[(path, "none [mq-deadline] kyber\n")]);
    let choice = scheduler(&root, "sda").unwrap();
    assert_eq!((choice.now.as_str(), choice.possible.len()), ("mq-deadline", 3));
    choice.tunable.set(&root, "none").unwrap();
    assert_eq!(std::fs::read_to_string(folder.path().join(path)).unwrap(), "none\n");
    assert_eq!(choice.tunable.get(&root).unwrap(), "none");
    assert_eq!(scheduler(&root, "sdb"), None);
    assert_eq!(scheduler(&root, "../sda"), None);
}

#[test]
fn values_are_words_and_numbers() {
    let (folder, root) = tree(&[("sys/block/sda/queue/nr_requests", "64\n")]);
    let tunable = Tunable::Requests("sda".to_owned());
    for value in ["", "1 2", "a\nb", "$(x)", &"9".repeat(33)] {
        assert!(tunable.set(&root, value).is_err(), "{value:?}");
    }
    tunable.put_back(&root, "64").unwrap();
    let file = folder.path().join("sys/block/sda/queue/nr_requests");
    std::fs::write(&file, "two words").unwrap();
    assert!(tunable.get(&root).is_err());
    tunable.put_back(&root, "64").unwrap();
    assert_eq!(std::fs::read_to_string(file).unwrap(), "64\n");
}

#[test]
fn a_ports_rate_is_counted_from_its_highest() {
    let (_folder, root) = port();
    let choice = link_speed(&root, "00:01.1".parse().unwrap()).unwrap();
    assert_eq!(choice.tunable, Tunable::LinkSpeed(1));
    assert_eq!(choice.now, TransferRate::Gen3);
    assert_eq!(choice.possible.first(), Some(&TransferRate::Gen4));
    assert_eq!(choice.state(TransferRate::Gen1).as_deref(), Some("3"));
    assert_eq!(choice.state(TransferRate::Gen5), None);
    assert_eq!(link_speed(&root, "00:01.2".parse().unwrap()), None);
}

#[test]
fn fans_and_processors_are_not_touched() {
    let (folder, root) = port();
    assert!(Tunable::LinkSpeed(0).set(&root, "1").is_err());
    let untouched = folder.path().join("sys/class/thermal/cooling_device0/cur_state");
    assert_eq!(std::fs::read_to_string(untouched).unwrap(), "0\n");
    Tunable::LinkSpeed(1).set(&root, "2").unwrap();
    assert_eq!(Tunable::LinkSpeed(1).get(&root).unwrap(), "2");
}

#[test]
fn clocks_may_be_those_of_one_node() {
    let policy = |n: u32, file: &str| format!("sys/devices/system/cpu/cpufreq/policy{n}/{file}");
    let mut files = vec![("sys/devices/system/node/node1/cpulist".to_owned(), "2-3\n".to_owned())];
    for (number, cpus) in [(0, "0 1"), (2, "2 3")] {
        files.push((policy(number, "related_cpus"), cpus.to_owned()));
        files.push((policy(number, "scaling_max_freq"), "3600000\n".to_owned()));
        files.push((policy(number, "cpuinfo_min_freq"), "800000\n".to_owned()));
        files.push((policy(number, "cpuinfo_max_freq"), "4700000\n".to_owned()));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    let (_folder, root) = tree(&files);
    let all = clock_limits(&root, None);
    assert_eq!(
        (all.len(), all[0].now, &all[0].possible),
        (2, 3_600_000, &vec![800_000, 4_700_000])
    );
    let one = clock_limits(&root, Some(1));
    assert_eq!(
        one.iter().map(|choice| choice.tunable.clone()).collect::<Vec<_>>(),
        [Tunable::ClockLimit(2)]
    );
    assert!(clock_limits(&root, Some(7)).is_empty());
}

/// A link that leads out of the tree ends inside it.
#[test]
fn writing_stays_below_the_root() {
    let outside = tempfile::tempdir().unwrap();
    let (folder, root) = tree(&[("sys/block/sda/queue/nr_requests", "64\n")]);
    let file = outside.path().join("queue/scheduler");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "none\n").unwrap();
    std::os::unix::fs::symlink(outside.path(), folder.path().join("sys/block/sdb")).unwrap();
    assert!(Tunable::Scheduler("sdb".to_owned()).set(&root, "kyber").is_err());
    assert_eq!(std::fs::read_to_string(file).unwrap(), "none\n");
}

#[test]
fn one_at_a_time() {
    let (folder, root) = tree(&[("run/here", "")]);
    let first = alone(&root).unwrap().unwrap();
    assert!(alone(&root).unwrap().is_none());
    drop(first);
    assert!(alone(&root).unwrap().is_some());
    drop(folder);
    assert!(alone(&root).unwrap_err().to_string().contains("narrows-experiment.lock"));
}
