//! Names as words that can be written with and without blanks.

/// Words of a name.
#[derive(Clone, Debug)]
pub(crate) struct SpelledName {
    words: Vec<NameWord>,
    /// The first word is the maker's name, which people leave out.
    has_maker: bool,
}

/// A name that has all words of a text.
#[derive(Clone, Debug)]
pub(crate) struct NameFit {
    /// Its words that the text leaves out.
    pub left: Vec<String>,
    /// The size, if the text has one, is the one of its name, not one that is sold as the same.
    pub is_exact_size: bool,
    /// The text has them in the order of the name.
    pub is_in_order: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum NameWord {
    Plain(String),
    /// A size in gigabytes, and how it is written.
    Size(f64, String),
}

/// More words than this has no name; the search for them would take long.
const MOST_WORDS: usize = 24;

impl SpelledName {
    /// From a name, with its maker's added if missing; an empty maker if unknown.
    pub fn of(name: &str, maker: &str) -> Self {
        let mut words: Vec<NameWord> = words(name).map(NameWord::of).collect();
        if !(maker.is_empty() || words.iter().any(|word| word.text() == maker)) {
            words.insert(0, NameWord::Plain(maker.to_owned()));
        }
        let has_maker = words.first().is_some_and(|word| word.text() == maker);
        words.truncate(MOST_WORDS);
        Self { words, has_maker }
    }

    /// How a text that consists of words of the name fits it; `None` if it has others.
    pub fn fit(&self, spelled: &str) -> Option<NameFit> {
        let mut used = Vec::new();
        let is_exact_size = self.is_spelled(spelled, &mut used)?;
        let is_in_order = used.is_sorted();
        let words = self.words.iter().enumerate().filter(|(at, _)| !used.contains(at));
        let left = words.map(|(_, word)| word.text().to_owned()).collect();
        Some(NameFit { left, is_exact_size, is_in_order })
    }

    /// Fills `used` with the positions of the words, in the order of the text.
    fn is_spelled(&self, rest: &str, used: &mut Vec<usize>) -> Option<bool> {
        if rest.is_empty() {
            return Some(true);
        }
        // People order words as they like, and one word may begin another: each is tried, and
        // given back if the rest does not fit.
        for (at, word) in self.words.iter().enumerate() {
            if used.contains(&at) {
                continue;
            }
            let Some((rest, is_exact)) = word.begins(rest) else { continue };
            used.push(at);
            if let Some(others) = self.is_spelled(rest, used) {
                return Some(is_exact && others);
            }
            used.pop();
        }
        None
    }

    /// Its words of letters alone.
    pub fn plain_words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(NameWord::text).filter(|word| is_plain(word))
    }

    /// The name without blanks, with and without its maker, sizes as they are and as they are sold.
    pub fn spellings(&self) -> impl Iterator<Item = String> {
        let sold = |word: &NameWord| word.as_sold().unwrap_or_else(|| word.text().to_owned());
        let both = |words: &[NameWord]| {
            let plain = words.iter().map(NameWord::text).collect::<String>();
            [plain, words.iter().map(sold).collect()]
        };
        let short = self.has_maker.then(|| both(&self.words[1..]));
        both(&self.words).into_iter().chain(short.into_iter().flatten())
    }
}

impl NameWord {
    fn of(text: String) -> Self {
        match gigabytes(&text) {
            Some((size, "")) => Self::Size(size, text),
            _ => Self::Plain(text),
        }
    }

    fn text(&self) -> &str {
        match self {
            Self::Plain(text) | Self::Size(_, text) => text,
        }
    }

    /// `2tb` for 2,048 GB.
    fn as_sold(&self) -> Option<String> {
        let Self::Size(size, _) = self else { return None };
        let whole = (size / 1000.0).round();
        let is_near = whole >= 1.0 && (whole * 1000.0 - size).abs() <= size / 16.0;
        is_near.then(|| format!("{whole}tb"))
    }

    /// The rest of a text that begins with it, and whether the match is exact.
    fn begins<'a>(&self, text: &'a str) -> Option<(&'a str, bool)> {
        match self {
            Self::Plain(word) => Some((text.strip_prefix(word.as_str())?, true)),
            Self::Size(size, _) => {
                let (stated, rest) = gigabytes(text)?;
                // Drives of 1,024 or 960 GB are sold as 1 TB as well.
                let is_sold_as = (stated - size).abs() <= size / 16.0;
                is_sold_as.then_some((rest, (stated - size).abs() < 0.5))
            }
        }
    }
}

