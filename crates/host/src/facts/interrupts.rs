//! The interrupts of a PCI function, by the processor that handled them.

/// How often each processor was interrupted since the vectors were set up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interrupts(pub(crate) Vec<u64>);

impl Interrupts {
    /// Interrupts since `earlier`; counters that went down, as after a reset, give 0.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let before = earlier.0.iter().copied().chain(std::iter::repeat(0));
        Self(self.0.iter().zip(before).map(|(late, early)| late.saturating_sub(early)).collect())
    }

    pub fn total(&self) -> u64 {
        self.0.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// The processors with interrupts, those with most first, among equals the lowest number.
    pub fn cpus(&self) -> Vec<u32> {
        let mut cpus: Vec<(u32, u64)> = (0..).zip(self.0.iter().copied()).collect();
        cpus.retain(|(_, count)| *count > 0);
        cpus.sort_by_key(|(cpu, count)| (std::cmp::Reverse(*count), *cpu));
        cpus.into_iter().map(|(cpu, _)| cpu).collect()
    }
}
