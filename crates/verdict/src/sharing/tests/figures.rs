//! Which figures are used, and the remarks on those that are not.

use narrows_record::run::{LinkReading, ThrottleEvent};

use super::*;

fn two() -> SeeDocument {
    machine(&[("a", &[("chipset", 3587.0)]), ("b", &[("chipset", 3587.0)])])
}

/// Sound figures of two drives that share 3,500, with one more round.
fn with(rows: Vec<TargetMeasurement>) -> RunDocument {
    let mut results = every_set(&[("a", 2500.0), ("b", 2500.0)], &["a", "b"], 3500.0);
    results.extend(rows);
    run(two(), results)
}

fn left_out(run: &RunDocument) -> Vec<String> {
    let found = sharing(run, None).unwrap();
    let left = found.contradictions.into_iter().filter(|one| one.id.starts_with("sharing-left"));
    left.map(|one| one.id).collect()
}

fn both(change: impl Fn(&mut TargetMeasurement)) -> Vec<TargetMeasurement> {
    let mut rows = round("odd", &[("a", 900.0), ("b", 900.0)]);
    rows.iter_mut().take(1).for_each(change);
    rows
}

#[test]
fn what_says_nothing_is_left_out_and_named() {
    let second = |rows: Vec<TargetMeasurement>| rows.into_iter().skip(1).collect();
    for (rows, id) in [
        (both(|row| row.partial = true), "sharing-left-partial"),
        (both(|row| row.errors = 1), "sharing-left-partial"),
        (both(|row| row.mb_s = 0.0), "sharing-left-zero"),
        (both(|row| row.mb_s = f64::NAN), "sharing-left-zero"),
        (both(|row| row.asked.limit_mb_s = Some(500.0)), "sharing-left-held"),
        (both(|row| row.asked.start_after_s = 1.0), "sharing-left-staggered"),
        // Others moved 100 MB beside 900 MB/s for a second.
        (both(|row| row.other_io_bytes = Some(100_000_000)), "sharing-left-others"),
        (second(both(|_| ())), "sharing-left-missing"),
        (round("odd", &[("a", 900.0), ("a", 900.0)]), "sharing-left-twice"),
    ] {
        let run = with(rows);
        assert_eq!(left_out(&run), [id]);
        let found = sharing(&run, None).unwrap();
        assert_eq!(found.runs, 3, "{id}");
    }
    assert_eq!(left_out(&with(Vec::new())), Vec::<String>::new());
}

/// Together 1,750 each once, and 600 and 2,900 another time: either the figures contradict each
/// other, or rates scatter too much for conclusions.
#[test]
fn figures_that_contradict_each_other_are_said_to() {
    let mut again = round("all", &[("a", 600.0), ("b", 2900.0)]);
    again.iter_mut().for_each(|row| row.repeat = 2);
    let found = sharing(&with(again), None).unwrap();
    let is_noisy = found.undecided.iter().any(|open| open.id == "sharing-open-noise");
    assert!(is_noisy || !found.contradictions.is_empty(), "{found:?}");
}

#[test]
fn one_drive_shares_with_nobody() {
    let alone = run(two(), round("alone", &[("a", 2500.0)]));
    assert_eq!(sharing(&alone, None), None);
    assert_eq!(sharing(&run(two(), Vec::new()), None), None);
    assert_eq!(sharing(&with(Vec::new()), Some("no-such")), None);
}

/// Without a run of both nothing is made up: the missing run is named.
#[test]
fn what_was_not_measured_together_is_open() {
    let mut rows = round("alone", &[("a", 2500.0)]);
    rows.extend(round("alone", &[("b", 2500.0)]));
    let found = sharing(&run(two(), rows), None).unwrap();
    assert_eq!(found.limits, []);
    let open: Vec<&str> = found.undecided.iter().map(|open| open.id.as_str()).collect();
    assert!(open.contains(&"sharing-untold-together"), "{open:?}");
    assert!(!found.complete);
}

