//! `cargo xtask inference --wide`: the wider family of machines, each through all runs.

use narrows_infer::Settings;
use narrows_infer::trial::{Chance, Course, Drift, Family, Verdict, follow, verdict};

use crate::Done;

/// The largest machines drawn, in drives.
const DRIVES_MOST: usize = 16;

/// What is judged together: a family, how what arrives is shared, scatter and drift.
type Row = (&'static str, Family, bool, f64, (&'static str, Drift));

/// All that is judged: each scatter, then port arbitration, then each drift.
fn rows() -> Vec<Row> {
    let [steady, drifts @ ..] = Drift::ALL;
    let each = |by_port: bool, noise: f64, drift| {
        Family::ALL.map(|(name, family)| (name, family, by_port, noise, drift))
    };
    let flat = [0.0, 0.03, 0.06].into_iter().flat_map(|noise| each(false, noise, steady));
    let ports = each(true, 0.03, steady);
    let drifting = drifts.into_iter().flat_map(|drift| each(false, 0.03, drift));
    flat.chain(ports).chain(drifting).collect()
}

/// Judges so many machines of each sort, and prints how often the answer is right.
pub fn run(machines: usize, seed: u64) -> Done {
    println!("{machines} machines of each sort, 2 to {DRIVES_MOST} drives; seed {seed}");
    println!(
        "{:<10} {:<5} {:>7} {:<23} {:>8} {:>8} {:>8} {:>10} {:>6}",
        "family", "ports", "scatter", "drift", "right", "found", "false", "sure wrong", "runs"
    );
    for row in rows() {
        let told: Vec<Verdict> = (0..machines).map(|number| judged(row, seed, number)).collect();
        print(row, &told);
    }
    Ok(())
}

fn judged((_, family, by_port, noise, (_, drift)): Row, seed: u64, number: usize) -> Verdict {
    let mut chance = Chance::new(seed.wrapping_mul(1 << 32).wrapping_add(number as u64));
    let mut machine = family.draw(DRIVES_MOST, &mut chance);
    if by_port {
        machine.by_port = true;
        machine.weights.fill(1.0);
    }
    let settings = Settings::of(machine.private.len());
    let course = Course::draw(machine, drift, noise, &mut chance);
    let (known, inference) = follow(&course, &settings, &mut chance);
    verdict(&course.machine, &inference, known.len(), settings.least_cost)
}

fn print((name, _, by_port, noise, (drift, _)): Row, told: &[Verdict]) {
    let percent =
        |count: usize, of: usize| format!("{:.1} %", 100.0 * count as f64 / of.max(1) as f64);
    let part =
        |is: fn(&Verdict) -> bool| percent(told.iter().filter(|it| is(it)).count(), told.len());
    let sure: usize = told.iter().map(|it| it.sure[0]).sum();
    let wrong: usize = told.iter().map(|it| it.sure[1]).sum();
    let runs: usize = told.iter().map(|it| it.runs).sum();
    let ports = if by_port { "port" } else { "flat" };
    println!(
        "{name:<10} {ports:<5} {:>5} % {drift:<23} {:>8} {:>8} {:>8} {:>10} {:>6.1}",
        noise * 100.0,
        part(|it| it.exact),
        part(|it| it.found),
        part(|it| it.false_sets > 0),
        percent(wrong, sure),
        runs as f64 / told.len().max(1) as f64,
    );
}
