//! Limits found by rates alone, alongside those of the topology.

use narrows_record::sharing::{
    CandidateLocation, CapacityAgreement, CapacityRange, SharedLimit, SharingRecord,
};

use super::*;

fn limit(
    drives: &[&str],
    mb_s: f64,
    cost_percent: f64,
    agrees: Option<CapacityAgreement>,
) -> SharedLimit {
    let capacity =
        if agrees == Some(CapacityAgreement::LowerThanDocumented) { 2.0 * mb_s } else { mb_s };
    let place = |agrees| CandidateLocation {
        limit: predicted("a", "all", mb_s, LimitRecordKind::Uplink, "switch").limit,
        agrees,
        others: Vec::new(),
    };
    let place = agrees.map(place).map(|mut place| {
        place.limit.capacity = capacity;
        place
    });
    SharedLimit {
        drives: drives.iter().map(|&drive| drive.to_owned()).collect(),
        capacity_mb_s: CapacityRange { value: mb_s, low: mb_s, high: mb_s },
        confidence: 0.97,
        cost_percent,
        place,
        ..SharedLimit::default()
    }
}

/// Four drives of 2,000, of which a and b get 1,000 each and c and d keep theirs.
fn halved(limits: Vec<SharedLimit>, predictions: Vec<Prediction>) -> RunDocument {
    let names = ["a", "b", "c", "d"];
    let mut results: Vec<_> = names.iter().map(|id| measured(id, "alone", 2000.0)).collect();
    let all = [1000.0, 1000.0, 2000.0, 2000.0];
    results.extend(names.iter().zip(all).map(|(id, rate)| measured(id, "all", rate)));
    let sharing = Some(SharingRecord { limits, ..SharingRecord::default() });
    RunDocument { sharing, ..run(&names, results, predictions) }
}

#[test]
fn what_no_place_has_is_told_by_its_drives_and_capacity() {
    let run = halved(vec![limit(&["a", "b"], 2000.0, 50.0, None)], Vec::new());
    let told = explain(&run);
    assert_eq!(told[0].what.id(), "finding-found-limit");
    assert_eq!(
        (told[0].targets.as_slice(), &told[0].limit),
        (&["a".into(), "b".into()][..], &None)
    );
    // c and d are reported as free of contention, a and b no more.
    let rest: Vec<_> = told.iter().filter(|it| it.what.id() == "finding-no-sharing").collect();
    assert_eq!(rest[0].targets, ["c", "d"]);
    assert!(told.iter().all(|it| it.what.id() != "finding-unknown-sharing"));
}

#[test]
fn a_place_and_how_its_capacity_compares_is_told() {
    for (agrees, id) in [
        (CapacityAgreement::Agrees, "finding-found-place"),
        (CapacityAgreement::NotDocumented, "finding-found-place"),
        (CapacityAgreement::LowerThanDocumented, "finding-found-lower"),
        (CapacityAgreement::HigherThanDocumented, "finding-found-higher"),
    ] {
        let run = halved(vec![limit(&["a", "b"], 2000.0, 50.0, Some(agrees))], Vec::new());
        let first = &explain(&run)[0];
        assert_eq!((first.what.id(), first.limit.is_some()), (id, true));
    }
}

/// The prediction names the chipset's link for all four; it is reported once, before smaller ones.
#[test]
fn what_topology_and_rates_agree_on_is_told_once() {
    let names = ["a", "b", "c", "d"];
    let mut results: Vec<_> = names.iter().map(|id| measured(id, "alone", 2300.0)).collect();
    results.extend(names.iter().map(|id| measured(id, "all", 880.0)));
    let predictions: Vec<_> = names
        .iter()
        .map(|id| predicted(id, "all", 897.0, LimitRecordKind::Uplink, "chipset"))
        .collect();
    let agrees = Some(CapacityAgreement::Agrees);
    let limits = vec![limit(&["a", "b"], 2000.0, 12.0, None), limit(&names, 3520.0, 60.0, agrees)];
    let sharing = Some(SharingRecord { limits, ..SharingRecord::default() });
    let run = RunDocument { sharing, ..run(&names, results, predictions) };
    assert_eq!(ids(&run)[..2], ["finding-shared-limit", "finding-found-limit"]);
    assert_eq!(ids(&run).iter().filter(|id| id.contains("shared-limit")).count(), 1);
}
