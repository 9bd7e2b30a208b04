//! Arrays: `/proc/mdstat`, `mdadm --detail`, `zpool status`, `zpool iostat -v`, `btrfs filesystem show`.
//!
//! Sources: Linux, drivers/md/md.c (md_seq_show); mdadm 4.3, Detail.c; OpenZFS 2.2, zpool_main.c
//! (print_status_config); btrfs-progs 4.0 to 6.17, cmds/filesystem.c (print_one_uuid, print_df).

use narrows_messages::Message;
use narrows_units::Bytes;

use super::amount;
use super::evidence::{CommandEvidence, DriveBus, name, whole_of, word};
use super::section::CommandSection;
use super::unread;
use crate::evidence::StackedDevice;
use crate::read::sysfs::MOST_DEVICES;

/// A machine has fewer degraded arrays.
const MOST_SAME: usize = 64;

pub(super) fn begins_mdstat(line: &str) -> bool {
    let array = || line.split_once(" : ").filter(|(name, _)| is_md(name));
    line.starts_with("Personalities :")
        || array()
            .is_some_and(|(_, rest)| rest.starts_with("active") || rest.starts_with("inactive"))
}

fn is_md(name: &str) -> bool {
    name.starts_with("md") && !name.contains(' ')
}

/// `md0 : active raid10 nvme3n1[3] nvme2n1[2](S) ...`, and below it
/// `7501212672 blocks super 1.2 512K chunks 2 near-copies [4/4] [UUUU]`.
pub(super) fn read_mdstat(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let mut current: Option<(String, Vec<String>, String)> = None;
    for line in section.lines.iter().map(|line| line.trim()) {
        if let Some((own, rest)) = line.split_once(" : ").filter(|(name, _)| is_md(name)) {
            let words = rest.split_whitespace();
            let state =
                |word: &&str| matches!(*word, "active" | "inactive") || word.starts_with('(');
            let words: Vec<&str> = words.skip_while(state).collect();
            let level = words.first().filter(|word| !word.contains('[')).copied();
            // Spares and drives that failed are in the machine as well.
            let all = words.iter().filter_map(|word| name(word.split_once('[')?.0));
            all.for_each(|device| evidence.used(device));
            let members = words.iter().filter_map(|word| member(word)).collect();
            let level = level.unwrap_or("inactive").to_owned();
            put(current.replace((own.to_owned(), members, level)), None, evidence);
        } else if line.contains(" blocks") && current.is_some() {
            put(current.take(), Some(line), evidence);
        }
    }
    put(current, None, evidence);
}

/// `nvme0n1p1[2]`, but neither a spare `(S)` nor a failed one `(F)`.
fn member(word: &str) -> Option<String> {
    let (device, rest) = word.split_once('[')?;
    // `(J)` is a journal, which holds no data for good; `(R)` becomes another member's copy.
    let is_out = ["(S)", "(F)", "(J)", "(R)"].iter().any(|mark| rest.contains(mark));
    name(device).filter(|_| !is_out).map(str::to_owned)
}

fn put(
    array: Option<(String, Vec<String>, String)>,
    line: Option<&str>,
    evidence: &mut CommandEvidence,
) {
    let Some((own, members, level)) = array else { return };
    let words: Vec<&str> = line.unwrap_or_default().split_whitespace().collect();
    let before = |word: &str| {
        let at = words.iter().position(|own| own.trim_end_matches(',') == word)?;
        words.get(at.checked_sub(1)?).copied()
    };
    let kind = words.iter().position(|word| *word == "super").and_then(|at| words.get(at + 1));
    // RAID 0 and 10 print `chunks`, RAID 4 to 6 `chunk`.
    let chunk = before("chunks").or_else(|| before("chunk")).and_then(amount::size);
    let kib: Option<u64> = before("blocks").and_then(|word| word.parse().ok());
    let counts = words.iter().find_map(|word| {
        let (all, active) = word.strip_prefix('[')?.strip_suffix(']')?.split_once('/')?;
        Some((all.parse::<u32>().ok()?, active.parse::<u32>().ok()?))
    });
    let metadata = kind.map(|kind| (*kind).to_owned());
    evidence.array(&own, StackedDevice::Md { level, chunk, metadata }, &members);
    evidence.size(&own, kib.map(|kib| Bytes::new(kib.saturating_mul(1024))), true);
    if let Some((all, active)) = counts.filter(|(all, active)| active < all) {
        degraded(&own, all - active, all, evidence);
    }
}

