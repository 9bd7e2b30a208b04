//! A set of Intel's firmware (RST, VROC) with one volume over all of it.
//!
//! Its identifiers follow from what mdadm writes and cannot be chosen: the set is recognised by consisting of exactly
//! these drives, which were blank before. Data on a volume begins at the drives' own first sector, so its signatures
//! are removed before the set is.
//!
//! Sources: mdadm(8), "CREATE MODE" (containers) and `--detail-platform`; mdadm.conf(5) (`container=`, `member=`).

use super::{LayerPlan, harmless, md_level};
use crate::build::step::{NamedContainer, StepUndo};
use crate::build::{ArrayBuildStep, ArrayRequest, StepAction, StepProof, StepPurpose};

impl LayerPlan<'_> {
    pub(super) fn imsm(&self) -> Vec<ArrayBuildStep> {
        let ArrayRequest { level, name, .. } = self.wanted;
        let devices = self.devices();
        let count = format!("--raid-devices={}", devices.len());
        let set = self.set();
        let words = ["mdadm", "--create", &set, "--run", "--metadata=imsm", &count];
        let words = words.map(str::to_owned).into_iter().chain(devices.iter().cloned());
        let is_set = StepProof::Container(devices.clone());
        let stop = StepAction::run(["mdadm", "--stop", &set]);
        let clear = devices.iter().map(|device| StepUndo {
            action: StepAction::run(["mdadm", "--zero-superblock", device]),
            only_if: StepProof::InContainer(device.clone(), devices.clone()),
        });
        let stop = StepUndo { action: stop, only_if: is_set.clone() };
        let container = ArrayBuildStep {
            what: StepPurpose::Container,
            action: StepAction::run(words),
            destroys: self.all(),
            proof: is_set,
            undo: std::iter::once(stop).chain(clear).collect(),
        };
        let volume = format!("/dev/md/{name}");
        let mut words = vec!["mdadm".to_owned(), "--create".to_owned(), volume.clone()];
        words.extend(["--run".to_owned(), format!("--level={}", md_level(*level)), count]);
        if level.has_chunks() {
            words.push(format!("--chunk={}K", self.wanted.chunk.get() >> 10));
        }
        words.push(set);
        let runs = StepProof::VolumeOf(devices);
        let stop = StepAction::run(["mdadm", "--stop", &volume]);
        let undo = vec![StepUndo { action: stop, only_if: runs.clone() }];
        vec![
            container,
            ArrayBuildStep { undo, ..harmless(StepPurpose::Join, StepAction::run(words), runs) },
        ]
    }

    /// Both lines of mdadm.conf.
    pub(super) fn name_container(&self) -> ArrayBuildStep {
        name_container(NamedContainer {
            file: self.system.mdadm_conf.clone(),
            set: self.set(),
            volume: format!("/dev/md/{}", self.wanted.name),
        })
    }

    fn set(&self) -> String {
        format!("/dev/md/{}-imsm", self.wanted.name)
    }
}

/// The step that names a set and its volume in mdadm.conf.
pub(crate) fn name_container(named: NamedContainer) -> ArrayBuildStep {
    let proof = StepProof::Named(named.clone());
    let undo =
        StepUndo { action: StepAction::UnnameContainer(named.clone()), only_if: proof.clone() };
    ArrayBuildStep {
        undo: vec![undo],
        ..harmless(StepPurpose::NameArray, StepAction::NameContainer(named), proof)
    }
}
