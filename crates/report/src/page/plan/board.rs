//! The board: every attachment with its slots, their devices, widths and flows.

use narrows_messages::{DocumentText, Localizer, Message, drive_names, each_once};
use narrows_record::plan::{
    ArrangementSlot, ArrangementSlotState, DevicePlacement, PlanArrangement, PlanAttachment,
    PlanDocument,
};
use narrows_record::predict::{LimitRecordKind, Prediction};
use narrows_record::see::{LinkState, PortKind};

use super::fitting::adapted;
use crate::block::{Align, CellInk, Page, PageTable, TableCell, TableRow};
use crate::clean::clean;
use crate::words;

/// So many equal lines below each other are one.
const FEWEST_FOLDED: usize = 4;
/// A link of more lanes has as many marks.
const MOST_MARKS: u8 = 16;

pub(super) fn board(
    page: &mut Page,
    plan: &PlanDocument,
    placed: &PlanArrangement,
    localizer: &Localizer,
) {
    page.heading(&localizer.text("plan-heading-board"));
    page.roomy(
        |page| drawn(page, plan, placed, BoardDetail::Whole, localizer),
        |page| drawn(page, plan, placed, BoardDetail::Used, localizer),
    );
}

/// Which slots are mentioned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BoardDetail {
    Whole,
    /// Those in use, and which are disabled.
    Used,
}

impl BoardDetail {
    /// Empty slots of an attachment with lines of their own; of more, the rest share one.
    fn most_empty(self) -> usize {
        match self {
            Self::Whole => 5,
            Self::Used => 0,
        }
    }
}

fn drawn(
    page: &mut Page,
    plan: &PlanDocument,
    placed: &PlanArrangement,
    detail: BoardDetail,
    localizer: &Localizer,
) {
    let is_used = |attachment: &PlanAttachment| {
        detail == BoardDetail::Whole
            || attachment.slots.iter().any(|slot| slot.state != ArrangementSlotState::Empty)
    };
    let is_shown = |attachment: &PlanAttachment| {
        !attachment.slots.is_empty() && is_used(attachment) || !attachment.fixed.is_empty()
    };
    // Those that others hang on are shown even without slots of their own.
    let is_above = |attachment: &PlanAttachment| {
        placed.attachments.iter().any(|it| it.above.as_ref() == Some(&attachment.id))
    };
    page.drawing(|page| {
        for attachment in placed
            .attachments
            .iter()
            .filter(|attachment| is_shown(attachment) || is_above(attachment))
        {
            heading(page, attachment, localizer);
            table(page, lines(attachment, plan, placed, detail, localizer));
            rest(page, attachment, detail, localizer);
        }
    });
}

/// One slot as it is written.
struct BoardLine {
    slot: String,
    holds: TableCell,
    model: String,
    link: String,
    marks: TableCell,
    flow: String,
    remark: TableCell,
}

fn heading(page: &mut Page, attachment: &PlanAttachment, localizer: &Localizer) {
    let kind = words::port_kind(&attachment.kind, localizer);
    let title = TableCell::new(words::dotted([kind, attachment_name(attachment)]), CellInk::Strong);
    let Some(uplink) = &attachment.uplink else {
        return page.line(title);
    };
    let link = words::uplink(uplink.name.as_deref(), uplink.link);
    let is_idle = uplink.load_mb_s <= 0.0;
    let message = Message::new(if is_idle { "plan-uplink-idle" } else { "plan-uplink" })
        .with("name", link)
        .with("load", words::rate(uplink.load_mb_s))
        .with("carries", words::rate(uplink.carries_mb_s));
    let ink = if uplink.is_limit { CellInk::Alarm } else { CellInk::Plain };
    let mut text = localizer.say(&message);
    if uplink.is_limit {
        text.push_str(&format!(" ◀ {}", localizer.text("plan-column-limit")));
    }
    page.beside(title, "  → ", TableCell::new(text, ink));
}

