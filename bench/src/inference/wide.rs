//! `cargo xtask inference --wide`: the wider family of machines, each through all runs.

use narrows_infer::InferenceSettings;
use narrows_infer::trial::{
    Drift, DriftScore, DriftingMachine, MachineFamily, SplitMix64, follow, verdict,
};

use crate::parallel;
use xtask::Fallible;

/// The largest machines drawn, in drives.
const DRIVES_MOST: usize = 16;

/// How machines are measured, and the required results.
struct InferenceCondition {
    name: &'static str,
    by_port: bool,
    noise: f64,
    drift: Drift,
    /// The minimum share of machines inferred correctly, and the maximum share with a reported set
    /// that does not exist.
    wanted: [f64; 2],
}

/// Maximum share of wrong sets among those reported with 0.99 or more.
const SURE_WRONG_MOST: f64 = 0.01;

fn conditions() -> Vec<InferenceCondition> {
    let steady = |name, by_port, noise, right| InferenceCondition {
        name,
        by_port,
        noise,
        drift: Drift::None,
        wanted: [right, 0.005],
    };
    let drifts = Drift::ALL.into_iter().filter(|(_, drift)| *drift != Drift::None);
    let drifting = drifts.map(|(name, drift)| InferenceCondition {
        name,
        by_port: false,
        noise: 0.03,
        drift,
        wanted: [0.90, 0.01],
    });
    let all = [
        steady("no scatter", false, 0.0, 0.99),
        steady("3 % scatter", false, 0.03, 0.99),
        steady("6 % scatter", false, 0.06, 0.97),
        steady("ports, 3 %", true, 0.03, 0.97),
    ];
    all.into_iter().chain(drifting).collect()
}

/// Results over a number of machines.
#[derive(Clone, Copy, Default)]
struct InferenceTally {
    machines: usize,
    right: usize,
    found: usize,
    made_up: usize,
    sure: usize,
    sure_wrong: usize,
    runs: usize,
}

impl InferenceTally {
    fn add(&mut self, verdict: &DriftScore) {
        self.machines += 1;
        self.right += usize::from(verdict.exact);
        self.found += usize::from(verdict.found);
        self.made_up += usize::from(verdict.false_sets > 0);
        self.sure += verdict.sure[0];
        self.sure_wrong += verdict.sure[1];
        self.runs += verdict.runs;
    }

    fn misses(&self, [right, made_up]: [f64; 2]) -> bool {
        part(self.right, self.machines) < right
            || part(self.made_up, self.machines) > made_up
            || part(self.sure_wrong, self.sure) > SURE_WRONG_MOST
    }

    fn print(&self, how: &str, family: &str) {
        println!(
            "{how:<23} {family:<10} {:>8.1} {:>8.1} {:>8.1} {:>12.1} {:>6.1}",
            100.0 * part(self.right, self.machines),
            100.0 * part(self.found, self.machines),
            100.0 * part(self.made_up, self.machines),
            100.0 * part(self.sure_wrong, self.sure),
            self.runs as f64 / self.machines.max(1) as f64,
        );
    }
}

fn part(count: usize, of: usize) -> f64 {
    count as f64 / of.max(1) as f64
}

/// Judges this many machines of each family under each condition, prints how often the answer is
/// right, and fails if less is reached than wanted.
pub fn run(machines: usize, seed: u64) -> Fallible {
    println!("{machines} machines of each family, 2 to {DRIVES_MOST} drives; seed {seed}; percent");
    println!(
        "{:<23} {:<10} {:>8} {:>8} {:>8} {:>12} {:>6}",
        "measured with", "family", "right", "found", "made up", "sure, wrong", "runs"
    );
    let mut missed = Vec::new();
    for condition in conditions() {
        let mut all = InferenceTally::default();
        for (name, family) in MachineFamily::ALL {
            let mut tally = InferenceTally::default();
            let judge = |number| judged_one(&condition, family, seed, number);
            for verdict in parallel::each(machines, judge) {
                tally.add(&verdict);
                all.add(&verdict);
            }
            tally.print(condition.name, name);
        }
        all.print(condition.name, "all");
        if all.misses(condition.wanted) {
            missed.push(condition.name);
        }
    }
    if missed.is_empty() { Ok(()) } else { Err(format!("missed: {}", missed.join("; ")).into()) }
}

fn judged_one(
    condition: &InferenceCondition,
    family: MachineFamily,
    seed: u64,
    number: usize,
) -> DriftScore {
    let mut chance = SplitMix64::new(seed.wrapping_mul(1 << 32).wrapping_add(number as u64));
    let mut machine = family.draw(DRIVES_MOST, &mut chance);
    if condition.by_port {
        machine.by_port = true;
        machine.weights.fill(1.0);
    }
    let settings = InferenceSettings::of(machine.private.len());
    let course = DriftingMachine::draw(machine, condition.drift, condition.noise, &mut chance);
    let (known, inference) = follow(&course, &settings, &mut chance);
    verdict(&course.machine, &inference, known.len(), settings.least_cost)
}
