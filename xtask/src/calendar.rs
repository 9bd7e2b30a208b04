//! Today's date, for the names of records.

use std::time::SystemTime;

pub fn today() -> String {
    let moment = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    moment.split('T').next().unwrap_or_default().to_owned()
}
