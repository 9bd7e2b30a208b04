//! A machine file with one drive in another slot, for sweeps over slots.
//!
//! The whole file is read again, so that rules, splits and what is in use already hold as ever.

use narrows_messages::Message;
use narrows_topology::read::ReadError;
use toml::{Table, Value};

use crate::machine_file::{self, MachineFile};

/// Reads `text` with `drive` in `slot`.
///
/// # Errors
/// Those of [`machine_file::read`], for the whole file, because places in the changed text say
/// nothing; or that `drive` has no slot of its own.
pub fn with_drive_in(text: &str, drive: &str, slot: &str) -> Result<MachineFile, ReadError> {
    let nowhere = || ReadError::whole(Message::new("sweep-no-single-slot").with("target", drive));
    let mut file: Table = toml::from_str(text).map_err(|_| nowhere())?;
    let drives = file.get_mut("drive").and_then(Value::as_array_mut).ok_or_else(nowhere)?;
    let is_it = |table: &&mut Table| table.get("id").and_then(Value::as_str) == Some(drive);
    let found = drives.iter_mut().filter_map(Value::as_table_mut).find(is_it);
    let table = found.filter(|table| table.contains_key("slot")).ok_or_else(nowhere)?;
    table.insert("slot".to_owned(), Value::from(slot));
    let moved = toml::to_string(&file).map_err(|_| nowhere())?;
    machine_file::read(&moved).map_err(|error| ReadError::whole(error.problem))
}

#[cfg(test)]
mod tests {
    use narrows_topology::Id;
    use narrows_units::LinkWidth;

    use super::*;

    const FILE: &str = r#"
schema = "narrows.machine/1"
[[slot]]
id = "wide"
on = "cpu"
link = "3.0 x4"
[[slot]]
id = "narrow"
on = "cpu"
link = "3.0 x2"
[[drive]]
id = "a"
slot = "wide"
link = "3.0 x4"
[[drive]]
id = "b"
on = "cpu"
link = "3.0 x4"
"#;

    #[test]
    fn a_moved_drive_has_the_link_of_its_new_slot() {
        let link = |file: &MachineFile| {
            let topology = &file.machine.topology;
            let controller = topology.drives[&Id::new("a")].controller.clone().unwrap();
            topology.nodes[&controller].link.as_ref().unwrap().current
        };
        assert_eq!(link(&machine_file::read(FILE).unwrap()), LinkWidth::new(3, 4));
        assert_eq!(link(&with_drive_in(FILE, "a", "narrow").unwrap()), LinkWidth::new(3, 2));
    }

    #[test]
    fn what_has_no_slot_is_not_moved_and_slots_that_are_not_there_are_told() {
        let problem = |drive, slot| with_drive_in(FILE, drive, slot).unwrap_err().problem;
        assert_eq!(problem("b", "narrow").id(), "sweep-no-single-slot");
        assert_eq!(problem("c", "narrow").id(), "sweep-no-single-slot");
        assert!(problem("a", "elsewhere").id().starts_with("machine-no-such-slot"));
    }
}
