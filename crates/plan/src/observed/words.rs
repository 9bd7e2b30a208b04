//! Meaning of a slot's label.

use narrows_catalog::board::SlotForm;

/// The mechanical form that the label names; `None` if it names none.
pub(crate) fn form(label: &str) -> Option<SlotForm> {
    let label = label.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| label.contains(word));
    // Forms before widths: the width in `M.2 x4` makes it no slot for cards.
    if has(&["m.2", "m2"]) {
        return Some(SlotForm::M2);
    }
    if has(&["u.2", "u2_", "bay", "backplane"]) {
        return Some(SlotForm::U2);
    }
    if has(&["mini pci", "minipci", "mpcie"]) {
        return Some(SlotForm::MiniPcie);
    }
    // Longest first, because every x16 has an x1 in it.
    let widths =
        [("x16", SlotForm::X16), ("x8", SlotForm::X8), ("x4", SlotForm::X4), ("x1", SlotForm::X1)];
    widths.into_iter().find(|(word, _)| label.contains(word)).map(|(_, form)| form)
}

/// The name of a slot: a bare number is one of a slot.
pub(super) fn slot(label: &str) -> String {
    let label = label.trim();
    let is_number = !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { format!("slot{label}") } else { label.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_tell_forms() {
        assert_eq!(form("M.2 Socket 3"), Some(SlotForm::M2));
        assert_eq!(form("M2_1"), Some(SlotForm::M2));
        assert_eq!(form("PCIEX16_1"), Some(SlotForm::X16));
        assert_eq!(form("PCI-E x4 slot"), Some(SlotForm::X4));
        assert_eq!(form("NVMe Bay 7"), Some(SlotForm::U2));
        assert_eq!(form("slot9"), None);
    }
}
