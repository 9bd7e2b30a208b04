//! `cargo xtask page`: the page in the browser with the pure rooms as WebAssembly, as it is committed in
//! `web/dist` and embedded in the binary, so that whoever builds the binary needs no node.
//!
//! For: whoever changes the page or a pure room. A test compares the hash of what went into the page with
//! the one in `web/dist/inputs.sha256`.

mod inputs;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Done;
use crate::shell;
use crate::toolchain::{self, WASM};

/// The program that writes JavaScript for the module; `Cargo.toml` has the library of the same version.
const BINDGEN: &str = "wasm-bindgen-cli";
/// What the page may be in all, packed as servers send it.
const MOST_PACKED: u64 = 2_500_000;

/// Builds everything anew.
pub fn run(root: &Path) -> Done {
    let hash = inputs::hash(root)?;
    module(root)?;
    install_packages(root)?;
    let mut build = Command::new("npm");
    shell::run(build.args(["run", "--silent", "build"]).current_dir(root.join("web")))?;
    mark(&root.join("web/dist"))?;
    fs::write(root.join(inputs::KEPT), format!("{hash}\n"))?;
    weigh(&root.join("web/dist"))
}

/// The module with its JavaScript, in `web/pkg`.
fn module(root: &Path) -> Done {
    toolchain::add_target(WASM)?;
    let bindgen = bindgen(root)?;
    let words = ["build", "--profile", "page", "--target", WASM, "-p", "narrows-web", "--lib"];
    shell::run(&mut shell::cargo(&words))?;
    let built = root.join(format!("target/{WASM}/page/narrows_web.wasm"));
    let mut write = Command::new(bindgen);
    write.args(["--target", "web", "--remove-name-section", "--remove-producers-section"]);
    shell::run(write.arg("--out-dir").arg(root.join("web/pkg")).arg(built))
}

/// The program, installed below `target/` where the version that is wanted is missing.
fn bindgen(root: &Path) -> Result<PathBuf, Box<dyn std::error::Error>> {
    let version = version(root)?;
    let folder = root.join("target/tools");
    let program = folder.join("bin/wasm-bindgen");
    let there = shell::output(Command::new(&program).arg("--version")).unwrap_or_default();
    if there.trim() != format!("wasm-bindgen {version}") {
        let mut install = shell::cargo(&["install", "--locked", BINDGEN, "--version", &version]);
        shell::run(install.args(["--no-default-features", "--root"]).arg(&folder))?;
    }
    Ok(program)
}

/// The library's version, which the program must have too.
fn version(root: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let text = fs::read_to_string(root.join("Cargo.toml"))?;
    let version = text.lines().find_map(|line| line.strip_prefix("wasm-bindgen = \"="));
    Ok(version.ok_or("Cargo.toml names no wasm-bindgen")?.trim_matches('"').to_owned())
}

/// What tells that a file is of this page: an export is only ever written over an earlier one. The
/// binary's `destination` looks for it.
const MARK: &str = "Narrows: the page";

/// Puts the mark where each kind of file has room for it.
fn mark(dist: &Path) -> Done {
    for entry in fs::read_dir(dist)? {
        let path = entry?.path();
        let bytes = fs::read(&path)?;
        fs::write(&path, marked(&path.to_string_lossy(), bytes)?)?;
    }
    Ok(())
}

fn marked(name: &str, bytes: Vec<u8>) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
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
fn weigh(dist: &Path) -> Done {
    let mut packed = 0;
    for entry in fs::read_dir(dist)? {
        let path = entry?.path();
        let mut gzip = Command::new("gzip");
        gzip.args(["-9", "-c"]).arg(&path);
        let output = gzip.output()?;
        packed += output.stdout.len() as u64;
    }
    println!("{}  {:.2} MB packed", dist.display(), packed as f64 / 1e6);
    match packed <= MOST_PACKED {
        true => Ok(()),
        false => Err(format!("more than {:.1} MB", MOST_PACKED as f64 / 1e6).into()),
    }
}

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
