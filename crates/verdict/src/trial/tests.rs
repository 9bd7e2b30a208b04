use narrows_record::trial::TrialJobStep;

use super::*;

fn ran(place: TrialTarget, repeat: u32, wall_s: f64, cpu_s: f64) -> TrialRound {
    TrialRound {
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

fn said(rounds: Vec<TrialRound>) -> Vec<String> {
    let trial = TrialDocument { comparisons: compare(&rounds), rounds, ..TrialDocument::default() };
    conclude(&trial).into_iter().map(|one| one.what.id().to_owned()).collect()
}

/// As many rounds as there are numbers, which the times are multiplied with.
fn rounds(array_s: f64, alone_s: f64, cpu_s: f64, scatter: &[f64]) -> Vec<TrialRound> {
    let one = |(at, part): (usize, &f64)| {
        let repeat = at as u32 + 1;
        let array = ran(TrialTarget::Array, repeat, array_s * part, cpu_s * part);
        [array, ran(TrialTarget::Alone, repeat, alone_s * part, cpu_s * part)]
    };
    scatter.iter().enumerate().flat_map(one).collect()
}

/// Three rounds within 1 %.
fn thrice(array_s: f64, alone_s: f64, cpu_s: f64) -> Vec<String> {
    said(rounds(array_s, alone_s, cpu_s, &[1.0, 0.99, 1.01]))
}

#[test]
fn twice_as_fast_is_worth_it_whatever_the_processor_does() {
    assert_eq!(thrice(1.0, 1.9, 0.2), ["trial-faster"]);
    assert_eq!(thrice(1.0, 1.9, 1.0), ["trial-faster"]);
    assert_eq!(thrice(1.9, 1.0, 0.2), ["trial-slower"]);
}

#[test]
fn no_faster_says_what_it_waited_for() {
    // Half a core busy, one at 95 %, two and a half.
    assert_eq!(thrice(1.0, 1.05, 0.5), ["trial-same"]);
    assert_eq!(thrice(1.0, 1.05, 0.95), ["trial-same-core"]);
    assert_eq!(thrice(1.0, 1.05, 2.5), ["trial-same-cores"]);
}

/// One or two rounds have no interval: neither a gain nor its absence follows.
#[test]
fn few_rounds_carry_no_verdict() {
    for scatter in [&[1.0][..], &[1.0, 1.0]] {
        for alone_s in [0.5, 1.0, 1.9] {
            assert_eq!(said(rounds(1.0, alone_s, 0.95, scatter)), ["trial-few"]);
        }
    }
}

/// Milliseconds are the time of starting a program, not of drives, however often they are counted.
#[test]
fn what_takes_no_time_shows_no_drives() {
    assert_eq!(thrice(0.006, 0.1, 0.006), ["trial-short"]);
    assert_eq!(thrice(0.3, 0.6, 0.006), ["trial-faster"]);
}

/// 1.4 times with an interval over 1 is not "no faster"; nor is 1.05 times where as much as 1.1 is
/// within the scatter.
#[test]
fn an_interval_over_both_leaves_it_open() {
    let scatter = [1.0, 0.7, 1.3];
    for alone_s in [1.4, 1.05] {
        let rounds = rounds(1.0, alone_s, 0.95, &scatter);
        let compared = compare(&rounds);
        assert!(compared[0].low.unwrap() < 1.0 && compared[0].high.unwrap() > 1.1);
        assert_eq!(said(rounds), ["trial-unclear"]);
    }
}

/// 1.0, 3.0, 1.1 s against 1.9, 1.1, 2.0 s: the medians are 1.8 times apart, and the scatter is
/// larger than that.
#[test]
fn scatter_is_no_difference() {
    let pair = |at: usize, array, alone| {
        let repeat = at as u32 + 1;
        [ran(TrialTarget::Array, repeat, array, 0.1), ran(TrialTarget::Alone, repeat, alone, 0.1)]
    };
    let rounds: Vec<TrialRound> = [(1.0, 1.9), (3.0, 1.1), (1.1, 2.0)]
        .into_iter()
        .enumerate()
        .flat_map(|(at, (array, alone))| pair(at, array, alone))
        .collect();
    let compared = compare(&rounds);
    assert!((compared[0].times - 1.9 / 1.1).abs() < 1e-9, "medians are 1.1 and 1.9");
    assert_eq!(said(rounds), ["trial-unclear"]);
}

#[test]
fn parts_are_compared_and_streams_counted() {
    let with_steps = |place, repeat, wall: f64, streams: f64| {
        let step =
            |name: &str, streams| TrialJobStep { name: name.to_owned(), wall_s: wall, streams };
        let steps = vec![step("build", None), step("read", Some(streams))];
        TrialRound { steps, ..ran(place, repeat, 2.0 * wall, 0.1) }
    };
    let pair = |repeat| {
        let array = with_steps(TrialTarget::Array, repeat, 1.0, 20.7);
        [array, with_steps(TrialTarget::Alone, repeat, 2.0, 10.2)]
    };
    let rounds: Vec<TrialRound> = (1..=3).flat_map(pair).collect();
    let compared = compare(&rounds);
    let steps: Vec<Option<&str>> = compared.iter().map(|one| one.step.as_deref()).collect();
    assert_eq!(steps, [None, Some("build"), Some("read")]);
    assert!(compared.iter().all(|one| (one.times - 2.0).abs() < 1e-9));
    assert_eq!(said(rounds), ["trial-faster", "trial-streams"]);
}

/// A command that was done at one place only, or took no time at all, says nothing.
#[test]
fn without_both_there_is_no_comparison() {
    assert!(compare(&[ran(TrialTarget::Array, 1, 1.0, 0.1)]).is_empty());
    assert!(thrice(0.0, 1.0, 0.0).is_empty());
    let failed = TrialRound { exit: Some(1), ..ran(TrialTarget::Alone, 1, 0.1, 0.0) };
    assert!(compare(&[ran(TrialTarget::Array, 1, 1.0, 0.1), failed]).is_empty());
}

fn member(name: &str, drives: &[&str]) -> TrialMember {
    TrialMember {
        name: name.to_owned(),
        drives: drives.iter().map(|drive| (*drive).to_owned()).collect(),
        ..TrialMember::default()
    }
}

/// However fast it was, it was one drive.
#[test]
fn an_array_on_one_drive_says_nothing_of_several() {
    let rounds = rounds(1.0, 1.9, 0.1, &[1.0, 0.99, 1.01]);
    let mut trial =
        TrialDocument { comparisons: compare(&rounds), rounds, ..TrialDocument::default() };
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
