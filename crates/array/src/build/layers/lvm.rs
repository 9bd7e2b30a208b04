//! A stripe of LVM: each member a physical volume, all of them a group, one volume over it.
//!
//! Each part can be recognised: physical volumes take an identifier that is chosen for them, and a group, whose
//! identifier LVM chooses itself, takes a tag.
//!
//! Sources: pvcreate(8) (`--uuid` wants `--norestorefile`; it then leaves the first sectors by default), vgcreate(8)
//! (`--addtag`), lvcreate(8) (`--stripes`, `--stripesize`), lvm(8) (letters of tags), LVM2's lib/uuid/uuid.c (an
//! identifier is 32 letters or digits in groups of 6-4-4-4-4-4-6).

use super::{LayerPlan, harmless};
use crate::build::step::StepUndo;
use crate::build::{
    ArrayBuildStep, ArrayIdentifiers, Identifier, StepAction, StepProof, StepPurpose,
};

/// Where an identifier of LVM has its dashes.
const GROUPS: [usize; 7] = [6, 4, 4, 4, 4, 4, 6];

impl ArrayIdentifiers {
    /// That of a member's physical volume: the array's, but for the last two bytes, which count members.
    pub fn physical_volume(&self, member: usize) -> Identifier {
        self.array.numbered(u16::try_from(member).unwrap_or(u16::MAX))
    }
}

/// The tag by which a group is known as that of this array.
pub fn tag(array: Identifier) -> String {
    format!("narrows.{array}")
}

impl LayerPlan<'_> {
    pub(super) fn lvm(&self) -> Vec<ArrayBuildStep> {
        let name = &self.wanted.name;
        let devices = self.devices();
        let mut steps: Vec<ArrayBuildStep> = devices
            .iter()
            .enumerate()
            .map(|(at, device)| self.physical_volume(at, device))
            .collect();
        let tag = format!("--addtag={}", tag(self.ids.array));
        let words = ["vgcreate", &tag, name].map(str::to_owned).into_iter();
        let is_ours = StepProof::Group(name.clone(), self.ids.array);
        steps.push(ArrayBuildStep {
            what: StepPurpose::Join,
            action: StepAction::run(words.chain(devices.iter().cloned())),
            destroys: Vec::new(),
            proof: is_ours.clone(),
            undo: vec![StepUndo {
                // This removes the volume in the group, too, so that the volume's own step has no
                // undoing.
                action: StepAction::run(["vgremove", "--yes", name]),
                only_if: is_ours,
            }],
        });
        let (count, chunk) = (devices.len().to_string(), self.wanted.chunk.get() >> 10);
        let stripes = ["--type=striped".to_owned(), format!("--stripes={count}")];
        // `--yes`: lvcreate asks before it erases a signature that the volume happens to begin
        // with.
        let words = ["lvcreate", "--yes", "--extents=100%FREE", "--name=data"].map(str::to_owned);
        let more = [format!("--stripesize={chunk}k"), name.clone()];
        let action = StepAction::run(words.into_iter().chain(stripes).chain(more));
        steps.push(harmless(StepPurpose::Volume, action, StepProof::Device(self.volume())));
        steps
    }

    fn physical_volume(&self, at: usize, device: &str) -> ArrayBuildStep {
        let id = self.ids.physical_volume(at);
        let uuid = format!("--uuid={}", in_groups(id));
        let words = ["pvcreate", &uuid, "--norestorefile", "--zero=y", device];
        let is_it = StepProof::PhysicalVolume(device.to_owned(), id);
        ArrayBuildStep {
            what: StepPurpose::PhysicalVolume,
            action: StepAction::run(words),
            destroys: vec![at],
            proof: is_it.clone(),
            undo: vec![StepUndo { action: StepAction::run(["pvremove", device]), only_if: is_it }],
        }
    }
}

/// As LVM spells it.
fn in_groups(id: Identifier) -> String {
    let digits: Vec<char> = id.to_string().chars().filter(|letter| *letter != '-').collect();
    let mut digits = digits.into_iter();
    let groups = GROUPS.map(|length| digits.by_ref().take(length).collect::<String>());
    groups.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_have_identifiers_of_their_own_that_lvm_takes() {
        let [array, file_system] = [[0xab; 16], [0; 16]].map(Identifier::of_random);
        let ids = ArrayIdentifiers { array, file_system };
        let [one, two] = [0, 1].map(|at| in_groups(ids.physical_volume(at)));
        assert_eq!(one, "ababab-abab-ab4b-abab-abab-abab-ab0000");
        assert_eq!(two, "ababab-abab-ab4b-abab-abab-abab-ab0001");
        assert_eq!(Identifier::parsed(&two), Some(ids.physical_volume(1)));
        assert!(
            tag(array)
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || "_+.-".contains(letter))
        );
    }
}
