//! Drives, processor and board as names with values, by whatever program or person: reports of RAID
//! controllers' and information programs, and lists of parts.
//!
//! ```text
//! Model Number : HUS724030ALS640        【SSD】980 Pro 2TB ×2        5950X, X570 Taichi, 3x 980 Pro 2TB
//! ```
//!
//! A key is known by its letters, whatever separates it from its value. A drive needs a model and something that
//! only drives have beside it. For texts without a drive of a command that is known better.
//!
//! Of links only HWiNFO's, which has both what is possible and what is in use. What others call a
//! link speed may be what the drive could do.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use narrows_catalog::drive::{self, DriveModel};
use narrows_catalog::named;
use narrows_messages::Message;
use narrows_units::{Bytes, Lanes, LinkWidth, TransferRate};
use serde_json::Value;

use super::evidence::{CommandEvidence, DriveBus, fill, is_slot, name, word};
use super::{amount, powershell};
use crate::evidence::{BlockDevice, DriveTransport, HostFacts, LinkFacts};
use crate::read::firmware;

/// Longer reports are read up to there.
pub(super) const MOST_LINES: usize = 20_000;
/// More items of lists are not looked up in the catalogue.
const MOST_ITEMS: usize = 128;
/// Longer lines are prose.
const LONGEST_LIST: usize = 300;
/// More drives of one model are a slip.
const MOST_ALIKE: usize = 64;
/// Smaller is memory, a cache or a sector.
const SMALLEST: u64 = 1 << 30;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum FactKey {
    Model,
    /// The first eight letters of a model, where SCSI has the maker.
    Maker,
    /// A model beside what only drives have.
    Name,
    Device,
    /// Of a controller's.
    Slot,
    /// The two numbers of a slot, where they stand alone.
    Enclosure,
    Bay,
    Size,
    Bus,
    Media,
    Rotation,
    Speed,
    Serial,
    Firmware,
    Cpu,
    Board,
    KnownBoard,
    BoardMaker,
    /// Drives that a person names.
    Parts,
    /// Adapters for drives that a person names.
    Cards,
}

/// Keys in small letters without blanks, marks and numbers at their end.
const KEYS: [(FactKey, &str); 20] = [
    (
        FactKey::Model,
        "model modelnumber modelname devicemodel drivemodel diskmodel productid inquirydata \
         friendlyname descr",
    ),
    (FactKey::Device, "devicename devpath devname sysname device diskname geomname"),
    (FactKey::Slot, "eidslt vport"),
    (FactKey::Enclosure, "enclosuredeviceid enclosure"),
    (FactKey::Bay, "slotnumber slot"),
    (
        FactKey::Size,
        "size capacity drivecapacity disksize rawsize totalsize usercapacity rawcapacity \
         rawcapacitybytes capacitybytes sizebytes sizeinbytes sizeinmbinsectors mediasize",
    ),
    (
        FactKey::Bus,
        "interface interfacetype intf bustype bus pdtype protocol interconnect \
         drivecontroller",
    ),
    (FactKey::Media, "mediatype med mediumtype drivetype disktype kind"),
    (FactKey::Rotation, "rotationalspeed rotationspeed mediarotationrate rotationrate"),
    (FactKey::Speed, "devicespeed phytransferrate drivespeed transferspeed linkspeed"),
    (FactKey::Serial, "serial serialnumber sn ident"),
    (FactKey::Firmware, "firmwarerevision firmwarelevel firmwareversion revision"),
    (
        FactKey::Cpu,
        "cpu processor processorname cputype cpumodel specification prozessor processeur \
         procesador processador процессор プロセッサ プロセッサー 处理器",
    ),
    (
        FactKey::Board,
        "motherboard motherboardname motherboardmodel mainboard mobo mb board \
         baseboardproduct マザー マザーボード マザボ cartemère placabase placamãe материнскаяплата 主板 主機板",
    ),
    (FactKey::BoardMaker, "baseboardmanufacturer"),
    (FactKey::Maker, "vendor"),
    (FactKey::Name, "name"),
    (FactKey::Cards, "hba hbas hbacard raidcard raidcontroller sascard"),
    // Of other texts it is the name that a machine has in its network.
    (FactKey::KnownBoard, "host"),
    (
        FactKey::Parts,
        "storage ssd ssds nvme nvmes nvmessd hdd hdds drive drives disk disks diskdrive mssd \
         bootdrive boot cache data pool os array parity ストレージ festplatte festplatten disque \
         disques disco discos 硬盘 硬碟 накопитель диск",
    ),
];

