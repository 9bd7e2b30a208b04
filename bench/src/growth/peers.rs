//! Widely used programs next to ours: the cost of showing this machine, or a captured one.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::record::PeerProgram;
use super::{GrowthTools, median};

/// The largest of the captures that `NARROWS_CAPTURES` names a folder of.
const LARGEST: &str = "hwloc/40intel64-2g2n4c+pcilocality";

/// This machine, and the largest capture if there is a folder of captures.
pub fn all(tools: &GrowthTools) -> io::Result<Vec<PeerProgram>> {
    let mut see = tools.narrows(&tools.folder);
    see.arg("see");
    let mut version = tools.narrows(&tools.folder);
    version.arg("--version");
    let mut commands = vec![
        ("narrows --version".to_owned(), version),
        ("narrows see".to_owned(), see),
        ("lspci -vv".to_owned(), plain("lspci", &["-vv"])),
        ("lspci -tv".to_owned(), plain("lspci", &["-tv"])),
        ("lstopo-no-graphics --of xml".to_owned(), plain("lstopo-no-graphics", &["--of", "xml"])),
    ];
    if let Some(folder) = std::env::var_os("NARROWS_CAPTURES") {
        commands.extend(captured(tools, &PathBuf::from(folder)));
    }
    let timed = commands.into_iter().map(|(name, command)| {
        // Programs not installed here are reported as absent.
        let took = median(&command, &tools.folder).ok().and_then(Result::ok);
        Ok(PeerProgram { name, took })
    });
    timed.collect()
}

/// Ours reads the archive of sysfs; lstopo reads XML made from it beforehand.
fn captured(tools: &GrowthTools, folder: &Path) -> [(String, Command); 2] {
    let file = |kind: &str| folder.join(format!("{LARGEST}.{kind}"));
    let mut see = tools.narrows(&tools.folder);
    see.arg("see").arg(file("tar.bz2"));
    let mut lstopo = plain("lstopo-no-graphics", &["--of", "xml", "--input"]);
    lstopo.arg(file("xml"));
    [
        ("narrows see 40intel64-2g2n4c+pcilocality.tar.bz2".to_owned(), see),
        ("lstopo-no-graphics --input 40intel64-2g2n4c+pcilocality.xml".to_owned(), lstopo),
    ]
}

fn plain(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args);
    command
}
