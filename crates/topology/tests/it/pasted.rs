//! Every way of pasting a listing leads to the tree of the plain text.
//!
//! Method: each form is a function from a listing to its form in a mail, a forum, a terminal or another
//! program; the listings are the project's own and, if `NARROWS_CAPTURES` is set, all of that folder. These
//! must be the same: every node with its parent, place and link, and every drive.

use std::fs;
use std::path::{Path, PathBuf};

use narrows_topology::Topology;
use narrows_topology::build::build;
use narrows_topology::read::kind;

use super::captures::captures;

type Form = (&'static str, fn(&str) -> String);

/// Each line of a text made into another.
fn lines(text: &str, each: impl Fn(usize, &str) -> String) -> String {
    text.lines().enumerate().map(|(at, line)| each(at + 1, line) + "\n").collect()
}

/// Whether a line is the first of a function.
fn is_first(line: &str) -> bool {
    line.starts_with(|c: char| c.is_ascii_hexdigit()) && line.contains(": ")
}

fn bare_list(text: &str) -> String {
    text.lines().filter(|line| is_first(line)).map(|line| format!("{line}\n")).collect()
}

const FORMS: &[Form] = &[
    ("quoted", |text| lines(text, |_, line| format!("> {line}"))),
    ("quoted twice", |text| lines(text, |_, line| format!("> > {line}"))),
    ("quoted in HTML", |text| lines(text, |_, line| format!("&gt; {line}"))),
    ("in a fence", |text| format!("Hello,\n\nmy machine:\n\n```\n{text}```\n\nThanks\n")),
    ("in a fence with a language", |text| format!("~~~text\n{text}~~~\n")),
    ("in BBCode", |text| format!("[code]{text}[/code]\n")),
    ("in HTML", |text| {
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        format!("<pre><code>{text}</code></pre>\n")
    }),
    ("with carriage returns", |text| text.replace('\n', "\r\n")),
    ("with old carriage returns", |text| text.replace('\n', "\r")),
    ("without tabs", |text| text.replace('\t', "        ")),
    ("without indentation", |text| lines(text, |_, line| line.trim_start().to_owned())),
    ("indented as Markdown code", |text| lines(text, |_, line| format!("    {line}"))),
    ("with spaces at the end", |text| lines(text, |_, line| format!("{line}   "))),
    ("with no-break spaces", |text| text.replace("  ", "\u{a0}\u{a0}")),
    ("with empty lines between", |text| lines(text, |_, line| format!("{line}\n"))),
    ("without empty lines", |text| text.replace("\n\n", "\n")),
    ("numbered by grep", |text| lines(text, |at, line| format!("{at}:{line}"))),
    ("numbered by cat", |text| lines(text, |at, line| format!("{at:6}\t{line}"))),
    ("added in a diff", |text| lines(text, |_, line| format!("+{line}"))),
    ("from a journal", |text| {
        lines(text, |_, line| format!("Nov 27 19:00:00 box lspci[12]: {line}"))
    }),
    ("coloured by grep", |text| {
        lines(text, |_, line| {
            line.replace("Speed", "\u{1b}[01;31m\u{1b}[KSpeed\u{1b}[m\u{1b}[K")
                .replace("controller", "\u{1b}[01;31m\u{1b}[Kcontroller\u{1b}[m\u{1b}[K")
        })
    }),
    ("in UTF-16 and back", |text| format!("\u{feff}{text}")),
    ("behind a prompt", |text| format!("ann@box:~$ sudo lspci -vv\n{text}ann@box:~$ exit\n")),
    ("behind another prompt", |text| format!("[root@box ~]# lspci -vvv\n{text}[root@box ~]#\n")),
    ("behind complaints", |text| {
        format!("pcilib: sysfs_read_vpd: read failed: Input/output error\n{text}")
    }),
    ("behind its own list", |text| format!("$ lspci\n{}\n$ lspci -vv\n{text}", bare_list(text))),
    ("before its own list", |text| format!("{text}\n{}", bare_list(text))),
    ("twice", |text| format!("{text}\n{text}")),
    ("beside a kernel's lines", |text| {
        format!(
            "[    1.1] usb 1-1: new high-speed USB device\n[    1.2] EXT4-fs (sda1): mounted\n\n{text}"
        )
    }),
    ("quoted by a bar", |text| lines(text, |_, line| format!("| {line}"))),
    ("quoted with initials", |text| lines(text, |_, line| format!("AB> {line}"))),
    ("commented out", |text| lines(text, |_, line| format!("# {line}"))),
    ("commented out as in C", |text| lines(text, |_, line| format!("// {line}"))),
    ("in a chat", |text| lines(text, |at, line| format!("[12:{:02}] <ann> {line}", at % 60))),
    ("with the time of a build", |text| {
        lines(text, |at, line| format!("2026-11-27T19:00:00.{at:07}Z {line}"))
    }),
    ("with the time before it", |text| lines(text, |_, line| format!("Nov 27 19:00:00 {line}"))),
    ("with the host before it", |text| lines(text, |_, line| format!("node17: {line}"))),
    ("with a container before it", |text| lines(text, |_, line| format!("app_1  | {line}"))),
    ("found by grep in a file", |text| lines(text, |at, line| format!("lspci.txt:{at}:{line}"))),
    ("as a list", |text| lines(text, |_, line| format!("- {line}"))),
    ("a code span a line", |text| lines(text, |_, line| format!("`{line}`"))),
    ("in quotation marks", |text| lines(text, |_, line| format!("\"{line}\""))),
    ("in a window's border", |text| {
        lines(text, |_, line| format!("│ {:100} │", line.replace('\t', "        ")))
    }),
    ("escaped for Markdown", |text| {
        "[]<>_*#"
            .chars()
            .fold(text.to_owned(), |text, mark| text.replace(mark, &format!("\\{mark}")))
    }),
    ("coloured in HTML", |text| {
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let text = text.replace("Width x", "<span class=\"n\">Width</span> x");
        format!("<div class=\"highlight\"><pre><code>{text}</code></pre></div>\n")
    }),
    ("in a mail's quoted-printable", |text| {
        let text = text.replace('=', "=3D").replace("\t", "=09");
        // Lines end after 72 columns, not within an escape.
        lines(&text, |_, line| {
            let at = (60..73)
                .rev()
                .find(|at| line.is_char_boundary(*at) && !line[..*at].ends_with(['=', '0', '3']));
            match at.filter(|at| line.len() > 76 && *at < line.len()) {
                Some(at) => format!("{}=\n{}", &line[..at], &line[at..]),
                None => line.to_owned(),
            }
        })
    }),
    ("quoted in JSON", |text| format!("{}\n", serde_json::json!({"stdout": text}))),
    ("behind a password", |text| format!("[sudo] password for ann: {text}")),
    ("behind a password in German", |text| {
        format!("$ sudo lspci\n[sudo] Passwort für ann: \n{text}")
    }),
    ("before a table of modules", |text| {
        format!("{text}\n$ lsmod\nModule   Size  Used by\nnvme  1 0\n")
    }),
];

/// Forms with something before each line.
const PREFIXED: [&str; 19] = [
    "numbered by grep",
    "numbered by cat",
    "added in a diff",
    "from a journal",
    "quoted by a bar",
    "quoted with initials",
    "commented out",
    "commented out as in C",
    "in a chat",
    "with the time of a build",
    "with the time before it",
    "with the host before it",
    "with a container before it",
    "found by grep in a file",
    "as a list",
    "in a window's border",
    "a code span a line",
    "in quotation marks",
    "behind a password",
];

fn texts() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = vec![
        root.join("src/read/commands/samples/lspci.txt"),
        root.join("../../fuzz/seeds/lspci.txt"),
    ];
    for folder in captures().iter().flat_map(|folder| [folder.join("lspci"), folder.join("pastes")])
    {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|it| it.path());
        paths.extend(entries.filter(|path| path.extension().is_some_and(|it| it == "txt")));
    }
    paths.sort();
    let text = |path: PathBuf| {
        let text = fs::read_to_string(&path).ok()?;
        Some((path, text))
    };
    paths.into_iter().filter_map(text).collect()
}

