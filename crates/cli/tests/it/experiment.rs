//! Experiments on a file tree that represents a machine, and on the test's own loop device: changes
//! are put back, whatever becomes of the process.

use std::os::unix::process::ExitStatusExt;
use std::time::Duration;

use serde_json::Value;

use crate::experiment_bed::{
    Bed, LoopDevice, is_held_up, on_this_machine, signal, until, wait_for_restorers,
};

const SCHEDULER: &str = "sys/block/nvme0n1/queue/scheduler";
const REQUESTS: &str = "sys/block/nvme0n1/queue/nr_requests";
const LINK: &str = "sys/class/thermal/cooling_device3/cur_state";

/// Short rounds: nothing here is about figures.
const SHORT: [&str; 6] = ["--time", "100ms", "--cycles", "1", "--repeat", "1"];

#[test]
fn a_rehearsal_shows_what_would_be_written_and_writes_nothing() {
    let bed = Bed::new();
    let before = bed.everything();
    let settings = |args: &[&str]| -> Vec<[Value; 3]> {
        let document = bed.json(&[args, &["--rehearse"]].concat());
        assert_eq!(document["state"], "rehearsed");
        let rows = document["settings"].as_array().unwrap().iter();
        rows.map(|row| ["path", "before", "wanted"].map(|key| row[key].clone())).collect()
    };
    let row = |path: &str, before: &str, wanted: &str| [path, before, wanted].map(Value::from);
    let requests = [REQUESTS.into(), "64".into(), Value::Null];
    let scheduler = settings(&["scheduler", "nvme0n1", "kyber"]);
    assert_eq!(scheduler, [row(SCHEDULER, "none", "kyber"), requests]);
    // The port's highest rate is 16 GT/s (max_state 3), and the drive's 8 GT/s is one below: 5 GT/s
    // is two below.
    assert_eq!(settings(&["link-speed", "S1", "5GT/s"]), [row(LINK, "1", "2")]);
    let clock = "sys/devices/system/cpu/cpufreq/policy0/scaling_max_freq";
    assert_eq!(settings(&["cpu-clock", "1.5GHz"]), [row(clock, "3600000", "1500000")]);
    assert_eq!(bed.everything(), before);
    assert!(bed.experiments().is_empty(), "a rehearsal keeps nothing");
}

#[test]
fn what_cannot_be_changed_is_told_before_anything_is() {
    let bed = Bed::new();
    let before = bed.everything();
    for (args, exit, errors) in [
        (vec!["scheduler", "nvme0n1", "none"], 1, "nvme0n1 is already at none"),
        (vec!["scheduler", "nvme0n1", "fast"], 2, "available: none, mq-deadline, kyber"),
        (vec!["scheduler", "nvme7n1", "kyber"], 2, "nvme0n1"),
        (vec!["link-speed", "nvme0n1", "8GT/s"], 1, "is already at 8 GT/s"),
        (vec!["link-speed", "nvme0n1", "32GT/s"], 2, "16 GT/s, 8 GT/s, 5 GT/s, 2.5 GT/s"),
        (vec!["link-speed", "nvme0n1", "fast"], 2, "5GT/s or gen2"),
        (vec!["link-speed", "nvme0n1", "5GT/s", "--uplink"], 1, "no other PCIe link"),
        (vec!["link-speed", "nvme1n1", "5GT/s"], 1, "Linux 6.13"),
        (vec!["cpu-clock", "9GHz"], 2, "0.8 GHz – 4.7 GHz"),
        (vec!["scheduler", "nvme0n1", "kyber", "--workload", "rand-write-4k-q1"], 2, "only read"),
        (vec!["show", "2026"], 2, "No experiment 2026"),
        (vec!["resume"], 1, "is waiting"),
    ] {
        let output = bed.run(&args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(exit), "{args:?}: {stderr}");
        assert!(stderr.contains(errors), "{args:?}: {stderr}");
    }
    assert_eq!(bed.everything(), before);
}