/// Common name of an attachment; empty for one whose kind says it all.
pub(crate) fn attachment_name(attachment: &PlanAttachment) -> String {
    let is_plain = matches!(attachment.kind, PortKind::Processor | PortKind::Chipset);
    let id =
        || if is_plain && attachment.id.len() <= 7 { String::new() } else { clean(&attachment.id) };
    attachment.name.as_deref().map_or_else(id, clean)
}

/// A narrow page does without the marks, and then the models.
fn table(page: &mut Page, lines: Vec<BoardLine>) {
    let (left, right) = ((String::new(), Align::Left), (String::new(), Align::Right));
    let columns = [vec![left.clone(); 5], vec![right, left]].concat();
    let mut table = PageTable::new(columns).sparing(&[4, 2]).in_line();
    let count = lines.len();
    for (at, line) in lines.into_iter().enumerate() {
        let (branch, hang) = if at + 1 == count { ("└ ", "  ") } else { ("├ ", "│ ") };
        let cells = vec![
            TableCell::new(branch, CellInk::Faint).and(line.slot, CellInk::Plain),
            line.holds,
            TableCell::new(line.model, CellInk::Faint),
            TableCell::plain(line.link),
            line.marks,
            TableCell::new(line.flow, CellInk::Strong),
            line.remark,
        ];
        table.row(TableRow { cells, hang: hang.to_owned() });
    }
    if count > 0 {
        table.write(page);
    }
}

/// Drives that stay, and the empty slots that have no line of their own.
fn rest(page: &mut Page, attachment: &PlanAttachment, detail: BoardDetail, localizer: &Localizer) {
    if !attachment.fixed.is_empty() {
        let drives = words::list(&attachment.fixed);
        let text = localizer.say(&Message::new("plan-fixed").with("drives", drives));
        page.paragraph("  ", &text, CellInk::Faint);
    }
    let more: Vec<&str> =
        empty(attachment).skip(detail.most_empty()).map(|slot| slot.slot.as_str()).collect();
    if !more.is_empty() && detail == BoardDetail::Whole {
        let slots = words::list(&more);
        let text = Message::new("plan-more-slots").with("slots", slots).count("count", more.len());
        page.paragraph("  ", &localizer.say(&text), CellInk::Faint);
    }
    // The slots that are switched off, those together that one thing switches off.
    let mut groups: Vec<(Option<&DocumentText>, Vec<&str>)> = Vec::new();
    for slot in attachment.slots.iter().filter(|slot| slot.state == ArrangementSlotState::Off) {
        let because = slot.because.as_ref().filter(|_| detail == BoardDetail::Whole);
        match groups.iter_mut().find(|(other, _)| *other == because) {
            Some((_, slots)) => slots.push(&slot.slot),
            None => groups.push((because, vec![&slot.slot])),
        }
    }
    let say = |(because, slots): (Option<&DocumentText>, Vec<&str>)| {
        let text = match because.map(|it| words::sentence(it, localizer)) {
            Some(because) => Message::new("plan-off-slots")
                .with("slots", words::list(slots))
                .with("because", because),
            None => Message::new("plan-off-slots-only").with("slots", drive_names(slots)),
        };
        localizer.say(&text)
    };
    for text in groups.into_iter().map(say).collect::<Vec<String>>() {
        page.paragraph("  ", &text, CellInk::Faint);
    }
}

fn empty(attachment: &PlanAttachment) -> impl Iterator<Item = &ArrangementSlot> {
    attachment
        .slots
        .iter()
        .filter(|slot| slot.state == ArrangementSlotState::Empty && slot.because.is_none())
}

