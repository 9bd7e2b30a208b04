//! An array that is there already: what is missing so that it is there after the next start, and adding it.

use std::path::Path;

use narrows_array::build::Step;
use narrows_array::build::condition::{Condition, Health};
use narrows_array::build::fitness::{self, Fit, FitState};
use narrows_array::build::standing::{Known, Lack, Standing};
use narrows_host::Root;
use narrows_host::build::{self, holds};
use narrows_messages::{Message, Text};
use narrows_record::build::{
    Build as Document, BuildStep, Condition as Told, Existing, Fitness, FitnessState, Purpose,
    StepState,
};
use narrows_record::run::Finding;

use super::{done, kept, show, shown};
use crate::args::build::Build as Args;
use crate::failure::{Exit, Failure};
use crate::output::Output;

/// Says what is missing, and whether the settings suit; changes nothing.
pub fn explain(array: &str, output: &Output) -> Result<Exit, Failure> {
    let (standing, known) = found(array)?;
    let mut document = document(Purpose::Explain, true, (&standing, &known));
    document.steps = steps(&standing.adoption(&known, &build::system()));
    let mut observed = build::observed(&Root::live(), &standing.device);
    observed.mounted.clone_from(&standing.mounted);
    let fits = fitness::judge(&observed);
    let is_at_risk = fits.iter().any(|fit| fit.state == FitState::AtRisk);
    document.fitness = fits.into_iter().map(told).collect();
    let is_well = !build::condition(&standing.device).health().is_grave();
    let is_whole = is_well && standing.lacks(&known).is_empty() && !is_at_risk;
    show(&document, output)?;
    Ok(if is_whole { Exit::Ok } else { Exit::Found })
}

fn told(fit: Fit) -> Fitness {
    let state = match fit.state {
        FitState::Suits => FitnessState::Suits,
        FitState::Doubtful => FitnessState::Doubtful,
        FitState::AtRisk => FitnessState::AtRisk,
        FitState::NotSeen => FitnessState::NotSeen,
    };
    Fitness {
        id: fit.id.to_owned(),
        state,
        fact: fit.fact.into(),
        consequence: fit.consequence.map(Text::from),
        command: fit.command,
    }
}

/// Adds what is missing to the system's files; nothing is done to the array.
pub fn adopt(array: &str, args: &Args, output: &Output) -> Result<Exit, Failure> {
    let (standing, known) = found(array)?;
    let steps = standing.adoption(&known, &build::system());
    let mut document = document(Purpose::Adopt, args.rehearse, (&standing, &known));
    document.steps = self::steps(&steps);
    if args.rehearse || steps.is_empty() {
        show(&document, output)?;
        return Ok(Exit::Ok);
    }
    done::require_root()?;
    done::require_programs(&steps)?;
    let _locks = kept::lock(standing.short_name(), &[standing.path()], None)?;
    done::require_files(&steps)?;
    let ended = add(&steps, &mut document.steps, output);
    document.partial = ended.is_err();
    show(&document, output)?;
    ended.map(|()| Exit::Ok)
}

pub fn add(steps: &[Step], shown: &mut [BuildStep], output: &Output) -> Result<(), Failure> {
    for (step, shown) in steps.iter().zip(shown) {
        if holds(&step.proof).unwrap_or(false) {
            shown.state = StepState::Already;
            continue;
        }
        output.remark(&Message::new("build-doing").with("command", &step.action));
        let done = done::turn(&step.action).and_then(|_turn| done::act(&step.action));
        if let Err(why) = done {
            shown.state = StepState::Failed;
            shown.why = Some(why.to_string().into());
            let what = Message::new("build-adopt-failed").with("command", &step.action);
            return Err(Failure::new(what.with("why", why)));
        }
        shown.state = StepState::Done;
    }
    Ok(())
}

/// By its kernel name, or any path that leads to it.
fn found(array: &str) -> Result<(Standing, Known), Failure> {
    let path = Path::new(array);
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let name = target.file_name().and_then(|name| name.to_str()).unwrap_or(array);
    let standing = build::array(name)
        .ok_or_else(|| Failure::usage(Message::new("build-no-array").with("array", array)))?;
    Ok((standing, build::known(&build::system())))
}

fn steps(steps: &[Step]) -> Vec<BuildStep> {
    shown::lossless(steps)
}

pub fn document(
    purpose: Purpose,
    rehearsal: bool,
    (standing, known): (&Standing, &Known),
) -> Document {
    let lacks = standing.lacks(known);
    let condition = build::condition(&standing.device);
    let missing = missing(standing, &condition);
    let finding = |what: &Message| Finding {
        id: what.id().to_owned(),
        targets: vec![standing.device.clone()],
        text: what.into(),
        limit: None,
    };
    let mut document = shown::document(purpose, rehearsal);
    document.findings = condition.messages(&standing.device).iter().map(finding).collect();
    let gone = missing.iter().map(|serial| Message::new("build-missing").with("serial", serial));
    document.findings.extend(gone.chain(condition.advice(&standing.device)).map(|it| finding(&it)));
    if condition.health() != Health::NotRunning {
        document.findings.push(finding(&standing.at_next_start(known)));
    }
    document.findings.extend(lacks.iter().map(|lack| finding(&lack.message())));
    document.existing = Some(Existing {
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

/// The serial numbers of drives that it was built of and that are not there any more, where it was built by
/// Narrows; none while it is whole, when other drives have taken their places.
pub fn missing(standing: &Standing, condition: &Condition) -> Vec<String> {
    let id = standing.identifier.filter(|_| condition.health().is_grave());
    let built = id.and_then(|id| kept::built(&id.to_string()));
    let members = built.into_iter().flat_map(|array| array.members);
    let gone = members.filter(|member| !Path::new(&member.path).exists());
    gone.map(|member| member.serial).collect()
}

fn word(lack: &Lack) -> &'static str {
    match lack {
        Lack::ArrayLine => "array_line",
        Lack::InitialRamDisk => "initial_ram_disk",
        Lack::StartDegraded => "start_degraded",
        Lack::Fstab { .. } => "fstab",
        Lack::FstabByName { .. } => "fstab_by_name",
        Lack::NoFail { .. } => "no_fail",
    }
}
