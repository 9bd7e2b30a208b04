//! `lsblk`: its table with any columns, and its pairs (`-P`).
//!
//! Source: util-linux 2.20 to 2.40, misc-utils/lsblk.c (the names of columns and types), libsmartcols (how
//! they are aligned).

use std::collections::BTreeMap;

use narrows_units::Bytes;

use super::amount;
use super::evidence::{CommandEvidence, DriveBus, fill, model, name, whole_of, word};
use super::section::CommandSection;
use crate::evidence::StackedDevice;

/// Columns of which one must follow NAME; `zpool list` and `zfs list` have none of them.
const OWN: [&str; 7] = ["MAJ:MIN", "FSTYPE", "MODEL", "TRAN", "ROTA", "TYPE", "MOUNTPOINT"];

/// Values of a row, by column.
pub(super) type LsblkRow = BTreeMap<String, String>;

pub(super) fn begins(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_first = matches!(words.next(), Some("NAME" | "KNAME"));
    let rest: Vec<&str> = words.collect();
    let is_own = |word: &&str| OWN.iter().any(|own| word.starts_with(own));
    is_first && !rest.contains(&"USED") && rest.iter().any(is_own)
}

pub(super) fn begins_pairs(line: &str) -> bool {
    line.starts_with("NAME=\"") || line.starts_with("KNAME=\"")
}

pub(super) fn read_pairs(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    for line in section.lines.iter().filter(|line| begins_pairs(line.trim())) {
        let mut row = LsblkRow::new();
        let mut rest = line.trim();
        while let Some((key, after)) = rest.split_once("=\"") {
            let Some((value, after)) = after.split_once('"') else { break };
            row.insert(key.trim().to_lowercase(), value.to_owned());
            rest = after;
        }
        let parent = row.get("pkname").cloned();
        take(&row, parent.as_deref(), evidence);
    }
}

pub(super) fn read(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let Some((header, rows)) = section.lines.split_first() else { return };
    let columns: Vec<&str> = header.split_whitespace().collect();
    let rows: Vec<&str> = rows.iter().copied().filter(|row| !row.trim().is_empty()).collect();
    let edges = edges(header, &rows);
    // The devices above the row, with the column in which their name begins.
    let mut above: Vec<(usize, String)> = Vec::new();
    for row in rows {
        let begin = row.chars().take_while(|c| !c.is_ascii_alphanumeric()).count();
        let cells = cells(row, &columns, &edges);
        let Some(own) = cells.get("name").or(cells.get("kname")).cloned() else { continue };
        above.retain(|(column, _)| *column < begin);
        // A word of a person's below the table.
        if cells.len() == 1 && columns.len() > 1 && above.is_empty() && !is_device(&own) {
            continue;
        }
        take(&cells, above.last().map(|(_, name)| name.as_str()), evidence);
        above.push((begin, own));
    }
}

/// Whether a name is one of the kernel's: letters, and a number or a drive's letters behind them.
fn is_device(own: &str) -> bool {
    let of_letters = ["sd", "hd", "vd", "xvd"].iter().any(|start| own.starts_with(start));
    of_letters || own.starts_with("dm-") || own.ends_with(|c: char| c.is_ascii_digit())
}

/// Start columns of a table: after spaces in all rows, at a word of the header.
pub(super) fn edges(header: &str, rows: &[&str]) -> Vec<usize> {
    let width = rows.iter().chain([&header]).map(|row| row.chars().count()).max().unwrap_or(0);
    let mut filled = vec![false; width];
    let mut heads = vec![false; width];
    for row in rows.iter().chain([&header]) {
        row.chars().enumerate().filter(|(_, c)| *c != ' ').for_each(|(at, _)| filled[at] = true);
    }
    header.chars().enumerate().filter(|(_, c)| *c != ' ').for_each(|(at, _)| heads[at] = true);
    let mut edges = Vec::new();
    let mut at = 0;
    while at < width {
        if !filled[at] {
            at += 1;
            continue;
        }
        let end = (at..width).find(|at| !filled[*at]).unwrap_or(width);
        // Without a word of the header it continues the column before, such as a model's words.
        if heads[at..end].contains(&true) {
            edges.push(at);
        }
        at = end;
    }
    edges
}

