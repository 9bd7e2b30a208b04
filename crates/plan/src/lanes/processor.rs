//! How many lanes a processor has: as the settings say, by its name, by the board's socket.
//!
//! Facts: the catalogue's processors. This module has the makers' numbering of models, as their
//! product pages explain it ("About Intel processor numbers"; AMD's "Understanding processor model
//! numbers"): the generation is in the first digits, other than desktop models have other letters.

use narrows_catalog::cpu::{self, Cpu};
use narrows_topology::graph::{FactBasis, Node};

use super::LaneCountRange;
use super::view::LaneView;
use crate::inventory::PROCESSOR;

/// The lanes of a processor; `None` if unknown.
pub(super) fn lanes(view: &LaneView<'_>, node: &Node) -> Option<LaneCountRange> {
    let set = view.inventory.all_settings(view.at);
    if let Some(lanes) = set.get(PROCESSOR).and_then(|lanes| lanes.parse().ok()) {
        return Some(LaneCountRange::exactly(lanes, FactBasis::Documented));
    }
    let name = view.machine.topology.host.cpu.as_deref().or(node.name.as_deref());
    if let Some((row, basis)) = name.and_then(row) {
        return Some(LaneCountRange::exactly(sum(row), basis));
    }
    of_socket(view.board?.socket.as_deref()?)
}

fn sum(row: &Cpu) -> u32 {
    row.lanes.iter().map(|group| u32::from(group.count)).sum()
}

/// The fewest and the most that any processor of the catalogue for this socket has.
fn of_socket(socket: &str) -> Option<LaneCountRange> {
    let fits = |row: &&Cpu| row.sockets.iter().any(|it| it == socket);
    let counts: Vec<u32> = cpu::all().iter().filter(fits).map(sum).collect();
    let (least, most) = (*counts.iter().min()?, *counts.iter().max()?);
    let basis = if least == most { FactBasis::Documented } else { FactBasis::Inferred };
    Some(LaneCountRange { least, most, basis })
}

/// The catalogue's row for a processor that calls itself so.
fn row(name: &str) -> Option<(&'static Cpu, FactBasis)> {
    let same = |row: &&Cpu| row.name == name || row.id == name;
    if let Some(row) = cpu::all().iter().find(same) {
        return Some((row, FactBasis::Documented));
    }
    if let Some(row) = cpu::find(name) {
        return Some((row, FactBasis::Documented));
    }
    let id = by_number(name)?;
    cpu::cpu(id).map(|row| (row, FactBasis::Inferred))
}

/// The digits that a word begins with, and the rest.
fn split(word: &str) -> (&str, &str) {
    let end = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    word.split_at(end)
}

/// Series as PCI ids tell them, where no name of a model is known.
const SERIES: [(&str, &str); 9] = [
    ("Skylake-S", "intel-skylake-s"),
    ("Kaby Lake-S", "intel-7th-to-10th-gen"),
    ("Coffee Lake-S", "intel-7th-to-10th-gen"),
    ("Comet Lake-S", "intel-7th-to-10th-gen"),
    ("Rocket Lake-S", "intel-rocket-lake-s"),
    ("Alder Lake-S", "intel-12th-to-14th-gen"),
    ("Raptor Lake-S", "intel-12th-to-14th-gen"),
    ("Arrow Lake-S", "intel-arrow-lake-s"),
    ("Raphael", "amd-ryzen-7000-9000"),
];

/// By the name of the series, else the number of the model.
fn by_number(name: &str) -> Option<&'static str> {
    if let Some((_, row)) = SERIES.iter().find(|(series, _)| name.contains(series)) {
        return Some(row);
    }
    let name = name.to_lowercase().replace("(r)", "").replace("(tm)", "");
    let mut words = name.split_whitespace();
    while let Some(word) = words.next() {
        let core = ["i3-", "i5-", "i7-", "i9-"].iter().find_map(|core| word.strip_prefix(core));
        if let Some(model) = core {
            return of_core(model);
        }
        match word {
            // `Ultra 7 265K`: the model follows the class.
            "ultra" => return of_ultra(words.nth(1)?),
            "threadripper" => return of_threadripper(words.next()?),
            // `Ryzen 7 PRO 5750G`: the first word that begins with four digits is the model.
            "ryzen" if !name.contains("threadripper") => {
                return words.find(|word| split(word).0.len() == 4).and_then(of_ryzen);
            }
            _ => {}
        }
    }
    None
}

