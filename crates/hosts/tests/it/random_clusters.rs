//! A slice of the clusters of `cargo xtask inference --hosts`.

use narrows_hosts::cluster::inquiry::most_rounds;
use narrows_hosts::cluster::trial::{draw, judge};
use narrows_infer::trial::SplitMix64;

#[test]
fn sets_are_exact_on_random_clusters() {
    let mut wrong = Vec::new();
    for number in 0..12 {
        let cluster = draw(&mut SplitMix64::new(number), 10);
        let judged = judge(&cluster, number % 2 == 0, 0.03, number).unwrap();
        assert!(judged.rounds <= most_rounds(judged.hosts));
        if !judged.exact {
            wrong.push((number, judged.truth, judged.sharing.limits));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
