//! An array that `narrows build` made in a whole Debian is there after a reboot: one build, one reboot. The rest of
//! what is promised of built arrays is tried nightly.

use crate::machine_bed::{Results, assert_outlived};

#[test]
fn an_array_that_was_built_outlives_a_reboot() {
    let Some(results) = Results::of_reboots(1) else { return };
    assert_outlived(&results, 1);
}
