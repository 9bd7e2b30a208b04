//! Text of unknown encoding: Windows programs and PowerShell's `>` write UTF-16.

/// The text of these bytes, with `\n` as line end. Anything but UTF-16 is taken for UTF-8, with
/// replacements: figures are ASCII in every encoding that these programs write. UTF-16 without a
/// byte order mark, as editors leave it, is recognised by the zeros beside ASCII, which UTF-8
/// lacks.
pub fn decoded(bytes: &[u8]) -> String {
    let units = |bytes: &[u8], from: fn([u8; 2]) -> u16| -> Vec<u16> {
        bytes.chunks_exact(2).map(|pair| from([pair[0], pair[1]])).collect()
    };
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => String::from_utf16_lossy(&units(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => String::from_utf16_lossy(&units(rest, u16::from_be_bytes)),
        [1..=255, 0, 1..=255, 0, ..] => String::from_utf16_lossy(&units(bytes, u16::from_le_bytes)),
        [0, 1..=255, 0, 1..=255, ..] => String::from_utf16_lossy(&units(bytes, u16::from_be_bytes)),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    };
    text.replace("\r\n", "\n")
}

/// A number as programs print it, with or without blanks and a percent sign; `None` if it is not
/// finite or below zero.
pub fn number(text: &str) -> Option<f64> {
    let number: f64 = text.trim().trim_end_matches('%').trim_end().parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some(number)
}

/// The same with a decimal comma, as programs and spreadsheets of many countries write it; for
/// figures that are never grouped in thousands.
pub fn number_of_any_country(text: &str) -> Option<f64> {
    number(text).or_else(|| number(&text.replacen(',', ".", 1)))
}

/// A size such as `64KiB`, `1.95MiB`, `512B` in bytes, as DiskSpd, CrystalDiskMark and fio print it.
/// `binary` says whether `K` and `KB` are 1,024 bytes.
pub fn size(text: &str, binary: bool) -> Option<u64> {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    let thousand: f64 = if binary { 1024.0 } else { 1000.0 };
    let factor = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "kib" => 1024.0,
        "mib" => 1024.0 * 1024.0,
        "gib" => 1024.0 * 1024.0 * 1024.0,
        "k" | "kb" => thousand,
        "m" | "mb" => thousand * thousand,
        "g" | "gb" => thousand * thousand * thousand,
        _ => return None,
    };
    let bytes = number(digits)? * factor;
    (1.0..=1e15).contains(&bytes).then_some(bytes.round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powershells_text_is_text() {
        let utf16: Vec<u8> = [0xff, 0xfe]
            .into_iter()
            .chain("a\r\nb".encode_utf16().flat_map(u16::to_le_bytes))
            .collect();
        assert_eq!(decoded(&utf16), "a\nb");
        assert_eq!(decoded(&utf16[2..]), "a\nb");
        let turned: Vec<u8> = utf16.chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect();
        assert_eq!((decoded(&turned), decoded(&turned[2..])), ("a\nb".into(), "a\nb".into()));
        assert_eq!(decoded(b"\xef\xbb\xbfa"), "a");
        assert_eq!(decoded(&[0xff, 0xfe, 0x41]), "");
    }

    #[test]
    fn sizes_say_which_thousand_they_count_in() {
        assert_eq!(size("64KiB", false), Some(65_536));
        assert_eq!(size("4KB", true), Some(4_096));
        assert_eq!(size("4k", false), Some(4_000));
        assert_eq!(size("1.5 MiB", false), Some(1_572_864));
        assert_eq!((size("x", true), size("-4K", true), size("0K", true)), (None, None, None));
    }
}
