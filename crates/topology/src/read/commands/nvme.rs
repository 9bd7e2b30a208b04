//! `nvme list`, plain and with `-v`.
//!
//! Rows are known by their own shape, so that lost columns, headers and wrapped lines do no harm.
//! Source: nvme-cli 1.0 to 2.11, nvme-print-stdout.c (list_item, the three tables of `-v`).

use super::amount;
use super::evidence::{CommandEvidence, DriveBus, fill, name, whole_of, word};
use super::section::CommandSection;

pub(super) fn begins(line: &str) -> bool {
    let has = |words: &[&str]| words.iter().all(|word| line.contains(word));
    (line.starts_with("Node") && has(&["Model"]) && has(&["SN"]))
        || (line.starts_with("Device") && (has(&["SN", "MN"]) || has(&["NSID", "Usage"])))
        || (line.starts_with("Subsystem") && has(&["Subsystem-NQN"]))
        || line.starts_with("NVM Express Controllers")
        || line.starts_with("NVM Express Namespaces")
        || (is_node(line) && is_complete(line))
}

pub(super) fn read(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let mut row = String::new();
    for line in &section.lines {
        let is_next = is_node(line.trim()) || line.trim().is_empty() || begins(line.trim());
        if is_next {
            read_row(&row, evidence);
            row.clear();
        }
        // Terminals break rows that are too long; something else follows a complete one. Whether a
        // row reaches the firmware after `512 B + 0 B`.
        let words = |(_, rest): (&str, &str)| rest.split_whitespace().count();
        let has_end = is_complete(&row) && row.rsplit_once("+ ").map(words) > Some(2);
        if !has_end {
            row.push(' ');
            row.push_str(line.trim());
        }
    }
    read_row(&row, evidence);
}

fn is_node(line: &str) -> bool {
    let line = line.strip_prefix("/dev/").unwrap_or(line);
    line.strip_prefix("nvme").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// The end of a namespace's row: used size, size and format.
fn is_complete(line: &str) -> bool {
    line.split_once(" / ").is_some_and(|(_, rest)| rest.contains("B + "))
}

fn read_row(row: &str, evidence: &mut CommandEvidence) {
    let row = row.trim();
    if !is_node(row) {
        return;
    }
    if is_complete(row) {
        namespace(row, evidence);
    } else {
        controller(row, evidence);
    }
}

/// `/dev/nvme0n1 /dev/ng0n1 SERIAL MODEL 1 250.06 GB / 1.00 TB 512 B + 0 B FIRMWARE`; the table of `-v`
/// has neither serial number nor model, and the controllers at the end.
fn namespace(row: &str, evidence: &mut CommandEvidence) {
    let Some((before, after)) = row.split_once(" / ") else { return };
    let mut words: Vec<&str> = before.split_whitespace().collect();
    let node = words.remove(0);
    // Some versions repeat the row for each partition.
    if let Some(part) = name(node).filter(|part| whole_of(part) != *part) {
        evidence.partition(&whole_of(part), part, None);
        return;
    }
    if words.first().is_some_and(|word| {
        word.starts_with("/dev/ng")
            || word
                .strip_prefix("ng")
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    }) {
        words.remove(0);
    }
    // The used size stands behind the model, and the namespace's number where the table has it.
    words.truncate(words.len().saturating_sub(2));
    let is_number = |word: &&str| {
        word.starts_with("0x") || (word.len() < 5 && word.bytes().all(|byte| byte.is_ascii_digit()))
    };
    if words.last().is_some_and(is_number) {
        words.pop();
    }
    let after: Vec<&str> = after.split_whitespace().collect();
    let size = after.get(..2).and_then(|words| amount::size(&words.concat()));
    evidence.size(node, size, false);
    let plus = after.iter().position(|word| *word == "+");
    // What follows `+ 0 B`.
    let last = plus.and_then(|at| after.get(at + 3..)).unwrap_or_default().join(" ");
    let Some((own, block)) = evidence.block(node) else { return };
    block.rotational = Some(false);
    if let Some((serial, model)) = words.split_first().filter(|(_, model)| !model.is_empty()) {
        fill(&mut block.serial, word(serial));
        fill(&mut block.model, word(&model.join(" ")));
        fill(&mut block.firmware, word(&last));
    } else if let Some(controller) = last.split([',', ' ']).find(|word| is_node(word)) {
        evidence.controller_of.insert(own.clone(), controller.to_owned());
    }
    evidence.buses.insert(own, DriveBus::Nvme);
}

/// `nvme0 SERIAL MODEL FIRMWARE pcie 0000:01:00.0 [SLOT] nvme-subsys0 nvme0n1, nvme0n2`.
fn controller(row: &str, evidence: &mut CommandEvidence) {
    let words: Vec<&str> = row.split_whitespace().collect();
    let is_remote = |word: &&str| matches!(*word, "tcp" | "rdma" | "fc" | "loop");
    if words.iter().skip(3).any(is_remote)
        && let Some(own) = words.first().and_then(|word| name(word))
    {
        evidence.remote.insert(own.to_owned());
        return;
    }
    let Some(at) = words.iter().position(|word| *word == "pcie") else {
        // A row that was cut still names its drive; what of its model is missing is not known.
        let own = words.first().filter(|word| word.starts_with("/dev/") && word[9..].contains('n'));
        if let Some((own, block)) = own.and_then(|own| evidence.block(own)) {
            block.rotational = Some(false);
            evidence.buses.insert(own, DriveBus::Nvme);
        }
        return;
    };
    let address = words.get(at + 1).and_then(|word| word.parse().ok());
    let Some(own) = words.first().and_then(|word| name(word)) else { return };
    if let Some(address) = address {
        evidence.controller(own, address);
    }
    let namespaces = words.iter().skip(at + 2).map(|word| word.trim_end_matches(','));
    for namespace in namespaces.filter(|word| is_node(word) && word[4..].contains('n')) {
        evidence.controller_of.insert(namespace.to_owned(), own.to_owned());
        let Some((_, block)) = evidence.block(namespace) else { continue };
        block.rotational = Some(false);
        if let [_, serial, model @ .., firmware] = &words[..at] {
            fill(&mut block.serial, word(serial));
            fill(&mut block.model, word(&model.join(" ")));
            fill(&mut block.firmware, word(firmware));
        }
    }
}
