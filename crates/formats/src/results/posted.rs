//! Text as people post it: quoted, in a code block, in colours, with a page's tags, as a mail encodes it.

use narrows_units::marked;

/// The text without the decoration of a mail, a forum or a terminal.
pub(super) fn plain(text: &str) -> String {
    let text = untagged(&without_colours(&unmailed(text)));
    let lines: Vec<&str> = text.lines().collect();
    let filled = lines.iter().filter(|line| !line.trim().is_empty()).count();
    let quoted = lines.iter().filter(|line| unquoted(line).len() < line.len()).count();
    // A comparison or a comment in a text of its own is not a quotation.
    let is_quoted = quoted * 2 > filled;
    let mut kept = String::with_capacity(text.len());
    for line in lines {
        let line = if is_quoted { unquoted(line) } else { line };
        if !line.trim_start().starts_with("```") {
            kept.push_str(line);
        }
        kept.push('\n');
    }
    // A last line that does not end is one that was cut.
    if !text.ends_with('\n') {
        kept.pop();
    }
    kept
}

/// A line without the marks of quotations before it: `> > `, `// `.
fn unquoted(line: &str) -> &str {
    let mut rest = line;
    loop {
        let next = rest.trim_start_matches(' ');
        let Some(inner) = next.strip_prefix("//").or_else(|| next.strip_prefix('>')) else {
            return rest;
        };
        rest = inner.strip_prefix(' ').unwrap_or(inner);
    }
}

/// Without the sequences by which terminals colour and move (ECMA-48, "control sequences").
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| ('\u{40}'..='\u{7e}').contains(&c));
        kept.push_str(end.map_or("", |at| &part[at + 1..]));
    }
    kept
}

/// The text without what an editor or a log wrote before each line, in each way that it can be read; a longer one is
/// no post.
pub(super) fn unmarked(text: &str) -> Vec<String> {
    /// In bytes.
    const MOST: usize = 1 << 20;
    if text.len() > MOST {
        return Vec::new();
    }
    let bare = marked::unmarked(text.lines()).map(|lines| lines.join("\n") + "\n");
    bare.into_iter().chain(unprefixed(text)).collect()
}

/// The text without the prefixes that a log or a script wrote before each line; `None` if more than half of the
/// lines begin differently.
fn unprefixed(text: &str) -> Option<String> {
    /// Its log begins within this many lines.
    const BEGINS: usize = 50;
    let filled = || text.lines().filter(|line| !line.trim().is_empty());
    let shape = |line: &str| -> Vec<char> {
        line.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect()
    };
    let shapes: Vec<Vec<char>> = filled().map(shape).collect();
    let first = shapes.iter().take(BEGINS).find(|line| {
        let alike = shapes.iter().filter(|other| other.get(..8) == line.get(..8)).count();
        line.len() > 8 && alike * 2 > shapes.len() && alike > 2
    })?;
    let alike = shapes.iter().filter(|line| line.get(..8) == first.get(..8));
    let common = alike.fold(first.len(), |least, line| {
        least.min(first.iter().zip(line).take_while(|(one, other)| one == other).count())
    });
    // A log's mark ends so; any longer common prefix belongs to the lines themselves.
    let end = first[..common].iter().rposition(|c| matches!(c, '|' | ']' | '>' | ':'))? + 1;
    let end = end + usize::from(first.get(end) == Some(&' '));
    let own = |line: &str| match shape(line).starts_with(&first[..end]) {
        true => line.chars().skip(end).collect(),
        false => line.to_owned(),
    };
    Some(text.lines().map(own).collect::<Vec<String>>().join("\n") + "\n")
}

/// Removes tags and references of HTML and a forum's own tags. The programs use other words in such brackets.
fn untagged(text: &str) -> String {
    const TAGS: [&str; 16] = [
        "br",
        "pre",
        "code",
        "p",
        "div",
        "span",
        "tt",
        "b",
        "i",
        "quote",
        "blockquote",
        "spoiler",
        "size",
        "font",
        "color",
        "strong",
    ];
    if !text.contains(['<', '[', '&']) {
        return text.to_owned();
    }
    let last = ['>', ']'].map(|close| text.rfind(close));
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['<', '[']) {
        kept.push_str(&rest[..at]);
        let (close, last) =
            if rest[at..].starts_with('<') { ('>', last[0]) } else { (']', last[1]) };
        let name = tag_name(&rest[at + 1..], close);
        // The end is looked for only where there is one: all brackets together cost one reading.
        let is_tag = last.is_some_and(|last| last > text.len() - rest.len() + at)
            && TAGS.iter().any(|tag| name.eq_ignore_ascii_case(tag));
        let end = is_tag.then(|| rest[at..].find(close)).flatten();
        rest = match end {
            Some(end) => &rest[at + end + 1..],
            None => {
                kept.push_str(&rest[at..=at]);
                &rest[at + 1..]
            }
        };
        if end.is_some() && name.eq_ignore_ascii_case("br") && !rest.starts_with('\n') {
            kept.push('\n');
        }
    }
    kept.push_str(rest);
    // `&amp;` comes last, or `&amp;lt;` would become `<`.
    kept.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ").replace("&amp;", "&")
}

