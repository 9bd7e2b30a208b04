//! The lane map: processors, chipset and switches, and the slots below them.

use narrows_catalog::board::{SlotBus, SlotForm};
use narrows_messages::{DocumentText, Message};
use narrows_plan::inventory::InventorySlot;
use narrows_plan::placement::DeviceLocation;
use narrows_record::lanes::{LaneEffectRecord, LaneProviderRecord, LaneRuleRecord, LanesDocument};
use narrows_record::plan::{ArrangementSlotState, PlanArrangement, PlanAttachment, PlanUplink};
use narrows_record::see::PortKind;
use narrows_report::picture::{DrawnPlace, PictureHeadline};
use serde::Serialize;

use super::{RateText, ViewedArrangement};

#[derive(Clone, Debug, Serialize)]
pub struct MapNode {
    id: String,
    kind: &'static str,
    title: String,
    under: Option<String>,
    link: Option<MapNodeLink>,
    lanes: Option<LaneCount>,
}

/// The link of a box to the one above it.
#[derive(Clone, Debug, Serialize)]
struct MapNodeLink {
    text: String,
    carries: Option<RateText>,
    flow: Option<RateText>,
    /// 0 to 1.
    busy: Option<f64>,
    busy_text: Option<String>,
    bottleneck: bool,
}

/// Who takes how many of a box's lanes.
#[derive(Clone, Debug, Serialize)]
struct LaneCount {
    text: String,
    taken: u32,
    filled: u32,
    most: Option<u32>,
    over: bool,
}

/// A place for a device.
#[derive(Clone, Debug, Serialize)]
pub struct MapSlot {
    id: String,
    title: String,
    under: Option<String>,
    kind: &'static str,
    group: &'static str,
    /// Its mechanical form, as machine files spell it.
    form: Option<String>,
    /// Its row among the slots for cards, counted from the processor.
    row: Option<u8>,
    /// That a thick card in another slot covers it.
    covered: Option<DocumentText>,
    /// The slot with the carrier that it is a bay of.
    within: Option<String>,
    generation: Option<u8>,
    lanes: Option<u8>,
    link: Option<MapSlotLink>,
    shares: Vec<DocumentText>,
    /// Why it is off; `None` if it is not.
    off: Option<DocumentText>,
    holds: Option<String>,
    movable: bool,
}

/// A slot's link as it is now.
#[derive(Clone, Debug, Serialize)]
struct MapSlotLink {
    text: String,
    flow: Option<RateText>,
    busy: Option<f64>,
    bottleneck: bool,
}

/// The boxes, each before those below it.
pub fn places(
    of: &ViewedArrangement<'_>,
    placed: Option<&PlanArrangement>,
    lanes: Option<&LanesDocument>,
    picture: &PictureHeadline,
) -> Vec<MapNode> {
    let attachments = placed.into_iter().flat_map(|placed| &placed.attachments);
    let is_several = attachments.clone().filter(|at| kind(&at.kind) == "cpu").count() > 1;
    let place = |at: &PlanAttachment| {
        let providers = lanes.into_iter().flat_map(|lanes| &lanes.providers);
        let provider = providers.into_iter().find(|provider| provider.id == at.id);
        let known = provider.and_then(|provider| provider.name.clone()).or_else(|| at.name.clone());
        let title = || provider.map(|provider| of.localizer.text_of(&provider.title));
        let name = match kind(&at.kind) {
            "cpu" => known.or_else(|| Some(of.localizer.text("arrange-processor"))),
            _ => title().or(known),
        };
        // Of several processors of one model, each by its number.
        let name = match is_several && kind(&at.kind) == "cpu" {
            true => name.map(|name| format!("{} · {name}", at.id.to_uppercase())),
            false => name,
        };
        MapNode {
            id: at.id.clone(),
            kind: kind(&at.kind),
            title: name.unwrap_or_else(|| at.id.clone()),
            under: at.above.clone(),
            link: at.uplink.as_ref().map(|uplink| link(uplink, picture.places.get(&at.id))),
            lanes: provider.map(|provider| count(provider, of)),
        }
    };
    attachments.map(place).collect()
}

fn kind(kind: &PortKind) -> &'static str {
    match kind {
        PortKind::Processor | PortKind::RootComplex => "cpu",
        PortKind::Chipset => "chipset",
        PortKind::Switch | PortKind::DownstreamPort => "switch",
        _ => "card",
    }
}