/// Three drives of 2,000 share 3,587; c answers nowhere, so that a and b are seen together only once
/// beside d, and lose a tenth: no set is made up of that.
#[test]
fn a_drive_without_any_sound_figure_leads_to_no_set() {
    let names = ["a", "b", "c", "d"];
    let drives = names.map(|name| (name, if name == "d" { 2200.0 } else { 2000.0 }));
    for rate in [0.0, -500.0, f64::NAN] {
        let mut rows = every_set(&drives, &["a", "b", "c"], 3587.0);
        // a and b never run without d, but with c.
        rows.retain(|row| row.set.as_str() != "set-3");
        rows.iter_mut().filter(|row| row.target == "c").for_each(|row| row.mb_s = rate);
        let run = run(machine(&names.map(|name| (name, &[][..]))), rows);
        let found = sharing(&run, None).unwrap();
        assert!(found.limits.iter().all(|limit| limit.drives == ["a", "b"]), "{found:?}");
        // c alone, and seven sets with it, each named once.
        assert_eq!(left_out(&run), ["sharing-left-zero"; 8]);
        let silent = found.undecided.iter().find(|open| open.id == "sharing-open-silent").unwrap();
        assert_eq!((silent.drives.as_slice(), found.runs_most), (&["c".to_owned()][..], 20));
    }
}

/// Only each alone and all: three lose 40 %, which is reported, with the deciding set.
#[test]
fn a_loss_without_a_known_set_is_said() {
    let names = ["a", "b", "c", "d"];
    let drives = names.map(|name| (name, if name == "d" { 2200.0 } else { 2000.0 }));
    let mut rows = every_set(&drives, &["a", "b", "c"], 3587.0);
    rows.retain(|row| matches!(row.set.as_str(), "alone" | "all"));
    let run = run(machine(&names.map(|name| (name, &[][..]))), rows);
    let found = sharing(&run, None).unwrap();
    assert_eq!(found.limits, []);
    let loss = found.undecided.iter().find(|open| open.id.starts_with("sharing-untold-loss"));
    let loss = loss.unwrap();
    assert!(loss.drives == ["a", "b", "c"] && loss.text.in_english().contains("40 %"), "{loss:?}");
    assert!(says_something(&found));
}

/// All drives together were measured, each alone was not.
#[test]
fn without_figures_of_each_alone_nothing_is_told() {
    let rows = round("all", &[("a", 1750.0), ("b", 1750.0)]);
    let found = sharing(&run(two(), rows), None).unwrap();
    assert_eq!(found.undecided[0].id, "sharing-untold-alone");
    assert!(found.limits.is_empty() && !says_something(&found));
}

/// Rates of 1,000 and 1,020 lie 2 / sqrt(2) = 1.4 % from their mean by standard deviation; without
/// a repeat nothing shows how they scatter.
#[test]
fn scatter_is_what_repeats_show() {
    let mut rows = round("alone", &[("a", 1000.0)]);
    rows.extend(round("alone", &[("b", 1000.0)]));
    rows.extend(round("all", &[("a", 1000.0), ("b", 1000.0)]));
    let once = sharing(&run(two(), rows.clone()), None).unwrap();
    assert!(once.noise_percent < 0.05, "{once:?}");
    let mut again = round("alone", &[("a", 1020.0)]);
    again.iter_mut().for_each(|row| row.repeat = 2);
    rows.extend(again);
    let twice = sharing(&run(two(), rows), None).unwrap();
    assert!((twice.noise_percent - 1.4).abs() < 0.02, "{twice:?}");
}

#[test]
fn what_ran_alone_only_is_named_beside_what_is_known() {
    let run = with(round("alone", &[("c", 1000.0)]));
    let found = sharing(&run, None).unwrap();
    let open = found.undecided.iter().find(|open| open.id == "sharing-open-apart").unwrap();
    assert_eq!((open.drives.as_slice(), open.run.len()), (&["c".to_owned()][..], 3));
}

