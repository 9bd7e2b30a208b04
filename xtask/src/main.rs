//! The project's chores behind one door: `cargo xtask <chore>`.
//!
//! For: what people and the continuous build run, so that both run the same. Not for users: nothing
//! here ships.

mod bands;
mod bench;
mod binary;
mod calendar;
mod causes;
mod dist;
mod docs;
mod done;
mod fuzz;
mod gallery;
mod inference;
mod licences;
mod live;
mod nightly;
mod packages;
mod page;
mod pci_roles;
mod rig;
mod schemas;
mod shell;
mod steps;
mod tally;
mod test;
mod tidy;
mod toolchain;
mod tree;
mod windows;

use std::process::ExitCode;

use done::Done;

const HELP: &str = "\
cargo xtask test          all that a change must pass: install what tests need, tidy, fmt, tests, clippy, rustdoc, wasm, licences
cargo xtask nightly       [GROUP...] | list: what takes too long for every change, in groups
cargo xtask tidy          the house rules that no compiler knows
cargo xtask schemas [FOLDER]  the documents' JSON Schemas and fields, from their types
cargo xtask dist          [binary]: into dist/ packages for both processors, the page, recipes, sums; or only the static binary
cargo xtask live          [FILE]: an image for a USB stick that starts a machine and asks narrows what limits its drives
cargo xtask docs          [FOLDER]: the site made of the pages in docs/, by default into target/docs
cargo xtask bench         [--pairs 20] [--time 5s] [--only zero,nop,loop,limited,disk]: our engine against fio
cargo xtask bench growth [--only WORD,...]  what ten and a hundred times the size cost
cargo xtask bands         how far the bands of predictions hold on published systems, each judged by the others
cargo xtask fuzz          [SECONDS] [TARGET...]: every reader fed with damaged input, guided by coverage
cargo xtask gallery       FOLDER [CAPTURE...]: every shape of picture on one page
cargo xtask page          the page in the browser with the pure rooms as WebAssembly, where `narrows web` of target/ finds it
cargo xtask inference     [--machines 1000] [--seed 1] [--svg PATH] [--wide] [--hosts]: how often the inference is right, from how many runs
cargo xtask causes        [--machines 50] [--seed 1] [--only WORD] [--verbose]: how often the cause named first is right, by family
cargo xtask rig           list | machine NAME [-- JOB] | debian [-- JOB] | up NAME | loop up|in|show|down: beds to try it in
cargo xtask windows       narrows.exe, and beside it what Wine needs to run it; prints its path and that of the one for Linux
cargo xtask pci-roles     PATH: the catalogue's table of PCI roles from a pci.ids file
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match chore(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::FAILURE
        }
    }
}

fn chore(args: &[String]) -> Done {
    let (name, rest) = args.split_first().map_or(("help", &[][..]), |(n, r)| (n.as_str(), r));
    match name {
        "test" => test::run(),
        "nightly" => nightly::run(rest),
        "tidy" => tidy::run(&tree::root()),
        "schemas" => schemas::run(&tree::root(), rest),
        "dist" => dist::run(&tree::root(), rest),
        "live" => live::run(&tree::root(), rest),
        "docs" => docs::run(&tree::root(), rest),
        "bench" => bench::run(&tree::root(), rest),
        "bands" => bands::run(),
        "fuzz" => fuzz::run(&tree::root(), rest),
        "gallery" => gallery::run(&tree::root(), rest),
        "page" => page::run(&tree::root()).map(drop),
        "inference" => inference::run(rest),
        "causes" => causes::run(&tree::root(), rest),
        "windows" => windows::run(&tree::root()),
        "pci-roles" => pci_roles::run(&tree::root(), rest),
        "rig" => rig::chore::run(&tree::root(), rest),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(format!("no chore is called `{other}`\n{HELP}").into()),
    }
}
