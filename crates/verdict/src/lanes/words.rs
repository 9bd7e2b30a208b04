//! How sentences on lanes call things.

use narrows_messages::{DocumentText, Message};
use narrows_plan::lanes::{LaneProvider, LaneProviderKind, LaneRule, LaneRuleEffect};
use narrows_record::lanes;

/// Longer names appear in tables only.
const LONGEST_NAME: usize = 30;

pub(super) const fn provider(kind: LaneProviderKind) -> lanes::LaneProviderRecordKind {
    match kind {
        LaneProviderKind::Processor => lanes::LaneProviderRecordKind::Processor,
        LaneProviderKind::Chipset => lanes::LaneProviderRecordKind::Chipset,
        LaneProviderKind::Switch => lanes::LaneProviderRecordKind::Switch,
        LaneProviderKind::Unknown => lanes::LaneProviderRecordKind::Unknown,
    }
}

/// `the processor`, `processor cpu1`, `the chipset (Intel Z170)`, `switch 0000:03:00.0 (PEX 8747)`.
pub(super) fn titles(providers: &[LaneProvider]) -> Vec<DocumentText> {
    let several = |kind| providers.iter().filter(|it| it.kind == kind).count() > 1;
    let title = |it: &LaneProvider| {
        let id = match (it.kind, several(it.kind)) {
            (LaneProviderKind::Processor, false) => "lanes-the-processor",
            (LaneProviderKind::Processor, true) => "lanes-a-processor",
            (LaneProviderKind::Chipset, false) if short(it.name.as_deref()).is_none() => {
                "lanes-the-chipset"
            }
            (LaneProviderKind::Chipset, false) => "lanes-the-chipset-named",
            (LaneProviderKind::Chipset, true) => "lanes-a-chipset",
            (LaneProviderKind::Switch, _) if short(it.name.as_deref()).is_none() => {
                "lanes-a-switch"
            }
            (LaneProviderKind::Switch, _) => "lanes-a-switch-named",
            (LaneProviderKind::Unknown, _) => "lanes-no-provider",
        };
        let name = it.name.as_deref().unwrap_or_default();
        Message::new(id).with("id", &it.id).with("name", name).into()
    };
    providers.iter().map(title).collect()
}

/// A name short enough for a sentence; those from PCI ids are mostly longer.
pub(super) fn short(name: Option<&str>) -> Option<&str> {
    name.filter(|name| name.chars().count() <= LONGEST_NAME)
}

pub(super) fn rule(bite: &LaneRule) -> DocumentText {
    let off: Vec<&str> =
        bite.effects.iter().filter(|it| it.off).map(|it| it.slot.as_str()).collect();
    let is_some_off = !off.is_empty();
    let off = is_some_off.then(|| Message::new("lanes-effect-off").with("slots", off.join(", ")));
    let others = bite.effects.iter().filter(|it| !it.off).map(other);
    let when = match (bite.when.is_empty(), bite.settings.is_empty()) {
        (true, _) => bite.settings.join(", "),
        (false, true) => bite.when.join(" + "),
        (false, false) => format!("{}, {}", bite.when.join(" + "), bite.settings.join(", ")),
    };
    let message = Message::new("lanes-rule").with("when", when.trim());
    message.list("effects", "between-names", off.into_iter().chain(others)).into()
}

fn other(effect: &LaneRuleEffect) -> Message {
    let message = match (&effect.link, &effect.on) {
        (Some(link), Some(on)) => {
            Message::new("lanes-effect-both").with("link", link).with("on", on)
        }
        (Some(link), None) => Message::new("lanes-effect-link").with("link", link),
        (None, Some(on)) => Message::new("lanes-effect-on").with("on", on),
        (None, None) => Message::new("lanes-effect-off").with("slots", &effect.slot),
    };
    message.with("slot", &effect.slot)
}