/// With the traffic that the picture draws.
fn link(uplink: &PlanUplink, drawn: Option<&DrawnPlace>) -> MapNodeLink {
    let busy = drawn.and_then(|drawn| drawn.busy);
    MapNodeLink {
        text: match &uplink.name {
            // A name with a width, such as `DMI 3.0 x4`, needs no second one.
            Some(name) if !name.contains(" x") => format!("{name} x{}", uplink.link.lanes),
            Some(name) => name.clone(),
            None => uplink.link.to_string(),
        },
        carries: Some(RateText::mb_s(uplink.carries_mb_s)),
        flow: drawn
            .map(|drawn| RateText { text: drawn.text.clone(), ..RateText::mb_s(drawn.mb_s) }),
        busy,
        busy_text: busy.map(|busy| format!("{:.0} %", busy * 100.0)),
        bottleneck: drawn.is_some_and(|drawn| drawn.is_tight),
    }
}

fn count(provider: &LaneProviderRecord, of: &ViewedArrangement<'_>) -> LaneCount {
    let most = provider.lanes_most.or(provider.lanes_least);
    let id = if most.is_some() { "arrange-lanes" } else { "arrange-lanes-taken" };
    let text = Message::new(id).with("taken", provider.taken_text());
    let is_known = provider.is_counted() || provider.taken > 0;
    let text = text.with("most", most.unwrap_or_default());
    LaneCount {
        text: of.localizer.say(&text),
        taken: provider.taken,
        filled: provider.filled,
        // Without any known width no lanes are drawn.
        most: most.filter(|_| is_known),
        over: most.is_some_and(|most| provider.taken > most),
    }
}

/// The slots in the order of the board, each before the bays of the carrier in it.
pub fn slots(
    of: &ViewedArrangement<'_>,
    placed: Option<&PlanArrangement>,
    lanes: Option<&LanesDocument>,
) -> Vec<MapSlot> {
    let inventory = &of.arrangement.planned.inventory;
    let offers = inventory.offers(&inventory.devices, &inventory.today);
    let at: Vec<Option<DeviceLocation>> =
        inventory.today.locations.iter().copied().map(Some).collect();
    let all_covered = inventory.slots_covered(&inventory.devices, &at);
    let slot = |(at, slot): (usize, &InventorySlot)| {
        let attachments = placed.into_iter().flat_map(|placed| &placed.attachments);
        let mut here = attachments.flat_map(|at| at.slots.iter().map(move |slot| (at, slot)));
        let here = here.find(|(_, shown)| shown.slot == slot.id);
        let offer = offers.get(&slot.id).and_then(Option::as_ref);
        let width = offer.and_then(|offer| offer.link).or(slot.link);
        let is_off = offer.is_none();
        let because = here.and_then(|(_, shown)| shown.because.clone());
        let said_off = here.is_some_and(|(_, shown)| shown.state == ArrangementSlotState::Off);
        let off = || Message::new("arrange-slot-off").into();
        let in_it = DeviceLocation::Slot(at);
        let holds = inventory.today.locations.iter().position(|at| *at == in_it);
        let covered = all_covered.iter().find(|(covered, _)| *covered == at);
        let covering = covered.and_then(|(_, by)| inventory.devices.get(*by));
        let load = here.map(|(_, shown)| shown.load_mb_s).filter(|load| *load > 0.0);
        MapSlot {
            id: slot.id.clone(),
            title: slot.id.clone(),
            under: here.map(|(at, _)| at.id.clone()),
            kind: kind_of(slot),
            group: group(slot),
            form: slot.form.map(|form| form.to_string()),
            row: slot.row,
            covered: covering
                .map(|by| Message::new("arrange-slot-covered").with("device", &by.id).into()),
            within: None,
            generation: width.map(|width| width.rate.generation()),
            lanes: width.map(|width| width.lanes.get()),
            link: width.map(|width| MapSlotLink {
                text: width.to_string(),
                flow: load.map(RateText::mb_s),
                busy: None,
                bottleneck: false,
            }),
            shares: shares(&slot.id, lanes),
            off: (is_off || said_off).then(|| because.unwrap_or_else(off)),
            holds: holds.and_then(|at| inventory.devices.get(at)).map(|it| it.id.clone()),
            movable: holds.is_some(),
        }
    };
    let mut all = Vec::new();
    for slot in inventory.slots.iter().enumerate().map(slot) {
        let bays = bays(of, &slot);
        all.push(slot);
        all.extend(bays);
    }
    all
}

