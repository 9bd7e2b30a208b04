//! Reads an NVMe controller's health page and the state of its volatile write cache.
//!
//! For: the 512 bytes of the SMART / Health Information log page, and its temperatures; whether the
//! volatile write cache is on (`feature`), which is the only thing that can also be changed. Get
//! Log Page changes nothing. All of it needs root's rights, on the live machine.
//!
//! Not here: keeping the page in a capture ([`crate::capture`]); who may change the cache and
//! restores it ([`crate::tunables`]).
//!
//! Source: NVM Express Base Specification 2.0, section 5.16 (Get Log Page) and 5.16.1.3 (log
//! identifier 02h); kernel include/uapi/linux/nvme_ioctl.h.

pub(crate) mod feature;
pub(crate) mod health;

use std::os::fd::{AsRawFd, OwnedFd};

use rustix::fs::{FileType, Mode, OFlags, fstat, major, minor, open};

use crate::root::RootReader;

/// The log page's size in bytes.
pub(crate) const PAGE_BYTES: usize = 512;

/// Whether it has the form `nvme0`, without path separators.
pub(crate) fn is_controller(name: &str) -> bool {
    let number = name.strip_prefix("nvme").unwrap_or_default();
    !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
}

/// The health page of a controller by kernel name; `None` if this user may not read it, or it does
/// not answer. Waits as long as the controller takes, which for a broken one is the kernel's time
/// limit for its commands: a minute by default.
pub(crate) fn health_page(reader: &RootReader, name: &str) -> Option<[u8; PAGE_BYTES]> {
    let may_ask = reader.is_live() && crate::identity::is_root();
    (may_ask && is_controller(name) && is_awake(reader, name)).then(|| page_of(reader, name))?
}

/// Whether a PCIe controller is live and not powered down: one in reset makes us wait.
fn is_awake(reader: &RootReader, name: &str) -> bool {
    let says = |attribute: &str, wanted: &str| {
        let text = reader.text(&format!("sys/class/nvme/{name}/{attribute}"));
        text.is_some_and(|text| text == wanted)
    };
    says("transport", "pcie") && says("state", "live") && !says("device/power_state", "D3cold")
}

fn page_of(reader: &RootReader, name: &str) -> Option<[u8; PAGE_BYTES]> {
    let number = reader.text(&format!("sys/class/nvme/{name}/dev"))?;
    let device = open_checked(&format!("/dev/{name}"), &number)?;
    let mut page = [0; PAGE_BYTES];
    let mut command = log_page_command(&mut page);
    // SAFETY: the command tells the kernel to write `PAGE_BYTES` bytes to `page`, which is that
    // long and outlives the call.
    let status = unsafe { send(&device, &mut command) };
    // Negative is an error of the call, positive a status of the drive; both mean no page.
    (status == 0).then_some(page)
}

/// Opens a device node if it is the character device that sysfs has under the name.
fn open_checked(path: &str, number: &str) -> Option<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOFOLLOW;
    let file = open(path, flags, Mode::empty()).ok()?;
    let facts = fstat(&file).ok()?;
    let same = number == format!("{}:{}", major(facts.st_rdev), minor(facts.st_rdev));
    let character = FileType::from_raw_mode(facts.st_mode) == FileType::CharacterDevice;
    (same && character).then_some(file)
}

/// `struct nvme_passthru_cmd`; field for field as in the kernel's header, 72 bytes.
#[repr(C)]
#[derive(Default)]
struct AdminCommand {
    opcode: u8,
    flags: u8,
    reserved: u16,
    namespace: u32,
    dword_2: u32,
    dword_3: u32,
    metadata: u64,
    address: u64,
    metadata_length: u32,
    data_length: u32,
    dword_10: u32,
    dword_11: u32,
    dword_12: u32,
    dword_13: u32,
    dword_14: u32,
    dword_15: u32,
    timeout_ms: u32,
    result: u32,
}

/// `_IOWR('N', 0x41, struct nvme_admin_cmd)`.
const NVME_IOCTL_ADMIN_CMD: u64 = 0xc048_4e41;
const _: () = assert!(size_of::<AdminCommand>() == 0x48);

/// Get Log Page, opcode 02h.
const GET_LOG_PAGE: u8 = 0x02;
/// SMART / Health Information, for the controller as a whole.
const SMART: u32 = 0x02;
const ALL_NAMESPACES: u32 = 0xffff_ffff;

fn log_page_command(page: &mut [u8; PAGE_BYTES]) -> AdminCommand {
    // Command Dword 10: number of dwords less one in bits 31:16, the log identifier in bits 7:0.
    let dwords = (PAGE_BYTES / 4 - 1) as u32;
    AdminCommand {
        opcode: GET_LOG_PAGE,
        namespace: ALL_NAMESPACES,
        address: page.as_mut_ptr() as u64,
        data_length: PAGE_BYTES as u32,
        dword_10: dwords << 16 | SMART,
        ..AdminCommand::default()
    }
}

/// Sends a command and waits for it: 0, a status of the drive, or -1 with the error in errno.
///
/// # Safety
///
/// An address in the command must be valid for its length, which the kernel reads or writes.
unsafe fn send(device: &OwnedFd, command: &mut AdminCommand) -> libc::c_int {
    let command: *mut AdminCommand = command;
    // SAFETY: the request number carries the size of `AdminCommand`, which the assertion above
    // checks, so the kernel reads and writes that value and the memory at its address, by this
    // function's contract. The call returns when the command is done.
    unsafe { libc::ioctl(device.as_raw_fd(), NVME_IOCTL_ADMIN_CMD as libc::Ioctl, command) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_asks_for_512_bytes_of_page_2() {
        let command = log_page_command(&mut [0; PAGE_BYTES]);
        // 512 bytes are 128 dwords; less one is 127 = 7fh.
        assert_eq!((command.opcode, command.dword_10), (2, 0x007f_0002));
        assert_eq!(command.data_length, 512);
        assert_eq!(std::mem::offset_of!(AdminCommand, dword_10), 40);
    }

    #[test]
    fn only_the_named_character_device_is_opened() {
        assert!(is_controller("nvme12"));
        assert!(!is_controller("nvme") && !is_controller("nvme0n1") && !is_controller("../sda"));
        // /dev/null is the character device 1:3 on every Linux.
        assert!(open_checked("/dev/null", "1:3").is_some());
        assert!(open_checked("/dev/null", "1:5").is_none());
        assert!(open_checked("/proc/version", "0:0").is_none());
    }
}
