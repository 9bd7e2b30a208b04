//! The sets, one DiskSpd process after another; then all their results together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use narrows_formats::diskspd::{DiskspdFolder, answer_name};
use narrows_formats::{decoded, results};
use narrows_host::filesystems;
use narrows_messages::Message;
use narrows_record::run::RunDocument;
use narrows_record::see::DocumentNote;
use narrows_report::page;
use narrows_topology::Id;
use narrows_units::{Bytes, Nanos};
use narrows_verdict::sharing::{RunGuide, next_set};
use narrows_workload::Workload;
use windows_sys::Win32::UI::Shell::IsUserAnAdmin;

use super::files::{self, TestFiles};
use super::program::{DiskspdProgram, not_started};
use super::{DiskspdRequest, lines, process};
use crate::args::diskspd::DiskspdArgs;
use crate::commands::explain::document;
use crate::commands::import;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::imported;
use crate::measuring::minutes;
use crate::measuring::rounds::RoundPlan;
use crate::output::CliOutput;
use crate::platform::interrupt;
use crate::run_directory::{keep_imported, name_run};

/// Folders and volumes hold other things too.
const SPARE: Bytes = Bytes::mib(64);

pub fn run(
    args: &DiskspdArgs,
    request: &DiskspdRequest,
    output: &CliOutput,
) -> Result<ProgramExit> {
    let cancel = interrupt::flag();
    process::end_together()
        .map_err(|why| CommandFailure::new(Message::new("diskspd-no-job").with("why", why)))?;
    let program = DiskspdProgram::find(args.program.as_deref(), &cancel)?;
    let what = Message::new("diskspd-found").with("path", program.path.display());
    output.remark(&what.with("version", &program.version));
    files::sweep(output)?;
    let used = request.used();
    // Refuses to fill a volume, before anything is made.
    let mut wanted: BTreeMap<Option<u64>, u64> = BTreeMap::new();
    for folder in &used {
        let path = Path::new(&folder.path);
        let sum = wanted.entry(filesystems::number(path)).or_default();
        *sum = sum.saturating_add(request.test.size.get());
        let Some(free) = filesystems::free(path) else {
            let what = Message::new("measure-no-such-path").with("path", &folder.path);
            return Err(CommandFailure::usage(what));
        };
        if free.get() < sum.saturating_add(SPARE.get()) {
            let what = Message::new("diskspd-no-room").with("folder", &folder.path);
            let what = what.with("free", free).with("size", Bytes::new(*sum));
            return Err(CommandFailure::new(what));
        }
    }
    let (id, _) = name_run();
    let files = TestFiles::make(&used, &id)?;
    let folder = files::results(args.results.as_deref(), &id)?;
    let mut course = DiskspdRun {
        request,
        program: &program,
        folder: &folder,
        cancel: &cancel,
        output,
        made: BTreeSet::new(),
        before: BTreeMap::new(),
        number: 0,
    };
    let came = course.all();
    let has_answers = course.number > 0;
    // Test files go however it ended; results stay.
    files.remove(output);
    match (&came, has_answers) {
        (Ok(()), true) => return conclude(&folder, &cancel, output),
        (_, true) => {
            output.remark(&Message::new("diskspd-answers-stay").with("folder", folder.display()));
        }
        (_, false) if args.results.is_none() => files::take_back(&folder),
        (_, false) => {}
    }
    came.and(Err(CommandFailure {
        exit: ProgramExit::Interrupted,
        what: Message::new("diskspd-interrupted"),
    }))
}

/// The results, kept as `import --keep` does, shown as `explain --from` or `import` does.
fn conclude(folder: &Path, cancel: &AtomicBool, output: &CliOutput) -> Result<ProgramExit> {
    let is_cut = cancel.load(Ordering::SeqCst);
    let mut run = import::concluded(&[folder.display().to_string()], output)?;
    run.partial |= is_cut;
    // DiskSpd sets the length of files without writing them if it has the right to
    // (`IORequestGenerator.cpp`, `SetFileValidData`), which administrators have. SAFETY: it takes
    // nothing and changes nothing.
    if unsafe { IsUserAnAdmin() != 0 } {
        let what = Message::new("diskspd-administrator");
        output.remark(&what);
        run.notes.push(DocumentNote::of(None, &what));
    }
    keep_imported(&mut run, output)?;
    let exit = show(&run, output)?;
    output.remark(&Message::new("import-kept").with("run", &run.id));
    output.remark(&Message::new("diskspd-answers").with("folder", folder.display()));
    Ok(if is_cut { ProgramExit::Interrupted } else { exit })
}

