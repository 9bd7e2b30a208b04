//! Cache modes.

use narrows_model::CacheMode;

use super::super::caches::*;
use super::*;

#[test]
fn modes_are_spelled_one_way() {
    for name in [
        "direct",
        "write-through+drive-cache-off",
        "flush-every-8+no-flush",
        "page-cache",
        "page-cache-through+drive-cache-off+no-flush",
        "driver-write-back",
    ] {
        assert_eq!(Mode::named(name).map(|mode| mode.to_string()).as_deref(), Some(name));
    }
    for name in ["", "flush-every-0", "direct+", "direct+no-flush+no-flush", "driver-none+no-flush"]
    {
        assert_eq!(Mode::named(name), None, "{name}");
    }
    let back = Mode::named("driver-write-back").unwrap();
    assert_eq!(back.base, Base::Driver(CacheMode::WriteBack));
}

#[test]
fn a_ground_has_its_own_modes() {
    let of = |names: &[&str], simulated| {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        modes(&names, simulated).map(|it| it.len()).map_err(|slip| slip.id())
    };
    assert_eq!(of(&["all", "direct"], false), Ok(6));
    // What endangers others is tried only where it is named.
    assert!(usual(false).iter().all(|mode| !mode.no_flush));
    assert_eq!(of(&["all", "direct+no-flush"], false), Ok(7));
    assert_eq!(of(&["all", "driver-none"], true), Ok(4));
    assert_eq!(of(&["fast"], false), Err("stripe-cache-unknown"));
    assert_eq!(of(&["driver-none"], false), Err("stripe-cache-of-driver"));
    assert_eq!(of(&["page-cache"], true), Err("stripe-cache-of-kernel"));
}

#[test]
fn each_mode_says_what_it_loses_and_needs() {
    for (name, loses, needs) in [
        ("direct", "stripe-loses-drive", None),
        ("direct+drive-cache-off", "stripe-loses-nothing", Some("stripe-needs-drive-cache-off")),
        ("write-through", "stripe-loses-nothing", None),
        ("write-through+no-flush", "stripe-loses-synced", Some("stripe-needs-no-flush")),
        ("flush-every-8", "stripe-loses-writes", None),
        ("page-cache", "stripe-loses-memory", None),
        ("page-cache+no-flush", "stripe-loses-memory-and-synced", Some("stripe-needs-no-flush")),
        ("page-cache+drive-cache-off", "stripe-loses-memory", Some("stripe-needs-drive-cache-off")),
        ("driver-write-through", "stripe-loses-drive", None),
        ("driver-write-back", "stripe-loses-driver", Some("stripe-needs-flushing-off")),
    ] {
        let mode = Mode::named(name).unwrap();
        let needed = mode.needs().map(|it| it.id());
        assert_eq!((mode.loses().id(), needed), (loses, needs), "{name}");
    }
}

/// As the write-up found: writing back is five times as fast in random 4 KiB writes, can be had only
/// once flushing is off, and loses what is in memory; keeping what was read is worth nothing.
#[test]
fn write_back_is_told_with_its_price() {
    let plan = plan(3, &[Level::Stripe], &[16], jobs_named(&["rand-write-4k-q1"]));
    let mut stripe = sweep(&plan, |_, _, _| Some(40.0));
    let array = stripe.candidates[3].clone();
    let modes = modes(&["all".to_owned()], true).unwrap();
    let asks = asks(&plan, &mut stripe, &array, &modes);
    assert_eq!(asks.len(), 4 * 2);
    for ask in &asks {
        answer(&mut stripe, ask, |one, _, _| {
            Some(if one.cache == "driver-write-back" { 200.0 } else { 40.0 })
        });
    }
    assert!(super::super::caches::asks(&plan, &mut stripe, &array, &modes).is_empty());
    let found = concluded(&plan, stripe);
    let names: Vec<&str> = found.caches.iter().map(|one| one.mode.as_str()).collect();
    let all = ["driver-none", "driver-read-only", "driver-write-through", "driver-write-back"];
    assert_eq!((taken(&found), names.as_slice()), ("raid0-16k", &all[..]));
    let told: Vec<&str> = found
        .findings
        .iter()
        .filter(|it| it.id.starts_with("stripe-cache"))
        .map(|it| it.text.as_str())
        .collect();
    assert_eq!(told.len(), 1, "{told:?}");
    for part in
        ["driver-write-back", "5.00 times as fast as driver-none", "flushing must be turned off"]
    {
        assert!(told[0].contains(part), "{part}: {told:?}");
    }
    assert!((found.caches[0].figures[0].share - 0.2).abs() < 1e-9);
}

/// Linux's plain mode is the array as the sweep measured it; what could not be tried keeps its
/// reason, and slower modes are told as slower.
#[test]
fn what_could_not_be_tried_stays_with_its_reason() {
    let plan = plan(2, &[Level::Stripe], &[64], jobs_named(&["rand-write-4k-q1"]));
    let mut stripe = sweep(&plan, |_, _, _| Some(40.0));
    let array = stripe.candidates[2].clone();
    let of = |name: &str| Mode::named(name).unwrap();
    let through = [of("direct"), of("write-through")];
    let asks = asks(&plan, &mut stripe, &array, &through);
    assert_eq!(asks.len(), 2);
    asks.iter().for_each(|ask| answer(&mut stripe, ask, |_, _, _| Some(10.0)));
    stripe.caches = vec![not_tried(&of("direct+drive-cache-off"), "no rights", &english())];
    let found = concluded(&plan, stripe);
    let names: Vec<&str> = found.caches.iter().map(|one| one.mode.as_str()).collect();
    assert_eq!(names, ["direct", "write-through", "direct+drive-cache-off"]);
    assert_eq!(found.caches[2].not_tried.as_deref(), Some("no rights"));
    let told = found.findings.iter().find(|it| it.id == "stripe-cache-slower").unwrap();
    assert!(told.text.contains("0.25 times as fast as direct"), "{}", told.text);
    // Measured under a mode, the array has no second place.
    assert_eq!(found.ranking.len(), 3);
}