/// What a model needs beside it to be a drive's.
const OF_DRIVES: [FactKey; 4] = [FactKey::Size, FactKey::Bus, FactKey::Media, FactKey::Rotation];

/// Whether a text describes a drive or a processor.
pub(super) fn is_known<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let mut evidence = CommandEvidence::default();
    read(lines, true, &mut evidence);
    !evidence.unnamed.is_empty()
        || !evidence.capture.blocks.is_empty()
        || evidence.capture.host.cpu.is_some()
}

/// Takes processor and board, and drives if asked.
pub(super) fn read<'a>(
    lines: impl Iterator<Item = &'a str>,
    with_drives: bool,
    evidence: &mut CommandEvidence,
) {
    let lines: Vec<&str> = lines.take(MOST_LINES).collect();
    let rows = if with_drives { rows(&lines) } else { Vec::new() };
    rows.iter().for_each(|row| put(row, evidence));
    // Beside a table the same drives may stand at length.
    let with_drives = with_drives && rows.is_empty();
    if let Some(cpu) = only_processor(&lines) {
        evidence.host(HostFacts { cpu: Some(cpu), ..HostFacts::default() });
    }
    let mut record = FactRecord::new();
    let mut keys = BTreeSet::new();
    let (mut items, mut maker, mut is_of_board, mut is_of_case) = (0, None, false, false);
    if let Some(board) = board_of_table(&lines) {
        evidence.host(HostFacts { board: Some(board), ..HostFacts::default() });
    }
    for line in lines.iter().map(|line| line.trim()).chain(["end"]) {
        if with_drives && identified(line, evidence) {
            continue;
        }
        // ssacli's title of a drive is its place.
        if let Some(slot) = line.strip_prefix("physicaldrive ").filter(|slot| is_slot(slot)) {
            keys.clear();
            let whole =
                std::mem::replace(&mut record, FactRecord::from([(FactKey::Slot, slot.into())]));
            if with_drives {
                put(&whole, evidence);
            }
            continue;
        }
        let Some((key, fact, value)) = pair(line) else {
            // A title begins another description; an empty line may stand within one.
            let is_title = !line.contains([':', '=', '\t']) && !line.contains("  ");
            if is_title && !line.is_empty() {
                let title = line.to_lowercase();
                is_of_board = title.contains("baseboard") || title.contains("motherboard");
                is_of_case = title.contains("enclosure services device");
            }
            let is_whole =
                [FactKey::Model, FactKey::Name].iter().any(|fact| record.contains_key(fact));
            if is_title && (!line.is_empty() || is_whole) {
                keys.clear();
                let whole = std::mem::take(&mut record);
                if with_drives {
                    put(&whole, evidence);
                }
            }
            // A table of one column, or a line of its own.
            let is_whole = ["Processor", "CPU @", "-Core"].iter().any(|word| line.contains(word));
            if is_whole && line.len() < 60 && is_processor(line) {
                evidence.host(HostFacts { cpu: processor(line), ..HostFacts::default() });
            }
            if with_drives && line.contains(',') && line.len() <= LONGEST_LIST && items < MOST_ITEMS
            {
                items += line.split(',').count();
                list(line, evidence);
            }
            continue;
        };
        let is_model = matches!(fact, FactKey::Model | FactKey::Name);
        let is_processor = fact == FactKey::Cpu || (is_model && is_processor(value));
        let is_board = fact == FactKey::KnownBoard && named::boards(value).one().is_some();
        let fact = if is_board || (is_model && is_of_board) { FactKey::Board } else { fact };
        match fact {
            _ if is_processor => {
                evidence.host(HostFacts { cpu: processor(value), ..HostFacts::default() });
            }
            FactKey::BoardMaker => maker = word(value),
            FactKey::KnownBoard => {}
            FactKey::Board => {
                let own = board(value);
                let maker = maker.as_deref().filter(|_| own.is_some());
                let board = firmware::joined(&[maker, own.as_deref()]);
                evidence.host(HostFacts { board, ..HostFacts::default() });
            }
            FactKey::Parts => {
                let whole = value;
                if with_drives && items < MOST_ITEMS && value.len() <= LONGEST_LIST {
                    items += value.split(',').count();
                    // `8 Disks: TOSHIBA AL13SEB600`.
                    let count = key.split(' ').next().filter(|word| word.parse::<u32>().is_ok());
                    let value = count.map(|count| format!("{count}x {value}"));
                    let key = key.to_lowercase();
                    let is_kind = ["ssd", "hdd", "nvme"].iter().any(|kind| key.contains(kind));
                    let is_of_drives = value.is_some() || is_kind;
                    evidence.add_unnamed(parts(value.as_deref().unwrap_or(whole), is_of_drives));
                }
            }
            FactKey::Cards => {
                if let Some(card) = word(&shortened(value)).filter(|_| with_drives) {
                    let note = Message::new("note-text-card-unplaced").with("card", card);
                    evidence.capture.notes.push(note);
                }
            }
            _ if is_of_case => {}
            _ => {
                if !keys.insert(key) {
                    keys.clear();
                    let whole = std::mem::take(&mut record);
                    if with_drives {
                        put(&whole, evidence);
                    }
                }
                // Some call the model a device's name.
                let is_model = fact == FactKey::Device && value.contains(" SSD ");
                if is_model {
                    record.entry(FactKey::Model).or_insert_with(|| value.to_owned());
                }
                record.entry(fact).or_insert_with(|| value.to_owned());
            }
        }
    }
}

