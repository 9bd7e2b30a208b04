//! Causes that the figures so far cannot separate, the experiment that does, the conclusion.

use super::*;

/// Two drives of 2,300 that get 1,629 each (3,257 together): the chipset's link, or two slots of
/// two lanes? The links were not looked at.
fn pair() -> RunDocument {
    let mut rows: Vec<TargetMeasurement> =
        ["a", "b"].iter().map(|id| row(id, LONG, "alone", 2300.0)).collect();
    rows.extend(["a", "b"].iter().map(|id| row(id, LONG, "all", 1628.5)));
    for row in &mut rows {
        row.watched.links.clear();
    }
    run(&["a", "b"], rows)
}

fn held_pair(sharing: &SharingRecord) -> SharingExperiment {
    sharing.experiments.iter().find(|it| it.id == "held-pair").cloned().unwrap()
}

/// Beside b at 500, a link of 3,257 leaves a all it wants, 2,300; two lanes carry 1,793.5.
#[test]
fn a_held_pair_is_named_with_both_outcomes() {
    let run = pair();
    let found = ranked(&run, sharing(&run));
    let experiment = held_pair(&found);
    assert_eq!(experiment.between, ["uplink:chipset", "slot:a+b"]);
    let foreseen: Vec<Option<f64>> = experiment.predicted.iter().map(|it| it.mb_s).collect();
    assert_eq!(foreseen, [Some(2300.0), Some(1794.0)]);
    assert_eq!(
        experiment.command.as_deref(),
        Some(
            "narrows measure a b --set all --workload seq-read-128k-q32 --limit b=500MB/s --time 2s"
        )
    );
    let trial = &trials(&run, &found)[0];
    let round = trial.round.as_ref().unwrap();
    assert_eq!((round.counts.as_slice(), round.drives.len()), (["a".to_owned()].as_slice(), 2));
}

/// On virtual hardware every command says which machine, seed and faults; root is not needed, and
/// there is no slot to move anything to. 3.6 GHz are halved.
#[test]
fn commands_on_virtual_hardware_ask_the_same_machine() {
    let mut run = pair();
    run.results.iter_mut().for_each(|row| row.simulated = true);
    run.command = ["narrows", "explain", "--on", "my box.toml", "--faults=f.toml"]
        .map(str::to_owned)
        .to_vec();
    run.simulation = Some(narrows_record::run::RunSimulation {
        seed: 7,
        machine: Some(
            "schema = \"narrows.machine/1\"\nname = \"box\"\n[host]\nclock = \"3.6 GHz\"\n".into(),
        ),
        faults: Some(String::new()),
        ..narrows_record::run::RunSimulation::default()
    });
    let on = "--on 'my box.toml' --seed 7 --faults f.toml";
    let experiment = held_pair(&ranked(&run, sharing(&run)));
    let expected = format!(
        "narrows measure a b --set all --workload seq-read-128k-q32 --limit b=500MB/s --time 2s {on}"
    );
    assert_eq!(experiment.command, Some(expected));
    let found = sharing(&run);
    let situations = MeasuredSituation::all(&run);
    let places = crate::sharing::places::PathLocations::default();
    let subject = BottleneckSubject::own(&run, &found, 0, (&situations, &places)).unwrap();
    let command = |change: trial::ProposedChange| change.command(&subject);
    let slower = trial::ProposedChange::LinkSpeed { drive: "a".into(), gts: 5.0, factor: 0.5 };
    assert_eq!(slower.needs(&subject), ExperimentNeeds::Nothing);
    assert_eq!(command(slower), Some(format!("narrows experiment link-speed a 5GT/s {on}")));
    let clock = trial::clock(&subject).unwrap();
    assert_eq!(command(clock), Some(format!("narrows experiment cpu-clock 1.8GHz a {on}")));
    assert_eq!(command(trial::ProposedChange::Move { drive: "a".into() }), None);
}

/// If the processors' clock is unknown, half of it is not proposed.
#[test]
fn an_unknown_clock_is_not_halved() {
    let run = pair();
    let found = sharing(&run);
    let situations = MeasuredSituation::all(&run);
    let places = crate::sharing::places::PathLocations::default();
    let subject = BottleneckSubject::own(&run, &found, 0, (&situations, &places)).unwrap();
    assert_eq!(trial::clock(&subject), None);
}

