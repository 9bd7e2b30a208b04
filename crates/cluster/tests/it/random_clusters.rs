//! A slice of what `cargo xtask hosts` judges.

use narrows_cluster::inquiry::most_rounds;
use narrows_cluster::trial::{draw, judge};
use narrows_infer::trial::Chance;

#[test]
fn sets_are_exact_on_random_clusters() {
    let count = std::env::var("CLUSTERS").ok().and_then(|n| n.parse().ok()).unwrap_or(20u64);
    let most = std::env::var("MOST").ok().and_then(|n| n.parse().ok()).unwrap_or(16usize);
    let mut exact = 0;
    for number in 0..count {
        let mut chance = Chance::new(number);
        let cluster = draw(&mut chance, most);
        let judged = judge(&cluster, number % 2 == 0, 0.03, number).unwrap();
        assert!(judged.rounds <= most_rounds(judged.hosts));
        exact += u64::from(judged.exact);
        if !judged.exact {
            println!(
                "{number}: {} hosts {} rounds\n truth {:?}",
                judged.hosts, judged.rounds, judged.truth
            );
            for limit in &judged.found.limits {
                println!(
                    "  found {:?} {:.0} conf {:.3} cost {:.0}",
                    limit.units, limit.capacity_mb_s.value, limit.confidence, limit.cost_percent
                );
            }
            for open in &judged.found.undecided {
                println!("  open {}", open.text);
            }
        }
    }
    println!("{exact} of {count}");
    assert!(exact * 100 >= count * 95, "{exact} of {count}");
}