/// With small random requests as well, the long reads are taken unless others are requested.
#[test]
fn the_long_reads_are_taken_unless_others_are_wanted() {
    let mut small = round("all", &[("a", 100.0), ("b", 100.0)]);
    small.extend(round("alone", &[("a", 100.0)]));
    small.extend(round("alone", &[("b", 100.0)]));
    small.iter_mut().for_each(|row| row.workload = "rand-read-4k-q32".into());
    let run = with(small);
    assert_eq!(sharing(&run, None).unwrap().workload, WORKLOAD);
    let small = sharing(&run, Some("rand-read-4k-q32")).unwrap();
    assert_eq!((small.workload.as_str(), small.runs), ("rand-read-4k-q32", 3));
}

/// First each alone, then all; a failed set is requested once more.
#[test]
fn sets_are_asked_for_until_they_come_to_nothing_twice() {
    let drives = ["a".to_owned(), "b".to_owned()];
    let next = |run: &RunDocument| {
        next_set(run, WORKLOAD, &drives, most_runs(2), &[], &mut RunGuide::default())
    };
    let mut rows = round("alone", &[("a", 2500.0)]);
    assert_eq!(next(&run(two(), rows.clone())).unwrap(), ["b"]);
    rows.extend(round("alone", &[("b", 2500.0)]));
    assert_eq!(next(&run(two(), rows.clone())).unwrap(), ["a", "b"]);
    let failed = |repeat| {
        both(|row| {
            row.partial = true;
            row.repeat = repeat;
        })
    };
    rows.extend(failed(1));
    assert_eq!(next(&run(two(), rows.clone())).unwrap(), ["a", "b"]);
    rows.extend(failed(2));
    assert_eq!(next(&run(two(), rows.clone())), None);
    let found = sharing(&run(two(), rows), None).unwrap();
    let lost = found.undecided.iter().find(|open| open.id == "sharing-open-lost").unwrap();
    assert_eq!((lost.drives.len(), lost.run.as_slice()), (2, &drives[..]));
    assert_eq!(
        next_set(&run(two(), Vec::new()), WORKLOAD, &drives, 9, &[], &mut RunGuide::default()),
        None
    );
}

/// A set that produced no row is known only to the caller: again, then without one of it.
#[test]
fn what_left_no_row_is_stepped_over() {
    let names = ["a", "b", "c", "d"];
    let drives = names.map(str::to_owned);
    let mut rows: Vec<TargetMeasurement> =
        names.iter().flat_map(|name| round("alone", &[(*name, 2000.0)])).collect();
    rows.extend(round("all", &names.map(|name| (name, 1000.0))));
    let bare = || machine(&names.map(|name| (name, &[] as &[(&str, f64)])));
    let run = run(bare(), rows);
    let mut vain: Vec<Vec<String>> = Vec::new();
    let asked = |vain: &[Vec<String>]| {
        next_set(&run, WORKLOAD, &drives, 20, vain, &mut RunGuide::default())
    };
    let first = asked(&vain).unwrap();
    vain.push(first.clone());
    assert_eq!(asked(&vain).unwrap(), first);
    vain.push(first.clone());
    let other = asked(&vain).unwrap();
    assert_ne!(other, first);
    assert!(other.len() > 1 && other.len() < 4, "{other:?}");
    // Five ran, and failed ones count too: of seven none are left.
    assert_eq!(next_set(&run, WORKLOAD, &drives, 7, &vain, &mut RunGuide::default()), None);
}

/// 33 drives are one too many: that is reported, and no time is spent on them.
#[test]
fn too_many_drives_are_not_looked_at() {
    let names: Vec<String> = (0..=MOST_DRIVES).map(|at| format!("d{at}")).collect();
    let links: Vec<(&str, &[(&str, f64)])> =
        names.iter().map(|name| (name.as_str(), &[] as &[(&str, f64)])).collect();
    let rates: Vec<(&str, f64)> = names.iter().map(|name| (name.as_str(), 100.0)).collect();
    let mut rows = round("all", &rates);
    rows.extend(rates.iter().flat_map(|rate| round("alone", &[*rate])));
    let run = run(machine(&links), rows);
    let found = sharing(&run, None).unwrap();
    let open: Vec<&str> = found.undecided.iter().map(|open| open.id.as_str()).collect();
    assert_eq!((open, found.limits.len()), (vec!["sharing-open-many"], 0));
    assert_eq!(next_set(&run, WORKLOAD, &names, usize::MAX, &[], &mut RunGuide::default()), None);
}

