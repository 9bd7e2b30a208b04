//! `--export`: the page as a static site that anybody can host.

use std::path::Path;

use narrows_messages::Message;

use super::page;
use crate::destination::{self, Destination, OutputFileKind};
use crate::failure::{ProgramExit, Result};
use crate::output::CliOutput;

/// Writes every file into the folder, which is created if missing: all of them or none.
pub fn run(folder: &Path, force: bool, output: &CliOutput) -> Result<ProgramExit> {
    let files = page::files()?;
    let is_new = destination::folder(folder)?;
    let judged = files.iter().map(|file| {
        let to = Destination::judge(&folder.join(file.name), OutputFileKind::Page, force)?;
        Ok((to, file.bytes))
    });
    let written =
        judged.collect::<Result<Vec<_>, _>>().and_then(|all| Destination::write_all(&all));
    written.inspect_err(|_| {
        if is_new {
            destination::remove_folder(folder);
        }
    })?;
    output.remark(&Message::new("cli-web-exported").with("path", folder.display()));
    Ok(ProgramExit::Ok)
}
