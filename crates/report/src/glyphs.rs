//! The letters that pictures are measured and painted with.
//!
//! For: knowing how wide a text is before anything is painted, and painting it where no font is
//! installed. Latin letters, digits and signs are DejaVu Sans; Japanese is Noto Sans CJK JP, limited
//! to the characters of our messages (`crates/report/fonts`). Characters in neither are shown as an
//! empty box.
//!
//! Browsers use the reader's own fonts. DejaVu Sans is wider than nearly all of them, so that text
//! that fits here fits there.

use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

use crate::layout::breakable_words;

#[cfg(not(target_arch = "wasm32"))]
macro_rules! font {
    ($file:literal) => {
        include_bytes!(concat!("../fonts/", $file))
    };
}
#[cfg(target_arch = "wasm32")]
macro_rules! font {
    ($file:literal) => {
        &widths(*include_bytes!(concat!("../fonts/", $file)))
    };
}

const REGULAR: &[u8] = font!("DejaVuSans.ttf");
const BOLD: &[u8] = font!("DejaVuSans-Bold.ttf");
const JAPANESE: &[u8] = font!("NotoSansCJKjp-Regular.otf");

/// Regular, bold, Japanese; a test reads each.
static FACES: LazyLock<[Option<Face<'static>>; 3]> =
    LazyLock::new(|| [REGULAR, BOLD, JAPANESE].map(|font| Face::parse(font, 0).ok()));

/// Tables of outlines (OpenType 1.9.1, "Font Tables"), which nothing but painting needs.
#[cfg(any(test, target_arch = "wasm32"))]
const OUTLINES: [&[u8; 4]; 2] = [b"glyf", b"CFF "];

/// A font whose letters have widths and no outlines: their bytes are zero. In a browser, which paints with
/// its own fonts, they would be a tenth of the download.
#[cfg(any(test, target_arch = "wasm32"))]
#[allow(long_running_const_eval)]
const fn widths<const N: usize>(mut font: [u8; N]) -> [u8; N] {
    // The table directory: after 12 bytes a record of 16 for each table, with its tag, a checksum,
    // its offset and its length.
    let tables = font[4] as usize * 256 + font[5] as usize;
    let mut table = 0;
    // `for` is not allowed in functions that run while compiling.
    while table < tables {
        let record = 12 + 16 * table;
        if is_outlines(&font, record) {
            let from = number(&font, record + 8);
            let to = from + number(&font, record + 12);
            let mut at = from;
            while at < to {
                font[at] = 0;
                at += 1;
            }
        }
        table += 1;
    }
    font
}

#[cfg(any(test, target_arch = "wasm32"))]
const fn is_outlines(font: &[u8], record: usize) -> bool {
    let mut kind = 0;
    while kind < OUTLINES.len() {
        let tag = OUTLINES[kind];
        let [a, b, c, d] = [font[record], font[record + 1], font[record + 2], font[record + 3]];
        if a == tag[0] && b == tag[1] && c == tag[2] && d == tag[3] {
            return true;
        }
        kind += 1;
    }
    false
}

#[cfg(any(test, target_arch = "wasm32"))]
const fn number(font: &[u8], at: usize) -> usize {
    u32::from_be_bytes([font[at], font[at + 1], font[at + 2], font[at + 3]]) as usize
}

/// A letter of one of the fonts.
#[derive(Clone, Copy)]
pub(crate) struct Glyph {
    face: &'static Face<'static>,
    id: GlyphId,
    /// Pixels to the next letter at a size of one pixel.
    pub(crate) advance: f64,
    /// It has no bold shape of its own.
    pub(crate) needs_weight: bool,
}

impl Glyph {
    /// Its outline in units of the font, and how many of these make the size.
    pub(crate) fn outline(&self, into: &mut dyn OutlineBuilder) -> f64 {
        self.face.outline_glyph(self.id, into);
        f64::from(self.face.units_per_em())
    }
}

/// The letter for a character; none only if a font cannot be read.
pub(crate) fn glyph(letter: char, bold: bool) -> Option<Glyph> {
    let [regular, heavy, japanese] = &*FACES;
    let latin = if bold { heavy } else { regular }.as_ref()?;
    let mapped = latin.glyph_index(letter).map(|id| (latin, id));
    // Glyph 0 is the box for characters that a font lacks (OpenType, `.notdef`).
    let (face, id) = mapped
        .or_else(|| {
            let face = japanese.as_ref()?;
            face.glyph_index(letter).map(|id| (face, id))
        })
        .unwrap_or((latin, GlyphId(0)));
    let advance = f64::from(face.glyph_hor_advance(id)?) / f64::from(face.units_per_em());
    let needs_weight = bold && !std::ptr::eq(face, latin);
    Some(Glyph { face, id, advance, needs_weight })
}

/// Pixels that a text takes.
pub(crate) fn width(text: &str, size: f64, bold: bool) -> f64 {
    let glyphs = text.chars().filter_map(|letter| glyph(letter, bold));
    glyphs.map(|glyph| glyph.advance).sum::<f64>() * size
}

/// The text in at most `room` pixels, with an ellipsis for the part cut off.
pub(crate) fn elide(text: &str, size: f64, bold: bool, room: f64) -> String {
    // A letter is at least a fifth of its size wide, so that ten thousand are never measured.
    let most = (room.max(0.0) / size * 5.0) as usize;
    if text.chars().nth(most).is_none() && width(text, size, bold) <= room {
        return text.to_owned();
    }
    let mut left = room - width("…", size, bold);
    let fits = |letter: &char| {
        left -= glyph(*letter, bold).map_or(0.0, |glyph| glyph.advance) * size;
        left >= 0.0
    };
    let head: String = text.chars().take_while(fits).collect();
    if head.is_empty() { String::new() } else { format!("{}…", head.trim_end()) }
}

/// The text in lines of at most `room` pixels, and of at most `most` lines: text that does not fit
/// ends in an ellipsis.
pub(crate) fn wrap(text: &str, size: f64, bold: bool, room: f64, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in phrases(text) {
        let is_last = lines.len() >= most;
        let Some(line) = lines.last_mut() else { break };
        let joined = format!("{line}{word}");
        if line.is_empty() || is_last || width(joined.trim_end(), size, bold) <= room {
            *line = joined;
        } else {
            lines.push(word);
        }
    }
    let lines = lines.iter().map(|line| elide(line.trim(), size, bold, room));
    lines.filter(|line| !line.is_empty()).collect()
}

/// Pieces between which a line of large letters may be broken: no loanword is torn apart.
fn phrases(text: &str) -> Vec<String> {
    let is_katakana =
        |letter: Option<char>| letter.is_some_and(|letter| matches!(letter, 'ァ'..='ヺ' | 'ー'));
    let mut phrases: Vec<String> = Vec::new();
    for word in breakable_words(text) {
        match phrases.last_mut() {
            Some(last)
                if is_katakana(last.chars().next_back()) && is_katakana(word.chars().next()) =>
            {
                last.push_str(word);
            }
            _ => phrases.push(word.to_owned()),
        }
    }
    phrases
}

#[cfg(test)]
mod tests {
    use narrows_messages::{Language, Localizer, message_ids};

    use super::*;

    #[test]
    fn widths_are_the_same_without_outlines() {
        let whole = *include_bytes!("../fonts/NotoSansCJKjp-Regular.otf");
        let bare = widths(whole);
        let zeros = |font: &[u8]| font.iter().filter(|byte| **byte == 0).count();
        assert!(zeros(&bare) > zeros(&whole) + 100_000);
        let (whole, bare) = (Face::parse(&whole, 0).unwrap(), Face::parse(&bare, 0).unwrap());
        for letter in ['速', 'カ', '、', '（'] {
            let id = whole.glyph_index(letter).unwrap();
            assert_eq!(bare.glyph_index(letter), Some(id));
            assert_eq!(bare.glyph_hor_advance(id), whole.glyph_hor_advance(id));
        }
    }

    #[test]
    fn every_letter_of_our_messages_can_be_painted() {
        for language in Language::ALL {
            let localizer = Localizer::new(language);
            // Help is never drawn.
            for id in message_ids(language).into_iter().filter(|id| !id.starts_with("help-")) {
                for letter in localizer.text(id).chars().filter(|letter| !letter.is_control()) {
                    let letter_glyph = glyph(letter, false).expect("a font");
                    assert_ne!(
                        letter_glyph.id,
                        GlyphId(0),
                        "{letter} of {id}: renew crates/report/fonts"
                    );
                }
            }
        }
    }

    #[test]
    fn texts_are_cut_where_the_room_ends() {
        let all = width("PCIe 3.0 x4", 13.0, false);
        assert_eq!(elide("PCIe 3.0 x4", 13.0, false, all), "PCIe 3.0 x4");
        let cut = elide("PCIe 3.0 x4", 13.0, false, all - 1.0);
        assert!(cut.ends_with('…') && width(&cut, 13.0, false) < all, "{cut}");
        assert_eq!(elide("PCIe", 13.0, false, 3.0), "");
        let lines = wrap("ボトルネック：チップセット・アップリンク", 13.0, true, 200.0, 3);
        assert_eq!(lines, ["ボトルネック：チップセット・", "アップリンク"]);
        let lines = wrap("three drives share one link to the processor", 13.0, false, 120.0, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| width(line, 13.0, false) <= 120.0), "{lines:?}");
    }
}
