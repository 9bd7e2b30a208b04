//! Which drives are in the bays of a machine that is started several times, as its job changes that by
//! lines on its console:
//!
//! ```text
//! RIG-FAULT vanishes SERIAL   pulled while it runs; stays out until it is put in again
//! RIG-BAY SERIAL out          not there from the next start on
//! RIG-BAY SERIAL in           there again from the next start on, with what it holds
//! RIG-BAY SERIAL new OTHER    from the next start on another drive, empty, is in its bay
//! ```
//!
//! Changes to a drive in a running machine are `faults`' part.

use std::fs::File;
use std::os::fd::{AsRawFd, RawFd};

use xtask::Fallible;

use super::description::{RigDrive, RigMachine};
use super::disk;

const WORD: &str = "RIG-BAY ";
const PULLED: &str = "RIG-FAULT vanishes ";

/// A machine and the drives that were put into its bays.
pub struct MachineBays {
    machine: RigMachine,
    /// In the order of [`RigMachine::drives`].
    bays: Vec<BayDrive>,
    /// Of a new drive, in bytes.
    size: u64,
}

struct BayDrive {
    serial: String,
    content: File,
    is_in: bool,
}

impl MachineBays {
    /// Every bay with an empty drive of `size` bytes.
    pub fn new(machine: RigMachine, size: u64) -> Fallible<Self> {
        let bay = |drive: &RigDrive| BayDrive::new(&drive.serial, size);
        let bays = machine.drives().map(bay).collect::<Fallible<_>>()?;
        Ok(Self { machine, bays, size })
    }

    /// The machine with the drives that are in, and their contents in the order of [`RigMachine::drives`].
    pub fn machine(&self) -> (RigMachine, Vec<RawFd>) {
        let mut machine = self.machine.clone();
        let mut bays = self.bays.iter();
        // Called once for each drive, in the order of the bays.
        let mut is_in = |drive: &mut RigDrive| {
            let bay = bays.next();
            bay.iter().for_each(|bay| drive.serial.clone_from(&bay.serial));
            bay.is_some_and(|bay| bay.is_in)
        };
        machine.root_port.retain_mut(|port| {
            let is_own = port.drive.as_mut().is_some_and(&mut is_in);
            port.switch.retain_mut(|port| is_in(&mut port.drive));
            is_own || !port.switch.is_empty()
        });
        machine.sata.retain_mut(is_in);
        let contents = self.bays.iter().filter(|bay| bay.is_in);
        (machine, contents.map(|bay| bay.content.as_raw_fd()).collect())
    }

    /// Carries out the lines of a run.
    pub fn hear(&mut self, texts: &[String]) -> Fallible {
        texts.iter().try_for_each(|line| self.hear_line(line.trim()))
    }

    fn hear_line(&mut self, line: &str) -> Fallible {
        if let Some(serial) = line.strip_prefix(PULLED) {
            self.bay(serial)?.is_in = false;
        }
        let Some(order) = line.strip_prefix(WORD) else { return Ok(()) };
        let size = self.size;
        match order.split(' ').collect::<Vec<_>>().as_slice() {
            [serial, "out"] => self.bay(serial)?.is_in = false,
            [serial, "in"] => self.bay(serial)?.is_in = true,
            [serial, "new", other] => *self.bay(serial)? = BayDrive::new(other, size)?,
            _ => return Err(format!("no change of bays: {order}").into()),
        }
        Ok(())
    }

    fn bay(&mut self, serial: &str) -> Fallible<&mut BayDrive> {
        let bay = self.bays.iter_mut().find(|bay| bay.serial == serial);
        bay.ok_or_else(|| format!("no drive {serial}").into())
    }
}

impl BayDrive {
    fn new(serial: &str, size: u64) -> Fallible<Self> {
        Ok(Self { serial: serial.to_owned(), content: disk::blank(serial, size)?, is_in: true })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_of(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|line| (*line).to_owned()).collect()
    }

    fn serials(bays: &MachineBays) -> Vec<String> {
        bays.machine().0.drives().map(|drive| drive.serial.clone()).collect()
    }

    #[test]
    fn drives_are_pulled_put_back_and_replaced() {
        let machine = RigMachine::load(&xtask::tree::root(), "z170-trio").unwrap();
        let mut bays = MachineBays::new(machine, 4096).unwrap();
        let whole = bays.machine().1;
        bays.hear(&lines_of(&["| x", "RIG-FAULT vanishes TRIO-M2-2", "RIG-FAULT heals TRIO-M2-1"]))
            .unwrap();
        assert_eq!(serials(&bays), ["TRIO-M2-1", "TRIO-M2-3"]);
        assert_eq!(bays.machine().1, [whole[0], whole[2]]);
        bays.hear(&lines_of(&["RIG-BAY TRIO-M2-2 in", "RIG-BAY TRIO-M2-3 new OTHER"])).unwrap();
        assert_eq!(serials(&bays), ["TRIO-M2-1", "TRIO-M2-2", "OTHER"]);
        assert_eq!(bays.machine().1[..2], whole[..2], "the same drives as before");
        bays.hear(&lines_of(&[
            "RIG-BAY TRIO-M2-1 out",
            "RIG-BAY TRIO-M2-2 out",
            "RIG-BAY OTHER out",
        ]))
        .unwrap();
        assert!(bays.machine().0.root_port.is_empty(), "a port without drives is left out");
        assert!(bays.hear(&lines_of(&["RIG-BAY NONE out"])).is_err());
        assert!(bays.hear(&lines_of(&["RIG-BAY OTHER away"])).is_err());
    }
}
