//! Sets of drives as bits.

pub(crate) const MOST: usize = 128;

/// A set of drives by number, each below [`MOST`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DriveSet(u128);

impl DriveSet {
    pub(crate) fn first(drives: usize) -> Self {
        // A shift by 128 would overflow.
        if drives >= MOST { Self(u128::MAX) } else { Self((1 << drives) - 1) }
    }

    pub(crate) fn one(drive: usize) -> Self {
        Self(1 << (drive % MOST))
    }

    pub(crate) fn of(drives: &[usize]) -> Self {
        drives.iter().copied().collect()
    }

    pub(crate) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn has(self, drive: usize) -> bool {
        self.meets(Self::one(drive))
    }

    pub(crate) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn is_in(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the two have drives in common, and each has some of its own.
    pub(crate) fn crosses(self, other: Self) -> bool {
        self.meets(other) && !self.is_in(other) && !other.is_in(self)
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) fn less(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        // In halves, because most machines have fewer than 64 drives and processors count in 64
        // bits.
        let (mut low, mut high) = (self.0 as u64, (self.0 >> 64) as u64);
        std::iter::from_fn(move || {
            if low != 0 {
                let drive = low.trailing_zeros() as usize;
                low &= low - 1;
                return Some(drive);
            }
            // With nothing left this gives 128, which is no drive.
            let drive = 64 + high.trailing_zeros() as usize;
            high &= high.wrapping_sub(1);
            (drive < MOST).then_some(drive)
        })
    }

    pub(crate) fn to_vec(self) -> Vec<usize> {
        self.iter().collect()
    }
}

impl FromIterator<usize> for DriveSet {
    fn from_iter<T: IntoIterator<Item = usize>>(drives: T) -> Self {
        drives.into_iter().map(Self::one).collect()
    }
}

/// All drives of the sets.
impl FromIterator<Self> for DriveSet {
    fn from_iter<T: IntoIterator<Item = Self>>(sets: T) -> Self {
        sets.into_iter().fold(Self::default(), Self::or)
    }
}
