//! From words such as `sequential`, `gpu>=x8` or `raid0:intel-rst=a+b` to a request.
//!
//! For: a plan's constraints and objectives on one line. Every word is independent; [`read`] takes them in order, and
//! the order of the objectives counts. [`constraint`], [`objective`] and [`array()`] write the same words again.
//!
//! Not here: whether words contradict each other, which only the search can say.

mod names;
mod near;
mod rendered;
mod spelling;
mod word;

use std::collections::BTreeSet;

use narrows_messages::Message;
use narrows_workload::{Direction, Pattern, Workload};

use crate::device::MovableDevice;
use crate::inventory::SlotInventory;
use crate::request::{Constraint, PlacementRequest, PlanObjective};

use self::names::PlanNameLookup;
pub use self::rendered::{array, constraint, constraint_says, objective, objective_says};
pub use self::spelling::network_rate;

/// More words than anybody writes by hand are a slip of a script.
const MOST_WORDS: usize = 256;

/// Returns the request that the words make for these devices in this place; sequential reading and
/// then random reading, if no word names an objective. Arrays that the place has already stay arrays
/// of their drives, unless a word says otherwise.
///
/// # Errors
/// The first word that means nothing, with the nearest one that does.
pub fn read<'a>(
    words: impl IntoIterator<Item = &'a str>,
    inventory: &SlotInventory,
    devices: &[MovableDevice],
) -> Result<PlacementRequest, Message> {
    let words = words.into_iter().flat_map(|list| list.split(',')).map(str::trim);
    let names = PlanNameLookup { inventory, devices };
    let words = words.filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(|word| spelling::usual(word, &names)).collect();
    if words.len() > MOST_WORDS {
        return Err(Message::new("plan-too-many-words").with("most", MOST_WORDS));
    }
    let mut reading = ConstraintReader { names, request: PlacementRequest::default() };
    // Arrays first: other words refer to them by name, in any position.
    let (arrays, others): (Vec<&str>, Vec<&str>) =
        words.iter().map(String::as_str).partition(|text| word::is_array(text));
    reading.arrays(&arrays)?;
    for text in others {
        reading.word(text)?;
    }
    if reading.request.objectives.is_empty() {
        reading.request.objectives = ["sequential", "random"]
            .into_iter()
            .filter_map(|name| Some(PlanObjective::Together(workload(name)?)))
            .collect();
    }
    Ok(reading.request)
}

/// The words read so far.
struct ConstraintReader<'a> {
    names: PlanNameLookup<'a>,
    request: PlacementRequest,
}

impl ConstraintReader<'_> {
    fn constraint(&mut self, constraint: Constraint) {
        if !self.request.constraints.contains(&constraint) {
            self.request.constraints.push(constraint);
        }
    }

    fn objective(&mut self, objective: PlanObjective) {
        if !self.request.objectives.contains(&objective) {
            self.request.objectives.push(objective);
        }
    }

    /// Drives that no array has yet.
    fn left_over(&self) -> Vec<usize> {
        let taken: BTreeSet<usize> =
            self.request.arrays.iter().flat_map(|array| array.members.iter().copied()).collect();
        self.names.drives().into_iter().filter(|drive| !taken.contains(drive)).collect()
    }
}

/// Short words for the workloads that people mean most.
const SHORT: [(&str, Pattern, Direction); 3] = [
    ("sequential", Pattern::Sequential, Direction::Read),
    ("random", Pattern::Random, Direction::Read),
    ("write", Pattern::Sequential, Direction::Write),
];

/// The workload of a short word or a profile's name.
fn workload(name: &str) -> Option<Workload> {
    let short = SHORT.into_iter().find(|(word, ..)| *word == name);
    match short {
        Some((_, pattern, direction)) => {
            let block = if pattern == Pattern::Sequential { 128 } else { 4 };
            Some(Workload::new(pattern, direction, narrows_units::Bytes::kib(block), 32))
        }
        None => narrows_workload::profile(name),
    }
}

fn workload_word(of: &Workload) -> String {
    let is_it = |word: &str| workload(word).is_some_and(|known| known == *of);
    let short = SHORT.into_iter().map(|(word, ..)| word).find(|word| is_it(word));
    short.map_or_else(|| of.name.clone(), str::to_owned)
}

#[cfg(test)]
mod tests;