/// Which drives share a limit; for writes and mixes, no evidence of it, the figures.
fn show(run: &RunDocument, output: &CliOutput) -> Result<ProgramExit> {
    if run.sharing.is_some() {
        return document::show(run, vec![run.id.clone()], output);
    }
    output.result(run, || {
        if output.text {
            page::posted::run(run, &output.localizer)
        } else {
            page::run(run, &output.localizer)
        }
    })?;
    Ok(if run.partial { ProgramExit::Partial } else { ProgramExit::Ok })
}

struct DiskspdRun<'a> {
    request: &'a DiskspdRequest,
    program: &'a DiskspdProgram,
    folder: &'a Path,
    cancel: &'a AtomicBool,
    output: &'a CliOutput,
    made: BTreeSet<String>,
    /// How often each set ran.
    before: BTreeMap<String, usize>,
    number: usize,
}

impl DiskspdRun<'_> {
    /// The certain sets; then the most informative ones, if sets are to be chosen.
    fn all(&mut self) -> Result<()> {
        for round in &self.request.rounds {
            if !self.one(round)? {
                return Ok(());
            }
        }
        let Some(most) = self.request.most else { return Ok(()) };
        for workload in &self.request.workloads {
            if !self.chosen(workload, most)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Further sets of a workload, as long as another one is informative; false if interrupted.
    fn chosen(&mut self, workload: &Workload, most: usize) -> Result<bool> {
        let drives: Vec<String> = self.request.folders.iter().map(|it| it.name.clone()).collect();
        let mut guide = RunGuide::default();
        loop {
            let so_far: RunDocument =
                imported::load(&[self.folder.display().to_string()], self.output)?;
            let next = next_set(&so_far, &workload.name, &drives, most, &[], &mut guide);
            let Some(set) = next else { return Ok(true) };
            let drives: Vec<Id> = set.iter().map(Id::new).collect();
            let round = RoundPlan::of(set.join("+"), &drives, workload, self.request.time);
            if !self.one(&round)? {
                return Ok(false);
            }
        }
    }

    /// One set; false if interrupted.
    fn one(&mut self, round: &RoundPlan) -> Result<bool> {
        let names: Vec<&str> = round.parts.iter().map(|part| part.drive.as_str()).collect();
        self.say(&names.join("+"), round);
        let (words, files) = lines::command(self.request, round, &|file| self.made.contains(file));
        let mut command = Command::new(&self.program.path);
        command.args(words).args(&files);
        let answer = process::run(&mut command, None, self.cancel)
            .map_err(|why| not_started(&self.program.path, &why))?;
        let Some(answer) = answer else { return Ok(false) };
        let failed = |why: String| {
            let what = Message::new("diskspd-failed").with("set", names.join("+"));
            CommandFailure::new(what.with("why", why))
        };
        if !answer.is_well {
            // DiskSpd's first real complaint: its warnings and its last sentence say nothing.
            let aside = decoded(&answer.aside);
            let mut lines = aside.lines().map(str::trim).filter(|line| !line.is_empty());
            let is_reason =
                |line: &&str| !line.starts_with("WARNING") && !line.starts_with("Error generating");
            let reason =
                lines.clone().find(is_reason).or_else(|| lines.next()).unwrap_or("?").to_owned();
            return Err(failed(reason));
        }
        results::read(&answer.result).map_err(|why| failed(self.output.localizer.say(&why)))?;
        let count = self.before.entry(names.join("+")).or_default();
        let path = self.folder.join(answer_name(&names, *count));
        *count += 1;
        files::keep(&path, &answer.result)?;
        self.number += 1;
        self.made.extend(files);
        Ok(true)
    }

    fn say(&self, set: &str, round: &RoundPlan) {
        let seconds = self.request.test.warm_up + self.request.test.measured;
        let time = minutes(Nanos::millis(seconds * 1000));
        let what = match self.request.most {
            Some(most) => Message::new("diskspd-runs-chosen")
                .with("of", most.saturating_mul(self.request.workloads.len())),
            None => Message::new("diskspd-runs").with("of", self.request.rounds.len()),
        };
        let what = what.with("number", self.number + 1).with("set", set);
        let what = what.with("workload", round.workloads().join(", "));
        self.output.remark(&what.with("time", time));
    }
}
