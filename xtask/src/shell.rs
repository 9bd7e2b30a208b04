//! Running other programs: shown before they run, judged by their exit status.

use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::Fallible;

/// A cargo command in the workspace. The cargo that runs us runs it, hence the same toolchain.
pub fn cargo(args: &[&str]) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(args).current_dir(crate::tree::root());
    command
}

/// As [`cargo`], for the time that others leave, so that it can run beside tests.
pub fn cargo_aside(args: &[&str]) -> Command {
    let cargo = cargo(args);
    let mut command = Command::new("nice");
    command.args(["-n", "19"]).arg(cargo.get_program()).args(cargo.get_args());
    command.current_dir(crate::tree::root());
    command
}

/// Shows and runs `command`; an error if it cannot start or does not end well. Its output goes to
/// standard error: standard output is for a chore's answer, which others read.
pub fn run(command: &mut Command) -> Fallible {
    eprintln!("$ {}", spelled(command));
    command.stdout(std::io::stderr());
    let status = command.status().map_err(|error| not_started(command, &error))?;
    if status.success() { Ok(()) } else { Err(ended(command, &status.to_string())) }
}

/// Runs `command` without showing it and returns its standard output; on failure, the error
/// contains its standard error.
pub fn output(command: &mut Command) -> Fallible<String> {
    // A program that asks something would wait for ever.
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| not_started(command, &error))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(ended(command, &format!("{}: {}", output.status, text.trim())))
}

fn not_started(command: &Command, error: &std::io::Error) -> Box<dyn std::error::Error> {
    format!("`{}` did not start: {error}", spelled(command)).into()
}

fn ended(command: &Command, how: &str) -> Box<dyn std::error::Error> {
    format!("`{}` ended with {how}", spelled(command)).into()
}

/// The command as one would type it, without the folder of its program.
pub fn spelled(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let program = program.file_name().unwrap_or(command.get_program());
    let mut words = vec![program.to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|arg| arg.to_string_lossy().into_owned()));
    words.join(" ")
}

/// Is `program` installed? Looks where root's programs live too, which `PATH` of others lacks.
pub fn is_installed(program: &str) -> bool {
    let path = std::env::var("PATH").unwrap_or_default();
    let folders = path.split(':').chain(["/usr/sbin", "/sbin"]);
    folders.filter(|folder| !folder.is_empty()).any(|f| Path::new(f).join(program).is_file())
}

/// Do we run as root? The owner of `/proc/self` is the effective user (proc(5)).
pub fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|it| it.uid() == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_tells_the_command_and_what_it_said() {
        let error = output(Command::new("sh").args(["-c", "echo no >&2; exit 3"])).unwrap_err();
        assert_eq!(error.to_string(), "`sh -c echo no >&2; exit 3` ended with exit status: 3: no");
    }

    #[test]
    fn programs_are_looked_for_by_name() {
        assert!(is_installed("sh"));
        assert!(!is_installed("no-such-program-anywhere"));
    }
}
