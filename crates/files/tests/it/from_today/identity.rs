//! Machines of the catalogue, taken as if observed.

use narrows_catalog::machine;
use narrows_files::machine_file;
use narrows_plan::observed;

/// Putting everything back in its place gives the same machine, names of slots aside.
#[test]
fn every_machine_put_back_is_the_same() {
    let mut devices = 0;
    for entry in machine::all() {
        let file = machine_file::read(entry.text).unwrap();
        let inventory = observed::inventory(&file.machine);
        let back = inventory.machine(&inventory.devices, &inventory.today, &[]);
        let mut back = back.unwrap_or_else(|clashes| panic!("{}: {clashes:?}", entry.name));
        let mut whole = file.machine.clone();
        for machine in [&mut back, &mut whole] {
            machine.topology.nodes.values_mut().for_each(|node| node.slot = None);
            machine.topology.notes.clear();
            machine.demands.sort_by(|one, other| one.node.cmp(&other.node));
        }
        assert_eq!(back, whole, "{}", entry.name);
        devices += inventory.devices.len();
    }
    assert!(devices > 20, "{devices}");
}
