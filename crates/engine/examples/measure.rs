//! Measures files or devices, or a scratch file in a directory, together, and prints the figures.
//!
//! For trying the engine by hand and for comparing it with other programs on the very same file:
//!
//! ```text
//! cargo run --release -p narrows-engine --example measure -- \
//!     PROFILE|PATTERN:DIRECTION:BLOCK:DEPTH SECONDS auto|pread|small PATH...
//! ```
//!
//! `small` is `auto` with ordinary memory instead of huge pages.

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use narrows_engine::{EngineChoice, Scratch, ScratchPlan, Settings, Target, run_set};
use narrows_messages::{Language, Speaker};
use narrows_units::Nanos;
use narrows_workload::{Direction, Pattern, Workload, profile};

fn main() -> ExitCode {
    match measure() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn measure() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [workload, seconds, engine, paths @ ..] = args.as_slice() else {
        return Err("usage: measure WORKLOAD SECONDS auto|pread|small PATH...".to_owned());
    };
    let workload = parse_workload(workload).ok_or("no such workload")?;
    let huge_pages = engine != "small";
    let engine = if engine == "pread" { EngineChoice::Pread } else { EngineChoice::Auto };
    let seconds: f64 = seconds.parse().map_err(|_| "seconds must be a number")?;
    let settings =
        Settings { time: Nanos::secs(seconds), engine, huge_pages, ..Settings::default() };
    let targets: Result<Vec<Target>, String> = paths.iter().map(|path| open(path)).collect();
    let set = run_set(&targets?, &workload, &settings, &AtomicBool::new(false), &|_| {});
    println!(
        "{}: window {}, skew {}, process {:?} per op",
        workload.name,
        set.window.length(),
        set.skew,
        set.process_cpu_per_op().map(|time| time.to_string()),
    );
    for target in &set.targets {
        let quantile = |q| target.latency.quantile(q).map(|time| time.to_string());
        println!(
            "{}: {} ({:.1} MB/s), {}, p50 {:?} p99 {:?} p99.9 {:?}, thread {:.1} %, {:?} {:?}",
            target.name,
            target.rate,
            target.rate.as_mb_s(),
            target.iops,
            quantile(0.5),
            quantile(0.99),
            quantile(0.999),
            target.cpu.thread_share() * 100.0,
            target.outcome,
            target.method,
        );
        let fallbacks = target.method.iter().flat_map(|method| &method.fallbacks);
        fallbacks.for_each(|fallback| println!("  {}", say(&fallback.message())));
    }
    Ok(())
}

fn open(path: &str) -> Result<Target, String> {
    let place = Path::new(path);
    if !place.is_dir() {
        return Target::open(path, place).map_err(|error| say(&error.message()));
    }
    let cancel = AtomicBool::new(false);
    let scratch = Scratch::make(place, None, ScratchPlan::default(), &cancel, &|_| {});
    scratch.map(|file| Target::scratch(path, &file)).map_err(|error| say(&error.message()))
}

fn say(message: &narrows_messages::Message) -> String {
    Speaker::new(Language::English).say(message)
}

fn parse_workload(text: &str) -> Option<Workload> {
    if let Some(named) = profile(text) {
        return Some(named);
    }
    let parts: Vec<&str> = text.split(':').collect();
    let [pattern, direction, block, depth] = parts.as_slice() else { return None };
    let pattern = if *pattern == "seq" { Pattern::Sequential } else { Pattern::Random };
    let direction = if *direction == "write" { Direction::Write } else { Direction::Read };
    Some(Workload::new(pattern, direction, block.parse().ok()?, depth.parse().ok()?))
}
