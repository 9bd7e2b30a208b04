//! A drive's transport, from the folders on its path.
//!
//! Source: drivers/ata/libata-transport.c (`sata_spd`: "6.0 Gbps"), drivers/scsi/
//! scsi_transport_sas.c (`negotiated_linkrate`: "12.0 Gbit"), Documentation/ABI/stable/sysfs-bus-usb
//! (`speed` in Mbit/s).

use super::folder::{MOST_NAMES, SysfsFolder, numbered};
use crate::evidence::DriveTransport;

/// The transport of a block device; `None` for NVMe and if sysfs does not show it.
pub(super) fn of(block: &SysfsFolder) -> Option<DriveTransport> {
    let has = |prefix: &str| block.parts().any(|part| numbered(part, prefix).is_some());
    // A USB stick on a virtual machine's emulated port is USB first: the innermost bus counts, and
    // neither SATA nor SAS ports occur below a USB device.
    if has("usb") {
        let mut folder = block.above();
        while let Some(device) = folder {
            if let Some(speed) = device.number::<f64>("speed") {
                return Some(DriveTransport::Usb { mbit_s: speed as u32 });
            }
            folder = device.above();
        }
        return None;
    }
    if has("virtio") {
        return Some(DriveTransport::Virtio);
    }
    sata(block).or_else(|| sas(block))
}

/// The port `ata3` has the link `link3`; the link of a port multiplier's own port is `link3.0`, and
/// then the host's link is the narrower or equal one that everything behind it shares.
fn sata(block: &SysfsFolder) -> Option<DriveTransport> {
    let port = block.parts().find_map(|part| numbered(part, "ata"))?;
    let speed = block.tree.text(&format!("sys/class/ata_link/link{port}/sata_spd"))?;
    Some(DriveTransport::Sata { gbit_s: gbit_s(speed)? })
}

/// The innermost port's phys; a wide port counts as one of its phys, for one drive uses one.
fn sas(block: &SysfsFolder) -> Option<DriveTransport> {
    let parts: Vec<&str> = block.parts().collect();
    let at = parts.iter().rposition(|part| part.starts_with("port-"))?;
    let port = block.tree.resolve(&parts.get(..=at)?.join("/"))?;
    let phys = block.tree.names(&port).take(MOST_NAMES);
    let phys = phys.filter(|name| name.starts_with(super::SAS_PORT_PREFIX));
    let rate = |phy: &str| {
        let text = block.tree.text(&format!("sys/class/sas_phy/{phy}/negotiated_linkrate"));
        gbit_s(text?)
    };
    let gbit_s = phys.filter_map(rate).reduce(f64::max)?;
    Some(DriveTransport::Sas { gbit_s })
}

/// `6.0 Gbps`, `12.0 Gbit`; "<unknown>" and "Phy disabled" have no number in front.
fn gbit_s(text: &str) -> Option<f64> {
    let number: f64 = text.split_whitespace().next()?.parse().ok()?;
    (number > 0.0 && number < 1000.0).then_some(number)
}
