//! DiskSpd as an engine of `measure` and `bench`: their requests, as its options.

use narrows_messages::Message;
use narrows_units::Nanos;

use crate::args::bench::BenchArgs;
use crate::args::{self, MeasureArgs};
use crate::commands::measure::request::workloads_of;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;

/// `measure --engine diskspd`: the sets and workloads of `measure`.
pub fn measure(args: &MeasureArgs, output: &CliOutput) -> Result<ProgramExit> {
    let (writes, means, together) = (&args.writes, &args.means, &args.together);
    refuse(&[
        ("--file", !args.file.is_empty()),
        ("--raw", args.raw),
        ("--as", !args.requests.as_.is_empty()),
        ("--limit", !together.limit.is_empty()),
        ("--start-order", !together.start_order.is_empty()),
        ("--stagger", together.stagger.is_some()),
        ("--poll", means.poll),
        ("--kernel-thread", means.kernel_thread),
        ("--huge-pages", means.huge_pages),
        ("--cpus", means.cpus.is_some()),
        ("--no-pin", means.no_pin),
        ("--raw-write", writes.raw_write),
        ("--keep", writes.keep.is_some()),
        ("--verify", writes.verify),
        ("--precondition", writes.precondition),
        ("--amount", args.amount.is_some()),
        ("--fio-job", args.fio_job.is_some()),
        ("--svg, --png, --card", args.picture.is_given()),
        ("--on", args.on.is_given()),
    ])?;
    let names: Vec<String> = workloads_of(args)?.into_iter().map(|one| one.name).collect();
    let mut words = vec!["--workload".to_owned(), names.join(",")];
    words.extend(together.set.iter().flat_map(|set| ["--set".to_owned(), set.clone()]));
    words.extend(["--repeat".to_owned(), args.repeat.to_string()]);
    words.extend(args.time.into_iter().flat_map(|time| ["--time".to_owned(), milliseconds(time)]));
    words.extend(args.ramp.into_iter().flat_map(|time| ["--ramp".to_owned(), milliseconds(time)]));
    let size = writes.scratch_size.map(|size| size.get().to_string());
    say(words, size, args.dry_run, &args.targets, output)
}

/// `bench PROFILE --engine diskspd`: the rows of a benchmark that DiskSpd can run.
pub fn bench(args: &BenchArgs, output: &CliOutput) -> Result<ProgramExit> {
    refuse(&[
        ("--only", args.only.is_some()),
        ("--raw", args.raw),
        ("--fio-job", args.fio_job.is_some()),
        ("--svg, --png, --card", args.picture.is_given()),
        ("--on", args.on.is_given()),
    ])?;
    // Profiles by name; anything else, such as a job for fio, is refused as a workload.
    let profile = args.profile.clone().unwrap_or_default();
    let mut words = vec!["--workload".to_owned(), profile];
    words.extend(args.set.iter().flat_map(|set| ["--set".to_owned(), set.clone()]));
    let passes = args.passes.map(|passes| passes.to_string());
    words.extend(passes.into_iter().flat_map(|passes| ["--repeat".to_owned(), passes]));
    words.extend(args.time.iter().flat_map(|time| ["--time".to_owned(), time.clone()]));
    say(words, args.scratch_size.clone(), args.dry_run, &args.targets, output)
}

fn milliseconds(time: Nanos) -> String {
    format!("{} ms", time.get() / 1_000_000)
}

fn say(
    mut words: Vec<String>,
    size: Option<String>,
    dry_run: bool,
    targets: &[String],
    output: &CliOutput,
) -> Result<ProgramExit> {
    words.extend(size.into_iter().flat_map(|size| ["--scratch-size".to_owned(), size]));
    words.extend(dry_run.then(|| "--dry-run".to_owned()));
    words.push("--".to_owned());
    words.extend(targets.iter().cloned());
    super::run(&args::of_words(words)?, output)
}

fn refuse(options: &[(&'static str, bool)]) -> Result<()> {
    match options.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => {
            Err(CommandFailure::usage(Message::new("diskspd-no-option").with("option", *option)))
        }
        None => Ok(()),
    }
}
