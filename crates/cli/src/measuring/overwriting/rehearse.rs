//! `--rehearse`: the planned writes, every check with its result, and the same for fio.
//!
//! Nothing is written and nothing is made: drives are opened for reading only.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use narrows_host::guard::{self, OverwriteCheck, OverwriteRefusal};
use narrows_messages::Message;
use narrows_record::schema;
use narrows_record::verify::{Rehearsal, SafetyCheck, TargetRehearsal, WriteKind};
use narrows_report::Page;
use narrows_topology::Id;
use narrows_units::Bytes;
use narrows_workload::Workload;

use super::{WriteArgs, device, lost};
use crate::failure::{ProgramExit, Result};
use crate::measuring::fio_job;
use crate::measuring::rounds::{RoundPart, RoundPlan};
use crate::measuring::targets::TargetLocation;
use crate::measuring::writes::writes;
use crate::output::CliOutput;

pub fn show(
    args: &WriteArgs,
    rounds: &[RoundPlan],
    places: &[(Id, TargetLocation)],
    output: &CliOutput,
) -> Result<ProgramExit> {
    let targets: Vec<TargetRehearsal> =
        places.iter().map(|(id, place)| rehearsed(args, rounds, id, place, output)).collect();
    let passed = |target: &TargetRehearsal| target.checks.iter().all(|check| check.passed);
    let rehearsal = Rehearsal {
        schema: schema::REHEARSAL.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        allowed: targets.iter().all(passed),
        targets,
    };
    output.result(&rehearsal, || Page::lines(&text(&rehearsal, output)))?;
    Ok(if rehearsal.allowed { ProgramExit::Ok } else { ProgramExit::Refused })
}

fn rehearsed(
    args: &WriteArgs,
    rounds: &[RoundPlan],
    id: &Id,
    place: &TargetLocation,
    output: &CliOutput,
) -> TargetRehearsal {
    // The writes to a target, each workload once.
    let mut written: Vec<(&Workload, &RoundPlan)> = Vec::new();
    for round in rounds {
        for RoundPart { drive, workload, .. } in &round.parts {
            let is_new = written.iter().all(|(known, _)| *known != workload);
            if drive == id && writes(workload) && is_new {
                written.push((workload, round));
            }
        }
    }
    let target = TargetRehearsal { target: id.to_string(), ..TargetRehearsal::default() };
    let (kind, path) = match place {
        _ if written.is_empty() => return TargetRehearsal { kind: WriteKind::Nothing, ..target },
        _ if args.raw_write => (WriteKind::Raw, device(id, place)),
        TargetLocation::File(path) => (WriteKind::Keep, path.clone()),
        TargetLocation::Scratch(folder, _) => (WriteKind::Scratch, folder.clone()),
        TargetLocation::Raw(_) | TargetLocation::Nop => {
            return TargetRehearsal { kind: WriteKind::Nothing, ..target };
        }
    };
    // A drive that is overwritten has its own size.
    let size = (kind != WriteKind::Raw).then(|| args.plan(rounds).wanted);
    let fio = written.iter().map(|(workload, round)| fio(&path, &kind, size, workload, round));
    let fio = fio.collect();
    let shown = Some(path.display().to_string());
    let target = TargetRehearsal { kind, path: shown, fio, ..target };
    if target.kind != WriteKind::Raw {
        return target;
    }
    let target = checked(target, &path, args, output);
    // A line that destroys a drive that must not be written is not handed out.
    if target.checks.iter().all(|check| check.passed) {
        target
    } else {
        TargetRehearsal { fio: Vec::new(), ..target }
    }
}

fn checked(
    target: TargetRehearsal,
    path: &Path,
    args: &WriteArgs,
    output: &CliOutput,
) -> TargetRehearsal {
    let facts = match guard::look(path, None, &AtomicBool::new(false)) {
        Ok(facts) => facts,
        Err(error) => {
            let refusals =
                [OverwriteRefusal { check: OverwriteCheck::Whole, why: error.message() }];
            return TargetRehearsal {
                checks: vec![result(OverwriteCheck::Whole, &refusals, output)],
                ..target
            };
        }
    };
    let refusals = guard::except(guard::decide(&facts, &args.serial), &facts, lost(args));
    let remarks = guard::remarks(&facts);
    TargetRehearsal {
        bytes: Some([0, facts.size.get()]),
        checks: OverwriteCheck::ALL.iter().map(|check| result(*check, &refusals, output)).collect(),
        remarks: remarks.iter().map(|remark| output.localizer.say(remark)).collect(),
        ..target
    }
}

