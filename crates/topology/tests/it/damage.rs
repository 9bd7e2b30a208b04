//! Goal: a listing with one line damaged still gives the tree: the same devices behind the same ports,
//! less only that line's facts, and never a wrong fact in their place; if anything is missing, a note
//! names the line.
//!
//! Method: every capture of `lspci`, each line of it damaged in each way that pastes are, the tree
//! beside that of the whole capture. The number of damages tried is `NARROWS_DAMAGE_CASES` (60
//! without it), drawn with the seed that is printed; `all` tries every line and every column.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use narrows_messages::MessageValue;
use narrows_topology::Topology;
use narrows_topology::build::{CHIPSET, build};
use narrows_topology::graph::{AttachmentPoint, Id, Node, NodeKind, NodeLink};
use narrows_topology::read::kind;

use crate::captures::captures;

/// Texts of lspci with their names.
fn listings(folders: &[&str]) -> Vec<(String, String)> {
    let Some(root) = captures() else { return Vec::new() };
    let mut listings = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(root.join(folder)).unwrap();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        for path in files.into_iter().filter(|path| is_listing(path)) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            listings.push((format!("{folder}/{name}"), std::fs::read_to_string(path).unwrap()));
        }
    }
    listings
}

fn is_listing(path: &Path) -> bool {
    let name = path.file_name().unwrap().to_string_lossy();
    !["README.md", "lspci-tv.txt"].contains(&&*name)
        && (name.ends_with(".txt") || name.starts_with("cap-") || name.starts_with("tree-"))
}

#[derive(Clone, Copy, Debug)]
enum Damage {
    Deleted,
    Cut(usize),
    Doubled,
    /// In the middle of a word, at column 80.
    Wrapped,
    /// Between words, before column 80.
    Folded,
    Indented,
    Return,
    Quoted,
    Tagged,
    Fenced,
    Escaped,
}

use Damage::{
    Cut, Deleted, Doubled, Escaped, Fenced, Folded, Indented, Quoted, Return, Tagged, Wrapped,
};

const WHOLE: [Damage; 10] =
    [Deleted, Doubled, Wrapped, Folded, Indented, Return, Quoted, Tagged, Fenced, Escaped];

impl Damage {
    fn line(self, line: &str) -> Vec<String> {
        let columns = line.char_indices().count();
        let at = |column: usize| line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
        match self {
            Deleted => vec![],
            Cut(column) => vec![line[..at(column)].to_owned()],
            Doubled => vec![line.to_owned(), line.to_owned()],
            Wrapped if columns > 80 => vec![line[..at(80)].to_owned(), line[at(80)..].to_owned()],
            Folded if columns > 80 => {
                let space = line[..at(80)].rfind(' ').unwrap_or(at(80));
                vec![line[..space].to_owned(), line[space..].trim_start().to_owned()]
            }
            Wrapped | Folded => vec![line.to_owned()],
            Indented => vec![format!("    {line}")],
            Return => vec![format!("{line}\r")],
            Quoted => vec![format!("> {line}")],
            Tagged => vec![format!("[code]{line}[/code]")],
            Fenced => vec!["```".to_owned(), line.to_owned(), "```".to_owned()],
            Escaped => vec![line.replace('<', "&lt;").replace('>', "&gt;")],
        }
    }

    /// Whether facts of the line can be lost.
    fn loses(self) -> bool {
        matches!(self, Deleted | Cut(_))
    }

    fn apply(self, text: &str, at: usize) -> String {
        let lines = text.lines().enumerate();
        let lines = lines.flat_map(|(index, line)| match index == at {
            true => self.line(line),
            false => vec![line.to_owned()],
        });
        lines.map(|line| line + "\n").collect()
    }
}

fn topology(text: &str) -> Topology {
    let evidence = kind::evidence(text.as_bytes());
    build(&evidence.unwrap_or_else(|error| panic!("refused: {error:?}")))
}

/// Whether a fact is unchanged or missing.
fn same_or_missing<T: PartialEq>(read: &Option<T>, whole: &Option<T>) -> bool {
    read.is_none() || read == whole
}

/// Wrong differences between the tree of the damaged text and the whole one's, where only the
/// functions `touched` may have lost facts.
fn wrong(read: &Topology, whole: &Topology, touched: &BTreeSet<Id>) -> Option<String> {
    for (id, node) in &whole.nodes {
        match read.nodes.get(id) {
            Some(read) => {
                let wrong = wrong_node(read, node, touched.contains(id));
                if let Some(wrong) = wrong {
                    return Some(format!("{id}: {wrong}"));
                }
            }
            None if touched.contains(id) => {}
            None => return Some(format!("{id} is missing")),
        }
    }
    let more = read.nodes.keys().find(|id| !whole.nodes.contains_key(*id))?;
    Some(format!("{more} is made up"))
}

