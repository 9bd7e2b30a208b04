//! An array that already exists: the configuration missing for its next start, and adding it.

use std::path::Path;

use narrows_array::build::ArrayBuildStep;
use narrows_array::build::condition::{ArrayCondition, Health};
use narrows_array::build::fitness::{self, SettingFit, SettingFitState};
use narrows_array::build::standing::{PersistenceGap, RunningArray, SystemArrayConfig};
use narrows_host::Root;
use narrows_host::build::{self, holds};
use narrows_messages::{DocumentText, Message};
use narrows_record::build::{
    ArrayConditionRecord as Told, BuildDocument as Document, BuildPurpose, BuildStep,
    BuildStepState, ExistingArray, FitnessRecord, FitnessState,
};
use narrows_record::run::RunFinding;

use super::{entries, execution, records, show};
use crate::args::build::BuildArgs as Args;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;

/// Reports what is missing, and whether the settings suit; changes nothing.
pub fn explain(array: &str, output: &CliOutput) -> Result<ProgramExit> {
    let (standing, known) = look_up(array)?;
    let mut document = document(BuildPurpose::Explain, true, (&standing, &known));
    document.steps = entries::lossless(&standing.adoption(&known, &build::system()));
    let mut observed = build::observed(&Root::live(), &standing.device);
    observed.mounted.clone_from(&standing.mounted);
    let fits = fitness::judge(&observed);
    let is_at_risk = fits.iter().any(|fit| fit.state == SettingFitState::AtRisk);
    document.fitness = fits.into_iter().map(record_of).collect();
    let is_well = !build::condition(&standing.device).health().is_grave();
    let is_whole = is_well && standing.lacks(&known).is_empty() && !is_at_risk;
    show(&document, output)?;
    Ok(if is_whole { ProgramExit::Ok } else { ProgramExit::Found })
}

fn record_of(fit: SettingFit) -> FitnessRecord {
    let state = match fit.state {
        SettingFitState::Suits => FitnessState::Suits,
        SettingFitState::Doubtful => FitnessState::Doubtful,
        SettingFitState::AtRisk => FitnessState::AtRisk,
        SettingFitState::NotSeen => FitnessState::NotSeen,
    };
    FitnessRecord {
        id: fit.id.to_owned(),
        state,
        fact: fit.fact.into(),
        consequence: fit.consequence.map(DocumentText::from),
        command: fit.command,
    }
}

/// Adds the missing entries to the system's files; nothing is done to the array.
pub fn adopt(array: &str, args: &Args, output: &CliOutput) -> Result<ProgramExit> {
    let (standing, known) = look_up(array)?;
    let steps = standing.adoption(&known, &build::system());
    let mut document = document(BuildPurpose::Adopt, args.rehearse, (&standing, &known));
    document.steps = entries::lossless(&steps);
    if args.rehearse || steps.is_empty() {
        show(&document, output)?;
        return Ok(ProgramExit::Ok);
    }
    execution::require_root()?;
    execution::require_programs(&steps)?;
    let _locks = records::lock(standing.short_name(), &[standing.path()], None)?;
    execution::require_files(&steps)?;
    let ended = add(&steps, &mut document.steps, output);
    document.partial = ended.is_err();
    show(&document, output)?;
    ended.map(|()| ProgramExit::Ok)
}

pub fn add(steps: &[ArrayBuildStep], shown: &mut [BuildStep], output: &CliOutput) -> Result<()> {
    for (step, shown) in steps.iter().zip(shown) {
        if holds(&step.proof).unwrap_or(false) {
            shown.state = BuildStepState::Already;
            continue;
        }
        output.remark(&Message::new("build-doing").with("command", &step.action));
        let done = execution::turn(&step.action).and_then(|_turn| execution::act(&step.action));
        if let Err(why) = done {
            shown.state = BuildStepState::Failed;
            shown.why = Some(why.to_string().into());
            let what = Message::new("build-adopt-failed").with("command", &step.action);
            return Err(CommandFailure::new(what.with("why", why)));
        }
        shown.state = BuildStepState::Done;
    }
    Ok(())
}

/// By its kernel name, or any path that leads to it.
fn look_up(array: &str) -> Result<(RunningArray, SystemArrayConfig)> {
    let path = Path::new(array);
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let name = target.file_name().and_then(|name| name.to_str()).unwrap_or(array);
    let standing = build::array(name).ok_or_else(|| {
        CommandFailure::usage(Message::new("build-no-array").with("array", array))
    })?;
    Ok((standing, build::known(&build::system())))
}

pub fn document(
    purpose: BuildPurpose,
    rehearsal: bool,
    (standing, known): (&RunningArray, &SystemArrayConfig),
) -> Document {
    let lacks = standing.lacks(known);
    let condition = build::condition(&standing.device);
    let missing = missing(standing, &condition);
    let finding = |what: &Message| RunFinding {
        id: what.id().to_owned(),
        targets: vec![standing.device.clone()],
        text: what.into(),
        limit: None,
    };
    let mut document = entries::document(purpose, rehearsal);
    document.findings = condition.messages(&standing.device).iter().map(finding).collect();
    let gone = missing.iter().map(|serial| Message::new("build-missing").with("serial", serial));
    document.findings.extend(gone.chain(condition.advice(&standing.device)).map(|it| finding(&it)));
    if condition.health() != Health::NotRunning {
        document.findings.push(finding(&standing.at_next_start(known)));
    }
    document.findings.extend(lacks.iter().map(|lack| finding(&lack.message())));
    document.existing = Some(ExistingArray {
        device: standing.device.clone(),
        name: standing.name.clone(),
        uuid: standing.identifier.map(|id| id.to_string()),
        metadata: standing.metadata.clone(),
        mounted: standing.mounted.clone(),
        lacks: lacks.iter().map(|lack| word(lack).to_owned()).collect(),
        condition: Told::of(&condition, missing),
    });
    document
}

/// Serial numbers of the drives that it was built of and that are gone, if Narrows built it; empty while it
/// is whole, when other drives have taken their places.
pub fn missing(standing: &RunningArray, condition: &ArrayCondition) -> Vec<String> {
    let id = standing.identifier.filter(|_| condition.health().is_grave());
    let built = id.and_then(|id| records::built(&id.to_string()));
    let members = built.into_iter().flat_map(|array| array.members);
    let gone = members.filter(|member| !Path::new(&member.path).exists());
    gone.map(|member| member.serial).collect()
}

fn word(lack: &PersistenceGap) -> &'static str {
    match lack {
        PersistenceGap::ArrayLine => "array_line",
        PersistenceGap::InitialRamDisk => "initial_ram_disk",
        PersistenceGap::StartDegraded => "start_degraded",
        PersistenceGap::Fstab { .. } => "fstab",
        PersistenceGap::FstabByName { .. } => "fstab_by_name",
        PersistenceGap::NoFail { .. } => "no_fail",
    }
}
