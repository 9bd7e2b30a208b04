//! Columns that fit.

use ratatui_core::style::Style;
use ratatui_core::text::{Line, Span};

use super::text::{cut, left, right, width};

pub struct LiveColumn {
    pub heading: String,
    pub is_figure: bool,
    /// The largest is dropped first; 0 is never dropped.
    pub spare: u8,
    /// Columns that it takes at least, so that figures that change do not move others.
    pub least: usize,
    /// Columns that it takes at most; longer text is cut.
    pub most: usize,
}

#[derive(Clone, Default)]
pub struct LiveCell {
    pub text: String,
    pub style: Style,
}

impl LiveCell {
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), style: Style::new() }
    }
}

pub struct LiveTable {
    pub columns: Vec<LiveColumn>,
    pub rows: Vec<Vec<LiveCell>>,
    pub heading: Style,
    pub is_unicode: bool,
}

/// A name is not cut to fewer columns while there is a figure that can go.
const NAME_LEAST: usize = 10;

impl LiveTable {
    /// As lines of exactly this width: as many columns as fit.
    pub fn lines(&self, columns: usize) -> Vec<Line<'static>> {
        let widths = self.widths(columns);
        let heading = self
            .columns
            .iter()
            .map(|column| LiveCell { text: column.heading.clone(), style: self.heading });
        let heading: Vec<LiveCell> = heading.collect();
        let all = std::iter::once(&heading).chain(&self.rows);
        all.map(|row| self.line(row, &widths, columns)).collect()
    }

    /// Each column's width; `None` if left out. Long names are cut first, short ones last.
    fn widths(&self, columns: usize) -> Vec<Option<usize>> {
        let mut widths: Vec<Option<usize>> =
            (0..self.columns.len()).map(|at| Some(self.natural(at))).collect();
        loop {
            let over = taken(&widths).saturating_sub(columns);
            let name = widths.first().copied().flatten().unwrap_or_default();
            let spared = (0..widths.len())
                .filter(|at| widths[*at].is_some() && self.columns[*at].spare > 0)
                .max_by_key(|at| self.columns[*at].spare);
            match spared.filter(|_| name < over + NAME_LEAST) {
                _ if over == 0 => return widths,
                Some(at) => widths[at] = None,
                None => {
                    // There is a first column, or nothing would be over.
                    widths[0] = Some(name.saturating_sub(over));
                    return widths;
                }
            }
        }
    }

    /// Width that a column needs.
    fn natural(&self, at: usize) -> usize {
        let column = &self.columns[at];
        let cells = self.rows.iter().filter_map(|row| row.get(at)).map(|cell| width(&cell.text));
        let widest = cells.chain([width(&column.heading), column.least]).max().unwrap_or_default();
        widest.min(column.most)
    }

    fn line(&self, row: &[LiveCell], widths: &[Option<usize>], columns: usize) -> Line<'static> {
        let mut spans: Vec<Span<'static>> = Vec::new();
        let mut taken = 0;
        for ((cell, column), wide) in row.iter().zip(&self.columns).zip(widths) {
            let Some(wide) = *wide else { continue };
            if !spans.is_empty() {
                spans.push(Span::raw(" "));
                taken += 1;
            }
            let text = cut(&cell.text, wide, self.is_unicode);
            let text = if column.is_figure { right(&text, wide) } else { left(&text, wide) };
            spans.push(Span::styled(text, cell.style));
            taken += wide;
        }
        spans.push(Span::raw(" ".repeat(columns.saturating_sub(taken))));
        Line::from(spans)
    }
}

/// With a blank between.
fn taken(widths: &[Option<usize>]) -> usize {
    let there = widths.iter().flatten();
    (there.clone().sum::<usize>() + there.count()).saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(name: &str) -> LiveTable {
        let column = |heading: &str, spare| LiveColumn {
            heading: heading.to_owned(),
            is_figure: spare > 0 || heading == "MB/s",
            spare,
            least: 4,
            most: 40,
        };
        LiveTable {
            columns: vec![
                column("Drive", 0),
                column("MB/s", 0),
                column("IOPS", 1),
                column("°C", 2),
            ],
            rows: vec![["3510", "27k", "41"].iter().fold(
                vec![LiveCell::plain(name)],
                |mut row, text| {
                    row.push(LiveCell::plain(*text));
                    row
                },
            )],
            heading: Style::new(),
            is_unicode: true,
        }
    }

    fn lines(name: &str, columns: usize) -> Vec<String> {
        table(name).lines(columns).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn columns_go_in_order_of_what_can_be_spared() {
        assert_eq!(lines("nvme0n1", 24), ["Drive   MB/s IOPS   °C  ", "nvme0n1 3510  27k   41  "]);
        assert_eq!(lines("nvme0n1", 22), ["Drive   MB/s IOPS   °C", "nvme0n1 3510  27k   41"]);
        assert_eq!(lines("nvme0n1", 17), ["Drive   MB/s IOPS", "nvme0n1 3510  27k"]);
        assert_eq!(lines("nvme0n1", 12), ["Drive   MB/s", "nvme0n1 3510"]);
        assert_eq!(lines("nvme0n1", 9), ["Dri… MB/s", "nvm… 3510"]);
    }

    #[test]
    fn a_long_name_is_cut_before_a_figure_goes() {
        assert_eq!(lines("a-long-name-of-a-drive", 24)[1], "a-long-name-o… 3510  27k");
    }

    #[test]
    fn lines_are_as_wide_as_asked_and_never_wider() {
        for columns in 6..60 {
            for line in lines("ドライブ0", columns) {
                assert_eq!(width(&line), columns, "{columns}: {line:?}");
            }
        }
    }
}