fn lines(
    attachment: &PlanAttachment,
    plan: &PlanDocument,
    placed: &PlanArrangement,
    detail: BoardDetail,
    localizer: &Localizer,
) -> Vec<BoardLine> {
    let hidden: Vec<&str> =
        empty(attachment).skip(detail.most_empty()).map(|slot| slot.slot.as_str()).collect();
    let slots = attachment.slots.iter().filter(|slot| slot.state != ArrangementSlotState::Off);
    let slots = slots.filter(|slot| !hidden.contains(&slot.slot.as_str()));
    let slots: Vec<&ArrangementSlot> = slots.collect();
    let mut lines = Vec::new();
    let line = |slot: &ArrangementSlot| line(slot, plan, placed, localizer);
    for same in slots.chunk_by(|one, next| {
        is_plain(one)
            && is_plain(next)
            && one.state == next.state
            && line(one).says_same(&line(next))
    }) {
        match same {
            [first, .., _] if same.len() >= FEWEST_FOLDED => lines.push(folded(first, same, line)),
            _ => lines.extend(same.iter().map(|slot| line(slot))),
        }
    }
    lines
}

/// With one device in it, or none.
fn is_plain(slot: &ArrangementSlot) -> bool {
    slot.devices.len() < 2
}

impl BoardLine {
    /// Whether another slot's line differs only in the names of slot and device.
    fn says_same(&self, other: &Self) -> bool {
        let texts = |line: &Self| {
            let marks = [line.marks.text(), line.remark.text()];
            (line.model.clone(), line.link.clone(), line.flow.clone(), marks)
        };
        texts(self) == texts(other)
    }
}

/// Slots below each other that hold the same, in one line.
fn folded(
    first: &ArrangementSlot,
    same: &[&ArrangementSlot],
    line: impl Fn(&ArrangementSlot) -> BoardLine,
) -> BoardLine {
    let line = line(first);
    let slots = words::drives_in_cell(same.iter().map(|slot| slot.slot.as_str()));
    let devices = same.iter().flat_map(|slot| &slot.devices).map(String::as_str);
    let holds = if first.devices.is_empty() {
        line.holds
    } else {
        TableCell::new(words::drives_in_cell(devices), CellInk::Strong)
    };
    let flow =
        if line.flow.is_empty() { line.flow } else { format!("{} × {}", same.len(), line.flow) };
    BoardLine { slot: slots, holds, flow, ..line }
}

fn line(
    slot: &ArrangementSlot,
    plan: &PlanDocument,
    placed: &PlanArrangement,
    localizer: &Localizer,
) -> BoardLine {
    let put =
        slot.devices.first().and_then(|id| placed.placements.iter().find(|put| put.device == *id));
    let flow = slot.load_mb_s;
    let at_most = flows(slot, plan, placed).iter().any(|flow| flow.is_at_most());
    let nominal = plan.inventory.slots.iter().find(|it| it.id == slot.slot).and_then(|it| it.link);
    BoardLine {
        slot: clean(&slot.slot),
        holds: holds(slot, localizer),
        model: model(slot, plan),
        link: link(slot, put, nominal, localizer),
        marks: marks(slot, put, nominal),
        flow: if flow > 0.0 { words::bound(words::rate(flow), at_most) } else { String::new() },
        remark: remark(slot, plan, placed, put, localizer),
    }
}

fn holds(slot: &ArrangementSlot, localizer: &Localizer) -> TableCell {
    if slot.state == ArrangementSlotState::Empty {
        return TableCell::new(localizer.text("plan-empty"), CellInk::Faint);
    }
    let Some((first, others)) = slot.devices.split_first() else { return TableCell::default() };
    let cell = TableCell::new(clean(first), CellInk::Strong);
    if others.is_empty() {
        return cell;
    }
    // A card with the devices on it.
    cell.and(format!(" + {}", clean(&drive_names(others))), CellInk::Strong)
}

/// The model of the device in a slot, if that is another word than its name.
fn model(slot: &ArrangementSlot, plan: &PlanDocument) -> String {
    let [id] = slot.devices.as_slice() else { return String::new() };
    let device = plan.devices.iter().find(|device| device.id == *id);
    let model = device.map(|device| clean(&device.model)).unwrap_or_default();
    let as_id = model.to_lowercase().replace(' ', "-");
    if id.starts_with(&as_id) { String::new() } else { model }
}

