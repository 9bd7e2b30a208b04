//! illumos and Solaris: `iostat -En`.
//!
//! ```text
//! c1t0d0           Soft Errors: 0 Hard Errors: 0 Transport Errors: 0
//! Vendor: ATA      Product: WDC WD40EFRX-68W Revision: 0A80 Serial No: WD-WCC4E0000000
//! Size: 4000.79GB <4000787030016 bytes>
//! ```
//!
//! Drives behind AHCI and NVMe have a `Model` in place of vendor and product. Source: illumos,
//! usr/src/cmd/stat/iostat/iostat.c (show_disk_errors).

use narrows_units::Bytes;

use super::evidence::{CommandEvidence, fill, word};
use super::section::CommandSection;

pub(super) fn begins(line: &str) -> bool {
    own_name(line).is_some()
}

fn own_name(line: &str) -> Option<&str> {
    let (own, rest) = line.split_once(char::is_whitespace)?;
    let is_it =
        rest.trim_start().starts_with("Soft Errors: ") && rest.contains("Transport Errors:");
    is_it.then_some(own)
}

/// The value behind `key`, up to the next key.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    const KEYS: [&str; 5] = ["Vendor: ", "Model: ", "Product: ", "Revision: ", "Serial No: "];
    let rest = line.split_once(key)?.1;
    let end = KEYS.iter().filter_map(|key| rest.find(key)).min().unwrap_or(rest.len());
    Some(rest[..end].trim())
}

pub(super) fn read(section: &CommandSection<'_>, evidence: &mut CommandEvidence) {
    let mut own: Option<&str> = None;
    for line in section.lines.iter().map(|line| line.trim()) {
        if let Some(named) = own_name(line) {
            own = Some(named);
            continue;
        }
        let Some(own) = own else { continue };
        if let Some(bytes) = line.strip_prefix("Size: ").and_then(|text| text.split_once('<')) {
            let bytes = bytes.1.split(' ').next().and_then(|text| text.parse::<u64>().ok());
            evidence.size(own, bytes.filter(|bytes| *bytes > 0).map(Bytes::new), true);
        }
        let product = value(line, "Model: ").or_else(|| value(line, "Product: "));
        let Some(product) = product.and_then(word) else { continue };
        // SATA drives behind a SAS adapter have the vendor `ATA`.
        let vendor = value(line, "Vendor: ").filter(|vendor| !matches!(*vendor, "" | "ATA"));
        let model = vendor.map_or(product.clone(), |vendor| format!("{vendor} {product}"));
        let Some((_, block)) = evidence.block(own) else { continue };
        fill(&mut block.model, Some(model));
        fill(&mut block.firmware, value(line, "Revision: ").and_then(word));
        fill(&mut block.serial, value(line, "Serial No: ").and_then(word));
    }
}
