//! `cargo xtask inference`: how often the inference is right, and from how many runs.
//!
//! Random machines are measured with noise, once each; the conclusions of the inference after a
//! given number of runs are compared with the truth, and so are two manual methods.

use std::path::PathBuf;
use std::process::Command;
use std::thread;

use narrows_infer::trial::{
    SplitMix64, TrialMachine, TrialMachineKind, TrialScore, equal_rates, infer, judge, judge_sets,
    pair_matrix,
};
use narrows_infer::{InferenceSettings, conclude};

use xtask::Fallible;
use xtask::{binary, shell, tree};

mod figure;
mod wide;

/// The standard deviation of a rate, as a part of it.
const NOISE: f64 = 0.03;
/// Pairs that fall short by more than this are joined, rates nearer than this are equal: about
/// three standard deviations of the compared value.
const SHORT: f64 = 0.10;
/// Required with all runs: share of machines exactly right, of those with capacities also within 5
/// %, and of machines without limits for which none is invented.
const WANTED: [f64; 3] = [0.99, 0.99, 0.995];

/// Number of runs allowed for this many drives, by name.
type Allowed = (&'static str, fn(usize) -> usize);

const ALLOWED: [Allowed; 6] = [
    ("n + 2", |n| n + 2),
    ("1.5 n + 2", |n| n + n / 2 + 2),
    ("2 n", |n| 2 * n),
    ("2 n + 4", |n| 2 * n + 4),
    ("2.5 n + 6", |n| 2 * n + n / 2 + 6),
    ("3 n + 8", |n| 3 * n + 8),
];

struct InferenceOptions {
    machines: usize,
    seed: u64,
    svg: Option<PathBuf>,
    /// The wider family of machines, or of clusters, instead.
    wide: bool,
    /// Clusters of hosts instead.
    hosts: bool,
}

/// One way to find the sets, on all machines so far.
#[derive(Clone, Debug, Default)]
struct InferenceRow {
    name: String,
    /// Runs used on each machine that shares something.
    runs: Vec<usize>,
    exact: usize,
    within: usize,
    /// Machines that share nothing, and those for which a set was made up.
    free: usize,
    made_up: usize,
}

/// Judges the requested number of machines that share something, and as many that share nothing;
/// fails if the wanted numbers are missed.
pub fn run(args: &[String]) -> Fallible {
    let options = options(args)?;
    if options.hosts {
        // The host examples are in the package for many hosts, which the chores are built without.
        // With the whole workspace, cargo reuses the build of the tests.
        shell::run(&mut shell::cargo(&[
            "build",
            "--quiet",
            "--workspace",
            "--example",
            "inference",
        ]))?;
        let program = binary::built(&tree::root()).with_file_name("examples/inference");
        let mut judge = Command::new(program);
        judge.args([options.machines.to_string(), options.seed.to_string()]);
        return shell::run(judge.args(options.wide.then_some("--wide")));
    }
    if options.wide {
        return wide::run(options.machines, options.seed);
    }
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let parts = thread::scope(|scope| {
        let part = |first| move || judged(options.seed, (first..options.machines).step_by(threads));
        let handles: Vec<_> = (0..threads).map(|first| scope.spawn(part(first))).collect();
        handles.into_iter().map(|handle| handle.join()).collect::<Result<Vec<_>, _>>()
    });
    let parts = parts.map_err(|_| "a thread that judged machines panicked")?;
    let mut rows = empty();
    for part in parts {
        rows.iter_mut().zip(part).for_each(|(row, more)| row.add(more));
    }
    rows.iter_mut().for_each(|row| row.runs.sort_unstable());
    print(&rows, &options);
    if let Some(path) = &options.svg {
        std::fs::write(path, figure::svg(&rows, ALLOWED.len()))?;
    }
    let row = &rows[ALLOWED.len() - 1];
    let reached = row.parts();
    let missed = reached.iter().zip(WANTED).any(|(reached, wanted)| *reached < wanted);
    let wanted = WANTED.map(|wanted| format!("{:.1} %", wanted * 100.0)).join(", ");
    if missed { Err(format!("{}: {wanted} were wanted", row.name).into()) } else { Ok(()) }
}

fn options(args: &[String]) -> Fallible<InferenceOptions> {
    let mut options =
        InferenceOptions { machines: 1000, seed: 1, svg: None, wide: false, hosts: false };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        if arg == "--wide" {
            options.wide = true;
            continue;
        }
        if arg == "--hosts" {
            options.hosts = true;
            continue;
        }
        let value = args.next().ok_or_else(|| format!("{arg} wants a value"))?;
        match arg.as_str() {
            "--machines" => options.machines = value.parse()?,
            "--seed" => options.seed = value.parse()?,
            "--svg" => options.svg = Some(value.into()),
            _ => {
                return Err(format!(
                    "{arg} is not known: --machines, --seed, --svg, --wide, --hosts"
                )
                .into());
            }
        }
    }
    Ok(options)
}

