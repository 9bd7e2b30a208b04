//! `cargo xtask rig loop ...`: the loop rig by hand, and as a process that tests hold.

use std::io::{self, BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use xtask::{Fallible, shell};

use super::{LoopPlan, enter, hold, leftovers, missing};

const HELP: &str = "\
cargo xtask rig loop up [...]        leave one standing; [--drives 3] [--size-mib 400] [--fs xfs|ext4]
                                     [--together 350], MB/s of the shared device
cargo xtask rig loop in COMMAND      run a command in the one that stands, under its limits
cargo xtask rig loop show            what stands
cargo xtask rig loop down            take down all that stand
cargo xtask rig loop hold [...]      one that stands until standard input ends
cargo xtask rig loop missing         what keeps it from running here; nothing if nothing
";

pub fn run(words: &[&str]) -> Fallible {
    match words {
        ["up", options @ ..] => {
            // Starts a separate holder, which outlives us.
            plan(options)?;
            let mut command = Command::new(std::env::current_exe()?);
            // In a process group of its own Ctrl-C in this terminal does not reach it.
            command.args(["rig", "loop", "hold", "--stay"]).args(options).process_group(0);
            // Our own standard error would stay open with it, and whoever reads that would wait.
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut holder = command.spawn()?;
            let mut shown = String::new();
            BufReader::new(holder.stdout.take().ok_or("no pipe")?).read_line(&mut shown)?;
            if shown.is_empty() {
                let text = String::from_utf8_lossy(&holder.wait_with_output()?.stderr).into_owned();
                return Err(format!("no rig: {}", text.trim()).into());
            }
            print!("{shown}");
            Ok(())
        }
        ["in", "--holder", holder, command @ ..] => inside(holder.parse()?, command),
        ["in", command @ ..] if !command.is_empty() => inside(standing()?, command),
        ["show"] => {
            for holder in leftovers::standing()? {
                println!("held by process {holder}:");
                let words =
                    ["sh", "-c", "lsblk -o NAME,SIZE,FSTYPE,MOUNTPOINT | grep /mnt; losetup -l"];
                print!("{}", shell::output(&mut enter(holder, &words))?);
            }
            Ok(())
        }
        ["down"] => {
            for holder in leftovers::standing()? {
                leftovers::take_down(holder)?;
            }
            leftovers::sweep()
        }
        ["hold", "--stay", options @ ..] => hold(&plan(options)?, stay),
        ["hold", options @ ..] => hold(&plan(options)?, until_input_ends),
        ["missing"] => {
            missing().iter().for_each(|why| println!("{why}"));
            Ok(())
        }
        _ => Err(HELP.into()),
    }
}

fn plan(options: &[&str]) -> Fallible<LoopPlan> {
    match missing() {
        Some(why) => Err(format!("no loop rig here: {why}").into()),
        None => Ok(LoopPlan::parse(options)?),
    }
}

fn stay() {
    loop {
        std::thread::park();
    }
}

fn until_input_ends() {
    // An input that cannot be read has ended as well.
    let _ = io::copy(&mut io::stdin(), &mut io::sink());
}

fn standing() -> Fallible<u32> {
    Ok(leftovers::standing()?.pop().ok_or("none stands; `rig loop up` makes one")?)
}

/// Becomes the command, so that whoever kills us kills it.
fn inside(holder: u32, command: &[&str]) -> Fallible {
    let mut command = enter(holder, command);
    Err(format!("{}: {}", shell::spelled(&command), command.exec()).into())
}