fn wrong_node(read: &Node, whole: &Node, is_touched: bool) -> Option<String> {
    if !is_touched {
        let place = |node: &Node| (node.kind, node.parent.clone(), node.attachment);
        let same = place(read) == place(whole) && read.link == whole.link;
        let offers = read.offers == whole.offers;
        return (!same || !offers).then(|| format!("{read:?}\nnot {whole:?}"));
    }
    // A chipset that PCI shows is a switch whose vendor and id tell the rest.
    let is_switch = whole.kind == NodeKind::Chipset && read.kind == NodeKind::Switch;
    let kind = read.kind == whole.kind || read.kind == NodeKind::Other || is_switch;
    let attachment =
        read.attachment == whole.attachment || read.attachment == AttachmentPoint::Unknown;
    let link = match (&read.link, &whole.link) {
        (Some(read), Some(whole)) => is_part_of(read, whole),
        (read, _) => read.is_none(),
    };
    let offers = same_or_missing(&read.offers, &whole.offers);
    (!kind || !attachment || !link || !offers).then(|| format!("{read:?}\nnot {whole:?}"))
}

/// Whether a link's widths are those of the other or unknown.
fn is_part_of(read: &NodeLink, whole: &NodeLink) -> bool {
    // Without its own end, a link shows the port's facts, for the same link.
    same_or_missing(&read.current, &whole.current)
        && same_or_missing(&read.possible, &whole.possible)
        && same_or_missing(&read.port_possible, &whole.port_possible)
        && same_or_missing(&read.port, &whole.port)
}

/// The function whose lines the damaged one is among, by the last first line above it, and all that
/// hangs below it.
fn touched(text: &str, at: usize, whole: &Topology) -> BTreeSet<Id> {
    let address = |line: &str| {
        let first = line.split_whitespace().next()?;
        let address: narrows_topology::PciAddress = first.parse().ok()?;
        (line.starts_with(first) && first.len() >= 7).then(|| Id::new(address))
    };
    let lines: Vec<&str> = text.lines().take(at + 1).collect();
    let Some(own) = lines.iter().rev().find_map(|line| address(line)) else {
        return BTreeSet::new();
    };
    let below = |id: &Id| whole.path(id).any(|(above, _)| *above == own);
    // The chipset's LPC bridge identifies the chipset.
    let hidden = whole.nodes[&own].attachment == AttachmentPoint::Chipset;
    let hidden = hidden.then(|| Id::new(CHIPSET));
    whole.nodes.keys().filter(|id| below(id)).cloned().chain(hidden).collect()
}

/// Whether a note names the line, or, for one that is gone, the function's first line or one near.
fn names_line(read: &Topology, whole: &Topology, lines: std::ops::RangeInclusive<usize>) -> bool {
    let old: Vec<_> = whole.notes.iter().map(|note| &note.text).collect();
    let new = read.notes.iter().filter(|note| !old.contains(&&note.text));
    let numbers = new.flat_map(|note| note.text.values().clone());
    numbers.into_iter().any(|(name, value)| {
        let line = match value {
            MessageValue::Text(text) => text.parse().ok(),
            _ => None,
        };
        name == "line" && line.is_some_and(|line: usize| lines.contains(&line))
    })
}

/// Facts that are compared.
fn digest(topology: &Topology) -> Vec<(Id, String)> {
    let nodes = topology.nodes.iter().map(|(id, node)| {
        let Node { kind, parent, link, offers, attachment, .. } = node;
        (id.clone(), format!("{kind:?} {parent:?} {link:?} {offers:?} {attachment:?}"))
    });
    nodes.collect()
}

/// The line where the function of a line begins.
fn first_line(text: &str, at: usize) -> usize {
    let lines: Vec<&str> = text.lines().take(at + 1).collect();
    let begins =
        |line: &&str| line.starts_with(|c: char| c.is_ascii_hexdigit()) && line.contains('.');
    lines.iter().rposition(begins).unwrap_or(0) + 1
}

/// One damage on one line; returns any error in the result.
fn check(text: &str, whole: &Topology, at: usize, damage: Damage) -> Option<String> {
    let damaged = damage.apply(text, at);
    let read = match kind::evidence(damaged.as_bytes()) {
        Ok(evidence) => build(&evidence),
        Err(error) => return Some(format!("refused: {error:?}")),
    };
    if !damage.loses() {
        let same = digest(&read) == digest(whole);
        return (!same).then(|| wrong(&read, whole, &BTreeSet::new()).unwrap_or_default());
    }
    if let Some(wrong) = wrong(&read, whole, &touched(text, at, whole)) {
        return Some(wrong);
    }
    // A loss shows in the line after it.
    let lines = first_line(text, at)..=at + 2;
    let is_told = digest(&read) == digest(whole) || names_line(&read, whole, lines);
    (!is_told).then(|| "something is missing without a note".to_owned())
}

/// A small generator (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014),
/// so that a seed means the same cases on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// Every damage of every line.
fn all(text: &str) -> Vec<(usize, Damage)> {
    let of_line = |(at, line): (usize, &str)| {
        let cuts = (1..line.chars().count()).map(Cut);
        cuts.chain(WHOLE).map(move |damage| (at, damage)).collect::<Vec<_>>()
    };
    text.lines().enumerate().flat_map(of_line).collect()
}

