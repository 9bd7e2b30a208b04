//! `inxi`: drives, processor and board of its paragraphs, with any number of `x`.
//!
//! Source: inxi 2.3 to 3.3 (the names of keys).

use super::amount;
use super::evidence::{CommandEvidence, DriveBus, fill, model, name, word};
use super::section::CommandSection;
use crate::evidence::{DriveTransport, HostFacts, StackedDevice};
use crate::read::firmware;

/// Paragraphs that inxi prints; one of them begins its output.
const PARAGRAPHS: &str = "\
    System: Machine: Battery: Memory: CPU: CPU(s): Graphics: Audio: Network: Bluetooth: \
    Logical: RAID: Drives: Partition: Swap: Sensors: Info: USB:";
/// Keys of drives and processors that have spaces in front of them; any other word with a colon is one, too.
const SPACED: [(&str, &str); 3] =
    [("maj min", "maj-min"), ("HDD Total Size", "total"), ("temp", "temp")];

pub(super) fn begins(line: &str) -> bool {
    // Without options it prints a line that begins with the processor.
    let is_short = line.starts_with("CPU:") && line.contains(" Kernel: ");
    let rest = line.strip_prefix("Drives:").or_else(|| line.strip_prefix("System:"));
    is_short
        || rest.is_some_and(|rest| {
            let rest = rest.trim_start();
            rest.is_empty()
                || ["Local Storage", "HDD Total", "Host:", "Kernel:", "ID-1:"]
                    .iter()
                    .any(|it| rest.starts_with(it))
        })
}

/// Keys and values of a paragraph in sequence.
fn pairs(text: &str) -> Vec<(String, String)> {
    let text = SPACED.iter().fold(text.to_owned(), |text, (from, to)| {
        text.replace(&format!("{from}:"), &format!("{to}:"))
    });
    let mut pairs: Vec<(String, String)> = Vec::new();
    for word in text.split_whitespace() {
        let key = word.strip_suffix(':').filter(|key| {
            key.starts_with(|c: char| c.is_ascii_alphabetic())
                && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        });
        match (key, pairs.last_mut()) {
            (Some(key), _) => pairs.push((key.to_lowercase(), String::new())),
            (None, Some((_, value))) => {
                if !value.is_empty() {
                    value.push(' ');
                }
                value.push_str(word);
            }
            (None, None) => {}
        }
    }
    pairs
}

pub(super) fn read(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let mut paragraphs: Vec<(&str, String)> = Vec::new();
    // All of it may be indented in a post.
    let indent = section.lines.first().map_or(0, |line| line.len() - line.trim_start().len());
    let indent = " ".repeat(indent);
    for line in section.lines.iter().map(|line| line.strip_prefix(&indent).unwrap_or(line)) {
        let title = PARAGRAPHS.split(' ').find(|title| line.starts_with(title));
        match (title, paragraphs.last_mut()) {
            (Some(title), _) => paragraphs.push((title, line[title.len()..].to_owned())),
            (None, Some((_, text))) => {
                text.push(' ');
                text.push_str(line);
            }
            (None, None) => {}
        }
    }
    for (title, text) in paragraphs {
        let pairs = pairs(&text);
        match title {
            "Drives:" => drives(&pairs, evidence),
            "RAID:" => arrays(&pairs, evidence),
            "CPU:" | "CPU(s):" => {
                let model =
                    pairs.iter().find(|(key, _)| key == "model").map(|(_, value)| value.as_str());
                let cpu = model.and_then(word).or_else(|| processor(&text));
                evidence.host(HostFacts { cpu, ..HostFacts::default() });
            }
            "Machine:" => machine(&pairs, evidence),
            _ => {}
        }
    }
}

/// The processor of `Quad core Intel Core i7-6700K (-HT-MCP-)` or `8-core AMD Ryzen 7 5800X [MT
/// MCP]`; several are `2 Deca core Intel Xeon E5-2650 v3s`.
fn processor(text: &str) -> Option<String> {
    let text = text.split(['(', '[']).next()?.trim();
    let mut words = text.split(' ');
    let is_core =
        |word: &str| word.to_lowercase().trim_start_matches(char::is_numeric).ends_with("core");
    words.by_ref().find(|word| is_core(word))?;
    let name = words.collect::<Vec<_>>().join(" ");
    let is_several = text.starts_with(|c: char| c.is_ascii_digit()) && !text.contains("-core");
    word(name.strip_suffix('s').filter(|_| is_several).unwrap_or(&name))
}

