//! How many lines each part of a screen gets.

/// Lines of each part; together as many as there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenHeights {
    pub head: usize,
    pub drives: usize,
    pub funnel: usize,
    pub limit: usize,
    pub keys: usize,
}

/// A screen with fewer lines has drives and totals only.
const SHORT: usize = 10;
/// A screen with fewer lines has little room for sentences that wrap.
const MIDDLE: usize = 16;

impl ScreenHeights {
    pub fn of(lines: usize, places: usize, limit: usize) -> Self {
        let head = if lines < 4 { 1 } else { 2 }.min(lines);
        let limit_most = match lines {
            0..5 => 0,
            5..SHORT => 1,
            SHORT..MIDDLE => 2,
            _ => 3,
        };
        let keys = usize::from(lines >= SHORT);
        // The heading of the funnel is its first location: a processor has no link of its own.
        let funnel_most = if lines < SHORT { 0 } else { (lines / 5).max(2) };
        let (limit, funnel) = (limit.min(limit_most), places.min(funnel_most));
        // Never negative: of ten lines the others take seven, of fewer at most three.
        let drives = lines - head - limit - keys - funnel;
        Self { head, drives, funnel, limit, keys }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_belongs_to_something_and_drives_have_most() {
        for lines in 0..200 {
            for (places, limit) in [(0, 0), (3, 1), (100, 4)] {
                let it = ScreenHeights::of(lines, places, limit);
                let sum = it.head + it.drives + it.funnel + it.limit + it.keys;
                assert_eq!(sum, lines, "{it:?}");
                assert!(lines < 4 || it.drives >= lines / 3, "{lines}: {it:?}");
            }
        }
    }
}
