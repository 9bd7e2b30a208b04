//! The flow of a cluster: the picture, and on pages without pictures a tree of storage, switches and hosts.

use narrows_messages::Localizer;

use crate::block::{Align, CellInk, Page, PageTable, TableCell, TableRow};
use crate::page::posted::bar;
use crate::picture::content::{DriveRow, NodeChild, PictureContent, PictureNode};
use crate::{MOST_ROWS, picture, svg, words};

/// The picture, or the same as a tree.
pub(super) fn write(page: &mut Page, content: &PictureContent, localizer: &Localizer) {
    let drawn = svg::fitting(|layout| picture::laid_out(content, layout, localizer));
    page.picture(drawn, |page| tree(page, content, localizer));
}

/// A line each, the storage first.
fn tree(page: &mut Page, content: &PictureContent, localizer: &Localizer) {
    page.heading(&localizer.text("hosts-heading-flow"));
    let column = |id: &'static str, align| (localizer.text(id), align);
    let columns = vec![
        (String::new(), Align::Left),
        (String::new(), Align::Left),
        column("hosts-column-together", Align::Right),
        (String::new(), Align::Left),
        (String::new(), Align::Right),
        (String::new(), Align::Left),
    ];
    let rows = content.drives().into_iter().filter_map(|row| row.amount);
    let most = rows.map(|amount| amount.could()).fold(0.0, f64::max);
    let mut drawing =
        ClusterDrawing { table: PageTable::new(columns).sparing(&[1, 3, 5]).in_line(), most };
    for root in &content.roots {
        drawing.place(root, "", "");
    }
    let more = drawing.table.rows.len().saturating_sub(MOST_ROWS);
    drawing.table.rows.truncate(MOST_ROWS);
    page.drawing(|page| drawing.table.write(page));
    super::super::more(page, more, localizer);
}

struct ClusterDrawing {
    table: PageTable,
    /// Rate of the longest bar, 10^6 bytes per second.
    most: f64,
}

impl ClusterDrawing {
    /// A place and all before it: `branch` leads its own line, `trunk` those below.
    fn place(&mut self, place: &PictureNode, branch: &str, trunk: &str) {
        let uplink = place.uplink.clone().unwrap_or_default();
        let is_tight = uplink.is_tight || place.is_tight;
        let ink = if is_tight { CellInk::Alarm } else { CellInk::Strong };
        let sign = if is_tight { " ◀" } else { "" };
        let name =
            TableCell::new(branch, CellInk::Faint).and(&place.name, ink).and(sign, CellInk::Alarm);
        let text = words::dotted([&place.detail, &uplink.load]);
        let about = TableCell::new(text, if is_tight { CellInk::Alarm } else { CellInk::Plain });
        let blank = TableCell::default;
        let flow = TableCell::new(&place.flow, CellInk::Strong);
        let hang = format!("{trunk}│");
        self.table
            .row(TableRow { cells: vec![name, blank(), flow, blank(), blank(), about], hang });
        let last = place.below.len().saturating_sub(1);
        for (at, below) in place.below.iter().enumerate() {
            let (turn, on) = if at == last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            let (branch, trunk) = (format!("{trunk}{turn}"), format!("{trunk}{on}"));
            match below {
                NodeChild::Place(place) => self.place(place, &branch, &trunk),
                NodeChild::Drives(row) => self.row(row, &branch, &trunk),
            }
        }
    }

    fn row(&mut self, row: &DriveRow, branch: &str, trunk: &str) {
        let [got, of, lost] = &row.figures;
        let name = TableCell::new(branch, CellInk::Faint).and(&row.name, CellInk::Strong);
        let ink = if row.is_link_alert { CellInk::Alarm } else { CellInk::Plain };
        let bar = row.amount.map(|amount| bar(amount, self.most)).unwrap_or_default();
        let cells = vec![
            name,
            TableCell::plain(bar),
            TableCell::new(got, CellInk::Strong),
            TableCell::new(of, CellInk::Faint),
            TableCell::new(lost, CellInk::Alarm),
            TableCell::new(words::dotted([&row.about, &row.link]), ink),
        ];
        self.table.row(TableRow { cells, hang: trunk.to_owned() });
    }
}
