//! An array made by `narrows build` in a whole Debian is back after a reboot: one build, one reboot. The other
//! promises about built arrays are tested nightly.

use crate::machine_bed::{Results, assert_outlived};

#[test]
fn an_array_that_was_built_outlives_a_reboot() {
    let Some(results) = Results::of_reboots(1) else { return };
    assert_outlived(&results, 1);
}
