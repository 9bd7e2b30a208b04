//! Finding entries by the words that people use for them: `990 pro 2tb`, `14900HX`, `rtx 4090`.
//!
//! Not here: model strings as the kernel prints them ([`crate::drive::find`]) and names of processors in
//! `/proc/cpuinfo` ([`crate::cpu::find`]), of which the whole must fit.

use crate::board::Board;
use crate::card::{self, Card, CardKind};
use crate::chipset;
use crate::cpu::{self, Cpu};
use crate::drive::{self, DriveModel};
use crate::entry::CatalogEntry;
use crate::spelling::{SpelledName, squashed};

/// Words that must all occur in an entry's name.
#[derive(Clone, Debug)]
pub struct SearchQuery {
    words: Vec<String>,
    /// Parts of ids, which have a hyphen in them: they are looked for as they are.
    parts: Vec<String>,
    /// The whole without blanks, which may be several words of a name.
    spelled: String,
}

impl SearchQuery {
    /// Of a text or of several.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let all: Vec<&str> = texts.into_iter().flat_map(str::split_whitespace).collect();
        let spelled = squashed(&all.join(" "));
        let (parts, texts): (Vec<&str>, Vec<&str>) =
            all.into_iter().partition(|word| word.contains('-') && !word.starts_with('-'));
        let parts = parts.into_iter().map(str::to_lowercase).collect();
        Self { words: words(&texts.join(" ")), parts, spelled }
    }

    /// Whether a name has all words: capacities as a whole, letters from the start of a word (model strings have
    /// any three of them somewhere), others as a part; or is the text without its blanks.
    pub fn fits(&self, called: &str) -> bool {
        // A part of an id is that part, not letters that another name has without the hyphen.
        let is_spelled = || SpelledName::of(called, "").fit(&self.spelled).is_some();
        self.fits_words(called) || self.parts.is_empty() && is_spelled()
    }

    fn fits_words(&self, called: &str) -> bool {
        let whole = called.to_lowercase();
        let called = words(called);
        let is_in = |word: &String| match gigabytes(word) {
            Some(_) => called.contains(word),
            None if word.chars().all(char::is_alphabetic) => {
                called.iter().any(|part| part.starts_with(word.as_str()))
            }
            None => called.iter().any(|part| part.contains(word.as_str())),
        };
        self.words.iter().all(is_in) && self.parts.iter().all(|part| whole.contains(part))
    }

    pub fn drives(&self) -> impl Iterator<Item = &'static DriveModel> {
        drive::all().iter().filter(|it| self.fits(&drive_called(it)))
    }

    pub fn cards(&self) -> impl Iterator<Item = &'static Card> {
        card::all().iter().filter(|it| self.fits(&card_called(it)))
    }
}

/// All search terms of a board: its chipset, socket and the usual processors in it, and the kind of machine these
/// are for.
pub fn board_called(board: &Board) -> String {
    let chipset = board.chipset.as_deref();
    let of_chipset = chipset.and_then(chipset::chipset).and_then(cpu::of_chipset);
    let in_socket = |cpu: &&Cpu| board.socket.as_ref().is_some_and(|own| cpu.sockets.contains(own));
    let mut called = format!("{} {}", board.id, board.name);
    for word in chipset.into_iter().chain(board.socket.as_deref()) {
        called.push(' ');
        called.push_str(word);
    }
    let usual: Vec<&Cpu> = match of_chipset {
        Some(cpu) => vec![cpu],
        None => cpu::all().iter().filter(in_socket).collect(),
    };
    for cpu in usual {
        called.push(' ');
        called.push_str(&cpu.name);
        for (part, kind) in [
            ("EPYC", "server"),
            ("Xeon Scalable", "server"),
            ("Xeon D", "server"),
            ("Xeon 6", "server"),
            ("Xeon W", "workstation"),
            ("Threadripper", "workstation"),
        ] {
            if cpu.name.contains(part) {
                called.push(' ');
                called.push_str(kind);
            }
        }
    }
    called
}

/// All search terms of a drive: what kind it is, too.
pub fn drive_called(drive: &DriveModel) -> String {
    let kind = if drive.spins { "hdd disk" } else { "ssd" };
    let bus = drive.link.map_or_else(
        || "sata".to_owned(),
        |link| format!("nvme pcie gen{}", link.rate.generation()),
    );
    format!("{} {kind} {bus}", called(drive))
}

