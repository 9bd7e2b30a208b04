//! An array that is to be there: nothing is done where it is, it is built where it is not, and what could only
//! be changed by losing data is refused. For programs that set machines up.

use std::path::Path;

use narrows_build::Engine;
use narrows_build::standing::Standing;
use narrows_host::build;
use narrows_messages::Message;
use narrows_record::array_file::ArrayFile;
use narrows_record::build::Purpose;

use super::asked::Description;
use super::{existing, show, shown};
use crate::args::build::Build as Args;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::Output;

pub fn run(file: &Path, args: &Args, output: &Output) -> Result<Exit, Failure> {
    let description = read(file)?;
    let Some(standing) = standing(&description.name) else {
        return super::build(&description, args, output);
    };
    if description.engine != Engine::Md {
        return Err(Failure::usage(Message::new("build-ensures-md")));
    }
    let wanted = description.wanted(&description.candidates(false)?, false)?;
    let mut differences = standing.differences(&wanted);
    let is_elsewhere = |at: &String| !standing.mounted.contains(at);
    differences.extend(
        wanted
            .mount
            .as_ref()
            .filter(|at| is_elsewhere(at))
            .map(|at| Message::new("build-not-mounted-there").with("path", at)),
    );
    if differences.is_empty() {
        return existing::adopt(&standing.device, args, output);
    }
    let mut document = shown::document(Purpose::Ensure, args.rehearse);
    document.refused = differences.iter().map(|why| output.localizer.say(why)).collect();
    show(&document, output)?;
    Ok(Exit::Refused)
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
