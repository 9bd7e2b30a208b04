//! `cargo xtask dist`: the release, into `dist/`: static binaries for each processor, in an archive and as packages of
//! the distributions, `narrows.exe` in a zip, and a list of everything used to make it.
//!
//! The same sources make the same bytes, wherever they are: times are those of the last commit, paths are left out.

mod archive;
mod beside;
mod binary;
mod contents;
mod image;
mod packages;
mod release;
mod tools;
mod windows;

use std::fs;
use std::path::Path;

use crate::{Fallible, page};

use self::binary::TargetProcessor;
pub use self::binary::{build, needs_loader};
use self::contents::PackageContents;
use self::release::Release;

/// `dist` makes everything, `dist binary` only this processor's binary, whose path and size it prints.
pub fn run(root: &Path, words: &[String]) -> Fallible {
    match words {
        [] => all(root),
        [word] if word == "binary" => {
            let path = build(root)?;
            println!("{}  {:.1} MB", path.display(), fs::metadata(&path)?.len() as f64 / 1e6);
            Ok(())
        }
        _ => Err("cargo xtask dist [binary]".into()),
    }
}

fn all(root: &Path) -> Fallible {
    let release = Release::of(root)?;
    release.empty()?;
    page::run(root)?;
    let both = [binary::NARROWS, binary::HOSTS];
    let here = binary::build_for(root, TargetProcessor::X86_64, release.epoch, &both)?;
    let contents = PackageContents::of(&release, &here)?;
    for processor in TargetProcessor::ALL {
        let binary = binary::build_for(root, processor, release.epoch, &both)?;
        archive::write(&release, processor, &contents.with(&binary)?)?;
        packages::write(&release, processor, &binary)?;
        image::write(&release, processor, &binary)?;
    }
    windows::write(&release, &here)?;
    beside::parts_list(&release)?;
    beside::page(&release, &here)?;
    beside::schemas(&release)?;
    beside::recipes(&release)?;
    beside::notes(&release)?;
    beside::sums(&release)?;
    for line in fs::read_to_string(release.folder.join("SHA256SUMS"))?.lines() {
        println!("{line}");
    }
    Ok(())
}