/// A note on missing members: the array is slower and at risk, or lost where no layout of its level survives so
/// many.
pub(super) fn degraded(array: &str, missing: u32, all: u32, evidence: &mut CommandEvidence) {
    let level = match evidence.capture.blocks.get(array).and_then(|block| block.stack.as_ref()) {
        Some(StackedDevice::Md { level, .. } | StackedDevice::Described { level, .. }) => level,
        _ => "",
    };
    let survived = match level.trim_start_matches("raid") {
        "0" | "linear" => 0,
        "4" | "5" | "z1" => 1,
        "6" | "z2" => 2,
        "z3" => 3,
        // In the best case: one drive of each mirror.
        "10" => all / 2,
        // A mirror lives on one drive, and an array of unknown level is not declared lost.
        _ => all.saturating_sub(1),
    };
    let id = match missing > survived {
        true => "note-text-array-failed",
        false => "note-text-array-degraded",
    };
    let note = Message::new(id).with("array", array).count("missing", missing as usize);
    let note = note.with("all", all);
    // Several commands may say it of one array.
    if !evidence.capture.notes.iter().rev().take(MOST_SAME).any(|known| *known == note) {
        evidence.capture.notes.push(note);
    }
}

pub(super) fn begins_mdadm(line: &str) -> bool {
    line.strip_prefix("/dev/").is_some_and(|rest| {
        let rest = rest.strip_prefix("md/").unwrap_or(rest);
        rest.ends_with(':')
            && !rest.contains(' ')
            && (rest.starts_with("md") || line.contains("/md/"))
    })
}

/// `mdadm --detail` prints one array below the other, without anything between them.
pub(super) fn read_mdadm(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let starts: Vec<usize> =
        (0..section.lines.len()).filter(|at| begins_mdadm(section.lines[*at].trim())).collect();
    for (number, start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(section.lines.len());
        read_array(&section.lines[*start..end], evidence);
    }
}

fn read_array(lines: &[&str], evidence: &mut CommandEvidence) {
    let own = lines.first().map_or("", |line| line.trim().trim_end_matches(':'));
    let field = |key: &str| {
        let value = |line: &&str| {
            let (own, value) = line.split_once(" : ")?;
            (own.trim() == key).then(|| value.trim().to_owned())
        };
        lines.iter().find_map(value)
    };
    let devices: Vec<String> = lines.iter().filter_map(|line| active(line)).collect();
    let others = lines.iter().filter_map(|line| idle(line));
    others.for_each(|device| evidence.used(device));
    // The members of an array that does not run have no state.
    let is_inactive = field("State").is_some_and(|state| state.contains("inactive"));
    let level = field("Raid Level").filter(|_| !is_inactive);
    let level = level.unwrap_or_else(|| "inactive".to_owned());
    let chunk = field("Chunk Size").and_then(|text| amount::size(&text));
    evidence.array(own, StackedDevice::Md { level, chunk, metadata: field("Version") }, &devices);
    let kib = field("Array Size").and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
    evidence.size(own, kib.map(|kib| Bytes::new(kib.saturating_mul(1024))), true);
    let number = |key: &str| field(key)?.parse::<u32>().ok();
    if let (Some(all), Some(active)) = (number("Raid Devices"), number("Active Devices"))
        && active < all
        && let Some(name) = name(own)
    {
        degraded(name, all - active, all, evidence);
    }
}

/// `0  259  1  0  active sync set-A  /dev/nvme0n1p1`, or of an array that does not run
/// `-  8  49  -  /dev/sdd1`.
fn active(line: &str) -> Option<String> {
    let (state, path) = line.trim().rsplit_once(' ')?;
    let is_active = state.starts_with(|c: char| c.is_ascii_digit()) && state.contains("active");
    let words: Vec<&str> = state.split_whitespace().collect();
    let is_row = is_active || matches!(words[..], ["-", _, _, "-"]);
    name(path).filter(|_| is_row && path.starts_with("/dev/")).map(str::to_owned)
}

