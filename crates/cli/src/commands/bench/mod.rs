//! `narrows bench PROFILE`: the rows of a benchmark that people compare results of, measured by
//! `measure`'s rounds, as its table; or a job for fio.
//!
//! Not here: profiles and reports of passes (`narrows-formats`).

#[cfg(target_os = "linux")]
pub mod everyday;
mod job;

use std::cell::RefCell;
use std::fs::File;
use std::path::Path;

use narrows_formats::bench::{Sheet, columns, is_steady, sheets, text};
use narrows_formats::fio_job::{self, FioJobFile};
use narrows_formats::profile::{self, BenchProfile, ProfileColumn};
use narrows_messages::{Localizer, Message};
use narrows_record::run::RunDocument;
use narrows_report::Page;
use narrows_report::page::{self, BenchTable};
use narrows_report::png::Theme;
use narrows_report::svg;
use narrows_units::{Bytes, Nanos, ParseQuantityError};

use super::measure;
use crate::args::bench::{BenchArgs, ColumnFilter};
use crate::args::{self, IoEngineName, MeasureArgs};
use crate::destination::{Destination, OutputFileKind};
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::input;
use crate::measuring::campaign::usual;
use crate::named::{self, NamedTarget, named};
use crate::output::CliOutput;
use crate::picture::in_theme;
use crate::platform::{commands, machine};

pub fn run(args: &BenchArgs, output: &CliOutput) -> Result<ProgramExit> {
    let Some(name) = &args.profile else { return list(output) };
    match request(name, args, output)? {
        BenchRequest::Profile(profile) => {
            let profile = chosen(profile, args)?;
            // The profile, its source, and its unconfirmed parts.
            let what = Message::new("bench-about").with("title", &profile.title);
            output.remark(&what.with("source", &profile.source));
            if !profile.unconfirmed.is_empty() {
                let what = Message::new("bench-unconfirmed");
                output.remark(&what.with("what", profile.unconfirmed.join("; ")));
            }
            if profile.jobs && !args.on.is_given() {
                return commands::everyday(args, &profile, output);
            }
            let mut names: Vec<&str> = Vec::new();
            for (_, workload) in profile.rows.iter().flat_map(|row| &row.cells) {
                if !names.contains(&workload.name.as_str()) {
                    names.push(&workload.name);
                }
            }
            let words = MeasureWords {
                workloads: names.join(","),
                time: profile.time,
                passes: profile.passes,
                size: Some(profile.size.get().to_string()),
                targets: &args.targets,
            };
            let mut measure = words.parsed(args)?;
            measure.raw =
                args.raw || (profile.is_by_position() && drives_can_be_read(args, output));
            if profile.is_by_position() && args.on.is_given() {
                measure.writes.scratch_size = Some(ALL_OF_IT);
            }
            // Virtual drives were written before.
            measure.writes.precondition = profile.precondition && !args.on.is_given();
            let plot = plot(args, &profile, &mut measure, output)?;
            let shown = |run: &RunDocument| {
                plot.draw(run, output)?;
                shown(run, &profile, output)
            };
            let ours = measure::MeasureHooks {
                until: &|results| is_steady(results, &profile),
                positions: &|workload| profile.positions(workload),
                apart: true,
                ..measure::MeasureHooks::shown(&shown)
            };
            measure::run_as(&measure, &ours, output)
        }
        BenchRequest::Job(job) => run_job(name, &job, args, output),
    }
}

/// Destination of a position profile's curves, drawn instead of the picture of the machine.
struct Plot(RefCell<Option<Destination>>, Theme);

fn plot(
    args: &BenchArgs,
    profile: &BenchProfile,
    measure: &mut MeasureArgs,
    output: &CliOutput,
) -> Result<Plot> {
    let theme = if args.picture.dark { Theme::Dark } else { Theme::Light };
    let file = if profile.is_by_position() { measure.picture.svg.take() } else { None };
    let file = output.destination(file.as_deref(), OutputFileKind::Drawing, args.force)?;
    Ok(Plot(RefCell::new(file), theme))
}

impl Plot {
    fn draw(&self, run: &RunDocument, output: &CliOutput) -> Result<()> {
        let Some(file) = self.0.borrow_mut().take() else { return Ok(()) };
        match svg::curves(run, &output.localizer) {
            Some(drawing) => file.write(in_theme(drawing, self.1).as_bytes()),
            None => {
                output.remark(&Message::new("cli-no-picture"));
                Ok(())
            }
        }
    }
}

/// Larger than any drive: a virtual one is read from its beginning to its end.
const ALL_OF_IT: Bytes = Bytes::gib(1 << 30);

/// Where drives are opened, on systems that have such a folder.
const DEVICES: &str = "/dev";