/// As many damages as `NARROWS_DAMAGE_CASES` says, parted among the texts.
fn drawn(text: &str, texts: usize, random: &mut Random) -> Vec<(usize, Damage)> {
    let cases = std::env::var("NARROWS_DAMAGE_CASES").unwrap_or_else(|_| "60".to_owned());
    let all = all(text);
    match cases.parse::<usize>() {
        Ok(cases) => {
            let cases = cases.div_ceil(texts);
            (0..cases).map(|_| all[random.below(all.len())]).collect()
        }
        Err(_) => all,
    }
}

/// Judges all the texts and reports how many damages were tried and which were wrong.
fn judge(texts: &[(String, String)]) {
    let seed = std::env::var("NARROWS_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(17);
    println!("NARROWS_SEED={seed}");
    let mut random = Random(seed);
    let (mut tried, mut failures) = (0, Vec::new());
    for (name, text) in texts {
        let whole = topology(text);
        for (at, damage) in drawn(text, texts.len(), &mut random) {
            tried += 1;
            if let Some(wrong) = check(text, &whole, at, damage) {
                let line = text.lines().nth(at).unwrap_or_default();
                failures.push(format!("{name}:{} {damage:?} {line:?}\n  {wrong}", at + 1));
            }
        }
        println!("{name}: {tried} damages tried, {} wrong so far", failures.len());
    }
    let shown: Vec<&String> = failures.iter().take(20).collect();
    assert!(failures.is_empty(), "{} of {tried} are wrong:\n{shown:#?}", failures.len());
}

#[test]
fn a_damaged_line_loses_only_what_it_told() {
    judge(&listings(&["lspci", "qemu/stock", "qemu/links-patched"]));
}

#[test]
fn a_damaged_row_of_a_dump_loses_only_its_bytes() {
    judge(&listings(&["lspci-hex"]));
}

/// The whole text, handed over in each way.
#[test]
fn whole_listings_in_every_wrapping_give_the_tree() {
    for (name, text) in listings(&["lspci", "lspci-hex", "qemu/stock", "qemu/links-patched"]) {
        let whole = digest(&topology(&text));
        for damage in [Wrapped, Folded, Indented, Return, Quoted, Escaped] {
            let lines = text.lines().flat_map(|line| damage.line(line));
            let handed: String = lines.map(|line| line + "\n").collect();
            assert_eq!(digest(&topology(&handed)), whole, "{name} {damage:?}");
        }
        for (open, close) in
            [("[code]\n", "[/code]\n"), ("```text\n", "```\n"), ("<pre>", "</pre>")]
        {
            let handed = format!("Here is my machine:\n\n{open}{text}{close}\nThank you!\n");
            assert_eq!(digest(&topology(&handed)), whole, "{name} {open}");
        }
        let spaced = text.replace('\n', "\n\n");
        assert_eq!(digest(&topology(&spaced)), whole, "{name}: an empty line after every line");
    }
}

/// `lspci -vv` of the same machine: no ids, and no class numbers.
fn without_numbers(text: &str) -> String {
    let is_hex = |text: &str| text.bytes().all(|b| b.is_ascii_hexdigit());
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(" [") {
        let inside = rest.get(at + 2..at + 11).unwrap_or_default();
        let class = rest.get(at + 2..at + 8).unwrap_or_default();
        let is_id = inside.len() == 9 && is_hex(&inside[..4]) && is_hex(&inside[5..]);
        let is_id = is_id && inside.as_bytes()[4] == b':' && rest[at + 11..].starts_with(']');
        let is_class = class.ends_with("]:") && is_hex(&class[..4]);
        let keep = if is_id || is_class { at } else { at + 2 };
        plain += &rest[..keep];
        // A nameless device keeps its number: `Device 7a62`.
        if is_id && rest[..at].ends_with(" Device") {
            plain += &format!(" {}", &inside[5..]);
        }
        rest = &rest[if is_id {
            at + 12
        } else if is_class {
            at + 7
        } else {
            at + 2
        }..];
    }
    plain + rest
}

/// Without ids, no root port and no controller gets a wrong attachment or kind.
#[test]
fn without_ids_roles_are_the_same_or_unknown() {
    let (mut functions, mut unknown) = (0, 0);
    for (name, text) in listings(&["lspci", "qemu/stock", "qemu/links-patched"]) {
        let whole = topology(&text);
        let plain = topology(&without_numbers(&text));
        let names: Vec<&Id> = whole.nodes.keys().collect();
        assert_eq!(plain.nodes.keys().collect::<Vec<_>>(), names, "{name}");
        for (id, node) in &whole.nodes {
            let read = &plain.nodes[id];
            assert_eq!(read.kind, node.kind, "{name}: {id}");
            let attachment =
                read.attachment == node.attachment || read.attachment == AttachmentPoint::Unknown;
            assert!(attachment, "{name}: {id} {:?} is told as {:?}", node.name, read.attachment);
            let matters = matches!(node.kind, NodeKind::RootPort | NodeKind::Storage(_));
            functions += usize::from(matters);
            unknown += usize::from(matters && read.attachment != node.attachment);
        }
    }
    println!("of {functions} root ports and controllers {unknown} are unknown without ids");
    assert!(unknown * 10 <= functions, "names decide nearly always");
}
