//! An array made by a whole Debian is back after a reboot, with the data written to it.

use crate::machine_bed::Results;

#[test]
fn an_array_outlives_a_reboot() {
    let Some(results) = Results::of_debian("debian") else { return };
    let after = results.text("mdstat.after");
    assert!(results.text("mdstat.before").contains("md0 : active raid0 nvme"));
    assert!(after.contains("active raid0 nvme"), "{after}");
    assert!(results.output.contains("RIG-START boot 2 "), "{}", results.output);
    assert_eq!(results.text("after"), results.text("before"));
}
