//! Faults of drives in the midst of a run, when the job says so on its console:
//!
//! ```text
//! RIG-FAULT fails SERIAL      every request fails from now on
//! RIG-FAULT stalls SERIAL     none is answered any more
//! RIG-FAULT heals SERIAL      ends both; what had stalled is answered
//! RIG-FAULT vanishes SERIAL   pulled, after the five seconds that the slot's button asks for
//! RIG-CUT                     power is cut: the machine is gone at once
//! ```
//!
//! A failing or stalling layer is put between the drive's image and its limits while the guest
//! runs. Sources: QEMU's docs/interop/qmp reference, `blockdev-reopen`, `blkdebug` and
//! `throttle-group`; PCI Express Base Specification 6.0, 6.7.1.5 on the button.

use serde_json::{Value, json};

use super::layout::QemuBay;
use super::qmp::Qmp;
use xtask::Fallible;

const WORD: &str = "RIG-FAULT ";
pub const CUT: &str = "RIG-CUT";
/// As little as a throttle group takes: a request of 4 KiB then waits an hour.
const CRAWL_BYTES_PER_SEC: u32 = 1;
const EIO: u32 = 5;

/// Brings faults about in a running guest.
pub struct FaultInjector {
    qmp: Qmp,
    bays: Vec<QemuBay>,
    layers: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GuestFault {
    Fails,
    Stalls,
    Heals,
    Vanishes,
}

impl FaultInjector {
    /// For drives in these bays.
    pub fn new(qmp: Qmp, bays: &[QemuBay]) -> Self {
        Self { qmp, bays: bays.to_vec(), layers: 0 }
    }

    /// Carries out the request in a line of the console; most have none.
    pub fn hear(&mut self, line: &str) -> Fallible {
        if line.trim() == CUT {
            return self.command("quit", json!({}));
        }
        let Some(order) = line.trim().strip_prefix(WORD) else { return Ok(()) };
        let (fault, serial) = fault_of(order).ok_or_else(|| format!("no fault: {order}"))?;
        let bay = self.bays.iter().find(|bay| bay.serial == serial).cloned();
        let bay = bay.ok_or_else(|| format!("no drive {serial}"))?;
        match fault {
            GuestFault::Fails => {
                let every = json!({ "event": "none", "errno": EIO, "once": false });
                let layer = self.layer();
                let node = json!({
                    "driver": "blkdebug", "node-name": layer, "image": bay.image, "inject-error": [every],
                });
                self.command("blockdev-add", node)?;
                self.put(&bay, &layer)
            }
            GuestFault::Stalls => {
                let layer = self.layer();
                let group = format!("{layer}-group");
                let limits = json!({ "bps-total": CRAWL_BYTES_PER_SEC });
                let object = json!({ "qom-type": "throttle-group", "id": group, "limits": limits });
                self.command("object-add", object)?;
                let node = throttle(&layer, &group, &bay.image);
                self.command("blockdev-add", node)?;
                self.put(&bay, &layer)
            }
            GuestFault::Heals => self.put(&bay, &bay.image),
            GuestFault::Vanishes => self.command("device_del", json!({ "id": bay.device })),
        }
    }

    /// Puts the bay's lowest limit on that node.
    fn put(&mut self, bay: &QemuBay, node: &str) -> Fallible {
        let options = throttle(&bay.limit, &bay.group, node);
        self.command("blockdev-reopen", json!({ "options": [options] }))
    }

    fn layer(&mut self) -> String {
        self.layers += 1;
        format!("fault{}", self.layers)
    }

    fn command(&mut self, name: &str, arguments: Value) -> Fallible {
        self.qmp.command(name, arguments).map(|_| ())
    }
}

fn throttle(name: &str, group: &str, file: &str) -> Value {
    json!({ "driver": "throttle", "node-name": name, "throttle-group": group, "file": file })
}

fn fault_of(words: &str) -> Option<(GuestFault, &str)> {
    let (fault, serial) = words.split_once(' ')?;
    let fault = match fault {
        "fails" => GuestFault::Fails,
        "stalls" => GuestFault::Stalls,
        "heals" => GuestFault::Heals,
        "vanishes" => GuestFault::Vanishes,
        _ => return None,
    };
    Some((fault, serial))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_asked_for_by_serial_number() {
        assert_eq!(fault_of("stalls BAY-1"), Some((GuestFault::Stalls, "BAY-1")));
        assert_eq!(fault_of("explodes BAY-1"), None);
        assert_eq!(fault_of("stalls"), None);
    }
}
