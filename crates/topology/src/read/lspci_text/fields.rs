//! Output of `lspci -m`, `-mm` and `-vmm` for programs, as the lines that lspci prints for people.
//!
//! ```text
//! 01:00.0 "Non-Volatile memory controller [0108]" "Samsung [144d]" "PM9A1 [a80a]" -p02 "Samsung [144d]" "980 PRO [a801]"
//!
//! Slot:   01:00.0
//! Class:  Non-Volatile memory controller [0108]
//! Vendor: Samsung [144d]
//! Device: PM9A1 [a80a]
//! ```
//!
//! Source: lspci(8), "Machine readable output".

use std::borrow::Cow;

use super::headline::LspciHeadline;
use super::paste::ListingLine;
use crate::pci::hex;

/// A function in such output.
#[derive(Default)]
struct FieldRecord<'a> {
    line: usize,
    address: &'a str,
    class: Cow<'a, str>,
    vendor: Cow<'a, str>,
    device: Cow<'a, str>,
    revision: Option<&'a str>,
    interface: Option<&'a str>,
    subsystem: [Cow<'a, str>; 2],
    /// Lines as people get them, with the number of each.
    others: Vec<(usize, String)>,
}

/// The lines of a text, those for programs rewritten.
pub(super) fn rewritten(lines: Vec<ListingLine<'_>>) -> Vec<ListingLine<'_>> {
    if !lines.iter().any(|line| slot(&line.text).is_some() || quoted(&line.text).is_some()) {
        return lines;
    }
    let mut whole = Vec::with_capacity(lines.len());
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        if let Some(mut record) = quoted(&line.text) {
            record.line = line.number;
            record.put_into(&mut whole);
            at += 1;
        } else if let Some(address) = slot(&line.text) {
            let mut record = FieldRecord { line: line.number, address, ..FieldRecord::default() };
            at += 1;
            at += lines[at..].iter().take_while(|line| record.take(line)).count();
            record.put_into(&mut whole);
        } else {
            whole.push(line.clone());
            at += 1;
        }
    }
    whole.into_iter().map(ListingLine::owned).collect()
}

/// The address of `Slot: 01:00.0`.
fn slot(line: &str) -> Option<&str> {
    let address = line.trim().strip_prefix("Slot:")?.trim();
    (LspciHeadline::begins(address) && !address.contains(char::is_whitespace)).then_some(address)
}

fn quoted(line: &str) -> Option<FieldRecord<'_>> {
    let (address, rest) = line.trim().split_once(' ')?;
    if !LspciHeadline::begins(address) || !rest.trim_start().starts_with('"') {
        return None;
    }
    let mut record = FieldRecord { address, ..FieldRecord::default() };
    let mut texts = Vec::new();
    let mut rest = rest.trim_start();
    while !rest.is_empty() {
        if let Some(inner) = rest.strip_prefix('"') {
            // The closing quotation mark; one inside the text has a backslash before it.
            let is_end = |(at, _): &(usize, &str)| !inner[..*at].ends_with('\\');
            let end = inner.match_indices('"').find(is_end).map(|(at, _)| at)?;
            texts.push(unescaped(&inner[..end]));
            rest = inner[end + 1..].trim_start();
            continue;
        }
        let (word, behind) = rest.split_once(' ').unwrap_or((rest, ""));
        record.revision = word.strip_prefix("-r").or(record.revision);
        record.interface = word.strip_prefix("-p").or(record.interface);
        rest = behind.trim_start();
    }
    let mut texts = texts.into_iter();
    (record.class, record.vendor, record.device) = (texts.next()?, texts.next()?, texts.next()?);
    record.subsystem = [texts.next().unwrap_or_default(), texts.next().unwrap_or_default()];
    Some(record)
}

fn unescaped(text: &str) -> Cow<'_, str> {
    match text.contains('\\') {
        true => Cow::Owned(text.replace("\\\"", "\"").replace("\\\\", "\\")),
        false => Cow::Borrowed(text),
    }
}

/// Name and number of `Samsung [144d]`, `Samsung` and `144d`.
fn named(text: &str) -> (&str, Option<&str>) {
    let is_number = |text: &str| text.len() == 4 && hex(text, 4).is_some();
    if is_number(text) {
        return ("", Some(text));
    }
    let number = text.rsplit_once(" [").and_then(|(name, number)| {
        let number = number.strip_suffix(']')?;
        is_number(number).then_some((name, Some(number)))
    });
    number.unwrap_or((text, None))
}

