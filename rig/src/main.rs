//! `cargo xtask rig ...` and `cargo xtask live`: the test beds by hand.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use narrows_rig::machine::description::{self, RigMachine};
use narrows_rig::{live, loops, machine};
use xtask::{Fallible, packages};

const HELP: &str = "\
cargo xtask rig list                     the emulated machines
cargo xtask rig machine NAME [--results FOLDER] [-- JOB]
                                         run the main job, or a shell script, in one
cargo xtask rig debian [--machine NAME] [--results FOLDER] [-- JOB]
                                         the same in a whole Debian, which may reboot
cargo xtask rig up NAME                  leave one standing, with a shell
cargo xtask rig loop ...                 loop devices that share a limit; alone it tells its words
cargo xtask rig hosts build              the binaries with Open MPI and MPICH, for hosts that are namespaces; tells their paths
cargo xtask rig missing [debian]         what keeps them from running here; nothing if nothing
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&xtask::tree::root(), &words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn run(root: &Path, words: &[String]) -> Fallible {
    if let [first, rest @ ..] = words
        && first == "live"
    {
        return live::run(root, rest);
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["list"] => list(root),
        ["missing"] => tell(machine::missing(root)),
        ["missing", "debian"] => tell(machine::debian::missing(root)),
        ["machine", name, rest @ ..] => {
            let (results, job) = results_and_job(root, name, rest)?;
            machine::run(root, name, job.as_deref(), &results)
        }
        ["debian", rest @ ..] => {
            let (name, rest) = match rest {
                ["--machine", name, rest @ ..] => (*name, rest),
                _ => (machine::debian::MACHINE, rest),
            };
            let (results, job) = results_and_job(root, "debian", rest)?;
            machine::debian::run(root, name, job.as_deref(), &results)
        }
        ["loop", words @ ..] => loops::chore::run(words),
        ["hosts", "build"] => {
            packages::install_if_possible(&packages::FOR_HOSTS);
            println!("{}", xtask::binary::with_mpi(root)?.display());
            match xtask::binary::with_mpich(root) {
                Ok(path) => println!("{}", path.display()),
                // Open MPI alone is enough for most of it.
                Err(why) => eprintln!("no binary with MPICH: {why}"),
            }
            Ok(())
        }
        ["up", name] => machine::up(root, name),
        _ => Err(HELP.into()),
    }
}

fn tell(missing: Option<String>) -> Fallible {
    missing.iter().for_each(|why| println!("{why}"));
    Ok(())
}

/// Where results go, and the script if one is given.
fn results_and_job(root: &Path, name: &str, rest: &[&str]) -> Fallible<(PathBuf, Option<String>)> {
    let (results, rest) = match rest {
        ["--results", folder, rest @ ..] => (PathBuf::from(folder), rest),
        _ => (root.join(".rig/results").join(name), rest),
    };
    let job = match rest {
        [] => None,
        ["--", words @ ..] => Some(format!("#!/bin/sh\n{}\n", words.join(" "))),
        _ => return Err(HELP.into()),
    };
    Ok((results, job))
}

fn list(root: &Path) -> Fallible {
    for name in description::names(root)? {
        println!("{name:<16} {}", RigMachine::load(root, &name)?.about);
    }
    Ok(())
}
