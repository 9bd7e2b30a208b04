//! The machine as a drawn tree, with or without figures on it.

use narrows_messages::{Localizer, Message};
use narrows_record::see::{LinkState, SeeDocument};

use super::right;
use crate::block::{Align, CellInk, Page, PageTable, TableCell, TableContents, TableRow};
use crate::clean::clean;
use crate::figures::{FlowRate, Overlay, OverlayFigure, full};
use crate::tree::{DrawnTree, TreeNode, TreeNodeKind};
use crate::words;

/// This many equal drives of one place are drawn as one line if figures are shown beside them.
const FEWEST_FOLDED: usize = 4;

/// Draws the tree, the arrays on it and the legend. Where a short page has no room, details of drives and free slots
/// are left out, and so is whatever has neither a drive nor a rate; equal drives share a line.
pub(super) fn draw(
    page: &mut Page,
    see: &SeeDocument,
    overlay: Option<&Overlay>,
    localizer: &Localizer,
) {
    page.roomy(
        |page| draw_as(page, see, overlay, false, localizer),
        |page| draw_as(page, see, overlay, true, localizer),
    );
}

fn draw_as(
    page: &mut Page,
    see: &SeeDocument,
    overlay: Option<&Overlay>,
    is_tight: bool,
    localizer: &Localizer,
) {
    let is_blank = see.ports.is_empty() && see.storage.is_empty() && see.drives.is_empty();
    // Imported figures come without a machine.
    if is_blank && see.arrays.is_empty() && overlay.is_some() {
        return;
    }
    let tree = DrawnTree::of(see);
    let mut drawing =
        TreeDrawing { see, overlay, is_tight, localizer, table: table(overlay, localizer) };
    for root in tree.roots.iter().filter(|root| root.is_shown) {
        drawing.place(root, "", "");
    }
    let shown = page.drawing(|page| drawing.table.write(page));
    super::more(page, tree.more, localizer);
    arrays(page, see, overlay, localizer);
    let is_predicted = overlay.is_none_or(|overlay| !overlay.is_measured());
    let explain = |page: &mut Page| legend(page, &tree, overlay.is_some(), &shown, localizer);
    if is_predicted {
        page.detail(explain)
    } else {
        explain(page)
    }
    if let Some(overlay) = overlay.filter(|overlay| overlay.is_one_of_several) {
        let workload = words::workload(&overlay.workload, localizer);
        let what = Message::new("report-tree-workload").with("workload", workload);
        super::remark(page, &localizer.say(&what));
    }
}

/// Beside figures, a narrow page omits the links and their capacity.
fn table(overlay: Option<&Overlay>, localizer: &Localizer) -> PageTable {
    let text = |id| localizer.text(id);
    let mut columns = vec![
        (String::new(), Align::Left),
        (text("report-column-link"), Align::Left),
        (text("report-column-usable"), Align::Right),
    ];
    if overlay.is_some() {
        columns.extend([
            (text("report-column-alone"), Align::Right),
            (text("report-column-together"), Align::Right),
            (text("report-column-predicted"), Align::Right),
        ]);
    }
    match overlay {
        Some(_) => columns.push((text("report-column-used"), Align::Right)),
        None => columns.extend([(String::new(), Align::Left), (String::new(), Align::Left)]),
    }
    PageTable::new(columns).sparing(if overlay.is_some() { &[2, 1] } else { &[] })
}

struct TreeDrawing<'a> {
    see: &'a SeeDocument,
    overlay: Option<&'a Overlay>,
    /// Sizes, slots and mounts are left out.
    is_tight: bool,
    localizer: &'a Localizer,
    table: PageTable,
}

