//! `narrows see`: the topology, and how wide each link is.

use narrows_report::page;
use narrows_report::picture;
use narrows_verdict::answer::see;

use crate::args;
use crate::destination::OutputFileKind;
use crate::failure::{ProgramExit, Result};
use crate::output::CliOutput;
use crate::source;

pub fn run(args: &args::SeeArgs, output: &CliOutput) -> Result<ProgramExit> {
    let html = output.destination(args.html.as_deref(), OutputFileKind::Report, args.force)?;
    let drawn = args.picture.files(args.force, output)?;
    let processor = args.processor.named()?;
    let source = source::part(&args.source, output)?.with_processor(processor.as_ref())?.only();
    let document = see::answer(&source);
    let page = || page::see(&document, &output.localizer);
    output.html(html, &document, page)?;
    let scene = |layout| Some(picture::see(&document, layout, &output.localizer));
    drawn.draw(scene, output)?;
    output.result(&document, || {
        if output.text { page::posted::see(&document, &output.localizer) } else { page() }
    })?;
    Ok(source::exit(&source, output))
}
