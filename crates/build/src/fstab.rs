//! fstab: what it mounts where, and the line for an array.
//!
//! Source: fstab(5): six fields, white space in one as `\040`; getmntent(3) for the escapes.

use crate::wanted::{FileSystem, Trim, Wanted};
use crate::{Engine, Identifier, lines};

/// An entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The device, `UUID=` or `LABEL=` something.
    pub source: String,
    /// Where it is mounted.
    pub at: String,
    /// Its file system.
    pub kind: String,
    /// Its options.
    pub options: Vec<String>,
}

/// All entries, in their order.
pub fn entries(text: &str) -> Vec<Entry> {
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
    let entry = |line: &str| {
        let mut fields = line.split_whitespace();
        let (source, at, kind) = (fields.next()?, fields.next()?, fields.next()?);
        let options = fields.next().unwrap_or("defaults").split(',').map(str::to_owned);
        Some(Entry {
            source: source.trim_matches('"').to_owned(),
            at: unescaped(at),
            kind: kind.to_owned(),
            options: options.collect(),
        })
    };
    lines.filter_map(entry).collect()
}

/// The line that mounts the array's file system at every start; `nofail`, so that a drive that is gone
/// does not keep the system from starting (systemd.mount(5)).
pub fn line(wanted: &Wanted, file_system: Identifier) -> Option<String> {
    let at = wanted.mount.as_deref()?;
    let kind = match (wanted.engine, wanted.file_system) {
        (Engine::Btrfs, _) => "btrfs",
        (Engine::Zfs, _) => return None,
        (_, file_system) => file_system?.as_str(),
    };
    let discard = if wanted.trim == Trim::Discard { ",discard" } else { "" };
    // Only ext4 is checked by fsck at start; xfs and btrfs repair themselves when mounted.
    let pass = if wanted.file_system == Some(FileSystem::Ext4) { 2 } else { 0 };
    Some(format!("UUID={file_system} {} {kind} defaults,nofail{discard} 0 {pass}", escaped(at)))
}

/// The text with a line.
pub fn with(text: &str, line: &str) -> String {
    lines::with(text, line)
}

/// The text without exactly this line.
pub fn without(text: &str, line: &str) -> String {
    lines::without(text, line)
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

fn unescaped(field: &str) -> String {
    let escapes =
        [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\043", "#"), ("\\134", "\\")];
    escapes.iter().fold(field.to_owned(), |text, (escape, letter)| text.replace(escape, letter))
}

#[cfg(test)]
mod tests {
    use narrows_array::Level;
    use proptest::prelude::*;

    use super::*;
    use crate::wanted::tests::wanted;

    #[test]
    fn the_line_is_read_back() {
        let id = Identifier::of_random([1; 16]);
        let mut wanted = wanted(Engine::Md, Level::Stripe, 2);
        wanted.mount = Some("/srv/my data".to_owned());
        wanted.trim = Trim::Discard;
        let line = line(&wanted, id).unwrap();
        assert_eq!(line, format!("UUID={id} /srv/my\\040data xfs defaults,nofail,discard 0 0"));
        let entry = entries(&line).pop().unwrap();
        assert_eq!((entry.source, entry.at), (format!("UUID={id}"), "/srv/my data".to_owned()));
        assert_eq!(entry.options, ["defaults", "nofail", "discard"]);
    }

    #[test]
    fn comments_and_short_lines_are_no_entries() {
        let text = "# a b c\nUUID=1 / ext4\n\nproc /proc\n";
        let entries = entries(text);
        assert_eq!(entries.len(), 1);
        assert_eq!(entries[0].options, ["defaults"]);
    }

    proptest! {
        #[test]
        fn paths_are_escaped_and_back(path in "/[a-z #\\\\\t0-9]{1,20}") {
            prop_assert_eq!(escaped(&path).split_whitespace().count(), 1);
            prop_assert_eq!(unescaped(&escaped(&path)), path);
        }
    }
}