impl TreeDrawing<'_> {
    /// A place and all below it: `branch` leads its own line, `trunk` those below.
    fn place(&mut self, place: &TreeNode<'_>, branch: &str, trunk: &str) {
        let empty = [("report-free", true), ("report-empty-port", false)].into_iter();
        let empty: Vec<(&str, String)> = empty
            .filter(|_| self.overlay.is_none() && !self.is_tight)
            .filter_map(|(label, of_slots)| Some((label, words::empty_ports(place, of_slots)?)))
            .collect();
        let shown: Vec<&TreeNode<'_>> =
            place.shown().filter(|child| !self.is_tight || self.counts(child)).collect();
        let more_below = !shown.is_empty() || !empty.is_empty();
        let hang = if more_below { format!("{trunk}│") } else { trunk.to_owned() };
        let cells = self.cells(place, branch);
        self.table.row(TableRow { cells, hang });
        let groups: Vec<&[&TreeNode<'_>]> =
            shown.chunk_by(|one, next| self.says_same(one, next)).collect();
        for (number, group) in groups.iter().enumerate() {
            let is_last_group = number + 1 == groups.len();
            let is_compact = self.overlay.is_some() || self.is_tight;
            let is_folded = group.len() >= FEWEST_FOLDED && is_compact;
            let lines = if is_folded { group.get(..1).unwrap_or_default() } else { *group };
            for (at, child) in lines.iter().enumerate() {
                let is_last = at + 1 == lines.len() && is_last_group && empty.is_empty();
                let (branch, on) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
                let branch = format!("{trunk}{branch}");
                if is_folded {
                    self.folded(group, &branch, &format!("{trunk}{on}"))
                } else {
                    self.place(child, &branch, &format!("{trunk}{on}"))
                }
            }
        }
        for (at, (label, ports)) in empty.iter().enumerate() {
            let branch = if at + 1 == empty.len() { "└─ " } else { "├─ " };
            let label = TableCell::new(format!("{trunk}{branch}"), CellInk::Faint)
                .and(self.localizer.text(label), CellInk::Faint);
            let mut cells =
                vec![label, TableCell::default(), TableCell::default(), TableCell::default()];
            cells.push(TableCell::new(ports.clone(), CellInk::Faint));
            self.table.row(TableRow { cells, hang: trunk.to_owned() });
        }
    }

    /// Whether a drive is at a place or below it or, where no figures are shown, a link of known rate: the
    /// rest takes nothing from drives. Where no drive is known, a controller may be what it is about.
    fn counts(&self, place: &TreeNode<'_>) -> bool {
        let shows_all = self.see.drives.is_empty() || place.has_rate();
        !place.drives().is_empty() || (self.overlay.is_none() && shows_all)
    }

    /// Whether two drives differ only in their names.
    fn says_same(&self, one: &TreeNode<'_>, next: &TreeNode<'_>) -> bool {
        let is_drive = |place: &TreeNode<'_>| {
            matches!(place.what, TreeNodeKind::Drive(drive, _) if drive.equal.is_none())
                && place.children.is_empty()
        };
        let texts = |place: &TreeNode<'_>| {
            let (_, model) = words::place(place, self.localizer);
            let cells = self.cells(place, "").into_iter().skip(1);
            (model, cells.map(|cell| cell.text()).collect::<Vec<String>>())
        };
        is_drive(one) && is_drive(next) && texts(one) == texts(next)
    }

    /// Equal drives in one line, with the figures of each.
    fn folded(&mut self, group: &[&TreeNode<'_>], branch: &str, trunk: &str) {
        let Some(first) = group.first() else { return };
        let names = words::drives_in_cell(group.iter().flat_map(|place| place.drives()));
        let (_, model) = words::place(first, self.localizer);
        let each = self.localizer.text("predict-each");
        let name = TableCell::new(branch, CellInk::Faint).and(names, CellInk::Strong);
        let mut cells = vec![name.and(format!(" ({each})  {model}"), CellInk::Plain)];
        cells.extend(self.cells(first, branch).into_iter().skip(1));
        self.table.row(TableRow { cells, hang: trunk.to_owned() });
    }

    fn cells(&self, place: &TreeNode<'_>, branch: &str) -> Vec<TableCell> {
        let (name, model) = words::place(place, self.localizer);
        let ink = if matches!(place.what, TreeNodeKind::Device(..)) {
            CellInk::Plain
        } else {
            CellInk::Strong
        };
        let mut cells = vec![
            TableCell::new(branch, CellInk::Faint)
                .and(name, ink)
                .and(format!("  {model}"), CellInk::Plain),
            self.link(place),
            right(place.usable_mb_s().map(words::rate), CellInk::Plain),
        ];
        match self.overlay {
            Some(overlay) => cells.extend(self.figures(place, overlay)),
            None if self.is_tight => {
                // A column of marks at the edge would have a line of its own.
                let rate = cells.pop().unwrap_or_default();
                // As wide as the mark, so that the rates stay below each other.
                let mark = if self.mark(place).is_empty() { "  " } else { " ◀" };
                cells.push(if rate.is_empty() { rate } else { rate.and(mark, CellInk::Alarm) });
            }
            None => {
                cells.push(self.mark(place));
                let details = words::details(place, &self.see.arrays, self.localizer);
                cells.push(TableCell::plain(words::dotted(details)));
            }
        }
        cells
    }

    fn link(&self, place: &TreeNode<'_>) -> TableCell {
        let link = TableCell::plain(words::link_of(place, self.localizer));
        if let Some(state) = self.fallen(place) {
            return link.and(format!(" → {state}"), CellInk::Alarm);
        }
        match words::link_warning(place, self.localizer) {
            // Beside figures there is no room for the reason, and the findings tell it.
            Some(_) if self.overlay.is_some() => link.and(" ⚠", CellInk::Alarm),
            Some(warning) => link.and(format!(" ⚠ {warning}"), CellInk::Alarm),
            None => link,
        }
    }

    /// The state to which a drive's link fell under load.
    fn fallen(&self, place: &TreeNode<'_>) -> Option<LinkState> {
        let TreeNodeKind::Drive(drive, _) = place.what else { return None };
        self.overlay.as_ref()?.fallen.get(&drive.id).copied()
    }

    /// The sign of a link that holds some drive back, or is shared by too many.
    fn mark(&self, place: &TreeNode<'_>) -> TableCell {
        let narrow = place.holds_back || place.crowd().is_some();
        if narrow { TableCell::new("◀", CellInk::Alarm) } else { TableCell::default() }
    }

    fn figures(&self, place: &TreeNode<'_>, overlay: &Overlay) -> [TableCell; 4] {
        let drives = place.drives();
        let own = match place.what {
            TreeNodeKind::Drive(drive, _) => overlay.figures.get(&drive.id),
            _ => None,
        };
        let shown = |flow: Option<FlowRate>, ink| right(flow.map(words::flow), ink);
        let measured = overlay.is_measured();
        let alone = own.and_then(OverlayFigure::by_itself);
        let alone = alone.filter(|_| !measured || own.is_some_and(|own| own.alone.is_some()));
        let together = own.map_or_else(|| overlay.flow(&drives), OverlayFigure::flow);
        let together = together.map(|flow| FlowRate {
            mb_s: full(flow.mb_s, place.usable_mb_s(), drives.len()),
            ..flow
        });
        let predicted = own.and_then(|own| own.predicted_together.or(own.predicted_alone));
        // The sign of the narrow place, and how much of a link its drives use together.
        let share = |(capacity, flow): (f64, FlowRate)| {
            let full = flow.mb_s / capacity;
            full.is_finite().then(|| words::bound(format!("{:.0} %", full * 100.0), flow.at_most))
        };
        let flow = own.map_or_else(|| overlay.flow(&drives), OverlayFigure::flow);
        let full = place.usable_mb_s().zip(flow).and_then(share).unwrap_or_default();
        let is_narrow = overlay.narrow_at(&place.names()).is_some() || self.fallen(place).is_some();
        let fullness = if is_narrow {
            TableCell::new(format!("{full} ◀"), CellInk::Alarm)
        } else if full.is_empty() {
            TableCell::default()
        } else {
            // The blanks stand in for the sign, so that the figures stay below each other.
            TableCell::new(format!("{full}  "), CellInk::Faint)
        };
        [
            shown(alone, CellInk::Plain),
            shown(together.filter(|_| overlay.has_together()), CellInk::Strong),
            shown(predicted.filter(|_| measured), CellInk::Faint),
            fullness,
        ]
    }
}