/// Objects of JSON that describe a drive, however deep they are.
pub(super) fn read_json(value: &Value, evidence: &mut CommandEvidence) {
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        match value {
            Value::Array(list) => left.extend(list.iter().rev()),
            Value::Object(object) => {
                left.extend(object.values().rev());
                let mut record = FactRecord::new();
                for (key, value) in object {
                    let text = match value {
                        Value::String(text) => text.trim().to_owned(),
                        Value::Number(number) => number.to_string(),
                        _ => continue,
                    };
                    // What some call a name others call a model.
                    let fact = match key.as_str() {
                        "name" if name(&text).is_some_and(is_device) => Some(FactKey::Device),
                        "name" => Some(FactKey::Model),
                        "type" => Some(FactKey::Media),
                        _ => fact(key),
                    };
                    if let Some(fact) = fact {
                        record.entry(fact).or_insert(text);
                    }
                }
                // Details of a drive stand beside its row, and have a size as well.
                if [FactKey::Bus, FactKey::Media].iter().any(|fact| record.contains_key(fact)) {
                    put(&record, evidence);
                }
            }
            _ => {}
        }
    }
}

type FactRecord = BTreeMap<FactKey, String>;

fn fact(key: &str) -> Option<FactKey> {
    if key.len() > 60 {
        return None;
    }
    let letters = key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
    let key: String = letters.take(40).collect();
    let key = key.trim_matches(|c: char| c.is_ascii_digit());
    if key.is_empty() {
        return None;
    }
    static FACTS: LazyLock<BTreeMap<&str, FactKey>> = LazyLock::new(|| {
        let names =
            |&(fact, names): &(FactKey, &'static str)| names.split(' ').map(move |it| (it, fact));
        KEYS.iter().flat_map(names).collect()
    });
    FACTS.get(key).copied()
}

/// A key and its value; whatever stands before it, as a drawing or a bullet, is parted by more than a space.
fn pair(line: &str) -> Option<(&str, FactKey, &str)> {
    const SEPARATORS: [&str; 8] = [":", "：", "=", "\t", "】", "|", " - ", "  "];
    let text = line.trim_start_matches(['|', '-', '*', '•', '・', '●', '■', '◆', '▼', '+', ' ']);
    SEPARATORS.iter().find_map(|separator| {
        let mut places = text.match_indices(separator).take(6);
        places.find_map(|(at, _)| {
            let before = text[..at].trim_end();
            let key = before.rsplit("  ").next()?.rsplit('\t').next()?;
            let is_first = key.len() == before.len();
            let value = text[at + separator.len()..].trim_matches(['*', '|', ' ', '\t', '：', ':']);
            // Another key and value may stand behind it in the line.
            let behind = value.split_once("  ").filter(|(_, rest)| rest.contains(": "));
            let value = unquoted(behind.map_or(value, |(first, _)| first));
            // `Physical Disk (WD_BLACK SN850X 2000GB): 1.82 TiB [SSD, Fixed]`.
            let inside = key.strip_prefix("Physical Disk (").and_then(|key| key.strip_suffix(')'));
            match inside {
                Some(inside) => Some((key, FactKey::Parts, inside)),
                // A word between the columns of a table is no key of a person's list.
                None => fact(key)
                    .filter(|fact| is_first || separator.trim() != "" || *fact != FactKey::Parts)
                    // Where it is the first eight letters of a model.
                    .filter(|fact| {
                        let has_digit = || value.bytes().any(|byte| byte.is_ascii_digit());
                        *fact != FactKey::Maker || value.len() == 8 && has_digit()
                    })
                    .filter(|_| !value.is_empty())
                    .map(|fact| (key, fact, value)),
            }
        })
    })
}

/// A value of a program's source or dump without its comma and quotation marks, and without a person's remark
/// behind them.
fn unquoted(value: &str) -> &str {
    let quoted = value.strip_prefix('"').and_then(|rest| rest.split_once('"'));
    if let Some((inside, _)) = quoted.filter(|(_, rest)| rest.starts_with([',', ' '])) {
        return inside.trim();
    }
    let bare = value.trim_end_matches(',');
    let inside = ['"', '\''].iter().find_map(|mark| bare.strip_prefix(*mark)?.strip_suffix(*mark));
    inside.unwrap_or(bare).trim()
}

fn is_processor(value: &str) -> bool {
    const NAMES: &str = "Ryzen, EPYC, Xeon, Core(TM), Core i, Core Ultra, Pentium, Celeron, Athlon";
    // Parts of a processor have its name: `Celeron/Pentium Silver Processor SATA Controller`.
    let is_part = ["Controller", "Root Port", "Bridge"].iter().any(|part| value.contains(part));
    !is_part && NAMES.split(", ").any(|name| value.contains(name))
}

/// The processor of a text that is nothing but its name.
fn only_processor(lines: &[&str]) -> Option<String> {
    let mut lines = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty());
    let line = lines.next().filter(|line| line.len() < 60 && !line.contains([':', ',']))?;
    let is_named = || is_processor(line) || named::cpus(line).one().is_some();
    (lines.next().is_none() && is_named()).then(|| processor(line)).flatten()
}

