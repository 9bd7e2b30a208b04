//! Links by hand: `cat` and `grep` of sysfs' `current_link_speed` and its sisters.
//!
//! ```text
//! $ cat /sys/block/nvme0n1/device/device/current_link_{speed,width}
//! 8.0 GT/s PCIe
//! 4
//! $ grep . /sys/bus/pci/devices/0000:01:00.0/current_link_*
//! /sys/bus/pci/devices/0000:01:00.0/current_link_speed:16.0 GT/s PCIe
//! ```
//!
//! Source: Linux, drivers/pci/pci-sysfs.c (current_link_speed_show and those around it).

use std::collections::BTreeMap;

use narrows_units::{Lanes, LinkWidth, TransferRate};

use super::evidence::CommandEvidence;
use super::section::CommandSection;
use crate::evidence::LinkFacts;
use crate::pci::PciAddress;

/// More files are not looked for in one line.
const MOST_FILES: usize = 256;
/// A longer path is no file's (PATH_MAX).
const LONGEST_PATH: usize = 4096;

pub(super) fn begins(line: &str) -> bool {
    line.contains("/sys/") && !files(line).is_empty()
}

/// Speed and width of one end.
type LinkHalves = (Option<TransferRate>, Option<Lanes>);

pub(super) fn read(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    // By device, and whether they are the link's state rather than what the device can do.
    let mut links: BTreeMap<(String, bool), LinkHalves> = BTreeMap::new();
    // Files that were named and whose contents follow.
    let mut left: Vec<(String, String)> = Vec::new();
    for line in &section.lines {
        let line = line.trim();
        let mut named = files(line);
        let printed = line.split_once("_speed:").or_else(|| line.split_once("_width:"));
        match printed {
            Some((_, value)) if named.len() == 1 && !value.is_empty() => {
                take(&named[0], value, &mut links);
            }
            _ if !named.is_empty() => {
                // Contents come in the order of the names, which are taken from the end.
                named.reverse();
                left = named;
            }
            _ => {
                if let Some(file) = left.pop() {
                    take(&file, line, &mut links);
                }
            }
        }
    }
    for ((device, is_current), (rate, lanes)) in links {
        let (Some(rate), Some(lanes)) = (rate, lanes) else { continue };
        let Some(link) = link_of(&device, evidence) else { continue };
        *(if is_current { &mut link.current } else { &mut link.possible }) =
            Some(LinkWidth { rate, lanes });
    }
}

fn take(
    (device, file): &(String, String),
    value: &str,
    links: &mut BTreeMap<(String, bool), LinkHalves>,
) {
    let halves = links.entry((device.clone(), file.starts_with("current"))).or_default();
    let number = value.trim().split(' ').next().unwrap_or_default();
    if file.ends_with("speed") {
        halves.0 = number.parse().ok().and_then(TransferRate::from_gt_s);
    } else {
        halves.1 = number.parse().ok().and_then(Lanes::new);
    }
}

/// The link of a function by its address, of a drive's by its name.
fn link_of<'a>(device: &str, evidence: &'a mut CommandEvidence) -> Option<&'a mut LinkFacts> {
    if let Ok(address) = device.parse::<PciAddress>() {
        return evidence.function(address).map(|function| &mut function.link);
    }
    let is_namespace = device.get(4..).is_some_and(|rest| rest.contains('n'));
    let own = if is_namespace { device.to_owned() } else { format!("{device}n1") };
    evidence.block(&own).map(|(_, block)| &mut block.link)
}

/// Devices and their files in a line, in sequence, with what braces stand for.
fn files(line: &str) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for word in line.split_whitespace().filter(|word| word.starts_with("/sys/")) {
        let path = word.split("_speed:").next().unwrap_or_default();
        let path = path.split("_width:").next().unwrap_or_default();
        let path =
            if path.len() < word.len() { &word[..path.len() + "_speed".len()] } else { word };
        for path in unbraced(path) {
            let Some((way, file)) = path.rsplit_once('/') else { continue };
            let is_link = matches!(
                file,
                "current_link_speed" | "current_link_width" | "max_link_speed" | "max_link_width"
            );
            let is_device = |part: &&str| {
                part.parse::<PciAddress>().is_ok()
                    || part.strip_prefix("nvme").is_some_and(|rest| {
                        rest.starts_with(|c: char| c.is_ascii_digit())
                            && rest.chars().all(|c| c.is_ascii_digit() || c == 'n')
                    })
            };
            let device = way.split('/').rfind(is_device);
            if let Some(device) = device.filter(|_| is_link && files.len() < MOST_FILES) {
                files.push((device.to_owned(), file.to_owned()));
            }
        }
    }
    files
}

/// `a_{b,c}` as `a_b` and `a_c`; the shell takes the first braces first. Nothing if that makes too many or too long
/// paths.
fn unbraced(path: &str) -> Vec<String> {
    if path.len() > LONGEST_PATH {
        return Vec::new();
    }
    let mut whole = vec![path.to_owned()];
    // A brace makes more files of one, or was opened in vain.
    for _ in 0..MOST_FILES {
        let Some(at) = whole.iter().position(|path| path.contains('{')) else { return whole };
        let path = whole.remove(at);
        let parts = path.split_once('{').and_then(|(before, rest)| {
            let (inside, after) = rest.split_once('}')?;
            Some((before, inside, after))
        });
        let Some((before, inside, after)) = parts else { return Vec::new() };
        if whole.len() + inside.split(',').count() > MOST_FILES {
            return Vec::new();
        }
        for (number, part) in inside.split(',').enumerate() {
            whole.insert(at + number, format!("{before}{part}{after}"));
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_make_only_as_many_files_as_are_looked_for() {
        let path = "/sys/{a,b}/x_{speed,width}";
        assert_eq!(
            unbraced(path),
            ["/sys/a/x_speed", "/sys/a/x_width", "/sys/b/x_speed", "/sys/b/x_width"]
        );
        let commas = |count: usize| format!("/sys/{{{}}}x", ",".repeat(count));
        assert_eq!(unbraced(&commas(MOST_FILES - 1)).len(), MOST_FILES);
        let long = format!("/sys/{{a,b}}{}", "x".repeat(LONGEST_PATH));
        for path in [commas(MOST_FILES), "{a,b}".repeat(9), "{a}".repeat(1000), long] {
            assert!(unbraced(&path).is_empty(), "{path}");
        }
    }
}