/// `4  8  65  -  spare  /dev/sde1`, `spare rebuilding` and `faulty`: a drive without data.
fn idle(line: &str) -> Option<&str> {
    let (state, path) = line.trim().rsplit_once(' ')?;
    let is_idle = ["spare", "faulty"].iter().any(|kind| state.contains(kind));
    name(path).filter(|_| is_idle && path.starts_with("/dev/"))
}

/// `Label: 'data'  uuid: 84a1ed4a-365c-45c3-a9ee-a7df525dc3c9`.
fn btrfs_head(line: &str) -> Option<(&str, &str)> {
    let (label, uuid) = line.strip_prefix("Label: ")?.split_once(" uuid: ")?;
    let label = label.trim().trim_matches('\'');
    Some((label, uuid.trim())).filter(|(_, uuid)| uuid.matches('-').count() == 4)
}

pub(super) fn begins_btrfs(line: &str) -> bool {
    btrfs_head(line).is_some()
}

/// File systems with their devices, `devid 1 size 18.19TiB used 7.53TiB path /dev/sda`; one that is gone has
/// `MISSING` for its path. A file system on one device is no array.
pub(super) fn read_btrfs(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let lines: Vec<&str> = section.lines.iter().map(|line| line.trim()).collect();
    let starts: Vec<usize> = (0..lines.len()).filter(|at| begins_btrfs(lines[*at])).collect();
    for (number, start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(lines.len());
        let Some((label, uuid)) = btrfs_head(lines[*start]) else { continue };
        let (mut members, mut missing) = (Vec::new(), 0);
        for line in lines[*start..end].iter().filter(|line| line.starts_with("devid ")) {
            let Some((facts, path)) = line.split_once(" path ") else { continue };
            let size = facts.split_whitespace().nth(3).and_then(amount::size);
            let path = path.split_whitespace().find(|word| word.starts_with("/dev/"));
            let is_gone = line.contains("MISSING") || line.contains("<missing disk>");
            match path.and_then(name).filter(|_| !is_gone) {
                Some(own) => {
                    evidence.used(own);
                    match whole_of(own) {
                        whole if whole == own => evidence.size(own, size, false),
                        whole => evidence.partition(&whole, own, size),
                    }
                    members.push(own.to_owned());
                }
                None => missing += u32::from(is_gone),
            }
        }
        let own = match name(label).filter(|label| *label != "none") {
            Some(label) => label.to_owned(),
            None => format!("btrfs-{}", uuid.split('-').next().unwrap_or_default()),
        };
        let all = members.len() as u32 + missing;
        // What a mail quotes of it below was its state before.
        if evidence.capture.blocks.contains_key(&own) {
            continue;
        }
        if all > 1 {
            evidence.array(&own, StackedDevice::Btrfs { data_profile: None }, &members);
            evidence.btrfs.push(own.clone());
        }
        if missing > 0 {
            degraded(&own, missing, all, evidence);
        }
    }
}

/// `Data, RAID10: total=8.34TiB, used=8.34TiB` of `btrfs filesystem df`, `Data,RAID6: Size:26.10TiB, ...` of `usage`.
pub(super) fn is_btrfs_profile(line: &str) -> bool {
    line.starts_with("Data,") && (line.contains(": total=") || line.contains(": Size:"))
}

/// The profile of the only btrfs above.
pub(super) fn read_btrfs_profile(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let [only] = &evidence.btrfs[..] else { return };
    let block = evidence.capture.blocks.get_mut(only);
    let Some(StackedDevice::Btrfs { data_profile: profile }) =
        block.and_then(|block| block.stack.as_mut())
    else {
        return;
    };
    let own = section.lines.first().and_then(|line| line.trim().strip_prefix("Data,"));
    let own = own.and_then(|rest| rest.split(':').next()).and_then(word);
    *profile = profile.take().or(own.map(|own| own.to_lowercase()));
}

pub(super) fn begins_zpool(line: &str) -> bool {
    is_zpool_table(line)
        || line.strip_prefix("pool: ").is_some_and(|name| !name.trim().contains(' '))
}

/// The head of the table of devices, which may be all that was copied.
fn is_zpool_table(line: &str) -> bool {
    line.split_whitespace().eq(["NAME", "STATE", "READ", "WRITE", "CKSUM"])
}