/// The processor's name, if the catalogue knows it or a maker's name is in it.
fn processor(value: &str) -> Option<String> {
    let value = shortened(value);
    let value = value.split([',', '@']).next().unwrap_or_default().trim();
    // `CPU 1000 [MHz]` is a clock.
    if value.contains(": ") || !value.contains(char::is_alphabetic) {
        return None;
    }
    let is_made = ["Intel", "AMD", "Apple"].iter().any(|maker| value.contains(maker));
    let is_known = is_made || is_processor(value) || named::cpus(value).one().is_some();
    is_known.then(|| word(value)).flatten()
}

/// A board's name, which has a number in it.
fn board(value: &str) -> Option<String> {
    let name = shortened(value);
    let is_name = name.len() > 3 && name.chars().any(|c| c.is_ascii_digit());
    is_name.then(|| word(&name)).flatten()
}

/// A name up to a price, a remark or what shops call its kind.
fn shortened(value: &str) -> String {
    let plain =
        ["(R)", "(TM)", "®", "™"].iter().fold(value.to_owned(), |it, mark| it.replace(mark, ""));
    const ENDS: [&str; 16] = [
        "(",
        "（",
        "[",
        "$",
        " - s/n",
        " on the ",
        " via ",
        " Version ",
        " ATX ",
        " Micro ATX ",
        " Mini ITX ",
        " EATX ",
        " M.2-",
        " 3.5\"",
        " 2.5\"",
        " Motherboard",
    ];
    let end = ENDS.iter().filter_map(|end| plain.find(end)).min().unwrap_or(plain.len());
    let plain = plain[..end].split_whitespace().collect::<Vec<_>>().join(" ");
    // `2 TB` is one word of a name.
    match plain.rsplit_once(' ') {
        Some((name, unit @ ("TB" | "GB"))) if name.ends_with(|c: char| c.is_ascii_digit()) => {
            format!("{name}{unit}")
        }
        _ => plain,
    }
}

/// The drives that a value lists: `2 x 980 Pro 2TB, 860 EVO 1TB`.
fn parts(value: &str, is_of_drives: bool) -> Vec<BlockDevice> {
    let mut drives = Vec::new();
    // A plus or a stroke without blanks is part of a name.
    let value =
        [" + ", " / ", " & "].iter().fold(value.to_owned(), |it, mark| it.replace(mark, ","));
    for item in value.split([',', '、', '＋', ';']) {
        let (count, rest) = counted(item);
        let Some(drive) = part(rest, item, is_of_drives) else { continue };
        drives.extend(std::iter::repeat_n(drive, count));
    }
    drives
}

