//! Goal: no machine file, however broken or hostile, panics, runs on or predicts something that is
//! no number, and each that is refused names the place. Method: files put together from the words
//! of `docs/machine-file.md` with values good and bad, and a good file cut and flipped.

use narrows_files::machine_file::{self, MachineFile};
use narrows_model::{Machine, TargetPrediction, predict};
use narrows_topology::Id;
use narrows_topology::read::{ReadError, TextPosition};
use narrows_workload::{Workload, default_profiles, profile};
use proptest::prelude::*;
use proptest::sample::select;

use crate::grammar::{
    BITS, BYTES, CHUNK, COUNT, DRIVES, FLAG, GOOD, IOPS, LINK, PLACE, RATE, SHARE, SLOT, SLOTS,
    TIME, files,
};

/// Whatever was read can be predicted, in numbers; whatever was refused has a place in the file.
fn is_sane(text: &str) {
    match machine_file::read(text) {
        Ok(MachineFile { machine, .. }) => predictions_are_numbers(&machine),
        Err(ReadError { place: TextPosition::Column(line, column), problem }) => {
            let lines = text.matches('\n').count() + 1;
            assert!((1..=lines).contains(&line) && column >= 1, "{line}:{column} of {lines}");
            assert!(!problem.id().is_empty());
        }
        Err(error) => panic!("no line: {error:?}"),
    }
}

fn predictions_are_numbers(machine: &Machine) {
    let drives: Vec<Id> = machine.topology.drives.keys().cloned().collect();
    let arrays: Vec<Id> = machine.arrays.keys().cloned().collect();
    let ends = [drives.first(), drives.last()].into_iter().flatten();
    let alone = ends.chain(&arrays).map(|id| vec![id.clone()]);
    let sets: Vec<Vec<Id>> =
        alone.chain([drives.clone(), [drives.clone(), arrays.clone()].concat()]).collect();
    for workload in workloads() {
        for set in &sets {
            predict(machine, set, &workload).iter().for_each(is_number);
        }
    }
}

fn workloads() -> Vec<Workload> {
    let others = ["seq-write-128k-q32", "rand-write-4k-q32"].map(profile).into_iter().flatten();
    default_profiles().into_iter().chain(others).collect()
}

fn is_number(outcome: &TargetPrediction) {
    let TargetPrediction { low, rate, high, limit, next, .. } = outcome;
    assert!(low.get() >= 0.0 && low <= rate && rate <= high, "{outcome:?}");
    assert!(high.get().is_finite(), "{outcome:?}");
    for bound in next.iter().chain([limit]) {
        assert!(bound.load.is_finite() && bound.limit.capacity.is_finite(), "{outcome:?}");
        assert!(bound.load >= 0.0 && bound.limit.capacity >= 0.0, "{outcome:?}");
    }
}

#[test]
fn the_good_file_is_read() {
    let machine = machine_file::read(GOOD).expect("a good file").machine;
    assert_eq!((machine.topology.drives.len(), machine.arrays.len()), (3, 1));
    predictions_are_numbers(&machine);
}

#[test]
fn every_cut_is_sane() {
    for length in 0..GOOD.len() {
        is_sane(&GOOD[..length]);
    }
}

/// As many as are allowed, and one more.
#[test]
fn counts_end_where_the_documentation_says() {
    let file = |count: u32| {
        let schema = "schema = \"narrows.machine/1\"";
        format!(
            "{schema}\n[[drive]]\nid = \"d\"\non = \"cpu\"\nlink = \"3.0 x4\"\ncount = {count}\n"
        )
    };
    let read = machine_file::read(&file(machine_file::MAX_COUNT)).expect("as many as are allowed");
    assert_eq!(read.machine.topology.drives.len(), 65_536);
    for count in [machine_file::MAX_COUNT + 1, u32::MAX] {
        let error = machine_file::read(&file(count)).expect_err("too many");
        assert_eq!(
            (error.place, error.problem.id()),
            (TextPosition::Column(6, 9), "machine-count")
        );
    }
}

/// Each on the next and the last on the first: no place in the processor.
#[test]
fn a_circle_is_refused() {
    for length in [1, 2, 3, 1000] {
        let switch = |at: usize| {
            let on = (at + 1) % length;
            format!("[[switch]]\nid = \"s{at}\"\non = \"s{on}\"\nlink = \"3.0 x4\"\n")
        };
        let circle: String = (0..length).map(switch).collect();
        let error = machine_file::read(&(GOOD.to_owned() + &circle)).expect_err("a circle");
        assert!(matches!(error.place, TextPosition::Column(40.., _)), "{error:?}");
    }
}

/// A file deep in switches: the way to the processor is long, but ends.
#[test]
fn a_thousand_switches_in_a_row_end_soon() {
    let switch = |at: usize| {
        let on = if at == 0 { "cpu".to_owned() } else { format!("s{}", at - 1) };
        format!("[[switch]]\nid = \"s{at}\"\non = \"{on}\"\nlink = \"3.0 x4\"\n")
    };
    let row: String = (0..1000).map(switch).collect();
    let drive = "[[drive]]\nid = \"deep\"\non = \"s999\"\nlink = \"3.0 x4\"\ncount = 100\n";
    is_sane(&(GOOD.to_owned() + &row + drive));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn files_from_the_grammar_are_sane(text in files()) {
        is_sane(&text);
    }

    #[test]
    fn flipped_files_are_sane(
        flips in prop::collection::vec(any::<(prop::sample::Index, char)>(), 1..6),
    ) {
        let mut letters: Vec<char> = GOOD.chars().collect();
        for (index, letter) in flips {
            let at = index.index(letters.len());
            letters[at] = letter;
        }
        is_sane(&letters.into_iter().collect::<String>());
    }

    /// Any value in place of any other.
    #[test]
    fn exchanged_values_are_sane(
        line: prop::sample::Index, (good, bad) in select(vec![
            PLACE, SLOT, SLOTS, LINK, RATE, BITS, IOPS, TIME, BYTES, CHUNK, COUNT, SHARE, FLAG,
            DRIVES,
        ]), value: prop::sample::Index,
    ) {
        let values = [good, bad].concat();
        let mut lines: Vec<String> = GOOD.lines().map(str::to_owned).collect();
        let at = line.index(lines.len());
        if let Some((key, _)) = lines[at].split_once(" = ") {
            lines[at] = format!("{key} = {}", values[value.index(values.len())]);
        }
        is_sane(&lines.join("\n"));
    }
}
