//! The device of Windows: a completion port for each thread.

use windows_sys::Win32::System::SystemInformation::GROUP_AFFINITY;
use windows_sys::Win32::System::Threading::{
    GetActiveProcessorCount, GetActiveProcessorGroupCount, GetCurrentThread, SetThreadGroupAffinity,
};

use super::files::last;
use super::port::CompletionPort;
use crate::kind::TargetKind;
use crate::workers::{OpenDevice, SetThread};
use crate::{EngineChoice, Errno, IoEngine, IoMethod, RunError};

impl SetThread {
    /// The device, unless one is requested that only other systems have.
    pub(crate) fn open(&self) -> Result<OpenDevice, RunError> {
        if self.settings.engine != EngineChoice::Auto {
            return Err(RunError::NoRing(Errno::ENOSYS));
        }
        let (target, fan_out) = (&self.job.target, self.fan_out()?);
        let port = CompletionPort::new(target, &fan_out, &self.job.workload, self.memory())?;
        let engine = if target.kind == TargetKind::Nop { IoEngine::Nop } else { IoEngine::Iocp };
        let method = IoMethod { huge_pages: false, ..self.plain_method(engine, &fan_out) };
        Ok(OpenDevice { device: self.as_asked(port, &fan_out), method, cpu: None })
    }
}

/// Binds the calling thread to a processor, counted through all groups of at most 64.
///
/// Source: Microsoft, "Processor groups".
pub(crate) fn pin(cpu: u32) -> Result<u32, Errno> {
    let mut number = cpu;
    // SAFETY: neither call takes anything but a number.
    for group in 0..unsafe { GetActiveProcessorGroupCount() } {
        // SAFETY: as above.
        let processors = unsafe { GetActiveProcessorCount(group) };
        if number < processors {
            return bind(group, number).map(|()| cpu);
        }
        number -= processors;
    }
    Err(Errno::EINVAL)
}

fn bind(group: u16, number: u32) -> Result<(), Errno> {
    let wanted = GROUP_AFFINITY { Mask: 1 << number, Group: group, Reserved: [0; 3] };
    // SAFETY: the structure lives through the call, the handle is that of the calling thread, and
    // the previous affinity is not requested.
    match unsafe { SetThreadGroupAffinity(GetCurrentThread(), &wanted, std::ptr::null_mut()) } {
        0 => Err(last()),
        _ => Ok(()),
    }
}