fn result(check: OverwriteCheck, refusals: &[OverwriteRefusal], output: &CliOutput) -> SafetyCheck {
    let reasons = refusals.iter().filter(|refusal| refusal.check == check);
    let reasons: Vec<String> = reasons.map(|refusal| output.localizer.say(&refusal.why)).collect();
    let check = output.localizer.say(&check.message());
    SafetyCheck { check, passed: reasons.is_empty(), reasons }
}

/// A command line with fio's own names; a kept or scratch file is one that fio makes and leaves.
fn fio(
    path: &Path,
    kind: &WriteKind,
    size: Option<Bytes>,
    workload: &Workload,
    round: &RoundPlan,
) -> String {
    let file = match kind {
        WriteKind::Scratch => path.join("narrows-fio"),
        _ => path.to_owned(),
    };
    // As one word for a shell, whatever is in it.
    let word = &fio_job::escaped(&file);
    let quoted = format!("'{}'", word.replace('\'', r"'\''"));
    let mut line = format!(
        "fio --name=narrows --filename={} --direct=1 --ioengine=io_uring --rw={} --bs={} \
         --iodepth={} --numjobs={}",
        quoted,
        fio_job::order(workload),
        workload.block.get(),
        workload.depth,
        workload.jobs,
    );
    if workload.read_percent > 0 {
        // Writing to a String cannot fail.
        let _ = write!(line, " --rwmixread={}", workload.read_percent);
    }
    if let Some(size) = size {
        let _ = write!(line, " --size={}", size.get());
    }
    let _ = match round.amount {
        Some(amount) => {
            write!(line, " --io_size={}", amount.get() / u64::from(workload.jobs.max(1)))
        }
        None => write!(line, " --time_based --runtime={}ms", round.time.get() / 1_000_000),
    };
    line
}

fn text(rehearsal: &Rehearsal, output: &CliOutput) -> String {
    let say = |id| output.localizer.text(id);
    let mut page = format!("{}\n", say("writes-rehearsal"));
    for target in &rehearsal.targets {
        page.push_str(&format!("\n{}\n", output.localizer.say(&summary(target))));
        for check in &target.checks {
            let id = if check.passed { "writes-check-passed" } else { "writes-check-failed" };
            page.push_str(&format!("  [{}] {}\n", say(id), check.check));
            check.reasons.iter().for_each(|why| page.push_str(&format!("       {why}\n")));
        }
        target.remarks.iter().for_each(|what| page.push_str(&format!("  {what}\n")));
        if !target.checks.is_empty() && target.checks.iter().all(|check| check.passed) {
            let path = target.path.as_deref().unwrap_or_default();
            let what = Message::new("writes-allowed").with("path", path);
            page.push_str(&format!("  {}\n", output.localizer.say(&what)));
        }
        if !target.fio.is_empty() {
            page.push_str(&format!("  {}\n", say("writes-same-with-fio")));
        }
        target.fio.iter().for_each(|line| page.push_str(&format!("    {line}\n")));
    }
    page
}

fn summary(target: &TargetRehearsal) -> Message {
    let id = match target.kind {
        WriteKind::Raw => "writes-would",
        WriteKind::Keep => "writes-would-keep",
        WriteKind::Scratch => "writes-would-scratch",
        _ => "writes-would-read",
    };
    let [from, to] = target.bytes.unwrap_or_default();
    Message::new(id)
        .with("target", &target.target)
        .with("path", target.path.as_deref().unwrap_or_default())
        .with("from", from)
        .with("to", to)
}

#[cfg(test)]
mod tests {
    use narrows_units::Nanos;
    use narrows_workload::profile;

    use super::*;

    #[test]
    fn a_line_for_a_shell_survives_odd_names() {
        let workload = profile("rand-rw70-8k-q4-j2").unwrap();
        let round = RoundPlan::of("all", &[], &workload, Nanos::secs(2.0));
        let path = Path::new("/mnt/it's:here");
        let line = fio(path, &WriteKind::Keep, Some(Bytes::mib(1)), &workload, &round);
        // fio parts names at colons; the shell ends a quoted word at a quote.
        assert!(line.contains(r"--filename='/mnt/it'\''s\:here' --direct=1"), "{line}");
        assert!(
            line.ends_with(
                "--rw=randrw --bs=8192 --iodepth=4 --numjobs=2 --rwmixread=70 --size=1048576 \
                 --time_based --runtime=2000ms"
            ),
            "{line}"
        );
        // A drive has its size, and gets no more than that.
        let round = RoundPlan { amount: Some(Bytes::mib(4)), ..round };
        let line = fio(path, &WriteKind::Raw, None, &workload, &round);
        assert!(line.ends_with("--rwmixread=70 --io_size=2097152"), "{line}");
    }
}