/// Rows of a pool's devices by how far they are indented: the pool, its sets, and their members.
pub(super) fn read_zpool(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let mut pool = None;
    let mut rows: Vec<(usize, &str, &str)> = Vec::new();
    let mut is_config = false;
    for line in &section.lines {
        let text = line.trim();
        if let Some(name) = text.strip_prefix("pool: ") {
            finish_pool(pool.replace(name.trim()), &mut rows, evidence);
            is_config = false;
        } else if text.starts_with("config:") || text.starts_with("errors:") {
            is_config = text.starts_with("config:");
        } else if is_zpool_table(text) {
            is_config = true;
        } else if is_config && !text.is_empty() {
            let indent = line.trim_start_matches('\t');
            let indent = indent.len() - indent.trim_start_matches(' ').len();
            let mut words = text.split_whitespace();
            let (own, state) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            if rows.len() < MOST_DEVICES {
                rows.push((indent, own, state));
            }
            // A table without what stands above it begins with its pool.
            pool = pool.or(Some(own));
        }
    }
    finish_pool(pool, &mut rows, evidence);
}

/// The second line of the table's head.
pub(super) fn begins_iostat(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("pool") && words.next() == Some("alloc") && words.next() == Some("free")
}

/// Rows as those of `zpool status`, without states; strokes part the pools.
pub(super) fn read_iostat(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let mut rows: Vec<(usize, &str, &str)> = Vec::new();
    for line in section.lines.iter().skip(1) {
        let own = line.split_whitespace().next().unwrap_or_default();
        if own.starts_with("--") || own.is_empty() {
            finish_pool(rows.first().map(|(_, pool, _)| *pool), &mut rows, evidence);
        } else if !begins_iostat(line.trim()) {
            rows.push((line.len() - line.trim_start().len(), own, ""));
        }
    }
    finish_pool(rows.first().map(|(_, pool, _)| *pool), &mut rows, evidence);
}

/// The head of `zpool list`, with `-v` above the devices.
pub(super) fn begins_zpool_list(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().take(4).collect();
    words == ["NAME", "SIZE", "ALLOC", "FREE"]
}

pub(super) fn read_zpool_list(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    const KINDS: [&str; 5] = ["logs", "cache", "special", "spares", "dedup"];
    let lines = section.lines.iter().skip(1).filter(|line| !line.trim().is_empty());
    let indent = |line: &str| line.len() - line.trim_start().len();
    let least = lines.clone().map(|line| indent(line)).min().unwrap_or(0);
    let mut rows: Vec<(usize, &str, &str)> = Vec::new();
    let mut has_devices = false;
    for line in lines {
        let own = line.split_whitespace().next().unwrap_or_default();
        let is_pool = indent(line) == least && !KINDS.contains(&own);
        has_devices |= indent(line) > least;
        if is_pool && has_devices {
            finish_pool(rows.first().map(|(_, pool, _)| *pool), &mut rows, evidence);
        } else if is_pool {
            rows.clear();
        }
        rows.push((indent(line), own, ""));
    }
    match has_devices {
        true => finish_pool(rows.first().map(|(_, pool, _)| *pool), &mut rows, evidence),
        false => unread::read(section, evidence),
    }
}

