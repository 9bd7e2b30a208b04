//! Limits of several drives.

use super::*;

/// True limit of three drives of 2,300 MB/s and 250,000 requests a second.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Truth {
    /// A link of 3,500 MB/s.
    Link,
    /// A controller that takes 27,000 requests a second.
    Controller,
    /// Eight cores, busy with 27,000 requests a second.
    Cores,
    /// Slots that fall to two lanes, 1,793 MB/s, as soon as two are used; two drives.
    Slots,
    /// The slot of the first of two drives.
    Slot,
    /// Drives that grow too hot beside each other.
    Heat,
}

const ALL: [Truth; 6] =
    [Truth::Link, Truth::Controller, Truth::Cores, Truth::Slots, Truth::Slot, Truth::Heat];

impl Truth {
    fn drives(self) -> &'static [&'static str] {
        match self {
            Self::Slots | Self::Slot => &["a", "b"],
            _ => &["a", "b", "c"],
        }
    }

    /// Rate of each drive beside the others, if it reaches `alone` by itself.
    fn together(self, drive: &str, alone: f64, block: f64) -> f64 {
        let count = self.drives().len() as f64;
        match self {
            Self::Link => alone.min(3500.0 / count),
            Self::Controller | Self::Cores => alone.min(27_000.0 * block / 1e6 / count),
            Self::Slots => alone.min(X4 / 2.0),
            Self::Slot if drive == "a" => alone.min(X4 / 2.0),
            Self::Slot => alone,
            Self::Heat => alone * 0.5,
        }
    }

    /// Adds its symptoms in joint runs.
    fn show(self, row: &mut TargetMeasurement) {
        match self {
            Self::Cores => row.system_cpu_us_per_io = Some(7.8e6 / (3.0 * row.iops)),
            Self::Slots => row.watched.links.push(LinkReading { at_s: 0.1, link: Some(HALF) }),
            Self::Slot if row.target == "a" => {
                row.watched.links.push(LinkReading { at_s: 0.1, link: Some(HALF) });
            }
            Self::Heat => {
                row.watched.temperatures.push(TemperatureReading { at_s: 0.5, celsius: 84 });
                row.changes = vec![fall(row.mb_s * 2.0, row.mb_s)];
            }
            _ => row.system_cpu_us_per_io = Some(1e6 / (3.0 * row.iops)),
        }
    }

    fn first(self) -> &'static str {
        match self {
            Self::Link => "uplink:chipset",
            Self::Controller => "controller:requests",
            Self::Cores => "cpu:cores",
            Self::Slots => "slot:a+b",
            Self::Slot => "slot:a",
            Self::Heat => "heat",
        }
    }

    fn run(self, noise: &mut LehmerNoise) -> RunDocument {
        let mut rows = Vec::new();
        for (workload, own) in [(LONG, 2300.0), (LARGER, 2300.0), (SMALL, 1024.0)] {
            let block = profile(workload).unwrap().block.get() as f64;
            for drive in self.drives() {
                rows.push(row(drive, workload, "alone", noise.on(own)));
                let mut row =
                    row(drive, workload, "all", noise.on(self.together(drive, own, block)));
                self.show(&mut row);
                rows.push(row);
            }
        }
        run(self.drives(), rows)
    }
}

pub(super) fn fall(from_mb_s: f64, to_mb_s: f64) -> RateChange {
    RateChange { at_s: 0.5, after_bytes: 2_000_000_000, from_mb_s, to_mb_s }
}

/// The right explanation comes first, clearly, without noise.
#[test]
fn the_true_cause_comes_first() {
    for truth in ALL {
        let run = truth.run(&mut LehmerNoise::none());
        let found = ranked(&run, sharing(&run));
        let causes = of_limit(&found);
        assert_eq!(causes[0].0, truth.first(), "{truth:?}: {causes:?}");
        assert!(causes[0].1 > 0.6, "{truth:?}: {causes:?}");
    }
}

/// And with 3 % noise on every figure, twenty times each.
#[test]
fn noise_changes_no_order() {
    for truth in ALL {
        for seed in 1..=20 {
            let run = truth.run(&mut LehmerNoise::seeded(seed));
            let found = ranked(&run, sharing(&run));
            let causes = of_limit(&found);
            assert_eq!(causes[0].0, truth.first(), "{truth:?}, seed {seed}: {causes:?}");
        }
    }
}