/// A drive by what a person calls it: one of the catalogue, or any name with a capacity; where only
/// drives are named, also one with digits among its letters.
fn part(text: &str, whole: &str, is_of_drives: bool) -> Option<BlockDevice> {
    const OTHERS: [&str; 6] = ["ram", "ddr", "ecc", "dimm", "memory", "メモリ"];
    let called = shortened(text);
    let small = called.to_lowercase();
    let size = capacity(whole);
    let is_unit = |word: &str| matches!(word, "tb" | "gb" | "tib" | "gib");
    let letters = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count();
    let is_name = small.split(' ').any(|word| {
        letters(word) >= 2 && !is_unit(word.trim_matches(|c: char| c.is_ascii_digit() || c == '.'))
    });
    if !is_name || OTHERS.iter().any(|other| small.contains(other)) {
        return None;
    }
    let named = named::drives(&called);
    let known =
        drive::find(&called, size).or_else(|| named.one().filter(|it| has_words(&small, it)));
    const BUSES: [&str; 4] = ["pci", "sata", "nvme", "gen"];
    let is_product = |word: &str| {
        word.len() >= 6
            && letters(word) >= 2
            && word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().any(|c| c.is_ascii_digit())
            && !BUSES.iter().any(|bus| word.starts_with(bus))
    };
    let is_product = is_of_drives && small.split(' ').any(is_product);
    if known.is_none() && size.is_none() && named.entries.is_empty() && !is_product {
        return None;
    }
    Some(BlockDevice {
        model: word(known.map_or(&called, |drive| &drive.name)),
        size: size.or(known.map(|drive| drive.size)),
        ..BlockDevice::default()
    })
}

/// Whether a text has all words of a drive's name but its maker and its capacity, without which it could be another
/// product's.
fn has_words(small: &str, drive: &DriveModel) -> bool {
    let mut words = drive.name.split(' ').skip(1).filter(|word| capacity(word).is_none());
    words.all(|word| small.contains(&word.to_lowercase()))
}

/// How many of something: `3x`, `3 x`, `×2` at its end; one if it does not say.
fn counted(item: &str) -> (usize, &str) {
    const MARKS: [char; 5] = ['x', 'X', '×', '*', '✕'];
    let item = item.trim();
    let number = |text: &str| text.trim().parse().ok().filter(|it| (1..=MOST_ALIKE).contains(it));
    let digits = item.find(|c: char| !c.is_ascii_digit()).unwrap_or(item.len());
    let rest = item[digits..].trim_start().strip_prefix(MARKS).filter(|rest| !rest.is_empty());
    if let (Some(count), Some(rest)) = (number(&item[..digits]), rest) {
        return (count, rest.trim());
    }
    // `PCIe 4.0 x4` and `Gen4 x4` are widths.
    let is_thing = |before: &str| {
        let last = before.trim_end().rsplit(' ').next().unwrap_or_default().to_lowercase();
        !last.is_empty()
            && last.parse::<f64>().is_err()
            && !last.contains("gen")
            && !last.contains("pci")
    };
    if let Some((before, after)) = item.rsplit_once(MARKS)
        && let Some(count) = number(after).filter(|_| is_thing(before))
    {
        return (count, before.trim());
    }
    (1, item)
}

/// The first capacity in a text: `16TB`, `2 TB`.
fn capacity(text: &str) -> Option<Bytes> {
    let words: Vec<&str> = text.split([' ', '(', ')', '（', '）', ',']).collect();
    let of = |at: usize| {
        let digits = words[at].find(|c: char| !(c.is_ascii_digit() || c == '.'));
        let digits = digits.unwrap_or(words[at].len());
        let unit = words[at].get(digits..).filter(|unit| !unit.is_empty());
        let unit = unit.or_else(|| words.get(at + 1).copied())?;
        let is_unit =
            ["TB", "GB", "TiB", "GiB"].iter().any(|known| unit.eq_ignore_ascii_case(known));
        amount::size(&format!("{} {unit}", words[at].get(..digits)?))
            .filter(|_| is_unit && digits > 0)
    };
    (0..words.len()).find_map(of).filter(|size| size.get() >= SMALLEST)
}

/// A line that lists what a machine has without keys: a processor or a board, and drives.
fn list(line: &str, evidence: &mut CommandEvidence) {
    let items: Vec<(usize, &str)> = line.split(',').map(counted).collect();
    if items.len() < 3 {
        return;
    }
    let cpu = items.iter().find(|(_, item)| named::cpus(item).one().is_some());
    let board = items.iter().find(|(_, item)| named::boards(item).one().is_some());
    let mut drives = Vec::new();
    for (count, item) in &items {
        drives.extend(
            part(item, item, false).into_iter().flat_map(|it| std::iter::repeat_n(it, *count)),
        );
    }
    if drives.is_empty() || (cpu.is_none() && board.is_none()) {
        return;
    }
    evidence.host(HostFacts {
        cpu: cpu.and_then(|(_, item)| word(item)),
        board: board.and_then(|(_, item)| word(item)),
        ..HostFacts::default()
    });
    evidence.add_unnamed(drives);
}

