//! A drive, queried by its number without administrator rights.
//!
//! A handle that may neither read nor write still takes the requests that need no right
//! (`FILE_ANY_ACCESS`): Microsoft, `CreateFileW`, "Physical disks and volumes"; winioctl.h,
//! `IOCTL_DISK_PERFORMANCE`, `IOCTL_STORAGE_QUERY_PROPERTY`.

use std::fs::File;
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::io::AsRawHandle;
use std::ptr::{null, null_mut};

use narrows_units::{Bytes, Nanos};
use windows_sys::Win32::Storage::FileSystem::{BusTypeNvme, FILE_SHARE_READ, FILE_SHARE_WRITE};
use windows_sys::Win32::System::IO::DeviceIoControl;
use windows_sys::Win32::System::Ioctl::{
    DISK_PERFORMANCE, IOCTL_DISK_PERFORMANCE, IOCTL_STORAGE_QUERY_PROPERTY, PropertyStandardQuery,
    STORAGE_DEVICE_DESCRIPTOR, STORAGE_PROPERTY_ID, STORAGE_PROPERTY_QUERY,
    STORAGE_TEMPERATURE_DATA_DESCRIPTOR, STORAGE_WRITE_CACHE_PROPERTY, StorageDeviceProperty,
    StorageDeviceTemperatureProperty, StorageDeviceWriteCacheProperty, WriteCacheDisabled,
    WriteCacheEnabled,
};

use crate::facts::DiskCounters;

/// A temperature that a drive does not report (winioctl.h,
/// `STORAGE_TEMPERATURE_VALUE_NOT_REPORTED`).
const NOT_REPORTED: i16 = i16::MIN;

pub struct OpenDrive(File);

impl OpenDrive {
    /// The drive with this name (`disk0`); `None` for other names, or if it does not open.
    pub fn open(name: &str) -> Option<Self> {
        let number: u32 = name.strip_prefix("disk")?.parse().ok()?;
        let mut options = File::options();
        options.access_mode(0).share_mode(FILE_SHARE_READ | FILE_SHARE_WRITE);
        options.open(format!(r"\\.\PhysicalDrive{number}")).ok().map(Self)
    }

    pub fn counters(&self) -> Option<DiskCounters> {
        let answer: DISK_PERFORMANCE = self.ask::<(), _>(IOCTL_DISK_PERFORMANCE, None)?;
        // Times are in units of 100 ns.
        let time = |ticks: i64| Nanos::new(u64::try_from(ticks).unwrap_or(0).saturating_mul(100));
        let bytes = |bytes: i64| Bytes::new(u64::try_from(bytes).unwrap_or(0));
        Some(DiskCounters {
            reads: u64::from(answer.ReadCount),
            read: bytes(answer.BytesRead),
            writes: u64::from(answer.WriteCount),
            written: bytes(answer.BytesWritten),
            in_flight: u64::from(answer.QueueDepth),
            busy: time(answer.QueryTime.saturating_sub(answer.IdleTime)),
            waited: time(answer.ReadTime.saturating_add(answer.WriteTime)),
        })
    }

    /// Degrees Celsius of its first sensor.
    pub fn temperature_c(&self) -> Option<i32> {
        let answer: STORAGE_TEMPERATURE_DATA_DESCRIPTOR =
            self.property(StorageDeviceTemperatureProperty)?;
        (answer.InfoCount > 0).then(|| celsius(answer.TemperatureInfo[0].Temperature))?
    }

    /// Where it reports being too hot, degrees Celsius.
    pub fn temperature_limit_c(&self) -> Option<i32> {
        let answer: STORAGE_TEMPERATURE_DATA_DESCRIPTOR =
            self.property(StorageDeviceTemperatureProperty)?;
        celsius(answer.WarningTemperature)
            .or(celsius(answer.CriticalTemperature))
            .filter(|it| *it > 0)
    }

    /// Whether its volatile write cache is on.
    pub fn write_cache(&self) -> Option<bool> {
        let answer: STORAGE_WRITE_CACHE_PROPERTY =
            self.property(StorageDeviceWriteCacheProperty)?;
        match answer.WriteCacheEnabled {
            it if it == WriteCacheEnabled => Some(true),
            it if it == WriteCacheDisabled => Some(false),
            _ => None,
        }
    }

    /// Whether it is an NVMe drive, which answers beside its reads and writes.
    pub fn is_nvme(&self) -> bool {
        let answer: Option<STORAGE_DEVICE_DESCRIPTOR> = self.property(StorageDeviceProperty);
        answer.is_some_and(|answer| answer.BusType == BusTypeNvme)
    }

    fn property<T: Default>(&self, id: STORAGE_PROPERTY_ID) -> Option<T> {
        let query = STORAGE_PROPERTY_QUERY {
            PropertyId: id,
            QueryType: PropertyStandardQuery,
            AdditionalParameters: [0],
        };
        self.ask(IOCTL_STORAGE_QUERY_PROPERTY, Some(&query))
    }

    /// Asks for a structure of numbers; one that does not come whole stays as it was, 0.
    fn ask<In, Out: Default>(&self, code: u32, input: Option<&In>) -> Option<Out> {
        let (mut answer, mut bytes) = (Out::default(), 0);
        let size = input.map_or(0, |input| size_of_val(input) as u32);
        let input = input.map_or(null(), |input| std::ptr::from_ref(input).cast());
        // SAFETY: the handle is open as long as `self` lives; input and answer live through the
        // call and have the stated sizes; answers are structures of numbers and flags that the
        // system fills in.
        let done = unsafe {
            DeviceIoControl(
                self.0.as_raw_handle(),
                code,
                input,
                size,
                (&raw mut answer).cast(),
                size_of::<Out>() as u32,
                &mut bytes,
                null_mut(),
            )
        };
        (done != 0).then_some(answer)
    }
}

fn celsius(reported: i16) -> Option<i32> {
    (reported != NOT_REPORTED).then_some(i32::from(reported))
}
