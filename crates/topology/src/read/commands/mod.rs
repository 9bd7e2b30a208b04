//! Output of commands other than lspci about drives and machines, alone, one after the other in a text,
//! or around a listing.
//!
//! For: assigning the lines of a text to commands ([`TOOLS`]), reading them into one value ([`CommandEvidence`]),
//! and combining that with a listing (`place`). A tool is recognised by the first line that it prints; its lines
//! end at another tool's, a listing, or a prompt.
//!
//! Not here: lspci's output ([`super::lspci_text`]), the firmware's tables ([`super::dmidecode`]).

mod amount;
mod arrays;
mod bcachefs;
mod controllers;
mod crystal;
mod described;
mod esxcli;
mod evidence;
mod freebsd;
mod illumos;
mod inxi;
mod json;
mod kernel_log;
mod keys;
mod lsblk;
mod lshw;
mod lshw_table;
mod machines;
mod macos;
mod multipath;
mod nvme;
mod paths;
mod place;
mod powershell;
mod raid;
mod section;
mod short;
mod sysfs_links;
mod unread;
mod usb;

use std::borrow::Cow;
use std::collections::BTreeSet;

use narrows_messages::Message;
use narrows_units::marked;

use self::evidence::CommandEvidence;
use self::machines::MachineLines;
use self::section::{CommandSection, CommandTool, tool};
use super::lspci_text::LspciForm;
use super::{ReadError, dmidecode, lspci_hex, lspci_text};
use crate::evidence::{BlockDevice, CaptureEvidence};

/// Every command that is read; the first that knows a line has it.
const TOOLS: &[CommandTool] = &[
    CommandTool { is_single: true, is_plain: true, ..tool(kernel_log::is_line, kernel_log::read) },
    tool(short::begins_udev, short::read_udev),
    CommandTool { is_single: true, ..tool(paths::is_line, paths::read) },
    CommandTool { is_single: true, ..tool(short::is_lsscsi, short::read_lsscsi) },
    CommandTool { is_single: true, ..tool(freebsd::is_log, freebsd::read_log) },
    tool(short::begins_hwinfo, short::read_hwinfo),
    CommandTool { is_plain: true, ..tool(short::begins_lstopo, short::read_lstopo) },
    CommandTool { is_single: true, ..tool(freebsd::is_peripheral, freebsd::read_peripherals) },
    CommandTool { is_plain: true, ..tool(sysfs_links::begins, sysfs_links::read) },
    tool(nvme::begins, nvme::read),
    tool(lsblk::begins, lsblk::read),
    tool(lsblk::begins_pairs, lsblk::read_pairs),
    CommandTool { is_plain: true, ..tool(arrays::begins_mdstat, arrays::read_mdstat) },
    tool(arrays::begins_mdadm, arrays::read_mdadm),
    CommandTool { is_single: true, is_plain: true, ..tool(paths::is_heading, paths::read_heading) },
    tool(arrays::begins_btrfs, arrays::read_btrfs),
    CommandTool { is_single: true, ..tool(arrays::is_btrfs_profile, arrays::read_btrfs_profile) },
    tool(bcachefs::begins, bcachefs::read),
    tool(bcachefs::begins_super, bcachefs::read_super),
    tool(multipath::begins, multipath::read),
    tool(arrays::begins_zpool, arrays::read_zpool),
    tool(arrays::begins_iostat, arrays::read_iostat),
    tool(arrays::begins_zpool_list, arrays::read_zpool_list),
    tool(keys::begins_smartctl, keys::read_smartctl),
    tool(keys::begins_fdisk, keys::read_fdisk),
    tool(keys::begins_hwinfo, keys::read_hwinfo),
    tool(keys::begins_lscpu, keys::read_lscpu),
    tool(inxi::begins, inxi::read),
    tool(lshw::begins, lshw::read),
    tool(lshw_table::begins, lshw_table::read),
    tool(begins_dmidecode, read_dmidecode),
    tool(freebsd::begins_pciconf, freebsd::read_pciconf),
    tool(freebsd::begins_nvmecontrol, freebsd::read_nvmecontrol),
    tool(freebsd::begins_identify, freebsd::read_identify),
    tool(illumos::begins, illumos::read),
    tool(crystal::begins, crystal::read),
    tool(esxcli::begins, esxcli::read),
    CommandTool { is_single: true, ..tool(esxcli::is_adapter, esxcli::read_adapters) },
    tool(esxcli::begins_pci, esxcli::read_pci),
    tool(powershell::begins, powershell::read),
    tool(macos::begins, macos::read),
    tool(macos::begins_diskutil, macos::read_diskutil),
    CommandTool { is_plain: true, ..tool(usb::begins, usb::read) },
    CommandTool { is_single: true, ..tool(unread::is_line, unread::read) },
    tool(unread::begins, unread::read),
];