fn bays(of: &ViewedArrangement<'_>, slot: &MapSlot) -> Vec<MapSlot> {
    let inventory = &of.arrangement.planned.inventory;
    let devices = &inventory.devices;
    let bay = |(carrier, bay): (usize, u8)| {
        let card = devices.get(carrier).filter(|it| slot.holds.as_ref() == Some(&it.id))?;
        let here = DeviceLocation::Bay(carrier, bay);
        let id = inventory.location_name(&inventory.today, here)?;
        let holds = inventory.today.locations.iter().position(|at| *at == here);
        let kind = kind_of_form(Some(card.bay.form));
        Some(MapSlot {
            title: id.clone(),
            id,
            under: slot.under.clone(),
            kind,
            group: kind,
            form: Some(card.bay.form.to_string()),
            row: None,
            covered: None,
            within: Some(slot.id.clone()),
            generation: None,
            lanes: None,
            link: None,
            shares: Vec::new(),
            off: slot.off.clone(),
            movable: holds.is_some(),
            holds: holds.and_then(|at| devices.get(at)).map(|it| it.id.clone()),
        })
    };
    of.arrangement.bays().into_iter().filter_map(bay).collect()
}

/// Effects of other slots' use on this one, then of its own on others.
fn shares(slot: &str, lanes: Option<&LanesDocument>) -> Vec<DocumentText> {
    let rules = || lanes.into_iter().flat_map(|lanes| &lanes.rules);
    let own = |rule: &LaneRuleRecord| {
        rule.when.iter().any(|word| word.split(['=', ' ', '(', ':']).next().unwrap_or(word) == slot)
    };
    let suffered = rules().filter(|rule| !own(rule)).flat_map(|rule| {
        let effects = rule.effects.iter().filter(|effect| effect.slot == slot);
        effects.map(move |effect| suffered(effect, rule))
    });
    let caused = rules().filter(|rule| own(rule)).filter_map(|rule| {
        let mut effects = rule.effects.iter().filter(|effect| effect.slot != slot).peekable();
        effects.peek()?;
        let caused = Message::new("arrange-share-causes").text("use", in_use(rule));
        Some(caused.list("effects", "between-names", effects.map(effect_on_other)).into())
    });
    suffered.chain(caused).collect()
}

fn suffered(effect: &LaneEffectRecord, rule: &LaneRuleRecord) -> DocumentText {
    let message = match (&effect.link, &effect.on) {
        _ if effect.off => Message::new("arrange-share-off"),
        (Some(link), _) => Message::new("arrange-share-link").with("link", link),
        (None, Some(on)) => Message::new("arrange-share-on").with("on", on),
        (None, None) => Message::new("arrange-share-off"),
    };
    message.text("use", in_use(rule)).into()
}

fn effect_on_other(effect: &LaneEffectRecord) -> Message {
    let message = match (&effect.link, &effect.on) {
        _ if effect.off => Message::new("lanes-effect-off").with("slots", &effect.slot),
        (Some(link), _) => Message::new("lanes-effect-link").with("link", link),
        (None, Some(on)) => Message::new("lanes-effect-on").with("on", on),
        (None, None) => Message::new("lanes-effect-off").with("slots", &effect.slot),
    };
    message.with("slot", &effect.slot)
}

/// `M2_2 (SATA) in use, PCIEX4 Mode = x4`.
fn in_use(rule: &LaneRuleRecord) -> DocumentText {
    let slots = rule.when.iter().map(|word| match word.split_once(':') {
        Some((slot, bus)) => format!("{slot} ({})", bus.to_uppercase()),
        None => word.clone(),
    });
    let slots: Vec<String> = slots.collect();
    let is_used = !slots.is_empty();
    let used = Message::new("arrange-share-use").with("slots", slots.join(" + "));
    let used = is_used.then(|| DocumentText::from(used));
    let settings = rule.settings.iter().map(|setting| DocumentText::Plain(setting.clone()));
    DocumentText::list("between-names", used.into_iter().chain(settings))
}

fn kind_of(slot: &InventorySlot) -> &'static str {
    match slot.form {
        None if slot.devices == [SlotBus::Sata] => "sata",
        form => kind_of_form(form),
    }
}

fn kind_of_form(form: Option<SlotForm>) -> &'static str {
    match form {
        Some(SlotForm::M2) => "m2",
        Some(SlotForm::Sata | SlotForm::Sata3g | SlotForm::SataExpress) => "sata",
        Some(SlotForm::U2) => "u2",
        _ => "pcie",
    }
}

fn group(slot: &InventorySlot) -> &'static str {
    match kind_of(slot) {
        "u2" => "other",
        kind => kind,
    }
}