/// `ST16000NM001G-2KK103_ZL2 - 16 TB (sdb)`, as storage boxes call their drives; whether there is one.
fn identified(line: &str, evidence: &mut CommandEvidence) -> bool {
    let mut is_any = false;
    let cells = line.split(['\t', '|']).map(str::trim);
    for cell in cells.filter(|cell| cell.contains(" - ") && cell.contains('(')) {
        let Some((id, rest)) = cell.split_once(" - ") else { continue };
        let Some((size, device)) = rest.split_once('(') else { continue };
        let device = device.split(')').next().unwrap_or_default();
        let Some((model, serial)) = id.trim().rsplit_once('_') else { continue };
        if !is_device(device) || amount::size(size).is_none() {
            continue;
        }
        evidence.size(device, amount::size(size), false);
        let Some((_, block)) = evidence.block(device) else { continue };
        fill(&mut block.model, word(&model.replace('_', " ")));
        fill(&mut block.serial, word(serial));
        is_any = true;
    }
    is_any
}

fn is_device(name: &str) -> bool {
    ["sd", "hd", "nvme", "vd", "mmcblk", "ada", "da", "nda", "nvd"]
        .iter()
        .any(|start| name.strip_prefix(start).is_some_and(|rest| (1..=6).contains(&rest.len())))
}

/// Rows of tables that have a column for the model and one that only drives have.
fn rows(lines: &[&str]) -> Vec<FactRecord> {
    let mut records = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let head = lines[at];
        at += 1;
        let facts: Vec<FactKey> = head.split_whitespace().filter_map(fact).collect();
        let is_head = facts.contains(&FactKey::Model)
            && OF_DRIVES.iter().any(|fact| facts.contains(fact))
            && !head.contains(": ");
        if !is_head {
            continue;
        }
        let is_line = |line: &&&str| line.trim().chars().all(|c| matches!(c, '-' | '=' | ' '));
        let mut rows: Vec<&str> = Vec::new();
        while let Some(line) = lines.get(at).filter(|line| !line.trim().is_empty()) {
            at += 1;
            let is_stroke = is_line(&line);
            if is_stroke && !rows.is_empty() {
                break;
            }
            rows.extend((!is_stroke).then_some(*line));
        }
        for row in powershell::rows_of(head, &rows) {
            let facts = row.into_iter().filter_map(|(key, value)| Some((fact(&key)?, value)));
            records.push(facts.collect());
        }
    }
    records
}

/// The board of a table of Windows with these two columns.
fn board_of_table(lines: &[&str]) -> Option<String> {
    let is_head = |line: &&str| {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        words.sort_unstable();
        words == ["Manufacturer", "Product"]
    };
    let at = lines.iter().position(is_head)?;
    let rows = lines[at + 1..].iter().copied().filter(|line| !line.trim().starts_with('-'));
    let rows: Vec<&str> = rows.take_while(|line| !line.trim().is_empty()).collect();
    let row = powershell::rows_of(lines[at], &rows).into_iter().next()?;
    let get = |key: &str| row.get(key).map(String::as_str);
    firmware::joined(&[get("Manufacturer"), get("Product")])
}