#[test]
fn an_experiment_compares_and_puts_everything_back() {
    let bed = Bed::new();
    let mut child = bed.start(&["scheduler", "nvme0n1", "kyber", "--time", "100ms", "--json"]);
    let mut was_changed = false;
    while child.try_wait().unwrap().is_none() {
        was_changed |= bed.text(SCHEDULER) == "kyber";
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    assert!(was_changed, "the scheduler was another one for a while");
    assert_eq!((bed.text(SCHEDULER).as_str(), bed.text(REQUESTS).as_str()), ("none", "64"));
    let document = crate::json::document(&output.stdout);
    if is_held_up(&document) {
        return;
    }
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(document["state"], "done");
    // Three cycles of three phases of two rounds; six pairs are the fewest for an interval.
    assert_eq!(document["rounds"].as_array().unwrap().len(), 18);
    let figure = &document["figures"][0];
    assert_eq!((&figure["figure"], &figure["ratio"]["pairs"]), (&"mb_s".into(), &6.into()));
    assert!(
        figure["ratio"]["low"].as_f64().unwrap() <= figure["ratio"]["median"].as_f64().unwrap()
    );
    let id = document["id"].as_str().unwrap();
    assert_eq!(bed.json(&["list"])["experiments"][0]["id"], id);
    assert_eq!(bed.json(&["show", &id[..17]]), document, "what is kept is what was shown");
    assert_eq!(bed.run(&["restore"]).status.code(), Some(0));
    assert_eq!(bed.json(&["show"])["state"], "done");
}

/// The heart of it: however early or late `kill -9` comes, the old values are back soon after.
#[test]
fn a_killed_experiment_leaves_nothing_behind() {
    let bed = Bed::new();
    for delay in [0, 15, 40, 80, 150, 250, 400, 600, 900] {
        let args = ["scheduler", "nvme0n1", "kyber", "--cycles", "9", "--time", "100ms", "--quiet"];
        // The kernel would list all of them again.
        bed.write(SCHEDULER, "[none] mq-deadline kyber\n");
        let mut child = bed.start(&args);
        if delay >= 250 {
            bed.until_changed(&mut child, SCHEDULER, "kyber");
        }
        std::thread::sleep(Duration::from_millis(delay));
        child.kill().unwrap();
        child.wait().unwrap();
        until("the scheduler is back", || bed.text(SCHEDULER) == "none");
        assert_eq!(bed.text(REQUESTS), "64", "after {delay} ms");
    }
    until("none is listed as running any more", || {
        bed.experiments().iter().all(|document| document["state"] == "cut_short")
    });
    assert!(!bed.experiments().is_empty());
    until("none is owed any more", || bed.index().is_empty());
}

/// No place to keep it, so that nothing may be changed: then nothing was ended early either.
#[test]
fn what_cannot_be_kept_is_not_begun() {
    let bed = Bed::new();
    let state = bed.state_home().join("narrows");
    std::fs::create_dir_all(&state).unwrap();
    std::fs::write(state.join("experiments"), "no folder").unwrap();
    let output = bed.run(&[&["scheduler", "nvme0n1", "kyber"][..], &SHORT].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.contains("narrows/experiments") && !errors.contains("ended early"), "{errors}");
    assert_eq!(bed.text(SCHEDULER), "none");
}

#[test]
fn the_whole_group_may_be_killed_by_signals_of_the_terminal() {
    let bed = Bed::new();
    for hangup in [signal::INT, signal::HUP, signal::QUIT] {
        let mut child =
            bed.start(&["link-speed", "nvme0n1", "5GT/s", "--cycles", "9", "--time", "2s"]);
        bed.until_changed(&mut child, LINK, "2");
        signal::to_group(child.id(), hangup);
        signal::to_group(child.id(), hangup);
        child.wait().unwrap();
        until("the link is back", || bed.text(LINK) == "1");
    }
}

#[test]
fn an_interrupt_keeps_what_was_measured() {
    let bed = Bed::new();
    let args = ["scheduler", "nvme0n1", "kyber", "--json", "--cycles", "9", "--time", "300ms"];
    let mut child = bed.start(&args);
    bed.until_changed(&mut child, SCHEDULER, "kyber");
    signal::to(child.id(), signal::INT);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{:?}", output.status.signal());
    assert_eq!(bed.text(SCHEDULER), "none", "back before it ends");
    let document = crate::json::document(&output.stdout);
    assert_eq!((&document["state"], &document["partial"]), (&"cut_short".into(), &true.into()));
    assert!(!document["rounds"].as_array().unwrap().is_empty());
    assert_eq!(bed.experiments(), [document]);
}

#[test]
fn two_experiments_do_not_meet() {
    let bed = Bed::new();
    let mut first = bed.start(&["scheduler", "nvme0n1", "kyber", "--cycles", "9", "--time", "2s"]);
    bed.until_changed(&mut first, SCHEDULER, "kyber");
    let running = bed.experiments()[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(bed.index(), [running], "whoever looks after a crash finds it");
    let second = bed.run(&[&["link-speed", "nvme0n1", "5GT/s"][..], &SHORT].concat());
    assert_eq!(second.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&second.stderr).contains("Another experiment"));
    let restore = bed.run(&["restore"]);
    assert!(String::from_utf8_lossy(&restore.stderr).contains("Another experiment"));
    assert_eq!((bed.text(SCHEDULER).as_str(), bed.text(LINK).as_str()), ("kyber", "1"));
    first.kill().unwrap();
    first.wait().unwrap();
    until("the scheduler is back", || bed.text(SCHEDULER) == "none");
}

/// Both processes killed, as by a machine that runs out of memory: the file still knows.
#[test]
fn restore_puts_back_what_a_crash_left() {
    let bed = Bed::new();
    let document = bed.json(&[&["scheduler", "nvme0n1", "kyber"][..], &SHORT].concat());
    let crashed = |change: &dyn Fn(&mut Value)| {
        bed.write(SCHEDULER, "none mq-deadline [kyber]\n");
        let mut document = document.clone();
        document["state"] = "running".into();
        change(&mut document);
        bed.keep(&document);
        bed.run(&["restore"]).status.code()
    };
    assert_eq!(crashed(&|_| {}), Some(0));
    assert_eq!(bed.text(SCHEDULER), "none");
    assert_eq!(bed.experiments()[0]["state"], "cut_short");
    // After a reboot nothing of it is left, and the current value is not ours.
    assert_eq!(crashed(&|document| document["boot"] = "another".into()), Some(0));
    assert_eq!(bed.text(SCHEDULER), "kyber");
    // A file that says to write elsewhere is not believed.
    bed.write("etc/shadow", "root:x\n");
    let elsewhere = |document: &mut Value| document["settings"][0]["path"] = "etc/shadow".into();
    assert_eq!(crashed(&elsewhere), Some(1));
    assert_eq!(bed.text("etc/shadow"), "root:x");
    assert_eq!(bed.experiments()[0]["state"], "not_restored");
}

#[test]
fn files_that_are_no_experiments_are_told_and_left_alone() {
    let bed = Bed::new();
    let document = bed.json(&[&["scheduler", "nvme0n1", "kyber"][..], &SHORT].concat());
    bed.keep_as("broken.json", b"{");
    bed.keep_as("other.json", document.to_string().as_bytes());
    let list = bed.json(&["list"]);
    assert_eq!(list["experiments"].as_array().unwrap().len(), 1);
    assert_eq!(list["notes"].as_array().unwrap().len(), 2);
}

#[test]
fn a_moved_drive_is_recognised_and_compared() {
    let bed = Bed::new();
    let file = bed.file();
    let args = ["move", "nvme0n1", "--target", &file, "--time", "100ms"];
    let waiting = bed.json(&args);
    if is_held_up(&waiting) {
        return;
    }
    assert_eq!(waiting["state"], "waiting");
    assert_eq!(waiting["rounds"].as_array().unwrap().len(), 6);
    assert!(waiting["before"].as_str().unwrap().starts_with("0000:00:01.1 (PCIe 3.0 x4)"));
    // Nothing moved, and the drive gone: both are reported, and the experiment goes on waiting.
    let resume = || {
        let output = bed.run(&["resume"]);
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (exit, errors) = resume();
    assert!(
        exit == Some(1) && errors.contains("still in the same slot (0000:00:01.1)"),
        "{errors}"
    );
    bed.unplug("nvme0n1");
    let (exit, errors) = resume();
    assert!(exit == Some(1) && errors.contains("Model A S1 is no longer visible"), "{errors}");
    // The two drives swap their slots, and with them their kernel names.
    bed.unplug("nvme1n1");
    bed.plug("nvme0n1", "0000:00:01.1", "S2");
    bed.plug("nvme1n1", "0000:00:1b.4", "S1");
    let done = bed.json(&["resume"]);
    if is_held_up(&done) {
        return;
    }
    assert_eq!((&done["state"], &done["subject"]), (&"done".into(), &"nvme0n1".into()));
    assert!(done["changed"].as_str().unwrap().starts_with("0000:00:1b.4"));
    let notes = done["notes"].as_array().unwrap();
    assert!(notes.iter().any(|note| note["id"] == "experiment-other-moved"), "{notes:?}");
    let figure = &done["figures"][0];
    assert_eq!((&figure["again"], &figure["ratio"]["pairs"]), (&Value::Null, &6.into()));
    assert_eq!(bed.run(&["resume"]).status.code(), Some(1), "it waits no more");
}

/// A loop device of the test's own, its real scheduler, and the real lock.
#[test]
fn a_real_scheduler_is_put_back_after_a_kill() {
    let _alone = on_this_machine();
    let Some(device) = LoopDevice::new() else { return };
    let bed = Bed::live();
    let file = bed.file();
    for _ in 0..3 {
        let args = ["scheduler", &device.name, "mq-deadline", "--target", &file, "--time", "1s"];
        let mut child = bed.start(&args);
        until("the scheduler is changed", || {
            device.scheduler().contains("[mq-deadline]") || child.try_wait().unwrap().is_some()
        });
        child.kill().unwrap();
        let status = child.wait().unwrap();
        assert_eq!(status.signal(), Some(9), "it did not end by itself");
        until("the scheduler is back", || device.scheduler().contains("[none]"));
        wait_for_restorers();
    }
}
