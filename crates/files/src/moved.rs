//! A machine file with one drive in another slot, for sweeps over slots.
//!
//! The whole description is rebuilt, so that rules, splits and slot usage apply as always.

use narrows_messages::Message;

use crate::machine_file::{self, MachineFile, built};

/// The machine of `text` with `drive` moved to `slot`.
///
/// # Errors
/// Those of [`machine_file::read`], without a place, because what is wrong does not stand in the text;
/// or that `drive` has no slot of its own.
pub fn with_drive_in(text: &str, drive: &str, slot: &str) -> Result<MachineFile, Message> {
    let nowhere = || Message::new("sweep-no-single-slot").with("target", drive);
    let mut file = machine_file::described(text).map_err(|_| nowhere())?;
    let drive_entry = file.drive.iter_mut().find(|it| it.id.value == drive);
    let own = drive_entry.and_then(|it| it.slot.as_mut()).ok_or_else(nowhere)?;
    slot.clone_into(&mut own.value);
    built(&file)
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
        let problem = |drive, slot| with_drive_in(FILE, drive, slot).unwrap_err();
        assert_eq!(problem("b", "narrow").id(), "sweep-no-single-slot");
        assert_eq!(problem("c", "narrow").id(), "sweep-no-single-slot");
        assert!(problem("a", "elsewhere").id().starts_with("machine-no-such-slot"));
    }
}