/// Takes a drive, if it is one.
fn put(record: &FactRecord, evidence: &mut CommandEvidence) {
    let get = |fact: FactKey| record.get(&fact).map(String::as_str).and_then(word);
    let Some(model) = get(FactKey::Model).or_else(|| get(FactKey::Name)) else { return };
    // A product's number is no model.
    if model.strip_prefix("0x").is_some_and(|id| id.bytes().all(|b| b.is_ascii_hexdigit())) {
        return;
    }
    // Arrays and volumes have names, too, but theirs are words.
    let is_of_words = || !model.bytes().any(|byte| byte.is_ascii_digit());
    if !record.contains_key(&FactKey::Model) && is_of_words() {
        return;
    }
    // Of an ATA drive the first eight letters of its model stand where SCSI has the maker.
    let model = get(FactKey::Maker).map_or(model.clone(), |half| half + &model);
    let is_size_alone = !OF_DRIVES[1..].iter().any(|fact| record.contains_key(fact));
    if !record.contains_key(&FactKey::Model) && is_size_alone {
        return;
    }
    let size = get(FactKey::Size).and_then(|text| size(&text));
    let [media, rotation, speed, controller] =
        [FactKey::Media, FactKey::Rotation, FactKey::Speed, FactKey::Bus]
            .map(|fact| get(fact).unwrap_or_default());
    let words = [media.as_str(), &rotation, &speed, &controller].join(" ");
    let media = media.to_lowercase();
    let is_drive = OF_DRIVES.iter().any(|fact| record.contains_key(fact));
    let is_disc = ["dvd", "cd-rom", "cdrom", "removable"]
        .iter()
        .any(|it| media.contains(it) || model.to_lowercase().contains(it));
    let is_small = size.is_some_and(|size| size.get() < SMALLEST);
    if !is_drive || is_disc || is_small || (record.contains_key(&FactKey::Size) && size.is_none()) {
        return;
    }
    let bus = (!words.trim().is_empty()).then(|| bus(&words));
    let (link, gbit_s) = links(&controller);
    let gbit_s =
        gbit_s.or_else(|| amount::gbit_s(speed.trim_start_matches(|c: char| !c.is_ascii_digit())));
    let transport = match (bus, gbit_s) {
        (Some(DriveBus::Sata), Some(gbit_s)) => Some(DriveTransport::Sata { gbit_s }),
        (Some(DriveBus::Sas), Some(gbit_s)) => Some(DriveTransport::Sas { gbit_s }),
        _ => None,
    };
    let (model, serial) = match inquired(&model) {
        Some((serial, model)) => (model, word(serial)),
        None => (inquired_scsi(&model).unwrap_or(&model), None),
    };
    // RAID controllers print what SCSI's inquiry says: a serial number or a maker, model, revision.
    let words: Vec<&str> = model.split_whitespace().collect();
    let words = words.strip_prefix(&["ATA"]).unwrap_or(&words);
    let is_serial_number = |word: &str| {
        word.len() >= 8 && word.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
    };
    let is_serial = |word: &str| word.len() > 12 && word.chars().all(char::is_alphanumeric);
    let model = match words {
        [first, middle @ .., _] if is_serial(first) && !middle.is_empty() => middle.join(" "),
        [model, revision] if revision.len() == 4 => (*model).to_owned(),
        [model, revision, serial]
            if revision.len() == 4
                && is_serial_number(serial)
                && model.bytes().any(|byte| byte.is_ascii_digit()) =>
        {
            (*model).to_owned()
        }
        // Windows' drivers of NVMe name no maker.
        ["NVMe", model @ ..] if !model.is_empty() => model.join(" "),
        ["SEAGATE" | "HGST" | "HP" | "TOSHIBA" | "SAMSUNG", model, _, ..] => (*model).to_owned(),
        _ => words.join(" "),
    };
    let block = BlockDevice {
        model: word(&model),
        size,
        serial: get(FactKey::Serial).or(serial),
        firmware: get(FactKey::Firmware),
        rotational: rotational(&media).or_else(|| rotational(&rotation.to_lowercase())),
        transport,
        link,
        ..BlockDevice::default()
    };
    let device = get(FactKey::Device);
    let device = device.as_deref().and_then(name).filter(|name| is_device(name));
    let bay =
        get(FactKey::Enclosure).zip(get(FactKey::Bay)).map(|(case, bay)| format!("{case}:{bay}"));
    let slot =
        get(FactKey::Slot).or(bay).filter(|slot| is_slot(slot)).map(|slot| evidence.scoped(&slot));
    let device = device.or(slot.as_deref());
    let Some(device) = device else {
        // Volumes on one drive all name it.
        let is_volume = record.get(&FactKey::Device) == record.get(&FactKey::Model);
        if !(is_volume && evidence.unnamed.iter().any(|known| known.model == block.model)) {
            evidence.add_unnamed([block]);
        }
        return;
    };
    if let Some((own, known)) = evidence.block(device) {
        known.fill(block);
        if let Some(bus) = bus {
            evidence.buses.insert(own, bus);
        }
    }
}

/// What HWiNFO prints of a link, possible and in use: `NVMe (PCIe x4 16.0 GT/s @ x4 8.0 GT/s)`,
/// `Serial ATA 6Gb/s @ 3Gb/s`. Gbit/s are those in use.
fn links(controller: &str) -> (LinkFacts, Option<f64>) {
    let Some((possible, current)) = controller.split_once(" @ ") else {
        return (LinkFacts::default(), None);
    };
    let width = |text: &str| {
        let (lanes, rest) = text.rsplit_once('x')?.1.split_once(' ')?;
        let rate =
            rest.strip_suffix("GT/s")?.trim().parse().ok().and_then(TransferRate::from_gt_s)?;
        Some(LinkWidth { rate, lanes: Lanes::new(lanes.parse().ok()?)? })
    };
    let current_width = width(current.trim_end_matches(')'));
    let link =
        LinkFacts { current: current_width, possible: width(possible), ..LinkFacts::default() };
    (link, amount::gbit_s(current))
}