/// Other names of sets and workloads change no likelihood: which figures count is no matter of the
/// alphabet. Three pairs, of which one gets more than the limit, and three block sizes.
#[test]
fn names_do_not_matter() {
    let run_named = |names: [&str; 3]| {
        let mut run = Truth::Link.run(&mut LehmerNoise::seeded(5));
        let pairs = [("a", "b", 1750.0), ("b", "c", 2100.0), ("a", "c", 1500.0)];
        for ((one, other, mb_s), name) in pairs.into_iter().zip(names) {
            run.results.extend([one, other].map(|id| row(id, LONG, name, mb_s)));
        }
        run
    };
    let likelihoods = |names: [&str; 3]| {
        let run = run_named(names);
        let found = ranked(&run, sharing(&run));
        of_limit(&found).iter().map(|(id, share)| ((*id).to_owned(), *share)).collect::<Vec<_>>()
    };
    let first = likelihoods(["p", "q", "r"]);
    for names in [["r", "q", "p"], ["q", "r", "p"], ["q", "p", "r"]] {
        assert_eq!(likelihoods(names), first);
    }
}

/// Of three drives two fell to two lanes, 1,793 MB/s each, and the third kept its 2,300: neither
/// all three slots nor one of them explains that.
#[test]
fn the_slots_that_fell_are_one_explanation() {
    let drives = ["a", "b", "c"];
    let mut rows: Vec<TargetMeasurement> =
        drives.iter().map(|id| row(id, LONG, "alone", 2300.0)).collect();
    for (id, mb_s) in drives.iter().zip([1780.0, 1780.0, 2290.0]) {
        let mut row = row(id, LONG, "all", mb_s);
        if *id != "c" {
            row.watched.links.push(LinkReading { at_s: 0.1, link: Some(HALF) });
        }
        rows.push(row);
    }
    let run = run(&drives, rows);
    let mut wanted = sharing(&run);
    wanted.limits[0].place = None;
    let found = ranked(&run, wanted);
    assert_eq!(of_limit(&found)[0].0, "slot:a+b", "{:?}", of_limit(&found));
    let clues = |id: &str| {
        let cause = found.causes.iter().find(|it| it.id == id).unwrap();
        cause.evidence.iter().map(|it| it.id.clone()).collect::<Vec<_>>()
    };
    assert!(clues("slot:a+b").contains(&"clue-width-fell".to_owned()));
    assert!(clues("slot:a+b+c").contains(&"clue-width-some".to_owned()));
    assert!(!clues("slot:a+b+c").contains(&"clue-width-kept".to_owned()));
}

/// A link at two lanes by itself as well, whatever the tree says: its neighbour takes none from it.
#[test]
fn a_link_that_is_narrow_by_itself_is_no_matter_of_slots() {
    let mut run = Truth::Slot.run(&mut LehmerNoise::none());
    for row in run.results.iter_mut().filter(|row| row.target == "a") {
        row.watched.links = vec![LinkReading { at_s: 0.1, link: Some(HALF) }];
    }
    let found = ranked(&run, sharing(&run));
    let slot = found.causes.iter().find(|it| it.id == "slot:a").unwrap();
    assert!(slot.evidence.iter().any(|it| it.id == "clue-width-kept"), "{slot:?}");
    assert_ne!(of_limit(&found)[0].0, "slot:a");
}

/// Whether there is another slot, and its gain, is up to the planner: the figures alone name the full
/// location, no slot and no gain, whatever ports look empty.
#[test]
fn no_place_is_named_without_the_planner() {
    let mut run = Truth::Link.run(&mut LehmerNoise::none());
    run.machine.ports = vec![narrows_record::see::PortRecord {
        id: "port".into(),
        kind: "root-port".into(),
        model: None,
        pci_id: None,
        parent: None,
        link: None,
        offers: Some(FULL),
        empty: true,
        attached_to: AttachmentKind::Cpu,
        slot: Some(narrows_record::see::SlotLabel { label: "PCIE1".into(), source: "user".into() }),
    }];
    let found = ranked(&run, sharing(&run));
    let remedy = found.causes[0].remedy.as_ref().unwrap();
    assert_eq!((remedy.id.as_str(), remedy.gain_mb_s), ("remedy-shared", None));
    assert!(
        remedy.text.in_english().contains("the chipset uplink")
            && !remedy.text.in_english().contains("PCIE1"),
        "{:?}",
        remedy.text
    );
}

