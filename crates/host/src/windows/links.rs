//! The links of PCI functions, as Windows' device tree has them now.
//!
//! Source: cfgmgr32.h, `CM_Get_Device_ID_ListW`, `CM_Get_DevNode_PropertyW`; devpkey.h and
//! pciprop.h for the keys: the bus number has the segment from bit 8 on (`PCI_SEGMENT_BUS_NUMBER`),
//! the address has the device in its upper and the function in its lower 16 bits; speeds are
//! numbered as in the link's status register, from 2.5 GT/s as 1.

use std::collections::BTreeMap;

use narrows_topology::PciAddress;
use narrows_units::LinkWidth;
use windows_sys::Win32::Devices::DeviceAndDriverInstallation::{
    CM_GETIDLIST_FILTER_ENUMERATOR, CM_GETIDLIST_FILTER_PRESENT, CM_Get_DevNode_PropertyW,
    CM_Get_Device_ID_List_SizeW, CM_Get_Device_ID_ListW, CM_LOCATE_DEVNODE_NORMAL,
    CM_Locate_DevNodeW, CR_SUCCESS,
};
use windows_sys::Win32::Devices::Properties::{
    DEVPKEY_Device_Address, DEVPKEY_Device_BusNumber, DEVPROP_TYPE_UINT32,
};
use windows_sys::Win32::Foundation::DEVPROPKEY;
use windows_sys::core::GUID;

use super::text::wide;

const PCI: GUID = GUID::from_u128(0x3ab2_2e31_8264_4b4e_9af5_a8d2_d8e3_3e62);
/// `DEVPKEY_PciDevice_CurrentLinkSpeed`.
const SPEED: DEVPROPKEY = DEVPROPKEY { fmtid: PCI, pid: 9 };
/// `DEVPKEY_PciDevice_CurrentLinkWidth`.
const WIDTH: DEVPROPKEY = DEVPROPKEY { fmtid: PCI, pid: 10 };

/// Which device is at which address: bus with segment, device, function.
pub struct PciDeviceNodes(BTreeMap<(u32, u32, u32), u32>);

impl PciDeviceNodes {
    pub fn look() -> Self {
        let devices = names().into_iter().filter_map(|name| {
            let mut device = 0;
            // SAFETY: the name ends in 0, and the number lives through the call.
            let result =
                unsafe { CM_Locate_DevNodeW(&mut device, name.as_ptr(), CM_LOCATE_DEVNODE_NORMAL) };
            let device = (result == CR_SUCCESS).then_some(device)?;
            let address = number(device, &DEVPKEY_Device_Address)?;
            let bus = number(device, &DEVPKEY_Device_BusNumber)?;
            Some(((bus, address >> 16, address & 0xffff), device))
        });
        Self(devices.collect())
    }

    /// The current link of a function; `None` for one without a link.
    pub fn now(&self, address: PciAddress) -> Option<LinkWidth> {
        let PciAddress { domain, bus, device, function } = address;
        let bus = domain << 8 | u32::from(bus);
        let device = *self.0.get(&(bus, device.into(), function.into()))?;
        let speed = u8::try_from(number(device, &SPEED)?).ok()?;
        LinkWidth::new(speed, u8::try_from(number(device, &WIDTH)?).ok()?)
    }
}

/// The instance names of all PCI devices that are there.
fn names() -> Vec<Vec<u16>> {
    let (pci, flags) = (wide("PCI"), CM_GETIDLIST_FILTER_ENUMERATOR | CM_GETIDLIST_FILTER_PRESENT);
    let mut letters = 0;
    // SAFETY: the filter ends in 0, and the number lives through the call.
    let sized = unsafe { CM_Get_Device_ID_List_SizeW(&mut letters, pci.as_ptr(), flags) };
    let mut list = vec![0; letters as usize];
    if sized != CR_SUCCESS || list.is_empty() {
        return Vec::new();
    }
    // SAFETY: as above; the list has the stated length.
    let listed = unsafe { CM_Get_Device_ID_ListW(pci.as_ptr(), list.as_mut_ptr(), letters, flags) };
    let names = list.split(|letter| *letter == 0).filter(|name| !name.is_empty());
    let ended = |name: &[u16]| name.iter().copied().chain([0]).collect();
    if listed == CR_SUCCESS { names.map(ended).collect() } else { Vec::new() }
}

fn number(device: u32, key: &DEVPROPKEY) -> Option<u32> {
    let (mut kind, mut value, mut size) = (0, 0u32, size_of::<u32>() as u32);
    // SAFETY: all pointers are to values that live through the call; the last has the stated size.
    let result = unsafe {
        let value = (&raw mut value).cast();
        CM_Get_DevNode_PropertyW(device, key, &mut kind, value, &mut size, 0)
    };
    (result == CR_SUCCESS && kind == DEVPROP_TYPE_UINT32).then_some(value)
}