/// The link in use, and the possible one: the device's, else the slot's.
fn link(
    slot: &ArrangementSlot,
    put: Option<&DevicePlacement>,
    nominal: Option<LinkState>,
    localizer: &Localizer,
) -> String {
    let current = put.and_then(|put| put.current).or(slot.link);
    let possible = put.map_or(nominal, |put| put.possible.or(nominal));
    match (current, possible) {
        (Some(current), Some(possible)) if is_less(current, possible) => {
            let most = if current.gts == possible.gts {
                format!("x{}", possible.lanes)
            } else {
                possible.to_string()
            };
            let message = Message::new("plan-below").with("current", current.to_string());
            localizer.say(&message.with("possible", most))
        }
        (Some(current), _) => current.to_string(),
        (None, _) => String::new(),
    }
}

fn is_less(one: LinkState, other: LinkState) -> bool {
    one.gts * f64::from(one.lanes) < other.gts * f64::from(other.lanes)
}

/// A mark for each lane that the slot could have: full ones are in use.
fn marks(
    slot: &ArrangementSlot,
    put: Option<&DevicePlacement>,
    nominal: Option<LinkState>,
) -> TableCell {
    let offered = nominal.or(put.and_then(|put| put.offered)).or(slot.link);
    let Some(offered) = offered.map(|link| link.lanes.min(MOST_MARKS)) else {
        return TableCell::default();
    };
    let used = put.and_then(|put| put.current).map_or(0, |link| link.lanes.min(offered));
    let repeated = |mark: &str, count: u8| mark.repeat(usize::from(count));
    TableCell::new(repeated("█", used), CellInk::Plain)
        .and(repeated("·", offered - used), CellInk::Faint)
}

/// What the drives in a slot bring, and the arrays that they are members of.
fn flows<'a>(
    slot: &ArrangementSlot,
    plan: &PlanDocument,
    placed: &'a PlanArrangement,
) -> Vec<&'a Prediction> {
    let inside = plan.devices.iter().filter(|device| slot.devices.contains(&device.id));
    let drives: Vec<&String> = inside.flat_map(|device| &device.drives).collect();
    let of_array = |target: &str| {
        let array = placed.arrays.iter().find(|array| array.id == target);
        array.is_some_and(|array| array.members.iter().any(|id| slot.devices.contains(id)))
    };
    let flows = placed.flows.iter();
    flows.filter(|flow| drives.contains(&&flow.target) || of_array(&flow.target)).collect()
}

/// The limit of the drives in it, the adapter that they need, or why it is off or narrow.
fn remark(
    slot: &ArrangementSlot,
    plan: &PlanDocument,
    placed: &PlanArrangement,
    put: Option<&DevicePlacement>,
    localizer: &Localizer,
) -> TableCell {
    let adapter = put.and_then(|put| put.adapter.as_ref());
    let adapter = adapter.map(|adapter| adapted(adapter, localizer));
    let loses = put.is_none_or(|put| match (put.current, put.possible) {
        (Some(current), Some(possible)) => is_less(current, possible),
        _ => true,
    });
    let because = slot.because.as_ref().filter(|_| loses);
    let because = because.map(|it| words::sentence(it, localizer));
    let parts = words::dotted(adapter.into_iter().chain(because));
    let names = flows(slot, plan, placed).into_iter().map(|flow| match flow.limit.kind {
        LimitRecordKind::Drive | LimitRecordKind::DriveIops => localizer.text("plan-limit-drive"),
        // The attachment's own line names it.
        LimitRecordKind::Uplink => localizer.text("plan-limit-uplink"),
        // The slot's own line shows it.
        LimitRecordKind::Link => localizer.text("plan-limit-link"),
        _ => words::limit(&flow.limit.name, localizer),
    });
    let limits = each_once(names).join(&localizer.text("between-names"));
    match (limits.is_empty(), parts.is_empty()) {
        (true, _) => TableCell::new(parts, CellInk::Faint),
        (false, true) => TableCell::plain(limits),
        (false, false) => TableCell::plain(format!("{limits} · {parts}")),
    }
}