/// A quarter below the location's capacity, which is the rate of no other link, and only one block
/// size: nothing shows where it goes, so all possible causes are one answer, and an experiment is
/// named.
#[test]
fn a_guess_is_told_as_a_guess() {
    let drives = ["a", "b", "c"];
    let rows = drives
        .iter()
        .flat_map(|id| [row(id, LONG, "alone", 2300.0), row(id, LONG, "all", 0.75 * X4 / 3.0)]);
    let run = run(&drives, rows.collect());
    let found = ranked(&run, sharing(&run));
    let first = found.causes.iter().find(|cause| cause.limit == Some(0)).unwrap();
    assert_eq!(first.id, "ceiling:chipset");
    assert!(first.also.contains(&"traffic:chipset".to_owned()), "{first:?}");
    assert!(first.likelihood < 0.9, "{first:?}");
    assert!(!found.experiments.is_empty());
}

/// Two drives on links of their own, one of them throttling since its round alone: who got slower
/// then is no matter of sharing, and the hot drive says so.
#[test]
fn a_drive_that_became_hot_is_no_shared_link() {
    let mut rows = vec![row("a", LONG, "alone", 1500.0), row("b", LONG, "alone", 2300.0)];
    rows[0].watched.throttles =
        vec![ThrottleEvent { at_s: 0.5, what: "a".into(), count: 1, counter: "throttled".into() }];
    rows.extend([row("a", LONG, "all", 920.0), row("b", LONG, "all", 2300.0)]);
    rows[2].watched.temperatures = vec![TemperatureReading { at_s: 0.0, celsius: 83 }];
    let mut run = run(&["a", "b"], rows);
    run.machine.storage.iter_mut().for_each(|storage| storage.hops.truncate(1));
    let mut wanted = sharing(&run);
    wanted.limits[0].place = None;
    let found = ranked(&run, wanted);
    assert_eq!(of_limit(&found)[0].0, "heat", "{:?}", of_limit(&found));
    let of_limit = |it: &&SharingExperiment| it.limit.is_some();
    assert!(found.experiments.iter().filter(of_limit).all(|it| it.id != "longer"));
}

/// Impossible figures, missing drives, limits without a set that shows them: nothing is reported
/// about unknown things, and nothing panics.
#[test]
fn odd_documents_say_little() {
    let mut run = Truth::Link.run(&mut LehmerNoise::none());
    let mut odd = sharing(&run);
    odd.limits[0].drives.push("no-such-drive".into());
    odd.private.push(PrivateLimit::default());
    assert!(ranked(&run, odd).causes.iter().all(|cause| cause.limit.is_none()));
    for mb_s in [0.0, -1.0, f64::NAN, f64::INFINITY, f64::MAX] {
        run.results.iter_mut().for_each(|row| row.mb_s = mb_s);
        let mut found = sharing(&run);
        found.limits = vec![SharedLimit {
            drives: vec!["a".into(), "b".into()],
            capacity_mb_s: range(mb_s),
            ..SharedLimit::default()
        }];
        ranked(&run, found);
    }
    run.results.clear();
    assert!(ranked(&run, SharingRecord::default()).causes.is_empty());
}

/// Figures of another program come without a topology: the link that its author found is among the
/// causes, none that is in every machine comes before it, and nothing is to be run here.
#[test]
fn without_a_topology_a_shared_link_is_among_the_causes() {
    let mut run = Truth::Link.run(&mut LehmerNoise::none());
    run.results.retain(|row| row.workload == LONG);
    (run.machine.drives, run.machine.storage) = (Vec::new(), Vec::new());
    let drives = ["a", "b", "c"].map(String::from);
    for row in &mut run.results {
        (row.imported, row.threads) =
            (Some(narrows_record::run::ImportSource::default()), Vec::new());
        (row.thread_cpu, row.system_cpu_us_per_io) = (0.0, None);
        row.watched = narrows_record::run::DriveMonitoring::default();
    }
    let place = None;
    let limit =
        SharedLimit { drives: drives.to_vec(), place, ..sharing(&run_of_link()).limits[0].clone() };
    let found = ranked(&run, SharingRecord { limits: vec![limit], ..sharing(&run_of_link()) });
    let causes = of_limit(&found);
    assert_eq!(causes[0].0, "uplink:unseen", "{causes:?}");
    assert!(causes[0].1 < 0.98, "nothing was seen of it: {causes:?}");
    assert!(found.experiments.iter().all(|it| it.command.is_none()), "{:?}", found.experiments);
}

