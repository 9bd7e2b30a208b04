//! fstab: its mounts, and the line for an array.
//!
//! Source: fstab(5): six fields separated by blanks or tabs, white space in one as `\040`; util-linux, libmount's
//! tab_parse.c and mangle.c (any byte as three octal digits; missing trailing fields take their defaults).

use crate::build::wanted::{ArrayRequest, FileSystemKind, Trim};
use crate::build::{ArrayEngine, Identifier};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FstabEntry {
    /// The device, `UUID=` or `LABEL=` something.
    pub source: String,
    pub at: String,
    pub kind: String,
    pub options: Vec<String>,
}

/// All entries, in their order. Two fields are enough for one.
pub fn entries(text: &str) -> Vec<FstabEntry> {
    let blanks = [' ', '\t', '\r'];
    let lines = text.split('\n').map(|line| line.trim_matches(blanks));
    let entry = |line: &str| {
        let mut fields = line.split(blanks).filter(|field| !field.is_empty());
        let (source, at) = (fields.next()?, fields.next()?);
        let kind = fields.next().unwrap_or("auto").to_owned();
        let options = fields.next().unwrap_or("defaults").split(',').map(str::to_owned);
        // libmount accepts a tag's value in quotes: `UUID="…"`.
        Some(FstabEntry {
            source: unescaped(source).replace('"', ""),
            at: unescaped(at),
            kind,
            options: options.collect(),
        })
    };
    // libmount takes a line for a comment only where a `#` is its first letter.
    lines.filter(|line| !line.starts_with('#')).filter_map(entry).collect()
}

/// The same path without redundant parts: `//`, `/./`, a trailing slash; `..` removes the component before it.
pub fn plain(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').filter(|part| !part.is_empty() && *part != ".") {
        match part {
            // By name alone: behind a symbolic link `..` leads elsewhere.
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

/// The line that mounts the array's file system at every start; `nofail`, so that a drive that is gone
/// does not keep the system from starting (systemd.mount(5)).
pub fn line(wanted: &ArrayRequest, file_system: Identifier) -> Option<String> {
    let at = wanted.mount.as_deref()?;
    let kind = match (wanted.engine, wanted.file_system) {
        (ArrayEngine::Btrfs, _) => "btrfs",
        // ZFS mounts its file systems itself, from the pool's properties.
        (ArrayEngine::Zfs, _) => return None,
        (_, file_system) => file_system?.as_str(),
    };
    let discard = if wanted.trim == Trim::Discard { ",discard" } else { "" };
    // Only ext4 is checked by fsck at start; xfs and btrfs repair themselves when mounted.
    let pass = if kind == FileSystemKind::Ext4.as_str() { 2 } else { 0 };
    Some(format!("UUID={file_system} {} {kind} defaults,nofail{discard} 0 {pass}", escaped(at)))
}

pub(crate) fn escaped(path: &str) -> String {
    let mut escaped = String::new();
    for letter in path.chars() {
        match letter {
            ' ' => escaped.push_str("\\040"),
            '\t' => escaped.push_str("\\011"),
            '\\' => escaped.push_str("\\134"),
            '#' => escaped.push_str("\\043"),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Any byte may be written as three octal digits after a backslash.
fn unescaped(field: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = field.as_bytes();
    while let Some((&first, others)) = rest.split_first() {
        let digits = others.get(..3).filter(|_| first == b'\\');
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        let octal = digits.filter(|digits| digits.bytes().all(|it| (b'0'..=b'7').contains(&it)));
        // Three octal digits reach 511: what no byte holds stays as written, like any other
        // backslash.
        let octal = octal.and_then(|digits| u8::from_str_radix(digits, 8).ok());
        bytes.push(octal.unwrap_or(first));
        rest = others.get(if octal.is_some() { 3 } else { 0 }..).unwrap_or_default();
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use crate::RaidLevel;
    use proptest::prelude::*;

    use super::*;
    use crate::build::wanted::tests::wanted;

    #[test]
    fn the_line_is_read_back() {
        let id = Identifier::of_random([1; 16]);
        let mut wanted = wanted(ArrayEngine::Md, RaidLevel::Stripe, 2);
        wanted.mount = Some("/srv/my data".to_owned());
        wanted.trim = Trim::Discard;
        let line = line(&wanted, id).unwrap();
        assert_eq!(line, format!("UUID={id} /srv/my\\040data xfs defaults,nofail,discard 0 0"));
        let entry = entries(&line).pop().unwrap();
        assert_eq!((entry.source, entry.at), (format!("UUID={id}"), "/srv/my data".to_owned()));
        assert_eq!(entry.options, ["defaults", "nofail", "discard"]);
    }

    #[test]
    fn only_ext4_is_checked_at_start() {
        for (engine, expected) in [(ArrayEngine::Md, "ext4"), (ArrayEngine::Btrfs, "btrfs")] {
            let mut wanted = wanted(engine, RaidLevel::Mirror, 2);
            wanted.file_system = Some(FileSystemKind::Ext4);
            wanted.mount = Some("/srv".to_owned());
            let line = line(&wanted, Identifier::of_random([1; 16])).unwrap();
            let pass = if expected == "ext4" { 2 } else { 0 };
            let end = format!(" /srv {expected} defaults,nofail 0 {pass}");
            assert!(line.ends_with(&end), "{line}");
        }
    }

    /// As libmount has them.
    #[test]
    fn two_fields_are_an_entry_and_comments_are_none() {
        let entries = entries(
            "# a b c\n \tUUID=\"1\"\t/\text4\r\n\nproc /pr\\157c\nalone\na\u{a0}b /c\u{2003}d",
        );
        let mounts: Vec<_> =
            entries.iter().map(|it| (it.source.as_str(), it.at.as_str())).collect();
        assert_eq!(mounts, [("UUID=1", "/"), ("proc", "/proc"), ("a\u{a0}b", "/c\u{2003}d")]);
        assert_eq!(
            (entries[0].kind.as_str(), &entries[0].options[..]),
            ("ext4", &["defaults".to_owned()][..])
        );
        assert_eq!(entries[1].kind, "auto");
    }

    #[test]
    fn a_path_is_one_however_it_is_written() {
        for path in [
            "/srv/data",
            "//srv/data",
            "/srv/data/",
            "/srv/./data//",
            "/srv/x/../data",
            "/../srv/data",
        ] {
            assert_eq!(plain(path), "/srv/data", "{path}");
        }
        assert_eq!(
            (plain("/"), plain("none"), plain("/srv/data2")),
            ("/".into(), "none".into(), "/srv/data2".into())
        );
    }

    proptest! {
        #[test]
        fn paths_are_escaped_and_back(path in "/[a-z #\\\\\t0-9]{1,20}") {
            prop_assert_eq!(escaped(&path).split_whitespace().count(), 1);
            prop_assert_eq!(unescaped(&escaped(&path)), path.clone());
            let all: String = path.bytes().map(|byte| format!("\\{byte:03o}")).collect();
            prop_assert_eq!(&unescaped(&all), &path, "each byte as digits");
            let entry = entries(&format!("LABEL=x {} ", escaped(&path))).pop().unwrap();
            prop_assert_eq!(entry.at, path);
        }

        #[test]
        fn no_text_breaks_it(text in "[ \t\r\n#\\\\0-9/\"a-zあ]{0,80}") {
            for entry in entries(&text) {
                prop_assert_eq!(plain(&plain(&entry.at)), plain(&entry.at));
            }
        }
    }
}
