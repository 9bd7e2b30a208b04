//! `narrows build`: an array of whole drives that is there after the next start, too.
//!
//! The steps come from `narrows_build`, the same for the rehearsal and for what is done. Every drive is
//! checked again right before each step that destroys anything on it; what was done already is recognised
//! by what is on the drives and in the files, so that what was broken off can be continued or undone.
//!
//! Not here: the steps themselves (`narrows_build`), the checks (`narrows_host::guard`), what the page
//! shows (`narrows_report`).

mod asked;
mod confirmed;
mod done;
mod edited;
mod ensured;
mod existing;
mod expected;
mod kept;
mod links;
mod shown;
mod undone;
mod verified;

use narrows_build::steps;
use narrows_messages::Message;
use narrows_record::build::{Array, Build as Document, Purpose};
use narrows_report::page;

use self::asked::{Asked, Description};
use self::done::Work;
use self::kept::Kept;
use crate::args::build::Build as Args;
use crate::failure::{Exit, Failure};
use crate::output::Output;
use crate::source;

pub fn run(args: &Args, output: &Output) -> Result<Exit, Failure> {
    match (&args.explain, &args.adopt, &args.resume, &args.undo) {
        (Some(array), ..) => existing::explain(array, output),
        (_, Some(array), ..) => existing::adopt(array, args, output),
        (.., Some(record), _) => resume(record, args, output),
        (.., Some(record)) => undone::run(record, args, output),
        _ => match &args.ensure {
            Some(file) => ensured::run(file, args, output),
            None => build(&Description::of_args(args)?, args, output),
        },
    }
}

fn build(description: &Description, args: &Args, output: &Output) -> Result<Exit, Failure> {
    let mut asked = asked::asked(description, args)?;
    let seen = source::this_machine(output);
    if !args.slow_link {
        asked.refused.extend(links::slow(&asked.wanted, &seen, output));
    }
    let steps = steps(&asked.wanted, &asked.system, &asked.ids);
    let mut document = shown::document(Purpose::Build, args.rehearse);
    document.array = Some(Array::of(&asked.wanted, &asked.system, &asked.ids));
    document.steps = shown::steps(&steps, &asked.wanted, output);
    document.undo = shown::undo(&steps, output);
    document.expected = expected::of(&asked.wanted, &seen, output);
    document.refused = asked.refused.iter().map(|why| output.localizer.say(why)).collect();
    document.notes = shown::notes(&asked.notes, output);
    if args.rehearse || !asked.refused.is_empty() {
        show(&document, output)?;
        return Ok(if asked.refused.is_empty() { Exit::Ok } else { Exit::Refused });
    }
    if !asked.is_built_here() {
        return Err(Failure::usage(Message::new("build-shown-only").with("engine", "zfs")));
    }
    done::require_root()?;
    done::require_programs(&steps)?;
    let typed = confirmed::serials(&asked.wanted, &description.serials, &document, output)?;
    let _lock = kept::lock()?;
    let kept = Kept::new(&mut document)?;
    carry_out(&asked, (document, &kept), &typed, args, output)
}

fn resume(record: &str, args: &Args, output: &Output) -> Result<Exit, Failure> {
    done::require_root()?;
    let (kept, mut document) = Kept::open(record)?;
    let asked = Asked::recorded(&document)?;
    document.purpose = Purpose::Resume;
    document.rehearsal = args.rehearse;
    let steps = steps(&asked.wanted, &asked.system, &asked.ids);
    document.steps = shown::steps(&steps, &asked.wanted, output);
    if args.rehearse {
        shown::mark_done(&mut document.steps, &steps);
        show(&document, output)?;
        return Ok(Exit::Ok);
    }
    let typed = confirmed::serials(&asked.wanted, &args.serial, &document, output)?;
    let _lock = kept::lock()?;
    carry_out(&asked, (document, &kept), &typed, args, output)
}

fn carry_out(
    asked: &Asked,
    (mut document, kept): (Document, &Kept),
    typed: &[String],
    args: &Args,
    output: &Output,
) -> Result<Exit, Failure> {
    let steps = steps(&asked.wanted, &asked.system, &asked.ids);
    let work = Work { asked, steps: &steps, typed, kept, args, output };
    let ended = work.carry_out(&mut document);
    document.partial = ended.is_err();
    if ended.is_ok() {
        verified::verify(asked, &mut document, output);
    }
    kept.save(&document)?;
    show(&document, output)?;
    output.remark(&Message::new("build-recorded").with("record", &document.id));
    let is_wrong = document.read_back.as_ref().is_some_and(|read| read.wrong > 0);
    ended.map(|()| if is_wrong { Exit::Found } else { Exit::Ok })
}

fn show(document: &Document, output: &Output) -> Result<(), Failure> {
    output.result(document, || page::build(document, &output.localizer))
}