/// Names of a vendor and its device, with their numbers.
fn together(vendor: &str, device: &str) -> String {
    let ((vendor, first), (device, second)) = (named(vendor), named(device));
    let names = format!("{vendor} {device}");
    match first.zip(second) {
        Some((first, second)) if names.trim().is_empty() => format!("{first}:{second}"),
        Some((first, second)) => format!("{} [{first}:{second}]", names.trim()),
        None => names.trim().to_owned(),
    }
}

impl<'a> FieldRecord<'a> {
    /// Takes one of its lines; an empty or keyless line ends it.
    fn take(&mut self, line: &'a ListingLine<'_>) -> bool {
        let Some((key, value)) = line.text.trim().split_once(':') else { return false };
        let value = value.trim();
        let other = |key: &str| (line.number, format!("\t{key}: {value}"));
        match key {
            "Class" => self.class = value.into(),
            "Vendor" => self.vendor = value.into(),
            "Device" => self.device = value.into(),
            "SVendor" => self.subsystem[0] = value.into(),
            "SDevice" => self.subsystem[1] = value.into(),
            "Rev" => self.revision = Some(value),
            "ProgIf" => self.interface = Some(value),
            "PhySlot" => self.others.push(other("Physical Slot")),
            "NUMANode" => self.others.push(other("NUMA node")),
            "Driver" => self.others.push(other("Kernel driver in use")),
            "Module" => self.others.push(other("Kernel modules")),
            "IOMMUGroup" | "DTNode" => {}
            _ => return false,
        }
        true
    }

    fn put_into<'l>(self, whole: &mut Vec<ListingLine<'l>>) {
        let class = match named(&self.class) {
            ("", Some(number)) => number.to_owned(),
            _ => self.class.into_owned(),
        };
        let mut first =
            format!("{} {class}: {}", self.address, together(&self.vendor, &self.device));
        for (key, value) in [("rev", self.revision), ("prog-if", self.interface)] {
            if let Some(value) = value {
                first.push_str(&format!(" ({key} {value})"));
            }
        }
        whole.push(ListingLine { number: self.line, text: first.into() });
        let [vendor, device] = &self.subsystem;
        if !vendor.is_empty() {
            let text = format!("\tSubsystem: {}", together(vendor, device));
            whole.push(ListingLine { number: self.line, text: text.into() });
        }
        let others = self.others.into_iter();
        whole.extend(others.map(|(number, text)| ListingLine { number, text: text.into() }));
    }
}

#[cfg(test)]
mod tests {
    use crate::read::lspci_text::read;

    /// One drive as `-vmm`, `-mm`, `-m` and `-nmm` print it, and as people get it.
    #[test]
    fn programs_get_the_same_functions_as_people() {
        let people = "01:00.0 Non-Volatile memory controller [0108]: Samsung PM9A1 [144d:a80a] \
                      (rev 01) (prog-if 02)\n\tSubsystem: Samsung 980 PRO [144d:a801]\n";
        let mm = "01:00.0 \"Non-Volatile memory controller [0108]\" \"Samsung [144d]\" \
                  \"PM9A1 [a80a]\" -r01 -p02 \"Samsung [144d]\" \"980 PRO [a801]\"\n";
        let vmm = "Slot:\t01:00.0\nClass:\tNon-Volatile memory controller [0108]\n\
                   Vendor:\tSamsung [144d]\nDevice:\tPM9A1 [a80a]\nSVendor:\tSamsung [144d]\n\
                   SDevice:\t980 PRO [a801]\nRev:\t01\nProgIf:\t02\n\n";
        let expected = read(people).unwrap();
        for text in [mm, vmm] {
            assert_eq!(read(text).unwrap(), expected, "{text}");
        }
        let numbers = "01:00.0 \"0108\" \"144d\" \"a80a\" -r01 -p02 \"144d\" \"a801\"\n";
        let function = read(numbers).unwrap().functions.into_values().next().unwrap();
        assert_eq!((function.id.vendor, function.id.device), (0x144d, 0xa80a));
        assert_eq!(function.class.base, 0x01);
        let names = mm.replace(" [0108]", "").replace(" [144d]", "").replace(" [a80a]", "");
        let function = read(&names).unwrap().functions.into_values().next().unwrap();
        assert_eq!((function.class.base, function.class.sub), (0x01, 0x08));
        assert_eq!(function.name.as_deref(), Some("Samsung PM9A1"));
    }
}
