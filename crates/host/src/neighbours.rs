//! What this host's neighbours in the network say of themselves.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::programs;

/// The daemon has all of it in memory.
const PATIENCE: Duration = Duration::from_secs(2);
/// Between two looks whether it is done.
const LOOK: Duration = Duration::from_millis(5);
/// Most bytes read; a neighbour takes some two thousand.
const TEXT_CAP: u64 = 1 << 20;

/// What `lldpctl -f json` prints; none where there is no lldpd, or this user may not ask it.
pub fn lldp() -> Option<String> {
    let mut command = Command::new(programs::find_own("lldpctl")?);
    command.args(["-f", "json"]).env("LC_ALL", "C");
    said(command, PATIENCE)
}

fn said(mut command: Command, patience: Duration) -> Option<String> {
    let streams = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = streams.spawn().ok()?;
    let mut pipe = child.stdout.take()?.take(TEXT_CAP);
    // More than a pipe holds must be read before it can end.
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        pipe.read_to_string(&mut text).ok().map(|_| text)
    });
    let until = Instant::now() + patience;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if Instant::now() < until => std::thread::sleep(LOOK),
            _ => {
                // One that hangs in the kernel even then is left behind.
                let _ = child.kill();
                std::thread::sleep(LOOK);
                let _ = child.try_wait();
                return None;
            }
        }
    };
    let text = reader.join().ok()??;
    status.success().then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(words: &str) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", words]);
        command
    }

    #[test]
    fn what_is_printed_in_time_counts() {
        let long = "head -c 200000 /dev/zero | tr '\\0' x";
        assert_eq!(said(shell(long), PATIENCE).map(|text| text.len()), Some(200_000));
        assert_eq!(said(shell("echo no; exit 1"), PATIENCE), None);
        assert_eq!(said(shell("exec sleep 60"), Duration::from_millis(50)), None);
    }
}
