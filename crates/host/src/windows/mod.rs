//! Windows' view of the running machine: the script that takes a capture, run by Windows PowerShell; and observations
//! while drives are measured, by calls that need no administrator.
//!
//! The script comes through standard input and the capture through standard output: no file is written, and no
//! rule on script files (Microsoft, "about_Execution_Policies": it holds for files) keeps it from running.
//!
//! Not here: the script itself (`cli`), reading its answer (`narrows-topology`).

pub mod context;
mod cores;
mod drive;
pub mod filesystems;
pub mod identity;
mod links;
pub mod place;
mod root;
pub mod sample;
mod text;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub use self::cores::cores_first;
pub use self::root::Root;

#[derive(Debug, thiserror::Error)]
pub enum CaptureError {
    /// There is no Windows PowerShell, or one that says nothing.
    #[error("there is no Windows PowerShell")]
    NoPowerShell,
    /// It could not be started or heard.
    #[error("{0}")]
    Failed(io::Error),
    #[error("{0}")]
    Said(String),
}

/// Runs the script and returns its output, JSON in UTF-8. With `without_serials` it leaves out serial numbers.
pub fn capture(script: &str, without_serials: bool) -> Result<Vec<u8>, CaptureError> {
    let shell = powershell().ok_or(CaptureError::NoPowerShell)?;
    let answer = run(&shell, script, without_serials).map_err(CaptureError::Failed)?;
    if !answer.status.success() {
        return Err(CaptureError::Said(first_line(&answer.stderr)));
    }
    if answer.stdout.is_empty() { Err(CaptureError::NoPowerShell) } else { Ok(answer.stdout) }
}

/// Windows PowerShell where every Windows has it: one of that name elsewhere may be anything.
fn powershell() -> Option<PathBuf> {
    let system = PathBuf::from(std::env::var_os("SystemRoot")?);
    let shell = system.join(r"System32\WindowsPowerShell\v1.0\powershell.exe");
    (shell.is_absolute() && shell.is_file()).then_some(shell)
}

fn run(shell: &Path, script: &str, without_serials: bool) -> io::Result<Output> {
    let mut command = Command::new(shell);
    command.args(["-NoLogo", "-NoProfile", "-NonInteractive", "-Command"]);
    command.arg(line(without_serials));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    // One that does not listen says why, or nothing.
    let heard = child.stdin.take().map_or(Ok(()), |mut to| to.write_all(script.as_bytes()));
    if let Err(error) = heard.as_ref()
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        let _ = child.kill();
    }
    child.wait_with_output()
}

/// Reads the script from standard input and runs it as if it were a file.
fn line(without_serials: bool) -> String {
    let serials = if without_serials { " -WithoutSerials" } else { "" };
    // Windows PowerShell writes in the console's code page; this encoding has no byte order mark.
    format!(
        "[Console]::OutputEncoding = New-Object Text.UTF8Encoding $false; \
         & ([ScriptBlock]::Create([Console]::In.ReadToEnd())) -Output '-'{serials}"
    )
}

fn first_line(bytes: &[u8]) -> String {
    let bytes = String::from_utf8_lossy(bytes);
    bytes.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("?").to_owned()
}
