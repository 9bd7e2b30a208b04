//! mdadm.conf: which arrays it names, and the line for one.
//!
//! Source: mdadm.conf(5): a line that begins with white space goes on with the one before, words are in
//! any case, a word that begins with `#` begins a comment (mdadm, config.c: `conf_word`).

use crate::build::Identifier;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArrayLine {
    /// The device: `/dev/md/data`; `None` if the line names none or `<ignore>`.
    pub device: Option<String>,
    pub identifier: Option<Identifier>,
    /// The name in its superblock: `host:name`.
    pub name: Option<String>,
}

pub fn arrays(text: &str) -> Vec<ArrayLine> {
    // Lines joined with their continuation lines, without comments.
    let mut lines: Vec<Vec<&str>> = Vec::new();
    for line in text.lines() {
        let goes_on = line.starts_with(char::is_whitespace);
        let words = line.split_whitespace().take_while(|word| !word.starts_with('#'));
        match lines.last_mut().filter(|_| goes_on) {
            Some(last) => last.extend(words),
            None => lines.push(words.collect()),
        }
        lines.pop_if(|words| words.is_empty());
    }
    lines.iter().filter_map(|words| array(words)).collect()
}

/// The line that gives an array its name at every start.
pub fn line(name: &str, host: &str, identifier: Identifier) -> String {
    format!("ARRAY /dev/md/{name} metadata=1.2 name={host}:{name} UUID={}", identifier.in_colons())
}

/// Whether continuation lines follow this line: removed alone, it would leave them to the line before.
pub fn goes_on(text: &str, line: &str) -> bool {
    let mut lines = text.lines().skip_while(|own| own.trim_end() != line.trim_end()).skip(1);
    lines.next().is_some_and(|next| next.starts_with([' ', '\t']) && !next.trim().is_empty())
}

fn array(words: &[&str]) -> Option<ArrayLine> {
    let (first, rest) = words.split_first()?;
    if !first.eq_ignore_ascii_case("array") {
        return None;
    }
    let value = |key: &str| {
        rest.iter().find_map(|word| {
            let (own, value) = word.split_once('=')?;
            own.eq_ignore_ascii_case(key).then_some(value)
        })
    };
    // `<ignore>` in the device's place keeps mdadm from assembling the array (mdadm.conf(5)).
    let device = rest.first().filter(|word| !word.contains('=') && !word.starts_with('<'));
    Some(ArrayLine {
        device: device.map(|word| (*word).to_owned()),
        identifier: value("uuid").and_then(Identifier::parsed),
        name: value("name").map(str::to_owned),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::build::lines;

    const DEBIAN: &str = "# mdadm.conf\nHOMEHOST <system>\nMAILADDR root\n\
        array /dev/md/old level=raid1 # a comment\n   uuid=01234567:89abcdef:01234567:89abcdef\n\
        ARRAY <ignore> UUID=ffffffff:ffffffff:ffffffff:ffffffff\n";

    #[test]
    fn lines_are_read_in_any_case_and_over_several() {
        let arrays = arrays(DEBIAN);
        assert_eq!(arrays.len(), 2);
        assert_eq!(arrays[0].device.as_deref(), Some("/dev/md/old"));
        assert_eq!(arrays[0].identifier, Identifier::parsed("0123456789abcdef0123456789abcdef"));
        assert_eq!(arrays[1].device, None);
    }

    #[test]
    fn a_comment_begins_with_a_word() {
        let uuid = "01234567:89abcdef:01234567:89abcdef";
        let arrays = arrays(&format!("ARRAY name=box:a#1 # name=x\n# ARRAY\n  uuid={uuid}\n"));
        assert_eq!(arrays[0].name.as_deref(), Some("box:a#1"));
        assert!(arrays.len() == 1 && arrays[0].identifier.is_some());
    }

    #[test]
    fn the_line_is_read_back() {
        let id = Identifier::of_random([7; 16]);
        let added = lines::with(DEBIAN.as_bytes(), &line("data", "box", id));
        let text = String::from_utf8(added).unwrap();
        let array = arrays(&text).into_iter().find(|array| array.identifier == Some(id)).unwrap();
        assert_eq!(array.device.as_deref(), Some("/dev/md/data"));
        assert_eq!(array.name.as_deref(), Some("box:data"));
        assert!(!goes_on(&text, &line("data", "box", id)));
        assert!(goes_on(&format!("{text}\t bitmap=x\n"), &line("data", "box", id)));
    }

    proptest! {
        #[test]
        fn no_text_breaks_it(text in "[ARYary#= \t\n<>:0-9a-f/]{0,200}") {
            arrays(&text);
        }
    }
}
