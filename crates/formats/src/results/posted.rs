//! Text as people post it: quoted, in a code block, in colours.

/// The text without what a mail, a forum or a terminal put around it.
pub(super) fn plain(text: &str) -> String {
    let text = without_colours(text);
    let lines: Vec<&str> = text.lines().collect();
    let filled = lines.iter().filter(|line| !line.trim().is_empty()).count();
    let quoted = lines.iter().filter(|line| unquoted(line).len() < line.len()).count();
    // A comparison or a comment in a text of its own is no quotation.
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
            ["26.5k", "1.2M", "850", "x"].map(count),
            [Some(26_500.0), Some(1.2e6), Some(850.0), None]
        );
    }
}
