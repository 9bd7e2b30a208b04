//! Whether there are enough locations: for every device one of its own that it fits, ignoring all
//! other restrictions.
//!
//! Where there are too few, no walk over placements need find that out: augmenting paths do (H. W. Kuhn,
//! *The Hungarian method for the assignment problem*, Naval Research Logistics Quarterly 2, 1955).

use std::collections::{BTreeMap, BTreeSet};

use crate::placement::DeviceLocation;

/// Whether each device can have a location of its own, given those that it fits.
pub fn is_enough(places: &[Vec<DeviceLocation>]) -> bool {
    let mut taken: BTreeMap<DeviceLocation, usize> = BTreeMap::new();
    (0..places.len()).all(|device| is_put(device, places, &mut taken, &mut BTreeSet::new()))
}

/// Puts a device into a free place, or into one from which another can go elsewhere.
fn is_put(
    device: usize,
    places: &[Vec<DeviceLocation>],
    taken: &mut BTreeMap<DeviceLocation, usize>,
    visited: &mut BTreeSet<DeviceLocation>,
) -> bool {
    for place in &places[device] {
        // Each place is visited once: otherwise two devices could displace each other for ever.
        if !visited.insert(*place) {
            continue;
        }
        let by = taken.get(place).copied();
        if by.is_none_or(|other| is_put(other, places, taken, visited)) {
            taken.insert(*place, device);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(of: &[&[usize]]) -> Vec<Vec<DeviceLocation>> {
        of.iter()
            .map(|slots| slots.iter().map(|slot| DeviceLocation::Slot(*slot)).collect())
            .collect()
    }

    /// The second takes the first one's slot, which goes to its other; three in two slots are too many.
    #[test]
    fn devices_make_room_for_each_other() {
        assert!(is_enough(&slots(&[&[0, 1], &[0]])));
        assert!(is_enough(&slots(&[&[0, 1], &[0, 2], &[0]])));
        assert!(!is_enough(&slots(&[&[0, 1], &[0, 1], &[0, 1]])));
        assert!(!is_enough(&slots(&[&[0], &[]])));
        assert!(is_enough(&[]));
    }
}