/// Serial number and model of an ATA drive's inquiry, whose columns have 20, 40 and 8 letters:
/// `WD-WMAW3... WDC ...`.
fn inquired(text: &str) -> Option<(&str, &str)> {
    let firmware = text.rfind("  ")? + 2;
    // A firmware's name of four letters stands at the right or at the left of its column; Seagate's
    // are such, whose models begin with `ST` and their capacity.
    let is_seagates = |at: &usize| {
        let model = text.get(*at..).and_then(|text| text.strip_prefix("ST"));
        model.is_some_and(|model| model.starts_with(|c: char| c.is_ascii_digit()))
    };
    let firmware = match text.len().checked_sub(48).filter(is_seagates) {
        Some(model) => model + 40,
        None => firmware,
    };
    let model = firmware.checked_sub(40)?;
    let (serial, model) = (text.get(..model)?, text.get(model..firmware)?);
    (!serial.trim().is_empty() && !model.starts_with(' ')).then(|| (serial.trim(), model.trim()))
}

/// The model of a SCSI drive's inquiry, whose maker, model and revision have 8, 16 and 4 letters:
/// `IBM-ESXSST9900805SS     B55C...`.
fn inquired_scsi(text: &str) -> Option<&str> {
    let (maker, model, rest) = (text.get(..8)?, text.get(8..24)?, text.get(24..)?);
    let is_maker = maker.trim_end().bytes().all(|b| b.is_ascii_alphabetic() || b == b'-')
        || maker.starts_with("IBM-ESXS");
    let is_columns = !model.starts_with(' ')
        && (model.ends_with("  ") || maker.ends_with("  "))
        && is_maker
        && rest.trim_end().len() >= 4
        && !rest.starts_with(' ');
    is_columns.then(|| model.trim_end()).filter(|model| !model.contains(' '))
}

/// A size with its unit; bare numbers are bytes, or MB where the key says so. One in brackets is exacter, except
/// behind bytes: `4000787030016 (3.6T)`.
pub(super) fn size(text: &str) -> Option<Bytes> {
    let bytes = text.split_once(" (").and_then(|(bytes, _)| bytes.parse::<u64>().ok());
    if let Some(bytes) = bytes.filter(|bytes| *bytes >= SMALLEST) {
        return Some(Bytes::new(bytes));
    }
    if let Some(mib) = text.split_once('/').and_then(|(mb, _)| mb.parse::<u64>().ok()) {
        return Some(Bytes::new(mib.checked_mul(1 << 20)?));
    }
    let inside = text.split_once('(').and_then(|(_, rest)| amount::size(rest.split(')').next()?));
    if let Some(inside) = inside.filter(|size| size.get() >= SMALLEST) {
        return Some(inside);
    }
    // LSI's programs print three digits behind the point, and count powers of 1024; so do those
    // that print whole megabytes.
    let (number, unit) = text.split_once(' ').unwrap_or((text, ""));
    let is_whole = unit == "MB" && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_binary =
        is_whole || number.rsplit_once('.').is_some_and(|(_, digits)| digits.len() == 3);
    match unit.get(..2).filter(|unit| is_binary && unit.ends_with('B')) {
        Some(unit) => amount::size(&format!("{number} {}iB", &unit[..1])),
        None => amount::size(text),
    }
}

/// A bus in words, or by its number in Windows (`MSFT_PhysicalDisk`, BusType).
fn bus(text: &str) -> DriveBus {
    let text = text.trim().to_lowercase();
    let has = |name: &str| text.contains(name);
    match text.rsplit(' ').next().unwrap_or_default() {
        "17" => DriveBus::Nvme,
        "11" => DriveBus::Sata,
        "10" => DriveBus::Sas,
        "7" => DriveBus::Usb,
        _ if has("nvm") => DriveBus::Nvme,
        _ if has("sata") || has("serial ata") => DriveBus::Sata,
        _ if has("sas") => DriveBus::Sas,
        _ if has("usb") => DriveBus::Usb,
        _ => DriveBus::Other,
    }
}

pub(super) fn rotational(media: &str) -> Option<bool> {
    let has = |name: &str| media.contains(name);
    match media {
        "3" => Some(true),
        "4" => Some(false),
        _ if has("ssd") || has("solid state") || has("non-rotating") => Some(false),
        _ if has("hdd") || has("rpm") => Some(true),
        _ if media.parse::<u32>().is_ok_and(|rpm| rpm >= 4200) => Some(true),
        _ => None,
    }
}