fn finish_pool(
    pool: Option<&str>,
    rows: &mut Vec<(usize, &str, &str)>,
    evidence: &mut CommandEvidence,
) {
    let rows = std::mem::take(rows);
    let Some(pool) = pool else { return };
    let Some(base) = rows.iter().find(|(_, own, _)| *own == pool).map(|(indent, ..)| *indent)
    else {
        return;
    };
    let (mut sets, mut members, mut in_sets) = (Vec::new(), Vec::new(), 0);
    let mut is_data = false;
    let mut missing = 0;
    for (at, (indent, own, state)) in rows.iter().enumerate() {
        if *indent <= base {
            // `logs`, `cache`, `special` and `spares` are at the pool's indentation.
            is_data = *own == pool;
            continue;
        }
        // The members of the last set may be cut off.
        let has_below = rows.get(at + 1).is_some_and(|(next, ..)| next > indent) || is_set(own);
        if !is_data {
            // A log, a cache or a spare is a drive, too.
            let is_there = matches!(*state, "ONLINE" | "" | "AVAIL" | "INUSE" | "DEGRADED");
            if is_there && !has_below {
                let other = device(own, evidence);
                other.iter().for_each(|other| evidence.used(other));
            }
            continue;
        }
        if has_below {
            sets.push(own.rsplit_once('-').map_or(*own, |(kind, _)| kind));
            continue;
        }
        // ZFS goes on using a device that is DEGRADED (zpoolconcepts(7)).
        missing += usize::from(!matches!(*state, "ONLINE" | "" | "DEGRADED"));
        // Each level is indented by two: a drive right below the pool by two, a member of a set by
        // four.
        in_sets += usize::from(*indent > base + 2);
        members.extend(device(own, evidence));
    }
    let level = level(&sets, members.len(), in_sets);
    let stack = match level {
        Some(level) => {
            StackedDevice::Described { engine: "zfs".into(), level: level.into(), chunk: None }
        }
        None => StackedDevice::Zfs,
    };
    evidence.array(pool, stack, &members);
    if missing > 0 {
        degraded(pool, missing as u32, members.len() as u32, evidence);
    }
}

/// `raidz1-0`, `mirror-1`.
fn is_set(own: &str) -> bool {
    let kinds = ["mirror", "raidz", "draid", "spare", "replacing"];
    let kind = own.split_once('-').map(|(kind, _)| kind);
    kind.is_some_and(|kind| kinds.iter().any(|known| kind.starts_with(known)))
}

/// The level of a pool's data; `None` if it is spread over sets of different kinds or several of
/// parity.
fn level(sets: &[&str], members: usize, in_sets: usize) -> Option<&'static str> {
    let first = sets.first().copied();
    let is_one_kind = sets.iter().all(|set| Some(*set) == first) && (in_sets == members);
    match first {
        None => Some("0"),
        Some("mirror") if is_one_kind && sets.len() == 1 => Some("1"),
        Some("mirror") if is_one_kind && members == 2 * sets.len() => Some("10"),
        // Of fewer members the text was cut.
        Some("raidz1" | "raidz") if is_one_kind && sets.len() == 1 && members > 1 => Some("raidz1"),
        Some("raidz2") if is_one_kind && sets.len() == 1 && members > 2 => Some("raidz2"),
        Some("raidz3") if is_one_kind && sets.len() == 1 && members > 3 => Some("raidz3"),
        _ => None,
    }
}

/// Finds a member by its name, or by the serial number in its by-id name; adds it if it is new.
fn device(own: &str, evidence: &mut CommandEvidence) -> Option<String> {
    let own = name(own)?;
    let whole = whole_of(own);
    let Some((bus, rest)) =
        whole.split_once('-').filter(|(bus, _)| ["ata", "nvme", "scsi"].contains(bus))
    else {
        return Some(own.to_owned());
    };
    // Names of NVMe namespaces end with their number where the controller could have several.
    let is_number = |end: &str| end.len() < 3 && end.bytes().all(|byte| byte.is_ascii_digit());
    let numbered = rest.rsplit_once('_').filter(|(_, end)| bus == "nvme" && is_number(end));
    let rest = numbered.map_or(rest, |(rest, _)| rest);
    // `scsi-SATA_MODEL_SERIAL` is the same drive as `ata-MODEL_SERIAL`.
    let rest = rest.strip_prefix("SATA_").unwrap_or(rest);
    let (model, serial) = rest.rsplit_once('_')?;
    // Serial numbers that were blotted out are all alike.
    let is_blotted = serial.chars().all(|char| serial.starts_with(char));
    let is_it = |known: &Option<String>| !is_blotted && known.as_deref() == Some(serial);
    let blocks = &evidence.capture.blocks;
    if let Some((known, _)) = blocks.iter().find(|(_, block)| is_it(&block.serial)) {
        return Some(known.clone());
    }
    let (model, serial) = (word(&model.replace('_', " ")), word(serial));
    let is_nvme = bus == "nvme";
    let (known, block) = evidence.block(&whole)?;
    (block.model, block.serial) = (model, serial);
    if is_nvme {
        evidence.buses.insert(known.clone(), DriveBus::Nvme);
    }
    Some(known)
}
