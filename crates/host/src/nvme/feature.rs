//! Reads and switches an NVMe controller's volatile write cache.
//!
//! The setting is not saved in the controller, so that its next reset, and with it the next boot,
//! restores the previous one.
//!
//! Source: NVM Express Base Specification 2.0, sections 5.15 (Get Features), 5.27 (Set Features)
//! and 5.27.1.4 (feature identifier 06h, Volatile Write Cache: bit 0 of Command Dword 11 and of
//! Dword 0 of the answer is WCE, 1 for on); kernel drivers/nvme/host/ioctl.c (Set Features needs
//! CAP_SYS_ADMIN).

use std::os::fd::OwnedFd;

use rustix::io::Errno;

use super::{AdminCommand, is_awake, is_controller, open_checked, send};
use crate::root::RootReader;

const SET_FEATURES: u8 = 0x09;
const GET_FEATURES: u8 = 0x0a;
const VOLATILE_WRITE_CACHE: u32 = 0x06;
const ENABLED: u32 = 1;

/// Whether the cache is on.
pub(crate) fn is_on(reader: &RootReader, controller: &str) -> Result<bool, Errno> {
    carry_out(&open(reader, controller)?, get()).map(|answer| answer & ENABLED != 0)
}

/// Switches the cache.
pub(crate) fn switch(reader: &RootReader, controller: &str, on: bool) -> Result<(), Errno> {
    carry_out(&open(reader, controller)?, set(on)).map(drop)
}

fn open(reader: &RootReader, controller: &str) -> Result<OwnedFd, Errno> {
    if !is_controller(controller) || !is_awake(reader, controller) {
        return Err(Errno::NODEV);
    }
    let number = reader.text(&format!("sys/class/nvme/{controller}/dev")).ok_or(Errno::NODEV)?;
    open_checked(&format!("/dev/{controller}"), &number).ok_or(Errno::ACCESS)
}

/// The current value: bits 10:8 of Command Dword 10 (SEL) are 0.
fn get() -> AdminCommand {
    AdminCommand { opcode: GET_FEATURES, dword_10: VOLATILE_WRITE_CACHE, ..AdminCommand::default() }
}

/// Not to be saved: bit 31 of Command Dword 10 (SV) is 0.
fn set(on: bool) -> AdminCommand {
    AdminCommand {
        opcode: SET_FEATURES,
        dword_10: VOLATILE_WRITE_CACHE,
        dword_11: u32::from(on) * ENABLED,
        ..AdminCommand::default()
    }
}

fn carry_out(device: &OwnedFd, mut command: AdminCommand) -> Result<u32, Errno> {
    // SAFETY: the command names no address.
    match unsafe { send(device, &mut command) } {
        0 => Ok(command.result),
        ..0 => Err(std::io::Error::last_os_error()
            .raw_os_error()
            .map_or(Errno::IO, Errno::from_raw_os_error)),
        // A status of the drive: it has no such cache, or it cannot be switched.
        1.. => Err(Errno::OPNOTSUPP),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Root;

    #[test]
    fn the_commands_name_feature_6_and_save_nothing() {
        let of = |command: AdminCommand| (command.opcode, command.dword_10, command.dword_11);
        assert_eq!(of(get()), (0x0a, 6, 0));
        assert_eq!(of(set(true)), (0x09, 6, 1));
        assert_eq!(of(set(false)), (0x09, 6, 0));
        assert_eq!(set(true).data_length, 0);
    }

    #[test]
    fn what_is_no_controller_is_not_asked() {
        let reader = Root::live().open().unwrap();
        for name in ["null", "nvme", "../null", "nvme0n1"] {
            assert_eq!(is_on(&reader, name), Err(Errno::NODEV), "{name}");
        }
    }
}