/// The name at the beginning of a tag; empty if it is longer than that of any tag.
fn tag_name(tag: &str, close: char) -> &str {
    const LONGEST: usize = 10;
    let tag = tag.trim_start_matches('/');
    let ends = |c: char| matches!(c, ' ' | '=' | '/') || c == close;
    let end = tag.char_indices().take(LONGEST + 1).find(|(_, c)| ends(*c));
    end.map_or("", |(end, _)| &tag[..end])
}

/// A mail's quoted-printable, decoded (RFC 2045, 6.7): `=3D` stands for `=`, and a `=` at the end joins the next line.
fn unmailed(text: &str) -> String {
    // Besides `=` and blanks only non-ASCII is encoded: `BW=21MiB` is no escape.
    let is_encoded = |code: &u8| matches!(code, b'=' | b' ' | b'\t' | 0x80..);
    let code = |rest: &str| u8::from_str_radix(rest.get(..2)?, 16).ok().filter(is_encoded);
    let mut pieces = text.split('=');
    let first = pieces.next().unwrap_or_default();
    let (escapes, others): (Vec<&str>, Vec<&str>) =
        pieces.clone().partition(|rest| rest.starts_with('\n') || code(rest).is_some());
    if !text.contains("=3D") || escapes.len() < others.len() {
        return text.to_owned();
    }
    let mut bytes = first.as_bytes().to_vec();
    for piece in pieces {
        match (piece.strip_prefix('\n'), code(piece)) {
            (Some(joined), _) => bytes.extend(joined.as_bytes()),
            (None, Some(byte)) => {
                bytes.push(byte);
                bytes.extend(&piece.as_bytes()[2..]);
            }
            (None, None) => bytes.extend([b"=", piece.as_bytes()].concat()),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Of a printed number, how much its last digit counts for: both rounding and cutting off stay below it.
pub(super) fn last_digit(text: &str) -> f64 {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let decimals = digits.rsplit_once(['.', ',']).map_or(0, |(_, decimals)| decimals.len());
    let factor = match text[digits.len()..].chars().next() {
        Some('k' | 'K') => 1e3,
        Some('m' | 'M') => 1e6,
        _ => 1.0,
    };
    factor / 10_f64.powi(decimals as i32)
}

/// `26.5k`, `1.2M`, `850` as fio and YABS round counts.
pub(super) fn count(text: &str) -> Option<f64> {
    let text = text.trim();
    let (digits, factor) = match text.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1e3),
        None => match text.strip_suffix(['m', 'M']) {
            Some(digits) => (digits, 1e6),
            None => (text, 1.0),
        },
    };
    Some(crate::text::number(digits)? * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_and_colours_go_and_comparisons_stay() {
        assert_eq!(plain("> > a\n> b\n"), "a\nb\n");
        assert_eq!(plain("// a\n\n//   b"), "a\n\n  b");
        assert_eq!(plain("```\na > b\n```\n"), "\na > b\n\n");
        assert_eq!(plain("\u{1b}[32ma\u{1b}[0m b"), "a b");
        assert_eq!(
            plain("<pre>a [Read] < 2 us><br>\nb&gt;<br />c[/code]"),
            "a [Read] < 2 us>\nb>\nc"
        );
        assert_eq!(plain("<BLOCKQUOTE class='x'>a</blockquote> <b b <i"), "a <b b <i");
        // Only as much is read of a tag as a name can have.
        let many = "<".repeat(40_000) + ">";
        assert_eq!((tag_name(&many, '>'), untagged(&many)), ("", many.clone()));
        assert_eq!(plain("BW=3D2=\n1MiB"), "BW=21MiB");
        assert_eq!(plain("BW=21MiB, a=3D, b=4"), "BW=21MiB, a=3D, b=4");
        let log = "12:01 | a\n12:02 |   b: 1\n\n12:03 |   b: 2\n";
        assert_eq!(unprefixed(log).as_deref(), Some("a\n  b: 1\n\n  b: 2\n"));
        assert_eq!(["1.0k", "799", "1,3", "1.07"].map(last_digit), [100.0, 1.0, 0.1, 0.01]);
        assert_eq!(
            ["26.5k", "1.2M", "850", "x"].map(count),
            [Some(26_500.0), Some(1.2e6), Some(850.0), None]
        );
    }
}
