//! `--export`: the page as a static site that anybody can host.

use std::path::Path;

use narrows_messages::Message;

use super::page::FILES;
use crate::destination::{self, Destination, Kind};
use crate::failure::{Exit, Failure};
use crate::output::Output;

/// Writes every file into the folder, which is made where it is missing. All of them are judged before the
/// first is written.
pub fn run(folder: &Path, force: bool, output: &Output) -> Result<Exit, Failure> {
    destination::folder(folder)?;
    let judged =
        FILES.iter().map(|file| Destination::judge(&folder.join(file.name), Kind::Page, force));
    let judged = judged.collect::<Result<Vec<_>, _>>()?;
    for (file, to) in FILES.iter().zip(judged) {
        to.write(file.bytes)?;
    }
    output.remark(&Message::new("cli-web-exported").with("path", folder.display()));
    Ok(Exit::Ok)
}