/// The same figures, of rounds that are too short for heat and caches.
#[test]
fn brief_rounds_are_less_sure() {
    let sure = |window_s: f64| {
        let mut run = with(Vec::new());
        run.results.iter_mut().for_each(|row| row.window_s = window_s);
        sharing(&run, None).unwrap().limits[0].confidence
    };
    assert!(sure(1.0) > 0.95 && sure(0.3) == 0.9, "{} {}", sure(1.0), sure(0.3));
}

/// Two drives on processor lanes of their own, whose counters rise in these rounds.
fn warm(alone: bool) -> SharingRecord {
    let counted = |mut row: TargetMeasurement| {
        let (at_s, count, counter) = (0.5, 3, "thm_temp1_trans_count".to_owned());
        row.watched.throttles.push(ThrottleEvent {
            at_s,
            what: row.target.clone(),
            count,
            counter,
        });
        row
    };
    let mut results = round("alone", &[("a", 3000.0)]);
    results.extend(round("alone", &[("b", 3000.0)]));
    results.extend(round("all", &[("a", 1800.0), ("b", 1700.0)]).into_iter().map(counted));
    if alone {
        let mut again = round("alone", &[("a", 1800.0)]);
        again[0].repeat = 2;
        results.extend(again.into_iter().map(counted));
    }
    sharing(&run(machine(&[("a", &[]), ("b", &[])]), results), None).unwrap()
}

/// Who throttles beside others only shares heat with them; who does so alone, too, is hot by itself.
#[test]
fn heat_in_company_only_is_shared() {
    let heat = |found: &SharingRecord| -> Vec<String> {
        let all = found.contradictions.iter().filter(|one| one.id.starts_with("sharing-heat"));
        all.map(|one| one.id.clone()).collect()
    };
    let (shared, own) = (warm(false), warm(true));
    assert_eq!(heat(&shared), [sentence::HEAT_SHARED]);
    assert_eq!(heat(&own), [sentence::HEAT]);
    assert!(own.contradictions.iter().all(|one| !one.id.contains("faster")), "{own:?}");
}

/// A link that fell from four lanes to two and stays there: rounds from before it are another machine's.
#[test]
fn rounds_before_a_fall_are_left_out() {
    let seen = |rows: Vec<TargetMeasurement>, lanes: u8| {
        let look = |mut row: TargetMeasurement| {
            let link = Some(LinkState { gts: 8.0, lanes });
            row.watched.links =
                if row.target == "a" { vec![LinkReading { at_s: 0.0, link }] } else { Vec::new() };
            row
        };
        rows.into_iter().map(look).collect::<Vec<_>>()
    };
    let mut results = seen(round("alone", &[("a", 3200.0)]), 4);
    results.extend(round("alone", &[("b", 3200.0)]));
    results.extend(seen(round("before", &[("a", 3200.0), ("b", 3200.0)]), 4));
    let mut again = seen(round("alone", &[("a", 1700.0)]), 2);
    again[0].repeat = 2;
    results.extend(again);
    results.extend(seen(round("all", &[("a", 1700.0), ("b", 3200.0)]), 2));
    let run = run(machine(&[("a", &[]), ("b", &[])]), results);
    let found = sharing(&run, None).unwrap();
    assert_eq!(found.limits, Vec::new(), "{found:?}");
    let own = found.private.iter().find(|own| own.drive == "a").unwrap();
    assert!((own.capacity_mb_s.value - 1700.0).abs() < 50.0, "{own:?}");
    let left = left_out(&run);
    assert!(left.iter().any(|id| id == "sharing-left-fell"), "{left:?}");
}
