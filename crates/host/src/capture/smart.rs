//! The health page of NVMe drives, which sysfs does not show.
//!
//! For: `narrows/nvme/<controller>/smart`, the 512 bytes of the SMART / Health Information log
//! page. Only on the live machine, only as root. A captured tree that has the file already keeps
//! it.
//!
//! Not here: the request to a controller ([`crate::nvme`]).

use narrows_topology::read::sysfs;

use super::TreeGatherer;
use crate::nvme::{self, PAGE_BYTES};

/// Most drives queried; each answers within a millisecond or so.
const MAX_DRIVES: usize = 64;

pub(super) fn gather(gatherer: &mut TreeGatherer) {
    if !gatherer.is_live() {
        for name in gatherer.list(sysfs::NVME_SMART_FOLDER) {
            gatherer.file_up_to(&path(&name), PAGE_BYTES);
        }
        return;
    }
    let names = gatherer.list("sys/class/nvme");
    for name in names.into_iter().filter(|name| nvme::is_controller(name)).take(MAX_DRIVES) {
        if let Some(page) = gatherer.health_page(&name) {
            gatherer.put(&path(&name), page.to_vec());
        }
    }
}

fn path(name: &str) -> String {
    format!("{}/{name}/smart", sysfs::NVME_SMART_FOLDER)
}
