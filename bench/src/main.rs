//! How fast the program is, beside its peers and at a hundred times the size, and how often its answers come true.
//! `cargo xtask` has a chore for each.

mod bands;
mod causes;
mod engine;
mod growth;
mod inference;
mod parallel;

use std::process::ExitCode;

use xtask::{Fallible, tree};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[String]) -> Fallible {
    let (chore, rest) = words.split_first().map_or(("", words), |(it, rest)| (it.as_str(), rest));
    match chore {
        "bench" if rest.first().is_some_and(|it| it == "growth") => {
            growth::run(&tree::root(), &rest[1..])
        }
        "bench" => engine::run(&tree::root(), rest),
        "bands" => bands::run(&tree::root(), rest),
        "inference" => inference::run(rest),
        "causes" => causes::run(&tree::root(), rest),
        _ => Err("narrows-bench is run by cargo xtask bench, bands, inference or causes".into()),
    }
}