fn of_core(model: &str) -> Option<&'static str> {
    let (digits, letters) = split(model);
    let number: u32 = digits.parse().ok()?;
    let is_desktop = ["", "k", "kf", "ks", "f", "s", "t"].contains(&letters);
    Some(match number {
        3800..=3999 | 4800..=4999 if ["", "k", "x"].contains(&letters) => "intel-lga2011",
        7740 | 7800..=7999 | 9800..=9999 | 10900..=10999 if letters.starts_with('x') => {
            "intel-lga2066"
        }
        _ if !is_desktop => return None,
        2000..=2999 => "intel-sandy-bridge",
        3000..=3799 => "intel-ivy-bridge",
        4000..=4799 => "intel-haswell",
        6000..=6799 => "intel-skylake-s",
        7000..=10999 => "intel-7th-to-10th-gen",
        11000..=11999 => "intel-rocket-lake-s",
        12000..=14999 => "intel-12th-to-14th-gen",
        _ => return None,
    })
}

fn of_ultra(model: &str) -> Option<&'static str> {
    let (digits, letters) = split(model);
    let is_desktop = ["", "k", "kf", "f", "t"].contains(&letters);
    (digits.len() == 3 && digits.starts_with('2') && is_desktop).then_some("intel-arrow-lake-s")
}

fn of_ryzen(model: &str) -> Option<&'static str> {
    let (digits, letters) = split(model);
    let number: u32 = digits.parse().ok()?;
    let is_desktop = ["", "x", "xt", "x3d", "f"].contains(&letters);
    match number {
        8000..=8999 if ["f", "g", "ge"].contains(&letters) => Some("amd-ryzen-8000g"),
        _ if !is_desktop => None,
        1000..=2999 => Some("amd-ryzen-1000-2000"),
        3000..=3999 | 5000..=5999 => Some("amd-ryzen-3000-5000"),
        7000..=7999 | 9000..=9999 => Some("amd-ryzen-7000-9000"),
        _ => None,
    }
}

fn of_threadripper(model: &str) -> Option<&'static str> {
    let (digits, letters) = split(model);
    let number: u32 = digits.parse().ok()?;
    match number {
        3900..=3999 if letters == "x" => Some("amd-threadripper-3000"),
        7900..=7999 if letters == "x" => Some("amd-threadripper-7000"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names as `/proc/cpuinfo` has them.
    #[test]
    fn processors_are_told_by_name_or_by_number() {
        let lanes = |name: &str| row(name).map(|(row, basis)| (sum(row), basis));
        let known = |lanes, basis| Some((lanes, basis));
        for (name, expected) in [
            ("Intel(R) Core(TM) i7-6700K CPU @ 4.00GHz", known(16, FactBasis::Documented)),
            ("Intel(R) Core(TM) i5-6500 CPU @ 3.20GHz", known(16, FactBasis::Documented)),
            ("Intel(R) Core(TM) i7-5820K CPU @ 3.30GHz", known(28, FactBasis::Documented)),
            ("Intel(R) Core(TM) i7-4820K CPU @ 3.70GHz", known(40, FactBasis::Documented)),
            ("12th Gen Intel(R) Core(TM) i5-12400", known(20, FactBasis::Documented)),
            ("Intel Raptor Lake-S", known(20, FactBasis::Inferred)),
            ("Intel(R) Core(TM) Ultra 7 265K", known(24, FactBasis::Documented)),
            ("AMD Ryzen 7 5800X 8-Core Processor", known(24, FactBasis::Documented)),
            ("AMD Ryzen 9 7950X 16-Core Processor", known(28, FactBasis::Documented)),
            ("AMD Ryzen Threadripper 3960X 24-Core Processor", known(64, FactBasis::Documented)),
            ("Intel(R) Core(TM) i7-7800X CPU @ 3.50GHz", known(28, FactBasis::Documented)),
            ("Intel(R) Core(TM) i9-7900X CPU @ 3.30GHz", known(44, FactBasis::Documented)),
            ("Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz", known(40, FactBasis::Documented)),
            ("AMD EPYC 7302P 16-Core Processor", known(128, FactBasis::Documented)),
            ("Intel(R) Xeon(R) w9-3495X", known(112, FactBasis::Documented)),
            // A model that is not in the catalogue: its number gives the series.
            ("Intel(R) Core(TM) i5-6999 CPU @ 3.20GHz", None),
            ("Intel(R) Core(TM) i7-4800MQ CPU @ 2.70GHz", None),
            ("Intel(R) Core(TM) i7-3920XM CPU @ 2.90GHz", None),
            ("Intel(R) Core(TM) i7-4999K CPU @ 3.40GHz", known(40, FactBasis::Inferred)),
            ("Intel(R) Core(TM) i5-12999", known(20, FactBasis::Inferred)),
            ("", None),
        ] {
            assert_eq!(lanes(name), expected, "{name}");
        }
    }

    #[test]
    fn a_socket_bounds_what_its_processors_have() {
        let bounds = |socket| of_socket(socket).map(|count| (count.least, count.most));
        assert_eq!(bounds("LGA1151"), Some((16, 16)));
        assert_eq!(bounds("LGA2011-3"), Some((28, 40)));
        assert_eq!(bounds("none such"), None);
    }
}
