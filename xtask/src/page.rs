//! `cargo xtask page`: the page in the browser with the pure rooms as WebAssembly, in `target/share/narrows/page`, where
//! a program below `target` finds it, and from where packaged ones take it.
//!
//! For: whoever wants `narrows web` from the sources, packaging, and the tests of the page, which have a build of their
//! own.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::Fallible;
use crate::shell;
use crate::toolchain::{self, WASM};

/// Largest page in all, packed as servers send it.
const MOST_PACKED: u64 = 2_500_000;

/// Names the folder with the built page, for programs, their tests and their packaging.
pub const FOLDER: &str = "NARROWS_PAGE";
/// Names the folder with the module and its JavaScript, for the tests in node.
pub const MODULE: &str = "NARROWS_WEB_PKG";

/// Builds everything anew, and gives its folder.
pub fn run(root: &Path) -> Fallible<PathBuf> {
    let (module, page) = (target(root).join("page-module"), folder(root));
    build(root, "page", &module, &page)?;
    weigh(&page)?;
    Ok(page)
}

/// Folder of the page once it is built.
pub fn folder(root: &Path) -> PathBuf {
    target(root).join("share/narrows/page")
}

/// Builds it hardly optimised, and gives the folders for the environment of tests.
pub fn for_tests(root: &Path) -> Fallible<[(&'static str, PathBuf); 2]> {
    let folder = target(root).join("page-for-tests");
    let (module, page) = (folder.join("module"), folder.join("page"));
    build(root, "dev", &module, &page)?;
    Ok([(MODULE, module), (FOLDER, page)])
}

fn target(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |it| root.join(it))
}

fn build(root: &Path, profile: &str, module: &Path, page: &Path) -> Fallible {
    install_packages(root)?;
    toolchain::add_target(WASM)?;
    let words = ["build", "--profile", profile, "--target", WASM, "-p", "narrows-web", "--lib"];
    let mut cargo = shell::cargo(&words);
    if let Some(date) = catalogue_date(root) {
        cargo.env(CATALOGUE_DATE, date);
    }
    shell::run(&mut cargo)?;
    let folder = if profile == "dev" { "debug" } else { profile };
    let built = target(root).join(WASM).join(folder).join("narrows_web.wasm");
    let mut bindgen = Bindgen::new();
    bindgen.input_path(built).web(true)?.omit_default_module_path(false);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.generate(module)?;
    let mut build = Command::new("npm");
    build.args(["run", "--silent", "build", "--"]).arg(page).env(MODULE, module);
    shell::run(build.current_dir(root.join("web")))?;
    // Puts the mark where each kind of file has room for it.
    for entry in fs::read_dir(page)? {
        let path = entry?.path();
        let bytes = fs::read(&path)?;
        fs::write(&path, marked(&path.to_string_lossy(), bytes)?)?;
    }
    Ok(())
}

/// Names the day that the page gives its catalogue.
const CATALOGUE_DATE: &str = "NARROWS_CATALOGUE_DATE";

/// The day of the last commit that changed the catalogue; none in sources without a history.
fn catalogue_date(root: &Path) -> Option<String> {
    let words = ["log", "-1", "--format=%cs", "--", "crates/catalog/data"];
    let answer = Command::new("git").args(words).current_dir(root).output().ok()?;
    let date = String::from_utf8(answer.stdout).ok()?.trim().to_owned();
    (!date.is_empty()).then_some(date)
}

/// Identifies a file of this page: an export is only ever written over an earlier one. The binary's
/// `destination` looks for it.
const MARK: &str = "Narrows: the page";

fn marked(name: &str, bytes: Vec<u8>) -> Fallible<Vec<u8>> {
    if name.ends_with(".wasm") {
        return Ok(with_section(&bytes));
    }
    let text = String::from_utf8(bytes)?;
    let text = match name.rsplit('.').next() {
        Some("js" | "css") => format!("/* {MARK} */\n{text}"),
        Some("html") => text.replacen("<head>", &format!("<head><!-- {MARK} -->"), 1),
        _ => text,
    };
    Ok(text.into_bytes())
}

/// The module with a custom section behind its head (WebAssembly Core Specification 2.0, section 5.5.3):
/// its number 0, its length, and its name with the length of that.
fn with_section(module: &[u8]) -> Vec<u8> {
    /// Magic number and version.
    const HEAD: usize = 8;
    let (head, rest) = module.split_at(module.len().min(HEAD));
    let name = MARK.as_bytes();
    // Lengths below 128 are a byte each.
    let section = [&[0, name.len() as u8 + 1, name.len() as u8], name].concat();
    [head, &section, rest].concat()
}

/// Says how large the page is, and that it is too large.
fn weigh(dist: &Path) -> Fallible {
    let mut packed = 0;
    for entry in fs::read_dir(dist)? {
        let path = entry?.path();
        let mut gzip = Command::new("gzip");
        gzip.args(["-9", "-c"]).arg(&path);
        let output = gzip.output()?;
        packed += output.stdout.len() as u64;
    }
    eprintln!("{}  {:.2} MB packed", dist.display(), packed as f64 / 1e6);
    if packed <= MOST_PACKED {
        Ok(())
    } else {
        Err(format!("more than {:.1} MB", MOST_PACKED as f64 / 1e6).into())
    }
}

/// Installs them, unless they are there as the lock file wants them. No package's own script runs.
fn install_packages(root: &Path) -> Fallible {
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
