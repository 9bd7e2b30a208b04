//! A list of devices as people write it: `2x samsung-950-pro-256gb, fast=intel-ssd-750-400gb@aic`.

use std::ops::RangeInclusive;

use narrows_catalog::drive::DriveForm;
use narrows_messages::Message;
use narrows_topology::cable::{self, Tunnel};
use narrows_units::LinkWidth;

use crate::machine_file::slip::shown;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct DeviceListItem<'a> {
    pub count: usize,
    pub id: Option<&'a str>,
    pub model: &'a str,
    /// The form, if it is sold in several.
    pub form: Option<DriveForm>,
    /// Thickness in slots, if the list states it.
    pub thickness: Option<f64>,
}

/// The part after the `@`.
enum ItemSuffix {
    Form(DriveForm),
    Thickness(f64),
}

/// More of one thing than any machine has places for.
const MOST: usize = 256;

/// The items of a list, in its order; empty for an empty list.
pub(super) fn items(list: &str) -> Result<Vec<DeviceListItem<'_>>, Message> {
    let items = list.split(',').map(str::trim).filter(|item| !item.is_empty());
    let items: Vec<DeviceListItem<'_>> = items.map(item).collect::<Result<_, _>>()?;
    not_too_many(&items)?;
    Ok(items)
}

/// Refuses more things than any machine has places for.
pub(super) fn not_too_many(items: &[DeviceListItem<'_>]) -> Result<(), Message> {
    let total = items.iter().map(|item| item.count).sum::<usize>();
    if total > MOST {
        return Err(Message::new("site-too-many").with("most", MOST));
    }
    Ok(())
}

impl DeviceListItem<'_> {
    /// `4x990pro2tb`, `4x-990-pro-2tb`, `990pro2tb*4`, `990pro2tb x4`: a count without a blank after it or after the name,
    /// if no model has the name with it and one has it without.
    pub fn count_stuck(&mut self, is_known: impl Fn(&str) -> bool) {
        if self.count > 1 || is_known(self.model) {
            return;
        }
        let before = self.model.split_once(['x', 'X', '×', '*']);
        // Behind a name a plain x needs a blank before it: many models end in x and digits.
        let behind = self.model.rsplit_once(['×', '*']).or_else(|| self.model.rsplit_once(" x"));
        let ways = [before, behind.map(|(rest, number)| (number, rest))];
        for (number, rest) in ways.into_iter().flatten() {
            let count = number.trim().parse().ok().filter(|count| (1..=MOST).contains(count));
            if let Some(count) = count.filter(|_| is_known(rest)) {
                let is_between = |c: char| c == '-' || c.is_whitespace();
                (self.count, self.model) = (count, rest.trim_matches(is_between));
                return;
            }
        }
    }
}

fn item(text: &str) -> Result<DeviceListItem<'_>, Message> {
    let (before, rest) = counted(text)?;
    let (id, rest) = match rest.split_once('=') {
        Some((id, rest)) => (Some(id.trim()), rest.trim()),
        None => (None, rest),
    };
    let (twice, rest) = counted(rest)?;
    let (model, after) = match rest.rsplit_once('@') {
        Some((model, after)) => (model.trim(), Some(named_after(after.trim())?)),
        None => (rest, None),
    };
    let (form, thickness) = match after {
        Some(ItemSuffix::Form(form)) => (Some(form), None),
        Some(ItemSuffix::Thickness(slots)) => (None, Some(slots)),
        None => (None, None),
    };
    if model.is_empty() || id == Some("") || (before.is_some() && twice.is_some()) {
        return Err(Message::new("site-bad-item").with("item", shown(text)));
    }
    Ok(DeviceListItem { count: before.or(twice).unwrap_or(1), id, model, form, thickness })
}

/// A leading `3x`, and the rest.
fn counted(text: &str) -> Result<(Option<usize>, &str), Message> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at(digits);
    let after = rest.trim_start().strip_prefix(['x', 'X', '×']);
    // `3x ...`, not a name such as `4xssd`.
    let after = after.filter(|after| after.starts_with(char::is_whitespace));
    let Some(after) = after.filter(|_| !number.is_empty()) else { return Ok((None, text)) };
    let count = number.parse().ok().filter(|count| (1..=MOST).contains(count));
    let wrong = || Message::new("site-bad-count").with("count", shown(number)).with("most", MOST);
    Ok((Some(count.ok_or_else(wrong)?), after.trim()))
}

fn named_after(text: &str) -> Result<ItemSuffix, Message> {
    match thickness(text) {
        Some(slots) => Ok(ItemSuffix::Thickness(slots)),
        None => form_named(text).map(ItemSuffix::Form),
    }
}

/// `2-slot`, `2.5slots`; `None` if it is not a card thickness.
fn thickness(text: &str) -> Option<f64> {
    let text = text.to_lowercase();
    let number = text.strip_suffix("slots").or_else(|| text.strip_suffix("slot"))?;
    let slots: f64 = number.trim_end_matches(['-', ' ']).parse().ok()?;
    THICKNESS.contains(&slots).then_some(slots)
}

/// From the thinnest card to one that covers all slots of a board.
const THICKNESS: RangeInclusive<f64> = 1.0..=7.0;

fn form_named(text: &str) -> Result<DriveForm, Message> {
    let form = DriveForm::ALL.into_iter().find(|form| form.as_str() == text.to_lowercase());
    form.ok_or_else(|| {
        if let Some((kind, tunnel)) = enclosure(text) {
            let rate = |link| cable::tunnel(tunnel, link).unwrap_or_default();
            let (usual, wide) = (rate(None), rate(LinkWidth::new(4, 4)));
            let message = match usual < wide {
                true => Message::new("site-enclosure-wide").with("wide", wide),
                false => Message::new("site-enclosure"),
            };
            return message.with("form", shown(text)).with("kind", kind).with("rate", usual);
        }
        let forms = DriveForm::ALL.map(DriveForm::as_str).join(", ");
        Message::new("site-bad-form").with("form", shown(text)).with("forms", forms)
    })
}

/// The kind of tunnel that an enclosure is named for.
fn enclosure(text: &str) -> Option<(&'static str, Tunnel)> {
    let words = text.to_lowercase().replace([' ', '-', '_'], "");
    Some(match words.as_str() {
        "thunderbolt3" | "tb3" => ("thunderbolt3", Tunnel::Thunderbolt3),
        "thunderbolt4" | "tb4" | "thunderbolt" | "tb" => ("thunderbolt4", Tunnel::Usb4Gen3),
        "usb4" | "usb440" => ("usb4-40", Tunnel::Usb4Gen3),
        "thunderbolt5" | "tb5" => ("thunderbolt5", Tunnel::Usb4Gen4),
        "usb4v2" | "usb480" => ("usb4-80", Tunnel::Usb4Gen4),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_stands_before_or_behind_a_name() {
        let is_known = |name: &str| ["990pro2tb", "4xssd"].contains(&name.trim());
        let counted = |text: &str| {
            let mut item = items(text).unwrap().remove(0);
            item.count_stuck(is_known);
            (item.count, item.model.to_owned())
        };
        for text in ["4x990pro2tb", "990pro2tb*4", "990pro2tb x4", "990pro2tb ×4", "4x 990pro2tb"]
        {
            assert_eq!(counted(text), (4, "990pro2tb".to_owned()), "{text}");
        }
        assert_eq!(counted("4xssd"), (1, "4xssd".to_owned()));
        assert_eq!(counted("990pro2tb*0"), (1, "990pro2tb*0".to_owned()));
    }
}
