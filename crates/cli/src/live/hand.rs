//! Settings made with keys.

use crate::live::arrange::order;
use crate::live::view::LiveView;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiveKey {
    Letter(char),
    Up,
    Down,
    PageUp,
    PageDown,
    Home,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyAction {
    Quit,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SortColumn {
    /// The order in which the targets run.
    #[default]
    Order,
    /// The rate, highest first.
    Rate,
    /// Operations per second, highest first.
    Iops,
    /// The time that a request takes, longest first.
    Latency,
    /// The temperature, highest first.
    Temperature,
}

impl SortColumn {
    /// All of them, in the order in which a key goes through them.
    pub const ALL: [Self; 5] =
        [Self::Order, Self::Rate, Self::Iops, Self::Latency, Self::Temperature];

    fn next(self) -> Self {
        let at = Self::ALL.iter().position(|column| *column == self).unwrap_or_default();
        Self::ALL[(at + 1) % Self::ALL.len()]
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowLayout {
    /// One row each if that fits, else several side by side, else by groups.
    #[default]
    Fitting,
    /// One row each; the rest is reached by scrolling.
    Rows,
    /// One row for all that hang on one place.
    Groups,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ViewSettings {
    pub column: SortColumn,
    pub is_reversed: bool,
    /// The screen is frozen; measuring goes on.
    pub is_paused: bool,
    /// The frozen order of the rows; `None` if it follows the figures.
    pub frozen: Option<Vec<usize>>,
    pub shape: RowLayout,
    /// The first row that is shown.
    pub first: usize,
}

const PAGE: usize = 10;

impl ViewSettings {
    /// Takes a key that was pressed while this was shown.
    pub fn press(&mut self, key: LiveKey, view: &LiveView) -> Option<KeyAction> {
        self.take(key, &order(view, self))
    }

    /// Takes a key; `order` is the order of rows as it is now.
    pub(crate) fn take(&mut self, key: LiveKey, order: &[usize]) -> Option<KeyAction> {
        match key {
            LiveKey::Letter('q' | 'Q') => return Some(KeyAction::Quit),
            LiveKey::Letter('s') => self.column = self.column.next(),
            LiveKey::Letter('r') => self.is_reversed = !self.is_reversed,
            LiveKey::Letter('p' | ' ') => self.is_paused = !self.is_paused,
            LiveKey::Letter('f') => {
                self.frozen = if self.frozen.is_some() { None } else { Some(order.to_vec()) };
            }
            LiveKey::Letter('g') => self.shape = self.shape.next(),
            key => {
                let rows = order.len();
                let to = match key {
                    LiveKey::Up => self.first.saturating_sub(1),
                    LiveKey::Down => self.first + 1,
                    LiveKey::PageUp => self.first.saturating_sub(PAGE),
                    LiveKey::PageDown => self.first + PAGE,
                    LiveKey::Home => 0,
                    LiveKey::Letter(_) => self.first,
                };
                self.first = to.min(rows.saturating_sub(1));
            }
        }
        None
    }
}

impl RowLayout {
    fn next(self) -> Self {
        match self {
            Self::Fitting => Self::Rows,
            Self::Rows => Self::Groups,
            Self::Groups => Self::Fitting,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_change_one_thing_each() {
        let mut hand = ViewSettings::default();
        for key in ['s', 'r', 'p', 'f', 'g', 'x'] {
            assert_eq!(hand.take(LiveKey::Letter(key), &[2, 0, 1]), None);
        }
        let expected = ViewSettings {
            column: SortColumn::Rate,
            is_reversed: true,
            is_paused: true,
            frozen: Some(vec![2, 0, 1]),
            shape: RowLayout::Rows,
            first: 0,
        };
        assert_eq!(hand, expected);
        assert_eq!(hand.take(LiveKey::Letter('q'), &[]), Some(KeyAction::Quit));
        hand.take(LiveKey::Letter('f'), &[]);
        assert_eq!(hand.frozen, None);
    }

    #[test]
    fn scrolling_stays_within_the_rows() {
        let mut hand = ViewSettings::default();
        for (key, first) in
            [(LiveKey::Up, 0), (LiveKey::PageDown, 10), (LiveKey::PageDown, 11), (LiveKey::Up, 10)]
        {
            hand.take(key, &[0; 12]);
            assert_eq!(hand.first, first, "{key:?}");
        }
        hand.take(LiveKey::Home, &[0; 12]);
        assert_eq!(hand.first, 0);
        hand.take(LiveKey::Down, &[]);
        assert_eq!(hand.first, 0);
    }

    #[test]
    fn a_key_goes_through_all_columns_and_shapes() {
        let mut hand = ViewSettings::default();
        for _ in SortColumn::ALL {
            hand.take(LiveKey::Letter('s'), &[]);
        }
        for _ in 0..3 {
            hand.take(LiveKey::Letter('g'), &[]);
        }
        assert_eq!(hand, ViewSettings::default());
    }
}