/// A size at the beginning of a text in gigabytes, and the rest: `2tb`, `500gb`, `2t`.
fn gigabytes(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
    let (number, rest) = text.split_at(end);
    let number: f64 = number.parse().ok()?;
    // Longer units first, because `t` is how `tb` begins.
    let units = [("tb", 1000.0), ("gb", 1.0), ("t", 1000.0), ("g", 1.0)];
    let (rest, factor) =
        units.into_iter().find_map(|(unit, factor)| Some((rest.strip_prefix(unit)?, factor)))?;
    (number > 0.0).then_some((number * factor, rest))
}

/// Lower case without blanks, dashes and trade marks; points only within numbers; `+` in letters.
pub(crate) fn squashed(text: &str) -> String {
    words(text).collect()
}

/// A name in full, and without its explanation in brackets.
pub(crate) fn parts(name: &str) -> impl Iterator<Item = &str> + Clone {
    let short = name.split_once(" (").map(|(short, _)| short);
    [name].into_iter().chain(short)
}

/// The text without words for the kind of thing; `None` if it has no such words, or no others.
pub(crate) fn without_kind(text: &str) -> Option<String> {
    const KINDS: &str = "ssd nvme m2 u2 2.5 3.5 inch 2230 2242 2260 2280 22110 sata pcie gen3 gen4 gen5 hdd \
        disk drive gpu card graphics board motherboard mainboard cpu";
    let is_other = |word: &&str| KINDS.split(' ').all(|kind| kind != squashed(word));
    let others: Vec<&str> = text.split_whitespace().filter(is_other).collect();
    let is_shorter = !others.is_empty() && others.len() < text.split_whitespace().count();
    is_shorter.then(|| others.join(" "))
}

/// The name of a board without words for what it looks like, how it is sold and its revision, none
/// of which changes its slots: `strix b550-f wifi`, `x570 aorus master (rev. 1.0)`. `None` if it has
/// none of them.
pub(crate) fn undecorated(text: &str) -> Option<String> {
    const DECORATIONS: &str = "wifi wifi6 wifi6e wifi7 wireless ac ax rgb tiny sff tower desktop workstation \
        server pc";
    let text = text.to_lowercase().replace("wi-fi", "wifi");
    let all: Vec<String> = text
        .split(|c: char| " -_/()".contains(c))
        .map(squashed)
        .filter(|it| !it.is_empty())
        .collect();
    let is_number = |word: &str| word.chars().all(|c| c.is_ascii_digit() || c == '.');
    let kept = all.iter().enumerate().filter(|(at, word)| {
        let is_of_revision = *at > 0 && all[at - 1] == "rev" && is_number(word);
        let is_revision = word.strip_prefix("rev").is_some_and(is_number);
        let is_size = gigabytes(word).is_some_and(|(_, rest)| rest.is_empty());
        !(is_of_revision || is_revision || is_size || DECORATIONS.split(' ').any(|it| it == *word))
    });
    let kept: Vec<&str> = kept.map(|(_, word)| word.as_str()).collect();
    let is_shorter = !kept.is_empty() && kept.len() < all.len();
    is_shorter.then(|| kept.join(" "))
}

/// A word of letters alone.
pub(crate) fn is_plain(word: &str) -> bool {
    word.chars().all(char::is_alphabetic)
}

/// Words in lower case; a number and its unit of bytes are one.
pub(crate) fn words(text: &str) -> impl Iterator<Item = String> {
    let text = text.to_lowercase().replace("(r)", " ").replace("(tm)", " ");
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_digit = |c: Option<&char>| c.is_some_and(char::is_ascii_digit);
        let is_point = letter == '.' && before.is_ascii_digit() && is_digit(letters.peek());
        match letter {
            // A word of its own: people write `X9DRi-LN4F` of an X9DRi-LN4F+ as well.
            '+' => words.extend([std::mem::take(&mut word), "plus".to_owned()]),
            _ if letter.is_alphanumeric() || is_point => word.push(letter),
            // `M.2` is one word.
            '.' => {}
            _ => words.push(std::mem::take(&mut word)),
        }
        before = letter;
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    let mut joined: Vec<String> = Vec::new();
    for word in words {
        match joined.last_mut() {
            Some(number) if (word == "gb" || word == "tb") && number.parse::<f64>().is_ok() => {
                number.push_str(&word);
            }
            _ => joined.push(word),
        }
    }
    joined.into_iter()
}
