//! Samples the machine during a run, as far as Windows allows it without an administrator: disk counters,
//! processor time, links, temperatures. Interrupts by device and throttling of processors are not available.

use narrows_topology::PciAddress;
use narrows_units::{LinkWidth, Nanos};
use windows_sys::Win32::Foundation::FILETIME;
use windows_sys::Win32::System::Threading::GetSystemTimes;

use super::drive::OpenDrive;
use super::links::PciDeviceNodes;
use super::root::Root;
pub use crate::facts::{CpuCounters, DiskCounters};

/// Temperatures and throttling.
pub mod heat {
    pub use crate::facts::{DriveHeat, ThrottlingSign};
}

/// Interrupts by processor.
pub mod interrupts {
    pub use crate::facts::Interrupts;
}

/// Samples the running machine. Costs nothing between samples.
pub struct Sampler {
    links: std::sync::OnceLock<PciDeviceNodes>,
}

impl Sampler {
    pub fn new(_: &Root) -> Self {
        Self { links: std::sync::OnceLock::new() }
    }

    pub fn disk(&self, name: &str) -> Option<DiskCounters> {
        OpenDrive::open(name)?.counters()
    }

    /// The processor time of the whole machine. Time in the kernel is counted with idle time.
    pub fn cpu(&self) -> Option<CpuCounters> {
        let [mut idle, mut kernel, mut user] = [FILETIME::default(); 3];
        // SAFETY: the pointers are to structures that live through the call.
        let known = unsafe { GetSystemTimes(&mut idle, &mut kernel, &mut user) };
        let [idle, kernel, user] = [idle, kernel, user].map(time);
        let busy = kernel + user - idle;
        (known != 0).then_some(CpuCounters { busy, idle, stolen: Nanos::ZERO })
    }

    /// The current link of a PCI function; `None` for a function without one.
    pub fn link(&self, address: PciAddress) -> Option<LinkWidth> {
        self.links.get_or_init(PciDeviceNodes::look).now(address)
    }

    /// Windows does not show which device interrupted.
    pub fn interrupts(&self, _: PciAddress) -> Option<interrupts::Interrupts> {
        None
    }

    /// A drive's temperature. Waits for a drive that hangs.
    pub fn drive_heat(&self, name: &str) -> heat::DriveHeat {
        let celsius = OpenDrive::open(name).and_then(|drive| drive.temperature_c());
        heat::DriveHeat { celsius, signs: Vec::new() }
    }

    /// Where a drive calls itself too hot, degrees Celsius.
    pub fn temperature_limit_c(&self, name: &str) -> Option<i32> {
        OpenDrive::open(name)?.temperature_limit_c()
    }

    /// Whether queries to a drive run apart from its reads and writes, as an NVMe drive's do.
    pub fn is_asked_apart(&self, name: &str) -> bool {
        OpenDrive::open(name).is_some_and(|drive| drive.is_nvme())
    }

    /// Windows does not count how often processors throttle.
    pub fn cpu_signs(&self) -> Vec<heat::ThrottlingSign> {
        Vec::new()
    }
}

fn time(time: FILETIME) -> Nanos {
    let ticks = u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
    Nanos::new(ticks.saturating_mul(100))
}
