//! Expectations derived by hand; below, properties against a slow oracle.

use super::*;

mod degenerate;
mod next;
mod oracle;
mod properties;
mod work;

fn flow(weight: f64, uses: &[usize]) -> SolverFlow {
    let uses = uses.iter().map(|&resource| ResourceUse { resource, coefficient: 1.0 });
    SolverFlow { weight, uses: uses.collect() }
}

/// Three drives (resources 0 to 2, 2,000 each) behind one uplink (3, 3,554).
/// 3x = 3,554 fills before x = 2,000, so each gets 1,184.67 and the uplink stops all.
#[test]
fn three_drives_share_an_uplink() {
    let flows = [flow(1.0, &[0, 3]), flow(1.0, &[1, 3]), flow(1.0, &[2, 3])];
    let shares = share(&[2000.0, 2000.0, 2000.0, 3554.0], &flows);
    for rate in &shares.rates {
        assert!((rate - 3554.0 / 3.0).abs() < 1e-9);
    }
    assert_eq!(shares.stopped_by, [Some(3); 3]);
    assert!((shares.loads[3] - 3554.0).abs() < 1e-9);
}

/// One slow drive (500) and two fast ones (2,000) behind 3,554: at level 500 the slow one stops;
/// the others share 3,054 and get 1,527 each, below their own 2,000.
#[test]
fn what_a_slow_drive_leaves_goes_to_the_others() {
    let flows = [flow(1.0, &[0, 3]), flow(1.0, &[1, 3]), flow(1.0, &[2, 3])];
    let shares = share(&[500.0, 2000.0, 2000.0, 3554.0], &flows);
    assert!((shares.rates[0] - 500.0).abs() < 1e-9);
    assert!((shares.rates[1] - 1527.0).abs() < 1e-9);
    assert_eq!(shares.stopped_by, [Some(0), Some(3), Some(3)]);
}

/// Weights 2 and 1 over 300: 2x + x = 300, so 200 and 100.
#[test]
fn weights_set_the_ratio() {
    let shares = share(&[300.0], &[flow(2.0, &[0]), flow(1.0, &[0])]);
    assert_eq!(shares.rates, [200.0, 100.0]);
}

/// A stripe over two drives of 2,300 puts half its rate on each: 0.5 x = 2,300, x = 4,600.
#[test]
fn a_stripe_uses_each_member_by_its_share() {
    let half = |resource| ResourceUse { resource, coefficient: 0.5 };
    let stripe = SolverFlow { weight: 1.0, uses: vec![half(0), half(1)] };
    assert_eq!(share(&[2300.0, 2300.0], &[stripe]).rates, [4600.0]);
}

#[test]
fn nothing_to_use_is_no_limit_and_nothing_to_give_is_no_rate() {
    let shares = share(&[0.0], &[flow(1.0, &[]), flow(1.0, &[0]), flow(1.0, &[7])]);
    assert_eq!(shares.rates, [f64::INFINITY, 0.0, f64::INFINITY]);
    assert_eq!(shares.stopped_by, [None, Some(0), None]);
}

/// A second chipset behind the first: drives 0 and 1 (2,000 each) behind the inner uplink (3,
/// 3,000), which hangs with drive 2 (2,000) on the outer one (4). With 4,800 there, the inner one
/// fills first, 2x = 3,000 at x = 1,500, and drive 2 goes on alone to 4,800 - 3,000 = 1,800, below
/// its own 2,000. With 4,200, the outer one fills first, 3x = 4,200 at x = 1,400, and stops all;
/// 2 x 1,400 = 2,800 leave room on the inner one.
#[test]
fn of_nested_uplinks_the_tighter_one_stops_its_own() {
    let flows = [flow(1.0, &[0, 3, 4]), flow(1.0, &[1, 3, 4]), flow(1.0, &[2, 4])];
    let shares = |outer| share(&[2000.0, 2000.0, 2000.0, 3000.0, outer], &flows);
    let wide = shares(4800.0);
    assert_eq!(wide.rates, [1500.0, 1500.0, 1800.0]);
    assert_eq!(wide.stopped_by, [Some(3), Some(3), Some(4)]);
    assert_eq!(wide.loads, [1500.0, 1500.0, 1800.0, 3000.0, 4800.0]);
    let slim = shares(4200.0);
    assert_eq!(slim.rates, [1400.0; 3]);
    assert_eq!(slim.stopped_by, [Some(4); 3]);
    assert_eq!(slim.loads[3], 2800.0);
}

/// The parking lot (Bertsekas and Gallager, figure 6.18): one long flow over three links, and a
/// short one on each. Links of 100, 60 and 90: 2x = 60 stops the long one and the second at 30; the
/// others have the rest, 100 - 30 = 70 and 90 - 30 = 60.
#[test]
fn in_the_parking_lot_the_long_flow_gets_what_its_tightest_link_gives() {
    let flows = [flow(1.0, &[0, 1, 2]), flow(1.0, &[0]), flow(1.0, &[1]), flow(1.0, &[2])];
    let shares = share(&[100.0, 60.0, 90.0], &flows);
    assert_eq!(shares.rates, [30.0, 70.0, 30.0, 60.0]);
    assert_eq!(shares.stopped_by, [Some(1), Some(0), Some(1), Some(2)]);
}

/// Weights and coefficients at once. Flow 0 (weight 3) costs 2 on the shared resource, flow 1
/// (weight 1) costs 4: per level 3 x 2 + 1 x 4 = 10, so 200 are full at level 20. But flow 0's own
/// resource of 45 stops it at 3x = 45, level 15, when it has put 90 on the shared one. Flow 1 goes on
/// to (200 - 90) / 4 = 27.5.
#[test]
fn weights_scale_the_rate_and_coefficients_the_load() {
    let uses = |resource, coefficient| ResourceUse { resource, coefficient };
    let flows = [
        SolverFlow { weight: 3.0, uses: vec![uses(0, 1.0), uses(1, 2.0)] },
        SolverFlow { weight: 1.0, uses: vec![uses(1, 4.0)] },
    ];
    let shares = share(&[45.0, 200.0], &flows);
    assert_eq!(shares.rates, [45.0, 27.5]);
    assert_eq!(shares.loads, [45.0, 200.0]);
}

/// Both fill at 50: the one with the lower number is named, whatever the order of the uses.
#[test]
fn of_two_that_fill_at_once_the_first_is_named() {
    for uses in [[0, 1], [1, 0]] {
        let shares = share(&[50.0, 50.0], &[flow(1.0, &uses)]);
        assert_eq!((shares.rates[0], shares.stopped_by[0]), (50.0, Some(0)));
    }
}
