//! `cargo xtask inference --hosts`: a number of random clusters from a seed, each through all rounds; with
//! `--wide` odd ones.

use narrows_hosts::cluster::inquiry::most_rounds;
use narrows_hosts::cluster::trial::{ClusterFamily, ClusterScore, draw, judge};
use narrows_infer::trial::SplitMix64;
use narrows_record::hosts::HostLimitCause;

#[path = "../../../bench/src/parallel.rs"]
mod parallel;

type Done = Result<(), Box<dyn std::error::Error>>;

/// The largest clusters drawn, in hosts.
const HOSTS_MOST: usize = 64;
/// The standard deviation of a rate, as a part of it.
const NOISE: f64 = 0.03;
/// The part of clusters whose sets must be exactly right.
const WANTED: f64 = 0.98;

/// The largest odd clusters drawn, in hosts: of every kind many.
const WIDE_MOST: usize = 24;

fn main() -> Done {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [clusters, seed] => run(clusters.parse()?, seed.parse()?),
        [clusters, seed, "--wide"] => wide(clusters.parse()?, seed.parse()?),
        _ => Err("inference CLUSTERS SEED [--wide]".into()),
    }
}

/// Judges clusters, of which every second one has its racks known beforehand; fails if the wanted part
/// is missed or one took too many rounds.
fn run(clusters: usize, seed: u64) -> Done {
    let mut exact = 0;
    let judge = |number: usize| {
        let own = own(seed, number);
        judge(&draw(&mut SplitMix64::new(own), HOSTS_MOST), number.is_multiple_of(2), NOISE, own)
    };
    for (number, judged) in parallel::each(clusters, judge).into_iter().enumerate() {
        let judged = within(judged)?;
        exact += usize::from(judged.exact);
        if !judged.exact {
            show(number, &judged);
        }
    }
    println!("{exact} of {clusters} clusters exactly right, wanted {:.0} %", WANTED * 100.0);
    let reached = exact as f64 >= WANTED * clusters as f64;
    if reached { Ok(()) } else { Err("fewer than wanted".into()) }
}

/// Any number that no other cluster has.
fn own(seed: u64, number: usize) -> u64 {
    seed.wrapping_mul(1 << 32).wrapping_add(number as u64)
}

/// Checks that a conclusion took no more rounds than allowed.
fn within(judged: Option<ClusterScore>) -> Result<ClusterScore, Box<dyn std::error::Error>> {
    let judged = judged.ok_or("nothing was concluded")?;
    let most = most_rounds(judged.hosts);
    if judged.rounds > most {
        Err(format!("{} rounds, at most {most} are allowed", judged.rounds).into())
    } else {
        Ok(judged)
    }
}

/// How clusters are measured, and the least part of them that must be exactly right.
const CONDITIONS: [(&str, f64, f64); 2] = [("3 % scatter", 0.03, 0.97), ("6 % scatter", 0.06, 0.9)];
/// Largest share of sets reported as certain that may not exist, and of clusters reported as known whole that
/// may not be.
const WRONG_MOST: f64 = 0.02;

#[derive(Clone, Copy, Default)]
struct ClusterTally {
    clusters: usize,
    exact: usize,
    silent: usize,
    /// Sets reported as certain, and how many of them do not exist.
    sure: [usize; 2],
    /// Limits found, and those whose place was excluded.
    placed: [usize; 2],
    /// Causes reported with 0.9 and more, and how many of them are wrong.
    likely: [usize; 2],
}

impl ClusterTally {
    fn add(&mut self, judged: &ClusterScore) {
        self.clusters += 1;
        self.exact += usize::from(judged.exact);
        self.silent += usize::from(judged.is_silent());
        for (sum, more) in self.sure.iter_mut().zip(judged.sure) {
            *sum += more;
        }
        for (sum, more) in self.placed.iter_mut().zip(judged.placed) {
            *sum += more;
        }
        for (sum, more) in self.likely.iter_mut().zip(judged.likely) {
            *sum += more;
        }
    }

    fn print(&self, how: &str, family: &str) {
        println!(
            "{how:<12} {family:<10} {:>8.1} {:>12.1} {:>12.1} {:>12.1} {:>8} of {}",
            100.0 * part(self.exact, self.clusters),
            100.0 * part(self.silent, self.clusters),
            100.0 * part(self.sure[1], self.sure[0]),
            100.0 * part(self.placed[1], self.placed[0]),
            self.likely[1],
            self.likely[0],
        );
    }

    fn misses(&self, exact: f64) -> bool {
        part(self.exact, self.clusters) < exact
            || part(self.silent, self.clusters) > WRONG_MOST
            || part(self.sure[1], self.sure[0]) > WRONG_MOST
            || part(self.placed[1], self.placed[0]) > WRONG_MOST
            || part(self.likely[1], self.likely[0]) > 0.1
    }
}

fn part(count: usize, of: usize) -> f64 {
    count as f64 / of.max(1) as f64
}

/// Judges so many odd clusters of each kind under each condition; few may be reported wrongly.
fn wide(clusters: usize, seed: u64) -> Done {
    println!("{clusters} clusters of each kind, 4 to {WIDE_MOST} hosts; seed {seed}; percent");
    println!(
        "{:<12} {:<10} {:>8} {:>12} {:>12} {:>12} {:>12}",
        "measured", "kind", "exact", "not, unsaid", "sure, none", "place, not", "90 %, wrong"
    );
    let mut missed = Vec::new();
    for (condition, noise, exact) in CONDITIONS {
        let mut all = ClusterTally::default();
        for (name, family) in ClusterFamily::ALL {
            let judge = |number: usize| {
                let own = own(seed, number);
                judge(
                    &family.draw(WIDE_MOST, &mut SplitMix64::new(own)),
                    number.is_multiple_of(2),
                    noise,
                    own,
                )
            };
            let mut tally = ClusterTally::default();
            for (number, judged) in parallel::each(clusters, judge).into_iter().enumerate() {
                let judged = within(judged)?;
                let wrong = judged.sure[1] + judged.placed[1] + judged.likely[1];
                if judged.is_silent() || wrong > 0 {
                    show(number, &judged);
                }
                tally.add(&judged);
                all.add(&judged);
            }
            tally.print(condition, name);
        }
        all.print(condition, "all");
        if all.misses(exact) {
            missed.push(condition);
        }
    }
    if missed.is_empty() { Ok(()) } else { Err(format!("missed: {}", missed.join("; ")).into()) }
}

fn show(number: usize, judged: &ClusterScore) {
    println!("cluster {number}: {} hosts, {} rounds", judged.hosts, judged.rounds);
    for truth in &judged.truth {
        let (cost, apart) = (truth.cost * 100.0, truth.cost_apart * 100.0);
        let (members, place) = (&truth.members, truth.place);
        println!("  true  {members:?}, costs {cost:.0} %, by themselves {apart:.0} %: {place:?}");
    }
    for limit in &judged.sharing.limits {
        let open = limit.causes.iter().filter(|cause| !cause.excluded);
        let told =
            |cause: &HostLimitCause| format!("{:.2} {}", cause.likelihood, cause.text.in_english());
        let open: Vec<String> = open.map(told).collect();
        println!("  found {:?}, {:.2} sure: {}", limit.units, limit.confidence, open.join("; "));
    }
}