/// Whether drives are read directly, which covers the whole drive, if this user may; otherwise, and
/// on request, a file on each is used instead.
fn drives_can_be_read(args: &BenchArgs, output: &CliOutput) -> bool {
    if args.on.is_given() || args.in_file || !Path::new(DEVICES).is_dir() {
        return false;
    }
    let Ok(source) = machine::look(output) else { return false };
    // A name that is none is refused by who measures.
    let targets = named(&source.machine.topology, &args.targets, &[]).unwrap_or_default();
    let drives = targets.iter().filter(|target| target.kind == named::NamedTargetKind::Drive);
    let can_be_read =
        |target: &NamedTarget| File::open(Path::new(DEVICES).join(target.id.as_str())).is_ok();
    drives.clone().count() > 0 && drives.into_iter().all(can_be_read)
}

/// Meaning of the first word.
enum BenchRequest {
    Profile(BenchProfile),
    Job(FioJobFile),
}

fn run_job(
    name: &str,
    job: &FioJobFile,
    args: &BenchArgs,
    output: &CliOutput,
) -> Result<ProgramExit> {
    let planned = job::planned(name, job, args)?;
    let first = planned.rounds.first();
    let words = MeasureWords {
        // The rounds say all of it; these words are only such as a command line may have.
        workloads: first.map_or_else(String::new, |round| {
            round.parts[0].workload.clone().named_after_itself().name
        }),
        time: Nanos::secs(1.0),
        passes: 1,
        size: args.scratch_size.clone().or(planned.size.map(|size| size.to_string())),
        targets: &planned.targets,
    };
    let mut measure = words.parsed(args)?;
    measure.raw = planned.is_raw;
    if planned.is_passthrough {
        measure.means.engine = IoEngineName::Passthrough;
    }
    measure.writes.verify |= planned.is_verified;
    measure.means.poll |= planned.is_polled;
    measure.means.kernel_thread |= planned.is_fetched;
    measure.means.huge_pages |= planned.is_in_huge_pages;
    if planned.ramp > Nanos::ZERO || planned.is_by_amount {
        measure.ramp = Some(planned.ramp);
    }
    let shown = |run: &RunDocument| usual(run, output);
    let ours = measure::MeasureHooks {
        rounds: Some(&planned.rounds),
        files: &planned.files,
        ..measure::MeasureHooks::shown(&shown)
    };
    measure::run_as(&measure, &ours, output)
}

fn list(output: &CliOutput) -> Result<ProgramExit> {
    let all = profile::all();
    let line = |profile: &BenchProfile| format!("{:<15} {}", profile.name, profile.title);
    let lines: Vec<String> = all.iter().map(line).collect();
    let names: Vec<&str> = all.iter().map(|profile| profile.name.as_str()).collect();
    output.result(&names, || Page::lines(&lines.join("\n")))?;
    Ok(ProgramExit::Ok)
}

/// One of our profiles by its name, else a file: a profile, or a job for fio.
fn request(name: &str, args: &BenchArgs, output: &CliOutput) -> Result<BenchRequest> {
    if let Some(profile) = profile::named(name).filter(|_| !name.contains('/')) {
        return Ok(BenchRequest::Profile(profile));
    }
    if !Path::new(name).exists() {
        let names: Vec<String> = profile::all().into_iter().map(|profile| profile.name).collect();
        let what = Message::new("bench-unknown").with("name", name);
        return Err(CommandFailure::usage(what.with("known", names.join(", "))));
    }
    let bytes = input::read_written(Path::new(name)).map_err(|why| {
        CommandFailure::new(Message::new("import-unreadable").with("file", name).with("why", why))
    })?;
    let text = narrows_formats::decoded(&bytes);
    if !profile::is_one(&text) && text.lines().any(|line| line.trim_start().starts_with('[')) {
        // As fio finds them: from the working directory, else beside the job.
        let beside = Path::new(name).parent().unwrap_or(Path::new(""));
        let included = |file: &str| {
            let paths = [Path::new(file).to_owned(), beside.join(file)];
            let bytes = paths.iter().find_map(|path| input::read_written(path).ok())?;
            Some(narrows_formats::decoded(&bytes))
        };
        let text = fio_job::with_included(&text, &included);
        return Ok(BenchRequest::Job(fio_job::read(&text, &args.ignore, &|name| {
            std::env::var(name).ok()
        })));
    }
    let profile = profile::read(&text).map_err(|why| {
        let what = Message::new("bench-broken").with("file", name);
        CommandFailure::usage(what.with("why", output.localizer.say(&why)))
    })?;
    Ok(BenchRequest::Profile(profile))
}

