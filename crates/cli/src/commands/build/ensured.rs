//! An array that is to be there: nothing is done where it is, it is built where it is not, and what could only
//! be changed by losing data is refused. For programs that set machines up.

use std::path::Path;

use narrows_array::build::standing::{Known, Lack, Standing};
use narrows_array::build::{Engine, Step};
use narrows_files::array_file::ArrayFile;
use narrows_host::build::{self, holds};
use narrows_messages::{Message, Text};
use narrows_record::build::Purpose;
use narrows_record::run::Finding;

use super::against::of_mount_point;
use super::answers::Answers;
use super::asked::Description;
use super::{done, existing, kept, remembered, show, shown, waiting};
use crate::args::build::Build as Args;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::Output;
use crate::platform::machine;

pub fn run(
    file: &Path,
    mut answers: Answers,
    args: &Args,
    output: &Output,
) -> Result<Exit, Failure> {
    let description = read(file)?;
    answers.serials.extend(description.serials.iter().cloned());
    let Some(standing) = standing(&description.name) else {
        let asked = remembered::find(&description).filter(|_| description.engine != Engine::Md);
        let Some(asked) = asked else {
            let seen = machine::this(output);
            return super::build(&description, &answers, &seen, args, output);
        };
        let wanted = description.wanted(&description.candidates(false)?, false)?;
        return remembered::complete(&asked, &wanted, args, output);
    };
    if description.engine != Engine::Md {
        return Err(Failure::usage(Message::new("build-ensures-md")));
    }
    let wanted = description.wanted(&description.candidates(false)?, false)?;
    let system = build::system();
    let known = build::known(&system);
    let mut against = standing.differences(&wanted);
    against.extend(standing.hindrances(&wanted, &known));
    let point = wanted.mount.as_ref().map(|at| standing.mount_point(at));
    against.extend(point.into_iter().flat_map(|point| of_mount_point(&point)));
    against.dedup_by(|one, other| one.id() == other.id());
    if !against.is_empty() {
        let mut document = shown::document(Purpose::Ensure, args.rehearse);
        document.refused = against.iter().map(Text::from).collect();
        show(&document, output)?;
        return Ok(Exit::Refused);
    }
    let mut steps = standing.completion(&wanted, &known, &system);
    steps.retain(|step| !holds(&step.proof).unwrap_or(false));
    complete((&standing, &known), &steps, args, output)
}

/// Does what is missing, and says so; what only its owner can change in fstab is told by exit code 4.
fn complete(
    (standing, known): (&Standing, &Known),
    steps: &[Step],
    args: &Args,
    output: &Output,
) -> Result<Exit, Failure> {
    let mut document = existing::document(Purpose::Ensure, args.rehearse, (standing, known));
    document.steps = shown::lossless(steps);
    let is_told_only = |lack: &Lack| matches!(lack, Lack::FstabByName { .. } | Lack::NoFail { .. });
    let is_left = standing.lacks(known).iter().any(is_told_only);
    if steps.is_empty() && !is_left {
        let text = Message::new("build-as-wanted").into();
        let id = "build-as-wanted".to_owned();
        let finding = Finding { id, targets: vec![standing.device.clone()], text, limit: None };
        document.findings.insert(0, finding);
    }
    let mut ended = Ok(());
    if !args.rehearse && !steps.is_empty() {
        done::require_root()?;
        done::require_programs(steps)?;
        let _locks = kept::lock(standing.short_name(), &[standing.path()], None)?;
        done::require_files(steps)?;
        ended = existing::add(steps, &mut document.steps, output);
        document.partial = ended.is_err();
    }
    let mut exit = if is_left { Exit::Found } else { Exit::Ok };
    if args.wait && ended.is_ok() && waiting::until_done(&standing.device, output) {
        exit = Exit::Interrupted;
    }
    document.synchronization = build::synchronized(&standing.device).map(waiting::document);
    show(&document, output)?;
    ended.map(|()| exit)
}

fn read(file: &Path) -> Result<Description, Failure> {
    let about = |why: String| {
        Failure::usage(Message::new("build-bad-file").with("path", file.display()).with("why", why))
    };
    let bytes = input::read_written(file).map_err(|why| about(why.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|why| about(why.to_string()))?;
    Description::of_file(ArrayFile::parse(&text).map_err(&about)?).map_err(about)
}

/// The array of this name, under whatever number it runs.
fn standing(name: &str) -> Option<Standing> {
    build::arrays().into_iter().find(|array| array.short_name() == name)
}