fn empty() -> Vec<InferenceRow> {
    let named = |name: &str| InferenceRow { name: name.to_owned(), ..InferenceRow::default() };
    let allowed = ALLOWED.iter().map(|(name, _)| named(name));
    allowed.chain([named("equal rates"), named("pair matrix")]).collect()
}

fn judged(seed: u64, numbers: impl Iterator<Item = usize>) -> Vec<InferenceRow> {
    let mut rows = empty();
    for number in numbers {
        let kinds = [
            TrialMachineKind::SHARING[number % TrialMachineKind::SHARING.len()],
            TrialMachineKind::Free,
        ];
        for (at, kind) in kinds.into_iter().enumerate() {
            // Any number that no other machine has.
            let own = seed.wrapping_mul(1 << 32).wrapping_add(2 * number as u64 + at as u64);
            let mut chance = SplitMix64::new(own);
            let machine = TrialMachine::draw(kind, &mut chance);
            judge_one(&machine, kind, &mut chance, &mut rows);
        }
    }
    rows
}

fn judge_one(
    machine: &TrialMachine,
    kind: TrialMachineKind,
    chance: &mut SplitMix64,
    rows: &mut [InferenceRow],
) {
    let drives = machine.private.len();
    let settings = InferenceSettings::of(drives);
    let trial = infer(machine, &settings, NOISE, chance);
    for ((_, allowed), row) in ALLOWED.iter().zip(rows.iter_mut()) {
        let runs = trial.known.len().min(allowed(drives));
        let score = if runs == trial.known.len() {
            judge(machine, &trial.inference, settings.least_cost)
        } else {
            judge(machine, &conclude(&trial.known[..runs], &settings), settings.least_cost)
        };
        row.count(kind, score, runs);
    }
    let mut measure = |members: &[usize]| machine.measure(members, NOISE, chance);
    let scores =
        [equal_rates(drives, SHORT, &mut measure), pair_matrix(drives, SHORT, &mut measure)];
    for ((sets, runs), row) in scores.into_iter().zip(&mut rows[ALLOWED.len()..]) {
        let sets: Vec<_> = sets.into_iter().map(|set| (set, None)).collect();
        row.count(kind, judge_sets(machine, &sets, settings.least_cost), runs);
    }
}

impl InferenceRow {
    fn count(&mut self, kind: TrialMachineKind, score: TrialScore, runs: usize) {
        if kind == TrialMachineKind::Free {
            self.free += 1;
            self.made_up += usize::from(score.made_up);
        } else {
            self.runs.push(runs);
            self.exact += usize::from(score.exact);
            self.within += usize::from(score.exact && score.within);
        }
    }

    fn add(&mut self, more: Self) {
        self.runs.extend(more.runs);
        self.exact += more.exact;
        self.within += more.within;
        self.free += more.free;
        self.made_up += more.made_up;
    }

    /// Parts of all: exactly right, with capacities within 5 % as well, nothing made up.
    fn parts(&self) -> [f64; 3] {
        let part = |count: usize, of: usize| count as f64 / of.max(1) as f64;
        let machines = self.runs.len();
        let honest = part(self.free - self.made_up, self.free);
        [part(self.exact, machines), part(self.within, machines), honest]
    }
}

fn print(rows: &[InferenceRow], options: &InferenceOptions) {
    println!(
        "{} machines that share something, as many that do not; seed {}",
        options.machines, options.seed
    );
    println!(
        "{:<12} {:>8} {:>14} {:>14} {:>12}",
        "runs", "exact", "and within 5 %", "none made up", "median runs"
    );
    for (at, row) in rows.iter().enumerate() {
        let [exact, within, honest] = row.parts().map(|part| format!("{:.1} %", part * 100.0));
        // The other ways give no capacities.
        let within = if at < ALLOWED.len() { within } else { "-".to_owned() };
        let runs = row.runs.get(row.runs.len() / 2).copied().unwrap_or_default();
        println!("{:<12} {exact:>8} {within:>14} {honest:>14} {runs:>12}", row.name);
    }
}