fn drives(pairs: &[(String, String)], evidence: &mut CommandEvidence) {
    let starts: Vec<usize> =
        (0..pairs.len()).filter(|at| pairs[*at].0.starts_with("id-")).collect();
    for (number, start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(pairs.len());
        let of = &pairs[*start..end];
        let get =
            |key: &str| of.iter().find(|(own, _)| own == key).map(|(_, value)| value.as_str());
        let path = of[0].1.split(' ').next().unwrap_or_default().to_owned();
        let path =
            if path.is_empty() { get("device").unwrap_or_default().to_owned() } else { path };
        evidence.size(&path, get("size").and_then(amount::size), false);
        let Some((own, block)) = evidence.block(&path) else { continue };
        let model = get("model").and_then(model);
        let vendor = get("vendor").and_then(word).filter(|vendor| {
            model
                .as_deref()
                .is_some_and(|model| !model.to_lowercase().contains(&vendor.to_lowercase()))
        });
        let model =
            model.map(|model| vendor.map_or(model.clone(), |vendor| format!("{vendor} {model}")));
        fill(&mut block.model, model);
        fill(&mut block.serial, get("serial").and_then(word));
        fill(&mut block.firmware, get("fw-rev").or(get("rev")).and_then(word));
        fill(
            &mut block.rotational,
            match get("tech").or(get("rotation")) {
                Some("SSD") => Some(false),
                Some(text) if text.starts_with("HDD") || text.contains("rpm") => Some(true),
                _ => None,
            },
        );
        let is_usb = get("type").is_some_and(|kind| kind.starts_with("USB"));
        // A higher one is that of an NVMe drive's PCIe link.
        let gbit_s = get("speed").and_then(amount::gbit_s).filter(|speed| *speed <= 6.0);
        let is_sata = !is_usb && own.starts_with("sd");
        // inxi takes the speed of SATA from sysfs' sata_spd, which is the negotiated one.
        fill(
            &mut block.transport,
            gbit_s.filter(|_| is_sata).map(|gbit_s| DriveTransport::Sata { gbit_s }),
        );
        if is_usb {
            evidence.buses.insert(own, DriveBus::Usb);
        } else if own.starts_with("nvme") {
            evidence.buses.insert(own, DriveBus::Nvme);
        }
    }
}

/// Arrays of ZFS and md: `Device-1: tank type: zfs level: raidz1 ... Components: Online: 1: sda2 ... 2: sdb2`.
fn arrays(pairs: &[(String, String)], evidence: &mut CommandEvidence) {
    let is_start = |at: &usize| pairs[*at].0.starts_with("device-");
    let starts: Vec<usize> = (0..pairs.len()).filter(is_start).collect();
    for (number, start) in starts.iter().enumerate() {
        let of = &pairs[*start..starts.get(number + 1).copied().unwrap_or(pairs.len())];
        let get =
            |key: &str| of.iter().find(|(own, _)| own == key).map(|(_, value)| value.as_str());
        let (mut members, mut is_online) = (Vec::new(), false);
        for (key, value) in of {
            match key.as_str() {
                "online" => is_online = true,
                "failed" | "spare" | "inactive" | "offline" | "unavail" => is_online = false,
                _ => {}
            }
            let words: Vec<&str> = value.split(' ').collect();
            let is_number = |word: &str| word.strip_suffix(':').is_some_and(is_count);
            let named = words.windows(2).filter(|pair| is_online && is_number(pair[0]));
            members.extend(named.filter_map(|pair| name(pair[1])).map(str::to_owned));
        }
        let sets = of.iter().filter(|(key, _)| key.starts_with("array-")).count();
        let level = get("level").unwrap_or_default();
        let stack = match (get("type"), level) {
            (Some("zfs"), _) if sets > 1 => StackedDevice::Zfs,
            (Some("zfs"), "mirror") if members.len() > 2 => StackedDevice::Zfs,
            (Some("zfs"), level) => {
                let level = match level {
                    "linear" | "stripe" => "0",
                    "mirror" => "1",
                    "raidz" | "raidz-1" => "raidz1",
                    other => other,
                };
                let (engine, level) = ("zfs".into(), level.into());
                StackedDevice::Described { engine, level, chunk: None }
            }
            (Some("mdadm"), level) => {
                let level = match level {
                    "mirror" => "raid1".to_owned(),
                    "stripe" => "raid0".to_owned(),
                    other => other.replace("raid-", "raid"),
                };
                StackedDevice::Md { level, chunk: None, metadata: None }
            }
            _ => continue,
        };
        if !members.is_empty() {
            evidence.array(&of[0].1, stack, &members);
        }
    }
}

fn is_count(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn machine(pairs: &[(String, String)], evidence: &mut CommandEvidence) {
    // Boards without firmware tables name themselves as a whole.
    let of = |first: &str, second: &str| {
        let at = pairs.iter().position(|(key, _)| key == first)?;
        let second = pairs[at..].iter().find(|(key, _)| key == second);
        let names = [Some(&pairs[at]), second].map(|pair| word(&pair?.1));
        firmware::joined(&names.each_ref().map(Option::as_deref))
    };
    let board = of("mobo", "model").or_else(|| of("system", "product"));
    evidence.host(HostFacts { board, ..HostFacts::default() });
}
