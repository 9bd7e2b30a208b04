//! Experiments that are kept: listed, shown again, and put back after a crash.

use narrows_host::{Root, identity, knobs};
use narrows_messages::Message;
use narrows_record::experiment::{Entry, Experiment, Experiments, Setting, State};
use narrows_record::schema;
use narrows_record::see::Note;
use narrows_report::text;

use super::{args, guardian, store};
use crate::failure::{Exit, Failure};
use crate::output::Output;

pub fn list(output: &Output) -> Result<Exit, Failure> {
    let (found, broken) = store::all()?;
    let note = |broken: &store::Broken| {
        let what = Message::new("experiment-unreadable").with("path", broken.path.display());
        Note::of(None, &what.with("why", &broken.why), &output.speaker)
    };
    let document = Experiments {
        schema: schema::EXPERIMENTS.to_owned(),
        experiments: found.iter().map(Entry::of).collect(),
        notes: broken.iter().map(note).collect(),
    };
    output.result(&document, || text::experiments(&document, &output.speaker, &output.style))?;
    Ok(Exit::Ok)
}

/// The experiment named, else the newest. Everything that follows from its rounds is drawn anew, in
/// the language asked for.
pub fn show(args: &args::Which, output: &Output) -> Result<Exit, Failure> {
    let newest = || {
        let newest = store::all()?.0.into_iter().next();
        newest.ok_or_else(|| Failure::new(Message::new("experiment-none")))
    };
    let mut experiment = args.id.as_deref().map_or_else(newest, store::named)?;
    super::close(&mut experiment, output);
    super::show(&experiment, output)?;
    Ok(Exit::Ok)
}

/// Puts back what experiments left that had no chance to do so: those that are said to run, while
/// nobody holds the lock.
pub fn restore(args: &args::Which, root: &Root, output: &Output) -> Result<Exit, Failure> {
    let found = match &args.id {
        Some(id) => vec![store::named(id)?],
        None => store::all()?.0,
    };
    let is_open = |one: &Experiment| matches!(one.state, State::Running | State::NotRestored);
    let mut found: Vec<Experiment> = found.into_iter().filter(is_open).collect();
    if found.is_empty() {
        output.remark(&Message::new("experiment-nothing-to-restore"));
        return Ok(Exit::Ok);
    }
    if root.is_live() && !identity::is_root() {
        return Err(Failure::new(Message::new("experiment-needs-root")));
    }
    let lock = knobs::alone(root)
        .map_err(|why| Failure::new(Message::new("experiment-no-lock").with("why", why)))?;
    let _lock = lock.ok_or_else(|| Failure::new(Message::new("experiment-busy")))?;
    let mut worst = Exit::Ok;
    // The newest first: where two left the same setting changed, the older one knows what it was
    // before both.
    for experiment in &mut found {
        worst = worst.max(put_back(experiment, root, output)?);
    }
    Ok(worst)
}

fn put_back(experiment: &mut Experiment, root: &Root, output: &Output) -> Result<Exit, Failure> {
    let left = left(experiment, root);
    let problems = guardian::put_back(root, &left, output);
    let id = match (left.is_empty(), problems.is_empty()) {
        (true, _) => "experiment-other-boot",
        (false, true) => "experiment-restored",
        (false, false) => "experiment-not-put-back",
    };
    let what = Message::new(id).with("id", &experiment.id);
    let what = what.with("problems", problems.join("; "));
    output.remark(&what);
    experiment.state = if problems.is_empty() { State::CutShort } else { State::NotRestored };
    experiment.partial = true;
    experiment.notes.push(Note::of(None, &what, &output.speaker));
    store::save(experiment)?;
    Ok(if problems.is_empty() { Exit::Ok } else { Exit::Failed })
}

/// What may still be changed: after a restart only what drives keep themselves.
fn left(experiment: &Experiment, root: &Root) -> Vec<Setting> {
    let is_this_boot = experiment.boot == knobs::boot_id(root);
    let settings = experiment.settings.iter();
    settings.filter(|setting| is_this_boot || setting.drive.is_some()).cloned().collect()
}
