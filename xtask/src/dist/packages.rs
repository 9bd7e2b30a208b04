//! Packages of Debian and Fedora and their kin, from what `crates/cli/Cargo.toml` says of them.

use std::path::Path;
use std::process::Command;

use super::binary::Processor;
use super::release::Release;
use super::tools;
use crate::{Done, shell};

pub fn write(release: &Release, processor: Processor, binary: &Path) -> Done {
    let target = processor.target();
    // Both look for the binary where cargo leaves it; it must be the one that was just made.
    assert!(binary.starts_with(release.root.join("target").join(&target)), "{}", binary.display());
    let mut deb = Command::new(tools::deb(&release.root)?);
    deb.args(["deb", "--package", "narrows", "--no-build", "--no-strip", "--profile", "dist"]);
    deb.args(["--target", &target, "--output"]).arg(&release.folder);
    run(release, &mut deb)?;
    let mut rpm = Command::new(tools::rpm(&release.root)?);
    rpm.args(["generate-rpm", "--package", "crates/cli", "--profile", "dist"]);
    rpm.args(["--target", &target, "--auto-req", "disabled"]);
    rpm.args(["--source-date", &release.epoch.to_string(), "--output"]).arg(&release.folder);
    run(release, &mut rpm)
}

fn run(release: &Release, command: &mut Command) -> Done {
    let epoch = release.epoch.to_string();
    shell::run(command.current_dir(&release.root).env("SOURCE_DATE_EPOCH", epoch))
}
