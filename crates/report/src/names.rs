//! Short names of devices: vendors and models as drawings have room for them.
//!
//! The names come from the PCI ID database (pci.ids) by way of captures: `Vendor, Inc. Model`, or
//! `Vendor Device` if the database knows the vendor only.

use crate::clean::clean;

/// Legal forms of companies, which do not identify a device.
const LEGAL_FORMS: [&str; 8] =
    ["corporation", "corp", "co", "ltd", "inc", "incorporation", "limited", "llc"];

/// The model, short; the vendor with the PCI id if the database does not know the model.
pub(crate) fn model(model: &str, pci_id: Option<&str>) -> String {
    let model = clean(model);
    let unknown = model.strip_suffix(" Device").or_else(|| without_number(&model));
    match (unknown, pci_id) {
        (Some(vendor), Some(id)) => format!("{} {}", short(vendor), clean(id)),
        _ => short(&model),
    }
}

/// `Vendor` of `Vendor Device 5030`.
fn without_number(model: &str) -> Option<&str> {
    let (vendor, number) = model.rsplit_once(" Device ")?;
    let is_id = number.len() == 4 && number.chars().all(|c| c.is_ascii_hexdigit());
    is_id.then_some(vendor)
}

/// Without legal forms and with the usual short name of AMD.
fn short(name: &str) -> String {
    let name = name.replace("Advanced Micro Devices", "AMD");
    let mut words: Vec<&str> = Vec::new();
    for word in name.split_whitespace() {
        let bare = word.trim_end_matches([',', '.']).to_lowercase();
        if !words.is_empty() && LEGAL_FORMS.contains(&bare.as_str()) {
            // The comma before the form goes with it.
            let before = words.pop().map(|before| before.trim_end_matches(','));
            words.extend(before);
        } else if !matches!(word, "[AMD]" | "[AMD/ATI]") || words.is_empty() {
            words.push(word);
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::model;

    #[test]
    fn a_model_that_the_database_lacks_is_its_vendor_and_id() {
        assert_eq!(model("Sandisk Corp Device", Some("15b7:5030")), "Sandisk 15b7:5030");
        assert_eq!(model("Intel Corporation Device", Some("8086:7a38")), "Intel 8086:7a38");
        assert_eq!(model("Sandisk Corp Device 5030", Some("15b7:5030")), "Sandisk 15b7:5030");
        let amd = "Advanced Micro Devices, Inc. [AMD] Device";
        assert_eq!(model(amd, Some("1022:43f4")), "AMD 1022:43f4");
        assert_eq!(model("Intel Corporation Device", None), "Intel Device");
    }

    #[test]
    fn legal_forms_of_vendors_are_left_out() {
        for (long, short) in [
            ("Samsung Electronics Co Ltd NVMe SSD 980PRO", "Samsung Electronics NVMe SSD 980PRO"),
            ("ADATA Technology Co., Ltd. XPG SX8200 Pro", "ADATA Technology XPG SX8200 Pro"),
            ("Advanced Micro Devices, Inc. [AMD/ATI] Navi 31", "AMD Navi 31"),
            ("ASMedia Technology Inc. ASM1062", "ASMedia Technology ASM1062"),
            ("Co Ltd", "Co"),
            ("PLEXTOR PX-256M8PeG", "PLEXTOR PX-256M8PeG"),
        ] {
            assert_eq!(model(long, None), short);
        }
    }
}