/// A link of 3,587 at half its rate carries 1,793.5: less than 2,300, more than 900. A drive at its
/// link, 3,480, falls to half of that if the link is why.
#[test]
fn a_slower_link_holds_everybody() {
    let slower = trial::ProposedChange::LinkSpeed { drive: "a".into(), gts: 4.0, factor: 0.5 };
    let says = |id: &str, mb_s: f64| {
        let run = run(&["a"], vec![row("a", LONG, "alone", mb_s)]);
        let found = sharing(&run);
        let situations = MeasuredSituation::all(&run);
        let places = crate::sharing::places::PathLocations::default();
        let subject = BottleneckSubject::own(&run, &found, 0, (&situations, &places)).unwrap();
        let all = candidates::of(&subject);
        let candidate = all.iter().find(|it| it.id == id).unwrap();
        trial::outcome(&subject, candidate, &slower)
    };
    assert_eq!(says("link:a", 3480.0), CausePrediction::exactly(1740.0));
    assert_eq!(says("link:a", 2300.0), CausePrediction::exactly(1793.5));
    assert_eq!(says("link:a", 900.0), CausePrediction::exactly(900.0));
    assert_eq!(says("drive:a", 2300.0), CausePrediction::exactly(1793.5));
}

/// The outcome decides, each way; afterwards it is not suggested again, and its evidence stays.
#[test]
fn the_outcome_decides() {
    for (mb_s, first) in [(2290.0, "uplink:chipset"), (1780.0, "slot:a+b")] {
        let mut run = pair();
        let mut found = ranked(&run, sharing(&run));
        let at = found.experiments.iter().position(|it| it.id == "held-pair").unwrap();
        let ran = conclude(&found.experiments[at], &found.causes, mb_s);
        assert_eq!(ran.concluded.as_deref(), Some(first));
        found.experiments[at].ran = Some(ran);
        let mut held = row("b", LONG, "held", 500.0);
        held.asked.limit_mb_s = Some(500.0);
        run.results.push(held);
        run.results.push(row("a", LONG, "held", mb_s));
        let again = ranked(&run, found);
        let causes = of_limit(&again);
        assert_eq!(causes[0].0, first, "{mb_s}: {causes:?}");
        assert!(causes[0].1 > 5.0 * causes[1].1 || causes[1].0 != "slot:a+b", "{causes:?}");
        assert_eq!(again.experiments.iter().filter(|it| it.id == "held-pair").count(), 1);
        assert!(trials(&run, &again).iter().all(|it| it.experiment.id != "held-pair"));
    }
}

/// Neither predicted 1,000.
#[test]
fn an_outcome_that_nobody_foresaw_speaks_for_nobody() {
    let run = pair();
    let found = ranked(&run, sharing(&run));
    let ran = conclude(&held_pair(&found), &found.causes, 1000.0);
    assert_eq!(ran.concluded, None);
}

/// Once the links were seen at four lanes under load, no experiment is needed for that.
#[test]
fn a_look_at_the_links_makes_it_needless() {
    let mut run = pair();
    for row in &mut run.results {
        row.watched.links = vec![LinkReading { at_s: 0.0, link: Some(FULL) }];
    }
    let found = ranked(&run, sharing(&run));
    assert!(found.experiments.iter().all(|it| !it.between.contains(&"slot:a+b".to_owned())));
    assert_eq!(of_limit(&found)[0].0, "uplink:chipset");
}

/// Two threads foreseen to get 1,100, or 550 as before: 800 is more than before, and stopped by
/// something else.
#[test]
fn what_rises_was_held_back() {
    let outcome = |cause: &str, mb_s| ExperimentOutcome {
        cause: cause.into(),
        mb_s,
        most_mb_s: None,
        text: String::new().into(),
    };
    let experiment = SharingExperiment {
        id: "jobs".into(),
        text: String::new().into(),
        limit: None,
        drive: Some("a".into()),
        between: ["cpu:thread".into(), "drive:a".into()],
        cost_s: 3.0,
        predicted: vec![outcome("cpu:thread", Some(1100.0)), outcome("drive:a", Some(550.0))],
        command: None,
        needs: ExperimentNeeds::Nothing,
        ran: None,
    };
    let spoken_for = |mb_s| conclude(&experiment, &[], mb_s).concluded;
    assert_eq!(spoken_for(800.0).as_deref(), Some("cpu:thread"));
    assert_eq!(spoken_for(560.0).as_deref(), Some("drive:a"));
    assert_eq!(spoken_for(300.0), None);
    let long = SharingExperiment {
        drive: None,
        predicted: vec![outcome("heat", None), outcome("uplink:chipset", Some(3500.0))],
        ..experiment
    };
    let spoken_for = |mb_s| conclude(&long, &[], mb_s).concluded;
    assert_eq!(spoken_for(2000.0).as_deref(), Some("heat"));
    assert_eq!(spoken_for(3450.0).as_deref(), Some("uplink:chipset"));
}