/// The cells of a row: its words in sequence if there are as many as columns, or if only the mount point
/// at the end is missing; else by position.
fn cells(row: &str, columns: &[&str], edges: &[usize]) -> LsblkRow {
    let words: Vec<&str> = row.split_whitespace().collect();
    let words: Vec<&str> = words
        .iter()
        .map(|word| word.trim_start_matches(is_drawing))
        // Old versions write the kernel's name of a mapping behind its own.
        .filter(|word| !(word.is_empty() || word.starts_with("dm-") && word.ends_with(')')))
        .collect();
    let is_plain = columns.last().is_some_and(|last| last.starts_with("MOUNTPOINT"))
        && !columns.contains(&"MODEL")
        && !columns.contains(&"LABEL")
        && !columns.contains(&"FSTYPE");
    let mut cells = LsblkRow::new();
    let mut put = |column: &str, value: &str| {
        let value = value.trim();
        if !value.is_empty() {
            cells.insert(column.to_lowercase(), value.to_owned());
        }
    };
    if words.len() == columns.len() || (is_plain && words.len() + 1 >= columns.len()) {
        columns.iter().zip(&words).for_each(|(column, word)| put(column, word));
    } else if edges.len() == columns.len() {
        let chars: Vec<char> = row.chars().collect();
        for (at, (column, begin)) in columns.iter().zip(edges).enumerate() {
            let end = edges.get(at + 1).copied().unwrap_or(chars.len()).min(chars.len());
            let cell: String = chars.get(*begin..end).unwrap_or_default().iter().collect();
            let cell = match at {
                0 => cell.trim_start_matches(|c: char| !c.is_ascii_alphanumeric()),
                _ => &cell,
            };
            put(column, cell);
        }
    }
    // A space in a value that never has one shows that the columns have shifted.
    let is_broken = cells.iter().any(|(column, value)| {
        ["serial", "tran", "rota", "type", "size", "rm", "ro"].contains(&column.as_str())
            && value.contains(' ')
    });
    if is_broken || cells.is_empty() {
        cells.clear();
        let first = columns.first().zip(words.first());
        cells.extend(first.map(|(column, word)| (column.to_lowercase(), (*word).to_owned())));
    }
    cells
}

/// Whether it is a tree-drawing character, garbled or not.
fn is_drawing(c: char) -> bool {
    !c.is_ascii_alphanumeric() && !matches!(c, '/' | '[')
}