fn run_of_link() -> RunDocument {
    Truth::Link.run(&mut LehmerNoise::none())
}

/// Four drives of 410 MB/s alone in requests of 4 KiB reach 820 together: 200,000 requests a second, or a link of
/// 820 MB/s. In 32 KiB, in which none ran alone, they reach 3,450. 200,000 requests are 6,554 MB/s, the chipset
/// carries 3,587 of them, and each drive moves 410 to 3,280 then: only a limit of requests allows it.
#[test]
fn larger_blocks_tell_requests_from_bytes_where_no_drive_ran_alone_in_them() {
    let ids = ["a", "b", "c", "d"];
    let mut rows: Vec<TargetMeasurement> = Vec::new();
    for id in ids {
        rows.push(row(id, SMALL, "alone", 410.0));
        rows.push(row(id, SMALL, "all", 205.0));
        let mut larger = row(id, SMALL, "all", 862.5);
        larger.workload = "rand-read-32k-q32".into();
        larger.asked.block_bytes = 32_768;
        rows.push(larger);
    }
    let run = run(&ids, rows);
    let mut found = sharing(&run);
    found.workload = SMALL.into();
    found.limits = vec![SharedLimit {
        drives: ids.map(str::to_owned).to_vec(),
        capacity_mb_s: range(820.0),
        confidence: 0.99,
        place: Some(chipset(820.0)),
        ..SharedLimit::default()
    }];
    found.private.iter_mut().for_each(|own| own.capacity_mb_s = range(410.0));
    let found = ranked(&run, found);
    let (first, likelihood) = of_limit(&found)[0];
    assert_eq!(first, "controller:requests", "{:?}", of_limit(&found));
    assert!(likelihood > 0.9, "{likelihood}");
}

/// Four drives of 2,000 MB/s alone behind a chipset of 3,587 that move 2,621 in 128 KiB: 20,000 requests a second, or
/// so many bytes? In 1 MiB they meet the next ceiling, 17 % above, which decides nothing; in 64 KiB half as many bytes
/// are as many requests.
#[test]
fn smaller_blocks_tell_requests_from_bytes_where_larger_ones_meet_the_next_ceiling() {
    let ids = ["a", "b", "c", "d"];
    let found = |blocks: &[(&str, u64, f64)]| {
        let mut rows: Vec<TargetMeasurement> =
            ids.iter().map(|id| row(id, LONG, "alone", 2000.0)).collect();
        for id in ids {
            rows.push(row(id, LONG, "all", 655.36));
            for (workload, block, mb_s) in blocks {
                let mut other = row(id, LONG, "all", mb_s / 4.0);
                other.workload = (*workload).into();
                other.asked.block_bytes = *block;
                rows.push(other);
            }
        }
        let run = run(&ids, rows);
        let mut found = sharing(&run);
        found.limits = vec![SharedLimit {
            drives: ids.map(str::to_owned).to_vec(),
            capacity_mb_s: range(2621.44),
            confidence: 0.99,
            place: Some(chipset(3587.0)),
            ..SharedLimit::default()
        }];
        found.private.iter_mut().for_each(|own| own.capacity_mb_s = range(2000.0));
        ranked(&run, found)
    };
    let larger = ("seq-read-1m-q32", 1 << 20, 3067.0);
    let smaller = ("seq-read-64k-q32", 1 << 16, 1310.72);
    let of = |found: &SharingRecord, id: &str| {
        let all = of_limit(found);
        all.iter().find(|(known, _)| *known == id).map_or(0.0, |(_, likelihood)| *likelihood)
    };
    let requests = "controller:requests";
    let [before, open, decided] =
        [&[][..], &[larger], &[larger, smaller]].map(|blocks| of(&found(blocks), requests));
    assert!(before < open && open < 0.5 && decided > 0.8, "{before}, {open}, {decided}");
}
