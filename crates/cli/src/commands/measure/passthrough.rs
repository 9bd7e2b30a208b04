//! NVMe drives open for commands past the block layer (`--engine passthrough`).
//!
//! Not here: whether a drive may be written; that is decided before, and commands are bound to it.

use narrows_engine::EngineChoice;
use narrows_host::Root;
use narrows_host::generic::generic;
use narrows_messages::Message;
use narrows_topology::Id;

use crate::failure::{CommandFailure, Result};
use crate::measuring::targets::{LeftOut, Prepared, TargetLocation};

/// Refuses targets that cannot be sent commands, before anything is made of them.
pub fn check(engine: EngineChoice, places: &[(Id, TargetLocation)]) -> Result<()> {
    let is_drive = |(_, place): &&(Id, TargetLocation)| matches!(place, TargetLocation::Raw(_));
    match places.iter().find(|place| !is_drive(place)) {
        Some((id, _)) if engine == EngineChoice::Passthrough => Err(CommandFailure::usage(
            Message::new("measure-passthrough-not-drive").with("target", id),
        )),
        _ => Ok(()),
    }
}

/// Opens all for commands, if requested; failures are added to those left out.
pub fn open(
    engine: EngineChoice,
    (prepared, mut left_out): (Vec<Prepared>, Vec<LeftOut>),
) -> (Vec<Prepared>, Vec<LeftOut>) {
    if engine != EngineChoice::Passthrough {
        return (prepared, left_out);
    }
    let mut opened = Vec::new();
    for one in prepared {
        let drive = one.drive.clone();
        match through(one) {
            Ok(one) => opened.push(one),
            Err(why) => left_out.push(LeftOut { drive, why, is_loss: true }),
        }
    }
    (opened, left_out)
}

fn through(one: Prepared) -> Result<Prepared, Message> {
    let device = generic(&Root::live(), one.drive.as_str());
    let absent = || Message::new("measure-left-out-no-generic").with("drive", &one.drive);
    let target = one.target.through(&device.ok_or_else(absent)?);
    Ok(Prepared { target: target.map_err(|error| error.message())?, ..one })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_go_to_drives_only() {
        let of = |engine, place| check(engine, &[(Id::new("x"), place)]).map_err(|it| it.what.id());
        let refused = Err("measure-passthrough-not-drive");
        let file = || TargetLocation::File("/home/me/file".into());
        assert_eq!(of(EngineChoice::Passthrough, file()), refused);
        assert_eq!(of(EngineChoice::Passthrough, TargetLocation::Nop), refused);
        assert_eq!(
            of(EngineChoice::Passthrough, TargetLocation::Raw("/dev/nvme0n1".into())),
            Ok(())
        );
        assert_eq!(of(EngineChoice::Auto, file()), Ok(()));
    }

    #[test]
    fn who_has_no_generic_device_is_left_out() {
        let nop = |name: &str| Prepared {
            drive: Id::new(name),
            target: narrows_engine::IoTarget::nop(name).unwrap(),
            address: None,
            local_cpus: Vec::new(),
            place: narrows_record::run::TargetStack::default(),
            members: Vec::new(),
            levels: Vec::new(),
        };
        let (opened, left_out) = open(EngineChoice::Auto, (vec![nop("sda")], Vec::new()));
        assert_eq!((opened.len(), left_out.len()), (1, 0));
        let (opened, left_out) = open(EngineChoice::Passthrough, (vec![nop("sda")], Vec::new()));
        assert!(opened.is_empty());
        assert_eq!(left_out[0].why.id(), "measure-left-out-no-generic");
    }
}
