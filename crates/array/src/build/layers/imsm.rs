//! A set of Intel's firmware (RST, VROC) with one volume over all of it.
//!
//! Its identifiers follow from what mdadm writes and cannot be chosen: the set is recognised by being of exactly these
//! drives, which were blank before. What lies on a volume begins at the drives' own first sector, so that its marks
//! are taken away before the set is.
//!
//! Sources: mdadm(8), "CREATE MODE" (containers) and `--detail-platform`; mdadm.conf(5) (`container=`, `member=`).

use super::{Plan, harmless, md_level};
use crate::build::step::{Named, Undo};
use crate::build::{Action, Proof, Step, Wanted, What};

impl Plan<'_> {
    pub(super) fn imsm(&self) -> Vec<Step> {
        let Wanted { level, name, .. } = self.wanted;
        let devices = self.devices();
        let count = format!("--raid-devices={}", devices.len());
        let set = self.set();
        let words = ["mdadm", "--create", &set, "--run", "--metadata=imsm", &count];
        let words = words.map(str::to_owned).into_iter().chain(devices.iter().cloned());
        let is_set = Proof::Container(devices.clone());
        let stop = Action::run(["mdadm", "--stop", &set]);
        let clear = devices.iter().map(|device| Undo {
            action: Action::run(["mdadm", "--zero-superblock", device]),
            only_if: Proof::InContainer(device.clone(), devices.clone()),
        });
        let stop = Undo { action: stop, only_if: is_set.clone() };
        let container = Step {
            what: What::Container,
            action: Action::run(words),
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
        let runs = Proof::VolumeOf(devices);
        let stop = Action::run(["mdadm", "--stop", &volume]);
        let undo = vec![Undo { action: stop, only_if: runs.clone() }];
        vec![container, Step { undo, ..harmless(What::Join, Action::run(words), runs) }]
    }

    /// Both lines of mdadm.conf.
    pub(super) fn name_container(&self) -> Step {
        name_container(Named {
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
pub(crate) fn name_container(named: Named) -> Step {
    let proof = Proof::Named(named.clone());
    let undo = Undo { action: Action::UnnameContainer(named.clone()), only_if: proof.clone() };
    Step { undo: vec![undo], ..harmless(What::NameArray, Action::NameContainer(named), proof) }
}