/// Longer JSON is not from these commands: `lsblk -O -J` of a thousand drives has less.
const MOST_JSON: usize = 4 << 20;
/// Lines that look like the start of JSON but are not, after which the search for it stops: each is read as far as it
/// goes.
const MOST_TRIES: usize = 32;
/// Values of one text: of as many drives each has its own.
const MOST_VALUES: usize = 2_048;

/// No command's first line is shorter.
const SHORTEST: usize = 5;

/// Marks before each line, one behind the other.
const MOST_MARKS: usize = 3;

/// A post with marks before its lines is shorter.
const MOST_MARKED: usize = 20_000;

/// A text taken apart.
struct CommandText<'a> {
    sections: Vec<CommandSection<'a>>,
    /// Lines of prompts with a host, with its name.
    hosts: Vec<(usize, &'a str)>,
    /// Values of JSON, with the line where each begins and how many lines it takes.
    values: Vec<(usize, usize, serde_json::Value)>,
    /// The first and last line of JSON that does not end.
    broken: Option<(usize, usize)>,
}

/// Whether a text has anything of these commands.
pub(super) fn is_known(text: &str) -> bool {
    let lines = lines_of(text);
    let parts = CommandText::of(&lines);
    !parts.sections.is_empty()
        || !parts.values.is_empty()
        || parts.broken.is_some()
        || texts(&lines).any(is_link)
        || described::is_known(texts(&lines))
        || raid::is_known(texts(&lines))
}

