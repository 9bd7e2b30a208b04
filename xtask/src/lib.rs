//! The project's chores, `cargo xtask <chore>`, and code that `rig` and `bench` share with them:
//! building, installing, running programs.
//!
//! For: people's commands and the continuous build, which run the same. Nothing here ships.

pub mod binary;
pub mod calendar;
pub mod dist;
mod docs;
mod fallible;
mod fuzz;
mod gallery;
mod licences;
pub mod machine;
mod nightly;
pub mod packages;
pub mod page;
mod pci_roles;
pub mod shell;
mod steps;
mod tally;
mod test;
mod tidy;
pub mod toolchain;
pub mod tree;
pub mod windows;

use std::path::Path;

pub use fallible::Fallible;

const HELP: &str = "\
cargo xtask test          all that a change must pass: install what tests need, tidy, fmt, tests, clippy, rustdoc, wasm, licences
cargo xtask nightly       [GROUP...] | list: what takes too long for every change, in groups
cargo xtask tidy          the house rules that no compiler knows
cargo xtask style         the grain of the code in figures: lines, names, functions used once, comments
cargo xtask schemas [FOLDER]  the documents' JSON Schemas and fields, from their types
cargo xtask dist          [binary]: into dist/ packages for both processors, the page, recipes, sums; or only the static binary
cargo xtask live          [FILE]: an image for a USB stick that starts a machine and asks narrows what limits its drives
cargo xtask docs          [FOLDER]: the site made of the pages in docs/, by default into target/docs
cargo xtask bench         [--pairs 20] [--time 5s] [--only zero,nop,loop,limited,disk]: our engine against fio
cargo xtask bench growth [--only WORD,...]  what ten and a hundred times the size cost
cargo xtask bands         how far bands hold on published systems, each family judged by the others; --renew makes the table of widths
cargo xtask fuzz          [SECONDS] [TARGET...]: every reader fed with damaged input, guided by coverage
cargo xtask gallery       FOLDER [CAPTURE...]: every shape of picture on one page
cargo xtask page          the page in the browser with the pure rooms as WebAssembly, where `narrows web` of target/ finds it
cargo xtask inference     [--machines 1000] [--seed 1] [--svg PATH] [--wide] [--hosts]: how often the inference is right, from how many runs
cargo xtask causes        [--machines 50] [--seed 1] [--only WORD] [--without WORD] [--verbose]: how often the cause named first is right, by family
cargo xtask rig           list | machine NAME [-- JOB] | debian [-- JOB] | up NAME | loop up|in|show|down: beds to try it in
cargo xtask windows       narrows.exe, and beside it what Wine needs to run it; prints its path and that of the one for Linux
cargo xtask pci-roles     PATH: the catalogue's table of PCI roles from a pci.ids file
";

/// Does the chore that the words name.
pub fn chore(args: &[String]) -> Fallible {
    let (name, rest) = args.split_first().map_or(("help", &[][..]), |(n, r)| (n.as_str(), r));
    match name {
        "test" => test::run(),
        "nightly" => nightly::run(rest),
        "tidy" => tidy::run(&tree::root()),
        "style" => tidy::style(&tree::root()),
        "schemas" => schemas(&tree::root(), rest),
        "dist" => dist::run(&tree::root(), rest),
        "docs" => docs::run(&tree::root(), rest),
        "fuzz" => fuzz::run(&tree::root(), rest),
        "gallery" => gallery::run(&tree::root(), rest),
        "page" => page::run(&tree::root()).map(drop),
        "bench" | "bands" | "inference" | "causes" => chore_of("narrows-bench", args),
        "windows" => windows::run(&tree::root()),
        "pci-roles" => pci_roles::run(&tree::root(), rest),
        "rig" => chore_of("narrows-rig", rest),
        "live" => chore_of("narrows-rig", args),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(format!("no chore is called `{other}`\n{HELP}").into()),
    }
}

/// Into `target/schema` where no folder is named.
fn schemas(root: &Path, words: &[String]) -> Fallible {
    let folder = match words {
        [] => root.join("target/schema"),
        [folder] => std::env::current_dir()?.join(folder),
        _ => return Err("schemas takes one folder".into()),
    };
    write_schemas(&folder)?;
    println!("{}", folder.display());
    Ok(())
}

/// Writes the documents' JSON Schemas, and a page of their fields, which follow from their types.
fn write_schemas(folder: &Path) -> Fallible {
    let words = ["run", "--quiet", "--package", "narrows-record", "--features", "schema"];
    shell::run(shell::cargo(&words).args(["--example", "schemas", "--"]).arg(folder))
}

/// Has another package of the project do it, which the chores are built without.
fn chore_of(package: &str, words: &[String]) -> Fallible {
    let mut cargo = shell::cargo(&["run", "--quiet", "--package", package, "--"]);
    // Its answers are standard output's, and it may ask for keys.
    let status = cargo.args(words).status()?;
    if status.success() { Ok(()) } else { Err(format!("{}: {status}", words.join(" ")).into()) }
}