fn chosen(profile: BenchProfile, args: &BenchArgs) -> Result<BenchProfile> {
    let is_chosen = |access: ProfileColumn| match args.only {
        None => true,
        Some(ColumnFilter::Read) => access == ProfileColumn::Read,
        Some(ColumnFilter::Write) => access == ProfileColumn::Write,
    };
    let mut chosen = profile;
    for row in &mut chosen.rows {
        row.cells.retain(|(access, _)| is_chosen(*access));
    }
    chosen.rows.retain(|row| !row.cells.is_empty());
    if chosen.rows.is_empty() {
        return Err(CommandFailure::usage(
            Message::new("bench-nothing-left").with("name", chosen.name),
        ));
    }
    chosen.passes = args.passes.unwrap_or(chosen.passes);
    if let Some(text) = &args.time {
        chosen.time = time(text)?;
    }
    if let Some(text) = &args.scratch_size {
        chosen.size = text.parse().map_err(|why| bad(text, &why))?;
    }
    Ok(chosen)
}

fn time(text: &str) -> Result<Nanos> {
    text.parse().map_err(|why| bad(text, &why))
}

fn bad(text: &str, why: &ParseQuantityError) -> CommandFailure {
    let what = Message::new("bench-bad-value").with("text", text);
    CommandFailure::usage(what.with("why", why))
}

/// The workload, in words of `narrows measure`, so that both measure alike.
struct MeasureWords<'a> {
    workloads: String,
    time: Nanos,
    passes: u32,
    size: Option<String>,
    targets: &'a [String],
}

impl MeasureWords<'_> {
    fn parsed(self, args: &BenchArgs) -> Result<MeasureArgs> {
        let mut words: Vec<String> = vec!["--workload".into(), self.workloads];
        let milliseconds = self.time.get() / 1_000_000;
        words.extend(["--time".into(), format!("{milliseconds} ms")]);
        words.extend(["--repeat".into(), self.passes.to_string()]);
        words.extend(self.size.into_iter().flat_map(|size| ["--scratch-size".to_owned(), size]));
        words.extend(args.set.iter().flat_map(|set| ["--set".to_owned(), set.clone()]));
        for (is_given, option) in [(args.dry_run, "--dry-run"), (args.no_report, "--no-report")] {
            words.extend(is_given.then(|| option.to_owned()));
        }
        // What follows are targets, even one that looks like an option.
        words.push("--".into());
        words.extend(self.targets.iter().cloned());
        let mut measure: MeasureArgs = args::of_words(words)?;
        measure.means.engine = args.engine;
        measure.on = args.on.clone();
        measure.picture = args.picture.clone();
        measure.fio_job.clone_from(&args.fio_job);
        measure.force = args.force;
        Ok(measure)
    }
}

fn shown(run: &RunDocument, profile: &BenchProfile, output: &CliOutput) -> Result<()> {
    let sheets = sheets(run, profile);
    if profile.steady.is_some() {
        let id = if is_steady(&run.results, profile) { "bench-steady" } else { "bench-not-steady" };
        let passes = run.results.iter().map(|row| row.repeat).max().unwrap_or_default();
        output.remark(&Message::new(id).count("passes", passes as usize));
    }
    if output.text {
        return output.print(&text(run, profile, &sheets));
    }
    output.result(run, || {
        let tables: Vec<BenchTable> =
            sheets.iter().map(|sheet| table(sheet, &output.localizer)).collect();
        page::bench(run, &profile.title, &tables, &output.localizer)
    })
}

/// MB/s of each column first, then requests per second and their average times.
fn table(sheet: &Sheet, localizer: &Localizer) -> BenchTable {
    let accesses = columns(sheet);
    let name = |access: &ProfileColumn| match access {
        ProfileColumn::Read => localizer.text("bench-read"),
        ProfileColumn::Write => localizer.text("bench-write"),
        ProfileColumn::Mix(share) => {
            localizer.say(&Message::new("bench-mix").with("percent", share))
        }
    };
    let columns = ["MB/s", "IOPS", "µs"];
    let columns = columns
        .iter()
        .flat_map(|unit| accesses.iter().map(move |access| format!("{} {unit}", name(access))));
    let rows = sheet.rows.iter().map(|row| {
        let cell = |access: &ProfileColumn| row.cells.iter().find(|(own, ..)| own == access);
        let of = |figure: fn(&narrows_formats::bench::BenchFigures) -> Option<f64>| {
            let cells = accesses.iter().map(cell);
            cells.map(|cell| cell.and_then(|(_, _, figures)| figure(figures))).collect::<Vec<_>>()
        };
        let cells = [of(|it| it.mb_s), of(|it| it.iops), of(|it| it.average_us)].concat();
        (row.name.clone(), cells)
    });
    BenchTable {
        name: sheet.name.clone(),
        columns: columns.collect(),
        first: accesses.len(),
        rows: rows.collect(),
    }
}