/// The lines of a text without what was put around them, those of a kernel's log whole.
fn lines_of<'a>(text: &'a str) -> Vec<(usize, Cow<'a, str>)> {
    // No command prints Markdown's marks of bold text.
    let plain = |(number, line): (usize, Cow<'a, str>)| match line.contains("**") {
        true => (number, line.replace("**", "").into()),
        false => (number, line),
    };
    let lines = kernel_log::joined(lspci_text::numbered_lines(text));
    let lines: Vec<(usize, Cow<'_, str>)> = lines.into_iter().map(plain).collect();
    // A listing's addresses look like numbers of lines, and it knows its own marks.
    if lines.len() > MOST_MARKED || texts(&lines).any(lspci_text::names_a_function) {
        return lines;
    }
    // What marks a line of a log is a part of it, unless more is known without.
    let is_log = CommandText::of(&lines).sections.iter().any(|section| section.tool.is_single);
    let (mut kept, mut bare) = (lines.clone(), lines);
    let (mut most, mut facts) = (known_lines(&kept), None);
    // A mail quotes what an editor numbered.
    for _ in 0..MOST_MARKS {
        let texts = marked::unmarked(texts(&bare)).map(|texts| (texts, usize::from(is_log)));
        // What only most lines have in common may be their own words.
        let common = || Some((marked::unprefixed(self::texts(&bare))?, 1));
        let Some((texts, least)) = texts.or_else(common) else { break };
        let numbers = bare.iter().map(|(number, _)| *number);
        bare = numbers.zip(texts.into_iter().map(Cow::Owned)).collect();
        let its = known_lines(&bare);
        let is_better = match most {
            0 if its == 0 => {
                let own = facts.unwrap_or_else(|| described_facts(&kept));
                let its = described_facts(&bare);
                facts = Some(own.max(its));
                its > own
            }
            _ => its >= most + least,
        };
        if is_better {
            (kept, most) = (bare.clone(), its);
        }
    }
    kept
}

/// How many lines are of known commands.
fn known_lines(lines: &[(usize, Cow<'_, str>)]) -> usize {
    CommandText::of(lines).taken().len()
}

/// How much names with values say of drives and volumes, which no command's first line marks.
fn described_facts(lines: &[(usize, Cow<'_, str>)]) -> usize {
    let mut evidence = CommandEvidence::default();
    described::read(texts(lines), true, &mut evidence);
    raid::read(texts(lines), &mut evidence);
    let facts = |block: &BlockDevice| {
        let known = [block.model.is_some(), block.size.is_some(), block.transport.is_some()];
        known.into_iter().filter(|is_known| *is_known).count()
    };
    let blocks = evidence.capture.blocks.values().chain(&evidence.unnamed);
    let volumes = evidence.volumes.iter().map(|volume| 1 + volume.members.len());
    blocks.map(facts).sum::<usize>() + volumes.sum::<usize>()
}

/// Reads a text: a listing if it has one, and other commands' output in it.
///
/// # Errors
///
/// Same as for the listing.
pub(super) fn read(text: &str) -> Result<CaptureEvidence, ReadError> {
    let lines = lines_of(text);
    let parts = CommandText::of(&lines);
    // The text followed by listings quoted in JSON, as programs print that run commands remotely;
    // `None` if nothing is quoted.
    let quoted = parts
        .values
        .iter()
        .filter_map(|(first, last, value)| Some((*first..=*last, json::listing(value)?)));
    let (places, texts): (Vec<_>, Vec<_>) = quoted.unzip();
    let around = only(text, |line| !places.iter().any(|place| place.contains(&line)));
    if let Some(text) = (!texts.is_empty()).then(|| format!("{around}\n{}", texts.join("\n"))) {
        return read(&text);
    }
    // Listings alone tell their machines apart.
    let machines = if parts.is_empty() { None } else { MachineLines::of(text, &parts)? };
    let Some(machines) = machines else { return parts.read(text) };
    let first = machines.text(text, 1);
    let mut evidence = CommandText::of(&lines_of(&first)).read(&first)?;
    evidence.notes.push(lspci_text::machines_note(machines.count, machines.second));
    Ok(evidence)
}

/// The lines of one of the machines that a text lists, counted from 1.
///
/// # Errors
///
/// No machine has this number, or the listings have errors.
pub(super) fn of_machine(text: &str, number: usize) -> Result<String, ReadError> {
    let lines = lines_of(text);
    let machines = MachineLines::of(text, &CommandText::of(&lines))?;
    let count = machines.as_ref().map_or(1, |machines| machines.count);
    if number == 0 || number > count {
        let problem = Message::new("read-no-such-machine").count("count", count);
        return Err(ReadError::whole(problem.with("number", number)));
    }
    Ok(machines.map_or_else(|| text.to_owned(), |machines| machines.text(text, number)))
}

/// The part of the text that is read and names neither a person nor a serial number.
pub(super) fn needed(text: &str) -> String {
    let lines = lines_of(text);
    let parts = CommandText::of(&lines);
    let mut kept = lspci_text::needed(&parts.rest(text));
    for section in &parts.sections {
        if section.tool.is_plain {
            section.lines.iter().for_each(|line| kept.push_str(&format!("{line}\n")));
        } else if std::ptr::fn_addr_eq(section.tool.read, read_dmidecode as fn(&_, &mut _)) {
            kept.push_str(&dmidecode::needed(&section.lines.join("\n")));
        }
    }
    kept
}

impl<'a> CommandText<'a> {
    fn of(lines: &'a [(usize, Cow<'a, str>)]) -> Self {
        let mut parts =
            Self { sections: Vec::new(), hosts: Vec::new(), values: Vec::new(), broken: None };
        let (mut open, mut prompt) = (false, None);
        let (mut at, mut tries) = (0, 0);
        while let Some((number, line)) = lines.get(at) {
            let text = line.trim().trim_start_matches('`');
            let after = text.strip_prefix(['{', '[']).map(str::trim_start);
            // Lines of logs begin with brackets, too; in JSON a string, another bracket or the end
            // of the line follows.
            let begins_json =
                after.is_some_and(|after| after.is_empty() || after.starts_with(['{', '"']));
            let may_be_json = begins_json && tries < MOST_TRIES && parts.values.len() < MOST_VALUES;
            tries += usize::from(may_be_json);
            if let Some((value, mut count)) =
                may_be_json.then(|| json_at(texts(&lines[at..]))).flatten()
            {
                tries -= usize::from(value.is_some());
                match value {
                    Some(value) => parts.values.push((*number, last(lines, at, count), value)),
                    None => {
                        count = texts(&lines[at..]).take_while(|line| is_of_json(line)).count();
                        let broken = (*number, last(lines, at, count));
                        parts.broken = parts.broken.or(Some(broken));
                    }
                }
                (open, at) = (false, at + count);
                continue;
            }
            if lspci_text::names_a_function(text) {
                open = false;
            } else if text.len() >= SHORTEST
                && let Some(tool) = TOOLS.iter().find(|tool| (tool.begins)(text))
            {
                let is_open = |own: &&mut CommandSection<'_>| open && std::ptr::eq(own.tool, tool);
                match parts.sections.last_mut().filter(is_open) {
                    Some(section) => section.push(*number, line),
                    None => {
                        // ESXi's address stands above its key as well.
                        let above = at.checked_sub(1).and_then(|at| lines.get(at));
                        let is_same = |line: &&(usize, Cow<'_, str>)| {
                            text.strip_prefix("Address: ").is_some_and(|it| it == line.1.trim())
                        };
                        let mut numbers: Vec<usize> =
                            above.filter(is_same).map(|(number, _)| *number).into_iter().collect();
                        numbers.push(*number);
                        // Of a line in a sentence the marks of code are none of its own.
                        let is_code = line.trim_start().starts_with('`');
                        let line = if is_code { text.trim_end_matches('`') } else { line };
                        let lines = vec![line];
                        parts.sections.push(CommandSection { tool, prompt, lines, numbers });
                    }
                }
                open = !tool.is_single;
                // The rest of a line that was broken stands in the lines up to the next one.
                let next = lines.get(at + 1).map_or(*number, |(next, _)| next - 1);
                if let Some(section) = parts.sections.last_mut().filter(|_| tool.is_single) {
                    section.numbers.extend(number + 1..=next);
                }
            } else if let Some(typed) = typed(text) {
                (open, prompt) = (false, Some(typed));
                parts.hosts.extend(host(text).map(|host| (*number, host)));
            } else if let Some(section) = parts.sections.last_mut().filter(|_| open) {
                section.push(*number, line);
            }
            at += 1;
        }
        parts
    }

    /// Reads the parts, and the listing among them.
    fn read(&self, text: &str) -> Result<CaptureEvidence, ReadError> {
        let mut commands = CommandEvidence::default();
        for section in &self.sections {
            (section.tool.read)(section, &mut commands);
        }
        for (line, _, value) in &self.values {
            json::read(value, *line, &mut commands);
        }
        if let Some((line, _)) = self.broken {
            commands.capture.notes.push(Message::new("note-text-json-cut").with("line", line));
        }
        let rest = self.rest(text);
        let mut evidence = match lspci_text::form(&rest) {
            Some(LspciForm::Dump) => lspci_hex::read(&rest)?,
            Some(LspciForm::Text) => lspci_text::read(&rest)?,
            None => {
                let lines = lines_of(&rest);
                let link = lines.iter().find(|(_, line)| is_link(line));
                let note = |(line, text): &(usize, Cow<'_, str>)| match is_link_of_macos(text) {
                    false => Message::new("note-text-link-alone").with("line", *line),
                    true => Message::new("note-text-unread")
                        .with("line", *line)
                        .with("command", "System Information")
                        .with("instead", "system_profiler SPNVMeDataType"),
                };
                CaptureEvidence {
                    notes: link.map(note).into_iter().collect(),
                    ..CaptureEvidence::default()
                }
            }
        };
        let is_without_drives = commands.capture.blocks.is_empty() && commands.unnamed.is_empty();
        let described = lines_of(&rest);
        for part in controllers::parts(texts(&described)) {
            commands.scope = part.scope;
            described::read(part.lines.iter().copied(), is_without_drives, &mut commands);
            if is_without_drives {
                raid::read(part.lines.iter().copied(), &mut commands);
            }
        }
        place::put(commands, &mut evidence);
        Ok(evidence)
    }

    /// Whether a text has no output of these commands.
    fn is_empty(&self) -> bool {
        self.sections.is_empty() && self.values.is_empty() && self.broken.is_none()
    }

    fn begins(&self) -> impl Iterator<Item = usize> {
        let sections = self.sections.iter().filter_map(|section| section.numbers.first().copied());
        sections.chain(self.values.iter().map(|(first, ..)| *first))
    }

    /// The lines of the parts.
    fn taken(&self) -> BTreeSet<usize> {
        let of_sections = self.sections.iter().flat_map(|section| section.numbers.iter().copied());
        let of_values = self.values.iter().map(|(first, last, _)| (*first, *last));
        let of_json = of_values.chain(self.broken).flat_map(|(first, last)| first..=last);
        of_sections.chain(of_json).collect()
    }

    /// The text without the parts taken, its lines in place.
    fn rest<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.is_empty() {
            return Cow::Borrowed(text);
        }
        let taken = self.taken();
        Cow::Owned(only(text, |line| !taken.contains(&line)))
    }
}

/// Whether a line of lspci's describes a link: `LnkSta: Speed 8GT/s, Width x4`.
fn is_link(line: &str) -> bool {
    let is_of_lspci = ["LnkSta:", "LnkCap:"].iter().any(|key| line.contains(key));
    is_of_lspci && line.contains("Width x") || is_link_of_macos(line)
}

/// A line of a paragraph that names its drive.
fn is_link_of_macos(line: &str) -> bool {
    let width = line.trim().strip_prefix("Link Width:").map(str::trim);
    width.is_some_and(|it| it.strip_prefix('x').is_some_and(|it| it.parse::<u8>().is_ok()))
}

/// The text with only the lines that are kept, by number, in their places.
fn only(text: &str, is_kept: impl Fn(usize) -> bool) -> String {
    let end = if text.contains('\n') { '\n' } else { '\r' };
    let lines = text.split(end).enumerate();
    let lines: Vec<&str> =
        lines.map(|(at, line)| if is_kept(at + 1) { line } else { "" }).collect();
    lines.join("\n")
}

/// The number of the last of `count` lines.
fn last(lines: &[(usize, Cow<'_, str>)], at: usize, count: usize) -> usize {
    lines.get(at + count - 1).map_or(0, |(number, _)| *number)
}

fn texts<'t>(lines: &'t [(usize, Cow<'_, str>)]) -> impl Iterator<Item = &'t str> + Clone {
    lines.iter().map(|(_, line)| &**line)
}

/// Whether a line continues JSON that begins above it: a bracket, or a string, number or word of
/// its own.
fn is_of_json(line: &str) -> bool {
    let text = line.trim().trim_end_matches(',');
    let is_word = matches!(text, "true" | "false" | "null") || text.parse::<f64>().is_ok();
    is_word || text.starts_with(['{', '}', '[', ']', '"'])
}

/// JSON that begins on the first of these lines, with its number of lines; no value if it does not end.
fn json_at<'t>(
    mut lines: impl Iterator<Item = &'t str>,
) -> Option<(Option<serde_json::Value>, usize)> {
    let (mut whole, mut ends, mut is_cut) = (String::new(), Vec::new(), false);
    loop {
        // Twice as many lines each time, so that a value costs a few times its own length, not that
        // of the text.
        let (before, more) = (ends.len(), ends.len().max(1));
        for line in lines.by_ref().take(more) {
            if whole.len() + line.len() > MOST_JSON {
                is_cut = true;
                break;
            }
            whole.push_str(line);
            whole.push('\n');
            ends.push(whole.len());
        }
        let mut values = serde_json::Deserializer::from_str(whole.trim_end()).into_iter();
        match values.next()? {
            Ok(value) => {
                let end = values.byte_offset();
                return Some((Some(value), 1 + ends.iter().take_while(|at| **at < end).count()));
            }
            Err(error) if error.is_eof() && !is_cut => {
                if ends.len() < before + more {
                    return Some((None, ends.len()));
                }
            }
            Err(_) => return None,
        }
    }
}

/// What was typed at a shell's prompt: `ann@box:~$ lsblk`, `[root@box ~]# lsblk`, `$ lsblk`; without a prompt what
/// names the drive that its output does not.
fn typed(line: &str) -> Option<&str> {
    let bare = line.trim_matches(['`', '*', ':']);
    if bare.trim_start_matches("sudo ").starts_with("smartctl -") {
        return Some(bare);
    }
    let (prompt, typed) = line.split_once("$ ").or_else(|| line.split_once("# "))?;
    let is_prompt = prompt.is_empty() || (prompt.contains('@') && prompt.len() < 100);
    // `# of Sectors : 976773168` is a key.
    (is_prompt && !line.contains(" :")).then_some(typed.trim())
}

/// The host of a prompt such as `ann@box:~$ lsblk` or `[root@box ~]# lsblk`.
fn host(line: &str) -> Option<&str> {
    let (prompt, _) = line.split_once("$ ").or_else(|| line.split_once("# "))?;
    prompt.split_once('@')?.1.split([':', ' ', ']', '~']).next().filter(|host| !host.is_empty())
}

fn begins_dmidecode(line: &str) -> bool {
    line.starts_with("# dmidecode ")
        || dmidecode::is_title(line)
        || (line.starts_with("Handle 0x") && line.contains("DMI type "))
}

fn read_dmidecode(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let read = dmidecode::read(&section.lines.join("\n"));
    evidence.host(read.host);
    evidence.capture.slots.extend(read.slots);
    evidence.capture.system_slots.extend(read.system_slots);
    evidence.capture.notes.extend(read.notes);
}

#[cfg(test)]
mod tests;
