//! The state of the whole machine around a run: its version of Windows and its processors.

use windows_sys::Wdk::System::SystemServices::RtlGetVersion;
use windows_sys::Win32::System::SystemInformation::OSVERSIONINFOW;
use windows_sys::Win32::System::Threading::{ALL_PROCESSOR_GROUPS, GetActiveProcessorCount};

use super::root::Root;
pub use crate::facts::{BootDurations, HostContext};

/// The state of the machine, without load, power plan and mitigations.
pub fn context(_: &Root) -> HostContext {
    // `Windows 10.0.22631`. The usual call answers with the version that a program says it was made
    // for; this one does not.
    let size = size_of::<OSVERSIONINFOW>() as u32;
    let mut version = OSVERSIONINFOW { dwOSVersionInfoSize: size, ..OSVERSIONINFOW::default() };
    // SAFETY: the structure is of the size that it says.
    let known = unsafe { RtlGetVersion(&mut version) };
    let OSVERSIONINFOW { dwMajorVersion, dwMinorVersion, dwBuildNumber, .. } = version;
    let kernel =
        (known >= 0).then(|| format!("Windows {dwMajorVersion}.{dwMinorVersion}.{dwBuildNumber}"));
    HostContext { kernel, cpus: processors(), ..HostContext::default() }
}

/// Source: winnt.h, `ALL_PROCESSOR_GROUPS`.
pub(super) fn processors() -> u32 {
    // SAFETY: the call takes a number only.
    unsafe { GetActiveProcessorCount(ALL_PROCESSOR_GROUPS) }
}
