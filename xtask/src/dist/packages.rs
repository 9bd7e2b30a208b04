//! Packages of Debian and Fedora and their kin, as described in `crates/cli/Cargo.toml`.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::binary::TargetProcessor;
use super::release::Release;
use super::tools;
use crate::{Fallible, shell};

const MAINTAINER: &str = "The developers of Narrows <maintainers@narrows.invalid>";

pub fn write(release: &Release, processor: TargetProcessor, binary: &Path) -> Fallible {
    let target = processor.target();
    // Both look for the binary where cargo leaves it; it must be the one that was just made.
    assert!(binary.starts_with(release.root.join("target").join(&target)), "{}", binary.display());
    // Debian's list of changes is of its packages; the program's own lies beside it (Debian policy,
    // 4.4).
    let mut date = Command::new("date");
    date.args(["--utc", "--rfc-email", "--date", &format!("@{}", release.epoch)]);
    let date = shell::output(date.env("LC_ALL", "C"))?;
    let changelog = format!(
        "narrows ({}-1) stable; urgency=medium\n\n  * What is new: changelog.gz beside this file.\n\n \
         -- {MAINTAINER}  {date}",
        release.version
    );
    fs::write(release.root.join("target/packaging/changelog"), changelog)?;
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

fn run(release: &Release, command: &mut Command) -> Fallible {
    let epoch = release.epoch.to_string();
    command.current_dir(&release.root).env("CARGO_TARGET_DIR", release.root.join("target"));
    shell::run(command.env("SOURCE_DATE_EPOCH", epoch))
}
