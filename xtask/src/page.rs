//! What the page in the browser takes to be built and tested: npm's packages, as its lock file has them.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::Done;
use crate::shell;

/// Installs them, unless they are there as the lock file wants them. No package's own script runs.
pub fn install_packages(root: &Path) -> Done {
    let folder = root.join("web");
    let wanted = fs::read(folder.join("package-lock.json"))?;
    let kept = folder.join("node_modules/.installed-lock.json");
    if fs::read(&kept).is_ok_and(|it| it == wanted) {
        return Ok(());
    }
    if !shell::is_installed("npm") {
        return Err("there is no npm".into());
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
    shell::run(npm.current_dir(&folder))?;
    Ok(fs::write(kept, wanted)?)
}

/// As [`install_packages`]; says what is skipped where they cannot be had.
pub fn install_packages_for_tests(root: &Path) {
    if let Err(why) = install_packages(root) {
        eprintln!("not installed, because {why}; tests of the page are skipped");
    }
}
