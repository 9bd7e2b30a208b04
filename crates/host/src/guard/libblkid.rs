//! Signatures that util-linux's libblkid reports for a device: of every kind that it knows, on the whole device and in
//! each partition.
//!
//! The library is used through its own programs, which every Linux has and which a static binary can run:
//! wipefs(8) lists everything that the low-level probe finds, partx(8) the partitions of any table, blkid(8)
//! probes a part of a device that has no node. They only list: wipefs wipes only with `--all` or `--offset`,
//! and `--no-act` forbids even that.
//!
//! Not here: our own table ([`super::signature`]).

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use super::signature::{Signature, TablePartition};
use crate::programs;

/// How long a program may take to examine a device.
const PATIENCE: Duration = Duration::from_secs(20);
/// blkid(8), "EXIT STATUS": nothing was found; the findings contradict each other.
const NOTHING: Option<i32> = Some(2);
const AMBIVALENT: Option<i32> = Some(8);

/// Its version, such as `2.38.1`; `None` if its programs are not installed.
pub(super) fn version() -> Option<String> {
    let text = ran("wipefs", &["--version".into()]).ok()?;
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    text.split_whitespace().last().map(str::to_owned)
}

/// The signatures on a whole device, or on a partition that has a node.
pub(super) fn signatures(path: &Path) -> Result<Vec<Signature>, String> {
    let mut words: Vec<_> = WIPEFS.iter().map(Into::into).collect();
    words.push(path.into());
    let output = ran("wipefs", &words)?;
    if output.status.success() {
        Ok(of_wipefs(&String::from_utf8_lossy(&output.stdout)))
    } else {
        Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
    }
}

const WIPEFS: [&str; 4] = ["--no-act", "--noheadings", "--output", "OFFSET,TYPE"];

/// The signature in a part of a device.
pub(super) fn signature_within(
    path: &Path,
    begin: u64,
    len: u64,
) -> Result<Option<Signature>, String> {
    let part = [format!("--offset={begin}"), format!("--size={len}")];
    let mut words = vec!["--probe".into(), "--output=value".into(), "--match-tag=TYPE".into()];
    words.extend(part.map(Into::into));
    words.push(path.into());
    let output = ran("blkid", &words)?;
    let kind = match output.status.code() {
        Some(0) => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        NOTHING => String::new(),
        // Counts as part of a set: one of the kinds that contradict each other may be one.
        AMBIVALENT => "ambivalent".to_owned(),
        _ => return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
    };
    Ok((!kind.is_empty()).then(|| Signature::of(&kind, None)))
}

/// The partitions of whatever table a device has; empty if it has none.
pub(super) fn partitions(path: &Path) -> Result<Vec<TablePartition>, String> {
    let words = ["--raw", "--noheadings", "--output", "NR,START,SECTORS,TYPE"];
    let mut words: Vec<_> = words.iter().map(Into::into).collect();
    words.push(path.into());
    // It fails without a table; wipefs has reported a device that is not readable at all.
    let output = ran("partx", &words)?;
    Ok(of_partx(&String::from_utf8_lossy(&output.stdout)))
}

/// Runs a program of the system's own. A drive that hangs blocks the program and its thread; we go on without.
fn ran(name: &str, words: &[std::ffi::OsString]) -> Result<Output, String> {
    let program = programs::find_own(name)
        .ok_or_else(|| format!("{name} is not installed ({})", programs::package(name)))?;
    let mut command = Command::new(program);
    command.env_clear().args(words).env("LC_ALL", "C").stdin(Stdio::null());
    let (sender, receiver) = channel();
    std::thread::spawn(move || sender.send(command.output()));
    match receiver.recv_timeout(PATIENCE) {
        Ok(output) => output.map_err(|error| format!("{name}: {error}")),
        Err(_) => Err(format!("{name} does not come back")),
    }
}

/// The output of `wipefs --noheadings --output OFFSET,TYPE`: an offset and a kind per line.
fn of_wipefs(text: &str) -> Vec<Signature> {
    let lines = text.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let (place, kind) = (words.next()?, words.next());
        let at = place.strip_prefix("0x").and_then(|hex| u64::from_str_radix(hex, 16).ok());
        Some(Signature::of(kind.unwrap_or(place), at))
    });
    lines.collect()
}

/// The output of `partx --raw --noheadings --output NR,START,SECTORS,TYPE`, in sectors of 512 bytes.
fn of_partx(text: &str) -> Vec<TablePartition> {
    let lines = text.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let number = words.next()?.parse().ok()?;
        let mut bytes = || words.next()?.parse::<u64>().ok()?.checked_mul(512);
        let (begin, len) = (bytes()?, bytes()?);
        let kind = words.next().unwrap_or_default().to_ascii_lowercase();
        Some(TablePartition { number, begin, len, kind })
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As printed by wipefs 2.41 of an image with a partition table and ext4 over it.
    #[test]
    fn wipefs_is_understood() {
        let signatures = of_wipefs("0x438 ext4\n0x1fe dos\n");
        assert_eq!(
            signatures,
            [Signature::of("ext4", Some(0x438)), Signature::of("dos", Some(0x1fe))]
        );
        assert_eq!(of_wipefs(""), []);
    }

    /// As printed by partx 2.38 of an image with a DOS table.
    #[test]
    fn partx_is_understood() {
        let partitions = of_partx("1 2048 20480 0x42\n2 22528 20480 0x83\n");
        let first =
            TablePartition { number: 1, begin: 1 << 20, len: 10 << 20, kind: "0x42".to_owned() };
        assert_eq!(partitions[0], first);
        assert_eq!(partitions.len(), 2);
        assert_eq!(of_partx(""), []);
    }
}
