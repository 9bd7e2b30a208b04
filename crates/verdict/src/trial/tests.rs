use narrows_record::trial::Step;

use super::*;

fn ran(place: Place, repeat: u32, wall_s: f64, cpu_s: f64) -> Ran {
    Ran {
        work: "copy".to_owned(),
        place,
        repeat,
        wall_s,
        user_s: cpu_s / 2.0,
        system_s: cpu_s / 2.0,
        read: 0,
        written: 0,
        mb_s: 0.0,
        exit: Some(0),
        steps: Vec::new(),
    }
}

fn said(rounds: Vec<Ran>) -> Vec<String> {
    let trial = Trial { comparisons: compare(&rounds), rounds, ..Trial::default() };
    conclude(&trial).into_iter().map(|one| one.what.id().to_owned()).collect()
}

fn once(array_s: f64, alone_s: f64, cpu_s: f64) -> Vec<String> {
    said(vec![ran(Place::Array, 1, array_s, cpu_s), ran(Place::Alone, 1, alone_s, cpu_s)])
}

#[test]
fn twice_as_fast_is_worth_it_whatever_the_processor_does() {
    assert_eq!(once(1.0, 1.9, 0.2), ["trial-faster"]);
    assert_eq!(once(1.0, 1.9, 1.0), ["trial-faster"]);
    assert_eq!(once(1.9, 1.0, 0.2), ["trial-slower"]);
}

#[test]
fn no_faster_says_what_it_waited_for() {
    // Half a core busy, one at 95 %, two and a half.
    assert_eq!(once(1.0, 1.05, 0.5), ["trial-same"]);
    assert_eq!(once(1.0, 1.05, 0.95), ["trial-same-core"]);
    assert_eq!(once(1.0, 1.05, 2.5), ["trial-same-cores"]);
}

/// 1.0, 3.0, 1.1 s against 1.9, 1.1, 2.0 s: the medians are 1.8 times apart, and the scatter is
/// larger than that.
#[test]
fn scatter_is_no_difference() {
    let pair = |at: usize, array, alone| {
        let repeat = at as u32 + 1;
        [ran(Place::Array, repeat, array, 0.1), ran(Place::Alone, repeat, alone, 0.1)]
    };
    let rounds: Vec<Ran> = [(1.0, 1.9), (3.0, 1.1), (1.1, 2.0)]
        .into_iter()
        .enumerate()
        .flat_map(|(at, (array, alone))| pair(at, array, alone))
        .collect();
    let compared = compare(&rounds);
    assert!((compared[0].times - 1.9 / 1.1).abs() < 1e-9, "medians are 1.1 and 1.9");
    assert_eq!(said(rounds), ["trial-same"]);
}

#[test]
fn parts_are_compared_and_streams_counted() {
    let with_steps = |place, wall: f64, streams: f64| {
        let step = |name: &str, streams| Step { name: name.to_owned(), wall_s: wall, streams };
        let steps = vec![step("build", None), step("read", Some(streams))];
        Ran { steps, ..ran(place, 1, 2.0 * wall, 0.1) }
    };
    let rounds = vec![with_steps(Place::Array, 1.0, 20.7), with_steps(Place::Alone, 2.0, 10.2)];
    let compared = compare(&rounds);
    let steps: Vec<Option<&str>> = compared.iter().map(|one| one.step.as_deref()).collect();
    assert_eq!(steps, [None, Some("build"), Some("read")]);
    assert!(compared.iter().all(|one| (one.times - 2.0).abs() < 1e-9));
    assert_eq!(said(rounds), ["trial-faster", "trial-streams"]);
}

/// A command that was done at one place only, or took no time at all, says nothing.
#[test]
fn without_both_there_is_no_comparison() {
    assert!(compare(&[ran(Place::Array, 1, 1.0, 0.1)]).is_empty());
    assert!(once(0.0, 1.0, 0.0).is_empty());
    let failed = Ran { exit: Some(1), ..ran(Place::Alone, 1, 0.1, 0.0) };
    assert!(compare(&[ran(Place::Array, 1, 1.0, 0.1), failed]).is_empty());
}

fn member(name: &str, drives: &[&str]) -> Member {
    Member {
        name: name.to_owned(),
        drives: drives.iter().map(|drive| (*drive).to_owned()).collect(),
        ..Member::default()
    }
}

/// However fast it was, it was one drive.
#[test]
fn an_array_on_one_drive_says_nothing_of_several() {
    let rounds = vec![ran(Place::Array, 1, 1.0, 0.1), ran(Place::Alone, 1, 1.9, 0.1)];
    let mut trial = Trial { comparisons: compare(&rounds), rounds, ..Trial::default() };
    trial.array.members = vec![member("/a", &["sda"]), member("/b", &["sda"])];
    assert_eq!(conclude(&trial)[0].what.id(), "trial-tells-nothing");
    trial.array.members[1].drives = vec!["sdb".to_owned()];
    assert_eq!(conclude(&trial)[0].what.id(), "trial-faster");
}

#[test]
fn members_of_one_drive_are_found() {
    let members =
        [member("/a", &["sda"]), member("/b", &["sda"]), member("sdb", &["sdb"]), member("c", &[])];
    assert_eq!(shared(&members), ["sda"]);
    assert!(shared(&members[1..]).is_empty());
}
