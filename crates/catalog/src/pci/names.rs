//! Names of vendors, devices and classes, from the public list of PCI ids.

use super::list::{self, Vendor};

/// Vendor and device, such as `Samsung Electronics NVMe SSD Controller SM981/PM981/PM983`.
pub fn device_name(vendor: u16, device: u16) -> Option<String> {
    let vendor = Vendor::with_id(vendor)?;
    Some(format!("{} {}", short(vendor.name()), vendor.device(device)?))
}

/// The vendor's name without its legal form, such as `Samsung Electronics`.
pub fn vendor_name(vendor: u16) -> Option<&'static str> {
    Vendor::with_id(vendor).map(|vendor| short(vendor.name()))
}

/// The name of a class and subclass, such as `Non-Volatile memory controller` for 01 and 08.
pub fn class_name(base: u8, sub: u8) -> Option<&'static str> {
    list::subclass(base, sub).or_else(|| list::class(base))
}

/// Drops the company's legal form; prefers the short name that the list gives in brackets, such as
/// `AMD`.
fn short(vendor: &'static str) -> &'static str {
    const FORMS: &str = "Co Co. Ltd Ltd. Limited Corporation Corp. Corp Inc Inc. LLC AG";
    if let Some((_, brand)) = vendor.strip_suffix(']').and_then(|rest| rest.rsplit_once('[')) {
        return brand;
    }
    let mut name = vendor;
    while let Some((rest, last)) = name.rsplit_once(' ') {
        if FORMS.split(' ').all(|form| form != last) {
            break;
        }
        name = rest.trim_end_matches(',');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_public_list_without_the_legal_form() {
        let name = device_name(0x144d, 0xa808).unwrap();
        assert_eq!(name, "Samsung Electronics NVMe SSD Controller SM981/PM981/PM983");
        assert_eq!(vendor_name(0x8086), Some("Intel"));
        assert_eq!(device_name(0x144d, 0xfffe), None);
        assert_eq!(vendor_name(0x0002), None);
    }

    #[test]
    fn the_short_name_in_brackets_is_what_people_say() {
        let name = device_name(0x1022, 0x7901).unwrap();
        assert_eq!(name, "AMD FCH SATA Controller [AHCI mode]");
    }

    #[test]
    fn classes_have_names() {
        assert_eq!(class_name(0x01, 0x08), Some("Non-Volatile memory controller"));
        assert_eq!(class_name(0x01, 0xfe), Some("Mass storage controller"));
        assert_eq!(class_name(0xfe, 0x00), None);
    }
}