/// All search terms of a card: what kind it is, too.
pub fn card_called(card: &Card) -> String {
    let kind = match card.kind {
        CardKind::Gpu => "gpu graphics card",
        CardKind::Network => "nic network card",
        CardKind::Sas => "hba sas card",
        CardKind::Sata => "sata card",
        CardKind::Raid => "raid card",
        CardKind::Usb => "usb card",
        CardKind::Carrier => "m.2 nvme carrier card",
        CardKind::SwitchCarrier => "m.2 nvme carrier card pcie switch",
        CardKind::Adapter => "adapter",
        CardKind::Expander => "sas expander",
        CardKind::Riser => "riser",
        CardKind::Other => "card",
    };
    format!("{} {kind}", called(card))
}

/// All that an entry is called.
pub fn called(entry: &impl CatalogEntry) -> String {
    format!("{} {} {}", entry.id(), entry.name(), entry.aliases().join(" "))
}

/// Lower case, without separators; capacities in gigabytes: `2 TB` and `2tb` are `2000gb`.
fn words(text: &str) -> Vec<String> {
    let divides = |c: char| !(c.is_alphanumeric() || c == '.');
    let text = text.to_lowercase();
    let mut words: Vec<String> = Vec::new();
    for word in text.split(divides).map(|word| word.trim_matches('.')) {
        let is_unit = ["gb", "tb"].contains(&word);
        match words.last_mut() {
            Some(number) if is_unit && number.parse::<f64>().is_ok() => number.push_str(word),
            _ if word.is_empty() => {}
            _ => words.push(word.to_owned()),
        }
    }
    let in_gigabytes = |word: String| match gigabytes(&word) {
        Some(size) => format!("{size}gb"),
        None => word,
    };
    words.into_iter().map(in_gigabytes).collect()
}

fn gigabytes(word: &str) -> Option<f64> {
    let of = |unit: &str, factor: f64| {
        let number: f64 = word.strip_suffix(unit)?.parse().ok()?;
        (number > 0.0 && number < 1e6).then_some((number * factor).round())
    };
    of("tb", 1000.0).or_else(|| of("gb", 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board;

    #[test]
    fn what_people_type_is_found() {
        for (typed, id) in [
            ("990 pro 2tb", "samsung-990-pro-2000gb"),
            ("990 PRO 2 TB", "samsung-990-pro-2000gb"),
            ("samsung 990pro 2000 gb", "samsung-990-pro-2000gb"),
            ("SN850X 1TB", "wd-black-sn850x-1000gb"),
        ] {
            let ids: Vec<&str> =
                SearchQuery::of([typed]).drives().map(|it| it.id.as_str()).collect();
            assert_eq!(ids, [id], "{typed}");
        }
        let card = SearchQuery::of(["rtx 4090"]).cards().next().map(|it| it.id.as_str());
        assert_eq!(card, Some("nvidia-geforce-rtx-4090"));
        for model in ["2600X", "14900HX", "7950x3d", "i7-7800X"] {
            let query = SearchQuery::of([model]);
            assert!(cpu::all().iter().any(|it| query.fits(&called(it))), "{model}");
        }
        let boards = |typed: &str| {
            let query = SearchQuery::of([typed]);
            board::all().iter().filter(|it| query.fits(&board_called(it))).count()
        };
        for typed in ["am5", "epyc", "threadripper", "xeon", "server", "workstation", "x670e ryzen"]
        {
            assert!(boards(typed) > 0, "{typed}");
        }
        // A kind is what most people know of what they look for.
        assert!(SearchQuery::of(["gpu"]).cards().count() > 50);
        assert!(SearchQuery::of(["hdd 8tb"]).drives().all(|drive| drive.spins));
        assert!(SearchQuery::of(["4tb nvme"]).drives().count() > 5);
        // Letters in the middle of a model string (THNSN5128GPU7) are no word.
        assert_eq!(SearchQuery::of(["gpu"]).drives().count(), 0);
        // Eight terabytes are no eighteen.
        let red: Vec<&str> =
            SearchQuery::of(["wd red 8tb"]).drives().map(|it| it.id.as_str()).collect();
        assert!(!red.is_empty() && !red.iter().any(|id| id.contains("18")), "{red:?}");
        // Two terabytes are no two hundred gigabytes.
        assert_eq!(SearchQuery::of(["990 pro 200gb"]).drives().count(), 0);
    }
}
