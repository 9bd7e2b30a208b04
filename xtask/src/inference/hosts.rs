//! `cargo xtask inference --hosts`: random clusters, each through all rounds.

use narrows_cluster::inquiry::most_rounds;
use narrows_cluster::trial::{Judged, draw, judge};
use narrows_infer::trial::Chance;

use crate::done::Done;

/// The largest clusters drawn, in hosts.
const HOSTS_MOST: usize = 64;
/// The standard deviation of a rate, as a part of it.
const NOISE: f64 = 0.03;
/// The part of clusters whose sets must be exactly right.
const WANTED: f64 = 0.98;

/// Judges clusters, of which every second one has its racks told beforehand; fails where the wanted part
/// is missed or one took too many rounds.
pub fn run(clusters: usize, seed: u64) -> Done {
    let mut exact = 0;
    for number in 0..clusters as u64 {
        let own = seed.wrapping_mul(1 << 32).wrapping_add(number);
        let cluster = draw(&mut Chance::new(own), HOSTS_MOST);
        let judged = judge(&cluster, number % 2 == 0, NOISE, own).ok_or("nothing was concluded")?;
        if judged.rounds > most_rounds(judged.hosts) {
            return Err(format!("cluster {number} took {} rounds", judged.rounds).into());
        }
        exact += usize::from(judged.exact);
        if !judged.exact {
            show(number, &judged);
        }
    }
    println!("{exact} of {clusters} clusters exactly right, wanted {:.0} %", WANTED * 100.0);
    let reached = exact as f64 >= WANTED * clusters as f64;
    if reached { Ok(()) } else { Err("fewer than wanted".into()) }
}

fn show(number: u64, judged: &Judged) {
    println!("cluster {number}: {} hosts, {} rounds", judged.hosts, judged.rounds);
    for truth in &judged.truth {
        println!("  true  {:?}, costs {:.0} %", truth.members, truth.cost * 100.0);
    }
    for limit in &judged.found.limits {
        println!("  found {:?}, {:.2} sure", limit.units, limit.confidence);
    }
}