/// Takes a row's facts about a device and its parent.
pub(super) fn take(row: &LsblkRow, parent: Option<&str>, evidence: &mut CommandEvidence) {
    let get = |key: &str| row.get(key).map(String::as_str).and_then(word);
    let Some(own) = get("name").or_else(|| get("kname")) else { return };
    let (own, parent) = (own.as_str(), parent.and_then(name));
    let size = get("size").and_then(|text| amount::size(&text));
    let is_exact = get("size").is_some_and(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    let kind = get("type").unwrap_or_else(|| guessed(own, parent));
    let mount = ["mountpoint", "mountpoints"].into_iter().find_map(get);
    if let Some(target) = mount.filter(|target| target.starts_with(['/', '['])) {
        evidence.mount(own, &target, &get("fstype").unwrap_or_default());
    }
    match kind.as_str() {
        "rom" => {}
        "part" => {
            let whole = parent.map_or_else(|| whole_of(own), str::to_owned);
            if let Some(part) = name(own).filter(|part| *part != whole) {
                evidence.partition(&whole, part, size);
            }
        }
        // lsblk calls these disks, too.
        "disk" if is_layer(own) => {
            let members: Vec<String> = parent.map(str::to_owned).into_iter().collect();
            let stack = StackedDevice::Dm { name: Some(own.to_owned()), uuid: None };
            evidence.array(own, stack, &members);
            evidence.size(own, size, is_exact);
        }
        "disk" => disk(own, size, is_exact, &get, evidence),
        _ => {
            let members: Vec<String> = parent.map(str::to_owned).into_iter().collect();
            let Some(stack) = stack(&kind, own) else { return };
            if !matches!(stack, StackedDevice::Loop { .. }) || !members.is_empty() {
                evidence.array(own, stack, &members);
                evidence.size(own, size, is_exact);
            }
        }
    }
}

/// Whether the name is that of a layer over drives: a cache or a mirror over a network.
fn is_layer(own: &str) -> bool {
    let kind = own.trim_end_matches(|c: char| c.is_ascii_digit());
    kind.len() < own.len() && matches!(kind, "bcache" | "drbd")
}

/// The type if the column is missing: a device below another is part of it.
fn guessed(own: &str, parent: Option<&str>) -> String {
    let starts = |starts: &[&str]| starts.iter().any(|start| own.starts_with(start));
    let kind = match parent {
        _ if starts(&["sr", "fd"]) => "rom",
        _ if starts(&["loop"]) => "loop",
        _ if starts(&["zram", "ram"]) => "rom",
        _ if starts(&["md"]) => "md",
        Some(parent) if own.starts_with(parent) => "part",
        Some(_) => "dm",
        None => "disk",
    };
    kind.to_owned()
}

fn stack(kind: &str, own: &str) -> Option<StackedDevice> {
    match kind {
        "loop" => Some(StackedDevice::Loop { backing_file: None }),
        "md" => Some(StackedDevice::Md { level: "inactive".into(), chunk: None, metadata: None }),
        "linear" => Some(StackedDevice::Md { level: kind.to_owned(), chunk: None, metadata: None }),
        _ if kind.starts_with("raid") => {
            Some(StackedDevice::Md { level: kind.to_owned(), chunk: None, metadata: None })
        }
        "lvm" | "crypt" | "mpath" | "dm" | "dmraid" => {
            // The beginning of the UUID distinguishes kinds of mappings; lsblk gives only
            // the kind.
            let uuid = match kind {
                "lvm" => Some("LVM-".to_owned()),
                "crypt" => Some("CRYPT-".to_owned()),
                "mpath" => Some("mpath-".to_owned()),
                _ => None,
            };
            Some(StackedDevice::Dm { name: Some(own.to_owned()), uuid })
        }
        _ => None,
    }
}

fn disk(
    own: &str,
    size: Option<Bytes>,
    is_exact: bool,
    get: &impl Fn(&str) -> Option<String>,
    evidence: &mut CommandEvidence,
) {
    if ["zram", "ram", "fd", "sr", "nbd", "mtdblock"].iter().any(|start| own.starts_with(start)) {
        return;
    }
    evidence.size(own, size, is_exact);
    let flag = |key: &str| match get(key)?.as_str() {
        "1" | "true" => Some(true),
        "0" | "false" => Some(false),
        _ => None,
    };
    let Some((own, block)) = evidence.block(own) else { return };
    fill(&mut block.model, get("model").as_deref().and_then(model));
    fill(&mut block.serial, get("serial"));
    fill(&mut block.wwn, get("wwn"));
    fill(&mut block.firmware, get("rev"));
    fill(&mut block.scheduler, get("sched"));
    fill(&mut block.rotational, flag("rota"));
    let sector = get("log-sec").and_then(|text| text.parse().ok());
    fill(&mut block.logical_block, sector.map(Bytes::new));
    let discard = get("disc-max").map(|text| !matches!(text.as_str(), "0B" | "0"));
    fill(&mut block.discard, discard);
    block.read_only |= [flag("ro"), flag("rm")].contains(&Some(true));
    if let Some(tran) = get("tran") {
        evidence.buses.insert(own, DriveBus::of(&tran));
    }
}