/// All that a tree says, a line a fact.
fn described(topology: &Topology) -> Vec<String> {
    let nodes = topology.nodes.iter().map(|(id, node)| {
        let link = node.link.as_ref().map(|link| (link.current, link.possible, link.degraded));
        let place = (&node.parent, node.attachment, node.kind, node.pci_id);
        format!("{id}: {place:?} {link:?}")
    });
    nodes.chain(topology.drives.keys().map(|id| format!("drive {id}"))).collect()
}

fn read(text: &str) -> Result<Topology, String> {
    kind::evidence(text.as_bytes())
        .map(|evidence| build(&evidence))
        .map_err(|error| format!("{error:?}"))
}

#[test]
fn every_form_leads_to_the_tree_of_the_plain_text() {
    let mut wrong = Vec::new();
    for (path, text) in texts() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let plain = described(&read(&text).unwrap());
        for (form, make) in FORMS {
            // A drawing's tree is in its spaces and bars only; one program's prefix is undone.
            let is_drawn = text.contains("-[")
                && ["without indentation", "quoted by a bar", "as a list"].contains(form);
            // Colours begin with a bracket.
            let is_coloured = text.contains('\u{1b}') && *form == "escaped for Markdown";
            let is_prefixed = text.trim_start().starts_with("1 ") && PREFIXED.contains(form);
            if is_drawn || is_prefixed || is_coloured {
                continue;
            }
            let pasted = match read(&make(&text)) {
                Ok(topology) => described(&topology),
                Err(error) => vec![error],
            };
            let lost = plain.iter().filter(|fact| !pasted.contains(fact));
            let new = pasted.iter().filter(|fact| !plain.contains(fact));
            let differs: Vec<&String> = lost.chain(new).take(3).collect();
            if !differs.is_empty() {
                wrong.push(format!("{name}, {form}: {differs:#?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of the forms differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Other commands' output and the forms that lose nothing of it.
const KEPT: &[&str] = &[
    "quoted",
    "quoted twice",
    "quoted in HTML",
    "in a fence",
    "in BBCode",
    "in HTML",
    "with carriage returns",
    "without tabs",
    "with spaces at the end",
    "indented as Markdown code",
    "numbered by grep",
    "numbered by cat",
    "coloured by grep",
    "behind a prompt",
];

/// All that a text says of drives and arrays, a line a fact.
fn drives(topology: &Topology) -> Vec<String> {
    let drives = topology.drives.iter().map(|(id, drive)| {
        format!("{id}: {:?} {:?} {:?}", drive.model, drive.size, drive.transport)
    });
    let arrays = topology.arrays.iter().map(|(id, it)| format!("{id}: {:?}", it.drives));
    described(topology).into_iter().chain(drives).chain(arrays).collect()
}

/// Output of the other commands that are read, one each.
fn outputs() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/read/commands/samples");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let texts = paths.filter(|path| path.extension().is_some_and(|it| it == "txt"));
    let texts = texts.filter(|path| !path.ends_with("lspci.txt"));
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut all: Vec<_> =
        texts.map(|path| (name(&path), fs::read_to_string(&path).unwrap())).collect();
    all.sort();
    all
}

#[test]
fn every_form_of_other_commands_leads_to_their_drives() {
    let mut wrong = Vec::new();
    for (name, text) in outputs() {
        let plain = drives(&read(&text).unwrap());
        for (form, make) in FORMS.iter().filter(|(form, _)| KEPT.contains(form)) {
            let pasted = read(&make(&text)).map_or_else(|error| vec![error], |it| drives(&it));
            if pasted != plain {
                let new: Vec<_> = pasted.iter().filter(|it| !plain.contains(it)).take(3).collect();
                let lost: Vec<_> = plain.iter().filter(|it| !pasted.contains(it)).take(3).collect();
                wrong.push(format!("{name}, {form}: lost {lost:#?}, new {new:#?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of the forms differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// A text cut after any of its lines, or without any one of them, has no drive that the whole does not: what stands for
/// one whose name was cut off (a port of a log, a controller, a number) is one of those.
#[test]
fn what_is_cut_names_no_other_drive() {
    for (name, text) in outputs() {
        let named = |text: &str| {
            let topology = read(text).ok();
            let ids =
                topology.into_iter().flat_map(|it| it.drives.into_keys()).map(|id| id.to_string());
            ids.collect::<Vec<_>>()
        };
        let whole = named(&text);
        let lines: Vec<&str> = text.lines().collect();
        for at in 0..lines.len() {
            let mut without = lines.clone();
            without.remove(at);
            for part in [lines[..at].join("\n"), without.join("\n")] {
                let cut = named(&part);
                let starts = |id: &str| id.starts_with("ata") || id.starts_with("drive");
                let stands_in = |id: &String| starts(id) || id.contains(':');
                let is_new = |id: &&String| !whole.contains(id) && !stands_in(id);
                let new: Vec<_> = cut.iter().filter(is_new).collect();
                let is_less = cut.len() <= whole.len();
                assert!(new.is_empty() && is_less, "{name}, line {}: {cut:?}\n{part}", at + 1);
            }
        }
    }
}
