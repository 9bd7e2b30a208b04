//! Rates and drives as the sentences on causes name them.

use narrows_units::BytesPerSec;

pub(super) fn rate(mb_s: f64) -> BytesPerSec {
    BytesPerSec::mb_s(mb_s)
}

pub(super) fn names(drives: &[String]) -> String {
    narrows_messages::drive_names(drives.iter().map(String::as_str))
}