/// An array that has figures shows its rate, which is not the sum of its members': drivers cost.
fn arrays(page: &mut Page, see: &SeeDocument, overlay: Option<&Overlay>, localizer: &Localizer) {
    if see.arrays.is_empty() {
        return;
    }
    page.heading(&localizer.text("report-arrays"));
    let columns = [Align::Left, Align::Right, Align::Left].map(|align| (String::new(), align));
    let table = PageTable::new(columns.into());
    table.first(page, &see.arrays, localizer, |array| {
        let figure = overlay.and_then(|overlay| overlay.figures.get(&array.id)?.by_itself());
        let rate = right(figure.map(words::flow), CellInk::Strong);
        let text = TableCell::plain(words::array(array, localizer));
        vec![TableCell::new(clean(&array.id), CellInk::Strong), rate, text]
    });
}

/// Meaning of the columns and signs present.
fn legend(
    page: &mut Page,
    tree: &DrawnTree<'_>,
    figures: bool,
    shown: &TableContents,
    localizer: &Localizer,
) {
    let text = |id: &'static str| localizer.text(id);
    let narrow = if figures { "report-legend-narrow" } else { "report-legend-narrowest" };
    let columns = [
        ("report-column-usable", "report-legend-usable"),
        ("report-column-together", "report-legend-together"),
        ("report-column-used", "report-legend-used"),
    ];
    let columns = columns.into_iter().filter(|_| figures);
    let columns = columns.map(|(column, id)| shown.entry(text(id)).column(text(column)));
    let signs = [('◀', narrow), ('≤', "report-legend-at-most")];
    let signs = signs.map(|(sign, id)| shown.entry(text(id)).sign(sign));
    page.blank();
    page.legend(columns.chain(signs));
    if tree.hidden > 0 {
        let hidden = Message::new("report-hidden").count("count", tree.hidden);
        super::remark(page, &localizer.say(&hidden));
    }
}
