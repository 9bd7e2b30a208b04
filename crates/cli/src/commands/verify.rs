//! `narrows verify`: does a kept file hold the data that had been acknowledged and flushed?

use narrows_engine::{BlockFault, Verification, verify};
use narrows_messages::Message;
use narrows_record::schema;
use narrows_record::verify::VerifyDocument;
use narrows_report::Page;

use crate::args;
use crate::failure::{CommandFailure, ProgramExit, Result};
use crate::output::CliOutput;
use crate::platform::interrupt;
use crate::progress::ProgressReporter;

pub fn run(args: &args::VerifyArgs, output: &CliOutput) -> Result<ProgramExit> {
    let cancel = interrupt::flag();
    let path = args.file.display().to_string();
    let verification = {
        let progress = ProgressReporter::new(output);
        let what = Message::new("verify-reading").with("path", &path);
        progress.say(output.localizer.say(&what));
        verify(&args.file, &cancel, &|share| progress.at(share))
    };
    let verification = verification.map_err(|error| CommandFailure::new(error.message()))?;
    let document = document(&path, &verification);
    output.result(&document, || Page::lines(&text(&path, &verification, output)))?;
    Ok(match verification {
        // A wrong block is a result even if the reading was stopped after it.
        Verification { wrong: 1.., .. } => ProgramExit::Found,
        Verification { cancelled: true, .. } => ProgramExit::Interrupted,
        _ => ProgramExit::Ok,
    })
}

fn document(path: &str, verification: &Verification) -> VerifyDocument {
    VerifyDocument {
        schema: schema::VERIFY.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        file: path.to_owned(),
        size: verification.size.get(),
        laid_out: verification.laid_out,
        flushes: verification.flushes,
        blocks: verification.blocks,
        promised: verification.promised,
        newer: verification.newer,
        unfinished: verification.unfinished,
        unknown: verification.unknown,
        wrong: verification.wrong,
        first_wrong: verification.first.map(|(at, _)| at),
        why: verification.first.map(|(_, wrong)| wrong.as_str().to_owned()),
        partial: verification.cancelled,
    }
}

fn text(path: &str, verification: &Verification, output: &CliOutput) -> String {
    let lines = sentences(path, verification, output);
    lines.iter().map(|line| format!("{}\n", output.localizer.say(line))).collect()
}

fn sentences(path: &str, verification: &Verification, output: &CliOutput) -> Vec<Message> {
    if !verification.laid_out {
        return vec![Message::new("verify-nothing").with("path", path)];
    }
    let id = if verification.wrong > 0 { "verify-wrong" } else { "verify-sound" };
    let first = Message::new(id)
        .with("path", path)
        .with("blocks", verification.blocks)
        .with("promised", verification.promised)
        .with("wrong", verification.wrong);
    let place = verification.first.map(|(at, wrong)| {
        let why = output.localizer.text(why(wrong));
        Message::new("verify-first").with("at", at).with("why", why)
    });
    let flushes = Message::new("verify-flushes").with("flushes", verification.flushes);
    let counted = |id, count: u64| (count > 0).then(|| Message::new(id).with("count", count));
    let rest = [
        counted("verify-newer", verification.newer),
        counted("verify-unfinished", verification.unfinished),
        counted("verify-unknown", verification.unknown),
        verification.cancelled.then(|| Message::new("verify-cancelled")),
    ];
    let lines = [Some(first), place, Some(flushes)].into_iter().chain(rest);
    lines.flatten().collect()
}

fn why(wrong: BlockFault) -> &'static str {
    match wrong {
        BlockFault::Unwritten => "verify-why-unwritten",
        BlockFault::Checksum => "verify-why-checksum",
        BlockFault::Place(_) => "verify-why-place",
        BlockFault::Foreign => "verify-why-foreign",
        BlockFault::Older => "verify-why-older",
        BlockFault::Unreadable => "verify-why-unreadable",
    }
}
